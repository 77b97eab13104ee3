# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the scripts of this folder share. Sourced, never run.

set -euo pipefail

# A bare environment has no PATH to hand to child processes; bash then has one of its own.
export PATH="${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}"

root="$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")"

say() {
  printf '%s\n' "$*" >&2
}

# Exit status 70, a fault of ours, keeps a failed build apart from the statuses of pmusim itself.
die() {
  say "$@"
  exit 70
}

# Git refuses a checkout that belongs to another user, as one mounted into a container often does.
repo_git() {
  git -C "$root" -c safe.directory="$root" "$@"
}

# The C++ files of the checkout, those not yet added to git included.
cxx_files() {
  repo_git ls-files --cached --others --exclude-standard -- '*.cpp' '*.h' | sort -u |
    while IFS= read -r file; do
      if [[ -f "$root/$file" ]]; then
        printf '%s\n' "$file"
      fi
    done
}

# build_has PRESET ENTRY: the preset is configured, and its cache has this line.
build_has() {
  [[ -f "$root/build/$1/build.ninja" ]] && grep -qxF -- "$2" "$root/build/$1/CMakeCache.txt"
}

# configure PRESET [OPTION...]: runs CMake unless nothing has changed since it last ran with these
# options. Ninja itself reruns it when a CMakeLists.txt has changed.
configure() {
  local preset=$1 fresh=()
  shift
  local dir="$root/build/$preset"
  local stamp="$dir/configured_with.txt" wanted="$*"
  if [[ -f "$dir/CMakeCache.txt" ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    fresh=(--fresh)  # the checkout was moved or copied together with its build folder
  elif [[ -f "$dir/build.ninja" && "$stamp" -nt "$root/CMakePresets.json" && "$(cat "$stamp")" == "$wanted" ]]; then
    return 0
  fi
  (cd "$root" && cmake "${fresh[@]}" --preset "$preset" "$@") && printf '%s\n' "$wanted" > "$stamp"
}

# locked PRESET COMMAND...: one at a time in one build folder, for runs that start side by side.
# Where the caller tests the outcome, bash ignores `set -e` inside: commands must be joined by &&.
locked() {
  local lock="$root/build/$1.lock"
  shift
  mkdir -p "$root/build"
  (
    flock 9
    "$@"
  ) 9> "$lock"
}
