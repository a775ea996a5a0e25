"""Writes the SDK's models from `openapi.yaml`: run `make models` after the specification changed.

Each game gets three generated modules. `requests.py` has what is sent, `responses.py` what is
returned. Words of a fixed set are `Literal`s, so that a type checker finds a slip; those of
responses are plain strings as the program runs, and fields that a service may leave out have
defaults, so that a newer or an older service does no harm. A table that the service returns is a
`Returned...` class; its `to_request` makes the request of it, and `ANSWERS` is the class of each
operation's response. `types.py` exports both. `theodolite_sdk/responses.py` has what all games
share.

The tables below name the classes and give them their methods. A name that the specification no
longer has is an error.
"""

import ast
import re
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import Any

import yaml
from datamodel_code_generator import InputFileType, generate
from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.format import Formatter, PythonVersion
from datamodel_code_generator.parser import LiteralType

Schema = dict[str, Any]

ROOT = Path(__file__).parents[2]
PACKAGE = "theodolite_sdk"
_ELSEWHERE = "elsewhere"
_INNER = ("items", "additionalProperties")
DOCUMENTS = ("application/json", "multipart/form-data")
"""The media types of requests that are made of schemas."""
HEADER = "Generated from openapi.yaml by `make models`; do not edit."

# The class of a response by the last part of the operation's id, where its schema has another name.
RESPONSES = {
    "disputes": "Dispute",
    "end_checks": "EndCheck",
    "replays": "Replay",
    "reviews": "Review",
    "routes": "Way",
    "scores": "ScoreSheet",
    "updates": "Update",
}

# The class of any other schema, where it is not the schema's name without the game's.
NAMES = {
    "CartographersDrawn": "JudgedDraw",
    "CartographersGain": "ScoreChange",
    "CartographersSeasonBox": "Box",
    "MisterraCard": "PresumptionCard",
    "MisterraType": "ActionType",
    "TiwanakuBoard": "BoardName",
    "TiwanakuScoresItem": "Item",
    "TreasureHuntFree": "PieceName",
    "TreasureHuntHand": "CardName",
}

# Requests that are plain dictionaries with known keys.
DICTIONARIES = {"ByTerrain", "Rulings", "Tops", "Variants"}

# Those of them that are empty by default.
EMPTY = {"Rulings", "Variants"}

# Parts of responses in which a newer service may have further keys: plain dictionaries.
OPEN = {"Rulings", "Subtotals", "Supply", "Titles", "Tops"}

# The hand-written base class that gives a response its methods. Checks and verdicts have theirs.
BASES = {
    "PhotoRead": "pictures.Reviewed",
    "cartographers.ScoreSheet": "cartographers.sheet.ScoreSheetText",
    "misterra.ScoreSheet": "misterra.sheet.ScoreSheetText",
    "tiwanaku.DeductionStep": "tiwanaku.proof.StepText",
    "tiwanaku.Deductions": "tiwanaku.proof.ProofText",
    "tiwanaku.LandPhotoRead": "pictures.Reviewed",
    "tiwanaku.ScoreSheet": "tiwanaku.sheet.ScoreSheetText",
    "tiwanaku.Hinted": "tiwanaku.proof.HintText",
    "treasure_hunt.Demand": "treasure_hunt.sheet.DemandText",
    "treasure_hunt.ScoreSheet": "treasure_hunt.sheet.ScoreSheetText",
}

# The hand-written base class of verdicts without checks of their own.
VERDICTS = {"Replay": "ReplayText", "Review": "ReviewText"}

# Fields that mean one thing if they are null and another if they are left out.
NULL_OR_ABSENT = {"tiwanaku.Action.from", "treasure_hunt.Action.drawn"}

# Classes and fields that are None by default: an empty list says something else than none.
NO_LIST = {
    "Action",
    "Board",
    "Card",
    "Dice",
    "Draw",
    "Move",
    "Presumption",
    "tiwanaku.Otoma.offerings",
    "tiwanaku.Player.offerings",
}

# Defaults of absent numbers and booleans of requests that the specification states in prose only.
ABSENT = {"boats": 0, "claim": False, "coin": False, "coins": 0, "shoes": 0, "turn": 0}
ABSENT_IN = {"treasure_hunt.Player.coordinates": 0}

# Booleans of responses that are never taken for false because they are missing.
DECISIVE = {"consistent", "lawful", "legal", "met", "over", "possible", "triggered"}

