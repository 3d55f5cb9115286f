"""What is said to an authorization server: register, ask for a code, exchange it, renew, revoke.

The official SDK makes and reads the messages, where it has them; nothing that the other side says is taken for more
than a bounded text. Imported in a thread, like `discovery`.
"""

from __future__ import annotations

import json
import re
import time
from typing import Any, cast
from urllib.parse import urlencode

import httpx2
from mcp.client.auth import OAuthFlowError, PKCEParameters, TokenStorage
from mcp.client.auth import utils as sdk
from mcp.client.auth.oauth2 import OAuthContext, check_registration_usable
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl, ValidationError

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.servers.oauth.discovery import SignInTarget
from toolguard.servers.oauth.fetch import OAuthFetcher
from toolguard.servers.oauth.record import OAuthRecord
from toolguard.servers.stdio.environment import UnreachableError

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_TOKEN = re.compile(r"[\x21-\x7e]{1,16384}")
"""What a header can carry (RFC 6750 §2.1 allows less)."""
_SPECIAL = re.compile(r"[^A-Za-z0-9_.-]")
_MAX_SPECIAL = 1_000
"""In one token. Each can be spelled in many ways, all of which are looked for in whatever servers say."""
_FATAL_ERRORS = ("invalid_grant", "invalid_client", "unauthorized_client")
"""Errors after which no second try can go well (RFC 6749 §5.2)."""
_LONGEST = 10 * 365 * 86400  # seconds for which a token is believed to be good


class SignedOutError(UnreachableError):
    """The authorization server does not take what we have any more: a person has to sign in again."""

    def __init__(self, reason: str, error: str) -> None:
        super().__init__(reason)
        self.error = error


async def register_client(
    fetcher: OAuthFetcher,
    found: SignInTarget,
    redirect: str,
    *,
    client_id: str = "",
    secret: str = "",
    document: str = "",
) -> dict[str, Any]:
    """The client that signs in: one that is configured, the one of ``document``, or a new one. Raises
    `UnreachableError`.

    ``document`` is the address of a client-id metadata document; it is used where the server knows such documents.
    """
    if client_id:
        own = OAuthClientInformationFull(client_id=client_id, client_secret=secret or None)
        return _plain(_with_method(own, found.metadata.token_endpoint_auth_methods_supported))
    if document and not sdk.is_valid_client_metadata_url(document):
        raise UnreachableError(coded("servers.address_client_id_document"))
    if sdk.should_use_client_metadata_url(found.metadata, document or None):
        return _plain(sdk.create_client_info_from_metadata_url(document, redirect_uris=[AnyUrl(redirect)]))
    if found.metadata.registration_endpoint is None:
        raise UnreachableError(coded("servers.takes_no_new_programs", issuer=visible(found.issuer[:200])))
    methods = found.metadata.token_endpoint_auth_methods_supported
    wish = OAuthClientMetadata(
        redirect_uris=[AnyUrl(redirect)], client_name="ToolGuard", scope=found.scopes or None,
        token_endpoint_auth_method=_preferred_auth_method(methods),
    )  # fmt: skip
    request = sdk.create_client_registration_request(found.metadata, wish, str(fetcher.server))
    response = await fetcher.post(str(request.url), request.content, {"Content-Type": "application/json"})
    try:
        made = _with_method(await sdk.handle_registration_response(response), methods)
        check_registration_usable(made)
    except OAuthFlowError as why:
        raise UnreachableError(
            coded(
                "servers.registration_refused",
                issuer=visible(found.issuer[:200]),
                reason=_error(response) or visible(str(why)[:300]),
            )
        ) from None
    return _plain(made)


def _preferred_auth_method(methods: list[str] | None) -> Any:
    """None of its own: what is on a person's computer keeps no secret from them (RFC 8252 §8.5)."""
    for method in ("none", "client_secret_basic", "client_secret_post"):
        if method in (methods or ("none",)):
            return method
    return "none"


def _with_method(client: OAuthClientInformationFull, methods: list[str] | None) -> OAuthClientInformationFull:
    """A client with a secret and no method uses the header, unless the server knows only the other (RFC 7591 §2)."""
    if client.token_endpoint_auth_method is None:
        post = methods is not None and "client_secret_post" in methods and "client_secret_basic" not in methods
        with_secret = "client_secret_post" if post else "client_secret_basic"
        client.token_endpoint_auth_method = with_secret if client.client_secret else "none"
    return client


def _plain(client: OAuthClientInformationFull) -> dict[str, Any]:
    made: dict[str, Any] = client.model_dump(mode="json", exclude_none=True)
    return made


def authorization_url(
    found: SignInTarget, client: dict[str, Any], redirect: str, state: str, scopes: str
) -> tuple[str, str]:
    """The address that a person's browser opens, and the verifier that belongs to it (RFC 7636)."""
    proof = PKCEParameters.generate()
    told = {
        "response_type": "code", "client_id": client["client_id"], "redirect_uri": redirect, "state": state,
        "code_challenge": proof.code_challenge, "code_challenge_method": "S256", "resource": found.resource,
    }  # fmt: skip
    if scopes:
        told["scope"] = scopes
        if "offline_access" in scopes.split():
            told["prompt"] = "consent"  # OpenID Connect Core §11
    endpoint = httpx2.URL(str(found.metadata.authorization_endpoint))
    return str(endpoint.copy_merge_params(told)), proof.code_verifier


