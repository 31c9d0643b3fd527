# SPDX-License-Identifier: MIT
"""A mirror on loopback, and lines of limited speed in front of it."""

import contextlib
import dataclasses
import os
import socket
import subprocess
import time

import peers


@dataclasses.dataclass(frozen=True)
class Profile:
    """A line: round trip in ms, MB/s of all connections together and of each (0 = no limit)."""
    name: str
    round_trip_ms: float = 0
    total: float = 0
    each: float = 0


LOOPBACK = Profile("loopback")
SHARED = Profile("25 MB/s, RTT 20 ms", 20, 25)
LIMITED = Profile("100 MB/s, RTT 40 ms, 20 MB/s a connection", 40, 100, 20)
PROFILES = (LOOPBACK, SHARED, LIMITED)

_CONF = """{user}daemon off; worker_processes 1; pid {place}/pid; error_log {place}/error.log;
events {{ worker_connections 512; }}
http {{ access_log off; sendfile on; tcp_nopush on; types {{}} default_type application/octet-stream;
 client_body_temp_path {place}/t1; proxy_temp_path {place}/t2; fastcgi_temp_path {place}/t3;
 uwsgi_temp_path {place}/t4; scgi_temp_path {place}/t5;
 server {{ listen 127.0.0.1:{port}; root {root}; }} }}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port, process):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise RuntimeError(f"nothing listens on port {port}")


@contextlib.contextmanager
def _running(argv, port):
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def server(bench, root):
    """nginx that serves the folder; its port."""
    nginx, = peers.need("nginx")
    place, port = bench.folder("nginx"), free_port()
    conf = os.path.join(place, "nginx.conf")
    user = "user root; " if os.geteuid() == 0 else ""
    with open(conf, "w", encoding="ascii") as out:
        out.write(_CONF.format(user=user, place=place, port=port, root=root))
    with _running([nginx, "-c", conf, "-e", os.path.join(place, "error.log")], port):
        yield port


class Line:
    """A port to connect to, and how many bytes have gone to clients through it."""

    def __init__(self, port, count_file=None):
        self.port, self.count_file = port, count_file

    def handed_over(self):
        with open(self.count_file, encoding="ascii") as stream:
            return int(stream.read() or 0)


@contextlib.contextmanager
def line(bench, port, profile):
    """The profile's line to a server's port; the server itself for loopback."""
    if profile == LOOPBACK:
        yield Line(port)
        return
    own = free_port()
    count_file = os.path.join(bench.work, f"count-{own}")
    argv = [bench.floor("link"), own, port, profile.round_trip_ms, profile.total, profile.each, count_file]
    with _running(list(map(str, argv)), own):
        yield Line(own, count_file)


@contextlib.contextmanager
def lines(bench, root):
    """Port by profile."""
    with server(bench, root) as port, contextlib.ExitStack() as stack:
        yield {profile: stack.enter_context(line(bench, port, profile)).port for profile in PROFILES}
