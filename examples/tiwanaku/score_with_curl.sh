#!/bin/sh
# Score a table over HTTP and print the answer: score_with_curl.sh [FILE [URL]]
set -eu
file=${1:-"$(dirname "$0")/two-players.json"}
url=${2:-http://127.0.0.1:8000}

curl --silent --show-error --fail-with-body \
  --header "Content-Type: application/json" \
  --header "Accept-Language: en" \
  --data-binary "@$file" \
  "$url/v3/tiwanaku/scores"
