"""The acceptance cases of the protocol reference: each that stdio can show has a test that carries its number."""

import re
from pathlib import Path

CASES = (*range(1, 11), *range(13, 19), *range(20, 27), *range(29, 36), 42, 44, 45, 46)
"""Cases 5 and 19 need HTTP or a client's deadline, the others later parts; some of those have a test all the same."""


def test_every_case_has_a_test_with_its_number():
    named = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.M):
            named |= {int(number) for number in re.findall(r"case_(\d+)", name)}
    assert [case for case in CASES if case not in named] == []
