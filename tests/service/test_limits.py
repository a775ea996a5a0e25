"""API keys, rate limits, CORS origins, trusted proxies and security headers."""

import json
import os
import re
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
import requests
from click.testing import CliRunner
from flask import request
from flask.testing import FlaskClient

from service.serving import running
from theodolite.cli import main
from theodolite.web.app import create_app
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.serving.limits import (
    GUARDED,
    OWN_STORE,
    RATE_HEADERS,
    REFUSED,
    Limits,
    LimitsError,
    guard_of,
    load_keys,
    new_key,
)
from theodolite.web.serving.logs import LogWriter
from theodolite.web.serving.rates import Rates
from theodolite.web.serving.telemetry import AccessLog
from theodolite_sdk import RateLimited, Theodolite, Unauthorized

SCORES = "/v3/misterra/scores"
Guarded = tuple[FlaskClient, str]


def client_of(limits: Limits) -> FlaskClient:
    return create_app(allowed=limits).test_client()


@pytest.fixture
def guarded(tmp_path: Path) -> Guarded:
    """A client of a service with two API keys, and one of the keys."""
    (_, other), (key, line) = new_key("elliott"), new_key("cassandra")
    path = tmp_path / "keys"
    path.write_text(f"# clients\n\n{other}\n{line}  # since spring\n")
    return client_of(Limits(keys=load_keys(path))), key


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_accepts_a_valid_key(guarded: Guarded) -> None:
    client, key = guarded
    assert (
        client.post(SCORES, json={"snapshot": FINISHED_GAME}, headers=bearer(key)).status_code
        == 200
    )


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer \u00fc\u00df"},
        {"Authorization": "Basic Y2Fzc2FuZHJhOng="},
    ],
)
@pytest.mark.parametrize("path", [SCORES, "/v3", "/v3/no-such-thing"])
def test_refuses_requests_without_a_valid_key(
    guarded: Guarded, path: str, headers: dict[str, str]
) -> None:
    client, _ = guarded
    response = client.get(path, headers=headers)
    assert response.status_code == 401
    assert response.mimetype == "application/problem+json"
    assert response.get_json()["type"] == "/problems/unauthorized"
    challenge = response.headers["WWW-Authenticate"]
    assert challenge.startswith('Bearer realm="theodolite"')
    assert ("invalid_token" in challenge) == (len(headers.get("Authorization", "").split()) > 1)


def test_refuses_a_key_under_another_scheme(guarded: Guarded) -> None:
    client, key = guarded
    assert client.get("/v3", headers={"Authorization": f"Basic {key}"}).status_code == 401


@pytest.mark.parametrize(
    "path",
    ["/", "/healthz", "/readyz", "/metrics", "/docs", "/openapi.yaml", "/problems/unauthorized"],
)
def test_public_paths_need_no_key(guarded: Guarded, path: str) -> None:
    client, _ = guarded
    assert client.get(path).status_code == 200


def test_reports_every_invalid_line_of_a_key_file(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"ann {'0' * 63}\nbob {'0' * 64}\ncarol and dave {'0' * 64}\n")
    with pytest.raises(LimitsError) as caught:
        load_keys(path)
    assert [line.split(":")[1] for line in str(caught.value).splitlines()] == ["1", "3"]


