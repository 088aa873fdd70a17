"""Typed messages: a message names its reply type, a client's method is a message that is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, TypeVar

__all__ = ["Ask", "Client", "Message", "Tell", "asks", "tells"]

R = TypeVar("R")
P = ParamSpec("P")


class Message(Generic[R]):
    """The base of all messages; `R` is what an ask of it is answered with.

    Subclasses are frozen, slotted dataclasses. The class keyword `method` names the method of the receiving
    structure that the message stands for; without it the actor needs a handler of its own.
    """

    __slots__ = ()

    method: ClassVar[str] = ""

    def __init_subclass__(cls, *, method: str | None = None, **rest: Any) -> None:
        # `dataclass(slots=True)` makes the class a second time, without class keywords: the value it took over
        # in its namespace must then stand.
        super().__init_subclass__(**rest)
        if method is not None:
            cls.method = method


class Ask(Protocol):
    """Delivers a message to one structure and waits for the reply."""

    def __call__(self, message: Message[R], /) -> R:
        """Return the reply, or raise what the structure raised."""
        ...


class Tell(Protocol):
    """Delivers a message to one structure and does not wait."""

    def __call__(self, message: Message[Any], /) -> None:
        """Send the message."""
        ...


class Client:
    """One structure as others see it; subclasses are tables of `asks` and `tells`.

    Args:
        ask: delivers a question to it.
        tell: delivers a notification to it; without it, `tells` methods raise TypeError.

    """

    __slots__ = ("_ask", "_tell")

    def __init__(self, ask: Ask, tell: Tell | None = None) -> None:
        self._ask = ask
        self._tell = tell


def asks(message: Callable[P, Message[R]]) -> Callable[Concatenate[Any, P], R]:
    """Return a client method that asks `message`, with the message's own parameters and reply type."""

    def method(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return client._ask(message(*args, **kwargs))  # noqa: SLF001

    method.__doc__ = message.__doc__
    return method


def tells(message: Callable[P, Message[Any]]) -> Callable[Concatenate[Any, P], None]:
    """Return a client method that tells `message`, with the message's own parameters."""

    def method(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if client._tell is None:  # noqa: SLF001
            raise TypeError(f"{type(client).__name__} was made without `tell`; it can only ask")
        client._tell(message(*args, **kwargs))  # noqa: SLF001

    method.__doc__ = message.__doc__
    return method
