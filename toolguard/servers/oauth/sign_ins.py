"""Sign-ins of all servers: which server requires one, its state, and the token for each request.

No server opens a browser: its request for a sign-in waits until the person starts it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, cut
from toolguard.servers.http import kind as http_kind
from toolguard.servers.oauth.record import OAuthRecord, covers, name_for
from toolguard.servers.oauth.sign_in import (
    OAuthClient,
    SignInFlow,
    TokenGrant,
    TokenStorage,
    import_lazily,
    sign_in_advice,
)
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.environment import UnreachableError

if TYPE_CHECKING:
    import httpx2

    from toolguard.servers.oauth.discovery import SignInTarget
    from toolguard.servers.oauth.fetch import OAuthFetcher

LOOP_GUARD = 60.0
"""Seconds after a sign-in in which a server that refuses its token is not signed in to again, and so on for ever."""
_DISCOVERY_TTL = 30.0  # seconds for which what a server's refusal leads to is remembered


class SignInEntry(NamedTuple):
    """A server's sign-in in the configuration: the name in the keyring, the issuer, and the resource."""

    secret: str
    issuer: str
    resource: str


class SignInConfig(Protocol):
    """The configuration of sign-ins."""

    def spec(self, server: str) -> http_kind.HttpServerSpec | None: ...
    def entry(self, server: str) -> SignInEntry | None: ...
    def register(self, server: str, entry: SignInEntry) -> None:
        """Remember that a server signs in there, and nowhere else; raises `UnreachableError`."""
        ...

    async def client(self, server: str) -> OAuthClient: ...


class SignInListener(Protocol):
    """Callbacks for the log, the pages and the person."""

    def note(self, what: str, by: str, detail: str) -> None: ...
    def released(self, server: str, secret: str) -> None: ...
    def changed(self) -> None: ...
    def asks(self) -> bool: ...
    async def propose(self, kind: str, title: str, detail: str, asked_by: str) -> bool: ...


@dataclass(slots=True)
class _SignInStatus:
    """State of one server's sign-in in this run."""

    found: SignInTarget | None = None
    scopes: str = ""
    looked: float = float("-inf")
    looking: asyncio.Task[SignInTarget | None] | None = None
    beginning: asyncio.Task[SignInFlow] | None = None
    flow: SignInFlow | None = None
    finishing: asyncio.Task[None] | None = None
    asking: asyncio.Task[None] | None = None
    why: str = ""
    """Why the last try came to nothing."""
    declined: bool = False
    ended: float = float("-inf")
    """When the last sign-in went well."""


