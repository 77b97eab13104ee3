#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The benchmark programs on small work: they end well, count the same again, and refuse what they do not know.
# Usage: programs_test.bash RUN_BENCH SWEEP_BENCH RING_BENCH RING_RACE_BENCH SPAN_BENCH

set -u
run_bench=$1
sweep_bench=$2
ring_bench=$3
ring_race_bench=$4
span_bench=$5
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

expect_status() {
  local want=$1
  shift
  "$@" > /dev/null 2>&1
  local got=$?
  ((got == want)) || fail "want status $want, got $got: $*"
}

# Two runs print the same checksums.
expect_same_again() {
  local first second
  first=$("$@") || fail "failed: $*"
  second=$("$@") || fail "failed: $*"
  [[ "$first" == "$second" ]] || fail "two runs differ: $*"
  [[ "$first" =~ [0-9a-f]{16} ]] || fail "prints no checksum: $*"
}

expect_same_again "$run_bench" --quick
expect_same_again "$sweep_bench" --quick
expect_same_again "$ring_bench" --quick
expect_status 0 "$span_bench" --benchmark_min_time=0.0001

for program in "$run_bench" "$sweep_bench" "$ring_bench" "$ring_race_bench"; do
  expect_status 0 "$program" --help
  expect_status 2 "$program" --no-such-option
  expect_status 2 "$program" no_such_group
  [[ "$("$program" --help)" == Usage:* ]] || fail "no usage: $program --help"
  [[ "$("$program" no_such_group 2>&1)" == *no_such_group* ]] || fail "does not say what it does not know: $program"
done
expect_status 0 "$run_bench" --quick dense
exit $((failures > 0))
