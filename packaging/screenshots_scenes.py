"""Scenes of the screenshots: the actions on each page, and when a picture is taken."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import msgspec
import sample_calls
import sample_credentials
import sample_servers
from PySide6.QtWidgets import QLineEdit, QMessageBox
from sample_services import install_clients

from toolguard.gate import model
from toolguard.gate.approvals.presence import call_prompt
from toolguard.gate.approvals.presence_proof import AuthenticationPrompt
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.policy.conditions.widths import RuleWidth, widths
from toolguard.gate.texts import coded
from toolguard.servers.local_paths import LOCAL_FILE_SYSTEM
from toolguard.services.interface import NewLimit
from toolguard.store.config.seals import REASON_CLAUSES
from toolguard.window import main
from toolguard.window.desktop import already_running
from toolguard.window.help.keys_dialog import KeysDialog
from toolguard.window.log_view.outcome_text import how_it_ended
from toolguard.window.queue.empty_queue import WELCOME


class SampleGate:
    """A gate that shows the snapshot of `show` and ignores every command."""

    def __init__(self) -> None:
        self._snapshot = model.Snapshot()
        self.home = Path()
        self._changed: list[Callable[[], None]] = []

    def show(self, snapshot: model.Snapshot) -> None:
        """Replace the snapshot and notify the listeners."""
        self._snapshot = snapshot
        for listener in self._changed:
            listener()

    def snapshot(self) -> model.Snapshot:
        return self._snapshot

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(listener)
        return lambda: self._changed.remove(listener)

    async def _ignore(self, *_: object, **__: object) -> str:
        return ""

    approve = deny = stop = stop_all = accept = reject = allow_next = revoke = _ignore
    approve_all = cancel_authentication = _ignore

    async def widths(self, call_id: str, edited: str | None = None) -> tuple[RuleWidth, ...]:
        held = next((each for each in self.snapshot().pending if each.call.id == call_id), None)
        if held is None:
            return ()
        return widths(held.call.arguments if edited is None else json.loads(edited), None, LOCAL_FILE_SYSTEM)

    async def check(self, *_: object) -> tuple[str, ...]:
        return ()


async def settle(seconds: float = 0.15) -> None:
    """Wait until the window is drawn. Never use `processEvents`: a nested loop loses the wake-ups of other tasks."""
    await asyncio.sleep(seconds)


async def read(is_read: Callable[[], object]) -> None:
    """Wait until a page has read the log, which takes long on a busy computer."""
    while not is_read():
        await settle()
    await settle()


Save = Callable[[main.MainWindow, str], None]


async def pending_page(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    pending = window.stack.page("pending")
    guard.show(sample_calls.full_snapshot())
    await settle(0.6)
    save(window, "pending")
    for number, name in (
        (2, "warnings"),
        (5, "chinese"),
        (6, "filled-in"),
        (7, "look-alike"),
        (12, "1mb"),
        (9, "long-name"),
    ):
        pending.choose(f"{number:016x}")
        await settle(0.6)
        save(window, f"pending-{name}")
    pending.choose(f"{3:016x}")
    pending.call.details.unfold(True)
    await settle(0.6)
    save(window, "pending-details")
    pending.call.details.unfold(False)
    pending.choose(f"{9:016x}")
    await settle(0.6)
    pending.call.decision.remember_choice.on.setChecked(True)
    pending.call.decision.remember_choice.reaches["tool"].click()
    pending.call.viewer.choose("json")
    await settle()
    save(window, "pending-remember-json")
    pending.choose("p1")
    await settle(0.6)
    save(window, "pending-proposal")
    await edits_and_decisions(window, save)
    pending.call.viewer.choose("tree")
    pending.choose(f"{3:016x}")
    await settle(0.5)
    guard.show(sample_calls.disk_full())
    await settle(0.6)
    save(window, "pending-gone-trouble")
    await dangerous_states(window, guard, save)
    await deferred_calls(window, guard, save)
    await leaked_secrets(window, guard, save)
    await authentication(window, guard, save)
    await argument_form(window, guard, save)
    await bursts(window, guard, save)
    guard.show(sample_calls.full_snapshot())
    await settle()


async def deferred_calls(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    """Calls whose client times out before the person decides, and decisions that wait for a retry."""
    pending = window.stack.page("pending")
    pending.choose("")
    guard.show(sample_calls.deferred())
    await settle(0.3)
    for number, name in ((3, "deadline"), (1, "deferred"), (2, "deferred-hurry"), (33, "continues")):
        pending.choose(f"{number:016x}")
        await settle(0.6)
        save(window, f"pending-{name}")
    pending.left.kept.choose("t1")
    await settle()
    save(window, "pending-kept")
    pending.choose(f"{3:016x}")
    snapshot = sample_calls.deferred()
    guard.show(msgspec.structs.replace(snapshot, pending=snapshot.pending[1:]))
    await settle()
    withdrawn = model.CallWithdrawn(
        call="c",
        session="s",
        client="Cursor",
        server="github",
        tool="create_pull_request",
        reason="timed out after 60 s",
    )
    pending.call.show_withdrawn(how_it_ended(withdrawn))
    pending.call.decision.offer_next()
    await settle(0.6)
    save(window, "pending-given-up")
    guard.show(msgspec.structs.replace(snapshot, pending=()))
    pending.choose("")
    await settle(0.3)
    save(window, "pending-only-kept")


LONG_NAME = "read_everything_" * 12 + "and_more"
"""A tool's name of 200 characters."""


