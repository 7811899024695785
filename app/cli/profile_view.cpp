// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/profile_view.h"

#include "app/cli/text_table.h"
#include "core/profile/profile_words.h"

#include <format>

namespace patchscale::cli {
namespace {

constexpr std::size_t kMostRows = 30;
constexpr std::size_t kIndent = 2;

void writeWrapped(Output& out, std::string_view text)
{
    constexpr std::size_t kWidth = 78;
    const auto clean = printableLine(text);
    std::string_view rest = clean;
    do {
        out.write(std::string(kIndent, ' ') + takeLine(rest, kWidth - kIndent) + '\n');
    } while (!rest.empty());
}

/// Which colour a row's change has: more of a profile is neither good nor bad, so orange and blue only set it off.
Ink inkOf(ProfileChange change)
{
    switch (change) {
    case ProfileChange::More:
    case ProfileChange::New:
        return Ink::Worse;
    case ProfileChange::Less:
    case ProfileChange::Gone:
        return Ink::Better;
    case ProfileChange::Same:
    case ProfileChange::TooFew:
    case ProfileChange::Minor:
        return Ink::Faint;
    default:
        return Ink::Plain;
    }
}

}

void printProfile(Output& out, const ProfileComparison& profile)
{
    auto title = profileTitle(profile);
    if (!profile.machine.empty()) {
        title += " on " + profile.machine;
    }
    out.write(out.paint(Ink::Strong, printableLine(title)) + '\n');
    writeWrapped(out, profile.sentence);
    const auto label = [](const std::string& told) { return told.empty() ? "no name told" : printableLine(told); };
    out.write(std::format("  baseline: {}\n  candidate: {}\n\n", label(profile.baseline.label),
                          label(profile.candidate.label)));
    const auto table = profileTable(profile, kMostRows);
    TextTable text;
    for (std::size_t i = 0; i < table.heads.size(); ++i) {
        text.addColumn(table.heads[i], table.isRight[i] ? TextTable::Align::Right : TextTable::Align::Left);
    }
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
        std::vector<TextTable::Cell> cells;
        for (std::size_t column = 0; column < table.cells[i].size(); ++column) {
            const bool isChange = table.heads[column] == "Change";
            cells.push_back(
                {.text = table.cells[i][column], .ink = isChange ? inkOf(table.rows[i]->change) : Ink::Plain});
        }
        text.addRow(std::move(cells));
    }
    text.print(out, kIndent);
    if (!table.remainder.empty()) {
        writeWrapped(out, table.remainder);
    }
    for (const auto& note : profile.notes) {
        writeWrapped(out, "Note: " + note);
    }
    out.write("\n");
}

}
