"""Paths of tournaments, by audience."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import desk, director, draws, events, papers, scores

app_name = "tournaments"

club = [
    path("circoli/<slug:slug>/tornei/", events.tournament_list, name="list"),
    path("circoli/<slug:slug>/tornei/nuovo/", events.create, name="create"),
]

directing = [
    path("serata/<int:pk>/", director.director, name="director"),
    path("serata/<int:pk>/registro/", director.log, name="log"),
    path("serata/<int:pk>/modifica/", events.edit, name="edit"),
    path("serata/<int:pk>/copia/", events.copy, name="copy"),
    path("serata/<int:pk>/pubblica/", events.publish_tournament, name="publish"),
    path("serata/<int:pk>/provvisoria/", draws.provisional, name="provisional"),
    path("serata/<int:pk>/definitiva/", draws.final, name="final"),
    path("serata/<int:pk>/turno/<int:number>/tavoli/", director.tables, name="tables"),
    path("serata/<int:pk>/turno/<int:number>/abbina/", draws.draw, name="draw"),
    path("serata/<int:pk>/turno/<int:number>/posti-a-mano/", draws.seat_by_hand, name="seat_by_hand"),
    path("serata/<int:pk>/turno/<int:number>/scambia/", draws.swap, name="swap"),
    path("serata/<int:pk>/turno/<int:number>/annulla/", draws.undo_draw, name="undo_draw"),
    path("serata/<int:pk>/turno/<int:number>/conferma/", draws.confirm, name="confirm"),
    path("serata/<int:pk>/turno/<int:number>/bozza/", draws.back_to_draft, name="back_to_draft"),
    path("serata/<int:pk>/turno/<int:number>/annuncia/", draws.announce, name="announce"),
    path("serata/<int:pk>/turno/<int:number>/ritira/", draws.take_back, name="take_back"),
    path("serata/<int:pk>/turno/<int:number>/avvia/", draws.start, name="start"),
    path("serata/<int:pk>/turno/<int:number>/chiudi/", draws.close, name="close"),
    path("serata/<int:pk>/turno/<int:number>/riapri/", draws.reopen, name="reopen"),
]

printing = [
    path("serata/<int:pk>/carte/", papers.papers, name="papers"),
    path("serata/<int:pk>/carte/chiedi/<slug:kind>/", papers.paper_ask, name="paper_ask"),
    path("serata/<int:pk>/carte/<int:paper>/", papers.paper, name="paper"),
    path("serata/<int:pk>/carte/<int:paper>.pdf", papers.paper_file, name="paper_file"),
    path("serata/<int:pk>/carte/<int:paper>-<int:part>.pdf", papers.paper_part, name="paper_part"),
    path("M/<slug:code>", papers.slip_address, name="slip_address"),
]

scoring = [
    path("serata/<int:pk>/risultati/", desk.desk, name="desk"),
    path("serata/<int:pk>/risultati/turno-<int:number>/", desk.desk_side, name="desk_side"),
    path("serata/<int:pk>/risultati.csv", scores.results_csv, name="results_csv"),
    path("serata/<int:pk>/risultati/<int:match>/", desk.match_desk, name="match_desk"),
    path("serata/<int:pk>/risultati/<int:match>/anteprima/", desk.preview, name="match_preview"),
    path("serata/<int:pk>/risultati/<int:match>/linee-invertite/", desk.swap, name="match_swap"),
    path("serata/<int:pk>/risultati/<int:match>/storia/", scores.match_history, name="match_history"),
    path("serata/<int:pk>/penalita/", scores.penalties, name="penalties"),
    path("serata/<int:pk>/penalita.csv", scores.penalties_csv, name="penalties_csv"),
    path("serata/<int:pk>/penalita/<int:penalty>/revoca/", scores.penalty_revoke, name="penalty_revoke"),
    path("serata/<int:pk>/classifica/", scores.staff_standings, name="staff_standings"),
    path("serata/<int:pk>/tabellone.csv", scores.board_csv, name="board_csv"),
]

urlpatterns: list[URLPattern | URLResolver] = [*club, *directing, *printing, *scoring]
