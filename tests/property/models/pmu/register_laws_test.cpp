// SPDX-License-Identifier: Apache-2.0
//
// Laws that hold for every register of the table, whatever the configuration and state.
#include <iostream>

#include <catch2/catch.hpp>

#include "models/pmu/register_access.h"
#include "tests/property/models/pmu/random_pmu.h"
#include "tests/support/state_text.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// A random state in which access controls are random too.
PmuState random_access_state(Draw& draw, const PmuConfig& config) {
  PmuState state = random_state(draw, config);
  const auto set = [&](PmuReg reg, RegValue value) { set_raw(config, state, {reg, 0}, value); };
  set(PmuReg::pmuserenr_el0, draw.one_in(3) ? 0 : draw.bits());
  set(PmuReg::pmuacr_el1, draw.bits());
  set(PmuReg::pmselr_el0, draw.below(32));
  constexpr RegValue kTraps = 0x60;
  const RegValue traps = draw.one_in(2) ? draw.bits() & kTraps : 0;
  set(PmuReg::mdcr_el2, state.mdcr_el2 | traps);
  constexpr RegValue kEnPm2 = 0x80;
  set(PmuReg::mdcr_el3, state.mdcr_el3 | (draw.one_in(4) ? 0x40U : 0U) | (draw.bits() & kEnPm2));
  return state;
}

ExecutionContext random_accessor(Draw& draw, const PmuConfig& config) {
  ExecutionContext who = random_context(draw, config);
  who.debug_state = false;
  who.tge = draw.one_in(3);
  who.secure_el2_enabled = draw.one_in(2);
  return who;
}

/// All registers, arrays with all their elements.
std::vector<PmuRegister> all_registers() {
  std::vector<PmuRegister> registers;
  for (std::size_t row = 0; row < kPmuRegCount; ++row) {
    const auto reg = static_cast<PmuReg>(row);
    for (unsigned index = 0; index < describe(reg).copies; ++index) {
      registers.push_back({reg, index});
    }
  }
  return registers;
}

RegValue bits_of(PmuRegister reg,
                 const PmuConfig& config,
                 std::initializer_list<FieldAccess> kinds) {
  return field_mask(describe(reg.reg), features_of(config), kinds);
}

bool is_indirect(PmuRegister reg) {
  return reg.reg == PmuReg::pmxevcntr_el0 || reg.reg == PmuReg::pmxevtyper_el0;
}

/// Runs `check(draw, core, who, reg)` for every register of random PMUs.
template <class Check>
void for_all_registers(Check&& check) {
  const bool holds = rc::check("every register", [&] {
    Draw draw{*any_seed()};
    const PmuConfig config = random_config(draw);
    PmuCore core{config};
    for (const PmuRegister reg : all_registers()) {
      core.restore(random_access_state(draw, config));
      check(draw, core, random_accessor(draw, config), reg);
    }
  });
  REQUIRE(holds);
}

}  // namespace

TEST_CASE("an access that is not done changes nothing and reads zero",
          "[pmu][registers][property]") {
  std::uint64_t refused_writes = 0;
  std::uint64_t refused_reads = 0;
  std::uint64_t traps = 0;
  for_all_registers([&](Draw& draw, PmuCore& core, const ExecutionContext& who, PmuRegister reg) {
    const PmuState before = core.state();
    const SysRegRead got = core.read(encoding_of(reg), who);
    RC_ASSERT(differences(core.state(), before) == "");
    if (got.outcome != AccessOutcome::done) {
      ++refused_reads;
      RC_ASSERT(got.value == 0U);
    }
    const AccessOutcome outcome = core.write(encoding_of(reg), draw.bits(), who);
    if (outcome != AccessOutcome::done) {
      ++refused_writes;
      traps += outcome != AccessOutcome::undefined ? 1U : 0U;
      RC_ASSERT(differences(core.state(), before) == "");
    }
  });
  std::cout << "refused reads " << refused_reads << ", writes " << refused_writes
            << ", of these traps " << traps << '\n';
  CHECK(refused_reads > 500);
  CHECK(refused_writes > 500);
  CHECK(traps > 500);
}

