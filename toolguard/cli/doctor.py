"""Checks of this machine with hints how to fix problems, one line per check. Changes nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from toolguard.cli.client_routing import ROUTABLE_STATES, coverage
from toolguard.cli.log import log_path, opened, shipping_state
from toolguard.cli.printing import (
    OutputOptions,
    Role,
    counted,
    describe_error,
    paint,
    print_hint,
    print_json,
    size,
    wrapped,
)
from toolguard.cli.status import process_of
from toolguard.cli.take_over import about, is_shown_here
from toolguard.gate.approvals.presence import PresenceError
from toolguard.gate.approver import place, starter
from toolguard.gate.policy.unicode_safety import visible
from toolguard.presence import system_authenticator
from toolguard.servers import LoginPath, Redactor, ServerChannel, ServerResources, UnreachableError, open_server
from toolguard.servers.launch_fingerprint import outline
from toolguard.servers.secrets.redactor import places
from toolguard.servers.stdio.channel import extensions
from toolguard.servers.stdio.environment import find, own_path
from toolguard.services.errors import CommandError
from toolguard.services.interface import AppStatus
from toolguard.services.runtime.command_caller import CommandCaller, NotRunningError
from toolguard.services.runtime.log_proof import find_proof
from toolguard.services.server_probe.accepted_entries import AcceptedEntries, accepted_state
from toolguard.services.server_probe.connectivity_check import CheckStep, steps
from toolguard.services.server_probe.oauth_probe import StoredSignIn
from toolguard.services.server_probe.probe import bound_to, release_of
from toolguard.services.sign_ins import SignInStore
from toolguard.store.config.config import Config, ServerSpec
from toolguard.store.config.seals import REASON_CLAUSES, KeyFile, Seals, keyring_name
from toolguard.store.keychain import ADVICE, Keychain, KeychainError
from toolguard.store.log import chain
from toolguard.store.log.audit_log import TamperedError
from toolguard.store.log.journal import segments
from toolguard.store.log.upkeep.retention import size_step

_CHECKED_RECORDS = 1_000  # maximum records of the log that are checked
_NEEDED_SPACE = 16 * 1024 * 1024  # bytes on the disk below which it counts as full


class Finding(NamedTuple):
    """The result of a check. Only ``wrong`` means that something does not work."""

    state: Literal["ok", "note", "wrong"]
    about: str
    text: str


_MARKS: dict[str, tuple[str, Role]] = {"ok": ("ok", "good"), "note": ("note", "caution"), "wrong": ("error", "bad")}


def examine(home: Path, options: OutputOptions, has_display: Callable[[], bool]) -> int:
    """Print every finding; return 0 if nothing is wrong, else 1."""
    findings = list(_findings(home, has_display()))
    if options.json:
        print_json([finding._asdict() for finding in findings])
    else:
        for finding in findings:
            word, role = _MARKS[finding.state]
            mark = f"{word:<5}"
            line = wrapped(f"{mark}  {visible(f'{finding.about}: {finding.text}')}", len(mark) + 2)
            print(line.replace(mark, paint(mark, role), 1))
    return 1 if any(finding.state == "wrong" for finding in findings) else 0


def _findings(home: Path, display: bool) -> Iterator[Finding]:
    yield _folder(home)
    yield from _disk(home)
    config = Config.load(home / "config.json")
    if config.problem:
        yield Finding("wrong", "configuration", f"{config.problem} Fix {home / 'config.json'}.")
    else:
        shown = ((config.servers, "server"), (config.rules, "rule"), (config.secrets, "secret"))
        counts = ", ".join(counted(len(entries), noun) for entries, noun in shown)
        yield Finding("ok", "configuration", f"readable: {counts}")
    yield from _clients(home)
    yield _log(home)
    yield asyncio.run(_keychain(home, needed=bool(config.secrets)))
    yield from _app(home, display)
    yield from _shipping(home)
    yield _display(display)
    yield from asyncio.run(_presence(config))
    path = LoginPath().read() if config.servers else ""
    for spec in config.servers.values():
        yield from (_server(spec, path),) if spec.row.runs_program else asyncio.run(_remote(spec, config))
        yield from _unbound(spec, config)


def _folder(home: Path) -> Finding:
    """Check that the state folder belongs to this user and is private."""
    about = "state folder"
    try:
        status = home.lstat() if not home.is_symlink() else home.stat()
    except FileNotFoundError:
        return Finding("note", about, f"{home} does not exist yet; it is created when needed")
    except OSError as problem:
        return Finding("wrong", about, f"{home} can't be opened ({problem.strerror}): change its permissions")
    if not stat.S_ISDIR(status.st_mode):
        return Finding("wrong", about, f"{home} is not a folder: remove it")
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        mend = "change its permissions" if sys.platform == "win32" else f"chmod u+rwx {home}"
        return Finding("wrong", about, f"{home} is not writable: {mend}")
    if sys.platform != "win32":
        if status.st_uid != os.geteuid():
            return Finding("wrong", about, f"{home} belongs to another user: chown it to yourself")
        for path in (home, home / "config.json", log_path(home), home / "run"):
            if path.exists() and path.stat().st_mode & 0o077:
                return Finding("wrong", about, f"other users can read {path}: chmod go= {path}")
    return Finding("ok", about, str(home))


def _disk(home: Path) -> Iterator[Finding]:
    """Check that there is space for the log."""
    try:
        free = shutil.disk_usage(home).free
    except OSError:  # about the folder itself
        return
    if free < _NEEDED_SPACE:
        text = f"full ({size(free)} free): a call whose decision cannot be recorded does not run. Free some space"
        yield Finding("wrong", "disk", text)


def _clients(home: Path) -> Iterator[Finding]:
    """Check that the servers of the chat clients on this computer are guarded."""
    try:
        clients = CommandCaller(home, print_hint, lock_timeout=0.0).send(lambda services: services.routing.found())
    except CommandError:  # about the app and the configuration
        return
    for client in clients:
        about = f"client {client['client']}"
        for file in client["files"]:
            if file["error"]:
                yield Finding("note", about, f"{file['path']}: {file['error']}")
        states = [server["state"] for server in coverage([client])]
        if unguarded := sum(state in ROUTABLE_STATES for state in states):
            guard = f"`toolguard client guard {client['client']}`"
            yield Finding("note", about, f"{counted(unguarded, 'server')} not guarded: {guard}")
        elif guarded := states.count("guarded"):
            yield Finding("ok", about, f"{counted(guarded, 'server')} guarded")


def _log(home: Path) -> Finding:
    """Check that the log opens and its newest records are in sequence; `toolguard log verify` checks all of it."""
    try:
        with opened(home) as log:
            if log is None:
                return Finding("note", "log", "no records yet")
            newest = log.newest()[0]
            report = log.verify_newest(_CHECKED_RECORDS)
            used = sum(segment.path.stat().st_size for segment in segments(log_path(home)))
    except (CommandError, OSError) as why:
        return Finding("wrong", "log", describe_error(why))
    if not report.ok:
        text = f"{report.problem}. Keep {log_path(home)} as evidence and run `toolguard log verify`"
        return Finding("wrong", "log", text)
    if size_step(used):
        text = f"{newest:,} records take {size(used)}: limit it with the settings log_keep_days and log_keep_size"
        return Finding("note", "log", text)
    return Finding("ok", "log", f"{newest:,} records, the newest {report.checked:,} are intact")


async def _keychain(home: Path, *, needed: bool) -> Finding:
    keychain = Keychain(timeout=5.0)
    try:
        await keychain.anchor_get(keyring_name(home))
    except KeychainError as why:
        return Finding("wrong" if needed or why.state != "none" else "note", "keyring", str(why))
    finally:
        keychain.close()
    state = ADVICE[keychain.state] or "ready"
    return Finding("ok", "keyring", f"{keychain.backend}: {state}")


def _app(home: Path, display: bool) -> Iterator[Finding]:
    try:
        status = CommandCaller(home, print_hint, app_only=True).send(lambda services: services.status.now())
    except NotRunningError:
        yield from _since(home)
        start = "toolguard-connect starts it when a chat client connects"
        yield Finding("note", "app", f"not running; {start if display else 'start it with `toolguard serve`'}")
    except CommandError as why:
        yield Finding("wrong", "app", str(why))
    else:
        yield from _running(status, display)


def _shipping(home: Path) -> Iterator[Finding]:
    """Check that the receivers of the log accept its records."""
    try:
        receivers = CommandCaller(home, print_hint, lock_timeout=0.0).send(lambda services: services.log.shipping())
    except CommandError:  # about the app and the configuration
        return
    for receiver in receivers:
        about = f"log to {receiver['place']}"
        behind = f", {counted(receiver['behind'], 'record')} waiting" if receiver["behind"] else ""
        if receiver["problem"]:
            yield Finding("wrong", about, f"{receiver['problem']}{behind}")
        else:
            yield Finding("ok" if receiver["running"] else "note", about, f"{shipping_state(receiver)}{behind}")
        if receiver["missed"]:
            yield Finding(
                "note", about, f"{counted(receiver['missed'], 'record')} removed from the log before they were sent"
            )
        if receiver["refused"]:
            yield Finding("note", about, f"{counted(receiver['refused'], 'record')} not kept by the receiver")


def _since(home: Path) -> Iterator[Finding]:
    """Check whether the accepted settings are verified, and what the next start of the window will ask."""
    config = Config.load(home / "config.json")
    if config.problem:
        return
    lookup = asyncio.run(find_proof(home, 5.0))
    about = "settings"
    if not lookup.answered:
        yield Finding("note", about, f"{lookup.unknown} Until then the approved settings are unknown")
        return
    _, state, why = Seals(home).proved(lookup.kept)
    reason = lookup.reason or why
    try:
        with opened(home) as log:
            newest = log.newest if log is not None else lambda: chain.START
            hash_of = log.hash_of if log is not None else lambda _seq: b""
            end = lookup.proof.examine(newest, hash_of)
            if reason == "first" and newest()[0]:
                reason = "no key"
    except (CommandError, OSError, TamperedError):  # about the log itself
        return
    if end.problem:
        yield Finding("wrong", "log", end.problem)
        reason, state = reason or "log", None
    elif end.note:
        yield Finding("note", "log", end.note)
    waiting = config.since(state)
    if not reason:
        where = "your keyring" if lookup.where == "keyring" else f"the file {KeyFile(home).path}: any of your programs"
        yield Finding("ok", about, f"verified as approved by you; the key is in {where}{_CAN[lookup.where]}")
    if not waiting:
        return
    if reason:
        text = f"{counted(len(waiting), 'change')} to approve in ToolGuard, because {REASON_CLAUSES[reason]}"
        yield Finding("note", about, text)
    else:
        many = "1 change reduces" if len(waiting) == 1 else f"{len(waiting)} changes reduce"
        text = f"it changed while ToolGuard was not running: {many} protection and will need your approval"
        yield Finding("note", "configuration", text)


_CAN = {"keyring": "", "file": " can forge it"}


def _shown(value: AppStatus, display: bool) -> Iterator[Finding]:
    """Report the window or the terminal in which calls are approved; note one on another display."""
    process = process_of(value)
    if process.surface == "unknown":
        return
    if not is_shown_here(process, os.environ):
        more = " `toolguard --take-over` quits it and opens ToolGuard here" if display else ""
        yield Finding("note", "window", f"{about(process)} If you did not start it, a program did.{more}")
        return
    by = f", started by {starter(process)}" if starter(process) else ""
    yield Finding("ok", "window", f"open {place(process)}: process {process.pid}{by}")


def _running(value: AppStatus, display: bool) -> Iterator[Finding]:
    yield from _shown(value, display)
    if waiting := value.get("waiting"):
        many = "1 change needs" if waiting == 1 else f"{waiting} changes need"
        text = f"another program changed it: {many} your approval in ToolGuard"
        yield Finding("note", "configuration", text)
    if value.get("trouble"):
        yield Finding("wrong", "app", " ".join(map(str, value["trouble"])))
        return
    sessions = counted(len(value.get("sessions", ())), "session")
    text = f"running: {sessions}, {value.get('pending', 0)} pending, {value.get('calls', 0)} running"
    yield Finding("ok", "app", text)


def _display(display: bool) -> Finding:
    if display:
        return Finding("ok", "display", "available")
    return Finding("note", "display", "none: use `toolguard serve` in a terminal")


async def _presence(config: Config) -> list[Finding]:
    """Check that a person can authenticate if approvals require it; without it every approval is refused."""
    about = "authentication"
    if config.preferences.presence == "off":
        return []
    if config.preferences.presence_by == "security_key":
        if not config.security_keys:
            return [Finding("wrong", about, "approvals need a security key, but none is registered")]
        return [Finding("ok", about, f"a security key proves it: {', '.join(config.security_keys)}")]
    authenticator = system_authenticator()
    try:
        missing = await authenticator.missing()
    except PresenceError as why:
        missing = str(why)
    if missing:
        return [Finding("wrong", about, f"approvals require authentication, but no method is available: {missing}")]
    return [Finding("ok", about, f"{authenticator.name} verifies each approval")]


def _server(spec: Any, path: str) -> Finding:
    about = f"server {spec.name}"
    if not spec.enabled:
        return Finding("note", about, "off")
    try:
        program = find(
            spec.command, own_path(spec.env) or path, cwd=spec.cwd or str(Path.home()),
            extensions=extensions(os.environ),
        )  # fmt: skip
    except UnreachableError as why:
        return Finding("wrong", about, f"{why}.")
    if spec.cwd and not Path(spec.cwd).expanduser().is_dir():
        return Finding("wrong", about, f"its folder {spec.cwd} does not exist: remove the server and add it again")
    return Finding("ok", about, f"starts {program}")


async def _remote(spec: ServerSpec, config: Config) -> list[Finding]:
    """Check the connection to a remote server step by step."""
    about = f"server {spec.name}"
    if not spec.enabled:
        return [Finding("note", about, "off")]
    keychain = Keychain(timeout=5.0)
    keychain.expect(Seals(config.folder).keyring_backend())
    accepted = AcceptedEntries(config, partial(accepted_state, timeout=5.0))
    redactor = Redactor()
    token = StoredSignIn(SignInStore(config, keychain, accepted), spec, accepted, redactor)

    async def opened() -> ServerChannel:
        release = release_of(bound_to(spec, config), keychain, outline(spec), accepted)
        provider = token if token.can_sign else None
        return await open_server(
            spec,
            ServerResources(release=release, log=lambda _line: None, redactor=redactor, token_provider=provider),
        )

    async def auth() -> CheckStep | None:
        state, text = await token.summary()
        return CheckStep(state, text, last=token.is_over) if text else None

    try:
        return [Finding(step.state, about, step.text) async for step in steps(spec, opened, auth)]
    finally:
        keychain.close()


def _unbound(spec: Any, config: Config) -> Iterator[Finding]:
    for name in sorted(places(spec)):
        if name not in config.secrets:
            mend = f"`toolguard secret set {name}`, then `toolguard secret bind {name} --server {spec.name}`"
            yield Finding("wrong", f"server {spec.name}", f"it needs the secret {name}, which does not exist: {mend}")
        elif spec.name not in config.secrets[name].servers:
            mend = f"`toolguard secret bind {name} --server {spec.name}`"
            yield Finding("wrong", f"server {spec.name}", f"it is not bound to the secret {name}: {mend}")
