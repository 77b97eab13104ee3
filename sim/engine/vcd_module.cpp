// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vcd_module.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <utility>

#include "models/cpu/kernel_time_module.h"

namespace pmusim::engine {

namespace {

constexpr std::string_view kRawSuffix = ".vcd";  // SystemC appends it to the name it is given

/// Copies a wave file without what names the moment and the tool of its writing, and without
/// instants at which nothing changes.
class HeaderFixer {
 public:
  explicit HeaderFixer(std::ostream& out) : out_{out} { out_ << "$version\n     pmusim\n$end\n"; }

  void line(const std::string& text) {
    if (in_header_) {
      header_line(text);
    } else if (text.starts_with('#')) {
      instant_ = text;
    } else if (!text.empty()) {
      change(text);
    }
  }

 private:
  void header_line(const std::string& text) {
    in_dropped_section_ =
        in_dropped_section_ || text.starts_with("$date") || text.starts_with("$version");
    if (in_dropped_section_) {
      in_dropped_section_ = text.find("$end") == std::string::npos;
      return;
    }
    in_header_ = !text.starts_with("$enddefinitions");
    out_ << (text == "$scope module SystemC $end" ? "$scope module pmusim $end" : text) << '\n';
  }

  void change(const std::string& text) {
    if (!instant_.empty()) {
      out_ << '\n' << std::exchange(instant_, {}) << '\n';
    }
    out_ << text << '\n';
  }

  std::ostream& out_;
  bool in_header_{true};
  bool in_dropped_section_{};
  std::string instant_;  ///< read, but nothing has changed yet
};

bool copy_with_fixed_header(const std::string& from, const std::string& to) {
  std::ifstream in{from};
  std::ofstream out{to};
  HeaderFixer fixer{out};
  for (std::string line; std::getline(in, line);) {
    fixer.line(line);
  }
  out.flush();
  return in.eof() && out.good();
}

Error cannot_write(const std::string& file) {
  return {.code = ErrorCode::io,
          .where = file,
          .what = "the wave file cannot be written",
          .hint = "check that its folder exists, may be written, and has space left"};
}

}  // namespace

Result<std::unique_ptr<VcdModule>> VcdModule::create(
    const VcdOptions& options,
    const std::vector<std::unique_ptr<CpuUnit>>& units,
    CatchUp catch_up) {
  std::unique_ptr<VcdModule> module{new VcdModule{options, std::move(catch_up)}};
  if (!std::ofstream{options.file} || !std::ofstream{module->raw_file_}) {
    return tl::unexpected{cannot_write(options.file)};
  }
  module->trace_ = sc_core::sc_create_vcd_trace_file((options.file + ".part").c_str());
  module->trace_->set_time_unit(1, sc_core::SC_PS);
  module->scopes_.reserve(units.size());
  for (const auto& unit : units) {
    module->add(*unit);
  }
  return module;
}

VcdModule::VcdModule(const VcdOptions& options, CatchUp catch_up)
    : sc_module{sc_core::sc_module_name{"vcd"}},
      options_{options},
      catch_up_{std::move(catch_up)},
      raw_file_{options.file + ".part" + std::string{kRawSuffix}} {
  SC_METHOD(on_pending);
  sensitive << pending_;
  dont_initialize();
  SC_METHOD(on_window);
  sensitive << window_;
  dont_initialize();
  window_.notify(sc_core::sc_time::from_value(to_picoseconds(options.from_ns).count()));
}

VcdModule::~VcdModule() {
  if (trace_ != nullptr) {
    sc_core::sc_close_vcd_trace_file(trace_);
  }
}

Result<void> VcdModule::close() {
  sc_core::sc_close_vcd_trace_file(std::exchange(trace_, nullptr));
  const bool copied = copy_with_fixed_header(raw_file_, options_.file);
  std::remove(raw_file_.c_str());
  return copied ? Result<void>{} : tl::unexpected{cannot_write(options_.file)};
}

void VcdModule::add(CpuUnit& unit) {
  unit.pmu().observe_every_flag(true);
  Scope& scope = scopes_.emplace_back();
  scope.unit = &unit;
  scope.controls = control_signals(unit.spec().pmu);
  scope.counters = counter_signals(unit.spec().pmu);
  scope.now.resize(scope.controls.size() + scope.counters.size());
  look(scope);
  scope.shown = scope.now;
  std::size_t index = 0;
  for (const auto* signals : {&scope.controls, &scope.counters}) {
    for (const VcdSignal& signal : *signals) {
      sc_core::sc_trace(trace_,
                        scope.shown[index],
                        "cpu" + std::to_string(unit.cpu().id().value()) + "." + signal.name,
                        static_cast<int>(signal.width));
      ++index;
    }
  }
}

void VcdModule::sample(CpuId cpu) {
  Scope& scope = scopes_[cpu.value()];
  look(scope);
  await_pending(scope);
}

void VcdModule::on_pending() {
  for (Scope& scope : scopes_) {
    const CycleTime now = scope.unit->clock().cycle_at(kernel_time());
    if (scope.next_pending <= now) {
      catch_up_(*scope.unit);
      look(scope);
    }
    await_pending(scope);
  }
}

void VcdModule::on_window() {
  for (Scope& scope : scopes_) {
    scope.shown = scope.now;
  }
}

void VcdModule::look(Scope& scope) {
  const CycleTime now = scope.unit->clock().cycle_at(kernel_time());
  std::vector<std::uint64_t> controls;
  controls.reserve(scope.controls.size());
  for (const VcdSignal& signal : scope.controls) {
    controls.push_back(signal.read(*scope.unit, now));
  }
  if (controls == scope.seen) {
    return;
  }
  scope.seen = std::move(controls);
  std::ranges::copy(scope.seen, scope.now.begin());
  for (std::size_t i = 0; i < scope.counters.size(); ++i) {
    scope.now[scope.controls.size() + i] = scope.counters[i].read(*scope.unit, now);
  }
  if (is_open() && !scope.shown.empty()) {
    std::ranges::copy(scope.now, scope.shown.begin());
  }
}

void VcdModule::await_pending(Scope& scope) {
  const CycleTime now = scope.unit->clock().cycle_at(kernel_time());
  scope.next_pending = scope.unit->interrupts().next_visible_after(now);
  if (scope.next_pending != kNever && scope.unit->clock().edge(scope.next_pending) < kEndOfTime) {
    pending_.notify(until(scope.unit->clock().edge(scope.next_pending)));
  }
}

bool VcdModule::is_open() const {
  const Picoseconds now = kernel_time();
  return now >= to_picoseconds(options_.from_ns) &&
         (!options_.to_ns || now < to_picoseconds(*options_.to_ns));
}

}  // namespace pmusim::engine
