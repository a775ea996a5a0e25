"""Responses about Tiwanaku.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType, field

from theodolite_sdk.model import Literal, Model
from theodolite_sdk.pictures import Reviewed
from theodolite_sdk.responses import (
    BoardFound,
    Check,
    Condition,
    Difference,
    PhotoDescriptors,
    PhotoLooks,
    PhotoWarning,
    Remark,
    RulingUsed,
    RulingWeighed,
    Seen,
    Stop,
)
from theodolite_sdk.returned import to_request
from theodolite_sdk.telling import Answer
from theodolite_sdk.tiwanaku import requests
from theodolite_sdk.tiwanaku.proof import HintText, ProofText, StepText
from theodolite_sdk.tiwanaku.requests import ByTerrain
from theodolite_sdk.tiwanaku.sheet import ScoreSheetText
from theodolite_sdk.verdicts import ChangeText, ReplayText, ReviewText, VerdictText


class ReturnedArrow(Model, frozen=True, omit_defaults=True):
    """The arrow of a terrain tile."""

    colour: Literal["blue", "brown", "green", "white", "purple", "yellow"]
    """The arrow's colour."""

    direction: Literal["up", "right", "down", "left"]
    """The way it points, with the tile's north mark aligned with the rose."""

    def to_request(self) -> requests.Arrow:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Arrow)


class CertainValue(Model, frozen=True):
    """A value that is resolved and does not lie yet."""

    space: str
    """The space."""

    terrain: Literal["mud", "sand", "grass", "rock"] | None = None
    """Its terrain."""

    crop: int | None = None
    """The level of its crop, 1 to 5."""

    steps: tuple[int, ...] | None = None
    """The ids of the steps that prove it; null if there was no time."""


class Conflict(Model, frozen=True):
    """Tiles and laws that exclude each other; without any one of them they do not."""

    tiles: tuple[str, ...]
    """The spaces of the tiles and the notes."""

    laws: tuple[Literal["crop_limit", "diversity", "separation", "tile_count"], ...] = ()
    """The laws."""


class Difficulty(Model, frozen=True):
    """How hard it is to see all that is certain."""

    tier: int
    """The hardest tier of the laws used, 1 to 5."""

    steps: int
    """The number of steps."""


class Disc(Model, frozen=True):
    """A scenario disc."""

    tiles: ByTerrain
    """The number of tiles of each terrain."""

    terrain: tuple[str, ...] = ()
    """The terrain of the map, as rows."""

    crops: tuple[str, ...] = ()
    """The crops of the map, as rows."""

    start: tuple[str, ...] = ()
    """The start spaces."""

    otoma: tuple[str, ...] | None = None
    """The start spaces of Otoma's pawns; null on the short board."""


class Discovered(Model, frozen=True):
    """A terrain that was laid."""

    space: str
    """The space that was empty."""

    terrain: Literal["mud", "sand", "grass", "rock"]
    """The terrain of its tile."""


class EndCheck(Answer, frozen=True):
    """Whether the game ends."""

    triggered: bool
    """Whether the end has begun."""

    over: bool
    """Whether nothing more can be gained."""

    next_player: str | None = None
    """The one whose turn follows; null if none."""

    still_to_play: tuple[str, ...] = ()
    """Those who play on though the end has begun, in turn order."""

    conditions: tuple[Condition, ...] = ()
    """The state on which the end depends."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that can affect such an answer."""


class ReturnedFinal(Model, frozen=True, omit_defaults=True):
    """The end of a game."""

    starter: str | None = None
    """The player who laid the last terrain tile. Competitive games need it."""

    passed: tuple[str, ...] = ()
    """The players who have passed in the final phase, none by default."""

    offered: tuple[str, ...] = ()
    """The players who have made their last offering, or `group`; none by default."""

    def to_request(self) -> requests.Final:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Final)


class Gain(ChangeText, frozen=True):
    """A gain or a loss of a turn, in order."""

    effect: Literal[
        "discovery",
        "offering",
        "otoma_crop",
        "otoma_discovery",
        "otoma_offering",
        "prediction_right",
        "prediction_wrong",
    ]
    """The source of the points."""

    rule: str
    """The rule that brings it."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The change, in a sentence."""

    player: str
    """A player's name, group, or Otoma."""

    points: int
    """The marker's real change."""

    score_after: int
    """The points on the side's marker afterwards."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    terrain: Literal["mud", "sand", "grass", "rock"] | None = None
    """Discoveries: the terrain discovered."""

    level: int | None = None
    """The step reached, or the level of the crop."""

    pawns: tuple[Literal["mud", "sand", "grass", "rock"], ...] = ()
    """The pawns on that level."""

    says: int | None = None
    """The level predicted."""

    token: bool | None = None
    """Whether a token was taken."""

    tokens: tuple[int, ...] = ()
    """The levels offered."""


class ReturnedGroup(Model, frozen=True, omit_defaults=True):
    """The side of the players of a cooperative game."""

    score: int
    """The points on the group's score marker."""

    offerings: tuple[int, ...]
    """The levels of the tokens that the group holds, each once."""

    diversity: ByTerrain
    """The steps that the group's pawn of each terrain has risen."""

    def to_request(self) -> requests.Group:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Group)


