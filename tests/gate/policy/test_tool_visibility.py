"""Switches: what a client is shown, and that a switch for one client never shows more than the one for all."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.policy.tool_visibility import ToolVisibility, VisibilityRule

SWITCHES = st.lists(
    st.builds(
        VisibilityRule,
        client=st.sampled_from(("*", "a", "b")),
        server=st.sampled_from(("s", "t")),
        tool=st.sampled_from(("*", "x", "y")),
        exposed=st.booleans(),
    )
)
PLACES = list(product(("a", "b", "c"), ("s", "t"), ("x", "y", "z")))


def test_all_tools_are_visible_by_default():
    assert all(ToolVisibility().is_visible(*place) for place in PLACES)


def test_tool_switch_overrides_the_switch_of_its_server():
    allow_list = ToolVisibility(
        [VisibilityRule(server="s", exposed=False), VisibilityRule(server="s", tool="x", exposed=True)]
    )
    assert allow_list.is_visible("a", "s", "x")
    assert not allow_list.is_visible("a", "s", "y")
    assert allow_list.is_visible("a", "t", "y")


@given(SWITCHES)
def test_client_switch_can_only_hide_more_tools(switches):
    for_all = ToolVisibility([one for one in switches if one.client == "*"])
    both = ToolVisibility(switches)
    for client, server, tool in PLACES:
        assert for_all.is_visible(client, server, tool) or not both.is_visible(client, server, tool)
        assert both.hides_any(client, server) or both.is_visible(client, server, tool)


def test_name_confusable_with_a_hidden_tool_is_hidden():
    exposure = ToolVisibility([VisibilityRule(server="s", tool="query", exposed=False)])
    for name in ("query", "QUERY", " Query "):
        assert not exposure.is_visible("c", "s", name), name
    assert exposure.is_visible("c", "s", "queries") and exposure.is_visible("c", "other", "QUERY")
    both = [
        VisibilityRule(server="s", tool="query", exposed=False),
        VisibilityRule(server="s", tool="Query", exposed=True),
    ]
    assert ToolVisibility(both).is_visible("c", "s", "Query") and not ToolVisibility(both).is_visible("c", "s", "QUERY")


@pytest.mark.case(43)
def test_filtered_page_keeps_cursor_and_unknown_members_and_is_private():
    hidden = ToolVisibility([VisibilityRule(server="s", tool="x", exposed=False)])
    page = {"tools": [{"name": "x"}, {"name": "y", "more": 2**70}, "odd"], "nextCursor": "", "new": True}
    kept = {"tools": [{"name": "y", "more": 2**70}, "odd"], "nextCursor": "", "new": True}
    assert hidden.filter_page("a", "s", page, modern=False) == kept
    assert hidden.filter_page("a", "s", page, modern=True) == {**kept, "cacheScope": "private"}
    assert hidden.filter_page("a", "s", {"tools": None}, modern=False) == {"tools": None}


@given(SWITCHES)
def test_clients_from_which_a_visible_tool_is_hidden_are_named(switches):
    visibility = ToolVisibility(switches)
    for server, tool in product(("s", "t"), ("x", "y", "z")):
        hidden = [name for name in ("a", "b") if not visibility.is_visible(name, server, tool)]
        assert visibility.hidden_from(server, tool) == (hidden if visibility.is_visible("*", server, tool) else [])
