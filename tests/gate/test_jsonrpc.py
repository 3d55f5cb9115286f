"""Bytes and messages: what an attacker could send, and that nothing is changed or lost on the way."""

from __future__ import annotations

import contextlib
import json
import time
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import LineReader, Malformed

HEAD = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'


def call(params: str) -> bytes:
    return HEAD + params.encode() + b"}"


def refused(line: bytes) -> Malformed:
    with pytest.raises(Malformed) as caught:
        jsonrpc.decode(line)
    return caught.value


def refused_server(line: bytes) -> Malformed:
    with pytest.raises(Malformed) as caught:
        jsonrpc.decode_server(line)
    return caught.value


# --- lines ---------------------------------------------------------------------------------------------------------


def collect(lines: LineReader, *chunks: bytes) -> list[Any]:
    found = [line for chunk in chunks for line, _ in lines.feed(chunk)]
    return [(f.reason, f.id) if isinstance(f, Malformed) else f for f in found]


def test_only_newlines_end_a_line() -> None:
    data = "a\u2028b\x85c\x0bd\re\r\n\n\r\nf\n".encode()
    assert collect(LineReader(), data) == ["a\u2028b\x85c\x0bd\re".encode(), b"f"]


def test_a_begun_line_is_partial_until_it_ends() -> None:
    lines = LineReader()
    assert not lines.partial
    assert collect(lines, b"ab") == []
    assert lines.partial
    assert collect(lines, b"c\n") == [b"abc"]
    assert not lines.partial


pieces = st.lists(
    st.one_of(
        st.binary(max_size=40),
        st.sampled_from([b"\n", b"\r\n", b'{"jsonrpc":"2.0","id":7,', b',"id":"x"}', b" " * 30]),
    ),
    max_size=12,
)


@given(pieces, st.data())
def test_any_chunking_gives_the_same_lines(pieces: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(pieces) + b"\n"
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    chunks = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    expected = collect(LineReader(32), whole)
    assert collect(LineReader(32), *chunks) == expected
    assert collect(LineReader(32), *(whole[i : i + 1] for i in range(len(whole)))) == expected
    lines = LineReader(32)
    for line, end in (found for chunk in chunks for found in lines.feed(chunk)):
        assert whole[:end].endswith(b"\n" if isinstance(line, Malformed) else (line + b"\n", line + b"\r\n"))


@pytest.mark.parametrize("size", [1, 3, 1000, 100_000])
@pytest.mark.parametrize("end", ["head", "tail"])
def test_the_id_of_an_over_long_line_is_found_at_either_end_in_any_chunking(size: int, end: str) -> None:
    filling = b'"params":"' + b"x" * 20_000 + b'"'
    first, last = (b'"id":7,', b"") if end == "head" else (b"", b',"id":7')
    line = b'{"jsonrpc":"2.0",' + first + filling + last + b"}\n"
    chunks = [line[i : i + size] for i in range(0, len(line), size)]
    [(reason, id)] = collect(LineReader(15_000), *chunks)
    assert id == 7
    assert f"{len(line) - 1:,} bytes" in reason


def test_overlong_line_is_skipped_without_affecting_other_lines() -> None:
    data = b"a\n" + b"x" * 50 + b"\nb\n" + b"y" * 50 + b"\nc\n"
    assert [line if isinstance(line, bytes) else "long" for line in collect(LineReader(20), data)] == [
        b"a", "long", b"b", "long", b"c",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","params":{"id":9},"a":"' + b"x" * 600 + b'"}',
        b'{"a":"' + b"x" * 600 + b'","b":{"id":9}}',
        b'{"a":"' + b"x" * 600 + b',\\"id\\":9}"}',
        b'[{"a":"' + b"x" * 600 + b'","id":9}]',
        b'{"a":"' + b"x" * 600 + b'","id":1.5}',
        b'{"a":"' + b"x" * 600 + b'","id":007}',
        b'{"a":"' + b"x" * 600 + b'","id":"\xff"}',
    ],
)
def test_nested_or_invalid_id_is_not_used_for_an_overlong_line(line: bytes) -> None:
    [(_, id)] = collect(LineReader(100), line + b"\n")
    assert id is None


