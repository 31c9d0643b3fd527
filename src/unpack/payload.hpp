// SPDX-License-Identifier: MIT
// Reading archives: a makeself runfile of any era, or a tar of a redist or companion package. The
// script in a runfile is never run. What comes out is the archive's own tree (paths as in the
// archive), already safe: no absolute path, no `..`, no writes through links, no devices, no
// set-id bits, no link that leaves the tree. layout.hpp makes the installed tree of it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "unpack/reader.hpp"
#include "unpack/sink.hpp"

namespace cudaenv::unpack {

// How a runfile's payload is arranged (formats.md section 2).
enum class Era {
    nested,      // <= 10.0: run_files/ with a run inside that holds the toolkit
    one_folder,  // 10.1, 10.2: builds/cuda-toolkit and builds/cublas
    components,  // 11.0 and later: builds/<component>
    flat,        // one top folder with include, lib, bin: redist and cuDNN archives
};

struct Payload {
    Era era = Era::components;
    std::vector<Node> nodes;  // in archive order; parents may follow their children
    // Small files that lay_out reads: manifests/*.xml (these are no nodes) and *.pc (nodes without
    // content: lay_out gives their final bytes to the Sink).
    std::map<std::string, std::string> texts;
    std::map<std::string, std::string> sonames;  // one_folder: path of a library -> its DT_SONAME
    std::string label;                           // of the makeself header, printable
    std::string top;                             // flat: the top folder's name
    // Runfiles: sha256, md5 or cksum of the header; empty = none there, or not asked for.
    std::string verified_by;
    std::uint64_t unpacked_bytes = 0;
};

struct Limits {
    std::uint64_t entries = 500'000;
    std::uint64_t path_bytes = 4'000;
    // Unpacked bytes may not exceed slack + ratio * packed bytes: a bomb stops there.
    std::uint64_t slack_bytes = 16U << 20U;
    std::uint64_t ratio = 200;
};

struct ReadOptions {
    Limits limits = {};
    // Whether the sum in a runfile's header is computed and compared. It proves nothing to who
    // knows a digest of the whole file.
    bool checks_own_sum = true;
    // How many may decode one archive at once, where it was packed for that.
    unsigned threads = 1;
    // Runfiles from 11.0 on: components whose files are passed over. Empty = none.
    std::function<bool(std::string_view component)> leaves_out = {};
};

// Reads a whole runfile of `size_bytes`, streaming. Driver runs, uninstallers, kernel sources and
// installer programs are passed over without being stored. Errors: integrity (not makeself, lies in
// the header, unsafe entry, a driver, a patch), checksum (the header's own MD5, SHA or CRC),
// what the Reader and the Sink return. The archive's path is not known here: callers add .at().
Result<Payload> read_runfile(Reader& in, std::uint64_t size_bytes, Sink& sink,
                             const ReadOptions& options = {});

// Reads a .tar.xz, .tgz, .tar.zst (any of the codecs) with exactly one top folder; the top folder's
// name is dropped from the paths. Errors: integrity, what the Reader and the Sink return.
Result<Payload> read_archive(Reader& in, std::uint64_t size_bytes, Sink& sink,
                             const ReadOptions& options = {});

}  // namespace cudaenv::unpack
