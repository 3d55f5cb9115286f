"""The strip that says what a person authenticates for, the settings of proof, and the security keys among them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtTest import QTest

from tests.support.services_harness import Harness, by_name, ordered
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from toolguard.gate.approvals.presence_proof import AuthenticationPrompt, PresenceProof
from toolguard.gate.model import CallDecided, Proposal
from toolguard.store.log.audit_log import Record
from toolguard.window.forms.security_keys import SecurityKeysForm
from toolguard.window.log_view.call_history import CallHistory

FIRST = AuthenticationPrompt(
    id="a", text="Approve a call of “write” on the server “files”, made by “desk”.", by="polkit"
)
SECOND = AuthenticationPrompt(id="b", text="Approve 3 calls at once: “write” on “files”.", by="security key")


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[WindowHarness]:
    async with opened(tmp_path) as one:
        yield one


async def test_banner_shows_the_authentication_purpose_on_every_page(harness: WindowHarness) -> None:
    strip = harness.window.authenticating
    assert not strip.isVisible()
    for page in ("pending", "settings", "audit"):
        harness.window.turn(page)
        await harness.show(authenticating=(FIRST, SECOND))
        assert strip.isVisible()
        assert strip.text_label.text() == (
            "Confirm in the system's dialog within 2 minutes: Approve a call of “write” on the server "
            "“files”, made by “desk”. 1 more to authenticate."
        )
        await harness.show()
        assert not strip.isVisible()


async def test_banner_asks_for_a_touch_of_the_security_key(harness: WindowHarness) -> None:
    await harness.show(authenticating=(SECOND,))
    text = harness.window.authenticating.text_label.text()
    assert text.startswith("Touch your security key within 2 minutes: Approve 3 calls at once")


async def test_banner_cancels_the_shown_request_by_mouse_and_key(harness: WindowHarness) -> None:
    await harness.show(authenticating=(FIRST, SECOND))
    harness.press("Cancel authentication")
    await until(lambda: harness.gate.orders)
    await harness.show(authenticating=(SECOND,))
    button = harness.find("Cancel authentication")
    button.setFocus()
    QTest.keyClicks(button, " ")
    await until(lambda: len(harness.gate.orders) == 2)
    assert harness.gate.orders == [("cancel_authentication", "a"), ("cancel_authentication", "b")]


async def test_bulk_approval_is_one_order_with_one_authentication(harness: WindowHarness) -> None:
    asked: list[dict[str, str]] = []
    answered = asyncio.Event()

    async def approve_all(shown: dict[str, str], *, approver: Any) -> dict[str, str]:
        asked.append(shown)
        await answered.wait()
        return dict.fromkeys(shown, "")

    harness.gate.approve_all = approve_all  # type: ignore[method-assign]
    held = tuple(make_held(f"c{number}", arguments={"n": number}) for number in range(3))
    await harness.show(pending=held)
    pending: Any = harness.window.stack.page("pending")
    pending.choose_all([one.call.id for one in held])
    await until(pending.several.can_run)
    pending.several.run_button.click()
    await until(lambda: asked)
    assert asked == [{one.call.id: one.shown for one in held}]
    assert not pending.several.can_run()  # a second click would ask for a second proof
    answered.set()
    await until(lambda: not pending.several._busy)


class Authentication:
    """A gate that proves presence before it approves, and ends that if the call is denied, as the real one does."""

    def __init__(self, harness: WindowHarness) -> None:
        self.denied: asyncio.Queue[str] = asyncio.Queue()
        harness.gate.approve = self.approve  # type: ignore[method-assign]
        harness.gate.approve_all = self.approve_all  # type: ignore[method-assign]
        harness.gate.deny = self.deny  # type: ignore[method-assign]
        self._prompted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waits = False

    async def approve(self, _call_id: str, **_more: Any) -> str:
        self.waits = True
        return await asyncio.shield(self._prompted)

    async def approve_all(self, shown: dict[str, str], *, approver: Any) -> dict[str, str]:
        del approver
        return dict.fromkeys(shown, await self.approve(""))

    async def deny(self, call_id: str, **_more: Any) -> str:
        self.denied.put_nowait(call_id)
        if not self._prompted.done():
            self._prompted.set_result("Not approved: it was decided, timed out or was given up.")
        return ""


async def test_call_can_be_denied_at_once_while_its_approval_waits_for_authentication(harness: WindowHarness) -> None:
    gate = Authentication(harness)
    harness.pending.answers.denials.delay = 60.0  # what can be undone for a while would not arrive
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    (await harness.armed("Approve write_file")).click()
    await until(lambda: gate.waits)
    assert not harness.find("Approve write_file").isEnabled()
    assert harness.find("Deny").isEnabled() and not harness.find("Edit arguments").isEnabled()
    harness.pending.choose("c2")
    assert harness.find("Edit arguments").isEnabled()
    harness.pending.choose("c1")
    assert not harness.pending.call.decision.can_run(), "one approval at a time"
    harness.press("Deny")
    assert await gate.denied.get() == "c1"
    assert harness.is_shown("Approve delete_file")
    await until(lambda: not harness.pending.answers.under_way)
    await harness.show(pending=(second,))
    harness.press("Deny")
    assert "c2" in harness.pending.answers.denials, "an approval that nobody ordered does not hurry a denial"


async def test_calls_can_be_denied_at_once_while_their_approval_waits_for_authentication(
    harness: WindowHarness,
) -> None:
    gate = Authentication(harness)
    harness.pending.answers.denials.delay = 60.0
    held = tuple(make_held(f"c{number}", arguments={"n": number}) for number in range(3))
    await harness.show(pending=held)
    harness.pending.choose_all([one.call.id for one in held])
    await until(harness.pending.several.can_run)
    harness.pending.several.run_button.click()
    await until(lambda: gate.waits)
    assert not harness.pending.several.can_run()
    harness.press("Deny all 3 selected calls")
    assert [await gate.denied.get() for _ in held] == ["c0", "c1", "c2"]
    await until(lambda: not harness.pending.answers.in_batch)
    assert "Not approved" not in harness.pending.notice.text_label.text(), "the person knows: they denied them"


async def test_change_can_be_denied_while_its_approval_waits_for_authentication(harness: WindowHarness) -> None:
    answered = asyncio.Event()

    async def accept(*_about: Any, **_more: Any) -> str:
        harness.gate.orders.append(("accept",))
        await answered.wait()
        return "Not accepted."

    harness.gate.accept = accept  # type: ignore[method-assign]
    await harness.show(
        proposals=(Proposal(id="p", kind="rule", title="Allow it", detail="", asked_by="desk", since=1.0),)
    )
    (await harness.armed("Approve this change")).click()
    await until(lambda: harness.gate.orders)
    assert not harness.find("Approve this change").isEnabled()
    harness.press("Deny this change")
    await until(lambda: ("reject", "p") in harness.gate.orders)
    answered.set()


class Keys:
    """A core that has keys, and registers one when the test lets it."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []
        self.touched = asyncio.Event()
        self.orders: list[tuple[str, dict[str, Any]]] = []
        self.withdrawn = 0

    async def do(self, name: str, arguments: dict[str, Any], _tell: Callable[[str], None]) -> dict[str, Any]:
        self.orders.append((name, arguments))
        if name == "presence.register":
            try:
                await self.touched.wait()
            except asyncio.CancelledError:
                self.withdrawn += 1
                raise
            if arguments["name"] == "bad":
                return {"ok": False, "error": "Not done: this security key asks for its PIN."}
            self.kept.append({"name": arguments["name"], "added": 1.0, "used": 0.0})
        if name == "presence.remove":
            self.kept = [one for one in self.kept if one["name"] != arguments["name"]]
        return {"ok": True, "value": list(self.kept)}


