#!/usr/bin/env bash
# Measures a published run anew, and writes its results to charts/.
#
#   scripts/publish.sh NAME...        such as: scripts/publish.sh socket tls
#   scripts/publish.sh all            every run, which takes about four hours
#
# Let nothing else run meanwhile. Senders take turns in both placements, and a run races until it knows the answers or its budget is over: five minutes
# of measuring, unless it says so below. Afterwards 'dotnet run -c Release --project src/Lab -- docs' writes its report, and the tables and pictures of the pages. A
# run can be made by itself: no page mixes the numbers of two.
set -euo pipefail
cd "$(dirname "$0")/.."
where=charts/${PUBLISH_MACHINE:-amd-epyc-2-cores}
[ $# -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }

dotnet build -c Release > /dev/null
harness=(dotnet artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll)
folder=$(mktemp -d)
busy=()
quiet() { [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}"; busy=(); }
# Nothing that was measured is lost by a failure behind it.
trap 'if [ $? = 0 ]; then rm -rf "$folder"; else echo "$0: what was measured is in $folder" >&2; fi; quiet' EXIT

sockets=read-write-1k,read-write-64k,read-write-1m,begin-send,copy-to-async,send-file,send-file-header
sockets+=,coalesced-64k,coalesced-256k,coalesced-1m,coalesced-64k-kept,coalesced-256k-kept,coalesced-1m-kept
sockets+=,send-async,saea,pipelines,send-file-async,send-packets,native-send-file,native-send-file-kept
sockets+=,splice,splice-kept,mapped,mapped-kept,mapped-more-kept,msg-zerocopy,io-uring,adaptive,adaptive-kept,adaptive-async
waits=send-file,native-send-file,native-send-file-kept,splice-kept,mapped-kept,adaptive,adaptive-kept,adaptive-async
waits+=,adaptive@block,adaptive@poll,adaptive-async@block,copy-to-async@block,saea@block,pipelines@block
reads=rpc-read-all,rpc-presized,rpc-pooled,rpc-stream-parse,rpc-sequence-parse,rpc-no-copy
packed=rpc-gzip-read-all,rpc-gzip-presized-hint,rpc-gzip-pooled,rpc-gzip-stream
clients=rpc-read-all,rpc-pooled,rpc-no-copy,rpc-grpc-pooled,rpc-grpc-net-unary,rpc-grpc-net-stream-64k,rpc-grpc-net-stream-1m
clients+=,rpc-grpc-net-unary-tuned,rpc-grpc-net-stream-64k-tuned,rpc-grpc-net-stream-1m-tuned
requests=http-none-1,http-none-32,http-body-1,http-body-32,http-headers-1,http-headers-32
served=serve-send-file-async-get-stream,serve-body-writer-64k-get-stream,serve-static-files-get-stream
why=read-write-1k,send-file,send-file-header,send-file@bbr,send-file@nagle,send-file@yield,send-file@sndbuf64K,send-file@gap10ms
why+=,send-file@cold,read-write-1k@bbr,read-write-1k@nagle,read-write-1k@yield,read-write-1k@sndbuf64K,read-write-1k@gap10ms

# Options of bench for a run of this name. Strategies and sizes that are not named are those of the scenario.
options() {
    case $1 in
        socket) echo --strategies read-write-1k,read-write-64k,begin-send,send-file,adaptive ;;
        socket-catalog) echo --strategies "$sockets" --sizes 1K,10K,100K,1M,10M --budget 43m ;;
        # A process that uses HttpClient compiles for two seconds before its turns: fewer sizes, so that there are rounds enough. And
        # a turn of 100M takes up to a second: fewer cycles, so that there are rounds enough.
        pipe) echo --scenario pipe --sizes 16K,32K,64K,128K,256K,512K,1M,10M,100M --cycles 4 --budget 8m ;;
        http-upload) echo --scenario http-upload --transport http --sizes 1K,100K,1M,100M --cycles 4 --budget 15m ;;
        # What the blocks of Kestrel's memory pool bring: http has larger ones.
        http-blocks) echo --scenario http-upload --transport http,http-default --strategies http-put-stream,http-put-send-file \
            --sizes 1M,100M --cycles 4 --budget 8m ;;
        # Without 2 in flight, which buys more rounds.
        http-versions) echo --scenario http-versions --strategies "$requests" --cycles 3 --budget 28m ;;
        # A call of 100M takes a second where new memory is slow: no round would be followed by another.
        rpc) echo --scenario rpc --strategies "$reads,rpc-grpc-read-all,rpc-grpc-pooled" --sizes 1M,10M --cycles 3 --budget 16m ;;
        rpc-text) echo --scenario rpc --strategies "$reads,$packed" --transport http --content text --sizes 1M,10M --cycles 3 --budget 12m ;;
        rpc-clients) echo --scenario rpc --strategies "$clients" --sizes 1M,10M --cycles 3 --budget 15m ;;
        tls) echo --scenario tls ;;
        cold) echo --scenario cold --cycles 4 --budget 10m ;;
        download) echo --scenario download --sizes 1K,100K,1M,10M,100M --budget 15m ;;
        # With HttpClient's own windows a response over HTTP/2 may never come: docs/findings.md.
        download-clients) echo --scenario download --strategies "$served" --transport http,http2,https,https2 --http2-window 16M \
            --sizes 100K,10M --cycles 8 --budget 15m ;;
        receive) echo --scenario receive --sizes 1K,100K,1M,10M,100M --cycles 4 --budget 12m ;;
        waits) echo --wait learn --baseline adaptive --strategies "$waits" --sizes 1K,10K,100K,1M --budget 10m ;;
        waits-large) echo --wait learn --baseline adaptive --sizes 10M,100M,1G --cycles 4 \
            --strategies native-send-file,splice,adaptive,copy-to-async@block ;;
        waits-native) echo --native artifacts/native/reference --wait poll:200us --affinity split --sizes 1K,10K,100K \
            --strategies native-send-file,native-send-file-kept,splice-kept,mapped-kept,adaptive,adaptive-kept ;;
        # Beside a busy loop on each processor.
        waits-busy) echo --baseline adaptive --strategies adaptive,adaptive@learn --sizes 1K,100K ;;
        why) echo --baseline send-file --strategies "$why" --sizes 1M --budget 10m ;;
        *) return 1 ;;
    esac
}

publish() {
    local name=$1 chosen
    chosen=$(options "$name") || { echo "$0: there is no published run '$name'; the names are in this file" >&2; exit 2; }
    rm -rf "${folder:?}"/*
    case $name in
        *-native) scripts/native-reference.sh ;;
        *-busy) for ((i = 0; i < $(nproc); i++)); do (while :; do :; done) & busy+=($!); done ;;
    esac
    # shellcheck disable=SC2086 # every option is a word
    "${harness[@]}" bench --profile full --congestion-control cubic --output "$folder" $chosen
    quiet
    mkdir -p "$where/$name"
    "${harness[@]}" report "$folder"/*-*-* --thin --output "$folder/report"
    cp "$folder/report/results.json.gz" "$where/$name/"
}

names=("$@")
if [ "$1" = all ]; then
    names=(socket socket-catalog pipe http-upload http-blocks http-versions rpc rpc-text rpc-clients tls cold download download-clients receive
        waits waits-large waits-native waits-busy why)
fi

for name in "${names[@]}"; do
    publish "$name"
done
