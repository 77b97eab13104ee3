# SPDX-License-Identifier: Apache-2.0
#
# Everything comes from the system; nothing is downloaded at configure time.

find_package(PkgConfig REQUIRED)
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(hwy CONFIG REQUIRED)

include(PmusimSystemC)

if(PMUSIM_BUILD_TESTS)
  # Debian's Python has Debian's modules; another one that comes first in PATH may not.
  if(EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "Runs the tests that are Python programs")
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
