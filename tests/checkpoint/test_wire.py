"""Bytes and messages: what an attacker could send, and that nothing is changed or lost on the way."""

from __future__ import annotations

import json
import time
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolguard.checkpoint import wire
from toolguard.checkpoint.wire import Lines, Malformed

HEAD = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'


def call(params: str) -> bytes:
    return HEAD + params.encode() + b"}"


def refused(line: bytes) -> Malformed:
    with pytest.raises(Malformed) as caught:
        wire.decode(line)
    return caught.value


def refused_server(line: bytes) -> Malformed:
    with pytest.raises(Malformed) as caught:
        wire.decode_server(line)
    return caught.value


# --- lines ---------------------------------------------------------------------------------------------------------


def collect(lines: Lines, *chunks: bytes) -> list[Any]:
    found = [line for chunk in chunks for line in lines.feed(chunk)]
    return [(f.reason, f.id) if isinstance(f, Malformed) else f for f in found]


def test_lines_end_at_newlines_and_at_nothing_else() -> None:
    data = "a\u2028b\x85c\x0bd\re\r\n\n\r\nf\n".encode()
    assert collect(Lines(), data) == ["a\u2028b\x85c\x0bd\re".encode(), b"f"]


def test_a_begun_line_is_partial_until_it_ends() -> None:
    lines = Lines()
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
    expected = collect(Lines(32), whole)
    assert collect(Lines(32), *chunks) == expected
    assert collect(Lines(32), *(whole[i : i + 1] for i in range(len(whole)))) == expected


@pytest.mark.parametrize("size", [1, 3, 1000, 100_000])
@pytest.mark.parametrize("end", ["head", "tail"])
def test_the_id_of_an_over_long_line_is_found_at_either_end_in_any_chunking(size: int, end: str) -> None:
    filling = b'"params":"' + b"x" * 20_000 + b'"'
    first, last = (b'"id":7,', b"") if end == "head" else (b"", b',"id":7')
    line = b'{"jsonrpc":"2.0",' + first + filling + last + b"}\n"
    chunks = [line[i : i + size] for i in range(0, len(line), size)]
    [(reason, id)] = collect(Lines(15_000), *chunks)
    assert id == 7
    assert f"{len(line) - 1:,} bytes" in reason


def test_an_over_long_line_between_others_costs_only_itself() -> None:
    data = b"a\n" + b"x" * 50 + b"\nb\n" + b"y" * 50 + b"\nc\n"
    assert [line if isinstance(line, bytes) else "long" for line in collect(Lines(20), data)] == [
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
def test_an_id_that_is_nested_or_odd_is_not_taken_for_the_id_of_an_over_long_line(line: bytes) -> None:
    [(_, id)] = collect(Lines(100), line + b"\n")
    assert id is None


def test_fifty_megabytes_without_a_line_end_are_refused_without_being_kept() -> None:
    lines = Lines()
    chunk = b"x" * 65_536
    for _ in range(800):
        assert collect(lines, chunk) == []
    assert sum(map(len, lines._parts)) == 0
    assert len(collect(lines, b"\nok\n")) == 2


def test_a_line_that_comes_byte_by_byte_is_kept_in_few_pieces() -> None:
    lines = Lines()
    for _ in range(100_000):
        assert list(lines.feed(b"x")) == []
    assert len(lines._parts) < 2_500
    assert collect(lines, b"\n") == [b"x" * 100_000]


# --- the strict reading --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", wire.PARSE_ERROR),
        (b"nonsense", wire.PARSE_ERROR),
        (b'\xef\xbb\xbf{"jsonrpc":"2.0","method":"x"}', wire.PARSE_ERROR),
        (b'{"jsonrpc":"2.0","method":"x","method":"tools/call"}', wire.PARSE_ERROR),
        (b'{"jsonrpc":"2.0","method":"x","meth\\u006fd":"tools/call"}', wire.PARSE_ERROR),
        (call('{"a":{"b":1,"b":1}}'), wire.PARSE_ERROR),
        (call('{"a":NaN}'), wire.PARSE_ERROR),
        (call('{"a":-Infinity}'), wire.PARSE_ERROR),
        (call('{"a":01}'), wire.PARSE_ERROR),
        (call('{"a":1e' + "9" * 30 + "}"), wire.PARSE_ERROR),
        (call('{"a":1e100001}'), wire.PARSE_ERROR),
        (call('{"a":' + "9" * 5_000 + "}"), wire.PARSE_ERROR),
        (call('{"a":0.' + "9" * 5_000 + "}"), wire.PARSE_ERROR),
        (call('{"\\ud800":1}'), wire.PARSE_ERROR),
        (call('{"a":"\x01"}'), wire.PARSE_ERROR),
        (call('{"a":1,}'), wire.PARSE_ERROR),
        (call("{}") + b"{}", wire.PARSE_ERROR),
        (HEAD + b'"\xff"}', wire.PARSE_ERROR),
        (HEAD + b'"\xed\xa0\x80"}', wire.PARSE_ERROR),
        (HEAD + b'"\xc0\xaf"}', wire.PARSE_ERROR),
        (b'{"jsonrpc":"2.0","method":"\xff"}', wire.PARSE_ERROR),
        (b"7", wire.INVALID_REQUEST),
        (b'"x"', wire.INVALID_REQUEST),
        (b"{}", wire.INVALID_REQUEST),
        (b'{"jsonrpc":"1.0","id":1,"method":"x"}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":null,"method":"x"}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":true,"method":"x"}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1.0,"method":"x"}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":-0,"method":"x"}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","params":7}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","result":{}}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","error":{}}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1}', wire.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":null,"result":{}}', wire.INVALID_REQUEST),
    ],
)  # fmt: skip
def test_what_two_parsers_could_read_in_two_ways_is_refused(line: bytes, code: int) -> None:
    assert refused(line).code == code


