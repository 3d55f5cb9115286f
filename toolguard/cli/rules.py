"""``toolguard rule``: add, change, list, test, explain, export and import rules."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from toolguard.cli.help.command_parser import CommandParser, did_you_mean
from toolguard.cli.printing import counted, done, print_hint, show_facts, show_table, when
from toolguard.cli.progress import Progress
from toolguard.cli.words import decider
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.texts import coded
from toolguard.services.errors import CommandError
from toolguard.services.runtime.requests import SendRequest

if TYPE_CHECKING:
    from toolguard.services.interface import BackTestPage, NewRule, PromptPage

FORMAT = "toolguard-rules"
VERSION = 1
_MAX_FILE_SIZE = 16 * 1024 * 1024  # maximum bytes of a file with rules
_MAX_LINE_SIZE = 32 * 1024 * 1024  # maximum bytes of a line with a call
_EXPORTED = ("client", "server", "tool", "verdict", "expires", "when", "except", "other_arguments", "note",
             "disabled", "examples")  # fmt: skip
"""Members of a rule that are exported. Its tool's definition and its author are not."""


def add_options(made: CommandParser, *, changes: bool) -> None:
    """Add the options for conditions on arguments; ``changes``: also options to remove them."""
    from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS

    matchers = "\n".join(f"  {name:<12} {row.about}" for name, row in CONDITION_MATCHERS.items())
    made.more_help = lambda: f"{_ends_help()}\n\nmatchers and their values:\n{matchers}"
    condition: dict[str, Any] = {"nargs": "+", "action": "append", "default": []}
    made.add_argument("--when", metavar="POINTER MATCHER VALUE", dest="when", **condition,
                      help="only calls whose argument matches; may be repeated")  # fmt: skip
    made.add_argument("--each", metavar="POINTER MATCHER VALUE", dest="each", **condition,
                      help="only calls in which every item of a list matches")  # fmt: skip
    made.add_argument("--any", metavar="POINTER MATCHER VALUE", dest="any_", **condition,
                      help="only calls in which any item of a list matches")  # fmt: skip
    made.add_argument("--except", metavar="POINTER MATCHER VALUE", dest="except_", **condition,
                      help="not calls whose argument matches; may be repeated")  # fmt: skip
    made.add_argument(
        "--other-arguments", choices=("any", "none"),
        help="whether an allow rule with conditions covers other arguments (default: none)",
    )  # fmt: skip
    made.add_argument("--note", metavar="TEXT", help="a note")
    made.add_argument("--example", metavar="JSON", action="append", default=[],
                      help="arguments that the rule must cover; up to 5 examples")  # fmt: skip
    made.add_argument("--counterexample", metavar="JSON", action="append", default=[],
                      help="arguments that the rule must not cover")  # fmt: skip
    if changes:
        made.add_argument("--no-conditions", action="store_true", help="remove all conditions and exceptions")


def add_end_options(made: CommandParser, *, changes: bool) -> None:
    """Add the options for a rule's end; ``changes``: also the option to remove it."""
    group = made.add_mutually_exclusive_group()
    group.add_argument(
        "--for", dest="end", metavar="DURATION", type=duration_end,
        help="end after this duration, such as 5m, 15m, 1h, 4h or 12h" + ("" if changes else " (default: no expiry)"),
    )  # fmt: skip
    group.add_argument("--until", dest="end", metavar="END", type=named_end, help="when the rule ends; see below")
    if changes:
        group.add_argument("--no-end", dest="end", action="store_const", const={"seconds": 0}, help="no expiry")
    made.add_argument("--session", metavar="ID", help="with --until disconnect: the ID of the client session")


def _ends_help() -> str:
    from toolguard.gate.policy.rule_ends import RULE_ENDS

    rows = [("2026-12-31" if row.is_date else name, row.help) for name, row in RULE_ENDS.items()
            if row.until != "always" or row.is_date]  # fmt: skip
    rows.insert(-2, ("2026-12-31T18:00", "then, in local time"))
    rows_text = "\n".join(f"  {name:<18} {text}" for name, text in rows)
    return f"ends for --until (disconnect, lock and idle only for rules that allow):\n{rows_text}"


