"""The prompt on a real screen: edited arguments, an undone denial, announcements, and saved decisions."""

import asyncio
import threading

import pytest
from jeepney import DBusAddress, MatchRule, message_bus, new_method_call
from jeepney.io.blocking import open_dbus_connection

from tests.journeys.test_first_call import add_demo, chat_client, press, received, text_of, wait_for_text
from tests.support.waiting import until

pytestmark = pytest.mark.journey


class AnnouncementListener:
    """Records the announcements to screen readers."""

    def __init__(self, session_bus):
        with open_dbus_connection(bus=session_bus) as bus:
            launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            address = bus.send_and_get_reply(new_method_call(launcher, "GetAddress"), timeout=120).body[0]
        self._bus = open_dbus_connection(bus=address)
        rule = MatchRule(type="signal", interface="org.a11y.atspi.Event.Object", member="Announcement")
        self._bus.send_and_get_reply(message_bus.AddMatch(rule), timeout=120)
        registry = DBusAddress("/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "org.a11y.atspi.Registry")
        request = new_method_call(registry, "RegisterEvent", "sass", ("object:announcement", [], ""))
        self._bus.send_and_get_reply(request, timeout=120)
        self.received = []
        self._closing = False
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def close(self):
        self._closing = True
        self._thread.join()
        self._bus.close()

    def _listen(self):
        while not self._closing:
            try:
                message = self._bus.receive(timeout=0.2)
            except TimeoutError:
                continue
            if len(message.body) > 3 and message.header.fields.get(3) == "Announcement":
                self.received.append(message.body[3][1])


async def test_new_call_is_announced_to_screen_readers(desktop):
    add_demo(desktop)
    desktop.open_window()
    listener = await asyncio.to_thread(AnnouncementListener, desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    async with chat_client(desktop, "--server", "demo") as client:
        call = asyncio.ensure_future(client.call_tool("add", {"a": 1, "b": 2}))
        await until(lambda: any("wants to run add on demo." in words for words in listener.received))
        await press(desktop, "Approve add")
        await call
    listener.close()


async def test_edited_arguments_reach_the_server_and_are_recorded(desktop):
    add_demo(desktop)
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        call = asyncio.ensure_future(client.call_tool("add", {"a": 20, "b": 2}))
        await wait_for_text(desktop, "Approve add")
        await press(desktop, "Edit arguments")
        if await asyncio.to_thread(desktop.screen_reader.find, "radio button", "Edit arguments as JSON"):
            await asyncio.to_thread(desktop.screen_reader.press, "radio button", "Edit arguments as JSON")
        await asyncio.to_thread(desktop.screen_reader.type, "Arguments as JSON", '{"a": 20, "b": 22}')
        await press(desktop, "Approve edited add")
        result = await call
    assert text_of(result) == '{"sum": 42}'
    assert '"b":22' in received(desktop) and '"b":2}' not in received(desktop)
    decided = next(record for record in desktop.records() if record["kind"] == "call_decided")
    sent = next(record for record in desktop.records() if record["kind"] == "call_forwarded")
    assert decided["edited"] is True and decided["arguments"] == '{"a":20,"b":22}'
    assert decided["digest"] == sent["digest"]


async def test_denial_is_undone_and_the_call_runs(desktop):
    add_demo(desktop)
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo") as client:
        call = asyncio.ensure_future(client.call_tool("add", {"a": 1, "b": 2}))
        await press(desktop, "Deny")
        await press(desktop, "Undo this denial")
        await press(desktop, "Approve add")
        result = await call
    assert not result.is_error
    assert [record["verdict"] for record in desktop.records() if record["kind"] == "call_decided"] == ["allow"]


async def test_late_decision_is_used_once_by_the_retry(desktop):
    add_demo(desktop)
    result = desktop.toolguard("settings", "set", "client_timeouts", "impatient=5")
    assert result.returncode == 0, result.stderr
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo", "--client", "impatient") as client:
        result = await client.call_tool("add", {"a": 1, "b": 2})
        assert result.is_error and "identical arguments" in text_of(result)
        assert received(desktop).count("tools/call") == 0
        await wait_for_text(desktop, "asked to retry")
        await press(desktop, "Approve the next identical add call")
        await wait_for_text(desktop, "1 saved decision")
        assert text_of(await client.call_tool("add", {"a": 1, "b": 2})) == '{"sum": 3}'
        again = asyncio.ensure_future(client.call_tool("add", {"a": 1, "b": 2}))
        await press(desktop, "Approve add")
        assert text_of(await again) == '{"sum": 3}'
    assert received(desktop).count("tools/call") == 2


async def test_removed_saved_answer_makes_the_retry_ask(desktop):
    add_demo(desktop)
    result = desktop.toolguard("settings", "set", "client_timeouts", "impatient=5")
    assert result.returncode == 0, result.stderr
    desktop.open_window()
    async with chat_client(desktop, "--server", "demo", "--client", "impatient") as client:
        assert (await client.call_tool("add", {"a": 1, "b": 2})).is_error
        await press(desktop, "Approve the next identical add call")
        await wait_for_text(desktop, "1 saved decision")
        await asyncio.to_thread(
            desktop.screen_reader.press, "list item", "Approved once: next add on demo for impatient"
        )
        await press(desktop, "Remove the decision on add")
        await press(desktop, "Close this message")
        await wait_for_text(desktop, "Set up chat clients")
        again = asyncio.ensure_future(client.call_tool("add", {"a": 1, "b": 2}))
        await press(desktop, "Deny")
        assert (await again).is_error
    assert received(desktop).count("tools/call") == 0
