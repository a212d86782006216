"""What a round more or less makes of the evening, in words."""

from django.utils.translation import gettext as _

from tournaments.models.events import Tournament
from tournaments.round_plan import bent_by_the_last, phase_ahead
from tournaments.trial_draws import how_longer


def more_sentence(tournament: Tournament) -> str:
    """How a round more is played; whether pairs meet again in it for want of others."""
    phase = phase_ahead(tournament)
    sentences = {
        "as_it_is": _("It is drawn like the others of its phase (%(movement)s)."),
        "second_cycle": _(
            "All will have met whom they can in this Mitchell: the round begins a second cycle, in which "
            "pairs meet again."
        ),
        "twice": _(
            "All will have met by then: the phase becomes one in which everybody meets twice, and the round "
            "begins the second time, with the sides exchanged."
        ),
    }
    return sentences.get(how_longer(phase), "") % {"movement": phase.get_movement_display()}


def less_sentence(tournament: Tournament) -> str:
    """What a round less takes away: the last round, and what it has made of its phase."""
    sentences = {
        "second_cycle": _("The second cycle goes with it: the phase is a Mitchell of one cycle again."),
        "twice": _("The phase is again one in which everybody meets once."),
    }
    gone = _("Round %(rounds)s is taken away: nobody has been seated in it.")
    bent = sentences.get(bent_by_the_last(tournament), "")
    return f"{gone % {'rounds': tournament.rounds.count()}} {bent}".strip()
