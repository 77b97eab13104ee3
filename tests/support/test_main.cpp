// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

// The SystemC library holds a main() that calls this; Catch2's main() wins, but the symbol must
// exist in test programs that link SystemC.
extern "C" __attribute__((weak)) int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}
