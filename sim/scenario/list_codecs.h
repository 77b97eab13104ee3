// SPDX-License-Identifier: Apache-2.0
//
// Codecs of lists: of any length, of fixed length with a meaning for each place, and objects with
// free keys.
#pragma once

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "sim/scenario/codec.h"
#include "sim/scenario/scalar_codecs.h"

namespace pmusim::scenario {

template <class T>
class ListCodec final : public Codec<std::vector<T>> {
 public:
  ListCodec(CodecOf<T> element, std::size_t least, std::size_t greatest)
      : element_{std::move(element)}, least_{least}, greatest_{greatest} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::list;
  }

  bool read(ReadContext& in, NodeId at, std::vector<T>& out) const override {
    const JsonNode& node = in.document[at];
    if (!claims(in.document, at) || node.children < least_ || node.children > greatest_) {
      return in.mismatch(at, phrase());
    }
    out.clear();
    out.reserve(node.children);
    bool good = true;
    in.document.for_each_child(at, [&](NodeId child) {
      T value{};
      good = element_->read(in, child, value) && good;
      out.push_back(std::move(value));  // kept even when it is wrong, so that positions stay right
    });
    return good;
  }

  void write(JsonWriter& out, const std::vector<T>& values) const override {
    out.begin_list();
    for (const T& value : values) {
      element_->write(out, value);
    }
    out.end_list();
  }

  void schema(SchemaWriter& out) const override {
    out.json.key("type");
    out.json.text("array");
    out.json.key("items");
    out.json.begin_object();
    element_->schema(out);
    out.json.end_object();
    out.json.key("minItems");
    out.json.integer(least_);
    out.json.key("maxItems");
    out.json.integer(greatest_);
  }

  [[nodiscard]] std::string phrase() const override { return text_of(element_->phrase()); }

  [[nodiscard]] std::string manual(ManualWriter& out) const override {
    return text_of(element_->manual(out));
  }

 private:
  [[nodiscard]] std::string text_of(const std::string& element) const {
    std::string length = fmt::format("{} to {}", least_, greatest_);
    if (greatest_ == JsonLimits::kNodes) {
      length = least_ == 0 ? "any number of" : fmt::format("at least {}", least_);
    }
    return fmt::format("a list of {}: {}", length, element);
  }

  CodecOf<T> element_;
  std::size_t least_;
  std::size_t greatest_;
};

template <class T>
CodecOf<std::vector<T>> list_of(CodecOf<T> element,
                                std::size_t least = 0,
                                std::size_t greatest = JsonLimits::kNodes) {
  return std::make_shared<ListCodec<T>>(std::move(element), least, greatest);
}

/// A list of two, each place with a meaning: [trials, probability].
template <class A, class B>
class PairCodec final : public Codec<std::pair<A, B>> {
 public:
  PairCodec(std::string first_name, CodecOf<A> first, std::string second_name, CodecOf<B> second)
      : names_{std::move(first_name), std::move(second_name)},
        first_{std::move(first)},
        second_{std::move(second)} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::list;
  }

  bool read(ReadContext& in, NodeId at, std::pair<A, B>& out) const override {
    if (!claims(in.document, at) || in.document[at].children != 2) {
      return in.mismatch(at, phrase());
    }
    const bool first = first_->read(in, in.document.element(at, 0), out.first);
    const bool second = second_->read(in, in.document.element(at, 1), out.second);
    return first && second;
  }

  void write(JsonWriter& out, const std::pair<A, B>& value) const override {
    out.begin_list();
    first_->write(out, value.first);
    second_->write(out, value.second);
    out.end_list();
  }

  void schema(SchemaWriter& out) const override {
    out.json.key("type");
    out.json.text("array");
    out.json.key("items");
    out.json.begin_list();
    place(out, *first_, names_.first);
    place(out, *second_, names_.second);
    out.json.end_list();
    out.json.key("minItems");
    out.json.integer(2);
    out.json.key("additionalItems");
    out.json.boolean(false);
  }

  [[nodiscard]] std::string phrase() const override {
    return fmt::format(
        "[{}: {}, {}: {}]", names_.first, first_->phrase(), names_.second, second_->phrase());
  }

 private:
  template <class T>
  static void place(SchemaWriter& out, const Codec<T>& codec, const std::string& name) {
    out.json.begin_object();
    out.json.key("title");
    out.json.text(name);
    codec.schema(out);
    out.json.end_object();
  }

  std::pair<std::string, std::string> names_;
  CodecOf<A> first_;
  CodecOf<B> second_;
};

