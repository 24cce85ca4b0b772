"""What the commands share: exit codes for errors, types of values, options."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from khand.errors import InputError, KhandError, OptionError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

FILE = click.Path(allow_dash=True, readable=False)
"""A file or folder; one that cannot be read is a failure among others, not wrong usage."""

F = TypeVar("F", bound=Callable[..., Any] | click.Command)


class Command(click.Command):
    """A command that turns khand's errors into messages: exit code 1 for a bad input, 2 for wrong usage."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a negative number is named as such, and not taken for an option that there is not."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            negative = [
                one for one in given if one.startswith(error.option_name) and parse_whole(one) is not None
            ]
            if not negative:
                raise
            raise click.UsageError(f"{negative[0]}: must be a whole number from 0 up", ctx) from error

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
            message = re.sub(rf"(?<![\w-]){parameter.name}=", f"{parameter.opts[-1]} ", message)
    return with_option_names(message, command)


def with_option_names(text: str, command: click.Command) -> str:
    """A text with the options' names for settings of more than one word; file names that look so stay."""
    for name, option in option_names(command).items():
        text = re.sub(rf"(?<![\w./-]){name}(?![\w/-]|\.\w)", option, text)
    return text


def option_names(command: click.Command) -> dict[str, str]:
    """The options for settings of more than one word, which cannot be mistaken for ordinary words."""
    return {
        parameter.name: parameter.opts[-1]
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.name and "_" in parameter.name
    }


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
    """The completions that a shell offers: the names that begin with what is typed, each put after `before`."""
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


def number_option(
    *names: str, default: int, help: str, metavar: str = "N"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command an option that takes a whole number; its default is shown in the help."""
    return click.option(
        *names, type=whole_number, metavar=metavar, default=default, show_default=True, help=help
    )


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
        help="The embedding model: sets price and tokenizer, and warns of chunks longer than it reads (`khand models` lists them).",
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


def encoding_option(command: F) -> F:
    """Give a command the option ``--encoding``."""
    return click.option(
        "--encoding", metavar="NAME", help="Encoding of files without a byte order mark.  [default: utf-8]"
    )(command)


def echo_json(figures: object) -> None:
    """Print figures as indented JSON."""
    click.echo(json.dumps(figures, ensure_ascii=False, indent=2))
