"""Scoring by the million."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from theodolite.cli.options import card_pack_option, language_option

__all__ = ["bulk"]


@click.command()
@click.argument("game")
@click.argument("question", type=click.Choice(["scores"]))
@click.argument("asked", metavar="IN", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("told", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many processes of this machine judge.",
)
@click.option("--scheduler", help="The Dask cluster that judges, say tcp://10.0.0.1:8786.")
@language_option
@card_pack_option
def bulk(
    *,
    game: str,
    question: str,
    asked: Path,
    told: Path,
    processes: int,
    scheduler: str | None,
    language: str,
    card_packs: Sequence[Path],
) -> None:
    """Ask a QUESTION about every table in IN, Parquet or a snapshot a line, and write OUT.

    A row of OUT, which is Parquet, belongs to a row of IN: subtotals, totals, ranks and winners, or
    what is wrong with a table that is not possible. Memory does not grow with IN.

    Exits with 1 if there was such a table, with 2 if IN cannot be read.
    """
    try:
        from theodolite.bulk import running
        from theodolite.bulk.scores import Scores
    except ModuleNotFoundError as error:
        raise click.ClickException(f"{error}: install theodolite[bulk].") from None
    from theodolite.web.games import GAMES

    game = game.replace("-", "_")
    scored = [one.id for one in GAMES if one.operation(question)]
    if game not in scored:
        raise click.BadParameter(f"Scored are {', '.join(scored)}.", param_hint="GAME")
    work = Scores(game, language, tuple(card_packs))
    try:
        with (
            running.pieces(asked, elsewhere=scheduler is not None) as pieces,
            running.crew(processes, scheduler) as crew,
            click.progressbar(length=pieces.size, file=sys.stderr) as bar,
        ):
            tally = running.run(pieces, told, work, crew, bar.update)
    except (OSError, ValueError) as error:
        click.echo(f"{asked}: {error}", err=True)
        sys.exit(2)
    click.echo(f"{tally.rows} tables, {tally.faulty} of them not possible", err=True)
    sys.exit(tally.faulty > 0)