def test_fifty_megabytes_without_a_line_end_are_refused_without_being_kept() -> None:
    lines = LineReader()
    chunk = b"x" * 65_536
    for _ in range(800):
        assert collect(lines, chunk) == []
    assert sum(map(len, lines._parts)) == 0
    assert len(collect(lines, b"\nok\n")) == 2


def test_line_received_byte_by_byte_is_stored_in_few_pieces() -> None:
    lines = LineReader()
    for _ in range(100_000):
        assert list(lines.feed(b"x")) == []
    assert len(lines._parts) < 2_500
    assert collect(lines, b"\n") == [b"x" * 100_000]


# --- the strict reading --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", jsonrpc.PARSE_ERROR),
        (b"nonsense", jsonrpc.PARSE_ERROR),
        (b'\xef\xbb\xbf{"jsonrpc":"2.0","method":"x"}', jsonrpc.PARSE_ERROR),
        (b'{"jsonrpc":"2.0","method":"x","method":"tools/call"}', jsonrpc.PARSE_ERROR),
        (b'{"jsonrpc":"2.0","method":"x","meth\\u006fd":"tools/call"}', jsonrpc.PARSE_ERROR),
        (call('{"a":{"b":1,"b":1}}'), jsonrpc.PARSE_ERROR),
        (call('{"a":NaN}'), jsonrpc.PARSE_ERROR),
        (call('{"a":-Infinity}'), jsonrpc.PARSE_ERROR),
        (call('{"a":01}'), jsonrpc.PARSE_ERROR),
        (call('{"a":1e' + "9" * 30 + "}"), jsonrpc.PARSE_ERROR),
        (call('{"a":1e100001}'), jsonrpc.PARSE_ERROR),
        (call('{"a":' + "9" * 5_000 + "}"), jsonrpc.PARSE_ERROR),
        (call('{"a":0.' + "9" * 5_000 + "}"), jsonrpc.PARSE_ERROR),
        (call('{"\\ud800":1}'), jsonrpc.PARSE_ERROR),
        (call('{"a":"\x01"}'), jsonrpc.PARSE_ERROR),
        (call('{"a":1,}'), jsonrpc.PARSE_ERROR),
        (call("{}") + b"{}", jsonrpc.PARSE_ERROR),
        (HEAD + b'"\xff"}', jsonrpc.PARSE_ERROR),
        (HEAD + b'"\xed\xa0\x80"}', jsonrpc.PARSE_ERROR),
        (HEAD + b'"\xc0\xaf"}', jsonrpc.PARSE_ERROR),
        (b'{"jsonrpc":"2.0","method":"\xff"}', jsonrpc.PARSE_ERROR),
        (b"7", jsonrpc.INVALID_REQUEST),
        (b'"x"', jsonrpc.INVALID_REQUEST),
        (b"{}", jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"1.0","id":1,"method":"x"}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":null,"method":"x"}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":true,"method":"x"}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1.0,"method":"x"}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":-0,"method":"x"}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","params":7}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","result":{}}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","error":{}}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1}', jsonrpc.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":null,"result":{}}', jsonrpc.INVALID_REQUEST),
    ],
)  # fmt: skip
def test_ambiguous_json_is_refused(line: bytes, code: int) -> None:
    assert refused(line).code == code


