// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/session.h"

#include "app/archive/open_paths.h"
#include "app/gui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct ReadResult
{
    std::vector<OpenedPtr> opened;
    std::vector<Error> errors;
};

/// What @p path holds. The parts of a folder or archive without numbers are told together.
void readInto(std::vector<Result<DocumentPtr>>& documents, const std::filesystem::path& path, const Job& job)
{
    QStringList without;
    const Result<void> opened = openPath(path, job, [&](OpenedFile file) {
        const bool hasNoNumbers = file.isPart && file.document && (*file.document)->parsed.runs.empty();
        if (hasNoNumbers || file.isBystander()) {
            without << fromUtf8(std::filesystem::path(file.name).filename().string());
        } else {
            documents.push_back(std::move(file.document));
        }
    });
    if (!opened) {
        documents.emplace_back(std::unexpected(opened.error()));
    }
    if (!without.isEmpty()) {
        constexpr qsizetype kNamed = 5;
        const QString names = without.mid(0, kNamed).join(u", "_s) + (without.size() > kNamed ? u", …"_s : QString());
        documents.emplace_back(std::unexpected(Error {
            .code = Errc::UnsupportedInput,
            .message = Session::tr("%n files in '%1' hold no numbers: %2", nullptr, static_cast<int>(without.size()))
                           .arg(fromUtf8(path.string()), names)
                           .toStdString(),
            .where = {},
            .hints = {}}));
    }
}

bool sameDocuments(const OpenedComparison& left, const OpenedComparison& right)
{
    return std::ranges::equal(left.documents, right.documents,
                              [](const DocumentPtr& a, const DocumentPtr& b) { return a->sha256 == b->sha256; });
}

}

Session::Session(QObject* parent)
    : QObject(parent)
{
    // One after the other, so that what was asked for last is shown last.
    m_pool.setMaxThreadCount(1);
}

Session::~Session()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

OpenedPtr Session::current() const
{
    return m_current < m_opened.size() ? m_opened[m_current] : nullptr;
}

void Session::openFiles(const QStringList& paths)
{
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths) {
        files.emplace_back(path.toStdString());
    }
    read(
        [files = std::move(files)](const Job& job) {
            std::vector<Result<DocumentPtr>> documents;
            for (const std::filesystem::path& file : files) {
                readInto(documents, file, job);
            }
            return documents;
        },
        paths.size() == 1 ? tr("Reading %1").arg(paths.front())
                          : tr("Reading %n files", nullptr, static_cast<int>(paths.size())));
}

void Session::openText(const QByteArray& text, const QString& origin)
{
    read(
        [text = text.toStdString(), origin = origin.toStdString()](const Job& job) {
            std::vector<Result<DocumentPtr>> documents;
            documents.push_back(readBytes(text, origin, job));
            return documents;
        },
        tr("Reading %1").arg(origin));
}

void Session::openDocument(DocumentPtr document)
{
    const QString name = documentName(*document);
    read([document = std::move(document)](const Job& /*job*/) { return std::vector<Result<DocumentPtr>> {document}; },
         tr("Comparing %1").arg(name));
}

std::vector<CorrectedDocument> Session::waitingDocuments() const
{
    const OpenedPtr shown = current();
    const bool isWaiting = shown && !shown->comparison && !shown->input->runs.empty();
    return isWaiting ? shown->sources : std::vector<CorrectedDocument> {};
}

void Session::read(std::function<std::vector<Result<DocumentPtr>>(const Job&)> readAll, const QString& what)
{
    started(what);
    auto work = [readAll = std::move(readAll), waiting = waitingDocuments(), limit = m_limit, floors = m_floors,
                 corrections = m_corrections](const Job& job) -> Result<ReadResult> {
        ReadResult out;
        std::vector<CorrectedDocument> documents;
        for (Result<DocumentPtr>& document : readAll(job)) {
            Result<CorrectedDocument> corrected = std::move(document).and_then([&](DocumentPtr&& plain) {
                const auto known = corrections.find(plain->sha256);
                return correctDocument(std::move(plain), known == corrections.end() ? Corrections {} : known->second,
                                       job);
            });
            if (corrected) {
                documents.push_back(std::move(*corrected));
            } else {
                out.errors.push_back(std::move(corrected.error()));
            }
        }
        if (job.isCancelled()) {
            return std::unexpected(
                Error {.code = Errc::Cancelled, .message = "cancelled", .where = std::nullopt, .hints = {}});
        }
        out.opened = openDocuments(documents, waiting, limit, job, floors);
        return out;
    };
    RunningJob<ReadResult> running = startJob<ReadResult>(&m_pool, std::move(work));
    m_stop = running.stop;
    whenDone(running, this, [this](const Result<ReadResult>& result) {
        finished();
        if (!result) {
            report(result.error());
            return;
        }
        for (const Error& error : result->errors) {
            report(error);
        }
        for (const OpenedPtr& opened : result->opened) {
            add(opened);
        }
    });
}

