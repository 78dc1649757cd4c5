#!/usr/bin/env bash
# Finds out how often the verdicts are right, by runs of which the truth is known, and writes docs/internals/calibration.md.
#
#   scripts/calibrate.sh twins RUNS [PROFILE]        every strategy twice, every other run beside a busy neighbour
#   scripts/calibrate.sh alike RUNS [PROFILE]        one strategy twice, at one size: most such runs of full end after half a minute
#   scripts/calibrate.sh power RUNS [PROFILE]        a strategy and itself, slower by 3, 5, 10 and 20 %
#   scripts/calibrate.sh power10 RUNS [PROFILE]      two strategies and themselves, slower by 10 %, at each size and placement
#   scripts/calibrate.sh truth RUNS [PROFILE]        both in one run, every other one beside a busy neighbour; takes little more than a default run
#   scripts/calibrate.sh repetition RUNS [PROFILE]   three scenarios, one after the other; call it again an hour later
#   scripts/calibrate.sh bias RUNS                   the same ratios by turns of several lengths, alone and in company
#   scripts/calibrate.sh sharing RUNS                the same ratios by processes for one size and placement each, and by one for all
#   scripts/calibrate.sh compare RUNS [PROFILE]      'compare' of a program with itself
#   scripts/calibrate.sh compare-busy RUNS [PROFILE] the same beside a busy neighbour, which it has to notice
#   scripts/calibrate.sh compare-slower RUNS [PROFILE]   'compare' of a strategy with itself, slowed down in four ways by 3, 5, 10 and 20 %
#
#   scripts/calibrate.sh races RUNS                  simulated races of each kind, instead of measured ones
#
# Every run adds a line to docs/internals/calibration.jsonl, so that it can be made in pieces, by anyone, and broken off at any time.
# Let nothing else run meanwhile. A run of twins takes a minute and a half with the profile quick.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:?"usage: scripts/calibrate.sh KIND RUNS [PROFILE]; the kinds are at the top of this file"}
runs=${2:?"usage: scripts/calibrate.sh KIND RUNS [PROFILE]; the kinds are at the top of this file"}
profile=${3:-quick}
case "$kind" in alike) logged=twins ;; power10) logged=power ;; sharing) logged=bias ;; *) logged=$kind ;; esac
raw=docs/internals/calibration.jsonl
page=docs/internals/calibration.md

dotnet build -c Release > /dev/null
harness=(dotnet artifacts/bin/FileTransfer.Lab/release/FileTransfer.Lab.dll)
folder=$(mktemp -d)
log=$(mktemp)
neighbour=
finish() {
    if [ -n "$neighbour" ]; then kill "$neighbour" 2> /dev/null || true; fi
    rm -rf "$folder" "$log"
}
trap finish EXIT

