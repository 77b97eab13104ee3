// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/json_document.h"

#include <algorithm>

#include "sim/scenario/json_writer.h"

namespace pmusim::scenario {
namespace {

std::string escape_for_pointer(std::string_view key) {
  std::string escaped;
  for (const char c : key) {
    if (c == '~') {
      escaped += "~0";
    } else if (c == '/') {
      escaped += "~1";
    } else {
      escaped += c;
    }
  }
  return printable(escaped);
}

void write_node(const JsonDocument& document, NodeId id, JsonWriter& out) {
  const JsonNode& node = document[id];
  switch (node.kind) {
    case JsonKind::null:
      return out.raw("null");
    case JsonKind::boolean:
      return out.boolean(node.boolean);
    case JsonKind::integer:
      return out.raw((node.negative ? "-" : "") + std::to_string(node.magnitude));
    case JsonKind::real:
      return out.raw(node.text);
    case JsonKind::text:
      return out.text(node.text);
    case JsonKind::list:
      out.begin_list();
      document.for_each_child(id, [&](NodeId child) { write_node(document, child, out); });
      return out.end_list();
    case JsonKind::object:
      out.begin_object();
      document.for_each_child(id, [&](NodeId child) {
        out.key(document[child].key);
        write_node(document, child, out);
      });
      return out.end_object();
  }
}

}  // namespace

NodeId JsonDocument::member(NodeId object, std::string_view key) const {
  if (object == kNoNode || (*this)[object].kind != JsonKind::object) {
    return kNoNode;
  }
  for (NodeId child = (*this)[object].first_child; child != kNoNode; child = (*this)[child].next) {
    if ((*this)[child].key == key) {
      return child;
    }
  }
  return kNoNode;
}

NodeId JsonDocument::member_or_self(NodeId object, std::string_view key) const {
  const NodeId found = member(object, key);
  return found == kNoNode ? object : found;
}

NodeId JsonDocument::element(NodeId list, std::size_t index) const {
  const bool is_list = list != kNoNode && (*this)[list].kind == JsonKind::list;
  NodeId child = is_list ? (*this)[list].first_child : kNoNode;
  while (child != kNoNode && index > 0) {
    child = (*this)[child].next;
    --index;
  }
  return child;
}

std::size_t JsonDocument::depth(NodeId id) const {
  std::size_t levels = 0;
  for (; id != kNoNode; id = (*this)[id].parent) {
    ++levels;
  }
  return levels;
}

std::string JsonDocument::pointer(NodeId id) const {
  std::string text;
  for (; id != kNoNode && (*this)[id].parent != kNoNode; id = (*this)[id].parent) {
    const JsonNode& node = (*this)[id];
    const bool in_list = (*this)[node.parent].kind == JsonKind::list;
    text.insert(0, "/" + (in_list ? std::to_string(node.index) : escape_for_pointer(node.key)));
  }
  return text;
}

std::string JsonDocument::where(NodeId id) const {
  const JsonNode& node = (*this)[id];
  const std::string path = pointer(id);
  return where(node.source, node.offset) + (path.empty() ? "" : ": " + path);
}

std::string JsonDocument::where(std::size_t source, std::size_t offset) const {
  const Source& from = sources_[source];
  if (!from.is_file) {
    return from.label;
  }
  const auto line = std::ranges::upper_bound(from.line_starts, offset);
  const std::size_t number = static_cast<std::size_t>(line - from.line_starts.begin());
  const std::size_t start = from.line_starts[number - 1];
  constexpr std::size_t kLongLine = 100'000;
  if (offset - start > kLongLine) {  // no editor shows such a column
    return from.label + ":" + std::to_string(number) + ":" + std::to_string(offset - start + 1);
  }
  std::size_t column = 1;  // counted in characters, as editors do
  for (std::size_t i = start; i < std::min(offset, from.text.size()); ++i) {
    const bool continues = (static_cast<unsigned char>(from.text[i]) & 0xC0U) == 0x80U;
    column += continues ? 0 : 1;
  }
  return from.label + ":" + std::to_string(number) + ":" + std::to_string(column);
}

std::string JsonDocument::excerpt(NodeId id) const {
  const JsonNode& node = (*this)[id];
  switch (node.kind) {
    case JsonKind::list:
      return node.children == 0 ? "an empty list" : "a list of " + std::to_string(node.children);
    case JsonKind::object:
      return "an object";
    case JsonKind::text:
      return "\"" + printable(node.text) + "\"";
    default:
      return printable(to_json(id));
  }
}

std::string JsonDocument::to_json(NodeId id) const {
  JsonWriter out;
  write_node(*this, id, out);
  return out.take();
}

NodeId JsonDocument::add(const JsonNode& node) {
  nodes_.push_back(node);
  return NodeId{static_cast<std::uint32_t>(nodes_.size() - 1)};
}

void JsonDocument::append_child(NodeId parent, NodeId child, std::string_view key) {
  at(child).key = keep(key);
  append_child(parent, child);
}

void JsonDocument::append_child(NodeId parent, NodeId child) {
  JsonNode& above = at(parent);
  at(child).parent = parent;
  at(child).index = above.children++;
  if (above.last_child == kNoNode) {
    above.first_child = child;
  } else {
    at(above.last_child).next = child;
  }
  above.last_child = child;
}

void JsonDocument::replace(NodeId old, NodeId by) {
  const JsonNode place = at(old);
  at(old) = at(by);
  at(old).key = place.key;
  at(old).index = place.index;
  at(old).parent = place.parent;
  at(old).next = place.next;
  for (NodeId child = at(old).first_child; child != kNoNode; child = at(child).next) {
    at(child).parent = old;
  }
}

}  // namespace pmusim::scenario
