"""One look at a time: what was asked for last is shown last."""

from __future__ import annotations

import asyncio

import pytest

from toolguard.window.core_link import RefusedError
from toolguard.window.widgets.refresh import Refresh


async def test_refresh_requested_during_a_refresh_follows_it() -> None:
    shown: list[int] = []
    begun = 0
    let = asyncio.Event()

    async def look() -> None:
        nonlocal begun
        begun += 1
        mine = begun
        if mine == 1:
            await let.wait()
        shown.append(mine)

    renewal = Refresh(asyncio.ensure_future, look, lambda _why: None)
    renewal.request()
    await asyncio.sleep(0)
    wanted = asyncio.ensure_future(renewal.now())
    for _ in range(5):
        renewal.request()
    await asyncio.sleep(0)
    assert begun == 1
    let.set()
    await wanted
    await asyncio.sleep(0.01)
    assert shown == [1, 2, 3]  # the first, the awaited one, and one for the five that only asked


async def test_refusal_is_shown_and_cleared_and_raised_for_refreshers() -> None:
    received: list[str] = []
    why = [RefusedError("no"), RefusedError("no")]

    async def look() -> None:
        if why:
            raise why.pop()

    renewal = Refresh(asyncio.ensure_future, look, received.append)
    with pytest.raises(RefusedError):
        await renewal.now()
    renewal.request()
    await asyncio.sleep(0.01)
    renewal.request()
    await asyncio.sleep(0.01)
    assert received == ["no", ""]
    renewal.request()
    await asyncio.sleep(0.01)
    assert received == ["no", ""], "it clears only what it has said"
