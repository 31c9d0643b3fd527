// SPDX-License-Identifier: MIT
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>
#include <stdexcept>

#include "support/local_mirror.hpp"

namespace cudaenv::test {
namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

void check(bool ok) {
    if (!ok) throw std::runtime_error("cannot make a certificate");
}

void add_extension(X509* certificate, int nid, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value);
    check(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
    X509_EXTENSION_free(extension);
}

std::string text_of(const Bio& bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return {data, static_cast<std::size_t>(size)};
}

}  // namespace

Certificate make_certificate() {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"),
                                                                  EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> x509(X509_new(), X509_free);
    check(key != nullptr && x509 != nullptr);
    X509_set_version(x509.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x509.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(x509.get()), 48L * 3600);
    X509_set_pubkey(x509.get(), key.get());
    X509_NAME* name = X509_get_subject_name(x509.get());
    const std::string subject = "cudaenv test mirror";
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(subject.c_str()), -1, -1, 0);
    X509_set_issuer_name(x509.get(), name);
    add_extension(x509.get(), NID_basic_constraints, "critical,CA:TRUE");
    add_extension(x509.get(), NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1");
    check(X509_sign(x509.get(), key.get(), EVP_sha256()) != 0);

    const Bio certificate(BIO_new(BIO_s_mem()), BIO_free);
    const Bio secret(BIO_new(BIO_s_mem()), BIO_free);
    check(PEM_write_bio_X509(certificate.get(), x509.get()) == 1);
    check(PEM_write_bio_PrivateKey(secret.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                   nullptr) == 1);
    return {text_of(certificate), text_of(secret)};
}

}  // namespace cudaenv::test
