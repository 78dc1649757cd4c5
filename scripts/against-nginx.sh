#!/usr/bin/env bash
# Measures our servers of files on sockets against nginx with sendfile: the same folder, the same clients, alternating, cubic on both.
# Clients are our own (get-drain, one connection) and wrk with 1 and 32 connections that are kept alive. Writes a page with medians, ratios
# to nginx, and the processor time of the servers per GB.
#
#   scripts/against-nginx.sh [PAGE]                default: docs/serve-nginx.md
#   ROUNDS=10 SECONDS_EACH=3 SIZES="1K 1M" WAYS="file-sender raw-splice" scripts/against-nginx.sh
#
# Needs nginx, wrk, iproute2 and unshare (Debian: nginx-light, wrk, iproute2, util-linux), and a network namespace, for which it asks by
# unshare(1): nginx has no option for the congestion control, and in a namespace of its own the route can name it.
set -euo pipefail
cd "$(dirname "$0")/.."
page=${1:-docs/serve-nginx.md}
rounds=${ROUNDS:-10}
seconds=${SECONDS_EACH:-3}
read -ra sizes <<< "${SIZES:-1K 100K 1M 100M}"
read -ra ways <<< "${WAYS:-file-sender raw-send-file raw-splice}"
for tool in nginx wrk ip unshare; do
    if ! PATH="$PATH:/usr/sbin:/sbin" command -v "$tool" > /dev/null; then
        echo "error: there is no '$tool' here; install nginx-light, wrk, iproute2 and util-linux" >&2
        exit 2
    fi
done
export PATH="$PATH:/usr/sbin:/sbin"
if [ -z "${AGAINST_NGINX_INSIDE:-}" ]; then
    user=()
    if [ "$(id -u)" != 0 ]; then user=(--map-root-user); fi
    AGAINST_NGINX_INSIDE=1 exec unshare --net "${user[@]}" "$0" "$page"
fi

ip link set lo up
# The default of a namespace may only be set to what /proc/sys/net/ipv4/tcp_allowed_congestion_control lists; a route is not so restricted.
ip route replace local 127.0.0.1 dev lo table local congctl cubic
harness=artifacts/bin/FileTransfer.Harness/release/FileTransfer.Harness.dll
lab=artifacts/bin/FileTransfer.Lab/release/FileTransfer.Lab.dll
server=artifacts/bin/FileTransfer.Server/release/FileTransfer.Server.dll
if [ ! -f "$harness" ] || [ ! -f "$lab" ] || [ ! -f "$server" ]; then echo "error: build first: dotnet build -c Release" >&2; exit 2; fi

work=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done
    wait 2> /dev/null || true
    rm -rf "$work"
}
trap finish EXIT
# Readable for the workers of nginx, whoever they are.
chmod 755 "$work"
files="$work/root/serve/file-sender"
mkdir -p "$files" "$work/nginx"
for size in "${sizes[@]}"; do head -c "$(numfmt --from=iec "$size")" /dev/urandom > "$files/$size"; done

cat > "$work/nginx.conf" << END
daemon off;
worker_processes auto;
pid $work/nginx/pid;
error_log stderr;
$(if [ "$(id -u)" = 0 ]; then echo "user root;"; fi)
events { worker_connections 1024; }
http {
    access_log off;
    sendfile on;
    tcp_nopush on;
    default_type application/octet-stream;
    keepalive_requests 1000000000;
    open_file_cache off;
    client_body_temp_path $work/nginx/body; proxy_temp_path $work/nginx/proxy; fastcgi_temp_path $work/nginx/fastcgi;
    uwsgi_temp_path $work/nginx/uwsgi; scgi_temp_path $work/nginx/scgi;
    server { listen 127.0.0.1:8080; root $work/root; }
}
END
nginx -c "$work/nginx.conf" -p "$work/nginx" -e stderr &
nginx=$!
pids+=("$nginx")
dotnet "$server" --files "$files" > "$work/ready" 2> "$work/errors" &
ours=$!
pids+=("$ours")
for _ in $(seq 300); do
    if [ -s "$work/ready" ] && (exec 3<> /dev/tcp/127.0.0.1/8080) 2> /dev/null; then break; fi
    sleep 0.1
done
url=$(grep -oE '"http-file-sender":"[^"]+"' "$work/ready" | cut -d'"' -f4)
if [ -z "$url" ]; then echo "error: the server did not start: $(cat "$work/errors")" >&2; exit 1; fi
for port in 8080 "${url##*:}"; do
    exec 3<> "/dev/tcp/127.0.0.1/$port"
    if ! ss -Htin state established "( sport = :$port )" | grep -qw cubic; then
        echo "error: the connections of port $port are not cubic: $(ss -Htin state established "( sport = :$port )")" >&2
        exit 1
    fi
    exec 3>&-
done
nginxes=("$nginx")
for pid in $(cat "/proc/$nginx/task/$nginx/children"); do nginxes+=("$pid"); done

ticks=$(getconf CLK_TCK)
# Processor time in seconds of some processes: utime and stime of proc(5).
spent() {
    local pid
    for pid in "$@"; do sed 's/.*) //' "/proc/$pid/stat"; done | awk -v ticks="$ticks" '{ all += $12 + $13 } END { print all / ticks }'
}

