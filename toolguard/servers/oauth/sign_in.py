"""One OAuth sign-in: the authorization flow, and its tokens, which are stored in the keyring and refreshed in time.

It knows no configuration and no window: `sign_ins` connects it with servers and the person.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.task_set import finish_tasks, retrieve_exception
from toolguard.gate.texts import clauses, coded
from toolguard.servers.oauth.record import OAuthRecord, decode_record, encode_record
from toolguard.servers.oauth.redirect import RedirectServer
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.environment import UnreachableError

if TYPE_CHECKING:
    from toolguard.servers.oauth.discovery import SignInTarget
    from toolguard.servers.oauth.fetch import OAuthFetcher

_log = logging.getLogger(__name__)
SIGN_IN_TIMEOUT = 300.0
"""Seconds for a person to sign in."""
FIXED_PATH = "/callback"
"""Path of the redirect URI if the client is not registered each time: its URI is then known beforehand."""
_PEEK_TIMEOUT = 0.2  # seconds
_MAX_OLD_TOKENS = 8
"""Maximum tokens of one sign-in that are redacted in servers' messages; a replaced token soon expires."""


def sign_in_advice(server: str) -> str:
    """Return what a person does to sign in to ``server``."""
    return coded("servers.how_to_sign_in", server=server)


class TokenStorage(Protocol):
    """Storage of texts in the keyring; each method raises `UnreachableError` with what to do."""

    async def read(self, name: str) -> str | None:
        """Return the text, None if there is none. May show a prompt of the keyring."""

    async def peek(self, name: str) -> tuple[bool, str | None]:
        """Like `read` if that needs no prompt; otherwise return (False, None)."""
        ...

    async def keep(self, name: str, value: str) -> None:
        """Store a text in place of an older one."""

    async def forget(self, name: str) -> None:
        """Delete a text; a missing one is ignored."""


class OAuthClient(NamedTuple):
    """The OAuth client that a person has configured for ToolGuard."""

    id: str = ""
    secret: str = ""
    secret_name: str = ""
    """The name of the secret in the keyring."""
    document: str = ""
    """The URL of a client ID metadata document."""


async def import_lazily(name: str) -> Any:
    """Import a module that needs the SDK in a thread, because it takes half a second."""
    module: ModuleType = await asyncio.to_thread(importlib.import_module, f"toolguard.servers.{name}")
    return module


