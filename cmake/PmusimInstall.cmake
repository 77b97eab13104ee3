# SPDX-License-Identifier: Apache-2.0
#
# cmake --install: the program, the scenarios, and a package for find_package(pmusim). Its targets
# are pmusim::<folder-name>, one for each library, and pmusim_systemc.

include(CMakePackageConfigHelpers)

set(PMUSIM_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/pmusim)
get_property(installed_libraries GLOBAL PROPERTY PMUSIM_LIBRARIES)

# Where a foreign target comes from: what its users must find before they can link to it.
function(pmusim_package_of target result)
  set(package "")
  if(target MATCHES "^tl::")
    set(package "tl-expected")
  elseif(target MATCHES "^(fmt|spdlog|hwy|nlohmann_json)::")
    set(package "${CMAKE_MATCH_1}")
  elseif(target MATCHES "^Boost::(.*)$")
    set(package "Boost COMPONENTS ${CMAKE_MATCH_1}")
  elseif(target MATCHES "^Threads::")
    set(package "Threads")
  elseif(target MATCHES "::" AND NOT target MATCHES "^pmusim::")
    message(FATAL_ERROR "A library links to ${target}; say in PmusimInstall.cmake which package it is from.")
  endif()
  set(${result} "${package}" PARENT_SCOPE)
endfunction()

set(packages "")
foreach(library IN LISTS installed_libraries)
  get_target_property(links ${library} LINK_LIBRARIES)
  foreach(link IN LISTS links)
    pmusim_package_of("${link}" package)
    list(APPEND packages "${package}")
  endforeach()
endforeach()
list(REMOVE_DUPLICATES packages)
list(REMOVE_ITEM packages "")
list(TRANSFORM packages REPLACE "(.+)" "find_dependency(\\1)" OUTPUT_VARIABLE PMUSIM_FIND_DEPENDENCIES)
list(JOIN PMUSIM_FIND_DEPENDENCIES "\n" PMUSIM_FIND_DEPENDENCIES)

# Named by the link lists of the libraries; a user gets nothing from it but C++20.
set_target_properties(pmusim_options PROPERTIES EXPORT_NAME options)

install(TARGETS ${installed_libraries} pmusim_options EXPORT pmusimTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT pmusimTargets NAMESPACE pmusim:: DESTINATION ${PMUSIM_PACKAGE_DIR})

foreach(folder models kernel_model/abi)
  get_filename_component(parent ${folder} DIRECTORY)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pmusim/${parent} FILES_MATCHING PATTERN "*.h")
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/pmusimConfig.cmake.in
  ${PROJECT_BINARY_DIR}/pmusimConfig.cmake
  INSTALL_DESTINATION ${PMUSIM_PACKAGE_DIR} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may change anything.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pmusimConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/pmusimConfig.cmake
  ${PROJECT_BINARY_DIR}/pmusimConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/PmusimSystemC.cmake
  DESTINATION ${PMUSIM_PACKAGE_DIR})

if(TARGET pmusim)
  install(TARGETS pmusim)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pmusim)
