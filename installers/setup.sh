#!/bin/sh
# SPDX-License-Identifier: MIT
# From a clone to a working cudaenv: installs the packages that the build needs, builds, installs
# below the user's home, and shows on two small toolkits of our own making what it does.
#   installers/setup.sh [--prefix DIR] [--no-demo]
# DIR is ~/.local unless given. Root rights are used for packages only.
set -eu
cd "$(dirname "$0")/.."
. installers/packages.sh

prefix=$HOME/.local demo=yes
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) prefix=${2:?setup: --prefix needs a folder} && shift ;;
        --prefix=*) prefix=${1#--prefix=} ;;
        --no-demo) demo=no ;;
        *) echo "usage: installers/setup.sh [--prefix DIR] [--no-demo]" >&2 && exit 2 ;;
    esac
    shift
done

install_packages build

build=build/setup
mkdir -p $build
run() { # a step whose output matters only if it fails
    "$@" >$build/setup.log 2>&1 || { cat $build/setup.log >&2 && return 1; }
}
echo "setup: building (a few minutes)"
run cmake --preset release -B $build -DCUDAENV_TESTS=OFF -DCMAKE_INSTALL_PREFIX="$prefix"
run cmake --build $build --parallel "$(nproc)"
run cmake --install $build --strip
echo "setup: installed $("$prefix/bin/cudaenv" --version) in $prefix/bin"

[ $demo = no ] || installers/demo.sh "$prefix/bin/cudaenv" $build/tests/support/cudaenv-test-mirror
