#!/usr/bin/env bash
# Holds sending a cold file against the disk: fio reads the same file, cold, and every strategy sends it with --cache cold, alternating.
# Prints a page (charts/amd-epyc-2-cores/cold-disk.md) with a table of medians and ratios; artifacts/cold/cold.csv has every value. Needs fio and jq (Debian: fio, jq) and a
# Release build. Let nothing else run meanwhile.
#
#   scripts/cold.sh [ROUNDS [SIZES [STRATEGIES]]]      such as: scripts/cold.sh 10 10M,100M read-ahead,io-uring-direct
#
# fio reads in two ways: through the page cache (psync, 1 MiB at a time, the file evicted before, which fincore(1) confirms), and past it
# (O_DIRECT, 8 reads of 1 MiB in flight, again and again for a second). MB/s is the file divided by the time of one pass: for fio through
# the page cache the sum of its reads, for a strategy the median of 5 transfers. The table has medians over the rounds, and beside them
# the median of the ratios within a round. The file is FILETRANSFER_COLD_FILE, overwritten and removed; by default one in TMPDIR.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-10}
sizes=${2:-1M,10M,100M}
strategies=${3:-read-write-64k,send-file,native-send-file,splice,adaptive,read-ahead,two-reads,direct-read,io-uring-reads,io-uring-direct}
file=${FILETRANSFER_COLD_FILE:-${TMPDIR:-/tmp}/filetransfer-cold.$$}
harness=(dotnet artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll)
transfers=5
for tool in fio jq fincore shuf; do
    command -v "$tool" > /dev/null || { echo "$0: needs $tool (Debian: fio, jq, util-linux-extra, coreutils)" >&2; exit 2; }
done
[[ "$rounds" =~ ^[1-9][0-9]*$ ]] || { sed -n '2,15s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ -f "${harness[1]}" ] || { echo "$0: build first: dotnet build -c Release" >&2; exit 2; }
engine=libaio
if fio --enghelp | grep -qw io_uring; then engine=io_uring; fi

mkdir -p artifacts/cold
csv=artifacts/cold/cold.csv
work=$(mktemp -d)
trap 'rm -rf "$work" "$file"' EXIT
echo "size,round,who,mb_per_s" > "$csv"

bytes() { # 100M
    numfmt --from=iec "$1"
}

evict() {
    local left
    for _ in $(seq 100); do
        dd of="$file" oflag=nocache conv=notrunc,fdatasync count=0 status=none
        left=$(fincore --bytes --noheadings --output RES "$file" | tr -d ' ')
        if [ "$left" = 0 ]; then return; fi
        # Pages that a socket was lent by sendfile(2) are given back when the processor that sent them next handles a packet.
        for cpu in $(seq 0 $(($(nproc) - 1))); do taskset -c "$cpu" bash -c 'echo > /dev/udp/127.0.0.1/9' 2> /dev/null || true; done
        sleep 0.05
    done
    echo "$0: $left bytes of $file stay in the page cache; what reads or maps it? (fuser -v $file)" >&2
    exit 1
}

through_cache() {
    evict
    fio --name=cold --filename="$file" --readonly --rw=read --bs=1M --ioengine=psync --output-format=json > "$work/fio"
    jq '.jobs[0].read | .io_bytes / (.clat_ns.mean * .total_ios) * 1000' "$work/fio"
}

past_cache() {
    evict
    fio --name=direct --filename="$file" --readonly --rw=read --bs=1M --ioengine="$engine" --iodepth=8 --direct=1 \
        --time_based --runtime=1 --output-format=json > "$work/fio"
    jq '.jobs[0].read.bw_bytes / 1e6' "$work/fio"
}

ours() { # strategy
    "${harness[@]}" send --strategy "$1" --file "$file" --cache cold --count "$transfers" --warmup 1 --congestion-control cubic --json > "$work/send"
    jq '.sizeBytes / .latencyNanoseconds.p50 * 1000' "$work/send"
}

measure() { # who
    case $1 in
        fio-cached) through_cache ;;
        fio-direct) past_cache ;;
        *) ours "$1" ;;
    esac
}

for size in ${sizes//,/ }; do
    head -c "$(bytes "$size")" /dev/urandom > "$file"
    sync "$file"
    for round in $(seq "$rounds"); do
        for who in $(printf '%s\n' fio-cached fio-direct ${strategies//,/ } | shuf); do
            value=$(measure "$who")
            [[ "$value" =~ ^[0-9.]+ ]] || { echo "$0: $who at $size: '$value' is no rate" >&2; exit 1; }
            echo "$size,$round,$who,$value" >> "$csv"
        done
        echo "$size: round $round of $rounds" >&2
    done
done

commit=$(git rev-parse --short=12 HEAD 2> /dev/null || echo unknown)
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "# Sending cold files, beside the disk"
echo
echo "Megabytes (10⁶ bytes) per second of a file that is not in memory: what fio(1) reads, and what each strategy sends and the receiver has"
echo "acknowledged. Medians over the rounds; the ratios are medians of those within a round. Written by \`scripts/cold.sh\`."
echo
echo "$processor, $(uname -sr), $(fio --version), commit $commit, $(date -u +%F), $rounds rounds, cubic, file on $(stat -f -c %T "${file%/*}")."
echo
echo "| size | what | MB/s | of fio through the page cache | of fio past it |"
echo "|---|---|---:|---:|---:|"
tail -n +2 "$csv" | jq -R -s -r --arg sizes "$sizes" --arg who "fio-cached,fio-direct,$strategies" '
    def median: sort | if length % 2 == 1 then .[length / 2 | floor] else (.[length / 2 - 1] + .[length / 2]) / 2 end;
    def rounded: . * 100 | round / 100;
    [split("\n")[] | select(length > 0) | split(",") | { size: .[0], round: .[1], who: .[2], rate: (.[3] | tonumber) }] as $all
    | ($sizes | split(",")[]) as $size
    | [$all[] | select(.size == $size)] as $here
    | ($here | map({ key: "\(.round) \(.who)", value: .rate }) | from_entries) as $rates
    | ($who | split(",")[]) as $name
    | [$here[] | select(.who == $name)]
    | [.[] | .rate / $rates["\(.round) fio-cached"]] as $cached
    | [.[] | .rate / $rates["\(.round) fio-direct"]] as $direct
    | "| \($size) | \($name) | \(map(.rate) | median | round) | \($cached | median | rounded) | \($direct | median | rounded) |"'
