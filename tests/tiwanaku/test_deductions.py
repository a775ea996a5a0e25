"""Deductions are sound at every limit, and an independent checker accepts their explanations."""

from itertools import islice
from random import Random

import pytest

from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.tiwanaku.board import BoardName, Crop, Land, Terrain
from theodolite.tiwanaku.chains import Chains
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.deductions import (
    Deductions,
    Difficulty,
    Explanation,
    Possible,
    crop_limit_matters,
    deduce,
    fact_of,
)
from theodolite.tiwanaku.hints import find_hint
from theodolite.tiwanaku.knowledge import CONTRADICTION, Fact, UnprovedError
from theodolite.tiwanaku.laws import TIERS
from theodolite.tiwanaku.proofs import Proof, Prover
from theodolite.tiwanaku.solver import Value, formula_of
from theodolite.tiwanaku.steps import Step, conclusion
from theodolite.web.tiwanaku.game import GAME
from tiwanaku.explanations import check_explanation, superfluous
from tiwanaku.positions import (
    CONTRACT,
    FIFTEEN_ONES,
    Position,
    positions,
    tiles_of,
    without,
    worlds_of,
)
from tiwanaku.test_every_kind_of_board import KINDS, drawn

SHORT, LONG = BoardName.SHORT, BoardName.LONG
MUD, SAND, GRASS, ROCK = Terrain


@pytest.fixture(scope="module")
def contract() -> Deductions:
    return deduce(*CONTRACT)


def at(name: str, board: BoardName = SHORT) -> Space:
    return Land(board).grid.spaces[name]


def test_the_board_of_the_contract_has_two_worlds(contract: Deductions) -> None:
    assert (contract.consistent, contract.worlds, contract.exact) == (True, 2, True)
    assert (contract.truncated, contract.undecided, contract.conflict) == (False, (), None)


@pytest.mark.parametrize(
    ("space", "possible"),
    [
        ("B1", Possible((MUD,), (2,))),
        ("C4", Possible((ROCK,), (4,))),
        ("D5", Possible((ROCK,), (1, 3))),
        ("A1", Possible((MUD,), (1,))),
    ],
)
def test_its_spaces_are_those_of_the_contract(
    contract: Deductions, space: str, possible: Possible
) -> None:
    assert contract.spaces[at(space)] == possible


def test_its_steps_prove_what_is_certain(contract: Deductions) -> None:
    check_explanation(*CONTRACT, contract)
    assert contract.explained
    steps = dict(contract.certain)
    laws = {step.id: step.law for step in contract.steps}
    b1, c4 = steps[Value(at("B1"), level=2)], steps[Value(at("C4"), ROCK)]
    assert b1 is not None
    assert [laws[step] for step in b1] == ["region_size", "one_each"]
    assert c4 is not None
    assert [laws[step] for step in c4] == ["level_needs_size", "reach"]


def test_tiles_on_the_board_are_not_listed_as_certain(contract: Deductions) -> None:
    land = CONTRACT.land
    for (space, _, level), _ in contract.certain:
        assert not (land.laid if level is None else land.planted) >> space & 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_follows_by_its_law_and_needs_its_premises(kind: str) -> None:
    for land, tiles in islice(drawn(kind, 9), 4):
        found = deduce(land, tiles, count_to=1)
        check_explanation(land, tiles, found)
        assert found.explained
        assert superfluous(land, tiles, found) == []
        if found.difficulty and found.steps:
            hardest = max(TIERS[step.law] for step in found.steps)
            assert found.difficulty.tier == hardest


