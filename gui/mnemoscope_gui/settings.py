"""What the window remembers from one start to the next."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from mnemoscope_gui.look import Scheme

_RECENT = 8
"""So many vaults are remembered."""


def _questions_of(vault: Path) -> str:
    return f"questions/{blake2b(str(vault).encode(), digest_size=8).hexdigest()}"


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
        self.recent = (path, *(other for other in self.recent if other != path))

    @property
    def recent(self) -> tuple[Path, ...]:
        """The vaults used lately, newest first, whether or not they are there now."""
        return tuple(map(Path, self._texts("recent")))

    @recent.setter
    def recent(self, paths: tuple[Path, ...]) -> None:
        for path in {*self.recent, *paths[_RECENT:]} - {*paths[:_RECENT]}:
            self._store.remove(_questions_of(path))
        self._keep_texts("recent", [str(path) for path in paths[:_RECENT]])

    def questions(self, vault: Path) -> list[str]:
        """The questions asked of a vault, oldest first."""
        return self._texts(_questions_of(vault))

    def keep_questions(self, vault: Path, questions: list[str]) -> None:
        """Remember the questions of a vault, as long as it is one of those used lately; none forgets them."""
        if questions:
            self._keep_texts(_questions_of(vault), questions)
        else:
            self._store.remove(_questions_of(vault))

    @property
    def scheme(self) -> Scheme:
        """The chosen colour scheme."""
        value = str(self._store.value("scheme", Scheme.SYSTEM))
        return Scheme(value) if value in set(Scheme) else Scheme.SYSTEM

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._store.setValue("scheme", str(scheme))

    @property
    def zoom(self) -> int:
        """How large text is, in per cent."""
        value = str(self._store.value("zoom", "100"))
        return int(value) if value.isascii() and value.isdigit() else 100

    @zoom.setter
    def zoom(self, percent: int) -> None:
        self._store.setValue("zoom", percent)

    @property
    def language(self) -> str:
        """The id of the chosen language; empty for the system's."""
        return str(self._store.value("language", ""))

    @language.setter
    def language(self, id: str) -> None:
        self._store.setValue("language", id)

    @property
    def profile(self) -> str:
        """The profile last chosen; empty for the default."""
        return str(self._store.value("profile", ""))

    @profile.setter
    def profile(self, name: str) -> None:
        self._store.setValue("profile", name)

    def choice(self, name: str) -> str:
        """The place or view last chosen; empty for the first."""
        return str(self._store.value(f"choice/{name}", ""))

    def keep_choice(self, name: str, id: str) -> None:
        """Remember a place or a view."""
        self._store.setValue(f"choice/{name}", id)

    @property
    def watching(self) -> bool:
        """Whether changes of linked sources come in by themselves."""
        return str(self._store.value("watching", "true")).lower() == "true"

    @watching.setter
    def watching(self, wanted: bool) -> None:
        self._store.setValue("watching", wanted)

    @property
    def inspector(self) -> bool:
        """Whether the inspector is shown."""
        return str(self._store.value("inspector", "true")).lower() == "true"

    @inspector.setter
    def inspector(self, shown: bool) -> None:
        self._store.setValue("inspector", shown)

    def _texts(self, key: str) -> list[str]:
        """A list, kept as JSON: an INI file makes one text of a list of one."""
        try:
            value = json.loads(str(self._store.value(key, "[]")))
        except ValueError:
            return []
        return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []

    def _keep_texts(self, key: str, texts: list[str]) -> None:
        self._store.setValue(key, json.dumps(texts, ensure_ascii=False))

    @property
    def adjust(self) -> bool:
        """Whether *Adjust* is folded out."""
        return str(self._store.value("adjust", "false")).lower() == "true"

    @adjust.setter
    def adjust(self, shown: bool) -> None:
        self._store.setValue("adjust", shown)

    def geometry(self, name: str) -> QByteArray | None:
        """A remembered geometry: of the window, of the splitter."""
        value = self._store.value(f"geometry/{name}")
        return value if isinstance(value, QByteArray) else None

    def keep_geometry(self, name: str, value: QByteArray) -> None:
        """Remember a geometry."""
        self._store.setValue(f"geometry/{name}", value)
