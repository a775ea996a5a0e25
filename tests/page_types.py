"""Writes the types of the page's scripts from `openapi.yaml`, by openapi-typescript.

`make types` runs it. With `--check`, as in `make lint-page`, it exits with 1 if the committed file
is another.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "service" / "theodolite" / "web" / "page" / "types" / "openapi.d.ts"


def write_types(tool: list[str], target: Path) -> None:
    """Write the types of all schemas; the page needs neither paths nor examples.

    Args:
        tool: The command of openapi-typescript.
        target: The file to write.
    """
    document = yaml.load((ROOT / "openapi.yaml").read_bytes(), yaml.CSafeLoader)
    schemas = document["components"]["schemas"]
    schemas["Problem"].pop("examples")
    slim = {**document, "paths": {}, "components": {"schemas": schemas}}
    options = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable", "false"]
    subprocess.run(
        [*tool, "--output", str(target), *options],
        input=json.dumps(slim),
        text=True,
        encoding="utf-8",
        stdout=subprocess.DEVNULL,
        check=True,
    )


def check_types(tool: list[str]) -> None:
    """Exit with 1 if the committed types are not those of the specification."""
    with TemporaryDirectory() as folder:
        renewed = Path(folder) / TYPES.name
        write_types(tool, renewed)
        if renewed.read_bytes() != TYPES.read_bytes():
            sys.exit(f"{TYPES.name} is outdated: run `make types`")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        check_types(sys.argv[2:])
    else:
        write_types(sys.argv[1:], TYPES)
