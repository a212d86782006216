"""Options that several commands share, and what all of them do with a file that cannot be used."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from scoring.bounds import SIZES
from scoring.explain import regulations_sentence
from scoring.regulations import DEFAULT, PRESETS, Regulations, as_dict, from_dict, regulations_problems

T = TypeVar("T")
LONGEST_FILE = 1_000_000  # bytes of a document of regulations or of a table


class Unusable(Exception):  # noqa: N818 - what was given cannot be used; the program is not in error
    """The command cannot begin, or go on; `reasons` are sentences."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


def called(file: str) -> str:
    """What a file is called in a message."""
    return "standard input" if file == "-" else file


def refuse_utf16(name: str, beginning: bytes) -> None:
    """Unusable where a text begins as UTF-16 does: with its mark, or with zeros between the letters."""
    if beginning.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in beginning.partition(b"\n")[0]:
        raise Unusable(f'{name}: this is UTF-16, not UTF-8: save it again, in Excel as "CSV UTF-8".')


def as_text(name: str, text: bytes) -> str:
    """A short text in UTF-8. Unusable, with the line of what is something else."""
    refuse_utf16(name, text)
    if len(text) > LONGEST_FILE:
        raise Unusable(f"{name}: longer than {LONGEST_FILE} bytes.")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise Unusable(f"{name}, line {line}: the byte {text[error.start]:02x} is no UTF-8.") from error


def add_regulations(parser: ArgumentParser) -> None:
    """`--regulations`, read by `regulations_of`."""
    parser.add_argument(
        "--regulations",
        default=DEFAULT,
        metavar="PRESET|FILE.json",
        help=f"the code of play: {', '.join(PRESETS)}, or a file of the same form as as_dict() writes "
        "(default: %(default)s)",
    )


def add_players(parser: ArgumentParser) -> None:
    """`--players`."""
    parser.add_argument(
        "--players",
        type=int,
        choices=tuple(SIZES),
        default=4,
        help="players at the table (default: %(default)s)",
    )


def regulations_of(options: Namespace) -> Regulations:
    """The regulations asked for. Unusable, with every reason, where they are not to be had."""
    if options.regulations in PRESETS:
        return PRESETS[options.regulations]
    if not options.regulations.endswith(".json"):
        presets = ", ".join(PRESETS)
        raise Unusable(
            f"no regulations are called {options.regulations!r}: {presets}, or a file named *.json."
        )
    return read_document(Path(options.regulations), _regulations)


def read_document(path: Path, read: Callable[[Any], T]) -> T:
    """What `read` makes of a JSON document. Unusable where it cannot be opened, or is something else."""
    try:
        with path.open("rb") as document:
            text = document.read(LONGEST_FILE + 1)
        if len(text) > LONGEST_FILE:
            raise Unusable(f"longer than {LONGEST_FILE} bytes.")
        return read(json.loads(text))
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror or error}.") from error
    except json.JSONDecodeError as error:
        raise Unusable(f"{path}, line {error.lineno}, character {error.colno}: {error.msg}.") from error
    except KeyError as error:
        raise Unusable(f"{path}: {error.args[0]!r} is missing.") from error
    except (AttributeError, ArithmeticError, RecursionError, TypeError, ValueError) as error:
        raise Unusable(f"{path}: not such a document: {error}.") from error
    except Unusable as error:
        raise Unusable(*(f"{path}: {reason}" for reason in error.reasons)) from error


def _regulations(plain: Any) -> Regulations:
    wrong = tuple(_wrong_figures(plain))
    if wrong:
        raise Unusable(*wrong)
    regulations = from_dict(plain)
    found = regulations_problems(regulations)
    if found:
        raise Unusable(*map(regulations_sentence, found))
    return regulations


def _wrong_figures(plain: Any) -> Iterator[str]:
    """What is no figure of regulations, or has the wrong type; JSON knows none of them by itself."""
    if not isinstance(plain, dict):
        yield "not a table of figures by name."
        return
    model = as_dict(PRESETS[DEFAULT])
    for name, value in plain.items():
        if name not in model:
            yield f"{name}: no regulations have such a figure."
            continue
        type_ = type(model[name]) if isinstance(model[name], bool | str) else int
        for place, leaf in _leaves(name, value):
            may_be_none = leaf is None and name in {"shapes", "default_target"}
            if type(leaf) is not type_ and not may_be_none:
                yield f"{place}: {json.dumps(leaf)} is no {_TYPES[type_]}."


_TYPES: Mapping[type, str] = {bool: "true or false", str: "word", int: "whole number"}


def _leaves(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(f"{place}, {key}", inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(place, inner)
    else:
        yield place, value
