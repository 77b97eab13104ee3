// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/common/result.h"

namespace pmusim::litmus {

/// The files that the words of a command line name, and what is wrong with some of them.
struct FileList {
  std::vector<std::string> files;  ///< in the order of the words
  std::vector<Error> problems;
};

/// Resolves each word:
/// - a folder: all `*.litmus` files in it and beneath, sorted by path;
/// - a name that begins with @, also behind a folder: a list as herd7 reads it, a file or list a
///   line, relative to the folder of the list; lines that are empty or begin with # do not count.
///   `@tests.txt` is the list `@tests.txt`, or `tests.txt` when there is no file with the @;
/// - anything else: a file.
///
/// @error a missing or unreadable list or folder, a list that contains itself, a folder or a list
///        without tests, lists of more than 100,000 lines in all.
[[nodiscard]] FileList resolve(const std::vector<std::string>& words);

}  // namespace pmusim::litmus
