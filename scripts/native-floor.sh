#!/usr/bin/env bash
# Measures send-file side by side with a native program that does the same work, and the receiver's CPU with it.
# Both alternate, in fresh processes, with cubic on both ends. Prints a Markdown table of medians.
#
#   scripts/native-floor.sh FLOOR [PROCESSES] > charts/<machine>/socket/native-floor.md
#
# FLOOR is the native program; called as FLOOR STRATEGY BYTES DRAIN NODELAY HEADER TRANSFERS FILE, it prints one CSV
# line: strategy,bytes,drain,nodelay,header,transfers,min,p50,p99,max,GB/s,sender CPU s/GB,receiver CPU s/GB (times in µs).
set -euo pipefail
cd "$(dirname "$0")/.."
floor=${1:?"usage: scripts/native-floor.sh FLOOR [PROCESSES]"}
processes=${2:-5}
harness=(dotnet artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -g "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
field() { grep -oE "\"$1\":[0-9.eE+-]+" | cut -d: -f2; }
row() { # what, ours, native, limit
    awk -v what="$1" -v ours="$2" -v native="$3" -v limit="$4" \
        'BEGIN { printf "| %s | %.4g | %.4g | %.3f | %s |\n", what, ours, native, ours / native, limit }'
}

echo "| median of $processes processes, alternating | .NET | native | ratio | wanted |"
echo "|---|---:|---:|---:|---:|"
for case in "1M 1048576 2000" "10M 10485760 300"; do
    read -r size bytes transfers <<< "$case"
    head -c "$bytes" /dev/urandom > "$work/payload"
    : > "$work/ours"; : > "$work/native"
    for _ in $(seq "$processes"); do
        "${harness[@]}" send --strategy send-file --file "$work/payload" --count "$transfers" --congestion-control cubic --json |
            field p50 | awk '{ print $1 / 1000 }' >> "$work/ours"
        CC_ALG=cubic "$floor" sendfile "$bytes" r256k 1 sep "$transfers" "$work/payload" | cut -d, -f8 >> "$work/native"
    done
    row "send-file $size, µs" "$(median "$work/ours")" "$(median "$work/native")" "1.15"
done

head -c 104857600 /dev/urandom > "$work/payload"
: > "$work/ours"; : > "$work/native"
for _ in $(seq "$processes"); do
    "${harness[@]}" send --strategy send-file --file "$work/payload" --count 40 --congestion-control cubic --json |
        field receiverCpuSecondsPerGB >> "$work/ours"
    CC_ALG=cubic "$floor" sendfile 104857600 r256k 1 sep 40 "$work/payload" | cut -d, -f13 >> "$work/native"
done
row "receiver at 100M, CPU s/GB" "$(median "$work/ours")" "$(median "$work/native")" "1.3"
