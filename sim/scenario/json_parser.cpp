// SPDX-License-Identifier: Apache-2.0
//
// Builds the tree from the events of nlohmann's SAX parser, which is not recursive. It hands over
// no positions, so the iterator that feeds it tells how far it has read; a token starts at the
// first byte after the previous one that is neither white space nor punctuation.
#include <functional>
#include <iterator>
#include <memory>
#include <string_view>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "sim/scenario/json_document.h"

namespace pmusim::scenario {
namespace {

/// Reads bytes and tells the outside how many.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** cursor) : at_{at}, cursor_{cursor} {}

  reference operator*() const { return *at_; }

  CountingIterator& operator++() {
    *cursor_ = ++at_;
    return *this;
  }

  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }

  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }

  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ != b.at_;
  }

 private:
  const char* at_;
  const char** cursor_;
};

/// The library's message without its own prefix, and short. Tokens in it may hold any bytes.
std::string simplify(std::string_view message) {
  constexpr std::string_view kNumber = "number overflow parsing ";
  if (const auto at = message.find(kNumber); at != std::string_view::npos) {
    return "the number " + printable(message.substr(at + kNumber.size())) + " is too large";
  }
  constexpr std::string_view kSyntax = "syntax error while parsing ";
  if (const auto at = message.find(kSyntax); at != std::string_view::npos) {
    message.remove_prefix(at + kSyntax.size());
  }
  const auto detail = message.find(" - ");
  std::string text{message.substr(0, detail)};
  if (detail == std::string_view::npos) {
    return "not JSON: " + text;
  }
  message.remove_prefix(detail + 3);
  constexpr std::string_view kLast = "; last read: ";
  const auto last = message.find(kLast);
  std::string reason{message.substr(0, last)};
  std::string rest;
  if (last != std::string_view::npos) {
    const std::string_view tail = message.substr(last + kLast.size());
    const auto expected = tail.rfind("; expected ");
    rest = " after " + printable(tail.substr(0, expected));
    if (expected != std::string_view::npos) {
      rest += tail.substr(expected);
    }
  }
  return "not JSON: in " + text + ": " + reason + rest;
}

class Builder {
 public:
  Builder(JsonDocument& document,
          std::uint32_t source,
          std::string_view text,
          std::size_t depth,
          std::size_t nodes,
          Problems& problems)
      : document_{document},
        source_{source},
        text_{text},
        depth_{depth},
        nodes_{nodes},
        problems_{problems},
        cursor_{text.data()} {}

  NodeId run() {
    const CountingIterator begin{std::to_address(text_.begin()), &cursor_};
    const CountingIterator end{std::to_address(text_.end()), &cursor_};
    const bool read = nlohmann::json::sax_parse(begin, end, this);
    return read ? top_ : kNoNode;
  }

  // ---- Events of the parser ----

  bool null() { return value(JsonKind::null, {}); }

  bool boolean(bool is_true) {
    return value(JsonKind::boolean, [&](JsonNode& node) { node.boolean = is_true; });
  }

  bool number_integer(std::int64_t number) {
    const std::uint64_t magnitude = std::uint64_t{0} - static_cast<std::uint64_t>(number);
    return integer(number < 0, number < 0 ? magnitude : static_cast<std::uint64_t>(number));
  }

  bool number_unsigned(std::uint64_t number) { return integer(false, number); }

  bool number_float(double number, const std::string& written) {
    return value(JsonKind::real, [&](JsonNode& node) {
      node.real = number;
      node.text = document_.keep(written);
    });
  }

  bool string(const std::string& text) {
    return value(JsonKind::text, [&](JsonNode& node) { node.text = document_.keep(text); });
  }

  static bool binary(const nlohmann::json::binary_t& /*bytes*/) {
    return false;
  }  // exists in binary formats only

  bool start_object(std::size_t /*size*/) { return open(JsonKind::object); }

  bool start_array(std::size_t /*size*/) { return open(JsonKind::list); }

  bool end_object() { return close(); }

  bool end_array() { return close(); }

  bool key(const std::string& name) {
    key_offset_ = token_start();
    key_ = document_.keep(name);
    const auto [first, is_new] = open_.back().keys.emplace(key_, key_offset_);
    if (!is_new && problems_.is_full()) {
      problems_.add({});
    } else if (!is_new) {
      const std::string pointer = document_.pointer(open_.back().node) + "/" + printable(name);
      problems_.add({ErrorCode::invalid_input,
                     document_.where(source_, key_offset_) + ": " + pointer,
                     "duplicate key \"" + printable(name) + "\"",
                     "it already stands at " + document_.where(source_, first->second)},
                    std::uint64_t{source_} << 32U | key_offset_);
    }
    return true;
  }

