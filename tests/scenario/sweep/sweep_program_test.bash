#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Sweeps by the program itself: neither the number of workers, nor a kill, nor shards change a byte
# of what it writes. Usage: sweep_program_test.bash PMUSIM CONFIGS

set -u
pmusim=$1
scenario=$2/sampling.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

complain() {
  echo "$*"
  failures=$((failures + 1))
}

# sweep DIR [OPTION...]: 42 points.
sweep() {
  local folder=$1
  shift
  "$pmusim" sweep "$scenario" --out "$work/$folder" "$@" \
    --param /activities/code/events/INST_RETIRED=0:20:1 \
    --param /platform/cpu_types/skid_10/pmu/irq_skid_cycles=10,20 > "$work/out" 2> "$work/err"
}

expect_status() {
  local want=$1 got=$2 what=$3
  if ((got != want)); then
    complain "$what: want status $want, got $got"
    cat "$work/err"
  fi
}

expect_same() {
  local file
  for file in sweep.csv sweep.json sweep.svg; do
    cmp "$work/$1/$file" "$work/$2/$file" || complain "$2/$file differs"
  done
}

# points DIR [JOURNAL]: how many are in its journal.
points() {
  local count
  count=$(grep -c '"point"' "$work/$1/${2:-sweep.journal}" 2> /dev/null)
  echo "${count:-0}"
}

sweep one --jobs 1
expect_status 0 $? "--jobs 1"
[[ $(wc -l < "$work/one/sweep.csv") == 43 ]] || complain "want a heading and 42 rows"
# The purpose of sampling.json: two instructions a cycle give 40400 on both CPUs, and a skid of 10 is what is
# expected. Points in the order of nested loops: 2 is the third of the first parameter.
grep -qx '4,2,10,ok,40400,' "$work/one/sweep.csv" || complain "the point of the scenario itself is wrong"
grep -qx '5,2,20,failed,40400,' "$work/one/sweep.csv" || complain "another skid should fail expectations"
[[ ! -s $work/out ]] || complain "nothing goes to standard output"

sweep two --jobs 2
expect_status 0 $? "--jobs 2"
expect_same one two

# A sweep that is killed loses no point that is finished, and goes on.
many=(--param /seed=1:400:1 --param "/perf/0/events/0/period=500,1000")
"$pmusim" sweep "$scenario" --out "$work/whole" "${many[@]}" 2> "$work/err"
expect_status 0 $? "800 points"
"$pmusim" sweep "$scenario" --out "$work/killed" "${many[@]}" 2> /dev/null &
sweeping=$!
until (($(points killed) >= 5)); do
  kill -0 "$sweeping" 2> /dev/null || break
done
{
  kill -9 "$sweeping"
  wait "$sweeping"
} 2> /dev/null
kept=$(wc -l < "$work/killed/sweep.journal")
((kept >= 5)) || complain "finished points were lost"
head -n "$kept" "$work/killed/sweep.journal" > "$work/before"
"$pmusim" sweep "$scenario" --out "$work/killed" "${many[@]}" 2> "$work/err"
expect_status 0 $? "resuming"
expect_same whole killed
head -n "$kept" "$work/killed/sweep.journal" | cmp - "$work/before" || complain "finished points were run again"
[[ $(points killed) == 800 ]] || complain "want each point once in the journal"

# Shards, in any order, one of them not at all.
for shard in 3 1; do
  sweep shards --shard $shard/3
  expect_status 0 $? "--shard $shard/3"
  [[ $(points shards sweep.$shard-of-3.journal) == 14 ]] || complain "shard $shard has not 14 points"
done
[[ ! -e $work/shards/sweep.csv ]] || complain "a shard wrote a table"
sweep shards
expect_status 0 $? "joining shards"
[[ $(points shards) == 14 ]] || complain "only the missing shard should run"
expect_same one shards

# An interruption keeps what is finished and says so.
"$pmusim" sweep "$scenario" --out "$work/stopped" --jobs 1 --param /seed=1:100000:1 2> "$work/err" &
sweeping=$!
until (($(points stopped) >= 5)); do
  kill -0 "$sweeping" 2> /dev/null || break
done
kill -INT "$sweeping"
wait "$sweeping"
expect_status 130 $? "SIGINT"
grep -q '"complete":false' "$work/stopped/sweep.json" || complain "a partial result is not marked"
(($(wc -l < "$work/stopped/sweep.csv") == $(points stopped) + 1)) || complain "the table has not the finished points"

# Another sweep in the same folder.
"$pmusim" sweep "$scenario" --out "$work/one" --param /seed=1:2:1 2> "$work/err"
expect_status 2 $? "the journal of another sweep"
grep -q -- --restart "$work/err" || complain "no remedy is named"
"$pmusim" sweep "$scenario" --out "$work/one" --param /seed=1:2:1 --restart 2> "$work/err"
expect_status 0 $? "--restart"

exit $((failures > 0))
