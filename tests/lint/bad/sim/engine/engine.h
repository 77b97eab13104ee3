// SPDX-License-Identifier: Apache-2.0
#include <systemc>

#include "models/pmu/pmu_module.h"
