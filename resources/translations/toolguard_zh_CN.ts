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
    <name>Core</name>
    <message>
        <source>(a tool without a name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(it is empty)</source>
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
        <source>(there is none)</source>
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
        <source>, switched off</source>
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
        <source>; its last words: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name on your PATH or a full path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A secret for this session needs ToolGuard to run: open it (`toolguard`) and try again.</source>
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
        <source>Another program holds the log {0} locked: close that program, and calls go on by themselves.</source>
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
        <source>Chat clients can use the server {0}, and ToolGuard {1}.</source>
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
        <source>Expose a tool to clients, or hide it</source>
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
        <source>It is written in {0} letters that look like Latin ones: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It mixes alphabets that look alike: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON-RPC batches are not part of this protocol version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let servers be given a secret</source>
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
        <source>Looked in</source>
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
        <source>No rule fits, so a person is asked.</source>
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
        <source>Program on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a secret into the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Register a server that ToolGuard starts</source>
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
        <source>Say which rule would decide a call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped by the user in ToolGuard while it ran; it may have had effects. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a secret away from servers</source>
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
        <source>The search index {0} cannot be read ({1}): it is made anew soon.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search index {0} is not up to date: {1}</source>
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
        <source>The server lists two tools of this name; the call may reach the other one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server {0} is switched off in ToolGuard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a rule {0} already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a server {0} already: remove it first, or choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no order {0}: are two versions of ToolGuard installed?</source>
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
        <source>This is not a server: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This question is already gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard cannot be reached: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard closed the connection without an answer: look at its window, then try again</source>
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
        <source>ToolGuard stopped while it was asked: open it and look what it did</source>
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
        <source>ToolGuard {0}, Python {1} on {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ToolGuard&apos;s answer cannot be understood: are two versions of it installed?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown tool: {0}</source>
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
        <source>a key in double quotes is missing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of servers&apos; names</source>
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
        <source>a message must be a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a method must be a string</source>
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
        <source>a secret in the command line could be read by every program; put it into the environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text holds bytes that are no characters (not UTF-8)</source>
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
        <source>allow, deny or ask</source>
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
        <source>an unpaired surrogate in a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another command is called {0} by now; start your chat client&apos;s server again</source>
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
        <source>are no longer asked about where another rule decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>are no longer denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ask for either a server by its name or a command</source>
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
        <source>cannot find the program {0}. {1}. Install it, or give its full path in the server&apos;s settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot start {0}: {1}{2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cd {0} &amp;&amp;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checking these arguments would take too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed its output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>command line</source>
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
        <source>echo {0}; printenv PATH; echo {1}</source>
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
        <source>initialize must not be in a batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a known setting</source>
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
        <source>line {0}: {1}.</source>
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
        <source>no folder: PATH is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no longer switched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no server: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no such column: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no such table</source>
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
        <source>of another form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only tools are looked at</source>
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
        <source>reaches {0}</source>
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
        <source>say the proof first, see run/tcp.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>secret {0} bound to server {1}</source>
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
        <source>server {0} added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0} removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server {0}: {1}{2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session: {0} ({1}, {2} {3}) with {4}: {5}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts its command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>state in {0}: {1} servers, {2} rules, {3} secrets, {4} switches</source>
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
        <source>the argument {0} has {1} in it, which Windows would interpret because {2} is a batch file. Set the program that it starts (such as node.exe with the script&apos;s path) as the command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the arguments of a tool must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client closed its connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client left before it was let in</source>
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
        <source>the connection was closed before a whole line came</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder {0} of this server cannot be entered; change it in its settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the id {0} is still in use by another request</source>
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
        <source>the name of a tool must be a text that is not empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name of a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the new server {0} was not accepted in ToolGuard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the newest lines of its own log:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the parts of the secret {0} do not fit together: set it again</source>
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
        <source>the server does not list its tools: {0}</source>
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
        <source>the server ended while the call was written to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server ended {0} times in a row right after its start; it is stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server has no command; set one in its settings</source>
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
        <source>the server speaks only versions that ToolGuard does not know: {0}</source>
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
        <source>the server&apos;s answer cannot be read: {0}</source>
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
        <source>the session ended before it was written to the server</source>
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
        <source>the token is wrong: the program that connects is not this user&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tool {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the variable {0} has a reference to a secret that cannot be read; write ${secret:NAME}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the {0} {1}</source>
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
        <source>this tool is switched off in ToolGuard</source>
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
        <source>toolguard parts 1</source>
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
        <source>who gave the order is gone</source>
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
        <source>{0} calls wait, {1} run, {2} records</source>
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
        <source>{0} descriptors came, {1} were announced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds a record that cannot be read: verify the log.</source>
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
        <source>{0} is out of range</source>
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
        <source>{0} was mended and is read again: look at it, then repeat this change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was moved, deleted or replaced while in use: put it back, or restart ToolGuard to begin a new log.</source>
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
    <name>_Events</name>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
