"""Keys, rates, origins and headers, each on an application that has them."""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import request
from flask.testing import FlaskClient

from service.serving import running
from theodolite.cli import main
from theodolite.web.app import create_app
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.serving.limits import GUARDED, Limits, LimitsError, load_keys, new_key
from theodolite_sdk import RateLimited, Theodolite, Unauthorized

SCORES = "/v1/misterra/scores"
Guarded = tuple[FlaskClient, str]


def client_of(limits: Limits) -> FlaskClient:
    return create_app(allowed=limits).test_client()


@pytest.fixture
def guarded(tmp_path: Path) -> Guarded:
    """A service with two API keys, and one of them."""
    (_, other), (key, line) = new_key("elliott"), new_key("cassandra")
    path = tmp_path / "keys"
    path.write_text(f"# who may ask\n\n{other}\n{line}  # since spring\n")
    return client_of(Limits(keys=load_keys(path))), key


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_a_key_opens_the_door(guarded: Guarded) -> None:
    client, key = guarded
    assert client.post(SCORES, json=FINISHED_GAME, headers=bearer(key)).status_code == 200


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
@pytest.mark.parametrize("path", [SCORES, "/v1/games", "/v1/no-such-thing"])
def test_nobody_comes_in_without(guarded: Guarded, path: str, headers: dict[str, str]) -> None:
    client, _ = guarded
    response = client.get(path, headers=headers)
    assert response.status_code == 401
    assert response.mimetype == "application/problem+json"
    assert response.get_json()["type"] == "/problems/unauthorized"
    challenge = response.headers["WWW-Authenticate"]
    assert challenge.startswith('Bearer realm="theodolite"')
    assert ("invalid_token" in challenge) == (len(headers.get("Authorization", "").split()) > 1)


def test_a_key_under_another_scheme_is_no_key(guarded: Guarded) -> None:
    client, key = guarded
    assert client.get("/v1/games", headers={"Authorization": f"Basic {key}"}).status_code == 401


@pytest.mark.parametrize(
    "path",
    ["/", "/healthz", "/readyz", "/metrics", "/docs", "/openapi.yaml", "/problems/unauthorized"],
)
def test_what_tells_nothing_of_a_table_stays_open(guarded: Guarded, path: str) -> None:
    client, _ = guarded
    assert client.get(path).status_code == 200


def test_a_file_of_keys_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"ann {'0' * 63}\nbob {'0' * 64}\ncarol and dave {'0' * 64}\n")
    with pytest.raises(LimitsError) as caught:
        load_keys(path)
    assert [line.split(":")[1] for line in str(caught.value).splitlines()] == ["1", "3"]


def test_a_file_without_keys_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text("# none yet\n")
    with pytest.raises(LimitsError, match="no API key"):
        load_keys(path)


def test_the_command_makes_a_key_and_its_line(tmp_path: Path) -> None:
    printed = CliRunner().invoke(main, ["key", "cassandra"])
    assert printed.exit_code == 0
    key, line = re.fullmatch(r"key:  (\S+)\nline: (.+)\n", printed.output, re.ASCII).groups()  # type: ignore[union-attr]
    path = tmp_path / "keys"
    path.write_text(line)
    assert load_keys(path) == {sha256(key.encode()).digest(): "cassandra"}


def test_the_command_refuses_a_name_that_no_line_can_hold() -> None:
    assert CliRunner().invoke(main, ["key", "ann lee"]).exit_code == 2


def test_the_command_holds_the_service_to_its_limits(tmp_path: Path) -> None:
    (key, line), path = new_key("cassandra"), tmp_path / "keys"
    path.write_text(line)
    options = ("--api-keys", str(path), "--rate-limit", "2/hour", "--trusted-proxies", "1")
    with (
        running(tmp_path / "log", *options) as server,
        Theodolite(server.url, retries=0) as stranger,
        Theodolite(server.url, api_key=key, retries=0) as friend,
    ):
        with pytest.raises(Unauthorized):
            stranger.misterra.score(FINISHED_GAME)
        assert friend.misterra.score(FINISHED_GAME).winners == ("Cassandra",)
        assert friend.games()
        with pytest.raises(RateLimited) as limited:
            friend.games()
        assert limited.value.retry_after
        assert stranger.health().status == "ok"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--rate-limit", "often", "--cors-origins", "x https://y.example z"], ["often", "x", "z"]),
        (["--api-keys", __file__], [f"{__file__}:1:"]),
        (["--queue", "0"], ["--queue"]),
    ],
)
def test_the_command_names_what_it_cannot_use(options: list[str], named: list[str]) -> None:
    done = CliRunner().invoke(main, ["serve", *options])
    assert done.exit_code == 2
    assert all(name in done.output for name in named)


