#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the README of a folder of scenarios links to each of them once, and to nothing that is not there.

Usage: listed.py FOLDER
"""

import collections
import pathlib
import re
import sys


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    scenarios = {path.name for path in folder.glob("*.json") if not path.name.endswith(".schema.json")}
    table = [line for line in (folder / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    links = collections.Counter(re.findall(r"\]\((\w+\.json)\)", "\n".join(table)))
    missing = sorted(scenarios - links.keys())
    unknown = sorted(links.keys() - scenarios)
    repeated = sorted(name for name, times in links.items() if times > 1)
    if missing or unknown or repeated:
        sys.exit(f"README.md: not in a table {missing}, not in the folder {unknown}, twice {repeated}")


if __name__ == "__main__":
    main()
