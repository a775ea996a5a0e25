"""The client of Tiwanaku: a method for each endpoint that `endpoints.py` does not have."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal

from theodolite_sdk.endpoints import (
    Ask,
    Corners,
    DisputeClient,
    PhotoClient,
    Photograph,
    Plain,
    TableClient,
    TurnClient,
    awaited,
)
from theodolite_sdk.modes import Mode, endpoint
from theodolite_sdk.pictures import Picture
from theodolite_sdk.responses import PhotoLooks
from theodolite_sdk.tiwanaku import requests
from theodolite_sdk.tiwanaku.requests import (
    AfterMove,
    BoardName,
    ByTerrain,
    DifficultyName,
    DirectedMove,
    LandSample,
    Marks,
    ModeName,
    NamedPlayer,
    Pawn,
    Record,
    Rulings,
    Snapshot,
    Turn,
)
from theodolite_sdk.tiwanaku.responses import (
    Deductions,
    Dispute,
    EndCheck,
    Hinted,
    JudgedScenario,
    JudgedTurn,
    LaidOut,
    LandPhoto,
    LegalActions,
    Legality,
    MovedPawns,
    Replay,
    ReturnedSnapshot,
    Review,
    Scenario,
    ScoreSheet,
    WeighedActions,
)


class Tiwanaku(
    TableClient[Snapshot, ReturnedSnapshot, Mode],
    TurnClient[Snapshot, LegalActions, EndCheck, Mode],
    DisputeClient[Snapshot, Dispute, Mode],
    PhotoClient[LandSample, LandPhoto, Mode],
):
    """The referee of Tiwanaku; `Theodolite.tiwanaku` is one.

    Spaces are named `A1` to `E5` on the short board, `A1` to `I5` on the long one. Boards are five
    rows: terrain in `MSGR` (mud, sand, grass, rock), crops in `12345`, `.` for nothing. An end of a
    path is an edge space and the side left by, such as `A3:left`.
    """

    path = "/v3/tiwanaku"
    _table = ReturnedSnapshot
    _legal_actions = LegalActions
    _end_check = EndCheck
    _dispute = Dispute
    _photo = LandPhoto

    @endpoint
    async def score(self, snapshot: Snapshot | Plain) -> ScoreSheet:
        """Return the score as if all stopped and offered now, line by line.

        Args:
            snapshot: The whole table.
        """
        return await self._post("scores", ScoreSheet, requests.ScoresRequest(snapshot=snapshot))

    @endpoint
    async def check_legality(
        self, snapshot: Snapshot | Plain, player: str, turn: Turn | Plain
    ) -> Legality:
        """Return whether a turn is legal, rule by rule, and the table after it.

        Args:
            snapshot: The whole table before it.
            player: Name of the player.
            turn: What the player does.
        """
        body = requests.LegalityChecksRequest(snapshot=snapshot, player=player, turn=turn)
        return await self._post("legality-checks", Legality, body)

    @endpoint
    async def play(
        self,
        snapshot: Snapshot | Plain,
        player: str,
        turn: Turn | Plain,
        *,
        check_wheel: bool = True,
    ) -> JudgedTurn:
        """Return a turn as judged, with every gain and loss.

        Args:
            snapshot: The whole table before it.
            player: Name of the player.
            turn: What the player did, and what the wheel showed.
            check_wheel: Whether to check that some lawful world fits what the wheel showed.
        """
        body = requests.TurnsRequest(
            snapshot=snapshot, player=player, turn=turn, check_wheel=check_wheel
        )
        return await self._post("turns", JudgedTurn, body)

    @endpoint
    async def otoma_moves(
        self,
        snapshot: Snapshot | Plain,
        moves: Sequence[DirectedMove | Plain] = (),
        after_move: AfterMove | Plain | None = None,
    ) -> MovedPawns:
        """Return which of Otoma's pawns must or may move, and how each move goes.

        Args:
            snapshot: The whole table.
            moves: The moves to make, in order.
            after_move: The move of a player after which Otoma moves; None for the moves alone.
        """
        body = requests.OtomaMovesRequest(snapshot=snapshot, moves=moves, after_move=after_move)
        return await self._post("otoma-moves", MovedPawns, body)

    @endpoint
    async def replay(
        self,
        snapshot: Snapshot | Plain,
        turns: Sequence[Record | Plain],
        *,
        check_wheel: bool = False,
    ) -> Replay:
        """Return the verdict on a record of a game, with a ledger of every point.

        Args:
            snapshot: The whole table before the first turn.
            turns: The turns in order.
            check_wheel: Whether to check that some lawful world fits what the wheel showed.
        """
        body = requests.ReplaysRequest(snapshot=snapshot, turns=turns, check_wheel=check_wheel)
        return await self._post("replays", Replay, body)

    @endpoint
    async def review(
        self,
        snapshot: Snapshot | Plain,
        turns: Sequence[Record | Plain],
        *,
        check_wheel: bool = False,
    ) -> Review:
        """Return what each turn of a record was worth on average, and what would have been best.

        Args:
            snapshot: The whole table before the first turn.
            turns: The turns in order.
            check_wheel: Whether to check that some lawful world fits what the wheel showed.
        """
        body = requests.ReviewsRequest(snapshot=snapshot, turns=turns, check_wheel=check_wheel)
        return await self._post("reviews", Review, body)

    @endpoint
    async def set_up(
        self,
        board: BoardName,
        mode: ModeName,
        *,
        players: Sequence[NamedPlayer | Plain],
        terrain: Sequence[str],
        crops: Sequence[str],
        tiles: ByTerrain,
        difficulty: DifficultyName | None = None,
        start: Sequence[str] | None = None,
        otoma: Sequence[Pawn | Plain] | None = None,
        rulings: Rulings | None = None,
    ) -> LaidOut:
        """Return the first table of a game, and what Otoma gains in the set-up.

        Args:
            board: The board.
            mode: How it is played.
            players: 1 to 4 players in turn order.
            terrain: The terrain that lies on the disc at the start, five rows.
            crops: The crops that are planted at the start, five rows.
            tiles: How many tiles of each terrain the disc has, start tiles included.
            difficulty: Of a solo or cooperative game.
            start: The start spaces; those with terrain if None.
            otoma: Otoma's pawns, in a solo or cooperative game.
            rulings: How open points of the rules are decided; their defaults if None.
        """
        body = requests.SetUpsRequest(
            board=board,
            mode=mode,
            difficulty=difficulty,
            players=players,
            terrain=terrain,
            crops=crops,
            tiles=tiles,
            start=start,
            otoma=otoma,
            rulings=rulings,
        )
        return await self._post("set-ups", LaidOut, body)

    @endpoint
    async def deduce(
        self,
        snapshot: Snapshot | Plain | None = None,
        *,
        board: BoardName | None = None,
        terrain: Sequence[str] | None = None,
        crops: Sequence[str] | None = None,
        tiles: ByTerrain | None = None,
        rulings: Rulings | None = None,
        focus: Sequence[str] | None = None,
        explain: bool | None = None,
        count_to: int | None = None,
        odds: bool | None = None,
        time_limit_ms: int | None = None,
    ) -> Deductions:
        """Return what can be known of the secret world, and the steps that prove it.

        Args:
            snapshot: The whole table, or else `board`, `terrain`, `crops` and `tiles`.
            board: The board.
            terrain: The terrain that lies, five rows.
            crops: The crops that are planted, five rows.
            tiles: How many tiles of each terrain the disc has.
            rulings: How open points of the rules are decided; `crop_limit` matters here.
            focus: The spaces asked about; all if None.
            explain: Whether to return the steps; true if None.
            count_to: How many worlds are counted at most; the service's limit if None.
            odds: Whether to return how likely each value is; false if None.
            time_limit_ms: Milliseconds that it may take; the service's limit if None.
        """
        body = requests.DeductionsRequest(
            snapshot=snapshot,
            board=board,
            terrain=terrain,
            crops=crops,
            tiles=tiles,
            rulings=rulings,
            focus=focus,
            explain=explain,
            count_to=count_to,
            odds=odds,
            time_limit_ms=time_limit_ms,
        )
        return await self._post("deductions", Deductions, body)

    @endpoint
    async def hint(
        self,
        snapshot: Snapshot | Plain | None = None,
        *,
        board: BoardName | None = None,
        terrain: Sequence[str] | None = None,
        crops: Sequence[str] | None = None,
        tiles: ByTerrain | None = None,
        rulings: Rulings | None = None,
        max_tier: int | None = None,
        seen: Sequence[str] = (),
        layable: bool | None = None,
    ) -> Hinted:
        """Return the next easiest thing that can be known, and the steps that prove it.

        Args:
            snapshot: The whole table, or else `board`, `terrain`, `crops` and `tiles`.
            board: The board.
            terrain: The terrain that lies, five rows.
            crops: The crops that are planted, five rows.
            tiles: How many tiles of each terrain the disc has.
            rulings: How open points of the rules are decided; `crop_limit` matters here.
            max_tier: The hardest tier of laws that it may need, 1 to 4; 3 if None.
            seen: The spaces already hinted at.
            layable: Whether only values are wanted that can be laid at once.
        """
        body = requests.HintsRequest(
            snapshot=snapshot,
            board=board,
            terrain=terrain,
            crops=crops,
            tiles=tiles,
            rulings=rulings,
            max_tier=max_tier,
            seen=seen,
            layable=layable,
        )
        return await self._post("hints", Hinted, body)

    @endpoint
    async def advise(self, snapshot: Snapshot | Plain, player: str) -> WeighedActions:
        """Return what a player may discover and predict, and what it brings on average.

        Args:
            snapshot: The whole table.
            player: Name of the player.
        """
        body = requests.AdviceRequest(snapshot=snapshot, player=player)
        return await self._post("advice", WeighedActions, body)

    @endpoint
    async def check_scenario(
        self,
        board: BoardName,
        terrain: Sequence[str],
        crops: Sequence[str],
        start: Sequence[str],
        otoma: Sequence[str] | None = None,
    ) -> JudgedScenario:
        """Return whether a disc is lawful, fits the box, and leaves one world.

        Args:
            board: The board.
            terrain: The disc's terrain, five full rows.
            crops: The disc's crops, five full rows.
            start: The start spaces.
            otoma: The spaces of Otoma's pawns, if the disc has any.
        """
        body = requests.ScenarioChecksRequest(
            board=board, terrain=terrain, crops=crops, start=start, otoma=otoma
        )
        return await self._post("scenario-checks", JudgedScenario, body)

    @endpoint
    async def scenario(
        self,
        board: BoardName,
        seed: int,
        unique: Literal["from_start", "from_terrain"] | None = None,
        start_tiles: int | None = None,
        max_tier: int | None = None,
        *,
        difficulty: Literal["easy", "medium", "hard"] | None = None,
        players: int | None = None,
    ) -> Scenario:
        """Return a disc to play with; the same seed gives the same disc.

        Args:
            board: The board.
            seed: From 0 to 2^63 - 1.
            unique: What leaves one world: the start tiles, or all terrain. If None, all terrain
                for `easy`, else the start tiles.
            start_tiles: How many tiles lie at the start, 1 to 45; as few as can be if None.
            max_tier: The hardest tier that the proof may need, 1 to 5; 5 if None. Not with
                `difficulty`.
            difficulty: How hard a puzzle it is: the proof needs tier 1, 2 or 3. Any if None.
            players: Long board: the number of players, 2 to 4, to whom the tiles left can be
                dealt equally; any if None.
        """
        body = requests.ScenariosRequest(
            board=board,
            seed=seed,
            unique=unique,
            start_tiles=start_tiles,
            max_tier=max_tier,
            difficulty=difficulty,
            players=players,
        )
        return await self._post("scenarios", Scenario, body)

    @endpoint
    async def draw(
        self,
        snapshot: Snapshot | Plain | None = None,
        *,
        board: BoardName | None = None,
        terrain: Sequence[str] | None = None,
        crops: Sequence[str] | None = None,
        possible: Mapping[str, Marks | Plain] | None = None,
        spaces: Sequence[str] | None = None,
    ) -> Picture:
        """Return a table or a board as a picture, which a notebook shows.

        Args:
            snapshot: The whole table, or else `board`, `terrain` and `crops`.
            board: The board.
            terrain: The terrain that lies, five rows.
            crops: The crops that are planted, five rows.
            possible: What spaces may have, to pencil in.
            spaces: Spaces to highlight, such as those of a step.
        """
        body = requests.PicturesRequest(
            snapshot=snapshot,
            board=board,
            terrain=terrain,
            crops=crops,
            possible=possible,
            spaces=spaces,
        )
        return await self._picture(body)

    @endpoint
    async def read_photo(
        self,
        photo: Photograph,
        board: BoardName,
        samples: Sequence[LandSample | Plain] = (),
        corners: Corners | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask = "all",
    ) -> LandPhoto:
        """Return the terrain and the crops of a board, as read from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            board: The board.
            samples: What is known so far, such as `LandSample("B3", "M", "2")`; `ask` of the
                response lists the spaces to name next.
            corners: The board's corners in pixels, clockwise from the top left; found if None.
            looks: `looks` of the reading of another photograph of this copy of the game.
            ask: `one` to be asked about a single space, that whose name settles most.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: The file is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        return await self._reading(photo, samples, corners, looks, ask, board=board)

    @endpoint
    async def guide_photo(
        self,
        photo: Photograph,
        board: BoardName,
        name: Callable[[str], tuple[str, str] | Awaitable[tuple[str, str]]],
        place: Callable[[LandPhoto], Corners | Awaitable[Corners]] | None = None,
        overlooked: Callable[[LandPhoto], Sequence[str] | Awaitable[Sequence[str]]] | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask | None = None,
    ) -> LandPhoto:
        """Return a board as read from a photograph, asking a person what has to be asked.

        With `AsyncTheodolite`, the functions may be coroutines.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            board: The board.
            name: Returns the terrain and the crop of a space, as the letters of the rows. Called
                for one space of each kind that looks alike, and for each space in doubt.
            place: Returns the corners. Called if those that were found are doubtful, or if several
                boards were found: `boards` of the reading has the corners of each.
            overlooked: Returns a space of each kind that `name` was not asked about, if there are
                any. Called when nothing else is left to ask.
            looks: `looks` of the reading of another photograph of this copy of the game: then only
                what is in doubt is asked. `save_looks` keeps those of the reading in a file.
            ask: `one` to be asked about one space at a time, that whose name settles most, which
                takes fewer answers and more requests, and errs unseen more often; `all` for all
                worth asking at once. By default `one` with looks, else `all`.

        Raises:
            OSError, UnsupportedMediaType, NotInstalled: As `read_photo`.
        """

        async def sample(space: str) -> Plain:
            terrain, crop = await awaited(name(space))
            return {"space": space, "terrain": terrain, "crop": crop}

        return await self._guided(
            photo, sample, place, overlooked, looks=looks, ask=ask, board=board
        )
