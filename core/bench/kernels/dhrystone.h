// SPDX-License-Identifier: GPL-3.0-or-later
// State and calls between the two translation units of dhrystone.
#pragma once

#include <stdint.h>

namespace dhrystone {

enum Choice : int { First, Second, Third, Fourth, Fifth };

using Text = char[31];

struct Record
{
    Record* link;
    Choice kind;
    Choice choice;
    int number;
    Text text;
};

// One name for each state of the algorithm; the second unit changes them behind the first one's back.
extern Record* head;
extern int number;
extern int flag;
extern char firstLetter;
extern char secondLetter;
extern int row[50];
extern int grid[50][50];

void proc6(Choice value, Choice* out);
void proc7(int a, int b, int* out);
void proc8(int* line, int (*table)[50], int a, int b);
Choice func1(char a, char b);
int func2(const char* a, const char* b);
int func3(Choice value);

}
