"""Options of a call and of a client: sessions of one's own, the environment, dictionaries."""

import inspect
import json
import pydoc
from typing import Any

import anyio
import httpx
import msgspec
import pytest
import requests

import theodolite_sdk
from sdk.conftest import Connect
from sdk.stub import Stub, answer
from sdk.test_contract import OPERATIONS, call, response_of
from theodolite_sdk import AsyncTheodolite, NotSent, Theodolite, errors
from theodolite_sdk.misterra.types import Legality, Move, Presumption

WELL = {"status": "ok"}


def test_a_call_has_options_of_its_own(stub: Stub, connect: Connect) -> None:
    referee = connect(stub.url, language="fr", api_key="a")
    stub.script = [answer(response_of(OPERATIONS["misterra.scores"]))] * 2
    own = {"X-Request-ID": "mine", "Authorization": "Bearer b"}
    referee.misterra.score("beach: left", language="nl", headers=own, timeout=2.5)
    referee.misterra.score("beach: left")
    mine, plain = (request.headers for request in stub.received)
    assert (mine["accept-language"], mine["x-request-id"]) == ("nl", "mine")
    assert mine["authorization"] == "Bearer b"
    assert (plain["accept-language"], plain["authorization"]) == ("fr", "Bearer a")
    assert "x-request-id" not in plain


def test_every_method_takes_the_options(stub: Stub, connect: Connect) -> None:
    referee = connect(stub.url)
    for part in (referee, *(getattr(referee, game) for game in ("misterra", "tiwanaku"))):
        for name, method in inspect.getmembers(part, inspect.isroutine):
            if name[0] != "_" and name != "close":
                assert list(inspect.signature(method).parameters)[-1] == "options", name


@pytest.mark.parametrize(
    ("option", "error"),
    [
        ({"timeout": 0}, ValueError),
        ({"timeout": "5"}, TypeError),
        ({"headers": "X-One: 1"}, TypeError),
        ({"language": 1}, TypeError),
    ],
)
def test_an_option_that_is_wrong_is_named(
    stub: Stub, connect: Connect, option: dict[str, Any], error: type[Exception]
) -> None:
    referee = connect(stub.url)
    with pytest.raises(error, match=f"^{next(iter(option))} must be "):
        referee.health(**option)
    assert stub.received == []


def test_a_session_of_ones_own_is_used_and_left_open(stub: Stub) -> None:
    stub.script = [answer(WELL)] * 2
    session = requests.Session()
    session.headers["X-Mine"] = "yes"
    with Theodolite(stub.url, session=session) as referee:
        referee.health()
    with pytest.raises(NotSent, match="closed"):
        referee.health()
    assert stub.received[0].headers["x-mine"] == "yes"
    assert session.get(f"{stub.url}/healthz").json() == WELL
    session.close()


def test_a_client_of_ones_own_is_used_and_left_open(stub: Stub) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(headers={"X-Mine": "yes"}) as client:
            async with AsyncTheodolite(stub.url, client=client) as referee:
                await referee.health()
            assert (await client.get(f"{stub.url}/healthz")).json() == WELL

    stub.script = [answer(WELL)] * 2
    anyio.run(main)
    assert stub.received[0].headers["x-mine"] == "yes"


def test_the_environment_names_service_and_key(
    stub: Stub, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THEODOLITE_URL", stub.url)
    monkeypatch.setenv("THEODOLITE_API_KEY", "secret")
    stub.script = [answer(WELL)] * 2
    connect().health()
    connect(stub.url, api_key="other").health()
    keys = [request.headers["authorization"] for request in stub.received]
    assert keys == ["Bearer secret", "Bearer other"]


@pytest.mark.parametrize("name", [name for name in OPERATIONS if OPERATIONS[name].is_json])
def test_an_answer_becomes_the_dictionary_that_it_was(
    stub: Stub, connect: Connect, name: str
) -> None:
    if name.endswith(".photos"):
        return
    sent = response_of(OPERATIONS[name])
    stub.script = [answer(sent, Content_Language="nl")]
    found = call(connect(stub.url), name)
    assert str(found)
    for each, expected in (
        zip(found, next(value for value in sent.values() if isinstance(value, list)), strict=True)
        if isinstance(found, tuple)
        else [(found, sent)]
    ):
        if isinstance(each, msgspec.Struct):
            assert held(each.to_dict(), expected)  # type: ignore[attr-defined]
            assert json.loads(each.to_json()) == each.to_dict()  # type: ignore[attr-defined]


def held(found: object, sent: object) -> bool:
    """Whether a value holds all that was sent; what was left out may be there, empty."""
    if isinstance(sent, dict):
        assert isinstance(found, dict)
        return all(name not in found or held(found[name], sent[name]) for name in sent) and all(
            found[name] in (None, [], {}, False, 0, "", True) for name in found.keys() - sent.keys()
        )
    if isinstance(sent, list):
        assert isinstance(found, list)
        return all(held(one, other) for one, other in zip(found, sent, strict=True))
    return found == sent


def test_a_request_becomes_what_is_sent() -> None:
    move = Move(path=["beach:E1"])
    assert move.to_dict() == {"path": ["beach:E1"]}
    assert json.loads(Presumption(9).to_json()) == {"card": 9}


def test_a_verdict_counts_as_true_if_the_move_is_legal_and_whole() -> None:
    for legal in (True, False, None):
        assert bool(msgspec.convert({"legal": legal}, Legality)) is (legal is True)


def test_help_of_the_blocking_client_blocks() -> None:
    read = pydoc.plain(pydoc.render_doc(Theodolite().misterra))
    assert " |  score(self, snapshot:" in read
    assert "async " not in read


def test_the_package_exports_its_clients_and_errors() -> None:
    exported = {name for name in theodolite_sdk.__all__ if not name.startswith("_")}
    in_errors = {
        name
        for name, each in vars(errors).items()
        if getattr(each, "__module__", "") == errors.__name__
    }
    assert exported == {"Theodolite", "AsyncTheodolite"} | (in_errors - {"problem_error"})
