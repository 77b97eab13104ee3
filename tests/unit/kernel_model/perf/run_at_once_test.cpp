// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/core/run_at_once.h"

#include "tests/support/driver_bench.h"
#include "tests/support/perf_bench.h"

using namespace pmusim;
using namespace pmusim::test;

TEST_CASE("what counts at the end is read in no time", "[perf][core]") {
  PerfBench bench;
  const kernel::PerfEvent& event = bench.open_on_cpu(attr_of(0x11));
  bench.boot();
  bench.spend(100);
  const CycleTime before = bench.cpu().cycle();
  kernel::run_at_once(bench.perf().read_all(), bench.cpu().pmu);
  CHECK(bench.cpu().cycle() == before);
  CHECK(bench.system.totals(event.index).count == 100);
  CHECK(bench.system.totals(event.index).time_running == 100);
}

TEST_CASE("steps that are no accesses pass without effect", "[perf][core]") {
  InstantCpu cpu;
  bool ended = false;
  const auto code = [](kernel::KernelCpu& kernel, bool& end) -> Software {
    co_await kernel.run(std::uint64_t{1000});
    co_await step::Isb{};
    end = true;
  };
  kernel::run_at_once(code(cpu.kernel, ended), cpu.pmu);
  CHECK(ended);
}
