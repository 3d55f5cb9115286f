"""Unicode safety: writes out characters that a reader cannot see or a terminal would obey. Pure.

Control, bidi, zero-width, tag, private-use and unassigned characters, lone surrogates and look-alikes of a space become
marks like ``⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩``. Selectors and joiners inside an emoji stay.
"""

from __future__ import annotations

import itertools
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from toolguard.gate.policy.confusables import LOOKS_LIKE
from toolguard.gate.texts import coded

_HIDDEN = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\xa0\\xad\u034f\u061c\u070f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f"
    "\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffc\ufffe\uffff\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U0010ffff"
)
_EMOJI = (
    "[\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)
_NEW_EMOJI = frozenset(map(chr, range(0x1F000, 0x1FB00)))  # emoji, including those that this Python does not know yet
_WIDE = re.compile(
    "[\u3248-\u324f\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\U0001d300-\U0001d356\U0001d360-\U0001d376\U0001f1e6-\U0001f1ff]"
)
"""Wide since Unicode 16, which this Python may not know; circled numbers and regional indicators, in some terminals."""
_PLAIN_TEXT = re.compile(r"[\t\n\x20-\x7e]*")
_CONTROLS = {
    0x00: "NULL", 0x07: "BELL", 0x08: "BACKSPACE", 0x09: "TAB", 0x0A: "LINE FEED", 0x0B: "LINE TABULATION",
    0x0C: "FORM FEED", 0x0D: "CARRIAGE RETURN", 0x1A: "SUBSTITUTE", 0x1B: "ESCAPE", 0x7F: "DELETE", 0x85: "NEXT LINE",
    0x9B: "CONTROL SEQUENCE INTRODUCER",
}  # fmt: skip
_KINDS = {"Cc": "CONTROL", "Cs": "UNPAIRED SURROGATE", "Co": "PRIVATE USE", "Cn": "UNASSIGNED"}
ALPHABETS: Mapping[str, str] = {
    "LATIN": coded("gate.alphabet_latin"),
    "CYRILLIC": coded("gate.alphabet_cyrillic"),
    "GREEK": coded("gate.alphabet_greek"),
    "ARMENIAN": coded("gate.alphabet_armenian"),
    "CHEROKEE": coded("gate.alphabet_cherokee"),
    "COPTIC": coded("gate.alphabet_coptic"),
    "GEORGIAN": coded("gate.alphabet_georgian"),
}
"""Alphabets with letters that look like Latin ones, by the first word of their letters' Unicode names, for people."""
OTHER_ALPHABETS = ALPHABETS.keys() - {"LATIN"}
_MAX_NAME = 2_000  # characters of a name that are inspected
_ENCODED_LABEL = re.compile(r"(?<![a-z0-9-])xn--([a-z0-9-]{1,59})(?![a-z0-9-])", re.IGNORECASE)


def mark(character: str, times: int = 1) -> str:
    """Return the mark for a hidden character, ``⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩``, with a count if repeated."""
    repeated = f" ×{times:,}" if times > 1 else ""
    return f"⟨U+{ord(character):04X} {_name(character)}{repeated}⟩"


def parts(text: str, *, keep_newlines: bool = False) -> Iterator[tuple[bool, str]]:
    """Yield ``text`` in pieces: (False, unchanged) or (True, marks of hidden characters). See `visible`."""
    if _PLAIN_TEXT.fullmatch(text) and (keep_newlines or not ("\n" in text or "\t" in text)):
        if text:
            yield False, text
        return
    offset = 0
    for match in _pattern(text, "" if keep_newlines else "\\t\\n").finditer(text):
        if match.group(2) is None:
            continue
        if match.start() > offset:
            yield False, text[offset : match.start()]
        yield True, mark(match.group(2), match.end() - match.start())
        offset = match.end()
    if offset < len(text):
        yield False, text[offset:]


def visible(text: str, keep_newlines: bool = False) -> str:
    """Return ``text`` with all hidden characters written out, safe for terminals and readers.

    ``keep_newlines`` keeps line feeds and tabs; otherwise the result is one line.
    """
    return "".join(piece for _, piece in parts(text, keep_newlines=keep_newlines))


def columns(text: str) -> int:
    """Return how many columns of a terminal ``text`` takes: two for a wide character, none for a combining one.

    A character that only some terminals draw wide counts as wide: a row that is too long would continue where our own
    text stands.
    """
    if text.isascii():
        return len(text)
    return sum(0 if _is_above_or_below(letter) else 2 if _is_wide(letter) else 1 for letter in text)


def _is_above_or_below(letter: str) -> bool:
    """Return whether a letter combines with the one before it, and is not a mark with a column of its own."""
    return unicodedata.combining(letter) != 0 and unicodedata.category(letter) == "Mn"


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF" or _WIDE.match(letter) is not None


def look_alikes(name: str) -> tuple[int, ...]:
    """Return the indices of characters in ``name`` that look like ASCII (UTS #39), within the first 2,000 characters.

    Names in another script are left alone. A character counts if the name also has Latin letters and the character
    belongs to an alphabet that resembles Latin; if ASCII letters or digits are next to it; or if every letter of the
    name looks like a Latin one.
    """
    if name.isascii():
        return ()
    name = name[:_MAX_NAME]
    alike = [index for index, character in enumerate(name) if character in LOOKS_LIKE]
    if not alike:
        return ()
    letters = [character for character in name if character.isalpha()]
    if is_whole_look_alike(letters):
        return tuple(alike)
    latin = any(_script(letter) == "LATIN" for letter in letters)
    indices = []
    for run in _runs(alike):
        around = name[max(0, run[0] - 1) : run[0]] + name[run[-1] + 1 : run[-1] + 2]
        beside = any(character.isascii() and character.isalnum() for character in around)
        indices += [index for index in run if beside or (latin and _script(name[index]) in OTHER_ALPHABETS)]
    return tuple(indices)


def is_whole_look_alike(letters: Iterable[str]) -> bool:
    """Return whether two or more non-ASCII letters all look like ASCII ones, as in Cyrillic "сору"."""
    characters = list(letters)
    return len(characters) > 1 and all(LOOKS_LIKE.get(character, "").isalpha() for character in characters)


def name_parts(name: str) -> Iterator[tuple[bool, str]]:
    """Yield ``name`` in pieces as `parts` does, with look-alikes marked too: ``wr``, ``⟨і CYRILLIC⟩``, ``te_file``.

    The mark of a look-alike from an alphabet is a coded text.
    """
    offset = 0
    for run in _runs(look_alikes(name)):
        yield from parts(name[offset : run[0]])
        offset = run[-1] + 1
        part = name[run[0] : offset]
        script = _script(part[0])
        if script in OTHER_ALPHABETS:
            yield True, coded("gate.look_alike_mark", part=part, alphabet=ALPHABETS[script])
        else:
            yield True, f"⟨{part} U+{ord(part[0]):04X}⟩"
    yield from parts(name[offset:])


def imitated_host(address: str) -> str:
    """Return a host or URL as browsers may show it, with look-alikes marked; "" if it has none."""
    return "".join(imitated_host_parts(address))


def imitated_host_parts(address: str) -> list[str]:
    """Return what `imitated_host` returns in pieces, as `name_parts` does.

    Labels in ASCII form (``xn--``, RFC 3492) are decoded. Each label is checked by itself: one in another script does
    not imitate anything only because the other labels are Latin.
    """
    decoded = _ENCODED_LABEL.sub(_decoded_label, address[:_MAX_NAME])
    pieces = [piece for label in re.split(r"([.:/@]+)", decoded) for _, piece in name_parts(label)]
    return pieces if "".join(pieces) != decoded else []


def _decoded_label(match: re.Match[str]) -> str:
    try:
        return match.group(1).encode("ascii").decode("punycode")
    except UnicodeError:
        return match.group()


def _runs(places: Sequence[int]) -> list[list[int]]:
    """Group consecutive numbers."""
    runs: list[list[int]] = []
    for index in places:
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]