class LandSpaceRead(Model, frozen=True):
    """The reading of one space."""

    space: str
    """The space."""

    confidence: float
    """From 0 to 1, of the less sure of the two."""

    terrain: str | None = None
    """The letter of the rows; null without samples."""

    crop: str | None = None
    """Its level, or `.`; null without samples."""

    review: bool = False
    """Whether a person should look."""


class MovedPawn(Model, frozen=True):
    """A move of one of Otoma's pawns."""

    pawn: str
    """The pawn's colour."""

    from_: str = field(name="from")
    """The space that it leaves."""

    course: tuple[str, ...] = ()
    """Every space stepped onto, and both ends of each path used."""

    stops_at: str | None = None
    """The empty space where it stops; null if it comes round to where it stood."""

    changes: tuple[Gain, ...] = ()
    """Otoma's gains, in order."""

    token: bool = False
    """Whether Otoma took a token."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on it."""


class Offering(Model, frozen=True):
    """Tokens that can be offered."""

    points: int
    """The points that they bring."""

    tokens: tuple[int, ...] = ()
    """Their levels."""


class ReturnedPawn(Model, frozen=True, omit_defaults=True):
    """One of Otoma's pawns."""

    colour: Literal["blue", "brown", "green", "white", "purple", "yellow"]
    """The pawn's colour."""

    space: str
    """The space on which it stands."""

    def to_request(self) -> requests.Pawn:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Pawn)


class Planted(Model, frozen=True):
    """A crop that was planted."""

    space: str
    """The space that was bare."""

    level: int
    """The level of its crop, 1 to 5."""


class ReturnedPlayer(Model, frozen=True, omit_defaults=True):
    """A player. In cooperative games, score, offerings and diversity are the group's."""

    name: str
    """Unique among the players; neither `Otoma` nor `group`."""

    colour: Literal["blue", "brown", "green", "white", "purple", "yellow"]
    """The colour of the meeples: blue, brown, green or white. Of four players of a cooperative
    game, the first and the third share one, the second and the fourth another.
    """

    meeples: tuple[str, ...] = ()
    """The spaces of the meeples on the board, none by default. Those of a pair stand with its
    first player.
    """

    score: int | None = None
    """The points on the score marker. Not in cooperative games."""

    offerings: tuple[int, ...] | None = None
    """The levels of the offering tokens held, each once. Not in cooperative games."""

    diversity: ByTerrain | None = None
    """The steps that the diversity pawn of each terrain has risen. Not in cooperative games."""

    stacks: ByTerrain | None = None
    """Cooperative games: the tiles of each terrain behind the screen."""

    tops: Mapping[str, Literal["up", "right", "down", "left"] | None] | None = None
    """Cooperative games: the arrows on top of the stacks, as far as known."""

    recalled_from: str | None = None
    """The space from which this player's last turn recalled a meeple, if it did."""

    def to_request(self) -> requests.Player:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Player)


class PredictedCrop(Model, frozen=True):
    """A prediction."""

    space: str
    """The space."""

    level: int
    """The level predicted, 1 to 5."""


class ReturnedPrediction(Model, frozen=True, omit_defaults=True):
    """A crop predicted, and the one that the wheel showed."""

    space: str
    """The bare space with a meeple."""

    says: int | None = None
    """The level predicted, 1 to 5."""

    wheel: int | None = None
    """The level that the wheel showed, 1 to 5."""

    def to_request(self) -> requests.Prediction:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Prediction)


class PredictionPlan(Model, frozen=True):
    """The predictions that bring most in one turn."""

    chance: float
    """The share of the worlds in which all are right."""

    value: float
    """The expected points."""

    predictions: tuple[PredictedCrop, ...] = ()
    """In order, if all before are right; empty for none."""


class Item(Model, frozen=True):
    """A line of a side's score."""

    category: Literal["empty_spaces", "offering", "recorded"]
    """The points on the marker, a last offering, or Otoma's for empty spaces."""

    points: int
    """The line's points; the sum of its parts where it has any."""

    rule: str
    """The rule that gives the points."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The reason, in a sentence."""

    spaces: tuple[str, ...] = ()
    """The spaces that count for it."""

    tokens: tuple[int, ...] = ()
    """Offering: the levels held."""


