"""The library: the examples of `docs/reference/library.md` and of docstrings run as shown."""

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = ROOT.joinpath("docs", "reference", "library.md").read_text("utf-8")
SHOWN = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", GUIDE, re.DOTALL)
NO_WEB = """
import sys
assert not {"flask", "marshmallow", "msgspec", "json"} & sys.modules.keys()
"""
MODULES = [
    ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
    for folder in (ROOT / "service", ROOT / "sdk")
    for path in sorted(folder.rglob("*.py"))
    # The examples of clients have a service, in `sdk/test_docstrings.py`.
    if ">>> " in path.read_text("utf-8") and path.name not in ("client.py", "game.py")
]


@pytest.mark.parametrize(("code", "printed"), SHOWN)
def test_an_example_of_the_page_runs_without_the_web(code: str, printed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", code + NO_WEB], capture_output=True, encoding="utf-8", check=False
    )
    assert (run.stdout, run.stderr) == (printed, "")


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_docstrings_run(module: str) -> None:
    result = doctest.testmod(import_module(module))
    assert result.attempted > 0
    assert result.failed == 0
