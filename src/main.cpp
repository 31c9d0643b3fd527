// SPDX-License-Identifier: MIT
#include "cli/app.hpp"

int main(int argc, char** argv) { return cudaenv::cli::run(argc, argv); }
