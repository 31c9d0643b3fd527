# SPDX-License-Identifier: MIT
"""Large .xz files at the speed of the disk: each piece is compressed once and may follow again, since it
refers to nothing before it (and ends in a zero byte: LZMA looks at the last byte). One block, or blocks with their sizes in the header, as `xz -T` makes them."""

import lzma
import struct
import zlib

_MAGIC, _FLAGS = b"\xfd7zXZ\0", b"\0\1"  # checked by CRC-32
_DICTIONARY = 22                         # 8 MiB in the format's own measure
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 8 << 20}]
_KEEP_DICTIONARY = {0x01: 0x02, 0xE0: 0xC0}


def _crc(data):
    return struct.pack("<I", zlib.crc32(data))


def _variable(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out + bytes([number]))


def _padded(data):
    return data + b"\0" * (-len(data) % 4)


def _chunks(data):
    """LZMA2 chunks of the piece, without the end mark: (as the first of a block, as a later one)."""
    raw = lzma.compress(data, format=lzma.FORMAT_RAW, filters=_FILTERS)[:-1]
    head = raw[0] & 0xE0 if raw[0] >= 0x80 else raw[0]
    later = _KEEP_DICTIONARY[head] | (raw[0] & 0x1F if raw[0] >= 0x80 else 0)
    return raw, bytes([later]) + raw[1:]


class XzFile:
    """Writes pieces; `block_bytes` 0: one block for all."""

    def __init__(self, out, block_bytes=0):
        self.out, self.block_bytes = out, block_bytes
        self.records, self.pieces, self.size, self.crc = [], [], 0, 0
        out.write(_MAGIC + _FLAGS + _crc(_FLAGS))
        if not block_bytes:
            self._begin()

    def _begin(self, sizes=b""):
        header = b"\0" + bytes([0xC0 if sizes else 0]) + sizes + b"\x21\x01" + bytes([_DICTIONARY])
        header = _padded(header)
        header = bytes([len(header) // 4]) + header[1:]
        self.out.write(header + _crc(header))
        self.packed = len(header) + 4
        self.is_first = True

    def add(self, data, times=1):
        """The piece, so many times."""
        first, later = _chunks(data) if data else (b"", b"")
        for _ in range(times if data else 0):
            self.crc = zlib.crc32(data, self.crc)
            self.size += len(data)
            if self.block_bytes:
                self.pieces.append((first, later))
                if self.size >= self.block_bytes:
                    self._close_block()
            else:
                self._write(first if self.is_first else later)

    def _write(self, chunks):
        self.out.write(chunks)
        self.packed += len(chunks)
        self.is_first = False

    def _close_block(self):
        if self.block_bytes:
            packed = 1 + sum(len(later) for _, later in self.pieces)
            self._begin(_variable(packed) + _variable(self.size))
            for first, later in self.pieces:
                self._write(first if self.is_first else later)
        self._write(b"\0")
        self.out.write(b"\0" * (-self.packed % 4) + struct.pack("<I", self.crc))
        self.records.append((self.packed + 4, self.size))
        self.pieces, self.size, self.crc = [], 0, 0

    def close(self):
        if self.size or not self.block_bytes:
            self._close_block()
        index = b"\0" + _variable(len(self.records)) + b"".join(_variable(a) + _variable(b) for a, b in self.records)
        index = _padded(index)
        tail = struct.pack("<I", (len(index) + 4) // 4 - 1) + _FLAGS
        self.out.write(index + _crc(index) + _crc(tail) + tail + b"YZ")
