"""The variables that a chat client's entry sets for its server, separated from those of the session.

Some clients start a server with their whole environment plus the entry's variables, others with a few standard
variables plus the entry's. Without ToolGuard all of them would reach the server; those of the entry must.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_STANDARD = frozenset((
    "HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TMP", "TEMP", "TZ", "USER", "USERNAME",
    "APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA",
    "PROGRAMFILES", "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "USERPROFILE", "WINDIR",
))  # fmt: skip
"""Variables that the official SDKs pass to every server (``getDefaultEnvironment``)."""
_OF_THE_SESSION = re.compile(
    r"(_|PWD|OLDPWD|SHLVL|PS[124]|PROMPT.*|LS_COLORS|LESS\w*|PAGER|EDITOR|VISUAL|MAIL|HOSTNAME|HOSTTYPE|MACHTYPE|OSTYPE"
    r"|COLORTERM|COLUMNS|LINES|CLICOLOR|NO_COLOR|FORCE_COLOR|TERM_PROGRAM\w*|TERM_SESSION_ID|TERMINFO|VTE_VERSION"
    r"|WINDOWID|WINDOWPATH|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|XMODIFIERS|DBUS_\w+|DESKTOP_\w+|SESSION_\w+"
    r"|GDM\w*|GNOME_\w+|GTK\w*|GDK_\w+|GIO_\w+|GJS_\w+|KDE_\w+|QT_\w+|QTWEBENGINE\w*|GPG_AGENT_INFO|GPG_TTY|SSH_\w+"
    r"|SYSTEMD_\w+|INVOCATION_ID|JOURNAL_STREAM|MANAGERPID|MEMORY_PRESSURE\w*|DEBUGINFOD_URLS|IM_CONFIG_PHASE"
    r"|LC_\w+|TMUX\w*|STY|CI|npm_\w+|INIT_CWD|ELECTRON_\w+|CHROME_\w+|VSCODE_\w+|ORIGINAL_XDG_\w+|CURSOR_TRACE_ID"
    r"|CLAUDECODE|CLAUDE_CODE_ENTRYPOINT|CLAUDE_CODE_SSE_PORT|TOOLGUARD_\w+|APPDIR|APPIMAGE|ARGV0|OWD|SNAP\w*"
    r"|Apple_PubSub_Socket_Render|__CF\w*|XPC_\w+|SECURITYSESSIONID|COMMAND_MODE)\Z"
)
"""Variables of the login session, a terminal or the client's own runtime, which differ from start to start."""
_CREDENTIAL = re.compile(
    r"TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|CREDENTIAL|PRIVATE_?KEY|_PAT\Z|_KEY\Z|_URL\Z|_URI\Z|DSN\Z", re.I
)
_LOADS_CODE = re.compile(
    r"(LD_|DYLD_|PYTHON|NODE_OPTIONS\Z|NODE_PATH\Z|NODE_EXTRA_CA_CERTS\Z|NPM_CONFIG_|UV_|PIP_|PERL5|PERLLIB|RUBY|GEM_"
    r"|BUNDLE_|JAVA_TOOL_OPTIONS\Z|_JAVA_OPTIONS\Z|JDK_JAVA_OPTIONS\Z|CLASSPATH\Z|BASH_ENV\Z|ENV\Z|BASH_FUNC_|ZDOTDIR\Z"
    r"|GCONV_PATH\Z|GIT_\w*(COMMAND|PROXY|ASKPASS|PAGER|EDITOR|EXEC_PATH|TEMPLATE_DIR|CONFIG)|SSH_ASKPASS\Z|PATH\Z"
    r"|PATHEXT\Z|COMSPEC\Z|COR_|CORECLR_|DOTNET_STARTUP_HOOKS\Z|OPENSSL_CONF\Z|OPENSSL_MODULES\Z|DENO_|BUN_|LUA_|PHPRC\Z"
    r"|PHP_INI_SCAN_DIR\Z|R_PROFILE|HOME\Z|SHELL\Z|GIT_SSH\Z|GIT_EXTERNAL_DIFF\Z|SVN_SSH\Z|RSYNC_RSH\Z|HGRCPATH\Z"
    r"|JAVA_HOME\Z|(MAVEN|GRADLE)_(OPTS|ARGS|HOME|USER_HOME)\Z|GOFLAGS\Z|GOPROXY\Z|CARGO_(HOME\Z|TARGET_|BUILD_)|RUSTC"
    r"|COREPACK_(HOME|NPM_REGISTRY)\Z|YARN_(RC_FILENAME|YARN_PATH|PLUGINS|REGISTRY|NPM_REGISTRY_SERVER)\Z|PNPM_HOME\Z"
    r"|PIPX_(HOME|BIN_DIR|DEFAULT_PYTHON)\Z|ERL_(LIBS|A?FLAGS)\Z|ELIXIR_ERL_OPTIONS\Z|JULIA_(LOAD|DEPOT)_PATH\Z|R_LIBS"
    r"|TCLLIBPATH\Z|GUILE_LOAD_PATH\Z|DOCKER_(HOST|CONTEXT)\Z)",
    re.I,
)
_LOADS_NONE = re.compile(r"(TOKENS?|PASSWORD|SECRET|API_?KEY|_AUTH)\Z", re.I)
"""Credentials of the same programs, such as ``UV_PUBLISH_TOKEN``."""


def entry_environment(passed: Mapping[str, str], clients: Mapping[str, str] | None) -> dict[str, str]:
    """Return the variables of the entry: ``passed`` without those that every process of the session has.

    ``passed`` is the stub's environment, ``clients`` that of its client, if known. A variable that the client has with
    the same value, and passes to every child, counts only if its name is that of a credential or an address: entries
    often repeat these by reference (``${GITHUB_TOKEN}``).
    """
    own = {name: value for name, value in passed.items() if not _OF_THE_SESSION.match(name)}
    if clients is None:
        return {name: value for name, value in own.items() if name.upper() not in _STANDARD}
    hands_on = all(name in passed for name in clients if not _OF_THE_SESSION.match(name) and name not in _STANDARD)
    return {
        name: value
        for name, value in own.items()
        if clients.get(name) != value
        or (name.upper() not in _STANDARD and (not hands_on or bool(_CREDENTIAL.search(name))))
    }


def loads_code(name: str) -> bool:
    """Return whether a variable of that name can make a program load or run code that is not its own."""
    return bool(_LOADS_CODE.match(name)) and not _LOADS_NONE.search(name)
