"""What the conformance runner takes is what the numbered cases say."""

from pathlib import Path

import pytest

from treasure_hunt.write_cases import chapters


@pytest.mark.parametrize(("path", "text"), [*chapters()], ids=lambda one: getattr(one, "stem", ""))
def test_a_chapter_is_written_out(path: Path, text: str) -> None:
    assert path.read_text("utf-8") == text
