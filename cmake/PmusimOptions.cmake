# SPDX-License-Identifier: Apache-2.0
#
# What every target of the project is built with, and the one way to declare a library.

include(CheckCXXCompilerFlag)

find_program(PMUSIM_CCACHE ccache)
if(PMUSIM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PMUSIM_CCACHE})
endif()

add_library(pmusim_options INTERFACE)
target_compile_features(pmusim_options INTERFACE cxx_std_20)
target_compile_options(pmusim_options INTERFACE
  $<BUILD_INTERFACE:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wsign-conversion;-Wold-style-cast;-Wnon-virtual-dtor;-Woverloaded-virtual;-Wnull-dereference;-Wundef>
  # Known to g++ only.
  $<BUILD_INTERFACE:$<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond;-Wduplicated-branches;-Wlogical-op>>
  $<BUILD_INTERFACE:-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>)
if(PMUSIM_WERROR)
  target_compile_options(pmusim_options INTERFACE $<BUILD_INTERFACE:-Werror>)
endif()
# Symbols are resolved once, when a program starts: the workers of a sweep, forked for each point,
# would all do it again.
target_link_options(pmusim_options INTERFACE $<BUILD_INTERFACE:LINKER:-z,now>)
if(PMUSIM_SANITIZE)
  # g++ 12 reports false null dereferences in instrumented code.
  target_compile_options(pmusim_options INTERFACE
    $<BUILD_INTERFACE:-fsanitize=${PMUSIM_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer;-Wno-null-dereference;-Wno-maybe-uninitialized>)
  target_link_options(pmusim_options INTERFACE $<BUILD_INTERFACE:-fsanitize=${PMUSIM_SANITIZE}>)
endif()

# pmusim_library(NAME folder-name SOURCES ... LINKS ...): one static library per source folder, so
# that link order states who may use whom. Headers are included by their path from the root.
function(pmusim_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(pmusim_${name} STATIC ${ARG_SOURCES})
  add_library(pmusim::${name} ALIAS pmusim_${name})
  target_include_directories(pmusim_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/pmusim>)
  target_link_libraries(pmusim_${name} PUBLIC ${ARG_LINKS} PRIVATE pmusim_options ${ARG_PRIVATE_LINKS})
  set_target_properties(pmusim_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  set_property(GLOBAL APPEND PROPERTY PMUSIM_LIBRARIES pmusim_${name})
endfunction()