void Session::setNotes(std::vector<DocumentNote> notes)
{
    m_notes = std::move(notes);
    bool isChanged = false;
    for (OpenedPtr& opened : m_opened) {
        OpenedPtr noted = withNotes(opened, m_notes);
        isChanged = isChanged || noted != opened;
        opened = std::move(noted);
    }
    if (isChanged) {
        emit shownChanged();
    }
}

void Session::setFloors(NoiseFloorsPtr floors)
{
    if (!floors || *floors == *m_floors) {
        return;
    }
    m_floors = std::move(floors);
    const std::vector<OpenedPtr> asked = m_opened;
    for (const OpenedPtr& opened : asked) {
        ask(opened, opened->choices, opened == current() ? shownGroups() : std::vector<ShownGroup> {});
    }
}

void Session::add(OpenedPtr opened)
{
    opened = withNotes(std::move(opened), m_notes);
    const auto isSame = [&opened](const OpenedPtr& other) { return sameDocuments(*opened, *other); };
    // A waiting side that has got its other side is replaced by the two together.
    const auto isPart = [&opened](const OpenedPtr& other) {
        return !other->comparison && opened->documents.size() > other->documents.size()
            && std::ranges::all_of(other->documents, [&opened](const DocumentPtr& document) {
                   return std::ranges::find(opened->documents, document) != opened->documents.end();
               });
    };
    std::erase_if(m_opened, isPart);
    auto place = std::ranges::find_if(m_opened, isSame);
    if (place == m_opened.end()) {
        place = m_opened.insert(m_opened.end(), opened);
    }
    m_current = static_cast<std::size_t>(place - m_opened.begin());
    m_groups = (*place)->comparison ? firstGroups(*(*place)->comparison) : std::vector<std::size_t> {};
    emit openedChanged();
    emit shownChanged();
    emit documentsRead(plainDocuments(*opened));
    reportFindings(*opened);
    followCorrections(); // a comparison that was made elsewhere knows none
}

void Session::close(std::size_t index)
{
    if (index >= m_opened.size()) {
        return;
    }
    m_opened.erase(m_opened.begin() + static_cast<std::ptrdiff_t>(index));
    if (m_current > index || (m_current == index && m_current == m_opened.size() && m_current > 0)) {
        --m_current;
    }
    const OpenedPtr shown = current();
    m_groups = shown && shown->comparison ? firstGroups(*shown->comparison) : std::vector<std::size_t> {};
    emit openedChanged();
    emit shownChanged();
}

void Session::show(std::size_t index, std::vector<std::size_t> groups)
{
    if (index >= m_opened.size() || (index == m_current && groups == m_groups)) {
        return;
    }
    m_current = index;
    m_groups = std::move(groups);
    emit shownChanged();
}

void Session::setLimit(double limit)
{
    if (limit == m_limit) {
        return;
    }
    m_limit = limit;
    if (const OpenedPtr shown = current()) {
        answer(shown->choices, shownGroups());
    }
}

std::vector<Session::ShownGroup> Session::shownGroups() const
{
    std::vector<ShownGroup> shown;
    const OpenedPtr opened = current();
    for (const std::size_t g : m_groups) {
        const ComparisonGroup& group = opened->comparison->groups[g];
        shown.push_back({.key = keyOf(group), .baseline = group.baseline, .candidate = group.candidate});
    }
    return shown;
}

void Session::chooseBaseline(const std::string& label)
{
    std::vector<ShownGroup> wanted = shownGroups();
    GroupChoices choices = wanted.empty() ? GroupChoices {} : current()->choices;
    for (ShownGroup& group : wanted) {
        // Choosing the other side's label means to swap.
        if (group.candidate == label) {
            group.candidate = group.baseline;
        }
        group.baseline = label;
        choices[group.key].baseline = label;
    }
    answer(std::move(choices), std::move(wanted));
}

void Session::chooseCandidate(const std::string& label)
{
    std::vector<ShownGroup> wanted = shownGroups();
    GroupChoices choices = wanted.empty() ? GroupChoices {} : current()->choices;
    for (ShownGroup& group : wanted) {
        if (group.baseline == label) {
            group.baseline = group.candidate;
            choices[group.key].baseline = group.baseline;
        }
        group.candidate = label;
    }
    answer(std::move(choices), std::move(wanted));
}

void Session::chooseMetric(const std::string& name)
{
    const std::vector<ShownGroup> wanted = shownGroups();
    GroupChoices choices = wanted.empty() ? GroupChoices {} : current()->choices;
    for (const ShownGroup& group : wanted) {
        choices[group.key].baseline = group.baseline;
        choices[group.key].metric = name;
    }
    answer(std::move(choices), wanted);
}

void Session::swapSides()
{
    std::vector<ShownGroup> wanted = shownGroups();
    GroupChoices choices = wanted.empty() ? GroupChoices {} : current()->choices;
    for (ShownGroup& group : wanted) {
        std::swap(group.baseline, group.candidate);
        choices[group.key].baseline = group.baseline;
    }
    answer(std::move(choices), std::move(wanted));
}

void Session::resetChoices()
{
    answer({}, shownGroups());
}

