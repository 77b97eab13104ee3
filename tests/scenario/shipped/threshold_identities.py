#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what must hold between the counts of threshold_semantics, whatever the random numbers are.

An expectation compares a value with a constant; these compare counts with each other, exactly. They hold across
the CPUs of the scenario only if all of them see the same activity.

Usage: threshold_identities.py PMUSIM SCENARIO
"""

import json
import subprocess
import sys

DIFFERS, EQUALS, AT_LEAST, BELOW = range(4)
THRESHOLDS = range(1, 10)


def main() -> None:
    run = subprocess.run([sys.argv[1], "run", sys.argv[2], "--json"], capture_output=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    events = {event["name"]: event for event in json.loads(run.stdout)["events"]}
    wrong = []

    def check(what: str, left: int, right: int) -> None:
        if left != right:
            wrong.append(f"{what}: {left} is not {right}")

    def count(compare: int, threshold: int, counts_cycles: int) -> int:
        terms = f"threshold={threshold},threshold_compare={compare},threshold_count={counts_cycles}"
        return events[f"armv8_pmuv3/stall_slot,{terms}/"]["count"]

    total = events["stall_slot"]["per_cpu"][0]["count"]
    cycles = events["cycles"]["per_cpu"][0]["count"]
    for part in events["stall_slot"]["per_cpu"]:
        check(f"stall_slot on {part['name']} and on cpu0", part["count"], total)
    for t in THRESHOLDS:
        for counts_cycles, everything in ((0, total), (1, cycles)):
            unit = "cycles" if counts_cycles else "slots"
            value = [count(compare, t, counts_cycles) for compare in range(4)]
            check(f"{unit} equal to {t} and different from it", value[EQUALS] + value[DIFFERS], everything)
            check(f"{unit} at least {t} and below it", value[AT_LEAST] + value[BELOW], everything)
            if t + 1 in THRESHOLDS:
                above = count(AT_LEAST, t + 1, counts_cycles)
                check(f"{unit} equal to {t} and at least {t + 1}", value[EQUALS] + above, value[AT_LEAST])
        check(f"slots of the cycles equal to {t}", count(EQUALS, t, 0), t * count(EQUALS, t, 1))
    example = events["armv8_pmuv3/stall_slot,threshold=2,threshold_compare=2/"]["count"]
    check("the perf example and the same in the table", example, count(AT_LEAST, 2, 0))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
