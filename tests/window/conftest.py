"""What the tests of the window share: Qt's loop, a gate that notes orders, a real window to press on."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import pytestqt.plugin

if sys.platform == "linux" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

import toolguard
from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.translations import build
from toolguard.gate import model
from toolguard.gate.approver import Approver
from toolguard.gate.policy.conditions.widths import RuleWidth, widths
from toolguard.gate.policy.rules import RuleRequest
from toolguard.services.runtime.requests import RunRequest
from toolguard.window import theme
from toolguard.window.core_link import CoreLink
from toolguard.window.desktop.event_loop import EventLoop
from toolguard.window.language import Language
from toolguard.window.main import MainWindow, make_application
from toolguard.window.widgets.garbage_collection import collect_due


def the_app() -> QApplication:
    found = QApplication.instance()
    return found if isinstance(found, QApplication) else make_application([])


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Coroutines of these tests run on the loop that the window has."""
    return {"qasync": lambda: EventLoop(the_app())}


def _send_posted_events() -> None:
    """What pytest-qt does around each test, without timers: a task that one of them woke would have no running loop."""
    QCoreApplication.sendPostedEvents()


pytestqt.plugin._process_events = _send_posted_events


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    app = the_app()
    theme.Appearance(app)
    app.setStyleSheet(theme.style_sheet(theme.colours()))  # for what has no page around it
    return app


@pytest.fixture(autouse=True)
def _app(qapp: QApplication) -> None:
    """Every test here has an application."""


def _translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The translations of now: compiled by the first of all workers, which the others wait for."""
    base = tmp_path_factory.getbasetemp()
    if sys.platform == "win32" or "PYTEST_XDIST_WORKER" not in os.environ:
        alone = tmp_path_factory.mktemp("translations")
        build.compile_all(into=alone)
        return alone
    import fcntl

    folder = base.parent / "translations"
    folder.mkdir(exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / ".made").exists():
            build.compile_all(into=folder)
            (folder / ".made").touch()
    return folder


@pytest.fixture(scope="session", autouse=True)
def language(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Language]:
    """English, with its plurals, as a person sees it; from the texts as they are now, also where nothing was built."""
    folder, resource = _translations(tmp_path_factory), toolguard.resource

    def found(*parts: str) -> Path:
        return folder.joinpath(*parts[1:]) if parts[0] == "translations" else resource(*parts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toolguard, "resource", found)
        one = Language(qapp)
        one.choose("en")
        gc.collect()
        gc.freeze()  # what stays to the end needs not be looked through after every test
        yield one
        gc.unfreeze()


@pytest.fixture(scope="module", autouse=True)
def collecting() -> Iterator[None]:
    """Cycles with Qt objects end on this thread, as in the program. Others run here, too, such as xdist's own."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """Windows that a test leaves behind end with it: Qt restyles all widgets there are whenever one is opened."""
    before = set(QApplication.topLevelWidgets())
    yield
    for window in QApplication.topLevelWidgets():
        if window not in before and shiboken6.isValid(window) and window.parent() is None:
            window.deleteLater()
            QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    if QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyClick(QWidget(), Qt.Key.Key_Escape)  # for Qt, the modifiers of the last key are still pressed
    collect_due()


@pytest.fixture
def spoken(language: Language) -> Iterator[Language]:
    """Speaks a language until the test is over."""
    before = QLocale()
    yield language
    language.choose("en")
    QLocale.setDefault(before)


CLIENT = model.ClientInfo(id="Claude Desktop", program="/usr/bin/claude", pid=4711)


