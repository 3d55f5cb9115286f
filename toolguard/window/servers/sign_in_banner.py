"""Banner with the state of a server's sign-in and its actions."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Literal, assert_never

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from toolguard.window import core_translation, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.banners import ConfirmBanner
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, set_kind, set_style

_ICONS = {"wanted": ("key", "caution"), "out": ("key", "caution"), "waiting": ("pending", "accent"), "in": ("ok", "ok")}
_BACKGROUNDS = {"wanted": "caution", "out": "caution"}
"""The states that need the person; others have a quiet background."""


SignInAction = Literal["begin", "leave", "address", "cancel", "turn off"]
"""The actions."""


async def act(core_link: CoreLink, action: SignInAction, server: str) -> str:
    """Carry out an action. Return the URL of the page if that was requested, else ""; raises `RefusedError`."""
    match action:
        case "begin":
            await core_link.run(lambda core: core.sign_ins.begin(server))
        case "leave":
            await core_link.run(lambda core: core.sign_ins.leave(server))
        case "cancel":
            await core_link.run(lambda core: core.sign_ins.cancel(server))
        case "turn off":
            await core_link.run(lambda core: core.servers.enable(server, False))
        case "address":
            return (await core_link.run(lambda core: core.sign_ins.address(server)))["address"]
        case _:
            assert_never(action)
    return ""


def until(sign_in: Mapping[str, Any]) -> str:
    """Return until when a sign-in is valid, in words."""
    translate = QCoreApplication.translate
    if not sign_in.get("expires"):
        return translate("SignIn", "no stated expiry")
    if sign_in.get("renewable"):
        return translate("SignIn", "renews at {0}").format(time_format.clock(sign_in["expires"]))
    return translate("SignIn", "expires at {0}").format(time_format.clock(sign_in["expires"]))


def _place(state: Mapping[str, Any]) -> str:
    """Return the host of the sign-in page, or the issuer's URL once it is closed."""
    return str(state.get("place") or state.get("issuer") or "")


def is_look_alike(sign_in: Mapping[str, Any] | None) -> bool:
    """Return whether a browser can show the address of a sign-in as if it were another one."""
    return bool(_imitated_host(sign_in))


def _imitated_host(sign_in: Mapping[str, Any] | None) -> str:
    """Return the host of a look-alike address, its unusual characters written out; "" for another address."""
    return untrusted_text.imitated_host(_place(sign_in)) if sign_in is not None and sign_in["state"] != "none" else ""