@pytest.mark.parametrize("key", ["Method", "METHOD", "paramſ", "PARAMS", "Jsonrpc", "jſonrpc", "ID", " id", "result "])
def test_a_key_that_another_reader_takes_for_an_envelope_key_is_refused(key: str) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "x", key: "tools/call"}).encode()
    problem = refused(line)
    assert "could be mistaken" in problem.reason
    assert problem.answer() == wire.error(5, wire.INVALID_REQUEST, problem.reason)


@pytest.mark.parametrize("key", ["\u212aey", "KEY", "kEy"])
def test_look_alikes_of_any_names_are_refused_on_request(key: str) -> None:
    with pytest.raises(Malformed):
        wire.no_look_alikes({key: 1}, frozenset(["key"]), None)
    wire.no_look_alikes({"key": 1, "other": 2}, frozenset(["key"]), None)
    wire.no_look_alikes({"key": 1}, frozenset(["key"]), None)


def test_an_error_repeats_little_of_what_the_peer_sent() -> None:
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
        assert problem.code == wire.INVALID_REQUEST
        assert "nested deeper than 200" in problem.reason


def test_nesting_up_to_the_limit_is_accepted() -> None:
    inside = wire.MAX_DEPTH - 2  # the envelope and the params are the other two
    assert wire.decode(call('{"deep":' + "[" * inside + "]" * inside + "}"))
    assert refused(call('{"deep":' + "[" * (inside + 1) + "]" * (inside + 1) + "}"))
    flat = "[" + ",".join(["[]"] * 500) + "]"
    assert wire.decode(call('{"flat":' + flat + "}"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("-0.0", -0.0), ("1.5", 1.5), (str(2**70), 2**70), (str(-(2**70)), -(2**70)), ("1e2", 100.0),
        ("1E+2", 100.0), ("1e400", Decimal("1e400")), ("-1e400", Decimal("-1e400")), ("1e-400", Decimal("1e-400")),
        ("-0", Decimal("-0")), ("0.12345678901234567890123", Decimal("0.12345678901234567890123")),
        ("9" * 400, int("9" * 400)), ("9" * 4_000, int("9" * 4_000)), ("1e100000", Decimal("1e100000")),
    ],
)  # fmt: skip
def test_no_number_is_changed_on_the_way(text: str, value: object) -> None:
    message = wire.decode(call('{"a":' + text + "}"))
    assert isinstance(message, dict)
    number = message["params"]["a"]
    assert number == value and type(number) is type(value)
    again = wire.encode(message)[len(HEAD) + len('{"a":') : -2].decode()
    assert Decimal(again) == Decimal(text)
    assert again.startswith("-") == text.startswith("-")


def test_answers_and_unreadable_requests_are_messages_too() -> None:
    assert wire.decode(b'{"jsonrpc":"2.0","id":"1","result":{}}')["result"] == {}  # type: ignore[call-overload]
    assert wire.decode(b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}')["id"] is None  # type: ignore[call-overload]
    assert wire.decode(b' [ {"any": 1} ] ') == [{"any": 1}]
    assert wire.decode(b'{"jsonrpc":"2.0","method":"x","later":[1]}')["later"] == [1]  # type: ignore[call-overload]


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
def test_what_was_encoded_decodes_to_the_same(params: dict[str, Any]) -> None:
    message = {"jsonrpc": "2.0", "id": "i", "method": "m", "params": params}
    line = wire.encode(message)
    assert wire.decode(line) == message
    assert len(line.decode().splitlines()) == 1
    assert json.loads(wire.text(message)) == json.loads(line)
    assert wire.encode(wire.decode(line)) == line


@given(st.dictionaries(keys, values, max_size=4), st.integers(0, 3), st.booleans())
def test_the_fast_and_the_strict_reader_agree(params: dict[str, Any], indent: int, ascii: bool) -> None:
    plain = json.loads(wire.encode(params), parse_float=lambda digits: float(digits[:300].replace("E+400", "")))
    try:
        line = json.dumps({"jsonrpc": "2.0", "method": "m", "params": plain}, indent=indent or None, ensure_ascii=ascii)
        data = line.replace("\n", " ").encode()
    except UnicodeEncodeError:
        return
    fast = wire.decode(data)
    assert fast == wire._strict(data)
    assert wire.decode(wire.encode(fast)) == fast


