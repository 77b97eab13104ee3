// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "models/common/result.h"
#include "userspace_model/stat/event_parser.h"

namespace pmusim::userspace {

/// Sets what the terms between the slashes of "pmu/term,term=value/" ask for.
///
/// @param text  the whole event; its terms are the characters from `begin` to before `end`.
/// @error invalid_input  unknown term or event, no or no fitting value, the same bits set twice.
/// @error not_modelled  a term that perf has, but that means nothing to this model.
/// @linux v6.18 tools/perf/util/pmu.c perf_pmu__config_terms,
///        drivers/perf/arm_pmuv3.c armv8_pmuv3_format_attrs for the fields
[[nodiscard]] Result<void> apply_terms(std::string_view text,
                                       std::size_t begin,
                                       std::size_t end,
                                       ParsedEvent& event);

}  // namespace pmusim::userspace
