"""The settings of the service: their page, and how they are checked."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from theodolite.cli import main

PAGE = Path(__file__).parents[2].joinpath("docs", "reference", "settings.md").read_text("utf-8")
ROW = re.compile(r"\| `(--[a-z0-9-]+)` \| `([A-Z0-9_]+)` \| (.+?) \|", re.ASCII)


def test_lists_every_option_with_variable_and_default() -> None:
    options = [p for p in main.commands["serve"].params if isinstance(p, click.Option)]
    documented = {option: (variable, default) for option, variable, default in ROW.findall(PAGE)}
    assert documented.keys() == {option.opts[0] for option in options}
    for option in options:
        variable, default = documented[option.opts[0]]
        assert variable == option.envvar
        if option.show_default:
            assert default == f"`{option.default}`"


@pytest.mark.parametrize(
    ("options", "variables", "says"),
    [
        (["--workers", "2"], {}, "valid"),
        (["--rate-limit", "often"], {}, "is not a rate"),
        (["--rate-limit", "9/hour;0/minute"], {}, "is not a rate"),
        (["--certificate", __file__, "--key", __file__], {}, "no certificate"),
        (["--certificate", __file__], {}, "belong together"),
        (["--port", "0"], {}, "--port"),
        ([], {"THEODOLITE_PORT": "many"}, "--port"),
        ([], {"THEODOLITE_WORKER": "2"}, "Did you mean THEODOLITE_WORKERS?"),
    ],
)
def test_settings_are_checked_without_a_start(
    options: list[str], variables: dict[str, str], says: str
) -> None:
    done = CliRunner().invoke(main, ["check-config", *options], env=variables)
    assert says in done.output
    assert done.exit_code == (0 if says == "valid" else 2)
