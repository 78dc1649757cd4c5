#!/usr/bin/env bash
# Measures the ways of keeping received files side by side with native/receiver.c, which keeps them in C. In every round each way of
# both receives the same file from the same sender, native/reference.c, one after another and in an order that turns from round to
# round; a round starts new receivers. Writes DIR/receive-native.csv (the median of every process, in µs) and DIR/receive-native.md.
#
#   scripts/receive-native.sh DIR [ROUNDS [SIZES [OPTIONS]]]
#
#   scripts/receive-native.sh artifacts/receive 10 1K,1M,100M
#   KEEP=/mnt/disk scripts/receive-native.sh artifacts/receive 10 1M 'preallocate=on durability=fdatasync'
#
# KEEP is the folder to keep files in, the system's for temporary ones unless it is set. Build first: dotnet build -c Release.
set -euo pipefail
cd "$(dirname "$0")/.."
directory=${1:?"usage: scripts/receive-native.sh DIR [ROUNDS [SIZES [OPTIONS]]]"}
rounds=${2:-10}
sizes=${3:-1K,10K,100K,1M,10M,100M}
options=${4:-preallocate=off durability=none}
server=artifacts/bin/FileTransfer.Server/release/FileTransfer.Server.dll
[ -f "$server" ] || { echo "error: there is no $server; build first: dotnet build -c Release" >&2; exit 2; }

scripts/native-reference.sh 2> /dev/null || { scripts/native-reference.sh; exit 2; }
mkdir -p "$directory"
work=$(mktemp -d)
kept=$(mktemp -d "${KEEP:-${TMPDIR:-/tmp}}/filetransfer-kept-XXXXXX")
receivers=()
stop_receivers() {
    if [ "${#receivers[@]}" -gt 0 ]; then
        kill "${receivers[@]}" 2> /dev/null || true
        wait "${receivers[@]}" 2> /dev/null || true
        receivers=()
    fi
}
trap 'stop_receivers; rm -rf "$work" "$kept"' EXIT

ways=(file-stream-4k file-stream-64k file-stream-1m random-access pipe-reader splice mapped direct io-uring)
contenders=("${ways[@]/#/.NET }" "C write" "C splice")
csv="$directory/receive-native.csv"
echo "round,size,who,way,p50_us,crc32c" > "$csv"

await_line() { # file: its first line, once it is there
    for _ in $(seq 600); do
        if [ -s "$1" ] && read -r line < "$1"; then echo "$line"; return; fi
        sleep 0.1
    done
    echo "error: a receiver did not start within a minute" >&2
    exit 1
}

start_receivers() {
    : > "$work/net"; : > "$work/write"; : > "$work/splice"
    dotnet "$server" --keep "$kept" --congestion-control cubic > "$work/net" & receivers+=("$!")
    artifacts/native/receiver write "$kept" > "$work/write" & receivers+=("$!")
    artifacts/native/receiver splice "$kept" > "$work/splice" & receivers+=("$!")
    local ready
    ready=$(await_line "$work/net")
    net_port=$(sed -E 's/.*"keep":"127\.0\.0\.1:([0-9]+)".*/\1/' <<< "$ready")
    write_port=$(await_line "$work/write")
    splice_port=$(await_line "$work/splice")
}

# Median of the transfers that were not checked, and the checksums of the others, which must all be the same.
median() {
    awk '{
        line = $0
        checks = line; sub(/.*"checks":\[/, "", checks); sub(/\],"cpuSeconds".*/, "", checks)
        starts = line; sub(/.*"starts":\[/, "", starts); sub(/\].*/, "", starts)
        ends = line; sub(/.*"ends":\[/, "", ends); sub(/\].*/, "", ends)
        n = split(starts, from, ","); split(ends, to, ",")
        m = split(checks, check, "}")
        for (i = 1; i <= m; i++) if (match(check[i], /"index":[0-9]+/)) {
            checked[substr(check[i], RSTART + 8, RLENGTH - 8)] = 1
            crc = check[i]; sub(/.*"crc32C":/, "", crc)
            if (seen != "" && seen != crc) { print "error: two checksums of one file: " seen " and " crc > "/dev/stderr"; exit 1 }
            seen = crc
        }
        for (i = 1; i <= n; i++) if (!((i - 1) in checked)) value[++count] = (to[i] - from[i]) / 1000
    }
    END { for (i = 1; i <= count; i++) print value[i]; print "crc " seen }' | sort -g > "$work/sorted"
    awk '$1 == "crc" { crc = $2; next } { value[++n] = $1 }
        END { printf "%.3f,%s\n", n % 2 ? value[(n + 1) / 2] : (value[n / 2] + value[n / 2 + 1]) / 2, crc }' "$work/sorted"
}

