# SPDX-License-Identifier: Apache-2.0
# The few patterns that every folder repeats: a core target, a test, the warnings.
include(Embed)

option(ALGENTA_WERROR "Treat compiler warnings as errors" ON)
option(ALGENTA_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(ALGENTA_FUZZ "Build the libFuzzer targets of tests/fuzz, with sanitizers; needs Clang" OFF)

option(ALGENTA_PCH "Precompile the Qt and standard headers that most files include" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(ALGENTA_CCACHE ccache)
if(ALGENTA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ALGENTA_CCACHE})
endif()

# The linker of the set-up links a test in a fraction of the time; any other works as well.
find_program(ALGENTA_LLD ld.lld)
if(ALGENTA_LLD)
    add_link_options(-fuse-ld=lld)
endif()

# Where packaging/run installs tests/npm. A test that needs it fails when it is not there.
set(ALGENTA_NPM_DIR ${CMAKE_BINARY_DIR}/npm CACHE PATH "Folder with the node_modules of tests/npm")

# The core and its tests: what the sanitizer run builds. Their tests carry the label "core" too.
set(ALGENTA_CORE_FOLDERS base net contract mcp engine journal store breakglass liaison)
add_custom_target(algenta_core_tests)

add_library(algenta_warnings INTERFACE)
target_compile_options(algenta_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wnon-virtual-dtor
    -Woverloaded-virtual $<$<BOOL:${ALGENTA_WERROR}>:-Werror>)
target_compile_definitions(algenta_warnings INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_STRICT_ITERATORS)
target_include_directories(algenta_warnings INTERFACE ${CMAKE_SOURCE_DIR})

if(ALGENTA_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
endif()

if(ALGENTA_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
endif()

# algenta_use_pch(<target>): the shared precompiled headers, for targets with the project's warnings.
# A cold build is about twice as fast with them; they are off by default, since compilation caches
# share less between build folders with them on.
function(algenta_use_pch target)
    if(ALGENTA_PCH)
        if(NOT TARGET algenta_pch)
            # Written once: a newer file would have everything compiled again.
            if(NOT EXISTS ${CMAKE_BINARY_DIR}/algenta_pch.cpp)
                file(WRITE ${CMAKE_BINARY_DIR}/algenta_pch.cpp "// Only carries the precompiled headers.\n")
            endif()
            add_library(algenta_pch STATIC ${CMAKE_BINARY_DIR}/algenta_pch.cpp)
            set_target_properties(algenta_pch PROPERTIES AUTOMOC OFF)
            target_link_libraries(algenta_pch PRIVATE Qt6::Core tl::expected algenta_warnings)
            target_precompile_headers(algenta_pch PRIVATE
                <QByteArray> <QDateTime> <QFuture> <QHash> <QList> <QObject> <QPromise> <QString>
                <QStringList> <QTimer> <QUrl> <QVariant> <algorithm> <chrono> <functional> <memory>
                <optional> <utility> <variant> <tl/expected.hpp>)
        endif()
        target_precompile_headers(${target} REUSE_FROM algenta_pch)
    endif()
endfunction()

# algenta_add_core(<folder> SOURCES ... [LINKS ...]): one folder = one static target
# algenta_<folder> with the alias algenta::<folder>. LINKS are PUBLIC: they are the arrows
# that tests/architecture checks.
function(algenta_add_core folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
    # qt_add_library, not add_library: it runs the steps that qt_extract_metatypes needs.
    qt_add_library(algenta_${folder} STATIC ${arg_SOURCES})
    add_library(algenta::${folder} ALIAS algenta_${folder})
    target_link_libraries(algenta_${folder} PUBLIC ${arg_LINKS} PRIVATE algenta_warnings)
    target_include_directories(algenta_${folder} PUBLIC ${CMAKE_SOURCE_DIR})
    algenta_use_pch(algenta_${folder})
endfunction()

# algenta_add_test(<name> SOURCES ... LINKS ... LABEL <folder> [TIMEOUT <s>] [ENVIRONMENT ...]):
# one Qt Test executable with a private home, no display and a fixed locale and time zone.
function(algenta_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "SOURCES;LINKS;ENVIRONMENT")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    qt_add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LINKS} Qt6::Test algenta_warnings)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
    target_compile_definitions(${name} PRIVATE ALGENTA_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    algenta_use_pch(${name})
    # What a test does itself is not what it measures, and at this level GCC takes its optional values
    # for uninitialised.
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1 -Wno-maybe-uninitialized>)
    add_test(NAME ${name} COMMAND ${name})
    if(arg_LABEL IN_LIST ALGENTA_CORE_FOLDERS)
        list(APPEND arg_LABEL core)
        add_dependencies(algenta_core_tests ${name})
    endif()
    algenta_test_environment(${name} LABEL "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT}
                             ENVIRONMENT ${arg_ENVIRONMENT})
endfunction()

# algenta_add_keyring_test(<executable> LABEL <folder>): runs it in a session bus of its own with an
# unlocked gnome-keyring, which end with it.
function(algenta_add_keyring_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "")
    add_test(NAME ${name} COMMAND dbus-run-session -- sh -c
        "rm -rf \"$XDG_DATA_HOME/keyrings\" && printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec \"$@\""
        sh $<TARGET_FILE:${name}>)
    algenta_test_environment(${name} LABEL ${arg_LABEL} TIMEOUT 300
        ENVIRONMENT "ALGENTA_TEST_KEYRING=1;XDG_CURRENT_DESKTOP=GNOME")
endfunction()

function(algenta_test_environment name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "ENVIRONMENT")
    set(home ${CMAKE_BINARY_DIR}/test-home/${name})
    file(MAKE_DIRECTORY ${home}/runtime)
    file(CHMOD ${home}/runtime PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    if(ALGENTA_SANITIZE)
        list(APPEND arg_ENVIRONMENT
            "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/packaging/cmake/lsan.supp:print_suppressions=0")
    endif()
    set_tests_properties(${name} PROPERTIES
        LABELS "${arg_LABEL}"
        TIMEOUT ${arg_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_QUICK_BACKEND=software;LC_ALL=C.UTF-8;TZ=UTC;HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_STATE_HOME=${home}/state;XDG_CACHE_HOME=${home}/cache;XDG_RUNTIME_DIR=${home}/runtime;QT_FATAL_CRITICALS=1;${arg_ENVIRONMENT}")
endfunction()
