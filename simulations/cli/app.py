"""The command's frame: options that all verbs share, and how errors end."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from brain.errors import BrainError, ConfigError, InvalidInputError, NotFoundError
from simulations.cli import effects, mind, report, run, sweep

__all__ = ["main"]

# Typer carries its own copy of click and shows only the leaves of its errors.
_UsageError: Any = typer.BadParameter.__base__
_INTERRUPTED = 130  # what Typer makes of Ctrl-C

app = typer.Typer(
    name="brain",
    help="A brain of actors over one durable memory: run scenarios, remember, recall, ask.",
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.command("scenarios")(run.scenarios)
app.command("report")(report.report)
app.command("trace")(report.trace)
app.command("sweep")(sweep.sweep)
app.command("effects")(effects.effects)
app.command("remember")(mind.remember)
app.command("recall")(mind.recall)
app.command("ask")(mind.ask)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib import metadata

        typer.echo(f"brain {metadata.version('actor-brain')}")
        raise typer.Exit


@app.callback()
def _frame(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """A brain of actors over one durable memory: run scenarios, remember, recall, ask."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command; exit with 0 if done, 1 if it failed, 2 if it was called wrongly."""
    try:
        status = app(standalone_mode=False) or 0
        if status == _INTERRUPTED:
            status = _failed("interrupted", 1)
    except _UsageError as error:
        status = _failed(error.format_message(), 2)
    except (KeyboardInterrupt, typer.Abort):
        status = _failed("interrupted", 1)
    except BrokenPipeError:
        # Whoever read our output has gone away; there is nobody left to tell.
        sys.stderr.close()
        status = 1
    except (InvalidInputError, ConfigError, NotFoundError) as error:
        status = _failed(str(error), 2)
    except BrainError as error:
        status = _failed("interrupted" if _follows_an_interrupt(error) else str(error), 1)
    sys.exit(status)


def _follows_an_interrupt(error: BaseException | None) -> bool:
    """Tell whether an error came up while Ctrl-C was being dealt with: then Ctrl-C is what happened."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _failed(message: str, status: int) -> int:
    line = " ".join(message.split())
    print(f"brain: {line}".encode(errors="replace").decode(), file=sys.stderr)  # noqa: T201
    return status
