"""The reference in plain text, made from the specification, for programs that read pages."""

from collections.abc import Iterator, Mapping
from typing import Any

from theodolite.web.serving.executors import LINES

Json = Mapping[str, Any]

_SCHEMAS = "#/components/schemas/"
_HEAD = """\
# Theodolite

> The referee for map-making board games: legality, scores, deductions and disputes, each with its
> rule and reason. Requests carry the whole table; nothing is stored. An illegal move is an answer.

Errors are problems (RFC 9457): `errors` has pointer, code and sentence of every fault. Texts follow
`language` in the query, else `Accept-Language` (en, nl, fr, de). Each operation takes a table as
text too, in the notation of `notations`, and as NDJSON a request on each line. `GET` of a game's
path has an example of every request.
"""
_FILES = """
## Files

- [The reference in plain text](/llms-full.txt): every operation with its fields and an example
- [The specification](/openapi.json): OpenAPI 3.1, with the schema of every request and response
- [The reference](/docs): a page in which requests can be tried
"""


def plain_reference(specification: Json) -> dict[str, bytes]:
    """The files `llms.txt`, a list of what there is, and `llms-full.txt`, the whole reference."""
    short, full = [_HEAD], [_HEAD]
    for tag in specification["tags"]:
        head = f"\n## {tag['description'].removesuffix('.')}\n"
        short.append(head)
        full.append(head)
        for path, method, operation in _operations(specification, tag["name"]):
            name = f"`{method.upper()} {path}`"
            short.append(f"- {name}: {operation['summary']}")
            full.append(f"### {name}\n\n{operation['summary']}\n")
            if operation["description"] != operation["summary"]:
                full.append(f"{operation['description']}\n")
            full += _contents("Request", operation.get("requestBody", {}))
            full += _contents("Response", operation["responses"]["200"])
    short.append(_FILES)
    fields = (
        line
        for name in specification["components"]["schemas"]
        for line in _schema(specification, name)
    )
    full += ["\n## Schemas\n", *fields]
    return {
        "llms.txt": "\n".join(short).encode(),
        "llms-full.txt": "\n".join([*full, ""]).encode(),
    }


def _operations(specification: Json, tag: str) -> Iterator[tuple[str, str, Json]]:
    for path, verbs in specification["paths"].items():
        for method, operation in verbs.items():
            if tag in operation["tags"]:
                yield path, method, operation


def _contents(head: str, part: Json) -> Iterator[str]:
    for kind, content in part.get("content", {}).items():
        if kind != LINES:
            yield f"{head} (`{kind}`): {_type(content['schema'])}\n"
        if kind.startswith("text/") and "example" in content:
            yield f"```\n{content['example']}```\n"


def _schema(specification: Json, name: str) -> Iterator[str]:
    """A line for each field of a schema."""
    schema = specification["components"]["schemas"][name]
    yield f"### {name}\n\n{schema.get('description', '')}\n"
    required = schema.get("required", ())
    for field, about in schema.get("properties", {}).items():
        needed = "" if field in required else ", optional"
        yield f"- `{field}` ({_type(about)}{needed}): {about.get('description', '')}".rstrip(": ")
    yield ""


def _type(schema: Json) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(_SCHEMAS)
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "contentSchema" in schema:
        return f"JSON: {_type(schema['contentSchema'])}"
    ways = schema.get("oneOf") or schema.get("anyOf")
    if ways:
        return " or ".join(map(_type, ways))
    kinds = schema.get("type", "any")
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    return f"{text} of {_type(schema['items'])}" if isinstance(schema.get("items"), dict) else text
