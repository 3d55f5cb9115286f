#!/bin/sh
# endure.sh [ROUNDS [LINES]]: kills the app, stubs and servers in ROUNDS rounds (500) while requests are in flight, then
# sends LINES malformed lines (200000) from each side, and prints the failures. The exit status is 1 if there are any.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

prepare test
cd "$root"
private_session "$root/.venv/bin/python" -m tests.end_to_end.endurance "${1:-500}" "${2:-200000}"
