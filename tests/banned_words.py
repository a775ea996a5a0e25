"""Finds words that the project no longer uses: `python tests/banned_words.py [PATH ...]`.

Add a word with its replacement to `NAMES` (identifiers and file names) or `PHRASES` (comments,
docstrings and Markdown). Strings are not read, so the published names of fields and the texts for
players are free. Shorten `EXEMPT` when a folder has been rewritten.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import chain, filterfalse
from pathlib import Path
from typing import NamedTuple

from count_lines import is_generated

ROOT = Path(__file__).parents[1]

NAMES = {
    "Leaf": "Field",
    "Flag": "Boolean",
    "Number": "Integer",
    "Items": "List",
    "Keyed": "Mapping",
    "Either": "OneOf",
    "Voice": "Localizer",
    "voice": "localizer",
    "spoken": "locale, language",
    "told": "entered, given, reported, known, key or detected",
    "Told": "entered, given, reported, known, key or detected",
    "question": "endpoint, operation",
    "questions": "endpoints, operations",
    "stranger": "unknown_player",
    "strangers": "unknown_players",
    "deeds": "actions",
    "deed": "action",
    "kin": "neighbours",
    "abreast": "concurrency",
    "settle": "resolve",
    "settled": "resolved",
    "rooms": "packages, modules",
    "house": "architecture",
    "standing": "ranking",
    "whoever": "the noun",
    "nursery": "fork server",
    "Elsewhere": "an executor looked up by route",
    "leave_the_loop": "an executor looked up by route",
}
"""Identifiers, or parts of them between underscores, and what to use instead."""

PUBLISHED = {"looks", "questions", "line", "course", "standing", "odds", "arrows", "allSettled"}
"""Fields of requests and responses, and of JavaScript: free where they are a whole identifier."""

PHRASES = {
    "told": "entered, given, reported, known",
    "spoken": "locale, language",
    "strangers?": "unknown player, contributor",
    "deeds?": "action",
    "kin": "neighbours",
    "abreast": "in parallel",
    "rooms": "packages, modules",
    "the house": "the architecture",
    "arrows run": "imports go",
    "nursery": "fork server",
    "leaves? the loop": "runs in an executor",
    "who exceeds": "clients over the limit",
    "whoever": "the noun",
    "whomever": "the noun",
    "stayed? away": "timed out",
    "looks around": "each event-loop iteration",
    "puts? (a|the) question": "send a request",
}
"""Regular expressions of whole words in prose, in any case, and what to write instead."""

OPENINGS = {
    "Who": "the noun that acts",
    "Whoever": "the noun that acts",
    "What": "the noun",
    "Whatever": "the noun",
}
"""First words of sentences that are not questions, and what to begin with instead."""

EXEMPT: dict[str, set[str]] = {
    # A published field.
    "service/theodolite/web/site.py": {"questions"},
    # The page keeps the turn that is asked about under this name in every browser.
    "service/theodolite/web/page/*": {"question"},
    "tests/models/*": {"question"},
    "tests/nightly/firefox/*": {"question"},
    # Texts of rulings, generated.
    "sdk/theodolite_sdk/*/requests.py": {"What"},
    # History, and this table.
    "CHANGELOG.md": {"*"},
    "tests/banned_words.py": {"*"},
}
"""Words that a path may use, `*` for all; a pattern's `*` matches slashes too."""


class Hit(NamedTuple):
    """A banned word in a file."""

    path: str
    line: int
    word: str
    instead: str


class Prose(NamedTuple):
    """A paragraph of a comment, docstring or document, and the line on which it starts."""

    line: int
    text: str


PHRASE = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?:^|(?<=[.!?:;]\s)|(?<=\|\s))(\w+)([^.!?|]*)([.!?|]|\Z)")
CODE_SPAN = re.compile(r"(`+)(.+?)\1", re.DOTALL)
FENCE = re.compile(r"^(\s*)(```|~~~).*?^\s*\2", re.DOTALL | re.MULTILINE)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
SCRIPT = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL
)
"""Comments and strings of a script; templates count as code, since most of them hold some."""
SCRIPT_MARK = re.compile(r"^\s*(?:/\*\*?|//|\*(?!/))|\*/$|@\w+(?:\s*\{[^\n]*\})?", re.MULTILINE)
"""Everything in a comment that is no prose: its ends, tags and types."""


def banned_in_name(name: str) -> Iterator[tuple[str, str]]:
    """The banned words of an identifier, each with its replacement."""
    if name in PUBLISHED:
        return
    for part in dict.fromkeys((name, *name.split("_"))):
        if part in NAMES:
            yield part, NAMES[part]


