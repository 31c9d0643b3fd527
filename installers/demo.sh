#!/bin/sh
# SPDX-License-Identifier: MIT
# What cudaenv is for, in a minute and without NVIDIA's gigabytes: makes a mirror of two small
# toolkits, serves it on loopback, installs both from there through the code that serves NVIDIA's
# files, and puts one in each of two folders. Everything lies in ~/cudaenv-demo (CUDAENV_DEMO).
#   demo.sh CUDAENV TEST-MIRROR
set -eu
cudaenv=$1 server=$2
fixtures=$(cd "$(dirname "$0")/../tests/fixtures" && pwd)
demo=${CUDAENV_DEMO:-$HOME/cudaenv-demo}
mkdir -p "$demo/mirror" "$demo/catalog" "$demo/old" "$demo/new"

port=$demo/mirror.port
rm -f "$port"
"$server" "$demo/mirror" --port-file "$port" >"$demo/mirror.log" 2>&1 &
mirror=$!
trap 'kill $mirror 2>/dev/null || :' EXIT
trap 'exit 130' INT TERM
tries=0
until [ -s "$port" ]; do
    tries=$((tries + 1))
    if [ $tries -gt 100 ]; then cat "$demo/mirror.log" >&2 && exit 1; fi
    sleep 0.1
done
address=http://127.0.0.1:$(cat "$port")

# The same two files that NVIDIA publishes for these releases, in small; the catalog rows say where
# they are and what their digests must be.
echo "schema = 1" >"$demo/catalog/demo.toml"
for release in 11.8.0 12.4.1; do
    line=$(python3 "$fixtures/make_fixtures.py" "$demo/mirror" --toolkit $release --pad-mb 8)
    # NAME SIZE SHA256 MD5
    set -- $line
    cat >>"$demo/catalog/demo.toml" <<ROW

[[release]]
version = "$release"
label = "a small stand-in for demonstration"

[[release.runfile]]
platform = "$("$cudaenv" --no-config platform 2>/dev/null || echo linux-x86_64)"
url = "$address/$1"
size = $2
sha256 = "$3"
ROW
done

# A root of its own, so that stand-ins never mix with real toolkits.
export CUDAENV_ROOT="$demo/root" CUDAENV_CATALOG="$demo/catalog" CUDAENV_ACCEPT_EULA=1
unset CUDAENV_VERSION CUDAENV_DIR CUDAENV_MIRROR CUDAENV_STATE 2>/dev/null || :
# They run on no GPU: whether this machine could run the real ones does not matter.
"$cudaenv" install --build-only --skip-existing 11.8 12.4
(cd "$demo/old" && "$cudaenv" local 11.8)
(cd "$demo/new" && "$cudaenv" local 12.4)

echo
echo "Two folders, two compilers, one PATH ($demo/root/shims in front):"
PATH=$demo/root/shims:$PATH
for folder in old new; do
    cd "$demo/$folder"
    printf '  %-28s .cuda-version %-6s nvcc --version: %s\n' "$demo/$folder" "$(cat .cuda-version)" \
        "$(nvcc --version | tail -n 1)"
done

cat <<TEXT

Now with NVIDIA's own files (these are the lines for bash; zsh and fish: cudaenv help init):
  echo 'eval "\$($cudaenv init - bash)"' >> ~/.bashrc    and open a new shell
  cudaenv install 12.4                what will run on this machine, 4 GB from NVIDIA
  cudaenv local 12.4                  in a project's folder; cudaenv global 12.4 for everywhere else
Remove the demonstration: rm -r $demo
TEXT
