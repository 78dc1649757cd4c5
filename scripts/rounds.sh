#!/usr/bin/env bash
# Shows the medians of a run round by round: whether strategies become fast and slow together, because the machine does.
#
#   scripts/rounds.sh FOLDER SIZE STRATEGY,STRATEGY...
#
#   scripts/rounds.sh charts/amd-epyc-2-cores/why 1M send-file,send-file-header,send-file@nagle
#
# FOLDER has results.json or results.json.gz. The last column is the sender's CPU time of the first strategy. Needs jq.
set -euo pipefail
folder=${1:?"usage: scripts/rounds.sh FOLDER SIZE STRATEGY[,STRATEGY...]"}
size=${2:?"usage: scripts/rounds.sh FOLDER SIZE STRATEGY[,STRATEGY...]"}
strategies=${3:?"usage: scripts/rounds.sh FOLDER SIZE STRATEGY[,STRATEGY...]"}

echo "Medians in µs of every round of $folder at $size, and the sender's CPU time per transfer with the first of the strategies. Written by"
echo "\`scripts/rounds.sh $*\`."
echo
if [ -f "$folder/results.json" ]; then cat "$folder/results.json"; else gzip -dc "$folder/results.json.gz"; fi |
    jq -r --argjson size "$(numfmt --from=iec "$size")" --arg strategies "$strategies" '
        ($strategies / ",") as $names
        | [.measurements[] | select(.sizeBytes == $size)] as $cases
        | [$names[] as $name | $cases | map(select(.strategy == $name)) | first
            // error("no measurement of \($name) at this size; the run has \([$cases[].strategy] | unique | join(", "))")] as $chosen
        | "| round | \($names | map("`\(.)`") | join(" | ")) | CPU of the sender in µs |",
          "|---:|\($names | map("---:|") | add)---:|",
          ([$chosen[].launches[].round] | unique[] as $round
            | [$chosen[] | .launches | map(select(.round == $round)) | first] as $launches
            | ($launches[0] | if . == null then "–" else .senderCpuSeconds * 1e6 / (.thinnedFrom // (.nanoseconds | length)) | round end) as $cpu
            | "| \($round) | \($launches | map(if . == null then "–" else .medianNanoseconds / 1000 | round end) | join(" | ")) | \($cpu) |")'
