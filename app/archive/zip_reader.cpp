// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/packing.h"

#include <QBuffer>
#include <QByteArray>
#include <QString>

#include <algorithm>
#include <format>

#include <quazip.h>
#include <quazipfile.h>
#include <quazipfileinfo.h>

namespace patchscale {
namespace {

constexpr qint64 kPieceBytes = qint64 {256} << 10;

/// The name as the archive has it, byte for byte. Where it does not say UTF-8 QuaZip is told Latin-1, which keeps every
/// byte.
std::string nameOf(const QuaZipFileInfo64& info)
{
    const bool isUtf8 = (info.flags & UNZ_ENCODING_UTF8) != 0;
    return (isUtf8 ? info.name.toUtf8() : info.name.toLatin1()).toStdString();
}

/// LibreOffice and Office files are zip archives too; the numbers in their XML have no rows and heads.
bool isOfficeName(std::string_view entry)
{
    return entry == "mimetype" || entry == "[Content_Types].xml";
}

class ZipReader
{
public:
    ZipReader(std::string_view bytes, std::string_view name, Budget& budget, const Job& job)
        : m_bytes(bytes)
        , m_name(name)
        , m_budget(budget)
        , m_job(job)
    {
    }

    Result<std::vector<Member>> read()
    {
        if (m_bytes.starts_with("PK\x05\x06")) {
            return std::move(m_members); // the end of a list without entries, which QuaZip does not open
        }
        auto raw = QByteArray::fromRawData(m_bytes.data(), static_cast<qsizetype>(m_bytes.size()));
        QBuffer device(&raw);
        QuaZip zip(&device);
        zip.setFileNameCodec("ISO-8859-1");
        if (!zip.open(QuaZip::mdUnzip)) {
            refuse(std::string(m_name), "it is no whole zip archive: the list of its entries is missing or damaged",
                   "was it copied to its end?");
            return std::move(m_members);
        }
        for (bool more = zip.goToFirstFile(); more; more = zip.goToNextFile()) {
            if (m_job.isCancelled()) {
                return stopped();
            }
            QuaZipFileInfo64 info;
            if (!zip.getCurrentFileInfo(&info)) {
                break;
            }
            if (auto taken = m_budget.takeMember(m_name); !taken) {
                m_members.push_back({.name = std::string(m_name), .bytes = std::unexpected(std::move(taken.error()))});
                return std::move(m_members);
            }
            const auto entry = nameOf(info);
            if (isOfficeName(entry)) {
                m_members.clear();
                refuse(std::string(m_name), "it is an office document", "save the sheet as CSV, or copy its cells");
                return std::move(m_members);
            }
            if (!takeEntry(zip, info, entry)) {
                return stopped();
            }
            if (m_budget.isSpent()) {
                return std::move(m_members); // its last member says so
            }
        }
        if (zip.getZipError() != UNZ_OK && zip.getZipError() != UNZ_END_OF_LIST_OF_FILE) {
            refuse(std::string(m_name), "the list of its entries is damaged; what stands behind it was not read",
                   "copy it anew from where it comes from");
        }
        return std::move(m_members);
    }

private:
    void refuse(std::string name, std::string_view cause, std::string hint)
    {
        auto error = refusePacked(name, cause, std::move(hint));
        m_members.push_back({.name = std::move(name), .bytes = std::move(error)});
    }

    /// False when the job was stopped.
    bool takeEntry(QuaZip& zip, const QuaZipFileInfo64& info, std::string_view entry)
    {
        if (entry.empty() || entry.ends_with('/') || isHiddenName(entry)) {
            return true;
        }
        auto name = std::format("{}/{}", m_name, entry);
        if (!staysInside(entry)) {
            refuse(std::move(name), "its name leads out of the archive",
                   "do not unpack this archive before you have looked at it");
            return true;
        }
        if (info.isSymbolicLink()) {
            auto error = passOver(name, "it is a link, which holds nothing itself", "open what it leads to");
            m_members.push_back({.name = std::move(name), .bytes = std::move(error)});
            return true;
        }
        if (info.isEncrypted()) {
            refuse(std::move(name), "it is encrypted", "unpack the archive with its password, and open the file");
            return true;
        }
        QuaZipFile file(&zip);
        if (!file.open(QIODevice::ReadOnly)) {
            refuse(std::move(name), "it is damaged, or packed in a way that is not read",
                   "unpack the archive with another program, and open the file");
            return true;
        }
        // What the archive says of the entry's size may be made up; more than the whole of it cannot be true.
        auto bytes = unpack(file, name, std::min<std::size_t>(info.compressedSize, m_bytes.size()));
        if (!bytes && bytes.error().code == Errc::Cancelled) {
            return false;
        }
        m_members.push_back({.name = std::move(name), .bytes = std::move(bytes)});
        return true;
    }

    Result<std::string> unpack(QuaZipFile& file, std::string_view name, std::size_t packed)
    {
        std::string out;
        QByteArray piece(kPieceBytes, Qt::Uninitialized);
        while (true) {
            if (m_job.isCancelled()) {
                return stopped();
            }
            const auto got = file.read(piece.data(), piece.size());
            if (got < 0) {
                return damaged(name);
            }
            if (got == 0) {
                break;
            }
            if (auto taken = m_budget.take(name, packed, out.size(), static_cast<std::size_t>(got)); !taken) {
                return std::unexpected(std::move(taken.error()));
            }
            out.append(piece.constData(), static_cast<std::size_t>(got));
        }
        // The checksum is compared at the end only, so nothing of a damaged entry is used.
        file.close();
        return file.getZipError() == UNZ_OK ? Result<std::string>(std::move(out)) : damaged(name);
    }

    static std::unexpected<Error> damaged(std::string_view name)
    {
        return refusePacked(name, "it is damaged: its checksum does not fit", "copy the archive anew");
    }

    std::string_view m_bytes;
    std::string_view m_name;
    Budget& m_budget;
    const Job& m_job;
    std::vector<Member> m_members;
};

}

Result<std::vector<Member>> readZip(std::string_view bytes, std::string_view name, Budget& budget, const Job& job)
{
    return ZipReader(bytes, name, budget, job).read();
}

}
