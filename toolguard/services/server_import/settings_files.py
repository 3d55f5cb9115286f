"""Servers as other programs write them down: JSON with comments, YAML, TOML, in the forms of the known chat clients.

What is read is a stranger's text: bounded, never run, no reference followed. Nothing here changes anything.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, encodable
from toolguard.services.interface import RefusedError, SuspectedValue
from toolguard.services.server_import import allow_lists, secret_detection
from toolguard.services.server_import.command_parsing import (
    ParsedServer,
    from_words,
    name_of_url,
    read_command,
    safe_name,
)

LONGEST = 8 * 1024 * 1024
"""Characters of JSON or TOML: one client keeps its whole state in the file that names its servers."""
LONGEST_YAML = 256 * 1024
"""The reader of YAML is slow, and such files are written by hand."""
MOST = 200
"""Servers that are read from one text."""
MOST_WORDS = 1_000
"""Arguments, variables and headers of one server."""
MOST_TEXT = 128 * 1024
"""Characters of them together: systems take no longer command line."""
_MOST_PARTS = 200  # of one key in TOML: its reader takes time and memory by their square
_LONGEST_NUMBER = 40  # characters of a number in YAML, where 1:1:1 counts by sixties

_COMMANDS = ("command", "cmd")
_URLS = ("url", "serverUrl", "httpUrl", "uri", "endpoint")
_TRANSPORTS = {
    "sse": "sse", "http": "streamable", "streamable-http": "streamable", "streamable_http": "streamable",
    "streamableHttp": "streamable", "streamablehttp": "streamable",
}  # fmt: skip
_STRING = r'"(?:\\.|[^"\\])*+(?:"|\\?\Z)'  # also one without an end, so that no part of it is tried again
_TOKEN = re.compile(rf"{_STRING}|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_COMMA = re.compile(rf"({_STRING})|,(\s*[}}\]])", re.DOTALL)
_PLACEHOLDER = re.compile(r"\$\{(?:(?:env|input):)?([A-Za-z_][A-Za-z0-9_.-]*)[^}]*\}")
_NAMES_A_SECRET = re.compile(
    r"TOKEN|SECRET|PASSWORD|PASSWD|API[_-]?KEY|CREDENTIAL|PRIVATE[_-]?KEY|_PAT$|^AUTHORIZATION$|_KEY$|DATABASE_URL|DSN$",
    re.IGNORECASE,
)
_LOOKS_SECRET = re.compile(r"(gh[pousr]_|github_pat_|sk-|xox[abps]-|glpat-|AKIA|eyJ[A-Za-z0-9_-]{10,400}\.)\S{8}")
_FRONT = re.compile(r"---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
"""What stands before the prose of a document that describes an agent."""
_SCHEME = re.compile(r"(Bearer|Basic|Token|token|bearer)\s+(?=\S)")


def read(text: str, *, move: bool = True) -> list[ParsedServer]:
    """Every server that ``text`` names: a command line, an address, or a client's settings; raises `RefusedError`.

    ``move``: secrets in arguments are put into variables, where the program is known to take them from there.
    """
    if len(text) > LONGEST:
        raise RefusedError(coded("services.too_long_list_servers"))
    stripped = text.lstrip("\ufeff").strip()
    if not stripped:
        raise RefusedError(coded("services.nothing_here_paste_command"))
    value = _settings(stripped)
    if value is None:
        return [_careful(read_command(stripped), move=move)]
    of_agents = list(allow_lists.agents(value))
    entries = [(agent, name, entry) for agent, own in of_agents for name, entry in _entries(own)]
    limits = bool(of_agents[0][0]) or _by_hand(stripped, value) or any("tools" in entry for _, _, entry in entries)
    found = [_one(name, entry, agent, limits=limits) for agent, name, entry in entries[: MOST + 1]]
    if not found:
        raise RefusedError(coded("services.no_server_stands_members"))
    if len(found) > MOST:
        raise RefusedError(coded("services.too_many_servers", limit=MOST))
    return _told_apart([_whole(_careful(one, move=move)) for one in found])


def _whole(found: ParsedServer) -> ParsedServer:
    """Refuse what JSON can spell and no file or message can hold."""
    try:
        msgspec.json.encode((found.server, found.tools, found.agent, found.notes), enc_hook=encodable)
    except UnicodeEncodeError:
        raise RefusedError(coded("services.text_server_holds_half", name=found.name)) from None
    return found


def _careful(found: ParsedServer, *, move: bool) -> ParsedServer:
    """With what must be said of secrets that stand where they can be read."""
    server, notes = secret_detection.moved(found.server) if move else (found.server, [])
    return replace(found, server=server, notes=[*found.notes, *notes, *secret_detection.said(server)])


def _told_apart(found: list[ParsedServer]) -> list[ParsedServer]:
    """With the agent in the name of each server whose name several agents use: they may offer other tools of it."""
    users: dict[str, set[str]] = {}
    for one in found:
        users.setdefault(one.name, set()).add(one.agent)
    return [replace(one, name=safe_name(f"{one.name}-{one.agent}")) if len(users[one.name]) > 1 else one
            for one in found]  # fmt: skip


def _by_hand(text: str, value: Any) -> bool:
    """Whether this is YAML with ``mcpServers`` by name: chat clients write other forms, agents' frameworks this one."""
    return text[0] not in '{["' and isinstance(value, dict) and isinstance(value.get("mcpServers"), dict)


