// SPDX-License-Identifier: Apache-2.0
#include "tests/support/driver_bench.h"
#include "tests/support/perf_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::EventState;
using kernel::OpenRequest;
using kernel::PerfEvent;

namespace {

OpenRequest on_cpu(const abi::PerfEventAttr& attr, std::uint16_t cpu = 0) {
  return {.name = "event", .attr = attr, .cpu = CpuId{cpu}, .group_leader = {}};
}

OpenRequest for_task(const abi::PerfEventAttr& attr, kernel::TaskIndex task = 0) {
  return {.name = "event", .attr = attr, .cpu = {}, .task = task, .group_leader = {}};
}

OpenRequest in_group(OpenRequest request, const PerfEvent& leader) {
  request.group_leader = leader.index;
  return request;
}

}  // namespace

TEST_CASE("an opened event is found by its index and in its context", "[perf][open]") {
  PerfBench bench;
  const PerfEvent& first = bench.open_on_cpu(attr_of(0x11));
  const PerfEvent& second = bench.open_for_task(attr_of(0x24));
  CHECK(first.index == 0);
  CHECK(second.index == 1);
  CHECK(bench.system.events().size() == 2);
  CHECK(bench.system.cpu_context(CpuId{0}).flexible ==
        std::vector<PerfEvent*>{bench.system.events()[0]});
  REQUIRE(bench.system.task_context(0) != nullptr);
  CHECK(bench.system.task_context(0)->flexible.size() == 1);
  CHECK(bench.system.task_context(1) == nullptr);
}