def test_who_asks_too_often_is_told_when_to_come_back() -> None:
    client = client_of(Limits(rate="2/minute"))
    assert [client.get("/v1/games").status_code for _ in range(3)] == [200, 200, 429]
    response = client.post(SCORES, json=FINISHED_GAME)
    assert response.get_json()["type"] == "/problems/too-many-requests"
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert client.get("/healthz").status_code == 200
    # Another address has a count of its own.
    other = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/v1/games", environ_overrides=other).status_code == 200


def test_each_key_has_a_count_of_its_own(tmp_path: Path) -> None:
    (first, line), (second, other) = new_key("ann"), new_key("bob")
    path = tmp_path / "keys"
    path.write_text(f"{line}\n{other}\n")
    client = client_of(Limits(keys=load_keys(path), rate="1/minute"))
    asked = [client.get("/v1/games", headers=bearer(k)) for k in (first, first, second)]
    assert [response.status_code for response in asked] == [200, 429, 200]


def test_without_a_rate_nothing_counts() -> None:
    app = create_app()
    assert "limiter" not in app.extensions


def test_pages_of_listed_sites_may_ask() -> None:
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
    answer = client.get("/v1/games", headers={"Origin": "https://games.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "https://games.example"
    assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "https://games.example.evil.example", "null"]
)
def test_pages_of_other_sites_may_not(origin: str) -> None:
    client = client_of(Limits(origins=["https://games.example"]))
    answer = client.get("/v1/games", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_browser_may_ask_for_leave_without_a_key(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(new_key("ann")[1])
    client = client_of(Limits(keys=load_keys(path), origins=["https://games.example"]))
    headers = {"Origin": "https://games.example", "Access-Control-Request-Method": "POST"}
    assert client.options(SCORES, headers=headers).status_code == 200
    refused = client.post(SCORES, json=FINISHED_GAME, headers=headers)
    assert refused.status_code == 401
    assert refused.headers["Access-Control-Allow-Origin"] == "https://games.example"


def test_limits_name_all_that_is_wrong_with_them() -> None:
    with pytest.raises(LimitsError) as caught:
        Limits(rate="often", origins=["games.example", "https://ok.example", "https://*"])
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("proxies", "caller"), [(0, "127.0.0.1"), (1, "198.51.100.2"), (2, "203.0.113.9")]
)
def test_only_trusted_proxies_say_for_whom_they_ask(proxies: int, caller: str) -> None:
    app = create_app(allowed=Limits(proxies=proxies))
    seen: list[str | None] = []

    @app.before_request
    def note() -> None:
        seen.append(request.remote_addr)

    app.test_client().get(
        "/healthz", headers={"X-Forwarded-For": "192.0.2.1, 203.0.113.9, 198.51.100.2"}
    )
    assert seen == [caller]


@pytest.mark.parametrize("path", ["/", "/docs", "/healthz", "/problems/not-json", "/no-such-page"])
def test_every_answer_says_what_it_may_not_be_used_for(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_a_fault_of_the_referee_shows_nothing_of_its_insides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = create_app()

    def fail() -> Callable[[], None]:
        raise RuntimeError("the secret of the stack")

    monkeypatch.setitem(app.view_functions, "games", fail)
    response = app.test_client().get(f"{GUARDED}games")
    assert response.status_code == 500
    assert "secret" not in response.text
    assert "Traceback" not in response.text


def test_refusals_without_a_key_are_counted_by_address(tmp_path: Path) -> None:
    (key, line) = new_key("cassandra")
    (tmp_path / "keys").write_text(line)
    client = client_of(Limits(keys=load_keys(tmp_path / "keys"), rate="3/hour"))
    wrong = [client.get("/v1/games", headers=bearer(f"{i}")).status_code for i in range(5)]
    assert wrong == [401] * 3 + [429] * 2
    # Whoever has a key is counted by it, from the same address, too.
    good = [client.get("/v1/games", headers=bearer(key)).status_code for _ in range(4)]
    assert good == [200] * 3 + [429]
