"""Counts the lines of code of each top folder: `python tests/count_lines.py [CHECKOUT]`.

A line of code holds something other than whitespace, comments and docstrings. Generated files
(their first lines say so), vendored files and pictures are left out. Documents and tables are
counted in lines that are not blank. `imports` is the part of `python` that import statements fill.
"""

import argparse
import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from pathlib import Path

FOLDERS = ("service", "sdk", "tests", "examples", "benchmarks", "docs")

KINDS = {
    ".py": "python",
    ".js": "scripts",
    ".ts": "scripts",
    ".css": "styles",
    ".html": "styles",
    ".toml": "tables",
    ".json": "tables",
    ".yml": "tables",
    ".md": "documents",
}

COLUMNS = ("files", "python", "imports", "scripts", "styles", "tables", "documents")

IGNORED_TOKENS = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}

GENERATED = re.compile("auto-generated|generated from .* do not edit", re.IGNORECASE)

BLOCK_COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->", re.DOTALL)


def python_lines(source: str) -> Counter[str]:
    """Lines of Python that hold code, and how many of them are import statements.

    A string expression that stands alone documents what precedes it, so it is no code.
    """
    documented: set[int] = set()
    imports: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                documented.update(_lines(node))
            case ast.Import() | ast.ImportFrom():
                imports.update(_lines(node))
    code = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in IGNORED_TOKENS
        for line in range(token.start[0], token.end[0] + 1)
    }
    return Counter(python=len(code - documented), imports=len(imports))


def _lines(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def script_lines(source: str) -> int:
    """Lines of a script or style sheet that hold code."""
    lines = BLOCK_COMMENTS.sub("", source).splitlines()
    return sum(1 for line in lines if line.strip() and not line.lstrip().startswith("//"))


def text_lines(source: str) -> int:
    """Lines that are not blank."""
    return sum(1 for line in source.splitlines() if line.strip())


def is_generated(source: str) -> bool:
    """Whether the first lines of a file say that a program wrote it."""
    return bool(
        re.search(r"generated (by|from)", "\n".join(source.splitlines()[:5]), re.IGNORECASE)
    )


def count(checkout: Path) -> dict[str, Counter[str]]:
    """Count the lines of every folder by kind.

    Args:
        checkout: The root of a Git work tree; files that Git does not track are left out.

    Returns:
        For each folder, the number of files and the number of lines of each kind.
    """
    tracked = subprocess.run(
        ["git", "-C", checkout, "ls-files", *FOLDERS], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    counts = {folder: Counter[str]() for folder in FOLDERS}
    for name in tracked:
        kind = KINDS.get(Path(name).suffix)
        if kind is None or "/vendor/" in name:
            continue
        source = (checkout / name).read_text("utf-8")
        if is_generated(source):
            continue
        folder = counts[name.partition("/")[0]]
        folder["files"] += 1
        if kind == "python":
            folder += python_lines(source)
        else:
            lines = script_lines if kind in ("scripts", "styles") else text_lines
            folder[kind] += lines(source)
    return counts


def main() -> None:
    """Print a table of all folders, and the sum of service and SDK."""
    parser = argparse.ArgumentParser(description="Count the lines of code of each top folder.")
    parser.add_argument("checkout", type=Path, nargs="?", default=Path(__file__).parents[1])
    counts = count(parser.parse_args().checkout)
    counts["service and sdk"] = counts["service"] + counts["sdk"]
    print(" " * 16, *(f"{column:>10}" for column in COLUMNS))
    for folder, counted in counts.items():
        print(f"{folder:16}", *(f"{counted[column]:>10,}" for column in COLUMNS))


if __name__ == "__main__":
    main()
