"""What stored codes are called: of regulations, tables of victory points, orders of the standings."""

from django.utils.translation import gettext_lazy as _

REGULATION_NAMES = {
    "fibur-2026": _("FIBUR 2026"),
    "fitab-2025": _("FITAB 2025"),
    "feburit": _("FEBURIT"),
    "manuale": _("The manual"),
    "classico": _("Classic"),
    "guida": _("The beginner's guide"),
}
VP_NAMES = {
    "hands-2": _("VP table for 2 hands"),
    "hands-3": _("VP table for 3 hands"),
    "hands-4": _("VP table for 4 hands"),
    "teams": _("VP table for teams, at two tables"),
    "win-draw-loss": _("2 for a win, 1 for a draw"),
    "raw": _("the points themselves"),
    "own": _("our own table"),
}
CRITERIA = {
    "vp,mp": _("VP, then MP"),
    "vp,mp,direct_vp,direct_mp": _("VP, MP, then direct matches"),
    "vp,mp,best_round_vp": _("VP, MP, then best round"),
    "vp,mp,last_round_vp": _("VP, MP, then last round"),
    "raw_points,vp,mp": _("Points, then VP and MP"),
}
