"""Photographs over HTTP: responses and refusals."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ExifTags, Image, ImageOps
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from photo.drawn import Drawing, draw
from theodolite.photo.decode import MOST_MISSING
from theodolite.rulebook import LANGUAGES
from theodolite.web.photos import LARGEST_PHOTOGRAPH, LARGEST_TEXT, PhotoRead

Json = dict[str, Any]
PATH = "/v3/misterra/photos"
EXAMPLES = Path(__file__).parents[2] / "examples" / "misterra"


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return draw(2_000_000)


def form(drawing: Drawing, **parts: Any) -> Json:
    return {
        "photo": (BytesIO(drawing.data), "board.jpg"),
        "board": drawing.kind,
        "samples": json.dumps([{"space": s, "symbol": k} for s, k in drawing.samples.items()]),
        "corners": json.dumps(drawing.corners),
    } | parts


def post(client: FlaskClient, parts: Json, **headers: str) -> Any:
    known = {
        name: FileStorage(part[0], part[1]) if isinstance(part, tuple) else part
        for name, part in parts.items()
        if part is not None
    }
    boundary, body = encode_multipart(known)
    kind = f"multipart/form-data; boundary={boundary}"
    return client.post(PATH, data=body, content_type=kind, headers=headers)


def faults(response: Any, status: int = 422) -> set[tuple[str, str]]:
    problem = response.get_json()
    assert (response.status_code, problem["status"]) == (status, status), problem
    assert response.mimetype == "application/problem+json"
    return {(error["pointer"], error["code"]) for error in problem["errors"]}


def test_reads_a_board(client: FlaskClient, drawing: Drawing) -> None:
    response = post(client, form(drawing))
    answer = response.get_json()
    assert response.status_code == 200
    assert msgspec.convert(answer, PhotoRead)
    unsure = {space["space"] for space in answer["spaces"] if space["review"]}
    for space, symbol in zip(answer["spaces"], "".join(drawing.rows), strict=True):
        assert space["symbol"] == symbol or space["space"] in unsure
    assert "".join(answer["rows"]) == "".join(space["symbol"] for space in answer["spaces"])
    assert not answer["proposed"]


def test_proposes_corners_and_samples(client: FlaskClient, drawing: Drawing) -> None:
    answer = post(client, form(drawing, samples=None, corners=None)).get_json()
    assert (answer["rows"], answer["proposed"]) == (None, True)
    assert len(answer["corners"]) == 4
    assert sum(map(len, answer["groups"])) == 25
    assert msgspec.convert(answer, PhotoRead)


def test_reports_all_faults_at_once(client: FlaskClient, drawing: Drawing) -> None:
    samples = [
        {"space": "A1", "symbol": "j"},
        {"space": "A1", "symbol": "L"},
        {"space": "F6", "symbol": "?", "colour": "red"},
        7,
    ]
    parts = form(drawing, photo="no file", board="parchment", samples=json.dumps(samples))
    parts |= {"corners": "[[1, 2], [3], [true, 4]", "zoom": "2"}
    assert faults(post(client, parts)) == {
        ("/photo", "not_a_file"),
        ("/samples/2/space", "unknown_space"),
        ("/samples/2/symbol", "unknown_value"),
        ("/samples/2/colour", "unknown_field"),
        ("/samples/3", "wrong_type"),
        ("/corners", "bad_json"),
        ("/zoom", "unknown_field"),
    }
    parts = form(drawing, board="parchment", samples=json.dumps(samples[:2]))
    assert faults(post(client, parts)) == {
        ("/samples/0/symbol", "hazy_on_parchment"),
        ("/samples/1/space", "sampled_twice"),
    }
    parts = form(drawing, board="parchment", samples=json.dumps(samples[:2]), corners="[[1, 2")
    assert faults(post(client, parts)) == {("/corners", "bad_json")}
    parts = form(drawing, corners="[[1, 2], [3], [true, 4], null]")
    assert faults(post(client, parts)) == {
        ("/corners/1", "item_count"),
        ("/corners/2/0", "wrong_type"),
        ("/corners/3", "null"),
    }
    assert faults(post(client, {"samples": "[]"})) == {
        ("/photo", "required"),
        ("/board", "required"),
    }


def test_a_jpeg_without_its_last_bytes_is_read_with_a_warning(
    client: FlaskClient, drawing: Drawing
) -> None:
    cut = BytesIO(drawing.data[: int(0.98 * len(drawing.data))])
    answer = post(client, form(drawing, photo=(cut, "cut.jpg"))).get_json()
    (warning,) = answer["warnings"]
    assert warning["code"] == "truncated"
    assert 0 < warning["value"] <= MOST_MISSING
    assert len(answer["rows"]) == 5


def test_a_mirrored_picture_is_turned_over(client: FlaskClient, drawing: Drawing) -> None:
    upright, mirrored = BytesIO(), BytesIO()
    with Image.open(BytesIO(drawing.data)) as image:
        image.save(upright, "PNG")
        ImageOps.mirror(image).save(mirrored, "PNG")
    upright.seek(0)
    mirrored.seek(0)
    read = post(client, form(drawing, photo=(upright, "upright.png"))).get_json()
    turned = post(client, form(drawing, photo=(mirrored, "m.png"), flip="true")).get_json()
    assert (turned["rows"], turned["ask"]) == (read["rows"], read["ask"])
    for flip, code in (("yes", "bad_json"), ("1", "wrong_type")):
        assert faults(post(client, form(drawing, flip=flip))) == {("/flip", code)}


def test_refuses_duplicate_parts(client: FlaskClient, drawing: Drawing) -> None:
    parts = form(drawing, board=["island", "island"])
    assert faults(post(client, parts)) == {("/board", "too_many")}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data: data[: len(data) // 2], ("/photo", "photo_damaged")),
        (lambda _: small(), ("/photo", "photo_too_small")),
        (lambda _: huge(), ("/photo", "photo_too_many_pixels")),
    ],
)
def test_refuses_an_unreadable_photograph(
    client: FlaskClient, drawing: Drawing, change: Any, fault: tuple[str, str]
) -> None:
    for language in LANGUAGES:
        parts = form(drawing, photo=(BytesIO(change(drawing.data)), "x.jpg"))
        response = post(client, parts, **{"Accept-Language": language})
        assert faults(response) == {fault}
        assert response.headers["Content-Language"] == language


def small() -> bytes:
    out = BytesIO()
    Image.new("RGB", (300, 50)).save(out, "PNG")
    return out.getvalue()


def huge() -> bytes:
    out = BytesIO()
    Image.new("1", (9000, 6000)).save(out, "PNG")
    return out.getvalue()


def test_refuses_corners_without_a_board(client: FlaskClient, drawing: Drawing) -> None:
    parts = form(drawing, corners="[[0, 0], [0, 90], [90, 90], [90, 0]]")
    assert faults(post(client, parts)) == {("/corners", "photo_corners")}


def test_refuses_other_media_types(client: FlaskClient) -> None:
    gif = {"photo": (BytesIO(b"GIF89a"), "x.jpg"), "board": "island"}
    response = post(client, gif)
    assert response.status_code == 415
    assert "neither JPEG, PNG nor WebP" in response.get_json()["detail"]
    for kind in ("application/json", "image/jpeg", "application/x-www-form-urlencoded"):
        response = client.post(PATH, data=b"{}", content_type=kind)
        assert (response.status_code, response.headers["Accept"]) == (415, "multipart/form-data")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "multipart/form-data"),
        (b"nothing", "multipart/form-data; boundary=x"),
        (b"--x\r\n\r\n", "multipart/form-data; boundary=x"),
        (
            b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--",
            "multipart/form-data; boundary=x",
        ),
        (b"\0" * 5000, "multipart/form-data; boundary=" + "x" * 5000),
    ],
)
def test_refuses_a_malformed_form(client: FlaskClient, body: bytes, kind: str) -> None:
    assert client.post(PATH, data=body, content_type=kind).status_code in (400, 422)


def test_refuses_too_large_forms(client: FlaskClient, drawing: Drawing) -> None:
    zeros = BytesIO(bytes(LARGEST_PHOTOGRAPH + LARGEST_TEXT))
    assert post(client, form(drawing, photo=(zeros, "x"))).status_code == 413
    just_over = BytesIO(b"\xff\xd8\xff" + bytes(LARGEST_PHOTOGRAPH - 2))
    assert post(client, form(drawing, photo=(just_over, "x"))).status_code == 413
    assert post(client, form(drawing, corners="[" * (LARGEST_TEXT + 1))).status_code == 413
    many = {f"p{i}": "" for i in range(20)}
    assert post(client, form(drawing, **many)).status_code == 413


@given(data=st.binary(max_size=300), text=st.text(max_size=60))
@settings(max_examples=60)
def test_random_bodies_cause_no_internal_error(client: FlaskClient, data: bytes, text: str) -> None:
    for magic in (b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBPVP8X"):
        parts = {"photo": (BytesIO(magic + data), "x"), "board": text, "corners": text}
        assert 400 <= post(client, parts | {"samples": text}).status_code < 500


def test_responses_hold_no_metadata_of_the_file(client: FlaskClient, drawing: Drawing) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = "Secretmaker"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "Secretplace"
    out = BytesIO()
    with Image.open(BytesIO(drawing.data)) as image:
        image.save(out, "JPEG", exif=exif, comment=b"Secretcomment")
    for samples in (form(drawing)["samples"], None):
        file = (BytesIO(out.getvalue()), "Secretname.jpg")
        response = post(client, form(drawing, photo=file, samples=samples))
        assert response.status_code == 200
        assert b"Secret" not in response.data + str(response.headers).encode()


@pytest.mark.parametrize(
    ("error", "status", "problem"),
    [
        (ImportError, 501, "not-installed"),
        (MemoryError, 503, "overloaded"),
        (TimeoutError, 422, "invalid-photo"),
    ],
)
def test_reports_missing_libraries_and_overload(
    client: FlaskClient,
    drawing: Drawing,
    monkeypatch: pytest.MonkeyPatch,
    *,
    error: type[Exception],
    status: int,
    problem: str,
) -> None:
    def apart(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("theodolite.web.photos.run_isolated", apart)
    response = post(client, form(drawing))
    assert (response.status_code, response.get_json()["type"]) == (status, f"/problems/{problem}")


def test_the_server_reads_photographs_of_any_size(server: str, drawing: Drawing) -> None:
    png, heic = BytesIO(), BytesIO()
    with Image.open(BytesIO(drawing.data)) as image:
        image.save(png, "PNG")
        image.save(heic, "HEIF")
    for data in (drawing.data, png.getvalue(), heic.getvalue()):
        parts = {name: part for name, part in form(drawing).items() if name != "photo"}
        response = requests.post(f"{server}{PATH}", data=parts, files={"photo": data}, timeout=60)
        assert response.status_code == 200, response.text
        assert len(response.json()["rows"]) == 5


def test_the_example_scores_photographs(server: str) -> None:
    example = EXAMPLES / "score_photographs.py"
    asked = json.loads((EXAMPLES / "photographs.json").read_text("utf-8"))
    classified = subprocess.run(
        [sys.executable, example, EXAMPLES / "photographs.json", server],
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    ).stdout
    island, parchment, sheet = classified.split("\n\n", 2)
    assert island.split() == ["SLSjj", "LLMMs", "lSSSJ", "sLSJm", "lLLSL"]
    assert parchment.split() == ["J.MLL", "S.M.M", "SLJM.", "LLLLL", "LLL.L"]
    assert f"{asked['table']['players'][0]['name']} wins." in sheet
