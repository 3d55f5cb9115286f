"""The man pages: as the parser is now, and free of warnings in the two programs that show them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from toolguard.cli.help.man_pages import man_pages
from toolguard.cli.parser import parser

MAN = Path(__file__).parents[2] / "packaging" / "man"
PAGES = man_pages(parser())


def test_the_stored_pages_are_those_of_the_parser() -> None:
    """If not: ``python packaging/build.py --man``."""
    assert {path.name: path.read_text(encoding="utf-8") for path in MAN.iterdir()} == PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_shown_without_a_warning(name: str) -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("needs the package mandoc")
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=PAGES[name].encode(), capture_output=True,
                          check=False)  # fmt: skip
    result = (done.stdout + done.stderr).decode().splitlines()
    assert [line for line in result if "missing date" not in line] == []  # a date would be that of nothing
    if shutil.which("groff"):
        groff = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=PAGES[name].encode(),
                               capture_output=True, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"})  # fmt: skip
        assert groff.stderr == b""


def test_examples_can_be_copied_from_a_page() -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("needs the package mandoc")
    shown = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=200"], input=PAGES["toolguard-rule.1"].encode(),
                           capture_output=True, check=True).stdout.decode()  # fmt: skip
    line = 'toolguard rule explain --server files --tool read_file --arguments \'{"path": "/etc/passwd"}\''
    assert line in shown and "--when /path inside ~/notes" in shown
    assert "Also: rm." in shown and "matchers and their values:" in shown
