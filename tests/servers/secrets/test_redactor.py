"""A secret is put in where its name stands, and never comes back in any dress that a server could put it in."""

from __future__ import annotations

import base64
import functools
import json
import sys
import threading
import time
import urllib.parse
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolguard.gate import jsonrpc
from toolguard.servers.secrets import redactor
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.environment import UnreachableError

TOKEN = 'sk-proj-aB3/x+9=Zq"w\\e'


def knowing(**values: str) -> Redactor:
    redactor = Redactor()
    for name, value in values.items():
        redactor.learn(name, value)
    return redactor


# --- out -----------------------------------------------------------------------------------------------------------


def test_names_are_read_from_a_template() -> None:
    assert redactor.names("Bearer ${secret:A} ${secret:b-2.x} $secret ${other:C} ${secret:A}") == {"A", "b-2.x"}
    assert redactor.names("plain") == set()


async def test_each_secret_is_read_once_and_inserted_at_its_references() -> None:
    asked = []

    async def release(name: str) -> str:
        asked.append(name)
        return f"<{name}${{secret:X}}>"

    env = {"ONE": "a ${secret:A} ${secret:B}", "TWO": "${secret:A}", "THREE": "plain $x"}
    filled = await redactor.fill(env, release)
    assert asked == ["A", "B"]
    assert filled == {"ONE": "a <A${secret:X}> <B${secret:X}>", "TWO": "<A${secret:X}>", "THREE": "plain $x"}


async def test_unreachable_secret_and_invalid_reference_raise() -> None:
    async def release(name: str) -> str:
        raise UnreachableError(f"{name} is not bound")

    with pytest.raises(UnreachableError, match="A is not bound"):
        await redactor.fill({"ONE": "${secret:A}"}, release)
    with pytest.raises(UnreachableError, match="variable ONE"):
        await redactor.fill({"ONE": "${secret:}"}, release)


# --- back: the forms -----------------------------------------------------------------------------------------------


@functools.cache
def json_forms(value: str) -> dict[str, str]:
    minimal = json.dumps(value, ensure_ascii=False)[1:-1]
    ascii = json.dumps(value)[1:-1]
    forms = {
        "minimal": minimal,
        "ascii": ascii,
        "slashes": ascii.replace("/", "\\/"),
        "php": minimal.replace("/", "\\/"),
    }
    forms["html"] = (
        ascii.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("+", "\\u002B")
    )
    forms["dotnet"] = ascii.replace('\\"', "\\u0022").replace("'", "\\u0027")
    return forms


@functools.cache
def text_forms(value: str) -> dict[str, str]:
    """How the value looks when a program prints it, before that becomes JSON."""
    data = value.encode()
    quoted = urllib.parse.quote(value)
    forms = {
        "plain": value,
        "json": json.dumps(value)[1:-1],
        "json minimal": json.dumps(value, ensure_ascii=False)[1:-1],
        "quote": quoted,
        "quote all": urllib.parse.quote(value, safe=""),
        "quote_plus": urllib.parse.quote_plus(value),
        "quote lower": "".join(
            part.lower() if part.startswith("%") else part
            for part in (quoted[i : i + 3] if quoted[i] == "%" else quoted[i] for i in _starts(quoted))
        ),
        "hex": data.hex(),
        "HEX": data.hex().upper(),
    }
    for before in range(3):
        longer = b"pre"[:before] + data + b"more after"
        forms[f"base64 {before}"] = base64.b64encode(longer).decode()
        forms[f"url base64 {before}"] = base64.urlsafe_b64encode(longer).decode()
        alone = base64.b64encode(b"pre"[:before] + data)
        forms[f"base64 at the end {before}"] = alone.decode()
        forms[f"unpadded {before}"] = alone.rstrip(b"=").decode()
    return forms


def _starts(quoted: str) -> list[int]:
    found, i = [], 0
    while i < len(quoted):
        found.append(i)
        i += 3 if quoted[i] == "%" else 1
    return found


