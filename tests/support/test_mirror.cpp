// SPDX-License-Identifier: MIT
// cudaenv-test-mirror ROOT [OPTION…]: LocalMirror as a program, for shell tests and demonstrations.
// Serves until it is told to stop (SIGINT, SIGTERM); prints its URL, then a line for each request
// if asked to.
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/local_mirror.hpp"

namespace {

using cudaenv::test::LocalMirror;

constexpr const char* kUsage =
    "usage: cudaenv-test-mirror ROOT [--host 127.0.0.1|::1] [--port N] [--port-file FILE]\n"
    "           [--fault 'PATH WORD…']… [--proxy-auth USER:PASSWORD] [--tls CERTIFICATE-OUT]\n"
    "Serves the folder ROOT over HTTP on loopback. The words of a fault are those of\n"
    "LocalMirror::fault in tests/support/local_mirror.hpp. --tls writes a new certificate, which\n"
    "is its own CA, to the file. At the end prints requests and bytes.\n";

struct Arguments {
    LocalMirror::Options options;
    std::vector<std::string> faults;
    std::string port_file, certificate_file;
};

Arguments parse(const std::vector<std::string>& words) {
    Arguments parsed;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.rfind("--", 0) != 0) {
            parsed.options.root = word;
            continue;
        }
        if (i + 1 == words.size()) throw std::invalid_argument(word + " needs a value");
        const std::string& value = words[++i];
        const std::map<std::string, std::string*> texts{
            {"--host", &parsed.options.host},
            {"--port-file", &parsed.port_file},
            {"--proxy-auth", &parsed.options.proxy_auth},
            {"--tls", &parsed.certificate_file}};
        if (const auto text = texts.find(word); text != texts.end()) {
            *text->second = value;
        } else if (word == "--fault") {
            parsed.faults.push_back(value);
        } else if (word == "--port") {
            parsed.options.port = static_cast<std::uint16_t>(std::stoul(value));
        } else {
            throw std::invalid_argument("unknown option " + word);
        }
    }
    if (parsed.options.root.empty()) throw std::invalid_argument("which folder?");
    return parsed;
}

// A reader sees the whole text or no file.
void write_whole(const std::string& path, const std::string& text) {
    std::ofstream(path + ".new") << text;
    if (std::rename((path + ".new").c_str(), path.c_str()) != 0) {
        throw std::runtime_error("cannot write " + path);
    }
}

void serve(Arguments arguments, const sigset_t& stopping) {
    if (!arguments.certificate_file.empty()) {
        arguments.options.tls = cudaenv::test::make_certificate();
        write_whole(arguments.certificate_file, arguments.options.tls.certificate);
    }
    LocalMirror mirror(std::move(arguments.options));
    for (const std::string& fault : arguments.faults) mirror.fault(fault);
    std::cout << mirror.url() << std::endl;
    if (!arguments.port_file.empty()) {
        write_whole(arguments.port_file, std::to_string(mirror.port()) + '\n');
    }
    int signal = 0;
    sigwait(&stopping, &signal);
    for (const LocalMirror::Seen& entry : mirror.seen()) {
        std::cout << entry.method << ' ' << entry.path << ' ' << entry.range << ' ' << entry.status
                  << ' ' << entry.body_bytes << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    sigset_t stopping;
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGINT);
    sigaddset(&stopping, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &stopping, nullptr);
    try {
        serve(parse({argv + 1, argv + argc}), stopping);
    } catch (const std::exception& problem) {
        std::cerr << "cudaenv-test-mirror: " << problem.what() << '\n' << kUsage;
        return 2;
    }
    return 0;
}
