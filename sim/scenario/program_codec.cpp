// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/pmu/pmu_registers.h"
#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

CodecOf<SecurityState> security_codec() {
  return one_of<SecurityState>({{"non_secure", SecurityState::non_secure},
                                {"secure", SecurityState::secure},
                                {"realm", SecurityState::realm},
                                {"root", SecurityState::root}});
}

/// Where code executes; the same keys wherever something executes.
template <class T>
void add_context_keys(ObjectCodec<T>& table, const std::string& standard_level) {
  table
      .key("el",
           &T::level,
           integer<std::uint32_t>(0, 3),
           "Exception level; by default " + standard_level)
      .key("security",
           &T::security,
           security_codec(),
           "Security state; by default non_secure, at EL3 the one of EL3: root with FEAT_RME, else "
           "secure")
      .key("secure_el2_enabled",
           &T::secure_el2_enabled,
           boolean(),
           "SCR_EL3.EEL2; matters in Secure state only")
      .key("tge", &T::tge, boolean(), "HCR_EL2.TGE: exceptions of EL0 go to EL2")
      .key("debug_state", &T::debug_state, boolean(), "halted by a debugger: nothing counts");
}

CodecOf<Run> run_codec() {
  auto table = object<Run>("run_item", "Runs cycles of an activity.");
  table->mark("cycles", &Run::cycles, integer<Cycles>(1, kGreatestSigned, "cycles"), "how long");
  add_context_keys(*table, "0, in a handler the level of the handler, on a vCPU 1");
  table->key("activity",
             &Run::activity,
             activity_use_codec(),
             "name of an activity, or an activity written in place");
  return table;
}

/// The architectural spelling of a register that MRS and MSR name.
std::optional<std::string> parse_accessed_register(std::string_view text) {
  const auto found = find_register(text);
  if (!found || name_of(*found).size() != text.size()) {  // PMOVS and its like are no names for MRS
    return std::nullopt;
  }
  return name_of(*found);
}

CodecOf<std::string> accessed_register_codec() {
  return text_form<std::string>({.expected = "the name of a PMU register such as \"PMCR_EL0\"",
                                 .pattern = {},
                                 .parse = parse_accessed_register,
                                 .print = [](const std::string& name) { return name; },
                                 .suggest = suggest_register});
}

CodecOf<Msr> msr_codec() {
  auto table = object<Msr>("msr_item", "Writes a PMU register.");
  table->mark("msr", &Msr::reg, accessed_register_codec(), "name of the register")
      .required("value", &Msr::value, register_value(), "what is written");
  add_context_keys(*table, "1, in a handler the level of the handler");
  return table;
}

CodecOf<Mrs> mrs_codec() {
  auto table = object<Mrs>("mrs_item", "Reads a PMU register; the result lists the value.");
  table->mark("mrs", &Mrs::reg, accessed_register_codec(), "name of the register")
      .required("name", &Mrs::name, text(), "what the result calls the value");
  add_context_keys(*table, "1, in a handler the level of the handler");
  return table;
}

CodecOf<Ipi> ipi_codec() {
  auto table = object<Ipi>("ipi_item", "Sends an inter-processor interrupt.");
  table->mark(
      "ipi", &Ipi::target, integer<CpuId>(0, kMaxCpus - 1), "number of the CPU that gets it");
  return table;
}

CodecOf<CodeUse> code_use_codec() {
  auto table = object<CodeUse>("code_item",
                               "Executes a program on the CPU's pipeline; not in a handler. "
                               "`pmusim events` marks the events that "
                               "it yields.");
  table->mark("code", &CodeUse::code, text(), "name of the program")
      .key("times",
           &CodeUse::times,
           integer(1, kGreatestSigned, "times"),
           "how often, each time from its first instruction with its registers as at the start");
  add_context_keys(*table, "0");
  return table;
}

// ---- Items of the modelled Linux ----

CodecOf<Syscall> syscall_codec() {
  auto table = object<Syscall>("syscall_item", "A system call of a task of the modelled Linux.");
  table->mark("syscall_cycles",
              &Syscall::cycles,
              integer<Cycles>(1, kGreatestSigned, "cycles"),
              "time in the kernel besides entry and exit");
  return table;
}

CodecOf<Sleep> sleep_codec() {
  auto table = object<Sleep>("sleep_item", "A task of the modelled Linux sleeps.");
  table->mark("sleep_ns",
              &Sleep::ns,
              integer(1, kGreatestSigned / 1000, "ns"),
              "how long; the first tick after that time wakes it");
  return table;
}

CodecOf<Migrate> migrate_codec() {
  auto table = object<Migrate>("migrate_item", "A task of the modelled Linux changes its CPU.");
  table->mark("migrate",
              &Migrate::target,
              integer<CpuId>(0, kMaxCpus - 1),
              "number of the CPU on which it goes on, one of its `cpus`");
  return table;
}

