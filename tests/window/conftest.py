"""What the tests of the window share: Qt's loop, a gate that notes orders, a real window to press on."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "linux" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

import qasync
from PySide6.QtCore import QLocale, QSettings, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

import toolguard
from tests.office import Office
from tests.window.translations import build
from toolguard.checkpoint import calls
from toolguard.checkpoint.rules import Remember
from toolguard.window import phrases, theme
from toolguard.window.language import Language
from toolguard.window.main import Window, make_application
from toolguard.window.page import Desk
from toolguard.window.seam import Do, Seam


def the_app() -> QApplication:
    found = QApplication.instance()
    return found if isinstance(found, QApplication) else make_application([])


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Coroutines of these tests run on the loop that the window has."""
    return {"qasync": lambda: qasync.QEventLoop(the_app())}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Qt warnings fail tests; these are Qt's own plugin speaking of itself when no screen is there."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    app = the_app()
    theme.Appearance(app)
    return app


@pytest.fixture(autouse=True)
def _app(qapp: QApplication) -> None:
    """Every test here has an application."""


@pytest.fixture(scope="session", autouse=True)
def language(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Language]:
    """English, with its plurals, as a person sees it; from the texts as they are now, also where nothing was built."""
    folder, resource = tmp_path_factory.mktemp("translations"), toolguard.resource
    build.compile_all(into=folder)

    def found(*parts: str) -> Path:
        return folder.joinpath(*parts[1:]) if parts[0] == "translations" else resource(*parts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toolguard, "resource", found)
        one = Language(qapp)
        one.choose("en")
        yield one


@pytest.fixture
def spoken(language: Language) -> Iterator[Language]:
    """Speaks a language until the test is over."""
    before = QLocale()
    phrases.forget()
    yield language
    language.choose("en")
    phrases.forget()
    QLocale.setDefault(before)


CLIENT = calls.Caller(id="Claude Desktop", program="/usr/bin/claude", pid=4711)


