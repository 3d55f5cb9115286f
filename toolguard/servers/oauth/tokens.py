"""Requests to an authorization server: register, authorize, exchange a code, refresh and revoke tokens.

The official SDK creates and parses the messages if it supports them. Responses are untrusted: texts are bounded. Import
this in a thread, like `discovery`.
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
from toolguard.servers.oauth.discovery import SignInTarget, valid_scopes
from toolguard.servers.oauth.fetch import OAuthFetcher
from toolguard.servers.oauth.record import OAuthRecord
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.environment import UnreachableError

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_TOKEN = re.compile(r"[\x21-\x7e]{1,16384}")
"""Characters that a header can contain (RFC 6750 §2.1 permits fewer)."""
_SPECIAL = re.compile(r"[^A-Za-z0-9_.-]")
_MAX_SPECIAL = 1_000
"""Maximum such characters of a token. Each of its many encodings is searched for in servers' messages."""
_SECRET_FIELDS = ("code", "code_verifier", "refresh_token")
"""Secrets in a request for tokens, in addition to those of its `OAuthRecord`."""
_FATAL_ERRORS = ("invalid_grant", "invalid_client", "unauthorized_client")
"""Errors after which a second attempt cannot succeed (RFC 6749 §5.2)."""
_MAX_LIFETIME = 10 * 365 * 86400  # seconds for which a token without an expiry is considered valid


class SignedOutError(UnreachableError):
    """The authorization server no longer accepts the stored tokens: a person has to sign in again."""

    def __init__(self, reason: str, error: str) -> None:
        super().__init__(reason)
        self.error = error


async def register_client(
    fetcher: OAuthFetcher,
    target: SignInTarget,
    redirect: str,
    *,
    client_id: str = "",
    secret: str = "",
    document: str = "",
) -> dict[str, Any]:
    """Return the client: the configured one, the one of ``document``, or a newly registered one. Raises
    `UnreachableError`.

    ``document`` is the URL of a client ID metadata document, used if the server supports them.
    """
    if client_id:
        own = OAuthClientInformationFull(client_id=client_id, client_secret=secret or None)
        return _plain(_with_method(own, target.metadata.token_endpoint_auth_methods_supported))
    if document and not sdk.is_valid_client_metadata_url(document):
        raise UnreachableError(coded("servers.address_client_id_document"))
    if sdk.should_use_client_metadata_url(target.metadata, document or None):
        return _plain(sdk.create_client_info_from_metadata_url(document, redirect_uris=[AnyUrl(redirect)]))
    if target.metadata.registration_endpoint is None:
        raise UnreachableError(coded("servers.takes_no_new_programs", issuer=visible(target.issuer[:200])))
    methods = target.metadata.token_endpoint_auth_methods_supported
    client_metadata = OAuthClientMetadata(
        redirect_uris=[AnyUrl(redirect)], client_name="ToolGuard", scope=target.scopes or None,
        token_endpoint_auth_method=_preferred_auth_method(methods),
    )  # fmt: skip
    request = sdk.create_client_registration_request(target.metadata, client_metadata, str(fetcher.server))
    response = await fetcher.post(str(request.url), request.content, {"Content-Type": "application/json"})
    try:
        result = _with_method(await sdk.handle_registration_response(response), methods)
        check_registration_usable(result)
    except OAuthFlowError as why:  # with a cause, its text quotes the registration, which can contain a client secret
        raise UnreachableError(
            coded(
                "servers.registration_refused",
                issuer=visible(target.issuer[:200]),
                reason=_error(response)
                or (coded("servers.invalid_registration") if why.__cause__ else visible(str(why)[:300])),
            )
        ) from None
    if result.client_secret and not _is_usable(result.client_secret):
        raise UnreachableError(coded("servers.gave_secret_no_header", issuer=visible(target.issuer[:200])))
    return _plain(result)


def _preferred_auth_method(methods: list[str] | None) -> Any:
    """No authentication: a program on a person's computer cannot keep a secret from that person (RFC 8252 §8.5)."""
    for method in ("none", "client_secret_basic", "client_secret_post"):
        if method in (methods or ("none",)):
            return method
    return "none"


def _with_method(client: OAuthClientInformationFull, methods: list[str] | None) -> OAuthClientInformationFull:
    """Let a client with a secret use the header, unless the server supports only the other method (RFC 7591 §2)."""
    if client.token_endpoint_auth_method is None:
        post = methods is not None and "client_secret_post" in methods and "client_secret_basic" not in methods
        with_secret = "client_secret_post" if post else "client_secret_basic"
        client.token_endpoint_auth_method = with_secret if client.client_secret else "none"
    return client


def _plain(client: OAuthClientInformationFull) -> dict[str, Any]:
    result: dict[str, Any] = client.model_dump(mode="json", exclude_none=True)
    return result