measure() { # round, size, count, who, way
    local port=$net_port
    if [ "$4 $5" = "C write" ]; then port=$write_port; elif [ "$4 $5" = "C splice" ]; then port=$splice_port; fi
    printf 'connect 127.0.0.1 %s\ncheck 1\nwarm 500000000\nrecord %s\n' "$port" "$3" \
        | artifacts/native/reference send c-send-file "$work/payload" --congestion-control cubic --keep "$5 $options" > "$work/lines"
    # The first transfer of the connection is checked; the last line has the recorded ones.
    local crc
    crc=$(sed -n 2p "$work/lines" | grep -oE '"crc32C":[0-9]+' | cut -d: -f2)
    local result
    result=$(tail -n 1 "$work/lines" | median)
    if [ -z "$crc" ] || { [ -n "${result#*,}" ] && [ "${result#*,}" != "$crc" ]; } || { [ -n "${expected:-}" ] && [ "$crc" != "$expected" ]; }; then
        echo "error: $4 $5 at $2: checksum '${result#*,}' or '$crc' of a file whose checksum is '${expected:-unknown}'" >&2
        exit 1
    fi
    expected=$crc
    echo "$1,$2,$4,$5,${result%,*},$crc" >> "$csv"
}

count_of() {
    case $1 in
        *K) [ "${1%K}" -le 100 ] && echo 3000 || echo 1000 ;;
        *M) [ "${1%M}" -le 1 ] && echo 300 || { [ "${1%M}" -le 10 ] && echo 50 || echo 10; } ;;
        *) echo 3000 ;;
    esac
}

for size in ${sizes//,/ }; do
    head -c "$(numfmt --from=iec "$size")" /dev/urandom > "$work/payload-$size"
done
for round in $(seq "$rounds"); do
    start_receivers
    for size in ${sizes//,/ }; do
        ln -sf "$work/payload-$size" "$work/payload"
        expected=
        for turn in "${!contenders[@]}"; do
            read -r who way <<< "${contenders[(turn + round) % ${#contenders[@]}]}"
            measure "$round" "$size" "$(count_of "$size")" "$who" "$way"
        done
    done
    stop_receivers
    echo "round $round of $rounds measured" >&2
done

processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
machine="$processor, $(nproc) cores, kernel $(uname -r), commit $(git rev-parse --short HEAD 2> /dev/null || echo unknown)"
awk -F, -v options="$options" -v machine="$machine" -v rounds="$rounds" '
    function median(key,    i, j, t, a, m) {
        m = n[key]
        for (i = 1; i <= m; i++) a[i] = v[key, i]
        for (i = 2; i <= m; i++) { t = a[i]; for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]; a[j + 1] = t }
        return m % 2 ? a[(m + 1) / 2] : (a[m / 2] + a[m / 2 + 1]) / 2
    }
    # The ratios of two ways in each round, as text; their median is left in middle.
    function ratios(size, one, other,    key, i, text) {
        key = size SUBSEP "ratio" SUBSEP one SUBSEP other
        for (i = 1; i <= n[other]; i++) {
            v[key, i] = v[one, i] / v[other, i]; n[key] = i
            text = text sprintf("%s%.3f", i > 1 ? " " : "", v[key, i])
        }
        middle = median(key)
        return text
    }
    NR > 1 {
        key = $2 SUBSEP $3 SUBSEP $4
        v[key, ++n[key]] = $5 + 0
        if (!($2 in isSize)) { isSize[$2] = 1; size[++sizes] = $2 }
        if (!(($3, $4) in isWay)) { isWay[$3, $4] = 1; who[++ways] = $3; way[ways] = $4 }
    }
    END {
        print "# Keeping files, beside the native reference\n"
        print "Median latency in µs of the medians of " rounds " rounds, " options ", cubic on both ends, acknowledged."
        print "Written by `scripts/receive-native.sh`.\n\n" machine ".\n"
        printf "| way |"; for (s = 1; s <= sizes; s++) printf " %s |", size[s]
        printf "\n|---|"; for (s = 1; s <= sizes; s++) printf "---:|"
        print ""
        for (w = 1; w <= ways; w++) {
            printf "| %s %s |", who[w], way[w]
            for (s = 1; s <= sizes; s++) { m = median(size[s] SUBSEP who[w] SUBSEP way[w]); printf m < 1000 ? " %.4g |" : " %.0f |", m }
            print ""
        }
        print "\nThe fastest way in .NET against the fastest native one, round by round.\n"
        print "| size | .NET | C | median of the ratios | ratios |\n|---|---|---|---:|---|"
        for (s = 1; s <= sizes; s++) {
            best[".NET"] = best["C"] = ""
            for (w = 1; w <= ways; w++) {
                key = size[s] SUBSEP who[w] SUBSEP way[w]
                if (best[who[w]] == "" || median(key) < median(best[who[w]])) { best[who[w]] = key; name[who[w]] = way[w] }
            }
            text = ratios(size[s], best[".NET"], best["C"])
            printf "| %s | %s | %s | %.3f | %s |\n", size[s], name[".NET"], name["C"], middle, text
        }
        print "\nThe same calls in .NET and in C, round by round. No way was chosen here, so chance chooses none.\n"
        print "| size | .NET | C | median of the ratios | ratios |\n|---|---|---|---:|---|"
        same["splice"] = "splice"; same["random-access"] = "write"
        for (s = 1; s <= sizes; s++) for (w = 1; w <= ways; w++) if (who[w] == ".NET" && way[w] in same) {
            text = ratios(size[s], size[s] SUBSEP ".NET" SUBSEP way[w], size[s] SUBSEP "C" SUBSEP same[way[w]])
            printf "| %s | %s | %s | %.3f | %s |\n", size[s], way[w], same[way[w]], middle, text
        }
    }' "$csv" > "$work/table"
mv "$work/table" "$directory/receive-native.md"
echo "$directory/receive-native.md" >&2
