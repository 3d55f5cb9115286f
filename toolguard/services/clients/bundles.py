"""The bundle service (``.mcpb``, ``.dxt``): read a bundle, add its server, and create one that launches the stub.

A bundle is untrusted. It is unpacked only after a person has accepted the exact command of its server, and only if the
file has not changed since it was read. No order contains the value of a secret that the bundle asks for.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from toolguard import __version__
from toolguard.clients.wiring.bundles.archive import BundleArchive
from toolguard.clients.wiring.bundles.manifest import BundleManifest, BundleOption, Value, read_manifest
from toolguard.clients.wiring.bundles.unpacked import UnpackedBundles
from toolguard.clients.wiring.bundles.writer import bundle_of
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.policy.risks import Risk, launch_risks
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.services.clients.service import stub
from toolguard.services.context import known_server
from toolguard.services.interface import (
    AddedBundle,
    BundleChoice,
    BundleOptionEntry,
    BundleOrder,
    BundlePlan,
    BundleSecret,
    Full,
    MadeBundle,
    Name,
    OpenedBundle,
    RefusedError,
    value_of,
    with_secret,
)
from toolguard.services.methods import Arguments, Service, loosens, reads
from toolguard.services.secrets import SecretService
from toolguard.services.server_import import secret_detection
from toolguard.services.server_import.command_parsing import free_name, safe_name
from toolguard.services.server_import.settings_files import suspects
from toolguard.services.servers import ServerService, describe_new, launch, server_detail, spec_of


@dataclass(frozen=True, slots=True)
class _Planned:
    """A plan, with data that no result contains: values like secrets, and the folder to unpack the bundle to."""

    plan: BundlePlan
    folder: Path
    moved: Mapping[str, str]


def bundle_detail(arguments: Arguments) -> str:
    """Return the bundle's file and the complete server that it adds."""
    lines = [("bundle", arguments.get("path", "")), ("SHA-256", arguments.get("digest", ""))]
    detail = "\n".join(visible(f"{label:<8} {text}") for label, text in lines)
    return "\n\n".join([detail, *([server_detail(arguments["added"])] if "added" in arguments else [])])


def _bundle_risks(arguments: Arguments) -> Sequence[Risk]:
    server = arguments.get("added", {})
    gives = any("${secret:" in text for text in server.get("env", {}).values())
    secret_risks: tuple[Risk, ...] = ("gives secret",) if gives else ()
    return (*secret_risks, *launch_risks(server.get("command", ""), server.get("args", ()), ""))


_ADD_ORDER = next(method for method in ServerService.orders if method.name == "server.add")


class BundleService(Service):
    """Orders for bundles; each bundle contains one server."""

    kind = "server"

    @reads("bundle.read")
    async def read(self, path: Full) -> OpenedBundle:
        """Return a bundle's description and the values that it asks for. Nothing is unpacked."""
        machine = await asyncio.to_thread(self._state.machine)
        manifest, digest = await asyncio.to_thread(_opened, Path(path), machine)
        return {
            "name": free_name(safe_name(manifest.name), self._state.config.servers), "title": manifest.title,
            "version": manifest.version, "description": manifest.description, "digest": digest,
            "options": [_option(option) for option in manifest.options.values()],
        }  # fmt: skip

    @reads("bundle.plan")
    async def plan(self, choice: BundleChoice) -> BundlePlan:
        """Return the server with its exact command. Missing values are placeholders. Unpacks nothing."""
        return (await self._planned(choice)).plan

    def _add_loosens(self, order: BundleOrder) -> str:
        name = str(_ADD_ORDER.checked(order.added)["new"].name)
        if name in self._state.config.servers:
            raise RefusedError(coded("services.server_exists_remove_first", name=name))
        return describe_new(name, "")

    async def _add_detail(self, order: BundleOrder) -> str:
        await self._planned_as_ordered(order)
        return bundle_detail(msgspec.to_builtins(order))

    async def _planned_as_ordered(self, order: BundleOrder) -> _Planned:
        """Return the plan of an order; raises `RefusedError` if it is incomplete, or it or the bundle has changed."""
        result = await self._planned(order)
        plan = result.plan
        if plan["problems"]:
            raise RefusedError(next(iter(plan["problems"].values())))
        if plan["missing"]:
            raise RefusedError(coded("clients.bundle_needs_values", keys=tuple(plan["missing"])))
        if plan["digest"] != order.digest or plan["server"] != order.added:
            raise RefusedError(coded("services.bundle_stale"))
        return result

    @loosens("bundle.add", _add_loosens, shown=_add_detail, risks=_bundle_risks)
    async def add(self, order: BundleOrder) -> AddedBundle:
        """Unpack a bundle and add its server. Refused if the bundle or the plan has changed."""
        result = await self._planned_as_ordered(order)
        plan = result.plan
        path, unpacked = Path(order.path), UnpackedBundles(self._state.config.folder)
        is_new = await asyncio.to_thread(_extract, path, order.digest, result.folder)
        accepted = self.caller.accepted()
        try:
            await ServerService(accepted).add(_ADD_ORDER.checked(order.added)["new"])
        except Exception:
            if is_new:
                await asyncio.to_thread(unpacked.remove, result.folder)
            raise
        secrets, name = SecretService(accepted), str(order.added["name"])
        for secret, value in result.moved.items():
            await secrets.put(secret, value, f"for {name}", new=True)
            await secrets.bind(secret, [name])
        return {"name": name, "folder": str(result.folder), "digest": order.digest, "secrets": plan["secrets"]}

    @reads("bundle.make")
    async def make(self, name: Name) -> MadeBundle:
        """Return the bytes of a bundle that launches ``toolguard-connect`` for a server, only on this computer."""
        spec, program = known_server(name, self._state), stub()
        if not Path(program).is_absolute():
            raise RefusedError(coded("services.route_no_stub"))
        machine = await asyncio.to_thread(self._state.machine)
        words = [spec.cwd or "", spec.command, *spec.args]
        origin = await asyncio.to_thread(UnpackedBundles(self._state.config.folder).origin, words, machine)
        data = bundle_of(name, [program], machine, __version__, origin)
        return {"file": f"{name}-toolguard.mcpb", "data": base64.b64encode(data).decode("ascii")}

    async def _planned(self, choice: BundleChoice) -> _Planned:
        state = self._state
        machine = await asyncio.to_thread(state.machine)
        manifest, digest = await asyncio.to_thread(_opened, Path(choice.path), machine)
        folder = UnpackedBundles(state.config.folder).folder_of(manifest, digest)
        values, problems = _read_values(manifest, choice.values)
        used_names = set(state.config.secrets)
        secrets: list[BundleSecret] = [
            {
                "key": option.key,
                "title": option.shown_title,
                "secret": _secret_name(option.key, choice.name, used_names),
            }
            for option in manifest.options.values()
            if option.is_secret and (option.required or option.key in choice.typed)
        ]
        set_now = {**values, **{secret["key"]: f"${{secret:{secret['secret']}}}" for secret in secrets}}
        missing = [option.key for option in manifest.missing(set_now)]
        try:
            server = manifest.server(folder, machine, {**{key: f"<{key}>" for key in missing}, **set_now})
        except WiringError as why:
            raise RefusedError(str(why)) from None
        server, moved = _without_values(server, choice.name, used_names)
        doubts = [] if missing else secret_detection.describe_suspected(server)
        plan: BundlePlan = {
            "digest": digest, "server": {"name": choice.name, **server}, "secrets": secrets,
            "moved": list(moved), "missing": missing, "problems": problems, "doubts": doubts,
            "launch": launch(spec_of({**server, "name": choice.name, "cwd": ""})),
            "same_as": self._same(server),
        }  # fmt: skip
        return _Planned(plan, folder, moved)

    def _same(self, server: Mapping[str, Any]) -> str:
        """Return the registered server with the same launch from the same bundle, or ""."""
        words = (server["command"], tuple(server["args"]), server["cwd"])
        registered = self._state.config.servers.values()
        return next((spec.name for spec in registered if (spec.command, tuple(spec.args), spec.cwd) == words), "")