  bool parse_error(std::size_t position,
                   const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    const std::size_t offset = position == 0 ? 0 : position - 1;
    problems_.add(
        {ErrorCode::invalid_input, document_.where(source_, offset), simplify(error.what()), {}},
        std::uint64_t{source_} << 32U | offset);
    return false;
  }

 private:
  struct Open {
    NodeId node;
    std::unordered_map<std::string_view, std::size_t> keys;
  };

  std::size_t token_start() {
    constexpr std::string_view kBetween = " \t\r\n,:]}";
    const std::size_t start = text_.find_first_not_of(kBetween, last_end_);
    last_end_ = static_cast<std::size_t>(cursor_ - text_.data());
    return start == std::string_view::npos ? text_.size() : start;
  }

  bool integer(bool negative, std::uint64_t magnitude) {
    return value(JsonKind::integer, [&](JsonNode& node) {
      const auto size = static_cast<double>(magnitude);
      node.negative = negative;
      node.magnitude = magnitude;
      node.real = negative ? -size : size;
    });
  }

  bool limit(std::size_t offset, const std::string& what) {
    problems_.add({ErrorCode::invalid_input, document_.where(source_, offset), what, {}},
                  std::uint64_t{source_} << 32U | offset);
    return false;
  }

  bool value(JsonKind kind, const std::function<void(JsonNode&)>& fill) {
    JsonNode node;
    node.kind = kind;
    if (fill) {
      fill(node);
    }
    node.offset = static_cast<std::uint32_t>(token_start());
    node.source = source_;
    if (document_.size() >= nodes_) {
      return limit(node.offset,
                   "more than " + std::to_string(nodes_) +
                       " values; long recordings belong in a file of their own");
    }
    if (!open_.empty() && document_[open_.back().node].kind == JsonKind::object) {
      node.key = key_;
      node.offset = static_cast<std::uint32_t>(key_offset_);
    }
    current_ = document_.add(node);
    if (open_.empty()) {
      top_ = current_;
    } else {
      document_.append_child(open_.back().node, current_);
    }
    return true;
  }

  bool open(JsonKind kind) {
    if (open_.size() >= depth_) {
      return limit(token_start(),
                   "lists and objects are nested deeper than " +
                       std::to_string(JsonLimits::kDepth) + " levels");
    }
    if (!value(kind, {})) {
      return false;
    }
    open_.push_back({current_, {}});
    return true;
  }

  bool close() {
    last_end_ = static_cast<std::size_t>(cursor_ - text_.data());
    open_.pop_back();
    return true;
  }

  JsonDocument& document_;
  std::uint32_t source_;
  std::string_view text_;
  std::size_t depth_;
  std::size_t nodes_;
  Problems& problems_;
  const char* cursor_;
  std::size_t last_end_{};
  std::size_t key_offset_{};
  std::string_view key_;
  std::vector<Open> open_;
  NodeId current_{kNoNode};
  NodeId top_{kNoNode};
};

std::vector<std::uint32_t> line_starts_of(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      starts.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
  return starts;
}

}  // namespace

NodeId JsonDocument::parse(std::string text,
                           std::string label,
                           bool is_file,
                           std::size_t depth,
                           Problems& problems,
                           std::size_t nodes) {
  const auto source_index = static_cast<std::uint32_t>(sources_.size());
  if (text.starts_with("\xEF\xBB\xBF")) {  // a byte order mark in UTF-8 is harmless
    text.erase(0, 3);
  }
  const std::vector<std::uint32_t> lines = line_starts_of(text);
  const Source& source =
      sources_.emplace_back(Source{std::move(text), std::move(label), is_file, lines});
  const std::string_view all = source.text;
  const auto refuse = [&](std::size_t offset, std::string what, std::string hint) {
    problems.add(
        {ErrorCode::invalid_input, where(source_index, offset), std::move(what), std::move(hint)});
    return kNoNode;
  };
  if (all.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return refuse(0, "nothing in it", "expected a JSON object");
  }
  if (all.starts_with("\xFF\xFE") || all.starts_with("\xFE\xFF")) {
    return refuse(0, "written in UTF-16", "save it as UTF-8");
  }
  // The library takes a NUL byte for the end and would ignore what follows.
  if (const std::size_t nul = all.find('\0'); nul != std::string_view::npos) {
    return refuse(nul, "a NUL byte", "expected JSON text in UTF-8");
  }
  return Builder{*this, source_index, all, depth, nodes, problems}.run();
}

}  // namespace pmusim::scenario
