"""The files of the page as the service sends them: editions, sizes, headers and names."""

import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient
from PIL import Image

from theodolite.web import page

PAGE = Path(str(files("theodolite.web").joinpath("page")))
GAMES = ("misterra", "cartographers", "tiwanaku", "puzzle", "treasure_hunt")
MOST_BYTES = 250_000
"""Of a game's page and the shell, compressed."""


def test_names_no_game() -> None:
    shell = [path for path in (PAGE / "shell").rglob("*") if path.is_file()]
    assert shell
    for path in shell:
        text = path.read_text("utf-8", "ignore").lower()
        assert not re.search(r"misterra|cartographer|tiwanaku|jungle|lagoon|parchment", text), path


def test_the_edition_is_the_digest_of_the_cached_files(client: FlaskClient) -> None:
    for place in ("/", "/misterra/"):
        worker = client.get(f"{place}service-worker.js").get_data(as_text=True)
        assert "{{" not in worker
        listed = re.search(r'FILES = "(.*)"\.split', worker)
        assert listed is not None
        kept = [client.get(urljoin(place, path)) for path in listed[1].split()]
        assert [answer.status_code for answer in kept] == [200] * len(kept)
        digest = hashlib.sha256(b"\0".join(answer.data for answer in kept)).hexdigest()[:16]
        assert f"const EDITION = `${{ALIKE}}{digest}`;" in worker


def test_each_game_caches_the_shell_and_itself_and_the_first_page_all(client: FlaskClient) -> None:
    worker = client.get("/misterra/service-worker.js").get_data(as_text=True)
    assert " ../page/misterra/game.js " in worker
    assert " ../page/shell/start.js " in worker
    assert not any(f"page/{name}/" in worker for name in GAMES[1:])
    first = client.get("/service-worker.js").get_data(as_text=True)
    for name in GAMES:
        assert f" {name.replace('_', '-')}/ " in first
        assert f" ./page/{name}/game.js " in first


def test_the_screenshots_have_the_sizes_that_the_manifest_states() -> None:
    manifest = json.loads((PAGE / "shell/manifest.webmanifest").read_text("utf-8"))
    for picture in (*manifest["screenshots"], *manifest["icons"][1:]):
        with Image.open(PAGE / "shell" / picture["src"]) as image:
            assert "x".join(map(str, image.size)) == picture["sizes"]


def test_only_a_page_with_a_service_takes_photographs_that_are_shared() -> None:
    entries = page.shipped(["misterra"])
    for referee, is_target in ((page.SERVICE, True), (page.Referee(service=None), False)):
        files = dict(page.static_site(entries, referee))
        manifest = json.loads(files["page/shell/manifest.webmanifest"])
        assert ("share_target" in manifest) is is_target


@pytest.mark.parametrize("game", GAMES)
def test_limits_the_size_of_offline_files(client: FlaskClient, game: str) -> None:
    place = f"/{game.replace('_', '-')}/"
    worker = client.get(f"{place}service-worker.js").get_data(as_text=True)
    listed = re.search(r'FILES = "(.*)"\.split', worker)
    assert listed is not None
    zipped = {"Accept-Encoding": "gzip"}
    sent = [client.get(urljoin(place, path), headers=zipped).data for path in listed[1].split()]
    assert sum(map(len, sent)) < MOST_BYTES


def test_is_sent_with_a_strict_content_security_policy(client: FlaskClient) -> None:
    policy = client.get("/misterra/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
