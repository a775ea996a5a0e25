"""The code of a site's engine, which lacks what no request of a device needs."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from theodolite.offline.building import _application, _archive
from theodolite.web.games import GAMES

ASKING = """
import sys
code, native, *paths = sys.argv[1:]
sys.path[:0] = [code]
sys.path.append(native)
from theodolite.offline import wsgi
assert wsgi.__file__.startswith(code)
print(*(wsgi.ask("GET", path, {}, b"").status for path in paths))
"""


def test_answers_without_the_rest(tmp_path: Path) -> None:
    (tmp_path / "code.zip").write_bytes(_archive(_application()))
    # Only newer Pythons import packages without a module of their own from an archive.
    shutil.unpack_archive(tmp_path / "code.zip", tmp_path)
    paths = ["/v3", *(f"{game.path}/rules" for game in GAMES)]
    # Without the packages of the environment but for the compiled ones.
    asked = [sys.executable, "-I", "-S", "-c", ASKING, str(tmp_path), sysconfig.get_path("platlib")]
    answered = subprocess.run([*asked, *paths], capture_output=True, text=True, check=False)
    assert (answered.stderr, answered.stdout.split()) == ("", ["200"] * len(paths))
