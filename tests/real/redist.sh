#!/bin/bash
# SPDX-License-Identifier: MIT
# A real toolkit from its runfile and from redist archives: the same files? does it compile, link and
# start? Then two cuDNNs on it, if the toolkit's folder has one. Everything comes from a file:// mirror.
#   tests/real/redist.sh ROOT RELEASE WORK CUDAENV      (run.sh calls it for toolkits that are here)
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$1 release=$2 work=$3/redist-$2 cudaenv=$4
mirror=$work/mirror status=0 rows=()
mkdir -p "$mirror" "$work/catalog"

# --- what NVIDIA would serve ----------------------------------------------------------------------
folder=$mirror/compute/cuda/$release/local_installers
run=$folder/cuda_${release}_linux.run
pack() (
    set -e
    rm -rf "$work/payload" && mkdir -p "$folder"
    python3 "$here/pack_toolkit.py" "$root" "$work/payload" --version "$release" --full >/dev/null
    python3 -B "$here/pack_redist.py" "$work/payload" "$mirror" "$work/catalog" --version "$release" --companions "$root" >"$work/packing"
    makeself --gzip --complevel 1 --nox11 "$work/payload" "$run" "CUDA $release" ./cuda-installer >/dev/null 2>&1
    rm -rf "$work/payload" && mv "$work/packing" "$work/packed"
)
[ -e "$work/packed" ] || pack
[ -e "$work/packed" ] || { echo "cannot pack $root"; exit 1; }
printf 'schema = 1\n[[release]]\nversion = "%s"\n[[release.runfile]]\nplatform = "linux-x86_64"\nurl = "https://developer.download.nvidia.com/%s"\nsize = %s\nsha256 = "%s"\n' \
    "$release" "${run#"$mirror"/}" "$(stat -c %s "$run")" "$(sha256sum "$run" | cut -d' ' -f1)" >"$work/catalog/toolkits.toml"

# --- a machine of its own -------------------------------------------------------------------------
export HOME=$work/home CUDAENV_CATALOG=$work/catalog CUDAENV_MIRROR=file://$mirror CUDAENV_ACCEPT_EULA=1
export CUDAENV_PROBE=$work/machine.json
unset XDG_CONFIG_HOME XDG_CACHE_HOME XDG_STATE_HOME CUDA_HOME CUDA_PATH LD_LIBRARY_PATH CUDAENV_VERSION CUDAENV_ROOT
finish() { chmod -R u+w "$work"/r-* 2>/dev/null; rm -rf "$work/home" "$work"/r-*; }
trap finish EXIT
finish
mkdir -p "$HOME"
echo '{"schema": 1}' >"$work/machine.json" # nothing known of driver and GPU: what is installed does not depend on them

use() { export CUDAENV_ROOT=$work/r-$1 CUDAENV_CACHE_DIR=$work/r-$1/cache; }
used() { { du -s --block-size=1M "$CUDAENV_ROOT/versions" "$CUDAENV_ROOT/store" 2>/dev/null || :; } | awk '{s += $1} END {print s + 0}'; }
install() { # LABEL ARGUMENT…: a row of the table
    local before plan
    before=$(used)
    plan=$("$cudaenv" install --dry-run --json "${@:2}" | python3 -c 'import json, sys; p = json.load(sys.stdin)["data"]; print(p["archives"], p["fetch_bytes"] >> 20)')
    /usr/bin/time -f %e -o "$work/time" "$cudaenv" install "${@:2}" 2>"$work/install.log" || { cat "$work/install.log"; status=1; return 0; }
    rows+=("$1 $plan $(<"$work/time") $(($(used) - before))")
}
files() { awk -F'\t' '$1 == "f" {print $4, $NF}' "$CUDAENV_ROOT/versions/$release/.cudaenv/files" | sort -k 2; }
expect() { # WHAT ACTUAL WANTED
    if [ "$2" = "$3" ]; then echo "ok: $1: $2"; else echo "FAILED: $1: $2, not $3"; status=1; fi
}

# --- the same files -------------------------------------------------------------------------------
use runfile && install runfile-full --profile full --source runfile "$release" && files >"$work/files-runfile"
use redist && install redist-full --profile full --source redist "$release" && files >"$work/files-redist"
use minimal && install redist-minimal --profile minimal "$release"
echo "files: runfile $(wc -l <"$work/files-runfile"), redist $(wc -l <"$work/files-redist"); different (< runfile, > redist):"
diff "$work/files-runfile" "$work/files-redist" | sed -n 's/^\([<>]\) [0-9a-f]* /  \1 /p' | tee "$work/difference"
# An installer's version.json is in no archive. Everything else is the same.
expect "difference" "$(tr -s ' \n' ' ' <"$work/difference")" " < version.json "

