"""A second start comes to the window that has the vault already: a socket for each open vault, of this user alone.

The socket lies in a folder that only its user can enter, under a name made of the vault's resolved path: so two users
never meet, and neither do two vaults. What a killed window left behind answers nobody, and gives way.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

PATIENCE = 2000
"""Milliseconds after which a window that does not answer is not waited for."""
_ANSWER = b"here\n"
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""Where a desktop leaves the right to come to the front, which the second process hands on."""
_LONGEST = 4096


class Doorbell(QObject):
    """Hangs at the vault that a window has open."""

    rung = Signal(str)
    """Somebody wants this vault: the right to come to the front, or nothing."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None
        self._callers: list[QLocalSocket] = []

    @property
    def hangs(self) -> bool:
        """Whether a second start would find this window."""
        return self._server is not None

    def hang(self, vault: Path) -> None:
        """Answer for this vault from now on, and for no other; not where another window does so already."""
        self.take_down()
        name = address(vault)
        if name is None or _answers(name):
            return
        QLocalServer.removeServer(name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._on_connection)
        if server.listen(name):
            self._server = server
        else:
            server.deleteLater()

    def take_down(self) -> None:
        """Answer for no vault."""
        if self._server is not None:
            self._server.close()
            self._server.deleteLater()
            self._server = None
            self._callers.clear()

    def _on_connection(self) -> None:
        while self._server is not None and (caller := self._server.nextPendingConnection()) is not None:
            self._callers.append(caller)
            caller.readyRead.connect(self._on_ready)
        self._on_ready()

    def _on_ready(self) -> None:
        asked = [caller for caller in self._callers if caller.canReadLine()]
        for caller in asked:
            token = bytes(caller.readLine(_LONGEST).data()).decode(errors="replace").strip()
            self._callers.remove(caller)
            caller.write(_ANSWER)
            caller.flush()
            caller.disconnectFromServer()
            caller.deleteLater()
            self.rung.emit(token)
        connected = QLocalSocket.LocalSocketState.ConnectedState
        self._callers = [caller for caller in self._callers if caller.state() is connected]  # who asked nothing


def ring(vault: Path) -> bool:
    """Ask the window that has this vault to come to the front; whether there is one and it answered."""
    name = address(vault)
    if name is None:
        return False
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(PATIENCE):
        return False
    token = next((value for value in map(os.environ.get, _TOKENS) if value), "")
    socket.write(f"{token}\n".encode())
    socket.flush()
    answered = socket.waitForReadyRead(PATIENCE) and bytes(socket.readAll().data()) == _ANSWER
    socket.abort()
    return answered


def address(vault: Path) -> str | None:
    """The socket of a vault; ``None`` where there is no folder for it that is this user's alone."""
    name = blake2b(str(vault.resolve()).encode(), digest_size=12).hexdigest()
    if sys.platform == "win32":  # a pipe has no folder; its access is the user's alone
        return f"mnemoscope-{blake2b(str(Path.home()).encode(), digest_size=6).hexdigest()}-{name}"
    folder = _private_folder()
    return str(folder / name) if folder is not None else None


def _private_folder() -> Path | None:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(runtime) / "mnemoscope" if runtime else Path(tempfile.gettempdir()) / f"mnemoscope-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return folder if is_own else None


def _answers(name: str) -> bool:
    """Whether somebody listens there; nobody does where a window was killed."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    listens = socket.waitForConnected(PATIENCE)
    socket.abort()
    return listens