CodecOf<Monitor> monitor_codec() {
  auto table = object<Monitor>(
      "monitor_item", "The virtual machine monitor of a vCPU runs, in user space of the host.");
  table
      ->mark("monitor_cycles",
             &Monitor::cycles,
             integer<Cycles>(1, kGreatestSigned, "cycles"),
             "how long")
      .key("activity",
           &Monitor::activity,
           activity_use_codec(),
           "name of an activity, or an activity written in place");
  return table;
}

const Codec<std::vector<written_form::Item>>& body_codec() {
  static const auto codec = program_codec(1);
  return *codec;
}

CodecOf<Repeat> repeat_codec() {
  auto table = object<Repeat>("repeat_item", "Repeats items.");
  table->mark("repeat", &Repeat::times, integer(1, kGreatestSigned, "times"), "how often")
      .required("run", &Repeat::body, lazy(&body_codec), "what is repeated");
  return table;
}

CodecOf<Word> word_codec() {
  return one_of<Word>({{"isb", Word::isb},
                       {"mask", Word::mask},
                       {"unmask", Word::unmask},
                       {"wait", Word::wait},
                       {"yield", Word::yield},
                       {"exit", Word::exit},
                       {"fixup_exit", Word::fixup_exit},
                       {"exit_to_user", Word::exit_to_user}});
}

CodecOf<written_form::Item> item_codec() {
  using What = decltype(written_form::Item::what);
  static const auto codec = mapped<written_form::Item, What>(
      alternatives(word_codec(),
                   run_codec(),
                   msr_codec(),
                   mrs_codec(),
                   ipi_codec(),
                   code_use_codec(),
                   repeat_codec(),
                   syscall_codec(),
                   sleep_codec(),
                   migrate_codec(),
                   monitor_codec()),
      [](const What& in) { return written_form::Item{in}; },
      [](const written_form::Item& in) { return in.what; });
  return codec;
}

}  // namespace

CodecOf<ActivityUse> activity_use_codec() {
  return alternatives(text(), activity_codec());
}

CodecOf<CpuSet> cpu_set_codec() {
  using Numbers = std::vector<CpuId>;
  using Form = std::variant<bool, Numbers>;
  static const auto codec = mapped<CpuSet, Form>(
      alternatives(one_of<bool>({{"all", true}}),
                   list_of(integer<CpuId>(0, kMaxCpus - 1), 1, kMaxCpus)),
      [](const Form& in) {
        const auto* numbers = std::get_if<Numbers>(&in);
        return numbers == nullptr ? CpuSet{} : CpuSet{false, *numbers};
      },
      [](const CpuSet& in) { return in.all ? Form{true} : Form{in.numbers}; });
  return codec;
}

CodecOf<std::vector<written_form::Item>> program_codec(std::size_t least) {
  return list_of(item_codec(), least);
}

CodecOf<Task> task_codec() {
  auto table = object<Task>(
      "task",
      "What CPUs execute from the start. Items of bare CPUs that name no context (`isb`, `mask`, "
      "`unmask`, `wait`, `ipi`) are executed in that of the item before them; at the start in that "
      "of the first item that names one, in a handler in the handler's.");
  table->required("name", &Task::name, text(), "name in results and messages")
      .key("stream",
           &Task::stream,
           text(),
           "key of its random activity, by default its name; tasks with equal keys see equal "
           "activity")
      .key("cpus",
           &Task::cpus,
           cpu_set_codec(),
           "bare CPUs: those that run it, each its own copy; modelled Linux: those on which it may "
           "run, one copy")
      .key("parent",
           &Task::parent,
           text(),
           "an earlier task whose inherited events count for this one too; with the modelled "
           "Linux")
      .required("run", &Task::body, program_codec(1), "what it does, in order")
      .key("repeat", &Task::repeat, integer(1, kGreatestSigned, "times"), "how often it does it");
  return table;
}

CodecOf<Handler> handler_codec() {
  auto table = object<Handler>(
      "handler", "What a CPU does when it takes an interrupt; further ones are masked.");
  add_context_keys(*table, "1");
  table->key(
      "run",
      &Handler::body,
      program_codec(0),
      "what it does, in order; its items run where the handler does unless they say otherwise");
  return table;
}

std::string suggest_register(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < kPmuRegCount; ++row) {
    const auto reg = static_cast<PmuReg>(row);
    for (unsigned index = 0; index < describe(reg).copies; ++index) {
      names.push_back(name_of({reg, index}));
    }
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string hint = suggestion(text, views);
  return hint.empty() ? "\"pmusim regs\" lists the registers" : hint;
}

}  // namespace pmusim::scenario
