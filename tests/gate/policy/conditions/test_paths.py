"""Paths in a folder. P1 to P7 are the acceptance cases of rule engines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolguard.gate.policy.conditions.paths import InsideTest
from toolguard.servers.local_paths import LOCAL_FILE_SYSTEM


class FileSystem:
    """A file system whose links are known."""

    def __init__(self, links: dict[str, str] | None = None, *, windows: bool = False, folds_case: bool = False) -> None:
        self.windows = windows
        self.folds_case = folds_case
        self.home = "C:\\Users\\u" if windows else "/home/u"
        self._links = links or {}

    def is_folder(self, path: str) -> bool:
        return not path.rpartition("\\" if self.windows else "/")[2].count(".")

    def resolve(self, path: str) -> str | None:
        import ntpath
        import posixpath

        path = (ntpath if self.windows else posixpath).normpath(path)
        for link, target in self._links.items():
            if path == link or path.startswith(link + "/"):
                return target + path[len(link) :]
        return path


NOTES = InsideTest("/home/u/notes")
PLAIN = FileSystem()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/home/u/notes", True), ("/home/u/notes/", True), ("/home/u/notes/a/b.txt", True),
        ("/home/u/notes-evil/x", False), ("/home/u/note", False), ("/home/u", False), ("/", False),  # P1
        ("/home/u/notes/../.ssh/id", False), ("/home/u/notes/./x", None), ("/home/u//notes/x", None),  # P2
        ("/home/u/.ssh/../notes/x", None), ("//home/u/notes/x", None),
        ("~/notes/x", None), ("$HOME/notes/x", None), ("%USERPROFILE%\\notes", None),  # P4
        ("file:///home/u/notes/x", None), ("\\\\?\\C:\\notes", None), ("C:notes", None), ("\\\\host\\share", None),
        ("/proc/self/fd/3/home/u/notes/x", None), ("/proc/self/cwd/x", None), ("/proc/7/cwd/x", None),
        ("/home/../proc/self/cwd/x", None), ("/processes/x", False),
        ("notes/x", None), ("x", None), ("../notes/x", None), ("", None),  # P7
        ("/home/u/notes/\x00", None), ("/home/u/notes/a\nb", None), (7, None), (None, None), (["/home/u/notes"], None),
        ("/home/u/NOTES/x", False), ("/home/u/note\u017f/x", False),  # P5, P6: case counts here
    ],
)  # fmt: skip
def test_path_is_inside_only_if_that_is_certain(path: object, expected: bool | None) -> None:
    assert NOTES(path, PLAIN) is expected


def test_p2_path_with_dots_is_never_certain() -> None:
    assert InsideTest("/home/u/.ssh")("/home/u/notes/../.ssh/id", PLAIN) is None


def test_p4_special_file_names_are_never_inside() -> None:
    for path in ("/proc/self/fd/3/home/u/x", "/proc/self/cwd/x", "/dev/fd/3"):
        assert InsideTest("/")(path, PLAIN) is None


@pytest.mark.parametrize(
    "path",
    [
        "/System/Volumes/Data/Users/u/.ssh/id", "/SYSTEM/volumes/Data/Users/u/.ssh/id", "/.nofollow/Users/u/.ssh/id",
        "/.resolve/1/Users/u/.ssh/id", "/.VOL/16777233/2/Users/u/.ssh/id", "/x/../System/Volumes/Data/Users/u/.ssh/id",
    ],
)  # fmt: skip
def test_p4_other_paths_of_macos_to_a_file_are_uncertain(path: str) -> None:
    macos = FileSystem(folds_case=True)
    assert InsideTest("/Users/u/.ssh")(path, macos) is None, "a deny rule for the folder still fits"
    assert InsideTest("/")(path, macos) is None


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="no /proc here")
def test_p4_working_folder_of_the_server_process_is_uncertain(tmp_path: Path) -> None:
    secret = InsideTest(str(tmp_path))
    assert secret("/proc/self/cwd/key", LOCAL_FILE_SYSTEM) is None, "the server may run in the folder"


def test_p3_links_are_followed() -> None:
    out = FileSystem({"/home/u/notes/out": "/etc"})
    assert NOTES("/home/u/notes/out/passwd", out) is None, "a deny rule for the folder still fits"
    assert InsideTest("/etc")("/home/u/notes/out/passwd", out) is True
    both = FileSystem({"/var": "/private/var"})
    assert InsideTest("/var/a")("/var/a/b", both) is True


def test_p3_path_is_uncertain_without_the_file_system_of_the_server() -> None:
    assert NOTES("/home/u/notes/a", None) is None


@pytest.mark.parametrize("path", ["/home/u/.SSH/id", "/home/u/.\uff33SH/id", "/HOME/u/.ssh"])
def test_p5_p6_a_deny_rule_folds_where_the_file_system_does(path: str) -> None:
    folder = InsideTest("/home/u/.ssh")
    assert folder(path, FileSystem(folds_case=True)) is None
    assert folder(path, PLAIN) is False


def test_p6_an_allow_rule_never_folds() -> None:
    assert InsideTest("/a/caf\u00e9")("/a/cafe\u0301/x", FileSystem(folds_case=True)) is None
    assert InsideTest("/a/stra\u00dfe")("/a/strasse/x", FileSystem(folds_case=True)) is None


WINDOWS = FileSystem(windows=True, folds_case=True)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (r"C:\notes\a", True), (r"C:\notes-evil\a", False), (r"C:\notes.", None), ("C:\\notes \\a", None),
        (r"C:\NOTES\a", None), (r"C:\notes\..\x", None), (r"C:\notes\a.txt:stream", None),
        (r"C:\notes\PROGRA~1\a", None),
        (r"C:notes\a", None), (r"\\?\C:\notes\a", None), (r"\notes\a", None), ("C:/notes/a", None),
    ],
)  # fmt: skip
def test_windows_path_is_inside_only_if_that_is_certain(path: str, expected: bool | None) -> None:
    assert InsideTest(r"C:\notes")(path, WINDOWS) is expected


def test_links_of_the_real_file_system(tmp_path: Path) -> None:
    folder, outside = tmp_path / "notes", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (folder / "a").write_text("a", encoding="utf-8")
    (folder / "out").symlink_to(outside)
    (folder / "dangling").symlink_to(tmp_path / "later")
    (folder / "loop").symlink_to(folder / "loop")
    inside = InsideTest(str(folder))

    def fit(path: str | Path) -> bool | None:
        return inside(str(path), LOCAL_FILE_SYSTEM)

    assert fit(folder / "a") is True
    assert fit(folder / "new" / "deep.txt") is True, "what does not exist yet is in its nearest ancestor"
    assert fit(folder / "out" / "new.txt") is None, "its parent is a link that leads out"
    assert fit(folder / "dangling") is None
    assert fit(folder / "loop" / "x") is None
    assert fit(folder / "a" / "x") is None, "a file is no folder"
    assert fit(outside / "x") is False
    assert fit(f"{folder}/new/../../outside/x") is not True
    assert os.fspath(LOCAL_FILE_SYSTEM.resolve(str(folder / "out" / "x")) or "") == os.path.realpath(outside / "x")


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs the folder /proc")
def test_link_into_proc_is_uncertain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "cwd").symlink_to("/proc/self/cwd")
    (folder / "processes").symlink_to("../processes")
    (tmp_path / "processes").symlink_to("/proc")
    for path in ("cwd/a", "cwd/../notes/a", "processes/self/cwd/a", "processes/thread-self/cwd/a"):
        for inside in (folder, "/etc", tmp_path.parent / "elsewhere"):
            assert InsideTest(str(inside))(str(folder / path), LOCAL_FILE_SYSTEM) is None
    assert InsideTest(str(folder))(str(folder / "a"), LOCAL_FILE_SYSTEM) is True