# Defaults of other absent fields of responses.
ABSENT_IN_RESPONSES = {"Health.version": "", "SeasonScore.adds_up": True}

# The optional field that may be given by position, before the others.
FIRST = {"misterra.Move": "action", "tiwanaku.Action": "from"}

# A coordinate, which programs compute: a plain string, not one of a hundred `Literal`s.
COORDINATE = re.compile(r"(\w+:)?[A-K]\d+")


def modules(specification: Mapping[str, Any]) -> dict[Path, str]:
    """Return the code of every generated module by its path below the folder `sdk`.

    Raises:
        ValueError: A table of this module names what the specification does not have, or two
            schemas have the same class name.
    """
    source = Specification(specification)
    found: dict[Path, str] = {}
    shared = source.responses("")
    for game in source.games:
        folder = Path(PACKAGE, game)
        sent, reached = source.requests(game), source.responses(game)
        returned = {name: each for name, each in reached.items() if name not in shared}
        imports = {name: f"{PACKAGE}.responses.{name}" for name in shared}
        imports |= {
            name: f"{PACKAGE}.{game}.requests.{name}" for name in DICTIONARIES & sent.keys()
        }
        bases = source.bases(game, returned)
        found[folder / "requests.py"] = _requests_code(sent, game)
        found[folder / "responses.py"] = _responses_code(
            returned, game, imports, bases, source.answers(game)
        )
        exported = {
            f"{game}.requests": {*sent},
            f"{game}.responses": {*returned},
            "pictures": {"Picture"},
            "responses": shared.keys() & reached.keys(),
        }
        found[folder / "types.py"] = _types_code(game, exported)
    bases = source.bases("", shared)
    found[Path(PACKAGE, "responses.py")] = _responses_code(shared, "", {}, bases, "")
    if unused := {*NAMES, *BASES} - source.used:
        raise ValueError(f"the specification has nothing for {sorted(unused)}")
    return found


