"""Sign-ins of all servers: which server requires one, its state, and the token for each request.

No server opens a browser: its request for a sign-in waits until the person starts it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from toolguard.gate.approvals.proposals import Verdict
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.task_set import cancel_tasks, retrieve_exception
from toolguard.gate.texts import coded, cut
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
from toolguard.tables.servers import ServerSpec

if TYPE_CHECKING:
    import httpx2

    from toolguard.servers.oauth.discovery import SignInTarget
    from toolguard.servers.oauth.fetch import OAuthFetcher

LOOP_GUARD = 60.0
"""Seconds after a sign-in during which a refused token does not start another one, so that there is no loop."""
_DISCOVERY_TTL = 30.0  # seconds for which the result of a discovery is cached


class SignInEntry(NamedTuple):
    """A server's sign-in in the configuration: the name in the keyring, the issuer, and the resource."""

    secret: str
    issuer: str
    resource: str


class SignInConfig(Protocol):
    """The configured servers and sign-ins, for `OAuthManager`."""

    def spec(self, server: str) -> ServerSpec | None:
        """Return the settings of a server; None if there is no such server."""

    def entry(self, server: str) -> SignInEntry | None:
        """Return the stored sign-in of a server; None if nobody has signed in."""

    def register(self, server: str, entry: SignInEntry) -> None:
        """Store that a server signs in at this issuer and at no other. Raises `UnreachableError`."""
        ...

    async def client(self, server: str) -> OAuthClient:
        """Return the OAuth client that the person configured; its members are empty if there is none."""


class SignInListener(Protocol):
    """Callbacks for the log, the pages and the person."""

    def note(self, change: str, by: str, detail: str) -> None:
        """Record a change of a sign-in. ``by`` is who caused it."""

    def released(self, server: str, secret: str, place: str) -> None:
        """Record that a server gets a secret, and in which part of its requests."""

    def changed(self) -> None:
        """Handle that the state of any sign-in has changed."""

    def asks(self) -> bool:
        """Return whether a person can be asked now."""

    async def ask_verdict(self, kind: str, title: str, detail: str, asked_by: str) -> Verdict:
        """Ask the person; see `Proposals.ask_verdict`. ``asked_by`` says for whom."""


@dataclass(slots=True)
class _SignInStatus:
    """State of one server's sign-in in this run."""

    target: SignInTarget | None = None
    looked: float = float("-inf")
    looking: asyncio.Task[SignInTarget | None] | None = None
    beginning: asyncio.Task[SignInFlow] | None = None
    flow: SignInFlow | None = None
    finishing: asyncio.Task[None] | None = None
    asking: asyncio.Task[None] | None = None
    why: str = ""
    """Why the last attempt failed."""
    declined: bool = False
    ended: float = float("-inf")
    """Time of the last successful sign-in."""


