#!/usr/bin/env bash
# What the last `dotnet test` took: processor time of each assembly, with the processes it started, and its slowest tests
# (as many as the argument says, 20 otherwise). Each assembly left its own in artifacts/test-costs.
set -euo pipefail
cd "$(dirname "$0")/../artifacts/test-costs" 2> /dev/null || { echo "no tests ran yet: dotnet test -c Release" >&2; exit 1; }
echo "== processor time"
awk -F '\t' '$1 == "processor" { print $2 }' ./*.tsv
echo "== slowest tests, in seconds"
awk -F '\t' '$1 != "processor"' ./*.tsv | sort -rn | awk -v most="${1:-20}" 'NR <= most'
