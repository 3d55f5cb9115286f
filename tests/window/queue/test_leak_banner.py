"""A call that would carry a secret away, as the person sees it: refused and told, or asked about with a second word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from tests.window.conftest import Stage, make_held, opened, until
from toolguard.gate.model import LeakedMessage, PendingCall

MASKED = {"path": "/tmp/a", "text": "[secret github-token]"}
WORDS = "The arguments contain the secret github-token."
CTRL = Qt.KeyboardModifier.ControlModifier


def leaking(id: str = "c1", **more: Any) -> PendingCall:
    return make_held(id, arguments=MASKED, leaks=("github-token",), digest="d" * 64, warnings=(WORDS,), **more)


def leaked(number: int = 1) -> LeakedMessage:
    return LeakedMessage(
        call=f"c{number}", client="Claude", server="web", tool="fetch", secrets=("key",), since=1.0 + number
    )


async def test_pending_leak_has_a_banner_and_deny_is_highlighted(stage: Stage) -> None:
    await stage.show(held=(leaking(),))
    call = stage.pending.call
    assert call.leak.isVisible() and "github-token" in call.leak.sentences()[0]
    assert not call.warnings.isVisible()
    decision = call.decision
    assert decision.deny_button.property("kind") == "run"
    assert decision.run_button.property("kind") == "danger-line"
    await stage.show(held=(make_held("c2"),))
    stage.pending.choose("c2")
    assert not call.leak.isVisible()
    assert decision.run_button.property("kind") == "run" and not decision.deny_button.property("kind")


async def test_approving_a_leak_needs_confirmation(stage: Stage) -> None:
    await stage.show(held=(leaking(),))
    await stage.armed("Approve write_file")
    stage.press("Approve write_file")
    assert not stage.gate.orders and stage.find("Cancel").hasFocus()
    stage.press("Cancel")
    assert not stage.sees("Send secret and approve")
    await stage.armed("Approve write_file")
    stage.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: stage.sees("Send secret and approve"))
    assert not stage.gate.orders
    await stage.armed("Send secret and approve")
    stage.press("Send secret and approve")
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("approve", "c1", "d" * 64, None, "despite", ("github-token",))]


async def test_changed_call_withdraws_the_confirmation(stage: Stage) -> None:
    held = leaking()
    await stage.show(held=(held,))
    await stage.armed("Approve write_file")
    stage.press("Approve write_file")
    await stage.show(held=())
    assert not stage.sees("Send secret and approve")


async def test_leak_is_never_approved_in_bulk(stage: Stage) -> None:
    await stage.show(held=(leaking("c1"), leaking("c2")))
    stage.pending.choose_all(["c1", "c2"])
    assert "contain a secret" in stage.pending.several.says.text()
    assert not stage.pending.several.can_run()


async def test_refusal_is_shown_until_closed(stage: Stage) -> None:
    await stage.show(leaked=(leaked(1),))
    strip = stage.window.leaked
    assert strip.isVisible()
    for part in ("Claude", "fetch", "web", "key"):
        assert part in strip.words.said()
    stage.press("Dismiss leak warning")
    assert not strip.isVisible()
    await stage.show(leaked=(leaked(1),))
    assert not strip.isVisible()
    await stage.show(leaked=(leaked(1), leaked(2), leaked(3)))
    assert strip.isVisible() and "1 more" in strip.words.said()


async def test_leak_banner_opens_the_record(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        went: list[tuple[str, str]] = []
        stage.window.leaked.asked.connect(lambda call: went.append((stage.window.stack.key, call)))
        await stage.show(leaked=(leaked(7),))
        stage.press("Show in Audit")
        assert went == [("audit", "c7")] or went == [("pending", "c7")]
        assert stage.window.stack.key == "audit"


async def test_leak_notification_opens_the_record(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        await stage.show(leaked=(leaked(7),))
        stage.window.notices.looked_up.emit("c7")
        assert stage.window.stack.key == "audit"


async def test_refused_message_without_a_call_opens_audit(stage: Stage) -> None:
    """Defect 8: what is no call is shown, too."""
    one = LeakedMessage(
        call="s1-message-1", client="Claude", server="web", tool="resources/read", secrets=("key",), since=1.0,
        is_call=False,
    )  # fmt: skip
    await stage.show(leaked=(one,))
    strip = stage.window.leaked
    assert (
        strip.isVisible() and "resources/read" in strip.words.said() and "containing the secret" in strip.words.said()
    )
    asked: list[str] = []
    strip.asked.connect(asked.append)
    strip.button.click()
    assert asked == [""]
