"""Detection of likely secrets where others can read them: in a program's arguments or in a URL.

Every program of the person can read the arguments in the list of processes, so no secret is ever put there. Some
secrets can be passed in a variable instead; the others are only reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from toolguard.clients.wiring.secret_values import has_known_prefix, looks_random
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_NAMES = re.compile(
    r"(?<![A-Za-z])(token|api[-_]?key|access[-_]?key|password|passwd|pwd|secret|credentials?|private[-_]?key|auth|pat)"
    r"(?![A-Za-z])|(TOKEN|API_?KEY|PASSWORD|SECRET)$",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s/:@?#]{0,200}:(?P<secret>[^\s@/]{1,500})@", re.IGNORECASE)
_IN_QUERY = re.compile(r"[?&](?P<name>[\w.-]{1,60})=(?P<secret>[^&#\s]{1,2000})")
_HEADER = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9-]{2,60}):\s*(?P<secret>\S.{3,2000})", re.DOTALL)
_ASSIGNED = re.compile(r"(?P<name>-{0,2}[A-Za-z_][\w.-]{0,80})=(?P<secret>.+)", re.DOTALL)
_PLAIN_VALUE = re.compile(r"(true|false|yes|no|none|null|auto|\d+(\.\d+)?)\Z", re.IGNORECASE)
_STANDS_FOR = re.compile(r"\$\{|\$[A-Z_]{3,}|\A<.*>\Z|\Ayour\b|_here\Z|\A[xX*.…]+\Z|\A%\w+%\Z", re.IGNORECASE)
_COMMAND = re.compile(r"[\s;|&$`<>()]")
MASK = "••••••••"
_MAX_SHOWN = 300  # characters of a text around a secret
MIN_MASKED_LENGTH = 4
"""Minimum characters of a masked value."""
_PATH = re.compile(r"\A(~|\.{0,2}/|[A-Za-z]:\\|@)")


@dataclass(frozen=True, slots=True)
class SuspectedSecret:
    """A secret in an argument (``at`` from 0) or in the URL (-1)."""

    at: int
    shown: str
    """The text around it, without any secret."""
    secret: str
    word: str = ""
    """The text that contains it, if that has a URL."""
    start: int = 0
    """Its place there."""
    name: str = ""
    """The name of the query parameter, if it is one."""

    @property
    def before(self) -> str:
        """The text before it in a URL."""
        return self.word[: self.start]

    @property
    def after(self) -> str:
        """The text after it in a URL."""
        return self.word[self.start + len(self.secret) :]


def find_suspected_secrets(server: Mapping[str, Any]) -> list[SuspectedSecret]:
    """Return what looks like a secret in a server's arguments or URL."""
    if server.get("url"):
        return _in_text(-1, str(server["url"]))
    words = [str(word) for word in server.get("args") or ()]
    suspected: list[SuspectedSecret] = []
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        if before.startswith("-") and "=" not in before and _NAMES.search(before) and _is_secret(word):
            suspected.append(SuspectedSecret(index, f"{before} …", word))
        else:
            suspected += _in_text(index, word)
    return suspected


def describe_suspected(server: Mapping[str, Any]) -> list[str]:
    """Return a sentence for a person for each text with suspected secrets."""
    places = dict.fromkeys((suspect.at, suspect.shown[:_MAX_SHOWN]) for suspect in find_suspected_secrets(server))
    texts = [(index, visible(shown)[:_MAX_SHOWN]) for index, shown in places]
    return [
        coded("services.address_looks_like_secret", part=shown)
        if index < 0 else
        coded("services.argument_looks_like_secret", number=index + 1, part=shown)
        for index, shown in texts
    ]  # fmt: skip


def masked(text: str, secrets: Iterable[str]) -> str:
    """Return ``text`` without these suspected secrets.

    A value that could be a command stays, so that none is hidden by a name like a secret's before it.
    """
    for secret in sorted(dict.fromkeys(secrets), key=len, reverse=True):
        if len(secret) >= MIN_MASKED_LENGTH and not _COMMAND.search(secret):
            text = text.replace(secret, MASK)
    return text


def _in_text(index: int, word: str) -> list[SuspectedSecret]:
    if matches := [match for match in _in_url(word) if _is_secret(match["secret"])]:
        parts, offset = list[str](), 0
        for start, end in sorted(match.span("secret") for match in matches):
            if start >= offset:
                parts += (word[offset:start], "…")
            offset = max(offset, end)
        shown = "".join([*parts, word[offset:]])
        return [
            SuspectedSecret(
                index, shown, match["secret"], word, match.start("secret"), match.groupdict().get("name", "")
            )
            for match in matches
        ]
    if "://" in word:
        return []
    for form in (_ASSIGNED, _HEADER):
        named = form.fullmatch(word)
        if named is not None and (_NAMES.search(named["name"]) or _is_key(named)) and _is_secret(named["secret"]):
            return [SuspectedSecret(index, f"{word[: named.start('secret')]}…", named["secret"])]
    if has_known_prefix(word) or looks_random(word):
        return [SuspectedSecret(index, f"{word[:4]}…", word)]
    return []


