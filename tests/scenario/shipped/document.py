#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that a document shows and compares their output with what it prints below them.

A fenced block of type `console` holds commands, each behind "$ ", and below each what it prints on standard output and
standard error. A line "..." stands for any number of lines. Commands run in a folder that has `configs` and a
`scripts/run` that does not build; `pmusim` is the program under test. With PMUSIM_ACCEPT=1 a document whose outputs
differ is rewritten.

Usage: document.py PMUSIM SOURCE_FOLDER DOCUMENT
"""

import dataclasses
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "


@dataclasses.dataclass
class Command:
    text: str
    shown: list[str]
    got: list[str] = dataclasses.field(default_factory=list)

    def agrees(self) -> bool:
        pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in self.shown)
        return re.fullmatch(pattern, "".join(line + "\n" for line in self.got)) is not None

    def difference(self) -> str:
        lines = difflib.unified_diff(self.shown, self.got, "the document", "the program", lineterm="")
        return f"{PROMPT}{self.text}\n" + "\n".join(lines)


def commands_of(block: str) -> list[Command]:
    commands: list[Command] = []
    for line in block.splitlines():
        if line.startswith(PROMPT):
            commands.append(Command(line.removeprefix(PROMPT), []))
        elif commands:
            commands[-1].shown.append(line)
        else:
            sys.exit(f'a block begins with "{line}" instead of a command')
    return commands


def text_of(commands: list[Command]) -> str:
    lines = []
    for command in commands:
        lines += [PROMPT + command.text] + (command.shown if command.agrees() else command.got)
    return "```console\n" + "".join(line + "\n" for line in lines) + "```"


def make_stage(stage: pathlib.Path, pmusim: pathlib.Path, source: pathlib.Path) -> None:
    for folder in ("bin", "scripts"):
        (stage / folder).mkdir()
    (stage / "configs").symlink_to(source / "configs")
    (stage / "bin/pmusim").symlink_to(pmusim)
    script = stage / "scripts/run"
    script.write_text('#!/bin/sh\nexec pmusim run "$@"\n', encoding="utf-8")
    script.chmod(0o755)


class Shell:
    """Runs commands one by one; `$?` is the status of the one before."""

    def __init__(self, stage: pathlib.Path) -> None:
        self.stage = stage
        self.status = 0
        self.environment = {**os.environ, "PATH": f"{stage}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}

    def run(self, command: Command) -> None:
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.status}); {command.text}"],
            cwd=self.stage, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.status = done.returncode
        command.got = done.stdout.decode().splitlines()


def main() -> None:
    pmusim, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    document = source / sys.argv[3]
    text = document.read_text(encoding="utf-8")
    blocks = [commands_of(match.group(1)) for match in FENCE.finditer(text)]
    if not blocks:
        sys.exit(f"{sys.argv[3]}: shows no command")
    with tempfile.TemporaryDirectory() as folder:
        stage = pathlib.Path(folder)
        make_stage(stage, pmusim, source)
        shell = Shell(stage)
        for commands in blocks:
            for command in commands:
                shell.run(command)
    wrong = [command for commands in blocks for command in commands if not command.agrees()]
    if not wrong:
        return
    if os.environ.get("PMUSIM_ACCEPT") == "1":
        replacements = iter(blocks)
        document.write_text(FENCE.sub(lambda _: text_of(next(replacements)), text), encoding="utf-8")
        print(f"{sys.argv[3]}: {len(wrong)} outputs rewritten")
        return
    print("\n\n".join(command.difference() for command in wrong))
    sys.exit(f"\n{sys.argv[3]}: {len(wrong)} commands print something else. "
             "If that is right: PMUSIM_ACCEPT=1 ctest -R 'shows what the program prints'")


if __name__ == "__main__":
    main()
