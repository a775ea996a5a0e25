"""The rulings of Cartographers: open points of the rules, each with its values.

`rulings.toml` says for each why it is open. A new ruling is added in both places.
"""

from typing import Literal, NamedTuple


class Rulings(NamedTuple):
    """The value of each ruling; the defaults follow the letter of the rulebook."""

    summer_threshold: Literal["by_game", "eight", "seven"] = "by_game"
    fallback_terrain: Literal["any_but_mountain", "from_card"] = "any_but_mountain"
    fallback_monster: Literal["generic", "named"] = "generic"
    coins_by_others: Literal["map_owner", "nobody"] = "map_owner"
    coin_limit: Literal["none", "fourteen"] = "none"
    hero_after_ruins: Literal["unaffected", "must_cover"] = "unaffected"
    destroyed_ruins: Literal["still_ruins", "gone"] = "still_ruins"
    great_city: Literal["largest_clear", "only_largest"] = "largest_clear"
    dragon_defeated: Literal["surrounded_or_destroyed", "standing", "as_drawn"] = (
        "surrounded_or_destroyed"
    )
    gorgon_source: Literal["surviving", "as_drawn"] = "surviving"
    gorgon_target: Literal["any_but_mountain", "must_change"] = "any_but_mountain"
    solo_turning: Literal["as_printed", "any_orientation"] = "as_printed"
    solo_ambush: Literal["cover_space", "slide_frame"] = "cover_space"
    below_lowest_title: Literal["lowest", "none"] = "lowest"
