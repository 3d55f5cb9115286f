"""Runs the loops: the core's in a thread of its own, Qt's in the main thread, or the core alone in a terminal."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from toolguard.demo.demo_setup import SECRET, DemoSetup, open_program
from toolguard.gate.approvals.availability import Availability
from toolguard.gate.texts import CodedText
from toolguard.store.diagnostic_log import DiagnosticLog
from toolguard.store.lock import LockHolder, StateLock

if TYPE_CHECKING:
    from toolguard.gate.api import GateApi
    from toolguard.gate.approver import ProcessInfo
    from toolguard.services.runtime.core import Core
    from toolguard.store.config.config import Preferences
    from toolguard.window.preferences import WindowPreferences

_log = logging.getLogger(__name__)

_SWITCH_INTERVAL = 0.0001  # seconds
_GC_THRESHOLD = 10_000  # allocations before a young garbage collection: open calls are many live objects

_MAX_OPEN_FILES = 8192
"""Limit of open descriptors: a session takes up to eight, and macOS's default of 256 is enough for thirty."""
LOCK_TIMEOUT = 60.0
"""Seconds that a start waits for the lock of the state folder: a command may hold it during a keyring prompt."""
HEAD_START = 0.7
"""Seconds for which a start in the background runs only the core before it imports Qt. Both need the interpreter, and
the client that started the program waits for the core.
"""


def run_window(home: Path, *, background: bool = False, demo: bool = False, takes_over: bool = False) -> int:
    """Open the window and run until it is closed; return the exit status.

    A second start raises the first one's window. If that is not visible here, it offers to take over; with
    ``takes_over`` it does so without a question.
    """
    if problem := screen_problem():
        return _fail(problem)
    _set_limits()
    with DemoSetup(demo=demo, home=home) as demo_setup:
        lock = StateLock(demo_setup.home / "run", "ToolGuard")
        status = _acquire_state_folder(lock, demo_setup.home, background=background, takes_over=takes_over)
        if status is not None:
            return status
        try:
            log = _log_to(demo_setup.home / "logs" / "toolguard.log")
            return _run_window(demo_setup, log, background=background)
        finally:
            lock.release()
            if demo_setup.guards_next:
                open_program()


def _run_window(demo_setup: DemoSetup, log: DiagnosticLog, *, background: bool) -> int:
    raising, leaving = DeferredWindowCommand(), DeferredWindowCommand()
    core = CoreThread(demo_setup, log, raising, leaving)
    gc.disable()  # until all long-lived objects exist: collecting while they are created is a sixth of the start
    try:
        _import_shiboken()
        core.begin()
        if background:
            core.start()
            core.served.wait(HEAD_START)
        _import_window()
        core.start()
        _show(core, demo_setup, raising, leaving, background=background)
    except Exception as problem:  # noqa: BLE001 - the end of the program: logged, and said in one line
        _log.exception("ToolGuard stopped")
        return _fail(core.give_up(problem))
    finally:
        gc.enable()
        core.stop()
    return 0


def _fail(problem: str) -> int:
    print(f"toolguard: {problem}", file=sys.stderr, flush=True)
    return 1


def run_serve(home: Path, *, demo: bool = False, port: int | None = None, accepts_changes: bool = False) -> int:
    """Run without a window until a signal; calls that need approval are asked about in this terminal, or denied.

    ``port``: accept HTTP clients on this port, even if there are none yet. ``accepts_changes``: what was changed in the
    configuration before the start applies unasked.
    """
    _set_limits()
    with DemoSetup(demo=demo, home=home) as demo_setup:
        lock = StateLock(demo_setup.home / "run", "toolguard serve")
        if not lock.acquire_within(LOCK_TIMEOUT, meanwhile=_StartupWait(stop_for_app=True)):
            return _fail(_already_running_text(demo_setup.home, lock.holder()))
        log = _log_to(demo_setup.home / "logs" / "toolguard.log")
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(_serve(demo_setup, log, port, accepts_changes=accepts_changes))
        except Exception as problem:  # noqa: BLE001 - see `_run_window`
            _log.exception("ToolGuard stopped")
            return _fail(f"ToolGuard cannot run: {_describe_error(problem)}")
        finally:
            lock.release()
    return 0


