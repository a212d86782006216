"""Invitations: a link that expires, works once and is kept only as a hash."""

import datetime
import re

import pytest
from django.conf import settings
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language

from clubs.invitations import accept_invitation, invite, send_again, token_of, withdraw
from clubs.models.rights import Invitation, Role, RoleKind
from clubs.models.users import User
from clubs.tasks import send_invitation
from config.celery import app
from tests.cast import PASSWORD, PRESIDENT, SECRETARY, STRANGER, TREASURER, Cast

NOW = datetime.datetime(2026, 11, 30, 21, 0, tzinfo=datetime.UTC)
WEEK = datetime.timedelta(days=7)
SECOND = datetime.timedelta(seconds=1)


@pytest.fixture
def invitation(cast: Cast) -> Invitation:
    return send(cast)


def send(cast: Cast, at: datetime.datetime = NOW, kind: str = RoleKind.REFEREE) -> Invitation:
    return invite(club=cast.club, email="Nuova@prova.example", kind=kind, by=cast.users[SECRETARY], at=at)


def test_the_token_is_not_in_the_row(invitation: Invitation) -> None:
    token = token_of(invitation)
    assert token not in {str(value) for value in Invitation.objects.values().get().values()}
    assert len(token) == 64


def test_an_invitation_gives_its_role_once(invitation: Invitation, cast: Cast) -> None:
    user = cast.users[STRANGER]
    role = accept_invitation(token=token_of(invitation), user=user, at=NOW + WEEK - SECOND)
    assert (role.user, role.kind, role.granted_by) == (user, RoleKind.REFEREE, cast.users[SECRETARY])
    assert accept_invitation(token=token_of(invitation), user=user, at=NOW) == role
    with pytest.raises(ValidationError, match="already been used"):
        accept_invitation(token=token_of(invitation), user=cast.users[TREASURER], at=NOW)


def test_who_lost_the_role_does_not_get_it_back_by_the_old_link(invitation: Invitation, cast: Cast) -> None:
    user = cast.users[STRANGER]
    accept_invitation(token=token_of(invitation), user=user, at=NOW).delete()
    with pytest.raises(ValidationError, match="already been used"):
        accept_invitation(token=token_of(invitation), user=user, at=NOW)
    assert not Role.objects.filter(user=user).exists()


def test_an_expired_link_is_refused_with_a_sentence(invitation: Invitation, cast: Cast) -> None:
    with pytest.raises(ValidationError, match="expired"):
        accept_invitation(token=token_of(invitation), user=cast.users[STRANGER], at=NOW + WEEK)


def test_a_withdrawn_link_is_refused_with_a_sentence(invitation: Invitation, cast: Cast) -> None:
    withdraw(invitation=invitation, by=cast.users[SECRETARY], at=NOW)
    withdraw(invitation=invitation, by=cast.users[SECRETARY], at=NOW)
    with pytest.raises(ValidationError, match="withdrawn"):
        accept_invitation(token=token_of(invitation), user=cast.users[STRANGER], at=NOW)


@pytest.mark.parametrize("token", ["", "x", "0" * 64, "\x00", "é"])
def test_an_unknown_link_is_not_found(token: str, cast: Cast) -> None:
    with pytest.raises(Http404):
        accept_invitation(token=token, user=cast.users[STRANGER], at=NOW)


def test_inviting_twice_is_one_row_and_one_link(invitation: Invitation, cast: Cast) -> None:
    assert token_of(send(cast, NOW + SECOND)) == token_of(invitation)
    assert Invitation.objects.count() == 1


def test_an_expired_invitation_is_made_new_and_the_old_link_stays_dead(
    invitation: Invitation, cast: Cast
) -> None:
    old = token_of(invitation)
    new = send(cast, NOW + WEEK)
    assert (new.pk, new.expires_at) == (invitation.pk, NOW + 2 * WEEK)
    with pytest.raises(Http404):
        accept_invitation(token=old, user=cast.users[STRANGER], at=NOW + WEEK)


def test_after_a_withdrawal_a_new_link_differs_from_the_old(invitation: Invitation, cast: Cast) -> None:
    withdraw(invitation=invitation, by=cast.users[SECRETARY], at=NOW)
    assert token_of(send(cast)) != token_of(invitation)


