#!/usr/bin/env bash
# Measures our servers of files on sockets against nginx with sendfile: the same folder, the same clients, alternating, cubic on both.
# Clients are our own (get-drain, one connection) and wrk with 1 and 32 connections that are kept alive. Writes a page with medians, ratios
# to nginx, and the processor time of the servers per GB.
#
#   scripts/against-nginx.sh [PAGE]                default: charts/amd-epyc-2-cores/serve-nginx.md
#   ROUNDS=10 SECONDS_EACH=3 SIZES="1K 1M" WAYS="file-sender raw-splice" scripts/against-nginx.sh
#   REFERENCES="kestrel nginx" WAYS="kestrel-filesender" SIZES="1K 100K 1M 100M json upload" scripts/against-nginx.sh charts/amd-epyc-2-cores/kestrel.md
#
# Ways are those of our server on sockets, "nginx", and samples/KestrelFiles without ("kestrel") and with ("kestrel-filesender") its two
# lines. "json" is an answer of 200 bytes and "upload" a request of 1 MiB: the sample has them, nginx has not.
#
# Needs nginx, wrk, iproute2 and unshare (Debian: nginx-light, wrk, iproute2, util-linux), and a network namespace, for which it asks by
# unshare(1): nginx has no option for the congestion control, and in a namespace of its own the route can name it.
set -euo pipefail
cd "$(dirname "$0")/.."
page=${1:-charts/amd-epyc-2-cores/serve-nginx.md}
rounds=${ROUNDS:-10}
seconds=${SECONDS_EACH:-3}
read -ra sizes <<< "${SIZES:-1K 100K 1M 100M}"
read -ra ways <<< "${WAYS:-file-sender raw-send-file raw-splice}"
read -ra references <<< "${REFERENCES:-nginx}"
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
server=artifacts/bin/FileTransfer.Server/release/FileTransfer.Server.dll
sample=artifacts/bin/KestrelFiles/release/KestrelFiles.dll
if [ ! -f "$harness" ] || [ ! -f "$server" ] || [ ! -f "$sample" ]; then echo "error: build first: dotnet build -c Release" >&2; exit 2; fi

work=$(mktemp -d)
pids=()
fresh=()
finish() {
    for pid in "${pids[@]}" "${fresh[@]}"; do kill "$pid" 2> /dev/null || true; done
    wait 2> /dev/null || true
    rm -rf "$work"
}
trap finish EXIT
# Readable for the workers of nginx, whoever they are.
chmod 755 "$work"
files="$work/root/serve/file-sender"
mkdir -p "$files" "$work/nginx"
head -c 1M /dev/urandom > "$work/body"
echo "wrk.method = 'POST'; wrk.body = io.open('$work/body', 'rb'):read('*a')" > "$work/upload.lua"
for size in "${sizes[@]}"; do [[ "$size" =~ ^(json|upload)$ ]] || head -c "$(numfmt --from=iec "$size")" /dev/urandom > "$files/$size"; done

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
for _ in $(seq 100); do
    if [ -n "$(cat "/proc/$nginx/task/$nginx/children")" ]; then break; fi
    sleep 0.1