@pytest.mark.parametrize(
    ("terrain", "crops", "tiles"),
    [
        # The last tiles tell of a space that another step names.
        ("..S.. .R.RM .MGM. ...GM SM.G.", "..... .3..4 .2.3. ....1 ...2.", (8, 5, 7, 5)),
        ("G.MMG ..GG. ..S.. ..S.. RRM.G", "3.121 ...4. ..1.. ..5.. 21...", (7, 5, 11, 2)),
        # Within a supposition too, and where `all_five_seen` concludes what `reach` does.
        ("RS... .SG.G .SGS. .R... MRR..", ".2... ....2 .515. ..... 15...", (1, 11, 6, 7)),
        # The lesser of two greatest sizes of a region is what counts.
        ("S...R G..G. G.G.G .M..S RMSSS", "4...2 2..4. 1.... ..... 1..31", (5, 10, 7, 3)),
        # Steps within a supposition contradict each other.
        ("MM.MM ....R .G... GGM.G .SS..", ".2.5. ....1 ..... 15..1 .31..", (10, 4, 6, 5)),
        # A region that has no place for a level, and one that is cut in two.
        ("S..M. G.GS. R.... R.GGS ...GS", "1.... 2..5. ..... 3.45. ...2.", (4, 6, 10, 5)),
        ("GS..S MM.MS GM.R. ..S.. ...S.", "....1 ...3. 1..2. ..1.. .....", (6, 8, 6, 5)),
    ],
)
def test_a_premise_that_another_step_tells_is_left_out(
    terrain: str, crops: str, tiles: tuple[int, int, int, int]
) -> None:
    land = Land.from_rows(SHORT, terrain.split(), crops.split())
    found = deduce(land, tiles, count_to=1)
    check_explanation(land, tiles, found)
    assert superfluous(land, tiles, found) == []


D5_BY_A_LEVEL = Position(
    Land.from_rows(
        SHORT,
        ["G.G.R", "RG.R.", "....M", "RMSRM", "..S.M"],
        ["4.3..", "3....", "....2", ".5234", "....."],
    ),
    (10, 2, 5, 8),
)
"""The terrain of D5 follows from its level, which takes far fewer steps than counting tiles."""


def test_a_chain_takes_the_way_of_fewest_premises() -> None:
    found = deduce(*D5_BY_A_LEVEL)
    check_explanation(*D5_BY_A_LEVEL, found)
    steps = dict(found.certain)[Value(at("D5"), MUD)]
    laws = {step.id: step.law for step in found.steps}
    assert steps is not None
    assert [laws[step] for step in steps] == [
        "level_needs_size",
        "last_tiles",
        "last_place",
        "separation",
        "level_needs_size",
        *["reach"] * 2,
    ]


def test_all_levels_that_a_space_touches_are_one_step() -> None:
    steps = [one for one in deduce(*D5_BY_A_LEVEL).steps if one.concludes.kind == "crops"]
    assert steps
    names = D5_BY_A_LEVEL.land.grid.names
    for step in steps:
        struck = {level for level, _ in step.touched}
        assert conclusion(step.concludes, names) == {
            "space": names[step.concludes.at],
            "crops": [level for level in (1, 2, 3, 4, 5) if level not in struck],
        }


SUPPOSED = Position(
    Land.from_rows(
        SHORT,
        ["M.G.S", "M..RR", "M.SMR", "MMSMM", "G.SMM"],
        [".....", "...32", "4..51", ".532.", "...4."],
    ),
    (10, 5, 6, 4),
)
"""A supposition of no goal would shorten the chain of another one."""


def test_chains_draw_only_from_suppositions_that_have_steps() -> None:
    found = deduce(*SUPPOSED)
    assert (found.worlds, len(found.certain), found.explained) == (6, 11, True)
    check_explanation(*SUPPOSED, found)
    (value, *_) = [one.value for one in found.certain if one.value.space == at("B1")]
    assert dict(deduce(*SUPPOSED, focus=1 << at("B1")).certain)[value]


D1_JOINS_D4 = Position(
    Land.from_rows(
        SHORT,
        ["R.SM.", ".SSM.", "..G.M", "GGG..", "GM..S"],
        ["...5.", ".53..", "..1..", ".....", "4...."],
    ),
    (6, 10, 6, 3),
)
"""Of two spaces of one region, both of known terrain, the first belongs to the other."""
WITHOUT_ROOM = Position(
    Land.from_rows(
        SHORT,
        ["G...M", "..G.M", "G.S.S", ".S...", "R.MMR"],
        ["....1", "..5.5", "..1..", ".3...", "1.12."],
    ),
    (7, 6, 5, 7),
)


def test_a_space_is_taken_into_the_region_of_another_one() -> None:
    added = [
        step.argument.sets
        for board in (D1_JOINS_D4, WITHOUT_ROOM)
        for one in deduce(*board).steps
        for step in (one, *one.steps)
        if step.argument and step.law == "reach" and step.concludes.kind == "same"
    ]
    assert added
    assert not any(sets["place"] & sets.get("region", sets.get("pair", 0)) for sets in added)


