# SPDX-License-Identifier: Apache-2.0
#
# The memory-mapped view in plain C++, and the SystemC shell around a PMU.

pmusim_library(pmu_external
  SOURCES external_frame.cpp frame_identification.cpp
  LINKS pmusim_pmu)

pmusim_library(pmu_module
  SOURCES pmu_module.cpp
  LINKS pmusim_pmu pmusim_pmu_external pmusim_systemc)
