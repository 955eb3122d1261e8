# SPDX-License-Identifier: GPL-3.0-or-later
# headwater_embed(TARGET NAME FILE): compiles FILE into TARGET as `extern const std::string_view NAME` in namespace
# headwater::embedded, so that the command line needs no data files beside it.
function(headwater_embed target name file)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [=[
#include <string_view>
namespace headwater::embedded {
extern const std::string_view @name@;
const std::string_view @name@ = R"EMBED(@content@)EMBED";
}
]=])
  target_sources(${target} PRIVATE ${source})
endfunction()
