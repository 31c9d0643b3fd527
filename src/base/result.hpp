// SPDX-License-Identifier: MIT
// Result and Error: how every part of cudaenv says that something failed. An Error is made by
// fail(), carried upward unchanged but for sentences that callers put in front, and rendered in
// cli/ only. Nobody compares its texts; callers switch on `code`. Header-only parts of it are used
// by the shim, so nothing here needs more of the library than string and vector.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "base/error.hpp"

namespace cudaenv::base {

template <typename T>
using Result = tl::expected<T, Error>;

// A failure under construction: `return fail(Code::checksum, "…").at(url).values(got, want);`.
// Converts to any Result<T>.
class [[nodiscard]] Failure : public tl::unexpected<Error> {
  public:
    explicit Failure(Error error) : tl::unexpected<Error>(std::move(error)) {}

    Failure&& at(std::string_view where) && { return value().at = where, std::move(*this); }
    Failure&& found(std::string_view got) && { return value().found = got, std::move(*this); }
    Failure&& needs(std::string_view want) && { return value().needs = want, std::move(*this); }
    Failure&& values(std::string_view got, std::string_view want) && {
        return std::move(*this).found(got), std::move(*this).needs(want), std::move(*this);
    }
    Failure&& why(std::string_view reason) && { return value().why = reason, std::move(*this); }
    Failure&& try_(std::string_view command) && {
        return value().try_.emplace_back(command), std::move(*this);
    }
    Failure&& note(std::string_view text) && {
        return value().notes.emplace_back(text), std::move(*this);
    }
};

inline Failure fail(Code code, std::string_view what) {
    Error error;
    error.code = code;
    error.what = what;
    return Failure(std::move(error));
}

// Puts the caller's sentence in front: context("installing CUDA 12.4.1") gives
// "installing CUDA 12.4.1: no space left". Everything else of the error stays.
inline Failure context(Error error, std::string_view sentence) {
    error.what = std::string(sentence) + ": " + error.what;
    return Failure(std::move(error));
}

// Prints file:line and text on stderr and aborts. For our own bugs only.
[[noreturn]] void check_failed(const char* file, int line, const char* text);

}  // namespace cudaenv::base

namespace cudaenv {
using base::Code;
using base::Error;
using base::fail;
using base::Result;
}  // namespace cudaenv

#define CUDAENV_JOIN2(a, b) a##b
#define CUDAENV_JOIN(a, b) CUDAENV_JOIN2(a, b)
#define CUDAENV_TRY_IMPL(name, decl, expr)                                   \
    auto name = (expr);                                                      \
    if (!name.has_value()) return ::tl::unexpected(std::move(name).error()); \
    decl = *std::move(name)
#define CUDAENV_TRY2(name, decl, expr) CUDAENV_TRY_IMPL(name, decl, expr)
#define CUDAENV_TRYV(name, expr) \
    if (auto name = (expr); !name.has_value()) return ::tl::unexpected(std::move(name).error())
#define CUDAENV_TRYV2(name, expr) CUDAENV_TRYV(name, expr)
#define CUDAENV_PICK(_1, _2, NAME, ...) NAME
#define CUDAENV_TRY_DECL(decl, expr) \
    CUDAENV_TRY2(CUDAENV_JOIN(cudaenv_try_, __COUNTER__), decl, expr)
#define CUDAENV_TRY_VOID(expr) CUDAENV_TRYV2(CUDAENV_JOIN(cudaenv_try_, __COUNTER__), expr)

// CUDAENV_TRY(auto value, expression) returns the expression's Error early, or declares `value`;
// CUDAENV_TRY(expression) does so for Result<void>. An expression with commas goes in parentheses.
#define CUDAENV_TRY(...) CUDAENV_PICK(__VA_ARGS__, CUDAENV_TRY_DECL, CUDAENV_TRY_VOID)(__VA_ARGS__)

// For our own bugs only: never for input, disk or network.
#define CUDAENV_CHECK(condition) \
    ((condition) ? void(0) : ::cudaenv::base::check_failed(__FILE__, __LINE__, #condition))
