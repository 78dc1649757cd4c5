#!/usr/bin/env bash
# Everything that must hold before a change lands: format, build without a warning, tests, a real run.
# With --all the exhaustive tests run too: every size, transport and strategy, gigabytes, thousands of transfers. Those keep both processors of a
# small machine so busy that a limit of time may end what works: up to five tests that failed run again by themselves, to tell which it was. They
# count as failed all the same.
# Ends with "N passed, N failed" (", N skipped"), and with exit code 0 only when all of it held.
set -euo pipefail
cd "$(dirname "$0")"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
case "$*" in
    "") ;;
    --all) export FILETRANSFER_TESTS=all ;;
    *) echo "usage: ./check.sh [--all]" >&2; exit 2 ;;
esac
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Compilers live for seconds: what they would learn of their own code, and compile again, takes up to a third of their processor time.
quicker=(env DOTNET_TieredPGO=0 DOTNET_TC_CallCountingDelayMs=2000)
echo "== restore"
"${quicker[@]}" dotnet restore --locked-mode
echo "== build (Release, strict: analyzers, code style, documentation), and white space beside it"
"${quicker[@]}" dotnet format whitespace --verify-no-changes --no-restore &
format=$!
# For the tests too, which would be built anew without it.
export Strict=true
"${quicker[@]}" dotnet build -c Release --no-restore
wait "$format"
echo "== test (the README's command)"
status=0
rm -rf artifacts/test-costs
dotnet test -c Release 2>&1 | tee "$log" || status=$?
scripts/test-costs.sh

# One line per test project: "Passed!  - Failed: 0, Passed: 12, Skipped: 0, ...".
count() { { grep -oE "$1: +[0-9]+" "$log" | grep -oE '[0-9]+' || true; } | awk '{ sum += $1 } END { print sum + 0 }'; }

names=$(grep -oE '^  Failed [A-Za-z0-9_.]+' "$log" | cut -c 10- | sort -u || true)
if [ "$status" -ne 0 ] && [ -n "${FILETRANSFER_TESTS:-}" ] && [ -n "$names" ] && [ "$(wc -w <<< "$names")" -le 5 ]; then
    echo "== by themselves, those that failed beside others"
    # shellcheck disable=SC2086 # every name is a word
    filter=$(printf '|FullyQualifiedName~%s' $names)
    dotnet test -c Release --no-build --filter "${filter:1}" || true
fi
echo "== smoke run through BenchmarkDotNet"
runs=$(mktemp -d)
dotnet run -c Release --no-build --project src/Harness -- bench --profile smoke --sizes 1K,1M --output "$runs" || status=$?
for file in results.json report.html report.md report.csv; do
    test -s "$runs"/*/"$file" || { echo "the smoke run left no $file"; status=1; }
done
rm -rf "$runs"

passed=$(count Passed) failed=$(count Failed) skipped=$(count Skipped)
if [ "$passed" -eq 0 ]; then
    echo "no test ran"
    status=1
fi
if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
    failed=1
fi
echo
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
exit "$status"
