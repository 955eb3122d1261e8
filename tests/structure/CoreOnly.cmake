# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the core-only preset in BUILD with Qt hidden from CMake, then looks for Qt in everything that was compiled and
# linked. GUI_BUILD is the build that this test belongs to: where it has the window, the same look must find Qt there.
function(count_qt file result)
  file(STRINGS ${file} lines REGEX "Qt6|libQt|/qt6")
  list(LENGTH lines count)
  set(${result} ${count} PARENT_SCOPE)
endfunction()

execute_process(COMMAND ${CMAKE_COMMAND} --preset core-only -B ${BUILD} -D CMAKE_DISABLE_FIND_PACKAGE_Qt6=TRUE
                WORKING_DIRECTORY ${ROOT} RESULT_VARIABLE result)
if(result)
  message(FATAL_ERROR "core-only does not configure without Qt")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} RESULT_VARIABLE result)
if(result)
  message(FATAL_ERROR "core-only does not build without Qt")
endif()

count_qt(${BUILD}/build.ninja count)
if(count)
  message(FATAL_ERROR "${BUILD}/build.ninja mentions Qt in ${count} lines")
endif()
if(GUI)
  count_qt(${GUI_BUILD}/build.ninja count)
  if(NOT count)
    message(FATAL_ERROR "this test would not see Qt: ${GUI_BUILD}/build.ninja has the window but no trace of Qt")
  endif()
endif()

set(program ${BUILD}/bin/headwater-cli)
if(NOT EXISTS ${program})
  message(FATAL_ERROR "core-only made no ${program}")
endif()
execute_process(COMMAND ldd ${program} OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
if(libraries MATCHES "Qt")
  message(FATAL_ERROR "headwater-cli loads Qt:\n${libraries}")
endif()
execute_process(COMMAND ${program} --version COMMAND_ERROR_IS_FATAL ANY)
