"""A page that a server wants a person to open: shown in full, opened on a click only, looked after on the server."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from tests.servers.http.harness import Peer
from tests.servers.otc.harness import raw
from toolguard.servers import Redactor
from toolguard.servers.otc import challenge as otc_challenge
from toolguard.servers.otc.parser import AuthorizationChallenge

TOOLS = {"tools": [{"id": "A.B@1.0.0", "name": "B", "input_schema": {}}]}


def server(challenge: dict[str, Any], statuses: list[str], polled: list[str]) -> Any:
    async def serve(peer: Peer) -> None:
        if peer.path == "/tools":
            await peer.json(TOOLS)
        elif peer.method == "POST":
            body = {"message": "Sign in.", "missing_requirements": {"authorization": [challenge]}}
            await peer.json(body, 400)
        else:
            if peer.path != "/health":
                polled.append(peer.path)
            await peer.json({"status": statuses.pop(0) if statuses and peer.path != "/health" else "pending"})

    return serve


async def played(
    challenge: dict[str, Any], statuses: list[str], *, opens: bool, redactor: Redactor | None = None
) -> tuple[Any, list[str], list[str], Any]:
    """The answer to a call, the addresses that were shown and polled, and the log."""
    shown: list[str] = []
    polled: list[str] = []

    async def prompt_page(url: str) -> bool:
        shown.append(url)
        return opens

    async with raw(server(challenge, statuses, polled), prompt_page=prompt_page, redactor=redactor) as (it, made):
        if "check_url" in challenge and challenge["check_url"].startswith("/"):
            challenge["check_url"] = made.url.removesuffix("/mcp") + challenge["check_url"]
        answer = await it.call("B")
        await asyncio.sleep(0)
        if "login.example" in challenge["url"] and challenge["url"].startswith("https:"):
            await it.until(lambda: any(line.startswith("google: ") for line in it.log) or not opens)
            await it.until(lambda: shown)
        await asyncio.sleep(0.02)
        return answer["result"], shown, polled, it.log


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(otc_challenge, "FIRST", 0.001)


async def test_the_page_is_shown_to_the_person_and_not_to_the_model() -> None:
    challenge = {"id": "google", "url": "https://login.example/start?x=1", "check_url": "/status"}
    result, shown, polled, log = await played(challenge, ["pending", "pending", "completed"], opens=True)
    assert result["isError"] is True
    assert "sign in with google" in result["content"][0]["text"] and "login.example" not in str(result)
    assert shown == [challenge["url"]] and polled == ["/status"] * 3
    assert log[-1] == "google: done; the tool can now be called"


async def test_unopened_page_is_not_polled() -> None:
    challenge = {"id": "google", "url": "https://login.example/start", "check_url": "/status"}
    _, shown, polled, log = await played(challenge, [], opens=False)
    assert len(shown) == 1 and polled == [] and log[-1] == "google: the page was not opened"


async def test_status_url_of_another_server_is_never_polled() -> None:
    challenge = {"id": "google", "url": "https://login.example/start", "check_url": "https://login.example/status"}
    _, _, polled, log = await played(challenge, [], opens=True)
    assert polled == [] and "another server" in log[-1]


@pytest.mark.parametrize("url", ["https://-xn--a/", "https://a-xn--b%20/"])
async def test_invalid_status_url_is_logged(url: str) -> None:
    challenge = {"id": "google", "url": "https://login.example/start", "check_url": url}
    _, _, polled, log = await played(challenge, [], opens=True)
    assert polled == [] and log[-1].startswith("google: ")


@pytest.mark.parametrize("url", [
    "http://login.example/x", "file:///etc/passwd", "javascript:alert(1)", "", "https://",
    "https://-xn--a/", "https://a-xn--b%20/", "https://evil.test\\@good.test/x", "https://evil.test\\.good.test/x", "https://good.test@evil.test/",
])  # fmt: skip
async def test_unsafe_page_is_never_shown(url: str) -> None:
    result, shown, _, _ = await played({"id": "google", "url": url}, [], opens=True)
    assert shown == [] and "names no page" in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("origin", "url", "shown"),
    [
        ("https://tools.example", "http://127.0.0.1:631/admin", False),
        ("https://tools.example", "https://0x7f.1/", False),
        ("https://tools.example", f"https://127.1/{'x' * 9_000}", False),
        ("http://127.0.0.1:1", "http://localhost/", True),
    ],
)
async def test_only_a_local_server_may_open_a_local_page(origin: str, url: str, shown: bool) -> None:
    async with raw(server({}, [], [])) as (it, _):
        prompts = it.channel._challenges  # type: ignore[attr-defined]
        prompts._origin = httpx2.URL(origin)
        assert (prompts.show(AuthorizationChallenge("google", url)) == "") is shown


async def test_few_pages_wait_for_the_person_at_the_same_time() -> None:
    """The questions of all servers share a limit, so one server must not take all of it."""
    shown: list[str] = []
    answers = asyncio.Queue[bool]()

    async def prompt_page(url: str) -> bool:
        shown.append(url)
        return await answers.get()

    async with raw(server({}, [], []), prompt_page=prompt_page) as (it, _):
        prompts = it.channel._challenges  # type: ignore[attr-defined]
        pages = [AuthorizationChallenge("google", f"https://login.example/{number}") for number in range(50)]
        refused = [prompts.show(page) for page in pages]
        await it.until(lambda: len(shown) == otc_challenge.MAX_QUESTIONS)
        assert refused.count("") == otc_challenge.MAX_QUESTIONS and "not answered" in refused[-1]
        answers.put_nowait(False)
        await it.until(lambda: any("google" in line for line in it.log))
        assert prompts.show(pages[-1]) == "" and "not answered" in prompts.show(pages[-2])


async def test_page_whose_address_contains_a_secret_is_refused_with_the_reason() -> None:
    redactor = Redactor()
    redactor.learn("key", "s3cret-value")
    challenge = {"id": "google", "url": "https://other.example/start?key=s3cret-value"}
    result, shown, _, _ = await played(challenge, [], opens=True, redactor=redactor)
    assert shown == [] and "address of its page contains a secret" in result["content"][0]["text"]


async def test_failed_sign_in_is_logged() -> None:
    challenge = {"id": "google", "url": "https://login.example/start", "check_url": "/status"}
    _, _, _, log = await played(challenge, ["failed"], opens=True)
    assert log[-1] == "google: not done: failed"


async def test_look_alike_host_is_shown_in_ascii() -> None:
    _, shown, _, _ = await played({"id": "google", "url": "https://l\u043egin.example/x\u202ey"}, [], opens=True)
    assert shown[0].startswith("https://xn--lgin-") and shown[0].endswith(".example/x%E2%80%AEy")
