// SPDX-License-Identifier: MIT
// Changes good archives at random places and reads what comes out: nothing may crash (build with
// the sanitizers), and whatever is still accepted must be a tree that is safe to install.
//
//   unpack_fuzz FIXTURES [ROUNDS [SEED]]     the same seed changes the same bytes
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>

#include "support/memory_sink.hpp"
#include "support/text_reader.hpp"
#include "unpack/layout.hpp"
#include "unpack/links.hpp"
#include "unpack/makeself.hpp"
#include "unpack/manifest_xml.hpp"
#include "unpack/payload.hpp"
#include "unpack/soname.hpp"

namespace cudaenv::unpack {
namespace {

using Random = std::mt19937_64;

struct Input {
    std::string name, bytes;
    bool is_run = false;
};

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A header without sums, so that a changed payload is not refused before it is looked at.
std::string wrapped(const std::string& tar) {
    return "#!/bin/sh\nfilesizes=\"" + std::to_string(tar.size()) +
           "\"\noffset=`head -n 10 \"$0\" | wc -c`\n\n\n\n\n\n\n\n" + tar;
}

// The plain tar behind an uncompressed runfile's header.
std::string tar_of(const std::string& run) {
    const auto header = parse_header(run, run.size(), true);
    return header ? run.substr(std::size_t(header->offset_bytes)) : "";
}

std::vector<Input> inputs_of(const std::string& folder) {
    std::vector<Input> inputs;
    std::ifstream index(folder + "/index.tsv");
    for (std::string line; std::getline(index, line);) {
        std::istringstream fields(line);
        std::string path, kind;
        std::getline(fields, path, '\t');
        std::getline(fields, kind, '\t');
        std::string bytes = read_file(folder + "/" + path);
        if (bytes.size() > 200'000) continue;
        if (path == "packing/none.run") {
            // By far the most interesting one: half of all rounds go there.
            inputs.insert(inputs.end(), 200, {path, wrapped(tar_of(bytes)), true});
        }
        inputs.push_back({path, std::move(bytes), kind == "run"});
    }
    return inputs;
}

std::size_t below(Random& random, std::size_t limit) {
    return std::size_t(random() % (limit + 1));
}

// One small change: a byte, a run of bytes, a number or a name that means trouble, or a piece put
// somewhere else.
void change(std::string& bytes, Random& random) {
    static const std::vector<std::string> kTroubles = {std::string(8, '\xff'),
                                                       std::string(16, '\0'),
                                                       "../../../",
                                                       "/etc/",
                                                       "77777777777",
                                                       "99999999999999999999",
                                                       std::string("\0\0\0\x7f", 4),
                                                       "\n",
                                                       "%s%n",
                                                       "`x`",
                                                       "./"};
    if (bytes.empty()) return;
    const std::size_t at = below(random, bytes.size() - 1);
    const std::size_t size = std::min(below(random, 600), bytes.size() - at);
    switch (random() % 6) {
        case 0:
            bytes[at] = static_cast<char>(random());
            break;
        case 1:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
            break;
        case 2: {
            const std::string& trouble = kTroubles[random() % kTroubles.size()];
            bytes.replace(at, std::min(trouble.size(), bytes.size() - at), trouble);
            break;
        }
        case 3:
            bytes.replace(below(random, bytes.size() - size), size, bytes.substr(at, size));
            break;
        case 4:
            bytes.erase(at, random() % 4 == 0 ? size : 1);
            break;
        default:
            bytes.insert(at, bytes.substr(below(random, bytes.size() - size), size));
    }
}

// Name of a rule that the tree breaks; empty if it is safe.
std::string broken_rule(const std::vector<Node>& nodes) {
    const LinkMap links(nodes);
    std::set<std::string> folders = {""};
    std::string last;
    for (const Node& node : nodes) {
        if (node.path <= last) return "sorted, each path once";
        last = node.path;
        const std::string padded = "/" + node.path + "/";
        if (padded.find("//") != std::string::npos) return "no empty part";
        if (padded.find("/../") != std::string::npos) return "no `..`";
        if (padded.find("/./") != std::string::npos) return "no `.`";
        if (!folders.contains(std::string(parent_of(node.path)))) return "parents are folders";
        if (node.kind == Node::Kind::folder) folders.insert(node.path);
        const bool is_link = node.kind == Node::Kind::link;
        if (is_link && links.follow(node) != LinkMap::End::there) return "links lead somewhere";
        for (const char c : node.path + node.target) {
            if (static_cast<unsigned char>(c) < 0x20) return "no control bytes";
        }
    }
    return "";
}

// Whether it was accepted; ends the program if the accepted tree is unsafe.
bool try_one(const Input& input) {
    test::MemorySink sink;
    test::TextReader in(input.bytes, 5000);
    const auto payload = input.is_run ? read_runfile(in, input.bytes.size(), sink)
                                      : read_archive(in, input.bytes.size(), sink);
    if (!payload) return false;
    const auto layout = lay_out(*payload, {}, sink);
    if (!layout) return false;
    const std::string rule = broken_rule(layout->nodes);
    if (rule.empty()) return true;
    std::fprintf(stderr, "unpack_fuzz: %s breaks the rule: %s\n", input.name.c_str(), rule.c_str());
    std::exit(1);
}

void try_texts(const std::string& manifest, const std::string& library) {
    static_cast<void>(parse_manifest(manifest));
    SonameReader reader;
    reader.add(std::as_bytes(std::span(library)));
    static_cast<void>(reader.name());
}

int run(const std::string& folder, unsigned long rounds, unsigned long seed) {
    const std::vector<Input> inputs = inputs_of(folder);
    const std::string manifest = read_file(folder + "/fuzz/manifest.xml");
    const std::string library = read_file(folder + "/fuzz/library.so");
    if (inputs.size() < 100 || manifest.empty() || library.empty()) {
        std::fprintf(stderr, "unpack_fuzz: no fixtures in %s\n", folder.c_str());
        return 2;
    }
    Random random(seed);
    unsigned long accepted = 0;
    for (unsigned long round = 0; round < rounds; ++round) {
        Input input = inputs[below(random, inputs.size() - 1)];
        std::string xml = manifest, so = library;
        for (auto changes = 1 + random() % 4; changes > 0; --changes) {
            change(input.bytes, random);
            change(xml, random);
            change(so, random);
        }
        accepted += try_one(input) ? 1 : 0;
        try_texts(xml, so);
    }
    std::printf("unpack_fuzz: %lu rounds, %lu accepted, seed %lu\n", rounds, accepted, seed);
    // Changes that never get through would test the outermost check only.
    return rounds < 100 || accepted > 0 ? 0 : 1;
}

}  // namespace
}  // namespace cudaenv::unpack

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: unpack_fuzz FIXTURES [ROUNDS [SEED]]\n");
        return 2;
    }
    const unsigned long rounds = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 500;
    const unsigned long seed = count > 3 ? std::strtoul(arguments[3], nullptr, 10) : 1;
    return cudaenv::unpack::run(arguments[1], rounds, seed);
}
