// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>
#include <optional>
#include <set>

#include "models/activity/event_text.h"
#include "models/activity/recorded_activity.h"
#include "models/activity/recorded_header.h"
#include "models/common/expect.h"

namespace pmusim {

namespace {

static_assert(std::endian::native == std::endian::little,
              "the file is little-endian and not converted");

constexpr std::string_view kMagic{"PMUACT1\0", 8};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kColumnAlignment = 64;
constexpr std::uint32_t kMostColumns = 65'536;  // one for each event number

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t columns;
  std::uint64_t cycles;
};

static_assert(sizeof(Header) == 24);

struct ColumnHeader {
  std::uint16_t event;
  std::uint8_t width;
  std::uint8_t zero8;
  std::uint32_t zero32;
};

static_assert(sizeof(ColumnHeader) == 8);

constexpr std::uint64_t aligned(std::uint64_t offset) {
  return (offset + kColumnAlignment - 1) / kColumnAlignment * kColumnAlignment;
}

/// Where a column lies.
struct Place {
  EventId event;
  unsigned width;
  std::uint64_t offset;
};

/// Reads forward through the file; every step is checked against its end. Amounts are not read.
class BinaryReader {
 public:
  BinaryReader(std::span<const std::byte> bytes, const std::string& name)
      : bytes_{bytes}, name_{name} {}

  Checked<std::vector<Place>> read() {
    if (const auto header = read_header()) {
      cycles_ = header->cycles;
      if (read_columns(header->columns) && cycles_ != 0) {
        place_columns();
      }
    }
    if (!problems_.empty()) {
      return tl::unexpected{std::move(problems_)};
    }
    return std::move(places_);
  }

  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

 private:
  /// Nothing if what follows cannot be read.
  std::optional<Header> read_header() {
    const std::string_view start{reinterpret_cast<const char*>(bytes_.data()),
                                 std::min(bytes_.size(), kMagic.size())};
    if (!kMagic.starts_with(start)) {
      note(0,
           "found no recorded activity, expected \"PMUACT1\" and a zero byte",
           "a text file needs a name that ends in .csv");
      return std::nullopt;
    }
    Header header{};
    if (!copy(0, header)) {
      note(bytes_.size(), "found the end of the file, expected a header of 24 bytes");
      return std::nullopt;
    }
    if (header.version != kVersion) {
      note(8, "found version " + std::to_string(header.version) + ", expected 1");
      return std::nullopt;
    }
    if (header.cycles == 0) {
      note(16, "found 0 cycles, expected at least 1");
    }
    if (header.columns == 0 || header.columns > kMostColumns) {
      note(12, "found " + std::to_string(header.columns) + " columns, expected 1 to 65,536");
      return std::nullopt;
    }
    return header;
  }

  /// False if it is not known how much room they take.
  bool read_columns(std::uint32_t columns) {
    bool have_room = true;
    std::set<EventId> seen;
    std::uint64_t at = sizeof(Header);
    for (std::uint32_t i = 0; i < columns; ++i, at += sizeof(ColumnHeader)) {
      ColumnHeader column{};
      if (!copy(at, column)) {
        note(bytes_.size(), "found the end of the file in its list of columns");
        return false;
      }
      if (!seen.insert(EventId{column.event}).second) {
        note(at,
             "found " + event_text(EventId{column.event}) +
                 " a second time, expected each event once");
      }
      if (column.width != 1 && column.width != 2 && column.width != 4) {
        note(at + 2,
             "found amounts of " + std::to_string(column.width) + " bytes, expected 1, 2 or 4");
        have_room = false;
      }
      if (column.zero8 != 0 || column.zero32 != 0) {
        note(at + 3, "found reserved bytes that are not 0");
      }
      places_.push_back({EventId{column.event}, column.width, 0});
    }
    return have_room;
  }

  /// Where the first column does not fit the others do not either.
  void place_columns() {
    std::uint64_t end = sizeof(Header) + places_.size() * sizeof(ColumnHeader);
    for (Place& place : places_) {
      place.offset = aligned(end);
      if (place.offset > bytes_.size() || (bytes_.size() - place.offset) / place.width < cycles_) {
        note(bytes_.size(),
             "found the end of the file, expected a column of " + std::to_string(cycles_) +
                 " cycles from byte " + std::to_string(place.offset),
             "it was cut, or its header is wrong");
        return;
      }
      end = place.offset + place.width * cycles_;
    }
    if (end != bytes_.size()) {
      note(end,
           "found " + std::to_string(bytes_.size() - end) +
               " bytes after the last column, expected none");
    }
  }

  template <class T>
  bool copy(std::uint64_t offset, T& to) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) {
      return false;
    }
    std::memcpy(&to, bytes_.data() + offset, sizeof(T));
    return true;
  }

  void note(std::uint64_t offset, std::string what, std::string hint = {}) {
    problems_.add({ErrorCode::invalid_input,
                   name_ + ", byte " + std::to_string(offset),
                   std::move(what),
                   std::move(hint)},
                  offset);
  }

  std::span<const std::byte> bytes_;
  const std::string& name_;
  std::uint64_t cycles_{};
  std::vector<Place> places_;
  Problems problems_;
};

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Checked<RecordedActivity> read_recorded_binary(const std::shared_ptr<const void>& owner,
                                               std::span<const std::byte> bytes,
                                               const std::string& name) {
  PMUSIM_EXPECT(reinterpret_cast<std::uintptr_t>(bytes.data()) % kColumnAlignment == 0,
                "columns are aligned when the file is");
  BinaryReader reader{bytes, name};
  const auto places = reader.read();
  if (!places) {
    return tl::unexpected{places.error()};
  }
  std::vector<RecordedColumn> columns;
  columns.reserve(places->size());
  for (const Place& place : *places) {
    columns.push_back(
        {place.event, AmountColumn{owner, &bytes[place.offset], place.width, reader.cycles()}});
  }
  return RecordedActivity::from_columns(std::move(columns)).map_error([](Error error) {
    return Problems{std::move(error)};
  });
}

Checked<std::vector<EventId>> read_binary_header(std::span<const std::byte> bytes,
                                                 const std::string& name) {
  return BinaryReader{bytes, name}.read().map([](const std::vector<Place>& places) {
    std::vector<EventId> events;
    events.reserve(places.size());
    for (const Place& place : places) {
      events.push_back(place.event);
    }
    return events;
  });
}

std::string write_recorded_binary(const RecordedActivity& activity) {
  Header header{.magic = {}, .version = kVersion, .columns = 0, .cycles = activity.cycles()};
  std::ranges::copy(kMagic, header.magic.begin());
  header.columns = static_cast<std::uint32_t>(activity.columns().size());
  std::string out;
  append(out, header);
  for (const RecordedColumn& column : activity.columns()) {
    append(out,
           ColumnHeader{.event = column.event.value(),
                        .width = static_cast<std::uint8_t>(column.amounts.width()),
                        .zero8 = 0,
                        .zero32 = 0});
  }
  for (const RecordedColumn& column : activity.columns()) {
    out.resize(aligned(out.size()), '\0');
    out.append(static_cast<const char*>(column.amounts.data()),
               column.amounts.cycles() * column.amounts.width());
  }
  return out;
}

}  // namespace pmusim
