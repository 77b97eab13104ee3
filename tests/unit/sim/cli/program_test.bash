#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What only the program as a process shows: exit status and standard output. Usage: program_test.bash PMUSIM

set -u
pmusim=$1
failures=0

expect_status() {
  local want=$1
  shift
  "$@" > /dev/null 2>&1
  local got=$?
  if ((got != want)); then
    echo "want status $want, got $got: $*"
    failures=$((failures + 1))
  fi
}

expect_status 0 "$pmusim" --version
expect_status 0 "$pmusim" help run
expect_status 1 "$pmusim" events no_such_event
expect_status 2 "$pmusim"
expect_status 2 "$pmusim" litmus
expect_status 3 "$pmusim" check /no/such/file.json

# Results that do not arrive must not look like success.
if "$pmusim" regs > /dev/full 2> /dev/null; then
  echo "writing to a full device succeeded"
  failures=$((failures + 1))
elif (($? != 4)); then
  echo "writing to a full device should give status 4"
  failures=$((failures + 1))
fi

# No colours into a pipe.
if "$pmusim" help | grep -q $'\033'; then
  echo "colours in a pipe"
  failures=$((failures + 1))
fi
exit $((failures > 0))
