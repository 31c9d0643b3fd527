# Third-party libraries, all from the system, with the oldest release that is known to work
# (Debian 12 and Ubuntu 24.04 carry them).
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(CURL 7.81 REQUIRED)
find_package(LibArchive 3.6 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
find_package(SQLite3 3.37 REQUIRED)
find_package(ZLIB 1.2.11 REQUIRED)
find_package(EXPAT 2.4 REQUIRED)
find_package(fmt 8.1 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(tl-expected QUIET CONFIG)
find_package(tomlplusplus QUIET CONFIG)

# Ubuntu's and Debian's header-only packages differ in what they tell CMake; the headers decide.
find_path(CUDAENV_TL_EXPECTED_INCLUDE tl/expected.hpp REQUIRED)
find_path(CUDAENV_TOML_INCLUDE toml++/toml.h REQUIRED)

# ISA-L decodes gzip about three times as fast as zlib; without it zlib serves.
pkg_check_modules(ISAL QUIET IMPORTED_TARGET libisal)

# liblzma's own interface decodes one .xz in several threads; without its header libarchive's serves.
# It is loaded when it is needed, so only the header is used.
find_path(CUDAENV_LZMA_INCLUDE lzma.h)

# A program that carries its C++ library starts in half the time: no symbol of it is looked up. fmt
# would bring the shared one back.
add_library(cudaenv_fmt INTERFACE)
if(CUDAENV_STATIC_LIBSTDCXX)
    target_link_libraries(cudaenv_fmt INTERFACE fmt::fmt-header-only)
else()
    target_link_libraries(cudaenv_fmt INTERFACE fmt::fmt)
endif()

if(CUDAENV_TESTS)
    find_package(GTest 1.11 REQUIRED)
endif()