done
nginxes=("$nginx")
for pid in $(cat "/proc/$nginx/task/$nginx/children"); do nginxes+=("$pid"); done
# Programs of .NET are new in every round: how one of them was compiled lasts for as long as it runs.
begin_round() {
    local pid port size target options
    for pid in "${fresh[@]}"; do kill "$pid" && wait "$pid" 2> /dev/null || true; done
    fresh=()
    rm -f "$work/ready"
    dotnet "$server" --files "$files" > "$work/ready" 2> "$work/errors" &
    ours=$!
    dotnet "$sample" --files "$work/root" --port 8081 --filesender false > "$work/kestrel" 2>&1 &
    kestrel=$!
    dotnet "$sample" --files "$work/root" --port 8082 > "$work/kestrel-filesender" 2>&1 &
    filesender=$!
    fresh=("$ours" "$kestrel" "$filesender")
    for _ in $(seq 300); do
        if [ -s "$work/ready" ] && (for port in 8080 8081 8082; do exec 3<> "/dev/tcp/127.0.0.1/$port"; done) 2> /dev/null; then break; fi
        sleep 0.1
    done
    url=$(grep -oE '"http-file-sender":"[^"]+"' "$work/ready" | cut -d'"' -f4)
    if [ -z "$url" ]; then echo "error: the server did not start: $(cat "$work/errors")" >&2; exit 1; fi
    for port in 8080 8081 8082 "${url##*:}"; do
        exec 3<> "/dev/tcp/127.0.0.1/$port"
        if ! ss -Htin state established "( sport = :$port )" | grep -qw cubic; then
            echo "error: the connections of port $port are not cubic: $(ss -Htin state established "( sport = :$port )")" >&2
            exit 1
        fi
        exec 3>&-
    done
    # What is compiled meanwhile is in no figure. Small answers have four seconds: files do not use their code.
    for way in "${servers[@]}"; do
        for size in "${sizes[@]}"; do
            target_of "$way" "$size"
            if [ "$way" = nginx ] || { [ -n "$small" ] && ! [[ "$way" =~ ^kestrel ]]; }; then continue; fi
            wrk -t1 -c4 "-d$([ -n "$small" ] && echo 4 || echo 1)s" --timeout 60s "${options[@]}" "$target" > /dev/null
        done
    done
}

# Sets target and options of wrk, bytes of an answer, base, path, processes, and small where it is no file.
target_of() {
    local way=$1 size=$2
    options=() small=""
    case "$way" in
        nginx) base=http://127.0.0.1:8080 path=file-sender processes=("${nginxes[@]}") ;;
        kestrel) base=http://127.0.0.1:8081 path=file-sender processes=("$kestrel") ;;
        kestrel-filesender) base=http://127.0.0.1:8082 path=file-sender processes=("$filesender") ;;
        *) base=$url path=$way processes=("$ours") ;;
    esac
    case "$size" in
        json) small=yes bytes=200 target=$base/json ;;
        upload) small=yes bytes=$((1 << 20)) target=$base/upload options=(-s "$work/upload.lua") ;;
        *) bytes=$(stat -c %s "$files/$size") target=$base/serve/$path/$size ;;
    esac
}

ticks=$(getconf CLK_TCK)
# Processor time in seconds of some processes: utime and stime of proc(5).
spent() {
    local pid
    for pid in "$@"; do sed 's/.*) //' "/proc/$pid/stat"; done | awk -v ticks="$ticks" '{ all += $12 + $13 } END { print all / ticks }'
}