BROKEN = {
    "a key twice": b'{"a":1,"a":2}', "NaN": b'{"a":NaN}', "Infinity": b'{"a":[-Infinity]}', "bytes": b'{"a":"\xff"}',
    "half a surrogate": b'{"a":"\xed\xa0\x80"}', "depth": b"[" * 300 + b"]" * 300, "a number": b'{"a":01}',
    "a huge number": b'{"a":1e' + b"9" * 30 + b"}", "brackets in text": b'{"a":"}]\\"","a":1}',
    "a comma": b'{"a":[1,]}', "a word": b'{"a":nothing}', "a control character": b'{"a":"\x01"}', "no quotes": b"{a:1}",
}  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("id", [b"1", b'"x"', b'""', b"-7", b'"\\u00e9\\\\"', b"12345678901234567890123"])
@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_error_names_the_id_of_a_broken_request(broken: bytes, id: bytes, place: str) -> None:
    """Defect C10: the id was readable, the error had none, and the caller waited for its own timeout."""
    parts = [b'"jsonrpc": "2.0"', b'"method":"tools/call"', b'"params" : ' + broken]
    parts.insert({"first": 0, "middle": 2, "last": 3}[place], b'"id" : ' + id)
    problem = refused(b" {" + b" , ".join(parts) + b"}\r")
    assert problem.answer()["id"] == json.loads(id)
    answer = [b'"jsonrpc":"2.0"', b'"result":' + broken]
    answer.insert({"first": 0, "middle": 1, "last": 2}[place], b'"id" : ' + id)
    line = b"{" + b" , ".join(answer) + b"}"
    try:
        jsonrpc.decode_server(line)
    except Malformed as unreadable:
        assert unreadable.id == json.loads(id)


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b'{"jsonrpc":"2.0","id":1.5,"method":"x"}', 1.5),
        (b'{"jsonrpc":"2.0","id":"%s","method":"x"}' % (b"x" * (jsonrpc.MAX_ID_LENGTH + 1)), "x" * 1_001),
        (b'{"jsonrpc":"2.0","id":-25e-1,"method":"x","params":{"a":NaN}}', -2.5),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","method":"y"}', 1),
        (b'{"jsonrpc":"2.0","\\u0069d":1,"method":"x","method":"y"}', 1),
        (b'{"jsonrpc":"2.0","id":1,"method":NaN}', 1),
        (b'{"id":1,"method":"x","params":{"a":1,"a":2}}', 1),
    ],
)
def test_error_names_a_unique_readable_id(line: bytes, id: object) -> None:
    """Defect C10."""
    assert refused(line).answer()["id"] == id


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}',
        b'{"jsonrpc":"2.0","id":1,"\\u0069d":1,"method":"x"}',
        b'{"jsonrpc":"2.0","id":1,"Id":2,"method":"x","params":{"a":NaN}}',
        b'{"jsonrpc":"2.0","id":1.0,"method":"x"}',
        b'{"jsonrpc":"2.0","id":1e2,"method":"x"}',
        b'{"jsonrpc":"2.0","id":-0,"method":"x"}',
        b'{"jsonrpc":"2.0","id":01,"method":"x"}',
        b'{"jsonrpc":"2.0","id":NaN,"method":"x"}',
        b'{"jsonrpc":"2.0","id":true,"method":"x","params":{"a":NaN}}',
        b'{"jsonrpc":"2.0","id":{"id":1},"method":"x","params":{"a":NaN}}',
        b'{"jsonrpc":"2.0","id":"\xff","method":"x"}',
        b'{"jsonrpc":"2.0","id":"\\ud800","method":"x","params":{"a":NaN}}',
        b'{"jsonrpc":"2.0","id":"\\x","method":"x"}',
        b'{"jsonrpc":"2.0","method":"x","params":{"id":1,"a":NaN}}',
        b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"}',
        b'{"jsonrpc":"2.0","id":1,"method":"x"',
        b'{"jsonrpc":"2.0","id":1,"method":"x"}}',
        b'{"jsonrpc":"2.0","id":1,"method":"x"}{}',
        b'{"jsonrpc":"2.0","id":1,,"method":"x"}',
        b'{"jsonrpc":"2.0","id":1 "method":"x"}',
        b'[{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":NaN}}]',
        b'{"jsonrpc":"2.0","id":1,"result":{"a":NaN}}',
    ],
)
def test_error_without_an_unambiguous_id_has_none(line: bytes) -> None:
    """Defect C10: JSON-RPC 2.0 §5: null if there was an error in detecting the id; a broken response has none."""
    assert refused(line).answer()["id"] is None


@given(st.binary(max_size=60), st.sampled_from([b"", b"\xff", b'"', b"\\", b"{", b"]", b","]))
def test_id_of_a_broken_line_is_never_an_id_that_is_not_at_its_top(noise: bytes, more: bytes) -> None:
    """Defect C10: whatever stands in params, the id that is named is the one of the envelope, or none."""
    line = b'{"jsonrpc":"2.0","method":"x","params":{"id":7,"a":' + noise + more + b'},"id":"mine"}'
    try:
        message = jsonrpc.decode(line)
    except Malformed as problem:
        assert problem.id in (None, "mine")
    else:
        assert isinstance(message, dict) and message["id"] == "mine"


