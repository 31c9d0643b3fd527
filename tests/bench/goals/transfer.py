# SPDX-License-Identifier: MIT
"""G15, G16 and G23: from a server to an installed toolkit, over lines of several kinds."""

import os
import statistics
import subprocess
import time

import inputs
import network
import peers
from goals.unpack import OURS, floor_unpack, installing
from tables import Bound, Result, number, troubles, wall_table
from timing import Job, jobs, remove_tree

PIECE = 4 << 20


def _ours(bench, kit, port):
    return installing(bench, OURS, inputs.VERSION, kit.catalogs[kit.mirror], CUDAENV_MIRROR=f"http://127.0.0.1:{port}")


def _chains(bench, kit, port):
    """What people do without us, each as good as it gets."""
    url = f"http://127.0.0.1:{port}/" + os.path.relpath(kit.run, kit.mirror)
    env = bench.env()
    tail = f"tail -c +{kit.offset + 1}"
    if peers.find("wget") and peers.find("makeself"):
        yield Job("wget, then its own way", f'wget -q -O "$D.run" {url} && sh "$D.run" --noexec --nox11 --target "$D"; rm "$D.run"', env)
    if peers.find("aria2c") and peers.find("igzip"):
        yield Job("aria2c, then SHA-256, igzip and tar",
                  f'aria2c -q -x8 -s8 -k1M -d "$D" -o x.run {url} && openssl dgst -sha256 "$D/x.run" && {tail} "$D/x.run" | '
                  'igzip -dc | tar xf - -C "$D"', env)
    if peers.find("curl") and peers.find("igzip"):
        # SHA-256 reads a named pipe, so that the shell waits for it.
        yield Job("curl into SHA-256, igzip and tar",
                  f'mkfifo "$D/pipe"; openssl dgst -sha256 <"$D/pipe" & curl -s {url} | tee "$D/pipe" | {tail} | igzip -dc | '
                  'tar xf - -C "$D"; wait', env)


def _network_seconds(kit, profile, curl):
    """What the line alone takes in each round; over loopback that is what curl takes."""
    if profile.total:
        return lambda index: os.path.getsize(kit.run) / (profile.total * 1e6)
    return lambda index: curl.uses[index].wall


def _end_to_end(bench, kit, profile, port):
    url = f"http://127.0.0.1:{port}/" + os.path.relpath(kit.run, kit.mirror)
    rows = [_ours(bench, kit, port), Job("floor: unpack the local file", floor_unpack(bench, kit), bench.env()),
            Job("floor: curl to a file", f'curl -s -o "$D/x.run" {url}' if profile == network.LOOPBACK else ":", bench.env()),
            *_chains(bench, kit, port)]
    series = jobs(bench, rows, bench.rounds(5, 2))
    ours, floor, curl = series[:3]
    seconds = _network_seconds(kit, profile, curl)
    bounds = [Bound(f"{profile.name}: wall, x max(network, decode and write)",
                    ours.ratio_to(lambda index: max(seconds(index), floor.uses[index].wall)), 1.1)]
    bounds += [Bound(f"{profile.name}: wall, x {one.name}", ours.ratio(one), 1) for one in series[3:]]
    limit = statistics.median(max(seconds(index), floor.uses[index].wall) for index in range(len(ours.uses)))
    header, table = wall_table([one for one in series if profile == network.LOOPBACK or one is not curl], 1, "s",
                               more=[("x limit", lambda one: number(one.median() / limit)),
                                     ("peak MB", lambda one: number(one.median("peak_kib") / 1024))])
    return header, [[profile.name, *row] for row in table] + [[profile.name, "limit", number(limit)] + [""] * 7], bounds, troubles(series)