TEST_CASE("reserved bits read as zero after ones were written", "[pmu][registers][property]") {
  std::uint64_t reads = 0;
  for_all_registers([&](Draw&, PmuCore& core, const ExecutionContext& who, PmuRegister reg) {
    if (is_indirect(reg) ||
        core.write(encoding_of(reg), ~RegValue{0}, who) != AccessOutcome::done) {
      return;
    }
    const SysRegRead got = core.read(encoding_of(reg), who);
    if (got.outcome == AccessOutcome::done) {
      ++reads;
      using enum FieldAccess;
      const RegValue possible = bits_of(reg, core.config(), {rw, w1s, w1c, ro});
      // LC and the event number of PMICFILTR_EL0 read as fixed values.
      const RegValue fixed = reg.reg == PmuReg::pmcr_el0 ? 0x40 : 0;
      RC_ASSERT((got.value & ~(possible | fixed)) == 0U);
    }
  });
  CHECK(reads > 500);
}

TEST_CASE("read-only fields ignore writes", "[pmu][registers][property]") {
  std::uint64_t fields = 0;
  for_all_registers([&](Draw& draw, PmuCore& core, const ExecutionContext& who, PmuRegister reg) {
    const SysRegRead before = core.read(encoding_of(reg), who);
    const AccessOutcome outcome = core.write(encoding_of(reg), draw.bits(), who);
    const SysRegRead after = core.read(encoding_of(reg), who);
    const RegValue constant = bits_of(reg, core.config(), {FieldAccess::ro});
    if (before.outcome == AccessOutcome::done && after.outcome == AccessOutcome::done) {
      fields += constant != 0 ? 1U : 0U;
      RC_ASSERT((before.value & constant) == (after.value & constant));
    }
    if (constant == ~RegValue{0}) {
      RC_ASSERT(outcome == AccessOutcome::undefined);
    }
  });
  CHECK(fields > 500);
}

TEST_CASE("set registers only set, clear registers only clear", "[pmu][registers][property]") {
  std::uint64_t sets = 0;
  std::uint64_t clears = 0;
  for_all_registers([&](Draw& draw, PmuCore& core, const ExecutionContext& who, PmuRegister reg) {
    using enum FieldAccess;
    const RegValue value = draw.bits();
    const RegValue before = core.raw(reg);
    if (core.write(encoding_of(reg), value, who) != AccessOutcome::done) {
      return;
    }
    const RegValue after = core.raw(reg);
    if (bits_of(reg, core.config(), {w1s}) != 0) {
      ++sets;
      RC_ASSERT((before & ~after) == 0U);
      RC_ASSERT((after & ~before & ~value) == 0U);
    }
    if (bits_of(reg, core.config(), {w1c}) != 0) {
      ++clears;
      RC_ASSERT((after & ~before) == 0U);
      RC_ASSERT((before & ~after & ~value) == 0U);
    }
  });
  CHECK(sets > 200);
  CHECK(clears > 200);
}

TEST_CASE("a plain register holds what was written to its writable bits",
          "[pmu][registers][property]") {
  std::uint64_t written = 0;
  for_all_registers([&](Draw& draw, PmuCore& core, const ExecutionContext&, PmuRegister reg) {
    const ExecutionContext who = highest_context(core.config());
    const RegValue value = draw.bits();
    const RegValue writable = implemented_mask(core.config(), reg.reg);
    const bool plain = bits_of(reg, core.config(), {FieldAccess::w1s, FieldAccess::w1c}) == 0;
    if (is_indirect(reg) || !plain || writable == 0 ||
        core.write(encoding_of(reg), value, who) != AccessOutcome::done) {
      return;
    }
    ++written;
    RC_ASSERT((core.read(encoding_of(reg), who).value & writable) == (value & writable));
  });
  CHECK(written > 500);
}

TEST_CASE("a write changes no register but its own", "[pmu][registers][property]") {
  for_all_registers([&](Draw& draw, PmuCore& core, const ExecutionContext& who, PmuRegister reg) {
    const PmuState before = core.state();
    if (is_indirect(reg) || core.write(encoding_of(reg), draw.bits(), who) != AccessOutcome::done) {
      return;
    }
    for (const PmuRegister other : all_registers()) {
      const bool same_state = raw(core.config(), before, other) == core.raw(other);
      if (same_state) {
        continue;
      }
      // Set and clear registers share a state: their names begin alike.
      const std::string_view own = describe(reg.reg).name.substr(0, 5);
      const bool alias = own == describe(other.reg).name.substr(0, 5) && reg.index == other.index;
      const bool zeroes =
          (reg.reg == PmuReg::pmcr_el0 || reg.reg == PmuReg::pmzr_el0) && core.raw(other) == 0;
      RC_ASSERT((alias || zeroes));
    }
  });
}
