"""The text matchers ``starts-with``, ``glob`` and ``regex``. Patterns are RE2, which takes linear time.

A text may be a path or a URL: a result is uncertain if the same place, written without ``.``, ``..`` and repeated
separators and as browsers read it, gives another one. ``/notes/../.ssh/id`` matches ``/notes/**``, but is not in that
folder. A match is uncertain, too, if it ignores case or Unicode composition, as some file systems and servers do.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Literal

from toolguard.gate.policy.conditions.errors import ConditionError, Fit
from toolguard.gate.texts import coded

MAX_PATTERN_LENGTH = 4_096
"""Maximum characters of a pattern."""
_MAX_SPELLING = 12
"""Maximum characters of a text that may be another spelling of one: letters with marks, and ``ffi`` for a ligature."""
_MAX_PATTERN_MEMORY = 8 * 1024 * 1024
_SEPARATOR = r"(?:[/\\]|%2f|%5c)"
_DOT_SEGMENT = re.compile(
    rf"(?:^|{_SEPARATOR})(?:\.|%2e){{1,2}}(?:;[^/\\?#]*)?(?:{_SEPARATOR}|[?#]|$)|(?<!:)[/\\]{{2}}", re.IGNORECASE
)
_ROOT = re.compile(r"(?:[a-z][a-z0-9+.-]*:(?://[^/\\?#]*)?|\\\\)?", re.IGNORECASE)
"""The part before a path: a scheme with its host, a drive, or the beginning of a UNC path."""
_SEPARATORS = re.compile(r"([/\\]+)")
_ENCODED_SEPARATOR = re.compile("%2f|%5c", re.IGNORECASE)
_URL = re.compile(r"[a-z0-9+.\t\n\r-]+:[\t\n\r]*/[\t\n\r]*/", re.IGNORECASE)


def without_dot_segments(text: str) -> str:
    """Return a path or URL without ``.`` and ``..`` (RFC 3986 §5.2.4) and repeated separators, also as ``%2e%2f``.

    A relative path keeps what is at its start. A segment may have parameters, as in ``..;x``.
    """
    if _URL.match(text):
        text = _as_browsers_read(text)
    if not _DOT_SEGMENT.search(text):
        return text
    root = _ROOT.match(text)[0]  # type: ignore[index]  # matches the empty string
    path, mark, query = text[len(root) :], "", ""
    if "//" in root and (end := re.search(r"[?#]", path)):
        path, mark, query = path[: end.start()], end[0], path[end.end() :]
    first, *rest = _SEPARATORS.split(_ENCODED_SEPARATOR.sub("/", path))
    is_absolute = first == "" and bool(rest)
    segments: list[tuple[str, str]] = []
    for separator, name in (("", first), *zip(rest[::2], rest[1::2], strict=True)):
        dots = name.casefold().partition(";")[0].replace("%2e", ".")
        last = segments[-1][1] if segments else ""
        if dots == "..":
            if last and last != "..":
                segments.pop()
            if not is_absolute and last in ("", ".", ".."):
                segments.append((separator[:1], ".."))
        elif dots != "." or not separator:
            segments.append((separator[:1], name))
    joined = "".join(separator + name for separator, name in segments)
    if not is_absolute:
        joined = joined.lstrip("/\\")
    return f"{root}{joined or rest[0][:1] if is_absolute else joined}{mark}{query}"


def _as_browsers_read(url: str) -> str:
    r"""Return a URL as the WHATWG URL Standard has it: no tabs or line ends, ``/`` for ``\`` and after its host."""
    url = re.sub("[\t\n\r]", "", url)
    path = re.split("[?#]", url, maxsplit=1)[0]
    query, path = url[len(path) :], path.replace("\\", "/")
    return f"{path}/{query}" if query and path.count("/") == 2 else path + query


def without_case(text: str, form: Literal["NFC", "NFKD"] = "NFC") -> str:
    """Return a text in the form that is equal for all its upper, lower, composed and decomposed spellings.

    With ``NFKD`` it is equal for compatible characters, too.
    """
    return unicodedata.normalize(form, unicodedata.normalize(form, text).casefold())


class _TextTest:
    """Tests a text as it is, and as a path without dot segments."""

    def __call__(self, value: Any) -> Fit:
        if not isinstance(value, str):
            return None
        result, place = self._fit(value), without_dot_segments(value)
        return result if place == value or self._fit(place) is result else None

    def _fit(self, text: str) -> Fit:
        raise NotImplementedError


class PrefixTest(_TextTest):
    """Tests whether a text starts with a prefix."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, str) or not value:
            raise ConditionError(coded("gate.condition_needs_text"))
        self._exact = value
        self._folded = without_case(value)

    def _fit(self, text: str) -> Fit:
        if text.startswith(self._exact):
            return True
        start = text[: _MAX_SPELLING * len(self._exact)]
        return None if without_case(start).startswith(self._folded) else False