class OAuthManager:
    """One for the program. `on_page` says what opens the page on which the person signs in.

    ``on_tokens`` is told the name of a sign-in and its tokens whenever these change, with the last ones before.
    """

    def __init__(
        self, config: SignInConfig, storage: TokenStorage, scrub: Redactor, listener: SignInListener,
        on_tokens: Callable[[str, tuple[str, ...]], None] = lambda _name, _values: None,
    ) -> None:  # fmt: skip
        self._page_openers: list[Callable[[str], None]] = []
        self._config = config
        self._storage = storage
        self._scrub = scrub
        self._listener = listener
        self._on_tokens = on_tokens
        self._grants: dict[str, TokenGrant] = {}
        self._statuses: dict[str, _SignInStatus] = {}

    # --- for requests -----------------------------------------------------------------------------------------------

    def on_page(self, opener: Callable[[str], None]) -> Callable[[], None]:
        """Call ``opener`` with each address that the person has to open; the returned function ends that."""
        self._page_openers.append(opener)
        return lambda: self._page_openers.remove(opener)

    def open_page(self, address: str) -> None:
        """Show the person the page at ``address``: in the browser, or printed."""
        for opener in self._page_openers:
            opener(address)

    def token_provider(self, server: str) -> SignInTokenProvider | None:
        """What signs the requests to a server; None for one that a person has given a header Authorization."""
        spec = self._config.spec(server)
        return SignInTokenProvider(self, spec) if spec is not None and can_sign(spec) else None

    def secret_names(self, server: str) -> tuple[str, ...]:
        """The name of the sign-in that a server's requests carry."""
        spec = self._config.spec(server)
        entry = self._entry(spec) if spec is not None and can_sign(spec) else None
        return (entry.secret,) if entry is not None else ()

    async def token(self, spec: http_kind.HttpServerSpec) -> str:
        """The token for the next request, "" when this server never wanted one; raises `UnreachableError`."""
        entry = self._entry(spec)
        return "" if entry is None else await self._grant(entry.secret).token(await _fetcher(spec), spec.name)

    async def refused(
        self, spec: http_kind.HttpServerSpec, response: httpx2.Response, used: str, renewed: bool
    ) -> bool:
        """A server refused a request unread (401), or for want of rights (403): whether to send it once more.

        Raises `UnreachableError` with what a person has to do. False: it is no matter of signing in.
        """
        more = response.status_code == 403
        if more and not (await import_lazily("oauth.discovery")).is_step_up(response):
            return False
        self._check_address(spec)
        entry, fetcher = self._entry(spec), await _fetcher(spec)
        grant = self._grant(entry.secret) if entry is not None else None
        if (
            grant is not None
            and used
            and not (more or renewed)
            and await grant.replace_refused(used, fetcher, spec.name)
        ):
            return True
        record = grant.known if grant is not None else None
        status = self._statuses.setdefault(spec.name, _SignInStatus())
        found = await self._discover(spec, fetcher, response)
        if found is None:
            return False
        fresh = used and not more and time.monotonic() - status.ended < LOOP_GUARD
        if fresh and entry is not None and (entry.issuer, entry.resource) == (found.issuer, found.resource):
            raise UnreachableError(coded("servers.server_refuses_token_given", name=spec.name))
        if more:
            await self._check_scopes(response, record, used, spec.name)
        status.scopes = _union(record.scope if record is not None else "", found.scopes)
        self._offer_sign_in(spec, found)
        if more:
            raise UnreachableError(
                coded("servers.server_wants_more_rights", name=spec.name, again=sign_in_advice(spec.name))
            )
        raise UnreachableError(
            coded(
                "servers.server_requires_sign_in",
                name=spec.name,
                place=found.place,
                again=sign_in_advice(spec.name),
            )
        )

    def _check_address(self, spec: http_kind.HttpServerSpec) -> None:
        """Who was reached under this name before chooses no place to sign in: the client's secret may be another's."""
        now = self._config.spec(spec.name)
        if now is None or now.url != spec.url:
            raise UnreachableError(coded("servers.server_another_address_now", name=spec.name))

    async def _check_scopes(
        self, response: httpx2.Response, record: OAuthRecord | None, used: str, server: str
    ) -> None:
        wanted = set((await import_lazily("oauth.discovery")).challenged_scopes(response).split())
        if used and record is not None and wanted <= set(record.scope.split()):
            named = visible(" ".join(sorted(wanted)))
            raise UnreachableError(coded("servers.server_wants_same_rights", server=server, rights=named))

    async def _discover(
        self, spec: http_kind.HttpServerSpec, fetcher: OAuthFetcher, response: httpx2.Response | None
    ) -> SignInTarget | None:
        """Where the person would sign in; looked for once by all who ask at the same time."""
        discover = (await import_lazily("oauth.discovery")).discover
        status = self._statuses.setdefault(spec.name, _SignInStatus())
        asks_more = response is not None and response.status_code == 403
        if status.looking is None or (
            status.looking.done() and (asks_more or time.monotonic() - status.looked > _DISCOVERY_TTL)
        ):
            status.looking = asyncio.get_running_loop().create_task(discover(fetcher, response))
            status.looking.add_done_callback(_consume_exception)
            status.looked = time.monotonic()
        return await asyncio.shield(status.looking)

    # --- what a server wants ----------------------------------------------------------------------------------------

    def _offer_sign_in(self, spec: http_kind.HttpServerSpec, found: SignInTarget) -> None:
        status = self._statuses[spec.name]
        fresh = status.found is None
        status.found = found
        if status.flow is None and status.asking is None and not status.declined and self._listener.asks():
            status.asking = asyncio.get_running_loop().create_task(self._ask_person(spec, found))
            status.asking.add_done_callback(lambda _: setattr(status, "asking", None))
        if fresh:
            self._listener.changed()

    async def _ask_person(self, spec: http_kind.HttpServerSpec, found: SignInTarget) -> None:
        title = coded("servers.sign_in_question", name=spec.name, place=found.place)
        if not await self._listener.propose(
            "sign-in", title, _describe_sign_in(spec, found), coded("servers.the_server", name=spec.name)
        ):
            self._statuses[spec.name].declined = True
            return
        try:
            self.open_page((await self.begin(spec.name, by="person", found=found)).address)
        except UnreachableError as why:
            self._statuses[spec.name].why = str(why)
            self._listener.changed()

    # --- what a person does -----------------------------------------------------------------------------------------

    async def begin(self, server: str, *, by: str, found: SignInTarget | None = None) -> SignInFlow:
        """Begin a sign-in, or go on with the one that was begun; raises `UnreachableError`."""
        spec = self._config.spec(server)
        if spec is None or not can_sign(spec):
            raise UnreachableError(coded("servers.server_not_sign_no", server=server))
        status = self._statuses.setdefault(server, _SignInStatus())
        if status.flow is None and status.beginning is None:
            status.beginning = asyncio.get_running_loop().create_task(self._begin(spec, status, found, by))
            status.beginning.add_done_callback(lambda _: setattr(status, "beginning", None))
        if status.flow is not None:
            return status.flow
        assert status.beginning is not None  # noqa: S101 - made above
        return await asyncio.shield(status.beginning)

    async def _begin(
        self, spec: http_kind.HttpServerSpec, status: _SignInStatus, found: SignInTarget | None, by: str
    ) -> SignInFlow:
        fetcher = await _fetcher(spec)
        if found is not None and not covers(found.resource, spec.url):
            raise UnreachableError(coded("servers.server_another_address_now_look", name=spec.name))
        if status.found is not None and covers(status.found.resource, spec.url):
            found = found or status.found
        if found is None:
            found = await (await import_lazily("oauth.discovery")).discover(fetcher, await fetcher.challenge())
        if found is None:
            raise UnreachableError(coded("servers.server_not_say_people", name=spec.name))
        before = await self._grant(name_for(found.issuer, found.resource)).record()
        scopes = status.scopes or _union(before.scope if before is not None else "", found.scopes)
        flow = SignInFlow(fetcher, found, scopes)
        try:
            client = await self._config.client(spec.name)
            self._check_address(spec)
            await flow.begin(client, before)
        except BaseException:
            await flow.close()
            raise
        status.flow, status.why, status.declined = flow, "", False
        status.finishing = asyncio.get_running_loop().create_task(self._finish(spec, status, flow, by))
        self._listener.note(coded("servers.sign_server_begun", name=spec.name), by, _describe_sign_in(spec, found))
        self._listener.changed()
        return flow

    async def _finish(self, spec: http_kind.HttpServerSpec, status: _SignInStatus, flow: SignInFlow, by: str) -> None:
        try:
            record = await flow.finish()
            now = self._config.spec(spec.name)
            if now is None or not covers(record.resource, now.url):
                raise UnreachableError(coded("servers.server_removed_changed_meanwhile"))
            entry = SignInEntry(name_for(record.issuer, record.resource), record.issuer, record.resource)
            self._config.register(spec.name, entry)
            await self._grant(entry.secret).put(record)
            status.found, status.looking, status.scopes = None, None, ""
            status.ended = time.monotonic()
            self._listener.note(coded("servers.server_signed", name=spec.name), by, f"{record.issuer}\n{record.scope}")
        except UnreachableError as why:
            status.why = str(why)
            self._listener.note(coded("servers.sign_server_failed", name=spec.name), by, cut(str(why), 500))
        finally:
            status.flow = None
            if status.asking is not None:
                status.asking.cancel()  # nobody has to be asked any more
            await flow.close()
            self._listener.changed()

    def address(self, server: str) -> str:
        """The page of a sign-in that waits for the browser, for the person and nobody else; "" when none waits."""
        status = self._statuses.get(server)
        return status.flow.address if status is not None and status.flow is not None else ""

    async def wait_end(self, server: str) -> str:
        """Wait for the end of a sign-in that was begun; "" or why it came to nothing."""
        status = self._statuses[server]
        if status.finishing is not None:
            await asyncio.shield(status.finishing)
        return status.why

    async def cancel(self, server: str) -> bool:
        """Give up a sign-in that was begun; False when there was none."""
        status = self._statuses.get(server)
        if status is None or status.finishing is None or status.flow is None:
            return False
        status.finishing.cancel()
        await asyncio.gather(status.finishing, return_exceptions=True)
        status.why = coded("servers.gave_sign_up")
        self._listener.changed()
        return True

    async def sign_out(self, server: str, *, by: str) -> bool:
        """Sign out; whether the authorization server said that it forgot the tokens. Raises `UnreachableError`."""
        spec, entry = self._config.spec(server), self._config.entry(server)
        if spec is None or entry is None:
            raise UnreachableError(coded("servers.not_signed_server", server=server))
        revoked = await self._grant(entry.secret).sign_out(await _fetcher(spec))
        status = self._statuses.setdefault(server, _SignInStatus())
        status.ended, status.why = float("-inf"), ""
        self._listener.note(
            coded("servers.server_signed_out", server=server),
            by,
            "revoked" if revoked else coded("servers.forgotten_here"),
        )
        return revoked

    # --- what is shown ----------------------------------------------------------------------------------------------

    async def state(self, server: str) -> dict[str, Any]:
        """How it stands with a server's sign-in, without a token in it. Nobody is asked for that.

        Nor is the page's address in it: whoever has that can sign in, as somebody else than the person who began it.

        ``state``: ``none`` (it never wanted one), ``wanted``, ``waiting`` (for the browser), ``in``, ``out``.
        """
        spec = self._config.spec(server)
        listener: dict[str, Any] = {"state": "none", "issuer": "", "resource": "", "scopes": "", "expires": 0.0,
                                "place": "", "why": "", "secret": ""}  # fmt: skip
        if spec is None or not can_sign(spec):
            return listener
        entry, status = self._entry(spec), self._statuses.get(server) or _SignInStatus()
        if entry is not None:
            listener |= {"state": "out", **await self.describe_sign_in(entry.secret), "issuer": entry.issuer,
                     "resource": entry.resource, "secret": entry.secret}  # fmt: skip
        if status.flow is not None:
            listener |= {"state": "waiting", "place": status.flow.found.place}
        elif status.found is not None:
            listener |= {"state": "wanted", "place": status.found.place, "issuer": status.found.issuer}
        return listener | {"why": status.why}

    async def describe_sign_in(self, secret: str) -> dict[str, Any]:
        """What may be told of a sign-in by its name: whether there are tokens, which rights, until when."""
        grant = self._grant(secret)
        await grant.load_if_unlocked()
        record = grant.known
        if record is None:
            return {"state": "out" if grant.is_absent else "in"}
        renewable = bool(record.refresh)
        return {"state": "in" if record.access else "out", "scopes": record.scope, "expires": record.expires,
                "renewable": renewable}  # fmt: skip

    async def close(self) -> None:
        """Give up what waits, and let renewals end."""
        tasks = [task for one in self._statuses.values()
                 for task in (one.asking, one.looking, one.beginning, one.finishing) if task is not None]  # fmt: skip
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(grant.close() for grant in self._grants.values()))

    # --- inside -----------------------------------------------------------------------------------------------------

    def _entry(self, spec: http_kind.HttpServerSpec) -> SignInEntry | None:
        """The sign-in of a server, when it is for the very address that the server has now."""
        entry = self._config.entry(spec.name)
        return entry if entry is not None and covers(entry.resource, spec.url) else None

    def _grant(self, secret: str) -> TokenGrant:
        if secret not in self._grants:
            self._grants[secret] = TokenGrant(
                secret, self._storage, self._scrub, changed=self._listener.changed, on_tokens=self._on_tokens
            )
        return self._grants[secret]

    def log_release(self, server: str) -> None:
        for secret in self.secret_names(server):
            self._listener.released(server, secret)


