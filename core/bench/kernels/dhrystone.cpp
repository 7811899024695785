// SPDX-License-Identifier: GPL-3.0-or-later
// Weicker's Dhrystone, C version 2.1: integers, strings and records of a typical program of its time. Its number
// depends on the compiler seeing its two files apart, and on libc's strcmp and string copies.
#include "core/bench/kernels/dhrystone.h"
#include "core/bench/kernels/kernel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

namespace dhrystone {

Record* head;
int number;
int flag;
char firstLetter;
char secondLetter;
int row[50];
int grid[50][50];

// External linkage, because a counter that nobody else can see may be optimised into nothing.
Record* spare;
volatile uint64_t loops;

namespace {

constexpr Text kRecordText = "WORDS OF THIRTY LETTERS, NO. 0";
constexpr Text kFirst = "WORDS OF THIRTY LETTERS A, NO.";
constexpr Text kSecond = "WORDS OF THIRTY LETTERS B, NO.";
constexpr Text kThird = "WORDS OF THIRTY LETTERS C, NO.";

void proc3(Record** out)
{
    if (head != nullptr) {
        *out = head->link;
    }
    proc7(10, number, &head->number);
}

void proc1(Record* record)
{
    Record* next = record->link;
    *record->link = *head;
    record->number = 5;
    next->number = record->number;
    next->link = record->link;
    proc3(&next->link);
    if (next->kind == First) {
        next->number = 6;
        proc6(record->choice, &next->choice);
        next->link = head->link;
        proc7(next->number, 10, &next->number);
    } else {
        *record = *record->link;
    }
}

void proc4()
{
    const int isA = firstLetter == 'A';
    flag = isA | flag;
    secondLetter = 'B';
}

void proc5()
{
    firstLetter = 'A';
    flag = 0;
}

void setUp()
{
    head = static_cast<Record*>(malloc(sizeof(Record)));
    spare = static_cast<Record*>(malloc(sizeof(Record)));
    if (head == nullptr || spare == nullptr) {
        kernel::fail("no memory");
    }
    head->link = spare;
    head->kind = First;
    head->choice = Third;
    head->number = 40;
    memcpy(head->text, kRecordText, sizeof head->text);
    grid[8][7] = 10;
}

/// The result of the last steps of Weicker's loop, a division and a procedure, is never used and compilers drop them:
/// left out.
uint64_t run()
{
    Text first;
    Text second;
    memcpy(first, kFirst, sizeof first);
    grid[8][7] = 10;
    // The counter lives in memory, as Weicker's does.
    loops = 0;
    while (kernel::more(loops)) {
        proc5();
        proc4();
        int one = 2;
        int two = 3;
        int three = 0;
        memcpy(second, kSecond, sizeof second);
        Choice choice = Second;
        flag = !func2(first, second);
        while (one < two) {
            three = 5 * one - two;
            proc7(one, two, &three);
            ++one;
        }
        proc8(row, grid, one, three);
        proc1(head);
        for (char letter = 'A'; letter <= secondLetter; ++letter) {
            if (choice == func1(letter, 'C')) {
                proc6(First, &choice);
                memcpy(second, kThird, sizeof second);
                number = static_cast<int>(loops);
            }
        }
        loops = loops + 1;
    }
    return loops;
}

/// The values that Weicker's program prints at its end and calls right.
void check(uint64_t count)
{
    errno = 0;
    if (number != 5 || flag != 1 || firstLetter != 'A' || secondLetter != 'B' || row[8] != 7) {
        kernel::fail("the globals are wrong at the end");
    }
    if (static_cast<unsigned>(grid[8][7]) != static_cast<unsigned>(count) + 10U) {
        kernel::fail("the number of loops is not what was counted");
    }
    if (head->kind != First || head->choice != Third || head->number != 17 || strcmp(head->text, kRecordText) != 0) {
        kernel::fail("the first record is wrong at the end");
    }
    const Record* next = head->link;
    if (next->link != spare || next->kind != First || next->choice != Second || next->number != 18
        || strcmp(next->text, kRecordText) != 0) {
        kernel::fail("the second record is wrong at the end");
    }
}

}
}

namespace {

constexpr kernel::Kernel kDhrystone = {
    .id = "dhrystone",
    .name = "Dhrystone 2 using register variables",
    .group = "UnixBench index set",
    .unit = "lps",
    .per = 1,
    .exercises =
        "nothing in the kernel: integer units, caches and libc's strcmp; shows clock frequency and stolen time",
    .description = "Dhrystone 2.1 in two translation units",
    .modes = {"default"},
    .index = {.name = "Dhrystone 2 using register variables",
              .baseline = "116700",
              .seconds = 10,
              .passes = 10,
              .timebase = 1},
    .setUp = dhrystone::setUp,
    .run = dhrystone::run,
    .check = dhrystone::check,
};

}

int main(int argc, char** argv)
{
    return kernel::kernelMain(argc, argv, kDhrystone);
}
