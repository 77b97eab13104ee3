// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/scalar_codecs.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

/// An integer that does not fit 64 bits arrives as a real number without '.' and exponent.
bool is_whole(std::string_view number) {
  return number.find_first_of(".eE") == std::string_view::npos;
}

void type(SchemaWriter& out, std::string_view name) {
  out.json.key("type");
  out.json.text(name);
}

class BooleanCodec final : public Codec<bool> {
 public:
  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::boolean;
  }

  bool read(ReadContext& in, NodeId at, bool& out) const override {
    if (!claims(in.document, at)) {
      return in.mismatch(at, phrase());
    }
    out = in.document[at].boolean;
    return true;
  }

  void write(JsonWriter& out, const bool& value) const override { out.boolean(value); }

  void schema(SchemaWriter& out) const override { type(out, "boolean"); }

  [[nodiscard]] std::string phrase() const override { return "true or false"; }
};

class RealCodec final : public Codec<double> {
 public:
  RealCodec(double least, double greatest, std::string unit)
      : least_{least}, greatest_{greatest}, unit_{std::move(unit)} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::integer || document[at].kind == JsonKind::real;
  }

  bool read(ReadContext& in, NodeId at, double& out) const override {
    const double value = in.document[at].real;
    if (!claims(in.document, at) || value < least_ || value > greatest_) {
      return in.mismatch(at, phrase());
    }
    out = value;
    return true;
  }

  void write(JsonWriter& out, const double& value) const override { out.real(value); }

  void schema(SchemaWriter& out) const override {
    type(out, "number");
    out.json.key("minimum");
    out.json.real(least_);
    out.json.key("maximum");
    out.json.real(greatest_);
  }

  [[nodiscard]] std::string phrase() const override {
    return fmt::format(
        "a number from {} to {}{}{}", least_, greatest_, unit_.empty() ? "" : ", ", unit_);
  }

 private:
  double least_;
  double greatest_;
  std::string unit_;
};

class TextCodec final : public Codec<std::string> {
 public:
  TextCodec(std::size_t least, std::size_t greatest) : least_{least}, greatest_{greatest} {}

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::text;
  }

  bool read(ReadContext& in, NodeId at, std::string& out) const override {
    if (!claims(in.document, at) || !fits(in.document[at].text)) {
      return in.mismatch(at, phrase());
    }
    out = in.document[at].text;
    return true;
  }

  void write(JsonWriter& out, const std::string& value) const override { out.text(value); }

  void schema(SchemaWriter& out) const override {
    type(out, "string");
    out.json.key("minLength");
    out.json.integer(least_);
    out.json.key("maxLength");
    out.json.integer(greatest_);
    out.json.key("pattern");
    out.json.text(R"(^[^\u0000-\u001f\u007f]*$)");
  }

  [[nodiscard]] std::string phrase() const override {
    return fmt::format("a text of {} to {} printable characters", least_, greatest_);
  }

 private:
  [[nodiscard]] bool fits(std::string_view value) const {
    std::size_t characters = 0;
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte == 0x7F) {
        return false;
      }
      characters += (byte & 0xC0U) == 0x80U ? 0 : 1;
    }
    return characters >= least_ && characters <= greatest_;
  }

  std::size_t least_;
  std::size_t greatest_;
};

class AnyJsonCodec final : public Codec<std::string> {
 public:
  [[nodiscard]] bool claims(const JsonDocument& /*document*/, NodeId /*at*/) const override {
    return true;
  }

  bool read(ReadContext& in, NodeId at, std::string& out) const override {
    out = in.document.to_json(at);
    return true;
  }

  void write(JsonWriter& out, const std::string& value) const override { out.raw(value); }

  void schema(SchemaWriter& /*out*/) const override {}

  [[nodiscard]] std::string phrase() const override { return "any JSON value"; }
};

class AnyNumberCodec final : public Codec<std::string> {
 public:
  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    return document[at].kind == JsonKind::integer || document[at].kind == JsonKind::real;
  }

  bool read(ReadContext& in, NodeId at, std::string& out) const override {
    if (!claims(in.document, at)) {
      return in.mismatch(at, phrase());
    }
    out = in.document.to_json(at);
    return true;
  }

  void write(JsonWriter& out, const std::string& value) const override { out.raw(value); }

  void schema(SchemaWriter& out) const override { type(out, "number"); }

  [[nodiscard]] std::string phrase() const override { return "a number"; }
};

std::optional<RegValue> parse_hexadecimal(std::string_view text) {
  const bool has_prefix = text.starts_with("0x") || text.starts_with("0X");
  if (!has_prefix || text.size() < 3) {
    return std::nullopt;
  }
  RegValue value = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional{value} : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> read_integer(ReadContext& in, NodeId at, const IntegerRange& range) {
  const JsonNode& node = in.document[at];
  const bool is_integer = node.kind == JsonKind::integer;
  if (is_integer && !node.negative && node.magnitude >= range.least &&
      node.magnitude <= range.greatest) {
    return node.magnitude;
  }
  if (node.kind == JsonKind::real && !is_whole(node.text)) {
    in.problem(at,
               "found " + in.document.excerpt(at) + ", expected " + phrase_of(range),
               "write it without a fraction and without an exponent");
  } else {
    in.mismatch(at, phrase_of(range));
  }
  return std::nullopt;
}

std::string phrase_of(const IntegerRange& range) {
  const std::string what = range.unit.empty() ? "an integer" : "an integer number of " + range.unit;
  if (range.least == range.greatest) {
    return fmt::format("the integer {}", range.least);
  }
  return fmt::format("{} from {} to {}", what, range.least, range.greatest);
}

void write_integer_schema(SchemaWriter& out, const IntegerRange& range) {
  type(out, "integer");
  out.json.key("minimum");
  out.json.integer(range.least);
  out.json.key("maximum");
  out.json.integer(range.greatest);
}

CodecOf<bool> boolean() {
  return std::make_shared<BooleanCodec>();
}

CodecOf<double> real(double least, double greatest, std::string unit) {
  return std::make_shared<RealCodec>(least, greatest, std::move(unit));
}

CodecOf<std::string> text(std::size_t least, std::size_t greatest) {
  return std::make_shared<TextCodec>(least, greatest);
}

CodecOf<std::string> any_json() {
  return std::make_shared<AnyJsonCodec>();
}

CodecOf<std::string> any_number() {
  return std::make_shared<AnyNumberCodec>();
}

CodecOf<RegValue> register_value() {
  // Two ways to write one number; it is always printed in hexadecimal, as manuals do.
  using Written = std::variant<std::uint64_t, std::string>;
  const auto hexadecimal = text_form<std::string>(
      {.expected = R"(a hexadecimal text of at most 64 bits (16 digits) such as "0x1f")",
       .pattern = "^0[xX]0*[0-9a-fA-F]{1,16}$",
       .parse = [](std::string_view digits) -> std::optional<std::string> {
         return parse_hexadecimal(digits) ? std::optional{std::string{digits}} : std::nullopt;
       },
       .print = [](const std::string& digits) { return digits; },
       .suggest = {}});
  return mapped<RegValue, Written>(
      alternatives<std::uint64_t, std::string>(integer(0, ~std::uint64_t{0}), hexadecimal),
      [](const Written& in) {
        const auto* number = std::get_if<std::uint64_t>(&in);
        return number != nullptr ? *number
                                 : parse_hexadecimal(std::get<std::string>(in)).value_or(0);
      },
      [](const RegValue& value) { return Written{fmt::format("{:#x}", value)}; });
}

}  // namespace pmusim::scenario