class SignInTokenProvider:
    """Signs the requests of one channel. What goes wrong is said in `UnreachableError`."""

    def __init__(self, ins: OAuthManager, spec: http_kind.HttpServerSpec) -> None:
        self._ins = ins
        self._spec = spec
        self._noted = False

    async def token(self) -> str:
        """The token for the next request, or ""."""
        token = await self._ins.token(self._spec)
        if token and not self._noted:
            self._noted = True
            self._ins.log_release(self._spec.name)
        return token

    async def refused(self, response: httpx2.Response, used: str, renewed: bool) -> bool:
        """Whether a request that was refused is to be sent once more, with another token; not if it was ``renewed``."""
        return await self._ins.refused(self._spec, response, used, renewed)


def can_sign(spec: http_kind.HttpServerSpec) -> bool:
    """Whether requests to a server may be signed: its address is known, and no header of a person's own does it."""
    own = any(name.lower() == "authorization" for name in spec.headers)
    return spec.kind == "http" and not own and "${" not in spec.url


async def _fetcher(spec: http_kind.HttpServerSpec) -> OAuthFetcher:
    made: OAuthFetcher = (await import_lazily("oauth.fetch")).OAuthFetcher(spec.url)
    return made


def _union(one: str, other: str) -> str:
    return " ".join(dict.fromkeys((*one.split(), *other.split())))


def _consume_exception(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()  # nobody may be waiting any more


def _describe_sign_in(spec: http_kind.HttpServerSpec, found: SignInTarget) -> str:
    """The exact thing that a person says yes to, the server first; no text in it can look like a line of its own."""
    page = str(found.metadata.authorization_endpoint)
    lines = [f"server   {spec.name}", f"address  {spec.url}", f"sign in  {found.place}", f"page     {page}",
             f"tokens   {found.metadata.token_endpoint}", f"issuer   {found.issuer}",
             f"for      {found.resource}"]  # fmt: skip
    lines += [f"right    {one}" for one in found.scopes.split()]
    return "\n".join(visible(line[:500]) for line in lines)
