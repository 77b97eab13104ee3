# SPDX-License-Identifier: Apache-2.0
#
# SystemC as one target, pmusim_systemc. Used by the build and by the installed package.
#
# The headers of SystemC reference a symbol that names the C++ standard the library was built with,
# so a C++20 program does not link against Debian's C++17 build unless SC_CPLUSPLUS names 201703L.
# SC_CPLUSPLUS is set here, once, to whichever standard the found library carries: that keeps the
# link-time check of the library, which SC_DISABLE_API_VERSION_CHECK would drop.

if(TARGET pmusim_systemc)
  return()
endif()
find_package(PkgConfig REQUIRED)
find_package(SystemCLanguage CONFIG QUIET)
add_library(pmusim_systemc INTERFACE IMPORTED GLOBAL)
if(TARGET SystemC::systemc)
  target_link_libraries(pmusim_systemc INTERFACE SystemC::systemc)
else()
  pkg_check_modules(PMUSIM_SYSTEMC REQUIRED IMPORTED_TARGET GLOBAL systemc>=2.3.4)
  target_link_libraries(pmusim_systemc INTERFACE PkgConfig::PMUSIM_SYSTEMC)
endif()

if(NOT DEFINED PMUSIM_SYSTEMC_CPLUSPLUS)
  include(CheckCXXSourceCompiles)
  foreach(standard 202002L 201703L 201402L)
    set(CMAKE_REQUIRED_LIBRARIES pmusim_systemc)
    set(CMAKE_REQUIRED_FLAGS -std=c++20)
    set(CMAKE_REQUIRED_DEFINITIONS -DSC_CPLUSPLUS=${standard})
    check_cxx_source_compiles(
      "#include <systemc>\nextern \"C\" int sc_main(int, char**) { return 0; }\nint main() { return sc_core::sc_max_time() == sc_core::SC_ZERO_TIME; }"
      PMUSIM_SYSTEMC_LINKS_AS_${standard})
    unset(CMAKE_REQUIRED_LIBRARIES)
    unset(CMAKE_REQUIRED_FLAGS)
    unset(CMAKE_REQUIRED_DEFINITIONS)
    if(PMUSIM_SYSTEMC_LINKS_AS_${standard})
      set(PMUSIM_SYSTEMC_CPLUSPLUS ${standard} CACHE INTERNAL "C++ standard that the SystemC library was built with")
      break()
    endif()
  endforeach()
endif()
if(NOT PMUSIM_SYSTEMC_CPLUSPLUS)
  message(FATAL_ERROR "The SystemC library found does not link as C++20, C++17 or C++14. "
    "Install Debian's libsystemc-dev, or build SystemC with CMAKE_CXX_STANDARD=17.")
endif()
set_property(TARGET pmusim_systemc APPEND PROPERTY
  INTERFACE_COMPILE_DEFINITIONS SC_CPLUSPLUS=${PMUSIM_SYSTEMC_CPLUSPLUS} SC_INCLUDE_DYNAMIC_PROCESSES)
