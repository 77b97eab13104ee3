# SPDX-License-Identifier: Apache-2.0
#
# See pmusim_must_not_compile in CMakeLists.txt. Takes COMPILER, ROOT, FILE and EXPECT.

set(command ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I${ROOT} ${FILE})

execute_process(COMMAND ${command} RESULT_VARIABLE status ERROR_VARIABLE messages)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "The file must compile without PMUSIM_VIOLATE, but does not:\n${messages}")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${command} -DPMUSIM_VIOLATE
  RESULT_VARIABLE status ERROR_VARIABLE messages)
if(status EQUAL 0)
  message(FATAL_ERROR "This compiles, but must not: ${FILE} with PMUSIM_VIOLATE")
endif()
if(NOT messages MATCHES "${EXPECT}")
  message(FATAL_ERROR "Does not compile, but not for the expected reason '${EXPECT}':\n${messages}")
endif()
