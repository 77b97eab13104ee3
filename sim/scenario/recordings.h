// SPDX-License-Identifier: Apache-2.0
//
// Recorded files are a part of the scenario that names them: they are looked at when it is read.
#pragma once

#include "sim/scenario/codec.h"
#include "sim/scenario/scenario.h"

namespace pmusim::scenario {

/// Looks at the header of the file that a stream names, and for the stream's column in it. A rule
/// of the stream's codec.
///
/// Each file is opened once. A file that cannot be opened is a problem wherever it is named; a
/// fault in a file is a problem where the file is named first.
bool check_recording(ReadContext& in, NodeId at, const RecordedStream& stream);

/// A fault of a recorded file as all messages say it: the file and the place in it, and what is
/// wrong. @param place  of the file's name in the scenario.
[[nodiscard]] Error recording_fault(const std::string& place, const Error& fault);

}  // namespace pmusim::scenario
