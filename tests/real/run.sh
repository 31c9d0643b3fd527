#!/bin/bash
# SPDX-License-Identifier: MIT
# The main job on real toolkits: packs those found on this machine (/usr/local/cuda-*) and Debian's
# own (11.8, 12.4) into runfiles with real makeself, serves them with nginx on loopback, installs
# them, compiles one .cu with each through shim, hook and exec, and prints a table. Toolkits of this
# machine are also installed from redist archives, with two cuDNNs (redist.sh).
#   tests/real/run.sh [--work DIR] [--full] [CUDAENV]
# Opt-in: takes gigabytes of disk and some minutes. DIR (default: a temporary folder, removed at the
# end) keeps packed runfiles for the next run. Needs makeself, nginx, python3 and GNU time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work='' full=() cudaenv=''
while [ $# -gt 0 ]; do
    case $1 in
        --work) work=$2 && shift ;;
        --full) full=(--full) ;;
        *) cudaenv=$1 ;;
    esac
    shift
done
cudaenv=$(realpath "${cudaenv:-$(command -v cudaenv)}")
processes=()
finish() {
    for pid in "${processes[@]}"; do kill "$pid" 2>/dev/null || :; done
    [ -n "$keep" ] || { chmod -R u+w "$work" && rm -rf "$work"; }
}
keep=$work
[ -n "$work" ] || work=$(mktemp -d)
trap finish EXIT
mkdir -p "$work/mirror"
work=$(realpath "$work")

