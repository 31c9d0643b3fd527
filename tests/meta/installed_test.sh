#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the build into a temporary prefix and uses that program alone: what a package holds is
# enough, and nothing in it points back into the build folder.
#   installed_test.sh CMAKE BUILD-FOLDER
set -eu
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
"$1" --install "$2" --prefix "$prefix" >/dev/null
export HOME="$prefix/home" && mkdir "$HOME"
unset CUDAENV_ROOT CUDAENV_CATALOG CUDAENV_VERSION
cudaenv=$prefix/bin/cudaenv
"$cudaenv" --version
[ "$("$cudaenv" install --list 12.4 | tail -n 1)" = 12.4.1 ]
"$cudaenv" rehash
cmp "$HOME/.cudaenv/shims/cudaenv-shim" "$prefix/libexec/cudaenv/cudaenv-shim"
for shell in bash zsh fish; do "$cudaenv" completions $shell >/dev/null; done
for file in share/cudaenv/manifests/toolkits/12.toml share/bash-completion/completions/cudaenv share/zsh/site-functions/_cudaenv \
    share/fish/vendor_completions.d/cudaenv.fish; do
    [ -s "$prefix/$file" ] || { echo "missing: $file" && exit 1; }
done
echo "1 passed, 0 failed"
