"""What text of a record can be searched, and how a typed search is put to SQLite's FTS5. No I/O.

The tokenizer ``unicode61`` takes a run of Chinese for one word, so every such character is set apart, and a Chinese
word of any length is searched as a phrase (sqlite.org/fts5.html §3.2, §4.3.1).
"""

from __future__ import annotations

import re

from toolguard.gate import model, runs
from toolguard.gate.approver import place, starter
from toolguard.gate.approver import said as origin

LONGEST = 65_536
"""Characters of one text that are searchable."""
_ALONE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")
_PREFIX = 3  # letters of the last word from which on it may go on: shorter ones would match half the log

Part = tuple[int, str]
"""Which text of its call this is (0 to 4, each at most once a call), and the text."""
PARTS = 5


def part(event: model.Event) -> Part | None:
    """The searchable text of a record. Names stand in each, so that ``git error`` finds what git answered."""
    match event:
        case model.Asked():
            return 0, _joined(event, _spoken(event.arguments), *event.warnings)
        case model.Decided(arguments="") | model.Decided(by="person"):
            return 1, _joined(event, event.by, event.reason, origin(event))
        case model.Decided():
            return 0, _joined(event, _spoken(event.arguments), event.by, event.reason)
        case model.Returned():
            return 2, _joined(event, _spoken(event.preview))
        case model.Withdrawn() | model.Cancelled() | model.Lost():
            return 3, _joined(event, event.reason)
        case model.Forwarded() if event.secrets:
            return 4, _joined(event, *event.secrets)
    told = detail(event)
    return (0, _joined(event, told)) if told else None


def detail(event: model.Event) -> str:  # noqa: C901 - a line for each kind
    """What a record that belongs to no call says, in one line; empty for all others."""
    said: tuple[str, ...] = ()
    match event:
        case model.Joined():
            said = (event.program, event.claim)
        case model.Shook():
            said = (event.claim, event.version)
        case model.Left() | model.Refused():
            said = (event.reason,)
        case model.Passed():
            said = (event.method,)
        case model.Questioned():
            said = (event.method, event.state, event.params)
        case model.Released():
            said = (event.secret, event.place)
        case model.Served():
            said = (event.state, event.detail)
        case model.Changed():
            said = (event.what, event.by, event.detail)
        case model.Late():
            said = (event.request,)
        case model.Unvouched():
            said = (event.reason or f"{event.first}–{event.last}",)
        case model.Settled():
            said = (event.digest,)
        case runs.Started() | runs.Stopped():
            said = _run(event)
    return " · ".join(filter(None, said))


def _run(event: runs.Started | runs.Stopped) -> tuple[str, ...]:
    process, by = event.process, starter(event.process)
    surface = "toolguard serve" if process.surface == "serve" else process.surface
    said = (f"{surface} {place(process)}".strip(), f"started by {by}" if by else "", f"process {process.pid}")
    return (*said, event.reason) if isinstance(event, runs.Stopped) else said


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


def _joined(event: model.Event, *texts: str) -> str:
    names = (getattr(event, name, "") for name in ("client", "server", "tool"))
    return spaced("\n".join([*names, *(text[:LONGEST] for text in texts)]))


def _spoken(json: str) -> str:
    """JSON text without its escapes: ``"a\\nb"`` has the words a and b, not a and nb."""
    return _ESCAPE.sub(_unescaped, json[:LONGEST]) if "\\" in json else json


def _unescaped(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16)) if found[1] else " "
    return " " if "\ud800" <= letter <= "\udfff" else letter
