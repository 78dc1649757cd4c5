#!/usr/bin/env bash
# Measures every strategy for sockets side by side with a native program that does the same work in all its ways:
# alternating, in fresh processes, cubic on both ends, up to 100K with both ends on one core, above that free. Writes
# DIR/native-floor.csv (the median of every process) and DIR/native-floor.md (medians of those, and ratios).
#
#   scripts/native-floor.sh FLOOR DIR [PROCESSES [SIZES]]
#
# With SIZES, such as 1K,10K, only those are measured, and the others keep what DIR/native-floor.csv says of them.
# FLOOR is the native program; called as FLOOR STRATEGY BYTES DRAIN NODELAY HEADER TRANSFERS FILE, it prints one CSV
# line: strategy,bytes,drain,nodelay,header,transfers,min,p50,p99,max,GB/s,sender CPU s/GB,receiver CPU s/GB (times in µs).
set -euo pipefail
cd "$(dirname "$0")/.."
floor=${1:?"usage: scripts/native-floor.sh FLOOR DIR [PROCESSES [SIZES]]"}
directory=${2:?"usage: scripts/native-floor.sh FLOOR DIR [PROCESSES [SIZES]]"}
processes=${3:-5}
only=${4:-}
harness=(dotnet artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll)

# Kept mechanisms and the native call each is compared with, strategy and header.
twins=(
    "coalesced-64k-kept rw64k writev"
    "coalesced-256k-kept rw256k writev"
    "coalesced-1m-kept rw1m writev"
    "native-send-file-kept sendfile more"
    "splice-kept splice1m more"
    "mapped-kept mmapw writev"
    "mapped-more-kept mmapw more"
)
# The other ways of the native program.
natives=("sendfile sep" "rw8k writev" "splice64k more" "mmape more" "zc more" "uring more" "uringrs more" "uringzc more")
# Size, bytes, CPU affinity, transfers, and those before them that do not count: half a second's worth or more, in which the
# compiler is still at work.
sizes=(
    "1K 1024 same 40000 60000" "10K 10240 same 40000 60000" "100K 102400 same 20000 24000"
    "1M 1048576 none 4000 3000" "10M 10485760 none 200 500" "100M 104857600 none 20 50" "1G 1073741824 none 7 5"
)

