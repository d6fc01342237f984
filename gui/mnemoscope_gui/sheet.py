"""The style sheet of the application, derived from the palette and metrics in ``look``."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from mnemoscope_gui import look
from mnemoscope_gui.look import Colours, Scheme


def dress(application: QApplication, scheme: Scheme) -> None:
    """Put palette, font and style sheet of a scheme on the application."""
    look.wear(application, scheme, style_sheet)


def style_sheet(c: Colours) -> str:
    """Fusion's widgets, dressed: panels, controls, chips, tabs, strips, status bar."""
    return "\n".join((_surfaces(c), _controls(c), _chips(c), _tabs(c), _lists(c), _bars(c), _settings(c), _review(c)))


def _surfaces(c: Colours) -> str:
    return f"""
    QMainWindow, QWidget#browser, QWidget#welcome {{ background: {c.window}; }}
    QFrame[panel="true"] {{ background: {c.panel}; border: 1px solid {c.edge}; border-radius: {look.RADIUS}px; }}
    QWidget[plain="true"], QScrollArea[plain="true"] {{ background: transparent; border: 0; }}
    QLabel {{ background: transparent; }}
    QFrame#palette {{ background: {c.panel}; border: 1px solid {c.border}; border-radius: {look.RADIUS}px; }}
    QLabel[role="muted"] {{ color: {c.muted}; font-size: {look.Size.META}px; }}
    QLabel[role="small"] {{ color: {c.muted}; font-size: {look.Size.SMALL}px; }}
    QLabel[role="lead"] {{ color: {c.ink}; font-size: {look.Size.RANK}px; }}
    QLabel[role="hint"] {{ color: {c.muted}; font-size: {look.Size.TEXT}px; }}
    QLabel[role="meta"] {{ color: {c.ink}; font-size: {look.Size.META}px; }}
    QLabel[role="head"] {{ color: {c.ink}; font-size: {look.Size.CONTROL}px; font-weight: 600; }}
    QLabel[role="set"] {{ color: {c.accent}; font-size: {look.Size.META}px; font-weight: 600; }}
    QLabel[role="title"] {{ color: {c.ink}; font-size: {look.Size.RANK}px; font-weight: 600; }}
    QFrame#standing {{ background: {c.window}; border: 0; border-top: 1px solid {c.edge};
        border-bottom: 1px solid {c.edge}; }}
    QFrame#notice {{ background: {c.selection}; border: 1px solid {c.accent};
        border-radius: {look.CONTROL_RADIUS}px; }}
    QFrame#notice[level="error"] {{ background: {c.panel}; border-color: {c.words}; }}
    QFrame#replacement {{ background: {c.panel}; border: 2px solid {c.accent}; border-radius: {look.RADIUS}px; }}
    QFrame#notice QLabel {{ font-size: {look.Size.CONTROL}px; }}
    QFrame#acts {{ background: {c.selection}; border: 1px solid {c.accent}; border-radius: {look.RADIUS}px; }}
    QToolTip {{ background: {c.panel}; color: {c.ink}; border: 1px solid {c.border}; padding: 4px 8px; }}
    QSplitter::handle {{ background: transparent; }}
    """


