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
        <source>Joined sessions</source>
        <translation>已连接的会话</translation>
    </message>
    <message>
        <source>Answered calls that go on</source>
        <translation>已答复但仍在继续的调用</translation>
    </message>
    <message>
        <source>Nothing runs</source>
        <translation>没有正在运行的调用</translation>
    </message>
    <message>
        <source>Calls that a server works on are shown here while they run.</source>
        <translation>服务器正在处理的调用会在运行期间显示在这里。</translation>
    </message>
    <message>
        <source>No client is connected.</source>
        <translation>没有客户端连接。</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Answered, and goes on</source>
        <translation>已答复，仍在继续</translation>
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
        <source>1 call runs</source>
        <translation>1 个调用正在运行</translation>
    </message>
    <message numerus="yes">
        <source>%n calls run</source>
        <translation>
            <numerusform>%n 个调用正在运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop {0} on {1}?</source>
        <translation>停止 {1} 上的 {0}？</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the call that runs?</source>
        <translation>停止正在运行的调用？</translation>
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
    <message>
        <source>The server is asked to give up, and the client is told that it was stopped. What the tool has already done stays done.</source>
        <translation>ToolGuard 会请求服务器放弃，并告知客户端调用已停止。工具已经做过的事无法撤销。</translation>
    </message>
    <message>
        <source>Let it run</source>
        <translation>让它继续运行</translation>
    </message>
</context>
<context>
    <name>Announce</name>
    <message numerus="yes">
        <source>%n new things wait for you.</source>
        <translation>
            <numerusform>有 %n 项新内容等待您处理。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} wants to run {1} on {2}.</source>
        <translation>{0} 想运行 {2} 上的 {1}。</translation>
    </message>
    <message numerus="yes">
        <source>%n wait in all.</source>
        <translation>
            <numerusform>共有 %n 项待处理。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Answers</name>
    <message>
        <source>Calls like this run without asking from now on.</source>
        <translation>今后此类调用将直接运行，不再询问。</translation>
    </message>
    <message>
        <source>1 call runs.</source>
        <translation>1 个调用正在运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n calls run.</source>
        <translation>
            <numerusform>%n 个调用正在运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Taken back: the next call like this asks you again.</source>
        <translation>已收回：下一个此类调用会再次询问您。</translation>
    </message>
    <message>
        <source>Not denied: {0}</source>
        <translation>未拒绝：{0}</translation>
    </message>
    <message>
        <source>The rule could not be removed: {0}</source>
        <translation>无法移除规则：{0}</translation>
    </message>
    <message>
        <source>The rule is removed again. The call that it came with has run.</source>
        <translation>规则已撤销。随它批准的调用已经运行。</translation>
    </message>
    <message>
        <source>{0} ended before your denial was given. It did not run by it.</source>
        <translation>{0} 在您拒绝之前已经结束，未因此运行。</translation>
    </message>
    <message>
        <source>{0} did not run: your answer waits for its next identical call.</source>
        <translation>{0} 没有运行：您的答复会等待它的下一个相同调用。</translation>
    </message>
    <message numerus="yes">
        <source>%n answers wait for their next calls.</source>
        <translation>
            <numerusform>%n 个答复在等待各自的下一个调用。</numerusform>
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
        <source>Nothing recorded yet</source>
        <translation>还没有记录</translation>
    </message>
    <message>
        <source>Every call, decision and answer is written here, and is never changed afterwards.</source>
        <translation>每一次调用、决定和答复都会记录在这里，此后不会再更改。</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>Progress of preparing the search</source>
        <translation>搜索准备进度</translation>
    </message>
    <message>
        <source>No recorded call fits these filters. Take one away above, or clear all.</source>
        <translation>没有符合这些筛选条件的调用记录。请在上方去掉一个条件，或清除全部条件。</translation>
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
        <source>The search is being prepared: {0} of {1} records. Newer calls follow.</source>
        <translation>正在准备搜索：已处理 {0} 条记录，共 {1} 条。较新的调用随后出现。</translation>
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
    <message>
        <source>This call is not in the log (yet). Every call is there once it was decided on.</source>
        <translation>此调用（尚）不在日志中。每个调用在作出决定后都会记入日志。</translation>
    </message>
</context>
<context>
    <name>BoundArguments</name>
    <message>
        <source>Fill into an argument…</source>
        <translation>填入参数…</translation>
    </message>
    <message>
        <source>Arguments that it is filled into</source>
        <translation>填入的参数</translation>
    </message>
    <message>
        <source>No client and no model sees or sets such an argument: it is filled in after the approval.</source>
        <translation>客户端和模型都看不到、也不能设置这样的参数：批准之后才会填入。</translation>
    </message>
</context>
<context>
    <name>BriefStrip</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close what is said of this sign-in</source>
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
        <source>Edit the inputs before they run</source>
        <translation>在运行前编辑输入</translation>
    </message>
    <message>
        <source>These inputs are long: they are being looked through…</source>
        <translation>输入内容较长，正在检查…</translation>
    </message>
    <message>
        <source>No longer waiting</source>
        <translation>已不再等待</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>These inputs are too long to be edited here. Deny the call and say why.</source>
        <translation>输入内容过长，无法在此编辑。请拒绝此调用并说明原因。</translation>
    </message>
    <message>
        <source>Being checked…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Cannot run: {0}</source>
        <translation>无法运行：{0}</translation>
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
        <source>Its inputs hold the value of the secret {0}, shown here by its name. If it runs, {1} has that value. Deny it unless you know why the model has it.</source>
        <translation>其输入参数含有机密 {0} 的值，此处以名称显示。如果运行，{1} 就会得到该值。除非您知道模型为什么有它，否则请拒绝。</translation>
    </message>
    <message>
        <source>It says that it goes on with an earlier call, and fits none that you have allowed.</source>
        <translation>它声称是之前某个调用的继续，但与您允许过的任何调用都不相符。</translation>
    </message>
    <message>
        <source>The arguments contain characters that cannot be seen: {0}</source>
        <translation>参数中包含不可见字符：{0}</translation>
    </message>
    <message>
        <source>did not say</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation>{0}（进程 {1}）</translation>
    </message>
    <message>
        <source>Secrets it gets</source>
        <translation>将获得的凭据</translation>
    </message>
    <message>
        <source>It asks for</source>
        <translation>它请求</translation>
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
        <source>Claimed by the server</source>
        <translation>服务器的声明</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Started by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>Asked at</source>
        <translation>请求时间</translation>
    </message>
    <message>
        <source>Goes on</source>
        <translation>继续方式</translation>
    </message>
    <message>
        <source>as a task: the answer comes later</source>
        <translation>作为任务：答复稍后到来</translation>
    </message>
    <message>
        <source>If nobody answers</source>
        <translation>无人答复时</translation>
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
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>runs once for {0}</source>
        <translation>为 {0} 运行一次</translation>
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
        <source>Proposal: {0}</source>
        <translation>变更请求：{0}</translation>
    </message>
    <message>
        <source>{0} on {1}, asked by {2}</source>
        <translation>{1} 上的 {0}，由 {2} 请求</translation>
    </message>
    <message>
        <source>Gone: {0}</source>
        <translation>已消失：{0}</translation>
    </message>
    <message>
        <source>Denied – Undo</source>
        <translation>已拒绝 – 可撤销</translation>
    </message>
</context>
<context>
    <name>Chips</name>
    <message>
        <source>Take away the filter {0}</source>
        <translation>去掉筛选条件 {0}</translation>
    </message>
    <message>
        <source>Take this filter away</source>
        <translation>去掉此筛选条件</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>Choose …</source>
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
        <source>Nothing (null)</source>
        <translation>空值 (null)</translation>
    </message>
    <message>
        <source>This is not one of the values that are offered.</source>
        <translation>这不是可选值之一。</translation>
    </message>
</context>
<context>
    <name>ClientDetail</name>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>End its sessions…</source>
        <translation>结束其会话…</translation>
    </message>
    <message>
        <source>Shut it out…</source>
        <translation>不再允许接入…</translation>
    </message>
    <message>
        <source>Its calls</source>
        <translation>相关调用</translation>
    </message>
    <message>
        <source>Show its calls in Audit</source>
        <translation>在审计中查看相关调用</translation>
    </message>
    <message>
        <source>Its rules</source>
        <translation>相关规则</translation>
    </message>
    <message>
        <source>Show the rules that name it</source>
        <translation>查看提到它的规则</translation>
    </message>
    <message>
        <source>Rules that name it</source>
        <translation>提到它的规则</translation>
    </message>
    <message>
        <source>Its sessions</source>
        <translation>它的会话</translation>
    </message>
    <message>
        <source>Connected now</source>
        <translation>目前已连接</translation>
    </message>
    <message>
        <source>What it may see</source>
        <translation>可见范围</translation>
    </message>
    <message>
        <source>There is no server yet that it could see.</source>
        <translation>还没有可供它查看的服务器。</translation>
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
        <source>Started by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>Comes through</source>
        <translation>接入方式</translation>
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
        <source>every server, also later ones</source>
        <translation>所有服务器，包括以后添加的</translation>
    </message>
    <message>
        <source>Has a token for</source>
        <translation>令牌可用于</translation>
    </message>
    <message>
        <source>Token made</source>
        <translation>令牌创建时间</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>All of them as one</source>
        <translation>全部合为一个</translation>
    </message>
    <message>
        <source>For Open Tool Calling</source>
        <translation>用于 Open Tool Calling</translation>
    </message>
    <message>
        <source>{0} (process {1})</source>
        <translation>{0}（进程 {1}）</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>{0} — its own claim, which proves nothing</source>
        <translation>{0}（它自己的说法，不能证明什么）</translation>
    </message>
    <message>
        <source>{0} recorded, {1} of them denied</source>
        <translation>共记录 {0} 次，其中 {1} 次被拒绝</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>None. Rules for any client hold for it too.</source>
        <translation>无。适用于任意客户端的规则对它同样有效。</translation>
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
        <source>every tool</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>every server</source>
        <translation>所有服务器</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{1} 上的 {0}</translation>
    </message>
    <message>
        <source>{0} (over)</source>
        <translation>{0}（已失效）</translation>
    </message>
    <message>
        <source>End all sessions of {0}? What it holds is denied, what runs is stopped, its servers are ended. Its program may connect again by itself: to keep it from a server, switch that off below.</source>
        <translation>结束 {0} 的所有会话？它待处理的调用会被拒绝，正在运行的会停止，它的服务器会结束。它的程序可能会自行重新连接；要让它无法使用某个服务器，请在下方关闭。</translation>
    </message>
    <message>
        <source>End its sessions</source>
        <translation>结束其会话</translation>
    </message>
    <message>
        <source>Shut {0} out? Its token is worth nothing from then on, and its sessions over HTTP end. This cannot be undone: to let it in again, add it again, and give it the new token.</source>
        <translation>不再允许 {0} 接入？它的令牌将立即失效，它通过 HTTP 的会话也会结束。此操作无法撤销：要重新允许它接入，请再次添加，并把新令牌交给它。</translation>
    </message>
    <message>
        <source>Shut it out</source>
        <translation>不再允许接入</translation>
    </message>
</context>
<context>
    <name>ClientEditor</name>
    <message>
        <source>my-agent</source>
        <translation>my-agent</translation>
    </message>
    <message>
        <source>Name of the client</source>
        <translation>客户端名称</translation>
    </message>
    <message>
        <source>Every server, also those that are added later</source>
        <translation>所有服务器，包括以后添加的</translation>
    </message>
    <message>
        <source>Make its token</source>
        <translation>创建令牌</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel adding a client</source>
        <translation>取消添加客户端</translation>
    </message>
    <message>
        <source>Let a client in over HTTP</source>
        <translation>允许客户端通过 HTTP 接入</translation>
    </message>
    <message>
        <source>For a chat client that connects to an address instead of starting a program, on this computer only. It gets a token of its own, which is shown once.</source>
        <translation>适用于连接地址而不是启动程序的聊天客户端，仅限本机。它会得到自己的令牌，令牌只显示一次。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What it may use</source>
        <translation>可以使用的服务器</translation>
    </message>
    <message>
        <source>It may use {0}</source>
        <translation>它可以使用 {0}</translation>
    </message>
    <message>
        <source>A name has 1 to 64 letters, digits, “.”, “_” or “-”, and begins with a letter or digit.</source>
        <translation>名称由 1 到 64 个字母、数字、“.”、“_”或“-”组成，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>There is a client of that name already: shut it out first, or choose another name.</source>
        <translation>已有同名的客户端：请先不再允许它接入，或选择其他名称。</translation>
    </message>
    <message>
        <source>Choose at least one server, or every server.</source>
        <translation>请至少选择一个服务器，或选择所有服务器。</translation>
    </message>
</context>
<context>
    <name>ClientToken</name>
    <message>
        <source>New client</source>
        <translation>新客户端</translation>
    </message>
    <message>
        <source>Address of which server</source>
        <translation>哪个服务器的地址</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Copy the token</source>
        <translation>复制令牌</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Address with the token</source>
        <translation>含令牌的地址</translation>
    </message>
    <message>
        <source>Copy the address with the token</source>
        <translation>复制含令牌的地址</translation>
    </message>
    <message>
        <source>Address for Open Tool Calling</source>
        <translation>用于 Open Tool Calling 的地址</translation>
    </message>
    <message>
        <source>Copy the address for Open Tool Calling</source>
        <translation>复制用于 Open Tool Calling 的地址</translation>
    </message>
    <message>
        <source>Copy all as settings</source>
        <translation>全部复制为设置</translation>
    </message>
    <message>
        <source>JSON for clients that keep their servers under “mcpServers”.</source>
        <translation>供将服务器列在“mcpServers”下的客户端使用的 JSON。</translation>
    </message>
    <message>
        <source>I have kept the token</source>
        <translation>我已保存令牌</translation>
    </message>
    <message>
        <source>There is no server yet. Add one on the page Servers: its address is then shown with this client.</source>
        <translation>还没有服务器。请在“服务器”页面添加一个，之后它的地址会显示在此客户端处。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>With the token inside</source>
        <translation>内含令牌</translation>
    </message>
    <message>
        <source>For Open Tool Calling</source>
        <translation>用于 Open Tool Calling</translation>
    </message>
    <message>
        <source>Give the client the address, and the token as a bearer token in the header “Authorization”. Only a client that can set no header takes the address with the token inside.</source>
        <translation>把地址交给客户端，并把令牌作为 Bearer 令牌放在标头“Authorization”中。只有无法设置标头的客户端才使用内含令牌的地址。</translation>
    </message>
    <message>
        <source>{0} may come in</source>
        <translation>{0} 可以接入</translation>
    </message>
    <message>
        <source>The token is shown only now. Whoever has it can use these servers as this client, on this computer.</source>
        <translation>令牌只在此刻显示。在本机上，任何持有它的程序都能以此客户端的身份使用这些服务器。</translation>
    </message>
    <message>
        <source>All of them as one, tools named server__tool</source>
        <translation>全部合为一个，工具名为 server__tool</translation>
    </message>
    <message>
        <source>Copied: {0}.</source>
        <translation>已复制：{0}。</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>Clients</name>
    <message>
        <source>Chat clients</source>
        <translation>聊天客户端</translation>
    </message>
    <message>
        <source>No chat client has connected yet</source>
        <translation>还没有聊天客户端连接过</translation>
    </message>
    <message>
        <source>Put this into your chat client&apos;s settings where it lists its MCP servers, then start the client anew. It then reaches the server through ToolGuard.</source>
        <translation>把下面的内容放到聊天客户端设置中列出 MCP 服务器的位置，然后重新启动客户端。此后它将通过 ToolGuard 访问服务器。</translation>
    </message>
    <message>
        <source>The entry for your chat client</source>
        <translation>聊天客户端的配置条目</translation>
    </message>
    <message>
        <source>Copy the entry</source>
        <translation>复制条目</translation>
    </message>
    <message>
        <source>Let one in over HTTP</source>
        <translation>允许一个客户端通过 HTTP 接入</translation>
    </message>
    <message>
        <source>Choose a client</source>
        <translation>请选择一个客户端</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Add over HTTP</source>
        <translation>通过 HTTP 添加</translation>
    </message>
    <message>
        <source>Let a client in over HTTP</source>
        <translation>允许客户端通过 HTTP 接入</translation>
    </message>
    <message>
        <source>{0}, {1} of them connected</source>
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
        <source>has a token, never seen yet</source>
        <translation>持有令牌，从未出现</translation>
    </message>
    <message>
        <source>over HTTP</source>
        <translation>通过 HTTP</translation>
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
    <message>
        <source>The token is still in the clipboard, where every program can read it.</source>
        <translation>令牌仍在剪贴板中，任何程序都能读取。</translation>
    </message>
    <message>
        <source>Clear the clipboard</source>
        <translation>清空剪贴板</translation>
    </message>
    <message>
        <source>{0} is shut out: its token is worth nothing any more.</source>
        <translation>已不再允许 {0} 接入：它的令牌已失效。</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions of {0} were ended.</source>
        <translation>
            <numerusform>已结束 {0} 的 %n 个会话。</numerusform>
        </translation>
    </message>
    <message>
        <source>Which clients see it</source>
        <translation>哪些客户端可见</translation>
    </message>
    <message>
        <source>None: it is hidden from every client.</source>
        <translation>无：对所有客户端隐藏。</translation>
    </message>
    <message>
        <source>Every client. None is known yet.</source>
        <translation>所有客户端。目前还不知道任何客户端。</translation>
    </message>
    <message>
        <source>Every client, also new ones, but for those that are not ticked.</source>
        <translation>所有客户端，包括新的，未勾选的除外。</translation>
    </message>
    <message>
        <source>{0} (connected now)</source>
        <translation>{0}（目前已连接）</translation>
    </message>
    <message>
        <source>{0} sees this tool</source>
        <translation>{0} 可以看到此工具</translation>
    </message>
