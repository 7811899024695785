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
target_include_directories(patchscale_options INTERFACE ${PROJECT_SOURCE_DIR})
