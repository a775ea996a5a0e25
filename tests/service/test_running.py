"""The page of settings lists the options of the command."""

import re
from pathlib import Path

import click

from theodolite.cli import main

PAGE = Path(__file__).parents[2].joinpath("docs", "reference", "settings.md").read_text("utf-8")
ROW = re.compile(r"\| `(--[a-z-]+)` \| `([A-Z_]+)` \| (.+?) \|", re.ASCII)


def test_lists_every_option_with_variable_and_default() -> None:
    options = [p for p in main.commands["serve"].params if isinstance(p, click.Option)]
    documented = {option: (variable, default) for option, variable, default in ROW.findall(PAGE)}
    assert documented.keys() == {option.opts[0] for option in options}
    for option in options:
        variable, default = documented[option.opts[0]]
        assert variable == option.envvar
        if option.show_default:
            assert default == f"`{option.default}`"
