"""Tables as text over HTTP: each game's notation, its faults, and texts that are none."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from theodolite.notation.text import SENTENCES
from theodolite.rulebook import LANGUAGES
from theodolite.web.app import create_app
from theodolite.web.games import GAMES
from theodolite.web.operations import Operation
from theodolite.web.problems import problem_types
from theodolite.web.tables import MAX_TEXT, MEDIA_TYPE

APP = create_app()
NOTATIONS = {game.path: operation for game in GAMES if (operation := game.operation("notations"))}
MISTERRA = NOTATIONS["/v3/misterra"].text_types[MEDIA_TYPE]


def sent(path: str, body: str | bytes | dict[str, Any], accept: str = "*/*") -> Any:
    headers = {"Accept": accept}
    client = APP.test_client()
    if isinstance(body, dict):
        return client.post(f"{path}/notations", json=body, headers=headers)
    return client.post(f"{path}/notations", data=body, content_type=MEDIA_TYPE, headers=headers)


def test_every_game_has_it() -> None:
    assert len(NOTATIONS) == len(GAMES)


@pytest.mark.parametrize(("path", "notations"), NOTATIONS.items(), ids=NOTATIONS)
def test_a_text_becomes_a_snapshot_and_a_snapshot_the_text(path: str, notations: Operation) -> None:
    text = notations.text_types[MEDIA_TYPE]
    read, written = sent(path, text), sent(path, notations.example)
    snapshot = sent(path, notations.example, "application/json").get_json()
    assert (read.mimetype, read.get_json()) == ("application/json", snapshot)
    assert (written.mimetype, written.text) == (MEDIA_TYPE, text)
    assert read.headers["Vary"] == "Accept, Accept-Language, Accept-Encoding"


def test_accept_chooses_the_form_of_the_answer() -> None:
    compact = MISTERRA.replace("\n  ", " / ").replace(":  /", ":")
    assert sent("/v3/misterra", compact, MEDIA_TYPE).text == MISTERRA
    snapshot = sent("/v3/misterra", MISTERRA).get_json()
    usual = {**snapshot, "rulings": {"disputed_regions": "nobody_scores"}}
    assert sent("/v3/misterra", {"snapshot": usual}, "application/json").get_json() == snapshot
    assert sent("/v3/misterra", {"snapshot": MISTERRA}).text == MISTERRA
    assert sent("/v3/misterra", {"snapshot": snapshot}, "image/png").mimetype == MEDIA_TYPE


def test_every_fault_of_a_text_has_line_and_column() -> None:
    text = "beach: up\nisland: J.XS./...../...../.....\nplayer Ann: at\ndeck: many\nhat: red\n"
    answer = sent("/v3/misterra", text)
    problem = answer.get_json()
    assert (answer.status_code, problem["type"]) == (422, "/problems/invalid-text")
    assert [(fault["line"], fault["column"], fault["code"]) for fault in problem["errors"]] == [
        (1, 8, "unknown_word"),
        (2, 9, "row_count"),
        (3, 13, "missing_word"),
        (4, 7, "not_a_number"),
        (5, 1, "unknown_entry"),
    ]
    assert problem["errors"][0]["detail"] == (
        "“up” has no meaning here. Possible: left right top bottom."
    )


def test_an_impossible_table_has_pointers_into_its_snapshot() -> None:
    text = "beach: left\nisland: SSSSS/SSSSS/SSSSS/...../.....\nplayer Ann:\n"
    problem = sent("/v3/misterra", text).get_json()
    assert problem["type"] == "/problems/invalid-snapshot"
    assert problem["errors"][0]["pointer"] == "/island"
    assert "line" not in problem["errors"][0]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "invalid-text"),
        (b"\xff", "invalid-text"),
        (b"a" * (MAX_TEXT + 1), "too-large"),
        (b"player " + b"a " * 30_000, "invalid-text"),
        (b"player a" + b" " * 60_000 + b"b", "invalid-text"),
        (b"player " + b'"' * 60_000 + b":", "invalid-text"),
        (b"island: " + b"/" * 60_000, "invalid-text"),
        (b"\n \n" * 20_000, "invalid-text"),
    ],
)
def test_a_text_that_is_no_table_is_refused(body: bytes, kind: str) -> None:
    for path in NOTATIONS:
        answer = sent(path, body)
        assert answer.status_code == problem_types[kind]["status"]
        assert answer.get_json()["type"] == f"/problems/{kind}"


def test_other_media_types_are_refused() -> None:
    answer = APP.test_client().post("/v3/misterra/notations", data="", content_type="text/plain")
    assert answer.status_code == 415
    assert answer.headers["Accept"] == f"application/json, {MEDIA_TYPE}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_in_each_language(language: str) -> None:
    page = APP.test_client().get(
        "/problems/invalid-snapshot", headers={"Accept-Language": language}
    )
    for code in SENTENCES:
        assert f'<dt id="{code}">' in page.text


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_spoilt_text_is_read_or_refused(data: DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(NOTATIONS)))
    text = NOTATIONS[path].text_types[MEDIA_TYPE]
    words = [*text.split(), ":", "=", "/", '"', "\\", "\n", "\n  ", "none", "-", "²", "\ud7ff"]
    for _ in range(data.draw(st.integers(0, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 9)))
        text = text[:start] + data.draw(st.sampled_from(words)) + text[end:]
    answer = sent(path, text)
    assert answer.status_code in (200, 422)
    if answer.status_code == 200:
        written = sent(path, {"snapshot": answer.get_json()}).text
        assert sent(path, written).get_json() == answer.get_json()
