"""Docstrings of the SDK as pages: code in single backticks, shared classes once."""

import re

from sphinx.application import Sphinx


def skip_shared(
    app: Sphinx, what: str, _name: str, member: object, _skip: bool, _options: object
) -> bool | None:
    """Leave out of a game's package of the SDK the classes that all games share."""
    package = app.env.current_document.autodoc_module
    source = getattr(member, "__module__", "")
    in_a_game = package.startswith("theodolite_sdk.") and what == "module"
    return True if in_a_game and not f"{source}.".startswith(f"{package}.") else None


def write_code(
    _app: Sphinx, _what: str, _name: str, _member: object, _options: object, lines: list[str]
) -> None:
    """Turn single backticks of a docstring into code, before Napoleon looks for colons."""
    lines[:] = [re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", line) for line in lines]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("autodoc-process-docstring", write_code, priority=400)
    app.connect("autodoc-skip-member", skip_shared)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
