"""The client of Maps of Misterra: what is sent, and what is read from the response."""

import json
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any, Literal

import pytest

from sdk.stub import Stub, answer, break_off, hang_up
from theodolite_sdk import InvalidSnapshot, Theodolite, UnexpectedAnswer
from theodolite_sdk.misterra.types import (
    Legality,
    Move,
    PhotoLooks,
    Player,
    Presumption,
    Sample,
    ScoreSheet,
    Snapshot,
)
from theodolite_sdk.photos import load_looks, save_looks

BOARD = ["J.LS.", "JMLSS", "..LMS", "S.MM.", "SS..J"]
SNAPSHOT = Snapshot(
    beach="right",
    island=["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"],
    players=[
        Player(
            "Cassandra",
            BOARD,
            meeple="C3",
            claims=["D1"],
            presumptions=[Presumption(9), Presumption(3, terrain="lagoon")],
        ),
        Player("Elliott", BOARD, meeple="beach:E3"),
    ],
    variants={"master_cartographers": True},
    rulings={"disputed_regions": "nobody_scores"},
    display=[("lagoon", "lagoon"), ("jungle", "steppe")],
    deck=31,
)
PLAIN = {
    "beach": "right",
    "island": ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"],
    "players": [
        {
            "name": "Cassandra",
            "parchment": BOARD,
            "meeple": "C3",
            "claims": ["D1"],
            "presumptions": [{"card": 9}, {"card": 3, "terrain": "lagoon"}],
        },
        {"name": "Elliott", "parchment": BOARD, "meeple": "beach:E3"},
    ],
    "variants": {"master_cartographers": True},
    "rulings": {"disputed_regions": "nobody_scores"},
    "display": [["lagoon", "lagoon"], ["jungle", "steppe"]],
    "deck": 31,
}
SHEET: dict[str, Any] = {
    "players": [
        {
            "name": "Cassandra",
            "rank": 1,
            "total": 42,
            "subtotals": {
                "fidelity": 24,
                "completeness": -1,
                "presumptions": 8,
                "claims": 8,
                "master_cartographers": 3,
            },
            "items": [
                {
                    "category": "fidelity",
                    "points": 24,
                    "spaces": ["A1", "A2", "B2"],
                    "rule": "misterra.score.fidelity",
                    "reference": "p. 6",
                    "explanation": "12 of your 25 spaces match the island: "
                    "A1, A2, A3, B1, B2, B3, C1, C2, C3, D1, D2, D3.",
                },
                {
                    "category": "completeness",
                    "points": -1,
                    "spaces": ["B1"],
                    "rule": "misterra.score.completeness",
                    "reference": "p. 6",
                    "explanation": "1 space is empty: B1.",
                },
                {
                    "category": "presumptions",
                    "card": 9,
                    "points": 8,
                    "spaces": ["A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2", "E2"],
                    "rule": "misterra.presumption.lines_of_all",
                    "reference": "p. 6",
                    "explanation": "2 lines hold all four terrains.",
                    "parts": [
                        {"points": 4, "spaces": ["A1", "B1", "C1", "D1", "E1"]},
                        {"points": 4, "spaces": ["A2", "B2", "C2", "D2", "E2"]},
                    ],
                },
                {
                    "category": "claims",
                    "claim": "D1",
                    "terrain": "steppe",
                    "points": 8,
                    "spaces": ["D1", "D2", "E2", "E3"],
                    "rule": "misterra.score.claims",
                    "reference": "p. 6",
                    "explanation": "The steppe at D1 has 4 tiles.",
                    "disputed_with": [],
                },
                {
                    "category": "master_cartographers",
                    "line": "column C",
                    "points": 3,
                    "spaces": ["C1", "C2", "C3", "C4", "C5"],
                    "rule": "misterra.score.master_cartographers",
                    "reference": "p. 6",
                    "explanation": "Column C is true to the island.",
                },
            ],
        },
        {
            "name": "<b>Bartholomew</b> the Elder",
            "rank": 2,
            "total": -3,
            "subtotals": {"fidelity": 2, "completeness": -5},
            "items": [],
        },
    ],
    "winners": ["Cassandra"],
    "decided_by": "total",
    "island": ["J.LS.", ".MLSS", "..LMS", "S....", "SS..J"],
    "removed": {"tiles": ["A2"], "claims": [{"player": "Cassandra", "space": "B5"}]},
    "remarks": [
        {
            "rule": "misterra.setup.jungle",
            "reference": "p. 6",
            "explanation": "Jungles are missing.",
        }
    ],
    "rulings": [
        {"name": "disputed_regions", "value": "nobody_scores", "could_matter": True},
        {"name": "removal_order", "value": "hazy_first", "could_matter": False},
    ],
}
REFUSED = {
    "type": "/problems/invalid-snapshot",
    "title": "Not a possible table",
    "status": 422,
    "detail": "One thing is wrong.",
    "request_id": "abc-1",
    "errors": [{"pointer": "/beach", "code": "required", "detail": "This field is missing."}],
}
PRINTED = """\
                         Cassandra   <b>Bartholomew<…
─────────────────────────────────────────────────────
Fidelity                        24                  2
Completeness                    -1                 -5
Presumptions                     8                  0
Claims                           8                  0
Master cartographers             3                  0
─────────────────────────────────────────────────────
Total                           42                 -3

Cassandra wins.
Hazy tiles removed: A2.
Markers removed: Cassandra on B5.
Jungles are missing.
Another ruling would change this answer: disputed_regions = nobody_scores.

Cassandra: 42 points
   24  Fidelity        12 of your 25 spaces match the island: A1, A2, A3, B1, B2, B3, C1, C2,
                       C3, D1, D2, D3. (p. 6)
   -1  Completeness    1 space is empty: B1. (p. 6)
    8  Card 9          2 lines hold all four terrains. (p. 6)
                        4  A1 B1 C1 D1 E1
                        4  A2 B2 C2 D2 E2
    8  Claim D1        The steppe at D1 has 4 tiles. (p. 6)
    3  Column C        Column C is true to the island. (p. 6)

<b>Bartholomew</b> the Elder: -3 points"""


