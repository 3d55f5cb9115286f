"""The server kind Open Tool Calling (OTC, later OXP): its settings, and how its channel is opened.

It supports the protocol of March 2025 in all of its five generations (`parser`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from toolguard.gate.session.upstream import NotProvidedError
from toolguard.gate.texts import coded
from toolguard.servers.http import kind as http_kind
from toolguard.servers.inbox import ServerInbox
from toolguard.servers.otc.context import OtcContextSource, context
from toolguard.servers.otc.sign_in import OtcSignIn
from toolguard.servers.resources import ServerResources
from toolguard.servers.secrets.redactor import Redactor, Release, fill
from toolguard.servers.stdio.environment import UnreachableError
from toolguard.servers.stdio.stderr_log import StderrLog
from toolguard.tables.servers import ServerSpec

if TYPE_CHECKING:
    from toolguard.servers.otc.channel import OtcChannel
    from toolguard.servers.otc.parser import ToolRequirements


async def open_otc(spec: ServerSpec, resources: ServerResources) -> OtcChannel:
    """Connect to the server and check its health. Raises `UnreachableError`."""
    on_state, release, redactor = resources.on_state, resources.release, resources.redactor
    on_state("starting")
    http_kind.check(spec, spec.auth_key, *_texts(spec.context))
    if spec.auth == "jwt" and any(name.lower() == "authorization" for name in spec.headers):
        raise UnreachableError(coded("servers.header_authorization_set_sign"))
    if spec.auth != "none" and not spec.auth_key:
        raise UnreachableError(coded("servers.server_sign_no_credential"))
    url, headers = await http_kind.fill_secrets(spec, release, redactor, on_state)
    key = await _key(spec, release, redactor)
    on_state("starting")
    opened = await asyncio.to_thread(_load)

    async def give(tool: str, needs: ToolRequirements) -> OtcContextSource:
        now = resources.current() if resources.current is not None else spec
        if (now.kind, now.url) != (spec.kind, spec.url):  # the current binding is for another server
            raise NotProvidedError(coded("servers.server_another_address_now_start", name=spec.name))
        return await context(tool, needs, now.context, release, redactor, spec.name)

    inbox = ServerInbox(StderrLog(resources.log, redactor), redactor)
    sign_in = OtcSignIn(spec.auth, key, redactor)
    return await opened(
        spec.name,
        url,
        headers,
        inbox,
        sign_in=sign_in,
        quirks=resources.quirks.of(spec.url),
        give=give,
        prompt_page=resources.prompt_page,
    )


def _load() -> Callable[..., Awaitable[OtcChannel]]:
    from toolguard.servers.otc.channel import connected

    return connected


async def _key(spec: ServerSpec, release: Release, redactor: Redactor) -> str:
    if spec.auth == "none":
        return ""
    key = (await fill({"sign-in": spec.auth_key}, redactor.learning(release), subject="setting"))["sign-in"]
    if spec.auth == "api_key" and not (key.isascii() and key.isprintable()):
        raise UnreachableError(coded("servers.credential_sign_character_no"))
    return key


def _texts(context: Mapping[str, Any]) -> list[str]:
    """Return every text in the context that may name a secret."""
    texts: list[str] = []
    for part in context.values():
        texts += [part] if isinstance(part, str) else [text for text in part.values() if isinstance(text, str)]
    return texts
