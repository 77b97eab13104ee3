// SPDX-License-Identifier: Apache-2.0
#include "driver_state.h"
#include "models/pmu/pmu_core.h"
