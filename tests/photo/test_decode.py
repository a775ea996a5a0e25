"""Decoding photographs: accepted formats, refusals, and nothing else on damaged files."""

import struct
import sys
import zlib
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ExifTags, Image

from theodolite.photo import PhotoError, decode
from theodolite.photo.decode import MOST_BYTES, MOST_MISSING, MOST_SCANS, WORKING_SIDE

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")


def picture(wide: int = 240, high: int = 160) -> Image.Image:
    """Red at the top left, green at the top right, blue at the bottom left, white opposite."""
    pixels = np.zeros((high, wide, 3), np.uint8)
    half_y, half_x = high // 2, wide // 2
    pixels[:half_y, :half_x, 0] = pixels[:half_y, half_x:, 1] = 255
    pixels[half_y:, :half_x, 2] = pixels[half_y:, half_x:] = 255
    return Image.fromarray(pixels)


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def code_of(data: bytes) -> str:
    with pytest.raises(PhotoError) as refused:
        decode(data)
    assert str(refused.value)
    return refused.value.code


@pytest.mark.parametrize("kind", FORMATS)
def test_reads_each_format(kind: str) -> None:
    photograph = decode(saved(picture(), kind))
    assert (photograph.width, photograph.height, photograph.scale) == (240, 160, 1)
    assert photograph.pixels.shape == (160, 240, 3)
    assert np.abs(photograph.pixels[20, 20].astype(int) - (255, 0, 0)).max() < 12


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "P", "1", "CMYK", "I;16"])
def test_converts_any_mode_to_rgb(mode: str) -> None:
    image = picture().convert("L" if mode == "I;16" else mode)
    if mode == "I;16":
        image = Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
    photograph = decode(saved(image, "JPEG" if mode == "CMYK" else "PNG"))
    assert photograph.pixels.shape == (160, 240, 3)
    assert photograph.pixels[140, 220].min() > 240


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", FORMATS)
def test_turns_a_photograph_upright(kind: str, orientation: int) -> None:
    upright = picture()
    stored = {
        1: upright,
        2: upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        3: upright.transpose(Image.Transpose.ROTATE_180),
        4: upright.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
        5: upright.transpose(Image.Transpose.TRANSPOSE),
        6: upright.transpose(Image.Transpose.ROTATE_90),
        7: upright.transpose(Image.Transpose.TRANSVERSE),
        8: upright.transpose(Image.Transpose.ROTATE_270),
    }[orientation]
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    photograph = decode(saved(stored, kind, exif=exif.tobytes()))
    assert (photograph.width, photograph.height) == upright.size
    assert np.abs(photograph.pixels[20, 20].astype(int) - (255, 0, 0)).max() < 12
    assert np.abs(photograph.pixels[20, 220].astype(int) - (0, 255, 0)).max() < 12


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_ignores_unreadable_exif() -> None:
    data = saved(picture(), "JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff" + bytes(30))
    assert decode(data).width == 240


@pytest.mark.parametrize("size", [(4000, 3000), (8320, 6240)])
def test_shrinks_a_large_photograph(size: tuple[int, int]) -> None:
    photograph = decode(saved(picture(*size), "JPEG"))
    assert (photograph.width, photograph.height) == size
    assert photograph.pixels.shape == (WORKING_SIDE * 3 // 4, WORKING_SIDE, 3)
    assert photograph.scale == WORKING_SIDE / size[0]


def test_reads_the_first_frame_of_an_animation() -> None:
    blank = Image.new("RGB", (240, 160))
    for kind in ("PNG", "WEBP"):
        data = saved(picture(), kind, save_all=True, append_images=[blank], lossless=True)
        assert decode(data).pixels[20, 20].tolist() == [255, 0, 0]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xd8",
        b"RIFF\0\0\0\0WAVE",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7",
        saved(picture(), "GIF"),
        saved(picture(), "BMP"),
        saved(picture(), "TIFF"),
    ],
)
def test_refuses_other_formats(data: bytes) -> None:
    assert code_of(data) == "format"


def test_refuses_heic_without_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[decode.__module__], "_HEIC", ())
    assert code_of(WHOLE["HEIF"]) == "format"


def test_refuses_a_large_file_unread() -> None:
    assert code_of(b"\xff\xd8\xff" + bytes(MOST_BYTES)) == "too_many_bytes"


def test_refuses_a_small_picture() -> None:
    assert code_of(saved(picture(240, 99), "PNG")) == "too_small"


def png_of_size(wide: int, high: int) -> bytes:
    """Make a PNG that announces this size and holds almost no data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(1000)))
        + chunk(b"IEND", b"")
    )


def jpeg_of_size(wide: int, high: int) -> bytes:
    data = bytearray(saved(picture(), "JPEG"))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", high, wide)
    return bytes(data)


def webp_of_size(wide: int, high: int) -> bytes:
    blank = Image.new("RGB", (240, 160))
    data = bytearray(saved(picture(), "WEBP", save_all=True, append_images=[blank]))
    canvas = data.index(b"VP8X") + 12
    data[canvas : canvas + 6] = (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little")
    return bytes(data)


@pytest.mark.parametrize("size", [(7300, 7300), (10_000, 9_500), (16_000, 16_000)])
@pytest.mark.parametrize("bomb", [png_of_size, jpeg_of_size, webp_of_size])
def test_refuses_a_decompression_bomb_by_its_size(bomb: Any, size: tuple[int, int]) -> None:
    assert code_of(bomb(*size)) == "too_many_pixels"


def test_refuses_a_jpeg_with_too_many_scans() -> None:
    data = saved(picture(), "JPEG", progressive=True)
    start = data.rindex(b"\xff\xda")
    scan = data[start:-2]
    assert decode(data).width == 240
    assert code_of(data[:-2] + scan * MOST_SCANS + b"\xff\xd9") == "damaged"


@pytest.mark.parametrize("kind", FORMATS)
def test_refuses_a_truncated_file(kind: str) -> None:
    data = saved(picture(), kind)
    for kept in (0.2, 0.5, 0.9):
        assert code_of(data[: int(len(data) * kept)]) == "damaged"


def test_reads_a_jpeg_that_lacks_its_last_bytes() -> None:
    data = saved(picture(), "JPEG")
    whole, cut = decode(data), decode(data[: int(len(data) * 0.98)])
    assert whole.missing is None
    assert cut.missing is not None
    assert 0 <= cut.missing <= MOST_MISSING
    top = slice(0, int(0.9 * len(whole.pixels)))
    assert np.abs(cut.pixels[top].astype(int) - whole.pixels[top]).max() < 16


def test_refuses_large_compressed_text() -> None:
    body = b"comment\0\0" + zlib.compress(bytes(100 << 20))
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body
    chunk += struct.pack(">I", zlib.crc32(b"zTXt" + body))
    data = saved(picture(), "PNG")
    assert code_of(data[:33] + chunk + data[33:]) == "damaged"


@given(
    kind=st.sampled_from(FORMATS),
    changes=st.lists(
        st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=30
    ),
)
@settings(max_examples=150)
def test_reads_or_refuses_damaged_files(kind: str, changes: list[tuple[float, int]]) -> None:
    data = bytearray(WHOLE[kind])
    for where, value in changes:
        data[int(where * len(data))] = value
    try:
        photograph = decode(bytes(data))
    except PhotoError:
        return
    assert photograph.pixels.shape[2] == 3
    assert max(photograph.pixels.shape[:2]) <= WORKING_SIDE


WHOLE = {kind: saved(picture(), kind) for kind in FORMATS}
