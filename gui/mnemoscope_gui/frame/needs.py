"""What there is that a command may need."""

from __future__ import annotations

from mnemoscope_gui.commands import Needs
from mnemoscope_gui.frame.browser import Browser
from mnemoscope_gui.frame.curating import Curating
from mnemoscope_gui.frame.navigation import Navigation
from mnemoscope_gui.places.history import HistoryPlace
from mnemoscope_gui.places.measure import MeasurePlace
from mnemoscope_gui.places.recall import RecallPlace
from mnemoscope_gui.places.sources import SourcesPage
from mnemoscope_gui.state.reversal import Reversal
from mnemoscope_gui.state.session import Session


def met(
    session: Session,
    recall: RecallPlace,
    measure: MeasurePlace,
    history: HistoryPlace,
    navigation: Navigation,
    reversal: Reversal,
    curating: Curating,
    browser: Browser,
    sources: SourcesPage,
    lost: bool,
) -> Needs:
    """The needs that are met; ``lost`` says that the vault's file is gone."""
    is_there = session.path is not None and not lost
    detail, adjustment, expected = session.detail, recall.adjust_part.adjustment, measure.selected
    conditions = {
        Needs.VAULT: is_there,
        Needs.PLACE: is_there and not browser.is_page,
        Needs.SOURCE: is_there and sources.selected is not None,
        Needs.ADJUSTED: adjustment.is_adjusted,
        Needs.SAVED_PROFILE: adjustment.is_saved and session.path is not None,
        Needs.EXPECTATION: expected is not None,
        Needs.ENDED: expected is not None and expected.act is not None,
        Needs.ANSWER: session.answer is not None,
        Needs.EARLIER: navigation.can_go_back,
        Needs.LATER: navigation.can_go_forward,
        Needs.UNDOABLE: is_there and reversal.undoable is not None,
        Needs.KNOWN: is_there and session.known is not None,
        Needs.LOGGED: is_there and history.query is not None,
        Needs.ACTIONABLE: is_there and history.can_act,
        Needs.BETWEEN: is_there and history.is_in_front and history.page.current_act is not None,
        Needs.OF_LOGGED: is_there and history.query is not None and history.page.record is not None,
        Needs.REDOABLE: is_there and reversal.redoable is not None,
    }
    is_behind = recall.replacing.is_open or history.is_in_front or browser.is_page
    if is_there and detail is not None and not is_behind:
        conditions[Needs.RECORD] = True
        conditions[Needs.IN_FORCE] = conditions[Needs.TO_DEACTIVATE] = detail.record.stands
        conditions[Needs.TO_RESTORE] = not detail.record.stands
        conditions[Needs.TARGET] = True
        conditions[Needs.SUPERSEDED] = detail.record.superseded_by is not None
        conditions[Needs.UNDER_QUESTION] = session.answer is not None and not session.is_beside
    conditions[Needs.MARKABLE] = is_there and curating.shows_marks
    if is_there and curating.targets:
        acts = (Needs.TARGET, Needs.TO_DEACTIVATE, Needs.TO_RESTORE, Needs.MARKED)
        conditions |= dict.fromkeys(acts, True)
    has = Needs.NOTHING
    for need, is_met in conditions.items():
        has |= need if is_met else Needs.NOTHING
    return has
