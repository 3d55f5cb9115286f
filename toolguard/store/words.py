"""What text of a record can be searched, and how a typed search is put to SQLite's FTS5. No I/O.

The tokenizer ``unicode61`` takes a run of Chinese for one word, so every such character is set apart, and a Chinese
word of any length is searched as a phrase (sqlite.org/fts5.html §3.2, §4.3.1).
"""

from __future__ import annotations

import re

from toolguard.checkpoint import calls

LONGEST = 65_536
"""Characters of one text that are searchable."""
_ALONE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")
_PREFIX = 3  # letters of the last word from which on it may go on: shorter ones would match half the log

Part = tuple[int, str]
"""Which text of its call this is (0 to 4, each at most once a call), and the text."""
PARTS = 5


def part(event: calls.Event) -> Part | None:
    """The searchable text of a record. Names stand in each, so that ``git error`` finds what git answered."""
    match event:
        case calls.Asked():
            return 0, _joined(event, _spoken(event.arguments), *event.warnings)
        case calls.Decided(arguments="") | calls.Decided(by="person"):
            return 1, _joined(event, event.by, event.reason)
        case calls.Decided():
            return 0, _joined(event, _spoken(event.arguments), event.by, event.reason)
        case calls.Returned():
            return 2, _joined(event, _spoken(event.preview))
        case calls.Withdrawn() | calls.Cancelled() | calls.Lost():
            return 3, _joined(event, event.reason)
        case calls.Forwarded() if event.secrets:
            return 4, _joined(event, *event.secrets)
    told = detail(event)
    return (0, _joined(event, told)) if told else None


def detail(event: calls.Event) -> str:
    """What a record that belongs to no call says, in one line; empty for all others."""
    said: tuple[str, ...] = ()
    match event:
        case calls.Joined():
            said = (event.program, event.claim)
        case calls.Shook():
            said = (event.claim, event.version)
        case calls.Left() | calls.Refused():
            said = (event.reason,)
        case calls.Passed():
            said = (event.method,)
        case calls.Questioned():
            said = (event.method, event.state, event.params)
        case calls.Released():
            said = (event.secret, event.place)
        case calls.Served():
            said = (event.state, event.detail)
        case calls.Changed():
            said = (event.what, event.by, event.detail)
        case calls.Late():
            said = (event.request,)
        case calls.Settled():
            said = (event.digest,)
    return " · ".join(filter(None, said))


def phrase(text: str) -> str:
    """``text`` as one FTS5 string: its words side by side, nothing in it is syntax."""
    return '"' + spaced(text).replace('"', '""').replace("\0", " ") + '"'


def query(text: str) -> str:
    """What a person typed as an FTS5 query: every word must stand in the same record, the last one may go on."""
    words = text.split()
    if not words:
        return ""
    last = re.search(r"[^\W_]*$", words[-1])
    goes_on = last is not None and len(last[0]) >= _PREFIX and not _ALONE.search(last[0])
    return " AND ".join(phrase(word) for word in words) + ("*" if goes_on else "")


def spaced(text: str) -> str:
    """``text`` with a space around each character that is searched by itself."""
    return text if text.isascii() else _ALONE.sub(r" \g<0> ", text)


def _joined(event: calls.Event, *texts: str) -> str:
    names = (getattr(event, name, "") for name in ("client", "server", "tool"))
    return spaced("\n".join([*names, *(text[:LONGEST] for text in texts)]))


def _spoken(json: str) -> str:
    """JSON text without its escapes: ``"a\\nb"`` has the words a and b, not a and nb."""
    return _ESCAPE.sub(_unescaped, json[:LONGEST]) if "\\" in json else json


def _unescaped(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16)) if found[1] else " "
    return " " if "\ud800" <= letter <= "\udfff" else letter
