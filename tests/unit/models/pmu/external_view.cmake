# SPDX-License-Identifier: Apache-2.0

pmusim_add_test(pmu_registers_test SOURCES pmu_registers_test.cpp LINKS pmusim_pmu)
pmusim_add_test(pmu_external_view_test
  SOURCES external_access_test.cpp external_frame_test.cpp frame_identification_test.cpp memory_map_test.cpp
  LINKS pmusim_pmu_external)
pmusim_add_test(pmu_module_test SOURCES pmu_module_test.cpp LINKS pmusim_pmu_module)
