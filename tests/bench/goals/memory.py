# SPDX-License-Identifier: MIT
"""G17, G19 and G20: bytes written and memory held while installing, also from very large archives."""

import os
import shutil

import archives
import inputs
import network
from goals.unpack import MULTI, OURS, _measure_redist, _measure_runfile
from bench import tree_size
from tables import Bound, Result, number
from timing import measured, remove_tree

CORES = len(os.sched_getaffinity(0))


def _install(bench, root, packed_version, arguments, catalog, mirror):
    env = bench.ours(root, CUDAENV_CATALOG=catalog, CUDAENV_MIRROR=mirror)
    log = os.path.join(bench.work, "install.log")
    use = measured(bench, [bench.program, "install", *arguments, packed_version], env, log=log)
    if use.status != 0:
        with open(log, encoding="utf-8", errors="replace") as stream:
            raise RuntimeError(f"install {packed_version}: exit {use.status}: {stream.read()[-300:]}")
    return use


def _own_size(root, version):
    """Files and bytes of an installed stack, without what we add."""
    prefix = os.path.join(root, "versions", version)
    files, size = tree_size(prefix)
    added = tree_size(os.path.join(prefix, ".cudaenv"))
    return files - added[0], size - added[1]


def written(bench):
    """G17: bytes written by an install"""
    kit = bench.once(inputs.kit)
    root = os.path.join(bench.work, "roots", "written")
    with network.server(bench, kit.mirror) as port:
        use = _install(bench, root, inputs.VERSION, [], kit.catalogs[kit.mirror], f"http://127.0.0.1:{port}")
    archive, (files, size) = os.path.getsize(kit.run), _own_size(root, inputs.VERSION)
    rows = [["archive", number(archive / 1e6)], ["unpacked", number(size / 1e6)], ["given to write calls", number(use.written / 1e6)],
            ["sent to a block device", number(use.sent_to_disk / 1e6)], ["read", number(use.read / 1e6)]]
    return Result("bytes written by an install from a server", ["", "MB"], rows,
                  [Bound("(written - archive) / unpacked", (use.written - archive) / size, 1.02)],
                  [kit.told(), f"{files} files installed; a second extracted copy would show as 2"])


def _large(bench):
    """Peak memory and seconds of an install from each kind of very large archive."""
    room = shutil.disk_usage(bench.work).free
    size = (256 << 20) if bench.is_quick else (4 << 30) if room > 10e9 else (1 << 30)
    kinds = {
        "gzip runfile, does not compress": lambda folder: archives.large_runfile(folder, "12.4.1", size, archives.dense_block),
        "xz, one block": lambda folder: archives.large_redist(folder, "12.4.1", size),
        "xz, blocks of 24 MiB": lambda folder: archives.large_redist(folder, "12.4.1", size, 24 << 20),
    }
    found = {}
    for kind, make in kinds.items():
        bench.say(f"  {size >> 20} MiB: {kind}")
        folder = bench.folder("large")
        packed = make(folder)
        choice = ["--from", packed.archive] if packed.archive.endswith(".run") else ["--source", "redist", "--only", "cuda_cudart", "--from", packed.mirror]
        use = _install(bench, os.path.join(folder, "root"), packed.version, choice, packed.catalog, "file://" + packed.mirror)
        found[kind] = (os.path.getsize(packed.archive), size, use)
        remove_tree(folder)
    return found


def _rows(found):
    return [[kind, number(packed / 1e6), number(size / 1e6), number(use.wall), number(use.peak_kib / 1024)]
            for kind, (packed, size, use) in found.items()]


HEADER = ["archive", "packed MB", "unpacked MB", "s", "peak MB"]


def streaming(bench):
    """G19: peak memory while streaming"""
    large, kit = bench.once(_large), bench.once(inputs.kit)
    one, many = bench.once(_measure_runfile)[OURS], bench.once(_measure_redist)[OURS]
    archives = len(kit.archives(kit.mirror))
    rows = _rows({kind: use for kind, use in large.items() if "blocks" not in kind})
    rows.append(["the runfile of G12", number(os.path.getsize(kit.run) / 1e6), number(kit.size / 1e6), number(one.median()),
                 number(one.part(1, "peak_kib") / 1024)])
    rows.append([f"the {archives} archives of G13", "-", number(kit.size / 1e6), number(many.median()), number(many.part(1, "peak_kib") / 1024)])
    bounds = [Bound(f"{kind}: peak", use.peak_kib / 1024, 32, " MB") for kind, (_, _, use) in large.items() if "blocks" not in kind]
    bounds.append(Bound("the runfile of G12: peak", one.part(1, "peak_kib") / 1024, 32, " MB"))
    bounds.append(Bound(f"{archives} archives on {CORES} cores: peak", many.part(1, "peak_kib") / 1024, 32 + 12 * max(1, CORES - 1), " MB"))
    return Result("peak memory while streaming", HEADER, rows, bounds)


def blocks(bench):
    """G20: peak memory while decoding xz of many blocks"""
    large, kit = bench.once(_large), bench.once(inputs.kit)
    many = bench.once(_measure_redist)[MULTI]
    chosen = {kind: use for kind, use in large.items() if "blocks" in kind}
    rows = _rows(chosen)
    rows.append(["the archives of G13, several blocks", "-", number(kit.size / 1e6), number(many.median()), number(many.part(1, "peak_kib") / 1024)])
    bounds = [Bound(f"{kind}: peak, for each of {CORES} threads", use.peak_kib / 1024 / CORES, 48, " MB") for kind, (_, _, use) in chosen.items()]
    bounds.append(Bound(f"several archives of several blocks: peak, for each of {CORES} threads",
                        many.part(1, "peak_kib") / 1024 / CORES, 48, " MB"))
    return Result("peak memory while decoding xz of many blocks", HEADER, rows, bounds)


GOALS = {"G17": written, "G19": streaming, "G20": blocks}
