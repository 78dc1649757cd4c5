#!/usr/bin/env bash
# Measures the scenario network over simulated networks, and writes charts/amd-epyc-2-cores/network.md: which verdicts change with the network.
#
#   scripts/network.sh [PROFILE]        as root, with nothing else running; quick by default
#
# The matrix: round trips of 0, 1, 25 and 100 ms, losses of 0, 0.1 and 1 %, cubic and bbr. Each network is one run and adds a line to
# charts/amd-epyc-2-cores/network.jsonl; those that are there already are left out, so that the script may be broken off and started again at any time.
# Prove the link first: the link prove command of src/Lab. Files of 1M would take six seconds each over 100 ms with a loss of 1 %.
#
# RTTS, LOSSES, CONGESTION, RATE, QUEUE and SIZES choose another matrix, such as RTTS="25ms" LOSSES="0% 1%".
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-quick}
read -ra rtts <<< "${RTTS:-0ms 1ms 25ms 100ms}"
read -ra losses <<< "${LOSSES:-0% 0.1% 1%}"
read -ra congestion <<< "${CONGESTION:-cubic bbr}"
rate=${RATE:-200mbit}
queue=${QUEUE:-1000}
sizes=${SIZES:-64K,256K}
raw=${RAW:-charts/amd-epyc-2-cores/network.jsonl}
page=${PAGE:-charts/amd-epyc-2-cores/network.md}

dotnet build -c Release > /dev/null
harness=(dotnet artifacts/bin/FileTransfer.Lab/release/FileTransfer.Lab.dll)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for control in "${congestion[@]}"; do
    for rtt in "${rtts[@]}"; do
        for loss in "${losses[@]}"; do
            link="rtt=$rtt,rate=$rate,loss=$loss,queue=$queue"
            if "${harness[@]}" network has "$raw" --link "$link" --congestion-control "$control"; then continue; fi
            echo "$control, $link"
            rm -rf "${folder:?}"/*
            # 1: a case failed, and its reason is a finding.
            "${harness[@]}" bench --scenario network --sizes "$sizes" --profile "$profile" --congestion-control "$control" --link "$link" \
                --output "$folder" > "$folder/log" || [ $? -eq 1 ] || { tail -n 5 "$folder/log" >&2; exit 1; }
            "${harness[@]}" network note "$folder"/*-network --to "$raw"
        done
    done
done
"${harness[@]}" network page "$raw" --output "$page"
