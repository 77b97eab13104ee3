// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/memory/timed/access_observer.h"
#include "sim/explore/race_program.h"
#include "sim/explore/race_result.h"

namespace pmusim::explore {

/// Watches a run in which a record is known to become bad, and tells how: which accesses happened
/// in which order, and which of the four orders they broke.
class RaceAccount final : public memory::AccessObserver {
 public:
  /// @param program  must outlive it
  /// @param record   the first bad one
  RaceAccount(const RaceProgram& program, std::uint64_t record)
      : program_{program}, record_{record} {}

  void on_access(unsigned cpu, const memory::RetiredAccess& access) override;

  /// After the run.
  [[nodiscard]] BadRecord tell() const;

 private:
  /// An access that is kept. Of each side they stand in the order of its program.
  struct Kept {
    memory::RetiredAccess access;
    unsigned cpu{};
    std::uint64_t record{};  ///< that its side was at
    std::size_t place{};     ///< in the order of its program
  };

  [[nodiscard]] const std::string& step_of(const Kept& kept) const;
  [[nodiscard]] const Kept* last(unsigned cpu, std::uint64_t record, std::string_view step) const;
  [[nodiscard]] const Kept* first_copy(std::uint64_t record, std::uint64_t address) const;
  [[nodiscard]] const Kept* copy_seen_by(const Kept& read, std::uint64_t record) const;
  [[nodiscard]] const Kept* look_before(const Kept& copy) const;
  void tell_stale(const Kept& read, BadRecord& out) const;
  void tell_overwritten(const Kept& read, std::uint64_t younger, BadRecord& out) const;
  void tell_steps(std::vector<const Kept*> steps, BadRecord& out) const;
  [[nodiscard]] std::string name_of(const Kept& kept) const;
  [[nodiscard]] std::string effect_of(const Kept& kept) const;
  [[nodiscard]] bool has_room(const Kept& reserve) const;

  const RaceProgram& program_;
  std::uint64_t record_;
  std::array<std::uint64_t, 2> finished_{};  ///< records of each side
  std::array<std::vector<Kept>, 2> kept_;
};

}  // namespace pmusim::explore
