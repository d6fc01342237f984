"""The choice of the language; whoever made the window makes it anew to speak another one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from mnemoscope_gui import languages
from mnemoscope_gui.languages.language import Language
from mnemoscope_gui.settings import Settings


def chosen(settings: Settings) -> Language:
    """The language that a person chose, else the system's."""
    return languages.LANGUAGES.get(settings.language) or languages.of_system()


class Speech(QObject):
    """The commands of the language menu."""

    chosen = Signal()
    """A language was chosen, and is remembered."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    @property
    def command(self) -> str:
        """The id of the command for what is chosen now."""
        return f"view.language_{self._settings.language or 'system'}"

    def as_system(self) -> None:
        """What the system speaks."""
        self._choose("")

    def english(self) -> None:
        """English."""
        self._choose("en")

    def french(self) -> None:
        """French."""
        self._choose("fr")

    def catalan(self) -> None:
        """Catalan."""
        self._choose("ca")

    def spanish(self) -> None:
        """Spanish."""
        self._choose("es")

    def _choose(self, id: str) -> None:
        self._settings.language = id
        self.chosen.emit()
