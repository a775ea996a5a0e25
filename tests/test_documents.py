"""The documents: their numbers are those of the code, and the names in them exist."""

import inspect
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from flask.testing import FlaskClient

import reference_pages
from imports_picture import PICTURE, draw, package_imports
from theodolite.cli import main
from theodolite.web.serving.executors import Executor
from theodolite_sdk import Theodolite

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    page
    for page in sorted([ROOT / "README.md", ROOT / "sdk" / "README.md", *DOCS.rglob("*.md")])
    if page.parent.name != "generated"
]
MARKDOWN = sorted(
    {
        *(*PAGES, *ROOT.glob("*.md"), *ROOT.joinpath(".github").rglob("*.md")),
        *(*ROOT.joinpath("examples").rglob("*.md"), *ROOT.joinpath("tests").glob("cases/**/*.md")),
    }
)
LIMITS = tomllib.loads(Path(__file__).with_name("stated_limits.toml").read_text("utf-8"))
WORDS = dict(
    enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
)


def size(count: int) -> str:
    """A number of bytes as documents write it."""
    units = {30: "GiB", 20: "MiB", 10: "KiB"}
    shift = next(shift for shift in units if count >= 1 << shift)
    return f"{count >> shift} {units[shift]}"


WRITTEN: dict[str, Callable[[Any], str]] = {
    "": lambda count: f"{count:,.10g}",
    "plain": str,
    "size": size,
    "word": WORDS.__getitem__,
    "million": lambda count: f"{count // 1_000_000}",
    "ms": lambda seconds: f"{seconds * 1000:g}",
}


@cache
def constant(package: str, name: str) -> Any:
    """The value of a constant that exactly one module of a package defines."""
    top = import_module(package)
    defined = re.compile(rf"^(?:\w+, |\w+ = )*{name}(?:, \w+)*(?:: .+)? = ", re.MULTILINE)
    modules = {package: Path(str(top.__file__))}
    for folder in map(Path, getattr(top, "__path__", ())):
        for path in folder.rglob("*.py"):
            inner = path.relative_to(folder).with_suffix("").parts
            modules[".".join([package, *inner]).removesuffix(".__init__")] = path
    found = [each for each, path in modules.items() if defined.search(path.read_text("utf-8"))]
    assert len(found) == 1, f"{name} in {package}: {found}"
    return getattr(import_module(found[0]), name)


def filled(gap: re.Match[str]) -> str:
    """The number for a gap of `stated_limits.toml`."""
    package, name, *form = gap[1].split()
    if package == "executor":
        return WRITTEN[""](getattr(Executor[name], *form))
    return WRITTEN["".join(form)](constant(LIMITS["packages"][package], name))


@pytest.mark.parametrize("page", LIMITS["documents"])
def test_numbers_are_those_of_the_code(page: str) -> None:
    text = DOCS.joinpath(page).read_text("utf-8")
    stated = [re.sub(r"\{([^{}]+)\}", filled, each) for each in LIMITS["documents"][page]]
    assert [each for each in stated if each not in text] == []


def test_the_settings_of_the_client_are_those_of_the_code() -> None:
    text = DOCS.joinpath("reference", "settings.md").read_text("utf-8")
    shown = dict(re.findall(r"\| `(\w+)` \| (.+?) \|", text.partition("## Settings of the SDK")[2]))
    forms = {"timeout": "{:g} s", "retries": "{}"}
    for name, parameter in inspect.signature(Theodolite).parameters.items():
        form = forms.get(name)
        assert shown[name] == form.format(parameter.default) if form else parameter.default is None


def code(page: Path) -> list[str]:
    """The code in the running text and the tables of a page."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)


@cache
def known_tests() -> frozenset[str]:
    """The names of all tests."""
    texts = (path.read_text("utf-8") for path in ROOT.joinpath("tests").rglob("test_*.py"))
    return frozenset(name for text in texts for name in re.findall(r"def (test_\w+)", text))


FOLDERS = (
    "tests",
    "service",
    "sdk",
    "docs",
    "examples",
    "benchmarks",
    "ops",
    "web",
    "bulk",
    "cli",
    "photo",
)
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./*-]+\Z")
DOTTED = re.compile(r"(?:theodolite|theodolite_sdk|benchmarks|photo|web)(?:\.\w+)+\Z")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_path_exists(page: Path) -> None:
    roots = (ROOT, ROOT / "service" / "theodolite", DOCS)
    for path in filter(PATH.match, code(page)):
        assert any(any(root.glob(path.rstrip("/"))) for root in roots), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_dotted_name_exists(page: Path) -> None:
    for name in filter(DOTTED.match, code(page)):
        full = f"theodolite.{name}" if name.startswith(("web.", "photo.")) else name
        if name == "photo.evaluate":
            assert ROOT.joinpath("tests/photo/evaluate.py").exists()
        elif name.startswith("benchmarks."):
            assert ROOT.joinpath(*name.split(".")).with_suffix(".py").exists(), name
        elif not name.endswith((".py", ".toml", ".yaml")):
            assert resolve_name(full) is not None, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_test_exists(page: Path) -> None:
    files = {path.name for path in ROOT.joinpath("tests").rglob("test_*.py")}
    for name in (name for name in code(page) if re.fullmatch(r"test_\w+(\.py)?", name)):
        assert name in known_tests() | files, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_command_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    targets = set(
        re.findall(r"^([\w-]+):", ROOT.joinpath("Makefile").read_text("utf-8"), re.MULTILINE)
    )
    assert {*re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)} <= targets
    named = re.findall(r"(?:^|`|\$ |bin/)theodolite ([a-z]+)((?: --[a-z-]+)?)", text, re.MULTILINE)
    for command, option in named:
        assert command in main.commands
        options = {opt for each in main.commands[command].params for opt in each.opts}
        assert not option or option.strip() in options


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub and the site make them."""
    text = page.read_text("utf-8")
    for included in re.findall(r"^```\{include\} (.+\.md)$", text, re.MULTILINE):
        text += page.parent.joinpath(included).read_text("utf-8")
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_relative_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        if "://" in link or "generated/" in link or link.startswith("mailto:"):
            continue
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


