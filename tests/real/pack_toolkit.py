#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Arrange a real toolkit root as the payload of a CUDA 11+ runfile, for makeself to pack.

  pack_toolkit.py ROOT OUT [--version V] [--full]

ROOT is a toolkit as it stands installed (bin, nvvm, targets or flat include and lib). OUT becomes the
payload: builds/<component>/..., manifests/, and a stand-in driver that an unpacker must pass over.
Files are hard links where the file system allows. Without --full only what an nvcc + cudart + nvrtc
program needs is taken. Prints the release it found. Nothing of the result may be published.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from xml.sax.saxutils import escape

TARGET = "x86_64-linux"
COMPANION = re.compile(r"(lib)?(cudnn|nccl)")  # beside a toolkit, never a part of it
NEEDED = re.compile(r"lib(cudart|cudadevrt|nvrtc|culibos|nvptxcompiler|cuda\.|nvJitLink|nvfatbin)")


def component_of(path, version):
    """The component that carries a path of the installed tree; None to leave it out."""
    major = int(version.split(".")[0])
    if path.startswith("bin/crt/") or "/include/crt/" in path:
        return "cuda_crt" if major >= 13 else "cuda_nvcc"
    if path.startswith("nvvm/"):
        return "libnvvm" if major >= 13 else "cuda_nvcc"
    if path.startswith("bin/"):
        return "cuda_nvcc"
    name = os.path.basename(path)
    match = re.match(r"lib(nvrtc|cublas|cufft|curand|cusolver|cusparse|npp|nvjpeg|nvJitLink|nvfatbin|cupti)", name)
    if match:
        stem = match.group(1).lower()
        return {"nvrtc": "cuda_nvrtc", "cupti": "cuda_cupti"}.get(stem, "lib" + stem)
    if re.search(r"/include/(cccl/|cub/|thrust/|cuda/|nv/)", path):
        return "cccl" if major >= 13 else "cuda_cccl"
    return "cuda_cudart"


def installed_path(path):
    """Flat redist-like roots (include, lib) as the runfile lays them; None for links made anew."""
    for flat, place in (("include/", "include/"), ("lib64/", "lib/"), ("lib/", "lib/")):
        if path.startswith(flat):
            return "targets/%s/%s%s" % (TARGET, place, path[len(flat):])
    return path


def wanted(path, full):
    if COMPANION.match(os.path.basename(path)) or "/include/nccl" in path:
        return False
    if path.startswith(("dist-info/", "doc/", "compute-sanitizer/")):
        return full and not path.startswith("dist-info/")
    if full or "/lib/" not in path or "/lib/stubs/" in path:
        return True
    return NEEDED.search(os.path.basename(path)) is not None


def copy(source, destination):
    os.makedirs(os.path.dirname(destination), exist_ok=True)
    if os.path.islink(source):
        os.symlink(os.readlink(source), destination)
        return
    try:
        os.link(source, destination)
    except OSError:
        shutil.copy2(source, destination)


def tree(root):
    """Paths of files and links below root; folders that are links elsewhere in it are passed over."""
    for folder, folders, files in os.walk(root):
        links = [d for d in folders if os.path.islink(os.path.join(folder, d))]
        folders[:] = [d for d in folders if d not in links]
        inner = [] if os.path.relpath(folder, root) in (".", "targets/" + TARGET) else links
        for name in files + inner:
            yield os.path.relpath(os.path.join(folder, name), root)


def release_of(root):
    try:
        with open(os.path.join(root, "version.json"), encoding="utf-8") as stream:
            return json.load(stream)["cuda"]["version"]
    except (OSError, KeyError, ValueError):
        out = subprocess.run([os.path.join(root, "bin/nvcc"), "--version"], capture_output=True, text=True, check=True)
        return re.search(r"release (\d+\.\d+)", out.stdout).group(1) + ".0"


def manifest(version, components):
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', '<package id="main" name="main">',
            '  <package name="CUDA Toolkit %s">' % escape(version)]
    for name in components:
        rows += ['    <package name="%s">' % escape(name), "      <buildPath>./builds/%s/</buildPath>" % escape(name),
                 "      <file>.*</file>", "    </package>"]
    rows += ["  </package>", '  <package name="Driver">', "    <buildPath>./builds/</buildPath>",
             "    <file>NVIDIA-Linux-x86_64-0.0.0.run</file>", "  </package>", "</package>", ""]
    return "\n".join(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("out")
    parser.add_argument("--version")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    root = os.path.realpath(options.root)
    version = options.version or release_of(root)

    components = set()
    for path in sorted(tree(root)):
        place = installed_path(path)
        if place == "version.json" or not wanted(place, options.full):
            continue
        component = component_of(place, version)
        components.add(component)
        copy(os.path.join(root, path), os.path.join(options.out, "builds", component, place))

    def write(path, text, mode=0o644):
        full = os.path.join(options.out, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(full, mode)

    write("builds/version.json", json.dumps({"cuda": {"name": "CUDA SDK", "version": version}}) + "\n")
    write("builds/NVIDIA-Linux-x86_64-0.0.0.run", "#!/bin/sh\necho the driver must never be unpacked; exit 1\n", 0o755)
    write("cuda-installer", "#!/bin/sh\necho the installer must never run; exit 1\n", 0o755)
    write("manifests/cuda_x86_64.xml", manifest(version, sorted(components)))
    print(version)
    return 0


if __name__ == "__main__":
    sys.exit(main())
