# SPDX-License-Identifier: MIT
"""What is installed: one toolkit as a runfile and as two sets of redist archives, out of a real tree if
there is one, else made up."""

import dataclasses
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys

import peers
from bench import HERE, tree_size
from timing import remove_tree

TESTS = os.path.dirname(HERE)
sys.path[1:1] = [os.path.join(TESTS, "fixtures"), os.path.join(TESTS, "real")]
from fixturelib import selfextract  # noqa: E402 (found only now)

VERSION = "12.4.1"  # whatever the tree says: companions for it can be made up
HOST = "https://developer.download.nvidia.com/"
# Of a real tree: compiler, headers and a few libraries, about 600 MB.
KEPT_LIBRARIES = re.compile(r"(lib(cudart|cudadevrt|culibos|cufft|nvrtc(?!\.alt)))|stubs|cmake")


@dataclasses.dataclass
class Kit:
    """Everything about the toolkit that is installed in most goals."""
    payload: str      # as makeself packed it: the tree that unpackers must make
    files: int
    size: int
    run: str          # the runfile, and where its archive begins
    offset: int
    mirror: str       # runfile, single-block archives, companions, at NVIDIA's paths
    multi: str        # multi-block archives at the same paths
    catalogs: dict    # folder of rows for each of the two mirrors
    is_real: bool

    def archives(self, mirror):
        """The toolkit's redist archives, largest first."""
        top = os.path.join(mirror, "compute/cuda/redist")
        found = [os.path.join(place, name) for place, _, names in os.walk(top) for name in names if name.endswith(".tar.xz")]
        return sorted(found, key=os.path.getsize, reverse=True)

    def told(self):
        tree = "a real toolkit's" if self.is_real else "a made-up"
        return (f"input: {tree} tree, {self.size / 1e6:.0f} MB in {self.files} files; runfile (gzip -6) "
                f"{os.path.getsize(self.run) / 1e6:.0f} MB")


def kit(bench):
    """The Kit; packed inputs of an earlier run in the same --work are taken again."""
    real = not bench.is_quick and os.path.exists(os.path.join(bench.tree, "bin/nvcc"))
    home = os.path.join(bench.inputs, "real" if real else "quick" if bench.is_quick else "made")
    if not os.path.exists(os.path.join(home, "done")):
        if os.path.exists(home):
            remove_tree(home)
        bench.say(f"  packing inputs ({home})")
        _pack(bench, home, real)
        with open(os.path.join(home, "done"), "w", encoding="ascii"):
            pass
    mirror, payload = os.path.join(home, "mirror"), os.path.join(home, "payload")
    run = run_place(mirror)
    return Kit(payload, *tree_size(payload), run, offset_of(run), mirror, os.path.join(home, "multi"),
               {mirror: os.path.join(home, "catalog"), os.path.join(home, "multi"): os.path.join(home, "catalog-multi")}, real)


def run_place(mirror, version=VERSION):
    """Where a mirror has the runfile of a release."""
    return os.path.join(mirror, f"compute/cuda/{version}/local_installers/cuda_{version}_linux.run")


def _pack(bench, home, real):
    root, payload = os.path.join(home, "root"), os.path.join(home, "payload")
    if real:
        _copy_part(os.path.realpath(bench.tree), root)
    else:
        make_tree(root, *((60e6, 600) if bench.is_quick else (600e6, 1800)))
    _script("real/pack_toolkit.py", root, payload, "--version", VERSION, "--full")
    remove_tree(root)
    mirror = os.path.join(home, "mirror")
    runfile(payload, run_place(mirror))
    level = "-1" if bench.is_quick else "-6"
    for folder, catalog, blocks in ((mirror, "catalog", "-T1"), (os.path.join(home, "multi"), "catalog-multi", "-T2")):
        catalog = os.path.join(home, catalog)
        # Companions first, since the made-up toolkit that comes with them is replaced by ours.
        _script("fixtures/make_fixtures.py", folder, "--redist", VERSION, "--catalog", catalog)
        shutil.rmtree(os.path.join(folder, "compute/cuda/redist"))
        more = [] if blocks == "-T1" else ["--block-size=4MiB"] if bench.is_quick else []
        _script("real/pack_redist.py", payload, folder, catalog, "--version", VERSION, "--xz", " ".join([level, blocks, *more]))
        add_runfile(catalog, VERSION, run_place(mirror), HOST + os.path.relpath(run_place(mirror), mirror))


