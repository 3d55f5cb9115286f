"""Declarations of service methods: their names on the control socket, and whether they reduce protection.

`reads`, `changes` and `loosens` declare a method's effect. A public method without a declaration raises `TypeError`
when its class is created, so no method is reachable through the socket by accident. The schema of the arguments is
derived from the parameters.
"""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeVar

import jsonschema_rs
import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.presence import PresenceError
from toolguard.gate.approvals.proposals import MAX_LENGTH, is_too_long
from toolguard.gate.model import LogWriteError
from toolguard.gate.policy.risks import Risk
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import TEXTS, coded, encodable, from_wire
from toolguard.servers import UnreachableError
from toolguard.servers.launch_fingerprint import Launch, outline
from toolguard.services.context import COMMAND_LINE, ServiceContext
from toolguard.services.interface import RefusedError
from toolguard.store.config.config import ConfigError, ServerSpec
from toolguard.store.keychain import KeychainError

Arguments = Mapping[str, Any]
"""Arguments as on the socket: validated JSON, without omitted members."""
_S = TypeVar("_S", bound="Service")
_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ConsentQuestion:
    """The question to a person before an order reduces protection."""

    order: str
    arguments: Arguments
    kind: str
    title: str
    detail: str
    asked_by: str
    risks: Sequence[Risk]
    target: str = ""


Ask = Callable[[ConsentQuestion], Awaitable[bool]]


def name_detail(arguments: Arguments) -> str:
    """Return the arguments, one per line."""
    return "\n".join(visible(f"{name:<8} {_argument_text(name, value)}") for name, value in arguments.items())


def _argument_text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if name in ("seconds", "idle"):
        return next(
            (f"{value / length:,.15g} {unit}" for unit, length in _UNITS if value >= length and value % length == 0),
            f"{value:,.15g} s",
        )
    if isinstance(value, float):
        return f"{value:.15g}"
    return json.dumps(value, ensure_ascii=False)


_UNITS = (("h", 3600), ("min", 60))


