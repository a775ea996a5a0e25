"""Writes the parts of the reference that are facts of the code, as Markdown.

`python tests/reference_pages.py` renews them: the tables and requests of `operations.md`, every
field of each game, problems, codes, rules, rulings, what the test cases cover, and the rulebooks
sentence by sentence. A test compares. Sources are the declarations of the games, `openapi.yaml`,
the suites and the tables of the service.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from rulebook_coverage import coverage_page
from theodolite.conformance import Suite, load_suite, suite_folders
from theodolite.rulebook import Rulebook
from theodolite.web.app import create_app
from theodolite.web.game import KINDS, Answer, Game
from theodolite.web.games import GAMES
from theodolite.web.operations import Operation

ROOT = Path(__file__).parents[1]
SERVICE = ROOT / "service" / "theodolite"
REFERENCE = ROOT / "docs" / "reference"
COVERAGE = ROOT / "docs" / "contributing" / "coverage"
HEADER = "<!-- Generated from openapi.yaml by tests/reference_pages.py; do not edit. -->\n"
LONGEST_EXAMPLE = 4_000
"""Characters of the longest example that a page shows; /docs of a service shows the others."""
MOST_LINES = 14
"""Lines of an answer that a page shows."""
WIDEST = 140
"""Characters of such a line."""
ADDRESS = "http://127.0.0.1:8000"
ALIKE = {"/notations", "/photos", "/rules", "/rulings", ""}
"""Operations of every game that bring their own body, or none."""
PHOTOGRAPH = "examples/misterra/parchment.jpg"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a Markdown table; `|` and line breaks in cells are escaped."""

    def line(cells: tuple[str, ...]) -> str:
        clean = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(clean)} |"

    return "\n".join([line(head), line(("---",) * len(head)), *map(line, rows)]) + "\n"


def code(value: object) -> str:
    """Return a JSON value as code, strings without quotation marks."""
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def place(name: str) -> str:
    """The page and the heading of a schema, as a link leads there."""
    prefixes = {game.id: game.id.title().replace("_", "") for game in GAMES}
    game = next((id_ for id_, prefix in prefixes.items() if name.startswith(prefix)), "service")
    return f"{game}.md#{name.lower()}"


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
        return f"[{name}]({place(name)})"
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
    parts = [f"### {name}\n"]
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


def departures(game: str) -> str:
    """Return the rows of the kinds of departures of a game, the likeliest first."""
    kinds = sorted(toml(game, "departures.toml").items(), key=lambda entry: int(entry[1]["cost"]))
    rows = [(f"`{kind}`", str(each["cost"]), each["reason"]) for kind, each in kinds]
    return table(("kind", "cost", "how it comes about"), rows)


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


def tables() -> str:
    """The operations of every game, those of one alone, and the lists, as Markdown."""
    return "\n".join([*_shared(), "", *_own(), "", *_lists()])


def _shared() -> Iterator[str]:
    yield "| operation | body | what a game adds |"
    yield "| --- | --- | --- |"
    for name, kind in KINDS.items():
        members = ", ".join(f"`{member}`" for member in kind.members.replace(" given?", "").split())
        added = "; ".join(filter(None, (_added(game, name) for game in GAMES)))
        yield f"| `{name.replace('_', '-')}` | {members} | {added} |"
    yield "| `notations` | `snapshot`, or text | |"
    yield "| `photos` | a form: `photo`, and what it is of | |"


def _added(game: Game, name: str) -> str:
    answer: Answer | None = game.answers.get(name)
    if answer is None:
        return ""
    given = answer.given.fields if answer.given else {}
    named = [
        *(f"`given.{field}`" for field in given),
        *(f"`{option}`" for option in answer.options),
    ]
    return f"{game.name}: {', '.join(named)}" if named else ""


def _own() -> Iterator[str]:
    yield "| operation of one game | body | answers |"
    yield "| --- | --- | --- |"
    for game, each in _others():
        if each.schema is not None and each.path not in ALIKE:
            fields = (
                f"`{name}{'' if field.required else '?'}`"
                for name, field in each.schema.fields.items()
            )
            about = each.text.partition("\n")[0]
            yield f"| {game.name}: `{each.path[1:]}` | {', '.join(fields)} | {about} |"


def _lists() -> Iterator[str]:
    yield "| list | of |"
    yield "| --- | --- |"
    held: dict[str, list[str]] = {}
    for game, each in _others():
        if each.schema is None and each.path:
            held.setdefault(each.path[1:], []).append(game.name)
    for path, games in held.items():
        yield f"| `GET {path}` | {'every game' if len(games) == len(GAMES) else ', '.join(games)} |"