class SideScore(Model, frozen=True):
    """The score of a player, of the group or of Otoma."""

    name: str
    """The player's name, `group` or `Otoma`."""

    rank: int
    """From 1; those who are tied share."""

    total: int
    """The sum of the items."""

    diversity_steps: int
    """The steps of all the side's diversity pawns, which break ties."""

    items: tuple[Item, ...] = ()
    """The lines of the score."""


class SpaceOdds(Model, frozen=True):
    """The shares of the possible worlds that show each value of a space, each from 0 to 1."""

    terrain: Mapping[str, float]
    """By each terrain that it may have; they add up to 1."""

    crops: Mapping[str, float] = {}
    """By each level that its crop may have; they add up to 1."""


class ReturnedSpend(Model, frozen=True, omit_defaults=True):
    """The tile spent in a cooperative game."""

    terrain: Literal["mud", "sand", "grass", "rock"]
    """The terrain of the tile."""

    arrow: Literal["up", "right", "down", "left"] | None = None
    """The way that its arrow points; null if that is not known."""

    def to_request(self) -> requests.Spend:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Spend)


class ScoreSheet(ScoreSheetText, frozen=True):
    """The ranking as if all stopped and offered now."""

    decided_by: Literal["diversity_steps", "otoma_wins_ties", "shared", "total"]
    """The deciding criterion between the best sides."""

    players: tuple[SideScore, ...] = ()
    """The sides: the players in turn order or the group, Otoma."""

    winners: tuple[str, ...] = ()
    """The names of the sides that win."""

    final: bool = False
    """Whether nothing more can be gained."""

    remarks: tuple[Remark, ...] = ()
    """An oddity of the table that is not impossible."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that can affect such an answer."""


class UndecidedValue(Model, frozen=True):
    """A value that is listed without a world that shows it."""

    space: str
    """The space."""

    terrain: Literal["mud", "sand", "grass", "rock"] | None = None
    """A terrain that it may have."""

    crop: int | None = None
    """A level that its crop may have, 1 to 5."""


