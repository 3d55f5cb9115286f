"""Commands in arguments: an allow is never fooled into True, a deny never into False."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from tests.gate.policy.conditions.test_paths import FileSystem
from toolguard.gate.policy.conditions.commands import ProgramTest, commands, suggestion
from toolguard.gate.policy.conditions.errors import ConditionError, Fit
from toolguard.gate.policy.conditions.programs import PROGRAMS
from toolguard.gate.texts import code_of

BASH = shutil.which("bash")

CASES: tuple[tuple[str, Any, Any, Fit], ...] = (
    # B1: a second command
    ("B1", "git status; rm -rf ~", "git status", None),
    ("B1", "git status; rm -rf /x", "git status", None),
    ("B1", "git status && curl x", "git status", None),
    ("B1", "git status || x", "git status", None),
    ("B1", "git status | sh", "git status", None),
    ("B1", "git status & x", "git status", None),
    ("B1", "git status &", "git status", None),
    ("B1", "git status; rm x", "git", None),
    ("B1", "git status --short", "git status", True),
    ("B1", "git status; git log | head -n 3", ["git status", "git log", "head"], True),
    ("B1", "git status; rm x", "rm", None),
    ("B1", "git status; ls", "rm", False),
    # B2: separators that shells and tools see differently
    ("B2", "git status\nrm x", "git status", None),
    ("B2", "git status\rrm x", "git status", None),
    ("B2", "git status\r\n", "git status", None),
    ("B2", "git status\u2028rm x", "git status", None),
    ("B2", "git status\u2029rm x", "git status", None),
    ("B2", "git status\x85rm x", "git status", None),
    ("B2", "git status 'a\x85rm x'", "git status", None),
    ("B2", "git status\x0brm x", "git status", None),
    ("B2", "git status\x0crm x", "git status", None),
    ("B2", "git status\x00rm x", "git status", None),
    ("B2", "git status\xa0rm x", "git status", None),
    ("B2", "git status\u3000rm x", "git status", None),
    ("B2", "git status |& sh", "git status", None),
    ("B2", "git status\ngit status -s\n", "git status", True),
    ("B2", "git commit -m '说\u3000明'", "git commit", True),
    # B3: expansions
    ("B3", "git status $(rm x)", "git status", None),
    ("B3", 'git status "$(rm x)"', "git status", None),
    ("B3", "git status `rm x`", "git status", None),
    ("B3", 'git status "`rm x`"', "git status", None),
    ("B3", "git status <(rm x)", "git status", None),
    ("B3", "git${IFS}status", "git status", None),
    ("B3", "git status $HOME", "git status", None),
    ("B3", "git status ~", "git status", None),
    ("B3", "git status x=~/y", "git status", None),
    ("B3", "git status *", "git status", None),
    ("B3", "git status a?", "git status", None),
    ("B3", "git status [a]", "git status", None),
    ("B3", "git status {a,b}", "git status", None),
    ("B3", "git status {1..3}", "git status", None),
    ("B3", "git status =sh", "git status", None),
    ("B3", "git show stash@{0} HEAD~1 'a$b' \"x$\"", "git show", True),
    # B4: redirections
    ("B4", "git status > ~/.bashrc", "git status", None),
    ("B4", "git status > x", "git status", None),
    ("B4", "git status >> x", "git status", None),
    ("B4", "git status >x 2>&1", "git status", None),
    ("B4", "git status &> /dev/null", "git status", None),
    ("B4", "git status >| /dev/null", "git status", None),
    ("B4", "git status > /dev/null/x", "git status", None),
    ("B4", "git status 12>/dev/null", "git status", None),
    ("B4", "git status < x", "git status", None),
    ("B4", "git status << x\nx", "git status", None),
    ("B4", "git status <<< x", "git status", None),
    ("B4", "git status 2>&1 --short", "git status", None),
    ("B4", "git status 2>&1", "git status", True),
    ("B4", "git status >/dev/null 2>&1; git status 2> /dev/null", "git status", True),
    # B5: whole words
    ("B5", "git logout", "git log", False),
    ("B5", "lsof", "ls", False),
    ("B5", "git log", "git log", True),
    ("B5", "git", "git log", False),
    # B6: the denied subcommand behind options, blanks and other commands
    ("B6", "git -C /r push", "git push", None),
    ("B6", "git --git-dir=x push", "git push", None),
    ("B6", "git --git-dir x --bare push", "git push", None),
    ("B6", "git -P push", "git push", None),
    ("B6", "cd r && git push", "git push", None),
    ("B6", "X=1 git push", "git push", None),
    ("B6", "git  push", "git push", True),
    ("B6", "git\tpush", "git push", True),
    ("B6", "git \\\n push", "git push", True),
    ("B6", "/usr/lib/git-core/git-push origin", "git push", None),
    ("B6", "git -c alias.x='!sh' x", "git push", None),
    ("B6", "git -c alias.x=push x", "git push", None),
    ("B6", "git --config-env=alias.x=Y x", "git push", None),
    ("B6", "git push -f origin", "git push --force", None),
    ("B6", "git push origin", "git push --force", False),
    ("B6", "git commit -m push", "git push", False),
    ("B6", "git log", "git push", False),
    ("B6", "git", "git push", False),
    ("B6", "git -C /r log", "git push", False),
    # B7: the denied program, written and started in other ways
    ("B7", "/usr/bin/sudo x", "sudo", None),
    ("B7", "sud\\o x", "sudo", None),
    ('B7', 's""udo x', "sudo", None),
    ("B7", "$'\\x73udo' x", "sudo", None),
    ("B7", 'bash -c "sudo x"', "sudo", None),
    ("B7", "bash -lc 'ls; sudo x'", "sudo", None),
    ("B7", 'bash -c \'sh -c "su""do x"\'', "sudo", None),
    ("B7", "sh -c \"sh -c 'sh -c \\\"sh -c \\\\\\\"sh -c ls\\\\\\\"\\\"'\"", "sudo", None),
    ("B7", "SUDO.EXE x", "sudo", None),
    ("B7", "C:\\tools\\sudo.exe x", "sudo", None),
    ("B7", ".\\sudo x", "sudo", None),
    ("B7", ["C:\\tools\\sudo.exe", "x"], "sudo", None),
    ("B7", ["sudo ls"], "sudo", None),
    ("B7", "env -i A=b sudo x", "sudo", None),
    ("B7", "env -S 'su\"\"do x'", "sudo", None),
    ("B7", "nohup nice -n 1 timeout 5 sudo x", "sudo", None),
    ("B7", "time sudo x", "sudo", None),
    ("B7", "command sudo x", "sudo", None),
    ("B7", "busybox sh", "sudo", None),
    ("B7", "echo x | xargs -n 1 sudo", "sudo", None),
    ("B7", "echo sudo | xargs -I{} {} x", "sudo", None),
    ("B7", "echo push | xargs git", "git push", None),
    ("B7", "echo ls | xargs sudo", "sudo ls", None),
    ("B7", "echo sudo x | sh", "sudo", None),
    ("B7", "echo x | python", "sudo", None),
    ("B7", "python -c x", "sudo", None),
    ("B7", "perl -we x", "sudo", None),
    ("B7", "awk 'BEGIN { system(\"x\") }'", "sudo", None),
    ("B7", "sed 1e", "sudo", None),
    ("B7", "sed -n 1p -e 1e f", "sudo", None),
    ("B7", "find . -exec sudo x {} \\;", "sudo", None),
    ("B7", "git -c alias.x='!sudo y' x", "sudo", None),
    ("B7", "git -C /r submodule foreach 'sudo x'", "sudo", None),
    ("B7", "git bisect run sudo x", "sudo", None),
    ("B7", "git config alias.x '!sudo y'", "sudo", None),
    ("B7", "ssh host 'sudo x'", "sudo", None),
    ("B7", "eval su'do' x", "sudo", None),
    ("B7", "eval ls 'x; sudo y'", "sudo", None),
    ("B7", "tar --use-comp='sudo x' -cf a b", "sudo", None),
    ("B7", "make CC='sudo x'", "sudo", None),
    ("B7", "go run -exec sudo .", "sudo", None),
    ("B7", "python3 -m pip install x", "pip install", None),
    ("B7", "python3.11 x.py", "python", None),
    ("B7", "uv --directory x run sudo", "sudo", None),
    ("B7", "ls " + "x " * 2_000, "sudo", None),
    ("B7", "env " + "x " * 200, "sudo", None),
    ("B7", "echo x | bash -s", "sudo", None),
    ("B7", "echo x | bash -x --rcfile c", "sudo", None),
    ("B7", "echo x | sh /dev/stdin", "sudo", None),
    ("B7", "echo x | env sh -", "sudo", None),
    ("B7", "echo x | python /dev/stdin", "sudo", None),
    ("B7", "echo x | ssh host", "sudo", None),
    ("B7", "pwsh -enc eA==", "sudo", None),
    ("B7", "cmd /c su^do", "sudo", None),
    ("B7", "tar cIf sudo a b", "sudo", None),
    ("B7", "printf -v 'a[$(x)]' y", "sudo", None),
    ("B7", "git merge-index sudo -a", "sudo", None),
    ("B7", "rustup run stable sudo x", "sudo", None),
    ("B7", "stack exec -- sudo x", "sudo", None),
    ("B7", "cabal exec sudo x", "sudo", None),
    ("B7", "npm explore pkg -- sudo x", "sudo", None),
    ("B7", "gem exec sudo x", "sudo", None),
    ("B7", "ip vrf exec blue sudo x", "sudo", None),
    ("B7", "podman unshare sudo x", "sudo", None),
    ("B7", "flatpak run --command=sudo app x", "sudo", None),
    ("B7", "snap run --shell app", "sudo", None),
    ("B7", "mix cmd sudo x", "sudo", None),
    ("B7", "brew sh -c 'sudo x'", "sudo", None),
    ("B7", "gcloud compute ssh host --command=sudo", "sudo", None),
    ("B7", "openssl req -engine ./x.so", "sudo", None),
    ("B7", "emulate sh -c 'sudo x'", "sudo", None),
    ("B7", "zstyle -s x y 'a[$(x)]'", "sudo", None),
    ("B7", "print -v 'a[$(x)]' y", "sudo", None),
    ("B7", "docker compose -f x run web sudo", "sudo", None),
    ("B7", "docker compose -f x ps", "sudo", False),
    ("B7", "unknown-launcher -n 1 sudo x", "sudo", None),
    ("B7", "unknown-launcher git push", "git push", None),
    ("B7", "unknown-launcher git log", "git push", False),
    ("B7", "echo sudo", "sudo", False),
    ("B7", "bash --version", "sudo", False),
    ("B7", "bash x.sh", "sudo", False),
    ("B7", "go run a.go", "sudo", False),
    ("B7", "ls /bin", "sudo", False),
    ("B7", "timeout 5 ls", "sudo", False),
    ("B7", "bash -c 'ls; git status'", "sudo", False),
    ("B7", "python build.py", "sudo", False),
    ("B7", "python --version", "sudo", False),
    ("B7", "sed -n 1,10p f; sed 's/a/b/g' f", "sudo", False),
    ("B7", "awk '{print $1, $NF}' f", "sudo", False),
    ("B7", "find . -name x", "sudo", False),
    ("B7", "make test", "sudo", False),
    # B8: an interpreter with its script
    ("B8", "python build.py", "python build.py", True),
    ("B8", "python build.py -c x", "python build.py", True),
    ("B8", "python -u build.py", "python -u build.py", True),
    ("B8", "python -c x", "python build.py", None),
    ("B8", "python other.py", "python build.py", False),
    ("B8", "/tmp/python build.py", "python build.py", None),
    ("B8", "python -m pytest -q", "python -m pytest", True),
    ("B8", "python -m timeit x", "python -m timeit", None),
    ("B8", "python build.py", "python", None),
    ("B8", "uv run pytest -q", "uv run pytest", True),
    ("B8", "uv run python -c x", "uv run python", None),
    ("B8", "npx tsc --noEmit", "npx tsc", True),
    ("B8", "npx evil", "npx", None),
    ("B8", "go run a.go", "go run a.go", True),
    ("B8", "go run a.go b.go", "go run a.go", None),
    ("B8", "sed -n 1p f", "sed -n 1p", True),
    ("B8", "sed -n 1p -e 1e f", "sed -n 1p", None),
    # B9: options before the subcommand, and options that start programs
    ("B9", "git -c alias.x='!sh' x", "git", None),
    ("B9", "git -c core.pager=x log", "git", None),
    ("B9", "git --exec-path=x log", "git", None),
    ("B9", "git -C /r log", "git", None),
    ("B9", "git fetch --upload-pack=x", "git", None),
    ("B9", "git fetch --upload-pack=x", "git fetch", None),
    ("B9", "git fetch --upload-p x", "git fetch", None),
    ("B9", "git push --receive-pack=x", "git push", None),
    ("B9", "git grep -Ox y", "git grep", None),
    ("B9", "git clone ext::x", "git clone", None),
    ("B9", "git clone -u x y", "git clone", None),
    ("B9", "git rebase -x y", "git rebase", None),
    ("B9", "git config core.pager x", "git", None),
    ("B9", "git submodule foreach x", "git submodule", None),
    ("B9", "git bisect run x", "git bisect", None),
    ("B9", "git config --get x", "git config --get x", True),
    ("B9", "git -C /r status", "git -C /r status", None),
    ("B9", "/tmp/git status", "git", None),
    ("B9", "docker compose -f x run web sh", "docker compose", None),
    ("B9", "docker compose --file=x run web sh", "docker compose --file=x", None),
    ("B9", "docker compose ps --all", "docker compose", True),
    ("B9", "uv tool -q run x", "uv tool", None),
    ("B9", "uv tool list -q", "uv tool", True),
    ("B9", "gcloud compute --project=x ssh host --command=y", "gcloud compute", None),
    ("B9", "podman machine --log-level=x ssh y", "podman machine", None),
    ("B9", "git log -n 3", "git", True),
    # B10: programs and options that start others
    ("B10", "sort --compress-program=sh x", "sort", None),
    ("B10", "sort --compress-prog sh x", "sort", None),
    ("B10", "sort --comp=sh x", "sort", None),
    ("B10", "sort -k 1 x", "sort", True),
    ("B10", "tar xf a --checkpoint-action=exec=sh", "tar xf", None),
    ("B10", "tar xf a --to-c=sh", "tar xf", None),
    ("B10", "tar -x -I sh -f a", "tar -x", None),
    ("B10", "tar -I sh -xf a", "tar -I", None),
    ("B10", "tar xf a", "tar", None),
    ("B10", "tar xf a", "tar xf", True),
    ("B10", "find . -exec x", "find .", None),
    ("B10", "find . -name x -delete", "find .", None),
    ("B10", "find . -fprintf x y", "find .", None),
    ("B10", "find . -name x", "find .", True),
    ("B10", "find . -name x", "find", None),
    ("B10", "env x", "env", None),
    ("B10", "env", "env", None),
    ("B10", "xargs git status", "xargs git status", None),
    ("B10", "sudo ls", "sudo ls", None),
    ("B10", "sh x.sh", "sh x.sh", None),
    ("B10", "rsync -ave x a b", "rsync", None),
    ("B10", "printf -v 'a[$(x)]' y", "printf", None),
    ("B10", "git merge-index sudo -a", "git merge-index", None),
    ("B10", "rustup run stable sudo x", "rustup run", None),
    ("B10", "stack exec -- sudo x", "stack exec", None),
    ("B10", "cabal exec sudo x", "cabal exec", None),
    ("B10", "npm explore pkg -- sudo x", "npm explore", None),
    ("B10", "gem exec sudo x", "gem exec", None),
    ("B10", "ip vrf exec blue sudo x", "ip vrf exec", None),
    ("B10", "podman unshare sudo x", "podman unshare", None),
    ("B10", "flatpak run --command=sudo app x", "flatpak run", None),
    ("B10", "snap run --shell app", "snap run", None),
    ("B10", "mix cmd sudo x", "mix", None),
    ("B10", "brew sh -c 'sudo x'", "brew sh", None),
    ("B10", "gcloud compute ssh host --command=sudo", "gcloud compute", None),
    ("B10", "openssl req -engine ./x.so", "openssl req", None),
    ("B10", "emulate sh -c 'sudo x'", "emulate", None),
    ("B10", "zstyle -s x y 'a[$(x)]'", "zstyle", None),
    ("B10", "print -v 'a[$(x)]' y", "print", None),
    ("B10", "rustup update", "rustup", True),
    ("B10", "stack build", "stack build", True),
    ("B10", "openssl dgst -sha256 x", "openssl dgst", True),
    ("B10", "printf %s y", "printf", True),
    ("B10", "printf '[%s] $x' y", "printf", True),
    ("B10", "printf %d 'path[$(x)]'", "printf", None),
    ("B10", "exit 'path[`x`]'", "exit", None),
    ("B10", "npm init x", "npm init", None),
    ("B10", "npm init vite", "npm init vite", True),
    ("B10", "yarn create x", "yarn create", None),
    ("B10", "yarn node -e x", "yarn node", None),
    ("B10", "yarn workspace a node -e x", "yarn workspace", None),
    ("B10", "bun exec x", "bun exec", None),
    ("B10", "deno test -A https://x", "deno test", None),
    ("B10", "dart run x.dart", "dart run", None),
    ("B10", "dotnet tool run x", "dotnet tool run", None),
    ("B10", "dotnet tool run x", "dotnet tool", None),
    ("B10", "gh repo clone x -- -u y", "gh repo", None),
    ("B10", "gh config set pager x", "gh config", None),
    ("B10", "gh pr list", "gh pr", True),
    ("B10", "aws configure set credential_process x", "aws configure", None),
    ("B10", "kubectl get pods --kubeconfig=x", "kubectl get", None),
    ("B10", "kubectl get pods -n x", "kubectl get", True),
    ("B10", "terraform init -plugin-dir=x", "terraform init", None),
    ("B10", "terraform plan -out x", "terraform plan", True),
    ("B10", "gcloud beta compute ssh x --command=y", "gcloud beta", None),
    ("B10", "stack test --exec x", "stack test", None),
    ("B10", "cabal build --with-compiler=x", "cabal build", None),
    ("B10", "uv sync --python x", "uv sync", None),
    ("B10", "pip config edit --editor x", "pip config", None),
    ("B10", "make test", "make test", True),
    ("B10", "make test SHELL=x", "make test", None),
    ("B10", "make test all", "make test", None),
    # installers run code of what they install
    ("B10", "pip3 install other", "pip3 install", None),
    ("B10", "pip install other", "pip install asked", False),
    ("B10", "pip install asked", "pip install asked", True),
    ("B10", "pip --proxy x install other", "pip --proxy x", None),
    ("B10", "python -m pip install other", "python -m pip", None),
    ("B10", "npm install other", "npm install", None),
    ("B10", "npm install asked", ["npm", "npm install asked"], True),
    ("B10", "npm install", "npm install", None),
    ("B10", "npm ci", "npm ci", True),
    ("B10", "uv tool install other", "uv tool", None),
    ("B10", "brew install other", "brew install", None),
    ("B10", "cargo test --config x", "cargo test", None),
    ("B10", "cargo +x test", "cargo", None),
    ("B10", "go test -exec x", "go test", None),
    ("B10", "npm run build", "npm run", None),
    ("B10", "npm run build -- --watch", "npm run build", True),
    ("B10", "npm run build --script-sh=x", "npm run build", None),
    # B11: no false alarm
    ("B11", "cargo bench -- '^a/(b|c)$'", "cargo bench", True),
    ("B11", "echo 'query { x }'", "echo", True),
    ("B11", 'go test -run "T/(a|b)"', "go test", True),
    ("B11", 'go test -run "^TestX$" ./x', "go test", True),
    ("B11", 'Write-Output /F:"a|b"', "Write-Output", True),
    ("B11", "git commit -m 'a; b && c > d $(e)\nf'", "git commit", True),
    # B12: what cannot be read
    ("B12", "ls << x\na\nx", "ls", None),
    ("B12", "ls 'a", "ls", None),
    ("B12", 'ls "a', "ls", None),
    ("B12", "ls a\\", "ls", None),
    ("B12", "for a in b; do ls; done", "ls", None),
    ("B12", "while ls; do ls; done", "ls", None),
    ("B12", "if ls; then ls; fi", "ls", None),
    ("B12", "ls() { ls; }", "ls", None),
    ("B12", "{ ls; }", "ls", None),
    ("B12", "(ls)", "ls", None),
    ("B12", "! ls", "ls", None),
    ("B12", "ls # ; rm", "ls", None),
    ("B12", "# ls", "ls", None),
    ("B12", "ls;; ls", "ls", None),
    ("B12", "ls; ; ls", "ls", None),
    ("B12", "ls &&", "ls", None),
    ("B12", "; ls", "ls", None),
    ("B12", "> /dev/null", "ls", None),
    ("B12", "X=1", "ls", None),
    ("B12", "\ud800 ls", "ls", None),
    # the readers disagree: the grammar sees a second argument in it
    ("B12", "ls s'd'\\o", "ls", None),
    # B13: arrays and objects
    ("B13", ["git", "status"], "git status", True),
    ("B13", ["git", "status", "; rm x", "$(x)"], "git status", True),
    ("B13", ["git", "push"], "git status", False),
    ("B13", ["git status"], "git status", None),
    ("B13", ["sh", "-c", "git status"], "git status", None),
    ("B13", ["sh", "-c", "git status"], "sh", None),
    ("B13", ["sh", "-c", "sudo x"], "sudo", None),
    ("B13", ["sh", "-c", "ls"], "sudo", False),
    ("B13", {"command": "git", "args": ["status"]}, "git status", True),
    ("B13", {"command": "git", "args": ["push"]}, "git status", False),
    ("B13", {"command": "git status"}, "git status", True),
    ("B13", {"command": "git status", "args": []}, "git status", True),
    ("B13", {"command": "git status", "args": ["x"]}, "git status", None),
    ("B13", {"command": "git status; rm x", "args": []}, "git status", None),
    ("B13", {"command": "git", "args": ["status"], "env": {}}, "git status", None),
    ("B13", {"command": "git", "args": "status"}, "git status", None),
    ("B13", {"command": ["git"], "args": ["status"]}, "git status", None),
    ("B13", {"x": {"command": "git", "args": ["status"]}}, "git status", None),
    ("B13", ["git", 1], "git", None),
    ("B13", ["git", "a\0b"], "git", None),
    ("B13", [["git"]], "git", None),
    ("B13", ["", "git"], "git", None),
    ("B13", ["git"] * 1_001, "git", None),
    ("B13", ["git", "x" * 20_000], "git", None),
    ("B13", [], "git", None),
    ("B13", {}, "git", None),
    ("B13", "", "git", None),
    ("B13", " \n ", "git", None),
    ("B13", None, "git", None),
    ("B13", 5, "git", None),
    ("B13", True, "git", None),
)  # fmt: skip


@pytest.mark.parametrize(("number", "argument", "value", "fits"), CASES)
def test_command_fits_as_specified(number: str, argument: Any, value: Any, fits: Fit) -> None:
    assert ProgramTest(value)(argument) is fits, number


def test_every_acceptance_case_of_commands_is_tried() -> None:
    assert {number for number, *_ in CASES} == {f"B{number}" for number in range(1, 14)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("git status", [["git", "status"]]),
        ("a 'b c' \"d e\"f g\\ h ''", [["a", "b c", "d ef", "g h", ""]]),
        ('a "b\\"c\\\\d\\$e\\`f\\g"', [["a", 'b"c\\d$e`f\\g']]),
        ("a \\\nb \"c\\\nd\" 'e\\\nf'", [["a", "b", "cd", "e\\\nf"]]),
        ("a;b|c&&d||e\nf", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]),
        ("a &&\n b;\n\nc;", [["a"], ["b"], ["c"]]),
        ("é 'ü' x; ñ", [["é", "ü", "x"], ["ñ"]]),
        ("a b#c d=e {} x{0}y :~ ", None),
        ("a b#c d=e {} x{0}y", [["a", "b#c", "d=e", "{}", "x{0}y"]]),
        ("a" * 16_384, [["a" * 16_384]]),
        ("a" * 16_385, None),
    ],
)
def test_command_is_split_into_the_words_of_bash(text: str, words: list[list[str]] | None) -> None:
    assert commands(text) == words


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("", "gate.program_empty"),
        (" \n", "gate.program_empty"),
        ([], "gate.program_empty"),
        ([[]], "gate.program_empty"),
        ([["", "a"]], "gate.program_empty"),
        ("git *", "gate.program_not_literal"),
        ("git status; ls", "gate.program_not_literal"),
        ("git status;", "gate.program_not_literal"),
        ("git status | ", "gate.program_not_literal"),
        ("git status >/dev/null", "gate.program_not_literal"),
        ("2>&1 git status", "gate.program_not_literal"),
        ("git $x", "gate.program_not_literal"),
        ("git 'a", "gate.program_not_literal"),
        ("git\rstatus", "gate.program_not_literal"),
        ("# git", "gate.program_not_literal"),
        ("X=1 git", "gate.program_not_literal"),
        ([["git status"]], "gate.program_not_literal"),
        ([["git", "a\0"]], "gate.program_not_literal"),
        ("git " + "x" * 1_000, "gate.program_too_long"),
        ([["git"] * 1_000], "gate.program_too_long"),
        (["git"] * 101, "gate.program_too_many"),
        (None, "gate.program_wrong_type"),
        (5, "gate.program_wrong_type"),
        ({"git": 1}, "gate.program_wrong_type"),
        ([["git", 1]], "gate.program_wrong_type"),
        ([None], "gate.program_wrong_type"),
    ],
)
def test_unusable_value_is_refused_with_its_reason(value: object, code: str) -> None:
    with pytest.raises(ConditionError) as refused:
        ProgramTest(value)
    assert code_of(str(refused.value)) == code


@pytest.mark.parametrize(
    "value",
    [
        "python", "python3.11", "/usr/bin/python", "python -c x", "python -m", "python -m timeit x", "sh", "sh -c ls",
        "bash x.sh", "npx", "npx -y x", "npx python", "env", "env ls", "xargs ls", "sudo ls", "find", "make", "tar",
        "tar -I", "uv", "uv run", "uv run -q x", "git config", "git -C /r status", "npm run", "PowerShell.exe x",
        ["git status", "sh"],
    ],
)  # fmt: skip
def test_value_that_decides_nothing_never_allows(value: object) -> None:
    assert code_of(ProgramTest(value).never_allows) == "gate.program_starts_others"


@pytest.mark.parametrize(
    "value",
    ["git", "git status", "python a.py", "python -m pytest", "npx tsc", "make test", "find .", "tar xf", "mine",
     ["ls", "git log"], [["git", "log"]], 'sed -n "1,5p"'],
)  # fmt: skip
def test_other_values_can_allow(value: object) -> None:
    assert ProgramTest(value).never_allows == ""


@pytest.mark.parametrize(
    ("argument", "leading"),
    [
        ("git status --short", ("git", "status")),
        (["git", "status"], ("git", "status")),
        ({"command": "git", "args": ["log"]}, ("git", "log")),
        ("git status; git status -s", ("git", "status")),
        ("ls -la /x", ("ls",)),
        ("cargo test", ("cargo", "test")),
        ("git status; git log", None),
        ("git status | head", None),
        ("git", None),
        ("git -C /r status", None),
        ("docker compose -f x ps", None),
        ("docker compose ps", ("docker", "compose", "ps")),
        ("docker compose --help", None),
        ("docker ps", ("docker", "ps")),
        ("gh pr list", ("gh", "pr", "list")),
        ("gh pr", None),
        ("aws s3 ls s3://x", ("aws", "s3", "ls")),
        ("gcloud compute instances list", ("gcloud", "compute", "instances", "list")),
        ("git stash list", ("git", "stash", "list")),
        ("git stash", None),
        ("git config x y", None),
        ("git fetch --upload-pack=x", None),
        ("/tmp/git status", None),
        ("ls $x", None),
        ("python -c x", None),
        ("python a.py", None),
        ("npx tsc", None),
        ("pip install x", None),
        ("env ls", None),
        ("sh -c ls", None),
        ("find . -exec x", None),
        ("rm -rf x", None),
        ("mine x", None),
        ("docker run x", None),
        ("", None),
        ([], None),
        (None, None),
    ],
)
def test_suggested_program_words_match_the_command(argument: object, leading: tuple[str, ...] | None) -> None:
    assert suggestion(argument) == leading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git status -s", True), ("git status && git status -s", True), ('git status "a & b"', True),
        ('git status "a\\" & calc & rem "', None), ("git status 'a & calc'", None), ("git status x,--output=y", None),
        ("git status %X%", None), ("git status a^ b", None), ("git status 'x\u2019; calc; \u2019'", None),
        ("git status --% x", None), ({"command": "git status 'a & calc'"}, None), (["git", "status", "'a & b'"], True),
    ],
)  # fmt: skip
def test_text_that_shells_of_windows_quote_differently_is_uncertain(text: object, expected: bool | None) -> None:
    assert ProgramTest("git status")(text, FileSystem(windows=True)) is expected


def test_text_with_a_command_of_powershell_is_read_as_powershell_does() -> None:
    assert ProgramTest("Get-Content")("Get-Content x") is True
    assert ProgramTest("Get-Content")('Get-Content "a\\" & calc & rem "') is None
    assert ProgramTest(["echo", "Get-Content"])("echo 'a' && Get-Content x") is None
    assert suggestion("Get-Content x") == ("Get-Content",)


def test_names_of_programs_are_unique_and_can_be_found() -> None:
    names = [name for row in PROGRAMS for name in row.names.split(", ")]
    assert len(names) == len(set(names))
    assert [name for name in names if name != name.strip() or name.split()[0] != name.split()[0].casefold()] == []
    assert [name for name in names if len(name.split()) > 3] == []


@pytest.mark.parametrize("name", [name for row in PROGRAMS for name in row.names.split(", ")])
def test_no_row_of_the_table_is_allowed_with_its_options(name: str) -> None:
    row = next(row for row in PROGRAMS if name in row.names.split(", "))
    words = [*name.split(), "operand"]
    for option in row.options:
        given = option.replace("*", "x")
        called = [*name.split(), given, "operand"] if row.kind == "command" else [*words, given]
        assert ProgramTest([words])(called) is not True, given
        assert ProgramTest("sudo")(called) is None, given
    if row.kind in ("shell", "launcher"):
        assert ProgramTest([words])(words) is not True
        assert ProgramTest("sudo")([*words, "sudo"]) is None
    if row.kind == "code":
        assert ProgramTest([words[:-1]])([*words[:-1], "-c", "x"]) is not True
        assert ProgramTest("sudo")([*words[:-1], "-c", "x"]) is None


ALLOWED = st.sampled_from(["git status", "git status -s", "git log 'a b'", "ls", 'ls "x;y"'])
SEPARATORS = st.sampled_from(
    [";", "&&", "||", "|", "&", "|&", "\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\0", "\n#\n",
     ";\n", " $(", " `", " <(", " > ", " >(", "\\\n;", "'\n'\n", " #\n", "&&\n", ">/dev/null;", " 2>&1|"]
)  # fmt: skip
OTHERS = st.sampled_from(["rm", "rm x", "sh", "./x", "git push", "X=1 git status", "/tmp/ls", "env ls", "sud\\o"])
BLANKS = st.sampled_from(["", " ", "\t", "\\\n", "  "])


@given(ALLOWED, BLANKS, SEPARATORS, BLANKS, OTHERS, st.booleans())
def test_allowed_command_joined_with_another_is_not_allowed(
    allowed: str, before: str, separator: str, after: str, other: str, is_first: bool
) -> None:
    left, right = (allowed, other) if is_first else (other, allowed)
    assert ProgramTest(["git status", "git log", "ls"])(left + before + separator + after + right) is not True


DENIED = st.sampled_from(
    ["sudo x", "/usr/bin/sudo -n x", "ls; sudo", "git push", "git -C r push", "env git push", "timeout 5 sudo x",
     "cd x && git push", "nice -n 1 env A=1 sudo x", "xargs sudo", "git push origin main", "sh -c git;sudo"]
)  # fmt: skip


@given(DENIED, st.data())
def test_quoting_that_bash_removes_never_hides_a_denied_program(command: str, data: st.DataObject) -> None:
    ways = st.sampled_from(["{}", "{}", "{}", "\\{}", "'{}'", '"{}"', "''{}", '{}""', "\\\n{}"])
    quoted = "".join(data.draw(ways).format(one) if one.isalpha() or one in "/-" else one for one in command)
    for inner in (quoted, f"bash -c '{quoted}'" if "'" not in quoted else quoted):
        assert ProgramTest(["sudo", "git push"])(inner) is not False, inner


LITERAL = st.text("ab-\\'\" \t\n{}~=#$,.:@%^+!éü\u3000", max_size=30)


@pytest.mark.skipif(BASH is None, reason="no bash here")
@settings(suppress_health_check=[HealthCheck.filter_too_much])  # commands and invalid quotes are left out
@given(LITERAL)
@example('"a\\b\\"c" \'d\\\' e\\ f "$" "$ " "$|" "$)" {} a{b}c x~ x:y \'\'')
@example("a\\\nb \"c\\\nd\" 'e\\\nf' \\' \\\" \\\\ \\~ \\{a,b\\} \\=")
def test_command_words_match_the_output_of_bash(text: str) -> None:
    """bash is restricted, has no programs to find, and prints what it has read; a second line never reaches it."""
    found = commands("printf %s\\\\0 " + text)
    assume(found is not None and len(found) == 1)
    assert found
    result = subprocess.run(
        [str(BASH), "--norc", "--noprofile", "-r", "-c", "printf %s\\\\0 " + text],
        capture_output=True, check=True, timeout=240, env={"PATH": "/nonexistent", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    words = found[0][2:] or [""]
    assert result.stdout.decode().split("\0")[:-1] == words
    assert result.stderr == b""


@pytest.mark.skipif(BASH is None, reason="no bash here")
@settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                "b 'c'",
                "do",
                "if",
                ";",
                "&&",
                "|",
                "||",
                "&",
                "\n",
                " ",
                " ",
                '"d"',
                ">/dev/null",
                "2>&1",
                "\\",
                "#",
                "{}",
            ]
        ),
        max_size=8,
    ).map("".join)
)
@example("a>/dev/null 2>&1;b")
@example("a 2>&1 | b")
@example("time a")
def test_text_that_can_be_read_is_correct_for_bash(text: str) -> None:
    """``-n`` reads a text and runs nothing."""
    assume(commands(text) is not None)
    result = subprocess.run([str(BASH), "--norc", "-n", "-c", text], capture_output=True, timeout=240)
    assert (result.returncode, result.stderr) == (0, b"")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["command", "args", "x"]), inner),
    max_leaves=8,
)


@given(ANYTHING)
def test_any_argument_has_an_answer(argument: object) -> None:
    assert ProgramTest(["git push", "sudo"])(argument) in (True, False, None)
    suggestion(argument)


@given(st.lists(st.sampled_from(
    ["git", "push", "env", "sh", "-c", "'", '"', ";", "&&", "|", "\n", "$x", "{", "}", "python", "-m", "<<", "sudo"]
), max_size=20))  # fmt: skip
def test_denied_program_in_any_command_is_not_missed(parts: list[str]) -> None:
    text = " ".join(parts)
    found = commands(text)
    if found is None:
        assert ProgramTest("sudo")(text) is None
    elif any(words[0] == "sudo" for words in found):
        assert ProgramTest("sudo")(text) is not False
    assert ProgramTest("sudo")(text) is not True


@given(st.text(max_size=40))
def test_any_value_is_accepted_or_refused(value: str) -> None:
    try:
        test = ProgramTest(value)
    except ConditionError as refused:
        assert code_of(str(refused)).startswith("gate.program_")
    else:
        assert test.never_allows == "" or test(value) is not True


@pytest.mark.parametrize(
    "part",
    ["a ", "a;", "a&&", "a|", "'a'", "a\\\n", "env ", "git ", "sh ", "sh -c 'sh -c a' ", "git -a ", "{}", '"$"', "((",
     "$(", "`", "<<a ", "a\n", "-", "'\"", "xargs -a ", "bash -c \"sh -c 'env sh'\"; "],
)  # fmt: skip
@pytest.mark.parametrize("begin", ["", "env ", "ssh ", "git "])
def test_hostile_text_is_answered_at_once(begin: str, part: str) -> None:
    commands("a")  # the grammar is loaded
    test = ProgramTest(["git push origin", "sudo -n x"])
    began = time.process_time()
    for length in (16_384, 1_900, 240):
        text = (begin + part * length)[:length]
        test(text)
        test(text.split())
    assert time.process_time() - began < 5


def test_grammar_is_loaded_by_the_first_command_only() -> None:
    code = (
        "import sys; from toolguard.gate.policy.conditions import commands as c; c.ProgramTest('git status')(['git'])\n"
        "print([m for m in sys.modules if m.startswith('tree_sitter')])\n"
        "c.commands('a'); print('tree_sitter' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert result.stdout.split("\n")[:2] == ["[]", "True"]
