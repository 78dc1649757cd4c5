#!/usr/bin/env bash
# Shows what bbr knows about the connection of a strategy over loopback, from tcp_info, and the median of its transfers.
#
#   scripts/bbr-window.sh [SIZE [STRATEGY]]     1M and send-file@bbr by default
#
# A row is a process of COUNT transfers (2500), whose connection is looked at every 0.4 s; PROCESSES (30) run one after another. Needs jq
# and ss (iproute2). Let nothing else use the network meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-1M}
strategy=${2:-send-file@bbr}
program=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
if [ ! -f "$program" ]; then dotnet build -c Release > /dev/null; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for ((process = 1; process <= ${PROCESSES:-30}; process++)); do
    dotnet "$program" send --strategy "$strategy" --size "$size" --count "${COUNT:-2500}" --warmup 0 --json --congestion-control cubic \
        > "$work/$process.json" &
    : > "$work/$process.ss"
    while sleep 0.4 && kill -0 $! 2> /dev/null; do
        # Only the connection of the transfers has sent 10 MB.
        ss -tinH | grep 'bbr:(bw' | grep -E 'bytes_acked:[0-9]{8}' >> "$work/$process.ss" || true
    done
    wait $!
done

# The lowest and the highest of the numbers on standard input.
range() { sort -g | sed -n '1p;$p' | paste -sd- | sed 's/^\(.*\)-\1$/\1/; s/-/ to /'; }
echo "What bbr knows about the connection of \`$strategy\` at $size over loopback, and the median of ${COUNT:-2500} transfers; processes by"
echo "their medians. Written by \`scripts/bbr-window.sh${*:+ $*}\`."
echo
echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, kernel $(uname -r), commit $(git rev-parse --short=12 HEAD), $(date -u +%F)."
echo
echo "| median in µs | shortest round trip in µs | window in segments | estimated bandwidth in Gbit/s | looks |"
echo "|---:|---:|---:|---:|---:|"
for ((process = 1; process <= ${PROCESSES:-30}; process++)); do
    seen=$work/$process.ss
    printf '| %.0f | %s | %s | %s | %d |\n' "$(jq .latencyNanoseconds.p50/1000 "$work/$process.json")" \
        "$(sed 's/.*mrtt:\([0-9.]*\).*/\1/' "$seen" | awk '{ print $1 * 1000 }' | range)" \
        "$(sed 's/.* cwnd:\([0-9]*\).*/\1/' "$seen" | range)" \
        "$(sed 's/.*(bw:\([0-9]*\)bps.*/\1/' "$seen" | awk '{ printf "%.0f\n", $1 / 1e9 }' | range)" "$(wc -l < "$seen")"
done | sort -t '|' -k 2 -n
