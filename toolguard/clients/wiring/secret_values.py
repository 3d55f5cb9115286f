"""Detection of secrets in variables and headers, by name and by value."""

from __future__ import annotations

import math
import re

_NAMES_A_SECRET = re.compile(
    r"TOKEN|SECRET|PASSWORD|PASSWD|API[_-]?KEY|CREDENTIAL|PRIVATE[_-]?KEY|_PAT$|^AUTHORIZATION$|(?:^|[_-])KEY$|"
    r"^(?:PROXY-)?AUTHORIZATION$|^COOKIE$|-AUTH$|DATABASE_URL|DSN$",
    re.IGNORECASE,
)
_PREFIXED = re.compile(r"(gh[pousr]_|github_pat_|sk-|xox[abps]-|glpat-|AKIA|eyJ[A-Za-z0-9_-]{10,400}\.)\S{8}")
_RANDOM = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9_+=-]{24,200}\Z")
_RANDOM_HEADER = re.compile(r"(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9_+=/.~-]{16,500}\Z")
_UUID_OR_DATE = re.compile(r"\d{4}-\d\d-\d\d.*\Z|[0-9.]+\Z")
_BITS, _BITS_OF_HEADER = 3.9, 3.2
"""Entropy in bits per character from which mixed characters count as a key; names have less."""


def names_a_secret(name: str) -> bool:
    """Return whether a variable or header with that name usually contains a secret."""
    return bool(_NAMES_A_SECRET.search(name))


def has_known_prefix(value: str) -> bool:
    """Return whether a value begins like the tokens of a known service."""
    return bool(_PREFIXED.search(value))


def looks_random(value: str) -> bool:
    """Return whether a word is long and mixed enough for a key."""
    return bool(_RANDOM.match(value)) and _entropy(value) >= _BITS


def looks_like_key(value: str) -> bool:
    """Return whether a header's value looks like a key: a long random word in a header nearly always is one."""
    is_random = _RANDOM_HEADER.match(value) and not _UUID_OR_DATE.match(value)
    return bool(is_random) and _entropy(value) >= _BITS_OF_HEADER


def _entropy(word: str) -> float:
    """Return the Shannon entropy in bits per character."""
    shares = [word.count(letter) / len(word) for letter in set(word)]
    return -sum(share * math.log2(share) for share in shares)
