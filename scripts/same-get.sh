#!/usr/bin/env bash
# Measures the same GET by our clients, by wrk and by h2load: one connection, closed loop, the same file of the same nginx, alternating,
# each end on a processor of its own. Writes a page with medians, and their ratios to wrk. get-drain-8k reads as much at once as wrk does,
# so that its rates have to be within 5 %; exit code 1 says that one is not.
#
#   scripts/same-get.sh [PAGE]                     default: charts/amd-epyc-2-cores/same-get.md
#   ROUNDS=10 SECONDS_EACH=3 SIZES="1K 100K 1M" SERVER_CPU=0 CLIENT_CPU=1 scripts/same-get.sh
#
# Clients: "send" is 1 / mean time of a GET as `filetransfer send --url` has it, "load" the rate that `send --url --connections 1` completed,
# which is how wrk and h2load count. Each with get-drain (a socket, 1 MiB at once), get-drain-8k and get-stream (HttpClient).
#
# Run it on a machine that does nothing else. Needs nginx, wrk, h2load, iproute2 and unshare (Debian: nginx-light, wrk, nghttp2-client,
# iproute2, util-linux), and a network namespace, for which it asks by unshare(1): there the route can name cubic for both ends.
set -euo pipefail
cd "$(dirname "$0")/.."
page=${1:-charts/amd-epyc-2-cores/same-get.md}
rounds=${ROUNDS:-10}
seconds=${SECONDS_EACH:-3}
server_cpu=${SERVER_CPU:-0}
client_cpu=${CLIENT_CPU:-1}
read -ra sizes <<< "${SIZES:-1K 100K 1M}"
clients=(wrk h2load "send get-drain-8k" "load get-drain-8k" "send get-drain" "load get-drain" "send get-stream" "load get-stream")
export PATH="$PATH:/usr/sbin:/sbin"
for tool in nginx wrk h2load ip unshare taskset; do
    if ! command -v "$tool" > /dev/null; then
        echo "error: there is no '$tool' here; install nginx-light, wrk, nghttp2-client, iproute2 and util-linux" >&2
        exit 2
    fi
done
if [ "$(nproc)" -le "$client_cpu" ]; then echo "error: there is no processor $client_cpu; set CLIENT_CPU" >&2; exit 2; fi
harness=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
if [ ! -f "$harness" ]; then echo "error: build first: dotnet build -c Release" >&2; exit 2; fi
if [ -z "${SAME_GET_INSIDE:-}" ]; then
    user=()
    if [ "$(id -u)" != 0 ]; then user=(--map-root-user); fi
    SAME_GET_INSIDE=1 exec unshare --net "${user[@]}" "$0" "$page"
fi

ip link set lo up
# The default of a namespace may only be set to what /proc/sys/net/ipv4/tcp_allowed_congestion_control lists; a route is not so restricted.
ip route replace local 127.0.0.1 dev lo table local congctl cubic
work=$(mktemp -d)
nginx=""
finish() {
    if [ -n "$nginx" ]; then kill "$nginx" 2> /dev/null || true; wait "$nginx" 2> /dev/null || true; fi
    rm -rf "$work"
}
trap finish EXIT
# Readable for the workers of nginx, whoever they are.
chmod 755 "$work"
mkdir -p "$work/root" "$work/nginx"
for size in "${sizes[@]}"; do head -c "$(numfmt --from=iec "$size")" /dev/urandom > "$work/root/$size"; done
cat > "$work/nginx.conf" << END
daemon off;
worker_processes 1;
pid $work/nginx/pid;
error_log stderr;
$(if [ "$(id -u)" = 0 ]; then echo "user root;"; fi)
events { worker_connections 64; }
http {
    access_log off;
    sendfile on;
    tcp_nopush on;
    default_type application/octet-stream;
    keepalive_requests 1000000000;
    client_body_temp_path $work/nginx/body; proxy_temp_path $work/nginx/proxy; fastcgi_temp_path $work/nginx/fastcgi;
    uwsgi_temp_path $work/nginx/uwsgi; scgi_temp_path $work/nginx/scgi;
    server { listen 127.0.0.1:8080; root $work/root; }
}
END
taskset -c "$server_cpu" nginx -c "$work/nginx.conf" -p "$work/nginx" -e stderr &
nginx=$!
for _ in $(seq 100); do
    if (exec 3<> /dev/tcp/127.0.0.1/8080) 2> /dev/null; then break; fi
    sleep 0.1
done

