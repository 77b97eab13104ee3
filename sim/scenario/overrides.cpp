// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/overrides.h"

#include <charconv>
#include <optional>
#include <vector>

#include "sim/scenario/json_writer.h"

namespace pmusim::scenario {
namespace {

std::string unescape(std::string_view segment) {
  std::string text;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const bool escape = segment[i] == '~' && i + 1 < segment.size();
    if (escape && (segment[i + 1] == '0' || segment[i + 1] == '1')) {
      text += segment[++i] == '0' ? '~' : '/';
    } else {
      text += segment[i];
    }
  }
  return text;
}

std::vector<std::string> segments_of(std::string_view pointer) {
  std::vector<std::string> segments;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);  // the '/'
    const std::size_t end = pointer.find('/');
    segments.push_back(unescape(pointer.substr(0, end)));
    pointer.remove_prefix(end == std::string_view::npos ? pointer.size() : end);
  }
  return segments;
}

std::optional<std::size_t> index_of(std::string_view segment) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(segment.data(), segment.data() + segment.size(), index);
  const bool whole = error == std::errc{} && end == segment.data() + segment.size();
  return whole ? std::optional{index} : std::nullopt;
}

/// The element of a list that `segment` means: by number or by the value of its "name".
NodeId find_element(const JsonDocument& document, NodeId list, std::string_view segment) {
  if (const auto index = index_of(segment)) {
    return document.element(list, *index);
  }
  NodeId found = kNoNode;
  document.for_each_child(list, [&](NodeId child) {
    const NodeId name = document.member(child, "name");
    if (found == kNoNode && name != kNoNode && document[name].kind == JsonKind::text &&
        document[name].text == segment) {
      found = child;
    }
  });
  return found;
}

class Applier {
 public:
  Applier(JsonDocument& document, const Override& what, Problems& problems)
      : document_{document}, what_{what}, problems_{problems} {}

  /// Where the value is now.
  NodeId apply(NodeId top) {
    if (parse_quoted(what_.pointer) == kNoNode) {  // ill-formed UTF-8
      return kNoNode;
    }
    const std::vector<std::string> segments = segments_of(what_.pointer);
    NodeId at = top;
    for (std::size_t i = 0; i < segments.size() && at != kNoNode; ++i) {
      at = descend(at, segments[i], i + 1 == segments.size());
    }
    return at;
  }

 private:
  NodeId refuse(const std::string& what, std::string hint) {
    problems_.add({ErrorCode::invalid_input, what_.option, what, std::move(hint)});
    return kNoNode;
  }

  /// One step along the pointer; the last one puts the value there.
  NodeId descend(NodeId at, const std::string& segment, bool is_last) {
    const JsonKind kind = document_[at].kind;
    if (document_.depth(at) >= JsonLimits::kDepth) {
      return refuse("the pointer is deeper than " + std::to_string(JsonLimits::kDepth) + " levels",
                    {});
    }
    if (kind != JsonKind::object && kind != JsonKind::list) {
      const std::string path = document_.pointer(at);
      return refuse("\"" + path + "\" is " + document_.excerpt(at) + " and has nothing called \"" +
                        printable(segment) + "\"",
                    "expected a pointer through lists and objects");
    }
    NodeId next = kind == JsonKind::object ? document_.member(at, segment)
                                           : find_element(document_, at, segment);
    const bool may_grow = kind == JsonKind::object || segment == "-";
    if (next == kNoNode && !may_grow) {
      return refuse("the list " + document_.pointer(at) + " has " +
                        std::to_string(document_[at].children) + " elements and none called \"" +
                        printable(segment) + "\"",
                    "expected an index, the \"name\" of an element, or - for a new one");
    }
    if (is_last) {
      const NodeId value = value_below(at);
      return value == kNoNode ? kNoNode : place(at, next, segment, value);
    }
    if (next == kNoNode) {
      next = place(at, kNoNode, segment, parse("{}", JsonLimits::kDepth));
    }
    return next;
  }

  NodeId place(NodeId parent, NodeId old, const std::string& key, NodeId value) {
    if (old != kNoNode) {
      document_.replace(old, value);
      return old;
    }
    document_.append_child(parent, value, document_[parent].kind == JsonKind::object ? key : "");
    return value;
  }

  NodeId parse(std::string text, std::size_t depth) {
    return document_.parse(std::move(text), what_.option, false, depth, problems_);
  }

  NodeId parse_quoted(std::string_view text) {
    JsonWriter quoted;
    quoted.text(text);
    return parse(quoted.take(), JsonLimits::kDepth);
  }

  /// The value as JSON if it is JSON, else as text.
  NodeId value_below(NodeId parent) {
    const std::size_t depth = JsonLimits::kDepth - document_.depth(parent);
    const char first = what_.value.empty() ? '\0' : what_.value.front();
    if (first == '{' || first == '[' || first == '"') {  // meant as JSON
      return parse(what_.value, depth);
    }
    Problems not_json;
    const NodeId value = document_.parse(what_.value, what_.option, false, depth, not_json);
    return value == kNoNode ? parse_quoted(what_.value) : value;
  }

  JsonDocument& document_;
  const Override& what_;
  Problems& problems_;
};

}  // namespace

Result<Override> parse_override(std::string_view argument) {
  const std::string option = "--set " + printable(argument);
  const std::size_t equals = argument.find('=');
  if (!argument.starts_with('/') || equals == std::string_view::npos) {
    return fail(
        ErrorCode::usage, option, "expected /json/pointer=value", "for example --set /seed=7");
  }
  return Override{
      option, std::string{argument.substr(0, equals)}, std::string{argument.substr(equals + 1)}};
}

Override seed_override(std::string_view value) {
  return {"--seed " + printable(value), "/seed", std::string{value}};
}

std::vector<std::string> apply_overrides(JsonDocument& document,
                                         NodeId top,
                                         std::span<const Override> overrides,
                                         Problems& problems) {
  std::vector<std::string> places;
  places.reserve(overrides.size());
  for (const Override& what : overrides) {
    const NodeId value = Applier{document, what, problems}.apply(top);
    places.push_back(value == kNoNode ? std::string{} : document.pointer(value));
  }
  return places;
}

}  // namespace pmusim::scenario