def _controls(c: Colours) -> str:
    return f"""
    QLineEdit, QComboBox {{ background: {c.panel}; color: {c.ink}; border: 1px solid {c.border};
        border-radius: {look.CONTROL_RADIUS}px; padding: 4px 10px; selection-background-color: {c.accent};
        selection-color: {c.panel}; placeholder-text-color: {c.muted}; }}
    QLineEdit:focus, QComboBox:focus {{ border-color: {c.accent}; }}
    QPlainTextEdit#edit {{ background: {c.panel}; color: {c.ink}; border: 1px solid {c.border};
        border-radius: {look.CONTROL_RADIUS}px; padding: 2px 4px; font-size: {look.Size.TEXT}px;
        selection-background-color: {c.accent}; selection-color: {c.panel}; }}
    QPlainTextEdit#edit:focus {{ border-color: {c.accent}; }}
    QLineEdit#question {{ font-size: {look.Size.RANK}px; padding: 0 11px; min-height: {look.Height.HEADER - 2}px; }}
    QLineEdit#question:focus {{ border: 2px solid {c.accent}; padding: 0 10px;
        min-height: {look.Height.HEADER - 4}px; }}
    QComboBox#profile {{ min-height: {look.Height.HEADER - 10}px; font-weight: 600; }}
    QComboBox[small="true"] {{ font-size: {look.Size.META}px; padding: 2px 8px; }}
    QComboBox[small="true"] QLineEdit {{ font-size: {look.Size.META}px; }}
    QComboBox::drop-down {{ border: 0; width: 24px; }}
    QComboBox::down-arrow {{ image: url(assets:chevron-{"dark" if c is look.DARK else "light"}.svg);
        width: 12px; height: 12px; }}
    QComboBox QAbstractItemView {{ background: {c.panel}; color: {c.ink}; border: 1px solid {c.border};
        selection-background-color: {c.selection}; selection-color: {c.ink}; outline: 0; }}
    QPushButton, QToolButton {{ background: {c.panel}; color: {c.ink}; border: 1px solid {c.border};
        border-radius: {look.CONTROL_RADIUS}px; padding: 4px 10px; font-size: {look.Size.CONTROL}px; }}
    QPushButton:hover, QToolButton:hover {{ background: {c.selection}; }}
    QPushButton:focus, QToolButton:focus {{ border: 2px solid {c.accent}; padding: 3px 9px; }}
    QPushButton:disabled, QToolButton:disabled {{ color: {c.muted}; border-color: {c.edge}; }}
    QFrame[switch="true"] {{ background: {c.panel}; border: 1px solid {c.border};
        border-radius: {look.CONTROL_RADIUS}px; }}
    QPushButton[segment="true"] {{ border: 0; border-radius: {look.CONTROL_RADIUS - 1}px; padding: 4px 14px; }}
    QPushButton[segment="true"]:checked {{ background: {c.selection}; color: {c.accent}; font-weight: 600; }}
    QPushButton[segment="true"]:focus {{ border: 2px solid {c.accent}; padding: 2px 12px; }}
    QPushButton[small="true"] {{ padding: 1px 8px; font-size: {look.Size.META}px; }}
    QPushButton[small="true"]:focus {{ padding: 0 7px; }}
    QToolButton[flat="true"] {{ border: 1px solid transparent; background: transparent; padding: 2px 6px; }}
    QToolButton[flat="true"]:hover {{ background: {c.selection}; }}
    QToolButton[flat="true"]:focus {{ border: 2px solid {c.accent}; padding: 1px 5px; }}
    QPushButton[fold="true"] {{ border: 1px solid transparent; background: transparent; color: {c.muted};
        font-size: {look.Size.META}px; font-weight: 600; padding: 2px 6px 2px 0; text-align: left; }}
    QPushButton[fold="true"]:hover {{ color: {c.ink}; }}
    QPushButton[fold="true"]:focus {{ border: 2px solid {c.accent}; padding: 1px 5px 1px 0; }}
    QDialog QRadioButton, QDialog QCheckBox {{ border: 1px solid transparent; border-radius: 4px; padding: 1px 3px; }}
    QDialog QRadioButton:focus, QDialog QCheckBox:focus {{ border-color: {c.accent}; }}
    QDialog QRadioButton::indicator, QDialog QCheckBox::indicator {{ background: {c.panel};
        border: 1px solid {c.border}; width: 12px; height: 12px; border-radius: 7px; }}
    QDialog QRadioButton::indicator:checked {{ border: 4px solid {c.accent}; width: 6px; height: 6px; }}
    QDialog QCheckBox::indicator {{ border-radius: 3px; }}
    QDialog QCheckBox::indicator:checked {{ background: {c.accent}; border-color: {c.accent};
        image: url(assets:check-{"dark" if c is look.DARK else "light"}.svg); }}
    QProgressBar {{ background: {c.hairline}; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }}
    QProgressBar::chunk {{ background: {c.accent}; border-radius: 3px; }}
    """