def test_refuses_an_empty_key_file(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text("# none yet\n")
    with pytest.raises(LimitsError, match="no API key"):
        load_keys(path)


def test_the_command_generates_a_key_and_its_line(tmp_path: Path) -> None:
    printed = CliRunner().invoke(main, ["key", "cassandra"])
    assert printed.exit_code == 0
    key, line = re.fullmatch(r"key:  (\S+)\nline: (.+)\n", printed.output, re.ASCII).groups()  # type: ignore[union-attr]
    path = tmp_path / "keys"
    path.write_text(line)
    assert load_keys(path) == {sha256(key.encode()).digest(): "cassandra"}


def test_the_command_refuses_a_client_name_with_a_space() -> None:
    assert CliRunner().invoke(main, ["key", "ann lee"]).exit_code == 2


def test_serve_applies_keys_and_rate_limits(tmp_path: Path) -> None:
    (key, line), path = new_key("cassandra"), tmp_path / "keys"
    path.write_text(line)
    options = ("--api-keys", str(path), "--rate-limit", "2/hour", "--trusted-proxies", "1")
    with (
        running(tmp_path / "log", *options) as server,
        Theodolite(server.url, retries=0) as without_key,
        Theodolite(server.url, api_key=key, retries=0) as with_key,
    ):
        with pytest.raises(Unauthorized):
            without_key.misterra.score(FINISHED_GAME)
        assert with_key.misterra.score(FINISHED_GAME).winners == ("Cassandra",)
        assert with_key.games()
        with pytest.raises(RateLimited) as limited:
            with_key.games()
        assert limited.value.retry_after
        assert without_key.health().status == "ok"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--rate-limit", "often", "--cors-origins", "x https://y.example z"], ["often", "x", "z"]),
        (["--api-keys", __file__], [f"{__file__}:1:"]),
        (["--queue", "0"], ["--queue"]),
    ],
)
def test_serve_reports_all_invalid_options(options: list[str], named: list[str]) -> None:
    done = CliRunner().invoke(main, ["serve", *options])
    assert done.exit_code == 2
    assert all(name in done.output for name in named)


def test_clients_over_the_rate_limit_receive_retry_after() -> None:
    client = client_of(Limits(rate="2/minute"))
    assert [client.get("/v3").status_code for _ in range(3)] == [200, 200, 429]
    response = client.post(SCORES, json={"snapshot": FINISHED_GAME})
    assert response.get_json()["type"] == "/problems/too-many-requests"
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert client.get("/healthz").status_code == 200
    # Each address has its own count.
    other = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/v3", environ_overrides=other).status_code == 200


def test_responses_tell_what_is_left_of_a_rate() -> None:
    client = client_of(Limits(rate="2/minute"))
    responses = [client.get("/v3"), client.post(SCORES, json={}), client.get("/v3")]
    assert [response.status_code for response in responses] == [200, 422, 429]
    for left, response in zip((1, 0, 0), responses, strict=True):
        assert response.headers["RateLimit-Policy"] == '"default";q=2;w=60'
        found = re.fullmatch(r'"default";r=(\d+);t=(\d+)', response.headers["RateLimit"])
        assert found is not None
        assert int(found[1]) == left
        assert 58 <= int(found[2]) <= 60
    assert not any(name in client.get("/healthz").headers for name in RATE_HEADERS)


def test_responses_tell_what_is_left_of_several_rates() -> None:
    headers = client_of(Limits(rate="1000/hour;5/2 seconds")).get("/v3").headers
    policy = '"5 per 2 second";q=5;w=2, "1000 per 1 hour";q=1000;w=3600'
    assert headers["RateLimit-Policy"] == policy
    assert re.fullmatch(
        r'"5 per 2 second";r=4;t=[12], "1000 per 1 hour";r=999;t=(3600|3599)', headers["RateLimit"]
    )


def test_counts_the_requests_of_each_window_by_a_clock_that_is_never_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed, offset, chance = 0.0, 0.0, Random(7)
    monkeypatch.setattr("theodolite.web.serving.rates.monotonic", lambda: passed)
    monkeypatch.setattr(time, "time", lambda: 1e9 + passed + offset)
    counted = Rates("3/second;5/4 seconds", OWN_STORE)
    admitted: dict[tuple[float, str], list[float]] = defaultdict(list)
    for _ in range(2000):
        passed += chance.choice((0.0, 0.25, 1.0, 5.0))
        offset = chance.choice((0.0, -7200.0, 7200.0))
        caller, wait = chance.choice("abc"), None
        for amount, seconds in ((3, 1.0), (5, 4.0)):
            times = [each for each in admitted[seconds, caller] if each > passed - seconds]
            if len(times) == amount:
                wait = times[0] + seconds - passed
                break
            admitted[seconds, caller] = [*times, passed]
        _, given = counted.count(caller)
        assert (given is None) == (wait is None)
        assert given is None or wait is None or wait <= given <= wait + 1


