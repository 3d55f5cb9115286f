"""What a server's documents may say, and what is done when they say what they must not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.servers.http.harness import Peer
from tests.servers.oauth.harness import Place, place
from toolguard.servers import UnreachableError

RESOURCE = "/.well-known/oauth-protected-resource/mcp"
ISSUER = "/.well-known/oauth-authorization-server"


def twisting(at: str, **members: Any):
    """Members of the document at a path that are other ones; None takes one out."""

    def twist(path: str, document: dict[str, Any]) -> Any:
        changed = {**document, **members} if path == at else document
        return {name: value for name, value in changed.items() if value is not None}

    return twist


async def refusal(**how: Any) -> tuple[str, Place]:
    async with place(**how) as (made, person):
        with pytest.raises(UnreachableError) as why:
            await person.ins.begin("mail", by="person")
        assert not made.clients and not made.codes and not person.ring, "nothing was begun"
        return str(why.value), made


async def test_an_issuer_that_calls_itself_another_is_refused():
    why, _ = await refusal(twist=twisting(ISSUER, issuer="https://evil.example"))
    assert "identifies itself as https://evil.example" in why


async def test_a_server_that_describes_itself_as_another_is_refused():
    for resource in ("https://other.example/mcp", "http://127.0.0.1:1/mcp"):
        why, _ = await refusal(twist=twisting(RESOURCE, resource=resource))
        assert f"describes itself as {resource}" in why


@pytest.mark.parametrize("methods", [None, [], ["plain"]])
async def test_sign_in_requires_s256(methods):
    why, _ = await refusal(twist=twisting(ISSUER, code_challenge_methods_supported=methods))
    assert "PKCE (S256)" in why


@pytest.mark.parametrize(
    ("member", "address", "words"),
    [
        ("authorization_endpoint", "http://evil.example/authorize", "not encrypted"),
        ("token_endpoint", "http://evil.example/token", "not encrypted"),
        ("registration_endpoint", "https://ada:pw@evil.example/register", "password"),
        ("revocation_endpoint", "http://evil.example/revoke", "not encrypted"),
    ],
)
async def test_forbidden_address_is_refused_before_the_sign_in(member, address, words):
    why, _ = await refusal(twist=twisting(ISSUER, **{member: address}))
    assert words in why


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "ftp://x/", 7])
async def test_invalid_address_is_no_authorization_server(address):
    why, _ = await refusal(twist=twisting(ISSUER, authorization_endpoint=address))
    assert "does not describe its endpoints" in why


async def test_metadata_of_another_origin_is_ignored():
    async with place() as (elsewhere, _):
        hint = f'Bearer resource_metadata="{elsewhere.origin}{RESOURCE}"'
        async with place(challenge=lambda _url: hint) as (made, person):
            flow = await person.ins.begin("mail", by="person")
            assert flow.target.issuer == made.issuer, "its own well-known place says the same"
            assert not elsewhere.mcp.received


async def test_server_without_resource_metadata_can_be_its_own_issuer():
    async def gone(peer: Peer) -> None:
        await peer.respond(status=404)

    async with place(twist=lambda path, result: gone if path.startswith("/.well-known/oauth-prot") else result) as (
        _,
        person,
    ):
        with pytest.raises(UnreachableError, match="does not name a page to sign in"):
            await person.ins.begin("mail", by="person")


async def test_a_huge_document_is_not_read():
    async def huge(peer: Peer) -> None:
        await peer.streams()
        while True:
            await peer.piece(b" " * 65536)

    why, _ = await refusal(twist=lambda _path, _told: huge)
    assert "256 KiB" in why


async def test_metadata_with_endless_or_foreign_redirects_is_refused():
    async def again(peer: Peer) -> None:
        await peer.respond(status=302, location=peer.path)

    async def away(peer: Peer) -> None:
        await peer.respond(status=302, location="http://169.254.169.254/latest/meta-data")

    why, _ = await refusal(twist=lambda _path, _told: again)
    assert "redirects endlessly" in why
    why, _ = await refusal(twist=lambda _path, _told: away)
    assert "redirects to http://169.254.169.254, which ToolGuard did not follow" in why


async def test_invalid_metadata_is_skipped_and_failing_url_reported():
    async def garbage(peer: Peer) -> None:
        await peer.respond(b"[" * 100_000, kind="application/json")

    async def down(peer: Peer) -> None:
        await peer.respond(status=503)

    why, _ = await refusal(twist=lambda _path, _told: garbage)
    assert "does not name a page to sign in" in why
    why, _ = await refusal(twist=lambda _path, _told: down)
    assert "cannot be read (status 503)" in why


async def test_unresponsive_authorization_server_is_abandoned(monkeypatch):
    monkeypatch.setattr("toolguard.servers.oauth.fetch.FETCH_TIMEOUT", 0.1)

    async def silent(_peer: Peer) -> None:
        await asyncio.sleep(60)

    why, _ = await refusal(twist=lambda _path, _told: silent)
    assert "took too long" in why


async def test_only_scopes_named_by_the_server_are_requested():
    for twist, scopes in ((lambda _path, result: result, "read"), (twisting(RESOURCE, scopes_supported=None), "")):
        async with place(twist=twist, wants="") as (_, person):
            flow = await person.ins.begin("mail", by="person")
            assert flow.target.scopes == scopes, "never everything that there is"


async def test_sign_in_page_is_named_by_its_punycode_host():
    async with place(twist=twisting(ISSUER, authorization_endpoint="https://аpple.example/in")) as (_, person):
        flow = await person.ins.begin("mail", by="person")
        assert flow.target.place == "xn--pple-43d.example"
