# Targets `format` and `check-format`, where clang-format is installed.
find_program(CUDAENV_CLANG_FORMAT NAMES clang-format clang-format-14)
if(CUDAENV_CLANG_FORMAT)
    file(GLOB_RECURSE _ours CONFIGURE_DEPENDS
        "${PROJECT_SOURCE_DIR}/src/*.[ch]pp" "${PROJECT_SOURCE_DIR}/shims/*.[ch]pp" "${PROJECT_SOURCE_DIR}/tests/*.[ch]pp")
    add_custom_target(format COMMAND "${CUDAENV_CLANG_FORMAT}" -i ${_ours} VERBATIM)
    add_custom_target(check-format COMMAND "${CUDAENV_CLANG_FORMAT}" --dry-run -Werror ${_ours} VERBATIM)
endif()