@dataclass(frozen=True)
class ServiceMethod:
    """A method of a service as known to the control socket."""

    name: str
    run: Callable[..., Awaitable[Any]]
    changes: bool
    service: type[Service] | None = None
    """The class of the method; set when the class is created."""
    title: Callable[..., str] | None = None
    """Returns what the person must accept first, or "". Takes the arguments of ``run``; may raise `RefusedError`."""
    detail: Callable[[Arguments], str] = name_detail
    """Returns what exactly the person is asked to accept."""
    risks: Callable[[Arguments], Sequence[Risk]] = lambda _arguments: ()
    target: Callable[[Arguments], str] = lambda _arguments: ""
    """Returns the command or URL that the change is about, or "". The window shows it in large type."""
    shown: Callable[..., Awaitable[str]] | None = None
    """Like ``detail``, if the arguments do not contain it. Takes the arguments of ``run``. The result must still be the
    same after the person has accepted.
    """
    subject: Callable[..., Arguments] | None = None
    """Returns what ``detail``, ``risks`` and ``target`` take instead of the arguments, if these only name it. Takes the
    arguments of ``run``. The result must still be the same after the person has accepted.
    """

    @property
    def kind(self) -> str:
        """The kind of the question to a person."""
        return self.service.kind if self.service is not None else ""

    @property
    def loosens(self) -> bool:
        """Whether the method may need a person's consent."""
        return self.title is not None

    @cached_property
    def _parameters(self) -> dict[str, inspect.Parameter]:
        return dict(list(inspect.signature(self.run).parameters.items())[1:])

    @cached_property
    def _types(self) -> dict[str, Any]:
        return typing.get_type_hints(self.run, include_extras=True)

    @cached_property
    def _only_parameter(self) -> str:
        """The name of the only parameter if it is a struct, whose members are then the arguments; otherwise ""."""
        name, *others = self._parameters or ("",)
        annotation = self._types.get(name)
        return name if not others and isinstance(annotation, type) and issubclass(annotation, msgspec.Struct) else ""

    @cached_property
    def arguments(self) -> type[msgspec.Struct]:
        """The struct to which the arguments are strictly converted."""
        if self._only_parameter:
            struct: type[msgspec.Struct] = self._types[self._only_parameter]
            return struct
        fields: list[Any] = [
            (name, self._types[name], *([] if each.default is each.empty else [each.default]))
            for name, each in self._parameters.items()
        ]
        return msgspec.defstruct(
            "Arguments", fields, kw_only=True, frozen=True, forbid_unknown_fields=True, omit_defaults=True
        )

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        result = _worded(msgspec.json.schema(self.arguments))
        parts = result.get("$defs", {})
        own = parts.pop(result["$ref"].rpartition("/")[2])
        for each in own["properties"].values():
            if "title" not in each:
                each["title"] = next(
                    (alternative["title"] for alternative in each.get("anyOf", ()) if "title" in alternative),
                    coded("services.expect_other_form"),
                )
        return {**own, "title": coded("services.expect_object"), "$defs": parts}

    def to_arguments(self, *args: Any, **kwargs: Any) -> Arguments:
        """Return the arguments of a call in this process in the form that they have on the socket.

        A number that no float equals stays a ``Decimal``, which `checked` refuses: as text, it would be another value.
        """
        if self._only_parameter:
            (argument,) = (*args, *kwargs.values())
        else:
            argument = self.arguments(**(dict(zip(self._parameters, args, strict=False)) | kwargs))
        arguments: Arguments = msgspec.to_builtins(argument, builtin_types=(Decimal,), enc_hook=encodable)
        return arguments

    def checked(self, arguments: Any) -> dict[str, Any]:
        """Return the method's parameters. Raises `RefusedError` with our text: a validator's can repeat a secret."""
        if jsonrpc.too_deep(arguments):
            too_deep = coded("gate.nested_too_deep_levels", limit=jsonrpc.MAX_DEPTH)
            raise RefusedError(coded("services.not_done", reason=too_deep))
        refuse_misfit(self.schema, arguments)
        try:
            json.dumps(arguments, ensure_ascii=False, default=_refuse_inexact).encode()
            struct = msgspec.convert(arguments, self.arguments)
        except msgspec.ValidationError:
            raise RefusedError(coded("services.argument_form", place=coded("services.its_arguments"))) from None
        except UnicodeEncodeError:
            raise RefusedError(coded("services.cannot_done_text_holds")) from None
        return {self._only_parameter: struct} if self._only_parameter else msgspec.structs.asdict(struct)


def _fits(schema: Mapping[str, Any], arguments: Any) -> bool:
    """Return whether the arguments match. False also for invalid Unicode and for values that JSON does not have.

    The library refuses coded texts, and its patterns are those of JSON Schema, in which ``$`` is Python's ``\\Z``.
    """
    plain = json.loads(json.dumps(schema).replace(r"\\Z", "$"))
    try:
        return jsonschema_rs.is_valid(plain, arguments)
    except (TypeError, ValueError):
        return False


def _refuse_inexact(number: object) -> None:
    """Refuse a ``Decimal``, the only value that JSON cannot represent here."""
    raise RefusedError(coded("services.not_done", reason=coded("gate.number_not_exact", number=str(number)[:60])))


def _asked_by(by: str) -> str:
    return coded("services.command_line") if by == COMMAND_LINE else by


