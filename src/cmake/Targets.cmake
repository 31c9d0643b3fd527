# What every target of ours is compiled with, and how a layer is declared.
add_library(cudaenv_warnings INTERFACE)
target_compile_options(cudaenv_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Wformat=2
    $<$<BOOL:${CUDAENV_WERROR}>:-Werror>)

add_library(cudaenv_options INTERFACE)
target_compile_features(cudaenv_options INTERFACE cxx_std_20)
target_include_directories(cudaenv_options INTERFACE
    "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
target_include_directories(cudaenv_options SYSTEM INTERFACE
    "${CUDAENV_TL_EXPECTED_INCLUDE}" "${CUDAENV_TOML_INCLUDE}")
target_compile_options(cudaenv_options INTERFACE
    -fstack-protector-strong
    $<$<CONFIG:RelWithDebInfo,Release>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>
    $<$<BOOL:${CUDAENV_SANITIZE}>:-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer>
    $<$<BOOL:${CUDAENV_COVERAGE}>:--coverage>)
target_link_options(cudaenv_options INTERFACE
    -Wl,-z,relro,-z,now
    $<$<BOOL:${CUDAENV_SANITIZE}>:-fsanitize=address,undefined>
    $<$<BOOL:${CUDAENV_COVERAGE}>:--coverage>)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(CUDAENV_LTO)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# cudaenv_layer(NAME SOURCES a.cpp … LAYERS base sys … [LIBRARIES CURL::libcurl …])
# A layer is a static library cudaenv_NAME. LAYERS are the layers whose headers it may include
# (tests/meta holds it to that); LIBRARIES stay private: no third-party header leaks out of a layer
# except those of base/ (tl::expected).
function(cudaenv_layer name)
    cmake_parse_arguments(arg "" "" "SOURCES;LAYERS;LIBRARIES" ${ARGN})
    add_library(cudaenv_${name} STATIC ${arg_SOURCES})
    target_link_libraries(cudaenv_${name} PRIVATE cudaenv_warnings PUBLIC cudaenv_options)
    foreach(layer IN LISTS arg_LAYERS)
        target_link_libraries(cudaenv_${name} PUBLIC cudaenv_${layer})
    endforeach()
    target_link_libraries(cudaenv_${name} PRIVATE ${arg_LIBRARIES})
endfunction()

# cudaenv_late_library(LAYER NAME FILE) lets a layer call a library that is loaded at the first call
# (src/sys/late.hpp): the layer sees its name under CUDAENV_NAME_FILE and is not linked with it.
function(cudaenv_late_library layer name file)
    if(TARGET "${file}")
        get_target_property(file "${file}" LOCATION)
    endif()
    execute_process(COMMAND "${CMAKE_READELF}" -d "${file}" OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
    if(NOT dynamic MATCHES "SONAME[^[]*\\[([^]]+)\\]")
        message(FATAL_ERROR "${file} is no shared library")
    endif()
    set(definition "CUDAENV_${name}_FILE=\"${CMAKE_MATCH_1}\"")
    target_compile_definitions(cudaenv_${layer} PRIVATE "${definition}")
    set_target_properties(cudaenv_${layer} PROPERTIES LATE_LIBRARY "${definition}")  # for tests
endfunction()

# cudaenv_unit_test(NAME SOURCES a_test.cpp … LAYERS base … [LIBRARIES …])
# One GoogleTest program for each folder of src/; every test of it is a CTest test.
function(cudaenv_unit_test name)
    cmake_parse_arguments(arg "" "" "SOURCES;LAYERS;LIBRARIES" ${ARGN})
    add_executable(${name}_test ${arg_SOURCES})
    target_link_libraries(${name}_test PRIVATE cudaenv_warnings cudaenv_options GTest::gtest_main GTest::gmock)
    target_include_directories(${name}_test PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    # Half of the time of a test's compilation is these.
    target_precompile_headers(${name}_test PRIVATE
        <gmock/gmock.h> <gtest/gtest.h> <filesystem> <fstream> <functional> <map> <string> <vector>)
    foreach(layer IN LISTS arg_LAYERS)
        target_link_libraries(${name}_test PRIVATE cudaenv_${layer})
    endforeach()
    target_link_libraries(${name}_test PRIVATE ${arg_LIBRARIES})
    gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 60 PROPERTIES LABELS unit TIMEOUT 120)
endfunction()
