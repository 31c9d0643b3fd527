# What `cmake --install` lays down and what CPack packs.
install(TARGETS cudaenv RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(PROGRAMS $<TARGET_FILE:cudaenv-shim> DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/cudaenv")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/manifests/" DESTINATION "${CMAKE_INSTALL_DATADIR}/cudaenv/manifests"
    FILES_MATCHING PATTERN "*.toml" PATTERN "README.md")

set(CPACK_GENERATOR TXZ)
set(CPACK_PACKAGE_VENDOR "cudaenv")
set(CPACK_PACKAGE_CONTACT "cudaenv maintainers <noreply@users.noreply.github.com>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
