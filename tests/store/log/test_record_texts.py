"""A record's texts keep their code and arguments, beside the English that every version reads."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from toolguard.gate import model
from toolguard.gate.texts import CodedText, coded
from toolguard.store.log import records
from toolguard.store.log.export import plain

REASON = coded("gate.no_server", reason=coded("servers.no_such_program", folders="/a"))


def lost(reason: str) -> model.CallOutcomeUnknown:
    return model.CallOutcomeUnknown(client="c", server="s", tool="t", reason=reason, call="1", session="2")


def kept(event: model.Event) -> tuple[bytes, dict[str, Any]]:
    body = records.text(1, 2.0, records.encode(event, lambda data: data))
    return body, msgspec.json.decode(body)


def test_record_keeps_its_english_and_gets_its_code_back() -> None:
    body, result = kept(lost(REASON))
    assert result["reason"] == str(REASON)
    assert result["texts"]["reason"]["code"] == "gate.no_server"
    event = records.decode(body).event
    assert isinstance(event, model.CallOutcomeUnknown) and isinstance(event.reason, CodedText)
    assert (event.reason, event.reason.code, event.reason.arguments) == (REASON, REASON.code, REASON.arguments)


def test_record_without_coded_texts_is_unchanged() -> None:
    body, result = kept(lost("what a server said"))
    assert "texts" not in result
    event = records.decode(body).event
    assert isinstance(event, model.CallOutcomeUnknown) and type(event.reason) is str


def test_coded_texts_among_data_are_restored() -> None:
    warnings = ("a server's", coded("gate.server_not_listed_tool"))
    asked = model.CallHeld(
        client="c", server="s", tool="t", request="1", arguments="{}", digest="", era="legacy", warnings=warnings
    )
    event = records.decode(kept(asked)[0]).event
    assert isinstance(event, model.CallHeld) and event.warnings == warnings
    assert [isinstance(one, CodedText) for one in event.warnings] == [False, True]


def test_export_is_as_without_codes() -> None:
    coded_body, _ = kept(lost(REASON))
    plain_body, _ = kept(lost("".join(REASON)))
    assert plain(records.decode(coded_body)) == plain(records.decode(plain_body))


def test_secret_is_removed_from_text_arguments_too() -> None:
    event = lost(coded("gate.no_server", reason="a hunter2 b"))
    body = records.text(1, 2.0, records.encode(event, lambda data: data.replace(b"hunter2", b"[x]")))
    after = records.decode(body).event
    assert b"hunter2" not in body
    assert isinstance(after, model.CallOutcomeUnknown) and after.reason == "no server: a [x] b"
    assert isinstance(after.reason, CodedText) and after.reason.arguments == {"reason": "a [x] b"}


def test_text_with_an_unpaired_surrogate_is_recorded_without_its_code() -> None:
    body, result = kept(lost(coded("gate.no_server", reason="\ud800")))
    assert "texts" not in result and result["reason"].startswith("no server: ")
    assert type(records.decode(body).event.reason) is str  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "texts",
    [
        {"reason": 7}, {"reason": {"code": "gate.gone_since", "arguments": {}}},
        {"nowhere": {"code": "gate.no_server"}},
        {"reason": {"code": "gate.no_server", "arguments": {"other": "x"}}}, {"reason": [None]},
        {"reason": {"code": "gate.no_server", "arguments": {"reason": {"code": []}}}},
        {"kind": {"code": "gate.closed"}},
        {"__class__": {"code": "gate.closed"}},
    ],
)  # fmt: skip
def test_unknown_text_code_falls_back_to_english(texts: dict[str, Any]) -> None:
    _, result = kept(lost("no server: x"))
    event = records.decode(msgspec.json.encode({**result, "texts": texts})).event
    assert isinstance(event, model.CallOutcomeUnknown) and event.reason == "no server: x" and type(event.reason) is str


def test_text_code_cannot_change_the_recorded_text() -> None:
    _, result = kept(lost("the server ended"))
    texts = {"reason": {"code": "gate.no_server", "arguments": {"reason": "x"}, "text": "all is well"}}
    event = records.decode(msgspec.json.encode({**result, "texts": texts})).event
    assert isinstance(event, model.CallOutcomeUnknown) and event.reason == "the server ended"