class Specification:
    """The schemas of a specification under the names of the SDK.

    Attributes:
        games: The prefix of a game's schemas by its id, such as `TreasureHunt` of `treasure_hunt`.
        used: The entries of the tables above that were needed.
    """

    def __init__(self, specification: Mapping[str, Any]) -> None:
        self._schemas: dict[str, Schema] = specification["components"]["schemas"]
        self._bodies: dict[str, list[str]] = {}
        self._answers: dict[str, list[str]] = {}
        for verbs in specification["paths"].values():
            for operation in verbs.values():
                id_, answer = operation["operationId"], operation["responses"]["200"]["content"]
                body = operation.get("requestBody", {}).get("content", {})
                self._bodies[id_] = [*_referenced([body.get(kind) for kind in DOCUMENTS])]
                self._answers[id_] = [*_referenced(answer.get(DOCUMENTS[0]))]
        self._tops = {
            answers[0]: id_ for id_, answers in self._answers.items() if len(answers) == 1
        }
        ids = dict.fromkeys(id_.rpartition(".")[0] for id_ in self._bodies)
        self.games = {game: game.title().replace("_", "") for game in ids if game}
        self.used: set[str] = set()

    def requests(self, game: str) -> dict[str, Schema]:
        """Return the schemas that bodies of requests are made of, by class name."""
        return self._by_name(self._sent(game), game, self._request)

    def responses(self, game: str) -> dict[str, Schema]:
        """Return the schemas that responses are made of, by class name; for "" what is shared."""
        mine = [
            schema
            for id_, answers in self._answers.items()
            for schema in answers
            if not game or id_.startswith(f"{game}.")
        ]
        reached = {
            schema
            for schema in self._reached(mine) - {*chain.from_iterable(self._mixed().values())}
            if "properties" in self._schemas[schema]
            and self._name(schema, game, returned=True) not in OPEN | DICTIONARIES
            and (game or not schema.startswith(tuple(self.games.values())))
        }
        return self._by_name(sorted(reached), game, self._response)

    def answers(self, game: str) -> str:
        """Return a table of the class of each response by the last part of the operation's path.

        Where there are several, they are in the order of the members of the body that lead to them.
        """
        table = []
        for id_, answers in self._answers.items():
            if id_.startswith(f"{game}.") and answers and self._bodies[id_]:
                classes = [self._name(schema, game, returned=True) for schema in answers]
                members = (
                    [*self._schemas[self._bodies[id_][0]]["properties"]] if classes[1:] else []
                )
                several = ", ".join(map("{!r}: {}".format, members, classes))
                last = id_.partition(".")[2].replace("_", "-")
                table.append(f"{last!r}: {f'{{{several}}}' if members else classes[0]}")
        return f"{{{', '.join(table)}}}"

    def bases(self, game: str, responses: Mapping[str, Schema]) -> dict[str, str]:
        """Return the import path of the hand-written base class of each response that has one."""
        answered = {
            self._name(schema, game, returned=True)
            for answers in self._answers.values()
            for schema in answers
        }
        found = {}
        for name, schema in responses.items():
            key = f"{game}.{name}" if game else name
            fields = schema["properties"].keys()
            if key in BASES:
                self.used.add(key)
                found[name] = f"{PACKAGE}.{BASES[key]}"
            elif {"rule", "status", "explanation"} <= fields:
                found[name] = f"{PACKAGE}.verdicts.CheckText"
            elif {"effect", "reference", "explanation"} <= fields:
                found[name] = f"{PACKAGE}.verdicts.ChangeText"
            elif "legal" in fields:
                base = "VerdictText" if "checks" in fields else VERDICTS.get(name, "Judged")
                found[name] = f"{PACKAGE}.verdicts.{base}"
            elif name in answered and not name.startswith("Returned"):
                found[name] = f"{PACKAGE}.telling.Answer"
        return found

    def _sent(self, game: str) -> list[str]:
        within = {
            inner
            for id_, bodies in self._bodies.items()
            if id_.startswith(f"{game}.")
            for body in bodies
            for inner in _referenced(self._schemas[body])
        }
        own = {schema for schema in self._reached(within) if schema.startswith(self.games[game])}
        # Tables are schemas or texts where they occur, spaces are plain strings.
        return sorted(own - {schema for schema in own if self._is_inlined(schema)})

    def _reached(self, schemas: Iterable[str]) -> set[str]:
        reached: set[str] = set()
        waiting = list(schemas)
        while waiting:
            if (schema := waiting.pop()) not in reached:
                reached.add(schema)
                waiting += _referenced(self._schemas[schema])
        return reached

    def _is_inlined(self, schema: str) -> bool:
        about = self._schemas[schema]
        return "properties" not in about and (
            "enum" not in about or any(map(_is_coordinate, about["enum"]))
        )

    def _by_name(
        self, schemas: Iterable[str], game: str, made: Callable[[str, str], Schema]
    ) -> dict[str, Schema]:
        found: dict[str, Schema] = {}
        for schema in schemas:
            name = self._name(schema, game, returned=made == self._response)
            if name in found:
                raise ValueError(f"two schemas of {game} have the class name {name}")
            found[name] = made(schema, game)
        return found

    def _name(self, schema: str, game: str, *, returned: bool) -> str:
        prefix = self.games.get(game, "")
        if returned and schema.startswith(prefix or "-"):
            last = self._tops.get(schema, "").rpartition(".")[2]
            if last in RESPONSES:
                return RESPONSES[last]
        self.used |= {schema} & NAMES.keys()
        name = NAMES.get(schema, schema.removeprefix(prefix))
        is_sent = returned and prefix and schema in self._sent(game)
        return f"Returned{name}" if is_sent and name not in OPEN | DICTIONARIES else name

    def _request(self, schema: str, game: str) -> Schema:
        owner = self._name(schema, game, returned=False)
        clean: Schema = self._clean(self._schemas[schema], game, returned=False)
        if owner in DICTIONARIES or "enum" in clean:
            return clean
        return _with_defaults(clean, f"{game}.{owner}")

    def _response(self, schema: str, game: str) -> Schema:
        owner = self._name(schema, game, returned=True)
        clean = self._clean(self._schemas[schema], game, returned=True)
        for other in self._mixed().get(schema, ()):
            also = self._clean(self._schemas[other], game, returned=True)
            clean["properties"] = {**also["properties"], **clean["properties"]}
        if owner.startswith("Returned"):
            clean.setdefault(
                "description", f"`{owner.removeprefix('Returned')}`, as it is returned."
            )
            return _with_defaults(clean, f"{game}.{owner.removeprefix('Returned')}")
        needed = clean.get("required", ())
        for name, part in clean["properties"].items():
            kind = part.get("type")
            if (absent := ABSENT_IN_RESPONSES.get(f"{owner}.{name}")) is not None:
                part["default"] = absent
            elif kind == "array":
                part["default"] = []
            elif _is_nullable(part) or name not in needed:
                _nullable(part)
            elif kind == "object":
                part["default"] = {}
            elif kind == "boolean" and name not in DECISIVE:
                part["default"] = False
        defaults = [part.get("default", part) for part in clean["properties"].values()]
        if all(default in ([], {}, "") for default in defaults):
            # Any JSON object would do without its first list.
            next(iter(clean["properties"].values())).pop("default")
        return {**clean, "required": list(clean["properties"])}

    def _mixed(self) -> Mapping[str, Sequence[str]]:
        """The schemas that a response may have in place of another, whose class has their fields.

        A struct has no tag by which several could be distinguished.
        """
        reached = self._reached(chain.from_iterable(self._answers.values()))
        ways = chain.from_iterable(self._objects(self._schemas[schema]) for schema in reached)
        return {first: others for first, *others in ways}

    def _objects(self, part: Any) -> Iterator[list[str]]:
        """Yield the names of the objects one of which stands in each of some parts."""
        if isinstance(part, dict):
            names = [way.get("$ref", "").rpartition("/")[2] for way in part.get("anyOf", ())]
            if len(names) > 1 and all(
                "properties" in self._schemas.get(name, ()) for name in names
            ):
                yield names
        inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        yield from chain.from_iterable(map(self._objects, inner))

    def _clean(self, schema: Any, game: str, *, returned: bool) -> Any:
        """Return a schema under the SDK's names, without what only a validator reads."""
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema:
            return self._reference(schema, game, returned=returned)

        def within(part: Any) -> Any:
            return self._clean(part, game, returned=returned)

        clean: Schema = {key: schema[key] for key in ("type", "required") if key in schema}
        clean |= _described(schema)
        clean |= {key: within(schema[key]) for key in _INNER if key in schema}
        if fields := schema.get("properties"):
            clean["properties"] = {name: within(part) for name, part in fields.items()}
        if alternatives := schema.get("anyOf", schema.get("oneOf")):
            if returned and [*self._objects({"anyOf": alternatives})]:
                return {**within(alternatives[0]), **_described(schema)}
            clean["anyOf"] = [within(part) for part in alternatives]
        words = schema.get("enum", [schema["const"]] if "const" in schema else [])
        if not any(map(_is_coordinate, words)) and not (
            returned and any(isinstance(word, (int, float)) for word in words)
        ):
            clean |= {"enum": words} if words else {}
        return clean

    def _reference(self, schema: Schema, game: str, *, returned: bool) -> Schema:
        target = schema["$ref"].rpartition("/")[2]
        about = self._schemas[target]
        if self._is_inlined(target) or (returned and "enum" in about):
            return {**self._clean(about, game, returned=returned), **_described(schema)}
        name = self._name(target, game, returned=returned)
        if returned and name in OPEN:
            value, *_ = self._schemas[target]["properties"].values()
            inner = self._clean({**value, "description": "", "enum": []}, game, returned=True)
            return {"type": "object", "additionalProperties": inner}
        return {"$ref": f"#/components/schemas/{name}", **_described(schema)}


