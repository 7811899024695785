// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/mime.h"

#include "parsers/mail/header_lines.h"

#include <KCodecs>
#include <KMime/Headers>

namespace patchscale {
namespace {

/// Reads the value of a header field; false if it is not there. KMime's reader of whole messages is not used: it knows
/// no offsets, and takes a multipart without a body for plain text.
bool parse(KMime::Headers::Base& header, const std::string& value)
{
    if (!value.empty()) {
        header.from7BitString(QByteArrayView(value.data(), static_cast<qsizetype>(value.size())));
    }
    return !value.empty();
}

TransferEncoding encodingOf(const KMime::Headers::ContentTransferEncoding& header)
{
    switch (header.encoding()) {
    case KMime::Headers::CEquPr:
        return TransferEncoding::QuotedPrintable;
    case KMime::Headers::CEbase64:
        return TransferEncoding::Base64;
    default:
        return TransferEncoding::None;
    }
}

}

PartHeader readPartHeader(std::string_view head)
{
    PartHeader out;
    KMime::Headers::ContentType type;
    if (parse(type, headerValue(head, "content-type"))) {
        if (const auto name = type.mimeType(); !name.isEmpty()) {
            out.mimeType = name.toLower().toStdString();
        }
        out.charset = type.parameter("charset").toStdString();
        out.boundary = type.boundary().toStdString();
        out.name = type.name().toStdString();
        out.isFlowed = type.parameter("format").compare(QLatin1StringView("flowed"), Qt::CaseInsensitive) == 0;
    }
    KMime::Headers::ContentDisposition disposition;
    if (parse(disposition, headerValue(head, "content-disposition"))) {
        out.isAttachment = disposition.disposition() == KMime::Headers::CDattachment;
        if (const auto name = disposition.filename(); !name.isEmpty()) {
            out.name = name.toStdString();
        }
    }
    KMime::Headers::ContentTransferEncoding encoding;
    if (parse(encoding, headerValue(head, "content-transfer-encoding"))) {
        out.encoding = encodingOf(encoding);
    }
    return out;
}

std::string decodeHeaderWords(std::string_view raw)
{
    QByteArray charset;
    return KCodecs::decodeRFC2047String(QByteArrayView(raw.data(), static_cast<qsizetype>(raw.size())), &charset,
                                        "utf-8")
        .toStdString();
}

}
