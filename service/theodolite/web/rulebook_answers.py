"""What every game answers about its rules and rulings."""

from typing import Any

from marshmallow import Schema, fields

from theodolite.rulebook import Rulebook

__all__ = ["RuleListAnswer", "RulingListAnswer", "list_rules", "list_rulings"]


class RuleAnswer(Schema):
    """A rule."""

    id = fields.String(required=True)
    page = fields.Integer(required=True, metadata={"description": "The rulebook's printed page."})
    text = fields.String(required=True, metadata={"description": "The rule in our own words."})


class RuleListAnswer(Schema):
    """The rules that an answer can name."""

    rules = fields.List(fields.Nested(RuleAnswer), required=True)


class RulingAnswer(Schema):
    """A ruling."""

    name = fields.String(required=True)
    values = fields.List(fields.String(), required=True)
    default = fields.String(required=True)
    why = fields.String(required=True, metadata={"description": "Why the rules leave it open."})


class RulingListAnswer(Schema):
    """The open points of the rules."""

    rulings = fields.List(fields.Nested(RulingAnswer), required=True)


def list_rules(rulebook: Rulebook, language: str) -> dict[str, Any]:
    """Every rule of a game, as `RuleListAnswer` has it."""
    return {
        "rules": [
            {"id": rule.id, "page": rule.page, "text": rule.texts[language]["text"]}
            for rule in rulebook.rules.values()
        ]
    }


def list_rulings(rulebook: Rulebook, language: str) -> dict[str, Any]:
    """Every ruling of a game, as `RulingListAnswer` has it."""
    return {
        "rulings": [
            {
                "name": ruling.name,
                "values": ruling.values,
                "default": ruling.default,
                "why": ruling.why[language],
            }
            for ruling in rulebook.rulings.values()
        ]
    }
