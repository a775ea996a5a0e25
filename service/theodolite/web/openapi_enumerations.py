"""Names for the enumerations of the OpenAPI document, so that clients get one type for each."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

SCHEMAS = "#/components/schemas/"


def pascal(name: str) -> str:
    """A name of words with underscores as a name of a schema."""
    return "".join(part.capitalize() for part in name.split("_"))


def name_enumerations(schemas: dict[str, Any], prefixes: Sequence[str]) -> None:
    """Give each enumeration a schema of its own: that of several schemas one, which they share."""
    found: dict[frozenset[str], list[_Enumeration]] = defaultdict(list)
    for owner, schema in schemas.items():
        for each in _enumerations(owner, "", schema):
            found[frozenset(each.values)].append(each)
    for places in found.values():
        owners = {each.owner for each in places}
        prefix = next((p for p in prefixes if all(owner.startswith(p) for owner in owners)), "")
        ((of, _),) = Counter(each.of for each in places).most_common(1)
        name = (min(owners) if len(owners) == 1 else prefix) + pascal(of)
        if len(owners) == 1 and any(each.is_way for each in places):
            # Generators of clients name the choice after its property.
            name += "Word"
        name += "Name" if name in schemas else ""
        # Responses have their words sorted, requests in the order of the rules.
        values = min((each.values for each in places), key=lambda words: words == sorted(words))
        if name in schemas:
            raise ValueError(f"two schemas have the name {name}")
        schemas[name] = {"type": "string", "enum": values}
        if len(owners) > 1:
            schemas[name]["description"] = f"A value of `{of}`."
        reference = {"$ref": f"{SCHEMAS}{name}"}
        for each in places:
            has_null = None in each.place.pop("enum")
            each.place.pop("type")
            each.place.update({"anyOf": [reference, {"type": "null"}]} if has_null else reference)


class _Enumeration(NamedTuple):
    """A place where a schema has an enumeration.

    Attributes:
        owner: The name of the schema.
        of: The property whose value it is, or an entry of it.
        place: The enumeration.
        is_way: Whether it is one of several ways of a value.
    """

    owner: str
    of: str
    place: dict[str, Any]
    is_way: bool = False

    @property
    def values(self) -> list[str]:
        """Its words."""
        return [value for value in self.place["enum"] if value is not None]


def _enumerations(owner: str, of: str, schema: Any) -> Iterator[_Enumeration]:
    """The enumerations within a schema, but for those that are the schema itself."""
    if isinstance(schema, list):
        ways = [way for way in schema if isinstance(way, dict) and way.get("type") != "null"]
        # Generators of clients cannot tell a named enumeration from a number, an array or another.
        if not {"array", "integer"}.intersection(str(way.get("type")) for way in ways) and (
            len(ways) == 1 or not all("enum" in way for way in ways)
        ):
            for each in schema:
                for found in _enumerations(owner, of, each):
                    yield found._replace(is_way=found.is_way or len(ways) > 1)
    elif isinstance(schema, dict):
        if isinstance(schema.get("enum"), list) and of:
            yield _Enumeration(owner, of, schema)
        for key, inner in schema.items():
            if key == "properties":
                for name, each in inner.items():
                    yield from _enumerations(owner, name, each)
            else:
                is_entry = key in ("items", "additionalProperties")
                one = re.sub("(?<=sh)es$|s$", "", of) if is_entry else of
                yield from _enumerations(owner, one, inner)
