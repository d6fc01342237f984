"""What can go wrong in words: every error a person can meet is a child of ``VaultError`` with one sentence."""

from __future__ import annotations

from mnemoscope.messages import Message, message


class VaultError(Exception):
    """Something a person can understand and act on; its text is one sentence."""

    def __init__(self, id: str, /, **parameters: object) -> None:
        self.message: Message = message(id, **parameters)
        super().__init__(str(self.message))


class NotAVault(VaultError):
    """The file is no vault, is damaged, or cannot be opened."""


class NewerSchema(VaultError):
    """The vault was made by a newer version of the program."""


class OlderSchema(VaultError):
    """The vault was made by an older version of the program, and is open for reading only."""


class VaultBusy(VaultError):
    """Another process holds the write lock."""


class NotWritable(VaultError):
    """Folder, file or disk does not take a write."""


class NoSuchRecord(VaultError):
    """No record, or more than one, has the id."""


class NoSuchProfile(VaultError):
    """No built-in or saved profile has the name."""


class NoSuchExpectation(VaultError):
    """No expectation has the number."""


class NoSuchRecall(VaultError):
    """No recall of the log has the number."""


class Refused(VaultError):
    """An act that the rules of curation do not allow; nothing was changed."""


class UnknownFormat(VaultError):
    """A file of no known format."""


class ModelUnavailable(VaultError):
    """The embedding model is not installed or cannot be loaded."""


class Cancelled(Exception):
    """A person stopped a long job; what was written stays."""
