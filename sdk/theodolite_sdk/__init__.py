"""A thin typed client of Theodolite, the referee for map-making board games.

`Theodolite` is where to begin; `theodolite_sdk.misterra` has the types of Maps of Misterra.
"""

from theodolite_sdk.client import Theodolite
from theodolite_sdk.errors import (
    BadRequest,
    ConnectionFailed,
    Fault,
    InvalidSnapshot,
    NotFound,
    NotInstalled,
    NotSent,
    Problem,
    ProblemError,
    RateLimited,
    ServerError,
    TheodoliteError,
    TimedOut,
    TooLarge,
    Unauthorized,
    UnexpectedAnswer,
    UnsupportedMediaType,
)

__all__ = [
    "BadRequest",
    "ConnectionFailed",
    "Fault",
    "InvalidSnapshot",
    "NotFound",
    "NotInstalled",
    "NotSent",
    "Problem",
    "ProblemError",
    "RateLimited",
    "ServerError",
    "Theodolite",
    "TheodoliteError",
    "TimedOut",
    "TooLarge",
    "Unauthorized",
    "UnexpectedAnswer",
    "UnsupportedMediaType",
    "__version__",
]

__version__ = "2.0.0"
