// SPDX-License-Identifier: MIT
// What a text of the compatibility tables must look like, beside the catalog's rules. Pure.
#pragma once

#include <string_view>

#include "catalog/rules.hpp"

namespace cudaenv::compat {

bool is_text(std::string_view text);    // not empty, no control characters
bool is_number(std::string_view text);  // one to four numbers, as we would print them
bool is_major(std::string_view text);   // one number
bool is_line(std::string_view text);    // two numbers
bool is_major_or_line(std::string_view text);
bool is_month(std::string_view text);
bool is_real_target(std::string_view text);     // sm_90, sm_90a, sm_100f
bool is_virtual_target(std::string_view text);  // compute_90
bool is_target(std::string_view text);          // either
bool is_pci_id(std::string_view text);          // four lower-case hexadecimal digits
bool is_pci_pair(std::string_view text);        // two of them, joined by ':'
bool is_gpu_class(std::string_view text);
bool is_forward_status(std::string_view text);
bool is_glibc_use(std::string_view text);
bool is_cudnn_rule(std::string_view text);
bool is_confidence(std::string_view text);
bool is_source_key(std::string_view text);

using catalog::kDriver;
using catalog::kPlatform;
using catalog::kReleaseNumber;
using catalog::Rule;

inline constexpr Rule kText{is_text, "a text without control characters, not empty"};
inline constexpr Rule kNumber{is_number, "a number such as 9 or 8.9.7"};
inline constexpr Rule kMajor{is_major, "a major number such as 12"};
inline constexpr Rule kLine{is_line, "a line such as 12.4"};
inline constexpr Rule kMajorOrLine{is_major_or_line, "a major or a line, such as 11 or 10.2"};
inline constexpr Rule kCc{is_line, "a compute capability such as 8.6"};
inline constexpr Rule kMonth{is_month, "a month such as 2029-09"};
inline constexpr Rule kRealTarget{is_real_target, "a target such as sm_90"};
inline constexpr Rule kVirtualTarget{is_virtual_target, "a target such as compute_90"};
inline constexpr Rule kTarget{is_target, "a target such as sm_90 or compute_90"};
inline constexpr Rule kPciId{is_pci_id, "four lower-case hexadecimal digits"};
inline constexpr Rule kPciPair{is_pci_pair, "two PCI ids such as 10de:20e6"};
inline constexpr Rule kGpuClass{is_gpu_class,
                                "datacenter, workstation, geforce, titan, jetson, mining or "
                                "automotive"};
inline constexpr Rule kForwardStatus{is_forward_status,
                                     "compatible, not_applicable or not_compatible"};
inline constexpr Rule kGlibcUse{is_glibc_use, "runtime or compile"};
inline constexpr Rule kCudnnRule{is_cudnn_rule,
                                 "min_cc, min_cc_blackwell, same_major_ok, driver or "
                                 "driver_blackwell"};
inline constexpr Rule kSourceKey{is_source_key, "a key of letters, digits, '.', '_' and '-'"};
inline constexpr Rule kConfidence{is_confidence, "low, medium or high"};

}  // namespace cudaenv::compat