_FAULTS = {"fault": "check failed", "forbidden": "not accepted"}
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def duration(text: str) -> float:
    """Parse ``30s``, ``10m``, ``2h`` or ``7d``."""
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and unit in _UNITS and 0 < int(number) * _UNITS[unit] <= 315_360_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a duration: use 30s, 10m, 2h or 7d")
    return float(int(number) * _UNITS[unit])


def duration_end(text: str) -> dict[str, Any]:
    """Return the arguments of an order for a duration."""
    return {"seconds": duration(text)}


def named_end(text: str) -> dict[str, Any]:
    """Return the arguments of an order for an end of `RULE_ENDS`, or a date."""
    from toolguard.gate.policy.rule_ends import MAX_IDLE, MIN_IDLE, RULE_ENDS

    name, colon, length = text.partition(":")
    if name == "idle" and colon:
        idle = duration(length)
        if not MIN_IDLE <= idle <= MAX_IDLE:
            raise argparse.ArgumentTypeError(f"{text!r}: use idle:1m to idle:12h")
        return {"until": "idle", "idle": idle}
    row = RULE_ENDS.get(text)
    if row is not None and row.until != "always":
        return {"until": row.until}
    try:
        return {"expires": datetime.fromisoformat(text).timestamp()}
    except (ValueError, OverflowError, OSError):
        names = [name for name, row in RULE_ENDS.items() if row.until != "always"]
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an end: use {', '.join(names)} or a date such as 2026-12-31T18:00"
        ) from None


