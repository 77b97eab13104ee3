// SPDX-License-Identifier: Apache-2.0
//
// JSON as a tree in which every value knows where it stands: file, line, column and JSON pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/text.h"
#include "sim/scenario/problems.h"

namespace pmusim::scenario {

enum class JsonKind : std::uint8_t { null, boolean, integer, real, text, list, object };

/// A value in a JsonDocument.
enum class NodeId : std::uint32_t {};
inline constexpr NodeId kNoNode{0xFFFF'FFFF};

struct JsonNode {
  JsonKind kind{JsonKind::null};
  bool boolean{};
  bool negative{};            ///< integer: below zero
  std::uint64_t magnitude{};  ///< integer: absolute value
  double real{};              ///< integer and real
  std::string_view text;      ///< text: the value; real: as it is written
  std::string_view key;       ///< in an object
  std::uint32_t index{};      ///< position among its siblings
  std::uint32_t offset{};     ///< first byte in its source
  std::uint32_t source{};     ///< index into the sources of the document
  std::uint32_t children{};
  NodeId parent{kNoNode};
  NodeId first_child{kNoNode};
  NodeId last_child{kNoNode};
  NodeId next{kNoNode};
};

/// What an input may be at most. A wrong file of any size costs bounded time and memory.
struct JsonLimits {
  static constexpr std::size_t kBytes = std::size_t{64} << 20U;
  static constexpr std::size_t kDepth = 64;
  static constexpr std::size_t kNodes = 1'000'000;
};

class JsonDocument {
 public:
  /// Parses `text` as a further source and returns its top value; kNoNode when it is not JSON.
  ///
  /// @param label  what messages call the source; a file name or an option of the command line.
  /// @param depth  how many levels of lists and objects are allowed.
  /// @param nodes  how many values the document may have in all.
  /// @error not JSON, a duplicate key, a NUL byte, UTF-8 that is ill-formed, or a limit; with its
  /// place.
  NodeId parse(std::string text,
               std::string label,
               bool is_file,
               std::size_t depth,
               Problems& problems,
               std::size_t nodes = JsonLimits::kNodes);

  [[nodiscard]] const JsonNode& operator[](NodeId id) const {
    return nodes_[static_cast<std::size_t>(id)];
  }

  /// A part of a value, or kNoNode when there is none.
  [[nodiscard]] NodeId member(NodeId object, std::string_view key) const;
  [[nodiscard]] NodeId element(NodeId list, std::size_t index) const;

  /// The member called `key`, or the object itself if it has none: the best place for a message.
  [[nodiscard]] NodeId member_or_self(NodeId object, std::string_view key) const;

  [[nodiscard]] std::size_t depth(NodeId id) const;

  /// RFC 6901; empty for the top.
  [[nodiscard]] std::string pointer(NodeId id) const;

  /// "file:line:column: /pointer", or "--set /pointer=value: /pointer" for what an option gave.
  [[nodiscard]] std::string where(NodeId id) const;

  /// Orders values as they stand in the file, and after them those of the options in their order.
  [[nodiscard]] std::uint64_t order(NodeId id) const {
    return std::uint64_t{(*this)[id].source} << 32U | (*this)[id].offset;
  }

  /// "file:line:column" of a byte of a source.
  [[nodiscard]] std::string where(std::size_t source, std::size_t offset) const;

  /// The value as a message shows it: short and printable.
  [[nodiscard]] std::string excerpt(NodeId id) const;

  /// The value as compact JSON.
  [[nodiscard]] std::string to_json(NodeId id) const;

  template <class Visit>
  void for_each_child(NodeId id, Visit visit) const {
    for (NodeId child = id == kNoNode ? kNoNode : (*this)[id].first_child; child != kNoNode;
         child = (*this)[child].next) {
      visit(child);
    }
  }

  // ---- Building and changing ----

  NodeId add(const JsonNode& node);
  void append_child(NodeId parent, NodeId child);
  void append_child(NodeId parent, NodeId child, std::string_view key);
  /// Puts the value `by` where `old` stands, keeping the key.
  void replace(NodeId old, NodeId by);

  /// Keeps a copy of `text` as long as the document lives.
  std::string_view keep(std::string_view text) { return texts_.emplace_back(text); }

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Source {
    std::string text;
    std::string label;
    bool is_file{};
    std::vector<std::uint32_t> line_starts;
  };

  JsonNode& at(NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }

  std::vector<JsonNode> nodes_;
  std::deque<std::string> texts_;
  std::deque<Source> sources_;
};

using pmusim::printable;

}  // namespace pmusim::scenario
