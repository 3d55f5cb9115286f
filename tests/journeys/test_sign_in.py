"""Signing in to a remote server in the real window, with a browser that the desktop opens and a real keyring."""

import asyncio
import os
import stat
import sys

import pytest

from tests.journeys.test_first_call import chat_client, press, sees, text_of, turn_to
from tests.servers.oauth_stage import Away

pytestmark = [pytest.mark.journey, pytest.mark.timeout(300)]

BROWSER = f"""#!{sys.executable}
import pathlib, sys, urllib.request
page = urllib.request.build_opener(urllib.request.ProxyHandler({{}})).open(sys.argv[1], timeout=20)
pathlib.Path(__file__).with_name("page").write_text(page.read().decode())
"""
"""Opens a page, goes where it leads, and keeps what it shows: a person who is known there and agrees."""


@pytest.fixture
def away(desk):
    made = Away()
    told = desk.toolguard("server", "add", "mail", "--url", made.place.mcp.url)
    assert told.returncode == 0, told.stderr
    yield made.place
    made.close()


@pytest.fixture
def page(desk):
    """What the desktop's browser shows; it is there once ToolGuard has opened one."""
    programs = desk.folder / "bin"
    programs.mkdir()
    browser = programs / "xdg-open"
    browser.write_text(BROWSER)
    browser.chmod(stat.S_IRWXU)
    desk.env["PATH"] = f"{programs}{os.pathsep}{desk.env['PATH']}"
    return programs / "page"


async def test_a_person_signs_in_and_out_and_the_token_goes_to_that_server_alone(desk, away, page):
    desk.open_window()
    with pytest.RaisesGroup(pytest.RaisesExc(match="wants you to sign in"), flatten_subgroups=True):
        async with chat_client(desk, "--server", "mail"):
            pass
    await turn_to(desk, "Servers")
    await asyncio.to_thread(desk.click, "list item", "mail")
    await sees(desk, "This server wants you to sign in at 127.0.0.1")
    assert not page.exists()
    await press(desk, "Sign in…")
    await sees(desk, "You are signed in at")
    assert "You are signed in" in page.read_text()
    token = away.tokens[-1]
    await turn_to(desk, "Pending")
    async with chat_client(desk, "--server", "mail") as client:
        call = asyncio.ensure_future(client.call_tool("echo", {"text": "x"}))
        await sees(desk, "Run echo")
        assert away.ran == []
        await press(desk, "Run echo")
        told = text_of(await asyncio.wait_for(call, 30))
    assert away.ran == ["echo"]
    assert "[secret oauth." in told
    written = desk.everything_written() + told.encode() + desk.app_log().encode()
    assert not [value for value in (token.access_token, token.refresh_token) if value.encode() in written]
    await turn_to(desk, "Servers")
    await press(desk, "Sign out")
    await sees(desk, "You are signed out of this server")
    assert token.revoked