</context>
<context>
    <name>Confirm</name>
    <message>
        <source>Before you do this</source>
        <translation>操作前请确认</translation>
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
        <source>(a tool without a name)</source>
        <translation>（没有名称的工具）</translation>
    </message>
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
        <source>A name on your PATH or a full path</source>
        <translation>PATH 中的名称或完整路径</translation>
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
        <source>Address</source>
        <translation>地址</translation>
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
        <source>Ask me before its own requests</source>
        <translation>服务器自行提出请求前先询问我</translation>
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
        <source>Does not fit the tool&apos;s schema: {0}</source>
        <translation>不符合工具的输入定义：{0}</translation>
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
        <source>Join protocol revisions</source>
        <translation>衔接协议版本</translation>
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
        <source>Program on this computer</source>
        <translation>本机程序</translation>
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
        <source>Sampling, elicitation and roots wait for you before they reach the chat client</source>
        <translation>采样、询问和根目录请求会先等待您，然后才到达聊天客户端</translation>
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
        <source>Sent with every message. Write ${secret:NAME} for a value from your keychain, such as Authorization: Bearer ${secret:NAME}</source>
        <translation>随每条消息发送。用 ${secret:NAME} 表示钥匙串中的值，例如 Authorization: Bearer ${secret:NAME}</translation>
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
        <source>The log ends at record {0}, but your keyring remembers record {1}: records were removed from its end. Look at Audit → Verify before you go on.</source>
        <translation>日志止于记录 {0}，但您的钥匙串记得记录 {1}：末尾的记录已被移除。继续之前请查看“审计”→“验证”。</translation>
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
        <source>The log {0} was written by a newer ToolGuard: install that one again.</source>
        <translation>日志 {0} 由更新版本的 ToolGuard 写入：请重新安装该版本。</translation>
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
        <source>ToolGuard shows you the page at {0}. Waiting until you have signed in there…</source>
        <translation>ToolGuard 会向您显示 {0} 的页面。正在等待您在那里登录…</translation>
    </message>
    <message>
        <source>ToolGuard: the client did not answer this</source>
        <translation>ToolGuard：客户端没有答复</translation>
    </message>
    <message>
        <source>Translate for chat clients of another era than this server; off: they fail as without it</source>
        <translation>为与此服务器不同时代的聊天客户端翻译；关闭后，它们会像没有此功能时一样失败</translation>
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
        <source>the new server {0} was not accepted in ToolGuard</source>
        <translation>新服务器 {0} 没有在 ToolGuard 中获得接受</translation>
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
        <source>An argument needs its tool and its one server: --server S --tool T --argument /POINTER.</source>
        <translation>参数需要它的工具和唯一的服务器：--server S --tool T --argument /POINTER。</translation>
    </message>
    <message>
        <source>Argument {0} looks like a secret ({1}): every program on this computer can read it there, and ToolGuard never puts a secret into arguments. Look whether the server takes it from a variable or a file.</source>
        <translation>参数 {0} 看起来是秘密（{1}）：本机的每个程序都能在那里读到它，而 ToolGuard 从不把秘密放进参数。请查看服务器能否从变量或文件中读取它。</translation>
    </message>
    <message>
        <source>By the id of the provider, such as google; write ${secret:NAME}</source>
        <translation>按提供方的标识，例如 google；请写 ${secret:NAME}</translation>
    </message>
    <message>
        <source>By the id that the tool asks for; write ${secret:NAME}</source>
        <translation>按工具请求的标识；请写 ${secret:NAME}</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>客户端 ID</translation>
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
        <source>Credential for the sign-in</source>
        <translation>登录所用的凭据</translation>
    </message>
    <message>
        <source>Did you mean {0}? Capital letters count.</source>
        <translation>您是指 {0} 吗？区分大小写。</translation>
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
        <source>Only where people sign in to this server and no program can register itself: what you got there for ToolGuard. Its redirect address is http://127.0.0.1/callback, on any port</source>
        <translation>仅用于需要登录此服务器、而程序又不能自行注册的情况：填写您在那里为 ToolGuard 得到的 ID。它的重定向地址是 http://127.0.0.1/callback，端口任意</translation>
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
        <source>Record {0} of the log is not the one that your keyring remembers: the log was rewritten, or exchanged for another one. Look at Audit → Verify before you go on.</source>
        <translation>日志的记录 {0} 不是您的钥匙串所记得的那一条：日志被重写了，或被换成了另一份。继续之前请查看“审计”→“验证”。</translation>
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
        <source>Signed in at {0}.</source>
        <translation>已在 {0} 登录。</translation>
    </message>
    <message>
        <source>Signed out here. The other side did not say that it forgot it, too.</source>
        <translation>已在这里退出登录。对方没有确认它也已忘记。</translation>
    </message>
    <message>
        <source>Signed out.</source>
        <translation>已退出登录。</translation>
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
        <source>The log cannot say which settings you accepted last: until it is mended, no server and no rule of {0} is known.</source>
        <translation>日志无法说明您上次接受了哪些设置：在修复之前，{0} 中的任何服务器和规则都不生效。</translation>
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
        <source>ToolGuard goes on with this log, and forgets what your keyring remembers of the one before</source>
        <translation>ToolGuard 沿用这份日志，并忘掉您的钥匙串所记得的前一份日志</translation>
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
        <source>ToolGuard is already running</source>
        <translation>ToolGuard 已在运行</translation>
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
        <source>User id</source>
        <translation>用户标识</translation>
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
        <source>What belongs to the client id, if anything: ${secret:NAME}</source>
        <translation>与客户端 ID 对应的密钥（如果有）：${secret:NAME}</translation>
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
        <source>What tools that ask for it are given after your approval, and no other tool</source>
        <translation>经您批准后，交给请求它的工具的内容，其他工具得不到</translation>
    </message>
    <message>
        <source>Where the program starts</source>
        <translation>程序的启动位置</translation>
    </message>
    <message>
        <source>Where the server is, without /tools, such as https://example.com/otc</source>
        <translation>服务器所在的地址，不含 /tools，例如 https://example.com/otc</translation>
    </message>
    <message>
        <source>Where the server takes messages, such as https://example.com/mcp</source>
        <translation>服务器接收消息的地址，例如 https://example.com/mcp</translation>
    </message>
    <message>
        <source>Who you are to this server; a text, or ${secret:NAME}</source>
        <translation>您在此服务器上的身份；一段文字，或 ${secret:NAME}</translation>
    </message>
    <message>
        <source>Write ${secret:NAME} for a value from your keychain</source>
        <translation>用 ${secret:NAME} 表示钥匙串中的值</translation>
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
        <source>a text in its settings has a zero character</source>
        <translation>设置中有一段文本含有零字符</translation>
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
        <source>any server</source>
        <translation>任意服务器</translation>
    </message>
    <message>
        <source>any tool</source>
        <translation>任意工具</translation>
    </message>
    <message>
        <source>any {0}</source>
        <translation>任意 {0}</translation>
    </message>
    <message>
        <source>api_key sends the credential itself; jwt signs a token with it for each request</source>
        <translation>api_key 直接发送凭据；jwt 用它为每个请求签名一个令牌</translation>
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
        <source>asks clients and their people by itself, without you</source>
        <translation>自行询问客户端及其用户，不经过您</translation>
    </message>
    <message>
        <source>auto finds out; sse is that of 2024, with two addresses</source>
        <translation>auto 会自动判断；sse 是 2024 年的方式，有两个地址</translation>
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
        <source>calls itself {0}, speaks {1}, {2} tools</source>
        <translation>自称 {0}，协议 {1}，{2} 个工具</translation>
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
        <source>exactly two descriptors can be handed over: stdin and stdout</source>
        <translation>只能移交两个描述符：stdin 和 stdout</translation>
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
        <source>nobody can be asked: ToolGuard runs without a window</source>
        <translation>无人可询问：ToolGuard 在没有窗口的情况下运行</translation>
    </message>
    <message>
        <source>nobody signed in within {0} minutes; begin again when you are ready</source>
        <translation>{0} 分钟内没有人登录；准备好后请重新开始</translation>
    </message>
    <message>
        <source>none, api_key or jwt</source>
        <translation>none、api_key 或 jwt</translation>
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
        <source>of another form</source>
        <translation>其他形式</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on 或 off</translation>
    </message>
    <message>
        <source>only tools are looked at</source>
        <translation>只查看工具</translation>
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
        <source>protocol version</source>
        <translation>协议版本</translation>
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
        <source>rule {0} removed</source>
        <translation>已移除规则 {0}</translation>
    </message>
    <message>
        <source>sampling with tools</source>
        <translation>带工具的采样</translation>
    </message>
    <message>
        <source>say either a value or --default</source>
        <translation>请给出一个值或 --default，二者选一</translation>
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
        <source>sign in  {0}</source>
        <translation>登录  {0}</translation>
    </message>
    <message>
        <source>sign in to a remote server, in your browser</source>
        <translation>在浏览器中登录远程服务器</translation>
    </message>
    <message>
        <source>sign in: open ToolGuard → Servers → {0} → Sign in, or run `toolguard server sign-in {0}`</source>
        <translation>请登录：打开 ToolGuard → 服务器 → {0} → 登录，或运行 `toolguard server sign-in {0}`</translation>
    </message>
    <message>
        <source>sign out of a remote server</source>
        <translation>退出远程服务器的登录</translation>
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
        <source>started again: the first one ended when it was asked in a revision that it does not know</source>
        <translation>已重新启动：前一个进程收到它不认识的协议版本的请求后就结束了</translation>
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
        <source>the client was told to ask again</source>
        <translation>已告知客户端稍后重试</translation>
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
        <source>the connection was closed before a whole line came</source>
        <translation>连接在收到整行之前关闭</translation>
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
        <source>the key {0} stands twice in one object</source>
        <translation>键 {0} 在一个对象中出现了两次</translation>
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
        <source>the server {0} wants to know who you are: sign in with `toolguard server sign-in {1}`, or, if it gave you a token, set its header Authorization to the likes of Bearer ${secret:NAME}</source>
        <translation>服务器 {0} 要求表明身份：请运行 `toolguard server sign-in {1}` 登录；如果它给了您令牌，请把它的标头 Authorization 设为类似 Bearer ${secret:NAME} 的值</translation>
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
        <source>the sign-in came to nothing</source>
        <translation>登录没有结果</translation>
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
        <source>the sign-in was given up</source>
        <translation>登录已放弃</translation>
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
        <source>this call_id stands for another call: use a new one</source>
        <translation>此 call_id 代表另一个调用：请使用新的</translation>
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
        <source>this session was opened with initialize</source>
        <translation>此会话以 initialize 打开</translation>
    </message>
    <message>
        <source>this tool runs only as a task of 2025-11-25, which a client of 2026-07-28 cannot begin</source>
        <translation>此工具只能作为 2025-11-25 的任务运行，2026-07-28 版本的客户端无法启动它</translation>
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
        <source>withheld by ToolGuard, because they hold a secret</source>
        <translation>因含有机密而被 ToolGuard 隐去</translation>
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
        <source>you gave the sign-in up</source>
        <translation>您放弃了登录</translation>
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
        <source>{0} answers with more than {1} KiB, which was not read</source>
        <translation>{0} 的答复超过 {1} KiB，没有读取</translation>
    </message>
    <message>
        <source>{0} cannot be compared with what you accepted last, because the copy of that is gone: {1}</source>
        <translation>{0} 无法与您上次接受的内容比较，因为那份副本已不在：{1}</translation>
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
        <source>… and {0} more characters</source>
        <translation>… 以及另外 {0} 个字符</translation>
    </message>
    <message>
        <source>the whole</source>
        <translation>整体</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输方式</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>no encrypted connection came about ({0}); check the address</source>
        <translation>没有建立加密连接（{0}）；请检查地址</translation>
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
        <source>there is no setting {0}: `toolguard settings list` shows them</source>
        <translation>没有设置项 {0}：`toolguard settings list` 会列出它们</translation>
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
        <source>{0} sessions of server {1} {2}</source>
        <translation>服务器 {1} 的 {0} 个会话{2}</translation>
    </message>
    <message>
        <source>{0} was changed: {1}. Keep it as evidence, move it away and restart ToolGuard.</source>
        <translation>{0} 已被更改：{1}。请作为证据保留，将它移走并重新启动 ToolGuard。</translation>
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
        <source>{0}{1} Do not retry this call unless the user asks.</source>
        <translation>{0}{1} 除非用户要求，请勿重试此调用。</translation>
    </message>