class Violation(Model, frozen=True):
    """A law that a map breaks."""

    rule: str
    """The rule broken."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """Why, in words."""

    spaces: tuple[str, ...] = ()
    """The spaces that break it."""


class WeighedDiscovery(Model, frozen=True):
    """A space that the player can reach and discover."""

    space: str
    """The space."""

    points: float
    """The expected points."""

    worlds: float
    """The expected number of possible worlds left."""

    certain: float
    """The expected number of spaces of which something else becomes certain."""

    rule: str
    """The rule that gives the points."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """Why, in words."""


class WeighedPrediction(Model, frozen=True):
    """A prediction that the player may make and that may be right."""

    space: str
    """The space."""

    level: int
    """The level predicted, 1 to 5."""

    chance: float
    """The share of the possible worlds in which it is right, from 0 to 1."""

    right: int
    """The points if it is right: the level, and what a new token adds to an offering of all."""

    value: float
    """The expected points."""

    rule: str
    """The rule that gives the points."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """Why, in words."""

    wrong: float | None = None
    """The expected points if it is wrong; null if it cannot be."""


class ReturnedWheel(Model, frozen=True, omit_defaults=True):
    """The reading of the wheel for a space that Otoma discovers."""

    terrain: Literal["mud", "sand", "grass", "rock"]
    """The terrain of the space."""

    crop: int
    """The level of its crop, 1 to 5."""

    def to_request(self) -> requests.Wheel:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Wheel)


class WhyNot(Model, frozen=True):
    """Why a space does not have a value."""

    space: str
    """The space."""

    value: Literal["grass", "mud", "rock", "sand"] | int
    """The terrain, or the level of the crop."""

    possible: bool | None = None
    """Whether some world shows it; null if that was not resolved in time."""

    steps: tuple[int, ...] | None = None
    """The ids of the steps that prove that none does; null if there are none."""


class World(Model, frozen=True):
    """A world that fits."""

    terrain: tuple[str, ...]
    """Its terrain, as rows."""

    crops: tuple[str, ...] = ()
    """Its crops, as rows."""


class ReturnedAction(Model, frozen=True, omit_defaults=True):
    """An action. Which fields it has depends on its type."""

    type: Literal[
        "explore", "recall", "divine", "final_prediction", "pass", "final_offering", "none"
    ]
    """The action. `none`: nothing, where a solo or cooperative game allows no action."""

    from_: str | None | UnsetType = field(name="from", default=UNSET)
    """`explore`: the space that the meeple leaves, null for the reserve. `recall`: the space
    from which it is recalled.
    """

    path: tuple[str, ...] | None = None
    """`explore`: every space stepped onto, in order."""

    wheel: Literal["mud", "sand", "grass", "rock"] | int | None = None
    """The wheel's result, absent or null if that is not known: the terrain of the space that
    `explore` discovers, the level of the crop of a `final_prediction`.
    """

    giver: str | None = None
    """Cooperative games: the player who gives the tile, if the pool has none of that terrain."""

    arrow: ReturnedArrow | None = None
    """Solo games: the arrow of the tile that `explore` discovers."""

    own_arrow: Literal["easy", "hard"] | None = None
    """Solo games: what the player chooses where the arrow has the meeple's own colour. `easy`:
    nothing. `hard`: the turn ends, and a pawn of Otoma's moves.
    """

    predictions: tuple[ReturnedPrediction, ...] | None = None
    """`divine`: the predictions in their order."""

    space: str | None = None
    """`final_prediction`: the bare space with a meeple."""

    says: int | None = None
    """`final_prediction`: the level predicted, 1 to 5."""

    def to_request(self) -> requests.Action:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Action)


class BestTurn(Model, frozen=True):
    """The best turn, by its parts that can score."""

    value: float
    """The expected points, to 4 decimals."""

    discovers: str | None = None
    """The space discovered, if any."""

    predicts: tuple[PredictedCrop, ...] = ()
    """The predictions in order, if any."""

    offers: tuple[int, ...] = ()
    """The levels of the tokens offered, if any."""


class CountedWorlds(Model, frozen=True):
    """How many worlds fit."""

    count: int
    """The worlds counted."""

    exact: bool = False
    """Whether there are no others."""

    shown: tuple[World, ...] = ()
    """With `worlds`: some of them, each as different as possible from those before."""


class DeductionStep(StepText, frozen=True):
    """One step of an explanation."""

    id: int
    """The number by which other steps refer to it."""

    law: str
    """The law by which it concludes."""

    rule: str
    """The rule: `tiwanaku.law.` and the law."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """Why, in words."""

    spaces: tuple[str, ...] = ()
    """The spaces it speaks of."""

    because: tuple[int, ...] = ()
    """The steps it is drawn from."""

    concludes: Mapping[str, Any] = {}
    """One of `space` (or `spaces`, for the last tiles of a terrain) with `terrain`, `crops` (the
    levels left) or `not`; `region_of` with `size`, `min_size` or `max_size`; `same_region`;
    `contradiction`.
    """

    supposes: UndecidedValue | None = None
    """Law `suppose`: what leads to a contradiction."""

    steps: tuple["DeductionStep", ...] = ()
    """Law `suppose`: how it does."""

    tiles: tuple[str, ...] = ()
    """Law `search`: the spaces of the tiles and notes that prove it."""

    laws: tuple[Literal["crop_limit", "diversity", "separation", "tile_count"], ...] = ()
    """Law `search`: and the laws."""


class ReturnedDirectedMove(Model, frozen=True, omit_defaults=True):
    """A move of one of Otoma's pawns in a direction."""

    pawn: str
    """The pawn, by its colour, or by its space where several have that colour."""

    direction: Literal["up", "right", "down", "left"]
    """The way that it moves."""

    wheel: ReturnedWheel | None = None
    """The wheel's result for the space where the pawn stops; absent or null if that is not
    known, or if it comes round to where it stood.
    """

    giver: str | None = None
    """Cooperative games: the player who gives the tile, if the pool has none of that terrain."""

    def to_request(self) -> requests.DirectedMove:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.DirectedMove)


class Hint(Model, frozen=True):
    """A value that can be known."""

    space: str
    """Its space."""

    tier: int
    """The hardest tier of its proof, 1 to 4."""

    technique: str
    """The law of the step that decides, as `law` of a step names it."""

    nudge: str
    """Where to look, and by which law, without giving the value away."""

    terrain: Literal["mud", "sand", "grass", "rock"] | None = None
    """A terrain."""

    crop: int | None = None
    """Or the level of a crop, 1 to 5."""

    also: tuple[str, ...] = ()
    """Further spaces that get the same terrain, since no other tile is left."""

    where: tuple[str, ...] = ()
    """The spaces where to look."""

    steps: tuple[DeductionStep, ...] = ()
    """The steps of its proof."""


