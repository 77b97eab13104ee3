# SPDX-License-Identifier: Apache-2.0

pmusim_add_test(vectors_test SOURCES ${CMAKE_CURRENT_LIST_DIR}/malformed_vectors_test.cpp ${CMAKE_CURRENT_LIST_DIR}/vectors_test.cpp LINKS pmusim::engine pmusim_pmu fmt::fmt)
