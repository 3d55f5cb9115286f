"""The service of sign-ins to servers, and their storage in the configuration and the keyring."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from toolguard.gate import approver
from toolguard.gate.api import GateApi
from toolguard.gate.approvals.proposals import Verdict
from toolguard.gate.model import ConfigChanged, SecretReleased
from toolguard.gate.texts import coded, sentence
from toolguard.servers import UnreachableError
from toolguard.servers.launch_fingerprint import outline, same
from toolguard.servers.oauth.sign_in import OAuthClient
from toolguard.servers.oauth.sign_ins import OAuthManager, SignInEntry
from toolguard.servers.secrets.redactor import names
from toolguard.services.context import ServiceContext, known_server
from toolguard.services.interface import (
    Name,
    NamedResult,
    NamedSignIn,
    RefusedError,
    SignedOut,
    SignInAddress,
    SignInState,
)
from toolguard.services.methods import Service, changes, loosens, name_detail, reads
from toolguard.services.server_probe.accepted_entries import AcceptedEntries
from toolguard.store.config.config import Config, ConfigError, ServerSpec
from toolguard.store.keychain import Keychain, KeychainError
from toolguard.tables.credentials import is_sign_in


class SignInStore:
    """Storage of sign-ins: an entry in the configuration, the tokens in the keyring."""

    def __init__(self, config: Config, keychain: Keychain, accepted: AcceptedEntries | None) -> None:
        """``accepted``: what a person has accepted of ``config``; None in the app, where only that is in force."""
        self._config = config
        self._keychain = keychain
        self._accepted = accepted

    # --- the configuration

    def spec(self, server: str) -> ServerSpec | None:
        spec = self._config.servers.get(server)
        return spec if spec is not None and spec.row.signs_in else None

    def entry(self, server: str) -> SignInEntry | None:
        for name, secret in self._config.secrets.items():
            if is_sign_in(secret.kind) and server in secret.servers:
                return SignInEntry(name, secret.issuer, secret.resource)
        return None

    def register(self, server: str, entry: SignInEntry) -> None:
        try:
            self._config.put_sign_in(entry.secret, server, entry.issuer, entry.resource)
        except ConfigError as problem:
            raise UnreachableError(coded("services.sign_cannot_kept", reason=problem)) from None

    async def client(self, server: str) -> OAuthClient:
        """Return the OAuth client that a person has configured; its secret only if it is bound to this server at its
        address.
        """
        spec = self.spec(server)
        if spec is None:
            return OAuthClient()
        secret = name = ""
        for name in names(spec.client_secret):
            bound = self._config.secrets.get(name)
            if bound is None or server not in bound.servers:
                raise UnreachableError(coded("services.secret_not_bound", name=name, server=server))
            launch = bound.launches.get(server)
            if launch is not None and not same(launch, outline(spec)):
                raise UnreachableError(coded("services.server_no_longer_secret", server=server, name=name))
            secret = (await self.read(name) or "").strip()
            if not secret:
                raise UnreachableError(coded("services.secret_not_keyring_run", name=name))
            if self._accepted is not None and not await self._accepted.has_accepted_binding(name, server):
                raise UnreachableError(coded("services.binding_not_accepted", name=name, server=server))
        document = "" if spec.client_id else self._config.preferences.client_document
        return OAuthClient(spec.client_id, secret, name, document)

    # --- the keyring

    async def read(self, name: str) -> str | None:
        try:
            return await self._keychain.get(name)
        except KeychainError as problem:
            raise UnreachableError(coded("services.sign_cannot_read", reason=problem)) from None

    async def peek(self, name: str) -> tuple[bool, str | None]:
        try:
            if self._keychain.is_session_only(name) or await self._keychain.is_usable_unprompted():
                return True, await self._keychain.get(name)
        except KeychainError as problem:
            raise UnreachableError(coded("services.sign_cannot_read", reason=problem)) from None
        return False, None

    async def keep(self, name: str, value: str) -> None:
        """Store a token in the keyring, or in memory until ToolGuard closes if there is no keyring."""
        try:
            await self._keychain.set(name, value)
        except KeychainError as problem:
            if problem.state != "none":
                raise UnreachableError(coded("services.sign_cannot_kept_keyring", reason=problem)) from None
            await self._keychain.set(name, value, session_only=True)

    async def forget(self, name: str) -> None:
        try:
            await self._keychain.delete(name)
        except KeychainError as problem:
            if problem.state != "none":
                raise UnreachableError(coded("services.sign_cannot_taken_out", reason=problem)) from None


class AppSignInListener:
    """Listener of the app: reports sign-ins to the gate's log and pages, and asks a person."""

    def __init__(self, guard: GateApi) -> None:
        self._guard = guard

    def note(self, change: str, by: str, detail: str) -> None:
        self._guard.gate.note(ConfigChanged(what=change, by=by, detail=detail, approver=approver.of(by)))

    def released(self, server: str, secret: str, place: str) -> None:
        self._guard.gate.note(SecretReleased(server=server, secret=secret, place=place))

    def changed(self) -> None:
        self._guard.gate.renewed()

    def asks(self) -> bool:
        return self._guard.proposals.can_ask

    async def ask_verdict(self, kind: str, title: str, detail: str, asked_by: str) -> Verdict:
        return await self._guard.proposals.ask_verdict(kind, title, detail, asked_by)


