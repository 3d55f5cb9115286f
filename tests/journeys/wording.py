"""Translations of the window's texts, so that a journey can name the English text in any language."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path

CATALOGUES = Path(__file__).parents[2] / "resources" / "translations"


class Wording:
    """A function from an English text and its arguments to the text that the window shows in ``language``.

    A text with more than one translation needs its context: "Welcome::Skip".
    """

    def __init__(self, language: str) -> None:
        self._texts: dict[str, set[str]] = defaultdict(set)
        if language == "en":
            return
        root = ET.parse(CATALOGUES / f"toolguard_{language}.ts").getroot()
        for context in root.iter("context"):
            for message in context.iter("message"):
                source, found = message.findtext("source") or "", message.find("translation")
                assert found is not None
                text = (found.findtext("numerusform") if message.get("numerus") else found.text) or ""
                self._texts[source].add(text)
                self._texts[f"{context.findtext('name')}::{source}"].add(text)

    def __call__(self, english: str, *places: object, n: int | None = None) -> str:
        if not self._texts:
            text = english.rpartition("::")[2]
        else:
            (text,) = self._texts[english]
        return text.replace("%n", str(n)).format(*places) if n is not None or places else text
