#!/usr/bin/env bash
# Builds the native reference, native/reference.c and native/receiver.c, into artifacts/native; io_uring is left out without liburing.
# With arguments it then measures: they go to 'bench', beside --native.
#
#   scripts/native-reference.sh [BENCH-OPTION...]
#
#   scripts/native-reference.sh                                  # builds
#   scripts/native-reference.sh --profile smoke --sizes 1K,1M    # builds, and shows that every way works
#
# CC is the compiler, gcc unless the environment says otherwise. Exit code 2: there is no compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
compiler=${CC:-gcc}
program=artifacts/native/reference

if ! command -v "$compiler" > /dev/null; then
    echo "error: there is no '$compiler' here; install gcc and the headers of the C library (Debian: gcc libc6-dev), or name a compiler in CC" >&2
    exit 2
fi

mkdir -p "$(dirname "$program")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=("$compiler" -std=gnu11 -O2 -Wall -Wextra -Werror)
uring=()
printf '#include <liburing.h>\nint main(void) { struct io_uring ring; return io_uring_queue_init(8, &ring, 0); }\n' > "$work/probe.c"
if "$compiler" "$work/probe.c" -o "$work/probe" -luring 2> /dev/null; then
    uring=(-DWITH_IO_URING)
else
    echo "liburing is not here: building without io_uring (Debian: liburing-dev)" >&2
fi
# Beside its place, and then there at once: another run may be using the one before.
"${build[@]}" "${uring[@]}" native/reference.c -o "$work/reference" ${uring[@]:+-luring}
mv "$work/reference" "$program"
"${build[@]}" native/receiver.c -o "$work/receiver"
mv "$work/receiver" "$(dirname "$program")/receiver"
echo "$program" >&2

if [ $# -gt 0 ]; then
    exec ./filetransfer bench --native "$program" "$@"
fi
