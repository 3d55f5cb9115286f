"""Review of the server in a bundle (``.mcpb``, ``.dxt``) before it is added: description, command, values."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from toolguard.services.interface import BundleChoice, BundleOrder, BundlePlan, OpenedBundle, RefusedError
from toolguard.window import core_translation, theme
from toolguard.window.forms.field_title import FieldTitle
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.servers.bundle_option import BundleOptionField
from toolguard.window.servers.server_saving import SaveResult
from toolguard.window.widgets.layout.boxes import discard, vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, enable_unless, label, show_text

_UPDATE_DELAY_MS = 350  # milliseconds without a key press until the command is updated


class BundleReview(QWidget):
    """``added`` carries the name of the added server and a `SaveResult`; ``closed``: it was not added."""

    added = Signal(str, object)
    closed = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._path = ""
        self._plan: BundlePlan | None = None
        self._opened: OpenedBundle | None = None
        self._accepted_choice: BundleChoice | None = None
        self.fields: dict[str, BundleOptionField] = {}
        self.title = label(factor=theme.LARGE, strong=True, wrap=True)
        self.below = label(tone="quiet", wrap=True)
        self.error_label = label(tone="danger", wrap=True)
        self.add = push_button(
            self.tr("Add server"), name=self.tr("Add server from the bundle"), kind="run",
            clicked=lambda: context.core_link.spawn(self._add()),
        )  # fmt: skip
        self.cancel = push_button(self.tr("Cancel"), name=self.tr("Cancel import"), clicked=self.leave)
        self.unsaved = UnsavedInput(self, self.cancel, self._input)
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name"))
        self.name.textEdited.connect(self._changed)
        self.description = TextLabel(tone="quiet", name=self.tr("Description"))
        self.launch = TextLabel(mono=True, command=True, factor=theme.SMALL, name=self.tr("Command"))
        self.notes = label(tone="quiet", wrap=True)
        self.doubts = label(tone="caution", wrap=True)
        self.file = TextLabel(mono=True, factor=theme.SMALL, tone="quiet", name=self.tr("Bundle file"))
        self._lay_out()
        self._pause = QTimer(self, singleShot=True, interval=_UPDATE_DELAY_MS)
        self._pause.timeout.connect(lambda: context.core_link.spawn(self._renew()))

    def _lay_out(self) -> None:
        self._options = vbox(spacing=theme.SPACE * 4)
        command = vbox(
            label(self.tr("Command"), strong=True), self.launch, self.notes, self.doubts, spacing=theme.SPACE
        )
        named = vbox(FieldTitle(self.tr("Name"), required=True), self.name, spacing=theme.SPACE)
        self.body = DetailScrollArea(self.description, command, named, self._options, self.file)
        lay_out_form(self, self.title, (self.cancel, self.add), self.body, below=(self.below, self.error_label))

    async def begin(self, path: Path) -> None:
        """Read a bundle and show it; raises `RefusedError`. Nothing is unpacked."""
        path_text = str(path)
        opened = await self._context.core_link.run(lambda core: core.bundles.read(path_text))
        self._forget()
        self._path, self._opened = path_text, opened
        self.title.setText(self.tr("Add {0}").format(untrusted_text.shortened(opened["title"], 120)))
        plain = self.tr("From a bundle. ToolGuard unpacks it, and launches this command for each client session.")
        text = self.tr("From a bundle, version {0}. ToolGuard unpacks it, and launches this command for each client "
                        "session.")  # fmt: skip
        version = untrusted_text.shortened(opened["version"], 60)
        self.below.setText(text.format(version) if version else plain)
        self.description.set_text(untrusted_text.shortened(opened["description"], 1_000))
        self.description.setVisible(bool(opened["description"]))
        self.file.set_text(f"{untrusted_text.shortened(path_text, 400)}\nSHA-256 {opened['digest']}")
        self.name.setText(opened["name"])
        for option in opened["options"]:
            field = BundleOptionField(option)
            field.changed.connect(self._changed)
            self.fields[option["key"]] = field
            self._options.addWidget(field)
        self.unsaved.begin()
        self.body.verticalScrollBar().setValue(0)
        await self._renew()

    def _input(self) -> object:
        return self.name.text(), [field.values() for field in self.fields.values()]

    def _choice(self) -> BundleChoice:
        values = {key: field.values() for key, field in self.fields.items() if not field.option["secret"]}
        return BundleChoice(
            path=self._path, name=self.name.text().strip(),
            values={key: value for key, value in values.items() if value},
            typed=[key for key, field in self.fields.items() if field.typed()],
        )  # fmt: skip

    def _changed(self) -> None:
        self._plan = None
        self._arm()
        self._pause.start()

    async def _renew(self) -> None:
        """Show the command with the current values."""
        if not self._path:
            return
        choice = self._choice()
        try:
            plan = await self._context.core_link.run(lambda core: core.bundles.plan(choice))
        except RefusedError as why:
            self._plan = None
            self._show_error(str(why))
            self._arm()
            return
        if choice != self._choice():
            return
        self._show_error("")
        self._plan, self._accepted_choice = plan, choice
        self._show(plan)

    def _show(self, plan: BundlePlan) -> None:
        self.launch.set_text(untrusted_text.shortened(plan["launch"], 4_000))
        titles = {
            option_field.option["key"]: untrusted_text.shortened(option_field.option["title"], 100)
            for option_field in self.fields.values()
        }
        stored = [secret["secret"] for secret in plan["secrets"] if self.fields[secret["key"]].typed()] + plan["moved"]
        empty = [secret["secret"] for secret in plan["secrets"] if not self.fields[secret["key"]].typed()]
        notes = [self.tr("Already added as {0}.").format(plan["same_as"])] if plan["same_as"] else []
        notes += (
            [self.tr("Will be stored in your keyring: {0}.").format(core_translation.join_list(stored))]
            if stored
            else []
        )
        show_text(self.notes, "\n".join(notes))
        doubts = [untrusted_text.shortened(core_translation.local(doubt), 400) for doubt in plan["doubts"]]
        if plan["missing"]:
            names = core_translation.join_list(titles[key] for key in plan["missing"])
            doubts.append(self.tr("Enter below before you add it: {0}.").format(names))
        if empty:
            doubts.append(self.tr("No value yet. Enter it below, or later on the Credentials page: {0}.").format(
                core_translation.join_list(empty)
            ))  # fmt: skip
        show_text(self.doubts, "\n".join(doubts))
        for key, field in self.fields.items():
            field.refuse(plan["problems"].get(key, "") or field.problem())
        self._arm()

    def _arm(self) -> None:
        plan = self._plan
        ready = plan is not None and not plan["missing"] and not plan["problems"]
        right = ready and not any(field.problem() for field in self.fields.values())
        enable_unless(self.add, "" if right else self.tr("Enter the required values first."))

    async def _add(self) -> None:
        """Add the server as it is shown, then store the entered secrets."""
        plan, choice = self._plan, self._accepted_choice
        if plan is None or choice is None or choice != self._choice():
            return
        self.add.setEnabled(False)
        order = BundleOrder(
            path=choice.path, name=choice.name, values=choice.values, typed=choice.typed, digest=plan["digest"],
            added=plan["server"],
        )  # fmt: skip
        try:
            done = await self._context.core_link.run(lambda core: core.bundles.add(order))
        except RefusedError as why:
            await self._renew()
            self._show_error(str(why))
            return
        trouble, secrets = "", list(plan["moved"])
        for secret in done["secrets"]:
            try:
                if await self._store_secret(secret["secret"], self.fields[secret["key"]].typed(), done["name"]):
                    secrets.append(secret["secret"])
            except RefusedError as why:
                trouble = str(why)
        self._forget()
        self.added.emit(done["name"], SaveResult(trouble=trouble, is_new=True, secrets=tuple(secrets)))

    async def _store_secret(self, secret: str, value: str, server: str) -> bool:
        """Store and bind an entered secret; return whether there is one."""
        if value:
            await self._context.core_link.run(lambda core: core.secrets.put(secret, value, f"for {server}", new=True))
            await self._context.core_link.run(lambda core: core.secrets.bind(secret, [server]))
        return bool(value)

    def _show_error(self, why: str) -> None:
        show_text(self.error_label, untrusted_text.visible(core_translation.local(why), lines=True) if why else "")

    def _forget(self) -> None:
        self._pause.stop()
        self._path, self._plan, self._accepted_choice = "", None, None
        for field in self.fields.values():
            field.forget()
            discard(self._options, field)
        self.fields = {}
        self._show_error("")
        self._arm()

    def leave(self) -> None:
        """Close without adding anything."""
        self._forget()
        self.closed.emit()
