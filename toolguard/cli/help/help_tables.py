"""Help texts outside the parser: an example for every command with arguments, exit statuses, the environment.

Help, the man pages and the tests are made from these tables; a test reads every example with the parser.
"""

from __future__ import annotations

from collections.abc import Mapping

EXIT_STATUS: Mapping[str, str] = {
    "0": "done",
    "1": "refused or failed; one line on stderr says why",
    "2": "wrong usage",
    "130": "cancelled with Ctrl+C",
}
STATUS_1: Mapping[tuple[str, ...], str] = {
    ("status",): "ToolGuard is not running, or it has a problem",
    ("doctor",): "at least one problem was found",
    ("log", "verify"): "the log was changed, or some records are not signed",
    ("log", "shipping"): "a receiver does not accept records",
    ("rule", "test"): "a verdict is not the expected one",
    ("tool", "changes"): "the server changed its tools",
    ("client", "status"): "a server of an installed client is not guarded, or a file could not be read",
    ("client", "guard"): "refused, or a file could not be read or changed",
    ("client", "stop-guarding"): "refused, or a file could not be restored",
    ("server", "import"): "at least one server was not added",
}
"""The meaning of exit status 1 for commands that use it as their result."""
ENVIRONMENT: Mapping[str, str] = {
    "TOOLGUARD_HOME": "the state folder (default on Linux: ~/.local/share/toolguard)",
    "NO_COLOR": "if set and not empty, output is never in color",
    "TERM": "if dumb, output is never in color and shows no progress",
}

