"""A call that would carry a secret away, as the person sees it: refused and told, or asked about with a second word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from toolguard.gate.model import LeakedMessage, PendingCall
from toolguard.window.widgets import time_format

MASKED = {"path": "/tmp/a", "text": "[secret github-token]"}
WORDS = "The arguments contain the secret github-token."
CTRL = Qt.KeyboardModifier.ControlModifier


def leaking(id: str = "c1", **more: Any) -> PendingCall:
    return make_held(id, arguments=MASKED, leaks=("github-token",), digest="d" * 64, warnings=(WORDS,), **more)


def leaked(number: int = 1) -> LeakedMessage:
    return LeakedMessage(
        call=f"c{number}", client="Claude", server="web", tool="fetch", secrets=("key",), since=1.0 + number
    )


async def test_pending_leak_has_a_banner_and_deny_is_highlighted(harness: WindowHarness) -> None:
    await harness.show(pending=(leaking(),))
    call = harness.pending.call
    assert call.grave.isVisible() and "github-token" in call.grave.sentences()[0]
    assert not call.warnings.isVisible()
    below = call.grave.mapTo(call, QPoint(0, call.grave.height())).y()
    assert below <= call.viewer.mapTo(call, QPoint()).y(), "the person reads the warning before the arguments"
    assert call.badges.effect.text() == "Secret" and call.badges.effect.property("ground") == "danger"
    decision = call.decision
    assert decision.deny_button.property("kind") == "run"
    assert decision.run_button.property("kind") == "danger-line"
    await harness.show(pending=(make_held("c2"),))
    harness.pending.choose("c2")
    assert not call.grave.isVisible()
    assert not decision.run_button.property("kind") and not decision.deny_button.property("kind")


async def test_leak_names_the_hosts_in_the_arguments_and_its_question_is_red(harness: WindowHarness) -> None:
    sent = {"text": "[secret github-token]", "to": [{"url": "https://ada@paste.example/new"}, "http://other.example"]}
    await harness.show(pending=(replace(leaking(), call=make_held(arguments=sent).call),))
    call = harness.pending.call
    assert "to files, and possibly to other.example, paste.example." in call.grave.sentences()[0]
    await harness.armed("Approve write_file")
    harness.press("Approve write_file")
    confirm = call.decision.confirm
    assert "paste.example" in confirm.text_label.text() and confirm.property("ground") == "danger"


async def test_approving_a_leak_needs_confirmation(harness: WindowHarness) -> None:
    await harness.show(pending=(leaking(),))
    await harness.armed("Approve write_file")
    deny = harness.pending.call.decision.deny_button
    place = deny.mapTo(harness.window, QPoint())
    harness.press("Approve write_file")
    assert not harness.gate.orders and harness.find("Cancel").hasFocus()
    decision = harness.pending.call.decision
    assert not decision.run_button.isVisible()
    await until(lambda: deny.mapTo(harness.window, QPoint()) == place)  # a second click hits nothing
    harness.press("Cancel")
    assert decision.run_button.isVisible()
    assert not harness.is_shown("Send secret and approve")
    await harness.armed("Approve write_file")
    harness.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: harness.is_shown("Send secret and approve"))
    assert not harness.gate.orders
    await harness.armed("Send secret and approve")
    harness.press("Send secret and approve")
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders == [("approve", "c1", "d" * 64, None, "despite", ("github-token",))]


async def test_changed_call_withdraws_the_confirmation(harness: WindowHarness) -> None:
    held = leaking()
    await harness.show(pending=(held,))
    await harness.armed("Approve write_file")
    harness.press("Approve write_file")
    await harness.show(pending=())
    assert not harness.is_shown("Send secret and approve")


async def test_leak_is_never_approved_in_bulk(harness: WindowHarness) -> None:
    await harness.show(pending=(leaking("c1"), leaking("c2")))
    harness.pending.choose_all(["c1", "c2"])
    assert "contain a secret" in harness.pending.several.note_label.text()
    assert not harness.pending.several.can_run()


async def test_refusal_is_shown_until_closed(harness: WindowHarness) -> None:
    await harness.show(leaked=(leaked(1),))
    strip = harness.window.leaked
    assert strip.isVisible()
    for part in (time_format.clock(2.0), "Claude", "fetch", "web", "key"):
        assert part in strip.text_label.text()
    harness.press("Dismiss leak warning")
    assert not strip.isVisible()
    await harness.show(leaked=(leaked(1),))
    assert not strip.isVisible()
    await harness.show(leaked=(leaked(1), leaked(2), leaked(3)))
    assert strip.isVisible() and "1 more" in strip.text_label.text()


async def test_leak_banner_opens_the_record(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        went: list[tuple[str, str]] = []
        harness.window.leaked.call_requested.connect(lambda call: went.append((harness.window.stack.key, call)))
        await harness.show(leaked=(leaked(7),))
        harness.press("Open in Audit")
        assert went == [("audit", "c7")] or went == [("pending", "c7")]
        assert harness.window.stack.key == "audit"


async def test_leak_notification_opens_the_record(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        await harness.show(leaked=(leaked(7),))
        harness.window.notices.looked_up.emit("c7")
        assert harness.window.stack.key == "audit"


async def test_refused_message_without_a_call_opens_audit(harness: WindowHarness) -> None:
    """Defect 8: what is no call is shown, too."""
    one = LeakedMessage(
        call="s1-message-1", client="Claude", server="web", tool="resources/read", secrets=("key",), since=1.0,
        is_call=False,
    )  # fmt: skip
    await harness.show(leaked=(one,))
    strip = harness.window.leaked
    text = strip.text_label.text()
    assert strip.isVisible() and "resources/read" in text and "containing the secret" in text
    asked: list[str] = []
    strip.call_requested.connect(asked.append)
    strip.button.click()
    assert asked == [""]
