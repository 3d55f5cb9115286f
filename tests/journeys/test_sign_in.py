"""Signing in to a remote server in the real window, with a browser that the desktop opens and a real keyring."""

import asyncio

import pytest

from tests.journeys.test_first_call import chat_client, press, text_of, turn_to, wait_for_text
from tests.servers.oauth.harness import Away

pytestmark = pytest.mark.journey


@pytest.fixture
def away(desktop):
    provider = Away()
    result = desktop.toolguard("server", "add", "mail", "--url", provider.place.mcp.url)
    assert result.returncode == 0, result.stderr
    yield provider.place
    provider.close()


async def test_sign_in_gives_the_token_only_to_its_server_until_sign_out(desktop, away):
    desktop.open_window()
    with pytest.RaisesGroup(pytest.RaisesExc(match="requires that you sign in at"), flatten_subgroups=True):
        async with chat_client(desktop, "--server", "mail"):
            pass
    await turn_to(desktop, "Servers")
    await asyncio.to_thread(desktop.click, "list item", "mail")
    await wait_for_text(desktop, "Sign-in required at 127.0.0.1")
    assert not desktop.browsed.exists()
    await press(desktop, "Sign in…")
    await wait_for_text(desktop, "Signed in to")
    await asyncio.to_thread(desktop.eventually, desktop.browsed.exists, "the browser has shown its last page")
    assert "You are signed in." in desktop.browsed.read_text()
    token = away.tokens[-1]
    await turn_to(desktop, "Pending")
    async with chat_client(desktop, "--server", "mail") as client:
        call = asyncio.ensure_future(client.call_tool("echo", {"text": "x"}))
        await wait_for_text(desktop, "Approve echo")
        assert away.ran == []
        await press(desktop, "Approve echo")
        result = text_of(await asyncio.wait_for(call, 120))
    assert away.ran == ["echo"]
    assert "[secret oauth." in result
    written = desktop.everything_written() + result.encode() + desktop.app_log().encode()
    assert not [value for value in (token.access_token, token.refresh_token) if value.encode() in written]
    await turn_to(desktop, "Servers")
    await press(desktop, "Sign out")
    await wait_for_text(desktop, "Signed out of")
    assert token.revoked