@pytest.mark.parametrize("piece", [b"[", b'{"a":', b'"a",', b'"\\u0061', b"1,", b'{"id":1},', b'"id":1,', b"\\"])
def test_broken_line_of_many_pieces_is_refused_in_bounded_time(piece: bytes) -> None:
    """Defect C10: to find the id of a hostile line costs no more than to refuse it."""
    line = b'{"method":"x","params":[' + piece * (2_000_000 // len(piece))
    began = time.process_time()
    refused(line)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "key", ["Method", "METHOD", "paramſ", "PARAMS", "Jsonrpc", "jſonrpc", "ID", " id", "result ", "id\0"]
)
def test_key_confusable_with_an_envelope_key_is_refused(key: str) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "x", key: "tools/call"}).encode()
    problem = refused(line)
    assert "could be mistaken" in problem.reason
    assert problem.answer() == jsonrpc.error(5, jsonrpc.INVALID_REQUEST, problem.reason)


@pytest.mark.parametrize(
    "key", ["\u212aey", "KEY", "kEy", "REQUESTSTATE", "requeststate", "RequestState ", "requestſtate"]
)
def test_look_alikes_of_given_names_are_refused(key: str) -> None:
    names = frozenset(["key", "requestState"])
    with pytest.raises(Malformed):
        jsonrpc.refuse_look_alikes({key: 1}, names, None)
    jsonrpc.refuse_look_alikes({"key": 1, "other": 2}, names, None)
    jsonrpc.refuse_look_alikes({"key": 1, "requestState": 2}, names, None)


def test_error_quotes_little_of_the_peer_message() -> None:
    long = "k" * 100_000
    assert len(refused(call(f'{{"{long}":1,"{long}":2}}')).reason) < 300
    padded = json.dumps({"jsonrpc": "2.0", "method": "x", "id" + " " * 100_000: 1}).encode()
    assert len(refused(padded).reason) < 300


@pytest.mark.parametrize("kind", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [201, 10_000, 200_000])
def test_deep_nesting_is_refused(kind: str, depth: int) -> None:
    end = "]" if kind == "[" else "}"
    for before in ("", " ", '"a":1e400,'):
        problem = refused(call("{" + before + '"deep":' + kind * depth + "1" + end * depth + "}"))
        assert problem.code == jsonrpc.INVALID_REQUEST
        assert "nested deeper than 200" in problem.reason


def test_nesting_up_to_the_limit_is_accepted() -> None:
    inside = jsonrpc.MAX_DEPTH - 2  # the envelope and the params are the other two
    assert jsonrpc.decode(call('{"deep":' + "[" * inside + "]" * inside + "}"))
    assert refused(call('{"deep":' + "[" * (inside + 1) + "]" * (inside + 1) + "}"))
    flat = "[" + ",".join(["[]"] * 500) + "]"
    assert jsonrpc.decode(call('{"flat":' + flat + "}"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("-0.0", -0.0), ("1.5", 1.5), (str(2**70), 2**70), (str(-(2**70)), -(2**70)), ("1e2", 100.0),
        ("1E+2", 100.0), ("1e400", Decimal("1e400")), ("-1e400", Decimal("-1e400")), ("1e-400", Decimal("1e-400")),
        ("-0", Decimal("-0")), ("0.12345678901234567890123", Decimal("0.12345678901234567890123")),
        ("123456789012e-3", 123456789.012), ("4.9e-324", Decimal("4.9e-324")), ("5e-324", 5e-324),
        ("9" * 400, int("9" * 400)), ("9" * 4_000, int("9" * 4_000)), ("1e100000", Decimal("1e100000")),
    ],
)  # fmt: skip
def test_numbers_are_unchanged_by_decoding_and_encoding(text: str, value: object) -> None:
    message = jsonrpc.decode(call('{"a":' + text + "}"))
    assert isinstance(message, dict)
    number = message["params"]["a"]
    assert number == value and type(number) is type(value)
    again = jsonrpc.encode(message)[len(HEAD) + len('{"a":') : -2].decode()
    assert Decimal(again) == Decimal(text)
    assert again.startswith("-") == text.startswith("-")


