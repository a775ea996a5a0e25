"""Writes the pages of the reference that are facts of the code, at each build.

Sources are `openapi.yaml`, the suites of test cases and the tables of the service:
`problems.toml`, and of each game `words.toml`, `rules.toml` and `rulings.toml`. Pages go to
`docs/reference/generated/`, which git ignores. `.inc` files are parts that other pages include.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from sphinx.application import Sphinx

from theodolite.conformance import Suite, load_suite, suite_folders
from theodolite.rulebook import Rulebook

ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "service" / "theodolite"
LONGEST_EXAMPLE = 4_000
"""Characters of the longest example that a page shows; /docs of a service shows the others."""


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a Markdown table; `|` and line breaks in cells are escaped."""

    def line(cells: tuple[str, ...]) -> str:
        clean = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(clean)} |"

    return "\n".join([line(head), line(("---",) * len(head)), *map(line, rows)]) + "\n"


def code(value: object) -> str:
    """Return a JSON value as code, strings without quotation marks."""
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def anchor(name: str) -> str:
    """Return the label of a schema of the specification."""
    return f"schema-{name.lower()}"


def bounds(schema: Mapping[str, Any]) -> str:
    """Return the limits that a schema states, in brackets."""
    said = []
    for low, high, unit in (
        ("minLength", "maxLength", "characters"),
        ("minItems", "maxItems", "items"),
        ("minProperties", "maxProperties", "keys"),
        ("minimum", "maximum", ""),
    ):
        least, most = schema.get(low), schema.get(high)
        if least is not None and least == most:
            said.append(f"{least} {unit}".strip())
        elif most is not None:
            said.append(f"{least or 0} to {most} {unit}".strip())
        elif least:
            said.append(f"at least {least} {unit}".strip())
    if "pattern" in schema:
        said.append(code(schema["pattern"]))
    return f" ({', '.join(said)})" if said else ""


def kind(schema: Mapping[str, Any]) -> str:
    """Return the type of a value as a reader names it, with links to other schemas."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{anchor(name)})"
    if "const" in schema:
        return code(schema["const"])
    if "enum" in schema:
        return ", ".join(map(code, schema["enum"]))
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return " or ".join(kind(each) for each in schema[choice])
    types = schema.get("type", "any value")
    names = types if isinstance(types, list) else [types]
    said = []
    for name in names:
        if name == "array":
            said.append(f"array of {kind(schema.get('items', {}))}{bounds(schema)}")
        elif name == "object" and isinstance(schema.get("additionalProperties"), dict):
            said.append(f"object of {kind(schema['additionalProperties'])}")
        else:
            said.append(name if name == "null" else f"{name}{bounds(schema)}")
    return " or ".join(said)


def referred(value: object) -> Iterator[str]:
    """Yield the names of the schemas that a part of the specification refers to."""
    if isinstance(value, dict):
        target = value.get("$ref", "")
        if isinstance(target, str) and target.startswith("#/components/schemas/"):
            yield target.rpartition("/")[2]
        for each in value.values():
            yield from referred(each)
    elif isinstance(value, list):
        for each in value:
            yield from referred(each)


def reachable(value: object, schemas: Mapping[str, Any]) -> list[str]:
    """Return the names of all schemas that a part of the specification needs, sorted."""
    found: set[str] = set()
    waiting = list(referred(value))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(referred(schemas[name]))
    return sorted(found)


def object_section(name: str, schema: Mapping[str, Any]) -> str:
    """Return the section about a schema: what it describes, and a row for each property."""
    parts = [f"({anchor(name)})=\n### {name}\n"]
    if "description" in schema:
        parts.append(schema["description"] + "\n")
    properties = schema.get("properties", {})
    if not properties:
        parts.append(f"Type: {kind(schema)}\n")
        return "\n".join(parts)
    required = schema.get("required", ())
    rows = [
        (f"`{key}`", kind(each), "yes" if key in required else "", each.get("description", ""))
        for key, each in properties.items()
    ]
    parts.append(table(("field", "type", "always", "meaning"), rows))
    return "\n".join(parts)


def bodies(holder: Mapping[str, Any]) -> str:
    """Return the media types of a request body or a response, each with its schema."""
    return ", ".join(
        f"`{media}`" + (f": {kind(content['schema'])}" if "schema" in content else "")
        for media, content in holder.get("content", {}).items()
    )


def example(operation: Mapping[str, Any]) -> str:
    """Return the example of a request, folded, if it is short."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        named = content.get("examples", {})
        values = [content["example"]] if "example" in content else []
        values += [each["value"] for each in named.values() if "value" in each]
        for value in values:
            shown = json.dumps(value, ensure_ascii=False, indent=1)
            if isinstance(value, dict) and len(shown) <= LONGEST_EXAMPLE:
                block = f"```json\n{shown}\n```"
                return f"<details><summary>An example request</summary>\n\n{block}\n\n</details>\n"
    return ""


