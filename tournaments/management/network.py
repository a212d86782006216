"""This machine as the hall's network sees it."""

import socket
import struct
import sys

if sys.platform == "linux":
    import fcntl

# An address reserved for documentation: nothing is sent, the system only chooses the way out.
ELSEWHERE = ("192.0.2.1", 9)
SIOCGIFADDR = 0x8915  # Linux: the address of an interface


def addresses() -> list[str]:
    """The IPv4 addresses at which others reach this machine, the likeliest first; empty without a network.

    A laptop that is itself the hall's hotspot has no way out, so its interfaces are asked too.
    """
    found = [*way_out(), *interfaces(), *by_name()]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "169.254."))]


def way_out() -> list[str]:
    """The address from which this machine would reach the internet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def interfaces() -> list[str]:
    """The address of each network interface, on Linux."""
    found = []
    if sys.platform == "linux":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _index, name in socket.if_nameindex():
                question = struct.pack("256s", name.encode()[:15])
                try:
                    answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, question)
                except OSError:
                    continue
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def by_name() -> list[str]:
    """The addresses this machine's own name stands for."""
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(answer[4][0]) for answer in answers]


def port_is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # there it would allow a port that is taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True
