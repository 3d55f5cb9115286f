"""The table of credential kinds.

The schemas of ``config.json`` and of the commands, ``toolguard secret set --kind``, the page Credentials and the manual
are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolguard.gate.texts import coded
from toolguard.tables.values import alternatives

MIN_VALUE_LENGTH = 4
"""Values with fewer characters are not searched for: "42" occurs in half of all results. Redacting it would break them
without a benefit, because such short values can be guessed anyway.
"""
_WORDS = ("true", "false", "null")  # part of JSON itself, and no secret


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialKind:
    """A kind of credential and its label."""

    title: str
    is_sign_in: bool = False
    """The tokens of a sign-in, which ToolGuard gets and renews for one server. A person enters all others."""
    secret: bool = True
    """Calls that contain its value are refused."""


CREDENTIAL_KINDS: Mapping[str, CredentialKind] = {
    "secret": CredentialKind(title="Secret"),
    "api_key": CredentialKind(title="API key"),
    "bearer_token": CredentialKind(title="Bearer token"),
    "user_id": CredentialKind(title="User ID", secret=False),
    "oauth": CredentialKind(title="OAuth sign-in", is_sign_in=True),
}


def entered_kinds() -> tuple[str, ...]:
    """Return the kinds that a person can enter."""
    return tuple(name for name, kind in CREDENTIAL_KINDS.items() if not kind.is_sign_in)


def is_sign_in(kind: str) -> bool:
    """Return whether credentials of a kind are the tokens of a sign-in; False if the kind is unknown."""
    return kind in CREDENTIAL_KINDS and CREDENTIAL_KINDS[kind].is_sign_in


def is_searched_for(value: str) -> bool:
    """Return whether messages are searched for ``value``, to redact it and to refuse calls with it."""
    return len(value) >= MIN_VALUE_LENGTH and value not in _WORDS


def search_warning(value: str) -> str:
    """Return a warning if a ``value`` that is entered is not searched for; else ""."""
    return "" if is_searched_for(value.strip()) else coded("tables.value_not_searched")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a credential's kind in ``config.json``."""
    return {"title": alternatives(tuple(CREDENTIAL_KINDS)), "enum": list(CREDENTIAL_KINDS)}
