# SPDX-License-Identifier: MIT
"""A mirror on loopback that counts what it hands out and can be held to a rate for each connection."""

import http.server
import os
import re
import socket
import threading
import time

CHUNK = 32 << 10


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self._answer(with_body=False)

    def do_GET(self):
        self._answer(with_body=True)

    def _answer(self, with_body):
        path = os.path.join(self.server.root, self.path.lstrip("/"))
        if not os.path.isfile(path):
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        size = os.path.getsize(path)
        first, last = self._range(size)
        self.send_response(206 if self.headers.get("Range") else 200)
        if self.headers.get("Range"):
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"one"')
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        if with_body:
            self._send(path, first, last + 1 - first)

    def _range(self, size):
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not found:
            return 0, size - 1
        return int(found.group(1)), min(size - 1, int(found.group(2) or size - 1))

    def _send(self, path, begin, count):
        started, sent = time.monotonic(), 0
        with open(path, "rb") as data:
            data.seek(begin)
            while sent < count:
                chunk = data.read(min(CHUNK, count - sent))
                try:
                    self.wfile.write(chunk)
                except OSError:
                    self.close_connection = True
                    return
                sent += len(chunk)
                self.server.count(len(chunk))
                if self.server.rate:
                    time.sleep(max(0, started + sent / self.server.rate - time.monotonic()))

    def log_message(self, *_):
        pass


class RangeServer(http.server.ThreadingHTTPServer):
    """Serves a folder from its construction to close(). `rate`: bytes a second, 0 = no limit."""

    daemon_threads = True

    def __init__(self, root):
        super().__init__(("127.0.0.1", 0), _Handler)
        # What lies in the kernel has not been handed out; it shall be little.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHUNK)
        self.root, self.rate, self.handed_over = root, 0, 0
        self._changed = threading.Condition()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def count(self, more):
        with self._changed:
            self.handed_over += more
            self._changed.notify_all()

    def wait_for(self, count, timeout_s):
        """Until so many bytes have been handed out in all; False if that takes too long."""
        with self._changed:
            return self._changed.wait_for(lambda: self.handed_over >= count, timeout_s)

    def handle_error(self, request, client_address):
        """A client that was killed is what is tested."""

    def close(self):
        self.shutdown()
        self.server_close()
