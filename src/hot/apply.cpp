// SPDX-License-Identifier: MIT
#include <cstring>

#include "hot/delta.hpp"

namespace cudaenv::hot {

namespace {

// The place in the delta of an entry's name, or the delta's end.
Delta::const_iterator find_change(const Delta& delta, const char* entry) {
    auto change = delta.begin();
    for (; change != delta.end(); ++change) {
        const std::string& name = change->first;
        if (*entry != name.front()) continue;  // nearly all
        if (std::strncmp(entry, name.c_str(), name.size()) == 0 && entry[name.size()] == '=') break;
    }
    return change;
}

}  // namespace

std::vector<const char*> apply_in_place(EnvView env, const Delta& delta,
                                        std::vector<std::string>& storage) {
    storage.clear();
    storage.reserve(delta.size());
    for (const auto& [name, value] : delta) {
        std::string& entry = storage.emplace_back();
        if (!value) continue;
        entry.reserve(name.size() + 1 + value->size());
        entry.append(name).append(1, '=').append(*value);
    }
    std::vector<bool> is_placed(delta.size(), false);
    std::vector<const char*> entries;
    std::size_t count = 0;
    while (env.entries()[count] != nullptr) ++count;
    entries.reserve(count + delta.size() + 1);
    const auto place = [&](std::size_t index) {
        if (!is_placed[index] && delta[index].second) entries.push_back(storage[index].c_str());
        is_placed[index] = true;
    };
    for (const char* const* entry = env.entries(); *entry != nullptr; ++entry) {
        const auto change = find_change(delta, *entry);
        if (change == delta.end()) {
            entries.push_back(*entry);
        } else {
            place(static_cast<std::size_t>(change - delta.begin()));
        }
    }
    for (std::size_t i = 0; i < delta.size(); ++i) place(i);
    entries.push_back(nullptr);
    return entries;
}

std::vector<std::string> apply(EnvView env, const Delta& delta) {
    std::vector<std::string> storage;
    const std::vector<const char*> entries = apply_in_place(env, delta, storage);
    return {entries.begin(), entries.end() - 1};
}

}  // namespace cudaenv::hot
