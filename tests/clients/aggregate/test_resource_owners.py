"""Whose a resource is: listed before named, named before fitted, and nobody's guess."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.clients.aggregate import resource_owners
from toolguard.clients.aggregate.resource_owners import MAX_URI_LENGTH, ResourceOwners, matches_template

ORDER = ("a", "b", "c")


def test_listing_server_wins_over_mention_and_template():
    known = ResourceOwners()
    known.list_templates("a", ["note://{id}"])
    known.name("b", ["note://1"])
    assert known.find("note://1", ORDER) == "b"
    known.list("c", ["note://1"])
    assert known.find("note://1", ORDER) == "c"
    known.list("a", ["note://1"])
    assert known.find("note://1", ORDER) == "a"
    assert known.find("note://1", ("c", "a")) == "c"
    assert known.find("note://2", ORDER) == "a"
    known.drop("a")
    assert known.find("note://2", ORDER) is None


def test_most_specific_template_wins_and_empty_one_matches_nothing():
    known = ResourceOwners()
    known.list_templates("a", ["{+anything}"])
    known.list_templates("b", ["file:///{+path}", "file:///etc/{name}"])
    known.list_templates("c", ["file:///etc/{name}.d"])
    assert known.find("https://x", ORDER) is None
    assert known.find("file:///etc/passwd", ORDER) == "b"
    assert known.find("{+anything}", ORDER) == "a"


def test_mentioned_resources_are_bounded(monkeypatch):
    monkeypatch.setattr(resource_owners, "MAX_URIS", 2)
    known = ResourceOwners()
    long = "u:" + "x" * MAX_URI_LENGTH
    known.name("a", ["u:1", "u:2", "u:3", long])
    assert [known.find(uri, ORDER) for uri in ("u:1", "u:2", "u:3", long)] == [None, "a", "a", None]


@pytest.mark.parametrize(
    ("template", "uri", "does"),
    [
        ("a:b", "a:b", True),
        ("a:b", "a:bc", False),
        ("a:{x}", "a:", True),
        ("a:{x}/z", "a:1/2/z", True),
        ("a:{x}b{y}c", "a:1b2c", True),
        ("a:{x}b{y}c", "a:1c", False),
        ("a:{x}b", "a:b", True),
        ("ab{x}ba", "aba", False),
        ("a:{unclosed", "a:whatever", True),
    ],
)
def test_a_uri_fits_a_template(template, uri, does):
    assert matches_template(template, uri) is does


@given(st.lists(st.text("ab:/", max_size=4), min_size=1, max_size=6), st.text("ab:/", max_size=4))
def test_uri_from_a_template_matches_it(said, put):
    assert matches_template("{x}".join(said), put.join(said))


def test_template_matching_is_fast():
    assert not matches_template("a{x}" * 20_000 + "z", "a" * 20_000)
