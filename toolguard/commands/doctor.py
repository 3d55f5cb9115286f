"""What is wrong on this machine and how to mend it, a line for each thing that ToolGuard stands on. Changes nothing."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from toolguard.checkpoint.visible import visible
from toolguard.clients.order import NoAnswer, ask_app
from toolguard.commands.log_reading import log_path, opened
from toolguard.commands.printing import SaysNo, Wants, print_json
from toolguard.commands.probing import release_of
from toolguard.commands.reaching import Step, steps
from toolguard.commands.sign_ins import Shelf
from toolguard.commands.signed import Kept
from toolguard.servers import Channel, LoginPath, Unreachable, open_server
from toolguard.servers.environment import find
from toolguard.servers.secrets import places
from toolguard.store import chain, records
from toolguard.store.accepted import Accepted
from toolguard.store.audit import Tampered
from toolguard.store.config import Config, ServerSpec
from toolguard.store.keychain import ADVICE, Keychain, KeychainProblem

_TAIL = 1_000  # records of the log that are checked


class Finding(NamedTuple):
    """``note`` is worth knowing, only ``wrong`` keeps something from working."""

    state: Literal["ok", "note", "wrong"]
    about: str
    text: str


def examine(home: Path, options: Wants, display: bool) -> int:
    """Print every finding; 0 when nothing is wrong, else 1."""
    findings = list(_findings(home, display))
    if options.json:
        print_json([finding._asdict() for finding in findings])
    else:
        marks = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}
        for finding in findings:
            print(visible(f"{marks[finding.state]}  {finding.about}: {finding.text}"))
    return 1 if any(finding.state == "wrong" for finding in findings) else 0


def _findings(home: Path, display: bool) -> Iterator[Finding]:
    yield _folder(home)
    config = Config.load(home / "config.json")
    if config.problem:
        yield Finding("wrong", "configuration", f"{config.problem} Mend {home / 'config.json'}.")
    else:
        counts = f"{len(config.servers)} servers, {len(config.rules)} rules, {len(config.secrets)} secrets"
        yield Finding("ok", "configuration", f"readable: {counts}")
    yield _log(home)
    yield asyncio.run(_keychain(home, needed=bool(config.secrets)))
    yield from _app(home)
    yield _display(display)
    path = LoginPath().read() if config.servers else ""
    for spec in config.servers.values():
        yield from asyncio.run(_remote(spec, config)) if spec.url else (_server(spec, path),)
        yield from _unbound(spec, config)


def _folder(home: Path) -> Finding:
    """The state folder must be ours, and nobody else may look into it."""
    about = "state folder"
    try:
        found = home.lstat() if not home.is_symlink() else home.stat()
    except FileNotFoundError:
        return Finding("note", about, f"{home} is not there yet; it is made when it is needed")
    except OSError as problem:
        return Finding("wrong", about, f"{home} cannot be entered ({problem.strerror}): give yourself leave to")
    if not stat.S_ISDIR(found.st_mode):
        return Finding("wrong", about, f"{home} is not a folder: move it away")
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        return Finding("wrong", about, f"{home} cannot be written: chmod u+rwx {home}")
    if sys.platform != "win32":
        if found.st_uid != os.geteuid():
            return Finding("wrong", about, f"{home} belongs to another user: chown it to yourself")
        for path in (home, home / "config.json", log_path(home), home / "run"):
            if path.exists() and path.stat().st_mode & 0o077:
                return Finding("wrong", about, f"others can look into {path}: chmod go= {path}")
    return Finding("ok", about, str(home))


def _log(home: Path) -> Finding:
    """It opens, and its newest records follow each other; all of it is `toolguard log verify`'s work."""
    try:
        with opened(home) as log:
            if log is None:
                return Finding("note", "log", "nothing was recorded yet")
            newest = log.newest()[0]
            first = max(newest - _TAIL, 0)
            verifier = chain.Verifier(start=(first, log.hash_of(first)))
            seq = first
            while batch := log.after(seq, _TAIL):
                for record, hash in batch:
                    body, _ = records.encode(record.seq, record.time, record.event, lambda text: text)
                    verifier.feed(record.seq, body, hash, record.seq)
                seq = batch[-1][0].seq
            report = verifier.report()
    except (SaysNo, OSError) as why:
        return Finding("wrong", "log", str(why))
    if not report.ok:
        text = f"{report.problem}. Keep {log_path(home)} as evidence and run `toolguard log verify`"
        return Finding("wrong", "log", text)
    return Finding("ok", "log", f"{newest:,} records, the newest {report.checked:,} are as they were written")


