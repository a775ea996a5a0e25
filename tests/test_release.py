"""The distributions: wheels that work in a clean environment, licence, vendored files, versions."""

import re
import subprocess
import sys
import tomllib
from email.parser import Parser
from hashlib import sha256
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest
import yaml

import theodolite
import theodolite_sdk

ROOT = Path(__file__).parents[1]
VENDOR = ROOT / "service" / "theodolite" / "web" / "page" / "vendor"
PARTS = tomllib.loads((ROOT / "VENDORED.toml").read_text("utf-8"))["part"]
PROJECTS = {"theodolite": ROOT, "theodolite_sdk": ROOT / "sdk"}
OLDEST_PIP = "23.0"
"""The oldest pip that can install the packages."""

TRY = """
import subprocess, sys
from pathlib import Path
from urllib.request import urlopen
from theodolite.misterra import Snapshot
from theodolite_sdk import Theodolite
from theodolite.web.misterra.examples import FINISHED_GAME

command = str(Path(sys.executable).with_name("theodolite"))
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
server = subprocess.Popen([command, "serve", "--port", sys.argv[1]], **quiet)
try:
    with Theodolite(f"http://127.0.0.1:{sys.argv[1]}") as referee:
        for _ in range(600):
            try:
                referee.health()
                break
            except Exception:
                import time
                time.sleep(0.1)
        print(*referee.misterra.score(FINISHED_GAME).winners)
    print(urlopen(f"http://127.0.0.1:{sys.argv[1]}/misterra/").status)
finally:
    server.terminate()
    server.wait()
"""


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build wheels and source distributions of the service and the SDK into a folder."""
    folder = tmp_path_factory.mktemp("distributions")
    for root in PROJECTS.values():
        build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
        subprocess.run(build, cwd=root, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheels(distributions: Path) -> dict[str, Path]:
    """The wheels of the service and the SDK."""
    built = {path.name.partition("-")[0]: path for path in distributions.glob("*.whl")}
    assert built.keys() == PROJECTS.keys()
    return built


@pytest.fixture(scope="module")
def python(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with both wheels and the constrained dependencies."""
    folder = tmp_path_factory.mktemp("clean")
    EnvBuilder(with_pip=True).create(folder)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wanted = [str(path) for path in wheels.values()]
    subprocess.run(
        [*install, "--constraint", str(ROOT / "constraints.txt"), *wanted], check=True, cwd=folder
    )
    return python


def output_of(*command: str | Path, folder: Path) -> str:
    """Run a command outside the checkout, and return its output."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_both_wheels_work_in_a_clean_environment(python: Path, tmp_path: Path, port: int) -> None:
    assert output_of(python, "-c", TRY, str(port), folder=tmp_path) == "Cassandra\n200\n"
    conform = (python.with_name("theodolite"), "conform", "--game", "misterra")
    assert " 0 failed, " in output_of(*conform, folder=tmp_path)


@pytest.mark.parametrize("name", PROJECTS)
def test_wheels_contain_the_licence(wheels: dict[str, Path], name: str) -> None:
    with ZipFile(wheels[name]) as wheel:
        (metadata,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
        assert Parser().parsestr(wheel.read(metadata).decode())["License-File"] == "LICENSE"
        licence = metadata.replace("METADATA", "licenses/LICENSE")
        assert wheel.read(licence) == (ROOT / "LICENSE").read_bytes()


def test_the_distributions_pass_twine_check(distributions: Path) -> None:
    files = [str(path) for path in distributions.iterdir()]
    assert len(files) == 2 * len(PROJECTS)
    output_of(sys.executable, "-m", "twine", "check", "--strict", *files, folder=distributions)


@pytest.mark.parametrize("name", PROJECTS)
def test_installs_a_source_distribution(distributions: Path, tmp_path: Path, name: str) -> None:
    """The oldest supported pip installs it too, and the built wheel contains the licence."""
    EnvBuilder(with_pip=True).create(tmp_path)
    python = tmp_path / "bin" / "python"
    (source,) = distributions.glob(f"{name}-*.tar.gz")
    for command in (["install", f"pip=={OLDEST_PIP}"], ["install", "--no-deps", str(source)]):
        options = ["--quiet", "--disable-pip-version-check"]
        output_of(python, "-m", "pip", *command, *options, folder=tmp_path)
    (licence,) = tmp_path.glob(f"lib/python*/site-packages/{name}-*.dist-info/licenses/LICENSE")
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_all_versions_are_equal() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    specification = yaml.load((ROOT / "openapi.yaml").read_bytes(), yaml.CSafeLoader)
    versions = {theodolite.__version__, theodolite_sdk.__version__}
    assert versions == {newest and newest[1], specification["info"]["version"]}


def test_vendored_files_match_their_digests() -> None:
    code = {path.name for path in VENDOR.iterdir() if path.suffix not in (".ts", ".LICENSE")}
    assert code == {part["file"] for part in PARTS}
    for part in PARTS:
        assert sha256((VENDOR / part["file"]).read_bytes()).hexdigest() == part["sha256"]
        assert all((VENDOR / name).is_file() for name in part["license_files"])


def test_constraints_name_versions_but_no_hosts() -> None:
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        name, equal, version = line.partition("==")
        assert equal, line
        assert name.replace("-", "").replace("_", "").replace(".", "").isalnum(), line
        assert version.replace(".", "").replace("+", "").isalnum(), line