def names_a_secret(name: str) -> bool:
    """Whether a variable or header of that name usually holds a secret."""
    return bool(_NAMES_A_SECRET.search(name))


def suspects(server: Mapping[str, Any], called: str = "") -> list[SuspectedValue]:
    """What in the settings of a server that is ``called`` so looks like a secret, and would stand in the configuration.

    Each has its ``place`` (``env``, ``headers``), ``name``, a ``secret`` name to keep it under, the ``before`` that is
    no secret (``Bearer ``), and whether its value is ``missing`` here because it came from somewhere else.
    """
    found: list[SuspectedValue] = []
    for place in ("env", "headers"):
        for name, value in (server.get(place) or {}).items():
            if "${secret:" in value:
                continue
            scheme = _SCHEME.match(value)
            before = scheme.group() if scheme else ""
            rest = value[len(before) :]
            missing = _PLACEHOLDER.fullmatch(rest)
            if missing or (rest and (names_a_secret(name) or before or _LOOKS_SECRET.search(rest))):
                told = missing.group(1) if missing else f"{called}_TOKEN".upper() if scheme else name
                secret = re.sub(r"[^A-Za-z0-9_.-]", "_", told).strip("_.-")[:50] or "SECRET"
                found.append(
                    {"place": place, "name": name, "secret": secret, "before": before, "missing": bool(missing)}
                )
    return found


def with_secret(server: dict[str, Any], suspect: Mapping[str, Any], secret: str) -> dict[str, Any]:
    """``server`` with the keychain's ``secret`` where ``suspect`` stood."""
    place, name = suspect["place"], suspect["name"]
    return {**server, place: {**server[place], name: f"{suspect['before']}${{secret:{secret}}}"}}


# --- reading -----------------------------------------------------------------------------------------------------


def _settings(text: str) -> Any:
    """``text`` as JSON, TOML or YAML data; None when it is rather a command line."""
    if text[0] == '"' and re.match(r'"[^"\n]*"\s*:', text):
        return _json("{" + text.rstrip().rstrip(",") + "}")
    if re.search(r"^[ \t]*\[[ \t]*mcp_servers[ \t]*\.", text, re.MULTILINE):
        if any(part.count(".") > _MOST_PARTS for part in re.split(r"[=\n]", text)):
            raise RefusedError(coded("services.toml_nested_too_deep"))
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as why:
            raise RefusedError(coded("services.toml_cannot_read", reason=visible(str(why))[:200])) from None
    if text[0] in "{[":
        return _json(text)
    if re.match(r"[\w.@/ -]+:(\s|$)", text.split("\n")[0]) or text.startswith(("---", "#", "- ")):
        return _yaml(text)
    return None


