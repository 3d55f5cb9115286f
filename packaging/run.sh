#!/bin/sh
# Sets up everything that ToolGuard needs and opens the demo; with arguments, runs "toolguard" with them.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

prepare run
if [ $# -eq 0 ]; then set -- demo; fi
trap - EXIT INT TERM
exec "$root/.venv/bin/toolguard" "$@"
