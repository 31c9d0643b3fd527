// SPDX-License-Identifier: MIT
// The manifest that runfiles of 11.0 and later carry (manifests/cuda_x86_64.xml): nested packages,
// each with the folder that its files lie in and where they go. Read by expat; document types are
// refused, so there are no entities to expand. Errors: integrity (no XML, a document type, a
// destination that is no safe relative path, absurd size).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "unpack/pattern.hpp"

namespace cudaenv::unpack {

struct Manifest {
    struct File {
        Pattern pattern;     // of the path below the package's build folder
        std::string folder;  // put in front of that path; empty = the root of the toolkit
    };
    struct PcFile {
        std::string name;         // cudart-12.4.pc
        std::string description;  // one line
        std::string subdir;       // below the library folder: "stubs", or empty
    };
    struct Package {
        std::string build_folder;  // builds/cuda_nvcc; empty if the package only groups others
        std::vector<File> files;
        std::vector<PcFile> pc_files;
        bool is_left_out = false;  // the driver, kernel modules
    };
    std::vector<Package> packages;   // in document order, groups before what they hold
    std::vector<std::string> notes;  // what was not understood and therefore ignored
};

Result<Manifest> parse_manifest(std::string_view xml);

}  // namespace cudaenv::unpack
