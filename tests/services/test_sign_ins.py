"""Orders about signing in, over a real authorization server: what is begun, kept, told, and given up."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from tests.servers.oauth.harness import Person, Place
from tests.support.services_harness import Harness, ordered
from toolguard.gate.model import ConfigChanged, SecretReleased
from toolguard.servers import Redactor, ServerResources, UnreachableError, open_server
from toolguard.servers.oauth.sign_ins import OAuthManager
from toolguard.services.registry import execute
from toolguard.services.server_probe.accepted_entries import AcceptedEntries
from toolguard.services.server_probe.connectivity_check import CheckStep, steps
from toolguard.services.server_probe.oauth_probe import StoredSignIn
from toolguard.services.sign_ins import NullSignInListener, SignInStore
from toolguard.store.config.config_diff import State


class SignInHarness(Harness):
    """An office, and a place to sign in for its server ``mail``."""

    place: Place

    async def browse(self, address: str) -> None:
        await Person.browse(self, address)  # type: ignore[arg-type]

    async def sign_in(self) -> None:
        pages: list[str] = []
        self.sign_ins.on_page(pages.append)
        await self.order("server.sign_in", name="mail")
        await self.browse(pages[0])
        assert await self.sign_ins.wait_end("mail") == ""

    def tokens(self) -> list[str]:
        return [value for one in self.place.tokens for value in (one.access_token, one.refresh_token)]


@contextlib.asynccontextmanager
async def opened(home: Path) -> AsyncIterator[SignInHarness]:
    harness = SignInHarness(home)
    harness.place = Place()
    await harness.place.start()
    await harness.order("server.add", name="mail", url=harness.place.mcp.url)
    harness.asked.clear()
    try:
        yield harness
    finally:
        await harness.sign_ins.close()
        await harness.place.stop()
        harness.keychain.close()
        harness.inventory.close()


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[SignInHarness]:
    async with opened(tmp_path) as made:
        yield made


async def test_sign_in_from_the_command_line_needs_approval(harness: SignInHarness) -> None:
    harness.consents = False
    assert "declined" in await harness.refusal("server.sign_in", name="mail")
    ((kind, title, _, by),) = harness.asked
    assert kind == "sign-in" and "the sign-in to the server mail" in title and by == "command line"
    assert not harness.place.auth.received


async def test_sign_in_url_is_not_part_of_any_order_result(harness: SignInHarness) -> None:
    pages: list[str] = []
    harness.sign_ins.on_page(pages.append)
    results = [await harness.order("server.sign_in", name="mail")]
    results += [await harness.order(order, name="mail") for order in ("server.sign_in_state", "server.show")]
    results += [await harness.order(order) for order in ("server.list", "secret.list")]
    address = httpx2.URL(pages[0])
    for kept in (str(address), address.params["state"], address.params["redirect_uri"]):
        assert kept not in json.dumps(results, default=str) + repr(harness.log.events)


async def test_tokens_lie_in_the_keyring_and_nowhere_else(harness: SignInHarness, tmp_path: Path) -> None:
    await harness.sign_in()
    results = [
        await harness.order("server.list"),
        await harness.order("secret.list"),
        await harness.order("server.show", name="mail"),
    ]
    assert harness.ring is not None
    kept = "".join(harness.ring.kept.values())
    written = (tmp_path / "config.json").read_text() + json.dumps(results, default=str) + repr(harness.log.events)
    for token in harness.tokens():
        assert token in kept and token not in written
        assert token.encode() not in harness.scrub(f"x {token}".encode())
    ((name, secret),) = harness.config.secrets.items()
    assert (secret.kind, secret.servers, secret.issuer) == ("oauth", ("mail",), harness.place.issuer)
    assert results[0][0]["sign_in"]["state"] == "in" and results[0][0]["sign_in"]["scopes"] == "read"
    assert results[1][0]["uses"] == [{"server": "mail", "place": "header Authorization", "bound": True}]
    assert any(isinstance(one, ConfigChanged) and one.what == "signed in to server mail" for one in harness.log.events)
    assert name.startswith("oauth.127.0.0.1.")


async def test_from_the_window_the_browser_opens_and_a_second_click_opens_the_same_page(harness: SignInHarness) -> None:
    pages: list[str] = []
    harness.sign_ins.on_page(pages.append)
    for _ in range(2):
        result = await ordered(harness.run, "server.sign_in", {"name": "mail"}, lambda _line: None)
        assert result["ok"] and result["value"]["state"] == "waiting"
    assert len(set(pages)) == 1 and not harness.asked
    assert "Only the ToolGuard window shows where to continue a sign-in" in await harness.refusal(
        "server.sign_in_address", name="mail"
    )
    await harness.order("server.sign_in_cancel", name="mail")
    assert "No sign-in" in await harness.refusal("server.sign_in_cancel", name="mail")
    assert (await harness.order("server.sign_in_state", name="mail"))["why"] == "you cancelled the sign-in"


async def test_sign_out_and_removal_revoke_tokens(harness: SignInHarness) -> None:
    await harness.sign_in()
    assert (await harness.order("server.sign_out", name="mail"))["revoked"]
    assert (await harness.order("server.list"))[0]["sign_in"]["state"] == "out"
    await harness.sign_in()
    (name,) = harness.config.secrets
    await harness.order("secret.remove", name=name)
    assert all(one.revoked for one in harness.place.tokens)
    assert harness.ring is not None and not harness.ring.kept and not harness.config.secrets
    assert "not signed in" in await harness.refusal("server.sign_out", name="mail")


async def test_sign_in_cannot_be_set_bound_or_named_as_secret(harness: SignInHarness) -> None:
    await harness.sign_in()
    await harness.with_server("files")
    (name,) = harness.config.secrets
    assert "is a sign-in" in await harness.refusal("secret.set", name=name, value="x")
    assert "is a sign-in" in await harness.refusal("secret.bind", name=name, servers=["files"])
    assert "is a sign-in" in await harness.refusal("secret.unbind", name=name, servers=["mail"])
    assert "is a sign-in" in await harness.refusal("secret.describe", name=name, kind="secret")
    assert "does not use MCP over HTTP" in await harness.refusal("server.sign_in", name="files")


async def test_sign_in_without_app_prints_the_address_and_waits(harness: SignInHarness) -> None:
    sign_in_store = SignInStore(harness.config, harness.keychain, None)
    ins, lines, going = (
        OAuthManager(sign_in_store, sign_in_store, Redactor(), NullSignInListener()),
        list[str](),
        list[asyncio.Task[None]](),
    )

    def tell(line: str) -> None:
        lines.append(line)
        if line.startswith("http"):
            going.append(asyncio.get_running_loop().create_task(harness.browse(line)))

    state = replace(harness.offline, sign_ins=ins, on_progress=tell)
    result = await execute("server.sign_in", {"name": "mail"}, state)
    assert result["ok"] and result["value"]["state"] == "in", result
    assert "127.0.0.1" in lines[0]
    await asyncio.gather(*going)
    await ins.close()


async def test_a_registered_client_is_shown_its_secret_only_where_it_is_bound(harness: SignInHarness) -> None:
    await harness.order(
        "server.change", name="mail", url=harness.place.mcp.url, client_id="me", client_secret="${secret:S}"
    )
    assert "S is not bound to the server mail" in await harness.refusal("server.sign_in", name="mail")
    await harness.order("secret.set", name="S", value="hunter2hunter2")
    await harness.order("secret.bind", name="S", servers=["mail"])
    pages: list[str] = []
    harness.sign_ins.on_page(pages.append)
    result = await harness.order("server.sign_in", name="mail")
    assert "client_id=me" in pages[0] and "hunter2" not in json.dumps(result) + pages[0]


async def test_a_registered_clients_secret_does_not_follow_the_server_to_another_address(
    harness: SignInHarness,
) -> None:
    await harness.order(
        "server.change", name="mail", url=harness.place.mcp.url, client_id="me", client_secret="${secret:S}"
    )
    await harness.order("secret.set", name="S", value="hunter2hunter2")
    harness.config.bind_secret("S", "mail", {"origin": "https://before.example:443"})
    assert "has changed since the secret S was bound" in await harness.refusal("server.sign_in", name="mail")
    await harness.order("secret.bind", name="S", servers=["mail"])
    assert not [event for event in harness.log.events if isinstance(event, SecretReleased)]
    assert (await harness.order("server.sign_in", name="mail"))["state"] == "waiting"
    (released,) = [event for event in harness.log.events if isinstance(event, SecretReleased)]
    assert (released.server, released.secret) == ("mail", "S") and released.place.startswith("sign-in at http://127.")


async def test_a_registered_clients_secret_is_not_read_before_a_person_accepted_its_binding(
    harness: SignInHarness,
) -> None:
    await harness.order(
        "server.change", name="mail", url=harness.place.mcp.url, client_id="me", client_secret="${secret:S}"
    )
    await harness.order("secret.set", name="S", value="hunter2hunter2")
    await harness.order("secret.bind", name="S", servers=["mail"])
    found: State | None = None

    async def accepted(_home: Path) -> State | None:
        return found

    def store() -> SignInStore:
        return SignInStore(harness.config, harness.keychain, AcceptedEntries(harness.config, accepted))

    with pytest.raises(UnreachableError, match="you have not yet approved giving the secret S to the server mail"):
        await store().client("mail")
    found = harness.config.state
    assert (await store().client("mail")).secret == "hunter2hunter2"


async def test_doctor_reports_a_sign_in_without_refreshing(harness: SignInHarness) -> None:
    redactor, proved = Redactor(), True

    async def accepted(_home: Path) -> State | None:
        return harness.config.state if proved else None

    async def walked() -> list[CheckStep]:
        spec = harness.config.servers["mail"]
        entries = AcceptedEntries(harness.config, accepted)
        kept = StoredSignIn(SignInStore(harness.config, harness.keychain, entries), spec, entries, redactor)

        async def release(name: str) -> str:
            return name

        async def opened() -> object:
            return await open_server(
                spec,
                ServerResources(release=release, log=lambda _: None, token_provider=kept if kept.can_sign else None),
            )

        async def auth() -> CheckStep | None:
            state, text = await kept.summary()
            return CheckStep(state, text, last=kept.is_over) if text else None

        return [step async for step in steps(spec, opened, auth)]  # type: ignore[arg-type]

    found = await walked()
    assert found[-1].state == "wrong" and "it requires that you sign in at 127.0.0.1" in found[-1].text
    harness.place.lasts = 3600
    await harness.sign_in()
    found = await walked()
    assert [one.state for one in found[-2:]] == ["ok", "ok"] and "you are signed in at" in found[-2].text
    (token,) = harness.place.tokens
    assert redactor(token.access_token.encode()) == b"[secret sign-in]"
    proved = False
    assert "you have not yet approved giving" in (await walked())[-1].text
    proved = True
    await harness.order("server.sign_out", name="mail")
    harness.place.lasts = 10
    await harness.sign_in()
    assert "renewed when a client next uses" in (await walked())[-1].text
    assert len(harness.place.tokens) == 2
