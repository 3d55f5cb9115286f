"""Untrusted texts for display: invisible characters are written out, in colour. No widgets."""

from __future__ import annotations

import html
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import Qt

from toolguard.gate.policy import unicode_safety as seen
from toolguard.window import core_translation

_CHUNK_LENGTH = 200_000
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_MARK, _START, _END = "\u200e", "\u2068", "\u2069"  # left-to-right mark, first strong isolate, and its terminator
_JOINER = "\u2060"  # word joiner
_BREAK = "\u200b"  # zero-width space
_LONG_WORD = re.compile(r"\S{1000}(?:\S{0,100}?(?<!\$)(?=[\w!-~]))?")
"""The beginning of a word that Qt wraps in quadratic time, up to a place where no character and no ``${`` is split."""
_OPTION = re.compile(r"(?<!\S)-+(?=[^\s-])")
"""The hyphens of an option in a command."""
_MARKED = re.compile("⟨(?:[^⟨⟩…]{1,80}[⟩…]|…⟩)")  # also a mark that was cut
_MAX_KEY_LENGTH = 200  # characters of a member's name
_MAX_MARKED = 1_000  # characters at each end of a name in which look-alikes are marked before it is shortened


def parts(text: str, *, lines: bool = False) -> Iterator[tuple[bool, str]]:
    """Yield (False, unchanged text) and (True, an invisible character written out). ``lines`` keeps \\n and \\t."""
    return seen.parts(text, keep_newlines=lines)


def visible(text: str, *, lines: bool = False) -> str:
    """Return ``text`` with invisible characters written out, on one line unless ``lines``."""
    return seen.visible(text, lines)


def one_line(text: str) -> str:
    """Like `visible`, with a sign for each line break, for previews."""
    return visible(text.replace("\r\n", "\n").replace("\n", " ↵ ") if "\n" in text else text)


def shortened(text: str, most: int = 60, *, lines: bool = False) -> str:
    """Return ``text`` with invisible characters written out; the middle is omitted beyond ``most`` characters."""
    return _shortened(visible(_ends(text, most), lines=lines), most)


def _ends(text: str, most: int) -> str:
    """Return what can be seen of ``text`` once it is shortened: writing characters out makes it only longer."""
    return text if len(text) <= 2 * most else text[:most] + text[-most:]


def _shortened(shown: str, most: int) -> str:
    return shown if len(shown) <= most else f"{shown[: most * 2 // 3]}…{shown[-most // 3 :]}"


def name(name: str) -> str:
    """Return a name on one line, with invisible characters and look-alikes of ASCII characters marked."""
    return _marked(name)


def short_name(name: str, most: int = 60) -> str:
    """Like `name`, with the middle omitted if it is longer than ``most`` characters."""
    return _shortened(_marked(_ends(name, max(most, _MAX_MARKED))), most)


def _marked(name: str) -> str:
    return "".join(piece for _, piece in name_parts(name))


def name_parts(name: str) -> Iterator[tuple[bool, str]]:
    """Return ``name`` in pieces as `parts` does, with look-alikes marked too."""
    return ((mark, core_translation.local(piece)) for mark, piece in seen.name_parts(name))


def marks(shown: str) -> Iterator[tuple[bool, str]]:
    """Split what `name` or `short_name` returned: (True, a mark such as ``⟨і CYRILLIC⟩``), (False, the rest)."""
    offset = 0
    for match in _MARKED.finditer(shown):
        if match.start() > offset:
            yield False, shown[offset : match.start()]
        yield True, match.group()
        offset = match.end()
    if offset < len(shown):
        yield False, shown[offset:]


def short_marks(shown: str) -> str:
    """Return what `name` or `short_name` returned with ``⟨…⟩`` for each mark, which leaves more space to the rest."""
    return _MARKED.sub("⟨…⟩", shown)


