# Functions of run.sh, test.sh, bench.sh and endure.sh: system packages, the interpreter, the environment in .venv.
# They source this file with "." after setting "root" to the root folder of the project.
# shellcheck shell=sh

quiet_log=
private=
scratch=
failed=0
absent=
lists=

clean_up() {
    if [ -n "$quiet_log" ]; then rm -f "$quiet_log"; fi
    if [ -n "$private" ]; then rm -rf "$private"; fi
    if [ -n "$scratch" ]; then rm -rf "$scratch"; fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# PACKAGE:PROBE: a Debian package, and a library or command by which other systems show that they have it.
for_run="libgl1:libGL.so.1 libegl1:libEGL.so.1 libglib2.0-0:libglib-2.0.so.0 libdbus-1-3:libdbus-1.so.3
    libfontconfig1:libfontconfig.so.1 libxkbcommon0:libxkbcommon.so.0 libgssapi-krb5-2:libgssapi_krb5.so.2
    libxcb-cursor0:libxcb-cursor.so.0 libxcb-icccm4:libxcb-icccm.so.4 libxcb-keysyms1:libxcb-keysyms.so.1
    libxcb-shape0:libxcb-shape.so.0 libxkbcommon-x11-0:libxkbcommon-x11.so.0"
for_test="$for_run xvfb:Xvfb xauth:xauth openbox:openbox dbus-daemon:dbus-run-session
    polkitd:pkcheck gnome-keyring:gnome-keyring-daemon at-spi2-core:- fonts-dejavu-core:- fonts-noto-cjk:- libjson-c5:libjson-c.so.5 xdotool:xdotool trayer:trayer socat:socat git:git
    zsh:zsh fish:fish mandoc:mandoc rsyslog:rsyslogd rsyslog-gnutls:-"

say() {
    printf '%s\n' "$*" >&2
}

give_up() {
    say "toolguard: $*"
    exit 1
}

# step TITLE COMMAND...: run the command, print a line with its duration, and keep the first failed status in $failed.
step() {
    step_title=$1
    shift
    step_began=$(date +%s)
    step_status=0
    "$@" || step_status=$?
    step_word=ok
    if [ "$step_status" -ne 0 ]; then
        step_word="FAILED ($step_status)"
        if [ "$failed" -eq 0 ]; then failed=$step_status; fi
    fi
    say "$(printf '%-28s %-12s %4d s' "$step_title" "$step_word" "$(($(date +%s) - step_began))")"
    return 0
}

# quietly COMMAND...: run the command, and print its output only if it fails.
quietly() {
    quiet_log=$(mktemp)
    quiet_status=0
    "$@" >"$quiet_log" 2>&1 || quiet_status=$?
    if [ "$quiet_status" -ne 0 ]; then cat "$quiet_log" >&2; fi
    rm -f "$quiet_log"
    return "$quiet_status"
}

can_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" -eq 0 ] && return 0
    command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
}

# install_packages PACKAGE...: install all at once or, if the release lacks one of them, one by one.
install_packages() {
    lists=current
    if ! quietly apt update; then
        lists=old
        say "toolguard: the package lists could not be updated; continuing with the old ones"
    fi
    apt install --no-install-recommends "$@" >/dev/null 2>&1 && return 0
    for package in "$@"; do
        quietly apt install --no-install-recommends "$package" || say "toolguard: could not install $package"
    done
}

# missing PACKAGE:PROBE...: print the packages that are not installed.
missing() {
    if command -v dpkg-query >/dev/null 2>&1; then
        # Since 2024, the names of some libraries end in t64.
        present=" $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | tr '\n' ' ')"
        for entry in "$@"; do
            case $present in
                *" ${entry%%:*} "* | *" ${entry%%:*}t64 "*) ;;
                *) printf '%s\n' "${entry%%:*}" ;;
            esac
        done
        return
    fi
    [ "$(uname -s)" = Linux ] || return 0
    present=$( (ldconfig -p || /sbin/ldconfig -p) 2>/dev/null) || present=
    for entry in "$@"; do
        case ${entry#*:} in
            -) ;;
            *.so.*) case $present in *"${entry#*:} "*) ;; *) printf '%s\n' "${entry%%:*}" ;; esac ;;
            *) command -v "${entry#*:}" >/dev/null 2>&1 || printf '%s\n' "${entry%%:*}" ;;
        esac
    done
}

# system_packages PACKAGE:PROBE...: install missing packages, or print their names and continue.
system_packages() {
    absent=$(missing "$@" | tr '\n' ' ')
    # Packages that the system does not offer are tried only once; a failed download is repeated.
    if [ -n "$absent" ] && [ "$absent" != "$(cat "$root/.venv/.went-without" 2>/dev/null)" ] && can_install; then
        # shellcheck disable=SC2086
        step "system packages" install_packages $absent
        absent=$(missing "$@" | tr '\n' ' ')
    fi
    if [ -n "$absent" ]; then
        say "toolguard: continuing without these system packages (Debian's names): $absent"
        say "toolguard: if the window or a test does not work, install them"
    fi
}

