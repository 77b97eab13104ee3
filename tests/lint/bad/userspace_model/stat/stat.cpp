// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/abi/record.h"
#include "kernel_model/pmuv3/driver.h"
#include "sim/engine/run_result.h"
