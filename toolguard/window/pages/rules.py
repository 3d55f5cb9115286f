"""The page Rules: the rules, who made them, how often they have decided, and how to end them."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import msgspec
from msgspec import UNSET
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QButtonGroup, QLineEdit, QMenu, QWidget

from toolguard.gate.model import Snapshot
from toolguard.gate.policy.conditions.widths import MAX_CALLS
from toolguard.gate.policy.rules import is_broad
from toolguard.services import interface
from toolguard.services.runtime.requests import Services
from toolguard.window import core_translation, theme
from toolguard.window.core_link import reporting
from toolguard.window.page import PageContext
from toolguard.window.pages.actions import of_page
from toolguard.window.policy import limits_panel, rule_text
from toolguard.window.policy.grants import GrantPanel
from toolguard.window.policy.limits_panel import LimitsPanel
from toolguard.window.policy.past_calls import example_text
from toolguard.window.policy.prompt_statistics_view import PromptStatisticsView
from toolguard.window.policy.risks import RiskWarnings
from toolguard.window.policy.rule_form import ExplainedRule, ExplainForm, RuleForm, RulePlaces
from toolguard.window.policy.rule_table import MAX_COUNT, RuleModel, RuleTable
from toolguard.window.widgets import time_format
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import AddButton, PageHeader
from toolguard.window.widgets.layout.action_row import ActionRow
from toolguard.window.widgets.layout.boxes import add_items, hbox, stacked, vbox, views_of
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.list_search import ListSearch
from toolguard.window.widgets.notice import UNDO_DURATION
from toolguard.window.widgets.property_list import Property, PropertyList, WarningBox
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.refresh import RefreshingPage
from toolguard.window.widgets.text_label import TextLabel, enable_unless, inset, pane

_MAX_CONDITION_LENGTH = 2_000
"""Maximum characters of a condition in the details."""
_CALLS_PREFIX = "calls:"
GRANTS = "grants"


def _remove(core: Services, *, id: str) -> Coroutine[Any, Any, interface.RuleEntry]:
    return core.rules.remove(id)


class RuleDetail(DetailScrollArea):
    """Details of one rule."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = TextLabel(factor=theme.LARGE, name=self.tr("Selected rule"))
        self.edit = push_button(self.tr("Edit…"), name=self.tr("Edit rule"))
        self.calls = push_button(self.tr("Show calls"))
        self.switch = push_button()
        self.remove = push_button(self.tr("Remove"), name=self.tr("Remove rule"))
        self.warnings = RiskWarnings()
        self.fault = WarningBox()
        self.facts = PropertyList()
        actions = ActionRow(self.edit, self.calls, self.switch, self.remove)
        self.column.setSpacing(theme.SPACE * 3)
        add_items(self.column, self.sentence, actions, self.fault, self.warnings, self.facts)
        self.finish()

    def show_rule(
        self,
        rule: interface.ListedRule,
        ruling: tuple[int, float],
        now: float,
        overriding: Sequence[interface.ListedRule] = (),
    ) -> None:
        """Show ``rule`` at the time ``now``, how often it has decided and when last, and the rules that override it."""
        self.sentence.set_text(("strong", rule_text.sentence(rule)))
        self.fault.show_sentences(list(filter(None, [rule_text.fault(rule)])))
        self.warnings.show_rule(rule if rule_text.in_force(rule) else None)
        self.switch.setText(self.tr("Turn on") if rule["disabled"] else self.tr("Turn off"))
        fixed = self.tr("Set by your organization.") if rule_text.is_of_organization(rule) else ""
        for button in (self.edit, self.switch, self.remove):
            enable_unless(button, fixed)
        count, last = ruling
        often = self.tr("not yet")
        if count:
            often = self.tr("once") if count == 1 else self.tr("%Ln times", "", count)
            often = self.tr("more than {0}").format(often) if count >= MAX_COUNT else often
            often = self.tr("{0}, last {1}").format(often, time_format.clock(last))
        result = time_format.clock(rule["created"]) if rule["created"] else self.tr("unknown")
        others = {"none": self.tr("must not be there"), "any": self.tr("may be anything")}[rule["other_arguments"]]
        words = {True: self.tr("should match {0}"), False: self.tr("should not match {0}")}
        examples = [words[entry["covered"]].format(example_text(entry["arguments"])) for entry in rule["examples"]]
        off = self.tr("Off. It decides nothing until you turn it on.")
        self.facts.show_facts([
            Property(self.tr("State"), off if rule["disabled"] else ""),
            Property(self.tr("Only if"), "\n".join(rule_text.conditions(rule, "when", _MAX_CONDITION_LENGTH))),
            Property(self.tr("Not if"), "\n".join(rule_text.conditions(rule, "except", _MAX_CONDITION_LENGTH))),
            Property(self.tr("Overridden by"), "\n".join(rule_text.named_overrides(rule, overriding))),
            Property(self.tr("Other arguments"), others if rule["when"] and rule["verdict"] == "allow" else ""),
            Property(self.tr("Expires"), rule_text.full_end_text(rule, now)),
            Property(self.tr("If a tool changes"), rule_text.definition(rule)),
            Property(self.tr("Note"), rule["note"]),
            Property(self.tr("Examples"), "\n".join(examples)),
            Property(self.tr("Used"), often),
            Property(self.tr("Created by"), rule_text.maker(rule)),
            Property(self.tr("Created"), result),
            Property(self.tr("Rule ID"), rule["id"], mono=True, style="quiet"),
        ])  # fmt: skip


