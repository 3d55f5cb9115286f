#!/bin/sh
# Sets up what the benchmarks need, runs them, and prints their figures. Arguments go to pytest.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

prepare test
cd "$root"
private_session "$root/.venv/bin/python" -m pytest -q -s -m bench --timeout=1800 tests/bench "$@"
