// SPDX-License-Identifier: Apache-2.0
#include "sim/report/register_listing.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/report/grid.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::report {
namespace {

using Json = nlohmann::ordered_json;

std::string bits_text(const FieldDesc& field) {
  return field.msb == field.lsb ? fmt::format("{}", field.msb)
                                : fmt::format("{}:{}", field.msb, field.lsb);
}

bool is_reserved(const FieldDesc& field) {
  return field.access == FieldAccess::res0;
}

/// Reserved fields have the same name in the manual wherever they are.
std::string_view display_name(const FieldDesc& field) {
  return is_reserved(field) ? "RES0" : field.name;
}

std::string title(const RegDesc& reg) {
  return reg.copies == 1 ? std::string{reg.name}
                         : fmt::format("{}, n = 0 to {}", reg.name, reg.copies - 1);
}

/// What a reader should know besides the fields.
std::string particulars(const RegDesc& reg, const FeatureNames& features) {
  return fmt::format("{}{}; source: {}",
                     encoding_text(reg.encoding),
                     reg.needs != 0 ? "; needs " + features(reg.needs) : "",
                     reg.source);
}

std::string meaning_text(const FieldDesc& field, const FeatureNames& features) {
  return field.needs == 0 ? std::string{field.meaning}
                          : fmt::format("{} [needs {}]", field.meaning, features(field.needs));
}

std::string as_text(std::span<const RegDesc* const> registers, const FeatureNames& features) {
  constexpr std::size_t kMeaningWidth = 60;
  std::string text;
  for (const RegDesc* reg : registers) {
    text += fmt::format("{}{}: {}\n  {}\n",
                        text.empty() ? "" : "\n",
                        title(*reg),
                        reg->meaning,
                        particulars(*reg, features));
    Grid grid{{{"", Align::right}, {""}, {""}, {""}}, 4};
    for (const FieldDesc& field : reg->fields) {
      std::string bits = bits_text(field);
      std::string name{display_name(field)};
      std::string access{to_string(field.access)};
      for (const std::string& line : wrapped(meaning_text(field, features), kMeaningWidth)) {
        grid.row(
            {std::exchange(bits, {}), std::exchange(name, {}), std::exchange(access, {}), line});
      }
    }
    text += grid.text();
  }
  return text;
}

std::string as_markdown(std::span<const RegDesc* const> registers, const FeatureNames& features) {
  std::string text = "# Registers of the PMU\n";
  for (const RegDesc* reg : registers) {
    text += fmt::format(
        "\n## {}\n\n{}. {}.\n\n| Bits | Field | Access | Meaning |\n| ---: | --- | --- | --- |\n",
        title(*reg),
        reg->meaning,
        particulars(*reg, features));
    for (const FieldDesc& field : reg->fields) {
      text += fmt::format("| {} | {} | {} | {} |\n",
                          bits_text(field),
                          display_name(field),
                          to_string(field.access),
                          meaning_text(field, features));
    }
  }
  return text;
}

Json field_json(const FieldDesc& field, const FeatureNames& features) {
  Json json{{"name", display_name(field)},
            {"msb", field.msb},
            {"lsb", field.lsb},
            {"access", to_string(field.access)},
            {"meaning", field.meaning}};
  if (field.needs != 0) {
    json["needs"] = features(field.needs);
  }
  return json;
}

std::string as_json(std::span<const RegDesc* const> registers, const FeatureNames& features) {
  Json list = Json::array();
  for (const RegDesc* reg : registers) {
    Json& json = list.emplace_back(Json{{"name", reg->name},
                                        {"encoding", encoding_text(reg->encoding)},
                                        {"copies", reg->copies},
                                        {"meaning", reg->meaning},
                                        {"source", reg->source}});
    if (reg->needs != 0) {
      json["needs"] = features(reg->needs);
    }
    Json& fields = json["fields"] = Json::array();
    for (const FieldDesc& field : reg->fields) {
      fields.push_back(field_json(field, features));
    }
  }
  return scenario::pretty_json(Json{{"registers", std::move(list)}}.dump());
}

}  // namespace

std::string_view to_string(FieldAccess access) {
  using enum FieldAccess;
  switch (access) {
    case rw:
      return "rw";
    case ro:
      return "ro";
    case wo:
      return "wo";
    case w1s:
      return "w1s";
    case w1c:
      return "w1c";
    case res0:
      return "res0";
    case raz_wi:
      return "raz/wi";
  }
  return "?";
}

std::string encoding_text(SysReg encoding) {
  return fmt::format(
      "S{}_{}_C{}_C{}_{}", encoding.op0, encoding.op1, encoding.crn, encoding.crm, encoding.op2);
}

std::string decoded_fields(const RegDesc& reg, RegValue image, std::size_t indent) {
  Grid grid{{{"", Align::right}, {""}, {""}, {""}}, indent};
  for (const FieldDesc& field : reg.fields) {
    const RegValue value = (image & field.mask()) >> field.lsb;
    if (!is_reserved(field) || value != 0) {
      grid.row({bits_text(field),
                std::string{display_name(field)},
                fmt::format("{:#x}", value),
                std::string{field.meaning}});
    }
  }
  return grid.text();
}

std::string register_listing(std::span<const RegDesc* const> registers,
                             const FeatureNames& features,
                             ListingFormat format) {
  switch (format) {
    case ListingFormat::text:
      return as_text(registers, features);
    case ListingFormat::markdown:
      return as_markdown(registers, features);
    case ListingFormat::json:
      return as_json(registers, features);
  }
  return {};
}

}  // namespace pmusim::report
