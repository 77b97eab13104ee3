#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what neither compiler nor clang-tidy sees: who includes whom, licence lines, foreign paths,
long files. Prints FILE:LINE: message for each violation; exit status 1 when there is one.

Usage: lint.py ROOT
"""

import re
import subprocess
import sys
from pathlib import Path

RULES = Path(__file__).with_name("include_rules.txt")
LONG_FILES = "tests/lint/long_files.txt"
BAD_TREE = "tests/lint/bad/"  # violates the rules on purpose, see lint_self_test.py
MAX_CXX_LINES = 400

CXX_SUFFIXES = {".cpp", ".h"}
SPDX = "SPDX-License-Identifier: Apache-2.0"
SPDX_WITHIN_LINES = 3
# And so does every script that starts with "#!".
NEEDS_SPDX = re.compile(r"\.(cpp|h|py|cmake|bash|sh)$|(^|/)Dockerfile$")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Written so that this file does not contain what it looks for.
FOREIGN_PATH = re.compile(r"\.\./shared\b|(?<![\w.$}/*-])/(?:work|home|root)(?![\w.-])")


class RuleError(Exception):
    """The table of rules cannot be read."""


def pattern(text):
    """A folder, path or header of the table as a regular expression for a whole path."""
    return re.compile("".join(".*" if part == "*" else re.escape(part)
                              for part in re.split(r"(\*)", text)) + r"(/.*)?")


def unit_of(path):
    """models/pmu/table/row.h -> models/pmu."""
    return path.split("/")[:-1][:2]


class IncludeRules:
    def __init__(self, text):
        self.ours = {}  # includer -> [what]
        self.foreign = []  # (header, [includer])
        self.only_foreign = []  # (includer, [header]): the headers a folder is confined to
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                self._add_row(line, number)

    def _add_row(self, line, number):
        left, arrow, right = (part.strip() for part in line.partition("->"))
        if not arrow or not left or not right:
            raise RuleError(f"{RULES.name}:{number}: expected 'LEFT -> RIGHT...', found '{line}'")
        if left.startswith("<"):
            self.foreign.append((pattern(left[1:-1]), [pattern(item) for item in right.split()]))
            return
        items = right.split()
        headers = [pattern(item[1:-1]) for item in items if item.startswith("<")]
        what = self.ours.setdefault(pattern(left), [])
        what += [pattern(item) for item in items if not item.startswith("<")]
        if headers:
            self.only_foreign.append((pattern(left), headers))

    def check_ours(self, includer, included):
        if unit_of(included) == unit_of(includer):
            return None
        allowed = None
        for who, what in self.ours.items():
            if who.fullmatch(includer):
                allowed = what
        if allowed is None:
            return f"no row of {RULES.name} says what this file may include"
        if any(item.fullmatch(included) for item in allowed):
            return None
        return f"may not include \"{included}\" ({RULES.name})"

    def check_foreign(self, includer, header):
        for name, who in self.foreign:
            if name.fullmatch(header) and not any(item.fullmatch(includer) for item in who):
                return f"may not include <{header}> ({RULES.name})"
        allowed = None
        for who, headers in self.only_foreign:
            if who.fullmatch(includer):
                allowed = headers
        is_standard = re.fullmatch(r"[a-z_0-9]+", header)
        if allowed is not None and not is_standard \
                and not any(item.fullmatch(header) for item in allowed):
            return f"may not include <{header}> ({RULES.name})"
        return None


def committed_files(root):
    """All files that are committed or about to be, relative to `root`; without git, all files."""
    listing = subprocess.run(
        ["git", "-C", root, "-c", f"safe.directory={root}", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"], capture_output=True, text=True, check=False)
    if listing.returncode == 0:
        names = sorted(set(filter(None, listing.stdout.split("\0"))))
    else:
        names = sorted(str(p.relative_to(root)) for p in Path(root).rglob("*"))
        names = [n for n in names if not n.startswith(("build/", ".git/"))]
    return [n for n in names if (Path(root) / n).is_file()]


def check_includes(root, name, lines, rules):
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        bracket, included = found.groups()
        if bracket == "<":
            problem = rules.check_foreign(name, included)
        elif not (Path(root) / included).is_file():
            problem = (f"\"{included}\" is not ours; "
                       "ours are included by the path from the root, others with <>")
        else:
            problem = rules.check_ours(name, included)
        if problem:
            yield f"{name}:{number}: {problem}"


def read_long_files(root):
    """Path -> line number of the allow-list."""
    allowed = {}
    path = Path(root) / LONG_FILES
    if path.is_file():
        for number, line in enumerate(path.read_text().splitlines(), 1):
            words = line.split()
            if words and not line.startswith("#"):
                allowed[words[0]] = (number, len(words) > 1)
    return allowed


def check_lengths(lengths, allowed):
    for name, length in lengths.items():
        if length > MAX_CXX_LINES and name not in allowed:
            yield f"{name}:{length}: more than {MAX_CXX_LINES} lines; look for the seam"
    for name, (number, has_reason) in allowed.items():
        if lengths.get(name, 0) <= MAX_CXX_LINES:
            yield f"{LONG_FILES}:{number}: {name} is not that long; remove the row"
        elif not has_reason:
            yield f"{LONG_FILES}:{number}: {name} has no reason beside it"


def check_text(name, lines):
    is_script = lines[:1] and lines[0].startswith("#!")
    if (is_script or NEEDS_SPDX.search(name)) and not any(SPDX in line for line in lines[:SPDX_WITHIN_LINES]):
        yield f"{name}:1: no line '{SPDX}' among the first {SPDX_WITHIN_LINES}"
    for number, line in enumerate(lines, 1):
        found = FOREIGN_PATH.search(line)
        if found:
            yield f"{name}:{number}: mentions '{found.group()}', which other machines do not have"


def lint(root, rules):
    lengths = {}
    for name in committed_files(root):
        if name.startswith(BAD_TREE):
            continue
        data = (Path(root) / name).read_bytes()
        if b"\0" in data:
            continue
        lines = data.decode("utf-8", errors="replace").splitlines()
        yield from check_text(name, lines)
        if Path(name).suffix in CXX_SUFFIXES:
            lengths[name] = len(lines)
            yield from check_includes(root, name, lines, rules)
    yield from check_lengths(lengths, read_long_files(root))


def main(arguments):
    if len(arguments) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    violations = list(lint(arguments[1], IncludeRules(RULES.read_text())))
    for violation in violations:
        print(violation)
    print(f"lint: {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
