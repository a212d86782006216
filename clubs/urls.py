"""Paths of persons, books and rights, by audience. The public page of a club is served by tournaments."""

from django.urls import include, path

from clubs.views import board, club, home, invitation, members, people, rights

app_name = "clubs"

books = [
    path("persone/", people.persons, name="persons"),
    path("persone/elenco.csv", people.persons_csv, name="persons_csv"),
    path("persone/nuova/", people.person_add, name="person_add"),
    path("persone/<int:person>/", people.person_edit, name="person_edit"),
    path("persone/<int:person>/account/", people.person_account, name="person_account"),
    path("soci/", members.members, name="members"),
    path("soci/libro.csv", members.members_csv, name="members_csv"),
    path("soci/ammissione/", members.member_admit, name="member_admit"),
    path("soci/<int:number>/", members.member_line, name="member_line"),
    path("soci/correzione/<int:line>/", members.member_correct, name="member_correct"),
    path("direttivo/", board.board, name="board"),
    path("direttivo/mandati/nuovo/", board.mandate_add, name="mandate_add"),
    path("direttivo/mandati/<int:mandate>/", board.seat_add, name="seat_add"),
    path("direttivo/mandati/<int:mandate>/correzione/", board.mandate_correct, name="mandate_correct"),
    path("direttivo/mandati/<int:mandate>/togli/", board.mandate_remove, name="mandate_remove"),
    path("direttivo/incarichi/<int:seat>/fine/", board.seat_end, name="seat_end"),
    path("direttivo/incarichi/<int:seat>/togli/", board.seat_remove, name="seat_remove"),
]

staff = [
    path("permessi/", rights.rights, name="rights"),
    path("permessi/ruoli/nuovo/", rights.role_grant, name="role_grant"),
    path("permessi/ruoli/<int:role>/togli/", rights.role_revoke, name="role_revoke"),
    path("permessi/inviti/nuovo/", rights.invitation_add, name="invitation_add"),
    path("permessi/inviti/<int:invitation>/rimanda/", rights.invitation_again, name="invitation_again"),
    path("permessi/inviti/<int:invitation>/ritira/", rights.invitation_withdraw, name="invitation_withdraw"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("miei-circoli/", home.my_clubs, name="my_clubs"),
    path("nuovo-circolo/", home.found, name="found"),
    path("invito/<str:token>/", invitation.invitation, name="invitation"),
    path("invito/<str:token>/accetta/", invitation.invitation_accept, name="invitation_accept"),
    path("circoli/<slug:slug>/gestione/", club.dashboard, name="dashboard"),
    path("circoli/<slug:slug>/gestione/circolo/", club.club_settings, name="settings"),
    path("circoli/<slug:slug>/gestione/", include(books)),
    path("circoli/<slug:slug>/gestione/", include(staff)),
]
