#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pack a real toolkit as NVIDIA's redist archives, with lists and catalog rows.

  pack_redist.py PAYLOAD MIRROR CATALOG --version V [--companions ROOT] [--xz OPTIONS]

PAYLOAD is what pack_toolkit.py made: each folder of builds/ becomes an archive. Of ROOT, the toolkit
that it was made from, cuDNN and NCCL become companions. No machine has two cuDNNs, so a second release
is made up: headers and a few libraries of the first, another number in the header, a mark behind each
library.
Prints the number and the megabytes of the archives. Nothing of the result may be published.
"""
import argparse
import hashlib
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fixtures"))
from fixturelib.redist import PLATFORM, Product  # noqa: E402 (found only now)
from pack_toolkit import copy  # noqa: E402

FLAT = re.compile(r"^targets/[^/]+/")
MARK = b"\nthe other cuDNN\n"


def flat(root):
    """Installed path -> path in a redist archive, for each file below root."""
    for folder, folders, files in os.walk(root):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in files + links:
            path = os.path.relpath(os.path.join(folder, name), root)
            yield path, FLAT.sub("", path)


def companion(root, pattern):
    """The files of a companion in a toolkit root, as they lie in its archive."""
    for top in ("include", "lib"):
        for folder, _, files in os.walk(os.path.join(root, top)):
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), root)
                if re.match(pattern, path):
                    yield path, path


class Packer:
    def __init__(self, mirror, work, xz):
        self.mirror, self.work, self.xz = mirror, work, xz
        self.archives, self.bytes = 0, 0

    def pack(self, product, component, top, pairs, change=None):
        """An archive of `pairs` (path below the working folder, path inside); its list entry."""
        tree = os.path.join(self.work, top)
        for source, place in pairs:
            target = os.path.join(tree, place)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if os.path.islink(source):
                os.symlink(os.readlink(source), target)
            elif change:
                with open(source, "rb") as read, open(target, "wb") as write:
                    write.write(change(place, read.read()))
                os.chmod(target, os.stat(source).st_mode)
            else:
                copy(source, target)
        with open(os.path.join(tree, "LICENSE"), "w", encoding="utf-8") as out:
            out.write("stand-in for the terms\n")
        rel = f"{component}/{PLATFORM}/{top}.tar.xz"
        place = os.path.join(self.mirror, product.folder, rel)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        tar = ["tar", "-C", self.work, "--owner=0", "--group=0", "--hard-dereference", "-cf", place, "-I", "xz " + self.xz, top]
        subprocess.run(tar, check=True)
        subprocess.run(["rm", "-rf", tree], check=True)
        self.archives += 1
        self.bytes += os.path.getsize(place)
        return listed(rel, place)


def listed(rel, place):
    sums = hashlib.sha256(), hashlib.md5()
    with open(place, "rb") as data:
        while block := data.read(1 << 20):
            for one in sums:
                one.update(block)
    return {"relative_path": rel, "sha256": sums[0].hexdigest(), "md5": sums[1].hexdigest(),
            "size": str(os.path.getsize(place))}


def toolkit(packer, payload, version):
    product = Product(packer.mirror, "cuda")
    builds, components = os.path.join(payload, "builds"), {}
    for name in sorted(os.listdir(builds)):
        folder = os.path.join(builds, name)
        if not os.path.isdir(folder):
            continue
        pairs = [(os.path.join(folder, path), place) for path, place in flat(folder)]
        if name == "cuda_cupti":
            pairs = [(source, re.sub("^extras/CUPTI/", "", place)) for source, place in pairs]
        entry = packer.pack(product, name, f"{name}-{PLATFORM}-{version}-archive", pairs)
        components[name] = (version, {PLATFORM: entry})
    product.release(version, components, f'builds = [{{ platforms = ["{PLATFORM}"] }}]\n')
    return product


def numbers(path, *names):
    with open(path, encoding="utf-8") as header:
        text = header.read()
    return ".".join(re.search(rf"#define {name}\s+(\d+)", text).group(1) for name in names)


def release(packer, product, version, major, pairs, change=None):
    build = f"cuda{major}"
    entry = packer.pack(product, product.name, f"{product.name}-{PLATFORM}-{version}_{build}-archive", pairs, change)
    rows = f'components = ["{product.name}"]\nbuilds = [{{ name = "{build}", platforms = ["{PLATFORM}"] }}]\n'
    product.release(version, {product.name: (version, {PLATFORM: {build: entry}})}, rows)


def marked(place, data):
    if place == "include/cudnn_version.h":
        return re.sub(rb"(#define CUDNN_PATCHLEVEL\s+)\d+", rb"\g<1>99", data)
    return data + MARK if ".so" in place else data


def companions(packer, root, major):
    found = []
    header = os.path.join(root, "include/cudnn_version.h")
    if os.path.exists(header):
        product = Product(packer.mirror, "cudnn")
        version = numbers(header, "CUDNN_MAJOR", "CUDNN_MINOR", "CUDNN_PATCHLEVEL")
        pairs = [(os.path.join(root, path), place) for path, place in companion(root, r"(include|lib)/(lib)?cudnn")]
        release(packer, product, version, major, pairs)
        few = [pair for pair in pairs if not re.search("libcudnn_(engines|heuristic|adv|cnn)", pair[1])]
        release(packer, product, version.rsplit(".", 1)[0] + ".99", major, few, marked)
        found.append(product)
    header = os.path.join(root, "include/nccl.h")
    if os.path.exists(header):
        product = Product(packer.mirror, "nccl")
        version = numbers(header, "NCCL_MAJOR", "NCCL_MINOR", "NCCL_PATCH")
        pairs = [(os.path.join(root, path), place) for path, place in companion(root, r"(include|lib)/(lib)?nccl")]
        release(packer, product, version, major, pairs)
        found.append(product)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("payload")
    parser.add_argument("mirror")
    parser.add_argument("catalog")
    parser.add_argument("--version", required=True)
    parser.add_argument("--companions", metavar="ROOT")
    parser.add_argument("--xz", metavar="OPTIONS", default="-0 -T0", help="how hard, and in how many blocks (default: %(default)s)")
    options = parser.parse_args()
    work = os.path.join(options.mirror, "packing")
    os.makedirs(work, exist_ok=True)
    packer = Packer(options.mirror, work, options.xz)
    products = [toolkit(packer, options.payload, options.version)]
    if options.companions:
        products += companions(packer, os.path.realpath(options.companions), options.version.split(".")[0])
    for product in products:
        product.close(options.catalog)
    os.rmdir(work)
    print(packer.archives, packer.bytes >> 20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