def _in_url(word: str) -> Iterator[re.Match[str]]:
    """Yield the password and the parameters of a URL that have the name of a secret."""
    if (password := _IN_ADDRESS.search(word)) is not None:
        yield password
    yield from (match for match in _IN_QUERY.finditer(word) if _NAMES.search(match["name"]))


def _is_secret(value: str) -> bool:
    """Return whether ``value`` may be a secret: not an option, a number, a path or a placeholder."""
    return not (
        value.startswith("-") or _PLAIN_VALUE.match(value) or _PATH.match(value) or _STANDS_FOR.search(value.strip())
    )


# --- secrets moved to variables -----------------------------------------------------------------------------------


def move_to_variables(server: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return ``server`` with secrets moved from arguments to variables if its program is known to read them there.

    Supported: variables that ``docker run`` or ``env`` sets, the password in a PostgreSQL URL (libpq reads
    ``PGPASSWORD``), and the headers of ``mcp-remote``. Also returns a sentence for each moved secret.
    """
    result, notes = {**server}, list[str]()
    if not result.get("command"):
        return result, notes
    for change in (_of_env, _of_docker, _of_postgres, _of_remote):
        for number, variable, changed in list(change(result)):
            result = changed
            notes.append(coded("services.secret_argument_now_comes", number=number, variable=variable))
    return result, notes


_Change = Iterator[tuple[int, str, dict[str, Any]]]


def _with_variable(server: Mapping[str, Any], index: int, word: str, variable: str, value: str) -> dict[str, Any]:
    args = [*server["args"]]
    args[index] = word
    return {**server, "args": args, "env": {**(server.get("env") or {}), variable: value}}


def _of_env(server: dict[str, Any]) -> _Change:
    """``env NAME=value program``: becomes a variable of the server."""
    if Path(server["command"]).stem != "env":
        return
    args, env, secret = [*server["args"]], {**(server.get("env") or {})}, ("", 0)
    for number, word in enumerate(server["args"], 1):
        name, equals_sign, value = word.partition("=")
        if not equals_sign or not re.fullmatch(r"[A-Za-z_]\w*", name):
            break
        env[name] = value
        args.pop(0)
        if _NAMES.search(name) and _is_secret(value):
            secret = (name, number)
    if secret[0] and args and not args[0].startswith("-"):
        yield secret[1], secret[0], {**server, "command": args[0], "args": args[1:], "env": env}


def _of_docker(server: dict[str, Any]) -> _Change:
    """``docker run -e NAME=value``: without the value, docker takes it from its own environment."""
    args = server["args"]
    if Path(server["command"]).stem not in ("docker", "podman") or "run" not in args[:2]:
        return
    for index, word in enumerate(args):
        option, _, rest = word.partition("=") if word.startswith("--env=") else ("", "", word)
        if not option and (not index or args[index - 1] not in ("-e", "--env")):
            continue
        name, equals_sign, value = rest.partition("=")
        if equals_sign and (_NAMES.search(name) or has_known_prefix(value)) and _is_secret(value):
            server = _with_variable(server, index, f"{option}={name}" if option else name, name, value)
            yield index + 1, name, server


def _of_postgres(server: dict[str, Any]) -> _Change:
    words = [server["command"], *server["args"]]
    if not any("postgres" in word.partition("://")[0].lower() and "://" not in word for word in words):
        return
    for index, word in enumerate(server["args"]):
        match = _IN_ADDRESS.search(word)
        if match is not None and word.startswith(("postgres://", "postgresql://")) and _is_secret(match["secret"]):
            rest = word[: match.start("secret") - 1] + word[match.end("secret") :]
            yield index + 1, "PGPASSWORD", _with_variable(server, index, rest, "PGPASSWORD", unquote(match["secret"]))
            return


def _of_remote(server: dict[str, Any]) -> _Change:
    """``mcp-remote URL --header "Name: value"``: mcp-remote replaces ``${VARIABLE}`` itself."""
    args = server["args"]
    if not any(re.search(r"(\A|/)mcp-remote(@|\Z)", word) for word in (server["command"], *args)):
        return
    for index, word in enumerate(args):
        named = _HEADER.fullmatch(word) if index and args[index - 1] == "--header" else None
        if named is not None and _is_secret(named["secret"]) and (_NAMES.search(named["name"]) or _is_key(named)):
            variable = "MCP_HEADER_" + re.sub(r"\W", "_", named["name"]).upper()
            server = _with_variable(server, index, f"{named['name']}:${{{variable}}}", variable, named["secret"])
            yield index + 1, variable, server


def _is_key(named: re.Match[str]) -> bool:
    return named["name"].lower() in ("authorization", "cookie") or has_known_prefix(named["secret"])
