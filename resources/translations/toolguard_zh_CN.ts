<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Active</name>
    <message>
        <source>Running calls</source>
        <translation>正在运行的调用</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
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
        <source>No clients connected.</source>
        <translation>没有客户端连接。</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>全部停止</translation>
    </message>
    <message>
        <source>Stop all running calls</source>
        <translation>停止所有正在运行的调用</translation>
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
        <translation>让它继续运行</translation>
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
    <name>Answers</name>
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
        <translation>{0} 没有运行。您的决定已保留，用于下一个相同的调用。</translation>
    </message>
    <message numerus="yes">
        <source>%n decisions are saved for the next identical calls.</source>
        <translation>
            <numerusform>已保留 %n 个决定，用于下一个相同的调用。</numerusform>
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
    <name>Audit</name>
    <message>
        <source>Indexing progress</source>
        <translation>索引进度</translation>
    </message>
    <message>
        <source>No records yet</source>
        <translation>还没有记录</translation>
    </message>
    <message>
        <source>Every call, decision and response is recorded here permanently.</source>
        <translation>每一次调用、决定和响应都会永久记录在这里。</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>No calls match these filters. Remove a filter or clear all.</source>
        <translation>没有符合这些筛选条件的调用。请移除一个条件，或清除全部条件。</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
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
        <source>{0} …</source>
        <translation>{0} …</translation>
    </message>
    <message>
        <source>Indexing… {0} of {1} records</source>
        <translation>正在建立索引… 已处理 {0} 条记录，共 {1} 条</translation>
    </message>
    <message>
        <source>This call isn&apos;t in the log yet. Calls are logged once they are decided.</source>
        <translation>此调用尚不在日志中。调用在作出决定后记入日志。</translation>
    </message>
    <message>
        <source>1 new call</source>
        <translation>1 个新调用</translation>
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
    <name>AuthenticationStrip</name>
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
        <source>%n more to authenticate.</source>
        <translation>
            <numerusform>之后还有 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Touch your security key.</source>
        <translation>请触摸您的安全密钥。</translation>
    </message>
    <message>
        <source>Waiting for authentication…</source>
        <translation>正在等待身份验证…</translation>
    </message>
</context>
<context>
    <name>BoundArguments</name>
    <message>
        <source>Bind argument…</source>
        <translation>绑定参数…</translation>
    </message>
    <message>
        <source>Bound arguments</source>
        <translation>绑定的参数</translation>
    </message>
    <message>
        <source>Clients and models can&apos;t see or set these arguments. ToolGuard adds them after approval.</source>
        <translation>客户端和模型看不到、也不能设置这些参数。ToolGuard 会在批准后填入。</translation>
    </message>
</context>
<context>
    <name>BriefStrip</name>
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
        <source>Denied</source>
        <translation>已拒绝</translation>
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
        <source>{0} (process {1})</source>
        <translation>{0}（进程 {1}）</translation>
    </message>
    <message>
        <source>Edit arguments</source>
        <translation>编辑参数</translation>
    </message>
    <message>
        <source>Checking long arguments…</source>
        <translation>正在检查较长的参数…</translation>
    </message>
    <message>
        <source>No longer pending</source>
        <translation>已不再等待</translation>
    </message>
    <message>
        <source>These arguments are too long to edit here. Deny the call and give a reason.</source>
        <translation>参数过长，无法在此编辑。请拒绝此调用并说明原因。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Can&apos;t run: {0}</source>
        <translation>无法运行：{0}</translation>
    </message>
    <message>
        <source>The arguments contain the secret {0}, shown here by its name. Approving sends its value to {1}. Deny this call unless you know why the model has it.</source>
        <translation>参数中含有凭据 {0} 的值，此处以名称显示。批准后，该值会发送给 {1}。除非您知道模型为什么有它，否则请拒绝。</translation>
    </message>
    <message>
        <source>It claims to continue an earlier call, but matches none that you approved.</source>
        <translation>它声称是之前某个调用的继续，但与您批准过的调用都不匹配。</translation>
    </message>
    <message>
        <source>The arguments contain invisible characters: {0}</source>
        <translation>参数中包含不可见字符：{0}</translation>
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
        <source>Secrets provided</source>
        <translation>提供的凭据</translation>
    </message>
    <message>
        <source>Requires</source>
        <translation>需要</translation>
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
        <source>Server annotations (unverified)</source>
        <translation>服务器注解（未经核实）</translation>
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
    <name>CallTable</name>
    <message>
        <source>Recorded calls</source>
        <translation>调用记录</translation>
    </message>
</context>
<context>
    <name>Cards</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
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
        <translation>变更：{0}</translation>
    </message>
    <message>
        <source>{0} on {1}, requested by {2}</source>
        <translation>{1} 上的 {0}，由 {2} 请求</translation>
    </message>
    <message>
        <source>Ended: {0}</source>
        <translation>已结束：{0}</translation>
    </message>
    <message>
        <source>Denied – Undo</source>
        <translation>已拒绝 – 可撤销</translation>
    </message>