def _chips(c: Colours) -> str:
    return f"""
    QToolButton[chip="true"] {{ border: 1px solid {c.border}; border-radius: {look.scaled(9) + 3}px; padding: 2px 4px;
        min-height: {look.scaled(18)}px; font-size: {look.Size.CONTROL}px; }}
    QToolButton[chip="true"]:focus {{ border: 2px solid {c.accent}; padding: 1px 3px; }}
    QToolButton[chip="true"][changed="true"] {{ border-color: {c.accent}; color: {c.accent}; font-weight: 600; }}
    QToolButton[chip="true"]:checked {{ background: {c.selection}; border-color: {c.accent}; color: {c.accent}; }}
    QToolButton[heading="true"] {{ border: 1px solid transparent; border-radius: 4px; background: transparent;
        color: {c.muted}; font-size: {look.Size.META}px; padding: 2px 3px; }}
    QToolButton[heading="true"][sorted="true"] {{ color: {c.ink}; font-weight: 600; }}
    QToolButton[heading="true"]:hover {{ background: {c.selection}; }}
    QToolButton[heading="true"]:focus {{ border: 1px solid {c.accent}; padding: 2px 3px; }}
    QToolButton[chip="true"][flat="true"] {{ border: 1px solid transparent; border-radius: 12px; padding: 2px 4px;
        background: transparent; }}
    QToolButton[chip="true"][flat="true"]:hover {{ background: {c.selection}; }}
    QToolButton[chip="true"][flat="true"]:focus {{ border: 2px solid {c.accent}; padding: 1px 3px; }}
    QToolButton[link="true"] {{ color: {c.accent}; font-size: {look.Size.META}px; padding: 1px 4px; }}
    QToolButton[link="true"]:checked {{ background: {c.selection}; border-color: {c.accent}; }}
    QFrame#popup {{ background: {c.panel}; border: 1px solid {c.border}; }}
    QPushButton[plain="true"] {{ text-align: left; border: 1px solid transparent; background: transparent; }}
    QPushButton[plain="true"]:hover {{ background: {c.selection}; }}
    QPushButton[plain="true"]:focus {{ border: 2px solid {c.accent}; padding: 3px 9px; }}
    QToolButton::menu-indicator {{ image: none; width: 0; }}
    QLabel[chip="true"] {{ border: 1px solid {c.edge}; border-radius: 4px; padding: 1px 7px;
        background: {c.window}; font-size: {look.Size.META}px; }}
    QPushButton[chip="count"] {{ border: 1px solid {c.border}; border-radius: 10px; padding: 0;
        min-height: 20px; }}
    QPushButton[chip="count"]:checked {{ border: 2px solid {c.accent}; background: {c.selection}; }}
    QPushButton[chip="count"]:focus {{ border: 2px solid {c.accent}; }}
    QCalendarWidget QWidget#qt_calendar_navigationbar {{ background: {c.panel}; }}
    QCalendarWidget QToolButton {{ border: 1px solid transparent; }}
    QCalendarWidget QAbstractItemView {{ selection-background-color: {c.accent}; selection-color: {c.panel};
        alternate-background-color: {c.window}; }}
    QPushButton[action="true"] {{ padding: 0; min-height: {look.scaled(26)}px; }}
    QPushButton[action="true"]:focus {{ padding: 0; }}
    QLabel[key="true"] {{ border: 1px solid {c.edge}; border-radius: 4px; padding: 0 5px; color: {c.muted};
        background: {c.window}; font-size: {look.Size.SMALL}px; }}
    QPushButton[card="true"] {{ text-align: left; border-radius: {look.RADIUS}px; padding: 0; }}
    QPushButton[card="true"]:focus {{ border: 2px solid {c.accent}; padding: 0; background: {c.selection}; }}
    QPushButton[card="true"]:hover {{ background: {c.selection}; }}
    """