# --- runfiles -----------------------------------------------------------------------------------
pack() { # ROOT RELEASE DRIVER: a runfile named as NVIDIA names it
    local file=$work/mirror/cuda_$2_$3_linux.run payload=$work/payload
    [ -e "$file" ] && return
    rm -rf "$payload"
    python3 "$here/pack_toolkit.py" "$1" "$payload" --version "$2" "${full[@]}" >/dev/null
    makeself --gzip --complevel 6 --nox11 "$payload" "$file" "CUDA $2" ./cuda-installer >/dev/null 2>&1
    rm -rf "$payload"
}
releases=()
for root in /usr/local/cuda-[0-9]*; do
    [ -x "$root/bin/nvcc" ] && [ ! -L "$root" ] || continue
    line=$("$root/bin/nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    pack "$root" "$line.0" 0.0.0 && releases+=("$line.0 0.0.0 $root")
done
for suite in "bookworm 11.8.0 520.61.05" "trixie 12.4.1 550.54.15"; do
    read -r name release driver <<<"$suite"
    [ -e "$work/mirror/cuda_${release}_${driver}_linux.run" ] ||
        bash "$here/debian_toolkit.sh" "$name" "$work/$name" >"$work/$name.log" 2>&1 ||
        { echo "left out: CUDA $release from Debian's $name (not to be had here)" && continue; }
    pack "$work/$name/root" "$release" "$driver" && releases+=("$release $driver Debian $name")
    rm -rf "${work:?}/$name/root"
done
[ ${#releases[@]} -gt 0 ] || { echo "no real toolkit is here"; exit 125; }

# --- server and catalog -------------------------------------------------------------------------
port=$(python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[1])')
mkdir -p "$work/nginx"
cat >"$work/nginx.conf" <<CONF
daemon off; pid $work/nginx/pid; error_log $work/nginx/error.log;
events {}
http { access_log $work/nginx/access.log; client_body_temp_path $work/nginx/t1; proxy_temp_path $work/nginx/t2;
  fastcgi_temp_path $work/nginx/t3; uwsgi_temp_path $work/nginx/t4; scgi_temp_path $work/nginx/t5;
  server { listen 127.0.0.1:$port; root $work/mirror; } }
CONF
[ "$(id -u)" -ne 0 ] || sed -i '1i user root;' "$work/nginx.conf"
nginx -c "$work/nginx.conf" 2>/dev/null &
processes+=($!)
mkdir -p "$work/catalog"
{
    echo "schema = 1"
    for entry in "${releases[@]}"; do
        read -r release driver _ <<<"$entry"
        file=$work/mirror/cuda_${release}_${driver}_linux.run
        printf '\n[[release]]\nversion = "%s"\n\n[[release.runfile]]\nplatform = "linux-x86_64"\n' "$release"
        printf 'url = "http://127.0.0.1:%s/%s"\nsize = %s\nsha256 = "%s"\n' "$port" "${file##*/}" \
            "$(stat -c %s "$file")" "$(sha256sum "$file" | cut -d' ' -f1)"
    done
} >"$work/catalog/real.toml"

# --- install, switch, compile -------------------------------------------------------------------
rm -rf "$work/home" && mkdir -p "$work/home"
export HOME=$work/home CUDAENV_ROOT=$work/home/.cudaenv CUDAENV_CATALOG=$work/catalog CUDAENV_ACCEPT_EULA=1
unset XDG_CONFIG_HOME XDG_CACHE_HOME XDG_STATE_HOME CUDA_HOME CUDA_PATH LD_LIBRARY_PATH CUDAENV_VERSION
cat >"$work/probe.cu" <<'CU'
#include <cuda_runtime.h>
#include <cuda/std/type_traits>
__global__ void add(float* x) { x[threadIdx.x] += 1.0F; }
int main() { add<<<1, 32>>>(nullptr); return CUDART_VERSION == 0; }
CU
used() { du -s --block-size=1 "$CUDAENV_ROOT" 2>/dev/null | cut -f1 || echo 0; }
release_of() { sed -n 's/.*release \([0-9.]*\),.*/\1/p'; }
# Debian's compiler may be newer than the toolkit allows; what is tested here is our switching.
flags="-allow-unsupported-compiler -std=c++17 -c"
compile() { # HOW RELEASE COMMAND…: ok if the compiler makes an object
    rm -f probe.o
    if "${@:3}" $flags -o probe.o "$work/probe.cu" >"$work/compile-$1-$2.log" 2>&1 && [ -s probe.o ]; then
        echo ok
    else
        echo "FAILED (compile-$1-$2.log)"
    fi
}
status=0 rows=()
for entry in "${releases[@]}"; do
    read -r release driver _ <<<"$entry"
    before=$(used)
    /usr/bin/time -f '%e %M' -o "$work/time" "$cudaenv" install "$release" 2>"$work/install-$release.log" ||
        { cat "$work/install-$release.log"; status=1; continue; }
    read -r seconds peak_kb <"$work/time"
    rows+=("$release|$seconds|$peak_kb|$(( ($(used) - before) >> 20 ))|$(( $(stat -c %s "$work/mirror/cuda_${release}_${driver}_linux.run") >> 20 ))")
done
echo
printf '%-8s %-14s %-12s %-12s %-12s %-8s %-8s %-8s %9s %8s %9s %9s\n' folder .cuda-version nvcc-shim nvcc-hook nvcc-exec \
    shim hook exec seconds peak-MiB disk-MiB file-MiB
for row in "${rows[@]}"; do
    IFS='|' read -r release seconds peak_kb disk file <<<"$row"
    line=${release%.*} folder=$work/home/p-$release
    mkdir -p "$folder" && cd "$folder"
    "$cudaenv" local "$line" 2>/dev/null
    by_shim=$(PATH=$CUDAENV_ROOT/shims:$PATH nvcc --version | release_of)
    by_hook=$(bash --norc -c 'eval "$("$0" init - bash)"; cd "$1"; eval "${PROMPT_COMMAND[*]}" 2>/dev/null; nvcc --version' "$cudaenv" "$folder" | release_of)
    by_exec=$("$cudaenv" exec nvcc --version | release_of)
    [ "$by_shim $by_hook $by_exec" = "$line $line $line" ] || status=1
    shim=$(compile shim "$release" "$CUDAENV_ROOT/shims/nvcc")
    hook=$(compile hook "$release" bash --norc -c 'eval "$("$0" init - bash)"; eval "${PROMPT_COMMAND[*]}" 2>/dev/null; nvcc "$@"' "$cudaenv")
    exec=$(compile exec "$release" "$cudaenv" exec nvcc)
    [ "$shim $hook $exec" = "ok ok ok" ] || status=1
    printf '%-8s %-14s %-12s %-12s %-12s %-8s %-8s %-8s %9s %8s %9s %9s\n' "p-$release" "$(head -n 1 .cuda-version)" "$by_shim" \
        "$by_hook" "$by_exec" "$shim" "$hook" "$exec" "$seconds" $((peak_kb / 1024)) "$disk" "$file"
done

# --- one goes, its space is back, the others still compile ----------------------------------------
if [ ${#rows[@]} -gt 1 ]; then
    IFS='|' read -r gone _ _ disk _ <<<"${rows[0]}"
    IFS='|' read -r stays _ <<<"${rows[1]}"
    before=$(used)
    "$cudaenv" uninstall -f "$gone" 2>/dev/null && "$cudaenv" gc 2>/dev/null
    freed=$(( (before - $(used)) >> 20 ))
    cd "$work/home/p-$stays"
    after=$(compile shim "$stays" "$CUDAENV_ROOT/shims/nvcc")
    echo "uninstall $gone and gc: $freed MiB freed of $disk MiB; $stays compiles: $after"
    [ "$after" = ok ] && [ $freed -ge $((disk * 9 / 10)) ] || status=1
fi

# --- the toolkits of this machine as redist archives ----------------------------------------------
for entry in "${releases[@]}"; do
    read -r release _ root <<<"$entry"
    [ -d "$root" ] || continue
    echo && bash "$here/redist.sh" "$root" "$release" "$work" "$cudaenv" || status=1
done
exit $status
