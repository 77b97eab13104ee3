// SPDX-License-Identifier: Apache-2.0
//
// The litmus tests of tests/data, and small ones made in place.
#pragma once

#include <string>
#include <vector>

#include "sim/litmus/file_list.h"
#include "sim/litmus/read_test.h"

namespace pmusim::litmus {

inline std::string litmus_folder(const std::string& set) {
  return std::string{PMUSIM_TEST_DATA} + "/litmus/" + set;
}

/// Every litmus file of tests/data.
inline std::vector<std::string> all_litmus_files() {
  return resolve({litmus_folder("generated"), litmus_folder("ring")}).files;
}

/// A test of one thread that has `code` in its column.
inline std::string one_thread(const std::string& init,
                              const std::string& code,
                              const std::string& condition) {
  return "AArch64 T\n{\n" + init + "\n}\nP0;\n" + code + "\n" + condition + "\n";
}

inline LitmusTest read_good(const std::string& text) {
  auto test = read_test(text, "t.litmus");
  if (!test) {
    throw std::runtime_error{scenario::to_text(test.error(), "t.litmus") + text};
  }
  return std::move(*test);
}

/// Every problem of a text, a line each.
inline std::string problems_of(const std::string& text) {
  const auto test = read_test(text, "t");
  std::string lines;
  if (!test) {
    for (const Error& problem : test.error().listed()) {
      lines += scenario::to_text(problem) + "\n";
    }
  }
  return lines;
}

}  // namespace pmusim::litmus
