"""A sign-in as the pages show it, and what a click does, over a real authorization server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from tests.servers.oauth.harness import Person, Place
from tests.support.services_harness import Harness, ordered
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, opened
from toolguard.gate.model import Proposal
from toolguard.servers.oauth.sign_in import import_lazily
from toolguard.servers.oauth.sign_ins import _describe_sign_in
from toolguard.window.pages.credentials import CredentialsPage
from toolguard.window.pages.servers import ServersPage
from toolguard.window.servers.pending_sign_in import server_of
from toolguard.window.servers.server_rows import STATES, state_of
from toolguard.window.servers.sign_in_banner import SignInBanner

TOLD = {"state": "none", "issuer": "https://auth.example", "place": "login.auth.example", "scopes": "", "expires": 0.0,
        "address": "", "why": "", "secret": ""}  # fmt: skip


@pytest.mark.parametrize(
    ("state", "text", "buttons"),
    [
        ("wanted", "Sign-in required at login.auth.example. Calls fail until you sign in.", ["Sign in…"]),
        ("out", "Signed out of login.auth.example. Calls fail until you sign in.", ["Sign in…"]),
        ("waiting", "Continue in your browser at login.auth.example", ["Open page again", "Cancel"]),
        ("in", "Signed in to login.auth.example", ["Sign in again…", "Sign out"]),
    ],
)
def test_each_sign_in_state_has_a_text_and_actions(qtbot: Any, state: str, text: str, buttons: list[str]) -> None:
    strip = SignInBanner()
    qtbot.addWidget(strip)
    strip.show_sign_in({**TOLD, "state": state})
    assert text in strip.text_label.text()
    seen = [one for one in (strip.sign_in, strip.sign_out, strip.cancel) if not one.isHidden()]
    assert [one.text() for one in seen] == buttons
    received: list[str] = []
    strip.sign_in_requested.connect(received.append)
    for one in seen:
        one.click()
    assert received == {
        "in": ["begin", "leave"], "waiting": ["begin", "cancel"],
    }.get(state, ["begin"])  # fmt: skip


def test_banner_is_hidden_without_sign_in_and_shows_failures(qtbot: Any) -> None:
    strip = SignInBanner()
    qtbot.addWidget(strip)
    for result in (None, TOLD):
        strip.show_sign_in(result)
        assert strip.isHidden()
    strip.show_sign_in({**TOLD, "state": "wanted", "why": "it was <b>declined</b>\u202e"})
    assert "It was <b>declined</b>" in strip.why.text()
    assert not strip.why.isHidden()


def test_end_of_a_sign_in_does_not_focus_sign_out(qtbot: Any) -> None:
    strip = SignInBanner()
    qtbot.addWidget(strip)
    strip.show_sign_in({**TOLD, "state": "waiting"})
    with qtbot.waitExposed(strip):
        strip.show()
    strip.activateWindow()
    strip.copy.setFocus()
    qtbot.waitUntil(strip.copy.hasFocus)
    strip.show_sign_in({**TOLD, "state": "in"})
    assert strip.sign_in.hasFocus()


@pytest.mark.parametrize("state", ["wanted", "out", "waiting", "in"])
def test_look_alike_sign_in_address_is_marked(qtbot: Any, state: str) -> None:
    strip = SignInBanner()
    qtbot.addWidget(strip)
    strip.show_sign_in({**TOLD, "state": state})
    assert strip.doubt.isHidden()
    strip.show_sign_in({**TOLD, "state": state, "place": "login.xn--pple-43d.example"})
    assert not strip.doubt.isHidden()
    assert (
        strip.doubt.text()
        == "Look-alike sign-in address. A browser can show login.⟨\u0430 CYRILLIC⟩pple.example as if it were another "
        "address."
    )
    strip.show_details(False)
    assert strip.doubt.text() == "Look-alike sign-in address: login.⟨\u0430 CYRILLIC⟩pple.example"
    strip.show_details(True)
    assert strip.sign_in.property("kind") == strip.copy.property("kind") == "flat", "weaker than the safe actions"
    assert strip.property("ground") == "danger"
    assert "until you sign in" not in strip.text_label.text(), "it is no reason to sign in there"
    strip.show_sign_in({**TOLD, "state": state})
    assert strip.property("ground") == ("caution" if state in ("wanted", "out") else "quiet")
    assert strip.sign_in.property("kind") == ("run" if state in ("wanted", "out") else "")


def test_look_alike_sign_in_address_to_compare_has_its_own_line(qtbot: Any) -> None:
    strip = SignInBanner()
    qtbot.addWidget(strip)
    strip.show_sign_in({**TOLD, "state": "wanted", "place": "login.xn--pple-43d.example"})
    text = "Don't sign in unless you expect this address:\nlogin.xn--pple-43d.example"
    assert strip.text_label.text() == text


def test_look_alike_sign_in_page_opens_only_after_a_confirmation(qtbot: Any) -> None:
    strip = SignInBanner()
    qtbot.addWidget(strip)
    received: list[str] = []
    strip.sign_in_requested.connect(received.append)
    false = {**TOLD, "state": "wanted", "place": "login.xn--pple-43d.example"}
    strip.show_sign_in(false)
    strip.sign_in.click()
    assert (
        not received
        and not strip.confirm.isHidden()
        and "login.xn--pple-43d.example" in strip.confirm.text_label.text()
    )
    strip.confirm.no.click()
    assert not received and strip.confirm.isHidden()
    strip.sign_in.click()
    strip.show_sign_in({**false, "why": "declined"})
    assert not strip.confirm.isHidden(), "an update of the same page keeps the question"
    strip.show_sign_in({**false, "place": "login.xn--pple-53d.example"})
    assert strip.confirm.isHidden(), "the question was about another page"
    strip.sign_in.click()
    strip.confirm.yes.click()
    assert received == ["begin"]


def test_safe_actions_come_before_a_look_alike_sign_in_page(qtbot: Any) -> None:
    strip = SignInBanner()
    qtbot.addWidget(strip)
    received: list[str] = []
    strip.sign_in_requested.connect(received.append)

    def offered() -> list[str]:
        buttons = [strip.buttons.itemAt(at).widget() for at in range(strip.buttons.count())]
        return [one.text() for one in buttons if isinstance(one, QPushButton) and not one.isHidden()]

    false = {**TOLD, "place": "login.xn--pple-43d.example"}
    strip.show_sign_in({**false, "state": "wanted"})
    assert offered() == ["Turn off server", "Sign in…"]
    strip.turn_off.click()
    assert received == ["turn off"]
    strip.show_sign_in({**false, "state": "waiting"})
    assert offered() == ["Cancel", "Open page again", "Copy URL"]
    strip.show_sign_in({**false, "state": "in"})
    assert offered() == ["Sign out", "Sign in again…"]
    strip.show_sign_in({**TOLD, "state": "waiting"})
    assert offered() == ["Open page again", "Copy URL", "Cancel"]
    strip.show()
    strip.sign_in.setFocus()
    assert strip.sign_in.nextInFocusChain() is strip.copy


def test_server_waiting_for_sign_in_is_shown_as_signed_out() -> None:
    server = {"enabled": True, "failure": (1.0, "why"), "sign_in": {"state": "wanted"}}
    assert state_of(server, []) == "signed_out"
    false = {"state": "out", "place": "login.xn--pple-43d.example"}
    assert state_of({**server, "sign_in": false}, []) == "look_alike" and STATES["look_alike"][1] == "danger"
    assert state_of({**server, "sign_in": {"state": "waiting"}}, []) == "browser"
    assert state_of({**server, "sign_in": {"state": "in"}}, []) == "failed"
    assert state_of({**server, "enabled": False}, []) == "disabled"


class Two:
    """The window, and a server to which one signs in."""

    def __init__(self, harness: WindowHarness, office: Harness, place: Place, pages: list[str]) -> None:
        self.harness, self.office, self.place, self.opened = harness, office, place, pages
        self.edition = 0

    async def turn(self, page: str) -> Any:
        self.edition += 1
        self.harness.window.turn(page)
        await self.harness.show(edition=self.edition)
        return self.harness.window.stack.page(page)

    async def finish_sign_in(self) -> None:
        await Person.browse(self, self.opened[-1])  # type: ignore[arg-type]
        assert await self.office.sign_ins.wait_end("mail") == ""


@pytest.fixture
async def two(tmp_path: Path, office: Harness) -> AsyncIterator[Two]:
    await import_lazily("oauth.tokens")  # half a second, or much more on a busy machine
    place, pages = Place(), list[str]()
    await place.start()
    await office.order("server.add", name="mail", url=place.mcp.url)
    office.sign_ins.on_page(pages.append)
    async with opened(tmp_path, run=office.run) as harness:
        made = Two(harness, office, place, pages)
        yield made
        await until(lambda: not harness.window.context.core_link._tasks)
    await office.sign_ins.close()
    await place.stop()


async def test_sign_in_and_out_work_on_servers(two: Two) -> None:
    page: ServersPage = await two.turn("servers")
    await until(lambda: page.listing.lines.row("mail") >= 0)
    page.choose("mail")
    page.detail.sign_in.sign_in_requested.emit("begin")
    await until(lambda: two.opened and page.detail.sign_in.state == "waiting")
    assert page.listing.lines.line(0).right == "Waiting for browser"
    page.detail.sign_in.copy.click()
    await until(lambda: QGuiApplication.clipboard().text() == two.opened[-1])
    await two.finish_sign_in()
    await two.turn("servers")
    await until(lambda: page.detail.sign_in.state == "in")
    assert page.detail.sign_in.copy.isHidden()
    assert "Your sign-in" in [row.value_label.text() for row in page.detail.facts._rows], "no internal name"
    page.detail.sign_in.sign_in_requested.emit("turn off")
    await until(lambda: not page._servers["mail"]["enabled"])
    page.detail.switch_button.click()
    await until(lambda: page._servers["mail"]["enabled"])
    page.detail.sign_in.sign_out.click()
    await until(lambda: page.detail.sign_in.state == "out")
    assert page.listing.lines.line(0).right == "Signed out"
    assert all(token.revoked for token in two.place.tokens)


async def test_credentials_shows_a_sign_in_without_its_token(two: Two) -> None:
    await ordered(two.office.run, "server.sign_in", {"name": "mail"}, lambda _: None)
    await two.finish_sign_in()
    page: CredentialsPage = await two.turn("credentials")
    await until(lambda: page.detail.sign_in.state == "in")
    rows = [row for row in page.detail.facts._rows if not row.name.isHidden()]
    facts = {row.name.text(): row.value_label.text() for row in rows}
    assert facts["Issuer"] == two.place.issuer and facts["Audience"] == two.place.mcp.url
    assert facts["Scopes"] == "read" and facts["Keyring entry"] == page.listing.key() and "Expires" not in facts
    assert "renews at" in page.detail.sign_in.text_label.text()
    host = two.place.issuer.removeprefix("http://")
    assert page.detail.title.text() == host and page.listing.lines.line(0).title == host
    assert page.detail.replace.isHidden() and not page.detail.copy.isVisible() and page.detail.bind.isHidden()
    assert [row.button.isHidden() for row in page.detail.places.rows] == [True]
    assert page.detail.kind.text() == "OAuth sign-in"
    buttons = page.detail.sign_in.sign_out, page.detail.remove
    assert len({one.mapTo(page, one.rect().center()).y() for one in buttons}) == 1, "they are on one line"
    page.detail.sign_in.sign_out.click()
    await until(lambda: page.detail.sign_in.state == "out")
    assert page.detail.sign_in.property("ground") == "plain" and page.detail.remove.isVisible()


async def test_sign_in_proposal_explains_its_effect(two: Two) -> None:
    title = "The server mail requires that you sign in at login.auth.example"
    proposal = Proposal(id="p", kind="sign-in", title=title, detail="page     https://login.auth.example/in",
                        asked_by="the server mail", since=1.0)  # fmt: skip
    two.harness.window.turn("pending")
    await two.harness.show(proposals=(proposal,))
    await until(lambda: two.harness.is_shown("Sign in with your browser"))
    await asyncio.sleep(0)


async def test_sign_in_proposal_marks_a_look_alike_address(two: Two) -> None:
    title = "The server mail requires that you sign in at login.xn--pple-43d.example"
    proposal = Proposal(id="p", kind="sign-in", title=title, detail="page     https://login.xn--pple-43d.example/in",
                        asked_by="the server mail", since=1.0)  # fmt: skip
    two.harness.window.turn("pending")
    await two.harness.show(proposals=(proposal,))
    shown = two.harness.pending.proposal
    (doubt,) = shown.odd.sentences()
    assert doubt.startswith("Look-alike address.") and "⟨\u0430 CYRILLIC⟩pple" in doubt
    assert not shown.accept_button.property("kind"), "it is not the recommended button"


async def test_core_proposal_names_its_server_first(two: Two) -> None:
    flow = await two.office.sign_ins.begin("mail", by="person")
    detail = _describe_sign_in(two.office.config.servers["mail"], flow.target)
    proposal = Proposal(id="p", kind="sign-in", title="", detail=detail, asked_by="", since=0.0)
    assert server_of(proposal) == "mail"
    assert await two.office.sign_ins.cancel("mail")
