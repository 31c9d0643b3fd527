// SPDX-License-Identifier: MIT
// A mirror folder with small synthetic runfiles, redist archives and companions, and the catalog
// rows that describe them. Made by tests/fixtures/make_fixtures.py, which needs python3. No test
// framework.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudaenv::test {

struct ToolkitFile {
    std::string version, name, sha256, md5;
    std::uint64_t size_bytes = 0;
    std::string path;  // where it lies
    std::string rel_path() const { return "compute/cuda/" + version + "/local_installers/" + name; }
    std::string url() const { return "https://developer.download.nvidia.com/" + rel_path(); }
};

// Makes the runfile of `version` in the mirror folder, at its URL's path; `pad_mb` megabytes larger
// than the smallest. Throws std::runtime_error with what the script said.
ToolkitFile make_toolkit(const std::string& mirror, const std::string& version,
                         unsigned pad_mb = 0);

// Makes the redist archives of these toolkits, and a few companions (cuDNN 8.1.0, 8.9.7, 9.1.0 and
// 9.2.0, cuTENSOR 2.0.2), in the mirror folder at NVIDIA's paths; `catalog` gets redist/ with the
// rows that lead there. The components of 12.3.2 do not go together. Throws as make_toolkit.
void make_redist(const std::string& mirror, const std::string& catalog,
                 const std::vector<std::string>& versions, unsigned pad_mb = 0);

// A manifest with a row for each file. `without` leaves keys out: "size", "sha256", "md5".
std::string manifest_of(const std::vector<ToolkitFile>& files,
                        const std::vector<std::string>& without = {});

}  // namespace cudaenv::test
