<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Active</name>
    <message>
        <source>Running calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Joined sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls that a server works on are shown here while they run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No client is connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop all running calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 call runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n calls run</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Audit</name>
    <message>
        <source>Recorded calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing recorded yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every call, decision and answer is written here, and is never changed afterwards.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recorded call fits these filters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 new call</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n new calls</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %n new calls</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallDetail</name>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{client} wants to run {tool} “{title}” on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{client} wants to run {tool} on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arguments contain characters that cannot be seen: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n identical calls wait for this answer</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0} · denied automatically in {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · waits until you decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>did not say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets it gets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claimed by the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If nobody answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Digest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waits until you decide or the client gives up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied automatically at {0}. The model is told that nobody decided.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cards</name>
    <message>
        <source>Proposal: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} on {1}, asked by {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gone: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Decision</name>
    <message>
        <source>Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason for denying, told to the model (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason for denying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the next one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Empty</name>
    <message>
        <source>Copy {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Failed</name>
    <message>
        <source>This page has failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gate goes on: nothing runs without an answer. Please report this:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>Search arguments, answers, names …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear all filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message>
        <source>What would happen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PageButton</name>
    <message numerus="yes">
        <source>%n here</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pending</name>
    <message>
        <source>Choose what to look at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing runs until you say so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a chat client calls a tool, the call waits here until you run or deny it. To guard a server, put this before its command in your chat client&apos;s settings:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n wait for you</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>This question is already gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call was allowed and runs now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call is gone. It can no longer be decided.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call was withdrawn by the client. It never ran.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody knows how this call ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call was allowed by: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody answered for {0}: denied automatically. It never ran.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call was denied by: {0}. It never ran.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProposalDetail</name>
    <message>
        <source>The exact change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept this change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuse this change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing changes until you accept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Result</name>
    <message>
        <source>What the check found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide what the check found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} records checked, none edited, removed, moved or cut off. Newest link: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is not as it was written: </source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Rows</name>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not yet sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks for input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody to ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool is hidden</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Running</name>
    <message>
        <source>{0} on {1} has ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} on {1} runs, asked by {2}. {3}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>progress {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allowed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunningDetail</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tool} runs on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent at</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server&apos;s state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for your keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SideBar</name>
    <message>
        <source>State: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>1 call runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n calls run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls are refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trouble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard — trouble: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>({0}) ToolGuard — {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard — {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 call waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n calls wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 change waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n changes wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Story</name>
    <message>
        <source>Held for a person; asked by {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered after {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tool said after {0} that it failed: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server answered with an error after {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server asked for more input after {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server started a task after {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Withdrawn by the client, never ran: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel sent to the server. Wanted by: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome unknown: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer came too late and was dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log holds no arguments of this call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the whole story as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warned of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets it got</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Digest shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Digest sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Digest of the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>“{0}” contains characters that cannot be seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” has unusual letters; in plain ones it is “{1}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” mixes letters that look alike: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” looks Latin and is not: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tree</name>
    <message>
        <source>many lines are folded here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln characters are folded here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Verify</name>
    <message>
        <source>Verify</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verify the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that no record was edited, removed, reordered or cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} checked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Viewer</name>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Readable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} as {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy {0} as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the exact JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Long: parts are folded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 found</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, more in the folded part</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Warnings</name>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something in this window failed ({0}). Calls are still held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close ToolGuard?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 call still waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n calls still wait for you</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Closing denies what waits; the clients are told so. What runs is stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny all and quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no display here. Use `toolguard serve`, which needs none, or start this in a desktop.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Wish</name>
    <message>
        <source>Remember for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember this answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds for every tool of {0}, for any client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds for every tool of {0} that {1} calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds for {0} on {1}, for any client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds for {0} on {1}, called by {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until ToolGuard closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Events</name>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
