#!/usr/bin/env bash
# Measures load on an idle machine: how well the generator keeps its schedule, the aggregate of many connections, ranges, memory of 5,000
# connections, and how close together 8 senders start. Nothing of it is published by itself. Takes about five minutes.
#
#   scripts/load.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-artifacts/load}
mkdir -p "$folder"
dotnet build src/Harness -c Release -v q >/dev/null
run() { dotnet artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll "$@"; }
field() { python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); print(eval(sys.argv[2], {"r": r}))' "$folder/$1" "$2"; }

echo "== schedule at half of the closed-loop maximum, 16 connections"
run send --strategy send-async --size 1K --connections 16 --duration 10s --json --output "$folder/closed.json" >/dev/null
half=$(field closed.json 'int(r["ratePerSecond"]["completed"] / 2)')
run send --strategy send-async --size 1K --connections 16 --rate "$half" --duration 10s --output "$folder/half.json" || true
field half.json '"completed / asked %.4f, lateness p99 %.1f us" % (r["ratePerSecond"]["completed"] / r["ratePerSecond"]["asked"], r["lateness"]["p99"] / 1e3)'

echo "== aggregate of 1M files"
run load --strategy adaptive-async --size 1M --connections 1,4,16,64 --duration 5s --output "$folder/aggregate"
if command -v iperf3 >/dev/null; then
  echo "== iperf3 sending a file, beside it"
  head -c 1073741824 /dev/urandom >"$folder/file"
  for streams in 1 4 16 64; do
    for zero in "" -Z; do
      iperf3 -s -1 -p 5210 >/dev/null & server=$!
      sleep 1
      iperf3 -c 127.0.0.1 -p 5210 -t 5 -P "$streams" -F "$folder/file" $zero -J |
        python3 -c 'import json, sys; print(sys.argv[1:], "%.0f MB/s" % (json.load(sys.stdin)["end"]["sum_received"]["bits_per_second"] / 8e6))' "$streams" $zero
      wait "$server"
    done
  done
  rm "$folder/file"
fi

echo "== one file over N ranges (use it behind a link with a round trip of 100 ms)"
for ranges in 1 8; do
  run send --strategy adaptive-async --size 100M --ranges "$ranges" --duration 10s --output "$folder/ranges-$ranges.json"
done

echo "== 5,000 connections in one sender"
run send --strategy send-async --size 1K --connections 5000 --rate 500 --duration 10s --max-lateness 10ms --output "$folder/many.json" >/dev/null || true
field many.json '"peak working set %.0f MB" % (r["peakWorkingSetBytes"] / 1e6)'

echo "== 8 senders that start together"
run serve --log faults >"$folder/serve.json" 2>/dev/null & server=$!
trap 'kill "$server"' EXIT
until [ -s "$folder/serve.json" ]; do sleep 0.1; done
control=$(field serve.json 'r["control"]')
senders=()
for i in 1 2 3 4 5 6 7 8; do
  run send --strategy send-async --size 1K --connections 2 --duration 5s --barrier start:8 --server "$control" --json --output "$folder/sender-$i.json" >/dev/null & senders+=($!)
done
wait "${senders[@]}"
run merge "$folder"/sender-?.json --output "$folder/merged.json"
python3 - "$folder"/sender-?.json <<'END'
import datetime, json, sys
starts = sorted(datetime.datetime.fromisoformat(json.load(open(f))["startedUtc"]) for f in sys.argv[1:])
print("first to last start: %.3f ms" % ((starts[-1] - starts[0]).total_seconds() * 1e3))
END