for size in ${only//,/ }; do
    [[ " ${sizes[*]%% *} " == *" $size "* ]] || { echo "no size $size here; there are: ${sizes[*]%% *} (separated by commas)" >&2; exit 2; }
done

# Whatever of the catalog sends over TCP and can run here: the twins, and the others.
mapfile -t others < <("${harness[@]}" list --json | awk -F'"' -v twins=" ${twins[*]%% *} " '
    $2 == "id" { id = $4 }
    $2 == "family" { family = $4 }
    $2 == "available" { available = /true/ }
    $2 == "transports" { getline; if ($2 == "tcp" && family == "sockets" && available && index(twins, " " id " ") == 0) print id }')
if [ "${#others[@]}" = 0 ]; then echo "'list' names no strategy for sockets: build first, dotnet build -c Release" >&2; exit 1; fi

mkdir -p "$directory"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
csv="$directory/native-floor.csv"
wanted() { [ -z "$only" ] || [[ ",$only," == *",$1,"* ]]; }
{
    echo "who,strategy,size,process,p50_us,sender_cpu_s_per_gb,receiver_cpu_s_per_gb"
    if [ -n "$only" ] && [ -e "$csv" ]; then awk -F, -v only=",$only," 'NR > 1 && index(only, "," $3 ",") == 0' "$csv"; fi
} > "$work/csv"
mv "$work/csv" "$csv"

# A process that says nothing, such as one whose strategy is unsupported here, ends the measuring: it took no time at all.
record() { # who, strategy, size, process, median, CPU of the sender, CPU of the receiver
    if ! awk -v median="$5" -v sender="$6" -v receiver="$7" 'BEGIN { exit !(median + 0 > 0 && sender != "" && receiver != "") }'; then
        echo "$1 $2 at $3: '${*:5}' is no median with the CPU time of two ends; what was measured before is in $csv" >&2
        exit 1
    fi
    (IFS=,; echo "$*") >> "$csv"
}

# Of the size that is being measured: $size, $bytes, $affinity, $transfers, $warmup, and $process.
ours() { # strategy
    "${harness[@]}" send --strategy "$1" --file "$work/payload" --count "$transfers" --warmup "$warmup" --affinity "$affinity" --congestion-control cubic --json > "$work/line"
    field() { { grep -oE "\"$1\":[0-9.eE+-]+" "$work/line" || true; } | cut -d: -f2; }
    record .NET "$1" "$size" "$process" "$(field p50 | awk '{ print $1 / 1000 }')" "$(field senderCpuSecondsPerGB)" "$(field receiverCpuSecondsPerGB)"
}

native() { # strategy, header
    local pin=()
    if [ "$affinity" = same ]; then pin=(taskset -c 0); fi
    local fields
    CC_ALG=cubic "${pin[@]}" "$floor" "$1" "$bytes" r256k 1 "$2" "$transfers" "$work/payload" > "$work/line"
    IFS=, read -ra fields < "$work/line" || true
    record native "$1/$2" "$size" "$process" "${fields[7]:-}" "${fields[11]:-}" "${fields[12]:-}"
}

for entry in "${sizes[@]}"; do
    read -r size bytes affinity transfers warmup <<< "$entry"
    wanted "$size" || continue
    head -c "$bytes" /dev/urandom > "$work/payload"
    for process in $(seq "$processes"); do
        for twin in "${twins[@]}"; do
            read -r strategy call header <<< "$twin"
            ours "$strategy"
            native "$call" "$header"
        done
        for way in "${natives[@]}"; do
            read -r call header <<< "$way"
            native "$call" "$header"
        done
        for strategy in "${others[@]}"; do
            ours "$strategy"
        done
    done
    echo "$size measured" >&2
done

awk -F, -v processes="$processes" -v twins="$(printf '%s;' "${twins[@]}")" -v sizes="$(printf '%s;' "${sizes[@]}")" '
    function refuse(why) { print why > "/dev/stderr"; refused = 1; exit 1 }
    NR > 1 && !($5 > 0) { refuse("line " NR " has no median: " $0) }
    NR > 1 { key = $1 SUBSEP $2 SUBSEP $3; v[key, ++n[key]] = $5 + 0; name[$1 SUBSEP $2] = 1 }
    function median(who, what, size,    key, i, j, t, m, a) {
        key = who SUBSEP what SUBSEP size; m = n[key] + 0
        if (m != processes) refuse(who " " what " at " size ": " m " processes were measured, not " processes)
        for (i = 1; i <= m; i++) a[i] = v[key, i]
        for (i = 2; i <= m; i++) { t = a[i]; for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]; a[j + 1] = t }
        return m % 2 ? a[(m + 1) / 2] : (a[m / 2] + a[m / 2 + 1]) / 2
    }
    function best(who, size, without,    k, parts, m, low) {
        low = -1
        for (k in name) {
            split(k, parts, SUBSEP)
            if (parts[1] != who || (without && parts[2] ~ without)) continue
            m = median(who, parts[2], size)
            if (low < 0 || m < low) { low = m; bestName = parts[2] }
        }
        return low
    }
    END {
        if (refused) exit 1
        # A size that was not measured has no row.
        listed = split(sizes, all, ";") - 1
        for (i = 1; i <= listed; i++) { split(all[i], row, " "); if (n[".NET", "adaptive", row[1]] > 0) rows[++count] = all[i] }
        printf "Median latency in µs of the medians of %d fresh processes each, .NET and native alternating, cubic on both ends, acknowledged; every strategy for TCP, and every way of the native program. Up to 100K both ends share one core; above, the scheduler places them. Of every size all in one run, one process of each after another.\n\n", processes
        print "## The fastest strategy against the fastest native one\n\n| size | fastest .NET | µs | fastest native | µs | ratio |\n|---|---|---:|---|---:|---:|"
        for (i = 1; i <= count; i++) {
            split(rows[i], row, " ")
            ours = best(".NET", row[1]); oursName = bestName
            theirs = best("native", row[1])
            printf "| %s | %s | %.4g | %s | %.4g | %.3f |\n", row[1], oursName, ours, bestName, theirs, ours / theirs
        }
        print "\n## Each kept mechanism against the same one in C\n\n| size | .NET | µs | C | µs | ratio |\n|---|---|---:|---|---:|---:|"
        pairs = split(twins, pair, ";") - 1
        for (i = 1; i <= count; i++) for (j = 1; j <= pairs; j++) {
            split(rows[i], row, " "); split(pair[j], part, " ")
            ours = median(".NET", part[1], row[1]); theirs = median("native", part[2] "/" part[3], row[1])
            printf "| %s | %s | %.4g | %s/%s | %.4g | %.3f |\n", row[1], part[1], ours, part[2], part[3], theirs, ours / theirs
        }
        print "\n## adaptive against the best strategy that opens the file at every transfer, and against what most people write\n\n| size | adaptive | best not kept | µs | ratio | copy-to-async | times faster |\n|---|---:|---|---:|---:|---:|---:|"
        for (i = 1; i <= count; i++) {
            split(rows[i], row, " ")
            adaptive = median(".NET", "adaptive", row[1])
            rest = best(".NET", row[1], "^adaptive$|-kept$")
            usual = median(".NET", "copy-to-async", row[1])
            printf "| %s | %.4g | %s | %.4g | %.3f | %.4g | %.2f |\n", row[1], adaptive, bestName, rest, adaptive / rest, usual, usual / adaptive
        }
        print "\n## The baseline of the article against the native call, header apart\n\n| size | send-file | sendfile/sep | ratio |\n|---|---:|---:|---:|"
        for (i = 1; i <= count; i++) {
            split(rows[i], row, " ")
            printf "| %s | %.4g | %.4g | %.3f |\n", row[1], median(".NET", "send-file", row[1]), median("native", "sendfile/sep", row[1]), median(".NET", "send-file", row[1]) / median("native", "sendfile/sep", row[1])
        }
    }' "$csv" > "$work/table"
mv "$work/table" "$directory/native-floor.md"
