"""Compares the engine of the site with the service, byte by byte, on random requests.

`python tests/proof_site.py --requests 1000` builds the site, and sends that many requests of each
game to the service and to the engine under Node.js. Only responses that time cut may differ.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).parent))

from journeys.site import Request, engine, served
from properties.frame import GAMES, adapter
from theodolite.offline.building import build
from theodolite.web.app import create_app


def main() -> None:
    """Ask both, and stop at the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--requests", type=int, default=1000)
    options = parser.parse_args()
    client = create_app().test_client()
    cut = 0
    with TemporaryDirectory() as site, TemporaryDirectory() as scratch:
        build(Path(site))
        with engine(Path(site), Path(scratch)) as device:
            for game in options.game:
                for seed in tqdm(range(options.requests), desc=game, unit=" requests"):
                    operation, body = adapter(game).draw(seed)
                    path = f"/v3/{game.replace('_', '-')}/{operation}"
                    request = Request("POST", path, body)
                    expected, answered = served(client, request), device.ask(request)
                    if answered.comparable == expected.comparable:
                        continue
                    if not expected.is_cut and not answered.is_cut:
                        sys.exit(f"{game}, seed {seed}: {path}\n{expected}\n{answered}")
                    cut += 1
    print(f"{options.requests} random requests of each game, the same bytes; {cut} cut by time")


if __name__ == "__main__":
    main()
