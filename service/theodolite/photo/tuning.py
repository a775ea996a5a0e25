"""The tuned constants of the search for boards in a photograph, in the order of its steps.

Thresholds were chosen with drawn and real photographs that no published figure uses
(`docs/contributing/photographs.md`). "Support" is how much stronger edges are along the lines of a
grid than between them; a "space" is the side of one.

| constant | unit | meaning |
| --- | --- | --- |
| SIDE | pixels | longer side of the picture that is searched |
| FOCAL | pixels | focal length that is assumed, a 32 mm lens on film; the fit makes up for others |
| SHORTEST | pixels | straight edges that vote are longer |
| MOST | edges | straight edges that vote, the longest first |
| STEPS | | directions of edges modulo 90 degrees |
| STEEPEST | radians | largest tilt of the camera that is tried, 53 degrees |
| TURNS | directions | directions tried for a grid, those with the most edges first |
| SHRINK | ratio | pixels of the rectified table for a pixel in the middle of the picture |
| HALF | table pixels | half the side of the rectified table |
| SMALL | pitches | too small to be tried at first: a pattern of the table may have them |
| PITCHES | table pixels | sides of a space that are tried, from 6 to 38 |
| PLACES | grids | kept for each pitch |
| GUESSES | grids | fitted for each direction |
| UNIT | fit pixels | side of a space in the fit |
| REACH | fit pixels | distance to each side of a line within which its edge is sought |
| PLAINEST | support | of a line that is plain to see |
| RUNS_ON | support | from which lines are taken to run on past the grid |
| AS_WELL | support | lacking in a grid that still fits as well as another |
| NARROW | fit pixels | distance of an edge from an outer line that counts as its own |
| NEAR_LINE | spaces | distance within which an edge is sought that tells how straight lines are |
| STRIP | support | that a strip along the rim, like a beach, takes from a grid |
| ALIKE | spaces | elsewhere that may look like a strip, as a card of sand looks like a beach |
| PLAIN | CIELAB | difference in colour of spaces that may all lie beside the grid |
| STIFFNESS | | holds back each term of a fit: scale and turn little, tilt much, bend little |
| ROUNDS | steps | in which a guess is fitted |
| LAST | steps | for the best guess, whose tilt is known better |
| BENT | steps | that find how far the lens bends the lines |
| LONG | spaces | along a side, from which a bend of its lines is more than corners are off |
| ASPECTS | ratio | widths of oblong spaces that are tried, in their heights |
| CLEARLY | support | that a grid of oblong spaces needs beyond one of square spaces |
| MARGIN | of 255 | spread of a colour along a line of pixels that may be a margin of one colour |
| BAND | ratio | thickness of bars and captions in a margin to that of the picture, below |
| MOST_BOARDS | boards | looked for besides the first: four parchments, and two that are none |
| MISSED | grids | not plain to see, that end the search |
| SIMILAR | logarithm | natural, of the ratio of other boards to the first in size, at most |
| AROUND | sides | of a board, by which its surroundings belong to it |
| TRUSTED | support | below which a person should review proposed corners |
| FAIR | support | below which that holds however plain the rim and straight the lines are |
| PLAIN_RIM | support | of each outer line that makes up for a lack of support in all |
| STRAIGHT | spaces | distance of edges from lines for that: less than where lines are amiss |
| SETTLED | spaces | by which the last fit may move a corner without a review |
| UPRIGHT | sides | of a board, by which the first corner must be plainer: turns up to 35 degrees |

The inner lines count most in the first steps of `LAST`, lest the outer ones be sought at a frame
that is printed beside them. Edges are spread so far there that the two edges of a thin line give
its middle. The stiffness of a shift counts only where nothing is seen: then nothing is moved.
"""

from typing import Final, NamedTuple

import numpy as np
from cv2.typing import MatLike

Map = MatLike

SIDE: Final = 640
FOCAL: Final = 0.9 * SIDE
SHORTEST: Final = 8.0
MOST: Final = 500
STEPS: Final = 180
STEEPEST: Final = 0.93
TURNS: Final = 2
SHRINK: Final = 0.34
HALF: Final = 120
SMALL: Final = 9
PITCHES: Final = 9 * (38 / 9) ** (np.arange(-SMALL, 32) / 31)
PLACES: Final = 2
GUESSES: Final = 2

UNIT: Final = 24
REACH: Final = UNIT // 4
PLAINEST: Final = 0.6
RUNS_ON: Final = 0.15
AS_WELL: Final = 0.02
NARROW: Final = 1.8
NEAR_LINE: Final = 0.08
STRIP: Final = 0.1
ALIKE: Final = 2
PLAIN: Final = 20.0


class FitStep(NamedTuple):
    """A step of the fit.

    Attributes:
        window: How far a line may be off, in spaces.
        rim: The weight of an outer line.
        stiff: The weight of the stiffness of a tilt.
        spread: How far an edge is spread across its line, in spaces.
        bends: Whether lines may bend.
    """

    window: float
    rim: float
    stiff: float = 1.0
    spread: float = 1 / 30
    bends: bool = False


STIFFNESS: Final = np.array((1e-9, 0.6, 0.6, 1e-9, 0.6, 0.6, 40, 40, 1))
ROUNDS: Final = (FitStep(0.13, 0.1), FitStep(0.10, 0.1), FitStep(0.07, 0.1), FitStep(0.05, 0.5))
LAST: Final = (
    FitStep(0.15, 0.1, 0.1, 1 / 16),
    FitStep(0.10, 0.1, 0.1, 1 / 16),
    FitStep(0.07, 0.5, 0.02, 1 / 16),
    FitStep(0.05, 1.0, 0.02, 1 / 16),
)
BENT: Final = (
    FitStep(0.15, 0.1, 0.02, 1 / 16, bends=True),
    FitStep(0.10, 0.1, 0.02, 1 / 16, bends=True),
    FitStep(0.07, 0.1, 0.02, 1 / 16, bends=True),
)
LONG: Final = 10
ASPECTS: Final = (0.8, 0.85, 0.9, 0.95, 1.05, 1.11, 1.18, 1.25)
CLEARLY: Final = 0.05

MARGIN: Final = 4
BAND: Final = 0.1
MOST_BOARDS: Final = 6
MISSED: Final = 2
SIMILAR: Final = 0.35
AROUND: Final = 0.06

TRUSTED: Final = 0.45
FAIR: Final = 0.33
PLAIN_RIM: Final = 0.3
STRAIGHT: Final = 0.009
SETTLED: Final = 0.12
UPRIGHT: Final = 0.25
