#!/usr/bin/env bash
# Looks for sizes at which the time of a download jumps, such as the stalls of 40 ms that a segment brings which waits for a delayed
# acknowledgement: 40 sizes from 1K to 1M, most of them around the limits of buffers and segments.
#
#   scripts/download-sizes.sh [STRATEGY...]      by default every download by our own client, and every framed one
#   COUNT=200 scripts/download-sizes.sh serve-file-sender
#
# It prints a table for each strategy, over its first transport and cubic. A size is marked when its median is more than twice what its
# neighbours lead to, or when one transfer in a hundred takes 35 ms or more. Exit code 1 when one is marked.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${COUNT:-400}
program=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
if [ ! -f "$program" ]; then dotnet build -c Release > /dev/null; fi
strategies=("$@")
if [ "${#strategies[@]}" = 0 ]; then
    mapfile -t strategies < <(dotnet "$program" list --json | grep -oE '"id": *"(serve|fetch)-[a-z0-9-]+"' | cut -d'"' -f4 \
        | grep -vE -- '-get-(stream|copy-to)$')
fi

sizes=(
    1024 2048 4096 6144 8192 10240 12288 14336 15360 16127 16384 16385 18432 20480 24576 28672 32768 32769 36864 40960
    49152 57344 61440 65280 65536 65537 69632 73728 81920 90112 98304 114688 122880 131072 131073 163840 196608 262144 524288 1048576
)
status=0
for strategy in "${strategies[@]}"; do
    for size in "${sizes[@]}"; do
        line=$(dotnet "$program" send --strategy "$strategy" --size "$size" --count "$count" --congestion-control cubic --json)
        field() { grep -oE "\"$1\":[0-9.eE+-]+" <<< "$line" | cut -d: -f2; }
        echo "$size $(field p50) $(field p99) $(field max)"
    done | awk -v strategy="$strategy" -v expected="${#sizes[@]}" '
        { size[NR] = $1; p50[NR] = $2; p99[NR] = $3; max[NR] = $4 }
        END {
            if (NR != expected) { print strategy ": " NR " of " expected " sizes were measured" > "/dev/stderr"; exit 2 }
            print strategy
            printf "%10s %12s %12s %12s\n", "bytes", "p50 us", "p99 us", "max us"
            for (i = 1; i <= NR; i++) {
                mark = ""
                # 100 us: what the scheduler alone can do to a small file.
                if (i > 1 && p50[i] > 2 * p50[i - 1] * size[i] / size[i - 1] + 100e3) mark = mark "  more than twice the size below it leads to"
                if (i < NR && p50[i] > 2 * p50[i + 1] + 100e3) mark = mark "  more than twice the size above it"
                if (p99[i] >= 35e6) mark = mark "  stalls"
                if (mark != "") jumps++
                printf "%10d %12.1f %12.1f %12.1f%s\n", size[i], p50[i] / 1e3, p99[i] / 1e3, max[i] / 1e3, mark
            }
            print (jumps + 0) " of " NR " sizes are marked\n"
            exit jumps > 0
        }' || status=1
done
exit "$status"
