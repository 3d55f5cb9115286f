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
    <message>
        <source>Stop {0} on {1}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the call that runs?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Stop all %n running calls?</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stop?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is asked to give up, and the client is told that it was stopped. What the tool has already done stays done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let it run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Announce</name>
    <message numerus="yes">
        <source>%n new things wait for you.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0} wants to run {1} on {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n wait in all.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Answers</name>
    <message>
        <source>Calls like this run without asking from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 call runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n calls run.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Not denied: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule could not be removed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule is removed again. The call that it came with has run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ended before your denial was given. It did not run by it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Denied %n calls</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Denied {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Audit</name>
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
        <source>Progress of preparing the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recorded call fits these filters. Take one away above, or clear all.</source>
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
        <source>{0} records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search is being prepared: {0} of {1} records. Newer calls follow.</source>
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
    <message>
        <source>This call is not in the log (yet). Every call is there once it was decided on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CallDetail</name>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the inputs before they run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These inputs are long: they are being looked through…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These inputs are too long to be edited here. Deny the call and say why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being checked…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot run: {0}</source>
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
        <source>the client was told to ask again: an approval is kept for its next identical call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client is told to ask again in {0}</source>
        <translation type="unfinished"></translation>
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
    <name>CallTable</name>
    <message>
        <source>Recorded calls</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cards</name>
    <message>
        <source>Denied, can be undone: {0}</source>
        <translation type="unfinished"></translation>
    </message>
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
    <message>
        <source>Denied – Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>denied in {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chips</name>
    <message>
        <source>Take away the filter {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take this filter away</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>Choose …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing (null)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not one of the values that are offered.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ClientDetail</name>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End its sessions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show its calls in Audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the rules that name it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules that name it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it may see</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no server yet that it could see.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n servers</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Not connected. Last seen {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>toolguard-connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP, with a token</source>
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
        <source>Comes through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} — its own claim, which proves nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} recorded, {1} of them denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>None. Rules for any client hold for it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask about {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (over)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End all sessions of {0}? What it holds is denied, what runs is stopped, its servers are ended. Its program may connect again by itself: to keep it from a server, switch that off below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End its sessions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Clients</name>
    <message>
        <source>Chat clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chat client has connected yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put this into your chat client&apos;s settings where it lists its MCP servers, then start the client anew. It then reaches the server through ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The entry for your chat client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1} of them connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>last seen {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sessions of {0} were ended.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Which clients see it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None: it is hidden from every client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every client. None is known yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every client, also new ones, but for those that are not ticked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (connected now)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} sees this tool</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Confirm</name>
    <message>
        <source>Before you do this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>(a tool without a name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(left out: {0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(process {0} could not be ended)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>({0} lines were dropped: too many at once)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, for {0} seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, until ToolGuard closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, until the rule is removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Does the program that its first line names exist?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to 64 letters, digits, &apos;.&apos;, &apos;_&apos; or &apos;-&apos;, beginning with a letter or digit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; it asks for {0} seconds of patience</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; its last words: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name on your PATH or a full path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program on this machine that has a new token can use every server, as the client {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program on this machine that has a new token can use {0}, as the client {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule until ToolGuard closes needs ToolGuard to run: open it first, or leave that out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A secret for this session needs ToolGuard to run: open it (`toolguard`) and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server in this has no command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server of the kind {0} has no {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server of the kind {0} must have a {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text in {0} would hold half a character: write it anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept must name application/json and text/event-stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept must name text/event-stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An argument looks like a secret: every program here can read it. Look whether the server takes it from its environment instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program holds the log {0} locked: close that program, and calls go on by themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask me before its own requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking for its tools…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring back a server that was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls of {0} run without asking{1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls of {0} {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls wait for you without end, no longer {0} seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls wait for you {0} seconds, no longer {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a secret&apos;s note or kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change how a server is started or reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat clients can use a server {0} that is like {1}.{2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat clients can use the server {0} again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat clients can use the server {0}, and ToolGuard {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat clients cannot come in over HTTP: port {0} cannot be had ({1}). End that program, or choose another port (`toolguard settings set http_port N`) and write it into the clients&apos; settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients can see and call more of {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients can see and call {0} again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients can see and call {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content-Type must be application/json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decide calls of one kind beforehand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied by the user in ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not retry this call unless the user asks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not fit the tool&apos;s schema: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End a chat client&apos;s sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the sessions of a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter a secret that has no value yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expose a tool to clients, or hide it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find another way, without this tool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the server {0} ToolGuard now {1}. It keeps its secrets and its rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It contains a character that cannot be seen: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It contains letters that stand for others (compatibility forms).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is given {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is written in {0} letters that look like Latin ones: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It mixes alphabets that look alike: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was switched off where it came from, and stays so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON-RPC batches are not part of this protocol version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let a chat client in over HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let servers be given a secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the clients that come over HTTP, never their tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the kinds of servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the secrets, never their values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the tools of every server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look which tools a server has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looked in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mcp-Session-Id is missing: initialize first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More does not fit; only the first are shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No keychain that ToolGuard may use is running: start one (GNOME Keyring, KWallet, Keychain, Credential Manager), or keep the secret for this session only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No log is kept here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rule fits, so a person is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server stands in this: its members would be mcpServers, servers, mcp or extensions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No shell runs this: {0} stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not done, because it could not be recorded: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not done: it was declined, or nobody could be asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not done: what was asked for is no longer the same. Look at it, then ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now. Tell me first what you want to do and why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not run yet: this call still waits for the user&apos;s approval in ToolGuard. Call the tool again with identical arguments to go on waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not run: ToolGuard cannot record this call ({0}). {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not run: nobody approved this call in ToolGuard in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not run: refused by ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not run: {0}. Ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these of its tools were offered: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a removed rule back as it was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a secret into the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read servers from a command line or a client&apos;s settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Register a server that ToolGuard starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Register a server&apos;s settings under another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remote server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Request cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling, elicitation and roots wait for you before they reach the chat client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say how a chat client is connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say what a chat client may see</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say what in a server&apos;s settings looks like a secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which chat clients are connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which rule would decide a call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which secrets have a value in the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent with every message. Write ${secret:NAME} for a value from your keychain, such as Authorization: Bearer ${secret:NAME}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set all switches of a server&apos;s tools at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a secret, never its value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what a server wrote beside the protocol</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shut a client out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start or reach a server once, and look at its tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting {0}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped by the user in ToolGuard while it ran; it may have had effects. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch a server on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a secret away from servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full, so the log {0} cannot record: free some space, and calls go on by themselves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk reported an error on the log {0} ({1}): check the disk and its free space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The edited inputs cannot be sent: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The inputs could not be checked: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log ends at record {0}, but your keyring remembers record {1}: records were removed from its end. Look at Audit → Verify before you go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is closed: restart ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is not open: restart ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log {0} cannot be read ({1}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log {0} cannot be written: make its folder exist and belong to you, with leave to write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log {0} lies on a disk that cannot keep it (no shared memory there).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log {0} was written by a newer ToolGuard: install that one again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule could not be kept, so nothing was decided: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule {0} is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search index {0} cannot be read ({1}): it is made anew soon.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search index {0} is not up to date: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secret {0} is given to {1} as soon as it has a value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secret {0} is given to {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secret {0} is not bound to the server {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server has not listed this tool, so its inputs could not be checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is back, but not all of its rules: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server lists two tools of this name; the call may reach the other one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server {0} comes back with its secrets and {1} allow rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server {0} is switched off in ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server {0} wants to {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server {0} {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The user refused this request in ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a client {0} already: remove it first, or choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a rule {0} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a secret {0} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a secret {0} already: choose another name, or replace its value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a server {0} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a server {0} already: choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a server {0} already: remove it first, or choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no client {0} that comes over HTTP: `toolguard client list` names them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no order {0}: are two versions of ToolGuard installed?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no program in this command line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no rule {0}: `toolguard rule list` shows them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no secret {0}: `toolguard secret list` names them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no server {0}: `toolguard server list` names them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no server {0}: add it with `toolguard server add {1} -- …`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no setting {0}: `toolguard settings list` shows them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such program in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no {0} {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing here: paste a command line, or the JSON or YAML of a client&apos;s settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing in this YAML but comments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are more than {0} servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are not the rules that were removed with this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are several lines: paste one command, or the JSON or YAML of a client&apos;s settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This JSON cannot be read: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This JSON is nested too deep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This TOML cannot be read: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This YAML cannot be read: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This YAML is nested too deep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This YAML is too long to be a list of servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This YAML repeats parts by reference (*), which is not read: write them out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This approval is already gone: it was used, or its time is over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call cannot be allowed any more. When the client repeats it, you are asked again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call is already gone: it was decided, timed out or given up by the client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call is not running any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This call is not the one that was shown. Look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cannot be stored: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This command line cannot be read: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This could not be recorded, so nothing was allowed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This entry starts ToolGuard itself: it is guarded already, and need not be added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a rule: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a server: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the wrong place. Check the inputs and ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is too long for a command line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is too long to be a list of servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This needs a name and behind it a command or an address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This question is already gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be reached; check the address and your network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard does not run: open it first, or see `toolguard server try {0}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard does not understand this request ({0}): use the same version of both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly while this call waited; it was not run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard has seen it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard has seen its tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard has {0} connections already: end a chat client, then try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard is already running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard is closing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard is not running, so no client is connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard must run for this: open it (`toolguard`), or use `toolguard server try`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard was closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard was closed while it ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard {0} once, as the server {1}, and asks for its tools. Then it is ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown tool: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsupported protocol version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for approval in ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for your keychain: unlock it, or answer its question, in the window that it opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a report of trouble needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What runs, what waits, what is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the program starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the server takes messages, such as https://example.com/mcp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write ${secret:NAME} for a value from your keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You allowed this tool before, but its definition has changed since then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You allowed this tool before, but the server has not listed it yet, so its definition cannot be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain did not do its work: see whether it runs, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain does not answer: look for a question that it asks, or start it again, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain is locked: unlock it and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain&apos;s question was dismissed: try again and allow ToolGuard to use it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[secret {0}]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>_meta must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch must have 1 to {0} members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a client has nothing to answer in this protocol version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a client of 2026-07-28 is asked nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a colon is missing after the key {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a comma or {0} is missing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a command and its folder cannot hold NUL characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a compressed body is not understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a key in double quotes is missing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of clients&apos; names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of servers&apos; names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a message cannot be both a request and a response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a message may have {0} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a message must be a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a message of 2026-07-28 under an older MCP-Protocol-Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a method must be a string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a modern server takes no answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name or &apos;*&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name or a text has a line end at its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number from 1 to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number of more than {0} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number of seconds, at most ten years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number out of any range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number, a text, true, false, null or a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part of the secret {0} is missing: set it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a request&apos;s id must be a string or an integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a response to nothing that was asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a secret cannot be the name of a host; it may stand in the path, the query or a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a secret in the command line could be read by every program; put it into the environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a secret would travel to this server unencrypted, for everybody on the way to read; use an address that begins with https://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text in its settings has a zero character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text that is not empty, without a NUL character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text without a NUL character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a token is needed: `toolguard client add NAME` makes one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tool&apos;s name or &apos;*&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allow    {0} for {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allow, deny or ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an address that cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an error of ToolGuard itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an error of ToolGuard itself, see its log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an error that cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an event of too many lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an id must be a string or an integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object of true or false, by tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an unpaired surrogate in a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another command is called {0} by now; start your chat client&apos;s server again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another program uses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answered with the type {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>app closing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>approval taken back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are no longer asked about where another rule decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are no longer denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as it was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ask for either a server by its name or a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ask you something through your chat client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks clients and their people by itself, without you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto finds out; sse is that of 2024, with two addresses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto, streamable or sse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls itself {0}, speaks {1}, {2} tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls of too many bytes wait for an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>can be used again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot find the program {0}. {1}. Install it, or give its full path in the server&apos;s settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot start {0}: {1}{2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checking these arguments would take too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>client {0} added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>client {0} removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed its output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed its stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>continuation of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>descriptors cannot be handed over TCP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not listen any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended by you in ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended its session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended, because its server was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended, because its server was switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exactly two descriptors can be handed over: stdin and stdout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exited with status {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for this session only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the server: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>given up by the client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>given up by the client before it was written to the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>have a member that is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initialize is no part of this protocol version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initialize must not be in a batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is cut off ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a known setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has an unpaired surrogate in it, which no header can carry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has not answered what it was asked before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its client was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its references make a chain that is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its schema expands without reasonable bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its schema is larger than {0} KiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its schema is nested too deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its schema is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its schema points to {0}, which is not fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its schema refers to itself along several branches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} cannot be written in a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} is not on a property that is reached by properties alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} on {1} is not on a string, an integer or a boolean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} on {1} is not the name of a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its {0} {1} stands twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>know which folders your chat client works in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learned: {0} waits {1} seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message of over {0} bytes is over the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>message of {0} bytes is over the limit of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be called by {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must have a member {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must have {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>neither a request nor a response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nested deeper than {0} levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nested too deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer in {0} seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no folder: PATH is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer switched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no server: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody answered in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody can be asked: ToolGuard runs without a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a message ({0}): {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not run: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not valid JSON: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not valid UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing is kept of that stream: ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of another form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only POST, GET and DELETE are understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only tools are looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outcome unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outcome unknown: ToolGuard ended unexpectedly after it had passed this call on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outcome unknown: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>params._meta has no {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>params._meta must name the protocol version and the client&apos;s capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>protocol version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reaches {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} calls itself record {1}: it was moved, or records before it were removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} does not follow record {1}: records were edited, removed or reordered here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} has a wrong link: its hash was changed, its text was not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} is no record: its text cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} is not the one that was noted elsewhere: the log was rewritten</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} was edited: its column {1} holds {2}, its text says {3}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} was edited: its text and its hash do not belong together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} was edited: the record after it still follows its old hash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} was put in or reordered: record {1} is the one that follows record {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} was removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>record {0} was reordered or repeated: it comes after record {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records {0} to {1} were removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule {0} added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule {0} removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>say either a value or --default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>say the proof first, see run/tcp.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds since 1970</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret {0} bound to server {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret {0} described anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret {0} entered without a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret {0} removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret {0} set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret {0} unbound from server {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret, api_key, bearer_token or user_id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server   every one, later ones too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0} added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0} changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0} looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0} removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0} restored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0} switched {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session of {0} with server {1} ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session or always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set its header Authorization to the likes of Bearer ${secret:NAME} in its settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>setting {0} changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts another command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts its command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts this program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>status {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stdin and stdout must be a pipe, a socket or a terminal to be handed over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stdio or http</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped by the user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the address of the server, or that of the proxy which your system sets, is none that can be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the argument {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the argument {0} has {1} in it, which Windows would interpret because {2} is a batch file. Set the program that it starts (such as node.exe with the script&apos;s path) as the command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the arguments of a tool must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the body did not come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the body did not come in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the certificates that SSL_CERT_FILE names cannot be read ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client asked nothing for a while</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client began too many other sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client closed its connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client closed the response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client ended its session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client left before it was let in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client left during the handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client was not heard of for a long time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client was told to ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client&apos;s connection was lost and it did not come back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client&apos;s stdin cannot be watched: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the command is empty: name a program after --</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection became a channel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection broke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection broke before the answer and could not be taken up again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection ended before the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection was closed before a whole line came</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder {0} of this server cannot be entered; change it in its settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the handshake failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header MCP-Protocol-Version is not the version that the request&apos;s _meta names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header Mcp-Method is not the request&apos;s method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header Mcp-Name is not the request&apos;s params.{0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header {0} has a character in it that no header can carry; look at its secret and its text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header {0} is not the argument {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header {0} is set by ToolGuard itself; take it out of the server&apos;s settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header {0} stands more than once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the id {0} is still in use by another request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the id {0} stands twice in the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key {0} stands twice in one object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the log was truncated: it ends at record {0}, but record {1} was noted elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member &quot;id&quot; must be a string or an integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member &quot;jsonrpc&quot; must be &quot;2.0&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member &quot;method&quot; must be a string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member &quot;params&quot; must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the member {0} could be mistaken for {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the message is too large for the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name of a tool must be a text that is not empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name of a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name {0} is not known; check the address and your network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the new server {0} was not accepted in ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the parts of the secret {0} do not fit together: set it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the proxy that your system sets refused the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the request is longer than {0} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secret {0} cannot be had. {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secret {0} cannot be read. {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secret {0} has no value in your keychain: toolguard secret set {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secret {0} is not bound to the server {1}: run `toolguard secret bind {2} --server {3}` and accept it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secret {0} is not bound to the server: toolguard secret bind {1} --server {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secret {0} is not in your keychain: run `toolguard secret set {1}`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server closed its stream before it said where it takes messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server compressed its answer more than once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server could not be added: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server could not be started: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server did not answer its handshake after it was started again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server did not answer {0} in {1} seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server does not allow this: look at what its token may do, or {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server does not list its tools: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server does not say where it takes messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server does not start and too many messages wait for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server ended before it answered ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server ended its session before the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server ended while the call was written to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server ended {0} times in a row right after its start; it is stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server gets too many messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server had ended its session, and a new one begins; ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server has no command; set one in its settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server has nothing at this address: check its path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server offers no stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server redirects in a way that would lose the message; check the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server redirects to another one, {0}, which was not followed; if that is the one that you want, set its address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server redirects to what is no address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server redirects without end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server refuses every handshake: {0}; {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server repeated a secret in a form that cannot be taken out; withheld</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server says that it takes messages at what is no address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server sends too much at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server speaks only versions that ToolGuard does not know: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server takes no messages at this address: check its path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server took the message and sends no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server took too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server wants its messages sent to another server, which ToolGuard does not do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server wants to know who you are: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server was started again and refused its handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server {0} before it answered {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server {0} during its handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server {0} is of the unknown kind {1}; set one of {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server {0} is switched off; switch it on in ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server {0} was removed or switched off in ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s address has a password in it; take it out and set a header Authorization with ${secret:NAME} in its place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s address is none; it must begin with https:// or http:// and name a host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s answer cannot be read: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s answer could not be decompressed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s answer is not MCP; check the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s answer to {0} cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s list of tools cannot be read: it has no tools in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s list of tools has more than {0} pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s list of tools never ends: it repeats a cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s own stream broke: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s session id is not usable and was ignored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session ended before it was written to the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session ended while this was asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session is closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session is over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the session was {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the token is wrong: the program that connects is not this user&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tool {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tool {0} was left out: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and {0} more characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no encrypted connection came about ({0}); check the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing listens at {0}, port {1}; is the server running?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not trusted ({0}); if your own authority issued it, add that to your system, or name its file in the variable SSL_CERT_FILE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {0} that belongs to {1} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {0} {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {0} {1} has a reference to a secret that cannot be read; write ${secret:NAME}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no server {0} for this client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no setting {0}: `toolguard settings list` shows them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is nothing here: a server&apos;s URL is /s/NAME/mcp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is something after the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they must be a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this client has {0} sessions in use: end one first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is ToolGuard on a loopback address: Host must be 127.0.0.1 or localhost, with the port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this protocol version has only POST</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this session has a stream already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this session is over ({0}): initialize again, without Mcp-Session-Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this session is over or was never there: initialize again, without Mcp-Session-Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this session is over: initialize again, without Mcp-Session-Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this session was {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this tool is switched off in ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ticket of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many pending approvals: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many requests wait for an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many requests wait for the client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>toolguard-connect ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tools/call must have an id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tools/call needs params with a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tools/call without an id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true, false or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown method {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use your model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for you to accept this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for your keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was closed while it started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>was ended by signal {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>web pages have no access: Origin is not allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which is  {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>who gave the order is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (status {1}{2}){3}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} Mend {1} or move it away first: nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} Until that is mended no server of it is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} calls already wait for approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} calls of this client already wait for approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be written ({1}): nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} could not be looked at: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} descriptors came, {1} were announced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has a secret in it, and this server wants it repeated in a header, where others can read it; give the secret to the server in another way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has listed no tool {1}: `toolguard tool list` names those it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds a record that cannot be read: verify the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a folder: name a file in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is for a shell, and no shell runs this: give one program with its arguments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a log that ToolGuard wrote, or something else changed it ({1}): keep it as evidence, move it away and restart ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a log that ToolGuard wrote: keep it as evidence, move it away and restart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a text, and was left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not connected now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is out of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is there already: choose another name, or overwrite it with --force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} line {1}: rules[{2}].id must be unlike that of any other rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} line {1}: this is not valid UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} line {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} must be true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} must be {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} by {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} refused: nobody can be asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} sessions of server {1} {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} wants to use a new server, {1}: it would start this program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was changed by somebody else and cannot be kept beside ({1}): nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was changed: {1}. Keep it as evidence, move it away and restart ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was made by somebody else meanwhile: choose another name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was mended and is read again: look at it, then repeat this change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was moved, deleted or replaced while in use: put it back, or restart ToolGuard to begin a new log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was not sent: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was refused with status {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: a text holds half a character (an unpaired surrogate).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}{1} Do not retry this call unless the user asks.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Credential</name>
    <message>
        <source>Secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bearer token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User id</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CredentialDetail</name>
    <message>
        <source>Credential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace value…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit kind and note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server to bind it to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind it to this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers that get it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server gets it yet. Bind it to one, then name it in that server&apos;s settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it a value…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last released to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {0}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its value is deleted: nobody can bring it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no value, so nothing is lost that cannot be brought back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These servers need it and do not start without it: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CredentialEditor</name>
    <message>
        <source>github-token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is for, where it came from, when it ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it in memory only, until ToolGuard closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New credential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another value for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind and note of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value of now is overwritten and cannot be brought back. Servers that run keep it until they start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value goes into your keychain. ToolGuard never shows it again, to you or to anybody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name has 1 to 64 letters, digits, dots, underscores or dashes, and begins with a letter or digit.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Credentials</name>
    <message>
        <source>Credentials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No credentials yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A credential lies in your keychain and goes only to the servers that you bind it to. No chat client and no model ever sees it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a credential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a credential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a new credential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>goes to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not bound to a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value of {0} is in your keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value of {0} is in memory, until ToolGuard closes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is still in the clipboard, where every program can read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} may now be given to {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is no longer given to {1}. A process that has it keeps it until it ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is removed, and its value with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring it back without its value</source>
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
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the keys of this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo this denial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
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
    <message>
        <source>Run edited {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Difference</name>
    <message>
        <source>What you changed in the arguments</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>a value is missing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a comma or the closing bracket is missing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a colon is missing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a member&apos;s name in double quotes is missing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this comma is one too many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the text that begins here has no end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a line break or tab inside a text: write \n or \t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a backslash must be written twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing may follow the closing bracket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {0}, column {1}: {2}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>What changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs to edit, as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs, to be edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset the inputs to what the client sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop editing and go by what the client sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are more changes than are listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the order of the members changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is changed yet.</source>
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
    <name>Endings</name>
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
    <message>
        <source>Outcome unknown: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Wanted by: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed after {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered after {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ended</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Entries</name>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the export went</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide how the export went</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown, as JSON lines …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown, as a table (CSV) …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All records with their hashes, as JSON lines …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All calls, as a table (CSV) …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the file …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} records are in </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} rows are in </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The export was stopped: no file was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was exported: {0}. Choose another place or make room, and export again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} written</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message numerus="yes">
        <source>Show all %Ln characters</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Failed</name>
    <message>
        <source>This page has failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gate goes on: nothing runs without an answer, and the other pages work. Restart ToolGuard to get this page back. Please report it: the copied report holds no arguments, answers or paths of yours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts where the error arose on the clipboard, without your data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>This is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} when left out</source>
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
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
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
    <message>
        <source>Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FlagField</name>
    <message>
        <source>Yes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FoundRow</name>
    <message>
        <source>Add {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit {0} before it is added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What {0} starts or reaches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is registered already, as {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes into your keychain: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its value was not here, add it under Credentials: {0}.</source>
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
    <name>Help</name>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chapter has all of these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies what a report of trouble needs. No secret, no argument and no command is in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied. Read it before you send it: it names your servers.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Hidden</name>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type or paste it; it is not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the value from the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the value: type it, or paste it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value is too long: at most 32,768 bytes can be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value holds a NUL character, which no keychain keeps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no text in the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken: {0} characters in {1} lines. Delete empties the field.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken: {0} characters. Delete empties the field.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It begins or ends with a space: is that part of it?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Histogram</name>
    <message>
        <source>Calls over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} to {1}: {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most {0} in {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n d</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Hours</name>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write times of day such as 22:00 and 7:30. Until then nothing changes.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonField</name>
    <message>
        <source>Written as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is too long: at most {0} letters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not JSON: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is more than one value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be an object: { … }.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be a list: [ … ].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be a text: “…”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeptField</name>
    <message>
        <source>Too long to be edited here ({0}): it stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Keychain</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain is open: values are kept there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain is locked. It asks you when a value is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain waits for you: unlock it, or answer it, in its own window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain does not answer. Look for a question that it asks behind another window; if there is none, start it again. Servers that need a value wait, then are told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain stayed locked, so servers that need a value do not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain&apos;s question was dismissed, so servers that need a value do not start. Try again and allow ToolGuard to use it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no keychain that ToolGuard may use. Start one (GNOME Keyring, KWallet, Keychain, Credential Manager). Until then a value can be kept in memory only, until ToolGuard closes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain did not do its work. See whether it runs, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your keychain</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Next call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run, once the button is armed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a reason for denying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of your reasons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo a denial or a remembered rule, for three seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember this answer, or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the inputs before they run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all calls of this kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show these keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go from the list to the buttons and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select several calls in the list</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeysHelp</name>
    <message>
        <source>Keys of this page</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Labelled</name>
    <message>
        <source>needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem with {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MapField</name>
    <message>
        <source>A value has no name: give it one, or remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name {0} stands here twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be a name here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value of {0} does not have the form that is asked for.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>What was done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Notify</name>
    <message>
        <source>Look at it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} on {1}, asked by {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} waits for your answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A change waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n calls wait for you</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls and changes wait for you</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Number</name>
    <message>
        <source>Write a whole number from {0} to {1}. Until then nothing changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a whole number from {0} to {1}, or 0: {2}. Until then nothing changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds = {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>This is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number is not written like that: is there a 0 before it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less than {0}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ObjectField</name>
    <message>
        <source>Other members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has a field of its own.</source>
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
        <source>Denied. The client is told in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied by you. It never ran.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Picture in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too long to be shown as a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too large to be shown as a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>says it is a picture, but is not base64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>says it is a picture, but is none that is shown here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>the variable {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gets it as {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May have it, but its settings do not name it: put {0} into one of its variables or headers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks for it as {0}, but it is not bound. Until it is, the server gets nothing and does not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not bound any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not released yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Released once, at {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Last released {0}; %n times in all.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any client</source>
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
    <name>Question</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which rule would decide a call?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which server and which tool; the client may stay empty.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Waiting calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Select %n alike</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Select all %n calls of this kind</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Ctrl+G</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>Not this file or folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too broad: ask for less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain first what you want to do, and why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I will do this myself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This has side effects that I do not want.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your reasons for denying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit your reasons…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReasonsDialog</name>
    <message>
        <source>Your reasons for denying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reasons, one on each line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save reasons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One reason on each line. The model is told the one that you choose.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Result</name>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Row</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the value from a secret in your keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name {1} of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value {1} of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secret for value {1} of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove entry {1} of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no secrets yet: add one on the page Credentials</source>
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
        <source>To be asked again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept for the next</source>
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
        <source>Client joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secret used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passed on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too late</source>
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
    <message>
        <source>Rule {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleDetail</name>
    <message>
        <source>The chosen rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never, as far as the log tells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>once</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, last {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Has decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool&apos;s definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleForm</name>
    <message>
        <source>What happens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For how long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until I remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until ToolGuard closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add: run without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add this rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say for which server, tool and client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds for the tool as its server describes it now, where that is known.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleTable</name>
    <message>
        <source>What happens</source>
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
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleWords</name>
    <message>
        <source>Runs without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the command line, accepted by you where that was needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on closing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when ToolGuard closes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tool} on {server}, called by {client}, runs without asking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tool} on {server}, called by {client}, is always denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tool} on {server}, called by {client}, is always asked about.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any, also one that its server changes later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only as it was then, which it still is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only as it was then; it has changed since, so calls are asked about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only as it was then; its server has not listed it since the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that every server can do runs without you seeing it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every tool of {0} runs, also those that it adds or changes later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any server that has a tool of this name is allowed, a new one too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds whatever the server makes of this tool later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any client may do this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It never ends by itself.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>Search, or tool:NAME …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which rule decides?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rules: every call is asked about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule decides calls of one kind beforehand. You can also make one while you answer a call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the first rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rule has all of these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rules</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None: the tool is hidden from this client, so the call is refused as unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These speak of it too: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Running</name>
    <message>
        <source>{0} on {1} runs, asked by {2}. {3}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running long: {0}</source>
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
        <source>{0} on {1}: {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running long</source>
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
        <source>Open in Audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open this call in Audit</source>
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
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
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
    <name>Schema</name>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rest is folded here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server gave no schema: any inputs may be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes no inputs, or does not say which.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing fits here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as above, and so on</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more inside</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>(any other name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More conditions, see the JSON: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any of these forms:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of these forms:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all of these at once:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more forms</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>always {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list of: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> or </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not followed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of several forms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, not that itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entries: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>members: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a multiple of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all different</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>matching {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} when left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer to be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more choices</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more characters</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SchemaView</name>
    <message>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Long: parts are folded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all inputs</source>
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
        <source>Inputs as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the schema as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the exact JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerDetail</name>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End this server&apos;s sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show its tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this server&apos;s tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch this server off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch this server on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address on the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used now by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speaks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>once</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Was started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} since ToolGuard began</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not listed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at it now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard starts the server by itself, asks for its tools and ends it again. It calls none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tools of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Every tool, also new ones, but for %n switched on by itself</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Narrowed for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listed last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerEditor</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What chat clients call it by: letters, digits, dots, underscores and hyphens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is kept until you press Add.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions that run keep the old settings until they end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 value looks like a secret: look below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n values look like secrets: look below.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Give it a name: chat clients use it in `toolguard-connect --server NAME`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name has 1 to 64 letters, digits, “.”, “_” or “-”, and begins with a letter or digit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is missing or wrong below.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerLog</name>
    <message>
        <source>Search this log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show new lines as they come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the shown lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the server wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 line</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has written nothing yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last {0}; the file has more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerPaste</name>
    <message>
        <source>Pasted text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel pasting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A command line, an address, or the JSON, YAML or TOML of a chat client&apos;s settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add 1 server</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Add %n servers</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Added.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>Waiting for your keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No servers yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A server gives chat clients its tools. Add one, and ToolGuard stands between the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste a command or settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is and does is shown here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 session goes on with the old settings until it ends. “End sessions” ends it now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sessions go on with the old settings until they end. “End sessions” ends them now.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The server is saved, but its secret is not: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was removed, and its sessions ended.</source>
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
    <name>Settings</name>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another language is seen the next time ToolGuard starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark, everywhere in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether a new card fades in or just stands there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the state and how many calls wait, where your desktop has a tray.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing hides the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard goes on behind its tray icon; without a tray, closing ends it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start when you log in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your desktop starts ToolGuard in the background.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a call waits and you look elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which tool, server and client wait; never what the inputs are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window&apos;s place on the task bar is marked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A short sound, once for calls that come together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No notification, sound or mark between these times; what waits is counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long a call waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Then it is denied by itself. What waits already keeps its time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reasons for a denial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One a line. The model reads the one that you choose.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long clients wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One a line, NAME=SECONDS; 0 waits for ever. Shortly before, the client is told to ask again. What ToolGuard learns from a client&apos;s own behaviour is added here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting calls of one client session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What comes on top of these is denied at once: no client can flood you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting calls of all together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What comes on top of these is denied at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long your keychain may take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A call that needs a secret is refused when this is over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients over HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where chat clients with a token come in, on this computer only; 0 takes any free one. The addresses in the clients&apos; settings must name the same port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your configuration, the log and the files of servers lie there. No secret&apos;s value does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings cannot be read. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not changed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” is as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the change of {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Several</name>
    <message numerus="yes">
        <source>%n of them have something odd: look at each of those first.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They differ in tool, server or client: look at each of them first (%n left).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Their inputs are too long to be read here: look at each of them first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason for denying, told to the model (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason for denying all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} calls are selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Run all %n</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run all %n selected calls</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n selected calls</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected changes are not decided here: each is decided by itself.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0} × {1} on {2}, asked by {3}</source>
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
    <name>Sight</name>
    <message>
        <source>What this client may see</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden from every client</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>only %n of its tools</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>none of its tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>all but %n of its tools</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>all of its tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>State</name>
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
    <message>
        <source>Trouble</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
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
        <source>Log tampered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the log was tampered with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refusing calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every call is refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the keychain needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>something is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 call waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n calls wait</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>1 change waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n changes wait</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
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
        <source>Inputs edited by you, then allowed</source>
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
        <source>After {0} the client was told to ask again; the prompt stayed open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed while nobody waited: it did not run, the next identical call may</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied while nobody waited: the next identical call is denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its task ended: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer came too late and was dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}</source>
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
        <source>What you changed</source>
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
        <source>Nothing came back.</source>
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
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What came back</source>
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
    <name>Strip</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the other one too…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Run the other %n too…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Suspicion</name>
    <message>
        <source>Keep {0} in your keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the secret for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its value, now or later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value of the secret for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These look like secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ticked ones go into your keychain under the name beside them. The others stay in config.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A secret&apos;s name has 1 to 64 letters, digits, “.”, “_” or “-”; “{0}” has not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two secrets have the same name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
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
    <name>TextField</name>
    <message>
        <source>This is too long: at most {0} letters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This must not be empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least {0} letters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most {0} letters; these are {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This does not have the form that is asked for: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextsField</name>
    <message>
        <source>At least {0} entries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most {0} entries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two entries are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entry {0} does not have the form that is asked for.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ToolDetail</name>
    <message>
        <source>The chosen tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients can see and call it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claimed by the server. Nobody has checked these.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tool} “{title}” on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tool} on {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never called, as far as the log tells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 call today</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n calls today</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0} · last used {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its definition has changed since you allowed it: your rule no longer holds, calls are asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server lists two tools of this name; a call may reach the other one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs cannot be checked against its schema: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its description contains characters that cannot be seen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes things</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no, it only reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes, it may</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not said: count on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Destroys things</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it may</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no, it only adds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calling it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changes nothing more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not said: count on it doing it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outside world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it reaches beyond this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it stays in its own world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>claims</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As it is since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parts that are not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Description before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listed last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Definition</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ToolTree</name>
    <message>
        <source>Shown to clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has listed no tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, look at it twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers and their tools</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>Search names and descriptions …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at all servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No servers yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a server is guarded by ToolGuard, its tools are shown here, each with a switch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tools known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect a client to a server, or let ToolGuard look: it asks each server for its tools itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at all servers now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tool has all of these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln tools</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0} is shown to clients.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is hidden from clients.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every tool of {0} is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every tool of {0} is hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} sees {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} does not see {1} any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking at {0}…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>A model wants to use a tool, and waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read what it would do and to what. Then run it or deny it; nothing else decides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You choose which tools a model may know of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch a tool off: it disappears from the client&apos;s list and cannot be called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is written down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at what you decided and what came back. Verify proves that nobody edited it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next step of the tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decided, and written down. The model has its answer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Quit ToolGuard</source>
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
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters are folded here</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trial</name>
    <message>
        <source>Try it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the server says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts it once, asks for its tools, and ends it. No tool is called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trying …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Given up: the server was ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>It works: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speaks </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls itself </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and {0} more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Undo</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ValueLine</name>
    <message>
        <source>Its value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its value is in memory only: it is gone when ToolGuard closes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its value is in your keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether it has a value is seen once your keychain is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no value: servers that need it do not start. Give it one.</source>
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
        <source>Stop the check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the check found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide what the check found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking the log …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} records checked, none edited, removed, moved or cut off. Newest link: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped after {0} records; these are right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do: do not rely on that record or on any after it. Keep a copy of the log as evidence, find out which program wrote to it, then move it away and restart ToolGuard, which begins a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log is not as it was written: </source>
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
        <source>Being laid out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Long: parts are folded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only what was found is shown, with what stands around it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 found</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, the first {1} are shown</source>
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
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Credentials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
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
    <name>Working</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Events</name>
    <message>
        <source>Copy record {0} as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this record as JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Row</name>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How {0} uses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unbind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unbind {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