void Session::answer(GroupChoices choices, std::vector<ShownGroup> wanted)
{
    const OpenedPtr asked = current();
    if (asked && !wanted.empty()) {
        ask(asked, std::move(choices), std::move(wanted));
    }
}

void Session::setCorrections(std::map<Sha256, Corrections> corrections)
{
    std::erase_if(corrections, [](const auto& entry) { return entry.second.empty(); });
    if (corrections != m_corrections) {
        m_corrections = std::move(corrections);
        followCorrections();
    }
}

void Session::correct(const Sha256& document, Corrections corrections)
{
    std::map<Sha256, Corrections> all = m_corrections;
    all[document] = std::move(corrections);
    setCorrections(std::move(all));
}

void Session::followCorrections()
{
    for (const OpenedPtr& opened : m_opened) {
        const bool isCurrent = std::ranges::all_of(opened->sources, [this](const CorrectedDocument& source) {
            const auto known = m_corrections.find(source.plain->sha256);
            return known == m_corrections.end() ? source.corrections.empty() : source.corrections == known->second;
        });
        if (isCurrent) {
            continue;
        }
        started(tr("Reading anew"));
        auto work = [opened, corrections = m_corrections, limit = m_limit](const Job& job) {
            return correctAnew(*opened, corrections, limit, job);
        };
        RunningJob<OpenedPtr> running = startJob<OpenedPtr>(&m_pool, std::move(work));
        m_stop = running.stop;
        const std::vector<ShownGroup> wanted = opened == current() ? shownGroups() : std::vector<ShownGroup> {};
        whenDone(running, this, [this, opened, wanted](const Result<OpenedPtr>& result) {
            finished();
            if (!result) {
                report(result.error());
                return;
            }
            replace(opened, *result, wanted);
        });
    }
}

void Session::replace(const OpenedPtr& place, OpenedPtr anew, const std::vector<ShownGroup>& wanted)
{
    const auto old =
        std::ranges::find_if(m_opened, [&place](const OpenedPtr& other) { return sameDocuments(*place, *other); });
    if (old == m_opened.end()) {
        return;
    }
    const bool isShown = current() == *old;
    *old = withNotes(std::move(anew), m_notes);
    emit openedChanged();
    if (!isShown) {
        return;
    }
    if ((*old)->comparison) {
        showWanted(wanted);
    } else {
        m_groups.clear();
        emit shownChanged();
    }
}

void Session::ask(OpenedPtr asked, GroupChoices choices, std::vector<ShownGroup> wanted)
{
    started(tr("Comparing"));
    auto work = [asked, choices, limit = m_limit, floors = m_floors](const Job& job) -> Result<OpenedPtr> {
        return answerAnew(*asked, choices, limit, job, floors);
    };
    RunningJob<OpenedPtr> running = startJob<OpenedPtr>(&m_pool, std::move(work));
    m_stop = running.stop;
    whenDone(running, this,
             [this, asked, choices = std::move(choices), wanted = std::move(wanted)](const Result<OpenedPtr>& result) {
                 finished();
                 // By its documents: a note may have made a new value of it meanwhile.
                 const auto place = std::ranges::find_if(
                     m_opened, [&asked](const OpenedPtr& other) { return sameDocuments(*asked, *other); });
                 if (!result || place == m_opened.end()) {
                     return;
                 }
                 if ((*place)->documents != asked->documents) {
                     ask(*place, choices, wanted); // they were corrected meanwhile
                     return;
                 }
                 if ((*result)->failure) {
                     report(*(*result)->failure);
                     return;
                 }
                 replace(asked, *result, wanted);
             });
}

void Session::showWanted(const std::vector<ShownGroup>& wanted)
{
    const std::vector<ComparisonGroup>& groups = current()->comparison->groups;
    m_groups.clear();
    for (const ShownGroup& wish : wanted) {
        std::optional<std::size_t> best;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const bool isNew = std::ranges::find(m_groups, g) == m_groups.end();
            if (isNew && keyOf(groups[g]) == wish.key && (!best || groups[g].candidate == wish.candidate)) {
                best = g;
            }
        }
        if (best) {
            m_groups.push_back(*best);
        }
    }
    std::ranges::sort(m_groups);
    if (m_groups.empty()) {
        m_groups = firstGroups(*current()->comparison);
    }
    emit shownChanged();
}

void Session::cancel()
{
    m_stop.request_stop();
}

void Session::started(const QString& what)
{
    ++m_running;
    emit busyChanged(true, what);
}

void Session::finished()
{
    --m_running;
    emit busyChanged(isBusy(), {});
}

void Session::reportFindings(const OpenedComparison& opened)
{
    for (const DocumentPtr& document : opened.documents) {
        for (const Diagnostic& finding : document->parsed.diagnostics) {
            if (finding.severity != Severity::Info) {
                emit problemFound({.message = documentName(*document) + u": " + fromUtf8(finding.message),
                                   .hints = {},
                                   .document = document,
                                   .where = finding.span});
            }
        }
    }
}

void Session::report(const Error& error)
{
    if (error.code == Errc::Cancelled) {
        return;
    }
    emit problemFound(problemOf(error));
}

}