README = ROOT.joinpath("README.md").read_text("utf-8")
ADDRESS = "http://127.0.0.1:8000"
"""The address of the service in documents."""
TUTORIALS = sorted(DOCS.joinpath("tutorials").glob("*.md"))
BLOCK = re.compile(
    r"(?P<before>[^\n]*)\n(?:\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)

COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command, which goes on after a backslash, and the lines that it prints."""


def assert_shows(shown: str, printed: str) -> None:
    """Check that a document shows what was printed. `…` stands for anything left out.

    Where something is left out, line breaks and indents are the document's own.
    """
    if "…" not in shown:
        assert printed.rstrip("\n") == shown.rstrip("\n")
        return
    text, at = "".join(printed.split()), 0
    for part in "".join(shown.split()).split("…"):
        assert part in text[at:], (part, printed)
        at = text.index(part, at) + len(part)


def test_the_request_of_the_readme_has_the_response_shown(client: FlaskClient) -> None:
    (request,) = re.findall(r"--data '(\{.*?\})'\n```", README, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    answer = client.post("/v3/misterra/scores", json=json.loads(request)).get_json()
    assert_shows(shown, json.dumps(answer, ensure_ascii=False))


def test_the_client_of_the_readme_runs(session: "Session") -> None:
    (script,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    session.save("readme.py", script)
    assert "Cassandra" in session.run("python readme.py").stdout


class Session:
    """A terminal in an empty folder beside the examples, as the reader of a page has it.

    `python`, `theodolite` and the programs of the path are there, and a service at `ADDRESS`.

    Attributes:
        folder: The working directory.
        server: The address of the service that answers instead.
    """

    def __init__(self, folder: Path, server: str) -> None:
        self.folder, self.server = folder, server
        folder.joinpath("examples").symlink_to(ROOT / "examples")
        # Without a terminal curl would print its progress.
        folder.joinpath(".curlrc").write_text("silent\nshow-error\n")

    def save(self, name: str, text: str) -> None:
        self.folder.joinpath(name).write_text(text.replace(ADDRESS, self.server), "utf-8")

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        """Run a command; its output has its errors too."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["bash", "-c", command.replace(ADDRESS, self.server)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            timeout=300,
            cwd=self.folder,
            env={**os.environ, "HOME": str(self.folder), "PATH": path},
        )


@pytest.fixture
def session(tmp_path: Path, server: str) -> Session:
    return Session(tmp_path, server)


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_terminal_prints_what_the_tutorial_shows(page: Path, session: Session) -> None:
    """Files that the page says to save are saved; each command `$ ` is run where it stands."""
    for block in BLOCK.finditer(page.read_text("utf-8")):
        if saved := re.search(r"[Ss]ave .*as `([\w.]+)`", block["before"]):
            session.save(saved[1], block["text"])
        elif block["kind"] == "console":
            for command, shown in COMMAND.findall(block["text"]):
                ran = session.run(command)
                if shown:
                    assert_shows(shown, ran.stdout.replace(session.server, ADDRESS))
                else:
                    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("kind", "run"),
    [
        ("sh", ["bash", "-e", "-c"]),
        ("python", [sys.executable, "-c"]),
        ("typescript", ["node", "--input-type=module", "-e"]),
    ],
)
def test_the_three_first_requests_are_answered(kind: str, run: list[str], server: str) -> None:
    page = DOCS.joinpath("index.md").read_text("utf-8")
    blocks = re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 3
    script = "\n".join(blocks).replace(ADDRESS, server)
    done = subprocess.run([*run, script], capture_output=True, encoding="utf-8", check=True)
    said = " ".join(done.stdout.split())
    for fact in (
        "6 of your 25 spaces match",
        "Not a step to an orthogonally",
        "holds each level once",
    ):
        assert fact in said


def test_adopters_have_little_to_read() -> None:
    """Generated parts and blocks of code are not counted, nor pages for contributors."""
    read = [page for page in PAGES if not {"contributing", "fields"} & {*page.parts}]
    count = 0
    for page in read:
        text = page.read_text("utf-8")
        text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
        text = re.sub(r"<!-- [\w ]+: begin -->.*?<!-- [\w ]+: end -->", "", text, flags=re.DOTALL)
        count += len(text.split())
    assert count <= 25_000


def test_labels_of_the_page_are_those_that_the_tutorial_names() -> None:
    page = ROOT / "service" / "theodolite" / "web" / "page"
    texts = [
        json.loads((page / part / "texts/en.json").read_text()) for part in ("shell", "misterra")
    ]
    labels = {text.replace("\u00ad", "") for part in texts for text in map(str, part.values())}
    tutorial = DOCS.joinpath("tutorials", "phone.md").read_text("utf-8")
    named = {*re.findall(r"\*\*(.+?)\*\*", tutorial)} - {"bold"}
    assert named - labels == {"Maps of Misterra"}


def test_the_picture_of_imports_is_that_of_the_code() -> None:
    assert PICTURE.read_text("utf-8") == draw(package_imports()), "python tests/imports_picture.py"


def test_generated_parts_are_as_the_code_makes_them() -> None:
    pages = reference_pages.pages()
    old = [path.name for path, text in pages.items() if path.read_text("utf-8") != text]
    assert old == [], "python tests/reference_pages.py"
