"""The project's settings for pictures: a clock that stands still, and a page that breaks."""

from django.utils import timezone

from config.settings import *  # noqa: F403
from docs.screenshots import clock

timezone.now = clock.still
ROOT_URLCONF = "docs.screenshots.urls"