def hidden_characters(text: str) -> Counter[str]:
    """Return the count of each hidden character in ``text``, ignoring line ends."""
    counts: Counter[str] = Counter()
    if not _PLAIN_TEXT.fullmatch(text):
        for match in _pattern(text, "").finditer(text.replace("\r\n", "\n")):
            if match.group(2) is not None:
                counts[match.group(2)] += match.end() - match.start()
    return counts


def suspicious(text: str) -> list[str]:
    """Return one sentence for each thing that could deceive a reader of ``text``."""
    return [*_hidden_warnings(text), *_look_alike_warnings(text), *([_BIDIRECTIONAL] if is_bidirectional(text) else [])]


_BIDIRECTIONAL = coded("gate.parts_written_right_left")


def is_bidirectional(text: str) -> bool:
    """Return whether a text mixes right-to-left letters with others or with signs between them (UAX #9)."""
    if text.isascii():
        return False
    ways = {unicodedata.bidirectional(letter) for letter in text if not letter.isspace()}
    return not ways.isdisjoint(("R", "AL")) and not ways <= {"R", "AL", "NSM"}


def _hidden_warnings(text: str) -> list[str]:
    return [
        coded("gate.contains_character_cannot_seen", name=mark(character, times))
        for character, times in hidden_characters(text).items()
    ]


