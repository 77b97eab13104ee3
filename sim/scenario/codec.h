// SPDX-License-Identifier: Apache-2.0
//
// A codec says once how a C++ value looks in JSON. Reader, writer, JSON schema and manual all come
// from it, so they cannot drift apart.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/common/result.h"
#include "models/common/units.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/json_writer.h"
#include "sim/scenario/problems.h"

namespace pmusim::scenario {

/// By what the alternatives of a value are told apart.
struct Forms {
  std::vector<std::string_view> marks;  ///< keys that only one kind of object has
  std::vector<std::string_view> words;  ///< texts that stand by themselves
};

/// Where a reading codec finds its input and leaves its problems.
class ReadContext {
 public:
  ReadContext(const JsonDocument& of, Problems& problems) : document{of}, problems_{problems} {}

  /// Notes a problem at the value `at`. Always false, so that a reader can `return` it.
  bool problem(NodeId at,
               std::string what,
               std::string hint = {},
               ErrorCode code = ErrorCode::invalid_input);

  /// Counts problems without listing them. @pre is_full(), or `more` is 0
  void count_unlisted(std::size_t more) { problems_.count_unlisted(more); }

  /// "found X, expected Y", with the meaning of the key as the hint.
  bool mismatch(NodeId at, const std::string& expected);

  /// Further problems will only be counted: no need to search for hints.
  [[nodiscard]] bool is_full() const { return problems_.is_full(); }

  /// Notes that the value fits none, or several, of alternatives.
  ///
  bool ambiguous(NodeId at, const Forms& forms, const std::string& expected);

  /// True when the value or something inside it has a problem: what was read there is not to be
  /// relied on.
  [[nodiscard]] bool has_problem_in(NodeId at) const;

  /// True when a problem was noted at the value itself.
  [[nodiscard]] bool has_problem_at(NodeId at) const;

  const JsonDocument& document;
  std::string_view meaning;      ///< of the key whose value is being read
  std::filesystem::path folder;  ///< of the scenario; other files are named relative to it
  /// By path: the columns of each recorded file that was looked at.
  std::map<std::string, Checked<std::vector<EventId>>> recordings;

 private:
  Problems& problems_;
  enum class Mark : std::uint8_t { none, inside, itself };

  void mark(NodeId at);
  [[nodiscard]] Mark mark_of(NodeId at) const;

  /// By value, also for problems that are not listed.
  std::vector<Mark> marks_;
};

/// "a, b or c".
[[nodiscard]] std::string joined_by_or(std::span<const std::string> parts);

/// A key of an object, as schema and manual show it.
struct KeyText {
  std::string name;
  std::string meaning;
  bool required{};
  std::string default_json;  ///< empty: none
};

class SchemaWriter;
class ManualWriter;

/// What schema and manual need of an object type with a name of its own.
class ObjectType {
 public:
  ObjectType() = default;
  ObjectType(const ObjectType&) = delete;
  ObjectType& operator=(const ObjectType&) = delete;
  virtual ~ObjectType() = default;

  [[nodiscard]] virtual const std::string& type_name() const = 0;
  [[nodiscard]] virtual const std::string& type_meaning() const = 0;
  /// Keys that exist but are not modelled yet.
  [[nodiscard]] virtual const std::vector<KeyText>& later_keys() const = 0;
  virtual void write_schema_body(SchemaWriter& out) const = 0;
  virtual void write_manual_rows(ManualWriter& out) const = 0;
};

/// Collects a schema: a current object that is open for members, and the definitions it refers to.
class SchemaWriter {
 public:
  JsonWriter json;

  /// Members that stand for `type`: a reference to its definition.
  void reference(const ObjectType& type);

  /// All definitions that are referred to, as members of an open object.
  void write_definitions();

 private:
  std::vector<const ObjectType*> wanted_;
};

/// Collects the manual: one section with a table of keys for each object type.
class ManualWriter {
 public:
  /// A link to the section of `type`, which will be written.
  std::string link(const ObjectType& type);

  void row(const KeyText& key, const std::string& type);

  /// The sections of `top` and of all types that it leads to.
  [[nodiscard]] std::string sections(const ObjectType& top);

 private:
  void section(const ObjectType& type);

  std::string text_;
  std::vector<const ObjectType*> wanted_;
};

template <class T>
class Codec {
 public:
  Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  virtual ~Codec() = default;

  /// True when the value is meant to be of this kind, even if something in it is wrong.
  /// Alternatives are told apart by it.
  [[nodiscard]] virtual bool claims(const JsonDocument& document, NodeId at) const = 0;

  /// Adds that by which a value of this kind is known.
  virtual void forms(Forms& /*all*/) const {}

  /// Reads the value; notes every problem and returns false when there is one. `out` then holds
  /// what could be read, which may be nothing.
  virtual bool read(ReadContext& in, NodeId at, T& out) const = 0;

  virtual void write(JsonWriter& out, const T& value) const = 0;

  /// Members of a schema into an open object.
  virtual void schema(SchemaWriter& out) const = 0;

  /// What is expected, in words: "an integer from 0 to 31".
  [[nodiscard]] virtual std::string phrase() const = 0;

  /// The same for the manual, with links.
  [[nodiscard]] virtual std::string manual(ManualWriter& /*out*/) const { return phrase(); }
};

template <class T>
using CodecOf = std::shared_ptr<const Codec<T>>;

/// The compact JSON of a value.
template <class T>
[[nodiscard]] std::string written(const Codec<T>& codec, const T& value) {
  JsonWriter out;
  codec.write(out, value);
  return out.take();
}

}  // namespace pmusim::scenario
