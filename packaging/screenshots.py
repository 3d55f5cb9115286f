"""Take screenshots of every page in every variant, from the real window and a real log, and the README's picture.

    python packaging/screenshots.py                                 every page, light and dark, in English and Chinese,
                                                                    at 100 % and 200 %, small and on a large screen
    python packaging/screenshots.py --page rules --language en --scale 1 --size 1280x800
    python packaging/screenshots.py --readme resources/window.png

Without a display, it draws offscreen. It starts no server and opens no port.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import sample_calls
import sample_credentials
import sample_servers
import sample_services
import screenshots_variants as variants
from PySide6.QtCore import QLocale
from qasync import QEventLoop
from sample_core import by_name
from screenshots_scenes import SCENES, SampleGate, empty_installation, settle

from toolguard.demo.sample import DemoSampleCall
from toolguard.store.log.index.log_index import IndexThread, follow
from toolguard.window import language, main, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.log_view.log_access import LogAccess


async def take_all(camera: variants.Camera, variant: variants.Variant, pages: Sequence[str]) -> None:
    folder = Path(tempfile.mkdtemp())
    indexer = await write_log(folder)
    for log in (True, False):
        window, guard = make_window(folder, log=log)
        window.resize(variant.width, variant.height)
        window.show()
        if not log:
            await empty_installation(window, guard, camera, pages)
        else:
            guard.show(sample_calls.full_snapshot())
            await settle()
        for page in pages if log else ():
            window.turn(page)
            await SCENES[page](window, guard, camera)
        await close_window(window)
    indexer.stop()


async def readme_picture(readme: Path) -> None:
    folder = Path(tempfile.mkdtemp())
    indexer = await write_log(folder)
    window, guard = make_window(folder, log=True)
    window.resize(1180, 740)
    window.show()
    guard.show(sample_calls.full_snapshot())
    await settle()
    window.stack.page("pending").choose(f"{2:016x}")
    await settle(1)
    readme.parent.mkdir(parents=True, exist_ok=True)
    window.grab().save(str(readme))
    await close_window(window)
    indexer.stop()


async def write_log(folder: Path) -> IndexThread:
    sample_credentials.write_log(folder / "log")
    await sample_calls.write_log(folder / "log")
    indexer = IndexThread(folder / "log", follow(folder / "log"))
    indexer.start()
    await asyncio.sleep(0.5)
    return indexer


def make_window(folder: Path, *, log: bool) -> tuple[main.MainWindow, SampleGate]:
    guard = SampleGate()
    path = folder / "log" if log else folder / "none"
    services = sample_services.SampleServices(
        folder / f"services{time.monotonic_ns()}", path, sample_servers.SERVERS if log else {}
    )
    guard.home = services.home
    keys = sample_credentials.orders(services.do, busy=log)
    orders = sample_servers.orders(folder / f"state{log}", keys, busy=log)
    core_link = CoreLink(asyncio.get_running_loop(), guard, by_name(orders))
    reading = LogAccess(path, follow(path))
    window = main.MainWindow(
        core_link=core_link,
        settings_path=folder / f"window{time.monotonic_ns()}.ini",
        on_quit=lambda: None,
        reading=reading,
        sample=DemoSampleCall(folder),
    )
    return window, guard


async def close_window(window: main.MainWindow) -> None:
    window.finish()
    window.context.core_link.stop_listening()
    await window.context.core_link.close()
    if isinstance(window.context.reading, LogAccess):
        window.context.reading.close()
    window.deleteLater()
    await settle()


def run() -> None:
    options = variants.parse_options(sys.argv[1:], __doc__, tuple(SCENES))
    if options.variant is None:
        options.out.mkdir(parents=True, exist_ok=True)
        variants.run_all(sys.argv, options)
        return
    variant = variants.VARIANTS[options.variant]
    variants.filter_qt_messages()
    errors = variants.ErrorCount()
    app = main.make_application(sys.argv[:1])
    if not options.system_font:
        variants.choose_font(app, variant.language)
    language.Language(app).choose(variant.language)
    QLocale.setDefault(QLocale(variants.REGIONS[variant.language]))
    appearance = theme.Appearance(app)
    appearance.choose(variant.look)
    camera = variants.Camera(options.out, variant.label, options.only)
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        if options.readme is not None:
            runner.run(readme_picture(options.readme))
        else:
            runner.run(take_all(camera, variant, options.page or tuple(SCENES)))
    print(f"{camera.count} pictures of {variant.label}")
    if errors.count:
        sys.exit(f"{errors.count} errors were logged while the pictures were taken")


if __name__ == "__main__":
    run()
