"""The table of chat clients: where each stores its servers, in which format, and what cannot be routed.

A row is verified if the program itself was tried, or if its vendor documents the facts; ``source`` says which. The
others come from public tables and issue threads, and are asked about before the first write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from toolguard.clients.wiring import policy_formats
from toolguard.clients.wiring.documents import Format, KeyPath
from toolguard.clients.wiring.known_projects import ProjectList
from toolguard.clients.wiring.machine import MAX_MATCHES, POLICY_KEYS, Machine, System
from toolguard.clients.wiring.managed_policies import PolicyPlaces, Template
from toolguard.clients.wiring.references import Syntax
from toolguard.gate.texts import CodedText, coded

ANY_KEY = "*"
"""Matches every member of an object in a path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalList:
    """A client's list of servers whose tools it runs without asking: JSON, usually in its own file."""

    path: str = ""
    project: str = ""
    """Where the list for the person's own servers is, and the one for a project's; without both: in the same file."""
    place: KeyPath
    item: str
    """The item for the server ``SERVER``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The format of a client's entries for commands and URLs."""

    command: str = "command"
    args: str = "args"
    """``""``: the command is an array that includes its arguments."""
    url: str = "url"
    """The member of a remote entry; ``""``: the file has no remote entries."""
    local: Mapping[str, Any] = field(default_factory=dict)
    """Required members of an entry for a command."""
    fresh: Mapping[str, Any] = field(default_factory=dict)
    """Other members of a new entry for a command. ``NAME`` is replaced by its name."""
    typed: Mapping[str, Any] = field(default_factory=lambda: {"type": "stdio"})
    """New values of these members, if the entry has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsFile:
    """A file with servers. The path is a template (`Machine.paths`) or relative to a project folder."""

    path: str | Mapping[System, str] = ""
    project: str = ""
    variable: str = ""
    """An environment variable with the path."""
    format: Format = "jsonc"
    places: tuple[KeyPath, ...] = (("mcpServers",),)
    """Where servers are: objects by name, or lists of objects with names."""
    in_list: bool = False
    """The servers are in a list, each with its name."""
    dialect: Dialect | None = None
    """The format of its entries if it is not the client's own, because other clients read the file, too."""
    fixed: CodedText | None = None
    """Why its entries cannot be routed."""
    approvals: ApprovalList | None = None
    """Where to turn off the client's own question about its servers' tools."""

    def found(self, machine: Machine, projects: Iterable[Path]) -> list[tuple[Path, Path | None]]:
        """Return the paths, each with its project folder."""
        if "*" in self.project:
            return [(path, folder) for folder in projects for path in _matches(folder, self.project)]
        if self.project:
            return [(folder / self.project, folder) for folder in projects]
        if self.variable:
            moved = machine.environment.get(self.variable, "")
            return [(Path(moved), None)] if moved and Path(moved).is_absolute() else []
        template = self.path if isinstance(self.path, str) else self.path.get(machine.system, "")
        return [(path, None) for path in machine.paths(template)] if template else []


def _matches(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))[:MAX_MATCHES]
    except OSError:
        return []


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientRow:
    """A chat client. Without ``files`` its servers are stored in the program: paste entries there, or use HTTP."""

    key: str
    title: str
    files: tuple[SettingsFile, ...] = ()
    dialect: Dialect = Dialect()
    syntaxes: tuple[Syntax, ...] = ()
    """The references that the client replaces in entries."""
    reference: str = ""
    """The reference to the environment variable ``NAME``; ``""``: not supported."""
    projects: tuple[ProjectList, ...] = ()
    """Where the client stores a list of project folders."""
    copies: tuple[str, ...] = ()
    """Templates of the client's backup and history files."""
    programs: tuple[str, ...] = ()
    """Names of its programs, on the PATH and in the process list."""
    folders: tuple[str, ...] = ()
    """Templates of folders that exist if the client is installed."""
    reload: Literal["restart", "automatic", "command"] = "restart"
    allow_tools: tuple[str, ...] = ()
    deny_tools: tuple[str, ...] = ()
    """Members with its own lists of allowed and denied tools."""
    approval_off: Mapping[str, Any] = field(default_factory=dict)
    """Members of an entry that turn off the client's own question about the server's tools."""
    question: CodedText | None = None
    """Why that question cannot be turned off, or what else is needed."""
    installs_bundles: bool = False
    """Whether a person can install a bundle (``.mcpb``) in it."""
    policy: PolicyPlaces | None = None
    """Places of an organization's lists of servers."""
    limits: tuple[CodedText, ...] = ()
    """What cannot be routed, and why."""
    verified: bool
    source: str


