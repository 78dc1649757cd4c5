#!/usr/bin/env bash
# Shows how much of its core a virtual machine gets while it does nothing else: docs/findings.md, "A neighbour uses the same core". Needs a C
# compiler (Debian: gcc, libc6-dev). Let nothing else run meanwhile.
#
#   scripts/core-share.sh [SECONDS]        300 if not given
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p artifacts/native
gcc -O2 -std=gnu17 -Wall -Wextra -Wconversion -Wshadow native/core-share.c -o artifacts/native/core-share
sed -n 's/^model name[^:]*: /processor: /p' /proc/cpuinfo | head -n 1
echo "kernel: $(uname -r)"
exec taskset -c 0 artifacts/native/core-share "${1:-300}"
