#!/bin/sh
# Judge the record of a game over HTTP and print the answer: replay_with_curl.sh [FILE [URL]]
set -eu
file=${1:-"$(dirname "$0")/record.json"}
url=${2:-http://127.0.0.1:8000}

curl --silent --show-error --fail-with-body \
  --header "Content-Type: application/json" \
  --data-binary "@$file" \
  "$url/v3/cartographers/replays"