class TokenGrant:
    """The tokens of one issuer for one resource, shared by every session that may use them."""

    def __init__(
        self,
        name: str,
        storage: TokenStorage,
        scrub: Redactor,
        *,
        changed: Callable[[], None],
        on_tokens: Callable[[str, tuple[str, ...]], None] = lambda _name, _values: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.name = name
        self.known: OAuthRecord | None = None
        """The record, if it is known without reading the keyring."""
        self.is_absent = False
        """Whether the keyring was read and has no record."""
        self._storage = storage
        self._scrub = scrub
        self._changed = changed
        self._on_tokens = on_tokens
        self._clock = clock
        self._learned: list[str] = []
        self._loading: asyncio.Task[OAuthRecord | None] | None = None
        self._peeking: asyncio.Task[None] | None = None
        self._refreshing: asyncio.Task[OAuthRecord] | None = None
        self._writing = asyncio.Lock()
        """Held from before a request for new tokens, or for their revocation, until its result is stored."""

    async def record(self) -> OAuthRecord | None:
        """Return the stored record. Raises `UnreachableError` if the keyring cannot be read."""
        if self.known is None:
            if self._loading is None or self._loading.done():
                self._loading = asyncio.get_running_loop().create_task(self._load())
            await asyncio.shield(self._loading)
        return self.known

    async def _load(self) -> OAuthRecord | None:
        self._take(await self._storage.read(self.name))
        return self.known

    async def load_if_unlocked(self) -> None:
        """Read the stored record if the keyring is open, without a prompt and with a short timeout."""
        if self.known is None and not self.is_absent:
            if self._peeking is None or self._peeking.done():
                self._peeking = asyncio.get_running_loop().create_task(self._peek())
            await asyncio.wait({self._peeking}, timeout=_PEEK_TIMEOUT)

    async def _peek(self) -> None:
        with suppress(UnreachableError):  # reported where it is needed
            readable, text = await self._storage.peek(self.name)
            if readable:
                self._take(text)

    def _take(self, text: str | None) -> None:
        if self.known is None:  # otherwise a sign-in ended in the meantime
            self._set_record(decode_record(text) if text is not None else None)

    def _set_record(self, record: OAuthRecord | None) -> None:
        self.known, self.is_absent = record, record is None
        now = record.values if record is not None else ()
        for value in now:
            self._scrub.learn(self.name, value)
        old = [value for value in self._learned if value not in now]
        for value in old[:-_MAX_OLD_TOKENS]:
            self._scrub.forget(self.name, value)
        self._learned = [*old[-_MAX_OLD_TOKENS:], *now]
        self._on_tokens(self.name, tuple(self._learned))
        self._changed()

    async def put(self, record: OAuthRecord) -> None:
        """Use and store ``record`` from now on. If storing it raises `UnreachableError`, it is used anyway."""
        async with self._writing:
            await self._store(record)

    async def _store(self, record: OAuthRecord) -> None:
        self._set_record(record)
        await self._storage.keep(self.name, encode_record(record))

    async def token(self, fetcher: OAuthFetcher, server: str) -> str:
        """Return a valid token, refreshed if need be. Raises `UnreachableError` with what to do."""
        record = _usable(await self.record(), server)
        if not record.expires_soon(self._clock()):
            return record.access
        if not record.refresh:
            raise UnreachableError(coded("servers.sign_server_ended", server=server, again=sign_in_advice(server)))
        return (await self._refresh(record, fetcher, server)).access

    async def replace_refused(self, refused: str, fetcher: OAuthFetcher, server: str) -> bool:
        """Return whether another token than ``refused`` is available: a newer one, or one from a refresh."""
        record = await self.record()
        if record is None or not record.access:
            return False
        if record.access == refused and record.refresh:
            with suppress(UnreachableError):
                record = await self._refresh(record, fetcher, server)
        return record.access not in ("", refused)

    async def _refresh(self, record: OAuthRecord, fetcher: OAuthFetcher, server: str) -> OAuthRecord:
        """Refresh the tokens of ``record``, one refresh at a time. It continues if its caller is cancelled, since its
        response comes only once.
        """
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.get_running_loop().create_task(self._refresh_now(record, fetcher, server))
            self._refreshing.add_done_callback(retrieve_exception)
        return await asyncio.shield(self._refreshing)

    async def _refresh_now(self, record: OAuthRecord, fetcher: OAuthFetcher, server: str) -> OAuthRecord:
        tokens = await import_lazily("oauth.tokens")
        async with self._writing:
            if self.known is not record:  # the person signed in or out meanwhile
                return _usable(self.known, server)
            try:
                fresh: OAuthRecord = await tokens.refresh_tokens(fetcher, record)
            except tokens.SignedOutError as why:
                await self._keep(record.without_tokens(keep_client=why.error == "invalid_grant"))
                raise UnreachableError(clauses(str(why), sign_in_advice(server))) from None
            except UnreachableError as why:
                if record.expires > self._clock():
                    return record  # still valid for some seconds
                raise UnreachableError(coded("servers.sign_server_not_renewed", server=server, reason=why)) from None
            await self._keep(fresh)
            return fresh

    async def _keep(self, record: OAuthRecord) -> None:
        try:
            await self._store(record)
        except UnreachableError as why:
            _log.warning("a renewed sign-in is kept in memory only: %s", why)

    async def sign_out(self, fetcher: OAuthFetcher) -> bool:
        """Revoke and delete the tokens. Return whether the authorization server confirmed that."""
        async with self._writing:
            record = await self.record()
            revoked = False
            if record is not None and record.access:
                with suppress(UnreachableError):
                    revoked = await (await import_lazily("oauth.tokens")).revoke_tokens(fetcher, record)
            await self._storage.forget(self.name)
            self._loading = None
            if self._peeking is not None:
                self._peeking.cancel()  # it may have read the tokens
            self._set_record(None)
            return revoked

    async def close(self) -> None:
        """Wait for a running refresh, for a limited time: the old token may already be invalid."""
        tasks: list[asyncio.Task[Any]] = [
            task for task in (self._refreshing, self._loading, self._peeking) if task is not None and not task.done()
        ]
        await finish_tasks(tasks, 2.0)


def _usable(record: OAuthRecord | None, server: str) -> OAuthRecord:
    """Return ``record`` if it has a token. Raises `UnreachableError`."""
    if record is None or not record.access:
        raise UnreachableError(coded("servers.signed_out_server", server=server, again=sign_in_advice(server)))
    return record


class SignInFlow:
    """One running sign-in; ``address`` is the URL for the person's browser."""

    def __init__(self, fetcher: OAuthFetcher, target: SignInTarget) -> None:
        self.address = ""
        self.target = target
        self._fetcher = fetcher
        self._client: dict[str, Any] = {}
        self._verifier = ""
        self._redirect: RedirectServer | None = None

    async def begin(self, client: OAuthClient, earlier: OAuthRecord | None) -> None:
        """Register the client if necessary, and start the redirect server; raises `UnreachableError`."""
        tokens = await import_lazily("oauth.tokens")
        state = secrets.token_urlsafe(32)
        old = earlier.client if earlier is not None and not (client.id or client.document) else {}
        self._redirect = await _start_redirect_server(state, old, fixed=bool(client.id or client.document))
        if old and self._redirect.address in old.get("redirect_uris", ()):
            self._client = old
        else:
            self._client = await tokens.register_client(
                self._fetcher, self.target, self._redirect.address, client_id=client.id, secret=client.secret,
                document=client.document,
            )  # fmt: skip
        self.address, self._verifier = tokens.authorization_url(
            self.target, self._client, self._redirect.address, state
        )
        self._fetcher.check(self.address, coded("servers.page_sign"))

    async def finish(self) -> OAuthRecord:
        """Wait for the person, then for the tokens. Raises `UnreachableError` with why there are none."""
        assert self._redirect is not None  # noqa: S101 - it has begun
        tokens = await import_lazily("oauth.tokens")
        try:
            async with asyncio.timeout(SIGN_IN_TIMEOUT):
                answer = await self._redirect.wait_result()
        except TimeoutError:
            raise UnreachableError(coded("servers.sign_in_timed_out", minutes=f"{SIGN_IN_TIMEOUT / 60:g}")) from None
        tokens.check_issuer(answer.iss, self.target)
        if answer.error:
            secret = str(self._client.get("client_secret") or "")
            reason, about = (
                tokens.redacted(text.encode("utf-8", "replace"), secret).decode()
                for text in (answer.error, answer.about)
            )
            about = f" ({visible(about[:200])})" if about else ""
            raise UnreachableError(coded("servers.sign_declined", reason=visible(reason[:60]), about=about))
        if not answer.code:
            raise UnreachableError(coded("servers.browser_came_back_without"))
        record: OAuthRecord = await tokens.exchange_code(
            self._fetcher, self.target, self._client, code=answer.code, verifier=self._verifier,
            redirect=self._redirect.address,
        )  # fmt: skip
        return record

    async def close(self) -> None:
        """Close the redirect server, so that a late response is refused. Idempotent."""
        if self._redirect is not None:
            await self._redirect.close()


async def _start_redirect_server(state: str, old: dict[str, Any], *, fixed: bool) -> RedirectServer:
    """Start the redirect server, on the port for which an earlier client was registered if that is free."""
    for address in _texts(old.get("redirect_uris")):
        with suppress(OSError, ValueError):
            url = urlsplit(address)
            return await RedirectServer.open(state, path=url.path, port=url.port or 0)
    try:
        return await RedirectServer.open(state, path=FIXED_PATH if fixed else "")
    except OSError as problem:
        raise UnreachableError(coded("servers.no_port_computer_free", reason=problem)) from problem


def _texts(value: object) -> Iterable[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
