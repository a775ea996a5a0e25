"""Finding out whether another value of a ruling would change an answer."""

from typing import Literal, NamedTuple

from theodolite.rulings import alternatives, judged, values_of


class Rulings(NamedTuple):
    edge: Literal["counts", "does_not"] = "counts"
    ties: Literal["shared", "first", "last"] = "shared"


def test_reads_values_from_the_annotation() -> None:
    assert values_of(Rulings) == {
        "edge": ("counts", "does_not"),
        "ties": ("shared", "first", "last"),
    }


def test_alternatives_are_all_other_values() -> None:
    assert list(alternatives(Rulings(ties="first"), "ties")) == [
        Rulings(ties="shared"),
        Rulings(ties="last"),
    ]


def test_a_ruling_matters_if_another_value_changes_the_answer() -> None:
    def judge(rulings: Rulings) -> tuple[str, bool]:
        return ("last" if rulings.ties == "last" else "any", rulings.edge == "counts")

    answer, matters = judged(judge, Rulings(), ["edge", "ties"])
    assert answer == ("any", True)
    assert matters == {"edge": True, "ties": True}
    assert judged(judge, Rulings(), ["edge", "ties"], lambda answer: answer[0])[1] == {
        "edge": False,
        "ties": True,
    }


def test_does_not_judge_again_for_unused_rulings() -> None:
    asked = []

    def judge(rulings: Rulings) -> bool:
        asked.append(tuple(rulings))
        return rulings.edge == "counts"

    assert judged(judge, Rulings(), ["edge", "ties"]) == (True, {"edge": True, "ties": False})
    assert asked == [("counts", "shared"), ("does_not", "shared")]


def test_nested_use_counts_as_use() -> None:
    def inner(rulings: Rulings) -> object:
        return judged(lambda other: other.ties, rulings, ["ties"])

    _, matters = judged(inner, Rulings(), ["edge", "ties"])
    assert matters == {"edge": False, "ties": True}


def test_watched_rulings_behave_like_rulings() -> None:
    def judge(rulings: Rulings) -> Rulings:
        assert rulings == Rulings(ties="last")
        return rulings._replace(edge="does_not")

    answer, _ = judged(judge, Rulings(ties="last"), [])
    assert type(answer) is Rulings
