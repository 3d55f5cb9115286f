"""The table of programs that run other programs or code from their arguments.

A row is found by its program, or by its program and subcommand. The longest match decides the kind; the options of all
matches apply. A program without a row starts no other program that its command line names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType
from typing import Literal

import msgspec

Kind = Literal["shell", "launcher", "command", "code", "exact", "tool"]
"""What the words after a program's name are.

``shell``     shell text, or text that may become it; no prefix is enough for an allow rule
``launcher``  options, then another command; no prefix is enough for an allow rule
``command``   another command, if no option precedes it; an allow rule must name it
``code``      a script or code, then its arguments; an allow rule must name it
``exact``     words that cannot be classified; an allow rule must name every word
``tool``      its own arguments; only ``options`` start other programs
"""


class Program(msgspec.Struct, frozen=True):
    """A row of the table of programs that run other programs, code or files."""

    names: str
    """Comma-separated; each is a program, or a program and the beginning of its arguments."""
    kind: Kind
    options: tuple[str, ...] = ()
    """Words that start programs or pass code or settings: ``--long`` with abbreviations and ``=value``, ``-x`` also in
    a bundle, ``-single``, or a pattern with ``*``."""
    before: tuple[str, ...] = ()
    """Such words that only apply before the subcommand."""
    alone: bool = True
    """Whether the program alone is enough for an allow rule."""
    bundled: str = ""
    """Letters of such options, if a first argument without a dash is a bundle of options."""
    harmless: str = ""
    """Options that may precede the script or code, as a regular expression."""
    plain: str = ""
    """Code that certainly starts no program, as a regular expression."""


_ADDRESS = r"(?:[\d$]+(?:,[+~]?[\d$]+)?)?"
_SED = rf"{_ADDRESS}!?[pdq=]|{_ADDRESS}s([/|#,:@])(?:(?!\1)[^\\\n])*\1(?:(?!\1)[^\\\n])*\1[gpI\d]*"
_AWK = r"\{ ?print(?: ?\$(?:\d+|NF),?)* ?\}"

PROGRAMS: tuple[Program, ...] = (
    # Shells, and programs that pass text to a shell
    Program("sh, bash, dash, zsh, ksh, mksh, ash, rbash, yash", "shell"),
    Program("eval, trap, alias, source, ., watch, flock, entr, nodemon, concurrently, hyperfine", "shell"),
    Program("git submodule foreach, git filter-branch, npm exec, npm x, bun exec, cargo watch, mix do", "shell"),
    # Programs that run anything: other languages, other machines, a shell by default
    Program("fish, csh, tcsh, nu, xonsh, elvish, pwsh, powershell, cmd, wsl, invoke-expression, iex", "shell", ("*",)),
    Program("start-process, saps, start, invoke-command, cscript, wscript, mshta, rundll32, regsvr32", "shell", ("*",)),
    Program("msiexec, schtasks, wmic, forfiles, osascript, expect, ansible, tmux, screen, script", "shell", ("*",)),
    Program("ssh, mosh, rsh, sshpass, autossh, su, runuser, sg, newgrp, chroot, unshare, nsenter", "shell", ("*",)),
    Program("proot, fakeroot, firejail, bwrap, at, batch, crontab, parallel, sem, gdb, lldb, socat", "shell", ("*",)),
    Program("nix-shell, nix run, nix shell, nix develop, python -m timeit, python -m code", "shell", ("*",)),
    Program("deno eval, deno repl, deno x, deno jupyter", "shell", ("*",)),
    Program("brew sh, brew ruby, brew irb, cabal repl, dotnet fsi, mix eval, mix run, mix cmd", "shell", ("*",)),
    Program("stack eval, stack ghci, stack repl, stack runghc, stack runhaskell, stack script", "shell", ("*",)),
    Program("gcloud compute ssh, gcloud cloud-shell ssh, podman machine ssh", "shell", ("*",)),
    Program("let, read, mapfile, readarray, getopts, compgen, complete, bind, fc, jobs, wait", "shell", ("*",)),
    Program("emulate, zstyle, zparseopts, autoload, sched, vared", "shell", ("*",)),
    # Launchers
    Program("env", "launcher", ("-S", "--split-string")),
    Program("sudo, doas, pkexec", "launcher", ("-s", "-i", "-e", "--shell", "--login", "--edit")),
    Program("xargs", "launcher", ("-I", "-i", "-J", "--replace", "-a", "--arg-file")),
    Program("nohup, time, timeout, gtimeout, nice, ionice, chrt, taskset, setsid, stdbuf, unbuffer", "launcher"),
    Program("command, exec, builtin, coproc, noglob, nocorrect, -, and, or, not, begin, repeat", "launcher"),
    Program("busybox, toybox, strace, ltrace, valgrind, perf, systemd-run, caffeinate, arch, setarch", "launcher"),
    Program("linux32, linux64, rlwrap, winpty, dumb-init, tini, run-parts, open, xdg-open", "launcher"),
    Program("direnv exec, mise exec, mise x, asdf exec, ip netns exec, ip vrf exec, git bisect run", "launcher"),
    Program("git merge-index, rustup run, stack exec, cabal exec, npm explore, gem exec, dotnet exec", "launcher"),
    Program("yarn workspace, yarn workspaces, flatpak build, brew exec, brew bundle exec", "launcher"),
    Program("flatpak run, flatpak enter, snap run", "launcher", ("--command", "--shell")),
    Program("set, shopt, enable, hash, export, declare, typeset, readonly, unset, ulimit, umask", "launcher"),
    Program("docker run, docker exec, docker container run, docker container exec", "launcher"),
    Program("docker compose run, docker compose exec, docker-compose run, docker-compose exec", "launcher"),
    Program("podman run, podman exec, podman unshare, kubectl exec, kubectl run, kubectl debug", "launcher"),
    Program("python -m pdb, python -m cProfile, python -m profile, python -m trace, python -m runpy", "launcher"),
    # A command that an allow rule can name
    Program("npx, pnpx", "command", ("-c", "--call", "-p", "--package")),
    Program("uvx, uv run, uv tool run, pipx run, bunx, bun x, pnpm dlx, pnpm exec, yarn dlx, yarn exec", "command"),
    Program("bundle exec, poetry run, pdm run, hatch run, rye run, pipenv run, conda run, coverage run", "command"),
    Program("npm init, npm create, npm innit, pnpm create, yarn create, bun create, deno init, deno create", "command"),
    Program("dotnet tool run, dotnet tool exec", "command"),
    Program("python -m", "command"),
    # Interpreters
    Program("python, pythonw", "code", harmless="-[uBs]+"),
    Program("pypy, ipython, node, nodejs, ts-node, tsx, bun, bun run, deno run, deno task", "code"),
    Program("perl, ruby, jruby, php, lua, luajit, tclsh, wish, rscript, r, julia, octave, gnuplot, guile", "code"),
    Program("racket, sbcl, runghc, ghci, scala, groovy, kotlin, swift, elixir, erl, escript, java, jshell", "code"),
    Program("go run", "code", ("*.go",)),
    Program("go tool, npm run, npm run-script, pnpm run, yarn run, pnpm node, yarn node, m4, bc, dc", "code"),
    Program("deno serve, deno test, deno bench, dart, dart run, flutter run", "code"),
    Program("awk, gawk, mawk, nawk", "code", ("-f", "-e", "-i", "-l", "--file", "--source", "--include", "--load"),
            harmless="-F.+", plain=_AWK),
    Program("sed, gsed", "code", ("-e", "-f", "-i", "--expression", "--file", "--in-place"),
            harmless="-[nEr]+", plain=_SED),
    # Programs for which a prefix is not enough
    Program("make, gmake, nmake, bmake, remake", "exact",
            ("*=*", "--eval", "-E", "-f", "--file", "--makefile")),
    Program("ninja, just, rake, cmake, ant, gradle, gradlew, mvn, mvnw, bazel, scons, task, tox, nox, invoke", "exact",
            ("-D", "-c", "--command", "-x", "-f", "--file", "--justfile", "-E", "-P", "-I", "--init-script",
             "--run_under")),
    Program("less, more, most, man, info, top, htop, w3m, lynx, ftp, sftp, telnet, mail, mutt", "exact",
            ("+*", "-k", "-P", "-H", "--pager", "--html", "-D", "-S", "-o")),
    Program("vi, vim, view, nvim, ex, ed, emacs, nano, pico, joe, mc", "exact",
            ("+*", "-c", "-S", "-s", "-e", "-l", "--cmd", "--eval", "--load", "--batch", "--script")),
    Program("sqlite3, psql, mysql, mariadb", "exact", ("-cmd", "-c", "-e", "-f", "-init", "--execute", "--command",
            "*!*", "*.system*", "*.shell*")),
    Program("git config, git bisect, git submodule, git difftool, git mergetool, git send-email, git daemon", "exact",
            ("*!*", "-x", "--extcmd", "*.pager*", "*.editor*", "*command*")),
    Program("git instaweb, git credential, git hook, git for-each-repo, git maintenance, git shell, git help", "exact"),
    Program("git gui, git citool, git web--browse, git remote-ext, git p4, git svn", "exact", ("*ext::*",)),
    # They run code of the packages that they are given
    Program("pip install, pip download, pip wheel, uv add, uv pip, uv tool install, pipx install", "exact"),
    Program("pipx inject, poetry add, pdm add, rye add, rye install, pipenv install, conda install", "exact"),
    Program("npm install, npm i, npm in, npm add, npm update, npm link, pnpm install, pnpm i, pnpm add", "exact"),
    Program("pnpm update, pnpm link, yarn add, yarn global, yarn link, bun install, bun i, bun add", "exact"),
    Program("deno install, deno add, cargo install, cargo add, go install, go get, gem install, gem update", "exact"),
    Program("bundle add, bundle install, brew install, brew reinstall, brew tap, snap install", "exact"),
    Program("flatpak install, dotnet add, dotnet tool install, dotnet new, composer require, composer global", "exact"),
    Program("apt install, apt-get install, aptitude install, dnf install, yum install", "exact",
            ("-o", "-c", "--option", "--config-file", "--setopt")),
    Program("mix archive.install, mix escript.install, dart pub, flutter pub, helm plugin", "exact"),
    Program("gh alias, gh extension, gh codespace, gh config, glab alias, glab config, aws configure", "exact"),
    Program("aws emr, aws ec2-instance-connect, systemctl edit, visudo", "exact"),
    # Tools with some such options
    Program("git", "tool", ("--upload-pack", "--receive-pack", "--exec", "--extcmd", "--open-files-in-pager", "-O",
            "--ext-diff", "--textconv", "--template", "--output", "*ext::*"),
            before=("-c", "--config-env", "--exec-path")),
    Program("git clone, git ls-remote, gh repo clone, gh repo fork, gh gist clone, glab repo clone", "tool",
            ("-u", "-c", "--config", "--recurse-submodules", "--recursive", "--upload-pack", "--template", "*ext::*")),
    # bash and zsh evaluate the index of an array's name, zsh also in numbers
    Program("printf, print, test, exit, logout, bye, return, break, continue, shift", "tool",
            ("-v", "-R", "*[[]*[$`]*]*")),
    Program("openssl", "tool", ("-engine", "-engine_impl", "-provider", "-provider-path", "-config")),
    Program("git rebase", "tool", ("-x", "-i", "--interactive")),
    Program("find, gfind", "tool", ("-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint*", "-fls",
            "-files0-from"), alone=False),
    Program("fd, fdfind", "tool", ("-x", "-X", "--exec", "--exec-batch")),
    Program("rg", "tool", ("--pre", "--hostname-bin")),
    Program("bat, batcat, ack, ag", "tool", ("--pager",)),
    Program("tar, gtar, bsdtar", "tool", ("--checkpoint-action", "--to-command", "--use-compress-program", "-I", "-F",
            "--info-script", "--new-volume-script", "--rsh-command", "--rmt-command"), alone=False, bundled="IF"),
    Program("cpio", "tool", ("--rsh-command",)),
    Program("install, ginstall", "tool", ("--strip-program",)),
    Program("sdiff, diff3", "tool", ("--diff-program",)),
    Program("rpm", "tool", ("-E", "--eval", "--pipe", "--define", "-D", "--macros", "--rcfile", "--load")),
    Program("curl", "tool", ("-K", "--config")),
    Program("aria2c", "tool", ("--on-*", "--conf-path")),
    Program("pandoc", "tool", ("-F", "-L", "--filter", "--lua-filter", "--pdf-engine", "-d", "--defaults")),
    Program("tshark", "tool", ("-X",)),
    Program("ctags", "tool", ("--options", "--*cmd*", "--filter-terminator")),
    Program("pytest, mypy, pylint, flake8", "tool", ("-p", "-c", "-o", "--config*", "--rcfile", "--init-hook",
            "--load-plugins", "--override-ini", "--rootdir", "--confcutdir", "--python-executable")),
    Program("helm", "tool", ("--post-renderer", "--kubeconfig")),
    Program("kubectl", "tool", ("--kubeconfig", "--exec-command", "--helm-command", "--enable-exec",
            "--enable-alpha-plugins"), alone=False),
    Program("terraform, tofu", "tool", ("-plugin-dir", "-from-module"), alone=False),
    Program("gcloud", "tool", ("ssh", "scp", "--ssh-flag", "--scp-flag"), alone=False),
    Program("stack", "tool", ("--exec", "--with-gcc"), alone=False),
    Program("cabal", "tool", ("--with-*", "-w", "--project-file"), alone=False),
    Program("pip", "tool", ("--editor", "--python"), alone=False),
    Program("uv", "tool", ("-p", "--python"), alone=False),
    Program("gem", "tool", ("-e", "--editor"), alone=False),
    Program("sort, gsort", "tool", ("--compress-program", "-o", "--output")),
    Program("split, gsplit", "tool", ("--filter",)),
    Program("zip", "tool", ("-T", "-TT", "--unzip-command")),
    Program("rsync", "tool", ("-e", "--rsh", "--rsync-path", "-M", "--remote-option", "--daemon", "--config")),
    Program("scp", "tool", ("-S", "-o", "-F", "-J", "-D")),
    Program("wget", "tool", ("-e", "--execute", "--use-askpass", "--config")),
    Program("nc, ncat, netcat", "tool", ("-e", "-c", "--exec", "--sh-exec", "--lua-exec")),
    Program("tcpdump", "tool", ("-z", "-w")),
    Program("nmap", "tool", ("--script*", "--interactive")),
    Program("hg", "tool", ("--config", "--config-file", "--ssh", "--debugger", "-e")),
    Program("svn", "tool", ("--config-option", "--config-dir", "--diff-cmd", "--diff3-cmd", "--editor-cmd")),
    Program("tex, latex, pdftex, pdflatex, xelatex, lualatex, luatex", "tool",
            ("-shell-escape", "-enable-write18", "*write18*")),
    Program("cc, gcc, g++, c++, clang, clang++", "tool",
            ("-wrapper", "-B", "-specs*", "--specs", "-fplugin*", "-load", "@*")),
    Program("eslint, jest, vitest, mocha, webpack, vite, rollup, babel, prettier", "tool",
            ("-c", "-r", "--config", "--require", "--import", "--loader", "--plugin*", "--rulesdir", "--resolver",
             "--globalSetup", "--setupFiles*", "--runner", "--environment", "--transform")),
    Program("apt, apt-get, aptitude, dpkg, dnf, yum", "tool", ("-o", "-c", "--option", "--config-file", "--setopt",
            "--pre-invoke", "--post-invoke", "--status-logger"), alone=False),
    Program("cargo", "tool", ("--config", "--manifest-path", "-Z", "-C"), alone=False),
    Program("cargo rustc", "tool", ("*linker*",)),
    Program("go", "tool", ("-exec", "-toolexec", "-overlay", "-modfile", "-C", "-vettool", "-ldflags", "-gcflags",
            "-asmflags", "-gccgoflags", "-compiler"), alone=False),
    Program("go env", "tool", ("-w", "-u")),
    Program("npm, pnpm, yarn", "tool", ("--script-shell", "--node-options", "--shell", "--userconfig",
            "--globalconfig", "--git", "--editor", "--viewer", "--init-module", "--prefix", "-C", "--dir", "--cwd"),
            alone=False),
    Program("pipx, poetry, pdm, hatch, rye, pipenv, conda, bundle, brew, deno, docker, docker-compose", "tool",
            alone=False),
    Program("podman, nix, mise, asdf, direnv, gh, ip, systemctl, coverage", "tool", alone=False),
)  # fmt: skip


def _programs(names: str) -> frozenset[str]:
    return frozenset(names.split())


CMDLETS = _programs("write-output get-childitem get-content get-location")
"""Commands that only PowerShell has, which read and write nothing else."""
READERS = CMDLETS | _programs(
    "ls pwd cat head tail wc echo printf whoami id uname which whereis type stat du df nl cut tr comm cmp diff grep "
    "egrep fgrep basename dirname realpath readlink cksum md5sum sha1sum sha256sum seq true false uptime free ps jq"
)
"""Programs that neither write nor start anything, whatever their arguments. They may be offered alone."""
WITH_SUBCOMMANDS = _programs(
    "git cargo go npm pnpm yarn pip uv poetry pdm hatch pipenv conda gem bundle brew docker docker-compose podman "
    "kubectl helm gh glab terraform tofu aws gcloud az systemctl journalctl apt apt-get dnf yum pacman snap flatpak "
    "rustup dotnet flutter dart mix stack cabal ruff hg svn openssl ollama deno bun"
)
"""Programs whose first argument is a subcommand. They may be offered with it."""
_GROUPS = {
    "docker podman": "builder buildx compose container context image manifest network pod secret system volume",
    "git": "bisect notes reflog remote stash submodule worktree",
    "kubectl": "auth config rollout set",
    "helm": "dependency plugin registry repo",
    "npm pnpm yarn bun": "cache config dist-tag owner pm profile store team token workspace",
    "pip uv poetry pdm hatch conda": "cache config env pip python self source tool version",
    "terraform tofu": "providers state workspace",
    "brew rustup dotnet gem": "component nuget override self services sources target tool toolchain workload",
}
"""Subcommands that have subcommands of their own, by programs: ``docker compose`` is ``up`` and ``down -v``."""
_GROUPED = {
    (program, group) for names, groups in _GROUPS.items() for program in names.split() for group in groups.split()
}
_LENGTHS = {"gh": 3, "glab": 3, "aws": 3, "az": 4, "gcloud": 4}


def subcommand_length(words: Sequence[str]) -> int:
    """Return how many words name what a program with subcommands does, its own name included."""
    return _LENGTHS.get(words[0], 3 if tuple(words[:2]) in _GROUPED else 2)


def is_harmless(word: str) -> bool:
    """Return whether a program without a row is known to start nothing that its arguments name."""
    return name(word) in READERS or name(word) in WITH_SUBCOMMANDS


def name(word: str) -> str:
    """Return the name of the program that a word starts: without its folder, in lower case, without ``.exe``."""
    last = re.split(r"[/\\]", word)[-1].casefold()
    return re.sub(r"\.(?:exe|cmd|bat|com|ps1)$", "", last)


def without_version(program: str) -> str:
    """Return ``python`` for ``python3.11``."""
    return re.sub(r"(?<=[a-z+])[-.\d]+$", "", program)


@cache
def _table() -> tuple[Mapping[tuple[str, ...], Program], frozenset[tuple[str, ...]]]:
    rows = {tuple(program_name.split()): row for row in PROGRAMS for program_name in row.names.split(", ")}
    return MappingProxyType(rows), frozenset(key[:cut] for key in rows for cut in range(1, len(key)))


class Found(msgspec.Struct, frozen=True):
    """The rows that match a command."""

    rows: tuple[Program, ...]
    """From the program's row to that of its subcommand; the last one decides the kind."""
    length: int
    """The number of words that the last row matches."""
    hidden: bool
    """Whether there is an option where the table expects a subcommand, which is therefore uncertain."""

    @property
    def row(self) -> Program:
        """The row that decides the kind."""
        return self.rows[-1]

    def operand(self, words: Sequence[str]) -> int:
        """Return the index of the script or code, or where it would be."""
        index = self.length
        while self.row.harmless and index < len(words) and re.fullmatch(self.row.harmless, words[index]):
            index += 1
        return index

    def starts_any(self, words: Sequence[str]) -> bool:
        """Return whether any word of this command is an option that starts others."""
        first = words[self.length] if len(words) > self.length else "-"
        is_bundle = not first.startswith("-") and not set(self.row.bundled).isdisjoint(first)
        return is_bundle or any(map(self.starts, words[1:]))

    def starts(self, word: str) -> bool:
        """Return whether a word is an option that starts others."""
        return any(_is_option(word, option) for row in self.rows for option in row.options) or (
            self.hidden and any(_is_option(word, option) for row in self.rows for option in row.before)
        )