class SignInBanner(QFrame):
    """Hidden for a server that never required a sign-in. `sign_in_requested` carries a `SignInAction`."""

    sign_in_requested = Signal(str)
    first = True
    """Whether signing in is the most important action in its place."""

    def __init__(self, parent: QWidget | None = None, *, is_plain: bool = False) -> None:
        """``is_plain``: without a background of its own, as a part of a header."""
        super().__init__(parent)
        self._is_plain = is_plain
        self.state = "none"
        self.is_doubtful = False
        """Whether its address can look like another one."""
        self._shown_place = self._imitated_host = ""
        self._is_detailed = True
        self._icon = IconLabel()
        self.text_label = TextLabel(name=QCoreApplication.translate("SignIn", "Your sign-in"))
        self.doubt = TextLabel(tone="danger", name=QCoreApplication.translate("SignIn", "Warning about the address"))
        self.why = TextLabel(tone="danger", name=QCoreApplication.translate("SignIn", "Last sign-in error"))
        self.confirm = ConfirmBanner()
        set_style(self.confirm, "ground", "danger")
        self.sign_in = self._button("begin")
        self.sign_in.setProperty("kind", "")
        self.copy = self._button("address")
        self.turn_off = self._button("turn off")
        self.sign_out = self._button("leave")
        self.sign_out.setProperty("kind", "link")
        self.cancel = self._button("cancel")
        self._lay_out()
        self.show_sign_in(None)

    def _button(self, action: SignInAction) -> QPushButton:
        button = push_button(clicked=lambda: self._request(action, button))
        return button

    def _lay_out(self) -> None:
        self._state_pane, self._buttons_pane = QWidget(), QWidget()
        vbox(self.text_label, self.why, parent=self._state_pane, spacing=theme.SPACE)
        texts = vbox(self.doubt, self._state_pane, spacing=theme.SPACE)
        self._row = hbox((self._icon, 0, Qt.AlignmentFlag.AlignTop), (texts, 1))
        self.buttons = hbox(
            self.sign_in, self.copy, self.turn_off, self.sign_out, self.cancel, STRETCH, parent=self._buttons_pane
        )  # fmt: skip
        self._column = vbox(self._row, self._buttons_pane, self.confirm, parent=self)

    def show_details(self, on: bool) -> None:
        """Show the state and the actions, or only one line about a look-alike address."""
        self._is_detailed = on
        self._show_doubt()
        for widget in (self._state_pane, self._buttons_pane):
            widget.setVisible(on)
        if not on:
            self.confirm.leave()

    def _show_doubt(self) -> None:
        text = self.tr("Look-alike sign-in address. A browser can show {0} as if it were another address.")
        text = text if self._is_detailed else self.tr("Look-alike sign-in address: {0}")
        pieces = untrusted_text.marks(text.format(self._imitated_host))
        self.doubt.set_text(*(("marked" if mark else "strong", piece) for mark, piece in pieces))
        self.doubt.setVisible(self.is_doubtful)

    def _order_buttons(self) -> None:
        """Put the buttons that lead to the page first, or last if its address is doubtful."""
        row = self.buttons
        for index, button in enumerate((self.sign_in, self.copy)):
            row.removeWidget(button)
            row.insertWidget(row.count() - 1 if self.is_doubtful else index, button)
        items = (row.itemAt(index) for index in range(row.count()))
        ordered = [shown for item in items if item is not None and (shown := item.widget()) is not None]
        for widget, following in itertools.pairwise(ordered):
            QWidget.setTabOrder(widget, following)

    def _request(self, action: SignInAction, button: QPushButton) -> None:
        """Emit the action; ask before a page at a look-alike address is opened."""
        if action != "begin" or not self.is_doubtful:
            self.sign_in_requested.emit(action)
            return
        question = self.tr("Open {0}? Whoever owns this address receives what you enter there.")
        self.confirm.ask(
            question.format(untrusted_text.visible(self._shown_place)), self.tr("Open page"),
            lambda: self.sign_in_requested.emit(action), button, kind="danger-line",
        )  # fmt: skip

    def show_sign_in(self, sign_in: Mapping[str, Any] | None) -> None:
        """Show the sign-in in a result of `server.list`; None if no sign-in is possible."""
        state = sign_in or {"state": "none", "why": ""}
        others = (self.copy, self.turn_off, self.sign_out, self.cancel)
        focused = next((button for button in others if button.hasFocus()), None)
        self.state = state["state"]
        self.setVisible(self.state != "none" or bool(state["why"]))
        self._imitated_host = _imitated_host(sign_in)
        if self.is_doubtful != bool(self._imitated_host):
            self.is_doubtful = bool(self._imitated_host)
            self._order_buttons()
        self.text_label.set_text(*self._pieces(state))
        if self._shown_place != _place(state):
            self._shown_place = _place(state)
            self.confirm.leave()
        self._show_doubt()
        why = untrusted_text.shortened(core_translation.local(state["why"]), 1_000)
        self.why.set_text(core_translation.sentence(why))
        self.why.set_tone("" if self.is_doubtful else "danger")  # the warning is more important
        self.why.setVisible(bool(state["why"]) and self.state != "waiting")
        self.sign_in.setText(
            self.tr("Sign in again…") if self.state == "in"
            else self.tr("Open page again") if self.state == "waiting" else self.tr("Sign in…")
        )  # fmt: skip
        is_primary = self.first and self.state in ("wanted", "out")
        set_kind(self.sign_in, "flat" if self.is_doubtful else "run" if is_primary else "")
        set_kind(self.copy, "flat" if self.is_doubtful else "")
        self.turn_off.setText(self.tr("Turn off server"))
        self.turn_off.setVisible(self.is_doubtful and self.state in ("wanted", "out"))
        self.sign_out.setText(self.tr("Sign out"))
        self.sign_out.setVisible(self.state == "in")
        self.copy.setText(self.tr("Copy URL"))
        self.copy.setToolTip(self.tr("To sign in with another browser on this computer"))
        self.copy.setAccessibleDescription(self.copy.toolTip())
        self.copy.setVisible(self.state == "waiting")
        self.cancel.setText(self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel sign-in"))
        self.cancel.setVisible(self.state == "waiting")
        if focused is not None and focused.isHidden():  # Qt would move the focus to Sign out
            self.sign_in.setFocus(Qt.FocusReason.OtherFocusReason)
        ground = "danger" if self.is_doubtful else "plain" if self._is_plain else _BACKGROUNDS.get(self.state, "quiet")
        inset = 0 if ground == "plain" else theme.SPACE
        self._column.setContentsMargins(inset * 3, inset * 2, inset * 3, inset * 2)
        set_style(self, "ground", ground)
        self._icon.show_icon(*(("danger", "danger") if self.is_doubtful else _ICONS.get(self.state, ("key", "quiet"))))

    def _pieces(self, state: Mapping[str, Any]) -> tuple[tuple[str, str] | str, ...]:
        """Return the text in pieces. An address to compare has a line of its own, so that it does not break."""
        if self.is_doubtful and self.state in ("wanted", "out"):
            place = untrusted_text.visible(_place(state))
            return self.tr("Don't sign in unless you expect this address:"), ("mono", f"\n{place}")
        return (self._sentence(state),)

    def _sentence(self, state: Mapping[str, Any]) -> str:
        place = untrusted_text.visible(_place(state))
        match state["state"]:
            case "wanted":
                return self.tr("Sign-in required at {0}. Calls fail until you sign in.").format(place)
            case "out":
                return self.tr("Signed out of {0}. Calls fail until you sign in.").format(place)
            case "waiting":
                return self.tr("Continue in your browser at {0} within five minutes.").format(place)
            case "in":
                return self.tr("Signed in to {0}, {1}.").format(place, until(state))
            case _:
                return self.tr("Not signed in to this server.")