class Hinted(HintText, frozen=True):
    """The next easiest thing that can be known."""

    explanation: str
    """The hint, or why there is none, in words."""

    hint: Hint | None = None
    """The hint; null if there is none."""

    more: bool = False
    """Whether another space can be known by the tiers up to `max_tier`."""

    why: (
        Literal["all_seen", "ask_the_wheel", "beyond_tier", "inconsistent", "out_of_time", "solved"]
        | None
    ) = None
    """Without a hint: nothing is certain before the wheel shows more; something is, by a harder
    tier; nothing is but on the spaces in `seen`; all tiles are on the board; no world fits;
    or time was up.
    """

    rulings: tuple[RulingWeighed, ...] = ()
    """The rulings that can affect such an answer."""


class JudgedScenario(Answer, frozen=True):
    """A disc as judged; null is what the limit left open, or what has no answer."""

    lawful: bool
    """Whether the map breaks no law."""

    tiles: ByTerrain
    """The number of tiles of each terrain."""

    violations: tuple[Violation, ...] = ()
    """Every place where it breaks one."""

    crop_tiles: tuple[int, ...] = ()
    """How many crops of each level, from 1."""

    fits_box: bool = False
    """Whether the box has these terrain and crop tiles."""

    unique_from_start: bool | None = None
    """Whether the start tiles and the counts leave one world."""

    unique_from_terrain: bool | None = None
    """Whether all terrain and the start crops leave one world."""

    other_world: World | None = None
    """A second world that the start tiles and counts leave."""

    difficulty: Difficulty | None = None
    """How hard it is to see the map from its start tiles."""

    deal: Mapping[str, bool] | None = None
    """Long board: by players, whether the tiles left can be dealt equally."""


class LandPhotoRead(Reviewed, frozen=True):
    """A board as read off a photograph."""

    terrain: tuple[str, ...] | None = None
    """As a snapshot has it; null without samples."""

    crops: tuple[str, ...] | None = None
    """As a snapshot has them; null without samples."""

    spaces: tuple[LandSpaceRead, ...] = ()
    """The reading of each space."""

    ask: tuple[str, ...] = ()
    """The spaces to ask a person about next: their answers join `samples`. The rows are
    provisional while `ask` is not empty.
    """

    unlawful: tuple[str, ...] = ()
    """The spaces of which not all can be as read, by the laws and the tiles of the box."""

    corners: tuple[tuple[float, ...], ...] = ()
    """The corners used, as the request gives them."""

    proposed: bool = False
    """Whether the corners were found, not given."""

    review_corners: bool = False
    """Whether a person should look at the corners."""

    boards: tuple[BoardFound, ...] = ()
    """All boards found, the likeliest, which is read, first. Send `corners` of another to read
    it. Empty if the request gives corners.
    """

    looks: PhotoLooks | None = None
    """What the samples teach about this copy, for other photographs: with the looks of the
    request if these fit. At most 256 kB: the oldest samples are dropped. Null without
    samples.
    """

    looks_fit: Literal["good", "none", "poor"] | None = None
    """Only `good` looks are used. `none`: of another game, kind of board or version. `poor`: of
    another copy or light. Null without looks.
    """

    descriptors: PhotoDescriptors | None = None
    """For the next request about this photograph, to save time. Null without the network."""

    warnings: tuple[PhotoWarning, ...] = ()
    """Flaws of the photograph."""


class ReturnedOtoma(Model, frozen=True, omit_defaults=True):
    """Otoma's side."""

    pawns: tuple[ReturnedPawn, ...]
    """Solo games: a pawn of each of the five colours that the player has not. Cooperative games:
    four or five pawns of one colour.
    """

    score: int
    """The points on Otoma's score marker."""

    diversity: ByTerrain
    """The steps that Otoma's pawn of each terrain has risen."""

    offerings: tuple[int, ...] | None = None
    """Cooperative games: the levels of the tokens that Otoma holds, each once; none by default."""

    def to_request(self) -> requests.Otoma:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Otoma)


class ReturnedPawnMove(Model, frozen=True, omit_defaults=True):
    """A move of Otoma's within a turn; its direction follows from the arrow or the position."""

    pawn: str | None = None
    """The pawn, by its colour, or by its space where several have that colour."""

    wheel: ReturnedWheel | None = None
    """The wheel's result for the space where the pawn stops; absent or null if that is not
    known, or if it comes round to where it stood.
    """

    giver: str | None = None
    """Cooperative games: the player who gives the tile, if the pool has none of that terrain."""

    def to_request(self) -> requests.PawnMove:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.PawnMove)


