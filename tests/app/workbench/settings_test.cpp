// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/settings.h"

#include <cstdlib>
#include <format>

#include <QSettings>

#include <gtest/gtest.h>

using namespace patchscale;

namespace {

/// Keeps what is set in a folder of its own.
class SettingsTest : public testing::Test
{
protected:
    SettingsTest()
    {
        std::string pattern = testing::TempDir() + "patchscale-XXXXXX";
        m_folder = ::mkdtemp(pattern.data());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QString::fromStdString(m_folder.string()));
    }
    ~SettingsTest() override
    {
        std::filesystem::remove_all(m_folder);
    }

    std::filesystem::path m_folder;
    Settings m_settings;
};

}

TEST_F(SettingsTest, HasDefaultsUntilSomethingIsSet)
{
    EXPECT_EQ(m_settings.workspace().filename(), "workspace.pscale");
    EXPECT_TRUE(m_settings.recentFiles().empty());
    EXPECT_EQ(m_settings.limit(), 0.01);
    EXPECT_TRUE(m_settings.windowGeometry().isEmpty());
    EXPECT_TRUE(m_settings.isKeepingOpened());
}

TEST_F(SettingsTest, RemembersWhatWasSet)
{
    m_settings.setWorkspace("/lab/机器 1.pscale");
    m_settings.setLimit(0.025);
    m_settings.setLastFolder("/mails");
    m_settings.setPage(QStringLiteral("run"));
    m_settings.setPageLayout(QStringLiteral("run"), QByteArray("\0\xff", 2));
    m_settings.setHiddenParts({QStringLiteral("tree")});
    m_settings.setKeepingOpened(false);
    const Settings again;
    EXPECT_EQ(again.workspace(), "/lab/机器 1.pscale");
    EXPECT_EQ(again.limit(), 0.025);
    EXPECT_EQ(again.lastFolder(), "/mails");
    EXPECT_EQ(again.page(), QStringLiteral("run"));
    EXPECT_EQ(again.pageLayout(QStringLiteral("run")), QByteArray("\0\xff", 2));
    EXPECT_TRUE(again.pageLayout(QStringLiteral("compare")).isEmpty());
    EXPECT_EQ(again.hiddenParts(), QStringList {QStringLiteral("tree")});
    EXPECT_FALSE(again.isKeepingOpened());
}

TEST_F(SettingsTest, KeepsTheTenNewestFilesEachOnce)
{
    for (int i = 0; i < 12; ++i) {
        m_settings.addRecentFile(std::format("/mails/{}.txt", i));
    }
    m_settings.addRecentFile("/mails/../mails/5.txt");
    const auto files = m_settings.recentFiles();
    ASSERT_EQ(files.size(), 10U);
    EXPECT_EQ(files[0], "/mails/5.txt");
    EXPECT_EQ(files[1], "/mails/11.txt");
    EXPECT_EQ(files[9], "/mails/2.txt");
    m_settings.removeRecentFile("/mails/11.txt");
    EXPECT_EQ(m_settings.recentFiles()[1], "/mails/10.txt");
    m_settings.clearRecentFiles();
    EXPECT_TRUE(m_settings.recentFiles().empty());
}

TEST_F(SettingsTest, ALimitThatIsNoneIsTheDefault)
{
    m_settings.setLimit(-1);
    EXPECT_EQ(m_settings.limit(), 0.01);
}
