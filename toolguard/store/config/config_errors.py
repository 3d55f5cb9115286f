"""Errors of the configuration in words for a person, made from its schema. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from toolguard.gate.texts import coded
from toolguard.store.config.json_locations import LocatedJson
from toolguard.tables.servers import repeated_name

_MAX_ERRORS = 100  # of which the first in the file is reported


def complaint(schema: Mapping[str, Any], value: Any, read: LocatedJson | None) -> str:
    """Return the first error in the file, as ``line 12: servers.git.args must be an array of texts.``

    Names that are the same are an error only of a file that fits the schema.
    """
    import jsonschema  # slow to import, needed only for these texts

    validator = jsonschema.Draft202012Validator(schema)
    errors = [_error_words(error) for error in islice(validator.iter_errors(value), _MAX_ERRORS)] or same_names(value)
    problems = ((read.position(path) if read else 0, text) for path, text in errors)
    offset, text = min(problems, default=(0, coded("store.name_text_line_end")))
    return coded("store.at_line", line=read.line(offset), text=text) if read else coded("gate.sentence", text=text)


def same_names(value: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the paths of names of a server's settings that differ from another one only in case, with the error."""
    for server, settings in value.get("servers", {}).items():
        if (repeated := repeated_name(settings)) is not None:
            setting, first, second = repeated
            path = ("servers", server, setting)
            yield (*path, second), coded("tables.same_name", place=_spelled(path), first=first, second=second)


def _error_words(error: Any) -> tuple[tuple[str | int, ...], str]:
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        unknown = next(key for key in error.instance if key not in error.schema["properties"])
        path = (*path, unknown)
        return path, coded("store.setting_unknown", place=_spelled(path))
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in error.instance)
        return path, coded("store.setting_member", place=_spelled(path), member=repr(missing))
    if "propertyNames" in error.absolute_schema_path:
        path = (*path, error.instance)
        return path, coded("store.setting_name", place=_spelled(path), expected=error.schema["title"])
    return path, coded("store.setting_expected", place=_spelled(path), expected=error.schema["title"])


def _spelled(path: tuple[str | int, ...]) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or coded("store.whole_file")
