// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/mails.h"

#include <array>
#include <filesystem>
#include <format>
#include <fstream>
#include <iterator>
#include <random>

namespace patchscale::bench {
namespace {

std::vector<std::string> samples()
{
    std::vector<std::string> out;
    for (const auto* name :
         {"osq-static-key.eml", "sched-padding.txt", "kvm-preempted-commit.txt", "halt-polling-reply.eml"}) {
        std::ifstream in(std::filesystem::path(PATCHSCALE_SOURCE_DIR) / "resources" / "samples" / name,
                         std::ios::binary);
        out.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return out;
}

constexpr auto kWords = std::to_array<const char*>(
    {"the",   "lock",   "is",     "taken",  "before", "page",  "we",     "then",   "cache", "line",    "when",
     "queue", "worker", "holds",  "this",   "path",   "never", "sleeps", "so",     "that",  "readers", "wait",
     "until", "CPU 3",  "leaves", "idle",   "and",    "a",     "timer",  "fires",  "in",    "about",   "10 ms",
     "which", "v6.1",   "has",    "fixed.", "Still,", "two",   "copies", "remain", "of",    "it"});

std::string prose(std::mt19937& random, std::string_view quote)
{
    std::string out;
    for (int line = 0; line < 12; ++line) {
        out += quote;
        std::string text;
        while (text.size() < 66) {
            text += kWords[random() % kWords.size()];
            text += ' ';
        }
        text.back() = '\n';
        out += text;
    }
    return out + "\n";
}

std::string diff(std::mt19937& random)
{
    std::string out = "---\n kernel/sched/core.c | 42 ++++++++++++++++------\n 1 file changed, 30 insertions(+), 12 "
                      "deletions(-)\n\ndiff --git a/kernel/sched/core.c b/kernel/sched/core.c\nindex "
                      "1111111..2222222 100644\n--- a/kernel/sched/core.c\n+++ b/kernel/sched/core.c\n";
    for (int hunk = 0; hunk < 4; ++hunk) {
        out += std::format("@@ -{0},12 +{0},14 @@ static void wake_one(struct queue *q)\n", random() % 9000);
        for (int line = 0; line < 14; ++line) {
            out += std::format("{}\tif (q->count > {} && flags & 0x{:x})\n", " +-"[random() % 3], random() % 100,
                               random() % 4096);
        }
    }
    return out + "-- \n2.39.5\n\n";
}

std::string chatter(std::mt19937& random, std::size_t number)
{
    std::string out =
        std::format("From: Alex Author <alex@example.org>\nTo: list@example.org\nSubject: Re: [PATCH {}/9] "
                    "queue: wake one worker\nDate: Mon, 5 Feb 2024 10:{:02}:00 +0100\nMessage-ID: "
                    "<{}@example.org>\n\n",
                    number % 9, number % 60, number);
    out += "On Mon, 5 Feb 2024, Robin Reviewer wrote:\n";
    out += prose(random, "> > ");
    out += prose(random, "> ");
    out += prose(random, "");
    if (number % 2 == 0) {
        out += diff(random);
    }
    return out;
}

}

std::vector<std::string> mixedMails(std::size_t count)
{
    std::mt19937 random(42);
    const auto withNumbers = samples();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(i % 5 == 0 ? withNumbers[i / 5 % withNumbers.size()] : chatter(random, i));
    }
    return out;
}

std::vector<std::string> numberMails(std::size_t count)
{
    const auto withNumbers = samples();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(withNumbers[i % withNumbers.size()]);
    }
    return out;
}

std::vector<std::string> chatterMails(std::size_t count)
{
    std::mt19937 random(43);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(chatter(random, i));
    }
    return out;
}

std::vector<std::string> plainMails(std::size_t count)
{
    std::mt19937 random(44);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
        std::string text;
        for (int paragraph = 0; paragraph < 5; ++paragraph) {
            text += prose(random, "");
        }
        std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
        out.push_back("From: alex@example.org\nSubject: queue: wake one worker\n\n" + text);
    }
    return out;
}

std::string diffMail(std::size_t bytes)
{
    std::mt19937 random(45);
    std::string out = "From: alex@example.org\nSubject: [PATCH] queue: wake one worker\n\n" + prose(random, "");
    while (out.size() < bytes) {
        out += diff(random);
    }
    return out;
}

std::string mixedMbox(std::size_t bytes)
{
    std::string out;
    while (out.size() < bytes) {
        for (const auto& mail : mixedMails(500)) {
            out += "From alex@example.org Mon Feb  5 10:00:00 2024\n";
            out += mail;
            out += '\n';
        }
    }
    return out;
}

}