def operation_section(method: str, path: str, operation: Mapping[str, Any]) -> str:
    """Return the section about an operation of the specification."""
    responses = operation["responses"]
    success = next(responses[status] for status in responses if status.startswith("2"))
    summary, description = operation.get("summary", ""), operation.get("description", "")
    parts = [f"### {method.upper()} {path}\n", summary + "\n"]
    if description and description != summary:
        parts.append(description + "\n")
    if "requestBody" in operation:
        parts.append(f"Request: {bodies(operation['requestBody'])}\n")
    parts.append(f"Response: {bodies(success)}\n")
    refusals = [code(status) for status in responses if not status.startswith("2")]
    if refusals:
        parts.append(f"Problems: {', '.join(refusals)}\n")
    parts.append(example(operation))
    return "\n".join(parts)


def operations(specification: Mapping[str, Any], tag: Mapping[str, Any]) -> str:
    """Return the page about all operations of a tag and the schemas that they need."""
    operations = [
        (method, path, operation)
        for path, methods in specification["paths"].items()
        for method, operation in methods.items()
        if tag["name"] in operation.get("tags", ())
    ]
    title = tag["description"].rstrip(".")
    parts = [f"# {title}: every field\n", "## Operations\n"]
    parts += [operation_section(*each) for each in operations]
    schemas = specification["components"]["schemas"]
    prefix = tag["name"].title().replace("_", "")
    others = [each["name"].title().replace("_", "") for each in specification["tags"]]
    names = [
        name
        for name in reachable([each for _, _, each in operations], schemas)
        if name.startswith(prefix)
        or (tag["name"] == "service" and not name.startswith(tuple(others)))
    ]
    if tag["name"] == "service":
        # Schemas without a game's name are described once, here.
        names = sorted({*names, *(name for name in schemas if not name.startswith(tuple(others)))})
    parts.append("## Objects\n")
    parts += [object_section(name, schemas[name]) for name in names]
    return "\n".join(parts)


def toml(*path: str) -> dict[str, Any]:
    """Return a table of the service."""
    return tomllib.loads(SERVICE.joinpath(*path).read_text("utf-8"))


def problems() -> str:
    """Return the rows of all types of problems."""
    rows = [
        (f"`/problems/{name}`", str(each["status"]), each["en"]["title"], each["en"]["text"])
        for name, each in toml("web", "problems.toml")["types"].items()
    ]
    return table(("type", "status", "title", "meaning"), rows)


def codes(games: list[str]) -> str:
    """Return the rows of the codes of all games, then those of each game."""

    def rows(faults: Mapping[str, str]) -> str:
        return table(("code", "sentence"), [(f"`{key}`", each) for key, each in faults.items()])

    parts = ["## In every game\n", rows(toml("web", "problems.toml")["en"]["faults"])]
    for game in games:
        parts += [f"## {title(game)}\n", rows(toml(game, "words.toml")["en"]["faults"])]
    return "\n".join(parts)


def title(game: str) -> str:
    """Return the name of a game as people write it."""
    return {"misterra": "Maps of Misterra"}.get(game, game.replace("_", " ").title())


