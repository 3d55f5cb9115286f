"""What somebody else's change to the configuration would loosen, in words for the person who is asked about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from toolguard.checkpoint.visible import visible
from toolguard.commands import clients, preferences, rules, servers, tools
from toolguard.store.config import Loosening, Preferences, Secret, ServerSpec
from toolguard.store.entries import frozen, stored

BY = "config.json"
"""Who changed something, for the log and the person: nobody knows which program wrote the file."""


How = Literal["now", "before", "unknown"]
"""When it was changed: while ToolGuard ran, while it did not, or nobody can tell, as there is nothing to compare."""


def title(changes: tuple[Loosening, ...], how: How = "now") -> str:
    """One sentence about all of them."""
    many = f"{len(changes):,} of its changes loosen the gate."
    what = sentence(changes[0]) if len(changes) == 1 else many
    if how == "before":
        return f"{BY} was changed while ToolGuard did not run: {what}"
    if how == "unknown":
        return f"{BY} cannot be compared with what you accepted last, because the copy of that is gone: {what}"
    return f"{BY} was changed by another program: {what}"


def detail(changes: tuple[Loosening, ...]) -> str:
    """Each of them with what is in force and what would be, whole; no text in them can look like a line of its own."""
    return "\n\n".join(f"{sentence(one)}\n{_exactly(one)}" for one in changes)


def sentence(one: Loosening) -> str:
    """What is true once this is accepted."""
    return _SENTENCES[one.section](one)


def _exactly(one: Loosening) -> str:
    key = one.key if isinstance(one.key, str) else " ".join(one.key)
    return difference(_members(one, one.before), _members(one, one.after), f"{one.section} {key}")


def _members(one: Loosening, value: Any) -> Any:
    """With the members that stand in no file because they are at their default."""
    if value is None:
        return None
    match one.section:
        case "servers":
            return stored(ServerSpec(name=str(one.key), **frozen(value)))
        case "secrets":
            return {**_SECRET, **value}
    return value


_SECRET = {"kind": "secret", "note": "", "servers": [], "launches": {}, "issuer": "", "resource": ""}


def difference(before: Any, after: Any, named: str) -> str:
    """What is another in ``after``, member by member; of what is new or goes, all that it says."""
    was, now = _each(before), _each(after)
    lines = [visible(named)]
    for name in dict.fromkeys((*was, *now)):
        words = f"  {visible(name)}" if name else "  value"
        if before is None or after is None:
            members = was if after is None else now
            lines += [f"{words}  {_text(members, name)}"] if members[name] not in _NOTHING else []
        elif was.get(name) != now.get(name):
            lines += [words, f"    was  {_text(was, name)}", f"    is   {_text(now, name)}"]
    return "\n".join(lines)


_NOTHING: tuple[Any, ...] = (None, "", [], {})


def _each(value: Any) -> Mapping[str, Any]:
    """The members of a value, or itself as the only one."""
    return {} if value is None else value if isinstance(value, Mapping) else {"": value}


def _text(members: Mapping[str, Any], name: str) -> str:
    return visible(json.dumps(members[name], ensure_ascii=False)) if name in members else "(none)"


# --- a sentence for each section ------------------------------------------------------------------------------------


def _server(one: Loosening) -> str:
    spec = ServerSpec(name=str(one.key), **frozen(one.after))
    if one.before is None:
        return servers.comes(spec.name, spec.url)
    return servers.becomes(ServerSpec(name=spec.name, **frozen(one.before)), spec)


def _rule(one: Loosening) -> str:
    said = [rules.ends(one.before)] if one.before is not None else []
    said += [rules.frees(one.after)] if one.after is not None and one.after["verdict"] == "allow" else []
    return " ".join(said)


def _switch(one: Loosening) -> str:
    client, server, tool = one.key if isinstance(one.key, tuple) else ("*", one.key, "*")
    return tools.shows({"client": client, "server": server, "tool": tool})


def _secret(one: Loosening) -> str:
    if one.after is None:
        return f"The secret {one.key} is no longer known: its value is not looked for in calls any more."
    was, now = (Secret(**frozen(entry)) for entry in (one.before or {}, one.after))
    if (was.kind, was.issuer, was.resource) != (now.kind, now.issuer, now.resource):
        return f"The secret {one.key} is taken for something else: {visible(f'{now.kind} {now.issuer}'.strip())}."
    if new := [server for server in now.servers if server not in was.servers]:
        return f"The secret {one.key} is given to {', '.join(new)}."
    return f"The secret {one.key} is given to another launch of {', '.join(now.servers)}."


def _client(one: Loosening) -> str:
    return clients.comes(str(one.key), one.after.get("servers"))


def _preference(one: Loosening) -> str:
    held = {} if one.before is None else {str(one.key): one.before}
    said = preferences.becomes(str(one.key), one.after, Preferences(**held))
    return said or f"The setting {one.key} becomes {visible(json.dumps(one.after))}."


_SENTENCES = {
    "servers": _server, "rules": _rule, "tools": _switch, "secrets": _secret, "clients": _client,
    "preferences": _preference,
}  # fmt: skip
