"""Bodies that never arrive."""

from contextlib import ExitStack

from attacks.conftest import Serve, read_all
from attacks.test_connections import POST


def test_stalled_bodies_do_not_fill_the_queue(serve: Serve) -> None:
    target = serve(queue=4)
    with ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(target.connect(POST + b"Content-Length: 9\r\n\r\n"))
        assert target.is_healthy()


def test_a_stalled_body_times_out_with_408(serve: Serve) -> None:
    target = serve(PATIENCE=0.2, HEAD_SECONDS=1)
    with target.connect(POST + b"Content-Length: 9\r\n\r\n") as made:
        answer = read_all(made)
    assert b'"type":"/problems/too-slow"' in answer