class RulesPage(theme.ThemedWidget, RefreshingPage):
    """A table with the selected rule below; forms appear above it."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._rules: list[interface.ListedRule] = []
        self._servers: list[str] = []
        self._clients: list[str] = []
        self._is_loaded = False
        self._chosen = ""
        self._tool: interface.ShownTool | None = None
        self.model = RuleModel(self)
        self.table = RuleTable(self.model)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self._snapshot = Snapshot()
        self._limits: list[interface.LimitEntry] = []
        self.detail = RuleDetail()
        self._connect()
        self._lay_out()
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._tick)
        self.update_colours()

    def _connect(self) -> None:
        self.search = ListSearch(self.tr("Search rules"), self.table)
        self.search.setToolTip(self.tr("tool:NAME, server:NAME or client:NAME finds the rules that apply to it"))
        self.search.textChanged.connect(lambda _: self._fill())
        self.add = AddButton(self.tr("Add rule"))
        self.add.clicked.connect(lambda: self.show_form())
        self.grants_button = ChoiceButton()
        self.grants = GrantPanel(self.grants_button)
        self.grants.revoked.connect(lambda ids: self.spawn(self._revoke, ids))
        self.detail.edit.clicked.connect(lambda: self.edit(self._chosen))
        self.detail.switch.clicked.connect(lambda: self.switch(self._chosen))
        self.detail.remove.clicked.connect(lambda: self.remove(self._chosen))
        self.detail.calls.clicked.connect(lambda: self.context.go("audit", f"rule:{self._chosen}"))

    # Views that are created on first use

    @cached_property
    def form(self) -> RuleForm:
        """The form for a rule, created on first use."""
        form = RuleForm(self.context.core_link)
        form.closed.connect(self._leave_form)
        form.change_submitted.connect(lambda change: self.spawn(self._change, change))
        form.submitted.connect(lambda rule: self.spawn(self._add, rule))
        form.places.changed.connect(lambda: self.spawn(self._examine_tool))
        self._offer_tools_of(form.places)
        form.know(self._snapshot)
        form.know_rules(self._rules)
        return self.add_view(self.stack, form)

    @cached_property
    def limits(self) -> LimitsPanel:
        """The panel of the limits, created on first use."""
        panel = LimitsPanel()
        panel.closed.connect(self._leave_form)
        panel.link_activated.connect(lambda calls: self.context.go("audit", calls))
        panel.refresh_requested.connect(lambda: self.spawn(self._look_at_limits))
        panel.limit_submitted.connect(lambda limit: self.spawn(self._set_limit, limit))
        panel.limit_removed.connect(lambda id: self.spawn(self._remove_limit, id))
        self._offer_tools_of(panel.form.places)
        panel.show_limits(self._limits)
        return self.add_view(self.stack, panel)

    @cached_property
    def statistics(self) -> PromptStatisticsView:
        """The statistics of prompts, created on first use."""
        view = PromptStatisticsView(self.context.core_link)
        view.closed.connect(self._leave_form)
        view.suggestion_accepted.connect(self.show_form)
        view.link_activated.connect(lambda calls: self.context.go("audit", calls))
        view.manual.clicked.connect(lambda: self.context.go("help", "rules"))
        return self.add_view(self.stack, view)

    @cached_property
    def question(self) -> ExplainForm:
        """The form that explains a decision, created on first use."""
        form = ExplainForm()
        form.closed.connect(self._leave_form)
        form.rule_chosen.connect(self.open)
        form.explanation_requested.connect(lambda *places: self.spawn(self._explain, *places))
        self._offer_tools_of(form.places)
        return self.add_view(self.stack, form)

    def _offer_tools_of(self, places: RulePlaces) -> None:
        places.tools_requested.connect(lambda server: self.spawn(self._offer_tools, places, server))

    def _lay_out(self) -> None:
        self._none = EmptyState(
            "rules", self.tr("No rules yet"),
            self.tr("Every call needs your approval. Add a rule to decide calls automatically."),
        )  # fmt: skip
        self._none.add_action(self.tr("Add rule")).clicked.connect(lambda: self.show_form())
        self._unmatched = EmptyState("search", self.tr("No results"), self.tr("No rule contains all of these words."))
        self._filled = inset(self.table)
        self.body = stacked(pane(), self._filled, self._none, self._unmatched)
        self.splitter = Splitter(
            self.context.settings, "rules/splitter", self.body, self.detail, (340, 320), upright=True
        )
        self.detail.hide()
        self.views = stacked(self.splitter, self.grants)
        listing = QWidget()
        vbox(self._head(), (self.views, 1), parent=listing, spacing=0)
        self.stack = stacked(listing)
        self.stack.currentChanged.connect(self.availability_changed)
        vbox(self.stack, parent=self)

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Rules"))
        self.count = head.count
        stays = self.count.sizePolicy()
        stays.setRetainSizeWhenHidden(True)  # the choice of the view does not move
        self.count.setSizePolicy(stays)
        head.add(self._view_choice(), self.search, self._more(), self.add)
        head.add_below(self.error_label)
        return head

    def _more(self) -> QWidget:
        """Return the button with the menu of the other views."""
        result = push_button(self.tr("More"))
        menu = QMenu(result)
        shows = {"test": self.show_question, "limits": self.show_limits, "statistics": self.show_statistics}
        self.others = {name: menu.addAction("", show) for name, show in shows.items()}
        for row in of_page("rules"):
            if row.name in self.others:
                self.others[row.name].setText(f"{row.text}\t{row.shown_keys}")
        result.setMenu(menu)
        return result

    def _view_choice(self) -> QWidget:
        """Return the buttons that switch between all rules and the grants."""
        self.choice = QWidget()
        row = hbox(parent=self.choice, spacing=0)
        group = QButtonGroup(self)
        self.all_button = ChoiceButton(self.tr("All rules"))
        self.grants_button.setToolTip(self.tr("Allow rules that end by themselves"))
        for button, grants in ((self.all_button, False), (self.grants_button, True)):
            button.clicked.connect(lambda _=False, grants=grants: self.turn(grants=grants))
            group.addButton(button)
            row.addWidget(button)
        self.all_button.setChecked(True)
        self._count_grants()
        return self.choice

    def _count_grants(self) -> None:
        self.grants_button.setText(self.tr("Grants ({0})").format(self.locale().toString(len(self.grants.ids))))

    @property
    def shows_grants(self) -> bool:
        """Whether the grants are shown in place of the table."""
        return self.views.currentWidget() is self.grants

    def turn(self, *, grants: bool) -> None:
        """Show the temporary allow rules, or all rules."""
        (self.grants_button if grants else self.all_button).setChecked(True)
        self.views.setCurrentWidget(self.grants if grants else self.splitter)
        self._fill()

    # Reading

    def set_snapshot(self, snapshot: Snapshot) -> None:
        self._clients = sorted({session.client.id for session in snapshot.sessions})
        self._snapshot = snapshot
        for form in views_of(self.stack, RuleForm):
            form.know(snapshot)
        super().set_snapshot(snapshot)

    async def read(self) -> None:
        self._rules = list(reversed(await self.context.core_link.run(lambda core: core.rules.all())))
        self._is_loaded = True
        for form in views_of(self.stack, RuleForm):
            form.know_rules(self._rules)
        self._fill()
        if self.context.reading is not None:
            is_behind = await self.context.reading.indexed() < self._shown_version[1]
            self.model.show_rulings(await self.context.reading.rulings())
            if is_behind:  # the newest uses are not counted yet
                self.read_later()
            self.grants.show_rules(self._rules, self.model.rulings, self.search.text())
        await self._look_at_limits()
        self._renew()
        for question in views_of(self.stack, ExplainForm):
            question.renew()

    async def _look_at_limits(self) -> None:
        self._limits = await self.context.core_link.run(lambda core: core.limits.all())
        for panel in views_of(self.stack, LimitsPanel):
            panel.show_limits(self._limits)

    def _fill(self) -> None:
        """Show the rules that match the search; selection and scroll position stay."""
        if not self._is_loaded:
            return
        shown = [rule for rule in self._rules if rule_text.fits(rule, self.search.text())]
        scrolled = self.table.verticalScrollBar().value()
        self.table.offer_columns(self._rules)
        if not self.model.show_rules(shown):
            row = self.model.row(self._chosen)
            self.table.selectRow(row) if row >= 0 else self.table.clearSelection()
            self.table.verticalScrollBar().setValue(scrolled)
        count = len(self._rules)
        self.others["test"].setVisible(bool(count))
        self.search.setVisible(bool(count))
        self.count.setVisible(bool(count) and not self.shows_grants)  # their button has their number
        for view in (self.choice, self.add):  # without rules, the list has a button of its own
            view.setVisible(bool(count) or self.shows_grants)
        self.availability_changed.emit()
        self.grants.show_rules(self._rules, self.model.rulings, self.search.text())
        self._count_grants()
        self.count.setText(self.tr("1 rule") if count == 1 else self.tr("%Ln rules", "", count))
        self.body.setCurrentWidget(self._filled if shown else self._unmatched if self._rules else self._none)
        self._renew()
        self._clock.start() if any(rule["expires"] for rule in self._rules) else self._clock.stop()

    def _tick(self) -> None:
        """Count down while the page is visible; read the rules again when one expires."""
        if not self.isVisible():
            return
        self.model.tick()
        self.grants.tick()
        self._renew()
        now = time.time()
        if any(rule["expires"] and not rule["expired"] and rule["expires"] <= now for rule in self._rules):
            self.renewal.request()

    # Selected rule

    def _choose(self, current: Any, _before: Any) -> None:
        if current.isValid():
            self._chosen = self.model.rules[current.row()]["id"]
            self._renew()
            self.detail.verticalScrollBar().setValue(0)
            self.availability_changed.emit()

    def _renew(self) -> None:
        row = self.model.row(self._chosen)
        self.detail.setVisible(row >= 0)
        if row >= 0:
            rule = self.model.rules[row]
            overriding = [other for other in self._rules if other["id"] in rule["overridden_by"]]
            self.detail.show_rule(rule, self.model.ruling(self._chosen), self.model.now, overriding)

    def choose(self, id: str) -> None:
        """Select the rule with this id; nothing if there is none."""
        row = self.model.row(id)
        if row >= 0:
            self.table.selectRow(row)

    def open(self, about: str) -> None:
        """``rule:ID`` or an id shows that rule; ``client:NAME``, ``server:NAME``, ``tool:NAME`` the rules that name it.

        ``calls:ID ID`` proposes a rule for these calls in the form, ``grants`` shows the temporary allow rules, and
        ``statistics`` how prompts were decided. A form with unsaved input stays.
        """
        if self._holds():
            return
        if about == GRANTS:
            self.show_grants()
            return
        if about == "statistics":
            self.show_statistics()
            return
        if about.startswith(_CALLS_PREFIX):
            self.spawn(self._propose, about.removeprefix(_CALLS_PREFIX).split())
            return
        self._leave_form()
        self.turn(grants=False)
        id = about.removeprefix("rule:")
        self.search.setText("" if id == about and ":" not in about else about)
        self.spawn(self._open, id)

    async def _propose(self, calls: list[str]) -> None:
        proposed = await self.context.core_link.run(lambda core: core.rules.propose(calls[:MAX_CALLS]))
        self.show_form(proposed)

    async def _open(self, id: str) -> None:
        await self.renewal.now()
        self.choose(id)

    # Orders

    def _rule(self, id: str) -> interface.ListedRule | None:
        return next((rule for rule in self._rules if rule["id"] == id), None)

    def remove(self, id: str) -> None:
        """Remove a rule at once; for some seconds it can be restored exactly."""
        if (rule := self._rule(id)) is not None:
            self.spawn(self._remove, rule)

    async def _remove(self, rule: interface.ListedRule) -> None:
        self.show_error("")
        row = self.model.row(rule["id"])
        removed = await self.context.core_link.run(lambda core: core.rules.remove(rule["id"]))
        text = self.tr("Removed: {0}").format(rule_text.sentence(rule))
        back = msgspec.convert(removed, interface.RemovedRule)
        self.notice.show_message(text, back=lambda: self.spawn(self._restore, back), lasts=UNDO_DURATION)
        await self.renewal.now()
        if self._chosen == rule["id"]:
            self.table.selectRow(min(row, self.model.rowCount() - 1))
        self.focus_list()

    def switch(self, id: str) -> None:
        """Turn a rule off, or on again."""
        if (rule := self._rule(id)) is not None:
            self.spawn(self._switch, rule)

    async def _switch(self, rule: interface.ListedRule) -> None:
        self.show_error("")
        id, on = rule["id"], rule["disabled"]
        await self.context.core_link.run(lambda core: core.rules.enable(id) if on else core.rules.disable(id))
        text = self.tr("Turned on: {0}") if on else self.tr("Turned off: {0}")
        self.notice.show_message(
            text.format(rule_text.sentence(rule)),
            back=lambda: self.spawn(self._switch_back, id, not on),
            lasts=UNDO_DURATION,
        )
        await self.renewal.now()

    async def _switch_back(self, id: str, on: bool) -> None:
        await self.context.core_link.run(lambda core: core.rules.enable(id) if on else core.rules.disable(id))
        await self.renewal.now()

    async def _revoke(self, ids: list[str]) -> None:
        """End these grants at once and permanently."""
        problem = ""
        for id in ids:
            try:
                await self.context.core_link.run(partial(_remove, id=id))
            except interface.RefusedError as why:
                problem = str(why)
        await self.renewal.now()
        left = any(rule["id"] in ids for rule in self._rules)  # otherwise it has just ended by itself
        self.show_error(problem if left else "")

    async def _restore(self, removed: interface.RemovedRule) -> None:
        await self.context.core_link.run(lambda core: core.rules.restore(removed))
        await self.renewal.now()
        self.choose(removed.id)

    async def _add(self, request: interface.NewRule) -> None:
        with reporting(self.form.show_error):
            rule = await self.context.core_link.run(lambda core: core.rules.add(request))
            self.search.clear()
            text = self.tr("Added: {0}").format(rule_text.sentence(rule))
            self.spawn(self._show_saved, rule["id"], text, partial(self.spawn, self._take_back, rule["id"]))

    async def _take_back(self, id: str) -> None:
        await self.context.core_link.run(lambda core: core.rules.remove(id))
        await self.renewal.now()

    async def _change(self, change: interface.RuleChange) -> None:
        with reporting(self.form.show_error):
            rule = await self.context.core_link.run(lambda core: core.rules.change(change))
            text = self.tr("Changed: {0}").format(rule_text.sentence(rule))
            self.spawn(self._show_saved, change.id, text, partial(self.spawn, self._revert, rule["before"]))

    async def _show_saved(self, id: str, text: str, back: Callable[[], object]) -> None:
        """Leave the form and show the rule in the table; for some seconds ``back`` can undo it."""
        self._leave_form()
        self.notice.show_message(text, back=back, lasts=UNDO_DURATION)
        await self.renewal.now()
        self.choose(id)
        self.table.setFocus()

    async def _revert(self, earlier: interface.EarlierRule) -> None:
        await self.context.core_link.run(lambda core: core.rules.revert(earlier))
        await self.renewal.now()
        self.choose(earlier.id)

    # Forms

    def show_statistics(self) -> None:
        """Show how prompts were decided, and which rules would have avoided some."""
        if self._holds():
            return
        self.stack.setCurrentWidget(self.statistics)
        self.statistics.show_range()
        self.statistics.ranges["7"].setFocus()

    def show_form(self, proposed: interface.ProposedRule | None = None) -> None:
        """Show an empty form for a new rule, or a proposed one. A form with unsaved input stays."""
        if self._holds():
            return
        self.form.begin(proposed)
        self._turn_to_form()

    def edit(self, id: str) -> None:
        """Show the form with an existing rule, unless a form has unsaved input."""
        if (rule := self._rule(id)) is not None and not self._holds():
            self.form.edit(rule)
            self._turn_to_form()

    def _turn_to_form(self) -> None:
        self.stack.setCurrentWidget(self.form)
        self.form.verdict.first().setFocus()
        self.spawn(self._offer, self.form.places)
        self.spawn(self._examine_tool)

    def _holds(self) -> bool:
        """Return whether the form has unsaved input; it then says so, and stays."""
        form = self.stack.currentWidget()
        return isinstance(form, RuleForm) and form.holds()

    def _leave_form(self) -> None:
        for form in views_of(self.stack, RuleForm):
            form.unsaved.end()
            form.past.forget()
        for statistics in views_of(self.stack, PromptStatisticsView):
            statistics.stop()
        self.stack.setCurrentIndex(0)

    # Limits

    def show_limits(self) -> None:
        """Show the limits; nothing while unsaved input is shown."""
        if self._holds():
            return
        self._leave_form()
        self.stack.setCurrentWidget(self.limits)
        self.limits.add.setFocus()
        self.spawn(self._offer, self.limits.form.places)

    async def _set_limit(self, request: interface.NewLimit) -> None:
        before = list(self.limits.limits)
        with reporting(self.limits.form.show_error):
            limit = await self.context.core_link.run(lambda core: core.limits.set(request))
            self.limits.leave_form()
            was = next((entry for entry in before if entry["id"] == limit["id"]), None)
            text = self.tr("Limit set: {0}").format(core_translation.join_clauses(limits_panel.amounts(limit)))
            back = partial(self.spawn, self._undo_limit, limit["id"], was)
            self.notice.show_message(text, back=back, lasts=UNDO_DURATION)
            self.renewal.request()

    async def _remove_limit(self, id: str) -> None:
        limit = await self.context.core_link.run(lambda core: core.limits.remove(id))
        text = self.tr("Limit removed: {0}").format(core_translation.join_clauses(limits_panel.amounts(limit)))
        self.notice.show_message(text, back=lambda: self.spawn(self._undo_limit, "", limit), lasts=UNDO_DURATION)
        self.limits.add.setFocus()
        await self.renewal.now()

    async def _undo_limit(self, id: str, was: interface.LimitEntry | None) -> None:
        """Restore the previous limit, or remove the new one."""
        if was is not None:
            await self.context.core_link.run(lambda core: core.limits.set(limits_panel.again(was)))
        else:
            await self.context.core_link.run(lambda core: core.limits.remove(id))
        await self.renewal.now()

    async def _examine_tool(self) -> None:
        """Show the form what is known about the selected tool."""
        places = self.form.places
        server, tool = places.place(places.server), places.place(places.tool)
        shown: interface.ShownTool | None = None
        if server in self._servers and tool and not is_broad(tool):
            with suppress(interface.RefusedError):  # no such tool is known
                shown = await self.context.core_link.run(lambda core: core.tools.show(server, tool))
        if (server, tool) == (places.place(places.server), places.place(places.tool)) and shown != self._tool:
            self._tool = shown
            self.form.know_tool(shown)

    def show_question(self) -> None:
        """Show the form that asks which rule would decide."""
        if self._holds():
            return
        self._leave_form()
        self.stack.setCurrentWidget(self.question)
        self.question.places.server.setFocus()
        self.spawn(self._offer, self.question.places)

    async def _offer(self, places: RulePlaces) -> None:
        self._servers = [server["name"] for server in await self.context.core_link.run(lambda core: core.servers.all())]
        recorded = await self.context.reading.values("client") if self.context.reading is not None else []
        places.know(places.server, self._servers)
        places.know(places.client, sorted({*recorded, *self._clients, *(rule["client"] for rule in self._rules)}))
        await self._offer_tools(places, places.place(places.server))

    async def _offer_tools(self, places: RulePlaces, server: str) -> None:
        if server in self._servers:
            (server_tools,) = await self.context.core_link.run(lambda core: core.tools.all(server))
            places.know(places.tool, [tool["name"] for tool in server_tools["tools"]])
        else:
            places.know(places.tool, [])

    async def _explain(
        self, server: str, tool: str, client: str, arguments: dict[str, Any] | None, method: str
    ) -> None:
        sent = UNSET if arguments is None else arguments
        result = await self.context.core_link.run(lambda core: core.rules.explain(server, tool, client, sent, method))
        verdict, rule = result["verdict"], result["rule"]
        decides = ExplainedRule(why=core_translation.local(result["note"]))
        if result["hidden"]:
            verdict, decides = "deny", ExplainedRule(why=self.tr("The tool is hidden from this client."))
        elif rule is not None:
            decides = replace(decides, id=rule["id"], sentence=rule_text.sentence(rule))
        words = {rule["id"]: rule_text.sentence(rule) for rule in self._rules}
        others = [
            ExplainedRule(id=rule["id"], sentence=words.get(rule["id"], rule["id"]), why=self._why_not(rule, verdict))
            for rule in result["considered"]
        ]
        self.question.show_explanation(verdict, decides, others)

    def _why_not(self, rule: interface.ConsideredRule, verdict: str) -> str:
        """Return why a rule does not decide the call, which gets ``verdict``."""
        if rule["why"]:
            return core_translation.sentence(core_translation.local(rule["why"]))
        stronger = {
            "deny": self.tr("Also matches, but deny takes precedence."),
            "ask": self.tr("Also matches, but ask takes precedence."),
        }
        return stronger.get(verdict if rule["verdict"] != verdict else "", self.tr("Also matches."))

    # Interface of the page

    def searches(self) -> Sequence[QLineEdit]:
        return self.search, *(panel.search for panel in views_of(self.stack, LimitsPanel))

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "add": lambda: self.show_form() if self.stack.currentIndex() == 0 else None,
            "edit": lambda: self.edit(self._chosen) if not (self.shows_grants or self._is_fixed()) else None,
            "remove": lambda: self.grants.revoke_current() if self.shows_grants else self._remove_chosen(),
            "switch": lambda: self.switch(self._chosen) if not (self.shows_grants or self._is_fixed()) else None,
            "calls": lambda: self.context.go("audit", f"rule:{self._chosen}") if self._chosen else None,
            "grants": self.show_grants,
            "test": self.show_question,
            "limits": self.show_limits,
            "statistics": self.show_statistics,
        }

    def unavailable(self) -> AbstractSet[str]:
        unavailable = set() if self.stack.currentIndex() == 0 else {"add", "edit", "remove", "grants", *self.others}
        unavailable |= {"edit", "remove", "switch"} if self._is_fixed() else set()
        unavailable |= {"grants"} if self.shows_grants else set()
        return unavailable | super().unavailable()

    def _remove_chosen(self) -> None:
        if self.model.row(self._chosen) >= 0 and not self._is_fixed():
            self.remove(self._chosen)

    def _is_fixed(self) -> bool:
        """Return whether the selected rule is an organization's, which the person cannot change."""
        row = self.model.row(self._chosen)
        return not self.shows_grants and row >= 0 and rule_text.is_of_organization(self.model.rules[row])

    def show_grants(self) -> None:
        """Show the grants; nothing while unsaved input is shown."""
        if self._holds():
            return
        self._leave_form()
        self.turn(grants=True)

    def row_lists(self) -> tuple[QWidget, ...]:
        return (self.table, self.grants)

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, QAbstractButton]]:
        detail = self.detail
        buttons = {"edit": detail.edit, "switch": detail.switch, "remove": detail.remove, "calls": detail.calls}
        return {self.table: buttons}

    def panes(self) -> tuple[QWidget, ...]:
        match self.stack.currentWidget():
            case PromptStatisticsView() as statistics:
                return (statistics.ranges["today"], statistics.chart, statistics.back)
            case RuleForm() as form:
                return (form.verdict.first(), form.add)
            case LimitsPanel() as limits:
                return (limits.add,)
        if self.shows_grants:
            return (self.grants.first(), self.grants_button)
        return (self.table, self.detail.edit) if not self.detail.isHidden() else (self.table, self.search)

    def apply_colours(self, colours: theme.Colours) -> None:
        self.model.apply_colours(colours)
