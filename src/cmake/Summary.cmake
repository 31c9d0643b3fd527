# One look at what was found, so that a missing optional part is no surprise later.
if(ISAL_FOUND)
    set(_gzip "ISA-L ${ISAL_VERSION}")
else()
    set(_gzip "zlib ${ZLIB_VERSION_STRING}")
endif()
message(STATUS "cudaenv ${PROJECT_VERSION}: curl ${CURL_VERSION_STRING}, libarchive ${LibArchive_VERSION}, "
    "OpenSSL ${OPENSSL_VERSION}, SQLite ${SQLite3_VERSION}, gzip by ${_gzip}, shim on ${CUDAENV_SHIM_LIBC}")
