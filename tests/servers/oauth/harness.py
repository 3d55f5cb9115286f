"""A real authorization server (authlib) on loopback, a server that wants its tokens, and a person with a browser.

The rules of OAuth are authlib's; what a test twists is only what a document or an answer says.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
from authlib.oauth2 import AuthorizationServer, OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, OAuth2Request, TokenMixin, grants
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload, JsonRequest
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7591 import ClientRegistrationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge

from tests.servers.http.harness import Peer, Server, legacy
from toolguard.gate.approvals.proposals import Verdict
from toolguard.servers import Redactor, UnreachableError
from toolguard.servers.oauth.sign_in import OAuthClient
from toolguard.servers.oauth.sign_ins import OAuthManager, SignInEntry
from toolguard.tables.servers import ServerSpec

METHODS = ["none", "client_secret_basic", "client_secret_post"]


@dataclass
class Registered(ClientMixin):
    id: str
    secret: str
    told: dict[str, Any]

    def get_client_id(self) -> str:
        return self.id

    def get_default_redirect_uri(self) -> str:
        return str(self.told["redirect_uris"][0])

    def get_allowed_scope(self, scope: str) -> str:
        return scope

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """To the letter, port included, as many do."""
        return redirect_uri in self.told["redirect_uris"]

    def check_client_secret(self, client_secret: str) -> bool:
        return client_secret == self.secret

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == self.told.get("token_endpoint_auth_method", "client_secret_basic")

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in ("authorization_code", "refresh_token")


@dataclass
class Code(AuthorizationCodeMixin):
    code: str
    client_id: str
    redirect_uri: str
    scope: str
    code_challenge: str
    code_challenge_method: str
    resource: str

    def get_redirect_uri(self) -> str:
        return self.redirect_uri

    def get_scope(self) -> str:
        return self.scope


@dataclass
class Token(TokenMixin):
    access_token: str
    refresh_token: str
    client_id: str
    scope: str
    resource: str
    expires: float
    revoked: bool = False

    def check_client(self, client: Any) -> bool:
        return bool(self.client_id == client.get_client_id())

    def get_scope(self) -> str:
        return self.scope

    def get_expires_in(self) -> int:
        return 3600

    def is_expired(self) -> bool:
        return time.time() > self.expires

    def is_revoked(self) -> bool:
        return self.revoked

    def get_user(self) -> str:
        return "ada"

    def get_client(self) -> None:
        return None


class Request(OAuth2Request):  # type: ignore[misc]
    def __init__(self, peer: Peer) -> None:
        super().__init__(peer.method, f"https://loopback.test{peer.path}", headers=_titled(peer.headers))
        self._args = dict(parse_qsl(urlsplit(peer.path).query))
        self._form = dict(parse_qsl(peer.body.decode()))
        self.payload = BasicOAuth2Payload({**self._args, **self._form})

    @property
    def args(self) -> dict[str, str]:
        return self._args

    @property
    def form(self) -> dict[str, str]:
        return self._form


def _titled(headers: dict[str, str]) -> dict[str, str]:
    return {name.title(): value for name, value in headers.items()}


class Rules(AuthorizationServer):  # type: ignore[misc]
    """authlib's server, with what it knows in lists."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.register_token_generator(
            "default",
            BearerTokenGenerator(
                lambda **_: f"access-{secrets.token_urlsafe(24)}", lambda **_: f"refresh-{secrets.token_urlsafe(24)}",
                lambda _client, _grant: place.lasts,
            ),
        )  # fmt: skip

    def query_client(self, client_id: str) -> Registered | None:
        return self.place.clients.get(client_id)

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        given = request.authorization_code or request.refresh_token
        resource = request.form.get("resource", "") if not self.place.deaf_to_resource else "https://other.example/"
        self.place.tokens.append(
            Token(token["access_token"], token.get("refresh_token", ""), request.client.get_client_id(),
                  given.scope, resource, time.time() + token["expires_in"])
        )  # fmt: skip

    def create_oauth2_request(self, request: Peer) -> Request:
        return Request(request)

    def create_json_request(self, request: Peer) -> JsonRequest:
        made = JsonRequest(request.method, "https://loopback.test/register", _titled(request.headers))
        made.payload = BasicOAuth2Payload(request.message)
        return made

    def handle_response(self, status: int, body: Any, headers: Any) -> Any:
        return status, body, dict(headers)

    def send_signal(self, *_: Any, **__: Any) -> None: ...


