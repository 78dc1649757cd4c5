#!/usr/bin/env bash
# Measures load on an idle machine, beside tools that nobody here wrote, and writes charts/amd-epyc-2-cores/load-figures.md: how well the generator keeps its
# schedule, latency beside h2load, many connections beside iperf3, ranges over a simulated network, memory of 5,000 connections, and how
# close together 8 senders start. Takes about ten minutes; let nothing else run. Needs root (--link), jq, iperf3 and h2load (Debian: jq,
# iperf3, nghttp2-client).
#
#   scripts/load.sh [ROUNDS]         rounds of the comparisons, 5 by default
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
page=charts/amd-epyc-2-cores/load-figures.md
for tool in jq iperf3 h2load; do
    command -v "$tool" > /dev/null || { echo "$0: needs $tool (Debian: jq, iperf3, nghttp2-client)" >&2; exit 2; }
done
dotnet build src/Harness -c Release -v q > /dev/null
program=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
folder=$(mktemp -d)
server=
stop_server() {
    if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; fi
    server=
}
trap 'stop_server; rm -rf "$folder"' EXIT
run() { dotnet "$program" "$@"; }
# A load whose result is in FOLDER/NAME.json; a load that is no result leaves its reason there.
load() { local name=$1; shift; run send "$@" --congestion-control cubic --json --output "$folder/$name.json" > /dev/null 2> "$folder/$name.log" || true; }
field() { jq -r "$2" "$folder/$1.json"; }
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
start_server() {
    rm -f "$folder/serve.json"
    # Not by the function above: what is ended is the process itself.
    dotnet "$program" serve --log faults "$@" > "$folder/serve.json" 2> /dev/null & server=$!
    until [ -s "$folder/serve.json" ]; do sleep 0.1; done
}
row() { echo "| $1 | $2 | $3 |"; }

