// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/codec.h"

#include <algorithm>

#include "sim/scenario/nearest.h"

namespace pmusim::scenario {
namespace {

/// A heading as it stands in a link to it.
std::string anchor_of(std::string heading) {
  std::ranges::replace(heading, ' ', '-');
  return heading;
}

std::string heading_of(const ObjectType& type) {
  std::string heading = type.type_name();
  std::ranges::replace(heading, '_', ' ');
  return heading;
}

void want(std::vector<const ObjectType*>& wanted, const ObjectType& type) {
  const auto same = [&](const ObjectType* other) { return other->type_name() == type.type_name(); };
  if (std::ranges::none_of(wanted, same)) {
    wanted.push_back(&type);
  }
}

/// A bar would end the cell of a table.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    escaped += c == '|' ? "\\|" : std::string(1, c);
  }
  return escaped;
}

}  // namespace

std::string joined_by_or(std::span<const std::string> parts) {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      all += i + 1 == parts.size() ? " or " : ", ";
    }
    all += parts[i];
  }
  return all;
}

bool ReadContext::problem(NodeId at, std::string what, std::string hint, ErrorCode code) {
  if (at == kNoNode) {  // in something that was not written: the top stands for it
    at = NodeId{0};
  }
  mark(at);
  if (is_full()) {
    problems_.add({});
    return false;
  }
  problems_.add({code, document.where(at), std::move(what), std::move(hint)}, document.order(at));
  return false;
}

bool ReadContext::mismatch(NodeId at, const std::string& expected) {
  return problem(
      at, "found " + document.excerpt(at) + ", expected " + expected, std::string{meaning});
}

bool ReadContext::ambiguous(NodeId at, const Forms& forms, const std::string& expected) {
  if (is_full() || document[at].kind != JsonKind::object) {
    return mismatch(at, expected);
  }
  std::string present;
  std::string_view word;
  std::string hint;
  document.for_each_child(at, [&](NodeId child) {
    const std::string_view key = document[child].key;
    if (std::ranges::find(forms.marks, key) != forms.marks.end()) {
      present += (present.empty() ? "" : " and ") + ("\"" + std::string{key} + "\"");
    } else if (std::ranges::find(forms.words, key) != forms.words.end()) {
      word = key;
    } else if (hint.empty()) {
      hint = suggestion(key, forms.marks);
    }
  });
  if (!present.empty()) {
    return problem(at, "found an object with " + present + ", expected one of them only");
  }
  if (!word.empty()) {
    const std::string text = "\"" + std::string{word} + "\"";
    return problem(at, "found an object with " + text + ", expected " + text + " by itself");
  }
  return problem(at,
                 "found an object without any of its kind's keys, expected " + expected,
                 hint.empty() ? std::string{meaning} : hint);
}

/// All around a marked value is marked, so the way up ends there: in all it visits each value once.
void ReadContext::mark(NodeId at) {
  marks_.resize(std::max(marks_.size(), document.size()));
  for (NodeId above = document[at].parent; above != kNoNode && mark_of(above) == Mark::none;
       above = document[above].parent) {
    marks_[static_cast<std::size_t>(above)] = Mark::inside;
  }
  marks_[static_cast<std::size_t>(at)] = Mark::itself;
}

ReadContext::Mark ReadContext::mark_of(NodeId at) const {
  const auto index = static_cast<std::size_t>(at);
  return index < marks_.size() ? marks_[index] : Mark::none;
}

bool ReadContext::has_problem_in(NodeId at) const {
  return mark_of(at) != Mark::none;
}

bool ReadContext::has_problem_at(NodeId at) const {
  return mark_of(at) == Mark::itself;
}

void SchemaWriter::reference(const ObjectType& type) {
  want(wanted_, type);
  json.key("allOf");  // members beside a plain $ref would be ignored
  json.begin_list();
  json.begin_object();
  json.key("$ref");
  json.text("#/definitions/" + type.type_name());
  json.end_object();
  json.end_list();
}

void SchemaWriter::write_definitions() {
  std::size_t written = 0;
  while (written < wanted_.size()) {  // grows as definitions refer to others
    const ObjectType& type = *wanted_[written++];
    json.key(type.type_name());
    json.begin_object();
    type.write_schema_body(*this);
    json.end_object();
  }
}

std::string ManualWriter::link(const ObjectType& type) {
  want(wanted_, type);
  return "[" + heading_of(type) + "](#" + anchor_of(heading_of(type)) + ")";
}

void ManualWriter::row(const KeyText& key, const std::string& type) {
  std::string standard = key.required ? "required" : "";
  if (!key.default_json.empty()) {
    standard = "`" + key.default_json + "`";
  }
  text_ += "| `" + key.name + "` | " + cell(type) + " | " + cell(standard) + " | " +
           cell(key.meaning) + " |\n";
}

std::string ManualWriter::sections(const ObjectType& top) {
  want(wanted_, top);
  std::size_t written = 0;
  while (written < wanted_.size()) {  // grows as sections link to others
    section(*wanted_[written++]);
  }
  return std::move(text_);
}

void ManualWriter::section(const ObjectType& type) {
  text_ += "\n## " + heading_of(type) + "\n\n" + type.type_meaning() + "\n\n";
  text_ += "| Key | Value | Default | Meaning |\n| --- | --- | --- | --- |\n";
  type.write_manual_rows(*this);
  if (!type.later_keys().empty()) {
    text_ += "\nNot modelled yet, and refused:";
    const char* separator = " ";
    for (const KeyText& key : type.later_keys()) {
      text_ += separator + ("`" + key.name + "` (" + key.meaning + ")");
      separator = ", ";
    }
    text_ += ".\n";
  }
}

}  // namespace pmusim::scenario
