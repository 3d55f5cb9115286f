"""Discovery of a server's authorization server: RFC 9728, then RFC 8414 or OpenID Connect Discovery.

The official SDK finds, parses and compares the documents; this module makes the checks that it leaves to its caller. It
takes half a second to import, so the first server that requires a sign-in imports it in a thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx2
from mcp.client.auth import OAuthFlowError
from mcp.client.auth import utils as sdk
from mcp.shared.auth import OAuthMetadata, ProtectedResourceMetadata
from mcp.shared.auth_utils import check_resource_allowed, resource_url_from_server_url

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.servers.http.transport import same_origin, url_of
from toolguard.servers.oauth.fetch import OAuthFetcher
from toolguard.servers.stdio.environment import UnreachableError

_SCOPE = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]{1,200}")
_MAX_SCOPES = 100


@dataclass(frozen=True, slots=True)
class SignInTarget:
    """The authorization server for a server. ``scopes``: those to request, "" if none are named."""

    issuer: str
    resource: str
    scopes: str
    metadata: OAuthMetadata

    @property
    def place(self) -> str:
        """The host of the sign-in page, in ASCII form."""
        return httpx2.URL(str(self.metadata.authorization_endpoint)).netloc.decode("ascii")


async def discover(fetcher: OAuthFetcher, challenge: httpx2.Response | None) -> SignInTarget | None:
    """Return the target for a server's 401 response; None if it has no OAuth sign-in. Raises `UnreachableError`."""
    resource = resource_url_from_server_url(str(fetcher.server))
    described = await _resource(fetcher, challenge, resource)
    issuer = str(described.authorization_servers[0]) if described is not None else None
    if issuer is not None:
        fetcher.check(issuer, coded("servers.place_sign"))
    metadata = await _metadata(fetcher, issuer)
    if metadata is None:
        if described is None:
            return None
        raise UnreachableError(coded("servers.sign_not_say_how", issuer=visible(str(issuer)[:200])))
    _check(fetcher, metadata)
    if described is not None:
        resource = str(described.resource)
    scopes = _scopes(challenge, described, metadata)
    return SignInTarget(str(metadata.issuer), resource, scopes, metadata)


def challenged_scopes(challenge: httpx2.Response) -> str:
    """Return the scopes in a 401 or 403 response."""
    return valid_scopes(sdk.extract_scope_from_www_auth(challenge))


def is_step_up(response: httpx2.Response) -> bool:
    """Return whether a 403 requires more scopes (RFC 6750 §3.1)."""
    return sdk.extract_field_from_www_auth(response, "error") == "insufficient_scope"


async def _resource(
    fetcher: OAuthFetcher, challenge: httpx2.Response | None, resource: str
) -> ProtectedResourceMetadata | None:
    """Return the server's own metadata (RFC 9728). A URL for it on another origin is ignored."""
    hint = sdk.extract_resource_metadata_from_www_auth(challenge) if challenge is not None else None
    if hint is not None and not _is_at_server(fetcher, hint):
        hint = None
    for address in sdk.build_protected_resource_metadata_discovery_urls(hint, str(fetcher.server)):
        response = await fetcher.get(address)
        if response.status_code >= 500 or response.status_code == 429:
            raise UnreachableError(coded("servers.description_failed_status", status=response.status_code))
        described = await sdk.handle_protected_resource_response(response)
        if described is None:
            continue
        if not check_resource_allowed(requested_resource=resource, configured_resource=str(described.resource)):
            raise UnreachableError(
                coded("servers.server_describes_not_nothing", resource=visible(str(described.resource)[:200]))
            )
        return described
    return None


def _is_at_server(fetcher: OAuthFetcher, address: str) -> bool:
    try:
        return same_origin(url_of(address), fetcher.server)
    except httpx2.InvalidURL:
        return False


async def _metadata(fetcher: OAuthFetcher, issuer: str | None) -> OAuthMetadata | None:
    """Return the authorization server's metadata; without resource metadata that of the own origin (2025-03-26)."""
    server = str(fetcher.server)
    origin = f"{fetcher.server.scheme}://{fetcher.server.netloc.decode('ascii')}"
    for address in sdk.build_oauth_authorization_server_metadata_discovery_urls(issuer, server):
        response = await fetcher.get(address)
        going_on, metadata = await sdk.handle_auth_metadata_response(response)
        if not going_on:
            raise UnreachableError(coded("servers.sign_in_failed_status", status=response.status_code))
        if metadata is None:
            continue
        expected = issuer or origin
        if issuer is None and sdk.issuers_match(str(metadata.issuer), origin):
            expected = str(metadata.issuer)
        try:
            sdk.validate_metadata_issuer(metadata, expected)
        except OAuthFlowError:
            name = visible(str(metadata.issuer)[:200])
            raise UnreachableError(
                coded("servers.issuer_differs", expected=visible(expected[:200]), issuer=name)
            ) from None
        return metadata
    return None


def _check(fetcher: OAuthFetcher, metadata: OAuthMetadata) -> None:
    """Check what the SDK leaves to its caller: the endpoints' URLs, and support for PKCE, which MCP requires."""
    for purpose, address in (
        (coded("servers.page_sign"), metadata.authorization_endpoint),
        (coded("servers.place_tokens"), metadata.token_endpoint),
        (coded('servers.place_registrations'), metadata.registration_endpoint),
        (coded('servers.place_revocations'), metadata.revocation_endpoint),
    ):  # fmt: skip
        if address is not None:
            fetcher.check(str(address), purpose)
    if "S256" not in (metadata.code_challenge_methods_supported or ()):
        raise UnreachableError(coded("servers.not_say_protects_sign", issuer=visible(str(metadata.issuer)[:200])))


def _scopes(
    challenge: httpx2.Response | None, described: ProtectedResourceMetadata | None, metadata: OAuthMetadata
) -> str:
    """Return the fewest possible scopes: those of the refusal, else of the server's metadata, never all that exist."""
    narrow = metadata.model_copy(
        update={"scopes_supported": [scope for scope in metadata.scopes_supported or () if scope == "offline_access"]}
    )
    scopes = (challenged_scopes(challenge) if challenge is not None else "") or None
    if scopes is None and (described is None or described.scopes_supported is None):
        return ""
    return valid_scopes(
        sdk.get_client_metadata_scopes(scopes, described, narrow, ["authorization_code", "refresh_token"])
    )


def valid_scopes(scopes: str | None) -> str:
    """Return valid scopes (RFC 6749 §3.3), at most a limited number."""
    names = [scope for scope in (scopes or "").split() if _SCOPE.fullmatch(scope)]
    return " ".join(dict.fromkeys(names[:_MAX_SCOPES]))
