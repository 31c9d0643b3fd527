# Where the two halves of the program lie, from each other: bin/cudaenv is what people call (shims/
# front.cpp), libexec/cudaenv/cudaenv-main the whole program. The build tree has them as an installation.
file(RELATIVE_PATH CUDAENV_MAIN_FROM_FRONT
    "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBEXECDIR}/cudaenv/cudaenv-main")
file(RELATIVE_PATH CUDAENV_FRONT_FROM_MAIN
    "${CMAKE_INSTALL_FULL_LIBEXECDIR}/cudaenv" "${CMAKE_INSTALL_FULL_BINDIR}/cudaenv")
set(CUDAENV_FRONT_FOLDER "${PROJECT_BINARY_DIR}/bin")
cmake_path(APPEND CUDAENV_FRONT_FOLDER "${CUDAENV_MAIN_FROM_FRONT}" OUTPUT_VARIABLE CUDAENV_MAIN_FOLDER)
cmake_path(NORMAL_PATH CUDAENV_MAIN_FOLDER)
cmake_path(GET CUDAENV_MAIN_FOLDER PARENT_PATH CUDAENV_MAIN_FOLDER)