def test_a_chain_of_which_a_premise_is_missing_is_left_out_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def of(*_: object) -> None:
        raise UnprovedError

    monkeypatch.setattr(Chains, "of", of)
    found = deduce(*CONTRACT)
    assert (found.worlds, found.explained, found.steps) == (2, False, ())
    assert found.certain
    (record,) = caplog.records
    assert record.__dict__["terrain"] == CONTRACT.land.terrain_rows()
    assert isinstance(find_hint(*CONTRACT), str)


def test_a_full_board_leaves_one_world_and_no_steps() -> None:
    for board in (SHORT, LONG):
        land = worlds_of(board)[0]
        found = deduce(land, tiles_of(land))
        assert (found.worlds, found.exact, found.certain, found.steps) == (1, True, (), ())
        assert (found.explained, found.difficulty) == (True, Difficulty(1, 0))


def test_explains_a_conflict_by_tiles_and_laws() -> None:
    land = CONTRACT.land.discovered(at("D4"), MUD)
    found = deduce(land, CONTRACT.tiles)
    assert (found.consistent, found.worlds, found.exact, found.spaces) == (False, 0, True, {})
    assert not found.truncated
    assert found.conflict is not None
    tiles, laws = found.conflict
    assert laws == ("separation", "diversity")
    # Without any one of the tiles nothing is left that the two laws exclude.
    for space in each(tiles):
        fewer = _within(land, tiles & ~(1 << space))
        with Prover(fewer, CONTRACT.tiles, Clock()) as prover:
            rest = prover.why()
        assert rest is None or "tile_count" in rest.laws


def test_counts_that_cannot_be_met_are_named() -> None:
    land = Land.from_rows(
        SHORT, ["MM...", ".....", ".....", ".....", "....."], ["21..."] + ["....."] * 4
    )
    found = deduce(land, (1, 8, 8, 8))
    assert (found.consistent, found.worlds, found.exact, found.spaces) == (False, 0, True, {})
    assert (found.truncated, found.undecided, found.explained) == (False, (), True)
    assert found.conflict is not None
    assert found.conflict.laws == ("tile_count",)
    assert land.grid.name_all(found.conflict.tiles) == ["A1", "B1"]


def test_the_box_excludes_worlds_with_too_many_crops() -> None:
    # Of fifteen sweet potatoes thirteen lie, and there are thirteen in the box.
    land, tiles = without(FIFTEEN_ONES, "A1 I5"), tiles_of(FIFTEEN_ONES)
    boxed, free = deduce(land, tiles), deduce(land, tiles, box=False)
    assert (boxed.consistent, free.consistent, free.worlds) == (False, True, 1)
    assert boxed.conflict is not None
    assert "crop_limit" in boxed.conflict.laws
    assert crop_limit_matters(land, tiles, boxed, Clock()) is True
    assert crop_limit_matters(land, tiles, free, Clock()) is True
    assert crop_limit_matters(land, tiles, free, Clock(seconds=0)) is None
    # A count that was cut short may hide further worlds.
    counting = free._replace(exact=False)
    assert crop_limit_matters(land, tiles, counting, Clock()) is None


def test_the_box_does_not_matter_where_no_world_can_empty_it() -> None:
    assert crop_limit_matters(*CONTRACT, deduce(*CONTRACT, explain=False), Clock()) is False
    land, tiles = next(positions(LONG, Random(4), known=(0.9, 0.9), planted=0.9))
    found = deduce(land, tiles, explain=False)
    assert crop_limit_matters(land, tiles, found, Clock()) is False


def test_the_box_does_not_matter_where_no_world_fits() -> None:
    # Quinoa on a region of one space.
    terrain, crops = ["MS.......", "S........"], ["5........", "........."]
    land = Land.from_rows(LONG, terrain + ["........."] * 3, crops + ["........."] * 3)
    tiles = (11, 12, 11, 11)
    found = deduce(land, tiles, explain=False)
    assert found.consistent is False
    assert crop_limit_matters(land, tiles, found, Clock()) is False


THIRTEEN_ONES = Land.from_rows(
    LONG,
    ["RRGGGMSSM", "RRMGSMSGG", "MRMSSMRGG", "MGSSMMRRG", "SGGGGRRSS"],
    ["124212121", "531354343", "142421521", "251353435", "132412121"],
)
TWELVE_TWOS = Land.from_rows(
    LONG,
    ["SSMSSMMGG", "RRMMSSMSG", "RSMGGSRSG", "RSSSMRRSS", "RGGSMMRRS"],
    ["212121213", "353434354", "121215212", "453434343", "212121512"],
)