# Requests per second of a client that fetches a file.
rate_of() {
    local client=$1 size=$2 url="http://127.0.0.1:8080/$2" rate
    local ours=(dotnet "$harness" send --url "$url" --strategy "${client#* }" --file "$work/root/$size" --cpus "$client_cpu"
        --duration "${seconds}s" --json)
    case "$client" in
        wrk)
            taskset -c "$client_cpu" wrk -t1 -c1 "-d${seconds}s" --timeout 60s "$url" > "$work/line"
            if grep -qE 'Non-2xx|Socket errors' "$work/line"; then echo "error: wrk had errors:" >&2; cat "$work/line" >&2; exit 1; fi
            rate=$(awk '/Requests\/sec:/ { print $2 }' "$work/line")
            ;;
        h2load)
            taskset -c "$client_cpu" h2load --h1 -t1 -c1 -D "$seconds" --warm-up-time 1 "$url" > "$work/line"
            if ! grep -qE ', 0 failed, 0 errored' "$work/line"; then echo "error: h2load had errors:" >&2; cat "$work/line" >&2; exit 1; fi
            rate=$(sed -nE 's/^finished in .*, ([0-9.]+) req\/s.*/\1/p' "$work/line")
            ;;
        send*)
            "${ours[@]}" > "$work/line"
            rate=$(awk -v ns="$(grep -oE '"mean":[0-9.]+' "$work/line" | head -n 1 | cut -d: -f2)" 'BEGIN { print 1e9 / ns }')
            ;;
        load*)
            "${ours[@]}" --connections 1 > "$work/line"
            rate=$(grep -oE '"completed":[0-9.]+' "$work/line" | head -n 1 | cut -d: -f2)
            ;;
    esac
    if [ -z "$rate" ] || [ "$rate" = 0 ]; then echo "error: $client fetched nothing of $size:" >&2; cat "$work/line" >&2; exit 1; fi
    echo "$rate"
}

for round in $(seq "$rounds"); do
    for size in "${sizes[@]}"; do
        for i in "${!clients[@]}"; do
            # Another one is first in every round.
            client=${clients[(i + round) % ${#clients[@]}]}
            rate=$(rate_of "$client" "$size")
            echo "$client,$size,$round,$rate" >> "$work/csv"
        done
    done
    echo "round $round of $rounds" >&2
done

status=0
awk -F, -v rounds="$rounds" -v seconds="$seconds" -v sizes="${sizes[*]}" -v clients="$(IFS=,; echo "${clients[*]}")" \
    -v version="$(nginx -v 2>&1 | sed 's/.*: //')" -v wrk="$(wrk -v 2>&1 | sed -nE 's/^(wrk [^ ]+).*/\1/p')" \
    -v h2load="$(h2load --version | sed 's,/, ,')" -v kernel="$(uname -r)" -v cores="$(nproc)" \
    -v processor="$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
    -v commit="$(git rev-parse --short HEAD 2> /dev/null || echo unknown)" '
    { rate[$1, $2, $3] = $4 }
    function median(a, n,    i, j, t) {
        for (i = 2; i <= n; i++) { t = a[i]; for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]; a[j + 1] = t }
        return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
    }
    END {
        print "# The same GET, by other clients too\n"
        printf "One connection, closed loop, HTTP/1.1, over loopback in a network namespace, cubic; %s on one processor, the client on another.\n", version
        printf "%s, %s. Medians of %d rounds of %d s for each client, another one first in every round; ratios to wrk are medians of\n", wrk, h2load, rounds, seconds
        print "those within a round, with the smallest and the largest. Written by `scripts/same-get.sh`.\n"
        printf "%s, %d cores, kernel %s, commit %s.\n\n", processor, cores, kernel, commit
        if (rounds < 10) print "Provisional: fewer than 10 rounds.\n"
        print "| size | client | requests/s | to wrk | from–to | within 5 % |\n|---|---|---:|---:|---:|---|"
        count = split(sizes, size, " "); names = split(clients, name, ",")
        for (s = 1; s <= count; s++) for (c = 1; c <= names; c++) {
            for (r = 1; r <= rounds; r++) { a[r] = rate[name[c], size[s], r]; b[r] = a[r] / rate["wrk", size[s], r] }
            value = median(a, rounds); ratio = median(b, rounds)
            isWithin = ratio >= 0.95 && ratio <= 1.05
            if (!isWithin && name[c] ~ /get-drain-8k/) outside = 1
            if (name[c] == "wrk") printf "| %s | %s | %.0f |  |  |  |\n", size[s], name[c], value
            else printf "| %s | %s | %.0f | %.3f× | %.3f–%.3f | %s |\n", size[s], name[c], value, ratio, b[1], b[rounds], isWithin ? "yes" : "no"
        }
        exit outside
    }' "$work/csv" > "$work/page" || status=1
mv "$work/page" "$page"
echo "$page"
exit $status
