# What `cmake --install` lays down and what CPack packs.
install(TARGETS cudaenv RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS cudaenv-main RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/cudaenv")
install(PROGRAMS $<TARGET_FILE:cudaenv-shim> DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/cudaenv")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/manifests/" DESTINATION "${CMAKE_INSTALL_DATADIR}/cudaenv/manifests"
    FILES_MATCHING PATTERN "*.toml" PATTERN "README.md")

install(FILES "${PROJECT_SOURCE_DIR}/completions/cudaenv.bash"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME cudaenv)
install(FILES "${PROJECT_SOURCE_DIR}/completions/_cudaenv" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${PROJECT_SOURCE_DIR}/completions/cudaenv.fish"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")

set(CPACK_GENERATOR TXZ)
set(CPACK_PACKAGE_VENDOR "cudaenv")
set(CPACK_PACKAGE_CONTACT "cudaenv maintainers <noreply@users.noreply.github.com>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What is loaded late is not seen by it (src/sys/late.hpp).
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libcurl4 | libcurl4t64, libarchive13 | libarchive13t64, libssl3 | libssl3t64")
include(CPack)