class Possible(Model, frozen=True):
    """The values that a space may have."""

    terrain: tuple[Literal["mud", "sand", "grass", "rock"], ...] = ()
    """The terrains that it may have."""

    crops: tuple[int, ...] = ()
    """The levels that its crop may have."""

    odds: SpaceOdds | None = None
    """With `odds`: how likely each value is; null if the worlds were not counted."""


class ReturnedSnapshot(Model, frozen=True, omit_defaults=True):
    """The whole table at one moment. Which fields it has depends on the mode."""

    board: Literal["short", "long"]
    """The side of the board: `short` has 5 columns, `long` 9; both have 5 rows."""

    mode: Literal["competitive", "solo", "cooperative"]
    """How the game is played; solo and cooperative games take the long board."""

    terrain: tuple[str, ...]
    """The terrain, top row first: 5 strings of 5 (short) or 9 (long) letters, `M` mud, `S` sand,
    `G` grass, `R` rock, `.` empty.
    """

    crops: tuple[str, ...]
    """The crops, top row first: 5 strings of 5 (short) or 9 (long) levels `1` to `5`, `.` for a
    space without a crop.
    """

    tiles: ByTerrain
    """The disc's number of tiles of each terrain, start tiles included: 25 in all on the short
    board, 45 on the long one.
    """

    players: tuple[ReturnedPlayer, ...]
    """The players in turn order: one in solo games, else two to four."""

    start: tuple[str, ...] | None = None
    """The disc's start spaces; null, the default, if unknown."""

    diversity_top: int | None = None
    """The number of the last level of the diversity track, counted in steps from the bottom;
    null, the default, if unknown.
    """

    final: ReturnedFinal | None = None
    """The end of the game; null, the default, until the last terrain tile lies and that turn is
    done.
    """

    difficulty: Literal["easy", "normal", "hard", "expert"] | None = None
    """Solo games: `easy` or `hard`. Cooperative games, which need it: `easy`, `normal` or
    `expert`.
    """

    otoma: ReturnedOtoma | None = None
    """Otoma's side; solo and cooperative games need it."""

    arrows: Mapping[str, ReturnedArrow] | None = None
    """Solo games: the arrows of tiles without a crop, by space, as far as known."""

    paths: tuple[tuple[str, ...], ...] | None = None
    """Solo and cooperative games: the paths along the board, as far as known."""

    pool: ByTerrain | None = None
    """Cooperative games, which need it: the tiles in the pool, by terrain."""

    group: ReturnedGroup | None = None
    """Cooperative games, which need it: what the players share."""

    rulings: Mapping[str, Literal["allowed", "not_next_turn"]] = {}
    left: tuple[str, ...] = ()
    """The players who have left."""

    def to_request(self) -> requests.Snapshot:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Snapshot)


class Turn(VerdictText, frozen=True):
    """A turn of a record as judged."""

    player: str
    """The player whose turn it was."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the move."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    changes: tuple[Gain, ...] = ()
    """Its gains and losses in order; none if it is illegal."""

    discovered: tuple[Discovered, ...] = ()
    """The terrain tiles laid, in order."""

    planted: tuple[Planted, ...] = ()
    """The crops planted, in order."""

    ends: bool = False
    """Whether the end of the game begins with this turn; `false` of Otoma's moves."""

    next_player: str | None = None
    """The name of the player who plays next. Null once all have passed, since the last offerings
    come in any order; null of Otoma's moves.
    """

    after: ReturnedSnapshot | None = None
    """The table after it; null if it is illegal, or if not all of it is known."""


class TurnReview(Model, frozen=True):
    """A turn of a record, weighed."""

    pointer: str
    """JSON Pointer into the request."""

    player: str
    """The player's name."""

    explanation: str
    """What was done, and what would have been best."""

    value: float | None = None
    """The measure after it minus the measure before it; null if it has none."""

    cost: float | None = None
    """The value of the best option minus `value`, from 0; null without a value."""

    best: BestTurn | None = None
    """The best option; null without a value."""


class Update(Answer, frozen=True):
    """A table after a move that was carried out unjudged."""

    changes: tuple[Gain, ...] = ()
    """Its gains and losses in order."""

    after: ReturnedSnapshot | None = None
    """The table after it; null if it is not known."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that can affect such an answer."""


class WeighedActions(Answer, frozen=True):
    """The discoveries and predictions of a player, best first."""

    worlds: int
    """The number of possible worlds; 0 if not counted."""

    exact: bool = False
    """Whether all worlds were counted; if not, nothing is listed."""

    discoveries: tuple[WeighedDiscovery, ...] = ()
    """By expected points; ties by `certain`, by fewer worlds left, in reading order."""

    predictions: tuple[WeighedPrediction, ...] = ()
    """By expected points; ties by chance, in reading order, and by level."""

    together: PredictionPlan | None = None
    """The best predictions of one turn; null if not weighed in time."""

    rulings: tuple[RulingWeighed, ...] = ()
    """The rulings that can affect such an answer."""


