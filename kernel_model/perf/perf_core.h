// SPDX-License-Identifier: Apache-2.0
//
// The perf core: PerfSystem holds the events of a machine, PerfCpu schedules them on one CPU.
//
//     ArmPmu pmu{...};  run_at_once(pmu.probe(), port);
//     ArmPmuType type{"armv8_pmuv3_0", cpus, pmu.hardware()};
//     PerfSystem perf;  perf.register_pmu(type);  perf.open({...});
//     PerfCpu on_cpu{kernel_cpu, pmu, perf, &host_pmu_events};
//     co_await on_cpu.boot();
#pragma once

#include "kernel_model/perf/perf_cpu.h"
#include "kernel_model/perf/perf_system.h"