@pytest.mark.parametrize(
    ("world", "hidden"),
    [
        (THIRTEEN_ONES, "A1 A3 A4 A5 B1 B3 E1 E3 F3 F4 G1 G3 H1 H2 H4 I1"),
        (TWELVE_TWOS, "C2 F3 G5 I4 I5"),
    ],
)
def test_the_box_does_not_matter_if_it_is_just_emptied(world: Land, hidden: str) -> None:
    tiles, land = tiles_of(world), without(world, hidden)
    found = deduce(land, tiles, explain=False)
    assert (found.worlds, found.exact) == (1, True)
    # A place more than there are tiles could hold it, so that worlds must be searched.
    assert crop_limit_matters(land, tiles, found, Clock(seconds=0)) is None
    assert crop_limit_matters(land, tiles, found, Clock()) is False


@pytest.mark.parametrize(
    ("land", "searches"),
    [
        (THIRTEEN_ONES, False),
        (TWELVE_TWOS, False),
        (FIFTEEN_ONES, True),
        (without(FIFTEEN_ONES, "A1 I5"), True),
        (Land(LONG), True),
        (Land(SHORT), False),
    ],
)
def test_searches_beyond_the_box_only_where_worlds_could_empty_it(
    land: Land, *, searches: bool
) -> None:
    found = deduce(*CONTRACT, explain=False)
    answer = crop_limit_matters(land, CONTRACT.tiles, found, Clock(seconds=0))
    assert answer is (None if searches else False)


def test_worlds_of_other_counts_do_not_make_the_box_matter() -> None:
    land, (mud, sand, grass, rock) = without(FIFTEEN_ONES, "A1 I5"), tiles_of(FIFTEEN_ONES)
    tiles = (mud + 1, sand - 1, grass, rock)
    found = deduce(land, tiles, explain=False)
    assert crop_limit_matters(land, tiles, found, Clock()) is False


@pytest.mark.parametrize("box", [True, False])
def test_deductions_without_steps_respect_the_box(*, box: bool) -> None:
    land, tiles = without(FIFTEEN_ONES, "A1 I5"), tiles_of(FIFTEEN_ONES)
    found = deduce(land, tiles, box=box, explain=False)
    assert found.consistent is not box
    assert (found.worlds, found.exact, found.explained) == (0 if box else 1, True, False)


LEVELS_OPEN = Position(
    Land.from_rows(
        SHORT,
        ["MSSSR", "MMMMG", "GRRGG", "GMRRG", "MMMRS"],
        ["3....", "..4..", ".3.31", ".....", ".3.5."],
    ),
    (9, 4, 6, 6),
)
HARD = Position(
    Land.from_rows(
        SHORT,
        ["....S", "S.G..", "....S", "RRR.S", "MR..."],
        ["....1", "..3..", "....1", "234.4", ".5..."],
    ),
    (1, 11, 5, 8),
)


@pytest.mark.parametrize(
    ("terrain", "crops", "tiles", "value", "tier"),
    [
        ("MMS..", "1....", (6, 6, 6, 7), Value(Space(1), level=2), 1),
        ("M....", ".....", (1, 8, 8, 8), Value(Space(0), level=1), 2),
        ("MS...", "5....", (6, 6, 6, 7), Value(Space(5), MUD), 3),
    ],
)
def test_the_tier_of_a_value_is_the_lowest_that_proves_it(
    terrain: str, crops: str, tiles: tuple[int, int, int, int], value: Value, tier: int
) -> None:
    second = "GR..." if tier == 1 else "....."
    land = Land.from_rows(SHORT, [terrain, second, *["....."] * 3], [crops, *["....."] * 4])
    explanation = Explanation(land, tiles, Clock(), box=True)
    explanation.explain([fact_of(value)], list)
    certain, steps, _ = explanation.steps_for([value])
    assert certain[0].steps is not None
    assert explanation.difficulty([value], steps) == Difficulty(tier, len(steps))


@pytest.mark.parametrize(("position", "tier"), [(LEVELS_OPEN, 4), (HARD, 5)])
def test_counts_the_steps_of_suppositions(position: Position, tier: int) -> None:
    found = deduce(*position)
    check_explanation(*position, found)
    assert found.explained is True
    ids = [one.id for step in found.steps for one in (step, *step.steps)]
    assert ids == [*range(1, len(ids) + 1)]
    assert found.difficulty == Difficulty(tier, len(ids))
    assert max(TIERS[step.law] for step in found.steps) == tier


