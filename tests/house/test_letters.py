"""Letters without a mail server go to the installation's own folder, wherever it is."""

from pathlib import Path

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.message import EmailMessage


def test_letters_lie_in_the_installation_s_folder() -> None:
    assert Path(settings.EMAIL_FILE_PATH) == settings.VAR / "mail"
    assert Path(settings.EMAIL_FILE_PATH).is_absolute()


def test_a_letter_is_written_there() -> None:
    connection = get_connection("django.core.mail.backends.filebased.EmailBackend")
    EmailMessage("Prova", "Testo", to=["a@prova.example"], connection=connection).send()
    assert any("Prova" in path.read_text() for path in (settings.VAR / "mail").iterdir())