async def dangerous_states(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    """Dangerous states: a rule that allows everything, a loosened configuration, a tampered log; and an ended call."""
    pending = window.stack.page("pending")
    decision = pending.call.decision
    whole = sample_calls.full_snapshot()
    guard.show(whole)
    await settle(0.3)
    for number, name in ((1, "remember-everything"), (9, "remember-long-name"), (5, "remember-chinese")):
        pending.choose(f"{number:016x}")
        decision.remember_choice.on.setChecked(True)
        await settle(0.5)
        decision.remember_choice.reaches["tool" if number == 9 else "all"].click()
        decision.remember_choice.client.setCurrentIndex(1)
        decision.remember_choice.until.choose("12h" if number == 9 else "always")
        await settle(0.7)
        save(window, f"pending-{name}")
        decision.press_remembered()
        await settle(0.6)
        save(window, f"pending-{name}-confirm")
        decision.confirm.leave()
    pending.choose(f"{1:016x}")
    decision.remember_choice.on.setChecked(True)
    await settle(0.6)
    save(window, "pending-remember-narrow")
    loose = sample_calls.loosened(LONG_NAME)
    guard.show(msgspec.structs.replace(whole, proposals=(loose,)))
    await settle(0.3)
    pending.choose(loose.id)
    await settle(0.6)
    save(window, "pending-loosened")
    pending.proposal.rows[0].tick.click()
    pending.proposal.body.verticalScrollBar().setValue(10_000)
    await settle(0.6)
    save(window, "pending-loosened-ticked")
    unproved = sample_calls.loosened(LONG_NAME, REASON_CLAUSES["no key"])
    guard.show(msgspec.structs.replace(whole, proposals=(msgspec.structs.replace(unproved, id="unproved"),)))
    await settle(0.3)
    pending.choose("unproved")
    await settle(0.6)
    save(window, "pending-unproved")
    pending.choose(f"{3:016x}")
    await settle(0.6)
    guard.show(sample_calls.disk_full())
    await settle(1.5)
    save(window, "pending-ended")
    failed = model.FailedChange(
        kind="server", title=coded("services.server_now_starts", name="filesystem"),
        reason=coded("services.not_done_asked_no"), since=sample_calls.NOW,
    )  # fmt: skip
    guard.show(msgspec.structs.replace(sample_calls.disk_full(), failed_changes=(failed,)))
    await settle()
    save(window, "pending-change-failed")
    message = coded("store.log_failed_integrity_check", value=coded("store.record_text_edited", seq=152))
    guard.show(model.Snapshot(alarm="tampered", trouble=(message,), recorded=2_418))
    pending.choose("")
    window.way_out.renew.click()
    await settle(0.6)
    save(window, "pending-tampered")
    window.way_out.confirm.leave()
    window.turn("servers")
    await settle(0.4)
    save(window, "servers-tampered")
    window.turn("pending")
    pending.left.ended.clear()
    guard.show(whole)
    await settle(0.3)


async def leaked_secrets(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    """Calls with a secret in their arguments: two were refused; with the other setting, one is pending."""
    pending = window.stack.page("pending")
    whole = sample_calls.full_snapshot()
    secret = ("github-token",)
    first = whole.pending[0]
    arguments = {"url": "https://paste.example/new", "text": "my token is [secret github-token], keep it"}
    message = {**first.call.message, "params": {"name": "fetch", "arguments": arguments}}
    call = msgspec.structs.replace(first.call, message=message, tool="fetch")
    warnings = ("Its inputs hold the value of the secret github-token.",)
    held = msgspec.structs.replace(first, call=call, tool=None, leaks=secret, digest="0" * 64, warnings=warnings)
    leaked = tuple(
        model.LeakedMessage(
            call=f"l{at}", client=call.client.id, server=call.server, tool="fetch", secrets=secret,
            since=sample_calls.NOW - 60 * at,
        )
        for at in range(2)
    )  # fmt: skip
    guard.show(msgspec.structs.replace(whole, leaked=leaked))
    await settle(0.3)
    save(window, "pending-leak-refused")
    guard.show(msgspec.structs.replace(whole, pending=(held, *whole.pending[1:])))
    await settle(0.3)
    pending.choose(call.id)
    await settle(0.8)
    pending.call.decision.press()
    await settle()
    save(window, "pending-leak")
    pending.call.decision.confirm.leave()
    guard.show(whole)
    await settle()


async def authentication(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    """An approval that waits until the person has authenticated."""
    pending = window.stack.page("pending")
    whole = sample_calls.full_snapshot()
    first = whole.pending[0]
    text = call_prompt([(first.call.tool, first.call.server, first.call.client.id)])
    prompt = AuthenticationPrompt(id="a", text=text, by="polkit")
    guard.show(msgspec.structs.replace(whole, authenticating=(prompt,)))
    await settle(0.3)
    pending.choose(first.call.id)
    await settle(0.8)
    pending.call.decision.busy(True)
    await settle()
    save(window, "pending-proof")
    pending.call.decision.busy(False)
    guard.show(whole)
    await settle()


async def argument_form(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    """Arguments edited in a form that is made from the tool's schema."""
    pending = window.stack.page("pending")
    guard.show(
        msgspec.structs.replace(sample_calls.full_snapshot(), pending=(sample_calls.with_schema(),), proposals=())
    )
    await settle(0.4)
    pending.choose(f"{34:016x}")
    pending.call.begin_edit()
    field = pending.call.editor.filling.findChild(QLineEdit)
    field.setText("ada@example.org")
    field.textEdited.emit("ada@example.org")
    await settle(0.9)
    save(window, "pending-form")
    pending.call.end_edit()


async def bursts(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    """Bursts of calls: of one tool, and of several tools."""
    pending = window.stack.page("pending")
    whole = sample_calls.full_snapshot()
    for name, mixed in (("pending-burst", False), ("pending-burst-mixed", True)):
        burst = sample_calls.burst(mixed=mixed)
        guard.show(msgspec.structs.replace(whole, pending=(*burst, *whole.pending[3:6])))
        await settle(0.4)
        pending.notice.dismiss()
        pending.choose(pending.queue.burst_of(burst[0].call.id))
        await settle(0.8)
        save(window, name)


async def edits_and_decisions(window: main.MainWindow, save: Save) -> None:
    """Editing, undoing, and several calls at once."""
    pending = window.stack.page("pending")
    pending.choose(f"{1:016x}")
    pending.call.begin_edit()
    area = pending.call.editor.area
    area.setPlainText(area.toPlainText().replace("14 %", "15 %").replace("true", "false"))
    await settle(0.9)
    save(window, "pending-edit")
    pending.call.decision.remember_choice.on.setChecked(True)
    await settle()
    save(window, "pending-edit-remember")
    pending.call.decision.remember_choice.on.setChecked(False)
    area.setPlainText(area.toPlainText().replace("false", "fals"))
    await settle(0.5)
    save(window, "pending-edit-wrong")
    pending.call.end_edit()
    pending.call.decision.deny.emit()
    await settle(0.3)
    save(window, "pending-denied")
    pending.choose(f"{1:016x}")
    await settle(0.3)
    save(window, "pending-denied-chosen")
    pending.answers.undo()
    pending.choose_all([f"{number:016x}" for number in (3, 4, 6)])
    await settle(0.6)
    save(window, "pending-several")
    pending.choose("p1")


async def active_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    window.turn("active")
    await settle(0.6)
    save(window, "active")
    window.stack.page("active").choose(f"{20:016x}")
    await settle()
    save(window, "active-detail")
    active = window.stack.page("active")
    active.turn("connected")
    states = ["failed" if one.state == "failed" else "" for one in active.sessions.entries]
    active.table.selectRow(states.index("failed"))
    await settle()
    save(window, "active-session")
    active.turn("calls")
    active.choose(active.cards.item(0).call.id)
    active.detail.stop.click()
    await settle(0.4)
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    save(box, "active-stop")
    box.close()
    window._confirm_close()
    await settle(0.4)
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    save(box, "quit")
    box.close()


async def audit_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    audit = window.stack.page("audit")
    window.turn("audit")
    await read(audit.histogram.isVisible)
    save(window, "audit")
    audit.table.selectRow(3)
    await settle(0.6)
    save(window, "audit-story")
    audit.table.selectRow(1)
    await settle(0.6)
    save(window, "audit-approved")
    audit.history.redact.click()
    audit.redaction.text.setText("ghp_0123")
    audit.redaction.reason.setText("A token in the arguments")
    await settle()
    save(audit.redaction, "audit-redact")
    audit.redaction.search.click()
    await settle(0.8)
    save(audit.redaction, "audit-redact-found")
    audit.redaction.close()
    audit.filters.kind.setCurrentIndex(audit.filters.kind.findData("app_started"))
    await settle(0.8)
    audit.table.selectRow(1)
    await settle(0.6)
    save(window, "audit-runs")
    audit.filters.kind.setCurrentIndex(audit.filters.kind.findData("call"))
    await settle(0.8)
    audit.verify.start()
    await settle(0.8)
    save(window, "audit-verified")
    audit.filters.search.setText("unicorn")
    await settle(0.8)
    save(window, "audit-unmatched")
    other = ProcessInfo(
        surface="window", display=":99", display_program="Xvfb", display_pid=9120, login_session="2", user="ada",
        pid=9313, started=sample_credentials.NOW - 90_000, started_by="node", started_by_pid=9118, by_stub=True,
    )  # fmt: skip
    box = already_running.question(other)
    box.show()
    await settle(0.4)
    save(box, "elsewhere")
    box.close()


async def settings_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    window.turn("settings")
    await settle(0.4)
    save(window, "settings")
    settings = window.stack.page("settings")
    settings.rows["presence"].fill("destroy")
    settings.keys.show_keys([
        {"name": "blue", "added": 1.7e9, "used": 1.79e9}, {"name": "spare", "added": 1.7e9, "used": 0},
    ])  # fmt: skip
    settings.rows["client_timeouts"].fill(["Cursor=60", "internal-agent=0"])
    settings.area.ensureWidgetVisible(settings.keys)
    await settle()
    save(window, "settings-presence")
    settings.rows["sound"].box.toggle()
    settings.rows["quiet_hours"].box.toggle()
    await settle(0.4)
    settings.open("quiet_hours")
    await settle()
    save(window, "settings-changed")
    timeout = settings.rows["prompt_timeout"].field
    timeout.setText("a while")
    timeout.textEdited.emit("a while")
    settings.open("prompt_timeout")
    await settle()
    save(window, "settings-wrong")
    settings.rows["log_archive"].show_value("/nowhere/toolguard")
    settings.open("log_archive")
    await settle(0.4)
    save(window, "settings-missing")
    settings.area.verticalScrollBar().setValue(settings.area.verticalScrollBar().maximum())
    window.preferences.update({"quiet_hours": "00:00-00:00"})
    await settle()
    save(window, "settings-end")


async def tools_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    tools = window.stack.page("tools")
    window.turn("tools")
    await settle(0.6)
    save(window, "tools")
    tools.choose("filesystem", "write_file")
    await settle(0.4)
    save(window, "tools-detail")
    tools.tool.body.verticalScrollBar().setValue(10_000)
    tools._switch("filesystem", "read_file", False)
    await settle(0.4)
    save(window, "tools-undo")
    tools.notice.undo()
    tools.choose("filesystem")
    await settle(0.4)
    save(window, "tools-server")
    tools.choose("mail", "wr\u0456te_file")
    await settle(0.4)
    save(window, "tools-look-alike")
    tools.search.setText("no such tool")
    await settle(0.5)
    save(window, "tools-unmatched")
    tools.search.clear()


async def rules_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    rules = window.stack.page("rules")
    window.turn("rules")
    await read(lambda: rules.model.rulings)
    save(window, "rules")
    rules.choose("9b02d1c4")
    await settle()
    save(window, "rules-detail")
    rules.show_form()
    await settle()
    save(window, "rules-form")
    rules.form.verdict.choose("allow")
    await settle(0.8)
    save(window, "rules-form-broad")
    rules.form.places.set(server="filesystem", tool="write_file", client="Claude Desktop")
    await settle(0.8)
    rules.form.body.verticalScrollBar().setValue(10_000)
    await settle()
    save(window, "rules-form-past-calls")
    rules.form.conditions.add.click()
    rules.form.conditions.rows[0].line.setText("/path")
    rules.form.conditions.rows[0].value.setText("/home/ada/notes")
    await settle(0.8)
    save(window, "rules-form-condition")
    rules.form.unsaved._leave()
    await settle(0.4)
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    save(box, "discard")
    next(button for button in box.buttons() if box.buttonRole(button) == QMessageBox.ButtonRole.AcceptRole).click()
    await settle()
    rules.show_question()
    await settle()
    rules.question.places.set(server="github", tool="delete_repository", client="Codex")
    await settle(0.4)
    save(window, "rules-question")
    rules.question.back.click()
    rules.turn(grants=True)
    await settle(0.4)
    save(window, "rules-grants")
    rules.turn(grants=False)
    for limit in (
        NewLimit(server="github", calls=60, seconds=60, timeout=30),
        NewLimit(server="filesystem", tool="write_file", client="Cursor", arguments=65_536, result=1_048_576),
    ):
        await window.context.core_link.run(lambda core, limit=limit: core.limits.set(limit))
    await rules.renewal.now()
    rules.show_limits()
    await settle(0.4)
    save(window, "rules-limits")
    rules.limits.add.click()
    await settle(0.4)
    save(window, "rules-limit-form")
    rules.limits.leave_form()
    rules.show_statistics()
    await settle(1.5)
    save(window, "rules-statistics")


SIGN_IN = sample_credentials.SECRETS[-1]["name"]


async def credentials_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    page = window.stack.page("credentials")
    window.turn("credentials")
    await settle(0.8)
    for name, key in (
        ("credentials", "github-token"),
        ("credentials-no-value", "old-key"),
        ("credentials-sign-in", SIGN_IN),
    ):
        page.listing.choose(key)
        await settle()
        save(window, name)
    page.listing.choose("database-url")
    await settle(0.6)
    save(window, "credentials-arguments")
    page.detail.bind_argument.trigger()
    await settle(0.6)
    save(window, "credentials-argument-form")
    page.detail.argument_form.leave()
    page.listing.choose("github-token")
    page.detail.bind_server.trigger()
    page.editor.server.setCurrentIndex(1)
    await settle()
    save(window, "credentials-bind")
    page.editor._leave()
    page.detail.remove.click()
    await settle()
    save(window, "credentials-remove")
    page.detail.confirm.leave()
    page.strip.show_state("slow")
    page.open("new")
    await settle()
    save(window, "credentials-keyring-slow")
    page.editor.cancel.click()
    page.strip.show_state("ready")
    page.add.click()
    page.editor.value.line.setText("not a real value")
    page.editor.server.setCurrentIndex(1)
    page.editor.key.setText("API_TOKEN")
    await settle()
    save(window, "credentials-new")
    page.editor.value.line.setText("42")
    await settle()
    save(window, "credentials-short")
    page.editor._leave()


async def clients_page(window: main.MainWindow, guard: SampleGate, save: Save) -> None:
    page = window.stack.page("clients")
    install_clients(guard.home, guarded=True)
    window.turn("clients")
    page._refresh.request()
    await settle(0.8)
    page.turn("map")
    await settle(0.4)
    save(window, "clients-map")
    page.map.table.unfold(True)
    await settle(0.2)
    save(window, "clients-map-unfolded")
    page.map.table.unfold(False)
    page.turn("list")
    await settle(0.4)
    for name, key in (("clients", "Claude Desktop"), ("clients-before", "Cline (old laptop)")):
        page.listing.choose(key)
        await settle(0.4)
        page.detail.sight.expandAll()
        await settle()
        save(window, name)
    page.detail.remove.click()
    await settle(0.4)
    save(window, "clients-remove")
    page.detail.confirm.leave()
    page.listing.choose("Cursor")
    page.detail.end.click()
    await settle(0.4)
    save(window, "clients-end")
    page.detail.confirm.leave()
    page.begin_add()
    await settle(0.4)
    page.editor.name.setText("my-agent")
    save(window, "clients-add")
    page.editor.every.setChecked(True)
    page.editor.add.click()
    await settle(0.4)
    save(window, "clients-token")
    page.token.done.click()
    await settle(0.6)
    save(window, "clients-over-http")
    page.detail.shut_out.click()
    await settle(0.4)
    save(window, "clients-shut-out")
    page.detail.confirm.leave()


async def servers_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    servers = window.stack.page("servers")
    window.turn("servers")
    await settle(0.8)
    for name, key in (
        ("servers", "filesystem"), ("servers-failed", "postgres"),
        ("servers-not-found", "files-zh"), ("servers-long", "research"),
        ("servers-signed-in", "linear"), ("servers-signed-out", "mail"), ("servers-browser", "notes"),
    ):  # fmt: skip
        servers.choose(key)
        await settle(0.6)
        save(window, name)
    servers.choose("mail")
    servers.detail.choices.buttons()[2].click()
    await settle(0.5)
    save(window, "servers-look-alike-log")
    servers.choose("filesystem")
    servers.detail.choices.buttons()[2].click()
    await settle(0.5)
    save(window, "servers-log")
    servers.choose("mail")
    servers.detail.show_use()
    await settle(0.5)
    save(window, "servers-use")
    servers.detail.use.choice.setCurrentIndex(servers.detail.use.choice.findData("codex"))
    await settle(0.3)
    save(window, "servers-use-toml")
    servers.detail.choices.buttons()[0].click()
    servers.begin_add()
    await settle()
    save(window, "servers-add")
    servers._edit("github")
    await settle(1)
    save(window, "servers-edit")
    servers.editor.leave()
    servers.choose("messages")
    await settle(0.6)
    save(window, "servers-otc")
    servers._edit("messages")
    await settle(1)
    save(window, "servers-otc-edit")
    servers.begin_paste()
    servers.paste.text.setPlainText(sample_servers.PASTED)
    await settle(1)
    save(window, "servers-paste")
    servers.paste.text.setPlainText(sample_servers.AGENTS)
    await settle(1)
    servers.paste.agents.setCurrentIndex(1)
    await settle()
    save(window, "servers-agents")


async def help_page(window: main.MainWindow, _guard: SampleGate, save: Save) -> None:
    page = window.stack.page("help")
    window.turn("help")
    await settle(0.3)
    save(window, "help")
    page.search.setText(page.contents.item(2).text().split()[0])
    await settle(0.3)
    save(window, "help-found")
    page.search.setText("unicorn")
    await settle(0.3)
    save(window, "help-unmatched")
    page.search.clear()
    page.open("calls")
    await settle(0.3)
    page.text.verticalScrollBar().setValue(900)
    await settle(0.3)
    save(window, "help-sections")
    page.open("keys")
    await settle(0.3)
    save(window, "help-keys")
    window.turn("servers")
    window.shortcuts.show_palette()
    await settle(0.3)
    save(window, "help-palette")
    window.shortcuts.palette.search.setText("rule")
    await settle(0.3)
    save(window, "help-palette-found")
    window.shortcuts.palette.leave()
    window.shortcuts.show_keys()
    await settle(0.3)
    dialog = window.findChild(KeysDialog)
    save(dialog, "help-shortcuts")
    dialog.close()


Scene = Callable[[main.MainWindow, SampleGate, Save], Awaitable[None]]
SCENES: dict[str, Scene] = {
    "pending": pending_page,
    "active": active_page,
    "tools": tools_page,
    "servers": servers_page,
    "clients": clients_page,
    "rules": rules_page,
    "credentials": credentials_page,
    "audit": audit_page,
    "settings": settings_page,
    "help": help_page,
}


async def empty_installation(empty: main.MainWindow, guard: SampleGate, save: Save, pages: Sequence[str]) -> None:
    """Empty pages, and the first steps on a computer with chat clients."""
    guard.show(model.Snapshot(edition=1))
    await settle()
    for key in pages:
        empty.turn(key)
        await settle(0.4)
        save(empty, f"{key}-empty")
    if "pending" in pages:
        empty.turn("pending")
        empty.stack.page("pending").open(WELCOME)
        await settle(0.4)
        save(empty, "pending-welcome")
        guard.show(model.Snapshot(edition=1, sessions=sample_calls.sessions()[:2]))
        await settle(0.4)
        save(empty, "pending-connected")
        guard.show(model.Snapshot(edition=1))
    if "clients" in pages:
        install_clients(guard.home, guarded=False)
        empty.turn("clients")
        page = empty.stack.page("clients")
        page._refresh.request()
        await settle(2)  # the side bar says later than the page that nothing is guarded
        save(empty, "clients-first")
        page.guard_all.click()
        await settle(0.8)
        save(empty, "clients-review")
