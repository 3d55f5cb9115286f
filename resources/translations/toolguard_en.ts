<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Active</name>
    <message numerus="yes">
        <source>%n calls run</source>
        <translation>
            <numerusform>%n call runs</numerusform>
            <numerusform>%n calls run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop all %n running calls?</source>
        <translation>
            <numerusform>Stop the %n running call?</numerusform>
            <numerusform>Stop all %n running calls?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Announce</name>
    <message numerus="yes">
        <source>%n new things wait for you.</source>
        <translation>
            <numerusform>%n new thing waits for you.</numerusform>
            <numerusform>%n new things wait for you.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait in all.</source>
        <translation>
            <numerusform>%n waits in all.</numerusform>
            <numerusform>%n wait in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Answers</name>
    <message numerus="yes">
        <source>%n calls run.</source>
        <translation>
            <numerusform>%n call runs.</numerusform>
            <numerusform>%n calls run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answers wait for their next calls.</source>
        <translation>
            <numerusform>%n answer waits for its next call.</numerusform>
            <numerusform>%n answers wait for their next calls.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Denied %n calls</source>
        <translation>
            <numerusform>Denied %n call</numerusform>
            <numerusform>Denied %n calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Audit</name>
    <message numerus="yes">
        <source>%n new calls</source>
        <translation>
            <numerusform>%n new call</numerusform>
            <numerusform>%n new calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %n new calls</source>
        <translation>
            <numerusform>More than %n new call</numerusform>
            <numerusform>More than %n new calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClientDetail</name>
    <message numerus="yes">
        <source>Connected to %n servers</source>
        <translation>
            <numerusform>Connected to %n server</numerusform>
            <numerusform>Connected to %n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Clients</name>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions of {0} were ended.</source>
        <translation>
            <numerusform>%n session of {0} was ended.</numerusform>
            <numerusform>%n sessions of {0} were ended.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Credentials</name>
    <message numerus="yes">
        <source>%Ln credentials</source>
        <translation>
            <numerusform>%Ln credential</numerusform>
            <numerusform>%Ln credentials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ends</name>
    <message numerus="yes">
        <source>%n identical calls wait</source>
        <translation>
            <numerusform>%n identical call waits</numerusform>
            <numerusform>%n identical calls wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Until it does, your answer waits for the identical call: once, for %n minutes.</source>
        <translation>
            <numerusform>Until it does, your answer waits for the identical call: once, for %n minute.</numerusform>
            <numerusform>Until it does, your answer waits for the identical call: once, for %n minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody waits now: the next call like this runs, once, if it comes within %n minutes.</source>
        <translation>
            <numerusform>Nobody waits now: the next call like this runs, once, if it comes within %n minute.</numerusform>
            <numerusform>Nobody waits now: the next call like this runs, once, if it comes within %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message numerus="yes">
        <source>Show all %Ln characters</source>
        <translation>
            <numerusform>Show all %Ln character</numerusform>
            <numerusform>Show all %Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Histogram</name>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n d</source>
        <translation>
            <numerusform>%n d</numerusform>
            <numerusform>%n d</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation>
            <numerusform>%n h</numerusform>
            <numerusform>%n h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n min</numerusform>
            <numerusform>%n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation>
            <numerusform>%n s</numerusform>
            <numerusform>%n s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Kept</name>
    <message numerus="yes">
        <source>%n answers wait for their calls</source>
        <translation>
            <numerusform>%n answer waits for its call</numerusform>
            <numerusform>%n answers wait for their calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeakStrip</name>
    <message numerus="yes">
        <source>%n more like this.</source>
        <translation>
            <numerusform>%n more like this.</numerusform>
            <numerusform>%n more like this.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message numerus="yes">
        <source>%n s</source>
        <translation>
            <numerusform>%n s</numerusform>
            <numerusform>%n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n min</numerusform>
            <numerusform>%n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation>
            <numerusform>%n h</numerusform>
            <numerusform>%n h</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notify</name>
    <message numerus="yes">
        <source>%n calls wait for you</source>
        <translation>
            <numerusform>%n call waits for you</numerusform>
            <numerusform>%n calls wait for you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls and changes wait for you</source>
        <translation>
            <numerusform>%n call or change waits for you</numerusform>
            <numerusform>%n calls and changes wait for you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageButton</name>
    <message numerus="yes">
        <source>%n here</source>
        <translation>
            <numerusform>%n here</numerusform>
            <numerusform>%n here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pending</name>
    <message numerus="yes">
        <source>%n wait for you</source>
        <translation>
            <numerusform>%n waits for you</numerusform>
            <numerusform>%n wait for you</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message numerus="yes">
        <source>Last released {0}; %n times in all.</source>
        <translation>
            <numerusform>Last released {0}; %n time in all.</numerusform>
            <numerusform>Last released {0}; %n times in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message numerus="yes">
        <source>Select %n alike</source>
        <translation>
            <numerusform>Select %n alike</numerusform>
            <numerusform>Select %n alike</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Select all %n calls of this kind</source>
        <translation>
            <numerusform>Select the %n call of this kind</numerusform>
            <numerusform>Select all %n calls of this kind</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RuleDetail</name>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation>
            <numerusform>%Ln time</numerusform>
            <numerusform>%Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message numerus="yes">
        <source>%Ln rules</source>
        <translation>
            <numerusform>%Ln rule</numerusform>
            <numerusform>%Ln rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message numerus="yes">
        <source>%n more inside</source>
        <translation>
            <numerusform>%n more inside</numerusform>
            <numerusform>%n more inside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more forms</source>
        <translation>
            <numerusform>%n more form</numerusform>
            <numerusform>%n more forms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more choices</source>
        <translation>
            <numerusform>%n more choice</numerusform>
            <numerusform>%n more choices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more characters</source>
        <translation>
            <numerusform>%Ln more character</numerusform>
            <numerusform>%Ln more characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerDetail</name>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every tool, also new ones, but for %n switched on by itself</source>
        <translation>
            <numerusform>Every tool, also new ones, but for %n switched on by itself</numerusform>
            <numerusform>Every tool, also new ones, but for %n switched on by themselves</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerEditor</name>
    <message numerus="yes">
        <source>%n values look like secrets: look below.</source>
        <translation>
            <numerusform>%n value looks like a secret: look below.</numerusform>
            <numerusform>%n values look like secrets: look below.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerLog</name>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerPaste</name>
    <message numerus="yes">
        <source>Add %n servers</source>
        <translation>
            <numerusform>Add %n server</numerusform>
            <numerusform>Add %n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln server</numerusform>
            <numerusform>%Ln servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions go on with the old settings until they end. “End sessions” ends them now.</source>
        <translation>
            <numerusform>%n session goes on with the old settings until it ends. “End sessions” ends it now.</numerusform>
            <numerusform>%n sessions go on with the old settings until they end. “End sessions” ends them now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Several</name>
    <message numerus="yes">
        <source>%n of them hold a secret: each of those is decided by itself.</source>
        <translation>
            <numerusform>%n of them holds a secret: that one is decided by itself.</numerusform>
            <numerusform>%n of them hold a secret: each of those is decided by itself.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have something odd: look at each of those first.</source>
        <translation>
            <numerusform>%n of them has something odd: look at it first.</numerusform>
            <numerusform>%n of them have something odd: look at each of those first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They differ in tool, server or client: look at each of them first (%n left).</source>
        <translation>
            <numerusform>They differ in tool, server or client: look at each of them first (%n left).</numerusform>
            <numerusform>They differ in tool, server or client: look at each of them first (%n left).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run all %n</source>
        <translation>
            <numerusform>Run %n</numerusform>
            <numerusform>Run all %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run all %n selected calls</source>
        <translation>
            <numerusform>Run the %n selected call</numerusform>
            <numerusform>Run all %n selected calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n</source>
        <translation>
            <numerusform>Deny %n</numerusform>
            <numerusform>Deny all %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n selected calls</source>
        <translation>
            <numerusform>Deny the %n selected call</numerusform>
            <numerusform>Deny all %n selected calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected changes are not decided here: each is decided by itself.</source>
        <translation>
            <numerusform>%n selected change is not decided here: it is decided by itself.</numerusform>
            <numerusform>%n selected changes are not decided here: each is decided by itself.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For %n of them nobody waits now: of each, the next identical call runs instead.</source>
        <translation>
            <numerusform>For %n of them nobody waits now: its next identical call runs instead.</numerusform>
            <numerusform>For %n of them nobody waits now: of each, the next identical call runs instead.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sight</name>
    <message numerus="yes">
        <source>only %n of its tools</source>
        <translation>
            <numerusform>only %n of its tools</numerusform>
            <numerusform>only %n of its tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all but %n of its tools</source>
        <translation>
            <numerusform>all but %n of its tools</numerusform>
            <numerusform>all but %n of its tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>State</name>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n running</numerusform>
            <numerusform>%n running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls run</source>
        <translation>
            <numerusform>%n call runs</numerusform>
            <numerusform>%n calls run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls wait</source>
        <translation>
            <numerusform>%n call waits</numerusform>
            <numerusform>%n calls wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes wait</source>
        <translation>
            <numerusform>%n change waits</numerusform>
            <numerusform>%n changes wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message numerus="yes">
        <source>Run the other %n too…</source>
        <translation>
            <numerusform>Run the other %n too…</numerusform>
            <numerusform>Run the other %n too…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolDetail</name>
    <message numerus="yes">
        <source>%n calls today</source>
        <translation>
            <numerusform>%n call today</numerusform>
            <numerusform>%n calls today</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolTree</name>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message numerus="yes">
        <source>%Ln tools</source>
        <translation>
            <numerusform>%Ln tool</numerusform>
            <numerusform>%Ln tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tree</name>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters are folded here</source>
        <translation>
            <numerusform>%Ln character is folded here</numerusform>
            <numerusform>%Ln characters are folded here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trial</name>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Viewer</name>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message numerus="yes">
        <source>%n calls still wait for you</source>
        <translation>
            <numerusform>%n call still waits for you</numerusform>
            <numerusform>%n calls still wait for you</numerusform>
        </translation>
    </message>
</context>
</TS>
