# SPDX-License-Identifier: GPL-3.0-or-later
# Installs BUILD into PREFIX, checks what is there with the desktop's own validators where they are installed, and runs
# the installed programs.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

set(id org.headwater.Headwater)
set(wanted bin/headwater-cli)
if(GUI)
  list(APPEND wanted bin/headwater share/applications/${id}.desktop share/metainfo/${id}.metainfo.xml
       share/mime/packages/${id}.xml share/icons/hicolor/scalable/apps/${id}.svg)
endif()
foreach(file ${wanted})
  if(NOT EXISTS ${PREFIX}/${file})
    message(SEND_ERROR "not installed: ${file}")
  endif()
endforeach()
execute_process(COMMAND ${PREFIX}/bin/headwater-cli --version COMMAND_ERROR_IS_FATAL ANY)

if(GUI)
  find_program(validator desktop-file-validate)
  if(validator)
    execute_process(COMMAND ${validator} ${PREFIX}/share/applications/${id}.desktop COMMAND_ERROR_IS_FATAL ANY)
  endif()
  find_program(appstream appstreamcli)
  if(appstream)
    execute_process(COMMAND ${appstream} validate-tree --no-net ${PREFIX} RESULT_VARIABLE result OUTPUT_VARIABLE output)
    if(result)
      message(FATAL_ERROR "appstreamcli complains:\n${output}")
    endif()
  endif()
endif()
