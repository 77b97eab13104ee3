// SPDX-License-Identifier: Apache-2.0
#include <systemc>

#include "models/common/port.h"
#include "models/cpu/cpu_core.h"
