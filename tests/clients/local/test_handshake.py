"""What the first line may say, and how the program behind it is named."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.clients.local import handshake
from toolguard.clients.local.handshake import HandshakeError

GOOD = {"toolguard": 1, "do": "join", "server": "files", "command": None, "client": None, "cwd": "/", "session": None}


def line(**changes):
    return json.dumps({**GOOD, **changes}).encode()


def test_handshake_is_parsed():
    join = handshake.parse(
        line(open=[[7, "m", 0], ["7", "n", 1]], descriptors=True, session="s-1", unknown={"later": [1]})
    )
    assert (join.server, join.descriptors, join.session) == ("files", True, "s-1")
    assert join.open == [(7, "m", 0), ("7", "n", 1)]
    command = handshake.make_handshake(handshake.parse(line(server=None, command=["a", "", "日本"])), 0).command
    assert command == ("a", "", "日本")


def test_hello_can_request_all_servers():
    join = handshake.parse(line(server=None, all=True, client="desk"))
    found = handshake.make_handshake(join, 0)
    assert (found.all, found.only(), found.server, found.command) == (True, None, None, None)
    assert not handshake.make_handshake(handshake.parse(line()), 0).all


@pytest.mark.parametrize(
    "bad",
    [
        {"toolguard": 2},
        {"toolguard": "1"},
        {"toolguard": True},
        {"do": "approve"},
        {"do": None},
        {"server": 5},
        {"server": ""},
        {"server": "../x"},
        {"server": "a\n"},
        {"server": "-a"},
        {"server": "a" * 65},
        {"server": None},
        {"all": True},
        {"all": True, "server": None, "command": ["a"]},
        {"all": "yes", "server": None},
        {"all": None, "server": None},
        {"server": None, "command": []},
        {"server": None, "command": [""]},
        {"server": None, "command": "ls"},
        {"server": None, "command": ["a", 5]},
        {"server": None, "command": ["a\0b"]},
        {"server": None, "command": ["a" * 4097]},
        {"server": None, "command": ["a"] * 257},
        {"server": None, "command": ["\udcff"]},
        {"command": ["a"]},
        {"client": 5},
        {"client": "a" * 4097},
        {"cwd": None},
        {"cwd": "/\0"},
        {"session": 5},
        {"session": "../.."},
        {"session": "a" * 129},
        {"open": "yes"},
        {"open": [[None, "m", 0]]},
        {"open": [[True, "m", 0]]},
        {"descriptors": 1},
    ],
)
def test_invalid_hello_is_refused(bad):
    with pytest.raises(HandshakeError):
        handshake.parse(line(**bad))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff",
        b"[" * 60_000,
        b'{"toolguard":1,"do":"join","server":"a","x":' + b"[" * 60_000,
    ],
)
def test_non_json_hello_is_refused(data):
    with pytest.raises(HandshakeError):
        handshake.parse(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_parsed_or_refused(data):
    with suppress(HandshakeError):
        handshake.parse(data)


def test_socket_messages_are_parsed_and_none_approves_a_call():
    order = handshake.parse(b'{"toolguard":1,"do":"order","order":"server add","arguments":{"name":"x"}}')
    assert (order.order, order.arguments) == ("server add", {"name": "x"})
    assert isinstance(handshake.parse(b'{"do":"raise"}'), handshake.RaiseRequest)
    with pytest.raises(HandshakeError):
        handshake.parse(b'{"toolguard":1,"do":"order","order":"A\\n","arguments":{}}')


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("claude", "claude"),
        (" a b@c_d-e.f ", "a b@c_d-e.f"),
        ("a/b\n\u202ec", "a_b__c"),
        ("日本", ""),
        ("", ""),
        ("x" * 99, "x" * 64),
    ],
)
def test_label_is_reduced_to_allowed_characters(text, label):
    assert handshake.clean_label(text) == label


@pytest.mark.parametrize(
    "environment",
    [{"A": 1}, {"": "x"}, {"A": "a\0b"}, {"A=B": "x"}, {"A": "x" * 32_769}, {str(n): "" for n in range(2_001)}, ["A"]],
)
def test_malformed_environment_is_refused(environment):
    with pytest.raises(HandshakeError):
        handshake.parse(line(server=None, command=["a"], environment=environment))


def test_environment_of_an_entry_with_a_command_is_read():
    join = handshake.parse(line(server=None, command=["a"], environment={"KEY": "日本", "PWD": "/"}))
    assert handshake.make_handshake(join, 0).environment == {"KEY": "日本"}
    assert handshake.make_handshake(handshake.parse(line(environment={"KEY": "x"})), 0).environment == {}


def test_name_in_the_entry_is_the_identity():
    found = handshake.make_handshake(handshake.parse(line(client="my agent")), 0)
    assert (found.caller.id, found.identity, found.earlier_name) == ("my agent", "name:my agent", "")
    assert handshake.make_handshake(handshake.parse(line()), 0).caller.id == handshake.UNKNOWN_CLIENT
