// SPDX-License-Identifier: MIT
#include "sys/late_crypto.hpp"

#include <openssl/evp.h>
#include <unistd.h>

#include <string>

#include "sys/late.hpp"

namespace cudaenv::sys {

namespace {

const Result<Library>& library() {
    static const Result<Library> loaded = Library::load(CUDAENV_CRYPTO_FILE);
    return loaded;
}

constexpr int kLoaderStatus = 127;

template <typename Function>
Function* find(Function& own, const char* name) {
    return late(library(), own, name);
}

}  // namespace

void load_crypto() {
    if (library().has_value()) return;
    const Error& error = library().error();
    const std::string text = "cudaenv: error while loading shared libraries: " + error.why + "\n";
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    ::_exit(kLoaderStatus);
}

}  // namespace cudaenv::sys

using cudaenv::sys::find;

extern "C" {

EVP_MD* EVP_MD_fetch(OSSL_LIB_CTX* context, const char* name, const char* properties) {
    static auto* const call = find(EVP_MD_fetch, "EVP_MD_fetch");
    return call(context, name, properties);
}

void EVP_MD_free(EVP_MD* kind) {
    static auto* const call = find(EVP_MD_free, "EVP_MD_free");
    call(kind);
}

EVP_MD_CTX* EVP_MD_CTX_new() {
    static auto* const call = find(EVP_MD_CTX_new, "EVP_MD_CTX_new");
    return call();
}

void EVP_MD_CTX_free(EVP_MD_CTX* context) {
    static auto* const call = find(EVP_MD_CTX_free, "EVP_MD_CTX_free");
    call(context);
}

int EVP_DigestInit_ex2(EVP_MD_CTX* context, const EVP_MD* kind, const OSSL_PARAM* parameters) {
    static auto* const call = find(EVP_DigestInit_ex2, "EVP_DigestInit_ex2");
    return call(context, kind, parameters);
}

int EVP_DigestUpdate(EVP_MD_CTX* context, const void* data, size_t size) {
    static auto* const call = find(EVP_DigestUpdate, "EVP_DigestUpdate");
    return call(context, data, size);
}

int EVP_DigestFinal_ex(EVP_MD_CTX* context, unsigned char* digest, unsigned int* size) {
    static auto* const call = find(EVP_DigestFinal_ex, "EVP_DigestFinal_ex");
    return call(context, digest, size);
}

}  // extern "C"