def check_issuer(iss: str | None, found: SignInTarget) -> None:
    """RFC 9207: an answer of another authorization server than the one that was asked is refused."""
    try:
        sdk.validate_authorization_response_iss(iss, found.metadata)
    except OAuthFlowError:
        told = (
            coded("servers.answer_came_from", issuer=visible(iss[:200]))
            if iss
            else coded("servers.answer_without_issuer")
        )
        raise UnreachableError(
            coded("servers.sign_in_answer_of_other", origin=told, issuer=visible(found.issuer[:200]))
        ) from None


async def exchange_code(
    fetcher: OAuthFetcher,
    found: SignInTarget,
    client: dict[str, Any],
    *,
    code: str,
    verifier: str,
    redirect: str,
    scopes: str,
) -> OAuthRecord:
    """The tokens for a code. Raises `UnreachableError`."""
    metadata = found.metadata
    empty = OAuthRecord(
        issuer=found.issuer, resource=found.resource, client=client, token_endpoint=str(metadata.token_endpoint),
        revocation_endpoint=str(metadata.revocation_endpoint or ""), scope=scopes,
    )  # fmt: skip
    asked = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier,
        "resource": found.resource,
    }  # fmt: skip
    return await _tokens(fetcher, empty, asked)


async def refresh_tokens(fetcher: OAuthFetcher, record: OAuthRecord) -> OAuthRecord:
    """New tokens for the old ones; raises `SignedOutError` when there will be none, `UnreachableError` otherwise."""
    asked = {"grant_type": "refresh_token", "refresh_token": record.refresh, "resource": record.resource}
    return await _tokens(fetcher, record, asked)


async def revoke_tokens(fetcher: OAuthFetcher, record: OAuthRecord) -> bool:
    """Ask the authorization server to forget the tokens (RFC 7009); whether it said that it did."""
    if not record.revocation_endpoint or fetcher.refusal(record.revocation_endpoint):
        return False
    done = True
    for kind, token in (("refresh_token", record.refresh), ("access_token", record.access)):
        if token:
            response = await _post(
                fetcher, record, record.revocation_endpoint, {"token": token, "token_type_hint": kind}
            )
            done = done and response.status_code == 200
    return done


async def _tokens(fetcher: OAuthFetcher, record: OAuthRecord, asked: dict[str, str]) -> OAuthRecord:
    response = await _post(fetcher, record, record.token_endpoint, asked)
    if response.status_code not in (200, 201):
        error = _error(response)
        reason = coded(
            "servers.gave_no_token",
            issuer=visible(record.issuer[:200]),
            reason=error or coded("servers.status_alone", status=response.status_code),
        )
        code = error.partition(":")[0]
        raise SignedOutError(reason, code) if code in _FATAL_ERRORS else UnreachableError(reason)
    try:
        token = OAuthToken.model_validate_json(response.content)
    except ValidationError:
        raise UnreachableError(coded("servers.gave_unusable_token", issuer=visible(record.issuer[:200]))) from None
    given = (token.access_token, token.refresh_token or "-")
    if not all(_TOKEN.fullmatch(one) and len(_SPECIAL.findall(one)) <= _MAX_SPECIAL for one in given):
        raise UnreachableError(coded("servers.gave_token_no_header", issuer=visible(record.issuer[:200])))
    lasts = None if token.expires_in is None else min(max(token.expires_in, 0), _LONGEST)
    return OAuthRecord(
        issuer=record.issuer, resource=record.resource, client=record.client, token_endpoint=record.token_endpoint,
        revocation_endpoint=record.revocation_endpoint, access=token.access_token,
        refresh=token.refresh_token or record.refresh,  # it may leave it as it is (RFC 6749 §6)
        scope=record.scope if token.scope is None else token.scope[:2_000],
        expires=0.0 if lasts is None else time.time() + lasts,
    )  # fmt: skip


async def _post(fetcher: OAuthFetcher, record: OAuthRecord, address: str, asked: dict[str, str]) -> httpx2.Response:
    client = OAuthClientInformationFull.model_validate(record.client)
    data = {**asked, "client_id": client.client_id}
    context = OAuthContext(  # only to show who the client is: what is kept is `OAuthRecord`'s, in the keyring
        server_url=str(fetcher.server), client_metadata=OAuthClientMetadata(redirect_uris=[AnyUrl("http://127.0.0.1/")]),
        storage=cast(TokenStorage, None), redirect_handler=None, callback_handler=None, client_info=client,
    )  # fmt: skip
    try:
        data, headers = context.prepare_token_auth(data, dict(_FORM))
    except OAuthFlowError as why:
        raise UnreachableError(coded("servers.client_cannot_show", reason=visible(str(why)[:300]))) from None
    return await fetcher.post(address, urlencode(data).encode(), headers)


def _error(response: httpx2.Response) -> str:
    """The error that a body names (RFC 6749 §5.2), as ``invalid_grant: its words``; "" for none."""
    try:
        told = json.loads(response.content)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(told, dict) or not isinstance(told.get("error"), str):
        return ""
    about = told.get("error_description")
    words = f"{told['error'][:60]}: {about[:200]}" if isinstance(about, str) and about else told["error"][:60]
    return visible(words)
