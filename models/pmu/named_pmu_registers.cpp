// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/named_pmu_registers.h"

#include <deque>
#include <string>
#include <vector>

#include "models/pmu/pmu_registers.h"

namespace pmusim {
namespace {

struct NameTable {
  NameTable() {
    for (std::size_t row = 0; row < kPmuRegCount; ++row) {
      const auto reg = static_cast<PmuReg>(row);
      for (unsigned copy = 0; copy < describe(reg).copies; ++copy) {
        const PmuRegister element{reg, copy};
        rows.push_back({names.emplace_back(name_of(element)), encoding_of(element)});
      }
    }
  }

  std::deque<std::string> names;  // what grows must not move the text that the rows point to
  std::vector<isa::NamedSysReg> rows;
};

}  // namespace

isa::SysRegNames named_pmu_registers() {
  static const NameTable table;
  return table.rows;
}

}  // namespace pmusim
