// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/object_codec.h"

namespace pmusim::scenario {

std::size_t ObjectTable::find(std::string_view key) const {
  const auto has_name = [&](const Key& candidate) { return candidate.text.name == key; };
  return static_cast<std::size_t>(std::ranges::find_if(keys_, has_name) - keys_.begin());
}

bool ObjectTable::reject_unknown(ReadContext& in, NodeId child) const {
  const std::string_view found = in.document[child].key;
  if (in.is_full()) {
    return in.problem(child, {});
  }
  for (const KeyText& key : later_) {
    if (key.name == found) {
      return in.problem(child,
                        "\"" + key.name + "\" is not modelled yet",
                        key.meaning + ": leave it out",
                        ErrorCode::not_modelled);
    }
  }
  std::vector<std::string_view> names;
  std::string all;
  for (const Key& key : keys_) {
    names.push_back(key.text.name);
    all += (all.empty() ? "" : ", ") + key.text.name;
  }
  std::string hint = suggestion(found, names);
  if (hint.empty()) {
    hint = "expected " + (all.empty() ? "no keys" : all);
  }
  return in.problem(child, "unknown key \"" + printable(found) + "\"", hint);
}

bool ObjectTable::require_keys(ReadContext& in, NodeId at) const {
  bool good = true;
  for (const Key& key : keys_) {
    if (key.text.required && in.document.member(at, key.text.name) == kNoNode) {
      good = in.problem(at,
                        "the key \"" + key.text.name + "\" is missing, expected " + key.phrase(),
                        key.text.name + ": " + key.text.meaning);
    }
  }
  return good;
}

void ObjectTable::write_schema_body(SchemaWriter& out) const {
  JsonWriter& json = out.json;
  json.key("description");
  json.text(meaning_);
  json.key("type");
  json.text("object");
  json.key("properties");
  json.begin_object();
  for (const Key& key : keys_) {
    json.key(key.text.name);
    json.begin_object();
    json.key("description");
    json.text(key.text.meaning);
    if (!key.text.default_json.empty()) {
      json.key("default");
      json.raw(key.text.default_json);
    }
    key.schema(out);
    json.end_object();
  }
  json.end_object();
  json.key("required");
  json.begin_list();
  for (const Key& key : keys_) {
    if (key.text.required) {
      json.text(key.text.name);
    }
  }
  json.end_list();
  json.key("additionalProperties");
  json.boolean(false);
}

void ObjectTable::write_manual_rows(ManualWriter& out) const {
  for (const Key& key : keys_) {
    out.row(key.text, key.manual(out));
  }
}

}  // namespace pmusim::scenario
