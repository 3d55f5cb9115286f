"""The path of the stub that is written into clients' files: one that an update keeps."""

from __future__ import annotations

from pathlib import Path

from toolguard.services.clients.service import lasting_path


def test_installer_link_to_the_program_is_preferred(tmp_path: Path) -> None:
    program, other = tmp_path / "cellar/1.2/bin/toolguard-connect", tmp_path / "cellar/1.1/bin/toolguard-connect"
    for one in (program, other):
        one.parent.mkdir(parents=True)
        one.write_text("#!/bin/sh\n")
    for name in ("copied", "older", "broken", "ring", "good"):
        (tmp_path / name).mkdir()
    (tmp_path / "copied/toolguard-connect").write_text("#!/bin/sh\n")
    (tmp_path / "older/toolguard-connect").symlink_to(other)
    (tmp_path / "broken/toolguard-connect").symlink_to(tmp_path / "none")
    (tmp_path / "ring/toolguard-connect").symlink_to(tmp_path / "ring/toolguard-connect")
    folders = [str(tmp_path / name) for name in ("none", "copied", "older", "broken", "ring")]
    assert lasting_path(program, folders) == str(program)
    (tmp_path / "good/toolguard-connect").symlink_to(program)
    assert lasting_path(program, [*folders, str(tmp_path / "good")]) == str(tmp_path / "good/toolguard-connect")