class Deductions(ProofText, frozen=True):
    """Everything that can be known of the secret world."""

    worlds: CountedWorlds
    """How many worlds fit."""

    consistent: bool | None = None
    """Whether any world fits; null if that was not resolved in time."""

    truncated: bool = False
    """Whether time was up before all was resolved or counted."""

    undecided: tuple[UndecidedValue, ...] = ()
    """The values listed without a world that shows them."""

    spaces: Mapping[str, Possible] = {}
    """The possible values of each space in focus, by its name."""

    odds_exact: bool | None = None
    """With `odds`: whether all worlds were counted; there are no odds otherwise."""

    certain: tuple[CertainValue, ...] = ()
    """The certain values that are not on the board yet."""

    steps: tuple[DeductionStep, ...] = ()
    """The steps that prove what is certain."""

    explained: bool = False
    """Whether everything certain comes with its steps."""

    difficulty: Difficulty | None = None
    """How hard it is to see; null if not all is explained in time."""

    conflict: Conflict | None = None
    """Why no world fits, where none does."""

    why_not: WhyNot | None = None
    """With `why_not`: the answer; null if no world fits, or none was found."""

    rulings: tuple[RulingWeighed, ...] = ()
    """The rulings that can affect such an answer."""


class DrawnScenario(Answer, frozen=True):
    """A disc that was drawn, or why there is none."""

    generator: str
    """Changes whenever a seed would give another disc."""

    disc: Disc | None = None
    """The disc; null if none was found."""

    check: JudgedScenario | None = None
    """Its properties."""

    why: Literal["none", "work"] | None = None
    """Without a disc: the work for a request was used up, or no map drawn was as wanted."""


class Review(ReviewText, frozen=True):
    """A record as reviewed, turn by turn."""

    reviewed: int
    """How many have a value."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    moments: tuple[int, ...] = ()
    """The indices in `turns` of the three that cost most, the costliest first; fewer if fewer
    cost anything.
    """

    truncated: bool = False
    """Whether the time was up before all legal turns had been weighed."""

    stopped_at: Stop | None = None
    """The turn at which it stops, illegal or not entered in full; null if none."""

    turns: tuple[TurnReview, ...] = ()
    """The legal turns but the last offerings, in order."""


class Replay(ReplayText, frozen=True):
    """A record as judged, up to and with the first turn that is illegal or not entered in full."""

    after: ReturnedSnapshot
    """The table after the last turn that could be played."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    turns: tuple[Turn, ...] = ()
    """The turns as judged, in their order."""

    ledger: Mapping[str, tuple[Gain, ...]] = {}
    """Every gain and loss, by side."""

    stopped_at: Stop | None = None
    """The turn at which it stops, illegal or not entered in full; null if none."""

    rulings: tuple[RulingWeighed, ...] = ()
    """The rulings that can affect such an answer."""

    seen: Seen | None = None
    """The record beside the table in `seen`, if that is sent."""


class LaidOut(Answer, frozen=True):
    """The first table, and what Otoma gains in the set-up."""

    snapshot: ReturnedSnapshot
    """The first table."""

    changes: tuple[Gain, ...] = ()
    """Otoma's gains, in order."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that can affect such an answer."""


class Legality(VerdictText, frozen=True):
    """A turn as judged, or moves of Otoma's, with what they bring."""

    legal: bool | None = None
    """False if a check failed; else null if the move is not whole, and true if it is."""

    checks: tuple[Check, ...] = ()
    """Every rule that bears on the move."""

    unchecked: tuple[str, ...] = ()
    """The rules, by id, that want optional fields of the table."""

    changes: tuple[Gain, ...] = ()
    """Its gains and losses in order; none if it is illegal."""

    discovered: tuple[Discovered, ...] = ()
    """The terrain tiles laid, in order."""

    planted: tuple[Planted, ...] = ()
    """The crops planted, in order."""

    ends: bool = False
    """Whether the end of the game begins with this turn; `false` of Otoma's moves."""

    next_player: str | None = None
    """The name of the player who plays next. Null once all have passed, since the last offerings
    come in any order; null of Otoma's moves.
    """

    after: ReturnedSnapshot | None = None
    """The table after it; null if it is illegal, or if not all of it is known."""

    rulings: tuple[RulingWeighed, ...] = ()
    """The rulings that can affect such an answer."""

    moves: tuple[MovedPawn, ...] = ()
    """Otoma: the moves, up to and with the first that breaks a rule."""


