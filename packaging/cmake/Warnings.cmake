# SPDX-License-Identifier: GPL-3.0-or-later
# -Wno-restrict: GCC 12 reports std::string concatenation by mistake (GCC bug 105651).
# One interface target carries warnings, sanitizers and the include root for every target of the project.
add_library(headwater_options INTERFACE)
target_include_directories(headwater_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(headwater_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -Wnon-virtual-dtor $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> -Wold-style-cast -Woverloaded-virtual)
if(HEADWATER_WERROR)
  target_compile_options(headwater_options INTERFACE -Werror)
endif()
if(HEADWATER_SANITIZE)
  target_compile_options(headwater_options INTERFACE -fsanitize=${HEADWATER_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(headwater_options INTERFACE -fsanitize=${HEADWATER_SANITIZE})
endif()
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
target_link_libraries(headwater_options INTERFACE Threads::Threads)
