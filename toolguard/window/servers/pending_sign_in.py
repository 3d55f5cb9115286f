"""Banner above the queue: the state of a sign-in that was begun there, until the person has seen its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from toolguard.gate.model import Proposal
from toolguard.services.interface import NamedSignIn, RefusedError
from toolguard.services.runtime.requests import Request
from toolguard.window import core_translation, theme
from toolguard.window.page import PageContext
from toolguard.window.servers.sign_in_banner import SignInAction, SignInBanner, act
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import discard, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.refresh import Refresh

_MAX_BANNERS = 3  # maximum at a time; the page Servers has all


def server_of(proposal: Proposal) -> str:
    """Return the server of a proposed sign-in, which is first in its detail; "" for any other proposal."""
    words = proposal.detail.split("\n", 1)[0].split()
    return words[1] if proposal.kind == "sign-in" and len(words) == 2 else ""


def _state_of(server: str) -> Request[NamedSignIn]:
    return lambda core: core.sign_ins.state(server)


class PendingSignInBanner(SignInBanner):
    """One sign-in with its server's name, without the actions that belong to the page Servers."""

    closed = Signal()
    first = False  # a call may be pending below

    def __init__(self, server: str, parent: QWidget | None = None) -> None:
        self.close_button = push_button()
        self.server = server
        super().__init__(parent)
        self.close_button.setText(self.tr("Close"))
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self.close_button.clicked.connect(self.closed)
        self.buttons.insertWidget(self.buttons.count() - 1, self.close_button)

    def show_sign_in(self, sign_in: Mapping[str, Any] | None) -> None:
        super().show_sign_in(sign_in)
        waits = self.state == "waiting"
        self.text_label.set_text(self.tr("{0}: {1}").format(self.server, self.text_label.text()))
        self.sign_in.setVisible(self.state != "in")
        self.sign_out.hide()
        self.close_button.setVisible(not waits)

    def show_error(self, why: str) -> None:
        """Show why the sign-in could not be started or cancelled."""
        self.why.set_text(core_translation.local(why))
        self.why.show()


class PendingSignIns(QWidget):
    """A banner for each server whose sign-in was begun on this page. Only the person's actions show and hide it."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.strips: dict[str, PendingSignInBanner] = {}
        self._renewal = Refresh(context.core_link.spawn, self._read_states, lambda _why: None)
        self._column = vbox(parent=self, margins=(theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3))
        self.hide()

    def begin(self, server: str) -> None:
        """A sign-in to ``server`` was accepted: show its state as soon as it is known."""
        if server and server not in self.strips:
            while len(self.strips) >= _MAX_BANNERS:
                self._drop(next(iter(self.strips)))
            last = next(reversed(self.strips.values())).close_button if self.strips else self
            strip = self.strips[server] = PendingSignInBanner(server, self)
            strip.sign_in_requested.connect(lambda action: self._context.core_link.spawn(self._act(action, server)))
            strip.closed.connect(lambda: self._drop(server))
            self._column.addWidget(strip)
            tab_order.insert_after(last, strip)

    def update_states(self) -> None:
        """Something has changed: update the states."""
        if self.strips:
            self._renewal.request()

    async def _read_states(self) -> None:
        for server, strip in list(self.strips.items()):
            try:
                state = await self._context.core_link.run(_state_of(server))
            except RefusedError:  # the server was removed
                self._drop(server)
                continue
            if state["state"] == "wanted" and not state["why"] and strip.state == "none":
                continue  # it is only just starting
            strip.show_sign_in(state)
        self.setVisible(any(strip.state != "none" for strip in self.strips.values()))

    async def _act(self, action: SignInAction, server: str) -> None:
        strip = self.strips.get(server)
        try:
            address = await act(self._context.core_link, action, server)
        except RefusedError as why:
            if strip is not None:
                strip.show_error(str(why))
            return
        if address and strip is not None:
            QGuiApplication.clipboard().setText(address)
            strip.copy.setText(self.tr("Copied"))
        elif action in ("cancel", "turn off"):
            self._drop(server)
        else:
            self.update_states()

    def _drop(self, server: str) -> None:
        strip = self.strips.pop(server, None)
        if strip is not None:
            discard(self._column, strip)
        self.setVisible(any(banner.state != "none" for banner in self.strips.values()))