def test_an_impossible_board_has_no_world_under_either_ruling() -> None:
    land = CONTRACT.land.discovered(at("D4"), MUD)
    found = deduce(land, CONTRACT.tiles, box=False)
    assert found.conflict is not None
    assert found.conflict.laws == ("separation", "diversity")


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (Fact("not_terrain", 0, MUD), {"space": "A1", "not": {"terrain": "mud"}}),
        (Fact("not_crop", 1, 3), {"space": "B1", "not": {"crop": 3}}),
        (Fact("terrain", 0, ROCK), {"space": "A1", "terrain": ["rock"]}),
        (Fact("crop", 0, 5), {"space": "A1", "crops": [5]}),
        (Fact("same", 0b11), {"same_region": ["A1", "B1"]}),
        (Fact("min", 0, 2), {"region_of": "A1", "min_size": 2}),
        (Fact("max", 0, 4), {"region_of": "A1", "max_size": 4}),
        (Fact("size", 0, 4), {"region_of": "A1", "size": 4}),
        (CONTRADICTION, {"contradiction": True}),
    ],
)
def test_writes_conclusions_with_the_names_of_spaces(fact: Fact, said: object) -> None:
    assert conclusion(fact, Land(SHORT).grid.names) == said


def test_a_focus_restricts_what_is_listed() -> None:
    focus = 1 << at("B1") | 1 << at("D5")
    found = deduce(*CONTRACT, focus=focus)
    assert [*found.spaces] == [at("B1"), at("D5")]
    assert [value for value, _ in found.certain] == [
        Value(at("B1"), level=2),
        Value(at("D5"), ROCK),
    ]
    assert found.worlds == 2
    check_explanation(*CONTRACT, found)


def test_counts_worlds_up_to_the_limit() -> None:
    found = deduce(Land(SHORT), (7, 9, 4, 5), count_to=50, explain=False)
    assert (found.worlds, found.exact, found.truncated) == (50, False, False)
    # Nothing is certain, so that nothing is hard to see.
    assert (found.certain, found.difficulty) == ((), Difficulty(1, 0))


def test_without_time_everything_is_undecided() -> None:
    found = deduce(Land(SHORT), (7, 9, 4, 5), clock=Clock(seconds=0))
    assert (found.consistent, found.truncated, found.worlds, found.exact) == (None, True, 0, False)
    assert len(found.undecided) == 25 * (4 + 5)
    assert found.difficulty is None


@pytest.mark.parametrize("conflicts", [1, 300, 900, 3000])
def test_values_resolved_before_time_is_up_stay_resolved(conflicts: int) -> None:
    land, tiles = next(positions(SHORT, Random(2), known=(0.3, 0.3), planted=1))
    resolved = deduce(land, tiles, explain=False)
    hasty = deduce(land, tiles, explain=False, clock=Clock(work=conflicts))
    undecided = {*hasty.undecided}
    for space, possible in hasty.spaces.items():
        every = resolved.spaces[space]
        assert {*every.terrain} <= {*possible.terrain}
        assert {*every.crops} <= {*possible.crops}
        assert all(Value(space, t) in undecided for t in {*possible.terrain} - {*every.terrain})
        assert all(Value(space, level=k) in undecided for k in {*possible.crops} - {*every.crops})
    assert hasty.truncated == bool(undecided) or not hasty.exact


