"""Records of routed files: a damaged one is passed over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolguard.clients.wiring.records import RoutingRecord, RoutingRecords


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff", b'{"id":"\xff"}', b'{"x":' + b"[" * 3_000])
def test_damaged_routing_record_is_ignored(tmp_path: Path, text: bytes) -> None:
    records = RoutingRecords(tmp_path)
    kept = RoutingRecord(
        id="b", client="c", file="f", format="json", time=1.0, before="", after="", backup="", entries=()
    )
    records.save(kept)
    (tmp_path / "a.json").write_bytes(text)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "c.json")
    assert records.all() == [kept]
