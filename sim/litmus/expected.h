// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/litmus/outcome.h"
#include "sim/scenario/problems.h"

namespace pmusim::litmus {

/// The outcome of a test that another tool recorded.
struct Expectation {
  std::string where;  ///< "file:line"
  std::set<std::string> states;
  std::string observation;  ///< Never, Sometimes or Always
};

/// What a file expects of many tests.
class Expectations {
 public:
  /// Reads a file of JSON objects, one a line, with `name`, `states`, `observation` and, if one
  /// wants, `file`; other keys do not count.
  ///
  /// @error each line that is no such object, and a test that has two of them, with its line.
  [[nodiscard]] static scenario::Checked<Expectations> read(const std::string& path);

  /// The expectation of a test: by its name, else by the name of its file. Nullptr when there is
  /// none.
  [[nodiscard]] const Expectation* find(const LitmusTest& test) const;

 private:
  /// False when there is one of that name.
  bool add(const std::string& name, const std::string& file, Expectation entry);

  std::vector<Expectation> entries_;
  std::map<std::string, std::size_t> by_name_;
  std::map<std::string, std::size_t> by_file_;
};

/// The expected states that an outcome has.
[[nodiscard]] Coverage coverage(const LitmusTest& test,
                                const Outcome& outcome,
                                const Expectation& expected);

/// Where an outcome differs from what is expected, a line for each difference; empty when it
/// agrees. Of a sample, or a run that was cut short, only what it has seen can differ. `states`
/// tells whether the outcome lists its states.
[[nodiscard]] std::string differences(const LitmusTest& test,
                                      const Outcome& outcome,
                                      const Expectation& expected,
                                      bool states);

}  // namespace pmusim::litmus