def refuse_misfit(schema: Mapping[str, Any], arguments: Any) -> None:
    """Raise `RefusedError` if the arguments do not match the schema."""
    if _fits(schema, arguments):
        return
    import jsonschema  # slow to import, and needed only for this message

    error = next(jsonschema.Draft202012Validator(schema).iter_errors(arguments), None)
    if error is None:
        return
    place: str = ".".join(map(str, error.absolute_path)) or coded("services.its_arguments")
    match error.validator:
        case "additionalProperties":
            raise RefusedError(coded("services.argument_unknown_member", place=place))
        case "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            raise RefusedError(coded("services.argument_missing", place=place, missing=tuple(missing)))
        case _:
            if "title" not in error.schema:
                raise RefusedError(coded("services.argument_form", place=place))
            raise RefusedError(coded("services.argument_expected", place=place, expected=error.schema["title"]))


def _worded(schema: Any) -> Any:
    """Return a schema with the text of each title.

    A title is a code, or a text with arguments in the form of `to_wire` (see `toolguard.services.interface`).
    """
    if isinstance(schema, list):
        return [_worded(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: (_title(value) if name == "title" else None) or _worded(value) for name, value in schema.items()}


def _title(value: Any) -> str | None:
    if isinstance(value, str):
        return coded(value) if value in TEXTS else None
    return from_wire(value)


class MethodCaller(Protocol):
    """Performs declared methods for one caller: in this process, or in the running app."""

    async def perform(self, order: ServiceMethod, service: Service, arguments: Any, /) -> Any:
        """Run the order and return its result. Raises `RefusedError`, or what the caller declares."""


class MethodRunner:
    """Runs orders in this process. ``ask`` asks a person about loosening ones; without it they run at once."""

    def __init__(self, state: ServiceContext, ask: Ask | None = None) -> None:
        self.state = state
        self._ask = ask
        self._launches: list[tuple[ServerSpec, Launch]] = []

    def accepted(self) -> MethodRunner:
        """Return the runner of orders that are parts of an accepted one: it asks nobody, and has the same launches."""
        runner = MethodRunner(self.state)
        runner._launches = self._launches
        return runner

    async def launch(self, spec: ServerSpec) -> Launch:
        """Return the launch of a server as it was when this caller first read it, so that a secret is bound to the
        programs that a question showed, and not to those that replaced them while it waited.

        If the program is missing, only its settings are known; the rest is added when the secret is first released.
        """
        for launched_spec, launch in self._launches:
            if launched_spec == spec:
                return launch
        try:
            launch = await self.state.launches.of(spec)
        except UnreachableError:
            return outline(spec)
        self._launches.append((spec, launch))
        return launch

    async def perform(self, order: ServiceMethod, service: Service, arguments: Any) -> Any:
        """Run the order and return its result. Raises `RefusedError`; any other exception is a bug."""
        try:
            return await self._perform(order, service, arguments)
        except (ConfigError, KeychainError) as why:
            raise RefusedError(str(why)) from why
        except PresenceError as why:
            raise RefusedError(coded("services.not_done", reason=why)) from why
        except LogWriteError as why:
            raise RefusedError(coded("services.not_done_because_not", reason=why)) from why

    async def _perform(self, order: ServiceMethod, service: Service, arguments: Any) -> Any:
        parameters = order.checked(arguments)
        if order.changes and self.state.settings_unknown and service._needs_settings(parameters):
            raise RefusedError(self.state.settings_unknown)
        if order.title is not None:
            title = order.title(service, **parameters)
            if title and self._ask is not None:
                about = arguments if order.subject is None else order.subject(service, **parameters)
                shown = await order.shown(service, **parameters) if order.shown is not None else None
                detail = order.detail(about) if shown is None else shown
                if is_too_long(title, detail):
                    raise RefusedError(coded("services.question_too_long", limit=f"{MAX_LENGTH:,}"))
                question = ConsentQuestion(
                    order.name, arguments, service.kind, title, detail, _asked_by(self.state.by), order.risks(about),
                    order.target(about),
                )  # fmt: skip
                if not await self._ask(question):
                    raise RefusedError(coded("services.not_done_declined_nobody"))
                if order.subject is not None and about != order.subject(service, **parameters):
                    raise RefusedError(coded("services.not_done_asked_no"))
                if order.shown is not None and shown != await order.shown(service, **parameters):
                    raise RefusedError(coded("services.not_done_asked_no"))
            if title != order.title(service, **parameters):
                raise RefusedError(coded("services.not_done_asked_no"))
        return await order.run(service, **parameters)


class Service:
    """Methods about one noun. Subclasses declare the effect of each; `orders` lists them."""

    kind: ClassVar[str]
    """The kind of its questions: ``server``, ``sign-in``, ``rule``, ``secret``, ``client``, ``log``, ``status``."""
    orders: ClassVar[tuple[ServiceMethod, ...]]

    def __init__(self, caller: MethodCaller) -> None:
        self._caller = caller

    @property
    def caller(self) -> MethodRunner:
        """The runner in whose process the method runs."""
        assert isinstance(self._caller, MethodRunner)  # noqa: S101 - only methods that run here ask for it
        return self._caller

    def _needs_settings(self, _parameters: Arguments) -> bool:
        """Return whether a change waits until the accepted settings are known, as whether a person is asked depends on
        them.
        """
        return True

    @property
    def _state(self) -> ServiceContext:
        return self.caller.state

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        orders = []
        for name, member in vars(cls).items():
            if name.startswith("_") or not callable(member):
                continue
            order = getattr(member, "order", None)
            if not isinstance(order, ServiceMethod):
                raise TypeError(f"{cls.__name__}.{name} needs @reads, @changes, @loosens")
            owned = replace(order, service=cls)
            member.order = owned
            orders.append(owned)
        cls.orders = tuple(orders)


_Method = Callable[Concatenate[_S, _P], Coroutine[Any, Any, _T]]


def reads(name: str) -> Callable[[_Method[_S, _P, _T]], _Method[_S, _P, _T]]:
    """Declare a method that changes nothing."""

    def declare(run: _Method[_S, _P, _T]) -> _Method[_S, _P, _T]:
        return _declared(ServiceMethod(name, run, changes=False), run)

    return declare


def changes(name: str) -> Callable[[_Method[_S, _P, _T]], _Method[_S, _P, _T]]:
    """Declare a method that changes something and never reduces protection."""

    def declare(run: _Method[_S, _P, _T]) -> _Method[_S, _P, _T]:
        return _declared(ServiceMethod(name, run, changes=True), run)

    return declare


def loosens(
    name: str, title: Callable[Concatenate[_S, _P], str], *,
    detail: Callable[[Arguments], str] = name_detail,
    risks: Callable[[Arguments], Sequence[Risk]] = lambda _arguments: (),
    target: Callable[[Arguments], str] = lambda _arguments: "",
    shown: Callable[Concatenate[_S, _P], Awaitable[str]] | None = None,
    subject: Callable[Concatenate[_S, _P], Arguments] | None = None,
) -> Callable[[_Method[_S, _P, _T]], _Method[_S, _P, _T]]:  # fmt: skip
    """Declare a method that may reduce protection. ``title`` returns what the person must accept first, or ""."""

    def declare(run: _Method[_S, _P, _T]) -> _Method[_S, _P, _T]:
        method = ServiceMethod(
            name,
            run,
            changes=True,
            title=title,
            detail=detail,
            risks=risks,
            target=target,
            shown=shown,
            subject=subject,
        )
        return _declared(method, run)

    return declare


def declaration(method: Callable[..., Any]) -> ServiceMethod:
    """Return the declaration of a service's method."""
    order: ServiceMethod = method.order  # type: ignore[attr-defined]
    return order


def _declared(order: ServiceMethod, run: _Method[_S, _P, _T]) -> _Method[_S, _P, _T]:
    @wraps(run)
    async def called(service: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        declared: ServiceMethod = called.order  # type: ignore[attr-defined]
        answer: _T = await service._caller.perform(declared, service, declared.to_arguments(*args, **kwargs))
        return answer

    called.order = order  # type: ignore[attr-defined]
    return called