class OAuthManager:
    """All sign-ins; one object for the program. `on_page` sets what opens the page on which the person signs in.

    ``on_tokens`` is called with the name of a sign-in and its tokens whenever they change, including the previous ones.
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
        """Call ``opener`` with each URL that the person has to open; the returned function unsubscribes it."""
        self._page_openers.append(opener)
        return lambda: self._page_openers.remove(opener)

    def open_page(self, address: str) -> None:
        """Show the person the page at ``address``: in the browser, or printed."""
        for opener in self._page_openers:
            opener(address)

    def token_provider(self, server: str) -> SignInTokenProvider | None:
        """Return the token provider for a server; None if a person configured an Authorization header."""
        spec = self._config.spec(server)
        return SignInTokenProvider(self, spec) if spec is not None and can_sign(spec) else None

    def secret_names(self, server: str) -> tuple[str, ...]:
        """Return the names of the sign-ins whose tokens a server gets."""
        spec = self._config.spec(server)
        entry = self._entry(spec) if spec is not None and can_sign(spec) else None
        return (entry.secret,) if entry is not None else ()

    async def token(self, spec: ServerSpec) -> str:
        """Return the token for the next request, or "" if this server never required one. Raises `UnreachableError`."""
        entry = self._entry(spec)
        return "" if entry is None else await self._grant(entry.secret).token(await _fetcher(spec), spec.name)

    async def should_retry(self, spec: ServerSpec, response: httpx2.Response, used: str, renewed: bool) -> bool:
        """Return whether to send a request again after the server refused it with 401 or 403.

        Raises `UnreachableError` with what a person has to do. Returns False if a sign-in does not help.
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
        target = await self._discover(spec, fetcher, response)
        if target is None:
            return False
        fresh = used and not more and time.monotonic() - status.ended < LOOP_GUARD
        if fresh and entry is not None and (entry.issuer, entry.resource) == (target.issuer, target.resource):
            raise UnreachableError(coded("servers.server_refuses_token_given", name=spec.name))
        if more:
            await self._check_scopes(response, record, used, spec.name)
        known = self._grant(name_for(target.issuer, target.resource)).known
        self._offer_sign_in(spec, _with_granted_scopes(target, known))
        if more:
            raise UnreachableError(
                coded("servers.server_wants_more_rights", name=spec.name, again=sign_in_advice(spec.name))
            )
        raise UnreachableError(
            coded(
                "servers.server_requires_sign_in",
                name=spec.name,
                place=target.place,
                again=sign_in_advice(spec.name),
            )
        )

    def _check_address(self, spec: ServerSpec) -> None:
        """Refuse another URL under this name: it must not choose who gets the client secret."""
        now = self._config.spec(spec.name)
        if now is None or now.url != spec.url:
            raise UnreachableError(coded("servers.server_another_address_now", name=spec.name))

    async def _check_issuer(self, spec: ServerSpec, target: SignInTarget, client: OAuthClient) -> None:
        """Refuse to use a person's client at another issuer than before, as the server named it (SEP-2352).

        The new issuer would get the client's secret. It could also send the browser to the issuer before, under the
        same client ID, and get that issuer's code.
        """
        entry = self._entry(spec)
        if not client.id or entry is None or entry.issuer == target.issuer:
            return
        before = await self._grant(entry.secret).record()
        if (before.client if before is not None else {}).get("client_id", client.id) == client.id:
            raise UnreachableError(
                coded(
                    "servers.client_of_another_issuer",
                    server=spec.name,
                    known=visible(entry.issuer[:200]),
                    issuer=visible(target.issuer[:200]),
                    secret=entry.secret,
                )
            )

    async def _check_scopes(
        self, response: httpx2.Response, record: OAuthRecord | None, used: str, server: str
    ) -> None:
        scopes = set((await import_lazily("oauth.discovery")).challenged_scopes(response).split())
        if used and record is not None and scopes <= set(record.scope.split()):
            named = visible(" ".join(sorted(scopes)))
            raise UnreachableError(coded("servers.server_wants_same_rights", server=server, rights=named))

    async def _discover(
        self, spec: ServerSpec, fetcher: OAuthFetcher, response: httpx2.Response | None
    ) -> SignInTarget | None:
        """Return the target of a sign-in. Concurrent callers share one discovery."""
        discover = (await import_lazily("oauth.discovery")).discover
        status = self._statuses.setdefault(spec.name, _SignInStatus())
        asks_more = response is not None and response.status_code == 403
        if status.looking is None or (
            status.looking.done() and (asks_more or time.monotonic() - status.looked > _DISCOVERY_TTL)
        ):
            status.looking = asyncio.get_running_loop().create_task(discover(fetcher, response))
            status.looking.add_done_callback(retrieve_exception)
            status.looked = time.monotonic()
        return await asyncio.shield(status.looking)

    # --- requirements of a server -----------------------------------------------------------------------------------

    def _offer_sign_in(self, spec: ServerSpec, target: SignInTarget) -> None:
        status = self._statuses[spec.name]
        fresh = status.target is None
        status.target = target
        if status.flow is None and status.asking is None and not status.declined and self._listener.asks():
            status.asking = asyncio.get_running_loop().create_task(self._ask_person(spec, target))
            status.asking.add_done_callback(lambda _: setattr(status, "asking", None))
        if fresh:
            self._listener.changed()

    async def _ask_person(self, spec: ServerSpec, target: SignInTarget) -> None:
        title = coded("servers.sign_in_question", name=spec.name, place=target.place)
        verdict = await self._listener.ask_verdict(
            "sign-in", title, _describe_sign_in(spec, target), coded("servers.the_server", name=spec.name)
        )
        if verdict != "accepted":
            self._statuses[spec.name].declined = verdict == "rejected"
            return
        try:
            self.open_page((await self.begin(spec.name, by="person", target=target)).address)
        except UnreachableError as why:
            self._statuses[spec.name].why = str(why)
            self._listener.changed()

    # --- actions of a person ----------------------------------------------------------------------------------------

    async def begin(self, server: str, *, by: str, target: SignInTarget | None = None) -> SignInFlow:
        """Begin a sign-in, or continue the one that is running. Raises `UnreachableError`."""
        spec = self._config.spec(server)
        if spec is None or not can_sign(spec):
            raise UnreachableError(coded("servers.server_not_sign_no", server=server))
        status = self._statuses.setdefault(server, _SignInStatus())
        if status.flow is None and status.beginning is None:
            status.beginning = asyncio.get_running_loop().create_task(self._begin(spec, status, target, by))
            status.beginning.add_done_callback(lambda _: setattr(status, "beginning", None))
        if status.flow is not None:
            return status.flow
        assert status.beginning is not None  # noqa: S101 - made above
        return await asyncio.shield(status.beginning)

    async def _begin(self, spec: ServerSpec, status: _SignInStatus, target: SignInTarget | None, by: str) -> SignInFlow:
        fetcher = await _fetcher(spec)
        accepted = target is not None  # with its scopes, whatever the server has asked for since
        if target is not None and not covers(target.resource, spec.url):
            raise UnreachableError(coded("servers.server_another_address_now_look", name=spec.name))
        if status.target is not None and covers(status.target.resource, spec.url):
            target = target or status.target
        if target is None:
            target = await (await import_lazily("oauth.discovery")).discover(fetcher, await fetcher.challenge())
        if target is None:
            raise UnreachableError(coded("servers.server_not_say_people", name=spec.name))
        before = await self._grant(name_for(target.issuer, target.resource)).record()
        target = target if accepted else _with_granted_scopes(target, before)
        flow = SignInFlow(fetcher, target)
        try:
            client = await self._config.client(spec.name)
            self._check_address(spec)
            await self._check_issuer(spec, target, client)
            if client.secret_name:
                self._listener.released(spec.name, client.secret_name, f"sign-in at {target.issuer}")
            await flow.begin(client, before)
        except BaseException:
            await flow.close()
            raise
        status.flow, status.why, status.declined = flow, "", False
        status.finishing = asyncio.get_running_loop().create_task(self._finish(spec, status, flow, by))
        self._listener.note(coded("servers.sign_server_begun", name=spec.name), by, _describe_sign_in(spec, target))
        self._listener.changed()
        return flow

    async def _finish(self, spec: ServerSpec, status: _SignInStatus, flow: SignInFlow, by: str) -> None:
        try:
            record = await flow.finish()
            now = self._config.spec(spec.name)
            if now is None or not covers(record.resource, now.url):
                raise UnreachableError(coded("servers.server_removed_changed_meanwhile"))
            entry = SignInEntry(name_for(record.issuer, record.resource), record.issuer, record.resource)
            self._config.register(spec.name, entry)
            await self._grant(entry.secret).put(record)
            status.target, status.looking = None, None
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
        """Return the URL of a sign-in that waits for the browser, only for the person; "" if none waits."""
        status = self._statuses.get(server)
        return status.flow.address if status is not None and status.flow is not None else ""

    async def wait_end(self, server: str) -> str:
        """Wait for the end of a running sign-in. Return "", or why it failed."""
        status = self._statuses[server]
        if status.finishing is not None:
            await asyncio.shield(status.finishing)
        return status.why

    async def cancel(self, server: str) -> bool:
        """Cancel a running sign-in; return False if there is none."""
        status = self._statuses.get(server)
        if status is None or status.finishing is None or status.flow is None:
            return False
        await cancel_tasks([status.finishing])
        status.why = coded("servers.gave_sign_up")
        self._listener.changed()
        return True

    async def sign_out(self, server: str, *, by: str) -> bool:
        """Sign out. Return whether the authorization server confirmed the revocation. Raises `UnreachableError`."""
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

    # --- state ------------------------------------------------------------------------------------------------------

    async def state(self, server: str) -> dict[str, Any]:
        """Return the state of a server's sign-in, without tokens and without a prompt.

        The URL is not included either: it would let another person sign in with an account of their own.

        ``state``: ``none`` (never required), ``wanted``, ``waiting`` (for the browser), ``in``, ``out``.
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
            listener |= {"state": "waiting", "place": status.flow.target.place}
        elif status.target is not None:
            listener |= {"state": "wanted", "place": status.target.place, "issuer": status.target.issuer}
        return listener | {"why": status.why}

    async def describe_sign_in(self, secret: str) -> dict[str, Any]:
        """Return what may be shown of the sign-in with this name: whether it has tokens, their scopes, their expiry."""
        grant = self._grant(secret)
        await grant.load_if_unlocked()
        record = grant.known
        if record is None:
            return {"state": "out" if grant.is_absent else "in"}
        renewable = bool(record.refresh)
        return {"state": "in" if record.access else "out", "scopes": record.scope, "expires": record.expires,
                "renewable": renewable}  # fmt: skip

    async def close(self) -> None:
        """Cancel running sign-ins, and wait for running refreshes."""
        tasks = [
            task
            for status in self._statuses.values()
            for task in (status.asking, status.looking, status.beginning, status.finishing)
            if task is not None
        ]
        await cancel_tasks(tasks)
        await asyncio.gather(*(grant.close() for grant in self._grants.values()))

    # --- internal ---------------------------------------------------------------------------------------------------

    def _entry(self, spec: ServerSpec) -> SignInEntry | None:
        """Return the sign-in of a server, if it is for the server's current URL."""
        entry = self._config.entry(spec.name)
        return entry if entry is not None and covers(entry.resource, spec.url) else None

    def _grant(self, secret: str) -> TokenGrant:
        if secret not in self._grants:
            self._grants[secret] = TokenGrant(
                secret, self._storage, self._scrub, changed=self._listener.changed, on_tokens=self._on_tokens
            )
        return self._grants[secret]

    def log_release(self, server: str) -> None:
        """Record that requests to a server carry the secrets of its sign-in from now on."""
        for secret in self.secret_names(server):
            self._listener.released(server, secret, "header Authorization")


