"""The card pack of Maps of Misterra: the printed faces of its presumption cards."""

from collections.abc import Iterator, Mapping
from typing import Any

from theodolite.misterra.presumptions import CARDS
from theodolite.misterra.snapshot import Presumption
from theodolite.verdict import Fault
from theodolite.web.misterra.bodies import PresumptionBody
from theodolite.web.reading import Body, Leaf, Text, refusal, refusals, shown

__all__ = ["CardPackBody"]

_BODY = PresumptionBody()
_CARDS = {str(number): number for number in CARDS}


class FacesField(Leaf):
    """Faces by the number of their card, each with `terrain`, `avoid` or `pattern` as a request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "object"}, **kwargs)

    def read(self, value: Any) -> Mapping[int, Presumption]:
        """The faces."""
        if type(value) is not dict:
            raise refusal("wrong_type", {"expected": "object"})
        if faults := list(_faults(value)):
            raise refusals(faults)
        return {
            _CARDS[number]: _BODY.read({"card": _CARDS[number], **face})
            for number, face in value.items()
        }


class CardPackBody(Body):
    """A card pack: tables such as `[presumptions.13]`, and what it calls itself."""

    title = Text(0, 1000, "title")
    presumptions = FacesField()

    def make(self, data: Mapping[str, Any]) -> Mapping[int, Presumption]:
        """The faces by the numbers of their cards."""
        faces: Mapping[int, Presumption] = data.get("presumptions", {})
        return faces


def _faults(faces: Mapping[str, Any]) -> Iterator[Fault]:
    for number, face in faces.items():
        if number not in _CARDS:
            yield Fault("unknown_card", (number,), {"value": shown(number)})
        elif not isinstance(face, dict):
            yield Fault("wrong_type", (number,), {"expected": "object"})
        elif "card" in face:
            yield Fault("unknown_field", (number, "card"))
        else:
            for fault in _BODY.explain({"card": _CARDS[number], **face}):
                yield fault._replace(path=(number, *fault.path))
