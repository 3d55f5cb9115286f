"""A stored secret is found in whatever encoding a client repeats it; what only looks like it is not."""

from __future__ import annotations

import base64
import json
import unicodedata
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate import jsonrpc
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.secrets.secret_scanner import SecretScanner

VALUE = 'p@ss "käse" \\ 0123/+钥匙'
ENCODED = [
    VALUE,
    json.dumps(VALUE),
    json.dumps({"in": VALUE}, ensure_ascii=False),
    quote(VALUE),
    quote(VALUE, safe=""),
    quote_plus(VALUE),
    VALUE.encode().hex(),
    VALUE.encode().hex().upper(),
    *(base64.b64encode(b"x" * shift + VALUE.encode() + b"tail").decode() for shift in range(3)),
    *(base64.urlsafe_b64encode(b"x" * shift + VALUE.encode()).decode() for shift in range(3)),
    quote(base64.b64encode(VALUE.encode()).decode(), safe=""),
]


def finder(**secrets: str) -> SecretScanner:
    made = SecretScanner()
    for name, value in secrets.items():
        made.learn(name, value)
    return made


@pytest.mark.parametrize("text", ENCODED)
@pytest.mark.parametrize("place", [lambda t: {"a": t}, lambda t: {t: 1}, lambda t: {"a": [{"b": f"--{t}--"}]}])
def test_a_value_is_found_in_every_encoding_and_place(text, place):
    assert finder(key=VALUE, other="another value")(jsonrpc.encode(place(text))) == ("key",)


@given(value=st.text(min_size=8, max_size=60).filter(lambda text: len(text.strip()) >= 8), shift=st.integers(0, 2))
def test_any_value_is_found_plain_escaped_and_encoded(value, shift):
    find = finder(key=value)
    value = value.strip()
    data = value.encode("utf-8", "surrogatepass")
    texts = [value, json.dumps(value), data.hex(), base64.b64encode(b"?" * shift + data).decode()]
    for text in texts[: 2 if len(value) < 10 else 4]:
        assert find(jsonrpc.encode({"a": text})) == ("key",)


@pytest.mark.parametrize("known", ["NFC", "NFD"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_value_is_found_in_either_normal_form(known, form):
    scanner, redactor = SecretScanner(), Redactor()
    value, other = (unicodedata.normalize(name, VALUE) for name in (known, form))
    scanner.learn("K", value)
    redactor.learn("K", value)
    for text in (other, json.dumps(other), base64.b64encode(other.encode()).decode()):
        assert scanner(text.encode()) == ("K",) and redactor(text.encode()) != text.encode()


def test_scanner_names_each_secret_except_removed_secrets():
    find = finder(b="second value", a="first value")
    assert find(b'{"x":"first value, second value"}') == ("a", "b")
    find.forget("a")
    assert find(b'{"x":"first value, second value"}') == ("b",)
    find.learn("b", "a new value")
    assert find(b'{"x":"second value"}') == ()
    assert find.values("b") == ("a new value",)


@pytest.mark.parametrize("value", ["test", "1234", "admin"])
def test_short_value_is_found_only_as_a_whole_word(value):
    find = finder(key=value)
    assert find(jsonrpc.encode({"a": value})) == ("key",)
    assert find(jsonrpc.encode({"a": f"user={value}&x"})) == ("key",)
    assert find(jsonrpc.encode({"a": f"x{value}s", "b": f"{value}7"})) == ()


@pytest.mark.parametrize("value", ["abc", "true", "null", "   x  "])
def test_trivial_value_is_not_searched_for(value):
    assert finder(key=value)(jsonrpc.encode({"a": value, "b": True, "c": None})) == ()


def test_a_number_that_is_a_secret_is_found():
    assert finder(pin="12345678")(jsonrpc.encode({"pin": 12345678})) == ("pin",)


def test_a_line_of_a_key_is_found_and_the_frame_that_all_keys_have_is_not():
    key = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEG\n-----END PRIVATE KEY-----\n"
    find = finder(key=key)
    assert find(jsonrpc.encode({"a": "x MIGHAgEAMBMGByqGSM49AgEG y"})) == ("key",)
    assert find(jsonrpc.encode({"a": key})) == ("key",)
    assert find(jsonrpc.encode({"a": "-----BEGIN PRIVATE KEY-----"})) == ()