def middle(form: str, value: str, before: int) -> str:
    """What of a base64 text depends on the value alone."""
    first = -(-before * 8 // 6)
    return form[first : (before + len(value.encode())) * 8 // 6]


def forms_in(out: str, value: str) -> list[str]:
    """The forms in which the value still stands in a text."""
    return [name for name, form in forbidden_forms(value) if form in out]


@functools.cache
def forbidden_forms(value: str) -> list[tuple[str, str]]:
    forms = text_forms(value)
    found = [one for one in forms.items() if "base64" not in one[0] and "unpadded" not in one[0]]
    found += json_forms(value).items()
    for before in range(3):
        for alphabet in ("base64", "url base64"):
            name = f"{alphabet} {before}"
            found.append((name, middle(forms[name], value, before)))
    return found


values = st.one_of(
    st.text(min_size=8, max_size=24),
    st.text(st.sampled_from("\"\\/\n\r\t u0041dn%+ab'<&é你😀"), min_size=8, max_size=24),
    st.text(st.characters(categories=["Lo"]), min_size=8, max_size=12),
)
around = st.text(st.sampled_from('"\\/\nu0041d%+aé😀 ,:{}[]'), max_size=6)


def sensible(value: str) -> None:
    assume(not any(value in "[secret KEY]" or "[secret KEY]" in form for form in [value]))
    assume(len(set(value)) > 1 or value[0] not in " []")
    assume(len(value.strip()) >= 6)  # shorter ones are not searched for, with or without spaces around them


@settings(max_examples=examples(400))
@given(values, around, around)
@example('"' * 8, "", "")
@example("\\" * 8, "\\", '"')
@example("abcdefgh\\", "", '"')
@example("nabcdefg", "\\", "")
@example("0041bcdef", "\\u", "")
@example("n123456789", "\n", "\n")
@example("000000\r\r", "", "")
@example('","a":"b"', "", "")
def test_a_stored_secret_is_in_no_encoding_and_the_line_still_parses(value: str, before: str, after: str) -> None:
    sensible(value)
    redactor = knowing(KEY=value)
    for form in text_forms(value).values():
        for dump in (lambda x: json.dumps(x), lambda x: json.dumps(x, ensure_ascii=False)):
            text = before + form + after
            line = dump({"jsonrpc": "2.0", "id": 1, "result": {"t": text, "n": 1}}).encode()
            assert json.loads(redactor(line))
            [message] = redactor.decode(line)
            out = jsonrpc.encode(message).decode()
            result = json.loads(out)["result"]
            assert result["n"] == 1 and message["id"] == 1
            assert "[secret KEY]" in result["t"]
            assert forms_in(result["t"], value) == []


@settings(max_examples=examples(200))
@given(values, around)
def test_secret_is_redacted_in_every_json_string_escape(value: str, before: str) -> None:
    sensible(value)
    redactor = knowing(KEY=value)
    for form in json_forms(value).values():
        line = f'{{"jsonrpc":"2.0","id":1,"result":["{json.dumps(before)[1:-1]}{form}"]}}'.encode()
        [message] = redactor.decode(line)
        [text] = json.loads(jsonrpc.encode(message))["result"]
        assert "[secret KEY]" in text
        assert forms_in(text, value) == []


@settings(max_examples=examples(200))
@given(values, around, around)
def test_plain_text_is_scrubbed_too(value: str, before: str, after: str) -> None:
    sensible(value)
    out = knowing(KEY=value)((before + value + after).encode())
    assert value.encode() not in out
    assert b"[secret KEY]" in out


@given(st.binary(max_size=60))
def test_value_without_secret_is_returned_unchanged(data: bytes) -> None:
    assert Redactor()(data) is data
    assert knowing(KEY="correct horse battery")(data) is data


# --- back: what could go wrong -------------------------------------------------------------------------------------


def answer(redactor: Redactor, text: str) -> Any:
    [message] = redactor.decode(text.encode())
    return json.loads(jsonrpc.encode(message))


@pytest.mark.parametrize(
    ("value", "text", "left"),
    [
        ("nabcdefgh", "x\\nabcdefgh", "x[secret K]"),
        ("nabcdefgh", "x\\\\nabcdefgh", "x\\[secret K]"),
        ("0041bcdef", "x\\u0041bcdef", "x[secret K]"),
        ("041bcdefg", "x\\u0041bcdefg", "x[secret K]"),
        ("1bcdefgh", "x\\u0041bcdefgh", "x[secret K]"),
        ("abcdefgh", "x\\u0041abcdefgh", "xA[secret K]"),
        ("1bcdefgh", "x\\\\u0041bcdefgh", "x\\u004[secret K]"),
        ("ux41abcd", "x\\\\ux41abcd", "x\\[secret K]"),
        ("e00xyz123", "x\\ud83d\\ude00xyz123", "x[secret K]"),
        ("abcdefgh\\", 'abcdefgh\\"x', '[secret K]"x'),
        ("abcdefgh\\", "abcdefgh\\\\x", "[secret K]x"),
    ],
)
def test_a_replacement_never_splits_an_escape(value: str, text: str, left: str) -> None:
    line = knowing(K=value)(f'["{text}"]'.encode())
    assert json.loads(line) == [left]


def test_json_text_inside_json_text_is_known() -> None:
    inner = json.dumps({"key": TOKEN})
    response = answer(knowing(T=TOKEN), json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"text": inner}}))
    assert json.loads(response["result"]["text"]) == {"key": "[secret T]"}


