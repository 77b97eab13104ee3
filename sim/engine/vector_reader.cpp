// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vector_reader.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "models/common/result.h"
#include "sim/scenario/nearest.h"

namespace pmusim::engine {

using scenario::JsonKind;
using scenario::JsonNode;
using scenario::kNoNode;

bool VectorNotes::is_wanted(const std::string& what) {
  const auto found = places_.find(what);
  if (found != places_.end()) {
    ++listed_[found->second].times;
    return false;
  }
  is_cut_ = is_cut_ || listed_.size() == kListed;
  return listed_.size() < kListed;
}

void VectorNotes::add(VectorNote note) {
  places_.emplace(note.what, listed_.size());
  listed_.push_back(std::move(note));
}

void VectorReader::problem(NodeId at, const std::string& what, const std::string& hint) {
  if (problems_.is_full()) {
    problems_.add({});
    return;
  }
  const std::string place = place_.empty() ? "" : ": " + place_;
  problems_.add({ErrorCode::invalid_input, document.where(at) + place, what, hint},
                document.order(at));
}

void VectorReader::mismatch(NodeId at, std::string_view expected, const std::string& hint) {
  problem(at, fmt::format("found {}, expected {}", document.excerpt(at), expected), hint);
}

void VectorReader::note(NodeId at, const std::string& what, const std::string& hint) {
  if (notes_.is_wanted(what)) {
    notes_.add({document.where(at), what, hint});
  }
}

NodeId VectorReader::required(NodeId object, std::string_view key, std::string_view expected) {
  if (object == kNoNode) {
    return kNoNode;
  }
  if (document[object].kind != JsonKind::object) {
    mismatch(object, fmt::format("an object with \"{}\"", key));
    return kNoNode;
  }
  const NodeId found = document.member(object, key);
  if (found == kNoNode) {
    problem(object, fmt::format("the key \"{}\" is missing, expected {}", key, expected));
  }
  return found;
}

void VectorReader::note_unknown_keys(NodeId object, std::span<const std::string_view> known) {
  document.for_each_child(object, [&](NodeId child) {
    const std::string_view key = document[child].key;
    if (std::ranges::find(known, key) == known.end()) {
      note(child,
           fmt::format("unknown key \"{}\"", scenario::printable(key)),
           scenario::suggestion(key, known));
    }
  });
}

std::vector<NodeId> VectorReader::elements(NodeId list, std::string_view expected) {
  std::vector<NodeId> found;
  if (list == kNoNode) {
    return found;
  }
  if (document[list].kind != JsonKind::list) {
    mismatch(list, expected);
    return found;
  }
  found.reserve(document[list].children);
  document.for_each_child(list, [&](NodeId child) { found.push_back(child); });
  return found;
}

std::vector<NodeId> VectorReader::members(NodeId object, std::string_view expected) {
  std::vector<NodeId> found;
  if (object == kNoNode) {
    return found;
  }
  if (document[object].kind != JsonKind::object) {
    mismatch(object, expected);
    return found;
  }
  document.for_each_child(object, [&](NodeId child) { found.push_back(child); });
  return found;
}

std::string VectorReader::text(NodeId at, std::string_view expected) {
  if (at == kNoNode) {
    return {};
  }
  if (document[at].kind != JsonKind::text) {
    mismatch(at, expected);
    return {};
  }
  return std::string{document[at].text};
}

std::optional<std::size_t> VectorReader::word(NodeId at,
                                              std::span<const std::string_view> words,
                                              std::string_view expected) {
  if (at == kNoNode) {
    return std::nullopt;
  }
  const JsonNode& node = document[at];
  const auto found =
      node.kind == JsonKind::text ? std::ranges::find(words, node.text) : words.end();
  if (found == words.end()) {
    mismatch(at,
             expected,
             node.kind == JsonKind::text ? scenario::suggestion(node.text, words) : std::string{});
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - words.begin());
}

std::uint64_t VectorReader::whole(NodeId at,
                                  std::string_view meaning,
                                  std::uint64_t least,
                                  std::uint64_t most) {
  if (at == kNoNode) {
    return least;
  }
  const JsonNode& node = document[at];
  const bool is_below = node.negative || node.magnitude < least;
  if (node.kind != JsonKind::integer || is_below || node.magnitude > most) {
    mismatch(at, fmt::format("{}, a whole number from {} to {}", meaning, least, most));
    return least;
  }
  return node.magnitude;
}

bool VectorReader::flag(NodeId at, std::string_view meaning) {
  return whole(at, meaning, 0, 1) != 0;
}

std::uint64_t VectorReader::hex(NodeId at, std::string_view meaning) {
  if (at == kNoNode) {
    return 0;
  }
  const JsonNode& node = document[at];
  const auto value =
      node.kind == JsonKind::text ? from_hex(node.text) : std::optional<std::uint64_t>{};
  if (!value) {
    mismatch(at, fmt::format("{}, at most 64 bits as \"0x...\"", meaning));
  }
  return value.value_or(0);
}

std::optional<std::uint64_t> from_hex(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  const char* end = std::to_address(text.end());
  const auto [stop, error] = std::from_chars(std::to_address(text.begin()) + 2, end, value, 16);
  return error == std::errc{} && stop == end ? std::optional{value} : std::nullopt;
}

std::string to_hex(std::uint64_t value) {
  return fmt::format("{:#x}", value);
}

}  // namespace pmusim::engine
