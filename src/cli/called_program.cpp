// SPDX-License-Identifier: MIT
#include "cli/called_program.hpp"

#include <filesystem>

#include "base/program.hpp"
#include "sys/file_info.hpp"

namespace cudaenv::cli {
namespace {

std::filesystem::path beside(const std::filesystem::path& program, std::string_view way) {
    return (program.parent_path() / way).lexically_normal();
}

}  // namespace

std::string called_program(const std::string& executable) {
    const std::filesystem::path front = beside(executable, base::kFrontFromMain);
    const bool is_installed = beside(front, base::kMainFromFront) == executable;
    return is_installed && sys::is_executable_file(front) ? front.string() : executable;
}

}  // namespace cudaenv::cli
