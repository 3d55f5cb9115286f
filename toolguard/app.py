"""Runs the loops: the core's in a thread of its own, Qt's in the main thread, or the core alone in a terminal."""

from __future__ import annotations

import asyncio
import gc
import logging
import logging.handlers
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from toolguard.clients.order import NoAnswer, raise_app
from toolguard.core import Core
from toolguard.demo.stage import SECRET, Stage
from toolguard.store.config import Preferences
from toolguard.store.lock import Lock

if TYPE_CHECKING:
    from toolguard.window.wishes import Wishes

_log = logging.getLogger(__name__)


_FILES = 8192
"""Descriptors that this process may have open: a session takes up to eight, and 256 (macOS) end at thirty."""


def run_window(home: Path, *, background: bool = False, demo: bool = False) -> int:
    """Open the window and stay until it is closed; exit status. A second start only raises the first one's window."""
    from toolguard.window.main import screen_problem

    if problem := screen_problem():
        print(f"toolguard: {problem}", file=sys.stderr)
        return 1
    _allow_files()
    with Stage(demo=demo, home=home) as stage:
        lock = _owned(stage.home)
        if lock is None:
            return 0 if background else _raise_other(stage.home)
        _log_to(stage.home / "logs" / "toolguard.log")
        core = CoreThread(stage)
        try:
            core.start()
            _show(core, stage, background=background)
        finally:
            core.stop()
            lock.release()
    return 0


def run_serve(home: Path, *, demo: bool = False, port: int | None = None) -> int:
    """Run without a window until told to stop; what would ask is asked in this terminal, or denied without one.

    ``port``: let chat clients in over HTTP there, although there may be none yet.
    """
    _allow_files()
    with Stage(demo=demo, home=home) as stage:
        lock = _owned(stage.home)
        if lock is None:
            print("toolguard: ToolGuard is already running; close it first.", file=sys.stderr)
            return 1
        _log_to(stage.home / "logs" / "toolguard.log")
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(_serve(stage, port))
        finally:
            lock.release()
    return 0


def new_loop() -> asyncio.AbstractEventLoop:
    """The core's loop: uvloop where there is one (it halves the latency of a call, see tests/bench)."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


async def _start(core: Core, stage: Stage) -> None:
    await core.start()
    if stage.demo:
        await core.keychain.set(*SECRET, session_only=True)


class CoreThread:
    """The core on a loop in its own thread, so that a slow repaint never delays a message."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._ready: Future[Core] = Future()
        self._end: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="toolguard-core")
        self.loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Return when the core takes clients; raises what kept it from doing so."""
        self._thread.start()
        self.core = self._ready.result()

    def stop(self) -> None:
        """Deny what is held, end every server, and the thread."""
        if self.loop is not None and self._end is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self.loop.call_soon_threadsafe(self._end.set)
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            self.loop = runner.get_loop()
            runner.run(self._live())

    async def _live(self) -> None:
        self._end = asyncio.Event()
        core = Core(self._stage.home, keep_anchor=not self._stage.demo)
        try:
            await _start(core, self._stage)
        except OSError as problem:
            self._ready.set_exception(problem)
            await core.close()
            return
        self._ready.set_result(core)
        await self._end.wait()
        await core.close()


def _show(core: CoreThread, stage: Stage, *, background: bool) -> None:
    """The Qt thread's life: a window over the core, until the person closes it or a signal ends the program."""
    from qasync import QEventLoop

    from toolguard.window import theme
    from toolguard.window.language import Language
    from toolguard.window.main import make_application
    from toolguard.window.wishes import Wishes

    application = make_application(sys.argv[:1])
    wishes = Wishes(msgspec.to_builtins(core.core.config.preferences), application)
    Language(application).choose(wishes["language"])
    appearance = theme.Appearance(application)
    appearance.choose(wishes["appearance"])
    wishes.changed.connect(lambda: appearance.choose(wishes["appearance"]))
    with asyncio.Runner(loop_factory=lambda: QEventLoop(application)) as runner:
        runner.run(_window(core, stage, wishes, background=background))


