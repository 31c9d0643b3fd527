// SPDX-License-Identifier: MIT
// receipt.json: what a stack is and where each byte of it came from (cli.md section 19). Written
// last; a prefix without it is not a stack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::store {

struct ReceiptComponent {
    std::string name, version;
    friend bool operator==(const ReceiptComponent&, const ReceiptComponent&) = default;
};

struct ReceiptArtifact {
    int id = 0;        // 1, 2, …: what rows of the file list refer to
    std::string kind;  // runfile, redist, companion, local
    std::string name;
    std::string url;  // without user and password
    std::uint64_t size_bytes = 0;
    std::string sha256;
    std::string md5;          // empty = none
    std::string verified_by;  // sha256, md5, none
    std::vector<ReceiptComponent> components;
    friend bool operator==(const ReceiptArtifact&, const ReceiptArtifact&) = default;
};

struct ReceiptCompanion {
    std::string name, version, build;
    friend bool operator==(const ReceiptCompanion&, const ReceiptCompanion&) = default;
};

// A list of redist archives that pinned artifacts.
struct ReceiptList {
    std::string url, sha256;
    std::string verified_by;  // sha256; none = no digest of it was known
    friend bool operator==(const ReceiptList&, const ReceiptList&) = default;
};

struct ReceiptCheck {
    std::string code, reason, level;
    bool forced = false;
    friend bool operator==(const ReceiptCheck&, const ReceiptCheck&) = default;
};

struct Receipt {
    std::string stack, requested, toolkit, platform;
    std::vector<ReceiptCompanion> companions;
    std::string profile = "full";
    std::vector<std::string> with, without;
    bool build_only = false;
    std::string made_by, made_at;  // version of cudaenv; UTC, 2026-05-04T10:00:00Z
    std::string catalog_name = "builtin";
    std::uint64_t catalog_serial = 0;
    bool catalog_reviewed = true;
    std::string files_sha256;  // of .cudaenv/files
    std::vector<ReceiptArtifact> artifacts;
    std::vector<ReceiptList> lists;
    std::vector<ReceiptCheck> checks;
    friend bool operator==(const Receipt&, const Receipt&) = default;
};

std::string to_json(const Receipt& receipt);
// Errors: damaged (not JSON, another schema, a key of the wrong kind, no stack, toolkit or file
// list digest, two artifacts with one id). Unknown keys are skipped, other absent ones have their
// default.
Result<Receipt> parse_receipt(std::string_view json);
// Errors: also those of files; not_found if there is none.
Result<Receipt> read_receipt(const std::string& prefix);

}  // namespace cudaenv::store
