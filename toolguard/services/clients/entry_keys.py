"""The secrets ("keys") in an entry of a chat client's settings: their places, and the text without each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from toolguard.clients.wiring.clients import ClientRow
from toolguard.clients.wiring.documents import KeyPath
from toolguard.clients.wiring.entries import COMMANDS, ENVIRONMENTS, HEADERS, URLS, EntryReader
from toolguard.clients.wiring.errors import WiringError
from toolguard.services.interface import value_of
from toolguard.services.server_import import secret_detection
from toolguard.services.server_import.settings_files import suspects


@dataclass(frozen=True, slots=True)
class EntryKey:
    """A value like a secret: ``text`` is the text at ``path``, ``secret`` its secret part, before ``after``."""

    path: KeyPath
    text: str
    secret: str
    after: str
    variable: str
    """A name for the variable that can hold the value."""

    @property
    def place(self) -> str:
        """Return the place of the key for display."""
        return ".".join(map(str, self.path))

    def left_out(self, text: str, reference: str) -> str:
        """Return ``text`` without the secret. ``reference`` is how the client refers to a variable, or ""."""
        if not text.endswith(whole := self.secret + self.after):
            return text  # it is part of another key, which was left out
        return f"{text.removesuffix(whole)}{reference.replace('NAME', self.variable) if reference else ''}{self.after}"


def keys_of(entry: Mapping[str, Any], name: str) -> list[EntryKey]:
    """Return the keys of the entry with that name, except references."""
    keys = [*_values(entry, name)]
    for more in (_assigned(entry, name), _words(entry, name)):
        known_paths = {key.path for key in keys}
        keys += [key for key in more if key.path not in known_paths]
    return list(_with_own_variables(keys))


def _with_own_variables(keys: Iterable[EntryKey]) -> Iterator[EntryKey]:
    """Yield the keys with a variable of its own for each value."""
    values = dict[str, str]()
    for key in keys:
        variable, number = key.variable, 2
        while values.setdefault(variable, key.secret) != key.secret:
            variable, number = f"{key.variable}_{number}", number + 1
        yield replace(key, variable=variable)


def left_out(row: ClientRow | None, entry: Mapping[str, Any], name: str) -> dict[KeyPath, tuple[str, str]]:
    """Return, for the place of each key, the text with and without the key, as the client of ``row`` writes it."""
    reference = row.reference if row is not None else ""
    texts = dict[KeyPath, tuple[str, str]]()
    for key in keys_of(entry, name):
        _, rest = texts.get(key.path, ("", key.text))  # a URL can contain several, from left to right
        texts[key.path] = key.text, key.left_out(rest, reference)
    return texts


def _values(entry: Mapping[str, Any], name: str) -> Iterator[EntryKey]:
    options = entry.get("requestOptions")
    inner = options.get("headers") if isinstance(options, dict) else None
    places: list[tuple[KeyPath, str, Any]] = [
        *(((member,), "env", entry.get(member)) for member in ENVIRONMENTS),
        *(((member,), "headers", entry.get(member)) for member in HEADERS),
        (("requestOptions", "headers"), "headers", inner),
    ]
    for path, place, values in places:
        texts = {key: text for key, text in values.items() if isinstance(text, str)} if isinstance(values, dict) else {}
        for suspect in suspects({place: texts}, name):
            text, secret = texts[suspect["name"]], value_of({place: texts}, suspect)
            if secret and not suspect["missing"]:
                yield EntryKey((*path, suspect["name"]), text, secret, "", _variable(suspect["secret"]))


def _assigned(entry: Mapping[str, Any], name: str) -> Iterator[EntryKey]:
    """Return the keys that guarding takes from variables of a command line, or of a command that is an object."""
    try:
        server = EntryReader(syntaxes=()).read(entry).server
    except WiringError:
        return
    server, _ = secret_detection.move_to_variables(server)
    keys = list[EntryKey]()
    for suspect in suspects(server, name):
        if suspect["place"] != "env" or suspect["missing"]:
            continue
        variable, value, secret = suspect["name"], server["env"][suspect["name"]], value_of(server, suspect)
        for path, text in _texts(entry):
            is_whole = path[-1] == variable and text == value
            before = r"\A" if is_whole else rf"\b{re.escape(variable)}=['\"]?"
            if (match := re.search(before + re.escape(value), text)) is not None:
                keys.append(EntryKey(path, text, secret, text[match.end() :], _variable(suspect["secret"])))
    yield from sorted(keys, key=lambda key: -len(key.after))


def _texts(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield the texts in an entry with their paths."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner_value in inner:
        if isinstance(inner_value, str):
            yield (*path, key), inner_value
        else:
            yield from _texts(inner_value, (*path, key))


def _words(entry: Mapping[str, Any], name: str) -> Iterator[EntryKey]:
    """Return the keys in the command line or the URL."""
    for member in URLS:
        if isinstance(url := entry.get(member), str) and url:
            for suspected in secret_detection.find_suspected_secrets({"url": url}):
                yield _key((member,), url, suspected, name)
            return
    words: list[tuple[KeyPath, str]] = []
    for member in (*COMMANDS, "args"):
        value = entry.get(member)
        listed = value if isinstance(value, list) else []
        words += [((member, index), word) for index, word in enumerate(listed) if isinstance(word, str)]
    for suspect in secret_detection.find_suspected_secrets({"args": [word for _, word in words]}):
        path, text = words[suspect.at]
        yield _key(path, text, suspect, name)


def _key(path: KeyPath, text: str, suspect: secret_detection.SuspectedSecret, name: str) -> EntryKey:
    return EntryKey(path, text, suspect.secret, suspect.after, _variable(f"{name}_{suspect.name or 'KEY'}"))


def _variable(name: str) -> str:
    """Return a variable name that is valid for every client."""
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
    plain = plain if re.fullmatch(r"[A-Z_][A-Z0-9_]*", plain) else plain.upper()
    return plain if re.match(r"[A-Z_]", plain) else f"_{plain}"