# --- compile, link, start -------------------------------------------------------------------------
cat >"$work/rt.cu" <<'CU'
#include <cstdio>
#include <cuda_runtime.h>
__global__ void add(float* x) { x[threadIdx.x] += 1.0F; }
int main() {
    int version = 0, devices = 0;
    cudaRuntimeGetVersion(&version);
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) {
        float sum = 41.0F, *x = nullptr;
        cudaMalloc(&x, sizeof sum);
        cudaMemcpy(x, &sum, sizeof sum, cudaMemcpyHostToDevice);
        add<<<1, 1>>>(x);
        cudaMemcpy(&sum, x, sizeof sum, cudaMemcpyDeviceToHost);
        std::fprintf(stderr, "a kernel ran on the GPU\n");
        if (sum != 42.0F) version = -1;
    }
    std::printf("%d\n", version);
}
CU
cat >"$work/blas.cu" <<'CU'
#include <cstdio>
#include <cublas_v2.h>
int main() {
    int major = 0;
    cublasGetProperty(MAJOR_VERSION, &major);
    std::printf("%d\n", major);
}
CU
cat >"$work/dnn.cu" <<'CU'
#include <cstdio>
#include <cudnn.h>
int main() { std::printf("%d.%zu\n", CUDNN_VERSION, cudnnGetVersion()); }
CU
program() { # SOURCE STACK FLAG…: what it prints when it is started with the stack's libraries
    local prefix=$CUDAENV_ROOT/versions/$2
    "$cudaenv" exec --version "$2" nvcc -allow-unsupported-compiler -cudart shared -o "$work/program" "$work/$1.cu" "${@:3}" >"$work/compile.log" 2>&1 || { tail -3 "$work/compile.log"; return 0; }
    LD_LIBRARY_PATH=$prefix/lib64 ldd "$work/program" | awk -v p="$prefix" '/cuda|cublas|cudnn|not found/ && index($3, p) != 1 {print "not from the stack:", $0}'
    LD_LIBRARY_PATH=$prefix/lib64 "$work/program"
}
major=${release%%.*} number=$((${release%%.*} * 1000 + $(cut -d. -f2 <<<"$release") * 10))
for kind in runfile redist minimal; do
    use $kind
    expect "$kind: cudart program" "$(program rt "$release")" "$number"
    [ $kind = minimal ] || expect "$kind: cuBLAS program" "$(program blas "$release" -lcublas)" "$major"
done

# --- two cuDNNs on one toolkit --------------------------------------------------------------------
version_of() { awk '/#define CUDNN_(MAJOR|MINOR|PATCHLEVEL) / {v = v (v == "" ? "" : ".") $3} END {print v}' "$CUDAENV_ROOT/versions/$1/include/cudnn_version.h"; }
if [ -e "$work/catalog/redist/cudnn.toml" ]; then
    use minimal
    real=$(sed -n 's/^version = "\(.*\)"/\1/p' "$work/catalog/redist/cudnn.toml" | head -n 1) other=${real%.*}.99
    install "cudnn$real" -f --profile minimal "$release+cudnn$real"
    install "cudnn$other" -f --profile minimal "$release+cudnn$other"
    toolkit=$(du -sm "$CUDAENV_ROOT/versions/$release" | cut -f1)
    both=$(du -scm "$CUDAENV_ROOT/versions/$release+cudnn$real" "$CUDAENV_ROOT/versions/$release+cudnn$other" | tail -n 1 | cut -f1)
    alone=$(du -cm "$CUDAENV_ROOT/versions/$release+cudnn"*/lib64/libcudnn* | tail -n 1 | cut -f1)
    echo "du: toolkit $toolkit MiB, two cuDNNs $alone MiB, both stacks $both MiB"
    [ $((both - toolkit - alone)) -le 8 ] || { echo "FAILED: the two stacks share too little"; status=1; }
    for version in "$real" "$other"; do expect "header of $version" "$(version_of "$release+cudnn$version")" "$version"; done
    IFS=. read -r a b c <<<"$real"
    code=$((a * 10000 + b * 100 + c))
    expect "cuDNN program (header.library)" "$(program dnn "$release+cudnn$real" -lcudnn)" "$code.$code"
    expect "mark of the other" "$(tail -n 1 "$CUDAENV_ROOT/versions/$release+cudnn$other/lib64/libcudnn.so")" "the other cuDNN"
    "$cudaenv" uninstall -f "$release+cudnn$other" 2>/dev/null
    expect "after uninstall of $other" "$("$cudaenv" verify "$release+cudnn$real" 2>&1 | cut -d' ' -f1,2)" "$release+cudnn$real ok"
    expect "cuDNN program once more" "$(program dnn "$release+cudnn$real" -lcudnn)" "$code.$code"
fi
if [ -e "$work/catalog/redist/nccl.toml" ]; then
    install nccl -f --profile minimal "$release+nccl"
fi

echo
printf '%-16s %8s %9s %8s %9s\n' what archives fetch-MiB seconds disk-MiB
for row in "${rows[@]}"; do
    read -ra cells <<<"$row"
    printf '%-16s %8s %9s %8s %9s\n' "${cells[@]}"
done
exit $status