def _look_alike_warnings(text: str) -> list[str]:
    """Return warnings of mixed alphabets or look-alikes within a word. Legitimate texts mix alphabets between words."""
    if text.isascii():
        return []
    warnings: list[str] = []
    mixed: set[tuple[str, ...]] = set()
    borrowed: list[str] = []
    for word in re.findall(r"[^\W\d_]+(?:[\d_.-]+[^\W\d_]+)*", text):
        letters = [letter for letter in word if letter.isalpha()]
        alphabets = tuple(sorted({unicodedata.name(letter, "?").split()[0] for letter in letters} & ALPHABETS.keys()))
        if len(alphabets) > 1:
            mixed.add(alphabets)
        elif alphabets and is_whole_look_alike(letters):
            warnings.append(coded("gate.written_letters_look_like", alphabets=ALPHABETS[alphabets[0]], word=word[:40]))
        else:
            borrowed += [word[index] for index in look_alikes(word)]
    warnings += [
        coded("gate.mixes_alphabets_look_alike", alphabets=tuple(ALPHABETS[alphabet] for alphabet in alphabets))
        for alphabets in sorted(mixed)
    ]
    plain = unicodedata.normalize("NFKC", text)
    if borrowed := [
        character for character in dict.fromkeys(borrowed) if character == unicodedata.normalize("NFKC", character)
    ]:
        warnings.append(coded("gate.look_alike_characters", characters=tuple(map(mark, borrowed[:3]))))
    if unicodedata.normalize("NFC", text) != plain and not _hidden_warnings(text):
        warnings.append(coded("gate.contains_letters_stand_others"))
    return warnings


def _pattern(text: str, also: str) -> re.Pattern[str]:
    """Return a pattern with group 1: an emoji, left alone; group 2: a hidden character with its repeats."""
    return _compiled(also, has_unassigned=any(map(_is_unassigned, set(text))))


def _is_unassigned(character: str) -> bool:
    return unicodedata.category(character) == "Cn" and character not in _NEW_EMOJI


@cache
def _compiled(also: str, *, has_unassigned: bool) -> re.Pattern[str]:
    """``has_unassigned``: whether to look for unassigned characters, which takes longer."""
    unassigned = _unassigned_ranges() if has_unassigned else ""
    picture = f"(?![{unassigned}]){_EMOJI}" if unassigned else _EMOJI
    emoji = rf"{picture}\ufe0f?(?:[\U0001f3fb-\U0001f3ff])?(?:\u200d{picture}\ufe0f?)*"
    return re.compile(rf"({emoji})|([{_HIDDEN}{also}{unassigned}])\2*")


def _unassigned_ranges() -> str:
    """Return all unassigned characters for a set in a pattern: a text can have many, but there are 700 ranges."""
    ranges: list[str] = []
    for is_unassigned, run in itertools.groupby(map(chr, range(sys.maxunicode + 1)), _is_unassigned):
        if is_unassigned:
            first = last = next(run)
            for last in run:  # noqa: B007
                continue
            ranges.append(f"{first}-{last}")
    return "".join(ranges)


def _name(character: str) -> str:
    name = unicodedata.name(character, "") or _CONTROLS.get(ord(character), "")
    return name or _KINDS.get(unicodedata.category(character), "")
