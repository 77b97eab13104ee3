// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "sim/engine/engine.h"
#include "sim/engine/run_result.h"