def new_loop() -> asyncio.AbstractEventLoop:
    """Return the core's loop: uvloop if available (it halves the latency of a call, see tests/bench).

    Sets the thread switch interval to 0.1 ms: the core's thread needs the interpreter after each system call, and the
    threads of the log, the index and the window would keep it for 5 ms.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL)
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


async def _start(core: Core, demo_setup: DemoSetup) -> None:
    await core.start()
    if demo_setup.demo:
        await core.keychain.set(*SECRET, session_only=True)


class CoreThread:
    """The core on an event loop in its own thread, so that a slow repaint never delays a message.

    `begin` starts the thread, `start` waits until the core accepts clients, `stop` ends both, at any time.
    """

    def __init__(
        self, demo_setup: DemoSetup, log: DiagnosticLog, raise_window: Callable[[], None], leave: Callable[[], None]
    ) -> None:
        """``leave`` ends the program because another start takes over. Both are called from the core's thread."""
        self._demo_setup = demo_setup
        self._log = log
        self._raise_window = raise_window
        self._leave = leave
        self._ready: Future[Core] = Future()
        self._end: asyncio.Event | None = None
        self._pool = ThreadPoolExecutor(1, "toolguard-core")
        self._thread_done: Future[None] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.availability = Availability(opening=True)
        """Lives on the core's loop. A person can be asked once the window is open; until then questions wait."""
        self.served = threading.Event()
        """Set once a client's handshake was answered."""

    def begin(self) -> None:
        """Start the thread."""
        if self._thread_done is None:
            self._thread_done = self._pool.submit(self._run)
            self._thread_done.add_done_callback(self._thread_ended)

    def start(self) -> None:
        """Wait until the core accepts clients. Raises its start error."""
        self.begin()
        self.core = self._ready.result()

    def stop(self) -> None:
        """Deny the pending calls, end every server, and end the thread."""
        if self._thread_done is None:
            return
        wait_for([self._ready])
        if self.loop is not None and self._end is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self.loop.call_soon_threadsafe(self._end.set)
        self._pool.shutdown()

    def give_up(self, problem: Exception) -> str:
        """Refuse pending questions, because the window will not open; return the reason as a sentence."""
        if self._ready.done() and self._ready.exception() is not None:
            return f"ToolGuard cannot start: {_describe_error(problem)}"
        opening = self.availability.state == "opening"
        reason = f"its window {'could not be opened' if opening else 'stopped'}: {_describe_error(problem)}"
        wait_for([self._ready])
        if self.loop is not None:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self.availability.close, reason)
        return f"ToolGuard ends: {reason}"

    def report_check(self, finding: str) -> None:
        """Report the result of a check of the whole log to the core, from any thread; empty if the log is intact."""
        with suppress(RuntimeError):  # it has ended by itself
            if self.loop is not None:
                self.loop.call_soon_threadsafe(self.core.integrity.report, finding)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            self.loop = runner.get_loop()
            runner.run(self._run_core())

    def _thread_ended(self, life: Future[None]) -> None:
        """Unblock `start`, because the thread has ended."""
        if not self._ready.done():
            self._ready.set_exception(life.exception() or RuntimeError("the core ended before it was ready"))

    async def _run_core(self) -> None:
        from toolguard.services.runtime.core import Core

        self._end = asyncio.Event()
        from toolguard.clients.process_info import describe_this_process

        core = Core(
            self._demo_setup.home, keep_anchor=not self._demo_setup.demo, vouched=self._demo_setup.demo,
            availability=self.availability, raise_window=self._raise_window, leave=self._leave,
            process=describe_this_process("window", os.environ),
            machine=self._demo_setup.machine if self._demo_setup.demo else None,
        )  # fmt: skip
        self._log.redact(core.scrub)
        try:
            await _start(core, self._demo_setup)
            self._note_handshake(core.guard)
            self._ready.set_result(core)
            await self._end.wait()
        finally:
            await core.close()

    def _note_handshake(self, guard: GateApi) -> None:
        """Set ``served`` once the first client's handshake was answered."""

        def look() -> None:
            if any(session.version or session.info for session in guard.snapshot().sessions):
                asyncio.get_running_loop().call_soon(told)

        def told() -> None:
            if not self.served.is_set():
                self.served.set()
                stop()

        stop = guard.on_change(look)


