"""A chat bot that scores a table typed as text, and checks a move at it.

`!misterra` and the table below it are scored; with a last line such as `Ann {"path": ["C1"]}`, that
move of Ann is checked. Standard input is the chat here, with a blank line after each message. The
bot of a chat service calls `reply` with each message and sends what it returns.
"""

import asyncio
import json
import sys

from theodolite_sdk import AsyncTheodolite, InvalidSnapshot, TheodoliteError

GAMES = ("misterra", "cartographers", "tiwanaku")


async def reply(referee: AsyncTheodolite, message: str) -> str | None:
    command, _, text = message.strip().partition("\n")
    if command.removeprefix("!") not in GAMES or not command.startswith("!"):
        return None
    game = getattr(referee, command.removeprefix("!"))
    table, _, last = text.rpartition("\n")
    player, brace, move = last.partition("{")
    try:
        if brace:
            verdict = await game.check(table, player.strip(), json.loads(brace + move))
            return "Yes, that is legal." if verdict else str(verdict)
        sheet = await game.score(text)
    except InvalidSnapshot as error:
        return "\n".join(["I cannot read this table:", *map(str, error.errors)])
    except (TheodoliteError, ValueError) as error:
        return f"I cannot tell. {error}"
    totals = [f"{player.name} has {player.total} points." for player in sheet.players]
    return "\n".join([*totals, f"Best: {', '.join(sheet.winners)}."])


async def main(url: str = "http://127.0.0.1:8000") -> None:
    async with AsyncTheodolite(url, language="en") as referee:
        for message in sys.stdin.read().split("\n\n"):
            if answer := await reply(referee, message):
                print(answer, end="\n\n")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