class NullSignInListener:
    """Listener if no app runs: a command signs in by itself."""

    def note(self, change: str, by: str, detail: str) -> None: ...
    def released(self, server: str, secret: str, place: str) -> None: ...
    def changed(self) -> None: ...

    def asks(self) -> bool:
        return False

    async def ask_verdict(self, _kind: str, _title: str, _detail: str, _asked_by: str) -> Verdict:
        return "nobody"


# --- orders -------------------------------------------------------------------------------------------------------


async def sign_in_states(servers: Sequence[str], state: ServiceContext) -> list[SignInState | None]:
    """Return the state of each server's sign-in; None if no sign-in is possible."""
    if state.sign_ins is None:
        return [None for _ in servers]
    return list(await asyncio.gather(*(state_of(name, state.sign_ins) for name in servers)))


async def state_of(name: str, ins: OAuthManager) -> SignInState:
    """Return the state as the service's results contain it; it never contains a token."""
    state: Any = await ins.state(name)
    return cast(SignInState, state)


def _require_sign_ins(state: ServiceContext) -> OAuthManager:
    if state.sign_ins is None:
        raise RefusedError(coded("services.nobody_can_sign_here"))
    return state.sign_ins


def _remote(name: str, state: ServiceContext) -> str:
    if not known_server(name, state).row.signs_in:
        raise RefusedError(coded("services.server_not_mcp_over", name=name))
    return name


class SignInService(Service):
    """Sign-ins to servers, which the person completes in a browser."""

    kind = "sign-in"

    def _begin_loosens(self, name: str) -> str:
        """Return what the person must accept: an agent with a shell must not choose the account for a server."""
        _require_sign_ins(self._state)
        _remote(name, self._state)
        return coded("services.begins_sign_server_go", name=name)

    @loosens("server.sign_in", _begin_loosens, detail=name_detail)
    async def begin(self, name: Name) -> NamedSignIn:
        """Begin a sign-in. The app opens the page in the person's browser, or shows its URL in its own terminal.

        Nobody else gets the URL: an agent that gave the order could sign in with an account of its choice. If no app
        runs, whoever gave the order gets the URL, and the order ends when the sign-in does.
        """
        state, ins = self._state, _require_sign_ins(self._state)
        _remote(name, state)
        try:
            flow = await ins.begin(name, by=state.by)
        except UnreachableError as why:
            raise RefusedError(sentence(str(why))) from None
        if state.guard is not None:
            ins.open_page(flow.address)
        else:
            state.on_progress(coded("services.open_page_browser_sign", place=flow.target.place))
            state.on_progress(flow.address)
            if failed := await ins.wait_end(name):
                raise RefusedError(sentence(failed))
        return {**await state_of(name, ins), "name": name, "place": flow.target.place}

    @reads("server.sign_in_state")
    async def state(self, name: Name) -> NamedSignIn:
        """Return whether the person is signed in to a server."""
        _remote(name, self._state)
        return {**await state_of(name, _require_sign_ins(self._state)), "name": name}

    @reads("server.sign_in_address")
    async def address(self, name: Name) -> SignInAddress:
        """Return the page of a sign-in that waits for the browser, for the window, where only the person sees it."""
        _remote(name, self._state)
        if self._state.by != "person":
            raise RefusedError(coded("services.only_window_tells_sign"))
        address = _require_sign_ins(self._state).address(name)
        if not address:
            raise RefusedError(coded("services.no_sign_server_waits", name=name))
        return {"name": name, "address": address}

    @changes("server.sign_in_cancel")
    async def cancel(self, name: Name) -> NamedResult:
        """Cancel a sign-in that waits for the browser."""
        _remote(name, self._state)
        if not await _require_sign_ins(self._state).cancel(name):
            raise RefusedError(coded("services.no_sign_server_waits", name=name))
        return {"name": name}

    @changes("server.sign_out")
    async def leave(self, name: Name) -> SignedOut:
        """Delete the tokens of a server's sign-in, and ask the authorization server to revoke them."""
        _remote(name, self._state)
        try:
            revoked = await _require_sign_ins(self._state).sign_out(name, by=self._state.by)
        except UnreachableError as why:
            raise RefusedError(sentence(str(why))) from None
        return {"name": name, "revoked": revoked}
