"""The rules without the service: what `docs/library.md` shows runs, and prints what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[1] / "docs" / "library.md"
SHOWN = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
NO_WEB = """
import sys
assert not {"flask", "marshmallow", "msgspec", "json"} & sys.modules.keys()
"""


@pytest.mark.parametrize(("code", "printed"), SHOWN)
def test_what_the_guide_shows_runs_without_any_of_the_web(code: str, printed: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", code + NO_WEB], capture_output=True, encoding="utf-8", check=False
    )
    assert (told.stdout, told.stderr) == (printed, "")
