"""Tools made of the specification: a name, a description and a schema that suffices to call one."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]

_JSON = "application/json"
_BOARD = "text/vnd.theodolite.board"
_SCHEMAS = "#/components/schemas/"
LANGUAGE: Json = {
    "type": "string",
    "enum": ["en", "nl", "fr", "de"],
    "description": "The language of the explanations; English by default.",
}
DETAILS: Json = {
    "type": "boolean",
    "description": "Whether to return the whole answer as JSON too; it can be long.",
}


class Tool(NamedTuple):
    """An operation as a tool.

    Attributes:
        name: The id of the operation with `_` for dots, such as `misterra_scores`.
        game: The id of the game.
        path: Its path.
        description: What it tells.
        schema: The JSON Schema of its arguments, without references to other documents.
        tables: The arguments that are tables, as text or as JSON.
        is_table: Whether the request body is the argument `snapshot` itself, with the others beside
            its fields.
    """

    name: str
    game: str
    path: str
    description: str
    schema: Json
    tables: frozenset[str]
    is_table: bool

    def body(self, arguments: Mapping[str, Any]) -> Any:
        """The request body of a call whose tables are JSON."""
        body = {
            name: value for name, value in arguments.items() if name not in ("language", "details")
        }
        if not self.is_table:
            return body
        # The service refuses a table that is no object.
        table = body.pop("snapshot", {})
        return {**table, **body} if isinstance(table, Mapping) else table


class Listing(NamedTuple):
    """A list that never changes while a service runs, as a resource.

    Attributes:
        uri: Its address, such as `theodolite:/v3/misterra/rules`.
        path: Its path.
        description: What it lists.
    """

    uri: str
    path: str
    description: str


def tools_of(specification: Mapping[str, Any]) -> Iterator[Tool]:
    """Each operation of a game that takes JSON and answers with JSON, as a tool."""
    for path, verbs in specification["paths"].items():
        operation = verbs.get("post", {})
        body = operation.get("requestBody", {}).get("content", {})
        answers = operation.get("responses", {}).get("200", {}).get("content", {})
        if _JSON in body and _JSON in answers and _BOARD not in body:
            yield _tool(specification, path, operation, body[_JSON]["schema"])


def listings_of(specification: Mapping[str, Any]) -> Iterator[Listing]:
    """Each list of the service and its games, as a resource."""
    for path, verbs in specification["paths"].items():
        if path.startswith("/v3/") and "get" in verbs:
            yield Listing(f"theodolite:{path}", path, verbs["get"]["summary"])


def _tool(specification: Mapping[str, Any], path: str, operation: Json, reference: Json) -> Tool:
    schemas: Json = specification["components"]["schemas"]
    id_: str = operation["operationId"]
    game = id_.partition(".")[0]
    snapshot = f"{game.title().replace('_', '')}Snapshot"
    schema = _found(schemas, reference)
    properties, required = dict(schema["properties"]), list(schema.get("required", ()))
    fields = schemas[snapshot]["properties"].keys()
    is_table = fields <= properties.keys()
    table = {
        "description": "The whole table, as text or as JSON.",
        "anyOf": [
            {
                "type": "string",
                "description": "The table as text, in the notation of the example.",
                "examples": [_text_of(specification, path)],
            },
            {"$ref": _SCHEMAS + snapshot},
        ],
    }
    if is_table:
        properties = {name: value for name, value in properties.items() if name not in fields}
        properties, required = {"snapshot": table, **properties}, ["snapshot"]
    tables = {"snapshot"} if is_table else set()
    for name, value in properties.items():
        if value.get("$ref") == _SCHEMAS + snapshot:
            properties[name] = {**table, "description": value.get("description", "A whole table.")}
            tables.add(name)
    definitions: Json = {}
    arguments = _local(
        {**properties, "language": LANGUAGE, "details": DETAILS}, definitions, schemas
    )
    return Tool(
        id_.replace(".", "_"),
        game,
        path,
        f"{operation['summary']}\n\n{operation['description']}",
        {
            "type": "object",
            "properties": arguments,
            "required": required,
            "additionalProperties": False,
            "$defs": definitions,
        },
        frozenset(tables),
        is_table,
    )


def _found(schemas: Json, schema: Json) -> Json:
    found: Json = schemas[schema["$ref"].removeprefix(_SCHEMAS)] if "$ref" in schema else schema
    return found


def _text_of(specification: Mapping[str, Any], path: str) -> str:
    """The example of a table as text of the game of a path."""
    boards = specification["paths"][f"{path.rpartition('/')[0]}/boards"]["post"]
    return str(boards["requestBody"]["content"][_BOARD]["example"])


def _local(schema: Any, definitions: Json, schemas: Json) -> Any:
    """A schema whose references lead to `$defs`, which are collected."""
    if isinstance(schema, list):
        return [_local(each, definitions, schemas) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(reference := schema.get("$ref"), str):
        name = reference.removeprefix(_SCHEMAS)
        if name not in definitions:
            definitions[name] = {}
            definitions[name] = _local(schemas[name], definitions, schemas)
        return {**schema, "$ref": f"#/$defs/{name}"}
    return {name: _local(value, definitions, schemas) for name, value in schema.items()}


def compact(value: object) -> str:
    """A value as JSON in as few characters as possible."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