class DeferredWindowCommand:
    """A command to the window (raise, close) that is kept until the window exists. Callable from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._window: Callable[[], None] | None = None
        self.is_requested = False

    def __call__(self) -> None:
        with self._lock:
            self.is_requested = True
            if self._window is not None:
                self._window()

    def attach(self, window: Callable[[], None]) -> None:
        """Set the command; call it at once if it was requested already."""
        with self._lock:
            self._window = window
            if self.is_requested:
                window()

    def detach(self) -> None:
        """Keep commands again, because the window is gone."""
        with self._lock:
            self._window = None


def _import_shiboken() -> None:
    """Import the base of PySide6 while this is the only thread.

    It temporarily inserts a finder into ``sys.meta_path``. A thread that imports a module meanwhile would skip the next
    finder and raise ModuleNotFoundError.
    """
    import shiboken6  # noqa: F401


def _import_window() -> None:
    """Import Qt and the window, which takes half a second."""
    import qasync  # noqa: F401

    import toolguard.window.main  # noqa: F401


def _show(
    core: CoreThread,
    demo_setup: DemoSetup,
    raising: DeferredWindowCommand,
    leaving: DeferredWindowCommand,
    *,
    background: bool,
) -> None:
    """Run the window on the Qt thread until the person closes it or a signal ends the program."""
    import msgspec
    from PySide6.QtCore import qInstallMessageHandler

    from toolguard.window import theme
    from toolguard.window.desktop.event_loop import EventLoop
    from toolguard.window.language import Language
    from toolguard.window.main import make_application
    from toolguard.window.preferences import WindowPreferences

    before = qInstallMessageHandler(_QtFatalHandler(core))
    application = make_application(sys.argv[:1])
    qInstallMessageHandler(before)
    window_preferences = WindowPreferences(
        msgspec.to_builtins(core.core.config.preferences, builtin_types=(CodedText,)), application
    )
    spoken = Language(application)
    spoken.choose(window_preferences["language"])
    appearance = theme.Appearance(application)
    appearance.choose(window_preferences["appearance"])
    window_preferences.changed.connect(lambda: appearance.choose(window_preferences["appearance"]))
    with asyncio.Runner(loop_factory=lambda: EventLoop(application)) as runner:
        window = _window(
            core, demo_setup, window_preferences, spoken.choose, raising, leaving, background=background
        )  # fmt: skip
        runner.run(window)


async def _window(
    core: CoreThread,
    demo_setup: DemoSetup,
    window_preferences: WindowPreferences,
    speak: Callable[[str], None],
    raising: DeferredWindowCommand,
    leaving: DeferredWindowCommand,
    *,
    background: bool,
) -> None:
    import msgspec

    from toolguard.clients.process_info import with_display
    from toolguard.demo.sample import DemoSampleCall
    from toolguard.window.approval.input_origin import InputOrigin
    from toolguard.window.core_link import CoreLink
    from toolguard.window.desktop.desktop import Desktop
    from toolguard.window.log_view.log_access import LogAccess
    from toolguard.window.main import MainWindow, display_of
    from toolguard.window.widgets.garbage_collection import GarbageCollector

    assert core.loop is not None  # noqa: S101 - `start` returned
    quitting = asyncio.Event()
    qt = asyncio.get_running_loop()
    _on_signals(qt, quitting.set)
    home, loop = core.core.home, core.loop
    process = with_display(core.core.process, display_of(os.environ), os.environ)
    core_link = CoreLink(core.loop, core.core.guard, core.core.run, inputs=InputOrigin(process))
    reading = LogAccess(
        home / "log", home / "log-index.db", core.core.startup_trust,
        indexer=lambda: core.core.indexer.poke(), verdict=core.report_check,
    )  # fmt: skip
    desktop = Desktop(core_link)

    def guard() -> None:
        demo_setup.guards_next = True
        quitting.set()

    sample = None if demo_setup.demo else DemoSampleCall(home)
    window = MainWindow(
        core_link=core_link, reading=reading, settings_path=home / "window.ini", on_quit=quitting.set,
        preferences=window_preferences, notification_outlet=desktop.notification_outlet, tray=desktop.tray,
        tour=demo_setup.demo, guard=guard, speak=speak,
        welcome=not (home / "window.ini").exists(), sample=sample,
    )  # fmt: skip

    def raise_window() -> None:
        qt.call_soon_threadsafe(window.bring_up)

    def leave() -> None:
        qt.call_soon_threadsafe(quitting.set)

    def prefer(preferences: Preferences) -> None:
        qt.call_soon_threadsafe(window_preferences.update, msgspec.to_builtins(preferences, builtin_types=(CodedText,)))

    def browse(address: str) -> None:
        qt.call_soon_threadsafe(desktop.browse, address)

    detach = (core.core.on_preferences(prefer), core.core.sign_ins.on_page(browse))
    loop.call_soon_threadsafe(lambda: prefer(core.core.config.preferences))  # changed while the window opened
    gc.freeze()  # exclude long-lived objects from garbage collection: a full collection would block the window
    GarbageCollector(window)
    window.begin(background=background and not raising.is_requested)
    raising.attach(raise_window)
    leaving.attach(leave)
    desktop.ask_motion(window.motion)
    desktop.watch_person()
    loop.call_soon_threadsafe(core.core.began, process)
    loop.call_soon_threadsafe(core.availability.ready)
    with demo_setup.playing():
        await quitting.wait()
    if sample is not None:
        sample.stop()
    loop.call_soon_threadsafe(core.availability.close, "ToolGuard is closing", "closing")
    raising.detach()
    leaving.detach()
    for end in detach:
        end()
    window.finish()
    await desktop.leave()
    core_link.stop_listening()
    await core_link.close()
    reading.close()


async def _serve(demo_setup: DemoSetup, log: DiagnosticLog, port: int | None, *, accepts_changes: bool) -> None:
    from toolguard.clients.process_info import describe_this_process
    from toolguard.services.runtime.core import Core
    from toolguard.terminal.event_lines import recorded_in
    from toolguard.terminal.prompts import TerminalPrompts

    availability = Availability(opening=True)
    ending = asyncio.Event()
    process = describe_this_process("serve", os.environ)
    core = Core(
        demo_setup.home, keep_anchor=not demo_setup.demo, http_port=port, vouched=demo_setup.demo or accepts_changes,
        windowless=True, availability=availability, process=process, leave=ending.set,
    )  # fmt: skip
    log.redact(core.scrub)
    try:
        await _start(core, demo_setup)
    except OSError:
        await core.close()
        raise
    core.began(process)
    terminal = TerminalPrompts(
        core.guard, input_fd=0, output=sys.stdout, run_folder=demo_setup.home / "run",
        read_log=recorded_in(demo_setup.home / "log"), printed=core.recorded_before, process=process,
    )  # fmt: skip

    def interrupt() -> None:
        if not terminal.editing:
            ending.set()

    _on_signals(asyncio.get_running_loop(), ending.set, interrupt=interrupt)
    core.sign_ins.on_page(terminal.show_page)
    showing = asyncio.create_task(terminal.run())
    if core.http.port:
        print(f"Chat clients come in at http://127.0.0.1:{core.http.port}/s/SERVER/mcp", flush=True)
    print(f"ToolGuard runs without a window. State: {demo_setup.home}. Ctrl+C ends it.", flush=True)
    gc.freeze()  # exclude long-lived objects from garbage collection
    gc.set_threshold(_GC_THRESHOLD)
    try:
        loop = asyncio.get_running_loop()

        def over() -> None:
            loop.call_soon_threadsafe(ending.set)

        with demo_setup.playing(over):
            await ending.wait()
    finally:
        await core.close()
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)


def _on_signals(
    loop: asyncio.AbstractEventLoop, end: Callable[[], None], *, interrupt: Callable[[], None] | None = None
) -> None:
    """Call ``end`` at a signal that ends programs; at Ctrl+C ``interrupt``, if there is one."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(interrupt or end))
        signal.signal(signal.SIGBREAK, lambda *_: loop.call_soon_threadsafe(end))
        return
    loop.add_signal_handler(signal.SIGINT, interrupt or end)
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end)