class SignInTokenProvider:
    """Provides tokens for the requests of one channel. All errors are `UnreachableError`."""

    def __init__(self, ins: OAuthManager, spec: ServerSpec) -> None:
        self._ins = ins
        self._spec = spec
        self._noted = False

    async def token(self) -> str:
        """Return the token for the next request, or ""."""
        token = await self._ins.token(self._spec)
        if token and not self._noted:
            self._noted = True
            self._ins.log_release(self._spec.name)
        return token

    async def should_retry(self, response: httpx2.Response, used: str, renewed: bool) -> bool:
        """Return whether a refused request is sent again with another token; never if it was ``renewed`` already."""
        return await self._ins.should_retry(self._spec, response, used, renewed)


def can_sign(spec: ServerSpec) -> bool:
    """Return whether requests to a server may carry a token: its URL is known, and no configured header does it."""
    own = any(name.lower() == "authorization" for name in spec.headers)
    return spec.row.signs_in and not own and "${" not in spec.url


async def _fetcher(spec: ServerSpec) -> OAuthFetcher:
    fetcher: OAuthFetcher = (await import_lazily("oauth.fetch")).OAuthFetcher(spec.url)
    return fetcher


def _with_granted_scopes(target: SignInTarget, before: OAuthRecord | None) -> SignInTarget:
    """Return the target with the scopes of the sign-in before it, too, which new tokens replace."""
    granted = before.scope.split() if before is not None else ()
    return replace(target, scopes=" ".join(dict.fromkeys((*granted, *target.scopes.split()))))


def _describe_sign_in(spec: ServerSpec, target: SignInTarget) -> str:
    """Return what exactly the person accepts, the server first; no text in it can imitate another line."""
    page = str(target.metadata.authorization_endpoint)
    lines = [f"server   {spec.name}", f"address  {spec.url}", f"sign in  {target.place}", f"page     {page}",
             f"tokens   {target.metadata.token_endpoint}", f"issuer   {target.issuer}",
             f"for      {target.resource}"]  # fmt: skip
    lines += [f"right    {scope}" for scope in target.scopes.split()]
    return "\n".join(visible(line[:500]) for line in lines)
