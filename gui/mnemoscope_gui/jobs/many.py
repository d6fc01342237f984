"""Acts on many records, each in one transaction, and what they would change."""

from __future__ import annotations

from mnemoscope import curation
from mnemoscope.plans import Plan
from mnemoscope.progress import silent
from mnemoscope.records import Keep
from mnemoscope_gui.jobs import acts
from mnemoscope_gui.values import ActKind, Proposal, Terms


def act(proposal: Proposal, terms: Terms) -> acts.LongAct:
    """What carries a proposal out; what it forgets is a matter of its own."""
    ids = proposal.ids
    if proposal.kind is ActKind.RESTORE and proposal.record is not None:
        one = acts.restore(proposal.record)
        return lambda vault, progress: one(vault)
    carried_out: dict[ActKind, acts.LongAct] = {
        ActKind.DEACTIVATE: lambda vault, progress: curation.deactivate(vault, ids, terms.reason, progress),
        ActKind.RESTORE: lambda vault, progress: curation.restore(vault, ids, progress=progress),
        ActKind.DATES: lambda vault, progress: curation.set_dates(
            vault, ids, valid_until=terms.valid_until, review_after=terms.review_after, progress=progress
        ),
        ActKind.MOVE: lambda vault, progress: curation.move(vault, ids, terms.app, progress),
    }
    return carried_out[proposal.kind]


def at_once(what: acts.LongAct) -> acts.Act:
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
