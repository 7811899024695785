// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/row_filter.h"

#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Messages
{
    Q_DECLARE_TR_FUNCTIONS(RowFilter)
};

char toLowerAscii(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// As parametersText() has them.
std::string textOf(const Parameters& parameters)
{
    std::string text;
    for (const auto& [key, value] : parameters) {
        text += text.empty() ? "" : ", ";
        text += key == "scenario" ? value : key + '=' + value;
    }
    return text;
}

/// Cuts at blanks, but not inside quotes or between the slashes of a regular expression.
QStringList tokens(const QString& line)
{
    QStringList out;
    QString token;
    QChar closing;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (!closing.isNull()) {
            token += c;
            if (c == closing) {
                closing = {};
            }
            continue;
        }
        if (c.isSpace()) {
            if (!token.isEmpty()) {
                out << token;
                token.clear();
            }
            continue;
        }
        const bool startsValue = token.isEmpty() || token.endsWith(u':') || token == u"-";
        if (startsValue && (c == u'"' || c == u'/') && line.indexOf(c, i + 1) > i) {
            closing = c;
        }
        token += c;
    }
    if (!token.isEmpty()) {
        out << token;
    }
    return out;
}

bool isQuoted(const QString& text, QChar mark)
{
    return text.size() >= 2 && text.startsWith(mark) && text.endsWith(mark);
}

std::vector<Verdict> verdictsNamed(const QString& word)
{
    struct Name
    {
        QLatin1StringView word;
        Verdict verdict;
    };
    static const std::vector<Name> names {
        {"regressed"_L1, Verdict::Regressed},
        {"regression"_L1, Verdict::Regressed},
        {"worse"_L1, Verdict::Regressed},
        {"improved"_L1, Verdict::Improved},
        {"improvement"_L1, Verdict::Improved},
        {"better"_L1, Verdict::Improved},
        {"unchanged"_L1, Verdict::Unchanged},
        {"same"_L1, Verdict::Unchanged},
        {"minor"_L1, Verdict::Minor},
        {"undecided"_L1, Verdict::Undecided},
        {"incomparable"_L1, Verdict::NotComparable},
        {"not-comparable"_L1, Verdict::NotComparable},
    };
    std::vector<Verdict> out;
    for (const QString& part : word.split(u',', Qt::SkipEmptyParts)) {
        for (const Name& name : names) {
            if (name.word.startsWith(part, Qt::CaseInsensitive) && std::ranges::find(out, name.verdict) == out.end()) {
                out.push_back(name.verdict);
            }
        }
    }
    return out;
}

}

RowFilter::RowFilter(const QString& line)
{
    for (const QString& token : tokens(line)) {
        addTerm(token);
    }
}

void RowFilter::addTerm(QString token)
{
    bool isNegated = false;
    if (token.size() > 1 && token.startsWith(u'-')) {
        isNegated = true;
        token.remove(0, 1);
    }
    const qsizetype colon = token.indexOf(u':');
    // A name with a colon ("numa:1") is an ordinary word.
    if (colon <= 0 || !addKeyed(token.left(colon).toLower(), token.mid(colon + 1), isNegated)) {
        addText(Field::Any, token, isNegated);
    }
}

bool RowFilter::addKeyed(const QString& key, const QString& value, bool isNegated)
{
    static const QStringList keys {u"test"_s, u"verdict"_s, u"change"_s,    u"metric"_s,
                                   u"unit"_s, u"machine"_s, u"benchmark"_s, u"note"_s};
    if (!keys.contains(key)) {
        return false;
    }
    if (value.isEmpty()) {
        return true; // still being typed: it must not hide every row
    }
    if (key == u"verdict") {
        std::vector<Verdict> verdicts = verdictsNamed(value);
        if (verdicts.empty()) {
            m_problems << Messages::tr("“%1” is no verdict; try regressed, improved, unchanged, minor or undecided")
                              .arg(value);
            return true;
        }
        m_terms.push_back({.isNegated = isNegated, .test = VerdictTerm {.verdicts = std::move(verdicts)}});
        return true;
    }
    if (key == u"change") {
        static const QRegularExpression pattern(uR"(^(<=|>=|<|>|=)?([+\-\x{2212}]?\d+(?:[.,]\d+)?)%?$)"_s);
        const QRegularExpressionMatch match = pattern.match(value);
        if (!match.hasMatch()) {
            m_problems << Messages::tr("“change:%1” is not understood; try change:<-5%").arg(value);
            return true;
        }
        const QString sign = match.captured(1);
        const Relation relation = sign == u"<" ? Relation::Below
            : sign == u"<="                    ? Relation::AtMost
            : sign == u">="                    ? Relation::AtLeast
            : sign == u">"                     ? Relation::Above
                                               : Relation::Equal;
        QString number = match.captured(2);
        number.replace(u',', u'.').replace(QChar(0x2212), u'-');
        m_terms.push_back(
            {.isNegated = isNegated, .test = ChangeTerm {.relation = relation, .value = number.toDouble() / 100}});
        return true;
    }
    const Field field = key == u"test" ? Field::Test
        : key == u"metric"             ? Field::Metric
        : key == u"unit"               ? Field::Unit
        : key == u"machine"            ? Field::Machine
        : key == u"benchmark"          ? Field::Benchmark
                                       : Field::Note;
    addText(field, value, isNegated);
    return true;
}

