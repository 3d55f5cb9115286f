"""The ``context`` of a call of an Open Tool Calling tool: values that the tool requires and the person bound.

Values are fetched after the approval, for one call, and are only in the message to the server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolguard.gate.session.upstream import NotProvidedError
from toolguard.gate.texts import coded
from toolguard.servers.secrets.redactor import REFERENCE, Redactor, Release, fill
from toolguard.servers.stdio.environment import UnreachableError

if TYPE_CHECKING:
    from toolguard.servers.otc.parser import ToolRequirements

TEMPLATE_MEMBERS = {"secrets": "secret", "authorization": "authorization"}
"""The members of ``context`` with a template per id, and the name of one item of each."""
_MISSING = {"secrets": "servers.missing_secret", "authorization": "servers.missing_authorization"}


@dataclass(frozen=True, slots=True)
class OtcContextSource:
    """The configured templates for ``context``, by id."""

    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    authorization: Mapping[str, str] = field(default_factory=dict, repr=False)
    user_id: str | None = field(default=None, repr=False)


async def context(
    tool: str, needs: ToolRequirements, bound: Mapping[str, Any], release: Release, redactor: Redactor, server: str
) -> OtcContextSource:  # fmt: skip
    """Return the values that a tool requires. Raises `NotProvidedError` if one is not bound or has no value."""
    texts: dict[str, str] = {}
    missing: list[str] = []
    for part, ids in (("secrets", needs.secrets), ("authorization", needs.authorization)):
        templates = bound.get(part)
        for id in ids:
            template = templates.get(id) if isinstance(templates, Mapping) else None
            if isinstance(template, str) and re.fullmatch(REFERENCE, template):
                texts[f"{part} {id}"] = template
            else:
                missing.append(coded(_MISSING[part], id=id))
    user = bound.get("user_id")
    if needs.user_id and isinstance(user, str) and user:
        texts["user_id"] = user
    elif needs.user_id:
        missing.append(coded("servers.missing_user_id"))
    if missing:
        raise NotProvidedError(coded("servers.tool_needs_server_not", tool=tool, missing=tuple(missing), server=server))
    return _context(await _filled(texts, release, redactor))


async def _filled(texts: dict[str, str], release: Release, redactor: Redactor) -> dict[str, str]:
    try:
        return await fill(texts, redactor.learning(release), subject="context")
    except UnreachableError as why:
        raise NotProvidedError(coded("gate.sentence", text=why)) from None


def _context(values: dict[str, str]) -> OtcContextSource:
    parts: dict[str, dict[str, str]] = {part: {} for part in TEMPLATE_MEMBERS}
    for place, value in values.items():
        part, _, id = place.partition(" ")
        if part in parts:
            parts[part][id] = value
    return OtcContextSource(**parts, user_id=values.get("user_id"))
