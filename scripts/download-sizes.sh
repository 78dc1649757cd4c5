#!/usr/bin/env bash
# Looks for sizes at which the time of a download jumps, such as the stalls of 40 ms that a segment brings which waits for a delayed
# acknowledgement: 40 sizes from 1K to 1M, most of them around the limits of buffers and segments.
#
#   scripts/download-sizes.sh [STRATEGY...]      by default every download by our own client, and every framed one
#   COUNT=200 scripts/download-sizes.sh serve-file-sender
#
# It prints a page (charts/amd-epyc-2-cores/download-sizes.md) with a row for each strategy, over its first transport and cubic;
# artifacts/download-sizes/sizes.csv has every size. A size is marked when its median is more than twice what its neighbours lead to, or
# when one transfer in a hundred takes 35 ms or more. Exit code 1 when one is marked.
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
mkdir -p artifacts/download-sizes
csv=artifacts/download-sizes/sizes.csv
echo "strategy,bytes,p50_us,p99_us,max_us" > "$csv"
for strategy in "${strategies[@]}"; do
    for size in "${sizes[@]}"; do
        line=$(dotnet "$program" send --strategy "$strategy" --size "$size" --count "$count" --congestion-control cubic --json)
        field() { grep -oE "\"$1\":[0-9.eE+-]+" <<< "$line" | cut -d: -f2 | awk '{ printf "%.1f", $1 / 1e3 }'; }
        row="$strategy,$size,$(field p50),$(field p99),$(field max)"
        [[ "$row" =~ ,[0-9.]+,[0-9.]+,[0-9.]+$ ]] || { echo "$0: $strategy at $size: '$row' has no times" >&2; exit 2; }
        echo "$row" >> "$csv"
    done
    echo "$strategy" >&2
done

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
cat << END
# Downloads, size by size

Is there a size at which the time of a download jumps? ${#sizes[@]} sizes from 1K to 1M, most of them around the limits of buffers and segments;
$count downloads of each in a process of its own. A size is marked when its median is more than twice what the sizes beside it lead to, or
when one download in a hundred takes 35 ms or more, as it does where a segment waits for a delayed acknowledgement. Written by
\`scripts/download-sizes.sh\`.

$processor, $(nproc) cores, $(uname -sr), commit $(git rev-parse --short=12 HEAD 2> /dev/null || echo unknown), $(date -u +%F), cubic.

| strategy | P50 at 1K | at 16K | at 64K | at 128K | at 1M | largest P99 | at | marked sizes |
|---|---:|---:|---:|---:|---:|---:|---:|---|
END
awk -F, '
    function finish(    i, marks, worst) {
        if (name == "") return
        marks = ""; worst = 1
        for (i = 1; i <= n; i++) {
            # 100 us: what the scheduler alone can do to a small file.
            if ((i > 1 && p50[i] > 2 * p50[i - 1] * size[i] / size[i - 1] + 100) || (i < n && p50[i] > 2 * p50[i + 1] + 100) || p99[i] >= 35e3)
                marks = marks (marks == "" ? "" : ", ") size[i]
            if (p99[i] > p99[worst]) worst = i
        }
        if (marks != "") jumps++
        printf "| %s | %s µs | %s µs | %s µs | %s µs | %s µs | %s µs | %d | %s |\n", name, at[1024], at[16384], at[65536], at[131072], at[1048576], p99[worst],
            size[worst], marks == "" ? "none" : marks
    }
    NR == 1 { next }
    $1 != name { finish(); name = $1; n = 0 }
    { n++; size[n] = $2; p50[n] = $3; p99[n] = $4; at[$2] = $3 }
    END { finish(); exit jumps > 0 }' "$csv"