def _script(name, *arguments):
    subprocess.run([sys.executable, "-B", os.path.join(TESTS, name), *arguments], check=True, stdout=subprocess.DEVNULL)


def _copy_part(source, target):
    def left_out(folder, names):
        inside = os.path.relpath(folder, source)
        if inside == ".":
            return [name for name in names if name not in ("bin", "include", "lib", "lib64", "nvvm")]
        return [name for name in names if not KEPT_LIBRARIES.match(name)] if inside in ("lib", "lib64") else []

    shutil.copytree(source, target, symlinks=True, ignore=left_out)


def _content(source, size):
    """Bytes that gzip halves, about: noise and text in turn."""
    blocks = []
    while size > 0:
        part = min(size, 1 << 16)
        blocks.append(source.randbytes(part // 2) + (b"extern int the_same_words_again;\n" * (part // 64 + 1))[:part - part // 2])
        size -= part
    return b"".join(blocks)


def make_tree(root, total_bytes, files):
    """A tree that is laid out as a toolkit and weighs as much: a tenth in many headers, the rest in few libraries."""
    source = random.Random(files)
    libraries = {"libcufft.so.11": 0.45, "libnvrtc.so.12": 0.2, "libcudart.so.12": 0.05, "libcusparse.so.12": 0.2}

    def write(path, data, mode=0o644):
        place = os.path.join(root, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as out:
            out.write(data)
        os.chmod(place, mode)

    write("bin/nvcc", b'#!/bin/sh\necho "Cuda compilation tools, release 12.4, V12.4.131"\n', 0o755)
    for name, part in libraries.items():
        write("lib/" + name, _content(source, int(total_bytes * part)))
    for number in range(files - len(libraries) - 1):
        write(f"include/{('cub', 'thrust', 'made')[number % 3]}/{number % 40}/header_{number}.h", _content(source, int(total_bytes * 0.1 / files)))


def runfile(folder, place):
    """Packs the folder as NVIDIA does: makeself with gzip -6; a header of our own where it is missing."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    if peers.find("makeself"):
        subprocess.run([peers.find("makeself"), "--gzip", "--complevel", "6", "--nox11", folder, place, "CUDA", "./cuda-installer"],
                       check=True, capture_output=True)
        return
    archive = place + ".tar.gz"
    subprocess.run(["tar", "-C", folder, "-I", "gzip -6", "-cf", archive, "."], check=True)
    wrap(archive, place)


def wrap(archive, place):
    """A runfile of an archive that is there; the archive goes."""
    md5 = _digest(archive, "md5")
    header = selfextract.runfile([], md5=md5, crc="0000000000", sizes=str(os.path.getsize(archive)))
    with open(place, "wb") as out, open(archive, "rb") as data:
        out.write(header)
        shutil.copyfileobj(data, out, 1 << 20)
    os.remove(archive)


def offset_of(run):
    """Where the archive begins: behind as many lines as the header says it has."""
    with open(run, "rb") as stream:
        head = stream.read(1 << 17)
    found = re.search(rb'^skip="(\d+)"$', head, re.M) or re.search(rb"head -n (\d+) ", head)
    lines = int(found.group(1))
    return len(b"\n".join(head.split(b"\n", lines)[:lines])) + 1


def _digest(path, name):
    with open(path, "rb") as stream:
        digest = hashlib.new(name)
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def add_runfile(catalog, version, run, url):
    """A catalog row for a runfile."""
    os.makedirs(catalog, exist_ok=True)
    with open(os.path.join(catalog, f"toolkit-{version}.toml"), "w", encoding="ascii") as out:
        out.write(f'schema = 1\n[[release]]\nversion = "{version}"\n[[release.runfile]]\nplatform = "linux-x86_64"\n'
                  f'url = "{url}"\nsize = {os.path.getsize(run)}\nsha256 = "{_digest(run, "sha256")}"\n')
