// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/json_document.h"
#include "sim/scenario/problems.h"

namespace pmusim::engine {

using scenario::NodeId;

/// Something in a vector file that was left aside, and where it was first.
struct VectorNote {
  std::string where;
  std::string what;
  std::string hint;
  std::uint64_t times{1};
};

/// Notes, each text once.
class VectorNotes {
 public:
  /// How many different texts are kept; more are only counted.
  static constexpr std::size_t kListed = 20;

  [[nodiscard]] const std::vector<VectorNote>& listed() const { return listed_; }

  /// Different texts that were not kept, however often they came.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

  /// True when the text is new and there is room for it. Otherwise it has been counted.
  [[nodiscard]] bool is_wanted(const std::string& what);

  void add(VectorNote note);

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<VectorNote> listed_;
  bool is_cut_{};
};

/// Reads values of a vector file. What does not fit is noted with file, line, pointer, item, step,
/// the value found and what was expected; the reader then goes on, so that every problem is found.
/// It takes kNoNode, a value that was already found missing, without a word.
class VectorReader {
 public:
  VectorReader(const scenario::JsonDocument& of, scenario::Problems& problems, VectorNotes& notes)
      : document{of}, problems_{problems}, notes_{notes} {}

  /// What messages call the item, the step, the configuration that is being read.
  void enter(std::string place) { place_ = std::move(place); }

  [[nodiscard]] std::size_t problems_so_far() const { return problems_.count(); }

  void problem(NodeId at, const std::string& what, const std::string& hint = {});

  /// "found X, expected Y".
  void mismatch(NodeId at, std::string_view expected, const std::string& hint = {});

  /// No problem, but not looked at either.
  void note(NodeId at, const std::string& what, const std::string& hint = {});

  /// The member called `key`; a problem, and kNoNode, when there is none.
  NodeId required(NodeId object, std::string_view key, std::string_view expected);

  /// Every key that is not one of `known` is worth a note.
  void note_unknown_keys(NodeId object, std::span<const std::string_view> known);

  std::vector<NodeId> elements(NodeId list, std::string_view expected);
  std::vector<NodeId> members(NodeId object, std::string_view expected);

  std::string text(NodeId at, std::string_view expected);

  /// The index in `words` of a text.
  std::optional<std::size_t> word(NodeId at,
                                  std::span<const std::string_view> words,
                                  std::string_view expected);

  /// A whole number from `least` to `most`; `least` when it is none.
  std::uint64_t whole(NodeId at, std::string_view meaning, std::uint64_t least, std::uint64_t most);

  /// 0 or 1.
  bool flag(NodeId at, std::string_view meaning);

  /// 64 bits, as "0x...".
  std::uint64_t hex(NodeId at, std::string_view meaning);

  const scenario::JsonDocument& document;

 private:
  scenario::Problems& problems_;
  VectorNotes& notes_;
  std::string place_;
};

/// The number that "0x..." stands for, if it is one of at most 64 bits.
[[nodiscard]] std::optional<std::uint64_t> from_hex(std::string_view text);

[[nodiscard]] std::string to_hex(std::uint64_t value);

}  // namespace pmusim::engine