def test_a_secretary_neither_invites_a_president_nor_withdraws_her(cast: Cast) -> None:
    with pytest.raises(PermissionDenied):
        send(cast, kind=RoleKind.PRESIDENT)
    by_president = invite(
        club=cast.club, email="p@prova.example", kind="president", by=cast.users[PRESIDENT], at=NOW
    )
    with pytest.raises(PermissionDenied):
        withdraw(invitation=by_president, by=cast.users[SECRETARY], at=NOW)


def test_a_secretary_does_not_see_the_link_that_makes_a_president(cast: Cast, client: Client) -> None:
    president = invite(
        club=cast.club, email="p@prova.example", kind="president", by=cast.users[PRESIDENT], at=NOW
    )
    referee = send(cast)
    Invitation.objects.update(expires_at=datetime.datetime(2100, 1, 1, tzinfo=datetime.UTC))
    client.force_login(cast.users[SECRETARY])
    page = client.get(reverse("clubs:rights", args=[cast.club.slug])).content.decode()
    assert "p@prova.example" in page
    assert token_of(president) not in page
    assert token_of(referee) in page


def test_a_closed_invitation_is_not_sent_again(invitation: Invitation, cast: Cast) -> None:
    accept_invitation(token=token_of(invitation), user=cast.users[STRANGER], at=NOW)
    with pytest.raises(ValidationError, match="closed"):
        send_again(invitation=invitation, by=cast.users[SECRETARY], at=NOW)


def test_the_letter_carries_the_link_in_the_readers_language(invitation: Invitation) -> None:
    send_invitation(invitation.pk, "en")
    letter = mail.outbox[0]
    assert letter.to == ["nuova@prova.example"]
    assert letter.subject == "Circolo di prova invites you to Pozzetto"
    assert re.search(rf"http\S+/invito/{token_of(invitation)}/\n", letter.body)


def test_no_letter_leaves_for_an_invitation_that_is_closed(invitation: Invitation, cast: Cast) -> None:
    withdraw(invitation=invitation, by=cast.users[SECRETARY], at=NOW)
    send_invitation(invitation.pk, "en")
    send_invitation(invitation.pk + 1000, "en")
    assert mail.outbox == []


def test_one_letter_for_two_posts_and_another_when_asked(
    cast: Cast, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks() as letters:
        invitation = send(cast)
        send(cast)
    assert len(letters) == 1
    with django_capture_on_commit_callbacks() as letters:
        send_again(invitation=invitation, by=cast.users[SECRETARY], at=NOW)
    assert len(letters) == 1
    with django_capture_on_commit_callbacks() as letters:
        send_again(invitation=invitation, by=cast.users[SECRETARY], at=NOW + WEEK)
    assert len(letters) == 1


def test_signing_up_is_closed_but_for_who_was_invited(cast: Cast) -> None:
    stranger = Client()
    form = {"email": "nuova@prova.example", "password1": PASSWORD, "password2": PASSWORD}
    stranger.post(reverse("account_signup"), form)
    assert not User.objects.filter(email="nuova@prova.example").exists()


def test_who_is_invited_makes_an_account_and_joins_the_staff(cast: Cast) -> None:
    guest, keeper = Client(), Client()
    keeper.force_login(cast.users[SECRETARY])
    facts = {"email": "nuova@prova.example", "kind": "referee"}
    keeper.post(reverse("clubs:invitation_add", args=[cast.club.slug]), facts)
    rights = keeper.get(reverse("clubs:rights", args=[cast.club.slug])).content.decode()
    link = re.search(r"http://testserver(/invito/\w+/)", rights)[1]
    assert reverse("account_signup") in guest.get(link).content.decode()
    form = {"email": "nuova@prova.example", "password1": PASSWORD, "password2": PASSWORD, "next": link}
    assert guest.post(reverse("account_signup"), form)["Location"] == link
    answer = guest.post(f"{link}accetta/")
    assert answer["Location"] == reverse("clubs:dashboard", args=[cast.club.slug])
    assert guest.get(answer["Location"]).status_code == 200
    assert guest.post(f"{link}accetta/")["Location"] == answer["Location"]
    assert Role.objects.filter(user__email="nuova@prova.example").count() == 1


def test_the_letter_is_handed_to_the_workers_after_commit(
    cast: Cast, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        invitation = send(cast)
    with app.connection_for_read() as broker:
        queue = broker.SimpleQueue(settings.CELERY_TASK_DEFAULT_QUEUE)
        message = queue.get(timeout=5)
        message.ack()
        queue.close()
    assert message.headers["task"] == send_invitation.name
    assert message.payload[0] == [invitation.pk, get_language()]