class CodeGrant(grants.AuthorizationCodeGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def save_authorization_code(self, code: str, request: Any) -> None:
        result = request.payload.data
        self.server.place.codes.append(
            Code(code, result["client_id"], result["redirect_uri"], result.get("scope", ""), result["code_challenge"],
                 result["code_challenge_method"], result["resource"])
        )  # fmt: skip

    def query_authorization_code(self, code: str, client: Any) -> Code | None:
        return next((one for one in self.server.place.codes if (one.code, one.client_id) == (code, client.id)), None)

    def delete_authorization_code(self, authorization_code: Code) -> None:
        self.server.place.codes.remove(authorization_code)

    def authenticate_user(self, authorization_code: Code) -> str:
        return "ada"


class RefreshGrant(grants.RefreshTokenGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> Token | None:
        found = next((one for one in self.server.place.tokens if one.refresh_token == refresh_token), None)
        return found if found is not None and not found.revoked else None

    def authenticate_user(self, refresh_token: Token) -> str:
        return "ada"

    def revoke_old_credential(self, refresh_token: Token) -> None:
        refresh_token.revoked = True


class Revocation(RevocationEndpoint):  # type: ignore[misc]
    CLIENT_AUTH_METHODS = METHODS

    def query_token(self, token_string: str, _hint: str) -> Token | None:
        tokens = self.server.place.tokens
        return next((one for one in tokens if token_string in (one.access_token, one.refresh_token)), None)

    def revoke_token(self, token: Token, request: Any) -> None:
        token.revoked = True


class Registration(ClientRegistrationEndpoint):  # type: ignore[misc]
    def get_server_metadata(self) -> dict[str, Any]:
        return {"token_endpoint_auth_methods_supported": METHODS}

    def authenticate_token(self, request: Any) -> str:
        return "anybody"

    def save_client(self, client_info: dict[str, Any], client_metadata: dict[str, Any], request: Any) -> Registered:
        made = Registered(client_info["client_id"], client_info["client_secret"], dict(client_metadata))
        self.server.place.clients[made.id] = made
        return made


@dataclass
class Place:
    """The two servers of a test: one on which people sign in, one that wants its tokens."""

    lasts: int = 3600
    """Seconds for which a token is good."""
    deaf_to_resource: bool = False
    """It issues tokens for another audience than the one that it was asked for."""
    iss: str | None = None
    """What an answer says where it came from; None for the truth."""
    twist: Callable[[str, dict[str, Any]], Any] = lambda _path, document: document
    """Changes the document at a path; None is 404."""
    challenge: Callable[[str], str] = lambda url: f'Bearer resource_metadata="{url}"'
    needs: dict[str, str] = field(default_factory=dict)
    """Scopes that a tool wants, by its name."""
    forbids: dict[str, str] = field(default_factory=dict)
    """What a 403 says to a call of each tool (``WWW-Authenticate``), whatever its token may do."""
    wants: str = "read"
    hold: asyncio.Event | None = None
    """Until it is set, a refreshed token is issued but its response is not sent."""
    ran: list[str] = field(default_factory=list)
    clients: dict[str, Registered] = field(default_factory=dict)
    codes: list[Code] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)

    async def start(self) -> None:
        self.rules = Rules(self)
        self.rules.register_grant(CodeGrant, [CodeChallenge(required=True)])
        self.rules.register_grant(RefreshGrant)
        self.rules.register_endpoint(Revocation)
        self.rules.register_endpoint(Registration)
        self.auth, self.mcp = Server(self._auth), Server(self._mcp)
        await self.auth.start()
        await self.mcp.start()
        self.issuer = self.auth.url.removesuffix("/mcp")
        self.origin = self.mcp.url.removesuffix("/mcp")

    async def stop(self) -> None:
        await self.auth.stop()
        await self.mcp.stop()

    # --- where people sign in

    async def _auth(self, peer: Peer) -> None:
        path = urlsplit(peer.path).path
        if path == "/.well-known/oauth-authorization-server":
            await self._document(peer, path, self.metadata())
        elif path == "/authorize":
            await self._authorize(peer)
        elif path == "/token":
            answer = self.rules.create_token_response(peer)
            if self.hold is not None and b"grant_type=refresh_token" in peer.body:
                await self.hold.wait()
            await self._say(peer, answer)
        elif path in ("/register", "/revoke"):
            name = "client_registration" if path == "/register" else "revocation"
            await self._say(peer, self.rules.create_endpoint_response(name, peer))
        else:
            await peer.respond(status=404)

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token", "registration_endpoint": f"{self.issuer}/register",
            "revocation_endpoint": f"{self.issuer}/revoke", "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": METHODS, "scopes_supported": ["read", "write", "everything"],
            "authorization_response_iss_parameter_supported": True, "response_types_supported": ["code"],
        }  # fmt: skip

    async def _document(self, peer: Peer, path: str, document: dict[str, Any]) -> None:
        result = self.twist(path, document)
        if callable(result):
            await result(peer)
        elif result is None:
            await peer.respond(status=404)
        else:
            await peer.json(result)

    async def _authorize(self, peer: Peer) -> None:
        """The person is known, and says yes."""
        try:
            grant = self.rules.get_consent_grant(peer, end_user="ada")
        except OAuth2Error as why:
            await peer.json(dict(why.get_body()), status=400)
            return
        _, _, headers = self.rules.create_authorization_response(peer, grant_user="ada", grant=grant)
        iss = self.issuer if self.iss is None else self.iss
        to = httpx2.URL(headers["Location"])
        await peer.respond(status=302, location=str(to.copy_merge_params({"iss": iss}) if iss else to))

    async def _say(self, peer: Peer, told: Any) -> None:
        status, body, _ = told
        await peer.json(body, status=status)

    # --- the server that wants tokens

    async def _mcp(self, peer: Peer) -> None:
        path = urlsplit(peer.path).path
        if path.startswith("/.well-known/oauth-protected-resource"):
            described = {"resource": self.mcp.url, "authorization_servers": [self.issuer], "scopes_supported": ["read"]}
            await self._document(peer, path, described)
            return
        if path != "/mcp":
            await peer.respond(status=404)
            return
        token = self._good(peer.headers.get("authorization", ""))
        if token is None:
            result = self.challenge(f"{self.origin}/.well-known/oauth-protected-resource/mcp")
            await peer.respond(status=401, www_authenticate=f'{result}, scope="{self.wants}"')
            return
        message = peer.message or {}
        tool = message.get("params", {}).get("name", "") if message.get("method") == "tools/call" else ""
        if tool in self.forbids:
            await peer.respond(status=403, www_authenticate=self.forbids[tool])
            return
        if tool in self.needs and self.needs[tool] not in token.scope.split():
            result = f'Bearer error="insufficient_scope", scope="{self.needs[tool]}"'
            await peer.respond(status=403, www_authenticate=result)
            return
        await legacy(self._ran)(peer)

    def _good(self, header: str) -> Token | None:
        bearer = header.removeprefix("Bearer ")
        return next(
            (one for one in self.tokens if one.access_token == bearer and not one.revoked and not one.is_expired()
             and one.resource == self.mcp.url), None
        )  # fmt: skip

    async def _ran(self, peer: Peer) -> None:
        if peer.message["method"] == "tools/list":
            await peer.result({"tools": []})
            return
        self.ran.append(peer.message["params"].get("name", peer.message["method"]))
        await peer.result({"content": [{"type": "text", "text": peer.headers["authorization"]}]})


