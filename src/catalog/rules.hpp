// SPDX-License-Identifier: MIT
// What a text of a manifest must look like, each rule with the words that say so. Paths, addresses
// and digests are made from texts that passed, without a second look. Pure.
#pragma once

#include <string>
#include <string_view>

namespace cudaenv::catalog {

bool is_release_number(std::string_view text);  // three or four numbers, as we would print them
bool is_kind(std::string_view text);
bool is_plain(std::string_view text);     // no control characters
bool is_platform(std::string_view text);  // two words of [a-z0-9_] joined by one '-'
bool is_url(std::string_view text);       // https, http, file:///; its path can be a cache path
bool is_file_name(std::string_view text);
bool is_driver(std::string_view text);
bool is_sha256(std::string_view text);
bool is_md5(std::string_view text);
bool is_version(std::string_view text);   // what base::parse_version reads, leading zeros too
bool is_date(std::string_view text);      // 2024-04-03
bool is_name(std::string_view text);      // of a product or a component: [a-z][a-z0-9_]*
bool is_label(std::string_view text);     // a version as published: 9.8.0.87, 24.03, 2.0.0rc1
bool is_variant(std::string_view text);   // cuda12, cuda10.2
bool is_rel_path(std::string_view text);  // below a folder: plain parts of [A-Za-z0-9._+-]

// The last part of the URL's path, decoded; empty if path_below_host() is.
std::string file_name_of(std::string_view url);

struct Rule {
    bool (*holds)(std::string_view text);
    std::string_view needs;
};

inline constexpr Rule kReleaseNumber{is_release_number, "a number such as 12.4.1"};
inline constexpr Rule kKind{is_kind, "release, preview or patch"};
inline constexpr Rule kPlain{is_plain, "a text without control characters"};
inline constexpr Rule kPlatform{is_platform, "a platform such as linux-x86_64"};
inline constexpr Rule kUrl{is_url, "an https, http or file URL with a plain path to a file"};
inline constexpr Rule kFileName{is_file_name, "a plain file name"};
inline constexpr Rule kDriver{is_driver, "a driver number such as 550.54.15"};
inline constexpr Rule kSha256{is_sha256, "64 hexadecimal digits"};
inline constexpr Rule kMd5{is_md5, "32 hexadecimal digits"};
inline constexpr Rule kVersion{is_version, "numbers joined by dots, such as 9.8.0.87"};
inline constexpr Rule kDate{is_date, "a date such as 2024-04-03"};
inline constexpr Rule kName{is_name, "a name of lower-case letters, digits and _"};
inline constexpr Rule kLabel{is_label, "a version such as 9.8.0.87"};
inline constexpr Rule kVariant{is_variant, "a CUDA variant such as cuda12"};
inline constexpr Rule kRelPath{is_rel_path, "a plain path below the folder of the list"};

}  // namespace cudaenv::catalog