def _opened(path: Path, machine: Machine) -> tuple[BundleManifest, str]:
    try:
        with BundleArchive(path) as archive:
            return read_manifest(archive.manifest(), machine), archive.digest()
    except WiringError as why:
        raise RefusedError(str(why)) from None


def _extract(path: Path, digest: str, folder: Path) -> bool:
    """Unpack the bundle that has this digest; return whether the folder is new."""
    try:
        with BundleArchive(path) as archive:
            if archive.digest() != digest:
                raise RefusedError(coded("services.bundle_stale"))
            return archive.extract(folder)
    except WiringError as why:
        raise RefusedError(str(why)) from None


def _read_values(
    manifest: BundleManifest, texts_by_key: Mapping[str, Sequence[str]]
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the values that a person set, and an error message for each invalid one, by key."""
    values: dict[str, Value] = {}
    problems: dict[str, str] = {}
    for key, texts in texts_by_key.items():
        option = manifest.options.get(key)
        if option is None:
            keys = visible(", ".join(manifest.options))[:1_000]
            raise RefusedError(coded("services.bundle_no_option", key=visible(key)[:100], known=keys))
        if option.is_secret:
            raise RefusedError(coded("services.bundle_option_secret", key=key))
        if not texts:
            continue
        try:
            values[key] = option.read(texts)
        except WiringError as why:
            problems[key] = str(why)
    return values, problems


def _without_values(server: dict[str, Any], name: str, used_names: set[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the server with references instead of values like secrets, and these values by their new names."""
    moved: dict[str, str] = {}
    for suspect in suspects(server, name, syntaxes=()):
        secret = _secret_name(suspect["secret"], name, used_names)
        moved[secret] = value_of(server, suspect)
        server = with_secret(server, suspect, secret)
    return server, moved


def _secret_name(key: str, server: str, used_names: set[str]) -> str:
    """Return an unused name in the keyring, so that a bundle never gets an existing secret."""
    name, number = safe_name(key.upper()), 1
    while name in used_names:
        name = f"{safe_name(f'{key.upper()}_{server}')[:60]}{f'_{number}' if number > 1 else ''}"
        number += 1
    used_names.add(name)
    return name


def _option(option: BundleOption) -> BundleOptionEntry:
    default = (
        option.default if isinstance(option.default, tuple) else () if option.default is None else (option.default,)
    )
    return {
        "key": option.key, "title": option.shown_title, "description": visible(option.description)[:2_000],
        "type": option.type, "required": option.required, "secret": option.is_secret, "several": option.is_list,
        "default": list(default), "least": option.least, "most": option.most,
    }  # fmt: skip
