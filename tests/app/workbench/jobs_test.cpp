// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/jobs.h"

#include <semaphore>

#include <gtest/gtest.h>

using namespace patchscale;

TEST(Jobs, GiveTheirResult)
{
    QThreadPool pool;
    auto job = startJob<int>(&pool, [](const Job& context) -> Result<int> {
        context.report(0.5, "Half");
        return 42;
    });
    EXPECT_EQ(job.future.takeResult(), 42);
}

TEST(Jobs, AStoppedJobStillSaysWhy)
{
    QThreadPool pool;
    std::binary_semaphore isStopped(0);
    auto job = startJob<int>(&pool, [&](const Job& context) -> Result<int> {
        isStopped.acquire();
        if (context.isCancelled()) {
            return std::unexpected(Error {.code = Errc::Cancelled, .message = "cancelled", .where = {}, .hints = {}});
        }
        return 1;
    });
    job.stop.request_stop();
    isStopped.release();
    const auto result = job.future.takeResult();
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Errc::Cancelled);
}