@settings(max_examples=300)
@given(st.binary(max_size=60))
def test_random_bytes_are_a_message_or_malformed_and_nothing_else(data: bytes) -> None:
    for line in (data, b'{"jsonrpc":"2.0","id":1,"method":"' + data + b'"}', HEAD + data + b"}"):
        for read in (wire.decode, wire.decode_server):
            try:
                read(line)
            except Malformed:
                continue


def test_nothing_in_an_encoded_line_can_be_taken_for_a_line_end() -> None:
    raw = msgspec.Raw('{ "a":\r\n\t"\u2028\u2029\x85" }'.encode())
    line = wire.encode({"jsonrpc": "2.0", "id": 1, "result": raw})
    assert len(line.decode().splitlines()) == 1
    assert json.loads(line)["result"] == {"a": "\u2028\u2029\x85"}
    assert wire.encode({"a": "\u2026"}) == '{"a":"\u2026"}'.encode()


def test_unpaired_surrogates_pass_escaped() -> None:
    message = {"a": ["\ud800x", {"b": "\udfff"}, "ok", 1]}
    assert wire.encode(message) == b'{"a":["\\ud800x",{"b":"\\udfff"},"ok",1]}'
    assert json.loads(wire.text(message)) == message
    assert wire.text({"a": 1}) == '{"a":1}'


def test_a_digest_is_over_the_bytes_that_are_sent() -> None:
    message = {"a": Decimal("1E+400"), "b": "\u2028"}
    assert wire.digest(message) == wire.sha256(wire.encode(message))
    assert wire.digest(message) != wire.digest({**message, "b": ""})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Decimal("1E+400"), "1E+400"), (Decimal("1E+400"), [None, "1E+400"]),
        (1, "1"), (1, True), (None, "null"), (1, 1.0), ([], {}), (Decimal("-0"), 0), ("\ud800", "?"),
    ],
)  # fmt: skip
def test_different_values_have_different_canonical_bytes(one: object, other: object) -> None:
    assert wire.canonical({"a": one}) != wire.canonical({"a": other})


def test_equal_values_have_equal_canonical_bytes() -> None:
    assert wire.canonical({"b": [1, "é"], "a": None}) == wire.canonical({"a": None, "b": [1, "é"]})
    assert wire.canonical({"b": 1, "a": "é"}) == b'{"a":"\\u00e9","b":1}'


def test_answers_are_built_as_json_rpc_says() -> None:
    assert wire.result(1, {}) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert wire.error("a", -1, "no", {"x": 1})["error"] == {"code": -1, "message": "no", "data": {"x": 1}}
    assert wire.error(None, -1, "no") == {"jsonrpc": "2.0", "id": None, "error": {"code": -1, "message": "no"}}


# --- what servers send ---------------------------------------------------------------------------------------------


def test_a_servers_large_members_stay_as_they_came() -> None:
    line = b' {"jsonrpc":"2.0","id":"\xc3\xa9","result":{ "a" : 1.50, "b":1e400, "x":1, "x":2 },"new":[1]} '
    [message] = wire.decode_server(line)
    assert message["id"] == "é"
    assert bytes(message["result"]) == b'{ "a" : 1.50, "b":1e400, "x":1, "x":2 }'
    assert wire.encode(message) == line.strip()
    assert wire.plain(message["new"]) == [1]


def test_a_servers_batch_comes_apart() -> None:
    line = b' [{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"error":{}}]'
    assert [m.get("method") for m in wire.decode_server(line)] == ["a", None]


@pytest.mark.parametrize("spelling", ["\\ud83d", "\\ud83d\\ud83d", "\\ude00"])
def test_an_answer_with_an_unpaired_surrogate_passes_as_node_writes_it(spelling: str) -> None:
    line = f'{{"jsonrpc":"2.0","id":1,"result":{{"text":"cut {spelling}"}}}}'.encode()
    [message] = wire.decode_server(line)
    assert message["id"] == 1
    assert wire.encode(message) == line
    [again] = wire.decode_server(b"[" + line + b"]")
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
        (b'{"jsonrpc":"2.0","id":1,"method":7}', None),
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


def test_plain_reads_raw_members_and_gives_up_quietly() -> None:
    assert wire.plain(msgspec.Raw(b'{"a":1}')) == {"a": 1}
    assert wire.plain([1]) == [1]
    assert wire.plain(msgspec.Raw(b"\xff")) is None
    assert wire.plain(msgspec.Raw(b"[" * 100_000 + b"]" * 100_000)) is None


def test_ten_megabytes_from_a_server_are_read_and_sent_without_being_decoded() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"result":{"text":"' + b"x" * 10_000_000 + b'"}}'
    began = time.process_time()
    [message] = wire.decode_server(line)
    assert wire.encode(message) == line
    assert time.process_time() - began < 2