class ReturnedMove(Model, frozen=True, omit_defaults=True):
    """A turn of a player. Rules about a part that is missing are `not_checked`."""

    moves: tuple[ReturnedDirectedMove, ...] | None = None
    """The moves in their order, none by default."""

    action: ReturnedAction | None = None
    """The action; null if it is not known."""

    offering: tuple[int, ...] | None = None
    """The levels of the tokens offered, none by default."""

    otoma: tuple[ReturnedPawnMove, ...] | None = None
    """Solo games: Otoma's move after the action, empty if no pawn moved; null if that is not
    known.
    """

    spend: ReturnedSpend | None = None
    """Cooperative games: the tile spent; null if it is not known."""

    reaction: tuple[ReturnedPawnMove, ...] | None = None
    """Cooperative games: Otoma's moves after the action in their order, empty if no pawn moved;
    null if they are not known.
    """

    def to_request(self) -> requests.Move:
        """Return this as a request; words that only a newer service knows are left as they are."""
        return to_request(self, requests.Move)


class Account(Model, frozen=True):
    """A turn that explains the later table."""

    moves: tuple[ReturnedMove, ...]
    """The one turn, or the moves of Otoma's."""

    changes: tuple[Gain, ...] = ()
    """Its gains and losses in order."""


class Entry(Model, frozen=True):
    """Where a move of a meeple can end, with a shortest way; or a pawn of Otoma's that is due."""

    move: ReturnedMove
    """The move, as a request has it."""

    from_: str | None = field(name="from")
    """The space that the meeple leaves; null: the reserve."""

    to: str | None = None
    """The space where it ends."""

    path: tuple[str, ...] = ()
    """Every space stepped onto, in order."""

    discovers: bool | None = None
    """Whether the space where it ends is empty."""

    arrow: Literal["up", "right", "down", "left"] | None = None
    """Cooperative games: the direction of the arrow of the tile spent."""

    pawn: str | None = None
    """Otoma: the pawn, by its colour, or by its space where several have that colour."""

    space: str | None = None
    """Otoma: the space on which the pawn stands."""

    direction: Literal["up", "right", "down", "left"] | None = None
    """Otoma: the way that the pawn moves."""

    distance: int | None = None
    """Otoma: its distance from the meeple in spaces; null in solo games."""

    tied_with: tuple[str, ...] = ()
    """Otoma: the spaces of the other pawns as far away; the group chooses their order."""


class LegalActions(Answer, frozen=True):
    """The legal actions of a player; or the moves of Otoma's that are due."""

    total: int
    """How many there are."""

    more: bool = False
    """Whether `limit` left some off."""

    moves: tuple[Entry, ...] = ()
    """Every place where a move can end; or the pawns that must or may move."""

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that can affect such an answer."""

    recalls: tuple[str, ...] = ()
    """The spaces from which a meeple may be recalled."""

    divinable: tuple[str, ...] = ()
    """The spaces whose crop may be predicted."""

    must_divine_all: bool | None = None
    """Whether divining takes a prediction for each of these spaces."""

    offerings: tuple[Offering, ...] = ()
    """Every set of tokens that may be offered."""

    may_pass: bool | None = None
    """Whether the player may pass."""


class Dispute(Answer, frozen=True):
    """Whether one turn can have led from one table to the other."""

    possible: bool
    """Whether any legal play leads from one to the other."""

    accounts: tuple[Account, ...] = ()
    """The turns that do, the shortest first, 20 at most."""

    more: bool = False
    """Whether there are, or may be, further accounts."""

    differences: tuple[Difference, ...] = ()
    """The differences that no legal play explains; empty if it is possible."""

    mended: ReturnedSnapshot | None = None
    """The later table without the departures of `differences`, to which legal play leads; null
    if the dispute is possible, or where no such table is known.
    """

    rulings: tuple[RulingUsed, ...] = ()
    """The rulings that can affect such an answer."""

    truncated: bool = False
    """Whether not every turn could be tried."""


ANSWERS: Mapping[str, Any] = {
    "advice": WeighedActions,
    "deductions": Deductions,
    "disputes": Dispute,
    "end-checks": EndCheck,
    "hints": Hinted,
    "legal-actions": LegalActions,
    "legality-checks": Legality,
    "notations": ReturnedSnapshot,
    "photos": LandPhotoRead,
    "replays": Replay,
    "reviews": Review,
    "scenarios": {"draw": DrawnScenario, "check": JudgedScenario, "set_up": LaidOut},
    "scores": ScoreSheet,
    "updates": Update,
}