{
    echo "# Load, in figures"
    echo
    echo "By \`scripts/load.sh\` on $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, kernel $(uname -r), commit $(git rev-parse --short=12 HEAD), $(date -u +%F)."
    echo "Both ends are on this machine, cubic. Medians of $rounds rounds, in which both sides alternate."
    echo
    echo "| what | asked | measured |"
    echo "|---|---|---|"

    echo "schedule" >&2
    load closed --strategy send-async --size 1K --connections 16 --duration 10s
    half=$(field closed '.ratePerSecond.completed / 2 | floor')
    load half --strategy send-async --size 1K --connections 16 --rate "$half" --duration 10s
    row "a schedule of $half transfers of 1K per second, half of what 16 connections can do" "kept within 0.1 %, lateness P99 below 100 µs" \
        "$(field half '"\(.ratePerSecond.completed / .ratePerSecond.asked * 100000 | round / 1000) % completed, lateness P99 \(.lateness.p99 / 100 | round / 10) µs\(if .partial then "; no result: \(.partial)" else "" end)"')"

    echo "beside h2load" >&2
    head -c 10240 /dev/urandom > "$folder/file"
    start_server --files "$folder"
    control=$(field serve .control)
    url=$(field serve '.endpoints["http-file-sender"]')/serve/file-sender/file
    # h2load looks at its schedule every 10 ms: a client that shall send more than 100 requests per second sends several at once. So ten
    # clients send 100 each, their connections made one after another. Of two requests that leave together all the same, the second is
    # left out, and so is the first half second.
    for ((round = 1; round <= rounds; round++)); do
        load "http-$round" --strategy serve-file-sender --file "$folder/file" --connections 10 --rate 1000 --duration 5s --server "$control"
        rm -f "$folder/h2load.log"
        h2load --h1 -c 10 -r 1 --rate-period=3ms --rps 100 -n 5000 --log-file "$folder/h2load.log" "$url" > /dev/null
        tail -n +501 "$folder/h2load.log" | sort -n | awk 'NR > 1 && $1 - last >= 500 { print $3 } { last = $1 }' | sort -g > "$folder/h2load-$round"
    done
    stop_server
    for percent in 50 99; do
        for ((round = 1; round <= rounds; round++)); do
            field "http-$round" ".latencyNanoseconds.p$percent / 1000" > "$folder/one"
            awk -v q=0.$percent '{ v[NR] = $1 } END { print v[int(NR * q) + 1] }' "$folder/h2load-$round" >> "$folder/one"
            paste -sd' ' "$folder/one"
        done > "$folder/pairs"
        row "P$percent of downloads of 10K over 10 connections of HTTP/1.1, 1,000 per second, against h2load" "within 5 %" \
            "$(cut -d' ' -f1 "$folder/pairs" | median | xargs printf '%.0f') against $(cut -d' ' -f2 "$folder/pairs" | median | xargs printf '%.0f') µs: $(
                awk '{ print $1 / $2 }' "$folder/pairs" | median | xargs printf '%.2f')×"
    done

    echo "beside iperf3" >&2
    head -c 1073741824 /dev/urandom > "$folder/big"
    for streams in 1 4 16 64; do
        rm -f "$folder"/rate-*
        for ((round = 1; round <= rounds; round++)); do
            load many --strategy adaptive-async --size 1M --connections "$streams" --duration 3s
            field many .throughputMBps >> "$folder/rate-ours"
            for zero in "" -Z; do
                iperf3 -s -1 -p 5210 > /dev/null & receiver=$!
                sleep 0.5
                # shellcheck disable=SC2086 # empty or one word
                iperf3 -c 127.0.0.1 -p 5210 -t 3 -P "$streams" -F "$folder/big" $zero -J | jq '.end.sum_received.bits_per_second / 8e6' >> "$folder/rate$zero"
                wait "$receiver"
            done
        done
        ours=$(median < "$folder/rate-ours") copied=$(median < "$folder/rate") zero=$(median < "$folder/rate-Z")
        row "files of 1M, $streams at a time, against iperf3 sending a file with as many streams" "≥ 2×" \
            "$(printf '%.0f' "$ours") against $(printf '%.0f' "$copied") MB/s (-F) and $(printf '%.0f' "$zero") MB/s (-Z -F): $(ratio "$ours" "$copied")× and $(ratio "$ours" "$zero")×"
    done
    rm "$folder/big"

    echo "ranges" >&2
    for loss in 0% 0.1%; do
        for ranges in 1 8 16; do
            run send --strategy adaptive-async --size 10M --ranges "$ranges" --count 8 --warmup 1 --congestion-control cubic --json \
                --link "rtt=100ms,rate=200mbit,loss=$loss,queue=1000,late=5ms" --output "$folder/ranges-$ranges.json" > /dev/null 2> "$folder/log" || true
        done
        row "a file of 10M over 8 and 16 ranges, round trip 100 ms, 200 Mbit/s, loss $loss, against one connection" "≥ 4×" \
            "$(for ranges in 8 16; do echo "$(ratio "$(field ranges-1 .latencyNanoseconds.p50)" "$(field ranges-$ranges .latencyNanoseconds.p50)")×"; done | paste -sd' ' | sed 's/ / and /') ($(field ranges-1 '.latencyNanoseconds.p50 / 1e6 | round') ms over one)"
    done

    echo "5,000 connections" >&2
    load many --strategy send-async --size 1K --connections 5000 --rate 500 --duration 10s --max-lateness 10ms
    row "5,000 connections in one sender" "under 300 MB" \
        "$(field many '"\(.peakWorkingSetBytes / 1e6 | round) MB at most, \(.transfers) transfers\(if .partial then "; no result: \(.partial)" else "" end)"')"

    echo "barrier" >&2
    start_server
    control=$(field serve .control)
    for ((round = 1; round <= rounds; round++)); do
        senders=()
        for i in 1 2 3 4 5 6 7 8; do
            run send --strategy send-async --size 1K --connections 2 --duration 2s --barrier "start$round:8" --server "$control" --json \
                --output "$folder/sender-$i.json" > /dev/null 2>&1 & senders+=($!)
        done
        for i in "${senders[@]}"; do wait "$i" || true; done
        jq -s 'map(.startedUtc | (.[14:16] | tonumber) * 60 + (.[17:] | sub("[+Z].*"; "") | tonumber)) | (max - min) * 1000' "$folder"/sender-?.json
    done > "$folder/spread"
    stop_server
    row "between the first and the last start of 8 senders on one host that wait at a barrier" "within 1 ms" \
        "$(printf '%.3f' "$(median < "$folder/spread")") ms, at most $(printf '%.3f' "$(sort -g "$folder/spread" | tail -n 1)") ms"
} > "$folder/page.md"
mv "$folder/page.md" "$page"
cat "$page"