@pytest.fixture
async def keys(tmp_path: Path, office: Harness) -> AsyncIterator[tuple[WindowHarness, Keys, SecurityKeysForm]]:
    core = Keys()

    async def do(name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        if name.startswith("presence."):
            return await core.do(name, arguments, tell)
        return await ordered(office.run, name, arguments, tell)

    async with opened(tmp_path, page="settings", run=by_name(do)) as harness:
        await until(lambda: harness.is_shown("Require authentication"))
        page: Any = harness.window.stack.page("settings")
        page.area.ensureWidgetVisible(page.keys)
        yield harness, core, page.keys


async def test_security_key_is_registered_and_removed(keys: tuple[WindowHarness, Keys, SecurityKeysForm]) -> None:
    harness, core, shown = keys
    assert shown.none.isVisible() and not shown.register.isEnabled()
    QTest.keyClicks(shown.name, "blue")
    harness.press("Register security key")
    await until(lambda: ("presence.register", {"name": "blue"}) in core.orders)
    assert shown.status_label.text() == "Plug in the key and touch it when it blinks." and not shown.name.isEnabled()
    core.touched.set()
    await until(lambda: harness.is_shown("Remove the security key blue"))
    assert harness.is_shown("never used") and shown.name.text() == "" and not shown.none.isVisible()
    assert shown.unused.isVisible()
    shown.show_use(used=True)
    assert not shown.unused.isVisible()
    harness.press("Remove the security key blue")
    await until(shown.none.isVisible)


async def test_key_registration_can_be_cancelled(keys: tuple[WindowHarness, Keys, SecurityKeysForm]) -> None:
    harness, core, shown = keys
    QTest.keyClicks(shown.name, "blue")
    harness.press("Register security key")
    await until(lambda: harness.is_shown("Cancel registration"))
    await until(lambda: "presence.register" in [order[0] for order in core.orders])
    harness.press("Cancel registration")
    await until(lambda: harness.is_shown("Register security key"))
    await until(lambda: core.withdrawn == 1)
    assert not core.kept
    assert shown.name.text() == "blue" and shown.name.isEnabled()


async def test_failed_key_registration_shows_the_reason(keys: tuple[WindowHarness, Keys, SecurityKeysForm]) -> None:
    harness, core, shown = keys
    core.touched.set()
    QTest.keyClicks(shown.name, "bad")
    harness.press("Register security key")
    await until(lambda: shown.complaint.isVisible())
    assert shown.complaint.text() == "Not done: this security key asks for its PIN."


async def test_refused_presence_setting_shows_the_current_value(tmp_path: Path, office: Harness) -> None:
    async def do(name: str, arguments: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
        if name == "preferences.set":
            return {"ok": False, "error": "Not done: nobody authenticated in time."}
        return await ordered(office.run, name, arguments, tell)

    async with opened(tmp_path, page="settings", run=by_name(do)) as harness:
        await until(lambda: harness.is_shown("Require authentication"))
        page: Any = harness.window.stack.page("settings")
        row = page.rows["presence"]
        row.choice.setCurrentIndex(2)
        await until(lambda: row.complaint.isVisible())
        assert "nobody authenticated in time" in row.complaint.text()
        assert row.choice.currentIndex() == 0


@pytest.mark.parametrize(
    ("proof", "expected"),
    [
        (msgspec.UNSET, False),
        (PresenceProof(by="polkit"), "polkit"),
        (PresenceProof(by="security key blue (touch)", age=12.0), "security key blue (touch), 12 s earlier"),
    ],
)
def test_history_shows_how_presence_was_proved(proof: PresenceProof | msgspec.UnsetType, expected: Any) -> None:
    history = CallHistory()
    decided = CallDecided(
        session="s", call="c", client="desk", server="files", tool="write", verdict="allow", by="person", presence=proof
    )
    history.show_records([Record(1, 1000.0, decided)])
    rows = [
        (row.name.text(), row.value_label.text()) for row in history.facts._rows if row.name.text() == "Authentication"
    ]
    assert rows == ([("Authentication", expected)] if expected else [])
