#!/bin/sh
# Sets up what the benchmarks need, runs them, and prints their figures. Arguments go to pytest. With PEERS=1, it also
# installs the other gates and gateways that they compare ToolGuard with.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

prepare test
cd "$root"
peers=$root/.venv/peers
if [ "${PEERS-}" ] && [ ! -d "$peers" ]; then
    "$root/.venv/bin/python" -m venv "$peers"
    "$peers/bin/pip" install -q skynt shieldclaw-mcp
    npm install --silent --prefix "$peers" supergateway mcp-remote
fi
PATH=$PATH:$peers/bin:$peers/node_modules/.bin
private_session "$root/.venv/bin/python" -m pytest -q -s -m bench -o faulthandler_timeout=3600 tests/bench "$@"
