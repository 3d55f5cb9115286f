"""The manifest of a bundle: the command to start, and the values to ask the person for.

It supports ``manifest_version`` and the older ``dxt_version`` (MANIFEST.md of ``anthropics/mcpb``, versions 0.1 to
0.4). A value is inserted once: references in it are not replaced, and no reference to a person's secret can come from
the manifest.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from toolguard.clients.wiring.entries import MAX_TEXT_LENGTH, MAX_WORDS
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

VERSIONS = ("0.1", "0.2", "0.3", "0.4")
_PLATFORMS = {"linux": "linux", "macos": "darwin", "windows": "win32"}
_TYPES = ("string", "number", "boolean", "directory", "file")
_MAX_OPTIONS = 100
_MAX_TEXT_LENGTH = 2_000  # maximum characters of a title or a description
_MAX_SHOWN_LENGTH = 200  # maximum characters of a title in a text for people
_MAX_VALUE_LENGTH = 32_768
_REFERENCE = re.compile(r"\$\{([^{}]{1,200})\}")
_KEY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_USER = "user_config."
_SECRET = "${secret:"  # noqa: S105

Value: TypeAlias = "str | tuple[str, ...]"
"""The person's values by key: several texts if an option accepts several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleOption:
    """A value that a bundle asks for (``user_config``)."""

    key: str
    title: str
    description: str
    type: Literal["string", "number", "boolean", "directory", "file"]
    required: bool
    is_secret: bool
    is_list: bool
    default: Value | None
    least: float | None
    most: float | None

    @property
    def shown_title(self) -> str:
        """Its title, bounded and without unsafe characters."""
        return visible(self.title)[:_MAX_SHOWN_LENGTH]

    def read(self, texts: Sequence[str]) -> Value:
        """Return the value of the text that a person typed; raises `WiringError`."""
        if not self.is_list and len(texts) != 1:
            raise WiringError(coded("clients.bundle_option_once", title=self.shown_title))
        read = tuple(self._one(text) for text in texts)
        return read if self.is_list else read[0]

    def _one(self, text: str) -> str:
        if len(text) > _MAX_VALUE_LENGTH or "\0" in text:
            raise WiringError(coded("clients.bundle_option_text", title=self.shown_title))
        if self.type == "boolean":
            booleans = {"true": "true", "on": "true", "yes": "true", "false": "false", "off": "false", "no": "false"}
            if text.lower() not in booleans:
                raise WiringError(coded("clients.bundle_option_boolean", title=self.shown_title))
            return booleans[text.lower()]
        if self.type == "number":
            try:
                number = float(text)
            except ValueError:
                number = math.nan
            if not math.isfinite(number):
                raise WiringError(coded("clients.bundle_option_number", title=self.shown_title))
            if self.least is not None and number < self.least:
                raise WiringError(coded("clients.bundle_option_least", title=self.shown_title, least=f"{self.least:g}"))
            if self.most is not None and number > self.most:
                raise WiringError(coded("clients.bundle_option_most", title=self.shown_title, most=f"{self.most:g}"))
        if self.type in ("directory", "file"):
            return str(Path(text).expanduser().absolute())
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleLaunch:
    """The command of a bundle with its references."""

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleManifest:
    """What ToolGuard takes from a manifest."""

    name: str
    title: str
    version: str
    description: str
    icon: str
    type: str
    launch: BundleLaunch
    options: Mapping[str, BundleOption]

    def missing(self, values: Mapping[str, Value]) -> list[BundleOption]:
        """Return the required options, including secrets, that have neither a value nor a default."""
        return [
            option
            for option in self.options.values()
            if option.required and not values.get(option.key) and not option.default
        ]

    def server(self, folder: Path, machine: Machine, values: Mapping[str, Value]) -> dict[str, Any]:
        """Return the settings of the server, in the form of `server.add`, for a bundle that is unpacked in ``folder``.

        ``values``: the person's values by key; for a secret a reference (``${secret:NAME}``). Raises `WiringError` if a
        required value is missing, or if a secret would be on the command line.
        """
        if missing := self.missing(values):
            raise WiringError(coded("clients.bundle_needs_values", keys=tuple(option.key for option in missing)))
        self._refuse_secrets_in_words()
        own = {key: value for key, value in values.items() if not _has_secret_reference(_as_tuple(value))}
        words, env = self._filled(folder, machine, own)
        if _has_secret_reference((*words, *env.values())):
            raise WiringError(coded("clients.bundle_wants_secret"))
        words, env = self._filled(folder, machine, values)
        if not words or not words[0].strip():
            raise WiringError(coded("clients.entry_no_command"))
        pairs = sum(len(name) + len(value) for name, value in env.items())
        if len(words) + len(env) > MAX_WORDS or sum(map(len, words)) + pairs > MAX_TEXT_LENGTH:
            raise WiringError(coded("clients.entry_too_long"))
        return {"kind": "stdio", "command": words[0], "args": words[1:], "env": env, "cwd": str(folder)}

    def _filled(self, folder: Path, machine: Machine, values: Mapping[str, Value]) -> tuple[list[str], dict[str, str]]:
        """Return the command line and the variables with these values, or the defaults, in them."""
        folders = _folders(folder, machine)
        variables = {**folders}
        for option in self.options.values():
            value = values.get(option.key) or _filled(option.default, folders)
            variables[_USER + option.key] = value if value is not None else ""
        unset = {_USER + key for key in self.options if variables[_USER + key] == ""}
        arguments = _expanded_arguments(self.launch.args, variables, unset)
        words = [_text(self.launch.command, variables), *(word for (word,) in _bounded((arg,) for arg in arguments))]
        env = {name: value for name, value in self.launch.env.items() if not _is_unset(value, unset)}
        return words, dict(_bounded((name, _text(value, variables)) for name, value in env.items()))

    def _refuse_secrets_in_words(self) -> None:
        for word in (self.launch.command, *self.launch.args):
            for name in _REFERENCE.findall(word):
                option = self.options.get(name.removeprefix(_USER))
                if name.startswith(_USER) and option is not None and option.is_secret:
                    raise WiringError(coded("clients.bundle_secret_in_arguments", key=option.key))


