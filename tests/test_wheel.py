"""The wheel is whole: tables, cases and page of every game; versions and vendored files agree."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

import theodolite
import theodolite_sdk

ROOT = Path(__file__).parents[1]
SERVICE = ROOT / "service" / "theodolite"
VENDOR = SERVICE / "web" / "page" / "vendor"
NETWORK = SERVICE / "photo" / "tiles.onnx"
PARTS = tomllib.loads((ROOT / "VENDORED.toml").read_text("utf-8"))["part"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the wheel installs into site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = (folder / "dist").iterdir()
    with ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix()


def test_contains_every_file_of_the_package(installed: Path) -> None:
    packed = set(_names(installed / "theodolite"))
    assert {name for name in packed if not name.startswith("cases/")} == set(_names(SERVICE))


def test_all_versions_are_equal() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    specification = yaml.load((ROOT / "openapi.yaml").read_bytes(), yaml.CSafeLoader)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_bytes())["version"]
    versions = {theodolite.__version__, theodolite_sdk.__version__, cited}
    assert versions == {newest and newest[1], specification["info"]["version"]}


def test_vendored_files_match_their_digests() -> None:
    code = {path for path in VENDOR.iterdir() if path.suffix not in (".ts", ".LICENSE")}
    assert code | {NETWORK} == {SERVICE / part["file"] for part in PARTS}
    for part in PARTS:
        assert sha256((SERVICE / part["file"]).read_bytes()).hexdigest() == part["sha256"]
        assert all((SERVICE / name).is_file() for name in part["license_files"])


def test_constraints_name_versions_but_no_hosts() -> None:
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        name, equal, version = line.partition("==")
        assert equal, line
        assert name.replace("-", "").replace("_", "").replace(".", "").isalnum(), line
        assert version.replace(".", "").replace("+", "").isalnum(), line
