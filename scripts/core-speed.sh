#!/usr/bin/env bash
# Shows what a slow core did to the launches of a run: medians of those whose sender had its core to itself, and of those whose core was
# slow before, while and after they were recorded.
#
#   scripts/core-speed.sh FOLDER [SIZE]
#
# FOLDER has results.json or results.json.gz. A core is slow where a copy within its L1 cache takes more than 1.2 times as long as in the
# fastest tenth of the launches. Launches between the two, in which it was slow only before or after, are counted. Needs jq.
set -euo pipefail
folder=${1:?"usage: scripts/core-speed.sh FOLDER [SIZE]"}
size=${2:-1K}

echo "Launches of $folder at $size. Written by \`scripts/core-speed.sh $*\`."
echo
if [ -f "$folder/results.json" ]; then cat "$folder/results.json"; else gzip -dc "$folder/results.json.gz"; fi |
    jq -r --argjson size "$(numfmt --from=iec "$size")" '
        def median: sort | if length == 0 then null else .[length / 2 | floor] end;
        def micros: if . == null then "–" else . / 100 | round / 10 end;
        def ends: [.disturbance.copyNanosecondsBefore, .disturbance.copyNanosecondsAfter];
        [.measurements[] | select(.sizeBytes == $size and .strategy != "null")] as $cases
        | [$cases[].launches[] | ends | max | select(. != null)] as $copies
        | if $copies == [] then error("no launch of this size tells how fast its core copied") else . end
        | ($copies | sort | .[length / 10 | floor]) as $best
        | "A copy of 8 KiB took \($best | round) ns in the fastest tenth, \($copies | median | round) ns in the median and \($copies | max | round) ns at most.",
          "",
          "| strategy | launches alone | median, µs | launches beside a neighbour | median, µs | times as long | in between |",
          "|---|---:|---:|---:|---:|---:|---:|",
          ($cases[]
            | [.launches[] | select(ends | min)] as $all
            | [$all[] | select((ends | max) <= 1.2 * $best) | .medianNanoseconds] as $alone
            | [$all[] | select((ends | min) > 1.2 * $best) | .medianNanoseconds] as $beside
            | (if $alone == [] or $beside == [] then "–" else ($beside | median) / ($alone | median) * 100 | round / 100 end) as $times
            | "| \(.strategy) | \($alone | length) | \($alone | median | micros) | \($beside | length) | \($beside | median | micros) | \($times) "
              + "| \(($all | length) - ($alone | length) - ($beside | length)) |")'