</context>
<context>
    <name>Credential</name>
    <message>
        <source>Secret</source>
        <translation>机密</translation>
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
        <source>User id</source>
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
        <translation>更换值…</translation>
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
        <source>Server to bind it to</source>
        <translation>要绑定到的服务器</translation>
    </message>
    <message>
        <source>Bind</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>Bind it to this server</source>
        <translation>绑定到此服务器</translation>
    </message>
    <message>
        <source>Copy reference</source>
        <translation>复制引用</translation>
    </message>
    <message>
        <source>Servers that get it</source>
        <translation>可获得它的服务器</translation>
    </message>
    <message>
        <source>No server gets it yet. Bind it to one, then name it in that server&apos;s settings.</source>
        <translation>还没有服务器能获得它。请先绑定到一个服务器，再在该服务器的设置中引用它。</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>Give it a value…</source>
        <translation>为它设置值…</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Last released to</source>
        <translation>上次发放给</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Signed in at</source>
        <translation>登录于</translation>
    </message>
    <message>
        <source>Good for</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Lasts</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>Remove {0}?</source>
        <translation>移除 {0}？</translation>
    </message>
    <message>
        <source>Its value is deleted: nobody can bring it back.</source>
        <translation>它的值会被删除，无法恢复。</translation>
    </message>
    <message>
        <source>It has no value, so nothing is lost that cannot be brought back.</source>
        <translation>它没有值，因此不会丢失任何无法恢复的内容。</translation>
    </message>
    <message>
        <source>These servers need it and do not start without it: {0}.</source>
        <translation>以下服务器需要它，没有它就不会启动：{0}。</translation>
    </message>
    <message>
        <source>Calls of these tools are refused without it: {0}.</source>
        <translation>没有它，对这些工具的调用会被拒绝：{0}。</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>移除</translation>
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
        <source>What it is for, where it came from, when it ends</source>
        <translation>用途、来源、何时到期</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Keep it in memory only, until ToolGuard closes</source>
        <translation>仅保存在内存中，直到 ToolGuard 关闭</translation>
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
        <source>Another value for {0}</source>
        <translation>更换 {0} 的值</translation>
    </message>
    <message>
        <source>Kind and note of {0}</source>
        <translation>{0} 的类型和备注</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Replace the value</source>
        <translation>更换值</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The value of now is overwritten and cannot be brought back. Servers that run keep it until they start again.</source>
        <translation>当前的值会被覆盖，无法恢复。正在运行的服务器在重新启动之前继续使用旧值。</translation>
    </message>
    <message>
        <source>The value goes into your keychain. ToolGuard never shows it again, to you or to anybody.</source>
        <translation>值会存入您的钥匙串。ToolGuard 此后不会再向您或任何人显示它。</translation>
    </message>
    <message>
        <source>A name has 1 to 64 letters, digits, dots, underscores or dashes, and begins with a letter or digit.</source>
        <translation>名称由 1 到 64 个字母、数字、点、下划线或连字符组成，并以字母或数字开头。</translation>
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
        <source>A credential lies in your keychain and goes only to the servers that you bind it to. No chat client and no model ever sees it.</source>
        <translation>凭据保存在您的钥匙串中，只会交给您绑定的服务器。任何聊天客户端和模型都看不到它。</translation>
    </message>
    <message>
        <source>Add a credential</source>
        <translation>添加凭据</translation>
    </message>
    <message>
        <source>Choose a credential</source>
        <translation>请选择一个凭据</translation>
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
        <source>goes to {0}</source>
        <translation>交给 {0}</translation>
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
        <source>bound to another launch</source>
        <translation>绑定的是另一种启动方式</translation>
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
        <source>The value of {0} is in your keychain.</source>
        <translation>{0} 的值已存入您的钥匙串。</translation>
    </message>
    <message>
        <source>The value of {0} is in memory, until ToolGuard closes.</source>
        <translation>{0} 的值保存在内存中，直到 ToolGuard 关闭。</translation>
    </message>
    <message>
        <source>It is still in the clipboard, where every program can read it.</source>
        <translation>它仍在剪贴板中，任何程序都能读取。</translation>
    </message>
    <message>
        <source>Clear the clipboard</source>
        <translation>清空剪贴板</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>{0} may now be given to {1}.</source>
        <translation>现在可以把 {0} 交给 {1}。</translation>
    </message>
    <message>
        <source>{0} is removed, and its tokens with it.</source>
        <translation>{0} 及其令牌已移除。</translation>
    </message>
    <message>
        <source>{0} is no longer given to {1}.</source>
        <translation>{0} 不再交给 {1}。</translation>
    </message>
    <message>
        <source>{0} is no longer given to {1}. A process that has it keeps it until it ends.</source>
        <translation>不再把 {0} 交给 {1}。已经拿到它的进程会一直持有到结束。</translation>
    </message>
    <message>
        <source>{0} is removed, and its value with it.</source>
        <translation>{0} 及其值已移除。</translation>
    </message>
    <message>
        <source>{0} is removed.</source>
        <translation>{0} 已移除。</translation>
    </message>
    <message>
        <source>Bring it back without its value</source>
        <translation>恢复（不含值）</translation>
    </message>
    <message>
        <source>{0} is filled into {1} of {2} from now on.</source>
        <translation>从现在起，{0} 会填入 {2} 的 {1}。</translation>
    </message>
    <message>
        <source>{0} is no longer filled into {1} of {2}: models can set it.</source>
        <translation>{0} 不再填入 {2} 的 {1}：模型可以设置它。</translation>
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
        <source>Reason for denying, told to the model (optional)</source>
        <translation>拒绝原因，会告知模型（可选）</translation>
    </message>
    <message>
        <source>Reason for denying</source>
        <translation>拒绝原因</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Show the keys of this page</source>
        <translation>显示此页面的快捷键</translation>
    </message>
    <message>
        <source>Allow the next identical call, once</source>
        <translation>允许下一个相同的调用，一次</translation>
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
        <source>Show the next one</source>
        <translation>显示下一个</translation>
    </message>
    <message>
        <source>Run {0}</source>
        <translation>运行 {0}</translation>
    </message>
    <message>
        <source>Allow next {0}</source>
        <translation>允许下一个 {0}</translation>
    </message>
    <message>
        <source>Allow the next {0} like this</source>
        <translation>允许下一个这样的 {0}</translation>
    </message>
    <message>
        <source>Allow the next {0} like this, as edited</source>
        <translation>允许下一个这样的 {0}（按编辑后的内容）</translation>
    </message>
    <message>
        <source>{0} (Ctrl+Return)</source>
        <translation>{0} (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Give the value of {0} to {1}? Nobody can take it back.</source>
        <translation>要把 {0} 的值交给 {1} 吗？任何人都无法收回。</translation>
    </message>
    <message>
        <source>Give it away and run</source>
        <translation>交出并运行</translation>
    </message>
    <message>
        <source>Run edited {0}</source>
        <translation>运行编辑后的 {0}</translation>
    </message>
</context>
<context>
    <name>Difference</name>
    <message>
        <source>What you changed in the arguments</source>
        <translation>您对参数所做的更改</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>a value is missing here</source>
        <translation>此处缺少一个值</translation>
    </message>
    <message>
        <source>a comma or the closing bracket is missing here</source>
        <translation>此处缺少逗号或右括号</translation>
    </message>
    <message>
        <source>a colon is missing here</source>
        <translation>此处缺少冒号</translation>
    </message>
    <message>
        <source>a member&apos;s name in double quotes is missing here</source>
        <translation>此处缺少用双引号括起的成员名</translation>
    </message>
    <message>
        <source>this comma is one too many</source>
        <translation>此处多了一个逗号</translation>
    </message>
    <message>
        <source>the text that begins here has no end</source>
        <translation>从此处开始的文本没有结束</translation>
    </message>
    <message>
        <source>a line break or tab inside a text: write \n or \t</source>
        <translation>文本中有换行或制表符：请写成 \n 或 \t</translation>
    </message>
    <message>
        <source>a backslash must be written twice</source>
        <translation>反斜杠必须写两次</translation>
    </message>
    <message>
        <source>nothing may follow the closing bracket</source>
        <translation>右括号之后不能再有内容</translation>
    </message>
    <message>
        <source>Line {0}, column {1}: {2}</source>
        <translation>第 {0} 行第 {1} 列：{2}</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>What changes</source>
        <translation>更改内容</translation>
    </message>
    <message>
        <source>Inputs to edit, as JSON</source>
        <translation>要编辑的输入，JSON 格式</translation>
    </message>
    <message>
        <source>Inputs, to be edited</source>
        <translation>输入（可编辑）</translation>
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
        <source>Edit the inputs as {0}</source>
        <translation>以 {0} 编辑输入</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Reset the inputs to what the client sent</source>
        <translation>将输入还原为客户端发送的内容</translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation>停止编辑</translation>
    </message>
    <message>
        <source>Stop editing and go by what the client sent</source>
        <translation>停止编辑，按客户端发送的内容处理</translation>
    </message>
    <message>
        <source>What is written here cannot be shown as a form.</source>
        <translation>此处书写的内容无法显示为表单。</translation>
    </message>
    <message>
        <source>There are more changes than are listed here.</source>
        <translation>还有更多更改未在此列出。</translation>
    </message>
    <message>
        <source>Only the order of the members changes.</source>
        <translation>只有成员的顺序发生了变化。</translation>
    </message>
    <message>
        <source>Nothing is changed yet.</source>
        <translation>还没有任何更改。</translation>
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
    <name>Endings</name>
    <message>
        <source>This call was withdrawn by the client. It never ran.</source>
        <translation>此调用已被客户端撤回，从未运行。</translation>
    </message>
    <message>
        <source>Nobody knows how this call ended.</source>
        <translation>无法得知此调用如何结束。</translation>
    </message>
    <message>
        <source>This call was allowed by: {0}</source>
        <translation>此调用已获允许，决定者：{0}</translation>
    </message>
    <message>
        <source>Nobody answered for {0}: denied automatically. It never ran.</source>
        <translation>{0} 内无人答复，已自动拒绝。它从未运行。</translation>
    </message>
    <message>
        <source>This call was denied by: {0}. It never ran.</source>
        <translation>此调用已被拒绝，决定者：{0}。它从未运行。</translation>
    </message>
    <message>
        <source>Outcome unknown: {0}</source>
        <translation>结果未知：{0}</translation>
    </message>
    <message>
        <source>Stopped. Wanted by: {0}</source>
        <translation>已停止，要求者：{0}</translation>
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
        <source>Answered after {0}</source>
        <translation>{0} 后答复</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
</context>
<context>
    <name>Ends</name>
    <message>
        <source>{0} was told to ask again; what you allow now runs when it does</source>
        <translation>已告知 {0} 稍后重试；您现在允许的会在它重试时运行</translation>
    </message>
    <message>
        <source>closes in {0}</source>
        <translation>{0} 后关闭</translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation>{0} · {1}</translation>
    </message>
    <message>
        <source>Waits {0}</source>
        <translation>等待：{0}</translation>
    </message>
    <message numerus="yes">
        <source>%n identical calls wait</source>
        <translation>
            <numerusform>%n 个相同的调用在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>in {0} {1} is told to ask again; your answer then waits for it</source>
        <translation>{0} 后告知 {1} 稍后重试；您的答复届时会等待它</translation>
    </message>
    <message>
        <source>{0} · waits until you decide</source>
        <translation>{0} · 一直等到您作出决定</translation>
    </message>
    <message>
        <source>{0} · denied automatically in {1}</source>
        <translation>{0} · {1} 后自动拒绝</translation>
    </message>
    <message>
        <source>told to ask again</source>
        <translation>已告知稍后重试</translation>
    </message>
    <message>
        <source>asks again in {0}</source>
        <translation>{0} 后重试</translation>
    </message>
    <message>
        <source>denied in {0}</source>
        <translation>{0} 后拒绝</translation>
    </message>
    <message>
        <source>{0} would have given up, so it was told to ask again.</source>
        <translation>{0} 原本会放弃，因此已告知它稍后重试。</translation>
    </message>
    <message>
        <source>At {0} {1} is told to ask again, because it would give up. This question stays open.</source>
        <translation>{0} 会告知 {1} 稍后重试，否则它会放弃。此问题仍保留。</translation>
    </message>
    <message numerus="yes">
        <source>Until it does, your answer waits for the identical call: once, for %n minutes.</source>
        <translation>
            <numerusform>在此之前，您的答复会等待相同的调用：一次，有效 %n 分钟。</numerusform>
        </translation>
    </message>
    <message>
        <source>At {0} the question closes. The next identical call asks you again.</source>
        <translation>{0} 此问题关闭。下一个相同的调用会再次询问您。</translation>
    </message>
    <message>
        <source>Denied automatically at {0}. The model is told that nobody decided.</source>
        <translation>{0} 自动拒绝，并告知模型无人作出决定。</translation>
    </message>
    <message>
        <source>It waits until you decide or the client gives up.</source>
        <translation>一直等到您作出决定，或客户端放弃。</translation>
    </message>
    <message numerus="yes">
        <source>Nobody waits now: the next call like this runs, once, if it comes within %n minutes.</source>
        <translation>
            <numerusform>现在无人等待：%n 分钟内到来的下一个此类调用会运行一次。</numerusform>
        </translation>
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
        <source>Export the log</source>
        <translation>导出日志</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>Stop the export</source>
        <translation>停止导出</translation>
    </message>
    <message>
        <source>How the export went</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>Hide how the export went</source>
        <translation>隐藏导出结果</translation>
    </message>
    <message>
        <source>What is shown, as JSON lines …</source>
        <translation>当前显示的内容，JSON 行格式…</translation>
    </message>
    <message>
        <source>What is shown, as a table (CSV) …</source>
        <translation>当前显示的内容，表格 (CSV)…</translation>
    </message>
    <message>
        <source>All records with their hashes, as JSON lines …</source>
        <translation>所有记录及其哈希，JSON 行格式…</translation>
    </message>
    <message>
        <source>All calls, as a table (CSV) …</source>
        <translation>所有调用，表格 (CSV)…</translation>
    </message>
    <message>
        <source>Writing the file …</source>
        <translation>正在写入文件…</translation>
    </message>
    <message>
        <source>{0} records are in </source>
        <translation>{0} 条记录已写入 </translation>
    </message>
    <message>
        <source>{0} rows are in </source>
        <translation>{0} 行已写入 </translation>
    </message>
    <message>
        <source>The export was stopped: no file was written.</source>
        <translation>导出已停止，没有写入文件。</translation>
    </message>
    <message>
        <source>Nothing was exported: {0}. Choose another place or make room, and export again.</source>
        <translation>未导出任何内容：{0}。请选择其他位置或腾出空间，然后重新导出。</translation>
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
        <source>This page has failed</source>
        <translation>此页面出现故障</translation>
    </message>
    <message>
        <source>The gate goes on: nothing runs without an answer, and the other pages work. Restart ToolGuard to get this page back. Please report it: the copied report holds no arguments, answers or paths of yours.</source>
        <translation>关卡仍在工作：没有答复就不会运行任何调用，其他页面也正常。重新启动 ToolGuard 即可恢复此页面。请报告此问题：复制的报告不含您的参数、答复或路径。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Puts where the error arose on the clipboard, without your data</source>
        <translation>将错误发生的位置放到剪贴板，不含您的数据</translation>
    </message>
    <message>
        <source>The error</source>
        <translation>错误信息</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>This is needed.</source>
        <translation>此项必填。</translation>
    </message>
    <message>
        <source>{0} when left out</source>
        <translation>省略时为 {0}</translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>This file is too long to be a list of servers.</source>
        <translation>此文件太长，不会是服务器列表。</translation>
    </message>
    <message>
        <source>This file is not text (UTF-8).</source>
        <translation>此文件不是文本（UTF-8）。</translation>
    </message>
    <message>
        <source>The file cannot be read: {0}.</source>
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
        <source>Filled in after you approve</source>
        <translation>您批准后填入</translation>
    </message>
    <message>
        <source>Neither the client nor the model sees or sets this.</source>
        <translation>客户端和模型都看不到、也不能设置这里的内容。</translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>Search arguments, answers, names …</source>
        <translation>搜索参数、答复、名称…</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
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
        <source>By</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Kind of record</source>
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
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>关键词</translation>
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
        <source>Edit …</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit {0} before it is added</source>
        <translation>添加前编辑 {0}</translation>
    </message>
    <message>
        <source>What {0} starts or reaches</source>
        <translation>{0} 启动或连接的目标</translation>
    </message>
    <message>
        <source>Show clients all of its tools</source>
        <translation>向客户端显示它的全部工具</translation>
    </message>
    <message>
        <source>Show clients all tools of {0}</source>
        <translation>向客户端显示 {0} 的全部工具</translation>
    </message>
    <message>
        <source>for the agent {0}</source>
        <translation>用于代理 {0}</translation>
    </message>
    <message>
        <source>It is registered already, as {0}.</source>
        <translation>它已注册为 {0}。</translation>
    </message>
    <message>
        <source>Goes into your keychain: {0}.</source>
        <translation>将存入您的钥匙串：{0}。</translation>
    </message>
    <message>
        <source>Its value was not here, add it under Credentials: {0}.</source>
        <translation>此处没有它的值，请在“凭据”页面添加：{0}。</translation>
    </message>
</context>
<context>
    <name>Gone</name>
    <message>
        <source>This call was allowed and runs now.</source>
        <translation>此调用已获允许，正在运行。</translation>
    </message>
    <message>
        <source>This call is gone. It can no longer be decided.</source>
        <translation>此调用已经消失，无法再作决定。</translation>
    </message>
    <message>
        <source>The next identical call runs without asking you, once, within ten minutes.</source>
        <translation>十分钟内的下一个相同调用会直接运行，不再询问您，仅一次。</translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message>
        <source>What would happen</source>
        <translation>将要发生的事</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>No chapter has all of these words.</source>
        <translation>没有同时包含这些词的章节。</translation>
    </message>
    <message>
        <source>The manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>ToolGuard {0}</source>
        <translation>ToolGuard {0}</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Copies what a report of trouble needs. No secret, no argument and no command is in it.</source>
        <translation>复制问题报告所需的信息。其中不含凭据、参数和命令。</translation>
    </message>
    <message>
        <source>Copied. Read it before you send it: it names your servers.</source>
        <translation>已复制。发送前请先阅读：其中有您的服务器名称。</translation>
    </message>
</context>
<context>
    <name>Hidden</name>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Type or paste it; it is not shown</source>
        <translation>输入或粘贴，内容不会显示</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Paste the value from the clipboard</source>
        <translation>从剪贴板粘贴值</translation>
    </message>
    <message>
        <source>Give the value: type it, or paste it.</source>
        <translation>请提供值：输入或粘贴。</translation>
    </message>
    <message>
        <source>The value is too long: at most 32,768 bytes can be kept.</source>
        <translation>值过长：最多可保存 32,768 字节。</translation>
    </message>
    <message>
        <source>The value holds a NUL character, which no keychain keeps.</source>
        <translation>值中含有 NUL 字符，任何钥匙串都无法保存。</translation>
    </message>
    <message>
        <source>There is no text in the clipboard.</source>
        <translation>剪贴板中没有文本。</translation>
    </message>
    <message>
        <source>Taken: {0} characters in {1} lines. Delete empties the field.</source>
        <translation>已读入 {1} 行共 {0} 个字符。按 Delete 键清空此字段。</translation>
    </message>
    <message>
        <source>Taken: {0} characters. Delete empties the field.</source>
        <translation>已读入 {0} 个字符。按 Delete 键清空此字段。</translation>
    </message>
    <message>
        <source>It begins or ends with a space: is that part of it?</source>
        <translation>它以空格开头或结尾：空格是值的一部分吗？</translation>
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
        <source>at most {0} in {1}</source>
        <translation>每 {1}最多 {0}</translation>
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
        <source>Write times of day such as 22:00 and 7:30. Until then nothing changes.</source>
        <translation>请输入一天中的时刻，例如 22:00 和 7:30。在此之前不会有任何更改。</translation>
    </message>
</context>
<context>
    <name>JsonField</name>
    <message>
        <source>Written as JSON</source>
        <translation>以 JSON 书写</translation>
    </message>
    <message>
        <source>This is too long: at most {0} letters.</source>
        <translation>过长：最多 {0} 个字符。</translation>
    </message>
    <message>
        <source>This is not JSON: {0}.</source>
        <translation>这不是 JSON：{0}。</translation>
    </message>
    <message>
        <source>This is more than one value.</source>
        <translation>这里有不止一个值。</translation>
    </message>
    <message>
        <source>This must be an object: { … }.</source>
        <translation>必须是对象：{ … }。</translation>
    </message>
    <message>
        <source>This must be a list: [ … ].</source>
        <translation>必须是列表：[ … ]。</translation>
    </message>
    <message>
        <source>This must be a text: “…”.</source>
        <translation>必须是文本：“…”。</translation>
    </message>
    <message>
        <source>This must be true or false.</source>
        <translation>必须为真或假。</translation>
    </message>
    <message>
        <source>This must be a number.</source>
        <translation>必须是数字。</translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation>必须是整数。</translation>
    </message>
</context>
<context>
    <name>Kept</name>
    <message>
        <source>Used or over: the answer to {0} on {1} for {2}</source>
        <translation>已使用或已过期：对 {2} 调用 {1} 上的 {0} 的答复</translation>
    </message>
    <message>
        <source>The next {0} on {1} for {2} runs without asking, once. {3} left</source>
        <translation>{2} 下一次调用 {1} 上的 {0} 会直接运行，不询问，仅一次。剩余 {3}</translation>
    </message>
    <message>
        <source>The next {0} on {1} for {2} is denied without asking, once. {3} left</source>
        <translation>{2} 下一次调用 {1} 上的 {0} 会直接拒绝，不询问，仅一次。剩余 {3}</translation>
    </message>
    <message>
        <source>Answers that wait for their calls</source>
        <translation>等待调用的答复</translation>
    </message>
    <message>
        <source>1 answer waits for its call</source>
        <translation>1 个答复等待它的调用</translation>
    </message>
    <message numerus="yes">
        <source>%n answers wait for their calls</source>
        <translation>
            <numerusform>%n 个答复等待各自的调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Used or over</source>
        <translation>已使用或已过期</translation>
    </message>
</context>
<context>
    <name>KeptDetail</name>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Arguments of the call</source>
        <translation>调用的参数</translation>
    </message>
    <message>
        <source>What runs in their place</source>
        <translation>实际运行的内容</translation>
    </message>
    <message>
        <source>The next {tool} like this on {server} runs for {client} without asking</source>
        <translation>{client} 下一次这样调用 {server} 上的 {tool} 会直接运行，不询问</translation>
    </message>
    <message>
        <source>The next {tool} like this on {server} is denied to {client} without asking</source>
        <translation>{client} 下一次这样调用 {server} 上的 {tool} 会直接拒绝，不询问</translation>
    </message>
    <message>
        <source>Take back the answer to {0}</source>
        <translation>收回对 {0} 的答复</translation>
    </message>
    <message>
        <source>No longer kept: it was used or taken back, or its time is over.</source>
        <translation>已不再保留：它已被使用或收回，或已过期。</translation>
    </message>
    <message>
        <source>Once only · forgotten in {0}</source>
        <translation>仅一次 · {0} 后失效</translation>
    </message>
    <message>
        <source>same client, server, tool, definition of the tool, and inputs</source>
        <translation>客户端、服务器、工具、工具定义和输入均相同</translation>
    </message>
    <message>
        <source>Like this</source>
        <translation>何谓此类</translation>
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
        <source>First asked at</source>
        <translation>首次请求时间</translation>
    </message>
    <message>
        <source>Forgotten at</source>
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
        <source>Too long to be edited here ({0}): it stays as it is.</source>
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
        <source>Your keychain is open: values are kept there.</source>
        <translation>您的钥匙串已打开，值保存在其中。</translation>
    </message>
    <message>
        <source>Your keychain is locked. It asks you when a value is needed.</source>
        <translation>您的钥匙串已锁定，需要值时它会询问您。</translation>
    </message>
    <message>
        <source>Unlock now</source>
        <translation>立即解锁</translation>
    </message>
    <message>
        <source>Your keychain waits for you: unlock it, or answer it, in its own window.</source>
        <translation>您的钥匙串在等待您：请在它自己的窗口中解锁或答复。</translation>
    </message>
    <message>
        <source>Your keychain does not answer. Look for a question that it asks behind another window; if there is none, start it again. Servers that need a value wait, then are told.</source>
        <translation>您的钥匙串没有响应。请看看其他窗口后面是否有它的提问；如果没有，请重新启动它。需要值的服务器会等待，之后会收到通知。</translation>
    </message>
    <message>
        <source>Your keychain stayed locked, so servers that need a value do not start.</source>
        <translation>您的钥匙串仍处于锁定状态，因此需要值的服务器不会启动。</translation>
    </message>
    <message>
        <source>Your keychain&apos;s question was dismissed, so servers that need a value do not start. Try again and allow ToolGuard to use it.</source>
        <translation>您的钥匙串的提问被关闭，因此需要值的服务器不会启动。请重试，并允许 ToolGuard 使用它。</translation>
    </message>
    <message>
        <source>There is no keychain that ToolGuard may use. Start one (GNOME Keyring, KWallet, Keychain, Credential Manager). Until then a value can be kept in memory only, until ToolGuard closes.</source>
        <translation>没有 ToolGuard 可以使用的钥匙串。请启动一个（GNOME Keyring、KWallet、Keychain、Credential Manager）。在此之前，值只能保存在内存中，直到 ToolGuard 关闭。</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Your keychain did not do its work. See whether it runs, then try again.</source>
        <translation>您的钥匙串没有完成工作。请检查它是否在运行，然后重试。</translation>
    </message>
    <message>
        <source>Your keychain</source>
        <translation>您的钥匙串</translation>
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
        <source>Run, once the button is armed</source>
        <translation>运行（按钮就绪后）</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Write a reason for denying</source>
        <translation>填写拒绝原因</translation>
    </message>
    <message>
        <source>Choose one of your reasons</source>
        <translation>选择您的一个原因</translation>
    </message>
    <message>
        <source>Undo a denial or a remembered rule, for three seconds</source>
        <translation>撤销拒绝或已记住的规则，三秒内有效</translation>
    </message>
    <message>
        <source>Remember this answer, or not</source>
        <translation>是否记住这次答复</translation>
    </message>
    <message>
        <source>Edit the inputs before they run</source>
        <translation>在运行前编辑输入</translation>
    </message>
    <message>
        <source>Select all calls of this kind</source>
        <translation>选择所有同类调用</translation>
    </message>
    <message>
        <source>Find in the inputs</source>
        <translation>在输入中查找</translation>
    </message>
    <message>
        <source>Show these keys</source>
        <translation>显示这些快捷键</translation>
    </message>
    <message>
        <source>Go from the list to the buttons and back</source>
        <translation>在列表和按钮之间来回切换</translation>
    </message>
    <message>
        <source>Select several calls in the list</source>
        <translation>在列表中选择多个调用</translation>
    </message>
</context>
<context>
    <name>KeysHelp</name>
    <message>
        <source>Keys of this page</source>
        <translation>此页面的快捷键</translation>
    </message>
</context>
<context>
    <name>Labelled</name>
    <message>
        <source>needed</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>省略</translation>
    </message>
    <message>
        <source>Leave out {0}</source>
        <translation>省略 {0}</translation>
    </message>
    <message>
        <source>Problem with {0}</source>
        <translation>{0} 的问题</translation>
    </message>
</context>
<context>
    <name>LeakStrip</name>
    <message>
        <source>A secret was kept back</source>
        <translation>已拦下一个机密</translation>
    </message>
    <message>
        <source>Show it in Audit</source>
        <translation>在审计中查看</translation>
    </message>
    <message>
        <source>Close what is said of kept back secrets</source>
        <translation>关闭关于被拦下机密的提示</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Refused: {0} called {1} on {2} with the value of the secret {3} in its inputs. It never ran, and the server was not told.</source>
        <translation>已拒绝：{0} 调用了 {2} 上的 {1}，输入参数中含有机密 {3} 的值。该调用没有运行，服务器也不知道。</translation>
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
        <source>A value has no name: give it one, or remove it.</source>
        <translation>有一个值没有名称：请为它命名，或将它移除。</translation>
    </message>
    <message>
        <source>The name {0} stands here twice.</source>
        <translation>名称 {0} 在此出现了两次。</translation>
    </message>
    <message>
        <source>{0} cannot be a name here.</source>
        <translation>{0} 不能用作此处的名称。</translation>
    </message>
    <message>
        <source>The value of {0} does not have the form that is asked for.</source>
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
        <translation>密钥 {0}</translation>
    </message>
    <message>
        <source>who you are</source>
        <translation>您是谁</translation>
    </message>
    <message>
        <source>a token for {0}</source>
        <translation>{0} 的令牌</translation>
    </message>
    <message>
        <source>a token for {0}, to be used for: {1}</source>
        <translation>{0} 的令牌，用于：{1}</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>What was done</source>
        <translation>已完成的操作</translation>
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
        <source>Look at it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>{0} on {1}, asked by {2}</source>
        <translation>{1} 上的 {0}，由 {2} 请求</translation>
    </message>
    <message>
        <source>A call was refused: there was a secret in its inputs</source>
        <translation>一个调用被拒绝：其输入参数中含有机密</translation>
    </message>
    <message>
        <source>Calls were refused: there were secrets in their inputs</source>
        <translation>多个调用被拒绝：其输入参数中含有机密</translation>
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
        <source>{0} waits for your answer.</source>
        <translation>{0} 等待您的答复。</translation>
    </message>
    <message>
        <source>A change waits for you</source>
        <translation>有一项变更等待您处理</translation>
    </message>
    <message numerus="yes">
        <source>%n calls wait for you</source>
        <translation>
            <numerusform>%n 个调用等待您处理</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls and changes wait for you</source>
        <translation>
            <numerusform>%n 个调用和变更等待您处理</numerusform>
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
        <source>Write a whole number from {0} to {1}. Until then nothing changes.</source>
        <translation>请输入 {0} 到 {1} 之间的整数。在此之前不会有任何更改。</translation>
    </message>
    <message>
        <source>Write a whole number from {0} to {1}, or 0: {2}. Until then nothing changes.</source>
        <translation>请输入 {0} 到 {1} 之间的整数，或输入 0：{2}。在此之前不会有任何更改。</translation>
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
        <source>This is not a number.</source>
        <translation>这不是数字。</translation>
    </message>
    <message>
        <source>A number is not written like that: is there a 0 before it?</source>
        <translation>数字不能这样写：前面是否多了一个 0？</translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation>必须是整数。</translation>
    </message>
    <message>
        <source>At least {0}.</source>
        <translation>至少为 {0}。</translation>
    </message>
    <message>
        <source>At most {0}.</source>
        <translation>最多为 {0}。</translation>
    </message>
    <message>
        <source>More than {0}.</source>
        <translation>大于 {0}。</translation>
    </message>
    <message>
        <source>Less than {0}.</source>
        <translation>小于 {0}。</translation>
    </message>
</context>
<context>
    <name>ObjectField</name>
    <message>
        <source>Other members</source>
        <translation>其他成员</translation>
    </message>
    <message>
        <source>{0} has a field of its own.</source>
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
        <source>Goes on</source>
        <translation>继续方式</translation>
    </message>
    <message>
        <source>For</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>an answer of the client&apos;s model</source>
        <translation>客户端模型的答复</translation>
    </message>
    <message>
        <source>something from you, in the chat client</source>
        <translation>您在聊天客户端中的答复</translation>
    </message>
    <message>
        <source>the folders that the client works in</source>
        <translation>客户端的工作文件夹</translation>
    </message>
    <message>
        <source>as a task: the server works on</source>
        <translation>作为任务：服务器仍在处理</translation>
    </message>
    <message>
        <source>waits for the client&apos;s answer</source>
        <translation>等待客户端的答复</translation>
    </message>
    <message>
        <source>waits for the client&apos;s answer: {0}</source>
        <translation>等待客户端的答复：{0}</translation>
    </message>
</context>
<context>
    <name>PageButton</name>
    <message numerus="yes">
        <source>%n here</source>
        <translation>
            <numerusform>此处有 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pending</name>
    <message>
        <source>Choose what to look at</source>
        <translation>请选择要查看的内容</translation>
    </message>
    <message>
        <source>Nothing runs until you say so.</source>
        <translation>没有您的同意，什么都不会运行。</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>没有待处理的内容</translation>
    </message>
    <message>
        <source>When a chat client calls a tool, the call waits here until you run or deny it. To guard a server, put this before its command in your chat client&apos;s settings:</source>
        <translation>聊天客户端调用工具时，调用会在这里等待，直到您运行或拒绝它。要守护一个服务器，请在聊天客户端设置中该服务器的命令前加上：</translation>
    </message>
    <message>
        <source>1 waits for you</source>
        <translation>1 项等待您处理</translation>
    </message>
    <message numerus="yes">
        <source>%n wait for you</source>
        <translation>
            <numerusform>%n 项等待您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>This question is already gone.</source>
        <translation>此请求已经失效。</translation>
    </message>
    <message>
        <source>Denied. The client is told in a moment.</source>
        <translation>已拒绝，稍后告知客户端。</translation>
    </message>
    <message>
        <source>Denied by you. It never ran.</source>
        <translation>已被您拒绝，从未运行。</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Picture in {0}</source>
        <translation>{0} 中的图片</translation>
    </message>
    <message>
        <source>too long to be shown as a picture</source>
        <translation>过长，无法显示为图片</translation>
    </message>
    <message>
        <source>too large to be shown as a picture</source>
        <translation>过大，无法显示为图片</translation>
    </message>
    <message>
        <source>says it is a picture, but is not base64</source>
        <translation>自称是图片，但不是 base64</translation>
    </message>
    <message>
        <source>says it is a picture, but is none that is shown here</source>
        <translation>自称是图片，但不是此处可显示的格式</translation>
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
        <source>the secret {0} of tools that ask for it</source>
        <translation>请求它的工具的密钥 {0}</translation>
    </message>
    <message>
        <source>the token for {0} of tools that ask for it</source>
        <translation>请求它的工具的 {0} 令牌</translation>
    </message>
    <message>
        <source>your user id, for tools that ask for it</source>
        <translation>您的用户标识，交给请求它的工具</translation>
    </message>
    <message>
        <source>the credential of its sign-in</source>
        <translation>它的登录凭据</translation>
    </message>
    <message>
        <source>This server was removed.</source>
        <translation>此服务器已被移除。</translation>
    </message>
    <message>
        <source>Bound to another launch: its command, address or program has changed since. It is given nothing until you say that it may have it as it is now.</source>
        <translation>绑定的是另一种启动方式：此后其命令、地址或程序已改变。在您同意按现在的样子交给它之前，它什么也得不到。</translation>
    </message>
    <message>
        <source>Gets it as {0}.</source>
        <translation>以 {0} 的形式获得它。</translation>
    </message>
    <message>
        <source>May have it, but its settings do not name it: put {0} into one of its variables or headers.</source>
        <translation>可以获得它，但其设置中没有引用：请将 {0} 写入它的某个变量或标头。</translation>
    </message>
    <message>
        <source>It is to be filled into {0}, but it is not bound. Until it is, such calls are refused.</source>
        <translation>应填入{0}，但尚未绑定。绑定之前，这样的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Asks for it as {0}, but it is not bound. Until it is, the server gets nothing and does not start.</source>
        <translation>以 {0} 的形式请求它，但尚未绑定。绑定之前，服务器什么也得不到，也不会启动。</translation>
    </message>
    <message>
        <source>Not bound any more.</source>
        <translation>已不再绑定。</translation>
    </message>
    <message>
        <source>Not released yet.</source>
        <translation>尚未发放。</translation>
    </message>
    <message>
        <source>Released once, at {0}.</source>
        <translation>已发放一次，时间：{0}。</translation>
    </message>
    <message numerus="yes">
        <source>Last released {0}; %n times in all.</source>
        <translation>
            <numerusform>上次发放：{0}；共 %n 次。</numerusform>
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
</context>
<context>
    <name>ProposalDetail</name>
    <message>
        <source>The exact change</source>
        <translation>确切的更改</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Accept this change</source>
        <translation>接受此变更</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>驳回</translation>
    </message>
    <message>
        <source>Refuse this change</source>
        <translation>驳回此变更</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Sign in, in your browser</source>
        <translation>在浏览器中登录</translation>
    </message>
    <message>
        <source>Your browser opens that page when you go on.</source>
        <translation>继续后，浏览器会打开该页面。</translation>
    </message>
    <message>
        <source>Nothing changes until you accept.</source>
        <translation>在您接受之前不会有任何更改。</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>请求者</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>将更改的内容</translation>
    </message>
    <message>
        <source>Asked at</source>
        <translation>请求时间</translation>
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
        <source>Which rule would decide a call?</source>
        <translation>哪条规则会决定一个调用？</translation>
    </message>
    <message>
        <source>Say which server and which tool; the client may stay empty.</source>
        <translation>请说明是哪个服务器和哪个工具；客户端可以留空。</translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Waiting calls</source>
        <translation>待处理的调用</translation>
    </message>
    <message numerus="yes">
        <source>Select %n alike</source>
        <translation>
            <numerusform>选择 %n 个同类调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Select all %n calls of this kind</source>
        <translation>
            <numerusform>选择全部 %n 个同类调用</numerusform>
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
        <source>Not this file or folder.</source>
        <translation>不要动这个文件或文件夹。</translation>
    </message>
    <message>
        <source>Too broad: ask for less.</source>
        <translation>范围太大：请缩小要求。</translation>
    </message>
    <message>
        <source>Explain first what you want to do, and why.</source>
        <translation>请先说明您想做什么，以及为什么。</translation>
    </message>
    <message>
        <source>I will do this myself.</source>
        <translation>这件事我自己来做。</translation>
    </message>
    <message>
        <source>This has side effects that I do not want.</source>
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
        <source>Reasons, one on each line</source>
        <translation>原因，每行一条</translation>
    </message>
    <message>
        <source>Save reasons</source>
        <translation>保存原因</translation>
    </message>
    <message>
        <source>One reason on each line. The model is told the one that you choose.</source>
        <translation>每行一条原因。您选择的那条会告知模型。</translation>
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
        <source>Take the value from a secret in your keychain</source>
        <translation>从钥匙串中的凭据取值</translation>
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
        <source>There are no secrets yet: add one on the page Credentials</source>
        <translation>还没有凭据：请在“凭据”页面添加</translation>
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
        <source>Took</source>
        <translation>用时</translation>
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
        <source>Waiting</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Not yet sent</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>To be asked again</source>
        <translation>待重新请求</translation>
    </message>
    <message>
        <source>Kept for the next</source>
        <translation>留给下一次</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Never ran</source>
        <translation>从未运行</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>已撤回</translation>
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
        <source>Asks for input</source>
        <translation>请求输入</translation>
    </message>
    <message>
        <source>Task started</source>
        <translation>已启动任务</translation>
    </message>
    <message>
        <source>Client joined</source>
        <translation>客户端已连接</translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation>握手</translation>
    </message>
    <message>
        <source>Client left</source>
        <translation>客户端已离开</translation>
    </message>
    <message>
        <source>Secret used</source>
        <translation>已使用凭据</translation>
    </message>
    <message>
        <source>Gate changed</source>
        <translation>放行设置已更改</translation>
    </message>
    <message>
        <source>Settings in force</source>
        <translation>生效的设置</translation>
    </message>
    <message>
        <source>Passed on</source>
        <translation>已直接转发</translation>
    </message>
    <message>
        <source>Server asked</source>
        <translation>服务器请求</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒收</translation>
    </message>
    <message>
        <source>Too late</source>
        <translation>太迟</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Nobody answered</source>
        <translation>无人答复</translation>
    </message>
    <message>
        <source>Too many waited</source>
        <translation>待处理过多</translation>
    </message>
    <message>
        <source>Nobody to ask</source>
        <translation>无人可询问</translation>
    </message>
    <message>
        <source>ToolGuard closed</source>
        <translation>ToolGuard 已关闭</translation>
    </message>
    <message>
        <source>ToolGuard ended</source>
        <translation>ToolGuard 意外结束</translation>
    </message>
    <message>
        <source>Tool is hidden</source>
        <translation>工具已隐藏</translation>
    </message>
    <message>
        <source>A secret in its inputs</source>
        <translation>输入参数中含有机密</translation>
    </message>
    <message>
        <source>Argument is filled in</source>
        <translation>参数由 ToolGuard 填入</translation>
    </message>
    <message>
        <source>Rule {0}</source>
        <translation>规则 {0}</translation>
    </message>
    <message>
        <source>Your earlier answer</source>
        <translation>您之前的答复</translation>
    </message>
    <message>
        <source>Goes on with an allowed call</source>
        <translation>已允许调用的继续</translation>
    </message>
</context>
<context>
    <name>RuleDetail</name>
    <message>
        <source>The chosen rule</source>
        <translation>所选规则</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>移除此规则</translation>
    </message>
    <message>
        <source>What it decided</source>
        <translation>它的决定</translation>
    </message>
    <message>
        <source>never, as far as the log tells</source>
        <translation>从未（就日志所知）</translation>
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
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Has decided</source>
        <translation>决定次数</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Tool&apos;s definition</source>
        <translation>工具定义</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>创建者</translation>
    </message>
    <message>
        <source>Made at</source>
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
        <source>What happens</source>
        <translation>处理方式</translation>
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
        <source>Run without asking</source>
        <translation>不询问直接运行</translation>
    </message>
    <message>
        <source>For how long</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>until I remove it</source>
        <translation>直到我移除它</translation>
    </message>
    <message>
        <source>until ToolGuard closes</source>
        <translation>直到 ToolGuard 关闭</translation>
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
        <source>A new rule</source>
        <translation>新建规则</translation>
    </message>
    <message>
        <source>Add: run without asking</source>
        <translation>添加：不询问直接运行</translation>
    </message>
    <message>
        <source>Add this rule</source>
        <translation>添加此规则</translation>
    </message>
    <message>
        <source>Say for which server, tool and client.</source>
        <translation>请说明用于哪个服务器、工具和客户端。</translation>
    </message>
    <message>
        <source>It holds for the tool as its server describes it now, where that is known.</source>
        <translation>它只对服务器当前描述的工具定义有效（如已知）。</translation>
    </message>
    <message>
        <source>There is no server {0} yet: the rule is for one that gets this name.</source>
        <translation>目前没有名为 {0} 的服务器：此规则针对以后使用该名称的服务器。</translation>
    </message>
    <message>
        <source>{0} lists no tool {1} now: the rule is for one that gets this name.</source>
        <translation>{0} 目前没有列出工具 {1}：此规则针对以后使用该名称的工具。</translation>
    </message>
</context>
<context>
    <name>RuleTable</name>
    <message>
        <source>What happens</source>
        <translation>处理方式</translation>
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
        <source>Ends</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>决定次数</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近</translation>
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
        <source>Runs without asking</source>
        <translation>不询问直接运行</translation>
    </message>
    <message>
        <source>Always denied</source>
        <translation>始终拒绝</translation>
    </message>
    <message>
        <source>Always asked</source>
        <translation>始终询问</translation>
    </message>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>the command line, accepted by you where that was needed</source>
        <translation>命令行（需要时已由您接受）</translation>
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
        <source>over</source>
        <translation>已失效</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>{0} 后</translation>
    </message>
    <message>
        <source>on closing</source>
        <translation>关闭时</translation>
    </message>
    <message>
        <source>when ToolGuard closes</source>
        <translation>ToolGuard 关闭时</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>{tool} on {server}, called by {client}, runs without asking.</source>
        <translation>{client} 调用 {server} 上的 {tool} 时直接运行，不询问。</translation>
    </message>
    <message>
        <source>{tool} on {server}, called by {client}, is always denied.</source>
        <translation>{client} 调用 {server} 上的 {tool} 时始终拒绝。</translation>
    </message>
    <message>
        <source>{tool} on {server}, called by {client}, is always asked about.</source>
        <translation>{client} 调用 {server} 上的 {tool} 时始终询问。</translation>
    </message>
    <message>
        <source>any, also one that its server changes later</source>
        <translation>任意定义，包括服务器以后更改的</translation>
    </message>
    <message>
        <source>only as it was then, which it still is</source>
        <translation>仅限当时的定义，目前仍未变</translation>
    </message>
    <message>
        <source>only as it was then; it has changed since, so calls are asked about</source>
        <translation>仅限当时的定义；此后已有变化，因此会询问</translation>
    </message>
    <message>
        <source>only as it was then; its server has not listed it since the start</source>
        <translation>仅限当时的定义；自启动以来服务器尚未列出它</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Everything that every server can do runs without you seeing it first.</source>
        <translation>任何服务器能做的任何事都会直接运行，您事先看不到。</translation>
    </message>
    <message>
        <source>Every tool of {0} runs, also those that it adds or changes later.</source>
        <translation>{0} 的所有工具都会直接运行，包括它以后添加或更改的。</translation>
    </message>
    <message>
        <source>Any server that has a tool of this name is allowed, a new one too.</source>
        <translation>任何服务器只要有这个名称的工具都会被允许，新服务器也不例外。</translation>
    </message>
    <message>
        <source>It holds whatever the server makes of this tool later.</source>
        <translation>无论服务器以后如何改变此工具，规则都有效。</translation>
    </message>
    <message>
        <source>Any client may do this.</source>
        <translation>任何客户端都可以这样做。</translation>
    </message>
    <message>
        <source>It never ends by itself.</source>
        <translation>它不会自行到期。</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>Search, or tool:NAME …</source>
        <translation>搜索，或输入 tool:名称…</translation>
    </message>
    <message>
        <source>Search the rules</source>
        <translation>搜索规则</translation>
    </message>
    <message>
        <source>Which rule decides?</source>
        <translation>由哪条规则决定？</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>No rules: every call is asked about</source>
        <translation>没有规则：每个调用都会询问</translation>
    </message>
    <message>
        <source>A rule decides calls of one kind beforehand. You can also make one while you answer a call.</source>
        <translation>规则可以预先决定某一类调用。您也可以在答复调用时创建规则。</translation>
    </message>
    <message>
        <source>Add the first rule</source>
        <translation>添加第一条规则</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No rule has all of these words.</source>
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
        <source>None: the tool is hidden from this client, so the call is refused as unknown.</source>
        <translation>无：该工具对此客户端隐藏，因此调用会作为未知工具被拒绝。</translation>
    </message>
    <message>
        <source>Rule {0}: {1}</source>
        <translation>规则 {0}：{1}</translation>
    </message>
    <message>
        <source>These speak of it too: {0}</source>
        <translation>以下规则也与它有关：{0}</translation>
    </message>
</context>
<context>
    <name>Running</name>
    <message>
        <source>{0} on {1} runs, asked by {2}. {3}</source>
        <translation>{1} 上的 {0} 正在运行，由 {2} 请求。{3}</translation>
    </message>
    <message>
        <source>Running long: {0}</source>
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
        <source>allowed: {0}</source>
        <translation>批准者：{0}</translation>
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
        <source>running long</source>
        <translation>运行时间较长</translation>
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
        <source>{tool} runs on {server}</source>
        <translation>{tool} 正在 {server} 上运行</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>请求者</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>批准者</translation>
    </message>
    <message>
        <source>Sent at</source>
        <translation>发送时间</translation>
    </message>
    <message>
        <source>Filled in</source>
        <translation>已填入</translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
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
        <source>the rest is folded here</source>
        <translation>其余部分已折叠</translation>
    </message>
    <message>
        <source>The server gave no schema: any inputs may be sent.</source>
        <translation>服务器没有提供输入定义：可以发送任意输入。</translation>
    </message>
    <message>
        <source>It takes no inputs, or does not say which.</source>
        <translation>它不接受输入，或没有说明接受哪些输入。</translation>
    </message>
    <message>
        <source>nothing fits here</source>
        <translation>此处不允许任何值</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>任意值</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>as above, and so on</source>
        <translation>同上，依此类推</translation>
    </message>
    <message numerus="yes">
        <source>%n more inside</source>
        <translation>
            <numerusform>内部还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>(any other name)</source>
        <translation>（任意其他名称）</translation>
    </message>
    <message>
        <source>Nothing else.</source>
        <translation>没有其他内容。</translation>
    </message>
    <message>
        <source>More conditions, see the JSON: {0}</source>
        <translation>更多条件请见 JSON：{0}</translation>
    </message>
    <message>
        <source>any of these forms:</source>
        <translation>以下任意一种或多种形式：</translation>
    </message>
    <message>
        <source>one of these forms:</source>
        <translation>以下形式之一：</translation>
    </message>
    <message>
        <source>all of these at once:</source>
        <translation>同时满足以下各项：</translation>
    </message>
    <message numerus="yes">
        <source>%n more forms</source>
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
        <source>not followed: {0}</source>
        <translation>未展开：{0}</translation>
    </message>
    <message>
        <source>one of several forms</source>
        <translation>多种形式之一</translation>
    </message>
    <message>
        <source>length {0}</source>
        <translation>长度 {0}</translation>
    </message>
    <message>
        <source>{0}, not that itself</source>
        <translation>{0}（不含）</translation>
    </message>
    <message>
        <source>entries: {0}</source>
        <translation>条目数：{0}</translation>
    </message>
    <message>
        <source>members: {0}</source>
        <translation>成员数：{0}</translation>
    </message>
    <message>
        <source>a multiple of {0}</source>
        <translation>{0} 的倍数</translation>
    </message>
    <message>
        <source>all different</source>
        <translation>各不相同</translation>
    </message>
    <message>
        <source>written as {0}</source>
        <translation>格式为 {0}</translation>
    </message>
    <message>
        <source>matching {0}</source>
        <translation>匹配 {0}</translation>
    </message>
    <message>
        <source>{0} when left out</source>
        <translation>省略时为 {0}</translation>
    </message>
    <message>
        <source>no longer to be used</source>
        <translation>已弃用</translation>
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
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Long: parts are folded.</source>
        <translation>内容较长：部分已折叠。</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Show all inputs</source>
        <translation>显示全部输入</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>易读</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Inputs as {0}</source>
        <translation>输入（{0}）</translation>
    </message>
    <message>
        <source>Copy the schema as JSON</source>
        <translation>将输入定义复制为 JSON</translation>
    </message>
    <message>
        <source>Copy the exact JSON</source>
        <translation>复制确切的 JSON</translation>
    </message>
</context>
<context>
    <name>Seam</name>
    <message>
        <source>ToolGuard&apos;s core has ended. Start ToolGuard again.</source>
        <translation>ToolGuard 的核心已结束。请重新启动 ToolGuard。</translation>
    </message>
    <message>
        <source>This window is not joined to anything that takes orders.</source>
        <translation>此窗口没有连接到可以执行命令的核心。</translation>
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
        <source>Edit this server</source>
        <translation>编辑此服务器</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Duplicate this server</source>
        <translation>为此服务器复制一份</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove this server</source>
        <translation>移除此服务器</translation>
    </message>
    <message>
        <source>End sessions</source>
        <translation>结束会话</translation>
    </message>
    <message>
        <source>End this server&apos;s sessions</source>
        <translation>结束此服务器的会话</translation>
    </message>
    <message>
        <source>Show its tools</source>
        <translation>查看其工具</translation>
    </message>
    <message>
        <source>Show this server&apos;s tools</source>
        <translation>查看此服务器的工具</translation>
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
        <source>Switch off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Switch this server off</source>
        <translation>关闭此服务器</translation>
    </message>
    <message>
        <source>Switch this server on</source>
        <translation>启用此服务器</translation>
    </message>
    <message>
        <source>Program on this computer</source>
        <translation>本机程序</translation>
    </message>
    <message>
        <source>Address on the network</source>
        <translation>网络地址</translation>
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
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Used now by</source>
        <translation>当前使用者</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Speaks</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>Can do</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>Tools that ask get</source>
        <translation>请求的工具得到</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>权限</translation>
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
        <source>Was started</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>{0} since ToolGuard began</source>
        <translation>ToolGuard 启动以来 {0}</translation>
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
        <source>The chosen server</source>
        <translation>所选服务器</translation>
    </message>
    <message>
        <source>Look at it now</source>
        <translation>立即查看</translation>
    </message>
    <message>
        <source>About this server</source>
        <translation>关于此服务器</translation>
    </message>
    <message>
        <source>ToolGuard starts the server by itself, asks for its tools and ends it again. It calls none.</source>
        <translation>ToolGuard 会自行启动该服务器，询问它的工具，然后将它结束。不会调用任何工具。</translation>
    </message>
    <message>
        <source>The tools of {server}</source>
        <translation>{server} 的工具</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message numerus="yes">
        <source>Every tool, also new ones, but for %n switched on by itself</source>
        <translation>
            <numerusform>所有工具，包括新的，单独启用的 %n 个除外</numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>Narrowed for</source>
        <translation>受限的客户端</translation>
    </message>
    <message>
        <source>Listed last</source>
        <translation>上次列出</translation>
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
        <source>What chat clients call it by: letters, digits, dots, underscores and hyphens</source>
        <translation>聊天客户端用来称呼它的名称：字母、数字、点、下划线和连字符</translation>
    </message>
    <message>
        <source>About the name</source>
        <translation>关于名称</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation>更改 {0}</translation>
    </message>
    <message>
        <source>Nothing is kept until you press Add.</source>
        <translation>按“添加”之前不会保存任何内容。</translation>
    </message>
    <message>
        <source>Sessions that run keep the old settings until they end.</source>
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
        <source>1 value looks like a secret: look below.</source>
        <translation>有 1 个值看起来像机密：请看下方。</translation>
    </message>
    <message numerus="yes">
        <source>%n values look like secrets: look below.</source>
        <translation>
            <numerusform>有 %n 个值看起来像机密：请看下方。</numerusform>
        </translation>
    </message>
    <message>
        <source>Give it a name: chat clients use it in `toolguard-connect --server NAME`.</source>
        <translation>请为它命名：聊天客户端在 `toolguard-connect --server 名称` 中使用此名称。</translation>
    </message>
    <message>
        <source>A name has 1 to 64 letters, digits, “.”, “_” or “-”, and begins with a letter or digit.</source>
        <translation>名称由 1 到 64 个字母、数字、“.”、“_”或“-”组成，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>Something is missing or wrong below.</source>
        <translation>下方有缺失或错误的内容。</translation>
    </message>
</context>
<context>
    <name>ServerLog</name>
    <message>
        <source>Search this log</source>
        <translation>搜索此日志</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Show new lines as they come</source>
        <translation>新行出现时自动显示</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the shown lines</source>
        <translation>复制显示的行</translation>
    </message>
    <message>
        <source>What the server wrote</source>
        <translation>服务器的输出</translation>
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
        <source>Nothing matches.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>It has written nothing yet.</source>
        <translation>它还没有输出任何内容。</translation>
    </message>
    <message>
        <source>The last {0}; the file has more</source>
        <translation>最后 {0}；文件中还有更多</translation>
    </message>
</context>
<context>
    <name>ServerPaste</name>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel pasting</source>
        <translation>取消粘贴</translation>
    </message>
    <message>
        <source>Agent whose servers are added</source>
        <translation>要添加其服务器的代理</translation>
    </message>
    <message>
        <source>Read a file …</source>
        <translation>读取文件…</translation>
    </message>
    <message>
        <source>Read servers from a file</source>
        <translation>从文件读取服务器</translation>
    </message>
    <message>
        <source>Paste servers</source>
        <translation>粘贴服务器</translation>
    </message>
    <message>
        <source>A command line, an address, or the JSON, YAML or TOML of a chat client&apos;s settings.</source>
        <translation>命令行、地址，或聊天客户端设置的 JSON、YAML 或 TOML。</translation>
    </message>
    <message>
        <source>Choose an agent</source>
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
        <source>Waiting for you</source>
        <translation>正在等待您</translation>
    </message>
    <message>
        <source>Waiting for your keychain</source>
        <translation>等待您的钥匙串</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>已退出登录</translation>
    </message>
    <message>
        <source>Waiting for your browser</source>
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
        <source>Switched off</source>
        <translation>已关闭</translation>
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
        <source>A server gives chat clients its tools. Add one, and ToolGuard stands between the two.</source>
        <translation>服务器为聊天客户端提供工具。添加一个服务器，ToolGuard 就会守在两者之间。</translation>
    </message>
    <message>
        <source>Paste a command or settings</source>
        <translation>粘贴命令或设置</translation>
    </message>
    <message>
        <source>Choose a server</source>
        <translation>请选择一个服务器</translation>
    </message>
    <message>
        <source>What it is and does is shown here.</source>
        <translation>这里会显示它是什么、在做什么。</translation>
    </message>
    <message>
        <source>Paste servers</source>
        <translation>粘贴服务器</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation>撤销移除</translation>
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
        <source>1 session goes on with the old settings until it ends. “End sessions” ends it now.</source>
        <translation>有 1 个会话在结束之前沿用旧设置。“结束会话”会立即结束它。</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions go on with the old settings until they end. “End sessions” ends them now.</source>
        <translation>
            <numerusform>有 %n 个会话在结束之前沿用旧设置。“结束会话”会立即结束它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>The server is saved, but its secret is not: {0}</source>
        <translation>服务器已保存，但其凭据未保存：{0}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} 已移除。</translation>
    </message>
    <message>
        <source>{0} was removed, and its sessions ended.</source>
        <translation>{0} 已移除，其会话已结束。</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation>自称</translation>
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
        <source>Server&apos;s state</source>
        <translation>服务器状态</translation>
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
        <source>waiting for you to look at what changed</source>
        <translation>正在等待您查看改变之处</translation>
    </message>
    <message>
        <source>waiting for your keychain</source>
        <translation>等待您的钥匙串</translation>
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
        <source>asks its client for {0}</source>
        <translation>正在向客户端请求{0}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>As the system</source>
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
        <source>Animate</source>
        <translation>播放动画</translation>
    </message>
    <message>
        <source>Do not animate</source>
        <translation>不播放动画</translation>
    </message>
    <message>
        <source>Refuse them</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>询问我</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限时</translation>
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
        <source>Another language is seen the next time ToolGuard starts.</source>
        <translation>更换语言后，下次启动 ToolGuard 时生效。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Light or dark, everywhere in this window.</source>
        <translation>整个窗口使用浅色或深色。</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Whether a new card fades in or just stands there.</source>
        <translation>新卡片是淡入，还是直接出现。</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>托盘图标</translation>
    </message>
    <message>
        <source>Shows the state and how many calls wait, where your desktop has a tray.</source>
        <translation>在有托盘的桌面上显示状态和待处理的调用数。</translation>
    </message>
    <message>
        <source>Closing hides the window</source>
        <translation>关闭时隐藏窗口</translation>
    </message>
    <message>
        <source>ToolGuard goes on behind its tray icon; without a tray, closing ends it.</source>
        <translation>ToolGuard 在托盘图标后继续运行；没有托盘时，关闭即退出。</translation>
    </message>
    <message>
        <source>Start when you log in</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Your desktop starts ToolGuard in the background.</source>
        <translation>由桌面在后台启动 ToolGuard。</translation>
    </message>
    <message>
        <source>When a call waits and you look elsewhere</source>
        <translation>有调用待处理而您未注意时</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Say which tool, server and client wait; never what the inputs are.</source>
        <translation>说明哪个工具、服务器和客户端在等待，绝不透露输入内容。</translation>
    </message>
    <message>
        <source>Ask for attention</source>
        <translation>请求注意</translation>
    </message>
    <message>
        <source>The window&apos;s place on the task bar is marked.</source>
        <translation>在任务栏上标记此窗口。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>A short sound, once for calls that come together.</source>
        <translation>短促的提示音，同时到来的调用只响一次。</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>免打扰时段</translation>
    </message>
    <message>
        <source>No notification, sound or mark between these times; what waits is counted.</source>
        <translation>此时段内没有通知、声音或标记；待处理的内容会计数。</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>How long a call waits for you</source>
        <translation>调用等待您多久</translation>
    </message>
    <message>
        <source>Then it is denied by itself. What waits already keeps its time.</source>
        <translation>超过后自动拒绝。已在等待的调用沿用原来的时间。</translation>
    </message>
    <message>
        <source>Clients come again by themselves</source>
        <translation>客户端自行再次询问</translation>
    </message>
    <message>
        <source>For clients of 2026-07-28: a call that waits too long is asked for again by the client, about nine times. Otherwise the model is told to call again.</source>
        <translation>适用于 2026-07-28 版本的客户端：等待太久的调用由客户端自行再次询问，大约九次。否则会告知模型再次调用。</translation>
    </message>
    <message>
        <source>Calls with a secret in their inputs</source>
        <translation>输入参数中含有机密的调用</translation>
    </message>
    <message>
        <source>A model that knows the value of one of your credentials could carry it away. If you are asked, no rule lets such a call run.</source>
        <translation>知道您某个凭据值的模型可能会把它带走。如果选择询问，没有规则能让这样的调用运行。</translation>
    </message>
    <message>
        <source>Reasons for a denial</source>
        <translation>拒绝原因</translation>
    </message>
    <message>
        <source>One a line. The model reads the one that you choose.</source>
        <translation>每行一条。模型会读到您选择的那条。</translation>
    </message>
    <message>
        <source>How long clients wait</source>
        <translation>客户端等待多久</translation>
    </message>
    <message>
        <source>One a line, NAME=SECONDS; 0 waits for ever. Shortly before, the client is told to ask again. What ToolGuard learns from a client&apos;s own behaviour is added here.</source>
        <translation>每行一条，格式为 名称=秒数；0 表示一直等待。在时限将到之前，会告知客户端稍后重试。ToolGuard 从客户端行为中得知的时限会添加到这里。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Waiting calls of one client session</source>
        <translation>单个客户端会话的待处理调用数</translation>
    </message>
    <message>
        <source>What comes on top of these is denied at once: no client can flood you.</source>
        <translation>超出的调用立即拒绝：任何客户端都无法用大量调用淹没您。</translation>
    </message>
    <message>
        <source>Waiting calls of all together</source>
        <translation>待处理调用总数</translation>
    </message>
    <message>
        <source>What comes on top of these is denied at once.</source>
        <translation>超出的调用立即拒绝。</translation>
    </message>
    <message>
        <source>How long your keychain may take</source>
        <translation>等待钥匙串的时间</translation>
    </message>
    <message>
        <source>A call that needs a secret is refused when this is over.</source>
        <translation>超过后，需要凭据的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Clients over HTTP</source>
        <translation>通过 HTTP 连接的客户端</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Where chat clients with a token come in, on this computer only; 0 takes any free one. The addresses in the clients&apos; settings must name the same port.</source>
        <translation>持有令牌的聊天客户端由此接入，仅限本机；0 表示任选一个空闲端口。客户端设置中的地址必须使用同一端口。</translation>
    </message>
    <message>
        <source>Signing in to servers</source>
        <translation>登录服务器</translation>
    </message>
    <message>
        <source>Client-id document</source>
        <translation>客户端 ID 文档</translation>
    </message>
    <message>
        <source>The address of a document of yours that says who ToolGuard is where you sign in. There is none for all users of ToolGuard; without one it registers itself, where that is offered.</source>
        <translation>您自己的文档的地址，它在您登录的地方说明 ToolGuard 是谁。没有供所有 ToolGuard 用户使用的文档；不填写时，ToolGuard 会在允许的地方自行注册。</translation>
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
        <source>Your configuration, the log and the files of servers lie there. No secret&apos;s value does.</source>
        <translation>您的配置、日志和服务器的文件都在这里，凭据的值不在其中。</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>The settings cannot be read. {0}</source>
        <translation>无法读取设置。{0}</translation>
    </message>
    <message>
        <source>Not changed: {0}</source>
        <translation>未更改：{0}</translation>
    </message>
    <message>
        <source>“{0}” is as it was.</source>
        <translation>“{0}”已恢复原样。</translation>
    </message>
    <message>
        <source>“{0}” was changed.</source>
        <translation>“{0}”已更改。</translation>
    </message>
    <message>
        <source>Undo the change of {0}</source>
        <translation>撤销对 {0} 的更改</translation>
    </message>