@pytest.fixture
def sheet(stub: Stub, referee: Theodolite) -> ScoreSheet:
    stub.script = [answer(SHEET)]
    return referee.misterra.score(PLAIN)


@pytest.mark.parametrize("snapshot", [SNAPSHOT, PLAIN], ids=["typed", "plain"])
def test_a_typed_and_a_plain_snapshot_are_sent_alike(
    stub: Stub, referee: Theodolite, snapshot: Snapshot
) -> None:
    stub.script = [answer(SHEET)]
    referee.misterra.score(snapshot)
    [request] = stub.received
    assert (request.method, request.path) == ("POST", "/v3/misterra/scores")
    assert request.headers["content-type"] == "application/json"
    assert request.json == {"snapshot": PLAIN}


def test_a_sheet_is_read_by_attributes(sheet: ScoreSheet) -> None:
    assert sheet.winners == ("Cassandra",)
    assert sheet["Cassandra"].total == 42
    assert sheet["Cassandra"].subtotals["claims"] == 8
    fidelity, _, card, claim, column = sheet["Cassandra"].items
    assert fidelity.spaces == ("A1", "A2", "B2")
    assert [part.points for part in card.parts] == [4, 4]
    assert (claim.claim, claim.terrain, claim.disputed_with) == ("D1", "steppe", ())
    assert column.line == "column C"
    assert sheet.rulings[0].could_matter
    with pytest.raises(KeyError, match="Elliott"):
        sheet["Elliott"]


def test_a_sheet_prints_as_a_score_sheet(sheet: ScoreSheet) -> None:
    assert str(sheet) == PRINTED


def test_a_sheet_in_a_notebook_shows_the_same_and_no_markup_of_a_player(sheet: ScoreSheet) -> None:
    shown = sheet._repr_html_()
    assert "<b>" not in shown
    assert "&lt;b&gt;Bartholomew&lt;/b&gt; the Elder" in shown
    for player in SHEET["players"]:
        for item in player["items"]:
            assert item["explanation"] in shown
    assert "Cassandra wins." in shown
    assert shown.count("<table>") == shown.count("</table>") == 3


