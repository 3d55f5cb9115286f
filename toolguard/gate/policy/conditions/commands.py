"""The matcher ``program``: which programs a shell text or an array of words certainly runs.

Two readers must agree on every word: a scanner for the part of the shell's language that is literal, and bash's grammar
(tree-sitter). Neither is trusted alone: text that one of them does not accept is uncertain. The shell is assumed to be
bash, dash or zsh. On Windows it may also be ``cmd`` or PowerShell, and a cmdlet is PowerShell's: text that these quote
differently is uncertain.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from toolguard.gate.policy.conditions import programs
from toolguard.gate.policy.conditions.errors import ConditionError, Fit
from toolguard.gate.policy.conditions.paths import LocalPaths
from toolguard.gate.texts import coded

if TYPE_CHECKING:
    from tree_sitter import Language, Node


_MAX_COMMAND_LENGTH = 16_384  # maximum characters of a text, or of all words of an array
_MAX_WORDS = 1_000
_LAUNCHED_WORDS = 128  # maximum words of a launcher that are examined
_MAX_DEPTH = 4  # maximum nesting of shell texts
_MAX_VALUE_LENGTH = 1_000
_MAX_ALTERNATIVES = 100

# Reading a shell text

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters at which some shells and tools split words and others do not."""
_BLANKS = re.compile(r"(?:[ \t]|\\\n)+")
_OPERATOR = re.compile(r"&&|\|\||\|(?!&)|;")
_REDIRECTION = re.compile(r"(?:[12]?>>?[ \t]*/dev/null|[12]?>&[12]|0?<[ \t]*/dev/null)(?=[\s;|&]|$)")
_WORD_PART = re.compile(
    r"""(?P<plain>[^\s|&;()<>'"\\$`*?\[{}]+)"""
    r"""|'(?P<single>[^']*)'"""
    r"""|"(?P<double>(?:[^"\\$`]|\\[\s\S]|\$(?=["| )]))*)\""""
    r"""|\\(?P<escaped>[\s\S])"""
    r"""|(?P<braces>\{[^\s|&;()<>'"\\$`*?\[{},.]*\})"""
)
_NOT_FIRST = re.compile(r"[#~=]|[A-Za-z]:\\|\.{0,2}\\\\|\.{1,2}\\(?!\n)")
"""Beginnings of a comment, a home folder, a program's place in zsh, and a path of Windows."""
_TILDE = re.compile(r"(?:^|[=:])~")
_READ_OTHERWISE_ON_WINDOWS = re.compile(r"[\\'`^%!;,@{}\n\u00a0\u1680\u2000-\u206f\u3000]")
"""Characters that quote, separate or expand words in ``cmd`` or PowerShell in another way."""
_RESERVED = frozenset((
    "!", "]]", "if", "then", "elif", "else", "fi", "for", "foreach", "while", "until", "repeat", "do", "done", "end",
    "case", "esac", "in", "select", "function", "coproc",
))  # fmt: skip


class _Word(NamedTuple):
    text: str
    start: int
    end: int


class _UnreadableError(Exception):
    """The text is not literal from beginning to end."""


def commands(text: str) -> list[list[str]] | None:
    """Return the words of every command of a shell text, or None unless it is literal from beginning to end."""
    if len(text) > _MAX_COMMAND_LENGTH or _CONTROLS.search(text):
        return None
    try:
        scans = _scan(text)
        encoded = text.encode()
    except (_UnreadableError, UnicodeEncodeError):
        return None
    if not scans or _spans(encoded) != [[(word.start, word.end) for word in words] for words in _in_bytes(text, scans)]:
        return None
    return [[word.text for word in words] for words in scans]


def _scan(text: str) -> list[list[_Word]]:
    """Split a text as bash does; raises `_UnreadableError` for anything that is not literal."""
    commands: list[list[_Word]] = []
    words: list[_Word] = []
    position, count, awaited = 0, 0, False
    while position < len(text):
        if blanks := _BLANKS.match(text, position):
            position = blanks.end()
        elif text[position] == "\n":
            if words:
                commands.append(words)
                words = []
            position += 1
        elif operator := _OPERATOR.match(text, position):
            if not words:
                raise _UnreadableError
            commands.append(words)
            words, awaited, position = [], operator[0] != ";", operator.end()
        elif redirection := _REDIRECTION.match(text, position):
            position = redirection.end()
        else:
            word = _read_word(text, position)
            if not words and ("=" in word.text or word.text in _RESERVED):
                raise _UnreadableError
            words.append(word)
            position, count, awaited = word.end, count + 1, False
            if count > _MAX_WORDS:
                raise _UnreadableError
    if awaited:
        raise _UnreadableError
    return [*commands, words] if words else commands


