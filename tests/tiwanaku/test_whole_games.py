"""Random whole games in each mode: gains add up, and every verdict has its sentences."""

from random import Random
from typing import Any

import pytest

from theodolite.grid import Space
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.tiwanaku import disputes
from theodolite.tiwanaku.actions import Explore, Turn, Verdict
from theodolite.tiwanaku.disputes import resolve
from theodolite.tiwanaku.ending import check_end
from theodolite.tiwanaku.gains import purse_of, side_of, with_purse
from theodolite.tiwanaku.impossibilities import impossibilities
from theodolite.tiwanaku.scoring import is_over, score
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, Mode, Snapshot
from theodolite.tiwanaku.turns import judge
from tiwanaku import games

RULEBOOK = Rulebook("theodolite.tiwanaku")


def sides(table: Snapshot) -> list[str]:
    if table.mode == Mode.COOPERATIVE:
        return [GROUP, OTOMA]
    return [player.name for player in table.players] + ([OTOMA] if table.otoma else [])


def say_everything(verdict: Verdict) -> None:
    for language in LANGUAGES:
        for check in verdict.checks:
            assert RULEBOOK.sentence(language, check.rule, check.says, check.values)
        for item in verdict.items:
            assert RULEBOOK.sentence(language, item.rule, item.key, item.values)


def play(rng: Random, mode: Mode, most: int = 400) -> tuple[Snapshot, list[Any]]:
    table, land = games.first_table(rng, mode)
    seat: int | None = 0
    record = []
    for _ in range(most):
        if seat is None:
            seat = next(
                (
                    at
                    for at, player in enumerate(table.players)
                    if table.final and player.name not in table.final.offered
                ),
                None,
            )
            if seat is None or is_over(table):
                break
        turn = games.turns(rng, table, seat, land)
        verdict = judge(table, seat, turn, land)
        say_everything(verdict)
        if not verdict.legal or verdict.after is None:
            # A giver without the tile, a pawn out of turn: the player thinks again.
            continue
        record.append((table, seat, turn, verdict))
        for side in sides(table):
            gained = sum(item.points for item in verdict.items if item.side == side)
            before, after = purse_of(table, side).score, purse_of(verdict.after, side).score
            assert after == before + gained >= 0
        table, seat = verdict.after, verdict.next_player
        assert not list(impossibilities(table))
    return table, record


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game(mode: Mode, seed: int) -> None:
    table, record = play(Random(seed), mode)
    assert record
    assert table.final is not None
    scores = score(table)
    assert scores.ranking.winners
    for side in scores.sides:
        assert side.total == sum(item.points for item in side.items)
        for language in LANGUAGES:
            for item in side.items:
                assert RULEBOOK.sentence(language, item.rule, item.says, item.values)
    for at in range(len(table.players)):
        for condition in check_end(table, at).conditions:
            for language in LANGUAGES:
                assert RULEBOOK.sentence(language, condition.rule, condition.key, condition.values)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(3))
def test_finds_the_turn_that_was_played(mode: Mode, seed: int) -> None:
    rng = Random(seed)
    _, record = play(rng, mode)
    for before, seat, _, verdict in rng.sample(record, min(8, len(record))):
        finding = resolve(before, verdict.after, seat)
        assert finding.accounts, finding.differences
        for account in finding.accounts:
            assert judge(before, seat, account.turn, verdict.after.land).legal


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(2))
def test_a_dispute_names_the_one_thing_that_is_wrong(mode: Mode, seed: int) -> None:
    rng = Random(seed)
    _, record = play(rng, mode)
    for before, seat, _, verdict in rng.sample(record, min(6, len(record))):
        side = side_of(before, seat)
        purse = purse_of(verdict.after, side)
        richer = with_purse(verdict.after, side, purse._replace(score=purse.score + 20))
        finding = resolve(before, richer, seat)
        at = ("group",) if side == GROUP else ("players", seat)
        assert not finding.accounts
        assert [difference.path for difference in finding.differences] == [(*at, "score")]


def test_a_dispute_cut_short_is_truncated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, land = games.first_table(Random(0), Mode.COMPETITIVE)
    entered = judge(table, 0, Turn(Explore(None, (Space(0),))), land).after
    assert entered is not None
    for after in (table, entered):
        assert not resolve(table, after, 0).truncated
    monkeypatch.setattr(disputes, "TRIED", 1)
    for after, accounts in ((table, 0), (entered, 1)):
        found = resolve(table, after, 0)
        assert (len(found.accounts), found.truncated) == (accounts, True)
