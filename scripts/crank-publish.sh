#!/usr/bin/env bash
# Puts the programs that crank sends to its agents into artifacts/crank; see docs/load.md.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf artifacts/crank
dotnet publish src/Harness -c Release -v quiet -o artifacts/crank
echo "artifacts/crank"
