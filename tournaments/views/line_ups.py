"""Line-ups of teams: who sits where in a round, all teams on one page."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import tournament_for_directing
from tournaments.forms.entries import LineUpForm
from tournaments.line_ups import TeamInRound, change_line_up, teams_in, why_locked
from tournaments.models.rounds import Round
from tournaments.roster import entry_of
from tournaments.seats import fingerprint
from tournaments.views.pages import evening_page, round_of


@require_GET
def line_ups(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Who of each team sits where, to change it until the round is announced."""
    round_ = round_of(tournament_for_directing(request.user, pk), number)
    return _page(request, round_)


@require_POST
def line_up(request: HttpRequest, pk: int, number: int, entry: int) -> HttpResponse:
    """The line-up of one team."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    round_ = round_of(tournament, number)
    form = LineUpForm(request.POST, players=line.persons, count=tournament.team_pairs)
    if form.is_valid():
        try:
            change_line_up(
                round=round_,
                entry=row,
                pairs=form.pairs(),
                by=request.user,
                seen=request.POST.get("seen") or None,
            )
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The line-up of %(team)s is saved.") % {"team": line.team})
            return redirect("tournaments:line_ups", pk, number)
    return _page(request, round_of(tournament, number), {row.pk: form})


def _page(request: HttpRequest, round_: Round, sent: dict[int, LineUpForm] | None = None) -> HttpResponse:
    """All teams of the round; a line-up that was refused stays as it was sent."""
    forms, teams = sent or {}, teams_in(round_)
    context = {
        "round": round_,
        "teams": [(team, forms.get(team.names.entry_id) or _form(team)) for team in teams],
        "sent": list(forms.values()),
        "locked": why_locked(round_),
        "seen": fingerprint(round_),
    }
    step = str(round_.number)
    return evening_page(request, "tournaments/director/line_ups.html", round_.tournament, step, context)


def _form(team: TeamInRound) -> LineUpForm:
    called = {key: full for key, full, _public, _is_in in team.names.players}
    players = [(key, called[key]) for key in team.players]
    return LineUpForm(
        players=players, count=len(team.pairs), pairs=team.pairs, auto_id=f"id_{team.names.entry_id}_%s"
    )