def rulings(game: str) -> str:
    """Return the rows of the rulings of a game."""
    rows = [
        (f"`{name}`", ", ".join(map(code, each["values"])), each["why"]["en"])
        for name, each in toml(game, "rulings.toml").items()
    ]
    return table(("ruling", "values, the default first", "why it is open"), rows)


def rules(game: str) -> str:
    """Return the rows of the rules of a game, with the place of each in its rulebook."""
    rows = [
        (f"`{each.id}`", str(each.page or each.section or ""), each.texts["en"]["text"])
        for each in Rulebook(f"theodolite.{game}").rules.values()
    ]
    return table(("rule", "page or section", "in our words"), rows)


def ranges(ids: Sequence[str]) -> str:
    """Return the numbers of cases without the suite; runs of a chapter as `1.03 to 1.07`."""
    runs: list[list[tuple[int, str]]] = []
    for id_ in ids:
        chapter, _, number = id_.rpartition(".")
        if runs and runs[-1][-1] == (int(number) - 1, chapter):
            runs[-1].append((int(number), chapter))
        else:
            runs.append([(int(number), chapter)])
    written = [[f"{chapter.partition('-')[2]}.{n:02}" for n, chapter in run] for run in runs]
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in written)


def coverage(suite: Suite) -> str:
    """Return what a suite covers: its chapters, and the cases of each rule and each place."""
    chapters = [
        (str(each.number), each.title, each.about, str(len(each.cases))) for each in suite.chapters
    ]
    rulebook = Rulebook(f"theodolite.{suite.game}").rules
    by_rule: dict[str, list[str]] = {rule: [] for rule in rulebook}
    by_place: dict[str, list[str]] = {}
    by_ruling: dict[str, list[str]] = {}
    for case in suite.cases:
        for rule in case.covers:
            by_rule.setdefault(rule, []).append(case.id)
        if not case.covers:
            by_place.setdefault(case.place, []).append(case.id)
        for name, value in case.rulings.items():
            by_ruling.setdefault(f"`{name}`: `{value}`", []).append(case.id)

    def cases(head: str, ids: Mapping[str, Sequence[str]]) -> str:
        rows = [(key, str(len(each)), ranges(each)) for key, each in ids.items() if each]
        return table((head, "cases", "numbers"), rows)

    unnamed = [f"`{rule}`" for rule, ids in by_rule.items() if not ids]
    parts = [
        f"{suite.abbreviation} **{suite.version}** has {len(suite.cases)} cases.\n",
        table(("chapter", "about", "in detail", "cases"), chapters),
        "### By rule\n",
        "The rules that a case is about, or that its answer must cite.\n",
        cases("rule", {f"`{rule}`": ids for rule, ids in by_rule.items()}),
    ]
    if unnamed:
        parts.append(f"No case names {', '.join(unnamed)}. Those below may try them.\n")
    if by_place:
        parts += ["### By place in the rulebook\n", "Cases that name no rule.\n"]
        parts.append(cases("place", dict(sorted(by_place.items()))))
    if by_ruling:
        parts += ["### By ruling\n", cases("ruling and value", dict(sorted(by_ruling.items())))]
    return "\n".join(parts)


def write(app: Sphinx) -> None:
    """Write all generated pages; a page that has not changed is left as it is."""
    specification = yaml.load((ROOT / "openapi.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    games = [tag["name"] for tag in specification["tags"] if tag["name"] != "service"]
    pages = {
        f"operations-{tag['name']}.md": operations(specification, tag)
        for tag in specification["tags"]
    }
    pages |= {f"rulings-{game}.inc": rulings(game) for game in games}
    pages |= {f"rules-{game}.md": f"# {title(game)}: rules\n\n{rules(game)}" for game in games}
    pages |= {
        f"cases-{game}.inc": coverage(load_suite(folder))
        for game, folder in suite_folders().items()
    }
    pages |= {"problems.inc": problems(), "codes.inc": codes(games)}
    folder = Path(app.srcdir) / "reference" / "generated"
    folder.mkdir(exist_ok=True)
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


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
    app.connect("builder-inited", write)
    app.connect("autodoc-process-docstring", write_code, priority=400)
    app.connect("autodoc-skip-member", skip_shared)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
