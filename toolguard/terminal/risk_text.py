"""Risk codes of `gate.policy.risks` as sentences for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from toolguard.gate.policy.risks import Risk
from toolguard.gate.policy.unicode_safety import visible

WORDS: dict[Risk, str] = {
    "every call": "All tools of all servers run without your approval.",
    "every tool": "All tools of {server} are allowed, including ones it adds or changes later.",
    "every server": "Any server that has a tool of this name is allowed, including new servers.",
    "listed tools": "All matching tools that were listed when the rule was made are allowed.",
    "any definition": "It also applies if the server changes this tool.",
    "destroys": "According to its server, this tool can destroy data.",
    "undeclared": "The server does not say whether this tool can destroy data.",
    "any client": "It applies to every client.",
    "no end": "It does not expire.",
    "protection ends": "A rule that denies calls or asks about them no longer applies.",
    "starts program": "This program runs with your permissions and can read and change your files.",
    "runs shell": "This is a shell. It runs any commands in this line.",
    "sends data": "Call arguments are sent to this URL.",
    "gives secret": "The server receives the secret and can send it anywhere.",
    "shows tool": "Models can see this tool and request to run it.",
    "lets client in": "Any program with the token can call tools.",
    "lets secrets out": "Calls that contain a secret's value are no longer blocked.",
    "loads code": "An environment variable can make the program run other code.",
    "weakens presence": "Approvals require less authentication.",
}


def sentences(risks: Iterable[Risk], server: str) -> list[str]:
    """Return one sentence for each risk; ``server`` is the server that they are about."""
    return [WORDS[risk].format(server=visible(server)) for risk in risks]
