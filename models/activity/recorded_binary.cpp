// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>

#include "models/activity/recorded_activity.h"
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

/// Reads forward through the file; every step is checked against its end.
class BinaryReader {
 public:
  BinaryReader(std::shared_ptr<const void> owner,
               std::span<const std::byte> bytes,
               const std::string& name)
      : owner_{std::move(owner)}, bytes_{bytes}, name_{name} {}

  Result<RecordedActivity> read() {
    const auto header = read_header();
    if (!header) {
      return tl::unexpected{header.error()};
    }
    std::vector<RecordedColumn> columns;
    std::uint64_t column_header = sizeof(Header);
    std::uint64_t data =
        aligned(sizeof(Header) + std::uint64_t{header->columns} * sizeof(ColumnHeader));
    for (std::uint32_t i = 0; i < header->columns; ++i) {
      auto column = read_column(column_header, data, header->cycles);
      if (!column) {
        return tl::unexpected{column.error()};
      }
      column_header += sizeof(ColumnHeader);
      end_ = data + column->amounts.width() * header->cycles;
      data = aligned(end_);
      columns.push_back(std::move(*column));
    }
    if (end_ != bytes_.size()) {
      return wrong(end_, std::to_string(bytes_.size() - end_) + " bytes after the last column");
    }
    auto activity = RecordedActivity::from_columns(std::move(columns));
    if (!activity) {
      activity.error().where = name_;
    }
    return activity;
  }

 private:
  [[nodiscard]] Result<Header> read_header() const {
    Header header{};
    if (!copy(0, header)) {
      return wrong(bytes_.size(), "the file ends in its header");
    }
    if (std::string_view{header.magic.data(), header.magic.size()} != kMagic) {
      return wrong(0,
                   "not a recorded activity: the first 8 bytes are not \"PMUACT1\" and a zero",
                   "a text file needs a name that ends in .csv");
    }
    if (header.version != kVersion) {
      return wrong(8, "version " + std::to_string(header.version), "this program reads version 1");
    }
    if (header.columns == 0 || header.columns > kMostColumns) {
      return wrong(12, std::to_string(header.columns) + " columns", "1 to 65,536 are possible");
    }
    if (header.cycles == 0) {
      return wrong(16, "0 cycles", "record at least one cycle");
    }
    return header;
  }

  [[nodiscard]] Result<RecordedColumn> read_column(std::uint64_t offset,
                                                   std::uint64_t data,
                                                   std::uint64_t cycles) const {
    ColumnHeader column{};
    if (!copy(offset, column)) {
      return wrong(bytes_.size(), "the file ends in its list of columns");
    }
    if (column.width != 1 && column.width != 2 && column.width != 4) {
      return wrong(offset + 2,
                   "an amount has " + std::to_string(column.width) + " bytes",
                   "1, 2 or 4 are possible");
    }
    if (column.zero8 != 0 || column.zero32 != 0) {
      return wrong(offset + 3, "reserved bytes are not 0", "this program reads version 1");
    }
    if (data > bytes_.size() || (bytes_.size() - data) / column.width < cycles) {
      return wrong(bytes_.size(),
                   "the file ends in a column of " + std::to_string(cycles) +
                       " cycles that starts at byte " + std::to_string(data),
                   "it was cut, or its header is wrong");
    }
    return RecordedColumn{EventId{column.event},
                          AmountColumn{owner_, &bytes_[data], column.width, cycles}};
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

  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
  const std::string& name_;
  std::uint64_t end_{};
};

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Result<RecordedActivity> read_recorded_binary(std::shared_ptr<const void> owner,
                                              std::span<const std::byte> bytes,
                                              const std::string& name) {
  PMUSIM_EXPECT(reinterpret_cast<std::uintptr_t>(bytes.data()) % kColumnAlignment == 0,
                "columns are aligned when the file is");
  return BinaryReader{std::move(owner), bytes, name}.read();
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
