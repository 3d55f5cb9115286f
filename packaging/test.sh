#!/bin/sh
# Sets up everything that the tests need and runs lint, types and all tests. Arguments go to pytest.
# The exit status is that of the first step that failed.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

# Servers and clients that journeys use, and the conformance suite, come from npm; without them those tests are skipped
# with a reason.
npm_peers() {
    if ! (cd "$root/tests" && quietly npm ci --no-audit --no-fund --ignore-scripts --loglevel=error); then
        say "toolguard: what comes from npm could not be installed; the tests that need it will be skipped"
        return 0
    fi
    printf '%s\n' "$npm_now" >"$root/tests/node_modules/.set-up"
}

python_tests() {
    private_session "$root/.venv/bin/python" -m pytest -q -m "not bench" "$@"
}

# What needs no real screen runs side by side, windows drawn nowhere. Each file of journeys makes a screen, a bus and a
# keyring of its own; more than two at a time would be slower than a person expects.
all_python_tests() {
    both_status=0
    private_session env QT_QPA_PLATFORM=offscreen "$root/.venv/bin/python" -m pytest -q -m "not bench" \
        -n 4 --dist loadfile --ignore tests/journeys || both_status=$?
    python_tests -n 2 --dist loadfile tests/journeys || both_status=$?
    return "$both_status"
}

prepare test
cd "$root"
npm_now=$(cat tests/package.json tests/package-lock.json | cksum)
if command -v npm >/dev/null 2>&1 && [ "$(cat tests/node_modules/.set-up 2>/dev/null)" != "$npm_now" ]; then
    step "npm packages" npm_peers
fi
step "ruff check" .venv/bin/ruff check --quiet --output-format concise
step "ruff format" .venv/bin/ruff format --check --quiet
step "mypy" .venv/bin/mypy --no-error-summary
python_status=0
if [ $# -eq 0 ]; then all_python_tests || python_status=$?; else python_tests "$@" || python_status=$?; fi
if [ "$failed" -ne 0 ]; then exit "$failed"; fi
exit "$python_status"
