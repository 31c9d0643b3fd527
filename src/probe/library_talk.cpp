// SPDX-License-Identifier: MIT
#include "probe/library_talk.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "probe/root.hpp"
#include "sys/files.hpp"

namespace cudaenv::probe {

namespace {

// The parts of a line stay parts.
std::string without_marks(std::string_view text) {
    std::string clean(text);
    std::replace_if(
        clean.begin(), clean.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
    return clean;
}

template <typename Number>
std::optional<Number> number_of(std::string_view text) {
    Number number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return is_whole ? std::optional<Number>(number) : std::nullopt;
}

Gpu gpu_of(const std::vector<std::string_view>& parts) {
    Gpu gpu;
    gpu.name = parts[1];
    gpu.cc = base::parse_version(parts[2]);
    gpu.pci = parts[3];
    gpu.pci_subsystem = parts[4];
    gpu.memory_bytes = number_of<std::uint64_t>(parts[5]);
    if (!parts[6].empty()) gpu.is_mig = parts[6] == "1";
    return gpu;
}

void read_line(std::string_view line, LibraryAnswer& answer) {
    const auto parts = base::split(line, '\t');
    const std::string_view fact = parts.front();
    if (fact == "gpu" && parts.size() == 7) answer.gpus.push_back(gpu_of(parts));
    if (parts.size() != 2) return;
    if (fact == "loaded") answer.is_loaded = true;
    if (fact == "mismatch") answer.is_mismatch = true;
    if (fact == "file") answer.file = parts[1];
    if (fact == "driver") answer.driver = first_version(parts[1]);
    if (fact == "cuda") answer.cuda = first_version(parts[1]);
    if (fact == "count") answer.count = number_of<unsigned>(parts[1]);
}

// As the loader would: the folders in order, a file of another architecture passed over.
Result<sys::Library> load(const std::string& name, const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
        const std::string path = folder + "/" + name;
        if (!sys::exists(path)) continue;
        if (auto library = sys::Library::load(path)) return library;
    }
    return sys::Library::load(name);
}

}  // namespace

void Teller::tell(std::string_view fact, const std::string& value) const {
    say_(std::string(fact) + "\t" + without_marks(value) + "\n");
}

void Teller::tell(const Gpu& gpu) const {
    std::string line = "gpu\t" + without_marks(gpu.name);
    line += "\t" + (gpu.cc ? base::to_string(*gpu.cc) : "");
    line += "\t" + gpu.pci + "\t" + gpu.pci_subsystem;
    line += "\t" + (gpu.memory_bytes ? std::to_string(*gpu.memory_bytes) : "");
    line += "\t" + (gpu.is_mig ? std::string(*gpu.is_mig ? "1" : "0") : "");
    say_(line + "\n");
}

LibraryAnswer ask_library(const std::string& name, const LibraryQuestion& question,
                          const std::function<void(const sys::Library&, const Teller&)>& ask) {
    const auto work = [&](const sys::Say& say) {
        const auto library = load(name, question.folders);
        if (!library) return;
        const Teller teller(say);
        teller.tell("loaded");
        ask(*library, teller);
    };
    LibraryAnswer answer;
    const auto said = sys::run_guarded(work, question.timeout);
    if (!said) return answer;
    answer.has_timed_out = said->timed_out;
    std::string_view text = said->out;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        read_line(text.substr(0, end), answer);
        text.remove_prefix(end + 1);
    }
    return answer;
}

}  // namespace cudaenv::probe
