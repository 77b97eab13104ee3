// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/isa/program.h"
#include "sim/litmus/sections.h"
#include "sim/litmus/source_text.h"

namespace pmusim::litmus {

/// The code of one thread.
struct ThreadCode {
  isa::Program program;
  std::vector<std::size_t> offsets;  ///< where each instruction stands
};

/// Reads the table of the code: columns of threads split by |, rows ended by ;, labels per thread.
/// Every problem is noted in `source`; a thread with problems has an empty program.
[[nodiscard]] std::vector<ThreadCode> read_code(SourceText& source, Part part);

}  // namespace pmusim::litmus
