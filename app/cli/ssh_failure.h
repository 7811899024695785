// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace patchscale::cli {

/// What ssh says when it cannot connect, with what to do about it. @p said is its standard error.
Error sshFailure(const std::string& host, std::string_view said);

/// What the script on the other machine says when it cannot begin: "unpack tar: … No space left on device".
Error remoteFailure(const std::string& host, std::string_view said);

/// The machine @p host is a @p system on @p machine, for which the runner of @p architecture is not made.
Error otherArchitecture(const std::string& host, std::string_view system, std::string_view machine,
                        std::string_view architecture);

}
