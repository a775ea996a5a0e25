"""Scores with the SDK 1.0.0 against today's service: the promise to callers that do not upgrade.

The wheel is built from the last revision of that version, and installed alone into a new virtual
environment. It runs what its own README shows: one score, then a thousand.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from venv import EnvBuilder

sys.path.insert(0, str(Path(__file__).parents[1]))

from service.serving import running

ROOT = Path(__file__).parents[2]
VERSION = 'version = "1.0.0"'
PROJECT = "sdk/pyproject.toml"


def _output(*command: str, cwd: Path = ROOT) -> str:
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def _revision() -> str:
    """Return the last revision with the version, which the newest change of that line ended."""
    changes = _output("git", "log", "--format=%H", f"-S{VERSION}", "--", PROJECT).split()
    if not changes:
        raise SystemExit("The history does not have the SDK 1.0.0: fetch all of it.")
    return f"{changes[0]}^"


def main() -> None:
    """Build, install and use the old SDK; print what it says."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        revision = _revision()
        _output("git", "archive", f"--output={folder / 'sdk.tar'}", revision, "sdk")
        _output("tar", "xf", "sdk.tar", cwd=folder)
        source = folder / "sdk"
        _output(sys.executable, "-m", "hatchling", "build", "-t", "wheel", cwd=source)
        (wheel,) = source.glob("dist/theodolite_sdk-1.0.0-*.whl")
        EnvBuilder(with_pip=True).create(folder / "old")
        python = str(folder / "old" / "bin" / "python")
        constraints = str(ROOT / "constraints.txt")
        _output(python, "-I", "-m", "pip", "install", "--quiet", "-c", constraints, str(wheel))
        readme = (source / "README.md").read_text("utf-8")
        snippets = "\n".join(re.findall(r"```python\n(.*?)```", readme, re.DOTALL))
        with running(folder / "log") as server:
            script = folder / "readme.py"
            script.write_text(snippets.replace("http://127.0.0.1:8000", server.url), "utf-8")
            printed = _output(python, "-I", str(script), cwd=folder)
        print(printed)
        if "Cassandra wins." not in printed:
            raise SystemExit("The SDK 1.0.0 no longer scores.")
        print(f"The SDK 1.0.0, built from {revision[:12]}, scores with this service.")


if __name__ == "__main__":
    main()
