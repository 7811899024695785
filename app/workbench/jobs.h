// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>
#include <QtConcurrentRun>

namespace patchscale {

/// A job in flight. Stop it with `stop.request_stop()`: it then finishes with Errc::Cancelled like any other failure.
/// Never call QFuture::cancel(): a cancelled future has no result, so the reason would be lost.
template<class T>
struct RunningJob
{
    QFuture<Result<T>> future;
    std::stop_source stop;
};

/// Runs `work(const Job&) -> Result<T>` on @p pool; the one place where the core's Job meets Qt's QFuture.
/// Progress values run from 0 to 1000.
template<class T, class Work>
RunningJob<T> startJob(QThreadPool* pool, Work work)
{
    const std::stop_source stop;
    auto future =
        QtConcurrent::run(pool, [work = std::move(work), token = stop.get_token()](QPromise<Result<T>>& promise) {
            promise.setProgressRange(0, 1000);
            const Job job {.stop = token, .report = [&promise](double fraction, std::string_view what) {
                               promise.setProgressValueAndText(
                                   static_cast<int>(fraction * 1000),
                                   QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size())));
                           }};
            promise.addResult(work(job));
        });
    return {.future = std::move(future), .stop = stop};
}

/// Hands what @p running ends with to @p answer, called with a Result<T> in the thread of @p context unless that is
/// gone by then. Always from the event loop: QFuture::then() calls at once when the job is done already, in the middle
/// of whatever started it.
template<class T, class Answer>
void whenDone(const RunningJob<T>& running, QObject* context, Answer answer)
{
    auto* watcher = new QFutureWatcher<Result<T>>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, answer = std::move(answer)]() mutable {
        watcher->deleteLater();
        answer(watcher->future().takeResult());
    });
    watcher->setFuture(running.future);
}

}
