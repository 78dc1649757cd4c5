#!/usr/bin/env bash
# Measures what a change of the server costs the receiver of frames: the server of another commit and this one take turns, each time as a
# fresh process, and the native reference sends to both. Both ends share one processor, where nothing hides what the receiver does.
# Writes a page with the ratio of latency and of the processor time of the server per transfer.
#
#   scripts/receiver-cost.sh [COMMIT [PAGE]]     default: the commit before the server had limits, and charts/amd-epyc-2-cores/receiver-cost.md
#   PAIRS=12 SIZES="1K 100K" scripts/receiver-cost.sh 65e01fb~1
#
# Needs gcc and jq. Let nothing else run meanwhile; 12 pairs take four minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
base=$(git rev-parse --short=12 "${1:-65e01fb~1}")
page=${2:-charts/amd-epyc-2-cores/receiver-cost.md}
pairs=${PAIRS:-12}
read -ra sizes <<< "${SIZES:-1K 100K}"
if ! command -v jq > /dev/null; then echo "error: there is no 'jq' here; install it (Debian: jq)" >&2; exit 2; fi

work=$(mktemp -d)
server=
finish() {
    if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; fi
    rm -rf "$work"
}
trap finish EXIT
scripts/native-reference.sh
git clone -q . "$work/base"
git -C "$work/base" checkout -q "$base"
dotnet build -c Release "$work/base/src/Server" > "$work/log" || { tail -n 5 "$work/log" >&2; exit 2; }
dotnet build -c Release src/Server > "$work/log" || { tail -n 5 "$work/log" >&2; exit 2; }
for size in "${sizes[@]}"; do head -c "$(numfmt --from=iec "$size")" /dev/urandom > "$work/$size"; done
processor=$(($(nproc) - 1))

# Nanoseconds that the threads of the server have run: /proc/PID/task/TID/schedstat of proc(5).
spent() { cat /proc/"$server"/task/*/schedstat | awk '{ all += $1 } END { printf "%.0f\n", all }'; }

# One fresh server: median latency and processor time of the server per transfer, in microseconds, for every size.
measure() {
    local side=$1 folder=$2 pair=$3 endpoint size line before after
    : > "$work/ready"
    taskset -c "$processor" dotnet "$folder/artifacts/bin/FileTransfer.Server/release/FileTransfer.Server.dll" --congestion-control cubic \
        > "$work/ready" 2> "$work/errors" &
    server=$!
    for _ in $(seq 300); do if [ -s "$work/ready" ]; then break; fi; sleep 0.1; done
    endpoint=$(jq -r .endpoints.tcp "$work/ready")
    for size in "${sizes[@]}"; do
        coproc sender { artifacts/native/reference send c-send-file "$work/$size" --cpu "$processor" --congestion-control cubic --no-delay on; }
        local input=${sender[1]} output=${sender[0]} pid=$sender_PID
        ask() { echo "$*" >&"$input"; read -r line <&"$output"; }
        ask connect "${endpoint%:*}" "${endpoint##*:}"
        ask warm 1000000000
        before=$(spent)
        ask record "$([ "$(stat -c %s "$work/$size")" -gt 10000 ] && echo 30000 || echo 60000)"
        after=$(spent)
        exec {input}>&-
        wait "$pid" || true
        jq -r --arg side "$side" --arg size "$size" --arg pair "$pair" --argjson spent "$((after - before))" \
            '[.starts, .ends] | transpose | map(.[1] - .[0]) | sort
             | [$side, $size, $pair, .[(length / 2 | floor)] / 1000, $spent / length / 1000] | @csv' <<< "$line" >> "$work/csv"
    done
    kill "$server"
    wait "$server" || true
    server=
}

for pair in $(seq "$pairs"); do
    if ((RANDOM % 2)); then order=(base here); else order=(here base); fi
    for side in "${order[@]}"; do
        if [ "$side" = base ]; then measure base "$work/base" "$pair"; else measure here . "$pair"; fi
    done
    echo "pair $pair of $pairs" >&2
done

{
    echo "# What the limits cost the receiver"
    echo
    echo "The native reference sends to the server of commit $base and to that of $(git describe --always --dirty --abbrev=12), alternately, each time"
    echo "a fresh process; both ends on one processor, cubic, $pairs pairs in random order. Ratios are of pairs: median, and quartiles."
    echo "Written by \`scripts/receiver-cost.sh\`."
    echo
    echo "$(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ //'), $(nproc) cores, kernel $(uname -r), $(date -u +%F)."
    echo
    echo "| size | latency before, µs | now, µs | ratio | server CPU before, µs per transfer | now | ratio |"
    echo "|---:|---:|---:|---:|---:|---:|---:|"
    tr -d '"' < "$work/csv" | jq -rRs --arg sizes "${sizes[*]}" '
        def quantile($q): sort | .[((length - 1) * $q | round)];
        def places($n): . * pow(10; $n) | round / pow(10; $n);
        def ratios($base; $here; $field): [$base, $here] | transpose | map(.[1][$field] / .[0][$field])
            | "\(quantile(0.5) | places(3)) (\(quantile(0.25) | places(3)) to \(quantile(0.75) | places(3)))";
        split("\n") | map(select(length > 0) | split(",") | [.[0], .[1], (.[2] | tonumber), (.[3] | tonumber), (.[4] | tonumber)]) as $all
        | $sizes | split(" ")[] | . as $size
        | ($all | map(select(.[0] == "base" and .[1] == $size)) | sort_by(.[2])) as $base
        | ($all | map(select(.[0] == "here" and .[1] == $size)) | sort_by(.[2])) as $here
        | "| \($size) | \($base | map(.[3]) | quantile(0.5) | places(1)) | \($here | map(.[3]) | quantile(0.5) | places(1)) | \(ratios($base; $here; 3)) | \($base | map(.[4]) | quantile(0.5) | places(1)) | \($here | map(.[4]) | quantile(0.5) | places(1)) | \(ratios($base; $here; 4)) |"'
} > "$page"
echo "$page" >&2
