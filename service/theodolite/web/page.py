"""The pages that people use at the table: static files, one page for each game in one shell.

`/` offers the games; each is at its own address, such as `/misterra/`. Nothing is built: the blanks
in the shell's `index.html` and `service-worker.js` are filled in when the first file is asked for.
"""

import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from flask import Blueprint, Response

from theodolite.web.serving.lanes import Lane
from theodolite.web.static_files import StaticFiles

__all__ = ["Entry", "blueprint", "shipped"]

_PAGE = files("theodolite.web").joinpath("page")
_INDEX, _WORKER = "index.html", "service-worker.js"
_UNSERVED = (".LICENSE", ".d.ts", _INDEX, _WORKER)


class Entry(NamedTuple):
    """A game's way into the page.

    Attributes:
        name: of the game's package, such as `treasure_hunt`.
        folder: its part of the page: `entry.json`, `game.js` and whatever that loads.
    """

    name: str
    folder: Traversable

    @property
    def address(self) -> str:
        """Where its page is served."""
        return f"/{self.name.replace('_', '-')}/"


def shipped(names: Sequence[str]) -> tuple[Entry, ...]:
    """The entries of those of these games that have their page in this package."""
    entries = (Entry(name, _PAGE.joinpath(name)) for name in names)
    return tuple(entry for entry in entries if entry.folder.joinpath("entry.json").is_file())


def blueprint(entries: Sequence[Entry]) -> Blueprint:
    """The first page, the page of each game, and all files that these load.

    Args:
        entries: the games, in the order in which they are offered.
    """
    page = Blueprint("page", __name__)
    contents = StaticFiles(partial(_contents, entries), Lane.BRIEF)

    @page.get("/page/<path:name>")
    def file(name: str) -> Response:
        """A file of the page."""
        return contents.response(name)

    for place in ("/", *(entry.address for entry in entries)):
        for address, template in ((place, _INDEX), (place + _WORKER, _WORKER)):
            page.add_url_rule(address, view_func=file, defaults={"name": place[1:] + template})
    return page


def _contents(entries: Sequence[Entry]) -> Mapping[str, bytes]:
    """Every file by its name."""
    shared = {
        name: content
        for room in ("shell", "vendor")
        for name, content in _read(_PAGE.joinpath(room), room)
    }
    offers = [
        {
            "name": entry.name,
            "address": entry.address,
            **json.loads(entry.folder.joinpath("entry.json").read_text("utf-8")),
        }
        for entry in entries
    ]
    told = json.dumps(offers, ensure_ascii=False).encode()
    contents = {**shared, "games.json": told}
    contents |= _framed("/", {**shared, "games.json": told}, _FIRST_PAGE)
    for entry, offer in zip(entries, offers, strict=True):
        own = dict(_read(entry.folder, entry.name))
        contents |= own | _framed(entry.address, shared | own, offer)
    return contents


def _read(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    """The files below a folder, named as the browser asks for them."""
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


def _framed(place: str, loaded: Mapping[str, bytes], offer: Mapping[str, Any]) -> dict[str, bytes]:
    """The two files of one page that are the shell's with the page's own words in their blanks.

    Args:
        place: the address of the page.
        loaded: all files that the page may ask for.
        offer: what `games.json` says of its game.
    """
    shell = _PAGE.joinpath("shell")
    name = offer.get("name")
    index = _filled(
        shell.joinpath(_INDEX).read_text("utf-8"),
        marks=f'data-game="{name}"' if name else "",
        title=html.escape(f"Theodolite · {offer['title']}"),
        says=html.escape(f"{offer['title']}: {offer['says']['en']}"),
        links=f'\n<link rel="stylesheet" href="/page/{name}/game.css">' if name else "",
        sprite=loaded.get(f"{name}/sprite.svg", b"").decode(),
    )
    files = {place: index, **{f"/page/{one}": content for one, content in loaded.items()}}
    edition = hashlib.sha256(b"\0".join(files.values()))
    worker = _filled(
        shell.joinpath(_WORKER).read_text("utf-8"),
        address=place,
        edition=edition.hexdigest()[:16],
        lists=f"/v1{place}" if name else "",
        files=" ".join(files),
    )
    return {place[1:] + _INDEX: index, place[1:] + _WORKER: worker}


def _filled(template: str, **blanks: str) -> bytes:
    for blank, words in blanks.items():
        template = template.replace("{{" + blank + "}}", words)
    return template.encode()
