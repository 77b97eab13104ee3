// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <boost/version.hpp>
#include <unistd.h>

#include "models/pmu/pmu_core.h"
