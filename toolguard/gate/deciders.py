"""Who or what decided a call: the member ``by`` of decisions and of records.

It is one word or phrase, such as ``person`` or ``rate limit``. These kinds are followed by a name.
"""

from __future__ import annotations

RULE = "rule "
"""Before the ID of a rule."""
DEFERRED = "ticket of "
"""Before the ID of a call that a person decided after its client had been asked to retry it."""
CONTINUATION = "continuation of "
"""Before the ID of an approved call, of which this is a further round."""


def rule_id(by: str) -> str:
    """Return the ID of the rule that decided, or "" if none did."""
    return by.removeprefix(RULE) if by.startswith(RULE) else ""
