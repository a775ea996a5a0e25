"""Measures how many small errors (mutants) in the rules the tests detect: `make mutants`.

Mutants come from mutmut's operators. They are generated and run here because mutmut skips what the
rules have many of: decorated functions (properties, caches) and tables computed on import. A
mutated function replaces the code of the loaded function in a forked process. Any other mutant runs
in a forked process without the service's modules, which imports the mutated module. Each mutant
runs the tests that cover its lines, the quickest first, until one fails.
"""

import argparse
import contextlib
import difflib
import functools
import gc
import importlib.abc
import importlib.util
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Literal

import coverage
import hypothesis
import libcst as cst
import msgspec
import pytest
from libcst import matchers
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import deep_replace
from mutmut.mutation.mutators import mutation_operators
from tqdm import tqdm

SERVICE = Path("service")
OURS = tuple(Path(folder).resolve() for folder in ("service", "sdk", "tests"))
ROOMS = ("grid", "rows", "rulebook", "rulings", "scoresheet", "verdict")
"""Modules shared by the rules of all games."""
GAMES = tuple(sorted(path.parent.name for path in SERVICE.glob("theodolite/*/rules.toml")))


# Only failures matter, so nothing is shrunk or stored, and runs are reproducible.
hypothesis.settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    database=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)
PYTEST = [
    *(
        "-m",
        "",
        "-q",
        "-x",
        "-s",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "--hypothesis-profile=mutants",
    ),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # hypothesis is loaded already
    # The tests that state the rules case by case. Random tests would detect more.
    *("--ignore-glob=*_properties.py", "--ignore-glob=*/test_every_*.py"),
]
MEMORY = 4 << 30
UNTESTABLE = 9  # none of pytest's

Outcome = Literal["killed", "endless", "survived", "untested"]


@dataclass(frozen=True)
class Mutant:
    """A module with one change, the changed function (None if none), and the changed lines."""

    path: Path
    function: str | None
    lines: tuple[int, int]
    source: str

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(SERVICE).with_suffix("").parts)

    def __str__(self) -> str:
        here = f"{self.path.relative_to(SERVICE / 'theodolite')}:{self.lines[0]} {self.function}"
        changes = difflib.ndiff(self.path.read_text().splitlines(), self.source.splitlines())
        return "\n".join([here, *(line for line in changes if line[0] in "+-")])


class _Changes(cst.CSTVisitor):
    """Collects the changes of mutmut's operators, except those without effect."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[cst.CSTNode, cst.CSTNode, CodeRange, str | None]] = []
        self._names: list[str] = []
        self._function: cst.FunctionDef | None = None

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _has_no_effect(node) or (self._function is None and matchers.matches(node, _ALIAS)):
            return False
        if isinstance(node, cst.Call) and matchers.matches(node.func, _CAST):
            node.args[1].visit(self)
            return False
        if self._function is None and isinstance(node, cst.ClassDef | cst.FunctionDef):
            self._names.append(node.name.value)
            self._function = node if isinstance(node, cst.FunctionDef) else None
        function = ".".join(self._names) if self._function is not None else None
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for mutated in operator(node):
                    place = self.get_metadata(PositionProvider, node, None)
                    if isinstance(place, CodeRange):
                        self.found.append((node, mutated, place, function))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if original_node is self._function:
            self._function = None
            self._names.pop()
        elif isinstance(original_node, cst.ClassDef) and self._function is None:
            self._names.pop()


_CAST = matchers.Name("cast")
# At module level, subscripts belong to types.
_ALIAS = matchers.Assign(value=matchers.Subscript())


def _has_no_effect(node: cst.CSTNode) -> bool:
    """Whether Python ignores the value of a node, as of annotations."""
    match node:
        case (
            cst.Annotation()
            | cst.Decorator()
            | cst.Import()
            | cst.ImportFrom()
            | cst.Subscript(value=cst.Name("Literal"))
            | cst.Assign(targets=[cst.AssignTarget(target=cst.Name("__all__"))])
            | cst.If(test=cst.Name("TYPE_CHECKING"))
            | cst.Call(func=cst.Name("len" | "isinstance"))
        ):
            return True
    return False


def mutants(path: Path) -> Iterator[Mutant]:
    """Return every mutant of a module."""
    text = path.read_text()
    wrapper = MetadataWrapper(cst.parse_module(text))
    module = wrapper.module
    finder = _Changes()
    wrapper.visit(finder)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    seen = {text}
    for node, mutated, place, function in finder.found:
        start = starts[place.start.line - 1] + place.start.column
        end = starts[place.end.line - 1] + place.end.column
        if text[start:end] == module.code_for_node(node):
            source = text[:start] + module.code_for_node(mutated) + text[end:]
        else:
            source = cst.ensure_type(deep_replace(module, node, mutated), cst.Module).code
        if source not in seen and _compiles(source):
            seen.add(source)
            yield Mutant(path, function, (place.start.line, place.end.line), source)


def _compiles(source: str) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


_Functions = dict[tuple[str, str | None], list[FunctionType]]


def _put_in_place(mutant: Mutant, loaded: _Functions) -> bool:
    """Replace the code of a loaded function by the mutant's; return whether that worked."""
    compiled = compile(mutant.source, str(mutant.path.resolve()), "exec")
    (code,) = {c for c in _codes(compiled) if c.co_qualname == mutant.function}
    functions = loaded[mutant.module, mutant.function]
    changed = any(function.__code__ != code for function in functions)
    for function in functions:
        function.__code__ = code
    return changed


