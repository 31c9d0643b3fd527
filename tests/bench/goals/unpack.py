# SPDX-License-Identifier: MIT
"""G12, G13, G14, G18 and G21: from an archive on disk to an installed toolkit."""

import os

import inputs
import peers
from bench import tree_size
from tables import Bound, Result, number, troubles, wall_table
from timing import Job, jobs

OURS = "cudaenv"


def installing(bench, name, arguments, catalog, cpus=None, **env):
    """A job that installs with a root and a cache in its folder."""
    shell = f'CUDAENV_ROOT=$D/root CUDAENV_CACHE_DIR=$D/cache exec "{bench.program}" install {arguments}'
    return Job(name, shell, bench.ours(bench.work, CUDAENV_CATALOG=catalog, **env), check=is_installed, cpus=cpus)


def is_installed(folder):
    prefix = os.path.join(folder, "root/versions", inputs.VERSION)
    return None if os.path.exists(os.path.join(prefix, ".cudaenv/receipt.json")) else "nothing is installed"


def _unpacked(kit):
    """Nobody wins by doing less."""
    def check(folder):
        files, size = tree_size(folder)
        return None if (files, size) == (kit.files, kit.size) else f"{files} files of {size} bytes, not {kit.files} of {kit.size}"
    return check


def floor_unpack(bench, kit, archive=None):
    return f'"{bench.floor("unpack")}" "{archive or kit.run}" {kit.offset} "$D"'


def _runfile_jobs(bench, kit):
    env, whole = bench.env(), _unpacked(kit)
    tail = f'tail -c +{kit.offset + 1} "{kit.run}"'
    yield Job("floor", floor_unpack(bench, kit), env, whole)
    yield Job("floor, linking its files", f'cp -al "{kit.payload}" "$D/tree"', env)
    yield installing(bench, OURS, f'--from "{kit.run}" {inputs.VERSION}', kit.catalogs[kit.mirror])
    if peers.find("makeself"):
        yield Job("makeself's own way", f'sh "{kit.run}" --noexec --nox11 --target "$D"', env, whole)
    for tool, decode in (("gzip", "gzip -dc"), ("pigz", "pigz -dc"), ("igzip", "igzip -dc")):
        if peers.find(tool):
            yield Job(f"{tool} and tar", f'{tail} | {decode} | tar xf - -C "$D"', env, whole)
    if peers.find("bsdtar"):
        yield Job("bsdtar", f'{tail} | bsdtar -xf - -C "$D"', env)
    if peers.find("openssl"):
        yield Job("floor, SHA-256 beside it", f'openssl dgst -sha256 "{kit.run}" & {floor_unpack(bench, kit)}; wait', env, whole)
    if peers.find("igzip"):
        yield Job("igzip to nowhere", f"{tail} | igzip -dc >/dev/null", env)
    yield Job("cp -a of the tree", f'cp -a "{kit.payload}" "$D/tree"', env)


def _measure_runfile(bench):
    kit = bench.once(inputs.kit)
    return {one.name: one for one in jobs(bench, list(_runfile_jobs(bench, kit)), bench.rounds(5, 2))}


def runfile(bench):
    """G12: a local gzip runfile, checked and installed"""
    kit, by_name = bench.once(inputs.kit), bench.once(_measure_runfile)
    series = list(by_name.values())
    floor, links, ours = series[:3]
    header, table = wall_table(series, 1, "s", more=[
        ("MB/s out", lambda one: number(kit.size / 1e6 / one.median())),
        ("peak MB", lambda one: number(one.median("peak_kib") / 1024))])
    near = ours.ratio_to(lambda index: floor.uses[index].wall * 1.15 + links.uses[index].wall)
    bounds = [Bound("wall, x (1.15 x floor + linking its files)", near, 1)]
    for peer, most in (("igzip and tar", 0.6), ("makeself's own way", 0.22)):
        if peer in by_name:
            bounds.append(Bound(f"wall, x {peer}", ours.ratio(by_name[peer]), most))
    return Result("a local gzip runfile, checked and installed", header, table, bounds, [kit.told()] + troubles(series))


# --- redist archives ---------------------------------------------------------------------------------

ONE_BY_ONE, DECODE, MULTI = "tar xJf, one after another", "xz to nowhere, one after another", "cudaenv, several blocks"


def _redist_jobs(bench, kit):
    env, mirror = bench.env(), kit.mirror
    archives = " ".join(f'"{path}"' for path in kit.archives(mirror))
    several = " ".join(f'"{path}"' for path in kit.archives(kit.multi))
    cores = len(os.sched_getaffinity(0))
    yield Job(ONE_BY_ONE, f'for each in {archives}; do tar xJf "$each" -C "$D"; done', env)
    yield Job(DECODE, f'for each in {archives}; do xz -dc "$each" >/dev/null; done', env)
    yield Job("the largest alone, xz to nowhere", f'xz -dc "{kit.archives(mirror)[0]}" >/dev/null', env)
    yield _redist(bench, kit, OURS, mirror)
    yield Job(f"tar xJf, {cores} at a time, largest first", f'printf "%s\\n" {archives} | xargs -P{cores} -I@ tar xJf @ -C "$D"', env)
    yield _redist(bench, kit, MULTI, kit.multi)
    yield Job(f"several blocks, xz -T{cores} and tar",
              f'for each in {several}; do xz -T{cores} -dc "$each" | tar xf - -C "$D"; done', env)
    for count in (1, 2):
        if count < cores:
            yield _redist(bench, kit, f"cudaenv, {count} core{'s' * (count > 1)}", mirror, set(sorted(os.sched_getaffinity(0))[:count]))