csv="$work/csv"
# client, connections, size, way, round
measure() {
    local client=$1 connections=$2 size=$3 way=$4 round=$5 before after transfers rate
    target_of "$way" "$size"
    before=$(spent "${processes[@]}")
    if [ "$client" = get-drain ]; then
        dotnet "$harness" send --url "$base/serve/$path/$size" --strategy get-drain --file "$files/$size" --duration "${seconds}s" --json \
            > "$work/line"
        transfers=$(grep -oE '"transfers":[0-9]+' "$work/line" | cut -d: -f2)
        rate=$(awk -v ns="$(grep -oE '"p50":[0-9]+' "$work/line" | cut -d: -f2)" 'BEGIN { print 1e9 / ns }')
    else
        wrk -t1 "-c$connections" "-d${seconds}s" --timeout 60s "${options[@]}" "$target" > "$work/line"
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

servers=("${references[@]}" "${ways[@]}")
for round in $(seq "$rounds"); do
    begin_round
    for size in "${sizes[@]}"; do
        for load in "get-drain 1" "wrk 1" "wrk 32"; do
            read -r client connections <<< "$load"
            target_of kestrel "$size"
            if [ "$client" = get-drain ] && [ -n "$small" ]; then continue; fi
            # Of the largest files 32 connections finish next to none in so short a time.
            if [ "$connections" = 32 ] && [ -z "$small" ] && [ "$(stat -c %s "$files/$size")" -gt $((10 << 20)) ]; then continue; fi
            for i in "${!servers[@]}"; do
                # Another one is first in every round.
                way=${servers[(i + round) % ${#servers[@]}]}
                if [ -n "$small" ] && ! [[ "$way" =~ ^kestrel ]]; then continue; fi
                measure "$client" "$connections" "$size" "$way" "$round"
            done
        done
    done
    echo "round $round of $rounds" >&2
done

awk -F, -v rounds="$rounds" -v version="$(nginx -v 2>&1 | sed 's/.*: //')" -v kernel="$(uname -r)" -v seconds="$seconds" \
    -v processor="$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" -v cores="$(nproc)" \
    -v commit="$(git rev-parse --short HEAD 2> /dev/null || echo unknown)" -v references="${references[*]}" -v ways="${servers[*]}" -v sizes="${sizes[*]}" '
    { rate[$1, $2, $3, $4, $5] = $6; cpu[$1, $2, $3, $4, $5] = $7; seen[$1, $2, $3] = 1 }
    function median(a, n,    i, j, t) {
        for (i = 2; i <= n; i++) { t = a[i]; for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]; a[j + 1] = t }
        return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
    }
    function has(key, way) { return (key, way, 1) in rate }
    function of(values, key, way,    a, r) { for (r = 1; r <= rounds; r++) a[r] = values[key, way, r]; return median(a, rounds) }
    function perSecond(value) { return sprintf(value < 1000 ? "%.4g" : "%.0f", value) }
    # The ratio within a round, because what drifts is common to a round.
    function ratio(values, key, way, reference,    a, r) {
        if (way == reference || !has(key, reference)) return ""
        for (r = 1; r <= rounds; r++) {
            if (!(values[key, reference, r] > 0)) return "?"
            a[r] = values[key, way, r] / values[key, reference, r]
        }
        return sprintf("%.2f×", median(a, rounds))
    }
    END {
        ofThem = split(references, to, " ")
        printf "# Serving files, beside %s\n\n", to[1] == "nginx" ? "nginx" : "Kestrel as it comes"
        printf "%s with sendfile, our server on sockets and the Kestrel application `samples/KestrelFiles` without and with FileSender, the same folder and clients, over loopback in a network namespace, cubic on both.\n", version
        printf "Medians of %d rounds of %d s for each server, one server after another, another one first in every round, and those of .NET new in each. Ratios are medians of those\n", rounds, seconds
        print "within a round. Requests per second of get-drain are those of its median time. CPU time is that of the server alone."
        printf "Written by `scripts/against-nginx.sh`.\n\n%s, %d cores, kernel %s, commit %s.\n\n", processor, cores, kernel, commit
        if (rounds < 10) print "Provisional: fewer than 10 rounds.\n"
        printf "| client | connections | size | server | requests/s |"
        for (i = 1; i <= ofThem; i++) printf " to %s |", to[i]
        printf " CPU s/GB | to %s |\n|---|---:|---:|---|---:|", to[1]
        for (i = 1; i <= ofThem; i++) printf "---:|"
        print "---:|---:|"
        count = split(sizes, size, " "); names = split(ways, way, " ")
        split("get-drain,wrk,wrk", client, ","); split("1,1,32", connections, ",")
        for (c = 1; c <= 3; c++) for (s = 1; s <= count; s++) {
            key = client[c] SUBSEP connections[c] SUBSEP size[s]
            if (!(key in seen)) continue
            for (w = 1; w <= names; w++) {
                if (!has(key, way[w])) continue
                printf "| %s | %s | %s | %s | %s |", client[c], connections[c], size[s], way[w], perSecond(of(rate, key, way[w]))
                for (i = 1; i <= ofThem; i++) printf " %s |", ratio(rate, key, way[w], to[i])
                printf " %.3g | %s |\n", of(cpu, key, way[w]), ratio(cpu, key, way[w], to[1])
            }
        }
    }' "$csv" > "$work/page"
mv "$work/page" "$page"
echo "$page"
