#!/usr/bin/env bash
# Simulates a fleet on one host, as root: 16 senders in 16 network namespaces, a bridge between them, and one and four servers in
# namespaces of their own. Then measures what merging costs. Writes charts/amd-epyc-2-cores/scale-figures.md. Takes about three minutes; let nothing else run.
#
#   scripts/scale.sh [SENDERS [SECONDS]]
set -euo pipefail
cd "$(dirname "$0")/.."
senders=${1:-16}
seconds=${2:-10}
page=charts/amd-epyc-2-cores/scale-figures.md
dotnet build src/Harness -c Release -v q > /dev/null
program=$PWD/artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
folder=$(mktemp -d)
prefix=ftscale$$
spaces=()
servers=()
finish() {
    for process in "${servers[@]}"; do kill "$process" 2> /dev/null || true; done
    wait
    for space in "${spaces[@]}"; do ip netns delete "$space" 2> /dev/null || true; done
    rm -rf "$folder"
}
trap finish EXIT

# The bridge has a namespace too: nothing of the host's network changes.
space() { ip netns add "$prefix-$1"; spaces+=("$prefix-$1"); ip -n "$prefix-$1" link set lo up; }
space bridge
ip -n "$prefix-bridge" link add bridge type bridge
ip -n "$prefix-bridge" link set bridge up
join() {
    space "$1"
    ip -n "$prefix-$1" link add eth0 type veth peer name "port-$1" netns "$prefix-bridge"
    ip -n "$prefix-bridge" link set "port-$1" master bridge up
    ip -n "$prefix-$1" address add "$2/16" dev eth0
    ip -n "$prefix-$1" link set eth0 up
}
for ((i = 1; i <= 4; i++)); do join "server$i" "10.77.1.$i"; done
for ((i = 1; i <= senders; i++)); do join "sender$i" "10.77.2.$i"; done

start_servers() {
    for process in "${servers[@]}"; do kill "$process"; done
    wait
    servers=()
    rm -f "$folder"/serve-*.json
    for ((i = 1; i <= $1; i++)); do
        ip netns exec "$prefix-server$i" dotnet "$program" serve --bind "10.77.1.$i" --control "10.77.1.$i" \
            --port 5100 --log faults > "$folder/serve-$i.json" 2> /dev/null &
        servers+=($!)
    done
    for ((i = 1; i <= $1; i++)); do until [ -s "$folder/serve-$i.json" ]; do sleep 0.1; done; done
}

# One load: servers, senders, size. A row of the table.
load() {
    local urls= i sending=()
    start_servers "$1"
    for ((i = 1; i <= $1; i++)); do urls+=${urls:+,}http://10.77.1.$i:5100; done
    rm -f "$folder"/sender-*.json
    for ((i = 1; i <= $2; i++)); do
        ip netns exec "$prefix-sender$i" dotnet "$program" send --strategy send-async --size "$3" --connections 4 --duration "${seconds}s" \
            --barrier "fleet:$2" --server "$urls" --json --output "$folder/sender-$i.json" > /dev/null 2> "$folder/sender-$i.log" &
        sending+=($!)
    done
    for i in "${sending[@]}"; do wait "$i" || { cat "$folder"/sender-*.log >&2; exit 1; }; done
    dotnet "$program" merge "$folder"/sender-*.json --output "$folder/merged.json" > /dev/null
    jq -r --arg servers "$1" --arg senders "$2" --arg size "$3" -s '
        .[0] as $all | (.[1:] | map((.startedUtc[14:16] | tonumber) * 60 + (.startedUtc[17:] | sub("[+Z].*"; "") | tonumber))) as $starts
        | "| \($servers) | \($senders) | \($size) | \($all.ratePerSecond.completed | floor) | \($all.throughputMBps | floor) | "
          + "\($all.latencyNanoseconds.p50 / 1e3 | floor) | \($all.latencyNanoseconds.p99 / 1e3 | floor) | "
          + "\((($starts | max) - ($starts | min)) * 1e4 | round / 10) | \(($all.senderCpuSeconds + ($all.receiverCpuSeconds // 0)) * 10 / $all.durationSeconds | round / 10) |"' \
        "$folder/merged.json" "$folder"/sender-*.json
}

{
    echo "# A fleet on one host"
    echo
    echo "By \`scripts/scale.sh\` on $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, kernel $(uname -r), commit $(git rev-parse --short HEAD)."
    echo "Each sender has a network namespace and 4 connections, each server a namespace; a bridge joins them. Closed loop, $seconds s."
    echo
    echo "| servers | senders | size | transfers/s | MB/s | P50, µs | P99, µs | first to last start, ms | processors busy with the ends |"
    echo "|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for size in 10K 1M; do
        for servers_asked in 1 4; do
            for senders_asked in 4 "$senders"; do load "$servers_asked" "$senders_asked" "$size"; done
        done
    done
    echo
    echo "## What a merge costs"
    echo
    echo "A result of more than 100,000 transfers has a histogram and no samples, and takes as long to merge whatever number it counts."
    echo
    echo "| results | transfers in all | seconds |"
    echo "|---:|---:|---:|"
    start_servers 1
    ip netns exec "$prefix-sender1" dotnet "$program" send --strategy send-async --size 1K --connections 4 --count 120000 --server http://10.77.1.1:5100 \
        --json --output "$folder/one.json" > /dev/null
    source=$folder/one.json
    for step in 1 2; do
        for ((i = 100; i < 200; i++)); do
            jq -c --arg at "2026-01-0${step}T00:00:00.$i+00:00" '.startedUtc = $at' "$source" > "$folder/part-$i.json"
        done
        begin=$(date +%s%N)
        dotnet "$program" merge --force "$folder"/part-*.json --output "$folder/merged-$step.json" > /dev/null
        took=$((($(date +%s%N) - begin) / 1000000))
        echo "| 100 | $(jq .transfers "$folder/merged-$step.json") | $((took / 1000)).$(printf %03d $((took % 1000))) |"
        source=$folder/merged-$step.json
    done
} > "$folder/page.md"
mv "$folder/page.md" "$page"
cat "$page"
