#!/usr/bin/env bash
# Fuzzes what reads bytes from outside: frames, HTTP responses, results.json and the JSON of BenchmarkDotNet. Coverage-guided, by afl++
# (Debian: afl++) and SharpFuzz. Starts from tests/Fuzz/corpus; what ends a target is kept in artifacts/fuzz and named.
#
#   scripts/fuzz.sh SECONDS [TARGET...]        such as: scripts/fuzz.sh 3600 frame response
#
# SECONDS is the time of each target; as many run at once as there are processors. Exit code 1: something was found; add it to the corpus
# when it is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?"usage: scripts/fuzz.sh SECONDS [TARGET...]"}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(benchmarkdotnet frame response run)
command -v afl-fuzz > /dev/null || { echo "error: there is no afl-fuzz here; install afl++ (Debian)" >&2; exit 2; }

out=$PWD/artifacts/fuzz
tool=$out/tool
bin=$out/bin
rm -rf "$bin"
mkdir -p "$out"
# What is instrumented has to be plain IL, as every build leaves it.
dotnet build tests/Fuzz -c Release -v quiet
cp -r artifacts/bin/FileTransfer.Fuzz/release "$bin"
[ -x "$tool/sharpfuzz" ] || dotnet tool install SharpFuzz.CommandLine --version 2.3.0 --tool-path "$tool" > /dev/null
# All that is ours, wherever a reader moves; a target whose reader is not instrumented finds nothing, and afl-fuzz refuses it.
for library in "$bin"/FileTransfer*.dll; do
    [ "$(basename "$library")" = FileTransfer.Fuzz.dll ] || "$tool/sharpfuzz" "$library"
done

export AFL_SKIP_BIN_CHECK=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1
trap 'jobs -rp | xargs -r kill 2> /dev/null || true' EXIT
fuzz() {
    exec afl-fuzz -V "$seconds" -i "tests/Fuzz/corpus/$1" -o "$out/$1" -t 10000 -m none -- dotnet "$bin/FileTransfer.Fuzz.dll" "$1" \
        > "$out/$1.log" 2>&1
}
declare -A running
for target in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
    rm -rf "${out:?}/$target"
    fuzz "$target" &
    running[$target]=$!
done

found=0
for target in "${targets[@]}"; do
    wait "${running[$target]}" || { tail -n 20 "$out/$target.log" >&2; exit 2; }
    of() { sed -n "s/^$1 *: *//p" "$out/$target/default/fuzzer_stats"; }
    echo "$target: $(of execs_done) executions in $(of run_time) s, $(of corpus_count) inputs, $(of edges_found) edges, $(of saved_crashes) crashes, $(of saved_hangs) hangs"
    if [ "$(of saved_crashes)" -gt 0 ] || [ "$(of saved_hangs)" -gt 0 ]; then
        ls "$out/$target/default/crashes"/id* "$out/$target/default/hangs"/id* 2> /dev/null || true
        found=1
    fi
done
exit $found