def test_many_numbers_that_take_the_fast_parser_long_are_left_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = jsonrpc._decode
    monkeypatch.setattr(jsonrpc, "_decode", lambda data: fast(data) if len(data) < 100 else pytest.fail("fast parser"))
    numbers = "[" + "1e308," * 20_000 + "1E+0308]"
    message = jsonrpc.decode(call(numbers))
    assert isinstance(message, dict) and message["params"] == [1e308] * 20_001
    (answer,) = jsonrpc.decode_server(b'{"jsonrpc":"2.0","id":1,"result":' + numbers.encode() + b"}")
    assert jsonrpc.plain(answer["result"]) == [1e308] * 20_001
    assert refused_server(b'{"jsonrpc":"2.0","id":' + numbers.encode() + b',"result":{}}')


def test_answers_and_unreadable_requests_are_messages_too() -> None:
    assert jsonrpc.decode(b'{"jsonrpc":"2.0","id":"1","result":{}}')["result"] == {}  # type: ignore[call-overload]
    assert jsonrpc.decode(b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}')["id"] is None  # type: ignore[call-overload]
    assert jsonrpc.decode(b' [ {"any": 1} ] ') == [{"any": 1}]
    assert jsonrpc.decode(b'{"jsonrpc":"2.0","method":"x","later":[1]}')["later"] == [1]  # type: ignore[call-overload]


# --- encoding ------------------------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=()), max_size=12)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**80), 2**80),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
    st.sampled_from(
        [Decimal("1E+400"), Decimal("0.12345678901234567890123"), "\u2028\u2029\x85", "\ud83d", "\U0001f600"]
    ),
)
keys = st.text(max_size=6)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4))


@given(st.dictionaries(keys, values, max_size=4))
def test_encoded_message_decodes_to_the_same(params: dict[str, Any]) -> None:
    message = {"jsonrpc": "2.0", "id": "i", "method": "m", "params": params}
    line = jsonrpc.encode(message)
    assert jsonrpc.decode(line) == message
    assert len(line.decode().splitlines()) == 1
    assert json.loads(jsonrpc.text(message)) == json.loads(line)
    assert jsonrpc.encode(jsonrpc.decode(line)) == line


@given(st.dictionaries(keys, values, max_size=4), st.integers(0, 3), st.booleans())
def test_the_fast_and_the_strict_reader_agree(params: dict[str, Any], indent: int, ascii: bool) -> None:
    plain = json.loads(jsonrpc.encode(params), parse_float=lambda digits: float(digits[:300].replace("E+400", "")))
    try:
        line = json.dumps({"jsonrpc": "2.0", "method": "m", "params": plain}, indent=indent or None, ensure_ascii=ascii)
        data = line.replace("\n", " ").encode()
    except UnicodeEncodeError:
        return
    fast = jsonrpc.decode(data)
    assert fast == jsonrpc._decode_strict(data)
    assert jsonrpc.decode(jsonrpc.encode(fast)) == fast


@settings(max_examples=examples(300))
@given(st.binary(max_size=60))
def test_decoding_random_bytes_returns_a_message_or_raises_malformed(data: bytes) -> None:
    for line in (data, b'{"jsonrpc":"2.0","id":1,"method":"' + data + b'"}', HEAD + data + b"}"):
        for read in (jsonrpc.decode, jsonrpc.decode_server):
            try:
                read(line)
            except Malformed:
                continue


def test_encoded_line_contains_no_line_end() -> None:
    raw = msgspec.Raw('{ "a":\r\n\t"\u2028\u2029\x85" }'.encode())
    line = jsonrpc.encode({"jsonrpc": "2.0", "id": 1, "result": raw})
    assert len(line.decode().splitlines()) == 1
    assert json.loads(line)["result"] == {"a": "\u2028\u2029\x85"}
    assert jsonrpc.encode({"a": "\u2026"}) == '{"a":"\u2026"}'.encode()


def test_unpaired_surrogates_pass_escaped() -> None:
    message = {"a": ["\ud800x", {"b": "\udfff"}, "ok", 1]}
    assert jsonrpc.encode(message) == b'{"a":["\\ud800x",{"b":"\\udfff"},"ok",1]}'
    assert json.loads(jsonrpc.text(message)) == message
    assert jsonrpc.text({"a": 1}) == '{"a":1}'