async def _window(core: CoreThread, stage: Stage, wishes: Wishes, *, background: bool) -> None:
    from toolguard.window.desktop import Desktop
    from toolguard.window.main import Window
    from toolguard.window.reading import LogReading
    from toolguard.window.seam import Seam

    assert core.loop is not None  # noqa: S101 - `start` returned
    quitting = asyncio.Event()
    qt = asyncio.get_running_loop()
    _on_signals(qt, quitting.set)
    home, gate = core.core.home, core.core.gate
    seam = Seam(core.loop, core.core.guard, core.core.do)
    reading = LogReading(
        home / "audit.db", home / "audit-index.db", lambda: core.core.anchoring.noted, core.core.indexer.poke
    )
    desktop = Desktop(seam)
    window = Window(
        seam=seam, reading=reading, settings_path=home / "window.ini", on_quit=quitting.set, wishes=wishes,
        outlet=desktop.outlet, tray=desktop.tray, tour=stage.demo,
    )  # fmt: skip

    def raise_window() -> None:
        qt.call_soon_threadsafe(window.bring_up)

    def prefer(preferences: Preferences) -> None:
        qt.call_soon_threadsafe(wishes.take, msgspec.to_builtins(preferences))

    def browse(address: str) -> None:
        qt.call_soon_threadsafe(desktop.browse, address)

    core.core.raise_window, core.core.prefer = raise_window, prefer
    core.core.sign_ins.browse = browse
    gc.freeze()  # what lives until the end is not looked through again: a full collection stalls the window else
    window.begin(background=background)
    desktop.ask_motion(window.motion)
    gate.asks = lambda: True
    with stage.playing():
        await quitting.wait()
    gate.asks = lambda: False
    core.core.raise_window, core.core.prefer = (lambda: None), (lambda _preferences: None)
    core.core.sign_ins.browse = lambda _address: None
    window.finish()
    await desktop.leave()
    seam.stop_listening()
    await seam.close()
    reading.close()


async def _serve(stage: Stage, port: int | None) -> None:
    from toolguard.terminal.news import recorded_in
    from toolguard.terminal.prompts import Terminal

    core = Core(stage.home, keep_anchor=not stage.demo, http_port=port, vouched=True)
    await _start(core, stage)
    ending = asyncio.Event()
    _on_signals(asyncio.get_running_loop(), ending.set)
    terminal = Terminal(core.guard, input_fd=0, output=sys.stdout, read_log=recorded_in(stage.home / "audit.db"))
    core.gate.asks = lambda: terminal.asks
    core.sign_ins.browse = terminal.show_page
    showing = asyncio.create_task(terminal.run())
    if core.http.port:
        print(f"Chat clients come in at http://127.0.0.1:{core.http.port}/s/SERVER/mcp", flush=True)
    print(f"ToolGuard runs without a window. State: {stage.home}. Ctrl+C ends it.", flush=True)
    try:
        loop = asyncio.get_running_loop()

        def over() -> None:
            loop.call_soon_threadsafe(ending.set)

        with stage.playing(over):
            await ending.wait()
    finally:
        await core.close()
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)


def _on_signals(loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(end))
        return
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end)


def _allow_files() -> None:
    """Raise the limit of open files to `_FILES`, where the system lets us."""
    if sys.platform == "win32":
        return
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _owned(home: Path) -> Lock | None:
    """The lock of the state folder, or None when another ToolGuard has it."""
    lock = Lock(home / "run")
    return lock if lock.take() else None


def _raise_other(home: Path) -> int:
    try:
        if raise_app(home):
            return 0
    except NoAnswer as problem:
        print(f"toolguard: {problem}", file=sys.stderr)
        return 1
    print("toolguard: another ToolGuard is just starting or ending; try again.", file=sys.stderr)
    return 1


def _log_to(path: Path) -> None:
    """Our own warnings and errors, with tracebacks; bounded."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    handler = logging.handlers.RotatingFileHandler(path, maxBytes=2**20, backupCount=1, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    sys.excepthook = lambda kind, error, trace: _log.critical("an error of ours", exc_info=(kind, error, trace))
