"""Makes characters visible that a reader cannot see: control, bidi, zero-width, odd spaces. Knows no widget.

Unicode's default-ignorable code points and the categories Cc, Cf, Co, Cs, Zl, Zp and Zs, without those that have a
shape of their own (Arabic number signs), and without selectors and joiners inside an emoji, where they are seen.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

_BLANK = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\xa0\\xad\u034f\u061c\u070f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f"
    "\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
_EMOJI = (
    "[\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)
_SEEN = rf"{_EMOJI}\ufe0f?(?:[\U0001f3fb-\U0001f3ff])?(?:\u200d{_EMOJI}\ufe0f?)*"
_IN_TEXT = re.compile(rf"({_SEEN})|([{_BLANK}])\2*")
_IN_LINE = re.compile(rf"({_SEEN})|([{_BLANK}\t\n])\2*")
_PLAIN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_CONTROLS = {
    0x00: "NULL", 0x07: "BELL", 0x08: "BACKSPACE", 0x09: "TAB", 0x0A: "LINE FEED", 0x0B: "LINE TABULATION",
    0x0C: "FORM FEED", 0x0D: "CARRIAGE RETURN", 0x1A: "SUBSTITUTE", 0x1B: "ESCAPE", 0x7F: "DELETE", 0x85: "NEXT LINE",
    0x9B: "CONTROL SEQUENCE INTRODUCER",
}  # fmt: skip
_KINDS = {"Cc": "CONTROL", "Cs": "UNPAIRED SURROGATE", "Co": "PRIVATE USE", "Cn": "UNASSIGNED"}

_ALPHABETS = frozenset(("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN"))
_LOOKS_LATIN = frozenset("аеорсухіјѕһԁԛԝӏкмтвнАВЕКМНОРСТХІЈЅԌԚԜοινρυκαΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
"""Cyrillic and Greek letters that are drawn like a Latin one (a part of Unicode's confusables, UTS 39)."""


def label(character: str, times: int = 1) -> str:
    """How an unseen character is written out: ``⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩``."""
    code = ord(character)
    name = unicodedata.name(character, "") or _CONTROLS.get(code) or _KINDS.get(unicodedata.category(character), "")
    return f"⟨U+{code:04X} {name} ×{times:,}⟩" if times > 1 else f"⟨U+{code:04X} {name}⟩"


def parts(text: str, *, lines: bool = False) -> Iterator[tuple[bool, str]]:
    """``text`` in pieces: (False, as it is), (True, an unseen character written out). ``lines`` keeps \\n and \\t."""
    at = 0
    for found in (_IN_TEXT if lines else _IN_LINE).finditer(text):
        if found.group(2) is None:
            continue
        if found.start() > at:
            yield False, text[at : found.start()]
        yield True, label(found.group(2), found.end() - found.start())
        at = found.end()
    if at < len(text):
        yield False, text[at:]


def visible(text: str, *, lines: bool = False) -> str:
    """``text`` with everything that cannot be seen written out, on one line unless ``lines``."""
    return "".join(piece for _, piece in parts(text, lines=lines))


def shortened(text: str, most: int = 60) -> str:
    """``text`` made visible, with its middle left out when it is longer than ``most`` characters."""
    seen = visible(text)
    return seen if len(seen) <= most else f"{seen[: most * 2 // 3]}…{seen[-most // 3 :]}"


def as_html(text: str, caution: str, *, lines: bool = False) -> str:
    """``text`` as HTML, written-out characters in the colour ``caution``; white space and line breaks are kept."""
    marked = (
        f'<span style="color:{caution}; font-weight:600">{html.escape(piece)}</span>' if mark else html.escape(piece)
        for mark, piece in parts(text, lines=lines)
    )
    return "".join(marked).replace("\n", "<br>").replace("\t", "&nbsp;&nbsp;&nbsp; ").replace("  ", " &nbsp;")


def unseen(value: object) -> Counter[str]:
    """How often each unseen character stands in the texts and keys of some JSON data."""
    counts: Counter[str] = Counter()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if not item.isascii() or _PLAIN.search(item):
                for found in _IN_TEXT.finditer(item.replace("\r\n", "\n")):
                    if found.group(2) is not None:
                        counts[found.group(2)] += len(found.group())
        elif isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            waiting.extend(item)
    return counts


def doubts(name: str) -> tuple[str, ...]:
    """What is odd about a tool's or server's name, a sentence each."""
    if name.isascii() and name.isprintable():
        return ()
    translate = QCoreApplication.translate
    shown, found = visible(name), []
    if shown != name:
        found.append(translate("Text", "“{0}” contains characters that cannot be seen").format(shown))
    plain = visible(unicodedata.normalize("NFKC", name))
    if plain != shown:
        found.append(translate("Text", "“{0}” has unusual letters; in plain ones it is “{1}”").format(shown, plain))
    letters = {letter: unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    foreign = [label(letter) for letter, script in letters.items() if script in _ALPHABETS]
    if foreign and "LATIN" in letters.values():
        odd = ", ".join(foreign[:3])
        found.append(translate("Text", "“{0}” mixes letters that look alike: {1}").format(shown, odd))
    elif foreign and all(letter in _LOOKS_LATIN for letter in letters):
        odd = ", ".join(foreign[:3])
        found.append(translate("Text", "“{0}” looks Latin and is not: {1}").format(shown, odd))
    return tuple(found)