class Away:
    """The place to sign in and its server, on a loop of their own."""

    def __init__(self, **how: object) -> None:
        self.place = Place(**how)  # type: ignore[arg-type]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.place.start(), self._loop).result(120)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self.place.stop(), self._loop).result(120)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def remote(url: str, name: str = "mail", **headers: str) -> ServerSpec:
    return ServerSpec(name=name, kind="http", url=url, headers=headers)


class Person:
    """The configuration, the keyring, the log, and who is asked: all of it in memory."""

    def __init__(self, url: str) -> None:
        self.specs = {"mail": remote(url)}
        self.entries: dict[str, SignInEntry] = {}
        self.ring: dict[str, str] = {}
        self.own = OAuthClient()
        self.notes: list[tuple[str, str, str]] = []
        self.releases: list[tuple[str, str]] = []
        self.asked: list[tuple[str, str, str, str]] = []
        self.opened: list[str] = []
        self.consent: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self.scrub = Redactor()
        self.locked = ""
        self.restart()

    def restart(self) -> None:
        """Forget what is known without the keyring."""
        self.ins = OAuthManager(self, self, self.scrub, self)
        self.ins.on_page(self.opened.append)

    def spec(self, server: str) -> ServerSpec | None:
        return self.specs.get(server)

    def entry(self, server: str) -> SignInEntry | None:
        return self.entries.get(server)

    def register(self, server: str, entry: SignInEntry) -> None:
        self.entries[server] = entry

    async def client(self, server: str) -> OAuthClient:
        return self.own

    async def read(self, name: str) -> str | None:
        if self.locked:
            raise UnreachableError(self.locked)
        return self.ring.get(name)

    async def peek(self, name: str) -> tuple[bool, str | None]:
        return (False, None) if self.locked else (True, self.ring.get(name))

    async def keep(self, name: str, value: str) -> None:
        if self.locked:
            raise UnreachableError(self.locked)
        self.ring[name] = value

    async def forget(self, name: str) -> None:
        self.ring.pop(name, None)

    def note(self, what: str, by: str, detail: str) -> None:
        self.notes.append((what, by, detail))

    def released(self, server: str, secret: str, place: str) -> None:
        self.releases.append((server, secret))

    def changed(self) -> None: ...

    def asks(self) -> bool:
        return True

    async def ask_verdict(self, *result: str) -> Verdict:
        self.asked.append(result)  # type: ignore[arg-type]
        return await self.consent

    async def browse(self, address: str, follow: bool = True) -> httpx2.Response:
        """Open an address in a browser, and go where it leads."""
        async with httpx2.AsyncClient(trust_env=False) as browser:
            response = await browser.get(address)
            while follow and response.is_redirect:
                response = await browser.get(response.headers["location"])
            return response

    async def sign_in(self, server: str = "mail") -> str:
        """Begin, go through the browser, wait for the end; why it failed, or ""."""
        flow = await self.ins.begin(server, by="person")
        await self.browse(flow.address)
        return await self.ins.wait_end(server)


@contextlib.asynccontextmanager
async def place(**how: Any) -> AsyncIterator[tuple[Place, Person]]:
    made = Place(**how)
    await made.start()
    person = Person(made.mcp.url)
    try:
        yield made, person
    finally:
        await person.ins.close()
        await made.stop()


def everything(person: Person) -> str:
    """All that is written down outside the keyring."""
    return json.dumps([person.notes, person.releases, person.asked, list(map(list, person.entries.values()))])