</context>
<context>
    <name>Several</name>
    <message numerus="yes">
        <source>%n of them hold a secret: each of those is decided by itself.</source>
        <translation>
            <numerusform>其中 %n 个含有机密：须逐个决定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have something odd: look at each of those first.</source>
        <translation>
            <numerusform>其中 %n 个有异常：请先逐个查看。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They differ in tool, server or client: look at each of them first (%n left).</source>
        <translation>
            <numerusform>它们的工具、服务器或客户端不同：请先逐个查看（还剩 %n 个）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Their inputs are too long to be read here: look at each of them first.</source>
        <translation>它们的输入过长，无法在此阅读：请先逐个查看。</translation>
    </message>
    <message>
        <source>All inputs</source>
        <translation>全部输入</translation>
    </message>
    <message>
        <source>Reason for denying, told to the model (optional)</source>
        <translation>拒绝原因，会告知模型（可选）</translation>
    </message>
    <message>
        <source>Reason for denying all</source>
        <translation>全部拒绝的原因</translation>
    </message>
    <message>
        <source>{count} calls are selected</source>
        <translation>已选择 {count} 个调用</translation>
    </message>
    <message numerus="yes">
        <source>Run all %n</source>
        <translation>
            <numerusform>运行全部 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run all %n selected calls</source>
        <translation>
            <numerusform>运行所选的全部 %n 个调用</numerusform>
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
        <source>%n selected changes are not decided here: each is decided by itself.</source>
        <translation>
            <numerusform>所选的 %n 项变更不在此决定：每项需单独决定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>For %n of them nobody waits now: of each, the next identical call runs instead.</source>
        <translation>
            <numerusform>其中 %n 个现在无人等待：它们各自的下一个相同调用会代为运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} × {1} on {2}, asked by {3}</source>
        <translation>{2} 上的 {1} × {0}，由 {3} 请求</translation>
    </message>
