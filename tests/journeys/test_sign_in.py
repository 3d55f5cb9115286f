"""Signing in to a remote server in the real window, with a browser that the desktop opens and a real keyring."""

import asyncio

import pytest

from tests.journeys.test_first_call import chat_client, press, sees, text_of, turn_to
from tests.servers.oauth.harness import Away

pytestmark = pytest.mark.journey


@pytest.fixture
def away(desk):
    made = Away()
    told = desk.toolguard("server", "add", "mail", "--url", made.place.mcp.url)
    assert told.returncode == 0, told.stderr
    yield made.place
    made.close()


async def test_a_person_signs_in_and_out_and_the_token_goes_to_that_server_alone(desk, away):
    desk.open_window()
    with pytest.RaisesGroup(pytest.RaisesExc(match="requires that you sign in at"), flatten_subgroups=True):
        async with chat_client(desk, "--server", "mail"):
            pass
    await turn_to(desk, "Servers")
    await asyncio.to_thread(desk.click, "list item", "mail")
    await sees(desk, "Sign-in required at 127.0.0.1")
    assert not desk.browsed.exists()
    await press(desk, "Sign in…")
    await sees(desk, "Signed in to")
    await asyncio.to_thread(desk.eventually, desk.browsed.exists, "the browser has shown its last page")
    assert "You are signed in." in desk.browsed.read_text()
    token = away.tokens[-1]
    await turn_to(desk, "Pending")
    async with chat_client(desk, "--server", "mail") as client:
        call = asyncio.ensure_future(client.call_tool("echo", {"text": "x"}))
        await sees(desk, "Approve echo")
        assert away.ran == []
        await press(desk, "Approve echo")
        told = text_of(await asyncio.wait_for(call, 120))
    assert away.ran == ["echo"]
    assert "[secret oauth." in told
    written = desk.everything_written() + told.encode() + desk.app_log().encode()
    assert not [value for value in (token.access_token, token.refresh_token) if value.encode() in written]
    await turn_to(desk, "Servers")
    await press(desk, "Sign out")
    await sees(desk, "Signed out of")
    assert token.revoked
