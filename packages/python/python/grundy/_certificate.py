"""Certificates: proofs and counterexamples that can be checked again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ._ask import Text, Values, ask, read, reply
from ._errors import CertificateError, as_arguments

if TYPE_CHECKING:
    from ._description import Theorem


@dataclass(frozen=True, init=False, repr=False)
class Certificate:
    """A proof of a description, or a counterexample to it, as the bytes of a file that `grundy check` reads.

    You make it from such bytes, or from the path of the file.  `check` tells whether it is valid.

    >>> import grundy
    >>> text = "n >= 1 { n } REPEAT _n An ENDREP"
    >>> certificate = grundy.verify(text, certify=True).certificate
    >>> grundy.Certificate(bytes(certificate)).check(text).shows
    'proof'
    >>> certificate.check(text.replace("An", "A(n+1)"))
    Traceback (most recent call last):
    ...
    grundy.CertificateError: line 2: this is about another description, or another version of it
    """

    _content: bytes

    def __init__(self, content: bytes | os.PathLike[str]) -> None:
        if hasattr(content, "__fspath__"):
            with open(os.fsdecode(content), "rb") as file:
                content = file.read()
        if not isinstance(content, (bytes, bytearray, memoryview)):
            message = "a certificate is made from the bytes of a file, or from its pathlib.Path"
            raise TypeError(message)
        object.__setattr__(self, "_content", bytes(content))

    def check(
        self,
        text: Text | None = None,
        *,
        values: Values | None = None,
        rule: str | None = None,
        time_limit: float | None = None,
    ) -> Evidence:
        """Checks the certificate against the text, or the path, of the description that it is about.

        A proof by trace needs no text, as it names its moves.  A text without RULE line means Grundy values or normal
        play; what was proved by another rule is accepted only if `rule` names it.

        Raises `grundy.CertificateError` if it proves nothing about the text.
        """
        try:
            content = self._content.decode()
        except UnicodeDecodeError:
            raise CertificateError("the certificate is damaged: it is not UTF-8") from None
        source = None if text is None else read(text)
        question = {
            "ask": "check",
            "certificate": content,
            "text": source and source.text,
            "values": values,
            "rule": rule,
        }
        from ._description import theorem_of

        answer = ask(question, time_limit=time_limit)
        found = answer.document
        if not found["accepted"]:
            raise CertificateError(as_arguments(found["message"]))
        return Evidence(
            shows="proof" if found["shows"] == "verified" else "counterexample",
            theorems=[theorem_of(reply(parts)) for parts in answer.more["theorems"]],
            json=answer.json,
            _text=answer.text,
        )

    def __bytes__(self) -> bytes:
        return self._content

    def __len__(self) -> int:
        return len(self._content)

    def __repr__(self) -> str:
        return f"<grundy.Certificate: {len(self)} bytes>"


def certificate(more: Mapping[str, Any]) -> Certificate | None:
    content = more.get("certificate")
    return None if content is None else Certificate(content.encode())


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """What a certificate shows."""

    shows: Literal["proof", "counterexample"]
    """`proof` or `counterexample`."""
    theorems: list[Theorem]
    """The theorems about period and preperiod that it proves."""
    json: str
    """The document that `grundy check --format json` prints."""
    _text: str

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<grundy.Evidence: {self.shows}>"
