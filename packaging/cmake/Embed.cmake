# SPDX-License-Identifier: Apache-2.0
# algenta_embed(<target> FILE <path> SYMBOL <name>): compiles the bytes of a file into a target.
# The target's sources include "embedded/<name>.h" and call algenta::embedded::<name>(). A plain
# array and not a Qt resource: a static library would lose the resource's initialiser.

if(CMAKE_SCRIPT_MODE_FILE)
    file(READ ${ALGENTA_EMBED_INPUT} hex HEX)
    string(REGEX REPLACE "(................................)" "\\1\n    " hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
    file(WRITE ${ALGENTA_EMBED_OUTPUT}.h
"#pragma once

#include <QByteArrayView>

namespace algenta::embedded
{
[[nodiscard]] QByteArrayView ${ALGENTA_EMBED_SYMBOL}();
}
")
    file(WRITE ${ALGENTA_EMBED_OUTPUT}.cpp
"#include \"${ALGENTA_EMBED_SYMBOL}.h\"

namespace
{
constexpr char bytes[] = {
    ${bytes}
};
}

QByteArrayView algenta::embedded::${ALGENTA_EMBED_SYMBOL}()
{
    return QByteArrayView(bytes, sizeof bytes);
}
")
    return()
endif()

set(ALGENTA_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(algenta_embed target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILE;SYMBOL" "")
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/${arg_SYMBOL})
    add_custom_command(
        OUTPUT ${output}.cpp ${output}.h
        COMMAND ${CMAKE_COMMAND} -DALGENTA_EMBED_INPUT=${arg_FILE} -DALGENTA_EMBED_OUTPUT=${output}
                -DALGENTA_EMBED_SYMBOL=${arg_SYMBOL} -P ${ALGENTA_EMBED_SCRIPT}
        DEPENDS ${arg_FILE} ${ALGENTA_EMBED_SCRIPT}
        COMMENT "Embedding ${arg_FILE}"
        VERBATIM)
    set_source_files_properties(${output}.cpp ${output}.h PROPERTIES SKIP_AUTOGEN ON)
    target_sources(${target} PRIVATE ${output}.cpp ${output}.h)
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
