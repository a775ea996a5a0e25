"""A thin typed client of Theodolite, the referee for map-making board games.

`Theodolite` is where to begin, or `AsyncTheodolite` where calls are awaited;
`theodolite_sdk.misterra` has the types of Maps of Misterra.
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
from theodolite_sdk.game import load_looks, save_looks
from theodolite_sdk.modes import Async, RawAsync, RawResponse, RawSync, Sync

__all__ = [
    "Async",
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
    "RawAsync",
    "RawResponse",
    "RawSync",
    "ServerError",
    "Sync",
    "Theodolite",
    "TheodoliteError",
    "TimedOut",
    "TooLarge",
    "Unauthorized",
    "UnexpectedAnswer",
    "Unreachable",
    "UnsupportedMediaType",
    "__version__",
    "load_looks",
    "save_looks",
]

__version__ = "3.0.0"
