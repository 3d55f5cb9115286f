"""Signing in to a remote server, against a real authorization server; the browser is one that follows redirects."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from urllib.parse import parse_qsl

import httpx2
import msgspec
import pytest

from tests.servers.http.harness import INITIALIZE_PARAMS, HttpHarness, call, error, request
from tests.servers.oauth.harness import Person, Place, Registered, everything, place, remote
from tests.support.waiting import until
from toolguard.gate.approvals.proposals import Verdict
from toolguard.gate.session.upstream import NotProvidedError
from toolguard.servers import ServerResources, UnreachableError, open_server
from toolguard.servers.oauth.record import decode_record, encode_record
from toolguard.servers.oauth.redirect import MAX_CONNECTIONS
from toolguard.servers.oauth.sign_in import OAuthClient


@contextlib.asynccontextmanager
async def opened(made: Place, person: Person, server: str = "mail") -> AsyncIterator[HttpHarness]:
    log: list[str] = []

    async def release(name: str) -> str:
        raise UnreachableError(name)

    channel = await open_server(
        person.specs[server],
        ServerResources(
            release=release, log=log.append, redactor=person.scrub, token_provider=person.ins.token_provider(server)
        ),
    )
    try:
        yield HttpHarness(made.mcp, channel, log)
    finally:
        await channel.close()


async def test_refused_server_accepts_calls_after_the_person_signs_in():
    async with place() as (made, person):
        async with opened(made, person) as harness:
            response = await harness.ask(request(1, "initialize", **INITIALIZE_PARAMS))
            assert f"requires that you sign in at {made.issuer.removeprefix('http://')}" in error(response)[1]
            assert "toolguard server sign-in mail" in error(response)[1]
            await asyncio.sleep(0)
            ((kind, _title, detail, by),) = person.asked
            assert (kind, by) == ("sign-in", "the server mail") and made.issuer in detail and "right    read" in detail
            assert f"tokens   {made.issuer}/token" in detail.splitlines(), (
                "a page of one place may send codes to another"
            )
            assert not made.clients and not person.opened, "nobody has said yes"
            person.consent.set_result("accepted")
            await harness.until(lambda: person.opened)
            assert "signed in" in (await person.browse(person.opened[0])).text
            assert await person.ins.wait_end("mail") == ""
            await harness.initialize()
            token = made.tokens[0].access_token
            answer = await harness.ask(call(2, "echo"))
            secret = person.entries["mail"].secret
            assert answer["result"]["content"][0]["text"] == f"Bearer [secret {secret}]"
        assert made.tokens[0].resource == made.mcp.url and made.tokens[0].scope == "read"
        assert person.releases == [("mail", secret)]
        for value in (token, made.tokens[0].refresh_token):
            assert value not in everything(person) and value in "".join(person.ring.values())


async def test_two_requests_that_are_refused_ask_the_person_once():
    async with place() as (made, person), opened(made, person) as harness:
        await harness.send(request(1, "ping"), request(2, "ping"))
        for _ in range(2):
            assert "sign in" in error(await harness.receive())[1]
        assert len(person.asked) == 1
        assert len([one for one in made.auth.received if one.path.startswith("/.well-known")]) == 1


@pytest.mark.parametrize(("verdict", "asked"), [("rejected", 1), ("nobody", 2), ("closing", 2)])
async def test_only_a_sign_in_that_the_person_declined_is_not_asked_again_but_remains_possible(
    verdict: Verdict, asked: int
) -> None:
    async with place() as (made, person), opened(made, person) as harness:
        await harness.ask(request(1, "ping"))
        person.consent.set_result(verdict)
        await asyncio.sleep(0.01)
        await harness.ask(request(2, "ping"))
        assert len(person.asked) == asked and not made.clients
        assert (await person.ins.state("mail"))["state"] == "wanted"
        assert await person.sign_in() == ""
        await harness.initialize()


async def test_registered_client_reuses_its_redirect_port():
    async with place() as (made, person):
        assert await person.sign_in() == ""
        made.tokens.clear()
        assert await person.sign_in() == ""
        assert len(made.clients) == 1


async def test_sign_in_works_although_the_stored_redirect_address_is_malformed():
    async with place() as (_, person):
        assert await person.sign_in() == ""
        (name,) = person.ring
        record = decode_record(person.ring[name])
        assert record
        person.ring[name] = encode_record(
            msgspec.structs.replace(record, client={**record.client, "redirect_uris": ["http://[::1"]})
        )
        person.restart()
        assert await person.sign_in() == ""


async def test_an_expired_token_is_renewed_once_for_all_and_the_old_refresh_token_is_replaced():
    async with place(lasts=20) as (made, person):  # less than what counts as good
        assert await person.sign_in() == ""
        made.lasts = 3600
        async with opened(made, person) as harness:
            await asyncio.gather(harness.send(request(1, "ping")), harness.send(request(2, "ping")))
            assert [("result" in one) for one in (await harness.receive(), await harness.receive())] == [True, True]
        assert len([one for one in made.auth.received if b"grant_type=refresh_token" in one.body]) == 1
        assert made.tokens[0].revoked and not made.tokens[1].revoked
        (kept,) = person.ring.values()
        assert made.tokens[1].refresh_token in kept and made.tokens[0].refresh_token not in kept
        assert b"resource=http" in made.auth.received[-1].body


async def test_refused_token_is_refreshed_and_the_request_resent():
    async with place() as (made, person):
        assert await person.sign_in() == ""
        async with opened(made, person) as harness:
            await harness.initialize()
            await harness.until(lambda: [one for one in made.mcp.of("GET") if one.path == "/mcp"])
            made.tokens[0].expires = 0
            assert "result" in await harness.ask(call(7, "echo"))
            assert made.ran == ["echo"], "it ran once"
            assert [one.headers["authorization"] for one in made.mcp.of("tools/call")] == [
                f"Bearer {made.tokens[at].access_token}" for at in (0, 1)
            ]
        async with opened(made, person) as harness:
            assert "result" in await harness.ask(request(1, "ping")), "another session has it, too"
        assert len(made.tokens) == 2


async def test_expired_sign_in_is_reported_and_the_call_is_not_sent():
    async with place(lasts=20) as (made, person):
        assert await person.sign_in() == ""
        made.tokens[0].revoked = True
        async with opened(made, person) as harness:
            with pytest.raises(NotProvidedError, match=r"invalid_grant.*sign in: open"):
                await harness.channel.prepare(call(1))  # type: ignore[attr-defined]
            with pytest.raises(NotProvidedError, match="signed out of the server mail"):
                await harness.channel.prepare(call(1))  # type: ignore[attr-defined]
        assert (await person.ins.state("mail"))["state"] == "out" and not made.mcp.of("tools/call")
        made.lasts = 3600
        assert await person.sign_in() == ""
        assert len(made.clients) == 1, "the registration was still good"


async def test_a_renewal_that_fails_for_the_network_keeps_the_sign_in():
    async with place(lasts=20) as (made, person):
        assert await person.sign_in() == ""
        await made.auth.stop()
        async with opened(made, person) as harness:
            assert "result" in await harness.ask(request(1, "ping")), "for some seconds it is still good"
            record = person.ins._grant(person.entries["mail"].secret)
            record._clock = lambda: time.time() + 30
            assert "could not be renewed" in error(await harness.ask(request(2, "ping")))[1]
        assert made.tokens[0].refresh_token in "".join(person.ring.values())


async def test_step_up_requests_old_and_new_scopes():
    async with place(needs={"send": "write"}) as (made, person):
        assert await person.sign_in() == ""
        async with opened(made, person) as harness:
            await harness.initialize()
            assert "more rights" in error(await harness.ask(call(1, "send")))[1]
            await asyncio.sleep(0)
            assert "right    write" in person.asked[0][2]
            assert await person.sign_in() == ""
            assert made.tokens[-1].scope == "read write"
            assert "result" in await harness.ask(call(2, "send"))
            assert made.ran == ["send"]


async def test_scopes_that_a_server_demands_after_the_person_was_asked_are_not_requested():
    async with place(forbids={"send": 'Bearer error="insufficient_scope", scope="write"'}) as (made, person):
        assert await person.sign_in() == ""
        async with opened(made, person) as harness:
            await harness.initialize()
            await harness.ask(call(1, "send"))
            made.forbids["send"] = 'Bearer error="insufficient_scope", scope="everything"'
            await harness.ask(call(2, "send"))
            ((_kind, _title, detail, _by),) = person.asked
            person.consent.set_result("accepted")
            await harness.until(lambda: person.opened)
        scopes = dict(httpx2.URL(person.opened[0]).params)["scope"].split()
        assert scopes == [line.split()[1] for line in detail.splitlines() if line.startswith("right ")]
        assert scopes == ["read", "write"]


async def test_refusal_without_a_scope_challenge_requests_none():
    result = (
        'Bearer error="access_denied", error_description="not for want of rights (insufficient_scope)", scope="write"'
    )
    async with place(forbids={"send": result}) as (made, person):
        assert await person.sign_in() == ""
        async with opened(made, person) as harness:
            await harness.initialize()
            assert "more rights" not in error(await harness.ask(call(1, "send")))[1]
            await asyncio.sleep(0)
            assert person.asked == []


async def test_server_that_requires_a_granted_scope_again_gets_an_error():
    async with place(needs={"send": "write"}) as (made, person):
        assert await person.sign_in() == ""
        async with opened(made, person) as harness:
            await harness.ask(call(1, "send"))
            assert await person.sign_in() == ""
            for token in made.tokens:
                token.scope = "read"
            assert "already has (write)" in error(await harness.ask(call(2, "send")))[1]
            assert len(person.asked) == 1


async def test_a_token_for_another_audience_is_refused_by_the_server_and_no_loop_begins():
    async with place(deaf_to_resource=True) as (made, person):
        assert await person.sign_in() == ""
        async with opened(made, person) as harness:
            assert "refuses the token of your sign-in" in error(await harness.ask(request(1, "ping")))[1]
        assert not person.asked


async def test_signing_out_revokes_both_tokens_and_forgets_them():
    async with place() as (made, person):
        assert await person.sign_in() == ""
        assert await person.ins.sign_out("mail", by="person")
        assert made.tokens[0].revoked and not person.ring
        assert (await person.ins.state("mail"))["state"] == "out"
        async with opened(made, person) as harness:
            assert "you are signed out" in error(await harness.ask(request(1, "ping")))[1]


async def test_signing_out_during_a_refresh_forgets_the_new_tokens_too():
    async with place(lasts=20, hold=asyncio.Event()) as (made, person):
        assert await person.sign_in() == ""
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(person.ins.token(person.specs["mail"]))
            await until(lambda: len(made.tokens) == 2)
            out = group.create_task(person.ins.sign_out("mail", by="person"))
            await asyncio.wait((out,), timeout=0.2)
            made.hold.set()
        assert waiting.result() == made.tokens[1].access_token, "it was asked for before"
        assert out.result() and all(one.revoked for one in made.tokens) and not person.ring
        assert (await person.ins.state("mail"))["state"] == "out"


@pytest.mark.parametrize("valid", [True, False])
async def test_signing_in_during_a_refresh_lasts(valid: bool):
    async with place(lasts=20, hold=asyncio.Event()) as (made, person):
        assert await person.sign_in() == ""
        made.tokens[0].revoked = not valid
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(asyncio.wait((group.create_task(_token(person)),)))
            await until(lambda: [one for one in made.auth.received if b"grant_type=refresh_token" in one.body])
            made.lasts = 3600
            again = group.create_task(person.sign_in())
            await until(lambda: made.tokens[-1].expires > time.time() + 60)
            await asyncio.wait((again,), timeout=0.2)
            made.hold.set()
        assert waiting.done() and again.result() == ""
        assert await person.ins.token(person.specs["mail"]) == made.tokens[-1].access_token
        assert made.tokens[-1].refresh_token in "".join(person.ring.values())


async def _token(person: Person) -> str:
    try:
        return await person.ins.token(person.specs["mail"])
    except UnreachableError as why:
        return str(why)


async def test_a_token_goes_to_the_origin_that_it_is_for_and_nowhere_else():
    async with place() as (_made, person), place() as (other, _):
        assert await person.sign_in() == ""
        person.specs["mail"] = remote(other.mcp.url)
        async with opened(other, person) as harness:
            assert "sign in at" in error(await harness.ask(request(1, "ping")))[1]
        assert not any("authorization" in one.headers for one in other.mcp.received)


async def test_configured_authorization_header_is_sent():
    async with place() as (made, person):
        assert await person.sign_in() == ""
        person.specs["mail"] = remote(made.mcp.url, Authorization="Bearer mine")
        assert person.ins.token_provider("mail") is None and person.ins.secret_names("mail") == ()


async def test_two_servers_of_one_resource_share_a_sign_in():
    async with place() as (made, person):
        person.specs["post"] = remote(made.mcp.url, "post")
        assert await person.sign_in() == ""
        assert await person.sign_in("post") == ""
        assert person.entries["post"] == person.entries["mail"] and len(person.ring) == 1


async def test_locked_keyring_is_reported_and_blocks_nothing():
    async with place() as (made, person):
        assert await person.sign_in() == ""
        again = type(person)(made.mcp.url)
        again.entries, again.ring, again.locked = person.entries, person.ring, "your keychain is locked: unlock it"
        async with opened(made, again) as harness:
            assert "unlock it" in error(await harness.ask(request(1, "ping")))[1]
        assert (await again.ins.state("mail"))["state"] == "in"
        again.locked = ""
        async with opened(made, again) as harness:
            assert "result" in await harness.ask(request(1, "ping"))
        await again.ins.close()


# --- who ToolGuard is there


async def test_a_client_that_a_person_has_set_is_used_with_its_secret_and_a_known_address():
    async with place() as (made, person):
        made.clients["ours"] = Registered(
            "ours", "s3cret", {"redirect_uris": [], "token_endpoint_auth_method": "client_secret_basic"}
        )
        person.own = OAuthClient("ours", "s3cret")
        flow = await person.ins.begin("mail", by="person")
        redirect = dict(httpx2.URL(flow.address).params)["redirect_uri"]
        assert httpx2.URL(redirect).path == "/callback"
        made.clients["ours"].told["redirect_uris"].append(redirect)
        await person.browse(flow.address)
        assert await person.ins.wait_end("mail") == ""
        assert list(made.clients) == ["ours"]
        assert "s3cret" not in everything(person)


async def test_client_metadata_document_is_used_if_supported():
    def knows(path: str, document: dict) -> dict:
        return {**document, "client_id_metadata_document_supported": True}

    document = "https://toolguard.example/client.json"
    for twist, client in ((knows, document), (lambda _path, result: result, None)):
        async with place(twist=twist) as (made, person):
            person.own = OAuthClient(document=document)
            flow = await person.ins.begin("mail", by="person")
            result = dict(httpx2.URL(flow.address).params)
            assert (result["client_id"] == document) == (client is not None) == (not made.clients)
            assert httpx2.URL(result["redirect_uri"]).path == "/callback"


async def test_missing_registration_asks_for_a_client_id():
    def closed(path: str, document: dict) -> dict:
        return {name: value for name, value in document.items() if name != "registration_endpoint"}

    async with place(twist=closed) as (_, person):
        with pytest.raises(UnreachableError, match="get a client ID there"):
            await person.ins.begin("mail", by="person")


# --- answers that are not what was asked for


async def test_an_answer_from_another_issuer_is_refused_and_its_code_is_not_used():
    for iss, words in (("https://evil.example", "came from https://evil.example"), ("", "does not say where")):
        async with place(iss=iss) as (made, person):
            assert words in await person.sign_in()
            assert not made.tokens and not person.ring
            assert not [one for one in made.auth.received if one.path == "/token"]


async def test_redirect_with_a_wrong_state_is_ignored():
    async with place() as (made, person):
        flow = await person.ins.begin("mail", by="person")
        redirect = dict(httpx2.URL(flow.address).params)["redirect_uri"]
        forged = await person.browse(f"{redirect}?code=stolen&state=guessed&iss={made.issuer}")
        assert forged.status_code == 400 and "This is not the sign-in that was started" in forged.text
        assert (await person.browse(f"{redirect}x?code=1")).status_code == 404
        assert not [one for one in made.auth.received if one.path == "/token"]
        await person.browse(flow.address)
        assert await person.ins.wait_end("mail") == ""


async def test_idle_connections_do_not_block_the_sign_in_redirect():
    async with place() as (_, person), contextlib.AsyncExitStack() as stack:
        flow = await person.ins.begin("mail", by="person")
        port = httpx2.URL(dict(httpx2.URL(flow.address).params)["redirect_uri"]).port
        for _ in range(2 * MAX_CONNECTIONS):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
        await person.browse(flow.address)
        assert await person.ins.wait_end("mail") == ""


async def test_authorization_code_is_used_once():
    async with place() as (made, person):
        flow = await person.ins.begin("mail", by="person")
        back = (await person.browse(flow.address, follow=False)).headers["location"]
        await person.browse(back)
        assert await person.ins.wait_end("mail") == ""
        with pytest.raises(httpx2.ConnectError):
            await person.browse(back)
        (asked,) = [one for one in made.auth.received if one.path == "/token"]
        async with httpx2.AsyncClient(trust_env=False) as thief:
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            again = await thief.post(f"{made.issuer}/token", content=asked.body, headers=form)
        assert again.json()["error"] == "invalid_grant"


async def test_declined_sign_in_is_reported_without_secrets():
    async with place() as (_, person):
        person.own = OAuthClient("ours", "s3cret-of-the-client")
        flow = await person.ins.begin("mail", by="person")
        result = dict(httpx2.URL(flow.address).params)
        about = "s3cret-of-the-client is wrong"
        answer = {
            "error": "access_denied", "error_description": about, "state": result["state"], "iss": flow.target.issuer
        }  # fmt: skip
        page = await person.browse(str(httpx2.URL(result["redirect_uri"]).copy_merge_params(answer)))
        assert "not signed in" in page.text
        assert "declined: access_denied ([secret sign-in] is wrong)" in await person.ins.wait_end("mail")


async def test_abandoned_sign_in_times_out_and_can_be_cancelled(monkeypatch):
    async with place() as (_, person):
        await person.ins.begin("mail", by="person")
        assert (await person.ins.state("mail"))["state"] == "waiting"
        assert await person.ins.cancel("mail") and not await person.ins.cancel("mail")
        monkeypatch.setattr("toolguard.servers.oauth.sign_in.SIGN_IN_TIMEOUT", 0.05)
        await person.ins.begin("mail", by="person")
        assert "nobody signed in" in await person.ins.wait_end("mail")
        assert json.dumps(await person.ins.state("mail"))


async def test_sign_in_state_is_reported_while_the_keyring_does_not_answer():
    async with place() as (_, person):
        assert await person.sign_in() == ""
        again = Person(person.specs["mail"].url)
        again.entries, never = person.entries, asyncio.Event()

        async def peek(name: str) -> tuple[bool, str | None]:
            await never.wait()
            return True, person.ring[name]

        again.peek = peek  # type: ignore[method-assign]
        assert (await again.ins.state("mail"))["state"] == "in", "as far as is known"
        never.set()
        await asyncio.sleep(0.01)
        assert (await again.ins.state("mail"))["scopes"] == "read"
        await again.ins.close()


async def test_refresh_continues_if_its_waiter_is_cancelled():
    async with place(lasts=20) as (made, person):
        assert await person.sign_in() == ""
        grant = person.ins._grant(person.entries["mail"].secret)
        waiting = asyncio.get_running_loop().create_task(person.ins.token(person.specs["mail"]))
        while not [one for one in made.auth.received if b"grant_type=refresh_token" in one.body]:
            await asyncio.sleep(0)
        waiting.cancel()
        assert grant._refreshing is not None
        await grant._refreshing
        assert made.tokens[-1].refresh_token in "".join(person.ring.values()), "the old one is good for nothing now"


async def test_long_replaced_tokens_are_no_longer_redacted():
    async with place(lasts=20) as (made, person):
        assert await person.sign_in() == ""
        for _ in range(12):
            await person.ins.token(person.specs["mail"])
        assert len(person.scrub._names) <= 12
        newest, oldest = made.tokens[-1].access_token.encode(), made.tokens[0].access_token.encode()
        assert newest not in person.scrub(b"x" + newest) and oldest in person.scrub(b"x" + oldest)


async def test_sign_in_follows_a_changed_authorization_server():
    async with place() as (made, person), place() as (other, _):
        assert await person.sign_in() == ""
        moved = other.issuer
        made.twist = lambda path, result: (
            {**result, "authorization_servers": [moved]} if "resource" in result else result
        )
        async with opened(made, person) as harness:
            made.tokens.clear()
            made.clients.clear()
            assert f"sign in at {moved.removeprefix('http://')}" in error(await harness.ask(request(1, "ping")))[1]
        first = person.entries["mail"]
        assert await person.sign_in() == ""
        assert person.entries["mail"].issuer == moved and person.entries["mail"].secret != first.secret
        assert len(other.clients) == 1, "nothing that one issuer gave is shown to another"


class AtAnyPort(Registered):
    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return True


@pytest.mark.parametrize("signed_out", [False, True])
async def test_a_client_that_a_person_has_set_is_not_used_at_another_issuer(signed_out):
    async with place() as (made, person), place() as (other, _):
        for name in ("ours", "theirs"):
            made.clients[name] = other.clients[name] = AtAnyPort(name, "s3cret", {})
        person.own = OAuthClient("ours", "s3cret", "client")
        assert await person.sign_in() == ""
        if signed_out:
            await person.ins.sign_out("mail", by="person")
        first, person.releases = person.entries["mail"], []
        made.twist = lambda path, result: (
            {**result, "authorization_servers": [other.issuer]} if "resource" in result else result
        )
        with pytest.raises(UnreachableError, match=f"is for {made.issuer}.*secret remove {first.secret}"):
            await person.sign_in()
        assert not person.releases and not other.codes
        if signed_out:
            person.entries.clear()
        else:
            person.own = OAuthClient("theirs", "s3cret", "client")
        assert await person.sign_in() == "" and person.entries["mail"].issuer == other.issuer


async def test_former_address_of_a_server_cannot_start_a_sign_in():
    async with place() as (before, person), place() as (made, _):
        async with opened(before, person) as harness:
            person.specs["mail"] = remote(made.mcp.url)
            assert (
                "the address of the server"
                in error(await harness.ask(request(1, "initialize", **INITIALIZE_PARAMS)))[1]
            )
        assert not person.asked and (await person.ins.state("mail"))["state"] == "none"


async def test_sign_in_for_an_earlier_address_is_not_started_for_the_new_one():
    async with place() as (before, person), place() as (made, _):
        person.own = OAuthClient("ours", "s3cret")
        async with opened(before, person) as harness:
            await harness.ask(request(1, "initialize", **INITIALIZE_PARAMS))
            await harness.until(lambda: person.asked)
        person.specs["mail"] = remote(made.mcp.url)
        person.consent.set_result("accepted")
        await harness.until(lambda: person.ins._statuses["mail"].asking is None)
        assert not person.opened and "has changed" in (await person.ins.state("mail"))["why"]
        flow = await person.ins.begin("mail", by="person")
        assert flow.address.startswith(made.issuer) and flow.target.resource == made.mcp.url


async def test_sign_in_restarts_if_the_server_address_changes():
    async with place() as (before, person), place() as (made, _):
        learned = person.client

        async def client(server: str) -> OAuthClient:
            person.specs["mail"] = remote(made.mcp.url)
            return await learned(server)

        person.client = client  # type: ignore[method-assign]
        with pytest.raises(UnreachableError, match="has changed"):
            await person.ins.begin("mail", by="person")
        assert not before.clients


async def test_overlong_token_is_refused():
    async with place() as (made, person):
        respond = made.rules.create_token_response

        def responds(peer):
            status, body, headers = respond(peer)
            return status, {**body, "access_token": '"\\' * 8_000}, headers

        made.rules.create_token_response = responds
        assert "issued a token that no header can carry" in await person.sign_in()


async def test_granted_scopes_are_recorded_only_if_they_are_valid():
    async with place() as (made, person):
        respond = made.rules.create_token_response

        def responds(peer):
            status, body, headers = respond(peer)
            return status, {**body, "scope": f'read\nissuer\u202e "all" {"x" * 201}'}, headers

        made.rules.create_token_response = responds
        assert await person.sign_in() == ""
        assert person.notes[-1][2].splitlines() == [made.issuer, "read"]
        assert (await person.ins.state("mail"))["scopes"] == "read"


@pytest.mark.parametrize("secret", ["x" * 20_000, "one line of a secret\n" * 1_000, "%" * 1_001, "schlüssel"])
async def test_client_secret_that_could_not_be_redacted_is_refused(secret):
    async with place() as (made, person):
        respond = made.rules.create_endpoint_response

        def responds(name, peer):
            status, body, headers = respond(name, peer)
            return (
                status,
                {**body, "client_secret": secret, "token_endpoint_auth_method": "client_secret_post"},
                headers,
            )

        made.rules.create_endpoint_response = responds
        with pytest.raises(UnreachableError, match="issued a client secret that no header can carry"):
            await person.sign_in()
        assert not person.ring


async def test_error_that_quotes_secrets_is_reported_without_them():
    async with place() as (made, person):
        made.clients["ours"] = Registered(
            "ours", "s3cret-of-the-client", {"redirect_uris": [], "token_endpoint_auth_method": "client_secret_basic"}
        )
        person.own = OAuthClient("ours", "s3cret-of-the-client")
        quoted: list[str] = []

        def refuses(peer):
            code = dict(parse_qsl(peer.body.decode()))["code"]
            quoted.extend((code, peer.headers["authorization"].removeprefix("Basic ")))
            about = f"{peer.headers['authorization']} {code} s3cret-of-the-client"
            return 400, {"error": "invalid_grant", "error_description": about}, {}

        made.rules.create_token_response = refuses
        flow = await person.ins.begin("mail", by="person")
        made.clients["ours"].told["redirect_uris"].append(dict(httpx2.URL(flow.address).params)["redirect_uri"])
        await person.browse(flow.address)
        reason = await person.ins.wait_end("mail")
        assert "invalid_grant: Basic" in reason and "[secret sign-in]" in reason
        assert len(quoted) == 2 and not [text for text in (*quoted, "s3cret") if text in reason + everything(person)]


async def test_invalid_registration_is_not_quoted():
    async with place() as (made, person):
        made.rules.create_endpoint_response = lambda _name, _peer: (201, {"client_secret": "s3cret", "scope": 1}, {})
        with pytest.raises(UnreachableError, match="its response is invalid") as why:
            await person.sign_in()
        assert "s3cret" not in str(why.value) + everything(person)
