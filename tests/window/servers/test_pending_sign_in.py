"""After "Sign in…" on the page Pending: that the browser is waited for, and how it ended, stand there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from tests.support.services_harness import by_name
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from toolguard.gate.model import Proposal
from toolguard.window.servers.pending_sign_in import PendingSignIns, server_of

TOLD = {"state": "wanted", "issuer": "https://auth.example", "place": "auth.example", "scopes": "", "expires": 0.0,
        "why": "", "secret": ""}  # fmt: skip
PROPOSAL = Proposal(
    id="p", kind="sign-in", title="The server mail requires that you sign in at auth.example",
    detail="server   mail\naddress  https://mail.example", asked_by="the server mail", since=1.0,
)  # fmt: skip


class Core:
    """Says how it stands with the sign-in, and notes what is ordered."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = dict(TOLD)
        self.orders: list[str] = []
        self.problem = ""

    async def do(self, name: str, _arguments: dict[str, Any], _tell: Callable[[str], None]) -> dict[str, Any]:
        if name == "server.sign_in_state":
            return {"ok": True, "value": self.told}
        if not name.startswith("server.sign_in"):
            return {"ok": True, "value": []}
        self.orders.append(name)
        if self.problem:
            return {"ok": False, "error": self.problem}
        return {"ok": True, "value": {"address": "https://auth.example/in"} if name.endswith("address") else {}}


class Scene:
    def __init__(self, harness: WindowHarness, core: Core) -> None:
        self.harness, self.core, self._edition = harness, core, 1

    @property
    def strips(self) -> PendingSignIns:
        strips: PendingSignIns = self.harness.pending.signing_in
        return strips

    async def press(self) -> None:
        await self.harness.show(proposals=(PROPOSAL,), edition=1)
        await self.harness.armed("Sign in with your browser")
        self.harness.press("Sign in with your browser")
        await until(lambda: self.harness.gate.orders)

    async def news(self, **result: Any) -> None:
        """The core knows more, and says that there is something new."""
        self._edition += 1
        self.core.told |= result
        await self.harness.show(pending=(make_held("c1"),), edition=self._edition)

    def banner_text(self) -> str:
        return " ".join(strip.text_label.text() for strip in self.strips.strips.values())

    def buttons(self) -> list[QPushButton]:
        return [one for one in self.strips.findChildren(QPushButton) if one.isVisible()]


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    core = Core()
    async with opened(tmp_path, run=by_name(core.do)) as harness:
        yield Scene(harness, core)


@pytest.mark.parametrize(
    ("kind", "detail", "server"),
    [
        ("sign-in", "server   mail\naddress  x", "mail"), ("sign-in", "name     mail", "mail"),
        ("sign-in", "", ""), ("sign-in", "one two three", ""), ("rule", "server   mail", ""),
    ],
)  # fmt: skip
def test_sign_in_proposal_names_its_server_first(kind: str, detail: str, server: str) -> None:
    proposal = Proposal(id="p", kind=kind, title="", detail=detail, asked_by="", since=0.0)
    assert server_of(proposal) == server


async def test_sign_in_progress_and_result_are_above_pending_calls(scene: Scene) -> None:
    await scene.press()
    assert scene.strips.isHidden(), "nothing is known yet"
    await scene.news(state="waiting")
    await until(scene.strips.isVisible)
    assert scene.banner_text() == "mail: Continue in your browser at auth.example within five minutes."
    assert [one.text() for one in scene.buttons()] == ["Open page again", "Copy URL", "Cancel"]
    scene.harness.press("Copy URL")
    await until(lambda: QGuiApplication.clipboard().text() == "https://auth.example/in")
    await scene.news(state="in")
    await until(lambda: "Signed in to" in scene.banner_text())
    assert [one.text() for one in scene.buttons()] == ["Close"]
    scene.harness.press("Close this message")
    assert scene.strips.isHidden() and not scene.strips.strips


async def test_failed_sign_in_shows_the_reason_and_offers_a_retry(scene: Scene) -> None:
    await scene.press()
    await scene.news(why="nobody signed in within 5 minutes")
    await until(scene.strips.isVisible)
    (strip,) = scene.strips.strips.values()
    assert strip.why.text() == "Nobody signed in within 5 minutes."
    assert [(one.text(), one.property("kind")) for one in scene.buttons()] == [("Sign in…", ""), ("Close", None)]
    scene.core.problem = "The address of the server mail has changed."
    strip.sign_in.click()
    await until(lambda: "has changed" in strip.why.text())


async def test_cancelled_sign_in_leaves_nothing(scene: Scene) -> None:
    await scene.press()
    await scene.news(state="waiting")
    await until(scene.strips.isVisible)
    scene.harness.press("Cancel sign-in")
    await until(scene.strips.isHidden)
    assert scene.core.orders == ["server.sign_in_cancel"]


async def test_refused_sign_in_starts_nothing(scene: Scene) -> None:
    await scene.harness.show(proposals=(PROPOSAL,), edition=1)
    await scene.harness.armed("Deny this change")
    scene.harness.press("Deny this change")
    await until(lambda: scene.harness.gate.orders)
    assert not scene.strips.strips


async def test_sign_in_banner_precedes_the_list_in_tab_order(scene: Scene) -> None:
    await scene.press()
    await scene.news(state="waiting")
    await until(scene.strips.isVisible)
    first = scene.harness.window.side.buttons[0]
    order, at = [first], first.nextInFocusChain()
    while at is not first:
        order.append(at)
        at = at.nextInFocusChain()
    pressed = [order.index(one) for one in (*scene.buttons(), scene.harness.pending.list)]
    assert pressed == sorted(pressed)
