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
expect_status 3 "$pmusim" litmus /no/such/file.litmus

# Results that do not arrive must not look like success.
if "$pmusim" regs > /dev/full 2> /dev/null; then
  echo "writing to a full device succeeded"
  failures=$((failures + 1))
elif (($? != 4)); then
  echo "writing to a full device should give status 4"
  failures=$((failures + 1))
fi

# An interrupted exploration shows what is finished and nothing of the rest. The second test has more interleavings
# than anybody waits for.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'AArch64 short\n{}\nP0;\nNOP;\nexists 0:X0=0\n' > "$folder/a.litmus"
{
  printf 'AArch64 long\n{ uint64_t x;'
  for thread in {0..7}; do printf ' %s:X1=x; %s:X3=%s;' "$thread" "$thread" "$thread"; done
  printf ' }\nP0|P1|P2|P3|P4|P5|P6|P7;\n'
  for _ in {1..8}; do printf 'SWP X3,X3,[X1]|%.0s' {1..7}; printf 'SWP X3,X3,[X1];\n'; done
  printf 'locations [0:X3; 1:X3; 2:X3; 3:X3; 4:X3; 5:X3; 6:X3; 7:X3;]\nexists x=1\n'
} > "$folder/b.litmus"
shown=$(timeout --preserve-status -s INT 1 "$pmusim" litmus "$folder" --limit 600 2> "$folder/said")
status=$?
if ((status != 130)) || [[ $shown != *"Observation short Always 1 0"* || $shown == *long* ]] \
    || ! grep -q "interrupted after 1 of 2 tests" "$folder/said"; then
  echo "interrupted litmus: status $status, printed: $shown"
  cat "$folder/said"
  failures=$((failures + 1))
fi

# No colours into a pipe.
if "$pmusim" help | grep -q $'\033'; then
  echo "colours in a pipe"
  failures=$((failures + 1))
fi
exit $((failures > 0))