EXAMPLES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    (): (
        "toolguard client list",
        "toolguard client guard cursor",
        "toolguard server add time -- uvx mcp-server-time",
        "toolguard secret set GITHUB_TOKEN",
        "toolguard server add github --env 'TOKEN=${secret:GITHUB_TOKEN}' -- npx -y some-github-server",
        "toolguard secret bind GITHUB_TOKEN --server github",
        "toolguard rule add --server time --tool '*' --verdict allow --for 2h",
    ),
    ("serve",): ("toolguard serve --port 7411", "toolguard serve --accept-changes"),
    ("panic",): ("toolguard panic on",),
    ("completion",): (
        "toolguard completion bash > ~/.local/share/bash-completion/completions/toolguard",
        "toolguard completion zsh > ~/.zfunc/_toolguard",
        "toolguard completion fish > ~/.config/fish/completions/toolguard.fish",
    ),
    ("server", "add"): (
        "toolguard server add time -- uvx mcp-server-time",
        "toolguard server add mail --url https://mail.example.com/mcp",
        "toolguard server add github --env 'TOKEN=${secret:GITHUB_TOKEN}' -- npx -y some-github-server",
        "toolguard server add sms --kind otc --url https://tools.example.org/otc",
    ),
    ("server", "change"): (
        "toolguard server change time -- uvx mcp-server-time --local-timezone Europe/Berlin",
        "toolguard server change mail --url https://mail.example.com/v2/mcp",
    ),
    ("server", "show"): ("toolguard server show time",),
    ("server", "try"): ("toolguard server try time",),
    ("server", "remove"): ("toolguard server remove time",),
    ("server", "enable"): ("toolguard server enable time",),
    ("server", "disable"): ("toolguard server disable time",),
    ("server", "end"): ("toolguard server end time",),
    ("server", "duplicate"): ("toolguard server duplicate time time-2",),
    ("server", "log"): ("toolguard server log time --search error", "toolguard server log time --follow"),
    ("server", "sign-in"): ("toolguard server sign-in mail",),
    ("server", "sign-out"): ("toolguard server sign-out mail",),
    ("server", "import"): (
        "toolguard server import ~/.cursor/mcp.json --dry-run",
        "toolguard server import files.mcpb --set directory=/srv/files",
    ),
    ("tool", "list"): ("toolguard tool list", "toolguard tool list time"),
    ("tool", "show"): ("toolguard tool show time get_current_time",),
    ("tool", "expose"): ("toolguard tool expose time get_current_time",),
    ("tool", "hide"): ("toolguard tool hide files write_file --client cursor",),
    ("tool", "changes"): ("toolguard tool changes files",),
    ("tool", "accept"): ("toolguard tool accept files read_file",),
    ("tool", "refresh"): ("toolguard tool refresh files",),
    ("rule", "add"): (
        "toolguard rule add --server files --tool read_file --verdict allow --when /path inside ~/notes",
        "toolguard rule add --server web --tool fetch --verdict allow --when /url host example.com --until lock",
        "toolguard rule add --server shell --tool run --verdict deny --when /command program 'git push'",
        "toolguard rule add --server time --tool '*' --verdict allow --for 2h",
    ),
    ("rule", "edit"): (
        "toolguard rule edit 4f1c22aa --verdict ask",
        "toolguard rule edit 4f1c22aa --when /path inside ~/notes --for 7d",
    ),
    ("rule", "explain"): (
        'toolguard rule explain --server files --tool read_file --arguments \'{"path": "/etc/passwd"}\'',
    ),
    ("rule", "show"): ("toolguard rule show 4f1c22aa",),
    ("rule", "remove"): ("toolguard rule remove 4f1c22aa",),
    ("rule", "enable"): ("toolguard rule enable 4f1c22aa",),
    ("rule", "disable"): ("toolguard rule disable 4f1c22aa",),
    ("rule", "stats"): ("toolguard rule stats --since 30d",),
    ("rule", "export"): ("toolguard rule export rules.json",),
    ("rule", "import"): ("toolguard rule import rules.json --dry-run",),
    ("rule", "test"): ("toolguard rule test calls.jsonl", "toolguard rule test --rules rules.json calls.jsonl"),
    ("limit", "set"): (
        "toolguard limit set --server web --rate 30/1m",
        "toolguard limit set --server files --tool read_file --result 1m --timeout 20s",
        "toolguard limit set --client cursor --arguments 64k",
    ),
    ("limit", "remove"): ("toolguard limit remove 4f1c22aa",),
    ("secret", "set"): (
        "toolguard secret set GITHUB_TOKEN",
        "toolguard secret set GITHUB_TOKEN --note 'read only, expires in May' < token.txt",
    ),
    ("secret", "show"): ("toolguard secret show GITHUB_TOKEN",),
    ("secret", "remove"): ("toolguard secret remove GITHUB_TOKEN",),
    ("secret", "bind"): (
        "toolguard secret bind GITHUB_TOKEN --server github",
        "toolguard secret bind db-url --server db --tool query --argument /connection",
    ),
    ("secret", "unbind"): ("toolguard secret unbind GITHUB_TOKEN --server github",),
    ("client", "status"): ("toolguard client status --project ~/src/site",),
    ("client", "list"): ("toolguard client list --project ~/src/site",),
    ("client", "watch"): ("toolguard client watch --json",),
    ("client", "guard"): ("toolguard client guard cursor --dry-run", "toolguard client guard --all --yes"),
    ("client", "stop-guarding"): ("toolguard client stop-guarding cursor --keys leave-out --yes",),
    ("client", "add"): ("toolguard client add my-agent --server files time",),
    ("client", "end"): ("toolguard client end my-agent",),
    ("client", "remove"): ("toolguard client remove my-agent",),
    ("client", "forget"): ("toolguard client forget 'Cline (old laptop)'",),
    ("client", "bundle"): ("toolguard client bundle files --output files.mcpb",),
    ("log", "list"): (
        "toolguard log list --limit 10",
        "toolguard log list --server files --decision deny --since 7d",
        "toolguard log list --follow --limit 1",
    ),
    ("log", "search"): ("toolguard log search 'reports/q3'",),
    ("log", "show"): ("toolguard log show 152",),
    ("log", "verify"): (
        "toolguard log verify",
        "toolguard log verify /mnt/backup/log --public-key key.txt --since /mnt/usb/checkpoints",
    ),
    ("log", "public-key"): ("toolguard log public-key > key.txt",),
    ("log", "compress"): ("toolguard log compress",),
    ("log", "prune"): ("toolguard log prune",),
    ("log", "redact"): (
        "toolguard log redact --text - --reason 'A password was sent' --dry-run < secret.txt",
        "toolguard log redact 4711 --reason 'Personal data'",
    ),
    ("log", "export"): (
        "toolguard log export calls.jsonl",
        "toolguard log export --format csv --server files calls.csv",
        "toolguard log export --format parquet calls.parquet",
    ),
    ("log", "shipping"): ("toolguard log shipping",),
    ("settings", "show"): ("toolguard settings show prompt_timeout",),
    ("settings", "set"): (
        "toolguard settings set prompt_timeout 600",
        "toolguard settings set sound on",
        "toolguard settings set sound --default",
    ),
}
"""Example command lines, by the words of the command."""
