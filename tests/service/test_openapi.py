"""The specification: valid, committed as the code makes it, and true of what is answered."""

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
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from reference.misterra_tables import random_table
from service.mutation import mutated
from theodolite.web.operations import games_of
from theodolite.web.problems import problem_types
from theodolite.web.site import specification_files

Json = dict[str, Any]

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"
SPECIFICATION: Json = yaml.load(COMMITTED.read_bytes(), yaml.CSafeLoader)
OPERATIONS: dict[str, tuple[str, str, Json]] = {
    operation["operationId"]: (method, path, operation)
    for path, methods in SPECIFICATION["paths"].items()
    for method, operation in methods.items()
}
JSON = "application/json"


def strict(schema: Any) -> Any:
    """A schema in which no object has a field that is not described."""
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
    (content,) = response["content"].values()
    schema: Json = content["schema"]
    return schema


QUESTIONS = [
    id_
    for id_, (_, _, operation) in OPERATIONS.items()
    if JSON in operation.get("requestBody", {}).get("content", {})
]


def test_the_committed_specification_is_what_the_code_makes(app: Flask) -> None:
    made = specification_files(app)["openapi.yaml"]
    assert COMMITTED.read_bytes() == made, "run `make openapi`"


def test_it_is_valid() -> None:
    validate(SPECIFICATION)


def test_it_is_served_as_yaml_and_as_json(client: FlaskClient) -> None:
    served = client.get("/openapi.yaml")
    assert served.mimetype == "application/yaml"
    assert yaml.load(served.data, yaml.CSafeLoader) == SPECIFICATION
    assert client.get("/openapi.json").get_json() == SPECIFICATION


def test_every_question_of_the_games_is_described_and_every_one_described_is_asked(
    client: FlaskClient,
) -> None:
    games = client.get("/v1/games").get_json()["games"]
    described = {path for path, methods in SPECIFICATION["paths"].items() if "post" in methods}
    assert {path for game in games for path in game["questions"]} == described
    for game in games:
        listed = client.get(f"{game['path']}/rulings").get_json()["rulings"]
        assert game["rulings"] == [ruling["name"] for ruling in listed]
        # What the rules know of a ruling is what is listed of it.
        name = "".join(part.capitalize() for part in game["id"].split("_"))
        asked = SPECIFICATION["components"]["schemas"][f"{name}Rulings"]["properties"]
        assert {known: each["enum"] for known, each in asked.items()} == {
            ruling["name"]: ruling["values"] for ruling in listed
        }
        assert all(ruling["default"] == ruling["values"][0] for ruling in listed)


def test_a_question_is_called_as_its_path(app: Flask) -> None:
    for game in games_of(app):
        for operation in game.operations:
            assert operation.path == f"/{operation.name.replace('_', '-')}" or (
                operation.path == f"/{operation.name.removesuffix('_batch')}/batch"
            )


@pytest.mark.parametrize("id_", OPERATIONS)
def test_every_operation_has_words_and_examples(id_: str) -> None:
    _, path, operation = OPERATIONS[id_]
    assert operation["summary"].endswith(".")
    for content in operation["responses"]["200"]["content"].values():
        assert "example" in content or content["schema"] == {"type": "string"}
    if "requestBody" in operation:
        assert all("example" in c for c in operation["requestBody"]["content"].values())
        assert {"413", "415"} <= operation["responses"].keys()
    assert path.startswith("/")


def test_every_reference_leads_to_a_component_and_every_component_is_referred_to() -> None:
    text = json.dumps(SPECIFICATION)
    referred = set(re.findall(r'"#/components/(schemas|responses)/([^"]+)"', text))
    defined = {
        (kind, name)
        for kind in ("schemas", "responses")
        for name in SPECIFICATION["components"][kind]
    }
    assert referred == defined


def test_every_type_of_problem_has_its_example() -> None:
    components = SPECIFICATION["components"]
    anywhere = components["schemas"]["Problem"]["examples"]
    examples = [
        content["example"]
        for response in components["responses"].values()
        for content in response["content"].values()
    ]
    types = [example["type"] for example in examples + anywhere]
    assert sorted(types) == sorted(f"/problems/{name}" for name in problem_types)


@pytest.mark.parametrize("id_", QUESTIONS)
def test_the_example_of_a_question_fits_its_schema_and_so_does_its_answer(
    client: FlaskClient, id_: str
) -> None:
    _, path, operation = OPERATIONS[id_]
    body = operation["requestBody"]["content"][JSON]
    validator(body["schema"]).validate(body["example"])
    response = client.post(path, json=body["example"])
    assert response.status_code == 200
    (media_type,) = operation["responses"]["200"]["content"]
    assert response.mimetype == media_type
    if media_type == JSON:
        answer = operation["responses"]["200"]["content"][JSON]
        assert response.get_json() == answer["example"]
        validator(answer["schema"]).validate(answer["example"])


@pytest.mark.parametrize(
    "id_", [id_ for id_, (method, _, _) in OPERATIONS.items() if method == "get"]
)
def test_a_list_fits_its_schema(client: FlaskClient, id_: str) -> None:
    _, path, operation = OPERATIONS[id_]
    response = client.get(path)
    content = operation["responses"]["200"]["content"][JSON]
    validator(content["schema"]).validate(response.get_json())
    validator(content["schema"]).validate(content["example"])


@pytest.mark.parametrize("id_", QUESTIONS)
@given(data=st.data())
@settings(max_examples=40)
def test_whatever_is_answered_fits_the_schema_of_its_status(
    client: FlaskClient, id_: str, data: st.DataObject
) -> None:
    _, path, operation = OPERATIONS[id_]
    body = operation["requestBody"]["content"][JSON]
    originals = st.just(body["example"])
    if id_ == "misterra.scores":
        originals |= st.integers(0, 99).map(Random).map(random_table)
    asked = data.draw(originals.map(deepcopy).flatmap(mutated))
    response = client.post(path, data=json.dumps(asked), content_type=JSON)
    status = str(response.status_code)
    if response.is_json:
        validator(answer_schema(id_, status)).validate(response.get_json())
    # What the service takes, the schema takes too: a client may check before it asks.
    if status == "200":
        validator(body["schema"]).validate(asked)


def test_the_reference_needs_no_other_host(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.mimetype == "text/html"
    links = re.findall(r'(?:src|href)="([^"]+)"', page.get_data(as_text=True))
    assert len(links) > 2
    for link in links:
        assert link.startswith("/docs/")
        with client.get(link) as response:
            assert response.status_code == 200
    assert b'url: "/openapi.json"' in client.get("/docs/start.js").data