def make_call(id: str = "c1", tool: str = "write_file", arguments: Any = None, **more: Any) -> model.Call:
    params = {"name": tool, "arguments": {"path": "/tmp/a"} if arguments is None else arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    members = {"session": "s1", "client": CLIENT, "claim": "claude-ai 0.14", "server": "files", "era": "legacy"}
    return model.Call(id=id, tool=tool, message=message, **{"since": time.time(), **members, **more})


def make_held(id: str = "c1", tool: str = "write_file", arguments: Any = None, **more: Any) -> model.PendingCall:
    of_call = {name: more.pop(name) for name in ("since", "server", "client", "claim") if name in more}
    call = make_call(id, tool, arguments, **of_call)
    made = model.Tool(server=call.server, name=tool, title=more.pop("title", ""), description="Writes a file.")
    return model.PendingCall(call=call, **{"tool": made, "expires": time.time() + 300, **more})


def make_running(id: str = "r1", tool: str = "search", **more: Any) -> model.RunningCall:
    since = more.pop("since", time.time() - 5)
    return model.RunningCall(call=make_call(id, tool), tool=None, since=since, **{"by": "person", **more})


class Disk:
    """A file system without links and folders, the same on every machine."""

    windows = folds_case = False
    home = "/home/u"

    def is_folder(self, _path: str) -> bool:
        return False

    def resolve(self, path: str) -> str | None:
        return path


class Gate:
    """Stands where the guard stands: shows what it is given, notes every order, answers as told."""

    def __init__(self) -> None:
        self.now = model.Snapshot()
        self.orders: list[tuple[Any, ...]] = []
        self.approvers: list[Approver] = []
        self.answer = ""
        self.listeners: list[Callable[[], None]] = []

    def show(self, **members: Any) -> None:
        self.now = model.Snapshot(**members)
        for listener in self.listeners:
            listener()

    def snapshot(self) -> model.Snapshot:
        return self.now

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    async def approve(
        self, call_id: str, *, shown: str, remember: RuleRequest | None = None, edited: str | None = None,
        despite: tuple[str, ...] = (), approver: Approver,
    ) -> str:  # fmt: skip
        self.approvers.append(approver)
        more = (*(() if edited is None else (edited,)), *(("despite", despite) if despite else ()))
        return self._note("approve", call_id, shown, remember, *more)

    async def approve_all(self, shown: Mapping[str, str], *, approver: Any = None) -> dict[str, str]:
        return {id: self._note("approve", id, digest, None) for id, digest in shown.items()}

    async def cancel_authentication(self, id: str) -> str:
        return self._note("cancel_authentication", id)

    async def check(self, call_id: str, edited: str) -> tuple[str, ...]:
        self._note("check", call_id, edited)
        return ()

    async def deny(
        self, call_id: str, *, approver: Approver, reason: str = "", remember: RuleRequest | None = None
    ) -> str:
        self.approvers.append(approver)
        return self._note("deny", call_id, reason, remember)

    async def widths(self, call_id: str, edited: str | None = None) -> tuple[RuleWidth, ...]:
        held = next((one for one in self.now.pending if one.call.id == call_id), None)
        if held is None:
            return ()
        arguments = held.call.arguments if edited is None else json.loads(edited)
        return widths(arguments, held.tool.input_schema if held.tool else None, Disk())

    async def allow_next(self, call_id: str, *, approver: Approver) -> str:
        self.approvers.append(approver)
        return self._note("allow_next", call_id)

    async def observe(self, *, locked: bool | None, idle: float | None) -> None:
        self._note("observe", locked, idle)

    async def end_pause(self, client: str, server: str, *, approver: Approver) -> str:
        self.approvers.append(approver)
        return self._note("end_pause", client, server)

    async def revoke(self, ticket: str, *, approver: Approver) -> str:
        self.approvers.append(approver)
        return self._note("revoke", ticket)

    async def stop(self, call_id: str) -> str:
        return self._note("stop", call_id)

    async def stop_all(self) -> str:
        return self._note("stop_all")

    async def accept(self, proposal_id: str, parts: Collection[str] | None = None, *, approver: Approver) -> str:
        self.approvers.append(approver)
        return self._note("accept", proposal_id, *(() if parts is None else (tuple(parts),)))

    async def reject(self, proposal_id: str, *, approver: Approver) -> str:
        self.approvers.append(approver)
        return self._note("reject", proposal_id)

    def _note(self, *order: Any) -> str:
        self.orders.append(order)
        return self.answer


def name_of(widget: QWidget) -> str:
    """What a screen reader calls a widget."""
    if isinstance(widget, QComboBox):  # on Linux Qt gives its chosen text as its name
        return widget.accessibleName()
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def visible(window: QWidget) -> Iterator[QWidget]:
    """Every visible widget below ``window``, as `findChildren` would find it, and then those of its other windows.

    What is hidden is not looked through: it is most of a window, and tests look again and again.
    """
    yield from _visible_in(window)
    for other in QApplication.topLevelWidgets():
        if other is not window and other.isVisible() and _is_below(other, window):
            yield other
            yield from _visible_in(other)


def _visible_in(part: QWidget) -> Iterator[QWidget]:
    found = [part]
    while found:
        each = found.pop()
        if each is not part:
            yield each
        children = each.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        found += [child for child in reversed(children) if child.isVisible() and not child.isWindow()]


def _is_below(widget: QWidget, window: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and above is not window:
        above = above.parentWidget()
    return above is window


class WindowHarness:
    """A real window, a gate that notes orders, and hands that find things by their accessible names."""

    def __init__(self, window: MainWindow, gate: Gate, quits: list[bool]) -> None:
        self.window = window
        self.gate = gate
        self.quits = quits

    async def show(self, **members: Any) -> None:
        """Show a snapshot, and return when the window has taken it and everything stands in its place."""
        self.gate.show(**members)
        await until(lambda: self.window.snapshot is self.gate.now)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def _seen(self, name: str) -> Any:
        return next((each for each in visible(self.window) if name_of(each) == name), None)

    def find(self, name: str) -> Any:
        """The one visible widget of that name."""
        seen = self._seen(name)
        assert seen is not None, f"nothing visible is called {name!r}"
        return seen

    def is_shown(self, name: str) -> bool:
        return self._seen(name) is not None

    def press(self, name: str) -> None:
        """Click on what has that name, whether it is enabled or not."""
        QTest.mouseClick(self.find(name), Qt.MouseButton.LeftButton)

    def keys(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        pressed = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            pressed |= modifier
        QTest.keyClick(self.window, key, pressed)

    async def armed(self, name: str) -> Any:
        """The button of that name, as soon as it is armed. While it is shown, nothing else is looked through."""
        seen: Any = None

        def armed() -> Any:
            nonlocal seen
            if seen is None or not shiboken6.isValid(seen) or not seen.isVisible() or name_of(seen) != name:
                seen = self._seen(name)
            return seen if seen is not None and seen.isEnabled() else None

        return await until(armed)

    @property
    def pending(self) -> Any:
        return self.window.stack.page("pending")

    @property
    def active(self) -> Any:
        return self.window.stack.page("active")

    @property
    def audit(self) -> Any:
        return self.window.stack.page("audit")


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[WindowHarness]:
    """A window that is shown, over a gate where nothing waits."""
    async with opened(tmp_path) as made:
        yield made


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Harness]:
    """A configuration, a keychain and a gate for the pages that give orders: ``opened(tmp_path, run=office.run)``."""
    one = Harness(tmp_path)
    yield one
    one.keychain.close()


@contextmanager
def without_style_sheet() -> Iterator[None]:
    """Nothing has the style sheet by the application here, as in the program: its pages have it."""
    app = the_app()
    before = app.styleSheet()
    app.setStyleSheet("")
    try:
        yield
    finally:
        app.setStyleSheet(before)


@asynccontextmanager
async def opened(
    tmp_path: Path, run: RunRequest | None = None, *, looks_at_clients: bool = False, **more: Any
) -> AsyncIterator[WindowHarness]:
    """Open a window; closes it when the test is over. ``run`` runs its requests (`Harness.run`).

    ``looks_at_clients``: ask some time after the start whether any client is guarded, as the program does.
    """
    gate, quits = Gate(), list[bool]()
    core_link = CoreLink(asyncio.get_running_loop(), gate, run)
    problems: list[object] = []
    core_link.failed.connect(problems.append)
    with without_style_sheet():
        window = MainWindow(
            core_link=core_link, settings_path=tmp_path / "window.ini", on_quit=lambda: quits.append(True), **more
        )
        window._guarding_soon.blockSignals(not looks_at_clients)
        window.show()
        window.activateWindow()
        await until(lambda: window.isActiveWindow() and gate.listeners)
        await until(lambda: window.snapshot is gate.now)
        try:
            yield WindowHarness(window, gate, quits)
        finally:
            window.finish()
            await core_link.close()
            core_link.stop_listening()
            await asyncio.sleep(0)
            window.deleteLater()
            QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)  # or its timers fire in later tests
    assert not problems, problems
