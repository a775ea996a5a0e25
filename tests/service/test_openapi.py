"""The specification: valid, committed as the code generates it, and true of the responses."""

import json
import re
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from properties.frame import Request, Service, adapter
from properties.held import brief_answer
from properties.requests import random_body
from theodolite.web.game import games_of, operations_of
from theodolite.web.openapi import LONGEST_EXAMPLE, ORIGIN, specification_files
from theodolite.web.problems import problem_types

Json = dict[str, Any]

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"
SPECIFICATION: Json = yaml.load(COMMITTED.read_bytes(), yaml.CSafeLoader)
OPERATIONS: dict[str, tuple[str, str, Json]] = {
    operation["operationId"]: (method, path, operation)
    for path, methods in SPECIFICATION["paths"].items()
    for method, operation in methods.items()
}
JSON = "application/json"
LINES = "application/x-ndjson"


def resolved(part: Json) -> Json:
    name = part.get("$ref", "").rpartition("/")[2]
    schema: Json = SPECIFICATION["components"]["schemas"][name] if name else part
    return schema


def strict(schema: Any) -> Any:
    """The schema with `additionalProperties: false` in every object."""
    if isinstance(schema, list):
        return [strict(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: strict(inner) for name, inner in schema.items()}
    if "properties" in schema:
        closed.setdefault("additionalProperties", False)
    return closed


COMPONENTS = strict(SPECIFICATION["components"])


def validator(schema: Json) -> Draft202012Validator:
    return Draft202012Validator({**strict(schema), "components": COMPONENTS})


def answer_schema(id_: str, status: str) -> Json:
    response = OPERATIONS[id_][2]["responses"][status]
    if "$ref" in response:
        response = SPECIFICATION["components"]["responses"][response["$ref"].rpartition("/")[2]]
    schema: Json = next(iter(response["content"].values()))["schema"]
    return schema


JSON_OPERATIONS = [
    id_
    for id_, (_, _, operation) in OPERATIONS.items()
    if JSON in operation.get("requestBody", {}).get("content", {})
]


def test_the_committed_file_is_what_the_code_generates(app: Flask) -> None:
    made = specification_files(app)["openapi.yaml"]
    assert COMMITTED.read_bytes() == made, "run `make openapi`"


def test_is_valid() -> None:
    validate(SPECIFICATION)


def test_describes_every_schema_and_property() -> None:
    schemas = SPECIFICATION["components"]["schemas"]
    # An enumeration of one property is described there.
    bare = [name for name, schema in schemas.items() if not {"description", "enum"} & schema.keys()]
    bare += [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, value in schema.get("properties", {}).items()
        if not {"description", "$ref"} & value.keys()
    ]
    assert bare == []


def test_is_served_as_yaml_and_as_json(client: FlaskClient) -> None:
    served = client.get("/openapi.yaml")
    assert served.mimetype == "application/yaml"
    assert yaml.load(served.data, yaml.CSafeLoader) == SPECIFICATION
    assert client.get("/openapi.json").get_json() == SPECIFICATION


def test_describes_exactly_the_operations_that_the_games_list(client: FlaskClient) -> None:
    games = client.get("/v3").get_json()["games"]
    listed = [
        (verb, f"{game['path']}/{name}")
        for game in games
        for verb, kind in (("post", "operations"), ("get", "lists"))
        for name in game[kind]
    ]
    named = {path.split("/")[3] for _, path in listed}
    assert len(named) == 20
    for game in games:
        rulings = client.get(f"{game['path']}/rulings").get_json()["rulings"]
        # The schema of the rulings lists the same names and values.
        name = "".join(part.capitalize() for part in game["id"].split("-"))
        schemas = SPECIFICATION["components"]["schemas"]
        asked = schemas[f"{name}Rulings"]["properties"]
        words = {known: schemas[each["$ref"].rpartition("/")[2]] for known, each in asked.items()}
        # Rulings with the same values share an enumeration, in whatever order.
        assert {known: sorted(each["enum"]) for known, each in words.items()} == {
            ruling["name"]: sorted(ruling["values"]) for ruling in rulings
        }
        listed.append(("get", game["path"]))
    described = {(verb, path) for verb, path, _ in OPERATIONS.values() if "/v3/" in path}
    assert {*listed} == described


def test_operations_are_named_after_their_paths(app: Flask) -> None:
    for game in games_of(app):
        for operation in game.operations:
            assert operation.path in ("", f"/{operation.name.replace('_', '-')}")


@pytest.mark.parametrize("id_", OPERATIONS)
def test_every_operation_has_a_summary_and_an_example(client: FlaskClient, id_: str) -> None:
    _, path, operation = deepcopy(OPERATIONS[id_])
    assert operation["summary"].endswith(".")
    assert path.startswith("/")
    if "requestBody" in operation:
        assert {"413", "415"} <= operation["responses"].keys()
        contents = operation["requestBody"]["content"]
        example = operations_of(client.application)[id_].example
        if "externalDocs" in operation:
            contents[JSON]["example"] = client.get(
                operation["externalDocs"]["url"].removeprefix(ORIGIN)
            ).get_json()
            assert len(json.dumps(example)) > LONGEST_EXAMPLE
        assert all("example" in contents[kind] for kind in contents.keys() - {LINES})
        if JSON in contents:
            assert contents[JSON]["example"] == example


@pytest.mark.parametrize("id_", JSON_OPERATIONS)
def test_operations_on_lines_have_them_as_a_second_kind(app: Flask, id_: str) -> None:
    operation = OPERATIONS[id_][2]
    takes_lines = operations_of(app)[id_].takes_lines
    assert takes_lines == (not id_.endswith(".pictures"))
    assert takes_lines == (LINES in operation["requestBody"]["content"])
    assert takes_lines == (LINES in operation["responses"]["200"]["content"])


def test_what_games_share_is_described_once() -> None:
    schemas = SPECIFICATION["components"]["schemas"]
    shared = "Check Condition Difference PhotoRead Remark Rule Ruling RulingUsed SpaceRead Stop"
    assert {*shared.split()} <= schemas.keys()
    assert len(COMMITTED.read_bytes()) <= 500_000


def test_parts_of_forms_are_texts_or_files() -> None:
    for id_, (_, _, operation) in OPERATIONS.items():
        if id_.endswith(".photos"):
            (content,) = operation["requestBody"]["content"].values()
            name = content["schema"]["$ref"].rpartition("/")[2]
            parts = SPECIFICATION["components"]["schemas"][name]["properties"]
            ways = [resolved(part) for part in parts.values()]
            assert {way["type"] for way in ways} == {"string"}
            assert all(isinstance(part, str) for part in content["example"].values())


def test_references_and_components_match() -> None:
    text = json.dumps(SPECIFICATION)
    referred = set(re.findall(r'"#/components/(schemas|responses)/([^"]+)"', text))
    defined = {
        (kind, name)
        for kind in ("schemas", "responses")
        for name in SPECIFICATION["components"][kind]
    }
    assert referred == defined


def test_every_problem_type_has_an_example() -> None:
    components = SPECIFICATION["components"]
    anywhere = components["schemas"]["Problem"]["examples"]
    examples = [
        content["example"]
        for response in components["responses"].values()
        for content in response["content"].values()
    ]
    types = [example["type"] for example in examples + anywhere]
    assert sorted(types) == sorted(f"/problems/{name}" for name in problem_types)


@pytest.mark.parametrize("id_", JSON_OPERATIONS)
def test_example_requests_and_responses_fit_their_schemas(client: FlaskClient, id_: str) -> None:
    _, path, operation = OPERATIONS[id_]
    example = operations_of(client.application)[id_].example
    validator(operation["requestBody"]["content"][JSON]["schema"]).validate(example)
    response = client.post(path, json=example, headers={"Accept": JSON})
    assert response.status_code == 200
    if response.mimetype == JSON:
        validator(answer_schema(id_, "200")).validate(response.get_json())


def test_the_plain_reference_has_every_operation_and_field(client: FlaskClient) -> None:
    short, full = (client.get(f"/llms{end}.txt") for end in ("", "-full"))
    assert {short.mimetype, full.mimetype} == {"text/plain"}
    for method, path, operation in OPERATIONS.values():
        assert f"- `{method.upper()} {path}`: {operation['summary']}\n" in short.text
        assert f"### `{method.upper()} {path}`\n" in full.text
    for name, schema in SPECIFICATION["components"]["schemas"].items():
        _, _, section = full.text.partition(f"### {name}\n")
        for field in schema.get("properties", {}):
            assert f"- `{field}` (" in section.partition("\n### ")[0]


@pytest.mark.parametrize(
    "id_", [id_ for id_, (method, _, _) in OPERATIONS.items() if method == "get"]
)
def test_lists_fit_their_schemas(client: FlaskClient, id_: str) -> None:
    _, path, operation = OPERATIONS[id_]
    response = client.get(path)
    content = operation["responses"]["200"]["content"][JSON]
    validator(content["schema"]).validate(response.get_json())


@pytest.mark.parametrize("id_", JSON_OPERATIONS)
def test_responses_to_random_requests_fit_their_schemas(client: FlaskClient, id_: str) -> None:
    _, path, operation = OPERATIONS[id_]
    game, name = id_.partition(".")[0], path.split("/", 3)[3]
    service, of = Service(client, game), adapter(game)
    for seed in range(6):
        request = Request(name, random_body(of, service.operations, name, Random(seed)))
        answer = brief_answer(service, request)
        if answer is None or answer.document is None:
            continue
        validator(answer_schema(id_, str(answer.status))).validate(answer.document)
        # The schema accepts every request that the service accepts.
        if answer.ok:
            schema = operation["requestBody"]["content"][JSON]["schema"]
            validator(schema).validate(request.body)


def test_the_reference_page_loads_nothing_from_other_hosts(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.mimetype == "text/html"
    links = re.findall(r'(?:src|href)="([^"]+)"', page.get_data(as_text=True))
    assert len(links) > 2
    for link in links:
        assert link.startswith("/docs/")
        with client.get(link) as response:
            assert response.status_code == 200
    assert b'url: "/openapi.json"' in client.get("/docs/start.js").data
