"""Tables as text: read, written, read back; faults by line and column; the examples of the docs."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from properties.frame import adapter
from theodolite.conformance import NotationError, read_table, write_table
from theodolite.notation.text import SENTENCES

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "notation.md"
EXAMPLES = dict(re.findall(r"```text (\w+)\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL))
COUNTS = ("coordinates", "boats", "shoes")


def bare(value: Any) -> Any:
    """A snapshot without what means the same as nothing; pieces in any order are sorted."""
    if isinstance(value, list):
        return [bare(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    fields = {key: bare(inner) for key, inner in value.items()}
    for key in {"meeples", "pawns"} & fields.keys():
        fields[key] = sorted(fields[key] or [], key=json.dumps)
    return {
        key: inner
        for key, inner in fields.items()
        if inner not in (None, {}, [], False) and not (key in COUNTS and inner == 0)
    }


def snapshots(value: Any) -> Iterator[dict[str, Any]]:
    """The whole snapshots in the body of a request."""
    whole = {"season", "tiles", "beach", "trees"}
    if isinstance(value, Mapping) and "players" in value and value.keys() & whole:
        yield dict(value)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from snapshots(inner)


@pytest.mark.parametrize("game", EXAMPLES)
@given(seed=st.integers(0, 100_000))
def test_a_random_table_is_read_back_as_it_was_written(game: str, seed: int) -> None:
    for snapshot in snapshots(adapter(game).draw(seed).body):
        assert bare(read_table(game, write_table(game, snapshot))) == bare(snapshot)


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_service_takes_the_example_of_the_docs(client: FlaskClient, game: str) -> None:
    snapshot = read_table(game, EXAMPLES[game])
    path = f"/v3/{game.replace('_', '-')}/scores"
    answer = client.post(path, json={"snapshot": snapshot})
    assert answer.status_code == 200, answer.get_json()
    assert read_table(game, write_table(game, snapshot)) == snapshot


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_docs_name_every_entry(game: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_table(game, "nonsense: 1")
    section = DOCS.read_text("utf-8").partition(f"```text {game}")[0].rpartition("\n## ")[2]
    section += DOCS.read_text("utf-8").partition("## Entries")[2].partition("## Faults")[0]
    keys = raised.value.faults[0].known.split()
    assert [key for key in keys if not re.search(rf"`{key}[ `]", section)] == []


def test_the_docs_name_every_code() -> None:
    codes = re.findall(
        r"`(\w+)`", DOCS.read_text("utf-8").partition("## Faults")[2].partition("## ")[0]
    )
    assert {*SENTENCES} == {*codes} - {
        "line",
        "column",
        "code",
        "value",
        "known",
        "errors",
        "faults",
        "NotationError",
        # Only over HTTP.
        "unexpected_word",
    }


@pytest.mark.parametrize(
    ("game", "old", "new", "faults"),
    [
        ("misterra", "jMLSS", "jXLSS", [(4, 4, "unknown_letter")]),
        ("misterra", "jMLSS", "jMLS", [(4, 3, "row_length")]),
        ("misterra", "  jMLSS\n", "", [(3, 3, "row_count")]),
        ("misterra", "at C3 claims D1", "at C9 claims D1", [(8, 52, "unknown_word")]),
        ("misterra", "at C3 claims", "at claims", [(8, 49, "missing_word")]),
        ("misterra", "31", "3l", [(13, 7, "not_a_number")]),
        ("misterra", "deck", "dock", [(13, 1, "unknown_entry")]),
        ("misterra", "deck: 31", "deck 31", [(13, 1, "bad_line")]),
        ("misterra", "deck: 31", "/", [(13, 1, "bad_line")]),
        ("misterra", "display", "beach", [(12, 1, "entry_twice")]),
        ("misterra", "beach: right\n", "", [(1, 1, "missing_entry")]),
        ("misterra", "player Elliott", 'player "Ell\\iott"', [(9, 8, "bad_quoted_name")]),
        (
            "misterra",
            "beach: right\nisland:\n  J",
            "beach: west\nisland:\n  Q",
            [(1, 8, "unknown_word"), (3, 3, "unknown_letter")],
        ),
        ("cartographers", "spring=3,4,1,0:8", "spring=3,4", [(19, 29, "unknown_word")]),
        ("cartographers", "spring=3,4,1,0:8", "spring=?,4,1,0:8", [(19, 29, "unknown_word")]),
        ("cartographers", "season: summer", "season: x", [(14, 9, "unknown_word")]),
        ("cartographers", "season: summer", "season: summer\npack: {", [(15, 7, "unknown_word")]),
        ("tiwanaku", "G-  R5", "Q-  R5", [(5, 7, "unknown_word")]),
        ("tiwanaku", "M7 S9", "M7 9S", [(8, 11, "unknown_word")]),
        ("treasure_hunt", "S1 S. S.", "S1 X. S.", [(2, 6, "unknown_word")]),
        ("treasure_hunt", "hand boat", "hand bot", [(6, 22, "unknown_word")]),
    ],
)
def test_faults_name_line_and_column(
    game: str, old: str, new: str, faults: list[tuple[int, int, str]]
) -> None:
    text = EXAMPLES[game].replace(old, new, 1)
    assert text != EXAMPLES[game]
    with pytest.raises(NotationError) as raised:
        read_table(game, text)
    assert [(one.line, one.column, one.code) for one in raised.value.faults] == faults
    assert str(raised.value).startswith(f"line {faults[0][0]}, column {faults[0][1]}: ")


@pytest.mark.parametrize("game", EXAMPLES)
@given(
    at=st.integers(0, 800),
    cut=st.integers(0, 5),
    put=st.sampled_from(["", " ", "\n", ":", "/", '"', "=", "-", ";", ",", "x", "9", "\0", "none"]),
)
def test_a_damaged_text_raises_nothing_else(game: str, at: int, cut: int, put: str) -> None:
    text = EXAMPLES[game]
    at %= len(text)
    with suppress(NotationError):
        read_table(game, text[:at] + put + text[at + cut :])


def test_names_that_are_no_plain_words_are_quoted() -> None:
    snapshot = read_table("misterra", EXAMPLES["misterra"])
    for player, name in zip(snapshot["players"], ("deck: 3", 'Zoë "the\tcat"'), strict=True):
        player["name"] = name
    assert read_table("misterra", write_table("misterra", snapshot)) == snapshot
