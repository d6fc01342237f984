"""What the window remembers from one start to the next."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from mnemoscope_gui.look import Scheme


class Settings:
    """The remembered choices, over one ``QSettings``."""

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store if store is not None else QSettings("Mnemoscope", "Mnemoscope")

    @property
    def vault(self) -> Path | None:
        """The vault last open, where it is still there."""
        value = self._store.value("vault")
        path = Path(str(value)) if value else None
        return path if path is not None and path.is_file() else None

    @vault.setter
    def vault(self, path: Path) -> None:
        self._store.setValue("vault", str(path))

    @property
    def scheme(self) -> Scheme:
        """The chosen colour scheme."""
        value = str(self._store.value("scheme", Scheme.SYSTEM))
        return Scheme(value) if value in set(Scheme) else Scheme.SYSTEM

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._store.setValue("scheme", str(scheme))

    @property
    def profile(self) -> str:
        """The profile last chosen; empty for the default."""
        return str(self._store.value("profile", ""))

    @profile.setter
    def profile(self, name: str) -> None:
        self._store.setValue("profile", name)

    @property
    def view(self) -> str:
        """The view of an answer last chosen; empty for the first."""
        return str(self._store.value("view", ""))

    @view.setter
    def view(self, id: str) -> None:
        self._store.setValue("view", id)

    @property
    def inspector(self) -> bool:
        """Whether the inspector is shown."""
        return str(self._store.value("inspector", "true")).lower() == "true"

    @inspector.setter
    def inspector(self, shown: bool) -> None:
        self._store.setValue("inspector", shown)

    def geometry(self, name: str) -> QByteArray | None:
        """A remembered geometry: of the window, of the splitter."""
        value = self._store.value(f"geometry/{name}")
        return value if isinstance(value, QByteArray) else None

    def keep_geometry(self, name: str, value: QByteArray) -> None:
        """Remember a geometry."""
        self._store.setValue(f"geometry/{name}", value)