template <class A, class B>
CodecOf<std::pair<A, B>> pair_of(std::string first_name,
                                 CodecOf<A> first,
                                 std::string second_name,
                                 CodecOf<B> second) {
  return std::make_shared<PairCodec<A, B>>(
      std::move(first_name), std::move(first), std::move(second_name), std::move(second));
}

/// Checks an object as a whole; notes its own problems and returns false when there is one.
using ObjectRule = std::function<bool(ReadContext&, NodeId)>;

/// An object whose keys are names that the user chooses, in the order in which they stand.
template <class T>
class MapCodec final : public Codec<std::vector<std::pair<std::string, T>>> {
 public:
  using Value = std::vector<std::pair<std::string, T>>;

  MapCodec(std::string key, CodecOf<T> element, ObjectRule rule)
      : key_{std::move(key)}, element_{std::move(element)}, rule_{std::move(rule)} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::object;
  }

  bool read(ReadContext& in, NodeId at, Value& out) const override {
    if (!claims(in.document, at) || in.document[at].children > kMaxEntries) {
      return in.mismatch(at, phrase());
    }
    out.clear();
    bool good = !rule_ || rule_(in, at);
    in.document.for_each_child(at, [&](NodeId child) {
      const std::string_view key = in.document[child].key;
      if (!is_name(key)) {
        good = in.problem(child,
                          "\"" + printable(key) + "\" is not a name",
                          "expected 1 to 256 bytes without control characters");
      }
      T value{};
      good = element_->read(in, child, value) && good;
      out.emplace_back(key, std::move(value));
    });
    return good;
  }

  void write(JsonWriter& out, const Value& values) const override {
    out.begin_object();
    for (const auto& [key, value] : values) {
      out.key(key);
      element_->write(out, value);
    }
    out.end_object();
  }

  void schema(SchemaWriter& out) const override {
    out.json.key("type");
    out.json.text("object");
    out.json.key("propertyNames");
    out.json.begin_object();
    out.json.key("pattern");
    out.json.text(R"(^[^\u0000-\u001f\u007f]{1,256}$)");
    out.json.end_object();
    out.json.key("maxProperties");
    out.json.integer(kMaxEntries);
    out.json.key("additionalProperties");
    out.json.begin_object();
    element_->schema(out);
    out.json.end_object();
  }

  [[nodiscard]] std::string phrase() const override {
    return "an object from " + key_ + " to " + element_->phrase();
  }

  [[nodiscard]] std::string manual(ManualWriter& out) const override {
    return "an object from " + key_ + " to " + element_->manual(out);
  }

 private:
  static bool is_name(std::string_view key) {
    const auto is_control = [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    };
    return !key.empty() && key.size() <= 256 && std::ranges::none_of(key, is_control);
  }

  static constexpr std::size_t kMaxEntries = 65'536;

  std::string key_;
  CodecOf<T> element_;
  ObjectRule rule_;
};

/// @param rule  looks at all keys together; may be empty.
template <class T>
CodecOf<std::vector<std::pair<std::string, T>>> map_of(std::string key,
                                                       CodecOf<T> element,
                                                       ObjectRule rule = {}) {
  return std::make_shared<MapCodec<T>>(std::move(key), std::move(element), std::move(rule));
}

}  // namespace pmusim::scenario
