#!/usr/bin/env bash
# Starts a node for the rest of a GitHub job and waits until it responds. Used by action.yml, which
# GitHub runs from a checkout of this repository.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
log="$RUNNER_TEMP/perigee.jsonl"

# Installs and compiles first, so that its time does not count as that of the start.
node "$root/bin/perigee.js" --version
# The options are words, without quotes.
# shellcheck disable=SC2086
nohup node "$root/bin/perigee.js" start --in-memory --port "$PERIGEE_PORT" $PERIGEE_OPTIONS \
  > "$log" 2>&1 &
node_pid=$!

url=
for ((attempt = 0; attempt < 300; attempt++)); do
  url=$(grep -oE -m1 'http://127\.0\.0\.1:[0-9]+' "$log" || true)
  [ -z "$url" ] || break
  kill -0 "$node_pid" 2> /dev/null || break
  sleep 0.1
done
if [ -z "$url" ]; then
  cat "$log" >&2
  echo "::error::Perigee did not start; its log is above."
  exit 1
fi
echo "Perigee is at $url."
{
  echo "url=$url"
  echo "log=$log"
  echo "pid=$node_pid"
} >> "$GITHUB_OUTPUT"
