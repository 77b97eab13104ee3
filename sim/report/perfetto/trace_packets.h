// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "sim/report/perfetto/protobuf.h"

namespace pmusim::report {

/// Names a track within a trace.
struct TrackUuid {
  std::uint64_t value{};
};

/// What the user interface shows beside a slice.
struct Annotation {
  std::string_view name;
  std::variant<std::uint64_t, std::string_view> value;
};

/// The packets of one trace, all of one sequence, with the names of events interned.
///
/// @source google/perfetto protos/perfetto/trace: trace_packet.proto, track_event/*.proto
class TracePackets {
 public:
  TracePackets();

  /// A process stands for a CPU. @param pid  positive: 0 is the kernel's
  TrackUuid process(std::uint64_t pid, std::string_view name);
  /// A track in a process; tracks are shown in the order in which they are declared.
  TrackUuid track(TrackUuid parent, std::string_view name);
  TrackUuid counter_track(TrackUuid parent, std::string_view name);

  /// Slices of one track must nest.
  void slice(TrackUuid track,
             std::uint64_t first_ns,
             std::uint64_t end_ns,
             std::string_view name,
             std::initializer_list<Annotation> annotations);
  void instant(TrackUuid track,
               std::uint64_t at_ns,
               std::string_view name,
               std::initializer_list<Annotation> annotations);
  /// The counter has `value` from `at_ns` on.
  void counter(TrackUuid track, std::uint64_t at_ns, std::uint64_t value);

  [[nodiscard]] std::string take() { return trace_.take(); }

 private:
  enum class EventType : std::uint8_t;

  TrackUuid declare(TrackUuid parent, std::string_view name, bool is_counter);
  void add_event(TrackUuid track,
                 EventType type,
                 std::uint64_t at_ns,
                 std::string_view name,
                 std::initializer_list<Annotation> annotations);
  void annotate(std::initializer_list<Annotation> annotations);
  /// Sets the name of event_, and says what its number means in packet_ when it is new.
  void name_event(std::string_view name);
  void add_packet(std::uint64_t flags);

  ProtobufMessage trace_;
  ProtobufMessage packet_;      ///< scratch
  ProtobufMessage event_;       ///< scratch
  ProtobufMessage annotation_;  ///< scratch
  std::map<std::string, std::uint64_t, std::less<>> names_;
  std::uint64_t tracks_{};
};

}  // namespace pmusim::report
