"""Connections that cannot be made: TLS, proxies, certificates, event loops, closed clients."""

import asyncio
import gc
import ssl
import subprocess
from pathlib import Path

import pytest

from sdk.conftest import Connect
from sdk.stub import Stub, answer, hang_up
from theodolite_sdk import AsyncTheodolite, NotSent, Theodolite, TheodoliteError, Unreachable

WELL = {"status": "ok"}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate of `localhost`, with its key in the same file."""
    file = tmp_path_factory.mktemp("tls") / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", file, "-out", file.with_suffix(".crt")),
        ],
        check=True,
        capture_output=True,
    )
    file.write_bytes(file.read_bytes() + file.with_suffix(".crt").read_bytes())
    return file


@pytest.fixture
def secure(stub: Stub, certificate: Path) -> Stub:
    """The scripted server, which speaks HTTPS as `localhost`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    # The handshake is made by the thread of the connection, where it may fail.
    stub.socket = context.wrap_socket(stub.socket, server_side=True, do_handshake_on_connect=False)
    stub.handle_error = lambda *_: None  # type: ignore[method-assign]
    return stub


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"):
        monkeypatch.setenv(name, str(certificate))


@pytest.mark.usefixtures("trusted")
def test_a_certificate_that_the_environment_names_is_trusted(
    secure: Stub, connect: Connect
) -> None:
    secure.script = [answer(WELL)]
    referee = connect(f"https://localhost:{secure.server_port}", retries=0)
    assert referee.health().status == "ok"


def refused(referee: Theodolite) -> str:
    with pytest.raises(Unreachable) as raised:
        referee.health()
    assert "not permitted" not in str(raised.value)
    return str(raised.value)


def test_a_certificate_that_nobody_signed_is_named(
    secure: Stub, connect: Connect, pauses: list[float]
) -> None:
    text = refused(connect(f"https://localhost:{secure.server_port}"))
    assert "self-signed certificate" in text
    assert "Is it running" not in text
    assert pauses == []


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("host", ["127.0.0.1", "LOCALHOST.localdomain"])
def test_a_certificate_for_another_name_is_named(
    secure: Stub, connect: Connect, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    if host != "127.0.0.1":
        secure_address = [(2, 1, 6, "", ("127.0.0.1", secure.server_port))]
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: secure_address)
    text = refused(connect(f"https://{host}:{secure.server_port}"))
    assert host.lower() in text.lower()
    assert "certificate" in text
    assert "Is it running" not in text


def test_https_to_a_port_of_http_says_so(stub: Stub, connect: Connect, pauses: list[float]) -> None:
    text = refused(connect(stub.url.replace("http", "https")))
    assert "Does it speak HTTPS" in text
    assert "Is it running" not in text
    assert pauses == []


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_dead_proxy_is_named_at_once_without_its_password(
    port: int, connect: Connect, pauses: list[float], monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setenv(f"{scheme.upper()}_PROXY", f"http://user:secret@127.0.0.1:{port}")
    text = refused(connect(f"{scheme}://referee.example"))
    assert f"Connection refused, through the proxy http://127.0.0.1:{port}" in text
    assert "secret" not in text
    assert "Is it running" not in text
    assert pauses == []


def test_a_proxy_that_refuses_is_named(
    stub: Stub, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scripted server knows no CONNECT, and answers 501."""
    monkeypatch.setenv("HTTPS_PROXY", stub.url)
    text = refused(connect("https://referee.example"))
    assert f"through the proxy {stub.url}" in text
    assert "501" in text


def test_a_service_beside_the_proxy_is_not_blamed_on_it(
    port: int, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    text = refused(connect(f"http://127.0.0.1:{port}"))
    assert "Connection refused. Is it running?" in text


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_certificates_that_cannot_be_read_are_an_error_of_the_tree(
    secure: Stub,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    content: str | None,
) -> None:
    file = tmp_path / "none.pem"
    if content is not None:
        file.write_text(content)
    for name in ("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"):
        monkeypatch.setenv(name, str(file))
    referee = connect(f"https://localhost:{secure.server_port}", retries=0)
    with pytest.raises(TheodoliteError, match=r"none\.pem|certificate"):
        referee.health()


def test_a_proxy_without_its_package_is_an_error_of_the_tree(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    with pytest.raises(NotSent, match="SOCKS"):
        connect("http://referee.example").health()


# Nothing can close the connections of a loop that has ended.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_awaited_client_works_in_one_event_loop_after_another(stub: Stub) -> None:
    stub.script = [answer(WELL)] * 4

    async def ask_twice(referee: AsyncTheodolite) -> None:
        for _ in range(2):
            assert (await referee.health()).status == "ok"

    referee = AsyncTheodolite(stub.url, retries=0)
    for _ in range(2):
        asyncio.run(ask_twice(referee))
    assert stub.connections == 2
    asyncio.run(referee.close())
    del referee
    gc.collect()


def test_a_closed_client_says_that_it_is_closed(stub: Stub) -> None:
    stub.script = [answer(WELL)] * 2
    with Theodolite(stub.url) as referee:
        referee.health()
    referee.close()
    for ask in (referee.health, referee.misterra.rules, referee.with_raw_response.health):
        with pytest.raises(NotSent, match="closed"):
            ask()

    async def main() -> None:
        async with AsyncTheodolite(stub.url) as referee:
            await referee.health()
        await referee.close()
        for ask in (referee.health, referee.misterra.rules, referee.with_raw_response.health):
            with pytest.raises(NotSent, match="closed"):
                await ask()

    asyncio.run(main())


def test_a_client_that_is_closed_while_it_waits_does_not_try_again(
    stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub.script = [hang_up]
    referee = Theodolite(stub.url)
    monkeypatch.setattr("theodolite_sdk.blocking.sleep", lambda _: referee.close())
    with pytest.raises(NotSent, match="closed"):
        referee.health()
