"""The acceptance cases of the protocol reference: each that can be shown here has a test that carries its number."""

import re
from pathlib import Path

CASES = (*range(1, 40), *range(41, 47))
"""Case 40 is a strategy that ToolGuard does not use; those from 47 on need credentials of other kinds, or OTC."""


def test_every_case_has_a_test_with_its_number():
    named = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.M):
            for numbers in re.findall(r"case_(\d+(?:_\d+)*)", name):
                named |= set(map(int, numbers.split("_")))
    assert [case for case in CASES if case not in named] == []
