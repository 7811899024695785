// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace patchscale {

/// The filter line's language: `pipe -shell verdict:regressed change:<-5% test:/copy.*4096/`. All terms must hold; a
/// term with
/// `-` in front must not. A word is looked for in test, parameters, metric, machine and benchmark; quotes keep blanks
/// together.
class RowFilter
{
public:
    RowFilter() = default;
    /// Terms that do not make sense (an unfinished regular expression) are left out and listed in problems().
    explicit RowFilter(const QString& line);

    [[nodiscard]] bool accepts(const ComparisonRow& row) const;
    [[nodiscard]] bool isEmpty() const
    {
        return m_terms.empty();
    }
    /// One sentence per term that was left out.
    [[nodiscard]] const QStringList& problems() const
    {
        return m_problems;
    }

private:
    enum class Field : std::uint8_t { Any, Test, Metric, Unit, Machine, Benchmark, Note };
    enum class Relation : std::uint8_t { Below, AtMost, Equal, AtLeast, Above };

    struct TextTerm
    {
        Field field = Field::Any;
        QString text;
        std::string folded; ///< the text in small letters where it is ASCII; else empty
        std::optional<QRegularExpression> expression;
    };
    struct VerdictTerm
    {
        std::vector<Verdict> verdicts;
    };
    struct ChangeTerm
    {
        Relation relation = Relation::Equal;
        double value = 0; ///< as a fraction
    };
    struct Term
    {
        bool isNegated = false;
        std::variant<TextTerm, VerdictTerm, ChangeTerm> test;
    };

    void addTerm(QString token);
    bool addKeyed(const QString& key, const QString& value, bool isNegated);
    void addText(Field field, const QString& value, bool isNegated);
    static bool holds(const ComparisonRow& row, const TextTerm& term);
    static bool holds(const std::string& text, const TextTerm& term);
    static bool holds(const ComparisonRow& row, const VerdictTerm& term);
    static bool holds(const ComparisonRow& row, const ChangeTerm& term);

    std::vector<Term> m_terms;
    QStringList m_problems;
};

}
