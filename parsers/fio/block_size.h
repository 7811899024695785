// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/run.h"
#include "parsers/fio/report.h"

#include <array>
#include <string>
#include <string_view>

namespace patchscale::fio {

/// The sizes of a job's IOs in one direction, in bytes; 0 where they are not told.
struct SizeRange
{
    double low = 0;
    double high = 0;

    /// The one size that all IOs have; 0 if it varies or is not told.
    [[nodiscard]] double fixed() const
    {
        return low == high ? low : 0;
    }
};

/// What a banner tells of a job: "rw=randrw, bs=(R) 4096B-4096B, (W) …, ioengine=libaio, iodepth=16".
struct Banner
{
    std::string name;
    Parameters parameters; ///< rw, bs, ioengine, iodepth
    std::array<SizeRange, kDirections.size()> sizes; ///< by direction
};

/// Reads a banner, which a mailer may have wrapped.
Banner bannerOf(std::string_view line);

/// "4096" or "4K" as "4k", "8192B" as "8k", "512,8k" as "512/8k": the same size is always written the same way.
std::string sizeText(std::string_view written);

}
