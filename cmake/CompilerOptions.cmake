# Every target of ours links patchscale_options; third-party headers never see its warnings.
add_library(patchscale_options INTERFACE)
target_compile_options(
    patchscale_options
    INTERFACE -Wall
              -Wextra
              -Wpedantic
              -Wconversion
              -Wshadow
              -Wnon-virtual-dtor
              -Wold-style-cast
              -Werror
)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 14 at -O3 takes the unused alternatives of a variant for uninitialised: shown, but no error.
    target_compile_options(patchscale_options INTERFACE -Wno-error=maybe-uninitialized)
endif()
target_include_directories(patchscale_options INTERFACE ${PROJECT_SOURCE_DIR})

set(PATCHSCALE_SANITIZE "" CACHE STRING "what -fsanitize= gets, empty for none")
if(PATCHSCALE_SANITIZE)
    # For every target, also those that link no options of ours: mixing would hide errors.
    add_compile_options(-fsanitize=${PATCHSCALE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1)
    string(REPLACE ",fuzzer-no-link" "" sanitize_link "${PATCHSCALE_SANITIZE}")
    add_link_options(-fsanitize=${sanitize_link})
endif()
