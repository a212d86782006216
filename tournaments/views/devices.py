"""A few words for the device a score came from: enough to know the laptop from a phone."""

from django.http import HttpRequest

# The first that is found counts: Edge and Chrome name each other, phones name their system too.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


def _first(agent: str, words: dict[str, str]) -> str:
    return next((word for sign, word in words.items() if sign in agent), "")


def device_of(request: HttpRequest) -> str:
    """Browser and system, "Chrome, Windows"; empty when the request names neither."""
    agent = request.headers.get("User-Agent", "")[:400]
    return ", ".join(filter(None, (_first(agent, BROWSERS), _first(agent, SYSTEMS))))
