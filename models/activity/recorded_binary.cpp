// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>
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

  Result<std::vector<Place>> read() {
    const auto header = read_header();
    if (!header) {
      return tl::unexpected{header.error()};
    }
    cycles_ = header->cycles;
    std::vector<Place> places;
    std::set<EventId> seen;
    std::uint64_t at = sizeof(Header);
    std::uint64_t end = at + std::uint64_t{header->columns} * sizeof(ColumnHeader);
    for (std::uint32_t i = 0; i < header->columns; ++i, at += sizeof(ColumnHeader)) {
      const auto place = read_column(at, aligned(end));
      if (!place) {
        return tl::unexpected{place.error()};
      }
      if (!seen.insert(place->event).second) {
        return wrong(
            at, "found " + event_text(place->event) + " a second time, expected each event once");
      }
      end = place->offset + place->width * cycles_;
      places.push_back(*place);
    }
    if (end != bytes_.size()) {
      return wrong(end,
                   "found " + std::to_string(bytes_.size() - end) +
                       " bytes after the last column, expected none");
    }
    return places;
  }

  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

 private:
  [[nodiscard]] Result<Header> read_header() const {
    const std::string_view start{reinterpret_cast<const char*>(bytes_.data()),
                                 std::min(bytes_.size(), kMagic.size())};
    if (!kMagic.starts_with(start)) {
      return wrong(0,
                   "found no recorded activity, expected \"PMUACT1\" and a zero byte",
                   "a text file needs a name that ends in .csv");
    }
    Header header{};
    if (!copy(0, header)) {
      return wrong(bytes_.size(), "found the end of the file, expected a header of 24 bytes");
    }
    if (header.version != kVersion) {
      return wrong(8, "found version " + std::to_string(header.version) + ", expected 1");
    }
    if (header.columns == 0 || header.columns > kMostColumns) {
      return wrong(12,
                   "found " + std::to_string(header.columns) + " columns, expected 1 to 65,536");
    }
    if (header.cycles == 0) {
      return wrong(16, "found 0 cycles, expected at least 1");
    }
    return header;
  }

  [[nodiscard]] Result<Place> read_column(std::uint64_t at, std::uint64_t data) const {
    ColumnHeader column{};
    if (!copy(at, column)) {
      return wrong(bytes_.size(), "found the end of the file in its list of columns");
    }
    if (column.width != 1 && column.width != 2 && column.width != 4) {
      return wrong(
          at + 2,
          "found amounts of " + std::to_string(column.width) + " bytes, expected 1, 2 or 4");
    }
    if (column.zero8 != 0 || column.zero32 != 0) {
      return wrong(at + 3, "found reserved bytes that are not 0");
    }
    if (data > bytes_.size() || (bytes_.size() - data) / column.width < cycles_) {
      return wrong(bytes_.size(),
                   "found the end of the file, expected a column of " + std::to_string(cycles_) +
                       " cycles from byte " + std::to_string(data),
                   "it was cut, or its header is wrong");
    }
    return Place{EventId{column.event}, column.width, data};
  }

  template <class T>
  bool copy(std::uint64_t offset, T& to) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) {
      return false;
    }
    std::memcpy(&to, bytes_.data() + offset, sizeof(T));
    return true;
  }

  [[nodiscard]] tl::unexpected<Error> wrong(std::uint64_t offset,
                                            std::string what,
                                            std::string hint = {}) const {
    return fail(ErrorCode::invalid_input,
                name_ + ", byte " + std::to_string(offset),
                std::move(what),
                std::move(hint));
  }

  std::span<const std::byte> bytes_;
  const std::string& name_;
  std::uint64_t cycles_{};
};

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Result<RecordedActivity> read_recorded_binary(const std::shared_ptr<const void>& owner,
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
  return RecordedActivity::from_columns(std::move(columns));
}

Result<std::vector<EventId>> read_binary_header(std::span<const std::byte> bytes,
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
