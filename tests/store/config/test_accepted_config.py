"""The copies of what was in force: one counts only as it was written, and two are enough."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from toolguard.store.config.accepted_config import AcceptedConfigs

STATE = {"version": 1, "rules": [{"id": "é"}], "servers": {}}


def test_accepted_copy_is_found_by_digest_and_private(tmp_path: Path) -> None:
    copies = AcceptedConfigs(tmp_path / "accepted")
    digest = copies.keep(STATE)
    assert copies.keep({"servers": {}, "rules": [{"id": "é"}], "version": 1}) == digest
    assert AcceptedConfigs(tmp_path / "accepted").state(digest) == STATE
    (file,) = (tmp_path / "accepted").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("text", ["{}", "", "\0", '{"version": 1}'])
def test_changed_or_missing_copy_is_ignored_and_rewritten(tmp_path: Path, text: str) -> None:
    copies = AcceptedConfigs(tmp_path)
    digest = copies.keep(STATE)
    (file,) = tmp_path.iterdir()
    file.write_text(text)
    assert copies.state(digest) is None
    file.unlink()
    assert copies.state(digest) is None
    assert copies.keep(STATE) == digest and copies.state(digest) == STATE


def test_only_the_newest_two_are_kept(tmp_path: Path) -> None:
    AcceptedConfigs(tmp_path).keep({"n": "an earlier run's"})
    copies, digests = AcceptedConfigs(tmp_path), []
    for number in range(3):
        digests.append(copies.keep({"n": number}))
        copies.forget_others(digests[-1])
    assert {file.stem for file in tmp_path.iterdir()} == set(digests[1:])


def test_accepted_copy_in_another_place_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    assert AcceptedConfigs(tmp_path / "accepted").state("../x") is None
