"""Tokens: unguessable, kept as a hash, and worth nothing when they are changed by a character."""

from hypothesis import given
from hypothesis import strategies as st

from toolguard.clients.http.tokens import MAX_TOKEN_LENGTH, find_owner, hash_token, new_token
from toolguard.store.config.config import HttpClient

TOKEN = new_token()
CLIENTS = {"a": HttpClient(token=hash_token(new_token())), "me": HttpClient(token=hash_token(TOKEN))}


def test_a_token_is_random_and_fits_into_a_header_and_a_path():
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    for token in made:
        assert len(token) == 46 and token.startswith("tg_")
        assert token.replace("-", "").replace("_", "").isalnum() and token.isascii()


def test_token_owner_is_found_by_hash():
    assert find_owner(TOKEN, CLIENTS) == "me"
    assert find_owner(CLIENTS["me"].token, CLIENTS) == ""
    assert TOKEN not in CLIENTS["me"].token


@given(st.text(max_size=300))
def test_only_the_exact_token_identifies_its_client(text):
    assert find_owner(text, CLIENTS) == ("me" if text == TOKEN else "")


def test_overlong_token_is_invalid():
    long = "x" * (MAX_TOKEN_LENGTH + 1)
    assert find_owner(long, {"me": HttpClient(token=hash_token(long[:MAX_TOKEN_LENGTH]))}) == ""
