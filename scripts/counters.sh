#!/usr/bin/env bash
# Shows which of the kernel's counters move while strategies send: TCP's (/proc/net/netstat, /proc/net/snmp) and context switches.
#
#   scripts/counters.sh SIZE STRATEGY [OPTION...]              options go to 'send', such as --affinity same
#   scripts/counters.sh SIZE STRATEGY,STRATEGY... [OPTION...]  a table of several
#
#   scripts/counters.sh 1M send-file --congestion-control cubic
#   scripts/counters.sh 1M send-file,send-file@nagle,send-file@bbr --congestion-control cubic
#
# Of one strategy it prints the median and every counter that moved at least once in a hundred transfers, per 1000 transfers. Of several it
# prints a page with a table: medians of ROUNDS (5) alternating processes. The counters are those of the whole machine: let nothing else
# use the network meanwhile. A process makes COUNT transfers (2000; the table 200). Needs jq.
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:?"usage: scripts/counters.sh SIZE STRATEGY[,STRATEGY...] [OPTION...]"}
strategies=${2:?"usage: scripts/counters.sh SIZE STRATEGY[,STRATEGY...] [OPTION...]"}
shift 2
program=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
if [ ! -f "$program" ]; then dotnet build -c Release > /dev/null; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
look() {
    cat /proc/net/netstat /proc/net/snmp > "$1"
    awk '$1 == "ctxt" { print "Kernel: ContextSwitches\nKernel: " $2 }' /proc/stat >> "$1"
}

# Sends by a strategy, and prints each counter and by how much it moved per transfer.
moved() { # strategy count options
    local strategy=$1 count=$2
    shift 2
    look "$work/before"
    dotnet "$program" send --strategy "$strategy" --size "$size" --count "$count" --warmup 0 --json "$@" > "$work/send"
    look "$work/after"
    # Both files have pairs of lines: names, then numbers in the same order.
    awk -v count="$count" '
        FNR % 2 == 1 { for (i = 2; i <= NF; i++) name[i] = $i; next }
        NR == FNR { for (i = 2; i <= NF; i++) before[$1 name[i]] = $i; next }
        { for (i = 2; i <= NF; i++) printf "%s%s %f\n", $1, name[i], ($i - before[$1 name[i]]) / count }' "$work/before" "$work/after"
    jq -r '"p50 \(.latencyNanoseconds.p50 / 1000)", "p90 \(.latencyNanoseconds.p90 / 1000)", "p99 \(.latencyNanoseconds.p99 / 1000)"' "$work/send"
}

if [[ "$strategies" != *,* ]]; then
    count=${COUNT:-2000}
    moved "$strategies" "$count" "$@" > "$work/moved"
    echo "$strategies at $size, $count transfers $*"
    awk '$1 ~ /^p/ { printf "%12.0f  µs, %s\n", $2, $1 }' "$work/moved"
    awk '$1 !~ /^p/ && $2 >= 0.01 { printf "%12.0f  %s\n", $2 * 1000, $1 }' "$work/moved" | sort -k2
    exit
fi

rounds=${ROUNDS:-5}
for ((round = 1; round <= rounds; round++)); do
    for strategy in $(tr ',' '\n' <<< "$strategies" | shuf); do
        moved "$strategy" "${COUNT:-200}" "$@" | sed "s/^/$strategy /" >> "$work/all"
    done
done
columns=(p50 p90 Kernel:ContextSwitches Tcp:OutSegs TcpExt:TCPPureAcks TcpExt:DelayedACKs TcpExt:TCPToZeroWindowAdv TcpExt:TCPAutoCorking)
echo "Counters of the kernel per transfer of $size, medians of $rounds alternating processes of ${COUNT:-200} transfers each. Written by"
echo "\`scripts/counters.sh $size $strategies $*\`."
echo
echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, kernel $(uname -r), commit $(git rev-parse --short=12 HEAD), $(date -u +%F)."
echo
echo "| | median in µs | P90 in µs | context switches of the machine | segments | acknowledgements without data | delayed acknowledgements | windows that closed | segments held back (autocorking) |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
for strategy in ${strategies//,/ }; do
    printf '| `%s` |' "$strategy"
    for column in "${columns[@]}"; do
        awk -v strategy="$strategy" -v column="$column" '$1 == strategy && $2 == column { print $3 }' "$work/all" | sort -g | awk '
            { value[NR] = $1 }
            END { median = value[int((NR + 1) / 2)]; if (median >= 10) printf " %.0f |", median; else printf " %.2g |", median }'
    done
    echo
done
