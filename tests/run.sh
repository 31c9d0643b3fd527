#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every test: installs what they need, builds the dev preset (address and undefined sanitizers,
# warnings as errors), runs CTest. Ends with a line that counts, and names what was skipped.
#   tests/run.sh [CTest options…]
set -eu
cd "$(dirname "$0")/.."
. installers/packages.sh
install_packages build test

build=build/dev
cmake --preset dev >"${TMPDIR:-/tmp}/cudaenv-configure.$$" || { cat "${TMPDIR:-/tmp}/cudaenv-configure.$$"; exit 1; }
grep '^-- cudaenv ' "${TMPDIR:-/tmp}/cudaenv-configure.$$" || :
rm -f "${TMPDIR:-/tmp}/cudaenv-configure.$$"
cmake --build --preset dev --parallel "$(nproc)"

log=$build/tests.log
status=0
ctest --test-dir $build --output-on-failure --parallel "$(nproc)" --no-tests=error "$@" >"$log" 2>&1 || status=$?
if [ $status -ne 0 ]; then
    # Once more, one at a time: a test that fails only beside others is named, and does not pass for one that never fails.
    sed -n '/The following tests FAILED/,$p' "$log"
    echo "run again, one at a time:"
    status=0
    ctest --test-dir $build --output-on-failure --rerun-failed >"$log.again" 2>&1 || status=$?
    cat "$log.again"
fi
grep -E '(Skipped|Not Run|Failed|Timeout)' "$log" | sort -u || :
grep -E 'tests (passed|failed)' "$log" || :
exit $status