def test_indented_text_keeps_numbers_and_unpaired_surrogates() -> None:
    value = {"a": ['\ud800\n"', Decimal("1e400")], "b": "\U0001f600"}
    assert jsonrpc.indented(value) == '{\n  "a": [\n    "\ud800\\n\\"",\n    1E+400\n  ],\n  "b": "\U0001f600"\n}'
    assert jsonrpc.indented("é") == '"é"'


def test_a_digest_is_over_the_bytes_that_are_sent() -> None:
    message = {"a": Decimal("1E+400"), "b": "\u2028"}
    assert jsonrpc.digest(message) == jsonrpc.sha256(jsonrpc.encode(message))
    assert jsonrpc.digest(message) != jsonrpc.digest({**message, "b": ""})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Decimal("1E+400"), "1E+400"), (Decimal("1E+400"), [None, "1E+400"]),
        (1, "1"), (1, True), (None, "null"), (1, 1.0), ([], {}), (Decimal("-0"), 0), ("\ud800", "?"),
    ],
)  # fmt: skip
def test_different_values_have_different_canonical_bytes(one: object, other: object) -> None:
    assert jsonrpc.canonical({"a": one}) != jsonrpc.canonical({"a": other})


def test_equal_values_have_equal_canonical_bytes() -> None:
    assert jsonrpc.canonical({"b": [1, "é"], "a": None}) == jsonrpc.canonical({"a": None, "b": [1, "é"]})
    assert jsonrpc.canonical({"b": 1, "a": "é"}) == b'{"a":"\\u00e9","b":1}'


def test_responses_follow_json_rpc() -> None:
    assert jsonrpc.result(1, {}) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert jsonrpc.error("a", -1, "no", {"x": 1})["error"] == {"code": -1, "message": "no", "data": {"x": 1}}
    assert jsonrpc.error(None, -1, "no") == {"jsonrpc": "2.0", "id": None, "error": {"code": -1, "message": "no"}}


# --- what servers send ---------------------------------------------------------------------------------------------


def test_large_server_members_stay_undecoded() -> None:
    line = b' {"jsonrpc":"2.0","id":"\xc3\xa9","result":{ "a" : 1.50, "b":1e400, "x":1, "x":2 },"new":[1]} '
    [message] = jsonrpc.decode_server(line)
    assert message["id"] == "é"
    assert bytes(message["result"]) == b'{ "a" : 1.50, "b":1e400, "x":1, "x":2 }'
    assert jsonrpc.encode(message) == line.strip()
    assert jsonrpc.plain(message["new"]) == [1]


def test_server_batch_is_split() -> None:
    line = b' [{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"error":{}}]'
    assert [m.get("method") for m in jsonrpc.decode_server(line)] == ["a", None]


@pytest.mark.parametrize("spelling", ["\\ud83d", "\\ud83d\\ud83d", "\\ude00"])
def test_an_answer_with_an_unpaired_surrogate_passes_as_node_writes_it(spelling: str) -> None:
    line = f'{{"jsonrpc":"2.0","id":1,"result":{{"text":"cut {spelling}"}}}}'.encode()
    [message] = jsonrpc.decode_server(line)
    assert message["id"] == 1
    assert jsonrpc.encode(message) == line
    [again] = jsonrpc.decode_server(b"[" + line + b"]")
    assert again == message


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b"Listening on port 80", None),
        (b'"text"', None),
        (b"[7]", None),
        (b'{"level":"info"}', None),
        (b'{"jsonrpc":"2.0","id":true,"result":{}}', None),
        (b'{"jsonrpc":"2.0","id":1.5,"result":{}}', None),
        (b'{"jsonrpc":"2.0","id":null,"method":"x"}', None),
        (b'{"jsonrpc":"2.0","id":"%s","method":"x"}' % (b"x" * (jsonrpc.MAX_ID_LENGTH + 1)), None),
        (b"[" + b",".join([b'{"jsonrpc":"2.0","method":"x"}'] * (jsonrpc.MAX_BATCH + 1)) + b"]", None),
        (b"[" + b",".join([b'{"jsonrpc":"2.0","method":"\\ud800"}'] * (jsonrpc.MAX_BATCH + 1)) + b"]", None),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', None),
        (b'{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage\\u0000"}', None),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","Params":{}}', None),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":NaN}}', None),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","result":{}}', 1),
        (b'{"jsonrpc":"2.0","id":1,"result":{},"Result":{}}', 1),
        (b'{"jsonrpc":"2.0","id":1,"result":{"a":NaN}}', 1),
        (b'{"jsonrpc":"2.0","result":{"a":"\xff"},"id":"z"}', "z"),
        (b'{"jsonrpc":"2.0","id":1,"result":{"a":"\xed\xa0\x80"}}', 1),
        (b'{"jsonrpc":"2.0","id":1,"result":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 1),
        (b'{"jsonrpc":"2.0","id":1,"result":["\\ud800",' + b"[" * 300 + b"]" * 300 + b"]}", 1),
    ],
)  # fmt: skip
def test_a_servers_broken_line_is_refused_with_the_id_that_it_answers(line: bytes, id: object) -> None:
    assert refused_server(line).id == id


