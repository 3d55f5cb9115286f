"""A message in pieces is the message: byte for byte what is encoded at once, whatever is in it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate import chunked_json, jsonrpc

TEXT = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from('\ud800\udfff\u2028\u2029\x85\\"\n\x00é')), max_size=30
)
KEY = st.text(max_size=12)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(KEY, inner, max_size=8),
    max_leaves=30,
)  # fmt: skip


@given(value=DATA, step=st.integers(1, 40))
def test_chunks_equal_the_whole_encoding(value, step, monkeypatch_step):
    with monkeypatch_step(step):
        made = list(chunked_json.encode_chunks(value))
        assert b"".join(made) == jsonrpc.encode(value)
        assert chunked_json.size(value) == len(jsonrpc.encode(value))
        assert chunked_json.digest(value) == jsonrpc.digest(value)


@pytest.fixture(scope="module")
def monkeypatch_step():
    """Sets how long a piece may be."""

    def patch(step):
        context = pytest.MonkeyPatch.context()

        class Patched:
            def __enter__(self):
                context.__enter__().setattr(chunked_json, "CHUNK", step)

            def __exit__(self, *problem):
                context.__exit__(*problem)

        return Patched()

    return patch


@pytest.mark.parametrize(
    "value",
    [
        "é\u2028" * 300_000,
        {"a": "x" * 1_000_000, "b": [1, Decimal("1.50"), 10**400], "c": {}},
        [{"a": at, "b": f"text {at}"} for at in range(50_000)],
        {str(at): [at] * 10 for at in range(30_000)},
        ["y" * 90_000] * 5,
        {"k" * 150_000: 1},
        ["\ud800" + "é" * 200_000, "é" * 200_000],
    ],
)
def test_long_values_come_in_short_pieces(value):
    made = list(chunked_json.encode_chunks(value))
    assert b"".join(made) == jsonrpc.encode(value)
    assert max(map(len, made)) <= 8 * chunked_json.CHUNK
    assert len(made) > 2


def test_unencodable_key_raises_the_same_error():
    with pytest.raises(UnicodeEncodeError):
        list(chunked_json.encode_chunks({"\ud800": "x" * 200_000}))
