"""Posts to the desk and to the bare view, in turns, through the whole of Django."""

import random
import time
from statistics import median
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from scoring.hands import Layer
from scoring.samples import random_match
from tests.evenings import make_evening, open_round
from tournaments.formats import match_format, regulations_of
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Round

PAIRS = 240
WARNINGS = "V13 V18"


def _evening(hands: int, user: User) -> Round:
    club = Club.objects.create(name=f"Prova {hands}", slug=f"prova-{hands}", town="Prova")
    Role.objects.create(club=club, user=user, kind=RoleKind.SCORER)
    evening = make_evening(club, entries=PAIRS, programme="4m")
    Phase.objects.filter(tournament=evening).update(hands=hands)
    return open_round(evening, 1)


def _slip(match: Match, rng: random.Random) -> dict[str, str]:
    """What the form sends in quick mode."""
    phase = match.round.phase
    hands = random_match(rng, regulations_of(phase.tournament), match_format(phase), Layer.QUICK)
    figures = {
        f"h{number}_{line}_{name}": str(getattr(side, name))
        for number, hand in enumerate(hands, 1)
        for line, side in zip(("NS", "EW"), hand.sides, strict=True)
        for name in ("base", "points")
    }
    return {"seen": "0", "confirm": WARNINGS, **figures}


def _posted(client: Client, url: str, data: dict[str, Any], expected: int) -> float:
    body = urlencode(data)
    start = time.perf_counter()
    response = client.post(url, body, content_type="application/x-www-form-urlencoded")  # as a browser does
    taken = time.perf_counter() - start
    assert response.status_code == expected, (response.status_code, data)
    return taken


def _saves(client: Client, tournament: Tournament, round_: Round) -> tuple[list[float], list[float]]:
    """Every table of the round saved, each after one post to the bare view."""
    rng = random.Random(7)
    bare, saved = [], []
    matches = round_.matches.active().select_related("round__phase__tournament")
    for number, match in enumerate(matches, 1):
        url = reverse("tournaments:match_desk", args=[tournament.pk, match.pk])
        bare.append(_posted(client, "/bare/", {"pk": tournament.pk, "number": number}, 204))
        saved.append(_posted(client, url, _slip(match, rng), 302))
        client.cookies.pop("messages", None)  # the page that a browser goes on to says it and takes it away
    return bare[10:], saved[10:]  # the first ones warm caches on both sides


def measure() -> tuple[float, float, float]:
    """Median seconds of the bare view, of a match of one hand, and of one of four."""
    user = User.objects.create_user("segnapunti@prova.example", "una parola lunga")
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    one, four = _evening(1, user), _evening(4, user)
    bare, hand = _saves(client, one.tournament, one)
    also_bare, slip = _saves(client, four.tournament, four)
    return median(bare + also_bare), median(hand), median(slip)
