#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges the JSON schema of scenarios with an independent validator.

1. Every scenario in configs/ and tests/data/scenarios/ is valid.
2. Scenarios with one change each (a value of another type or at the end of a range, a key dropped, a key added) are
   accepted by the schema exactly when the reader finds nothing wrong with keys, types and ranges.

Usage: schema_agreement.py VERDICTS_PROGRAM ROOT
"""

import copy
import json
import pathlib
import random
import subprocess
import sys

import jsonschema

VALUES = [None, True, "", "x", "0x1F", "all", -1, 0, 1, 2, 13, 32, 256, 1025, 1000001, 2**32, 2**63 - 1, 2**63,
          2**64 - 1, 2**64, 0.5, 1.5, [], [0], [1, 0.5], ["isb"], {}, {"cycles": 1}, {"every": 2}]
MOST_CHANGES = 1500
LEAST_CHANGES = 1000


def places(value, path=()):
    """Paths to all values in a document, the top excepted."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield path + (key,)
        yield from places(child, path + (key,))


def parent_of(document, path):
    for key in path[:-1]:
        document = document[key]
    return document


def changes(document):
    """Every single change of a document."""
    for path in places(document):
        for value in VALUES:
            changed = copy.deepcopy(document)
            parent_of(changed, path)[path[-1]] = value
            yield f"{list(path)} = {value!r}", changed
        changed = copy.deepcopy(document)
        del parent_of(changed, path)[path[-1]]
        yield f"without {list(path)}", changed
        if isinstance(path[-1], str):
            changed = copy.deepcopy(document)
            parent_of(changed, path)["unknown_key"] = 1
            yield f"unknown key beside {list(path)}", changed


def verdicts(program, documents):
    lines = "".join(json.dumps(document) + "\n" for document in documents)
    output = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout
    return [line.split("\t", 1) for line in output.splitlines()]


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    schema = json.loads((root / "configs/scenario.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = []

    files = [file for file in sorted(root.glob("configs/*.json")) if not file.name.endswith(".schema.json")]
    files += sorted(root.glob("tests/data/scenarios/*.json"))
    for file in files:
        for error in validator.iter_errors(json.loads(file.read_text(encoding="utf-8"))):
            failures.append(f"{file.relative_to(root)}: {list(error.path)}: {error.message[:200]}")

    cases = []
    for file in sorted(root.glob("tests/data/scenarios/*.json")):
        cases += changes(json.loads(file.read_text(encoding="utf-8")))
    cases = random.Random(1).sample(cases, min(MOST_CHANGES, len(cases)))
    refused = 0
    for (what, document), (count, problem) in zip(cases, verdicts(program, [case[1] for case in cases]), strict=True):
        accepted = validator.is_valid(document)
        refused += not accepted
        if accepted and problem:
            failures.append(f"{what}: the schema accepts it, the reader says: {problem}")
        if not accepted and count == "0":
            error = next(validator.iter_errors(document))
            failures.append(f"{what}: the reader accepts it, the schema says: {error.message[:200]}")

    print("\n".join(failures))
    print(f"{len(files)} files and {len(cases)} changed scenarios, of which {refused} are refused; "
          f"{len(failures)} disagreements")
    enough = len(cases) >= LEAST_CHANGES and refused > len(cases) // 4 and len(cases) - refused > len(cases) // 50
    return 0 if enough and not failures else 1


if __name__ == "__main__":
    sys.exit(main())