_CONNECTORS = coded("clients.limit_connectors")
_EXTENSIONS = coded("clients.limit_extensions")
_BUILT_IN = coded("clients.limit_built_in")
_PLUGINS = coded("clients.limit_plugins")
_BUNDLES = coded("clients.limit_bundles")
_IN_PROGRAM = coded("clients.limit_in_program")
_SENT_LISTS = coded("clients.limit_sent_lists")
_PLUGIN_FILE = coded("clients.fixed_plugin")
_MANAGED_FILE = coded("clients.fixed_managed")
_CLAUDE_POLICY = PolicyPlaces(
    managed=(
        {
            "linux": "/etc/claude-code/managed-settings.json",
            "macos": "/Library/Application Support/ClaudeCode/managed-settings.json",
            "windows": "{programfiles}/ClaudeCode/managed-settings.json",
        },
        {
            "linux": "/etc/claude-code/managed-settings.d/*.json",
            "macos": "/Library/Application Support/ClaudeCode/managed-settings.d/*.json",
            "windows": "{programfiles}/ClaudeCode/managed-settings.d/*.json",
        },
        {
            "macos": "/Library/Managed Preferences/com.anthropic.claudecode.plist",
            "windows": "{programdata}/ClaudeCode/managed-settings.json",
        },
        {"macos": "/Library/Managed Preferences/*/com.anthropic.claudecode.plist"},
    ),
    registry=POLICY_KEYS[:1],
    cached=("{claude_folder}/remote-settings.json",),
    exclusive=(
        {
            "linux": "/etc/claude-code/managed-mcp.json",
            "macos": "/Library/Application Support/ClaudeCode/managed-mcp.json",
            "windows": "{programfiles}/ClaudeCode/managed-mcp.json",
        },
        {"windows": "{programdata}/ClaudeCode/managed-mcp.json"},
    ),
    personal=("{claude_folder}/settings.json",),
    project=(".claude/settings.json", ".claude/settings.local.json"),
)
_COPILOT_FILES: tuple[Template, ...] = (
    {
        "linux": "/etc/github-copilot/managed-settings.json",
        "macos": "/Library/Application Support/GitHubCopilot/managed-settings.json",
        "windows": "{programfiles}/GitHubCopilot/managed-settings.json",
    },
    {"macos": "/Library/Managed Preferences/com.github.copilot.plist"},
    {"macos": "/Library/Managed Preferences/*/com.github.copilot.plist"},
)
_COPILOT_POLICY = PolicyPlaces(managed=_COPILOT_FILES, registry=POLICY_KEYS[1:4], reader=policy_formats.copilot)
"""For all clients of Copilot (microsoft/vscode#321870, copilotManagedSettings.ts)."""
_VSCODE_POLICY = PolicyPlaces(
    managed=(
        *_COPILOT_FILES,
        {"linux": "/etc/vscode/policy.json", "macos": "/Library/Managed Preferences/com.microsoft.VSCode.plist"},
        {"macos": "/Library/Managed Preferences/*/com.microsoft.VSCode.plist"},
    ),
    registry=POLICY_KEYS[1:],
    reader=policy_formats.copilot,
)
_GEMINI_SYSTEM: Mapping[System, str] = {
    "linux": "/etc/gemini-cli/settings.json",
    "macos": "/Library/Application Support/GeminiCli/settings.json",
    "windows": "{programdata}/gemini-cli/settings.json",
}
_QWEN_SYSTEM: Mapping[System, str] = {
    "linux": "/etc/qwen-code/settings.json",
    "macos": "/Library/Application Support/QwenCode/settings.json",
    "windows": "{programdata}/qwen-code/settings.json",
}
_CODEX_POLICY = PolicyPlaces(
    managed=(
        {"linux": "/etc/codex/requirements.toml", "macos": "/etc/codex/requirements.toml",
         "windows": "{programdata}/OpenAI/Codex/requirements.toml"},
        {"macos": "/Library/Managed Preferences/com.openai.codex.plist"},
        {"macos": "/Library/Managed Preferences/*/com.openai.codex.plist"},
    ),
    cached=("{codex}/cloud-config-bundle-cache.json",), reader=policy_formats.codex,
)  # fmt: skip
_QUESTION_IN_PROGRAM = coded("clients.question_in_program")
_QUESTION_NAMES_TOOLS = coded("clients.question_names_tools")
_QUESTION_BY_SETTINGS = coded("clients.question_by_settings")
_QUESTION_UNKNOWN = coded("clients.question_unknown")
_QUESTION_ALLOWLIST_MODE = coded("clients.question_allowlist_mode")
_QUESTION_GLOBAL_SWITCH = coded("clients.question_global_switch")
_CLAUDE_APPROVALS = ApprovalList(
    path="{claude_folder}/settings.json", project=".claude/settings.local.json", place=("permissions", "allow"),
    item="mcp__SERVER",
)  # fmt: skip
_CURSOR_APPROVALS = ApprovalList(
    path="{home}/.cursor/permissions.json", project=".cursor/permissions.json", place=("mcpAllowlist",),
    item="SERVER:*",
)  # fmt: skip
"""Where the file has the list, it replaces the one in Cursor's settings (cursor.com/docs/reference/permissions)."""
_AGENT_APPROVALS = ApprovalList(place=("allowedTools",), item="@SERVER")
_CODE = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_STORAGE = "{config}/%s/User/globalStorage/%s"
_WORKSPACE = SettingsFile(project=".mcp.json", dialect=Dialect())


