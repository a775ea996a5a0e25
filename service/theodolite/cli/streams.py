"""Standard input and output of the command: any encoding, closed, full or broken off."""

# ruff: noqa: RUF001 - signs beside the letters that they look like

import codecs
import json
import os
import sys
from difflib import get_close_matches
from io import TextIOWrapper
from typing import Any
from unicodedata import normalize

import click

_SPELLED = {
    **dict(zip("→✓✗×ßœ", ["->", "+", "x", "x", "ss", "oe"], strict=True)),
    **dict.fromkeys("’‘‚", "'"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("−–—", "-"),
}
"""How signs of answers are written in an encoding without them; letters lose their accents."""


class NoServiceError(click.ClickException):
    """No service answers; the text says why."""

    exit_code = 3


class Program(click.Group):
    """A group of commands that prints to any output, or says why it cannot."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command by its name.

        Raises:
            click.UsageError: There is none; the text names the nearest.
        """
        if (name := args[0]) not in self.commands and not name.startswith("-"):
            near = get_close_matches(name, self.commands, 1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{name}'.{hint}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line. A broken pipe ends it quietly; click sees to that.

        Raises:
            SystemExit: The end of a command; with 2 if the output cannot be written.
        """
        _open_streams()
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            give_up(error)
            sys.exit(2)


def give_up(error: OSError) -> None:
    """Print why the output cannot be written, and discard all further output."""
    # The rest of the buffer would be written again when the interpreter ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    name = error.filename or "standard output"
    click.echo(f"Error: {name}: {error.strerror or error}", err=True)


def json_text(document: Any, indent: int | None = 2) -> str:
    """A document as JSON; in ASCII unless the output is UTF-8, so that it can be read again."""
    is_utf8 = codecs.lookup(sys.stdout.encoding).name == "utf-8"
    return json.dumps(document, indent=indent, ensure_ascii=not is_utf8)


def _open_streams() -> None:
    """Spell out characters that the encoding of the output lacks, and replace closed streams."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        # Each write fails, as it does on a closed stream.
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="plain" if is_ascii else None, errors="spelled")


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letter = error.object[error.start]
    plain = normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _SPELLED.get(letter) or plain or "?", error.start + 1


def _plain(name: str) -> codecs.CodecInfo | None:
    """ASCII under another name: click would print UTF-8 to a stream whose encoding is ASCII."""
    ascii_ = codecs.lookup("ascii")
    kinds = (ascii_.incrementalencoder, ascii_.incrementaldecoder)
    return codecs.CodecInfo(*ascii_, *kinds, name=name) if name == "plain" else None


codecs.register(_plain)
codecs.register_error("spelled", _spell)
