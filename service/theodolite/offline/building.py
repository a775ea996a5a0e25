"""Writes the site: the page and the engine, as static files with relative addresses.

The engine is Pyodide (from npm), the compiled packages for its platform (from the package index),
and one archive with our code and the pure packages, as they are installed here. Versions and
checksums are pinned in `runtime/`. A file is named by its digest, so that an update sends only
what changed. It is stored compressed, because not every host compresses.
"""

import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from theodolite.web import page
from theodolite.web.games import GAMES

ENGINE = "engine"
"""The folder of the engine in the site."""
_PACKAGES = (
    *("blinker", "click", "flask", "itsdangerous", "jinja2", "markupsafe", "marshmallow"),
    *("prometheus-client", "werkzeug"),
)
"""The pure packages that the application imports. MarkupSafe has a fallback without C."""
_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_LOCK = "pyodide-lock.json"
_UNUSED_LIBRARY = {
    *("_pydatetime", "_pyio", "_pyrepl", "bdb", "cProfile", "configparser", "doctest"),
    *("ensurepip", "ftplib", "idlelib", "imaplib", "mailbox", "multiprocessing", "optparse"),
    *("pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pydoc", "pydoc_data"),
    *("smtplib", "tarfile", "tkinter", "trace", "turtle", "turtledemo", "unittest"),
    *("xml/dom", "xml/sax", "xmlrpc"),
}
_ENCODINGS = (
    *("__init__", "aliases", "ascii", "cp437", "idna", "iso8859_1", "latin_1", "punycode"),
    *("raw_unicode_escape", "unicode_escape", "utf_16", "utf_32", "utf_8", "utf_8_sig"),
)
"""The encodings that are kept: those of the web, of Python's source and of ZIP files."""
_UNUSED_CODE = {
    *("assistants", "bulk", "cli", "conformance", "cases", "photo", "web/page"),
    *(f"web/serving/{name}.py" for name in ("connection", "gate", "rates", "scheduling")),
    *(f"web/serving/{name}.py" for name in ("server", "supervisor", "traces")),
}
_UNUSED_NATIVE = tuple(
    f"pysat/{name}" for name in ("allies/", "examples/", "integer.py", "pb.py", "process.py")
)
_BUDGET_FORMATS = (b"\0OOl\0", b"\0OOL\0")
"""The format by which pysolvers reads budgets into 64 bits, and the one that fits these.

`l` is a C long, which has 32 bits in WebAssembly: the upper half of a budget would be what the
stack held, and searches would miss their limits. The linker keeps `OOl` and its end `Ol` once;
every function that uses either reads into an int64_t.
"""


class BuildError(Exception):
    """The site cannot be built; says why."""


class Built(NamedTuple):
    """The result of `build`.

    Attributes:
        size: Bytes of the engine, as they are transferred.
        is_compiled: Whether Node.js compiled the modules.
    """

    size: int
    is_compiled: bool


def build(target: Path, service: str | None = None, say: Callable[[str], None] = print) -> Built:
    """Write the site into a folder.

    Args:
        target: The folder; it must be missing or empty, or hold an older site.
        service: The address of a service that the page asks first, and for photographs; None if
            there is none.
        say: Called with each step.

    Raises:
        BuildError: A tool or a download is missing, or the folder holds something else.
    """
    if target.is_dir() and any(target.iterdir()) and not (target / ENGINE).is_dir():
        raise BuildError(f"{target} holds other files: give a new or empty folder")
    with TemporaryDirectory() as scratch:
        parts, is_compiled = _engine_parts(Path(scratch), say)
        say("Compressing.")
        names = _write_engine(target / ENGINE, parts)
    referee = page.Referee(service, f"{ENGINE}/{names[-1]}", _size(target / ENGINE, names))
    for name, content in page.static_site(page.shipped([game.id for game in GAMES]), referee):
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    for old in (target / ENGINE).iterdir():
        if old.name not in names:
            old.unlink()
    return Built(referee.size, is_compiled)


def engine_of(site: Path) -> page.Referee:
    """The referee of a service that offers the engine of a built site.

    Raises:
        BuildError: The folder is no built site.
    """
    lists = sorted((site / ENGINE).glob("*.json")) if site.is_dir() else []
    if len(lists) != 1:
        raise BuildError(f"{site} is no site: write one with theodolite site {site}")
    names = [*json.loads(lists[0].read_text("utf-8")).values(), lists[0].name]
    folder = site.absolute() / ENGINE
    return page.Referee(
        page.SERVICE.service, f"{ENGINE}/{lists[0].name}", _size(folder, names), folder
    )


