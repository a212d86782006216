"""Penalties through their page and their file: who may get one, who gave it, what the final leaves."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, Cast
from tests.evenings import A_THURSDAY
from tests.tournaments.desk.test_pages import in_english
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round
from tournaments.models.scores import Penalty


def penalty_data(round_: Round, **facts: Any) -> dict[str, Any]:
    entry = round_.tournament.entries.get(number=1)
    return {"entry": str(entry.pk), "round": "1", "vp": "", "mp": "100", "reason": "Ritardo", **facts}


def test_the_referee_gives_and_revokes_a_penalty(client: Client, cast: Cast, playing: Round) -> None:
    referee = in_english(client, cast, REFEREE)
    url = reverse("tournaments:penalties", args=[playing.tournament_id])
    for _press in range(2):
        page = referee.post(url, penalty_data(playing), follow=True).content.decode()
    assert "−100" in page
    penalty = Penalty.objects.get()
    assert (penalty.vp, penalty.mp) == (0, -100)
    referee.post(reverse("tournaments:penalty_revoke", args=[playing.tournament_id, penalty.pk]))
    assert "revoked at" in referee.get(url).content.decode()


def test_only_who_plays_is_offered_for_a_penalty(client: Client, cast: Cast, playing: Round) -> None:
    playing.tournament.entries.filter(number=1).update(state=Entry.State.CANCELLED)
    referee, url = (
        in_english(client, cast, REFEREE),
        reverse("tournaments:penalties", args=[playing.tournament_id]),
    )
    page = referee.get(url).content.decode()
    members = playing.tournament.entries.values_list("number", "members__person__last_name")
    offered = {number for number, name in members if name in page}
    assert offered == {2, 3, 4}
    assert "Choose who plays or has played" in referee.post(url, penalty_data(playing)).content.decode()
    assert not Penalty.objects.exists()


def test_after_the_final_penalties_are_only_read(client: Client, cast: Cast, playing: Round) -> None:
    referee, url = (
        in_english(client, cast, REFEREE),
        reverse("tournaments:penalties", args=[playing.tournament_id]),
    )
    referee.post(url, penalty_data(playing))
    Tournament.objects.update(state=Tournament.State.FINAL)
    page = referee.get(url).content.decode()
    late = referee.post(url, penalty_data(playing, reason="Altro")).content.decode()
    for shown in (page, late):
        assert "The standings are final: penalties do not change any more." in shown
        assert "−100" in shown
        assert "Revoke" not in shown
    assert "Write the penalty" not in page
    assert 'value="Altro"' in late, "what was typed too late was lost"
    assert Penalty.objects.count() == 1


def test_who_gave_a_penalty_and_when_stands_in_words(client: Client, cast: Cast, playing: Round) -> None:
    referee = in_english(client, cast, REFEREE)
    url = reverse("tournaments:penalties", args=[playing.tournament_id])
    referee.post(url, penalty_data(playing))
    Penalty.objects.update(at=A_THURSDAY, revoked_at=A_THURSDAY)  # 20.45 in London, 21.45 in Rome
    page = referee.get(url).content.decode()
    assert "Ranuncolo Tullio, 21.45" in page
    file = referee.get(reverse("tournaments:penalties_csv", args=[playing.tournament_id])).content.decode()
    (line,) = file.splitlines()[1:]
    assert line.split(";")[-3:] == ["Ranuncolo Tullio", "26/11/2026 21.45", "26/11/2026 21.45"]
    assert not any("@" in text for text in (page.partition("<main")[2], file))


def test_a_penalty_that_takes_nothing_says_so(client: Client, cast: Cast, playing: Round) -> None:
    url = reverse("tournaments:penalties", args=[playing.tournament_id])
    page = in_english(client, cast, REFEREE).post(url, penalty_data(playing, mp="0")).content.decode()
    assert "write how many" in page
    assert not Penalty.objects.exists()
