"""Parts of responses about play that no numbered case covers: spaces, sides, tokens, arrows."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from suites import suite

CASES = {case.id: case for case in suite("tiwanaku").cases}


def answer(client: FlaskClient, number: str) -> Any:
    request = CASES[f"TATC-{number}"].request
    return client.post(request["path"], json=request["body"]).get_json()


@pytest.mark.parametrize(
    ("number", "rule", "spaces"),
    [
        ("01.01", "move.not_back_to_start", ["B1"]),
        ("01.31", "move.entry_edge", ["B2"]),
        ("01.31", "move.orthogonal", ["D3"]),
        ("02.03", "recall.on_board", ["D3"]),
        ("03.11", "discover.terrain", ["D5"]),
        ("04.16", "divine.bare_space", ["A1"]),
        ("04.18", "divine.each_once", ["B1"]),
        # Not the prediction that was wrong, but those after it.
        ("04.24", "divine.stops_at_error", ["C2"]),
        ("06.26", "divine.bare_space", ["E2"]),
        ("06.27", "divine.own_meeple", ["D2"]),
        ("09.01", "otoma.arrow", ["A1"]),
        ("09.04", "otoma.arrow", ["A1"]),
        ("09.07", "otoma.arrow_pawn", ["D4"]),
        ("09.17", "divine.all_meeples", ["H3"]),
        # As far as the path is known.
        ("09.42", "otoma.path", ["E1"]),
        ("09.44", "otoma.straight", ["C5", "D5", "E5", "F5", "G5", "H5", "I5"]),
        ("09.44", "otoma.first_empty", ["I5"]),
        ("10.06", "move.first_step_arrow", ["I4"]),
        ("10.31", "move.no_space_twice", ["A4"]),
    ],
)
def test_a_check_names_its_spaces(
    client: FlaskClient, number: str, rule: str, spaces: list[str]
) -> None:
    checks = answer(client, number)["checks"]
    (found,) = [check["spaces"] for check in checks if check["rule"] == f"tiwanaku.{rule}"]
    assert found == spaces


@pytest.mark.parametrize("number", ["12.01", "12.09"])
def test_a_ledger_has_the_sides_of_its_game(client: FlaskClient, number: str) -> None:
    replayed = answer(client, number)
    assert [*replayed["ledger"]] == ["Ana", "Bo"]


def test_scores_list_the_tokens_that_could_be_offered(client: FlaskClient) -> None:
    players = answer(client, "07.17")["players"]
    tokens = {
        player["name"]: [item["tokens"] for item in player["items"] if "tokens" in item]
        for player in players
    }
    assert tokens == {"group": [[1, 2, 3]], "Otoma": [[4, 5]]}


def test_an_account_leaves_out_arrows_that_the_table_has(client: FlaskClient) -> None:
    (account,) = answer(client, "13.44")["accounts"]
    (move,) = account["moves"]
    assert "arrow" not in move["action"]


def test_a_crop_covers_the_arrow_of_its_tile(client: FlaskClient) -> None:
    assert [*answer(client, "09.55")["after"]["arrows"]] == ["C1"]
