"""The verdict of *Why* as rich text: its first statement strong, each rank in the colour of its channel."""

from __future__ import annotations

import re

from mnemoscope.messages import Message
from mnemoscope.records import Channel
from mnemoscope_gui import look
from mnemoscope_gui.look import Colours
from mnemoscope_gui.views import rich
from mnemoscope_gui.wording import number, say, text

_LEAD = re.compile(r"^(.+?[.:;])(\s|$)(?!\d)", re.DOTALL)
_OPEN = {Channel.VECTOR: "\ue000", Channel.LEXICAL: "\ue001"}
_CLOSE = "\ue002"
_MARKS = re.compile("[\ue000-\ue002]")
_SIGN = "(?:#|\\S+\u00a0)?"
"""What stands before the figure of a rank: #812, n° 812, núm. 812."""


class _Rank(int):
    """A channel's rank that can be found again in the sentence that says it, in any language."""

    channel: Channel

    def __new__(cls, value: int, channel: Channel) -> _Rank:
        self = super().__new__(cls, value)
        self.channel = channel
        return self

    def __format__(self, spec: str) -> str:
        return f"{_OPEN[self.channel]}{number(int(self))}{_CLOSE}"


def verdict_html(sentence: Message, c: Colours) -> str:
    """The one sentence as a paragraph."""
    shown = rich.text(text(_marked(sentence)))
    lead = _LEAD.match(shown)
    end = lead.end(1) if lead else 0
    body = f"<b>{_MARKS.sub('', shown[:end])}</b>{_MARKS.sub('', _coloured(shown[end:], c))}"
    size = f"font-size:{look.Size.VERDICT}px; line-height:{look.Height.VERDICT_LINE}px"
    return f'<p style="{size}; color:{c.ink}; margin:0">{body}</p>'


def _marked(sentence: Message) -> Message:
    """The sentence with its ranks marked; a text of the vault that holds such a mark loses it."""
    return Message(sentence.id, {name: _mark(sentence.id, name, value) for name, value in sentence.parameters.items()})


def _mark(id: str, name: str, value: object) -> object:
    if isinstance(value, Message):
        return _marked(value)
    if isinstance(value, str):
        return _MARKS.sub("", value)
    channel = _channel(id, name)
    return _Rank(value, channel) if channel is not None and type(value) is int else value


def _channel(id: str, name: str) -> Channel | None:
    """Whose rank a parameter is: it is named after the channel, or it is the rank of a sentence that is."""
    if name == "vector" or (name == "rank" and id.startswith("why.vectors_")):
        return Channel.VECTOR
    if name == "lexical" or (name == "rank" and id.startswith("why.words_")):
        return Channel.LEXICAL
    return None


def _coloured(sentence: str, c: Colours) -> str:
    """The rank, its sign and the channel's name where that stands right before, in the channel's colour."""
    for channel, colour in ((Channel.VECTOR, c.vectors), (Channel.LEXICAL, c.words)):
        name = re.escape(say(f"channel.{channel.value}"))
        rank = re.compile(f"((?:{name} )?{_SIGN}){_OPEN[channel]}([^{_CLOSE}]*){_CLOSE}")
        sentence = rank.sub(rf'<b style="color:{colour}">\1\2</b>', sentence)
    return sentence
