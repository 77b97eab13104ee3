// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/scenario/end_of_time.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

constexpr std::string_view kIntroduction = R"(# Scenario files

This page is generated from the tables that also drive the reader and the JSON schema (`pmusim schema`). A scenario is a
JSON object, format 1. A small one:

```json
{
  "$schema": "scenario.schema.json", "format": 1,
  "name": "first_scenario",
  "tasks": [{"name": "app", "run": [{"cycles": 2000, "activity": {"pipeline": {"dispatch": {"binomial": [8, 0.6]}}}}]}],
  "perf": [{"events": ["cycles", "stall_slot:u"]}],
  "expect": [{"that": "/events/cycles/count", "equals": 2000}]
}
```

Instead of an activity, a task of bare CPUs can have a program: A64 instructions on an out-of-order pipeline, over memory
that all CPUs share.

```json
{
  "format": 1, "name": "first_program",
  "platform": {"cpus": [{"count": 2}]},
  "memory": {"locations": {"flag": {}}},
  "code": {"set": {"text": ["  MOV X0, #1", "  STLR X0, [X1]"], "registers": {"X1": "flag"}},
           "wait": {"text": ["again: LDAR X0, [X1]", "  CBZ X0, again"], "registers": {"X1": "flag"}}},
  "tasks": [{"name": "setter", "cpus": [0], "run": [{"cycles": 500}, {"code": "set"}]},
            {"name": "waiter", "cpus": [1], "run": [{"code": "wait"}]}],
  "perf": [{"events": ["inst_retired", "remote_access", "stall_backend"]}],
  "expect": [{"that": "/memory/flag/words/0", "equals": 1}]
}
```

With `"kernel": {"model": "linux"}`, and wherever something needs it, a modelled Linux runs: it schedules tasks and virtual
machines and lets events take turns on the counters.

```json
{
  "format": 1, "name": "first_guest",
  "kernel": {"vhe": false, "tick_hz": 1000, "kvm": {"entry_after_switch_cycles": 120}},
  "tasks": [{"name": "app", "cpus": [0], "run": [{"cycles": 2000}, {"syscall_cycles": 300}, {"sleep_ns": 500000}], "repeat": 10}],
  "guests": [{"name": "vm", "vcpus": [{"cpu": 0, "run": [{"cycles": 700}, {"el": 0, "cycles": 300}, "exit"], "repeat": 100}]}],
  "perf": [{"cpus": "all", "events": [{"name": "host", "event": "cycles:H"}, {"group": ["inst_retired:u", "stall_slot:u"]}]},
           {"task": "vm/vcpu0", "events": [{"name": "guest", "event": "cycles:G"}]}]
}
```

| | Items |
| --- | --- |
| tasks of bare CPUs, and handlers | runs at any level, `code` (not in handlers), `msr`, `mrs`, `isb`, `ipi`, `mask`, `unmask`, `wait`, repetitions |
| tasks of Linux | runs at EL0, `syscall_cycles`, `sleep_ns`, `migrate`, `yield` (lets others run), repetitions |
| vCPUs | runs at EL0 and EL1, `exit` (the host kernel handles it), `fixup_exit` (the hypervisor does), `exit_to_user` (the monitor is called), `monitor_cycles`, repetitions |

With `protocol` no platform runs: the two sides of perf's ring are explored in every order that the memory model allows
(`pmusim explore`).

```json
{
  "format": 1, "name": "without_the_readers_barrier",
  "protocol": {"ring": {"slots": 2, "record_words": 2, "records": 4}, "order": {"c": "none"}},
  "expect": [{"that": "/given/verdict", "equals": "stale"}]
}
```

With `race` in it, the ring runs in time: records go through it on an out-of-order pipeline for each side, and the reader
counts what is wrong. What such runs show is a part of what exploring allows.

```json
{
  "format": 1, "name": "without_the_readers_barrier_in_time",
  "protocol": {"ring": {"slots": 4, "record_words": 8}, "order": {"c": "none"}, "race": {"records": 5000, "runs": 4}},
  "expect": [{"that": "/race/stale", "at_least": 1}, {"that": "/race/overwritten", "equals": 0}]
}
```

`pmusim check FILE` reports everything that is wrong, each problem with file, line, column, JSON pointer, what was found
and what was expected. `pmusim check --resolved FILE` prints the scenario with every default filled in. `--set
/json/pointer=value` changes a value before the check; in a list, the pointer may use an element's `name` instead of its
number, and `-` adds an element. Events are architected names in any letter case or numbers such as `0x3f` or `r3f`.
Integers are written without fraction and exponent.
)";

std::string limits() {
  return fmt::format(R"(
## Limits

| What | At most |
| --- | --- |
| size of a file | {} MiB |
| nesting of lists and objects | {} levels |
| values in a file | {} |
| CPUs | 1024 |
| tasks and vCPUs | 1024 together |
| simulated time | {} |
| problems listed | {}; more are counted |

The file must be a regular file in UTF-8, with or without byte order mark. A key may stand only once in an object.
)",
                     JsonLimits::kBytes >> 20U,
                     JsonLimits::kDepth,
                     JsonLimits::kNodes,
                     kEndOfTimeText,
                     Problems::kListed);
}

}  // namespace

std::string scenario_manual() {
  ManualWriter out;
  return std::string{kIntroduction} + out.sections(scenario_codec()) + limits();
}

}  // namespace pmusim::scenario