def test_plain_decodes_raw_members_or_returns_none() -> None:
    assert jsonrpc.plain(msgspec.Raw(b'{"a":1}')) == {"a": 1}
    assert jsonrpc.plain([1]) == [1]
    assert jsonrpc.plain(msgspec.Raw(b"\xff")) is None
    assert jsonrpc.plain(msgspec.Raw(b"[" * 100_000 + b"]" * 100_000)) is None


@pytest.mark.parametrize(
    ("outcome", "read"),
    [
        (b'"result":{},"error":null', {"result": {}}),
        (b'"result": null ,"error":{"code":1}', {"error": {"code": 1}}),
        (b'"result":null,"error":null', {"result": None}),
        (b'"result":{"a":"\\ud800"},"error":null', {"result": {"a": "\ud800"}}),
        (b'"result":{},"error":{"code":1}', None),
        (b'"result":{},"error":1e400', None),
    ],
)
def test_response_of_a_server_has_one_outcome(outcome: bytes, read: Any) -> None:
    line = b'{"jsonrpc":"2.0","id":1,' + outcome + b"}"
    if read is None:
        with pytest.raises(jsonrpc.Malformed) as problem:
            jsonrpc.decode_server(line)
        assert problem.value.id == 1
    else:
        [message] = jsonrpc.decode_server(line)
        assert {name: jsonrpc.plain(value) for name, value in message.items()} == {"jsonrpc": "2.0", "id": 1, **read}


def test_ten_megabytes_from_a_server_are_read_and_sent_without_being_decoded() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"result":{"text":"' + b"x" * 10_000_000 + b'"}}'
    began = time.process_time()
    [message] = jsonrpc.decode_server(line)
    assert jsonrpc.encode(message) == line
    assert time.process_time() - began < 2


CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"b":1.0}}}'


def test_message_keeps_line_that_is_its_own_encoding() -> None:
    message = jsonrpc.decode(CALL)
    assert isinstance(message, jsonrpc.EncodedMessage)
    assert jsonrpc.encode(message) is message.data is CALL
    assert jsonrpc.encoded(message) is message
    assert message.digest == jsonrpc.digest(message) == jsonrpc.sha256(CALL) == jsonrpc.digest(dict(message))


@pytest.mark.parametrize(
    "line", [CALL.replace(b":", b": "), CALL.replace(b"1.0", b"1.00"), CALL.replace(b'"a"', '"\u2028\x85"'.encode())]
)
def test_message_does_not_keep_line_that_would_be_written_otherwise(line: bytes) -> None:
    message = jsonrpc.decode(line)
    assert not isinstance(message, jsonrpc.EncodedMessage)
    made = jsonrpc.encoded(message)
    assert made == message
    assert made.data == jsonrpc.encode(dict(message)) != line
    assert len(made.data.decode().splitlines()) == 1