</context>
<context>
    <name>SideBar</name>
    <message>
        <source>State: {0}</source>
        <translation>状态：{0}</translation>
    </message>
</context>
<context>
    <name>Sight</name>
    <message>
        <source>What this client may see</source>
        <translation>此客户端的可见范围</translation>
    </message>
    <message>
        <source>hidden from every client</source>
        <translation>对所有客户端隐藏</translation>
    </message>
    <message numerus="yes">
        <source>only %n of its tools</source>
        <translation>
            <numerusform>仅其中 %n 个工具</numerusform>
        </translation>
    </message>
    <message>
        <source>none of its tools</source>
        <translation>没有可见的工具</translation>
    </message>
    <message numerus="yes">
        <source>all but %n of its tools</source>
        <translation>
            <numerusform>除 %n 个以外的所有工具</numerusform>
        </translation>
    </message>
    <message>
        <source>all of its tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>seen</source>
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
        <source>until the server says otherwise</source>
        <translation>直到服务器另有说明</translation>
    </message>
    <message>
        <source>renewed by itself, next at {0}</source>
        <translation>自动续期，下次在 {0}</translation>
    </message>
    <message>
        <source>until {0}</source>
        <translation>直到 {0}</translation>
    </message>
    <message>
        <source>Your sign-in</source>
        <translation>您的登录</translation>
    </message>
    <message>
        <source>Why the last sign-in failed</source>
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
        <source>Open the page again</source>
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
        <source>Copy its address</source>
        <translation>复制它的地址</translation>
    </message>
    <message>
        <source>For a browser that ToolGuard does not open by itself, on this computer</source>
        <translation>用于 ToolGuard 不会自行打开的、这台计算机上的浏览器</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the sign-in</source>
        <translation>取消登录</translation>
    </message>
    <message>
        <source>This server wants you to sign in at {0}. Its calls fail until you do.</source>
        <translation>此服务器希望您在 {0} 登录。登录之前，它的调用会失败。</translation>
    </message>
    <message>
        <source>You are signed out of this server, which knows you from {0}. Its calls fail.</source>
        <translation>您已退出此服务器的登录（登录于 {0}）。它的调用会失败。</translation>
    </message>
    <message>
        <source>Go on in your browser, at {0}. ToolGuard waits five minutes.</source>
        <translation>请在浏览器中（{0}）继续。ToolGuard 等待五分钟。</translation>
    </message>
    <message>
        <source>You are signed in at {0}, {1}.</source>
        <translation>您已在 {0} 登录，{1}。</translation>
    </message>
    <message>
        <source>Nobody is signed in to this server.</source>
        <translation>没有人登录此服务器。</translation>
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
        <source>1 call runs</source>
        <translation>1 个调用正在运行</translation>
    </message>
    <message numerus="yes">
        <source>%n calls run</source>
        <translation>
            <numerusform>%n 个调用正在运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Trouble</source>
        <translation>故障</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 项待处理</numerusform>
        </translation>
    </message>
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
    <message>
        <source>ToolGuard — {0}</source>
        <translation>ToolGuard — {0}</translation>
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
        <source>the log was tampered with</source>
        <translation>日志已被篡改</translation>
    </message>
    <message>
        <source>Refusing calls</source>
        <translation>拒绝所有调用</translation>
    </message>
    <message>
        <source>every call is refused</source>
        <translation>所有调用都会被拒绝</translation>
    </message>
    <message>
        <source>Keychain</source>
        <translation>钥匙串</translation>
    </message>
    <message>
        <source>the keychain needs you</source>
        <translation>钥匙串需要您处理</translation>
    </message>
    <message>
        <source>something is wrong</source>
        <translation>出现问题</translation>
    </message>
    <message>
        <source>1 call waits</source>
        <translation>1 个调用待处理</translation>
    </message>
    <message numerus="yes">
        <source>%n calls wait</source>
        <translation>
            <numerusform>%n 个调用待处理</numerusform>
        </translation>
    </message>
    <message>
        <source>1 change waits</source>
        <translation>1 项变更待处理</translation>
    </message>
    <message numerus="yes">
        <source>%n changes wait</source>
        <translation>
            <numerusform>%n 项变更待处理</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