def _tabs(c: Colours) -> str:
    return f"""
    QTabWidget::pane {{ border: 0; border-top: 1px solid {c.edge}; background: {c.panel}; }}
    QTabWidget::tab-bar {{ left: {look.SPACE * 2}px; }}
    QTabBar {{ background: {c.panel}; font-size: {look.Size.CONTROL}px; }}
    QTabBar::tab {{ background: transparent; border: 0; border-bottom: 2px solid transparent; color: {c.muted};
        padding: 7px 5px 8px 5px; margin-right: 3px; }}
    QTabBar::tab:selected {{ color: {c.ink}; border-bottom-color: {c.accent}; font-weight: 600; }}
    QTabBar::tab:hover {{ color: {c.ink}; }}
    QTabBar:focus {{ outline: 0; }}
    QTabBar::tab:selected:focus {{ color: {c.accent}; }}
    """


def _lists(c: Colours) -> str:
    return f"""
    QListView, QTableView#records, QTableView#history {{ background: transparent; border: 0; outline: 0; }}
    QFrame#popup QListView::item {{ padding: 0 6px; border-radius: 4px; }}
    QFrame#popup QListView::item:selected {{ background: {c.selection}; color: {c.ink}; }}
    QFrame#popup QListView::item:hover {{ background: {c.hover}; }}
    QHeaderView {{ background: {c.panel}; border: 0; }}
    QScrollBar:vertical {{ background: transparent; width: 12px; margin: 2px; }}
    QScrollBar::handle:vertical {{ background: {c.border}; border-radius: 3px; min-height: 32px; margin: 0 1px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 2px; }}
    QScrollBar::handle:horizontal {{ background: {c.border}; border-radius: 3px; min-width: 32px; margin: 1px 0; }}
    """


def _bars(c: Colours) -> str:
    return f"""
    QMenuBar {{ background: {c.panel}; border-bottom: 1px solid {c.edge}; padding: 2px 4px; spacing: 2px; }}
    QMenuBar::item {{ background: transparent; padding: 4px 8px; border-radius: 4px; }}
    QMenuBar::item:selected {{ background: {c.selection}; }}
    QMenu {{ background: {c.panel}; border: 1px solid {c.border}; padding: 4px; }}
    QMenu::item {{ padding: 5px 28px 5px 24px; border-radius: 4px; }}
    QMenu::item:selected {{ background: {c.selection}; color: {c.ink}; }}
    QMenu::item:disabled {{ color: {c.muted}; }}
    QMenu::separator {{ height: 1px; background: {c.edge}; margin: 4px 8px; }}
    QStatusBar {{ background: {c.panel}; border-top: 1px solid {c.edge}; font-size: {look.Size.META}px;
        min-height: {look.Height.STATUS - 1}px; }}
    QStatusBar QLabel {{ font-size: {look.Size.META}px; }}
    QPushButton[hint="true"] {{ border: 0; background: transparent; color: {c.muted}; padding: 2px 4px;
        font-size: {look.Size.META}px; }}
    QPushButton[hint="true"]:hover {{ color: {c.accent}; }}
    QStatusBar::item {{ border: 0; }}
    """