def _functions() -> _Functions:
    functions: _Functions = defaultdict(list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and str(function.__module__).startswith(
            "theodolite."
        ):
            functions[function.__module__, function.__code__.co_qualname].append(function)
    return functions


def _cache_clearer() -> Callable[[], None]:
    """Return a function that clears all caches of the service."""
    objects = [each for each in gc.get_objects() if _is_of_the_service(each)]
    caches = [each for each in objects if isinstance(each, functools._lru_cache_wrapper)]
    properties = [
        (each.__dict__, name)
        for each in objects
        for name, value in vars(type(each)).items()
        if isinstance(value, functools.cached_property)
    ]

    def clear() -> None:
        for cache in caches:
            cache.cache_clear()
        for attributes, name in properties:
            attributes.pop(name, None)

    return clear


def _is_of_the_service(each: object) -> bool:
    where = each if isinstance(each, functools._lru_cache_wrapper) else type(each)
    return str(where.__module__).startswith("theodolite.")


@dataclass
class _Plan:
    """Duration of each test without mutants, and the tests that run each line of a module."""

    seconds: dict[str, float]
    tests: dict[str, dict[int, list[str]]]
    on_import: dict[str, set[int]]

    def chosen(self, mutant: Mutant, budget: float, *, on_load: bool) -> list[str]:
        """Choose the tests that run a mutant's lines, the quickest first, within the budget.

        Any test may notice changes of what runs on import, because reading a table runs no line of
        the module.
        """
        first, last = mutant.lines
        by_line = self.tests[str(mutant.path)].items()
        ids = {test for line, tests in by_line if first <= line <= last for test in tests}
        if on_load:
            ids = {*self.seconds}
        chosen = []
        for test in sorted(ids, key=lambda test: (self.seconds[test], test)):
            budget -= self.seconds[test]
            if budget < 0:
                break
            chosen.append(test)
        return chosen


class _Limit:
    """Ends a process whose test takes ten times its usual processor time."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self._seconds = seconds

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self._seconds[nodeid])


def _game(item: pytest.Item) -> str | None:
    """Return the game of a parametrized test that all games share."""
    game: str | None = item.callspec.params.get("game") if hasattr(item, "callspec") else None
    return game


class _Loaded:
    """Runs the tests without mutants, then mutants in forks of the same process."""

    def __init__(self, found: Sequence[Mutant], options: argparse.Namespace) -> None:
        self._mutants = found
        self._options = options
        rules = [str(path) for path in options.paths]
        self._coverage = coverage.Coverage(data_file=None, include=rules)
        self._coverage.start()
        self.plan: _Plan | None = None
        self.outcomes: list[Outcome] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # A server runs in its own process, which mutants do not reach.
        others = {*GAMES} - {*self._options.game}
        items[:] = [
            item
            for item in items
            if "server" not in getattr(item, "fixturenames", ()) and _game(item) not in others
        ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.plan = plan = self._as_they_are(session)
        if session.testsfailed:
            return True
        items = {item.nodeid: item for item in session.items}
        session.config.pluginmanager.register(_Limit(plan.seconds))
        functions, clear = _functions(), _cache_clearer()

        def run(mutant: Mutant) -> int:
            if not _put_in_place(mutant, functions):
                return UNTESTABLE
            clear()
            chosen = plan.chosen(mutant, self._options.budget, on_load=False)
            for i, test in enumerate(chosen):
                after = items[chosen[i + 1]] if i + 1 < len(chosen) else None
                item = items[test]
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if session.testsfailed:
                    return 1
            return 0 if chosen else UNTESTABLE

        patched = [mutant if mutant.function else None for mutant in self._mutants]
        self.outcomes = _run_all(run, patched, self._options.jobs, "in place")
        return True

    def _as_they_are(self, session: pytest.Session) -> _Plan:
        seconds = {}
        clear = _cache_clearer()
        for i, item in enumerate(session.items):
            after = session.items[i + 1] if i + 1 < len(session.items) else None
            clear()
            self._coverage.switch_context(item.nodeid)
            start = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            seconds[item.nodeid] = time.process_time() - start
        self._coverage.stop()
        data = self._coverage.get_data()
        contexts = {
            str(path): data.contexts_by_lineno(str(path.resolve()))
            for path in {mutant.path for mutant in self._mutants}
        }
        tests = {
            path: {line: [test for test in names if test] for line, names in lines.items()}
            for path, lines in contexts.items()
        }
        on_import = {
            path: {line for line, names in lines.items() if "" in names}
            for path, lines in contexts.items()
        }
        return _Plan(seconds, tests, on_import)


def _run_all(
    run: Callable[[Mutant], int], found: Sequence[Mutant | None], jobs: int, title: str
) -> list[Outcome]:
    """Run each mutant in its own process; None stands for untested."""
    outcomes: list[Outcome] = ["untested"] * len(found)
    running: dict[int, int] = {}

    def wait() -> None:
        pid, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        outcome: Outcome = "killed"
        if code == 0:
            outcome = "survived"
        elif code == UNTESTABLE:
            outcome = "untested"
        elif code == -signal.SIGPROF:
            outcome = "endless"
        outcomes[running.pop(pid)] = outcome

    gc.freeze()
    for i, mutant in enumerate(tqdm(found, desc=title, mininterval=5)):
        if mutant is None:
            continue
        if len(running) == jobs:
            wait()
        pid = os.fork()
        if pid == 0:
            _silently(run, mutant)
        running[pid] = i
    while running:
        wait()
    return outcomes


def _silently(run: Callable[[Mutant], int], mutant: Mutant) -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    code = 1
    try:
        code = run(mutant)
    finally:
        os._exit(code)


class _Loader(SourceFileLoader):
    """Imports the mutant instead of its module."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(mutant.path.resolve()))
        self._source = mutant.source.encode()

    def path_stats(self, path: str) -> Any:
        raise OSError(path)  # the cached bytecode belongs to the unmutated module

    def get_data(self, path: str) -> bytes:
        return self._source


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutant when its module is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._loader = _Loader(mutant)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._loader.name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, self._loader.path, loader=self._loader
        )


