// SPDX-License-Identifier: Apache-2.0
//
// Recorded files are a part of the scenario that names them: they are looked at when it is read.
#pragma once

#include <filesystem>
#include <string>

#include "sim/scenario/codec.h"
#include "sim/scenario/scenario.h"

namespace pmusim::scenario {

/// Where the recorded files of a scenario lie whose names are relative. @param scenario_file  its
/// path; that of a text without a file has no folder: the working folder.
[[nodiscard]] std::filesystem::path recordings_folder(const std::string& scenario_file);

/// The recorded file that a stream names.
[[nodiscard]] std::string recording_path(const std::filesystem::path& folder,
                                         const RecordedStream& stream);

/// Looks at the header of the file that a stream names, and for the stream's column in it. A rule
/// of the stream's codec.
///
/// Each file is opened once. A file that cannot be opened is a problem wherever it is named; the
/// faults in a file are problems where the file is named first.
bool check_recording(ReadContext& in, NodeId at, const RecordedStream& stream);

/// A fault of a recorded file as all messages say it: the file and the place in it, and what is
/// wrong. @param place  of the file's name in the scenario.
[[nodiscard]] Error recording_fault(const std::string& place, const Error& fault);

}  // namespace pmusim::scenario