def _settings(c: Colours) -> str:
    """Sliders, numbers and boxes of *Adjust*."""
    return f"""
    QFrame#adjust QLabel, QFrame#adjust QCheckBox {{ font-size: {look.Size.CONTROL}px; color: {c.ink}; }}
    QFrame#adjust QLabel[role="muted"], QFrame#adjust QLabel:disabled {{ color: {c.muted}; }}
    QFrame#adjust QCheckBox[channel="vector"] {{ color: {c.vectors}; font-weight: 600; }}
    QFrame#adjust QCheckBox[channel="lexical"] {{ color: {c.words}; font-weight: 600; }}
    QFrame#adjust QCheckBox {{ border: 1px solid transparent; border-radius: 4px; padding: 1px 3px; }}
    QFrame#adjust QCheckBox:focus {{ border: 1px solid {c.accent}; }}
    QFrame#adjust QDoubleSpinBox, QLineEdit#profile_name {{ background: {c.panel}; color: {c.ink};
        border: 1px solid {c.border}; border-radius: 5px; padding: 0; font-size: {look.Size.CONTROL}px; }}
    QLineEdit#profile_name {{ padding: 0 7px; }}
    QFrame#adjust QDoubleSpinBox::up-button, QFrame#adjust QDoubleSpinBox::down-button {{ width: 0; border: 0; }}
    QFrame#adjust QDoubleSpinBox QLineEdit {{ border: 0; padding: 0 5px; background: transparent; }}
    QFrame#adjust QDoubleSpinBox:focus, QLineEdit#profile_name:focus {{
        border: 2px solid {c.accent}; }}
    QFrame#adjust QDoubleSpinBox:disabled {{ color: {c.muted}; border-color: {c.edge}; }}
    QFrame#adjust QDoubleSpinBox[flawed="true"] {{ border: 2px dashed {c.ink}; }}
    QFrame#adjust QPushButton {{ padding: 0 9px; }}
    QFrame#adjust QPushButton:focus {{ padding: 0 8px; }}
    QPushButton[quiet="true"] {{ border-color: transparent; background: transparent; }}
    QPushButton[quiet="true"]:disabled {{ border-color: transparent; }}
    QPushButton[quiet="true"]:hover {{ background: {c.selection}; }}
    QPushButton[quiet="true"]:focus {{ border-color: {c.accent}; }}
    QSlider {{ border: 1px solid transparent; border-radius: 4px; min-height: 20px; background: transparent; }}
    QSlider:focus {{ border-color: {c.accent}; }}
    QSlider::groove:horizontal {{ height: 2px; background: {c.border}; margin: 0 3px; }}
    QSlider::handle:horizontal {{ width: 10px; height: 10px; margin: -4px -1px; border-radius: 5px;
        background: {c.ink}; }}
    QSlider::handle:horizontal:focus {{ background: {c.accent}; }}
    QSlider::handle:horizontal:disabled {{ background: {c.border}; }}
    QSlider::groove:horizontal:disabled {{ background: {c.edge}; }}
    QPushButton[action="true"][on="true"] {{ background: {c.selection}; border-color: {c.accent}; }}
    QPushButton[action="true"][on="true"] QLabel {{ color: {c.accent}; font-weight: 600; }}
    QWidget#headline QLabel:disabled {{ color: {c.muted}; }}
    """


def _review(c: Colours) -> str:
    """Cards and verdicts of *Review*."""
    return f"""
    QLabel[role="section"] {{ color: {c.muted}; font-size: {look.Size.SMALL}px; font-weight: 600; }}
    QLabel[badge="true"] {{ background: {c.ink}; color: {c.panel}; border-radius: 4px; padding: 0;
        font-size: {look.Size.META}px; font-weight: 600; }}
    QFrame[tight="true"] QPushButton[segment="true"] {{ padding: 2px 10px; }}
    QFrame[tight="true"] QPushButton[segment="true"]:focus {{ padding: 0 8px; }}
    QFrame#record_card {{ background: {c.panel}; border: 1px solid {c.edge}; border-radius: {look.RADIUS}px; }}
    QFrame#record_card[chosen="true"] {{ border-color: {c.accent}; }}
    QFrame#record_card:focus {{ border: 2px solid {c.accent}; }}
    QFrame#rule {{ background: {c.edge}; border: 0; }}
    QFrame#verdicts {{ background: {c.window}; border: 0; border-top: 1px solid {c.edge};
        border-bottom-left-radius: {look.RADIUS}px; border-bottom-right-radius: {look.RADIUS}px; }}
    QPushButton[verdict="true"] QLabel[key="true"] {{ padding: 0 3px; }}
    QPushButton[verdict="true"] {{ padding: 0; text-align: left; }}
    QPushButton[verdict="true"]:focus {{ padding: 0; }}
    QPushButton[verdict="true"][on="true"] {{ background: {c.selection}; border-color: {c.accent}; }}
    QPushButton[verdict="true"] QLabel[on="true"] {{ color: {c.accent}; }}
    QProgressBar#queue_bar::chunk {{ background: {c.ink}; }}
    QComboBox#order {{ border-color: transparent; padding: 1px 6px; font-size: {look.Size.SMALL}px; color: {c.muted}; }}
    QComboBox#order:focus {{ border-color: {c.accent}; }}
    """
