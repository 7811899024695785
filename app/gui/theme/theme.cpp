// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QStyleHints>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

Theme lightTheme()
{
    return {
        .isDark = false,
        .page = u"#ffffff"_s,
        .panel = u"#f5f6f8"_s,
        .rail = u"#eceef2"_s,
        .text = u"#1d2430"_s,
        .muted = u"#5a6577"_s,
        .border = u"#b6bdc9"_s,
        .line = u"#e1e4ea"_s,
        .accent = u"#1663a8"_s,
        .onAccent = u"#ffffff"_s,
        .worse = u"#b4480a"_s,
        .better = u"#1663a8"_s,
        .unchanged = u"#8a94a3"_s,
        .band = u"#eef1f5"_s,
        .zero = u"#b6bdc9"_s,
        .selection = u"#e6effa"_s,
        .warning = u"#fff4e0"_s,
        .warningBorder = u"#e6b35c"_s,
    };
}

Theme darkTheme()
{
    return {
        .isDark = true,
        .page = u"#1b1f27"_s,
        .panel = u"#20252e"_s,
        .rail = u"#2a303b"_s,
        .text = u"#e4e8ef"_s,
        .muted = u"#a3adbd"_s,
        .border = u"#586275"_s,
        .line = u"#2f3642"_s,
        .accent = u"#66aef0"_s,
        .onAccent = u"#1b1f27"_s,
        .worse = u"#f0924f"_s,
        .better = u"#66aef0"_s,
        .unchanged = u"#79849a"_s,
        .band = u"#252b35"_s,
        .zero = u"#586275"_s,
        .selection = u"#22344b"_s,
        .warning = u"#3a2f1b"_s,
        .warningBorder = u"#8a6a2c"_s,
    };
}

Theme& current()
{
    static Theme colours = lightTheme();
    return colours;
}

bool wantsDark(ThemeChoice choice)
{
    if (choice == ThemeChoice::System) {
        return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
    }
    return choice == ThemeChoice::Dark;
}

}

QString nameOf(ThemeChoice choice)
{
    return choice == ThemeChoice::Light ? u"light"_s : choice == ThemeChoice::Dark ? u"dark"_s : QString();
}

ThemeChoice themeNamed(const QString& name)
{
    return name == u"light" ? ThemeChoice::Light : name == u"dark" ? ThemeChoice::Dark : ThemeChoice::System;
}

const Theme& theme()
{
    return current();
}

QPalette paletteOf(const Theme& colours)
{
    QPalette palette;
    palette.setColor(QPalette::Window, colours.panel);
    palette.setColor(QPalette::WindowText, colours.text);
    palette.setColor(QPalette::Base, colours.page);
    palette.setColor(QPalette::AlternateBase, colours.panel);
    palette.setColor(QPalette::Text, colours.text);
    palette.setColor(QPalette::PlaceholderText, colours.muted);
    palette.setColor(QPalette::Button, colours.page);
    palette.setColor(QPalette::ButtonText, colours.text);
    palette.setColor(QPalette::BrightText, colours.onAccent);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, colours.onAccent);
    palette.setColor(QPalette::Link, colours.accent);
    palette.setColor(QPalette::LinkVisited, colours.accent);
    palette.setColor(QPalette::ToolTipBase, colours.page);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::Mid, colours.border);
    palette.setColor(QPalette::Midlight, colours.line);
    palette.setColor(QPalette::Dark, colours.border);
    palette.setColor(QPalette::Light, colours.page);
    palette.setColor(QPalette::Shadow, colours.border);
    palette.setColor(QPalette::Accent, colours.accent);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, colours.unchanged);
    }
    return palette;
}

void applyTheme(QApplication& application, ThemeChoice choice)
{
    // Every widget is polished anew for a style sheet; at the start that would be done twice.
    if (current().isDark == wantsDark(choice) && !application.styleSheet().isEmpty()) {
        return;
    }
    current() = wantsDark(choice) ? darkTheme() : lightTheme();
    application.setPalette(paletteOf(current()));
    application.setStyleSheet(styleSheetOf(current()));
}

void applyFont(QApplication& application)
{
    constexpr double kReadable = 10;
    const bool hasDesktop =
        !qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP") || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORMTHEME");
    QFont font = QApplication::font();
    if (!hasDesktop && font.pointSizeF() < kReadable) {
        font.setPointSizeF(kReadable);
        application.setFont(font);
    }
}

QFont tabular(QFont font)
{
    font.setFeature("tnum", 1);
    return font;
}

QFont headlineFont()
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * 1.27);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont labelFont()
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * 0.87);
    return font;
}

QFont sourceFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    font.setPointSizeF(QApplication::font().pointSizeF() * 0.92);
    return font;
}

}
