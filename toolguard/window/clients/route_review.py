"""Review of the changes that guard clients' servers: new servers, secrets, and the diff of each file."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from toolguard.services.interface import InstalledClient, LeftoverFile, PlannedFile, RoutePlan, UndonePlan
from toolguard.window import core_translation, theme
from toolguard.window.approval.diff_view import DiffView
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.forms.unsaved_input import press_on_escape
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import discard, vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, enable_unless, label, set_kind, show_text, tint

_MAX_DIFF_LINES = 60  # lines of a diff that are shown without scrolling, so that no change is overlooked


def count_servers(plan: RoutePlan) -> int:
    """Return how many servers a plan guards; one of several clients counts once, as on the map."""
    return len({(entry["name"], entry["server"]) for file in plan["files"] for entry in file["entries"]})


class RouteReview(QWidget):
    """``confirmed``: the person accepts what is shown.

    ``turn_off_prompts_toggled``: show the plan with the clients' own prompts turned off, or unchanged.
    ``keys_toggled``: show the undo with the keys written back into the files, or left out.
    """

    confirmed = Signal()
    closed = Signal()
    turn_off_prompts_toggled = Signal(bool)
    keys_toggled = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.title = label(factor=theme.LARGE, strong=True, wrap=True)
        self.below = label(tone="quiet", wrap=True)
        self.error_label = label(tone="danger", wrap=True)
        self.agree = QCheckBox(self.tr("I have checked the changes"))
        self.agree.toggled.connect(lambda _: self._arm())
        self.doubt = label(tone="caution", wrap=True)
        self.run = push_button(kind="run", clicked=self._confirm)
        self.cancel = push_button(self.tr("Cancel"), name=self.tr("Cancel and change nothing"), clicked=self.closed)
        press_on_escape(self, self.cancel)
        self.turn_off_prompts = QCheckBox(self.tr("Turn off the clients' own approval prompts"))
        self.turn_off_prompts.clicked.connect(self._toggle_prompts)
        self.prompts_text = label(wrap=True)
        self.put_back = QCheckBox(self.tr("Write the keys back into the file"))
        self.put_back.clicked.connect(self._rekey)
        self.key_words = label(tone="quiet", factor=theme.SMALL, wrap=True)
        self.body = DetailScrollArea(self._gate_choice(), self._key_choice())
        self._parts: list[QWidget] = []
        below = (self.below, self.doubt, self.agree, self.error_label)
        lay_out_form(self, self.title, (self.cancel, self.run), self.body, below=below)

    def _gate_choice(self) -> QWidget:
        self._gates = QWidget()
        vbox(self.turn_off_prompts, self.prompts_text, parent=self._gates, spacing=theme.SPACE)
        return self._gates

    def _key_choice(self) -> QWidget:
        self._keys = QWidget()
        vbox(self.put_back, self.key_words, parent=self._keys, spacing=theme.SPACE)
        return self._keys

    def begin(self, plan: RoutePlan, *, turn_off_prompts: bool = False) -> None:
        """Show what would be guarded. ``turn_off_prompts``: the plan turns off the clients' own prompts."""
        clients = len({file["client"] for file in plan["files"]})
        verb = self.tr("Guard %n servers", "", count_servers(plan))
        where = self.tr("%n clients", "", clients)
        self.title.setText(self.tr("{0} for {1}").format(verb, where) if clients > 1 else verb)
        self.below.setText(
            self.tr(
                "These servers then start through ToolGuard. Each file is backed up first, and you can restore the "
                "original entries at any time."
            )
        )
        set_kind(self.run, "run")
        if any(not secret["missing"] for secret in plan["secrets"]):
            text = self.tr("The backup in ToolGuard's state folder keeps the original values until you delete it.")
            self.below.setText(core_translation.join_sentences(self.below.text(), text))
        self.run.setText(verb)
        self.run.setAccessibleName(self.tr("{0} as shown").format(verb))
        unsure = [planned_file["title"] for planned_file in plan["files"] if not planned_file["verified"]]
        names = core_translation.join_list(dict.fromkeys(map(untrusted_text.shortened, unsure)))
        text = self.tr("The file format of {0} was not tried with the program itself. Check the changes below.")
        self._clear(doubt=text.format(names) if unsure else "")
        self._offer_turning_off_prompts(plan, chosen=turn_off_prompts)
        for server in plan["servers"]:
            self._add_server(server, plan)
        for file in plan["files"]:
            notes = [*self._notes(file), *self._copies(file["copies"])]
            self._add_file(file["title"], file["path"], file["diff"], notes)
        self._add_skipped(plan)
        self.run.setVisible(bool(plan["files"]))
        self._arm()

    def _offer_turning_off_prompts(self, plan: RoutePlan, *, chosen: bool) -> None:
        """Offer to turn off the clients' own questions, for clients that are known to have such a setting."""
        asking = [file["title"] for file in plan["files"] if file["own_question"]]
        names = core_translation.join_list(dict.fromkeys(map(untrusted_text.shortened, asking)))
        text = self.tr(
            "If selected, only ToolGuard asks about these servers, not these clients: {0}. Stop guarding turns their "
            "prompts on again."
        )
        self.turn_off_prompts.setChecked(chosen)
        self.prompts_text.setText(text.format(names))
        tint(self.prompts_text, "caution" if chosen else "quiet")
        self._gates.setVisible(bool(asking))

    def _offer_keys(self, plan: UndonePlan, *, put_back: bool) -> None:
        """Offer to leave out keys, for entries that had keys."""
        keys = [key for file in plan["files"] for key in file["keys"]]
        names = core_translation.join_list(
            dict.fromkeys(untrusted_text.shortened(f"{key['place']} ({key['name']})") for key in keys)
        )
        back = self.tr("{0} is written back into the file, where every program of yours can read it.")
        out = self.tr("{0} stays only in your keyring. The client needs the value from its own environment.")
        self.put_back.setChecked(put_back)
        self.key_words.setText((back if put_back else out).format(names))
        self._keys.setVisible(bool(keys))

    def begin_undo(self, plan: UndonePlan, *, put_back: bool = True) -> None:
        """Show what would be restored. ``put_back``: with the keys of the entries."""
        self.title.setText(self.tr("Stop guarding these servers"))
        self.below.setText(
            self.tr(
                "The chat client then launches its servers itself: nobody is asked about their calls, and nothing is "
                "logged. The servers and credentials in ToolGuard stay."
            )
        )
        set_kind(self.run, "danger")
        self.run.setText(self.tr("Restore"))
        self.run.setAccessibleName(self.tr("Restore the client's own entries"))
        self._clear()
        self._offer_keys(plan, put_back=put_back)
        for file in plan["files"]:
            notes = [core_translation.local(note) for note in (*filter(None, (file["error"],)), *file["notes"])]
            self._add_file("", file["path"], file["diff"], [*notes, *self._copies(file["copies"])])
        self.run.setVisible(any(file["diff"] for file in plan["files"]))
        self._arm()

    def refuse(self, why: str) -> None:
        """Show why the order was refused."""
        show_text(self.error_label, untrusted_text.visible(core_translation.local(why), lines=True))
        self._arm()

    def reload_hint(self, client: PlannedFile | InstalledClient) -> str:
        """Return what the person has to do so that the client applies the change."""
        title = untrusted_text.shortened(client["title"])
        if not client["running"]:
            return self.tr("{0} uses the change when you next start it.").format(title)
        if client["reload"] == "automatic":
            return self.tr("{0} is running and reloads the file.").format(title)
        if client["reload"] == "command":
            return self.tr("{0} is running. Reload its MCP servers there, or restart it.").format(title)
        return self.tr("{0} is running. Restart it to use the change.").format(title)

    def _toggle_prompts(self, checked: bool) -> None:
        self.run.setEnabled(False)  # until the selected plan is shown
        self.turn_off_prompts_toggled.emit(checked)

    def _rekey(self, leaves_out: bool) -> None:
        self.run.setEnabled(False)  # until the selected plan is shown
        self.keys_toggled.emit(leaves_out)

    def _confirm(self) -> None:
        self.run.setEnabled(False)
        self.confirmed.emit()

    def _arm(self) -> None:
        is_agreed = self.agree.isHidden() or self.agree.isChecked()
        enable_unless(self.run, "" if is_agreed else self.tr("Confirm that you have checked the changes."))

    def _clear(self, doubt: str = "") -> None:
        for part in self._parts:
            discard(self.body.column, part)
        self._parts = []
        self._gates.hide()
        self._keys.hide()
        self.error_label.hide()
        show_text(self.doubt, doubt)
        self.agree.setChecked(False)
        self.agree.setVisible(bool(doubt))
        self.body.verticalScrollBar().setValue(0)

    def _add(self, *widgets: QWidget) -> None:
        part = QWidget()
        vbox(*widgets, parent=part)
        self._parts.append(part)
        self.body.column.insertWidget(self.body.column.count() - 1, part)

    def _add_server(self, server: Mapping[str, Any], plan: RoutePlan) -> None:
        name = untrusted_text.shortened(server["name"])
        launch = TextLabel(
            mono=True, command=True, factor=theme.SMALL, name=self.tr("Command or URL of {0}").format(name)
        )
        launch.set_text(server.get("url") or _command(server))
        part: list[QWidget] = [label(self.tr("New server {0}").format(name), strong=True), launch]
        secrets = [secret for secret in plan["secrets"] if secret["server"] == server["name"]]
        secret_names = core_translation.join_list(secret["secret"] for secret in secrets if not secret["missing"])
        if secret_names:
            text = self.tr("Moves from the file to your keyring: {0}.")
            part.append(label(text.format(untrusted_text.shortened(secret_names, 300)), tone="quiet", wrap=True))
        missing = core_translation.join_list(secret["secret"] for secret in secrets if secret["missing"])
        if missing:
            text = self.tr("No value found. Add it on the Credentials page: {0}.")
            part.append(label(text.format(untrusted_text.shortened(missing, 300)), tone="caution", wrap=True))
        self._add(*part)

    def _add_file(self, title: str, path: str, diff: str, notes: list[str]) -> None:
        text = self.tr("Changes for {0}").format(untrusted_text.shortened(title)) if title else self.tr("Changes")
        where = TextLabel(mono=True, factor=theme.SMALL, tone="quiet", name=self.tr("Settings file"))
        where.set_text(untrusted_text.shortened(path, 400))
        part: list[QWidget] = [label(text, strong=True), where]
        part += [label(note, tone="quiet", factor=theme.SMALL, wrap=True) for note in notes]
        if diff:
            view = DiffView(most=_MAX_DIFF_LINES)
            view.setAccessibleName(self.tr("Changes of {0}").format(untrusted_text.shortened(path, 200)))
            view.show_unified(diff)
            part.append(view)
        self._add(*part)

    def _notes(self, file: PlannedFile) -> list[str]:
        notes = [
            untrusted_text.shortened(f"{entry['name']}: {core_translation.local(note)}", 400)
            for entry in file["entries"] for note in entry["notes"]
        ]  # fmt: skip
        return [*notes, self.reload_hint(file)]

    def _copies(self, copies: list[LeftoverFile]) -> list[str]:
        """Return sentences about where keys of the entries remain."""
        words = {
            "settings": self.tr("{0} also contains a key in another place, such as a comment."),
            "backup": self.tr("ToolGuard's backup {0} also contains a key."),
            "client": self.tr("The client's own copy {0} also contains a key."),
            "shell": self.tr("The shell's history {0} also contains a key."),
        }
        return [words[file["kind"]].format(untrusted_text.shortened(file["path"], 300)) for file in copies]

    def _add_skipped(self, plan: RoutePlan) -> None:
        if not plan["skipped"]:
            return
        part: list[QWidget] = [label(self.tr("Not changed"), strong=True)]
        for entry in plan["skipped"]:
            name = untrusted_text.shortened(entry["name"] or entry["path"], 200)
            text = f"{name}: {core_translation.local(entry['reason'])}"
            part.append(label(untrusted_text.visible(text, lines=True), tone="quiet", wrap=True))
        self._add(*part)


def _command(server: Mapping[str, Any]) -> str:
    return shlex.join((server.get("command", ""), *server.get("args", ())))
