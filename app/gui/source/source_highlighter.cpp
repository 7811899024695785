// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/source/source_highlighter.h"

#include "app/gui/theme/theme.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

KSyntaxHighlighting::Repository& repository()
{
    // Made at the first use: loading it takes longer than showing the window should.
    static KSyntaxHighlighting::Repository& made = [] -> KSyntaxHighlighting::Repository& {
        static KSyntaxHighlighting::Repository definitions;
        definitions.addCustomSearchPath(u":/patchscale"_s);
        return definitions;
    }();
    return made;
}

}

SourceHighlighter::SourceHighlighter(QTextDocument* document)
    : KSyntaxHighlighting::SyntaxHighlighter(document)
{
    setTheme(repository().theme(patchscale::theme().isDark ? u"Patchscale Dark"_s : u"Patchscale Light"_s));
    setDefinition(repository().definitionForName(u"Benchmark Mail"_s));
}

void SourceHighlighter::followTheme()
{
    setTheme(repository().theme(patchscale::theme().isDark ? u"Patchscale Dark"_s : u"Patchscale Light"_s));
    rehighlight();
}

}
