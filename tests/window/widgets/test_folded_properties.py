"""Details of a call are folded until somebody asks for them."""

from __future__ import annotations

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, name_of
from toolguard.window.widgets.text_label import TextLabel


def visible_facts(harness: WindowHarness) -> dict[str, str]:
    """What the facts say that are in view, by their names."""
    call = harness.pending.call
    texts = [*call.facts.findChildren(TextLabel), *call.details.findChildren(TextLabel)]
    return {name_of(one): one.text() for one in texts if one.isVisible()}


async def test_expanded_details_stay_expanded_for_the_next_call(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2", tool="read_file")))
    harness.pending.choose("c1")
    await until(lambda: "Description" in visible_facts(harness))
    assert not {"Tool", "Launched by", "Digest"} & visible_facts(harness).keys(), "the heading says the tool already"
    harness.press("Details")
    await until(lambda: "Digest" in visible_facts(harness))
    assert (
        visible_facts(harness)["Tool"] == "write_file"
        and visible_facts(harness)["Launched by"] == "/usr/bin/claude (process 4711)"
    )
    harness.pending.choose("c2")
    await until(lambda: visible_facts(harness).get("Tool") == "read_file")
    harness.press("Details")
    await until(lambda: "Digest" not in visible_facts(harness))
    assert "Description" in visible_facts(harness)