TEST_CASE("rights, frequency, period and place are looked at first", "[perf][open]") {
  PerfBench bench{{.config = {.paranoid = 2, .privileged = false}}};
  CHECK(bench.refusal(on_cpu(attr_of(0x1E))) == "EACCES");
  CHECK(bench.refusal(on_cpu({.config = 0x24, .exclude_kernel = true})) == "accepted");

  PerfBench privileged;
  CHECK(privileged.refusal(on_cpu({.config = 0x24, .sample_period = 100'001, .freq = true})) ==
        "EINVAL");
  CHECK(privileged.refusal(on_cpu({.config = 0x24, .sample_period = 100'000, .freq = true})) ==
        "accepted");
  const std::uint64_t bit63 = std::uint64_t{1} << 63U;
  CHECK(privileged.refusal(on_cpu({.config = 0x24, .sample_period = bit63})) == "EINVAL");
  CHECK(privileged.refusal(on_cpu({.config = 0x24, .sample_period = bit63 - 1})) == "accepted");
  CHECK(privileged.refusal({.name = "", .attr = attr_of(0x24), .cpu = {}, .group_leader = {}}) ==
        "EINVAL");
}

TEST_CASE("the driver refuses what it cannot count", "[perf][open]") {
  PerfBench bench;
  CHECK(bench.refusal(on_cpu(attr_of(0x1E))) == "EINVAL");
  CHECK(bench.refusal(on_cpu(attr_of(0x24), 7)) == "ENOENT");
  CHECK(bench.refusal(on_cpu({.config = 0x24, .exclude_idle = true})) == "EOPNOTSUPP");
  CHECK(bench.refusal(on_cpu(attr_of(0x24, 4095U << 5U))) == "accepted");
  CHECK(bench.refusal(on_cpu(attr_of(0x24, kUserRead))) == "EINVAL");
  CHECK(bench.refusal(for_task(attr_of(0x24, kUserRead))) == "accepted");
  CHECK(bench.refusal(on_cpu(attr_of(0))) == "accepted");
}

TEST_CASE("64-bit user-read events need 64-bit counters, cycles excepted", "[perf][open]") {
  const auto refusal = [](PmuVersion version, std::uint64_t event) {
    const DriverBench bench{{.pmu = pmu_of(version)}};
    const kernel::ArmPmuType type{"pmu", {}, bench.driver.hardware()};
    PerfEvent made;
    made.attr = attr_of(event, kLong | kUserRead);
    made.task = 0;
    made.leader = &made;
    made.state = EventState::inactive;
    const auto taken = type.event_init(made);
    return taken ? "accepted" : std::string{kernel::errno_of(taken.error())};
  };
  CHECK(refusal(PmuVersion::p4, 0x24) == "EOPNOTSUPP");
  CHECK(refusal(PmuVersion::p4, 0x11) == "accepted");
  CHECK(refusal(PmuVersion::p5, 0x24) == "accepted");
}

TEST_CASE("generic events become the raw events that the PMU has", "[perf][open]") {
  PerfBench bench;
  const auto generic = [](std::uint64_t config) {
    return abi::PerfEventAttr{.type = abi::kPerfTypeHardware, .config = config};
  };
  CHECK(bench.open_on_cpu(generic(0)).attr.config == 0x11);
  CHECK(bench.open_on_cpu(generic(1)).attr.config == 0x08);
  CHECK(bench.open_on_cpu(generic(4)).attr.config == 0x21);
  CHECK(bench.refusal(on_cpu(generic(9))) == "ENOENT");
  // Bad arguments are found before a missing event.
  auto unsupported = generic(9);
  unsupported.config1 = kUserRead;
  CHECK(bench.refusal(on_cpu(unsupported)) == "EINVAL");
  CHECK(bench.refusal(on_cpu(generic(std::uint64_t{6} << 32U))) == "accepted");
  CHECK(bench.refusal(on_cpu(generic(std::uint64_t{99} << 32U))) == "ENOENT");
}

TEST_CASE("branch instructions fall back to PC writes", "[perf][open]") {
  PmuConfig pmu = pmu_of(PmuVersion::p5);
  const auto mapped = [&pmu]() -> std::string {
    const DriverBench bench{{.pmu = pmu}};
    const kernel::ArmPmuType type{"pmu", {}, bench.driver.hardware()};
    PerfEvent made;
    made.attr = {.type = abi::kPerfTypeHardware, .config = 4};
    made.leader = &made;
    const auto taken = type.event_init(made);
    return taken ? std::to_string(made.attr.config) : std::string{kernel::errno_of(taken.error())};
  };
  pmu.events = {EventId{0x0C}, EventId{0x11}};
  CHECK(mapped() == "12");
  pmu.events = {EventId{0x11}};
  CHECK(mapped() == "ENOENT");
}

TEST_CASE("a group is tried on an empty PMU", "[perf][open]") {
  PerfBench bench;  // two event counters and the cycle counter
  const PerfEvent& leader = bench.open_on_cpu(attr_of(0x24));
  bench.open_on_cpu(attr_of(0x24));  // another group does not matter
  bench.open_on_cpu(attr_of(0x24), leader.index);
  bench.open_on_cpu(attr_of(0x11), leader.index);
  CHECK(bench.refusal(in_group(on_cpu(attr_of(0x24)), leader)) == "EINVAL");
  // An event that is off takes no counter in the trial, the new one included.
  CHECK(bench.refusal(in_group(on_cpu({.config = 0x24, .disabled = true}), leader)) == "accepted");
  // Nor does the dummy.
  CHECK(bench.refusal(in_group(on_cpu({.type = abi::kPerfTypeSoftware, .config = 9}), leader)) ==
        "accepted");
  CHECK(leader.siblings.size() == 4);
}

TEST_CASE("a leader alone can be too much", "[perf][open]") {
  PerfBench bench{{.counters = 0}};
  CHECK(bench.refusal(on_cpu(attr_of(0x24))) == "EINVAL");
  CHECK(bench.refusal(on_cpu(attr_of(0x11))) == "accepted");
}

TEST_CASE("a member is where its leader is, and pins nothing", "[perf][open]") {
  PerfBench bench{{.counters = 6, .cpus = 2}};
  const PerfEvent& leader = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& member = bench.open_on_cpu(attr_of(0x24), leader.index);
  CHECK(bench.refusal(in_group(on_cpu(attr_of(0x24), 1), leader)) == "EINVAL");
  CHECK(bench.refusal(in_group(for_task(attr_of(0x24)), leader)) == "EINVAL");
  CHECK(bench.refusal(in_group(on_cpu(attr_of(0x24)), member)) == "EINVAL");
  CHECK(bench.refusal(in_group(on_cpu({.config = 0x24, .pinned = true}), leader)) == "EINVAL");
  CHECK(bench.refusal(in_group(on_cpu({.config = 0x24, .exclusive = true}), leader)) == "EINVAL");
  auto unknown = on_cpu(attr_of(0x24));
  unknown.group_leader = 99;
  CHECK(bench.refusal(unknown) == "EBADF");
  const PerfEvent& of_task = bench.open_for_task(attr_of(0x24));
  CHECK(bench.refusal(in_group(for_task(attr_of(0x24), 1), of_task)) == "EINVAL");
}

TEST_CASE("software events other than the dummy are not modelled", "[perf][open]") {
  PerfBench bench;
  const auto opened = bench.system.open(on_cpu({.type = abi::kPerfTypeSoftware, .config = 0}));
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::not_modelled);
}

TEST_CASE("the first period in frequency mode is 1", "[perf][open]") {
  PerfBench bench;
  const PerfEvent& event = bench.open_on_cpu({.config = 0x24, .sample_period = 1000, .freq = true});
  CHECK(event.hw.sample_period == 1);
  CHECK(event.hw.last_period == 1);
  CHECK(event.hw.period_left == 1);
}

TEST_CASE("two clusters: raw events open on the PMU registered last that takes them",
          "[perf][open][big_little]") {
  PerfBench bench{{.cpus = 2, .two_clusters = true}};
  CHECK(bench.open_for_task(attr_of(0x24)).pmu == 1);
  CHECK(bench.open(on_cpu(attr_of(0x24), 0)).pmu == 0);
  CHECK(bench.open(on_cpu(attr_of(0x24), 1)).pmu == 1);
  // The type of one PMU, without fallback.
  CHECK(bench.open_for_task({.type = 6, .config = 0x24}).pmu == 0);
  CHECK(bench.refusal(on_cpu({.type = 6, .config = 0x24}, 1)) == "ENOENT");
  CHECK(bench.refusal(for_task({.type = 8, .config = 0x24})) == "ENOENT");
  // An error other than ENOENT ends the search.
  CHECK(bench.refusal(for_task(attr_of(0x1E))) == "EINVAL");
}

TEST_CASE("two clusters: a group over two PMUs is refused", "[perf][open][big_little]") {
  PerfBench bench{{.cpus = 2, .two_clusters = true}};
  const PerfEvent& leader = bench.open_for_task({.type = 6, .config = 0x24});
  CHECK(bench.refusal(in_group(for_task({.type = 7, .config = 0x24}), leader)) == "EINVAL");
  CHECK(bench.refusal(in_group(for_task({.type = 6, .config = 0x24}), leader)) == "accepted");
}
