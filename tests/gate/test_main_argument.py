"""The main argument of recorded calls: hostile JSON yields nothing, and takes neither time nor memory."""

from __future__ import annotations

import msgspec
import pytest

from toolguard.gate import main_argument
from toolguard.gate.main_argument import MAX_JSON_LENGTH, main_member, main_member_of

HOSTILE = {
    "infinity": '{"a":1e400}', "digits": '{"a":' + "9" * 5000 + "}", "unpaired surrogate": r'{"a":"\ud800"}',
    "depth": '{"a":' + "[" * 3000 + "]" * 3000 + "}", "list": "[]", "cut": '{"a":"b', "nothing": "",
}  # fmt: skip


@pytest.mark.parametrize("arguments", HOSTILE.values(), ids=HOSTILE)
def test_invalid_or_hostile_arguments_have_no_main_argument(arguments: str) -> None:
    assert main_member_of(arguments) == ("", "")


def test_large_arguments_are_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """28 MB of empty lists take 600 MB, and no other thread runs for 1.5 s."""
    decoded = list[int]()

    def decode(json: str, **options: object) -> object:
        decoded.append(len(json))
        return original(json, **options)

    original = msgspec.json.decode
    monkeypatch.setattr(main_argument.msgspec.json, "decode", decode)
    fits = '{"path":"/x","a":"' + "b" * (MAX_JSON_LENGTH - 20) + '"}'
    assert main_member_of(fits) == ("path", "/x") and decoded == [MAX_JSON_LENGTH]
    assert main_member_of(fits + " ") == ("", "") and decoded == [MAX_JSON_LENGTH]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"command": "rm", "Command": "ls"}, "command"),
        ({"Command": "ls", "command": "rm"}, "command"),
        ({"Command": "rm", "COMMAND": "ls"}, "Command"),
        ({"explanation": "only lists", "shell_command": "rm"}, "shell_command"),
        ({"title": "List", "path": "/x", "commandLine": "rm"}, "commandLine"),
        ({"title": "List", "bash_command_line": "rm"}, "bash_command_line"),
        ({"description": "only lists", "amount": 5}, "amount"),
        ({"description": "only lists"}, "description"),
    ],
)
def test_model_cannot_choose_the_main_argument(arguments: dict[str, object], name: str) -> None:
    assert main_member(arguments)[0] == name
