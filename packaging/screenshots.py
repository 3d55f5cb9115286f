"""Makes every page in every variant, from the real window classes and a real log; and the README's picture.

    python packaging/screenshots.py                                 every page, light and dark, in English and Chinese,
                                                                    at 100 % and 200 %, small and on a large screen
    python packaging/screenshots.py --page rules --language en --scale 1 --size 1280x800
    python packaging/screenshots.py --readme resources/window.png

Needs no display: without one it draws offscreen. No server is started and nothing is listened to.
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

import busy_day
import busy_keys
import busy_office
import busy_servers
import screenshots_variants as variants
from played_core import by_name
from PySide6.QtCore import QLocale
from qasync import QEventLoop
from screenshots_scenes import SCENES, Still, of_nothing, settle

from toolguard.store.log.index.log_index import IndexThread, follow
from toolguard.window import language, main, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.log_view.log_access import LogFileAccess


async def take_all(camera: variants.Camera, variant: variants.Variant, pages: Sequence[str]) -> None:
    folder = Path(tempfile.mkdtemp())
    indexer = await write_log(folder)
    for log in (True, False):
        window, guard = make_window(folder, log=log)
        window.resize(variant.width, variant.height)
        window.show()
        if not log:
            await of_nothing(window, guard, camera, pages)
        else:
            guard.show(busy_day.everything())
            await settle()
        for page in pages if log else ():
            window.turn(page)
            await SCENES[page](window, guard, camera)
        await put_away(window)
    indexer.stop()


async def the_picture(readme: Path) -> None:
    folder = Path(tempfile.mkdtemp())
    indexer = await write_log(folder)
    window, guard = make_window(folder, log=True)
    window.resize(1180, 740)
    window.show()
    guard.show(busy_day.everything())
    await settle()
    window.stack.page("pending").choose(f"{2:016x}")
    await settle(1)
    readme.parent.mkdir(parents=True, exist_ok=True)
    window.grab().save(str(readme))
    await put_away(window)
    indexer.stop()


async def write_log(folder: Path) -> IndexThread:
    busy_keys.write_log(folder / "log")
    await busy_day.write_log(folder / "log")
    indexer = IndexThread(folder / "log", follow(folder / "log"))
    indexer.start()
    await asyncio.sleep(0.5)
    return indexer


def make_window(folder: Path, *, log: bool) -> tuple[main.MainWindow, Still]:
    guard = Still()
    path = folder / "log" if log else folder / "none"
    office = busy_office.Office(folder / f"office{time.monotonic_ns()}", path, empty=not log)
    guard.home = office.home
    others = busy_keys.orders(office.do, busy=log)
    asked = busy_servers.orders(folder / f"state{log}", others, busy=log)
    core_link = CoreLink(asyncio.get_running_loop(), guard, by_name(asked))
    reading = LogFileAccess(path, follow(path))
    window = main.MainWindow(
        core_link=core_link,
        settings_path=folder / f"window{time.monotonic_ns()}.ini",
        on_quit=lambda: None,
        reading=reading,
    )
    return window, guard


async def put_away(window: main.MainWindow) -> None:
    window.finish()
    window.context.core_link.stop_listening()
    await window.context.core_link.close()
    if isinstance(window.context.reading, LogFileAccess):
        window.context.reading.close()
    window.deleteLater()
    await settle()


def run() -> None:
    told = variants.asked(sys.argv[1:], __doc__, tuple(SCENES))
    if told.variant is None:
        told.out.mkdir(parents=True, exist_ok=True)
        variants.walk_all(sys.argv, told)
        return
    variant = variants.VARIANTS[told.variant]
    variants.be_quiet()
    errors = variants.ErrorCount()
    app = main.make_application(sys.argv[:1])
    if not told.system_font:
        variants.choose_font(app, variant.language)
    language.Language(app).choose(variant.language)
    QLocale.setDefault(QLocale(variants.REGIONS[variant.language]))
    appearance = theme.Appearance(app)
    appearance.choose(variant.look)
    camera = variants.Camera(told.out, variant.label, told.only)
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        if told.readme is not None:
            runner.run(the_picture(told.readme))
        else:
            runner.run(take_all(camera, variant, told.page or tuple(SCENES)))
    print(f"{camera.taken} pictures of {variant.label}")
    if errors.count:
        sys.exit(f"{errors.count} errors while they were drawn")


if __name__ == "__main__":
    run()