def _set_limits() -> None:
    """Write no core dump, which would contain secrets, and permit `_MAX_OPEN_FILES` if the system does."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _MAX_OPEN_FILES if most == resource.RLIM_INFINITY else min(_MAX_OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < limit:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))


def _acquire_state_folder(lock: StateLock, home: Path, *, background: bool, takes_over: bool) -> int | None:
    """Acquire the lock of the state folder; return the exit status if another ToolGuard keeps it.

    Waits for one that is starting, and replaces one that is closing. Raises the window of one that runs or, if that is
    not visible here, asks the person whether to take over.
    """
    outcomes: list[str] = []

    def other(_holder: LockHolder) -> bool:
        if background:
            outcome = "starting" if _find_other(home) is None else "raised"
        else:
            from toolguard.cli.take_over import second_start

            outcome = second_start(home, os.environ, _make_confirm(takes_over), lock.acquire)
        if outcome == "starting":
            return False
        outcomes.append(outcome)
        return True

    if lock.acquire_within(LOCK_TIMEOUT, meanwhile=_StartupWait(other)) or outcomes == ["taken over"]:
        return None
    if outcomes:
        return 0 if outcomes == ["raised"] else 1
    return _fail(f"{lock.holder()} uses the state folder {home} and does not end: end it, then try again.")


class _StartupWait:
    """Wait strategy of a start while another process has the lock of the state folder."""

    def __init__(
        self, app: Callable[[LockHolder], bool] = lambda _holder: False, *, stop_for_app: bool = False
    ) -> None:
        """``app`` is called while the holder is an app; True ends the wait, as ``stop_for_app`` does if it runs."""
        self._app = app
        self._stop_for_app = stop_for_app
        self.last_message = ""

    def __call__(self, holder: LockHolder) -> bool:
        if holder.kind != "command":
            return (self._stop_for_app and not holder.is_gone()) or self._app(holder)
        if self.last_message != str(holder):
            self.last_message = str(holder)
            _fail(f"waiting for {holder}, which is changing the settings.")
        return False


def _find_other(home: Path) -> int | None:
    """Return 0 if another app accepts clients, else None."""
    from toolguard.clients.stub import connect

    try:
        connect.open_app(str(home)).close()
    except OSError:
        return None
    return 0


class _QtFatalHandler:
    """Qt message handler that answers pending calls before Qt aborts the process."""

    def __init__(self, core: CoreThread) -> None:
        self._core = core

    def __call__(self, kind: object, _context: object, text: str) -> None:
        from PySide6.QtCore import QtMsgType

        if kind != QtMsgType.QtFatalMsg:
            print(text, file=sys.stderr)
            return
        reason = self._core.give_up(OSError(text.splitlines()[0] if text else "Qt cannot start"))
        _log.critical("Qt aborted: %s", text)
        self._core.stop()
        _fail(reason)
        os._exit(1)


def screen_problem() -> str:
    """Return why no window can be shown here, in one sentence; "" if one can, as far as is known before Qt starts."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if not (display or os.environ.get("WAYLAND_DISPLAY")):
        return "There is no display here. Use `toolguard serve`, which needs none, or start this in a desktop."
    if not os.environ.get("WAYLAND_DISPLAY") and not _is_there(display):
        return f"The display {display} does not answer. Use `toolguard serve`, or start this in a desktop."
    return ""