class RegexTest(_TextTest):
    """Tests whether a regular expression matches the whole text. A partial match is uncertain."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, str) or not value:
            raise ConditionError(coded("gate.condition_needs_text"))
        self._exact = compiled(value)
        self._folded = compiled(value, ignore_case=True)

    def _fit(self, text: str) -> Fit:
        try:
            if self._exact.fullmatch(text) is not None:
                return True
            return None if self._folded.search(text) is not None else False
        except ValueError:  # lone surrogate
            return None


class GlobTest(_TextTest):
    """Tests whether a glob matches the whole text: ``*`` anything without ``/``, ``**`` anything, ``?`` one character.

    ``[abc]`` is one of these and ``[!abc]`` none of them.
    """

    def __init__(self, value: object) -> None:
        if not isinstance(value, str) or not value:
            raise ConditionError(coded("gate.condition_needs_text"))
        self._exact = compiled(regex_of(value))
        self._folded = compiled(regex_of(unicodedata.normalize("NFC", value)), ignore_case=True)

    def _fit(self, text: str) -> Fit:
        try:
            if self._exact.fullmatch(text) is not None:
                return True
            return None if self._folded.fullmatch(unicodedata.normalize("NFC", text)) is not None else False
        except ValueError:
            return None


def compiled(pattern: str, *, ignore_case: bool = False) -> Any:
    """Compile a pattern with RE2; raises `ConditionError`."""
    import re2  # imported late: only rules with patterns need it

    if len(pattern) > MAX_PATTERN_LENGTH:
        raise ConditionError(coded("gate.pattern_too_long", limit=f"{MAX_PATTERN_LENGTH:,}"))
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MAX_PATTERN_MEMORY
    options.case_sensitive = not ignore_case
    try:
        return re2.compile(pattern, options)
    except (re2.error, ValueError) as problem:
        message = problem.args[0] if problem.args else ""
        text = message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)
        raise ConditionError(coded("gate.pattern_invalid", problem=text[:200])) from None


def regex_of(glob: str, *, crosses: bool = False) -> str:
    """Return the regex of a glob; raises `ConditionError`. ``crosses``: ``*`` and ``?`` match ``/`` too."""
    import re2

    result, offset = [], 0
    any_one = "(?s:.)" if crosses else "[^/]"
    while offset < len(glob):
        character = glob[offset]
        if character == "*":
            double = glob[offset : offset + 2] == "**"
            result.append("(?s:.*)" if double else f"{any_one}*")
            offset += 2 if double else 1
        elif character == "?":
            result.append(any_one)
            offset += 1
        elif character == "[":
            end = glob.find("]", offset + 3 if glob[offset + 1 : offset + 2] == "!" else offset + 2)
            if end < 0:
                raise ConditionError(coded("gate.pattern_bracket_open", pattern=glob[:200]))
            inner = glob[offset + 1 : end]
            negated, inner = inner.startswith("!"), inner.removeprefix("!")
            body = "".join("-" if each == "-" and 0 < place < len(inner) - 1 else re2.escape(each)
                           for place, each in enumerate(inner))  # fmt: skip
            result.append(f"[{'^' if negated else ''}{body}{'/' if negated and not crosses else ''}]")
            offset = end + 1
        else:
            result.append(re2.escape(character))
            offset += 1
    return "".join(result)