class Patience(Clock):
    """Time that is up after so many looks at it."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TimeIsUp


def test_an_explanation_that_takes_too_long_is_left_out() -> None:
    settling = Patience(10_000)
    deduce(*CONTRACT, explain=False, clock=settling)
    found = deduce(*CONTRACT, clock=Patience(10_000 - settling.left + 20))
    assert not found.truncated
    assert not found.explained
    assert found.difficulty is None
    explained = [value for value, steps in found.certain if steps is not None]
    assert Value(at("B1"), level=2) in explained
    assert len(explained) < len(found.certain)
    check_explanation(*CONTRACT, found)


def test_chains_that_were_found_are_written_though_the_budget_is_used_up() -> None:
    """A chain asks the laws again for its reasons."""
    explained = set()
    for land, tiles in islice(drawn("half planted", 9), 1):
        for work in range(200, 9_000, 1_100):
            found = deduce(land, tiles, clock=Clock(work=work), count_to=1)
            check_explanation(land, tiles, found)
            explained |= {steps is not None for _, steps in found.certain}
    assert explained == {True, False}


def test_writing_ends_soon_after_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is up no premise is left out, which takes most of it; then nothing is explained."""
    land, tiles = next(drawn("half planted", 9))
    explain, now = Explanation.explain, [0.0]
    premises, explained = [], []
    for late in (0.0, 1.1, 1.4):
        with monkeypatch.context() as patched:
            # The time passes between the last law and the first step.
            patched.setattr("theodolite.tiwanaku.clock.monotonic", lambda: now[0])
            patched.setattr(
                Explanation, "explain", lambda *of, at=late: (explain(*of), now.__setitem__(0, at))
            )
            now[0] = 0.0
            found = deduce(land, tiles, clock=Clock(1))
        check_explanation(land, tiles, found)
        assert (found.difficulty is None) == (late > 0)
        premises.append(sum(len(step.because) for step in found.steps))
        explained.append(sum(steps is not None for _, steps in found.certain))
    assert premises[1] > premises[0] > premises[2] == 0
    assert explained[0] == explained[1] > explained[2] == 0


def test_a_conflict_that_takes_too_long_is_left_out() -> None:
    land = CONTRACT.land.discovered(at("D4"), MUD)
    settling = Patience(10_000)
    deduce(land, CONTRACT.tiles, explain=False, clock=settling)
    found = deduce(land, CONTRACT.tiles, clock=Patience(10_000 - settling.left))
    assert (found.consistent, found.conflict, found.explained) == (False, None, False)


def _within(land: Land, spaces: int) -> Land:
    mud, sand, grass, rock = [layer & spaces for layer in land.terrain]
    one, two, three, four, five = [layer & spaces for layer in land.crops]
    return Land(land.board, (mud, sand, grass, rock), (one, two, three, four, five))


def test_builds_the_formulas_before_the_first_request() -> None:
    formula_of.cache_clear()
    GAME.prepare()
    built = formula_of.cache_info().misses
    for board in BoardName:
        formula_of(board)
    assert formula_of.cache_info().misses == built


@pytest.mark.parametrize(
    ("step", "values"),
    [
        (
            Step(1, "reach", Spaces(0b11), (), Fact("terrain", 2, ROCK)),
            {"space": "C1", "spaces": ["A1", "B1", "C1"], "others": ["A1", "B1"], "terrain": ROCK},
        ),
        (
            Step(1, "separation", Spaces(0b11), (), Fact("not_crop", 1, 4)),
            {"space": "B1", "spaces": ["A1", "B1"], "others": ["A1"], "crop": Crop.MAIZE},
        ),
        (
            Step(1, "must_join", Spaces(0b110), (), Fact("same", 0b110)),
            {"space": "", "spaces": ["B1", "C1"], "others": []},
        ),
        (
            Step(1, "region_size", Spaces(0b110), (), CONTRADICTION),
            {"space": "", "spaces": ["B1", "C1"], "others": ["B1", "C1"]},
        ),
        (
            Step(1, "region_size", Spaces(0b110), (), Fact("size", 1, 2)),
            {"space": "B1", "spaces": ["B1", "C1"], "others": ["C1"], "count": 2},
        ),
        (
            Step(1, "suppose", NOWHERE, (), Fact("not_terrain", 0, MUD), Value(Space(0), MUD)),
            {"terrain": MUD, "supposed": "A1", "value": MUD},
        ),
        (
            Step(1, "suppose", NOWHERE, (), Fact("not_crop", 1, 2), Value(Space(1), level=2)),
            {"crop": Crop.COCA, "supposed": "B1", "value": Crop.COCA},
        ),
        (
            Step(
                1,
                "search",
                NOWHERE,
                (),
                Fact("crop", 1, 2),
                proof=Proof(Spaces(0b101), ("separation",)),
            ),
            {"crop": Crop.COCA, "tiles": ["A1", "C1"]},
        ),
    ],
)
def test_fills_the_sentence_of_a_step(step: Step, values: dict[str, object]) -> None:
    filled = step.values(Land(SHORT).grid.names)
    assert filled.items() >= values.items()
    # Only the wanted kinds are filled.
    kinds = {"terrain", "crop", "supposed", "value", "tiles"}
    assert kinds & filled.keys() == kinds & values.keys()
    assert (step.rule, step.key) == (f"tiwanaku.law.{step.law}", step.concludes.kind)
