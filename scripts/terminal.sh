#!/usr/bin/env bash
# Draws the answer of a default run as a picture of a terminal, light or dark as the reader's browser prefers, for README.md. It makes the run, which takes
# about a minute, and keeps what is printed below the table. Let nothing else run meanwhile.
#
#   scripts/terminal.sh [PICTURE]                  default: charts/amd-epyc-2-cores/terminal.svg
set -euo pipefail
cd "$(dirname "$0")/.."
picture=${1:-charts/amd-epyc-2-cores/terminal.svg}
harness=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
if [ ! -f "$harness" ]; then echo "error: build first: dotnet build -c Release" >&2; exit 2; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

dotnet "$harness" bench --output "$work/results" > "$work/output"
{
    echo '$ filetransfer'
    # The first line that begins with a size and a placement in words, and all behind it but warnings and paths of this machine.
    awk '/^ *[0-9]+[KMG]?  +on (one|two) processor/ { isAnswer = 1 } isAnswer && !/^(warning|results|[0-9]+ more|[0-9]+ observations)/' "$work/output" |
        sed -e "s|$work/||" -e :a -e '/^\n*$/{$d;N;ba' -e '}'
} | awk '
    { gsub(/&/, "\\&amp;"); gsub(/</, "\\&lt;"); gsub(/>/, "\\&gt;"); lines[NR] = $0; if (length($0) > widest) widest = length($0) }
    END {
        width = int(widest * 8.45) + 40; height = NR * 21 + 34
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"What filetransfer prints at the end of a run\">\n", width, height, width, height
        print "<style>"
        print "rect{fill:#f6f8fa;stroke:#d0d7de}text{fill:#1b1d21;font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}"
        print "@media (prefers-color-scheme:dark){rect{fill:#16181d;stroke:#3d444d}text{fill:#eceef1}}"
        print "</style>"
        printf "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width - 1, height - 1
        for (i = 1; i <= NR; i++) printf "<text x=\"20\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", 14 + i * 21, lines[i]
        print "</svg>"
    }' > "$work/picture"
mv "$work/picture" "$picture"
echo "$picture"
