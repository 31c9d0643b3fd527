# SPDX-License-Identifier: MIT
# What has to be installed to build and to test cudaenv, in one place. Sourced, not run:
#   install_packages build         compiler, CMake and the libraries
#   install_packages build test    and what the tests use besides
# Installs only what is missing. Needs root rights for that, by sudo if we are not root.

apt_build="g++ cmake ninja-build pkg-config python3 musl-tools libcurl4-openssl-dev libarchive-dev libssl-dev
    libsqlite3-dev zlib1g-dev liblzma-dev libzstd-dev libbz2-dev libisal-dev libfmt-dev nlohmann-json3-dev libcli11-dev
    libtomlplusplus-dev libexpected-dev libexpat1-dev"
apt_test="libgtest-dev libgmock-dev openssl zsh fish strace makeself nginx-light git bzip2 xz-utils zstd
    lz4 pigz valgrind man-db"

dnf_build="gcc-c++ cmake ninja-build pkgconf-pkg-config python3 musl-gcc musl-libc-static libcurl-devel libarchive-devel
    openssl-devel sqlite-devel zlib-devel xz-devel libzstd-devel bzip2-devel isa-l-devel fmt-devel json-devel cli11-devel
    tomlplusplus-devel expected-devel expat-devel glibc-static libstdc++-static"
dnf_test="gtest-devel gmock-devel openssl zsh fish strace makeself nginx git bzip2 xz zstd lz4 pigz valgrind man-db"

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        echo "setup: root rights are needed for: $*" >&2
        return 1
    fi
}

missing_apt() {
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$package"
    done
}

missing_dnf() {
    for package in "$@"; do
        rpm -q --whatprovides "$package" >/dev/null 2>&1 || printf '%s ' "$package"
    done
}

install_packages() {
    apt_names="" dnf_names=""
    for group in "$@"; do
        case $group in
            build) apt_names="$apt_names $apt_build" dnf_names="$dnf_names $dnf_build" ;;
            test) apt_names="$apt_names $apt_test" dnf_names="$dnf_names $dnf_test" ;;
        esac
    done
    if command -v apt-get >/dev/null 2>&1; then
        missing=$(missing_apt $apt_names)
        [ -n "$missing" ] || return 0
        echo "setup: installing $missing"
        as_root apt-get update -qq
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    elif command -v dnf >/dev/null 2>&1; then
        missing=$(missing_dnf $dnf_names)
        [ -n "$missing" ] || return 0
        echo "setup: installing $missing"
        as_root dnf install -y -q $missing
    else
        echo "setup: neither apt-get nor dnf is here; install the packages named in installers/packages.sh by hand" >&2
        return 1
    fi
}
