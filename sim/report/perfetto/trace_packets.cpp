// SPDX-License-Identifier: Apache-2.0
#include "sim/report/perfetto/trace_packets.h"

#include <functional>

namespace pmusim::report {
namespace {

// Field numbers, by message.
namespace trace {
constexpr std::uint32_t kPacket = 1;
}

namespace trace_packet {
constexpr std::uint32_t kTimestamp = 8;
constexpr std::uint32_t kTrustedPacketSequenceId = 10;
constexpr std::uint32_t kTrackEvent = 11;
constexpr std::uint32_t kInternedData = 12;
constexpr std::uint32_t kSequenceFlags = 13;
constexpr std::uint32_t kTrackDescriptor = 60;

// enum SequenceFlags
constexpr std::uint64_t kIncrementalStateCleared = 1;
constexpr std::uint64_t kNeedsIncrementalState = 2;
}  // namespace trace_packet

namespace interned_data {
constexpr std::uint32_t kEventNames = 2;
}

namespace event_name {
constexpr std::uint32_t kIid = 1;
constexpr std::uint32_t kName = 2;
}  // namespace event_name

namespace track_descriptor {
constexpr std::uint32_t kUuid = 1;
constexpr std::uint32_t kName = 2;
constexpr std::uint32_t kProcess = 3;
constexpr std::uint32_t kParentUuid = 5;
constexpr std::uint32_t kCounter = 8;
constexpr std::uint32_t kChildOrdering = 11;
constexpr std::uint32_t kSiblingOrderRank = 12;

constexpr std::uint64_t kExplicitOrder = 3;  // enum ChildTracksOrdering
}  // namespace track_descriptor

namespace process_descriptor {
constexpr std::uint32_t kPid = 1;
constexpr std::uint32_t kProcessName = 6;
}  // namespace process_descriptor

namespace counter_descriptor {
constexpr std::uint32_t kUnit = 3;
constexpr std::uint64_t kUnitCount = 2;  // enum Unit
}  // namespace counter_descriptor

namespace track_event {
constexpr std::uint32_t kDebugAnnotations = 4;
constexpr std::uint32_t kType = 9;
constexpr std::uint32_t kNameIid = 10;
constexpr std::uint32_t kTrackUuid = 11;
constexpr std::uint32_t kCounterValue = 30;
}  // namespace track_event

namespace debug_annotation {
constexpr std::uint32_t kUintValue = 3;
constexpr std::uint32_t kStringValue = 6;
constexpr std::uint32_t kName = 10;
}  // namespace debug_annotation

constexpr std::uint64_t kSequence = 1;

}  // namespace

/// TrackEvent.Type
enum class TracePackets::EventType : std::uint8_t {
  slice_begin = 1,
  slice_end = 2,
  instant = 3,
  counter = 4
};

TracePackets::TracePackets() {
  add_packet(trace_packet::kIncrementalStateCleared);
}

TrackUuid TracePackets::process(std::uint64_t pid, std::string_view name) {
  ProtobufMessage process;
  process.integer(process_descriptor::kPid, pid);
  process.bytes(process_descriptor::kProcessName, name);
  const TrackUuid uuid{++tracks_};
  ProtobufMessage descriptor;
  descriptor.integer(track_descriptor::kUuid, uuid.value);
  descriptor.message(track_descriptor::kProcess, process);
  descriptor.integer(track_descriptor::kChildOrdering, track_descriptor::kExplicitOrder);
  packet_.message(trace_packet::kTrackDescriptor, descriptor);
  add_packet(trace_packet::kNeedsIncrementalState);
  return uuid;
}

TrackUuid TracePackets::track(TrackUuid parent, std::string_view name) {
  return declare(parent, name, false);
}

TrackUuid TracePackets::counter_track(TrackUuid parent, std::string_view name) {
  return declare(parent, name, true);
}

TrackUuid TracePackets::declare(TrackUuid parent, std::string_view name, bool is_counter) {
  const TrackUuid uuid{++tracks_};
  ProtobufMessage descriptor;
  descriptor.integer(track_descriptor::kUuid, uuid.value);
  descriptor.bytes(track_descriptor::kName, name);
  descriptor.integer(track_descriptor::kParentUuid, parent.value);
  descriptor.integer(track_descriptor::kSiblingOrderRank, uuid.value);
  if (is_counter) {
    ProtobufMessage counter;
    counter.integer(counter_descriptor::kUnit, counter_descriptor::kUnitCount);
    descriptor.message(track_descriptor::kCounter, counter);
  }
  packet_.message(trace_packet::kTrackDescriptor, descriptor);
  add_packet(trace_packet::kNeedsIncrementalState);
  return uuid;
}

void TracePackets::slice(TrackUuid track,
                         std::uint64_t first_ns,
                         std::uint64_t end_ns,
                         std::string_view name,
                         std::initializer_list<Annotation> annotations) {
  add_event(track, EventType::slice_begin, first_ns, name, annotations);
  add_event(track, EventType::slice_end, end_ns, {}, {});
}

void TracePackets::instant(TrackUuid track,
                           std::uint64_t at_ns,
                           std::string_view name,
                           std::initializer_list<Annotation> annotations) {
  add_event(track, EventType::instant, at_ns, name, annotations);
}

void TracePackets::counter(TrackUuid track, std::uint64_t at_ns, std::uint64_t value) {
  event_.integer(track_event::kCounterValue, value);
  add_event(track, EventType::counter, at_ns, {}, {});
}

void TracePackets::add_event(TrackUuid track,
                             EventType type,
                             std::uint64_t at_ns,
                             std::string_view name,
                             std::initializer_list<Annotation> annotations) {
  packet_.integer(trace_packet::kTimestamp, at_ns);
  event_.integer(track_event::kType, static_cast<std::uint64_t>(type));
  event_.integer(track_event::kTrackUuid, track.value);
  if (!name.empty()) {
    name_event(name);
  }
  annotate(annotations);
  packet_.message(trace_packet::kTrackEvent, event_);
  event_.clear();
  add_packet(trace_packet::kNeedsIncrementalState);
}

void TracePackets::annotate(std::initializer_list<Annotation> annotations) {
  for (const Annotation& annotation : annotations) {
    annotation_.clear();
    annotation_.bytes(debug_annotation::kName, annotation.name);
    if (const auto* const number = std::get_if<std::uint64_t>(&annotation.value)) {
      annotation_.integer(debug_annotation::kUintValue, *number);
    } else {
      annotation_.bytes(debug_annotation::kStringValue,
                        std::get<std::string_view>(annotation.value));
    }
    event_.message(track_event::kDebugAnnotations, annotation_);
  }
}

void TracePackets::name_event(std::string_view name) {
  auto entry = names_.find(name);
  if (entry == names_.end()) {
    entry = names_.emplace(name, names_.size() + 1).first;
    ProtobufMessage named;
    named.integer(event_name::kIid, entry->second);
    named.bytes(event_name::kName, name);
    ProtobufMessage interned;
    interned.message(interned_data::kEventNames, named);
    packet_.message(trace_packet::kInternedData, interned);
  }
  event_.integer(track_event::kNameIid, entry->second);
}

void TracePackets::add_packet(std::uint64_t flags) {
  packet_.integer(trace_packet::kTrustedPacketSequenceId, kSequence);
  packet_.integer(trace_packet::kSequenceFlags, flags);
  trace_.message(trace::kPacket, packet_);
  packet_.clear();
}

}  // namespace pmusim::report
