#!/bin/sh
# Sets up everything that the tests need and runs lint, types and all tests.
#   --fast      lint, types and the unit tests of the gate and the store
#   other arguments go to pytest, in the place of the whole suite
# The exit status is that of the first step that failed. With CI set, a missing program or package is a failure.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

UNIT="tests/gate tests/store tests/test_architecture.py"
COVERED="tests/gate tests/store/log" # tests of the files whose coverage is measured, which doubles the time

# lacking WHAT...: fail in CI; elsewhere print that the tests that need it are skipped.
lacking() {
    if [ -n "${CI:-}" ]; then
        say "toolguard: missing, and this is CI: $*"
        return 1
    fi
    say "toolguard: missing: $*; the tests that need it will be skipped, each with its reason"
}

# npm_wanted FOLDER: print a checksum of what npm would install there.
npm_wanted() {
    cat "$1/package.json" "$1/package-lock.json" | cksum
}

# npm_peers FOLDER: install the packages of FOLDER/package.json: servers and clients of journeys, the conformance suite.
npm_peers() {
    if ! command -v npm >/dev/null 2>&1; then
        lacking "npm (Node.js)"
        return
    fi
    if ! (cd "$1" && quietly npm ci --no-audit --no-fund --ignore-scripts --loglevel=error); then
        lacking "the packages of $1/package.json from npm, which could not be installed"
        return
    fi
    npm_wanted "$1" >"$1/node_modules/.set-up"
}

# python_clients FOLDER: install the chat clients from PyPI in an environment of their own, because they need other
# versions of libraries than ToolGuard.
python_clients() {
    rm -rf "$1/.venv"
    if ! quietly "$root/.venv/bin/python" -m venv "$1/.venv" ||
        ! quietly "$1/.venv/bin/python" -m pip install --no-deps --only-binary :all: -r "$1/requirements.txt"; then
        lacking "the chat clients of $1/requirements.txt from PyPI, which could not be installed"
        return
    fi
    cksum <"$1/requirements.txt" >"$1/.venv/.set-up"
}

again=${CI:+--reruns=1 --max-suite-reruns=10 --rerun-show-tracebacks}

# memory_folder: print a new folder in memory, or nothing if there is not enough space or programs cannot run there.
memory_folder() {
    free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ "${free:-0}" -gt 6000000 ] && folder=$(mktemp -d /dev/shm/tg-XXXXXX 2>/dev/null) || return 0
    chmod 711 "$folder" # polkitd, which runs as another user, needs the bus in it
    printf '#!/bin/sh\n' >"$folder/runs"
    chmod 700 "$folder/runs"
    if "$folder/runs" 2>/dev/null; then
        rm "$folder/runs"
        printf '%s\n' "$folder"
    else
        rm -rf "$folder"
    fi
}

# pytest_here COMMAND…: run pytest in a private session; its arguments come last. Tests write and sync many thousand
# small files, which on a disk takes half of the processor time of some tests. The folder's path is short, because the
# path of a socket is limited to 107 bytes.
pytest_here() {
    scratch=$(memory_folder)
    pytest_status=0
    private_session env ${scratch:+"TMPDIR=$scratch"} "$@" ${scratch:+"--basetemp=$scratch/t"} || pytest_status=$?
    if [ -n "$scratch" ]; then rm -rf "$scratch"; fi
    scratch=
    return "$pytest_status"
}

# Each of these functions is one run of pytest in a session of its own. A worker that crashes ends the run: if it were
# replaced, the run could wait for ever for tests that no worker has. In CI, a failed test of a window or of programs
# runs once more; the summary lists it with its traceback, because it is a fault nevertheless.
unit_tests() {
    pytest_here QT_QPA_PLATFORM=offscreen "$root/.venv/bin/python" -m pytest -q -n 3 --max-worker-restart 0 \
        --dist worksteal "$@"
}

# Windows are drawn offscreen. Most tests wait for a timer, for a program, or for a change on the screen of a journey:
# ten at a time keep two cores busy. tests/conftest.py forks their workers from a process that has imported the tests,
# and says which files a worker takes whole. Each file of journeys starts a screen, a bus and a keyring of its own.
other_tests() {
    ignored=$(printf -- '--ignore=%s ' $COVERED tests/bench)
    # shellcheck disable=SC2086
    pytest_here QT_QPA_PLATFORM=offscreen "$root/.venv/bin/python" -m pytest -q -m "not bench" $again \
        -n 10 --max-worker-restart 0 --dist loadscope --no-loadscope-reorder $ignored
}

fast=
if [ "${1:-}" = --fast ]; then
    fast=1
    shift
fi
prepare test
cd "$root"
if [ -n "$absent" ]; then
    lacking "these packages (Debian's names): $absent" || failed=1
fi
clients=tests/journeys/clients
npm_folders=
if [ -z "$fast" ]; then
    npm_folders=tests
    case " $# $* " in # the chat clients take 1.3 GB: they are installed only when their journeys run
        " 0 "* | *" tests/journeys "* | *" tests/journeys/ "* | *real_clients*) npm_folders="tests $clients" ;;
    esac
fi
for folder in $npm_folders; do
    if [ "$(cat "$folder/node_modules/.set-up" 2>/dev/null)" != "$(npm_wanted "$folder")" ]; then
        step "npm $folder" npm_peers "$folder"
    fi
    if [ "$folder" = "$clients" ] &&
        [ "$(cat "$folder/.venv/.set-up" 2>/dev/null)" != "$(cksum <"$folder/requirements.txt")" ]; then
        step "PyPI $folder" python_clients "$folder"
    fi
done
step "ruff check" .venv/bin/ruff check --quiet --output-format concise
step "ruff format" .venv/bin/ruff format --check --quiet
step "mypy" .venv/bin/mypy --no-error-summary
if [ -n "$fast" ]; then
    # shellcheck disable=SC2086
    step "unit tests" unit_tests $UNIT "$@"
elif [ $# -eq 0 ]; then
    # shellcheck disable=SC2086
    step "gate and log, covered" unit_tests $COVERED --cov --cov-report=term
    step "all other tests" other_tests
else
    step "tests" pytest_here "$root/.venv/bin/python" -m pytest -q -m "not bench" "$@"
fi
exit "$failed"