@pytest.mark.parametrize(
    ("ending", "line"),
    [
        ({"winners": ["Ann", "Bob"], "decided_by": "shared"}, "Ann and Bob share the victory."),
        ({"winners": ["Ann"], "decided_by": "fidelity"}, "Ann wins by fidelity."),
        (
            {"solo": {"otoma_claims": 6, "total": 51, "titles": {"total": "Insignificant"}}},
            "Otoma's claims: 6. Result: 51. Insignificant (total)",
        ),
    ],
)
def test_a_sheet_says_how_it_ended(
    stub: Stub, referee: Theodolite, ending: dict[str, object], line: str
) -> None:
    stub.script = [answer({**SHEET, **ending})]
    assert line in str(referee.misterra.score(PLAIN)).splitlines()


DUTCH = """\
                         Cassandra   <b>Bartholomew<…
─────────────────────────────────────────────────────
Getrouwheid                     24                  2
Vervollediging                  -1                 -5
Vermoedens                       8                  0
Claims                           8                  0
Meester Cartografen              3                  0
─────────────────────────────────────────────────────
Totaal                          42                 -3

Cassandra wint.
Benevelde tegels verwijderd: A2.
Markers verwijderd: Cassandra op B5.
Jungles are missing.
Een andere lezing van de regels zou dit antwoord veranderen: disputed_regions = nobody_scores.

Cassandra: 42 punten"""


def test_a_sheet_prints_in_the_language_of_its_answer(stub: Stub, referee: Theodolite) -> None:
    stub.script = [answer(SHEET, Content_Language="nl")]
    assert str(referee.misterra.score(PLAIN)).startswith(DUTCH)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("fr", ["Fidélité                        24                  2", "Cassandra : 42 points"]),
        ("de-CH", ["Treue                           24                  2", "Cassandra gewinnt."]),
        ("eo", ["Fidelity                        24                  2", "Cassandra wins."]),
    ],
)
def test_a_language_that_is_not_known_prints_in_english(
    stub: Stub, referee: Theodolite, language: str, lines: list[str]
) -> None:
    stub.script = [answer(json.dumps(SHEET).encode(), Content_Language=language)]
    [sheet] = referee.misterra.score_many([PLAIN])
    assert set(lines) <= set(str(sheet).splitlines())


def test_a_sheet_within_an_answer_prints_in_its_language_too(
    stub: Stub, referee: Theodolite
) -> None:
    replay = {"legal": True, "turns": [], "after": PLAIN, "scores": SHEET}
    stub.script = [answer(replay, Content_Language="nl")]
    scores = referee.misterra.replay({"snapshot": SNAPSHOT, "turns": []}).scores
    assert str(scores).startswith(DUTCH)


@pytest.mark.parametrize(
    "package",
    [
        "theodolite_sdk",
        "theodolite_sdk.cartographers",
        "theodolite_sdk.misterra",
        "theodolite_sdk.tiwanaku",
    ],
)
def test_every_language_has_the_same_words(package: str) -> None:
    tables = tomllib.loads(files(package).joinpath("words.toml").read_text("utf-8"))
    assert list(tables) == ["en", "nl", "fr", "de"]

    def fields(table: Any) -> Any:
        if isinstance(table, dict):
            return {key: fields(value) for key, value in table.items()}
        return sorted(name for _, name, _, _ in Formatter().parse(table) if name)

    assert all(fields(table) == fields(tables["en"]) for table in tables.values())


def test_what_a_newer_service_adds_is_tolerated(stub: Stub, referee: Theodolite) -> None:
    newer = json.loads(json.dumps(SHEET))
    newer["season"] = {"name": "spring"}
    newer["decided_by"] = "meeple_nearest_the_beach"
    newer["players"][0]["subtotals"]["wonders"] = 4
    newer["players"][0]["items"].append(
        {
            "category": "wonders",
            "points": 4,
            "rule": "misterra.score.wonders",
            "reference": "p. 6",
            "explanation": "A wonder.",
            "spaces": [],
            "wonder": "volcano",
        }
    )
    stub.script = [answer(newer)]
    sheet = referee.misterra.score(PLAIN)
    assert str(sheet.decided_by) == "meeple_nearest_the_beach"
    assert sheet["Cassandra"].subtotals["wonders"] == 4
    assert "    4  Wonders         A wonder. (p. 6)" in str(sheet).splitlines()