def _described(schema: Schema) -> Schema:
    """Return the description of a schema; a docstring cannot end with a quotation mark."""
    text = schema.get("description", "")
    return {"description": text + " " * text.endswith('"')} if text else {}


def _is_coordinate(word: object) -> bool:
    return COORDINATE.fullmatch(str(word)) is not None


def _referenced(part: Any) -> Iterator[str]:
    """Yield the names of the schemas that a part of the specification refers to."""
    if isinstance(part, dict):
        if isinstance(ref := part.get("$ref"), str):
            yield ref.rpartition("/")[2]
        for inner in part.values():
            yield from _referenced(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _referenced(inner)


def _is_nullable(part: Schema) -> bool:
    alternatives = part.get("anyOf", ())
    return "null" in part.get("type", ()) or any(map(_is_nullable, alternatives))


def _nullable(part: Schema) -> None:
    """Let a part be None, which it is by default."""
    part["default"] = None
    if _is_nullable(part) or not part.keys() & {"type", "anyOf", "$ref"}:
        return
    if "enum" in part:
        part["enum"] = [*part["enum"], None]
    if isinstance(kind := part.get("type"), str):
        part["type"] = [kind, "null"]
    elif "anyOf" in part:
        part["anyOf"] = [*part["anyOf"], {"type": "null"}]
    else:
        part["anyOf"] = [{"$ref": part.pop("$ref")}, {"type": "null"}]


def _with_defaults(schema: Schema, owner: str) -> Schema:
    """Give every field of a request that may be absent the default that stands for its absence."""
    name = owner.partition(".")[2]
    first = FIRST.get(owner)
    properties = dict(sorted(schema["properties"].items(), key=lambda item: item[0] != first))
    required = []
    for field, part in properties.items():
        key = f"{owner}.{field}"
        if field in schema.get("required", ()):
            pass
        elif key in NULL_OR_ABSENT:
            continue
        elif _is_nullable(part):
            _nullable(part)
        elif (absent := ABSENT_IN.get(key, ABSENT.get(field))) is not None:
            part["default"] = absent
        elif {name, owner, key} & NO_LIST:
            _nullable(part)
        elif part.get("type") == "array":
            part["default"] = []
        elif part.get("type") == "object" or part.get("$ref", "").rpartition("/")[2] in EMPTY:
            part["default"] = {}
        else:
            _nullable(part)
        required.append(field)
    return {**schema, "properties": properties, "required": required}


def _requests_code(schemas: Mapping[str, Schema], game: str) -> str:
    typed = {name: f"{_ELSEWHERE}.{name}" for name in DICTIONARIES & schemas.keys()}
    dictionaries = {
        name: schema for name, schema in schemas.items() if name in typed or "enum" in schema
    }
    first = _generated(dictionaries, DataModelType.TypingTypedDict, {}, {}, set())
    rest = {name: schema for name, schema in schemas.items() if name not in typed}
    second = _generated(rest, DataModelType.MsgspecStruct, typed, {}, rest.keys())
    shape = _Shape(returned=False)
    helpers = ast.parse(f"from {PACKAGE}.model import Strings")
    trees = [helpers, shape.visit(first), shape.visit(second)]
    return _written(f"Requests about {_title(game)}.", trees)


def _responses_code(
    schemas: Mapping[str, Schema],
    game: str,
    imports: Mapping[str, str],
    bases: Mapping[str, str],
    answers: str,
) -> str:
    sent_again = {name for name in schemas if name.startswith("Returned")}
    code = _generated(schemas, DataModelType.MsgspecStruct, imports, bases, sent_again)
    _Shape(returned=True).visit(code)
    for node in code.body:
        if isinstance(node, ast.ClassDef) and node.name in sent_again:
            _add_to_request(node, node.name.removeprefix("Returned"))
    trees = [ast.parse(f"from {PACKAGE}.model import Literal"), code]
    if sent_again:
        lines = f"from {PACKAGE}.{game} import requests\nfrom {PACKAGE}.returned import to_request"
        trees.insert(0, ast.parse(lines))
    if answers:
        used = "from collections.abc import Mapping\nfrom typing import Any"
        shared = f"from {PACKAGE}.responses import PhotoRead"
        trees.append(ast.parse(f"{used}\n{shared}\nANSWERS: Mapping[str, Any] = {answers}"))
    about = _title(game) if game else "every game, and about the service itself"
    return _written(f"Responses about {about}.", trees)


def _add_to_request(node: ast.ClassDef, name: str) -> None:
    """Give a class its method `to_request`."""
    method = f'''
def to_request(self) -> requests.{name}:
    """Return this as a request; words that only a newer service knows are left as they are."""
    return to_request(self, requests.{name})
'''
    node.body += ast.parse(method).body


def _types_code(game: str, exported: Mapping[str, Collection[str]]) -> str:
    lines = [
        f"from {PACKAGE}.{module} import {', '.join(sorted(names))}"
        for module, names in exported.items()
    ]
    lines.append(f"__all__ = {sorted(set().union(*exported.values()))}")
    return _written(
        f"What the client of {_title(game)} sends, and what is returned.",
        [ast.parse("\n".join(lines))],
    )


def _generated(
    schemas: Mapping[str, Schema],
    kind: DataModelType,
    imports: Mapping[str, str],
    bases: Mapping[str, str],
    sent: Collection[str],
) -> ast.Module:
    """Return the classes of schemas as datamodel-code-generator makes them.

    Args:
        schemas: The schemas by class name.
        kind: What to make of an object.
        imports: The import path of each class that is made elsewhere.
        bases: The import path of the base class, by class name.
        sent: The classes that leave their defaults out when they are sent.
    """
    document = {
        "openapi": "3.1.0",
        "info": {"title": PACKAGE, "version": "1"},
        "paths": {},
        "components": {"schemas": {**{name: {"type": "object"} for name in imports}, **schemas}},
    }
    structs = kind == DataModelType.MsgspecStruct
    always, if_sent = {"frozen": True}, {"frozen": True, "omit_defaults": True}
    bases_of: dict[str, str | list[str]] = dict.fromkeys(schemas, f"{PACKAGE}.model.Model")
    options = {name: {"base_class_kwargs": if_sent if name in sent else always} for name in schemas}
    with warnings.catch_warnings():
        # Moves of which there are two forms are sent, never decoded.
        warnings.filterwarnings("ignore", "msgspec cannot decode the union")
        code = generate(
            document,
            allow_remote_refs=False,
            apply_default_values_for_required_fields=True,
            base_class_map={**bases_of, **bases} if structs else {},
            disable_future_imports=True,
            disable_timestamp=True,
            enum_field_as_literal=LiteralType.All,
            extra_template_data=defaultdict(dict, options if structs else {}),
            formatters=[Formatter.BUILTIN],
            input_file_type=InputFileType.OpenAPI,
            output_model_type=kind,
            strict_refs=True,
            target_python_version=PythonVersion.PY_311,
            type_overrides=dict(imports),
            use_closed_typed_dict=False,
            use_generic_container_types=True,
            use_inline_field_description=True,
            use_schema_description=True,
            use_type_alias=True,
            use_typed_nullable_map_values=True,
        )
    return ast.parse(str(code))


class _Shape(ast.NodeTransformer):
    """Types without annotations for validators; what is returned in tuples, which cannot change."""

    def __init__(self, *, returned: bool) -> None:
        self._returned = returned

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        kind = node.value.id if isinstance(node.value, ast.Name) else ""
        if kind == "Annotated" and isinstance(node.slice, ast.Tuple):
            return node.slice.elts[0]
        if kind == "Sequence" and self._returned:
            return ast.parse(f"tuple[{ast.unparse(node.slice)}, ...]", mode="eval").body
        return ast.Name("Strings") if ast.unparse(node) == "Sequence[str]" else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return {
            "field(default_factory=list)": ast.Tuple([], ast.Load()),
            "field(default_factory=dict)": ast.Dict([], []),
        }.get(ast.unparse(node), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):
            node.value.value = " ".join(str(node.value.value).split())
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        if self._returned and node.module == "typing":
            node.names = [each for each in node.names if each.name != "Literal"]
        return node if node.names and node.module != _ELSEWHERE else None


def _written(about: str, trees: Iterable[ast.Module]) -> str:
    """Return a module of the statements of some, each once, laid out as the project's code is."""
    statements = dict.fromkeys(ast.unparse(node) for tree in trees for node in tree.body)
    imports = [text for text in statements if text.startswith(("from ", "import "))]
    rest = [text for text in statements if text not in imports]
    code = "\n".join([f'"""{about}\n\n{HEADER}\n"""', *imports, *rest])
    code = re.sub(r"^( {4})([\"'].*[\"'])$", _docstring, code, flags=re.MULTILINE)
    ruff = [sys.executable, "-m", "ruff"]
    options = ["--quiet", "--stdin-filename", str(ROOT / "sdk" / PACKAGE / "generated.py"), "-"]
    for command in (["check", "--fix", "--exit-zero", "--select", "F401,I,UP"], ["format"]):
        code = subprocess.run(
            [*ruff, *command, *options], input=code, check=True, capture_output=True, text=True
        ).stdout
    return code


def _docstring(match: re.Match[str]) -> str:
    """Return the docstring of a class or a field within the width of a line."""
    indent, text = match[1], str(ast.literal_eval(match[2])).replace("\\", "\\\\")
    text += " " * text.endswith('"')
    lines = wrap(text, 100 - len(indent) - len('""""""'), break_on_hyphens=False)
    end = [""] if len(lines) > 1 else []
    return f'{indent}"""' + f"\n{indent}".join([*lines, *end]) + '"""\n'


def _title(game: str) -> str:
    return game.replace("_", " ").title()


def main() -> None:
    """Write the modules."""
    specification = yaml.load((ROOT / "openapi.yaml").read_bytes(), yaml.CSafeLoader)
    for path, code in modules(specification).items():
        (ROOT / "sdk" / path).write_text(code, "utf-8")


if __name__ == "__main__":
    main()