def _read_word(text: str, start: int) -> _Word:
    if _NOT_FIRST.match(text, start):
        raise _UnreadableError
    parts, position = [], start
    while piece := _WORD_PART.match(text, position):
        position = piece.end()
        kind, part = str(piece.lastgroup), piece[str(piece.lastgroup)]
        if kind == "plain" and _TILDE.search(part):
            raise _UnreadableError
        if kind == "double":
            part = re.sub(r'\\([$`"\\\n])', lambda escape: escape[1].strip("\n"), part)
        elif kind == "escaped":
            part = part.strip("\n")
        parts.append(part)
    if position == start or text[position : position + 1] not in ("", " ", "\t", "\n", ";", "|", "&"):
        raise _UnreadableError
    return _Word("".join(parts), start, position)


def _in_bytes(text: str, commands: list[list[_Word]]) -> list[list[_Word]]:
    if text.isascii():
        return commands
    offsets = [0, *itertools.accumulate(len(character.encode()) for character in text)]
    return [[_Word(word.text, offsets[word.start], offsets[word.end]) for word in words] for words in commands]


_STATEMENTS = frozenset(("program", "list", "pipeline", "redirected_statement"))
_SEPARATORS = frozenset((";", "&&", "||", "|", "\n"))
_WORDS = frozenset(("command_name", "word", "number", "string", "raw_string", "concatenation"))
_WORD_NODES = frozenset((*_WORDS, "string_content", '"', "$", "file_descriptor", ">", ">>", "<", ">&", "<&"))


@cache
def _language() -> Language:
    import tree_sitter
    import tree_sitter_bash

    return tree_sitter.Language(tree_sitter_bash.language())


def _spans(text: bytes) -> list[list[tuple[int, int]]] | None:
    """Return where the grammar sees the words of each command; None for anything but simple commands in a row."""
    from tree_sitter import Parser

    root = Parser(_language()).parse(text).root_node
    if root.has_error:
        return None
    spans: list[list[tuple[int, int]]] = []
    left: list[Node] = [root]
    while left:
        node = left.pop()
        if node.type in _STATEMENTS:
            left += reversed(node.children)
        elif node.type == "command":
            parts = node.children
            if not all(_is_literal(part) for part in parts):
                return None
            spans.append([(part.start_byte, part.end_byte) for part in parts if part.type in _WORDS])
        elif node.type not in _SEPARATORS and not (node.type == "file_redirect" and _is_literal(node)):
            return None
    return spans


def _is_literal(node: Node) -> bool:
    left = [node]
    while left:
        part = left.pop()
        if part.is_missing or (part.type not in _WORD_NODES and part.type != "file_redirect"):
            return False
        left += part.children
    return True


# Matching


class ProgramTest:
    """The argument is a shell command, or an array of words, that runs only these programs with these leading words.

    False is certain for every command of the argument: none of them is one of these, or starts one that could be seen.
    An argument of which only some commands fit gives None.
    """

    def __init__(self, value: object) -> None:
        """Compile a command like ``git status``, or a list of commands or of lists of words, of which any may match.

        Raises `ConditionError`.
        """
        alternatives = value if isinstance(value, list | tuple) else [value]
        if not alternatives:
            raise ConditionError(coded("gate.program_empty"))
        if len(alternatives) > _MAX_ALTERNATIVES:
            raise ConditionError(coded("gate.program_too_many", limit=_MAX_ALTERNATIVES))
        self._alternatives = tuple(_leading_words(alternative) for alternative in alternatives)

    def __call__(self, argument: object, paths: LocalPaths | None = None) -> Fit:
        """Return whether the argument runs only these programs with these leading words."""
        commands = _commands_of(argument, windows=paths is not None and paths.windows)
        if not commands:
            return None
        fits = {self._fit(words) for words in commands}
        return fits.pop() if len(fits) == 1 else None

    def _fit(self, words: Sequence[str]) -> Fit:
        if any(_covers(words, leading) for leading in self._alternatives):
            return True
        return None if any(_may_run(words, leading) for leading in self._alternatives) else False

    @property
    def never_allows(self) -> str:
        """Return a sentence why no call can certainly match, or "" if one can."""
        for leading in self._alternatives:
            if not _covers(leading, leading):
                return coded("gate.program_starts_others", program=leading[0], command=" ".join(leading))
        return ""


def suggestion(argument: object) -> tuple[str, ...] | None:
    """Return the program and leading words for a rule for calls like this one, or None if no such rule is possible."""
    prefixes = {_leading(words) for words in _commands_of(argument) or [[""]]}
    leading = prefixes.pop()
    if prefixes or leading is None or ProgramTest([list(leading)])(argument) is not True:
        return None
    return leading