class _Chosen(_Limit):
    """Selects some tests, in their order."""

    def __init__(self, seconds: dict[str, float], chosen: Sequence[str]) -> None:
        super().__init__(seconds)
        self._chosen = chosen

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_id = {item.nodeid: item for item in items}
        items[:] = [by_id[test] for test in self._chosen]


def _run_loaded_anew(mutant: Mutant, plan: _Plan, budget: float) -> int:
    chosen = plan.chosen(mutant, budget, on_load=True)
    if not chosen:
        return UNTESTABLE
    sys.meta_path.insert(0, _Finder(mutant))
    signal.setitimer(signal.ITIMER_PROF, 20)
    files = list(dict.fromkeys(test.partition("::")[0] for test in chosen))
    return int(pytest.main([*PYTEST, *files], plugins=[_Chosen(plan.seconds, chosen)]))


def _load_dependencies(tests: Sequence[str]) -> None:
    """Import all dependencies once: collect the tests, then unload the service's modules."""
    with Path(os.devnull).open("w") as silence, contextlib.redirect_stdout(silence):
        if pytest.main([*PYTEST, "--collect-only", *tests]):
            sys.exit("The tests cannot be collected.")
    for name, module in list(sys.modules.items()):
        path = Path(getattr(module, "__file__", None) or os.devnull)
        if name != "__main__" and any(map(path.is_relative_to, OURS)):
            del sys.modules[name]


