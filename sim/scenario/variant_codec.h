// SPDX-License-Identifier: Apache-2.0
//
// Codecs that build on others: alternatives, conversions, and references for types that contain
// themselves.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <variant>

#include "sim/scenario/codec.h"

namespace pmusim::scenario {

/// Exactly one of several forms. Which one is meant is asked of each with `claims`.
template <class... Ts>
class AlternativesCodec final : public Codec<std::variant<Ts...>> {
 public:
  using Value = std::variant<Ts...>;

  explicit AlternativesCodec(CodecOf<Ts>... codecs) : codecs_{std::move(codecs)...} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return std::apply([&](const auto&... codec) { return (codec->claims(document, at) || ...); },
                      codecs_);
  }

  void forms(Forms& all) const override {
    std::apply([&](const auto&... codec) { (codec->forms(all), ...); }, codecs_);
  }

  bool read(ReadContext& in, NodeId at, Value& out) const override {
    return read_from(in, at, out, std::index_sequence_for<Ts...>{});
  }

  void write(JsonWriter& out, const Value& value) const override {
    write_from(out, value, std::index_sequence_for<Ts...>{});
  }

  void schema(SchemaWriter& out) const override {
    out.json.key("anyOf");
    out.json.begin_list();
    const auto one = [&](const auto& codec) {
      out.json.begin_object();
      codec->schema(out);
      out.json.end_object();
    };
    std::apply([&](const auto&... codec) { (one(codec), ...); }, codecs_);
    out.json.end_list();
  }

  [[nodiscard]] std::string phrase() const override {
    return joined_by_or(
        std::apply([](const auto&... codec) { return std::array{codec->phrase()...}; }, codecs_));
  }

  [[nodiscard]] std::string manual(ManualWriter& out) const override {
    return joined_by_or(std::apply(
        [&](const auto&... codec) { return std::array{codec->manual(out)...}; }, codecs_));
  }

 private:
  template <std::size_t... Index>
  bool read_from(ReadContext& in,
                 NodeId at,
                 Value& out,
                 std::index_sequence<Index...> /*all*/) const {
    const std::array claimed{std::get<Index>(codecs_)->claims(in.document, at)...};
    std::size_t claims = 0;
    for (const bool is_claimed : claimed) {
      claims += is_claimed ? 1 : 0;
    }
    if (claims != 1) {
      Forms all;
      forms(all);
      return in.ambiguous(at, all, phrase());
    }
    bool good = false;
    ((claimed[Index] ? void(good = read_one<Index>(in, at, out)) : void()), ...);
    return good;
  }

  template <std::size_t Index>
  bool read_one(ReadContext& in, NodeId at, Value& out) const {
    return std::get<Index>(codecs_)->read(in, at, out.template emplace<Index>());
  }

  template <std::size_t... Index>
  void write_from(JsonWriter& out,
                  const Value& value,
                  std::index_sequence<Index...> /*all*/) const {
    ((value.index() == Index ? std::get<Index>(codecs_)->write(out, std::get<Index>(value))
                             : void()),
     ...);
  }

  std::tuple<CodecOf<Ts>...> codecs_;
};

template <class... Ts>
CodecOf<std::variant<Ts...>> alternatives(CodecOf<Ts>... codecs) {
  return std::make_shared<AlternativesCodec<Ts...>>(std::move(codecs)...);
}

/// A type that is written like another one.
template <class T, class Written>
class MappedCodec final : public Codec<T> {
 public:
  MappedCodec(CodecOf<Written> codec,
              std::function<T(const Written&)> in,
              std::function<Written(const T&)> out)
      : codec_{std::move(codec)}, from_{std::move(in)}, to_{std::move(out)} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return codec_->claims(document, at);
  }

  void forms(Forms& all) const override { codec_->forms(all); }

  bool read(ReadContext& in, NodeId at, T& out) const override {
    Written value{};
    if (!codec_->read(in, at, value)) {
      return false;  // what was read badly may hold nothing that can be translated
    }
    out = from_(value);
    return true;
  }

  void write(JsonWriter& out, const T& value) const override { codec_->write(out, to_(value)); }

  void schema(SchemaWriter& out) const override { codec_->schema(out); }

  [[nodiscard]] std::string phrase() const override { return codec_->phrase(); }

  [[nodiscard]] std::string manual(ManualWriter& out) const override { return codec_->manual(out); }

 private:
  CodecOf<Written> codec_;
  std::function<T(const Written&)> from_;
  std::function<Written(const T&)> to_;
};

template <class T, class Written>
CodecOf<T> mapped(CodecOf<Written> codec,
                  std::function<T(const Written&)> in,
                  std::function<Written(const T&)> out) {
  return std::make_shared<MappedCodec<T, Written>>(std::move(codec), std::move(in), std::move(out));
}

/// A codec that is made when it is first used: for types that contain themselves.
template <class T>
class LazyCodec final : public Codec<T> {
 public:
  explicit LazyCodec(const Codec<T>& (*make)()) : make_{make} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return make_().claims(document, at);
  }

  void forms(Forms& all) const override { make_().forms(all); }

  bool read(ReadContext& in, NodeId at, T& out) const override { return make_().read(in, at, out); }

  void write(JsonWriter& out, const T& value) const override { make_().write(out, value); }

  void schema(SchemaWriter& out) const override { make_().schema(out); }

  [[nodiscard]] std::string phrase() const override { return make_().phrase(); }

  [[nodiscard]] std::string manual(ManualWriter& out) const override { return make_().manual(out); }

 private:
  const Codec<T>& (*make_)();
};

template <class T>
CodecOf<T> lazy(const Codec<T>& (*make)()) {
  return std::make_shared<LazyCodec<T>>(make);
}

}  // namespace pmusim::scenario
