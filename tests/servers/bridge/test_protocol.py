"""What both directions of a bridge read and say."""

import msgspec
import pytest

from toolguard.gate.mcp.revisions import SPOKEN_LEGACY
from toolguard.servers.bridge.protocol import (
    LEGACY,
    capabilities,
    items,
    members,
    missing_capability,
    requested_id,
    versions,
)


def raw(text):
    return msgspec.Raw(text.encode())


def test_the_legacy_revisions_are_those_since_2024_11_05():
    assert (SPOKEN_LEGACY[0], LEGACY) == ("2024-11-05", "2025-11-25")


@pytest.mark.parametrize("value", [{"a": 1}, raw('{"a":1}')])
def test_an_object_is_read_one_level_deep(value):
    assert {name: bytes(one) if isinstance(one, msgspec.Raw) else one for name, one in members(value).items()} in (
        {"a": 1},
        {"a": b"1"},
    )


@pytest.mark.parametrize("value", [None, 5, [1], raw("[1]"), raw("nonsense"), raw('"\\ud800"'), raw("[" * 5000)])
def test_non_object_has_no_members(value):
    assert members(value) is None


@pytest.mark.parametrize("value", [None, {}, raw("{}"), raw("[1"), raw("[" * 5000)])
def test_non_array_has_no_items(value):
    assert items(value) is None


def test_an_array_has_items():
    assert items([1]) == [1]
    assert [bytes(one) for one in items(raw("[1,{}]"))] == [b"1", b"{}"]


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ({"supportedVersions": ["a", 5]}, ("a",)),
        ({"supportedVersions": "a"}, ()),
        ({}, ()),
        (5, ()),
        (raw('{"supportedVersions":["b"]}'), ("b",)),
    ],
)
def test_the_versions_of_a_discovery(result, found):
    assert versions(result) == found


@pytest.mark.parametrize(
    ("params", "id"),
    [
        ({"requestId": 1}, 1),
        ({"requestId": ""}, ""),
        ({"requestId": True}, None),
        ({}, None),
        (None, None),
        ([1], None),
    ],
)
def test_the_request_of_a_cancel(params, id):
    assert requested_id({"params": params}) == id


def test_capability_without_counterpart_is_left_out():
    assert capabilities({"tools": {}, "tasks": {}, "extensions": {}, "v/x": 1}) == {"tools": {}, "v/x": 1}
    assert capabilities(None) == {}


def test_empty_elicitation_capability_means_forms():
    assert missing_capability("elicitation/create", {"mode": "form"}, {"elicitation": {}}) == ""
    assert missing_capability("elicitation/create", {}, {"elicitation": {"form": {}, "url": {}}}) == ""
