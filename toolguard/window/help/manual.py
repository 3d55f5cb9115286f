"""The manual: its chapters in ``resources/manual`` in the window's language, and its search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import toolguard
from toolguard.window.help.manual_lists import with_lists

MAX_CONTEXT_LENGTH = 40
"""Most characters before a match; the whole context has twice as many."""
_MAX_WORD_LENGTH = 24  # letters of scripts that separate words
_SPACED_WORD = re.compile(r"[^\W_\u2e80-\uffff]")
"""The beginning of a word in a script that separates words by spaces."""
_HEADINGS = re.compile(r"^(?=#{2,} )", re.MULTILINE)
_MARKS = re.compile(r"[*`#]|!?\[([^\]]*)\]\([^)]*\)")
_TABLE_HEAD = re.compile(r"^\|.*\|\n\|[\s|:-]+\|$", re.MULTILINE)
_TABLE_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
_LIST_MARK = re.compile(r"^[ \t]*[-*][ \t]+", re.MULTILINE)
_BLOCKS = re.compile(r"\n\s*\n|\n(?=[ \t]*[-*|][ \t])|(?<=\|)\n")
"""Between paragraphs, items of lists and rows of tables."""
_HEADING_END = re.compile(r"^(#+ .*)\n(?!\n)", re.MULTILINE)
_SENTENCE_ENDS = ".:;!?…。：；！？"
_WIDE_GAP = re.compile("(?<=[。：；！？]) ")
_SENTENCE_START = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])")


@dataclass(frozen=True, slots=True)
class Chapter:
    """One file. ``key`` is its name without number and suffix; links between chapters use it."""

    key: str
    title: str
    text: str

    @property
    def sections(self) -> list[str]:
        """Return the text of each section without Markdown syntax, on one line."""
        return [_plain(section) for section in _HEADINGS.split(self.text)]


def _plain(section: str) -> str:
    """Return a section without marks of Markdown: headings, lists, tables, links, code."""
    blocks = _BLOCKS.split(_HEADING_END.sub(r"\1\n\n", _TABLE_HEAD.sub("\n", section)))
    return _WIDE_GAP.sub("", " ".join(filter(None, map(_sentence, blocks))))


def _sentence(block: str) -> str:
    """Return a paragraph, a heading, an item of a list or a row of a table on one line, ended by a full stop."""
    text = _TABLE_ROW.sub(lambda row: ": ".join(cell.strip() for cell in row[0].strip("|").split("|")), block)
    text = " ".join(_MARKS.sub(r"\1", _LIST_MARK.sub("", text.lstrip("\n"))).split())
    if not text or text[-1] in _SENTENCE_ENDS:
        return text
    return f"{text}." if text[-1] < "\u2e80" else f"{text}。"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A chapter with a section that contains every word of the search, and the place of the first."""

    chapter: Chapter
    around: str


def folder(language: str) -> Path:
    """Return the folder with the chapters and pictures in ``language``, or in English if it is not translated."""
    translated = toolguard.resource("manual", language)
    return translated if translated.is_dir() else toolguard.resource("manual", "en")


def chapters(language: str) -> tuple[Chapter, ...]:
    """Return every chapter in ``language``, in order; in English if there is no translation."""
    return tuple(_chapter(path) for path in sorted(folder(language).glob("*.md")))


def _chapter(path: Path) -> Chapter:
    text = with_lists(path.read_text("utf-8"))
    title, _, _ = text.partition("\n")
    return Chapter(key=path.stem.partition("-")[2], title=title.removeprefix("#").strip(), text=text)


def search(among: Sequence[Chapter], text: str) -> list[SearchHit]:
    """Return chapters with all the words (`pattern`) in a section, first those with one in their title."""
    patterns = [pattern(word) for word in text.split()]
    if not patterns:
        return []
    hits: list[tuple[bool, int, SearchHit]] = []
    for chapter in among:
        for section in chapter.sections:
            if all(word.search(section) or word.search(chapter.title) for word in patterns):
                first = patterns[0].search(section)
                offset = first.start() if first is not None else 0
                in_title = any(word.search(chapter.title) for word in patterns)
                hit = SearchHit(chapter, _excerpt(section, offset))
                hits.append((not in_title, len(hits), hit))
                break
    return [hit for _, _, hit in sorted(hits, key=lambda hit: hit[:2])]


def pattern(word: str) -> re.Pattern[str]:
    """Return what a word matches: beginnings of words, any place in scripts without spaces. Qt takes it, too."""
    begin = "(?<![0-9A-Za-z\u00c0-\u024f])" if _SPACED_WORD.match(word) else ""
    return re.compile(begin + re.escape(word), re.IGNORECASE)


def any_word(text: str) -> re.Pattern[str] | None:
    """Return what matches each word of a search (`pattern`), of two possible ones the longer; None without words."""
    words = sorted(text.split(), key=len, reverse=True)
    return re.compile("|".join(pattern(word).pattern for word in words), re.IGNORECASE) if words else None


def _excerpt(plain: str, offset: int) -> str:
    """Return the text around ``offset``, without partial words, from a sentence's beginning if one is close."""
    start = max(offset - MAX_CONTEXT_LENGTH, 0)
    sentence = next(
        (match.end() for match in _SENTENCE_START.finditer(plain, start, offset + 1) if match.end() <= offset), 0
    )
    before = after = ""
    if sentence:
        start = sentence
    elif start:
        start = plain.find(" ", start, min(start + _MAX_WORD_LENGTH, offset)) + 1 or start
        before = "…\xa0"
    end = min(start + 2 * MAX_CONTEXT_LENGTH, len(plain))
    if end < len(plain):
        space = plain.rfind(" ", max(end - _MAX_WORD_LENGTH, offset), end)
        end = space if space > offset else end
        after = "\xa0…"
    return f"{before}{plain[start:end].strip()}{after}"