def _engine_parts(scratch: Path, say: Callable[[str], None]) -> tuple[Mapping[str, bytes], bool]:
    """The files of the engine by name, and whether the modules are compiled."""
    runtime = files("theodolite.offline").joinpath("runtime")
    for file in runtime.iterdir():
        (scratch / file.name).write_bytes(file.read_bytes())
    say("Fetching Pyodide from npm.")
    _run(scratch, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    say("Fetching the compiled packages from the package index.")
    _run(
        scratch,
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--only-binary=:all:", "--require-hashes", "-r", "wheels.txt"),
        *("--dest", "wheels", *_PLATFORM),
    )
    pyodide = scratch / "node_modules" / "pyodide"
    archives = {
        "python_stdlib.zip": _archive(_library(pyodide / "python_stdlib.zip")),
        "application.zip": _archive(_application()),
        "native.zip": _archive(_native(sorted((scratch / "wheels").iterdir()))),
    }
    for name, content in archives.items():
        (scratch / name).write_bytes(content)
    if is_compiled := shutil.which("node") is not None:
        say("Compiling the modules in Pyodide.")
        _run(scratch, "node", "compile.mjs", *sorted(archives))
    parts = {name: (pyodide / name).read_bytes() for name in _RUNTIME}
    parts |= {name: (scratch / name).read_bytes() for name in archives}
    # Pyodide compares its version with that of its packages, of which none is used.
    lock = json.loads((pyodide / _LOCK).read_text("utf-8"))
    parts[_LOCK] = json.dumps({**lock, "packages": {}}).encode()
    return parts, is_compiled


def _run(folder: Path, *command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise BuildError(f"{command[0]} is not installed: it fetches Pyodide")
    done = subprocess.run(  # noqa: S603 - no part of it comes from outside
        [program, *command[1:]], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BuildError(f"{' '.join(command[:2])} failed:\n{done.stderr[-2000:]}")


def _library(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The standard library, without tools that no request needs."""
    with ZipFile(archive) as library:
        for name in library.namelist():
            path = PurePosixPath(name)
            first = path.parts[0].removesuffix(".py")
            if first == "encodings" and path.stem not in _ENCODINGS:
                continue
            if _UNUSED_LIBRARY.isdisjoint((first, "/".join(path.parts[:2]))):
                yield name, library.read(name)


def _native(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The packages of wheels, without their tools."""
    for path in wheels:
        with ZipFile(path) as wheel:
            for name in wheel.namelist():
                if not name.endswith((".py", ".so")) or name.startswith(_UNUSED_NATIVE):
                    continue
                # A wheel's scripts are in .data.
                if ".data/" not in name:
                    content = wheel.read(name)
                    yield name, _mended(content) if name.startswith("pysolvers.") else content


def _mended(solvers: bytes) -> bytes:
    """The library of the solvers, which reads budgets of 64 bits."""
    if solvers.count(_BUDGET_FORMATS[0]) != 1:
        raise BuildError("python-sat reads budgets in another way: see _BUDGET_FORMATS")
    return solvers.replace(*_BUDGET_FORMATS)


def _application() -> Iterator[tuple[str, bytes]]:
    """Our code with its tables, and the pure packages."""
    yield from _tree(files("theodolite"), "theodolite")
    for name in _PACKAGES:
        for file in distribution(name).files or ():
            if file.suffix == ".py" and ".." not in file.parts:
                yield str(PurePosixPath(file)), file.read_binary()


def _tree(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for inner in folder.iterdir():
        name = f"{path}/{inner.name}"
        if name.removeprefix("theodolite/") in _UNUSED_CODE:
            continue
        if inner.is_dir():
            yield from _tree(inner, name)
        elif name.endswith((".py", ".toml", ".json")):
            yield name, inner.read_bytes()


def _archive(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP file that depends on its members alone. It is compressed as a whole, later."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_STORED) as archive:
        for name, content in sorted(members):
            archive.writestr(ZipInfo(name), content)
    return data.getvalue()


def _write_engine(folder: Path, parts: Mapping[str, bytes]) -> list[str]:
    """Write the compressed files, and last their list, which has the edition as its name."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = {}
    for name, content in parts.items():
        # Hosts send a name like this as it is; they would declare a coding for .gz.
        listed[name] = f"{name}.{sha256(content).hexdigest()[:16]}.bin"
        if not (folder / listed[name]).exists():
            (folder / listed[name]).write_bytes(gzip.compress(content, mtime=0))
    document = json.dumps(listed, indent=1).encode()
    edition = f"{sha256(document).hexdigest()[:16]}.json"
    (folder / edition).write_bytes(document)
    return [*listed.values(), edition]


def _size(folder: Path, names: Iterable[str]) -> int:
    return sum((folder / name).stat().st_size for name in names)