def banned_in_prose(prose: Prose) -> Iterator[tuple[int, str, str]]:
    """The banned words of a paragraph, each with its line and its replacement."""

    def line(offset: int) -> int:
        return prose.line + prose.text.count("\n", 0, offset)

    for span in CODE_SPAN.finditer(prose.text):
        for name in IDENTIFIER.findall(span[2]):
            for word, instead in banned_in_name(name):
                yield line(span.start()), word, instead
    text = CODE_SPAN.sub(lambda span: re.sub(r"[^\n]", "x", span[0]), prose.text)
    for found in PHRASE.finditer(text):
        instead = next(
            use for banned, use in PHRASES.items() if re.fullmatch(banned, found[0], re.IGNORECASE)
        )
        yield line(found.start()), found[0], instead
    for sentence in SENTENCE.finditer(text):
        if sentence[1] in OPENINGS and sentence[3] != "?":
            yield line(sentence.start(1)), sentence[1], OPENINGS[sentence[1]]


def paragraphs(text: str, first: int) -> Iterator[Prose]:
    """The paragraphs, list items and headings of a text, without what marks them."""
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], first):
        bare = line.strip().lstrip("#>*-| ")
        if lines and (not bare or line.lstrip().startswith(("#", "-", "*", "|", ">"))):
            yield Prose(number - len(lines), "\n".join(lines))
            lines = []
        if bare:
            lines.append(bare)


def python_hits(path: str, source: str) -> Iterator[Hit]:
    """The banned words in the identifiers, comments and docstrings of a Python file."""
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token in tokens:
        if token.type == tokenize.NAME:
            for word, instead in banned_in_name(token.string):
                yield Hit(path, token.start[0], word, instead)
    for paragraph in (*comments(tokens), *docstrings(source)):
        for line, word, instead in banned_in_prose(paragraph):
            yield Hit(path, line, word, instead)


def comments(tokens: list[tokenize.TokenInfo]) -> list[Prose]:
    """The comments of a Python file; those on consecutive lines are one paragraph."""
    prose: list[Prose] = []
    for token in tokens:
        if token.type == tokenize.COMMENT:
            text = token.string.lstrip("# ")
            last = prose[-1] if prose else Prose(0, "")
            if last.line + last.text.count("\n") + 1 == token.start[0]:
                prose[-1] = Prose(last.line, f"{last.text}\n{text}")
            else:
                prose.append(Prose(token.start[0], text))
    return prose


def docstrings(source: str) -> Iterator[Prose]:
    """The paragraphs of the string expressions of a Python file that stand alone."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield from paragraphs(text, node.lineno)


def script_hits(path: str, source: str) -> Iterator[Hit]:
    """The banned words in the identifiers and comments of a script."""

    def line(text: re.Match[str]) -> int:
        return source.count("\n", 0, text.start()) + 1

    code = SCRIPT.sub(lambda text: re.sub(r"[^\n]", " ", text[0]), source)
    for name in IDENTIFIER.finditer(code):
        if name[0] not in PUBLISHED:
            for word, instead in banned_in_name(HUMP.sub("_", name[0]).lower()):
                yield Hit(path, line(name), word, instead)
    for text in SCRIPT.finditer(source):
        prose = SCRIPT_MARK.sub("", text["comment"] or "")
        for paragraph in paragraphs(prose, line(text)):
            for at, word, instead in banned_in_prose(paragraph):
                yield Hit(path, at, word, instead)


def markdown_hits(path: str, source: str) -> Iterator[Hit]:
    """The banned words in the prose and the code spans of a document."""
    text = FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), source)
    for paragraph in paragraphs(text, 1):
        for line, word, instead in banned_in_prose(paragraph):
            yield Hit(path, line, word, instead)


HITS = {".py": python_hits, ".md": markdown_hits} | dict.fromkeys((".js", ".ts"), script_hits)


GENERATED_PART = re.compile(r"<!-- [\w ]+: begin -->.*?<!-- [\w ]+: end -->", re.DOTALL)
"""A part of a page that `reference_pages.py` writes."""


def _blank(part: re.Match[str]) -> str:
    """As many lines without words."""
    return "\n" * part[0].count("\n")


def is_exempt(hit: Hit) -> bool:
    """Whether a path may use a word."""
    return any(
        words & {"*", hit.word} for pattern, words in EXEMPT.items() if fnmatch(hit.path, pattern)
    )


def hits(paths: list[str]) -> Iterator[Hit]:
    """The banned words of all files that Git tracks below some paths; not of generated files.

    Args:
        paths: Files or folders, relative to the root of the checkout; all of it if empty.

    Yields:
        The hits, ordered by path.
    """
    tracked = subprocess.run(
        ["git", "-C", ROOT, "ls-files", *paths], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    for path in tracked:
        find = HITS.get(Path(path).suffix)
        if find is not None:
            source = GENERATED_PART.sub(_blank, (ROOT / path).read_text("utf-8"))
            if not is_generated(source):
                named = (Hit(path, 1, *banned) for banned in banned_in_name(Path(path).stem))
                yield from filterfalse(is_exempt, chain(named, find(path, source)))


def main() -> None:
    """Print each hit, and the number of hits of each folder; fail if there is one."""
    found = list(hits(sys.argv[1:]))
    for hit in found:
        print(f"{hit.path}:{hit.line}: {hit.word} → {hit.instead}")
    for folder, number in sorted(Counter(hit.path.partition("/")[0] for hit in found).items()):
        print(f"{number:6} {folder}", file=sys.stderr)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