def _in_a_copy(found: Sequence[Mutant], options: argparse.Namespace) -> tuple[_Plan, list[Outcome]]:
    """Run mutated functions in a forked process, which leaves this one unchanged."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer"
        pid = os.fork()
        if pid == 0:
            plugin = _Loaded(found, options)
            code = pytest.main([*PYTEST, *options.tests], plugins=[plugin])
            answer.write_bytes(msgspec.msgpack.encode((plugin.plan, plugin.outcomes)))
            os._exit(int(code))
        _, status = os.waitpid(pid, 0)
        if status:
            sys.exit("The tests fail as they are.")
        return msgspec.msgpack.decode(answer.read_bytes(), type=tuple[_Plan, list[Outcome]])


def rules(games: Sequence[str]) -> Iterator[Path]:
    """Return the modules with the rules of these games."""
    for room in ROOMS:
        yield SERVICE / "theodolite" / f"{room}.py"
    for game in games:
        yield from sorted((SERVICE / "theodolite" / game).glob("[!_]*.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="modules (all rules of the games)")
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--tests", nargs="+", help="files or folders of tests (those of the games)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    parser.add_argument("--budget", type=float, default=15, help="seconds of tests for a mutant")
    parser.add_argument("--sample", type=float, default=1, help="the share of mutants to run")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument(
        "--at-least", type=float, default=0, help="the per cent that must be killed"
    )
    options = parser.parse_args()
    options.paths = options.paths or list(rules(options.game))
    options.tests = options.tests or ["tests/shared", *(f"tests/{game}" for game in options.game)]

    found = [mutant for path in options.paths for mutant in mutants(path)]
    if options.sample < 1:
        found = random.Random(options.seed).sample(found, round(options.sample * len(found)))
    _load_dependencies(options.tests)
    plan, outcomes = _in_a_copy(found, options)

    def again(mutant: Mutant, outcome: Outcome) -> bool:
        # Code that runs on import has already run.
        early = any(mutant.lines[0] <= line <= mutant.lines[1] for line in on_import[mutant.path])
        return outcome == "untested" or (outcome == "survived" and early)

    on_import = {path: plan.on_import[str(path)] for path in {mutant.path for mutant in found}}
    anew = [
        mutant if again(mutant, outcome) else None
        for mutant, outcome in zip(found, outcomes, strict=True)
    ]
    done = [(m, o) for m, o, later in zip(found, outcomes, anew, strict=True) if not later]
    _print_survivors(done)
    print(f"\nin place {_shares([o for _, o in done])}", flush=True)

    def run(mutant: Mutant) -> int:
        return _run_loaded_anew(mutant, plan, options.budget)

    for i, outcome in enumerate(_run_all(run, anew, options.jobs, "loaded anew")):
        if anew[i]:
            outcomes[i] = outcome
    done = [(m, o) for m, o, later in zip(found, outcomes, anew, strict=True) if later]
    _print_survivors(done)
    print(f"\nloaded anew {_shares([o for _, o in done])}\n")
    for path in options.paths:
        its = [o for m, o in zip(found, outcomes, strict=True) if m.path == path]
        print(f"{path.relative_to(SERVICE / 'theodolite')!s:28} {_shares(its)}")
    print(f"{'all':28} {_shares(outcomes)}")
    killed = 100 * sum(o in {"killed", "endless"} for o in outcomes) / max(1, len(outcomes))
    sys.exit(killed < options.at_least)


def _print_survivors(tried: Iterable[tuple[Mutant, Outcome]]) -> None:
    for mutant, outcome in tried:
        if outcome in {"survived", "untested"}:
            print(f"\n{outcome}: {mutant}")


def _shares(outcomes: Sequence[Outcome]) -> str:
    counts = Counter(outcomes)
    dead = counts["killed"] + counts["endless"]
    per_cent = 100 * dead / max(1, len(outcomes))
    return (
        f"{len(outcomes):6} mutants {dead:6} killed {per_cent:6.1f} % (endless {counts['endless']})"
    )


if __name__ == "__main__":
    main()
