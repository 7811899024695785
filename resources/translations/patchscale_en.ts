<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>patchscale::Copier</name>
    <message numerus="yes">
        <source>Copied %n rows</source>
        <translation>
            <numerusform>Copied %n row</numerusform>
            <numerusform>Copied %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::EvidencePanel</name>
    <message numerus="yes">
        <source>%n values marked · Ctrl+G next</source>
        <translation>
            <numerusform>%n value marked · Ctrl+G next</numerusform>
            <numerusform>%n values marked · Ctrl+G next</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::FilterBar</name>
    <message numerus="yes">
        <source>%n rows hidden</source>
        <translation>
            <numerusform>%n row hidden</numerusform>
            <numerusform>%n rows hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::MatrixView</name>
    <message numerus="yes">
        <source>%n rows hidden</source>
        <translation>
            <numerusform>%n row hidden</numerusform>
            <numerusform>%n rows hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message numerus="yes">
        <source>No change above %1 in %n tests</source>
        <translation>
            <numerusform>No change above %1 in %n test</numerusform>
            <numerusform>No change above %1 in %n tests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n tests</source>
        <translation>
            <numerusform>of %n test</numerusform>
            <numerusform>of %n tests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tests</source>
        <translation>
            <numerusform>%n test</numerusform>
            <numerusform>%n tests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n claims agree</source>
        <translation>
            <numerusform>the only claim agrees</numerusform>
            <numerusform>all %n claims agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n claims wrong</source>
        <translation>
            <numerusform>%1 of %n claim wrong</numerusform>
            <numerusform>%1 of %n claims wrong</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n claims with the opposite sign</source>
        <translation>
            <numerusform>%1 of %n claim with the opposite sign</numerusform>
            <numerusform>%1 of %n claims with the opposite sign</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n claims cannot be checked</source>
        <translation>
            <numerusform>%1 of %n claim cannot be checked</numerusform>
            <numerusform>%1 of %n claims cannot be checked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::MessageBar</name>
    <message numerus="yes">
        <source>%n more messages</source>
        <translation>
            <numerusform>%n more message</numerusform>
            <numerusform>%n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OpenedComparison</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::OpenedModel</name>
    <message numerus="yes">
        <source>%n tests</source>
        <translation>
            <numerusform>%n test</numerusform>
            <numerusform>%n tests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n groups</source>
        <translation>
            <numerusform>%n group</numerusform>
            <numerusform>%n groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowDetail</name>
    <message numerus="yes">
        <source>Geometric mean of %n tests, recomputed: %1 → %2.</source>
        <translation>
            <numerusform>Geometric mean of %n test, recomputed: %1 → %2.</numerusform>
            <numerusform>Geometric mean of %n tests, recomputed: %1 → %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::Session</name>
    <message numerus="yes">
        <source>%n files in &apos;%1&apos; hold no numbers: %2</source>
        <translation>
            <numerusform>%n file in &apos;%1&apos; holds no numbers: %2</numerusform>
            <numerusform>%n files in &apos;%1&apos; hold no numbers: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n files</source>
        <translation>
            <numerusform>Reading %n file</numerusform>
            <numerusform>Reading %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunProgress</name>
    <message numerus="yes">
        <source>%n copies</source>
        <translation>
            <numerusform>%n copy</numerusform>
            <numerusform>%n copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tests are chosen</source>
        <translation>
            <numerusform>%n test is chosen</numerusform>
            <numerusform>%n tests are chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunEvents</name>
    <message numerus="yes">
        <source>%n CPUs</source>
        <translation>
            <numerusform>%n CPU</numerusform>
            <numerusform>%n CPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::RunPage</name>
    <message numerus="yes">
        <source>%n rounds</source>
        <translation>
            <numerusform>%n round</numerusform>
            <numerusform>%n rounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::RunBoard</name>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::RunModel</name>
    <message numerus="yes">
        <source>%n samples from %1 to %2</source>
        <translation>
            <numerusform>%n sample from %1 to %2</numerusform>
            <numerusform>%n samples from %1 to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Reading</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tables of numbers not read.</source>
        <translation>
            <numerusform>%n table of numbers not read.</numerusform>
            <numerusform>%n tables of numbers not read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>patchscale::ReadingPage</name>
    <message numerus="yes">
        <source>%n things set by hand</source>
        <translation>
            <numerusform>%n thing set by hand</numerusform>
            <numerusform>%n things set by hand</numerusform>
        </translation>
    </message>
</context>
</TS>