def test_many_games_are_answered_in_order_a_refused_one_in_its_place(
    stub: Stub, referee: Theodolite
) -> None:
    lines = [SHEET, REFUSED, {**SHEET, "decided_by": "shared"}]
    stub.script = [answer("".join(json.dumps(line) + "\n" for line in lines).encode())]
    first, second, third = referee.misterra.score_many([PLAIN, {}, SNAPSHOT])
    assert isinstance(first, ScoreSheet)
    assert first.decided_by == "total"
    assert isinstance(second, InvalidSnapshot)
    assert second.errors[0].code == "required"
    assert isinstance(third, ScoreSheet)
    assert third.decided_by == "shared"
    [request] = stub.received
    assert request.path == "/v3/misterra/scores"
    assert request.headers["content-type"] == "application/x-ndjson"
    assert [json.loads(line) for line in request.body.splitlines()] == [
        {"snapshot": snapshot} for snapshot in (PLAIN, {}, PLAIN)
    ]


def test_many_games_are_taken_bit_by_bit_and_what_broke_off_is_sent_again(
    stub: Stub, referee: Theodolite, pauses: list[float]
) -> None:
    taken = []

    def snapshots() -> Iterator[dict[str, object]]:
        for number in range(1000):
            taken.append(number)
            yield {"deck": number, "island": ["." * 25_000]}

    stub.script = [break_off, answer(json.dumps(SHEET).encode() + b"\n")]
    with pytest.raises(UnexpectedAnswer, match="2 requests got 1 answers"):
        next(referee.misterra.score_many(snapshots()))
    assert taken == [0, 1, 2]
    assert len(pauses) == 1
    first, again = stub.received
    assert first.body == again.body


def test_progress_counts_the_games_answered(stub: Stub, referee: Theodolite) -> None:
    snapshots = [{"deck": number, "island": ["." * 25_000]} for number in range(5)]
    line = json.dumps(SHEET).encode() + b"\n"
    stub.script = [answer(line * 2), answer(line * 2), answer(line)]
    progress: list[int] = []
    answers = list(referee.misterra.score_many(snapshots, progress.append))
    assert len(answers) == 5
    assert progress == [2, 4, 5]
    sent = [
        json.loads(line)["snapshot"]["deck"] for r in stub.received for line in r.body.splitlines()
    ]
    assert sent == [0, 1, 2, 3, 4]


def test_no_games_ask_nothing(stub: Stub, referee: Theodolite) -> None:
    assert list(referee.misterra.score_many([])) == []
    assert stub.received == []


def test_a_verdict_prints_rule_by_rule(stub: Stub, referee: Theodolite) -> None:
    checks = [
        {
            "rule": "misterra.map.sight",
            "reference": "p. 6",
            "status": "failed",
            "explanation": "E1 is not seen.",
        },
        {
            "rule": "misterra.map.jungle",
            "reference": "p. 6",
            "status": "passed",
            "explanation": "C3 is no jungle.",
        },
        {
            "rule": "misterra.lagoon.deck",
            "reference": "p. 6",
            "status": "not_checked",
            "explanation": "No deck given.",
        },
    ]
    verdicts = {"legal": False, "checks": checks, "changes": [], "after": None}
    stub.script = [answer(verdicts), answer(verdicts, Content_Language="nl")]
    move = {"sketch": ["lagoon", "steppe"], "action": {"type": "map", "spaces": ["E1", "E2"]}}
    verdict = referee.misterra.check(SNAPSHOT, "Cassandra", move)
    assert isinstance(verdict, Legality)
    assert not verdict
    assert stub.received[0].json == {"snapshot": PLAIN, "player": "Cassandra", "move": move}
    assert str(verdict).splitlines() == [
        "not legal",
        "✗ E1 is not seen. (p. 6)",
        "✓ C3 is no jungle. (p. 6)",
        "? No deck given. (p. 6)",
    ]
    dutch = referee.misterra.check(SNAPSHOT, "Cassandra", move)
    assert str(dutch).startswith("niet toegestaan\n")


