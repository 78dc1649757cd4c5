#!/usr/bin/env bash
# Shows which of the kernel's counters move while a strategy sends: TCP's (/proc/net/netstat, /proc/net/snmp) and context switches.
#
#   scripts/counters.sh SIZE STRATEGY [OPTION...]      options go to 'send', such as --affinity same
#
#   scripts/counters.sh 1M send-file --congestion-control cubic
#   scripts/counters.sh 1M send-file@nagle --congestion-control cubic
#
# It prints the median, and every counter that moved at least once in a hundred transfers, per 1000 transfers. The counters are those of
# the whole machine: let nothing else use the network meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:?"usage: scripts/counters.sh SIZE STRATEGY [OPTION...]"}
strategy=${2:?"usage: scripts/counters.sh SIZE STRATEGY [OPTION...]"}
shift 2
count=${COUNT:-2000}
program=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
if [ ! -f "$program" ]; then dotnet build -c Release > /dev/null; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
look() {
    cat /proc/net/netstat /proc/net/snmp > "$1"
    awk '$1 == "ctxt" { print "Kernel: ContextSwitches\nKernel: " $2 }' /proc/stat >> "$1"
}

look "$work/before"
dotnet "$program" send --strategy "$strategy" --size "$size" --count "$count" --warmup 0 "$@" > "$work/send"
look "$work/after"
echo "$strategy at $size, $count transfers $*"
grep -iE '^ *(p50|median|p99)' "$work/send" || head -n 5 "$work/send"
# Both files have pairs of lines: names, then numbers in the same order.
awk -v count="$count" '
    FNR % 2 == 1 { for (i = 2; i <= NF; i++) name[i] = $i; next }
    NR == FNR { for (i = 2; i <= NF; i++) before[$1 name[i]] = $i; next }
    {
        for (i = 2; i <= NF; i++) {
            moved = ($i - before[$1 name[i]]) * 1000 / count
            if (moved >= 10) printf "%12.0f  %s%s\n", moved, $1, name[i]
        }
    }' "$work/before" "$work/after" | sort -k2
