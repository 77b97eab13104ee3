// SPDX-License-Identifier: Apache-2.0
#include "tests/support/state_text.h"

#include <sstream>

namespace pmusim::test {
namespace {

class Differences {
 public:
  void compare(const std::string& name, std::uint64_t left, std::uint64_t right) {
    if (left != right) {
      text_ << name << ": 0x" << std::hex << left << " and 0x" << right << '\n';
    }
  }

  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

}  // namespace

std::string differences(const PmuState& left, const PmuState& right) {
  Differences found;
  found.compare("pmcr", left.pmcr, right.pmcr);
  found.compare("count_enable", left.count_enable, right.count_enable);
  found.compare("overflow", left.overflow, right.overflow);
  found.compare("interrupt_enable", left.interrupt_enable, right.interrupt_enable);
  found.compare("selr", left.selr, right.selr);
  found.compare("userenr", left.userenr, right.userenr);
  found.compare("uacr", left.uacr, right.uacr);
  found.compare("cycle_filter", left.cycle_filter, right.cycle_filter);
  found.compare("instruction_filter", left.instruction_filter, right.instruction_filter);
  found.compare("cycle_counter", left.cycle_counter, right.cycle_counter);
  found.compare("instruction_counter", left.instruction_counter, right.instruction_counter);
  found.compare("mdcr_el2", left.mdcr_el2, right.mdcr_el2);
  found.compare("mdcr_el3", left.mdcr_el3, right.mdcr_el3);
  for (unsigned counter = 0; counter < left.event_type.size(); ++counter) {
    const std::string index = "[" + std::to_string(counter) + "]";
    found.compare("event_type" + index, left.event_type[counter], right.event_type[counter]);
    found.compare(
        "event_counter" + index, left.event_counter[counter], right.event_counter[counter]);
    found.compare("software_increments" + index,
                  left.software_increments[counter],
                  right.software_increments[counter]);
  }
  found.compare("edge_condition", left.edge_condition, right.edge_condition);
  found.compare("divider", left.divider, right.divider);
  if (left != right && found.text().empty()) {
    return "a part of PmuState that is not listed here";
  }
  return found.text();
}

std::string text_of(const PmuConfig& config) {
  std::ostringstream text;
  text << "version " << static_cast<int>(config.version) << " counters " << config.event_counters;
  const auto flag = [&](const char* name, bool set) { text << (set ? name : ""); };
  flag(" el2", config.el2);
  flag(" el3", config.el3);
  flag(" secure_el2", config.secure_el2);
  flag(" rme", config.rme);
  flag(" edge", config.edge);
  flag(" icntr", config.instruction_counter);
  flag(" hpmn0", config.hpmn0);
  flag(" aarch32", config.aarch32);
  text << " th " << config.threshold_bits << " readings";
  for (const ReadingDesc& reading : reading_table()) {
    if (config.readings.*reading.flag) {
      text << ' ' << reading.name;
    }
  }
  return text.str();
}

std::string text_of(const ExecutionContext& context) {
  std::string text{to_string(context.security)};
  text += ' ';
  text += to_string(context.level);
  return context.debug_state ? text + " in Debug state" : text;
}

}  // namespace pmusim::test