def end_to_end(bench):
    """G15: from a server to an installed toolkit"""
    peers.need("nginx", "curl")
    kit = bench.once(inputs.kit)
    result = Result("from a server to an installed toolkit", notes=[
        kit.told(), "limit = max(network, decode and write): bytes by the line's rate, over loopback what curl takes; "
        "decode and write are the floor of G12"])
    with network.lines(bench, kit.mirror) as ports:
        for profile, port in ports.items():
            header, rows, bounds, notes = _end_to_end(bench, kit, profile, port)
            result.header = ["line", *header]
            result.rows += rows
            result.bounds += bounds
            result.notes += notes
    result.__post_init__()
    return result


def download(bench):
    """G16: download alone"""
    curl, = peers.need("curl")
    kit = bench.once(inputs.kit)
    result = Result("download alone", notes=[kit.told()])
    with network.lines(bench, kit.mirror) as ports:
        for profile, port in ports.items():
            url = f"http://127.0.0.1:{port}/" + os.path.relpath(kit.run, kit.mirror)
            env = bench.ours(bench.work, CUDAENV_CATALOG=kit.catalogs[kit.mirror], CUDAENV_MIRROR=f"http://127.0.0.1:{port}")
            rows = [Job("curl", f'{curl} -s -o "$D/x.run" {url}', bench.env()),
                    Job(OURS, f'CUDAENV_ROOT=$D/root CUDAENV_CACHE_DIR=$D/cache exec "{bench.program}" fetch {inputs.VERSION}', env)]
            if peers.find("aria2c"):
                rows.append(Job("aria2c, 8 connections", f'aria2c -q -x8 -s8 -k1M -d "$D" -o x.run {url}', bench.env()))
            series = jobs(bench, rows, bench.rounds(5, 2))
            rate = os.path.getsize(kit.run) / (profile.total * 1e6) if profile.total else 0
            header, table = wall_table(series, 1, "s", more=[
                ("x bytes / rate", lambda one, of=rate: number(one.median() / of) if of else "-")])
            result.header = ["line", *header]
            result.rows += [[profile.name, *row] for row in table]
            if profile.each:
                result.bounds.append(Bound(f"{profile.name}: x bytes / line rate", series[1].ratio_to(lambda _, of=rate: of), 1.05))
            else:
                result.bounds.append(Bound(f"{profile.name}: x curl", series[1].ratio(series[0]), 1.02))
            result.notes += troubles(series)
    result.__post_init__()
    return result


def _killed_half_way(bench, kit, line, folder):
    """Bytes that came through the line for an install that was killed at the half and run again."""
    env = bench.ours(os.path.join(folder, "root"), CUDAENV_CATALOG=kit.catalogs[kit.mirror],
                     CUDAENV_MIRROR=f"http://127.0.0.1:{line.port}")
    before, half = line.handed_over(), os.path.getsize(kit.run) / 2
    process = subprocess.Popen([bench.program, "install", inputs.VERSION], env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while line.handed_over() - before < half and process.poll() is None:
        time.sleep(0.001)
    process.kill()
    process.wait()
    time.sleep(0.3)  # the line notices
    first = line.handed_over() - before
    bench.call("install", inputs.VERSION, env=env)
    return first, line.handed_over() - before - os.path.getsize(kit.run)


def resumed(bench):
    """G23: killed at the half and run again"""
    kit = bench.once(inputs.kit)
    rows, again = [], []
    with network.server(bench, kit.mirror) as port:
        for profile in (network.SHARED, network.LIMITED):
            with network.line(bench, port, profile) as line:
                for number_ in range(bench.rounds(5, 1)):
                    folder = bench.folder("killed")
                    first, more = _killed_half_way(bench, kit, line, folder)
                    remove_tree(folder)
                    rows.append([profile.name, number_ + 1, number(first / 1e6), number(more / 1e6)])
                    again.append(more)
    return Result("killed at the half and run again", ["line", "kill", "MB before it", "MB fetched again"], rows,
                  [Bound("bytes fetched again, MiB, the worst of all", max(again) / (1 << 20), PIECE / (1 << 20))],
                  [kit.told(), "counted where the line hands bytes to the client, headers and what the dead client's kernel held included"])


GOALS = {"G15": end_to_end, "G16": download, "G23": resumed}
