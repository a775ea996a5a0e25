"""The command `bulk`, which asks about millions of tables or records."""

import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import click

from theodolite.cli.options import card_pack_option, language_option


@click.command()
@click.argument("game")
@click.argument("operation", metavar="OPERATION")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="The number of worker processes on this machine.",
)
@click.option("--scheduler", help="A Dask cluster to work on, say tcp://10.0.0.1:8786.")
@language_option
@card_pack_option
def bulk(
    *,
    game: str,
    operation: str,
    source: str,
    target: str,
    processes: int,
    scheduler: str | None,
    language: str,
    card_packs: Sequence[Path],
) -> None:
    """Ask OPERATION about GAME for every row of IN, and write the answers to OUT.

    OPERATION is scores, replays or reviews. IN is a file, Parquet or NDJSON, gzip too, or a folder
    of Parquet. OUT is a Parquet file, or a CSV file of scores; or a folder if IN is one or OUT ends
    with /. Both may be URLs, such as s3://bucket/folder/. Each row of OUT belongs to a row of IN:
    the answer, or the faults of a request that cannot be judged. Memory does not grow with IN.

    The workers read and write folders themselves. Asked again, a run that broke off goes on.

    Exits with 1 if any row has faults, with 2 if IN cannot be read or OUT not be written.
    """
    try:
        from theodolite.bulk import pools, running
        from theodolite.bulk.answers import Answers
        from theodolite.bulk.operations import OPERATIONS
        from theodolite.bulk.pieces import open_pieces
    except ModuleNotFoundError as error:
        raise click.ClickException(f"{error}: install theodolite[bulk].") from None

    games = {
        id_.replace("_", "-"): {name.replace("_", "-"): name for name in asked}
        for id_, asked in OPERATIONS.items()
    }
    named = game.replace("_", "-")
    if named not in games:
        raise click.BadParameter(f"Valid games are {', '.join(games)}.", param_hint="GAME")
    name = games[named].get(operation.replace("_", "-"))
    if name is None:
        raise click.BadParameter(
            f"Valid operations are {', '.join(games[named])}.", param_hint="OPERATION"
        )
    work = Answers(named.replace("-", "_"), name, language, tuple(card_packs))
    most = work.asked.rows
    try:
        running.check_target(source, target)
        if not running.exists(source):
            raise FileNotFoundError("There is no such file or folder.")
        if running.is_folder(source) or running.is_folder(target):
            planned = running.plan(source, target, work, most)
            with (
                pools.open_pool(processes, scheduler) as pool,
                click.progressbar(length=planned.size, file=sys.stderr) as bar,
            ):
                tally = running.run_parts(planned, work, pool, bar.update)
        else:
            remote = scheduler is not None and "://" not in source
            with (
                open_pieces(source, most, remote=remote) as pieces,
                pools.open_pool(processes, scheduler) as pool,
                click.progressbar(length=pieces.size, file=sys.stderr) as bar,
            ):
                tally = running.run(pieces, target, work, pool, bar.update)
    except (EOFError, ImportError, OSError, ValueError, zlib.error) as error:
        click.echo(f"{source}: {error}", err=True)
        sys.exit(2)
    click.echo(f"{tally.rows} rows, {tally.faulty} of them with faults", err=True)
    sys.exit(tally.faulty > 0)
