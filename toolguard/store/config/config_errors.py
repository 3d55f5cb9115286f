"""What is wrong with a configuration, in the words of its schema, for a person. No file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolguard.store.config.json_locations import Located


def complaint(schema: Mapping[str, Any], value: Any, read: Located | None) -> str:
    """What is wrong first in the file, as ``line 12: servers.git.args must be an array of texts.``"""
    import jsonschema  # slow to import, and needed only for these words

    validator = jsonschema.Draft202012Validator(schema)
    found = []
    for error in validator.iter_errors(value):
        path, text = _words(error)
        found.append((read.line(path) if read else 0, f"{_spelled(path)} {text}"))
    line, text = min(found, default=(1, "a name or a text has a line end at its end"))
    return f"line {line}: {text}." if read else f"{text}."


def _words(error: Any) -> tuple[tuple[str | int, ...], str]:
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        unknown = next(key for key in error.instance if key not in error.schema["properties"])
        return (*path, unknown), "is not a known setting"
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in error.instance)
        return path, f"must have a member {missing!r}"
    if "propertyNames" in error.absolute_schema_path:
        return (*path, error.instance), f"must be called by {error.schema['title']}"
    return path, f"must be {error.schema['title']}"


def _spelled(path: tuple[str | int, ...]) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "the whole"
