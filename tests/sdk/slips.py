"""Slips in calls of the SDK, each of which a strict type checker has to find."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

SDK = Path(__file__).parents[2] / "sdk"

SLIPS = """\
from theodolite_sdk import AsyncTheodolite, Theodolite
from theodolite_sdk.cartographers import Draw
from theodolite_sdk.misterra import Action, Misterra, Move, Player, Presumption, Snapshot
from theodolite_sdk.tiwanaku import Arrow, Scenario
from theodolite_sdk.treasure_hunt import Move as Turn
from theodolite_sdk.treasure_hunt import Roll

ROWS = ["J.LS.", "JMLSS", "..LMS", "S.MM.", "SS..J"]
PLAYERS = [Player("Cassandra", ROWS, presumptions=[Presumption(9)])]
TABLE = Snapshot("right", ROWS, PLAYERS)

Snapshot("rigth", ROWS, PLAYERS)  # slip
Presumption(3, terrain="lagon")  # slip
Draw(["A1", "A2"], terrain="wood")  # slip
Snapshot("left", ROWS, PLAYERS, rulings={"disputed_regions": "nobody"})  # slip
Move(Action("mapp"))  # slip
Arrow("blue", direction="north")  # slip
Roll("black", 3)  # slip
Scenario("shrot", 1)  # slip
Theodolite().misterra.check(TABLE, "Cassandra", Turn())  # slip
Theodolite().misterra.actions(TABLE, "Cassandra", value="soon")  # slip
AsyncTheodolite().misterra.score(None)  # slip
Theodolite().with_raw_response.misterra.actions({}, playr="Cassandra")  # slip
AsyncTheodolite().with_raw_response.health().version  # slip

Snapshot("left", ROWS, PLAYERS, rulings={"disputed_regions": "nobody_scores"})
Theodolite().misterra.score({"beach": "left", "island": ROWS, "players": []}).winners
Theodolite().misterra.score("beach: left").winners
Theodolite().misterra.check(TABLE, "Cassandra", Move(Action("claim"))).after


def score(misterra: Misterra) -> int:
    return misterra.score({})["Cassandra"].total


async def awaited(referee: AsyncTheodolite) -> str | None:
    async for sheet in referee.misterra.score_many([]):
        print(sheet)
    print((await referee.misterra.score({})).winners)
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
