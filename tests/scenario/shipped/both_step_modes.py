#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a shipped scenario in both step modes: its expectations hold, and the documents are equal byte for byte.

Usage: both_step_modes.py PMUSIM SCENARIO
"""

import json
import pathlib
import subprocess
import sys


def result_of(pmusim: str, scenario: pathlib.Path, mode: str) -> bytes:
    command = [pmusim, "run", str(scenario), "--json", "--step", mode]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode != 0:
        failed = [e for e in expectations_in(run.stdout) if not e["ok"]]
        details = "\n".join(json.dumps(e) for e in failed) or run.stderr.decode()
        sys.exit(f"{' '.join(command)}\nends with status {run.returncode}\n{details}")
    return run.stdout


def expectations_in(document: bytes) -> list:
    try:
        return json.loads(document)["expectations"]
    except (ValueError, KeyError):
        return []


def first_difference(left: bytes, right: bytes) -> str:
    for number, (a, b) in enumerate(zip(left.splitlines(), right.splitlines()), start=1):
        if a != b:
            return f"line {number}: span {a.decode().strip()}, cycle {b.decode().strip()}"
    return "one document is longer than the other"


def main() -> None:
    pmusim, scenario = sys.argv[1], pathlib.Path(sys.argv[2])
    span = result_of(pmusim, scenario, "span")
    cycle = result_of(pmusim, scenario, "cycle")
    if span != cycle:
        sys.exit(f"{scenario.name}: the step modes differ at {first_difference(span, cycle)}")
    document = json.loads(span)
    if document["scenario"] != scenario.stem:
        sys.exit(f'{scenario.name}: is called "{document["scenario"]}", not as its file')
    if not document["expectations"]:
        sys.exit(f"{scenario.name}: expects nothing, so it tests nothing")
    if not json.loads(scenario.read_text(encoding="utf-8")).get("purpose"):
        sys.exit(f"{scenario.name}: does not say what it shows")


if __name__ == "__main__":
    main()