def _json(text: str) -> Any:
    """JSON as people write it: with comments and a comma before a closing bracket."""
    plain = _TOKEN.sub(lambda found: found.group() if found.group()[0] == '"' else " ", text)
    plain = _COMMA.sub(lambda found: found.group(1) or found.group(2), plain)
    try:
        return json.loads(plain)
    except ValueError as why:
        raise RefusedError(coded("services.json_cannot_read", reason=why)) from None
    except RecursionError:
        raise RefusedError(coded("services.json_nested_too_deep")) from None


def _yaml(text: str) -> Any:
    import yaml

    if len(text) > LONGEST_YAML:
        raise RefusedError(coded("services.yaml_too_long_list"))

    class Loader(yaml.SafeLoader):
        """Without aliases: a few of them can stand for gigabytes."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise RefusedError(coded("services.yaml_repeats_parts_reference"))
            return super().compose_node(parent, index)

        def construct_number(self, node: Any) -> Any:
            """Any number that a person writes; what is longer stays a text."""
            number = self.construct_yaml_float if node.tag.endswith(":float") else self.construct_yaml_int
            return number(node) if len(node.value) <= _LONGEST_NUMBER else self.construct_scalar(node)

    for kind in ("int", "float"):
        Loader.add_constructor(f"tag:yaml.org,2002:{kind}", Loader.construct_number)
    front = _FRONT.match(text)
    if front is not None and not re.search(r"^[ \t]*(mcpServers|agents)[ \t]*:", text[front.end() :], re.MULTILINE):
        text = front[1]
    try:
        found = [one for one in yaml.load_all(text, Loader=Loader) if one is not None]
    except (yaml.YAMLError, ValueError, LookupError, AttributeError) as why:  # the latter of a tag that does not fit
        said = " ".join(str(why).split())
        raise RefusedError(coded("services.yaml_cannot_read", text=visible(said)[:200])) from None
    except RecursionError:
        raise RefusedError(coded("services.yaml_nested_too_deep")) from None
    if not found:
        raise RefusedError(coded("services.nothing_yaml_comments"))
    return found if len(found) > 1 else found[0]


def _entries(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each server's name with what stands there, wherever a client's settings keep it."""
    if isinstance(value, list):
        yield from ((_own_name(one), one) for one in value if isinstance(one, dict) and _is_server(one))
        return
    if not isinstance(value, dict):
        return
    if _is_server(value):
        yield _own_name(value), value
        return
    places = [value[name] for name in allow_lists.PLACES if isinstance(value.get(name), dict | list)]
    inner = value.get("mcp")
    if isinstance(inner, dict):
        places.append(inner["servers"] if isinstance(inner.get("servers"), dict) else inner)
    for place in places or [value]:
        if isinstance(place, list):
            yield from _entries(place)
            continue
        for name, entry in place.items():
            if isinstance(entry, dict) and _is_server(entry):
                yield str(name), entry


def _is_server(entry: dict[str, Any]) -> bool:
    return any(isinstance(entry.get(name), str | list | dict) for name in (*_COMMANDS, *_URLS))


def _own_name(entry: dict[str, Any]) -> str:
    return entry["name"] if isinstance(entry.get("name"), str) else ""


# --- one server --------------------------------------------------------------------------------------------------