def _is_there(display: str) -> bool:
    """Return whether a local X server answers; True for a remote display, which only Qt can check."""
    number = display.removeprefix(":").partition(".")[0]
    if sys.platform == "win32" or not display.startswith(":") or not number.isdigit():
        return True
    for place in (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}"):  # noqa: S108
        with socket.socket(socket.AF_UNIX) as connection, suppress(OSError):
            connection.settimeout(1.0)
            connection.connect(place)
            return True
    return False


def _describe_error(problem: BaseException) -> str:
    """Return a short description of an error for a person."""
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.strerror}{f': {problem.filename}' if problem.filename else ''}"
    if isinstance(problem, OSError | ImportError) and str(problem):
        return str(problem)
    return f"a fault of its own ({type(problem).__name__}: {problem}), see its log"


def _make_confirm(takes_over: bool) -> Callable[[ProcessInfo], bool]:
    """Return a function that asks whether to close the other ToolGuard: in the terminal, else in a dialog."""
    from toolguard.cli import take_over

    if takes_over:
        return take_over.take_over_at_once
    return _ask_in_dialog if take_over.wants_dialog(os.environ) else take_over.ask_in_terminal


def _ask_in_dialog(other: ProcessInfo) -> bool:
    from toolguard.cli.take_over import about
    from toolguard.window.desktop.already_running import ask
    from toolguard.window.desktop.event_loop import EventLoop
    from toolguard.window.main import make_application

    print(f"toolguard: {about(other)} `toolguard --take-over` closes it and opens ToolGuard here.", file=sys.stderr)
    application = make_application(sys.argv[:1])
    with asyncio.Runner(loop_factory=lambda: EventLoop(application)) as runner:
        return runner.run(ask(other))


def _already_running_text(home: Path, holder: LockHolder) -> str:
    """Return the text of a second `toolguard serve`: where the first ToolGuard runs."""
    from toolguard.cli import take_over
    from toolguard.clients.local.control_client import NoReplyError, running_app

    try:
        other = running_app(home)
    except NoReplyError as problem:
        return str(problem)
    if other is None or other.surface == "unknown":
        return f"{holder} uses the state folder {home}; close it first."
    return f"{take_over.about(other)} Close it first."


def _log_to(path: Path) -> DiagnosticLog:
    """Write ToolGuard's warnings and errors to a file of bounded size, with tracebacks."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    handler = DiagnosticLog(path, "%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    sys.excepthook = lambda kind, error, trace: _log.critical("an error of ours", exc_info=(kind, error, trace))
    threading.excepthook = lambda ended: _log.critical("a thread ended by an error of ours", exc_info=ended.exc_value)
    return handler