def _leading(words: Sequence[str]) -> tuple[str, ...] | None:
    program = words[0]
    row = programs.find(words) if program else None
    if row is not None and row.row.kind != "tool":
        return None
    if program in programs.WITH_SUBCOMMANDS:
        length = programs.subcommand_length(words)
        leading = tuple(words[:length])
        return leading if len(leading) == length and all(map(_SUBCOMMAND.fullmatch, leading[1:])) else None
    return (program,) if program.casefold() in programs.READERS else None


def _leading_words(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        words = _words_of_text(value)
    elif isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        words = tuple(value)
    else:
        raise ConditionError(coded("gate.program_wrong_type"))
    if not words or not words[0]:
        raise ConditionError(coded("gate.program_empty"))
    if sum(map(len, words)) + len(words) > _MAX_VALUE_LENGTH:
        raise ConditionError(coded("gate.program_too_long", limit=_MAX_VALUE_LENGTH))
    if any("\0" in word for word in words) or not _IS_PROGRAM.fullmatch(words[0]):
        raise ConditionError(coded("gate.program_not_literal", command=" ".join(words)[:100]))
    return words


def _words_of_text(text: str) -> tuple[str, ...]:
    if len(text) > _MAX_VALUE_LENGTH:
        raise ConditionError(coded("gate.program_too_long", limit=_MAX_VALUE_LENGTH))
    if not text.strip():
        raise ConditionError(coded("gate.program_empty"))
    try:
        commands = [] if _CONTROLS.search(text) else _scan(text)
    except _UnreadableError:
        commands = []
    if len(commands) != 1 or _between(text, commands[0]).strip(" \t\n\\"):
        raise ConditionError(coded("gate.program_not_literal", command=text[:100]))
    return tuple(word.text for word in commands[0])


def _between(text: str, words: list[_Word]) -> str:
    """Return the text outside the words: separators and redirections."""
    starts, stops = [*(word.start for word in words), len(text)], [0, *(word.end for word in words)]
    return "".join(text[end:start] for end, start in zip(stops, starts, strict=True))


_SUBCOMMAND = re.compile(r"[a-z][a-z0-9-]*")
_IS_PROGRAM = re.compile(r"[^\s|&;()<>'\"$`*?\x00-\x20\x7f-\x9f]+")
"""A word that every server reads as only the name of a program."""


def _commands_of(argument: object, *, windows: bool = False) -> list[list[str]] | None:
    """Return the words of every command of an argument; None unless all can be read."""
    if isinstance(argument, str):
        parsed = commands(argument)
        windows = windows or any(programs.name(words[0]) in programs.CMDLETS for words in parsed or ())
        return None if windows and _READ_OTHERWISE_ON_WINDOWS.search(argument) else parsed
    if isinstance(argument, dict):
        return _commands_of_object(argument, windows=windows)
    if not isinstance(argument, list) or not argument or len(argument) > _MAX_WORDS:
        return None
    if not all(isinstance(word, str) and "\0" not in word for word in argument):
        return None
    if sum(map(len, argument)) > _MAX_COMMAND_LENGTH or not _IS_PROGRAM.fullmatch(argument[0]):
        return None
    return [argument]


def _commands_of_object(argument: dict[Any, Any], *, windows: bool) -> list[list[str]] | None:
    command, words = argument.get("command"), argument.get("args", [])
    if argument.keys() - {"command", "args"} or not isinstance(command, str) or not isinstance(words, list):
        return None
    return _commands_of([command, *words] if words or _IS_PROGRAM.fullmatch(command) else command, windows=windows)


def _covers(words: Sequence[str], leading: Sequence[str]) -> bool:
    """Return whether a command certainly is one with these leading words, and starts nothing that they do not name."""
    if tuple(words[: len(leading)]) != tuple(leading):
        return False
    program = programs.find(words)
    if program is None:
        return True
    row, length = program.row, program.length
    if row.kind in ("shell", "launcher") or (program.hidden and row.kind != "code"):
        return False
    if row.kind == "command":
        return _names(leading, length) and _covers(words[length:], leading[length:])
    if row.kind == "exact":
        return len(words) == len(leading) > length
    if any(map(program.starts, words[len(leading) :])) or _awaits_value(program, leading[-1]):
        return False
    if row.kind == "code":
        return _names(leading, program.operand(words))
    return len(leading) > length or row.alone


def _names(leading: Sequence[str], index: int) -> bool:
    """Return whether the leading words include the operand at this index."""
    return len(leading) > index and not leading[index].startswith("-")


def _awaits_value(row: programs.Found, last: str) -> bool:
    return last.startswith("-") and "=" not in last and row.starts(last)


_ONLY_TELLS = frozenset(("--version", "-V", "--help"))
_INPUTS = ("/dev/", "/proc/")
"""Paths of files that may be a program's own input."""


def _may_run(words: Sequence[str], leading: Sequence[str], depth: int = 0) -> bool:
    """Return whether a command may be one with these leading words, or may start one. False is certain."""
    if _may_be(words, leading, is_open=depth > 0):
        return True
    row = programs.find(words)
    if row is None:
        return not programs.is_harmless(words[0]) and any(
            _may_be(words[index:], leading, is_open=False) for index in range(1, len(words))
        )
    if row.row.kind == "code":
        return _may_contain_code(words, row)
    if row.starts_any(words):
        return True
    if row.hidden or row.row.kind in ("shell", "launcher", "command"):
        return _launches(words, leading, depth)
    return False


def _may_contain_code(words: Sequence[str], row: programs.Found) -> bool:
    """Return whether an interpreter may be given code in its command or its input, instead of a script's name."""
    index = row.operand(words)
    if _only_tells(words[row.length :]):
        return False
    if index == len(words) or words[index].startswith(("-", *_INPUTS)):
        return True
    if not row.row.plain:
        return any(map(row.starts, [*words[1:index], *words[index + 1 :]]))
    return any(word.startswith("-") for word in words[index + 1 :]) or not re.fullmatch(row.row.plain, words[index])


def _may_read_input(words: Sequence[str], row: programs.Found) -> bool:
    """Return whether a shell may be given commands in its input, instead of in its arguments."""
    rest = words[row.length :]
    if row.row.kind != "shell" or _only_tells(rest):
        return False
    if not rest or any(word.startswith(_INPUTS) for word in rest):
        return True
    return rest[0].startswith(("-", "+")) and not any(re.fullmatch("-[A-Za-z]*c[A-Za-z]*", word) for word in rest)


def _only_tells(rest: Sequence[str]) -> bool:
    return len(rest) == 1 and rest[0] in _ONLY_TELLS


def _may_be(words: Sequence[str], leading: Sequence[str], *, is_open: bool) -> bool:
    """Return whether a command itself may have these leading words, with options and their values in between.

    ``is_open``: more words may be added to it.
    """
    program, sought = programs.name(words[0]), programs.name(leading[0])
    operands = list(itertools.takewhile(lambda word: not word.startswith("-"), leading[1:]))
    if operands and program == f"{sought}-{operands[0]}":  # such as git-push
        operands = operands[1:]
    elif sought not in (program, programs.without_version(program)):
        return False
    if not _may_lead(words[1:], operands, is_open=is_open):
        return False
    has_options = len(operands) < len(leading) - 1 and any(word.startswith("-") for word in leading[1:])
    return not has_options or is_open or any(word.startswith("-") for word in words[1:])  # -f may be --force


def _may_lead(words: Sequence[str], operands: Sequence[str], *, is_open: bool) -> bool:
    """Return whether these may be the first operands among the words: an option may take the word after it, or not."""
    reached, takes_value = {0}, False
    for word in words:
        if len(operands) in reached:
            return True
        if word.startswith(("-", "+")):
            takes_value = word.startswith("-") and word != "--" and "=" not in word
            continue
        reached = {index + 1 for index in reached if operands[index] == word} | (reached if takes_value else set())
        takes_value = False
        if not reached:
            return False
    return len(operands) in reached or is_open


def _launches(words: Sequence[str], leading: Sequence[str], depth: int) -> bool:
    """Return whether a command that starts others may start one with these leading words, at whatever word it begins.

    Nested launchers need no special treatment, because every word after the first is examined.
    """
    if len(words) > _LAUNCHED_WORDS or depth >= _MAX_DEPTH:
        return True
    has_shell = False
    for index in range(len(words)):
        row = programs.find(words[index:])
        if index and _may_be(words[index:], leading, is_open=True):
            return True
        if row is not None and (row.hidden or row.row.kind in ("shell", "launcher", "command")):
            if row.starts_any(words[index:]) or _may_read_input(words[index:], row):
                return True
            has_shell |= row.hidden or row.row.kind == "shell"
        elif index and _may_run(words[index:], leading, depth + 1):
            return True
    return has_shell and any(_text_may_run(text, leading, depth + 1) for text in _texts(words))


def _texts(words: Sequence[str]) -> Iterator[str]:
    """Return the texts that a shell among the words may run: any one word, or all together."""
    yield " ".join(words[1:])
    yield from (word for word in words[1:] if not _IS_PROGRAM.fullmatch(word))


def _text_may_run(text: str, leading: Sequence[str], depth: int) -> bool:
    if not text.strip():
        return False
    parsed = commands(text)
    return parsed is None or any(_launches(["", *words], leading, depth) for words in parsed)
