"""When two written names are the same person, and when they are near enough to ask."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

PARTICLES = frozenset(
    {
        "d",
        "da",
        "dal",
        "dalla",
        "dalle",
        "de",
        "degli",
        "dei",
        "del",
        "della",
        "delle",
        "delli",
        "dello",
        "di",
    }
    | {"la", "le", "li", "lo", "van", "von", "der", "den"}
)
MOST_CANDIDATES = 5
SHORTEST_LIKE = 6  # letters: shorter names differ by one letter too often to be worth a question
_APOSTROPHES = re.compile(r"['’‘`´]")
_NOT_WORD = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """The text without accents, case, apostrophes and signs: "D’Angelò  Mária" → "dangelo maria"."""
    plain = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return _NOT_WORD.sub(" ", plain.casefold()).strip()


@dataclass(frozen=True, slots=True)
class Name:
    """A surname and a name as somebody wrote them; a code or a nickname is a surname alone."""

    last: str
    first: str = ""

    def __str__(self) -> str:
        return f"{self.last} {self.first}".strip()

    @property
    def folded(self) -> str:
        return fold(str(self))


def split_name(text: str, *, name_first: bool = False) -> Name:
    """Part a written name: "De Luca Anna Maria" → De Luca, Anna Maria. A comma or one word leaves no doubt.

    `name_first` reads "Anna Maria De Luca": the last word is the surname, with the particles before it.
    """
    if "," in text:
        last, first = text.split(",", 1)
        return Name(" ".join(last.split()), " ".join(first.split()))
    words = text.split()
    if name_first:
        cut = max(len(words) - 1, 0)
        while cut > 1 and words[cut - 1].casefold().rstrip("'’") in PARTICLES:
            cut -= 1
        return Name(" ".join(words[cut:]), " ".join(words[:cut]))
    cut = 1
    while cut < len(words) and words[cut - 1].casefold().rstrip("'’") in PARTICLES:
        cut += 1
    return Name(" ".join(words[:cut]), " ".join(words[cut:]))


@dataclass(frozen=True, slots=True)
class KnownName:
    """Somebody on the club's list; `person_id` is her key."""

    person_id: int
    last: str
    first: str

    def __str__(self) -> str:
        return f"{self.last} {self.first}".strip()


class NameIndex:
    """The club's list, asked by name. Names with a figure in them are codes: one is never like another."""

    def __init__(self, names: Iterable[KnownName]) -> None:
        self.names = tuple(names)
        self.by_id = {name.person_id: name for name in self.names}

    def exact(self, name: Name) -> tuple[KnownName, ...]:
        """Everybody of exactly this name, accents and case aside; two when there are namesakes."""
        return tuple(self._by_full.get(name.folded, ()))

    def near(self, name: Name) -> tuple[KnownName, ...]:
        """Who may be meant though the name is written otherwise, at most five.

        One letter more, fewer, different or exchanged; words in another order or parted otherwise; a name
        missing or shortened behind the same surname.
        """
        folded = name.folded
        if any(sign.isdigit() for sign in folded):
            return ()
        found = [
            known
            for known in self._by_last.get(fold(name.last), ())
            if _shortened(fold(known.first), fold(name.first))
        ]
        for key in _keys(folded):
            found += self._by_key.get(key, ())
        others = {known.person_id: known for known in found if fold(str(known)) != folded}
        return tuple(others.values())[:MOST_CANDIDATES]

    def starting(self, text: str, limit: int = MOST_CANDIDATES) -> tuple[KnownName, ...]:
        """Names some of whose words begin with each word typed: "ros an" finds Rossi Anna."""
        words = fold(text).split()
        if not words:
            return ()
        found: list[KnownName] = []
        for known, parts in self._words:
            if all(any(part.startswith(word) for part in parts) for word in words):
                found.append(known)
                if len(found) == limit:
                    break
        return tuple(found)

    @cached_property
    def _by_full(self) -> dict[str, list[KnownName]]:
        return _grouped((fold(str(known)), known) for known in self.names)

    @cached_property
    def _by_last(self) -> dict[str, list[KnownName]]:
        return _grouped((fold(known.last), known) for known in self.names)

    @cached_property
    def _by_key(self) -> dict[str, list[KnownName]]:
        return _grouped((key, known) for known in self.names for key in _keys(fold(str(known))))

    @cached_property
    def _words(self) -> list[tuple[KnownName, list[str]]]:
        return [(known, fold(str(known)).split()) for known in self.names]


def _grouped(pairs: Iterable[tuple[str, KnownName]]) -> dict[str, list[KnownName]]:
    groups: dict[str, list[KnownName]] = defaultdict(list)
    for key, known in pairs:
        groups[key].append(known)
    return groups


def _keys(folded: str) -> set[str]:
    """What two like names have in common: their sorted words, or their letters with at most one left out."""
    if any(sign.isdigit() for sign in folded):
        return set()
    letters = folded.replace(" ", "")
    keys = {" ".join(sorted(folded.split())), letters}
    if len(letters) >= SHORTEST_LIKE:
        keys |= {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
    return keys


def _shortened(one: str, other: str) -> bool:
    """Whether one name is missing or a beginning of the other: "A." and "Anna"."""
    return one != other and (one.startswith(other) or other.startswith(one))
