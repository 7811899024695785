// SPDX-License-Identifier: GPL-3.0-or-later
// Documents and a folder for the tests of the workspace.
#pragma once

#include "core/model/document.h"

#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace patchscale::testing_store {

/// A document in which every field of the model holds something other than its default somewhere.
Document fullDocument();

/// A document of @p results results, one number each, that differs from others by @p name.
Document plainDocument(std::string_view name, std::size_t results);

/// A folder of its own for each test, and a workspace name in it.
class WorkspaceTest : public testing::Test
{
protected:
    WorkspaceTest();
    ~WorkspaceTest() override;

    std::filesystem::path write(std::string_view name, std::string_view bytes) const;
    static std::string read(const std::filesystem::path& path);

    std::filesystem::path m_folder;
    std::filesystem::path m_workspace;
};

}
