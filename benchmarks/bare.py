"""`python -m benchmarks.bare --port N`: the bare view under the server of the service."""

import argparse

from benchmarks.rivals import bare_for_the_gate
from theodolite.web.serving.server import serve

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    serve(bare_for_the_gate, "127.0.0.1", parser.parse_args().port, 1, queue=128)
