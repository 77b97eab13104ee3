# SPDX-License-Identifier: Apache-2.0
#
# Installs the build folder BUILD of the sources SOURCE below SCRATCH, then configures, builds and
# runs CONSUMER, which knows of the installation by CMAKE_PREFIX_PATH alone.

# step(WHAT COMMAND...): runs a command, shows its output only when it fails.
function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
step("Installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)

# An installation that refers to the sources it came from works on this machine only.
file(GLOB_RECURSE package_files ${SCRATCH}/prefix/*.cmake)
foreach(file IN LISTS package_files)
  file(READ ${file} text)
  string(FIND "${text}" "${SOURCE}" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "${file} mentions ${SOURCE}")
  endif()
endforeach()

set(sanitizer "")
if(SANITIZE)
  set(sanitizer "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE}")  # what sanitized libraries are linked to must be, too
endif()
step("Configuring the consumer" ${CMAKE_COMMAND} -S ${CONSUMER} -B ${SCRATCH}/build -G Ninja
  -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DPMUSIM_WANTED_VERSION=${VERSION} ${sanitizer})
step("Building the consumer" ${CMAKE_COMMAND} --build ${SCRATCH}/build)
step("Running the consumer" ${SCRATCH}/build/consumer)
step("Running the installed program" ${SCRATCH}/prefix/bin/pmusim --version)