</context>
<context>
    <name>Story</name>
    <message>
        <source>Held for a person; asked by {0}</source>
        <translation>等待人工处理；请求者：{0}</translation>
    </message>
    <message>
        <source>Allowed: {0}</source>
        <translation>已允许：{0}</translation>
    </message>
    <message>
        <source>Denied: {0}</source>
        <translation>已拒绝：{0}</translation>
    </message>
    <message>
        <source>Allowed by you</source>
        <translation>已由您允许</translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation>已由您拒绝</translation>
    </message>
    <message>
        <source>Inputs edited by you, then allowed</source>
        <translation>已由您编辑输入并允许</translation>
    </message>
    <message>
        <source>Answered after {0}: {1}</source>
        <translation>{0} 后答复：{1}</translation>
    </message>
    <message>
        <source>The tool said after {0} that it failed: {1}</source>
        <translation>工具在 {0} 后报告失败：{1}</translation>
    </message>
    <message>
        <source>The server answered with an error after {0}: {1}</source>
        <translation>服务器在 {0} 后返回错误：{1}</translation>
    </message>
    <message>
        <source>The server asked for more input after {0}: {1}</source>
        <translation>服务器在 {0} 后请求更多输入：{1}</translation>
    </message>
    <message>
        <source>The server started a task after {0}: {1}</source>
        <translation>服务器在 {0} 后启动了任务：{1}</translation>
    </message>
    <message>
        <source>The server has no tool of this name any more; clients may know an old list.</source>
        <translation>服务器已没有这个名称的工具；客户端可能持有旧列表。</translation>
    </message>
    <message>
        <source>The server may have no tool of this name any more.</source>
        <translation>服务器可能已没有这个名称的工具。</translation>
    </message>
    <message>
        <source>Sent to {0}</source>
        <translation>已发送到 {0}</translation>
    </message>
    <message>
        <source>Withdrawn by the client, never ran: {0}</source>
        <translation>已被客户端撤回，从未运行：{0}</translation>
    </message>
    <message>
        <source>Cancel sent to the server. Wanted by: {0}</source>
        <translation>已向服务器发送取消，要求者：{0}</translation>
    </message>
    <message>
        <source>Outcome unknown: {0}</source>
        <translation>结果未知：{0}</translation>
    </message>
    <message>
        <source>After {0} the client was told to ask again; the prompt stayed open</source>
        <translation>{0} 后已告知客户端稍后重试；提示仍保留</translation>
    </message>
    <message>
        <source>Allowed while nobody waited: it did not run, the next identical call may</source>
        <translation>在无人等待时获准：它没有运行，下一个相同的调用可以运行</translation>
    </message>
    <message>
        <source>Denied while nobody waited: the next identical call is denied</source>
        <translation>在无人等待时拒绝：下一个相同的调用会被拒绝</translation>
    </message>
    <message>
        <source>Its task ended: {0}</source>
        <translation>其任务已结束：{0}</translation>
    </message>
    <message>
        <source>An answer came too late and was dropped</source>
        <translation>答复来得太晚，已丢弃</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Chosen call</source>
        <translation>所选调用</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Answers to its server&apos;s questions</source>
        <translation>对服务器提问的答复</translation>
    </message>
    <message>
        <source>What you changed</source>
        <translation>您的更改</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答复</translation>
    </message>
    <message>
        <source>The log holds no arguments of this call.</source>
        <translation>日志中没有此调用的参数。</translation>
    </message>
    <message>
        <source>Nothing came back.</source>
        <translation>没有返回任何内容。</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy the whole story as JSON</source>
        <translation>将全过程复制为 JSON</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>关闭详情</translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation>请求内容</translation>
    </message>
    <message>
        <source>What was decided</source>
        <translation>决定过程</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>返回内容</translation>
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
        <source>Started by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>Its first message</source>
        <translation>首条消息</translation>
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
        <source>Number of the request</source>
        <translation>请求编号</translation>
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
        <translation>机密</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
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
        <source>Warned of</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Secrets it got</source>
        <translation>获得的凭据</translation>
    </message>
    <message>
        <source>Digest shown</source>
        <translation>显示内容的摘要</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待时间</translation>
    </message>
    <message>
        <source>Filled in</source>
        <translation>已填入</translation>
    </message>
    <message>
        <source>Digest sent</source>
        <translation>发送内容的摘要</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Digest of the answer</source>
        <translation>答复的摘要</translation>
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
        <source>Run the other one too…</source>
        <translation>也运行另外一个…</translation>
    </message>
    <message numerus="yes">
        <source>Run the other %n too…</source>
        <translation>
            <numerusform>也运行另外 %n 个…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Suspicion</name>
    <message>
        <source>Keep {0} in your keychain</source>
        <translation>将 {0} 保存在您的钥匙串中</translation>
    </message>
    <message>
        <source>Name of the secret for {0}</source>
        <translation>{0} 的凭据名称</translation>
    </message>
    <message>
        <source>Its value, now or later</source>
        <translation>它的值，现在或以后填写</translation>
    </message>
    <message>
        <source>Value of the secret for {0}</source>
        <translation>{0} 的凭据值</translation>
    </message>
    <message>
        <source>These look like secrets</source>
        <translation>这些看起来像机密</translation>
    </message>
    <message>
        <source>Ticked ones go into your keychain under the name beside them. The others stay in config.json.</source>
        <translation>勾选的会以旁边的名称存入您的钥匙串。其余的留在 config.json 中。</translation>
    </message>
    <message>
        <source>A secret&apos;s name has 1 to 64 letters, digits, “.”, “_” or “-”; “{0}” has not.</source>
        <translation>凭据名称由 1 到 64 个字母、数字、“.”、“_”或“-”组成；“{0}”不符合。</translation>
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
        <source>“{0}” contains characters that cannot be seen</source>
        <translation>“{0}”包含不可见字符</translation>
    </message>
    <message>
        <source>“{0}” may be shown in another order than its parts stand in</source>
        <translation>“{0}” 各部分的显示顺序可能与实际顺序不同</translation>
    </message>
    <message>
        <source>“{0}” has unusual letters; in plain ones it is “{1}”</source>
        <translation>“{0}”含有特殊字母；用普通字母写是“{1}”</translation>
    </message>
    <message>
        <source>“{0}” mixes letters that look alike: {1}</source>
        <translation>“{0}”混用了外形相似的字母：{1}</translation>
    </message>
    <message>
        <source>“{0}” looks Latin and is not: {1}</source>
        <translation>“{0}”看似拉丁字母，实则不是：{1}</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>This is too long: at most {0} letters.</source>
        <translation>过长：最多 {0} 个字符。</translation>
    </message>
    <message>
        <source>This must not be empty.</source>
        <translation>不能为空。</translation>
    </message>
    <message>
        <source>At least {0} letters.</source>
        <translation>至少 {0} 个字符。</translation>
    </message>
    <message>
        <source>At most {0} letters; these are {1}.</source>
        <translation>最多 {0} 个字符；目前有 {1} 个。</translation>
    </message>
    <message>
        <source>This does not have the form that is asked for: {0}</source>
        <translation>不符合要求的格式：{0}</translation>
    </message>
