"""What the commands share: errors to exit codes, types of values, figures in columns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from khand.errors import InputError, KhandError, OptionError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any] | click.Command)
Row = tuple[str, str] | tuple[str, str, str]


class Command(click.Command):
    """A command that turns khand's errors into messages: exit code 1 for a bad input, 2 for wrong usage."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            raise click.ClickException(in_options(str(error), self)) from error
        except OptionError as error:
            raise click.UsageError(in_options(str(error), self), ctx) from error
        except KhandError as error:
            raise click.UsageError(str(error), ctx) from error
        except BrokenPipeError:
            raise  # click ends quietly: whoever reads has read enough
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}") from error

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they stand, not as a paragraph."""
        if self.epilog:
            formatter.write("\n")
            with formatter.section("Examples"):
                for line in self.epilog.strip().splitlines():
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def in_options(message: str, command: click.Command) -> str:
    """A library's message with the options' names for the settings': ``--min-size 5`` for ``min_size=5``."""
    for parameter in command.params:
        if parameter.name == "encoding":
            message = message.replace("say which encoding it is", "name its encoding with --encoding")
        if isinstance(parameter, click.Option) and parameter.name:
            message = re.sub(rf"\b{parameter.name}=", f"{parameter.opts[0]} ", message)
    return message


def whole_number(value: object) -> int:
    """Read an option that is a whole number; 10,000 and 10_000 are the same as 10000."""
    found = parse_whole(value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not a whole number")
    return found


def number_or_share(value: object) -> int | str:
    """Read an overlap; what is not a number is left to the setting's own check, which says what is allowed."""
    found = parse_whole(value)
    return str(value) if found is None else found


def price_or_model(value: object) -> float:
    """Read a price, or look up the published price of a model."""
    if isinstance(value, int | float):
        return float(value)
    from khand.cli.models_known import known_model

    try:
        return float(str(value))
    except ValueError:
        pass
    try:
        model = known_model(str(value))
    except OptionError as error:
        raise click.BadParameter(f"{value!r} is neither a number nor a model: {error}") from None
    if model.price is None:
        raise click.BadParameter(f"no price is known for {model.name}; give one")
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta["khand.priced"] = model
    return model.price


def parse_whole(value: object) -> int | None:
    """
    A whole number as people write it, in the digits of any script, or None.

    >>> [parse_whole(text) for text in ("10000", "10,000", "10_000", "-3", "१००००", "1,00", "6.5")]
    [10000, 10000, 10000, -3, 10000, None, None]

    """
    text = str(value).strip()
    if not re.fullmatch(r"[-+]?(\d{1,3}(,\d{3})+|\d+(_\d+)*)", text):
        return None
    return int(text.replace(",", ""))


def complete_names(names: Iterable[str], incomplete: str, *, before: str = "") -> list[CompletionItem]:
    """What the shell offers: the names that begin so, each after what is typed `before`."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(before + name) for name in names if name.startswith(incomplete)]


def _complete_price(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from khand.models import models

    return complete_names([model.name for model in models() if model.price is not None], incomplete)


def _complete_tokenizer(
    _ctx: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """A name, or the shell's own completion of a file."""
    from click.shell_completion import CompletionItem

    from khand.tokenizers import known_tokenizers

    return [*complete_names(known_tokenizers(), incomplete), CompletionItem(incomplete, type="file")]


def _complete_language(
    _ctx: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from khand.segmentation.language import known_languages

    return complete_names(known_languages(), incomplete)


def price_option(command: F) -> F:
    """Give a command the option ``--price``."""
    return click.option(
        "--price",
        type=price_or_model,
        metavar="PRICE|MODEL",
        shell_complete=_complete_price,
        help="Price of one million tokens, in any currency; or a model whose published price khand knows "
        "(text-embedding-3-small; `khand models` lists them).",
    )(command)


def model_option(command: F) -> F:
    """Give a command the option ``--model``: its price and tokenizer stand in for options that are not given."""
    return click.option(
        "--model",
        metavar="NAME",
        is_eager=True,
        expose_value=False,
        callback=_use_model,
        shell_complete=_complete_model,
        help="The embedding model: gives its price and tokenizer, and its limit is minded (`khand models` lists them).",
    )(command)


def _use_model(ctx: click.Context, option: click.Parameter, name: str | None) -> None:
    if name is None:
        return
    from khand.cli.models_known import defaults_of, known_model

    try:
        model = known_model(name)
    except KhandError as error:
        raise click.BadParameter(str(error), ctx, option) from error
    ctx.meta["khand.model"] = model
    ctx.default_map = {**(ctx.default_map or {}), **defaults_of(model)}


def _complete_model(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from khand.models import models

    return complete_names([model.name for model in models()], incomplete)


def language_option(help: str) -> Callable[[F], F]:
    """Give a command the option ``--language``."""
    return click.option("--language", metavar="CODE", shell_complete=_complete_language, help=help)


def json_option(command: F) -> F:
    """Give a command the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(command)


def tokenizer_option(command: F) -> F:
    """Give a command the option ``--tokenizer``."""
    return click.option(
        "--tokenizer",
        default="cl100k_base",
        show_default=True,
        metavar="NAME",
        shell_complete=_complete_tokenizer,
        help="The embedding model's tokenizer: a name that `khand tokenizers` lists, or the path of a tokenizer.json.",
    )(command)


def echo_json(figures: object) -> None:
    """Print figures as indented JSON."""
    click.echo(json.dumps(figures, ensure_ascii=False, indent=2))


def columns(rows: Iterable[Row]) -> str:
    """
    Rows of a name, a figure and perhaps a remark, aligned.

    >>> print(columns([("Chunks", "23"), ("Repeated", "1,408", "12.3 %")]))
    Chunks       23
    Repeated  1,408  12.3 %

    """
    filled = [(*row, "")[:3] for row in rows]
    name_width = max(len(row[0]) for row in filled)
    figure_width = max(len(row[1]) for row in filled)
    return "\n".join(
        f"{name:<{name_width}}  {figure:>{figure_width}}  {remark}".rstrip()
        for name, figure, remark in filled
    )


def number(value: float, *, estimated: bool = False) -> str:
    """
    A figure with thousands apart, one decimal where it is not whole, and ``≈`` where it is an estimate.

    >>> number(11408), number(53.52), number(1001, estimated=True)
    ('11,408', '53.5', '≈1,001')

    """
    # the format of a float would round a large whole number
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.{0 if value.is_integer() else 1}f}"
    return f"≈{shown}" if estimated else shown


def counted(count: float, name: str, *, estimated: bool = False) -> str:
    """
    A figure with its noun.

    >>> counted(1, "token"), counted(2, "chunk", estimated=True)
    ('1 token', '≈2 chunks')

    """
    return f"{number(count, estimated=estimated)} {name}" + ("" if count == 1 else "s")


def percent(share: float) -> str:
    """
    A share as a percentage with one decimal, never shown as nothing when it is something.

    >>> percent(0.1234), percent(0.0), percent(0.00001)
    ('12.3 %', '0 %', '<0.1 %')

    """
    if share == 0:
        return "0 %"
    return f"{share * 100:.1f} %" if share >= 0.0005 else "<0.1 %"
