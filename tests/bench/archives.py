# SPDX-License-Identifier: MIT
"""Archives of one kind that are made quickly: very large ones, and ones of many small files."""

import dataclasses
import os
import random
import struct
import tarfile
import zlib

import inputs  # which also finds what tests/real and tests/fixtures have
import pack_redist
from fixturelib.redist import PLATFORM, Product
from xz_file import XzFile


def stored_gzip(source, target):
    """gzip of stored blocks: as large as what is in it, made at the speed of the disk."""
    packer = zlib.compressobj(0, wbits=31)
    with open(target, "wb") as out:
        for block in source:
            out.write(packer.compress(block))
        out.write(packer.flush())


def member(name, size, mode=0o644):
    """A tar header."""
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, mode
    return info.tobuf(tarfile.GNU_FORMAT)


NVCC = b'#!/bin/sh\necho "Cuda compilation tools, release 12.4, V12.4.131"\n'
COMPILER = member("./builds/cuda_nvcc/bin/nvcc", len(NVCC), 0o755) + NVCC + b"\0" * (-len(NVCC) % 512)
PARTS = "./builds/cuda_cudart/targets/x86_64-linux/"
END = b"\0" * 1024


def tar_of(files):
    """Blocks of a runfile's tar: a compiler and then each (name, bytes, block that is repeated)."""
    yield COMPILER
    for name, size, block in files:
        yield member(PARTS + name, size)
        whole, rest = divmod(size, len(block))
        for _ in range(whole):
            yield block
        yield block[:rest] + b"\0" * (-size % 512)
    yield END


def repeated_gzip(target, block, times):
    """A gzip of a runfile's tar with one file of so many equal blocks, compressed once: after a full
    flush nothing refers back, so that the same bytes may follow again."""
    head = COMPILER + member(PARTS + "lib/liblarge.so", len(block) * times)
    packer = zlib.compressobj(6, wbits=-15)
    first, repeated = (packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH) for data in (head, block))
    crc = zlib.crc32(head)
    with open(target, "wb") as out:
        out.write(b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + first)
        for _ in range(times):
            out.write(repeated)
            crc = zlib.crc32(block, crc)
        size = (len(head) + len(block) * times + len(END)) & 0xFFFFFFFF
        out.write(packer.compress(END) + packer.flush() + struct.pack("<II", zlib.crc32(END, crc), size))


def large_runfile(folder, version, size, block):
    """A runfile whose tar holds about so many bytes, in files of 256 MB that each repeat a block of their own."""
    files = [(f"lib/libpart{number}.so", min(256 << 20, size - start), block(number))
             for number, start in enumerate(range(0, size, 256 << 20))]
    return pack_files(folder, version, files)


def pack_files(folder, version, files):
    """A runfile of stored blocks in folder/mirror, its row in folder/catalog; the Packed."""
    return pack(folder, version, lambda target: stored_gzip(tar_of(files), target))


def pack(folder, version, write_archive):
    """A runfile of what write_archive(path) writes, with a mirror and a catalog."""
    run = inputs.run_place(os.path.join(folder, "mirror"), version)
    os.makedirs(os.path.dirname(run))
    write_archive(run + ".tar.gz")
    inputs.wrap(run + ".tar.gz", run)
    catalog = os.path.join(folder, "catalog")
    inputs.add_runfile(catalog, version, run, inputs.HOST + os.path.relpath(run, os.path.join(folder, "mirror")))
    return Packed(version, run, os.path.join(folder, "mirror"), catalog)


@dataclasses.dataclass
class Packed:
    """One archive with its mirror and its catalog."""
    version: str
    archive: str
    mirror: str
    catalog: str


def large_redist(folder, version, size, block_bytes=0):
    """The same as the archive of one component, in one block of xz or in several."""
    product = Product(os.path.join(folder, "mirror"), "cuda")
    top = f"cuda_cudart-{PLATFORM}-{version}-archive"
    rel = f"cuda_cudart/{PLATFORM}/{top}.tar.xz"
    place = os.path.join(product.mirror, product.folder, rel)
    os.makedirs(os.path.dirname(place))
    with open(place, "wb") as out:
        packer = XzFile(out, block_bytes)
        for number, start in enumerate(range(0, size, 256 << 20)):
            part, block = min(256 << 20, size - start), thin_block(number)
            packer.add(member(f"{top}/lib/libpart{number}.so", part))
            packer.add(block, part // len(block))
        packer.add(END)
        packer.close()
    listed = pack_redist.listed(rel, place)
    product.release(version, {"cuda_cudart": (version, {PLATFORM: listed})}, f'builds = [{{ platforms = ["{PLATFORM}"] }}]\n')
    catalog = os.path.join(folder, "catalog")
    product.close(catalog)
    with open(os.path.join(catalog, "toolkits.toml"), "w", encoding="ascii") as out:
        out.write(f'schema = 1\n[[release]]\nversion = "{version}"\n')
    return Packed(version, place, product.mirror, catalog)


def dense_block(number):
    """A megabyte that does not compress."""
    return random.Random(number).randbytes(1 << 20)


def thin_block(number):
    """A megabyte of which a twentieth remains; what nearly vanishes is taken for a bomb."""
    noise = random.Random(number).randbytes(50_000)
    return noise + (b"much ado about nothing " * 45600)[:(1 << 20) - 1 - len(noise)] + b"\0"