def test_values_of_less_than_four_characters_stay() -> None:
    assert knowing(PIN="123")(b"1234") == b"1234"
    assert knowing(PIN="1234")(b"12345") == b"[secret PIN]5"


def test_short_values_are_not_searched_in_block_encodings() -> None:
    redactor = knowing(K="abcd")
    assert redactor(base64.b64encode(b"abcd")) == base64.b64encode(b"abcd")
    assert redactor(b"abcd".hex().encode()) == b"[secret K]"


def test_longest_value_is_redacted_first() -> None:
    redactor = knowing(SHORT="hunter2hunter2", LONG="my hunter2hunter2 phrase")
    assert redactor(b"my hunter2hunter2 phrase, hunter2hunter2") == b"[secret LONG], [secret SHORT]"


def test_learning_the_same_value_again_changes_nothing() -> None:
    redactor = knowing(A="hunter2hunter2")
    redactor.learn("B", "hunter2hunter2")
    assert redactor(b"hunter2hunter2") == b"[secret A]"


def test_value_is_redacted_until_every_name_has_forgotten_it() -> None:
    redactor = knowing(A="hunter2hunter2", B="hunter2hunter2")
    redactor.forget("C", "hunter2hunter2")
    redactor.forget("A", "hunter2hunter2")
    assert redactor(b"hunter2hunter2") == b"[secret B]"
    redactor.forget("B", "hunter2hunter2")
    assert redactor(b"hunter2hunter2") == b"hunter2hunter2"


def test_line_is_redacted_while_another_value_contains_it() -> None:
    line = "MIIEvQIBADANBgkqhkiG9w0BAQEF"
    redactor = knowing(A=f"first\n{line}", B=f"second\n{line}", C=line)
    redactor.forget("C", line)
    redactor.forget("A", f"first\n{line}")
    assert redactor(line.encode()) == b"[secret B]"


def test_long_lines_of_a_multiline_key_are_redacted_separately() -> None:
    key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nAAOC\n-----END KEY-----\n"
    redactor = knowing(PEM=key)
    assert redactor(b"got MIIEvQIBADANBgkqhkiG9w0BAQEF!") == b"got [secret PEM]!"
    assert redactor(b"AAOC") == b"AAOC"


def test_a_value_is_longer_than_the_numbers_that_python_writes() -> None:
    """4,300 digits, with which a token of 1,800 characters could not be learnt."""
    value = "".join(f"{number * 7919:x}" for number in range(400))
    assert len(value) > 1_800
    known = knowing(A=value)
    number, decimal = int.from_bytes(value.encode(), "big"), ""
    while number:
        number, rest = divmod(number, 10**9)
        decimal = f"{rest:09}" + decimal
    for text in (value, value.encode().hex(), base64.b64encode(value.encode()).decode(), decimal.lstrip("0")):
        left = known(f"<{text}>".encode())
        assert left.startswith(b"<[secret A]") and len(left) < 20


def test_a_name_cannot_break_a_line() -> None:
    redactor = Redactor()
    redactor.learn('a"b\\c\n', "hunter2hunter2")
    assert redactor(b"hunter2hunter2") == b"[secret a_b_c_]"


def test_numeric_secret_is_redacted_in_numbers() -> None:
    response = answer(
        knowing(ID="123456789"), '{"jsonrpc":"2.0","id":123456789,"result":{"a":123456789,"b":1.50,"c":1e400}}'
    )
    assert response["id"] == 123456789
    assert response["result"]["a"] == "[secret ID]"
    line = jsonrpc.encode(
        knowing(ID="123456789").decode(b'{"jsonrpc":"2.0","method":"m","params":[123456789,1.50]}')[0]
    )
    assert line == b'{"jsonrpc":"2.0","method":"m","params":["[secret ID]",1.50]}'


def test_json_keywords_are_not_secrets() -> None:
    assert knowing(A="true", B="false", C="null")(b"[true,false,null]") == b"[true,false,null]"


def test_secret_inside_a_json_keyword_does_not_break_the_line() -> None:
    response = answer(
        knowing(W="alse"), '{"jsonrpc":"2.0","id":"alse","result":{"isError":true,"text":"so alse","alse":[null]}}'
    )
    assert response == {
        "jsonrpc": "2.0", "id": "alse", "result": {"isError": True, "text": "so [secret W]", "[secret W]": [None]},
    }  # fmt: skip


def test_secret_in_a_response_id_is_not_redacted() -> None:
    assert answer(knowing(W="abcd"), '{"jsonrpc":"2.0","id":"xabcd","result":"abcd"}') == {
        "jsonrpc": "2.0", "id": "xabcd", "result": "[secret W]",
    }  # fmt: skip


