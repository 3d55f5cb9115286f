"""The title of a credential, from data of an authorization server."""

from __future__ import annotations

from typing import Any, cast

import pytest

from toolguard.window.credentials.credential_detail import title_of


@pytest.mark.parametrize(
    ("kind", "issuer", "expected"),
    [
        ("oauth", "https://auth.example/tenant", "auth.example"),
        ("oauth", "https://auth.example:8443", "auth.example:8443"),
        ("oauth", "https://accounts.example@evil.example/", "evil.example"),
        ("oauth", "https://[", "the-name"),
        ("oauth", "", "the-name"),
        ("secret", "https://auth.example", "the-name"),
    ],
)
def test_sign_in_is_titled_by_the_host_of_its_issuer(kind: str, issuer: str, expected: str) -> None:
    assert title_of(cast(Any, {"kind": kind, "issuer": issuer, "name": "the-name"})) == expected
