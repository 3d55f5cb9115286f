"""Searchable text of records, and translation of typed searches to SQLite's FTS5. No I/O.

The tokenizer ``unicode61`` takes a run of Chinese characters for one word, so spaces are inserted around each, and a
Chinese word of any length is searched as a phrase (sqlite.org/fts5.html §3.2, §4.3.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from toolguard.gate import model, runs
from toolguard.gate.approver import decision_sentence as origin
from toolguard.gate.approver import place, starter
from toolguard.gate.session.record_limit import so_far
from toolguard.gate.texts import coded

MAX_TEXT_LENGTH = 65_536
"""Maximum characters of a text that are searchable."""
_ALONE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")
_END = re.compile(r"[^\W_]*$")
_MIN_PREFIX_LENGTH = 3  # minimum letters of the last word for a prefix search: shorter ones would match half the log

Part = tuple[int, str]
"""Number of the text in its call (0 to 4, each at most once per call), and the text."""
PARTS = 5


def part(event: model.Event) -> Part | None:
    """Return the searchable text of a record, with its call's names, so that ``git error`` finds errors of git."""
    match event:
        case model.CallHeld():
            return 0, _joined(event, _without_escapes(event.arguments), *event.warnings)
        case model.CallDecided(arguments="") | model.CallDecided(by="person"):
            return 1, _joined(event, event.by, event.reason, origin(event))
        case model.CallDecided():
            return 0, _joined(event, _without_escapes(event.arguments), event.by, event.reason)
        case model.CallCompleted():
            return 2, _joined(event, _without_escapes(event.preview))
        case model.CallWithdrawn() | model.CallCancelled() | model.CallOutcomeUnknown():
            return 3, _joined(event, event.reason)
        case model.CallForwarded() if event.secrets:
            return 4, _joined(event, *event.secrets)
    texts = details(event)
    return (0, _joined(event, *texts)) if texts else None


def detail(event: model.Event) -> str:
    """Return `details` as one English line."""
    return " · ".join(details(event))


def details(event: model.Event) -> tuple[str, ...]:  # noqa: C901 - a line for each kind
    """Return what a row says about a record that belongs to no call; nothing for all others."""
    texts: tuple[str, ...] = ()
    match event:
        case model.SessionStarted():
            texts = (event.program, event.claim)
        case model.HandshakeCompleted():
            texts = (event.claim, event.version)
        case model.SessionEnded():
            texts = (event.reason,)
        case model.MessageRefused():
            texts = (event.reason, so_far(event.count))
        case model.RequestForwarded():
            texts = (event.method,)
        case model.ServerRequestReceived():
            texts = (event.method, event.state, so_far(event.count), event.params)
        case model.SecretReleased():
            texts = (event.secret, event.place)
        case model.ServerStateChanged():
            texts = (event.state, event.detail)
        case model.ConfigChanged():
            texts = (event.what, event.by, event.detail)
        case model.ClientForgotten():
            texts = (event.by,)
        case model.ResponseDropped():
            texts = (event.request, so_far(event.count))
        case model.RecordsUnsigned():
            texts = (event.reason or f"{event.first}–{event.last}",)
        case model.LogTakenOver():
            texts = (event.file, f"{event.records}", event.digest)
        case model.TornLineClosed():
            texts = (f"{event.size}", event.digest)
        case model.SegmentRemoved():
            texts = (f"{event.first}–{event.last}", event.by, event.archive, event.digest)
        case model.RecordsRedacted():
            texts = (", ".join(f"{record.seq}" for record in event.records[:20]), event.by, event.reason)
        case model.ConfigAccepted():
            texts = (event.digest,)
        case runs.AppStarted() | runs.AppStopped():
            texts = _run(event)
    return tuple(filter(None, texts))


def _run(event: runs.AppStarted | runs.AppStopped) -> tuple[str, ...]:
    process, by = event.process, starter(event.process)
    surface = {"window": coded("gate.surface_window"), "serve": "toolguard serve"}.get(process.surface, "")
    where = place(process)
    parts = (
        coded("gate.surface_with_place", surface=surface, place=where) if surface and where else surface or where,
        coded("gate.process_started_by", program=by) if by else "",
        coded("gate.process", pid=process.pid),
    )
    return (*parts, event.reason) if isinstance(event, runs.AppStopped) else parts


def phrase(text: str) -> str:
    """Return ``text`` as one FTS5 string: its words as a phrase, without any syntax."""
    return '"' + spaced(text).replace('"', '""').replace("\0", " ") + '"'


def query(text: str, terms: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
    """Return an FTS5 query for typed text: every word must occur in the same record; the last one may be a prefix.

    ``terms`` returns the index's terms with a prefix, or none if there are too many. They replace the prefix: FTS5
    reads all rows of a prefix before it returns the first one, but streams those of a term.
    """
    words = text.split()
    if not words:
        return ""
    *before, last = words
    start = _END.search(last)[0]  # type: ignore[index]  # matches always, if only the empty string
    goes_on = len(start) >= _MIN_PREFIX_LENGTH and not _ALONE.search(start)
    endings = terms(start.lower()) if goes_on and start.isascii() else ()  # other letters have more than one spelling
    if endings:
        last_word = " OR ".join(phrase(last[: -len(start)] + term) for term in endings)
        return " AND ".join([*map(phrase, before), f"({last_word})"])
    return " AND ".join(map(phrase, words)) + ("*" if goes_on else "")


def spaced(text: str) -> str:
    """Return ``text`` with a space around each character that is searched individually."""
    return text if text.isascii() else _ALONE.sub(r" \g<0> ", text)


def _joined(event: model.Event, *texts: str) -> str:
    names = (getattr(event, name, "") for name in ("client", "server", "tool"))
    return spaced("\n".join([*names, *(text[:MAX_TEXT_LENGTH] for text in texts)]))


def _without_escapes(json: str) -> str:
    """Return JSON text without its escapes: in ``"a\\nb"`` the words are a and b, not a and nb."""
    return _ESCAPE.sub(_unescaped, json[:MAX_TEXT_LENGTH]) if "\\" in json else json


def _unescaped(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16)) if escape[1] else " "
    return " " if "\ud800" <= character <= "\udfff" else character
