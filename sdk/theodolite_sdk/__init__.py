"""A thin typed client of Theodolite, the referee for map-making board games.

`Theodolite` is where to begin, or `AsyncTheodolite` where calls are awaited;
`theodolite_sdk.misterra.types` has the types of Maps of Misterra.
"""

from theodolite_sdk.client import AsyncTheodolite, Theodolite
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
    Unreachable,
    UnsupportedMediaType,
)

__all__ = [
    "AsyncTheodolite",
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
    "Unreachable",
    "UnsupportedMediaType",
    "__version__",
]

__version__ = "3.0.0"
