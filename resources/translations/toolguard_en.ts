<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ActivePage</name>
    <message numerus="yes">
        <source>%n running calls</source>
        <translation>
            <numerusform>%n running call</numerusform>
            <numerusform>%n running calls</numerusform>
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
        <source>%n new pending items.</source>
        <translation>
            <numerusform>%n new pending item.</numerusform>
            <numerusform>%n new pending items.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending in total.</source>
        <translation>
            <numerusform>%n pending in total.</numerusform>
            <numerusform>%n pending in total.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AppState</name>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
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
        <source>%n running calls</source>
        <translation>
            <numerusform>%n running call</numerusform>
            <numerusform>%n running calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending calls</source>
        <translation>
            <numerusform>%n pending call</numerusform>
            <numerusform>%n pending calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending changes</source>
        <translation>
            <numerusform>%n pending change</numerusform>
            <numerusform>%n pending changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApprovalActions</name>
    <message numerus="yes">
        <source>Approved %n calls.</source>
        <translation>
            <numerusform>Approved %n call.</numerusform>
            <numerusform>Approved %n calls.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls did not run. Your decisions are saved for the next identical ones.</source>
        <translation>
            <numerusform>%n call did not run. Your decision is saved for the next identical one.</numerusform>
            <numerusform>%n calls did not run. Your decisions are saved for the next identical ones.</numerusform>
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
    <name>AuditPage</name>
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
    <name>AuthenticationBanner</name>
    <message numerus="yes">
        <source>Confirm in the system&apos;s dialog within %n minutes: {0}</source>
        <translation>
            <numerusform>Confirm in the system&apos;s dialog within %n minute: {0}</numerusform>
            <numerusform>Confirm in the system&apos;s dialog within %n minutes: {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Touch your security key within %n minutes: {0}</source>
        <translation>
            <numerusform>Touch your security key within %n minute: {0}</numerusform>
            <numerusform>Touch your security key within %n minutes: {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to authenticate.</source>
        <translation>
            <numerusform>%n more to authenticate.</numerusform>
            <numerusform>%n more to authenticate.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackTestView</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BindingList</name>
    <message numerus="yes">
        <source>Last used {0}; %n times in total.</source>
        <translation>
            <numerusform>Last used {0}; %n time in total.</numerusform>
            <numerusform>Last used {0}; %n times in total.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BulkDecision</name>
    <message numerus="yes">
        <source>%n of them contain a secret. Decide those one at a time.</source>
        <translation>
            <numerusform>%n of them contains a secret. Decide that one separately.</numerusform>
            <numerusform>%n of them contain a secret. Decide those one at a time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have warnings. View those first.</source>
        <translation>
            <numerusform>%n of them has a warning. View it first.</numerusform>
            <numerusform>%n of them have warnings. View those first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve all %n</source>
        <translation>
            <numerusform>Approve %n</numerusform>
            <numerusform>Approve all %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve all %n selected calls</source>
        <translation>
            <numerusform>Approve the %n selected call</numerusform>
            <numerusform>Approve all %n selected calls</numerusform>
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
        <source>%n selected changes are not included. Decide them one at a time.</source>
        <translation>
            <numerusform>%n selected change is not included. Decide it separately.</numerusform>
            <numerusform>%n selected changes are not included. Decide them one at a time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have timed out. For these, the next identical call runs instead.</source>
        <translation>
            <numerusform>%n of them has timed out. Its next identical call runs instead.</numerusform>
            <numerusform>%n of them have timed out. For these, the next identical call runs instead.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BurstCalls</name>
    <message numerus="yes">
        <source>%n identical calls</source>
        <translation>
            <numerusform>%n identical call</numerusform>
            <numerusform>%n identical calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BurstCards</name>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n different inputs</source>
        <translation>
            <numerusform>%n input</numerusform>
            <numerusform>%n different inputs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n server</numerusform>
            <numerusform>%n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls: {0} on {1}, requested by {2}</source>
        <translation>
            <numerusform>%n call: {0} on {1}, requested by {2}</numerusform>
            <numerusform>%n calls: {0} on {1}, requested by {2}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BurstDecision</name>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
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
        <source>%n of them have timed out. For these, the next identical call runs instead.</source>
        <translation>
            <numerusform>%n of them has timed out. For it, the next identical call runs instead.</numerusform>
            <numerusform>%n of them have timed out. For these, the next identical call runs instead.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the selected calls must be viewed first, or be denied.</source>
        <translation>
            <numerusform>%n of the selected calls must be viewed first, or be denied.</numerusform>
            <numerusform>%n of the selected calls must be viewed first, or be denied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve %n calls</source>
        <translation>
            <numerusform>Approve %n call</numerusform>
            <numerusform>Approve %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve %n selected calls</source>
        <translation>
            <numerusform>Approve %n selected call</numerusform>
            <numerusform>Approve %n selected calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n calls</source>
        <translation>
            <numerusform>Deny %n call</numerusform>
            <numerusform>Deny %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n selected calls</source>
        <translation>
            <numerusform>Deny %n selected call</numerusform>
            <numerusform>Deny %n selected calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n selected</source>
        <translation>
            <numerusform>{0} of %n selected</numerusform>
            <numerusform>{0} of %n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallHeading</name>
    <message numerus="yes">
        <source>+%n lines</source>
        <translation>
            <numerusform>+%n line</numerusform>
            <numerusform>+%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallHistory</name>
    <message numerus="yes">
        <source>Make a rule from %Ln calls</source>
        <translation>
            <numerusform>Make a rule from %Ln call</numerusform>
            <numerusform>Make a rule from %Ln calls</numerusform>
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
    <name>ClientServers</name>
    <message numerus="yes">
        <source>%n servers not guarded</source>
        <translation>
            <numerusform>%n server not guarded</numerusform>
            <numerusform>%n servers not guarded</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClientVisibility</name>
    <message numerus="yes">
        <source>only %n tools</source>
        <translation>
            <numerusform>only %n tool</numerusform>
            <numerusform>only %n tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all except %n tools</source>
        <translation>
            <numerusform>all except %n tool</numerusform>
            <numerusform>all except %n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClientsPage</name>
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
        <source>%n servers are guarded now.</source>
        <translation>
            <numerusform>%n server is guarded now.</numerusform>
            <numerusform>%n servers are guarded now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Disconnected {0} (%n sessions).</source>
        <translation>
            <numerusform>Disconnected {0} (%n session).</numerusform>
            <numerusform>Disconnected {0} (%n sessions).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CoverageLegend</name>
    <message numerus="yes">
        <source>%Ln servers not guarded</source>
        <translation>
            <numerusform>%Ln server not guarded</numerusform>
            <numerusform>%Ln servers not guarded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers changed</source>
        <translation>
            <numerusform>%Ln server changed</numerusform>
            <numerusform>%Ln servers changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers guarded</source>
        <translation>
            <numerusform>%Ln server guarded</numerusform>
            <numerusform>%Ln servers guarded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers over HTTP</source>
        <translation>
            <numerusform>%Ln server over HTTP</numerusform>
            <numerusform>%Ln servers over HTTP</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files can&apos;t be read</source>
        <translation>
            <numerusform>%Ln file can&apos;t be read</numerusform>
            <numerusform>%Ln files can&apos;t be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln clients</source>
        <translation>
            <numerusform>%Ln client</numerusform>
            <numerusform>%Ln clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CoverageModel</name>
    <message numerus="yes">
        <source>%n kinds</source>
        <translation>
            <numerusform>%n kind</numerusform>
            <numerusform>%n kinds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CredentialsPage</name>
    <message numerus="yes">
        <source>%Ln credentials</source>
        <translation>
            <numerusform>%Ln credential</numerusform>
            <numerusform>%Ln credentials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeferredApprovalsView</name>
    <message numerus="yes">
        <source>%n saved decisions</source>
        <translation>
            <numerusform>%n saved decision</numerusform>
            <numerusform>%n saved decisions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DefinitionReview</name>
    <message numerus="yes">
        <source>%n allow rules do not apply until you accept.</source>
        <translation>
            <numerusform>%n allow rule does not apply until you accept.</numerusform>
            <numerusform>%n allow rules do not apply until you accept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EndedLine</name>
    <message numerus="yes">
        <source>%n calls ended before you decided.</source>
        <translation>
            <numerusform>%n call ended before you decided.</numerusform>
            <numerusform>%n calls ended before you decided.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more calls ended before you decided.</source>
        <translation>
            <numerusform>%n more call ended before you decided.</numerusform>
            <numerusform>%n more calls ended before you decided.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ends</name>
    <message numerus="yes">
        <source>Sent %n times: one decision answers all, it runs once</source>
        <translation>
            <numerusform>Sent %n time: one decision answers all, it runs once</numerusform>
            <numerusform>Sent %n times: one decision answers all, it runs once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your decision applies once to an identical call within %n minutes.</source>
        <translation>
            <numerusform>Your decision applies once to an identical call within %n minute.</numerusform>
            <numerusform>Your decision applies once to an identical call within %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExplainForm</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FieldSection</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GrantPanel</name>
    <message numerus="yes">
        <source>%Ln more in All rules</source>
        <translation>
            <numerusform>%Ln more in All rules</numerusform>
            <numerusform>%Ln more in All rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GrantRow</name>
    <message numerus="yes">
        <source>Used %Ln times</source>
        <translation>
            <numerusform>Used %Ln time</numerusform>
            <numerusform>Used %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used more than %Ln times</source>
        <translation>
            <numerusform>Used more than %Ln time</numerusform>
            <numerusform>Used more than %Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Histogram</name>
    <message numerus="yes">
        <source>%Ln records</source>
        <translation>
            <numerusform>%Ln record</numerusform>
            <numerusform>%Ln records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln denied</source>
        <translation>
            <numerusform>%Ln denied</numerusform>
            <numerusform>%Ln denied</numerusform>
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
    <name>JsonViewer</name>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeakBanner</name>
    <message numerus="yes">
        <source>%n more like this.</source>
        <translation>
            <numerusform>%n more like this.</numerusform>
            <numerusform>%n more like this.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LimitText</name>
    <message numerus="yes">
        <source>at most %n calls in {0}</source>
        <translation>
            <numerusform>at most %n call in {0}</numerusform>
            <numerusform>at most %n calls in {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LogVerification</name>
    <message numerus="yes">
        <source>Log verified: %Ln records intact; a call has several. Latest hash: </source>
        <translation>
            <numerusform>Log verified: %Ln record intact; a call has several. Latest hash: </numerusform>
            <numerusform>Log verified: %Ln records intact; a call has several. Latest hash: </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Text was redacted in %Ln records.</source>
        <translation>
            <numerusform>Text was redacted in %Ln record.</numerusform>
            <numerusform>Text was redacted in %Ln records.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message numerus="yes">
        <source>%n days ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
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
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending calls</source>
        <translation>
            <numerusform>%n pending call</numerusform>
            <numerusform>%n pending calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending calls and changes</source>
        <translation>
            <numerusform>%n pending call or change</numerusform>
            <numerusform>%n pending calls and changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageButton</name>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PauseBanner</name>
    <message numerus="yes">
        <source>Calls of {0} to {1} are denied until {2}: %n approval requests were not answered.</source>
        <translation>
            <numerusform>Calls of {0} to {1} are denied until {2}: %n approval request was not answered.</numerusform>
            <numerusform>Calls of {0} to {1} are denied until {2}: %n approval requests were not answered.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more pauses.</source>
        <translation>
            <numerusform>%n more pause.</numerusform>
            <numerusform>%n more pauses.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PendingPage</name>
    <message numerus="yes">
        <source>Approve %n similar calls…</source>
        <translation>
            <numerusform>Approve %n similar call…</numerusform>
            <numerusform>Approve %n similar calls…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PromptChart</name>
    <message numerus="yes">
        <source>%Ln approved</source>
        <translation>
            <numerusform>%Ln approved</numerusform>
            <numerusform>%Ln approved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln denied</source>
        <translation>
            <numerusform>%Ln denied</numerusform>
            <numerusform>%Ln denied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not answered</source>
        <translation>
            <numerusform>%Ln not answered</numerusform>
            <numerusform>%Ln not answered</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PropertyList</name>
    <message numerus="yes">
        <source>Show all %Ln characters</source>
        <translation>
            <numerusform>Show all %Ln character</numerusform>
            <numerusform>Show all %Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message numerus="yes">
        <source>Select %n similar</source>
        <translation>
            <numerusform>Select %n similar</numerusform>
            <numerusform>Select %n similar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Select all %n similar calls</source>
        <translation>
            <numerusform>Select %n similar call</numerusform>
            <numerusform>Select all %n similar calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueText</name>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuitQuestion</name>
    <message numerus="yes">
        <source>Quit and end %n calls</source>
        <translation>
            <numerusform>Quit and end %n call</numerusform>
            <numerusform>Quit and end %n calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RedactionDialog</name>
    <message numerus="yes">
        <source>%Ln more records</source>
        <translation>
            <numerusform>%Ln more record</numerusform>
            <numerusform>%Ln more records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Redact this text in %Ln records?</source>
        <translation>
            <numerusform>Redact this text in %Ln record?</numerusform>
            <numerusform>Redact this text in %Ln records?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Redact all text of this call, in %Ln records?</source>
        <translation>
            <numerusform>Redact all text of this call, in %Ln record?</numerusform>
            <numerusform>Redact all text of this call, in %Ln records?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Text was redacted in %Ln records.</source>
        <translation>
            <numerusform>Text was redacted in %Ln record.</numerusform>
            <numerusform>Text was redacted in %Ln records.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RememberChoice</name>
    <message numerus="yes">
        <source>matches %Ln past calls</source>
        <translation>
            <numerusform>matches %Ln past call</numerusform>
            <numerusform>matches %Ln past calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>matches over %Ln past calls</source>
        <translation>
            <numerusform>matches over %Ln past call</numerusform>
            <numerusform>matches over %Ln past calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}, %Ln denied</source>
        <translation>
            <numerusform>{0}, %Ln denied</numerusform>
            <numerusform>{0}, %Ln denied</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RouteReview</name>
    <message numerus="yes">
        <source>Guard %n servers</source>
        <translation>
            <numerusform>Guard %n server</numerusform>
            <numerusform>Guard %n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
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
    <name>RuleForm</name>
    <message numerus="yes">
        <source>%n other existing rules take precedence, too.</source>
        <translation>
            <numerusform>%n other existing rule takes precedence, too.</numerusform>
            <numerusform>%n other existing rules take precedence, too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RuleTable</name>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation>
            <numerusform>%Ln time</numerusform>
            <numerusform>%Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RuleText</name>
    <message numerus="yes">
        <source>away %n m</source>
        <translation>
            <numerusform>away %n m</numerusform>
            <numerusform>away %n m</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>when you are away for %n minutes</source>
        <translation>
            <numerusform>when you are away for %n minute</numerusform>
            <numerusform>when you are away for %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other rules take precedence for some calls.</source>
        <translation>
            <numerusform>%n other rule takes precedence for some calls.</numerusform>
            <numerusform>%n other rules take precedence for some calls.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the tools are hidden.</source>
        <translation>
            <numerusform>%n of the tools is hidden.</numerusform>
            <numerusform>%n of the tools are hidden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RulesPage</name>
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
        <source>%n more nested</source>
        <translation>
            <numerusform>%n more nested</numerusform>
            <numerusform>%n more nested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more variants</source>
        <translation>
            <numerusform>%n more variant</numerusform>
            <numerusform>%n more variants</numerusform>
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
</context>
<context>
    <name>ServerEditor</name>
    <message numerus="yes">
        <source>%n values look like secrets.</source>
        <translation>
            <numerusform>%n value looks like a secret.</numerusform>
            <numerusform>%n values look like secrets.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerLogView</name>
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
    <name>ServerTest</name>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerToolsDetail</name>
    <message numerus="yes">
        <source>The server changed %n tools since you accepted them.</source>
        <translation>
            <numerusform>The server changed %n tool since you accepted them.</numerusform>
            <numerusform>The server changed %n tools since you accepted them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All tools, including new ones, except %n turned on individually</source>
        <translation>
            <numerusform>All tools, including new ones, except %n turned on individually</numerusform>
            <numerusform>All tools, including new ones, except %n turned on individually</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln server</numerusform>
            <numerusform>%Ln servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions keep the old settings until they end. Choose “End sessions” to end them now.</source>
        <translation>
            <numerusform>%n session keeps the old settings until it ends. Choose “End sessions” to end it now.</numerusform>
            <numerusform>%n sessions keep the old settings until they end. Choose “End sessions” to end them now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n servers.</source>
        <translation>
            <numerusform>Added %n server.</numerusform>
            <numerusform>Added %n servers.</numerusform>
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
        <source>Of tools no longer listed: %Ln</source>
        <translation>
            <numerusform>Of tools no longer listed: %Ln</numerusform>
            <numerusform>Of tools no longer listed: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to review</source>
        <translation>
            <numerusform>%n to review</numerusform>
            <numerusform>%n to review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
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
        <source>%Ln characters collapsed</source>
        <translation>
            <numerusform>%Ln character collapsed</numerusform>
            <numerusform>%Ln characters collapsed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_CallGroupView</name>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_FileBox</name>
    <message numerus="yes">
        <source>Guard %n servers…</source>
        <translation>
            <numerusform>Guard %n server…</numerusform>
            <numerusform>Guard %n servers…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop guarding %n servers…</source>
        <translation>
            <numerusform>Stop guarding %n server…</numerusform>
            <numerusform>Stop guarding %n servers…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_SuggestionRow</name>
    <message numerus="yes">
        <source>Would have saved %n approval requests. Covers no call that you denied.</source>
        <translation>
            <numerusform>Would have saved %n approval request. Covers no call that you denied.</numerusform>
            <numerusform>Would have saved %n approval requests. Covers no call that you denied.</numerusform>
        </translation>
    </message>
</context>
</TS>
