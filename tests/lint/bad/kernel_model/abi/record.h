// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/driver.h"
