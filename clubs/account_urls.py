"""The pages of allauth that Pozzetto needs, and no other: an account is one address, which never changes."""

from allauth.account import views
from django.urls import path, re_path

urlpatterns = [
    path("login/", views.login, name="account_login"),
    path("login/code/", views.request_login_code, name="account_request_login_code"),
    path("login/code/confirm/", views.confirm_login_code, name="account_confirm_login_code"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("signup/", views.signup, name="account_signup"),  # closed: it says that invitations open the door
    path("password/change/", views.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path("password/reset/done/", views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
