#!/bin/bash
# SPDX-License-Identifier: MIT
# A real CUDA toolkit root out of Debian's own packages, for end-to-end tests: nothing is installed
# into the system, and nothing of the result may be published.
#   debian_toolkit.sh bookworm|trixie OUT      CUDA 11.8 or 12.4; the root is OUT/root
# The archive and its keyring are those that this machine's apt already uses. Exits 3 where that
# archive cannot be had.
set -euo pipefail
suite=${1:?suite} out=${2:?folder}
common="nvidia-cuda-toolkit nvidia-cuda-dev libnvvm4 libcu++-dev libcub-dev libthrust-dev"
case $suite in
    bookworm) release=11.8.0 packages="$common libcudart11.0 libnvrtc11.2 libnvrtc-builtins11.8" ;;
    trixie) release=12.4.1 packages="$common libcudart12 libnvrtc12 libnvrtc-builtins12.4" ;;
    *) echo "debian_toolkit: unknown suite $suite" >&2; exit 2 ;;
esac
[ -e "$out/root/bin/nvcc" ] && exit 0
command -v apt-get >/dev/null || exit 3
mkdir -p "$out"
out=$(cd "$out" && pwd)

# A private apt: its own lists and cache, the system's mirror and keyring, one suite.
archive=$( { cat /etc/apt/sources.list.d/*.sources 2>/dev/null || :; } | sed -n 's/^URIs: *\([^ ]*\).*/\1/p' | head -n 1)
[ -n "$archive" ] || archive=$( { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || :; } |
    sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\(https\{0,1\}:[^ ]*\).*/\2/p' | head -n 1)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -n "$archive" ] && [ -e "$keyring" ] || exit 3
mkdir -p "$out/apt/lists/partial" "$out/apt/cache/archives/partial" "$out/debs"
echo "deb [signed-by=$keyring] $archive $suite main non-free" >"$out/apt/sources.list"
apt=(apt-get -qq -o "Dir::Etc::sourcelist=$out/apt/sources.list" -o Dir::Etc::sourceparts=-
    -o "Dir::State::Lists=$out/apt/lists" -o "Dir::Cache=$out/apt/cache" -o APT::Sandbox::User=root)
"${apt[@]}" update || exit 3
(cd "$out/debs" && "${apt[@]}" download $(printf "%s/$suite " $packages)) || exit 3
for deb in "$out"/debs/*.deb; do
    name=${deb##*/}
    dpkg -x "$deb" "$out/unpacked/${name%%_*}"
done

root=$out/root libraries=usr/lib/x86_64-linux-gnu
target=$root/targets/x86_64-linux
rm -rf "$root"
mkdir -p "$root/bin" "$root/nvvm/bin" "$root/nvvm/lib64" "$root/nvvm/libdevice" "$target/include" "$target/lib/stubs"
from=$out/unpacked/nvidia-cuda-toolkit/usr
for tool in "$from"/bin/*; do
    [ "${tool##*/}" = nvcc ] || cp -a "$tool" "$root/bin/"     # that one is a wrapper script
done
cp -a "$from"/lib/nvidia-cuda-toolkit/bin/{nvcc,crt} "$root/bin/"
cp -a "$from/lib/nvidia-cuda-toolkit/bin/cicc" "$root/nvvm/bin/"
cp -a "$from/lib/nvidia-cuda-toolkit/libdevice/." "$root/nvvm/libdevice/"
cp -a "$out/unpacked/libnvvm4/$libraries/." "$root/nvvm/lib64/"
for package in "$out"/unpacked/*; do
    case ${package##*/} in nvidia-cuda-toolkit | libnvvm4) continue ;; esac
    [ ! -d "$package/usr/include" ] || cp -a "$package/usr/include/." "$target/include/"
    case ${package##*/} in
        nvidia-cuda-dev) cp -a "$package/$libraries"/lib{cudart,cudadevrt,culibos,nvrtc.so}* "$target/lib/"
            cp -a "$package/$libraries/stubs/." "$target/lib/stubs/" ;;
        *) [ ! -d "$package/$libraries" ] || cp -a "$package/$libraries/." "$target/lib/" ;;
    esac
done
ln -s targets/x86_64-linux/include "$root/include"
ln -s targets/x86_64-linux/lib "$root/lib64"
find "$root" -xtype l -delete
# Debian's profile names folders of the system; this one is relative, as NVIDIA's.
cat >"$root/bin/nvcc.profile" <<'PROFILE'
TOP              = $(_HERE_)/..
NVVMIR_LIBRARY_DIR = $(TOP)/$(_NVVM_BRANCH_)/libdevice
LD_LIBRARY_PATH += $(TOP)/lib:
PATH            += $(TOP)/$(_NVVM_BRANCH_)/bin:$(_HERE_):
INCLUDES        +=  "-I$(TOP)/$(_TARGET_DIR_)/include" $(_SPACE_)
LIBRARIES        =+ $(_SPACE_) "-L$(TOP)/$(_TARGET_DIR_)/lib$(_TARGET_SIZE_)/stubs" "-L$(TOP)/$(_TARGET_DIR_)/lib$(_TARGET_SIZE_)"
CUDAFE_FLAGS    +=
PTXAS_FLAGS     +=
PROFILE
printf '{"cuda": {"name": "CUDA SDK", "version": "%s"}}\n' "$release" >"$root/version.json"
rm -rf "$out/unpacked" "$out/debs"
