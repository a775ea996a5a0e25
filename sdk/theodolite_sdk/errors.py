"""One tree of errors: whatever goes wrong in a call is a `TheodoliteError`."""

# ruff: noqa: N818 - a caller reads `except InvalidSnapshot`; what it is, its base class says

from msgspec import Struct

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
    "TheodoliteError",
    "TimedOut",
    "TooLarge",
    "Unauthorized",
    "UnexpectedAnswer",
    "UnsupportedMediaType",
    "problem_error",
]


class Fault(Struct, frozen=True):
    """One thing that is wrong with a request.

    Attributes:
        pointer: JSON Pointer into the request body; empty for the body itself.
        code: Stable name of the fault, such as `row_length`.
        detail: A sentence for people.
    """

    pointer: str
    code: str
    detail: str


class Problem(Struct, frozen=True):
    """An error as the service words it (RFC 9457).

    Attributes:
        type: URL path of a page that explains this kind of problem.
        title: The kind of problem in a few words.
        status: HTTP status.
        detail: What is wrong this time.
        request_id: The id under which the service logged the request.
        errors: Every fault of the request, where there are several to name.
    """

    type: str = "about:blank"
    title: str = ""
    status: int = 0
    detail: str = ""
    request_id: str | None = None
    errors: tuple[Fault, ...] = ()


class TheodoliteError(Exception):
    """Whatever goes wrong in a call; every other error is one of these.

    Attributes:
        may_pass: Whether the same request may well succeed later.
        retry_after: Seconds after which the service asked to be called again, if it did.
    """

    may_pass: bool = False
    retry_after: float | None = None


class ConnectionFailed(TheodoliteError):
    """No whole answer came, however often the request was sent."""

    may_pass = True


class TimedOut(ConnectionFailed):
    """The service did not answer in time."""


class NotSent(TheodoliteError):
    """The request cannot be sent: its address, its API key, a proxy or its body is none."""


class UnexpectedAnswer(TheodoliteError):
    """An answer came that the service does not give: something else answers at this address."""


class ProblemError(TheodoliteError):
    """The service could not judge the request and says why.

    Attributes:
        problem: The problem as the service words it; its fields can be read from the error too.
    """

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(problem, retry_after)
        self.problem = problem
        self.retry_after = retry_after
        self.may_pass = problem.status in _PASSING

    @property
    def type(self) -> str:
        """URL path of a page that explains this kind of problem."""
        return self.problem.type

    @property
    def title(self) -> str:
        """The kind of problem in a few words."""
        return self.problem.title

    @property
    def status(self) -> int:
        """HTTP status."""
        return self.problem.status

    @property
    def detail(self) -> str:
        """What is wrong this time."""
        return self.problem.detail

    @property
    def request_id(self) -> str | None:
        """The id under which the service logged the request."""
        return self.problem.request_id

    @property
    def errors(self) -> tuple[Fault, ...]:
        """Every fault of the request: pointer, code and detail of each."""
        return self.problem.errors

    def __str__(self) -> str:
        lines = [f"{self.status} {self.title}: {self.detail}".rstrip(": ")]
        lines += [
            f"  {fault.pointer or 'the body'}: {fault.detail} [{fault.code}]"
            for fault in self.errors
        ]
        if self.request_id:
            lines.append(f"  request {self.request_id}")
        return "\n".join(lines)


class BadRequest(ProblemError):
    """400: the body is not JSON."""


class Unauthorized(ProblemError):
    """401: the service wants an API key and got none, or a wrong one."""


class NotFound(ProblemError):
    """404: the service has no such address; is the base URL right, is it as new as this SDK?"""


class TooLarge(ProblemError):
    """413: the body is over the service's limit."""


class UnsupportedMediaType(ProblemError):
    """415: the service does not read this kind of body or picture."""


class InvalidSnapshot(ProblemError):
    """422: the request describes no possible table; `errors` names every fault."""


class RateLimited(ProblemError):
    """429: too many requests; `retry_after` says when there may be more."""


class ServerError(ProblemError):
    """500 and above: the service is stopped, overloaded or broken."""


class NotInstalled(ServerError):
    """501: this service runs without the optional part that the question needs."""


_PASSING = frozenset({429, 502, 503, 504})

_BY_STATUS: dict[int, type[ProblemError]] = {
    400: BadRequest,
    401: Unauthorized,
    404: NotFound,
    413: TooLarge,
    415: UnsupportedMediaType,
    422: InvalidSnapshot,
    429: RateLimited,
    501: NotInstalled,
}


def problem_error(problem: Problem, retry_after: float | None = None) -> ProblemError:
    """The error of the class that belongs to the problem's status."""
    otherwise = ServerError if problem.status >= 500 else ProblemError
    return _BY_STATUS.get(problem.status, otherwise)(problem, retry_after)
