#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs lint.py on the tree bad/, where each rule is broken, and compares what it reports with what
must be reported: every line below, and nothing else."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent

EXPECTED = [
    # place, part of the message
    ("kernel_model/abi/record.h:2", 'may not include "kernel_model/pmuv3/driver.h"'),
    ("kernel_model/pmuv3/driver.h:2", '"driver_state.h" is not ours'),
    ("kernel_model/pmuv3/driver.h:3", 'may not include "models/pmu/pmu_core.h"'),
    ("models/common/port.h:4", "may not include <boost/version.hpp>"),
    ("models/common/port.h:5", "may not include <unistd.h>"),
    ("models/common/port.h:7", 'may not include "models/pmu/pmu_core.h"'),
    ("models/cpu/cpu_core.h:1", "no line 'SPDX"),
    ("models/cpu/cpu_core.h:2", "may not include <nlohmann/json.hpp>"),
    ("models/cpu/cpu_core.h:3", "may not include <tlm_utils/simple_target_socket.h>"),
    ("models/cpu/cpu_core.h:5", 'may not include "kernel_model/abi/record.h"'),
    ("models/pmu/long.cpp:401", "more than 400 lines"),
    ("models/pmu/paths.h:2", "which other machines do not have"),
    ("models/pmu/paths.h:3", "which other machines do not have"),
    ("models/pmu/paths.h:4", "which other machines do not have"),
    ("models/pmu/paths.h:5", "which other machines do not have"),
    ("models/pmu/pmu_core.h:2", "may not include <systemc>"),
    ("models/pmu/pmu_core.h:5", 'may not include "models/cpu/cpu_core.h"'),
    ("sim/report/table.cpp:4", 'may not include "sim/engine/engine.h"'),
    ("tests/lint/long_files.txt:1", "is not that long"),
    ("tests/lint/long_files.txt:3", "has no reason"),
    ("tools/helper.cpp:2", "no row"),
    ("tools/script:1", "no line 'SPDX"),
    ("userspace_model/stat/stat.cpp:3", 'may not include "kernel_model/pmuv3/driver.h"'),
    ("userspace_model/stat/stat.cpp:4", 'may not include "sim/engine/run_result.h"'),
]

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"


def add_generated_files(tree):
    """What bad/ cannot hold: too long, or a mention that the checkout itself must not contain."""
    for name, length in (("long", 401), ("just_fits", 400), ("excused", 401), ("unexcused", 401)):
        (tree / f"models/pmu/{name}.cpp").write_text(SPDX + "\n" * (length - 1))
    mentions = ["../" + "shared/facts", "/" + "work/main", "'/" + "home/me'", "/" + "root"]
    harmless = ["../" + "shared_memory", "a/" + "work/b", "/" + "workqueue", "root_el3", "${x}/" + "root"]
    (tree / "models/pmu/paths.h").write_text(
        SPDX + "".join(f"// {text}\n" for text in mentions + harmless))
    (tree / "tests/lint").mkdir(parents=True)
    (tree / "tests/lint/long_files.txt").write_text(
        "models/pmu/just_fits.cpp a reason\nmodels/pmu/excused.cpp a flat table\nmodels/pmu/unexcused.cpp\n")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(HERE / "bad", tree)
        add_generated_files(tree)
        run = subprocess.run([sys.executable, HERE / "lint.py", tree], capture_output=True, text=True,
                             check=False, env={**os.environ, "GIT_CEILING_DIRECTORIES": scratch})
    reported = run.stdout.splitlines()[:-1]
    missing = [f"{place}: ... {part} ..." for place, part in EXPECTED
               if not any(line.startswith(place + ": ") and part in line for line in reported)]
    surplus = [line for line in reported
               if not any(line.startswith(place + ": ") and part in line for place, part in EXPECTED)]
    for line in missing:
        print("not reported:", line)
    for line in surplus:
        print("reported, but not wrong:", line)
    if run.returncode != 1:
        print(f"exit status {run.returncode}, wanted 1\n{run.stderr}")
    return 1 if missing or surplus or run.returncode != 1 else 0


if __name__ == "__main__":
    sys.exit(main())