def _redist(bench, kit, name, mirror, cpus=None):
    arguments = f'--source redist --profile full --from "{mirror}" {inputs.VERSION}'
    return installing(bench, name, arguments, kit.catalogs[mirror], cpus, CUDAENV_MIRROR="file://" + mirror)


def _measure_redist(bench):
    peers.need("xz")
    kit = bench.once(inputs.kit)
    return {one.name: one for one in jobs(bench, list(_redist_jobs(bench, kit)), bench.rounds(5, 2))}


def redist(bench):
    """G13: a set of redist archives"""
    kit, by_name = bench.once(inputs.kit), bench.once(_measure_redist)
    cores = len(os.sched_getaffinity(0))
    series = list(by_name.values())
    header, table = wall_table(series, 1, "s", more=[
        ("MB/s out", lambda one: number(kit.size / 1e6 / one.median())),
        ("peak MB", lambda one: number(one.median("peak_kib") / 1024))])
    decode = by_name[DECODE]
    share = by_name[OURS].ratio_to(lambda index: decode.uses[index].cpu / cores)
    several = by_name[MULTI].ratio_to(lambda index: decode.uses[index].cpu / cores)
    packed = sum(map(os.path.getsize, kit.archives(kit.mirror)))
    return Result(f"{len(kit.archives(kit.mirror))} redist archives on {cores} cores", header, table,
                  [Bound(f"wall, x decoding CPU / {cores}", share, 1.1),
                   Bound(f"several blocks: wall, x decoding CPU / {cores}", several, 1.1),
                   Bound("wall, x tar xJf in turn", by_name[OURS].ratio(by_name[ONE_BY_ONE]), 0.55)],
                  [kit.told(), f"xz {packed / 1e6:.0f} MB; decoding CPU is that of xz, one archive after another"] + troubles(series))


def cores(bench):
    """G14: the same on other numbers of cores"""
    by_name = bench.once(_measure_redist)
    here = len(os.sched_getaffinity(0))
    decode, largest = by_name[DECODE], by_name["the largest alone, xz to nowhere"]
    rows, bounds = [], []
    for count in (1, 2, 4, 8):
        limit = max(largest.median(), decode.median("cpu") / count)
        name = OURS if count == here else f"cudaenv, {count} core{'s' * (count > 1)}"
        told = "-"
        if name in by_name:
            told = number(by_name[name].median())
            ratio = by_name[name].ratio_to(
                lambda index, n=count: max(largest.uses[index].wall, decode.uses[index].cpu / n))
            bounds.append(Bound(f"{count} core{'s' * (count > 1)}: wall, x limit", ratio, 1.1))
        rows.append([count, number(limit), told])
    return Result("redist archives by cores: limit = max(largest alone, decoding CPU / cores)", ["cores", "limit s", "cudaenv s"],
                  rows, bounds, [f"measured with the process held to so many of {here} cores; larger numbers are the limit alone"])


# --- digest and store --------------------------------------------------------------------------------

def _installed(bench):
    """A root with the toolkit; kept for other goals."""
    kit = bench.once(inputs.kit)
    env = bench.ours(os.path.join(bench.work, "roots", "installed"), CUDAENV_CATALOG=kit.catalogs[kit.mirror],
                     CUDAENV_MIRROR="file://" + kit.mirror)
    bench.call("install", "--from", kit.run, inputs.VERSION, env=env)
    return env


def digest(bench):
    """G18: what SHA-256 costs"""
    openssl, = peers.need("openssl")
    env = bench.once(_installed)
    prefix = os.path.join(env["CUDAENV_ROOT"], "versions", inputs.VERSION)
    size = tree_size(prefix)[1]
    every = f'find "{prefix}" -type f -print0 | xargs -0 "{openssl}" dgst -sha256 >/dev/null'
    series = jobs(bench, [Job("openssl dgst -sha256 of the files", every, bench.env()),
                          Job("cudaenv verify", f'exec "{bench.program}" verify {inputs.VERSION}', env)], bench.rounds(5, 2))
    header, table = wall_table(series, 1, "s", more=[("MB/s by CPU", lambda one: number(size / 1e6 / one.median("cpu")))])
    bounds = [Bound("bytes hashed in a CPU second, x openssl", 1 / series[1].ratio(series[0], "cpu"), 0.95, at_least=True)]
    by_name = bench.once(_measure_runfile)
    notes = troubles(series)
    if "floor, SHA-256 beside it" in by_name:
        beside = by_name["floor, SHA-256 beside it"].ratio(by_name["floor"])
        notes.append(f"hashing the archive beside the floor of G12: {number(beside)} x the floor; G12's bound, which is the floor "
                     "without any digest, holds only if both digests hide behind decoding")
    return Result("SHA-256", header, table, bounds, notes)


def second(bench):
    """G21: a second stack out of the store"""
    kit, env = bench.once(inputs.kit), bench.once(_installed)
    prefix = os.path.join(env["CUDAENV_ROOT"], "versions", inputs.VERSION)
    stack = inputs.VERSION + "+cudnn8.9.7"

    def away(_):
        bench.call("uninstall", "-f", stack, env=env)

    ours = Job(OURS, f'exec "{bench.program}" install {stack}', env, setup=away)
    series = jobs(bench, [Job("cp -al", f'cp -al "{prefix}" "$D/tree"', bench.env()), ours,
                          Job("cp -a", f'cp -a "{prefix}" "$D/tree"', bench.env())], bench.rounds(7, 2))
    header, table = wall_table(series, 1e3, "ms")
    away(None)
    return Result("the toolkit again with a small cuDNN: only links", header, table,
                  [Bound("wall, x cp -al", series[1].ratio(series[0]), 2)], [kit.told()] + troubles(series))


GOALS = {"G12": runfile, "G13": redist, "G14": cores, "G18": digest, "G21": second}
