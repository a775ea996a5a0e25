"""Standard input and output of the command, in real processes: encodings, and streams that fail."""

import json
import os
import subprocess
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from service.serving import COMMAND
from theodolite.cli import main
from theodolite.web.misterra.examples import FINISHED_GAME

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLE = EXAMPLES / "misterra/two-players.json"
RECORD = EXAMPLES / "misterra/record.json"
BOARD = EXAMPLES / "tiwanaku/board.json"
COMMANDS = {
    "--help": ["--help"],
    "score": ["score", str(TABLE), "--language", "fr"],
    "score --json": ["score", str(TABLE), "--language", "fr", "--json"],
    "replay": ["replay", str(RECORD), "--language", "de"],
    "review": ["review", str(RECORD), "--language", "de"],
    "deduce": ["deduce", str(BOARD), "--language", "fr"],
    "end": ["end", str(TABLE), "--language", "nl"],
    "scenario": ["scenario", "--seed", "1", "--difficulty", "easy"],
}
NAMED = {**FINISHED_GAME, "players": [{**FINISHED_GAME["players"][0], "name": "Łucja → 山田 ß"}]}


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "cp932", "latin-1", "ascii"])
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_prints_in_any_encoding(arguments: list[str], encoding: str) -> None:
    result = CliRunner(charset=encoding).invoke(main, arguments)
    assert (result.exit_code, result.exception) == (0, None)
    printed = result.stdout_bytes.decode(encoding)
    if "--json" in arguments:
        assert json.loads(printed) == json.loads(CliRunner().invoke(main, arguments).stdout)


def start(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    encoding = str(options.pop("encoding", "utf-8"))
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [COMMAND, *arguments],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        stderr=subprocess.PIPE,
        check=False,
        **options,
    )


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_process_replaces_signs_that_its_output_lacks(encoding: str) -> None:
    typed = json.dumps(NAMED).encode()
    done = start("score", "-", input=typed, stdout=subprocess.PIPE, encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert " -> ?? " in done.stdout.decode(encoding)


def test_a_full_disk_is_reported_in_a_line() -> None:
    for arguments in (["score", str(TABLE)], ["openapi"], ["games"]):
        with Path("/dev/full").open("wb") as full:
            done = start(*arguments, stdout=full)
        assert done.returncode == 2
        assert done.stderr == b"Error: standard output: No space left on device\n"


@pytest.mark.parametrize("closed", [">&-", "<&- >&-"])
def test_a_closed_output_is_reported_in_a_line(closed: str) -> None:
    command = " ".join([str(COMMAND), "score", str(TABLE), closed])
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"Error: standard output: Bad file descriptor\n"


def test_a_broken_pipe_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = start("openapi", stdout=writing)
    os.close(writing)
    assert done.returncode != 0
    assert done.stderr == b""


DOCUMENTS = {
    "score": ["score", TABLE],
    "replay": ["replay", RECORD],
    "review": ["review", RECORD],
    "deduce": ["deduce", BOARD],
    "end": ["end", TABLE],
}


@pytest.mark.parametrize("arguments", DOCUMENTS.values(), ids=DOCUMENTS)
def test_reads_files_and_standard_input_with_a_byte_order_mark(
    arguments: list[str | Path], tmp_path: Path
) -> None:
    *command, file = map(str, arguments)
    plain = CliRunner().invoke(main, [*command, file]).output
    marked = tmp_path / Path(file).name
    marked.write_bytes(BOM_UTF8 + Path(file).read_bytes())
    assert CliRunner().invoke(main, [*command, str(marked)]).output == plain
    typed = CliRunner().invoke(main, [*command, "-"], input=marked.read_bytes())
    assert (typed.exit_code, typed.output) == (0, plain)


@pytest.mark.parametrize("arguments", DOCUMENTS.values(), ids=DOCUMENTS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_names_utf_16(arguments: list[str | Path], encoding: str) -> None:
    *command, file = map(str, arguments)
    typed = Path(file).read_text("utf-8").encode(encoding)
    result = CliRunner().invoke(main, [*command, "-"], input=typed)
    assert result.exit_code in (1, 2)
    assert "UTF-16; send UTF-8" in result.stderr


def test_a_board_and_lines_may_begin_with_a_byte_order_mark(client: FlaskClient) -> None:
    request = {"snapshot": FINISHED_GAME}
    line = json.dumps(request).encode()
    texts = {
        "notations": client.post("/v3/misterra/notations", json=request).data,
        "scores": line + b"\n" + BOM_UTF8 + line,
    }
    for path, media_type in (
        ("notations", "text/vnd.theodolite.board"),
        ("scores", "application/x-ndjson"),
    ):
        plain, marked = (
            client.post(f"/v3/misterra/{path}", data=text, content_type=media_type)
            for text in (texts[path], BOM_UTF8 + texts[path])
        )
        assert plain.status_code == marked.status_code == 200
        assert marked.data == plain.data
        assert b"/problems/" not in marked.data


@pytest.mark.parametrize(("encoding", "accepted"), [("utf-8-sig", True), ("utf-16", False)])
def test_a_card_pack_may_begin_with_a_byte_order_mark(
    tmp_path: Path, encoding: str, accepted: bool
) -> None:
    pack = tmp_path / "pack.toml"
    text = (EXAMPLES / "misterra/card-pack.toml").read_text("utf-8")
    pack.write_bytes(text.encode(encoding))
    result = CliRunner().invoke(main, ["score", str(TABLE), "--card-pack", str(pack)])
    assert (result.exit_code == 0) == accepted
    assert accepted or "UTF-16; send UTF-8" in result.stderr


def test_bulk_skips_a_mark_takes_whole_numbers_and_refuses_equal_keys(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    line = json.dumps({"snapshot": {**FINISHED_GAME, "deck": 3}})
    lines = [line] * 20
    lines += [line.replace('"deck": 3', written) for written in ('"deck": 3.0', '"deck": 3.5')]
    lines += [line.replace('"deck": 3', '"deck": 3, "deck": 3')]
    file, out = tmp_path / "tables.ndjson", tmp_path / "sheets.parquet"
    file.write_text("\n".join(lines), "utf-8-sig")
    CliRunner().invoke(main, ["bulk", "misterra", "scores", str(file), str(out)])
    found = [
        (row["line"], fault["code"])
        for row in parquet.read_table(out).to_pylist()
        for fault in row["faults"] or ()
    ]
    assert found == [(22, "wrong_type"), (23, "duplicate_key")]