def test_forgets_callers_whose_windows_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = 0.0
    monkeypatch.setattr("theodolite.web.serving.rates.monotonic", lambda: passed)
    counted = Rates("5/second", OWN_STORE)
    tracemalloc.start()
    for caller in range(10_000):
        counted.count(f"2001:db8:0:{caller:x}::/64")
    before, passed = tracemalloc.get_traced_memory()[0], 2.0
    forgotten = []
    for _ in range(5_001):
        counted.count("192.0.2.1")
        forgotten.append(before - tracemalloc.get_traced_memory()[0])
        passed += 1.0
    tracemalloc.stop()
    # Not all in one request, which others would wait for. The table itself stays.
    assert forgotten[0] < before / 100
    assert forgotten[-1] > before / 2


def test_counts_a_request_once_that_leaves_the_event_loop(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--rate-limit", "9/hour") as server:
        answers = [
            requests.get(f"{server.url}/v3", timeout=60),
            requests.post(f"{server.url}/v3/misterra/disputes", json={}, timeout=60),
            requests.post(f"{server.url}/v3/misterra/scores", data=b"{}", timeout=60),
        ]
    left = [answer.headers["RateLimit"].split(";")[1] for answer in answers]
    assert left == ["r=8", "r=7", "r=6"]


def test_counts_each_key_separately(tmp_path: Path) -> None:
    (first, line), (second, other) = new_key("ann"), new_key("bob")
    path = tmp_path / "keys"
    path.write_text(f"{line}\n{other}\n")
    client = client_of(Limits(keys=load_keys(path), rate="1/minute"))
    asked = [client.get("/v3", headers=bearer(k)) for k in (first, first, second)]
    assert [response.status_code for response in asked] == [200, 429, 200]


def test_says_nothing_of_rates_without_a_rate() -> None:
    headers = create_app().test_client().get("/v3").headers
    assert not any(name in headers for name in RATE_HEADERS)


def test_allows_listed_origins() -> None:
    client = client_of(Limits(origins=["https://games.example", "http://localhost:3000"]))
    allowed = client.options(
        SCORES,
        headers={
            "Origin": "https://games.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://games.example"
    assert "POST" in allowed.headers["Access-Control-Allow-Methods"]
    assert "Origin" in allowed.headers.getlist("Vary")
    answer = client.get("/v3", headers={"Origin": "https://games.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "https://games.example"
    assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "https://games.example.evil.example", "null"]
)
def test_does_not_allow_other_origins(origin: str) -> None:
    client = client_of(Limits(origins=["https://games.example"]))
    answer = client.get("/v3", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_preflight_requests_need_no_key(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(new_key("ann")[1])
    client = client_of(Limits(keys=load_keys(path), origins=["https://games.example"]))
    headers = {"Origin": "https://games.example", "Access-Control-Request-Method": "POST"}
    assert client.options(SCORES, headers=headers).status_code == 200
    refused = client.post(SCORES, json={"snapshot": FINISHED_GAME}, headers=headers)
    assert refused.status_code == 401
    assert refused.headers["Access-Control-Allow-Origin"] == "https://games.example"


def test_reports_all_invalid_limits_at_once() -> None:
    with pytest.raises(LimitsError) as caught:
        Limits(rate="often", origins=["games.example", "https://ok.example", "https://*"])
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("proxies", "caller"), [(0, "127.0.0.1"), (1, "198.51.100.2"), (2, "203.0.113.9")]
)
def test_only_trusted_proxies_set_the_client_address(proxies: int, caller: str) -> None:
    app = create_app(allowed=Limits(proxies=proxies))
    seen: list[str | None] = []

    @app.before_request
    def note() -> None:
        seen.append(request.remote_addr)

    app.test_client().get(
        "/healthz", headers={"X-Forwarded-For": "192.0.2.1, 203.0.113.9, 198.51.100.2"}
    )
    assert seen == [caller]


@pytest.mark.parametrize("address", ["192.0.2.1", "[2001:db8::1]"])
def test_a_port_that_a_proxy_names_makes_no_other_caller(address: str) -> None:
    client = client_of(Limits(rate="2/minute", proxies=1))
    found = [
        client.get("/v3", headers={"X-Forwarded-For": f"{address}:{port}"}).status_code
        for port in (4711, 4712, 4713)
    ]
    assert found == [200, 200, 429]


@pytest.mark.parametrize(
    ("prefix", "left"), [(64, ["1", "0", "0", "1"]), (56, ["1", "0", "0", "0"])]
)
def test_a_network_of_ipv6_is_one_caller(prefix: int, left: list[str]) -> None:
    client = client_of(Limits(rate="2/minute", ipv6_prefix=prefix))
    callers = ("2001:db8::1", "2001:db8::2", "2001:db8::ffff:0:1", "2001:db8:0:1::1")
    found = [
        client.get("/v3", environ_base={"REMOTE_ADDR": caller}).headers["RateLimit"]
        for caller in callers
    ]
    assert [re.search(r"r=(\d)", each)[1] for each in found] == left  # type: ignore[index]


def test_keys_are_read_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "keys"
    (first, line), (second, added) = new_key("ann"), new_key("bob")
    path.write_text(line)
    app = create_app(allowed=Limits(keys=load_keys(path), key_file=path))

    def statuses() -> list[int]:
        fields = [{"Authorization": f"Bearer {key}"} for key in (first, second)]
        return [app.test_client().get("/v3", headers=each).status_code for each in fields]

    assert statuses() == [200, 401]
    path.write_text(added)
    guard_of(app).reload()
    assert statuses() == [401, 200]
    for broken in ("", "nonsense"):
        path.write_text(broken)
        guard_of(app).reload()
        assert statuses() == [401, 200]
        assert "stay as they were" in caplog.text


def test_lines_of_the_log_name_clients_keys_and_operations(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    key, line = new_key("ann")
    path.write_text(line)
    for secret in (None, b"secret"):
        read, written = os.pipe()
        log = AccessLog(LogWriter(written), secret)
        client = create_app(None, log, Limits(keys=load_keys(path))).test_client()
        client.get("/v3", headers={"Authorization": f"Bearer {key}"})
        with os.fdopen(read, "rb") as lines:
            logged = json.loads(lines.readline())
        assert (logged["key"], logged["operation"]) == ("ann", "games")
        assert (logged["client"] == "127.0.0.1") is (secret is None)


@pytest.mark.parametrize("path", ["/", "/docs", "/healthz", "/problems/not-json", "/no-such-page"])
def test_every_response_has_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_an_internal_error_reveals_no_details(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = create_app()

    def fail() -> Callable[[], None]:
        raise RuntimeError("the secret of the stack")

    monkeypatch.setitem(app.view_functions, "games", fail)
    response = app.test_client().get(GUARDED)
    assert response.status_code == 500
    assert "secret" not in response.text
    assert "Traceback" not in response.text


def test_counts_requests_without_a_valid_key_by_address(tmp_path: Path) -> None:
    (key, line) = new_key("cassandra")
    (tmp_path / "keys").write_text(line)
    client = client_of(Limits(keys=load_keys(tmp_path / "keys"), rate="3/hour"))
    wrong = [client.get("/v3", headers=bearer(f"{i}")).status_code for i in range(5)]
    assert wrong == [401] * 3 + [429] * 2
    # Requests with a key are counted by key, even from the same address.
    good = [client.get("/v3", headers=bearer(key)).status_code for _ in range(4)]
    assert good == [200] * 3 + [429]


def test_an_overloaded_service_says_when_to_come_again(client: FlaskClient) -> None:
    answer = client.post(
        SCORES, json={"snapshot": FINISHED_GAME}, environ_overrides={REFUSED: "overloaded"}
    )
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
