"""Runs the bare Flask view on the service's own server: `… serve_bare_flask --port N`."""

import argparse

from benchmarks.baselines import bare_application
from theodolite.web.serving.server import listen, serve

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    serve(bare_application, listen("127.0.0.1", parser.parse_args().port), 1, queue=128)