# One whole run, and its line: what ran beside it, and the options of bench.
measure() {
    local beside=$1
    shift
    rm -rf "${folder:?}"/*
    "${harness[@]}" bench --profile "$profile" --congestion-control cubic --output "$folder" "$@" > "$log" || { tail -n 5 "$log" >&2; exit 1; }
    "${harness[@]}" calibration note "$folder"/* --to "$raw" --kind "$logged" --beside "$beside" ${condition:+--condition "$condition"}
}

# Keeps the last processor busy while a run is made.
measure_beside_neighbour() {
    taskset -c "$(($(nproc) - 1))" sh -c 'while :; do :; done' &
    neighbour=$!
    measure busy "$@"
    kill "$neighbour"
    wait "$neighbour" 2> /dev/null || true
    neighbour=
}

# Every other run beside a neighbour.
measure_in_turn() {
    if ((run % 2)); then measure idle "$@"; else measure_beside_neighbour "$@"; fi
}

# One whole comparison, and its line: what ran beside it, what differs, and the strategy of either side.
compare() {
    local beside=$1 difference=$2 one=$3 other=$4 sizes=${5:-100K,10M}
    rm -rf "${folder:?}"/*
    # Exit codes: 1 a regression, 3 cannot tell. Both are findings here.
    "${harness[@]}" calibration compare --profile "$profile" --rounds 10 --sizes "$sizes" --affinity same --congestion-control cubic \
        --output "$folder" --base "--strategies $one" --diff "--strategies $other" --to docs/internals/calibration-compare.jsonl \
        --difference "$difference" --beside "$beside" > "$log" || [ $? -ne 2 ] || { tail -n 5 "$log" >&2; exit 1; }
}

compare_beside_neighbour() {
    taskset -c 0 sh -c 'while :; do :; done' &
    neighbour=$!
    compare busy "$@"
    kill "$neighbour"
    wait "$neighbour" 2> /dev/null || true
    neighbour=
}

if [ "$kind" = races ]; then
    "${harness[@]}" calibration races --runs "$runs" --to docs/internals/calibration-races.jsonl
    runs=0
fi
for ((run = 1; run <= runs; run++)); do
    echo "run $run of $runs"
    case "$kind" in
        compare)
            compare idle nothing send-file send-file
            ;;
        compare-busy)
            compare_beside_neighbour nothing send-file send-file
            ;;
        compare-slower)
            for share in 3 5 10 20; do
                for way in copies calls pieces sleeps; do compare idle "$way$share" send-file "send-file@$way$share" 100K; done
            done
            ;;
        twins)
            twins=(--strategies 'read-write-64k,read-write-64k@2,begin-send,begin-send@2,send-file,send-file@2' --sizes 1K,1M)
            measure_in_turn "${twins[@]}"
            ;;
        alike)
            # Of eight runs in a row each strategy comes twice, once beside a neighbour.
            strategies=(send-file read-write-64k adaptive splice)
            strategy=${strategies[run / 2 % 4]}
            alike=(--strategies "$strategy,$strategy@2" --sizes 100K)
            measure_in_turn "${alike[@]}"
            ;;
        power)
            measure idle --strategies 'send-file,send-file@slower3,send-file@slower5,send-file@slower10,send-file@slower20' --sizes 100K
            ;;
        power10)
            measure idle --strategies send-file,send-file@slower10,read-write-64k,read-write-64k@slower10 --sizes 1K,10K,100K,1M
            ;;
        truth)
            # Of eight runs in a row each combination of neighbour, sizes and share comes once.
            sizes=1K,100K
            ((run & 2)) && sizes=10K,1M
            shares=5,10
            ((run & 4)) && shares=3,10
            [ "$profile" = quick ] || shares=3,5
            copies=(--strategies "send-file,send-file@2,send-file@slower${shares%,*},send-file@slower${shares#*,}" --sizes "$sizes")
            measure_in_turn "${copies[@]}"
            ;;
        bias)
            four=(--strategies send-file,read-write-64k,adaptive,begin-send --baseline send-file --sizes 1K,1M)
            for turn in 4 8 16; do condition="turns of $turn ms" measure idle "${four[@]}" --turn "${turn}ms"; done
            condition="stretches of 500 ms" measure idle "${four[@]}" --turn 500ms --lead-in 20ms --cycles 3
            condition="two alone" measure idle --strategies send-file,read-write-64k --baseline send-file --sizes 1K,1M --cycles 56
            fourteen=send-file,read-write-64k,read-write-1k,begin-send,adaptive,saea,pipelines,copy-to-async,send-async,splice,io-uring
            fourteen+=,mapped,send-file-async,coalesced-64k
            condition="among fourteen" measure idle --strategies "$fourteen" --baseline send-file --sizes 1K,1M --rounds 6 --cycles 56
            ;;
        sharing)
            four=(--strategies send-file,read-write-64k,adaptive,begin-send --baseline send-file --rounds 10)
            for placement in same split; do
                for size in 1K 1M; do
                    condition="a process for each" measure idle "${four[@]}" --sizes "$size" --affinity "$placement"
                done
            done
            condition="one process for all" measure idle "${four[@]}" --sizes 1K,1M
            ;;
        repetition)
            measure idle --scenario socket --sizes 1K,100K,1M --affinity same
            measure idle --scenario pipe --sizes 1K,100K,1M --affinity same
            measure idle --scenario tls --sizes 1K,100K,1M --affinity same
            ;;
        *)
            echo "unknown kind '$kind'; there are twins, alike, power, power10, truth, repetition, bias, sharing, races, compare, compare-busy and compare-slower" >&2
            exit 2
            ;;
    esac
done
"${harness[@]}" calibration page "$raw" --output "$page"