def find(words: Sequence[str]) -> Found | None:
    """Return the rows that match a command, or None."""
    rows, beginnings = _table()
    key: tuple[str, ...] = (name(words[0]),)
    if key not in rows and key not in beginnings:
        key = (without_version(key[0]),)
    matches = list(_matching_rows(rows, key, words))
    length = matches[-1][0] if matches else 1
    reached = max((n for n in range(1, 4) if (*key, *words[1:n]) in beginnings and n <= len(words)), default=0)
    hidden = length <= reached < len(words) and words[reached].startswith(("-", "+"))
    if not matches and not hidden:
        return None
    return Found(tuple(row for _, row in matches) or (_UNKNOWN,), length, hidden)


_UNKNOWN = Program("", "tool", alone=False)


def _matching_rows(
    rows: Mapping[tuple[str, ...], Program], key: tuple[str, ...], words: Sequence[str]
) -> Iterator[tuple[int, Program]]:
    for length in range(1, 4):
        if (row := rows.get((*key, *words[1:length]))) and length <= len(words):
            yield length, row


def _is_option(word: str, option: str) -> bool:
    if "*" in option:
        return fnmatchcase(word, option)
    if option.startswith("--"):  # GNU's getopt takes any unambiguous beginning
        typed = word.partition("=")[0]
        return typed.startswith("--") and len(typed) > 2 and option.startswith(typed)
    if len(option) == 2:
        return word.startswith("-") and not word.startswith("--") and option[1] in word
    return word.partition("=")[0] in (option, f"-{option}")
