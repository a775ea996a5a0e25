"""Records of Cartographers, as far as their corrections need them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, product
from typing import Any, cast

from theodolite.cartographers import replays
from theodolite.cartographers.accounts import SearchTooLongError, accounts_of
from theodolite.cartographers.board import DRAWN_LETTERS, GRID, Drawn, Mark, Terrain
from theodolite.cartographers.disputes import Dispute, Step, map_differences
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import Card, Facts
from theodolite.cartographers.legality import carry_out, faces_needed
from theodolite.cartographers.replays import (
    Leave,
    TurnRecord,
    leaves_ruins_in_force,
    revealed,
    turn_for,
)
from theodolite.cartographers.season_ends import Choices, acting_ambushes, end_season, troll_options
from theodolite.cartographers.snapshot import Snapshot, card_faults
from theodolite.grid import each
from theodolite.leaving import leave, staying
from theodolite.records import Records, Shape
from theodolite.web.card_packs import in_force
from theodolite.web.cartographers.cards import card_document
from theodolite.web.cartographers.known import RULEBOOK
from theodolite.web.cartographers.moves import (
    DrawSchema,
    RecordedTurnSchema,
    SeasonEndSchema,
    seasons_of,
)
from theodolite.web.cartographers.responses import table_document
from theodolite.web.cartographers.schemas import SNAPSHOT
from theodolite.web.schemas import Schema
from theodolite.web.seen import loaded

Turn = TurnRecord | Leave | Choices
"""A card with its drawings, a player who leaves, or the choices at the end of a season."""

_DRAW, _END, _TURN = DrawSchema(), SeasonEndSchema(), RecordedTurnSchema()
_ACCOUNTS = 3
"""The drawings of a player that are tried in place of one."""


def records(table: Snapshot) -> Records[Snapshot, Turn]:
    """The records that begin with a table."""

    def read(schema: Schema, document: Any) -> Any:
        with in_force(RULEBOOK.game, table.facts):
            return loaded(schema, document)

    return Records(
        replay=lambda table, turns: replays.replay(table, seasons_of(turns)),
        carry_out=_carry_out,
        plays=_plays,
        shape=Shape(rows=frozenset({"drawn"}), letters={mark.value: mark for mark in Mark}),
        document=table_document,
        table=partial(read, SNAPSHOT),
        write=partial(_write, table.facts),
        read=partial(read, _TURN),
        spaces=GRID.names,
        absent=_absent,
        first=_season,
        gaps=_gaps,
        fields=frozenset({"drawn", "stars"}),
        effort=10,
        work=3_000,
    )


def _season(turns: Sequence[Turn], i: int) -> int:
    """The index of the first turn of the season of a turn."""
    ends = [j for j in range(i) if not isinstance(turns[j], TurnRecord | Leave)]
    return ends[-1] + 1 if ends else 0


def _cards(turns: Sequence[Turn], i: int) -> list[Card]:
    """The cards of the season before a turn."""
    return [turn.card for turn in turns[_season(turns, i) : i] if isinstance(turn, TurnRecord)]


def _after_ruins(turns: Sequence[Turn], i: int) -> bool:
    after_ruins = False
    for card in _cards(turns, i):
        after_ruins = leaves_ruins_in_force(card, after_ruins=after_ruins)
    return after_ruins


def _carry_out(table: Snapshot, turns: Sequence[Turn], i: int) -> Snapshot:
    turn = turns[i]
    if isinstance(turn, Leave):
        return leave("cartographers", table, table.names.index(turn.player))[1]
    if not isinstance(turn, TurnRecord):
        ending = end_season(table, None, turn)
        return ending.after or ending.effected or table
    table = revealed(table, turn.card)
    for player, name in enumerate(table.names):
        drawn = turn.draws.get(name)
        if drawn is not None:
            table, _ = carry_out(
                table, turn_for(table, player, turn.card, after_ruins=False), drawn
            )
    return table


def _plays(before: Snapshot, goal: Snapshot, turns: Sequence[Turn], i: int) -> Iterator[Turn]:
    turn = turns[i]
    if isinstance(turn, TurnRecord) and turn.card.kind != "ruins":
        yield from _drawn(before, goal, turns, i)
    elif isinstance(turn, Mapping):
        yield from _endings(before, goal, turn)


def _drawn(before: Snapshot, goal: Snapshot, turns: Sequence[Turn], i: int) -> Iterator[TurnRecord]:
    """A card with drawings that lead to the maps that there are later."""
    turn = cast("TurnRecord", turns[i])
    reached, after_ruins = _carry_out(before, [turn], 0), _after_ruins(turns, i)
    choices: list[Sequence[Draw]] = []
    names = [before.names[player] for player in staying(before)]
    for player, name in zip(staying(before), names, strict=True):
        on = turn_for(before, player, turn.card, after_ruins=after_ruins).owner
        drawn = turn.draws.get(name)
        if drawn is None or map_differences(reached.map(on), goal.map(on)):
            dispute = _dispute(before, goal, on, turn.card, after_ruins=after_ruins)
            choices.append([step for step in _steps(dispute) if isinstance(step, Draw)])
        else:
            choices.append([drawn])
        if not choices[-1]:
            return
    for draws in product(*choices):
        yield turn._replace(draws=dict(zip(names, draws, strict=True)))


def _dispute(
    before: Snapshot, goal: Snapshot, on: int, card: Card | None, *, after_ruins: bool
) -> Dispute:
    cards = [before.facts.cards["temple_ruins"], card] if after_ruins else [card]
    now, later = goal.players[on], before.map(on)
    if card is None or card.letter == Mark.GORGON.value or card.kind == "hero":
        drawn = now.drawn
    else:
        # Other new letters came with later cards, or at the end of the season.
        letters = card.letter if card.kind == "ambush" else DRAWN_LETTERS[: Terrain.HERO]
        layers = zip(DRAWN_LETTERS, later.drawn, now.drawn, strict=True)
        room = later.empty
        drawn = Drawn(
            *(one | (other & room if letter in letters else 0) for letter, one, other in layers)
        )
    starred = card is None or card.kind == "hero"
    later = later._replace(drawn=drawn, stars=now.stars if starred else later.stars)
    return Dispute(
        before.game,
        before.map(on),
        later,
        cards,
        before.solo,
        before.ambushes,
        before.rulings,
        before.facts,
    )


def _steps(dispute: Dispute) -> Iterator[Step]:
    """The plays for the last card."""
    try:
        for account in islice(accounts_of(dispute), _ACCOUNTS):
            yield account[-1]
    except SearchTooLongError:
        return


def _endings(before: Snapshot, goal: Snapshot, choices: Choices) -> Iterator[Choices]:
    """The choices at the end of a season, of which one is another that is seen later."""
    for seat in staying(before):
        name, map_ = before.names[seat], before.map(seat)
        for letter, ambush in acting_ambushes(before.ambushes, map_, before.facts):
            if letter == "T":
                seen = troll_options(map_) & goal.map(seat).drawn.destroyed
                yield from ({**choices, name: {ambush: space}} for space in each(seen))


def _unseen(table: Snapshot, turns: Sequence[Turn]) -> Sequence[Card]:
    """The cards of the game that are not revealed yet in the season after some turns."""
    gone = _cards(turns, len(turns))
    return [
        card
        for card in table.facts.cards.values()
        if card not in gone
        and not any(card_faults(card, table.game, (*faces_needed(table, card), "time")))
    ]


def _gaps(turns: Sequence[Turn]) -> Sequence[int]:
    """The ends of the seasons: where a card stood in its season hardly matters."""
    return [i for i, turn in enumerate(turns) if isinstance(turn, Mapping)] + [len(turns)]


def _absent(table: Snapshot, turns: Sequence[Turn]) -> Sequence[Turn]:
    return [{}, *(TurnRecord(card, {}) for card in _unseen(table, turns))]


def _write(facts: Facts, turn: Turn) -> Mapping[str, Any]:
    if isinstance(turn, Leave):
        return {"player": turn.player, "left": True}
    if not isinstance(turn, TurnRecord):
        return {"season_end": _END.dump({"choices": turn})}
    moves = {name: {} if drawn is None else _DRAW.dump(drawn) for name, drawn in turn.draws.items()}
    return {"card": card_document(turn.card, facts), **({"moves": moves} if moves else {})}
