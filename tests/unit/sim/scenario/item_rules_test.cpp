// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/item_rules.h"

#include <vector>

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::scenario;
namespace wf = pmusim::scenario::written_form;

namespace {

using enum ProgramOwner;

bool may_have(ProgramOwner owner, const wf::Item& item) {
  return !objection_to(item, owner);
}

wf::Item run_at(std::uint32_t level) {
  wf::Run run;
  run.level = level;
  return {run};
}

}  // namespace

TEST_CASE("registers, barriers, masks, waits and interrupts are for bare CPUs only",
          "[scenario][programs]") {
  const std::vector<wf::Item> items{{wf::Msr{}},
                                    {wf::Mrs{}},
                                    {wf::Ipi{}},
                                    {wf::Word::isb},
                                    {wf::Word::mask},
                                    {wf::Word::unmask},
                                    {wf::Word::wait}};
  for (const wf::Item& item : items) {
    CHECK(may_have(bare, item));
    CHECK_FALSE(may_have(linux_task, item));
    CHECK_FALSE(may_have(vcpu, item));
  }
}

TEST_CASE("system calls, sleeps, migrations and yields are for tasks of Linux only",
          "[scenario][programs]") {
  const std::vector<wf::Item> items{
      {wf::Syscall{}}, {wf::Sleep{}}, {wf::Migrate{}}, {wf::Word::yield}};
  for (const wf::Item& item : items) {
    CHECK_FALSE(may_have(bare, item));
    CHECK(may_have(linux_task, item));
    CHECK_FALSE(may_have(vcpu, item));
  }
}

TEST_CASE("exits and the monitor are for vCPUs only", "[scenario][programs]") {
  const std::vector<wf::Item> items{
      {wf::Word::exit}, {wf::Word::fixup_exit}, {wf::Word::exit_to_user}, {wf::Monitor{}}};
  for (const wf::Item& item : items) {
    CHECK_FALSE(may_have(bare, item));
    CHECK_FALSE(may_have(linux_task, item));
    CHECK(may_have(vcpu, item));
  }
}

TEST_CASE("tasks of Linux run at EL0, guests at EL0 and EL1, bare CPUs anywhere",
          "[scenario][programs]") {
  for (std::uint32_t level = 0; level <= 3; ++level) {
    CAPTURE(level);
    CHECK(may_have(bare, run_at(level)));
    CHECK(may_have(linux_task, run_at(level)) == (level == 0));
    CHECK(may_have(vcpu, run_at(level)) == (level <= 1));
  }
}

TEST_CASE("the modelled Linux decides security state, TGE and debug state itself",
          "[scenario][programs]") {
  wf::Run secure;
  secure.security = SecurityState::secure;
  wf::Run no_secure_el2;
  no_secure_el2.secure_el2_enabled = false;
  wf::Run tge;
  tge.tge = true;
  wf::Run halted;
  halted.debug_state = true;
  for (const wf::Run& run : {secure, no_secure_el2, tge, halted}) {
    CHECK(may_have(bare, {run}));
    CHECK_FALSE(may_have(linux_task, {run}));
    CHECK_FALSE(may_have(vcpu, {run}));
  }
  wf::Run spelt_out;
  spelt_out.security = SecurityState::non_secure;
  CHECK(may_have(linux_task, {spelt_out}));
}

TEST_CASE("yields and migrations may take no time; all else does", "[scenario][programs]") {
  CHECK_FALSE(takes_time({wf::Word::yield}, linux_task));
  CHECK_FALSE(takes_time({wf::Migrate{}}, linux_task));
  CHECK(takes_time({wf::Run{}}, linux_task));
  CHECK(takes_time({wf::Syscall{}}, linux_task));
  CHECK(takes_time({wf::Sleep{}}, linux_task));
  CHECK(takes_time({wf::Word::fixup_exit}, vcpu));
  CHECK(takes_time({wf::Word::isb}, bare));
}
