"""The notebook of the examples runs and prints what it shows."""

import json
import os
import subprocess
import sys

from test_examples import EXAMPLES


def test_the_notebook_runs_and_prints_what_it_shows(server: str) -> None:
    notebook = json.loads((EXAMPLES / "notebook" / "archive.ipynb").read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    outputs = [output for cell in cells for output in cell["outputs"]]
    shown = [kind for output in outputs for kind in output.get("data", ())]
    assert (shown.count("image/png"), shown.count("image/svg+xml")) == (2, 1)
    run = subprocess.run(
        # A window that does not open is a warning.
        [sys.executable, "-W", "ignore", "-"],
        input="\n".join("".join(cell["source"]) for cell in cells),
        env={**os.environ, "MPLBACKEND": "agg", "THEODOLITE_URL": server},
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert run.stdout == "".join(text for output in outputs for text in output.get("text", ()))