def _one(name: str, entry: dict[str, Any], agent: str, *, limits: bool) -> ParsedServer:
    url = next((entry[key] for key in _URLS if isinstance(entry.get(key), str) and entry[key]), "")
    notes: list[str] = []
    server = _remote(entry, url, notes) if url else _local(entry, notes)
    words = [*server.get("args", ()), *(part for place in ("env", "headers") for part in server.get(place, {}).items())]
    if len(words) > MOST_WORDS or len(url) + sum(len("".join(one)) for one in words) > MOST_TEXT:
        raise RefusedError(coded("services.command_line_variables_headers"))
    if entry.get("disabled") is True or entry.get("enabled") is False:
        server["enabled"] = False
        notes.append(coded("services.switched_off_came_stays"))
    guess = name_of_url(url) if url else from_words([server["command"], *server["args"]]).name
    tools, about = allow_lists.offered(entry, limits=limits)
    return ParsedServer(safe_name(name) if name else guess, server, [*notes, *about], tools, visible(agent)[:60])


def _remote(entry: dict[str, Any], url: str, notes: list[str]) -> dict[str, Any]:
    headers = _texts(entry.get("headers") or entry.get("http_headers"), notes)
    token = entry.get("bearer_token_env_var")
    if isinstance(token, str) and token:
        headers["Authorization"] = f"Bearer ${{env:{token}}}"
    transport = _TRANSPORTS.get(str(entry.get("type") or entry.get("transport") or ""), "auto")
    if transport == "auto" and isinstance(entry.get("httpUrl"), str):
        transport = "streamable"
    return {"kind": "http", "url": url, "headers": headers, "transport": transport}


def _local(entry: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    command = next((entry[key] for key in _COMMANDS if entry.get(key)), "")
    env = _texts(entry.get("env") or entry.get("environment") or entry.get("envs"), notes)
    args = entry.get("args")
    if isinstance(command, dict):  # an older form of Zed
        env = _texts(command.get("env"), notes) | env
        args, command = command.get("args", args), command.get("path", "")
    words = [*(command if isinstance(command, list) else [command]), *(args if isinstance(args, list) else [])]
    plain = [word if isinstance(word, str) else _spelled(word) for word in words]
    if not plain or not plain[0].strip():
        raise RefusedError(coded("services.server_no_command"))
    if len(plain) == 1 and " " in plain[0] and not _is_file(plain[0]):
        read = from_words_of(plain[0])
        plain, env = read[0], read[1] | env
    if Path(plain[0]).stem == "toolguard-connect":
        notes.append(coded("services.entry_starts_guarded_already"))
    folder = next((entry[key] for key in ("cwd", "workingDirectory") if isinstance(entry.get(key), str)), None)
    server: dict[str, Any] = {"kind": "stdio", "command": plain[0], "args": plain[1:], "env": env}
    return server | ({"cwd": folder} if folder and not folder.startswith("${") else {})


def _spelled(word: Any) -> str:
    """An argument that is no text, as JSON writes it."""
    try:
        return json.dumps(word)
    except (TypeError, ValueError):
        raise RefusedError(coded("services.argument_server_no_text")) from None


def _is_file(path: str) -> bool:
    """Whether a program lies there. No other computer is asked for it, as such a path on Windows would have it."""
    try:
        return not path.startswith(("\\\\", "//")) and Path(path).exists()
    except (OSError, ValueError):
        return False


def from_words_of(line: str) -> tuple[list[str], dict[str, str]]:
    """A whole command line that stood where only a program belongs: its words, and its variables."""
    found = read_command(line).server
    return [found["command"], *found["args"]], found["env"]


def _texts(value: Any, notes: list[str]) -> dict[str, str]:
    """An object of texts; numbers and such as JSON writes them, anything else is left out and said."""
    if not isinstance(value, dict):
        return {}
    told = {}
    for name, one in value.items():
        if isinstance(one, str):
            told[str(name)] = one
        elif isinstance(one, bool | int | float):
            told[str(name)] = json.dumps(one)
        elif one is not None:
            notes.append(coded("services.not_text_left_out", name=visible(str(name))[:80]))
    return told
