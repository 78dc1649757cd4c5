#!/usr/bin/env bash
# Measures FileSender against every other way that does the same, by turns, in both placements: files opened for each transfer and files
# kept open, synchronous and asynchronous, beside C, and each wait. Writes a page with the time of FileSender ÷ that of the others. Takes
# about half an hour; let nothing else run.
#
#   scripts/filesender.sh [PAGE [PART...]]         default: charts/amd-epyc-2-cores/filesender-figures.md, and all parts below
#   ROUNDS=6 scripts/filesender.sh /tmp/page opened kept
set -euo pipefail
cd "$(dirname "$0")/.."
page=${1:-charts/amd-epyc-2-cores/filesender-figures.md}
shift $(($# > 0 ? 1 : 0))
parts=("$@")
if [ ${#parts[@]} = 0 ]; then parts=(opened large kept learn c async link load); fi
rounds=${ROUNDS:-10}
harness=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
if [ ! -f "$harness" ]; then echo "error: build first: dotnet build -c Release" >&2; exit 2; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Title, strategies (FileSender first), and options of bench. Adds a table: time of the first ÷ time of each other, with its interval.
compare() {
    local title=$1 strategies=$2 log=$work/log report
    shift 2
    echo "$title" >&2
    rm -rf "$work/results"
    dotnet "$harness" bench --strategies "$strategies" --baseline "${strategies%%,*}" --output "$work/results" "$@" > "$log" 2>&1 \
        || { cat "$log" >&2; exit 1; }
    report=("$work"/results/*/report.md)
    {
        printf '\n## %s\n\n`bench --strategies %s %s`\n\n' "$title" "$strategies" "$*"
        awk -F' *[|] *' -v first="${strategies%%,*}" '
            $2 == "size" { for (i = 1; i <= NF; i++) { if ($i ~ /^speed-up/) ratio = i; if ($i ~ /^sender CPU/) sender = i; if ($i ~ /^receiver CPU/) receiver = i } next }
            /^## / { inside = $0 == "## Measurements"; next }
            inside && ratio && NF > ratio && $2 !~ /^-+$/ && $3 !~ /^null/ {
                cell = $2; strategy = $3; gsub(/\*/, "", strategy)
                if (!(cell in seen)) { seen[cell] = 1; cells[++count] = cell }
                if (!(strategy in known)) { known[strategy] = 1; names[++total] = strategy }
                value[cell, strategy] = $ratio; time[cell, strategy] = $4; cpu[cell, strategy] = $sender + $receiver
            }
            END {
                printf "| |"; for (i = 1; i <= count; i++) printf " %s |", cells[i]; printf "\n|---|"; for (i = 1; i <= count; i++) printf "---:|"; print ""
                for (n = 1; n <= total; n++) {
                    printf "| %s |", names[n]
                    for (i = 1; i <= count; i++) printf " %s |", names[n] == first ? time[cells[i], first] : value[cells[i], names[n]]
                    print ""
                }
                for (n = 1; n <= total; n++) if (names[n] != first) {
                    printf "| CPU time to %s |", names[n]
                    for (i = 1; i <= count; i++) { other = cpu[cells[i], names[n]]; printf "%s", (other > 0) ? sprintf(" %.2f |", cpu[cells[i], first] / other) : " ? |" }
                    print ""
                }
            }' "${report[0]}"
    } >> "$work/page"
}

both="--affinity same,split --sizes 1K,10K,100K,1M"
{
    printf '# FileSender, beside every other way\n\n'
    printf 'The first row of a table is the median of `FileSender` (`adaptive` and its kin); each other row its time ÷ that of the other strategy, with\n'
    printf 'the simultaneous 95 %% interval: below 1 FileSender is faster. "CPU time to" is the CPU time of both ends ÷ that of the other.\n'
    printf 'By turns, %s rounds, cubic. Written by `scripts/filesender.sh`.\n\n' "$rounds"
    if [ "$rounds" -lt 10 ]; then printf 'Provisional: fewer than 10 rounds.\n\n'; fi
    printf '%s, %s cores, kernel %s, commit %s.\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r)" \
        "$(git rev-parse --short HEAD)$(git diff --quiet HEAD -- src || echo -dirty)"
} > "$work/page"
for part in "${parts[@]}"; do
    case "$part" in
        opened) compare "Files that are opened for each transfer" \
            adaptive,send-file,send-file-header,native-send-file,coalesced-64k,coalesced-256k,read-write-64k,splice,mapped --rounds "$rounds" --cycles 16 $both ;;
        large) compare "Large files" adaptive,send-file,native-send-file,splice,mapped --rounds 6 --cycles 4 --affinity same,split --sizes 10M,100M ;;
        kept) compare "Files that are kept open" \
            adaptive-kept,native-send-file-kept,coalesced-64k-kept,coalesced-256k-kept,splice-kept,mapped-kept,mapped-more-kept --rounds "$rounds" --cycles 16 $both ;;
        learn) compare "Waits" adaptive@learn,adaptive@block,adaptive@poll --rounds "$rounds" --cycles 16 $both ;;
        c) scripts/native-reference.sh 2> /dev/null
            compare "Beside C" adaptive,send-file --native artifacts/native/reference --rounds "$rounds" --cycles 16 $both ;;
        async) compare "Asynchronous" adaptive-async,saea,pipelines,copy-to-async,send-async --rounds "$rounds" --cycles 16 $both ;;
        link) compare "Over a simulated network" adaptive,send-file --rounds "$rounds" --sizes 100K,1M --link rtt=25ms,loss=0.1% ;;
        load)
            echo "64 connections" >&2
            for i in $(seq 5); do
                for strategy in adaptive-async copy-to-async; do
                    dotnet "$harness" send --strategy "$strategy" --size 64K --connections 64 --duration 4s --json 2> "$work/log" > "$work/load" \
                        || { cat "$work/log" >&2; exit 1; }
                    echo "$i $strategy $(grep -oE '"completed":[0-9.]+' "$work/load" | head -n 1 | cut -d: -f2)" >> "$work/loads"
                done
            done
            {
                printf '\n## 64 connections at once\n\n`send --size 64K --connections 64 --duration 4s`, in turn, files per second:\n\n'
                printf '| | adaptive-async | copy-to-async | ratio |\n|---:|---:|---:|---:|\n'
                awk '{ value[$1, $2] = $3 } END { for (i = 1; (i, "adaptive-async") in value; i++)
                    printf "| %d | %.0f | %.0f | %.2f |\n", i, value[i, "adaptive-async"], value[i, "copy-to-async"],
                        value[i, "adaptive-async"] / value[i, "copy-to-async"] }' "$work/loads"
            } >> "$work/page" ;;
        *) echo "error: there is no part '$part'; parts are opened, large, kept, learn, c, async, link, load" >&2; exit 2 ;;
    esac
done
mv "$work/page" "$page"
echo "$page"
