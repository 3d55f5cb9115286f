"""Descriptions of configuration changes by other programs that reduce protection, for the person who is asked.

Services are imported in the functions that use them, because a start usually needs none of them.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from toolguard.gate.policy.risks import ProposalPart, Risk, launch_risks, rule_risks
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, sentences
from toolguard.store.config.config import Loosening, Preferences, Secret, ServerSpec
from toolguard.store.config.config_diff import is_off
from toolguard.store.config.config_model import frozen, stored

AUTHOR = "config.json"
"""Author of a change of the file, for the log and the person: it is unknown which program wrote it."""


MAX_PARTS = 50
"""Maximum number of parts of one proposal."""


def title(changes: tuple[Loosening, ...], how: str = "now") -> str:
    """Return one sentence about all changes, and another one if it is unknown whether they are new.

    ``how``: "now" if the file was changed while ToolGuard ran; "before" if it did not run; else why that is unknown
    (`toolguard.store.config.seals.REASON_CLAUSES`).
    """
    many = coded("services.changes_loosen_gate", count=f"{len(changes):,}")
    summary = sentence(changes[0]) if len(changes) == 1 else many
    if how == "before":
        return coded("services.settings_changed_before", file=AUTHOR, what=summary)
    if how == "now":
        return coded("services.settings_changed", file=AUTHOR, what=summary)
    return sentences(summary, coded("services.settings_not_compared", file=AUTHOR, how=how))


def detail(changes: tuple[Loosening, ...]) -> str:
    """Return each change with its old and new value in full; no text in it can imitate another line."""
    return "\n\n".join(f"{sentence(loosening)}\n{_exact_change(loosening)}" for loosening in changes)


def parts(changes: tuple[Loosening, ...]) -> tuple[ProposalPart, ...]:
    """Return each change as a part that a person accepts or denies; the most dangerous first if there are many.

    The changes over `MAX_PARTS` are one part together, in full: nobody ticks thousands.
    """
    results = [_part(loosening) for loosening in changes]
    if len(results) <= MAX_PARTS:
        return tuple(results)
    results.sort(key=lambda part: -len(part.risks))
    listed, others = results[: MAX_PARTS - 1], results[MAX_PARTS - 1 :]
    together = ProposalPart(
        id=hashlib.sha256("".join(part.id for part in others).encode()).hexdigest(),
        text=coded("services.more_changes_together", count=f"{len(others):,}"),
        detail="\n\n".join(f"{part.text}\n{part.detail}" for part in others),
        risks=tuple(dict.fromkeys(risk for part in others for risk in part.risks)),
        server=", ".join(dict.fromkeys(part.server for part in others if part.server))[:200],
        count=len(others),
    )
    return (*listed, together)


def accepted(changes: tuple[Loosening, ...], ids: Collection[str]) -> tuple[Loosening, ...]:
    """Return the changes whose parts from `parts` have these ids."""
    change_parts = parts(changes)
    listed = {part.id for part in change_parts if part.count == 1}
    whole = any(part.count > 1 and part.id in ids for part in change_parts)
    return tuple(
        loosening for loosening in changes if (name := _id(loosening)) in ids or (whole and name not in listed)
    )


def _part(loosening: Loosening) -> ProposalPart:
    risks, server = _risks(loosening)
    return ProposalPart(
        id=_id(loosening), text=sentence(loosening), detail=_by_member(loosening), risks=risks, server=server
    )


def _id(loosening: Loosening) -> str:
    return hashlib.sha256(msgspec.json.encode(loosening, order="deterministic")).hexdigest()


def _by_member(loosening: Loosening) -> str:
    """Return the change member by member; for a launch the command line first, as a person would type it."""
    exactly, launch = _exact_change(loosening), _launch(loosening)
    return f"{visible(launch)}\n\n{exactly}" if launch else exactly


def _launch(loosening: Loosening) -> str:
    """Return the command line or URL of a server, or those that get a secret now; "" for other changes."""
    if loosening.section == "servers" and loosening.after is not None:
        spec = ServerSpec(name=str(loosening.key), **frozen(loosening.after))
        return spec.url or shlex.join((spec.command, *spec.args))
    if loosening.section != "secrets":
        return ""
    launches = (loosening.after or {}).get("launches", {})
    return "; ".join(
        str(launches[name].get("command") or launches[name].get("origin", ""))
        for name in _other_launches(loosening) if name in launches
    )  # fmt: skip


def _other_launches(loosening: Loosening) -> list[str]:
    """Return the servers of a secret that is bound to another launch of them."""
    was, now = ((entry or {}).get("launches", {}) for entry in (loosening.before, loosening.after))
    return [name for name in (loosening.after or {}).get("servers", ()) if was.get(name) != now.get(name)]


def _risks(loosening: Loosening) -> tuple[tuple[Risk, ...], str]:
    """Return the risks of a change and the server that they concern."""
    match loosening.section:
        case "servers":
            spec = ServerSpec(name=str(loosening.key), **frozen(loosening.after))
            return launch_risks(spec.command, spec.args, spec.url), spec.name
        case "rules":
            before, after = _in_force(loosening.before), _in_force(loosening.after)
            freed: tuple[Risk, ...] = ("protection ends",) if before is not None else ()
            rule = loosening.after or loosening.before
            return (*freed, *(rule_risks(after) if after is not None else ())), str(rule["server"])
        case "tools":
            return ("shows tool",), loosening.key[1] if isinstance(loosening.key, tuple) else str(loosening.key)
        case "secrets":
            gives_secret = loosening.after is not None and loosening.after.get("servers")
            return (("gives secret",) if gives_secret else ("lets secrets out",)), ""
        case "clients":
            return ("lets client in",), ""
        case "security_keys":
            return ("weakens presence",), ""
    if str(loosening.key).startswith("presence"):
        return ("weakens presence",), ""
    return (("lets secrets out",) if loosening.key == "secrets_in_arguments" else ()), ""


def sentence(loosening: Loosening) -> str:
    """Return a sentence about what is true once the change is accepted."""
    return _SENTENCES[loosening.section](loosening)


def _exact_change(loosening: Loosening) -> str:
    key = loosening.key if isinstance(loosening.key, str) else " ".join(loosening.key)
    before, after = _members(loosening, loosening.before), _members(loosening, loosening.after)
    return difference(before, after, f"{loosening.section} {key}", _masked if loosening.section == "servers" else dict)


def _masked(server: Mapping[str, Any]) -> Mapping[str, Any]:
    from toolguard.services.server_import.settings_files import without_values

    return without_values(server)


def section_difference(before: Mapping[str, Any], after: Mapping[str, Any], section: str) -> str:
    """Return `difference` of the named entries of a section of config.json."""

    def shown(entries: Mapping[str, Any]) -> Mapping[str, Any]:
        return {name: _masked(entry) if section == "servers" else entry for name, entry in entries.items()}

    return difference(before, after, section, shown)


def _members(loosening: Loosening, value: Any) -> Any:
    """Return the value with the members that the file leaves out because they have their default."""
    if value is None:
        return None
    match loosening.section:
        case "servers":
            return stored(ServerSpec(name=str(loosening.key), **frozen(value)))
        case "secrets":
            return {**_SECRET, **value}
    return value


_SECRET = {"kind": "secret", "note": "", "servers": [], "launches": {}, "issuer": "", "resource": ""}


def difference(
    before: Any, after: Any, named: str, shown: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict
) -> str:
    """Return the members that differ in ``after``, with the signs of a diff; for a new or removed value, all members.

    No text in it can begin a line. ``shown`` returns the members as they are shown.
    """
    was, now = _each(before), _each(after)
    was_shown, now_shown = shown(was), shown(now)
    lines = [visible(named)]
    for name in dict.fromkeys((*was, *now)):
        text = visible(name) if name else "value"
        if before is None or after is None:
            members, sign = (was_shown, "-") if after is None else (now_shown, "+")
            lines += [f"  {sign} {text}  {_text(members, name)}"] if members[name] not in _NOTHING else []
        elif was.get(name) != now.get(name):
            lines += [f"  {text}", f"    - {_text(was_shown, name)}", f"    + {_text(now_shown, name)}"]
    return "\n".join(lines)


_NOTHING: tuple[Any, ...] = (None, "", [], {})


def _each(value: Any) -> Mapping[str, Any]:
    """Return the members of a value, or the value itself as the only one."""
    return {} if value is None else value if isinstance(value, Mapping) else {"": value}


def _text(members: Mapping[str, Any], name: str) -> str:
    return visible(json.dumps(members[name], ensure_ascii=False)) if name in members else "(none)"


# --- a sentence for each section ------------------------------------------------------------------------------------


def _server(loosening: Loosening) -> str:
    from toolguard.services import servers

    spec = ServerSpec(name=str(loosening.key), **frozen(loosening.after))
    if loosening.before is None:
        return servers.describe_new(spec.name, spec.url)
    return servers.describe_change(ServerSpec(name=spec.name, **frozen(loosening.before)), spec)


def _in_force(rule: Any) -> Any:
    """Return the rule, or None if it is turned off."""
    return None if rule is None or is_off(rule) else rule


def _rule(loosening: Loosening) -> str:
    from toolguard.services.rules import service as rules

    before, after = _in_force(loosening.before), _in_force(loosening.after)
    texts = [rules.describe_end(before)] if before is not None else []
    texts += [rules.describe_allow(after)] if after is not None and after["verdict"] == "allow" else []
    return sentences(*texts)


def _switch(loosening: Loosening) -> str:
    from toolguard.services import tools

    client, server, tool = loosening.key if isinstance(loosening.key, tuple) else ("*", loosening.key, "*")
    return tools.describe_exposure(server, tool, client)


def _secret(loosening: Loosening) -> str:
    if loosening.after is None:
        return coded("services.secret_no_longer_known", name=loosening.key)
    was, now = (Secret(**frozen(entry)) for entry in (loosening.before or {}, loosening.after))
    if (was.kind, was.issuer, was.resource) != (now.kind, now.issuer, now.resource):
        return coded(
            "services.secret_kind_changes", name=loosening.key, kind=visible(f"{now.kind} {now.issuer}".strip())
        )
    if new := [server for server in now.servers if server not in was.servers]:
        return coded("services.secret_is_given", name=loosening.key, servers=tuple(new))
    servers = _other_launches(loosening) or now.servers
    return coded("services.secret_given_other_launch", name=loosening.key, servers=tuple(servers))


def _client(loosening: Loosening) -> str:
    from toolguard.services.clients.service import describe_new

    return describe_new(str(loosening.key), loosening.after.get("servers"))


def _preference(loosening: Loosening) -> str:
    from toolguard.services import settings

    settings_before = {} if loosening.before is None else {str(loosening.key): loosening.before}
    text = settings.describe_change(str(loosening.key), loosening.after, Preferences(**settings_before))
    return text or coded("services.setting_becomes", key=loosening.key, value=visible(json.dumps(loosening.after)))


def _limit(loosening: Loosening) -> str:
    from toolguard.services.rules import limits

    return limits.describe_end(loosening.after if loosening.before is None else loosening.before)


def _security_key(loosening: Loosening) -> str:
    if loosening.after is None:
        return coded("services.security_key_is_removed", key=visible(str(loosening.key)))
    return coded("services.holds_security_key_can", key=visible(str(loosening.key)))


_SENTENCES = {
    "servers": _server, "rules": _rule, "tools": _switch, "secrets": _secret, "clients": _client,
    "limits": _limit, "security_keys": _security_key, "preferences": _preference,
}  # fmt: skip