</context>
<context>
    <name>Chips</name>
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
        <translation>撤销访问权限…</translation>
    </message>
    <message>
        <source>Show calls</source>
        <translation>查看调用</translation>
    </message>
    <message>
        <source>Show this client&apos;s calls in Audit</source>
        <translation>在审计中查看此客户端的调用</translation>
    </message>
    <message>
        <source>Show rules</source>
        <translation>查看规则</translation>
    </message>
    <message>
        <source>Show this client&apos;s rules</source>
        <translation>查看此客户端的规则</translation>
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
        <source>{0} (expired)</source>
        <translation>{0}（已失效）</translation>
    </message>
    <message>
        <source>Disconnect {0}? Its pending calls are denied, its running calls are stopped, and its servers are shut down. It may reconnect automatically. To block it from a server, turn that server off below.</source>
        <translation>断开 {0} 的连接？它待处理的调用会被拒绝，正在运行的调用会停止，它的服务器会关闭。它可能会自动重新连接；要阻止它使用某个服务器，请在下方停用该服务器。</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Revoke access for {0}? Its token stops working immediately and its HTTP sessions end. This can&apos;t be undone. To restore access, add the client again and give it the new token.</source>
        <translation>撤销 {0} 的访问权限？它的令牌会立即失效，它的 HTTP 会话会结束。此操作无法撤销。要恢复访问，请重新添加此客户端，并为它设置新令牌。</translation>
    </message>
    <message>
        <source>Revoke access</source>
        <translation>撤销访问权限</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次出现</translation>
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
        <source>my-agent</source>
        <translation>my-agent</translation>
    </message>
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
        <translation>适用于本机上通过 URL 连接的聊天客户端。每个客户端都有自己的令牌，令牌只显示一次。</translation>
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
        <translation>已有同名的客户端。请先撤销它的访问权限，或选择其他名称。</translation>
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
        <translation>请立即复制令牌，之后不会再显示。本机上任何持有它的程序都能使用这些服务器。</translation>
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
    <name>Clients</name>
    <message>
        <source>Chat clients</source>
        <translation>聊天客户端</translation>
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
        <source>connected</source>
        <translation>已连接</translation>
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
        <source>The token is still in the clipboard. Any program can read it.</source>
        <translation>令牌仍在剪贴板中，任何程序都能读取。</translation>
    </message>
    <message>
        <source>Clear clipboard</source>
        <translation>清空剪贴板</translation>
    </message>
    <message>
        <source>Access for {0} revoked. Its token no longer works.</source>
        <translation>已撤销 {0} 的访问权限，它的令牌不再有效。</translation>
    </message>
    <message numerus="yes">
        <source>Disconnected {0} (%n sessions).</source>
        <translation>
            <numerusform>已断开 {0}（%n 个会话）。</numerusform>
        </translation>
    </message>
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
        <source>All clients except those not selected, including new ones.</source>
        <translation>所有客户端（包括新的），未选中的除外。</translation>
    </message>
    <message>
        <source>{0} (connected)</source>
        <translation>{0}（目前已连接）</translation>
    </message>
    <message>
        <source>Visible to {0}</source>
        <translation>对 {0} 可见</translation>
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
    <name>Confirm</name>
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
    <name>Copied</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>(left out: {0})</source>
        <translation>（已省略：{0}）</translation>
    </message>
    <message>
        <source>(process {0} could not be ended)</source>
        <translation>（无法结束进程 {0}）</translation>
    </message>
    <message>
        <source>({0} lines were dropped: too many at once)</source>
        <translation>（丢弃了 {0} 行：一次过多）</translation>
    </message>
    <message>
        <source>, for {0} seconds</source>
        <translation>，持续 {0} 秒</translation>
    </message>
    <message>
        <source>, until ToolGuard closes</source>
        <translation>，直到 ToolGuard 关闭</translation>
    </message>
    <message>
        <source>, until the rule is removed</source>
        <translation>，直到规则被移除</translation>
    </message>
    <message>
        <source>. Does the program that its first line names exist?</source>
        <translation>。它第一行所指的程序存在吗？</translation>
    </message>
    <message>
        <source>1 to 64 letters, digits, &apos;.&apos;, &apos;_&apos; or &apos;-&apos;, beginning with a letter or digit</source>
        <translation>1 到 64 个字母、数字、“.”、“_”或“-”，以字母或数字开头</translation>
    </message>
    <message>
        <source>; it asks for {0} seconds of patience</source>
        <translation>；它要求等待 {0} 秒</translation>
    </message>
    <message>
        <source>; its last words: {0}</source>
        <translation>；它最后的输出：{0}</translation>
    </message>
    <message>
        <source>A program on this machine that has a new token can use every server, as the client {0}.</source>
        <translation>本机上持有新令牌的程序可以作为客户端 {0} 使用所有服务器。</translation>
    </message>
    <message>
        <source>A program on this machine that has a new token can use {0}, as the client {1}.</source>
        <translation>本机上持有新令牌的程序可以作为客户端 {1} 使用 {0}。</translation>
    </message>
    <message>
        <source>A rule until ToolGuard closes needs ToolGuard to run: open it first, or leave that out.</source>
        <translation>有效期到 ToolGuard 关闭为止的规则需要 ToolGuard 正在运行：请先打开它，或去掉该选项。</translation>
    </message>
    <message>
        <source>A secret for this session needs ToolGuard to run: open it (`toolguard`) and try again.</source>
        <translation>仅用于本次会话的凭据需要 ToolGuard 正在运行：请打开它（`toolguard`）后重试。</translation>
    </message>
    <message>
        <source>A server in this has no command.</source>
        <translation>其中有一个服务器没有命令。</translation>
    </message>
    <message>
        <source>A server of the kind {0} has no {1}.</source>
        <translation>{0} 类型的服务器没有 {1}。</translation>
    </message>
    <message>
        <source>A server of the kind {0} must have a {1}.</source>
        <translation>{0} 类型的服务器必须有 {1}。</translation>
    </message>
    <message>
        <source>A text in {0} would hold half a character: write it anew.</source>
        <translation>{0} 中的一段文本含有半个字符：请重新书写。</translation>
    </message>
    <message>
        <source>A text of the server {0} holds half a character (an unpaired surrogate).</source>
        <translation>服务器 {0} 的一段文本含有半个字符（不成对的代理项）。</translation>
    </message>
    <message>
        <source>Accept must name application/json and text/event-stream</source>
        <translation>Accept 必须包含 application/json 和 text/event-stream</translation>
    </message>
    <message>
        <source>Accept must name text/event-stream</source>
        <translation>Accept 必须包含 text/event-stream</translation>
    </message>
    <message>
        <source>An argument of a server in this is no text: put it into quotes.</source>
        <translation>其中某个服务器的一个参数不是文本：请给它加上引号。</translation>
    </message>
    <message>
        <source>Another program holds the log {0} locked: close that program, and calls go on by themselves.</source>
        <translation>另一个程序锁住了日志 {0}：请关闭该程序，调用会自行继续。</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Asking for its tools…</source>
        <translation>正在询问它的工具…</translation>
    </message>
    <message>
        <source>Bring back a server that was removed</source>
        <translation>恢复已移除的服务器</translation>
    </message>
    <message>
        <source>Calls of {0} run without asking{1}.</source>
        <translation>{0} 的调用直接运行，不再询问{1}。</translation>
    </message>
    <message>
        <source>Calls of {0} {1}.</source>
        <translation>{0} 的调用{1}。</translation>
    </message>
    <message>
        <source>Calls wait for you without end, no longer {0} seconds.</source>
        <translation>调用会一直等待您，不再限于 {0} 秒。</translation>
    </message>
    <message>
        <source>Calls wait for you {0} seconds, no longer {1}.</source>
        <translation>调用等待您 {0} 秒，不再是 {1}。</translation>
    </message>
    <message>
        <source>Change a secret&apos;s note or kind</source>
        <translation>更改凭据的备注或类型</translation>
    </message>
    <message>
        <source>Change a setting</source>
        <translation>更改一项设置</translation>
    </message>
    <message>
        <source>Change how a server is started or reached</source>
        <translation>更改服务器的启动或连接方式</translation>
    </message>
    <message>
        <source>Chat clients can use a server {0} that is like {1}.{2}</source>
        <translation>聊天客户端可以使用与 {1} 相同的服务器 {0}。{2}</translation>
    </message>
    <message>
        <source>Chat clients can use the server {0} again.</source>
        <translation>聊天客户端可以重新使用服务器 {0}。</translation>
    </message>
    <message>
        <source>Chat clients can use the server {0}, and ToolGuard {1}.</source>
        <translation>聊天客户端可以使用服务器 {0}，ToolGuard {1}。</translation>
    </message>
    <message>
        <source>Chat clients cannot come in over HTTP: port {0} cannot be had ({1}). End that program, or choose another port (`toolguard settings set http_port N`) and write it into the clients&apos; settings.</source>
        <translation>聊天客户端无法通过 HTTP 接入：无法使用端口 {0}（{1}）。请结束占用它的程序，或选择其他端口（`toolguard settings set http_port N`）并写入客户端的设置。</translation>
    </message>
    <message>
        <source>Clients can see and call more of {0}.</source>
        <translation>客户端可以看到并调用 {0} 的更多内容。</translation>
    </message>
    <message>
        <source>Clients can see and call {0} again.</source>
        <translation>客户端可以重新看到并调用 {0}。</translation>
    </message>
    <message>
        <source>Clients can see and call {0}.</source>
        <translation>客户端可以看到并调用 {0}。</translation>
    </message>
    <message>
        <source>Content-Type must be application/json</source>
        <translation>Content-Type 必须是 application/json</translation>
    </message>
    <message>
        <source>Decide calls of one kind beforehand</source>
        <translation>预先决定某一类调用</translation>
    </message>
    <message>
        <source>Denied by the user in ToolGuard.</source>
        <translation>用户已在 ToolGuard 中拒绝。</translation>
    </message>
    <message>
        <source>Do not retry this call unless the user asks.</source>
        <translation>除非用户要求，请勿重试此调用。</translation>
    </message>
    <message>
        <source>End a chat client&apos;s sessions</source>
        <translation>结束聊天客户端的会话</translation>
    </message>
    <message>
        <source>End the sessions of a server</source>
        <translation>结束服务器的会话</translation>
    </message>
    <message>
        <source>Enter a secret that has no value yet</source>
        <translation>登记一个尚无值的凭据</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Expose a tool to clients, or hide it</source>
        <translation>向客户端显示或隐藏工具</translation>
    </message>
    <message>
        <source>Find another way, without this tool.</source>
        <translation>请换一种方式，不要使用此工具。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>It contains a character that cannot be seen: {0}.</source>
        <translation>其中包含不可见字符：{0}。</translation>
    </message>
    <message>
        <source>It contains letters that stand for others (compatibility forms).</source>
        <translation>其中包含代表其他字母的字母（兼容形式）。</translation>
    </message>
    <message>
        <source>It is given {0}.</source>
        <translation>它将获得 {0}。</translation>
    </message>
    <message>
        <source>It is written in {0} letters that look like Latin ones: {1}.</source>
        <translation>它使用了外形像拉丁字母的 {0} 字母：{1}。</translation>
    </message>
    <message>
        <source>It mixes alphabets that look alike: {0}.</source>
        <translation>它混用了外形相似的字母系统：{0}。</translation>
    </message>
    <message>
        <source>It was switched off where it came from, and stays so.</source>
        <translation>它在来源处已关闭，并保持关闭。</translation>
    </message>
    <message>
        <source>JSON-RPC batches are not part of this protocol version</source>
        <translation>此协议版本不支持 JSON-RPC 批处理</translation>
    </message>
    <message>
        <source>Let a chat client in over HTTP</source>
        <translation>允许聊天客户端通过 HTTP 接入</translation>
    </message>
    <message>
        <source>Let servers be given a secret</source>
        <translation>允许把凭据交给服务器</translation>
    </message>
    <message>
        <source>List the clients that come over HTTP, never their tokens</source>
        <translation>列出通过 HTTP 接入的客户端，不含令牌</translation>
    </message>
    <message>
        <source>List the kinds of servers</source>
        <translation>列出服务器的类型</translation>
    </message>
    <message>
        <source>List the rules</source>
        <translation>列出规则</translation>
    </message>
    <message>
        <source>List the secrets, never their values</source>
        <translation>列出凭据，不含值</translation>
    </message>
    <message>
        <source>List the servers</source>
        <translation>列出服务器</translation>
    </message>
    <message>
        <source>List the settings</source>
        <translation>列出设置</translation>
    </message>
    <message>
        <source>List the tools of every server</source>
        <translation>列出每个服务器的工具</translation>
    </message>
    <message>
        <source>Look which tools a server has</source>
        <translation>查看服务器有哪些工具</translation>
    </message>
    <message>
        <source>Looked in</source>
        <translation>查找位置：</translation>
    </message>
    <message>
        <source>Mcp-Session-Id is missing: initialize first</source>
        <translation>缺少 Mcp-Session-Id：请先 initialize</translation>
    </message>
    <message>
        <source>More does not fit; only the first are shown.</source>
        <translation>内容过多，只显示前面的部分。</translation>
    </message>
    <message>
        <source>No keychain that ToolGuard may use is running: start one (GNOME Keyring, KWallet, Keychain, Credential Manager), or keep the secret for this session only.</source>
        <translation>没有 ToolGuard 可以使用的钥匙串在运行：请启动一个（GNOME Keyring、KWallet、Keychain、Credential Manager），或仅在本次会话中保存凭据。</translation>
    </message>
    <message>
        <source>No log is kept here.</source>
        <translation>此处不保存日志。</translation>
    </message>
    <message>
        <source>No rule fits, so a person is asked.</source>
        <translation>没有适用的规则，因此会询问您。</translation>
    </message>
    <message>
        <source>No server stands in this: its members would be mcpServers, servers, mcp or extensions.</source>
        <translation>其中没有服务器：成员应为 mcpServers、servers、mcp 或 extensions。</translation>
    </message>
    <message>
        <source>No shell runs this: {0} stays as it is.</source>
        <translation>这不会由 shell 运行：{0} 会原样保留。</translation>
    </message>
    <message>
        <source>Not done, because it could not be recorded: {0}</source>
        <translation>未完成，因为无法记录：{0}</translation>
    </message>
    <message>
        <source>Not done: it was declined, or nobody could be asked.</source>
        <translation>未完成：请求被拒绝，或无人可询问。</translation>
    </message>
    <message>
        <source>Not done: what was asked for is no longer the same. Look at it, then ask again.</source>
        <translation>未完成：所请求的内容已经变化。请查看后重新请求。</translation>
    </message>
    <message>
        <source>Not now. Tell me first what you want to do and why.</source>
        <translation>现在不行。请先告诉我您想做什么，以及为什么。</translation>
    </message>
    <message>
        <source>Not run yet: this call still waits for the user&apos;s approval in ToolGuard. Call the tool again with identical arguments to go on waiting.</source>
        <translation>尚未运行：此调用仍在等待用户在 ToolGuard 中批准。要继续等待，请用相同的参数再次调用该工具。</translation>
    </message>
    <message>
        <source>Not run: ToolGuard cannot record this call ({0}). {1}</source>
        <translation>未运行：ToolGuard 无法记录此调用（{0}）。{1}</translation>
    </message>
    <message>
        <source>Not run: nobody approved this call in ToolGuard in time.</source>
        <translation>未运行：没有人在时限内于 ToolGuard 中批准此调用。</translation>
    </message>
    <message>
        <source>Not run: refused by ToolGuard.</source>
        <translation>未运行：已被 ToolGuard 拒绝。</translation>
    </message>
    <message>
        <source>Not run: {0} {1}</source>
        <translation>未运行：{0} {1}</translation>
    </message>
    <message>
        <source>Not run: {0}. Ask again.</source>
        <translation>未运行：{0}。请重新请求。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Local program</source>
        <translation>本地程序</translation>
    </message>
    <message>
        <source>Put a removed rule back as it was</source>
        <translation>原样恢复已移除的规则</translation>
    </message>
    <message>
        <source>Put a secret into the keychain</source>
        <translation>将凭据存入钥匙串</translation>
    </message>
    <message>
        <source>Read servers from a command line or a client&apos;s settings</source>
        <translation>从命令行或客户端的设置中读取服务器</translation>
    </message>
    <message>
        <source>Register a server that ToolGuard starts</source>
        <translation>注册由 ToolGuard 启动的服务器</translation>
    </message>
    <message>
        <source>Register a server&apos;s settings under another name</source>
        <translation>以另一名称注册服务器的设置</translation>
    </message>
    <message>
        <source>Remote server</source>
        <translation>远程服务器</translation>
    </message>
    <message>
        <source>Remove a rule</source>
        <translation>移除规则</translation>
    </message>
    <message>
        <source>Remove a secret</source>
        <translation>移除凭据</translation>
    </message>
    <message>
        <source>Remove a server</source>
        <translation>移除服务器</translation>
    </message>
    <message>
        <source>Request cancelled</source>
        <translation>请求已取消</translation>
    </message>
    <message>
        <source>Resource not found: {0}</source>
        <translation>找不到资源：{0}</translation>
    </message>
    <message>
        <source>Say how a chat client is connected</source>
        <translation>说明聊天客户端如何连接</translation>
    </message>
    <message>
        <source>Say what a chat client may see</source>
        <translation>说明聊天客户端可以看到什么</translation>
    </message>
    <message>
        <source>Say what in a server&apos;s settings looks like a secret</source>
        <translation>说明服务器设置中哪些内容看起来像机密</translation>
    </message>
    <message>
        <source>Say which chat clients are connected</source>
        <translation>说明哪些聊天客户端已连接</translation>
    </message>
    <message>
        <source>Say which rule would decide a call</source>
        <translation>说明哪条规则会决定一个调用</translation>
    </message>
    <message>
        <source>Say which secrets have a value in the keychain</source>
        <translation>说明哪些凭据在钥匙串中有值</translation>
    </message>
    <message>
        <source>Set all switches of a server&apos;s tools at once</source>
        <translation>一次设置服务器所有工具的开关</translation>
    </message>
    <message>
        <source>Several MCP servers behind one connection. A tool or prompt is named SERVER__NAME.</source>
        <translation>一个连接后面有多个 MCP 服务器。工具或提示名为 服务器__名称。</translation>
    </message>
    <message>
        <source>Show a secret, never its value</source>
        <translation>显示凭据，不含值</translation>
    </message>
    <message>
        <source>Show a server</source>
        <translation>显示服务器</translation>
    </message>
    <message>
        <source>Show a tool</source>
        <translation>显示工具</translation>
    </message>
    <message>
        <source>Show what a server wrote beside the protocol</source>
        <translation>显示服务器在协议之外的输出</translation>
    </message>
    <message>
        <source>Shut a client out</source>
        <translation>不再允许某个客户端接入</translation>
    </message>
    <message>
        <source>Start or reach a server once, and look at its tools</source>
        <translation>启动或连接服务器一次，并查看其工具</translation>
    </message>
    <message>
        <source>Starting {0}…</source>
        <translation>正在启动 {0}…</translation>
    </message>
    <message>
        <source>Stopped by the user in ToolGuard while it ran; it may have had effects. {0}</source>
        <translation>用户在它运行时于 ToolGuard 中将其停止；它可能已产生影响。{0}</translation>
    </message>
    <message>
        <source>Switch a server on or off</source>
        <translation>启用或关闭服务器</translation>
    </message>
    <message>
        <source>Take a secret away from servers</source>
        <translation>不再把凭据交给服务器</translation>
    </message>
    <message>
        <source>Task not found</source>
        <translation>找不到任务</translation>
    </message>
    <message>
        <source>The command line, the variables or the headers of a server in this are too long.</source>
        <translation>其中某个服务器的命令行、变量或标头太长。</translation>
    </message>
    <message>
        <source>The disk is full, so the log {0} cannot record: free some space, and calls go on by themselves.</source>
        <translation>磁盘已满，日志 {0} 无法记录：请腾出空间，调用会自行继续。</translation>
    </message>
    <message>
        <source>The disk reported an error on the log {0} ({1}): check the disk and its free space.</source>
        <translation>磁盘报告日志 {0} 出错（{1}）：请检查磁盘及其可用空间。</translation>
    </message>
    <message>
        <source>The edited inputs cannot be sent: {0}.</source>
        <translation>编辑后的输入无法发送：{0}。</translation>
    </message>
    <message>
        <source>The inputs could not be checked: {0}.</source>
        <translation>无法检查输入：{0}。</translation>
    </message>
    <message>
        <source>The log is closed: restart ToolGuard.</source>
        <translation>日志已关闭：请重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>The log is not open: restart ToolGuard.</source>
        <translation>日志未打开：请重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>The log {0} cannot be read ({1}).</source>
        <translation>无法读取日志 {0}（{1}）。</translation>
    </message>
    <message>
        <source>The log {0} cannot be written: make its folder exist and belong to you, with leave to write.</source>
        <translation>无法写入日志 {0}：请确保其文件夹存在、属于您且允许写入。</translation>
    </message>
    <message>
        <source>The log {0} lies on a disk that cannot keep it (no shared memory there).</source>
        <translation>日志 {0} 所在的磁盘无法保存它（不支持共享内存）。</translation>
    </message>
    <message>
        <source>The rule could not be kept, so nothing was decided: {0}</source>
        <translation>无法保存规则，因此没有作出任何决定：{0}</translation>
    </message>
    <message>
        <source>The rule {0} is there.</source>
        <translation>已有规则 {0}。</translation>
    </message>
    <message>
        <source>The search index {0} cannot be read ({1}): it is made anew soon.</source>
        <translation>无法读取搜索索引 {0}（{1}）：稍后会重新建立。</translation>
    </message>
    <message>
        <source>The search index {0} is not up to date: {1}</source>
        <translation>搜索索引 {0} 不是最新的：{1}</translation>
    </message>
    <message>
        <source>The secret {0} is given to {1} as soon as it has a value.</source>
        <translation>凭据 {0} 一旦有值就会交给 {1}。</translation>
    </message>
    <message>
        <source>The secret {0} is given to {1}.</source>
        <translation>凭据 {0} 会交给 {1}。</translation>
    </message>
    <message>
        <source>The secret {0} is not bound to the server {1}.</source>
        <translation>凭据 {0} 未绑定到服务器 {1}。</translation>
    </message>
    <message>
        <source>The server does not tell of this resource</source>
        <translation>服务器不通报此资源的变化</translation>
    </message>
    <message>
        <source>The server ended the subscription at once</source>
        <translation>服务器立即结束了订阅</translation>
    </message>
    <message>
        <source>The server has not listed this tool, so its inputs could not be checked.</source>
        <translation>服务器没有列出此工具，因此无法检查其输入。</translation>
    </message>
    <message>
        <source>The server is back, but not all of its rules: {0}</source>
        <translation>服务器已恢复，但并非所有规则都已恢复：{0}</translation>
    </message>
    <message>
        <source>The server lists two tools of this name; the call may reach the other one.</source>
        <translation>服务器列出了两个同名工具，调用可能会到达另一个。</translation>
    </message>
    <message>
        <source>The server {0} comes back with its secrets and {1} allow rules.</source>
        <translation>服务器 {0} 将连同其凭据和 {1} 条允许规则一起恢复。</translation>
    </message>
    <message>
        <source>The server {0} is switched off in ToolGuard.</source>
        <translation>服务器 {0} 已在 ToolGuard 中关闭。</translation>
    </message>
    <message>
        <source>The server {0} wants to {1}</source>
        <translation>服务器 {0} 想{1}</translation>
    </message>
    <message>
        <source>The server {0} {1}.</source>
        <translation>服务器 {0} {1}。</translation>
    </message>
    <message>
        <source>The user refused this request in ToolGuard.</source>
        <translation>用户已在 ToolGuard 中拒绝此请求。</translation>
    </message>
    <message>
        <source>There is a client {0} already: remove it first, or choose another name.</source>
        <translation>已有客户端 {0}：请先移除它，或选择其他名称。</translation>
    </message>
    <message>
        <source>There is a rule {0} already.</source>
        <translation>已有规则 {0}。</translation>
    </message>
    <message>
        <source>There is a secret {0} already.</source>
        <translation>已有凭据 {0}。</translation>
    </message>
    <message>
        <source>There is a secret {0} already: choose another name, or replace its value.</source>
        <translation>已有凭据 {0}：请选择其他名称，或更换它的值。</translation>
    </message>
    <message>
        <source>There is a server {0} already.</source>
        <translation>已有服务器 {0}。</translation>
    </message>
    <message>
        <source>There is a server {0} already: choose another name.</source>
        <translation>已有服务器 {0}：请选择其他名称。</translation>
    </message>
    <message>
        <source>There is a server {0} already: remove it first, or choose another name.</source>
        <translation>已有服务器 {0}：请先移除它，或选择其他名称。</translation>
    </message>
    <message>
        <source>There is no client {0} that comes over HTTP: `toolguard client list` names them.</source>
        <translation>没有通过 HTTP 接入的客户端 {0}：`toolguard client list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no order {0}: are two versions of ToolGuard installed?</source>
        <translation>没有命令 {0}：是否安装了两个版本的 ToolGuard？</translation>
    </message>
    <message>
        <source>There is no program in this command line.</source>
        <translation>此命令行中没有程序。</translation>
    </message>
    <message>
        <source>There is no rule {0}: `toolguard rule list` shows them.</source>
        <translation>没有规则 {0}：`toolguard rule list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no secret {0}: `toolguard secret list` names them.</source>
        <translation>没有凭据 {0}：`toolguard secret list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no server {0}: `toolguard server list` names them.</source>
        <translation>没有服务器 {0}：`toolguard server list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no server {0}: add it with `toolguard server add {1} -- …`.</source>
        <translation>没有服务器 {0}：请用 `toolguard server add {1} -- …` 添加。</translation>
    </message>
    <message>
        <source>There is no setting {0}: `toolguard settings list` shows them.</source>
        <translation>没有设置项 {0}：`toolguard settings list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no such program</source>
        <translation>没有这个程序</translation>
    </message>
    <message>
        <source>There is no such program in {0}</source>
        <translation>{0} 中没有这个程序</translation>
    </message>
    <message>
        <source>There is no {0} {1}.</source>
        <translation>没有 {0} {1}。</translation>
    </message>
    <message>
        <source>There is nothing here: paste a command line, or the JSON or YAML of a client&apos;s settings.</source>
        <translation>这里什么也没有：请粘贴命令行，或客户端设置的 JSON 或 YAML。</translation>
    </message>
    <message>
        <source>There is nothing in this YAML but comments.</source>
        <translation>此 YAML 中只有注释。</translation>
    </message>
    <message>
        <source>These are more than {0} servers.</source>
        <translation>超过了 {0} 个服务器。</translation>
    </message>
    <message>
        <source>These are not the rules that were removed with this server.</source>
        <translation>这些不是随此服务器一起移除的规则。</translation>
    </message>
    <message>
        <source>These are several lines: paste one command, or the JSON or YAML of a client&apos;s settings.</source>
        <translation>这里有多行：请粘贴一条命令，或客户端设置的 JSON 或 YAML。</translation>
    </message>
    <message>
        <source>This JSON cannot be read: {0}.</source>
        <translation>无法读取此 JSON：{0}。</translation>
    </message>
    <message>
        <source>This JSON is nested too deep.</source>
        <translation>此 JSON 嵌套过深。</translation>
    </message>
    <message>
        <source>This TOML cannot be read: {0}.</source>
        <translation>无法读取此 TOML：{0}。</translation>
    </message>
    <message>
        <source>This TOML is nested too deep.</source>
        <translation>此 TOML 嵌套太深。</translation>
    </message>
    <message>
        <source>This YAML cannot be read: {0}.</source>
        <translation>无法读取此 YAML：{0}。</translation>
    </message>
    <message>
        <source>This YAML is nested too deep.</source>
        <translation>此 YAML 嵌套过深。</translation>
    </message>
    <message>
        <source>This YAML is too long to be a list of servers.</source>
        <translation>此 YAML 过长，不会是服务器列表。</translation>
    </message>
    <message>
        <source>This YAML repeats parts by reference (*), which is not read: write them out.</source>
        <translation>此 YAML 用引用 (*) 重复内容，无法读取：请将其完整写出。</translation>
    </message>
    <message>
        <source>This approval is already gone: it was used, or its time is over.</source>
        <translation>此批准已经失效：它已被使用，或已过期。</translation>
    </message>
    <message>
        <source>This call cannot be allowed any more. When the client repeats it, you are asked again.</source>
        <translation>此调用已不能再允许。客户端重新请求时，会再次询问您。</translation>
    </message>
    <message>
        <source>This call is already gone: it was decided, timed out or given up by the client.</source>
        <translation>此调用已经消失：它已有决定、已超时，或客户端已放弃。</translation>
    </message>
    <message>
        <source>This call is not running any more.</source>
        <translation>此调用已不再运行。</translation>
    </message>
    <message>
        <source>This call is not the one that was shown. Look at it again.</source>
        <translation>此调用不是所显示的那个。请重新查看。</translation>
    </message>
    <message>
        <source>This cannot be stored: {0}</source>
        <translation>无法保存：{0}</translation>
    </message>
    <message>
        <source>This command line cannot be read: {0}.</source>
        <translation>无法读取此命令行：{0}。</translation>
    </message>
    <message>
        <source>This could not be recorded, so nothing was allowed: {0}</source>
        <translation>无法记录，因此没有允许任何内容：{0}</translation>
    </message>
    <message>
        <source>This entry starts ToolGuard itself: it is guarded already, and need not be added.</source>
        <translation>此条目启动的是 ToolGuard 本身：它已受守护，无需添加。</translation>
    </message>
    <message>
        <source>This is not a rule: {0}.</source>
        <translation>这不是规则：{0}。</translation>
    </message>
    <message>
        <source>This is not a server: {0}.</source>
        <translation>这不是服务器：{0}。</translation>
    </message>
    <message>
        <source>This is the wrong place. Check the inputs and ask again.</source>
        <translation>位置不对。请检查输入后重新请求。</translation>
    </message>
    <message>
        <source>This is too long for a command line.</source>
        <translation>过长，不会是命令行。</translation>
    </message>
    <message>
        <source>This is too long to be a list of servers.</source>
        <translation>过长，不会是服务器列表。</translation>
    </message>
    <message>
        <source>This needs a name and behind it a command or an address.</source>
        <translation>这里需要一个名称，其后是命令或地址。</translation>
    </message>
    <message>
        <source>This question is already gone.</source>
        <translation>此请求已经失效。</translation>
    </message>
    <message>
        <source>ToolGuard</source>
        <translation>ToolGuard</translation>
    </message>
    <message>
        <source>ToolGuard begins to sign you in to the server {0}. You go on in your browser, which it opens.</source>
        <translation>ToolGuard 开始让您登录服务器 {0}，并打开您的浏览器，请在那里继续。</translation>
    </message>
    <message>
        <source>ToolGuard: the client did not answer this</source>
        <translation>ToolGuard：客户端没有答复</translation>
    </message>
    <message>
        <source>Unknown prompt or resource template</source>
        <translation>未知的提示或资源模板</translation>
    </message>
    <message>
        <source>Unknown prompt: {0}</source>
        <translation>未知提示：{0}</translation>
    </message>
    <message>
        <source>a client of 2026-07-28 can only be asked while it waits for a call</source>
        <translation>只有在 2026-07-28 版本的客户端等待调用时才能向它提问</translation>
    </message>
    <message>
        <source>ask for a server by its name, for a command, or for all servers</source>
        <translation>请按名称指定服务器，或给出命令，或请求所有服务器</translation>
    </message>
    <message>
        <source>stdio, http or otc</source>
        <translation>stdio、http 或 otc</translation>
    </message>
    <message>
        <source>the call is too large for the server</source>
        <translation>调用对服务器来说太大</translation>
    </message>
    <message>
        <source>the call took too long to be sent; make it again</source>
        <translation>调用过久未能发送；请重新发起</translation>
    </message>
    <message>
        <source>the client closed its stream</source>
        <translation>客户端关闭了它的流</translation>
    </message>
    <message>
        <source>the credential for the sign-in has a character in it that no header can carry</source>
        <translation>登录凭据中含有标头无法携带的字符</translation>
    </message>
    <message>
        <source>the header Authorization is set by the sign-in; take it out of the server&apos;s settings</source>
        <translation>标头 Authorization 由登录方式设置；请从服务器的设置中去掉它</translation>
    </message>
    <message>
        <source>the secret {0} cannot be read. {1}</source>
        <translation>无法读取凭据 {0}。{1}</translation>
    </message>
    <message>
        <source>the secret {0} is not bound to the server {1}: run `toolguard secret bind {2} --server {3}` and accept it</source>
        <translation>凭据 {0} 未绑定到服务器 {1}：请运行 `toolguard secret bind {2} --server {3}` 并接受它</translation>
    </message>
    <message>
        <source>the secret {0} is not in your keychain: run `toolguard secret set {1}`</source>
        <translation>凭据 {0} 不在您的钥匙串中：请运行 `toolguard secret set {1}`</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>the server could not be added: {0}</source>
        <translation>无法添加服务器：{0}</translation>
    </message>
    <message>
        <source>the server did not send its list of tools in {0} seconds</source>
        <translation>服务器在 {0} 秒内没有发来工具列表</translation>
    </message>
    <message>
        <source>the server does not accept how ToolGuard signs in: set that in the server&apos;s settings</source>
        <translation>服务器不接受 ToolGuard 的登录方式：请在服务器的设置中设定</translation>
    </message>
    <message>
        <source>the server does not allow this: look at what its key may do</source>
        <translation>服务器不允许这样做：请查看它的密钥有哪些权限</translation>
    </message>
    <message>
        <source>the server gets too many calls</source>
        <translation>服务器收到的调用过多</translation>
    </message>
    <message>
        <source>the server refused the call and did not say why.</source>
        <translation>服务器拒绝了调用，没有说明原因。</translation>
    </message>
    <message>
        <source>the server says that it is not ready</source>
        <translation>服务器表示尚未就绪</translation>
    </message>
    <message>
        <source>the server takes no calls at its address: check it</source>
        <translation>服务器的地址不接受调用：请检查地址</translation>
    </message>
    <message>
        <source>the server wants the user to sign in with {0} first.</source>
        <translation>服务器要求用户先登录 {0}。</translation>
    </message>
    <message>
        <source>the server {0} has another address by now: start it again in your chat client.</source>
        <translation>服务器 {0} 的地址已经改变：请在您的聊天客户端中重新启动它。</translation>
    </message>
    <message>
        <source>the server&apos;s answer cannot be read</source>
        <translation>服务器的答复无法读取</translation>
    </message>
    <message>
        <source>the server&apos;s answer is too large: {0}</source>
        <translation>服务器的答复过大：{0}</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools is too large: {0}</source>
        <translation>服务器的工具列表过大：{0}</translation>
    </message>
    <message>
        <source>the server&apos;s sign-in has no credential: name one in its settings as ${secret:NAME}</source>
        <translation>服务器的登录没有凭据：请在它的设置中以 ${secret:NAME} 指定一个</translation>
    </message>
    <message>
        <source>the tool {0} needs {1}, which the server {2} is not given. In ToolGuard, name a credential for it in the settings of {3}, under Context, and bind it: on the page Credentials, or with `toolguard secret bind NAME --server {4}`.</source>
        <translation>工具 {0} 需要 {1}，而服务器 {2} 没有得到它。请在 ToolGuard 中，在 {3} 的设置的“上下文”中为它指定凭据并绑定：在“凭据”页面上，或使用 `toolguard secret bind NAME --server {4}`。</translation>
    </message>
    <message>
        <source>this session is over or was never there: open its stream anew</source>
        <translation>此会话已结束或从未存在：请重新打开它的流</translation>
    </message>
    <message>
        <source>unknown program</source>
        <translation>未知程序</translation>
    </message>
    <message>
        <source>user id  {0}</source>
        <translation>用户标识  {0}</translation>
    </message>
    <message>
        <source>waiting for you to accept this server</source>
        <translation>等待您接受此服务器</translation>
    </message>
    <message>
        <source>waits for {0}</source>
        <translation>等待 {0}</translation>
    </message>
    <message>
        <source>what is understood here is {0}</source>
        <translation>此处能理解的是 {0}</translation>
    </message>
    <message>
        <source>what the server answers is no list of tools of Open Tool Calling: check the address</source>
        <translation>服务器答复的不是 Open Tool Calling 的工具列表：请检查地址</translation>
    </message>
    <message>
        <source>your user id</source>
        <translation>您的用户标识</translation>
    </message>
    <message>
        <source>{0} (status {1}){2}</source>
        <translation>{0}（状态 {1}）{2}</translation>
    </message>
    <message>
        <source>{0} It names no page for this that ToolGuard may open (one whose address begins with https://).</source>
        <translation>{0}它没有给出 ToolGuard 可以打开的页面（地址以 https:// 开头）。</translation>
    </message>
    <message>
        <source>{0} ToolGuard shows the user where. When that is done, the call can be made again.</source>
        <translation>{0}ToolGuard 会向用户显示在哪里登录。完成后可以重新发起调用。</translation>
    </message>
    <message>
        <source>{0} cannot be reached; check the address and your network</source>
        <translation>无法连接 {0}；请检查地址和您的网络</translation>
    </message>
    <message>
        <source>ToolGuard does not run: open it first, or see `toolguard server try {0}`.</source>
        <translation>ToolGuard 没有运行：请先打开它，或参阅 `toolguard server try {0}`。</translation>
    </message>
    <message>
        <source>${secret:NAME}</source>
        <translation>${secret:NAME}</translation>
    </message>
    <message>
        <source>${secret:NAME} or nothing</source>
        <translation>${secret:NAME} 或留空</translation>
    </message>
    <message>
        <source>, until the rule&apos;s time is over</source>
        <translation>，直到规则到期</translation>
    </message>
    <message>
        <source>/health answered with {0}</source>
        <translation>/health 答复了 {0}</translation>
    </message>
    <message>
        <source>; it says: {0}</source>
        <translation>；它说：{0}</translation>
    </message>
    <message>
        <source>A call with the value of a secret in its inputs is no longer refused: you are asked about it.</source>
        <translation>输入参数中含有机密值的调用不再被拒绝，而是会询问您。</translation>
    </message>
    <message>
        <source>Additional properties are not allowed ({0} was unexpected)</source>
        <translation>不允许其他属性（多出 {0}）</translation>
    </message>
    <message>
        <source>Additional properties are not allowed ({0} were unexpected)</source>
        <translation>不允许其他属性（多出 {0}）</translation>
    </message>
    <message>
        <source>An allow rule for this client does not apply, because it is not certain that the rule is meant for this program. Answer the question on Pending, or name a client that is not recognised with toolguard-connect --client NAME.</source>
        <translation>此客户端的允许规则不适用，因为无法确定该规则是否针对此程序。请回答“待处理”页上的询问，或用 toolguard-connect --client 名称 为无法识别的客户端命名。</translation>
    </message>
    <message>
        <source>An argument needs its tool and its one server: --server S --tool T --argument /POINTER.</source>
        <translation>参数需要它的工具和唯一的服务器：--server S --tool T --argument /POINTER。</translation>
    </message>
    <message>
        <source>Another keychain than before would keep your secrets: answer the question on Pending first.</source>
        <translation>将由另一个钥匙串保存您的凭据：请先在“待处理”页面答复此问题。</translation>
    </message>
    <message>
        <source>Another program added them, or ToolGuard ran without the key in your keychain.</source>
        <translation>它们由其他程序添加，或者 ToolGuard 运行时没有钥匙串中的密钥。</translation>
    </message>
    <message>
        <source>Argument {0} looks like a secret ({1}): every program on this computer can read it there, and ToolGuard never puts a secret into arguments. Look whether the server takes it from a variable or a file.</source>
        <translation>参数 {0} 看起来是秘密（{1}）：本机的每个程序都能在那里读到它，而 ToolGuard 从不把秘密放进参数。请查看服务器能否从变量或文件中读取它。</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>客户端密钥</translation>
    </message>
    <message>
        <source>Clients see all of its tools, as it says; each call is still asked about.</source>
        <translation>按其所述，客户端可以看到它的全部工具；每次调用仍会询问您。</translation>
    </message>
    <message>
        <source>Clients see only these of its tools: {0}.</source>
        <translation>客户端只能看到它的这些工具：{0}。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Did you mean {0}? Capital letters count.</source>
        <translation>您是指 {0} 吗？区分大小写。</translation>
    </message>
    <message>
        <source>Does not fit the tool&apos;s schema: {0}</source>
        <translation>不符合工具的输入定义：{0}</translation>
    </message>
    <message>
        <source>False schema does not allow {0}</source>
        <translation>定义不允许 {0}</translation>
    </message>
    <message>
        <source>For the server {0} ToolGuard now {1}. It keeps its rules.</source>
        <translation>对于服务器 {0}，ToolGuard 现在{1}。它保留其规则。</translation>
    </message>
    <message>
        <source>Give up a sign-in that waits for the browser</source>
        <translation>放弃等待浏览器的登录</translation>
    </message>
    <message>
        <source>It does not say which tools it offers: clients see none until you choose them on the page Tools.</source>
        <translation>它没有说明提供哪些工具：在您于“工具”页面选择之前，客户端看不到任何工具。</translation>
    </message>
    <message>
        <source>It goes on to be given to {0}, as that is started or reached now.</source>
        <translation>它会继续交给 {0}，按其现在的启动或访问方式。</translation>
    </message>
    <message>
        <source>Its inputs hold the value of the secret {0}.</source>
        <translation>其输入参数含有机密 {0} 的值。</translation>
    </message>
    <message>
        <source>Its list of tools is empty: clients see none of them.</source>
        <translation>它的工具列表为空：客户端看不到任何工具。</translation>
    </message>
    <message>
        <source>Leave it out: ToolGuard gives a server the secrets that it is meant to have</source>
        <translation>请去掉它：服务器应得的机密由 ToolGuard 交给它</translation>
    </message>
    <message>
        <source>Look at Audit → Verify before you go on.</source>
        <translation>继续之前，请查看“审计”→“验证”。</translation>
    </message>
    <message>
        <source>Method not found: {0}</source>
        <translation>找不到方法：{0}</translation>
    </message>
    <message>
        <source>Models can set {0} themselves.</source>
        <translation>模型可以自己设置{0}。</translation>
    </message>
    <message>
        <source>No answer came, and the tool may have run all the same: {0}.</source>
        <translation>没有收到答复，但工具可能仍已运行：{0}。</translation>
    </message>
    <message>
        <source>No sign-in to the server {0} waits.</source>
        <translation>没有等待中的服务器 {0} 的登录。</translation>
    </message>
    <message>
        <source>Nobody can sign in from here: open ToolGuard (`toolguard`) and try again.</source>
        <translation>在这里无法登录：请打开 ToolGuard（`toolguard`）再试。</translation>
    </message>
    <message>
        <source>None of {0} are valid under the given schema</source>
        <translation>{0} 中没有一项符合定义</translation>
    </message>
    <message>
        <source>Not run yet: this call waits for the user&apos;s approval in ToolGuard. Send it again with the same call_id and the same input to go on waiting.</source>
        <translation>尚未运行：此调用正在 ToolGuard 中等待用户批准。请用同样的 call_id 和同样的输入再次发送，以继续等待。</translation>
    </message>
    <message>
        <source>Not run.</source>
        <translation>没有运行。</translation>
    </message>
    <message>
        <source>Not run:</source>
        <translation>没有运行：</translation>
    </message>
    <message>
        <source>Not run: {0}</source>
        <translation>没有运行：{0}</translation>
    </message>
    <message>
        <source>Nothing can be filled into {0}: {1}.</source>
        <translation>无法填入{0}：{1}。</translation>
    </message>
    <message>
        <source>Only the window of ToolGuard tells where a sign-in goes on.</source>
        <translation>只有 ToolGuard 的窗口会告知登录在何处继续。</translation>
    </message>
    <message>
        <source>Open Tool Calling server</source>
        <translation>Open Tool Calling 服务器</translation>
    </message>
    <message>
        <source>Open this page in your browser, at {0}, and sign in there:</source>
        <translation>请在浏览器中打开此页面（位于 {0}）并登录：</translation>
    </message>
    <message>
        <source>Parts of it are written from right to left, and may be shown in another order than they stand in.</source>
        <translation>其中有从右到左书写的部分，显示顺序可能与实际顺序不同。</translation>
    </message>
    <message>
        <source>Say whether you are signed in to a server</source>
        <translation>说明您是否已登录服务器</translation>
    </message>
    <message>
        <source>Say, in the window only, where a sign-in goes on</source>
        <translation>仅在窗口中说明登录在何处继续</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Secrets were kept by {0}. From now on they would be kept by {1}</source>
        <translation>凭据原来保存于 {0}。今后将保存于 {1}</translation>
    </message>
    <message>
        <source>Sign in to a server</source>
        <translation>登录服务器</translation>
    </message>
    <message>
        <source>Sign out of a server</source>
        <translation>退出服务器的登录</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Some input parameters do not fit the tool&apos;s schema</source>
        <translation>部分输入参数不符合工具的输入定义</translation>
    </message>
    <message>
        <source>Something is filled into {0} already: unbind that first.</source>
        <translation>{0}已有填入的内容：请先解除那个绑定。</translation>
    </message>
    <message>
        <source>The address of this server looks as if it had a secret in it ({0}). Write ${secret:NAME} in its place, and keep the secret under Credentials.</source>
        <translation>此服务器的地址中似乎有秘密（{0}）。请在该处写 ${secret:NAME}，并将秘密保存在“凭据”中。</translation>
    </message>
    <message>
        <source>The argument {0} is filled in by ToolGuard and cannot be set by a call: leave {1} out.</source>
        <translation>参数 {0} 由 ToolGuard 填入，调用不能设置它：请去掉 {1}。</translation>
    </message>
    <message>
        <source>The edited inputs cannot be sent. {0}</source>
        <translation>编辑后的输入无法发送。{0}</translation>
    </message>
    <message>
        <source>The edited inputs cannot be sent: they hold the value of the secret {0}.</source>
        <translation>编辑后的输入参数无法发送：其中含有机密 {0} 的值。</translation>
    </message>
    <message>
        <source>The file that shows which records are ToolGuard&apos;s is gone.</source>
        <translation>标明哪些记录属于 ToolGuard 的文件不见了。</translation>
    </message>
    <message>
        <source>The secret in its argument {0} now comes from the variable {1}, which your keychain can fill: arguments can be read by every program on this computer.</source>
        <translation>参数 {0} 中的秘密现在来自变量 {1}，可由您的钥匙串填写：本机的每个程序都能读取参数。</translation>
    </message>
    <message>
        <source>The secret {0} counts as a user id: calls with its value in their inputs are no longer refused.</source>
        <translation>机密 {0} 将被视为用户 ID：输入中含有其值的调用不再被拒绝。</translation>
    </message>
    <message>
        <source>The secret {0} is given to another launch of {1}.</source>
        <translation>机密 {0} 会提供给 {1} 的另一种启动方式。</translation>
    </message>
    <message>
        <source>The secret {0} is given to {1}: it is filled into {2}.</source>
        <translation>凭据 {0} 将交给 {1}：它会填入{2}。</translation>
    </message>
    <message>
        <source>The secret {0} is no longer known: its value is not looked for in calls any more.</source>
        <translation>机密 {0} 不再为 ToolGuard 所知：不再在调用中查找它的值。</translation>
    </message>
    <message>
        <source>The secret {0} is not filled into {1}.</source>
        <translation>凭据 {0} 没有填入{1}。</translation>
    </message>
    <message>
        <source>The secret {0} is taken for something else: {1}.</source>
        <translation>机密 {0} 被当作另一种东西：{1}。</translation>
    </message>
    <message>
        <source>The server {0} asks: {1}</source>
        <translation>服务器 {0} 问：{1}</translation>
    </message>
    <message>
        <source>The server {0} is not one of MCP over HTTP: nobody signs in to it in a browser.</source>
        <translation>服务器 {0} 不是通过 HTTP 的 MCP 服务器：不需要在浏览器中登录。</translation>
    </message>
    <message>
        <source>The server {0} wants you to open a page of its own, to sign in or to agree to something</source>
        <translation>服务器 {0} 希望您打开它自己的一个页面，以登录或同意某事</translation>
    </message>
    <message>
        <source>The server {0} wants you to sign in at {1}</source>
        <translation>服务器 {0} 希望您在 {1} 登录</translation>
    </message>
    <message>
        <source>The setting {0} becomes {1}.</source>
        <translation>设置 {0} 变为 {1}。</translation>
    </message>
    <message>
        <source>The text that is filled in must have ${secret:{0}} in it.</source>
        <translation>填入的文本中必须有 ${secret:{0}}。</translation>
    </message>
    <message>
        <source>The tool asks something back before it goes on, which Open Tool Calling has no words for.</source>
        <translation>工具在继续之前要反问，而 Open Tool Calling 没有相应的表达方式。</translation>
    </message>
    <message>
        <source>The tool failed and did not say why.</source>
        <translation>工具失败，没有说明原因。</translation>
    </message>
    <message>
        <source>The tool failed and gave no reason.</source>
        <translation>工具失败，没有给出原因。</translation>
    </message>
    <message>
        <source>The tool goes on as a task, which Open Tool Calling has no words for; it may have had effects.</source>
        <translation>工具以任务形式继续，而 Open Tool Calling 没有相应的表达方式；它可能已产生影响。</translation>
    </message>
    <message>
        <source>There is no server {0} yet: it waits for you to accept it in the window of ToolGuard.</source>
        <translation>还没有服务器 {0}：它正等待您在 ToolGuard 的窗口中接受。</translation>
    </message>
    <message>
        <source>There is no server {0} yet: the rule is for one that gets this name.</source>
        <translation>目前没有名为 {0} 的服务器：此规则针对以后使用该名称的服务器。</translation>
    </message>
    <message>
        <source>This call has run, and its answer is not kept any more. Run it again by a new call_id.</source>
        <translation>此调用已经运行，其答复不再保留。请用新的 call_id 再次运行。</translation>
    </message>
    <message>
        <source>This cannot be done: a text holds half a character (an unpaired surrogate).</source>
        <translation>无法执行：某段文字里有半个字符（不成对的代理项）。</translation>
    </message>
    <message>
        <source>This cannot be done: {0} {1}.</source>
        <translation>无法执行：{0} {1}。</translation>
    </message>
    <message>
        <source>This is not the sign-in that was begun. Begin it again in ToolGuard.</source>
        <translation>这不是已开始的登录。请在 ToolGuard 中重新开始。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>ToolGuard cannot fill in what is bound to this tool: {0}</source>
        <translation>ToolGuard 无法填入绑定到此工具的内容：{0}</translation>
    </message>
    <message>
        <source>ToolGuard does not understand this request ({0}): use the same version of both</source>
        <translation>ToolGuard 无法理解此请求（{0}）：请使用相同的版本</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly while this call waited; it was not run</source>
        <translation>ToolGuard 在此调用等待时意外结束；调用没有运行</translation>
    </message>
    <message>
        <source>ToolGuard has seen it</source>
        <translation>ToolGuard 见过它</translation>
    </message>
    <message>
        <source>ToolGuard has seen its tools</source>
        <translation>ToolGuard 见过它的工具</translation>
    </message>
    <message>
        <source>ToolGuard has {0} connections already: end a chat client, then try again</source>
        <translation>ToolGuard 已有 {0} 个连接：请先结束一个聊天客户端，然后重试</translation>
    </message>
    <message>
        <source>ToolGuard is closing</source>
        <translation>ToolGuard 正在关闭</translation>
    </message>
    <message>
        <source>ToolGuard is not running, so no client is connected.</source>
        <translation>ToolGuard 没有运行，因此没有客户端连接。</translation>
    </message>
    <message>
        <source>ToolGuard must run for this: open it (`toolguard`), or use `toolguard server try`.</source>
        <translation>此操作需要 ToolGuard 正在运行：请打开它（`toolguard`），或使用 `toolguard server try`。</translation>
    </message>
    <message>
        <source>ToolGuard runs no calls now</source>
        <translation>ToolGuard 目前不运行任何调用</translation>
    </message>
    <message>
        <source>ToolGuard was closed</source>
        <translation>ToolGuard 已关闭</translation>
    </message>
    <message>
        <source>ToolGuard was closed while it ran</source>
        <translation>ToolGuard 在它运行时被关闭</translation>
    </message>
    <message>
        <source>ToolGuard {0} once, as the server {1}, and asks for its tools. Then it is ended.</source>
        <translation>ToolGuard 会作为服务器 {1} {0}一次，询问它的工具，然后将它结束。</translation>
    </message>
    <message>
        <source>ToolGuard: the server&apos;s list of tools cannot be read, and must not be shown as it is</source>
        <translation>ToolGuard：无法读取服务器的工具列表，而它不能按原样显示</translation>
    </message>
    <message>
        <source>Unknown cursor: there is only one page</source>
        <translation>未知的游标：只有一页</translation>
    </message>
    <message>
        <source>Unknown tool: {0}</source>
        <translation>未知工具：{0}</translation>
    </message>
    <message>
        <source>Unsupported protocol version</source>
        <translation>不支持的协议版本</translation>
    </message>
    <message>
        <source>Waiting for approval in ToolGuard</source>
        <translation>正在等待在 ToolGuard 中批准</translation>
    </message>
    <message>
        <source>Waiting for your keychain: unlock it, or answer its question, in the window that it opened.</source>
        <translation>正在等待您的钥匙串：请在它打开的窗口中解锁或答复。</translation>
    </message>
    <message>
        <source>What a report of trouble needs</source>
        <translation>问题报告所需的信息</translation>
    </message>
    <message>
        <source>What holds {0} must be an object: ToolGuard fills in the rest of it.</source>
        <translation>包含 {0} 的必须是对象：其余部分由 ToolGuard 填入。</translation>
    </message>
    <message>
        <source>What runs, what waits, what is wrong</source>
        <translation>什么在运行、什么在等待、什么有问题</translation>
    </message>
    <message>
        <source>You allowed this tool before, but its definition has changed since then.</source>
        <translation>您以前允许过此工具，但它的定义此后已有变化。</translation>
    </message>
    <message>
        <source>You allowed this tool before, but the server has not listed it yet, so its definition cannot be compared.</source>
        <translation>您以前允许过此工具，但服务器尚未列出它，因此无法比较其定义。</translation>
    </message>
    <message>
        <source>You are signed in. You can close this page and go back to ToolGuard.</source>
        <translation>您已登录。可以关闭此页面，回到 ToolGuard。</translation>
    </message>
    <message>
        <source>You were not signed in. You can close this page and go back to ToolGuard.</source>
        <translation>您没有登录。可以关闭此页面，回到 ToolGuard。</translation>
    </message>
    <message>
        <source>Your keychain did not do its work: see whether it runs, then try again.</source>
        <translation>您的钥匙串没有完成工作：请检查它是否在运行，然后重试。</translation>
    </message>
    <message>
        <source>Your keychain does not answer: look for a question that it asks, or start it again, then try again.</source>
        <translation>您的钥匙串没有响应：请查看它是否有提问，或重新启动它，然后重试。</translation>
    </message>
    <message>
        <source>Your keychain is locked: unlock it and try again.</source>
        <translation>您的钥匙串已锁定：请解锁后重试。</translation>
    </message>
    <message>
        <source>Your keychain&apos;s question was dismissed: try again and allow ToolGuard to use it.</source>
        <translation>您的钥匙串的提问被关闭：请重试，并允许 ToolGuard 使用它。</translation>
    </message>
    <message>
        <source>[secret {0}]</source>
        <translation>[凭据 {0}]</translation>
    </message>
    <message>
        <source>_meta must be an object</source>
        <translation>_meta 必须是对象</translation>
    </message>
    <message>
        <source>a JSON object is needed</source>
        <translation>需要一个 JSON 对象</translation>
    </message>
    <message>
        <source>a JSON pointer such as /connection</source>
        <translation>JSON 指针，例如 /connection</translation>
    </message>
    <message>
        <source>a batch must have 1 to {0} members</source>
        <translation>批处理必须有 1 到 {0} 个成员</translation>
    </message>
    <message>
        <source>a call was cancelled: its request was closed, and the tool may still run</source>
        <translation>一个调用被取消：它的请求已关闭，工具可能仍在运行</translation>
    </message>
    <message>
        <source>a client has nothing to answer in this protocol version</source>
        <translation>在此协议版本中，客户端无需答复任何内容</translation>
    </message>
    <message>
        <source>a client of 2026-07-28 is asked nothing</source>
        <translation>不会向 2026-07-28 版本的客户端提问</translation>
    </message>
    <message>
        <source>a client of Open Tool Calling is asked nothing</source>
        <translation>不能向 Open Tool Calling 的客户端提问</translation>
    </message>
    <message>
        <source>a colon is missing after the key {0}</source>
        <translation>键 {0} 之后缺少冒号</translation>
    </message>
    <message>
        <source>a comma or {0} is missing here</source>
        <translation>此处缺少逗号或 {0}</translation>
    </message>
    <message>
        <source>a command and its folder cannot hold NUL characters</source>
        <translation>命令及其文件夹不能含有 NUL 字符</translation>
    </message>
    <message>
        <source>a compressed body is not understood</source>
        <translation>不支持压缩的正文</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>a key in double quotes is missing here</source>
        <translation>此处缺少用双引号括起的键</translation>
    </message>
    <message>
        <source>a list of clients&apos; names</source>
        <translation>客户端名称的列表</translation>
    </message>
    <message>
        <source>a list of rules</source>
        <translation>规则的列表</translation>
    </message>
    <message>
        <source>a list of servers&apos; names</source>
        <translation>服务器名称的列表</translation>
    </message>
    <message>
        <source>a list of switches</source>
        <translation>开关的列表</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本的列表</translation>
    </message>
    <message>
        <source>a list of tools&apos; names</source>
        <translation>工具名称的列表</translation>
    </message>
    <message>
        <source>a message cannot be both a request and a response</source>
        <translation>一条消息不能既是请求又是响应</translation>
    </message>
    <message>
        <source>a message may have {0} bytes</source>
        <translation>一条消息最多 {0} 字节</translation>
    </message>
    <message>
        <source>a message must be a JSON object</source>
        <translation>消息必须是 JSON 对象</translation>
    </message>
    <message>
        <source>a message of 2026-07-28 under an older MCP-Protocol-Version</source>
        <translation>2026-07-28 版本的消息使用了较旧的 MCP-Protocol-Version</translation>
    </message>
    <message>
        <source>a message that was encoded cannot be changed</source>
        <translation>已编码的消息不能更改</translation>
    </message>
    <message>
        <source>a method must be a string</source>
        <translation>方法必须是字符串</translation>
    </message>
    <message>
        <source>a modern server takes no answers</source>
        <translation>新版服务器不接受答复</translation>
    </message>
    <message>
        <source>a name or &apos;*&apos;</source>
        <translation>名称或“*”</translation>
    </message>
    <message>
        <source>a name or a text has a line end at its end</source>
        <translation>名称或文本的末尾有换行</translation>
    </message>
    <message>
        <source>a number from 1 to {0}</source>
        <translation>1 到 {0} 之间的数字</translation>
    </message>
    <message>
        <source>a number of more than {0} characters</source>
        <translation>超过 {0} 个字符的数字</translation>
    </message>
    <message>
        <source>a number of seconds, at most ten years</source>
        <translation>秒数，最多十年</translation>
    </message>
    <message>
        <source>a number out of any range</source>
        <translation>超出任何范围的数字</translation>
    </message>
    <message>
        <source>a number, a text, true, false, null or a list of texts</source>
        <translation>数字、文本、true、false、null 或文本的列表</translation>
    </message>
    <message>
        <source>a part of its schema is neither an object nor true or false</source>
        <translation>其输入定义的某一部分既不是对象，也不是 true 或 false</translation>
    </message>
    <message>
        <source>a part of the secret {0} is missing: set it again</source>
        <translation>凭据 {0} 缺少一部分：请重新设置</translation>
    </message>
    <message>
        <source>a request&apos;s id must be a string or an integer</source>
        <translation>请求的 id 必须是字符串或整数</translation>
    </message>
    <message>
        <source>a response to nothing that was asked</source>
        <translation>没有对应请求的响应</translation>
    </message>
    <message>
        <source>a secret cannot be the name of a host; it may stand in the path, the query or a header</source>
        <translation>凭据不能作为主机名；它可以出现在路径、查询或标头中</translation>
    </message>
    <message>
        <source>a secret in the command line could be read by every program; put it into the environment</source>
        <translation>命令行中的凭据可能被任何程序读取；请将它放入环境变量</translation>
    </message>
    <message>
        <source>a secret would travel to this server unencrypted, for everybody on the way to read; use an address that begins with https://</source>
        <translation>凭据会以未加密的方式传给此服务器，途中任何人都能读取；请使用以 https:// 开头的地址</translation>
    </message>
    <message>
        <source>a text in one line</source>
        <translation>一行文字</translation>
    </message>
    <message>
        <source>a text of at most 2000 characters</source>
        <translation>最多 2000 个字符的文本</translation>
    </message>
    <message>
        <source>a text that is not empty, without a NUL character</source>
        <translation>非空且不含 NUL 字符的文本</translation>
    </message>
    <message>
        <source>a text without a NUL character</source>
        <translation>不含 NUL 字符的文本</translation>
    </message>
    <message>
        <source>a token is needed: `toolguard client add NAME` makes one</source>
        <translation>需要令牌：用 `toolguard client add 名称` 创建</translation>
    </message>
    <message>
        <source>a tool&apos;s name</source>
        <translation>工具的名称</translation>
    </message>
    <message>
        <source>a tool&apos;s name or &apos;*&apos;</source>
        <translation>工具名称或“*”</translation>
    </message>
    <message>
        <source>after {0} milliseconds</source>
        <translation>{0} 毫秒之后</translation>
    </message>
    <message>
        <source>agent {0}</source>
        <translation>代理 {0}</translation>
    </message>
    <message>
        <source>allow    {0} for {1}</source>
        <translation>允许    {0}，用于 {1}</translation>
    </message>
    <message>
        <source>allow, deny or ask</source>
        <translation>allow、deny 或 ask</translation>
    </message>
    <message>
        <source>an address that cannot be read</source>
        <translation>无法读取的地址</translation>
    </message>
    <message>
        <source>an answer</source>
        <translation>答复</translation>
    </message>
    <message>
        <source>an argument without a name</source>
        <translation>一个没有名称的参数</translation>
    </message>
    <message>
        <source>an error of ToolGuard itself</source>
        <translation>ToolGuard 自身的错误</translation>
    </message>
    <message>
        <source>an error of ToolGuard itself, see its log</source>
        <translation>ToolGuard 自身的错误，请查看其日志</translation>
    </message>
    <message>
        <source>an error that cannot be read</source>
        <translation>无法读取的错误</translation>
    </message>
    <message>
        <source>an event of too many lines</source>
        <translation>行数过多的事件</translation>
    </message>
    <message>
        <source>an id must be a string or an integer</source>
        <translation>id 必须是字符串或整数</translation>
    </message>
    <message>
        <source>an id of 1 to 300 characters</source>
        <translation>1 到 300 个字符的标识</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>an object of objects of texts, by tool and by JSON pointer</source>
        <translation>按工具和 JSON 指针排列的文本对象的对象</translation>
    </message>
    <message>
        <source>an object of texts</source>
        <translation>文本的对象</translation>
    </message>
    <message>
        <source>an object of texts like ${secret:NAME}</source>
        <translation>由 ${secret:NAME} 这样的文字组成的对象</translation>
    </message>
    <message>
        <source>an object of texts, by JSON pointer</source>
        <translation>按 JSON 指针排列的文本对象</translation>
    </message>
    <message>
        <source>an object of true or false, by tool</source>
        <translation>按工具给出真或假的对象</translation>
    </message>
    <message>
        <source>an object with secrets, authorization and user_id</source>
        <translation>含有 secrets、authorization 和 user_id 的对象</translation>
    </message>
    <message>
        <source>an unpaired surrogate in a key</source>
        <translation>键中有不成对的代理字符</translation>
    </message>
    <message>
        <source>another command is called {0} by now; start your chat client&apos;s server again</source>
        <translation>现在另一个命令名为 {0}；请重新启动聊天客户端的服务器</translation>
    </message>
    <message>
        <source>another one</source>
        <translation>另一个值</translation>
    </message>
    <message>
        <source>another program uses it</source>
        <translation>另一个程序正在使用它</translation>
    </message>
    <message>
        <source>answered with the type {0}</source>
        <translation>以类型 {0} 答复</translation>
    </message>
    <message>
        <source>any client</source>
        <translation>任意客户端</translation>
    </message>
    <message>
        <source>any {0}</source>
        <translation>任意 {0}</translation>
    </message>
    <message>
        <source>app closing</source>
        <translation>程序正在关闭</translation>
    </message>
    <message>
        <source>approval taken back</source>
        <translation>批准已收回</translation>
    </message>
    <message>
        <source>are no longer asked about where another rule decides</source>
        <translation>在有其他规则决定时不再询问</translation>
    </message>
    <message>
        <source>are no longer denied</source>
        <translation>不再被拒绝</translation>
    </message>
    <message>
        <source>argument {0} {1}</source>
        <translation>参数 {0} {1}</translation>
    </message>
    <message>
        <source>argument {0} {1} = {2}</source>
        <translation>参数 {0} {1} = {2}</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>as it was</source>
        <translation>恢复原样</translation>
    </message>
    <message>
        <source>ask something of your chat client</source>
        <translation>向您的聊天客户端索取信息</translation>
    </message>
    <message>
        <source>ask you something through your chat client</source>
        <translation>通过聊天客户端向您提问</translation>
    </message>
    <message>
        <source>asks     you before the server&apos;s own requests are forwarded</source>
        <translation>询问     转发服务器自己的请求前先询问您</translation>
    </message>
    <message>
        <source>asks clients and their people by itself, without you</source>
        <translation>自行询问客户端及其用户，不经过您</translation>
    </message>
    <message>
        <source>auto or off</source>
        <translation>auto 或 off</translation>
    </message>
    <message>
        <source>auto, streamable or sse</source>
        <translation>auto、streamable 或 sse</translation>
    </message>
    <message>
        <source>bound argument</source>
        <translation>填入的参数</translation>
    </message>
    <message>
        <source>bridged: a {0} client on a {1} server</source>
        <translation>已桥接：{0} 客户端，{1} 服务器</translation>
    </message>
    <message>
        <source>call_id must be a text of 1 to {0} characters</source>
        <translation>call_id 必须是 1 到 {0} 个字符的文本</translation>
    </message>
    <message>
        <source>calls of too many bytes wait for an answer</source>
        <translation>等待答复的调用字节数过多</translation>
    </message>
    <message>
        <source>came from {0}</source>
        <translation>来自 {0}</translation>
    </message>
    <message>
        <source>can be used again</source>
        <translation>可以重新使用</translation>
    </message>
    <message>
        <source>cannot find the program {0}. {1}. Install it, or give its full path in the server&apos;s settings</source>
        <translation>找不到程序 {0}。{1}。请安装它，或在服务器的设置中给出完整路径</translation>
    </message>
    <message>
        <source>cannot start {0}: {1}{2}</source>
        <translation>无法启动 {0}：{1}{2}</translation>
    </message>
    <message>
        <source>checking these arguments would take too long</source>
        <translation>检查这些参数耗时过长</translation>
    </message>
    <message>
        <source>client {0} added</source>
        <translation>已添加客户端 {0}</translation>
    </message>
    <message>
        <source>client {0} removed</source>
        <translation>已移除客户端 {0}</translation>
    </message>
    <message>
        <source>closed its output</source>
        <translation>关闭了输出</translation>
    </message>
    <message>
        <source>closed its stream</source>
        <translation>关闭了数据流</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>config.json cannot be read</source>
        <translation>无法读取 config.json</translation>
    </message>
    <message>
        <source>config.json changed by another program</source>
        <translation>config.json 被其他程序更改</translation>
    </message>
    <message>
        <source>config.json changed while ToolGuard did not run</source>
        <translation>config.json 在 ToolGuard 未运行时被更改</translation>
    </message>
    <message>
        <source>config.json could not be set right</source>
        <translation>无法改正 config.json</translation>
    </message>
    <message>
        <source>continuation of {0}</source>
        <translation>{0} 的后续</translation>
    </message>
    <message>
        <source>descriptors cannot be handed over TCP</source>
        <translation>无法通过 TCP 移交描述符</translation>
    </message>
    <message>
        <source>does not begin with https://</source>
        <translation>不以 https:// 开头</translation>
    </message>
    <message>
        <source>does not listen any more</source>
        <translation>不再接收</translation>
    </message>
    <message>
        <source>does not say where it came from</source>
        <translation>没有说明来自哪里</translation>
    </message>
    <message>
        <source>done; the tool can be called now</source>
        <translation>已完成；现在可以调用该工具</translation>
    </message>
    <message>
        <source>elicitation by a form</source>
        <translation>通过表单询问</translation>
    </message>
    <message>
        <source>elicitation by a web page</source>
        <translation>通过网页询问</translation>
    </message>
    <message>
        <source>ended because its server was removed or switched off in ToolGuard</source>
        <translation>已结束，因为其服务器已在 ToolGuard 中移除或关闭</translation>
    </message>
    <message>
        <source>ended by you</source>
        <translation>由您结束</translation>
    </message>
    <message>
        <source>ended by you in ToolGuard</source>
        <translation>由您在 ToolGuard 中结束</translation>
    </message>
    <message>
        <source>ended its session</source>
        <translation>结束了会话</translation>
    </message>
    <message>
        <source>ended, because its server was removed</source>
        <translation>已结束，因为其服务器已移除</translation>
    </message>
    <message>
        <source>ended, because its server was switched off</source>
        <translation>已结束，因为其服务器已关闭</translation>
    </message>
    <message>
        <source>ended, because {0} no longer has its server, or has it switched off</source>
        <translation>已结束，因为 {0} 中不再有它的服务器，或已将其关闭</translation>
    </message>
    <message>
        <source>every session behind it is over ({0})</source>
        <translation>其后的所有会话都已结束（{0}）</translation>
    </message>
    <message>
        <source>every tool</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>exited with status {0}</source>
        <translation>退出，状态码 {0}</translation>
    </message>
    <message>
        <source>for developers: {0}</source>
        <translation>供开发者参考：{0}</translation>
    </message>
    <message>
        <source>for this session only</source>
        <translation>仅用于本次会话</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>用于 {0}</translation>
    </message>
    <message>
        <source>forgotten here</source>
        <translation>已在这里忘记</translation>
    </message>
    <message>
        <source>from the server: {0}</source>
        <translation>来自服务器：{0}</translation>
    </message>
    <message>
        <source>given up by the client</source>
        <translation>已被客户端放弃</translation>
    </message>
    <message>
        <source>given up by the client before it was written to the server</source>
        <translation>在写给服务器之前已被客户端放弃</translation>
    </message>
    <message>
        <source>has a password in it</source>
        <translation>含有密码</translation>
    </message>
    <message>
        <source>have a member that is not known</source>
        <translation>含有未知成员</translation>
    </message>
    <message>
        <source>initialize comes first</source>
        <translation>必须先 initialize</translation>
    </message>
    <message>
        <source>initialize is no part of this protocol version</source>
        <translation>此协议版本中没有 initialize</translation>
    </message>
    <message>
        <source>initialize must not be in a batch</source>
        <translation>initialize 不能放在批处理中</translation>
    </message>
    <message>
        <source>initialize needs params</source>
        <translation>initialize 需要 params</translation>
    </message>
    <message>
        <source>initialize was answered before</source>
        <translation>initialize 之前已答复过</translation>
    </message>
    <message>
        <source>input and inputs are both there and differ: send input alone</source>
        <translation>input 和 inputs 同时存在且不相同：请只发送 input</translation>
    </message>
    <message>
        <source>input must be an object</source>
        <translation>input 必须是对象</translation>
    </message>
    <message>
        <source>is cut off ({0})</source>
        <translation>被截断（{0}）</translation>
    </message>
    <message>
        <source>is given other arguments by ToolGuard than now</source>
        <translation>会由 ToolGuard 填入与现在不同的参数</translation>
    </message>
    <message>
        <source>is gone</source>
        <translation>已经消失</translation>
    </message>
    <message>
        <source>is no address</source>
        <translation>不是地址</translation>
    </message>
    <message>
        <source>is not a known setting</source>
        <translation>不是已知的设置项</translation>
    </message>
    <message>
        <source>is not encrypted (it must begin with https://)</source>
        <translation>没有加密（必须以 https:// 开头）</translation>
    </message>
    <message>
        <source>it answers whoever comes, without a sign-in</source>
        <translation>它不需要登录，答复任何来者</translation>
    </message>
    <message>
        <source>it has an unpaired surrogate in it, which no header can carry</source>
        <translation>其中有不成对的代理字符，任何标头都无法携带</translation>
    </message>
    <message>
        <source>it has not answered what it was asked before</source>
        <translation>它还没有答复之前的请求</translation>
    </message>
    <message>
        <source>it is nested too deep</source>
        <translation>它嵌套过深</translation>
    </message>
    <message>
        <source>it is renewed when a client next uses the server</source>
        <translation>客户端下次使用该服务器时会续期</translation>
    </message>
    <message>
        <source>it wants a sign-in: {0}</source>
        <translation>它需要登录：{0}</translation>
    </message>
    <message>
        <source>it wants you to sign in at {0}; {1}</source>
        <translation>它希望您在 {0} 登录；{1}</translation>
    </message>
    <message>
        <source>it was not spoken to yet</source>
        <translation>尚未与它通信</translation>
    </message>
    <message>
        <source>its arguments</source>
        <translation>其参数</translation>
    </message>
    <message>
        <source>its client was removed</source>
        <translation>其客户端已移除</translation>
    </message>
    <message>
        <source>its inputs hold the value of the secret {0}</source>
        <translation>其输入参数含有机密 {0} 的值</translation>
    </message>
    <message>
        <source>its name</source>
        <translation>其名称</translation>
    </message>
    <message>
        <source>its references make a chain that is too long</source>
        <translation>其引用形成的链过长</translation>
    </message>
    <message>
        <source>its schema expands without reasonable bound</source>
        <translation>其输入定义展开后过大</translation>
    </message>
    <message>
        <source>its schema has more than {0} KiB once its references are followed</source>
        <translation>展开引用后，其输入定义超过 {0} KiB</translation>
    </message>
    <message>
        <source>its schema is larger than {0} KiB</source>
        <translation>其输入定义大于 {0} KiB</translation>
    </message>
    <message>
        <source>its schema is nested too deep</source>
        <translation>其输入定义嵌套过深</translation>
    </message>
    <message>
        <source>its schema is not an object</source>
        <translation>其输入定义不是对象</translation>
    </message>
    <message>
        <source>its schema points to {0}, which is not fetched</source>
        <translation>其输入定义指向 {0}，不会去获取</translation>
    </message>
    <message>
        <source>its schema refers to a part that is not there</source>
        <translation>其输入定义引用了不存在的部分</translation>
    </message>
    <message>
        <source>its schema refers to itself</source>
        <translation>其输入定义引用自身</translation>
    </message>
    <message>
        <source>its schema refers to itself along several branches</source>
        <translation>其输入定义沿多个分支引用自身</translation>
    </message>
    <message>
        <source>its schema refers to parts in a way that cannot be followed</source>
        <translation>其输入定义以无法跟随的方式引用其他部分</translation>
    </message>
    <message>
        <source>its schema refers to something outside of it</source>
        <translation>其输入定义引用了它之外的内容</translation>
    </message>
    <message>
        <source>its session is over</source>
        <translation>其会话已结束</translation>
    </message>
    <message>
        <source>its {0} cannot be written in a header</source>
        <translation>其 {0} 无法写入标头</translation>
    </message>
    <message>
        <source>its {0} is not on a property that is reached by properties alone</source>
        <translation>其 {0} 不在只经由属性可达的属性上</translation>
    </message>
    <message>
        <source>its {0} on {1} is not on a string, an integer or a boolean</source>
        <translation>其 {1} 上的 {0} 不在字符串、整数或布尔值上</translation>
    </message>
    <message>
        <source>its {0} on {1} is not the name of a header</source>
        <translation>其 {1} 上的 {0} 不是标头的名称</translation>
    </message>
    <message>
        <source>its {0} {1} stands twice</source>
        <translation>其 {0} {1} 出现了两次</translation>
    </message>
    <message>
        <source>kept as {0}</source>
        <translation>保留为 {0}</translation>
    </message>
    <message>
        <source>know which folders your chat client works in</source>
        <translation>知道您的聊天客户端在哪些文件夹中工作</translation>
    </message>
    <message>
        <source>leads into this computer, where the server itself is not</source>
        <translation>指向这台电脑，而服务器本身不在这里</translation>
    </message>
    <message>
        <source>learned: {0} waits {1} seconds</source>
        <translation>已得知：{0} 等待 {1} 秒</translation>
    </message>
    <message>
        <source>line {0}: {1}.</source>
        <translation>第 {0} 行：{1}。</translation>
    </message>
    <message>
        <source>message of over {0} bytes is over the limit</source>
        <translation>超过 {0} 字节的消息超出限制</translation>
    </message>
    <message>
        <source>message of {0} bytes is over the limit of {1}</source>
        <translation>{0} 字节的消息超出 {1} 的限制</translation>
    </message>
    <message>
        <source>must be called by {0}</source>
        <translation>必须由 {0} 调用</translation>
    </message>
    <message>
        <source>must be of another form</source>
        <translation>必须是其他形式</translation>
    </message>
    <message>
        <source>must be {0}</source>
        <translation>必须是{0}</translation>
    </message>
    <message>
        <source>must have a member {0}</source>
        <translation>必须有成员 {0}</translation>
    </message>
    <message>
        <source>must have {0}</source>
        <translation>必须有 {0}</translation>
    </message>
    <message>
        <source>neither a request nor a response</source>
        <translation>既不是请求也不是响应</translation>
    </message>
    <message>
        <source>nested deeper than {0} levels</source>
        <translation>嵌套深度超过 {0} 层</translation>
    </message>
    <message>
        <source>nested too deep</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>no answer in {0} seconds</source>
        <translation>{0} 秒内没有答复</translation>
    </message>
    <message>
        <source>no computer</source>
        <translation>没有计算机</translation>
    </message>
    <message>
        <source>no folder: PATH is empty</source>
        <translation>没有文件夹：PATH 为空</translation>
    </message>
    <message>
        <source>no longer switched</source>
        <translation>不再设有开关</translation>
    </message>
    <message>
        <source>no port of this computer is free for the browser to come back to ({0})</source>
        <translation>这台电脑没有空闲端口供浏览器返回（{0}）</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>未说明原因</translation>
    </message>
    <message>
        <source>no server behind this endpoint speaks 2026-07-28</source>
        <translation>此端点后面没有支持 2026-07-28 的服务器</translation>
    </message>
    <message>
        <source>no server: {0}</source>
        <translation>没有服务器：{0}</translation>
    </message>
    <message>
        <source>no switches</source>
        <translation>没有开关</translation>
    </message>
    <message>
        <source>no tool can be called *, which stands for every tool in ToolGuard</source>
        <translation>任何工具都不能名为 *，它在 ToolGuard 中代表所有工具</translation>
    </message>
    <message>
        <source>no window</source>
        <translation>没有窗口</translation>
    </message>
    <message>
        <source>nobody answered in time</source>
        <translation>没有人及时答复</translation>
    </message>
    <message>
        <source>nobody signed in within {0} minutes; begin again when you are ready</source>
        <translation>{0} 分钟内没有人登录；准备好后请重新开始</translation>
    </message>
    <message>
        <source>nobody touched the security key in time.</source>
        <translation>没有人及时触摸安全密钥。</translation>
    </message>
    <message>
        <source>none, api_key or jwt</source>
        <translation>none、api_key 或 jwt</translation>
    </message>
    <message>
        <source>not a JSON-RPC message</source>
        <translation>不是 JSON-RPC 消息</translation>
    </message>
    <message>
        <source>not a memory file that can be sealed</source>
        <translation>不是可以密封的内存文件</translation>
    </message>
    <message>
        <source>not a message ({0}): {1}</source>
        <translation>不是消息（{0}）：{1}</translation>
    </message>
    <message>
        <source>not an answer of Open Tool Calling: {0}</source>
        <translation>不是 Open Tool Calling 的答复：{0}</translation>
    </message>
    <message>
        <source>not as it must be</source>
        <translation>不符合要求</translation>
    </message>
    <message>
        <source>not done in time</source>
        <translation>没有及时完成</translation>
    </message>
    <message>
        <source>not done: {0}</source>
        <translation>没有完成：{0}</translation>
    </message>
    <message>
        <source>not listed</source>
        <translation>未列出</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>not run: ToolGuard ended unexpectedly before it looked at this call; ask again</source>
        <translation>未运行：ToolGuard 在查看此调用之前意外结束；请重新请求</translation>
    </message>
    <message>
        <source>not run: this goes on with an earlier call whose requestState is not known any more (it was used, is too old, or the server was started anew). Call again without it</source>
        <translation>未运行：这是之前某个调用的继续，但其 requestState 已不可知（已被使用、过旧，或服务器已重新启动）。请在不带它的情况下重新调用</translation>
    </message>
    <message>
        <source>not run: {0}</source>
        <translation>未运行：{0}</translation>
    </message>
    <message>
        <source>not valid JSON: {0}</source>
        <translation>不是有效的 JSON：{0}</translation>
    </message>
    <message>
        <source>not valid UTF-8</source>
        <translation>不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>nothing is kept of that stream: ask again</source>
        <translation>该数据流没有保留任何内容：请重新请求</translation>
    </message>
    <message>
        <source>nothing was accepted on this computer yet</source>
        <translation>这台计算机上还没有接受过任何内容</translation>
    </message>
    <message>
        <source>of another form</source>
        <translation>其他形式</translation>
    </message>
    <message>
        <source>older settings were put back</source>
        <translation>有人放回了较旧的设置</translation>
    </message>
    <message>
        <source>on display {0}</source>
        <translation>在显示器 {0} 上</translation>
    </message>
    <message>
        <source>on display {0} ({1}, process {2})</source>
        <translation>在显示器 {0} 上（{1}，进程 {2}）</translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation>在 {0} 上</translation>
    </message>
    <message>
        <source>only tools are looked at</source>
        <translation>只查看工具</translation>
    </message>
    <message>
        <source>open key</source>
        <translation>密钥未受保护</translation>
    </message>
    <message>
        <source>other key</source>
        <translation>密钥不同</translation>
    </message>
    <message>
        <source>other users can read or write the key that proves it</source>
        <translation>其他用户可以读取或写入用于证明它的密钥</translation>
    </message>
    <message>
        <source>outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>outcome unknown:</source>
        <translation>结果未知：</translation>
    </message>
    <message>
        <source>outcome unknown: ToolGuard ended unexpectedly after it had passed this call on</source>
        <translation>结果未知：ToolGuard 在转发此调用之后意外结束</translation>
    </message>
    <message>
        <source>outcome unknown: ToolGuard ended unexpectedly while this call was open</source>
        <translation>结果未知：ToolGuard 在此调用尚未完成时意外结束</translation>
    </message>
    <message>
        <source>outcome unknown: this call ran, and ToolGuard ended unexpectedly before it could pass the answer on</source>
        <translation>结果未知：此调用已运行，而 ToolGuard 在转交答复之前意外结束</translation>
    </message>
    <message>
        <source>outcome unknown: {0}</source>
        <translation>结果未知：{0}</translation>
    </message>
    <message>
        <source>page to sign in</source>
        <translation>登录页面</translation>
    </message>
    <message>
        <source>params must be an object</source>
        <translation>params 必须是对象</translation>
    </message>
    <message>
        <source>params._meta has no {0}</source>
        <translation>params._meta 没有 {0}</translation>
    </message>
    <message>
        <source>params._meta must name the protocol version and the client&apos;s capabilities</source>
        <translation>params._meta 必须写明协议版本和客户端的能力</translation>
    </message>
    <message>
        <source>place for registrations</source>
        <translation>注册地址</translation>
    </message>
    <message>
        <source>place for revocations</source>
        <translation>撤销地址</translation>
    </message>
    <message>
        <source>place for tokens</source>
        <translation>令牌地址</translation>
    </message>
    <message>
        <source>place to sign in</source>
        <translation>登录地址</translation>
    </message>
    <message>
        <source>polkit allows this without asking anybody, which proves nothing. Check its rules for {0}, and do not run ToolGuard as root.</source>
        <translation>polkit 不询问任何人就允许，这证明不了什么。请检查它对 {0} 的规则，并且不要以 root 身份运行 ToolGuard。</translation>
    </message>
    <message>
        <source>polkit did not authenticate you. If it asked nothing, no authentication agent runs in this session.</source>
        <translation>polkit 未能验证您的身份。如果它什么也没有问，说明此会话中没有运行身份验证代理。</translation>
    </message>
    <message>
        <source>polkit does not answer.</source>
        <translation>polkit 没有应答。</translation>
    </message>
    <message>
        <source>polkit does not know ToolGuard&apos;s action yet. Install it: {0}</source>
        <translation>polkit 还不认识 ToolGuard 的操作。请安装：{0}</translation>
    </message>
    <message>
        <source>polkit does not run on this system. Install it (on Debian: polkitd).</source>
        <translation>此系统上没有运行 polkit。请安装它（Debian 上为 polkitd）。</translation>
    </message>
    <message>
        <source>polkit failed: {0}</source>
        <translation>polkit 失败：{0}</translation>
    </message>
    <message>
        <source>polkit&apos;s policy for ToolGuard is for another user. Install it for yours: {0}</source>
        <translation>polkit 中 ToolGuard 的策略属于另一个用户。请为您的用户安装：{0}</translation>
    </message>
    <message>
        <source>polkit&apos;s question was cancelled.</source>
        <translation>polkit 的问题被取消。</translation>
    </message>
    <message>
        <source>polkit&apos;s rules do not allow {0} here. Check its policy and rules.</source>
        <translation>polkit 的规则不允许在此使用 {0}。请检查它的策略和规则。</translation>
    </message>
    <message>
        <source>presence proved</source>
        <translation>已证明在场</translation>
    </message>
    <message>
        <source>presence tried out</source>
        <translation>已试用在场证明</translation>
    </message>
    <message>
        <source>process {0}</source>
        <translation>进程 {0}</translation>
    </message>
    <message>
        <source>process {0}, started by {1} (process {2})</source>
        <translation>进程 {0}，由 {1}（进程 {2}）启动</translation>
    </message>
    <message>
        <source>protection ends</source>
        <translation>保护终止</translation>
    </message>
    <message>
        <source>protocol version</source>
        <translation>协议版本</translation>
    </message>
    <message>
        <source>python-module:{0} in {1}</source>
        <translation>python-module:{0}（位于 {1}）</translation>
    </message>
    <message>
        <source>reaches {0}</source>
        <translation>连接 {0}</translation>
    </message>
    <message>
        <source>record {0}</source>
        <translation>记录 {0}</translation>
    </message>
    <message>
        <source>record {0} calls itself record {1}: it was moved, or records before it were removed</source>
        <translation>记录 {0} 自称是记录 {1}：它被移动过，或它之前的记录被移除</translation>
    </message>
    <message>
        <source>record {0} does not follow record {1}: records were edited, removed or reordered here</source>
        <translation>记录 {0} 不承接记录 {1}：此处的记录被编辑、移除或重排</translation>
    </message>
    <message>
        <source>record {0} has a wrong link: its hash was changed, its text was not</source>
        <translation>记录 {0} 的链接有误：其哈希被更改，而文本没有</translation>
    </message>
    <message>
        <source>record {0} is no record: its text cannot be read</source>
        <translation>记录 {0} 不是记录：无法读取其文本</translation>
    </message>
    <message>
        <source>record {0} is not the one that was noted elsewhere: the log was rewritten</source>
        <translation>记录 {0} 与别处留存的不同：日志被重写</translation>
    </message>
    <message>
        <source>record {0} was edited: its column {1} holds {2}, its text says {3}</source>
        <translation>记录 {0} 被编辑：其列 {1} 为 {2}，其文本却是 {3}</translation>
    </message>
    <message>
        <source>record {0} was edited: its text and its hash do not belong together</source>
        <translation>记录 {0} 被编辑：其文本与哈希不相符</translation>
    </message>
    <message>
        <source>record {0} was edited: the record after it still follows its old hash</source>
        <translation>记录 {0} 被编辑：其后的记录仍承接它的旧哈希</translation>
    </message>
    <message>
        <source>record {0} was put in or reordered: record {1} is the one that follows record {2}</source>
        <translation>记录 {0} 是插入或重排的：承接记录 {2} 的是记录 {1}</translation>
    </message>
    <message>
        <source>record {0} was removed</source>
        <translation>记录 {0} 被移除</translation>
    </message>
    <message>
        <source>record {0} was reordered or repeated: it comes after record {1}</source>
        <translation>记录 {0} 被重排或重复：它出现在记录 {1} 之后</translation>
    </message>
    <message>
        <source>records {0} to {1} were removed</source>
        <translation>记录 {0} 到 {1} 被移除</translation>
    </message>
    <message>
        <source>refused it</source>
        <translation>拒绝了它</translation>
    </message>
    <message>
        <source>resources/subscribe needs a uri</source>
        <translation>resources/subscribe 需要 uri</translation>
    </message>
    <message>
        <source>rule {0}</source>
        <translation>规则 {0}</translation>
    </message>
    <message>
        <source>rule {0} added</source>
        <translation>已添加规则 {0}</translation>
    </message>
    <message>
        <source>rule {0} changed</source>
        <translation>规则 {0} 已更改</translation>
    </message>
    <message>
        <source>rule {0} could not be applied to {1}</source>
        <translation>规则 {0} 无法应用于 {1}</translation>
    </message>
    <message>
        <source>rule {0} removed</source>
        <translation>已移除规则 {0}</translation>
    </message>
    <message>
        <source>runs shell</source>
        <translation>运行 shell</translation>
    </message>
    <message>
        <source>sampling with tools</source>
        <translation>带工具的采样</translation>
    </message>
    <message>
        <source>say the proof first, see run/tcp.json</source>
        <translation>请先出示证明，参见 run/tcp.json</translation>
    </message>
    <message>
        <source>script {0}</source>
        <translation>脚本 {0}</translation>
    </message>
    <message>
        <source>seconds since 1970</source>
        <translation>自 1970 年起的秒数</translation>
    </message>
    <message>
        <source>secret {0} bound to server {1}</source>
        <translation>凭据 {0} 已绑定到服务器 {1}</translation>
    </message>
    <message>
        <source>secret {0} bound to server {1} as it is now</source>
        <translation>机密 {0} 按服务器 {1} 现在的样子绑定</translation>
    </message>
    <message>
        <source>secret {0} described anew</source>
        <translation>凭据 {0} 的说明已更改</translation>
    </message>
    <message>
        <source>secret {0} entered without a value</source>
        <translation>已登记没有值的凭据 {0}</translation>
    </message>
    <message>
        <source>secret {0} filled into {1}</source>
        <translation>凭据 {0} 已填入{1}</translation>
    </message>
    <message>
        <source>secret {0} no longer filled into {1}</source>
        <translation>凭据 {0} 不再填入{1}</translation>
    </message>
    <message>
        <source>secret {0} removed</source>
        <translation>已移除凭据 {0}</translation>
    </message>
    <message>
        <source>secret {0} set</source>
        <translation>已设置凭据 {0}</translation>
    </message>
    <message>
        <source>secret {0} unbound from server {1}</source>
        <translation>凭据 {0} 已与服务器 {1} 解除绑定</translation>
    </message>
    <message>
        <source>secret, api_key, bearer_token or user_id</source>
        <translation>secret、api_key、bearer_token 或 user_id</translation>
    </message>
    <message>
        <source>security key</source>
        <translation>安全密钥</translation>
    </message>
    <message>
        <source>security key {0} registered</source>
        <translation>安全密钥 {0} 已注册</translation>
    </message>
    <message>
        <source>security key {0} removed</source>
        <translation>安全密钥 {0} 已移除</translation>
    </message>
    <message>
        <source>sends data</source>
        <translation>发送数据</translation>
    </message>
    <message>
        <source>server   every one, later ones too</source>
        <translation>服务器   所有，包括以后添加的</translation>
    </message>
    <message>
        <source>server {0} added</source>
        <translation>已添加服务器 {0}</translation>
    </message>
    <message>
        <source>server {0} changed</source>
        <translation>已更改服务器 {0}</translation>
    </message>
    <message>
        <source>server {0} looked at</source>
        <translation>已查看服务器 {0}</translation>
    </message>
    <message>
        <source>server {0} removed</source>
        <translation>已移除服务器 {0}</translation>
    </message>
    <message>
        <source>server {0} restored</source>
        <translation>已恢复服务器 {0}</translation>
    </message>
    <message>
        <source>server {0} signed in</source>
        <translation>已登录服务器 {0}</translation>
    </message>
    <message>
        <source>server {0} signed out</source>
        <translation>已退出服务器 {0} 的登录</translation>
    </message>
    <message>
        <source>server {0} switched {1}</source>
        <translation>服务器 {0} 的开关：{1}</translation>
    </message>
    <message>
        <source>session of {0} with server {1} ended</source>
        <translation>{0} 与服务器 {1} 的会话已结束</translation>
    </message>
    <message>
        <source>session or always</source>
        <translation>session 或 always</translation>
    </message>
    <message>
        <source>set its header Authorization to the likes of Bearer ${secret:NAME} in its settings</source>
        <translation>请在其设置中将标头 Authorization 设为类似 Bearer ${secret:NAME} 的内容</translation>
    </message>
    <message>
        <source>setting {0} changed</source>
        <translation>已更改设置 {0}</translation>
    </message>
    <message>
        <source>several calls run</source>
        <translation>有多个调用正在运行</translation>
    </message>
    <message>
        <source>shows tool</source>
        <translation>显示工具</translation>
    </message>
    <message>
        <source>sign in  {0}</source>
        <translation>登录  {0}</translation>
    </message>
    <message>
        <source>sign in: open ToolGuard → Servers → {0} → Sign in, or run `toolguard server sign-in {0}`</source>
        <translation>请登录：打开 ToolGuard → 服务器 → {0} → 登录，或运行 `toolguard server sign-in {0}`</translation>
    </message>
    <message>
        <source>sign-in to server {0} begun</source>
        <translation>已开始登录服务器 {0}</translation>
    </message>
    <message>
        <source>sign-in to server {0} failed</source>
        <translation>登录服务器 {0} 失败</translation>
    </message>
    <message>
        <source>somebody else answered in the place of polkit.</source>
        <translation>有别的程序冒充 polkit 应答。</translation>
    </message>
    <message>
        <source>started again: the first one ended when it was asked in a revision that it does not know</source>
        <translation>已重新启动：前一个进程收到它不认识的协议版本的请求后就结束了</translation>
    </message>
    <message>
        <source>started by {0}</source>
        <translation>由 {0} 启动</translation>
    </message>
    <message>
        <source>starts another command</source>
        <translation>启动另一个命令</translation>
    </message>
    <message>
        <source>starts its command</source>
        <translation>启动其命令</translation>
    </message>
    <message>
        <source>starts program</source>
        <translation>启动程序</translation>
    </message>
    <message>
        <source>starts this program</source>
        <translation>启动此程序</translation>
    </message>
    <message>
        <source>status {0}</source>
        <translation>状态 {0}</translation>
    </message>
    <message>
        <source>status {0}, for developers: {1}</source>
        <translation>状态 {0}，供开发者参考：{1}</translation>
    </message>
    <message>
        <source>status {0}: {1}</source>
        <translation>状态 {0}：{1}</translation>
    </message>
    <message>
        <source>stdin and stdout must be a pipe, a socket or a terminal to be handed over</source>
        <translation>要移交的 stdin 和 stdout 必须是管道、套接字或终端</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation>在结束前停止</translation>
    </message>
    <message>
        <source>stopped by the user</source>
        <translation>被用户停止</translation>
    </message>
    <message>
        <source>the LocalAuthentication framework is not installed.</source>
        <translation>没有安装 LocalAuthentication 框架。</translation>
    </message>
    <message>
        <source>the Windows Hello interface (winrt) is not installed.</source>
        <translation>没有安装 Windows Hello 接口（winrt）。</translation>
    </message>
    <message>
        <source>the address of the client-id document must begin with https:// and have a path</source>
        <translation>客户端 ID 文档的地址必须以 https:// 开头并带有路径</translation>
    </message>
    <message>
        <source>the address of the server, or that of the proxy which your system sets, is none that can be used</source>
        <translation>服务器的地址，或系统设置的代理地址，无法使用</translation>
    </message>
    <message>
        <source>the answer to the sign-in {0}, and not from {1}: it was refused</source>
        <translation>登录的答复{0}，而不是来自 {1}：已拒绝</translation>
    </message>
    <message>
        <source>the argument {0}</source>
        <translation>参数 {0}</translation>
    </message>
    <message>
        <source>the argument {0} has {1} in it, which Windows would interpret because {2} is a batch file. Set the program that it starts (such as node.exe with the script&apos;s path) as the command</source>
        <translation>参数 {0} 中有 {1}，由于 {2} 是批处理文件，Windows 会对它另作解释。请把它所启动的程序（例如 node.exe 加脚本路径）设为命令</translation>
    </message>
    <message>
        <source>the argument {0} of the tool {1} of {2}</source>
        <translation>{2} 的工具 {1} 的参数 {0}</translation>
    </message>
    <message>
        <source>the arguments of a tool must be an object</source>
        <translation>工具的参数必须是对象</translation>
    </message>
    <message>
        <source>the body did not come</source>
        <translation>没有收到正文</translation>
    </message>
    <message>
        <source>the body did not come in time</source>
        <translation>没有及时收到正文</translation>
    </message>
    <message>
        <source>the browser came back without a code; begin again</source>
        <translation>浏览器返回时没有带来授权码；请重新开始</translation>
    </message>
    <message>
        <source>the certificates that SSL_CERT_FILE names cannot be read ({0})</source>
        <translation>无法读取 SSL_CERT_FILE 所指的证书（{0}）</translation>
    </message>
    <message>
        <source>the client asked nothing for a while</source>
        <translation>客户端有一段时间没有请求</translation>
    </message>
    <message>
        <source>the client began too many other sessions</source>
        <translation>客户端开始了过多其他会话</translation>
    </message>
    <message>
        <source>the client cannot show who it is: {0}</source>
        <translation>客户端无法证明自己的身份：{0}</translation>
    </message>
    <message>
        <source>the client closed its connection</source>
        <translation>客户端关闭了连接</translation>
    </message>
    <message>
        <source>the client closed the connection</source>
        <translation>客户端关闭了连接</translation>
    </message>
    <message>
        <source>the client closed the response</source>
        <translation>客户端关闭了响应</translation>
    </message>
    <message>
        <source>the client did not go on with it</source>
        <translation>客户端没有继续</translation>
    </message>
    <message>
        <source>the client does not offer {0}</source>
        <translation>客户端不提供{0}</translation>
    </message>
    <message>
        <source>the client ended its session</source>
        <translation>客户端结束了会话</translation>
    </message>
    <message>
        <source>the client left before it was let in</source>
        <translation>客户端在获准接入前离开</translation>
    </message>
    <message>
        <source>the client left during the handshake</source>
        <translation>客户端在握手期间离开</translation>
    </message>
    <message>
        <source>the client was not heard of for a long time</source>
        <translation>客户端很长时间没有消息</translation>
    </message>
    <message>
        <source>the client&apos;s connection was lost and it did not come back</source>
        <translation>客户端的连接已断开，没有恢复</translation>
    </message>
    <message>
        <source>the client&apos;s stdin cannot be watched: {0}</source>
        <translation>无法监视客户端的 stdin：{0}</translation>
    </message>
    <message>
        <source>the client&apos;s time limit passed before it was written to the server</source>
        <translation>在写给服务器之前，客户端的时限已过</translation>
    </message>
    <message>
        <source>the command is empty: name a program after --</source>
        <translation>命令为空：请在 -- 之后给出程序</translation>
    </message>
    <message>
        <source>the connection became a channel</source>
        <translation>连接成为通道</translation>
    </message>
    <message>
        <source>the connection broke</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>the connection broke before the answer and could not be taken up again</source>
        <translation>连接在答复前中断，无法恢复</translation>
    </message>
    <message>
        <source>the connection ended before the answer</source>
        <translation>连接在答复前结束</translation>
    </message>
    <message>
        <source>the connection to the system bus was lost ({0}).</source>
        <translation>与系统总线的连接中断（{0}）。</translation>
    </message>
    <message>
        <source>the connection was closed before a whole line came</source>
        <translation>连接在收到整行之前关闭</translation>
    </message>
    <message>
        <source>the copy of that is gone</source>
        <translation>其副本已经不在</translation>
    </message>
    <message>
        <source>the counter of the security key {0} went back: it may have been copied.</source>
        <translation>安全密钥 {0} 的计数器倒退：它可能被复制。</translation>
    </message>
    <message>
        <source>the folder {0} of this server cannot be entered; change it in its settings</source>
        <translation>无法进入此服务器的文件夹 {0}；请在其设置中更改</translation>
    </message>
    <message>
        <source>the handshake failed</source>
        <translation>握手失败</translation>
    </message>
    <message>
        <source>the header MCP-Protocol-Version is not the version that the request&apos;s _meta names</source>
        <translation>标头 MCP-Protocol-Version 与请求的 _meta 所写的版本不同</translation>
    </message>
    <message>
        <source>the header Mcp-Method is not the request&apos;s method</source>
        <translation>标头 Mcp-Method 与请求的方法不同</translation>
    </message>
    <message>
        <source>the header Mcp-Name is not the request&apos;s params.{0}</source>
        <translation>标头 Mcp-Name 与请求的 params.{0} 不同</translation>
    </message>
    <message>
        <source>the header {0} has a character in it that no header can carry; look at its secret and its text</source>
        <translation>标头 {0} 中有任何标头都无法携带的字符；请检查其凭据和文本</translation>
    </message>
    <message>
        <source>the header {0} is not the argument {1}</source>
        <translation>标头 {0} 与参数 {1} 不同</translation>
    </message>
    <message>
        <source>the header {0} is set by ToolGuard itself; take it out of the server&apos;s settings</source>
        <translation>标头 {0} 由 ToolGuard 自行设置；请将它从服务器的设置中去掉</translation>
    </message>
    <message>
        <source>the header {0} stands more than once</source>
        <translation>标头 {0} 出现了不止一次</translation>
    </message>
    <message>
        <source>the id {0} is still in use by another request</source>
        <translation>id {0} 仍被另一个请求使用</translation>
    </message>
    <message>
        <source>the id {0} stands twice in the batch</source>
        <translation>id {0} 在批处理中出现了两次</translation>
    </message>
    <message>
        <source>the journal can be cut</source>
        <translation>journal 文件可以被截断</translation>
    </message>
    <message>
        <source>the journal is damaged</source>
        <translation>journal 文件已损坏</translation>
    </message>
    <message>
        <source>the journal was changed by another program</source>
        <translation>journal 文件被其他程序更改</translation>
    </message>
    <message>
        <source>the key made no credential.</source>
        <translation>密钥没有生成凭据。</translation>
    </message>
    <message>
        <source>the key that proves it is gone, or was never made</source>
        <translation>用于证明它的密钥已经不在，或从未生成</translation>
    </message>
    <message>
        <source>the key {0} stands twice in one object</source>
        <translation>键 {0} 在一个对象中出现了两次</translation>
    </message>
    <message>
        <source>the key&apos;s answer is not valid ({0}).</source>
        <translation>密钥的应答无效（{0}）。</translation>
    </message>
    <message>
        <source>the keychain that holds the key for it cannot be reached</source>
        <translation>无法访问存有其密钥的钥匙串</translation>
    </message>
    <message>
        <source>the log is not as it was</source>
        <translation>日志与之前不同</translation>
    </message>
    <message>
        <source>the log was removed, cut, exchanged or added to</source>
        <translation>日志被移除、截断、调换或添加了内容</translation>
    </message>
    <message>
        <source>the log was truncated: it ends at record {0}, but record {1} was noted elsewhere</source>
        <translation>日志被截断：它止于记录 {0}，但别处留存了记录 {1}</translation>
    </message>
    <message>
        <source>the member &quot;id&quot; must be a string or an integer</source>
        <translation>成员 &quot;id&quot; 必须是字符串或整数</translation>
    </message>
    <message>
        <source>the member &quot;jsonrpc&quot; must be &quot;2.0&quot;</source>
        <translation>成员 &quot;jsonrpc&quot; 必须是 &quot;2.0&quot;</translation>
    </message>
    <message>
        <source>the member &quot;method&quot; must be a string</source>
        <translation>成员 &quot;method&quot; 必须是字符串</translation>
    </message>
    <message>
        <source>the member &quot;params&quot; must be an object</source>
        <translation>成员 &quot;params&quot; 必须是对象</translation>
    </message>
    <message>
        <source>the member request must be an object</source>
        <translation>成员 request 必须是对象</translation>
    </message>
    <message>
        <source>the member {0} could be mistaken for {1}</source>
        <translation>成员 {0} 可能被误认为 {1}</translation>
    </message>
    <message>
        <source>the message is too large for the server</source>
        <translation>消息对服务器来说过大</translation>
    </message>
    <message>
        <source>the name of a tool may have {0} characters</source>
        <translation>工具名称最多可有 {0} 个字符</translation>
    </message>
    <message>
        <source>the name of a tool must be a text that is not empty</source>
        <translation>工具的名称必须是非空文本</translation>
    </message>
    <message>
        <source>the name of a variable</source>
        <translation>变量名</translation>
    </message>
    <message>
        <source>the name of the user must consist of letters, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;</source>
        <translation>用户名只能由字母、数字、“.”、“_”和“-”组成</translation>
    </message>
    <message>
        <source>the name {0} is not known; check the address and your network</source>
        <translation>名称 {0} 未知；请检查地址和您的网络</translation>
    </message>
    <message>
        <source>the name {0} is not known; check your network</source>
        <translation>找不到名称 {0}；请检查网络</translation>
    </message>
    <message>
        <source>the parts of the secret {0} do not fit together: set it again</source>
        <translation>凭据 {0} 的各部分不相符：请重新设置</translation>
    </message>
    <message>
        <source>the place to sign in failed (status {0}): try again later</source>
        <translation>登录地址出错（状态 {0}）：请稍后再试</translation>
    </message>
    <message>
        <source>the program {0} cannot be read ({1}), so ToolGuard cannot tell whether it is the one that its secrets were bound to. Let your user read it</source>
        <translation>无法读取程序 {0}（{1}），因此 ToolGuard 无法判断它是否就是机密所绑定的那个程序。请让您的用户可以读取它</translation>
    </message>
    <message>
        <source>the program {0} is not the one that was checked: try again</source>
        <translation>程序 {0} 不是检查过的那个：请重试</translation>
    </message>
    <message>
        <source>the proof of it is gone</source>
        <translation>对它的证明已经不在</translation>
    </message>
    <message>
        <source>the proof of it was not made with your key: it was forged, or the key was replaced</source>
        <translation>对它的证明不是用您的密钥生成的：它是伪造的，或密钥已被更换</translation>
    </message>
    <message>
        <source>the proxy that your system sets refused the connection</source>
        <translation>系统设置的代理拒绝了连接</translation>
    </message>
    <message>
        <source>the request is longer than {0} bytes</source>
        <translation>请求超过 {0} 字节</translation>
    </message>
    <message>
        <source>the request that needed it is over</source>
        <translation>需要它的请求已结束</translation>
    </message>
    <message>
        <source>the rule {0} denies it</source>
        <translation>规则 {0} 拒绝它</translation>
    </message>
    <message>
        <source>the rule {0} does not cover it: {1}</source>
        <translation>规则 {0} 不适用于它：{1}</translation>
    </message>
    <message>
        <source>the rule {0} wants a person to be asked</source>
        <translation>规则 {0} 要求先询问用户</translation>
    </message>
    <message>
        <source>the rules no longer allow it: they were changed since.</source>
        <translation>规则已不再允许：此后规则有过更改。</translation>
    </message>
    <message>
        <source>the secret {0} cannot be had. {1}</source>
        <translation>无法取得凭据 {0}。{1}</translation>
    </message>
    <message>
        <source>the secret {0} has no value in your keychain: toolguard secret set {1}</source>
        <translation>凭据 {0} 在您的钥匙串中没有值：toolguard secret set {1}</translation>
    </message>
    <message>
        <source>the secret {0} is not bound to the server: toolguard secret bind {1} --server {2}</source>
        <translation>凭据 {0} 未绑定到该服务器：toolguard secret bind {1} --server {2}</translation>
    </message>
    <message>
        <source>the security key could not be saved: {0}</source>
        <translation>无法保存安全密钥：{0}</translation>
    </message>
    <message>
        <source>the security key failed ({0}).</source>
        <translation>安全密钥失败（{0}）。</translation>
    </message>
    <message>
        <source>the security key refused ({0}).</source>
        <translation>安全密钥拒绝（{0}）。</translation>
    </message>
    <message>
        <source>the server answered with {0}, which a client of {1} cannot take</source>
        <translation>服务器以 {0} 答复，{1} 版本的客户端无法接受</translation>
    </message>
    <message>
        <source>the server asked for more than {0} times before it would answer</source>
        <translation>服务器在答复之前请求了超过 {0} 次</translation>
    </message>
    <message>
        <source>the server asked for something that cannot be read</source>
        <translation>服务器请求的内容无法读取</translation>
    </message>
    <message>
        <source>the server cannot be given what ToolGuard fills in for this tool.</source>
        <translation>无法把 ToolGuard 为此工具填入的内容交给服务器。</translation>
    </message>
    <message>
        <source>the server closed its stream before it said where it takes messages</source>
        <translation>服务器在说明接收消息的地址之前关闭了数据流</translation>
    </message>
    <message>
        <source>the server compressed its answer more than once</source>
        <translation>服务器多次压缩了答复</translation>
    </message>
    <message>
        <source>the server could not be started: {0}</source>
        <translation>无法启动服务器：{0}</translation>
    </message>
    <message>
        <source>the server describes itself as {0}, which it is not: nothing was signed in to</source>
        <translation>服务器自称是 {0}，但它不是：没有进行登录</translation>
    </message>
    <message>
        <source>the server describes this tool in another way by now, or wants more for it: list its tools again, and make the call anew.</source>
        <translation>服务器对此工具的描述已经改变，或者为它要求更多：请重新列出其工具，然后重新发起调用。</translation>
    </message>
    <message>
        <source>the server did not answer its handshake after it was started again</source>
        <translation>服务器重新启动后没有答复握手</translation>
    </message>
    <message>
        <source>the server did not answer {0} in {1} seconds</source>
        <translation>服务器在 {1} 秒内没有答复 {0}</translation>
    </message>
    <message>
        <source>the server does not allow this: look at what its token may do, or {0}</source>
        <translation>服务器不允许此操作：请查看其令牌的权限，或{0}</translation>
    </message>
    <message>
        <source>the server does not list its tools: {0}</source>
        <translation>服务器没有列出工具：{0}</translation>
    </message>
    <message>
        <source>the server does not say where it takes messages</source>
        <translation>服务器没有说明在哪里接收消息</translation>
    </message>
    <message>
        <source>the server does not start and too many messages wait for it</source>
        <translation>服务器没有启动，等待它的消息过多</translation>
    </message>
    <message>
        <source>the server ended</source>
        <translation>服务器已结束</translation>
    </message>
    <message>
        <source>the server ended before it answered ({0})</source>
        <translation>服务器在答复前结束（{0}）</translation>
    </message>
    <message>
        <source>the server ended its session before the answer</source>
        <translation>服务器在答复前结束了会话</translation>
    </message>
    <message>
        <source>the server ended when it was asked this ({0})</source>
        <translation>服务器收到这个请求后就结束了（{0}）</translation>
    </message>
    <message>
        <source>the server ended while the call was written to it</source>
        <translation>服务器在写入此调用时结束</translation>
    </message>
    <message>
        <source>the server ended {0} times in a row right after its start; it is stopped</source>
        <translation>服务器启动后随即结束，连续 {0} 次；已将它停止</translation>
    </message>
    <message>
        <source>the server gave an error</source>
        <translation>服务器给出了错误</translation>
    </message>
    <message>
        <source>the server gets too many messages</source>
        <translation>服务器收到的消息过多</translation>
    </message>
    <message>
        <source>the server had ended its session, and a new one begins; ask again</source>
        <translation>服务器已结束会话，新会话即将开始；请重新请求</translation>
    </message>
    <message>
        <source>the server had not listed this tool, so nobody could see what it wants to be given: list its tools, and make the call anew.</source>
        <translation>服务器此前没有列出这个工具，因此没有人能看到它想要得到什么：请列出它的工具，然后重新发起调用。</translation>
    </message>
    <message>
        <source>the server has no command; set one in its settings</source>
        <translation>服务器没有命令；请在其设置中填写</translation>
    </message>
    <message>
        <source>the server has not answered yet: try again in a while</source>
        <translation>服务器尚未答复：请稍后再试</translation>
    </message>
    <message>
        <source>the server has nothing at this address: check its path</source>
        <translation>服务器在此地址没有内容：请检查路径</translation>
    </message>
    <message>
        <source>the server is no longer what the secret {0} was bound to. Look at what changed, then bind it again: toolguard secret bind {1} --server {2}</source>
        <translation>服务器已不是机密 {0} 所绑定的那个。请查看改变了什么，然后重新绑定：toolguard secret bind {1} --server {2}</translation>
    </message>
    <message>
        <source>the server is there again</source>
        <translation>服务器又可以使用了</translation>
    </message>
    <message>
        <source>the server needed an answer of the client to go on, and the client refused: {0}</source>
        <translation>服务器需要客户端的答复才能继续，而客户端拒绝了：{0}</translation>
    </message>
    <message>
        <source>the server needed {0} to go on, which this client does not offer</source>
        <translation>服务器需要{0}才能继续，而此客户端不提供</translation>
    </message>
    <message>
        <source>the server needs a web page to be visited first, and that was declined</source>
        <translation>服务器要求先访问一个网页，已被拒绝</translation>
    </message>
    <message>
        <source>the server needs a web page to be visited first, which this client does not offer: {0}</source>
        <translation>服务器要求先访问一个网页，而此客户端不支持：{0}</translation>
    </message>
    <message>
        <source>the server offers no stream</source>
        <translation>服务器没有提供数据流</translation>
    </message>
    <message>
        <source>the server put a secret into a method or an id; withheld</source>
        <translation>服务器把机密放进了方法或 id；内容已扣留</translation>
    </message>
    <message>
        <source>the server redirects in a way that would lose the message; check the address</source>
        <translation>服务器的重定向方式会丢失消息；请检查地址</translation>
    </message>
    <message>
        <source>the server redirects to another one, {0}, which was not followed; if that is the one that you want, set its address</source>
        <translation>服务器重定向到另一个服务器 {0}，没有跟随；如果它正是您想要的，请设为其地址</translation>
    </message>
    <message>
        <source>the server redirects to what is no address</source>
        <translation>服务器重定向的目标不是地址</translation>
    </message>
    <message>
        <source>the server redirects without end</source>
        <translation>服务器无休止地重定向</translation>
    </message>
    <message>
        <source>the server refuses every handshake: {0}; {1}</source>
        <translation>服务器拒绝每次握手：{0}；{1}</translation>
    </message>
    <message>
        <source>the server repeated a secret in a form that cannot be taken out; withheld</source>
        <translation>服务器以无法去除的形式重复了凭据；内容已扣留</translation>
    </message>
    <message>
        <source>the server says that it takes messages at what is no address</source>
        <translation>服务器所说的接收消息之处不是地址</translation>
    </message>
    <message>
        <source>the server sends too much at once</source>
        <translation>服务器一次发送的内容过多</translation>
    </message>
    <message>
        <source>the server speaks only versions that ToolGuard does not know: {0}</source>
        <translation>服务器只支持 ToolGuard 不认识的版本：{0}</translation>
    </message>
    <message>
        <source>the server takes no messages at this address: check its path</source>
        <translation>服务器在此地址不接收消息：请检查路径</translation>
    </message>
    <message>
        <source>the server tells of no updates</source>
        <translation>服务器不通报更新</translation>
    </message>
    <message>
        <source>the server took the message and sends no answer</source>
        <translation>服务器收下了消息，但没有发送答复</translation>
    </message>
    <message>
        <source>the server took too long</source>
        <translation>服务器耗时过长</translation>
    </message>
    <message>
        <source>the server wants its messages sent to another server, which ToolGuard does not do</source>
        <translation>服务器要求把消息发送到另一个服务器，ToolGuard 不会这样做</translation>
    </message>
    <message>
        <source>the server wants to know who you are: {0}</source>
        <translation>服务器想知道您是谁：{0}</translation>
    </message>
    <message>
        <source>the server wants {0} repeated in a header, where others can read it</source>
        <translation>服务器要求在标头中重复 {0}，其他人可以在那里读到它</translation>
    </message>
    <message>
        <source>the server was removed or changed meanwhile; what was signed in to is forgotten</source>
        <translation>服务器在此期间已被移除或更改；登录结果已忘记</translation>
    </message>
    <message>
        <source>the server was started again and refused its handshake</source>
        <translation>服务器重新启动后拒绝了握手</translation>
    </message>
    <message>
        <source>the server {0}</source>
        <translation>服务器{0}</translation>
    </message>
    <message>
        <source>the server {0} before it answered {1}</source>
        <translation>服务器在答复 {1} 之前{0}</translation>
    </message>
    <message>
        <source>the server {0} cannot be used now</source>
        <translation>服务器 {0} 目前无法使用</translation>
    </message>
    <message>
        <source>the server {0} could not be used</source>
        <translation>服务器 {0} 无法使用</translation>
    </message>
    <message>
        <source>the server {0} does not say where people sign in; if it wants a token, set its header Authorization to the likes of Bearer ${secret:NAME} in its settings</source>
        <translation>服务器 {0} 没有说明在哪里登录；如果它需要令牌，请在它的设置中把标头 Authorization 设为类似 Bearer ${secret:NAME} 的值</translation>
    </message>
    <message>
        <source>the server {0} does not take what it is sent</source>
        <translation>服务器 {0} 不接收发给它的内容</translation>
    </message>
    <message>
        <source>the server {0} during its handshake</source>
        <translation>服务器在握手期间{0}</translation>
    </message>
    <message>
        <source>the server {0} has another address by now: look at it, then begin again</source>
        <translation>服务器 {0} 的地址已经改变：请查看后重新开始</translation>
    </message>
    <message>
        <source>the server {0} has another address by now: start it again in your chat client</source>
        <translation>服务器 {0} 的地址已经改变：请在您的聊天客户端中重新启动它</translation>
    </message>
    <message>
        <source>the server {0} is gone</source>
        <translation>服务器 {0} 已经消失</translation>
    </message>
    <message>
        <source>the server {0} is no longer what the secret {1} was bound to, and nobody accepted that: look at what changed, then bind it again on the page Credentials, or run `toolguard secret bind {2} --server {3}`</source>
        <translation>服务器 {0} 已不是机密 {1} 所绑定的那个，而且没有人接受这一改变：请查看改变了什么，然后在“凭据”页面重新绑定，或运行 `toolguard secret bind {2} --server {3}`</translation>
    </message>
    <message>
        <source>the server {0} is not one that you sign in to: it has no address, or its own header</source>
        <translation>服务器 {0} 不需要登录：它没有地址，或有自己的标头</translation>
    </message>
    <message>
        <source>the server {0} is of the unknown kind {1}; set one of {2}</source>
        <translation>服务器 {0} 的类型 {1} 未知；请设为 {2} 之一</translation>
    </message>
    <message>
        <source>the server {0} is switched off</source>
        <translation>服务器 {0} 已关闭</translation>
    </message>
    <message>
        <source>the server {0} is switched off; switch it on in ToolGuard</source>
        <translation>服务器 {0} 已关闭；请在 ToolGuard 中启用</translation>
    </message>
    <message>
        <source>the server {0} refuses the token that you were given when you signed in: whoever runs it has to look at that</source>
        <translation>服务器 {0} 拒绝了您登录时得到的令牌：需要由其运营者查看</translation>
    </message>
    <message>
        <source>the server {0} wants rights that your sign-in already has ({1}): whoever runs it has to look at that</source>
        <translation>服务器 {0} 需要的权限您的登录已经具有（{1}）：需要由其运营者查看</translation>
    </message>
    <message>
        <source>the server {0} wants you to have more rights; {1}</source>
        <translation>服务器 {0} 需要您有更多权限；{1}</translation>
    </message>
    <message>
        <source>the server {0} wants you to sign in at {1}; {2}</source>
        <translation>服务器 {0} 希望您在 {1} 登录；{2}</translation>
    </message>
    <message>
        <source>the server {0} was not accepted in ToolGuard{1}</source>
        <translation>服务器 {0} 未在 ToolGuard 中被接受{1}</translation>
    </message>
    <message>
        <source>the server {0} was removed or switched off in ToolGuard</source>
        <translation>服务器 {0} 已在 ToolGuard 中移除或关闭</translation>
    </message>
    <message>
        <source>the server&apos;s address has a password in it; take it out and set a header Authorization with ${secret:NAME} in its place</source>
        <translation>服务器的地址中含有密码；请将它去掉，改为设置含 ${secret:NAME} 的标头 Authorization</translation>
    </message>
    <message>
        <source>the server&apos;s address is none; it must begin with https:// or http:// and name a host</source>
        <translation>服务器的地址无效；它必须以 https:// 或 http:// 开头并写明主机</translation>
    </message>
    <message>
        <source>the server&apos;s answer cannot be read: {0}</source>
        <translation>无法读取服务器的答复：{0}</translation>
    </message>
    <message>
        <source>the server&apos;s answer could not be decompressed</source>
        <translation>无法解压服务器的答复</translation>
    </message>
    <message>
        <source>the server&apos;s answer is not MCP; check the address</source>
        <translation>服务器的答复不是 MCP；请检查地址</translation>
    </message>
    <message>
        <source>the server&apos;s answer to {0} cannot be read</source>
        <translation>无法读取服务器对 {0} 的答复</translation>
    </message>
    <message>
        <source>the server&apos;s description failed (status {0}): try again later</source>
        <translation>服务器的说明出错（状态 {0}）：请稍后再试</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools cannot be read: it has no tools in it</source>
        <translation>无法读取服务器的工具列表：其中没有工具</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools has more than {0} pages</source>
        <translation>服务器的工具列表超过 {0} 页</translation>
    </message>
    <message>
        <source>the server&apos;s list of tools never ends: it repeats a cursor</source>
        <translation>服务器的工具列表没有尽头：它重复同一游标</translation>
    </message>
    <message>
        <source>the server&apos;s own stream broke: {0}</source>
        <translation>服务器自己的数据流中断：{0}</translation>
    </message>
    <message>
        <source>the server&apos;s session id is not usable and was ignored</source>
        <translation>服务器的会话 id 无法使用，已忽略</translation>
    </message>
    <message>
        <source>the session ended before it was written to the server</source>
        <translation>会话在写给服务器之前结束</translation>
    </message>
    <message>
        <source>the session ended while this was asked</source>
        <translation>会话在请求期间结束</translation>
    </message>
    <message>
        <source>the session is closed</source>
        <translation>会话已关闭</translation>
    </message>
    <message>
        <source>the session is over</source>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>the session was {0}</source>
        <translation>会话{0}</translation>
    </message>
    <message>
        <source>the settings were changed meanwhile. Try again.</source>
        <translation>其间设置发生了更改。请重试。</translation>
    </message>
    <message>
        <source>the sign-in cannot be kept: {0}</source>
        <translation>登录无法保存：{0}</translation>
    </message>
    <message>
        <source>the sign-in was declined: {0}{1}</source>
        <translation>登录被拒绝：{0}{1}</translation>
    </message>
    <message>
        <source>the system bus cannot be reached ({0}).</source>
        <translation>无法连接系统总线（{0}）。</translation>
    </message>
    <message>
        <source>the system bus does not let ToolGuard in ({0}).</source>
        <translation>系统总线不接纳 ToolGuard（{0}）。</translation>
    </message>
    <message>
        <source>the third of the descriptors is no journal: {0}</source>
        <translation>第三个描述符不是 journal 文件：{0}</translation>
    </message>
    <message>
        <source>the token is wrong: the program that connects is not this user&apos;s</source>
        <translation>令牌错误：连接的程序不属于此用户</translation>
    </message>
    <message>
        <source>the tool is switched off in ToolGuard by now.</source>
        <translation>该工具现已在 ToolGuard 中关闭。</translation>
    </message>
    <message>
        <source>the tool {0}</source>
        <translation>工具 {0}</translation>
    </message>
    <message>
        <source>the tool {0} was left out: {1}</source>
        <translation>已省略工具 {0}：{1}</translation>
    </message>
    <message>
        <source>the tool&apos;s schema has no property at {0} that is reached by properties alone</source>
        <translation>工具的输入定义中没有仅经由属性就能到达的 {0}</translation>
    </message>
    <message>
        <source>the tool&apos;s schema leads elsewhere by a reference on the way to {0}</source>
        <translation>工具的输入定义在通往 {0} 的路上经引用转到了别处</translation>
    </message>
    <message>
        <source>the tool&apos;s schema may speak of {0} by a pattern, too</source>
        <translation>工具的输入定义可能还以模式提到了 {0}</translation>
    </message>
    <message>
        <source>the tool&apos;s schema refers to a part of itself that is taken out, or around it</source>
        <translation>工具的输入定义引用了自身中要取出的部分或其外层</translation>
    </message>
    <message>
        <source>the tool&apos;s schema speaks of {0} in a second place</source>
        <translation>工具的输入定义在另一处也提到了 {0}</translation>
    </message>
    <message>
        <source>the {0} {1} {2}: it was not used</source>
        <translation>{0} {1} {2}：没有使用</translation>
    </message>
    <message>
        <source>there is a security key {0} already. Choose another name.</source>
        <translation>已有安全密钥 {0}。请另选名称。</translation>
    </message>
    <message>
        <source>there is no tool {0}</source>
        <translation>没有工具 {0}</translation>
    </message>
    <message>
        <source>there is no version {0} of {1}: it is {2} now</source>
        <translation>{1} 没有版本 {0}：目前是 {2}</translation>
    </message>
    <message>
        <source>there is nothing here: a server&apos;s URL is /s/NAME/mcp, that of all together /mcp; older clients: /sse; for Open Tool Calling it is /otc/NAME</source>
        <translation>此处没有任何内容：服务器的 URL 是 /s/名称/mcp，全部服务器合在一起的是 /mcp；较旧的客户端使用 /sse；用于 Open Tool Calling 的是 /otc/名称</translation>
    </message>
    <message>
        <source>this $schema is not supported: otc://1.0 and urn:oxp:1.0 are</source>
        <translation>不支持此 $schema：支持 otc://1.0 和 urn:oxp:1.0</translation>
    </message>
    <message>
        <source>this OXP-Version is not supported: 1.0 is</source>
        <translation>不支持此 OXP-Version：支持 1.0</translation>
    </message>
    <message>
        <source>this ToolGuard cannot be closed from elsewhere</source>
        <translation>无法从别处关闭这个 ToolGuard</translation>
    </message>
    <message>
        <source>this call_id stands for another call: use a new one</source>
        <translation>此 call_id 代表另一个调用：请使用新的</translation>
    </message>
    <message>
        <source>this client has too many connections: use the ones that are open, or close some</source>
        <translation>此客户端的连接过多：请使用已打开的连接，或关闭一些</translation>
    </message>
    <message>
        <source>this computer has no way to authenticate with Windows Hello.</source>
        <translation>此计算机无法使用 Windows Hello 验证身份。</translation>
    </message>
    <message>
        <source>this cursor is not known: list again from the start</source>
        <translation>此游标未知：请从头重新列出</translation>
    </message>
    <message>
        <source>this endpoint stands for several servers and cannot tell which one this is for; use the server&apos;s own endpoint (toolguard-connect --server NAME)</source>
        <translation>此端点代表多个服务器，无法判断这是给哪一个的；请使用该服务器自己的端点（toolguard-connect --server 名称）</translation>
    </message>
    <message>
        <source>this key was removed meanwhile.</source>
        <translation>这个密钥在此期间被移除。</translation>
    </message>
    <message>
        <source>this security key asks for its PIN, which ToolGuard cannot pass on. Use a key without one.</source>
        <translation>此安全密钥要求 PIN，而 ToolGuard 无法转达。请使用没有 PIN 的密钥。</translation>
    </message>
    <message>
        <source>this security key is not the right one: it is not registered here, or registered already.</source>
        <translation>这不是正确的安全密钥：它没有在这里注册，或者已经注册。</translation>
    </message>
    <message>
        <source>this session was opened with initialize</source>
        <translation>此会话以 initialize 打开</translation>
    </message>
    <message>
        <source>this tool runs only as a task of 2025-11-25, which a client of 2026-07-28 cannot begin</source>
        <translation>此工具只能作为 2025-11-25 的任务运行，2026-07-28 版本的客户端无法启动它</translation>
    </message>
    <message>
        <source>through toolguard-connect</source>
        <translation>通过 toolguard-connect</translation>
    </message>
    <message>
        <source>ticket of</source>
        <translation>票据</translation>
    </message>
    <message>
        <source>title:{0} of {1}</source>
        <translation>title:{0}（属于 {1}）</translation>
    </message>
    <message>
        <source>too many pending approvals: another client, which has fewer, needed the place</source>
        <translation>待处理的批准过多：另一个待处理较少的客户端需要此位置</translation>
    </message>
    <message>
        <source>too many resources are watched</source>
        <translation>监视的资源过多</translation>
    </message>
    <message>
        <source>tool_id must be Toolkit.Tool, with @version behind it or without</source>
        <translation>tool_id 必须是 Toolkit.Tool，其后可带 @版本</translation>
    </message>
    <message>
        <source>toolguard serve</source>
        <translation>toolguard serve 命令</translation>
    </message>
    <message>
        <source>toolguard settings key {0}</source>
        <translation>toolguard settings key {0}</translation>
    </message>
    <message>
        <source>tools hidden from {0} are hidden from {1}</source>
        <translation>对 {0} 隐藏的工具也对 {1} 隐藏</translation>
    </message>
    <message>
        <source>waiting for you to look at what changed</source>
        <translation>正在等待您查看改变之处</translation>
    </message>
    <message>
        <source>wants nothing more</source>
        <translation>不再需要任何内容</translation>
    </message>
    <message>
        <source>wants something else</source>
        <translation>需要其他内容</translation>
    </message>
    <message>
        <source>weakens presence</source>
        <translation>削弱在场证明</translation>
    </message>
    <message>
        <source>what ToolGuard fills in for this tool has no place: {0}.</source>
        <translation>ToolGuard 为此工具填入的内容没有位置：{0}。</translation>
    </message>
    <message>
        <source>what ToolGuard fills in for this tool was changed while the call waited.</source>
        <translation>调用等待期间，ToolGuard 为此工具填入的内容已更改。</translation>
    </message>
    <message>
        <source>what config.json loosens accepted</source>
        <translation>已接受 config.json 放宽的内容</translation>
    </message>
    <message>
        <source>what config.json loosens refused</source>
        <translation>已拒绝 config.json 放宽的内容</translation>
    </message>
    <message>
        <source>what holds {0} is not an object</source>
        <translation>包含 {0} 的不是对象</translation>
    </message>
    <message>
        <source>what the secret {0} is bound to could not be kept. {1}</source>
        <translation>无法保存机密 {0} 所绑定的内容。{1}</translation>
    </message>
    <message>
        <source>what would be sent is not what was decided on</source>
        <translation>将要发送的内容与已决定的内容不一致</translation>
    </message>
    <message>
        <source>whoever answers as polkit is a program of your own user: it can prove nothing.</source>
        <translation>以 polkit 之名应答的是您自己用户的程序：它证明不了什么。</translation>
    </message>
    <message>
        <source>with these variables of the client&apos;s entry:</source>
        <translation>使用客户端条目中的这些变量：</translation>
    </message>
    <message>
        <source>withheld by ToolGuard, because they hold a secret</source>
        <translation>因含有机密而被 ToolGuard 隐去</translation>
    </message>
    <message>
        <source>without a terminal</source>
        <translation>没有终端</translation>
    </message>
    <message>
        <source>you are not signed in to the server {0}</source>
        <translation>您没有登录服务器 {0}</translation>
    </message>
    <message>
        <source>you are signed in at {0}</source>
        <translation>您已在 {0} 登录</translation>
    </message>
    <message>
        <source>you are signed out of the server {0}; {1}</source>
        <translation>您已退出服务器 {0} 的登录；{1}</translation>
    </message>
    <message>
        <source>you cancelled Windows Hello&apos;s question.</source>
        <translation>您取消了 Windows Hello 的问题。</translation>
    </message>
    <message>
        <source>you cancelled macOS&apos;s question.</source>
        <translation>您取消了 macOS 的问题。</translation>
    </message>
    <message>
        <source>you cancelled the authentication.</source>
        <translation>您取消了身份验证。</translation>
    </message>
    <message>
        <source>you chose another way to authenticate, which ToolGuard does not know.</source>
        <translation>您选择了 ToolGuard 不认识的另一种验证方式。</translation>
    </message>
    <message>
        <source>you dismissed polkit&apos;s question.</source>
        <translation>您关闭了 polkit 的问题。</translation>
    </message>
    <message>
        <source>you gave the sign-in up</source>
        <translation>您放弃了登录</translation>
    </message>
    <message>
        <source>your account has no password. Set one in System Settings.</source>
        <translation>您的账户没有密码。请在“系统设置”中设置。</translation>
    </message>
    <message>
        <source>your keychain has no note of the newest record.</source>
        <translation>您的钥匙串中没有留存最新的记录。</translation>
    </message>
    <message>
        <source>your sign-in at {0} is over; {1}</source>
        <translation>您在 {0} 的登录已结束；{1}</translation>
    </message>
    <message>
        <source>your sign-in cannot be kept in your keychain. {0}</source>
        <translation>您的登录无法存入钥匙串。{0}</translation>
    </message>
    <message>
        <source>your sign-in cannot be read. {0}</source>
        <translation>无法读取您的登录。{0}</translation>
    </message>
    <message>
        <source>your sign-in cannot be taken out of your keychain. {0}</source>
        <translation>无法从钥匙串中移除您的登录。{0}</translation>
    </message>
    <message>
        <source>your sign-in to the server {0} could not be renewed: {1}</source>
        <translation>您在服务器 {0} 的登录无法续期：{1}</translation>
    </message>
    <message>
        <source>your sign-in to the server {0} has ended; {1}</source>
        <translation>您在服务器 {0} 的登录已结束；{1}</translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation>{0}（进程 {1}）</translation>
    </message>
    <message>
        <source>{0} (process {1}){2}</source>
        <translation>{0}（进程 {1}）{2}</translation>
    </message>
    <message>
        <source>{0} (status {1})</source>
        <translation>{0}（状态 {1}）</translation>
    </message>
    <message>
        <source>{0} Before it is given its secrets again, you are asked.</source>
        <translation>{0}再次把机密交给它之前会询问您。</translation>
    </message>
    <message>
        <source>{0} Confirm that it may leave, or deny the call.</source>
        <translation>{0}请确认可以发出，或拒绝该调用。</translation>
    </message>
    <message>
        <source>{0} It keeps its secrets, too.</source>
        <translation>{0}它也保留其机密。</translation>
    </message>
    <message>
        <source>{0} Take it out.</source>
        <translation>{0}请将其去掉。</translation>
    </message>
    <message>
        <source>{0} The settings that were read last stay in force. Mend {1}.</source>
        <translation>{0} 继续使用上一次读取的设置。请修复 {1}。</translation>
    </message>
    <message>
        <source>{0} When the client repeats it, you are asked again.</source>
        <translation>{0}客户端重复该调用时会再次询问您。</translation>
    </message>
    <message>
        <source>{0} accepted in part</source>
        <translation>已部分接受 {0}</translation>
    </message>
    <message>
        <source>{0} answers with more than {1} KiB, which was not read</source>
        <translation>{0} 的答复超过 {1} KiB，没有读取</translation>
    </message>
    <message>
        <source>{0} cannot be reached ({1})</source>
        <translation>无法连接 {0}（{1}）</translation>
    </message>
    <message>
        <source>{0} cannot be read (it is larger than {1} bytes).</source>
        <translation>无法读取 {0}（大于 {1} 字节）。</translation>
    </message>
    <message>
        <source>{0} cannot be read (it is not a file).</source>
        <translation>无法读取 {0}（它不是文件）。</translation>
    </message>
    <message>
        <source>{0} compressed its answer more than once, which was not read</source>
        <translation>{0} 多次压缩了它的回答，因此没有读取</translation>
    </message>
    <message>
        <source>{0} did not register ToolGuard: {1}</source>
        <translation>{0} 没有注册 ToolGuard：{1}</translation>
    </message>
    <message>
        <source>{0} does not match {1}</source>
        <translation>{0} 与 {1} 不匹配</translation>
    </message>
    <message>
        <source>{0} does not say that it protects sign-ins by PKCE (S256): nothing was signed in to</source>
        <translation>{0} 没有说明它以 PKCE (S256) 保护登录：没有进行登录</translation>
    </message>
    <message>
        <source>{0} entries of its list of tools were left out</source>
        <translation>它的工具列表中有 {0} 项被略去</translation>
    </message>
    <message>
        <source>{0} gave a token that no header can carry</source>
        <translation>{0} 给出的令牌无法放入标头</translation>
    </message>
    <message>
        <source>{0} gave no token ({1})</source>
        <translation>{0} 没有给出令牌（{1}）</translation>
    </message>
    <message>
        <source>{0} gave what is no token</source>
        <translation>{0} 给出的不是令牌</translation>
    </message>
    <message>
        <source>{0} has less than {1} item</source>
        <translation>{0} 不足 {1} 项</translation>
    </message>
    <message>
        <source>{0} has less than {1} items</source>
        <translation>{0} 不足 {1} 项</translation>
    </message>
    <message>
        <source>{0} has less than {1} properties</source>
        <translation>{0} 不足 {1} 个属性</translation>
    </message>
    <message>
        <source>{0} has less than {1} property</source>
        <translation>{0} 不足 {1} 个属性</translation>
    </message>
    <message>
        <source>{0} has more than {1} item</source>
        <translation>{0} 超过 {1} 项</translation>
    </message>
    <message>
        <source>{0} has more than {1} items</source>
        <translation>{0} 超过 {1} 项</translation>
    </message>
    <message>
        <source>{0} has more than {1} properties</source>
        <translation>{0} 超过 {1} 个属性</translation>
    </message>
    <message>
        <source>{0} has more than {1} property</source>
        <translation>{0} 超过 {1} 个属性</translation>
    </message>
    <message>
        <source>{0} has no address</source>
        <translation>{0} 没有地址</translation>
    </message>
    <message>
        <source>{0} has non-unique elements</source>
        <translation>{0} 含有重复的元素</translation>
    </message>
    <message>
        <source>{0} in place of {1}</source>
        <translation>{0}，代替 {1}</translation>
    </message>
    <message>
        <source>{0} is a required property</source>
        <translation>{0} 是必需的属性</translation>
    </message>
    <message>
        <source>{0} is a sign-in to a server: sign in again, or sign out, on the page Servers.</source>
        <translation>{0} 是服务器的登录：请在“服务器”页面重新登录或退出登录。</translation>
    </message>
    <message>
        <source>{0} is a sign-in, whose tokens go by themselves where they may go: take it out</source>
        <translation>{0} 是登录，它的令牌会自行发往该去的地方：请将它取出</translation>
    </message>
    <message>
        <source>{0} is given to the server {1}, which has changed since you bound it</source>
        <translation>{0} 会交给服务器 {1}，而它在您绑定之后已经改变</translation>
    </message>
    <message>
        <source>{0} is gone: the next change that you make here writes it anew.</source>
        <translation>{0} 已不在：您在此处作的下一次更改会重新写入它。</translation>
    </message>
    <message>
        <source>{0} is greater than or equal to the maximum of {1}</source>
        <translation>{0} 大于或等于上限 {1}</translation>
    </message>
    <message>
        <source>{0} is greater than the maximum of {1}</source>
        <translation>{0} 大于最大值 {1}</translation>
    </message>
    <message>
        <source>{0} is inside of another argument that is filled in, or around it</source>
        <translation>{0} 位于另一个填入的参数之内，或包含它</translation>
    </message>
    <message>
        <source>{0} is less than or equal to the minimum of {1}</source>
        <translation>{0} 小于或等于下限 {1}</translation>
    </message>
    <message>
        <source>{0} is less than the minimum of {1}</source>
        <translation>{0} 小于最小值 {1}</translation>
    </message>
    <message>
        <source>{0} is longer than {1} character</source>
        <translation>{0} 超过 {1} 个字符</translation>
    </message>
    <message>
        <source>{0} is longer than {1} characters</source>
        <translation>{0} 超过 {1} 个字符</translation>
    </message>
    <message>
        <source>{0} is not a JSON pointer such as /connection</source>
        <translation>{0} 不是 /connection 那样的 JSON 指针</translation>
    </message>
    <message>
        <source>{0} is not a multiple of {1}</source>
        <translation>{0} 不是 {1} 的倍数</translation>
    </message>
    <message>
        <source>{0} is not allowed for {1}</source>
        <translation>{0} 不允许用于 {1}</translation>
    </message>
    <message>
        <source>{0} is not of type {1}</source>
        <translation>{0} 不是 {1} 类型</translation>
    </message>
    <message>
        <source>{0} is not of types {1}</source>
        <translation>{0} 不属于 {1} 中的任何类型</translation>
    </message>
    <message>
        <source>{0} is not one of {1}</source>
        <translation>{0} 不是 {1} 之一</translation>
    </message>
    <message>
        <source>{0} is not one of {1} or {2} other candidates</source>
        <translation>{0} 不是 {1} 或另外 {2} 个可选值之一</translation>
    </message>
    <message>
        <source>{0} is not valid under any of the schemas listed in the {1} keyword</source>
        <translation>{0} 不符合 {1} 中列出的任何一种定义</translation>
    </message>
    <message>
        <source>{0} is set already</source>
        <translation>{0} 已经设置</translation>
    </message>
    <message>
        <source>{0} is shorter than {1} character</source>
        <translation>{0} 不足 {1} 个字符</translation>
    </message>
    <message>
        <source>{0} is shorter than {1} characters</source>
        <translation>{0} 不足 {1} 个字符</translation>
    </message>
    <message>
        <source>{0} is valid under more than one of the schemas listed in the {1} keyword</source>
        <translation>{0} 同时符合 {1} 中列出的多种定义</translation>
    </message>
    <message>
        <source>{0} leads to {1}, which is not on the open internet: it was not reached</source>
        <translation>{0} 指向 {1}，它不在公共互联网上：没有连接</translation>
    </message>
    <message>
        <source>{0} lists no tool {1} now: the rule is for one that gets this name.</source>
        <translation>{0} 目前没有列出工具 {1}：此规则针对以后使用该名称的工具。</translation>
    </message>
    <message>
        <source>{0} lists no tool {1}, which you show to clients.</source>
        <translation>{0} 没有列出工具 {1}，而您将它显示给客户端。</translation>
    </message>
    <message>
        <source>{0} needs params</source>
        <translation>{0} 需要 params</translation>
    </message>
    <message>
        <source>{0} of its changes loosen the gate.</source>
        <translation>其中 {0} 处更改会放宽限制。</translation>
    </message>
    <message>
        <source>{0} of its tools cannot be read, and are not shown.</source>
        <translation>它的 {0} 个工具无法读取，因此不会显示。</translation>
    </message>
    <message>
        <source>{0} redirects to {1}, which was not followed</source>
        <translation>{0} 重定向到 {1}，没有跟随</translation>
    </message>
    <message>
        <source>{0} redirects without end</source>
        <translation>{0} 无休止地重定向</translation>
    </message>
    <message>
        <source>{0} says again what you refused: that does not count. Take it out of the file.</source>
        <translation>{0} 又包含您已拒绝的内容：它不生效。请将其从文件中移除。</translation>
    </message>
    <message>
        <source>{0} takes no new programs by itself: get a client id there and set it in the server&apos;s settings</source>
        <translation>{0} 不接受程序自行注册：请在那里获取客户端 ID，并填入服务器的设置</translation>
    </message>
    <message>
        <source>{0} took too long</source>
        <translation>{0} 用时过长</translation>
    </message>
    <message>
        <source>{0} wants to use a new server, {1}: it would start this program</source>
        <translation>{0} 想使用一个新服务器 {1}：它会启动这个程序</translation>
    </message>
    <message>
        <source>{0} was changed again meanwhile: look at it anew.</source>
        <translation>{0} 在此期间又被更改：请重新查看。</translation>
    </message>
    <message>
        <source>{0} was changed at this moment: nothing was changed. Try again.</source>
        <translation>{0} 正好在此刻被更改：没有任何更改。请重试。</translation>
    </message>
    <message>
        <source>{0} was changed by another program and cannot be kept beside ({1}): nothing was changed.</source>
        <translation>{0} 被其他程序更改，且无法在旁边保留副本（{1}）：没有任何更改。</translation>
    </message>
    <message>
        <source>{0} was changed by another program in more places than can be shown: what would loosen the gate does not count. Change it in smaller steps.</source>
        <translation>{0} 被其他程序更改的地方太多，无法显示：会放宽限制的部分不生效。请分几次更改。</translation>
    </message>
    <message>
        <source>{0} was changed by another program. What would loosen the gate does not count before you accept it in the window of ToolGuard.</source>
        <translation>{0} 被其他程序更改。会放宽限制的部分在您于 ToolGuard 窗口中接受之前不生效。</translation>
    </message>
    <message>
        <source>{0} was changed by another program: {1}</source>
        <translation>{0} 被其他程序更改：{1}</translation>
    </message>
    <message>
        <source>{0} was changed while ToolGuard did not run: {1}</source>
        <translation>{0} 在 ToolGuard 未运行时被更改：{1}</translation>
    </message>
    <message>
        <source>{0} was expected</source>
        <translation>应为：{0}</translation>
    </message>
    <message>
        <source>{0} without a server that it could be for</source>
        <translation>{0} 没有可对应的服务器</translation>
    </message>
    <message>
        <source>{0}, and it is not clear which of them this belongs to</source>
        <translation>{0}，无法确定它属于哪一个</translation>
    </message>
    <message>
        <source>{0}, where you should sign in, calls itself {1}: nothing was signed in to</source>
        <translation>您应当登录的 {0} 自称是 {1}：没有进行登录</translation>
    </message>
    <message>
        <source>{0}, where you should sign in, does not say how</source>
        <translation>您应当登录的 {0} 没有说明如何登录</translation>
    </message>
    <message>
        <source>{0}: the page was not opened</source>
        <translation>{0}：没有打开页面</translation>
    </message>
    <message>
        <source>{0}: whether it is done cannot be seen ({1})</source>
        <translation>{0}：无法得知是否已完成（{1}）</translation>
    </message>
    <message>
        <source>{0}: whether it is done is told by another server, which is not asked</source>
        <translation>{0}：是否已完成由另一个服务器告知，不会去询问它</translation>
    </message>
    <message>
        <source>{0}the session with {1} is over ({2})</source>
        <translation>{0}与 {1} 的会话已结束（{2}）</translation>
    </message>
    <message>
        <source>{0}••••••••  ({1} characters, kept in your keyring)</source>
        <translation>{0}••••••••  （{1} 个字符，保存在您的钥匙串中）</translation>
    </message>
    <message>
        <source>… and {0} more characters</source>
        <translation>… 以及另外 {0} 个字符</translation>
    </message>
    <message>
        <source>the whole</source>
        <translation>整体</translation>
    </message>
    <message>
        <source>(can load code)</source>
        <translation>（可以加载代码）</translation>
    </message>
    <message>
        <source>, in a notification</source>
        <translation>，在通知中</translation>
    </message>
    <message>
        <source>, through assistive technology</source>
        <translation>，通过辅助技术</translation>
    </message>
    <message>
        <source>, with the keyboard</source>
        <translation>，使用键盘</translation>
    </message>
    <message>
        <source>, with the pointer</source>
        <translation>，使用指针设备</translation>
    </message>
    <message>
        <source>; how is not known</source>
        <translation>；方式未知</translation>
    </message>
    <message>
        <source>A command on your PATH or a full path</source>
        <translation>PATH 中的命令或完整路径</translation>
    </message>
    <message>
        <source>A new log begins. The old one is kept under another name, and what it says is no longer compared.</source>
        <translation>将开始新的日志。旧日志以另一名称保留，其内容不再参与比较。</translation>
    </message>
    <message>
        <source>A rule allows this call, but the log was changed: no rule counts until you have decided about that.</source>
        <translation>有规则允许此调用，但日志已被更改：在您对此作出决定之前，任何规则都不生效。</translation>
    </message>
    <message>
        <source>A security key is registered in the window of ToolGuard, on the page Settings.</source>
        <translation>安全密钥在 ToolGuard 窗口的“设置”页面上注册。</translation>
    </message>
    <message>
        <source>Allow rules exist for a client named {0}. Is this the program that they are meant for?</source>
        <translation>已有针对名为 {0} 的客户端的允许规则。这些规则针对的是这个程序吗？</translation>
    </message>
    <message>
        <source>Allow this change in ToolGuard: {0}</source>
        <translation>允许 ToolGuard 中的这项更改：{0}</translation>
    </message>
    <message>
        <source>An earlier release called {0} {1}. Apply the allow rules of {2} to {3}?</source>
        <translation>早期版本把 {0} 称为 {1}。要将 {2} 的允许规则应用于 {3} 吗？</translation>
    </message>
    <message>
        <source>Approve a call of “{0}” on the server “{1}”, made by “{2}”.</source>
        <translation>批准“{2}”对服务器“{1}”上“{0}”的调用。</translation>
    </message>
    <message>
        <source>Approve server requests</source>
        <translation>批准服务器请求</translation>
    </message>
    <message>
        <source>Approve {0} calls at once: {1}{2}.</source>
        <translation>一次批准 {0} 个调用：{1}{2}。</translation>
    </message>
    <message>
        <source>Ask before forwarding sampling, elicitation and roots requests to the client</source>
        <translation>将采样、征询和根目录请求转发给客户端之前先询问</translation>
    </message>
    <message>
        <source>Begin a new log that names the old one</source>
        <translation>开始一个写明旧日志的新日志</translation>
    </message>
    <message>
        <source>By provider ID, such as google; use ${secret:NAME}</source>
        <translation>按提供方 ID（例如 google）；使用 ${secret:NAME}</translation>
    </message>
    <message>
        <source>By secret ID; use ${secret:NAME}</source>
        <translation>按凭据 ID；使用 ${secret:NAME}</translation>
    </message>
    <message>
        <source>Client ID</source>
        <translation>客户端 ID</translation>
    </message>
    <message>
        <source>Close chat clients that you do not use, or raise the limit of open files (`ulimit -n`), then try again</source>
        <translation>请关闭不用的聊天客户端，或提高打开文件数的上限（`ulimit -n`），然后重试</translation>
    </message>
    <message>
        <source>Does not fit the tool&apos;s schema:</source>
        <translation>不符合工具的输入定义：</translation>
    </message>
    <message>
        <source>Fewer approvals need proof that you are present: {0}.</source>
        <translation>需要在场证明的批准变少：{0}。</translation>
    </message>
    <message>
        <source>It contains characters that look like other ones: {0}.</source>
        <translation>其中包含外形与其他字符相似的字符：{0}。</translation>
    </message>
    <message>
        <source>List the security keys</source>
        <translation>列出安全密钥</translation>
    </message>
    <message>
        <source>Method not found</source>
        <translation>找不到方法</translation>
    </message>
    <message>
        <source>No security key is registered. Register one on the page Settings.</source>
        <translation>没有注册安全密钥。请在“设置”页面上注册一个。</translation>
    </message>
    <message>
        <source>Not accepted: {0}</source>
        <translation>未接受：{0}</translation>
    </message>
    <message>
        <source>Not allowed: {0}</source>
        <translation>未允许：{0}</translation>
    </message>
    <message>
        <source>Not approved: {0}</source>
        <translation>未批准：{0}</translation>
    </message>
    <message>
        <source>Not done: {0}</source>
        <translation>未执行：{0}</translation>
    </message>
    <message>
        <source>Not run: the time limit of this client passed before the server was ready. Call the tool again with identical arguments.</source>
        <translation>未运行：在服务器就绪之前，此客户端的时限已过。请用相同的参数再次调用该工具。</translation>
    </message>
    <message>
        <source>One proof that you are present lasts {0} seconds, longer than before.</source>
        <translation>一次在场证明有效 {0} 秒，比以前更久。</translation>
    </message>
    <message>
        <source>Protocol bridge</source>
        <translation>协议桥接</translation>
    </message>
    <message>
        <source>Provided after your approval, only to tools that require it</source>
        <translation>经您批准后，只提供给需要它的工具</translation>
    </message>
    <message>
        <source>Record {0} of the log is not the one that ToolGuard noted: the log was rewritten, or exchanged for another one. Look at Audit → Verify before you go on.</source>
        <translation>日志的记录 {0} 与 ToolGuard 留存的不同：日志被重写，或被调换为另一个。继续之前，请查看“审计”→“验证”。</translation>
    </message>
    <message>
        <source>Record {0} of the log is not vouched for.</source>
        <translation>日志的记录 {0} 未经证实。</translation>
    </message>
    <message>
        <source>Records {0} to {1} of the log are not vouched for.</source>
        <translation>日志的记录 {0} 到 {1} 未经证实。</translation>
    </message>
    <message>
        <source>Register a security key</source>
        <translation>注册安全密钥</translation>
    </message>
    <message>
        <source>Remove a security key</source>
        <translation>移除安全密钥</translation>
    </message>
    <message>
        <source>Secret Service through libsecret</source>
        <translation>Secret Service（通过 libsecret）</translation>
    </message>
    <message>
        <source>Sent with every request. Use ${secret:NAME} for a value from your keyring, such as Authorization: Bearer ${secret:NAME}</source>
        <translation>随每个请求发送。使用 ${secret:NAME} 引用密钥环中的值，例如 Authorization: Bearer ${secret:NAME}</translation>
    </message>
    <message>
        <source>Sign-in credential</source>
        <translation>登录凭据</translation>
    </message>
    <message>
        <source>The OAuth client ID, if the server doesn&apos;t support registration. Redirect URI: http://127.0.0.1/callback on any port</source>
        <translation>OAuth 客户端 ID（当服务器不支持注册时）。重定向 URI：http://127.0.0.1/callback，端口任意</translation>
    </message>
    <message>
        <source>The OAuth client secret, if any: ${secret:NAME}</source>
        <translation>OAuth 客户端密钥（如有）：${secret:NAME}</translation>
    </message>
    <message>
        <source>The log cannot be read, so nobody knows which settings you accepted last: until it is mended, no server and no rule is known.</source>
        <translation>日志无法读取，因此无从得知您上次接受了哪些设置：修复之前，任何服务器和规则都不可知。</translation>
    </message>
    <message>
        <source>The log ends at record {0}, and record {1} was about to be written when the computer stopped: the records between were lost.</source>
        <translation>日志止于记录 {0}，而计算机停止时正要写入记录 {1}：其间的记录已丢失。</translation>
    </message>
    <message>
        <source>The log ends at record {0}, but ToolGuard noted record {1}: records were removed from its end. Look at Audit → Verify before you go on.</source>
        <translation>日志止于记录 {0}，但 ToolGuard 留存了记录 {1}：日志末尾的记录被移除。继续之前，请查看“审计”→“验证”。</translation>
    </message>
    <message>
        <source>The log failed its integrity check: {0}. Export what verifies, then start a new log.</source>
        <translation>日志未通过完整性检查：{0}。请导出通过验证的部分，然后开始新的日志。</translation>
    </message>
    <message>
        <source>The log is gone: ToolGuard noted that it had {0} records. Look for it before you go on, for example in a backup.</source>
        <translation>日志已经不在：ToolGuard 留存的信息显示它有 {0} 条记录。继续之前请先找到它，例如在备份中查找。</translation>
    </message>
    <message>
        <source>The log {0} has version {1}, and this ToolGuard reads version {2}: install a newer ToolGuard.</source>
        <translation>日志 {0} 的版本是 {1}，而此 ToolGuard 读取的是版本 {2}：请安装更新的 ToolGuard。</translation>
    </message>
    <message>
        <source>The program&apos;s working folder</source>
        <translation>程序的工作文件夹</translation>
    </message>
    <message>
        <source>The security key {0} is removed.</source>
        <translation>安全密钥 {0} 被移除。</translation>
    </message>
    <message>
        <source>The security key {0} no longer proves that you are present.</source>
        <translation>安全密钥 {0} 不再能证明您在场。</translation>
    </message>
    <message>
        <source>The server&apos;s base URL without /tools, such as https://example.com/otc</source>
        <translation>服务器的基础 URL（不含 /tools），例如 https://example.com/otc</translation>
    </message>
    <message>
        <source>The server&apos;s endpoint, such as https://example.com/mcp</source>
        <translation>服务器的端点，例如 https://example.com/mcp</translation>
    </message>
    <message>
        <source>They were written just before the computer stopped, or another program added them.</source>
        <translation>它们在计算机停止前刚刚写入，或由其他程序添加。</translation>
    </message>
    <message>
        <source>This computer&apos;s clock is {0} hours behind the newest time in the log: rules with an end go by the later time.</source>
        <translation>这台计算机的时钟比日志中最新的时间慢 {0} 小时：有期限的规则以较晚的时间为准。</translation>
    </message>
    <message>
        <source>This is not what was asked about. Look at it again.</source>
        <translation>这不是所询问的内容。请重新查看。</translation>
    </message>
    <message>
        <source>This is the only security key, and approvals need one. Choose another way first.</source>
        <translation>这是唯一的安全密钥，而批准需要它。请先选择其他方式。</translation>
    </message>
    <message>
        <source>This question is gone.</source>
        <translation>这个问题已经不在了。</translation>
    </message>
    <message>
        <source>This server is new to ToolGuard and waits until the user accepts it in the ToolGuard window. It has no tools before that.</source>
        <translation>ToolGuard 还不认识此服务器，它会等到用户在 ToolGuard 窗口中接受它为止。在此之前它没有工具。</translation>
    </message>
    <message>
        <source>This system has no way to authenticate that ToolGuard can use.</source>
        <translation>此系统没有 ToolGuard 可以使用的身份验证方式。</translation>
    </message>
    <message>
        <source>ToolGuard does not run: open its window, and begin a new log there.</source>
        <translation>ToolGuard 没有运行：请打开它的窗口，在那里开始新的日志。</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly before it could say so; it was not run</source>
        <translation>ToolGuard 在能够说明之前意外结束；调用没有运行</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly before this request was answered; ask again</source>
        <translation>ToolGuard 在此请求得到答复之前意外结束；请重新请求</translation>
    </message>
    <message>
        <source>ToolGuard ended unexpectedly, and this client did not come back</source>
        <translation>ToolGuard 意外结束，此客户端没有重新连接</translation>
    </message>
    <message>
        <source>ToolGuard goes on with this log, and forgets what it noted of the one before</source>
        <translation>ToolGuard 将继续使用此日志，并忘记为之前的日志留存的信息</translation>
    </message>
    <message>
        <source>ToolGuard has a bug here.</source>
        <translation>ToolGuard 在这里有一个错误。</translation>
    </message>
    <message>
        <source>ToolGuard has no file descriptors left</source>
        <translation>ToolGuard 已没有可用的文件描述符</translation>
    </message>
    <message>
        <source>ToolGuard has no file descriptors left, so the server was not started. Close chat clients that you do not use, or raise the limit of open files (`ulimit -n`), then try again</source>
        <translation>ToolGuard 已没有可用的文件描述符，因此没有启动服务器。请关闭不用的聊天客户端，或提高打开文件数的上限（`ulimit -n`），然后重试</translation>
    </message>
    <message>
        <source>ToolGuard has no memory left for a body of this size: other requests take it. Try again later</source>
        <translation>ToolGuard 没有足够的内存容纳这么大的正文：内存正被其他请求占用。请稍后再试</translation>
    </message>
    <message>
        <source>ToolGuard runs without a window</source>
        <translation>ToolGuard 正在运行，没有窗口</translation>
    </message>
    <message>
        <source>ToolGuard withdrew the question.</source>
        <translation>ToolGuard 撤回了这个问题。</translation>
    </message>
    <message>
        <source>ToolGuard, for {0}</source>
        <translation>ToolGuard，用于 {0}</translation>
    </message>
    <message>
        <source>ToolGuard: the client&apos;s answer held a secret of the user and was stopped</source>
        <translation>ToolGuard：客户端的答复含有用户的机密，已被拦下</translation>
    </message>
    <message>
        <source>Touch ID is locked after too many attempts. Unlock it with your password.</source>
        <translation>尝试次数过多，触控 ID 已锁定。请用密码解锁。</translation>
    </message>
    <message>
        <source>Translate between protocol versions. Off: incompatible clients fail</source>
        <translation>在协议版本之间转换。关闭时，不兼容的客户端会失败</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输方式</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL 地址</translation>
    </message>
    <message>
        <source>Use ${secret:NAME} for a value from your keyring</source>
        <translation>使用 ${secret:NAME} 引用密钥环中的值</translation>
    </message>
    <message>
        <source>User ID</source>
        <translation>用户 ID</translation>
    </message>
    <message>
        <source>Whoever holds the security key {0} can prove presence.</source>
        <translation>持有安全密钥 {0} 的人都可以证明在场。</translation>
    </message>
    <message>
        <source>Whoever holds the security key {0} can prove to be present.</source>
        <translation>持有安全密钥 {0} 的人都可以证明自己在场。</translation>
    </message>
    <message>
        <source>Windows Hello did not authenticate you.</source>
        <translation>Windows Hello 未能验证您的身份。</translation>
    </message>
    <message>
        <source>Windows Hello did not recognise you, and is locked after too many attempts.</source>
        <translation>Windows Hello 无法识别您，并因尝试次数过多而锁定。</translation>
    </message>
    <message>
        <source>Windows Hello failed ({0}).</source>
        <translation>Windows Hello 失败（{0}）。</translation>
    </message>
    <message>
        <source>Windows Hello is busy. Try again.</source>
        <translation>Windows Hello 正忙。请重试。</translation>
    </message>
    <message>
        <source>Windows Hello is disabled by policy.</source>
        <translation>Windows Hello 已被策略禁用。</translation>
    </message>
    <message>
        <source>Windows Hello is not available.</source>
        <translation>Windows Hello 不可用。</translation>
    </message>
    <message>
        <source>Windows Hello is not set up for you. Set it up in Settings, Accounts, Sign-in options.</source>
        <translation>您尚未设置 Windows Hello。请在“设置”的“账户”中的“登录选项”里设置。</translation>
    </message>
    <message>
        <source>You prove in another way that you are present: {0}.</source>
        <translation>您用另一种方式证明在场：{0}。</translation>
    </message>
    <message>
        <source>Your keychain does not keep what you accept: at the next start you are asked about it again. {0}</source>
        <translation>您的钥匙串无法保存您接受的内容：下次启动时会再次询问您。{0}</translation>
    </message>
    <message>
        <source>Your keychain holds the key that shows which settings you accepted: until you unlock it, no server and no rule is known.</source>
        <translation>您的钥匙串存有用来表明您接受了哪些设置的密钥：解锁之前，任何服务器和规则都不可知。</translation>
    </message>
    <message>
        <source>Your keychain is asked which settings you accepted: until it answers, no server and no rule is known.</source>
        <translation>正在向您的钥匙串查询您接受了哪些设置：在它响应之前，任何服务器和规则都不可知。</translation>
    </message>
    <message>
        <source>Your user ID on this server: text or ${secret:NAME}</source>
        <translation>您在此服务器上的用户 ID：文本或 ${secret:NAME}</translation>
    </message>
    <message>
        <source>a hidden tool of {0} could not be hidden from {1}</source>
        <translation>无法将对 {0} 隐藏的一个工具对 {1} 隐藏</translation>
    </message>
    <message>
        <source>a journal has {0} bytes, this file has {1}</source>
        <translation>journal 文件应有 {0} 字节，此文件有 {1} 字节</translation>
    </message>
    <message>
        <source>a message of so many small values takes too much memory</source>
        <translation>含有这么多零碎值的消息占用内存过多</translation>
    </message>
    <message>
        <source>a program that is not known</source>
        <translation>未知的程序</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a variable cannot hold NUL characters, nor its name an equals sign</source>
        <translation>变量不能含有 NUL 字符，变量名不能含有等号</translation>
    </message>
    <message>
        <source>allow     tool {0} of server {1}{2}</source>
        <translation>允许      服务器 {1} 的工具 {0}{2}</translation>
    </message>
    <message>
        <source>an entry with a command is found by `_entry`</source>
        <translation>带命令的条目由 `_entry` 查找</translation>
    </message>
    <message>
        <source>an id of more than {0} bytes</source>
        <translation>超过 {0} 字节的 id</translation>
    </message>
    <message>
        <source>and {0} more tools</source>
        <translation>以及另外 {0} 个工具</translation>
    </message>
    <message>
        <source>another process</source>
        <translation>另一个进程</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>另一个程序</translation>
    </message>
    <message>
        <source>another start of ToolGuard took over: {0}</source>
        <translation>已由再次启动的 ToolGuard 接管：{0}</translation>
    </message>
    <message>
        <source>any definition</source>
        <translation>任意定义</translation>
    </message>
    <message>
        <source>api_key sends the credential; jwt signs a token with it for each request</source>
        <translation>api_key 直接发送凭据；jwt 用凭据为每个请求签署令牌</translation>
    </message>
    <message>
        <source>approvals need proof that you are present.</source>
        <translation>批准需要在场证明。</translation>
    </message>
    <message>
        <source>argument {0}</source>
        <translation>参数 {0}</translation>
    </message>
    <message>
        <source>assistive technology</source>
        <translation>辅助技术</translation>
    </message>
    <message>
        <source>audit.db becomes audit-DATE.db. The first record of the new log names it and its newest record.</source>
        <translation>audit.db 将改名为 audit-日期.db。新日志的第一条记录会写明它及其最新的记录。</translation>
    </message>
    <message>
        <source>auto detects the transport; sse is the 2024 HTTP+SSE transport</source>
        <translation>auto 会自动检测传输方式；sse 是 2024 年的 HTTP+SSE 传输方式</translation>
    </message>
    <message>
        <source>cannot start {0}: a text in its settings has a zero character</source>
        <translation>无法启动 {0}：其设置中有文本含有 NUL 字符</translation>
    </message>
    <message>
        <source>every call</source>
        <translation>所有调用</translation>
    </message>
    <message>
        <source>every server</source>
        <translation>所有服务器</translation>
    </message>
    <message>
        <source>exactly three descriptors can be handed over: stdin, stdout and the journal</source>
        <translation>必须恰好移交三个描述符：stdin、stdout 和 journal 文件</translation>
    </message>
    <message>
        <source>files in {0} are exchanged all the time, so no secret goes to what is started there</source>
        <translation>{0} 中的文件不断被调换，因此不会把凭据交给从那里启动的程序</translation>
    </message>
    <message>
        <source>gives secret</source>
        <translation>交出凭据</translation>
    </message>
    <message>
        <source>in `toolguard serve`</source>
        <translation>在 `toolguard serve` 中</translation>
    </message>
    <message>
        <source>in the folder {0}</source>
        <translation>在文件夹 {0} 中</translation>
    </message>
    <message>
        <source>in the window</source>
        <translation>在窗口中</translation>
    </message>
    <message>
        <source>in your home folder</source>
        <translation>在您的主文件夹中</translation>
    </message>
    <message>
        <source>it goes on from a record that is not in the log</source>
        <translation>它承接的记录不在日志中</translation>
    </message>
    <message>
        <source>it hung up</source>
        <translation>对方断开了连接</translation>
    </message>
    <message>
        <source>it was decided, timed out or given up while you authenticated.</source>
        <translation>您验证身份期间，它已被决定、超时或放弃。</translation>
    </message>
    <message>
        <source>it was written to while it was read</source>
        <translation>读取期间它被写入</translation>
    </message>
    <message>
        <source>lets client in</source>
        <translation>允许客户端接入</translation>
    </message>
    <message>
        <source>lets secrets out</source>
        <translation>放行机密</translation>
    </message>
    <message>
        <source>loads code</source>
        <translation>加载代码</translation>
    </message>
    <message>
        <source>log begun anew</source>
        <translation>已开始新的日志</translation>
    </message>
    <message>
        <source>log renew</source>
        <translation>开始新的日志</translation>
    </message>
    <message>
        <source>macOS cannot ask here: nobody is logged in at this screen.</source>
        <translation>macOS 无法在此询问：没有人在此屏幕上登录。</translation>
    </message>
    <message>
        <source>macOS did not authenticate you ({0}).</source>
        <translation>macOS 未能验证您的身份（{0}）。</translation>
    </message>
    <message>
        <source>macOS did not authenticate you.</source>
        <translation>macOS 未能验证您的身份。</translation>
    </message>
    <message>
        <source>macOS did not recognise you.</source>
        <translation>macOS 无法识别您。</translation>
    </message>
    <message>
        <source>macOS withdrew its question, because another app came to the front.</source>
        <translation>macOS 撤回了问题，因为另一个应用转到了前面。</translation>
    </message>
    <message>
        <source>no copy</source>
        <translation>没有副本</translation>
    </message>
    <message>
        <source>no encrypted connection came about ({0}); check the address</source>
        <translation>没有建立加密连接（{0}）；请检查地址</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>没有期限</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>没有密钥</translation>
    </message>
    <message>
        <source>no keyring</source>
        <translation>没有钥匙串</translation>
    </message>
    <message>
        <source>no rule allows it</source>
        <translation>没有规则允许它</translation>
    </message>
    <message>
        <source>no rule covers it: {0}</source>
        <translation>没有规则适用于它：{0}</translation>
    </message>
    <message>
        <source>no seal</source>
        <translation>没有签名</translation>
    </message>
    <message>
        <source>no security key answered.</source>
        <translation>没有安全密钥应答。</translation>
    </message>
    <message>
        <source>no security key was found. Plug it in and try again.</source>
        <translation>没有找到安全密钥。请插入后重试。</translation>
    </message>
    <message>
        <source>nobody authenticated in time.</source>
        <translation>没有人及时验证身份。</translation>
    </message>
    <message>
        <source>nobody can be asked: {0}</source>
        <translation>无人可询问：{0}</translation>
    </message>
    <message>
        <source>nothing listens at {0}, port {1}; is the server running?</source>
        <translation>{0} 的端口 {1} 上没有程序在监听；服务器在运行吗？</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not trusted ({0}); if your own authority issued it, add that to your system, or name its file in the variable SSL_CERT_FILE</source>
        <translation>服务器的证书不受信任（{0}）；如果它由您自己的机构颁发，请将该机构添加到系统，或在变量 SSL_CERT_FILE 中指定其文件</translation>
    </message>
    <message>
        <source>the {0} that belongs to {1} is missing</source>
        <translation>缺少属于 {1} 的 {0}</translation>
    </message>
    <message>
        <source>the {0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>the {0} {1} has a reference to a secret that cannot be read; write ${secret:NAME}</source>
        <translation>{0} {1} 中对凭据的引用无法读取；请写 ${secret:NAME}</translation>
    </message>
    <message>
        <source>there is no server {0} for this client</source>
        <translation>此客户端没有服务器 {0}</translation>
    </message>
    <message>
        <source>there is something after the end</source>
        <translation>结尾之后还有内容</translation>
    </message>
    <message>
        <source>they must be a JSON object</source>
        <translation>它们必须是 JSON 对象</translation>
    </message>
    <message>
        <source>this client has {0} sessions in use: end one first</source>
        <translation>此客户端有 {0} 个会话正在使用：请先结束一个</translation>
    </message>
    <message>
        <source>this is ToolGuard on a loopback address: Host must be 127.0.0.1 or localhost, with the port</source>
        <translation>这是回环地址上的 ToolGuard：Host 必须是 127.0.0.1 或 localhost，并带端口</translation>
    </message>
    <message>
        <source>this protocol version has only POST</source>
        <translation>此协议版本只有 POST</translation>
    </message>
    <message>
        <source>this session has a stream already</source>
        <translation>此会话已有数据流</translation>
    </message>
    <message>
        <source>this session is over ({0}): initialize again, without Mcp-Session-Id</source>
        <translation>此会话已结束（{0}）：请重新 initialize，不带 Mcp-Session-Id</translation>
    </message>
    <message>
        <source>this session is over or was never there: initialize again, without Mcp-Session-Id</source>
        <translation>此会话已结束或从未存在：请重新 initialize，不带 Mcp-Session-Id</translation>
    </message>
    <message>
        <source>this session is over: initialize again, without Mcp-Session-Id</source>
        <translation>此会话已结束：请重新 initialize，不带 Mcp-Session-Id</translation>
    </message>
    <message>
        <source>this session was {0}</source>
        <translation>此会话{0}</translation>
    </message>
    <message>
        <source>this tool is switched off in ToolGuard</source>
        <translation>此工具已在 ToolGuard 中关闭</translation>
    </message>
    <message>
        <source>ticket of {0}</source>
        <translation>{0} 的票据</translation>
    </message>
    <message>
        <source>too many pending approvals: {0}</source>
        <translation>待处理的批准过多：{0}</translation>
    </message>
    <message>
        <source>too many requests wait for an answer</source>
        <translation>等待答复的请求过多</translation>
    </message>
    <message>
        <source>too many requests wait for the client</source>
        <translation>等待客户端的请求过多</translation>
    </message>
    <message>
        <source>toolguard-connect ended</source>
        <translation>toolguard-connect 已结束</translation>
    </message>
    <message>
        <source>tools/call must have an id</source>
        <translation>tools/call 必须有 id</translation>
    </message>
    <message>
        <source>tools/call needs params with a name</source>
        <translation>tools/call 的 params 需要名称</translation>
    </message>
    <message>
        <source>tools/call without an id</source>
        <translation>没有 id 的 tools/call</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>true, false or null</source>
        <translation>true、false 或 null</translation>
    </message>
    <message>
        <source>unknown method {0}</source>
        <translation>未知方法 {0}</translation>
    </message>
    <message>
        <source>use your model</source>
        <translation>使用您的模型</translation>
    </message>
    <message>
        <source>waiting for your keychain</source>
        <translation>等待您的钥匙串</translation>
    </message>
    <message>
        <source>was closed</source>
        <translation>被关闭</translation>
    </message>
    <message>
        <source>was closed while it started</source>
        <translation>在启动时被关闭</translation>
    </message>
    <message>
        <source>was ended by signal {0}</source>
        <translation>被信号 {0} 结束</translation>
    </message>
    <message>
        <source>web pages have no access: Origin is not allowed</source>
        <translation>网页不得访问：不允许 Origin</translation>
    </message>
    <message>
        <source>which is  {0}</source>
        <translation>即  {0}</translation>
    </message>
    <message>
        <source>who gave the order is gone</source>
        <translation>发出命令的一方已离开</translation>
    </message>
    <message>
        <source>{0} (status {1}{2}){3}</source>
        <translation>{0}（状态 {1}{2}）{3}</translation>
    </message>
    <message>
        <source>{0} Mend {1} or move it away first: nothing was changed.</source>
        <translation>{0} 请先修复 {1} 或将它移走：没有任何更改。</translation>
    </message>
    <message>
        <source>{0} Until that is mended no server of it is known.</source>
        <translation>{0} 修复之前无法得知其中的服务器。</translation>
    </message>
    <message>
        <source>{0} calls already wait for approval</source>
        <translation>已有 {0} 个调用在等待批准</translation>
    </message>
    <message>
        <source>{0} calls of this client already wait for approval</source>
        <translation>此客户端已有 {0} 个调用在等待批准</translation>
    </message>
    <message>
        <source>{0} cannot be compared with what you accepted last, because {1}: {2}</source>
        <translation>无法将 {0} 与您上次接受的内容比较，因为{1}：{2}</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}).</source>
        <translation>无法读取 {0}（{1}）。</translation>
    </message>
    <message>
        <source>{0} cannot be written ({1}): nothing was changed.</source>
        <translation>无法写入 {0}（{1}）：没有任何更改。</translation>
    </message>
    <message>
        <source>{0} could not be looked at: {1}</source>
        <translation>无法查看 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} descriptors came, {1} were announced</source>
        <translation>收到 {0} 个描述符，声明的是 {1} 个</translation>
    </message>
    <message>
        <source>{0} ended at record {1}, {2}</source>
        <translation>{0} 止于记录 {1}，{2}</translation>
    </message>
    <message>
        <source>{0} failed; the log file has the details.</source>
        <translation>{0} 失败；详情见日志文件。</translation>
    </message>
    <message>
        <source>{0} has a secret in it, and this server wants it repeated in a header, where others can read it; give the secret to the server in another way</source>
        <translation>{0} 中含有凭据，而此服务器要求将它重复写在他人可读的标头中；请用其他方式把凭据交给服务器</translation>
    </message>
    <message>
        <source>{0} has listed no tool {1}: `toolguard tool list` names those it has.</source>
        <translation>{0} 没有列出工具 {1}：`toolguard tool list` 会列出它的工具。</translation>
    </message>
    <message>
        <source>{0} holds a record that cannot be read: verify the log.</source>
        <translation>{0} 含有无法读取的记录：请验证日志。</translation>
    </message>
    <message>
        <source>{0} holds the value of the secret {1} and was stopped; this was recorded</source>
        <translation>{0} 含有机密 {1} 的值，已被拦下；此事已记录</translation>
    </message>
    <message>
        <source>{0} is a folder: name a file in it</source>
        <translation>{0} 是文件夹：请指定其中的文件</translation>
    </message>
    <message>
        <source>{0} is for a shell, and no shell runs this: give one program with its arguments.</source>
        <translation>{0} 需要 shell，而这里没有 shell 运行它：请给出一个程序及其参数。</translation>
    </message>
    <message>
        <source>{0} is not JSON</source>
        <translation>{0} 不是 JSON</translation>
    </message>
    <message>
        <source>{0} is not a log that ToolGuard wrote, or something else changed it ({1}): keep it as evidence, move it away and restart ToolGuard.</source>
        <translation>{0} 不是 ToolGuard 写入的日志，或被其他程序更改（{1}）：请作为证据保留，将它移走并重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>{0} is not a log that ToolGuard wrote: keep it as evidence, move it away and restart.</source>
        <translation>{0} 不是 ToolGuard 写入的日志：请作为证据保留，将它移走并重新启动。</translation>
    </message>
    <message>
        <source>{0} is not a text, and was left out.</source>
        <translation>{0} 不是文本，已省略。</translation>
    </message>
    <message>
        <source>{0} is not connected now.</source>
        <translation>{0} 目前没有连接。</translation>
    </message>
    <message>
        <source>{0} is out of range</source>
        <translation>{0} 超出范围</translation>
    </message>
    <message>
        <source>{0} is there already: choose another name, or overwrite it with --force</source>
        <translation>{0} 已存在：请选择其他名称，或用 --force 覆盖</translation>
    </message>
    <message>
        <source>{0} line {1}: rules[{2}].id must be unlike that of any other rule.</source>
        <translation>{0} 第 {1} 行：rules[{2}].id 不得与其他规则相同。</translation>
    </message>
    <message>
        <source>{0} line {1}: this is not valid UTF-8.</source>
        <translation>{0} 第 {1} 行：不是有效的 UTF-8。</translation>
    </message>
    <message>
        <source>{0} line {1}: {2}.</source>
        <translation>{0} 第 {1} 行：{2}。</translation>
    </message>
    <message>
        <source>{0} more changes, together.</source>
        <translation>另外 {0} 项变更，合在一起。</translation>
    </message>
    <message>
        <source>{0} must be an object</source>
        <translation>{0} 必须是对象</translation>
    </message>
    <message>
        <source>{0} must be true or false.</source>
        <translation>{0} 必须为真或假。</translation>
    </message>
    <message>
        <source>{0} must be {1}</source>
        <translation>{0} 必须是{1}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1} 的 {0}</translation>
    </message>
    <message>
        <source>{0} of {1} by {2}</source>
        <translation>{2} 对 {1} 的 {0}</translation>
    </message>
    <message>
        <source>{0} refused: nobody can be asked</source>
        <translation>{0} 已拒绝：无人可询问</translation>
    </message>
    <message>
        <source>{0} says that it has version {1}, which no ToolGuard wrote: keep it as evidence, move it away and restart ToolGuard.</source>
        <translation>{0} 自称版本为 {1}，而没有任何 ToolGuard 写过该版本：请作为证据保留，将它移走并重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>{0} sessions of server {1} {2}</source>
        <translation>服务器 {1} 的 {0} 个会话{2}</translation>
    </message>
    <message>
        <source>{0} wants to start the server {1} with other values</source>
        <translation>{0} 想用不同的值启动服务器 {1}</translation>
    </message>
    <message>
        <source>{0} was changed: {1}. Keep it as evidence, move it away and restart ToolGuard.</source>
        <translation>{0} 已被更改：{1}。请作为证据保留，将它移走并重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>{0} was exchanged</source>
        <translation>{0} 被调换</translation>
    </message>
    <message>
        <source>{0} was exchanged or written to while the server started: look at it, then try again</source>
        <translation>{0} 在服务器启动期间被调换或写入：请查看它，然后重试</translation>
    </message>
    <message>
        <source>{0} was made by somebody else meanwhile: choose another name</source>
        <translation>{0} 在此期间由他人创建：请选择其他名称</translation>
    </message>
    <message>
        <source>{0} was moved, deleted or replaced while in use: put it back, or restart ToolGuard to begin a new log.</source>
        <translation>{0} 在使用中被移动、删除或替换：请放回原处，或重新启动 ToolGuard 以建立新的日志。</translation>
    </message>
    <message>
        <source>{0} was not sent: {1}</source>
        <translation>{0} 未发送：{1}</translation>
    </message>
    <message>
        <source>{0} was refused with status {1}</source>
        <translation>{0} 被拒绝，状态 {1}</translation>
    </message>
    <message>
        <source>{0}; where is not known</source>
        <translation>{0}；位置未知</translation>
    </message>
    <message>
        <source>{0}{1} Do not retry this call unless the user asks.</source>
        <translation>{0}{1} 除非用户要求，请勿重试此调用。</translation>
    </message>
</context>
<context>
    <name>Credential</name>
    <message>
        <source>Secret</source>
        <translation>凭据</translation>
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
        <source>Server</source>
        <translation>要绑定到的服务器</translation>
    </message>
    <message>
        <source>Bind to this server</source>
        <translation>绑定到此服务器</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>Not bound to any server. Bind it, then reference it in the server&apos;s settings.</source>
        <translation>未绑定到任何服务器。请先绑定，再在服务器的设置中引用。</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Set value…</source>
        <translation>设置值…</translation>
    </message>
    <message>
        <source>Last used by</source>
        <translation>上次提供给</translation>
    </message>
    <message>
        <source>Signed in to</source>
        <translation>登录于</translation>
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
        <source>Expires</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>Its value is deleted. This can&apos;t be undone.</source>
        <translation>它的值会被删除，此操作无法撤销。</translation>
    </message>
    <message>
        <source>It has no value to lose. You can undo this.</source>
        <translation>它没有值，此操作可以撤销。</translation>
    </message>
    <message>
        <source>These servers won&apos;t start without it: {0}.</source>
        <translation>没有它，以下服务器不会启动：{0}。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Bind</source>
        <translation>绑定</translation>
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
        <source>Remove {0}?</source>
        <translation>移除 {0}？</translation>
    </message>
    <message>
        <source>Calls of these tools are refused without it: {0}.</source>
        <translation>没有它，对这些工具的调用会被拒绝：{0}。</translation>
    </message>
</context>
<context>
    <name>CredentialEditor</name>
    <message>
        <source>github-token</source>
        <translation>github-token</translation>
    </message>
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
        <source>Keep in memory only, until ToolGuard quits</source>
        <translation>仅保存在内存中，直到 ToolGuard 退出</translation>
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
        <source>Replace value</source>
        <translation>替换值</translation>
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
        <source>Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.</source>
        <translation>请使用 1 到 64 个字母、数字、“.”、“_”或“-”，并以字母或数字开头。</translation>
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
    <name>Credentials</name>
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
        <source>Add credential</source>
        <translation>添加凭据</translation>
    </message>
    <message>
        <source>Select a credential</source>
        <translation>请选择一个凭据</translation>
    </message>
    <message>
        <source>used by {0}</source>
        <translation>由 {0} 使用</translation>
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
        <translation>没有值</translation>
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
        <source>not bound</source>
        <translation>未绑定</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>在内存中</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>Decision</name>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
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
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Show keyboard shortcuts</source>
        <translation>显示键盘快捷键</translation>
    </message>
    <message>
        <source>Approve the next identical call once</source>
        <translation>批准下一个相同的调用，仅一次</translation>
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
        <source>Ctrl+Z</source>
        <translation>Ctrl+Z</translation>
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
        <source>Approve edited {0}</source>
        <translation>批准编辑后的 {0}</translation>
    </message>
    <message>
        <source>Approve {0}</source>
        <translation>批准 {0}</translation>
    </message>
    <message>
        <source>Approve edited {0} once</source>
        <translation>批准编辑后的 {0}，仅一次</translation>
    </message>
    <message>
        <source>Approve {0} once</source>
        <translation>批准 {0}，仅一次</translation>
    </message>
    <message>
        <source>Approve next {0}</source>
        <translation>批准下一个 {0}</translation>
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
        <source>Send secret and approve</source>
        <translation>发送凭据并批准</translation>
    </message>
    <message>
        <source>The rule stays until you remove it on the Rules page.</source>
        <translation>规则会一直有效，直到您在“规则”页面将它移除。</translation>
    </message>
    <message>
        <source>The rule expires when ToolGuard quits.</source>
        <translation>规则在 ToolGuard 退出时失效。</translation>
    </message>
    <message>
        <source>Send the secret {0} to {1}? This can&apos;t be undone.</source>
        <translation>要把凭据 {0} 发送给 {1} 吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Your edits apply only to this call. Later calls run as sent.</source>
        <translation>您的编辑只对此调用生效。以后的调用按原样运行。</translation>
    </message>
    <message>
        <source>{0} (Ctrl+Return)</source>
        <translation>{0} (Ctrl+Return)</translation>
    </message>
</context>
<context>
    <name>Difference</name>
    <message>
        <source>Your changes to the arguments</source>
        <translation>您对参数所做的更改</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>missing value</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>missing comma or closing bracket</source>
        <translation>缺少逗号或右括号</translation>
    </message>
    <message>
        <source>missing colon</source>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>missing property name in double quotes</source>
        <translation>缺少用双引号括起的属性名</translation>
    </message>
    <message>
        <source>unexpected comma</source>
        <translation>多余的逗号</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>line break or tab in a string: use \n or \t</source>
        <translation>字符串中有换行或制表符：请写成 \n 或 \t</translation>
    </message>
    <message>
        <source>escape the backslash as \\</source>
        <translation>反斜杠须转义为 \\</translation>
    </message>
    <message>
        <source>unexpected text after the closing bracket</source>
        <translation>右括号之后有多余内容</translation>
    </message>
    <message>
        <source>Line {0}, column {1}: {2}</source>
        <translation>第 {0} 行第 {1} 列：{2}</translation>
    </message>
</context>
<context>
    <name>Editor</name>
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
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Revert to the arguments that the client sent</source>
        <translation>还原为客户端发送的参数</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>放弃更改</translation>
    </message>
    <message>
        <source>Discard changes and use the original arguments</source>
        <translation>放弃更改，使用原来的参数</translation>
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
    <name>Elsewhere</name>
    <message>
        <source>ToolGuard is already running</source>
        <translation>ToolGuard 已在运行</translation>
    </message>
    <message>
        <source>ToolGuard is running on another display</source>
        <translation>ToolGuard 正在另一个显示器上运行</translation>
    </message>
    <message>
        <source>If you didn&apos;t start it, a program did. Closing it denies its pending calls.</source>
        <translation>如果不是您启动的，就是某个程序启动的。关闭它会拒绝其待处理的调用。</translation>
    </message>
    <message>
        <source>Keep it running</source>
        <translation>让它继续运行</translation>
    </message>
    <message>
        <source>Quit it and open here</source>
        <translation>退出它并在此处打开</translation>
    </message>
</context>
<context>
    <name>Empty</name>
    <message>
        <source>Copy {0}</source>
        <translation>复制 {0}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
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
    <message>
        <source>Open in Audit</source>
        <translation>在审计中打开</translation>
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
        <source>The client cancelled this call. It did not run.</source>
        <translation>客户端已取消此调用，它没有运行。</translation>
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
        <source>{0} was asked to retry. If you approve now, the retry runs.</source>
        <translation>已要求 {0} 重试。如果现在批准，重试时会运行。</translation>
    </message>
    <message>
        <source>expires in {0}</source>
        <translation>{0} 后到期</translation>
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
        <source>%n identical pending calls</source>
        <translation>
            <numerusform>%n 个相同的待处理调用</numerusform>
        </translation>
    </message>
    <message>
        <source>{1} times out in {0}; a later decision applies to its retry</source>
        <translation>{1} 在 {0} 后超时；之后的决定会用于它的重试</translation>
    </message>
    <message>
        <source>{0} · no timeout</source>
        <translation>{0} · 不超时</translation>
    </message>
    <message>
        <source>{0} · auto-denied in {1}</source>
        <translation>{0} · {1} 后自动拒绝</translation>
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
        <source>It stays pending until you decide or the client times out.</source>
        <translation>一直等到您作出决定，或客户端超时。</translation>
    </message>
    <message numerus="yes">
        <source>The client timed out. Approving lets its next identical call run once, within %n minutes.</source>
        <translation>
            <numerusform>客户端已超时。批准后，%n 分钟内的下一个相同调用会运行一次。</numerusform>
        </translation>
    </message>
    <message>
        <source>denied in {0}</source>
        <translation>{0} 后拒绝</translation>
    </message>
</context>
<context>
    <name>Entries</name>
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
    <name>Export</name>
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
        <source>Shown calls as JSON Lines…</source>
        <translation>显示的调用（JSON Lines）…</translation>
    </message>
    <message>
        <source>Shown calls as CSV…</source>
        <translation>显示的调用 (CSV)…</translation>
    </message>
    <message>
        <source>All records with hashes as JSON Lines…</source>
        <translation>所有记录及其哈希（JSON Lines）…</translation>
    </message>
    <message>
        <source>All calls as CSV…</source>
        <translation>所有调用 (CSV)…</translation>
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
        <source>Export failed: {0}. Choose another location or free up space, then try again.</source>
        <translation>导出失败：{0}。请选择其他位置或腾出空间，然后重试。</translation>
    </message>
    <message>
        <source>{0} of {1} written</source>
        <translation>已写入 {0}，共 {1}</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message numerus="yes">
        <source>Show all %Ln characters</source>
        <translation>
            <numerusform>显示全部 %Ln 个字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Failed</name>
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
    <name>Filled</name>
    <message>
        <source>secret {0}</source>
        <translation>凭据 {0}</translation>
    </message>
</context>
<context>
    <name>FillingIn</name>
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
    <name>Filters</name>
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
        <source>Search arguments, responses, names…</source>
        <translation>搜索参数、响应、名称…</translation>
    </message>
    <message>
        <source>Search log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>By</source>
        <translation>决定者</translation>
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
        <source>Clear</source>
        <translation>清除</translation>
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
        <source>All time</source>
        <translation>全部时间</translation>
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
        <source>{0} to {1}</source>
        <translation>{0} 至 {1}</translation>
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
    <name>FoundRow</name>
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
        <translation>用于代理 {0}</translation>
    </message>
    <message>
        <source>Already added as {0}.</source>
        <translation>已添加为 {0}。</translation>
    </message>
    <message>
        <source>Stored in your keyring: {0}.</source>
        <translation>将存入密钥环：{0}。</translation>
    </message>
    <message>
        <source>No value found. Add it on the Credentials page: {0}.</source>
        <translation>未找到值，请在“凭据”页面添加：{0}。</translation>
    </message>
</context>
<context>
    <name>Gone</name>
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
    <name>Heading</name>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
</context>
<context>
    <name>Help</name>
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
        <source>No results.</source>
        <translation>没有结果。</translation>
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
    <name>Hidden</name>
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
        <source>Peak: {0} per {1}</source>
        <translation>峰值：每 {1} {0}</translation>
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
    <name>Hours</name>
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
        <source>Not saved. Enter times such as 22:00 and 7:30.</source>
        <translation>未保存。请输入时间，例如 22:00 和 7:30。</translation>
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
    <name>Kept</name>
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
        <translation>已保留的决定</translation>
    </message>
    <message>
        <source>1 saved decision</source>
        <translation>1 个已保留的决定</translation>
    </message>
    <message numerus="yes">
        <source>%n saved decisions</source>
        <translation>
            <numerusform>%n 个已保留的决定</numerusform>
        </translation>
    </message>
    <message>
        <source>Used or expired</source>
        <translation>已使用或已过期</translation>
    </message>
</context>
<context>
    <name>KeptDetail</name>
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
        <translation>仅一次 · {0} 后到期</translation>
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
    <name>KeptField</name>
    <message>
        <source>Too long to edit here ({0}). It stays unchanged.</source>
        <translation>过长，无法在此编辑（{0}）：保持原样。</translation>
    </message>
</context>
<context>
    <name>Keychain</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Your keyring is unlocked. Values are stored in it.</source>
        <translation>密钥环已解锁，值保存在其中。</translation>
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
        <source>Stored in: {0}.</source>
        <translation>保存于：{0}。</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Next call</source>
        <translation>下一个调用</translation>
    </message>
    <message>
        <source>Previous call</source>
        <translation>上一个调用</translation>
    </message>
    <message>
        <source>Approve (once the button is enabled)</source>
        <translation>批准（按钮启用后）</translation>
    </message>
    <message>
        <source>Enter a denial reason</source>
        <translation>填写拒绝原因</translation>
    </message>
    <message>
        <source>Choose a saved reason</source>
        <translation>选择您的一个原因</translation>
    </message>
    <message>
        <source>Undo a denial or new rule (within three seconds)</source>
        <translation>撤销拒绝或新规则（三秒内）</translation>
    </message>
    <message>
        <source>Toggle “Always apply to”</source>
        <translation>切换“始终应用于”</translation>
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
        <source>Find in arguments</source>
        <translation>在参数中查找</translation>
    </message>
    <message>
        <source>Show keyboard shortcuts</source>
        <translation>显示键盘快捷键</translation>
    </message>
    <message>
        <source>Switch between list and buttons</source>
        <translation>在列表和按钮之间来回切换</translation>
    </message>
    <message>
        <source>Select multiple calls</source>
        <translation>在列表中选择多个调用</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
</context>
<context>
    <name>KeysHelp</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>Labelled</name>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>Omit</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>Omit {0}</source>
        <translation>省略 {0}</translation>
    </message>
    <message>
        <source>Server&apos;s title: “{0}”</source>
        <translation>服务器给出的标题：“{0}”</translation>
    </message>
    <message>
        <source>Problem with {0}</source>
        <translation>{0} 的问题</translation>
    </message>
</context>
<context>
    <name>LeakStrip</name>
    <message>
        <source>Secret blocked</source>
        <translation>已拦截凭据</translation>
    </message>
    <message>
        <source>Show in Audit</source>
        <translation>在审计中查看</translation>
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
        <source>Blocked: {0} sent {1} containing the secret {3} to {2}.</source>
        <translation>已拦截：{0} 向 {2} 发送的 {1} 含有凭据 {3}。</translation>
    </message>
    <message>
        <source>Refused: {0} called {1} on {2} with the secret {3} in its arguments. It did not run.</source>
        <translation>已拒绝：{0} 调用 {2} 上的 {1} 时，参数中含有凭据 {3}。调用没有运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n more like this.</source>
        <translation>
            <numerusform>还有 %n 个类似的。</numerusform>
        </translation>
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
    <name>Moments</name>
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
    <name>NothingWaits</name>
    <message>
        <source>No pending calls</source>
        <translation>没有待处理的调用</translation>
    </message>
    <message>
        <source>Tool calls from chat clients wait here until you approve or deny them. To protect a server, put this before its command in your chat client&apos;s settings:</source>
        <translation>聊天客户端的工具调用会在这里等待您批准或拒绝。要保护一个服务器，请在聊天客户端设置中该服务器的命令前加上：</translation>
    </message>
    <message>
        <source>Log integrity check failed</source>
        <translation>日志未通过完整性检查</translation>
    </message>
    <message>
        <source>The log was modified. Servers and rules may be missing and calls may be refused. Use the buttons at the top to resolve this.</source>
        <translation>日志已被更改。服务器和规则可能缺失，调用可能被拒绝。请使用顶部的按钮解决此问题。</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
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
        <source>View</source>
        <translation>查看</translation>
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
        <translation>1 项待处理的变更</translation>
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
            <numerusform>%n 个待处理的调用和变更</numerusform>
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
    <name>Number</name>
    <message>
        <source>Not saved. Enter a whole number from {0} to {1}.</source>
        <translation>未保存。请输入 {0} 到 {1} 之间的整数。</translation>
    </message>
    <message>
        <source>Not saved. Enter a whole number from {0} to {1}, or 0 for {2}.</source>
        <translation>未保存。请输入 {0} 到 {1} 之间的整数，或输入 0（{2}）。</translation>
    </message>
    <message>
        <source>seconds = {0}</source>
        <translation>秒 = {0}</translation>
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
    <name>Ongoing</name>
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
        <translation>(终端 {0})</translation>
    </message>
    <message>
        <source>on display {0}</source>
        <translation>(显示器 {0})</translation>
    </message>
    <message>
        <source>, with a pointing device</source>
        <translation>，使用指针设备</translation>
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
    <name>PartRow</name>
    <message>
        <source>Approve change {0} of {1}</source>
        <translation>批准第 {0} 项变更，共 {1} 项</translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation>变更 {0}</translation>
    </message>
    <message>
        <source>Details of change {0}</source>
        <translation>变更 {0} 的详情</translation>
    </message>
</context>
<context>
    <name>Pending</name>
    <message>
        <source>Select an item</source>
        <translation>请选择一项</translation>
    </message>
    <message>
        <source>Nothing runs until you approve it.</source>
        <translation>未经您批准，任何调用都不会运行。</translation>
    </message>
    <message>
        <source>No pending calls</source>
        <translation>没有待处理的调用</translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <translation>
            <numerusform>%n 项待处理</numerusform>
        </translation>
    </message>
    <message>
        <source>1 pending</source>
        <translation>1 项待处理</translation>
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
        <source>Denied. The client is notified shortly.</source>
        <translation>已拒绝，稍后通知客户端。</translation>
    </message>
    <message>
        <source>Denied by you. It did not run.</source>
        <translation>已被您拒绝，没有运行。</translation>
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
    <name>Places</name>
    <message>
        <source>the argument {0} of {1}</source>
        <translation>{1} 的参数 {0}</translation>
    </message>
    <message>
        <source>the variable {0}</source>
        <translation>变量 {0}</translation>
    </message>
    <message>
        <source>the header {0}</source>
        <translation>标头 {0}</translation>
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
        <source>Provided as {0}.</source>
        <translation>以 {0} 的形式提供。</translation>
    </message>
    <message>
        <source>Bound but unused. Reference {0} in the server&apos;s variables or headers.</source>
        <translation>已绑定但未使用。请在服务器的变量或标头中引用 {0}。</translation>
    </message>
    <message>
        <source>Set as {0}, but not bound. Such calls are refused until you bind it.</source>
        <translation>已设为 {0}，但尚未绑定。绑定之前，这样的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Requires it as {0}, but it is not bound. The server won&apos;t start until you bind it.</source>
        <translation>需要它作为 {0}，但尚未绑定。绑定之前，服务器不会启动。</translation>
    </message>
    <message>
        <source>No longer bound.</source>
        <translation>已不再绑定。</translation>
    </message>
    <message>
        <source>Never used.</source>
        <translation>从未提供。</translation>
    </message>
    <message>
        <source>Used once, at {0}.</source>
        <translation>已提供一次，时间：{0}。</translation>
    </message>
    <message numerus="yes">
        <source>Last used {0}; %n times in total.</source>
        <translation>
            <numerusform>上次提供：{0}；共 %n 次。</numerusform>
        </translation>
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
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>any client</source>
        <translation>任意客户端</translation>
    </message>
</context>
<context>
    <name>Proposal</name>
    <message>
        <source>server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>secret</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>keyring</source>
        <translation>密钥环</translation>
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
        <source>Requested by</source>
        <translation>请求者</translation>
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
        <source>Select the changes to approve. The others are denied.</source>
        <translation>请选择要批准的变更，其余的会被拒绝。</translation>
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
        <translation>拒绝所有变更</translation>
    </message>
    <message>
        <source>Deny this change</source>
        <translation>拒绝此变更</translation>
    </message>
    <message>
        <source>Approve this change</source>
        <translation>批准此变更</translation>
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
        <source>Approve {0} of {1} changes</source>
        <translation>批准 {1} 项变更中的 {0} 项</translation>
    </message>
    <message>
        <source>{0} (Ctrl+Return)</source>
        <translation>{0} (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Which rule applies?</source>
        <translation>适用哪条规则？</translation>
    </message>
    <message>
        <source>Enter a server and a tool. The client is optional.</source>
        <translation>请输入服务器和工具，客户端可选。</translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Pending calls</source>
        <translation>待处理的调用</translation>
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
    <message>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
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
    <name>ReasonsDialog</name>
    <message>
        <source>Your reasons for denying</source>
        <translation>您的拒绝原因</translation>
    </message>
    <message>
        <source>Reasons, one per line</source>
        <translation>原因，每行一条</translation>
    </message>
    <message>
        <source>One reason per line. The reason you pick is sent to the model.</source>
        <translation>每行一条原因。您选择的那条会发送给模型。</translation>
    </message>
    <message>
        <source>Save reasons</source>
        <translation>保存原因</translation>
    </message>
</context>
<context>
    <name>Result</name>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
</context>
<context>
    <name>Row</name>
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
    <name>Rows</name>
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
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>By</source>
        <translation>决定者</translation>
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
        <source>Saved</source>
        <translation>已保留</translation>
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
        <source>Active settings</source>
        <translation>生效的设置</translation>
    </message>
    <message>
        <source>Unverified</source>
        <translation>未经验证</translation>
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
        <source>Timed out</source>
        <translation>超时</translation>
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
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Rule {0}</source>
        <translation>规则 {0}</translation>
    </message>
</context>
<context>
    <name>RuleDetail</name>
    <message>
        <source>Selected rule</source>
        <translation>所选规则</translation>
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
        <source>never</source>
        <translation>从未</translation>
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
        <source>Used</source>
        <translation>使用次数</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>Tool definition</source>
        <translation>工具定义</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>创建者</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>RuleForm</name>
    <message>
        <source>Always deny</source>
        <translation>始终拒绝</translation>
    </message>
    <message>
        <source>Always ask</source>
        <translation>始终询问</translation>
    </message>
    <message>
        <source>until I remove it</source>
        <translation>直到我移除它</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>until ToolGuard quits</source>
        <translation>直到 ToolGuard 退出</translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation>10 分钟</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>8 hours</source>
        <translation>8 小时</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 天</translation>
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
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新建规则</translation>
    </message>
    <message>
        <source>Add: always allow</source>
        <translation>添加：始终允许</translation>
    </message>
    <message>
        <source>Select a server, tool and client.</source>
        <translation>请选择服务器、工具和客户端。</translation>
    </message>
    <message>
        <source>Applies to the tool&apos;s current definition, if known.</source>
        <translation>适用于工具的当前定义（如已知）。</translation>
    </message>
    <message>
        <source>No server is named {0} yet. The rule applies once one is.</source>
        <translation>目前没有名为 {0} 的服务器，出现后规则即生效。</translation>
    </message>
    <message>
        <source>{0} lists no tool named {1} now. The rule applies once it does.</source>
        <translation>{0} 目前没有名为 {1} 的工具，出现后规则即生效。</translation>
    </message>
    <message>
        <source>Add this rule</source>
        <translation>添加此规则</translation>
    </message>
</context>
<context>
    <name>RuleTable</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
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
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>{0} ×</source>
        <translation>{0} 次</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>RuleWords</name>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Always deny</source>
        <translation>始终拒绝</translation>
    </message>
    <message>
        <source>Always ask</source>
        <translation>始终询问</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>any client</source>
        <translation>任意客户端</translation>
    </message>
    <message>
        <source>any server</source>
        <translation>任意服务器</translation>
    </message>
    <message>
        <source>any tool</source>
        <translation>任意工具</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已失效</translation>
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
        <source>any version, including later changes</source>
        <translation>任意版本，包括以后的更改</translation>
    </message>
    <message>
        <source>only the original version (unchanged)</source>
        <translation>仅限原版本（未更改）</translation>
    </message>
    <message>
        <source>only the original version; it has changed, so calls need approval</source>
        <translation>仅限原版本；它已更改，因此调用需要批准</translation>
    </message>
    <message>
        <source>only the original version; not listed since ToolGuard started</source>
        <translation>仅限原版本；自 ToolGuard 启动以来尚未列出</translation>
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
        <source>Approvals need less proof of your presence.</source>
        <translation>批准所需的在场证明会变少。</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>{0} 后</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>Search, or tool:NAME…</source>
        <translation>搜索，或输入 tool:名称…</translation>
    </message>
    <message>
        <source>Search rules</source>
        <translation>搜索规则</translation>
    </message>
    <message>
        <source>Test a call</source>
        <translation>测试调用</translation>
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
        <source>Add your first rule</source>
        <translation>添加第一条规则</translation>
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
        <source>Added: {0}</source>
        <translation>已添加：{0}</translation>
    </message>
    <message>
        <source>None. The tool is hidden from this client, so the call is refused.</source>
        <translation>无。该工具对此客户端隐藏，因此调用会被拒绝。</translation>
    </message>
    <message>
        <source>Other matching rules: {0}</source>
        <translation>其他匹配的规则：{0}</translation>
    </message>
    <message>
        <source>Rule {0}: {1}</source>
        <translation>规则 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>Running</name>
    <message>
        <source>{0} on {1} is running, requested by {2}. {3}</source>
        <translation>{1} 上的 {0} 正在运行，由 {2} 请求。{3}</translation>
    </message>
    <message>
        <source>Long-running: {0}</source>
        <translation>运行时间较长：{0}</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>progress {0}</source>
        <translation>进度 {0}</translation>
    </message>
    <message>
        <source>allowed by: {0}</source>
        <translation>允许者：{0}</translation>
    </message>
    <message>
        <source>long-running</source>
        <translation>运行时间较长</translation>
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
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>RunningDetail</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop this call</source>
        <translation>停止此调用</translation>
    </message>
    <message>
        <source>Open in Audit</source>
        <translation>在审计中打开</translation>
    </message>
    <message>
        <source>Open this call in Audit</source>
        <translation>在审计中打开此调用</translation>
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
        <source>Requested by</source>
        <translation>请求者</translation>
    </message>
    <message>
        <source>Allowed by</source>
        <translation>允许者</translation>
    </message>
    <message>
        <source>Bound arguments</source>
        <translation>绑定的参数</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Sent at</source>
        <translation>发送时间</translation>
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
        <translation>没有架构，接受任意参数。</translation>
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
        <translation>将架构复制为 JSON</translation>
    </message>
    <message>
        <source>Copy exact JSON</source>
        <translation>复制确切的 JSON</translation>
    </message>
</context>
<context>
    <name>Seam</name>
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
    <name>SecurityKeys</name>
    <message>
        <source>No security keys registered.</source>
        <translation>没有注册安全密钥。</translation>
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
        <translation>插入后触摸的 FIDO2 密钥。请再注册一个，以防丢失。</translation>
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
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
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
        <source>Overview</source>
        <translation>概览</translation>
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
        <source>Open Tool Calling server</source>
        <translation>Open Tool Calling 服务器</translation>
    </message>
    <message>
        <source>Selected server</source>
        <translation>所选服务器</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
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
    <message numerus="yes">
        <source>All tools, including new ones, except %n turned on individually</source>
        <translation>
            <numerusform>所有工具（包括新的），单独启用的 %n 个除外</numerusform>
        </translation>
    </message>
    <message>
        <source>Restricted for</source>
        <translation>受限于</translation>
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
        <source>Edit server</source>
        <translation>编辑此服务器</translation>
    </message>
    <message>
        <source>Duplicate server</source>
        <translation>为此服务器复制一份</translation>
    </message>
    <message>
        <source>Remove server</source>
        <translation>移除此服务器</translation>
    </message>
    <message>
        <source>End server&apos;s sessions</source>
        <translation>结束此服务器的会话</translation>
    </message>
    <message>
        <source>Show tools</source>
        <translation>查看工具</translation>
    </message>
    <message>
        <source>Show server&apos;s tools</source>
        <translation>查看此服务器的工具</translation>
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
        <source>Local program</source>
        <translation>本地程序</translation>
    </message>
    <message>
        <source>Remote server</source>
        <translation>远程服务器</translation>
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
        <source>Secrets</source>
        <translation>凭据</translation>
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
    <message>
        <source>About this server</source>
        <translation>关于此服务器</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
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
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>编辑 {0}</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Running sessions keep the old settings until they end.</source>
        <translation>正在运行的会话在结束之前沿用旧设置。</translation>
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
        <source>1 value looks like a secret. See below.</source>
        <translation>有 1 个值可能是凭据，请见下方。</translation>
    </message>
    <message numerus="yes">
        <source>%n values look like secrets. See below.</source>
        <translation>
            <numerusform>有 %n 个值可能是凭据，请见下方。</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter a name. Chat clients use it in `toolguard-connect --server NAME`.</source>
        <translation>请输入名称。聊天客户端在 `toolguard-connect --server 名称` 中使用它。</translation>
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
    <name>ServerLog</name>
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
        <source>No results.</source>
        <translation>没有结果。</translation>
    </message>
    <message>
        <source>No output yet.</source>
        <translation>还没有输出。</translation>
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
        <translation>要导入的代理</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Import servers from a file</source>
        <translation>从文件导入服务器</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>导入服务器</translation>
    </message>
    <message>
        <source>Paste a command line, a URL, or a chat client&apos;s JSON, YAML or TOML settings.</source>
        <translation>粘贴命令行、URL，或聊天客户端的 JSON、YAML 或 TOML 设置。</translation>
    </message>
    <message>
        <source>Select an agent</source>
        <translation>选择代理</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>所有代理</translation>
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
        <source>Added.</source>
        <translation>已添加。</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>Signed out</source>
        <translation>已退出登录</translation>
    </message>
    <message>
        <source>Add an MCP server to route its calls through ToolGuard.</source>
        <translation>添加 MCP 服务器，让它的调用经过 ToolGuard。</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>导入服务器…</translation>
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
        <source>Undo removal</source>
        <translation>撤销移除</translation>
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
        <source>Removed {0}.</source>
        <translation>已移除 {0}。</translation>
    </message>
    <message>
        <source>Removed {0} and ended its sessions.</source>
        <translation>已移除 {0} 并结束其会话。</translation>
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
        <source>Undo</source>
        <translation>撤销</translation>
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
    <name>Sessions</name>
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
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Reported name</source>
        <translation>自报名称</translation>
    </message>
    <message>
        <source>Server state</source>
        <translation>服务器状态</translation>
    </message>
    <message>
        <source>waiting for your review</source>
        <translation>等待您审核</translation>
    </message>
    <message>
        <source>waiting for the keyring</source>
        <translation>等待密钥环</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>requesting {0} from the client</source>
        <translation>正在向客户端请求{0}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>询问我</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
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
        <source>no limit</source>
        <translation>不限时</translation>
    </message>
    <message>
        <source>one approval</source>
        <translation>一次批准</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>个调用</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The language changes after you restart ToolGuard.</source>
        <translation>重新启动 ToolGuard 后生效。</translation>
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
        <source>Start at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Start ToolGuard in the background when you log in.</source>
        <translation>登录时在后台启动 ToolGuard。</translation>
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
        <source>Play a short sound, once for calls that arrive together.</source>
        <translation>播放短促的提示音，同时到达的调用只响一次。</translation>
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
        <source>Automatic client retry</source>
        <translation>客户端自动重试</translation>
    </message>
    <message>
        <source>Clients with protocol 2026-07-28 retry a slow call about nine times. Otherwise the model is told to call again.</source>
        <translation>使用 2026-07-28 协议的客户端会重试等待过久的调用，约九次。否则会告知模型再次调用。</translation>
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
        <source>One reason per line. The reason you pick is sent to the model.</source>
        <translation>每行一条原因。您选择的那条会发送给模型。</translation>
    </message>
    <message>
        <source>Client timeouts</source>
        <translation>客户端超时</translation>
    </message>
    <message>
        <source>One NAME=SECONDS per line; 0 means no timeout. Clients are asked to retry shortly before. ToolGuard adds the timeouts it observes.</source>
        <translation>每行一条，格式为 名称=秒数；0 表示不超时。将到时限时会要求客户端重试。ToolGuard 会添加它观察到的时限。</translation>
    </message>
    <message>
        <source>Proof of presence</source>
        <translation>在场证明</translation>
    </message>
    <message>
        <source>Require proof</source>
        <translation>要求证明</translation>
    </message>
    <message>
        <source>Authenticate before you approve, so that no program can click for you. Servers declare which calls are destructive, and may be wrong.</source>
        <translation>批准前须验证身份，使任何程序都不能替您点击。哪些调用具有破坏性由服务器声明，可能不实。</translation>
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
        <source>Proof validity</source>
        <translation>证明有效期</translation>
    </message>
    <message>
        <source>Per client session, at most 5 minutes. Rules and other changes always need a new proof.</source>
        <translation>按客户端会话计算，最长 5 分钟。规则和其他更改总是需要新的证明。</translation>
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
        <source>HTTP clients</source>
        <translation>HTTP 客户端</translation>
    </message>
    <message>
        <source>The local port for HTTP clients; 0 picks a free port. Use the same port in the clients&apos; settings.</source>
        <translation>供 HTTP 客户端使用的本机端口；0 表示任选空闲端口。客户端设置中须使用同一端口。</translation>
    </message>
    <message>
        <source>Server sign-in</source>
        <translation>服务器登录</translation>
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
        <translation>已还原“{0}”。</translation>
    </message>
    <message>
        <source>Changed “{0}”.</source>
        <translation>已更改“{0}”。</translation>
    </message>
    <message>
        <source>Undo the change to {0}</source>
        <translation>撤销对 {0} 的更改</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>免打扰时段</translation>
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
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
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
        <source>Not changed: {0}</source>
        <translation>未更改：{0}</translation>
    </message>
</context>
<context>
    <name>Several</name>
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
    <message numerus="yes">
        <source>They differ in tool, server or client. View each one first (%n left).</source>
        <translation>
            <numerusform>它们的工具、服务器或客户端不同，请先逐个查看（还剩 %n 个）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Their arguments are too long to show here. View each one first.</source>
        <translation>它们的参数过长，无法在此显示，请先逐个查看。</translation>
    </message>
    <message>
        <source>All arguments</source>
        <translation>全部参数</translation>
    </message>
    <message>
        <source>Reason for denying, sent to the model (optional)</source>
        <translation>拒绝原因，会发送给模型（可选）</translation>
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
            <numerusform>批准所选的全部 %n 个调用</numerusform>
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
            <numerusform>拒绝所选的全部 %n 个调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected changes are not included. Decide them one at a time.</source>
        <translation>
            <numerusform>所选的 %n 项变更不包括在内，须逐项决定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have timed out. For these, the next identical call runs instead.</source>
        <translation>
            <numerusform>其中 %n 个已超时：将改为运行它们各自的下一个相同调用。</numerusform>
        </translation>
    </message>
    <message>
        <source>These calls have ended. You can no longer decide them.</source>
        <translation>这些调用已结束，无法再作决定。</translation>
    </message>
    <message>
        <source>{0} × {1} on {2}, requested by {3}</source>
        <translation>{2} 上的 {1} × {0}，由 {3} 请求</translation>
    </message>
</context>
<context>
    <name>SideBar</name>
    <message>
        <source>Status: {0}</source>
        <translation>状态：{0}</translation>
    </message>
</context>
<context>
    <name>Sight</name>
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
        <source>Last sign-in error</source>
        <translation>上次登录失败的原因</translation>
    </message>
</context>
<context>
    <name>SignInStrip</name>
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
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Copy URL</source>
        <translation>复制 URL</translation>
    </message>
    <message>
        <source>To sign in with another browser on this computer</source>
        <translation>用本机上的其他浏览器登录</translation>
    </message>
    <message>
        <source>Cancel sign-in</source>
        <translation>取消登录</translation>
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
    <name>SigningIn</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>State</name>
    <message>
        <source>{0} · {1}</source>
        <translation>{0} · {1}</translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n 个运行中</numerusform>
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
        <source>Idle</source>
        <translation>空闲</translation>
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
        <translation>1 项变更待处理</translation>
    </message>
    <message numerus="yes">
        <source>%n pending changes</source>
        <translation>
            <numerusform>%n 项待处理的变更</numerusform>
        </translation>
    </message>
    <message>
        <source>Refusing calls</source>
        <translation>拒绝所有调用</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
</context>
<context>
    <name>Story</name>
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
        <translation>已由您拒绝</translation>
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
        <source>Cancellation sent to the server, requested by: {0}</source>
        <translation>已向服务器发送取消请求，请求者：{0}</translation>
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
        <source>Copy all records as JSON</source>
        <translation>将所有记录复制为 JSON</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>关闭详情</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
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
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Secrets provided</source>
        <translation>提供的凭据</translation>
    </message>
    <message>
        <source>Time pending</source>
        <translation>等待时间</translation>
    </message>
    <message>
        <source>Proof of presence</source>
        <translation>在场证明</translation>
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
        <source>Digest shown</source>
        <translation>显示内容的摘要</translation>
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
    <name>Strip</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation>Ctrl+Z</translation>
    </message>
    <message>
        <source>Undo: {0}</source>
        <translation>撤销：{0}</translation>
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
    <name>Suspicion</name>
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
    <name>Switch</name>
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
    <name>Text</name>
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
        <source>“{0}” mixes look-alike letters: {1}</source>
        <translation>“{0}”混用了外形相似的字母：{1}</translation>
    </message>
    <message>
        <source>“{0}” looks Latin but isn&apos;t: {1}</source>
        <translation>“{0}”看似拉丁字母，实则不是：{1}</translation>
    </message>
    <message>
        <source>“{0}” contains look-alike characters: {1}</source>
        <translation>“{0}”含有外形与普通字符相似的字符：{1}</translation>
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
        <source>Server annotations (unverified)</source>
        <translation>服务器注解（未经核实）</translation>
    </message>
    <message>
        <source>{tool} “{title}” on {server}</source>
        <translation>{server} 上的 {tool}“{title}”</translation>
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
        <source>Never called</source>
        <translation>从未调用</translation>
    </message>
    <message>
        <source>The tool changed since you allowed it, so your rule no longer applies.</source>
        <translation>自您允许以来此工具已更改，您的规则不再适用。</translation>
    </message>
    <message>
        <source>The server lists two tools with this name. A call may reach either one.</source>
        <translation>服务器列出了两个同名工具，调用可能到达其中任意一个。</translation>
    </message>
    <message>
        <source>Can&apos;t validate arguments against its schema: {0}.</source>
        <translation>无法根据其架构验证参数：{0}。</translation>
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
        <source>arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>注解</translation>
    </message>
    <message>
        <source>Bound arguments</source>
        <translation>绑定的参数</translation>
    </message>
    <message>
        <source>Unchanged since</source>
        <translation>自此未变</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>当时的变化</translation>
    </message>
    <message>
        <source>parts not shown</source>
        <translation>未显示的部分</translation>
    </message>
    <message>
        <source>Previous description</source>
        <translation>之前的描述</translation>
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
        <source>1 call today</source>
        <translation>今天 1 个调用</translation>
    </message>
    <message numerus="yes">
        <source>%n calls today</source>
        <translation>
            <numerusform>今天 %n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} · last used {1}</source>
        <translation>{0} · 上次使用：{1}</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>定义</translation>
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
        <source>Visible</source>
        <translation>对客户端可见</translation>
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
        <source>unknown</source>
        <translation>未知</translation>
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
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
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
    <name>Tools</name>
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
        <source>Refresh all</source>
        <translation>全部刷新</translation>
    </message>
    <message>
        <source>Tools of your servers appear here, each with a switch.</source>
        <translation>您的服务器的工具会显示在这里，每个都有开关。</translation>
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
        <source>No tool contains all of these words.</source>
        <translation>没有同时包含这些词的工具。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
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
        <source>Done</source>
        <translation>完成</translation>
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
            <numerusform>还有 %n 项</numerusform>
        </translation>
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
        <source>null</source>
        <translation>空值</translation>
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
    <name>Trial</name>
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
        <source>Starts the server, lists its tools and stops it. No tool is called.</source>
        <translation>启动服务器，列出它的工具，然后停止它。不会调用任何工具。</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
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
    <name>Undo</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation>Ctrl+Z</translation>
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
        <source>Unlock your keyring to check for a value.</source>
        <translation>解锁密钥环后才能查看是否有值。</translation>
    </message>
    <message>
        <source>No value set. Servers that use it won&apos;t start.</source>
        <translation>未设置值。使用它的服务器不会启动。</translation>
    </message>
</context>
<context>
    <name>Verify</name>
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
        <translation>检查记录是否被编辑、移除、重排或截断</translation>
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
        <source>Log verified: {0} records intact. Latest hash: </source>
        <translation>日志已验证：{0} 条记录完整。最新哈希：</translation>
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
        <source>records {0} to {1}, from {2} to {3}. </source>
        <translation>记录 {0} 到 {1}，时间从 {2} 到 {3}。 </translation>
    </message>
    <message>
        <source>{0} checked</source>
        <translation>已检查 {0}</translation>
    </message>
</context>
<context>
    <name>Viewer</name>
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
    <name>Warnings</name>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>WayOut</name>
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
        <source>{0} of {1} written</source>
        <translation>已写入 {0}，共 {1}</translation>
    </message>
    <message>
        <source>Start a new log? The old log is renamed and kept in the same folder. This can&apos;t be undone.</source>
        <translation>开始新的日志？旧日志会改名并保留在同一文件夹中。此操作无法撤销。</translation>
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
    <name>Window</name>
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
        <source>1 record</source>
        <translation>1 条记录</translation>
    </message>
    <message>
        <source>{0} records</source>
        <translation>{0} 条记录</translation>
    </message>
    <message>
        <source>Window error ({0}). Calls are still protected.</source>
        <translation>窗口错误 ({0})。调用仍受保护。</translation>
    </message>
    <message>
        <source>Quit ToolGuard?</source>
        <translation>退出 ToolGuard？</translation>
    </message>
    <message>
        <source>1 pending call</source>
        <translation>1 个待处理的调用</translation>
    </message>
    <message numerus="yes">
        <source>%n pending calls</source>
        <translation>
            <numerusform>%n 个待处理的调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Quitting denies pending calls and stops running calls.</source>
        <translation>退出会拒绝待处理的调用，并停止正在运行的调用。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Deny all and quit</source>
        <translation>全部拒绝并退出</translation>
    </message>
</context>
<context>
    <name>Wish</name>
    <message>
        <source>Which tools</source>
        <translation>哪些工具</translation>
    </message>
    <message>
        <source>this tool</source>
        <translation>此工具</translation>
    </message>
    <message>
        <source>Always apply to</source>
        <translation>始终应用于</translation>
    </message>
    <message>
        <source>Remember this decision</source>
        <translation>记住此决定</translation>
    </message>
    <message>
        <source>all tools</source>
        <translation>所有工具</translation>
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
        <source>until I quit</source>
        <translation>直到我退出</translation>
    </message>
    <message>
        <source>Allow all tools of {0} for any client until I quit</source>
        <translation>允许任意客户端使用 {0} 的所有工具，直到我退出</translation>
    </message>
    <message>
        <source>Allow all tools of {0} for {1} until I quit</source>
        <translation>允许 {1} 使用 {0} 的所有工具，直到我退出</translation>
    </message>
    <message>
        <source>Allow {0} for any client until I quit</source>
        <translation>允许任意客户端使用 {0}，直到我退出</translation>
    </message>
    <message>
        <source>Approve {0} and remember until I quit</source>
        <translation>批准 {0} 并记住，直到我退出</translation>
    </message>
    <message>
        <source>Applies to all tools of {0}, for any client</source>
        <translation>适用于任意客户端对 {0} 所有工具的调用</translation>
    </message>
    <message>
        <source>Applies to all tools of {0}, for {1}</source>
        <translation>适用于 {1} 对 {0} 所有工具的调用</translation>
    </message>
    <message>
        <source>Applies to {0} on {1}, for any client</source>
        <translation>适用于任意客户端对 {1} 上的 {0} 的调用</translation>
    </message>
    <message>
        <source>Applies to {0} on {1}, for {2}</source>
        <translation>适用于 {2} 对 {1} 上的 {0} 的调用</translation>
    </message>
    <message>
        <source>until ToolGuard quits</source>
        <translation>直到 ToolGuard 退出</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Always allow all tools of {0} for any client</source>
        <translation>始终允许任意客户端使用 {0} 的所有工具</translation>
    </message>
    <message>
        <source>Always allow all tools of {0} for {1}</source>
        <translation>始终允许 {1} 使用 {0} 的所有工具</translation>
    </message>
    <message>
        <source>Always allow {0} for any client</source>
        <translation>始终允许任意客户端使用 {0}</translation>
    </message>
    <message>
        <source>Always allow {0} for {1}</source>
        <translation>始终允许 {1} 使用 {0}</translation>
    </message>
    <message>
        <source>{0}, {1}.</source>
        <translation>{0}，{1}。</translation>
    </message>
</context>
<context>
    <name>Working</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>_Events</name>
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
    <name>_Form</name>
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
        <source>Select a tool or enter its name.</source>
        <translation>请选择工具，或输入它的名称。</translation>
    </message>
    <message>
        <source>Enter a JSON pointer, such as /connection or /db/password.</source>
        <translation>请输入 JSON 指针，例如 /connection 或 /db/password。</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
</context>
<context>
    <name>_Row</name>
    <message>
        <source> of {0} on {1}</source>
        <translation>（{1} 的 {0}）</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
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
        <source>Unbind {0}</source>
        <translation>解除绑定 {0}</translation>
    </message>
    <message>
        <source>Bind {0}</source>
        <translation>绑定 {0}</translation>
    </message>
    <message>
        <source>Bind the current {0} again</source>
        <translation>重新绑定当前的 {0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Value: {0}</source>
        <translation>值：{0}</translation>
    </message>
    <message>
        <source>Not bound to this server. Calls to this tool are refused.</source>
        <translation>未绑定到此服务器。对此工具的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Remove from {0} of {1} on {2}</source>
        <translation>从 {2} 的 {1} 的 {0} 中移除</translation>
    </message>
</context>
</TS>
