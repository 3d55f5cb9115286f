"""An Open Tool Calling server (OTC, later OXP): what a person sets for it, and how its channel is opened.

The protocol is that of March 2025, in all of its five generations (`parser`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.session.upstream import NotProvided
from toolguard.gate.texts import coded
from toolguard.servers.http import kind as http_kind
from toolguard.servers.inbox import Inbox
from toolguard.servers.otc.context import Context, context
from toolguard.servers.otc.sign_in import SignIn
from toolguard.servers.resources import Resources
from toolguard.servers.secrets.redactor import REFERENCE, Release, Scrubber, fill
from toolguard.servers.stdio.environment import Unreachable
from toolguard.servers.stdio.stderr_log import Notes

if TYPE_CHECKING:
    from toolguard.servers.otc.channel import OtcChannel
    from toolguard.servers.otc.parser import Needs


class Spec(http_kind.Addressed, Protocol):
    """An Open Tool Calling server as the configuration has it."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def auth(self) -> str: ...
    @property
    def auth_key(self) -> str: ...
    @property
    def context(self) -> Mapping[str, Any]: ...
    @property
    def enabled(self) -> bool: ...


_CREDENTIALS = {
    "type": "object",
    "propertyNames": {"minLength": 1, "maxLength": 300},
    "additionalProperties": {"type": "string", "pattern": REFERENCE},
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "url": {
            **http_kind.SCHEMA["properties"]["url"],
            "description": coded("servers.setting_otc_url_about"),
        },
        "auth": {
            "enum": ["none", "api_key", "jwt"],
            "default": "none",
            "title": coded("servers.setting_auth"),
            "description": coded("servers.setting_auth_about"),
        },
        "auth_key": {
            "type": "string",
            "pattern": f"^$|{REFERENCE}",
            "default": "",
            "title": coded("servers.setting_auth_key"),
            "description": coded("servers.setting_value_about"),
        },
        "headers": http_kind.SCHEMA["properties"]["headers"],
        "context": {
            "type": "object",
            "title": coded("servers.setting_context"),
            "description": coded("servers.setting_context_about"),
            "properties": {
                "secrets": {
                    **_CREDENTIALS,
                    "title": coded("servers.setting_secrets"),
                    "description": coded("servers.setting_secrets_about"),
                },
                "authorization": {
                    **_CREDENTIALS,
                    "title": coded("servers.setting_tokens"),
                    "description": coded("servers.setting_tokens_about"),
                },
                "user_id": {
                    "type": "string",
                    "pattern": "^[^\\r\\n\\u0000]*$",
                    "title": coded("servers.setting_user_id"),
                    "description": coded("servers.setting_user_id_about"),
                },
            },
            "additionalProperties": False,
        },
    },
    "required": ["url"],
}


def describe(spec: Spec) -> str:
    """The address, the headers and the sign-in in one line; what is invisible is written out."""
    sign_in = () if spec.auth == "none" else (f"[{spec.auth}: {spec.auth_key}]",)
    return visible(" ".join((spec.url, *(f"[{name}: {value}]" for name, value in spec.headers.items()), *sign_in)))


async def open_otc(spec: Spec, resources: Resources) -> OtcChannel:
    """Reach the server and ask for its health; raises `Unreachable`."""
    on_state, release, scrubber = resources.on_state, resources.release, resources.scrubber
    on_state("starting")
    http_kind.check(spec, spec.auth_key, *_texts(spec.context))
    if spec.auth == "jwt" and any(name.lower() == "authorization" for name in spec.headers):
        raise Unreachable(coded("servers.header_authorization_set_sign"))
    if spec.auth != "none" and not spec.auth_key:
        raise Unreachable(coded("servers.server_sign_no_credential"))
    url, headers = await http_kind.filled(spec, release, scrubber, on_state)
    key = await _key(spec, release, scrubber)
    on_state("starting")
    opened = await asyncio.to_thread(_load)

    async def give(tool: str, needs: Needs) -> Context:
        now = resources.current() if resources.current is not None else spec
        if (now.kind, now.url) != (spec.kind, spec.url):  # what is bound now is bound to another server
            raise NotProvided(coded("servers.server_another_address_now_start", name=spec.name))
        return await context(tool, needs, now.context, release, scrubber, spec.name)

    inbox = Inbox(Notes(resources.log, scrubber), scrubber)
    sign_in = SignIn(spec.auth, key)
    return await opened(
        spec.name,
        url,
        headers,
        inbox,
        sign_in=sign_in,
        habit=resources.habits.of(spec.url),
        give=give,
        invite=resources.invite,
    )


def _load() -> Callable[..., Awaitable[OtcChannel]]:
    from toolguard.servers.otc.channel import connected

    return connected


async def _key(spec: Spec, release: Release, scrubber: Scrubber) -> str:
    async def learned(name: str) -> str:
        value = (await release(name)).strip()
        scrubber.learn(name, value)
        return value

    key = (await fill({"sign-in": spec.auth_key}, learned, what="setting"))["sign-in"] if spec.auth != "none" else ""
    if spec.auth == "api_key" and not (key.isascii() and key.isprintable()):
        raise Unreachable(coded("servers.credential_sign_character_no"))
    return key


def _texts(context: Mapping[str, Any]) -> list[str]:
    """Every text in the context that may name a secret."""
    found: list[str] = []
    for part in context.values():
        found += [part] if isinstance(part, str) else [text for text in part.values() if isinstance(text, str)]
    return found