def authorization_url(target: SignInTarget, client: dict[str, Any], redirect: str, state: str) -> tuple[str, str]:
    """Return the URL for the person's browser, and its code verifier (RFC 7636)."""
    proof = PKCEParameters.generate()
    params = {
        "response_type": "code", "client_id": client["client_id"], "redirect_uri": redirect, "state": state,
        "code_challenge": proof.code_challenge, "code_challenge_method": "S256", "resource": target.resource,
    }  # fmt: skip
    if target.scopes:
        params["scope"] = target.scopes
        if "offline_access" in target.scopes.split():
            params["prompt"] = "consent"  # OpenID Connect Core §11
    endpoint = httpx2.URL(str(target.metadata.authorization_endpoint))
    return str(endpoint.copy_merge_params(params)), proof.code_verifier


def check_issuer(iss: str | None, target: SignInTarget) -> None:
    """Refuse a response of another authorization server than the one that was asked (RFC 9207)."""
    try:
        sdk.validate_authorization_response_iss(iss, target.metadata)
    except OAuthFlowError:
        stated = (
            coded("servers.answer_came_from", issuer=visible(iss[:200]))
            if iss
            else coded("servers.answer_without_issuer")
        )
        raise UnreachableError(
            coded("servers.sign_in_answer_of_other", origin=stated, issuer=visible(target.issuer[:200]))
        ) from None


async def exchange_code(
    fetcher: OAuthFetcher,
    target: SignInTarget,
    client: dict[str, Any],
    *,
    code: str,
    verifier: str,
    redirect: str,
) -> OAuthRecord:
    """Exchange a code for tokens. Raises `UnreachableError`."""
    metadata = target.metadata
    empty = OAuthRecord(
        issuer=target.issuer, resource=target.resource, client=client, token_endpoint=str(metadata.token_endpoint),
        revocation_endpoint=str(metadata.revocation_endpoint or ""), scope=target.scopes,
    )  # fmt: skip
    asked = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier,
        "resource": target.resource,
    }  # fmt: skip
    return await _tokens(fetcher, empty, asked)


async def refresh_tokens(fetcher: OAuthFetcher, record: OAuthRecord) -> OAuthRecord:
    """Exchange a refresh token for new tokens. Raises `SignedOutError` if it is not valid, or `UnreachableError`."""
    asked = {"grant_type": "refresh_token", "refresh_token": record.refresh, "resource": record.resource}
    return await _tokens(fetcher, record, asked)


async def revoke_tokens(fetcher: OAuthFetcher, record: OAuthRecord) -> bool:
    """Ask the authorization server to revoke the tokens (RFC 7009). Return whether it confirmed that."""
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
        error = _error(response, *record.values, *(asked[name] for name in _SECRET_FIELDS if name in asked))
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
    tokens = (token.access_token, token.refresh_token or "-")
    if not all(map(_is_usable, tokens)):
        raise UnreachableError(coded("servers.gave_token_no_header", issuer=visible(record.issuer[:200])))
    lasts = None if token.expires_in is None else min(max(token.expires_in, 0), _MAX_LIFETIME)
    return OAuthRecord(
        issuer=record.issuer, resource=record.resource, client=record.client, token_endpoint=record.token_endpoint,
        revocation_endpoint=record.revocation_endpoint, access=token.access_token,
        refresh=token.refresh_token or record.refresh,  # the server may keep the old refresh token (RFC 6749 §6)
        scope=record.scope if token.scope is None else valid_scopes(token.scope),
        expires=0.0 if lasts is None else time.time() + lasts,
    )  # fmt: skip


def _is_usable(token: str) -> bool:
    return _TOKEN.fullmatch(token) is not None and len(_SPECIAL.findall(token)) <= _MAX_SPECIAL


async def _post(fetcher: OAuthFetcher, record: OAuthRecord, address: str, asked: dict[str, str]) -> httpx2.Response:
    client = OAuthClientInformationFull.model_validate(record.client)
    data = {**asked, "client_id": client.client_id}
    context = OAuthContext(  # only to identify the client; what is stored is in `OAuthRecord`, in the keyring
        server_url=str(fetcher.server), client_metadata=OAuthClientMetadata(redirect_uris=[AnyUrl("http://127.0.0.1/")]),
        storage=cast(TokenStorage, None), redirect_handler=None, callback_handler=None, client_info=client,
    )  # fmt: skip
    try:
        data, headers = context.prepare_token_auth(data, dict(_FORM))
    except OAuthFlowError as why:
        raise UnreachableError(coded("servers.client_cannot_show", reason=visible(str(why)[:300]))) from None
    return await fetcher.post(address, urlencode(data).encode(), headers)


def redacted(data: bytes, *secrets: str) -> bytes:
    """Return what an authorization server wrote without the secrets of a sign-in, which it may quote."""
    redactor = Redactor()
    for secret in secrets:
        redactor.learn("sign-in", secret)
    return redactor(data)


def _error(response: httpx2.Response, *sent: str) -> str:
    """Return the error in a body (RFC 6749 §5.2) as ``invalid_grant: description``, or "". A server may quote the
    secrets that were ``sent``.
    """
    try:
        fields = json.loads(redacted(response.content, *sent))
    except (ValueError, RecursionError):
        return ""
    if not isinstance(fields, dict) or not isinstance(fields.get("error"), str):
        return ""
    about = fields.get("error_description")
    text = f"{fields['error'][:60]}: {about[:200]}" if isinstance(about, str) and about else fields["error"][:60]
    return visible(text)
