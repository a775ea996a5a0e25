"""The web page: static files, one page a game in a common shell.

`/` lists the games; each has its own path, such as `/misterra/`. There is no build step: the blanks
of the shell's `index.html` and `service-worker.js` are filled in at the first request.
"""

import hashlib
import html
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from theodolite.web.serving.executors import routed
from theodolite.web.static_files import StaticFiles

_PAGE = files("theodolite.web").joinpath("page")
_INDEX, _WORKER = "index.html", "service-worker.js"
_ENGINE = "shell/engine.js"
_MANIFEST = "shell/manifest.webmanifest"
_ENGINE_POLICY = "default-src 'self' blob: 'wasm-unsafe-eval'"
"""The engine's worker inflates the scripts that it runs, and compiles WebAssembly."""
_LONG = 31_536_000
"""Seconds that browsers keep a file whose name changes with its content: a year."""
_UNSERVED = (".LICENSE", ".d.ts", _INDEX, _WORKER)


class Entry(NamedTuple):
    """A game's part of the page, or a page of its own for a part of a game.

    Attributes:
        name: The name of the game's package, such as `treasure_hunt`; or of that page.
        folder: `entry.json`, `game.js` and the files that it loads. Where `entry.json` says `of`
            which game it is a page, it loads that game's files too.
    """

    name: str
    folder: Traversable

    @property
    def offer(self) -> dict[str, Any]:
        """Its description on the first page."""
        entry = json.loads(self.folder.joinpath("entry.json").read_text("utf-8"))
        return {"name": self.name, "address": self.address[1:], **entry}

    @property
    def address(self) -> str:
        """The path of its page."""
        return f"/{self.name.replace('_', '-')}/"


class Referee(NamedTuple):
    """Where the page has its questions answered. Addresses are relative to the first page.

    Attributes:
        service: The address of a service; None if there is none.
        engine: The address of the list of the engine's files; None if there is no engine.
        size: Bytes of the engine, as they are transferred.
        folder: The folder of the engine's files, for a service that serves them.
    """

    service: str | None = "./"
    engine: str | None = None
    size: int = 0
    folder: Path | None = None

    @property
    def marks(self) -> str:
        """Attributes of the document's root, for the scripts."""
        given = {"service": self.service, "engine": self.engine, "size": self.size or None}
        return " ".join(
            f'data-{name}="{html.escape(str(value))}"'
            for name, value in given.items()
            if value is not None
        )


SERVICE = Referee()
"""The service that serves the page."""


def shipped(names: Sequence[str]) -> tuple[Entry, ...]:
    """The entries of the games whose page is in this package, each with the pages made of it."""
    # The engine of a site has no pages.
    folders = sorted(_PAGE.iterdir(), key=lambda folder: folder.name) if _PAGE.is_dir() else []
    entries = [
        Entry(folder.name, folder)
        for folder in folders
        if folder.is_dir() and folder.joinpath("entry.json").is_file()
    ]
    return tuple(
        entry
        for name in names
        for entry in sorted(entries, key=lambda entry: entry.name != name)
        if entry.offer.get("of", entry.name) == name
    )


def blueprint(entries: Sequence[Entry], referee: Referee = SERVICE) -> Blueprint:
    """The routes of the first page, of each game's page, and of their files.

    Args:
        entries: The games, in the order of the first page.
        referee: Where the page has its questions answered.
    """
    page = Blueprint("page", __name__)
    contents = StaticFiles(partial(_contents, entries, referee))

    def file(name: str) -> Response:
        """A file of the page."""
        response = contents.response(name)
        if name == _ENGINE and referee.folder is not None:
            response.headers["Content-Security-Policy"] = _ENGINE_POLICY
        return response

    if referee.folder is not None:
        folder = referee.folder
        engine_files = StaticFiles(lambda: {one.name: one.read_bytes() for one in folder.iterdir()})

        def engine(name: str) -> Response:
            """A file of the engine. Its name changes with its content."""
            response = engine_files.response(name)
            response.cache_control.no_cache = None
            response.cache_control.max_age = _LONG
            response.cache_control.immutable = True
            return response

        routed(engine, engine_files.route)
        page.add_url_rule("/engine/<name>", view_func=engine)

    def with_slash(name: str) -> Response:
        """The way to a page. Flask would make it absolute, of whatever `Host` says."""
        query = f"?{request.query_string.decode('latin-1')}" if request.query_string else ""
        return Response(status=308, headers={"Location": f"{name}/{query}"})

    for entry in entries:
        name = entry.address.strip("/")
        page.add_url_rule(f"/{name}", view_func=with_slash, defaults={"name": name})
    routed(file, contents.route)
    page.add_url_rule("/page/<path:name>", view_func=file)
    for place in ("/", *(entry.address for entry in entries)):
        for address, template in ((place, _INDEX), (place + _WORKER, _WORKER)):
            page.add_url_rule(address, view_func=file, defaults={"name": place[1:] + template})
    return page


