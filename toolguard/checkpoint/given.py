"""What a call is given beside its inputs must be what was judged and shown: the last look before it leaves."""

from __future__ import annotations

from toolguard.checkpoint.attempt import Attempt
from toolguard.checkpoint.calls import Call
from toolguard.checkpoint.gate import Gate
from toolguard.checkpoint.link import Link, NotProvided


def mind(attempt: Attempt, gate: Gate, link: Link) -> None:
    """Raises `NotProvided` when a prepared call would get something else than was judged."""
    _mind_filled(attempt.call, gate, link)
    _mind_given(attempt, link)


def _mind_filled(call: Call, gate: Gate, link: Link) -> None:
    if gate.filled_of(call.server, call.tool) != call.filled:
        raise NotProvided("what ToolGuard fills in for this tool was changed while the call waited.")
    if call.filled and link.prepare is None:
        raise NotProvided("the server cannot be given what ToolGuard fills in for this tool.")


def _mind_given(attempt: Attempt, link: Link) -> None:
    """The call goes to the tool that was judged and shown, with no more than that needs."""
    if link.given is None:
        return
    title, needs = link.given(attempt.call.message)
    tool = attempt.tool
    if tool is None:
        if needs and attempt.by.startswith("rule "):  # a person was shown the worst that it can be given
            raise NotProvided(
                "the server had not listed this tool, so nobody could see what it wants to be given: list its tools, "
                "and make the call anew."
            )
    elif title and (title != tool.title or not set(needs) <= set(tool.needs)):
        raise NotProvided(
            "the server describes this tool in another way by now, or wants more for it: list its tools again, and "
            "make the call anew."
        )
