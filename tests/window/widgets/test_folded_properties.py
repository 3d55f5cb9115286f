"""Details of a call are folded until somebody asks for them."""

from __future__ import annotations

from tests.window.conftest import Stage, make_held, name_of, until
from toolguard.window.widgets.text_label import TextLabel


def said(stage: Stage) -> dict[str, str]:
    """What the facts say that are in view, by their names."""
    call = stage.pending.call
    texts = [*call.facts.findChildren(TextLabel), *call.details.findChildren(TextLabel)]
    return {name_of(one): one.said() for one in texts if one.isVisible()}


async def test_expanded_details_stay_expanded_for_the_next_call(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2", tool="read_file")))
    stage.pending.choose("c1")
    await until(lambda: "Description" in said(stage))
    assert not {"Tool", "Launched by", "Digest"} & said(stage).keys(), "the heading says the tool already"
    stage.press("Details")
    await until(lambda: "Digest" in said(stage))
    assert said(stage)["Tool"] == "write_file" and said(stage)["Launched by"] == "/usr/bin/claude (process 4711)"
    stage.pending.choose("c2")
    await until(lambda: said(stage).get("Tool") == "read_file")
    stage.press("Details")
    await until(lambda: "Digest" not in said(stage))
    assert "Description" in said(stage)
