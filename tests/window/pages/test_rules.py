"""The page Rules: what exists, how dangerous it is, what it has decided; made, explained, removed and brought back."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.services.test_rule_backtest import Recorded
from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, make_held, name_of, opened
from toolguard.gate.model import ConfigChanged
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rules import AllowRulePolicy, Rule
from toolguard.services.interface import RefusedError
from toolguard.services.runtime.requests import Request
from toolguard.store.log.index.log_index import follow
from toolguard.window import theme
from toolguard.window.log_view.log_access import LogAccess
from toolguard.window.policy import past_calls, rule_text
from toolguard.window.policy.past_calls import BackTestView
from toolguard.window.policy.rule_table import CONDITIONS, STATUS, TOOL, RuleModel, RuleTable
from toolguard.window.policy.rule_text import dangers, end_text, fits, sentence, status
from toolguard.window.widgets import time_format
from toolguard.window.widgets.frame.page_header import PageHeader

RULE = {
    "id": "r1", "client": "*", "server": "files", "tool": "*", "verdict": "allow", "until": "always", "fingerprint": "",
    "session": "", "idle": 0.0,
    "created": 0.0, "expires": 0.0, "by": "person", "expired": False, "definition": "any",
    "fault": "", "forbidden": "", "when": [], "except": [], "other_arguments": "none", "note": "", "disabled": False,
    "examples": [],
    "covers": None, "effect": None, "overridden_by": [], "hidden": [],
}  # fmt: skip


def rule(**more: Any) -> dict[str, Any]:
    return {**RULE, **more}


@asynccontextmanager
async def at_rules(tmp_path: Path, office: Harness, **more: Any) -> AsyncIterator[WindowHarness]:
    async with opened(tmp_path, run=office.run, page="rules", **more) as harness:
        await until(lambda: page(harness)._is_loaded)
        yield harness


def page(harness: WindowHarness) -> Any:
    return harness.window.stack.page("rules")


def past_texts(past: BackTestView) -> list[str]:
    """Return the texts of each group and of its calls."""
    texts = []
    for view in past.groups:
        if not view.isHidden():
            texts.append(f"{view.outcome.text()}: {view.what.text()}")
            texts += [row.what.text() for row in view.rows if not row.isHidden()]
    return texts


def rows(harness: WindowHarness) -> list[list[str]]:
    model = page(harness).model
    return [[str(model.index(row, at).data()) for at in (0, 1, 2, 3, 6, 5)] for row in range(model.rowCount())]


async def again(harness: WindowHarness, edition: int) -> None:
    page(harness).pause.stop()
    await harness.show(edition=edition)


# Words


def test_rule_is_described_as_a_sentence() -> None:
    assert sentence(rule()) == "Allow any tool on files for any client."
    assert "⟨U+202E" in sentence(rule(verdict="deny", tool="a\u202e"))


def test_sentence_counts_the_conditions_that_it_leaves_out() -> None:
    narrow = rule(when=[{"pointer": f"/{name}", "matcher": "equals", "value": 1} for name in "abcd"], verdict="deny")
    assert sentence(narrow).endswith("Only if /a is 1 and /b is 1 and /c is 1 and 1 more.")
    assert sentence(narrow, 4).endswith("/c is 1 and /d is 1.")


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ({}, 3),
        ({"expires": 5.0}, 2),
        ({"server": "*"}, 3),
        ({"tool": "read", "fingerprint": "f", "client": "desk"}, 0),
        ({"tool": "read", "client": "desk"}, 1),
        ({"tool": "read", "server": "*", "client": "desk"}, 1),
        ({"verdict": "deny", "server": "*"}, 0),
        ({"tool": "read", "fingerprint": "f", "client": "desk", "effect": "destroys"}, 2),
        ({"tool": "read", "fingerprint": "f", "client": "desk", "effect": "reads"}, 0),
    ],
)
def test_only_a_broad_allow_rule_is_dangerous(more: dict[str, Any], count: int) -> None:
    assert len(dangers(rule(**more))) == count


def test_warning_of_a_broad_rule_says_that_conditions_are_not_considered() -> None:
    condition = {"arg": "/path", "is": "/tmp"}
    broad = dangers(rule(server="*", tool="*", when=[condition]))
    assert broad[:-1] == dangers(rule(server="*", tool="*")) and broad[-1].startswith("Check that the conditions")
    assert dangers(rule(verdict="deny", server="*", tool="*", when=[condition])) == []


def test_rule_end_counts_down() -> None:
    soon = rule(expires=1_075.0)
    assert end_text(soon, 1_000.0) == end_text(soon, 1_000.0, short=True) == "in 1:15"
    assert end_text(rule(expires=1_000.0), 1_000.0) == "expired"
    assert end_text(rule(until="session")) == "when ToolGuard quits"
    assert end_text(rule(until="session", by="organization")) == "never"
    assert end_text(rule()) == "never"
    assert ":" in end_text(rule(expires=1_000.0 + 90_000), 1_000.0)


def test_rule_search_matches_words_and_field_values() -> None:
    assert fits(rule(), "files never ALLOW") and not fits(rule(), "git")
    assert fits(rule(), "tool:read") and fits(rule(tool="read"), "tool:read") and not fits(rule(tool="x"), "tool:read")
    assert fits(rule(), "rule:r1") and not fits(rule(), "rule:r2")


# The page


def test_rereading_unchanged_rules_changes_no_row() -> None:
    model, changes = RuleModel(), []
    model.show_rules([rule()])
    model.dataChanged.connect(lambda first, *_: changes.append(first.column()))
    assert model.show_rules([rule()]) and model.rules == [rule()]
    assert changes == []
    assert model.show_rules([rule(disabled=True)])
    model.show_rulings({rule()["id"]: (1, 2.0)})
    assert changes == [0, 7]


def test_unused_rule_says_so_once_the_log_was_read() -> None:
    model = RuleModel()
    model.show_rules([rule()])
    assert model.index(0, 7).data() == ""
    model.show_rulings({})
    assert model.index(0, 7).data() == "not yet"
    model.show_rulings({rule()["id"]: (1, 2.0)})
    assert model.index(0, 7).data() == f"once, last {time_format.day(2.0)}"


def test_selected_rule_stays_selected_in_another_order_after_equal_rules_were_read() -> None:
    model = RuleModel()
    rules = [rule(id="r1", tool="b"), rule(id="r2", tool="a")]
    model.show_rules(rules)
    table = RuleTable(model)
    table.selectRow(0)
    model.show_rules([dict(each) for each in rules])
    model.sort(TOOL)
    assert [each["id"] for each in model.rules] == ["r2", "r1"] and table.currentIndex().row() == 1


def test_columns_read_like_a_rule() -> None:
    model = RuleModel()
    titles = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(7)]
    assert titles == ["Decision", "Tool", "Server", "Client", "Only if", "Status", "Expires"]


def test_row_says_why_it_stands_out() -> None:
    model = RuleModel()
    exact = {"tool": "move", "fingerprint": "f"}
    changed = rule(id="changed", **exact, definition="as it was", effect="destroys")
    off = rule(id="off", **exact, effect="destroys", disabled=True)
    model.show_rules([rule(id="any"), rule(id="calm", **exact), changed, off])
    why = [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(4)]
    assert why[0].startswith("All tools of files are allowed") and why[1] == why[3] == ""
    assert why[2] == "Not in effect: the tool changed since you allowed it."
    spoken = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole) for row in range(4)]
    assert spoken == why
    assert [model.index(row, STATUS).data() for row in range(4)] == [
        "new tools too +2", "", "off: tool changed", "off",
    ]  # fmt: skip
    assert len(why[0].splitlines()) == 3, "the details name each of them"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"server": "*", "tool": "*"}, "allows everything +2"),
        ({"server": "*", "tool": "move"}, "new servers too +1"),
        ({"tool": "move"}, "even if changed +1"),
        ({"tool": "move", "client": "desk"}, "even if changed"),
        ({"tool": "move", "effect": "destroys"}, "can destroy data +3"),
        ({"tool": "move", "fingerprint": "f", "effect": "undeclared"}, "effect not declared +2"),
        ({"tool": "move", "fingerprint": "f"}, ""),
        ({"verdict": "deny", "server": "*", "tool": "*"}, ""),
        ({"fault": "it fails an example"}, "check failed"),
        ({"forbidden": "Your organization does."}, "not accepted"),
        ({"fault": "it fails an example", "expired": True}, "expired"),
    ],
)
def test_status_is_why_a_rule_is_not_in_effect_or_its_most_severe_risk(more: dict[str, Any], words: str) -> None:
    assert status(rule(**more)) == words


def test_sorting_by_status_puts_ineffective_rules_first_and_then_severe_risks() -> None:
    model = RuleModel()
    exact = {"tool": "move", "fingerprint": "f"}
    model.show_rules(
        [
            rule(id="calm", **exact), rule(id="any definition", tool="move"),
            rule(id="destroys", **exact, effect="destroys"), rule(id="changed", **exact, definition="as it was"),
            rule(id="off", disabled=True),
        ]
    )  # fmt: skip
    model.sort(STATUS)
    assert [one["id"] for one in model.rules] == ["off", "changed", "destroys", "any definition", "calm"]


def test_rule_whose_tool_changed_looks_out_of_effect() -> None:
    model = RuleModel()
    model.show_rules([rule(tool="move", fingerprint="f", definition="as it was", effect="destroys")])
    assert (model.index(0, STATUS).data(), model.index(0, 6).data()) == ("off: tool changed", "never")
    colours = [model.index(0, column).data(Qt.ItemDataRole.ForegroundRole).name() for column in (0, 1, 2, 3)]
    assert set(colours) == {QColor(theme.LIGHT.quiet).name()}


def test_risk_of_a_rule_is_marked_in_its_status_only() -> None:
    model, role = RuleModel(), Qt.ItemDataRole
    model.apply_colours(theme.LIGHT)
    calm_rule = rule(id="calm", tool="move", fingerprint="f")
    model.show_rules([calm_rule, rule(id="broad", tool="*"), rule(id="deny", verdict="deny", tool="*")])
    calm, broad, denied = ([model.index(row, column) for column in (0, 1, 2, 3, STATUS)] for row in range(3))
    assert calm[0].data(role.DecorationRole).cacheKey() == broad[0].data(role.DecorationRole).cacheKey()
    assert [cell.data(role.ForegroundRole) for cell in (*broad[:4], *denied)] == [None] * 9, "also in “any tool”"
    assert [cell.data(role.FontRole) for cell in broad] == [None] * 5
    assert calm[-1].data(role.DecorationRole) is None and not broad[-1].data(role.DecorationRole).isNull()
    assert broad[-1].data(role.ForegroundRole).name() == theme.LIGHT.danger
    model.show_rules([rule(tool="move", client="desk")])
    status = model.index(0, STATUS)
    assert status.data() == "even if changed" and status.data(role.ForegroundRole).name() == theme.LIGHT.caution
    verdicts = ("allow", "ask", "deny")
    model.show_rules([rule(verdict=verdict, disabled=off) for verdict in verdicts for off in (False, True)])
    marks = [model.index(row, 0).data(role.DecorationRole).pixmap(16).toImage() for row in range(6)]
    assert all(marks[at] != marks[other] for at in range(6) for other in range(at)), "a rule that is off is grey"


def test_narrow_table_shortens_the_status_before_the_name_of_a_tool(qapp: QApplication) -> None:
    model = RuleModel()
    table = RuleTable(model)
    denies = rule(id="deny", verdict="deny", server="github", tool="delete_repository_of_team")
    model.show_rules([denies, rule(id="any", client="Claude Desktop at work")])
    table.offer_columns(model.rules)
    table.resize(720, 200)
    table.show()
    table.head.fit()
    assert table.columnWidth(TOOL) >= table.sizeHintForColumn(TOOL)


def test_only_rules_that_end_or_were_used_have_these_cells_in_full_colour() -> None:
    model = RuleModel()
    model.show_rules([rule(id="ends", until="session"), rule(id="used")])
    model.show_rulings({"used": (3, 1.0)})
    cells = [[model.index(row, column) for column in (6, 7)] for row in range(2)]
    used = f"3 times, last {time_format.day(1.0)}"
    assert [[cell.data() for cell in row] for row in cells] == [["on quit", "not yet"], ["never", used]]
    is_quiet = [[cell.data(Qt.ItemDataRole.ForegroundRole) is not None for cell in row] for row in cells]
    assert is_quiet == [[False, True], [True, False]]


async def test_empty_rules_page_offers_the_first_rule(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        harness.press("Add rule")
        await until(lambda: harness.is_shown("Cancel"))


async def test_rules_are_newest_first_and_broad_allow_rules_marked(tmp_path: Path, office: Harness) -> None:
    await office.order("rule.add", server="files", tool="erase", verdict="deny")
    office.gate.clock = lambda: 2000.0
    await office.order("rule.add", server="files", tool="*", client="desk", verdict="allow", until="session")
    async with at_rules(tmp_path, office) as harness:
        assert rows(harness) == [
            ["Allow", "any tool", "files", "desk", "on quit", "new tools too"],
            ["Deny", "erase", "files", "any client", "never", ""],
        ]
        page(harness).table.selectRow(0)
        assert page(harness).detail.warnings.sentences() == [
            "All tools of files are allowed, including ones it adds or changes later."
        ]
        harness.window.grab()


async def test_broad_allow_rule_names_the_rules_that_override_it(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    tools = [{"name": name} for name in ("erase", "read", "write")]
    office.gate.tools.add_page("files", "s", {"tools": tools}, first=True)
    broad = await office.order("rule.add", server="files", tool="*", client="desk", verdict="allow")
    await office.order("rule.add", server="fil*", tool="erase", verdict="deny")
    await office.order("rule.add", server="git", tool="erase", verdict="deny")
    await office.order("tool.switch", server="files", tool="read", exposed=False)
    async with at_rules(tmp_path, office) as harness:
        page(harness).choose(broad["id"])
        detail, model = page(harness).detail, page(harness).model
        assert detail.warnings.sentences()[0] == (
            "All matching tools that were listed when the rule was made are allowed."
        ), "what makes it safer is no risk"
        marked = {one["id"]: model.index(row, STATUS).data() for row, one in enumerate(model.rules)}
        assert {id: text for id, text in marked.items() if text} == {broad["id"]: "covers several tools +1"}
        facts = [label.text() for label in detail.facts.findChildren(type(detail.sentence))]
        assert "Deny erase on fil* for any client.\nread on files is hidden." in facts


async def test_removed_rule_is_restored_exactly(tmp_path: Path, office: Harness) -> None:
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}]}, first=True)
    await office.order("rule.add", server="files", tool="read", verdict="allow", seconds=100)
    (before,) = office.gate.rules
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "title": "other"}]}, first=True)
    async with at_rules(tmp_path, office) as harness:
        page(harness).table.selectRow(0)
        harness.press("Remove rule")
        await until(lambda: not list(office.gate.rules) and harness.is_shown("Undo"))
        assert not office.config.rules
        page(harness).setFocus()
        harness.press("Undo")
        await until(lambda: list(office.gate.rules) == [before])
        assert office.config.rules[0]["fingerprint"] == before.fingerprint
        assert [event.what.split()[-1] for event in office.log.events if isinstance(event, ConfigChanged)][-2:] == [
            "removed", "added",
        ]  # fmt: skip


async def test_next_rule_is_selected_after_one_is_removed(tmp_path: Path, office: Harness) -> None:
    for tool in ("a", "b", "c"):
        await office.order("rule.add", server="files", tool=tool, verdict="deny")
    async with at_rules(tmp_path, office) as harness:
        rules = page(harness)
        first, removed, last = [entry["id"] for entry in rules.model.rules]
        rules.choose(removed)
        rules.table.setFocus()
        for chosen, row in ((last, 1), (first, 0)):
            harness.keys(Qt.Key.Key_Delete)
            await until(lambda chosen=chosen: rules._chosen == chosen)
            assert [index.row() for index in rules.table.selectionModel().selectedRows()] == [row]
            assert rules.table.hasFocus() and rules.detail.isVisible()
        harness.keys(Qt.Key.Key_Delete)
        await until(lambda: not rules.detail.isVisible())


async def test_focus_goes_to_the_list_after_the_button_has_removed_a_rule(tmp_path: Path, office: Harness) -> None:
    """It stayed on the button, where a second key press would have removed the next rule."""
    for tool in ("a", "b"):
        await office.order("rule.add", server="files", tool=tool, verdict="deny")
    async with at_rules(tmp_path, office) as harness:
        rules = page(harness)
        for left in (rules.table, rules):
            rules.table.selectRow(0)
            rules.detail.remove.setFocus()
            QTest.keyClick(rules.detail.remove, Qt.Key.Key_Space)
            await until(lambda left=left: left.hasFocus())
        assert not list(office.gate.rules)


@pytest.mark.parametrize("width", [900, 1280])
async def test_back_is_at_the_same_place_in_every_view(tmp_path: Path, office: Harness, width: int) -> None:
    await office.order("rule.add", server="files", tool="*", verdict="allow")
    async with at_rules(tmp_path, office) as harness:
        harness.window.resize(width, 600)
        rules, places = page(harness), set()
        for show, back in (
            (rules.show_limits, rules.limits.done), (rules.show_statistics, rules.statistics.back),
            (rules.show_question, rules.question.back),
        ):  # fmt: skip
            show()
            await until(back.isVisible)
            harness.window.grab()
            places.add(back.mapTo(rules, QPoint()).toTuple())
            back.click()
        assert len(places) == 1


async def test_turning_a_rule_off_and_on_can_be_undone(tmp_path: Path, office: Harness) -> None:
    await office.order("rule.add", server="files", tool="*", verdict="allow")
    (before,) = office.gate.rules
    office.asked.clear()

    def off() -> bool:
        return [rule.disabled for rule in office.gate.rules] == [True]

    marked = ["never", "new tools too +2"]
    async with at_rules(tmp_path, office) as harness:
        page(harness).table.selectRow(0)
        assert page(harness).detail.warnings.sentences()
        harness.press("Turn off")
        await until(lambda: off() and rows(harness)[0][5] == "off" and harness.is_shown("Undo"))
        facts = {
            row.name.text(): row.value_label.text()
            for row in page(harness).detail.facts._rows
            if not row.name.isHidden()
        }
        assert facts["State"] == "Off. It decides nothing until you turn it on."
        assert not page(harness).detail.warnings.isVisible()
        page(harness).notice.undo()
        await until(lambda: list(office.gate.rules) == [before] and rows(harness)[0][4:] == marked)
        page(harness).commands()["switch"]()
        await until(lambda: off() and harness.is_shown("Turn on"))
        harness.press("Turn on")
        await until(lambda: list(office.gate.rules) == [before] and rows(harness)[0][4:] == marked)
        page(harness).notice.undo()
        await until(off)
    assert not office.asked


def test_disabled_rule_is_no_grant() -> None:
    assert rule_text.is_grant(rule(expires=5.0)) and not rule_text.is_grant(rule(expires=5.0, disabled=True))


async def test_rule_created_with_a_decision_is_listed_and_undone(tmp_path: Path, office: Harness) -> None:
    office.guard.add_rule(
        Rule(id="r1", client="desk", server="files", tool="read", verdict="deny", by="person"), by="person"
    )
    async with at_rules(tmp_path, office) as harness:
        page(harness).table.selectRow(0)
        assert rows(harness)[0][:4] == ["Deny", "read", "files", "desk"]
        harness.press("Remove rule")
        await until(lambda: harness.is_shown("Undo"))
        assert not list(office.gate.rules)
        page(harness).notice.undo()
        await until(lambda: [rule.by for rule in office.gate.rules] == ["person"])


async def test_tab_reaches_conditions_where_they_stand(harness: WindowHarness) -> None:
    harness.window.turn("rules")
    await until(lambda: harness.is_shown("Add rule"))
    harness.press("Add rule")
    for button in ("Add exception", "Add condition", "Add condition"):
        harness.press(button)
    reached = []
    while "Note" not in reached:
        harness.keys(Qt.Key.Key_Tab)
        reached.append(name_of(QApplication.focusWidget()))
    rows = [name for name in reached if name.startswith("Remove row")]
    assert rows == ["Remove row 2 of Only if all of these apply", "Remove row 1 of Not if any of these applies"]


async def test_rule_form_describes_the_rule(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}, {"name": "write"}]}, first=True)
    async with at_rules(tmp_path, office) as harness:
        harness.press("Add rule")
        form = page(harness).form
        await until(lambda: form.places.server.count() == 2)
        form.places.set(server="files")
        await until(lambda: form.places.tool.count() == 3)
        form.verdict.choose("deny")
        assert form.summary.text() == "Deny any tool on files for any client."
        form.verdict.choose("allow")
        assert form.lasts.name == "quit" and len(form.warnings.sentences()) == 2
        form.verdict.choose("deny")
        assert form.lasts.name == "always", "protection does not end by itself"
        form.verdict.choose("allow")
        form.lasts.choose("always")
        assert form.warnings.sentences()[-1] == "No expiry."
        form.places.set(tool="read", client="desk")
        assert not form.warnings.sentences() and "the rule is off" in form.summary.text()
        form.lasts.choose("1h")
        assert form.summary.text().endswith("Duration: for 1 hour.")
        form.add.click()
        await until(lambda: list(office.gate.rules))
        (made,) = office.gate.rules
        assert (made.client, made.tool, made.verdict, made.expires, made.by) == (
            "desk",
            "read",
            "allow",
            4600.0,
            "person",
        )
        assert made.fingerprint
        await until(lambda: page(harness).notice.isVisible())
        page(harness).notice.undo()
        await until(lambda: not list(office.gate.rules))


async def test_form_disables_ends_that_an_organization_forbids_for_allow_rules(tmp_path: Path, office: Harness) -> None:
    forbidden = AllowRulePolicy(kind="temporary").forbidden_ends()
    async with opened(tmp_path, run=office.run, page="rules") as harness:
        form = page(harness).form
        await harness.show(forbidden_ends=forbidden)
        form.begin({"server": "files", "verdict": "deny"})
        ends = form.lasts.kinds.model()
        last = ends.index(form.lasts.kinds.findData("always"), 0)
        assert form.lasts.name == "always" and form.add.isEnabled() and ends.flags(last) & Qt.ItemFlag.ItemIsEnabled
        form.verdict.choose("allow")
        last = ends.index(form.lasts.kinds.findData("always"), 0)
        assert form.lasts.name == "quit" and form.add.isEnabled()
        assert not ends.flags(last) & Qt.ItemFlag.ItemIsEnabled
        assert "organization requires" in last.data(Qt.ItemDataRole.ToolTipRole)
        form.lasts.choose("always")
        assert not form.add.isEnabled() and "organization requires" in form.summary.text()
        form.edit({"id": "r", "server": "files", "tool": "read", "client": "*", "verdict": "allow", "until": "always"})
        assert form.lasts.name == "" and not form.add.isEnabled()
        form.lasts.choose("1h")
        assert form.add.isEnabled()
        form.lasts.choose("always")
        await harness.show()
        assert form.add.isEnabled()


async def test_form_warns_about_a_tool_that_can_destroy_data(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    destroys = {"name": "write", "annotations": {"destructiveHint": True}}
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "annotations": {"readOnlyHint": True}},
                                                        destroys, {"name": "find"}]}, first=True)  # fmt: skip
    async with at_rules(tmp_path, office) as harness:
        harness.press("Add rule")
        form = page(harness).form
        await until(lambda: form.places.server.count() == 2)
        form.places.set(server="files", tool="write", client="desk")
        form.verdict.choose("allow")
        form.lasts.choose("always")
        await until(lambda: form.warnings.sentences() == [
            "According to its server, this tool can destroy data.", "No expiry.",
        ])  # fmt: skip
        assert form.add.property("kind") == "danger"
        form.lasts.choose("1h")
        assert form.add.property("kind") == "danger-line", "it ends soon, and covers one tool"
        form.lasts.choose("always")
        form.places.set(tool="find")
        await until(lambda: form.warnings.sentences()[0].startswith("The server does not say"))
        assert form.add.property("kind") == "danger-line"
        form.places.set(tool="read")
        await until(lambda: not form.warnings.sentences() and form.add.property("kind") == "run")


async def test_form_warns_about_a_required_argument_that_the_rule_does_not_allow(
    tmp_path: Path, office: Harness
) -> None:
    await with_tool(office)
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        form.places.set(server="files", tool="read", client="desk")
        form.verdict.choose("allow")
        form.conditions.show_conditions([condition("/path", "equals", "/a")])
        needs = {"properties": {"path": {}, "content": {}}, "required": ["path", "content"]}
        form.know_tool({"schema": needs, "hints": {"destructiveHint": True}, "filled": {"/content": "${secret:t}"}})
        assert not form.doubts.sentences(), "a bound argument is added later"
        risks, narrow = form.warnings.sentences(), "Check that the conditions narrow this enough."
        assert risks[-1] == narrow and len(risks) > 1
        form.know_tool({"schema": needs, "hints": {"destructiveHint": True}, "filled": {}})
        assert form.warnings.sentences() == risks[:-1], "conditions that match nothing are not too broad"
        assert form.doubts.sentences() == [
            "The rule matches no call: the tool requires /content, and no condition names it."
        ]
        assert form.body.column.indexOf(form.doubts) < form.body.column.indexOf(form.warnings)
        assert "No other arguments." in form.summary.text()
        harness.press("Allow other arguments")
        assert form.other.currentData() == "any"
        assert not form.doubts.sentences() and "No other arguments." not in form.summary.text()
        assert form.warnings.sentences()[-1] == narrow


async def test_form_has_no_gap_before_a_decision(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        harness.window.resize(1280, 1000)
        page(harness).show_form()
        form = page(harness).form
        await until(form.places.isVisible)
        harness.window.grab()
        decision = form.verdict.mapTo(form, QPoint(0, form.verdict.height())).y()
        assert form.places.mapTo(form, QPoint()).y() - decision < theme.SPACE * 20


async def test_form_asks_in_the_order_of_a_sentence(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        harness.window.resize(1280, 900)
        page(harness).show_form()
        form = page(harness).form
        form.conditions.add.click()
        await until(lambda: form.conditions.isVisible() and form.past.isVisible())
        harness.window.grab()
        order = (
            form.verdict, form.places.server, form.places.client, form.conditions, form.conditions.add, form.note,
            form.past,
        )  # fmt: skip
        tops = [widget.mapTo(form, widget.rect().topLeft()).y() for widget in order]
        assert tops == sorted(tops) and len(set(tops)) == len(tops)
        left = [widget.mapTo(form, widget.rect().topLeft()).x() for widget in (form.verdict, form.lasts)]
        assert left == sorted(left), "the duration stands beside the decision"


async def test_request_kind_is_shown_by_label_and_stored_as_method(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        places = page(harness).form.places
        method = places._choices["method"]
        assert method.currentText() == "Tool calls (tools/call)" and places.places()["method"] == "tools/call"
        method.setEditText("Resources (resources/read)")
        assert places.places()["method"] == "resources/read"
        method.setEditText("client:vendor/run")
        assert places.places()["method"] == "client:vendor/run"
        places.set(method="*")
        assert method.currentText() == "any request" and places.places()["method"] == "*"


async def test_unknown_name_can_be_typed_and_empty_one_is_refused(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        form.places.set(server="")
        assert not form.add.isEnabled()
        form.places.set(server="later", tool=" run ")
        form.verdict.choose("deny")
        assert form.entered_rule() == {
            "client": "*", "server": "later", "tool": "run", "method": "tools/call", "verdict": "deny",
            "until": "always",
        }  # fmt: skip


async def test_typed_name_replaces_the_text_for_any(tmp_path: Path, office: Harness) -> None:
    await office.with_server("files")
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        line = form.places.server.lineEdit()
        await until(lambda: form.places.server.count() == 2 and form.verdict.first().hasFocus())
        QTest.mouseClick(line, Qt.MouseButton.LeftButton)
        await until(lambda: line.selectedText() == "any server")
        QTest.keyClicks(line, "files")
        assert form.entered_rule()["server"] == "files"
        client = form.places.client.lineEdit()
        QTest.mouseClick(client, Qt.MouseButton.LeftButton)
        await until(lambda: client.selectedText() == "any client")
        await until(lambda: not harness.window.context.core_link._tasks)


async def test_page_shows_which_rule_would_decide(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    allow = await office.order("rule.add", server="files", tool="*", verdict="allow")
    deny = await office.order("rule.add", server="files", tool="erase", client="desk", verdict="deny")
    async with at_rules(tmp_path, office) as harness:
        harness.keys(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        question = page(harness).question
        question.places.set(server="files", tool="erase", client="desk")
        await until(lambda: question.answer.text_label.text() == "Deny erase on files for desk.")
        assert question.verdict.text() == "ToolGuard would deny this call."
        assert question.result.property("ground") == "quiet"
        (other,) = question.also
        assert other.text_label.text() == "Allow any tool on files for any client."
        assert other.why.text() == "Also matches, but deny takes precedence."
        for link, rule in ((other.link, allow), (question.answer.link, deny)):
            link.click()
            await until(lambda: page(harness)._chosen == rule["id"])  # noqa: B023
            assert not question.isVisible()
            harness.keys(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
            await until(lambda: question.answer.link.isVisible())
        question.places.set(client="other")
        await until(lambda: question.verdict.text() == "ToolGuard would allow this call without asking.")
        assert question.result.property("ground") == "ok" and not question.also_heading.isVisible()
        question.places.set(server="git", client="desk")
        await until(lambda: question.answer.why.text() == "No rule applies, so a person is asked.")
        assert question.verdict.text() == "ToolGuard would ask you about this call."
        await office.order("tool.switch", server="files", tool="erase", exposed=False)
        question.places.set(server="files")
        await until(lambda: "hidden" in question.answer.why.text())
        assert question.verdict.text() == "ToolGuard would deny this call."
        question.places.set(tool="")
        assert question.answer.why.text() == "Enter a server and a tool. The client is optional."
        assert not question.verdict.isVisible(), "there is no verdict without a call"


async def test_use_of_each_rule_comes_from_the_log(tmp_path: Path, office: Harness) -> None:
    class Told:
        async def rulings(self) -> dict[str, tuple[int, float]]:
            return {"r1": (3, time.time())}

    office.gate.rules.add(Rule(id="r1", server="files", tool="read", verdict="deny"))
    async with at_rules(tmp_path, office) as harness:
        page(harness).model.show_rulings(await Told().rulings())
        assert page(harness).model.index(0, 7).data().startswith("3 times, last ")
        page(harness).table.selectRow(0)
        results = [each.text() for each in page(harness).detail.facts.findChildren(type(page(harness).detail.sentence))]
        assert any(one.startswith("3 times, last ") for one in results)


async def test_allow_rule_for_a_former_definition_is_marked(tmp_path: Path, office: Harness) -> None:
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}]}, first=True)
    await office.order("rule.add", server="files", tool="read", verdict="allow")
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "title": "other"}]}, first=True)
    (result,) = await office.order("rule.list")
    assert rule_text.definition(result) == "asks you again; it has changed, so calls need approval"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"definition": "any"}, "still applies"),
        ({"definition": "as it is"}, "asks you again"),
        ({"method": "resources/read"}, ""),
        ({"verdict": "deny"}, ""),
    ],
)
def test_allow_rule_states_its_effect_after_a_tool_change(more: dict[str, Any], words: str) -> None:
    assert rule_text.definition(rule(**more)) == words


async def test_other_pages_can_open_a_rule_or_the_rules_of_a_tool(tmp_path: Path, office: Harness) -> None:
    office.gate.rules.add(Rule(id="r1", server="files", tool="read", verdict="deny"))
    office.gate.rules.add(Rule(id="r2", server="files", tool="write", verdict="deny"))
    async with opened(tmp_path, run=office.run) as harness:
        harness.window.go("rules", "r2")
        await until(lambda: "write" in page(harness).detail.sentence.text())
        harness.window.go("rules", "tool:read")
        await until(lambda: len(rows(harness)) == 1 and rows(harness)[0][1] == "read")


async def test_refresh_keeps_the_selection(tmp_path: Path, office: Harness) -> None:
    for number in range(50):
        office.gate.rules.add(Rule(id=f"r{number}", server="files", tool=f"t{number}", verdict="deny", created=number))
    async with at_rules(tmp_path, office) as harness:
        table = page(harness).table
        high = table.viewport().height()
        page(harness).choose("r10")
        await until(lambda: table.viewport().height() < high)  # the details take space
        assert table.viewport().rect().contains(table.visualRect(table.currentIndex()))
        scrolled = table.verticalScrollBar().value()
        office.gate.rules.add(Rule(id="new", server="files", tool="new", verdict="ask", created=99.0))
        await again(harness, 2)
        await until(lambda: page(harness).count.text() == "51 rules")
        assert page(harness).table.currentIndex().siblingAtColumn(TOOL).data() == "t10"
        assert page(harness).table.verticalScrollBar().value() == scrolled


async def test_rule_of_an_organization_cannot_be_changed(tmp_path: Path, office: Harness) -> None:
    """A form opened, and only its end said so."""
    office.guard.set_organization(
        [Rule(id="o", server="files", tool="read", verdict="deny", until="session", by="organization")],
        AllowRulePolicy(),
    )
    async with at_rules(tmp_path, office) as harness:
        page(harness).choose("o")
        detail = page(harness).detail
        assert not any(button.isEnabled() for button in (detail.edit, detail.switch, detail.remove))
        assert "Set by your organization." in detail.edit.toolTip()
        assert {"edit", "remove", "switch"} <= page(harness).unavailable()
        for name in ("edit", "remove", "switch"):
            page(harness).commands()[name]()
        assert page(harness).stack.currentIndex() == 0
        assert not page(harness).notice.isVisible()


async def test_rule_that_an_organization_does_not_accept_is_marked(tmp_path: Path, office: Harness) -> None:
    await office.order("rule.add", server="files", tool="*", client="desk", verdict="allow")
    office.guard.set_organization([], AllowRulePolicy(kind="temporary"))
    async with at_rules(tmp_path, office) as harness:
        assert rows(harness)[0][-1] == "not accepted"
        page(harness).table.selectRow(0)
        (why,) = page(harness).detail.fault.sentences()
        assert why.startswith("Not accepted: Your organization") and "end" in why


async def test_refusal_is_shown(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        office.log.trouble = "The disk is full."
        page(harness).show_form()
        page(harness).form.places.set(server="files")
        page(harness).form.verdict.choose("deny")
        harness.press("Add rule")
        await until(lambda: "could not be recorded" in page(harness).form.problem.text())
        assert harness.is_shown("Cancel"), "what was typed is not lost"


async def test_page_is_usable_by_keyboard(tmp_path: Path, office: Harness) -> None:
    office.gate.rules.add(Rule(id="r1", server="files", tool="read", verdict="deny"))
    async with at_rules(tmp_path, office) as harness:
        page(harness).table.setFocus()
        harness.window.focusWidget()
        page(harness).table.selectRow(0)
        harness.keys(Qt.Key.Key_F6)
        await until(lambda: harness.window.focusWidget() is page(harness).detail.edit)


async def test_new_rule_has_no_action_until_one_is_selected(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    async with at_rules(tmp_path, office) as harness:
        harness.press("Add rule")
        form = page(harness).form
        form.places.set(server="files", tool="read")
        form.verdict.choose("allow")
        form.lasts.choose("15m")
        harness.press("Cancel")
        harness.press("Add rule")
        assert form.entered_rule() == {
            "client": "*", "server": "*", "tool": "*", "method": "tools/call", "until": "always",
        }  # fmt: skip
        assert not form.add.isEnabled() and form.summary.text() == form.add.toolTip() == "Select a decision."
        form.verdict.choose("deny")
        assert form.add.isEnabled() and form.entered_rule()["verdict"] == "deny"
        await until(lambda: not harness.window.context.core_link._tasks)


async def test_list_that_cannot_be_read_after_saving_is_reported_beside_it(tmp_path: Path, office: Harness) -> None:
    await office.with_server()

    async def run(request: Request[Any], tell: Callable[[str], None]) -> Any:
        if office.config.rules:
            raise RefusedError("The rules cannot be read.")
        return await office.run(request, tell)

    async with opened(tmp_path, run=run, page="rules") as harness:
        await until(lambda: page(harness)._is_loaded)
        harness.press("Add rule")
        form = page(harness).form
        form.places.set(server="files", tool="read")
        form.verdict.choose("deny")
        form.add.click()
        await until(lambda: not form.isVisible() and page(harness).error_label.isVisible())
        assert page(harness).error_label.text() == "The rules cannot be read."
        assert form.problem.isHidden(), "the rule was saved"


async def test_unknown_name_in_the_form_causes_a_warning(tmp_path: Path, office: Harness) -> None:
    await office.with_server("files")
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}]}, first=True)
    async with at_rules(tmp_path, office) as harness:
        form = page(harness).form
        page(harness).show_form()
        await until(lambda: form.places.server.count() == 2)
        assert form.doubts.isHidden()
        form.places.set(server="nope")
        assert form.doubts.sentences() == ["No server is named nope yet. The rule applies once one is."]
        form.places.set(server="files", tool="raed")
        await until(lambda: not form.doubts.isHidden())
        assert form.doubts.sentences() == ["files lists no tool named raed now. The rule applies once it does."]
        form.verdict.choose("deny")
        assert form.add.isEnabled()
        form.places.set(tool="read")
        assert form.doubts.isHidden()


# Conditions


PATH = {"type": "object", "additionalProperties": False, "properties": {
    "path": {"type": "string"}, "paths": {"type": "array", "items": {"type": "string"}}, "head": {"type": "integer"},
}}  # fmt: skip


async def with_tool(office: Harness) -> None:
    await office.with_server()
    office.gate.tools.add_page("files", "s", {"tools": [{"name": "read", "inputSchema": PATH}]}, first=True)


def condition(pointer: str, matcher: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"pointer": pointer, "matcher": matcher, "value": value, **more}


async def test_condition_rows_become_conditions_of_the_rule(tmp_path: Path, office: Harness) -> None:
    await with_tool(office)
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        await until(lambda: form.places.server.count() == 2)
        form.places.set(server="files", tool="read", client="desk")
        form.verdict.choose("allow")
        form.conditions.add.click()
        (row,) = form.conditions.rows
        await until(lambda: row.pointer.count() == 3)
        assert row.error_label.isHidden(), "an empty row says nothing"
        assert not form.add.isEnabled(), "the rule would apply to every call"
        assert form.summary.text() == "Complete the empty condition, or remove it."
        row.pointer.setEditText("/path")
        row.matcher.setCurrentIndex(row.matcher.findData("inside"))
        assert row.quantifier.isHidden(), "the schema says that it is a text"
        row.value.setText("notes")
        assert row.error_label.text() == "notes is not the absolute path of a folder in its normal form"
        assert not form.add.isEnabled()
        assert form.summary.text() == "Fix the errors below.", "a rule without its condition is another one"
        row.value.setText("/srv/notes")
        form.exceptions.add.click()
        form.exceptions.rows[0].pointer.setEditText("/head")
        form.exceptions.rows[0].value.setText("7")
        form.note.setText("  for the summaries ")
        form._update_preview()
        assert form.summary.text().startswith(
            'Allow read on files for desk. Only if /path is inside "/srv/notes". Not if /head is 7.'
        )
        form.add.click()
        await until(lambda: list(office.gate.rules))
        (made,) = office.gate.rules
        assert [(one.pointer, one.matcher, one.value) for one in made.when] == [("/path", "inside", "/srv/notes")]
        assert [(one.pointer, one.value) for one in made.except_] == [("/head", 7)]
        assert made.note == "for the summaries" and made.other_arguments == "none"
        await until(lambda: page(harness).model.rowCount() == 1)
        assert page(harness).model.index(0, CONDITIONS).data() == '/path is inside "/srv/notes"; not if /head is 7'


async def test_invalid_condition_is_reported_in_its_row(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        form.know_tool({"schema": PATH, "hints": {}, "filled": {}})
        for pointer, matcher, value, text in (
            ("path", "equals", "x", "pointer"), ("/x", "equals", "x", "no argument /x"),
            ("/head", "glob", "*", "integer"),
            ("/path", "regex", "(", "compile"), ("/path", "one-of", "x", "JSON"),
            ("/head", "between", "2 1", "greater"),
            ("/path", "host", "https://a", "host"), ("/path", "program", "", "Name a program"),
        ):  # fmt: skip
            form.conditions.add.click()
            row = form.conditions.rows[-1]
            row.pointer.setEditText(pointer)
            row.matcher.setCurrentIndex(row.matcher.findData(matcher))
            row.value.setText(value)
            assert row.error_label.isVisible(), form.summary.text()
            assert text in row.error_label.text(), row.error_label.text()


async def test_allow_rule_that_would_be_refused_for_the_schema_cannot_be_added(tmp_path: Path, office: Harness) -> None:
    await with_tool(office)
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        form.places.set(server="files", tool="read", client="desk")
        form.verdict.choose("allow")
        form.conditions.show_conditions([condition("/nowhere", "equals", "x")])
        await until(lambda: not form.add.isEnabled())
        assert form.add.toolTip() == form.summary.text() == "Fix the errors below."
        assert "no argument /nowhere" in form.conditions.rows[0].error_label.text()
        refusal = await office.refusal("rule.add", **msgspec.to_builtins(form.entered_rule()))
        assert "no argument /nowhere" in refusal
        form.verdict.choose("deny")
        assert form.add.isEnabled(), "it may become right, and denies too much at most"
        form.verdict.choose("allow")
        form.places.set(tool="not-listed-yet")
        await until(lambda: form.add.isEnabled())


async def test_edited_rule_keeps_unchanged_members(tmp_path: Path, office: Harness) -> None:
    conditions = (
        condition("/a", "equals", "5"), condition("/a", "equals", 5), condition("/a", "equals", None),
        condition("/a", "equals", {"b": [1]}), condition("/a", "one-of", [1, "1"]), condition("/a", "glob", "**"),
        condition("/a", "between", [None, 7]), condition("/a", "length", [1, 2]), condition("/a", "absent", None),
        condition("/a", "inside", ["/srv/a", "/srv/b"], quantifier="each"), condition("/a", "host", "a.test"),
        condition("/a", "program", [["git", "status"]], quantifier="any"), condition("", "schema", {"type": "object"}),
        condition("/a", "starts-with", "[1"),
    )  # fmt: skip
    for expected in conditions:
        await office.order(
            "rule.add", server="files", tool="read", verdict="deny", when=[expected], note="n", seconds=50,
            examples=[{"arguments": {"a": 1}, "covered": False}],
        )  # fmt: skip
    before = list(office.gate.rules)
    assert len(before) == len(conditions)
    async with at_rules(tmp_path, office) as harness:
        for rule in before:
            page(harness).edit(rule.id)
            form = page(harness).form
            await until(lambda: page(harness).stack.currentWidget() is form)  # noqa: B023 - awaited here
            assert form.add.isEnabled(), form.conditions.rows[0].error_label.text()
            form.add.click()
            await until(lambda: page(harness).stack.currentWidget() is not form)  # noqa: B023
        assert list(office.gate.rules) == before


async def test_edited_rule_can_be_undone(tmp_path: Path, office: Harness) -> None:
    await with_tool(office)
    made = await office.order("rule.add", server="files", tool="read", verdict="allow", seconds=500,
                              when=[condition("/path", "starts-with", "/a")])  # fmt: skip
    (before,) = office.gate.rules
    async with at_rules(tmp_path, office) as harness:
        page(harness).choose(made["id"])
        harness.press("Edit rule")
        form = page(harness).form
        form.conditions.rows[0].value.setText("/b")
        form.lasts.choose("1h")
        form.add.click()
        await until(lambda: harness.is_shown("Undo"))
        (changed,) = office.gate.rules
        assert changed.when[0].value == "/b" and changed.expires == 4600.0 and changed.id == made["id"]
        page(harness).notice.undo()
        await until(lambda: list(office.gate.rules) == [before])


async def test_rule_with_a_failing_example_shows_the_reason(tmp_path: Path, office: Harness) -> None:
    office.gate.rules.add(Rule(
        id="r1", server="files", tool="read", verdict="allow",
        when=(Condition(pointer="/x", matcher="regex", value="("),),
    ))  # fmt: skip
    async with at_rules(tmp_path, office) as harness:
        page(harness).table.selectRow(0)
        assert rows(harness)[0][5] == "check failed"
        assert "Check failed: " in page(harness).detail.fault.sentences()[0]


async def test_each_rule_explains_a_call_with_arguments(tmp_path: Path, office: Harness) -> None:
    await office.with_server()
    made = await office.order("rule.add", server="files", tool="read", verdict="allow",
                              when=[condition("/path", "starts-with", "/srv/")])  # fmt: skip
    async with at_rules(tmp_path, office) as harness:
        harness.keys(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        question = page(harness).question
        question.places.set(server="files", tool="read")
        question.arguments.setPlainText('{"path": "/etc/a"}')
        await until(lambda: question.also and "/path starts with" in question.also[0].why.text())
        question.arguments.setPlainText('{"path": "/srv/a"}')
        await until(lambda: question.answer._id == made["id"])
        question.arguments.setPlainText('{"path": ')
        assert question.answer.why.text().startswith("The arguments are not valid: ")


@pytest.fixture
async def recorded(tmp_path: Path, office: Harness) -> AsyncIterator[Recorded]:
    await with_tool(office)
    made = Recorded(tmp_path, office)
    yield made
    made.close()


async def test_rule_is_backtested_before_it_is_saved(tmp_path: Path, office: Harness, recorded: Recorded) -> None:
    await recorded.call(path="/srv/a", verdict="deny")
    await recorded.call(path="/srv/b")
    await recorded.call(path="/etc/c")
    await recorded.indexed()
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        form.places.set(server="files", tool="read", client="desk")
        form.verdict.choose("allow")
        form.conditions.show_conditions([condition("/path", "starts-with", "/srv/")])
        form._update_preview()
        await until(lambda: form.past.result_label.text() == "2 of 3 past calls would be decided differently.")
        assert past_texts(form.past) == [
            "Allowed although you denied them: 1 call · read on files", 'path  /srv/a',
            "Allowed without asking you: 1 call · read on files", 'path  /srv/b',
        ]  # fmt: skip
        assert form.past.groups[0].outcome.property("tone") == "danger"
        form.past.groups[0].rows[0].must_not_cover.click()
        assert form.examples.examples == [{"arguments": {"path": "/srv/a"}, "covered": False}]
        form.add.click()
        await until(lambda: "the rule covers an example that it must not cover" in form.problem.text())
        assert not list(office.gate.rules)
        form.exceptions.show_conditions([condition("/path", "equals", "/srv/a")])
        form._update_preview()
        await until(lambda: form.past.result_label.text() == "1 of 3 past calls would no longer ask you.")
        form.conditions.show_conditions([condition("/path", "equals", "/other")])
        form._update_preview()
        await until(lambda: form.past.result_label.text() == "Matches none of 3 past calls.")
        form.conditions.show_conditions([condition("/path", "starts-with", "/srv/")])
        form._update_preview()
        await until(lambda: form.past.result_label.text() == "1 of 3 past calls would no longer ask you.")
        form.add.click()
        await until(lambda: list(office.gate.rules))


async def test_columns_without_content_leave_their_space_to_names(tmp_path: Path, office: Harness) -> None:
    await office.order("rule.add", server="files", tool="erase", verdict="deny")
    async with at_rules(tmp_path, office) as harness:
        hidden = page(harness).table.head.isSectionHidden
        await until(lambda: hidden(STATUS) and hidden(CONDITIONS))
        await office.order("rule.add", server="files", tool="read", verdict="deny",
                           when=[condition("/path", "starts-with", "/srv/")])  # fmt: skip
        await again(harness, 2)
        await until(lambda: hidden(STATUS) and not hidden(CONDITIONS))


async def test_counts_of_remember_follow_the_selected_clients(
    tmp_path: Path, office: Harness, recorded: Recorded
) -> None:
    await recorded.call(path="/srv/a")  # by the client "desk"
    await recorded.indexed()
    async with at_rules(tmp_path, office) as harness:
        await harness.show(
            pending=(make_held("c1", "read", {"path": "/srv/b"}, server="files", client=replace(CLIENT, id="other")),)
        )
        harness.window.go("pending", "")
        choice = harness.pending.call.decision.remember_choice
        choice.on.setChecked(True)
        await until(lambda: choice.counts["tool"].text() == "matches 0 past calls")
        choice.client.setCurrentIndex(1)
        await until(lambda: choice.counts["tool"].text() == "matches 1 past call")


async def test_backtest_is_grouped_by_outcome_and_tool(
    tmp_path: Path, office: Harness, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_calls, "MAX_GROUPS", 3)
    tools = [{"name": name} for name in ("read", "write", "list", "erase")]
    office.gate.tools.add_page("files", "s", {"tools": tools}, first=True)
    await office.order("rule.add", server="files", tool="erase", verdict="deny")
    for tool, paths in (("write", "a"), ("read", "abcdd"), ("erase", "a"), ("list", "a")):
        for path in paths:
            await recorded.call(tool=tool, path=f"/{path}")
    await recorded.call(tool="write", verdict="deny", path="/no")
    await recorded.indexed()
    async with at_rules(tmp_path, office) as harness:
        page(harness).show_form()
        form = page(harness).form
        form.places.set(server="files", tool="*", client="desk")
        form.verdict.choose("allow")
        await until(lambda: form.past.result_label.text() == "8 of 9 past calls would be decided differently.")
        assert past_texts(form.past) == [
            "Allowed although you denied them: 1 call · write on files", 'path  /no',
            "Allowed without asking you: 5 calls · read on files",
            'path  /d', 'path  /c', 'path  /b',
            "Allowed without asking you: 1 call · list on files", 'path  /a',
        ]  # fmt: skip
        assert form.past.groups[1].more.text() == "2 more" and form.past.more.text() == "1 more"
        form.verdict.choose("ask")
        await until(lambda: form.past.result_label.text() == "Of 9 past calls, none would be decided differently.")
        assert past_texts(form.past) == []


async def test_rule_is_proposed_for_selected_calls(tmp_path: Path, office: Harness, recorded: Recorded) -> None:
    names = [await recorded.call(path=f"/srv/n/{at}") for at in range(3)]
    async with at_rules(tmp_path, office) as harness:
        harness.window.go("rules", "calls:" + " ".join(names))
        form = page(harness).form
        await until(lambda: page(harness).stack.currentWidget() is form)
        assert form.summary.text().startswith('Allow read on files for desk. Only if /path is inside "/srv/n".')
        assert len(form.examples.examples) == 3 and not list(office.gate.rules)
        form.add.click()
        await until(lambda: [rule.when[0].value for rule in office.gate.rules] == ["/srv/n"])


async def test_end_of_a_rule_is_stated_once_in_its_row(tmp_path: Path, office: Harness) -> None:
    await office.order("rule.add", server="files", tool="read", verdict="deny")
    soon = time.time() + 3700
    office.gate.rules.add(Rule(id="r1", server="files", tool="read", verdict="allow", expires=soon, created=9e9))
    async with at_rules(tmp_path, office) as harness:
        assert rows(harness)[0][0] == "Allow" and rows(harness)[0][4] == f"at {time_format.end(soon)}"
        assert (rows(harness)[1][0], rows(harness)[1][4]) == ("Deny", "never")
        page(harness).choose("r1")
        expires = next(row for row in page(harness).detail.facts._rows if row.name.text() == "Expires")
        until = time.strftime("%H:%M", time.localtime(soon))
        assert expires.value_label.text().startswith("in 1:01:") and expires.value_label.text().endswith(until)


def lay_out(harness: WindowHarness) -> None:
    """Let the header move its links, as it does when something in it appears or goes."""
    QCoreApplication.sendEvent(page(harness).findChild(PageHeader), QEvent(QEvent.Type.LayoutRequest))
    QCoreApplication.sendPostedEvents()
    harness.window.grab()


@pytest.mark.parametrize("width", [900, 1280])
async def test_view_selector_keeps_its_position_in_every_view(tmp_path: Path, office: Harness, width: int) -> None:
    await office.order("rule.add", server="files", tool="read", verdict="deny")
    for at in range(2):
        office.gate.rules.add(Rule(id=f"g{at}", server="files", tool="read", verdict="allow", until="session"))
    async with at_rules(tmp_path, office) as harness:
        harness.window.resize(width, 800)
        choice = page(harness).choice
        await until(lambda: choice.isVisible() and page(harness).search.isVisible())
        lay_out(harness)
        before = choice.pos()
        page(harness).turn(grants=True)
        await until(lambda: harness.is_shown("Revoke all grants"))
        lay_out(harness)
        assert choice.pos() == before


async def test_grants_without_rules_offer_to_add_one(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        await until(lambda: page(harness)._none.isVisible() and not page(harness).add.isVisible())
        page(harness).show_grants()
        harness.press("Add rule")
        await until(lambda: harness.is_shown("Cancel"))


# Statistics


async def test_statistics_show_decisions_and_suggest_rules(tmp_path: Path, office: Harness) -> None:
    recorded = Recorded(tmp_path, office)
    for number in range(6):
        await recorded.call(path=f"https://example.com/{number}")
    await recorded.call(path="https://bad.org/x", verdict="deny")
    await recorded.call(path="https://late.org/x", verdict="deny", by="timeout")
    await recorded.indexed()
    async with at_rules(tmp_path, office) as harness:
        page(harness).others["statistics"].trigger()
        view = page(harness).statistics
        await until(lambda: view.rows and view.rows[0].isVisible())
        assert (view.found.prompts, view.found.approved, view.found.denied, view.found.unanswered) == (8, 6, 1, 1)
        assert view.found.unread == 6, "they were approved in no time"
        assert view.unread.number.property("tone") == "caution"
        assert [sum(counts) for counts in zip(*view.chart.bars, strict=True)] == [6, 1, 1]
        assert view.chart.accessibleDescription().endswith(": 6 approved") and view.chart.isVisible()
        assert view.rows[0].text_label.text().startswith("Allow read on files for desk. Only if")
        assert view.rows[0].text_label.toolTip().startswith("/path "), "each condition, also if the sentence omits some"
        assert view.rows[0].saves.text() == "Would have saved 6 approval requests. Covers no call that you denied."
        harness.press("Review suggestion")
        form = page(harness).form
        assert form.isVisible() and form.entered_rule() is not None
        assert not office.config.rules, "nothing is added by looking"
    recorded.close()


async def test_statistics_link_to_their_calls(tmp_path: Path, office: Harness) -> None:
    recorded = Recorded(tmp_path, office)
    for by in ("person", "person", "rule 1"):
        await recorded.call(path="/a", by=by)
    await recorded.call(path="/a", verdict="deny", by="timeout")
    await recorded.indexed()
    reading = LogAccess(recorded.path, follow(recorded.path), indexer=recorded.indexer.poke)
    async with at_rules(tmp_path, office, reading=reading) as harness:
        page(harness).others["statistics"].trigger()
        view = page(harness).statistics
        await until(lambda: view.approved.number.text() == "2" and view.unanswered.number.text() == "1")
        assert not view.denied.name.isEnabled(), "there is nothing to show"
        view.approved.name.click()
        filters = harness.window.stack.page("audit").filters
        asked = filters.current_filter()
        assert harness.window.stack.key == "audit"
        assert (asked.by, asked.verdict) == ("person", "allow") and filters.range is not None
        assert filters.range[0] <= time.time() - 6 * 86_400 and abs(filters.range[1] - time.time()) < 60
        harness.window.turn("rules")
        QTest.keyClick(view.chart, Qt.Key.Key_Up)
        QTest.keyClick(view.chart, Qt.Key.Key_Return)
        asked = filters.current_filter()
        assert (asked.by, asked.verdict) == ("timeout", "")
        assert asked.since <= time.time() <= asked.until < asked.since + 86_400
        audit = harness.window.stack.page("audit")
        await until(lambda: audit.rows.rowCount() == 1)
        harness.window.turn("rules")
        view.unread.name.click()
        await until(audit.history.isVisible)
        harness.window.turn("rules")
        view.manual.click()
        assert harness.window.stack.key == "help"
        assert harness.window.stack.page("help").contents.currentItem().text() == "Rules"
    reading.close()
    recorded.close()


async def test_statistics_without_prompts_say_so_for_each_range(tmp_path: Path, office: Harness) -> None:
    recorded = Recorded(tmp_path, office)
    await recorded.call(path="/a", by="rule 1")
    await recorded.indexed()
    async with at_rules(tmp_path, office) as harness:
        page(harness).open("statistics")
        view = page(harness).statistics
        for name in ("Today", "7 days", "30 days"):
            harness.press(name)
            await until(lambda: view.body.currentIndex() == 1)
            assert view.ranges["today"].isChecked() == (name == "Today")
        harness.press("Back")
        assert page(harness).stack.currentIndex() == 0
    recorded.close()


async def test_statistics_without_a_log_give_the_reason(tmp_path: Path, office: Harness) -> None:
    async with at_rules(tmp_path, office) as harness:
        page(harness).open("statistics")
        view = page(harness).statistics
        await until(view.problem.isVisible)
        assert not view.chart.isVisible()
        assert "no log" in view.problem.text()


async def test_uses_are_read_again_while_the_index_is_behind(
    tmp_path: Path, office: Harness, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    await recorded.call(path="/a", by="rule 1")
    await recorded.indexed()
    reading = LogAccess(recorded.path, follow(recorded.path), indexer=recorded.indexer.poke)
    async with at_rules(tmp_path, office, reading=reading) as harness:
        rules = page(harness)
        newest = await reading.indexed()
        assert newest
        for recorded_up_to, is_behind in ((newest, False), (newest + 1, True)):
            monkeypatch.setattr(rules, "_shown_version", (0, recorded_up_to))
            monkeypatch.setattr(rules, "_waits", False)
            await rules.read()
            assert rules._waits == is_behind
        assert rules.pause.isActive()
    reading.close()


async def test_form_names_the_rules_that_take_precedence(tmp_path: Path, office: Harness) -> None:
    await office.with_server()  # or the form would add that no server has that name, once it has read the names
    await office.order("server.add", name="mail", command="mail")
    await office.order("rule.add", server="files", tool="read_*", verdict="deny", note="")
    await office.order("rule.add", server="files", tool="read_file", verdict="ask")
    await office.order("rule.add", server="mail", tool="*", verdict="deny")
    async with at_rules(tmp_path, office) as harness:
        harness.press("Add rule")
        form = page(harness).form
        form.places.set(server="files", tool="read_file", client="*")
        assert not form.precedence.sentences(), "no action is selected"
        form.verdict.choose("allow")
        assert form.precedence.sentences() == [
            "An existing rule takes precedence: Deny read_* on files for any client.",
            "An existing rule takes precedence: Ask about read_file on files for any client.",
        ]
        assert form.precedence.property("ground") == "quiet", "it makes nothing less safe"
        form.verdict.choose("deny")
        assert not form.precedence.sentences()
        form.verdict.choose("allow")
        office.gate.rules.add(Rule(id="new", server="*", tool="*", verdict="deny", created=99.0))
        await again(harness, 2)
        await until(lambda: len(form.precedence.sentences()) == 3)
