// SPDX-License-Identifier: MIT
// Artifacts on their way: one thread downloads what is not in the cache, and the caller may read
// the growing files meanwhile, which hashes them on the way. In the end each file is whole,
// verified and under its name in the cache, or there is an Error.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "execute/run.hpp"
#include "unpack/reader.hpp"

namespace cudaenv::execute {

// What the bytes of an artifact proved to be.
struct Verified {
    std::uint64_t size_bytes = 0;
    std::string sha256;       // computed here, always
    std::string md5;          // computed if the catalog names one, else empty
    std::string verified_by;  // sha256, md5, none
    std::string url;          // where it came from, without secrets
};

// The order in which archives are fetched and unpacked, as indices: what takes longest begins
// first, so that nothing is left to wait for at the end. Of unknown sizes last.
std::vector<std::size_t> largest_first(const std::vector<plan::Artifact>& artifacts);

class Arrival {
  public:
    // Takes the artifacts' locks in the cache, then starts. What another process fetched while we
    // waited is used as it is. The arguments outlive the object.
    static Result<Arrival> start(const std::vector<plan::Artifact>& artifacts,
                                 const Settings& settings, Observer& observer);
    Arrival(Arrival&&) noexcept;
    Arrival& operator=(Arrival&&) noexcept;
    ~Arrival();  // stop(), then waits for the threads

    // Where artifact `index` lies now, and how far it can be read.
    const std::string& path(std::size_t index) const;
    std::shared_ptr<const sys::Watermark> watermark(std::size_t index) const;
    // Its bytes as they arrive. What is read here once need not be read again to verify it. One
    // reader for each artifact, gone before finish(). Errors: those of the download, files.
    Result<std::unique_ptr<unpack::Reader>> open(std::size_t index) const;
    // Waits until the size is known: from the catalog, the server or the disk.
    Result<std::uint64_t> size_bytes(std::size_t index) const;

    // Ends the download; what is on disk stays for the next run.
    void stop();
    // Waits for the end, reads what nobody has read, and judges. Files that prove wrong are
    // removed, but for borrowed ones. Errors: those of fetch::Session; checksum.
    Result<std::vector<Verified>> finish();
    // After finish(): the addresses that gave wrong bytes; empty texts for what lay in the cache.
    const std::vector<std::string>& liars() const;
    std::uint64_t fetched_bytes() const;  // over the network, so far

  private:
    struct State;
    explicit Arrival(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// Has the artifacts whole and verified, and lets `use` read them while they arrive. Wrong bytes are
// thrown away and fetched again from zero, once for each address and twice at least, the address
// that gave them last; then `use` is called again. Of several failures the one that explains the
// others is returned: a full disk before a stopped download, a wrong digest before the bad archive
// that it made. `fetched_bytes` grows by what came over the network.
Result<std::vector<Verified>> bring(std::vector<plan::Artifact> artifacts, const Settings& settings,
                                    Observer& observer,
                                    const std::function<Result<void>(const Arrival&)>& use,
                                    std::uint64_t& fetched_bytes);

}  // namespace cudaenv::execute
