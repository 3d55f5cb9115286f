"""The texts of a credential that messages are searched for: the value, its lines, and the credentials inside it.

A program seldom prints a value as a person has stored it: it removes the line break of a pasted token, and splits the
URL of a database into host, user and password.
"""

from __future__ import annotations

import base64
import functools
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from toolguard.tables.credentials import is_searched_for

_MIN_LINE_LENGTH = 16
"""Minimum characters of a line of a multi-line value that is searched for separately."""
_MIN_INNER_LENGTH = 8
"""Minimum characters of a credential inside a value that is searched for separately."""
_MIN_WORD_LENGTH = 12
"""The same if it consists of letters only: ``postgres`` is a common password, and part of many messages."""
_MAX_INNER = 50
"""Maximum credentials inside one value that are searched for."""
_LINE_BREAK = re.compile(r"\r\n|\\r\\n|\\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
r"""As `str.splitlines` has them, and ``\n`` as JSON text of a key contains it."""
_KEY_FRAME = re.compile(r"\A-----|-----BEGIN [^-]{1,50}-----\Z")
"""A line that frames a key (RFC 7468 §2), also with its name in JSON before it. It is the same for everybody."""
_COMMON_MEMBER = re.compile(r"""\A"[^"]{1,100}"\s*:\s*"(?:https?://[^"@]*|[^"\d]*)",?\Z""")
"""A line of JSON with a URL or words, such as ``"type": "service_account",``, which is the same for everybody."""
_INNER = (
    re.compile(r"\A(?:Bearer|Basic|Token)\s+(\S+)\Z", re.IGNORECASE),
    re.compile(r"://[^\s/:@?#]{0,200}:([^\s/@?#]{1,500})@"),
    re.compile(
        r"""(?:password|passwd|pwd|secret|token|(?<!ssl)key)["']?\s{0,3}[=:]\s{0,3}["']?([^\s"'&;,}]{1,500})""",
        re.IGNORECASE,
    ),
)
"""Patterns for the credentials of an Authorization header, of a URL, and of members, parameters and settings.

The parameter ``sslkey`` of a database URL names a file.
"""
_BASIC = re.compile(r"\A(?:Basic\s+)?([A-Za-z0-9+/_-]{8,500}={0,2})\Z", re.IGNORECASE)


@functools.lru_cache(maxsize=512)
def searched_texts(value: str) -> tuple[str, ...]:
    """Return the stripped value, the value, and the texts inside it; none if it is too short.

    Each is in its normal forms (UAX #15), too: some systems decompose or compose every text.
    """
    whole = value.strip()
    if not is_searched_for(whole):
        return ()
    lines = [line for line in map(str.strip, _LINE_BREAK.split(whole)) if len(line) >= _MIN_LINE_LENGTH]
    lines = [line for line in lines if not (_KEY_FRAME.search(line) or _COMMON_MEMBER.match(line))]
    parts = (*lines, *_inner_credentials(whole))
    # An encoding of the value as it is stored may be too short to be found without its spaces.
    texts = dict.fromkeys(form for text in (whole, value, *parts) for form in _normal_forms(text))
    return tuple(text for text in texts if is_searched_for(text))


def _normal_forms(text: str) -> tuple[str, ...]:
    return text, unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)


def _inner_credentials(value: str) -> list[str]:
    found = [match[1] for pattern in _INNER for match in pattern.finditer(value)][:_MAX_INNER]
    each = (text for quoted in found for text in (quoted, unquote(quoted)))
    return [text for text in dict.fromkeys((*each, *_basic(value))) if _is_distinctive(text)]


def _basic(value: str) -> Iterator[str]:
    """Yield the user and password in a value of Basic authentication (RFC 7617 §2), and the password."""
    encoded = _BASIC.match(value)
    if encoded is None:
        return
    try:
        pair = base64.b64decode(encoded[1], validate=True).decode()
    except ValueError:
        return
    _, colon, password = pair.partition(":")
    if colon and pair.isprintable():
        yield from (pair, password)


def _is_distinctive(text: str) -> bool:
    return not _KEY_FRAME.search(text) and len(text) >= (_MIN_WORD_LENGTH if text.isalpha() else _MIN_INNER_LENGTH)