def read_manifest(data: bytes, machine: Machine) -> BundleManifest:
    """Return the manifest in the bytes, as it applies to this computer; raises `WiringError`."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise WiringError(coded("clients.bundle_manifest_no_json")) from None
    if not isinstance(value, dict):
        raise WiringError(coded("clients.bundle_manifest_no_json"))
    version = value.get("manifest_version", value.get("dxt_version"))
    if version not in VERSIONS:
        raise WiringError(coded("clients.bundle_version", version=visible(str(version))[:60], known=VERSIONS))
    system = _PLATFORMS[machine.system]
    compatible = value.get("compatibility")
    platforms = compatible.get("platforms") if isinstance(compatible, dict) else None
    if isinstance(platforms, list) and platforms and system not in platforms:
        raise WiringError(
            coded("clients.bundle_other_system", systems=tuple(visible(str(platform))[:30] for platform in platforms))
        )
    server = _object(value.get("server"), "server")
    name = _string(value, "name", most=200)
    return BundleManifest(
        name=name,
        title=_string(value, "display_name", name, most=200),
        version=_string(value, "version", "", most=100),
        description=_string(value, "description", "", most=_MAX_TEXT_LENGTH),
        icon=_string(value, "icon", "", most=_MAX_TEXT_LENGTH),
        type=_string(server, "type", "", most=30),
        launch=_launch(server, system),
        options={option.key: option for option in _options(value.get("user_config"))},
    )


def _launch(server: Mapping[str, Any], system: str) -> BundleLaunch:
    config = _object(server.get("mcp_config"), "server.mcp_config")
    overrides = config.get("platform_overrides")
    own = overrides.get(system) if isinstance(overrides, dict) else None
    if isinstance(own, dict):  # merged as in the official implementation: whole members, except empty ones
        config = {
            **config,
            **{name: member for name, member in own.items() if name in ("command", "args", "env") and member},
        }
    args, env = config.get("args", []), config.get("env", {})
    if not isinstance(args, list) or not all(isinstance(arg, str) for arg in args):
        raise _wrong("server.mcp_config.args")
    if not isinstance(env, dict) or not all(isinstance(text, str) for text in env.values()):
        raise _wrong("server.mcp_config.env")
    launch = BundleLaunch(command=_string(config, "command", most=_MAX_VALUE_LENGTH), args=tuple(args), env=env)
    if any(_SECRET in text or "\0" in text for text in (launch.command, *args, *env, *env.values())):
        raise WiringError(coded("clients.bundle_wants_secret"))
    return launch


def _options(value: Any) -> Iterator[BundleOption]:
    options = {} if value is None else _object(value, "user_config")
    if len(options) > _MAX_OPTIONS:
        raise _wrong("user_config")
    for key, definition in options.items():
        place = f"user_config.{visible(key)[:60]}"
        if not _KEY.fullmatch(key) or not isinstance(definition, dict) or definition.get("type") not in _TYPES:
            raise _wrong(place)
        is_list = definition.get("multiple") is True and definition["type"] in ("directory", "file")
        option = BundleOption(
            key=key, title=_string(definition, "title", key, most=_MAX_TEXT_LENGTH), type=definition["type"],
            description=_string(definition, "description", "", most=_MAX_TEXT_LENGTH),
            required=definition.get("required") is True, is_secret=definition.get("sensitive") is True,
            is_list=is_list, default=_default(definition.get("default"), place),
            least=_number(definition.get("min"), place), most=_number(definition.get("max"), place),
        )  # fmt: skip
        if option.is_secret and (option.default or is_list):
            raise _wrong(place)
        yield option


def _default(value: Any, place: str) -> Value | None:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        result: Value | None = tuple(value)
    elif isinstance(value, bool | int | float | str):
        result = value if isinstance(value, str) else json.dumps(value)
    elif value is None:
        result = None
    else:
        raise _wrong(place)
    if _has_secret_reference(_as_tuple(result)) or any("\0" in text for text in _as_tuple(result)):
        raise WiringError(coded("clients.bundle_wants_secret"))
    return result


def _folders(folder: Path, machine: Machine) -> dict[str, Value]:
    separator = "\\" if machine.system == "windows" else "/"
    home = machine.home
    return {
        "__dirname": str(folder), "HOME": str(home), "DESKTOP": str(home / "Desktop"),
        "DOCUMENTS": str(home / "Documents"), "DOWNLOADS": str(home / "Downloads"), "pathSeparator": separator,
        "/": separator,
    }  # fmt: skip


def _filled(default: Value | None, variables: Mapping[str, Value]) -> Value | None:
    """Return a default with its folders replaced."""
    if isinstance(default, tuple):
        return tuple(_text(item, variables) for item in default)
    return None if default is None else _text(default, variables)


def _text(text: str, variables: Mapping[str, Value]) -> str:
    """Return a text with the known values inserted; several values are not inserted into one text."""

    inserted = 0

    def value(match: re.Match[str]) -> str:
        nonlocal inserted
        known_value = variables.get(match[1])
        if isinstance(known_value, tuple):
            raise WiringError(coded("clients.bundle_list_in_text", text=visible(text)[:200]))
        inserted += len(known_value or "")
        if inserted > MAX_TEXT_LENGTH:
            raise WiringError(coded("clients.entry_too_long"))
        return match[0] if known_value is None else known_value

    return _REFERENCE.sub(value, text)


_Texts = TypeVar("_Texts", bound=tuple[str, ...])


def _bounded(items: Iterable[_Texts]) -> Iterator[_Texts]:
    """Yield the items while they are made; raise `WiringError` before a few long values fill the memory."""
    count = length = 0
    for item in items:
        count, length = count + 1, length + sum(map(len, item))
        if count > MAX_WORDS or length > MAX_TEXT_LENGTH:
            raise WiringError(coded("clients.entry_too_long"))
        yield item


def _expanded_arguments(args: Sequence[str], variables: Mapping[str, Value], unset: set[str]) -> Iterator[str]:
    """Return the arguments. One that consists of a single option is repeated for each of its values."""
    for arg in args:
        whole = _REFERENCE.fullmatch(arg)
        several = variables.get(whole[1]) if whole else None
        if isinstance(several, tuple):
            yield from several
        elif not _is_unset(arg, unset):
            yield _text(arg, variables)


def _is_unset(text: str, unset: set[str]) -> bool:
    """Return whether a text consists of an option without a value."""
    whole = _REFERENCE.fullmatch(text)
    return whole is not None and whole[1] in unset


def _has_secret_reference(texts: Iterable[str]) -> bool:
    return any(_SECRET in text for text in texts)


def _as_tuple(value: Value | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _string(holder: Mapping[str, Any], name: str, otherwise: str | None = None, *, most: int) -> str:
    value = holder.get(name)
    if value is None and otherwise is not None:
        return otherwise
    if not isinstance(value, str) or len(value) > most or (otherwise is None and not value):
        raise _wrong(name)
    return value


def _number(value: Any, place: str) -> float | None:
    try:
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    except OverflowError:
        raise _wrong(place) from None


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(place)
    return value


def _wrong(place: str) -> WiringError:
    return WiringError(coded("clients.bundle_manifest_wrong", place=place))