# find_python: print the newest suitable interpreter, if possible one with venv and ensurepip. The system's own comes
# before others of its version: distributions build it with profile-guided optimization, version managers often do
# not, and then everything takes a third longer.
find_python() {
    second=
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        for candidate in "/usr/bin/$name" "$name"; do
            command -v "$candidate" >/dev/null 2>&1 || continue
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
            if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
                printf '%s\n' "$candidate"
                return
            fi
            second=${second:-$candidate}
        done
    done
    printf '%s\n' "$second"
}

# make_environment: create a new .venv with the interpreter of find_python.
make_environment() {
    python=$(find_python)
    [ -n "$python" ] || give_up "Python 3.11 or newer is needed, and none was found. Install one and run this again."
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        if can_install; then install_packages "python$version-venv"; fi
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            give_up "$python has no venv or ensurepip. Install it (on Debian: python$version-venv) and run this again."
    fi
    if [ -L "$root/.venv" ]; then rm "$root/.venv"; fi # what it points to belongs to another checkout
    quietly "$python" -m venv --clear "$root/.venv"
}

# fill_environment KIND: install the dependencies of pyproject.toml; KIND is run or test.
fill_environment() {
    quietly "$root/.venv/bin/python" -m pip install --quiet --upgrade 'pip>=25.1' || return
    if [ "$1" = test ]; then
        (cd "$root" && quietly .venv/bin/python -m pip install --quiet -e . --group test)
    else
        (cd "$root" && quietly .venv/bin/python -m pip install --quiet -e .)
    fi
}

# prepare KIND: install everything that run or test needs. Fast if nothing has changed.
prepare() {
    if [ "$1" = test ]; then wanted=$for_test; else wanted=$for_run; fi
    # shellcheck disable=SC2086
    system_packages $wanted
    if ! "$root/.venv/bin/python" -c '' 2>/dev/null || [ "$(cat "$root/.venv/.made-at" 2>/dev/null)" != "$root" ]; then
        step "environment .venv" make_environment
        [ "$failed" -eq 0 ] || exit "$failed"
        printf '%s\n' "$root" >"$root/.venv/.made-at"
    fi
    if [ "$lists" = current ]; then printf '%s\n' "$absent" >"$root/.venv/.went-without"; fi
    now="$(cksum <"$root/pyproject.toml") $(printf '%s' "$for_test" | cksum)"
    complete=
    for kind in test "$1"; do # an environment for tests is enough to run
        if [ "$(cat "$root/.venv/.set-up-for-$kind" 2>/dev/null)" = "$now" ]; then complete=1; fi
    done
    if [ -z "$complete" ]; then
        step "python packages" fill_environment "$1" # builds the translations, too
        [ "$failed" -eq 0 ] || exit "$failed"
        printf '%s\n' "$now" >"$root/.venv/.set-up-for-$1"
    fi
    built="$root/resources/translations/toolguard_zh_CN.qm"
    if [ -f "$built" ] && [ -n "$(find "$root/resources/translations" -name '*.ts' -newer "$built")" ]; then
        step "translations" quietly "$root/.venv/bin/python" "$root/packaging/build.py"
        [ "$failed" -eq 0 ] || exit "$failed"
    fi
}

# private_session COMMAND...: run the command isolated from the user's session, with a home, a D-Bus session, a keyring
# and a screen of its own, as far as the programs for them are installed.
private_session() {
    private=$(mktemp -d)
    mkdir -m 700 "$private/home" "$private/run"
    # shellcheck disable=SC2016
    set -- sh -c '
        if [ -n "${DBUS_SESSION_BUS_ADDRESS:-}" ] && command -v gnome-keyring-daemon >/dev/null; then
            printf "test\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
        fi
        if [ -n "${DISPLAY:-}" ] && command -v openbox >/dev/null; then openbox >/dev/null 2>&1 & fi
        exec "$@" 2>&3 3>&-' session "$@"
    if command -v dbus-run-session >/dev/null 2>&1; then set -- dbus-run-session -- "$@"; fi
    # In a container, the bus and the programs that it starts print warnings: only the command's stderr is kept.
    set -- sh -c 'exec 3>&2 2>/dev/null "$@"' session "$@"
    if command -v xvfb-run >/dev/null 2>&1 && command -v xauth >/dev/null 2>&1; then
        set -- xvfb-run -a -s "-screen 0 1280x800x24" "$@"
    fi
    session_status=0
    (
        unset DISPLAY WAYLAND_DISPLAY XDG_SESSION_TYPE XDG_CURRENT_DESKTOP XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME \
            XDG_CACHE_HOME DBUS_SESSION_BUS_ADDRESS QT_QPA_PLATFORM QT_STYLE_OVERRIDE QT_SCALE_FACTOR \
            TOOLGUARD_HOME TOOLGUARD_LOCAL PYTHON_KEYRING_BACKEND
        # With it, every worker and every program that a test starts would compile all its imports again.
        unset PYTHONDONTWRITEBYTECODE
        export HOME="$private/home" XDG_RUNTIME_DIR="$private/run" PATH="$root/.venv/bin:$PATH"
        exec "$@"
    ) || session_status=$?
    if [ "$session_status" -eq 127 ]; then say "toolguard: the private session could not be started"; fi
    rm -rf "$private"
    private=
    return "$session_status"
}
