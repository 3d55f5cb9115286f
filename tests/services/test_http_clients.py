"""Orders about clients that come over HTTP: a token that is shown once, a person who lets in, an end that is an end."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.test_cli import Shell
from tests.support.services_harness import Harness
from toolguard.clients.http.tokens import find_owner, hash_token
from toolguard.gate.model import ConfigChanged
from toolguard.services.context import ServiceContext
from toolguard.services.registry import execute
from toolguard.store.config.config import Config


class Door:
    """The way in over HTTP, as far as orders know it."""

    trouble = ""
    port = 7777

    def __init__(self) -> None:
        self.refreshed: list[list[str]] = []
        self.config: Config | None = None

    async def refresh(self) -> None:
        assert self.config is not None
        self.refreshed.append(list(self.config.clients))


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    one.door = Door()  # type: ignore[attr-defined]
    one.door.config = one.config  # type: ignore[attr-defined]
    one.app = ServiceContext(one.config, one.keychain, one.guard, http=one.door)  # type: ignore[attr-defined]
    await one.with_server("files")
    await one.with_server("mail")
    one.log.events.clear()
    yield one
    one.keychain.close()


async def test_question_about_a_client_shows_the_allow_rules_for_its_name(harness: Harness) -> None:
    await harness.order("rule.add", server="files", tool="read", client="me", verdict="allow")
    await harness.order("rule.add", server="files", tool="list", client="you", verdict="allow")
    await harness.order("client.add", name="me", servers=["files"])
    assert "Rules: 1." in harness.asked[-1][1]
    assert "tool     read" in harness.asked[-1][2] and "list" not in harness.asked[-1][2]


async def test_http_client_cannot_have_the_name_and_the_rules_of_a_program(harness: Harness) -> None:
    harness.app = replace(harness.app, is_program=frozenset({"cursor"}).__contains__)
    assert "program on this computer" in await harness.refusal("client.add", name="cursor")
    assert not harness.config.clients and not harness.asked


async def test_person_adds_an_http_client_after_seeing_its_access(harness: Harness) -> None:
    made = await harness.order("client.add", name="me", servers=["files"])
    ((kind, title, detail, by),) = harness.asked
    assert (kind, by, detail) == ("client", "command line", "client   me\nserver   files")
    assert "can use files as the client me" in title
    token = made["token"]
    assert find_owner(token, harness.config.clients) == "me"
    assert harness.config.clients["me"].servers == ("files",)
    assert made["servers"] == [
        {
            "server": "files",
            "url": "http://127.0.0.1:7777/s/files/mcp",
            "url_with_token": f"http://127.0.0.1:7777/t/{token}/s/files/mcp",
            "url_sse": f"http://127.0.0.1:7777/t/{token}/s/files/sse",
            "otc_url": "http://127.0.0.1:7777/otc/files",
            "otc_url_with_token": f"http://127.0.0.1:7777/t/{token}/otc/files",
        }
    ]
    assert made["all"] == {
        "url": "http://127.0.0.1:7777/mcp",
        "url_with_token": f"http://127.0.0.1:7777/t/{token}/mcp",
        "url_sse": f"http://127.0.0.1:7777/t/{token}/sse",
    }
    assert harness.door.refreshed == [["me"]]  # type: ignore[attr-defined]


async def test_client_without_named_servers_may_use_all(harness: Harness) -> None:
    made = await harness.order("client.add", name="me")
    ((_, title, detail, _),) = harness.asked
    assert "every server" in title and detail.arguments["then"].code == "services.client_every_server"
    assert [one["server"] for one in made["servers"]] == ["files", "mail"]
    assert harness.config.clients["me"].servers is None


async def test_the_token_is_in_no_file_no_record_and_no_question(harness: Harness, tmp_path: Path) -> None:
    token = (await harness.order("client.add", name="me"))["token"]
    listed = await harness.order("client.list")
    result = json.dumps(listed) + repr(harness.log.events) + repr(harness.asked)
    result += "".join(one.read_text() for one in tmp_path.rglob("*") if one.is_file())
    assert token not in result
    assert hash_token(token) in result
    assert [event.what for event in harness.log.events if isinstance(event, ConfigChanged)] == ["client me added"]


async def test_declined_client_gets_no_token(harness: Harness) -> None:
    harness.consents = False
    assert "declined" in await harness.refusal("client.add", name="me")
    assert not harness.config.clients and not harness.door.refreshed  # type: ignore[attr-defined]


async def test_used_name_and_unknown_server_are_refused_before_a_question(
    harness: Harness,
) -> None:
    await harness.order("client.add", name="me")
    harness.asked.clear()
    assert "already" in await harness.refusal("client.add", name="me")
    assert "There is no server x" in await harness.refusal("client.add", name="you", servers=["files", "x"])
    for wrong in ({"name": "../x"}, {"name": "x", "servers": []}, {"name": "x", "servers": "files"}):
        await harness.refusal("client.add", **wrong)
    assert not harness.asked


async def test_clients_are_listed_with_their_servers(harness: Harness) -> None:
    await harness.order("client.add", name="b", servers=["mail"])
    await harness.order("client.add", name="a")
    one, two = await harness.order("client.list")
    assert (one["name"], one["servers"], one["sessions"], one["created"]) == ("a", None, 0, 1000)
    assert two["url_of_all"] == "http://127.0.0.1:7777/mcp"
    assert two["urls"] == {"mail": "http://127.0.0.1:7777/s/mail/mcp"}
    assert two["otc_urls"] == {"mail": "http://127.0.0.1:7777/otc/mail"}


async def test_removed_client_loses_its_token_and_sessions(harness: Harness) -> None:
    token = (await harness.order("client.add", name="me"))["token"]
    harness.asked.clear()
    await harness.order("client.remove", name="me")
    assert not harness.asked, "what tightens the gate needs no consent"
    assert find_owner(token, harness.config.clients) == ""
    assert harness.door.refreshed[-1] == []  # type: ignore[attr-defined]
    assert "No client me connects" in await harness.refusal("client.remove", name="me")


async def test_removed_server_is_removed_from_the_servers_of_each_client(harness: Harness) -> None:
    await harness.order("client.add", name="me", servers=["files", "mail"])
    await harness.order("client.add", name="all")
    await harness.order("server.remove", name="files")
    assert harness.config.clients["me"].servers == ("mail",)
    assert harness.config.clients["all"].servers is None


async def test_without_an_app_the_urls_are_those_of_the_preferences(harness: Harness) -> None:
    harness.config.set_preference("http_port", 7000)
    reply = await execute("client.add", {"name": "me", "servers": ["mail"]}, harness.offline)
    assert reply["value"]["servers"][0]["url"] == "http://127.0.0.1:7000/s/mail/mcp"
    assert (await execute("client.list", {}, harness.offline))["value"][0]["sessions"] == 0


async def test_unavailable_port_is_reported_with_the_token(harness: Harness) -> None:
    harness.door.trouble = "Port taken."  # type: ignore[attr-defined]
    assert (await harness.order("client.add", name="me"))["trouble"] == "Port taken."


# --- as a person types them


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_client_is_added_listed_and_removed(shell: Shell) -> None:
    assert "No HTTP clients" in shell.ok("client", "list")
    shell.with_server("files")
    shell.with_server("mail")
    made = shell.json("client", "add", "me", "--server", "files")
    assert made["servers"][0]["url_with_token"] == f"http://127.0.0.1:7411/t/{made['token']}/s/files/mcp"
    assert made["servers"][0]["url_sse"] == f"http://127.0.0.1:7411/t/{made['token']}/s/files/sse"
    result = shell.ok("client", "add", "all")
    assert "shown once" in result and "http://127.0.0.1:7411/s/mail/mcp" in result and "/s/mail/sse" in result
    assert "http://127.0.0.1:7411/otc/mail" in result
    table = shell.ok("client", "list").splitlines()
    assert [line.split()[0] for line in table[-3:]] == ["HTTP", "all", "me"]
    assert made["token"] not in shell.ok("client", "list") + (shell.home / "config.json").read_text()
    assert "already" in shell.no("client", "add", "me")
    shell.ok("client", "remove", "me")
    assert [one["name"] for one in shell.json("client", "list") if one["kind"] == "http"] == ["all"]
    assert "No client me" in shell.no("client", "remove", "me")


@pytest.mark.parametrize("port", ["-1", "65536", "x", ""])
def test_a_port_is_a_number_that_ports_have(shell: Shell, port: str) -> None:
    assert "port" in shell.no("serve", f"--port={port}", status=2)
