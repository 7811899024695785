// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/format.h"
namespace patchscale {
namespace {
class None final : public Format
{
public:
    std::string_view id() const override { return "none"; }
    std::string_view description() const override { return "placeholder until the first format lands"; }
    void find(const Text&, std::vector<Block>&, const Job&) const override { }
    ParsedBlock parse(const Text&, const Block&, const Job&) const override { return {}; }
};
}
const Format& none()
{
    static const None instance;
    return instance;
}
}
