"""What is remembered, and what is forgotten in good time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from mnemoscope_gui.look import Scheme
from mnemoscope_gui.settings import Settings


def again(settings: Settings, tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


def test_first_start_knows_no_vault_and_follows_the_system(settings: Settings) -> None:
    assert settings.vault is None
    assert settings.scheme is Scheme.SYSTEM
    assert settings.inspector
    assert settings.geometry("window") is None


def test_choices_survive_a_restart(settings: Settings, tmp_path: Path) -> None:
    vault = tmp_path / "kept.vault"
    vault.touch()
    settings.vault, settings.scheme, settings.profile, settings.inspector = vault, Scheme.DARK, "context", False
    settings.keep_geometry("window", QByteArray(b"geometry"))
    settings._store.sync()
    kept = again(settings, tmp_path)
    assert (kept.vault, kept.scheme, kept.profile, kept.inspector) == (vault, Scheme.DARK, "context", False)
    assert kept.geometry("window") == QByteArray(b"geometry")


def test_place_and_view_survive_a_restart(settings: Settings, tmp_path: Path) -> None:
    assert settings.choice("view") == ""
    settings.keep_choice("view", "ladder")
    settings.keep_choice("place", "review")
    settings._store.sync()
    assert (again(settings, tmp_path).choice("view"), again(settings, tmp_path).choice("place")) == ("ladder", "review")


def test_one_recent_vault_stays_one_and_a_damaged_list_is_none(settings: Settings, tmp_path: Path) -> None:
    settings.vault = tmp_path / "only.vault"
    settings._store.sync()
    assert again(settings, tmp_path).recent == (tmp_path / "only.vault",)
    settings._store.setValue("recent", "[1, {")
    assert settings.recent == ()


def test_a_vault_that_is_gone_is_not_opened_again(settings: Settings, tmp_path: Path) -> None:
    settings.vault = tmp_path / "gone.vault"
    assert settings.vault is None


def test_an_unknown_scheme_is_the_systems(settings: Settings) -> None:
    settings._store.setValue("scheme", "sepia")
    assert settings.scheme is Scheme.SYSTEM
