// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/mails.h"

#include <algorithm>
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

/// Lines as people write them about patches; one in six has a number.
constexpr auto kLines = std::to_array<std::string_view>({
    "I think the wake-up can be left out here, since the worker looks at",
    "the queue once more before it goes to sleep. The comment above the",
    "loop says so, but the code has not done it since v5.10.",
    "Could you split this into two patches? The first one only moves the",
    "helper to the header, and nothing else has to change for that.",
    "The lock is taken by every reader, even by those that never write to",
    "the table, so a reader on another node waits for no reason at all.",
    "We have seen this on a machine with 64 cores: all of them spin on the",
    "same line while the owner has been preempted by its hypervisor.",
    "Fair enough. I will send a new version when the tests are through.",
    "Does this also cover the case where the device goes away in between?",
    "The reference is dropped twice on the error path, once by the caller",
    "and once by the release function, as of commit 1a2b3c4d5e6f.",
    "Please keep the lines below 80 columns, and the tags in one block.",
    "It would be good to know which workload this is supposed to help.",
    "No objection from my side, this is a clear improvement of the code.",
    "Otherwise the timer fires before the list is set up, and the handler",
    "finds a pointer that was never written. KASAN reports it at boot.",
    "Looking at the history, the barrier was added for Alpha, and nobody",
    "has touched it in the 12 years since then.",
    "You can drop the cast, both are unsigned long already.",
    "The other callers pass a flag of 0, so that nothing changes for them.",
    "Sorry for the late answer, I was on holiday until last week.",
    "This needs an update of the documentation as well, see the table at",
    "the end of Documentation/admin-guide, where the default is given.",
});

std::string remarks(std::mt19937& random, std::string_view quote, int lines)
{
    std::string out;
    for (int line = 0; line < lines; ++line) {
        out += quote;
        out += line % 6 == 5 ? std::string_view() : kLines[random() % kLines.size()];
        out += '\n';
    }
    return out;
}

/// Some 5000 bytes of what mail servers put in front of a mail.
std::string servers(std::mt19937& random)
{
    const auto key = [&random](std::size_t length) {
        constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string out;
        std::generate_n(std::back_inserter(out), length, [&] { return kLetters[random() % kLetters.size()]; });
        return out;
    };
    std::string out = "Return-Path: <list-owner@example.org>\n";
    for (int hop = 0; hop < 6; ++hop) {
        out += std::format("Received: from mx{}.example.org (mx{}.example.org [192.0.2.{}])\n\tby relay.example.org "
                           "(Postfix) with ESMTPS id {}\n\tfor <list@example.org>; Mon,  5 Feb 2024 10:{:02}:{:02} "
                           "+0000 (UTC)\n",
                           hop, hop, random() % 256, key(11), random() % 60, random() % 60);
    }
    for (const auto* field : {"DKIM-Signature", "ARC-Seal", "ARC-Message-Signature"}) {
        out += std::format("{}: a=rsa-sha256; d=example.org; s=mail; t={}; c=relaxed/simple;\n", field, random());
        for (int line = 0; line < 12; ++line) {
            out += "\t" + key(64) + "\n";
        }
    }
    out +=
        "X-Spam-Status: No, score=-7.1 required=4.0 tests=DKIM_SIGNED,DKIM_VALID,\n\tRCVD_IN_DNSWL_MED autolearn=ham\n"
        "List-Id: <list.example.org>\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n";
    return out;
}

/// A mail as lists carry most of them.
std::string listMail(std::mt19937& random, std::size_t number)
{
    auto out = servers(random)
        + std::format(
                   "From: Alex Author <alex@example.org>\nTo: list@example.org\nSubject: Re: [PATCH {}/9] queue: wake "
                   "one worker\nDate: Mon, 5 Feb 2024 10:{:02}:00 +0100\nMessage-ID: <{}@example.org>\n\n",
                   number % 9, number % 60, number);
    if (number % 2 == 0) {
        return out + remarks(random, "", 20) + diff(random);
    }
    out += "On Mon, 5 Feb 2024, Robin Reviewer wrote:\n";
    return out + remarks(random, "> > ", 16) + remarks(random, "> ", 20) + remarks(random, "", 20);
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

std::vector<std::string> listMails(std::size_t count)
{
    constexpr std::size_t kOneWithNumbers = 75;
    std::mt19937 random(46);
    const auto withNumbers = samples();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(i % kOneWithNumbers == 0 ? withNumbers[i / kOneWithNumbers % withNumbers.size()]
                                               : listMail(random, i));
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

std::string mboxOf(const std::vector<std::string>& mails, std::size_t bytes)
{
    std::string out;
    while (out.size() < bytes) {
        for (const auto& mail : mails) {
            out += "From alex@example.org Mon Feb  5 10:00:00 2024\n";
            out += mail;
            out += '\n';
        }
    }
    return out;
}

}
