// SPDX-License-Identifier: Apache-2.0
//
// Codecs of single values: numbers, truth values, texts, and values that are written as texts.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "models/common/units.h"
#include "sim/scenario/codec.h"
#include "sim/scenario/nearest.h"

namespace pmusim::scenario {

/// 2^63 - 1.
inline constexpr std::uint64_t kGreatestSigned = 0x7FFF'FFFF'FFFF'FFFF;

struct IntegerRange {
  std::uint64_t least{};
  std::uint64_t greatest{};
  std::string unit;  ///< empty: a plain number
};

/// The integer at `at` if it is one and in the range; notes the problem otherwise.
[[nodiscard]] std::optional<std::uint64_t> read_integer(ReadContext& in,
                                                        NodeId at,
                                                        const IntegerRange& range);
[[nodiscard]] std::string phrase_of(const IntegerRange& range);
void write_integer_schema(SchemaWriter& out, const IntegerRange& range);

constexpr std::uint64_t to_integer(std::uint64_t value) {
  return value;
}

constexpr std::uint64_t to_integer(Cycles value) {
  return value.count();
}

constexpr std::uint64_t to_integer(CpuId value) {
  return value.value();
}

template <class T>
constexpr T from_integer(std::uint64_t value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(value);
  } else if constexpr (std::is_same_v<T, CpuId>) {
    return CpuId{static_cast<std::uint16_t>(value)};
  } else {
    return T{value};
  }
}

template <class T>
class IntegerCodec final : public Codec<T> {
 public:
  explicit IntegerCodec(IntegerRange range) : range_{std::move(range)} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::integer || document[at].kind == JsonKind::real;
  }

  bool read(ReadContext& in, NodeId at, T& out) const override {
    const auto value = read_integer(in, at, range_);
    if (value) {
      out = from_integer<T>(*value);
    }
    return value.has_value();
  }

  void write(JsonWriter& out, const T& value) const override { out.integer(to_integer(value)); }

  void schema(SchemaWriter& out) const override { write_integer_schema(out, range_); }

  [[nodiscard]] std::string phrase() const override { return phrase_of(range_); }

 private:
  IntegerRange range_;
};

template <class T = std::uint64_t>
CodecOf<T> integer(std::uint64_t least, std::uint64_t greatest, std::string unit = {}) {
  return std::make_shared<IntegerCodec<T>>(IntegerRange{least, greatest, std::move(unit)});
}

CodecOf<bool> boolean();

/// A number with or without a fraction.
CodecOf<double> real(double least, double greatest, std::string unit = {});

/// A text of so many characters, none of them a control character.
CodecOf<std::string> text(std::size_t least = 1, std::size_t greatest = 256);

/// Any JSON value, kept as compact JSON.
CodecOf<std::string> any_json();

/// Any JSON number, kept as it is written.
CodecOf<std::string> any_number();

/// A list of fixed words, each standing for a value.
template <class T>
class WordCodec final : public Codec<T> {
 public:
  explicit WordCodec(std::vector<std::pair<std::string, T>> words) : words_{std::move(words)} {}

  /// A single word claims only itself, so that words can be alternatives; a list of words claims
  /// every text.
  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::text;
  }

  void forms(Forms& all) const override {
    for (const auto& word : words_) {
      all.words.push_back(word.first);
    }
  }

  bool read(ReadContext& in, NodeId at, T& out) const override {
    const JsonNode& node = in.document[at];
    std::vector<std::string_view> names;
    for (const auto& [name, value] : words_) {
      names.push_back(name);
      if (node.kind == JsonKind::text && node.text == name) {
        out = value;
        return true;
      }
    }
    const bool misspelt = node.kind == JsonKind::text && !in.is_full();
    const std::string hint = misspelt ? suggestion(node.text, names) : std::string{};
    return in.problem(at,
                      "found " + in.document.excerpt(at) + ", expected " + phrase(),
                      hint.empty() ? std::string{in.meaning} : hint);
  }

  void write(JsonWriter& out, const T& value) const override {
    for (const auto& [name, candidate] : words_) {
      if (candidate == value) {
        return out.text(name);
      }
    }
    out.raw("null");  // a value without a word cannot come from the reader
  }

  void schema(SchemaWriter& out) const override {
    out.json.key("enum");
    out.json.begin_list();
    for (const auto& word : words_) {
      out.json.text(word.first);
    }
    out.json.end_list();
  }

  [[nodiscard]] std::string phrase() const override { return quoted_with("\""); }

  [[nodiscard]] std::string manual(ManualWriter& /*out*/) const override {
    return quoted_with("`");
  }

 private:
  [[nodiscard]] std::string quoted_with(const std::string& quote) const {
    std::vector<std::string> quoted;
    quoted.reserve(words_.size());
    for (const auto& word : words_) {
      quoted.push_back(fmt::format("{}{}{}", quote, word.first, quote));
    }
    return joined_by_or(quoted);
  }

  std::vector<std::pair<std::string, T>> words_;
};

template <class T>
CodecOf<T> one_of(std::vector<std::pair<std::string, T>> words) {
  return std::make_shared<WordCodec<T>>(std::move(words));
}

/// A value that is written as a text with a syntax of its own.
template <class T>
struct TextForm {
  std::string expected;  ///< "an event name or number"
  std::string pattern;  ///< for the schema, ECMA 262; empty: any text. Never stricter than `parse`.
  std::function<std::optional<T>(std::string_view)> parse;
  std::function<std::string(const T&)> print;
  std::function<std::string(std::string_view)>
      suggest;  ///< a hint for a text that does not parse; may be empty
};

template <class T>
class TextFormCodec final : public Codec<T> {
 public:
  explicit TextFormCodec(TextForm<T> form) : form_{std::move(form)} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::text;
  }

  bool read(ReadContext& in, NodeId at, T& out) const override {
    const JsonNode& node = in.document[at];
    if (node.kind != JsonKind::text) {
      return in.mismatch(at, form_.expected);
    }
    if (auto value = form_.parse(node.text)) {
      out = std::move(*value);
      return true;
    }
    const std::string hint =
        form_.suggest && !in.is_full() ? form_.suggest(node.text) : std::string{};
    return in.problem(
        at, "found " + in.document.excerpt(at) + ", expected " + form_.expected, hint);
  }

  void write(JsonWriter& out, const T& value) const override { out.text(form_.print(value)); }

  void schema(SchemaWriter& out) const override {
    out.json.key("type");
    out.json.text("string");
    if (!form_.pattern.empty()) {
      out.json.key("pattern");
      out.json.text(form_.pattern);
    }
  }

  [[nodiscard]] std::string phrase() const override { return form_.expected; }

 private:
  TextForm<T> form_;
};

template <class T>
CodecOf<T> text_form(TextForm<T> form) {
  return std::make_shared<TextFormCodec<T>>(std::move(form));
}

/// A register image: an integer, or a text in hexadecimal.
CodecOf<RegValue> register_value();

}  // namespace pmusim::scenario