def runs_left(text: str) -> bool:
    """Return whether the text contains right-to-left letters, which move neighbouring text."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def rightward(text: str) -> str:
    """Return ``text`` as a left-to-right line, even if it begins with a name in another script."""
    return f"{_MARK}{text}" if runs_left(text) else text


def apart(text: str) -> str:
    """Return ``text`` isolated, so that its surroundings do not change its position."""
    return f"{_START}{text}{_END}" if runs_left(text) else text


def bare(text: str) -> str:
    """Return ``text`` without the marks of `apart`, `rightward` and `as_html`, which foreign texts never have."""
    return text if text.isascii() else re.sub(f"[{_MARK}{_START}{_END}{_JOINER}{_BREAK}]", "", text)


def unbroken(text: str) -> str:
    """Return ``text`` so that no line ends inside the ``${`` of a reference to a secret."""
    return text.replace("${", f"${_JOINER}{{")


def as_html(text: str, caution: str, *, lines: bool = False, command: bool = False) -> str:
    """Return ``text`` as HTML, written-out characters in the colour ``caution``; white space and line breaks are kept.

    ``command``: no line ends after the hyphens of an option, so that ``--force`` does not look like two arguments.
    """

    def escaped(piece: str) -> str:
        if command:
            piece = _OPTION.sub(rf"\g<0>{_JOINER}", piece)
        return html.escape(unbroken(_LONG_WORD.sub(rf"\g<0>{_BREAK}", piece)))

    adjacent = itertools.groupby(parts(text, lines=lines), key=itemgetter(0))  # one span, because each takes Qt time
    joined = ((mark, "".join(piece for _, piece in group)) for mark, group in adjacent)
    marked = (
        f'<span style="color:{caution}; font-weight:600">{html.escape(piece)}</span>' if mark else escaped(piece)
        for mark, piece in joined
    )
    return "".join(marked).replace("\n", "<br>").replace("\t", "&nbsp;&nbsp;&nbsp; ").replace("  ", " &nbsp;")


def as_tool_tip(text: str) -> str:
    """Return ``text`` as a tool tip. Qt reads a tool tip as HTML if something in it looks like a tag."""
    return f"<p>{html.escape(text)}</p>" if Qt.mightBeRichText(text) else text


def longer_than(value: object, most: int) -> bool:
    """Return whether JSON data has more than about ``most`` characters. Stops as soon as that is known."""
    count, waiting = 0, [value]
    while waiting and count <= most:
        item = waiting.pop()
        count += len(item) if isinstance(item, str) else 4
        if isinstance(item, dict | list | tuple):
            count += len(item)
            if count <= most:
                waiting += (*item, *item.values()) if isinstance(item, dict) else item
    return count > most


def pieces(text: str) -> Iterator[str]:
    """Yield ``text`` in pieces of some hundred kilobytes, cut where no combining character follows.

    One call on megabytes would hold the interpreter, and with it the Qt thread, for its whole duration.
    """
    offset = 0
    while len(text) - offset > _CHUNK_LENGTH:
        end = offset + _CHUNK_LENGTH
        end = next((place for place in range(end, min(end + 200, len(text))) if " " <= text[place - 1] <= "~"), end)
        yield text[offset:end]
        offset = end
    yield text[offset:] if offset else text


def unseen(value: object) -> Counter[str]:
    """Return how often each invisible character occurs in the texts and keys of JSON data."""
    counts: Counter[str] = Counter()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            for piece in pieces(item):
                if not piece.isascii() or not piece.isprintable():
                    counts += seen.hidden_characters(piece)
        elif isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            waiting.extend(item)
    return counts


def doubts(name: str) -> tuple[str, ...]:
    """Return warnings about a tool's or server's name, one sentence each."""
    return tuple(sentence for _, sentence in _doubts(name))


def first_doubt(name: str) -> str:
    """Return the first of the warnings about a name in a few words; "" for none."""
    return next((words for words, _ in _doubts(name)), "")


def _doubts(name: str) -> tuple[tuple[str, str], ...]:
    """Return warnings about a name, each in a few words and as a sentence."""
    if name.isascii() and name.isprintable():
        return ()
    translate = QCoreApplication.translate
    shown, doubts = visible(name), []
    look_alike = translate("TextControl", "Look-alike")
    if shown != name:
        sentence = translate("TextControl", "“{0}” contains invisible characters")
        doubts.append((translate("TextControl", "Invisible text"), sentence.format(shown)))
    if seen.is_bidirectional(name):
        sentence = translate("TextControl", "“{0}” may be displayed in a misleading order")
        doubts.append((translate("TextControl", "Mixed direction"), sentence.format(shown)))
    plain = visible(unicodedata.normalize("NFKC", name))
    if plain != shown:
        sentence = translate("TextControl", "“{0}” uses unusual letters; in plain letters it is “{1}”")
        doubts.append((translate("TextControl", "Unusual letters"), sentence.format(shown, plain)))
    characters = {letter: unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    marked = _marked(name)  # in plain letters it would accuse the name that it imitates
    foreign = dict.fromkeys(seen.ALPHABETS[script] for script in characters.values() if script in seen.OTHER_ALPHABETS)
    alphabets = core_translation.join_list([core_translation.local(alphabet) for alphabet in foreign])
    alike = list(dict.fromkeys(name[index] for index in seen.look_alikes(name)))
    if foreign and "LATIN" in characters.values():
        sentence = translate("TextControl", "“{0}” contains {1} letters that look like Latin ones")
        doubts.append((look_alike, sentence.format(marked, alphabets)))
    elif alike and seen.is_whole_look_alike(characters):
        sentence = translate("TextControl", "“{0}” looks Latin, but its letters are {1}")
        doubts.append((look_alike, sentence.format(marked, alphabets)))
    elif alike and plain == shown:
        odd = ", ".join(map(seen.mark, alike[:3]))
        sentence = translate("TextControl", "“{0}” contains look-alike characters: {1}")
        doubts.append((look_alike, sentence.format(marked, odd)))
    return tuple(doubts)


def doubts_of_address(address: str) -> tuple[str, ...]:
    """Return a warning if a host or URL can look like another one in a browser."""
    shown = imitated_host(address)
    text = QCoreApplication.translate(
        "TextControl", "Look-alike address. A browser can show {0} as if it were another address."
    )
    return (text.format(shown),) if shown else ()


def imitated_host(address: str) -> str:
    """Return how a browser may show a host or URL that can look like another one there, or ""."""
    return _shortened("".join(map(core_translation.local, seen.imitated_host_parts(address))), 200)


def doubts_of_keys(value: object) -> list[str]:
    """Return at most 4 warnings about member names in JSON data, for the first 1,000 names."""
    warnings: list[str] = []
    left, waiting = 1_000, [value]
    while waiting and left > 0 and len(warnings) < 4:
        item = waiting.pop()
        if isinstance(item, dict):
            for key, inner in itertools.islice(item.items(), left):
                left -= 1
                if not key.isascii() and seen.look_alikes(key[:_MAX_KEY_LENGTH]):
                    warnings += doubts(key[:_MAX_KEY_LENGTH])
                if isinstance(inner, dict | list):
                    waiting.append(inner)
        elif isinstance(item, list):
            left -= 1
            waiting.extend(member for member in item[:left] if isinstance(member, dict | list))
    return warnings[:4]


_SEPARATORS = str.maketrans("", "", " _-./")
"""Characters that separate the words of names; all others distinguish a title."""


def own_title(name: str, title: str) -> str:
    """Return the title of a tool; "" if it only repeats the name with other separators or case, as ``Read file`` does.

    The result is not made visible yet.
    """
    return "" if title.translate(_SEPARATORS).casefold() == name.translate(_SEPARATORS).casefold() else title
