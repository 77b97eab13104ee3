#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up counts of a scenario's events, where an expectation only compares one with a constant.

Usage: guest_identities.py PMUSIM SCENARIO SUM...    SUM: "cycles = cycles:H + cycles:G + 270000"
"""

import json
import subprocess
import sys


def main() -> None:
    run = subprocess.run([sys.argv[1], "run", sys.argv[2], "--json"], capture_output=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    counts = {event["name"]: event["count"] for event in json.loads(run.stdout)["events"]}
    wrong = []
    for text in sys.argv[3:]:
        left, right = (
            sum(int(term) if term.isdigit() else counts[term] for term in side.split(" + "))
            for side in text.split(" = ")
        )
        if left != right:
            wrong.append(f"{text}: {left} is not {right}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
