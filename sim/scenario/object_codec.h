// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>

#include "sim/scenario/codec.h"
#include "sim/scenario/nearest.h"

namespace pmusim::scenario {

/// Everything about an object type that does not depend on its C++ type.
class ObjectTable : public ObjectType {
 public:
  ObjectTable(std::string name, std::string meaning)
      : name_{std::move(name)}, meaning_{std::move(meaning)} {}

  [[nodiscard]] const std::string& type_name() const override { return name_; }

  [[nodiscard]] const std::string& type_meaning() const override { return meaning_; }

  [[nodiscard]] const std::vector<KeyText>& later_keys() const override { return later_; }

  void write_schema_body(SchemaWriter& out) const override;
  void write_manual_rows(ManualWriter& out) const override;

 protected:
  struct Key {
    KeyText text;
    std::function<void(SchemaWriter&)> schema;
    std::function<std::string()> phrase;
    std::function<std::string(ManualWriter&)> manual;
  };

  [[nodiscard]] std::size_t find(std::string_view key) const;
  bool reject_unknown(ReadContext& in, NodeId child) const;
  bool require_keys(ReadContext& in, NodeId at) const;

  std::string name_;
  std::string meaning_;
  std::vector<Key> keys_;
  std::vector<KeyText> later_;
  std::string mark_;  ///< the key that tells this object from its alternatives; empty: any object
};

template <class T>
struct IsOptional : std::false_type {};

template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// The table of an object type: each key once, with where it is kept, how it looks, and what it
/// means. Defaults are the initial values of T.
///
/// If T has a member `origin`, it is set to the place of the object; a member `place` is set to the
/// place of its mark in words, for messages of those who come after the reader.
template <class T>
class ObjectCodec final : public Codec<T>, public ObjectTable {
 public:
  using ObjectTable::ObjectTable;

  /// @param access  a pointer to a member, or a function from T& or const T& to a reference.
  template <class Access, class Member>
  ObjectCodec& key(std::string name,
                   Access access,
                   const CodecOf<Member>& codec,
                   std::string meaning) {
    std::string standard;
    if constexpr (!IsOptional<Field<Access>>::value) {
      const T initial{};
      standard = written(*codec, std::invoke(access, initial));
    }
    if (standard.size() > kLongestDefault) {  // an object, whose own keys show their defaults
      standard.clear();
    }
    add({std::move(name), std::move(meaning), false, std::move(standard)}, access, codec);
    return *this;
  }

  /// A key that must be there.
  template <class Access, class Member>
  ObjectCodec& required(std::string name,
                        Access access,
                        const CodecOf<Member>& codec,
                        std::string meaning) {
    add({std::move(name), std::move(meaning), true, {}}, access, codec);
    return *this;
  }

  /// A required key by which this object is told from its alternatives.
  template <class Access, class Member>
  ObjectCodec& mark(std::string name,
                    Access access,
                    const CodecOf<Member>& codec,
                    std::string meaning) {
    mark_ = name;
    return required(std::move(name), access, codec, std::move(meaning));
  }

  /// A key that is known but not modelled: an error that says so.
  ObjectCodec& later(std::string name, std::string meaning) {
    later_.push_back({std::move(name), std::move(meaning), false, {}});
    return *this;
  }

  /// A rule over several keys. It is asked when each key by itself is right, and notes its own
  /// problems.
  ObjectCodec& check(std::function<bool(ReadContext&, NodeId, const T&)> rule) {
    rules_.push_back(std::move(rule));
    return *this;
  }

  [[nodiscard]] bool claims(const JsonDocument& document, NodeId at) const override {
    const bool is_object = document[at].kind == JsonKind::object;
    return is_object && (mark_.empty() || document.member(at, mark_) != kNoNode);
  }

  void forms(Forms& all) const override {
    if (!mark_.empty()) {
      all.marks.push_back(mark_);
    }
  }

  bool read(ReadContext& in, NodeId at, T& out) const override {
    if constexpr (requires { out.origin; }) {
      out.origin = at;
    }
    if constexpr (requires { out.place; }) {
      out.place = in.document.where(in.document.member_or_self(at, mark_));
    }
    if (in.document[at].kind != JsonKind::object) {
      return in.mismatch(at, phrase());
    }
    bool good = true;
    const std::string_view outer_meaning = in.meaning;
    in.document.for_each_child(at, [&](NodeId child) {
      const std::size_t index = find(in.document[child].key);
      if (index == keys_.size()) {
        good = reject_unknown(in, child);
        return;
      }
      in.meaning = keys_[index].text.meaning;
      good = read_[index](in, child, out) && good;
    });
    in.meaning = outer_meaning;
    good = require_keys(in, at) && good;
    for (const auto& rule : rules_) {
      good = good && rule(in, at, out);
    }
    return good;
  }

  void write(JsonWriter& out, const T& value) const override {
    out.begin_object();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      write_[i](out, keys_[i].text.name, value);
    }
    out.end_object();
  }

  void schema(SchemaWriter& out) const override { out.reference(*this); }

  [[nodiscard]] std::string phrase() const override {
    return mark_.empty() ? "an object (" + name_ + ")" : "an object with \"" + mark_ + "\"";
  }

  [[nodiscard]] std::string manual(ManualWriter& out) const override { return out.link(*this); }

 private:
  static constexpr std::size_t kLongestDefault = 50;

  template <class Access>
  using Field = std::remove_cvref_t<std::invoke_result_t<Access, T&>>;

  template <class Access, class Member>
  void add(KeyText text, Access access, const CodecOf<Member>& codec) {
    static_assert(std::is_same_v<Field<Access>, Member> ||
                  std::is_same_v<Field<Access>, std::optional<Member>>);
    keys_.push_back({std::move(text),
                     [codec](SchemaWriter& out) { codec->schema(out); },
                     [codec] { return codec->phrase(); },
                     [codec](ManualWriter& out) { return codec->manual(out); }});
    read_.push_back([codec, access](ReadContext& in, NodeId at, T& out) {
      Field<Access>& field = std::invoke(access, out);
      if constexpr (IsOptional<Field<Access>>::value) {
        return codec->read(in, at, field.emplace());
      } else {
        return codec->read(in, at, field);
      }
    });
    write_.push_back([codec, access](JsonWriter& out, const std::string& name, const T& value) {
      const Field<Access>& field = std::invoke(access, value);
      if constexpr (IsOptional<Field<Access>>::value) {
        if (field) {
          out.key(name);
          codec->write(out, *field);
        }
      } else {
        out.key(name);
        codec->write(out, field);
      }
    });
  }

  std::vector<std::function<bool(ReadContext&, NodeId, T&)>> read_;
  std::vector<std::function<void(JsonWriter&, const std::string&, const T&)>> write_;
  std::vector<std::function<bool(ReadContext&, NodeId, const T&)>> rules_;
};

/// Starts the table of an object type.
///
/// @param name  unique; names the definition in the schema and the section of the manual.
template <class T>
std::shared_ptr<ObjectCodec<T>> object(std::string name, std::string meaning) {
  return std::make_shared<ObjectCodec<T>>(std::move(name), std::move(meaning));
}

}  // namespace pmusim::scenario
