<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActivePage</name>
    <message>
        <source>Running calls</source>
        <translation>正在运行的调用</translation>
    </message>
    <message>
        <source>Connected sessions</source>
        <translation>已连接的会话</translation>
    </message>
    <message>
        <source>Background calls</source>
        <translation>后台调用</translation>
    </message>
    <message>
        <source>No active calls</source>
        <translation>没有正在运行的调用</translation>
    </message>
    <message>
        <source>Calls appear here while they run.</source>
        <translation>调用在运行期间会显示在这里。</translation>
    </message>
    <message>
        <source>No clients are connected. Once one is, its calls appear here while they run.</source>
        <translation>没有客户端连接。客户端连接后，其调用在运行时会显示在此处。</translation>
    </message>
    <message>
        <source>Show clients</source>
        <translation>显示客户端</translation>
    </message>
    <message>
        <source>No clients connected.</source>
        <translation>没有客户端连接。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>{0} ({1}, {2} failed)</source>
        <translation>{0}（{1}，其中 {2} 个失败）</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>后台</translation>
    </message>
    <message>
        <source>Stop all…</source>
        <translation>全部停止…</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>全部停止</translation>
    </message>
    <message>
        <source>Stop all running calls</source>
        <translation>全部停止：所有正在运行的调用</translation>
    </message>
    <message>
        <source>Search calls and clients</source>
        <translation>搜索调用和客户端</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>1 running call</source>
        <translation>1 个调用正在运行</translation>
    </message>
    <message numerus="yes">
        <source>%n running calls</source>
        <translation>
            <numerusform>%n 个正在运行的调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop call</source>
        <translation>停止调用</translation>
    </message>
    <message>
        <source>Stop the running call?</source>
        <translation>停止正在运行的调用？</translation>
    </message>
    <message>
        <source>The server is asked to cancel, and the client is notified. Anything the tool has already done can&apos;t be undone.</source>
        <translation>ToolGuard 会请求服务器取消，并通知客户端。工具已完成的操作无法撤销。</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Stop {0} on {1}?</source>
        <translation>停止 {1} 上的 {0}？</translation>
    </message>
    <message numerus="yes">
        <source>Stop all %n running calls?</source>
        <translation>
            <numerusform>停止全部 %n 个正在运行的调用？</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop?</source>
        <translation>停止？</translation>
    </message>
</context>
<context>
    <name>AddButton</name>
    <message>
        <source>Finish or cancel the form first.</source>
        <translation>请先完成或取消表单。</translation>
    </message>
</context>
<context>
    <name>Announce</name>
    <message numerus="yes">
        <source>%n new pending items.</source>
        <translation>
            <numerusform>%n 个新的待处理项。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} wants to run {1} on {2}.</source>
        <translation>{0} 想运行 {2} 上的 {1}。</translation>
    </message>
    <message numerus="yes">
        <source>%n pending in total.</source>
        <translation>
            <numerusform>共 %n 个待处理。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AppState</name>
    <message>
        <source>{0} · {1}</source>
        <translation>{0} · {1}</translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n 项运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>({0}) ToolGuard — {1}</source>
        <translation>({0}) ToolGuard — {1}</translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n 项待处理</numerusform>
        </translation>
    </message>
    <message>
        <source>ToolGuard — {0}</source>
        <translation>ToolGuard — {0}</translation>
    </message>
    <message>
        <source>1 running call</source>
        <translation>1 个调用正在运行</translation>
    </message>
    <message numerus="yes">
        <source>%n running calls</source>
        <translation>
            <numerusform>%n 个正在运行的调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing guarded</source>
        <translation>未保护任何服务器</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Log tampered</source>
        <translation>日志被篡改</translation>
    </message>
    <message>
        <source>log tampered</source>
        <translation>日志被篡改</translation>
    </message>
    <message>
        <source>all calls are refused</source>
        <translation>所有调用都会被拒绝</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>keyring needs attention</source>
        <translation>密钥环需要处理</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>there is a problem</source>
        <translation>出现问题</translation>
    </message>
    <message>
        <source>1 pending call</source>
        <translation>1 个调用待处理</translation>
    </message>
    <message numerus="yes">
        <source>%n pending calls</source>
        <translation>
            <numerusform>%n 个待处理的调用</numerusform>
        </translation>
    </message>
    <message>
        <source>1 pending change</source>
        <translation>1 项更改待处理</translation>
    </message>
    <message numerus="yes">
        <source>%n pending changes</source>
        <translation>
            <numerusform>%n 项待处理的更改</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0}和 {1}</translation>
    </message>
    <message>
        <source>Refusing calls</source>
        <translation>正在拒绝调用</translation>
    </message>
    <message>
        <source>All calls blocked</source>
        <translation>已阻止所有调用</translation>
    </message>
    <message>
        <source>all calls are blocked</source>
        <translation>已阻止所有调用</translation>
    </message>
</context>
<context>
    <name>ApprovalActions</name>
    <message>
        <source>Rule added: calls like this are now allowed.</source>
        <translation>已添加规则：今后允许此类调用。</translation>
    </message>
    <message>
        <source>Approved 1 call.</source>
        <translation>已批准 1 个调用。</translation>
    </message>
    <message numerus="yes">
        <source>Approved %n calls.</source>
        <translation>
            <numerusform>已批准 %n 个调用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undone. You will be asked about the next call like this.</source>
        <translation>已撤销。下一个此类调用会再次询问您。</translation>
    </message>
    <message>
        <source>Could not deny: {0}</source>
        <translation>未拒绝：{0}</translation>
    </message>
    <message>
        <source>Could not remove the rule: {0}</source>
        <translation>无法移除规则：{0}</translation>
    </message>
    <message>
        <source>Rule removed. The call you approved has already run.</source>
        <translation>规则已移除。您批准的调用已经运行。</translation>
    </message>
    <message>
        <source>{0} ended before your denial took effect. It did not run.</source>
        <translation>{0} 在您的拒绝生效之前已经结束，没有运行。</translation>
    </message>
    <message>
        <source>{0} did not run. Your decision is saved for its next identical call.</source>
        <translation>{0} 没有运行。您的决定已保存，用于下一个相同的调用。</translation>
    </message>
    <message numerus="yes">
        <source>%n calls did not run. Your decisions are saved for the next identical ones.</source>
        <translation>
            <numerusform>%n 个调用未运行。您的决定已保存，用于下一次相同的调用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Denied %n calls</source>
        <translation>
            <numerusform>已拒绝 %n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Denied {0}</source>
        <translation>已拒绝 {0}</translation>
    </message>
</context>
<context>
    <name>ArgumentForm</name>
    <message>
        <source>Bind argument</source>
        <translation>绑定参数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Tool name</source>
        <translation>工具的名称</translation>
    </message>
    <message>
        <source>JSON pointer, such as {0}</source>
        <translation>JSON 指针，例如 {0}</translation>
    </message>
    <message>
        <source>Bind to an argument</source>
        <translation>绑定到参数</translation>
    </message>
    <message>
        <source>Clients and models can&apos;t see or set this argument. ToolGuard adds it after approval.</source>
        <translation>客户端和模型看不到、也不能设置此参数；ToolGuard 在您批准后填入。</translation>
    </message>
    <message>
        <source>Select…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Select a server.</source>
        <translation>请选择服务器。</translation>
    </message>
    <message>
        <source>Select a tool or enter its name.</source>
        <translation>请选择工具，或输入它的名称。</translation>
    </message>
    <message>
        <source>Enter a JSON pointer, such as /connection or /db/password.</source>
        <translation>请输入 JSON 指针，例如 /connection 或 /db/password。</translation>
    </message>
</context>
<context>
    <name>ArgumentsEditor</name>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Arguments as JSON</source>
        <translation>参数（JSON）</translation>
    </message>
    <message>
        <source>Edit arguments</source>
        <translation>编辑参数</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Edit arguments as {0}</source>
        <translation>以 {0} 编辑参数</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Reset all arguments to what the client sent</source>
        <translation>全部重置：恢复客户端发送的参数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel editing and use the original arguments</source>
        <translation>取消编辑并使用原始参数</translation>
    </message>
    <message>
        <source>This JSON can&apos;t be shown as a form.</source>
        <translation>此 JSON 无法显示为表单。</translation>
    </message>
    <message>
        <source>More changes are not shown.</source>
        <translation>还有更多更改未显示。</translation>
    </message>
    <message>
        <source>Only the order of the properties changes.</source>
        <translation>只有属性的顺序发生了变化。</translation>
    </message>
    <message>
        <source>No changes yet.</source>
        <translation>尚无更改。</translation>
    </message>
</context>
<context>
    <name>AuditPage</name>
    <message>
        <source>Indexing progress</source>
        <translation>索引进度</translation>
    </message>
    <message>
        <source>No records yet</source>
        <translation>还没有记录</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>No records match these filters.</source>
        <translation>没有符合这些筛选条件的记录。</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>清除筛选条件</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Older records, up to record {0}, were removed on {1}.</source>
        <translation>较早的记录（到第 {0} 条为止）已于 {1} 删除。</translation>
    </message>
    <message>
        <source>Copies are in {0}.</source>
        <translation>副本位于 {0}。</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 个调用</translation>
    </message>
    <message>
        <source>%L1 calls</source>
        <translation>%L1 个调用</translation>
    </message>
    <message>
        <source>{0} records</source>
        <translation>{0} 条记录</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 条记录</translation>
    </message>
    <message>
        <source>{0} · verified {1}</source>
        <translation>{0} · {1} 已验证</translation>
    </message>
    <message>
        <source>{0} …</source>
        <translation>{0} …</translation>
    </message>
    <message>
        <source>Indexing… {0} of {1} records</source>
        <translation>正在建立索引… 已处理 {0} 条记录，共 {1} 条</translation>
    </message>
    <message>
        <source>This call isn&apos;t in the log: it was removed with older records, or isn&apos;t decided yet.</source>
        <translation>日志中没有此调用：它已随较早的记录一起删除，或尚未作出决定。</translation>
    </message>
    <message>
        <source>This call isn&apos;t in the log yet. Calls are logged once they are decided.</source>
        <translation>此调用尚不在日志中。调用在作出决定后记入日志。</translation>
    </message>
    <message>
        <source>1 new call</source>
        <translation>1 个新调用</translation>
    </message>
    <message>
        <source>Removed records</source>
        <translation>已删除的记录</translation>
    </message>
    <message>
        <source>Every call, decision and response is recorded here.</source>
        <translation>每个调用、决定和响应都记录在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%n new calls</source>
        <translation>
            <numerusform>%n 个新调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %n new calls</source>
        <translation>
            <numerusform>超过 %n 个新调用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AuthenticationBanner</name>
    <message>
        <source>Authentication</source>
        <translation>身份验证</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel authentication</source>
        <translation>取消身份验证</translation>
    </message>
    <message numerus="yes">
        <source>Confirm in the system&apos;s dialog within %n minutes: {0}</source>
        <translation>
            <numerusform>请在 %n 分钟内通过系统对话框确认：{0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Touch your security key within %n minutes: {0}</source>
        <translation>
            <numerusform>请在 %n 分钟内触摸您的安全密钥：{0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to authenticate.</source>
        <translation>
            <numerusform>之后还有 %n 个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackTestView</name>
    <message>
        <source>Past calls</source>
        <translation>历史调用</translation>
    </message>
    <message>
        <source>Mark calls that the rule must or must not match. An allow rule stays off until it agrees with every mark.</source>
        <translation>标记此规则必须匹配或不得匹配的调用。允许规则在符合所有标记之前保持关闭。</translation>
    </message>
    <message>
        <source>Complete the rule to see which past calls it would decide differently.</source>
        <translation>补全规则后，可查看哪些历史调用的决定会改变。</translation>
    </message>
    <message>
        <source>Trying the rule on past calls…</source>
        <translation>正在用历史调用试用规则…</translation>
    </message>
    <message>
        <source>{0} of {1} past calls would be decided differently.</source>
        <translation>{1} 个历史调用中，有 {0} 个的决定会改变。</translation>
    </message>
    <message>
        <source>{0} of {1} past calls would no longer ask you.</source>
        <translation>{1} 个历史调用中，有 {0} 个将不再询问您。</translation>
    </message>
    <message>
        <source>Of {0} past calls, none would be decided differently.</source>
        <translation>{0} 个历史调用中，没有任何决定会改变。</translation>
    </message>
    <message>
        <source>Matches none of {0} past calls.</source>
        <translation>{0} 个历史调用均不匹配。</translation>
    </message>
    <message>
        <source>The log has no calls that this rule applies to.</source>
        <translation>日志中没有此规则适用的调用。</translation>
    </message>
    <message>
        <source>{0} Still looking…</source>
        <translation>{0}仍在查找…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BindingList</name>
    <message>
        <source>the argument {0} of {1}</source>
        <translation>{1} 的参数 {0}</translation>
    </message>
    <message>
        <source>the variable {0}</source>
        <translation>变量“{0}”</translation>
    </message>
    <message>
        <source>the header {0}</source>
        <translation>标头“{0}”</translation>
    </message>
    <message>
        <source>This server was removed.</source>
        <translation>此服务器已被移除。</translation>
    </message>
    <message>
        <source>the secret {0}, for tools that require it</source>
        <translation>凭据 {0}，提供给需要它的工具</translation>
    </message>
    <message>
        <source>{0}, last used {1}</source>
        <translation>{0}，上次使用：{1}</translation>
    </message>
    <message>
        <source>the token for {0}, for tools that require it</source>
        <translation>{0} 的令牌，提供给需要它的工具</translation>
    </message>
    <message>
        <source>your user ID, for tools that require it</source>
        <translation>您的用户 ID，提供给需要它的工具</translation>
    </message>
    <message>
        <source>its sign-in credential</source>
        <translation>它的登录凭据</translation>
    </message>
    <message>
        <source>The server&apos;s command, URL or program changed. It gets no secret until you bind it again.</source>
        <translation>此服务器的命令、URL 或程序已更改。重新绑定之前，不会向它提供凭据。</translation>
    </message>
    <message>
        <source>No value to provide as {0}.</source>
        <translation>没有可通过{0}提供的值。</translation>
    </message>
    <message>
        <source>Provided as {0}.</source>
        <translation>通过{0}提供。</translation>
    </message>
    <message>
        <source>Needs a value.</source>
        <translation>需要一个值。</translation>
    </message>
    <message>
        <source>Only for arguments of tools.</source>
        <translation>仅用于工具的参数。</translation>
    </message>
    <message>
        <source>Bound, but its settings don&apos;t use it yet.</source>
        <translation>已绑定，但服务器的设置尚未使用它。</translation>
    </message>
    <message>
        <source>Requires it as {0}, but it is not bound. The server won&apos;t start until you bind it.</source>
        <translation>需要通过{0}获得此凭据，但尚未绑定。绑定之前，服务器不会启动。</translation>
    </message>
    <message>
        <source>Not bound.</source>
        <translation>未绑定。</translation>
    </message>
    <message>
        <source>Never used.</source>
        <translation>从未使用。</translation>
    </message>
    <message>
        <source>Used once, {0}.</source>
        <translation>使用过一次：{0}。</translation>
    </message>
    <message numerus="yes">
        <source>Last used {0}; %n times in total.</source>
        <translation>
            <numerusform>上次使用：{0}；共 %n 次。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BulkDecision</name>
    <message>
        <source>Reason for denying all</source>
        <translation>全部拒绝的原因</translation>
    </message>
    <message numerus="yes">
        <source>%n of them contain a secret. Decide those one at a time.</source>
        <translation>
            <numerusform>其中 %n 个含有凭据，须逐个决定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have warnings. View those first.</source>
        <translation>
            <numerusform>其中 %n 个有警告，请先逐个查看。</numerusform>
        </translation>
    </message>
    <message>
        <source>They differ in tool, server or client. View first: {0}</source>
        <translation>它们的工具、服务器或客户端不同。请先查看：{0}</translation>
    </message>
    <message>
        <source>Their arguments are too long to show here. View each one first.</source>
        <translation>它们的参数过长，无法在此显示，请先逐个查看。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>All arguments</source>
        <translation>全部参数</translation>
    </message>
    <message>
        <source>{count} calls selected</source>
        <translation>已选择 {count} 个调用</translation>
    </message>
    <message numerus="yes">
        <source>Approve all %n</source>
        <translation>
            <numerusform>批准全部 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve all %n selected calls</source>
        <translation>
            <numerusform>批准全部 %n 个所选调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n</source>
        <translation>
            <numerusform>拒绝全部 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n selected calls</source>
        <translation>
            <numerusform>拒绝全部 %n 个所选调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected changes are not included. Decide them one at a time.</source>
        <translation>
            <numerusform>所选的 %n 项更改不包括在内，须逐项决定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have timed out. For these, the next identical call runs instead.</source>
        <translation>
            <numerusform>其中 %n 个已超时：将改为运行它们各自的下一个相同调用。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} on {1}, requested by {2}</source>
        <translation>{1} 上的 {0}，由 {2} 请求</translation>
    </message>
</context>
<context>
    <name>BundleOptionField</name>
    <message>
        <source>About {0}</source>
        <translation>关于 {0}</translation>
    </message>
    <message>
        <source>Paste {0} from the clipboard</source>
        <translation>从剪贴板粘贴 {0}</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>One path a line</source>
        <translation>每行一个路径</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Browse for {0}</source>
        <translation>浏览 {0}</translation>
    </message>
</context>
<context>
    <name>BundleReview</name>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Add server from the bundle</source>
        <translation>添加服务器：来自扩展包</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel import</source>
        <translation>取消导入</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Bundle file</source>
        <translation>扩展包文件</translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>添加 {0}</translation>
    </message>
    <message>
        <source>From a bundle. ToolGuard unpacks it, and launches this command for each client session.</source>
        <translation>来自扩展包。ToolGuard 会将其解压，并为每个客户端会话启动此命令。</translation>
    </message>
    <message>
        <source>From a bundle, version {0}. ToolGuard unpacks it, and launches this command for each client session.</source>
        <translation>来自扩展包，版本 {0}。ToolGuard 会将其解压，并为每个客户端会话启动此命令。</translation>
    </message>
    <message>
        <source>Already added as {0}.</source>
        <translation>已添加为 {0}。</translation>
    </message>
    <message>
        <source>Will be stored in your keyring: {0}.</source>
        <translation>将存储在您的密钥环中：{0}。</translation>
    </message>
    <message>
        <source>Enter below before you add it: {0}.</source>
        <translation>添加之前请在下方输入：{0}。</translation>
    </message>
    <message>
        <source>No value yet. Enter it below, or later on the Credentials page: {0}.</source>
        <translation>尚无值。请在下方输入，或稍后在“凭据”页面输入：{0}。</translation>
    </message>
    <message>
        <source>Enter the required values first.</source>
        <translation>请先填写必填的值。</translation>
    </message>
</context>
<context>
    <name>BundleSaving</name>
    <message>
        <source>Save bundle</source>
        <translation>保存扩展包</translation>
    </message>
    <message>
        <source>Can&apos;t write {0}: {1}.</source>
        <translation>无法写入 {0}：{1}。</translation>
    </message>
</context>
<context>
    <name>BurstCallList</name>
    <message>
        <source>Calls of this burst</source>
        <translation>这批调用</translation>
    </message>
</context>
<context>
    <name>BurstCalls</name>
    <message>
        <source>Contains a secret. Decide it separately.</source>
        <translation>包含凭据。请单独决定。</translation>
    </message>
    <message>
        <source>Has warnings</source>
        <translation>有警告</translation>
    </message>
    <message>
        <source>View first: warnings</source>
        <translation>请先查看：有警告</translation>
    </message>
    <message>
        <source>View first: too long to show here</source>
        <translation>请先查看：太长，无法在此显示</translation>
    </message>
    <message numerus="yes">
        <source>%n identical calls</source>
        <translation>
            <numerusform>%n 个相同的调用</numerusform>
        </translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>BurstCards</name>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n 个工具</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n different inputs</source>
        <translation>
            <numerusform>%n 个不同的输入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n 个服务器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls: {0} on {1}, requested by {2}</source>
        <translation>
            <numerusform>%n 个调用：{1} 上的 {0}，由 {2} 请求</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BurstDecision</name>
    <message>
        <source>Propose a rule that covers the selected calls. They stay pending.</source>
        <translation>建议一条涵盖所选调用的规则。调用仍待处理。</translation>
    </message>
    <message>
        <source>Reason for denying the selected calls</source>
        <translation>拒绝所选调用的原因</translation>
    </message>
    <message>
        <source>Same in all calls</source>
        <translation>所有调用都相同</translation>
    </message>
    <message>
        <source>View call</source>
        <translation>查看调用</translation>
    </message>
    <message>
        <source>Destructive, not selected: {0}</source>
        <translation>破坏性，未选择：{0}</translation>
    </message>
    <message>
        <source>Not selected: {0}</source>
        <translation>未选择：{0}</translation>
    </message>
    <message>
        <source>View the current call by itself, to approve, edit or deny only it (Enter)</source>
        <translation>单独查看当前调用，只批准、编辑或拒绝它（Enter）</translation>
    </message>
    <message>
        <source>{client} wants to run {tool} {count} on {server}</source>
        <translation>{client} 想在 {server} 上运行 {tool} {count}</translation>
    </message>
    <message>
        <source>{client} wants to make {count} to {tool} on {server}</source>
        <translation>{client} 想在 {server} 上对 {tool} 发起 {count}</translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n 个调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have timed out. For these, the next identical call runs instead.</source>
        <translation>
            <numerusform>其中 %n 个已超时：将改为运行它们各自的下一个相同调用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the selected calls must be viewed first, or be denied.</source>
        <translation>
            <numerusform>所选调用中有 %n 个必须先查看，或予以拒绝。</numerusform>
        </translation>
    </message>
    <message>
        <source>The shared arguments are too long to show here. View each call first.</source>
        <translation>共同的参数太长，无法在此显示。请先逐个查看调用。</translation>
    </message>
    <message numerus="yes">
        <source>Approve %n calls</source>
        <translation>
            <numerusform>批准 %n 个调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve %n selected calls</source>
        <translation>
            <numerusform>批准所选的 %n 个调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n calls</source>
        <translation>
            <numerusform>拒绝 %n 个调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny %n selected calls</source>
        <translation>
            <numerusform>拒绝所选的 %n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a call first.</source>
        <translation>请先选择一个调用。</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n selected</source>
        <translation>
            <numerusform>已选 {0} 个，共 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallDetail</name>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Show rule</source>
        <translation>查看规则</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Checking the edited arguments…</source>
        <translation>正在检查编辑后的参数…</translation>
    </message>
    <message>
        <source>{client} wants to run {tool} “{title}” on {server}</source>
        <translation>{client} 想在 {server} 上运行 {tool}“{title}”</translation>
    </message>
    <message>
        <source>{client} wants to run {tool} on {server}</source>
        <translation>{client} 想在 {server} 上运行 {tool}</translation>
    </message>
    <message>
        <source>Runs with credentials: {0}</source>
        <translation>运行时使用凭据：{0}</translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation>{0}（进程 {1}）</translation>
    </message>
    <message>
        <source>Edit arguments</source>
        <translation>编辑参数</translation>
    </message>
    <message>
        <source>Credentials provided</source>
        <translation>提供的凭据</translation>
    </message>
    <message>
        <source>Checking long arguments…</source>
        <translation>正在检查较长的参数…</translation>
    </message>
    <message>
        <source>Rule: {0}</source>
        <translation>规则：{0}</translation>
    </message>
    <message>
        <source>No longer pending</source>
        <translation>已不再等待</translation>
    </message>
    <message>
        <source>{client} ran {tool} on {server}</source>
        <translation>{client} 在 {server} 上运行了 {tool}</translation>
    </message>
    <message>
        <source>{tool} of {client} and {server} was approved</source>
        <translation>{client} 与 {server} 的 {tool} 已批准</translation>
    </message>
    <message>
        <source>Approved by you</source>
        <translation>由您批准</translation>
    </message>
    <message>
        <source>These arguments are too long to edit here. Deny the call and give a reason.</source>
        <translation>参数过长，无法在此编辑。请拒绝此调用并说明原因。</translation>
    </message>
    <message>
        <source>Server annotations</source>
        <translation>服务器注解</translation>
    </message>
    <message>
        <source>Asked because</source>
        <translation>询问原因</translation>
    </message>
    <message>
        <source>It claims to continue a call, but matches none that you approved. Its answers may not be yours.</source>
        <translation>它声称继续某个调用，但与您批准过的调用都不匹配。其中的回答可能不是您给出的。</translation>
    </message>
    <message>
        <source>pages of the server, not the model. ToolGuard can&apos;t tell which of them called</source>
        <translation>服务器的页面，而不是模型。ToolGuard 无法判断是哪一方发起的调用</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Can&apos;t be approved: the arguments contain an error.</source>
        <translation>无法批准：参数有错误。</translation>
    </message>
    <message>
        <source>Requires</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>If you approve</source>
        <translation>批准后</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Offered to</source>
        <translation>面向</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Reported name</source>
        <translation>自报名称</translation>
    </message>
    <message>
        <source>Requested at</source>
        <translation>请求时间</translation>
    </message>
    <message>
        <source>Runs as</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>a task; the result comes later</source>
        <translation>任务（结果稍后返回）</translation>
    </message>
    <message>
        <source>If you don&apos;t respond</source>
        <translation>如果您不响应</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>摘要</translation>
    </message>
</context>
<context>
    <name>CallHeading</name>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Acts on</source>
        <translation>作用对象</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message numerus="yes">
        <source>+%n lines</source>
        <translation>
            <numerusform>另有 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallHistory</name>
    <message>
        <source>Allowed: {0}</source>
        <translation>已允许：{0}</translation>
    </message>
    <message>
        <source>Denied: {0}</source>
        <translation>已拒绝：{0}</translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation>您已拒绝</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>{0}, {1} s earlier</source>
        <translation>{0}，{1} 秒之前</translation>
    </message>
    <message>
        <source>The server started a task after {0}: {1}</source>
        <translation>服务器在 {0} 后启动了任务：{1}</translation>
    </message>
    <message>
        <source>Sent to {0}</source>
        <translation>已发送到 {0}</translation>
    </message>
    <message>
        <source>Outcome unknown: {0}</source>
        <translation>结果未知：{0}</translation>
    </message>
    <message>
        <source>ToolGuard started: {0}</source>
        <translation>ToolGuard 已启动：{0}</translation>
    </message>
    <message>
        <source>ToolGuard stopped: {0}</source>
        <translation>ToolGuard 已停止：{0}</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy as JSON, all records</source>
        <translation>复制为 JSON：所有记录</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Waiting for approval; requested by {0}</source>
        <translation>等待批准；请求者：{0}</translation>
    </message>
    <message>
        <source>Approved by you</source>
        <translation>已由您批准</translation>
    </message>
    <message>
        <source>Edited and approved by you</source>
        <translation>已由您编辑并批准</translation>
    </message>
    <message>
        <source>Response after {0}: {1}</source>
        <translation>{0} 后响应：{1}</translation>
    </message>
    <message>
        <source>The tool reported an error after {0}: {1}</source>
        <translation>工具在 {0} 后报告错误：{1}</translation>
    </message>
    <message>
        <source>The server returned an error after {0}: {1}</source>
        <translation>服务器在 {0} 后返回错误：{1}</translation>
    </message>
    <message>
        <source>Passed on in the server&apos;s response</source>
        <translation>已随服务器的响应转发</translation>
    </message>
    <message>
        <source>The server requested input after {0}: {1}</source>
        <translation>服务器在 {0} 后请求输入：{1}</translation>
    </message>
    <message>
        <source>The server no longer has this tool. Clients may have an outdated list.</source>
        <translation>服务器已没有此工具。客户端的列表可能已过时。</translation>
    </message>
    <message>
        <source>The server may no longer have this tool.</source>
        <translation>服务器可能已没有此工具。</translation>
    </message>
    <message>
        <source>Cancelled by the client, did not run: {0}</source>
        <translation>已被客户端取消，未运行：{0}</translation>
    </message>
    <message>
        <source>Not sent: {0}</source>
        <translation>未发送：{0}</translation>
    </message>
    <message>
        <source>Cancellation sent to the server, requested by: {0}</source>
        <translation>已向服务器发送取消请求，请求者：{0}</translation>
    </message>
    <message>
        <source>Cancellation sent to the client, requested by: {0}</source>
        <translation>已向客户端发送取消，请求者：{0}</translation>
    </message>
    <message>
        <source>After {0} the client was asked to retry; the call stayed pending</source>
        <translation>{0} 后已要求客户端重试；调用仍待处理</translation>
    </message>
    <message>
        <source>Approved after the client timed out. It did not run; the next identical call can.</source>
        <translation>在客户端超时后获得批准。它没有运行，下一个相同的调用可以运行。</translation>
    </message>
    <message>
        <source>Denied after the client timed out. The next identical call is denied.</source>
        <translation>在客户端超时后被拒绝。下一个相同的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Task ended: {0}</source>
        <translation>任务已结束：{0}</translation>
    </message>
    <message>
        <source>Late response discarded</source>
        <translation>响应过晚，已丢弃</translation>
    </message>
    <message>
        <source>Selected call</source>
        <translation>所选调用</translation>
    </message>
    <message>
        <source>Responses to the server&apos;s requests</source>
        <translation>对服务器请求的响应</translation>
    </message>
    <message>
        <source>Your changes</source>
        <translation>您的更改</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>The log has no arguments for this call.</source>
        <translation>日志中没有此调用的参数。</translation>
    </message>
    <message>
        <source>No response.</source>
        <translation>没有响应。</translation>
    </message>
    <message>
        <source>Make a rule</source>
        <translation>生成规则</translation>
    </message>
    <message>
        <source>Propose a rule that covers the selected calls</source>
        <translation>建议一条涵盖所选调用的规则</translation>
    </message>
    <message>
        <source>Redact…</source>
        <translation>抹除…</translation>
    </message>
    <message>
        <source>Replace text in the log that should not have been recorded</source>
        <translation>替换日志中不应记录的文本</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>关闭详情</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Allowed by rule {0}</source>
        <translation>由规则 {0} 允许</translation>
    </message>
    <message>
        <source>Denied by rule {0}</source>
        <translation>由规则 {0} 拒绝</translation>
    </message>
    <message>
        <source>Show rule</source>
        <translation>查看规则</translation>
    </message>
    <message>
        <source>not a tool call</source>
        <translation>不是工具调用</translation>
    </message>
    <message numerus="yes">
        <source>Make a rule from %Ln calls</source>
        <translation>
            <numerusform>从 %Ln 个调用生成规则</numerusform>
        </translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Reported name</source>
        <translation>自报名称</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>首条消息</translation>
    </message>
    <message>
        <source>Request ID</source>
        <translation>请求 ID</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Archived to</source>
        <translation>归档到</translation>
    </message>
    <message>
        <source>Hash before the first record</source>
        <translation>第一条记录之前的哈希</translation>
    </message>
    <message>
        <source>Hash of the last record</source>
        <translation>最后一条记录的哈希</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Time pending</source>
        <translation>等待时间</translation>
    </message>
    <message>
        <source>Rule ID</source>
        <translation>规则 ID</translation>
    </message>
    <message>
        <source>Bound arguments</source>
        <translation>绑定的参数</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Response digest</source>
        <translation>响应的摘要</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Changed by</source>
        <translation>更改者</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Credentials provided</source>
        <translation>提供的凭据</translation>
    </message>
    <message>
        <source>Digest shown</source>
        <translation>显示内容的摘要</translation>
    </message>
    <message>
        <source>Rule today</source>
        <translation>该规则目前的内容</translation>
    </message>
    <message>
        <source>Authentication</source>
        <translation>身份验证</translation>
    </message>
    <message>
        <source>Digest sent</source>
        <translation>发送内容的摘要</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
</context>
<context>
    <name>CallModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>Awaiting retry</source>
        <translation>等待重试</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Input requested</source>
        <translation>请求输入</translation>
    </message>
    <message>
        <source>Client connected</source>
        <translation>客户端已连接</translation>
    </message>
    <message>
        <source>Client disconnected</source>
        <translation>客户端已断开</translation>
    </message>
    <message>
        <source>Settings changed</source>
        <translation>设置已更改</translation>
    </message>
    <message>
        <source>Client removed from the list</source>
        <translation>客户端已从列表中移除</translation>
    </message>
    <message>
        <source>Active settings</source>
        <translation>生效的设置</translation>
    </message>
    <message>
        <source>Unverified</source>
        <translation>未经验证</translation>
    </message>
    <message>
        <source>Log taken over</source>
        <translation>已接管旧日志</translation>
    </message>
    <message>
        <source>Records removed</source>
        <translation>记录已删除</translation>
    </message>
    <message>
        <source>Text redacted</source>
        <translation>文本已抹除</translation>
    </message>
    <message>
        <source>Forwarded</source>
        <translation>已转发</translation>
    </message>
    <message>
        <source>Server request</source>
        <translation>服务器请求</translation>
    </message>
    <message>
        <source>Late response</source>
        <translation>响应过晚</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Approved by you</source>
        <translation>由您批准</translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation>您已拒绝</translation>
    </message>
    <message>
        <source>Allowed by rule</source>
        <translation>规则已允许</translation>
    </message>
    <message>
        <source>Denied by rule</source>
        <translation>规则已拒绝</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Too many pending</source>
        <translation>待处理过多</translation>
    </message>
    <message>
        <source>No approver</source>
        <translation>没有批准者</translation>
    </message>
    <message>
        <source>ToolGuard quit</source>
        <translation>ToolGuard 已退出</translation>
    </message>
    <message>
        <source>ToolGuard crashed</source>
        <translation>ToolGuard 意外结束</translation>
    </message>
    <message>
        <source>Too many calls</source>
        <translation>调用过多</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>Took too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>Tool hidden</source>
        <translation>工具已隐藏</translation>
    </message>
    <message>
        <source>Secret in arguments</source>
        <translation>参数中含有凭据</translation>
    </message>
    <message>
        <source>Bound argument</source>
        <translation>绑定的参数</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Server&apos;s setting</source>
        <translation>服务器的设置</translation>
    </message>
    <message>
        <source>Your settings</source>
        <translation>您的设置</translation>
    </message>
    <message>
        <source>Your earlier decision</source>
        <translation>您之前的决定</translation>
    </message>
    <message>
        <source>Continues an approved call</source>
        <translation>已批准调用的继续</translation>
    </message>
    <message>
        <source>You (terminal)</source>
        <translation>您（终端）</translation>
    </message>
    <message>
        <source>The rule now: {0}</source>
        <translation>当前的规则：{0}</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Decision saved</source>
        <translation>决定已保存</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Tool failed</source>
        <translation>工具失败</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Task started</source>
        <translation>已启动任务</translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation>握手</translation>
    </message>
    <message>
        <source>Secret used</source>
        <translation>已使用凭据</translation>
    </message>
    <message>
        <source>ToolGuard started</source>
        <translation>ToolGuard 已启动</translation>
    </message>
    <message>
        <source>ToolGuard stopped</source>
        <translation>ToolGuard 已停止</translation>
    </message>
    <message>
        <source>Incomplete line removed</source>
        <translation>已移除不完整的行</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Too many approval requests</source>
        <translation>批准请求过多</translation>
    </message>
    <message>
        <source>Approval requests unanswered</source>
        <translation>批准请求未回应</translation>
    </message>
    <message>
        <source>All calls blocked</source>
        <translation>已阻止所有调用</translation>
    </message>
    <message>
        <source>Rule {0}</source>
        <translation>规则 {0}</translation>
    </message>
</context>
<context>
    <name>CallTable</name>
    <message>
        <source>Recorded calls</source>
        <translation>调用记录</translation>
    </message>
</context>
<context>
    <name>CallWarnings</name>
    <message>
        <source>Tool changed</source>
        <translation>工具已更改</translation>
    </message>
    <message>
        <source>Unseen code</source>
        <translation>未知代码</translation>
    </message>
    <message>
        <source>Invisible text</source>
        <translation>不可见字符</translation>
    </message>
    <message>
        <source>Invisible characters in the arguments: {0}</source>
        <translation>参数中的不可见字符：{0}</translation>
    </message>
    <message>
        <source>Approving sends the secret {0} to {1}. Deny it unless you know why the model has it.</source>
        <translation>批准会将凭据 {0} 的值发送给 {1}。除非您知道模型为何持有它，否则请拒绝。</translation>
    </message>
    <message>
        <source>Misleading</source>
        <translation>易误导</translation>
    </message>
    <message>
        <source>Invalid input</source>
        <translation>参数不符</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>CardModel</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>approved once for {0}</source>
        <translation>为 {0} 批准一次</translation>
    </message>
    <message>
        <source>denied once for {0}</source>
        <translation>为 {0} 拒绝一次</translation>
    </message>
    <message>
        <source>Denied, can be undone: {0}</source>
        <translation>已拒绝，可以撤销：{0}</translation>
    </message>
    <message>
        <source>Change: {0}</source>
        <translation>更改：{0}</translation>
    </message>
    <message>
        <source>{0} on {1}, requested by {2}</source>
        <translation>{1} 上的 {0}，由 {2} 请求</translation>
    </message>
    <message>
        <source>Ended: {0}</source>
        <translation>已结束：{0}</translation>
    </message>
</context>
<context>
    <name>ChangeRow</name>
    <message>
        <source>Part of the definition</source>
        <translation>定义中的位置</translation>
    </message>
    <message>
        <source>the whole definition</source>
        <translation>整个定义</translation>
    </message>
    <message>
        <source>I have checked this change</source>
        <translation>我已检查此更改</translation>
    </message>
    <message>
        <source>I have checked: {0}, {1}</source>
        <translation>我已检查：{0}，{1}</translation>
    </message>
</context>
<context>
    <name>ChapterView</name>
    <message>
        <source>On this page</source>
        <translation>此页面</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>Select…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>None (null)</source>
        <translation>空值 (null)</translation>
    </message>
    <message>
        <source>Select one of the listed values.</source>
        <translation>请选择列出的值之一。</translation>
    </message>
</context>
<context>
    <name>ClientDetail</name>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Disconnect…</source>
        <translation>断开连接…</translation>
    </message>
    <message>
        <source>Revoke access…</source>
        <translation>收回访问权限…</translation>
    </message>
    <message>
        <source>Show calls</source>
        <translation>查看调用</translation>
    </message>
    <message>
        <source>Show rules</source>
        <translation>查看规则</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove this client from the list</source>
        <translation>从列表中移除此客户端</translation>
    </message>
    <message>
        <source>Related rules</source>
        <translation>相关规则</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>目前已连接</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>访问权限</translation>
    </message>
    <message>
        <source>Servers in its settings</source>
        <translation>其设置中的服务器</translation>
    </message>
    <message>
        <source>No servers yet.</source>
        <translation>还没有服务器。</translation>
    </message>
    <message numerus="yes">
        <source>Connected to %n servers</source>
        <translation>
            <numerusform>已连接到 %n 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Not connected. Last seen {0}</source>
        <translation>未连接。上次出现：{0}</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>toolguard-connect</source>
        <translation>toolguard-connect</translation>
    </message>
    <message>
        <source>HTTP, with a token</source>
        <translation>HTTP，使用令牌</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Reported name</source>
        <translation>自报名称</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>接入方式</translation>
    </message>
    <message>
        <source>all servers, including new ones</source>
        <translation>所有服务器，包括以后添加的</translation>
    </message>
    <message>
        <source>Token valid for</source>
        <translation>令牌可用于</translation>
    </message>
    <message>
        <source>Token created</source>
        <translation>令牌创建时间</translation>
    </message>
    <message>
        <source>Combined endpoint</source>
        <translation>合并端点</translation>
    </message>
    <message>
        <source>Open Tool Calling</source>
        <translation>Open Tool Calling 端点</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>{0} (self-reported)</source>
        <translation>{0}（自报，未经核实）</translation>
    </message>
    <message>
        <source>{0} recorded, {1} denied</source>
        <translation>共记录 {0} 次，其中 {1} 次被拒绝</translation>
    </message>
    <message>
        <source>None. Rules for any client also apply.</source>
        <translation>无。适用于任意客户端的规则同样有效。</translation>
    </message>
    <message>
        <source>all tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>all servers</source>
        <translation>所有服务器</translation>
    </message>
    <message>
        <source>{0} (off)</source>
        <translation>{0}（已停用）</translation>
    </message>
    <message>
        <source>{0} (expired)</source>
        <translation>{0}（已过期）</translation>
    </message>
    <message>
        <source>Disconnect {0}? Its pending calls are denied, its running calls are stopped, and its servers are shut down. It may reconnect automatically. To block it from a server, clear that server under Access.</source>
        <translation>断开 {0} 的连接？它待处理的调用会被拒绝，正在运行的调用会停止，它的服务器会关闭。它可能会自动重新连接；要阻止它使用某个服务器，请在“访问权限”下取消勾选该服务器。</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Revoke access for {0}? Its token stops working immediately and its HTTP sessions end. This can&apos;t be undone. To restore access, add the client again and give it the new token.</source>
        <translation>收回 {0} 的访问权限？它的令牌会立即失效，它的 HTTP 会话会结束。此操作无法撤销。要恢复访问，请重新添加此客户端，并为它设置新令牌。</translation>
    </message>
    <message>
        <source>Revoke access</source>
        <translation>收回访问权限</translation>
    </message>
    <message>
        <source>Remove {0} from the list? Its calls stay in Audit. If it connects again, it is listed again.</source>
        <translation>要从列表中移除 {0} 吗？它的调用保留在“审计”中。如果它再次连接，就会重新列出。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>Show calls of this client</source>
        <translation>查看调用：此客户端</translation>
    </message>
    <message>
        <source>Show rules of this client</source>
        <translation>查看规则：此客户端</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>上次出现</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>{0}; it sees no tools of {1}</source>
        <translation>{0}；看不到 {1} 的任何工具</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation>{0}（进程 {1}）</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Allow {0}</source>
        <translation>允许 {0}</translation>
    </message>
    <message>
        <source>Deny {0}</source>
        <translation>拒绝 {0}</translation>
    </message>
    <message>
        <source>Ask about {0}</source>
        <translation>询问 {0}</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{1} 上的 {0}</translation>
    </message>
</context>
<context>
    <name>ClientEditor</name>
    <message>
        <source>Client name</source>
        <translation>客户端名称</translation>
    </message>
    <message>
        <source>All servers, including new ones</source>
        <translation>所有服务器，包括以后添加的</translation>
    </message>
    <message>
        <source>Create token</source>
        <translation>创建令牌</translation>
    </message>
    <message>
        <source>Cancel adding the client</source>
        <translation>取消添加客户端</translation>
    </message>
    <message>
        <source>Add HTTP client</source>
        <translation>添加 HTTP 客户端</translation>
    </message>
    <message>
        <source>For chat clients on this computer that connect to a URL. Each client gets its own token, which is shown once.</source>
        <translation>适用于这台计算机上通过 URL 连接的聊天客户端。每个客户端都有自己的令牌，令牌只显示一次。</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>访问权限</translation>
    </message>
    <message>
        <source>Allow access to {0}</source>
        <translation>允许访问 {0}</translation>
    </message>
    <message>
        <source>Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.</source>
        <translation>请使用 1 到 64 个字母、数字、“.”、“_”或“-”，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>A client with this name already exists. Revoke its access first, or choose another name.</source>
        <translation>已有同名的客户端。请先收回它的访问权限，或选择其他名称。</translation>
    </message>
    <message>
        <source>Select at least one server.</source>
        <translation>请至少选择一个服务器。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>ClientServers</name>
    <message>
        <source>guarded</source>
        <translation>已受保护</translation>
    </message>
    <message>
        <source>over HTTP</source>
        <translation>通过 HTTP</translation>
    </message>
    <message>
        <source>not guarded</source>
        <translation>未受保护</translation>
    </message>
    <message>
        <source>changed by another program, not guarded</source>
        <translation>被其他程序更改，未受保护</translation>
    </message>
    <message>
        <source>can&apos;t be guarded</source>
        <translation>无法保护</translation>
    </message>
    <message>
        <source>can&apos;t be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>被更改</translation>
    </message>
    <message numerus="yes">
        <source>%n servers not guarded</source>
        <translation>
            <numerusform>%n 个服务器未受保护</numerusform>
        </translation>
    </message>
    <message>
        <source>No settings file with MCP servers found.</source>
        <translation>未找到包含 MCP 服务器的设置文件。</translation>
    </message>
    <message>
        <source>To use a server of ToolGuard as an extension, save a bundle and open it in the client. It works on this computer only.</source>
        <translation>要以扩展的形式使用 ToolGuard 的服务器，请保存扩展包并在客户端中打开它。它只能在这台计算机上使用。</translation>
    </message>
    <message>
        <source>Save bundle</source>
        <translation>保存扩展包</translation>
    </message>
    <message>
        <source>Save a bundle for a server</source>
        <translation>为服务器保存扩展包</translation>
    </message>
</context>
<context>
    <name>ClientToken</name>
    <message>
        <source>New client</source>
        <translation>新客户端</translation>
    </message>
    <message>
        <source>Copy token</source>
        <translation>复制令牌</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL 地址</translation>
    </message>
    <message>
        <source>Copy URL</source>
        <translation>复制 URL</translation>
    </message>
    <message>
        <source>URL with token</source>
        <translation>含令牌的 URL</translation>
    </message>
    <message>
        <source>Copy URL with token</source>
        <translation>复制含令牌的 URL</translation>
    </message>
    <message>
        <source>URL for Open Tool Calling</source>
        <translation>Open Tool Calling 的 URL</translation>
    </message>
    <message>
        <source>Copy URL for Open Tool Calling</source>
        <translation>复制 Open Tool Calling 的 URL</translation>
    </message>
    <message>
        <source>Copy client configuration</source>
        <translation>复制客户端配置</translation>
    </message>
    <message>
        <source>JSON for clients that list servers under “mcpServers”.</source>
        <translation>供将服务器列在“mcpServers”下的客户端使用的 JSON。</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>No servers yet. Add one on the Servers page to see its URL here.</source>
        <translation>还没有服务器。请在“服务器”页面添加一个，之后可在此查看它的 URL。</translation>
    </message>
    <message>
        <source>Open Tool Calling</source>
        <translation>Open Tool Calling 端点</translation>
    </message>
    <message>
        <source>Give the client the URL, and the token as a bearer token in the “Authorization” header. Use the URL with token only for clients that can&apos;t set headers.</source>
        <translation>将 URL 提供给客户端，并把令牌作为 Bearer 令牌放在“Authorization”标头中。只有无法设置标头的客户端才使用含令牌的 URL。</translation>
    </message>
    <message>
        <source>{0} added</source>
        <translation>已添加 {0}</translation>
    </message>
    <message>
        <source>Copy the token now; it won&apos;t be shown again. Any program on this computer that has it can use these servers.</source>
        <translation>请立即复制令牌，之后不会再显示。这台计算机上任何持有它的程序都能使用这些服务器。</translation>
    </message>
    <message>
        <source>All servers combined, with tools named server__tool</source>
        <translation>所有服务器合并，工具名为 server__tool</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Copied: {0}.</source>
        <translation>已复制：{0}。</translation>
    </message>
</context>
<context>
    <name>ClientVisibility</name>
    <message>
        <source>Client access</source>
        <translation>客户端访问权限</translation>
    </message>
    <message>
        <source>hidden from all clients</source>
        <translation>对所有客户端隐藏</translation>
    </message>
    <message numerus="yes">
        <source>only %n tools</source>
        <translation>
            <numerusform>仅 %n 个工具</numerusform>
        </translation>
    </message>
    <message>
        <source>no tools</source>
        <translation>没有工具</translation>
    </message>
    <message numerus="yes">
        <source>all except %n tools</source>
        <translation>
            <numerusform>除 %n 个以外的所有工具</numerusform>
        </translation>
    </message>
    <message>
        <source>all tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>visible</source>
        <translation>可见</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
</context>
<context>
    <name>ClientsPage</name>
    <message>
        <source>Chat clients</source>
        <translation>聊天客户端</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>No clients yet</source>
        <translation>还没有客户端</translation>
    </message>
    <message>
        <source>Search clients</source>
        <translation>搜索客户端</translation>
    </message>
    <message>
        <source>Add a server first. Then connect a chat client to it.</source>
        <translation>请先添加服务器，再将聊天客户端连接到它。</translation>
    </message>
    <message>
        <source>Add this to the MCP servers in your chat client&apos;s settings, then restart the client. Its calls then go through ToolGuard.</source>
        <translation>将以下内容添加到聊天客户端设置的 MCP 服务器中，然后重新启动客户端。此后它的调用会经过 ToolGuard。</translation>
    </message>
    <message>
        <source>Chat client entry</source>
        <translation>聊天客户端的配置条目</translation>
    </message>
    <message>
        <source>Copy entry</source>
        <translation>复制条目</translation>
    </message>
    <message>
        <source>Add an HTTP client</source>
        <translation>添加 HTTP 客户端</translation>
    </message>
    <message>
        <source>Select a client</source>
        <translation>请选择一个客户端</translation>
    </message>
    <message>
        <source>Add HTTP client</source>
        <translation>添加 HTTP 客户端</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>对照表</translation>
    </message>
    <message>
        <source>Show clients and servers as a map</source>
        <translation>以对照表显示客户端和服务器</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Show clients as a list</source>
        <translation>以列表显示客户端</translation>
    </message>
    <message>
        <source>Project folders…</source>
        <translation>项目文件夹…</translation>
    </message>
    <message>
        <source>{0}, {1} connected</source>
        <translation>{0}，其中 {1} 个已连接</translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>connected to {0}</source>
        <translation>已连接到 {0}</translation>
    </message>
    <message>
        <source>{0} of {1} servers guarded</source>
        <translation>{1} 个服务器中有 {0} 个受保护</translation>
    </message>
    <message>
        <source>settings can&apos;t be read</source>
        <translation>无法读取设置</translation>
    </message>
    <message>
        <source>Guard all clients…</source>
        <translation>保护所有客户端…</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>no MCP servers</source>
        <translation>没有 MCP 服务器</translation>
    </message>
    <message>
        <source>has a token, never connected</source>
        <translation>持有令牌，从未连接</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP 接入</translation>
    </message>
    <message>
        <source>Settings in {0} are shown now, too.</source>
        <translation>现在也会显示 {0} 中的设置。</translation>
    </message>
    <message numerus="yes">
        <source>%n servers are guarded now.</source>
        <translation>
            <numerusform>%n 个服务器现已受保护。</numerusform>
        </translation>
    </message>
    <message>
        <source>The client&apos;s own entries are back.</source>
        <translation>已恢复客户端自己的条目。</translation>
    </message>
    <message>
        <source>Saved {0}. Open it in the chat client, then turn the client&apos;s own entry for the server off.</source>
        <translation>已保存 {0}。请在聊天客户端中打开它，然后关闭客户端中该服务器自己的条目。</translation>
    </message>
    <message>
        <source>The token is still in the clipboard. Any program can read it.</source>
        <translation>令牌仍在剪贴板中，任何程序都能读取。</translation>
    </message>
    <message>
        <source>Clear clipboard</source>
        <translation>清空剪贴板</translation>
    </message>
    <message>
        <source>Access for {0} revoked. Its token no longer works.</source>
        <translation>已收回 {0} 的访问权限，它的令牌不再有效。</translation>
    </message>
    <message>
        <source>Removed {0} from the list.</source>
        <translation>已从列表中移除 {0}。</translation>
    </message>
    <message numerus="yes">
        <source>Disconnected {0} (%n sessions).</source>
        <translation>
            <numerusform>已断开 {0}（%n 个会话）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>last seen {0}</source>
        <translation>上次出现：{0}</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Type a command, a page or a setting…</source>
        <translation>输入命令、页面或设置…</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>没有结果。</translation>
    </message>
</context>
<context>
    <name>CompactBar</name>
    <message>
        <source>Next call</source>
        <translation>下一个调用</translation>
    </message>
    <message>
        <source>Full window</source>
        <translation>完整窗口</translation>
    </message>
</context>
<context>
    <name>ConditionRow</name>
    <message>
        <source>the value</source>
        <translation>该值</translation>
    </message>
    <message>
        <source>every item</source>
        <translation>每一项</translation>
    </message>
    <message>
        <source>any item</source>
        <translation>任一项</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Argument {1} of {0}</source>
        <translation>{0}：第 {1} 行的参数</translation>
    </message>
    <message>
        <source>Items {1} of {0}</source>
        <translation>{0}：第 {1} 行的项</translation>
    </message>
    <message>
        <source>Comparison {1} of {0}</source>
        <translation>{0}：第 {1} 行的比较方式</translation>
    </message>
    <message>
        <source>Value {1} of {0}</source>
        <translation>{0}：第 {1} 行的值</translation>
    </message>
    <message>
        <source>Remove row {1} of {0}</source>
        <translation>{0}：移除第 {1} 行</translation>
    </message>
</context>
<context>
    <name>ConfirmBanner</name>
    <message>
        <source>Confirm</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Consequence</name>
    <message>
        <source>Reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Modifies</source>
        <translation>会修改</translation>
    </message>
    <message>
        <source>Not declared</source>
        <translation>未声明</translation>
    </message>
    <message>
        <source>Destroys</source>
        <translation>破坏性</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Effect not declared</source>
        <translation>未声明影响</translation>
    </message>
    <message>
        <source>Less protection</source>
        <translation>降低保护</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>found in the arguments by ToolGuard</source>
        <translation>由 ToolGuard 在参数中发现</translation>
    </message>
    <message>
        <source>it can do anything that you can do on this computer</source>
        <translation>它能在这台电脑上做您能做的任何事</translation>
    </message>
    <message>
        <source>no effect declared for {0} of {1} tools; they may change or delete data</source>
        <translation>{1} 个工具中有 {0} 个未声明影响，可能更改或删除数据</translation>
    </message>
    <message>
        <source>no effect declared for these tools; they may change or delete data</source>
        <translation>这些工具均未声明影响，可能更改或删除数据</translation>
    </message>
    <message>
        <source>the tool may change or delete data</source>
        <translation>工具可能更改或删除数据</translation>
    </message>
    <message>
        <source>according to {0}, which you trust</source>
        <translation>由您信任的 {0} 声明</translation>
    </message>
    <message>
        <source>according to their servers, not verified</source>
        <translation>由各服务器声明，未经核实</translation>
    </message>
    <message>
        <source>according to {0}, not verified</source>
        <translation>由 {0} 声明，未经核实</translation>
    </message>
    <message>
        <source>according to {0}, which changed this tool since you allowed it</source>
        <translation>由 {0} 声明，在您允许后它更改了此工具</translation>
    </message>
</context>
<context>
    <name>CopyableText</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>(left out: {reason})</source>
        <comment>servers.left_out</comment>
        <translation>（已省略：{reason}）</translation>
    </message>
    <message>
        <source>(process {pid} could not be ended)</source>
        <comment>servers.process_not_ended</comment>
        <translation>（无法结束进程 {pid}）</translation>
    </message>
    <message>
        <source>({dropped} lines were dropped: too many at once)</source>
        <comment>servers.lines_dropped_too_many</comment>
        <translation>（丢弃了 {dropped} 行：一次过多）</translation>
    </message>
    <message>
        <source>, </source>
        <comment>gate.list_separator</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>, until ToolGuard closes</source>
        <comment>services.until_closes</comment>
        <translation>，直到 ToolGuard 关闭</translation>
    </message>
    <message>
        <source>/health answered with {status}</source>
        <comment>servers.health_answered</comment>
        <translation>/health 返回了 {status}</translation>
    </message>
    <message>
        <source>A new log starts. The old one is kept under another name, and ToolGuard no longer checks its records.</source>
        <comment>services.new_log_begins_old</comment>
        <translation>将开始新的日志。旧日志以另一名称保留，ToolGuard 不再检查其记录。</translation>
    </message>
    <message>
        <source>A program on this computer that has the new token can use every server as the client {name}.</source>
        <comment>services.program_machine_new_token_can</comment>
        <translation>这台计算机上持有新令牌的程序可以作为客户端 {name} 使用所有服务器。</translation>
    </message>
    <message>
        <source>A program on this computer that has the new token can use {servers} as the client {name}.</source>
        <comment>services.program_machine_new_token</comment>
        <translation>这台计算机上持有新令牌的程序可以作为客户端 {name} 使用 {servers}。</translation>
    </message>
    <message>
        <source>A rule allows this call, but the log was changed: no rule applies until you have decided how to continue.</source>
        <comment>gate.rule_allows_call_log</comment>
        <translation>有规则允许此调用，但日志已被更改：在您对此作出决定之前，任何规则都不生效。</translation>
    </message>
    <message>
        <source>A secret for this session needs a running ToolGuard: open it (`toolguard`) and try again.</source>
        <comment>services.secret_session_needs_run</comment>
        <translation>仅用于本次会话的凭据需要 ToolGuard 正在运行：请打开它（`toolguard`）后重试。</translation>
    </message>
    <message>
        <source>Register security keys in the ToolGuard window, on the page Settings.</source>
        <comment>services.security_key_registered_window</comment>
        <translation>安全密钥在 ToolGuard 窗口的“设置”页面上注册。</translation>
    </message>
    <message>
        <source>A server has no command.</source>
        <comment>clients.entry_no_command</comment>
        <translation>其中有一个服务器没有命令。</translation>
    </message>
    <message>
        <source>A text in {name} would contain an unpaired surrogate (invalid Unicode): enter it again.</source>
        <comment>store.text_hold_half_character</comment>
        <translation>{name} 中的一段文本会含有不成对的代理字符（无效的 Unicode）：请重新输入。</translation>
    </message>
    <message>
        <source>A text of the server {name} contains an unpaired surrogate (invalid Unicode).</source>
        <comment>services.text_server_holds_half</comment>
        <translation>服务器 {name} 的一段文本含有不成对的代理字符（无效的 Unicode）。</translation>
    </message>
    <message>
        <source>Accept must include application/json and text/event-stream</source>
        <comment>clients.accept_name_application_json</comment>
        <translation>Accept 必须包含 application/json 和 text/event-stream</translation>
    </message>
    <message>
        <source>Accept must include text/event-stream</source>
        <comment>clients.accept_name_text_event</comment>
        <translation>Accept 必须包含 text/event-stream</translation>
    </message>
    <message>
        <source>Allow rules exist for a client named {name}. Is this the program that they are meant for?</source>
        <comment>services.allow_rules_exist_client</comment>
        <translation>已有针对名为 {name} 的客户端的允许规则。这些规则针对的是这个程序吗？</translation>
    </message>
    <message>
        <source>An allow rule for this client does not apply, because ToolGuard is not certain that this is the program that the rule is for. Answer the question on Pending, or start an unknown client with toolguard-connect --client NAME.</source>
        <comment>gate.allow_rule_client_not</comment>
        <translation>此客户端的允许规则不适用，因为无法确定该规则是否针对此程序。请回答“待处理”页上的询问，或用 toolguard-connect --client 名称 为无法识别的客户端命名。</translation>
    </message>
    <message>
        <source>An argument of a server is not a string: put it into quotes.</source>
        <comment>clients.entry_argument_no_text</comment>
        <translation>其中某个服务器的一个参数不是字符串：请给它加上引号。</translation>
    </message>
    <message>
        <source>An earlier release called {name} {earlier}. Apply the allow rules of {earlier} to {name}?</source>
        <comment>services.earlier_release_called_apply</comment>
        <translation>早期版本把 {name} 称为 {earlier}。要将 {earlier} 的允许规则应用于 {name} 吗？</translation>
    </message>
    <message>
        <source>Requesting its tools…</source>
        <comment>services.asking_tools</comment>
        <translation>正在请求它的工具列表…</translation>
    </message>
    <message>
        <source>Calls wait for you without a time limit instead of {now} seconds.</source>
        <comment>services.calls_wait_without_end</comment>
        <translation>调用会一直等待您，不再限于 {now} 秒。</translation>
    </message>
    <message>
        <source>Chat clients cannot connect over HTTP: port {port} is not available ({reason}). End that program, or choose another port (`toolguard settings set http_port N`) and enter it in the clients&apos; settings.</source>
        <comment>clients.chat_clients_cannot_come</comment>
        <translation>聊天客户端无法通过 HTTP 连接：端口 {port} 不可用（{reason}）。请结束占用它的程序，或选择其他端口（`toolguard settings set http_port N`）并在客户端的设置中填写。</translation>
    </message>
    <message>
        <source>Clients can see and call more of {server}.</source>
        <comment>services.clients_can_see_call_more</comment>
        <translation>客户端可以看到并调用 {server} 的更多内容。</translation>
    </message>
    <message>
        <source>Clients can see and call {server} again.</source>
        <comment>services.clients_can_see_call_again</comment>
        <translation>客户端可以重新看到并调用 {server}。</translation>
    </message>
    <message>
        <source>Clients can see and call {server}.</source>
        <comment>services.clients_can_see_call</comment>
        <translation>客户端可以看到并调用 {server}。</translation>
    </message>
    <message>
        <source>Its settings show clients all of its tools. Each call still needs your approval.</source>
        <comment>clients.tools_all_shown</comment>
        <translation>其设置向客户端显示它的全部工具。每次调用仍需要您批准。</translation>
    </message>
    <message>
        <source>Clients see only these of its tools: {names}.</source>
        <comment>clients.tools_only_these</comment>
        <translation>客户端只能看到它的这些工具：{names}。</translation>
    </message>
    <message>
        <source>Close chat clients that you do not use, or raise the limit of open files (`ulimit -n`), then try again</source>
        <comment>clients.close_chat_clients_not</comment>
        <translation>请关闭不用的聊天客户端，或提高打开文件数的上限（`ulimit -n`），然后重试</translation>
    </message>
    <message>
        <source>Content-Type must be application/json</source>
        <comment>clients.content_type_application_json</comment>
        <translation>Content-Type 必须是 application/json</translation>
    </message>
    <message>
        <source>Denied by the user in ToolGuard.</source>
        <comment>gate.denied_user</comment>
        <translation>用户已在 ToolGuard 中拒绝。</translation>
    </message>
    <message>
        <source>It contains an invisible character: {name}.</source>
        <comment>gate.contains_character_cannot_seen</comment>
        <translation>其中包含不可见字符：{name}。</translation>
    </message>
    <message>
        <source>It contains compatibility characters, which stand for other letters.</source>
        <comment>gate.contains_letters_stand_others</comment>
        <translation>其中包含代表其他字母的兼容字符。</translation>
    </message>
    <message>
        <source>Its settings name no tools: clients see none until you choose them on the page Tools.</source>
        <comment>clients.tools_not_said</comment>
        <translation>其设置没有指定任何工具：在您于“工具”页面选择之前，客户端看不到任何工具。</translation>
    </message>
    <message>
        <source>It is written in {alphabets} letters that look like Latin ones: {word}.</source>
        <comment>gate.written_letters_look_like</comment>
        <translation>它使用了外形像拉丁字母的 {alphabets} 字母：{word}。</translation>
    </message>
    <message>
        <source>It mixes alphabets that look alike: {alphabets}.</source>
        <comment>gate.mixes_alphabets_look_alike</comment>
        <translation>它混用了外形相似的字母系统：{alphabets}。</translation>
    </message>
    <message>
        <source>Its list of tools is empty: clients see none of them.</source>
        <comment>clients.tools_none_shown</comment>
        <translation>它的工具列表为空：客户端看不到任何工具。</translation>
    </message>
    <message>
        <source>JSON-RPC batches are not part of this protocol version</source>
        <comment>clients.json_rpc_batches_not</comment>
        <translation>此协议版本不支持 JSON-RPC 批处理</translation>
    </message>
    <message>
        <source>JSON-RPC batches are not part of this protocol version</source>
        <comment>gate.json_rpc_batches_not</comment>
        <translation>此协议版本不支持 JSON-RPC 批处理</translation>
    </message>
    <message>
        <source>Check Audit → Verify before you continue.</source>
        <comment>store.look_audit_verify_before</comment>
        <translation>继续之前，请查看“审计”→“验证”。</translation>
    </message>
    <message>
        <source>Looked in no folder: PATH is empty</source>
        <comment>servers.path_is_empty</comment>
        <translation>没有查找任何文件夹：PATH 为空</translation>
    </message>
    <message>
        <source>Looked in {folders}</source>
        <comment>servers.looked_in</comment>
        <translation>已查找 {folders}</translation>
    </message>
    <message>
        <source>Mcp-Session-Id is missing: initialize first</source>
        <comment>clients.mcp_session_id_missing</comment>
        <translation>缺少 Mcp-Session-Id：请先 initialize</translation>
    </message>
    <message>
        <source>Method not found</source>
        <comment>clients.method_not_found</comment>
        <translation>找不到方法</translation>
    </message>
    <message>
        <source>Method not found: {method}</source>
        <comment>servers.method_not_found</comment>
        <translation>找不到方法：{method}</translation>
    </message>
    <message>
        <source>Models can set {filling} themselves.</source>
        <comment>services.models_can_set_themselves</comment>
        <translation>模型可以自己设置{filling}。</translation>
    </message>
    <message>
        <source>There are more errors; only the first ones are shown.</source>
        <comment>gate.more_not_fit_only</comment>
        <translation>还有更多错误；只显示前面的部分。</translation>
    </message>
    <message>
        <source>No log is kept here.</source>
        <comment>services.no_log_kept_here</comment>
        <translation>此处不保存日志。</translation>
    </message>
    <message>
        <source>No rule applies, so a person is asked.</source>
        <comment>services.no_rule_fits_person</comment>
        <translation>没有适用的规则，因此会询问您。</translation>
    </message>
    <message>
        <source>No security key is registered. Register one on the page Settings.</source>
        <comment>presence.no_security_key_registered</comment>
        <translation>没有注册安全密钥。请在“设置”页面上注册一个。</translation>
    </message>
    <message>
        <source>This contains no server: it has none of the members mcpServers, servers, mcp and extensions.</source>
        <comment>services.no_server_stands_members</comment>
        <translation>其中没有服务器：没有成员 mcpServers、servers、mcp 或 extensions。</translation>
    </message>
    <message>
        <source>ToolGuard uses no shell: {word} is not replaced.</source>
        <comment>services.no_shell_runs_stays</comment>
        <translation>ToolGuard 不使用 shell：不会替换 {word}。</translation>
    </message>
    <message>
        <source>No sign-in to the server {name} is in progress.</source>
        <comment>services.no_sign_server_waits</comment>
        <translation>没有正在进行的对服务器 {name} 的登录。</translation>
    </message>
    <message>
        <source>You cannot sign in from here: open ToolGuard (`toolguard`) and try again.</source>
        <comment>services.nobody_can_sign_here</comment>
        <translation>无法在此处登录：请打开 ToolGuard（`toolguard`）后重试。</translation>
    </message>
    <message>
        <source>Not accepted: {reason}</source>
        <comment>gate.not_accepted</comment>
        <translation>未接受：{reason}</translation>
    </message>
    <message>
        <source>Not allowed: {reason}</source>
        <comment>gate.not_allowed</comment>
        <translation>未允许：{reason}</translation>
    </message>
    <message>
        <source>Not approved: {reason}</source>
        <comment>gate.not_approved</comment>
        <translation>未批准：{reason}</translation>
    </message>
    <message>
        <source>Not done, because it could not be recorded: {reason}</source>
        <comment>services.not_done_because_not</comment>
        <translation>未执行，因为无法记录：{reason}</translation>
    </message>
    <message>
        <source>Not done: it was declined, or nobody could be asked.</source>
        <comment>services.not_done_declined_nobody</comment>
        <translation>未执行：请求被拒绝，或无人可询问。</translation>
    </message>
    <message>
        <source>Not done: {reason}</source>
        <comment>services.not_done</comment>
        <translation>未执行：{reason}</translation>
    </message>
    <message>
        <source>Not run yet: this call still waits for the user&apos;s approval in ToolGuard. Call the tool again with identical arguments to keep waiting.</source>
        <comment>gate.not_run_yet_call</comment>
        <translation>尚未运行：此调用仍在等待用户在 ToolGuard 中批准。要继续等待，请用相同的参数再次调用该工具。</translation>
    </message>
    <message>
        <source>Not run yet: this call waits for the user&apos;s approval in ToolGuard. Send it again with the same call_id and the same input to keep waiting.</source>
        <comment>clients.not_run_yet_call</comment>
        <translation>尚未运行：此调用正在 ToolGuard 中等待用户批准。请用同样的 call_id 和同样的输入再次发送，以继续等待。</translation>
    </message>
    <message>
        <source>Not run: nobody approved this call in ToolGuard in time.</source>
        <comment>gate.not_run_nobody_approved</comment>
        <translation>未运行：没有人在时限内于 ToolGuard 中批准此调用。</translation>
    </message>
    <message>
        <source>Not run: refused by ToolGuard.</source>
        <comment>gate.not_run_refused</comment>
        <translation>未运行：已被 ToolGuard 拒绝。</translation>
    </message>
    <message>
        <source>Not run: this client&apos;s timeout passed before the server was ready. Call the tool again with identical arguments.</source>
        <comment>gate.not_run_time_limit</comment>
        <translation>未运行：在服务器就绪之前，此客户端已超时。请用相同的参数再次调用该工具。</translation>
    </message>
    <message>
        <source>Not run: {reason}. Call the tool again.</source>
        <comment>gate.not_run_ask_again</comment>
        <translation>未运行：{reason}。请重新调用该工具。</translation>
    </message>
    <message>
        <source>Nothing can be filled into {filling}: {reason}.</source>
        <comment>services.nothing_can_filled</comment>
        <translation>无法填入{filling}：{reason}。</translation>
    </message>
    <message>
        <source>Only the ToolGuard window shows where to continue a sign-in.</source>
        <comment>services.only_window_tells_sign</comment>
        <translation>只有 ToolGuard 的窗口会显示在哪里继续登录。</translation>
    </message>
    <message>
        <source>Open this page in your browser, at {place}, and sign in there:</source>
        <comment>services.open_page_browser_sign</comment>
        <translation>请在浏览器中打开此页面（位于 {place}）并登录：</translation>
    </message>
    <message>
        <source>It contains text written from right to left, which may be shown in another order than it is sent.</source>
        <comment>gate.parts_written_right_left</comment>
        <translation>其中有从右到左书写的文本，显示顺序可能与发送顺序不同。</translation>
    </message>
    <message>
        <source>Record {first} of the log is not signed.</source>
        <comment>store.record_log_not_vouched</comment>
        <translation>日志的记录 {first} 未签名。</translation>
    </message>
    <message>
        <source>Record {noted} of the log is not the one that ToolGuard noted: the log was rewritten or replaced. Check Audit → Verify before you continue.</source>
        <comment>store.record_log_not_noted</comment>
        <translation>日志的记录 {noted} 与 ToolGuard 留存的不同：日志被重写，或被调换为另一个。继续之前，请查看“审计”→“验证”。</translation>
    </message>
    <message>
        <source>Records {first} to {last} of the log are not signed.</source>
        <comment>store.records_log_not_vouched</comment>
        <translation>日志的记录 {first} 到 {last} 未签名。</translation>
    </message>
    <message>
        <source>Request cancelled</source>
        <comment>clients.request_cancelled</comment>
        <translation>请求已取消</translation>
    </message>
    <message>
        <source>Secret Service through libsecret</source>
        <comment>store.secret_service_through_libsecret</comment>
        <translation>Secret Service（通过 libsecret）</translation>
    </message>
    <message>
        <source>Until now, {before} stored your secrets. From now on, {now} would</source>
        <comment>services.secrets_kept_now_kept</comment>
        <translation>此前您的凭据保存在 {before} 中。今后将保存在 {now} 中</translation>
    </message>
    <message>
        <source>{filling} is already filled in: unbind that first.</source>
        <comment>services.something_filled_already_unbind</comment>
        <translation>{filling}已有填入的内容：请先解除那个绑定。</translation>
    </message>
    <message>
        <source>Starting {name}…</source>
        <comment>services.starting</comment>
        <translation>正在启动 {name}…</translation>
    </message>
    <message>
        <source>Task not found</source>
        <comment>clients.task_not_found</comment>
        <translation>找不到任务</translation>
    </message>
    <message>
        <source>Task not found</source>
        <comment>gate.task_not_found</comment>
        <translation>找不到任务</translation>
    </message>
    <message>
        <source>The command line, the variables or the headers of a server are too long.</source>
        <comment>clients.entry_too_long</comment>
        <translation>其中某个服务器的命令行、变量或标头太长。</translation>
    </message>
    <message>
        <source>The disk reported an error on the log {path} ({reason}): check the disk and its free space.</source>
        <comment>store.disk_reported_error_log</comment>
        <translation>磁盘报告日志 {path} 出错（{reason}）：请检查磁盘及其可用空间。</translation>
    </message>
    <message>
        <source>The file that proves which records are ToolGuard&apos;s is missing.</source>
        <comment>store.file_shows_records_gone</comment>
        <translation>缺少用于证明哪些记录属于 ToolGuard 的文件。</translation>
    </message>
    <message>
        <source>The log cannot be read, so it is not known which settings you accepted last: until it is fixed, no server and no rule is available.</source>
        <comment>services.log_cannot_read_nobody</comment>
        <translation>日志无法读取，因此无从得知您上次接受了哪些设置：修复之前，任何服务器和规则都不可用。</translation>
    </message>
    <message>
        <source>The log failed its integrity check: {value}. Export the records that pass, then start a new log.</source>
        <comment>store.log_failed_integrity_check</comment>
        <translation>日志未通过完整性检查：{value}。请导出通过检查的记录，然后开始新的日志。</translation>
    </message>
    <message>
        <source>The log is closed: restart ToolGuard.</source>
        <comment>store.log_closed_restart</comment>
        <translation>日志已关闭：请重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>The log is missing: ToolGuard noted that it had {noted} records. Look for it before you continue, for example in a backup.</source>
        <comment>store.log_gone_noted_had</comment>
        <translation>日志已丢失：根据 ToolGuard 留存的信息，它有 {noted} 条记录。继续之前请先找到它，例如在备份中查找。</translation>
    </message>
    <message>
        <source>The log is not open: restart ToolGuard.</source>
        <comment>store.log_not_open_restart</comment>
        <translation>日志未打开：请重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>The log {path} cannot be written: check that its folder exists, belongs to you and is writable.</source>
        <comment>store.log_cannot_written_make</comment>
        <translation>无法写入日志 {path}：请确保其文件夹存在、属于您且允许写入。</translation>
    </message>
    <message>
        <source>The rule could not be saved, so nothing was decided: {reason}</source>
        <comment>gate.rule_not_kept_nothing</comment>
        <translation>无法保存规则，因此没有作出任何决定：{reason}</translation>
    </message>
    <message>
        <source>The search index {path} cannot be read ({reason}): ToolGuard rebuilds it soon.</source>
        <comment>store.search_index_cannot_read</comment>
        <translation>无法读取搜索索引 {path}（{reason}）：ToolGuard 稍后会重新建立。</translation>
    </message>
    <message>
        <source>The search index {path} is not up to date: {reason}</source>
        <comment>store.search_index_not_up</comment>
        <translation>搜索索引 {path} 不是最新的：{reason}</translation>
    </message>
    <message>
        <source>The secret {name} is given to {servers} as soon as it has a value.</source>
        <comment>services.secret_given_soon_value</comment>
        <translation>凭据 {name} 一旦有值就会交给 {servers}。</translation>
    </message>
    <message>
        <source>The secret {name} is given to {server}: it is filled into {filling}.</source>
        <comment>services.secret_given_filled</comment>
        <translation>凭据 {name} 将交给 {server}：它会填入{filling}。</translation>
    </message>
    <message>
        <source>The secret {name} is not bound to the server {server}.</source>
        <comment>store.secret_not_bound_server</comment>
        <translation>凭据 {name} 未绑定到服务器 {server}。</translation>
    </message>
    <message>
        <source>The secret {name} is not filled into {filling}.</source>
        <comment>services.secret_not_filled</comment>
        <translation>凭据 {name} 没有填入{filling}。</translation>
    </message>
    <message>
        <source>The server sends no updates of this resource</source>
        <comment>servers.server_not_tell_resource</comment>
        <translation>服务器不发送此资源的更新</translation>
    </message>
    <message>
        <source>The server ended the subscription at once</source>
        <comment>servers.server_ended_subscription_once</comment>
        <translation>服务器立即结束了订阅</translation>
    </message>
    <message>
        <source>The server is restored, but not all of its rules: {reason}</source>
        <comment>services.server_back_not_all</comment>
        <translation>服务器已恢复，但并非所有规则都已恢复：{reason}</translation>
    </message>
    <message>
        <source>The server lists two tools with this name; the call may reach the other one.</source>
        <comment>gate.server_lists_two_tools</comment>
        <translation>服务器列出了两个同名工具，调用可能会到达另一个。</translation>
    </message>
    <message>
        <source>The server {name} is restored with its secrets and {count} allow rules.</source>
        <comment>services.server_comes_back_secrets</comment>
        <translation>服务器 {name} 将连同其凭据和 {count} 条允许规则一起恢复。</translation>
    </message>
    <message>
        <source>The server {name} does not use MCP over HTTP, so it has no sign-in.</source>
        <comment>services.server_not_mcp_over</comment>
        <translation>服务器 {name} 不使用基于 HTTP 的 MCP，因此没有登录。</translation>
    </message>
    <message>
        <source>The server {server} wants you to open one of its pages, to sign in or to agree to something</source>
        <comment>services.server_wants_open_page</comment>
        <translation>服务器 {server} 希望您打开它自己的一个页面，以登录或同意某事</translation>
    </message>
    <message>
        <source>The setting {name} protects you less: {value}.</source>
        <comment>services.setting_protects_less</comment>
        <translation>设置 {name} 的保护会减弱：{value}。</translation>
    </message>
    <message>
        <source>The text to be filled in must contain ${secret:{name}}.</source>
        <comment>services.text_filled_secret</comment>
        <translation>填入的文本中必须有 ${secret:{name}}。</translation>
    </message>
    <message>
        <source>The tool requires more input before it continues, which Open Tool Calling does not support.</source>
        <comment>clients.tool_asks_something_back</comment>
        <translation>工具需要更多输入才能继续，而 Open Tool Calling 不支持这一点。</translation>
    </message>
    <message>
        <source>The tool failed and did not say why.</source>
        <comment>servers.tool_failed_not_say</comment>
        <translation>工具失败，没有说明原因。</translation>
    </message>
    <message>
        <source>The tool failed and gave no reason.</source>
        <comment>clients.tool_failed_gave_no</comment>
        <translation>工具失败，没有给出原因。</translation>
    </message>
    <message>
        <source>The tool continues as a task, which Open Tool Calling does not support; it may have had effects.</source>
        <comment>clients.tool_goes_task_open</comment>
        <translation>工具以任务形式继续，而 Open Tool Calling 不支持这一点；它可能已产生影响。</translation>
    </message>
    <message>
        <source>The user refused this request in ToolGuard.</source>
        <comment>gate.user_refused_request</comment>
        <translation>用户已在 ToolGuard 中拒绝此请求。</translation>
    </message>
    <message>
        <source>There is a client {name} already: remove it first, or choose another name.</source>
        <comment>services.client_already_remove_first</comment>
        <translation>已有客户端 {name}：请先移除它，或选择其他名称。</translation>
    </message>
    <message>
        <source>There is a client {name} already: remove it first, or choose another name.</source>
        <comment>store.client_already_remove_first</comment>
        <translation>已有客户端 {name}：请先移除它，或选择其他名称。</translation>
    </message>
    <message>
        <source>There is a rule {id} already.</source>
        <comment>store.rule_already</comment>
        <translation>已有规则 {id}。</translation>
    </message>
    <message>
        <source>There is a secret {name} already.</source>
        <comment>services.secret_already</comment>
        <translation>已有凭据 {name}。</translation>
    </message>
    <message>
        <source>There is a secret {name} already: choose another name, or replace its value.</source>
        <comment>services.secret_already_choose_another</comment>
        <translation>已有凭据 {name}：请选择其他名称，或更换它的值。</translation>
    </message>
    <message>
        <source>There is a server {name} already: remove it first, or choose another name.</source>
        <comment>store.server_already_remove_first</comment>
        <translation>已有服务器 {name}：请先移除它，或选择其他名称。</translation>
    </message>
    <message>
        <source>No client {name} connects over HTTP: `toolguard client list` shows those that do.</source>
        <comment>services.no_client_comes_over</comment>
        <translation>没有通过 HTTP 连接的客户端 {name}：`toolguard client list` 会列出通过 HTTP 连接的客户端。</translation>
    </message>
    <message>
        <source>There is no command {name}: are two versions of ToolGuard installed?</source>
        <comment>services.no_order_two_versions</comment>
        <translation>没有命令 {name}：是否安装了两个版本的 ToolGuard？</translation>
    </message>
    <message>
        <source>This command line contains no program.</source>
        <comment>clients.command_line_empty</comment>
        <translation>此命令行中没有程序。</translation>
    </message>
    <message>
        <source>There is no rule {id}: `toolguard rule list` shows them.</source>
        <comment>services.no_rule_rule_list</comment>
        <translation>没有规则 {id}：`toolguard rule list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no secret {name}: `toolguard secret list` shows them.</source>
        <comment>services.no_secret_secret_list</comment>
        <translation>没有凭据 {name}：`toolguard secret list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no server {name} yet: the rule applies when one gets this name.</source>
        <comment>services.no_server_yet_rule</comment>
        <translation>目前没有名为 {name} 的服务器：此规则针对以后使用该名称的服务器。</translation>
    </message>
    <message>
        <source>There is no server {server} yet: it waits for you to accept it in the ToolGuard window.</source>
        <comment>services.no_server_yet_waits</comment>
        <translation>还没有服务器 {server}：它正等待您在 ToolGuard 的窗口中接受。</translation>
    </message>
    <message>
        <source>There is no server {server}: add it with `toolguard server add {server} -- …`.</source>
        <comment>services.no_server_add_server</comment>
        <translation>没有服务器 {server}：请用 `toolguard server add {server} -- …` 添加。</translation>
    </message>
    <message>
        <source>There is no setting {name}: `toolguard settings list` shows them.</source>
        <comment>services.no_setting_settings_list</comment>
        <translation>没有设置项 {name}：`toolguard settings list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no such program in {folders}</source>
        <comment>servers.no_such_program</comment>
        <translation>{folders} 中没有这个程序</translation>
    </message>
    <message>
        <source>Nothing was entered: paste a command line, or the JSON or YAML of a client&apos;s settings.</source>
        <comment>services.nothing_here_paste_command</comment>
        <translation>未输入任何内容：请粘贴命令行，或客户端设置的 JSON 或 YAML。</translation>
    </message>
    <message>
        <source>This YAML contains only comments.</source>
        <comment>services.nothing_yaml_comments</comment>
        <translation>此 YAML 中只有注释。</translation>
    </message>
    <message>
        <source>These are not the rules that were removed with this server.</source>
        <comment>services.these_not_rules_removed</comment>
        <translation>这些不是随此服务器一起移除的规则。</translation>
    </message>
    <message>
        <source>This has several lines: paste one command, or the JSON or YAML of a client&apos;s settings.</source>
        <comment>clients.command_line_several</comment>
        <translation>这里有多行：请粘贴一条命令，或客户端设置的 JSON 或 YAML。</translation>
    </message>
    <message>
        <source>They were written just before the computer stopped, or another program added them.</source>
        <comment>store.written_just_before_computer</comment>
        <translation>它们在计算机停止前刚刚写入，或由其他程序添加。</translation>
    </message>
    <message>
        <source>This JSON cannot be read: {reason}.</source>
        <comment>services.json_cannot_read</comment>
        <translation>无法读取此 JSON：{reason}。</translation>
    </message>
    <message>
        <source>This TOML cannot be read: {reason}.</source>
        <comment>services.toml_cannot_read</comment>
        <translation>无法读取此 TOML：{reason}。</translation>
    </message>
    <message>
        <source>This YAML cannot be read: {text}.</source>
        <comment>services.yaml_cannot_read</comment>
        <translation>无法读取此 YAML：{text}。</translation>
    </message>
    <message>
        <source>This YAML is too long to be a list of servers.</source>
        <comment>services.yaml_too_long_list</comment>
        <translation>此 YAML 过长，不会是服务器列表。</translation>
    </message>
    <message>
        <source>This YAML uses aliases (*), which ToolGuard does not support: write the parts out.</source>
        <comment>services.yaml_repeats_parts_reference</comment>
        <translation>此 YAML 使用了别名 (*)，ToolGuard 不支持：请将其完整写出。</translation>
    </message>
    <message>
        <source>This approval was already used, or it has expired.</source>
        <comment>gate.approval_already_gone_used</comment>
        <translation>此批准已被使用，或已过期。</translation>
    </message>
    <message>
        <source>This call can no longer be approved. When the client repeats it, you are asked again.</source>
        <comment>gate.call_cannot_allowed_more</comment>
        <translation>此调用已不能再批准。客户端再次发出时，会重新询问您。</translation>
    </message>
    <message>
        <source>This call has run, but its result is no longer available. To run it again, use a new call_id.</source>
        <comment>clients.call_run_answer_not</comment>
        <translation>此调用已经运行，但其结果已不再保留。若要再次运行，请使用新的 call_id。</translation>
    </message>
    <message>
        <source>This call is no longer pending: it was decided, timed out or was cancelled by the client.</source>
        <comment>gate.call_already_gone_decided</comment>
        <translation>此调用已不再待处理：它已有决定、已超时，或已被客户端取消。</translation>
    </message>
    <message>
        <source>This call is no longer running.</source>
        <comment>gate.call_not_running_more</comment>
        <translation>此调用已不再运行。</translation>
    </message>
    <message>
        <source>This is not the call that you were shown. Review it again.</source>
        <comment>gate.call_not_shown_look</comment>
        <translation>此调用不是所显示的那个。请重新查看。</translation>
    </message>
    <message>
        <source>This cannot be done: a text contains an unpaired surrogate (invalid Unicode).</source>
        <comment>services.cannot_done_text_holds</comment>
        <translation>无法执行：一段文本含有不成对的代理字符（无效的 Unicode）。</translation>
    </message>
    <message>
        <source>This command line cannot be read: {reason}.</source>
        <comment>clients.command_line_unreadable</comment>
        <translation>无法读取此命令行：{reason}。</translation>
    </message>
    <message>
        <source>This computer&apos;s clock is {hours} hours behind the newest time in the log: rules with an end use the later time.</source>
        <comment>services.computer_clock_hours_behind</comment>
        <translation>这台计算机的时钟比日志中最新的时间慢 {hours} 小时：有期限的规则以较晚的时间为准。</translation>
    </message>
    <message>
        <source>This could not be recorded, so nothing was allowed: {reason}</source>
        <comment>gate.not_recorded_nothing_allowed</comment>
        <translation>无法记录，因此没有允许任何内容：{reason}</translation>
    </message>
    <message>
        <source>This entry starts ToolGuard itself: it is already guarded and need not be added.</source>
        <comment>clients.entry_guarded</comment>
        <translation>此条目启动的是 ToolGuard 本身：它已受保护，无需添加。</translation>
    </message>
    <message>
        <source>This is not a rule: {reason}.</source>
        <comment>services.not_rule</comment>
        <translation>这不是规则：{reason}。</translation>
    </message>
    <message>
        <source>This is not a server: {reason}.</source>
        <comment>services.not_server</comment>
        <translation>这不是服务器：{reason}。</translation>
    </message>
    <message>
        <source>This is not the sign-in that was started. Start it again in ToolGuard.</source>
        <comment>servers.not_sign_begun_begin</comment>
        <translation>这不是已开始的登录。请在 ToolGuard 中重新开始。</translation>
    </message>
    <message>
        <source>This is not what you were asked about. Review it again.</source>
        <comment>gate.not_asked_about_look</comment>
        <translation>这不是所询问的内容。请重新查看。</translation>
    </message>
    <message>
        <source>This is the only security key, and approvals need one. Choose another way first.</source>
        <comment>services.only_security_key_approvals</comment>
        <translation>这是唯一的安全密钥，而批准需要它。请先选择其他方式。</translation>
    </message>
    <message>
        <source>This is the wrong place. Check the arguments and ask again.</source>
        <comment>tables.reason_wrong_place</comment>
        <translation>位置不对。请检查参数后重新请求。</translation>
    </message>
    <message>
        <source>This is too long for a command line.</source>
        <comment>services.too_long_command_line</comment>
        <translation>过长，不会是命令行。</translation>
    </message>
    <message>
        <source>This is too long to be a list of servers.</source>
        <comment>services.too_long_list_servers</comment>
        <translation>过长，不会是服务器列表。</translation>
    </message>
    <message>
        <source>Enter a name, then a command or an address.</source>
        <comment>services.needs_name_behind_command</comment>
        <translation>请输入名称，然后输入命令或地址。</translation>
    </message>
    <message>
        <source>This question was already answered or withdrawn.</source>
        <comment>gate.question_already_gone</comment>
        <translation>此请求已得到回应或已撤回。</translation>
    </message>
    <message>
        <source>This question is no longer open.</source>
        <comment>gate.question_gone</comment>
        <translation>此请求已关闭。</translation>
    </message>
    <message>
        <source>This server is new to ToolGuard: the user must accept it in the ToolGuard window. Until then it has no tools.</source>
        <comment>clients.server_new_waits_until</comment>
        <translation>此服务器对 ToolGuard 是新的：用户必须在 ToolGuard 窗口中接受它。在此之前它没有工具。</translation>
    </message>
    <message>
        <source>This system has no authentication method that ToolGuard can use.</source>
        <comment>gate.system_no_way_authenticate</comment>
        <translation>此系统没有 ToolGuard 可以使用的身份验证方式。</translation>
    </message>
    <message>
        <source>ToolGuard cannot fill in the values that are bound to this tool: {reason}</source>
        <comment>gate.cannot_fill_bound_tool</comment>
        <translation>ToolGuard 无法填入绑定到此工具的内容：{reason}</translation>
    </message>
    <message>
        <source>ToolGuard is not running: open it first, or see `toolguard server try {name}`.</source>
        <comment>services.not_run_open_first</comment>
        <translation>ToolGuard 没有运行：请先打开它，或参阅 `toolguard server try {name}`。</translation>
    </message>
    <message>
        <source>ToolGuard is not running: open its window, and start a new log there.</source>
        <comment>services.not_run_open_window</comment>
        <translation>ToolGuard 没有运行：请打开它的窗口，在那里开始新的日志。</translation>
    </message>
    <message>
        <source>ToolGuard does not understand this request ({reason}): use the same version of ToolGuard and of the program that sent it</source>
        <comment>clients.not_understand_request_use</comment>
        <translation>ToolGuard 无法理解此请求（{reason}）：请使用版本相同的 ToolGuard 和发送程序</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly before it could report this; the call was not run</source>
        <comment>gate.ended_unexpectedly_before_say</comment>
        <translation>ToolGuard 在能够报告之前意外结束；调用没有运行</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly before this request was answered; send it again</source>
        <comment>gate.ended_unexpectedly_before_request</comment>
        <translation>ToolGuard 在响应此请求之前意外结束；请重新发送</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly while this call was pending; it was not run</source>
        <comment>gate.ended_unexpectedly_call_waited</comment>
        <translation>ToolGuard 在此调用等待时意外结束；调用没有运行</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly, and this client did not reconnect</source>
        <comment>gate.ended_unexpectedly_client_not</comment>
        <translation>ToolGuard 意外结束，此客户端没有重新连接</translation>
    </message>
    <message>
        <source>ToolGuard continues with this log, and discards what it noted about the previous one</source>
        <comment>services.goes_log_forgets_noted</comment>
        <translation>ToolGuard 将继续使用此日志，并丢弃为之前的日志留存的信息</translation>
    </message>
    <message>
        <source>ToolGuard has no file descriptors left</source>
        <comment>clients.no_file_descriptors_left</comment>
        <translation>ToolGuard 已没有可用的文件描述符</translation>
    </message>
    <message>
        <source>ToolGuard has no file descriptors left, so the server was not started. Close chat clients that you do not use, or raise the limit of open files (`ulimit -n`), then try again</source>
        <comment>servers.no_file_descriptors_left</comment>
        <translation>ToolGuard 已没有可用的文件描述符，因此没有启动服务器。请关闭不用的聊天客户端，或提高打开文件数的上限（`ulimit -n`），然后重试</translation>
    </message>
    <message>
        <source>ToolGuard has no memory left for a body of this size, because other requests use it. Try again later</source>
        <comment>clients.no_memory_left_body</comment>
        <translation>ToolGuard 没有足够的内存容纳这么大的正文：内存正被其他请求占用。请稍后再试</translation>
    </message>
    <message>
        <source>ToolGuard has listed its tools</source>
        <comment>services.seen_tools</comment>
        <translation>ToolGuard 已列出它的工具</translation>
    </message>
    <message>
        <source>ToolGuard is closing</source>
        <comment>clients.closing</comment>
        <translation>ToolGuard 正在关闭</translation>
    </message>
    <message>
        <source>ToolGuard is closing</source>
        <comment>gate.closing</comment>
        <translation>ToolGuard 正在关闭</translation>
    </message>
    <message>
        <source>ToolGuard is not running, so no client is connected.</source>
        <comment>services.not_running_no_client</comment>
        <translation>ToolGuard 没有运行，因此没有客户端连接。</translation>
    </message>
    <message>
        <source>This needs a running ToolGuard: open it (`toolguard`), or use `toolguard server try`.</source>
        <comment>services.run_open_use_server</comment>
        <translation>此操作需要 ToolGuard 正在运行：请打开它（`toolguard`），或使用 `toolguard server try`。</translation>
    </message>
    <message>
        <source>ToolGuard runs no calls now</source>
        <comment>services.runs_no_calls_now</comment>
        <translation>ToolGuard 目前不运行任何调用</translation>
    </message>
    <message>
        <source>ToolGuard runs without a window</source>
        <comment>gate.runs_without_window</comment>
        <translation>ToolGuard 正在运行，没有窗口</translation>
    </message>
    <message>
        <source>ToolGuard was closed</source>
        <comment>clients.closed</comment>
        <translation>ToolGuard 已关闭</translation>
    </message>
    <message>
        <source>ToolGuard was closed</source>
        <comment>gate.closed</comment>
        <translation>ToolGuard 已关闭</translation>
    </message>
    <message>
        <source>ToolGuard was closed while it ran</source>
        <comment>gate.closed_ran</comment>
        <translation>ToolGuard 在它运行时被关闭</translation>
    </message>
    <message>
        <source>ToolGuard withdrew the question.</source>
        <comment>presence.withdrew_question</comment>
        <translation>ToolGuard 撤回了这个问题。</translation>
    </message>
    <message>
        <source>1 to 64 letters, digits, &apos;.&apos;, &apos;_&apos; or &apos;-&apos;, beginning with a letter or digit</source>
        <comment>services.expect_1_64_letters_digits_beginning</comment>
        <translation>1 到 64 个字母、数字、“.”、“_”或“-”，以字母或数字开头</translation>
    </message>
    <message>
        <source>A server of the kind {kind} has no {member}.</source>
        <comment>services.kind_has_no</comment>
        <translation>{kind} 类型的服务器没有 {member}。</translation>
    </message>
    <message>
        <source>A server of the kind {kind} must have a {member}.</source>
        <comment>services.kind_needs</comment>
        <translation>{kind} 类型的服务器必须有 {member}。</translation>
    </message>
    <message>
        <source>Additional properties are not allowed ({names} were unexpected)</source>
        <comment>gate.misfit_additional</comment>
        <translation>不允许其他属性（多出 {names}）</translation>
    </message>
    <message>
        <source>Additional properties are not allowed ({name} was unexpected)</source>
        <comment>gate.misfit_additional_one</comment>
        <translation>不允许其他属性（多出 {name}）</translation>
    </message>
    <message>
        <source>Allow this change in ToolGuard: {title}</source>
        <comment>gate.prompt_change</comment>
        <translation>允许 ToolGuard 中的这项更改：{title}</translation>
    </message>
    <message>
        <source>Approve a call of “{tool}” on the server “{server}”, made by “{client}”.</source>
        <comment>gate.prompt_call</comment>
        <translation>批准“{client}”对服务器“{server}”上“{tool}”的调用。</translation>
    </message>
    <message>
        <source>Argument {number} looks like a secret ({part}): every program on this computer can read it there, and ToolGuard does not put secrets into arguments. Check whether the server can read it from a variable or a file.</source>
        <comment>services.argument_looks_like_secret</comment>
        <translation>参数 {number} 看起来是凭据（{part}）：这台计算机上的每个程序都能在那里读到它，而 ToolGuard 不会把凭据放进参数。请查看服务器能否从变量或文件中读取它。</translation>
    </message>
    <message>
        <source>You are asked before it gets its secrets again.</source>
        <comment>services.before_given_secrets_again</comment>
        <translation>再次把凭据交给它之前会询问您。</translation>
    </message>
    <message>
        <source>Calls of {calls} are no longer asked about where another rule decides.</source>
        <comment>services.calls_not_asked_about</comment>
        <translation>{calls} 的调用在有其他规则决定时不再询问。</translation>
    </message>
    <message>
        <source>Calls of {calls} are no longer denied.</source>
        <comment>services.calls_not_denied</comment>
        <translation>{calls} 的调用不再被拒绝。</translation>
    </message>
    <message>
        <source>Calls of {calls} run without asking, until ToolGuard closes.</source>
        <comment>services.calls_run_until_closing</comment>
        <translation>{calls} 的调用直接运行，不再询问，直到 ToolGuard 关闭。</translation>
    </message>
    <message>
        <source>Calls of {calls} run without asking, until the rule is removed.</source>
        <comment>services.calls_run_until_removed</comment>
        <translation>{calls} 的调用直接运行，不再询问，直到规则被移除。</translation>
    </message>
    <message>
        <source>Calls of {calls} run without asking, until the rule expires.</source>
        <comment>services.calls_run_until_expiry</comment>
        <translation>{calls} 的调用直接运行，不再询问，直到规则到期。</translation>
    </message>
    <message>
        <source>Calls wait for you for {seconds} seconds instead of {now}.</source>
        <comment>services.calls_wait_longer</comment>
        <translation>调用等待您 {seconds} 秒，不再是 {now}。</translation>
    </message>
    <message>
        <source>Chat clients can use a server {to}, which is a copy of {name}.</source>
        <comment>services.chat_clients_can_use_copy</comment>
        <translation>聊天客户端可以使用与 {name} 相同的服务器 {to}。</translation>
    </message>
    <message>
        <source>Did you mean {tool}? Capital letters count.</source>
        <comment>services.did_you_mean</comment>
        <translation>您是指 {tool} 吗？区分大小写。</translation>
    </message>
    <message>
        <source>Do not retry this call unless the user asks.</source>
        <comment>gate.advice_no_retry</comment>
        <translation>除非用户要求，请勿重试此调用。</translation>
    </message>
    <message>
        <source>False schema does not allow {value}</source>
        <comment>gate.misfit_false_schema</comment>
        <translation>输入定义（false）不允许 {value}</translation>
    </message>
    <message>
        <source>ToolGuard now connects to {url} for the server {name}. It keeps its rules.</source>
        <comment>services.server_now_reaches</comment>
        <translation>对于服务器 {name}，ToolGuard 现在连接 {url}。原有规则不变。</translation>
    </message>
    <message>
        <source>ToolGuard now starts another command for the server {name}. It keeps its rules.</source>
        <comment>services.server_now_starts</comment>
        <translation>对于服务器 {name}，ToolGuard 现在启动另一个命令。原有规则不变。</translation>
    </message>
    <message>
        <source>It contains characters that look like other characters: {characters}.</source>
        <comment>gate.look_alike_characters</comment>
        <translation>其中包含外形与其他字符相似的字符：{characters}。</translation>
    </message>
    <message>
        <source>{servers} still gets it, with the command or address that it has now.</source>
        <comment>services.secret_goes_on</comment>
        <translation>{servers} 仍会获得它，使用其现在的命令或地址。</translation>
    </message>
    <message>
        <source>It is given {secrets}.</source>
        <comment>services.server_is_given</comment>
        <translation>它将获得 {secrets}。</translation>
    </message>
    <message>
        <source>It also keeps its secrets.</source>
        <comment>services.keeps_secrets_too</comment>
        <translation>它也保留其凭据。</translation>
    </message>
    <message>
        <source>None of {values} are valid under the given schema</source>
        <comment>gate.misfit_contains</comment>
        <translation>{values} 中没有一项符合输入定义</translation>
    </message>
    <message>
        <source>Not run: ToolGuard cannot record this call ({reason}). {advice}</source>
        <comment>gate.answer_not_recorded</comment>
        <translation>未运行：ToolGuard 无法记录此调用（{reason}）。{advice}</translation>
    </message>
    <message>
        <source>Not run: {reason} {advice}</source>
        <comment>gate.answer_not_run</comment>
        <translation>未运行：{reason} {advice}</translation>
    </message>
    <message>
        <source>Resource not found: {uri}</source>
        <comment>clients.resource_not_found</comment>
        <translation>找不到资源：{uri}</translation>
    </message>
    <message>
        <source>Stopped by the user in ToolGuard while it ran; it may have had effects. {advice}</source>
        <comment>gate.answer_stopped_by_user</comment>
        <translation>用户在它运行时于 ToolGuard 中将其停止；它可能已产生影响。{advice}</translation>
    </message>
    <message>
        <source>The address of this server seems to contain a secret ({part}). Write ${secret:NAME} instead, and store the secret under Credentials.</source>
        <comment>services.address_looks_like_secret</comment>
        <translation>此服务器的地址中似乎有凭据（{part}）。请在该处写 ${secret:NAME}，并将凭据保存在“凭据”中。</translation>
    </message>
    <message>
        <source>ToolGuard fills in the argument {pointer}, so a call cannot set it: leave out {member}.</source>
        <comment>gate.argument_is_bound</comment>
        <translation>参数 {pointer} 由 ToolGuard 填入，调用不能设置它：请去掉 {member}。</translation>
    </message>
    <message>
        <source>The log ends at record {last}, and record {seq} was about to be written when the computer stopped: the records between were lost.</source>
        <comment>store.log_lost_records</comment>
        <translation>日志止于记录 {last}，而计算机停止时正要写入记录 {seq}：其间的记录已丢失。</translation>
    </message>
    <message>
        <source>The log ends at record {last}, but ToolGuard noted record {noted}: records were removed from its end. Check Audit → Verify before you continue.</source>
        <comment>store.log_ends_early</comment>
        <translation>日志止于记录 {last}，但 ToolGuard 留存了记录 {noted}：日志末尾的记录被删除。继续之前，请查看“审计”→“验证”。</translation>
    </message>
    <message>
        <source>The log {path} cannot be read ({reason}).</source>
        <comment>store.log_not_readable</comment>
        <translation>无法读取日志 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>The rule {id} already exists.</source>
        <comment>services.rule_exists</comment>
        <translation>已有规则 {id}。</translation>
    </message>
    <message>
        <source>The secret {name} is given to another launch of {servers}.</source>
        <comment>services.secret_given_other_launch</comment>
        <translation>凭据 {name} 会提供给 {servers} 的另一种启动方式。</translation>
    </message>
    <message>
        <source>The secret {name} is given to {servers}.</source>
        <comment>services.secret_is_given</comment>
        <translation>凭据 {name} 会交给 {servers}。</translation>
    </message>
    <message>
        <source>The secret {name} is removed: ToolGuard no longer looks for its value in calls.</source>
        <comment>services.secret_no_longer_known</comment>
        <translation>凭据 {name} 已移除：ToolGuard 不再在调用中查找它的值。</translation>
    </message>
    <message>
        <source>The secret {name} becomes a credential of another kind: {kind}.</source>
        <comment>services.secret_kind_changes</comment>
        <translation>凭据 {name} 的类型更改为：{kind}。</translation>
    </message>
    <message>
        <source>The security key {key} is removed.</source>
        <comment>services.security_key_is_removed</comment>
        <translation>安全密钥 {key} 被移除。</translation>
    </message>
    <message>
        <source>The server {name} can be used again.</source>
        <comment>services.server_can_be_used_again</comment>
        <translation>服务器 {name} 可以重新使用。</translation>
    </message>
    <message>
        <source>ToolGuard fills in other arguments for the server {name} than now.</source>
        <comment>services.server_given_other_arguments</comment>
        <translation>ToolGuard 会为服务器 {name} 填入与现在不同的参数。</translation>
    </message>
    <message>
        <source>The server {name} requires that you sign in at {place}</source>
        <comment>servers.sign_in_question</comment>
        <translation>服务器 {name} 要求您在 {place} 登录</translation>
    </message>
    <message>
        <source>call_id must be a string of 1 to {limit} characters</source>
        <comment>clients.call_id_length</comment>
        <translation>call_id 必须是 1 到 {limit} 个字符的字符串</translation>
    </message>
    <message>
        <source>came from {issuer}</source>
        <comment>servers.answer_came_from</comment>
        <translation>来自 {issuer}</translation>
    </message>
    <message>
        <source>cannot find the program {command}. {searched}. Install it, or give its full path in the server&apos;s settings</source>
        <comment>servers.program_not_found</comment>
        <translation>找不到程序 {command}。{searched}。请安装它，或在服务器的设置中给出完整路径</translation>
    </message>
    <message>
        <source>cannot start {program}: a text in its settings contains a NUL character</source>
        <comment>servers.program_text_with_nul</comment>
        <translation>无法启动 {program}：其设置中有文本含有 NUL 字符</translation>
    </message>
    <message>
        <source>cannot start {program}: {reason}</source>
        <comment>servers.program_not_started</comment>
        <translation>无法启动 {program}：{reason}</translation>
    </message>
    <message>
        <source>cannot start {program}: {reason}. Check that the interpreter in its first line exists.</source>
        <comment>servers.interpreter_not_found</comment>
        <translation>无法启动 {program}：{reason}。请检查其第一行指定的解释器是否存在。</translation>
    </message>
    <message>
        <source>does not say where it came from</source>
        <comment>servers.answer_without_issuer</comment>
        <translation>没有说明来自哪里</translation>
    </message>
    <message>
        <source>ended by you</source>
        <comment>services.sessions_ended_by_you</comment>
        <translation>由您结束</translation>
    </message>
    <message>
        <source>ended by you in ToolGuard</source>
        <comment>services.client_ended_by_you</comment>
        <translation>由您在 ToolGuard 中结束</translation>
    </message>
    <message>
        <source>ToolGuard connects to {url} once, as the server {name}, lists its tools and disconnects.</source>
        <comment>services.try_remote</comment>
        <translation>ToolGuard 会作为服务器 {name} 连接 {url} 一次，列出其工具，然后断开连接。</translation>
    </message>
    <message>
        <source>${secret:NAME} with the name of a secret</source>
        <comment>tables.reference</comment>
        <translation>${secret:NAME}，其中 NAME 是凭据名称</translation>
    </message>
    <message>
        <source>Accepts less input</source>
        <comment>services.change_narrowed</comment>
        <translation>接受的输入变少</translation>
    </message>
    <message>
        <source>Accepts more input</source>
        <comment>services.change_widened</comment>
        <translation>接受的输入变多</translation>
    </message>
    <message>
        <source>Argument sent as an HTTP header</source>
        <comment>services.change_header</comment>
        <translation>参数作为 HTTP 标头发送</translation>
    </message>
    <message>
        <source>Find another way, without this tool.</source>
        <comment>tables.reason_find_another_way</comment>
        <translation>请换一种方式，不要使用此工具。</translation>
    </message>
    <message>
        <source>Form of results</source>
        <comment>services.change_output</comment>
        <translation>结果的形式</translation>
    </message>
    <message>
        <source>Not now. Tell me first what you want to do and why.</source>
        <comment>tables.reason_explain_first</comment>
        <translation>现在不行。请先告诉我您想做什么，以及为什么。</translation>
    </message>
    <message>
        <source>Other server claims</source>
        <comment>services.change_hints</comment>
        <translation>服务器的其他声明</translation>
    </message>
    <message>
        <source>Page of the tool (MCP Apps)</source>
        <comment>services.change_page</comment>
        <translation>工具的页面（MCP Apps）</translation>
    </message>
    <message>
        <source>Reversed safety claim</source>
        <comment>services.change_hint_flip</comment>
        <translation>安全声明被反转</translation>
    </message>
    <message>
        <source>Shown by clients only</source>
        <comment>services.change_display</comment>
        <translation>仅由客户端显示</translation>
    </message>
    <message>
        <source>Text the model reads</source>
        <comment>services.change_model_text</comment>
        <translation>模型读取的文本</translation>
    </message>
    <message>
        <source>ToolGuard starts this program once, as the server {name}, lists its tools and stops it.</source>
        <comment>services.try_program</comment>
        <translation>ToolGuard 会作为服务器 {name} 启动此程序一次，列出其工具，然后停止它。</translation>
    </message>
    <message>
        <source>ToolGuard: the client did not answer this</source>
        <comment>servers.client_not_answer</comment>
        <translation>ToolGuard：客户端没有响应</translation>
    </message>
    <message>
        <source>ToolGuard: the client&apos;s response contained one of the user&apos;s secrets and was not forwarded</source>
        <comment>gate.client_answer_held_secret</comment>
        <translation>ToolGuard：客户端的响应含有用户的凭据，未转发</translation>
    </message>
    <message>
        <source>ToolGuard: the server&apos;s list of tools is invalid and was not forwarded</source>
        <comment>gate.server_list_tools_cannot</comment>
        <translation>ToolGuard：服务器的工具列表无效，未转发</translation>
    </message>
    <message>
        <source>Touch ID is locked after too many attempts. Unlock it with your password.</source>
        <comment>presence.touch_id_locked_after</comment>
        <translation>尝试次数过多，触控 ID 已锁定。请用密码解锁。</translation>
    </message>
    <message>
        <source>Unevaluated properties are not allowed: {names}</source>
        <comment>gate.misfit_unevaluated</comment>
        <translation>不允许其他属性：{names}</translation>
    </message>
    <message>
        <source>Unknown cursor: there is only one page</source>
        <comment>servers.unknown_cursor_only_page</comment>
        <translation>未知的游标：只有一页</translation>
    </message>
    <message>
        <source>Unknown field</source>
        <comment>services.change_unknown</comment>
        <translation>未知字段</translation>
    </message>
    <message>
        <source>Unknown prompt or resource template</source>
        <comment>clients.unknown_prompt_resource_template</comment>
        <translation>未知的提示词或资源模板</translation>
    </message>
    <message>
        <source>Unknown tool: {name}</source>
        <comment>gate.unknown_tool</comment>
        <translation>未知工具：{name}</translation>
    </message>
    <message>
        <source>Unsupported protocol version</source>
        <comment>clients.unsupported_protocol_version</comment>
        <translation>不支持的协议版本</translation>
    </message>
    <message>
        <source>Unsupported protocol version</source>
        <comment>servers.unsupported_protocol_version</comment>
        <translation>不支持的协议版本</translation>
    </message>
    <message>
        <source>Waiting for approval in ToolGuard</source>
        <comment>gate.waiting_approval</comment>
        <translation>正在等待在 ToolGuard 中批准</translation>
    </message>
    <message>
        <source>The parent of {pointer} must be an object, because ToolGuard fills in the rest of it.</source>
        <comment>gate.holds_object_fills_rest</comment>
        <translation>包含 {pointer} 的必须是对象：其余部分由 ToolGuard 填入。</translation>
    </message>
    <message>
        <source>Requirements of the tool</source>
        <comment>services.change_needs</comment>
        <translation>工具的要求</translation>
    </message>
    <message>
        <source>White space only</source>
        <comment>services.change_cosmetic</comment>
        <translation>仅空白字符</translation>
    </message>
    <message>
        <source>Windows Hello did not authenticate you.</source>
        <comment>presence.windows_hello_not_authenticate</comment>
        <translation>Windows Hello 未能验证您的身份。</translation>
    </message>
    <message>
        <source>Windows Hello failed ({reason}).</source>
        <comment>presence.windows_hello_failed</comment>
        <translation>Windows Hello 失败（{reason}）。</translation>
    </message>
    <message>
        <source>Windows Hello is busy. Try again.</source>
        <comment>presence.windows_hello_busy_try</comment>
        <translation>Windows Hello 正忙。请重试。</translation>
    </message>
    <message>
        <source>Windows Hello is disabled by policy.</source>
        <comment>presence.windows_hello_disabled_policy</comment>
        <translation>Windows Hello 已被策略禁用。</translation>
    </message>
    <message>
        <source>Windows Hello is not available.</source>
        <comment>presence.windows_hello_not_available</comment>
        <translation>Windows Hello 不可用。</translation>
    </message>
    <message>
        <source>Windows Hello is not set up for you. Set it up in Settings, Accounts, Sign-in options.</source>
        <comment>presence.windows_hello_not_set</comment>
        <translation>您尚未设置 Windows Hello。请在“设置”的“账户”中的“登录选项”里设置。</translation>
    </message>
    <message>
        <source>You allowed this tool before, but the server has not listed it yet, so its definition cannot be compared.</source>
        <comment>gate.allowed_tool_before_server</comment>
        <translation>您以前允许过此工具，但服务器尚未列出它，因此无法比较其定义。</translation>
    </message>
    <message>
        <source>You are signed in. You can close this page and go back to ToolGuard.</source>
        <comment>servers.signed_can_close_page</comment>
        <translation>您已登录。可以关闭此页面，回到 ToolGuard。</translation>
    </message>
    <message>
        <source>You were not signed in. You can close this page and go back to ToolGuard.</source>
        <comment>servers.not_signed_can_close</comment>
        <translation>您没有登录。可以关闭此页面，回到 ToolGuard。</translation>
    </message>
    <message>
        <source>_meta must be an object</source>
        <comment>gate.meta_object</comment>
        <translation>_meta 必须是对象</translation>
    </message>
    <message>
        <source>a JSON object is needed</source>
        <comment>gate.json_object_needed</comment>
        <translation>需要一个 JSON 对象</translation>
    </message>
    <message>
        <source>a JSON pointer such as /connection</source>
        <comment>services.expect_json_pointer_such_as_connection</comment>
        <translation>JSON 指针，例如 /connection</translation>
    </message>
    <message>
        <source>a JSON pointer such as /connection</source>
        <comment>tables.json_pointer</comment>
        <translation>JSON 指针，例如 /connection</translation>
    </message>
    <message>
        <source>a call was cancelled: its request was closed, and the tool may still run</source>
        <comment>servers.call_cancelled_request_closed</comment>
        <translation>一个调用被取消：它的请求已关闭，工具可能仍在运行</translation>
    </message>
    <message>
        <source>a client sends no responses in this protocol version</source>
        <comment>clients.client_nothing_answer_protocol</comment>
        <translation>在此协议版本中，客户端不发送响应</translation>
    </message>
    <message>
        <source>a client of 2026-07-28 accepts requests only while it waits for a call</source>
        <comment>servers.client_2026_07_28</comment>
        <translation>2026-07-28 版本的客户端只在等待调用时接受请求</translation>
    </message>
    <message>
        <source>a client of 2026-07-28 accepts no requests</source>
        <comment>clients.client_2026_07_28</comment>
        <translation>2026-07-28 版本的客户端不接受请求</translation>
    </message>
    <message>
        <source>a client of Open Tool Calling accepts no requests</source>
        <comment>clients.client_open_tool_calling</comment>
        <translation>Open Tool Calling 的客户端不接受请求</translation>
    </message>
    <message>
        <source>a client&apos;s name, &apos;=&apos; and a number of seconds</source>
        <comment>tables.client_timeout</comment>
        <translation>客户端名称、“=”和秒数</translation>
    </message>
    <message>
        <source>a colon is missing after the key {key}</source>
        <comment>store.colon_missing_after_key</comment>
        <translation>键 {key} 之后缺少冒号</translation>
    </message>
    <message>
        <source>a command and its folder cannot contain NUL characters</source>
        <comment>clients.command_folder_cannot_hold</comment>
        <translation>命令及其文件夹不能含有 NUL 字符</translation>
    </message>
    <message>
        <source>a compressed body is not supported</source>
        <comment>clients.compressed_body_not_understood</comment>
        <translation>不支持压缩的正文</translation>
    </message>
    <message>
        <source>a hidden tool of {earlier} could not be hidden from {name}</source>
        <comment>services.hidden_tool_not_hidden</comment>
        <translation>无法将对 {earlier} 隐藏的一个工具对 {name} 隐藏</translation>
    </message>
    <message>
        <source>a key in double quotes is missing here</source>
        <comment>store.key_double_quotes_missing</comment>
        <translation>此处缺少用双引号括起的键</translation>
    </message>
    <message>
        <source>a list of clients&apos; names</source>
        <comment>services.expect_list_clients_names</comment>
        <translation>客户端名称的列表</translation>
    </message>
    <message>
        <source>a list of rules</source>
        <comment>services.expect_list_rules</comment>
        <translation>规则的列表</translation>
    </message>
    <message>
        <source>a list of servers&apos; names</source>
        <comment>services.expect_list_servers_names</comment>
        <translation>服务器名称的列表</translation>
    </message>
    <message>
        <source>a list of switches</source>
        <comment>services.expect_list_switches</comment>
        <translation>开关的列表</translation>
    </message>
    <message>
        <source>a list of tools&apos; names</source>
        <comment>services.expect_list_tools_names</comment>
        <translation>工具名称的列表</translation>
    </message>
    <message>
        <source>a message cannot be both a request and a response</source>
        <comment>gate.message_cannot_both_request</comment>
        <translation>一条消息不能既是请求又是响应</translation>
    </message>
    <message>
        <source>a message must be a JSON object</source>
        <comment>gate.message_json_object</comment>
        <translation>消息必须是 JSON 对象</translation>
    </message>
    <message>
        <source>a message of 2026-07-28 with an older MCP-Protocol-Version</source>
        <comment>clients.message_2026_07_28</comment>
        <translation>2026-07-28 版本的消息使用了较旧的 MCP-Protocol-Version</translation>
    </message>
    <message>
        <source>a message with so many small values takes too much memory</source>
        <comment>clients.message_many_small_values</comment>
        <translation>含有这么多小值的消息占用内存过多</translation>
    </message>
    <message>
        <source>a modern server accepts no responses</source>
        <comment>servers.modern_server_takes_no</comment>
        <translation>新版服务器不接受响应</translation>
    </message>
    <message>
        <source>a name or a text ends with a line break</source>
        <comment>store.name_text_line_end</comment>
        <translation>名称或文本的末尾有换行</translation>
    </message>
    <message>
        <source>a number from 1 to 5000</source>
        <comment>services.expect_number_from_1_5000</comment>
        <translation>1 到 5000 之间的数字</translation>
    </message>
    <message>
        <source>a number of seconds, at most ten years</source>
        <comment>services.expect_number_seconds_most_ten_years</comment>
        <translation>秒数，最多十年</translation>
    </message>
    <message>
        <source>a number is out of range</source>
        <comment>gate.number_out_range</comment>
        <translation>数字超出范围</translation>
    </message>
    <message>
        <source>a part of its schema is neither an object nor true or false</source>
        <comment>clients.part_schema_neither_object</comment>
        <translation>其输入定义的某一部分既不是对象，也不是 true 或 false</translation>
    </message>
    <message>
        <source>a part of the secret {name} is missing: set it again</source>
        <comment>store.part_secret_missing_set</comment>
        <translation>凭据 {name} 缺少一部分：请重新设置</translation>
    </message>
    <message>
        <source>a port from 1 to 65535, or 0 for any free one</source>
        <comment>tables.port</comment>
        <translation>1 到 65535 的端口，0 表示任意空闲端口</translation>
    </message>
    <message>
        <source>an unknown program</source>
        <comment>clients.program_not_known</comment>
        <translation>未知的程序</translation>
    </message>
    <message>
        <source>a request&apos;s id must be a string or an integer</source>
        <comment>gate.request_id_string_integer</comment>
        <translation>请求的 id 必须是字符串或整数</translation>
    </message>
    <message>
        <source>a response that matches no request</source>
        <comment>clients.response_nothing_asked</comment>
        <translation>没有对应请求的响应</translation>
    </message>
    <message>
        <source>a response that matches no request</source>
        <comment>gate.response_nothing_asked</comment>
        <translation>没有对应请求的响应</translation>
    </message>
    <message>
        <source>a secret cannot be the name of a host; put it into the path, the query or a header</source>
        <comment>servers.secret_cannot_name_host</comment>
        <translation>凭据不能作为主机名；请将它放入路径、查询或标头</translation>
    </message>
    <message>
        <source>every program could read a secret on the command line; put it into the environment</source>
        <comment>servers.secret_command_line_read</comment>
        <translation>任何程序都能读取命令行中的凭据；请将它放入环境变量</translation>
    </message>
    <message>
        <source>a secret would be sent to this server unencrypted, so others could read it; use an address that begins with https://</source>
        <comment>servers.secret_travel_server_unencrypted</comment>
        <translation>凭据会以未加密的方式发送给此服务器，其他人能够读取；请使用以 https:// 开头的地址</translation>
    </message>
    <message>
        <source>a token is required: create one with `toolguard client add NAME`</source>
        <comment>clients.token_needed_client_add</comment>
        <translation>需要令牌：用 `toolguard client add 名称` 创建</translation>
    </message>
    <message>
        <source>a tool&apos;s name</source>
        <comment>services.expect_tool_name</comment>
        <translation>工具的名称</translation>
    </message>
    <message>
        <source>a variable cannot contain NUL characters, and its name no equals sign</source>
        <comment>clients.variable_cannot_hold_nul</comment>
        <translation>变量不能含有 NUL 字符，变量名不能含有等号</translation>
    </message>
    <message>
        <source>allow, deny or ask</source>
        <comment>services.expect_allow_deny_ask</comment>
        <translation>allow、deny 或 ask</translation>
    </message>
    <message>
        <source>an argument without a name</source>
        <comment>gate.argument_without_name</comment>
        <translation>一个没有名称的参数</translation>
    </message>
    <message>
        <source>an internal error in ToolGuard; see its log</source>
        <comment>gate.error_see_log</comment>
        <translation>ToolGuard 内部错误，请查看其日志</translation>
    </message>
    <message>
        <source>an error that cannot be read</source>
        <comment>services.error_cannot_read</comment>
        <translation>无法读取的错误</translation>
    </message>
    <message>
        <source>an event of too many lines</source>
        <comment>servers.event_too_many_lines</comment>
        <translation>行数过多的事件</translation>
    </message>
    <message>
        <source>an id must be a string or an integer</source>
        <comment>gate.id_string_integer</comment>
        <translation>id 必须是字符串或整数</translation>
    </message>
    <message>
        <source>an unpaired surrogate in a key</source>
        <comment>gate.unpaired_surrogate_key</comment>
        <translation>键中有不成对的代理字符</translation>
    </message>
    <message>
        <source>another command now has the name {name}; restart your chat client&apos;s server</source>
        <comment>services.another_command_called_now</comment>
        <translation>现在另一个命令名为 {name}；请重新启动聊天客户端的服务器</translation>
    </message>
    <message>
        <source>another program uses it</source>
        <comment>clients.another_program_uses</comment>
        <translation>另一个程序正在使用它</translation>
    </message>
    <message>
        <source>answered with the type {kind}</source>
        <comment>servers.answered_type</comment>
        <translation>响应的类型为 {kind}</translation>
    </message>
    <message>
        <source>approval withdrawn</source>
        <comment>gate.approval_taken_back</comment>
        <translation>批准已收回</translation>
    </message>
    <message>
        <source>argument {problem}</source>
        <comment>gate.argument</comment>
        <translation>参数 {problem}</translation>
    </message>
    <message>
        <source>every tool of {server}</source>
        <comment>services.all_tools_of</comment>
        <translation>{server} 的所有工具</translation>
    </message>
    <message>
        <source>every tool of {server} for {client}</source>
        <comment>services.all_tools_of_for</comment>
        <translation>{server} 的所有工具（用于 {client}）</translation>
    </message>
    <message>
        <source>exited with status {status}</source>
        <comment>servers.exited_with_status</comment>
        <translation>已退出（状态码 {status}）</translation>
    </message>
    <message>
        <source>for developers: {message}</source>
        <comment>servers.for_developers</comment>
        <translation>供开发者参考：{message}</translation>
    </message>
    <message>
        <source>from the server: {reason}</source>
        <comment>gate.from_the_server</comment>
        <translation>来自服务器：{reason}</translation>
    </message>
    <message>
        <source>contains a password</source>
        <comment>servers.address_has_password</comment>
        <translation>含有密码</translation>
    </message>
    <message>
        <source>has ended</source>
        <comment>servers.is_gone</comment>
        <translation>已结束</translation>
    </message>
    <message>
        <source>is not a valid address</source>
        <comment>servers.address_unusable</comment>
        <translation>不是有效的地址</translation>
    </message>
    <message>
        <source>it requires a sign-in: {reason}</source>
        <comment>services.probe_wants_sign_in</comment>
        <translation>它需要登录：{reason}</translation>
    </message>
    <message>
        <source>it requires that you sign in at {place}; {again}</source>
        <comment>services.probe_sign_in_at</comment>
        <translation>它要求您在 {place} 登录；{again}</translation>
    </message>
    <message>
        <source>its arguments</source>
        <comment>services.its_arguments</comment>
        <translation>其参数</translation>
    </message>
    <message>
        <source>its name</source>
        <comment>servers.its_name</comment>
        <translation>其名称</translation>
    </message>
    <message>
        <source>its schema has more than {limit} KiB once its references are followed</source>
        <comment>clients.schema_too_large</comment>
        <translation>展开引用后，其输入定义超过 {limit} KiB</translation>
    </message>
    <message>
        <source>its schema is larger than {limit} KiB</source>
        <comment>gate.schema_too_large</comment>
        <translation>其输入定义大于 {limit} KiB</translation>
    </message>
    <message>
        <source>its session has ended</source>
        <comment>clients.member_session_over</comment>
        <translation>其会话已结束</translation>
    </message>
    <message>
        <source>kept as {path}</source>
        <comment>services.kept_as</comment>
        <translation>保留为 {path}</translation>
    </message>
    <message>
        <source>line {line}: {text}.</source>
        <comment>store.at_line</comment>
        <translation>第 {line} 行：{text}。</translation>
    </message>
    <message>
        <source>macOS did not authenticate you ({reason}).</source>
        <comment>presence.macos_failed</comment>
        <translation>macOS 未能验证您的身份（{reason}）。</translation>
    </message>
    <message>
        <source>macOS did not authenticate you.</source>
        <comment>presence.macos_did_not_authenticate</comment>
        <translation>macOS 未能验证您的身份。</translation>
    </message>
    <message>
        <source>nested deeper than {limit} levels</source>
        <comment>gate.nested_too_deep_levels</comment>
        <translation>嵌套深度超过 {limit} 层</translation>
    </message>
    <message>
        <source>nested deeper than {limit} levels</source>
        <comment>store.nested_too_deep</comment>
        <translation>嵌套深度超过 {limit} 层</translation>
    </message>
    <message>
        <source>not run: {reason}</source>
        <comment>gate.not_run</comment>
        <translation>未运行：{reason}</translation>
    </message>
    <message>
        <source>of another form</source>
        <comment>services.expect_other_form</comment>
        <translation>其他形式</translation>
    </message>
    <message>
        <source>polkit does not know ToolGuard&apos;s action yet. Install it: {command}</source>
        <comment>presence.polkit_not_know_action</comment>
        <translation>polkit 还不认识 ToolGuard 的操作。请安装：{command}</translation>
    </message>
    <message>
        <source>polkit&apos;s policy for ToolGuard is for another user. Install it for yours: {command}</source>
        <comment>presence.polkit_policy_another_user</comment>
        <translation>polkit 中 ToolGuard 的策略属于另一个用户。请为您的用户安装：{command}</translation>
    </message>
    <message>
        <source>process {pid}, started by {program} (process {parent})</source>
        <comment>clients.started_by</comment>
        <translation>进程 {pid}，由 {program}（进程 {parent}）启动</translation>
    </message>
    <message>
        <source>record {seq} does not follow record {before}: records were edited, removed or reordered here</source>
        <comment>store.record_does_not_follow</comment>
        <translation>记录 {seq} 不承接记录 {before}：此处的记录被编辑、删除或重排</translation>
    </message>
    <message>
        <source>record {seq} has a wrong link: its hash was changed, but its text was not</source>
        <comment>store.record_link_changed</comment>
        <translation>记录 {seq} 的链接有误：其哈希被更改，而文本没有</translation>
    </message>
    <message>
        <source>record {seq} was edited: its column {name} contains {copy}, but its text {original}</source>
        <comment>store.record_column_edited</comment>
        <translation>记录 {seq} 被编辑：其列 {name} 为 {copy}，其文本却是 {original}</translation>
    </message>
    <message>
        <source>record {seq} was edited: its text and its hash do not match</source>
        <comment>store.record_text_edited</comment>
        <translation>记录 {seq} 被编辑：其文本与哈希不相符</translation>
    </message>
    <message>
        <source>record {seq} was edited: the record after it still follows its old hash</source>
        <comment>store.record_edited_before_next</comment>
        <translation>记录 {seq} 被编辑：其后的记录仍承接它的旧哈希</translation>
    </message>
    <message>
        <source>record {seq} was inserted or reordered: record {next} is the one that follows record {before}</source>
        <comment>store.record_inserted</comment>
        <translation>记录 {seq} 是插入或重排的：承接记录 {before} 的是记录 {next}</translation>
    </message>
    <message>
        <source>record {seq} was removed</source>
        <comment>store.record_removed</comment>
        <translation>记录 {seq} 被删除</translation>
    </message>
    <message>
        <source>record {seq} was reordered or repeated: it comes after record {before}</source>
        <comment>store.record_repeated</comment>
        <translation>记录 {seq} 被重排或重复：它出现在记录 {before} 之后</translation>
    </message>
    <message>
        <source>records {first} to {last} were removed</source>
        <comment>store.records_removed</comment>
        <translation>记录 {first} 到 {last} 被删除</translation>
    </message>
    <message>
        <source>secret {name} changed</source>
        <comment>services.secret_described_anew</comment>
        <translation>凭据 {name} 已更改</translation>
    </message>
    <message>
        <source>security key {name} removed</source>
        <comment>services.note_security_key_removed</comment>
        <translation>安全密钥 {name} 已移除</translation>
    </message>
    <message>
        <source>started by {program}</source>
        <comment>gate.process_started_by</comment>
        <translation>启动者：{program}</translation>
    </message>
    <message>
        <source>status {status}</source>
        <comment>servers.status_alone</comment>
        <translation>状态 {status}</translation>
    </message>
    <message>
        <source>status {status}, for developers: {message}</source>
        <comment>servers.status_for_developers</comment>
        <translation>状态 {status}，供开发者参考：{message}</translation>
    </message>
    <message>
        <source>status {status}: {data}</source>
        <comment>servers.status_with_data</comment>
        <translation>状态 {status}：{data}</translation>
    </message>
    <message>
        <source>the client certificate {path} cannot be read ({reason})</source>
        <comment>store.ship_key_unreadable</comment>
        <translation>无法读取客户端证书 {path}（{reason}）</translation>
    </message>
    <message>
        <source>the client certificate {path} does not contain a certificate and its private key</source>
        <comment>store.ship_key_invalid</comment>
        <translation>客户端证书 {path} 不包含证书及其私钥</translation>
    </message>
    <message>
        <source>the private key in {path} has a passphrase: remove it from the file</source>
        <comment>store.ship_key_passphrase</comment>
        <translation>{path} 中的私钥带有密码：请从文件中移除密码</translation>
    </message>
    <message>
        <source>the response to the sign-in {origin}; {issuer} was expected, so it was refused</source>
        <comment>servers.sign_in_answer_of_other</comment>
        <translation>登录的响应{origin}；应来自 {issuer}，因此已拒绝</translation>
    </message>
    <message>
        <source>the argument {argument} contains {character}, which Windows would interpret because {program} is a batch file. As the command, set the program that the batch file starts (such as node.exe with the script&apos;s path)</source>
        <comment>servers.argument_batch_file</comment>
        <translation>参数 {argument} 中有 {character}，由于 {program} 是批处理文件，Windows 会对它另作解释。请把它所启动的程序（例如 node.exe 加脚本路径）设为命令</translation>
    </message>
    <message>
        <source>the argument {path}</source>
        <comment>servers.the_argument</comment>
        <translation>参数 {path}</translation>
    </message>
    <message>
        <source>the certificates that SSL_CERT_FILE names cannot be read ({reason})</source>
        <comment>servers.cert_file_not_readable</comment>
        <translation>无法读取 SSL_CERT_FILE 所指的证书（{reason}）</translation>
    </message>
    <message>
        <source>the client closed the connection</source>
        <comment>clients.otc_client_closed_connection</comment>
        <translation>客户端关闭了连接</translation>
    </message>
    <message>
        <source>the client does not support {ability}</source>
        <comment>servers.client_does_not_offer</comment>
        <translation>客户端不支持{ability}</translation>
    </message>
    <message>
        <source>the key {key} appears twice in one object</source>
        <comment>gate.key_twice</comment>
        <translation>键 {key} 在一个对象中出现了两次</translation>
    </message>
    <message>
        <source>the member {name} could be mistaken for {other}</source>
        <comment>gate.member_mistaken</comment>
        <translation>成员 {name} 可能被误认为 {other}</translation>
    </message>
    <message>
        <source>a tool&apos;s name may have at most {limit} characters</source>
        <comment>gate.tool_name_too_long</comment>
        <translation>工具名称最多可有 {limit} 个字符</translation>
    </message>
    <message>
        <source>the authorization server failed (status {status}): try again later</source>
        <comment>servers.sign_in_failed_status</comment>
        <translation>授权服务器出错（状态 {status}）：请稍后再试</translation>
    </message>
    <message>
        <source>the request is longer than {limit} bytes</source>
        <comment>clients.request_too_long</comment>
        <translation>请求超过 {limit} 字节</translation>
    </message>
    <message>
        <source>the rule {id} does not cover it: {reason}</source>
        <comment>gate.rule_not_cover</comment>
        <translation>规则 {id} 不适用于它：{reason}</translation>
    </message>
    <message>
        <source>the secret {name} has no value in your keyring: toolguard secret set {name}</source>
        <comment>services.secret_no_value_keyring</comment>
        <translation>凭据 {name} 在您的密钥环中没有值：toolguard secret set {name}</translation>
    </message>
    <message>
        <source>the secret {name} is not bound to the server {server}: run `toolguard secret bind {name} --server {server}` and accept it</source>
        <comment>services.secret_not_bound</comment>
        <translation>凭据 {name} 未绑定到服务器 {server}：请运行 `toolguard secret bind {name} --server {server}` 并接受它</translation>
    </message>
    <message>
        <source>the secret {name} is not bound to the server: toolguard secret bind {name} --server {server}</source>
        <comment>services.probe_secret_not_bound</comment>
        <translation>凭据 {name} 未绑定到该服务器：toolguard secret bind {name} --server {server}</translation>
    </message>
    <message>
        <source>the secret {name} is not in your keyring: run `toolguard secret set {name}`</source>
        <comment>services.secret_not_keyring_run</comment>
        <translation>凭据 {name} 不在您的密钥环中：请运行 `toolguard secret set {name}`</translation>
    </message>
    <message>
        <source>the security key refused ({reason}).</source>
        <comment>presence.security_key_refused</comment>
        <translation>安全密钥拒绝（{reason}）。</translation>
    </message>
    <message>
        <source>the server sent more than {limit} requests before it answered</source>
        <comment>servers.server_asks_too_often</comment>
        <translation>服务器在响应之前发送了超过 {limit} 个请求</translation>
    </message>
    <message>
        <source>the server did not answer {method} in {seconds} seconds</source>
        <comment>services.probe_timed_out</comment>
        <translation>服务器在 {seconds} 秒内没有响应 {method}</translation>
    </message>
    <message>
        <source>the server did not send its list of tools in {seconds} seconds</source>
        <comment>servers.list_too_slow</comment>
        <translation>服务器在 {seconds} 秒内没有发来工具列表</translation>
    </message>
    <message>
        <source>the server ended {count} times in a row right after its start, so ToolGuard no longer starts it</source>
        <comment>gate.server_keeps_ending</comment>
        <translation>服务器连续 {count} 次在启动后立即结束，因此 ToolGuard 不再启动它</translation>
    </message>
    <message>
        <source>the server has changed since the secret {name} was bound to it. Check what changed, then bind the secret again: toolguard secret bind {name} --server {server}</source>
        <comment>services.probe_launch_changed</comment>
        <translation>凭据 {name} 绑定之后，服务器已更改。请检查更改的内容，然后重新绑定凭据：toolguard secret bind {name} --server {server}</translation>
    </message>
    <message>
        <source>the server needed {ability} to continue, which this client does not support</source>
        <comment>servers.server_needs_ability</comment>
        <translation>服务器需要{ability}才能继续，而此客户端不支持</translation>
    </message>
    <message>
        <source>the server {ended}</source>
        <comment>servers.server_ended_how</comment>
        <translation>服务器{ended}</translation>
    </message>
    <message>
        <source>the server {name} requires that you sign in at {place}; {again}</source>
        <comment>servers.server_requires_sign_in</comment>
        <translation>服务器 {name} 要求您在 {place} 登录；{again}</translation>
    </message>
    <message>
        <source>the server {name} was not accepted in ToolGuard</source>
        <comment>services.server_not_accepted</comment>
        <translation>服务器 {name} 未在 ToolGuard 中被接受</translation>
    </message>
    <message>
        <source>the server {name} was not accepted in ToolGuard: {reason}</source>
        <comment>services.server_not_accepted_because</comment>
        <translation>服务器 {name} 未在 ToolGuard 中被接受：{reason}</translation>
    </message>
    <message>
        <source>the server {server} requires rights that your sign-in already has ({rights}): contact the server&apos;s operator</source>
        <comment>servers.server_wants_same_rights</comment>
        <translation>服务器 {server} 要求的权限您的登录已经具有（{rights}）：请联系服务器的运营者</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools has more than {limit} pages</source>
        <comment>services.probe_too_many_pages</comment>
        <translation>服务器的工具列表超过 {limit} 页</translation>
    </message>
    <message>
        <source>the session has ended</source>
        <comment>clients.endpoint_session_over</comment>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>the session was {reason}</source>
        <comment>gate.call_session_ended</comment>
        <translation>会话{reason}</translation>
    </message>
    <message>
        <source>the file</source>
        <comment>store.whole_file</comment>
        <translation>文件</translation>
    </message>
    <message>
        <source>this client already has {count} sessions in use: end one first</source>
        <comment>clients.too_many_sessions</comment>
        <translation>此客户端有 {count} 个会话正在使用：请先结束一个</translation>
    </message>
    <message>
        <source>this session was {reason}</source>
        <comment>gate.session_ended</comment>
        <translation>此会话{reason}</translation>
    </message>
    <message>
        <source>too many pending approvals: {reason}</source>
        <comment>gate.too_many_pending</comment>
        <translation>待处理的批准过多：{reason}</translation>
    </message>
    <message>
        <source>true or false</source>
        <comment>tables.true_or_false</comment>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>waiting for your keyring</source>
        <comment>servers.waiting_keyring</comment>
        <translation>等待您的密钥环</translation>
    </message>
    <message>
        <source>waits for {pid}</source>
        <comment>servers.waits_for</comment>
        <translation>等待 {pid}</translation>
    </message>
    <message>
        <source>was closed</source>
        <comment>servers.was_closed</comment>
        <translation>被关闭</translation>
    </message>
    <message>
        <source>was closed while it started</source>
        <comment>servers.was_closed_at_start</comment>
        <translation>在启动时被关闭</translation>
    </message>
    <message>
        <source>was ended by signal {signal}</source>
        <comment>servers.ended_by_signal</comment>
        <translation>被信号 {signal} 结束</translation>
    </message>
    <message>
        <source>supported methods: {methods}</source>
        <comment>clients.methods_allowed</comment>
        <translation>支持的方法：{methods}</translation>
    </message>
    <message>
        <source>you are signed in at {place}</source>
        <comment>services.signed_in_at</comment>
        <translation>您已在 {place} 登录</translation>
    </message>
    <message>
        <source>your keyring has no entry for the newest record.</source>
        <comment>services.keyring_no_note_newest</comment>
        <translation>您的密钥环中没有最新记录的条目。</translation>
    </message>
    <message>
        <source>your sign-in cannot be stored in your keyring. {reason}</source>
        <comment>services.sign_cannot_kept_keyring</comment>
        <translation>您的登录无法存入密钥环。{reason}</translation>
    </message>
    <message>
        <source>your sign-in cannot be removed from your keyring. {reason}</source>
        <comment>services.sign_cannot_taken_out</comment>
        <translation>无法从密钥环中移除您的登录。{reason}</translation>
    </message>
    <message>
        <source>your user id</source>
        <comment>servers.missing_user_id</comment>
        <translation>您的用户 ID</translation>
    </message>
    <message>
        <source>{client} keeps its own question about the tools.</source>
        <comment>services.route_keeps_question</comment>
        <translation>{client} 保留自己对这些工具的询问。</translation>
    </message>
    <message>
        <source>{count} entries of its list of tools were left out</source>
        <comment>servers.tools_left_out</comment>
        <translation>它的工具列表中有 {count} 项被省略</translation>
    </message>
    <message>
        <source>{expected}, where you should sign in, identifies itself as {issuer}, so ToolGuard did not sign in</source>
        <comment>servers.issuer_differs</comment>
        <translation>您应当登录的 {expected} 自称是 {issuer}，因此 ToolGuard 没有登录</translation>
    </message>
    <message>
        <source>{file} was changed by another program: {what}</source>
        <comment>services.settings_changed</comment>
        <translation>{file} 被其他程序更改：{what}</translation>
    </message>
    <message>
        <source>{file} was changed while ToolGuard was not running: {what}</source>
        <comment>services.settings_changed_before</comment>
        <translation>{file} 在 ToolGuard 未运行时被更改：{what}</translation>
    </message>
    <message>
        <source>{issuer} did not register ToolGuard: {reason}</source>
        <comment>servers.registration_refused</comment>
        <translation>{issuer} 没有注册 ToolGuard：{reason}</translation>
    </message>
    <message>
        <source>{issuer} issued an invalid token</source>
        <comment>servers.gave_unusable_token</comment>
        <translation>{issuer} 给出的令牌无效</translation>
    </message>
    <message>
        <source>{key} is a secret and cannot be set as a plain value. Leave it out, and enter it when you are asked.</source>
        <comment>services.bundle_option_secret</comment>
        <translation>{key} 是凭据，不能设为普通值。请不要在此设置，在询问时再输入。</translation>
    </message>
    <message>
        <source>{limit} calls already wait for approval</source>
        <comment>gate.too_many_calls_wait</comment>
        <translation>已有 {limit} 个调用在等待批准</translation>
    </message>
    <message>
        <source>{limit} calls of this client already wait for approval</source>
        <comment>gate.too_many_calls_of_client_wait</comment>
        <translation>此客户端已有 {limit} 个调用在等待批准</translation>
    </message>
    <message>
        <source>{member} must be an object</source>
        <comment>clients.member_must_be_object</comment>
        <translation>{member} 必须是对象</translation>
    </message>
    <message>
        <source>{name} ended at record {seq}, {hash}</source>
        <comment>store.log_ended_at</comment>
        <translation>{name} 止于记录 {seq}，{hash}</translation>
    </message>
    <message>
        <source>{name} instead of {expected}</source>
        <comment>store.hash_in_place_of</comment>
        <translation>{name}，代替 {expected}</translation>
    </message>
    <message>
        <source>{name} line {line}: {reason}.</source>
        <comment>store.file_line_problem</comment>
        <translation>{name} 第 {line} 行：{reason}。</translation>
    </message>
    <message>
        <source>{name} must be true or false.</source>
        <comment>services.setting_true_or_false</comment>
        <translation>{name} 必须为 true 或 false。</translation>
    </message>
    <message>
        <source>{name} must be {expected}</source>
        <comment>clients.member_expected</comment>
        <translation>{name} 必须是{expected}</translation>
    </message>
    <message>
        <source>{not_ready} (status {status})</source>
        <comment>servers.not_ready_status</comment>
        <translation>{not_ready}（状态 {status}）</translation>
    </message>
    <message>
        <source>{path} cannot be read (it is larger than {limit} bytes).</source>
        <comment>store.file_too_large</comment>
        <translation>无法读取 {path}（大于 {limit} 字节）。</translation>
    </message>
    <message>
        <source>{path} cannot be read (it is not a file).</source>
        <comment>store.not_a_file</comment>
        <translation>无法读取 {path}（它不是文件）。</translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}).</source>
        <comment>store.file_not_readable</comment>
        <translation>无法读取 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>{path} cannot be written ({reason}): nothing was changed.</source>
        <comment>services.file_not_writable</comment>
        <translation>无法写入 {path}（{reason}）：没有任何更改。</translation>
    </message>
    <message>
        <source>{path} cannot be written ({reason}): nothing was changed.</source>
        <comment>store.file_not_writable</comment>
        <translation>无法写入 {path}（{reason}）：没有任何更改。</translation>
    </message>
    <message>
        <source>{path} has {count} names (hard links). Only this one is changed. The others keep the old content.</source>
        <comment>clients.file_hard_linked</comment>
        <translation>{path} 有 {count} 个名称（硬链接）。只更改这一个，其余名称保留旧内容。</translation>
    </message>
    <message>
        <source>{path} is a folder: name a file in it</source>
        <comment>store.target_is_folder</comment>
        <translation>{path} 是文件夹：请指定其中的文件</translation>
    </message>
    <message>
        <source>{path} already exists: choose another name, or overwrite it with --force</source>
        <comment>store.target_exists</comment>
        <translation>{path} 已存在：请选择其他名称，或用 --force 覆盖</translation>
    </message>
    <message>
        <source>{path} was changed by another program, and no copy of it can be kept ({reason}): nothing was changed.</source>
        <comment>store.file_not_kept_beside</comment>
        <translation>{path} 被其他程序更改，且无法保留其副本（{reason}）：没有任何更改。</translation>
    </message>
    <message>
        <source>{path} was created by another program in the meantime: choose another name</source>
        <comment>store.target_made_meanwhile</comment>
        <translation>{path} 在此期间由其他程序创建：请选择其他名称</translation>
    </message>
    <message>
        <source>{place} is not a list. It is not changed.</source>
        <comment>clients.question_no_list</comment>
        <translation>{place} 不是列表，不做更改。</translation>
    </message>
    <message>
        <source>{place} is not a known setting</source>
        <comment>store.setting_unknown</comment>
        <translation>{place} 不是已知的设置项</translation>
    </message>
    <message>
        <source>{place} must be {expected}</source>
        <comment>store.setting_expected</comment>
        <translation>{place} 必须是{expected}</translation>
    </message>
    <message>
        <source>{place} must have a member {member}</source>
        <comment>store.setting_member</comment>
        <translation>{place} 必须有成员 {member}</translation>
    </message>
    <message>
        <source>{place} of {name} is left empty. Enter its value in {client} if the server needs it.</source>
        <comment>services.undo_key_empty</comment>
        <translation>{name} 的 {place} 留空。如果服务器需要，请在 {client} 中填写它的值。</translation>
    </message>
    <message>
        <source>{place} of {name} refers to the variable {variable}. Set it for {client} if the server needs it.</source>
        <comment>services.undo_key_reference</comment>
        <translation>{name} 的 {place} 引用变量 {variable}。如果服务器需要，请为 {client} 设置该变量。</translation>
    </message>
    <message>
        <source>{problem} Confirm that it may be sent, or deny the call.</source>
        <comment>gate.confirm_secret_may_leave</comment>
        <translation>{problem}请确认可以发出，或拒绝该调用。</translation>
    </message>
    <message>
        <source>{problem} Remove it.</source>
        <comment>gate.take_secret_out</comment>
        <translation>{problem}请将其去掉。</translation>
    </message>
    <message>
        <source>{problem} When the client repeats the call, you are asked again.</source>
        <comment>gate.asked_again_for_secret</comment>
        <translation>{problem}客户端重复该调用时会再次询问您。</translation>
    </message>
    <message>
        <source>{program} was replaced or changed while the server started: check it, then try again</source>
        <comment>servers.program_exchanged_at_start</comment>
        <translation>{program} 在服务器启动期间被替换或更改：请检查它，然后重试</translation>
    </message>
    <message>
        <source>{server} has listed no tool {tool}: `toolguard tool list` shows those that it has.</source>
        <comment>services.tool_not_listed</comment>
        <translation>{server} 没有列出工具 {tool}：`toolguard tool list` 会列出它的工具。</translation>
    </message>
    <message>
        <source>{url} cannot be reached ({reason})</source>
        <comment>servers.url_not_reached</comment>
        <translation>无法连接 {url}（{reason}）</translation>
    </message>
    <message>
        <source>{url} cannot be resolved</source>
        <comment>servers.url_without_address</comment>
        <translation>无法解析 {url}</translation>
    </message>
    <message>
        <source>{who} Reason: {reason}.</source>
        <comment>gate.request_refused_because</comment>
        <translation>{who}原因：{reason}。</translation>
    </message>
    <message>
        <source>{who}{reason} Do not retry this call unless the user asks.</source>
        <comment>gate.answer_denied_with_reason</comment>
        <translation>{who}{reason} 除非用户要求，请勿重试此调用。</translation>
    </message>
    <message>
        <source>{words} (status {status})</source>
        <comment>servers.status_only</comment>
        <translation>{words}（状态 {status}）</translation>
    </message>
    <message>
        <source>{words} (status {status}); it says: {message}</source>
        <comment>servers.status_with_message</comment>
        <translation>{words}（状态 {status}）；它说：{message}</translation>
    </message>
    <message>
        <source>{words} (status {status}{name})</source>
        <comment>servers.status</comment>
        <translation>{words}（状态 {status}{name}）</translation>
    </message>
    <message>
        <source>{words} (status {status}{name}); try again in {seconds} seconds</source>
        <comment>servers.status_retry_later</comment>
        <translation>{words}（状态 {status}{name}）；请在 {seconds} 秒后重试</translation>
    </message>
    <message>
        <source>request a server by its name, a command, or all servers</source>
        <comment>clients.ask_server_name_command</comment>
        <translation>请按名称指定服务器，或给出命令，或请求所有服务器</translation>
    </message>
    <message>
        <source>, until its end</source>
        <comment>services.until_ends</comment>
        <translation>，直到其到期</translation>
    </message>
    <message>
        <source>A call with the value of a secret in its arguments is no longer refused: you are asked about it.</source>
        <comment>services.call_value_secret_arguments</comment>
        <translation>参数中含有凭据值的调用不再被拒绝，而是会询问您。</translation>
    </message>
    <message>
        <source>A client&apos;s file or ToolGuard&apos;s servers were changed in the meantime. Review the change again, then repeat it.</source>
        <comment>services.route_stale</comment>
        <translation>客户端的文件或 ToolGuard 的服务器在此期间已更改。请重新查看更改，然后重试。</translation>
    </message>
    <message>
        <source>A command in a condition has at most {limit} characters.</source>
        <comment>gate.program_too_long</comment>
        <translation>条件中的一条命令最多 {limit} 个字符。</translation>
    </message>
    <message>
        <source>A condition has at most {limit} commands.</source>
        <comment>gate.program_too_many</comment>
        <translation>一个条件最多 {limit} 条命令。</translation>
    </message>
    <message>
        <source>A limit needs a rate, a size or a timeout.</source>
        <comment>services.limit_limits_nothing</comment>
        <translation>限制需要指定速率、大小或超时。</translation>
    </message>
    <message>
        <source>A limit on calls of {tool} on {server} by {client} no longer applies in its present form.</source>
        <comment>services.limit_no_longer_holds</comment>
        <translation>{client} 对 {server} 上 {tool} 的调用限制将不再以目前的形式生效。</translation>
    </message>
    <message>
        <source>This file comes from a plugin, and the plugin&apos;s next update replaces it. Turn off the plugin&apos;s server and add it to ToolGuard.</source>
        <comment>clients.fixed_plugin</comment>
        <translation>此文件由插件提供，下次更新插件时会被替换。请关闭该插件的服务器，并将其添加到 ToolGuard。</translation>
    </message>
    <message>
        <source>A policy of your organization lets {client} use only servers of the organization&apos;s registry.</source>
        <comment>clients.policy_registry_only</comment>
        <translation>您的组织的策略只允许 {client} 使用其注册表中的服务器。</translation>
    </message>
    <message>
        <source>A policy of your organization turns off MCP servers in {client}.</source>
        <comment>clients.policy_no_servers</comment>
        <translation>您的组织的策略在 {client} 中关闭了 MCP 服务器。</translation>
    </message>
    <message>
        <source>A server&apos;s request cannot be edited.</source>
        <comment>gate.request_not_edited</comment>
        <translation>服务器的请求不能编辑。</translation>
    </message>
    <message>
        <source>A rule can end after you were away for 1 minute to 12 hours, but only while ToolGuard is open in a window or a terminal.</source>
        <comment>gate.person_not_seen</comment>
        <translation>规则可以在您离开 1 分钟至 12 小时后到期，但前提是 ToolGuard 在窗口或终端中打开。</translation>
    </message>
    <message>
        <source>A rule is for a tool whose name differs only in upper and lower case.</source>
        <comment>gate.rule_for_name_in_other_case</comment>
        <translation>有规则针对的工具名称与此仅大小写不同。</translation>
    </message>
    <message>
        <source>A rule is made from calls of one tool on one server. Select calls of one tool.</source>
        <comment>services.calls_of_several_tools</comment>
        <translation>规则由同一服务器上同一工具的调用生成。请选择同一工具的调用。</translation>
    </message>
    <message>
        <source>A rule that is kept in memory needs a running ToolGuard: open it first, or choose another end.</source>
        <comment>services.rule_until_closes_needs</comment>
        <translation>仅保存在内存中的规则需要 ToolGuard 正在运行：请先打开它，或选择其他到期方式。</translation>
    </message>
    <message>
        <source>An administrator manages this file. Ask the administrator to put the server behind ToolGuard.</source>
        <comment>clients.fixed_managed</comment>
        <translation>此文件由管理员管理。请让管理员将该服务器置于 ToolGuard 之后。</translation>
    </message>
    <message>
        <source>An allow rule covers only the tools that were listed when it was made.</source>
        <comment>gate.tool_listed_after_rule</comment>
        <translation>允许规则仅适用于创建时已列出的工具。</translation>
    </message>
    <message>
        <source>Your secrets would be stored in another keyring than before: answer the question on Pending first.</source>
        <comment>store.another_keyring_before_keep</comment>
        <translation>您的凭据将保存到与之前不同的密钥环中：请先在“待处理”页面回答此问题。</translation>
    </message>
    <message>
        <source>Another program added them, or ToolGuard ran without the key in your keyring.</source>
        <comment>store.another_program_added_ran</comment>
        <translation>它们由其他程序添加，或者 ToolGuard 运行时没有密钥环中的密钥。</translation>
    </message>
    <message>
        <source>Approve {count} calls at once: {listed} and {more} more tools.</source>
        <comment>gate.prompt_calls_and_more</comment>
        <translation>一次批准 {count} 个调用：{listed} 以及另外 {more} 个工具。</translation>
    </message>
    <message>
        <source>Approve {count} calls at once: {listed}.</source>
        <comment>gate.prompt_calls</comment>
        <translation>一次批准 {count} 个调用：{listed}。</translation>
    </message>
    <message>
        <source>Calls are no longer all denied: rules and you decide about them again.</source>
        <comment>services.calls_no_longer_all_denied</comment>
        <translation>不再拒绝所有调用：将重新由规则和您决定。</translation>
    </message>
    <message>
        <source>Calls of {calls} run without asking, until the client disconnects.</source>
        <comment>services.calls_run_until_disconnect</comment>
        <translation>{calls} 的调用无需询问即可运行，直到客户端断开连接。</translation>
    </message>
    <message>
        <source>Calls of {calls} run without asking, until the screen locks or 12 hours have passed.</source>
        <comment>services.calls_run_until_lock</comment>
        <translation>{calls} 的调用无需询问即可运行，直到屏幕锁定或满 12 小时。</translation>
    </message>
    <message>
        <source>Calls of {calls} run without asking, until you are away or 12 hours have passed.</source>
        <comment>services.calls_run_until_away</comment>
        <translation>{calls} 的调用无需询问即可运行，直到您离开或满 12 小时。</translation>
    </message>
    <message>
        <source>Chat clients use these servers through ToolGuard, which starts or reaches them: {servers}.</source>
        <comment>services.route_adds_servers</comment>
        <translation>聊天客户端将通过 ToolGuard 使用这些服务器，由 ToolGuard 启动或连接它们：{servers}。</translation>
    </message>
    <message>
        <source>Clients do not see these of its tools: {names}.</source>
        <comment>clients.tools_hidden</comment>
        <translation>客户端看不到它的这些工具：{names}。</translation>
    </message>
    <message>
        <source>Connectors run in the vendor&apos;s cloud: their calls never reach this computer and cannot be guarded.</source>
        <comment>clients.limit_connectors</comment>
        <translation>连接器在供应商的云端运行：它们的调用不会到达这台计算机，因此无法保护。</translation>
    </message>
    <message>
        <source>Cursor uses this list if its run mode is Allowlist. A list in the file replaces the one in Cursor&apos;s own settings.</source>
        <comment>clients.question_allowlist_mode</comment>
        <translation>Cursor 的运行模式为 Allowlist 时按此列表执行。文件中的列表会取代 Cursor 自身设置中的列表。</translation>
    </message>
    <message>
        <source>Extensions (.mcpb, .dxt) are not in the settings file. Turn them off in the client and add their servers to ToolGuard.</source>
        <comment>clients.limit_bundles</comment>
        <translation>扩展（.mcpb、.dxt）不在设置文件中。请在客户端中将其关闭，并将它们的服务器添加到 ToolGuard。</translation>
    </message>
    <message>
        <source>Its own permission settings or options decide whether it asks. They are not changed.</source>
        <comment>clients.question_by_settings</comment>
        <translation>它按照自己的权限设置或选项进行询问。ToolGuard 不更改这些设置。</translation>
    </message>
    <message>
        <source>The rule does not match the pending call. Review the call again.</source>
        <comment>gate.rule_not_for_call</comment>
        <translation>该规则不适用于待处理的调用。请重新查看该调用。</translation>
    </message>
    <message>
        <source>It launches {path}, which is not the toolguard-connect of this ToolGuard.</source>
        <comment>clients.entry_other_stub</comment>
        <translation>它启动的是 {path}，而不是此 ToolGuard 的 toolguard-connect。</translation>
    </message>
    <message>
        <source>Its approvals are stored inside the program. Turn off the question there.</source>
        <comment>clients.question_in_program</comment>
        <translation>它的批准保存在程序内部。请在该程序中关闭询问。</translation>
    </message>
    <message>
        <source>Its arguments contain the value of the secret {secrets}.</source>
        <comment>gate.arguments_hold_secret</comment>
        <translation>其参数含有凭据 {secrets} 的值。</translation>
    </message>
    <message>
        <source>Its documentation describes no setting for this.</source>
        <comment>clients.question_unknown</comment>
        <translation>它的文档中没有对应的设置。</translation>
    </message>
    <message>
        <source>Its folder {folder} depends on where the client starts it. Set the folder of the server in ToolGuard.</source>
        <comment>services.route_relative_folder</comment>
        <translation>它的文件夹 {folder} 取决于客户端从哪里启动它。请在 ToolGuard 中设置该服务器的文件夹。</translation>
    </message>
    <message>
        <source>Its list of approvals contains single tools, not servers. Approve the tools there.</source>
        <comment>clients.question_names_tools</comment>
        <translation>它的批准列表只能列出单个工具，不能列出服务器。请在该程序中批准这些工具。</translation>
    </message>
    <message>
        <source>Its servers are kept inside the program. Paste ToolGuard&apos;s entry there, or connect it over HTTP.</source>
        <comment>clients.limit_in_program</comment>
        <translation>它的服务器保存在程序内部。请将 ToolGuard 的条目粘贴到那里，或通过 HTTP 连接。</translation>
    </message>
    <message>
        <source>More requests from or to the server {name} are forwarded or wait for you instead of being denied.</source>
        <comment>services.server_requests_pass_more</comment>
        <translation>服务器 {name} 发出或收到的更多请求会被转发，或等待您处理，而不是被拒绝。</translation>
    </message>
    <message>
        <source>Name a program, for example git status.</source>
        <comment>gate.program_empty</comment>
        <translation>请写一个程序，例如 git status。</translation>
    </message>
    <message>
        <source>No backup could be written to {path}: {reason}. Nothing was changed.</source>
        <comment>clients.file_no_backup</comment>
        <translation>无法将备份写入 {path}：{reason}。未做任何更改。</translation>
    </message>
    <message>
        <source>No connected client session matches this rule.</source>
        <comment>services.no_session_for_rule</comment>
        <translation>没有此规则适用的已连接客户端会话。</translation>
    </message>
    <message>
        <source>No client {client} is installed here. `toolguard client list` names those that are.</source>
        <comment>services.route_no_client</comment>
        <translation>这台计算机上未安装客户端 {client}。`toolguard client list` 会列出已安装的客户端。</translation>
    </message>
    <message>
        <source>No keyring that ToolGuard may use is running: start one (GNOME Keyring, KWallet, Keychain, Credential Manager), or keep the secret for this session only.</source>
        <comment>store.no_keyring_use_running</comment>
        <translation>没有 ToolGuard 可以使用的密钥环在运行：请启动一个（GNOME Keyring、KWallet、Keychain、Credential Manager），或仅在本次会话中保存凭据。</translation>
    </message>
    <message>
        <source>No rule can allow this tool: {reason}.</source>
        <comment>gate.no_rule_can_allow</comment>
        <translation>没有规则可以允许此工具：{reason}。</translation>
    </message>
    <message>
        <source>No rule can allow this tool: {reason}. Each of its calls is asked about.</source>
        <comment>services.rule_not_pinned</comment>
        <translation>没有规则可以允许此工具：{reason}。它的每个调用都会询问。</translation>
    </message>
    <message>
        <source>No rule covers exactly these calls. Add one on the page Rules.</source>
        <comment>services.calls_have_no_rule</comment>
        <translation>没有规则能恰好涵盖这些调用。请在“规则”页面添加。</translation>
    </message>
    <message>
        <source>No rule applies: the server&apos;s settings decide.</source>
        <comment>services.no_rule_fits_request</comment>
        <translation>没有适用的规则：按服务器的设置处理。</translation>
    </message>
    <message>
        <source>Nobody approved this request in ToolGuard in time.</source>
        <comment>gate.request_not_approved_in_time</comment>
        <translation>没有人及时在 ToolGuard 中批准此请求。</translation>
    </message>
    <message>
        <source>Nobody can tell in advance what commands and code do, so a rule that allows all of them ends when ToolGuard quits.</source>
        <comment>gate.rule_not_for_good</comment>
        <translation>无法预先判断命令和代码会做什么，因此允许全部命令和代码的规则在 ToolGuard 退出时失效。</translation>
    </message>
    <message>
        <source>None of these calls can be read. Reload the log and select them again.</source>
        <comment>services.calls_not_known</comment>
        <translation>这些调用均无法读取。请重新加载日志并再次选择。</translation>
    </message>
    <message>
        <source>Nothing was accepted: open ToolGuard first.</source>
        <comment>services.not_accepted_open_first</comment>
        <translation>未接受任何内容：请先打开 ToolGuard。</translation>
    </message>
    <message>
        <source>Only a rule that allows can end when the client disconnects, the screen locks or you are away.</source>
        <comment>gate.end_for_allow_rules</comment>
        <translation>只有允许规则才能在客户端断开连接、屏幕锁定或您离开时到期。</translation>
    </message>
    <message>
        <source>Rules that allow calls without asking will be added: {count}</source>
        <comment>services.import_frees</comment>
        <translation>将添加无需询问即允许调用的规则：{count} 条</translation>
    </message>
    <message>
        <source>Rules that allow tools of {server} apply to the tools as they are now. Changed tools: {count}.</source>
        <comment>services.accepts_definitions</comment>
        <translation>允许 {server} 的工具的规则将适用于工具现在的定义。已更改的工具：{count}。</translation>
    </message>
    <message>
        <source>Servers of type {type} are not supported.</source>
        <comment>clients.entry_type</comment>
        <translation>不支持类型为 {type} 的服务器。</translation>
    </message>
    <message>
        <source>The arguments could not be checked: {reason}.</source>
        <comment>gate.arguments_not_checked</comment>
        <translation>无法检查参数：{reason}。</translation>
    </message>
    <message>
        <source>The bundle could not be unpacked in {folder}: {reason}</source>
        <comment>clients.bundle_not_unpacked</comment>
        <translation>无法把扩展包解压到 {folder}：{reason}</translation>
    </message>
    <message>
        <source>The bundle contains a file with an unsafe name or of an unsafe kind: {name}</source>
        <comment>clients.bundle_unsafe_entry</comment>
        <translation>扩展包中有名称或类型不安全的文件：{name}</translation>
    </message>
    <message>
        <source>The bundle has no option {key}. Its options: {known}</source>
        <comment>services.bundle_no_option</comment>
        <translation>扩展包没有选项 {key}。它的选项：{known}</translation>
    </message>
    <message>
        <source>The bundle contains two files with the same name.</source>
        <comment>clients.bundle_twice</comment>
        <translation>扩展包中有两个同名文件。</translation>
    </message>
    <message>
        <source>The bundle is for other systems: {systems}</source>
        <comment>clients.bundle_other_system</comment>
        <translation>扩展包用于其他系统：{systems}</translation>
    </message>
    <message>
        <source>The bundle needs values: {keys}. Give each with --set KEY=VALUE.</source>
        <comment>clients.bundle_needs_values</comment>
        <translation>扩展包需要这些值：{keys}。请用 --set KEY=VALUE 逐一给出。</translation>
    </message>
    <message>
        <source>The bundle or ToolGuard&apos;s servers were changed in the meantime. Review the bundle again, then add it.</source>
        <comment>services.bundle_stale</comment>
        <translation>扩展包或 ToolGuard 的服务器在此期间已更改。请重新查看扩展包，然后添加。</translation>
    </message>
    <message>
        <source>The bundle puts several values into one text: {text}</source>
        <comment>clients.bundle_list_in_text</comment>
        <translation>扩展包把多个值放进了同一段文本：{text}</translation>
    </message>
    <message>
        <source>The bundle puts the secret {key} on the command line, where every program can read it. Add its server by hand.</source>
        <comment>clients.bundle_secret_in_arguments</comment>
        <translation>扩展包把凭据 {key} 放在命令行中，任何程序都能读到。请手动添加它的服务器。</translation>
    </message>
    <message>
        <source>The bundle&apos;s manifest has the version {version}. Supported versions: {known}</source>
        <comment>clients.bundle_version</comment>
        <translation>扩展包清单的版本是 {version}。支持的版本：{known}</translation>
    </message>
    <message>
        <source>The bundle&apos;s manifest refers to one of ToolGuard&apos;s secrets, which a bundle may not do.</source>
        <comment>clients.bundle_wants_secret</comment>
        <translation>扩展包的清单引用了 ToolGuard 中的凭据，扩展包不允许这样做。</translation>
    </message>
    <message>
        <source>The bundle&apos;s manifest.json is not a JSON object.</source>
        <comment>clients.bundle_manifest_no_json</comment>
        <translation>扩展包的 manifest.json 不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The bundle&apos;s manifest.json is invalid at {place}.</source>
        <comment>clients.bundle_manifest_wrong</comment>
        <translation>扩展包的 manifest.json 在 {place} 处无效。</translation>
    </message>
    <message>
        <source>The client session that the rule is for has ended.</source>
        <comment>gate.session_not_connected</comment>
        <translation>规则适用的客户端会话已结束。</translation>
    </message>
    <message>
        <source>The client would open a page on {host}.</source>
        <comment>gate.page_leads_to</comment>
        <translation>客户端将打开 {host} 的网页。</translation>
    </message>
    <message>
        <source>The client would open an invalid address.</source>
        <comment>gate.page_leads_nowhere</comment>
        <translation>客户端将打开一个无效的地址。</translation>
    </message>
    <message>
        <source>The client&apos;s built-in tools do not come through a server and cannot be guarded.</source>
        <comment>clients.limit_built_in</comment>
        <translation>客户端的内置工具不经过服务器，无法保护。</translation>
    </message>
    <message>
        <source>The clients no longer ask about these servers&apos; tools themselves. Only ToolGuard does.</source>
        <comment>services.route_one_gate</comment>
        <translation>客户端不再自行询问是否允许这些服务器的工具，只由 ToolGuard 询问。</translation>
    </message>
    <message>
        <source>The disk is full, so nothing can be written to the log {path}. Free some space; calls then continue.</source>
        <comment>store.disk_full_log_cannot</comment>
        <translation>磁盘已满，无法写入日志 {path}。请释放一些空间，调用随后会继续。</translation>
    </message>
    <message>
        <source>The edited arguments cannot be sent. {problem}</source>
        <comment>gate.edited_arguments_problem</comment>
        <translation>编辑后的参数无法发送。{problem}</translation>
    </message>
    <message>
        <source>The edited arguments cannot be sent: they contain the value of the secret {secrets}.</source>
        <comment>gate.edited_arguments_hold_secret</comment>
        <translation>编辑后的参数无法发送：其中含有凭据 {secrets} 的值。</translation>
    </message>
    <message>
        <source>The edited arguments cannot be sent: {reason}.</source>
        <comment>gate.edited_arguments_refused</comment>
        <translation>编辑后的参数无法发送：{reason}。</translation>
    </message>
    <message>
        <source>The end of the rule has passed.</source>
        <comment>services.rule_end_passed</comment>
        <translation>规则的到期时间已过。</translation>
    </message>
    <message>
        <source>What ToolGuard knows about {clients} is not verified. Review the change, and confirm it if it is right.</source>
        <comment>services.route_unverified</comment>
        <translation>ToolGuard 关于 {clients} 的信息未经核实。请查看更改，确认无误后再执行。</translation>
    </message>
    <message>
        <source>The file cannot be read: line {line} is not valid JSON. Correct it in the client, then try again.</source>
        <comment>clients.settings_broken</comment>
        <translation>无法读取文件：第 {line} 行不是有效的 JSON。请在客户端中更正，然后重试。</translation>
    </message>
    <message>
        <source>The file cannot be read: {reason}</source>
        <comment>clients.settings_unreadable</comment>
        <translation>无法读取文件：{reason}</translation>
    </message>
    <message>
        <source>The file is larger than {limit} bytes.</source>
        <comment>clients.settings_too_large</comment>
        <translation>文件超过 {limit} 字节。</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text.</source>
        <comment>clients.settings_not_utf8</comment>
        <translation>文件不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>The file was not changed, because this entry cannot be changed without changing other parts of it. Change it by hand.</source>
        <comment>clients.settings_change_unsafe</comment>
        <translation>文件未更改，因为更改此条目必然会更改其他部分。请手动更改。</translation>
    </message>
    <message>
        <source>The file {name} in the bundle is encrypted, or its compression is not supported.</source>
        <comment>clients.bundle_unreadable_entry</comment>
        <translation>扩展包中的文件 {name} 已加密，或其压缩方式不受支持。</translation>
    </message>
    <message>
        <source>The files of the bundle in {folder} are gone. Import the bundle again.</source>
        <comment>clients.bundle_gone</comment>
        <translation>{folder} 中的扩展包文件已不存在。请重新导入该扩展包。</translation>
    </message>
    <message>
        <source>The log of an earlier version is being migrated: {percent} %. Calls continue afterwards.</source>
        <comment>store.log_taken_over_now</comment>
        <translation>正在迁移旧版本的日志：{percent} %。完成后调用会继续。</translation>
    </message>
    <message>
        <source>The policy file {path} cannot be read, so no rule allows a call: {reason}</source>
        <comment>store.policy_file_invalid</comment>
        <translation>无法读取策略文件 {path}，因此没有规则允许调用：{reason}</translation>
    </message>
    <message>
        <source>The policy file {path} is ignored: it must belong to root, and nobody else may write it.</source>
        <comment>store.policy_file_not_administrators</comment>
        <translation>已忽略策略文件 {path}：它必须归 root 所有，且其他人不得写入。</translation>
    </message>
    <message>
        <source>The rule {id} is your organization&apos;s. Only an administrator can change it.</source>
        <comment>services.rule_of_organization</comment>
        <translation>规则 {id} 由您的组织设置，只有管理员可以更改。</translation>
    </message>
    <message>
        <source>The secret {name} is now a user ID: calls with its value in their arguments are no longer refused.</source>
        <comment>services.secret_counts_user_id</comment>
        <translation>凭据 {name} 将被视为用户 ID：参数中含有其值的调用不再被拒绝。</translation>
    </message>
    <message>
        <source>The server has not listed this tool, so its arguments could not be checked.</source>
        <comment>gate.server_not_listed_tool</comment>
        <translation>服务器没有列出此工具，因此无法检查其参数。</translation>
    </message>
    <message>
        <source>The server itself</source>
        <comment>services.server_itself</comment>
        <translation>服务器本身</translation>
    </message>
    <message>
        <source>ToolGuard trusts what the server {name} says about which of its tools destroy data.</source>
        <comment>services.server_hints_trusted</comment>
        <translation>ToolGuard 将相信服务器 {name} 关于其哪些工具会破坏数据的声明。</translation>
    </message>
    <message>
        <source>The setting {key} becomes {value}.</source>
        <comment>services.setting_becomes</comment>
        <translation>设置 {key} 变为 {value}。</translation>
    </message>
    <message>
        <source>The tools of {server} have not changed since you last reviewed them.</source>
        <comment>services.nothing_changed</comment>
        <translation>自您上次查看以来，{server} 的工具没有更改。</translation>
    </message>
    <message>
        <source>The variables in {path} are not read. Add them to the server in ToolGuard.</source>
        <comment>clients.entry_env_file</comment>
        <translation>未读取 {path} 中的变量。请将它们添加到 ToolGuard 中的服务器。</translation>
    </message>
    <message>
        <source>There are {limit} limits already. Remove one first.</source>
        <comment>services.too_many_limits</comment>
        <translation>已有 {limit} 个限制，请先移除一个。</translation>
    </message>
    <message>
        <source>There is a server {name} already.</source>
        <comment>services.server_exists_already</comment>
        <translation>已有服务器 {name}。</translation>
    </message>
    <message>
        <source>There is a server {name} already: choose another name.</source>
        <comment>services.server_exists</comment>
        <translation>已有服务器 {name}：请选择其他名称。</translation>
    </message>
    <message>
        <source>There is a server {name} already: remove it first, or choose another name.</source>
        <comment>services.server_exists_remove_first</comment>
        <translation>已有服务器 {name}：请先移除它，或选择其他名称。</translation>
    </message>
    <message>
        <source>There is no limit {id}. See “toolguard limit list”.</source>
        <comment>services.no_limit</comment>
        <translation>没有限制 {id}，请参阅“toolguard limit list”。</translation>
    </message>
    <message>
        <source>There is no log to read.</source>
        <comment>services.no_log_to_read</comment>
        <translation>没有可读取的日志。</translation>
    </message>
    <message>
        <source>There is no server {name}: `toolguard server list` shows them.</source>
        <comment>services.no_such_server</comment>
        <translation>没有服务器 {name}：`toolguard server list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no such program</source>
        <comment>servers.no_such_program_at_path</comment>
        <translation>没有这个程序</translation>
    </message>
    <message>
        <source>There is no {what} {name}.</source>
        <comment>store.no_such_entry</comment>
        <translation>没有 {what} {name}。</translation>
    </message>
    <message>
        <source>These keys do not come back into the files: {keys}.</source>
        <comment>services.undo_leaves_keys_out</comment>
        <translation>这些密钥不会写回文件：{keys}。</translation>
    </message>
    <message>
        <source>These keys are put back into the files, where every program can read them: {keys}.</source>
        <comment>services.undo_puts_keys_back</comment>
        <translation>这些密钥会重新写入文件，任何程序都可以读取：{keys}。</translation>
    </message>
    <message>
        <source>These settings stay with the client; ToolGuard does not use them: {members}.</source>
        <comment>clients.entry_not_taken_over</comment>
        <translation>这些设置保留在客户端，ToolGuard 不使用：{members}。</translation>
    </message>
    <message>
        <source>This cannot be done: unknown member in {place}.</source>
        <comment>services.argument_unknown_member</comment>
        <translation>无法执行：{place} 含有未知成员。</translation>
    </message>
    <message>
        <source>This cannot be done: {place} must have another form.</source>
        <comment>services.argument_form</comment>
        <translation>无法执行：{place} 必须是其他形式。</translation>
    </message>
    <message>
        <source>This cannot be done: {place} must be {expected}.</source>
        <comment>services.argument_expected</comment>
        <translation>无法执行：{place} 必须是{expected}。</translation>
    </message>
    <message>
        <source>This cannot be done: {place} must have {missing}.</source>
        <comment>services.argument_missing</comment>
        <translation>无法执行：{place} 必须有 {missing}。</translation>
    </message>
    <message>
        <source>This cannot be stored: {problem}</source>
        <comment>store.setting_not_storable</comment>
        <translation>无法保存：{problem}</translation>
    </message>
    <message>
        <source>This entry has neither a command nor a URL: the server is built into the client, or configured in another way.</source>
        <comment>clients.entry_no_launch</comment>
        <translation>此条目既没有命令也没有 URL：该服务器是客户端内置的，或以其他方式配置。</translation>
    </message>
    <message>
        <source>This entry is not an object.</source>
        <comment>clients.entry_no_object</comment>
        <translation>此条目不是对象。</translation>
    </message>
    <message>
        <source>This is not one plain command: {command}. Write a program and its first arguments, without variables, patterns, pipes or redirections.</source>
        <comment>gate.program_not_literal</comment>
        <translation>这不是一条单纯的命令：{command}。请写程序和它的前几个参数，不要用变量、通配符、管道或重定向。</translation>
    </message>
    <message>
        <source>This rule matches several client sessions. Name one: {sessions}</source>
        <comment>services.sessions_for_rule</comment>
        <translation>此规则可适用于多个客户端会话。请指定一个：{sessions}</translation>
    </message>
    <message>
        <source>This rule cannot be evaluated and will ask about every call: {reason}.</source>
        <comment>services.rule_will_ask</comment>
        <translation>此规则无法评估，将对每个调用进行询问：{reason}。</translation>
    </message>
    <message>
        <source>This rule would never allow a call: {reason}.</source>
        <comment>services.rule_refused</comment>
        <translation>此规则永远不会允许任何调用：{reason}。</translation>
    </message>
    <message>
        <source>This takes effect only if automatic approval of MCP tools is also turned on in the program.</source>
        <comment>clients.question_global_switch</comment>
        <translation>只有在该程序中也开启 MCP 工具的自动批准，此更改才生效。</translation>
    </message>
    <message>
        <source>This stops guarding servers, and nobody can be asked for approval. Open ToolGuard, then try again.</source>
        <comment>services.undo_needs_person</comment>
        <translation>这会停止保护服务器，而现在无法请求任何人批准。请打开 ToolGuard，然后重试。</translation>
    </message>
    <message>
        <source>ToolGuard cannot record this request ({reason})</source>
        <comment>gate.request_not_recorded</comment>
        <translation>ToolGuard 无法记录此请求（{reason}）</translation>
    </message>
    <message>
        <source>ToolGuard cannot detect when the screen locks, so a rule cannot end then.</source>
        <comment>gate.screen_not_seen</comment>
        <translation>ToolGuard 无法得知屏幕何时锁定，因此规则不能以此到期。</translation>
    </message>
    <message>
        <source>this is a bug in ToolGuard.</source>
        <comment>presence.our_fault</comment>
        <translation>这是 ToolGuard 中的一个错误。</translation>
    </message>
    <message>
        <source>ToolGuard has listed its tools</source>
        <comment>services.toolguard_has_seen</comment>
        <translation>ToolGuard 已列出它的工具</translation>
    </message>
    <message>
        <source>ToolGuard already has {count} connections: close a chat client, then try again</source>
        <comment>clients.too_many_connections</comment>
        <translation>ToolGuard 已有 {count} 个连接：请先关闭一个聊天客户端，然后重试</translation>
    </message>
    <message>
        <source>ToolGuard refused this request.</source>
        <comment>gate.request_refused</comment>
        <translation>ToolGuard 拒绝了此请求。</translation>
    </message>
    <message>
        <source>ToolGuard: the call ran, but its result of {size} bytes is larger than the limit of {limit} bytes and was not forwarded.</source>
        <comment>gate.result_too_large</comment>
        <translation>ToolGuard：调用已运行，但其结果为 {size} 字节，超过 {limit} 字节的限制，未转发。</translation>
    </message>
    <message>
        <source>ToolGuard: {reason}. ToolGuard asked the server to cancel the call, which may already have had effects.</source>
        <comment>gate.answer_timed_out</comment>
        <translation>ToolGuard：{reason}。ToolGuard 已请求服务器取消该调用，但它可能已产生影响。</translation>
    </message>
    <message>
        <source>Unknown prompt: {name}</source>
        <comment>clients.unknown_prompt</comment>
        <translation>未知的提示词：{name}</translation>
    </message>
    <message>
        <source>Unknown tool: {name}</source>
        <comment>clients.unknown_tool</comment>
        <translation>未知工具：{name}</translation>
    </message>
    <message>
        <source>Waiting for your keyring: unlock it, or answer its question, in the window that it opened.</source>
        <comment>store.waiting_keyring_unlock_answer</comment>
        <translation>正在等待您的密钥环：请在它打开的窗口中解锁或回答其问题。</translation>
    </message>
    <message>
        <source>Your keyring returned an error: check that it is running, then try again.</source>
        <comment>store.keyring_not_work_see</comment>
        <translation>您的密钥环返回了错误：请检查它是否在运行，然后重试。</translation>
    </message>
    <message>
        <source>Your keyring does not answer: check whether it asks a question, or restart it, then try again.</source>
        <comment>store.keyring_not_answer_look</comment>
        <translation>您的密钥环没有响应：请查看它是否有问题等待回答，或重新启动它，然后重试。</translation>
    </message>
    <message>
        <source>Your keyring does not store what you accept, so you are asked about it again at the next start. {reason}</source>
        <comment>services.keyring_not_keep_accept</comment>
        <translation>您的密钥环无法保存您接受的内容：下次启动时会再次询问您。{reason}</translation>
    </message>
    <message>
        <source>Your keyring holds the key that proves which settings you accepted: until you unlock it, no server and no rule is available.</source>
        <comment>services.keyring_holds_key_shows</comment>
        <translation>您的密钥环存有用来证明您接受了哪些设置的密钥：解锁之前，任何服务器和规则都不可用。</translation>
    </message>
    <message>
        <source>ToolGuard asks your keyring which settings you accepted: until it answers, no server and no rule is available.</source>
        <comment>services.keyring_asked_settings_accepted</comment>
        <translation>ToolGuard 正在向您的密钥环查询您接受了哪些设置：在它响应之前，任何服务器和规则都不可用。</translation>
    </message>
    <message>
        <source>Your keyring is locked: unlock it and try again.</source>
        <comment>store.keyring_locked_unlock_try</comment>
        <translation>您的密钥环已锁定：请解锁后重试。</translation>
    </message>
    <message>
        <source>Your keyring&apos;s question was dismissed: try again and allow ToolGuard to use it.</source>
        <comment>store.keyring_question_dismissed_try</comment>
        <translation>您的密钥环的提示被关闭：请重试，并允许 ToolGuard 使用它。</translation>
    </message>
    <message>
        <source>Your organization requires that rules that allow calls have an end.</source>
        <comment>gate.organization_wants_end_of_allow_rules</comment>
        <translation>您的组织要求允许调用的规则设有期限。</translation>
    </message>
    <message>
        <source>Your organization allows no rules that allow calls.</source>
        <comment>gate.organization_forbids_allow_rules</comment>
        <translation>您的组织不允许任何允许调用的规则。</translation>
    </message>
    <message>
        <source>Your organization does not let {client} start ToolGuard for this server. Ask the administrator to remove this entry: {entry}</source>
        <comment>clients.policy_denies_toolguard</comment>
        <translation>您的组织不允许 {client} 为这个服务器启动 ToolGuard。请管理员删除这个条目：{entry}</translation>
    </message>
    <message>
        <source>Your organization does not let {client} use this server, so ToolGuard does not start or reach it.</source>
        <comment>services.policy_denies_launch</comment>
        <translation>您的组织不允许 {client} 使用这个服务器，因此 ToolGuard 不会启动或连接它。</translation>
    </message>
    <message>
        <source>Your organization does not let {client} use this server.</source>
        <comment>clients.policy_denied</comment>
        <translation>您的组织不允许 {client} 使用这个服务器。</translation>
    </message>
    <message>
        <source>Your organization&apos;s list for {client} does not contain ToolGuard. Ask the administrator to add this entry: {entry}</source>
        <comment>clients.policy_lacks_toolguard</comment>
        <translation>您的组织为 {client} 设定的列表中没有 ToolGuard。请管理员添加这个条目：{entry}</translation>
    </message>
    <message>
        <source>Your organization&apos;s list of servers for {client} cannot be read. Servers start again once it can.</source>
        <comment>services.policy_unreadable</comment>
        <translation>无法读取您的组织为 {client} 设定的服务器列表。可以读取之后，服务器才会再次启动。</translation>
    </message>
    <message>
        <source>Your organization&apos;s list of servers for {client} cannot be read: {reason}</source>
        <comment>clients.policy_unreadable</comment>
        <translation>无法读取您的组织为 {client} 设定的服务器列表：{reason}</translation>
    </message>
    <message>
        <source>Your organization&apos;s list of servers for {client} does not contain this server.</source>
        <comment>clients.policy_not_allowed</comment>
        <translation>您的组织为 {client} 设定的服务器列表中没有这个服务器。</translation>
    </message>
    <message>
        <source>a batch must have 1 to {limit} members</source>
        <comment>clients.batch_size</comment>
        <translation>批处理必须有 1 到 {limit} 个成员</translation>
    </message>
    <message>
        <source>a batch must have 1 to {limit} members</source>
        <comment>gate.batch_size</comment>
        <translation>批处理必须有 1 到 {limit} 个成员</translation>
    </message>
    <message>
        <source>a comma or {bracket} is missing here</source>
        <comment>store.comma_missing</comment>
        <translation>此处缺少逗号或 {bracket}</translation>
    </message>
    <message>
        <source>a folder, or a list of folders, is needed</source>
        <comment>gate.inside_needs_folder</comment>
        <translation>需要一个文件夹或文件夹列表</translation>
    </message>
    <message>
        <source>a header&apos;s name</source>
        <comment>tables.header_name</comment>
        <translation>标头名称</translation>
    </message>
    <message>
        <source>a host, or a list of hosts, is needed</source>
        <comment>gate.host_needs_name</comment>
        <translation>需要一个主机或主机列表</translation>
    </message>
    <message>
        <source>a list of 1 to 1,000 values is needed</source>
        <comment>gate.one_of_needs_values</comment>
        <translation>需要包含 1 到 1,000 个值的列表</translation>
    </message>
    <message>
        <source>a list of at most 200 calls</source>
        <comment>services.expect_list_calls</comment>
        <translation>最多 200 个调用的列表</translation>
    </message>
    <message>
        <source>a list of ids of changes</source>
        <comment>services.expect_list_changes</comment>
        <translation>更改的 ID 列表</translation>
    </message>
    <message>
        <source>a list of names</source>
        <comment>services.expect_list_entries</comment>
        <translation>名称列表</translation>
    </message>
    <message>
        <source>a list of paths</source>
        <comment>services.expect_list_paths</comment>
        <translation>路径列表</translation>
    </message>
    <message>
        <source>a list of servers</source>
        <comment>services.expect_list_servers</comment>
        <translation>服务器列表</translation>
    </message>
    <message>
        <source>a message may have at most {limit} bytes</source>
        <comment>clients.message_too_large</comment>
        <translation>一条消息最多 {limit} 字节</translation>
    </message>
    <message>
        <source>a name or &apos;*&apos;</source>
        <comment>services.expect_name_or_any</comment>
        <translation>名称或“*”</translation>
    </message>
    <message>
        <source>a notification contains a request that the server may not make without your approval</source>
        <comment>gate.server_request_in_notification</comment>
        <translation>通知中包含服务器未经您批准不得提出的请求</translation>
    </message>
    <message>
        <source>a number from 0 to 1,000,000</source>
        <comment>services.expect_number_to_million</comment>
        <translation>0 到 1,000,000 之间的数字</translation>
    </message>
    <message>
        <source>a number of bytes, at most 1 GiB</source>
        <comment>services.expect_bytes</comment>
        <translation>字节数，最多 1 GiB</translation>
    </message>
    <message>
        <source>a number of more than {limit} characters</source>
        <comment>gate.number_too_long</comment>
        <translation>超过 {limit} 个字符的数字</translation>
    </message>
    <message>
        <source>a number of seconds from 60 (1 minute) to 43200 (12 hours)</source>
        <comment>services.expect_seconds_without_person</comment>
        <translation>60（1 分钟）到 43200（12 小时）之间的秒数</translation>
    </message>
    <message>
        <source>a number of seconds, at most 86,400</source>
        <comment>services.expect_seconds_of_a_day</comment>
        <translation>秒数，最多 86,400</translation>
    </message>
    <message>
        <source>a rule has at most {limit} conditions and {limit} exceptions</source>
        <comment>gate.too_many_conditions</comment>
        <translation>一条规则最多有 {limit} 个条件和 {limit} 个例外</translation>
    </message>
    <message>
        <source>a tool&apos;s name or &apos;*&apos;</source>
        <comment>services.expect_tool_name_or_any</comment>
        <translation>工具名称或“*”</translation>
    </message>
    <message>
        <source>a tool&apos;s name: {least} to {most} characters</source>
        <comment>tables.tool_name</comment>
        <translation>工具名称：{least} 到 {most} 个字符</translation>
    </message>
    <message>
        <source>a variable&apos;s name: not empty, without &apos;=&apos; or a NUL character</source>
        <comment>tables.variable_name</comment>
        <translation>变量名称：不为空，不含“=”或 NUL 字符</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most}</source>
        <comment>tables.number_from_to</comment>
        <translation>{least} 到 {most} 的整数</translation>
    </message>
    <message>
        <source>a whole number of seconds from {least} to {most}</source>
        <comment>tables.seconds_from_to</comment>
        <translation>{least} 到 {most} 的整数（秒）</translation>
    </message>
    <message>
        <source>a whole number of seconds from {least} to {most}, or 0 to wait for ever</source>
        <comment>tables.seconds_or_no_limit</comment>
        <translation>{least} 到 {most} 的整数（秒），0 表示一直等待</translation>
    </message>
    <message>
        <source>a {member}&apos;s name or &quot;{any}&quot;</source>
        <comment>tables.name_or_any</comment>
        <translation>{member} 的名称或“{any}”</translation>
    </message>
    <message>
        <source>agent {number}</source>
        <comment>services.agent_number</comment>
        <translation>智能体 {number}</translation>
    </message>
    <message>
        <source>always, session, disconnect, lock or idle</source>
        <comment>services.expect_rule_end</comment>
        <translation>always、session、disconnect、lock 或 idle</translation>
    </message>
    <message>
        <source>an address that begins with https:// or http://</source>
        <comment>tables.address_https_or_http</comment>
        <translation>以 https:// 或 http:// 开头的地址</translation>
    </message>
    <message>
        <source>an allow rule must name one request</source>
        <comment>gate.allow_rule_needs_method</comment>
        <translation>允许规则必须指定一种请求</translation>
    </message>
    <message>
        <source>an array of at most {limit} conditions</source>
        <comment>tables.conditions</comment>
        <translation>最多 {limit} 个条件的数组</translation>
    </message>
    <message>
        <source>an array of at most {limit} examples</source>
        <comment>tables.examples</comment>
        <translation>最多 {limit} 个示例的数组</translation>
    </message>
    <message>
        <source>an element of {pointer}</source>
        <comment>gate.condition_any</comment>
        <translation>{pointer} 中的某个元素</translation>
    </message>
    <message>
        <source>an internal error in ToolGuard</source>
        <comment>store.our_fault</comment>
        <translation>ToolGuard 内部错误</translation>
    </message>
    <message>
        <source>the rule does not cover an example that it must cover</source>
        <comment>gate.example_not_covered</comment>
        <translation>规则必须涵盖的示例未被涵盖</translation>
    </message>
    <message>
        <source>the rule covers an example that it must not cover</source>
        <comment>gate.example_covered</comment>
        <translation>规则不得涵盖的示例被涵盖</translation>
    </message>
    <message>
        <source>an id of {least} to {most} characters</source>
        <comment>tables.id_characters</comment>
        <translation>{least} 到 {most} 个字符的 ID</translation>
    </message>
    <message>
        <source>an object</source>
        <comment>clients.an_object</comment>
        <translation>对象</translation>
    </message>
    <message>
        <source>an object</source>
        <comment>services.expect_object</comment>
        <translation>对象</translation>
    </message>
    <message>
        <source>an object</source>
        <comment>tables.object</comment>
        <translation>对象</translation>
    </message>
    <message>
        <source>an object of preferences</source>
        <comment>tables.object_of_preferences</comment>
        <translation>设置对象</translation>
    </message>
    <message>
        <source>an object with a member for each server</source>
        <comment>tables.covered_tools</comment>
        <translation>每个服务器对应一个成员的对象</translation>
    </message>
    <message>
        <source>an object with arguments and covered</source>
        <comment>tables.example</comment>
        <translation>包含 arguments 和 covered 的对象</translation>
    </message>
    <message>
        <source>an object with kind and what belongs to that kind</source>
        <comment>tables.server_of_a_kind</comment>
        <translation>含 kind 及其所属设置的对象</translation>
    </message>
    <message>
        <source>an object with kind, {members} and enabled</source>
        <comment>tables.object_with_members</comment>
        <translation>含 kind、{members} 和 enabled 的对象</translation>
    </message>
    <message>
        <source>an object with one member for each tool, at most {limit}</source>
        <comment>tables.member_for_each_tool</comment>
        <translation>每个工具一个成员的对象，最多 {limit} 个</translation>
    </message>
    <message>
        <source>an object with pass, ask or deny for each of: {kinds}</source>
        <comment>tables.requests_members</comment>
        <translation>一个对象，为以下各项指定 pass、ask 或 deny：{kinds}</translation>
    </message>
    <message>
        <source>an object with pointer, matcher, value and quantifier</source>
        <comment>tables.condition</comment>
        <translation>包含 pointer、matcher、value 和 quantifier 的对象</translation>
    </message>
    <message>
        <source>an object with secrets, authorization and user_id</source>
        <comment>tables.context_members</comment>
        <translation>含有 secrets、authorization 和 user_id 的对象</translation>
    </message>
    <message>
        <source>an object with {least} to {most} members, each named by a JSON pointer</source>
        <comment>tables.members_by_pointer</comment>
        <translation>含 {least} 到 {most} 个成员的对象，每个成员以 JSON 指针命名</translation>
    </message>
    <message>
        <source>another one</source>
        <comment>servers.another_secret</comment>
        <translation>另一个值</translation>
    </message>
    <message>
        <source>another start of ToolGuard took over: {program}</source>
        <comment>services.taken_over</comment>
        <translation>已由再次启动的 ToolGuard 接管：{program}</translation>
    </message>
    <message>
        <source>any client</source>
        <comment>services.any_client</comment>
        <translation>任意客户端</translation>
    </message>
    <message>
        <source>any server</source>
        <comment>services.any_server</comment>
        <translation>任意服务器</translation>
    </message>
    <message>
        <source>any tool</source>
        <comment>services.any_tool</comment>
        <translation>任意工具</translation>
    </message>
    <message>
        <source>bridged: a {modern} client on a {version} server</source>
        <comment>servers.bridged_client_server</comment>
        <translation>已桥接：{modern} 客户端，{version} 服务器</translation>
    </message>
    <message>
        <source>according to the tool&apos;s schema, {pointer} is not a list</source>
        <comment>gate.argument_is_no_list</comment>
        <translation>根据工具的输入定义，{pointer} 不是列表</translation>
    </message>
    <message>
        <source>according to the tool&apos;s schema, {pointer} is of type {types}, which {matcher} never matches</source>
        <comment>gate.argument_of_other_type</comment>
        <translation>根据工具的输入定义，{pointer} 的类型为 {types}，永远不符合 {matcher}</translation>
    </message>
    <message>
        <source>changed tools of {server} accepted</source>
        <comment>services.definitions_accepted</comment>
        <translation>已接受 {server} 更改后的工具</translation>
    </message>
    <message>
        <source>checking these arguments would take too long</source>
        <comment>gate.checking_these_arguments_take</comment>
        <translation>检查这些参数耗时过长</translation>
    </message>
    <message>
        <source>client {name} added</source>
        <comment>services.client_added</comment>
        <translation>已添加客户端 {name}</translation>
    </message>
    <message>
        <source>client {name} removed</source>
        <comment>services.client_removed</comment>
        <translation>已移除客户端 {name}</translation>
    </message>
    <message>
        <source>closed its output</source>
        <comment>servers.closed_output</comment>
        <translation>关闭了输出</translation>
    </message>
    <message>
        <source>closed its stream</source>
        <comment>servers.closed_stream</comment>
        <translation>关闭了数据流</translation>
    </message>
    <message>
        <source>command line</source>
        <comment>services.command_line</comment>
        <translation>命令行</translation>
    </message>
    <message>
        <source>config.json cannot be read</source>
        <comment>services.config_json_cannot_read</comment>
        <translation>无法读取 config.json</translation>
    </message>
    <message>
        <source>config.json changed by another program</source>
        <comment>services.config_json_changed_another</comment>
        <translation>config.json 被其他程序更改</translation>
    </message>
    <message>
        <source>config.json changed while ToolGuard was not running</source>
        <comment>services.config_json_changed_not</comment>
        <translation>config.json 在 ToolGuard 未运行时被更改</translation>
    </message>
    <message>
        <source>config.json could not be corrected</source>
        <comment>services.config_json_not_set</comment>
        <translation>无法改正 config.json</translation>
    </message>
    <message>
        <source>deniedMcpServers is not a list</source>
        <comment>clients.policy_no_list</comment>
        <translation>deniedMcpServers 不是列表</translation>
    </message>
    <message>
        <source>descriptors cannot be passed over TCP</source>
        <comment>clients.descriptors_cannot_handed_over</comment>
        <translation>无法通过 TCP 移交描述符</translation>
    </message>
    <message>
        <source>does not begin with https://</source>
        <comment>servers.not_begin_https</comment>
        <translation>不以 https:// 开头</translation>
    </message>
    <message>
        <source>accepts no more messages</source>
        <comment>servers.not_listen_more</comment>
        <translation>不再接受消息</translation>
    </message>
    <message>
        <source>done; the tool can now be called</source>
        <comment>servers.done_tool_can_called</comment>
        <translation>已完成；现在可以调用该工具</translation>
    </message>
    <message>
        <source>each element of {pointer}</source>
        <comment>gate.condition_each</comment>
        <translation>{pointer} 中的每个元素</translation>
    </message>
    <message>
        <source>elicitation by a form</source>
        <comment>servers.elicitation_form</comment>
        <translation>通过表单征询</translation>
    </message>
    <message>
        <source>elicitation by a web page</source>
        <comment>servers.elicitation_web_page</comment>
        <translation>通过网页征询</translation>
    </message>
    <message>
        <source>cancelled before it was forwarded</source>
        <comment>gate.request_given_up</comment>
        <translation>在转发之前已取消</translation>
    </message>
    <message>
        <source>ended its session</source>
        <comment>servers.ended_session</comment>
        <translation>结束了会话</translation>
    </message>
    <message>
        <source>all of its sessions with servers have ended ({ended})</source>
        <comment>clients.every_session_behind_over</comment>
        <translation>它与服务器的所有会话都已结束（{ended}）</translation>
    </message>
    <message>
        <source>exactly three descriptors can be passed: stdin, stdout and the journal</source>
        <comment>clients.exactly_three_descriptors_can</comment>
        <translation>必须恰好移交三个描述符：stdin、stdout 和 journal 文件</translation>
    </message>
    <message>
        <source>files in {folders} keep changing, so ToolGuard gives no secret to a program that is started there</source>
        <comment>servers.files_exchanged_all_time</comment>
        <translation>{folders} 中的文件不断更改，因此 ToolGuard 不会把凭据交给从那里启动的程序</translation>
    </message>
    <message>
        <source>files of the bundle of server {name} removed</source>
        <comment>services.bundle_removed</comment>
        <translation>服务器 {name} 的扩展包文件已移除</translation>
    </message>
    <message>
        <source>for this session only</source>
        <comment>services.session_only</comment>
        <translation>仅用于本次会话</translation>
    </message>
    <message>
        <source>cancelled by the client</source>
        <comment>gate.given_up_client</comment>
        <translation>已被客户端取消</translation>
    </message>
    <message>
        <source>cancelled by the client before it was sent to the server</source>
        <comment>gate.given_up_client_before</comment>
        <translation>在发送到服务器之前已被客户端取消</translation>
    </message>
    <message>
        <source>cancelled by the server</source>
        <comment>gate.given_up_server</comment>
        <translation>已被服务器取消</translation>
    </message>
    <message>
        <source>initialize must come first</source>
        <comment>clients.initialize_comes_first</comment>
        <translation>必须先 initialize</translation>
    </message>
    <message>
        <source>initialize is not part of this protocol version</source>
        <comment>clients.initialize_no_part_protocol</comment>
        <translation>此协议版本中没有 initialize</translation>
    </message>
    <message>
        <source>initialize must not be in a batch</source>
        <comment>clients.initialize_not_batch</comment>
        <translation>initialize 不能放在批处理中</translation>
    </message>
    <message>
        <source>initialize must not be in a batch</source>
        <comment>gate.initialize_not_batch</comment>
        <translation>initialize 不能放在批处理中</translation>
    </message>
    <message>
        <source>initialize needs params</source>
        <comment>clients.initialize_needs_params</comment>
        <translation>initialize 需要 params</translation>
    </message>
    <message>
        <source>initialize was already answered</source>
        <comment>clients.initialize_answered_before</comment>
        <translation>initialize 已得到响应</translation>
    </message>
    <message>
        <source>input and inputs are both present and differ: send only input</source>
        <comment>clients.input_inputs_both_differ</comment>
        <translation>input 和 inputs 同时存在且不相同：请只发送 input</translation>
    </message>
    <message>
        <source>input must be an object</source>
        <comment>clients.input_object</comment>
        <translation>input 必须是对象</translation>
    </message>
    <message>
        <source>lost its connection ({reason})</source>
        <comment>servers.cut_off</comment>
        <translation>连接中断（{reason}）</translation>
    </message>
    <message>
        <source>is not encrypted (it must begin with https://)</source>
        <comment>servers.not_encrypted_begin_https</comment>
        <translation>没有加密（必须以 https:// 开头）</translation>
    </message>
    <message>
        <source>it answers without a sign-in</source>
        <comment>services.answers_comes_without_sign</comment>
        <translation>它不需要登录即可响应</translation>
    </message>
    <message>
        <source>it continues from a record that is not in the log</source>
        <comment>store.goes_record_not_log</comment>
        <translation>它承接的记录不在日志中</translation>
    </message>
    <message>
        <source>it contains an unpaired surrogate, which no header can carry</source>
        <comment>servers.unpaired_surrogate_no_header</comment>
        <translation>其中有不成对的代理字符，任何标头都无法携带</translation>
    </message>
    <message>
        <source>it has not answered the previous request</source>
        <comment>store.not_answered_asked_before</comment>
        <translation>它尚未响应之前的请求</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <comment>presence.hung_up</comment>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>it is larger than {limit} MiB</source>
        <comment>store.policy_file_too_large</comment>
        <translation>大于 {limit} MiB</translation>
    </message>
    <message>
        <source>it is not certain that {condition}</source>
        <comment>gate.shortfall_uncertain</comment>
        <translation>无法确定：{condition}</translation>
    </message>
    <message>
        <source>it is not true that {condition}</source>
        <comment>gate.shortfall_unmet</comment>
        <translation>不符合：{condition}</translation>
    </message>
    <message>
        <source>it is renewed when a client next uses the server</source>
        <comment>services.renewed_client_next_uses</comment>
        <translation>客户端下次使用该服务器时会续期</translation>
    </message>
    <message>
        <source>it was decided, timed out or was cancelled while you authenticated.</source>
        <comment>gate.decided_timed_out_given</comment>
        <translation>您验证身份期间，它已有决定、已超时或已被取消。</translation>
    </message>
    <message>
        <source>the server was not contacted yet</source>
        <comment>clients.not_spoken_yet</comment>
        <translation>尚未连接此服务器</translation>
    </message>
    <message>
        <source>it was changed while it was read</source>
        <comment>servers.written_read</comment>
        <translation>读取期间它被更改</translation>
    </message>
    <message>
        <source>its arguments contain the value of the secret {secrets}</source>
        <comment>gate.reason_arguments_hold_secret</comment>
        <translation>其参数含有凭据 {secrets} 的值</translation>
    </message>
    <message>
        <source>its arguments contain the value of the secret {secrets}. Leave it out: ToolGuard gives each server the secrets that it needs</source>
        <comment>gate.secret_in_arguments</comment>
        <translation>其参数含有凭据 {secrets} 的值。请去掉它：服务器需要的凭据由 ToolGuard 提供</translation>
    </message>
    <message>
        <source>its client was removed</source>
        <comment>clients.client_removed</comment>
        <translation>其客户端已移除</translation>
    </message>
    <message>
        <source>its schema has a chain of references that is too long</source>
        <comment>clients.references_make_chain_too</comment>
        <translation>其引用形成的链过长</translation>
    </message>
    <message>
        <source>its schema has a chain of references that is too long</source>
        <comment>gate.references_make_chain_too</comment>
        <translation>其引用形成的链过长</translation>
    </message>
    <message>
        <source>its schema becomes too large when its references are followed</source>
        <comment>gate.schema_expands_without_reasonable</comment>
        <translation>展开引用后，其输入定义过大</translation>
    </message>
    <message>
        <source>its schema is not an object</source>
        <comment>clients.schema_not_object</comment>
        <translation>其输入定义不是对象</translation>
    </message>
    <message>
        <source>its schema is not an object</source>
        <comment>gate.schema_not_object</comment>
        <translation>其输入定义不是对象</translation>
    </message>
    <message>
        <source>its schema refers to {uri}, which ToolGuard does not fetch</source>
        <comment>gate.schema_points_not_fetched</comment>
        <translation>其输入定义引用了 {uri}，ToolGuard 不会获取它</translation>
    </message>
    <message>
        <source>its schema refers to a definition that does not exist: {uri}</source>
        <comment>gate.reference_leads_nowhere</comment>
        <translation>其输入定义引用了不存在的定义：{uri}</translation>
    </message>
    <message>
        <source>its schema refers to a definition that does not exist</source>
        <comment>clients.schema_refers_part_not</comment>
        <translation>其输入定义引用了不存在的定义</translation>
    </message>
    <message>
        <source>its schema refers to another document, which can change unnoticed: {uri}</source>
        <comment>gate.reference_leads_elsewhere</comment>
        <translation>它的输入定义引用了另一个文档，该文档可能在不知不觉中更改：{uri}</translation>
    </message>
    <message>
        <source>its schema refers to itself</source>
        <comment>clients.schema_refers</comment>
        <translation>其输入定义引用自身</translation>
    </message>
    <message>
        <source>its schema refers to itself along several branches</source>
        <comment>gate.schema_refers_along_several</comment>
        <translation>其输入定义沿多个分支引用自身</translation>
    </message>
    <message>
        <source>its schema has a reference that cannot be followed</source>
        <comment>clients.schema_refers_parts_way</comment>
        <translation>其输入定义含有无法解析的引用</translation>
    </message>
    <message>
        <source>its schema refers to another document</source>
        <comment>clients.schema_refers_something_outside</comment>
        <translation>其输入定义引用了另一个文档</translation>
    </message>
    <message>
        <source>its {annotation} is on a part of the schema that properties alone do not reach</source>
        <comment>gate.not_property_reached_properties</comment>
        <translation>其 {annotation} 位于输入定义中仅经由属性无法到达的部分</translation>
    </message>
    <message>
        <source>its {annotation} on {path} is not on a string, an integer or a boolean</source>
        <comment>gate.not_string_integer_boolean</comment>
        <translation>其 {path} 上的 {annotation} 不在字符串、整数或布尔值上</translation>
    </message>
    <message>
        <source>its {annotation} on {path} is not a valid header name</source>
        <comment>gate.not_name_header</comment>
        <translation>其 {path} 上的 {annotation} 不是有效的标头名称</translation>
    </message>
    <message>
        <source>its {annotation} {header} appears twice</source>
        <comment>gate.stands_twice</comment>
        <translation>其 {annotation} {header} 出现了两次</translation>
    </message>
    <message>
        <source>its {what} cannot be written in a header</source>
        <comment>servers.cannot_written_header</comment>
        <translation>其 {what} 无法写入标头</translation>
    </message>
    <message>
        <source>points to this computer, but the server is elsewhere</source>
        <comment>servers.leads_computer_server_not</comment>
        <translation>指向这台计算机，而服务器并不在这里</translation>
    </message>
    <message>
        <source>learned: {client} waits {seconds} seconds</source>
        <comment>services.learned_waits_seconds</comment>
        <translation>已得知：{client} 等待 {seconds} 秒</translation>
    </message>
    <message>
        <source>limit {id} removed</source>
        <comment>services.limit_removed</comment>
        <translation>已移除限制 {id}</translation>
    </message>
    <message>
        <source>limit {id} set</source>
        <comment>services.limit_set</comment>
        <translation>已设置限制 {id}</translation>
    </message>
    <message>
        <source>macOS cannot ask here: nobody is logged in at this screen.</source>
        <comment>presence.macos_cannot_ask_here</comment>
        <translation>macOS 无法在此询问：没有人在此屏幕上登录。</translation>
    </message>
    <message>
        <source>macOS withdrew its question, because another app came to the front.</source>
        <comment>presence.macos_withdrew_question_because</comment>
        <translation>macOS 撤回了问题，因为另一个应用转到了前面。</translation>
    </message>
    <message>
        <source>a message of more than {size} bytes is over the limit</source>
        <comment>servers.message_over_bytes_over</comment>
        <translation>超过 {size} 字节的消息超出限制</translation>
    </message>
    <message>
        <source>message of {size} bytes is over the limit of {limit}</source>
        <comment>gate.message_bytes_over_limit</comment>
        <translation>{size} 字节的消息超出 {limit} 的限制</translation>
    </message>
    <message>
        <source>neither a request nor a response</source>
        <comment>gate.neither_request_nor_response</comment>
        <translation>既不是请求也不是响应</translation>
    </message>
    <message>
        <source>new log started</source>
        <comment>store.log_begun_anew</comment>
        <translation>已开始新的日志</translation>
    </message>
    <message>
        <source>no condition names the argument {pointer}</source>
        <comment>gate.shortfall_unnamed</comment>
        <translation>没有条件提及参数 {pointer}</translation>
    </message>
    <message>
        <source>no encrypted connection could be established ({detail}); check the address</source>
        <comment>servers.no_encrypted_connection_came</comment>
        <translation>无法建立加密连接（{detail}）；请检查地址</translation>
    </message>
    <message>
        <source>this computer has no free port for the browser to return to ({reason})</source>
        <comment>servers.no_port_computer_free</comment>
        <translation>这台计算机没有空闲端口供浏览器返回（{reason}）</translation>
    </message>
    <message>
        <source>no reason given</source>
        <comment>servers.no_reason_given</comment>
        <translation>未说明原因</translation>
    </message>
    <message>
        <source>no rule allows it</source>
        <comment>gate.no_rule_allows</comment>
        <translation>没有规则允许它</translation>
    </message>
    <message>
        <source>no rule covers it: {note}</source>
        <comment>gate.no_rule_covers</comment>
        <translation>没有适用于它的规则：{note}</translation>
    </message>
    <message>
        <source>no security key answered.</source>
        <comment>presence.no_security_key_answered</comment>
        <translation>没有安全密钥响应。</translation>
    </message>
    <message>
        <source>no security key was found. Plug it in and try again.</source>
        <comment>presence.no_security_key_found</comment>
        <translation>没有找到安全密钥。请插入后重试。</translation>
    </message>
    <message>
        <source>no server behind this endpoint speaks 2026-07-28</source>
        <comment>clients.no_server_behind_endpoint</comment>
        <translation>此端点后面没有支持 2026-07-28 的服务器</translation>
    </message>
    <message>
        <source>no server: {reason}</source>
        <comment>gate.no_server</comment>
        <translation>没有服务器：{reason}</translation>
    </message>
    <message>
        <source>a tool cannot be named *, because * stands for every tool in ToolGuard</source>
        <comment>gate.no_tool_can_called</comment>
        <translation>任何工具都不能名为 *，它在 ToolGuard 中代表所有工具</translation>
    </message>
    <message>
        <source>nobody answered in time</source>
        <comment>gate.nobody_answered_time</comment>
        <translation>没有人及时回应</translation>
    </message>
    <message>
        <source>nobody authenticated in time.</source>
        <comment>gate.nobody_authenticated_time</comment>
        <translation>没有人及时验证身份。</translation>
    </message>
    <message>
        <source>nobody can be asked for approval: {reason}</source>
        <comment>gate.nobody_can_asked</comment>
        <translation>无人可询问：{reason}</translation>
    </message>
    <message>
        <source>nobody touched the security key in time.</source>
        <comment>presence.nobody_touched_security_key</comment>
        <translation>没有人及时触摸安全密钥。</translation>
    </message>
    <message>
        <source>not a message ({reason}): {data}</source>
        <comment>servers.not_message</comment>
        <translation>不是消息（{reason}）：{data}</translation>
    </message>
    <message>
        <source>not a response of Open Tool Calling: {data}</source>
        <comment>servers.not_answer_open_tool</comment>
        <translation>不是 Open Tool Calling 的响应：{data}</translation>
    </message>
    <message>
        <source>not done in time</source>
        <comment>servers.not_done_time</comment>
        <translation>没有及时完成</translation>
    </message>
    <message>
        <source>not done: {status}</source>
        <comment>servers.not_done</comment>
        <translation>没有完成：{status}</translation>
    </message>
    <message>
        <source>not ready</source>
        <comment>clients.not_ready</comment>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>not run: ToolGuard ended unexpectedly before it processed this call; call the tool again</source>
        <comment>gate.not_run_ended_unexpectedly</comment>
        <translation>未运行：ToolGuard 在处理此调用之前意外结束；请再次调用该工具</translation>
    </message>
    <message>
        <source>not run: this continues an earlier call whose requestState is no longer known (it was used, is too old, or the server was restarted). Call again without it</source>
        <comment>servers.not_run_goes_earlier</comment>
        <translation>未运行：这是先前某个调用的继续，但 ToolGuard 已不再保留其 requestState（它已被使用、过旧，或服务器已重新启动）。请不带它重新调用</translation>
    </message>
    <message>
        <source>not run: {reason}</source>
        <comment>clients.not_run</comment>
        <translation>未运行：{reason}</translation>
    </message>
    <message>
        <source>not run: {reason}</source>
        <comment>servers.not_run</comment>
        <translation>未运行：{reason}</translation>
    </message>
    <message>
        <source>not valid JSON: {reason}</source>
        <comment>gate.not_valid_json</comment>
        <translation>不是有效的 JSON：{reason}</translation>
    </message>
    <message>
        <source>not valid UTF-8</source>
        <comment>gate.not_valid_utf_8</comment>
        <translation>不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>this stream cannot be resumed: send the request again</source>
        <comment>clients.nothing_kept_stream_ask</comment>
        <translation>此流无法恢复：请重新发送请求</translation>
    </message>
    <message>
        <source>nothing listens at {host}, port {port}; is the server running?</source>
        <comment>servers.nothing_listens_port_server</comment>
        <translation>{host} 的端口 {port} 上没有程序在监听；服务器在运行吗？</translation>
    </message>
    <message>
        <source>nothing was accepted on this computer yet</source>
        <comment>store.nothing_accepted_computer_yet</comment>
        <translation>这台计算机上还没有接受过任何内容</translation>
    </message>
    <message>
        <source>older settings were restored</source>
        <comment>store.older_settings_put_back</comment>
        <translation>设置被恢复成了较旧的版本</translation>
    </message>
    <message>
        <source>ToolGuard only lists tools here and accepts no requests</source>
        <comment>services.only_tools_looked</comment>
        <translation>ToolGuard 在此只列出工具，不接受请求</translation>
    </message>
    <message>
        <source>the user was asked too often (limit: {limit} per minute); try again in {wait} s</source>
        <comment>gate.too_many_prompts</comment>
        <translation>向用户询问过于频繁（限制：每分钟 {limit} 次）；请在 {wait} 秒后重试</translation>
    </message>
    <message>
        <source>A text of {count} characters.</source>
        <comment>services.redact_text</comment>
        <translation>一段 {count} 个字符的文本。</translation>
    </message>
    <message>
        <source>Give the number of a record, or a text of at least {least} characters.</source>
        <comment>services.redact_what</comment>
        <translation>请给出记录的编号，或至少 {least} 个字符的文本。</translation>
    </message>
    <message>
        <source>HOST:PORT, or empty</source>
        <comment>tables.host_and_port_or_empty</comment>
        <translation>主机名和端口（HOST:PORT），或留空</translation>
    </message>
    <message>
        <source>Keep days (0: all): {days}; keep MB (0: all): {size}; archive: {archive}.</source>
        <comment>services.prune_detail</comment>
        <translation>保留天数（0 为全部）：{days}；保留 MB（0 为全部）：{size}；归档：{archive}。</translation>
    </message>
    <message>
        <source>New records of the log are sent to {value}.</source>
        <comment>services.ship_to</comment>
        <translation>日志的新记录将发送到 {value}。</translation>
    </message>
    <message>
        <source>Nothing more of the log was changed: {reason}</source>
        <comment>store.upkeep_failed</comment>
        <translation>未再更改日志的任何内容：{reason}</translation>
    </message>
    <message>
        <source>Receivers of the log are trusted if an authority in {value} certifies them.</source>
        <comment>services.ship_ca</comment>
        <translation>日志接收方的证书由 {value} 中的证书颁发机构签发即受信任。</translation>
    </message>
    <message>
        <source>Receivers of the log are trusted if an authority of the system certifies them.</source>
        <comment>services.ship_system_ca</comment>
        <translation>日志接收方的证书由系统信任的证书颁发机构签发即受信任。</translation>
    </message>
    <message>
        <source>Records that are removed are no longer copied to the folder that you chose.</source>
        <comment>services.removed_records_not_archived</comment>
        <translation>删除的记录将不再复制到您选择的文件夹。</translation>
    </message>
    <message>
        <source>Records {records}.</source>
        <comment>services.redact_records</comment>
        <translation>记录 {records}。</translation>
    </message>
    <message>
        <source>Signed checkpoints of the log cannot be copied to {place} ({reason}): check that it exists, or choose another place on Settings.</source>
        <comment>store.checkpoint_copies_fail</comment>
        <translation>无法把日志的已签名检查点复制到 {place}（{reason}）：请检查该位置是否存在，或在“设置”中选择其他位置。</translation>
    </message>
    <message>
        <source>Another program wrote to {path} or truncated it: keep the log as evidence, and start a new one.</source>
        <comment>store.something_else_wrote</comment>
        <translation>另一个程序写入或截断了 {path}：请保留日志作为证据，并开始新的日志。</translation>
    </message>
    <message>
        <source>A program on this computer has the name {name}, and its rules would apply: choose another name.</source>
        <comment>services.client_name_of_program</comment>
        <translation>这台计算机上已有名为 {name} 的程序，其规则会随之适用：请选择其他名称。</translation>
    </message>
    <message>
        <source>ARMENIAN</source>
        <comment>gate.alphabet_armenian</comment>
        <translation>亚美尼亚字母</translation>
    </message>
    <message>
        <source>All calls are blocked now, but that cannot be saved: {reason}</source>
        <comment>services.panic_not_saved</comment>
        <translation>现在已阻止所有调用，但无法保存此设置：{reason}</translation>
    </message>
    <message>
        <source>Allow rules for its name apply to it. Rules: {count}.</source>
        <comment>services.allow_rules_apply_client</comment>
        <translation>针对其名称的允许规则适用于它。规则数：{count}。</translation>
    </message>
    <message>
        <source>Anyone who has the security key {key} can authenticate.</source>
        <comment>services.holds_security_key_can</comment>
        <translation>持有安全密钥 {key} 的人都可以通过身份验证。</translation>
    </message>
    <message>
        <source>Anyone who has the security key {name} can authenticate.</source>
        <comment>services.holds_security_key_can_prove</comment>
        <translation>持有安全密钥 {name} 的人都可以通过身份验证。</translation>
    </message>
    <message>
        <source>CHEROKEE</source>
        <comment>gate.alphabet_cherokee</comment>
        <translation>切罗基字母</translation>
    </message>
    <message>
        <source>COPTIC</source>
        <comment>gate.alphabet_coptic</comment>
        <translation>科普特字母</translation>
    </message>
    <message>
        <source>CYRILLIC</source>
        <comment>gate.alphabet_cyrillic</comment>
        <translation>西里尔字母</translation>
    </message>
    <message>
        <source>Chat clients can use the server “{name}” again.</source>
        <comment>services.chat_clients_can_use_server_again</comment>
        <translation>聊天客户端可以重新使用服务器“{name}”。</translation>
    </message>
    <message>
        <source>Chat clients can use the server “{name}”, and ToolGuard connects to {url}.</source>
        <comment>services.clients_can_use_remote</comment>
        <translation>聊天客户端可以使用服务器“{name}”，ToolGuard 会连接 {url}。</translation>
    </message>
    <message>
        <source>Chat clients can use the server “{name}”, and ToolGuard starts its command.</source>
        <comment>services.clients_can_use_program</comment>
        <translation>聊天客户端可以使用服务器“{name}”，ToolGuard 会启动其命令。</translation>
    </message>
    <message>
        <source>Every program on this computer can read arguments, so the secret in argument {number} moves to the variable {variable}, which your keyring can fill.</source>
        <comment>services.secret_argument_now_comes</comment>
        <translation>这台计算机上的每个程序都能读取参数，因此参数 {number} 中的凭据会移到变量 {variable} 中，可由您的密钥环填写。</translation>
    </message>
    <message>
        <source>Fewer approvals require authentication: {value}.</source>
        <comment>services.fewer_approvals_need_proof</comment>
        <translation>需要身份验证的批准变少：{value}。</translation>
    </message>
    <message>
        <source>Folder: your home folder</source>
        <comment>services.in_home_folder</comment>
        <translation>文件夹：您的主文件夹</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <comment>services.in_folder</comment>
        <translation>文件夹：{folder}</translation>
    </message>
    <message>
        <source>From now on: at most {limits}.</source>
        <comment>services.limit_becomes</comment>
        <translation>今后：最多 {limits}。</translation>
    </message>
    <message>
        <source>GEORGIAN</source>
        <comment>gate.alphabet_georgian</comment>
        <translation>格鲁吉亚字母</translation>
    </message>
    <message>
        <source>GREEK</source>
        <comment>gate.alphabet_greek</comment>
        <translation>希腊字母</translation>
    </message>
    <message>
        <source>It refers to one of ToolGuard&apos;s secrets, which a client&apos;s file may not do.</source>
        <comment>clients.entry_wants_secret</comment>
        <translation>它引用了 ToolGuard 中的凭据，客户端的文件不允许这样做。</translation>
    </message>
    <message>
        <source>Its {variable} can make toolguard-connect run other code, or reach another ToolGuard.</source>
        <comment>clients.entry_redirects</comment>
        <translation>其中的 {variable} 可能让 toolguard-connect 运行其他代码，或连接到另一个 ToolGuard。</translation>
    </message>
    <message>
        <source>LATIN</source>
        <comment>gate.alphabet_latin</comment>
        <translation>拉丁字母</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {problem}</source>
        <comment>gate.json_error_at</comment>
        <translation>第 {line} 行第 {column} 列：{problem}</translation>
    </message>
    <message>
        <source>Names of clients and servers, who decided, states, protocol versions, times and hashes stay.</source>
        <comment>services.redact_keeps</comment>
        <translation>客户端和服务器的名称、决定者、状态、协议版本、时间和哈希会保留。</translation>
    </message>
    <message>
        <source>No record contains it now.</source>
        <comment>services.redact_found_nothing</comment>
        <translation>目前没有记录包含它。</translation>
    </message>
    <message>
        <source>One authentication lasts {value} seconds, longer than before.</source>
        <comment>services.proof_present_lasts_seconds</comment>
        <translation>一次身份验证有效 {value} 秒，比以前更久。</translation>
    </message>
    <message>
        <source>Reason: “{reason}”.</source>
        <comment>services.redact_reason</comment>
        <translation>原因：“{reason}”。</translation>
    </message>
    <message>
        <source>Records that contain it now: {count}, the first is {first}.</source>
        <comment>services.redact_found</comment>
        <translation>目前包含它的记录：{count} 条，第一条是 {first}。</translation>
    </message>
    <message>
        <source>Reduces protection without your approval: {change}</source>
        <comment>services.applies_without_approval</comment>
        <translation>未经您批准即降低保护：{change}</translation>
    </message>
    <message>
        <source>Rules name {client}: remove them first.</source>
        <comment>services.client_has_rules</comment>
        <translation>有规则指定了 {client}：请先移除这些规则。</translation>
    </message>
    <message>
        <source>Servers of plugins are replaced with each update of the plugin and are not guarded.</source>
        <comment>clients.limit_plugins</comment>
        <translation>插件的服务器会随插件的每次更新被替换，因此不受保护。</translation>
    </message>
    <message>
        <source>Servers that an extension registers are not in a file and cannot be guarded.</source>
        <comment>clients.limit_extensions</comment>
        <translation>由扩展注册的服务器不在任何文件中，无法保护。</translation>
    </message>
    <message>
        <source>Signed checkpoints of the log are copied to another place: {value}.</source>
        <comment>services.checkpoints_copied_to</comment>
        <translation>日志的已签名检查点将复制到另一位置：{value}。</translation>
    </message>
    <message>
        <source>Signed checkpoints of the log are no longer copied.</source>
        <comment>services.checkpoints_not_copied</comment>
        <translation>日志的已签名检查点不再复制。</translation>
    </message>
    <message>
        <source>The address seems to contain a secret ({part}): send it in a header, as ${secret:NAME}.</source>
        <comment>services.ship_address_secret</comment>
        <translation>地址中似乎含有凭据（{part}）：请改在标头中以 ${secret:NAME} 发送。</translation>
    </message>
    <message>
        <source>The arguments and results of calls leave this computer with the log.</source>
        <comment>services.ship_contents</comment>
        <translation>调用的参数和结果将随日志离开这台计算机。</translation>
    </message>
    <message>
        <source>The authentication method changes: {value}.</source>
        <comment>services.prove_another_way_present</comment>
        <translation>身份验证方式变为：{value}。</translation>
    </message>
    <message>
        <source>The call has parameters outside its arguments, which no condition of a rule tests.</source>
        <comment>gate.params_beside_arguments</comment>
        <translation>该调用在参数之外还有其他内容，规则的条件不检查它们。</translation>
    </message>
    <message>
        <source>The command decodes and runs code that can&apos;t be read.</source>
        <comment>gate.command_runs_decoded</comment>
        <translation>该命令会解码并运行无法查看的代码。</translation>
    </message>
    <message>
        <source>The command downloads and runs code that can&apos;t be read.</source>
        <comment>gate.command_runs_download</comment>
        <translation>该命令会下载并运行无法查看的代码。</translation>
    </message>
    <message>
        <source>The disk is full, so the search index {path} is not up to date. Free some space.</source>
        <comment>store.search_index_disk_full</comment>
        <translation>磁盘已满，因此搜索索引 {path} 不是最新的。请释放一些空间。</translation>
    </message>
    <message>
        <source>The folder log becomes log-DATE. The first record of the new log names it and its newest record.</source>
        <comment>services.log_becomes_log_date</comment>
        <translation>文件夹 log 将变为 log-日期。新日志的第一条记录会注明它及其最新记录。</translation>
    </message>
    <message>
        <source>The header {name} carries a credential: store its value under Credentials, and write ${secret:NAME} here.</source>
        <comment>services.ship_header_secret</comment>
        <translation>标头 {name} 携带凭据：请将其值保存在“凭据”中，并在此处写 ${secret:NAME}。</translation>
    </message>
    <message>
        <source>The log cannot be sent to {place} ({reason}). Waiting records: {count}. See Settings → Log shipping.</source>
        <comment>store.ship_fails</comment>
        <translation>无法将日志发送到 {place}（{reason}）。待发送的记录：{count} 条。请查看“设置”→“日志转发”。</translation>
    </message>
    <message>
        <source>The log has no key yet, so removed or redacted records could not be told from tampering. Try again when the keyring is unlocked.</source>
        <comment>store.log_not_signed_yet</comment>
        <translation>日志还没有密钥，因此无法将删除或抹除的记录与篡改区分开。请在密钥环解锁后重试。</translation>
    </message>
    <message>
        <source>The log is no longer sent to another computer.</source>
        <comment>services.ship_no_longer</comment>
        <translation>日志不再发送到其他计算机。</translation>
    </message>
    <message>
        <source>The log is sent with other headers: {value}.</source>
        <comment>services.ship_with_headers</comment>
        <translation>转发日志时使用其他标头：{value}。</translation>
    </message>
    <message>
        <source>The log is sent with the client certificate {value}.</source>
        <comment>services.ship_own_certificate</comment>
        <translation>转发日志时使用客户端证书 {value}。</translation>
    </message>
    <message>
        <source>The log is sent without a client certificate.</source>
        <comment>services.ship_no_certificate</comment>
        <translation>转发日志时不再使用客户端证书。</translation>
    </message>
    <message>
        <source>The log is sent without headers.</source>
        <comment>services.ship_no_headers</comment>
        <translation>转发日志时不带标头。</translation>
    </message>
    <message>
        <source>The log {path} is of an earlier version: start ToolGuard once to migrate it.</source>
        <comment>store.log_not_taken_over_yet</comment>
        <translation>日志 {path} 来自旧版本：请启动一次 ToolGuard 以迁移它。</translation>
    </message>
    <message>
        <source>The log {path} of an earlier version cannot be migrated ({reason}). No call runs until it is.</source>
        <comment>store.log_not_taken_over</comment>
        <translation>无法迁移旧版本的日志 {path}（{reason}）。在此之前不会运行任何调用。</translation>
    </message>
    <message>
        <source>The log&apos;s signed checkpoint cannot be written ({reason}): nothing was changed.</source>
        <comment>store.checkpoint_not_written</comment>
        <translation>无法写入日志的签名检查点（{reason}）：未作任何更改。</translation>
    </message>
    <message>
        <source>The policy file {path} sets {name} to another value than an earlier file: the earlier one applies.</source>
        <comment>store.policy_setting_twice</comment>
        <translation>策略文件 {path} 中 {name} 的值与之前的文件不同：以之前的文件为准。</translation>
    </message>
    <message>
        <source>The policy folder {path} cannot be read, so no rule allows a call: {reason}</source>
        <comment>store.policy_folder_unreadable</comment>
        <translation>无法读取策略文件夹 {path}，因此没有规则会允许调用：{reason}</translation>
    </message>
    <message>
        <source>The reason must not contain the text that is to be redacted.</source>
        <comment>store.reason_holds_text</comment>
        <translation>原因中不得包含要抹除的文本。</translation>
    </message>
    <message>
        <source>The rule is turned off.</source>
        <comment>gate.rule_is_off</comment>
        <translation>该规则已停用。</translation>
    </message>
    <message>
        <source>The rule matches no call: the tool requires {pointer}, and no condition names it.</source>
        <comment>gate.required_unnamed</comment>
        <translation>此规则不匹配任何调用：工具要求 {pointer}，但没有条件提到它。</translation>
    </message>
    <message>
        <source>The rule {id} failed its check: {reason}</source>
        <comment>gate.rule_cannot_be_evaluated</comment>
        <translation>规则 {id} 未通过检查：{reason}</translation>
    </message>
    <message>
        <source>The rule {id} was changed again, so this change cannot be undone.</source>
        <comment>services.rule_changed_since</comment>
        <translation>规则 {id} 此后又被更改，因此无法撤销这次更改。</translation>
    </message>
    <message>
        <source>The search index {path} cannot be read: {reason}</source>
        <comment>store.search_index_not_readable</comment>
        <translation>无法读取搜索索引 {path}：{reason}</translation>
    </message>
    <message>
        <source>The secret {name}, which is given to {servers}, gets another value.</source>
        <comment>services.secret_value_replaced</comment>
        <translation>凭据 {name}（会交给 {servers}）将换成另一个值。</translation>
    </message>
    <message>
        <source>The security key {name} can no longer authenticate you.</source>
        <comment>services.security_key_no_longer</comment>
        <translation>安全密钥 {name} 不再能验证您的身份。</translation>
    </message>
    <message>
        <source>The server {name} was changed again, so this change cannot be undone.</source>
        <comment>services.server_changed_since</comment>
        <translation>服务器 {name} 之后又被更改，因此无法撤销此更改。</translation>
    </message>
    <message>
        <source>The settings keep the whole log: set log_keep_days or log_keep_size first.</source>
        <comment>services.log_keeps_everything</comment>
        <translation>当前设置保留整个日志：请先设置 log_keep_days 或 log_keep_size。</translation>
    </message>
    <message>
        <source>The settings of the server {name} are replaced.</source>
        <comment>services.server_settings_replaced</comment>
        <translation>服务器 {name} 的设置将被替换。</translation>
    </message>
    <message>
        <source>These changes have more than {limit} characters. Accept fewer tools at once, or review them in the window on Tools.</source>
        <comment>services.changes_too_long</comment>
        <translation>这些更改超过 {limit} 个字符。请一次少接受几个工具，或在窗口的“工具”页中审核。</translation>
    </message>
    <message>
        <source>This change takes more than {limit} characters to show. Change less at once.</source>
        <comment>services.question_too_long</comment>
        <translation>显示此更改需要超过 {limit} 个字符。请分多次更改。</translation>
    </message>
    <message>
        <source>This value is too short or common to search for. It is not redacted, and calls with it are not refused.</source>
        <comment>tables.value_not_searched</comment>
        <translation>这个值太短或太常见，不会被查找：它不会被抹除，含有它的调用也不会被拒绝。</translation>
    </message>
    <message>
        <source>ToolGuard cannot be reached in {path}: {reason}</source>
        <comment>clients.app_not_reachable</comment>
        <translation>无法连接 {path} 中的 ToolGuard：{reason}</translation>
    </message>
    <message>
        <source>ToolGuard cannot read the lists of servers that an organization manages on the vendor&apos;s server. The client may refuse servers that you guard.</source>
        <comment>clients.limit_sent_lists</comment>
        <translation>ToolGuard 无法读取组织在供应商服务器上管理的服务器列表。客户端可能会拒绝您保护的服务器。</translation>
    </message>
    <message>
        <source>ToolGuard closed the connection without a response: check its window, then try again</source>
        <comment>clients.app_closed_connection</comment>
        <translation>ToolGuard 未响应就关闭了连接：请查看其窗口，然后重试</translation>
    </message>
    <message>
        <source>ToolGuard guards none of these.</source>
        <comment>services.undo_nothing</comment>
        <translation>ToolGuard 没有保护其中任何一项。</translation>
    </message>
    <message>
        <source>ToolGuard is not running. It asks you to approve the change when it starts.</source>
        <comment>services.command_asked_at_next_start</comment>
        <translation>ToolGuard 未运行。它会在启动时请您批准此更改。</translation>
    </message>
    <message>
        <source>ToolGuard is not running: open it first, because the log keeps the list of clients.</source>
        <comment>services.not_running_client_list</comment>
        <translation>ToolGuard 没有运行：请先打开它，因为客户端列表由日志保存。</translation>
    </message>
    <message>
        <source>ToolGuard refused without giving a reason</source>
        <comment>services.command_refused_without_reason</comment>
        <translation>ToolGuard 拒绝了请求，但未说明原因</translation>
    </message>
    <message>
        <source>ToolGuard starts the sign-in to the server {name}. You continue in your browser.</source>
        <comment>services.begins_sign_server_go</comment>
        <translation>ToolGuard 开始登录服务器 {name}。请在浏览器中继续。</translation>
    </message>
    <message>
        <source>ToolGuard stopped before it responded: open it to see what has changed</source>
        <comment>clients.app_stopped_first</comment>
        <translation>ToolGuard 在响应前停止：请打开它查看更改了什么</translation>
    </message>
    <message>
        <source>ToolGuard was closed in the meantime: nothing more was changed.</source>
        <comment>store.upkeep_stopped</comment>
        <translation>ToolGuard 在此期间已关闭：未再作任何更改。</translation>
    </message>
    <message>
        <source>ToolGuard&apos;s response is not valid: are two versions of it installed?</source>
        <comment>clients.app_response_invalid</comment>
        <translation>ToolGuard 的响应无效：是否安装了两个版本？</translation>
    </message>
    <message>
        <source>Until now: at most {limits}.</source>
        <comment>services.limit_was</comment>
        <translation>此前：最多 {limits}。</translation>
    </message>
    <message>
        <source>Until you accept, ToolGuard reads no secret from the new keyring and stores none there. Secrets in the old keyring stay there. Set them again in the new one, or deny this and start the old one.</source>
        <comment>services.new_keyring_detail</comment>
        <translation>在您接受之前，ToolGuard 不会读取新密钥环中的凭据，也不会在其中存储凭据。旧密钥环中的凭据会保留在原处。请在新密钥环中重新设置它们，或拒绝此项并启动旧密钥环。</translation>
    </message>
    <message>
        <source>Waiting for ToolGuard. It may need your approval, or your keyring may be showing a prompt…</source>
        <comment>services.command_waits</comment>
        <translation>正在等待 ToolGuard。它可能需要您的批准，或者您的密钥环正在显示提示…</translation>
    </message>
    <message>
        <source>Waiting for your approval in ToolGuard…</source>
        <comment>services.command_waits_for_approval</comment>
        <translation>正在等待您在 ToolGuard 中批准…</translation>
    </message>
    <message>
        <source>You allowed this tool before its definition changed.</source>
        <comment>gate.allowed_tool_before_definition</comment>
        <translation>您允许此工具之后，其定义已更改。</translation>
    </message>
    <message>
        <source>You allowed this tool before its page changed.</source>
        <comment>gate.allowed_tool_before_page</comment>
        <translation>您允许此工具之后，其页面已更改。</translation>
    </message>
    <message>
        <source>You allowed this tool before its server&apos;s instructions for the model changed.</source>
        <comment>gate.allowed_tool_before_instructions</comment>
        <translation>您允许此工具之后，其服务器给模型的说明已更改。</translation>
    </message>
    <message>
        <source>Your organization allows rules that allow calls for at most {duration}.</source>
        <comment>gate.organization_limits_allow_rules</comment>
        <translation>您的组织规定允许规则最长持续 {duration}。</translation>
    </message>
    <message>
        <source>Your organization sets {name}: only an administrator can change it.</source>
        <comment>services.setting_by_organization</comment>
        <translation>{name} 由您的组织设置：只有管理员可以更改。</translation>
    </message>
    <message>
        <source>a header&apos;s name, &apos;=&apos; and its value in ASCII</source>
        <comment>tables.header_line</comment>
        <translation>标头名称、“=”和 ASCII 值</translation>
    </message>
    <message>
        <source>a list of at most 1000 numbers of records</source>
        <comment>services.expect_record_numbers</comment>
        <translation>最多 1000 个记录编号的列表</translation>
    </message>
    <message>
        <source>a method must be a string without NUL characters</source>
        <comment>gate.method_string</comment>
        <translation>方法必须是不含 NUL 字符的字符串</translation>
    </message>
    <message>
        <source>a single record is too large for it</source>
        <comment>store.ship_too_large</comment>
        <translation>对它来说单条记录就过大</translation>
    </message>
    <message>
        <source>a string contains an unpaired surrogate (invalid Unicode)</source>
        <comment>store.unpaired_surrogate</comment>
        <translation>某个字符串包含不成对的代理项（无效的 Unicode）</translation>
    </message>
    <message>
        <source>a tool&apos;s name must be a string that is not empty and has no NUL characters</source>
        <comment>gate.name_tool_text_not</comment>
        <translation>工具的名称必须是不含 NUL 字符的非空字符串</translation>
    </message>
    <message>
        <source>an address that begins with https:// (on this computer also http://), or empty</source>
        <comment>tables.otlp_address_or_empty</comment>
        <translation>以 https:// 开头的地址（在这台计算机上也可用 http://），或留空</translation>
    </message>
    <message>
        <source>an argument has a number that cannot be sent exactly: use fewer digits</source>
        <comment>clients.app_number_not_exact</comment>
        <translation>参数中有无法精确发送的数字：请减少位数</translation>
    </message>
    <message>
        <source>an argument is not valid UTF-8</source>
        <comment>clients.app_argument_not_text</comment>
        <translation>有参数不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>an id is longer than {limit} characters</source>
        <comment>gate.id_too_long</comment>
        <translation>id 超过 {limit} 个字符</translation>
    </message>
    <message>
        <source>approvals require authentication.</source>
        <comment>services.approvals_need_proof_present</comment>
        <translation>批准需要身份验证。</translation>
    </message>
    <message>
        <source>authenticated</source>
        <comment>services.presence_proved</comment>
        <translation>已验证身份</translation>
    </message>
    <message>
        <source>authentication test passed</source>
        <comment>services.presence_tried_out</comment>
        <translation>身份验证测试通过</translation>
    </message>
    <message>
        <source>escape the backslash as \\</source>
        <comment>gate.json_backslash</comment>
        <translation>反斜杠须转义为 \\</translation>
    </message>
    <message>
        <source>expected a value, such as &quot;text&quot;, 1, true or null</source>
        <comment>gate.json_missing_value</comment>
        <translation>缺少值，例如 &quot;text&quot;、1、true 或 null</translation>
    </message>
    <message>
        <source>from record {seq} on, records were removed or redacted, but record {notice}, which reports that, is not signed by ToolGuard</source>
        <comment>store.notice_not_signed</comment>
        <translation>从记录 {seq} 起有记录被删除或抹除，但报告此事的记录 {notice} 没有 ToolGuard 的签名</translation>
    </message>
    <message>
        <source>it answered with a redirect ({status}), which is not followed: enter the new address</source>
        <comment>store.ship_redirect</comment>
        <translation>它返回了重定向（{status}），ToolGuard 不会跟随：请输入新地址</translation>
    </message>
    <message>
        <source>it answered {status} {reason}</source>
        <comment>store.ship_status</comment>
        <translation>它返回了 {status} {reason}</translation>
    </message>
    <message>
        <source>it claims to continue an earlier call, but matches none that was approved</source>
        <comment>gate.continues_nothing</comment>
        <translation>它声称继续先前的调用，但与任何已批准的调用都不匹配</translation>
    </message>
    <message>
        <source>it closed the connection before it accepted all records</source>
        <comment>store.ship_closed</comment>
        <translation>它在收完所有记录之前关闭了连接</translation>
    </message>
    <message>
        <source>it has more than {limit} files</source>
        <comment>store.policy_files_too_many</comment>
        <translation>文件超过 {limit} 个</translation>
    </message>
    <message>
        <source>it is not a file of at most {limit} MiB</source>
        <comment>store.ship_not_pem</comment>
        <translation>它不是不超过 {limit} MiB 的文件</translation>
    </message>
    <message>
        <source>it refused the credentials ({status}): check the headers</source>
        <comment>store.ship_unauthorized</comment>
        <translation>它拒绝了凭据（{status}）：请检查标头</translation>
    </message>
    <message>
        <source>it requires a client certificate: set one in Settings → Log shipping</source>
        <comment>store.ship_certificate_required</comment>
        <translation>它要求客户端证书：请在“设置”→“日志转发”中设置</translation>
    </message>
    <message>
        <source>it speaks MCP {version} ({era})</source>
        <comment>services.check_speaks_mcp</comment>
        <translation>它使用 MCP {version}（{era}）</translation>
    </message>
    <message>
        <source>it speaks {protocol}, {count} tools</source>
        <comment>services.check_speaks_other</comment>
        <translation>它使用 {protocol}，有 {count} 个工具</translation>
    </message>
    <message>
        <source>its address is not a valid URL: change it on the page Servers</source>
        <comment>services.check_address_invalid</comment>
        <translation>其地址不是有效的 URL：请在“服务器”页面更改</translation>
    </message>
    <message>
        <source>its call was cancelled</source>
        <comment>gate.given_up_call</comment>
        <translation>所属的调用已取消</translation>
    </message>
    <message>
        <source>its certificate</source>
        <comment>services.check_step_certificate</comment>
        <translation>其证书</translation>
    </message>
    <message>
        <source>its certificate is not accepted ({reason})</source>
        <comment>store.ship_certificate</comment>
        <translation>它的证书不被接受（{reason}）</translation>
    </message>
    <message>
        <source>its certificate is trusted and expires {date}</source>
        <comment>services.check_certificate</comment>
        <translation>其证书受信任，到期时间为 {date}</translation>
    </message>
    <message>
        <source>its certificate is trusted; it does not say when it expires</source>
        <comment>services.check_certificate_no_date</comment>
        <translation>其证书受信任，但未说明到期时间</translation>
    </message>
    <message>
        <source>its name</source>
        <comment>services.check_step_name</comment>
        <translation>其名称</translation>
    </message>
    <message>
        <source>its params are not a JSON object that all programs read alike</source>
        <comment>gate.request_unreadable</comment>
        <translation>它的参数不是所有程序都会以相同方式读取的 JSON 对象</translation>
    </message>
    <message>
        <source>its port</source>
        <comment>services.check_step_port</comment>
        <translation>其端口</translation>
    </message>
    <message>
        <source>its tools cannot be listed: {reason}</source>
        <comment>services.check_tools_not_listed</comment>
        <translation>无法列出其工具：{reason}</translation>
    </message>
    <message>
        <source>line break or tab in a string: use \n or \t</source>
        <comment>gate.json_control_character</comment>
        <translation>字符串中有换行或制表符：请写成 \n 或 \t</translation>
    </message>
    <message>
        <source>missing colon</source>
        <comment>gate.json_missing_colon</comment>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>missing comma or closing bracket</source>
        <comment>gate.json_missing_comma</comment>
        <translation>缺少逗号或右括号</translation>
    </message>
    <message>
        <source>missing property name in double quotes</source>
        <comment>gate.json_missing_name</comment>
        <translation>缺少用双引号括起的属性名</translation>
    </message>
    <message>
        <source>no checkpoint at byte {offset}</source>
        <comment>store.checkpoint_missing_at</comment>
        <translation>第 {offset} 字节处没有检查点</translation>
    </message>
    <message>
        <source>no response to the handshake in {seconds} seconds</source>
        <comment>services.check_handshake_no_response</comment>
        <translation>{seconds} 秒内未响应握手</translation>
    </message>
    <message>
        <source>no secure connection ({reason})</source>
        <comment>store.ship_tls</comment>
        <translation>无法建立安全连接（{reason}）</translation>
    </message>
    <message>
        <source>nobody signed in within {minutes} minutes</source>
        <comment>servers.sign_in_timed_out</comment>
        <translation>{minutes} 分钟内没有人登录</translation>
    </message>
    <message>
        <source>none, so no copy is kept</source>
        <comment>services.no_archive</comment>
        <translation>无，因此不会有副本</translation>
    </message>
    <message>
        <source>not a public key of checkpoints: {text}</source>
        <comment>store.checkpoint_key_invalid</comment>
        <translation>不是检查点的公钥：{text}</translation>
    </message>
    <message>
        <source>nothing listens there</source>
        <comment>store.ship_not_listening</comment>
        <translation>那里没有程序在监听</translation>
    </message>
    <message>
        <source>on display {display}</source>
        <comment>gate.process_on_display</comment>
        <translation>位于显示器 {display}</translation>
    </message>
    <message>
        <source>on display {display} ({program}, process {pid})</source>
        <comment>gate.process_on_display_of</comment>
        <translation>位于显示器 {display}（{program}，进程 {pid}）</translation>
    </message>
    <message>
        <source>on {terminal}</source>
        <comment>gate.process_on_terminal</comment>
        <translation>位于 {terminal}</translation>
    </message>
    <message>
        <source>only HTTP/1.1 is supported here: send the request without the header Upgrade (in Java: HttpClient.Version.HTTP_1_1)</source>
        <comment>clients.upgrade_not_supported</comment>
        <translation>此处只支持 HTTP/1.1：请发送不带 Upgrade 标头的请求（Java 中使用 HttpClient.Version.HTTP_1_1）</translation>
    </message>
    <message>
        <source>outcome unknown: ToolGuard ended unexpectedly after it forwarded this call</source>
        <comment>gate.outcome_unknown_ended_unexpectedly</comment>
        <translation>结果未知：ToolGuard 在转发此调用之后意外结束</translation>
    </message>
    <message>
        <source>outcome unknown: the call continues as a task on the server {server}, with the ID of a task of another server. Its result cannot be read here</source>
        <comment>clients.task_id_of_another_server</comment>
        <translation>结果未知：该调用作为任务在服务器 {server} 上继续执行，但任务 ID 与另一台服务器的任务相同，无法在此读取其结果</translation>
    </message>
    <message>
        <source>outcome unknown: the session with {server} has ended ({ended})</source>
        <comment>clients.call_outcome_unknown</comment>
        <translation>结果未知：与 {server} 的会话已结束（{ended}）</translation>
    </message>
    <message>
        <source>outcome unknown: this call ran, but ToolGuard ended unexpectedly before it returned the response</source>
        <comment>gate.outcome_unknown_call_ran</comment>
        <translation>结果未知：此调用已运行，但 ToolGuard 在返回响应之前意外结束</translation>
    </message>
    <message>
        <source>outcome unknown: {reason}</source>
        <comment>servers.outcome_unknown</comment>
        <translation>结果未知：{reason}</translation>
    </message>
    <message>
        <source>outcome unknown: {text}</source>
        <comment>gate.outcome_unknown</comment>
        <translation>结果未知：{text}</translation>
    </message>
    <message>
        <source>port {port} accepts connections</source>
        <comment>services.check_port_open</comment>
        <translation>端口 {port} 接受连接</translation>
    </message>
    <message>
        <source>process {pid}</source>
        <comment>gate.process</comment>
        <translation>进程 {pid}</translation>
    </message>
    <message>
        <source>rule {id} was not saved: the change does not apply</source>
        <comment>gate.rule_not_saved</comment>
        <translation>规则 {id} 未能保存：此更改不生效</translation>
    </message>
    <message>
        <source>server   all, also those added later</source>
        <comment>services.client_every_server</comment>
        <translation>server   全部，包括以后添加的</translation>
    </message>
    <message>
        <source>servers in {path} guarded</source>
        <comment>services.routed</comment>
        <translation>{path} 中的服务器已受保护</translation>
    </message>
    <message>
        <source>servers in {path} no longer guarded</source>
        <comment>services.routing_undone</comment>
        <translation>{path} 中的服务器已不再受保护</translation>
    </message>
    <message>
        <source>sign-in page</source>
        <comment>servers.page_sign</comment>
        <translation>登录页面</translation>
    </message>
    <message>
        <source>the arguments object</source>
        <comment>gate.condition_whole</comment>
        <translation>整个参数对象</translation>
    </message>
    <message>
        <source>the client ID of the server {server} is for {known}, but the server now signs in at {issuer}: set the client ID for {issuer}, or remove the earlier sign-in: toolguard secret remove {secret}</source>
        <comment>servers.client_of_another_issuer</comment>
        <translation>服务器 {server} 的客户端 ID 属于 {known}，但该服务器现在通过 {issuer} 登录：请设置用于 {issuer} 的客户端 ID，或移除之前的登录：toolguard secret remove {secret}</translation>
    </message>
    <message>
        <source>the copy at {path} differs from what was written</source>
        <comment>store.archive_copy_differs</comment>
        <translation>位于 {path} 的副本与写入的内容不同</translation>
    </message>
    <message>
        <source>the handshake failed: {reason}</source>
        <comment>services.check_handshake_failed</comment>
        <translation>握手失败：{reason}</translation>
    </message>
    <message>
        <source>the member &quot;method&quot; must be a string without NUL characters</source>
        <comment>gate.member_method_string</comment>
        <translation>成员 &quot;method&quot; 必须是不含 NUL 字符的字符串</translation>
    </message>
    <message>
        <source>the pattern {pattern} in its schema is too large</source>
        <comment>gate.schema_pattern_too_large</comment>
        <translation>其输入定义中的模式 {pattern} 过大</translation>
    </message>
    <message>
        <source>the requests that wait for a decision are too large in total</source>
        <comment>gate.requests_too_many_bytes</comment>
        <translation>等待决定的请求总量过大</translation>
    </message>
    <message>
        <source>the running ToolGuard refuses to close</source>
        <comment>clients.app_refuses_to_close</comment>
        <translation>正在运行的 ToolGuard 拒绝关闭</translation>
    </message>
    <message>
        <source>the secret {name} does not exist: toolguard secret set {name}, then toolguard secret bind {name} --server {server}</source>
        <comment>services.probe_secret_missing</comment>
        <translation>凭据 {name} 不存在：先运行 toolguard secret set {name}，再运行 toolguard secret bind {name} --server {server}</translation>
    </message>
    <message>
        <source>the server has changed this tool&apos;s definition since the call was approved</source>
        <comment>gate.tool_definition_changed</comment>
        <translation>调用获批后，服务器更改了该工具的定义</translation>
    </message>
    <message>
        <source>the server&apos;s settings require that a person is asked</source>
        <comment>gate.server_set_to_ask</comment>
        <translation>服务器的设置要求先询问用户</translation>
    </message>
    <message>
        <source>the text occurs in too many records: at most {limit} can be redacted at once</source>
        <comment>store.redacts_too_much</comment>
        <translation>含有此文本的记录过多：一次最多可隐去 {limit} 条</translation>
    </message>
    <message>
        <source>they do not fit the tool&apos;s schema, and the list of errors would be too large</source>
        <comment>gate.mismatches_too_large</comment>
        <translation>它们不符合工具的 schema，而且错误列表会过大</translation>
    </message>
    <message>
        <source>too many questions wait for an answer</source>
        <comment>gate.too_many_questions</comment>
        <translation>等待回答的问题过多</translation>
    </message>
    <message>
        <source>unexpected comma</source>
        <comment>gate.json_unexpected_comma</comment>
        <translation>多余的逗号</translation>
    </message>
    <message>
        <source>unexpected text after the closing bracket</source>
        <comment>gate.json_text_after_end</comment>
        <translation>右括号之后有多余内容</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <comment>gate.json_unterminated_string</comment>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>you have not yet approved giving the secret {name} to the server {server}: open ToolGuard, approve it, then try again</source>
        <comment>services.binding_not_accepted</comment>
        <translation>尚未批准向服务器 {server} 提供凭据 {name}：请打开 ToolGuard 批准，然后重试</translation>
    </message>
    <message>
        <source>{count} bytes of a result</source>
        <comment>services.limit_of_results</comment>
        <translation>{count} 字节的结果</translation>
    </message>
    <message>
        <source>{count} bytes of arguments</source>
        <comment>services.limit_of_arguments</comment>
        <translation>{count} 字节的参数</translation>
    </message>
    <message>
        <source>{count} calls in {seconds} seconds</source>
        <comment>services.limit_of_calls</comment>
        <translation>每 {seconds} 秒 {count} 次调用</translation>
    </message>
    <message>
        <source>{count} changes reduce protection.</source>
        <comment>services.changes_loosen_gate</comment>
        <translation>{count} 处更改会降低保护。</translation>
    </message>
    <message>
        <source>{count} days</source>
        <comment>gate.duration_days</comment>
        <translation>{count} 天</translation>
    </message>
    <message>
        <source>{count} hours</source>
        <comment>gate.duration_hours</comment>
        <translation>{count} 小时</translation>
    </message>
    <message>
        <source>{count} minutes</source>
        <comment>gate.duration_minutes</comment>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>{count} seconds</source>
        <comment>gate.duration_seconds</comment>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{count} so far</source>
        <comment>gate.so_far</comment>
        <translation>累计 {count} 条</translation>
    </message>
    <message>
        <source>{file} may not be what you accepted: {how}.</source>
        <comment>services.settings_not_compared</comment>
        <translation>{file} 可能不是您接受过的内容：{how}。</translation>
    </message>
    <message>
        <source>{holder} is using the state folder {path}; try again later</source>
        <comment>services.command_folder_in_use</comment>
        <translation>{holder} 正在使用状态文件夹 {path}；请稍后重试</translation>
    </message>
    <message>
        <source>{host} resolves to {addresses}</source>
        <comment>services.check_name_resolves</comment>
        <translation>{host} 解析为 {addresses}</translation>
    </message>
    <message>
        <source>{issuer} issued a client secret that no header can carry</source>
        <comment>servers.gave_secret_no_header</comment>
        <translation>{issuer} 给出的客户端密钥无法放入标头</translation>
    </message>
    <message>
        <source>{kind} accepted, but not changed</source>
        <comment>gate.accepted_change_failed</comment>
        <translation>已接受 {kind}，但未更改</translation>
    </message>
    <message>
        <source>{method} without an id</source>
        <comment>gate.request_without_id</comment>
        <translation>没有 id 的 {method}</translation>
    </message>
    <message>
        <source>{name} cannot be guarded.</source>
        <comment>clients.entry_not_routed</comment>
        <translation>{name} 无法保护。</translation>
    </message>
    <message>
        <source>{name} looks like a secret, but is in config.json. Edit the server to move it to your keyring.</source>
        <comment>services.value_outside_keyring</comment>
        <translation>{name} 看起来像凭据，但保存在 config.json 中。请编辑服务器，将它移到密钥环。</translation>
    </message>
    <message>
        <source>{name} was changed or removed since it was guarded, and is left as it is.</source>
        <comment>clients.undo_left</comment>
        <translation>{name} 在受保护之后被更改或移除，保持原样。</translation>
    </message>
    <message>
        <source>{name} {problem}</source>
        <comment>store.file_problem</comment>
        <translation>{name} {problem}</translation>
    </message>
    <message>
        <source>{path} and {other} contain different records</source>
        <comment>store.segments_differ</comment>
        <translation>{path} 与 {other} 包含的记录不同</translation>
    </message>
    <message>
        <source>{path} cannot be compressed: its last line is incomplete, or another program is changing it</source>
        <comment>store.segment_not_compressible</comment>
        <translation>无法压缩 {path}：其最后一行不完整，或有其他程序正在更改它</translation>
    </message>
    <message>
        <source>{path} cannot be written ({reason}), so the server was not started</source>
        <comment>services.child_not_noted</comment>
        <translation>无法写入 {path}（{reason}），因此服务器未启动</translation>
    </message>
    <message>
        <source>{path} holds no checkpoint</source>
        <comment>store.checkpoints_none</comment>
        <translation>{path} 中没有检查点</translation>
    </message>
    <message>
        <source>{path} holds no checkpoint that is signed with this key</source>
        <comment>store.checkpoints_none_by_key</comment>
        <translation>{path} 中没有用此密钥签名的检查点</translation>
    </message>
    <message>
        <source>{path} is larger than {limit} MiB</source>
        <comment>store.checkpoint_file_too_large</comment>
        <translation>{path} 超过 {limit} MiB</translation>
    </message>
    <message>
        <source>{path} is not a segment of a log</source>
        <comment>store.not_a_segment</comment>
        <translation>{path} 不是日志分段</translation>
    </message>
    <message>
        <source>{path} is not a folder</source>
        <comment>store.archive_not_a_folder</comment>
        <translation>{path} 不是文件夹</translation>
    </message>
    <message>
        <source>{path} was changed by another program</source>
        <comment>store.segment_changed</comment>
        <translation>{path} 已被其他程序更改</translation>
    </message>
    <message>
        <source>{path} was changed by another program. Changes that reduce protection take effect only when you approve them in ToolGuard&apos;s window or in the terminal of `toolguard serve`. `toolguard serve --accept-changes` accepts them at its start.</source>
        <comment>services.changed_another_program_loosen</comment>
        <translation>{path} 已被其他程序更改。降低保护的更改，只有您在 ToolGuard 窗口或 `toolguard serve` 的终端中批准后才会生效。`toolguard serve --accept-changes` 会在启动时接受它们。</translation>
    </message>
    <message>
        <source>{path}: {reason}</source>
        <comment>store.checkpoint_in_file</comment>
        <translation>{path}：{reason}</translation>
    </message>
    <message>
        <source>{place} must contain only one of {first} and {second}, which are the same name</source>
        <comment>tables.same_name</comment>
        <translation>{place} 中只能有 {first} 和 {second} 之一，因为它们是同一个名称</translation>
    </message>
    <message>
        <source>{problem} Fix {path}, then try again.</source>
        <comment>services.command_fix_configuration</comment>
        <translation>{problem}请修正 {path}，然后重试。</translation>
    </message>
    <message>
        <source>{server} has not listed its tools since ToolGuard started. Refresh its tools, then review the changes.</source>
        <comment>services.tools_not_listed_yet</comment>
        <translation>ToolGuard 启动后，{server} 尚未列出其工具。请刷新它的工具，然后查看更改。</translation>
    </message>
    <message>
        <source>{step}: connection refused. Is the server running?</source>
        <comment>services.check_connection_refused</comment>
        <translation>{step}：连接被拒绝。服务器是否在运行？</translation>
    </message>
    <message>
        <source>{step}: no response in {seconds} seconds. Does a firewall or a proxy block it?</source>
        <comment>services.check_no_response</comment>
        <translation>{step}：{seconds} 秒内没有响应。是否被防火墙或代理阻止？</translation>
    </message>
    <message>
        <source>{step}: the name cannot be resolved ({reason}). Check its spelling and your connection.</source>
        <comment>services.check_name_not_resolved</comment>
        <translation>{step}：无法解析名称（{reason}）。请检查拼写和网络连接。</translation>
    </message>
    <message>
        <source>{step}: {reason}. Does a firewall or a proxy block it?</source>
        <comment>services.check_connection_failed</comment>
        <translation>{step}：{reason}。是否被防火墙或代理阻止？</translation>
    </message>
    <message>
        <source>{step}: {reason}. If this is your own server, trust its certificate authority (SSL_CERT_FILE names a file with authorities). Otherwise do not connect.</source>
        <comment>services.check_untrusted_certificate</comment>
        <translation>{step}：{reason}。如果这是您自己的服务器，请信任其证书颁发机构（SSL_CERT_FILE 指定包含颁发机构的文件）。否则不要连接。</translation>
    </message>
    <message>
        <source>{title} is too long, or contains a character that no program accepts.</source>
        <comment>clients.bundle_option_text</comment>
        <translation>{title} 过长，或含有程序不接受的字符。</translation>
    </message>
    <message>
        <source>{title} must be a number.</source>
        <comment>clients.bundle_option_number</comment>
        <translation>{title} 必须是数字。</translation>
    </message>
    <message>
        <source>{title} must be at least {least}.</source>
        <comment>clients.bundle_option_least</comment>
        <translation>{title} 必须至少为 {least}。</translation>
    </message>
    <message>
        <source>{title} must be at most {most}.</source>
        <comment>clients.bundle_option_most</comment>
        <translation>{title} 最多为 {most}。</translation>
    </message>
    <message>
        <source>{title} must be true or false.</source>
        <comment>clients.bundle_option_boolean</comment>
        <translation>{title} 必须为 true 或 false。</translation>
    </message>
    <message>
        <source>{title} takes one value.</source>
        <comment>clients.bundle_option_once</comment>
        <translation>{title} 只接受一个值。</translation>
    </message>
    <message>
        <source>{url} compressed its response, so it was not read</source>
        <comment>servers.compressed_answer</comment>
        <translation>{url} 压缩了响应，因此未读取</translation>
    </message>
    <message>
        <source>⟨{part} {alphabet}⟩</source>
        <comment>gate.look_alike_mark</comment>
        <translation>⟨{alphabet} {part}⟩</translation>
    </message>
    <message>
        <source>params must be an object</source>
        <comment>servers.params_object</comment>
        <translation>params 必须是对象</translation>
    </message>
    <message>
        <source>params._meta lacks {key}</source>
        <comment>clients.params_meta_no</comment>
        <translation>params._meta 没有 {key}</translation>
    </message>
    <message>
        <source>params._meta must name the protocol version and the client&apos;s capabilities</source>
        <comment>clients.params_meta_name_protocol</comment>
        <translation>params._meta 必须写明协议版本和客户端的能力</translation>
    </message>
    <message>
        <source>registration endpoint</source>
        <comment>servers.place_registrations</comment>
        <translation>注册端点</translation>
    </message>
    <message>
        <source>revocation endpoint</source>
        <comment>servers.place_revocations</comment>
        <translation>撤销端点</translation>
    </message>
    <message>
        <source>token endpoint</source>
        <comment>servers.place_tokens</comment>
        <translation>令牌端点</translation>
    </message>
    <message>
        <source>authorization server</source>
        <comment>servers.place_sign</comment>
        <translation>授权服务器</translation>
    </message>
    <message>
        <source>polkit allows this without asking anybody, which proves nothing. Check its rules for {action}, and do not run ToolGuard as root.</source>
        <comment>presence.polkit_allows_without_asking</comment>
        <translation>polkit 不询问任何人就允许，这证明不了什么。请检查它对 {action} 的规则，并且不要以 root 身份运行 ToolGuard。</translation>
    </message>
    <message>
        <source>polkit did not authenticate you. If it asked nothing, no authentication agent runs in this session.</source>
        <comment>presence.polkit_not_authenticate_asked</comment>
        <translation>polkit 未能验证您的身份。如果它什么也没有问，说明此会话中没有运行身份验证代理。</translation>
    </message>
    <message>
        <source>polkit does not answer.</source>
        <comment>presence.polkit_not_answer</comment>
        <translation>polkit 没有响应。</translation>
    </message>
    <message>
        <source>polkit does not run on this system. Install it (on Debian: polkitd).</source>
        <comment>presence.polkit_not_run_system</comment>
        <translation>此系统上没有运行 polkit。请安装它（Debian 上为 polkitd）。</translation>
    </message>
    <message>
        <source>polkit failed: {text}</source>
        <comment>presence.polkit_failed</comment>
        <translation>polkit 失败：{text}</translation>
    </message>
    <message>
        <source>polkit&apos;s question was cancelled.</source>
        <comment>presence.polkit_question_cancelled</comment>
        <translation>polkit 的问题被取消。</translation>
    </message>
    <message>
        <source>polkit&apos;s rules do not allow {action} here. Check its policy and rules.</source>
        <comment>presence.polkit_rules_not_allow</comment>
        <translation>polkit 的规则不允许在此使用 {action}。请检查它的策略和规则。</translation>
    </message>
    <message>
        <source>put-back or leave-out</source>
        <comment>services.expect_put_back_leave_out</comment>
        <translation>put-back 或 leave-out</translation>
    </message>
    <message>
        <source>record {seq} cannot be read</source>
        <comment>store.record_unreadable</comment>
        <translation>无法读取记录 {seq}</translation>
    </message>
    <message>
        <source>record {seq} is marked as redacted, but no record reports that</source>
        <comment>store.redacted_without_notice</comment>
        <translation>记录 {seq} 被标记为已抹除，但没有记录报告此事</translation>
    </message>
    <message>
        <source>record {seq} is not the one that was noted elsewhere: the log was rewritten</source>
        <comment>store.record_not_noted_elsewhere</comment>
        <translation>记录 {seq} 与别处留存的不同：日志被重写</translation>
    </message>
    <message>
        <source>record {seq} was removed or redacted, but the record of that is missing</source>
        <comment>store.notice_not_in_log</comment>
        <translation>记录 {seq} 被删除或抹除，但缺少关于此事的记录</translation>
    </message>
    <message>
        <source>resources/subscribe needs a uri</source>
        <comment>servers.resources_subscribe_needs_uri</comment>
        <translation>resources/subscribe 需要 uri</translation>
    </message>
    <message>
        <source>rule {id} added</source>
        <comment>gate.rule_added</comment>
        <translation>已添加规则 {id}</translation>
    </message>
    <message>
        <source>rule {id} changed</source>
        <comment>gate.rule_changed</comment>
        <translation>规则 {id} 已更改</translation>
    </message>
    <message>
        <source>rule {id} could not be applied to {name}</source>
        <comment>services.rule_not_applied</comment>
        <translation>规则 {id} 无法应用于 {name}</translation>
    </message>
    <message>
        <source>rule {id} ended</source>
        <comment>gate.rule_ended</comment>
        <translation>规则 {id} 已到期</translation>
    </message>
    <message>
        <source>rule {id} extended to what is now known of the tools of {server}</source>
        <comment>gate.rule_rests_on_whole</comment>
        <translation>规则 {id} 已扩展到 {server} 的工具的全部已知信息</translation>
    </message>
    <message>
        <source>rule {id} removed</source>
        <comment>gate.rule_removed</comment>
        <translation>已移除规则 {id}</translation>
    </message>
    <message>
        <source>rule {id} turned off</source>
        <comment>gate.rule_turned_off</comment>
        <translation>规则 {id} 已停用</translation>
    </message>
    <message>
        <source>rule {id} turned on</source>
        <comment>gate.rule_turned_on</comment>
        <translation>规则 {id} 已启用</translation>
    </message>
    <message>
        <source>sampling with tools</source>
        <comment>servers.sampling_tools</comment>
        <translation>带工具的采样</translation>
    </message>
    <message>
        <source>send the proof first, see run/tcp.json</source>
        <comment>clients.say_proof_first_see</comment>
        <translation>请先出示证明，参见 run/tcp.json</translation>
    </message>
    <message>
        <source>seconds since 1970</source>
        <comment>services.expect_seconds_since_1970</comment>
        <translation>自 1970 年起的秒数</translation>
    </message>
    <message>
        <source>secret {name} bound to server {server}</source>
        <comment>services.secret_bound_server</comment>
        <translation>凭据 {name} 已绑定到服务器 {server}</translation>
    </message>
    <message>
        <source>secret {name} bound to server {server} as it is now</source>
        <comment>services.secret_bound_server_now</comment>
        <translation>凭据 {name} 已绑定到服务器 {server} 的当前状态</translation>
    </message>
    <message>
        <source>secret {name} added without a value</source>
        <comment>services.secret_entered_without_value</comment>
        <translation>已添加没有值的凭据 {name}</translation>
    </message>
    <message>
        <source>secret {name} filled into {filling}</source>
        <comment>services.secret_filled</comment>
        <translation>凭据 {name} 已填入{filling}</translation>
    </message>
    <message>
        <source>secret {name} no longer filled into {filling}</source>
        <comment>services.secret_no_longer_filled</comment>
        <translation>凭据 {name} 不再填入{filling}</translation>
    </message>
    <message>
        <source>secret {name} removed</source>
        <comment>services.secret_removed</comment>
        <translation>已移除凭据 {name}</translation>
    </message>
    <message>
        <source>secret {name} set</source>
        <comment>services.secret_set</comment>
        <translation>已设置凭据 {name}</translation>
    </message>
    <message>
        <source>secret {name} unbound from server {server}</source>
        <comment>services.secret_unbound_server</comment>
        <translation>凭据 {name} 已与服务器 {server} 解除绑定</translation>
    </message>
    <message>
        <source>security key</source>
        <comment>presence.security_key</comment>
        <translation>安全密钥</translation>
    </message>
    <message>
        <source>security key {name} registered</source>
        <comment>services.security_key_registered</comment>
        <translation>安全密钥 {name} 已注册</translation>
    </message>
    <message>
        <source>server {name} added</source>
        <comment>services.server_added</comment>
        <translation>已添加服务器 {name}</translation>
    </message>
    <message>
        <source>server {name} changed</source>
        <comment>services.server_changed</comment>
        <translation>已更改服务器 {name}</translation>
    </message>
    <message>
        <source>tools of server {name} listed</source>
        <comment>services.server_looked</comment>
        <translation>已列出服务器 {name} 的工具</translation>
    </message>
    <message>
        <source>server {name} removed</source>
        <comment>services.server_removed</comment>
        <translation>已移除服务器 {name}</translation>
    </message>
    <message>
        <source>server {name} restored</source>
        <comment>services.server_restored</comment>
        <translation>已恢复服务器 {name}</translation>
    </message>
    <message>
        <source>signed in to server {name}</source>
        <comment>servers.server_signed</comment>
        <translation>已登录服务器 {name}</translation>
    </message>
    <message>
        <source>signed out of server {server}</source>
        <comment>servers.server_signed_out</comment>
        <translation>已退出服务器 {server} 的登录</translation>
    </message>
    <message>
        <source>session of {client} with server {server} ended</source>
        <comment>services.session_server_ended</comment>
        <translation>{client} 与服务器 {server} 的会话已结束</translation>
    </message>
    <message>
        <source>set its header Authorization to a value such as Bearer ${secret:NAME} in its settings</source>
        <comment>servers.set_header_authorization_likes</comment>
        <translation>请在其设置中将标头 Authorization 设为类似 Bearer ${secret:NAME} 的内容</translation>
    </message>
    <message>
        <source>setting {name} changed</source>
        <comment>services.setting_changed</comment>
        <translation>已更改设置 {name}</translation>
    </message>
    <message>
        <source>several calls are running</source>
        <comment>servers.several_calls_run</comment>
        <translation>有多个调用正在运行</translation>
    </message>
    <message>
        <source>sign in: open ToolGuard → Servers → {server} → Sign in, or run `toolguard server sign-in {server}`</source>
        <comment>servers.how_to_sign_in</comment>
        <translation>请登录：打开 ToolGuard → 服务器 → {server} → 登录，或运行 `toolguard server sign-in {server}`</translation>
    </message>
    <message>
        <source>sign-in to server {name} started</source>
        <comment>servers.sign_server_begun</comment>
        <translation>已开始登录服务器 {name}</translation>
    </message>
    <message>
        <source>sign-in to server {name} failed</source>
        <comment>servers.sign_server_failed</comment>
        <translation>登录服务器 {name} 失败</translation>
    </message>
    <message>
        <source>another program answered instead of polkit.</source>
        <comment>presence.else_answered_place_polkit</comment>
        <translation>另一个程序代替 polkit 作出了响应。</translation>
    </message>
    <message>
        <source>restarted: the first process ended when it received a request of a protocol version that it does not know</source>
        <comment>servers.started_again_first_ended</comment>
        <translation>已重新启动：第一个进程收到它不支持的协议版本的请求后结束</translation>
    </message>
    <message>
        <source>stdin and stdout can be passed only if each is a pipe, a socket or a terminal</source>
        <comment>clients.stdin_stdout_pipe_socket</comment>
        <translation>要移交的 stdin 和 stdout 必须是管道、套接字或终端</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <comment>store.stopped_before_end</comment>
        <translation>在结束前停止</translation>
    </message>
    <message>
        <source>stopped by the user</source>
        <comment>gate.stopped_user</comment>
        <translation>被用户停止</translation>
    </message>
    <message>
        <source>the CA file {path} cannot be read ({reason})</source>
        <comment>store.ship_ca_unreadable</comment>
        <translation>无法读取 CA 文件 {path}（{reason}）</translation>
    </message>
    <message>
        <source>the LocalAuthentication framework is not installed.</source>
        <comment>presence.localauthentication_framework_not_installed</comment>
        <translation>没有安装 LocalAuthentication 框架。</translation>
    </message>
    <message>
        <source>the OpenTelemetry exporter is not installed: pip install &apos;{package}&apos;</source>
        <comment>store.ship_otlp_missing</comment>
        <translation>未安装 OpenTelemetry 导出器：pip install &apos;{package}&apos;</translation>
    </message>
    <message>
        <source>the Windows Hello interface (winrt) is not installed.</source>
        <comment>presence.windows_hello_interface_winrt</comment>
        <translation>没有安装 Windows Hello 接口（winrt）。</translation>
    </message>
    <message>
        <source>the address of the client ID document must begin with https:// and have a path</source>
        <comment>servers.address_client_id_document</comment>
        <translation>客户端 ID 文档的地址必须以 https:// 开头并带有路径</translation>
    </message>
    <message>
        <source>the address of the server, or of the system&apos;s proxy, is invalid</source>
        <comment>servers.address_server_proxy_system</comment>
        <translation>服务器的地址或系统代理的地址无效</translation>
    </message>
    <message>
        <source>the argument {pointer} of the tool {tool} of {server}</source>
        <comment>services.argument_tool</comment>
        <translation>{server} 的工具 {tool} 的参数 {pointer}</translation>
    </message>
    <message>
        <source>the arguments are {size} bytes long, and a limit allows {limit}</source>
        <comment>gate.arguments_too_large</comment>
        <translation>参数长度为 {size} 字节，限制为 {limit} 字节</translation>
    </message>
    <message>
        <source>the arguments of a tool call must be an object</source>
        <comment>gate.arguments_tool_object</comment>
        <translation>工具调用的参数必须是对象</translation>
    </message>
    <message>
        <source>the authorization {id}</source>
        <comment>servers.missing_authorization</comment>
        <translation>授权 {id}</translation>
    </message>
    <message>
        <source>the body did not arrive</source>
        <comment>clients.body_not_come</comment>
        <translation>没有收到正文</translation>
    </message>
    <message>
        <source>the body did not arrive in time</source>
        <comment>clients.body_not_come_time</comment>
        <translation>没有及时收到正文</translation>
    </message>
    <message>
        <source>the browser returned without a code; start the sign-in again</source>
        <comment>servers.browser_came_back_without</comment>
        <translation>浏览器返回时没有带来授权码；请重新开始登录</translation>
    </message>
    <message>
        <source>the call is too large for the server</source>
        <comment>servers.call_too_large_server</comment>
        <translation>调用对服务器来说太大</translation>
    </message>
    <message>
        <source>sending the call took too long; call the tool again</source>
        <comment>servers.call_took_too_long</comment>
        <translation>发送调用用时过长；请再次调用该工具</translation>
    </message>
    <message>
        <source>the client sent nothing for a while</source>
        <comment>clients.client_asked_nothing</comment>
        <translation>客户端有一段时间没有发送任何内容</translation>
    </message>
    <message>
        <source>the client started too many other sessions</source>
        <comment>clients.client_began_too_many</comment>
        <translation>客户端开始了过多其他会话</translation>
    </message>
    <message>
        <source>ToolGuard cannot authenticate itself as a client: {reason}</source>
        <comment>servers.client_cannot_show</comment>
        <translation>ToolGuard 无法作为客户端进行身份验证：{reason}</translation>
    </message>
    <message>
        <source>the client closed its connection</source>
        <comment>clients.client_closed_connection</comment>
        <translation>客户端关闭了连接</translation>
    </message>
    <message>
        <source>the client closed its connection</source>
        <comment>gate.client_closed_connection</comment>
        <translation>客户端关闭了连接</translation>
    </message>
    <message>
        <source>the client closed its stream</source>
        <comment>clients.client_closed_stream</comment>
        <translation>客户端关闭了它的流</translation>
    </message>
    <message>
        <source>the client closed the response</source>
        <comment>clients.client_closed_response</comment>
        <translation>客户端关闭了响应</translation>
    </message>
    <message>
        <source>the client did not continue it</source>
        <comment>servers.client_not_go</comment>
        <translation>客户端没有继续</translation>
    </message>
    <message>
        <source>the client disconnected</source>
        <comment>gate.session_ended_rule</comment>
        <translation>客户端已断开连接</translation>
    </message>
    <message>
        <source>the client ended its session</source>
        <comment>clients.client_ended_session</comment>
        <translation>客户端结束了会话</translation>
    </message>
    <message>
        <source>the client disconnected before it was accepted</source>
        <comment>clients.client_left_before_let</comment>
        <translation>客户端在被接受之前断开连接</translation>
    </message>
    <message>
        <source>the client disconnected during the handshake</source>
        <comment>clients.client_left_during_handshake</comment>
        <translation>客户端在握手期间断开连接</translation>
    </message>
    <message>
        <source>the client sent nothing for a long time</source>
        <comment>clients.client_not_heard_long</comment>
        <translation>客户端很长时间没有发送任何内容</translation>
    </message>
    <message>
        <source>the client {name}</source>
        <comment>services.the_client</comment>
        <translation>客户端 {name}</translation>
    </message>
    <message>
        <source>the client&apos;s connection was lost, and it did not reconnect</source>
        <comment>clients.client_connection_lost_not</comment>
        <translation>客户端的连接中断，且没有重新连接</translation>
    </message>
    <message>
        <source>the client&apos;s stdin cannot be watched: {reason}</source>
        <comment>clients.client_stdin_cannot_watched</comment>
        <translation>无法监视客户端的 stdin：{reason}</translation>
    </message>
    <message>
        <source>the client&apos;s timeout passed before the call was sent to the server</source>
        <comment>gate.client_time_limit_passed</comment>
        <translation>在调用发送给服务器之前，客户端已超时</translation>
    </message>
    <message>
        <source>the command is empty: name a program after --</source>
        <comment>clients.command_empty_name_program</comment>
        <translation>命令为空：请在 -- 之后给出程序</translation>
    </message>
    <message>
        <source>the connection is already in use as a channel</source>
        <comment>clients.connection_became_channel</comment>
        <translation>连接已用作通道</translation>
    </message>
    <message>
        <source>the connection broke</source>
        <comment>servers.connection_broke</comment>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>the connection broke before the response and could not be resumed</source>
        <comment>servers.connection_broke_before_answer</comment>
        <translation>连接在响应前中断，无法恢复</translation>
    </message>
    <message>
        <source>the connection ended before the response</source>
        <comment>servers.connection_ended_before_answer</comment>
        <translation>连接在响应前结束</translation>
    </message>
    <message>
        <source>the connection failed ({kind})</source>
        <comment>store.ship_failed</comment>
        <translation>连接失败（{kind}）</translation>
    </message>
    <message>
        <source>the connection to the system bus was lost ({reason}).</source>
        <comment>presence.connection_system_bus_lost</comment>
        <translation>与系统总线的连接中断（{reason}）。</translation>
    </message>
    <message>
        <source>the connection was closed before a complete line arrived</source>
        <comment>clients.connection_closed_before_whole</comment>
        <translation>连接在收到完整的一行之前关闭</translation>
    </message>
    <message>
        <source>the copy of the accepted settings is missing</source>
        <comment>store.copy_gone</comment>
        <translation>缺少已接受设置的副本</translation>
    </message>
    <message>
        <source>the counter of the security key {name} went back: the key may have been copied.</source>
        <comment>presence.counter_security_key_went</comment>
        <translation>安全密钥 {name} 的计数器倒退：它可能被复制。</translation>
    </message>
    <message>
        <source>the credential for the sign-in contains a character that no header can carry</source>
        <comment>servers.credential_sign_character_no</comment>
        <translation>登录凭据中含有标头无法携带的字符</translation>
    </message>
    <message>
        <source>the exception applies: {condition}</source>
        <comment>gate.shortfall_exception</comment>
        <translation>例外适用：{condition}</translation>
    </message>
    <message>
        <source>the exception may apply: {condition}</source>
        <comment>gate.shortfall_exception_uncertain</comment>
        <translation>例外可能适用：{condition}</translation>
    </message>
    <message>
        <source>the file {name} does not begin with record {seq}: it was renamed, or its beginning was removed</source>
        <comment>store.segment_not_named_after</comment>
        <translation>文件 {name} 不以记录 {seq} 开头：它被重命名，或其开头被删除</translation>
    </message>
    <message>
        <source>the first bound is greater than the second</source>
        <comment>gate.bounds_in_wrong_order</comment>
        <translation>第一个界限大于第二个</translation>
    </message>
    <message>
        <source>ToolGuard cannot open the folder {folder} of this server; change it in the server&apos;s settings</source>
        <comment>servers.folder_server_cannot_entered</comment>
        <translation>ToolGuard 无法打开此服务器的文件夹 {folder}；请在服务器的设置中更改</translation>
    </message>
    <message>
        <source>the full path of a file, or empty</source>
        <comment>tables.file_or_empty</comment>
        <translation>文件的完整路径，或留空</translation>
    </message>
    <message>
        <source>the full path of a folder, or empty</source>
        <comment>tables.folder_or_empty</comment>
        <translation>文件夹的完整路径，或留空</translation>
    </message>
    <message>
        <source>the full path of a folder, syslog, or empty</source>
        <comment>tables.folder_syslog_or_empty</comment>
        <translation>文件夹的完整路径、syslog，或留空</translation>
    </message>
    <message>
        <source>the handshake failed</source>
        <comment>clients.handshake_failed</comment>
        <translation>握手失败</translation>
    </message>
    <message>
        <source>the sign-in sets the header Authorization; remove it from the server&apos;s settings</source>
        <comment>servers.header_authorization_set_sign</comment>
        <translation>登录会设置标头 Authorization；请从服务器的设置中移除它</translation>
    </message>
    <message>
        <source>the header MCP-Protocol-Version does not match the version in the request&apos;s _meta</source>
        <comment>clients.header_mcp_protocol_version</comment>
        <translation>标头 MCP-Protocol-Version 与请求的 _meta 中的版本不一致</translation>
    </message>
    <message>
        <source>the header Mcp-Method does not match the request&apos;s method</source>
        <comment>clients.header_mcp_method_not</comment>
        <translation>标头 Mcp-Method 与请求的方法不一致</translation>
    </message>
    <message>
        <source>the header Mcp-Name does not match the request&apos;s params.{member}</source>
        <comment>clients.header_mcp_name_not</comment>
        <translation>标头 Mcp-Name 与请求的 params.{member} 不一致</translation>
    </message>
    <message>
        <source>the header {name} contains a character that no header can carry; check its secret and its text</source>
        <comment>servers.header_character_no_header</comment>
        <translation>标头 {name} 中有任何标头都无法携带的字符；请检查其凭据和文本</translation>
    </message>
    <message>
        <source>the header {name} does not match the argument {path}</source>
        <comment>clients.header_not_argument</comment>
        <translation>标头 {name} 与参数 {path} 不一致</translation>
    </message>
    <message>
        <source>ToolGuard sets the header {name} itself; remove it from the server&apos;s settings</source>
        <comment>servers.header_set_take_out</comment>
        <translation>ToolGuard 会自行设置标头 {name}；请从服务器的设置中移除它</translation>
    </message>
    <message>
        <source>the header {name} appears more than once</source>
        <comment>clients.header_stands_more_once</comment>
        <translation>标头 {name} 出现了不止一次</translation>
    </message>
    <message>
        <source>the header {name} would contain a line break or a character that no header can have</source>
        <comment>services.ship_header_invalid</comment>
        <translation>标头 {name} 会含有换行或标头中不允许的字符</translation>
    </message>
    <message>
        <source>the id {id} is still in use by another request</source>
        <comment>clients.id_still_use_another</comment>
        <translation>id {id} 仍被另一个请求使用</translation>
    </message>
    <message>
        <source>the id {id} is still in use by another request</source>
        <comment>gate.id_still_use_another</comment>
        <translation>id {id} 仍被另一个请求使用</translation>
    </message>
    <message>
        <source>the id {id} appears twice in the batch</source>
        <comment>clients.id_stands_twice_batch</comment>
        <translation>id {id} 在批处理中出现了两次</translation>
    </message>
    <message>
        <source>the security key created no credential.</source>
        <comment>presence.key_made_no_credential</comment>
        <translation>安全密钥没有生成凭据。</translation>
    </message>
    <message>
        <source>the key {key} appears twice in one object</source>
        <comment>store.key_stands_twice_object</comment>
        <translation>键 {key} 在一个对象中出现了两次</translation>
    </message>
    <message>
        <source>the length of {pointer} is between {value}</source>
        <comment>gate.condition_length</comment>
        <translation>{pointer} 的长度介于 {value} 之间</translation>
    </message>
    <message>
        <source>the log failed its integrity check</source>
        <comment>services.log_not</comment>
        <translation>日志未通过完整性检查</translation>
    </message>
    <message>
        <source>the log was removed, truncated, replaced or extended</source>
        <comment>store.log_removed_cut_exchanged</comment>
        <translation>日志被删除、截断、替换或追加</translation>
    </message>
    <message>
        <source>the log was truncated: it ends at record {seq}, but record {noted} was noted elsewhere</source>
        <comment>store.log_truncated_ends_record</comment>
        <translation>日志被截断：它止于记录 {seq}，但别处留存了记录 {noted}</translation>
    </message>
    <message>
        <source>the matcher absent takes no value</source>
        <comment>gate.absent_takes_no_value</comment>
        <translation>匹配器 absent 不接受值</translation>
    </message>
    <message>
        <source>the matcher {matcher} cannot be applied to the elements of a list</source>
        <comment>gate.matcher_takes_no_elements</comment>
        <translation>匹配器 {matcher} 不能用于列表元素</translation>
    </message>
    <message>
        <source>the matcher {matcher} needs a value</source>
        <comment>gate.condition_needs_value</comment>
        <translation>匹配器 {matcher} 需要一个值</translation>
    </message>
    <message>
        <source>the member &quot;id&quot; must be a string or an integer</source>
        <comment>gate.member_id_string_integer</comment>
        <translation>成员 &quot;id&quot; 必须是字符串或整数</translation>
    </message>
    <message>
        <source>the member &quot;jsonrpc&quot; must be &quot;2.0&quot;</source>
        <comment>gate.member_jsonrpc_2_0</comment>
        <translation>成员 &quot;jsonrpc&quot; 必须是 &quot;2.0&quot;</translation>
    </message>
    <message>
        <source>the member &quot;params&quot; must be an object</source>
        <comment>gate.member_params_object</comment>
        <translation>成员 &quot;params&quot; 必须是对象</translation>
    </message>
    <message>
        <source>the member request must be an object</source>
        <comment>clients.member_request_object</comment>
        <translation>成员 request 必须是对象</translation>
    </message>
    <message>
        <source>the message is too large for the server</source>
        <comment>servers.message_too_large_server</comment>
        <translation>消息对服务器来说过大</translation>
    </message>
    <message>
        <source>the user name must consist of letters, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;</source>
        <comment>presence.name_user_consist_letters</comment>
        <translation>用户名只能由字母、数字、“.”、“_”和“-”组成</translation>
    </message>
    <message>
        <source>the name {host} cannot be resolved; check the address and your network</source>
        <comment>servers.name_not_known_check</comment>
        <translation>无法解析名称 {host}；请检查地址和您的网络</translation>
    </message>
    <message>
        <source>the name {host} cannot be resolved; check your network</source>
        <comment>servers.name_not_known_check_network</comment>
        <translation>无法解析名称 {host}；请检查您的网络</translation>
    </message>
    <message>
        <source>the number of a record</source>
        <comment>services.expect_record_number</comment>
        <translation>记录的编号</translation>
    </message>
    <message>
        <source>the number {number} cannot be stored exactly</source>
        <comment>gate.number_not_exact</comment>
        <translation>无法精确存储数字 {number}</translation>
    </message>
    <message>
        <source>the parts of the secret {name} do not match: set it again</source>
        <comment>store.parts_secret_not_fit</comment>
        <translation>凭据 {name} 的各部分不相符：请重新设置</translation>
    </message>
    <message>
        <source>the pattern does not compile: {problem}</source>
        <comment>gate.pattern_invalid</comment>
        <translation>模式无法编译：{problem}</translation>
    </message>
    <message>
        <source>the pattern is longer than {limit} characters</source>
        <comment>gate.pattern_too_long</comment>
        <translation>模式超过 {limit} 个字符</translation>
    </message>
    <message>
        <source>the pattern {pattern} has a [ without a ]</source>
        <comment>gate.pattern_bracket_open</comment>
        <translation>模式 {pattern} 中的 [ 没有对应的 ]</translation>
    </message>
    <message>
        <source>the pause for calls of {client} to {server} was ended</source>
        <comment>gate.pause_ended</comment>
        <translation>{client} 对 {server} 的调用的暂停已结束</translation>
    </message>
    <message>
        <source>the program {path} cannot be read ({strerror}), so ToolGuard cannot check that its secrets were bound to it. Make it readable for your user</source>
        <comment>servers.program_cannot_read_cannot</comment>
        <translation>无法读取程序 {path}（{strerror}），因此 ToolGuard 无法检查凭据是否绑定到它。请让您的用户可以读取它</translation>
    </message>
    <message>
        <source>the program {value} is not the one that was checked: try again</source>
        <comment>servers.program_not_checked_try</comment>
        <translation>程序 {value} 不是检查过的那个：请重试</translation>
    </message>
    <message>
        <source>the proof of it is missing</source>
        <comment>store.proof_gone</comment>
        <translation>缺少它的证明</translation>
    </message>
    <message>
        <source>the proof of it was not made with your key: it was forged, or the key was replaced</source>
        <comment>store.proof_not_made_key</comment>
        <translation>对它的证明不是用您的密钥生成的：它是伪造的，或密钥已被更换</translation>
    </message>
    <message>
        <source>the proxy that your system sets refused the connection</source>
        <comment>servers.proxy_system_sets_refused</comment>
        <translation>系统设置的代理拒绝了连接</translation>
    </message>
    <message>
        <source>the references in its schema make it too large</source>
        <comment>gate.references_too_many</comment>
        <translation>其输入定义中的引用使其过大</translation>
    </message>
    <message>
        <source>the registry key {key} cannot be read</source>
        <comment>clients.policy_no_registry</comment>
        <translation>无法读取注册表项 {key}</translation>
    </message>
    <message>
        <source>the request that needed it has ended</source>
        <comment>servers.request_needed_over</comment>
        <translation>需要它的请求已结束</translation>
    </message>
    <message>
        <source>the rule {id} denies it</source>
        <comment>gate.rule_denies</comment>
        <translation>规则 {id} 拒绝它</translation>
    </message>
    <message>
        <source>the rule {id} requires that a person is asked</source>
        <comment>gate.rule_wants_person_asked</comment>
        <translation>规则 {id} 要求先询问用户</translation>
    </message>
    <message>
        <source>the rules no longer allow it: they have changed.</source>
        <comment>gate.rules_no_longer_allow</comment>
        <translation>规则已不再允许：规则已更改。</translation>
    </message>
    <message>
        <source>the screen was locked</source>
        <comment>gate.screen_locked</comment>
        <translation>屏幕已锁定</translation>
    </message>
    <message>
        <source>the secret {id}</source>
        <comment>servers.missing_secret</comment>
        <translation>凭据 {id}</translation>
    </message>
    <message>
        <source>the secret {name} is not available. {reason}</source>
        <comment>services.secret_cannot_had</comment>
        <translation>凭据 {name} 不可用。{reason}</translation>
    </message>
    <message>
        <source>the secret {name} cannot be read while your keyring is locked</source>
        <comment>services.ship_keyring_closed</comment>
        <translation>密钥环锁定时无法读取凭据 {name}</translation>
    </message>
    <message>
        <source>the secret {name} cannot be read. {reason}</source>
        <comment>services.secret_cannot_read</comment>
        <translation>无法读取凭据 {name}。{reason}</translation>
    </message>
    <message>
        <source>the security key could not be saved: {reason}</source>
        <comment>services.security_key_not_saved</comment>
        <translation>无法保存安全密钥：{reason}</translation>
    </message>
    <message>
        <source>the security key failed ({reason}).</source>
        <comment>presence.security_key_failed</comment>
        <translation>安全密钥失败（{reason}）。</translation>
    </message>
    <message>
        <source>the server answered with {what}, which a client of {version} does not support</source>
        <comment>servers.server_answered_client_cannot</comment>
        <translation>服务器返回了 {what}，而 {version} 版本的客户端不支持</translation>
    </message>
    <message>
        <source>the server sent a request that cannot be read</source>
        <comment>servers.server_asked_something_cannot</comment>
        <translation>服务器发送了无法读取的请求</translation>
    </message>
    <message>
        <source>the server cannot receive the values that ToolGuard fills in for this tool.</source>
        <comment>gate.server_cannot_given_fills</comment>
        <translation>服务器无法接收 ToolGuard 为此工具填入的值。</translation>
    </message>
    <message>
        <source>the server closed its stream before it named its message endpoint</source>
        <comment>servers.server_closed_stream_before</comment>
        <translation>服务器在给出其消息端点之前关闭了流</translation>
    </message>
    <message>
        <source>the server could not be added: {reason}</source>
        <comment>services.server_not_added</comment>
        <translation>无法添加服务器：{reason}</translation>
    </message>
    <message>
        <source>the server could not be started: {reason}</source>
        <comment>gate.server_not_started</comment>
        <translation>无法启动服务器：{reason}</translation>
    </message>
    <message>
        <source>the server describes itself as {resource}, which is another resource, so ToolGuard did not sign in</source>
        <comment>servers.server_describes_not_nothing</comment>
        <translation>服务器自称是 {resource}，而那是另一个资源，因此 ToolGuard 没有登录</translation>
    </message>
    <message>
        <source>the server has changed the title of this tool or what it requires: list the server&apos;s tools again, then repeat the call.</source>
        <comment>gate.server_describes_tool_another</comment>
        <translation>服务器更改了此工具的标题或要求：请重新列出服务器的工具，然后重新发起调用。</translation>
    </message>
    <message>
        <source>the server did not answer the handshake after it was restarted</source>
        <comment>gate.server_not_answer_handshake</comment>
        <translation>服务器重新启动后没有响应握手</translation>
    </message>
    <message>
        <source>the server does not accept the way in which ToolGuard signs in; change it in the server&apos;s settings</source>
        <comment>servers.server_not_accept_how</comment>
        <translation>服务器不接受 ToolGuard 的登录方式；请在服务器的设置中更改</translation>
    </message>
    <message>
        <source>the server does not allow this: check the rights of its key</source>
        <comment>servers.server_not_allow_look_key</comment>
        <translation>服务器不允许此操作：请检查其密钥的权限</translation>
    </message>
    <message>
        <source>the server does not allow this: check the rights of its token, or {sign_in}</source>
        <comment>servers.server_not_allow_look</comment>
        <translation>服务器不允许此操作：请检查其令牌的权限，或{sign_in}</translation>
    </message>
    <message>
        <source>the server does not list its tools: {reason}</source>
        <comment>services.server_not_list_tools</comment>
        <translation>服务器没有列出工具：{reason}</translation>
    </message>
    <message>
        <source>the server does not name its message endpoint</source>
        <comment>servers.server_not_say_takes</comment>
        <translation>服务器没有给出其消息端点</translation>
    </message>
    <message>
        <source>the server has not started, and too many messages wait for it</source>
        <comment>gate.server_not_start_too</comment>
        <translation>服务器没有启动，等待它的消息过多</translation>
    </message>
    <message>
        <source>the server ended</source>
        <comment>gate.server_ended</comment>
        <translation>服务器已结束</translation>
    </message>
    <message>
        <source>the server ended before it answered ({reason})</source>
        <comment>gate.server_ended_before_answered</comment>
        <translation>服务器在响应前结束（{reason}）</translation>
    </message>
    <message>
        <source>the server ended its session before the response</source>
        <comment>servers.server_ended_session_before</comment>
        <translation>服务器在响应前结束了会话</translation>
    </message>
    <message>
        <source>the server ended when it received this request ({ended})</source>
        <comment>servers.server_ended_asked</comment>
        <translation>服务器收到这个请求后就结束了（{ended}）</translation>
    </message>
    <message>
        <source>the server ended while the call was being sent to it</source>
        <comment>gate.server_ended_call_written</comment>
        <translation>服务器在向它发送调用时结束</translation>
    </message>
    <message>
        <source>the server failed</source>
        <comment>servers.server_failed</comment>
        <translation>服务器失败</translation>
    </message>
    <message>
        <source>the server returned an error</source>
        <comment>clients.server_gave_error</comment>
        <translation>服务器返回了错误</translation>
    </message>
    <message>
        <source>the server receives too many calls</source>
        <comment>servers.server_gets_too_many_calls</comment>
        <translation>服务器收到的调用过多</translation>
    </message>
    <message>
        <source>the server receives too many messages</source>
        <comment>servers.server_gets_too_many</comment>
        <translation>服务器收到的消息过多</translation>
    </message>
    <message>
        <source>the server had ended its session, and a new one starts; send the request again</source>
        <comment>servers.server_had_ended_session</comment>
        <translation>服务器已结束其会话，正在开始新会话；请重新发送请求</translation>
    </message>
    <message>
        <source>the server had not listed this tool, so nobody could see what it requires: list the server&apos;s tools, then repeat the call.</source>
        <comment>gate.server_had_not_listed</comment>
        <translation>服务器此前没有列出此工具，因此没有人能看到它的要求：请列出服务器的工具，然后重新发起调用。</translation>
    </message>
    <message>
        <source>the server has no command; set one in its settings</source>
        <comment>servers.server_no_command_set</comment>
        <translation>服务器没有命令；请在其设置中填写</translation>
    </message>
    <message>
        <source>the server has not answered yet: try again later</source>
        <comment>clients.server_not_answered_yet</comment>
        <translation>服务器尚未响应：请稍后再试</translation>
    </message>
    <message>
        <source>the server found nothing at this address: check its path</source>
        <comment>servers.server_nothing_address_check</comment>
        <translation>服务器在此地址没有找到内容：请检查路径</translation>
    </message>
    <message>
        <source>the server&apos;s settings deny such requests</source>
        <comment>gate.server_set_to_deny</comment>
        <translation>服务器的设置拒绝此类请求</translation>
    </message>
    <message>
        <source>the server is available again</source>
        <comment>servers.server_again</comment>
        <translation>服务器又可以使用了</translation>
    </message>
    <message>
        <source>the server needed a response of the client to continue, and the client refused: {reason}</source>
        <comment>servers.server_needed_answer_client</comment>
        <translation>服务器需要客户端的响应才能继续，而客户端拒绝了：{reason}</translation>
    </message>
    <message>
        <source>the server needs a web page to be visited first, and that was declined</source>
        <comment>servers.server_needs_web_page</comment>
        <translation>服务器要求先访问一个网页，已被拒绝</translation>
    </message>
    <message>
        <source>the server needs a web page to be visited first, which this client does not support: {reason}</source>
        <comment>servers.server_needs_web_page_visited</comment>
        <translation>服务器要求先访问一个网页，而此客户端不支持：{reason}</translation>
    </message>
    <message>
        <source>the server offers no stream</source>
        <comment>servers.server_offers_no_stream</comment>
        <translation>服务器没有提供数据流</translation>
    </message>
    <message>
        <source>the server put a secret into a method or an id; withheld</source>
        <comment>servers.server_put_secret_method</comment>
        <translation>服务器把凭据放进了方法或 id；内容已扣留</translation>
    </message>
    <message>
        <source>the server redirects in a way that would lose the message; check the address</source>
        <comment>servers.server_redirects_way_lose</comment>
        <translation>服务器的重定向方式会丢失消息；请检查地址</translation>
    </message>
    <message>
        <source>the server redirects to another server, {place}, which ToolGuard did not follow; to use that server, set its address</source>
        <comment>servers.server_redirects_another_not</comment>
        <translation>服务器重定向到另一个服务器 {place}，ToolGuard 没有跟随；要使用那个服务器，请设置其地址</translation>
    </message>
    <message>
        <source>the server redirects to an invalid address</source>
        <comment>servers.server_redirects_no_address</comment>
        <translation>服务器重定向到无效的地址</translation>
    </message>
    <message>
        <source>the server redirects endlessly</source>
        <comment>servers.server_redirects_without_end</comment>
        <translation>服务器无休止地重定向</translation>
    </message>
    <message>
        <source>the server refused it</source>
        <comment>servers.server_refused</comment>
        <translation>服务器已拒绝</translation>
    </message>
    <message>
        <source>the server refuses every handshake: {reason}; {also}</source>
        <comment>services.server_refuses_every_handshake</comment>
        <translation>服务器拒绝每次握手：{reason}；{also}</translation>
    </message>
    <message>
        <source>the server repeated a secret in a form that cannot be redacted; withheld</source>
        <comment>servers.server_repeated_secret_form</comment>
        <translation>服务器以无法抹除的形式重复了凭据；内容已扣留</translation>
    </message>
    <message>
        <source>the server says that it is not ready</source>
        <comment>servers.server_says_not_ready</comment>
        <translation>服务器表示尚未就绪</translation>
    </message>
    <message>
        <source>the server names an invalid address as its message endpoint</source>
        <comment>servers.server_says_takes_messages</comment>
        <translation>服务器给出的消息端点地址无效</translation>
    </message>
    <message>
        <source>the server sends too much at once</source>
        <comment>servers.server_sends_too_much</comment>
        <translation>服务器一次发送的内容过多</translation>
    </message>
    <message>
        <source>the server supports only protocol versions that ToolGuard does not support: {versions}</source>
        <comment>services.server_speaks_only_versions</comment>
        <translation>服务器只支持 ToolGuard 不支持的协议版本：{versions}</translation>
    </message>
    <message>
        <source>the server accepts no calls at its address: check it</source>
        <comment>servers.server_takes_no_calls</comment>
        <translation>服务器的地址不接受调用：请检查地址</translation>
    </message>
    <message>
        <source>the server accepts no messages at this address: check its path</source>
        <comment>servers.server_takes_no_messages</comment>
        <translation>服务器在此地址不接收消息：请检查路径</translation>
    </message>
    <message>
        <source>the server sends no updates</source>
        <comment>servers.server_tells_no_updates</comment>
        <translation>服务器不发送更新</translation>
    </message>
    <message>
        <source>the server accepted the message but sends no response</source>
        <comment>servers.server_took_message_sends</comment>
        <translation>服务器接受了消息，但没有发送响应</translation>
    </message>
    <message>
        <source>the server took too long</source>
        <comment>servers.server_took_too_long</comment>
        <translation>服务器耗时过长</translation>
    </message>
    <message>
        <source>the server&apos;s message endpoint is on another server, which ToolGuard does not support</source>
        <comment>servers.server_wants_messages_sent</comment>
        <translation>服务器的消息端点在另一个服务器上，ToolGuard 不支持</translation>
    </message>
    <message>
        <source>the server requires authentication: {sign_in}</source>
        <comment>servers.server_wants_know</comment>
        <translation>服务器要求身份验证：{sign_in}</translation>
    </message>
    <message>
        <source>the server requires {pointer} in a header, too, where others can read it</source>
        <comment>gate.server_wants_repeated_header</comment>
        <translation>服务器要求 {pointer} 也出现在标头中，其他人可以在那里读取它</translation>
    </message>
    <message>
        <source>the server was removed or changed in the meantime, so ToolGuard discarded the sign-in</source>
        <comment>servers.server_removed_changed_meanwhile</comment>
        <translation>服务器在此期间已被移除或更改，因此 ToolGuard 丢弃了此次登录</translation>
    </message>
    <message>
        <source>the server was restarted and refused the handshake</source>
        <comment>gate.server_started_again_refused</comment>
        <translation>服务器重新启动后拒绝了握手</translation>
    </message>
    <message>
        <source>the server {ended} before it answered {method}</source>
        <comment>services.server_before_answered</comment>
        <translation>服务器在响应 {method} 之前{ended}</translation>
    </message>
    <message>
        <source>the server {ended} during its handshake</source>
        <comment>gate.server_during_handshake</comment>
        <translation>服务器在握手期间{ended}</translation>
    </message>
    <message>
        <source>the server {name}</source>
        <comment>servers.the_server</comment>
        <translation>服务器 {name}</translation>
    </message>
    <message>
        <source>the server {name}</source>
        <comment>services.the_server</comment>
        <translation>服务器 {name}</translation>
    </message>
    <message>
        <source>the server {name} does not name a page to sign in; if it requires a token, set its header Authorization to a value such as Bearer ${secret:NAME} in its settings</source>
        <comment>servers.server_not_say_people</comment>
        <translation>服务器 {name} 没有说明在哪里登录；如果它需要令牌，请在它的设置中把标头 Authorization 设为类似 Bearer ${secret:NAME} 的值</translation>
    </message>
    <message>
        <source>the address of the server {name} has changed: check it, then start again</source>
        <comment>servers.server_another_address_now_look</comment>
        <translation>服务器 {name} 的地址已更改：请检查后重新开始</translation>
    </message>
    <message>
        <source>the address of the server {name} has changed: restart the server in your chat client</source>
        <comment>servers.server_another_address_now</comment>
        <translation>服务器 {name} 的地址已更改：请在您的聊天客户端中重新启动该服务器</translation>
    </message>
    <message>
        <source>the address of the server {name} has changed: restart the server in your chat client.</source>
        <comment>servers.server_another_address_now_start</comment>
        <translation>服务器 {name} 的地址已更改：请在您的聊天客户端中重新启动该服务器。</translation>
    </message>
    <message>
        <source>the server {name} is of the unknown kind {kind}; use one of {kinds}</source>
        <comment>servers.server_unknown_kind_set</comment>
        <translation>服务器 {name} 的类型 {kind} 未知；请设为 {kinds} 之一</translation>
    </message>
    <message>
        <source>the server {name} refuses the token of your sign-in: contact the server&apos;s operator</source>
        <comment>servers.server_refuses_token_given</comment>
        <translation>服务器 {name} 拒绝了您登录时得到的令牌：请联系服务器的运营者</translation>
    </message>
    <message>
        <source>the server {name} requires more rights; {again}</source>
        <comment>servers.server_wants_more_rights</comment>
        <translation>服务器 {name} 需要更多权限；{again}</translation>
    </message>
    <message>
        <source>the server {server} is not available now</source>
        <comment>clients.server_cannot_used_now</comment>
        <translation>服务器 {server} 目前无法使用</translation>
    </message>
    <message>
        <source>the server {server} could not be used</source>
        <comment>services.server_not_used</comment>
        <translation>服务器 {server} 无法使用</translation>
    </message>
    <message>
        <source>the server {server} does not read the messages that it is sent</source>
        <comment>clients.server_not_take_sent</comment>
        <translation>服务器 {server} 不读取发送给它的消息</translation>
    </message>
    <message>
        <source>the server {server} has ended</source>
        <comment>clients.server_gone</comment>
        <translation>服务器 {server} 已结束</translation>
    </message>
    <message>
        <source>the server {server} has changed since the secret {name} was bound to it, and nobody accepted that: check what changed, then bind the secret again on the page Credentials, or run `toolguard secret bind {name} --server {server}`</source>
        <comment>services.server_no_longer_secret</comment>
        <translation>凭据 {name} 绑定之后，服务器 {server} 已更改，而且没有人接受此更改：请检查更改的内容，然后在“凭据”页面重新绑定，或运行 `toolguard secret bind {name} --server {server}`</translation>
    </message>
    <message>
        <source>you cannot sign in to the server {server}: it has no address, or its settings contain the header Authorization</source>
        <comment>servers.server_not_sign_no</comment>
        <translation>无法登录服务器 {server}：它没有地址，或其设置中包含标头 Authorization</translation>
    </message>
    <message>
        <source>the server&apos;s address contains a password; remove it, and set a header Authorization with ${secret:NAME} instead</source>
        <comment>servers.server_address_password_take</comment>
        <translation>服务器的地址中含有密码；请将它去掉，改为设置含 ${secret:NAME} 的标头 Authorization</translation>
    </message>
    <message>
        <source>the server&apos;s address is invalid; it must begin with https:// or http:// and name a host</source>
        <comment>servers.server_address_none_begin</comment>
        <translation>服务器的地址无效；它必须以 https:// 或 http:// 开头并写明主机</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not trusted ({detail}); if your own authority issued it, add that to your system, or name its file in the variable SSL_CERT_FILE</source>
        <comment>servers.server_certificate_not_trusted</comment>
        <translation>服务器的证书不受信任（{detail}）；如果它由您自己的机构颁发，请将该机构添加到系统，或在变量 SSL_CERT_FILE 中指定其文件</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools is too large: {reason}</source>
        <comment>servers.server_list_tools_too</comment>
        <translation>服务器的工具列表过大：{reason}</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools never ends: it repeats a cursor</source>
        <comment>services.server_list_tools_never</comment>
        <translation>服务器的工具列表没有尽头：它重复同一游标</translation>
    </message>
    <message>
        <source>the server&apos;s own stream broke: {reason}</source>
        <comment>servers.server_own_stream_broke</comment>
        <translation>服务器自己的数据流中断：{reason}</translation>
    </message>
    <message>
        <source>the server&apos;s session ID is invalid and was ignored</source>
        <comment>servers.server_session_id_not</comment>
        <translation>服务器的会话 ID 无效，已忽略</translation>
    </message>
    <message>
        <source>the server&apos;s sign-in has no credential: set one in its settings as ${secret:NAME}</source>
        <comment>servers.server_sign_no_credential</comment>
        <translation>服务器的登录没有凭据：请在它的设置中以 ${secret:NAME} 指定一个</translation>
    </message>
    <message>
        <source>the session ended before the call was sent to the server</source>
        <comment>gate.session_ended_before_written</comment>
        <translation>在调用发送给服务器之前，会话已结束</translation>
    </message>
    <message>
        <source>the session ended before the request was processed</source>
        <comment>clients.session_ended_asked</comment>
        <translation>会话在处理请求之前结束</translation>
    </message>
    <message>
        <source>the session is closed</source>
        <comment>clients.session_closed</comment>
        <translation>会话已关闭</translation>
    </message>
    <message>
        <source>the session has ended</source>
        <comment>gate.session_over</comment>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>the session with {server} has ended ({ended})</source>
        <comment>clients.session_over</comment>
        <translation>与 {server} 的会话已结束（{ended}）</translation>
    </message>
    <message>
        <source>the settings were changed in the meantime. Try again.</source>
        <comment>gate.settings_changed_meanwhile_try</comment>
        <translation>设置在此期间已更改。请重试。</translation>
    </message>
    <message>
        <source>the sign-in cannot be stored: {reason}</source>
        <comment>services.sign_cannot_kept</comment>
        <translation>登录无法保存：{reason}</translation>
    </message>
    <message>
        <source>the sign-in was declined: {reason}{about}</source>
        <comment>servers.sign_declined</comment>
        <translation>登录被拒绝：{reason}{about}</translation>
    </message>
    <message>
        <source>the system bus cannot be reached ({reason}).</source>
        <comment>presence.system_bus_cannot_reached</comment>
        <translation>无法连接系统总线（{reason}）。</translation>
    </message>
    <message>
        <source>the system bus refused the connection ({reason}).</source>
        <comment>presence.system_bus_not_let</comment>
        <translation>系统总线拒绝了连接（{reason}）。</translation>
    </message>
    <message>
        <source>the third descriptor is not a journal: {reason}</source>
        <comment>clients.third_descriptors_no_journal</comment>
        <translation>第三个描述符不是 journal 文件：{reason}</translation>
    </message>
    <message>
        <source>wrong token: the program that connects does not belong to this user</source>
        <comment>clients.token_wrong_program_connects</comment>
        <translation>令牌错误：连接的程序不属于此用户</translation>
    </message>
    <message>
        <source>the tool {name}</source>
        <comment>services.the_tool</comment>
        <translation>工具 {name}</translation>
    </message>
    <message>
        <source>the tool {name} was left out: {reason}</source>
        <comment>servers.tool_left_out</comment>
        <translation>已省略工具 {name}：{reason}</translation>
    </message>
    <message>
        <source>the tool {tool} needs {missing}, which the server {server} does not get. In ToolGuard, name a credential for it in the settings of {server}, under Context, and bind it: on the page Credentials, or with `toolguard secret bind NAME --server {server}`.</source>
        <comment>servers.tool_needs_server_not</comment>
        <translation>工具 {tool} 需要 {missing}，而服务器 {server} 没有得到它。请在 ToolGuard 中，在 {server} 的设置的“上下文”中为它指定凭据并绑定：在“凭据”页面上，或使用 `toolguard secret bind NAME --server {server}`。</translation>
    </message>
    <message>
        <source>the tool {tool} of {server}</source>
        <comment>services.tool_of</comment>
        <translation>{server} 的工具 {tool}</translation>
    </message>
    <message>
        <source>the tool {tool} of {server} for {client}</source>
        <comment>services.tool_of_for</comment>
        <translation>{server} 的工具 {tool}（用于 {client}）</translation>
    </message>
    <message>
        <source>the tool&apos;s schema has no argument {pointer}</source>
        <comment>gate.pointer_not_in_schema</comment>
        <translation>工具的输入定义中没有参数 {pointer}</translation>
    </message>
    <message>
        <source>the tool&apos;s schema has no property {pointer} that properties alone lead to</source>
        <comment>gate.tool_schema_no_property</comment>
        <translation>工具的输入定义中没有仅经由属性就能到达的属性 {pointer}</translation>
    </message>
    <message>
        <source>the tool&apos;s schema has a reference on the path to {pointer}</source>
        <comment>gate.tool_schema_leads_elsewhere</comment>
        <translation>工具的输入定义在通往 {pointer} 的路径上有引用</translation>
    </message>
    <message>
        <source>a pattern in the tool&apos;s schema may also apply to {pointer}</source>
        <comment>gate.tool_schema_speak_pattern</comment>
        <translation>工具的输入定义中的模式可能也适用于 {pointer}</translation>
    </message>
    <message>
        <source>the tool&apos;s schema has references to other parts than its definitions</source>
        <comment>gate.tool_schema_refers_part</comment>
        <translation>工具的输入定义引用了其定义以外的部分</translation>
    </message>
    <message>
        <source>the tool&apos;s schema mentions {pointer} in a second place</source>
        <comment>gate.tool_schema_speaks_second</comment>
        <translation>工具的输入定义在另一处也提到了 {pointer}</translation>
    </message>
    <message>
        <source>the user did not answer the last {count} requests and is not asked now; try again in {wait} s, or when the user is back</source>
        <comment>gate.prompts_paused</comment>
        <translation>用户未回应最近 {count} 个请求，现在不再询问；请在 {wait} 秒后或用户回来后重试</translation>
    </message>
    <message>
        <source>the value is not JSON: {problem}</source>
        <comment>gate.value_not_json</comment>
        <translation>该值不是 JSON：{problem}</translation>
    </message>
    <message>
        <source>the value of a condition is larger than {limit} KiB</source>
        <comment>gate.condition_value_too_large</comment>
        <translation>条件的值大于 {limit} KiB</translation>
    </message>
    <message>
        <source>the {what} {address} {reason}: it was not used</source>
        <comment>servers.not_used</comment>
        <translation>{what} {address} {reason}：没有使用</translation>
    </message>
    <message>
        <source>the {what} {variable} contains an invalid reference to a secret; write ${secret:NAME}</source>
        <comment>servers.reference_secret_cannot_read</comment>
        <translation>{what} {variable} 中对凭据的引用无效；请写 ${secret:NAME}</translation>
    </message>
    <message>
        <source>the {which} for {name} is missing</source>
        <comment>clients.belongs_missing</comment>
        <translation>缺少属于 {name} 的 {which}</translation>
    </message>
    <message>
        <source>there is already a security key {name}. Choose another name.</source>
        <comment>presence.security_key_already_choose</comment>
        <translation>已有安全密钥 {name}。请另选名称。</translation>
    </message>
    <message>
        <source>this client has no server {server}</source>
        <comment>clients.no_server_client</comment>
        <translation>此客户端没有服务器 {server}</translation>
    </message>
    <message>
        <source>this pause no longer exists</source>
        <comment>gate.no_pause</comment>
        <translation>此暂停已不存在</translation>
    </message>
    <message>
        <source>there is no tool {key}</source>
        <comment>clients.no_tool</comment>
        <translation>没有工具 {key}</translation>
    </message>
    <message>
        <source>{key} has no version {wanted}: its version is {version}</source>
        <comment>clients.no_version_now</comment>
        <translation>{key} 没有版本 {wanted}：它的版本是 {version}</translation>
    </message>
    <message>
        <source>{place} does not exist or cannot be changed</source>
        <comment>clients.settings_entry_missing</comment>
        <translation>{place} 不存在或无法更改</translation>
    </message>
    <message>
        <source>not found: a server&apos;s URL is /s/NAME/mcp, that of all servers /mcp; older clients: /sse; Open Tool Calling: /otc/NAME</source>
        <comment>clients.nothing_here_server_url</comment>
        <translation>未找到：服务器的 URL 是 /s/名称/mcp，全部服务器的是 /mcp；较旧的客户端使用 /sse；Open Tool Calling 使用 /otc/名称</translation>
    </message>
    <message>
        <source>there is more text after the end</source>
        <comment>store.something_after_end</comment>
        <translation>结尾之后还有内容</translation>
    </message>
    <message>
        <source>they must be a JSON object</source>
        <comment>gate.json_object</comment>
        <translation>它们必须是 JSON 对象</translation>
    </message>
    <message>
        <source>this $schema is not supported: use otc://1.0 or urn:oxp:1.0</source>
        <comment>clients.schema_not_supported_otc</comment>
        <translation>不支持此 $schema：请使用 otc://1.0 或 urn:oxp:1.0</translation>
    </message>
    <message>
        <source>this OXP-Version is not supported: use 1.0</source>
        <comment>clients.oxp_version_not_supported</comment>
        <translation>不支持此 OXP-Version：请使用 1.0</translation>
    </message>
    <message>
        <source>this ToolGuard cannot be closed by another process</source>
        <comment>clients.cannot_closed_elsewhere</comment>
        <translation>其他进程无法关闭这个 ToolGuard</translation>
    </message>
    <message>
        <source>this call_id belongs to another call: use a new one</source>
        <comment>clients.call_id_stands_another</comment>
        <translation>此 call_id 属于另一个调用：请使用新的</translation>
    </message>
    <message>
        <source>this client has too many connections: use the open ones, or close some</source>
        <comment>clients.client_too_many_connections</comment>
        <translation>此客户端的连接过多：请使用已打开的连接，或关闭一些</translation>
    </message>
    <message>
        <source>this computer has no authentication method for Windows Hello.</source>
        <comment>presence.computer_no_way_authenticate</comment>
        <translation>这台计算机没有可用于 Windows Hello 的身份验证方式。</translation>
    </message>
    <message>
        <source>unknown cursor: list again from the start</source>
        <comment>clients.cursor_not_known_list</comment>
        <translation>此游标未知：请从头重新列出</translation>
    </message>
    <message>
        <source>this endpoint combines several servers and cannot tell which one this is for; use the server&apos;s own endpoint (toolguard-connect --server NAME)</source>
        <comment>clients.endpoint_stands_several_servers</comment>
        <translation>此端点组合了多个服务器，无法判断此消息是发给哪一个的；请使用该服务器自己的端点（toolguard-connect --server 名称）</translation>
    </message>
    <message>
        <source>ToolGuard listens on a loopback address: Host must be 127.0.0.1 or localhost, with the port</source>
        <comment>clients.loopback_address_host_127</comment>
        <translation>ToolGuard 在回环地址上监听：Host 必须是 127.0.0.1 或 localhost，并带端口</translation>
    </message>
    <message>
        <source>this is over the limit of {calls} per {seconds} s; try again in {wait} s</source>
        <comment>gate.too_many_calls</comment>
        <translation>超出每 {seconds} 秒 {calls} 次的限制；请在 {wait} 秒后重试</translation>
    </message>
    <message>
        <source>this key was removed in the meantime.</source>
        <comment>presence.key_removed_meanwhile</comment>
        <translation>这个密钥在此期间被移除。</translation>
    </message>
    <message>
        <source>this protocol version supports only POST</source>
        <comment>clients.protocol_version_only_post</comment>
        <translation>此协议版本只支持 POST</translation>
    </message>
    <message>
        <source>this security key asks for its PIN, which ToolGuard cannot pass on. Use a key without one.</source>
        <comment>presence.security_key_asks_pin</comment>
        <translation>此安全密钥要求 PIN，而 ToolGuard 无法转达。请使用没有 PIN 的密钥。</translation>
    </message>
    <message>
        <source>this is not the right security key: it is not registered here, or already registered.</source>
        <comment>presence.security_key_not_right</comment>
        <translation>这不是正确的安全密钥：它没有在这里注册，或者已经注册。</translation>
    </message>
    <message>
        <source>this session already has a stream</source>
        <comment>clients.session_stream_already</comment>
        <translation>此会话已有数据流</translation>
    </message>
    <message>
        <source>this session has ended ({ended}): send initialize again, without Mcp-Session-Id</source>
        <comment>clients.session_over_initialize_again</comment>
        <translation>此会话已结束（{ended}）：请重新 initialize，不带 Mcp-Session-Id</translation>
    </message>
    <message>
        <source>this session has ended or never existed: send initialize again, without Mcp-Session-Id</source>
        <comment>clients.session_over_never_initialize</comment>
        <translation>此会话已结束或从未存在：请重新 initialize，不带 Mcp-Session-Id</translation>
    </message>
    <message>
        <source>this session has ended or never existed: open its stream again</source>
        <comment>clients.session_over_never_open</comment>
        <translation>此会话已结束或从未存在：请重新打开它的流</translation>
    </message>
    <message>
        <source>this session has ended: send initialize again, without Mcp-Session-Id</source>
        <comment>clients.session_over_initialize_again_without</comment>
        <translation>此会话已结束：请重新 initialize，不带 Mcp-Session-Id</translation>
    </message>
    <message>
        <source>this session was opened with initialize</source>
        <comment>clients.session_opened_initialize</comment>
        <translation>此会话由 initialize 打开</translation>
    </message>
    <message>
        <source>this tool runs only as a task of 2025-11-25, which a client of 2026-07-28 cannot start</source>
        <comment>servers.tool_runs_only_task</comment>
        <translation>此工具只能作为 2025-11-25 的任务运行，2026-07-28 版本的客户端无法启动它</translation>
    </message>
    <message>
        <source>too many pending approvals: another client, which has fewer, took the place of this one</source>
        <comment>gate.too_many_pending_approvals</comment>
        <translation>待处理的批准过多：另一个待处理较少的客户端取代了此客户端的位置</translation>
    </message>
    <message>
        <source>too many requests wait for the client</source>
        <comment>gate.too_many_requests_wait</comment>
        <translation>等待客户端的请求过多</translation>
    </message>
    <message>
        <source>too many requests wait for the client</source>
        <comment>servers.too_many_requests_wait</comment>
        <translation>等待客户端的请求过多</translation>
    </message>
    <message>
        <source>too many resource subscriptions</source>
        <comment>servers.too_many_resources_watched</comment>
        <translation>资源订阅过多</translation>
    </message>
    <message>
        <source>tool_id must be Toolkit.Tool, with or without @version after it</source>
        <comment>clients.tool_id_toolkit_tool</comment>
        <translation>tool_id 必须是 Toolkit.Tool，其后可带 @版本</translation>
    </message>
    <message>
        <source>toolguard-connect ended</source>
        <comment>clients.connect_ended</comment>
        <translation>toolguard-connect 已结束</translation>
    </message>
    <message>
        <source>toolguard-connect is not installed next to ToolGuard, so clients would not find it. Install ToolGuard again.</source>
        <comment>services.route_no_stub</comment>
        <translation>ToolGuard 旁边没有安装 toolguard-connect，客户端会找不到它。请重新安装 ToolGuard。</translation>
    </message>
    <message>
        <source>tools hidden from {earlier} are hidden from {name}</source>
        <comment>services.tools_hidden_hidden</comment>
        <translation>对 {earlier} 隐藏的工具也对 {name} 隐藏</translation>
    </message>
    <message>
        <source>tools/call must have an id</source>
        <comment>gate.tools_call_id</comment>
        <translation>tools/call 必须有 id</translation>
    </message>
    <message>
        <source>tools/call needs params with a name</source>
        <comment>gate.tools_call_needs_params</comment>
        <translation>tools/call 的 params 需要名称</translation>
    </message>
    <message>
        <source>tools/call without an id</source>
        <comment>clients.tools_call_without_id</comment>
        <translation>没有 id 的 tools/call</translation>
    </message>
    <message>
        <source>true or false</source>
        <comment>services.expect_true_false</comment>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>true, false or null</source>
        <comment>services.expect_true_false_null</comment>
        <translation>true、false 或 null</translation>
    </message>
    <message>
        <source>two changes are in the same place</source>
        <comment>clients.settings_change_overlaps</comment>
        <translation>两处更改位于同一位置</translation>
    </message>
    <message>
        <source>two numbers are needed, such as 1 and 100; one of them may be left out</source>
        <comment>gate.condition_needs_bounds</comment>
        <translation>需要两个数字，例如 1 和 100；最多可省略其中一个</translation>
    </message>
    <message>
        <source>unknown method {method}</source>
        <comment>gate.unknown_method</comment>
        <translation>未知方法 {method}</translation>
    </message>
    <message>
        <source>unknown program</source>
        <comment>services.unknown_program</comment>
        <translation>未知程序</translation>
    </message>
    <message>
        <source>waiting for you to accept this server</source>
        <comment>services.waiting_accept_server</comment>
        <translation>等待您接受此服务器</translation>
    </message>
    <message>
        <source>waiting for you to review what changed</source>
        <comment>services.waiting_look_changed</comment>
        <translation>正在等待您查看改变之处</translation>
    </message>
    <message>
        <source>the subscription is no longer needed</source>
        <comment>servers.wants_nothing_more</comment>
        <translation>不再需要此订阅</translation>
    </message>
    <message>
        <source>the subscription was replaced</source>
        <comment>servers.wants_something_else</comment>
        <translation>此订阅已被替换</translation>
    </message>
    <message>
        <source>web pages have no access: this Origin is not allowed</source>
        <comment>clients.web_pages_no_access</comment>
        <translation>网页不得访问：不允许 Origin</translation>
    </message>
    <message>
        <source>ToolGuard cannot fill in the values for this tool: {reason}.</source>
        <comment>servers.fills_tool_no_place</comment>
        <translation>ToolGuard 无法为此工具填入值：{reason}。</translation>
    </message>
    <message>
        <source>the values that ToolGuard fills in for this tool changed while the call was pending.</source>
        <comment>gate.fills_tool_changed_call</comment>
        <translation>调用等待期间，ToolGuard 为此工具填入的内容已更改。</translation>
    </message>
    <message>
        <source>the values that ToolGuard fills in for this tool changed while the call was pending.</source>
        <comment>servers.fills_tool_changed_call</comment>
        <translation>调用等待期间，ToolGuard 为此工具填入的内容已更改。</translation>
    </message>
    <message>
        <source>the program there is not an OpenTelemetry receiver</source>
        <comment>store.ship_not_otlp</comment>
        <translation>该处的程序不是 OpenTelemetry 接收方</translation>
    </message>
    <message>
        <source>changes of config.json that reduce protection accepted</source>
        <comment>services.config_json_loosens_accepted</comment>
        <translation>已接受 config.json 中会降低保护的更改</translation>
    </message>
    <message>
        <source>changes of config.json that reduce protection refused</source>
        <comment>services.config_json_loosens_refused</comment>
        <translation>已拒绝 config.json 中会降低保护的更改</translation>
    </message>
    <message>
        <source>the parent of {pointer} is not an object</source>
        <comment>gate.holds_not_object</comment>
        <translation>包含 {pointer} 的不是对象</translation>
    </message>
    <message>
        <source>the value next of the previous page</source>
        <comment>services.expect_cursor</comment>
        <translation>上一页给出的 next 值</translation>
    </message>
    <message>
        <source>the binding of the secret {name} could not be saved. {reason}</source>
        <comment>services.secret_bound_not_kept</comment>
        <translation>无法保存凭据 {name} 的绑定。{reason}</translation>
    </message>
    <message>
        <source>the server&apos;s response is not a tool list of Open Tool Calling: check the address</source>
        <comment>servers.server_answers_no_list</comment>
        <translation>服务器的响应不是 Open Tool Calling 的工具列表：请检查地址</translation>
    </message>
    <message>
        <source>the call to be sent is not the one that was decided on</source>
        <comment>gate.sent_not_decided</comment>
        <translation>将要发送的调用与已决定的调用不一致</translation>
    </message>
    <message>
        <source>the program that sent this command has disconnected</source>
        <comment>clients.gave_order_gone</comment>
        <translation>发送此命令的程序已断开连接</translation>
    </message>
    <message>
        <source>a program of your own user answers as polkit, which proves nothing.</source>
        <comment>presence.answers_polkit_program_own</comment>
        <translation>以 polkit 名义响应的是您自己用户的程序，这不能证明任何事情。</translation>
    </message>
    <message>
        <source>withheld by ToolGuard, because they contain a secret</source>
        <comment>gate.withheld_because_hold_secret</comment>
        <translation>因含有凭据而被 ToolGuard 隐去</translation>
    </message>
    <message>
        <source>you are not signed in to the server {server}</source>
        <comment>servers.not_signed_server</comment>
        <translation>您没有登录服务器 {server}</translation>
    </message>
    <message>
        <source>you are signed out of the server {server}; {again}</source>
        <comment>servers.signed_out_server</comment>
        <translation>您已退出服务器 {server} 的登录；{again}</translation>
    </message>
    <message>
        <source>you cancelled Windows Hello&apos;s question.</source>
        <comment>presence.cancelled_windows_hello_question</comment>
        <translation>您取消了 Windows Hello 的问题。</translation>
    </message>
    <message>
        <source>you cancelled macOS&apos;s question.</source>
        <comment>presence.cancelled_macos_question</comment>
        <translation>您取消了 macOS 的问题。</translation>
    </message>
    <message>
        <source>you cancelled the authentication.</source>
        <comment>gate.cancelled_authentication</comment>
        <translation>您取消了身份验证。</translation>
    </message>
    <message>
        <source>you chose another authentication method, which ToolGuard does not support.</source>
        <comment>presence.chose_another_way_authenticate</comment>
        <translation>您选择了另一种身份验证方式，ToolGuard 不支持。</translation>
    </message>
    <message>
        <source>you dismissed polkit&apos;s question.</source>
        <comment>presence.dismissed_polkit_question</comment>
        <translation>您关闭了 polkit 的问题。</translation>
    </message>
    <message>
        <source>you cancelled the sign-in</source>
        <comment>servers.gave_sign_up</comment>
        <translation>您取消了登录</translation>
    </message>
    <message>
        <source>you were away for longer than the rule allows</source>
        <comment>gate.person_away</comment>
        <translation>您离开的时间超过了规则允许的时长</translation>
    </message>
    <message>
        <source>your account has no password. Set one in System Settings.</source>
        <comment>presence.account_no_password_set</comment>
        <translation>您的账户没有密码。请在“系统设置”中设置。</translation>
    </message>
    <message>
        <source>your keyring does not answer</source>
        <comment>services.ship_keyring_slow</comment>
        <translation>您的密钥环没有响应</translation>
    </message>
    <message>
        <source>your sign-in at {place} has ended; {again}</source>
        <comment>services.sign_over</comment>
        <translation>您在 {place} 的登录已结束；{again}</translation>
    </message>
    <message>
        <source>your sign-in cannot be read. {reason}</source>
        <comment>services.sign_cannot_read</comment>
        <translation>无法读取您的登录。{reason}</translation>
    </message>
    <message>
        <source>your sign-in to the server {server} could not be renewed: {reason}</source>
        <comment>servers.sign_server_not_renewed</comment>
        <translation>您在服务器 {server} 的登录无法续期：{reason}</translation>
    </message>
    <message>
        <source>your sign-in to the server {server} has ended; {again}</source>
        <comment>servers.sign_server_ended</comment>
        <translation>您在服务器 {server} 的登录已结束；{again}</translation>
    </message>
    <message>
        <source>{advice} ({detail})</source>
        <comment>store.with_detail</comment>
        <translation>{advice}（{detail}）</translation>
    </message>
    <message>
        <source>{calls}, {name} {value}</source>
        <comment>services.calls_with</comment>
        <translation>{calls}，{name} 为 {value}</translation>
    </message>
    <message>
        <source>{client} ({program})</source>
        <comment>services.client_of_program</comment>
        <translation>{client}（{program}）</translation>
    </message>
    <message>
        <source>{client} no longer asks about its tools itself, because ToolGuard turned that off. Guard it again, or undo.</source>
        <comment>services.changed_unasked</comment>
        <translation>{client} 自己不再询问其工具，因为 ToolGuard 已将其关闭。请重新保护，或撤销。</translation>
    </message>
    <message>
        <source>{client} is not connected now.</source>
        <comment>services.not_connected_now</comment>
        <translation>{client} 目前没有连接。</translation>
    </message>
    <message>
        <source>{client} loads only the servers in {path}, which an administrator manages.</source>
        <comment>clients.policy_exclusive</comment>
        <translation>{client} 只加载 {path} 中由管理员管理的服务器。</translation>
    </message>
    <message>
        <source>{client} wants to start the server {name} with other values</source>
        <comment>services.wants_start_server_other</comment>
        <translation>{client} 想用不同的值启动服务器 {name}</translation>
    </message>
    <message>
        <source>{count} descriptors arrived, {announced} were announced</source>
        <comment>clients.descriptors_came_announced</comment>
        <translation>收到 {count} 个描述符，声明的是 {announced} 个</translation>
    </message>
    <message>
        <source>{count} more changes, together.</source>
        <comment>services.more_changes_together</comment>
        <translation>另外 {count} 项更改，合在一起。</translation>
    </message>
    <message>
        <source>{count} names in its list of disabled tools cannot be read.</source>
        <comment>clients.tools_cannot_read_hidden</comment>
        <translation>其禁用工具列表中有 {count} 个名称无法读取。</translation>
    </message>
    <message>
        <source>{count} of its tools cannot be read, and are not shown.</source>
        <comment>clients.tools_cannot_read</comment>
        <translation>它的 {count} 个工具无法读取，因此不会显示。</translation>
    </message>
    <message>
        <source>{count} sessions of server {name} {reason}</source>
        <comment>services.sessions_server</comment>
        <translation>服务器 {name} 的 {count} 个会话{reason}</translation>
    </message>
    <message>
        <source>{ended}; its last output: {words}</source>
        <comment>servers.ended_with_last_words</comment>
        <translation>{ended}；它最后的输出：{words}</translation>
    </message>
    <message>
        <source>{first} or {last}</source>
        <comment>tables.alternatives</comment>
        <translation>{first} 或 {last}</translation>
    </message>
    <message>
        <source>{first} {then}</source>
        <comment>gate.sentences</comment>
        <translation>{first}{then}</translation>
    </message>
    <message>
        <source>{first}; {then}</source>
        <comment>gate.clauses</comment>
        <translation>{first}；{then}</translation>
    </message>
    <message>
        <source>{first}{line_break}{then}</source>
        <comment>gate.lines</comment>
        <translation>{first}{line_break}{then}</translation>
    </message>
    <message>
        <source>{folder} contains this bundle, but {name} was changed after it was unpacked. Remove the folder, then import the bundle again.</source>
        <comment>clients.bundle_changed</comment>
        <translation>{folder} 中已有这个扩展包，但 {name} 在解压之后被更改过。请删除该文件夹，然后重新导入。</translation>
    </message>
    <message>
        <source>{folder} is not the absolute path of a folder in its normal form</source>
        <comment>gate.folder_not_absolute</comment>
        <translation>{folder} 不是规范形式的文件夹绝对路径</translation>
    </message>
    <message>
        <source>{host} cannot be reached; check the address and your network</source>
        <comment>servers.cannot_reached_check_address</comment>
        <translation>无法连接 {host}；请检查地址和您的网络</translation>
    </message>
    <message>
        <source>{host} is not a host such as example.com, *.example.com or example.com:8443</source>
        <comment>gate.host_invalid</comment>
        <translation>{host} 不是 example.com、*.example.com 或 example.com:8443 这样的主机</translation>
    </message>
    <message>
        <source>{id}: the page was not opened</source>
        <comment>servers.page_not_opened</comment>
        <translation>{id}：没有打开页面</translation>
    </message>
    <message>
        <source>{id}: its status cannot be read ({reason})</source>
        <comment>servers.whether_done_cannot_seen</comment>
        <translation>{id}：无法读取其状态（{reason}）</translation>
    </message>
    <message>
        <source>{id}: its status is on another server, which ToolGuard does not ask</source>
        <comment>servers.whether_done_told_another</comment>
        <translation>{id}：其状态在另一个服务器上，ToolGuard 不会查询它</translation>
    </message>
    <message>
        <source>{issuer} does not state that it protects sign-ins with PKCE (S256), so ToolGuard did not sign in</source>
        <comment>servers.not_say_protects_sign</comment>
        <translation>{issuer} 没有说明它以 PKCE (S256) 保护登录，因此 ToolGuard 没有登录</translation>
    </message>
    <message>
        <source>{issuer} issued a token that no header can carry</source>
        <comment>servers.gave_token_no_header</comment>
        <translation>{issuer} 给出的令牌无法放入标头</translation>
    </message>
    <message>
        <source>{issuer} issued no token ({reason})</source>
        <comment>servers.gave_no_token</comment>
        <translation>{issuer} 没有给出令牌（{reason}）</translation>
    </message>
    <message>
        <source>{issuer} does not register clients automatically: get a client ID there, and set it in the server&apos;s settings</source>
        <comment>servers.takes_no_new_programs</comment>
        <translation>{issuer} 不会自动注册客户端：请在那里获取客户端 ID，并在服务器的设置中设置它</translation>
    </message>
    <message>
        <source>{issuer}, where you should sign in, does not describe its endpoints</source>
        <comment>servers.sign_not_say_how</comment>
        <translation>您应当登录的 {issuer} 没有说明它的端点</translation>
    </message>
    <message>
        <source>{kind} accepted in part</source>
        <comment>gate.accepted_part</comment>
        <translation>已部分接受 {kind}</translation>
    </message>
    <message>
        <source>{kind} refused: nobody can be asked for approval</source>
        <comment>gate.refused_nobody_can_asked</comment>
        <translation>{kind} 已拒绝：无人可询问</translation>
    </message>
    <message>
        <source>{method} contained the value of the secret {secrets} and was not forwarded; this was recorded</source>
        <comment>gate.holds_value_secret_stopped</comment>
        <translation>{method} 含有凭据 {secrets} 的值，未转发；此事已记录</translation>
    </message>
    <message>
        <source>{method} needs params</source>
        <comment>clients.needs_params</comment>
        <translation>{method} 需要 params</translation>
    </message>
    <message>
        <source>{method}: no server to send it to</source>
        <comment>clients.without_server</comment>
        <translation>{method} 没有可对应的服务器</translation>
    </message>
    <message>
        <source>{names} is given to the server {server}, which has changed since you bound it</source>
        <comment>services.given_server_changed_since</comment>
        <translation>{names} 会交给服务器 {server}，而它在您绑定之后已经改变</translation>
    </message>
    <message>
        <source>{names} of {client} no longer run through ToolGuard. Another program changed {path}. Open Clients to guard them again.</source>
        <comment>services.client_entry_changed</comment>
        <translation>{client} 的 {names} 不再经过 ToolGuard。其他程序更改了 {path}。请打开“客户端”页面重新保护。</translation>
    </message>
    <message>
        <source>The tools of {name} could not be listed: {reason}</source>
        <comment>services.not_looked</comment>
        <translation>无法列出 {name} 的工具：{reason}</translation>
    </message>
    <message>
        <source>{name} failed; the log file has the details.</source>
        <comment>gate.failed_log_file_details</comment>
        <translation>{name} 失败；详情见日志文件。</translation>
    </message>
    <message>
        <source>{name} is a required property</source>
        <comment>gate.misfit_required</comment>
        <translation>{name} 是必需的属性</translation>
    </message>
    <message>
        <source>{name} is a sign-in to a server: sign in again, or sign out, on the page Servers.</source>
        <comment>services.sign_server_sign_again</comment>
        <translation>{name} 是服务器的登录：请在“服务器”页面重新登录或退出登录。</translation>
    </message>
    <message>
        <source>{name} is a sign-in, whose tokens ToolGuard sends automatically: remove the reference to it</source>
        <comment>services.sign_tokens_go_themselves</comment>
        <translation>{name} 是登录，其令牌由 ToolGuard 自动发送：请移除对它的引用</translation>
    </message>
    <message>
        <source>{name} is not JSON</source>
        <comment>gate.not_json</comment>
        <translation>{name} 不是 JSON</translation>
    </message>
    <message>
        <source>{name} is not JSON</source>
        <comment>store.not_json</comment>
        <translation>{name} 不是 JSON</translation>
    </message>
    <message>
        <source>{name} is not a matcher</source>
        <comment>gate.unknown_matcher</comment>
        <translation>{name} 不是匹配器</translation>
    </message>
    <message>
        <source>{name} is not a string and was left out.</source>
        <comment>clients.entry_not_text</comment>
        <translation>{name} 不是字符串，已省略。</translation>
    </message>
    <message>
        <source>{name} line {line}: rules[{place}].id must differ from the id of every other rule.</source>
        <comment>store.line_rules_id_unlike</comment>
        <translation>{name} 第 {line} 行：rules[{place}].id 不得与其他规则相同。</translation>
    </message>
    <message>
        <source>{name} line {line}: this is not valid UTF-8.</source>
        <comment>store.line_not_valid_utf</comment>
        <translation>{name} 第 {line} 行：不是有效的 UTF-8。</translation>
    </message>
    <message>
        <source>{name} was left out: {reason}</source>
        <comment>services.server_left_out</comment>
        <translation>{name} 被略过：{reason}</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}</source>
        <comment>clients.file_unreadable</comment>
        <translation>无法读取 {path}：{reason}</translation>
    </message>
    <message>
        <source>{path} could not be written: {reason}</source>
        <comment>clients.file_not_written</comment>
        <translation>无法写入 {path}：{reason}</translation>
    </message>
    <message>
        <source>{path} exists. Choose another file, or use --force.</source>
        <comment>clients.bundle_exists</comment>
        <translation>{path} 已存在。请选择其他文件，或使用 --force。</translation>
    </message>
    <message>
        <source>{path} has no manifest.json, so it is not a bundle.</source>
        <comment>clients.bundle_no_manifest</comment>
        <translation>{path} 中没有 manifest.json，因此不是扩展包。</translation>
    </message>
    <message>
        <source>{path} contains a record that cannot be read: verify the log.</source>
        <comment>store.holds_record_cannot_read</comment>
        <translation>{path} 含有无法读取的记录：请验证日志。</translation>
    </message>
    <message>
        <source>{path} is damaged, so it is not known which records were sent: remove it to continue with new records</source>
        <comment>store.ship_cursor_damaged</comment>
        <translation>{path} 已损坏，无法得知哪些记录已发送：删除它即可从新记录继续</translation>
    </message>
    <message>
        <source>{path} is missing: the next change that you make here creates it again.</source>
        <comment>store.gone_next_change_make</comment>
        <translation>{path} 已丢失：您在此处所做的下一次更改会重新创建它。</translation>
    </message>
    <message>
        <source>{path} is not a bundle, or it is damaged. Download it again.</source>
        <comment>clients.bundle_broken</comment>
        <translation>{path} 不是扩展包，或已损坏。请重新下载。</translation>
    </message>
    <message>
        <source>{path} is not a log that ToolGuard wrote, or another program changed it ({reason}): keep it as evidence, move it away and restart ToolGuard.</source>
        <comment>store.not_log_wrote_something</comment>
        <translation>{path} 不是 ToolGuard 写入的日志，或被其他程序更改（{reason}）：请作为证据保留，将它移走并重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>{path} is not a log that ToolGuard wrote: keep it as evidence, move it away and restart.</source>
        <comment>store.not_log_wrote_keep</comment>
        <translation>{path} 不是 ToolGuard 写入的日志：请作为证据保留，将它移走并重新启动。</translation>
    </message>
    <message>
        <source>{path} is not a property list.</source>
        <comment>clients.policy_no_plist</comment>
        <translation>{path} 不是属性列表。</translation>
    </message>
    <message>
        <source>{path} is not a regular file.</source>
        <comment>clients.file_not_regular</comment>
        <translation>{path} 不是普通文件。</translation>
    </message>
    <message>
        <source>{path} no longer exists.</source>
        <comment>clients.file_gone</comment>
        <translation>{path} 已不存在。</translation>
    </message>
    <message>
        <source>{path} is read-only. Make it writable, then try again.</source>
        <comment>clients.file_read_only</comment>
        <translation>{path} 是只读的。请将其设为可写，然后重试。</translation>
    </message>
    <message>
        <source>{path} is too large, or becomes too large when it is unpacked.</source>
        <comment>clients.bundle_too_large</comment>
        <translation>{path} 过大，或解压后过大。</translation>
    </message>
    <message>
        <source>{path} points outside its project folder and is not read.</source>
        <comment>clients.file_outside</comment>
        <translation>{path} 指向其项目文件夹之外，因此不读取。</translation>
    </message>
    <message>
        <source>{path} still contains the change that you refused, which has no effect. Remove it from the file.</source>
        <comment>services.says_again_refused_not</comment>
        <translation>{path} 仍包含您已拒绝的更改：它不生效。请将其从文件中移除。</translation>
    </message>
    <message>
        <source>{path} was changed again in the meantime: review it again.</source>
        <comment>store.changed_again_meanwhile_look</comment>
        <translation>{path} 在此期间又被更改：请重新查看。</translation>
    </message>
    <message>
        <source>{path} was changed by another program at the same moment, so ToolGuard changed nothing. Try again.</source>
        <comment>store.changed_moment_nothing_changed</comment>
        <translation>{path} 在同一时刻被其他程序更改，因此 ToolGuard 未作任何更改。请重试。</translation>
    </message>
    <message>
        <source>{path} was changed by another program in too many places to show. Changes that reduce protection do not take effect. Change it in smaller steps.</source>
        <comment>services.changed_another_program_more</comment>
        <translation>{path} 被其他程序更改的地方太多，无法显示。会降低保护的更改不生效。请分几次更改。</translation>
    </message>
    <message>
        <source>{path} was changed in the meantime. Review the change, then try again.</source>
        <comment>clients.file_changed</comment>
        <translation>{path} 在此期间已更改。请重新查看更改，然后重试。</translation>
    </message>
    <message>
        <source>{path} was changed: {reason}. Keep it as evidence, move it away and restart ToolGuard.</source>
        <comment>store.changed_keep_evidence_move</comment>
        <translation>{path} 已被更改：{reason}。请作为证据保留，将它移走并重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>{path} was moved, deleted or replaced while in use: put it back, or restart ToolGuard to start a new log.</source>
        <comment>store.moved_deleted_replaced_use</comment>
        <translation>{path} 在使用中被移动、删除或替换：请放回原处，或重新启动 ToolGuard 以建立新的日志。</translation>
    </message>
    <message>
        <source>{place} contains {reference}, which only the client can replace.</source>
        <comment>clients.entry_unknown_value</comment>
        <translation>{place} 包含 {reference}，只有客户端才能替换它。</translation>
    </message>
    <message>
        <source>{place} contains {reference}. Every program on this computer can read a secret there: move it to a variable or a header first.</source>
        <comment>clients.entry_secret_in</comment>
        <translation>{place} 包含 {reference}。那里的凭据可被这台计算机上的任何程序读取：请先将其放入变量或标头。</translation>
    </message>
    <message>
        <source>{place} appears twice in the file: remove one of them, then try again</source>
        <comment>clients.settings_entry_twice</comment>
        <translation>{place} 在文件中出现两次：请移除其中一个，然后重试</translation>
    </message>
    <message>
        <source>{place} runs a command ($(…)) when the client reads it. ToolGuard does not run commands from settings files: enter the value instead.</source>
        <comment>clients.entry_runs_command</comment>
        <translation>客户端读取 {place} 时会运行命令（$(…)）。ToolGuard 不运行设置文件中的命令：请改写为该值。</translation>
    </message>
    <message>
        <source>{place}: the name must be {expected}</source>
        <comment>store.setting_name</comment>
        <translation>{place} 的名称必须是{expected}</translation>
    </message>
    <message>
        <source>{place}: {problem}</source>
        <comment>gate.misfit_at</comment>
        <translation>{place}：{problem}</translation>
    </message>
    <message>
        <source>{place}: {reason}</source>
        <comment>servers.at_place</comment>
        <translation>{place}：{reason}</translation>
    </message>
    <message>
        <source>{pointer} is a URL of {value}</source>
        <comment>gate.condition_host</comment>
        <translation>{pointer} 是 {value} 的 URL</translation>
    </message>
    <message>
        <source>{pointer} is absent</source>
        <comment>gate.condition_absent</comment>
        <translation>没有 {pointer}</translation>
    </message>
    <message>
        <source>{pointer} is between {value}</source>
        <comment>gate.condition_between</comment>
        <translation>{pointer} 介于 {value} 之间</translation>
    </message>
    <message>
        <source>{pointer} overlaps another argument that ToolGuard fills in</source>
        <comment>gate.inside_another_argument_filled</comment>
        <translation>{pointer} 与 ToolGuard 填入的另一个参数重叠</translation>
    </message>
    <message>
        <source>{pointer} is inside {value}</source>
        <comment>gate.condition_inside</comment>
        <translation>{pointer} 位于 {value} 内</translation>
    </message>
    <message>
        <source>{pointer} is not a JSON pointer such as /connection</source>
        <comment>gate.not_json_pointer_such</comment>
        <translation>{pointer} 不是 /connection 那样的 JSON 指针</translation>
    </message>
    <message>
        <source>{pointer} is not a JSON pointer such as /path</source>
        <comment>gate.pointer_invalid</comment>
        <translation>{pointer} 不是 /path 这样的 JSON 指针</translation>
    </message>
    <message>
        <source>{pointer} is one of {value}</source>
        <comment>gate.condition_one_of</comment>
        <translation>{pointer} 是 {value} 之一</translation>
    </message>
    <message>
        <source>{pointer} is already set</source>
        <comment>gate.set_already</comment>
        <translation>{pointer} 已经设置</translation>
    </message>
    <message>
        <source>{pointer} is {value}</source>
        <comment>gate.condition_equals</comment>
        <translation>{pointer} 为 {value}</translation>
    </message>
    <message>
        <source>{pointer} matches the pattern {value}</source>
        <comment>gate.condition_glob</comment>
        <translation>{pointer} 匹配模式 {value}</translation>
    </message>
    <message>
        <source>{pointer} matches the regular expression {value}</source>
        <comment>gate.condition_regex</comment>
        <translation>{pointer} 匹配正则表达式 {value}</translation>
    </message>
    <message>
        <source>{pointer} runs only {value}</source>
        <comment>gate.condition_program</comment>
        <translation>{pointer} 仅运行 {value}</translation>
    </message>
    <message>
        <source>{pointer} starts with {value}</source>
        <comment>gate.condition_starts_with</comment>
        <translation>{pointer} 以 {value} 开头</translation>
    </message>
    <message>
        <source>{program} can start other programs or run any code, so {command} does not determine what a call does. An allow rule cannot be based on it.</source>
        <comment>gate.program_starts_others</comment>
        <translation>{program} 可以启动其他程序或运行任意代码，因此 {command} 不能确定调用会做什么，不能作为允许规则的依据。</translation>
    </message>
    <message>
        <source>{program} was replaced</source>
        <comment>servers.exchanged</comment>
        <translation>{program} 已被替换</translation>
    </message>
    <message>
        <source>{reason} Fix {path} or move it away first: nothing was changed.</source>
        <comment>store.mend_move_away_first</comment>
        <translation>{reason} 请先修复 {path} 或将它移走：没有任何更改。</translation>
    </message>
    <message>
        <source>{reason} ToolGuard keeps using the last valid settings. Fix {path}.</source>
        <comment>services.settings_read_last_stay</comment>
        <translation>{reason} ToolGuard 继续使用上一次有效的设置。请修复 {path}。</translation>
    </message>
    <message>
        <source>{reason} Until that is fixed, none of its servers is available.</source>
        <comment>services.until_mended_no_server</comment>
        <translation>{reason} 修复之前，其中的服务器均不可用。</translation>
    </message>
    <message>
        <source>{reason}, and it is not clear which of them this belongs to</source>
        <comment>servers.not_clear_belongs</comment>
        <translation>{reason}，无法确定它属于哪一个</translation>
    </message>
    <message>
        <source>{reference} in {place} is used literally. Replace it with its value.</source>
        <comment>clients.entry_reference_kept</comment>
        <translation>{place} 中的 {reference} 按原文采用。请将其替换为它的值。</translation>
    </message>
    <message>
        <source>{schema} is not allowed for {value}</source>
        <comment>gate.misfit_not</comment>
        <translation>{schema} 不允许用于 {value}</translation>
    </message>
    <message>
        <source>{server} changed its tools again. Review the changes again.</source>
        <comment>services.definitions_changed_again</comment>
        <translation>{server} 再次更改了它的工具，请重新查看更改。</translation>
    </message>
    <message>
        <source>{server} has not listed its tools yet, so this rule covers every tool that it will list.</source>
        <comment>services.rule_covers_later_tools</comment>
        <translation>{server} 尚未列出其工具，因此此规则适用于它将列出的所有工具。</translation>
    </message>
    <message>
        <source>{server} has not listed its tools yet, so this rule covers none. Test the server first.</source>
        <comment>services.rule_covers_nothing_yet</comment>
        <translation>{server} 尚未列出其工具，因此此规则不适用于任何工具。请先测试服务器。</translation>
    </message>
    <message>
        <source>{server} lists no tool {tool} now: the rule applies when it gets one with this name.</source>
        <comment>services.lists_no_tool_now</comment>
        <translation>{server} 目前没有列出工具 {tool}：此规则针对以后使用该名称的工具。</translation>
    </message>
    <message>
        <source>{server} lists no tool {tool}, which you show to clients.</source>
        <comment>services.lists_no_tool_show</comment>
        <translation>{server} 没有列出工具 {tool}，而您将它显示给客户端。</translation>
    </message>
    <message>
        <source>The tool {tool} of {server} has not changed since you last reviewed it, or is not listed.</source>
        <comment>services.tool_not_changed</comment>
        <translation>自您上次查看以来，{server} 的工具 {tool} 没有更改，或未列出。</translation>
    </message>
    <message>
        <source>{shell} needs a shell, and ToolGuard uses none: enter one program with its arguments.</source>
        <comment>clients.command_line_needs_shell</comment>
        <translation>{shell} 需要 shell，而 ToolGuard 不使用 shell：请输入一个程序及其参数。</translation>
    </message>
    <message>
        <source>{text}</source>
        <comment>gate.whole_sentence</comment>
        <translation>{text}</translation>
    </message>
    <message>
        <source>{text} is out of range</source>
        <comment>store.out_range</comment>
        <translation>{text} 超出范围</translation>
    </message>
    <message>
        <source>{text}.</source>
        <comment>gate.sentence</comment>
        <translation>{text}。</translation>
    </message>
    <message>
        <source>{title} needs the package {module}: install it with pip install &apos;{package}&apos;.</source>
        <comment>store.export_needs</comment>
        <translation>{title} 需要软件包 {module}：请用 pip install &apos;{package}&apos; 安装。</translation>
    </message>
    <message>
        <source>{tools} exposed</source>
        <comment>services.tools_exposed</comment>
        <translation>{tools} 已显示</translation>
    </message>
    <message>
        <source>{tools} hidden</source>
        <comment>services.tools_hidden</comment>
        <translation>{tools} 已隐藏</translation>
    </message>
    <message>
        <source>{tools} no longer switched</source>
        <comment>services.tools_not_switched</comment>
        <translation>{tools} 不再设有开关</translation>
    </message>
    <message>
        <source>{tools}: no switches</source>
        <comment>services.tools_without_switches</comment>
        <translation>{tools}：没有开关</translation>
    </message>
    <message>
        <source>{tools}: {switches}</source>
        <comment>services.tools_switched</comment>
        <translation>{tools}：{switches}</translation>
    </message>
    <message>
        <source>{tool} of {server} by {client}</source>
        <comment>services.of_by</comment>
        <translation>{client}对{server}的{tool}</translation>
    </message>
    <message>
        <source>the response of {url} is larger than {limit} KiB and was not read</source>
        <comment>servers.answers_more_kib_not</comment>
        <translation>{url} 的响应超过 {limit} KiB，未读取</translation>
    </message>
    <message>
        <source>{url} is not an HTTP address.</source>
        <comment>clients.entry_url</comment>
        <translation>{url} 不是 HTTP 地址。</translation>
    </message>
    <message>
        <source>{url} leads to {address}, which is not on the public internet, so ToolGuard did not connect</source>
        <comment>servers.leads_not_open_internet</comment>
        <translation>{url} 指向 {address}，它不在公共互联网上，因此 ToolGuard 没有连接</translation>
    </message>
    <message>
        <source>{url} redirects to {place}, which ToolGuard did not follow</source>
        <comment>servers.redirects_not_followed</comment>
        <translation>{url} 重定向到 {place}，ToolGuard 没有跟随</translation>
    </message>
    <message>
        <source>{url} redirects endlessly</source>
        <comment>servers.redirects_without_end</comment>
        <translation>{url} 无休止地重定向</translation>
    </message>
    <message>
        <source>${secret:NAME} with the name of a secret, or an empty string</source>
        <comment>tables.reference_or_empty</comment>
        <translation>${secret:NAME}（NAME 是凭据名称），或留空</translation>
    </message>
    <message>
        <source>A part of ToolGuard ended because of an internal error: restart ToolGuard.</source>
        <comment>services.task_ended</comment>
        <translation>ToolGuard 的一部分因内部错误而终止：请重启 ToolGuard。</translation>
    </message>
    <message>
        <source>A program is a string such as git status, a list of such strings, or a list of lists of words.</source>
        <comment>gate.program_wrong_type</comment>
        <translation>程序应写成 git status 这样的字符串、这类字符串的列表，或单词列表的列表。</translation>
    </message>
    <message>
        <source>An argument needs one server and one tool: --server S --tool T --argument /POINTER.</source>
        <comment>services.argument_needs_tool_server</comment>
        <translation>参数需要一个服务器和一个工具：--server S --tool T --argument /POINTER。</translation>
    </message>
    <message>
        <source>Another program put {path} into the log&apos;s folder: move it away. Calls then continue.</source>
        <comment>store.segment_of_another</comment>
        <translation>另一个程序将 {path} 放入了日志文件夹：请将其移走，之后调用会继续。</translation>
    </message>
    <message>
        <source>Audit is not up to date: another program has locked the search index {path}. Close that program. ToolGuard then continues by itself.</source>
        <comment>store.search_index_locked</comment>
        <translation>“审计”不是最新的：另一个程序锁定了搜索索引 {path}。请关闭该程序，之后 ToolGuard 会自动继续。</translation>
    </message>
    <message>
        <source>Calls of {calls} run without asking, for {duration}.</source>
        <comment>services.calls_run_for</comment>
        <translation>{calls} 的调用直接运行，不再询问，持续 {duration}。</translation>
    </message>
    <message>
        <source>Chat clients start these or connect to them directly again, without ToolGuard: {launches}. Their calls are no longer checked or recorded.</source>
        <comment>services.undo_removes_gate</comment>
        <translation>聊天客户端将再次不经 ToolGuard 自行启动或连接：{launches}。它们的调用将不再被检查或记录。</translation>
    </message>
    <message>
        <source>Does not match the tool&apos;s schema: {problem}</source>
        <comment>gate.not_fit_tool_schema</comment>
        <translation>不符合工具的输入定义：{problem}</translation>
    </message>
    <message>
        <source>No response arrived, but the tool may have run: {reason}.</source>
        <comment>clients.no_answer_came_tool</comment>
        <translation>没有收到响应，但工具可能仍已运行：{reason}。</translation>
    </message>
    <message>
        <source>Off in the source; stays off.</source>
        <comment>clients.entry_switched_off</comment>
        <translation>在来源中已关闭，导入后保持关闭。</translation>
    </message>
    <message>
        <source>Records older than {value} days are permanently removed.</source>
        <comment>services.records_older_removed</comment>
        <translation>早于 {value} 天的记录将被永久删除。</translation>
    </message>
    <message>
        <source>Set how long you must be away before the rule ends.</source>
        <comment>services.until_idle_needs_time</comment>
        <translation>请设置您离开多久后规则到期。</translation>
    </message>
    <message>
        <source>Some arguments do not match the tool&apos;s schema</source>
        <comment>clients.some_input_parameters_not</comment>
        <translation>部分参数不符合工具的输入定义</translation>
    </message>
    <message>
        <source>Text in records of the log is permanently replaced by [redacted].</source>
        <comment>services.records_redacted</comment>
        <translation>日志记录中的文本将被永久替换为 [redacted]。</translation>
    </message>
    <message>
        <source>The file is nested too deeply to be read.</source>
        <comment>clients.settings_nested_too_deep</comment>
        <translation>文件嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>The oldest records of the log are permanently removed.</source>
        <comment>services.old_records_removed</comment>
        <translation>日志中最早的记录将被永久删除。</translation>
    </message>
    <message>
        <source>The server {server} is turned off in ToolGuard.</source>
        <comment>services.server_is_switched_off</comment>
        <translation>服务器 {server} 已在 ToolGuard 中停用。</translation>
    </message>
    <message>
        <source>The settings were edited after you were asked. Review the change again.</source>
        <comment>services.not_done_asked_no</comment>
        <translation>询问您之后，设置已被修改。请重新查看此更改。</translation>
    </message>
    <message>
        <source>This JSON is nested too deeply.</source>
        <comment>services.json_nested_too_deep</comment>
        <translation>此 JSON 嵌套过深。</translation>
    </message>
    <message>
        <source>This TOML is nested too deeply.</source>
        <comment>services.toml_nested_too_deep</comment>
        <translation>此 TOML 嵌套过深。</translation>
    </message>
    <message>
        <source>This YAML is nested too deeply.</source>
        <comment>services.yaml_nested_too_deep</comment>
        <translation>此 YAML 嵌套过深。</translation>
    </message>
    <message>
        <source>This contains more than {limit} servers.</source>
        <comment>services.too_many_servers</comment>
        <translation>服务器超过 {limit} 个。</translation>
    </message>
    <message>
        <source>ToolGuard&apos;s key to check this is missing</source>
        <comment>store.key_proves_gone_never</comment>
        <translation>ToolGuard 用于核对的密钥已丢失</translation>
    </message>
    <message>
        <source>Variables of the client&apos;s entry:</source>
        <comment>services.with_variables</comment>
        <translation>客户端条目中的变量：</translation>
    </message>
    <message>
        <source>When the log is larger than {value} MB, its oldest records are permanently removed.</source>
        <comment>services.records_over_size_removed</comment>
        <translation>日志超过 {value} MB 时，最早的记录将被永久删除。</translation>
    </message>
    <message>
        <source>Windows Hello did not recognize you, and is locked after too many attempts.</source>
        <comment>presence.windows_hello_not_recognise</comment>
        <translation>Windows Hello 无法识别您，并因尝试次数过多而锁定。</translation>
    </message>
    <message>
        <source>a non-empty string without NUL characters</source>
        <comment>services.expect_text_not_empty_without_nul</comment>
        <translation>不含 NUL 字符的非空字符串</translation>
    </message>
    <message>
        <source>a non-empty string without NUL characters</source>
        <comment>tables.text_not_empty</comment>
        <translation>不含 NUL 字符的非空字符串</translation>
    </message>
    <message>
        <source>a number, a string, true, false, null or a list of strings</source>
        <comment>services.expect_number_text_true_false_null</comment>
        <translation>数字、字符串、true、false、null 或字符串的列表</translation>
    </message>
    <message>
        <source>a response</source>
        <comment>servers.an_answer</comment>
        <translation>响应</translation>
    </message>
    <message>
        <source>a string</source>
        <comment>clients.a_string</comment>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a string</source>
        <comment>services.expect_text</comment>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a string</source>
        <comment>tables.text</comment>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a string for {member} or &quot;{any}&quot;</source>
        <comment>tables.text_or_any</comment>
        <translation>{member} 的字符串或“{any}”</translation>
    </message>
    <message>
        <source>a string is not valid Unicode</source>
        <comment>gate.condition_needs_unicode</comment>
        <translation>字符串不是有效的 Unicode</translation>
    </message>
    <message>
        <source>a string of at most {limit} characters</source>
        <comment>tables.text_at_most</comment>
        <translation>最多 {limit} 个字符的字符串</translation>
    </message>
    <message>
        <source>a string of {least} to {most} characters</source>
        <comment>tables.text_of_length</comment>
        <translation>{least} 到 {most} 个字符的字符串</translation>
    </message>
    <message>
        <source>a string or null</source>
        <comment>tables.text_or_null</comment>
        <translation>字符串或 null</translation>
    </message>
    <message>
        <source>a string that names a secret, such as ${secret:NAME}</source>
        <comment>tables.text_with_reference</comment>
        <translation>包含凭据名称的字符串，例如 ${secret:NAME}</translation>
    </message>
    <message>
        <source>a string without NUL characters</source>
        <comment>services.expect_text_without_nul_character</comment>
        <translation>不含 NUL 字符的字符串</translation>
    </message>
    <message>
        <source>a string without NUL characters</source>
        <comment>tables.text_without_nul</comment>
        <translation>不含 NUL 字符的字符串</translation>
    </message>
    <message>
        <source>a string without line breaks</source>
        <comment>tables.one_line</comment>
        <translation>不含换行的字符串</translation>
    </message>
    <message>
        <source>an address that begins with https:// and has a path, or an empty string for none</source>
        <comment>tables.address_or_empty</comment>
        <translation>以 https:// 开头且带路径的地址，留空表示不使用</translation>
    </message>
    <message>
        <source>an array of at most {limit} strings</source>
        <comment>tables.array_of_at_most</comment>
        <translation>最多 {limit} 个字符串的数组</translation>
    </message>
    <message>
        <source>an array of at most {limit} strings like &quot;NAME=SECONDS&quot;</source>
        <comment>tables.array_of_timeouts</comment>
        <translation>最多 {limit} 个“名称=秒数”形式的字符串的数组</translation>
    </message>
    <message>
        <source>an array of at most {limit} strings like &quot;NAME=VALUE&quot;</source>
        <comment>tables.array_of_headers</comment>
        <translation>最多 {limit} 个“NAME=VALUE”形式的字符串的数组</translation>
    </message>
    <message>
        <source>an array of strings</source>
        <comment>tables.array_of_texts</comment>
        <translation>字符串数组</translation>
    </message>
    <message>
        <source>an object whose values are strings</source>
        <comment>tables.object_of_texts</comment>
        <translation>值为字符串的对象</translation>
    </message>
    <message>
        <source>an object whose values are strings like ${secret:NAME}</source>
        <comment>tables.object_of_references</comment>
        <translation>值为 ${secret:NAME} 形式字符串的对象</translation>
    </message>
    <message>
        <source>an object with true or false for each tool</source>
        <comment>services.expect_object_true_false_tool</comment>
        <translation>为每个工具给出 true 或 false 的对象</translation>
    </message>
    <message>
        <source>deleted only here</source>
        <comment>servers.forgotten_here</comment>
        <translation>仅在本机删除</translation>
    </message>
    <message>
        <source>ended because its server was removed</source>
        <comment>services.ended_because_server_removed</comment>
        <translation>已结束，因为其服务器已移除</translation>
    </message>
    <message>
        <source>ended because its server was removed or turned off in ToolGuard</source>
        <comment>clients.ended_because_server_removed</comment>
        <translation>已结束，因为其服务器已在 ToolGuard 中移除或停用</translation>
    </message>
    <message>
        <source>ended because its server was removed or turned off in {by}</source>
        <comment>services.ended_because_no_longer</comment>
        <translation>已结束，因为其服务器已在 {by} 中移除或停用</translation>
    </message>
    <message>
        <source>ended because its server was turned off</source>
        <comment>services.ended_because_server_switched</comment>
        <translation>已结束，因为其服务器已停用</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <comment>clients.nested_too_deep</comment>
        <translation>它嵌套过深</translation>
    </message>
    <message>
        <source>its address is invalid: check host and port in Settings → Log shipping</source>
        <comment>store.ship_address_invalid</comment>
        <translation>其地址无效：请在“设置 → 日志传送”中检查主机和端口</translation>
    </message>
    <message>
        <source>its response is invalid</source>
        <comment>servers.invalid_registration</comment>
        <translation>其响应无效</translation>
    </message>
    <message>
        <source>its schema is nested too deeply</source>
        <comment>clients.schema_nested_too_deep</comment>
        <translation>其输入定义嵌套过深</translation>
    </message>
    <message>
        <source>its schema is nested too deeply</source>
        <comment>gate.schema_nested_too_deep</comment>
        <translation>其输入定义嵌套过深</translation>
    </message>
    <message>
        <source>macOS did not recognize you.</source>
        <comment>presence.macos_not_recognise</comment>
        <translation>macOS 未能识别您。</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <comment>gate.nested_too_deep</comment>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>no response arrived within the limit of {seconds} s</source>
        <comment>gate.timed_out</comment>
        <translation>在 {seconds} 秒的限制内没有收到响应</translation>
    </message>
    <message>
        <source>no response in {seconds} seconds</source>
        <comment>store.keyring_no_answer</comment>
        <translation>{seconds} 秒内没有响应</translation>
    </message>
    <message>
        <source>no response in {seconds} seconds</source>
        <comment>store.ship_no_answer</comment>
        <translation>{seconds} 秒内没有响应</translation>
    </message>
    <message>
        <source>other users can read or write ToolGuard&apos;s key to check this</source>
        <comment>store.other_users_can_read</comment>
        <translation>其他用户可以读取或写入 ToolGuard 用于核对的密钥</translation>
    </message>
    <message>
        <source>server {name} turned off</source>
        <comment>services.switched_off</comment>
        <translation>服务器 {name} 已停用</translation>
    </message>
    <message>
        <source>server {name} turned on</source>
        <comment>services.switched_on</comment>
        <translation>服务器 {name} 已启用</translation>
    </message>
    <message>
        <source>the calls that wait for a response are too large in total</source>
        <comment>gate.calls_too_many_bytes</comment>
        <translation>等待响应的调用总大小过大</translation>
    </message>
    <message>
        <source>the keyring with ToolGuard&apos;s key to check this cannot be reached</source>
        <comment>store.keyring_holds_key_cannot</comment>
        <translation>无法访问存有 ToolGuard 核对密钥的密钥环</translation>
    </message>
    <message>
        <source>the security key&apos;s response is not valid ({reason}).</source>
        <comment>presence.key_answer_not_valid</comment>
        <translation>安全密钥的响应无效（{reason}）。</translation>
    </message>
    <message>
        <source>the server {name} is turned off; turn it on in ToolGuard</source>
        <comment>servers.server_switched_off_switch</comment>
        <translation>服务器 {name} 已停用；请在 ToolGuard 中启用</translation>
    </message>
    <message>
        <source>the server {name} was removed or turned off in ToolGuard</source>
        <comment>services.server_removed_switched_off</comment>
        <translation>服务器 {name} 已在 ToolGuard 中移除或停用</translation>
    </message>
    <message>
        <source>the server {place} was removed or turned off in ToolGuard</source>
        <comment>clients.server_removed_switched_off</comment>
        <translation>服务器 {place} 已在 ToolGuard 中移除或停用</translation>
    </message>
    <message>
        <source>the server {server} is turned off</source>
        <comment>services.server_switched_off</comment>
        <translation>服务器 {server} 已停用</translation>
    </message>
    <message>
        <source>the server&apos;s OAuth metadata cannot be read (status {status}): try again later</source>
        <comment>servers.description_failed_status</comment>
        <translation>无法读取服务器的 OAuth 元数据（状态 {status}）：请稍后再试</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools cannot be read: it has no array &quot;tools&quot;</source>
        <comment>services.server_list_tools_cannot</comment>
        <translation>无法读取服务器的工具列表：其中没有数组 &quot;tools&quot;</translation>
    </message>
    <message>
        <source>the server&apos;s response cannot be read</source>
        <comment>servers.server_answer_cannot_read</comment>
        <translation>服务器的响应无法读取</translation>
    </message>
    <message>
        <source>the server&apos;s response cannot be read: {reason}</source>
        <comment>services.probe_answer_unreadable</comment>
        <translation>无法读取服务器的响应：{reason}</translation>
    </message>
    <message>
        <source>the server&apos;s response could not be decompressed</source>
        <comment>servers.server_answer_not_decompressed</comment>
        <translation>无法解压服务器的响应</translation>
    </message>
    <message>
        <source>the server&apos;s response is not MCP; check the address</source>
        <comment>servers.server_answer_not_mcp</comment>
        <translation>服务器的响应不是 MCP；请检查地址</translation>
    </message>
    <message>
        <source>the server&apos;s response is too large: {reason}</source>
        <comment>servers.server_answer_too_large</comment>
        <translation>服务器的响应过大：{reason}</translation>
    </message>
    <message>
        <source>the server&apos;s response to {method} cannot be read</source>
        <comment>services.probe_result_unreadable</comment>
        <translation>无法读取服务器对 {method} 的响应</translation>
    </message>
    <message>
        <source>the string must not be empty</source>
        <comment>gate.condition_needs_text</comment>
        <translation>字符串不能为空</translation>
    </message>
    <message>
        <source>the tool is now hidden in ToolGuard.</source>
        <comment>gate.tool_switched_off_now</comment>
        <translation>该工具现已在 ToolGuard 中隐藏。</translation>
    </message>
    <message>
        <source>the user has blocked all calls for now</source>
        <comment>gate.all_calls_denied</comment>
        <translation>用户目前已阻止所有调用</translation>
    </message>
    <message>
        <source>this tool is hidden in ToolGuard</source>
        <comment>gate.tool_switched_off</comment>
        <translation>此工具已在 ToolGuard 中隐藏</translation>
    </message>
    <message>
        <source>too many requests wait for a response</source>
        <comment>clients.too_many_requests_wait</comment>
        <translation>等待响应的请求过多</translation>
    </message>
    <message>
        <source>too many requests wait for a response</source>
        <comment>gate.too_many_requests_wait_answer</comment>
        <translation>等待响应的请求过多</translation>
    </message>
    <message>
        <source>two times of day like &quot;22:00-07:00&quot;, or an empty string for none</source>
        <comment>tables.two_times_of_day</comment>
        <translation>如“22:00-07:00”的时间段，留空表示不使用</translation>
    </message>
    <message>
        <source>window</source>
        <comment>gate.surface_window</comment>
        <translation>窗口</translation>
    </message>
    <message>
        <source>without a terminal</source>
        <comment>gate.process_without_terminal</comment>
        <translation>没有终端</translation>
    </message>
    <message>
        <source>{client} has a token: revoke its access first.</source>
        <comment>services.client_has_token</comment>
        <translation>{client} 有令牌：请先收回其访问权限。</translation>
    </message>
    <message>
        <source>{client} has settings on this computer, so it stays in the list.</source>
        <comment>services.client_has_settings</comment>
        <translation>{client} 在这台计算机上有设置，因此会保留在列表中。</translation>
    </message>
    <message>
        <source>{client} is connected: disconnect it first.</source>
        <comment>services.client_is_connected</comment>
        <translation>{client} 已连接：请先断开连接。</translation>
    </message>
    <message>
        <source>{client} wants to add the server {name}</source>
        <comment>services.wants_use_new_server</comment>
        <translation>{client} 想添加服务器 {name}</translation>
    </message>
    <message>
        <source>{pointer} matches the JSON Schema {value}</source>
        <comment>gate.condition_schema</comment>
        <translation>{pointer} 符合 JSON Schema {value}</translation>
    </message>
    <message>
        <source>{program} (process {pid})</source>
        <comment>gate.process_with_id</comment>
        <translation>{program}（进程 {pid}）</translation>
    </message>
    <message>
        <source>{program} through toolguard-connect</source>
        <comment>gate.process_started_by_stub</comment>
        <translation>{program}（通过 toolguard-connect）</translation>
    </message>
    <message>
        <source>{seconds} seconds until the response</source>
        <comment>services.limit_of_time</comment>
        <translation>{seconds} 秒内响应</translation>
    </message>
    <message>
        <source>{surface} {place}</source>
        <comment>gate.surface_with_place</comment>
        <translation>{surface}，{place}</translation>
    </message>
    <message>
        <source>{url} took too long</source>
        <comment>servers.took_too_long</comment>
        <translation>{url} 用时过长</translation>
    </message>
    <message>
        <source>{value} does not fit the keyword {keyword} of the schema</source>
        <comment>gate.misfit_other</comment>
        <translation>{value} 不符合输入定义中的关键字 {keyword}</translation>
    </message>
    <message>
        <source>{value} does not match {pattern}</source>
        <comment>gate.misfit_pattern</comment>
        <translation>{value} 与 {pattern} 不匹配</translation>
    </message>
    <message>
        <source>{value} has items that the schema does not describe</source>
        <comment>gate.misfit_unevaluated_items</comment>
        <translation>{value} 含有输入定义未描述的项</translation>
    </message>
    <message>
        <source>{value} has less than {limit} item</source>
        <comment>gate.misfit_min_items_one</comment>
        <translation>{value} 不足 {limit} 项</translation>
    </message>
    <message>
        <source>{value} has less than {limit} items</source>
        <comment>gate.misfit_min_items</comment>
        <translation>{value} 不足 {limit} 项</translation>
    </message>
    <message>
        <source>{value} has less than {limit} properties</source>
        <comment>gate.misfit_min_properties</comment>
        <translation>{value} 不足 {limit} 个属性</translation>
    </message>
    <message>
        <source>{value} has less than {limit} property</source>
        <comment>gate.misfit_min_properties_one</comment>
        <translation>{value} 不足 {limit} 个属性</translation>
    </message>
    <message>
        <source>{value} has more items than the schema describes</source>
        <comment>gate.misfit_additional_items</comment>
        <translation>{value} 的项多于输入定义所描述的</translation>
    </message>
    <message>
        <source>{value} has more than {limit} item</source>
        <comment>gate.misfit_max_items_one</comment>
        <translation>{value} 超过 {limit} 项</translation>
    </message>
    <message>
        <source>{value} has more than {limit} items</source>
        <comment>gate.misfit_max_items</comment>
        <translation>{value} 超过 {limit} 项</translation>
    </message>
    <message>
        <source>{value} has more than {limit} properties</source>
        <comment>gate.misfit_max_properties</comment>
        <translation>{value} 超过 {limit} 个属性</translation>
    </message>
    <message>
        <source>{value} has more than {limit} property</source>
        <comment>gate.misfit_max_properties_one</comment>
        <translation>{value} 超过 {limit} 个属性</translation>
    </message>
    <message>
        <source>{value} has non-unique elements</source>
        <comment>gate.misfit_unique</comment>
        <translation>{value} 含有重复的元素</translation>
    </message>
    <message>
        <source>{value} is greater than or equal to the maximum of {limit}</source>
        <comment>gate.misfit_exclusive_maximum</comment>
        <translation>{value} 大于或等于最大值 {limit}</translation>
    </message>
    <message>
        <source>{value} is greater than the maximum of {limit}</source>
        <comment>gate.misfit_maximum</comment>
        <translation>{value} 大于最大值 {limit}</translation>
    </message>
    <message>
        <source>{value} is less than or equal to the minimum of {limit}</source>
        <comment>gate.misfit_exclusive_minimum</comment>
        <translation>{value} 小于或等于最小值 {limit}</translation>
    </message>
    <message>
        <source>{value} is less than the minimum of {limit}</source>
        <comment>gate.misfit_minimum</comment>
        <translation>{value} 小于最小值 {limit}</translation>
    </message>
    <message>
        <source>{value} is longer than {limit} character</source>
        <comment>gate.misfit_max_length_one</comment>
        <translation>{value} 超过 {limit} 个字符</translation>
    </message>
    <message>
        <source>{value} is longer than {limit} characters</source>
        <comment>gate.misfit_max_length</comment>
        <translation>{value} 超过 {limit} 个字符</translation>
    </message>
    <message>
        <source>{value} is not a multiple of {number}</source>
        <comment>gate.misfit_multiple_of</comment>
        <translation>{value} 不是 {number} 的倍数</translation>
    </message>
    <message>
        <source>{value} is not a valid {format}</source>
        <comment>gate.misfit_format</comment>
        <translation>{value} 不是有效的 {format}</translation>
    </message>
    <message>
        <source>{value} is not of type {kind}</source>
        <comment>gate.misfit_type</comment>
        <translation>{value} 不是 {kind} 类型</translation>
    </message>
    <message>
        <source>{value} is not of types {kinds}</source>
        <comment>gate.misfit_types</comment>
        <translation>{value} 不属于 {kinds} 中的任何类型</translation>
    </message>
    <message>
        <source>{value} is not one of {values}</source>
        <comment>gate.misfit_enum</comment>
        <translation>{value} 不是 {values} 之一</translation>
    </message>
    <message>
        <source>{value} is not one of {values} or {count} other candidates</source>
        <comment>gate.misfit_enum_of_many</comment>
        <translation>{value} 不是 {values} 或另外 {count} 个可选值之一</translation>
    </message>
    <message>
        <source>{value} is not valid under any of the schemas listed in the {keyword} keyword</source>
        <comment>gate.misfit_any_of</comment>
        <translation>{value} 不符合 {keyword} 中列出的任何一种定义</translation>
    </message>
    <message>
        <source>{value} is shorter than {limit} character</source>
        <comment>gate.misfit_min_length_one</comment>
        <translation>{value} 不足 {limit} 个字符</translation>
    </message>
    <message>
        <source>{value} is shorter than {limit} characters</source>
        <comment>gate.misfit_min_length</comment>
        <translation>{value} 不足 {limit} 个字符</translation>
    </message>
    <message>
        <source>{value} is valid under more than one of the schemas listed in the {keyword} keyword</source>
        <comment>gate.misfit_one_of_several</comment>
        <translation>{value} 同时符合 {keyword} 中列出的多种定义</translation>
    </message>
    <message>
        <source>{value} was expected</source>
        <comment>gate.misfit_const</comment>
        <translation>应为：{value}</translation>
    </message>
    <message>
        <source>{variable}  (can load code)</source>
        <comment>services.variable_loads_code</comment>
        <translation>{variable}（可加载代码）</translation>
    </message>
    <message>
        <source>{variable}  ({count} characters, kept in your keyring)</source>
        <comment>services.variable_in_keyring</comment>
        <translation>{variable}（{count} 个字符，保存在您的密钥环中）</translation>
    </message>
    <message>
        <source>{variable}… ({count} characters)</source>
        <comment>services.variable_cut</comment>
        <translation>{variable}…（{count} 个字符）</translation>
    </message>
    <message>
        <source>{what} contains a secret, and this server requires it in a header, too, where others can read it; give the secret to the server in another way</source>
        <comment>servers.secret_server_wants_repeated</comment>
        <translation>{what} 含有凭据，而此服务器要求它也出现在标头中，其他人可以在那里读取它；请用其他方式把凭据交给服务器</translation>
    </message>
    <message>
        <source>{what} was not sent: {reason}</source>
        <comment>servers.not_sent</comment>
        <translation>{what} 未发送：{reason}</translation>
    </message>
    <message>
        <source>{what} was refused with status {status}</source>
        <comment>servers.refused_status</comment>
        <translation>{what} 被拒绝，状态 {status}</translation>
    </message>
</context>
<context>
    <name>CoreLink</name>
    <message>
        <source>ToolGuard&apos;s core has stopped. Restart ToolGuard.</source>
        <translation>ToolGuard 的核心已停止。请重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>Not connected to the ToolGuard core.</source>
        <translation>未连接到 ToolGuard 核心。</translation>
    </message>
</context>
<context>
    <name>Coverage</name>
    <message>
        <source>Connectors</source>
        <translation>连接器</translation>
    </message>
    <message>
        <source>Servers added by extensions</source>
        <translation>由扩展添加的服务器</translation>
    </message>
    <message>
        <source>Bundles</source>
        <translation>扩展包</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Servers kept in the program</source>
        <translation>保存在程序内的服务器</translation>
    </message>
    <message>
        <source>Organization-managed servers</source>
        <translation>由组织管理的服务器</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>内置工具</translation>
    </message>
    <message>
        <source>Can&apos;t be guarded</source>
        <translation>无法保护</translation>
    </message>
    <message>
        <source>Other limits</source>
        <translation>其他限制</translation>
    </message>
    <message>
        <source>Unreadable settings</source>
        <translation>无法读取的设置</translation>
    </message>
</context>
<context>
    <name>CoverageLegend</name>
    <message numerus="yes">
        <source>%Ln servers not guarded</source>
        <translation>
            <numerusform>%Ln 个服务器未受保护</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers changed</source>
        <translation>
            <numerusform>%Ln 个服务器的条目已更改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers guarded</source>
        <translation>
            <numerusform>%Ln 个服务器已受保护</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers over HTTP</source>
        <translation>
            <numerusform>%Ln 个服务器通过 HTTP</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files can&apos;t be read</source>
        <translation>
            <numerusform>%Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{1}中有 {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln clients</source>
        <translation>
            <numerusform>%Ln 个客户端</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CoverageMap</name>
    <message>
        <source>Guard…</source>
        <translation>保护…</translation>
    </message>
    <message>
        <source>Stop guarding…</source>
        <translation>停止保护…</translation>
    </message>
    <message>
        <source>Show client</source>
        <translation>显示客户端</translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{1} 中的 {0}</translation>
    </message>
    <message>
        <source>Guard {0} in {1}</source>
        <translation>保护 {1} 中的 {0}</translation>
    </message>
    <message>
        <source>Stop guarding {0} in {1}</source>
        <translation>停止保护 {1} 中的 {0}</translation>
    </message>
    <message>
        <source>Show client {0}</source>
        <translation>显示客户端 {0}</translation>
    </message>
    <message>
        <source>ToolGuard does not see these calls.</source>
        <translation>ToolGuard 看不到这些调用。</translation>
    </message>
    <message>
        <source>Command or URL of {0}</source>
        <translation>{0} 的命令或 URL</translation>
    </message>
    <message>
        <source>{client} starts {server} through ToolGuard.</source>
        <translation>{client} 通过 ToolGuard 启动 {server}。</translation>
    </message>
    <message>
        <source>Connects through ToolGuard.</source>
        <translation>通过 ToolGuard 连接。</translation>
    </message>
    <message>
        <source>Its token is valid for this server. It isn&apos;t connected now.</source>
        <translation>它的令牌对此服务器有效，目前未连接。</translation>
    </message>
    <message>
        <source>This file is read-only. ToolGuard can&apos;t change it.</source>
        <translation>此文件为只读，ToolGuard 无法更改它。</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>设置文件</translation>
    </message>
</context>
<context>
    <name>CoverageModel</name>
    <message>
        <source>1 kind</source>
        <translation>1 类</translation>
    </message>
    <message numerus="yes">
        <source>%n kinds</source>
        <translation>
            <numerusform>%n 类</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1}: {2}</source>
        <translation>{0}，{1}：{2}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not in its settings</source>
        <translation>不在其设置中</translation>
    </message>
</context>
<context>
    <name>CoverageTable</name>
    <message>
        <source>Servers and clients</source>
        <translation>服务器和客户端</translation>
    </message>
</context>
<context>
    <name>CredentialDetail</name>
    <message>
        <source>Credential</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Replace value…</source>
        <translation>替换值…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit kind and note</source>
        <translation>编辑类型和备注</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Bind to</source>
        <translation>绑定到</translation>
    </message>
    <message>
        <source>A server…</source>
        <translation>服务器…</translation>
    </message>
    <message>
        <source>An argument of a tool…</source>
        <translation>工具的参数…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Not bound to any server.</source>
        <translation>未绑定到任何服务器。</translation>
    </message>
    <message>
        <source>Write it in a bound server&apos;s settings. ToolGuard replaces it with the value.</source>
        <translation>写在已绑定服务器的设置中。ToolGuard 会将其替换为值。</translation>
    </message>
    <message>
        <source>Set value…</source>
        <translation>设置值…</translation>
    </message>
    <message>
        <source>log shipping</source>
        <translation>日志转发</translation>
    </message>
    <message>
        <source>Last used by</source>
        <translation>上次使用者</translation>
    </message>
    <message>
        <source>Formerly used by</source>
        <translation>曾用于</translation>
    </message>
    <message>
        <source>Log shipping sends it to {0} in a header. Change the headers in Settings.</source>
        <translation>日志转发通过标头将它发送到 {0}。可在“设置”中更改标头。</translation>
    </message>
    <message>
        <source>Audience</source>
        <translation>受众</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>权限范围</translation>
    </message>
    <message>
        <source>Keyring entry</source>
        <translation>密钥环条目</translation>
    </message>
    <message>
        <source>Its value is deleted. This can&apos;t be undone.</source>
        <translation>它的值会被删除，此操作无法撤销。</translation>
    </message>
    <message>
        <source>These servers won&apos;t start without it: {0}.</source>
        <translation>没有它，以下服务器不会启动：{0}。</translation>
    </message>
    <message>
        <source>Without it, the log isn&apos;t sent to its receiver.</source>
        <translation>没有它，日志不会发送给接收方。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Copy reference</source>
        <translation>复制引用</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Bind to a server or an argument</source>
        <translation>绑定到服务器或参数</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Issuer</source>
        <translation>签发方</translation>
    </message>
    <message>
        <source>Remove {0}?</source>
        <translation>移除 {0}？</translation>
    </message>
    <message>
        <source>It has no value. You can undo this.</source>
        <translation>它没有值，此操作可以撤销。</translation>
    </message>
    <message>
        <source>Calls of these tools are refused without it: {0}.</source>
        <translation>没有它，对这些工具的调用会被拒绝：{0}。</translation>
    </message>
</context>
<context>
    <name>CredentialEditor</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Purpose, source, expiration date</source>
        <translation>用途、来源、到期日期</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>About the server</source>
        <translation>关于服务器</translation>
    </message>
    <message>
        <source>Keep in memory only, until ToolGuard quits</source>
        <translation>仅保存在内存中，直到 ToolGuard 退出</translation>
    </message>
    <message>
        <source>No server yet</source>
        <translation>暂不指定服务器</translation>
    </message>
    <message>
        <source>Select a server…</source>
        <translation>选择服务器…</translation>
    </message>
    <message>
        <source>Replace the value of {0}</source>
        <translation>替换 {0} 的值</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>编辑 {0}</translation>
    </message>
    <message>
        <source>Bind {0} to a server</source>
        <translation>把 {0} 绑定到服务器</translation>
    </message>
    <message>
        <source>Replace value</source>
        <translation>替换值</translation>
    </message>
    <message>
        <source>Bind</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>The server gets the value in a variable or header, from its next start.</source>
        <translation>服务器从下次启动起，会在变量或标头中得到该值。</translation>
    </message>
    <message>
        <source>The current value is overwritten. Running servers keep it until they restart.</source>
        <translation>当前的值会被覆盖。正在运行的服务器在重新启动之前继续使用旧值。</translation>
    </message>
    <message>
        <source>The value is stored in your keyring. ToolGuard never shows it again.</source>
        <translation>值会存入您的密钥环。ToolGuard 不会再显示它。</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>{0} gets {1}</source>
        <translation>{0} 将获得 {1}</translation>
    </message>
    <message>
        <source>If empty, write {1} into the settings of {0} yourself.</source>
        <translation>如果留空，请自行把 {1} 写入 {0} 的设置。</translation>
    </message>
    <message>
        <source>Enter the header&apos;s name: letters, digits and “-”.</source>
        <translation>请输入标头名称：字母、数字和“-”。</translation>
    </message>
    <message>
        <source>Enter the variable&apos;s name: letters, digits and “_”.</source>
        <translation>请输入变量名称：字母、数字和“_”。</translation>
    </message>
    <message>
        <source>{0} already has a value there. Edit the server to replace it.</source>
        <translation>{0} 在该服务器上已有值。要替换它，请编辑该服务器。</translation>
    </message>
    <message>
        <source>Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.</source>
        <translation>请使用 1 到 64 个字母、数字、“.”、“_”或“-”，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>Select a server.</source>
        <translation>请选择服务器。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>New credential</source>
        <translation>新建凭据</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>CredentialsPage</name>
    <message>
        <source>Credentials</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>No credentials yet</source>
        <translation>还没有凭据</translation>
    </message>
    <message>
        <source>1 credential</source>
        <translation>1 个凭据</translation>
    </message>
    <message numerus="yes">
        <source>%Ln credentials</source>
        <translation>
            <numerusform>%Ln 个凭据</numerusform>
        </translation>
    </message>
    <message>
        <source>Credentials are stored in your keyring and sent only to servers you choose. Clients and models never see them.</source>
        <translation>凭据保存在您的密钥环中，只会发送给您选择的服务器。客户端和模型看不到它们。</translation>
    </message>
    <message>
        <source>Search credentials</source>
        <translation>搜索凭据</translation>
    </message>
    <message>
        <source>Add credential</source>
        <translation>添加凭据</translation>
    </message>
    <message>
        <source>Select a credential</source>
        <translation>请选择一个凭据</translation>
    </message>
    <message>
        <source>log shipping</source>
        <translation>日志转发</translation>
    </message>
    <message>
        <source>needed by {0}</source>
        <translation>{0} 需要</translation>
    </message>
    <message>
        <source>bound to {0}, not used</source>
        <translation>已绑定到 {0}，未使用</translation>
    </message>
    <message>
        <source>{0} (unused)</source>
        <translation>{0}（未使用）</translation>
    </message>
    <message>
        <source>not bound to a server</source>
        <translation>未绑定到服务器</translation>
    </message>
    <message>
        <source>signed out</source>
        <translation>已退出登录</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>未设置值</translation>
    </message>
    <message>
        <source>server changed</source>
        <translation>服务器已更改</translation>
    </message>
    <message>
        <source>Stored {0} in your keyring.</source>
        <translation>已将 {0} 存入密钥环。</translation>
    </message>
    <message>
        <source>Stored {0} in memory until ToolGuard quits.</source>
        <translation>已将 {0} 保存在内存中，直到 ToolGuard 退出。</translation>
    </message>
    <message>
        <source>Running processes keep the old value until they exit.</source>
        <translation>正在运行的进程在退出前继续使用旧值。</translation>
    </message>
    <message>
        <source>{0} gets it from its next start.</source>
        <translation>{0} 从下次启动起获得它。</translation>
    </message>
    <message>
        <source>Stored, but no server gets it: {0}</source>
        <translation>已存储，但没有服务器获得它：{0}</translation>
    </message>
    <message>
        <source>It is still in the clipboard. Any program can read it.</source>
        <translation>它仍在剪贴板中，任何程序都能读取。</translation>
    </message>
    <message>
        <source>Clear clipboard</source>
        <translation>清空剪贴板</translation>
    </message>
    <message>
        <source>{0} is now available to {1}.</source>
        <translation>{0} 现在可供 {1} 使用。</translation>
    </message>
    <message>
        <source>Removed {0} and its tokens.</source>
        <translation>{0} 及其令牌已移除。</translation>
    </message>
    <message>
        <source>{0} is no longer available to {1}.</source>
        <translation>{0} 不再供 {1} 使用。</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>用于 {0}</translation>
    </message>
    <message>
        <source>{0} is no longer available to {1}. Running processes keep it until they exit.</source>
        <translation>{0} 不再供 {1} 使用。正在运行的进程会保留它直到退出。</translation>
    </message>
    <message>
        <source>Removed {0} and its value.</source>
        <translation>{0} 及其值已移除。</translation>
    </message>
    <message>
        <source>Removed {0}.</source>
        <translation>已移除 {0}。</translation>
    </message>
    <message>
        <source>Restore without value</source>
        <translation>恢复（不含值）</translation>
    </message>
    <message>
        <source>{0} is now bound to {1} of {2}.</source>
        <translation>{0} 现已绑定到 {2} 的 {1}。</translation>
    </message>
    <message>
        <source>{0} is no longer bound to {1} of {2}. Models can now set it.</source>
        <translation>{0} 不再绑定到 {2} 的 {1}，模型可以设置它。</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>仅存于内存</translation>
    </message>
</context>
<context>
    <name>DecisionChoice</name>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
</context>
<context>
    <name>DecisionPanel</name>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Reason for denying</source>
        <translation>拒绝原因</translation>
    </message>
    <message>
        <source>Reason for denying, sent to the model (optional)</source>
        <translation>拒绝原因，会发送给模型（可选）</translation>
    </message>
    <message>
        <source>Approve the next identical call once</source>
        <translation>仅批准一次下一个相同的调用</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo this denial</source>
        <translation>撤销这次拒绝</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Show the next pending item</source>
        <translation>显示下一个待处理项</translation>
    </message>
    <message>
        <source>Your earlier edits</source>
        <translation>您之前的编辑</translation>
    </message>
    <message>
        <source>Reason for denying (optional)</source>
        <translation>拒绝原因（可选）</translation>
    </message>
    <message>
        <source>Approve edited {0}</source>
        <translation>批准编辑后的 {0}</translation>
    </message>
    <message>
        <source>Approve {0}</source>
        <translation>批准 {0}</translation>
    </message>
    <message>
        <source>Approve edited {0} once</source>
        <translation>仅批准一次：编辑后的 {0}</translation>
    </message>
    <message>
        <source>Approve {0} once</source>
        <translation>仅批准一次：{0}</translation>
    </message>
    <message>
        <source>Approve the next identical {0} call</source>
        <translation>批准下一个相同的 {0} 调用</translation>
    </message>
    <message>
        <source>Approve the next identical {0} call, as edited</source>
        <translation>批准下一个相同的 {0} 调用（按编辑后的内容）</translation>
    </message>
    <message>
        <source>Approving remembers the edited arguments. Denying remembers the original ones.</source>
        <translation>批准会记住编辑后的参数。拒绝会记住原始参数。</translation>
    </message>
    <message>
        <source>Deny and remember</source>
        <translation>拒绝并记住</translation>
    </message>
    <message>
        <source>Approve retry of {0}</source>
        <translation>批准 {0} 的重试</translation>
    </message>
    <message>
        <source>Deny once</source>
        <translation>仅拒绝一次</translation>
    </message>
    <message>
        <source>Deny and remember: {0}</source>
        <translation>拒绝并记住：{0}</translation>
    </message>
    <message>
        <source>Approve and remember</source>
        <translation>批准并记住</translation>
    </message>
    <message>
        <source>Send secret and approve</source>
        <translation>发送凭据并批准</translation>
    </message>
    <message>
        <source>The rule expires at {0}.</source>
        <translation>规则将于 {0} 到期。</translation>
    </message>
    <message>
        <source>The rule stays until you remove it on the Rules page.</source>
        <translation>规则会一直有效，直到您在“规则”页面将它移除。</translation>
    </message>
    <message>
        <source>Nothing else is pending.</source>
        <translation>没有其他待处理项。</translation>
    </message>
    <message>
        <source>{0}, and possibly to {1}</source>
        <translation>{0}，并可能转发到 {1}</translation>
    </message>
    <message>
        <source>The rule expires {0}.</source>
        <translation>规则将于 {0} 到期。</translation>
    </message>
    <message>
        <source>Send the secret {0} to {1}? This can&apos;t be undone.</source>
        <translation>要把凭据 {0} 发送给 {1} 吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Your edits apply only to this call. Later calls run as sent.</source>
        <translation>您的编辑只对此调用生效。以后的调用按原样运行。</translation>
    </message>
</context>
<context>
    <name>DeferredApprovalDetail</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Call arguments</source>
        <translation>调用的参数</translation>
    </message>
    <message>
        <source>Edited arguments</source>
        <translation>编辑后的参数</translation>
    </message>
    <message>
        <source>{client}&apos;s next identical call of {tool} on {server} is approved</source>
        <translation>已批准 {client} 下一次对 {server} 上的 {tool} 的相同调用</translation>
    </message>
    <message>
        <source>{client}&apos;s next identical call of {tool} on {server} is denied</source>
        <translation>已拒绝 {client} 下一次对 {server} 上的 {tool} 的相同调用</translation>
    </message>
    <message>
        <source>Remove the decision on {0}</source>
        <translation>移除对 {0} 的决定</translation>
    </message>
    <message>
        <source>No longer saved. It was used or removed, or it expired.</source>
        <translation>已不再保留。它已被使用、移除或已过期。</translation>
    </message>
    <message>
        <source>One use · expires in {0}</source>
        <translation>仅一次 · 剩余 {0}</translation>
    </message>
    <message>
        <source>same client, server, tool, tool definition and arguments</source>
        <translation>客户端、服务器、工具、工具定义和参数均相同</translation>
    </message>
    <message>
        <source>Applies to</source>
        <translation>匹配条件</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>First requested</source>
        <translation>首次请求时间</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>失效时间</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>DeferredApprovalsView</name>
    <message>
        <source>Used or expired: decision on {0} on {1} for {2}</source>
        <translation>已使用或已过期：对 {2} 调用 {1} 上的 {0} 的决定</translation>
    </message>
    <message>
        <source>Approved once: next {0} on {1} for {2}. {3} left</source>
        <translation>已批准一次：{2} 下一次调用 {1} 上的 {0}。剩余 {3}</translation>
    </message>
    <message>
        <source>Denied once: next {0} on {1} for {2}. {3} left</source>
        <translation>已拒绝一次：{2} 下一次调用 {1} 上的 {0}。剩余 {3}</translation>
    </message>
    <message>
        <source>Saved decisions</source>
        <translation>已保存的决定</translation>
    </message>
    <message>
        <source>1 saved decision</source>
        <translation>1 个已保存的决定</translation>
    </message>
    <message numerus="yes">
        <source>%n saved decisions</source>
        <translation>
            <numerusform>%n 个已保存的决定</numerusform>
        </translation>
    </message>
    <message>
        <source>Used or expired</source>
        <translation>已使用或已过期</translation>
    </message>
</context>
<context>
    <name>DefinitionReview</name>
    <message>
        <source>Changed tools</source>
        <translation>已更改的工具</translation>
    </message>
    <message>
        <source>Accept changes</source>
        <translation>接受更改</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Leave the changes unaccepted</source>
        <translation>暂不接受更改</translation>
    </message>
    <message>
        <source>Changed tools of {server}</source>
        <translation>{server} 的已更改工具</translation>
    </message>
    <message numerus="yes">
        <source>%n allow rules do not apply until you accept.</source>
        <translation>
            <numerusform>%n 条允许规则在您接受之前不生效。</numerusform>
        </translation>
    </message>
    <message>
        <source>No allow rule depends on these changes.</source>
        <translation>没有允许规则依赖这些更改。</translation>
    </message>
    <message>
        <source>What the server says about itself</source>
        <translation>服务器关于自身的说明</translation>
    </message>
    <message>
        <source>Changed tool</source>
        <translation>已更改的工具</translation>
    </message>
    <message>
        <source>No rule can allow this tool: {0}.</source>
        <translation>任何规则都不能允许此工具：{0}。</translation>
    </message>
    <message>
        <source>Accepted together with the others</source>
        <translation>与其他更改一并接受</translation>
    </message>
    <message>
        <source>Too many changes to check. Remove the rules and allow the tools again.</source>
        <translation>更改过多，无法逐项检查。请移除规则并重新允许这些工具。</translation>
    </message>
    <message>
        <source>{0} of {1} checked</source>
        <translation>已检查 {0}/{1}</translation>
    </message>
    <message>
        <source>Nothing here needs to be checked one by one.</source>
        <translation>没有需要逐项检查的更改。</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Your changes to the arguments</source>
        <translation>您对参数所做的更改</translation>
    </message>
</context>
<context>
    <name>Elsewhere</name>
    <message>
        <source>ToolGuard is already running elsewhere.</source>
        <translation>ToolGuard 已在别处运行。</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>启动时间</translation>
    </message>
    <message>
        <source>Closing it denies its pending calls. If you didn&apos;t start it, close it: another program may control it.</source>
        <translation>关闭它会拒绝其中待处理的调用。如果不是您启动的，请关闭它：它可能由其他程序控制。</translation>
    </message>
    <message>
        <source>ToolGuard is already running</source>
        <translation>ToolGuard 已在运行</translation>
    </message>
    <message>
        <source>Open ToolGuard here instead?</source>
        <translation>改为在这里打开 ToolGuard？</translation>
    </message>
    <message>
        <source>Close it and open here</source>
        <translation>关闭它并在此打开</translation>
    </message>
    <message>
        <source>Keep it running</source>
        <translation>继续运行</translation>
    </message>
</context>
<context>
    <name>EmptyQueue</name>
    <message>
        <source>No pending calls</source>
        <translation>没有待处理的调用</translation>
    </message>
    <message>
        <source>Tool calls from chat clients wait here until you approve or deny them.</source>
        <translation>聊天客户端的工具调用会在此等待，直到您批准或拒绝。</translation>
    </message>
    <message>
        <source>Set up chat clients</source>
        <translation>设置聊天客户端</translation>
    </message>
    <message>
        <source>Log integrity check failed</source>
        <translation>日志未通过完整性检查</translation>
    </message>
    <message>
        <source>Every call is refused until you resolve this with the buttons above.</source>
        <translation>在您用上方的按钮解决此问题之前，所有调用都会被拒绝。</translation>
    </message>
    <message>
        <source>No rule allows a call until you resolve this with the buttons above. Calls that you approve here still run, and every call is recorded.</source>
        <translation>在您用上方的按钮解决此问题之前，任何规则都不会允许调用。您在此批准的调用仍会运行，所有调用都会记录。</translation>
    </message>
    <message>
        <source>Rules still apply, calls that you approve here still run, and every call is recorded. Resolve this with the buttons above.</source>
        <translation>规则仍然有效，您在此批准的调用仍会运行，所有调用都会记录。请用上方的按钮解决。</translation>
    </message>
</context>
<context>
    <name>EndChoice</name>
    <message>
        <source>Date and time</source>
        <translation>日期和时间</translation>
    </message>
    <message>
        <source>until {0}</source>
        <translation>直到 {0}</translation>
    </message>
</context>
<context>
    <name>EndedLine</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the ended call</source>
        <translation>显示已结束的调用</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭这行提示</translation>
    </message>
    <message numerus="yes">
        <source>%n calls ended before you decided.</source>
        <translation>
            <numerusform>%n 个调用在您决定之前已结束。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more calls ended before you decided.</source>
        <translation>
            <numerusform>另有 %n 个调用在您决定之前已结束。</numerusform>
        </translation>
    </message>
    <message>
        <source>Open in Audit</source>
        <translation>在审计中打开</translation>
    </message>
    <message>
        <source>Review again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Endings</name>
    <message>
        <source>Outcome unknown: {0}</source>
        <translation>结果未知：{0}</translation>
    </message>
    <message>
        <source>This call was cancelled. It did not run.</source>
        <translation>此调用已取消，它没有运行。</translation>
    </message>
    <message>
        <source>The outcome of this call is unknown.</source>
        <translation>此调用的结果未知。</translation>
    </message>
    <message>
        <source>Allowed by: {0}</source>
        <translation>允许者：{0}</translation>
    </message>
    <message>
        <source>Denied automatically after {0}. It did not run.</source>
        <translation>{0} 后自动拒绝。它没有运行。</translation>
    </message>
    <message>
        <source>Denied by: {0}. It did not run.</source>
        <translation>拒绝者：{0}。它没有运行。</translation>
    </message>
    <message>
        <source>Reason: {0}</source>
        <translation>原因：{0}</translation>
    </message>
    <message>
        <source>Stopped by: {0}</source>
        <translation>停止者：{0}</translation>
    </message>
    <message>
        <source>Failed after {0}: {1}</source>
        <translation>{0} 后失败：{1}</translation>
    </message>
    <message>
        <source>Failed after {0}</source>
        <translation>{0} 后失败</translation>
    </message>
    <message>
        <source>Completed after {0}</source>
        <translation>{0} 后完成</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
</context>
<context>
    <name>Ends</name>
    <message>
        <source>expires in {0}</source>
        <translation>剩余 {0}</translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation>{0} · {1}</translation>
    </message>
    <message>
        <source>Pending {0}</source>
        <translation>已等待 {0}</translation>
    </message>
    <message numerus="yes">
        <source>Sent %n times: one decision answers all, it runs once</source>
        <translation>
            <numerusform>已发送 %n 次：一次决定答复全部，只运行一次</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} was asked to retry. Your decision applies when it does.</source>
        <translation>已要求 {0} 重试。您的决定将用于该重试。</translation>
    </message>
    <message>
        <source>{0} is asked to retry in {1}. Decide before or after that.</source>
        <translation>{1} 后会要求 {0} 重试。您可在此之前或之后作出决定。</translation>
    </message>
    <message>
        <source>{0} · no timeout</source>
        <translation>{0} · 不超时</translation>
    </message>
    <message>
        <source>{0} · auto-denied in {1}</source>
        <translation>{0} · 剩余 {1}，之后自动拒绝</translation>
    </message>
    <message>
        <source>asked to retry</source>
        <translation>已要求重试</translation>
    </message>
    <message>
        <source>retries in {0}</source>
        <translation>{0} 后重试</translation>
    </message>
    <message>
        <source>{0} was about to time out, so it was asked to retry.</source>
        <translation>{0} 即将超时，因此已要求它重试。</translation>
    </message>
    <message>
        <source>At {0}, {1} is asked to retry before it times out. The call stays pending.</source>
        <translation>{0} 会在超时前要求 {1} 重试。调用仍待处理。</translation>
    </message>
    <message numerus="yes">
        <source>Your decision applies once to an identical call within %n minutes.</source>
        <translation>
            <numerusform>您的决定会用于 %n 分钟内的一个相同调用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Expires at {0}. You will be asked about the next identical call.</source>
        <translation>{0} 到期。下一个相同的调用会再次询问您。</translation>
    </message>
    <message>
        <source>Denied automatically at {0}. The model is told that the request timed out.</source>
        <translation>{0} 自动拒绝，并告知模型请求超时。</translation>
    </message>
    <message>
        <source>Denied automatically at {0}.</source>
        <translation>{0} 自动拒绝。</translation>
    </message>
    <message>
        <source>It stays pending until you decide or the client times out.</source>
        <translation>一直等到您作出决定，或客户端超时。</translation>
    </message>
    <message>
        <source>denied in {0}</source>
        <translation>{0} 后拒绝</translation>
    </message>
</context>
<context>
    <name>EntryListField</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add to {0}</source>
        <translation>添加到 {0}</translation>
    </message>
</context>
<context>
    <name>EntryRow</name>
    <message>
        <source>Stop guarding…</source>
        <translation>停止保护…</translation>
    </message>
    <message>
        <source>Stop guarding {0}</source>
        <translation>停止保护 {0}</translation>
    </message>
    <message>
        <source>Guard…</source>
        <translation>保护…</translation>
    </message>
    <message>
        <source>Guard {0}</source>
        <translation>保护 {0}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Command or URL of {0}</source>
        <translation>{0} 的命令或 URL</translation>
    </message>
</context>
<context>
    <name>ExplainForm</name>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>As JSON, such as {&quot;path&quot;: &quot;/tmp/a&quot;}</source>
        <translation>JSON 格式，例如 {&quot;path&quot;: &quot;/tmp/a&quot;}</translation>
    </message>
    <message>
        <source>Other rules</source>
        <translation>其他规则</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Test a call</source>
        <translation>测试调用</translation>
    </message>
    <message>
        <source>See which rule would decide a call. Nothing is sent.</source>
        <translation>查看由哪条规则决定调用。不会发送任何内容。</translation>
    </message>
    <message>
        <source>Arguments (optional)</source>
        <translation>参数（可选）</translation>
    </message>
    <message>
        <source>The arguments are not valid: {0}</source>
        <translation>参数无效：{0}</translation>
    </message>
    <message>
        <source>ToolGuard would allow this call without asking.</source>
        <translation>ToolGuard 会直接允许此调用，不会询问。</translation>
    </message>
    <message>
        <source>ToolGuard would deny this call.</source>
        <translation>ToolGuard 会拒绝此调用。</translation>
    </message>
    <message>
        <source>ToolGuard would ask you about this call.</source>
        <translation>ToolGuard 会就此调用询问您。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter a server and a tool. The client is optional.</source>
        <translation>请输入服务器和工具，客户端可选。</translation>
    </message>
</context>
<context>
    <name>FailedPage</name>
    <message>
        <source>This page stopped working</source>
        <translation>此页面已停止工作</translation>
    </message>
    <message>
        <source>Protection is still active, and other pages still work. Restart ToolGuard to restore this page. Please report this error. The report contains no arguments, responses or paths.</source>
        <translation>保护仍在生效，其他页面仍可使用。重新启动 ToolGuard 即可恢复此页面。请报告此错误。报告不含参数、响应或路径。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy the error location without your data</source>
        <translation>复制错误发生的位置，不含您的数据</translation>
    </message>
    <message>
        <source>The error</source>
        <translation>错误信息</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Required.</source>
        <translation>必填。</translation>
    </message>
    <message>
        <source>{0} (default)</source>
        <translation>{0}（默认）</translation>
    </message>
</context>
<context>
    <name>FieldSection</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>The file is too large for a list of servers.</source>
        <translation>文件太大，不会是服务器列表。</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text.</source>
        <translation>文件不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>Can&apos;t read the file: {0}.</source>
        <translation>无法读取文件：{0}。</translation>
    </message>
</context>
<context>
    <name>FilterChips</name>
    <message>
        <source>Remove the filter {0}</source>
        <translation>移除筛选条件 {0}</translation>
    </message>
    <message>
        <source>Remove this filter</source>
        <translation>移除此筛选条件</translation>
    </message>
</context>
<context>
    <name>FilterNameRow</name>
    <message>
        <source>Name of the filter</source>
        <translation>筛选条件的名称</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save filter</source>
        <translation>保存筛选条件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Do not save the filter</source>
        <translation>不保存筛选条件</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请输入名称。</translation>
    </message>
</context>
<context>
    <name>FittedHeader</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>重置列</translation>
    </message>
</context>
<context>
    <name>FlagField</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
</context>
<context>
    <name>FoldedSection</name>
    <message>
        <source>Shown</source>
        <translation>已显示</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>Fill in “{0}” first.</source>
        <translation>请先填写“{0}”。</translation>
    </message>
</context>
<context>
    <name>GrantPanel</name>
    <message>
        <source>A grant is an allow rule that ends by itself, for example at a set time or when you quit. Revoke it to be asked again at once.</source>
        <translation>临时授权是会自行到期的允许规则，例如到某个时间或您退出时。收回后会立即再次询问您。</translation>
    </message>
    <message>
        <source>Revoke all</source>
        <translation>全部收回</translation>
    </message>
    <message>
        <source>Revoke all grants</source>
        <translation>收回所有临时授权</translation>
    </message>
    <message>
        <source>No grants</source>
        <translation>没有临时授权</translation>
    </message>
    <message>
        <source>A grant allows calls for a limited time. To add one, select “Remember for” on a pending call.</source>
        <translation>临时授权在限定时间内允许调用。在待处理的调用上勾选“记住此决定”即可添加。</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>No grant contains all of these words.</source>
        <translation>没有同时包含这些词的临时授权。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more in All rules</source>
        <translation>
            <numerusform>“所有规则”中还有 %Ln 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GrantRow</name>
    <message>
        <source>What it covers</source>
        <translation>适用范围</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Revoke: {0}</source>
        <translation>收回：{0}</translation>
    </message>
    <message>
        <source>Added by: {0}, {1}</source>
        <translation>添加者：{0}，{1}</translation>
    </message>
    <message>
        <source>Not used yet</source>
        <translation>尚未使用</translation>
    </message>
    <message>
        <source>Used once</source>
        <translation>已使用 1 次</translation>
    </message>
    <message numerus="yes">
        <source>Used %Ln times</source>
        <translation>
            <numerusform>已使用 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used more than %Ln times</source>
        <translation>
            <numerusform>已使用超过 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, last {1}</source>
        <translation>{0}，最近：{1}</translation>
    </message>
    <message>
        <source>Ends {0}</source>
        <translation>到期：{0}</translation>
    </message>
</context>
<context>
    <name>GroupDecision</name>
    <message>
        <source>Make a rule</source>
        <translation>生成规则</translation>
    </message>
    <message>
        <source>Propose a rule that covers these calls. They stay pending.</source>
        <translation>建议一条涵盖这些调用的规则。调用仍待处理。</translation>
    </message>
    <message>
        <source>Reason for denying, sent to the model (optional)</source>
        <translation>拒绝原因，会发送给模型（可选）</translation>
    </message>
    <message>
        <source>These calls have ended. You can no longer decide them.</source>
        <translation>这些调用已结束，不能再作决定。</translation>
    </message>
    <message>
        <source>selected calls, {0}</source>
        <translation>所选调用，{0}</translation>
    </message>
    <message>
        <source>Select calls of one tool only.</source>
        <translation>请只选择同一工具的调用。</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>ToolGuard {0}</source>
        <translation>ToolGuard {0}</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>No chapter contains all of these words.</source>
        <translation>没有同时包含这些词的章节。</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Search manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Copies information for a bug report. It contains no secrets, arguments or commands.</source>
        <translation>复制问题报告所需的信息。其中不含凭据、参数和命令。</translation>
    </message>
    <message>
        <source>Show introduction</source>
        <translation>显示介绍</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Copied. Review it before you share it; it contains server names.</source>
        <translation>已复制。分享前请检查，其中有服务器名称。</translation>
    </message>
</context>
<context>
    <name>Histogram</name>
    <message>
        <source>Calls over time</source>
        <translation>调用随时间的分布</translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 个调用</translation>
    </message>
    <message>
        <source>{0} to {1}: {2}</source>
        <translation>{0} 至 {1}：{2}</translation>
    </message>
    <message>
        <source>Highest bar: {0} within {1}</source>
        <translation>峰值：{1}内 {0}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>Records over time</source>
        <translation>记录随时间的分布</translation>
    </message>
    <message numerus="yes">
        <source>%Ln records</source>
        <translation>
            <numerusform>%Ln 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 条记录</translation>
    </message>
    <message numerus="yes">
        <source>%Ln denied</source>
        <translation>
            <numerusform>%Ln 个已拒绝</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n d</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HoursControl</name>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation>免打扰开始时间</translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation>免打扰结束时间</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Not saved. Enter times such as 22:00 and 7:30.</source>
        <translation>未保存。请输入时间，例如 22:00 和 7:30。</translation>
    </message>
</context>
<context>
    <name>InjectedArgument</name>
    <message>
        <source>[secret {0}]</source>
        <translation>[凭据 {0}]</translation>
    </message>
</context>
<context>
    <name>InjectedView</name>
    <message>
        <source>Added after you approve</source>
        <translation>批准后填入</translation>
    </message>
    <message>
        <source>The client and the model can&apos;t see or set these values.</source>
        <translation>客户端和模型看不到、也不能设置这些值。</translation>
    </message>
</context>
<context>
    <name>Introduction</name>
    <message>
        <source>Welcome to ToolGuard</source>
        <translation>欢迎使用 ToolGuard</translation>
    </message>
    <message>
        <source>Guard servers</source>
        <translation>保护服务器</translation>
    </message>
    <message>
        <source>Restart the chat client</source>
        <translation>重新启动聊天客户端</translation>
    </message>
    <message>
        <source>ToolGuard waits for it to connect…</source>
        <translation>ToolGuard 正在等待其连接…</translation>
    </message>
    <message>
        <source>It connects to ToolGuard when it starts its servers.</source>
        <translation>客户端启动其服务器时会连接到 ToolGuard。</translation>
    </message>
    <message>
        <source>Let the model use a tool</source>
        <translation>让模型使用一个工具</translation>
    </message>
    <message>
        <source>Its call appears here, and you approve or deny it.</source>
        <translation>其调用会出现在这里，由您批准或拒绝。</translation>
    </message>
    <message>
        <source>Each tool call of your chat clients waits here, with its exact arguments, until you approve or deny it. Every decision is logged.</source>
        <translation>聊天客户端的每次工具调用都会连同其确切参数在此等待，直到您批准或拒绝。每个决定都会记入日志。</translation>
    </message>
    <message>
        <source>Set up chat clients</source>
        <translation>设置聊天客户端</translation>
    </message>
    <message>
        <source>Try a sample call</source>
        <translation>试用示例调用</translation>
    </message>
    <message>
        <source>ToolGuard holds calls to them. It can&apos;t hold calls to other servers.</source>
        <translation>ToolGuard 会拦截对它们的调用，其他服务器则不会。</translation>
    </message>
    <message>
        <source>Servers guarded</source>
        <translation>服务器已受保护</translation>
    </message>
    <message>
        <source>Choose servers of your chat clients. ToolGuard can&apos;t hold calls to the others.</source>
        <translation>选择要保护的服务器。其他服务器的调用无法拦截。</translation>
    </message>
    <message>
        <source>Ask {0} for something that needs a tool.</source>
        <translation>让 {0} 做一件需要使用工具的事。</translation>
    </message>
    <message>
        <source>ToolGuard is ready</source>
        <translation>ToolGuard 已就绪</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Skip introduction</source>
        <translation>跳过介绍</translation>
    </message>
    <message>
        <source>{0} and others</source>
        <translation>{0} 等</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close introduction</source>
        <translation>关闭介绍</translation>
    </message>
</context>
<context>
    <name>JsonField</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Too long. The maximum is {0} characters.</source>
        <translation>过长，最多 {0} 个字符。</translation>
    </message>
    <message>
        <source>Invalid JSON: {0}.</source>
        <translation>JSON 无效：{0}。</translation>
    </message>
    <message>
        <source>Enter only one value.</source>
        <translation>请只输入一个值。</translation>
    </message>
    <message>
        <source>Must be an object: { … }.</source>
        <translation>必须是对象：{ … }。</translation>
    </message>
    <message>
        <source>Must be a list: [ … ].</source>
        <translation>必须是列表：[ … ]。</translation>
    </message>
    <message>
        <source>Must be a string: “…”.</source>
        <translation>必须是字符串：“…”。</translation>
    </message>
    <message>
        <source>Must be true or false.</source>
        <translation>必须是 true 或 false。</translation>
    </message>
    <message>
        <source>Must be a number.</source>
        <translation>必须是数字。</translation>
    </message>
    <message>
        <source>Must be a whole number.</source>
        <translation>必须是整数。</translation>
    </message>
</context>
<context>
    <name>JsonViewer</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find in {0}</source>
        <translation>在 {0} 中查找</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>可读视图</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>{0} as {1}</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>Copy {0} as JSON</source>
        <translation>将 {0} 复制为 JSON</translation>
    </message>
    <message>
        <source>Copy exact JSON</source>
        <translation>复制确切的 JSON</translation>
    </message>
    <message>
        <source>Go to end</source>
        <translation>转到末尾</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Parts are collapsed.</source>
        <translation>部分内容已折叠。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Showing only matches and their context.</source>
        <translation>只显示匹配项及其上下文。</translation>
    </message>
    <message>
        <source>{0}, showing the first {1}</source>
        <translation>{0}，显示前 {1} 处</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>1 found</source>
        <translation>找到 1 处</translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>找到 %Ln 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Keychain</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Your keyring is unlocked.</source>
        <translation>密钥环已解锁。</translation>
    </message>
    <message>
        <source>Your keyring is locked. It prompts you when a value is needed.</source>
        <translation>密钥环已锁定，需要值时会提示您。</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Your keyring is waiting. Unlock it or respond in its window.</source>
        <translation>密钥环正在等待。请在它的窗口中解锁或响应。</translation>
    </message>
    <message>
        <source>Your keyring isn&apos;t responding. Check for an unlock prompt behind other windows, or restart the keyring. Servers that need a value wait, then fail.</source>
        <translation>密钥环没有响应。请检查其他窗口后面是否有解锁提示，或重新启动密钥环。需要值的服务器会等待，之后会失败。</translation>
    </message>
    <message>
        <source>Your keyring is still locked, so servers that need a value can&apos;t start.</source>
        <translation>密钥环仍处于锁定状态，需要值的服务器无法启动。</translation>
    </message>
    <message>
        <source>The keyring prompt was dismissed, so servers that need a value can&apos;t start. Try again and allow access.</source>
        <translation>密钥环的提示被关闭，需要值的服务器无法启动。请重试并允许访问。</translation>
    </message>
    <message>
        <source>No keyring is available. Start GNOME Keyring, KWallet, Keychain or Credential Manager. Until then, values can only be kept in memory until ToolGuard quits.</source>
        <translation>没有可用的密钥环。请启动 GNOME Keyring、KWallet、Keychain 或 Credential Manager。在此之前，值只能保存在内存中，直到 ToolGuard 退出。</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>The keyring returned an error. Check that it is running, then try again.</source>
        <translation>密钥环返回了错误。请检查它是否在运行，然后重试。</translation>
    </message>
    <message>
        <source>A different keyring is now in use. Servers that need a secret won&apos;t start until you decide on the Pending page.</source>
        <translation>现在使用的是另一个密钥环。在您于“待处理”页面作出决定之前，需要凭据的服务器不会启动。</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>Keyring: {0}.</source>
        <translation>密钥环：{0}。</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Open the command palette</source>
        <translation>打开命令面板</translation>
    </message>
    <message>
        <source>Search this page</source>
        <translation>在此页面中搜索</translation>
    </message>
    <message>
        <source>Undo, where possible</source>
        <translation>撤销（可以撤销时）</translation>
    </message>
    <message>
        <source>Go to the next part of the page</source>
        <translation>转到页面的下一部分</translation>
    </message>
    <message>
        <source>Open Settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Open the manual at this page</source>
        <translation>打开手册中关于此页面的章节</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>恢复默认大小</translation>
    </message>
    <message>
        <source>Block all calls</source>
        <translation>阻止所有调用</translation>
    </message>
    <message>
        <source>Quit ToolGuard</source>
        <translation>退出 ToolGuard</translation>
    </message>
    <message>
        <source>Next call</source>
        <translation>下一个调用</translation>
    </message>
    <message>
        <source>Previous call</source>
        <translation>上一个调用</translation>
    </message>
    <message>
        <source>Enter a denial reason</source>
        <translation>填写拒绝原因</translation>
    </message>
    <message>
        <source>Choose a saved reason</source>
        <translation>选择常用原因</translation>
    </message>
    <message>
        <source>Search pending calls</source>
        <translation>搜索待处理调用</translation>
    </message>
    <message>
        <source>Discard the saved decision</source>
        <translation>放弃已保存的决定</translation>
    </message>
    <message>
        <source>Stop the call…</source>
        <translation>停止此调用…</translation>
    </message>
    <message>
        <source>Open in Audit</source>
        <translation>在审计中打开</translation>
    </message>
    <message>
        <source>Stop all calls…</source>
        <translation>停止所有调用…</translation>
    </message>
    <message>
        <source>Refresh all tools</source>
        <translation>刷新所有工具</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>导入服务器…</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>编辑服务器</translation>
    </message>
    <message>
        <source>Duplicate server</source>
        <translation>为服务器创建副本</translation>
    </message>
    <message>
        <source>Show tools</source>
        <translation>查看工具</translation>
    </message>
    <message>
        <source>Remove server</source>
        <translation>移除服务器</translation>
    </message>
    <message>
        <source>Add HTTP client</source>
        <translation>添加 HTTP 客户端</translation>
    </message>
    <message>
        <source>Guard all servers…</source>
        <translation>保护所有服务器…</translation>
    </message>
    <message>
        <source>Project folders…</source>
        <translation>项目文件夹…</translation>
    </message>
    <message>
        <source>Show clients and servers as a map</source>
        <translation>以对照表显示客户端和服务器</translation>
    </message>
    <message>
        <source>Show clients as a list</source>
        <translation>以列表显示客户端</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Edit rule</source>
        <translation>编辑规则</translation>
    </message>
    <message>
        <source>Turn the rule on or off</source>
        <translation>启用或停用规则</translation>
    </message>
    <message>
        <source>Remove rule, or revoke grant</source>
        <translation>移除规则，或收回临时授权</translation>
    </message>
    <message>
        <source>Show calls</source>
        <translation>查看调用</translation>
    </message>
    <message>
        <source>Show grants</source>
        <translation>显示临时授权</translation>
    </message>
    <message>
        <source>Test a call</source>
        <translation>测试调用</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Add credential</source>
        <translation>添加凭据</translation>
    </message>
    <message>
        <source>Replace the value</source>
        <translation>替换值</translation>
    </message>
    <message>
        <source>Remove credential…</source>
        <translation>移除凭据…</translation>
    </message>
    <message>
        <source>Show new calls</source>
        <translation>显示新的调用</translation>
    </message>
    <message>
        <source>Verify log</source>
        <translation>验证日志</translation>
    </message>
    <message>
        <source>Save filter</source>
        <translation>保存筛选条件</translation>
    </message>
    <message>
        <source>Export log</source>
        <translation>导出日志</translation>
    </message>
    <message>
        <source>Show introduction</source>
        <translation>显示介绍</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Deny, while you enter the reason</source>
        <translation>输入原因时拒绝</translation>
    </message>
    <message>
        <source>Turn the selected tool on or off</source>
        <translation>启用或停用所选的工具</translation>
    </message>
    <message>
        <source>Open the menu of the row</source>
        <translation>打开行的菜单</translation>
    </message>
    <message>
        <source>Toggle “Remember for”</source>
        <translation>切换“记住此决定”</translation>
    </message>
    <message>
        <source>Edit arguments</source>
        <translation>编辑参数</translation>
    </message>
    <message>
        <source>Select all similar calls</source>
        <translation>选择所有同类调用</translation>
    </message>
    <message>
        <source>Show keyboard shortcuts</source>
        <translation>显示键盘快捷键</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Select multiple calls</source>
        <translation>在列表中选择多个调用</translation>
    </message>
    <message>
        <source>Show the calls of a burst (Left: hide them)</source>
        <translation>显示一批调用（左方向键：隐藏）</translation>
    </message>
    <message>
        <source>Select or clear a call of a burst</source>
        <translation>选中或取消选中一批中的一个调用</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Open a page</source>
        <translation>打开某个页面</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>所有页面</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>LabelledField</name>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Clear {0}</source>
        <translation>清除 {0}</translation>
    </message>
    <message>
        <source>Leave this value out</source>
        <translation>不填写此值</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>{0}: changed</source>
        <translation>{0}：已修改</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>重置 {0}</translation>
    </message>
    <message>
        <source>Server&apos;s title: “{0}”</source>
        <translation>服务器给出的标题：“{0}”</translation>
    </message>
    <message>
        <source>Problem with {0}</source>
        <translation>{0} 的问题</translation>
    </message>
    <message>
        <source>Original value: {0}</source>
        <translation>原来的值：{0}</translation>
    </message>
    <message>
        <source>Originally empty</source>
        <translation>原来为空</translation>
    </message>
    <message>
        <source>changed from “{0}”</source>
        <translation>已修改，原为“{0}”</translation>
    </message>
</context>
<context>
    <name>LeakBanner</name>
    <message>
        <source>Secret blocked</source>
        <translation>已拦截凭据</translation>
    </message>
    <message>
        <source>Open in Audit</source>
        <translation>在审计中打开</translation>
    </message>
    <message>
        <source>Dismiss leak warning</source>
        <translation>关闭泄露警告</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Blocked at {4}: {0} sent {1} containing the secret {3} to {2}.</source>
        <translation>{4} 已拦截：{0} 向 {2} 发送的 {1} 含有凭据 {3}。</translation>
    </message>
    <message>
        <source>Refused at {4}: {0} called {1} on {2} with the secret {3} in its arguments. It did not run.</source>
        <translation>{4} 已拒绝：{0} 调用 {2} 上的 {1} 时，参数中含有凭据 {3}。调用没有运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n more like this.</source>
        <translation>
            <numerusform>还有 %n 个类似的。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LimitForm</name>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>次调用</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Size of the arguments</source>
        <translation>参数大小</translation>
    </message>
    <message>
        <source>Size of the result</source>
        <translation>结果大小</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Time span</source>
        <translation>时间段</translation>
    </message>
    <message>
        <source>Time until the response</source>
        <translation>响应时间</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel and set no limit</source>
        <translation>取消，不设置限制</translation>
    </message>
    <message>
        <source>New limit</source>
        <translation>新建限制</translation>
    </message>
    <message>
        <source>Edit limit</source>
        <translation>编辑限制</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add this limit</source>
        <translation>添加此限制</translation>
    </message>
    <message>
        <source>Save this limit</source>
        <translation>保存此限制</translation>
    </message>
    <message>
        <source>The client, server and tool of a limit can&apos;t be changed. Add another limit.</source>
        <translation>限制的客户端、服务器和工具无法更改。请另外添加一个限制。</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>每 {0}</translation>
    </message>
    <message>
        <source>Enter at least one limit.</source>
        <translation>请至少输入一项限制。</translation>
    </message>
    <message>
        <source>One of these numbers is too large.</source>
        <translation>其中一个数字过大。</translation>
    </message>
</context>
<context>
    <name>LimitText</name>
    <message>
        <source>{tool} on {server} for {client}</source>
        <translation>{client} 使用 {server} 上的 {tool}</translation>
    </message>
    <message numerus="yes">
        <source>at most %n calls in {0}</source>
        <translation>
            <numerusform>{0}内最多 %n 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>arguments up to {0}</source>
        <translation>参数不超过 {0}</translation>
    </message>
    <message>
        <source>results up to {0}</source>
        <translation>结果不超过 {0}</translation>
    </message>
    <message>
        <source>a response within {0}</source>
        <translation>{0}内响应</translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} seconds</source>
        <translation>{0} 秒</translation>
    </message>
</context>
<context>
    <name>LimitUse</name>
    <message>
        <source>Calls used</source>
        <translation>已用调用次数</translation>
    </message>
    <message>
        <source>{0} of {1} calls used</source>
        <translation>已用 {0}/{1} 次调用</translation>
    </message>
    <message>
        <source>{0}, next in {1}</source>
        <translation>{0}，{1} 后可再次调用</translation>
    </message>
</context>
<context>
    <name>LimitsPanel</name>
    <message>
        <source>Add limit</source>
        <translation>添加限制</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>A limit refuses calls above a rate, a size or a duration, and tells the model why. Calls that need your approval count, too. A limit never allows a call.</source>
        <translation>限制会拒绝超出频率、大小或时长的调用，并告诉模型原因。需要您批准的调用也计算在内。限制绝不会允许调用。</translation>
    </message>
    <message>
        <source>Back from limits</source>
        <translation>返回：限制</translation>
    </message>
    <message>
        <source>No limits yet</source>
        <translation>还没有限制</translation>
    </message>
    <message>
        <source>Add one to refuse calls that are too many, too large or too slow.</source>
        <translation>添加限制，以拒绝过多、过大或过慢的调用。</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Applies to</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit limit: {0}</source>
        <translation>编辑限制：{0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove limit: {0}</source>
        <translation>移除限制：{0}</translation>
    </message>
    <message>
        <source>Show calls refused by rate</source>
        <translation>显示因频率被拒绝的调用</translation>
    </message>
    <message>
        <source>Show calls refused by size</source>
        <translation>显示因大小被拒绝的调用</translation>
    </message>
</context>
<context>
    <name>ListFrame</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>Sort the list</source>
        <translation>对列表排序</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>没有结果。</translation>
    </message>
    <message>
        <source>Sorted by: {0}</source>
        <translation>排序方式：{0}</translation>
    </message>
</context>
<context>
    <name>ListPanel</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search: {0}</source>
        <translation>搜索：{0}</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>没有结果。</translation>
    </message>
</context>
<context>
    <name>ListRow</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Use a secret from your keyring</source>
        <translation>使用密钥环中的凭据</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Name {1} of {0}</source>
        <translation>{0} 的名称 {1}</translation>
    </message>
    <message>
        <source>Value {1} of {0}</source>
        <translation>{0} 的值 {1}</translation>
    </message>
    <message>
        <source>Secret for value {1} of {0}</source>
        <translation>{0} 的值 {1} 所用的凭据</translation>
    </message>
    <message>
        <source>Remove entry {1} of {0}</source>
        <translation>移除 {0} 的条目 {1}</translation>
    </message>
    <message>
        <source>No secrets yet. Add one on the Credentials page.</source>
        <translation>还没有凭据。请在“凭据”页面添加。</translation>
    </message>
</context>
<context>
    <name>LogExport</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export log</source>
        <translation>导出日志</translation>
    </message>
    <message>
        <source>Export progress</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>Stop export</source>
        <translation>停止导出</translation>
    </message>
    <message>
        <source>Export result</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>Hide export result</source>
        <translation>隐藏导出结果</translation>
    </message>
    <message>
        <source>Shown calls as {0}…</source>
        <translation>显示的调用（{0}）…</translation>
    </message>
    <message>
        <source>All records with hashes as {0}…</source>
        <translation>所有记录及其哈希（{0}）…</translation>
    </message>
    <message>
        <source>All calls as {0}…</source>
        <translation>所有调用（{0}）…</translation>
    </message>
    <message>
        <source>Writing file…</source>
        <translation>正在写入文件…</translation>
    </message>
    <message>
        <source>Exported {0} records to </source>
        <translation>已将 {0} 条记录导出到 </translation>
    </message>
    <message>
        <source>Exported {0} rows to </source>
        <translation>已将 {0} 行导出到 </translation>
    </message>
    <message>
        <source>Export stopped. No file was written.</source>
        <translation>导出已停止，没有写入文件。</translation>
    </message>
    <message>
        <source>Export failed: {0}</source>
        <translation>导出失败：{0}</translation>
    </message>
    <message>
        <source>Export failed: {0}. Choose another location or free up space, then try again.</source>
        <translation>导出失败：{0}。请选择其他位置或腾出空间，然后重试。</translation>
    </message>
    <message>
        <source>{0} of {1} written</source>
        <translation>已写入 {0}，共 {1}</translation>
    </message>
</context>
<context>
    <name>LogFilters</name>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Search arguments, responses, names…</source>
        <translation>搜索参数、响应、名称…</translation>
    </message>
    <message>
        <source>Search log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Record type</source>
        <translation>记录类型</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Clear all filters</source>
        <translation>清除所有筛选条件</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>All records</source>
        <translation>所有记录</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} 至 {1}</translation>
    </message>
</context>
<context>
    <name>LogShippingStatus</name>
    <message>
        <source>Not sent: {0}.</source>
        <translation>未发送：{0}。</translation>
    </message>
    <message>
        <source>Records waiting: {0}.</source>
        <translation>待发送的记录：{0} 条。</translation>
    </message>
    <message>
        <source>Up to date.</source>
        <translation>已是最新。</translation>
    </message>
    <message>
        <source>Last sent: {0}.</source>
        <translation>上次发送：{0}。</translation>
    </message>
    <message>
        <source>Nothing sent yet.</source>
        <translation>尚未发送。</translation>
    </message>
    <message>
        <source>Removed before they were sent: {0}.</source>
        <translation>发送前已被删除：{0} 条。</translation>
    </message>
    <message>
        <source>Not kept by the receiver: {0}.</source>
        <translation>接收方未保留：{0} 条。</translation>
    </message>
</context>
<context>
    <name>LogSizeNotice</name>
    <message>
        <source>Size of the log</source>
        <translation>日志大小</translation>
    </message>
    <message>
        <source>Hide size of the log</source>
        <translation>隐藏日志大小提示</translation>
    </message>
    <message>
        <source>The log takes {0}. Under Settings → Log you can limit its size, remove old records or archive them.</source>
        <translation>日志占用 {0}。您可以在“设置 → 日志”中限制其大小、删除或归档旧记录。</translation>
    </message>
</context>
<context>
    <name>LogVerification</name>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Verify log</source>
        <translation>验证日志</translation>
    </message>
    <message>
        <source>Check the log for edited, removed or reordered records</source>
        <translation>检查日志中的记录是否被编辑、删除或重排</translation>
    </message>
    <message>
        <source>Verification progress</source>
        <translation>验证进度</translation>
    </message>
    <message>
        <source>Stop verification</source>
        <translation>停止验证</translation>
    </message>
    <message>
        <source>Verification result</source>
        <translation>验证结果</translation>
    </message>
    <message>
        <source>Hide verification result</source>
        <translation>隐藏验证结果</translation>
    </message>
    <message>
        <source>Verifying log…</source>
        <translation>正在验证日志…</translation>
    </message>
    <message>
        <source>Not verified since ToolGuard started</source>
        <translation>ToolGuard 启动后尚未验证</translation>
    </message>
    <message>
        <source>Verified at {0}: intact</source>
        <translation>{0} 已验证，记录无误</translation>
    </message>
    <message>
        <source>Records without a signature found. {0} records checked. Latest hash: </source>
        <translation>发现没有签名的记录。已检查 {0} 条记录。最新哈希：</translation>
    </message>
    <message numerus="yes">
        <source>Log verified: %Ln records intact; a call has several. Latest hash: </source>
        <translation>
            <numerusform>日志已验证：%Ln 条记录完整；一次调用有多条记录。最新哈希：</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped. {0} records checked so far are intact.</source>
        <translation>已停止。目前已检查的 {0} 条记录完整。</translation>
    </message>
    <message>
        <source>Don&apos;t rely on this record or any later one. Find out which program changed the log. To export verified records or start a new log, use the buttons at the top.</source>
        <translation>请勿依赖该记录及其后的任何记录。请查明是哪个程序更改了日志。要导出通过验证的记录或开始新的日志，请使用顶部的按钮。</translation>
    </message>
    <message>
        <source>Log integrity check failed: </source>
        <translation>日志未通过完整性检查： </translation>
    </message>
    <message>
        <source>Unverified: </source>
        <translation>未经验证： </translation>
    </message>
    <message>
        <source>They follow the last record that ToolGuard signed. Another program may have added them, so don&apos;t rely on them.</source>
        <translation>它们位于 ToolGuard 签名的最后一条记录之后，可能由其他程序添加，请勿依赖。</translation>
    </message>
    <message>
        <source>Records {0} to {1} were removed, the last time on {2}.</source>
        <translation>第 {0} 至 {1} 条记录已删除，最近一次是 {2}。</translation>
    </message>
    <message numerus="yes">
        <source>Text was redacted in %Ln records.</source>
        <translation>
            <numerusform>已在 %Ln 条记录中抹除文本。</numerusform>
        </translation>
    </message>
    <message>
        <source>records {0} to {1}, from {2} to {3}. </source>
        <translation>记录 {0} 到 {1}，时间从 {2} 到 {3}。</translation>
    </message>
    <message>
        <source>Log verified: 1 record intact. Latest hash: </source>
        <translation>日志已验证：1 条记录完整。最新哈希：</translation>
    </message>
    <message>
        <source>{0} checked</source>
        <translation>已检查 {0}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Credentials</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>A change is pending.</source>
        <translation>有 1 项更改待处理。</translation>
    </message>
    <message>
        <source>{0} on {1} is pending.</source>
        <translation>{1} 上的 {0} 待处理。</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Window error ({0}). Calls are still protected.</source>
        <translation>窗口错误 ({0})。调用仍受保护。</translation>
    </message>
</context>
<context>
    <name>MapField</name>
    <message>
        <source>A value has no name. Name it or remove it.</source>
        <translation>有一个值没有名称。请为它命名或移除它。</translation>
    </message>
    <message>
        <source>The name {0} is used twice.</source>
        <translation>名称 {0} 重复。</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a valid name here.</source>
        <translation>{0} 不是有效的名称。</translation>
    </message>
    <message>
        <source>The value of {0} doesn&apos;t match the required format.</source>
        <translation>{0} 的值不符合要求的格式。</translation>
    </message>
</context>
<context>
    <name>MatchBar</name>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>{0} of {1} in this chapter</source>
        <translation>本章第 {0} 处，共 {1} 处</translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message>
        <source>today at {0}</source>
        <translation>今天 {0}</translation>
    </message>
    <message>
        <source>yesterday at {0}</source>
        <translation>昨天 {0}</translation>
    </message>
    <message numerus="yes">
        <source>%n days ago</source>
        <translation>
            <numerusform>%n 天前</numerusform>
        </translation>
    </message>
    <message>
        <source>now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Needs</name>
    <message>
        <source>the secret {0}</source>
        <translation>凭据 {0}</translation>
    </message>
    <message>
        <source>your user ID</source>
        <translation>您的用户 ID</translation>
    </message>
    <message>
        <source>a token for {0} with scopes: {1}</source>
        <translation>{0} 的令牌，权限范围：{1}</translation>
    </message>
    <message>
        <source>a token for {0}</source>
        <translation>{0} 的令牌</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>关闭此提示</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Notify</name>
    <message>
        <source>Review</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>{0} on {1}, requested by {2}</source>
        <translation>{1} 上的 {0}，由 {2} 请求</translation>
    </message>
    <message>
        <source>Message blocked: it contained a secret</source>
        <translation>已拦截消息：其中含有凭据</translation>
    </message>
    <message>
        <source>Call refused: its arguments contained a secret</source>
        <translation>已拒绝调用：其参数中含有凭据</translation>
    </message>
    <message>
        <source>Calls refused: their arguments contained secrets</source>
        <translation>已拒绝多个调用：其参数中含有凭据</translation>
    </message>
    <message>
        <source>and more</source>
        <translation>以及更多</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{1} 上的 {0}</translation>
    </message>
    <message>
        <source>{0} is waiting for your decision.</source>
        <translation>{0} 正在等待您的决定。</translation>
    </message>
    <message>
        <source>1 pending change</source>
        <translation>1 项待处理的更改</translation>
    </message>
    <message numerus="yes">
        <source>%n pending calls</source>
        <translation>
            <numerusform>%n 个待处理的调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending calls and changes</source>
        <translation>
            <numerusform>%n 个待处理的调用和更改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NumberControl</name>
    <message>
        <source>Not saved. Enter a whole number from {0} to {1}.</source>
        <translation>未保存。请输入 {0} 到 {1} 之间的整数。</translation>
    </message>
    <message>
        <source>Not saved. Enter a whole number from {0} to {1}, or 0 for {2}.</source>
        <translation>未保存。请输入 {0} 到 {1} 之间的整数，或输入 0（{2}）。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>Enter a number.</source>
        <translation>请输入数字。</translation>
    </message>
    <message>
        <source>Not a valid number. Remove leading zeros.</source>
        <translation>数字无效。请去掉开头的 0。</translation>
    </message>
    <message>
        <source>Enter a whole number.</source>
        <translation>请输入整数。</translation>
    </message>
    <message>
        <source>Must be at least {0}.</source>
        <translation>至少为 {0}。</translation>
    </message>
    <message>
        <source>Must be at most {0}.</source>
        <translation>最多为 {0}。</translation>
    </message>
    <message>
        <source>Must be greater than {0}.</source>
        <translation>必须大于 {0}。</translation>
    </message>
    <message>
        <source>Must be less than {0}.</source>
        <translation>必须小于 {0}。</translation>
    </message>
</context>
<context>
    <name>ObjectField</name>
    <message>
        <source>Other properties</source>
        <translation>其他属性</translation>
    </message>
    <message>
        <source>{0} has its own field.</source>
        <translation>{0} 有自己的字段。</translation>
    </message>
</context>
<context>
    <name>OngoingCall</name>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>a response from the client&apos;s model</source>
        <translation>客户端模型的响应</translation>
    </message>
    <message>
        <source>your input in the chat client</source>
        <translation>您在聊天客户端中的输入</translation>
    </message>
    <message>
        <source>the client&apos;s working folders</source>
        <translation>客户端的工作文件夹</translation>
    </message>
    <message>
        <source>running as a task</source>
        <translation>作为任务运行中</translation>
    </message>
    <message>
        <source>waiting for the client</source>
        <translation>等待客户端</translation>
    </message>
    <message>
        <source>waiting for the client: {0}</source>
        <translation>等待客户端：{0}</translation>
    </message>
</context>
<context>
    <name>Origins</name>
    <message>
        <source>in the window{place}{how}</source>
        <translation>在窗口中{place}{how}</translation>
    </message>
    <message>
        <source>in “toolguard serve”{place}{how}</source>
        <translation>在“toolguard serve”中{place}{how}</translation>
    </message>
    <message>
        <source>, with the keyboard</source>
        <translation>，使用键盘</translation>
    </message>
    <message>
        <source>, through assistive technology</source>
        <translation>，通过辅助技术</translation>
    </message>
    <message>
        <source>without a terminal</source>
        <translation>(没有终端)</translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation>（终端 {0}）</translation>
    </message>
    <message>
        <source>on display {0}</source>
        <translation>（显示器 {0}）</translation>
    </message>
    <message>
        <source>, with a pointing device</source>
        <translation>，使用鼠标或触控板</translation>
    </message>
    <message>
        <source>, from a notification</source>
        <translation>，在通知中</translation>
    </message>
    <message>
        <source>; method unknown</source>
        <translation>；方式未知</translation>
    </message>
    <message>
        <source>location unknown</source>
        <translation>位置未知</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Not recorded in that version</source>
        <translation>当时的版本没有记录</translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation>{0}（进程 {1}）</translation>
    </message>
    <message>
        <source>{0}, through toolguard-connect</source>
        <translation>{0}，通过 toolguard-connect</translation>
    </message>
    <message>
        <source>process {0}</source>
        <translation>进程 {0}</translation>
    </message>
    <message>
        <source>{0}, owned by {1} (process {2})</source>
        <translation>{0}，属于 {1}（进程 {2}）</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示器</translation>
    </message>
    <message>
        <source>ToolGuard launched by</source>
        <translation>ToolGuard 的启动者</translation>
    </message>
    <message>
        <source>Login session</source>
        <translation>登录会话</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
</context>
<context>
    <name>PageButton</name>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PanicBanner</name>
    <message>
        <source>All calls are blocked</source>
        <translation>已阻止所有调用</translation>
    </message>
    <message>
        <source>All calls are blocked. Running calls were cancelled, and new ones are denied.</source>
        <translation>所有调用均被阻止。正在运行的调用已取消，新的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Resume calls</source>
        <translation>恢复调用</translation>
    </message>
</context>
<context>
    <name>PartRow</name>
    <message>
        <source>Approve change {0} of {1}</source>
        <translation>批准第 {0} 项更改，共 {1} 项</translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation>更改 {0}</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Details of change {0}</source>
        <translation>更改 {0} 的详情</translation>
    </message>
</context>
<context>
    <name>PastedServerRow</name>
    <message>
        <source>Add {0}</source>
        <translation>添加 {0}</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit {0} before adding</source>
        <translation>添加前编辑 {0}</translation>
    </message>
    <message>
        <source>Command or URL of {0}</source>
        <translation>{0} 的命令或 URL</translation>
    </message>
    <message>
        <source>Make all tools visible</source>
        <translation>让所有工具可见</translation>
    </message>
    <message>
        <source>Make all tools of {0} visible</source>
        <translation>让 {0} 的所有工具可见</translation>
    </message>
    <message>
        <source>for agent {0}</source>
        <translation>用于智能体 {0}</translation>
    </message>
    <message>
        <source>Already added as {0}.</source>
        <translation>已添加为 {0}。</translation>
    </message>
    <message>
        <source>Will be stored in your keyring: {0}.</source>
        <translation>将存储在您的密钥环中：{0}。</translation>
    </message>
    <message>
        <source>No value found. Add it on the Credentials page: {0}.</source>
        <translation>未找到值，请在“凭据”页面添加：{0}。</translation>
    </message>
</context>
<context>
    <name>PathControl</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose: {0}</source>
        <translation>选择：{0}</translation>
    </message>
    <message>
        <source>The folder does not exist yet.</source>
        <translation>此文件夹尚不存在。</translation>
    </message>
    <message>
        <source>The file does not exist yet.</source>
        <translation>此文件尚不存在。</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>创建文件夹</translation>
    </message>
    <message>
        <source>Create folder: {0}</source>
        <translation>创建文件夹：{0}</translation>
    </message>
    <message>
        <source>The folder could not be created: {0}.</source>
        <translation>无法创建文件夹：{0}。</translation>
    </message>
</context>
<context>
    <name>PauseBanner</name>
    <message>
        <source>Approval requests paused</source>
        <translation>批准请求已暂停</translation>
    </message>
    <message>
        <source>End the pause</source>
        <translation>结束暂停</translation>
    </message>
    <message numerus="yes">
        <source>Calls of {0} to {1} are denied until {2}: %n approval requests were not answered.</source>
        <translation>
            <numerusform>{0} 对 {1} 的调用在 {2} 之前会被拒绝：有 %n 个批准请求未得到回应。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more pauses.</source>
        <translation>
            <numerusform>另有 %n 个暂停。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PendingPage</name>
    <message>
        <source>Select an item</source>
        <translation>请选择一项</translation>
    </message>
    <message>
        <source>Pending calls run only after you approve them.</source>
        <translation>待处理的调用只有在您批准后才会运行。</translation>
    </message>
    <message>
        <source>No pending calls</source>
        <translation>没有待处理的调用</translation>
    </message>
    <message>
        <source>Can&apos;t be approved while the log can&apos;t be written.</source>
        <translation>日志无法写入，暂时不能批准。</translation>
    </message>
    <message>
        <source>Select a saved decision to read it.</source>
        <translation>选择一项已保存的决定以查看。</translation>
    </message>
    <message>
        <source>This call has ended.</source>
        <translation>此调用已结束。</translation>
    </message>
    <message>
        <source>Decided elsewhere or cancelled: {0}</source>
        <translation>已在别处决定或已取消：{0}</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>Your approval was not applied: “{0}”</source>
        <translation>您的批准未生效：“{0}”</translation>
    </message>
    <message>
        <source>Denied by you. It did not run.</source>
        <translation>已被您拒绝，没有运行。</translation>
    </message>
    <message>
        <source>Approve 1 similar call…</source>
        <translation>批准另外 1 个类似调用…</translation>
    </message>
    <message numerus="yes">
        <source>Approve %n similar calls…</source>
        <translation>
            <numerusform>批准另外 %n 个类似调用…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PendingSignInBanner</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此登录的提示</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>PendingSignIns</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Image in {0}</source>
        <translation>{0} 中的图片</translation>
    </message>
    <message>
        <source>data too large to show as an image</source>
        <translation>数据过大，无法显示为图片</translation>
    </message>
    <message>
        <source>image too large to show</source>
        <translation>图片尺寸过大，无法显示</translation>
    </message>
    <message>
        <source>declared as an image, but not valid base64</source>
        <translation>声明为图片，但不是有效的 base64</translation>
    </message>
    <message>
        <source>declared as an image, but not a supported format</source>
        <translation>声明为图片，但格式不受支持</translation>
    </message>
</context>
<context>
    <name>ProgressBar</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
</context>
<context>
    <name>ProjectFolders</name>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Project folders</source>
        <translation>项目文件夹</translation>
    </message>
    <message>
        <source>Chat clients also read settings in a project&apos;s folder, such as .mcp.json or .vscode/mcp.json. Add the folders of your projects, or drop them on the window. Folders inside them are not searched.</source>
        <translation>聊天客户端还会读取项目文件夹中的设置，例如 .mcp.json 或 .vscode/mcp.json。请添加您的项目文件夹，或将其拖放到窗口上。不会搜索其中的子文件夹。</translation>
    </message>
    <message>
        <source>Back from project folders</source>
        <translation>返回：项目文件夹</translation>
    </message>
    <message>
        <source>No project folders yet</source>
        <translation>还没有项目文件夹</translation>
    </message>
    <message>
        <source>Servers of a project are found here once its folder is added.</source>
        <translation>添加项目的文件夹后，这里会列出该项目的服务器。</translation>
    </message>
    <message>
        <source>Add project folder</source>
        <translation>添加项目文件夹</translation>
    </message>
    <message>
        <source>{0} is not a folder.</source>
        <translation>{0} 不是文件夹。</translation>
    </message>
    <message>
        <source>{0} was not added: remove another folder first.</source>
        <translation>未添加 {0}：请先移除另一个文件夹。</translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation>项目文件夹</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove {0} from the list</source>
        <translation>从列表中移除 {0}</translation>
    </message>
</context>
<context>
    <name>PromptChart</name>
    <message>
        <source>Approval requests over time</source>
        <translation>各时段的批准请求</translation>
    </message>
    <message numerus="yes">
        <source>%Ln approved</source>
        <translation>
            <numerusform>%Ln 个已批准</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln denied</source>
        <translation>
            <numerusform>%Ln 个已拒绝</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not answered</source>
        <translation>
            <numerusform>%Ln 个未回应</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>No approval requests</source>
        <translation>没有批准请求</translation>
    </message>
    <message>
        <source>{0}. Click to show them in Audit.</source>
        <translation>{0}。点击即可在“审计”中显示。</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>未回应</translation>
    </message>
</context>
<context>
    <name>PromptStatisticsView</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>30 days</source>
        <translation>30 天</translation>
    </message>
    <message>
        <source>You were not asked about any call.</source>
        <translation>没有调用需要您作决定。</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>Suggested rules</source>
        <translation>建议的规则</translation>
    </message>
    <message>
        <source>Approval statistics</source>
        <translation>批准请求统计</translation>
    </message>
    <message>
        <source>No approval requests in this time</source>
        <translation>此期间没有批准请求</translation>
    </message>
    <message>
        <source>{0} per active hour, peak {1}</source>
        <translation>每活跃小时 {0}，峰值 {1}</translation>
    </message>
    <message>
        <source>Quick: too fast to have been read, at more than 25 characters of arguments per second.</source>
        <translation>快速：参数每秒超过 25 个字符，来不及阅读。</translation>
    </message>
    <message>
        <source>No rule would have saved several approval requests without covering a call that you denied.</source>
        <translation>没有规则能省去多个批准请求而又不涵盖您拒绝过的调用。</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>未回应</translation>
    </message>
    <message>
        <source>Approval requests</source>
        <translation>批准请求</translation>
    </message>
    <message>
        <source>Show them in Audit</source>
        <translation>在“审计”中显示</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Median time to decide</source>
        <translation>决定用时的中位数</translation>
    </message>
    <message>
        <source>Quick approvals</source>
        <translation>快速批准</translation>
    </message>
    <message>
        <source>Show the latest in Audit</source>
        <translation>在“审计”中显示最近一条</translation>
    </message>
    <message>
        <source>Learn more</source>
        <translation>了解更多</translation>
    </message>
    <message>
        <source>Learn more about these statistics</source>
        <translation>了解这些统计信息的更多内容</translation>
    </message>
    <message>
        <source>{0}% of {1} decisions</source>
        <translation>{1} 次决定中的 {0}%</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>Still reading the log…</source>
        <translation>仍在读取日志…</translation>
    </message>
    <message>
        <source>Looking for rules…</source>
        <translation>正在查找规则…</translation>
    </message>
</context>
<context>
    <name>PropertyList</name>
    <message numerus="yes">
        <source>Show all %Ln characters</source>
        <translation>
            <numerusform>显示全部 %Ln 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Copy {0}</source>
        <translation>复制 {0}</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>Proposal</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Exact change</source>
        <translation>具体改动</translation>
    </message>
</context>
<context>
    <name>ProposalDetail</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Show the next pending item</source>
        <translation>显示下一个待处理项</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Requested at</source>
        <translation>请求时间</translation>
    </message>
    <message>
        <source>Your browser will open this page.</source>
        <translation>浏览器将打开此页面。</translation>
    </message>
    <message>
        <source>Selected changes: {0}. The others are removed from config.json.</source>
        <translation>已选更改：{0}。其余更改会从 config.json 中移除。</translation>
    </message>
    <message>
        <source>Select the changes to approve. The others are removed from config.json.</source>
        <translation>请选择要批准的更改，其余更改会从 config.json 中移除。</translation>
    </message>
    <message>
        <source>Nothing changes until you approve.</source>
        <translation>在您批准之前不会有任何更改。</translation>
    </message>
    <message>
        <source>Deny all</source>
        <translation>全部拒绝</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Deny all changes</source>
        <translation>拒绝所有更改</translation>
    </message>
    <message>
        <source>Deny this change</source>
        <translation>拒绝此更改</translation>
    </message>
    <message>
        <source>Approve this change</source>
        <translation>批准此更改</translation>
    </message>
    <message>
        <source>Sign in with your browser</source>
        <translation>在浏览器中登录</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Approve server</source>
        <translation>批准服务器</translation>
    </message>
    <message>
        <source>Approve {0} of {1} changes</source>
        <translation>批准所选（{0}/{1}）</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Search pending calls</source>
        <translation>搜索待处理调用</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Pending calls</source>
        <translation>待处理的调用</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>{0} pending</source>
        <translation>{0} 项待处理</translation>
    </message>
    <message>
        <source>Hidden by the search: {0}</source>
        <translation>被搜索隐藏：{0}</translation>
    </message>
    <message>
        <source>All pending items match the search.</source>
        <translation>所有待处理项都与搜索匹配。</translation>
    </message>
    <message numerus="yes">
        <source>Select %n similar</source>
        <translation>
            <numerusform>选择 %n 个类似调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Select all %n similar calls</source>
        <translation>
            <numerusform>选择全部 %n 个类似调用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueText</name>
    <message numerus="yes">
        <source>%n requests</source>
        <translation>
            <numerusform>%n 个请求</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuietButton</name>
    <message>
        <source>No notifications and no sounds. Calls stay pending.</source>
        <translation>没有通知和提示音。调用保持待处理。</translation>
    </message>
    <message>
        <source>Quiet until {0}</source>
        <translation>免打扰至 {0}</translation>
    </message>
</context>
<context>
    <name>QuitQuestion</name>
    <message>
        <source>Quit ToolGuard?</source>
        <translation>退出 ToolGuard？</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Hide to tray</source>
        <translation>隐藏到托盘</translation>
    </message>
    <message>
        <source>No calls are pending or running.</source>
        <translation>没有待处理或正在运行的调用。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit with {0}?</source>
        <translation>仍有 {0}，要退出吗？</translation>
    </message>
    <message>
        <source>Quitting denies pending calls and stops running calls.</source>
        <translation>退出会拒绝待处理的调用，并停止正在运行的调用。</translation>
    </message>
    <message>
        <source>Quit and end 1 call</source>
        <translation>退出并结束 1 个调用</translation>
    </message>
    <message numerus="yes">
        <source>Quit and end %n calls</source>
        <translation>
            <numerusform>退出并结束 %n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Pending changes don&apos;t take effect.</source>
        <translation>待处理的更改不会生效。</translation>
    </message>
    <message>
        <source>Rules that last until you quit will end.</source>
        <translation>期限为“直到退出 ToolGuard”的规则将失效。</translation>
    </message>
    <message>
        <source>Saved decisions, and rules that last until you quit, will end.</source>
        <translation>已保存的决定，以及期限为“直到退出 ToolGuard”的规则，将失效。</translation>
    </message>
</context>
<context>
    <name>ReadOnlyField</name>
    <message>
        <source>Too long to edit here ({0}). It stays unchanged.</source>
        <translation>过长，无法在此编辑（{0}）：保持原样。</translation>
    </message>
</context>
<context>
    <name>ReasonsMenu</name>
    <message>
        <source>Don&apos;t use this file or folder.</source>
        <translation>不要使用这个文件或文件夹。</translation>
    </message>
    <message>
        <source>Too broad. Narrow the request.</source>
        <translation>范围太大，请缩小请求。</translation>
    </message>
    <message>
        <source>First explain what you want to do and why.</source>
        <translation>请先说明您想做什么，以及为什么。</translation>
    </message>
    <message>
        <source>I&apos;ll do this myself.</source>
        <translation>这件事我自己来做。</translation>
    </message>
    <message>
        <source>This has unwanted side effects.</source>
        <translation>这会产生我不想要的副作用。</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Your reasons for denying</source>
        <translation>您的拒绝原因</translation>
    </message>
    <message>
        <source>Edit your reasons…</source>
        <translation>编辑您的原因…</translation>
    </message>
</context>
<context>
    <name>RedactionDialog</name>
    <message>
        <source>Redact text</source>
        <translation>抹除文本</translation>
    </message>
    <message>
        <source>Leave empty to redact all text of this call</source>
        <translation>留空则抹除此调用的全部文本</translation>
    </message>
    <message>
        <source>Text to redact</source>
        <translation>要抹除的文本</translation>
    </message>
    <message>
        <source>Recorded in the log; must not contain the text</source>
        <translation>会记录在日志中；不得包含该文本</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Find records</source>
        <translation>查找记录</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close redaction</source>
        <translation>关闭抹除窗口</translation>
    </message>
    <message>
        <source>Redaction</source>
        <translation>抹除</translation>
    </message>
    <message>
        <source>Where the text is</source>
        <translation>文本所在位置</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more records</source>
        <translation>
            <numerusform>还有 %Ln 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>The text is only part of a longer word. The rest of that word stays in the log.</source>
        <translation>该文本只是一个更长的词的一部分，该词的其余部分会留在日志中。</translation>
    </message>
    <message>
        <source>This text becomes “[redacted]” in all records of the log.</source>
        <translation>此文本在日志的所有记录中都会变为“[redacted]”。</translation>
    </message>
    <message>
        <source>Without a text, all arguments and results of this call become “[redacted]”.</source>
        <translation>如果不填写文本，此调用的所有参数和结果都会变为“[redacted]”。</translation>
    </message>
    <message>
        <source>Enter a reason.</source>
        <translation>请输入原因。</translation>
    </message>
    <message>
        <source>No record contains this text.</source>
        <translation>没有记录包含此文本。</translation>
    </message>
    <message numerus="yes">
        <source>Redact this text in %Ln records?</source>
        <translation>
            <numerusform>要在 %Ln 条记录中抹除此文本吗？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Redact all text of this call, in %Ln records?</source>
        <translation>
            <numerusform>要抹除此调用的全部文本（%Ln 条记录）吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>This can&apos;t be undone. The log stays verifiable and records it. Names of clients and servers, who decided, states, protocol versions, times and hashes stay. Exports, archives and backups keep the text.</source>
        <translation>此操作无法撤销。日志仍可验证，并会记录此操作。客户端和服务器的名称、决定者、状态、协议版本、时间和哈希会保留。导出文件、归档和备份中的文本会保留。</translation>
    </message>
    <message>
        <source>Redact</source>
        <translation>抹除</translation>
    </message>
    <message numerus="yes">
        <source>Text was redacted in %Ln records.</source>
        <translation>
            <numerusform>已在 %Ln 条记录中抹除文本。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RememberChoice</name>
    <message>
        <source>Remember for</source>
        <translation>记住此决定</translation>
    </message>
    <message>
        <source>Remember for: this decision</source>
        <translation>记住此决定</translation>
    </message>
    <message>
        <source>Approving or denying also adds a rule</source>
        <translation>批准或拒绝时还会添加规则</translation>
    </message>
    <message>
        <source>Which clients</source>
        <translation>哪些客户端</translation>
    </message>
    <message>
        <source>this client</source>
        <translation>此客户端</translation>
    </message>
    <message>
        <source>any client</source>
        <translation>任意客户端</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>Turn on “Remember for” first.</source>
        <translation>请先勾选“记住此决定”。</translation>
    </message>
    <message numerus="yes">
        <source>{0}, %Ln denied</source>
        <translation>
            <numerusform>{0}，已拒绝 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Recorded calls that the rule would have covered, and how many you denied</source>
        <translation>该规则本可涵盖的历史调用数，以及其中您拒绝的数量</translation>
    </message>
    <message>
        <source>This folder</source>
        <translation>此文件夹</translation>
    </message>
    <message>
        <source>This host</source>
        <translation>此主机</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>此程序</translation>
    </message>
    <message>
        <source>These values</source>
        <translation>这些值</translation>
    </message>
    <message>
        <source>Exactly this request</source>
        <translation>仅此请求</translation>
    </message>
    <message>
        <source>All such requests</source>
        <translation>所有此类请求</translation>
    </message>
    <message>
        <source>Exactly this call</source>
        <translation>仅此调用（参数完全相同）</translation>
    </message>
    <message>
        <source>This tool</source>
        <translation>此工具</translation>
    </message>
    <message>
        <source>all tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>this {0} request</source>
        <translation>此 {0} 请求</translation>
    </message>
    <message>
        <source>this edited {0} call</source>
        <translation>此次编辑后的 {0} 调用</translation>
    </message>
    <message>
        <source>Allow {0} for any client {1}</source>
        <translation>允许任意客户端使用 {0}，{1}</translation>
    </message>
    <message>
        <source>Allow {0} for {1} {2}</source>
        <translation>允许 {1} 使用 {0}，{2}</translation>
    </message>
    <message>
        <source>All tools of {0}</source>
        <translation>{0} 的所有工具</translation>
    </message>
    <message>
        <source>all tools of {0}</source>
        <translation>{0} 的所有工具</translation>
    </message>
    <message>
        <source>this {0} call</source>
        <translation>此次 {0} 调用</translation>
    </message>
    <message>
        <source>{0} in this folder</source>
        <translation>此文件夹中的 {0}</translation>
    </message>
    <message>
        <source>{0} for this host</source>
        <translation>针对此主机的 {0}</translation>
    </message>
    <message>
        <source>{0} with this program</source>
        <translation>运行此程序的 {0}</translation>
    </message>
    <message>
        <source>{0} with these values</source>
        <translation>使用这些值的 {0}</translation>
    </message>
    <message>
        <source>Approve and remember</source>
        <translation>批准并记住</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Always allow {0} for any client</source>
        <translation>始终允许任意客户端使用 {0}</translation>
    </message>
    <message>
        <source>A denial is remembered until ToolGuard quits</source>
        <translation>拒绝会被记住，直到 ToolGuard 退出</translation>
    </message>
    <message>
        <source>matches 1 past call</source>
        <translation>匹配 1 个历史调用</translation>
    </message>
    <message numerus="yes">
        <source>matches %Ln past calls</source>
        <translation>
            <numerusform>匹配 %Ln 个历史调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>matches over %Ln past calls</source>
        <translation>
            <numerusform>匹配超过 %Ln 个历史调用</numerusform>
        </translation>
    </message>
    <message>
        <source>This tool runs commands or code. Choose at most 12 hours, or exactly this call.</source>
        <translation>此工具会运行命令或代码。请选择最多 12 小时，或“仅此调用”。</translation>
    </message>
    <message>
        <source>Always allow {0} for {1}</source>
        <translation>始终允许 {1} 使用 {0}</translation>
    </message>
    <message>
        <source>Deny {0}, remember {1}</source>
        <translation>拒绝 {0} 并记住，{1}</translation>
    </message>
    <message>
        <source>Always deny {0} for {1}</source>
        <translation>始终拒绝 {1} 使用 {0}</translation>
    </message>
    <message>
        <source>Always deny {0} for any client</source>
        <translation>始终拒绝任意客户端使用 {0}</translation>
    </message>
    <message>
        <source>Deny {0} for {1} {2}</source>
        <translation>拒绝 {1} 使用 {0}，{2}</translation>
    </message>
    <message>
        <source>Deny {0} for any client {1}</source>
        <translation>拒绝任意客户端使用 {0}，{1}</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{1} 上的 {0}</translation>
    </message>
    <message>
        <source>Applies to {0}, for any client</source>
        <translation>适用于 {0}，任意客户端</translation>
    </message>
    <message>
        <source>Applies to {0}, for {1}</source>
        <translation>适用于 {0}，客户端 {1}</translation>
    </message>
    <message>
        <source>{0}, {1}.</source>
        <translation>{0}，{1}。</translation>
    </message>
</context>
<context>
    <name>RequestText</name>
    <message>
        <source>{server} wants the model of {client} to generate text</source>
        <translation>{server} 想让 {client} 的模型生成文本</translation>
    </message>
    <message>
        <source>{server} wants to ask you something through {client}</source>
        <translation>{server} 想通过 {client} 向您提问</translation>
    </message>
    <message>
        <source>{server} wants to know the working folders of {client}</source>
        <translation>{server} 想获取 {client} 的工作文件夹</translation>
    </message>
    <message>
        <source>{server} sends {client} the request {tool}</source>
        <translation>{server} 向 {client} 发送请求 {tool}</translation>
    </message>
    <message>
        <source>{client} wants to read a resource of {server}</source>
        <translation>{client} 想读取 {server} 的资源</translation>
    </message>
    <message>
        <source>{client} wants to get a prompt of {server}</source>
        <translation>{client} 想获取 {server} 的提示词</translation>
    </message>
    <message>
        <source>{client} wants suggestions from {server}</source>
        <translation>{client} 想从 {server} 获取补全建议</translation>
    </message>
    <message>
        <source>{client} sends {server} the request {tool}</source>
        <translation>{client} 向 {server} 发送请求 {tool}</translation>
    </message>
    <message>
        <source>The model reads these messages, and the server gets its answer.</source>
        <translation>模型会读取这些消息，服务器会得到模型的回答。</translation>
    </message>
    <message>
        <source>The client asks you. The server gets what you enter there.</source>
        <translation>客户端会询问您，服务器会得到您填写的内容。</translation>
    </message>
    <message>
        <source>The server learns the folders. ToolGuard can&apos;t show them before the client answers.</source>
        <translation>服务器会得知这些文件夹。在客户端回答之前，ToolGuard 无法显示它们。</translation>
    </message>
    <message>
        <source>The client decides what it does. MCP has no such request.</source>
        <translation>由客户端决定如何处理。MCP 中没有此请求。</translation>
    </message>
    <message>
        <source>The client gets the content, and its model may read it.</source>
        <translation>客户端会得到内容，其模型可能会读取。</translation>
    </message>
    <message>
        <source>The client gets the text, and its model may read it.</source>
        <translation>客户端会得到文本，其模型可能会读取。</translation>
    </message>
    <message>
        <source>The server learns what was typed.</source>
        <translation>服务器会得知输入的内容。</translation>
    </message>
    <message>
        <source>The server decides what it does. MCP has no such request.</source>
        <translation>由服务器决定如何处理。MCP 中没有此请求。</translation>
    </message>
    <message>
        <source>{server} wants {client} to open a web page</source>
        <translation>{server} 想让 {client} 打开一个网页</translation>
    </message>
    <message>
        <source>The client shows you the address. ToolGuard never opens it.</source>
        <translation>客户端会显示该地址。ToolGuard 从不打开它。</translation>
    </message>
</context>
<context>
    <name>ResponseView</name>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>The log keeps only the beginning of a response.</source>
        <translation>日志只保留响应的开头部分。</translation>
    </message>
</context>
<context>
    <name>ResultBanner</name>
    <message>
        <source>Copy hash</source>
        <translation>复制哈希</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
</context>
<context>
    <name>RouteReview</name>
    <message>
        <source>I have checked the changes</source>
        <translation>我已检查这些更改</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel and change nothing</source>
        <translation>取消，不做任何更改</translation>
    </message>
    <message>
        <source>Write the keys back into the file</source>
        <translation>将密钥写回文件</translation>
    </message>
    <message numerus="yes">
        <source>Guard %n servers</source>
        <translation>
            <numerusform>保护 %n 个服务器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} for {1}</source>
        <translation>为 {1}{0}</translation>
    </message>
    <message>
        <source>These servers then start through ToolGuard. Each file is backed up first, and you can restore the original entries at any time.</source>
        <translation>之后，这些服务器通过 ToolGuard 启动。每个文件都会先备份，您随时可以恢复原来的条目。</translation>
    </message>
    <message>
        <source>The backup in ToolGuard&apos;s state folder keeps the original values until you delete it.</source>
        <translation>ToolGuard 状态文件夹中的备份会保留原始值，直到您将其删除。</translation>
    </message>
    <message>
        <source>{0} as shown</source>
        <translation>按所示内容{0}</translation>
    </message>
    <message>
        <source>The file format of {0} was not tried with the program itself. Check the changes below.</source>
        <translation>{0} 的文件格式尚未用该程序本身验证过。请检查以下更改。</translation>
    </message>
    <message>
        <source>Turn off the clients&apos; own approval prompts</source>
        <translation>关闭客户端自己的批准询问</translation>
    </message>
    <message>
        <source>If selected, only ToolGuard asks about these servers, not these clients: {0}. Stop guarding turns their prompts on again.</source>
        <translation>选中后，只有 ToolGuard 会就这些服务器询问您，以下客户端不再询问：{0}。停止保护后会重新开启它们的询问。</translation>
    </message>
    <message>
        <source>{0} is written back into the file, where every program of yours can read it.</source>
        <translation>{0} 将重新写入文件，您的所有程序都可以读取它。</translation>
    </message>
    <message>
        <source>{0} stays only in your keyring. The client needs the value from its own environment.</source>
        <translation>{0} 只保留在您的密钥环中。客户端需要从自己的环境中获取该值。</translation>
    </message>
    <message>
        <source>Stop guarding these servers</source>
        <translation>停止保护这些服务器</translation>
    </message>
    <message>
        <source>The chat client then launches its servers itself: nobody is asked about their calls, and nothing is logged. The servers and credentials in ToolGuard stay.</source>
        <translation>之后聊天客户端将自行启动其服务器：调用不再需要批准，也不会记入日志。ToolGuard 中的服务器和凭据会保留。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore the client&apos;s own entries</source>
        <translation>恢复客户端自己的条目</translation>
    </message>
    <message>
        <source>{0} uses the change when you next start it.</source>
        <translation>您下次启动 {0} 时更改生效。</translation>
    </message>
    <message>
        <source>{0} is running and reloads the file.</source>
        <translation>{0} 正在运行，会自动重新读取该文件。</translation>
    </message>
    <message>
        <source>{0} is running. Reload its MCP servers there, or restart it.</source>
        <translation>{0} 正在运行。请在其中重新加载 MCP 服务器，或重新启动它。</translation>
    </message>
    <message>
        <source>{0} is running. Restart it to use the change.</source>
        <translation>{0} 正在运行。请重新启动它以使更改生效。</translation>
    </message>
    <message>
        <source>Confirm that you have checked the changes.</source>
        <translation>请确认您已检查这些更改。</translation>
    </message>
    <message>
        <source>Command or URL of {0}</source>
        <translation>{0} 的命令或 URL</translation>
    </message>
    <message>
        <source>New server {0}</source>
        <translation>新服务器 {0}</translation>
    </message>
    <message>
        <source>Moves from the file to your keyring: {0}.</source>
        <translation>从文件移至您的密钥环：{0}。</translation>
    </message>
    <message>
        <source>No value found. Add it on the Credentials page: {0}.</source>
        <translation>未找到值。请在“凭据”页面添加：{0}。</translation>
    </message>
    <message>
        <source>Changes for {0}</source>
        <translation>{0} 的更改</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>Changes of {0}</source>
        <translation>{0} 的更改</translation>
    </message>
    <message>
        <source>{0} also contains a key in another place, such as a comment.</source>
        <translation>{0} 中的其他位置（例如注释）也包含密钥。</translation>
    </message>
    <message>
        <source>ToolGuard&apos;s backup {0} also contains a key.</source>
        <translation>ToolGuard 的备份 {0} 中也有密钥。</translation>
    </message>
    <message>
        <source>The client&apos;s own copy {0} also contains a key.</source>
        <translation>客户端自己的副本 {0} 中也有密钥。</translation>
    </message>
    <message>
        <source>The shell&apos;s history {0} also contains a key.</source>
        <translation>shell 的历史记录 {0} 中也有密钥。</translation>
    </message>
    <message>
        <source>Not changed</source>
        <translation>未更改</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>RowsControl</name>
    <message>
        <source>Not saved. Enter the timeout of {0} in seconds.</source>
        <translation>未保存。请以秒为单位输入 {0} 的超时。</translation>
    </message>
    <message>
        <source>Not saved. “{0}” must be {1}.</source>
        <translation>未保存。“{0}”必须是{1}。</translation>
    </message>
</context>
<context>
    <name>RuleDetail</name>
    <message>
        <source>Selected rule</source>
        <translation>所选规则</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit rule</source>
        <translation>编辑规则</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove rule</source>
        <translation>移除此规则</translation>
    </message>
    <message>
        <source>Show calls</source>
        <translation>查看调用</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Set by your organization.</source>
        <translation>由您的组织设置。</translation>
    </message>
    <message>
        <source>once</source>
        <translation>1 次</translation>
    </message>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation>
            <numerusform>%Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>超过 {0}</translation>
    </message>
    <message>
        <source>{0}, last {1}</source>
        <translation>{0}，最近：{1}</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>must not be there</source>
        <translation>不得出现</translation>
    </message>
    <message>
        <source>may be anything</source>
        <translation>可为任意值</translation>
    </message>
    <message>
        <source>Off. It decides nothing until you turn it on.</source>
        <translation>已停用。启用之前，它不作任何决定。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Only if</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Not if</source>
        <translation>例外</translation>
    </message>
    <message>
        <source>Overridden by</source>
        <translation>优先规则</translation>
    </message>
    <message>
        <source>Other arguments</source>
        <translation>其他参数</translation>
    </message>
    <message>
        <source>If a tool changes</source>
        <translation>工具更改时</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用次数</translation>
    </message>
    <message>
        <source>Rule ID</source>
        <translation>规则 ID</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未使用</translation>
    </message>
    <message>
        <source>should match {0}</source>
        <translation>应匹配 {0}</translation>
    </message>
    <message>
        <source>should not match {0}</source>
        <translation>不应匹配 {0}</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>创建者</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
</context>
<context>
    <name>RuleForm</name>
    <message>
        <source>Duration</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Only if all of these apply</source>
        <translation>仅当以下各项全部满足</translation>
    </message>
    <message>
        <source>Add condition</source>
        <translation>添加条件</translation>
    </message>
    <message>
        <source>Not if any of these applies</source>
        <translation>以下任一项满足时除外</translation>
    </message>
    <message>
        <source>Add exception</source>
        <translation>添加例外</translation>
    </message>
    <message>
        <source>Other arguments</source>
        <translation>其他参数</translation>
    </message>
    <message>
        <source>must not be there</source>
        <translation>不得出现</translation>
    </message>
    <message>
        <source>may be anything</source>
        <translation>可为任意值</translation>
    </message>
    <message>
        <source>Allow other arguments</source>
        <translation>允许其他参数</translation>
    </message>
    <message>
        <source>Note (optional)</source>
        <translation>备注（可选）</translation>
    </message>
    <message>
        <source>Select a decision.</source>
        <translation>请选择决定。</translation>
    </message>
    <message>
        <source>Fix the errors below.</source>
        <translation>请修正下方的错误。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>The rule in words</source>
        <translation>规则说明</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Applies to</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Edit rule</source>
        <translation>编辑规则</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新建规则</translation>
    </message>
    <message>
        <source>for a time</source>
        <translation>限时</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Select a server, tool and client.</source>
        <translation>请选择服务器、工具和客户端。</translation>
    </message>
    <message>
        <source>Complete the empty condition, or remove it.</source>
        <translation>请填写空的条件，或将其移除。</translation>
    </message>
    <message>
        <source>If the tool changes, the rule is off.</source>
        <translation>如果工具发生更改，规则将停用。</translation>
    </message>
    <message>
        <source>Duration: {0}.</source>
        <translation>有效期：{0}。</translation>
    </message>
    <message>
        <source>An existing rule takes precedence: {0}</source>
        <translation>现有规则优先：{0}</translation>
    </message>
    <message numerus="yes">
        <source>%n other existing rules take precedence, too.</source>
        <translation>
            <numerusform>另有 %n 条现有规则优先。</numerusform>
        </translation>
    </message>
    <message>
        <source>No server is named {0} yet. The rule applies once one is.</source>
        <translation>目前没有名为 {0} 的服务器，出现后规则即生效。</translation>
    </message>
    <message>
        <source>{0} lists no tool named {1} now. The rule applies once it does.</source>
        <translation>{0} 目前没有名为 {1} 的工具，出现后规则即生效。</translation>
    </message>
</context>
<context>
    <name>RulePlaces</name>
    <message>
        <source>Tool calls</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>RuleTable</name>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Only if</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未使用</translation>
    </message>
    <message>
        <source>once</source>
        <translation>1 次</translation>
    </message>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation>
            <numerusform>%Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, last {1}</source>
        <translation>{0}，最近：{1}</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用次数</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>RuleText</name>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>covers several tools</source>
        <translation>涵盖多个工具</translation>
    </message>
    <message>
        <source>effect not declared</source>
        <translation>未声明影响</translation>
    </message>
    <message>
        <source>Check that the conditions narrow this enough.</source>
        <translation>请检查条件是否已将范围缩小到足够。</translation>
    </message>
    <message>
        <source>{0} +{1}</source>
        <translation>{0} +{1}</translation>
    </message>
    <message numerus="yes">
        <source>away %n m</source>
        <translation>
            <numerusform>离开 %n 分</numerusform>
        </translation>
    </message>
    <message>
        <source>asks you again</source>
        <translation>再次询问您</translation>
    </message>
    <message>
        <source>asks you again; it has changed, so calls need approval</source>
        <translation>再次询问您；工具已更改，因此调用需要批准</translation>
    </message>
    <message>
        <source>asks you again; not listed since ToolGuard started</source>
        <translation>再次询问您；ToolGuard 启动后尚未列出该工具</translation>
    </message>
    <message>
        <source>Another rule takes precedence for some calls.</source>
        <translation>另一条规则优先决定其中某些调用。</translation>
    </message>
    <message numerus="yes">
        <source>%n other rules take precedence for some calls.</source>
        <translation>
            <numerusform>另有 %n 条规则优先决定其中某些调用。</numerusform>
        </translation>
    </message>
    <message>
        <source>1 of the tools is hidden.</source>
        <translation>其中 1 个工具已隐藏。</translation>
    </message>
    <message numerus="yes">
        <source>%n of the tools are hidden.</source>
        <translation>
            <numerusform>其中 %n 个工具已隐藏。</numerusform>
        </translation>
    </message>
    <message>
        <source>{tool} on {server} is hidden.</source>
        <translation>{server} 的 {tool} 已隐藏。</translation>
    </message>
    <message>
        <source>All matching tools that were listed when the rule was made are allowed.</source>
        <translation>允许创建规则时已列出的所有匹配工具。</translation>
    </message>
    <message>
        <source>Approvals require less authentication.</source>
        <translation>批准所需的身份验证会变少。</translation>
    </message>
    <message>
        <source>not accepted</source>
        <translation>不被接受</translation>
    </message>
    <message>
        <source>off: tool changed</source>
        <translation>已停用：工具已更改</translation>
    </message>
    <message>
        <source>allows everything</source>
        <translation>允许一切</translation>
    </message>
    <message>
        <source>can destroy data</source>
        <translation>会破坏数据</translation>
    </message>
    <message>
        <source>Check failed: {0}</source>
        <translation>检查未通过：{0}</translation>
    </message>
    <message>
        <source>Not accepted: {0}</source>
        <translation>不被接受：{0}</translation>
    </message>
    <message>
        <source>Not in effect: the tool changed since you allowed it.</source>
        <translation>未生效：自您允许以来此工具已更改。</translation>
    </message>
    <message>
        <source>any server</source>
        <translation>任意服务器</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>your organization</source>
        <translation>您的组织</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>at {0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>{0}, at the latest {1}</source>
        <translation>{0}，最迟 {1}</translation>
    </message>
    <message>
        <source>{0}, at {1}</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message numerus="yes">
        <source>when you are away for %n minutes</source>
        <translation>
            <numerusform>您离开 %n 分钟时</numerusform>
        </translation>
    </message>
    <message>
        <source>on quit</source>
        <translation>退出时</translation>
    </message>
    <message>
        <source>when ToolGuard quits</source>
        <translation>ToolGuard 退出时</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话结束</translation>
    </message>
    <message>
        <source>when the client disconnects</source>
        <translation>客户端断开连接时</translation>
    </message>
    <message>
        <source>on lock</source>
        <translation>锁屏时</translation>
    </message>
    <message>
        <source>when the screen locks</source>
        <translation>屏幕锁定时</translation>
    </message>
    <message>
        <source>Allow {tool} on {server} for {client}.</source>
        <translation>允许 {client} 使用 {server} 上的 {tool}。</translation>
    </message>
    <message>
        <source>Deny {tool} on {server} for {client}.</source>
        <translation>拒绝 {client} 使用 {server} 上的 {tool}。</translation>
    </message>
    <message>
        <source>Ask about {tool} on {server} for {client}.</source>
        <translation>{client} 使用 {server} 上的 {tool} 时询问。</translation>
    </message>
    <message>
        <source>Only if {0} is {1}.</source>
        <translation>仅当{0}为 {1} 时。</translation>
    </message>
    <message>
        <source>Only if {0}.</source>
        <translation>仅当 {0}。</translation>
    </message>
    <message>
        <source>Not if {0}.</source>
        <translation>除非 {0}。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} 且 {1}</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} 或 {1}</translation>
    </message>
    <message>
        <source>No other arguments.</source>
        <translation>不得有其他参数。</translation>
    </message>
    <message>
        <source>not if {0}</source>
        <translation>除非 {0}</translation>
    </message>
    <message>
        <source>still applies</source>
        <translation>仍然适用</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>All tools of all servers run without your approval.</source>
        <translation>所有服务器的所有工具都无需您批准即可运行。</translation>
    </message>
    <message>
        <source>All tools of {0} are allowed, including ones it adds or changes later.</source>
        <translation>允许 {0} 的所有工具，包括它以后添加或更改的。</translation>
    </message>
    <message>
        <source>Applies to any server with a tool of this name, including new ones.</source>
        <translation>适用于任何具有此名称工具的服务器，包括新服务器。</translation>
    </message>
    <message>
        <source>Also applies if the server changes this tool.</source>
        <translation>服务器更改此工具后仍然适用。</translation>
    </message>
    <message>
        <source>According to its server, this tool can destroy data.</source>
        <translation>据其服务器声明，此工具可能破坏数据。</translation>
    </message>
    <message>
        <source>The server does not say whether this tool can destroy data.</source>
        <translation>服务器未声明此工具是否会破坏数据。</translation>
    </message>
    <message>
        <source>Applies to any client.</source>
        <translation>适用于任意客户端。</translation>
    </message>
    <message>
        <source>No expiry.</source>
        <translation>永不到期。</translation>
    </message>
    <message>
        <source>A rule that denies or asks no longer applies.</source>
        <translation>一条拒绝或询问的规则不再生效。</translation>
    </message>
    <message>
        <source>This program runs with your permissions and can read and change your files.</source>
        <translation>此程序以您的权限运行，可以读取和更改您的文件。</translation>
    </message>
    <message>
        <source>This is a shell. It runs any commands in this line.</source>
        <translation>这是 shell，会运行此行中的任何命令。</translation>
    </message>
    <message>
        <source>Call arguments are sent to this URL.</source>
        <translation>调用的参数会发送到此 URL。</translation>
    </message>
    <message>
        <source>The server receives the secret and can send it anywhere.</source>
        <translation>服务器会得到凭据，并可以把它发送到任何地方。</translation>
    </message>
    <message>
        <source>Models can see this tool and request to run it.</source>
        <translation>模型可以看到此工具并请求运行它。</translation>
    </message>
    <message>
        <source>Any program with the token can call tools.</source>
        <translation>任何持有令牌的程序都可以调用工具。</translation>
    </message>
    <message>
        <source>Calls that contain a secret&apos;s value are no longer blocked.</source>
        <translation>不再拦截含有凭据值的调用。</translation>
    </message>
    <message>
        <source>An environment variable can make the program run other code.</source>
        <translation>某个环境变量可能让程序运行其他代码。</translation>
    </message>
    <message>
        <source>off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>check failed</source>
        <translation>检查未通过</translation>
    </message>
    <message>
        <source>new tools too</source>
        <translation>也含新工具</translation>
    </message>
    <message>
        <source>new servers too</source>
        <translation>也含新服务器</translation>
    </message>
    <message>
        <source>even if changed</source>
        <translation>更改后仍适用</translation>
    </message>
    <message>
        <source>overridden for some calls</source>
        <translation>部分调用由其他规则决定</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>剩余 {0}</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
</context>
<context>
    <name>RulesPage</name>
    <message>
        <source>Search rules</source>
        <translation>搜索规则</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>No rules yet</source>
        <translation>还没有规则</translation>
    </message>
    <message>
        <source>Every call needs your approval. Add a rule to decide calls automatically.</source>
        <translation>每个调用都需要您批准。添加规则即可自动决定。</translation>
    </message>
    <message>
        <source>tool:NAME, server:NAME or client:NAME finds the rules that apply to it</source>
        <translation>tool:名称、server:名称 或 client:名称 可找到适用的规则</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>No rule contains all of these words.</source>
        <translation>没有同时包含这些词的规则。</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>所有规则</translation>
    </message>
    <message>
        <source>Allow rules that end by themselves</source>
        <translation>会自行到期的允许规则</translation>
    </message>
    <message>
        <source>Grants ({0})</source>
        <translation>临时授权（{0}）</translation>
    </message>
    <message>
        <source>1 rule</source>
        <translation>1 条规则</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rules</source>
        <translation>
            <numerusform>%Ln 条规则</numerusform>
        </translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>已移除：{0}</translation>
    </message>
    <message>
        <source>Turned on: {0}</source>
        <translation>已启用：{0}</translation>
    </message>
    <message>
        <source>Turned off: {0}</source>
        <translation>已停用：{0}</translation>
    </message>
    <message>
        <source>Added: {0}</source>
        <translation>已添加：{0}</translation>
    </message>
    <message>
        <source>Changed: {0}</source>
        <translation>已更改：{0}</translation>
    </message>
    <message>
        <source>Limit set: {0}</source>
        <translation>已设置限制：{0}</translation>
    </message>
    <message>
        <source>Limit removed: {0}</source>
        <translation>已移除限制：{0}</translation>
    </message>
    <message>
        <source>The tool is hidden from this client.</source>
        <translation>该工具对此客户端隐藏。</translation>
    </message>
    <message>
        <source>Also matches, but deny takes precedence.</source>
        <translation>也匹配，但拒绝优先。</translation>
    </message>
    <message>
        <source>Also matches, but ask takes precedence.</source>
        <translation>也匹配，但询问优先。</translation>
    </message>
    <message>
        <source>Also matches.</source>
        <translation>也匹配。</translation>
    </message>
</context>
<context>
    <name>RunningCall</name>
    <message>
        <source>{0} on {1} is running, requested by {2}. {3}</source>
        <translation>{1} 上的 {0} 正在运行，由 {2} 请求。{3}</translation>
    </message>
    <message>
        <source>no progress reported for over a minute</source>
        <translation>超过一分钟未报告进度</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>allowed by: {0}</source>
        <translation>允许者：{0}</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>{0} on {1}: {2}</source>
        <translation>{1} 上的 {0}：{2}</translation>
    </message>
    <message>
        <source>approved by you</source>
        <translation>由您批准</translation>
    </message>
    <message>
        <source>by rule: {0}</source>
        <translation>依据规则：{0}</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>由规则允许</translation>
    </message>
    <message>
        <source>stop requested, waiting for the server</source>
        <translation>已请求停止，正在等待服务器</translation>
    </message>
    <message>
        <source>{0} so far, total unknown</source>
        <translation>已完成 {0}，总数未知</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
</context>
<context>
    <name>RunningDetail</name>
    <message>
        <source>Stop this call</source>
        <translation>停止此调用</translation>
    </message>
    <message>
        <source>Open in Audit</source>
        <translation>在审计中打开</translation>
    </message>
    <message>
        <source>Show rule</source>
        <translation>查看规则</translation>
    </message>
    <message>
        <source>Open server</source>
        <translation>打开服务器</translation>
    </message>
    <message>
        <source>End its sessions there if it does not stop</source>
        <translation>如果调用仍未停止，可在该页面结束会话</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>{tool} is running on {server}</source>
        <translation>{tool} 正在 {server} 上运行</translation>
    </message>
    <message>
        <source>{tool} has ended on {server}</source>
        <translation>{tool} 在 {server} 上已结束</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Requested by</source>
        <translation>请求者</translation>
    </message>
    <message>
        <source>Allowed by</source>
        <translation>允许者</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>Bound arguments</source>
        <translation>绑定的参数</translation>
    </message>
    <message>
        <source>Sent at</source>
        <translation>发送时间</translation>
    </message>
</context>
<context>
    <name>SampleBar</name>
    <message>
        <source>Guard your first server</source>
        <translation>保护您的第一个服务器</translation>
    </message>
    <message>
        <source>A sample client asks a sample server to read a note. Look at what the call would do, then approve or deny it. Nothing of yours is touched.</source>
        <translation>示例客户端请求示例服务器读取一条笔记。请查看该调用将执行的操作，然后批准或拒绝。不会触及您的任何数据。</translation>
    </message>
    <message>
        <source>Your first call</source>
        <translation>您的第一个调用</translation>
    </message>
    <message>
        <source>The sample call failed</source>
        <translation>示例调用失败</translation>
    </message>
    <message>
        <source>The sample server answered: {0}. Your decision is in the log. The sample server is removed.</source>
        <translation>示例服务器的回答：{0}。您的决定已记入日志。示例服务器已移除。</translation>
    </message>
    <message>
        <source>The call has run</source>
        <translation>调用已运行</translation>
    </message>
    <message>
        <source>The sample client was told: {0}. The log has your decision. The sample server is removed.</source>
        <translation>示例客户端收到的消息：{0}。您的决定已记入日志。示例服务器已移除。</translation>
    </message>
    <message>
        <source>The call did not run</source>
        <translation>调用未运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stop the sample call</source>
        <translation>停止示例调用</translation>
    </message>
    <message>
        <source>Close sample call</source>
        <translation>关闭示例调用</translation>
    </message>
</context>
<context>
    <name>SavedFilters</name>
    <message>
        <source>Saved filters</source>
        <translation>已保存的筛选条件</translation>
    </message>
    <message>
        <source>No saved filters</source>
        <translation>没有已保存的筛选条件</translation>
    </message>
    <message>
        <source>Save filter…</source>
        <translation>保存筛选条件…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Filter “{0}” removed.</source>
        <translation>已移除筛选条件“{0}”。</translation>
    </message>
    <message>
        <source>No more than {0} filters can be saved. Remove one first.</source>
        <translation>最多可保存 {0} 个筛选条件。请先移除一个。</translation>
    </message>
    <message>
        <source>Filter “{0}” saved.</source>
        <translation>已保存筛选条件“{0}”。</translation>
    </message>
    <message>
        <source>Filter renamed to “{0}”.</source>
        <translation>筛选条件已重命名为“{0}”。</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>Another filter has this name.</source>
        <translation>已有同名的筛选条件。</translation>
    </message>
    <message>
        <source>No filter is set.</source>
        <translation>未设置筛选条件。</translation>
    </message>
    <message>
        <source>Already saved as “{0}”.</source>
        <translation>已保存为“{0}”。</translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>null</source>
        <translation>空值</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>(any other name)</source>
        <translation>（任意其他名称）</translation>
    </message>
    <message>
        <source>string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>boolean</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>rest collapsed</source>
        <translation>其余部分已折叠</translation>
    </message>
    <message>
        <source>No schema. Any arguments are accepted.</source>
        <translation>没有输入定义，接受任意参数。</translation>
    </message>
    <message>
        <source>No arguments declared.</source>
        <translation>未声明参数。</translation>
    </message>
    <message>
        <source>no value allowed</source>
        <translation>不允许任何值</translation>
    </message>
    <message>
        <source>any value</source>
        <translation>任意值</translation>
    </message>
    <message>
        <source>recursive, as above</source>
        <translation>递归，同上</translation>
    </message>
    <message numerus="yes">
        <source>%n more nested</source>
        <translation>
            <numerusform>内部还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>No other properties.</source>
        <translation>没有其他属性。</translation>
    </message>
    <message>
        <source>More constraints in the JSON: {0}</source>
        <translation>更多约束请见 JSON：{0}</translation>
    </message>
    <message>
        <source>any of:</source>
        <translation>以下任意一种或多种：</translation>
    </message>
    <message>
        <source>exactly one of:</source>
        <translation>以下之一：</translation>
    </message>
    <message>
        <source>all of:</source>
        <translation>同时满足：</translation>
    </message>
    <message numerus="yes">
        <source>%n more variants</source>
        <translation>
            <numerusform>还有 %n 种形式</numerusform>
        </translation>
    </message>
    <message>
        <source>always {0}</source>
        <translation>始终为 {0}</translation>
    </message>
    <message>
        <source>one of: {0}</source>
        <translation>可选值：{0}</translation>
    </message>
    <message>
        <source>one of</source>
        <translation>可选值</translation>
    </message>
    <message>
        <source>list of: {0}</source>
        <translation>列表，元素为 {0}</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>unresolved: {0}</source>
        <translation>未展开：{0}</translation>
    </message>
    <message>
        <source>one of several variants</source>
        <translation>多种形式之一</translation>
    </message>
    <message>
        <source>{0} (exclusive)</source>
        <translation>{0}（不含）</translation>
    </message>
    <message>
        <source>items: {0}</source>
        <translation>条目数：{0}</translation>
    </message>
    <message>
        <source>properties: {0}</source>
        <translation>属性数：{0}</translation>
    </message>
    <message>
        <source>unique items</source>
        <translation>元素各不相同</translation>
    </message>
    <message>
        <source>format {0}</source>
        <translation>格式为 {0}</translation>
    </message>
    <message>
        <source>default {0}</source>
        <translation>默认 {0}</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>已弃用</translation>
    </message>
    <message>
        <source>length {0}</source>
        <translation>长度 {0}</translation>
    </message>
    <message>
        <source>a multiple of {0}</source>
        <translation>{0} 的倍数</translation>
    </message>
    <message>
        <source>matching {0}</source>
        <translation>匹配 {0}</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} 至 {1}</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>至少 {0}</translation>
    </message>
    <message>
        <source>at most {0}</source>
        <translation>最多 {0}</translation>
    </message>
    <message numerus="yes">
        <source>%n more choices</source>
        <translation>
            <numerusform>还有 %n 个选项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more characters</source>
        <translation>
            <numerusform>还有 %Ln 个字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SchemaView</name>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parts are collapsed.</source>
        <translation>部分内容已折叠。</translation>
    </message>
    <message>
        <source>Show all arguments</source>
        <translation>显示全部参数</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>可读视图</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Arguments as {0}</source>
        <translation>参数（{0}）</translation>
    </message>
    <message>
        <source>Copy schema as JSON</source>
        <translation>将输入定义复制为 JSON</translation>
    </message>
    <message>
        <source>Copy exact JSON</source>
        <translation>复制确切的 JSON</translation>
    </message>
</context>
<context>
    <name>SecretInput</name>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Type or paste the value; it stays hidden</source>
        <translation>输入或粘贴值，内容不会显示</translation>
    </message>
    <message>
        <source>Paste from the clipboard</source>
        <translation>从剪贴板粘贴</translation>
    </message>
    <message>
        <source>About the value</source>
        <translation>关于此值</translation>
    </message>
    <message>
        <source>Type or paste the value.</source>
        <translation>请输入或粘贴值。</translation>
    </message>
    <message>
        <source>The value is too long. The maximum is 32,768 bytes.</source>
        <translation>值过长，最多 32,768 字节。</translation>
    </message>
    <message>
        <source>The value contains a NUL character, which keyrings can&apos;t store.</source>
        <translation>值中含有密钥环无法保存的 NUL 字符。</translation>
    </message>
    <message>
        <source>The clipboard contains no text.</source>
        <translation>剪贴板中没有文本。</translation>
    </message>
    <message>
        <source>Received {0} characters in {1} lines. Press Delete to clear.</source>
        <translation>已接收 {1} 行共 {0} 个字符。按 Delete 键清空。</translation>
    </message>
    <message>
        <source>Received {0} characters. Press Delete to clear.</source>
        <translation>已接收 {0} 个字符。按 Delete 键清空。</translation>
    </message>
    <message>
        <source>It begins or ends with a space. Check that this is intended.</source>
        <translation>它以空格开头或结尾，请确认是否有意为之。</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
</context>
<context>
    <name>SecretSuggestions</name>
    <message>
        <source>Store {0} in your keyring</source>
        <translation>将 {0} 存入密钥环</translation>
    </message>
    <message>
        <source>Secret name for {0}</source>
        <translation>{0} 的凭据名称</translation>
    </message>
    <message>
        <source>Value (optional)</source>
        <translation>值（可选）</translation>
    </message>
    <message>
        <source>Secret value for {0}</source>
        <translation>{0} 的凭据值</translation>
    </message>
    <message>
        <source>Possible secrets</source>
        <translation>可能的凭据</translation>
    </message>
    <message>
        <source>Selected values are stored in your keyring under the names shown. The others stay in config.json.</source>
        <translation>选中的值会以所示名称存入密钥环。其余的留在 config.json 中。</translation>
    </message>
    <message>
        <source>Invalid name “{0}”. Use 1 to 64 letters, digits, “.”, “_” or “-”.</source>
        <translation>名称“{0}”无效。请使用 1 到 64 个字母、数字、“.”、“_”或“-”。</translation>
    </message>
    <message>
        <source>Two secrets have the same name.</source>
        <translation>有两个凭据同名。</translation>
    </message>
</context>
<context>
    <name>SectionIndex</name>
    <message>
        <source>Sections</source>
        <translation>分区</translation>
    </message>
</context>
<context>
    <name>SecurityKeysForm</name>
    <message>
        <source>No security keys registered.</source>
        <translation>没有注册安全密钥。</translation>
    </message>
    <message>
        <source>Not used: another authentication method is set.</source>
        <translation>未使用：当前设置的是其他身份验证方式。</translation>
    </message>
    <message>
        <source>Name, for example “blue”</source>
        <translation>名称，例如：蓝色</translation>
    </message>
    <message>
        <source>Name of the new security key</source>
        <translation>新安全密钥的名称</translation>
    </message>
    <message>
        <source>Security keys</source>
        <translation>安全密钥</translation>
    </message>
    <message>
        <source>FIDO2 keys that you plug in and touch. Register a second one in case you lose the first.</source>
        <translation>需插入并触摸的 FIDO2 安全密钥。请再注册一个，以防丢失。</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>尚未使用</translation>
    </message>
    <message>
        <source>Plug in the key and touch it when it blinks.</source>
        <translation>插入密钥，在它闪烁时触摸它。</translation>
    </message>
    <message>
        <source>Cancel registration</source>
        <translation>取消注册</translation>
    </message>
    <message>
        <source>Register security key</source>
        <translation>注册安全密钥</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>last used {0}</source>
        <translation>上次使用：{0}</translation>
    </message>
    <message>
        <source>Remove the security key {0}</source>
        <translation>移除安全密钥 {0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>注册</translation>
    </message>
</context>
<context>
    <name>ServerDetail</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动命令</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>End sessions</source>
        <translation>结束会话</translation>
    </message>
    <message>
        <source>End sessions of this server</source>
        <translation>结束会话：此服务器</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Use in a client</source>
        <translation>在客户端中使用</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>In use by</source>
        <translation>当前使用者</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>编辑此服务器</translation>
    </message>
    <message>
        <source>Why it does not run</source>
        <translation>未运行的原因</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>查看日志</translation>
    </message>
    <message>
        <source>Show log of this server</source>
        <translation>查看日志（此服务器）</translation>
    </message>
    <message>
        <source>Show credential</source>
        <translation>查看凭据</translation>
    </message>
    <message>
        <source>Show the credential that this server needs</source>
        <translation>查看此服务器需要的凭据</translation>
    </message>
    <message>
        <source>Show tools</source>
        <translation>查看工具</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More actions for this server</source>
        <translation>此服务器的更多操作</translation>
    </message>
    <message>
        <source>Open Credentials</source>
        <translation>打开凭据</translation>
    </message>
    <message>
        <source>Unlock your keyring there</source>
        <translation>在那里解锁密钥环</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Turn off server</source>
        <translation>停用此服务器</translation>
    </message>
    <message>
        <source>Turn on server</source>
        <translation>启用此服务器</translation>
    </message>
    <message>
        <source>Starts once you unlock your keyring. Look for its prompt behind other windows.</source>
        <translation>解锁密钥环后启动。请查看其他窗口后面是否有密钥环的提示。</translation>
    </message>
    <message>
        <source>Your sign-in</source>
        <translation>您的登录</translation>
    </message>
    <message>
        <source>{0} (not bound)</source>
        <translation>{0}（未绑定）</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Reported name</source>
        <translation>自报名称</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>Provided to tools</source>
        <translation>提供给工具</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>权限范围</translation>
    </message>
    <message>
        <source>Credentials</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>{0} since ToolGuard started</source>
        <translation>ToolGuard 启动以来 {0}</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>once</source>
        <translation>1 次</translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Running since</source>
        <translation>运行开始时间</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>not listed yet</source>
        <translation>尚未列出</translation>
    </message>
</context>
<context>
    <name>ServerEditor</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Go to it</source>
        <translation>转到该值</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel editing</source>
        <translation>取消编辑</translation>
    </message>
    <message>
        <source>About the name</source>
        <translation>关于名称</translation>
    </message>
    <message>
        <source>The name chat clients use: letters, digits, “.”, “_” and “-”</source>
        <translation>聊天客户端使用的名称：字母、数字、“.”、“_”和“-”</translation>
    </message>
    <message>
        <source>The program contains a space. Put arguments into their own field.</source>
        <translation>程序中含有空格。请把参数填到单独的栏中。</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>编辑 {0}</translation>
    </message>
    <message>
        <source>Running sessions keep the old settings until they end.</source>
        <translation>正在运行的会话在结束之前沿用旧设置。</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>新建服务器</translation>
    </message>
    <message>
        <source>Clients, rules and the log use this name. For another name, add a new server.</source>
        <translation>客户端、规则和日志都使用此名称。如需其他名称，请添加新服务器。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add this server</source>
        <translation>添加此服务器</translation>
    </message>
    <message>
        <source>Save this server</source>
        <translation>保存此服务器</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>1 value looks like a secret.</source>
        <translation>有 1 个值可能是凭据。</translation>
    </message>
    <message numerus="yes">
        <source>%n values look like secrets.</source>
        <translation>
            <numerusform>有 %n 个值可能是凭据。</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter a name. Chat clients know the server by it.</source>
        <translation>请输入名称。聊天客户端以此名称识别该服务器。</translation>
    </message>
    <message>
        <source>Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.</source>
        <translation>请使用 1 到 64 个字母、数字、“.”、“_”或“-”，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>Fix the errors below.</source>
        <translation>请修正下方的错误。</translation>
    </message>
</context>
<context>
    <name>ServerLogView</name>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Search log</source>
        <translation>搜索此日志</translation>
    </message>
    <message>
        <source>Show new lines as they arrive</source>
        <translation>新行出现时自动显示</translation>
    </message>
    <message>
        <source>Copy shown lines</source>
        <translation>复制显示的行</translation>
    </message>
    <message>
        <source>Server output</source>
        <translation>服务器输出</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>No results</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>No output yet</source>
        <translation>还没有输出</translation>
    </message>
    <message>
        <source>Last {0}; see the file for more</source>
        <translation>最后 {0}；更多内容请见文件</translation>
    </message>
</context>
<context>
    <name>ServerPaste</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Text to import</source>
        <translation>要导入的文本</translation>
    </message>
    <message>
        <source>Cancel import</source>
        <translation>取消导入</translation>
    </message>
    <message>
        <source>Agent to import from</source>
        <translation>要导入的智能体</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open file with servers</source>
        <translation>打开文件：导入服务器</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>导入服务器</translation>
    </message>
    <message>
        <source>Paste a command line, a URL, or a chat client&apos;s JSON, YAML or TOML settings. Or open a file with settings, or a bundle (.mcpb, .dxt).</source>
        <translation>粘贴命令行、URL，或聊天客户端的 JSON、YAML 或 TOML 设置；也可以打开包含设置的文件或扩展包（.mcpb、.dxt）。</translation>
    </message>
    <message>
        <source>Select an agent</source>
        <translation>选择智能体</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>所有智能体</translation>
    </message>
    <message>
        <source>Add 1 server</source>
        <translation>添加 1 个服务器</translation>
    </message>
    <message numerus="yes">
        <source>Add %n servers</source>
        <translation>
            <numerusform>添加 %n 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a server to add.</source>
        <translation>请选择要添加的服务器。</translation>
    </message>
    <message>
        <source>Added.</source>
        <translation>已添加。</translation>
    </message>
</context>
<context>
    <name>ServerTest</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Server output</source>
        <translation>服务器输出</translation>
    </message>
    <message>
        <source>Test result</source>
        <translation>测试结果</translation>
    </message>
    <message>
        <source>Connects to the server, lists its tools and disconnects. No tool is called.</source>
        <translation>连接到服务器，列出它的工具，然后断开连接。不会调用任何工具。</translation>
    </message>
    <message>
        <source>Starts the server, lists its tools and stops it. No tool is called.</source>
        <translation>启动服务器，列出它的工具，然后停止它。不会调用任何工具。</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>Test cancelled.</source>
        <translation>测试已取消。</translation>
    </message>
    <message>
        <source>Test cancelled. The server was stopped.</source>
        <translation>测试已取消，服务器已停止。</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>重新测试</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 个工具</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n 个工具</numerusform>
        </translation>
    </message>
    <message>
        <source>Test passed: {0}.</source>
        <translation>测试通过：{0}。</translation>
    </message>
    <message>
        <source>Protocol </source>
        <translation>协议 </translation>
    </message>
    <message>
        <source>Reported name </source>
        <translation>自报名称 </translation>
    </message>
    <message>
        <source>Tools </source>
        <translation>工具 </translation>
    </message>
    <message>
        <source> and {0} more</source>
        <translation> 以及另外 {0} 个</translation>
    </message>
</context>
<context>
    <name>ServerToolsDetail</name>
    <message>
        <source>Selected server</source>
        <translation>所选服务器</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Review changes</source>
        <translation>查看更改</translation>
    </message>
    <message>
        <source>Starts the server, lists its tools and stops it. No tool is called.</source>
        <translation>启动服务器，列出它的工具，然后停止它。不会调用任何工具。</translation>
    </message>
    <message>
        <source>Tools of {server}</source>
        <translation>{server} 的工具</translation>
    </message>
    <message>
        <source>Refreshing…</source>
        <translation>正在刷新…</translation>
    </message>
    <message>
        <source>The server is turned off.</source>
        <translation>服务器已停用。</translation>
    </message>
    <message numerus="yes">
        <source>The server changed %n tools since you accepted them.</source>
        <translation>
            <numerusform>自您接受以来，服务器更改了 %n 个工具。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>显示 {0}</translation>
    </message>
    <message numerus="yes">
        <source>All tools, including new ones, except %n turned on individually</source>
        <translation>
            <numerusform>所有工具（包括新的），单独启用的 %n 个除外</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>In use by</source>
        <translation>当前使用者</translation>
    </message>
    <message>
        <source>Last listed</source>
        <translation>上次列出</translation>
    </message>
    <message>
        <source>About this server</source>
        <translation>关于此服务器</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>Some tools hidden from</source>
        <translation>部分工具已对其隐藏</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
</context>
<context>
    <name>ServerUse</name>
    <message>
        <source>To use this server in a chat client, add this entry to the client&apos;s settings:</source>
        <translation>要在聊天客户端中使用此服务器，请将此条目添加到客户端的设置中：</translation>
    </message>
    <message>
        <source>Chat client</source>
        <translation>聊天客户端</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>Chat client entry</source>
        <translation>聊天客户端的配置条目</translation>
    </message>
    <message>
        <source>Copy entry</source>
        <translation>复制条目</translation>
    </message>
    <message>
        <source>Set up chat clients</source>
        <translation>设置聊天客户端</translation>
    </message>
    <message>
        <source>Let ToolGuard change the settings of your clients</source>
        <translation>让 ToolGuard 更改客户端的设置</translation>
    </message>
    <message>
        <source>No chat client uses this server yet.</source>
        <translation>还没有聊天客户端使用此服务器。</translation>
    </message>
    <message>
        <source>Used by {0}.</source>
        <translation>使用者：{0}。</translation>
    </message>
    <message>
        <source>Copy entry for {0}</source>
        <translation>复制 {0} 的条目</translation>
    </message>
    <message>
        <source>Keep the other servers in the file. Then restart {0}.</source>
        <translation>请保留文件中的其他服务器，然后重启 {0}。</translation>
    </message>
    <message>
        <source>Keep the other servers in the file. {0} notices the change.</source>
        <translation>请保留文件中的其他服务器。{0} 会自动发现更改。</translation>
    </message>
    <message>
        <source>Keep the other servers in the file. Then reload the MCP servers in {0}.</source>
        <translation>请保留文件中的其他服务器，然后在 {0} 中重新加载 MCP 服务器。</translation>
    </message>
    <message>
        <source>Paste this into the MCP settings of {0}.</source>
        <translation>将此内容粘贴到 {0} 的 MCP 设置中。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message>
        <source>Signed out</source>
        <translation>已退出登录</translation>
    </message>
    <message>
        <source>Add an MCP server to route its calls through ToolGuard.</source>
        <translation>添加 MCP 服务器，让它的调用经过 ToolGuard。</translation>
    </message>
    <message>
        <source>Search servers</source>
        <translation>搜索服务器</translation>
    </message>
    <message>
        <source>Select a server</source>
        <translation>请选择一个服务器</translation>
    </message>
    <message>
        <source>Its details appear here.</source>
        <translation>这里会显示它的详情。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Changed {0}.</source>
        <translation>已更改 {0}。</translation>
    </message>
    <message>
        <source>1 session keeps the old settings until it ends. Choose “End sessions” to end it now.</source>
        <translation>有 1 个会话在结束之前沿用旧设置。选择“结束会话”可立即结束它。</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions keep the old settings until they end. Choose “End sessions” to end them now.</source>
        <translation>
            <numerusform>有 %n 个会话在结束之前沿用旧设置。选择“结束会话”可立即结束它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Server saved, but its secret was not stored: {0}</source>
        <translation>服务器已保存，但其凭据未保存：{0}</translation>
    </message>
    <message>
        <source>Added {0}.</source>
        <translation>已添加 {0}。</translation>
    </message>
    <message numerus="yes">
        <source>Added %n servers.</source>
        <translation>
            <numerusform>已添加 %n 个服务器。</numerusform>
        </translation>
    </message>
    <message>
        <source>Removed {0}.</source>
        <translation>已移除 {0}。</translation>
    </message>
    <message>
        <source>Removed {0} and ended its sessions.</source>
        <translation>已移除 {0} 并结束其会话。</translation>
    </message>
    <message>
        <source>Finish or cancel the form first.</source>
        <translation>请先完成或取消表单。</translation>
    </message>
    <message>
        <source>Look-alike sign-in address</source>
        <translation>登录地址含形近字符</translation>
    </message>
    <message>
        <source>Needs approval</source>
        <translation>需要批准</translation>
    </message>
    <message>
        <source>Waiting for keyring</source>
        <translation>正在等待密钥环</translation>
    </message>
    <message>
        <source>Waiting for browser</source>
        <translation>正在等待浏览器</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation>尚无客户端</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>No servers yet</source>
        <translation>还没有服务器</translation>
    </message>
    <message>
        <source>Add your first server</source>
        <translation>添加第一个服务器</translation>
    </message>
    <message>
        <source>1 server</source>
        <translation>1 个服务器</translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>SessionLine</name>
    <message>
        <source>Server state</source>
        <translation>服务器状态</translation>
    </message>
    <message>
        <source>Open server</source>
        <translation>打开服务器</translation>
    </message>
    <message>
        <source>Open Credentials</source>
        <translation>打开凭据</translation>
    </message>
    <message>
        <source>Unlock your keyring there</source>
        <translation>在那里解锁密钥环</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>查看日志</translation>
    </message>
    <message>
        <source>Open server {0}</source>
        <translation>打开服务器 {0}</translation>
    </message>
</context>
<context>
    <name>SessionsModel</name>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>起始时间</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Waiting for keyring</source>
        <translation>正在等待密钥环</translation>
    </message>
    <message>
        <source>Waiting for {0}</source>
        <translation>正在等待{0}</translation>
    </message>
    <message>
        <source>Reported name</source>
        <translation>自报名称</translation>
    </message>
    <message>
        <source>Server state</source>
        <translation>服务器状态</translation>
    </message>
</context>
<context>
    <name>SettingControl</name>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset: {0}</source>
        <translation>重置：{0}</translation>
    </message>
    <message>
        <source>Changed. Default: {0}</source>
        <translation>已更改。默认值：{0}</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Still in effect: {0}.</source>
        <translation>当前仍生效：{0}。</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Contains settings, the log and server files. Secrets are never stored here.</source>
        <translation>包含设置、日志和服务器文件。凭据绝不会保存在这里。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Can&apos;t read the settings. {0}</source>
        <translation>无法读取设置。{0}</translation>
    </message>
    <message>
        <source>Restored “{0}”.</source>
        <translation>已恢复“{0}”。</translation>
    </message>
    <message>
        <source>Changed “{0}”.</source>
        <translation>已更改“{0}”。</translation>
    </message>
    <message>
        <source>Changed “{0}” from {1} to {2}.</source>
        <translation>已将“{0}”从“{1}”改为“{2}”。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>没有结果。</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>State folder</source>
        <translation>状态文件夹</translation>
    </message>
    <message>
        <source>Set by your organization.</source>
        <translation>由您的组织设置。</translation>
    </message>
    <message>
        <source>Not changed: {0}</source>
        <translation>未更改：{0}</translation>
    </message>
</context>
<context>
    <name>SideBar</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Block all calls</source>
        <translation>阻止所有调用</translation>
    </message>
    <message>
        <source>Deny pending and new calls and cancel running ones, until you resume</source>
        <translation>拒绝待处理和新的调用并取消正在运行的调用，直到您恢复</translation>
    </message>
    <message>
        <source>Status: {0}</source>
        <translation>状态：{0}</translation>
    </message>
</context>
<context>
    <name>SignIn</name>
    <message>
        <source>no stated expiry</source>
        <translation>未说明到期时间</translation>
    </message>
    <message>
        <source>renews at {0}</source>
        <translation>将于 {0} 续期</translation>
    </message>
    <message>
        <source>expires at {0}</source>
        <translation>{0} 到期</translation>
    </message>
    <message>
        <source>Your sign-in</source>
        <translation>您的登录</translation>
    </message>
    <message>
        <source>Warning about the address</source>
        <translation>地址警告</translation>
    </message>
    <message>
        <source>Last sign-in error</source>
        <translation>上次登录失败的原因</translation>
    </message>
</context>
<context>
    <name>SignInBanner</name>
    <message>
        <source>Look-alike sign-in address. A browser can show {0} as if it were another address.</source>
        <translation>登录地址含形近字符：浏览器可能把 {0} 显示得像另一个地址。</translation>
    </message>
    <message>
        <source>Look-alike sign-in address: {0}</source>
        <translation>登录地址含形近字符：{0}</translation>
    </message>
    <message>
        <source>Open {0}? Whoever owns this address receives what you enter there.</source>
        <translation>打开 {0}？您在该页面输入的内容会被此地址的所有者获得。</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>Sign in again…</source>
        <translation>重新登录…</translation>
    </message>
    <message>
        <source>Open page again</source>
        <translation>再次打开页面</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Turn off server</source>
        <translation>停用此服务器</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Copy URL</source>
        <translation>复制 URL</translation>
    </message>
    <message>
        <source>To sign in with another browser on this computer</source>
        <translation>用这台计算机上的其他浏览器登录</translation>
    </message>
    <message>
        <source>Cancel sign-in</source>
        <translation>取消登录</translation>
    </message>
    <message>
        <source>Don&apos;t sign in unless you expect this address:</source>
        <translation>除非您确认此地址，否则请勿登录：</translation>
    </message>
    <message>
        <source>Sign-in required at {0}. Calls fail until you sign in.</source>
        <translation>需要在 {0} 登录。登录之前，调用会失败。</translation>
    </message>
    <message>
        <source>Signed out of {0}. Calls fail until you sign in.</source>
        <translation>已退出 {0}。登录之前，调用会失败。</translation>
    </message>
    <message>
        <source>Continue in your browser at {0} within five minutes.</source>
        <translation>请在五分钟内于浏览器中（{0}）继续。</translation>
    </message>
    <message>
        <source>Signed in to {0}, {1}.</source>
        <translation>已登录 {0}，{1}。</translation>
    </message>
    <message>
        <source>Not signed in to this server.</source>
        <translation>未登录此服务器。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Silence</name>
    <message>
        <source>15 minutes</source>
        <translation>15 分钟</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>4 hours</source>
        <translation>4 小时</translation>
    </message>
    <message>
        <source>12 hours</source>
        <translation>12 小时</translation>
    </message>
    <message>
        <source>Do not disturb…</source>
        <translation>免打扰…</translation>
    </message>
    <message>
        <source>Do not disturb until {0}: end</source>
        <translation>免打扰至 {0}：结束</translation>
    </message>
</context>
<context>
    <name>SwitchControl</name>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>Tables</name>
    <message>
        <source>Secret</source>
        <translation>其他密钥</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Bearer token</source>
        <translation>Bearer 令牌</translation>
    </message>
    <message>
        <source>User ID</source>
        <translation>用户 ID</translation>
    </message>
    <message>
        <source>OAuth sign-in</source>
        <translation>OAuth 登录</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>放行</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Local program</source>
        <translation>本地程序</translation>
    </message>
    <message>
        <source>Remote server</source>
        <translation>远程服务器</translation>
    </message>
    <message>
        <source>Open Tool Calling server</source>
        <translation>Open Tool Calling 服务器</translation>
    </message>
    <message>
        <source>The server&apos;s base URL without /tools, such as https://example.com/otc</source>
        <translation>服务器的基础 URL（不含 /tools），例如 https://example.com/otc</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>A command on your PATH or a full path</source>
        <translation>PATH 中的命令或完整路径</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Add argument</source>
        <translation>添加参数</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL 地址</translation>
    </message>
    <message>
        <source>The server&apos;s endpoint, such as https://example.com/mcp</source>
        <translation>服务器的端点，例如 https://example.com/mcp</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>The program&apos;s working folder</source>
        <translation>程序的工作文件夹</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Add header</source>
        <translation>添加标头</translation>
    </message>
    <message>
        <source>Sent with every request. Use ${secret:NAME} for a value from your keyring, such as Authorization: Bearer ${secret:NAME}</source>
        <translation>随每个请求发送。使用 ${secret:NAME} 引用密钥环中的值，例如 Authorization: Bearer ${secret:NAME}</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Add variable</source>
        <translation>添加变量</translation>
    </message>
    <message>
        <source>Use ${secret:NAME} for a value from your keyring</source>
        <translation>使用 ${secret:NAME} 引用密钥环中的值</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Streamable HTTP</source>
        <translation>Streamable HTTP</translation>
    </message>
    <message>
        <source>HTTP+SSE</source>
        <translation>HTTP+SSE</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输方式</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Authentication</source>
        <translation>身份验证</translation>
    </message>
    <message>
        <source>Sign-in credential</source>
        <translation>登录凭据</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Provided after your approval, only to tools that require it</source>
        <translation>经您批准后，只提供给需要它的工具</translation>
    </message>
    <message>
        <source>Client ID</source>
        <translation>客户端 ID</translation>
    </message>
    <message>
        <source>The OAuth client ID, if the server doesn&apos;t support registration. Redirect URI: http://127.0.0.1/callback on any port</source>
        <translation>OAuth 客户端 ID（当服务器不支持注册时）。重定向 URI：http://127.0.0.1/callback，端口任意</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>客户端密钥</translation>
    </message>
    <message>
        <source>The OAuth client secret, if any: ${secret:NAME}</source>
        <translation>OAuth 客户端密钥（如有）：${secret:NAME}</translation>
    </message>
    <message>
        <source>Pass forwards, Ask waits for you, Deny refuses. Rules take precedence</source>
        <translation>“放行”会转发，“询问”等待您处理，“拒绝”会拒绝。规则优先</translation>
    </message>
    <message>
        <source>Trust tool annotations</source>
        <translation>信任工具注解</translation>
    </message>
    <message>
        <source>Rely on the server&apos;s claims about which tools destroy data. A reversed claim stops counting until you accept it</source>
        <translation>采信服务器关于哪些工具会破坏数据的声明。被反转的声明在您接受之前不再有效</translation>
    </message>
    <message>
        <source>Protocol bridge</source>
        <translation>协议桥接</translation>
    </message>
    <message>
        <source>Translate between protocol versions. Off: incompatible clients fail</source>
        <translation>在协议版本之间转换。关闭时，不兼容的客户端会失败</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Add secret</source>
        <translation>添加凭据</translation>
    </message>
    <message>
        <source>By secret ID; use ${secret:NAME}</source>
        <translation>按凭据 ID；使用 ${secret:NAME}</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Add token</source>
        <translation>添加令牌</translation>
    </message>
    <message>
        <source>By provider ID, such as google; use ${secret:NAME}</source>
        <translation>按提供方 ID（例如 google）；使用 ${secret:NAME}</translation>
    </message>
    <message>
        <source>Your user ID on this server: text or ${secret:NAME}</source>
        <translation>您在此服务器上的用户 ID：文本或 ${secret:NAME}</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>HTTP clients</source>
        <translation>HTTP 客户端</translation>
    </message>
    <message>
        <source>Server sign-in</source>
        <translation>服务器登录</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log shipping</source>
        <translation>日志转发</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Applies at once, or after a restart while a form has unsaved input.</source>
        <translation>立即生效；如果表单中有未保存的内容，则在重启后生效。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Light or dark theme.</source>
        <translation>浅色或深色主题。</translation>
    </message>
    <message>
        <source>Animations</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Fade in new pending calls.</source>
        <translation>新的待处理调用以淡入方式出现。</translation>
    </message>
    <message>
        <source>Tray icon</source>
        <translation>托盘图标</translation>
    </message>
    <message>
        <source>Show the status and the number of pending calls. Needs a desktop with a tray.</source>
        <translation>显示状态和待处理的调用数。需要带托盘的桌面。</translation>
    </message>
    <message>
        <source>Keep running in the tray</source>
        <translation>在托盘中继续运行</translation>
    </message>
    <message>
        <source>Closing the window keeps ToolGuard running. Without a tray, it quits.</source>
        <translation>关闭窗口后 ToolGuard 继续运行；没有托盘时会退出。</translation>
    </message>
    <message>
        <source>Compact window</source>
        <translation>紧凑窗口</translation>
    </message>
    <message>
        <source>Only the pending call, above other windows where the desktop allows it.</source>
        <translation>只显示待处理的调用；桌面允许时置于其他窗口之上。</translation>
    </message>
    <message>
        <source>Show notifications</source>
        <translation>显示通知</translation>
    </message>
    <message>
        <source>Name the tool, server and client, but never the arguments.</source>
        <translation>显示工具、服务器和客户端的名称，绝不显示参数。</translation>
    </message>
    <message>
        <source>Flash the taskbar icon</source>
        <translation>闪烁任务栏图标</translation>
    </message>
    <message>
        <source>Draw attention to the window on the taskbar.</source>
        <translation>在任务栏上提示此窗口需要注意。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Play a short sound, once for calls that arrive together.</source>
        <translation>播放短促的提示音，同时到达的调用只响一次。</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>免打扰时段</translation>
    </message>
    <message>
        <source>No notifications or sounds between these times. Pending calls are still counted.</source>
        <translation>此时段内没有通知和声音。待处理的调用仍会计数。</translation>
    </message>
    <message>
        <source>Approval timeout</source>
        <translation>批准超时</translation>
    </message>
    <message>
        <source>Calls are denied after this time. Doesn&apos;t affect calls already pending.</source>
        <translation>超过此时间的调用会被拒绝。不影响已在等待的调用。</translation>
    </message>
    <message>
        <source>Secrets in arguments</source>
        <translation>参数中的凭据</translation>
    </message>
    <message>
        <source>What to do when a call contains the value of one of your credentials. Rules never allow such calls.</source>
        <translation>当调用含有您某个凭据的值时如何处理。任何规则都不会允许这样的调用。</translation>
    </message>
    <message>
        <source>Denial reasons</source>
        <translation>拒绝原因</translation>
    </message>
    <message>
        <source>Client timeouts</source>
        <translation>客户端超时</translation>
    </message>
    <message>
        <source>Clients are asked to retry shortly before. ToolGuard adds the timeouts it observes.</source>
        <translation>超时前不久会请客户端重试。ToolGuard 会加入它观察到的超时。</translation>
    </message>
    <message>
        <source>Authenticate before you approve, so that no program can click for you. Only servers whose annotations you trust can declare a call harmless.</source>
        <translation>批准前先验证身份，使任何程序都无法代您点击。只有您信任其注解的服务器才能将调用声明为无害。</translation>
    </message>
    <message>
        <source>Authentication method</source>
        <translation>验证方式</translation>
    </message>
    <message>
        <source>Use your password, fingerprint or face, or touch a security key.</source>
        <translation>使用密码、指纹或面部，或触摸安全密钥。</translation>
    </message>
    <message>
        <source>Maximum pending calls (per session)</source>
        <translation>最大待处理调用数（每个会话）</translation>
    </message>
    <message>
        <source>Calls over the limit are denied, so that no client can flood you.</source>
        <translation>超出的调用会被拒绝，防止客户端用大量调用淹没您。</translation>
    </message>
    <message>
        <source>Per client and server. Calls over the limit are denied without asking you.</source>
        <translation>按客户端和服务器计算。超出限制的调用会直接拒绝，不询问您。</translation>
    </message>
    <message>
        <source>Length of the pause</source>
        <translation>暂停时长</translation>
    </message>
    <message>
        <source>The pause ends earlier when you decide a call.</source>
        <translation>您决定一个调用后，暂停会提前结束。</translation>
    </message>
    <message>
        <source>Deny every pending and new call, and cancel running calls, until you turn this off.</source>
        <translation>拒绝所有待处理和新的调用，并取消正在运行的调用，直到您关闭此项。</translation>
    </message>
    <message>
        <source>Maximum pending calls (all clients)</source>
        <translation>最大待处理调用数（所有客户端）</translation>
    </message>
    <message>
        <source>Calls over the limit are denied.</source>
        <translation>超出的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Keyring timeout</source>
        <translation>密钥环超时</translation>
    </message>
    <message>
        <source>After this time, calls that need a secret are refused.</source>
        <translation>超过此时间，需要凭据的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>The local port for HTTP clients; 0 picks a free port. Use the same port in the clients&apos; settings.</source>
        <translation>供 HTTP 客户端使用的本地端口；0 表示任选空闲端口。客户端设置中须使用同一端口。</translation>
    </message>
    <message>
        <source>Client ID metadata document</source>
        <translation>客户端 ID 元数据文档</translation>
    </message>
    <message>
        <source>The URL of your own OAuth client metadata document. If empty, ToolGuard registers itself where the server supports it.</source>
        <translation>您自己的 OAuth 客户端元数据文档的 URL。留空时，ToolGuard 会在服务器支持的情况下自行注册。</translation>
    </message>
    <message>
        <source>Copy signed checkpoints to</source>
        <translation>把已签名的检查点复制到</translation>
    </message>
    <message>
        <source>A folder on another disk or computer, or “syslog”. The copies reveal if someone rewrites both log and keyring.</source>
        <translation>另一块磁盘或另一台计算机上的文件夹，或“syslog”。如果有人同时改写日志和密钥环，可凭这些副本发现。</translation>
    </message>
    <message>
        <source>Compress older log files</source>
        <translation>压缩较早的日志文件</translation>
    </message>
    <message>
        <source>Records stay searchable. zstd, zstdcat and duckdb read these files.</source>
        <translation>记录仍可搜索。zstd、zstdcat 和 duckdb 可读取这些文件。</translation>
    </message>
    <message>
        <source>Keep the log for</source>
        <translation>日志保留时间</translation>
    </message>
    <message>
        <source>Permanently removes older records, file by file, a minute after a change. The log still verifies.</source>
        <translation>更早的记录会按文件永久删除，更改一分钟后生效。日志仍可验证。</translation>
    </message>
    <message>
        <source>Keep at most</source>
        <translation>最多保留</translation>
    </message>
    <message>
        <source>Permanently removes the oldest records above that, file by file, a minute after a change.</source>
        <translation>超出部分的最早记录会按文件永久删除，更改一分钟后生效。</translation>
    </message>
    <message>
        <source>Archive to folder</source>
        <translation>归档到文件夹</translation>
    </message>
    <message>
        <source>Copy log files to this folder before they are removed. If that fails, nothing is removed.</source>
        <translation>删除日志文件之前先将其复制到此文件夹。如果失败，则不删除任何内容。</translation>
    </message>
    <message>
        <source>OpenTelemetry endpoint</source>
        <translation>OpenTelemetry 端点</translation>
    </message>
    <message>
        <source>The URL for logs (OTLP/HTTP). New records are sent there. Needs the extra “otlp”.</source>
        <translation>日志的 URL（OTLP/HTTP）。新记录会发送到那里。需要安装附加组件“otlp”。</translation>
    </message>
    <message>
        <source>OpenTelemetry headers</source>
        <translation>OpenTelemetry 标头</translation>
    </message>
    <message>
        <source>Syslog server</source>
        <translation>Syslog 服务器</translation>
    </message>
    <message>
        <source>HOST:PORT of a server for syslog over TLS (RFC 5424). New records are sent there.</source>
        <translation>支持 TLS 的 syslog 服务器（RFC 5424），写作 HOST:PORT。新记录会发送到那里。</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>PEM file of these servers&apos; certificate authorities. Leave empty to use the system&apos;s.</source>
        <translation>包含这些服务器的证书颁发机构的 PEM 文件。留空则使用系统信任的证书颁发机构。</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>PEM file of a certificate and its private key, without a passphrase, for servers that require one.</source>
        <translation>证书及其私钥的 PEM 文件，私钥不带密码，用于要求客户端证书的服务器。</translation>
    </message>
    <message>
        <source>Send arguments and results</source>
        <translation>发送参数和结果</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Start ToolGuard in the background when you log in.</source>
        <translation>登录时在后台启动 ToolGuard。</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>until away 5 min</source>
        <translation>直到离开 5 分钟</translation>
    </message>
    <message>
        <source>until away 15 min</source>
        <translation>直到离开 15 分钟</translation>
    </message>
    <message>
        <source>a JSON value, or otherwise a string</source>
        <translation>JSON 值，否则视为字符串</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>matches the JSON Schema</source>
        <translation>符合 JSON Schema</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Automatic detects the transport. HTTP+SSE is the transport of 2024</source>
        <translation>“自动”会检测传输方式。HTTP+SSE 是 2024 年的传输方式</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Signed token (JWT)</source>
        <translation>签名令牌（JWT）</translation>
    </message>
    <message>
        <source>An API key is sent as it is. For a signed token, the credential signs each request</source>
        <translation>API 密钥按原样发送。使用签名令牌时，凭据为每个请求签名</translation>
    </message>
    <message>
        <source>The reason you pick is sent to the model.</source>
        <translation>您选择的原因会发送给模型。</translation>
    </message>
    <message>
        <source>Require authentication</source>
        <translation>要求身份验证</translation>
    </message>
    <message>
        <source>Authentication validity</source>
        <translation>身份验证有效期</translation>
    </message>
    <message>
        <source>For how many seconds an authentication covers further approvals in the same client session. Rules and setting changes always need a new one.</source>
        <translation>一次验证在多少秒内对同一客户端会话的后续批准有效。规则和设置更改始终需要重新验证。</translation>
    </message>
    <message>
        <source>Use ${secret:NAME} for a value from your keyring.</source>
        <translation>用 ${secret:NAME} 引用密钥环中的值。</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>询问我</translation>
    </message>
    <message>
        <source>Add reason</source>
        <translation>添加原因</translation>
    </message>
    <message>
        <source>Add client</source>
        <translation>添加客户端</translation>
    </message>
    <message>
        <source>Destructive calls</source>
        <translation>破坏性调用</translation>
    </message>
    <message>
        <source>All approvals</source>
        <translation>每次批准</translation>
    </message>
    <message>
        <source>System authentication</source>
        <translation>系统验证</translation>
    </message>
    <message>
        <source>Security key</source>
        <translation>安全密钥</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>keep everything</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source>megabytes</source>
        <translation>兆字节</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>any request</source>
        <translation>任何请求</translation>
    </message>
    <message>
        <source>until I quit</source>
        <translation>直到退出 ToolGuard</translation>
    </message>
    <message>
        <source>for this session</source>
        <translation>仅限本次会话</translation>
    </message>
    <message>
        <source>for 5 minutes</source>
        <translation>5 分钟内</translation>
    </message>
    <message>
        <source>for 15 minutes</source>
        <translation>15 分钟内</translation>
    </message>
    <message>
        <source>for 1 hour</source>
        <translation>1 小时内</translation>
    </message>
    <message>
        <source>for 4 hours</source>
        <translation>4 小时内</translation>
    </message>
    <message>
        <source>for 12 hours</source>
        <translation>12 小时内</translation>
    </message>
    <message>
        <source>until a date</source>
        <translation>直到指定日期</translation>
    </message>
    <message>
        <source>until screen lock</source>
        <translation>直到屏幕锁定</translation>
    </message>
    <message>
        <source>until I remove it</source>
        <translation>直到我移除</translation>
    </message>
    <message>
        <source>is</source>
        <translation>等于</translation>
    </message>
    <message>
        <source>is one of</source>
        <translation>是其中之一</translation>
    </message>
    <message>
        <source>a JSON array of values</source>
        <translation>值的 JSON 数组</translation>
    </message>
    <message>
        <source>starts with</source>
        <translation>开头为</translation>
    </message>
    <message>
        <source>matches the pattern</source>
        <translation>匹配通配模式</translation>
    </message>
    <message>
        <source>a pattern: * is anything without /, ** anything, ? one character</source>
        <translation>通配模式：* 表示不含 / 的任意内容，** 表示任意内容，? 表示一个字符</translation>
    </message>
    <message>
        <source>matches the regex</source>
        <translation>匹配正则表达式</translation>
    </message>
    <message>
        <source>a regular expression (RE2) for the whole text</source>
        <translation>匹配整个文本的正则表达式（RE2）</translation>
    </message>
    <message>
        <source>is inside</source>
        <translation>位于文件夹内</translation>
    </message>
    <message>
        <source>an absolute folder, or a JSON array of folders</source>
        <translation>文件夹的绝对路径，或文件夹的 JSON 数组</translation>
    </message>
    <message>
        <source>is a URL of</source>
        <translation>URL 的主机是</translation>
    </message>
    <message>
        <source>a host such as example.com, *.example.com or example.com:8443, or a JSON array</source>
        <translation>主机，例如 example.com、*.example.com 或 example.com:8443，或 JSON 数组</translation>
    </message>
    <message>
        <source>is between</source>
        <translation>介于</translation>
    </message>
    <message>
        <source>two numbers, such as &apos;1 100&apos;; - is no bound</source>
        <translation>两个数字，例如“1 100”；- 表示不限</translation>
    </message>
    <message>
        <source>has a length between</source>
        <translation>长度介于</translation>
    </message>
    <message>
        <source>two numbers of characters, items or members, such as &apos;0 100&apos;</source>
        <translation>两个数字，表示字符数、项数或成员数，例如“0 100”</translation>
    </message>
    <message>
        <source>a JSON Schema</source>
        <translation>一个 JSON Schema</translation>
    </message>
    <message>
        <source>runs only</source>
        <translation>仅运行</translation>
    </message>
    <message>
        <source>a program with its first words, such as &apos;git status&apos;, or a JSON array of them</source>
        <translation>程序及其开头的词，例如“git status”，或其 JSON 数组</translation>
    </message>
    <message>
        <source>is absent</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>The server has the client&apos;s model generate text</source>
        <translation>服务器请客户端的模型生成文本</translation>
    </message>
    <message>
        <source>Elicitation</source>
        <translation>征询</translation>
    </message>
    <message>
        <source>The server asks you for input, or to open a web page</source>
        <translation>服务器请您输入内容，或打开网页</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>根目录</translation>
    </message>
    <message>
        <source>The server asks the client for its working folders</source>
        <translation>服务器向客户端询问工作文件夹</translation>
    </message>
    <message>
        <source>Other server requests</source>
        <translation>服务器的其他请求</translation>
    </message>
    <message>
        <source>Requests of the server with a method that is not part of MCP</source>
        <translation>服务器发出的、方法不属于 MCP 的请求</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>The client reads a resource</source>
        <translation>客户端读取资源</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>The client gets a prompt</source>
        <translation>客户端获取提示词</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>The client gets suggestions for an argument of a prompt or resource</source>
        <translation>客户端获取提示词或资源参数的补全建议</translation>
    </message>
    <message>
        <source>Other client requests</source>
        <translation>客户端的其他请求</translation>
    </message>
    <message>
        <source>Requests of the client with a method that is not part of MCP</source>
        <translation>客户端发出的、方法不属于 MCP 的请求</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>个调用</translation>
    </message>
    <message>
        <source>Requests other than tool calls</source>
        <translation>工具调用以外的请求</translation>
    </message>
    <message>
        <source>Automatic retries</source>
        <translation>自动重试</translation>
    </message>
    <message>
        <source>A client sends a call again by itself shortly before it times out, up to nine times (protocol 2026-07-28). Otherwise, the model is asked to send it again.</source>
        <translation>客户端会在超时前自行重新发送调用，最多九次（协议 2026-07-28）。否则由模型重新发送。</translation>
    </message>
    <message>
        <source>Approval requests per minute</source>
        <translation>每分钟批准请求数</translation>
    </message>
    <message>
        <source>Pause after unanswered requests</source>
        <translation>未回应请求后暂停</translation>
    </message>
    <message>
        <source>Per client and server. After this many unanswered calls, new ones are denied for a while.</source>
        <translation>按客户端和服务器计算。这么多个调用未得到回应后，一段时间内会拒绝新的调用。</translation>
    </message>
    <message>
        <source>Block all calls</source>
        <translation>阻止所有调用</translation>
    </message>
    <message>
        <source>Otherwise only the client, tool, decision and outcome are sent. Secrets are removed as in the log.</source>
        <translation>否则只发送客户端、工具、决定和结果。凭据的值会像在日志中一样被移除。</translation>
    </message>
    <message>
        <source>every approval</source>
        <translation>每次批准</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>any client</source>
        <translation>任意客户端</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>any server</source>
        <translation>任意服务器</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>any tool</source>
        <translation>任意工具</translation>
    </message>
</context>
<context>
    <name>TamperedBanner</name>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Export verified records…</source>
        <translation>导出通过验证的记录…</translation>
    </message>
    <message>
        <source>Start new log…</source>
        <translation>开始新的日志…</translation>
    </message>
    <message>
        <source>Export progress</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>Stop export</source>
        <translation>停止导出</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>操作结果</translation>
    </message>
    <message>
        <source>Hide result</source>
        <translation>隐藏操作结果</translation>
    </message>
    <message>
        <source>Export verified records</source>
        <translation>导出通过验证的记录</translation>
    </message>
    <message>
        <source>Writing file…</source>
        <translation>正在写入文件…</translation>
    </message>
    <message>
        <source>Exported {0} verified records to </source>
        <translation>已将 {0} 条通过验证的记录导出到 </translation>
    </message>
    <message>
        <source>Export stopped. No file was written.</source>
        <translation>导出已停止，没有写入文件。</translation>
    </message>
    <message>
        <source>Export failed: {0}</source>
        <translation>导出失败：{0}</translation>
    </message>
    <message>
        <source>Start a new log? The old log is renamed and kept in the same folder.</source>
        <translation>开始新的日志？旧日志会改名并保留在同一文件夹中。</translation>
    </message>
    <message>
        <source>{0} of {1} written</source>
        <translation>已写入 {0}，共 {1}</translation>
    </message>
    <message>
        <source>Start new log</source>
        <translation>开始新的日志</translation>
    </message>
    <message>
        <source>New log started. The old log is kept as </source>
        <translation>已开始新的日志。旧日志另存为 </translation>
    </message>
    <message>
        <source>Could not start a new log: {0}</source>
        <translation>无法开始新的日志：{0}</translation>
    </message>
</context>
<context>
    <name>TextControl</name>
    <message>
        <source>“{0}” contains invisible characters</source>
        <translation>“{0}”包含不可见字符</translation>
    </message>
    <message>
        <source>“{0}” may be displayed in a misleading order</source>
        <translation>“{0}”的显示顺序可能与实际顺序不同</translation>
    </message>
    <message>
        <source>“{0}” uses unusual letters; in plain letters it is “{1}”</source>
        <translation>“{0}”含有特殊字母；用普通字母写是“{1}”</translation>
    </message>
    <message>
        <source>Look-alike</source>
        <translation>形近字符</translation>
    </message>
    <message>
        <source>Invisible text</source>
        <translation>不可见字符</translation>
    </message>
    <message>
        <source>Mixed direction</source>
        <translation>方向混杂</translation>
    </message>
    <message>
        <source>Unusual letters</source>
        <translation>异常字母</translation>
    </message>
    <message>
        <source>“{0}” contains {1} letters that look like Latin ones</source>
        <translation>“{0}”含有外形像拉丁字母的{1}</translation>
    </message>
    <message>
        <source>“{0}” looks Latin, but its letters are {1}</source>
        <translation>“{0}”看似拉丁字母，但使用的是{1}</translation>
    </message>
    <message>
        <source>“{0}” contains look-alike characters: {1}</source>
        <translation>“{0}”含有外形与普通字符相似的字符：{1}</translation>
    </message>
    <message>
        <source>Look-alike address. A browser can show {0} as if it were another address.</source>
        <translation>地址含形近字符：浏览器可能把 {0} 显示得像另一个地址。</translation>
    </message>
</context>
<context>
    <name>TextDifference</name>
    <message>
        <source>{0}, before</source>
        <translation>{0}，之前</translation>
    </message>
    <message>
        <source>{0}, now</source>
        <translation>{0}，现在</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Too long. The maximum is {0} characters.</source>
        <translation>过长，最多 {0} 个字符。</translation>
    </message>
    <message>
        <source>This can&apos;t be empty.</source>
        <translation>不能为空。</translation>
    </message>
    <message>
        <source>Enter at least {0} characters.</source>
        <translation>请输入至少 {0} 个字符。</translation>
    </message>
    <message>
        <source>Enter at most {0} characters (now {1}).</source>
        <translation>最多输入 {0} 个字符（目前 {1} 个）。</translation>
    </message>
    <message>
        <source>Doesn&apos;t match the required format: {0}</source>
        <translation>不符合要求的格式：{0}</translation>
    </message>
</context>
<context>
    <name>TextLabel</name>
    <message>
        <source>e.g. {0}</source>
        <translation>例如 {0}</translation>
    </message>
</context>
<context>
    <name>TextsField</name>
    <message>
        <source>Add at least {0} entries.</source>
        <translation>至少 {0} 个条目。</translation>
    </message>
    <message>
        <source>No more than {0} entries.</source>
        <translation>最多 {0} 个条目。</translation>
    </message>
    <message>
        <source>Two entries are identical.</source>
        <translation>有两个条目相同。</translation>
    </message>
    <message>
        <source>Entry {0} doesn&apos;t match the required format.</source>
        <translation>条目 {0} 不符合要求的格式。</translation>
    </message>
</context>
<context>
    <name>ToolClients</name>
    <message>
        <source>Client access</source>
        <translation>客户端访问权限</translation>
    </message>
    <message>
        <source>None. It is hidden from all clients.</source>
        <translation>无。已对所有客户端隐藏。</translation>
    </message>
    <message>
        <source>All clients. None have connected yet.</source>
        <translation>所有客户端。还没有客户端连接过。</translation>
    </message>
    <message>
        <source>Visible to the selected clients and to new ones.</source>
        <translation>对选中的客户端和新客户端可见。</translation>
    </message>
    <message>
        <source>The tool is hidden from all clients.</source>
        <translation>此工具对所有客户端隐藏。</translation>
    </message>
    <message>
        <source>{0} (connected)</source>
        <translation>{0}（目前已连接）</translation>
    </message>
    <message>
        <source>Visible to {0}</source>
        <translation>对 {0} 可见</translation>
    </message>
</context>
<context>
    <name>ToolDetail</name>
    <message>
        <source>Selected tool</source>
        <translation>所选工具</translation>
    </message>
    <message>
        <source>Visible to clients</source>
        <translation>对客户端可见</translation>
    </message>
    <message>
        <source>Show calls</source>
        <translation>查看调用</translation>
    </message>
    <message>
        <source>Show rules</source>
        <translation>查看规则</translation>
    </message>
    <message>
        <source>{tool} “{title}” on {server}</source>
        <translation>{server} 上的 {tool}“{title}”</translation>
    </message>
    <message>
        <source>Review changes</source>
        <translation>查看更改</translation>
    </message>
    <message>
        <source>{tool} on {server}</source>
        <translation>{server} 上的 {tool}</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Requires</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>Visible to {0} of {1} clients</source>
        <translation>对 {1} 个客户端中的 {0} 个可见</translation>
    </message>
    <message>
        <source>Never called</source>
        <translation>从未调用</translation>
    </message>
    <message>
        <source>No rule can allow this tool: {0}.</source>
        <translation>任何规则都不能允许此工具：{0}。</translation>
    </message>
    <message>
        <source>Can&apos;t validate arguments against its schema: {0}.</source>
        <translation>无法根据其输入定义验证参数：{0}。</translation>
    </message>
    <message>
        <source>All calls are refused because bound arguments can&apos;t be added: {0}.</source>
        <translation>无法填入绑定的参数，所有调用都会被拒绝：{0}。</translation>
    </message>
    <message>
        <source>Its description contains invisible characters.</source>
        <translation>它的描述中包含不可见字符。</translation>
    </message>
    <message>
        <source>Modifies data</source>
        <translation>修改数据</translation>
    </message>
    <message>
        <source>No, read-only</source>
        <translation>否，只读</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Not declared; assume yes</source>
        <translation>未声明，应假定为是</translation>
    </message>
    <message>
        <source>Destructive</source>
        <translation>破坏性</translation>
    </message>
    <message>
        <source>No, only adds data</source>
        <translation>否，仅添加数据</translation>
    </message>
    <message>
        <source>Safe to repeat</source>
        <translation>可安全重复</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Not declared; assume no</source>
        <translation>未声明，应假定为否</translation>
    </message>
    <message>
        <source>External access</source>
        <translation>外部访问</translation>
    </message>
    <message>
        <source>Bound arguments</source>
        <translation>绑定的参数</translation>
    </message>
    <message>
        <source>Unchanged since</source>
        <translation>定义最近更改</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>Pages only; clients keep it from the model</source>
        <translation>仅页面；客户端不向模型提供</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Forwarded as is; not validated</source>
        <translation>原样转发，不验证</translation>
    </message>
    <message>
        <source>Last listed</source>
        <translation>上次列出</translation>
    </message>
    <message>
        <source>Original name</source>
        <translation>原始名称</translation>
    </message>
    <message>
        <source>Definition hash</source>
        <translation>定义哈希</translation>
    </message>
    <message>
        <source>not known; no client has read it</source>
        <translation>未知；尚无客户端读取过</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Page&apos;s domains</source>
        <translation>页面的域名</translation>
    </message>
    <message>
        <source>Page&apos;s permissions</source>
        <translation>页面的权限</translation>
    </message>
    <message>
        <source>Page last read</source>
        <translation>页面上次读取</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>The model or the page; ToolGuard can&apos;t tell which</source>
        <translation>模型或页面；ToolGuard 无法区分</translation>
    </message>
    <message>
        <source>1 call today</source>
        <translation>今天 1 次调用</translation>
    </message>
    <message numerus="yes">
        <source>%n calls today</source>
        <translation>
            <numerusform>今天 %n 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} · last used {1}</source>
        <translation>{0} · 上次使用：{1}</translation>
    </message>
</context>
<context>
    <name>ToolTree</name>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>for pages</source>
        <translation>供页面使用</translation>
    </message>
    <message numerus="yes">
        <source>%n to review</source>
        <translation>
            <numerusform>%n 项待检查</numerusform>
        </translation>
    </message>
    <message>
        <source>off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>no tools</source>
        <translation>没有列出工具</translation>
    </message>
    <message>
        <source>Tools visible to clients</source>
        <translation>客户端可见的工具</translation>
    </message>
    <message>
        <source>Declared effect</source>
        <translation>声明的影响</translation>
    </message>
    <message>
        <source>The tool changed since you allowed it, so your rule no longer applies.</source>
        <translation>自您允许以来此工具已更改，您的规则不再适用。</translation>
    </message>
    <message>
        <source>The server changed this tool.</source>
        <translation>服务器更改了此工具。</translation>
    </message>
    <message>
        <source>The server lists two tools with this name. A call may reach either one.</source>
        <translation>服务器列出了两个同名工具，调用可能到达其中任意一个。</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>待检查</translation>
    </message>
    <message>
        <source>No declared effect</source>
        <translation>未声明影响</translation>
    </message>
    <message>
        <source>Declared by the server, not verified</source>
        <translation>由服务器声明，未经核实</translation>
    </message>
    <message>
        <source>The server declares no effect. The tool may change or delete data.</source>
        <translation>服务器未声明影响。工具可能更改或删除数据。</translation>
    </message>
    <message numerus="yes">
        <source>Of tools no longer listed: %Ln</source>
        <translation>
            <numerusform>其中已不再列出的工具：%Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Listed twice</source>
        <translation>重复列出</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Hidden from {0}</source>
        <translation>对 {0} 隐藏</translation>
    </message>
    <message>
        <source>Clients see no tools of a server that is turned off.</source>
        <translation>客户端看不到已停用服务器的工具。</translation>
    </message>
    <message>
        <source>To review: {0}</source>
        <translation>待检查：{0}</translation>
    </message>
    <message>
        <source>Declared effect, not verified: {0}</source>
        <translation>声明的影响，未经核实：{0}</translation>
    </message>
    <message>
        <source>not listed yet</source>
        <translation>尚未列出</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 个工具</translation>
    </message>
    <message numerus="yes">
        <source>%n tools</source>
        <translation>
            <numerusform>%n 个工具</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} hidden</source>
        <translation>{0}，{1} 个已隐藏</translation>
    </message>
    <message>
        <source>{0}, {1} partly hidden</source>
        <translation>{0}，{1} 个对部分客户端隐藏</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>{0}, for pages</source>
        <translation>{0}，供页面使用</translation>
    </message>
    <message>
        <source>{0}, needs review</source>
        <translation>{0}，需要检查</translation>
    </message>
    <message>
        <source>Servers and their tools</source>
        <translation>服务器及其工具</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>No servers yet</source>
        <translation>还没有服务器</translation>
    </message>
    <message>
        <source>Search names and descriptions…</source>
        <translation>搜索名称和描述…</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>搜索工具</translation>
    </message>
    <message>
        <source>Filter the tools</source>
        <translation>筛选工具</translation>
    </message>
    <message>
        <source>Refresh all</source>
        <translation>全部刷新</translation>
    </message>
    <message>
        <source>Tools of your servers appear here, each with a check box.</source>
        <translation>您的服务器的工具会显示在这里，每个都有复选框。</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>No tools yet</source>
        <translation>还没有工具</translation>
    </message>
    <message>
        <source>Connect a client, or refresh to fetch the tools now.</source>
        <translation>请连接一个客户端，或立即刷新以获取工具。</translation>
    </message>
    <message>
        <source>Fetch tools now</source>
        <translation>立即获取工具</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>No tool matches.</source>
        <translation>没有匹配的工具。</translation>
    </message>
    <message>
        <source>Show all tools</source>
        <translation>显示所有工具</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Filter: {0}</source>
        <translation>筛选：{0}</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 个工具</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tools</source>
        <translation>
            <numerusform>%Ln 个工具</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} is now visible to clients.</source>
        <translation>{0} 现在对客户端可见。</translation>
    </message>
    <message>
        <source>{0} is now hidden from clients.</source>
        <translation>{0} 现在对客户端隐藏。</translation>
    </message>
    <message>
        <source>All tools of {0} are now visible.</source>
        <translation>{0} 的所有工具现在可见。</translation>
    </message>
    <message>
        <source>All tools of {0} are now hidden.</source>
        <translation>{0} 的所有工具现在隐藏。</translation>
    </message>
    <message>
        <source>{1} is now visible to {0}.</source>
        <translation>{1} 现在对 {0} 可见。</translation>
    </message>
    <message>
        <source>{1} is now hidden from {0}.</source>
        <translation>{1} 现在对 {0} 隐藏。</translation>
    </message>
    <message>
        <source>Refreshing {0}…</source>
        <translation>正在刷新 {0}…</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>An AI model wants to run a tool</source>
        <translation>AI 模型想运行一个工具</translation>
    </message>
    <message>
        <source>Read what the call would do, then approve or deny it.</source>
        <translation>阅读此调用要做什么，然后批准或拒绝。</translation>
    </message>
    <message>
        <source>Choose which tools models can see</source>
        <translation>选择模型可以看到哪些工具</translation>
    </message>
    <message>
        <source>Turn a tool off to hide it from clients and block its calls.</source>
        <translation>停用一个工具，即可对客户端隐藏它并阻止调用。</translation>
    </message>
    <message>
        <source>Every call is logged</source>
        <translation>每个调用都有记录</translation>
    </message>
    <message>
        <source>Review your decisions and the responses. Verify checks that the log is intact.</source>
        <translation>查看您的决定和响应。“验证”可检查日志是否完整。</translation>
    </message>
    <message>
        <source>Exit tour</source>
        <translation>离开导览</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>End tour</source>
        <translation>结束导览</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>导览的下一步</translation>
    </message>
    <message>
        <source>Guard your first server</source>
        <translation>保护您的第一个服务器</translation>
    </message>
    <message>
        <source>Decided and logged. The model has its response.</source>
        <translation>已决定并记录。模型已收到响应。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show ToolGuard</source>
        <translation>显示 ToolGuard</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Resume calls…</source>
        <translation>恢复调用…</translation>
    </message>
    <message>
        <source>Block all calls</source>
        <translation>阻止所有调用</translation>
    </message>
    <message>
        <source>Quit ToolGuard</source>
        <translation>退出 ToolGuard</translation>
    </message>
</context>
<context>
    <name>Tree</name>
    <message>
        <source>many lines collapsed</source>
        <translation>许多行已折叠</translation>
    </message>
    <message>
        <source>empty object</source>
        <translation>空对象</translation>
    </message>
    <message>
        <source>empty list</source>
        <translation>空列表</translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters collapsed</source>
        <translation>
            <numerusform>已折叠 %Ln 个字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UndoableDenials</name>
    <message>
        <source>Denied. Sent after {0} s, unless you undo it.</source>
        <translation>已拒绝，{0} 秒后通知客户端，除非您撤销。</translation>
    </message>
</context>
<context>
    <name>UnsavedInput</name>
    <message>
        <source>Save or cancel this first.</source>
        <translation>请先保存或取消此表单。</translation>
    </message>
    <message>
        <source>Discard?</source>
        <translation>放弃？</translation>
    </message>
    <message>
        <source>Discard what you entered?</source>
        <translation>放弃输入的内容？</translation>
    </message>
    <message>
        <source>It is not saved yet.</source>
        <translation>这些内容尚未保存。</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
</context>
<context>
    <name>ValueLine</name>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>The value is only in memory and is lost when ToolGuard quits.</source>
        <translation>值只保存在内存中，ToolGuard 退出后即丢失。</translation>
    </message>
    <message>
        <source>The value is in your keyring.</source>
        <translation>值保存在您的密钥环中。</translation>
    </message>
    <message>
        <source>The value is in your keyring: {0}.</source>
        <translation>值保存在您的密钥环中：{0}。</translation>
    </message>
    <message>
        <source>Unlock your keyring to check for a value.</source>
        <translation>解锁密钥环后才能查看是否有值。</translation>
    </message>
    <message>
        <source>No value set. Servers that use it won&apos;t start.</source>
        <translation>未设置值。使用它的服务器不会启动。</translation>
    </message>
</context>
<context>
    <name>WarningBox</name>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>WindowShortcuts</name>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
</context>
<context>
    <name>WithdrawnView</name>
    <message>
        <source>This call was approved and is running.</source>
        <translation>此调用已获批准，正在运行。</translation>
    </message>
    <message>
        <source>This call has ended. You can no longer decide it.</source>
        <translation>此调用已结束，无法再作决定。</translation>
    </message>
    <message>
        <source>The next identical call within ten minutes is approved.</source>
        <translation>十分钟内的下一个相同调用已获批准。</translation>
    </message>
</context>
<context>
    <name>_Amount</name>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Unit of: {0}</source>
        <translation>单位：{0}</translation>
    </message>
</context>
<context>
    <name>_ArgumentRow</name>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Unbind</source>
        <translation>解除绑定</translation>
    </message>
    <message>
        <source> of {0}</source>
        <translation>（工具 {0}）</translation>
    </message>
    <message>
        <source>Value: {0}</source>
        <translation>值：{0}</translation>
    </message>
    <message>
        <source>Calls to this tool are refused until you bind it.</source>
        <translation>在您绑定之前，对此工具的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Unbind from {0} of {1} on {2}</source>
        <translation>从 {2} 上 {1} 的 {0} 解除绑定</translation>
    </message>
</context>
<context>
    <name>_BindingRow</name>
    <message>
        <source>Edit server…</source>
        <translation>编辑服务器…</translation>
    </message>
    <message>
        <source>Bind again</source>
        <translation>重新绑定</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>How {0} uses it</source>
        <translation>{0} 如何使用它</translation>
    </message>
    <message>
        <source>Unbind</source>
        <translation>解除绑定</translation>
    </message>
    <message>
        <source>Bind</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>Unbind from {0}</source>
        <translation>从 {0} 解除绑定</translation>
    </message>
    <message>
        <source>Bind {0}</source>
        <translation>绑定 {0}</translation>
    </message>
    <message>
        <source>Edit server {0}</source>
        <translation>编辑服务器 {0}</translation>
    </message>
    <message>
        <source>Bind the current {0} again</source>
        <translation>重新绑定当前的 {0}</translation>
    </message>
</context>
<context>
    <name>_CallGroupView</name>
    <message>
        <source>{tool} on {server}</source>
        <translation>{server} 上的 {tool}</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 个调用</translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln 个调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Allowed although you denied them</source>
        <translation>会被允许，而您曾拒绝</translation>
    </message>
    <message>
        <source>Allowed instead of denied</source>
        <translation>由拒绝变为允许</translation>
    </message>
    <message>
        <source>Allowed without asking you</source>
        <translation>无需询问您即允许</translation>
    </message>
    <message>
        <source>Asked instead of denied</source>
        <translation>由拒绝变为询问</translation>
    </message>
    <message>
        <source>Denied instead of allowed</source>
        <translation>由允许变为拒绝</translation>
    </message>
    <message>
        <source>Asked instead of allowed</source>
        <translation>由允许变为询问</translation>
    </message>
    <message>
        <source>Denied without asking you</source>
        <translation>无需询问您即拒绝</translation>
    </message>
</context>
<context>
    <name>_EventList</name>
    <message>
        <source>Copy record {0} as JSON</source>
        <translation>将记录 {0} 复制为 JSON</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Copy record as JSON</source>
        <translation>将此记录复制为 JSON</translation>
    </message>
</context>
<context>
    <name>_Examples</name>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>should match</source>
        <translation>应匹配</translation>
    </message>
    <message>
        <source>should not match</source>
        <translation>不应匹配</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove example {0}</source>
        <translation>移除示例 {0}</translation>
    </message>
</context>
<context>
    <name>_FileBox</name>
    <message>
        <source>Settings file</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>No MCP servers in this file.</source>
        <translation>此文件中没有 MCP 服务器。</translation>
    </message>
    <message>
        <source>This file is read-only. ToolGuard can&apos;t change it.</source>
        <translation>此文件为只读，ToolGuard 无法更改。</translation>
    </message>
    <message numerus="yes">
        <source>Guard %n servers…</source>
        <translation>
            <numerusform>保护 %n 个服务器…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop guarding %n servers…</source>
        <translation>
            <numerusform>停止保护 %n 个服务器…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_PastCallRow</name>
    <message>
        <source>Should match</source>
        <translation>应匹配</translation>
    </message>
    <message>
        <source>Should not match</source>
        <translation>不应匹配</translation>
    </message>
</context>
<context>
    <name>_RuleRow</name>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Show rule</source>
        <translation>查看规则</translation>
    </message>
    <message>
        <source>Show rule: {0}</source>
        <translation>查看规则：{0}</translation>
    </message>
</context>
<context>
    <name>_SecretLineEdit</name>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
</context>
<context>
    <name>_Step</name>
    <message>
        <source>Step {0}, done</source>
        <translation>第 {0} 步，已完成</translation>
    </message>
    <message>
        <source>Step {0}, current</source>
        <translation>第 {0} 步，当前</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>第 {0} 步</translation>
    </message>
</context>
<context>
    <name>_SuggestionRow</name>
    <message>
        <source>Suggested rule</source>
        <translation>建议的规则</translation>
    </message>
    <message>
        <source>Review suggestion</source>
        <translation>查看建议</translation>
    </message>
    <message numerus="yes">
        <source>Would have saved %n approval requests. Covers no call that you denied.</source>
        <translation>
            <numerusform>可省去 %n 个批准请求。不涵盖您拒绝过的任何调用。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_TimeoutRow</name>
    <message>
        <source>Name of the client</source>
        <translation>客户端名称</translation>
    </message>
    <message>
        <source>Timeout of {0} in seconds</source>
        <translation>{0} 的超时（秒）</translation>
    </message>
    <message>
        <source>the new client</source>
        <translation>新客户端</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the timeout of {0}</source>
        <translation>移除 {0} 的超时</translation>
    </message>
</context>
</TS>
