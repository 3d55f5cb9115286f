"""What is kept of a sign-in, under which name, and for which address."""

from __future__ import annotations

import pytest

from toolguard.servers.oauth.record import OAuthRecord, covers, decode_record, encode_record, name_for
from toolguard.store.config.config import NAME

RECORD = OAuthRecord(
    issuer="https://a.example", resource="https://m.example/mcp", client={"client_id": "c", "client_secret": "s"},
    token_endpoint="https://a.example/t", access="A", refresh="R", scope="read", expires=1000.0,
)  # fmt: skip


def test_sign_in_record_round_trips_and_other_text_is_none() -> None:
    assert decode_record(encode_record(RECORD)) == RECORD
    for text in ("", "{}", "[]", "hunter2", encode_record(RECORD)[:-1]):
        assert decode_record(text) is None


def test_record_lists_its_secret_values_and_sign_out_keeps_only_the_client() -> None:
    assert RECORD.values == ("A", "R", "s")
    out = RECORD.without_tokens(keep_client=True)
    assert out.values == ("s",) and not RECORD.without_tokens(keep_client=False).values


@pytest.mark.parametrize(("now", "over"), [(0.0, False), (969.0, False), (970.0, True), (2000.0, True)])
def test_a_token_is_renewed_before_its_end(now: float, over: bool) -> None:
    assert RECORD.expires_soon(now) is over


def test_every_issuer_and_resource_has_a_valid_unique_name() -> None:
    pairs = [("https://a.example", "https://m.example/"), ("https://a.example/x", "https://m.example/"),
             ("https://a.example", "https://m.example/x"), (f"https://{'long.' * 40}example", "https://x/"),
             ("https://[::1]:8/", "x"), ("not an address", "")]  # fmt: skip
    names = [name_for(*pair) for pair in pairs]
    assert len(set(names)) == len(pairs) and all(NAME.fullmatch(name) for name in names)


OURS = "https://m.example/mcp"


@pytest.mark.parametrize(
    ("resource", "address", "yes"),
    [
        (OURS, OURS, True), ("https://m.example", OURS, True), (OURS, "https://M.EXAMPLE:443/mcp/x?y", True),
        (f"{OURS}/", OURS, True), (OURS, f"{OURS}x", False), (OURS, "https://m.example/", False),
        (OURS, "http://m.example/mcp", False), (OURS, "https://m.example:8/mcp", False),
        (OURS, "https://evil.example/mcp", False), (OURS, "https://m.example:x/", False),
        ("https://m.example", "https://m.example@evil.example/", False),
    ],
)  # fmt: skip
def test_a_token_goes_to_its_own_origin_at_or_below_its_path(resource: str, address: str, yes: bool) -> None:
    assert covers(resource, address) is yes
