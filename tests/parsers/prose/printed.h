// SPDX-License-Identifier: GPL-3.0-or-later
// What the prose format reads from a document, as text that a test can compare.
#pragma once

#include "parsers/format.h"
#include "tests/parsers/probe.h"

#include <format>
#include <string>
#include <string_view>

namespace patchscale {
const Format& prose();
}

namespace patchscale::tests {

inline std::string roleName(Role role)
{
    return role == Role::Baseline ? "baseline" : role == Role::Candidate ? "candidate" : "-";
}

/// One line per result: "role | variant | benchmark | test | metric | value unit", with machine, parameters (except the
/// command) and scenario behind it where there are some. A blank line stands between blocks, a number before each
/// group. Then one line per claim.
inline std::string printed(std::string_view document)
{
    const auto read = probe(prose(), document);
    std::string out;
    for (const auto& block : read.parsed) {
        out += out.empty() ? "" : "\n";
        for (const auto& each : block.runs) {
            for (const auto& result : each.run.results) {
                out += std::format("{}: {} | {} | {} | {} | {} | {} {}", each.group, roleName(each.run.variant.role),
                                   each.run.variant.label, each.run.benchmark, result.test, result.metric,
                                   read.written(result), result.unit);
                if (!each.run.machine.label.empty()) {
                    out += " | on " + each.run.machine.label;
                }
                for (const auto& [name, value] : each.run.parameters) {
                    out += name == "command" ? "" : std::format(" | {}={}", name, value);
                }
                for (const auto& [name, value] : result.parameters) {
                    out += std::format(" | {}={}", name, value);
                }
                out += "\n";
            }
        }
        for (const auto& claim : block.claims) {
            const auto* const kind = claim.kind == ClaimKind::Ratio ? "ratio" : "change";
            out += std::format("claim {} {} = {:.4g}", kind, claim.stated, claim.low);
            out += claim.high > claim.low ? std::format("..{:.4g}", claim.high) : "";
            out += std::format(" | {} -> {}\n", claim.baseline, claim.candidate);
        }
    }
    return out;
}

}