def static_site(entries: Sequence[Entry], referee: Referee) -> Iterator[tuple[str, bytes]]:
    """The files of the page for a static host, by their paths below the first page."""
    for name, content in _contents(entries, referee).items():
        is_framed = name.endswith((_INDEX, _WORKER))
        yield (name if is_framed else f"page/{name}"), content


def _contents(entries: Sequence[Entry], referee: Referee) -> Mapping[str, bytes]:
    """Every file by its name."""
    shared = {
        name: content
        for folder in ("shell", "vendor")
        for name, content in _read(_PAGE.joinpath(folder), folder)
    }
    if referee.service is None:
        # Nothing could read a photograph that another app shares.
        manifest = json.loads(shared[_MANIFEST])
        del manifest["share_target"]
        shared[_MANIFEST] = json.dumps(manifest).encode()
    offers = [entry.offer for entry in entries]
    shared["games.json"] = json.dumps(offers, ensure_ascii=False).encode()
    contents = dict(shared)
    pages: dict[str, bytes] = {}
    for entry, offer in zip(entries, offers, strict=True):
        own = dict(_read(entry.folder, entry.name))
        if of := offer.get("of"):
            own |= dict(_read(_PAGE.joinpath(of), of))
        framed = _framed(entry.address, shared | own, offer, referee, {})
        pages[entry.address[1:]] = framed[entry.address[1:] + _INDEX]
        contents |= own | framed
    loaded = {one: content for one, content in contents.items() if not one.endswith(_UNSERVED)}
    return contents | _framed("/", loaded, _FIRST_PAGE, referee, pages)


def _read(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    """The files below a folder, by the names under which the browser requests them."""
    found = []
    for inner in sorted(folder.iterdir(), key=lambda inner: inner.name):
        path = f"{name}/{inner.name}"
        if inner.is_dir():
            found += _read(inner, path)
        elif not path.endswith(_UNSERVED):
            found.append((path, inner.read_bytes()))
    return found


_FIRST_PAGE = {
    "title": "Map-making games",
    "says": {"en": "Score sheets and a referee for map-making games."},
}


def _framed(
    place: str,
    loaded: Mapping[str, bytes],
    offer: Mapping[str, Any],
    referee: Referee,
    pages: Mapping[str, bytes],
) -> dict[str, bytes]:
    """The shell's two templates filled in for one page.

    Args:
        place: The path of the page.
        loaded: All files that the page may request.
        offer: The entry of its game in `games.json`.
        referee: Where the page has its questions answered.
        pages: Further pages that its service worker keeps, by their paths relative to it: on the
            first page those of all games, so that each opens without a connection at the first try.
    """
    shell = _PAGE.joinpath("shell")
    name = offer.get("name")
    game = offer.get("of", name)
    folders = [] if name is None else list(dict.fromkeys([game, name]))
    root = "../" if name else "./"
    # Devices fetch the icons when the page is installed.
    needed = {one: content for one, content in loaded.items() if not one.endswith(".png")}
    own = f'data-game="{name}" data-edition="{_digest(needed.values())}"' if name else ""
    texts = f'data-texts="{" ".join(folders)}"'
    index = _filled(
        shell.joinpath(_INDEX).read_text("utf-8"),
        marks=f"{own} {texts} {referee.marks}".strip(),
        root=root,
        title=html.escape(f"Theodolite · {offer['title']}"),
        says=html.escape(f"{offer['title']}: {offer['says']['en']}"),
        links="".join(
            f'\n<link rel="stylesheet" href="{root}page/{folder}/game.css">' for folder in folders
        ),
        sprite="".join(loaded.get(f"{folder}/sprite.svg", b"").decode() for folder in folders),
    )
    scripts = {f"{root}page/{one}": content for one, content in needed.items()}
    files = {"./": index, **pages, **scripts}
    engine = f"{root}{referee.engine}" if referee.engine else ""
    worker = _filled(
        shell.joinpath(_WORKER).read_text("utf-8"),
        edition=_digest(files.values()),
        lists=f"{root}v3/{game.replace('_', '-')}/" if name else "",
        engine=engine,
        files=" ".join([*files, engine] if engine else files),
    )
    return {place[1:] + _INDEX: index, place[1:] + _WORKER: worker}


def _digest(contents: Iterable[bytes]) -> str:
    return hashlib.sha256(b"\0".join(contents)).hexdigest()[:16]


def _filled(template: str, **blanks: str) -> bytes:
    for blank, words in blanks.items():
        template = template.replace("{{" + blank + "}}", words)
    return template.encode()
