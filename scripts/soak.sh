#!/usr/bin/env bash
# Mixed and misbehaving connections for a long time, while the server is killed and suspended: every honest transfer is verified or
# reported as failed, and nothing of the server may grow. The seed repeats sizes, contents and misdeeds.
#
#   scripts/soak.sh [TIME] [SEED]        such as: scripts/soak.sh 2h 7
set -euo pipefail
cd "$(dirname "$0")/.."
dotnet build -c Release > /dev/null
exec dotnet artifacts/bin/FileTransfer.Lab/release/FileTransfer.Lab.dll siege --soak "${1:-1h}" --seed "${2:-1}"