def make_call(id: str = "c1", tool: str = "write_file", arguments: Any = None, **more: Any) -> calls.Call:
    params = {"name": tool, "arguments": {"path": "/tmp/a"} if arguments is None else arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    told = {"session": "s1", "client": CLIENT, "claim": "claude-ai 0.14", "server": "files", "era": "legacy"}
    return calls.Call(id=id, tool=tool, message=message, **{"since": time.time(), **told, **more})


def make_held(id: str = "c1", tool: str = "write_file", arguments: Any = None, **more: Any) -> calls.Held:
    of_call = {name: more.pop(name) for name in ("since", "server", "client", "claim") if name in more}
    call = make_call(id, tool, arguments, **of_call)
    made = calls.Tool(server=call.server, name=tool, title=more.pop("title", ""), description="Writes a file.")
    return calls.Held(call=call, **{"tool": made, "expires": time.time() + 300, **more})


def make_running(id: str = "r1", tool: str = "search", **more: Any) -> calls.Running:
    since = more.pop("since", time.time() - 5)
    return calls.Running(call=make_call(id, tool), tool=None, since=since, **{"by": "person", **more})


class Gate:
    """Stands where the guard stands: shows what it is given, notes every order, answers as told."""

    def __init__(self) -> None:
        self.now = calls.Snapshot()
        self.orders: list[tuple[Any, ...]] = []
        self.answer = ""
        self.listeners: list[Callable[[], None]] = []

    def show(self, **members: Any) -> None:
        self.now = calls.Snapshot(**members)
        for listener in self.listeners:
            listener()

    def snapshot(self) -> calls.Snapshot:
        return self.now

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    async def approve(
        self, call_id: str, *, shown: str, remember: Remember | None = None, edited: str | None = None,
        despite: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        more = (*(() if edited is None else (edited,)), *(("despite", despite) if despite else ()))
        return self._note("approve", call_id, shown, remember, *more)

    async def check(self, call_id: str, edited: str) -> tuple[str, ...]:
        self._note("check", call_id, edited)
        return ()

    async def deny(self, call_id: str, *, reason: str = "", remember: Remember | None = None) -> str:
        return self._note("deny", call_id, reason, remember)

    async def allow_next(self, call_id: str) -> str:
        return self._note("allow_next", call_id)

    async def revoke(self, ticket: str) -> str:
        return self._note("revoke", ticket)

    async def stop(self, call_id: str) -> str:
        return self._note("stop", call_id)

    async def stop_all(self) -> str:
        return self._note("stop_all")

    async def accept(self, proposal_id: str) -> str:
        return self._note("accept", proposal_id)

    async def reject(self, proposal_id: str) -> str:
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


async def until(what: Callable[[], Any], seconds: float = 15) -> Any:
    """Wait until ``what`` holds; fails when it never does."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.005)
    return found


class Stage:
    """A real window, a gate that notes orders, and hands that find things by their accessible names."""

    def __init__(self, window: Window, gate: Gate, quits: list[bool]) -> None:
        self.window = window
        self.gate = gate
        self.quits = quits

    async def show(self, **members: Any) -> None:
        """Show a snapshot, and return when the window has taken it."""
        self.gate.show(**members)
        await until(lambda: self.window.snapshot is self.gate.now)

    def find(self, name: str) -> Any:
        """The one visible widget of that name."""
        seen = [each for each in self.window.findChildren(QWidget) if each.isVisible() and name_of(each) == name]
        assert seen, f"nothing visible is called {name!r}"
        return seen[0]

    def sees(self, name: str) -> bool:
        return any(each.isVisible() and name_of(each) == name for each in self.window.findChildren(QWidget))

    def press(self, name: str) -> None:
        """Click on what has that name, whether it is enabled or not."""
        QTest.mouseClick(self.find(name), Qt.MouseButton.LeftButton)

    def keys(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        pressed = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            pressed |= modifier
        QTest.keyClick(self.window, key, pressed)

    async def armed(self, name: str) -> Any:
        """The button of that name, as soon as it is armed."""
        await until(lambda: self.sees(name) and self.find(name).isEnabled())
        return self.find(name)

    @property
    def pending(self) -> Any:
        return self.window.pages["pending"]

    @property
    def active(self) -> Any:
        return self.window.pages["active"]

    @property
    def audit(self) -> Any:
        return self.window.pages["audit"]


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A window that is shown, over a gate where nothing waits."""
    async with opened(tmp_path) as made:
        yield made


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """A configuration, a keychain and a gate for the pages that give orders: ``opened(tmp_path, do=office.do)``."""
    gc.collect()  # or the keychain's thread would, and Qt objects of earlier tests must not end on another thread
    one = Office(tmp_path)
    yield one
    one.keychain.close()


@asynccontextmanager
async def opened(tmp_path: Path, do: Do | None = None, **more: Any) -> AsyncIterator[Stage]:
    """Open a window; closes it when the test is over. ``do`` takes its orders (`tests.office.Office.do`)."""
    gate, quits = Gate(), list[bool]()
    seam = Seam(asyncio.get_running_loop(), gate, do)
    problems: list[object] = []
    seam.failed.connect(problems.append)
    window = Window(seam=seam, settings_path=tmp_path / "window.ini", on_quit=lambda: quits.append(True), **more)
    window.show()
    window.activateWindow()
    await until(lambda: window.isActiveWindow() and gate.listeners)
    await until(lambda: window.snapshot is gate.now)
    yield Stage(window, gate, quits)
    window.finish()
    await seam.close()
    seam.stop_listening()
    await asyncio.sleep(0)
    window.deleteLater()
    assert not problems, problems


@pytest.fixture
def desk(tmp_path: Path) -> Callable[[], Awaitable[Desk]]:
    """Makes what a page is given, for a page without a frame."""

    async def make() -> Desk:
        settings = QSettings(str(tmp_path / "page.ini"), QSettings.Format.IniFormat)
        return Desk(seam=Seam(asyncio.get_running_loop(), Gate()), reading=None, settings=settings)

    return make