def _others() -> Iterator[tuple[Game, Operation]]:
    """The operations that are no answers to `KINDS`, with their games."""
    for game in GAMES:
        for each in game.operations:
            if each.path.strip("/").replace("-", "_") not in KINDS:
                yield game, each


def requests(client: FlaskClient) -> str:
    """A request to each operation that can be copied, and the beginning of its answer."""
    shown: dict[str, str] = {}
    for game in GAMES:
        for each in game.operations:
            if each.schema is not None and each.name not in shown:
                shown[each.name] = _request(client, game, each)
    with ROOT.joinpath(PHOTOGRAPH).open("rb") as file:
        form = {"board": "parchment", "photo": (file, "photo")}
        answer = client.post("/v3/misterra/photos", data=form).text
    path, parts = "/v3/misterra/photos", ["-F board=parchment", f"-F photo=@{PHOTOGRAPH}"]
    shown["photos"] = _shown(
        path,
        "Read a board from a photograph. Nothing is named yet: the answer asks what lies on a few "
        "spaces, and the next request says it in `samples`.",
        parts,
        answer,
    )
    return "\n".join(shown.values())


def _request(client: FlaskClient, game: Game, operation: Operation) -> str:
    path = game.path + operation.path
    answer = client.post(path, json=operation.example).text
    parts = ["-H 'Content-Type: application/json'", f"-d '{_laid_out(operation.example)}'"]
    return _shown(path, operation.text.partition("\n")[0], parts, answer)


def _shown(path: str, about: str, parts: Sequence[str], answer: str) -> str:
    command = " \\\n  ".join([f"curl {ADDRESS}{path}", *parts])
    if answer.startswith("{"):
        answer = _laid_out(json.loads(answer))
    lines = answer.splitlines()
    if cut := lines[MOST_LINES:]:
        lines[MOST_LINES:] = [f"… {len(cut)} more lines"]
    said = "\n".join(line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in lines)
    name = path.rpartition("/")[2]
    return f"### {name}\n\n{about}\n\n```sh\n{command}\n```\n\n```text\n{said}\n```\n"


def _laid_out(value: object) -> str:
    """A value as JSON, an object a line where it has no others within."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    for inner in (r"\[[^\[\]{}]*\]", r"\{[^{}]{,200}\}"):
        text = re.sub(inner, lambda found: re.sub(r"\n *", " ", found[0]), text)
    return re.sub(r"([\[{]) |(?<=\S) ([\]}])", r"\1\2", text)


def pages() -> dict[Path, str]:
    """Every page that has generated parts, as it is to be."""
    specification = yaml.load((ROOT / "openapi.yaml").read_bytes(), yaml.CSafeLoader)
    tags = [tag["name"] for tag in specification["tags"]]
    games = [name for name in tags if name != "service"]
    parts = {
        "operations.md": {
            "operations": tables(),
            "requests": requests(create_app().test_client()),
        },
        "problems.md": {"problems": problems()},
        "codes.md": {"codes": codes(games)},
        "rules.md": {game: rules(game) for game in games},
        "departures.md": {game: departures(game) for game in games},
    }
    parts |= {f"rulings/{game}.md": {"rulings": rulings(game)} for game in games}
    parts |= {
        f"cases/{game}.md": {"coverage": coverage(load_suite(folder))}
        for game, folder in suite_folders().items()
    }
    whole = {
        REFERENCE / "fields" / f"{tag['name']}.md": HEADER + operations(specification, tag)
        for tag in specification["tags"]
    }
    whole |= {
        COVERAGE / f"{game}.md": coverage_page(load_suite(folder), title(game))
        for game, folder in suite_folders().items()
        if folder.joinpath("coverage.toml").is_file()
    }
    return {**{REFERENCE / page: renewed(page, each) for page, each in parts.items()}, **whole}


def renewed(page: str, parts: Mapping[str, str]) -> str:
    """A page with its generated parts as they are to be."""
    text = REFERENCE.joinpath(page).read_text("utf-8")
    for name, part in parts.items():
        begins, ends = (f"<!-- {name}: {word} -->\n" for word in ("begin", "end"))
        before, _, rest = text.partition(begins)
        text = f"{before}{begins}\n{part.strip()}\n\n{ends}{rest.partition(ends)[2]}"
    return text


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
