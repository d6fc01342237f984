"""Acts on many records, each in one transaction, and what they would change."""

from __future__ import annotations

from collections.abc import Callable

from mnemoscope import curation, impact
from mnemoscope.plans import Impact, Plan
from mnemoscope.progress import Progress, silent
from mnemoscope.records import Changes, Keep
from mnemoscope.vault import Vault
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.values import ActKind, Proposal, Terms

LongAct = Callable[[Vault, Progress], Changes]


def act(proposal: Proposal, terms: Terms) -> LongAct:
    """What carries a proposal out; what it forgets is a matter of its own."""
    ids = proposal.ids
    if proposal.kind is ActKind.RESTORE and proposal.record is not None:
        one = acts.restore(proposal.record)
        return lambda vault, progress: one(vault)
    carried_out: dict[ActKind, LongAct] = {
        ActKind.DEACTIVATE: lambda vault, progress: curation.deactivate(vault, ids, terms.reason, progress),
        ActKind.RESTORE: lambda vault, progress: curation.restore(vault, ids, progress=progress),
        ActKind.DATES: lambda vault, progress: curation.set_dates(
            vault, ids, valid_until=terms.valid_until, review_after=terms.review_after, progress=progress
        ),
        ActKind.MOVE: lambda vault, progress: curation.move(vault, ids, terms.app, progress),
    }
    return carried_out[proposal.kind]


def at_once(what: LongAct) -> acts.Act:
    """An act on few records, whose progress nobody follows."""
    return lambda vault: what(vault, silent)


def plan(proposal: Proposal, terms: Terms) -> Plan:
    """What a proposal would change."""
    ids, record = proposal.ids, proposal.record
    if proposal.kind is ActKind.RESTORE:
        if record is not None and record.active and record.superseded_by is not None:
            return Plan(unsupersede=((record.id, record.superseded_by),))
        return Plan(restore=ids)
    if proposal.kind is ActKind.DATES:
        if isinstance(terms.valid_until, Keep):
            return Plan()
        until = terms.valid_until.utc if terms.valid_until is not None else None
        return Plan(expire=dict.fromkeys(ids, until))
    if proposal.kind is ActKind.MOVE:
        return Plan(move=dict.fromkeys(ids, terms.app)) if terms.app else Plan()
    return Plan(deactivate=ids)


def weigh(planned: Plan) -> Callable[[Vault, Progress], Impact]:
    """What a plan would do to the expectations and the latest recalls."""
    return lambda vault, progress: impact.impact(vault, planned, progress)
