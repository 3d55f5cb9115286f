"""The panel Grants on the page Rules, and the ends that a rule may be given in the window."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QDateTime, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, make_held
from tests.window.pages.test_rules import at_rules, page, rule
from toolguard.gate.model import ConnectedSession
from toolguard.gate.policy.rule_ends import EXTERNAL_ENDS, RULE_ENDS
from toolguard.gate.policy.rules import Rule
from toolguard.window.policy import grants
from toolguard.window.policy.grants import GrantRow
from toolguard.window.policy.rule_text import end_text, is_grant


def session(id: str = "s1", server: str = "files") -> ConnectedSession:
    return ConnectedSession(
        session=id,
        client=CLIENT,
        claim="",
        server=server,
        era="legacy",
        version="1",
        state="ready",
        detail="",
        since=1.0,
    )


def grant(id: str, **more: Any) -> Rule:
    members = {"server": "files", "tool": "read", "verdict": "allow", "until": "session", "by": "person"}
    return Rule(id=id, **{**members, **more})


async def at_grants(harness: WindowHarness, count: int) -> Any:
    harness.find(f"Grants ({count})").click()
    await until(lambda: len(page(harness).grants.rows) == count)
    return page(harness).grants


def test_grant_is_an_allow_rule_with_an_end() -> None:
    assert is_grant(rule(expires=5.0)) and is_grant(rule(until="lock")) and is_grant(rule(until="session"))
    for other in ({}, {"until": "lock", "verdict": "deny"}, {"expires": 5.0, "expired": True},
                  {"until": "session", "by": "organization"}):  # fmt: skip
        assert not is_grant(rule(**other))


def test_rule_end_is_described_in_words() -> None:
    assert end_text(rule(until="disconnect")) == "when the client disconnects"
    lock = rule(until="lock", expires=1_000.0 + 43_200)
    assert end_text(lock, 1_000.0) == "when the screen locks, at the latest in 12:00:00"
    assert end_text(lock, 1_000.0, short=True) == "on lock" and end_text(lock, 50_000.0) == "expired"
    assert end_text(rule(until="idle", idle=900.0)) == "when you are away for 15 minutes"
    assert end_text(rule(until="idle", idle=900.0), short=True) == "away 15 m"


def test_rule_that_takes_precedence_is_a_note_on_a_grant(qapp: QApplication) -> None:
    row = GrantRow()
    row.show_rule(rule(tool="*", until="session", overridden_by=["r2"]), (0, 0.0))
    assert row.overrides.text() == "Another rule takes precedence for some calls."
    assert row.overrides.text() not in " ".join(row.warnings.sentences())


async def test_grants_show_remaining_time_and_uses(
    tmp_path: Path, office: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.gate.rules.add(Rule(id="forever", server="files", tool="read", verdict="allow"))
    office.gate.rules.add(grant("g1", created=time.time(), expires=time.time() + 300, until="always"))
    office.gate.rules.add(grant("g2", client="Codex"))
    async with at_rules(tmp_path, office) as harness:
        panel = await at_grants(harness, 2)
        assert panel.ids == list(panel.rows) and "forever" not in panel.ids
        row = panel.rows["g1"]
        assert row.ends.text().startswith("Ends in 4:5") and ", at " in row.ends.text()
        assert row.uses.text().startswith("Not used yet · Added by: you, ")
        assert row.left.isVisible() and 980 <= row.left.value() <= 1000
        assert not panel.rows["g2"].left.isVisible(), "nobody knows how long it takes"
        assert panel.rows["g2"].ends.text() == "Ends when ToolGuard quits"
        assert row.revoke.accessibleName() == "Revoke: Allow read on files for any client."
        page(harness).grants.show_rules(page(harness)._rules, {"g1": (3, 1_000.0), "g2": (1, 1_000.0)})
        assert row.uses.text().startswith("Used 3 times, last ")
        assert panel.rows["g2"].uses.text().startswith("Used once, last ")
        later = time.time() + 250
        monkeypatch.setattr(grants.time, "time", lambda: later)
        page(harness)._tick()
        assert row.ends.text().startswith("Ends in 0:4") and row.ends.property("tone") == "caution"
        assert 100 < row.left.value() < 200


async def test_revoke_ends_a_grant_at_once_without_undo(tmp_path: Path, office: Harness) -> None:
    for at in range(3):
        office.gate.rules.add(grant(f"g{at}", created=float(at)))
    async with at_rules(tmp_path, office) as harness:
        panel = await at_grants(harness, 3)
        first, second, _ = list(panel.rows)
        panel.rows[first].revoke.setFocus()
        QTest.keyClick(panel.rows[first].revoke, Qt.Key.Key_Delete)
        await until(lambda: len(list(office.gate.rules)) == 2 and len(panel.rows) == 2)
        assert first not in panel.rows and not harness.is_shown("Undo")
        assert harness.window.focusWidget() is panel.rows[second].revoke, "the next one takes its place"
        harness.find("Revoke all grants").click()
        await until(lambda: not list(office.gate.rules) and harness.is_shown("No grants"))
        assert harness.find("Grants (0)").isVisible() and not harness.is_shown("Revoke all grants")
        harness.find("All rules").click()
        assert harness.is_shown("Add rule")


@pytest.mark.parametrize("ending", ["revoke", "revoke all", "by itself"])
async def test_focus_goes_to_the_heading_after_the_last_grant(tmp_path: Path, office: Harness, ending: str) -> None:
    """It went to the state in the side bar."""
    count = 3 if ending == "revoke all" else 1
    for at in range(count):
        office.gate.rules.add(grant(f"g{at}"))
    async with at_rules(tmp_path, office) as harness:
        panel = await at_grants(harness, count)
        pressed = panel.revoke_all if ending == "revoke all" else panel.rows["g0"].revoke
        pressed.setFocus()
        if ending == "by itself":
            office.gate.rules.remove("g0")
            page(harness).renewal.request()
        else:
            QTest.keyClick(pressed, Qt.Key.Key_Space)
        await until(lambda: harness.is_shown("No grants"))
        assert harness.window.focusWidget() is harness.find("Grants (0)")


async def test_search_finds_grants(tmp_path: Path, office: Harness) -> None:
    office.gate.rules.add(grant("g1"))
    office.gate.rules.add(grant("g2", client="Codex"))
    async with at_rules(tmp_path, office) as harness:
        panel = await at_grants(harness, 2)
        assert harness.is_shown("Revoke all grants")
        page(harness).search.setText("codex")
        await until(lambda: list(panel.rows) == ["g2"])
        assert harness.is_shown("Grants (2)")
        assert not harness.is_shown("Revoke all grants"), "it would revoke those that are not shown, too"
        page(harness).search.setText("nothing like it")
        await until(lambda: harness.is_shown("No results"))
        page(harness).search.clear()
        await until(lambda: len(panel.rows) == 2 and harness.is_shown("Revoke all grants"))


async def test_revoking_an_ended_grant_is_no_error(tmp_path: Path, office: Harness) -> None:
    office.gate.rules.add(grant("g1"))
    async with at_rules(tmp_path, office) as harness:
        panel = await at_grants(harness, 1)
        office.gate.rules.remove("g1")
        panel.rows["g1"].revoke.click()
        await until(lambda: harness.is_shown("No grants"))
        assert not page(harness).error_label.text()


async def test_revoke_all_includes_grants_that_are_not_shown(
    tmp_path: Path, office: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grants, "MAX_GRANTS", 2)
    for at in range(5):
        office.gate.rules.add(grant(f"g{at}"))
    async with at_rules(tmp_path, office) as harness:
        harness.window.go("rules", "grants")
        await until(lambda: page(harness).grants.more.text() == "3 more in All rules")
        assert page(harness).count.isHidden(), "it counts all rules"
        assert (
            page(harness).shows_grants
            and page(harness).panes()[0] is next(iter(page(harness).grants.rows.values())).revoke
        )
        harness.find("Revoke all grants").click()
        await until(lambda: not list(office.gate.rules))


# --- the ends that are offered ------------------------------------------------------------------------------------


def offered(choice: Any) -> list[str]:
    return [choice.kinds.itemData(at) for at in range(choice.kinds.count())]


async def test_form_offers_only_observable_ends_and_only_for_allow(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    async with at_rules(tmp_path, office) as harness:
        harness.press("Add rule")
        form = page(harness).form
        clock = [name for name, row in RULE_ENDS.items() if not row.is_bound]
        assert offered(form.lasts) == clock and form.lasts.name == "always"
        form.verdict.choose("allow")
        assert set(offered(form.lasts)) - set(clock) == {"idle:5m", "idle:15m"}
        await harness.show(sees_screen=True, sessions=(session(),))
        assert offered(form.lasts) == list(RULE_ENDS)
        form.lasts.choose("lock")
        await harness.show(sees_screen=False, sessions=(session(), session("s2")))
        assert form.lasts.name == "5m", "what is not offered any more becomes a short time, not a long one"
        assert "disconnect" not in offered(form.lasts), "for which of the two?"
        form.places.set(server="files", client="Claude Desktop")
        await harness.show(sees_screen=True, sessions=(session(), session("s2", "git")))
        form.lasts.choose("disconnect")
        assert form.entered_rule()["session"] == "s1" and form.entered_rule()["until"] == "disconnect"
        form.lasts.choose("date")
        form.lasts.date.setDateTime(QDateTime.fromSecsSinceEpoch(4_000_000_020))
        assert form.lasts.date.isVisible() and form.entered_rule()["expires"] == 4_000_000_020
        form.lasts.choose("idle:5m")
        assert (form.entered_rule()["until"], form.entered_rule()["idle"]) == ("idle", 300.0)
        await until(lambda: not harness.window.context.core_link._tasks)


async def test_rule_end_can_be_changed_and_undone(tmp_path: Path, office: Harness) -> None:
    made = await office.order("rule.add", server="files", tool="read", verdict="allow")
    async with at_rules(tmp_path, office) as harness:
        page(harness).choose(made["id"])
        harness.press("Edit rule")
        form = page(harness).form
        assert form.lasts.row is None and not form.entered_rule().keys() & {"until", "seconds", "expires"}
        form.lasts.choose("quit")
        form.add.click()
        await until(lambda: [one.until for one in office.gate.rules] == ["session"])
        assert not office.config.rules, "it is kept in memory from now on"
        await until(lambda: harness.is_shown("Undo"))
        page(harness).notice.undo()
        await until(lambda: [one.until for one in office.gate.rules] == ["always"])
        assert [one["id"] for one in office.config.rules] == [made["id"]]


async def test_approval_can_use_every_rule_end(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"),), sees_screen=True)
    harness.find("Remember for: this decision").click()
    choice = harness.pending.call.decision.remember_choice
    await until(lambda: choice.is_known)
    assert offered(choice.until) == list(RULE_ENDS)
    held = harness.pending.call.pending
    for name, row in RULE_ENDS.items():
        choice.until.choose(name)
        result = choice.rule_request(held, "allow")
        assert result is not None and result.until == row.until
        assert (result.idle, result.seconds) == ((row.seconds, 0) if row.until == "idle" else (0, row.seconds))
        assert bool(result.expires) is row.is_date
        denied = choice.rule_request(held, "deny")
        assert denied is not None and denied.until == ("session" if row.until in EXTERNAL_ENDS else row.until)
        assert bool(choice.until.kinds.toolTip()) is row.is_bound
    await harness.show(pending=(make_held("c1"),), sees_screen=False)
    assert "lock" not in offered(choice.until)