@pytest.mark.parametrize(
    ("legal", "printed"), [(True, "legal"), (False, "not legal"), (None, "not finished")]
)
def test_a_verdict_counts_as_true_if_the_move_is_legal_and_whole(
    stub: Stub, referee: Theodolite, legal: bool | None, printed: str
) -> None:
    stub.script = [answer({"legal": legal}), answer({"legal": legal, "after": PLAIN})]
    verdict = referee.misterra.check(SNAPSHOT, "Cassandra", Move())
    assert (bool(verdict), str(verdict)) == (legal is True, printed)
    assert bool(referee.misterra.replay({"turns": []})) == (legal is True)


def test_a_table_that_was_answered_can_be_asked_about(stub: Stub, referee: Theodolite) -> None:
    stub.script = [
        answer({"legal": True, "checks": [], "changes": [], "after": PLAIN}),
        answer(SHEET),
    ]
    verdict = referee.misterra.check(SNAPSHOT, "Cassandra", {"action": {"type": "claim"}})
    assert verdict.after is not None
    assert verdict.after.players[0].presumptions[1].terrain == "lagoon"
    referee.misterra.score(verdict.after.to_request())
    assert stub.received[1].json == {"snapshot": PLAIN}


def test_a_picture_shows_itself(stub: Stub, referee: Theodolite, tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>Ødegård</text></svg>'
    stub.script = [answer(svg.encode(), Content_Type="image/svg+xml")]
    picture = referee.misterra.picture(SNAPSHOT)
    assert picture._repr_svg_() == svg
    picture.save(tmp_path / "table.svg")
    assert (tmp_path / "table.svg").read_text("utf-8") == svg


@pytest.mark.parametrize("as_file", [True, False], ids=["a file", "bytes"])
def test_a_photograph_is_sent_with_what_is_known_of_it(
    stub: Stub, referee: Theodolite, tmp_path: Path, pauses: list[float], as_file: bool
) -> None:
    content = bytes(range(256))
    path = tmp_path / "board.jpg"
    path.write_bytes(content)
    spaces = [
        {"space": "A1", "symbol": "J", "confidence": 1, "runner_up": "L", "review": False},
        {"space": "B1", "symbol": ".", "confidence": 0.4, "runner_up": "L", "review": True},
    ]
    stub.script = [hang_up, answer({"rows": BOARD, "spaces": spaces, "corners": [[0, 0.5]]})]
    reading = referee.misterra.read_photo(
        path if as_file else content,
        samples=[Sample("A1", "J"), {"space": "C1", "symbol": "."}],
        corners=[(0, 0), (400, 0), (400, 400), (0, 400)],
        board="island",
    )
    assert reading.rows == tuple(BOARD)
    assert [space.space for space in reading.to_review] == ["B1"]
    assert len(pauses) == 1
    for request in stub.received:
        assert request.headers["content-type"].startswith("multipart/form-data; boundary=")
        assert content in request.body
        assert b'[{"space":"A1","symbol":"J"},{"space":"C1","symbol":"."}]' in request.body
        assert b"[[0,0],[400,0],[400,400],[0,400]]" in request.body
        assert b"island" in request.body


def test_a_photograph_is_read_until_there_is_nothing_to_ask(
    stub: Stub, referee: Theodolite
) -> None:
    found = {"corners": [[0, 0.5]], "proposed": True}
    stub.script = [
        answer({**found, "review_corners": True}),
        answer({"corners": [[7, 7]], "ask": ["A1", "C1"]}),
        answer({"corners": [[7, 7]], "ask": ["E5"], "rows": BOARD}),
        answer({"corners": [[7, 7]], "rows": BOARD}),
    ]
    said = {"A1": "J", "C1": ".", "E5": "m"}
    reading = referee.misterra.guide_photo(
        b"picture", said.__getitem__, "island", lambda _: [(7.0, 7.0)]
    )
    assert reading.rows == tuple(BOARD)
    first, *others = (request.body for request in stub.received)
    assert b"corners" not in first
    assert all(b"[[7.0,7.0]]" in body for body in others)
    assert [b'"space":"E5","symbol":"m"' in body for body in others] == [False, False, True]
    assert [b'"space":"C1","symbol":"."' in body for body in others] == [False, True, True]


def test_kinds_that_were_not_asked_about_are_shown(stub: Stub, referee: Theodolite) -> None:
    stub.script = [
        answer({"corners": [[0, 0.5]], "ask": ["A1"]}),
        answer({"corners": [[0, 0.5]], "rows": BOARD}),
        answer({"corners": [[0, 0.5]], "rows": BOARD, "ask": ["E5"]}),
        answer({"corners": [[0, 0.5]], "rows": BOARD}),
    ]
    said = {"A1": "J", "B1": "m", "E5": "J"}
    left = [[], ["B1"]]
    reading = referee.misterra.guide_photo(
        b"picture", said.__getitem__, overlooked=lambda _: left.pop()
    )
    assert reading.rows == tuple(BOARD)
    assert left == []
    *_, third, fourth = (request.body for request in stub.received)
    assert b'"space":"B1","symbol":"m"' in third
    assert b'"space":"E5","symbol":"J"' in fourth


def test_corners_that_were_found_are_kept(stub: Stub, referee: Theodolite) -> None:
    stub.script = [
        answer({"corners": [[0, 0.5]], "ask": ["A1"]}),
        answer({"corners": [[0, 0.5]], "rows": BOARD}),
    ]
    assert referee.misterra.guide_photo(b"picture", lambda _: "J").rows == tuple(BOARD)
    assert [b"[[0.0,0.5]]" in request.body for request in stub.received] == [False, True]


LOOKS = {
    "version": 1,
    "kind": "misterra/island",
    "samples": [{"photograph": "0a", "space": "A1", "symbol": "J", "descriptor": "AAH/"}],
}


def test_looks_are_kept_in_a_file(stub: Stub, referee: Theodolite, tmp_path: Path) -> None:
    kept = tmp_path / "looks.json"
    assert load_looks(kept) is None
    stub.script = [
        answer({"corners": [[0, 0.5]], "rows": BOARD, "looks": LOOKS}),
        answer({"corners": [[0, 0.5]], "rows": BOARD, "looks": None, "looks_fit": "good"}),
        answer({"corners": [[0, 0.5]], "rows": BOARD, "looks": LOOKS, "looks_fit": "poor"}),
    ]
    save_looks(kept, referee.misterra.guide_photo(b"picture", lambda _: "J"))
    assert json.loads(kept.read_bytes()) == LOOKS
    looks = load_looks(kept)
    assert looks is not None
    assert looks.samples[0].descriptor == "AAH/"
    content = kept.read_bytes()
    for _ in range(2):
        save_looks(kept, referee.misterra.guide_photo(b"picture", lambda _: "J", looks=looks))
        assert kept.read_bytes() == content
    first, *others = (request.body for request in stub.received)
    assert b"looks" not in first
    assert all(b'"descriptor":"AAH/"' in body for body in others)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"version": 1}', b"\xff"])
def test_a_file_of_something_else_is_no_looks(tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "looks.json"
    kept.write_bytes(content)
    with pytest.raises(UnexpectedAnswer):
        load_looks(kept)


@pytest.mark.parametrize("looks", [None, PhotoLooks(1, "misterra/island", ())])
@pytest.mark.parametrize("ask", [None, "one", "all"])
def test_one_space_at_a_time_is_asked_about_with_looks_or_on_demand(
    stub: Stub, referee: Theodolite, looks: PhotoLooks | None, ask: Literal["one", "all"] | None
) -> None:
    stub.script = [
        answer({"corners": [[0, 0.5]], "ask": ["A1"]}),
        answer({"corners": [[0, 0.5]], "rows": BOARD}),
    ]
    referee.misterra.guide_photo(b"picture", lambda _: "J", looks=looks, ask=ask)
    expected = ask or ("all" if looks is None else "one")
    for request in stub.received:
        assert f'name="ask"\r\n\r\n{expected}\r\n'.encode() in request.body