</context>
<context>
    <name>TextsField</name>
    <message>
        <source>At least {0} entries.</source>
        <translation>至少 {0} 个条目。</translation>
    </message>
    <message>
        <source>At most {0} entries.</source>
        <translation>最多 {0} 个条目。</translation>
    </message>
    <message>
        <source>Two entries are the same.</source>
        <translation>有两个条目相同。</translation>
    </message>
    <message>
        <source>Entry {0} does not have the form that is asked for.</source>
        <translation>条目 {0} 不符合要求的格式。</translation>
    </message>
</context>
<context>
    <name>ToolDetail</name>
    <message>
        <source>The chosen tool</source>
        <translation>所选工具</translation>
    </message>
    <message>
        <source>Clients can see and call it</source>
        <translation>客户端可以看到并调用它</translation>
    </message>
    <message>
        <source>Its calls</source>
        <translation>相关调用</translation>
    </message>
    <message>
        <source>Its rules</source>
        <translation>相关规则</translation>
    </message>
    <message>
        <source>Claimed by the server. Nobody has checked these.</source>
        <translation>这些是服务器的声明，没有人核实过。</translation>
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
        <source>Never called, as far as the log tells</source>
        <translation>从未调用（就日志所知）</translation>
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
        <source>Its definition has changed since you allowed it: your rule no longer holds, calls are asked.</source>
        <translation>自您允许以来它的定义已有变化：您的规则不再有效，调用会询问您。</translation>
    </message>
    <message>
        <source>The server lists two tools of this name; a call may reach the other one.</source>
        <translation>服务器列出了两个同名工具，调用可能会到达另一个。</translation>
    </message>
    <message>
        <source>Inputs cannot be checked against its schema: {0}.</source>
        <translation>无法根据其输入定义检查输入：{0}。</translation>
    </message>
    <message>
        <source>Every call of it is refused, because nothing can be filled in: {0}.</source>
        <translation>对它的所有调用都会被拒绝，因为无法填入：{0}。</translation>
    </message>
    <message>
        <source>Its description contains characters that cannot be seen.</source>
        <translation>它的描述中包含不可见字符。</translation>
    </message>
    <message>
        <source>Changes things</source>
        <translation>做出更改</translation>
    </message>
    <message>
        <source>no, it only reads</source>
        <translation>否，只读取</translation>
    </message>
    <message>
        <source>yes, it may</source>
        <translation>是，可能会</translation>
    </message>
    <message>
        <source>not said: count on it</source>
        <translation>未说明：应假定会</translation>
    </message>
    <message>
        <source>Destroys things</source>
        <translation>造成破坏</translation>
    </message>
    <message>
        <source>it may</source>
        <translation>可能会</translation>
    </message>
    <message>
        <source>no, it only adds</source>
        <translation>否，只添加</translation>
    </message>
    <message>
        <source>Calling it again</source>
        <translation>重复调用</translation>
    </message>
    <message>
        <source>changes nothing more</source>
        <translation>不会再有变化</translation>
    </message>
    <message>
        <source>does it again</source>
        <translation>会再做一次</translation>
    </message>
    <message>
        <source>not said: count on it doing it again</source>
        <translation>未说明：应假定会再做一次</translation>
    </message>
    <message>
        <source>Outside world</source>
        <translation>外部世界</translation>
    </message>
    <message>
        <source>it reaches beyond this machine</source>
        <translation>会触及本机以外</translation>
    </message>
    <message>
        <source>it stays in its own world</source>
        <translation>只在自己的范围内</translation>
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
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>claims</source>
        <translation>声明</translation>
    </message>
    <message>
        <source>It asks for</source>
        <translation>它请求</translation>
    </message>
    <message>
        <source>Filled in</source>
        <translation>已填入</translation>
    </message>
    <message>
        <source>As it is since</source>
        <translation>现状始于</translation>
    </message>
    <message>
        <source>Changed then</source>
        <translation>当时的变化</translation>
    </message>
    <message>
        <source>parts that are not shown</source>
        <translation>未显示的部分</translation>
    </message>
    <message>
        <source>Description before</source>
        <translation>之前的描述</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答复</translation>
    </message>
    <message>
        <source>Passed on as they come, not checked against its output schema</source>
        <translation>原样转交，不按其输出架构检查</translation>
    </message>
    <message>
        <source>Listed last</source>
        <translation>上次列出</translation>
    </message>
    <message>
        <source>Raw name</source>
        <translation>原始名称</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>定义</translation>
    </message>
