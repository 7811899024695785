// SPDX-License-Identifier: GPL-3.0-or-later
// The half of dhrystone that must stay out of sight of its loop: compiled together, the compiler would remove most of
// it.
#include "core/bench/kernels/dhrystone.h"

#include <string.h>

namespace dhrystone {

void proc6(Choice value, Choice* out)
{
    *out = value;
    if (!func3(value)) {
        *out = Fourth;
    }
    switch (value) {
    case First:
        *out = First;
        break;
    case Second:
        *out = number > 100 ? First : Fourth;
        break;
    case Third:
        *out = Second;
        break;
    case Fourth:
        break;
    case Fifth:
        *out = Third;
        break;
    }
}

void proc7(int a, int b, int* out)
{
    const int sum = a + 2;
    *out = b + sum;
}

void proc8(int* line, int (*table)[50], int a, int b)
{
    const int at = a + 5;
    line[at] = b;
    line[at + 1] = line[at];
    line[at + 30] = at;
    for (int column = at; column <= at + 1; ++column) {
        table[at][column] = at;
    }
    // Wraps in a long run, which only unsigned numbers may do.
    table[at][at - 1] = static_cast<int>(static_cast<unsigned>(table[at][at - 1]) + 1U);
    table[at + 20][at] = line[at];
    number = 5;
}

Choice func1(char a, char b)
{
    const char copy = a;
    if (copy != b) {
        return First;
    }
    firstLetter = copy;
    return Second;
}

int func2(const char* a, const char* b)
{
    int at = 2;
    char letter = '\0';
    while (at <= 2) {
        if (func1(a[at], b[at + 1]) == First) {
            letter = 'A';
            ++at;
        }
    }
    if (letter >= 'W' && letter < 'Z') {
        at = 7;
    }
    if (letter == 'R') {
        return 1;
    }
    if (strcmp(a, b) > 0) {
        at += 7;
        number = at;
        return 1;
    }
    return 0;
}

int func3(Choice value)
{
    return value == Third;
}

}
