"""Slips in calls of the SDK, and which of them a strict type checker finds."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

SDK = Path(__file__).parents[2] / "sdk"

SLIPS = """\
# pyright: strict
from theodolite_sdk import AsyncTheodolite, Theodolite
from theodolite_sdk.cartographers.types import Draw
from theodolite_sdk.misterra import Misterra
from theodolite_sdk.misterra.types import Action, Move, Player, Presumption, Snapshot
from theodolite_sdk.tiwanaku.types import Arrow, Scenario
from theodolite_sdk.treasure_hunt.types import Move as Turn
from theodolite_sdk.treasure_hunt.types import Roll

ROWS = ["J.LS.", "JMLSS", "..LMS", "S.MM.", "SS..J"]
PLAYERS = [Player("Cassandra", ROWS, presumptions=[Presumption(9)])]
TABLE = Snapshot("right", ROWS, PLAYERS)
referee = Theodolite()

Snapshot("rigth", ROWS, PLAYERS)  # slip
Presumption(3, terrain="lagon")  # slip
Draw(["A1", "A2"], terrain="wood")  # slip
Snapshot("left", ROWS, PLAYERS, rulings={"disputed_regions": "nobody"})  # slip
Move(Action("mapp"))  # slip
Arrow("blue", direction="north")  # slip
Roll("black", 3)  # slip
Scenario("shrot", 1)  # slip
Player("Elliott", "J.LS.")  # slip
Snapshot("right", ROWS[:4], PLAYERS)  # unseen: a list has no length to a type checker
referee.misterra.check(TABLE, "Cassandra", Turn())  # slip
referee.misterra.check(TABLE, "Cassandra", Move()).checks[0].status == "fail"  # slip
referee.misterra.check(TABLE, "Cassandra", {"acton": None})  # unseen: a dictionary of any fields
referee.misterra.actions(TABLE, "Cassandra", value="soon")  # slip
referee.misterra.picture(TABLE, "A1")  # slip
referee.misterra.score({"beech": "left", "island": ROWS})  # unseen: a dictionary of any fields
referee.misterra.score(TABLE).decided_by == "totals"  # slip
referee.misterra.score(TABLE, language="english")  # slip
referee.misterra.score(TABLE, timeout="5")  # slip
Theodolite(language="english")  # slip
AsyncTheodolite().misterra.score(None)  # slip
Theodolite().with_raw_response.misterra.actions({}, playr="Cassandra")  # slip
AsyncTheodolite().with_raw_response.health().version  # slip

Snapshot("left", ROWS, PLAYERS, rulings={"disputed_regions": "nobody_scores"})
referee.misterra.score({"beach": "left", "island": ROWS, "players": []}).winners
referee.misterra.score("beach: left", timeout=5, language="nl").winners
referee.misterra.check(TABLE, "Cassandra", Move(Action("claim"))).after


def score(misterra: Misterra) -> int:
    return misterra.score({})["Cassandra"].total


async def awaited(referee: AsyncTheodolite) -> str | None:
    async for sheet in referee.misterra.score_many([]):
        print(sheet)
    print((await referee.misterra.score({}, timeout=5)).winners)
    return (await referee.with_raw_response.health()).request_id
"""


def found_by(command: Sequence[str]) -> set[int]:
    """Return the numbers of the lines in which a type checker finds an error."""
    with TemporaryDirectory() as folder:
        script = Path(folder, "slips.py")
        script.write_text(SLIPS, "utf-8")
        done = subprocess.run(
            [*command, str(script)], cwd=SDK, check=False, capture_output=True, encoding="utf-8"
        )
    return {int(line) for line in re.findall(r"slips\.py:(\d+):.*? error", done.stdout)}


def slips() -> set[int]:
    """Return the numbers of the lines with a slip."""
    lines = SLIPS.splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith("# slip")}


if __name__ == "__main__":
    if found_by(sys.argv[1:]) != slips():
        raise SystemExit(f"{sys.argv[1:]} finds {found_by(sys.argv[1:])}, not {slips()}")
