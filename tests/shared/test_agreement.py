"""Operations agree on one move where they once did not: each line of `agreement.ndjson` is a case.

No move that `legal-actions` lists is illegal, and each answer says what its case says.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

Json = dict[str, Any]

CASES: list[Json] = [
    json.loads(line)
    for line in Path(__file__).with_name("agreement.ndjson").read_text("utf-8").splitlines()
]
MOST = 40
"""The most entries of an answer that are judged."""


@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_operations_agree(client: FlaskClient, case: Json) -> None:
    path, request = f"/v3/{case['game']}", case["request"]
    answer = client.post(f"{path}/{case['operation']}", json=request)
    says = {**case["says"]}
    assert answer.status_code == says.pop("status", 200), answer.text
    found = answer.get_json()
    assert {name: found[name] for name in says} == says
    if case["operation"] == "legal-actions":
        moves = [entry["move"] for entry in found["moves"]]
        for move in moves[:: len(moves) // MOST + 1]:
            asked = {"snapshot": request["snapshot"], "player": request["player"], "move": move}
            verdict = client.post(f"{path}/legality-checks", json=asked).get_json()
            assert verdict["legal"] is not False, verdict["checks"]


def test_the_value_of_a_placement_is_what_the_score_changes_by(client: FlaskClient) -> None:
    (case,) = (case for case in CASES if "dragon" in case["title"])
    path, request = "/v3/cartographers", case["request"]
    name, table = request["player"], request["snapshot"]
    entries = client.post(f"{path}/legal-actions", json=request).get_json()["moves"]

    def total(snapshot: Json) -> int:
        sheets = client.post(f"{path}/scores", json={"snapshot": snapshot}).get_json()["players"]
        (sheet,) = (sheet for sheet in sheets if sheet["name"] == name)
        return int(sheet["total"])

    for entry in entries[:MOST]:
        asked = {"snapshot": table, "player": name, "move": entry["move"]}
        after = client.post(f"{path}/legality-checks", json=asked).get_json()["after"]
        assert total(after) - total(table) == entry["values"][0]["change"]


MAPPED = {"sketch": ["lagoon", "steppe"], "action": {"type": "map", "spaces": ["B1", "A1"]}}
ISLAND = "island: J.LS./JMLSS/..LMS/S.MM./SS..J"
DISC = """\
board:
  M1 M  S  .  .
  S  G4 R  S  .
  .  G  R5 S  .
  .  G  .  .  M2
  .  .  R  .  M5
tiles: M7 S9 G4 R5"""


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("misterra/updates", {"move": MAPPED}),
        ("misterra/pictures", {}),
        ("tiwanaku/deductions", {}),
        ("tiwanaku/hints", {}),
    ],
)
def test_a_part_of_a_table_may_be_a_text(client: FlaskClient, operation: str, body: Json) -> None:
    text = DISC if operation.startswith("tiwanaku") else ISLAND
    answer = client.post(f"/v3/{operation}", json={"snapshot": text, **body})
    assert answer.status_code == 200, answer.text
