"""Writes the types of the page's scripts from `openapi.yaml`, by openapi-typescript.

Run by `make types`; a test compares the committed file with a new one.
"""

import json
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
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


if __name__ == "__main__":
    write_types(sys.argv[1:], TYPES)
