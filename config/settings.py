"""All settings of Pozzetto, from the environment; docs/operating.md lists the variables.

With no variable set this is a local installation: plain HTTP on this machine, SQLite, a folder as broker,
everything that is written kept under `var/`. An https SITE_URL makes it a public one: then SECRET_KEY must be
given, and cookies, redirects and HSTS are strict.
"""

from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
env.read_env(BASE_DIR / ".env")

# Where this installation lives and what it writes.
VAR = Path(env.str("POZZETTO_VAR", str(BASE_DIR / "var"))).resolve()
SITE_URL = env.str("SITE_URL", "http://localhost:8000").rstrip(
    "/"
)  # papers made by the worker print it in QR codes
SITE = urlsplit(SITE_URL)
HTTPS = SITE.scheme == "https"
DEBUG = env.bool("DEBUG", False)
SECRET_KEY = secret_key(env.str("SECRET_KEY", ""), VAR / "secret_key", public=HTTPS)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = [
    SITE.hostname or "localhost",
    "localhost",
    "127.0.0.1",
    *env.list("ALLOWED_HOSTS", default=[]),
]
CSRF_TRUSTED_ORIGINS = [SITE_URL, *env.list("CSRF_TRUSTED_ORIGINS", default=[])]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",  # so that templates/django/forms overrides its own
    "allauth",
    "allauth.account",
    "django_htmx",
    "django_tables2",
    "csp",
    "clubs",
    "tournaments",
]

MIDDLEWARE = [
    "config.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "django_tables2/pozzetto.html"

# Rows. docs/decisions/0004-sqlite.md says why each SQLite option is there.
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": env.db_url("DATABASE_URL", f"sqlite:///{VAR.as_posix()}/pozzetto.sqlite3")}
DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", 60)
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;"
        f"PRAGMA synchronous={env.str('SQLITE_SYNCHRONOUS', 'FULL')};"
        "PRAGMA foreign_keys=ON;"
        "PRAGMA cache_size=-20000;"
        "PRAGMA mmap_size=134217728;"
        "PRAGMA temp_store=MEMORY;"
        "PRAGMA journal_size_limit=67108864;",
    }
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
CACHES = {"default": env.cache_url("CACHE_URL", "locmemcache://")}

# Work that is slow. docs/decisions/0003-row-and-doorbell.md says why a folder is enough as a broker.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "filesystem://localhost")
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_QUEUE", "pozzetto")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TRACK_STARTED = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 20
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "Europe/Rome"
if CELERY_BROKER_URL.startswith("filesystem:"):
    # Absolute: web and worker must meet in the same folders wherever each was started from.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(VAR / "broker" / "messages"),
        "data_folder_out": str(VAR / "broker" / "messages"),
        "control_folder": str(VAR / "broker" / "control"),
    }
    for folder in CELERY_BROKER_TRANSPORT_OPTIONS.values():
        Path(folder).mkdir(parents=True, exist_ok=True)
    # Seconds between two looks into the folder: somebody stands waiting for a slip. It costs 0.2 % of a core.
    CELERY_BROKER_TRANSPORT_OPTIONS["polling_interval"] = 0.2
elif CELERY_BROKER_URL.startswith("redis"):
    # Just over the longest paper; by default a lost message would wait for an hour and ten looks.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": env.int("CELERY_VISIBILITY_TIMEOUT", 300),
        "unacked_restore_throttle": 1,
    }

# People.
AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "clubs.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SIGNUP_ENABLED = False  # an account begins with an invitation to its very address: see clubs.accounts
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE.scheme
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
# A hall has one address: many wrong passwords there stop one account, not everybody.
ACCOUNT_RATE_LIMITS = {"login_failed": "100/m/ip,5/5m/key"}

# Letters: files under var/mail until EMAIL_URL names a server (smtp+tls://user:password@host:587).
_mail = env.email_url("EMAIL_URL", "filemail://")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_FILE_PATH = VAR / "mail"
EMAIL_HOST = _mail["EMAIL_HOST"] or "localhost"
EMAIL_PORT = _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER = _mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = bool(_mail.get("EMAIL_USE_TLS"))
EMAIL_USE_SSL = bool(_mail.get("EMAIL_USE_SSL"))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", f"Pozzetto <pozzetto@{SITE.hostname}>")

# Words and time.
LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "Europe/Rome"
USE_TZ = True
USE_I18N = True
USE_THOUSAND_SEPARATOR = False

# Files.
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR / "static"
MEDIA_ROOT = VAR / "media"  # never served by URL: a view checks the right to each file
PAPERS_ROOT = VAR / "papers"
PAPERS_STALE_SECONDS = env.int("PAPERS_STALE_SECONDS", 15)  # a worker silent for longer is taken for dead
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not STATIC_MANIFEST

# What a browser may do with our pages.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS and env.bool("SECURE_SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
if env.bool("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # else everybody has the proxy's address, and one is locked out for all

# Logs name the route, never the path: paths hold tokens and people's numbers.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without_path": {"()": "config.request_log.WithoutPath"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_path"]},
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "weasyprint": {"level": "ERROR"},
        "fontTools": {"level": "WARNING"},
    },
}
