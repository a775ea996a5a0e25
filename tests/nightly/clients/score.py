"""Scores a table with a client from openapi-python-client; arguments: URL, file of the table."""

import json
import sys

from theodolite_client import Client
from theodolite_client.api.misterra import misterra_scores
from theodolite_client.models import MisterraScoreRequest, MisterraScores

url, table = sys.argv[1:]
body = MisterraScoreRequest.from_dict(json.loads(table))
answer = misterra_scores.sync(client=Client(url), body=body)
if not isinstance(answer, MisterraScores):
    sys.exit(str(answer))
for player in answer.players:
    print(player.name, player.total, player.subtotals.fidelity)
