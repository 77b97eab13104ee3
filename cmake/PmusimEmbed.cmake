# SPDX-License-Identifier: Apache-2.0
#
# Run as a script: writes the page's files as string literals of a .cpp.
#
#   cmake -D OUTPUT=page_source.cpp -D HTML=page.html -D CSS=page.css -D SCRIPTS=a.js|b.js -P PmusimEmbed.cmake

# Compilers limit the length of one literal; adjacent ones are joined.
set(PIECE 8000)

function(literal_of text result)
  string(LENGTH "${text}" length)
  set(literal "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} ${PIECE} piece)
    string(APPEND literal "\n    R\"~~~(${piece})~~~\"")
    math(EXPR at "${at} + ${PIECE}")
  endwhile()
  set(${result} "${literal}" PARENT_SCOPE)
endfunction()

file(READ "${HTML}" html)
file(READ "${CSS}" css)
set(script "")
string(REPLACE "|" ";" scripts "${SCRIPTS}")
foreach(file IN LISTS scripts)
  file(READ "${file}" text)
  string(APPEND script "${text}")
endforeach()

literal_of("${html}" html)
literal_of("${css}" css)
literal_of("${script}" script)
file(WRITE "${OUTPUT}" "// Made from sim/report/html/page by PmusimEmbed.cmake.
#include \"sim/report/html/page_source.h\"

namespace pmusim::report {

const std::string_view kPageHtml =${html};

const std::string_view kPageCss =${css};

const std::string_view kPageScript =${script};

}  // namespace pmusim::report
")
