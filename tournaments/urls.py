"""Paths of tournaments, by audience."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import (
    check_in,
    counter,
    desk,
    director,
    draws,
    entries,
    entry_lists,
    events,
    leaving,
    line_ups,
    mishaps,
    objections,
    papers,
    public,
    qualified,
    referee,
    regulations,
    scores,
    table_troubles,
    undoing,
)

app_name = "tournaments"

club = [
    path("circoli/<slug:slug>/tornei/", events.tournament_list, name="list"),
    path("circoli/<slug:slug>/tornei/nuovo/", events.create, name="create"),
]

rules = [
    path("circoli/<slug:slug>/regolamenti/", regulations.rules_list, name="rules"),
    path("circoli/<slug:slug>/regolamenti/nuovo/", regulations.rules_create, name="rules_create"),
    path(
        "circoli/<slug:slug>/regolamenti/nuovo/prova/",
        regulations.rules_create_check,
        name="rules_create_check",
    ),
    path("circoli/<slug:slug>/regolamenti/nostri/<int:copy>/", regulations.rules_copy, name="rules_copy"),
    path(
        "circoli/<slug:slug>/regolamenti/nostri/<int:copy>/modifica/",
        regulations.rules_edit,
        name="rules_edit",
    ),
    path(
        "circoli/<slug:slug>/regolamenti/nostri/<int:copy>/prova/",
        regulations.rules_edit_check,
        name="rules_edit_check",
    ),
    path(
        "circoli/<slug:slug>/regolamenti/nostri/<int:copy>/ritira/",
        regulations.rules_retire,
        name="rules_retire",
    ),
    path(
        "circoli/<slug:slug>/regolamenti/nostri/<int:copy>/riprendi/",
        regulations.rules_restore,
        name="rules_restore",
    ),
    path("circoli/<slug:slug>/regolamenti/<slug:code>/", regulations.rules_preset, name="rules_preset"),
]

directing = [
    path("serata/<int:pk>/", director.director, name="director"),
    path("serata/<int:pk>/imprevisti/", mishaps.mishaps, name="mishaps"),
    path("serata/<int:pk>/imprevisti/ritardo/", mishaps.late, name="late"),
    path("serata/<int:pk>/imprevisti/ritiro/<int:entry>/", leaving.leave, name="leave"),
    path("serata/<int:pk>/imprevisti/sostituzione/<int:entry>/", mishaps.replace, name="replace"),
    path("serata/<int:pk>/imprevisti/rinforzo/<int:entry>/", mishaps.join, name="join"),
    path("serata/<int:pk>/imprevisti/turno-in-piu/", mishaps.round_add, name="round_add"),
    path("serata/<int:pk>/imprevisti/turno-in-meno/", mishaps.round_drop, name="round_drop"),
    path("serata/<int:pk>/imprevisti/tavolo/<int:table>/", mishaps.table_reopen, name="table_reopen"),
    path("serata/<int:pk>/turno/<int:number>/rifai/", mishaps.throw_away, name="throw_away"),
    path("serata/<int:pk>/imprevisti/annulla/", undoing.undo_act, name="undo_act"),
    path("serata/<int:pk>/imprevisti/torna/", undoing.go_back, name="go_back"),
    path("serata/<int:pk>/tavoli/<int:match>/", table_troubles.table_trouble, name="table_trouble"),
    path("serata/<int:pk>/tavoli/<int:match>/assenti/", table_troubles.table_absent, name="table_absent"),
    path(
        "serata/<int:pk>/tavoli/<int:match>/presenti/",
        table_troubles.table_absent_back,
        name="table_absent_back",
    ),
    path(
        "serata/<int:pk>/tavoli/<int:match>/riprendi/", table_troubles.table_put_back, name="table_put_back"
    ),
    path(
        "serata/<int:pk>/tavoli/<int:match>/tardi/<int:entry>/", table_troubles.table_late, name="table_late"
    ),
    path(
        "serata/<int:pk>/tavoli/<int:match>/ammonito/<int:entry>/",
        table_troubles.table_warn,
        name="table_warn",
    ),
    path("serata/<int:pk>/tavoli/<int:match>/orologio/", table_troubles.table_start, name="table_start"),
    path("serata/<int:pk>/tavoli/<int:match>/sposta/", table_troubles.table_move, name="table_move"),
    path("serata/<int:pk>/tavoli/<int:match>/rimanda/", table_troubles.table_put_off, name="table_put_off"),
    path("serata/<int:pk>/qualificati/", qualified.qualified, name="qualified"),
    path("serata/<int:pk>/qualificati/scegli/", qualified.qualified_choose, name="qualified_choose"),
    path("serata/<int:pk>/qualificati/sorteggia/", qualified.qualified_lot, name="qualified_lot"),
    path("serata/<int:pk>/qualificati/posto/", qualified.qualified_place, name="qualified_place"),
    path("serata/<int:pk>/registro/", director.log, name="log"),
    path("serata/<int:pk>/registro.csv", director.log_csv, name="log_csv"),
    path("serata/<int:pk>/posti.csv", director.seats_csv, name="seats_csv"),
    path("serata/<int:pk>/modifica/", events.edit, name="edit"),
    path("serata/<int:pk>/copia/", events.copy, name="copy"),
    path("serata/<int:pk>/pubblica/", events.publish_tournament, name="publish"),
    path("serata/<int:pk>/provvisoria/", draws.provisional, name="provisional"),
    path("serata/<int:pk>/definitiva/", draws.final, name="final"),
    path("serata/<int:pk>/turno/<int:number>/tavoli/", director.tables, name="tables"),
    path("serata/<int:pk>/turno/<int:number>/certi/", director.early, name="early"),
    path("serata/<int:pk>/turno/<int:number>/abbina/", draws.draw, name="draw"),
    path("serata/<int:pk>/turno/<int:number>/posti-a-mano/", draws.seat_by_hand, name="seat_by_hand"),
    path("serata/<int:pk>/turno/<int:number>/scambia/", draws.swap, name="swap"),
    path("serata/<int:pk>/turno/<int:number>/formazioni/", line_ups.line_ups, name="line_ups"),
    path("serata/<int:pk>/turno/<int:number>/formazioni/<int:entry>/", line_ups.line_up, name="line_up"),
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
    path("M/<str:code>", papers.slip_address, name="slip_address"),
]

scoring = [
    path("serata/<int:pk>/risultati/", desk.desk, name="desk"),
    path("serata/<int:pk>/risultati/turno-<int:number>/", desk.desk_side, name="desk_side"),
    path("serata/<int:pk>/risultati.csv", scores.results_csv, name="results_csv"),
    path("serata/<int:pk>/smazzate.csv", scores.hands_csv, name="hands_csv"),
    path("serata/<int:pk>/risultati/<int:match>/", desk.match_desk, name="match_desk"),
    path("serata/<int:pk>/risultati/<int:match>/conta/", counter.match_counter, name="match_counter"),
    path("serata/<int:pk>/risultati/<int:match>/anteprima/", desk.preview, name="match_preview"),
    path("serata/<int:pk>/risultati/<int:match>/linee-invertite/", desk.swap, name="match_swap"),
    path("serata/<int:pk>/risultati/<int:match>/storia/", scores.match_history, name="match_history"),
    path("serata/<int:pk>/penalita/", scores.penalties, name="penalties"),
    path("serata/<int:pk>/penalita.csv", scores.penalties_csv, name="penalties_csv"),
    path("serata/<int:pk>/penalita/<int:penalty>/revoca/", scores.penalty_revoke, name="penalty_revoke"),
    path("serata/<int:pk>/penalita/<int:penalty>/di-nuovo/", scores.penalty_again, name="penalty_again"),
    path("serata/<int:pk>/classifica/", scores.staff_standings, name="staff_standings"),
    path("serata/<int:pk>/tabellone.csv", scores.board_csv, name="board_csv"),
]

entering = [
    path("serata/<int:pk>/iscrizioni/", entries.entries, name="entries"),
    path("serata/<int:pk>/iscrizioni/elenco.csv", entries.entries_csv, name="entries_csv"),
    path("serata/<int:pk>/iscrizioni/aggiungi/", entries.entry_add, name="entry_add"),
    path("serata/<int:pk>/iscrizioni/persone/", entries.entry_people, name="entry_people"),
    path("serata/<int:pk>/iscrizioni/compagno/", entries.entry_partner, name="entry_partner"),
    path("serata/<int:pk>/iscrizioni/qualificati/", qualified.entries_qualified, name="entries_qualified"),
    path("serata/<int:pk>/iscrizioni/incolla/", entry_lists.entries_paste, name="entries_paste"),
    path("serata/<int:pk>/iscrizioni/incolla/conferma/", entry_lists.entries_import, name="entries_import"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/", entries.entry, name="entry"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/cambia/", entries.entry_change, name="entry_change"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/posto-a-sedere/", entries.entry_place, name="entry_place"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/unisci/", entries.entry_join, name="entry_join"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/annulla/", entries.entry_cancel, name="entry_cancel"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/riprendi/", entries.entry_reinstate, name="entry_reinstate"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/posto/", entries.entry_promote, name="entry_promote"),
    path("serata/<int:pk>/iscrizioni/<int:entry>/riammetti/", entries.entry_readmit, name="entry_readmit"),
    path("serata/<int:pk>/accettazione/", check_in.check_in, name="check_in"),
    path("serata/<int:pk>/accettazione/apri/", check_in.check_in_open, name="open_check_in"),
    path("serata/<int:pk>/accettazione/chiudi/", check_in.check_in_close, name="close_check_in"),
    path("serata/<int:pk>/accettazione/riapri/", check_in.check_in_reopen, name="reopen_check_in"),
    path("serata/<int:pk>/accettazione/<int:entry>/", check_in.entry_presence, name="entry_presence"),
]

refereeing = [
    path("serata/<int:pk>/arbitro/", referee.calls, name="calls"),
    path("serata/<int:pk>/arbitro/<int:call>/togli/", referee.call_revoke, name="call_revoke"),
    path("serata/<int:pk>/risultati/<int:match>/arbitro/", referee.award, name="award"),
    path("serata/<int:pk>/risultati/<int:match>/arbitro/togli/", referee.award_revoke, name="award_revoke"),
    path("serata/<int:pk>/reclami/", objections.objections, name="objections"),
    path("serata/<int:pk>/reclami/chiudi/", objections.objections_close, name="objections_close"),
    path("serata/<int:pk>/reclami/<int:objection>/", objections.objection_answer, name="objection_answer"),
    path(
        "serata/<int:pk>/reclami/<int:objection>/scarta/", objections.objection_aside, name="objection_aside"
    ),
]

hall = [
    path("circoli/<slug:slug>/", public.club, name="club"),
    path("tornei/<int:pk>/", public.public, name="public"),
    path("tornei/<int:pk>/posti/", public.seats, name="seats"),
    path("tornei/<int:pk>/classifica/", public.standings_page, name="standings"),
    path("tornei/<int:pk>/classifica.csv", public.standings_csv, name="standings_csv"),
    path("tornei/<int:pk>/turni/", public.rounds, name="rounds"),
    path("tornei/<int:pk>/tabellone/", public.bracket, name="bracket"),
    path("tornei/<int:pk>/turni.csv", public.rounds_csv, name="rounds_csv"),
    path("tornei/<int:pk>/regolamento/", public.regulations, name="regulations"),
    path("tornei/<int:pk>/coppia/<int:number>/", public.entry_card, name="entry_card"),
    path("tornei/<int:pk>/reclamo/", objections.objection, name="objection"),
    path("m/", public.match_code, name="match_code"),
    path("conta/", counter.counter, name="counter"),
    path("m/<str:code>/", public.match_page, name="match_by_code"),
]

# Paths are tried in this order: first those that a whole hall asks for all evening.
urlpatterns: list[URLPattern | URLResolver] = [
    *scoring,
    *hall,
    *directing,
    *refereeing,
    *entering,
    *printing,
    *club,
    *rules,
]