async def _keychain(home: Path, *, needed: bool) -> Finding:
    keychain = Keychain(timeout=5.0)
    try:
        await keychain.anchor_get(log_path(home))
    except KeychainProblem as why:
        return Finding("wrong" if needed or why.state != "none" else "note", "keychain", str(why))
    finally:
        keychain.close()
    return Finding("ok", "keychain", "ready" if not ADVICE[keychain.state] else ADVICE[keychain.state])


def _app(home: Path) -> Iterator[Finding]:
    try:
        reply = ask_app(home, "status", {})
    except NoAnswer as why:
        yield Finding("wrong", "app", str(why))
        return
    if reply is None:
        yield from _since(home)
        yield Finding("note", "app", "not running; toolguard-connect opens it when a chat client needs it")
    elif not reply["ok"]:
        yield Finding("wrong", "app", str(reply.get("error")))
    else:
        yield from _running(reply.get("value") or {})


def _since(home: Path) -> Iterator[Finding]:
    """What the next start of the window will ask about: it loosens the gate, and nobody has accepted it."""
    try:
        with opened(home) as log:
            digest = log.settled() if log is not None else ""
    except (SaysNo, OSError, Tampered):  # said of the log itself
        return
    found = Config.load(home / "config.json")
    if not digest or found.problem:
        return
    if waiting := found.since(Accepted(home / "accepted").state(digest)):
        text = f"it was changed while ToolGuard did not run: {len(waiting)} of its changes loosen the gate"
        yield Finding("note", "configuration", f"{text}, and wait for you when you open its window")


def _running(value: dict[str, Any]) -> Iterator[Finding]:
    if waiting := value.get("waiting"):
        text = f"another program changed it: {waiting} of its changes wait for you in ToolGuard and do not count yet"
        yield Finding("note", "configuration", text)
    if value.get("trouble"):
        yield Finding("wrong", "app", " ".join(map(str, value["trouble"])))
        return
    sessions, held = len(value.get("sessions", ())), value.get("held", 0)
    yield Finding("ok", "app", f"running: {sessions} sessions, {held} calls wait, {value.get('calls', 0)} run")


def _display(display: bool) -> Finding:
    if display:
        return Finding("ok", "display", "a window can be shown")
    return Finding("note", "display", "none here: `toolguard serve` shows and asks in a terminal instead")


def _server(spec: Any, path: str) -> Finding:
    about = f"server {spec.name}"
    if not spec.enabled:
        return Finding("note", about, "switched off")
    extensions = tuple(os.environ.get("PATHEXT", "").split(";")) if sys.platform == "win32" else ("",)
    try:
        found = find(
            spec.command, spec.env.get("PATH") or path, cwd=spec.cwd or str(Path.home()), extensions=extensions
        )
    except Unreachable as why:
        return Finding("wrong", about, f"{why}.")
    if spec.cwd and not Path(spec.cwd).expanduser().is_dir():
        return Finding("wrong", about, f"its folder {spec.cwd} is not there: remove the server and add it anew")
    return Finding("ok", about, f"starts {found}")


async def _remote(spec: ServerSpec, config: Config) -> list[Finding]:
    """What stands between here and a remote server; the last step says more than "it does not work"."""
    about = f"server {spec.name}"
    if not spec.enabled:
        return [Finding("note", about, "switched off")]
    keychain = Keychain(timeout=5.0)
    kept = Kept(Shelf(config, keychain), spec)
    mine = {name: one for name, one in config.secrets.items() if spec.name in one.servers}
    launches = {name: one.launches[spec.name] for name, one in mine.items() if spec.name in one.launches}
    bound = {"name": spec.name, "secrets": list(mine), "launches": launches}

    async def opened() -> Channel:
        release = release_of(bound, spec, keychain)
        return await open_server(spec, release=release, log=lambda _line: None, signer=kept if kept.signs else None)

    async def auth() -> Step | None:
        state, text = await kept.said()
        return Step(state, text, last=kept.is_over) if text else None

    try:
        return [Finding(step.state, about, step.text) async for step in steps(spec, opened, auth)]
    finally:
        keychain.close()


def _unbound(spec: Any, config: Config) -> Iterator[Finding]:
    for name in sorted(places(spec)):
        if name not in config.secrets:
            mend = f"toolguard secret set {name}, then toolguard secret bind {name} --server {spec.name}"
            yield Finding("wrong", f"server {spec.name}", f"it needs the secret {name}, which is not there: {mend}")
        elif spec.name not in config.secrets[name].servers:
            mend = f"toolguard secret bind {name} --server {spec.name}"
            yield Finding("wrong", f"server {spec.name}", f"it may not have the secret {name} yet: {mend}")