</context>
<context>
    <name>ToolTree</name>
    <message>
        <source>Shown to clients</source>
        <translation>对客户端可见</translation>
    </message>
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
        <source>switched off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>has listed no tools</source>
        <translation>没有列出工具</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚不知道</translation>
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
        <source>{0}, look at it twice</source>
        <translation>{0}，请仔细查看</translation>
    </message>
    <message>
        <source>Servers and their tools</source>
        <translation>服务器及其工具</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>Search names and descriptions …</source>
        <translation>搜索名称和描述…</translation>
    </message>
    <message>
        <source>Search the tools</source>
        <translation>搜索工具</translation>
    </message>
    <message>
        <source>Look at all servers</source>
        <translation>查看所有服务器</translation>
    </message>
    <message>
        <source>No servers yet</source>
        <translation>还没有服务器</translation>
    </message>
    <message>
        <source>When a server is guarded by ToolGuard, its tools are shown here, each with a switch.</source>
        <translation>由 ToolGuard 守护的服务器的工具会显示在这里，每个都有开关。</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>No tools known yet</source>
        <translation>还不知道任何工具</translation>
    </message>
    <message>
        <source>Connect a client to a server, or let ToolGuard look: it asks each server for its tools itself.</source>
        <translation>将客户端连接到服务器，或让 ToolGuard 查看：它会自行向每个服务器询问工具。</translation>
    </message>
    <message>
        <source>Look at all servers now</source>
        <translation>立即查看所有服务器</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No tool has all of these words.</source>
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
        <source>{0} is shown to clients.</source>
        <translation>{0} 已对客户端显示。</translation>
    </message>
    <message>
        <source>{0} is hidden from clients.</source>
        <translation>{0} 已对客户端隐藏。</translation>
    </message>
    <message>
        <source>Every tool of {0} is shown.</source>
        <translation>{0} 的所有工具都已显示。</translation>
    </message>
    <message>
        <source>Every tool of {0} is hidden.</source>
        <translation>{0} 的所有工具都已隐藏。</translation>
    </message>
    <message>
        <source>{0} sees {1}.</source>
        <translation>{0} 可以看到 {1}。</translation>
    </message>
    <message>
        <source>{0} does not see {1} any more.</source>
        <translation>{0} 不再能看到 {1}。</translation>
    </message>
    <message>
        <source>Looking at {0}…</source>
        <translation>正在查看 {0}…</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>A model wants to use a tool, and waits for you</source>
        <translation>模型想使用一个工具，正在等待您</translation>
    </message>
    <message>
        <source>Read what it would do and to what. Then run it or deny it; nothing else decides.</source>
        <translation>阅读它要做什么、对什么做。然后运行或拒绝；别的都不能替您决定。</translation>
    </message>
    <message>
        <source>You choose which tools a model may know of</source>
        <translation>由您选择模型可以知道哪些工具</translation>
    </message>
    <message>
        <source>Switch a tool off: it disappears from the client&apos;s list and cannot be called.</source>
        <translation>关闭一个工具：它会从客户端的列表中消失，也无法被调用。</translation>
    </message>
    <message>
        <source>Everything is written down</source>
        <translation>一切都有记录</translation>
    </message>
    <message>
        <source>Look at what you decided and what came back. Verify proves that nobody edited it.</source>
        <translation>查看您的决定和返回的内容。“验证”可以证明没有人改动过。</translation>
    </message>
    <message>
        <source>Leave the tour</source>
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
        <source>End the tour</source>
        <translation>结束导览</translation>
    </message>
    <message>
        <source>Next step of the tour</source>
        <translation>导览的下一步</translation>
    </message>
    <message>
        <source>Decided, and written down. The model has its answer.</source>
        <translation>已决定并记录。模型已得到答复。</translation>
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
        <source>many lines are folded here</source>
        <translation>许多行已折叠</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
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
        <source>%Ln characters are folded here</source>
        <translation>
            <numerusform>已折叠 %Ln 个字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trial</name>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>What the server says</source>
        <translation>服务器的输出</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>查看结果</translation>
    </message>
    <message>
        <source>Opens it once, asks for its tools, and closes it. No tool is called.</source>
        <translation>打开一次，询问它的工具，然后关闭。不会调用任何工具。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Trying …</source>
        <translation>正在尝试…</translation>
    </message>
    <message>
        <source>Given up: the server was ended.</source>
        <translation>已放弃：服务器已结束。</translation>
    </message>
    <message>
        <source>Try it again</source>
        <translation>再试一次</translation>
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
        <source>It works: {0}.</source>
        <translation>可以使用：{0}。</translation>
    </message>
    <message>
        <source>Speaks </source>
        <translation>协议 </translation>
    </message>
    <message>
        <source>Calls itself </source>
        <translation>自称 </translation>
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
        <source>Its value</source>
        <translation>它的值</translation>
    </message>
    <message>
        <source>Its value is in memory only: it is gone when ToolGuard closes.</source>
        <translation>它的值只在内存中：ToolGuard 关闭后即消失。</translation>
    </message>
    <message>
        <source>Its value is in your keychain.</source>
        <translation>它的值在您的钥匙串中。</translation>
    </message>
    <message>
        <source>Whether it has a value is seen once your keychain is open.</source>
        <translation>打开钥匙串后才能知道它是否有值。</translation>
    </message>
    <message>
        <source>It has no value: servers that need it do not start. Give it one.</source>
        <translation>它没有值：需要它的服务器不会启动。请为它设置值。</translation>
    </message>
</context>
<context>
    <name>Verify</name>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Verify the log</source>
        <translation>验证日志</translation>
    </message>
    <message>
        <source>Check that no record was edited, removed, reordered or cut off</source>
        <translation>检查记录是否被编辑、移除、重排或截断</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>检查进度</translation>
    </message>
    <message>
        <source>Stop the check</source>
        <translation>停止检查</translation>
    </message>
    <message>
        <source>What the check found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Hide what the check found</source>
        <translation>隐藏检查结果</translation>
    </message>
    <message>
        <source>Checking the log …</source>
        <translation>正在检查日志…</translation>
    </message>
    <message>
        <source>{0} records checked, none edited, removed, moved or cut off. Newest link: </source>
        <translation>已检查 {0} 条记录，没有被编辑、移除、移动或截断的。最新链接：</translation>
    </message>
    <message>
        <source>Stopped after {0} records; these are right.</source>
        <translation>检查 {0} 条记录后停止；这些记录均正确。</translation>
    </message>
    <message>
        <source>What to do: do not rely on that record or on any after it. Keep a copy of the log as evidence, find out which program wrote to it, then move it away and restart ToolGuard, which begins a new one.</source>
        <translation>该怎么办：不要相信该记录及其后的任何记录。请保留一份日志副本作为证据，查明是哪个程序写入的，然后将日志移走并重新启动 ToolGuard，它会建立新的日志。</translation>
    </message>
    <message>
        <source>The log is not as it was written: </source>
        <translation>日志与写入时不一致：</translation>
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
        <translation>易读</translation>
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
        <source>Copy the exact JSON</source>
        <translation>复制确切的 JSON</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>转到末尾</translation>
    </message>
    <message>
        <source>Being laid out…</source>
        <translation>正在排版…</translation>
    </message>
    <message>
        <source>Long: parts are folded.</source>
        <translation>内容较长：部分已折叠。</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Only what was found is shown, with what stands around it.</source>
        <translation>只显示找到的内容及其上下文。</translation>
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
    <message>
        <source>{0}, the first {1} are shown</source>
        <translation>{0}，显示前 {1} 处</translation>
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
        <source>Something in this window failed ({0}). Calls are still held.</source>
        <translation>此窗口中出现故障 ({0})。调用仍会被拦下等待。</translation>
    </message>
    <message>
        <source>Close ToolGuard?</source>
        <translation>关闭 ToolGuard？</translation>
    </message>
    <message>
        <source>1 call still waits for you</source>
        <translation>仍有 1 个调用等待您处理</translation>
    </message>
    <message numerus="yes">
        <source>%n calls still wait for you</source>
        <translation>
            <numerusform>仍有 %n 个调用等待您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>Closing denies what waits; the clients are told so. What runs is stopped.</source>
        <translation>关闭会拒绝待处理的调用，并告知客户端。正在运行的会停止。</translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation>继续等待</translation>
    </message>
    <message>
        <source>Deny all and quit</source>
        <translation>全部拒绝并退出</translation>
    </message>
    <message>
        <source>There is no display here. Use `toolguard serve`, which needs none, or start this in a desktop.</source>
        <translation>此处没有显示器。请使用不需要显示器的 `toolguard serve`，或在桌面环境中启动。</translation>
    </message>
</context>
<context>
    <name>Wish</name>
    <message>
        <source>Remember for</source>
        <translation>记住，用于</translation>
    </message>
    <message>
        <source>Remember this answer</source>
        <translation>记住这次答复</translation>
    </message>
    <message>
        <source>Which tools</source>
        <translation>哪些工具</translation>
    </message>
    <message>
        <source>this tool</source>
        <translation>此工具</translation>
    </message>
    <message>
        <source>every tool</source>
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
        <source>How long</source>
        <translation>多长时间</translation>
    </message>
    <message>
        <source>this session</source>
        <translation>本次会话</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Holds for every tool of {0}, for any client</source>
        <translation>适用于 {0} 的所有工具，任意客户端</translation>
    </message>
    <message>
        <source>Holds for every tool of {0} that {1} calls</source>
        <translation>适用于 {1} 调用的 {0} 的所有工具</translation>
    </message>
    <message>
        <source>Holds for {0} on {1}, for any client</source>
        <translation>适用于 {1} 上的 {0}，任意客户端</translation>
    </message>
    <message>
        <source>Holds for {0} on {1}, called by {2}</source>
        <translation>适用于 {2} 调用的 {1} 上的 {0}</translation>
    </message>
    <message>
        <source>until ToolGuard closes</source>
        <translation>直到 ToolGuard 关闭</translation>
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
        <source>Copy this record as JSON</source>
        <translation>将此记录复制为 JSON</translation>
    </message>
</context>
<context>
    <name>_Form</name>
    <message>
        <source>Fill it in</source>
        <translation>填入</translation>
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
        <source>What is filled in</source>
        <translation>填入的内容</translation>
    </message>
    <message>
        <source>The tool&apos;s name</source>
        <translation>工具的名称</translation>
    </message>
    <message>
        <source>Choose a tool, or type its name.</source>
        <translation>请选择工具，或输入它的名称。</translation>
    </message>
    <message>
        <source>An argument is named by a JSON pointer, such as /connection or /db/password.</source>
        <translation>参数用 JSON 指针表示，例如 /connection 或 /db/password。</translation>
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
        <source>Take out</source>
        <translation>取出</translation>
    </message>
    <message>
        <source> of {0} on {1}</source>
        <translation>（{1} 的 {0}）</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Filled in as {0}.</source>
        <translation>填入的内容为 {0}。</translation>
    </message>
    <message>
        <source>It is not bound to this server: calls of the tool are refused.</source>
        <translation>它没有绑定到此服务器：对该工具的调用会被拒绝。</translation>
    </message>
    <message>
        <source>Take it out of {0} of {1} on {2}</source>
        <translation>从 {2} 的 {1} 的 {0} 中取出</translation>
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
        <source>Bind {0} again, as it is now</source>
        <translation>按现在的样子重新绑定 {0}</translation>
    </message>
</context>
</TS>