def _extension(file: str) -> tuple[SettingsFile, ...]:
    """Return the file of an extension in each editor that it may be installed in."""
    return tuple(SettingsFile(path=_STORAGE % (editor, file), format="json") for editor in _CODE)


CLIENTS: tuple[ClientRow, ...] = (
    ClientRow(
        key="claude-desktop", title="Claude Desktop",
        files=(
            SettingsFile(
                path={
                    "linux": "{home}/.config/Claude/claude_desktop_config.json",
                    "macos": "{config}/Claude/claude_desktop_config.json",
                    "windows": "{appdata}/Claude/claude_desktop_config.json",
                },
                format="json",
            ),
            SettingsFile(
                path={
                    "windows": "{localappdata}/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json"
                },
                format="json",
            ),
        ),
        dialect=Dialect(url=""), programs=("claude-desktop", "Claude"),
        folders=("{config}/Claude", "{localappdata}/Packages/Claude_*"), installs_bundles=True,
        limits=(_CONNECTORS, _BUNDLES),
        question=_QUESTION_IN_PROGRAM, verified=True,
        source="modelcontextprotocol.io; snyk-agent-scan 0.6.9; add-mcp 2.4.0",
    ),
    ClientRow(
        key="claude-code", title="Claude Code",
        files=(
            SettingsFile(
                path="{claude}/.claude.json", format="json",
                places=(("mcpServers",), ("projects", ANY_KEY, "mcpServers")), approvals=_CLAUDE_APPROVALS,
            ),
            SettingsFile(project=".mcp.json", format="json", approvals=_CLAUDE_APPROVALS),
            SettingsFile(path="{claude_folder}/plugins/*/*/*/.mcp.json", format="json", fixed=_PLUGIN_FILE),
            SettingsFile(path="{claude_folder}/plugins/*/*/*/*/.mcp.json", format="json", fixed=_PLUGIN_FILE),
            SettingsFile(
                path={
                    "linux": "/etc/claude-code/managed-mcp.json",
                    "macos": "/Library/Application Support/ClaudeCode/managed-mcp.json",
                    "windows": "{programfiles}/ClaudeCode/managed-mcp.json",
                },
                format="json", fixed=_MANAGED_FILE,
            ),
            SettingsFile(
                path={"windows": "{programdata}/ClaudeCode/managed-mcp.json"}, format="json", fixed=_MANAGED_FILE
            ),
        ),
        syntaxes=("shell",), reference="${NAME}",
        copies=(
            "{claude}/.claude.json.backup*", "{claude_folder}/backups/.claude.json.*", "{claude_folder}/history.jsonl",
        ),
        programs=("claude",), projects=(ProjectList("{claude}/.claude.json", "json"),), folders=("{claude_folder}",),
        policy=_CLAUDE_POLICY,
        limits=(_CONNECTORS, _BUILT_IN, _PLUGINS), verified=True, source="used: 2.1.329",
    ),
    ClientRow(
        key="cursor", title="Cursor",
        files=(
            SettingsFile(path="{home}/.cursor/mcp.json", approvals=_CURSOR_APPROVALS),
            SettingsFile(project=".cursor/mcp.json", approvals=_CURSOR_APPROVALS),
            SettingsFile(project=".mcp.json", approvals=_CURSOR_APPROVALS),
        ),
        question=_QUESTION_ALLOWLIST_MODE,
        syntaxes=("env", "folder"), reference="${env:NAME}", copies=("{config}/Cursor/User/History/*/*.json",),
        programs=("cursor",), folders=("{home}/.cursor",), reload="automatic",
        limits=(_EXTENSIONS, _BUILT_IN, _SENT_LISTS), verified=True,
        source="docs.cursor.com; snyk-agent-scan 0.6.9; add-mcp 2.4.0",
    ),
    ClientRow(
        key="vscode", title="Visual Studio Code",
        files=(
            SettingsFile(path="{config}/Code/User/mcp.json", places=(("servers",),)),
            SettingsFile(path="{config}/Code/User/profiles/*/mcp.json", places=(("servers",),)),
            SettingsFile(path="{config}/Code/User/settings.json", places=(("mcp", "servers"),)),
            SettingsFile(path="{home}/.vscode/mcp.json", places=(("servers",),)),
            SettingsFile(project=".vscode/mcp.json", places=(("servers",),)),
            _WORKSPACE,
        ),
        syntaxes=("env", "input", "folder"), reference="${env:NAME}",
        copies=("{config}/Code/User/History/*/*.json",), programs=("code",),
        folders=("{config}/Code", "{home}/.vscode"),
        reload="automatic", policy=_VSCODE_POLICY, limits=(_EXTENSIONS, _BUILT_IN, _SENT_LISTS),
        question=_QUESTION_IN_PROGRAM,
        verified=True,
        source="code.visualstudio.com; snyk-agent-scan 0.6.9; add-mcp 2.4.0",
    ),
    ClientRow(
        key="vscode-insiders", title="Visual Studio Code Insiders",
        files=(
            SettingsFile(path="{config}/Code - Insiders/User/mcp.json", places=(("servers",),)),
            SettingsFile(path="{config}/Code - Insiders/User/profiles/*/mcp.json", places=(("servers",),)),
            SettingsFile(path="{config}/Code - Insiders/User/settings.json", places=(("mcp", "servers"),)),
            SettingsFile(project=".vscode/mcp.json", places=(("servers",),)),
        ),
        syntaxes=("env", "input", "folder"), reference="${env:NAME}",
        copies=("{config}/Code - Insiders/User/History/*/*.json",), programs=("code-insiders",),
        folders=("{config}/Code - Insiders",),
        reload="automatic", policy=_VSCODE_POLICY, limits=(_EXTENSIONS, _BUILT_IN, _SENT_LISTS),
        question=_QUESTION_IN_PROGRAM,
        verified=True,
        source="code.visualstudio.com",
    ),
    ClientRow(
        key="visual-studio", title="Visual Studio",
        files=(
            SettingsFile(path={"windows": "{home}/.mcp.json"}, places=(("servers",), ("mcpServers",))),
            SettingsFile(project=".vs/mcp.json", places=(("servers",), ("mcpServers",))),
            SettingsFile(project=".mcp.json", places=(("servers",), ("mcpServers",))),
            SettingsFile(project=".vscode/mcp.json", places=(("servers",),)), SettingsFile(project=".cursor/mcp.json"),
        ),
        syntaxes=("env", "input"), reference="${env:NAME}", programs=("devenv",), reload="automatic",
        limits=(_EXTENSIONS,), question=_QUESTION_IN_PROGRAM, verified=True,
        source="learn.microsoft.com/visualstudio/ide/mcp-servers",
    ),
    ClientRow(
        key="windsurf", title="Windsurf",
        files=(
            SettingsFile(path="{home}/.codeium/windsurf/mcp_config.json"),
            SettingsFile(path="{xdg}/devin/mcp_config.json"),
            _WORKSPACE,
        ),
        dialect=Dialect(url="serverUrl"), syntaxes=("env",), reference="${env:NAME}", programs=("windsurf", "devin"),
        folders=("{home}/.codeium/windsurf",), reload="command", deny_tools=("disabledTools",),
        limits=(_BUILT_IN, _SENT_LISTS),
        question=_QUESTION_UNKNOWN, verified=True, source="docs.windsurf.com; snyk-agent-scan 0.6.9; add-mcp 2.4.0",
    ),
    ClientRow(
        key="zed", title="Zed",
        files=(
            SettingsFile(path="{zed}/settings.json", places=(("context_servers",),)),
            SettingsFile(project=".zed/settings.json", places=(("context_servers",),)),
        ),
        dialect=Dialect(typed={"source": "custom"}), programs=("zed", "zeditor"), folders=("{zed}",),
        reload="automatic", limits=(_EXTENSIONS, _BUILT_IN), question=_QUESTION_NAMES_TOOLS, verified=True,
        source="zed.dev; its source",
    ),
    ClientRow(
        key="cline", title="Cline",
        files=(
            *_extension("saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
            SettingsFile(path="{home}/.cline/data/settings/cline_mcp_settings.json", format="json"),
        ),
        programs=("cline",), folders=("{home}/.cline",), reload="automatic", limits=(_BUILT_IN,),
        question=_QUESTION_NAMES_TOOLS, verified=True,
        source="used: CLI 3.0.65; the extension from its documentation",
    ),
    ClientRow(
        key="roo", title="Roo Code",
        files=(
            *_extension("rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
            *_extension("zoocodeorganization.zoo-code/settings/mcp_settings.json"),
            SettingsFile(project=".roo/mcp.json", format="json"),
        ),
        syntaxes=("env", "folder"), reference="${env:NAME}", reload="automatic", approval_off={"alwaysAllow": ["*"]},
        question=_QUESTION_GLOBAL_SWITCH, deny_tools=("disabledTools",),
        limits=(_BUILT_IN,),
        verified=True, source="its source, McpHub.ts (RooCodeInc/Roo-Code cb83656); docs.roocode.com",
    ),
    ClientRow(
        key="kilo", title="Kilo Code",
        files=(
            SettingsFile(path="{xdg}/kilo/kilo.json", places=(("mcp",),)),
            SettingsFile(path="{xdg}/kilo/kilo.jsonc", places=(("mcp",),)),
            SettingsFile(path="{xdg}/kilo/config.json", places=(("mcp",),)),
            SettingsFile(project="kilo.json", places=(("mcp",),)),
            SettingsFile(project="kilo.jsonc", places=(("mcp",),)),
            SettingsFile(project=".kilo/kilo.jsonc", places=(("mcp",),)),
            SettingsFile(project=".kilo/kilo.json", places=(("mcp",),)),
            *_extension("kilocode.kilo-code/settings/mcp_settings.json"),
        ),
        dialect=Dialect(args="", fresh={"enabled": True}, typed={"type": "local"}),
        syntaxes=("opencode",), reference="{env:NAME}",
        programs=("kilo",),
        folders=("{xdg}/kilo",), limits=(_BUILT_IN,), question=_QUESTION_BY_SETTINGS, verified=True,
        source="its documentation, using-in-cli.md (Kilo-Org/kilocode); the extension's file from add-mcp 2.4.0",
    ),
    ClientRow(
        key="continue", title="Continue",
        files=(
            SettingsFile(path="{home}/.continue/config.yaml", format="yaml", in_list=True),
            SettingsFile(project=".continue/mcpServers/mcp.yaml", format="yaml"),
            SettingsFile(project=".continue/mcpServers/mcp.json"),
        ),
        syntaxes=("continue",), reference="${{ secrets.NAME }}", programs=("cn",), folders=("{home}/.continue",),
        limits=(_BUILT_IN,), question=_QUESTION_NAMES_TOOLS, verified=True,
        source="used: cn 1.5.47",
    ),
    ClientRow(
        key="codex", title="Codex",
        files=(
            SettingsFile(path="{codex}/config.toml", format="toml", places=(("mcp_servers",),)),
            SettingsFile(path="{codex}/*.config.toml", format="toml", places=(("mcp_servers",),)),
            SettingsFile(project=".codex/config.toml", format="toml", places=(("mcp_servers",),)),
            SettingsFile(
                path={"linux": "/etc/codex/config.toml", "windows": "{programdata}/OpenAI/Codex/config.toml"},
                format="toml", places=(("mcp_servers",),), fixed=_MANAGED_FILE,
            ),
            SettingsFile(
                path={"linux": "/etc/codex/managed_config.toml", "macos": "/etc/codex/managed_config.toml",
                      "windows": "{codex}/managed_config.toml"},
                format="toml", places=(("mcp_servers",),), fixed=_MANAGED_FILE,
            ),
            SettingsFile(path="{codex}/plugins/*/*/.mcp.json", fixed=_PLUGIN_FILE),
        ),
        dialect=Dialect(typed={}), programs=("codex",), projects=(ProjectList("{codex}/config.toml", "toml"),),
        policy=_CODEX_POLICY, folders=("{codex}",),
        copies=("{codex}/history.jsonl",),
        allow_tools=("enabled_tools",),
        deny_tools=("disabled_tools",), approval_off={"default_tools_approval_mode": "approve"},
        limits=(_CONNECTORS, _BUILT_IN, _PLUGINS), verified=True,
        source="used: 0.169.0",
    ),
    ClientRow(
        key="gemini", title="Gemini CLI",
        files=(
            SettingsFile(path="{home}/.gemini/settings.json"), SettingsFile(project=".gemini/settings.json"),
            SettingsFile(path=_GEMINI_SYSTEM, fixed=_MANAGED_FILE),
        ),
        policy=PolicyPlaces(
            managed=(_GEMINI_SYSTEM,), personal=("{home}/.gemini/settings.json",),
            project=(".gemini/settings.json",), reader=policy_formats.gemini,
        ),
        dialect=Dialect(url="httpUrl"), syntaxes=("shell", "dollar"), reference="${NAME}", programs=("gemini",),
        folders=("{home}/.gemini",),
        allow_tools=("includeTools",), deny_tools=("excludeTools",), approval_off={"trust": True},
        limits=(_BUILT_IN, _PLUGINS, _SENT_LISTS), verified=True,
        source="used: 0.61.0",
    ),
    ClientRow(
        key="qwen", title="Qwen Code",
        files=(
            SettingsFile(path="{home}/.qwen/settings.json"), SettingsFile(project=".qwen/settings.json"),
            SettingsFile(path=_QWEN_SYSTEM, fixed=_MANAGED_FILE),
        ),
        policy=PolicyPlaces(
            managed=(_QWEN_SYSTEM,), personal=("{home}/.qwen/settings.json",),
            project=(".qwen/settings.json",), reader=policy_formats.gemini,
        ),
        dialect=Dialect(url="httpUrl"), syntaxes=("shell", "dollar"), reference="${NAME}", programs=("qwen",),
        folders=("{home}/.qwen",),
        allow_tools=("includeTools",), deny_tools=("excludeTools",), approval_off={"trust": True},
        limits=(_BUILT_IN,), verified=True,
        source="used: 0.24.4",
    ),
    ClientRow(
        key="opencode", title="opencode",
        files=(
            *(
                SettingsFile(path=f"{{opencode}}/{name}", places=(("mcp",), ("mcp", "servers")))
                for name in ("opencode.json", "opencode.jsonc", "config.json")
            ),
            SettingsFile(variable="OPENCODE_CONFIG", places=(("mcp",), ("mcp", "servers"))),
            *(
                SettingsFile(project=name, places=(("mcp",), ("mcp", "servers")))
                for name in ("opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc")
            ),
            SettingsFile(
                path={
                    "linux": "/etc/opencode/opencode.json",
                    "macos": "/Library/Application Support/opencode/opencode.json",
                    "windows": "{programdata}/opencode/opencode.json",
                },
                places=(("mcp",),), fixed=_MANAGED_FILE,
            ),
        ),
        dialect=Dialect(args="", local={"type": "local"}, fresh={"enabled": True}),
        syntaxes=("opencode",), reference="{env:NAME}",
        programs=("opencode",), projects=(ProjectList("{data}/opencode/opencode*.db", "database"),),
        folders=("{opencode}",), limits=(_BUILT_IN,), question=_QUESTION_BY_SETTINGS, verified=True,
        source="used: 1.18.33",
    ),
    ClientRow(
        key="goose", title="Goose",
        files=(SettingsFile(path="{goose}/config.yaml", format="yaml", places=(("extensions",),)),),
        dialect=Dialect(
            command="cmd", url="uri", local={"type": "stdio"},
            fresh={"name": "NAME", "enabled": True, "timeout": 300},
        ), syntaxes=("shell",), programs=("goose",),
        folders=("{goose}",), allow_tools=("available_tools",), limits=(_BUILT_IN,), question=_QUESTION_NAMES_TOOLS,
        verified=True,
        source="block.github.io/goose; add-mcp 2.4.0",
    ),
    ClientRow(
        key="crush", title="Crush",
        files=(
            SettingsFile(path="{crush}/crush.json", places=(("mcp",),)),
            SettingsFile(path={"windows": "{localappdata}/crush/crush.json"}, places=(("mcp",),)),
            SettingsFile(project="crush.json", places=(("mcp",),)),
            SettingsFile(project=".crush.json", places=(("mcp",),)),
        ),
        dialect=Dialect(local={"type": "stdio"}), syntaxes=("shell", "dollar", "command"), reference="$NAME",
        programs=("crush",),
        folders=("{crush}",), allow_tools=("enabled_tools",), deny_tools=("disabled_tools",), limits=(_BUILT_IN,),
        question=_QUESTION_NAMES_TOOLS, verified=True,
        source="its source, internal/config and internal/home (charmbracelet/crush 37f936e)",
    ),
    ClientRow(
        key="lm-studio", title="LM Studio",
        files=(
            SettingsFile(path="{home}/.lmstudio/mcp.json"), SettingsFile(path="{home}/.cache/lm-studio/mcp.json"),
        ),
        programs=("lm-studio", "LM Studio"), folders=("{home}/.lmstudio",), reload="automatic",
        question=_QUESTION_IN_PROGRAM, verified=False,
        source="vendor documentation and lmstudio-bug-tracker#1371, not tried",
    ),
    ClientRow(
        key="jan", title="Jan", files=(SettingsFile(path="{jan}/mcp_config.json", format="json"),), programs=("Jan",),
        folders=("{jan}",), question=_QUESTION_IN_PROGRAM, verified=False, source="public tables, not tried",
    ),
    ClientRow(
        key="jetbrains", title="JetBrains Junie",
        files=(
            SettingsFile(path="{home}/.junie/mcp/mcp.json", format="json"),
            SettingsFile(project=".junie/mcp/mcp.json", format="json"),
        ),
        dialect=Dialect(url=""), folders=("{home}/.junie",),
        programs=("idea64", "pycharm64", "webstorm64", "idea", "pycharm", "webstorm"), limits=(_IN_PROGRAM, _BUILT_IN),
        question=_QUESTION_UNKNOWN, verified=False,
        source="public tables that name junie.jetbrains.com/docs, not tried",
    ),
    ClientRow(
        key="copilot-jetbrains", title="GitHub Copilot for JetBrains",
        files=(
            SettingsFile(
                path={
                    "linux": "{xdg}/github-copilot/intellij/mcp.json",
                    "macos": "{xdg}/github-copilot/intellij/mcp.json",
                    "windows": "{localappdata}/github-copilot/intellij/mcp.json",
                },
                places=(("servers",),),
            ),
            SettingsFile(path={"linux": "{data}/github-copilot/intellij/mcp.json"}, places=(("servers",),)),
        ),
        policy=_COPILOT_POLICY, limits=(_BUILT_IN, _SENT_LISTS), question=_QUESTION_UNKNOWN, verified=False,
        source="public tables, not tried",
    ),
    ClientRow(
        key="copilot", title="Copilot CLI",
        files=(
            SettingsFile(path="{copilot}/mcp-config.json"), _WORKSPACE, SettingsFile(project=".github/mcp.json"),
        ),
        dialect=Dialect(local={"type": "local"}, fresh={"tools": ["*"]}),
        syntaxes=("shell", "dollar"), reference="${NAME}",
        programs=("copilot",),
        folders=("{copilot}",), allow_tools=("tools",), policy=_COPILOT_POLICY,
        limits=(_BUILT_IN, _PLUGINS, _SENT_LISTS),
        question=_QUESTION_BY_SETTINGS, verified=True,
        source="used: 1.0.102",
    ),
    ClientRow(
        key="kiro", title="Kiro",
        files=(
            SettingsFile(path="{home}/.kiro/settings/mcp.json", places=(("mcpServers",), ("powers", "mcpServers"))),
            SettingsFile(path="{home}/.kiro/agents/*.json", approvals=_AGENT_APPROVALS),
            SettingsFile(path="{home}/.kiro/powers/installed/*/mcp.json", fixed=_PLUGIN_FILE),
            SettingsFile(project=".kiro/settings/mcp.json"),
            SettingsFile(project=".kiro/agents/*.json", approvals=_AGENT_APPROVALS),
        ),
        syntaxes=("shell",), reference="${NAME}", programs=("kiro",), folders=("{home}/.kiro",), reload="automatic",
        deny_tools=("disabledTools",), limits=(_BUILT_IN, _SENT_LISTS), question=_QUESTION_NAMES_TOOLS, verified=True,
        source="kiro.dev; snyk-agent-scan 0.6.9; add-mcp 2.4.0",
    ),
    ClientRow(
        key="amazon-q", title="Amazon Q",
        files=(
            SettingsFile(path="{home}/.aws/amazonq/default.json"), SettingsFile(path="{home}/.aws/amazonq/mcp.json"),
            SettingsFile(path="{home}/.aws/amazonq/agents/default.json", approvals=_AGENT_APPROVALS),
            SettingsFile(path="{home}/.aws/amazonq/agents/mcp.json"),
            SettingsFile(path="{home}/.aws/amazonq/cli-agents/*.json", approvals=_AGENT_APPROVALS),
            SettingsFile(project=".amazonq/default.json"), SettingsFile(project=".amazonq/mcp.json"),
            SettingsFile(project=".amazonq/agents/default.json", approvals=_AGENT_APPROVALS),
            SettingsFile(project=".amazonq/cli-agents/*.json", approvals=_AGENT_APPROVALS),
        ),
        programs=("q",), folders=("{home}/.aws/amazonq",), limits=(_BUILT_IN,), question=_QUESTION_NAMES_TOOLS,
        verified=True,
        source="docs.aws.amazon.com/amazonq, qdev-mcp; aws.github.io/amazon-q-developer-cli, Agent Format",
    ),
    ClientRow(
        key="antigravity", title="Antigravity",
        files=(
            SettingsFile(path="{home}/.gemini/config/mcp_config.json"),
            SettingsFile(path="{home}/.gemini/antigravity/mcp_config.json"),
        ),
        dialect=Dialect(url="serverUrl"), programs=("antigravity",), folders=("{home}/.gemini/antigravity",),
        limits=(_BUILT_IN,), question=_QUESTION_UNKNOWN, verified=False,
        source="snyk-agent-scan 0.6.9, add-mcp 2.4.0, not tried",
    ),
    ClientRow(
        key="grok", title="Grok Build",
        files=(SettingsFile(path="{home}/.grok/config.toml", format="toml", places=(("mcp_servers",),)),),
        dialect=Dialect(typed={}), programs=("grok",), folders=("{home}/.grok",), limits=(_BUILT_IN,),
        question=_QUESTION_UNKNOWN, verified=False,
        source="public tables, not tried",
    ),
    ClientRow(
        key="mcporter", title="MCPorter",
        files=(
            SettingsFile(path="{home}/.mcporter/mcporter.json"), SettingsFile(path="{home}/.mcporter/mcporter.jsonc"),
            SettingsFile(variable="MCPORTER_CONFIG"), SettingsFile(project="config/mcporter.json"),
        ),
        programs=("mcporter",), folders=("{home}/.mcporter",), question=_QUESTION_UNKNOWN, verified=True,
        source="its documentation, docs/config.md (steipete/mcporter 8cc23a2)",
    ),
    ClientRow(
        key="kimi", title="Kimi Code",
        files=(
            SettingsFile(path="{kimi}/mcp.json", format="json"),
            SettingsFile(path="{kimi_cli}/mcp.json", format="json"),
            SettingsFile(project=".kimi-code/mcp.json", format="json"),
        ),
        dialect=Dialect(typed={}), programs=("kimi",), folders=("{kimi}", "{kimi_cli}"), allow_tools=("enabledTools",),
        deny_tools=("disabledTools",), limits=(_BUILT_IN, _PLUGINS), question=_QUESTION_BY_SETTINGS, verified=True,
        source="its documentation, docs/en/customization/mcp.md (MoonshotAI/kimi-code d723cc4, kimi-cli 4a550ef)",
    ),
    ClientRow(
        key="deepagents", title="Deep Agents Code",
        files=(
            SettingsFile(path="{home}/.deepagents/.mcp.json", format="json"),
            SettingsFile(project=".deepagents/.mcp.json", format="json"),
            SettingsFile(project=".mcp.json", format="json"),
        ),
        programs=("deepagents", "dcode"), folders=("{home}/.deepagents",), limits=(_BUILT_IN,),
        question=_QUESTION_BY_SETTINGS, verified=True, source="docs.langchain.com/oss/deepagents/code/mcp-tools",
    ),
    ClientRow(
        key="mastra", title="Mastra Code",
        files=(
            SettingsFile(path="{home}/.mastracode/mcp.json", format="json"),
            SettingsFile(project=".mastracode/mcp.json", format="json"),
            SettingsFile(project=".claude/settings.local.json", format="json"),
        ),
        dialect=Dialect(typed={}), programs=("mastracode",), folders=("{home}/.mastracode",), limits=(_BUILT_IN,),
        question=_QUESTION_UNKNOWN, verified=True, source="its source, mastracode/src/mcp/config.ts (mastra-ai/mastra)",
    ),
    ClientRow(
        key="gptme", title="gptme",
        files=(
            SettingsFile(path="{xdg}/gptme/config.toml", format="toml", places=(("mcp", "servers"),), in_list=True),
            SettingsFile(project="gptme.toml", format="toml", places=(("mcp", "servers"),)),
        ),
        dialect=Dialect(typed={}), programs=("gptme",), folders=("{xdg}/gptme",), limits=(_BUILT_IN,),
        question=_QUESTION_BY_SETTINGS, verified=True, source="used: 0.35.1",
    ),
    ClientRow(
        key="fx", title="fx",
        files=(SettingsFile(path="{home}/.fx/mcp.json", places=(("mcp",), ("mcpServers",))), _WORKSPACE),
        dialect=Dialect(args="", fresh={"enabled": True}, typed={"type": "local"}),
        programs=("fx",), folders=("{home}/.fx",),
        limits=(_BUILT_IN,), question=_QUESTION_UNKNOWN, verified=False,
        source="docs/anysearch-mcp.md (vercel-labs/fx) for the file; the form of local entries from others, not tried",
    ),
    ClientRow(
        key="pi", title="Pi",
        files=(
            SettingsFile(path="{home}/.pi/agent/mcp.json"), SettingsFile(path="{home}/.pi/agent/mcp-adapter.json"),
            SettingsFile(project=".pi/mcp.json"),
        ),
        programs=("pi",), folders=("{home}/.pi",), limits=(_BUILT_IN,), question=_QUESTION_UNKNOWN, verified=False,
        source="instructions of pi-mcp-adapter and of servers, not tried",
    ),
    ClientRow(
        key="zcode", title="ZCode",
        files=(
            SettingsFile(path="{home}/.zcode/cli/config.json", places=(("mcp", "servers"),)),
            SettingsFile(path="{home}/.agents/mcp.json"),
            SettingsFile(project=".zcode/config.json", places=(("mcp", "servers"),)),
            SettingsFile(project=".agents/mcp.json"),
        ),
        programs=("zcode", "ZCode"), folders=("{home}/.zcode",), limits=(_BUILT_IN,), question=_QUESTION_UNKNOWN,
        verified=False, source="instructions of several servers, not tried",
    ),
    ClientRow(
        key="warp", title="Warp", programs=("warp", "warp-terminal"), folders=("{config}/warp-terminal",),
        limits=(_IN_PROGRAM, _CONNECTORS), verified=True, source="docs.warp.dev",
    ),
    ClientRow(
        key="cherry-studio", title="Cherry Studio", programs=("cherry-studio", "Cherry Studio"),
        folders=("{config}/CherryStudio",), limits=(_IN_PROGRAM,), verified=True, source="CherryStudio#5209, #6537",
    ),
)  # fmt: skip
"""Every client, in display order."""
