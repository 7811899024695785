// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSyntaxHighlighting/SyntaxHighlighter>

namespace patchscale {

/// Colours a document by our own definition for mails with benchmark results, which knows diffs, too.
class SourceHighlighter final : public KSyntaxHighlighting::SyntaxHighlighter
{
    Q_OBJECT

public:
    explicit SourceHighlighter(QTextDocument* document);

    /// Takes the colours of the theme in use.
    void followTheme();
};

}