void RowFilter::addText(Field field, const QString& value, bool isNegated)
{
    TextTerm term {.field = field, .text = value, .folded = {}, .expression = std::nullopt};
    if (isQuoted(value, u'/')) {
        QRegularExpression expression(value.mid(1, value.size() - 2), QRegularExpression::CaseInsensitiveOption);
        if (!expression.isValid()) {
            m_problems << Messages::tr("%1 is no regular expression: %2").arg(value, expression.errorString());
            return;
        }
        term.expression = std::move(expression);
    } else if (isQuoted(value, u'"')) {
        term.text = value.mid(1, value.size() - 2);
    }
    const bool isAscii = std::ranges::all_of(term.text, [](QChar c) { return c.unicode() < 0x80; });
    if (isAscii && !term.expression) {
        term.folded = term.text.toLower().toStdString();
    }
    if (!term.text.isEmpty()) {
        m_terms.push_back({.isNegated = isNegated, .test = std::move(term)});
    }
}

bool RowFilter::holds(const std::string& text, const TextTerm& term)
{
    // Asked of every row at every key: most words are ASCII and need no conversion.
    if (!term.folded.empty()) {
        return std::ranges::search(text, term.folded, {}, toLowerAscii).size() == term.folded.size();
    }
    const QString read = fromUtf8(text);
    return term.expression ? term.expression->match(read).hasMatch() : read.contains(term.text, Qt::CaseInsensitive);
}

bool RowFilter::holds(const ComparisonRow& row, const TextTerm& term)
{
    switch (term.field) {
    case Field::Test:
        return holds(row.test, term);
    case Field::Metric:
        return holds(row.metric, term);
    case Field::Unit:
        return holds(row.unit, term);
    case Field::Machine:
        return holds(row.machine, term);
    case Field::Benchmark:
        return holds(row.benchmark, term);
    case Field::Note:
        return std::ranges::any_of(row.annotations, [&term](const Annotation& annotation) {
            return holds(annotation.text, term) || holds(annotationLabel(annotation).toStdString(), term);
        });
    case Field::Any:
        break;
    }
    return holds(row.test, term) || holds(row.metric, term) || holds(row.machine, term) || holds(row.benchmark, term)
        || (!row.parameters.empty() && holds(textOf(row.parameters), term));
}

bool RowFilter::holds(const ComparisonRow& row, const VerdictTerm& term)
{
    return std::ranges::find(term.verdicts, row.verdict) != term.verdicts.end();
}

bool RowFilter::holds(const ComparisonRow& row, const ChangeTerm& term)
{
    if (!row.change) {
        return false;
    }
    const double change = *row.change;
    switch (term.relation) {
    case Relation::Below:
        return change < term.value;
    case Relation::AtMost:
        return change <= term.value;
    case Relation::Equal:
        // Equal as it is shown: to the hundredth of a per cent.
        return std::abs(change - term.value) < 0.00005;
    case Relation::AtLeast:
        return change >= term.value;
    case Relation::Above:
        return change > term.value;
    }
    return false;
}

bool RowFilter::accepts(const ComparisonRow& row) const
{
    return std::ranges::all_of(m_terms, [&row](const Term& term) {
        return std::visit([&row](const auto& test) { return holds(row, test); }, term.test) != term.isNegated;
    });
}

}