csv="$work/csv"
# client, connections, size, way ("nginx" or one of ours), round
measure() {
    local client=$1 connections=$2 size=$3 way=$4 round=$5 bytes base path processes before after transfers rate
    bytes=$(stat -c %s "$files/$size")
    if [ "$way" = nginx ]; then base=http://127.0.0.1:8080 path=file-sender processes=("${nginxes[@]}")
    else base=$url path=$way processes=("$ours"); fi
    before=$(spent "${processes[@]}")
    if [ "$client" = get-drain ]; then
        dotnet "$lab" fetch-url "$base" --strategy "serve-$path" --file "$files/$size" --duration "${seconds}s" > "$work/line"
        transfers=$(grep -oE ' transfers=[0-9]+' "$work/line" | cut -d= -f2)
        rate=$(awk -v ns="$(grep -oE 'p50_ns=[0-9]+' "$work/line" | cut -d= -f2)" 'BEGIN { print 1e9 / ns }')
    else
        wrk -t1 "-c$connections" "-d${seconds}s" --timeout 60s "$base/serve/$path/$size" > "$work/line"
        if grep -qE 'Non-2xx|Socket errors' "$work/line"; then echo "error: wrk had errors:" >&2; cat "$work/line" >&2; exit 1; fi
        transfers=$(grep -oE '[0-9]+ requests in' "$work/line" | cut -d' ' -f1)
        rate=$(awk '/Requests\/sec:/ { print $2 }' "$work/line")
    fi
    after=$(spent "${processes[@]}")
    if [ "${transfers:-0}" = 0 ]; then echo "error: $client fetched nothing of $size from $way" >&2; cat "$work/line" >&2; exit 1; fi
    awk -v OFS=, -v client="$client" -v connections="$connections" -v size="$size" -v way="$way" -v round="$round" -v rate="$rate" \
        -v cpu="$(awk -v a="$after" -v b="$before" 'BEGIN { print a - b }')" -v bytes="$bytes" -v transfers="$transfers" \
        'BEGIN { print client, connections, size, way, round, rate, cpu / (bytes * transfers / 1e9) }' >> "$csv"
}

servers=(nginx "${ways[@]}")
for round in $(seq "$rounds"); do
    for size in "${sizes[@]}"; do
        for load in "get-drain 1" "wrk 1" "wrk 32"; do
            read -r client connections <<< "$load"
            # Of the largest files 32 connections finish next to none in so short a time.
            if [ "$connections" = 32 ] && [ "$(stat -c %s "$files/$size")" -gt $((10 << 20)) ]; then continue; fi
            for i in "${!servers[@]}"; do
                # Another one is first in every round.
                measure "$client" "$connections" "$size" "${servers[(i + round) % ${#servers[@]}]}" "$round"
            done
        done
    done
    echo "round $round of $rounds" >&2
done

awk -F, -v rounds="$rounds" -v version="$(nginx -v 2>&1 | sed 's/.*: //')" -v kernel="$(uname -r)" -v seconds="$seconds" \
    -v processor="$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" -v cores="$(nproc)" \
    -v commit="$(git rev-parse --short HEAD 2> /dev/null || echo unknown)" -v ways="${servers[*]}" -v sizes="${sizes[*]}" '
    { rate[$1, $2, $3, $4, $5] = $6; cpu[$1, $2, $3, $4, $5] = $7; seen[$1, $2, $3] = 1 }
    function median(a, n,    i, j, t) {
        for (i = 2; i <= n; i++) { t = a[i]; for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]; a[j + 1] = t }
        return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
    }
    function of(values, key, way,    a, r) { for (r = 1; r <= rounds; r++) a[r] = values[key, way, r]; return median(a, rounds) }
    function perSecond(value) { return sprintf(value < 1000 ? "%.4g" : "%.0f", value) }
    # The ratio within a round, because what drifts is common to a round.
    function ratio(values, key, way,    a, r) {
        for (r = 1; r <= rounds; r++) {
            if (!(values[key, "nginx", r] > 0)) return "?"
            a[r] = values[key, way, r] / values[key, "nginx", r]
        }
        return sprintf("%.2f×", median(a, rounds))
    }
    END {
        print "# Serving files, beside nginx\n"
        printf "%s with sendfile and our server on sockets, the same folder and clients, over loopback in a network namespace, cubic on both.\n", version
        printf "Medians of %d rounds of %d s for each server, one server after another, another one first in every round. Ratios are medians of those\n", rounds, seconds
        print "within a round. Requests per second of get-drain are those of its median time. CPU time is that of the server alone."
        printf "Written by `scripts/against-nginx.sh`.\n\n%s, %d cores, kernel %s, commit %s.\n\n", processor, cores, kernel, commit
        if (rounds < 10) print "Provisional: fewer than 10 rounds.\n"
        print "| client | connections | size | server | requests/s | to nginx | CPU s/GB | to nginx |\n|---|---:|---:|---|---:|---:|---:|---:|"
        count = split(sizes, size, " "); names = split(ways, way, " ")
        split("get-drain,wrk,wrk", client, ","); split("1,1,32", connections, ",")
        for (c = 1; c <= 3; c++) for (s = 1; s <= count; s++) {
            key = client[c] SUBSEP connections[c] SUBSEP size[s]
            if (!(key in seen)) continue
            for (w = 1; w <= names; w++) {
                printf "| %s | %s | %s | %s | %s | %s | %.3g | %s |\n", client[c], connections[c], size[s],
                    way[w], perSecond(of(rate, key, way[w])), way[w] == "nginx" ? "" : ratio(rate, key, way[w]),
                    of(cpu, key, way[w]), way[w] == "nginx" ? "" : ratio(cpu, key, way[w])
            }
        }
    }' "$csv" > "$work/page"
mv "$work/page" "$page"
echo "$page"
