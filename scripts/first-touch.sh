#!/usr/bin/env bash
# Shows what a page of memory costs when it is touched for the first time: docs/findings.md, "New memory is slow in some virtual
# machines". Needs a C compiler (Debian: gcc, libc6-dev), Linux 5.14 and 100 MB; takes less than a minute, on an idle machine.
#
#   scripts/first-touch.sh
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p artifacts/native
gcc -O2 -std=gnu17 -Wall -Wextra -Wconversion -Wshadow native/first-touch.c -o artifacts/native/first-touch
sed -n 's/^model name[^:]*: /processor: /p' /proc/cpuinfo | head -n 1
echo "kernel: $(uname -r)"
exec artifacts/native/first-touch