def _end(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of an order for a rule's end; raises `UsageError`."""
    end: dict[str, Any] = dict(options.end or {})
    if options.session is not None:
        if end.get("until") != "disconnect":
            options.parser.error("--session needs --until disconnect")
        end["session"] = options.session
    return end


def conditions(options: argparse.Namespace) -> dict[str, Any]:
    """Return the members of a rule for conditions; raises `UsageError` or `CommandError`."""
    fail = options.parser.error
    when_ = [
        _condition(words, option, quantifier, fail)
        for option, typed, quantifier in (
            ("--when", options.when, "value"), ("--each", options.each, "each"), ("--any", options.any_, "any")
        ) for words in typed
    ]  # fmt: skip
    excepted = [_condition(words, "--except", "value", fail) for words in options.except_]
    examples = [{"arguments": _object(text, "--example"), "covered": True} for text in options.example]
    examples += [{"arguments": _object(text, "--counterexample"), "covered": False} for text in options.counterexample]
    members: dict[str, Any] = {"when": when_, "except_": excepted, "examples": examples}
    members = {name: value for name, value in members.items() if value}
    if getattr(options, "no_conditions", False):
        members = {"when": [], "except_": [], "examples": [], **members}
    if options.other_arguments is not None:
        members["other_arguments"] = options.other_arguments
    if options.note is not None:
        members["note"] = options.note
    return members


def _condition(words: list[str], option: str, quantifier: str, fail: Callable[[str], NoReturn]) -> dict[str, Any]:
    from toolguard.gate.policy.conditions.errors import ConditionError
    from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS

    pointer, name, *value = [*words, ""] if len(words) == 1 else words
    matcher = CONDITION_MATCHERS.get(name)
    if pointer and not pointer.startswith("/"):
        fail(f"{option} {' '.join(words)}: POINTER must be a JSON pointer such as /{pointer.lstrip('$.')}")
    if matcher is None:
        alike = did_you_mean(name, CONDITION_MATCHERS) or f": use {', '.join(CONDITION_MATCHERS)}"
        fail(
            f"{option} {' '.join(words)}: "
            + (f"MATCHER {name!r} is unknown{alike}" if name else f"MATCHER is missing{alike}")
        )
    needed = 1 if matcher.takes_value else 0
    if len(value) != needed:
        needs = "one VALUE; quote it if it contains spaces" if needed else "no VALUE"
        fail(f"{option} {' '.join(words)}: {name} takes {needs}")
    members: dict[str, Any] = {"pointer": pointer, "matcher": name}
    try:
        if needed:
            members["value"] = _local(matcher.read(value[0])) if matcher.takes_folders else matcher.read(value[0])
    except ConditionError as why:
        raise CommandError(f"{option} {' '.join(words)}: {why}") from None
    return members if quantifier == "value" else {**members, "quantifier": quantifier}


def _local(value: Any) -> Any:
    """Make folders absolute, relative to the command's working folder."""
    if isinstance(value, list):
        return [_local(item) for item in value]
    return str(Path(value).expanduser().absolute()) if isinstance(value, str) else value


def _object(text: str, option: str) -> dict[str, Any]:
    from toolguard.gate import jsonrpc

    try:
        return jsonrpc.decode_arguments(text)
    except jsonrpc.Malformed as why:
        raise CommandError(f"{option}: {why.reason}") from None


# --- commands -----------------------------------------------------------------------------------------------------


def _places() -> tuple[str, ...]:
    from toolguard.gate.policy.rules import MATCHERS

    return tuple(MATCHERS)


def _defaults() -> dict[str, str]:
    from toolguard.gate.policy.rules import MATCHERS

    return {name: matcher.default for name, matcher in MATCHERS.items()}


def add(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard rule add``; with ``--dry-run`` show what it would change in recorded calls, and add nothing."""
    places = {**{name: getattr(options, name) for name in _places()}, "tool": _tool(options)}
    places["verdict"] = options.verdict
    members = {**places, **conditions(options)}
    end = _end(options)
    if options.dry_run:
        return _try_out(send, options, members)
    new = _new_rule({**members, **end})
    rule = send(lambda services: services.rules.add(new))
    return _print_saved(options, rule, f"Added rule {rule['id']}.")


def _new_rule(members: Mapping[str, Any]) -> NewRule:
    from toolguard.services.interface import NewRule

    return NewRule(**members)


def _tool(options: argparse.Namespace) -> str:
    """Return the tool, which only tool calls need. Raises `UsageError` if it is missing."""
    if options.tool is None and options.method == CALL:
        options.parser.error("--tool is missing: use '*' for any tool, or --method for another request")
    return options.tool or "*"


_MAX_TESTED_CALLS = 100_000  # maximum recorded calls that a rule is tested on


def _try_out(send: SendRequest, options: argparse.Namespace, rule: dict[str, Any]) -> int:
    """Show which recorded calls the rule would decide differently, and add nothing."""
    result: dict[str, Any] = {"looked": 0, "covered": 0, "denied": 0, "different": []}
    new, cursor = _new_rule(rule), ""
    with Progress("Trying the rule on recorded calls…") as progress:
        while True:
            page = _back_test(send, new, cursor)
            result = {name: value + page[name] for name, value in result.items()}  # type: ignore[literal-required]
            cursor = page["next"]
            if not cursor or result["looked"] >= _MAX_TESTED_CALLS:
                break
            progress.update(f"{result['looked']:,} recorded calls tried…")
    rows = [
        (when(example["time"]), example["client"], example["server"], example["tool"], example["verdict"],
         example["before"], example["after"], example["text"][:120])
        for example in result["different"]
    ]  # fmt: skip
    heads = ("TIME", "CLIENT", "SERVER", "TOOL", "DECIDED", "NOW", "WITH THE RULE", "ARGUMENTS")
    code = show_table(options, result, heads, rows, "The rule would decide no recorded call differently.")
    print_hint(
        f"{counted(result['looked'], 'call')} checked; {result['covered']:,} covered, "
        f"{result['denied']:,} of these denied by a person."
    )
    return code


def _back_test(send: SendRequest, rule: NewRule, cursor: str) -> BackTestPage:
    return send(lambda services: services.rules.backtest(rule, cursor=cursor))


def edit(send: SendRequest, options: argparse.Namespace) -> int:
    """Change the given members of a rule."""
    changes = {name: value for name in (*_places(), "verdict") if (value := getattr(options, name)) is not None}
    changes |= {**_end(options), **conditions(options)}
    if not changes:
        options.parser.error("nothing to change: give at least one option, such as --verdict or --when")
    from toolguard.services.interface import RuleChange

    change = RuleChange(id=options.id, **changes)
    rule = send(lambda services: services.rules.change(change))
    return _print_saved(options, rule, f"Changed rule {rule['id']}.")


def _print_saved(options: argparse.Namespace, rule: Mapping[str, Any], text: str) -> int:
    done(options, rule, text)
    for doubt in rule["doubts"]:
        print_hint(doubt)
    return 0


def remove(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard rule remove``."""
    return done(options, send(lambda services: services.rules.remove(options.id)), "Removed.")


def enable(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard rule enable``."""
    return done(options, send(lambda services: services.rules.enable(options.id)), "Turned on.")


def disable(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard rule disable``."""
    return done(options, send(lambda services: services.rules.disable(options.id)), "Turned off.")


def listing(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard rule list``, with how often each rule was used."""
    uses = {use["id"]: use for use in send(lambda services: services.rules.uses())}
    rules: list[dict[str, Any]] = [
        {**rule, "uses": uses.get(rule["id"], {"count": 0, "last": 0.0})}
        for rule in send(lambda services: services.rules.all())
    ]
    places = [name for name in _places() if name != "method" or any(rule["method"] != CALL for rule in rules)]
    rows = [
        (rule["id"], rule["verdict"], *(rule[name] for name in places), end_text(rule), _uses(rule["uses"]),
         _conditions_text(rule))
        for rule in rules
    ]  # fmt: skip
    heads = ("ID", "VERDICT", *(name.upper() for name in places), "ENDS", "USED", "CONDITIONS")
    return show_table(options, rules, heads, rows, "No rules. Every call needs your approval.")


def show(send: SendRequest, options: argparse.Namespace) -> int:
    """Run ``toolguard rule show``: everything about a rule, also its note and its examples."""
    found = next((rule for rule in send(lambda services: services.rules.all()) if rule["id"] == options.id), None)
    if found is None:
        raise CommandError(coded("services.no_rule_rule_list", id=options.id))
    use = next((use for use in send(lambda services: services.rules.uses()) if use["id"] == options.id), None)
    rule: dict[str, Any] = {**found, "uses": use or {"count": 0, "last": 0.0}}
    changed = rule["definition"] == "as it was"
    conditional = rule["verdict"] == "allow" and (rule["when"] or rule["except"])
    examples = [("covers" if example["covered"] else "does not cover", json.dumps(example["arguments"]))
                for example in rule["examples"]]  # fmt: skip
    return show_facts(options, rule, [
        ("id", rule["id"]), ("verdict", rule["verdict"]),
        *((name, rule[name]) for name in _places() if name != "method" or rule[name] != CALL),
        *(("when", text) for text in _described(rule["when"])),
        *(("except", text) for text in _described(rule["except"])),
        ("other arguments", rule["other_arguments"] if conditional else ""),
        *examples,
        ("note", rule["note"]), ("ends", end_text(rule)), ("used", _uses(rule["uses"])),
        ("added", f"{when(rule['created'])} by {decider(rule['by'])}"),
        *((title, rule[name]) for name, title in _FAULTS.items()),
        ("suspended", f"the tool changed: see `toolguard tool changes {rule['server']}`" if changed else ""),
        ("overridden by", ", ".join(rule["overridden_by"])),
    ])  # fmt: skip


def end_text(rule: Mapping[str, Any]) -> str:
    """When a rule ends, in words."""
    if rule["expired"]:
        return "over"
    if rule["disabled"]:
        return "turned off"
    if rule["fault"] or rule["forbidden"]:
        return "off"
    words = {
        "always": "", "session": "when ToolGuard quits", "disconnect": f"when session {rule['session']} disconnects",
        "lock": "when the screen locks", "idle": f"after {_short(rule['idle'])} away",
    }  # fmt: skip
    parts = ["" if rule["by"] == "organization" else words[rule["until"]]]  # its files are read again at the next start
    if rule["expires"]:
        parts.append(("at the latest " if parts[0] else "") + when(rule["expires"]))
    return ", ".join(filter(None, parts)) or "never"


def _short(seconds: float) -> str:
    return next((f"{seconds / size:g}{unit}" for unit, size in reversed(_UNITS.items()) if seconds >= size), "0s")


def _uses(uses: Mapping[str, Any]) -> str:
    return f"{uses['count']}×, last {when(uses['last'])}" if uses["count"] else "never"


def _described(conditions: Iterable[Any]) -> list[str]:
    import msgspec

    from toolguard.gate.policy.conditions.condition import Condition, describe

    return [describe(msgspec.convert(condition, Condition)) for condition in conditions]


def _conditions_text(rule: Mapping[str, Any]) -> str:
    parts = [*_described(rule["when"]), *(f"except {text}" for text in _described(rule["except"]))]
    parts += [f"{title}: {rule[name]}" for name, title in _FAULTS.items() if rule[name]]
    return "; ".join(parts)


def explain(send: SendRequest, options: argparse.Namespace) -> int:
    """Print which rule would decide a call, and whether each other rule matches it."""
    import msgspec

    arguments = msgspec.UNSET if options.arguments is None else _object(options.arguments, "--arguments")
    tool = _tool(options)
    servers = [server["name"] for server in send(lambda services: services.servers.all())]
    if options.server not in servers:
        print_hint(f"There is no server {options.server} yet{did_you_mean(options.server, servers) or '.'}")
    result = send(
        lambda services: services.rules.explain(options.server, tool, options.client, arguments, method=options.method)
    )
    others = [
        (f"rule {rule['id']}", f"{rule['verdict']}: {rule['why'] or 'also matches'}") for rule in result["considered"]
    ]  # fmt: skip
    return show_facts(options, result, [
        ("verdict", result["verdict"]),
        ("rule", f"{result['rule']['id']}: {_sentence(result['rule'])}" if result["rule"] else ""),
        ("note", result["note"]),
        *others,
    ])  # fmt: skip


def stats(send: SendRequest, options: argparse.Namespace) -> int:
    """Print how approval requests were decided, and which rules would have avoided most of them."""
    from toolguard.gate.approvals.prompt_statistics import PromptStatistics

    prompts, since, cursor = PromptStatistics(), _since(options.since), ""
    with Progress("Reading the approval requests…") as progress:
        while True:
            page = _prompts(send, since, cursor)
            for prompt in page["prompts"]:
                prompts.add(**prompt)
            progress.update(f"{prompts.prompts:,} approval requests read…")
            if not (cursor := page["next"]):
                break
    rules = send(lambda services: services.rules.suggest(since))
    result = {
        "prompts": prompts.prompts, "per_hour": round(prompts.per_hour, 1), "most_in_an_hour": prompts.most_in_an_hour,
        "approved": prompts.approved, "denied": prompts.denied, "unanswered": prompts.unanswered,
        "share_approved": round(prompts.share_approved, 4), "median_seconds": round(prompts.median_wait, 1),
        "approved_faster_than_readable": prompts.unread, "rules": rules,
    }  # fmt: skip
    saving = [(f"would save {counted(rule['saved'], 'approval request')}", _sentence({**rule, "verdict": "allow"}))
              for rule in rules]  # fmt: skip
    return show_facts(options, result, [
        ("approval requests", f"{prompts.prompts:,}"),
        ("approval requests per hour", f"{prompts.per_hour:.1f} (most: {prompts.most_in_an_hour:,})"),
        ("approved", f"{prompts.share_approved:.0%} ({prompts.approved:,}; {prompts.denied:,} denied)"),
        ("not answered", f"{prompts.unanswered:,}"),
        ("median time to decide", f"{prompts.median_wait:.1f} s"),
        ("approved faster than readable", f"{prompts.unread:,}"),
        *saving,
    ])  # fmt: skip


def _prompts(send: SendRequest, since: float, cursor: str) -> PromptPage:
    return send(lambda services: services.rules.prompts(since, cursor))


def _since(text: str) -> float:
    """Return the start of a range of days in seconds since the epoch; today starts at midnight."""
    midnight = time.mktime((*time.localtime()[:3], 0, 0, 0, 0, 0, -1))
    return midnight if text == "today" else time.time() - int(text.removesuffix("d")) * 86_400


def _sentence(rule: Mapping[str, Any]) -> str:
    places = ", ".join(f"{name} {rule[name]}" for name in ("client", "server", "tool"))
    conditions = _conditions_text({**rule, "except": [], "fault": "", "forbidden": ""})
    return f"{rule['verdict']} {places}" + (f" when {conditions}" if conditions else "")


def export(send: SendRequest, options: argparse.Namespace) -> int:
    """Write the rules as JSON."""
    listed: list[Mapping[str, Any]] = [
        rule for rule in send(lambda services: services.rules.all()) if rule["by"] != "organization"
    ]
    lasting = [rule for rule in listed if rule["until"] == "always" and not rule["expired"]]
    rules = [{name: rule[name] for name in (*_places(), *_EXPORTED) if rule[name] not in ([], "", 0, CALL)}
             for rule in lasting]  # fmt: skip
    if left := len(listed) - len(lasting):
        print_hint(f"Left out {counted(left, 'rule')} that expired or will not outlast this run of ToolGuard.")
    text = json.dumps({"format": FORMAT, "version": VERSION, "rules": rules}, indent=2)
    if options.file in (None, "-"):
        print(text)
        return 0
    target = Path(options.file)
    if target.exists() and not options.force:
        raise CommandError(f"{target} exists; use --force to overwrite it")
    try:
        target.write_text(text + "\n", encoding="utf-8")
    except OSError as why:
        raise CommandError(f"{target} cannot be written: {why.strerror}") from None
    if not options.json:
        print_hint(f"Wrote {counted(len(rules), 'rule')} to {target}.")
        return 0
    return done(options, {"file": str(target), "rules": len(rules)}, "")


def bring_in(send: SendRequest, options: argparse.Namespace) -> int:
    """Add the rules of a file, or none of them."""
    rules = read_rules(_read(options.file))
    if options.dry_run:
        rows = [
            (rule["verdict"], *(rule.get(name, default) for name, default in _defaults().items())) for rule in rules
        ]
        return show_table(options, rules, ("VERDICT", *(name.upper() for name in _places())), rows, "No rules.")
    import msgspec

    from toolguard.services.interface import NewRule

    new = msgspec.convert(rules, list[NewRule])
    added = send(lambda services: services.rules.bring_in(new))
    done(options, added, f"Added {counted(len(added), 'rule')}.")
    for rule in added:
        for doubt in rule["doubts"]:
            print_hint(f"{rule['id']}: {doubt}")
    return 0


def read_rules(data: bytes) -> list[dict[str, Any]]:
    """Parse a file written by `export`; raises `CommandError` if any part of it is invalid."""
    from toolguard.gate import jsonrpc
    from toolguard.services.interface import RefusedError
    from toolguard.services.methods import declaration
    from toolguard.services.rules.service import RuleService

    try:
        document = jsonrpc.decode_object(data)
    except jsonrpc.Malformed as why:
        raise CommandError(f"The file is not a list of rules: {why.reason}") from None
    if document.get("format") != FORMAT:
        raise CommandError(f'The file is not a list of rules: "format" must be "{FORMAT}"')
    if document.get("version") != VERSION:
        raise CommandError(f'"version" is {document.get("version")!r}; this ToolGuard reads version {VERSION} only')
    if unknown := document.keys() - {"format", "version", "rules"}:
        raise CommandError(f"Unknown key {sorted(unknown)[0]!r}")
    try:
        declaration(RuleService.bring_in).checked({"rules": document.get("rules")})
    except RefusedError as why:
        raise CommandError(str(why)) from None
    rules: list[dict[str, Any]] = document["rules"]
    return rules


# --- test ---------------------------------------------------------------------------------------------------------


def test(home: Path, options: argparse.Namespace) -> int:
    """Decide the calls of a file, one per line, with the rules of the configuration or of another file."""
    rules, settings = _rule_set(home, options)
    failed = 0
    with Progress("Deciding the calls…") as progress:
        for number, line in enumerate(_lines(options.file), 1):
            if not line.strip():
                continue
            result = _decide(rules, settings, line, number)
            failed += result.get("ok") is False
            if sys.stdout.isatty():
                progress.wipe()
            print(json.dumps(result))
            progress.update(f"{number:,} calls decided…")
    if failed:
        print_hint(f"{counted(failed, 'expectation')} failed.")
    return 1 if failed else 0


def _rule_set(home: Path, options: argparse.Namespace) -> tuple[Any, dict[str, Any]]:
    """Return the rules, ignoring changed tool definitions, and the request settings of servers."""
    import msgspec

    from toolguard.gate.policy.rules import UNLISTED, Rule, RuleSet
    from toolguard.servers.local_paths import LOCAL_FILE_SYSTEM, paths_of
    from toolguard.services.rules.service import from_config
    from toolguard.store.config.config import Config, ConfigError

    try:
        config = Config.load(home / "config.json")
    except ConfigError as why:
        raise CommandError(str(why)) from None
    if options.rules is None:
        rules = from_config(config)
    else:
        rules = [msgspec.convert({"id": str(index), **rule}, Rule)
                 for index, rule in enumerate(read_rules(_read(options.rules)), 1)]  # fmt: skip
    unpinned = [
        msgspec.structs.replace(
            rule, fingerprint="",
            covers=rule.covers and {name: dict.fromkeys(tools, UNLISTED) for name, tools in rule.covers.items()},
        ) for rule in rules
    ]  # fmt: skip
    rule_set = RuleSet(
        unpinned, lambda name: paths_of(config.servers[name]) if name in config.servers else LOCAL_FILE_SYSTEM
    )
    return rule_set, {name: spec.requests for name, spec in config.servers.items()}


def _decide(rules: Any, settings: Mapping[str, Any], line: bytes, number: int) -> dict[str, Any]:
    import time

    from toolguard.gate import jsonrpc
    from toolguard.gate.policy.conditions.condition import shortfall_text
    from toolguard.services.rules.backtest import a_call, without_rule

    try:
        asked = jsonrpc.decode_object(line)
    except jsonrpc.Malformed as why:
        raise CommandError(f"Line {number}: {why.reason}") from None
    unknown = asked.keys() - {"client", "server", "tool", "method", "arguments", "expect"}
    usual = {"client": "*", "method": CALL, **({"tool": "*"} if "method" in asked else {})}
    texts = [asked.get(name, usual.get(name)) for name in ("client", "server", "tool", "method")]
    arguments, expected = asked.get("arguments", {}), asked.get("expect")
    if unknown or not all(isinstance(text, str) and text for text in texts) or not isinstance(arguments, dict):
        raise CommandError(
            f'Line {number}: expected an object with "server", "tool", "arguments" and optionally "client", "method", '
            '"expect"'
        )
    if expected not in (None, "allow", "deny", "ask"):
        raise CommandError(f'Line {number}: "expect" must be "allow", "deny" or "ask"')
    client, server, tool, method = map(str, texts)
    call, now = a_call(client, server, tool, arguments, method), time.time()
    ruling = rules.decide(call, None, now)
    if ruling.rule is not None:
        reason = ruling.note or f"rule {ruling.rule.id}"
    else:
        reasons = [
            f"rule {match.rule.id}: {match.reason or shortfall_text(match.shortfall)}"
            for match in rules.consider_all(call, None, now)
            if match.verdict is None and (match.reason or match.shortfall)
        ]  # fmt: skip
        reason = "; ".join(reasons[:5]) or "no rule applies to this call"
    verdict = ruling.verdict
    if ruling.rule is None and call.is_request:
        setting = without_rule(call, settings.get(server, {}))
        verdict, reason = "allow" if setting == "pass" else setting, f"no rule applies: the server is set to {setting}"
    result = {"verdict": verdict, "rule": ruling.rule.id if ruling.rule else None, "why": reason}
    return result if expected is None else {**result, "expect": expected, "ok": expected == verdict}


def _read(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(_MAX_FILE_SIZE)
        with Path(name).open("rb") as source:
            data = source.read(_MAX_FILE_SIZE + 1)
    except OSError as why:
        raise CommandError(f"{name} cannot be read: {why.strerror}") from None
    if len(data) > _MAX_FILE_SIZE:
        raise CommandError(f"{name} is larger than {_MAX_FILE_SIZE // 1024 // 1024} MiB")
    return data


def _lines(name: str) -> Iterator[bytes]:
    try:
        source = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115
    except OSError as why:
        raise CommandError(f"{name} cannot be read: {why.strerror}") from None
    with source:
        while line := source.readline(_MAX_LINE_SIZE):
            yield line
