// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/file_list.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "models/common/text.h"
#include "sim/scenario/input_file.h"

namespace pmusim::litmus {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestList = std::size_t{64} << 20U;

/// Lines of all lists, at most: lists that name lists grow fast.
constexpr std::size_t kMostLines = 100'000;

/// Lists within lists, at most.
constexpr std::size_t kMostOpenLists = 100;

bool is_list(const fs::path& path) {
  return path.filename().native().starts_with('@');
}

std::string shown(const fs::path& path) {
  return printable(path.native(), kLongestShownPath);
}

class Resolver {
 public:
  void add(const fs::path& path, const std::string& from) {
    std::error_code error;
    if (is_list(path)) {
      add_list(path, from);
    } else if (fs::is_directory(path, error)) {
      add_folder(path);
    } else {
      list_.files.push_back(path.native());
    }
  }

  FileList take() { return std::move(list_); }

 private:
  void complain(const std::string& where, std::string what, std::string hint) {
    // One list may be named many times; so may what is wrong with it.
    constexpr std::size_t kMostProblems = 200;
    if (list_.problems.size() < kMostProblems) {
      list_.problems.push_back({ErrorCode::invalid_input, where, std::move(what), std::move(hint)});
    }
  }

  void add_folder(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error)) {
      if (at->path().extension() == ".litmus" && !at->is_directory(error)) {
        files.push_back(at->path().native());
      }
    }
    if (error) {
      complain(shown(folder), "cannot be read: " + error.message(), "");
    } else if (files.empty()) {
      complain(shown(folder), "no file in this folder ends in .litmus", "");
    }
    std::ranges::sort(files);
    list_.files.insert(list_.files.end(), files.begin(), files.end());
  }

  /// The file of a list: without the @ if there is none with it.
  static fs::path file_of_list(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error) ? path : path.parent_path() / path.filename().native().substr(1);
  }

  void add_list(const fs::path& path, const std::string& from) {
    const fs::path file = file_of_list(path);
    std::error_code error;
    const fs::path identity = fs::weakly_canonical(file, error);
    if (std::ranges::find(open_, identity) != open_.end()) {
      complain(from, fmt::format("the list {} contains itself", shown(path)), "remove this line");
      return;
    }
    if (open_.size() >= kMostOpenLists) {
      complain(from, fmt::format("more than {} lists within lists", kMostOpenLists), "");
      return;
    }
    const Result<std::string> text = scenario::read_regular_file(
        file.native(),
        kLargestList,
        {"a list of litmus tests, a file a line", "a list has a file name a line"});
    if (!text) {
      Error problem = text.error();
      problem.where = from.empty() ? shown(path) : from + ": " + shown(path);
      list_.problems.push_back(std::move(problem));
      return;
    }
    open_.push_back(identity);
    const std::size_t before = list_.files.size() + list_.problems.size();
    add_lines(*text, path);
    if (list_.files.size() + list_.problems.size() == before) {
      complain(shown(path), "the list names no test", "write the name of a file on each line");
    }
    open_.pop_back();
  }

  /// False once there are too many.
  bool count_line(const fs::path& list, std::size_t number) {
    if (++lines_ == kMostLines + 1) {
      list_.problems.push_back({ErrorCode::invalid_input,
                                fmt::format("{}:{}", shown(list), number),
                                fmt::format("the lists have more than {} lines", kMostLines),
                                "run them in parts"});
    }
    return lines_ <= kMostLines;
  }

  // As deep as lists are nested; a list cannot be open twice.
  // NOLINTNEXTLINE(misc-no-recursion)
  void add_lines(const std::string& text, const fs::path& list) {
    std::size_t number = 0;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      std::string_view line = std::string_view{text}.substr(start, end - start);
      line.remove_suffix(line.ends_with('\r') ? 1 : 0);
      start = end + 1;
      ++number;
      if (!count_line(list, number)) {
        return;
      }
      if (!line.empty() && !line.starts_with('#')) {
        add(list.parent_path() / line, fmt::format("{}:{}", shown(list), number));
      }
    }
  }

  FileList list_;
  std::size_t lines_{};         ///< read so far, of all lists
  std::vector<fs::path> open_;  ///< lists that are being read, the outermost first
};

}  // namespace

FileList resolve(const std::vector<std::string>& words) {
  Resolver resolver;
  for (const std::string& word : words) {
    resolver.add(word, "");
  }
  return resolver.take();
}

}  // namespace pmusim::litmus
