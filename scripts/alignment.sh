#!/usr/bin/env bash
# Shows what the address of a buffer costs when the kernel copies to or from it: docs/findings.md, "A buffer that begins in the wrong
# place of its page". Needs a C compiler (Debian: gcc, libc6-dev); takes less than a minute, on an idle machine.
#
#   scripts/alignment.sh
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p artifacts/native
gcc -O2 -std=gnu17 -Wall -Wextra -Wconversion -Wshadow native/alignment.c -o artifacts/native/alignment
sed -n 's/^model name[^:]*: /processor: /p' /proc/cpuinfo | head -n 1
echo "fsrm in /proc/cpuinfo: $(grep -qw fsrm /proc/cpuinfo && echo yes || echo no)"
exec artifacts/native/alignment
