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
from django.utils import timezone
from django.utils.translation import get_language

from clubs.invitations import accept_invitation, invite, send_again, token_of, withdraw
from clubs.models.rights import Invitation, Role, RoleKind
from clubs.models.users import User
from clubs.tasks import send_invitation
from config.celery import app
from tests.cast import PASSWORD, PRESIDENT, SECRETARY, STRANGER, TREASURER, Cast, account

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


@pytest.fixture
def guest(cast: Cast) -> User:
    """The account of the invited address."""
    return account("nuova")


def test_an_invitation_gives_its_role_once(invitation: Invitation, cast: Cast, guest: User) -> None:
    user = guest
    role = accept_invitation(token=token_of(invitation), user=user, at=NOW + WEEK - SECOND)
    assert (role.user, role.kind, role.granted_by) == (user, RoleKind.REFEREE, cast.users[SECRETARY])
    assert accept_invitation(token=token_of(invitation), user=user, at=NOW) == role
    with pytest.raises(ValidationError, match="already been used"):
        accept_invitation(token=token_of(invitation), user=cast.users[TREASURER], at=NOW)


def test_who_lost_the_role_does_not_get_it_back_by_the_old_link(invitation: Invitation, guest: User) -> None:
    user = guest
    accept_invitation(token=token_of(invitation), user=user, at=NOW).delete()
    with pytest.raises(ValidationError, match="already been used"):
        accept_invitation(token=token_of(invitation), user=user, at=NOW)
    assert not Role.objects.filter(user=user).exists()


@pytest.mark.parametrize("role", [STRANGER, TREASURER, PRESIDENT])
def test_an_account_with_another_address_gets_no_role(role: str, invitation: Invitation, cast: Cast) -> None:
    with pytest.raises(ValidationError, match="another e-mail"):
        accept_invitation(token=token_of(invitation), user=cast.users[role], at=NOW)
    invitation.refresh_from_db()
    assert invitation.accepted_at is None
    assert not Role.objects.filter(user=cast.users[role], kind=RoleKind.REFEREE).exists()


def test_an_address_is_the_same_in_capitals(invitation: Invitation, guest: User) -> None:
    guest.email = "NUOVA@prova.example"
    guest.save()
    assert accept_invitation(token=token_of(invitation), user=guest, at=NOW).user == guest


def test_an_expired_link_is_refused_with_a_sentence(invitation: Invitation, guest: User) -> None:
    with pytest.raises(ValidationError, match="expired"):
        accept_invitation(token=token_of(invitation), user=guest, at=NOW + WEEK)


def test_a_withdrawn_link_is_refused_with_a_sentence(invitation: Invitation, cast: Cast, guest: User) -> None:
    withdraw(invitation=invitation, by=cast.users[SECRETARY], at=NOW)
    withdraw(invitation=invitation, by=cast.users[SECRETARY], at=NOW)
    with pytest.raises(ValidationError, match="withdrawn"):
        accept_invitation(token=token_of(invitation), user=guest, at=NOW)


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


def test_a_closed_invitation_is_not_sent_again(invitation: Invitation, cast: Cast, guest: User) -> None:
    accept_invitation(token=token_of(invitation), user=guest, at=NOW)
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


def a_link(cast: Cast) -> str:
    """The address of an invitation that is good today."""
    return reverse("clubs:invitation", args=[token_of(send(cast, timezone.now()))])


def test_signing_up_is_closed_even_to_who_was_invited(cast: Cast, client: Client) -> None:
    client.get(a_link(cast))
    form = {"email": "nuova@prova.example", "password1": PASSWORD, "password2": PASSWORD}
    assert "By invitation" in client.post(reverse("account_signup"), form).content.decode()
    assert not User.objects.filter(email="nuova@prova.example").exists()


def test_who_is_invited_makes_an_account_and_joins_the_staff(cast: Cast) -> None:
    guest, keeper = Client(), Client()
    keeper.force_login(cast.users[SECRETARY])
    facts = {"email": "nuova@prova.example", "kind": "referee"}
    keeper.post(reverse("clubs:invitation_add", args=[cast.club.slug]), facts)
    rights = keeper.get(reverse("clubs:rights", args=[cast.club.slug])).content.decode()
    link = re.search(r"http://testserver(/invito/\w+/)", rights)[1]
    assert 'name="password"' in guest.get(link).content.decode()
    answer = guest.post(link, {"password": PASSWORD, "email": "altra@prova.example"})
    assert answer["Location"] == reverse("clubs:dashboard", args=[cast.club.slug])
    assert guest.get(answer["Location"]).status_code == 200
    assert Role.objects.get(user__email="nuova@prova.example").kind == RoleKind.REFEREE
    assert not User.objects.filter(email="altra@prova.example").exists()


def test_the_account_posted_twice_lands_in_the_club_twice(cast: Cast) -> None:
    link, first = a_link(cast), Client()
    answers = [browser.post(link, {"password": PASSWORD}) for browser in (first, first, Client())]
    assert {answer["Location"] for answer in answers} == {reverse("clubs:dashboard", args=[cast.club.slug])}
    assert first.get(link)["Location"] == answers[0]["Location"]
    assert Role.objects.filter(user__email="nuova@prova.example").count() == 1


def test_a_weak_password_makes_neither_account_nor_role(cast: Cast, client: Client) -> None:
    page = client.post(a_link(cast), {"password": "1234567890"}).content.decode()
    assert page.count("data-summary") == 1
    assert not User.objects.filter(email="nuova@prova.example").exists()


def test_who_has_an_account_is_asked_to_log_in_and_not_to_make_one(
    cast: Cast, guest: User, client: Client
) -> None:
    link = a_link(cast)
    page = client.get(link).content.decode()
    assert f'{reverse("account_login")}?next={link}"' in page
    assert 'name="password"' not in page
    client.post(link, {"password": "un’altra parola lunga"})
    assert not Role.objects.filter(user=guest).exists()


def test_who_is_logged_in_with_another_address_is_told_so(cast: Cast, client: Client) -> None:
    client.force_login(cast.users[STRANGER])
    link = a_link(cast)
    page = client.get(link).content.decode()
    assert "nuova@prova.example" in page
    assert f"you are logged in as {cast.users[STRANGER].email}" in page
    assert "Accept the invitation" not in page
    assert client.post(reverse("account_logout"), {"next": link})["Location"] == link


def test_the_letter_is_handed_to_the_workers_after_commit(
    cast: Cast, django_capture_on_commit_callbacks
) -> None:
    with app.connection_for_read() as broker:
        queue = broker.SimpleQueue(settings.CELERY_TASK_DEFAULT_QUEUE)
        queue.clear()  # of papers that other tests ordered and nobody made
        with django_capture_on_commit_callbacks(execute=True):
            invitation = send(cast)
        message = queue.get(timeout=5)
        message.ack()
        queue.close()
    assert message.headers["task"] == send_invitation.name
    assert message.payload[0] == [invitation.pk, get_language()]
