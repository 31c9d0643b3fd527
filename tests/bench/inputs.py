# SPDX-License-Identifier: MIT
"""What is installed: one toolkit as a runfile and as two sets of redist archives, out of a real tree if
there is one, else made up; large archives that compress well; toolkits of many small files."""

import dataclasses
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import zlib

import peers
from bench import HERE, tree_size
from timing import remove_tree

TESTS = os.path.dirname(HERE)
sys.path[1:1] = [os.path.join(TESTS, "fixtures"), os.path.join(TESTS, "real")]
import pack_redist  # noqa: E402 (found only now)
from fixturelib import selfextract  # noqa: E402
from fixturelib.redist import PLATFORM, Product  # noqa: E402

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
    run = _run_place(mirror)
    return Kit(payload, *tree_size(payload), run, offset_of(run), mirror, os.path.join(home, "multi"),
               {mirror: os.path.join(home, "catalog"), os.path.join(home, "multi"): os.path.join(home, "catalog-multi")}, real)


def _run_place(mirror, version=VERSION):
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
    runfile(payload, _run_place(mirror))
    level = "-1" if bench.is_quick else "-6"
    for folder, catalog, blocks in ((mirror, "catalog", "-T1"), (os.path.join(home, "multi"), "catalog-multi", "-T2")):
        catalog = os.path.join(home, catalog)
        # Companions first, since the made-up toolkit that comes with them is replaced by ours.
        _script("fixtures/make_fixtures.py", folder, "--redist", VERSION, "--catalog", catalog)
        shutil.rmtree(os.path.join(folder, "compute/cuda/redist"))
        more = [] if blocks == "-T1" else ["--block-size=4MiB"] if bench.is_quick else []
        _script("real/pack_redist.py", payload, folder, catalog, "--version", VERSION, "--xz", " ".join([level, blocks, *more]))
        add_runfile(catalog, VERSION, _run_place(mirror), HOST + os.path.relpath(_run_place(mirror), mirror))


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


# --- archives of one kind --------------------------------------------------------------------------

def stored_gzip(source, target):
    """gzip of stored blocks: as large as what is in it, made at the speed of the disk."""
    packer = zlib.compressobj(0, wbits=31)
    with open(target, "wb") as out:
        for block in source:
            out.write(packer.compress(block))
        out.write(packer.flush())


def _member(name, size, mode=0o644):
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, mode
    return info.tobuf(tarfile.GNU_FORMAT)


NVCC = b'#!/bin/sh\necho "Cuda compilation tools, release 12.4, V12.4.131"\n'


def tar_of(files):
    """Blocks of a runfile's tar: a compiler and then each (name, bytes, block that is repeated)."""
    yield _member("./builds/cuda_nvcc/bin/nvcc", len(NVCC), 0o755) + NVCC + b"\0" * (-len(NVCC) % 512)
    for name, size, block in files:
        yield _member("./builds/cuda_cudart/targets/x86_64-linux/" + name, size)
        whole, rest = divmod(size, len(block))
        for _ in range(whole):
            yield block
        yield block[:rest] + b"\0" * (-size % 512)
    yield b"\0" * 1024


def large_runfile(folder, version, size, block):
    """A runfile whose tar holds about so many bytes, in files of 256 MB that each repeat a block of their own."""
    files = [(f"lib/libpart{number}.so", min(256 << 20, size - start), block(number))
             for number, start in enumerate(range(0, size, 256 << 20))]
    return pack_files(folder, version, files)


def pack_files(folder, version, files):
    """A runfile of stored blocks in folder/mirror, its row in folder/catalog; the Packed."""
    run = _run_place(os.path.join(folder, "mirror"), version)
    os.makedirs(os.path.dirname(run))
    stored_gzip(tar_of(files), run + ".tar.gz")
    wrap(run + ".tar.gz", run)
    catalog = os.path.join(folder, "catalog")
    add_runfile(catalog, version, run, HOST + os.path.relpath(run, os.path.join(folder, "mirror")))
    return Packed(version, run, os.path.join(folder, "mirror"), catalog)


@dataclasses.dataclass
class Packed:
    """One archive with its mirror and its catalog."""
    version: str
    archive: str
    mirror: str
    catalog: str


def large_redist(folder, version, size, options):
    """The same as the archive of one component, by xz with these options."""
    product = Product(os.path.join(folder, "mirror"), "cuda")
    top = f"cuda_cudart-{PLATFORM}-{version}-archive"
    rel = f"cuda_cudart/{PLATFORM}/{top}.tar.xz"
    place = os.path.join(product.mirror, product.folder, rel)
    os.makedirs(os.path.dirname(place))
    with open(place, "wb") as out:
        packer = subprocess.Popen(["xz", *options, "-c"], stdin=subprocess.PIPE, stdout=out)
        for number, start in enumerate(range(0, size, 256 << 20)):
            part, block, noise = min(256 << 20, size - start), thin_block(number), random.Random(number)
            packer.stdin.write(_member(f"{top}/lib/libpart{number}.so", part))
            for _ in range(part // len(block)):
                packer.stdin.write(noise.randbytes(NOISE) + block[NOISE:])
        packer.stdin.write(b"\0" * 1024)
        packer.communicate()
    listed = pack_redist.listed(rel, place)
    product.release(version, {"cuda_cudart": (version, {PLATFORM: listed})}, f'builds = [{{ platforms = ["{PLATFORM}"] }}]\n')
    catalog = os.path.join(folder, "catalog")
    product.close(catalog)
    with open(os.path.join(catalog, "toolkits.toml"), "w", encoding="ascii") as out:
        out.write(f'schema = 1\n[[release]]\nversion = "{version}"\n')
    return Packed(version, place, product.mirror, catalog)


NOISE = 50_000  # in each megabyte: what nearly vanishes is taken for a bomb


def dense_block(number):
    """A megabyte that does not compress."""
    return random.Random(number).randbytes(1 << 20)


def thin_block(number):
    """A megabyte that nearly vanishes."""
    return (b"%08d " % number + b"much ado about nothing " * 45)[:1024] * 1024