def test_encoded_message_is_immutable_and_copy_is_reencoded() -> None:
    message: Any = jsonrpc.decode(CALL)
    for change in (
        lambda: message.__setitem__("id", 2), lambda: message.update(id=2), lambda: message.pop("id"),
        lambda: message.setdefault("x", 2), lambda: message.popitem(), lambda: message.clear(),
        lambda: message.__delitem__("id"), lambda: message.__ior__({"id": 2}),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            change()
    assert jsonrpc.encode({**message, "id": 2}) == CALL.replace(b'"id":1', b'"id":2')
    assert jsonrpc.encode(message | {"id": 2}) == CALL.replace(b'"id":1', b'"id":2')
    assert jsonrpc.encode(message.copy()) == CALL == jsonrpc.encode(message)


# --- results that keep their line ----------------------------------------------------------------------------------

RESULT = '{"content":[{"type":"text","text":"a\\u2028b"}]}'
KEEP_THEIR_LINE = [
    '{"jsonrpc":"2.0","id":1,"result":' + RESULT + "}", '{"result":' + RESULT + ',"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":-7,"result":null}', '{"result":1e400,"jsonrpc":"2.0","id":12345678901234567890123}',
]  # fmt: skip
DO_NOT = [
    '{"result":{},"id":1,"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","result":{},"id":1}',
    '{"jsonrpc":"2.0","id":1,"id":2,"result":{}}', '{"jsonrpc":"2.0","id":1,"result":{"a":1},"result":{}}',
    '{"result":{},"result":{"a":1},"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"result":{},"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1, "result":{}}', '{"jsonrpc":"2.0","id":1,"result":{} }',
    '{"jsonrpc":"2.0","id":1,"result":{}} ',
    '{"jsonrpc":"2.0","id":01,"result":{}}', '{"jsonrpc":"2.0","id":1.0,"result":{}}',
    '{"jsonrpc":"2.0","id":-0,"result":{}}',
    '{"jsonrpc":"2.0","id":"1","result":{}}', '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":true,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{\r}}', '{"jsonrpc":"2.0","id":1,"result":{}\r}',
    '{"jsonrpc":"2.0","id":1,"result":{"a":"\u2028"}}', '{"jsonrpc":"2.0","id":1,"result":{},"more":1}',
    '{"jsonrpc":"2.0","id":1,"error":{}}', '{"jsonrpc":"2.0","id":1,"method":"a"}',
    '{"jsonrpc":"2.0","id":1,"result":{}',
    '{"jsonrpc":"2.0","\\u0069d":1,"result":{}}', '{"result":{},"jsonrpc":"2.0","id":1e0}', '{"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":' + "[" * 20_000 + "}",
    '{"jsonrpc":"2.0","id":1,"result":[\n{"jsonrpc":"2.0","id":2,"method":"sampling/createMessage"}\n]}',
]  # fmt: skip


def read_slowly(line: bytes) -> list[Any] | str:
    """What is read when no line is kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonrpc, "_RESULT_STARTS", (b"\0", b"\0"))
        return read(line)


def read(line: bytes) -> list[Any] | str:
    try:
        return [dict(message) for message in jsonrpc.decode_server(line)]
    except Malformed as problem:
        return f"{problem.code} {problem.reason} {problem.id}"


@pytest.mark.parametrize("text", KEEP_THEIR_LINE)
def test_a_result_that_is_encoded_already_keeps_its_line(text: str) -> None:
    [message] = jsonrpc.decode_server(text.encode())
    assert jsonrpc.encode(message) is jsonrpc.encode(message) and jsonrpc.encode(message) == text.encode()
    assert [dict(message)] == read_slowly(text.encode())
    assert jsonrpc.encode(dict(message)) == text.encode()


@pytest.mark.parametrize("text", DO_NOT)
def test_non_canonical_line_is_reencoded(text: str) -> None:
    line = text.encode()
    assert read(line) == read_slowly(line)
    with contextlib.suppress(Malformed):
        for message in jsonrpc.decode_server(line):
            assert not isinstance(message, jsonrpc.EncodedMessage) and b"\n" not in jsonrpc.encode(message)


@given(
    st.lists(
        st.sampled_from(
            ['"jsonrpc":"2.0"', '"id":1', '"id":22', '"result":{\n}', '"result":{"a":"}"}', '"x":1', " ", "\r"]
        ),
        max_size=5,
    ),
    st.sampled_from([",", ", "]),
)
def test_kept_line_equals_the_encoded_message(members: list[str], between: str) -> None:
    line = ("{" + between.join(members) + "}").encode()
    assert read(line) == read_slowly(line)
    with contextlib.suppress(Malformed):
        for message in jsonrpc.decode_server(line):
            assert jsonrpc.encode(message) == jsonrpc.encode(dict(message))