def test_secret_in_the_jsonrpc_member_is_redacted() -> None:
    redactor = knowing(W="abcdefgh")
    assert answer(redactor, '{"jsonrpc":"abcdefgh","id":1,"result":1}')["jsonrpc"] == "[secret W]"
    assert answer(redactor, '{"jsonrpc":{"a":["abcdefgh"]},"id":1,"method":"m"}')["jsonrpc"] == {"a": ["[secret W]"]}


def test_unpaired_surrogate_beside_a_secret_number_passes() -> None:
    response = answer(knowing(ID="123456789"), '{"jsonrpc":"2.0","id":1,"result":["\\ud800",123456789,true]}')
    assert response["result"] == ["\ud800", "[secret ID]", True]


def test_response_with_a_secret_in_its_structure_is_withheld() -> None:
    blob = '{"type":"service","key":[1,2]}'
    with pytest.raises(jsonrpc.Malformed, match="withheld") as caught:
        knowing(BLOB=blob).decode(f'{{"jsonrpc":"2.0","id":7,"result":{blob}}}'.encode())
    assert caught.value.id == 7
    with pytest.raises(jsonrpc.Malformed, match="withheld") as caught:
        knowing(BLOB=blob).decode(f'{{"jsonrpc":"2.0","id":7,"method":"m","params":{blob}}}'.encode())
    assert caught.value.id is None


def test_invalid_line_is_rejected() -> None:
    with pytest.raises(jsonrpc.Malformed):
        knowing(T=TOKEN).decode(f"token is {TOKEN}".encode())


@pytest.mark.parametrize("value", ["\\" * 30, '"' * 30, "\\u" * 15, "%" * 30, "é" * 30, "AAAA" * 8, "\\token"])
@pytest.mark.parametrize("flood", ["\\", '"', "\\u", "%25", "é", "A", "\\u00e9", "\\u005c"])
def test_no_text_makes_scrubbing_slow(value: str, flood: str) -> None:
    redactor = knowing(K=value)
    data = (flood * 200_000 + ". token").encode()
    began = time.process_time()
    redactor(data)
    assert time.process_time() - began < 3


def test_ten_megabytes_are_searched_in_little_time() -> None:
    redactor = knowing(**{f"K{i}": f"sk-{i}-{'abcdefgh' * 3}{i}" for i in range(3)})
    data = base64.b64encode(bytes(range(256)) * 30_000)
    began = time.process_time()
    assert redactor(data) is data
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": "hunter2hunter2", "method": "sampling/createMessage", "params": {}},
        {"jsonrpc": "2.0", "id": 3, "method": "ask/hunter2hunter2", "params": {}},
        {"jsonrpc": "2.0", "method": "notifications/hunter2hunter2"},
    ],
)
def test_a_secret_in_a_servers_id_or_method_is_withheld(message: Any) -> None:
    """Defect 7: ids and methods reached the client as they were, plain or escaped."""
    plain = json.dumps(message)
    for line in (plain, plain.replace("hunter2h", "h\\u0075nter\\u0032h")):
        with pytest.raises(jsonrpc.WithheldError) as caught:
            knowing(KEY="hunter2hunter2").decode(line.encode())
        assert caught.value.requests == message.get("id") and caught.value.id is None


def test_mcp_methods_and_counters_pass_despite_short_secrets() -> None:
    redactor = knowing(A="ping", B="1234", C="list")
    assert redactor.decode(b'{"jsonrpc":"2.0","id":1234,"method":"roots/list"}')[0]["method"] == "roots/list"


def test_a_secret_in_escapes_is_found_in_names_of_members_too() -> None:
    """Defect 7: plain letters that are escaped are the same JSON string."""
    line = '{"jsonrpc":"2.0","id":1,"result":{"\\u0068unter2\\u0068unter2":["\\u0068\\u0075nter2hunter2"]}}'
    assert answer(knowing(KEY="hunter2hunter2"), line)["result"] == {"[secret KEY]": ["[secret KEY]"]}


def test_value_learned_while_another_thread_redacts_is_known_afterwards() -> None:
    interval, new = sys.getswitchinterval(), "other-value-of-many"
    sys.setswitchinterval(1e-5)
    try:
        for _ in range(50):
            redactor = Redactor()
            for number in range(30):
                redactor.learn("one", f"first-value-{number:04}-of-many")
            beside = threading.Thread(target=redactor, args=(b"a text of a server",))
            beside.start()
            redactor.learn("two", new)
            beside.join()
            assert redactor(new.encode()) == b"[secret two]"
    finally:
        sys.setswitchinterval(interval)
