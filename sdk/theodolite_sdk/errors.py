"""The errors that a call raises; each is a `TheodoliteError`."""

# ruff: noqa: N818 - `except InvalidSnapshot` reads well; the base class says that it is an error

from theodolite_sdk.model import Model


class Fault(Model, frozen=True, omit_defaults=True):
    """One fault of a request.

    Attributes:
        pointer: JSON Pointer into the request body; empty for the body itself.
        code: Stable name of the fault, such as `row_length`.
        detail: A sentence for people.
        line: The line of a table as text, from 1; None if the request is no text.
        column: The column of a table as text, from 1.
    """

    pointer: str
    code: str
    detail: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        within = f"line {self.line}, column {self.column}" if self.line else ""
        place = ", ".join(filter(None, (self.pointer, within)))
        return f"{place or 'the body'}: {self.detail} [{self.code}]"


class Problem(Model, frozen=True, omit_defaults=True):
    """An error in the words of the service (RFC 9457).

    Attributes:
        type: URL path of a page that explains this kind of problem.
        title: The kind of problem in a few words.
        status: HTTP status.
        detail: What is wrong this time.
        request_id: The id of the request in the service's log; None if it has none.
        errors: Every fault of the request, if its content is at fault.
    """

    type: str = "about:blank"
    title: str = ""
    status: int = 0
    detail: str = ""
    request_id: str | None = None
    errors: tuple[Fault, ...] = ()


class TheodoliteError(Exception):
    """Base class of every error that a call raises.

    Attributes:
        may_pass: Whether the same request may succeed later.
        retry_after: Seconds after which the service asked to be called again; None if it did not.
    """

    may_pass: bool = False
    retry_after: float | None = None


class ConnectionFailed(TheodoliteError):
    """No whole response arrived, after all retries."""

    may_pass = True


class TimedOut(ConnectionFailed):
    """The service did not respond in time."""


class Unreachable(ConnectionFailed):
    """No connection can be made: a dead service or proxy, an unknown name, or a failure of TLS.

    Raised at once if the service has never answered; one that has is given time to come back.

    Attributes:
        url: The address that was asked.
        reason: Why, in the words of the operating system or of TLS.
        advice: What to look at.
    """

    def __init__(self, url: str, reason: str, advice: str) -> None:
        super().__init__(url, reason, advice)
        self.url = url
        self.reason = reason
        self.advice = advice

    def __str__(self) -> str:
        return f"No service can be reached at {self.url}: {self.reason}. {self.advice}"


class NotSent(TheodoliteError, ValueError):
    """The request cannot be sent: its body, the address, the API key or a proxy is invalid.

    Raised by a closed client too.
    """


class UnexpectedAnswer(TheodoliteError):
    """The response is not one of Theodolite: something else runs at this address."""


class ProblemError(TheodoliteError):
    """The service could not process the request, and says why.

    Attributes:
        problem: The problem in the words of the service.
        type: URL path of a page that explains this kind of problem.
        title: The kind of problem in a few words.
        status: HTTP status.
        detail: What is wrong this time.
        request_id: The id of the request in the service's log; None if it has none.
        errors: Every fault of the request: pointer, code and detail.
    """

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(problem, retry_after)
        self.problem = problem
        self.type = problem.type
        self.title = problem.title
        self.status = problem.status
        self.detail = problem.detail
        self.request_id = problem.request_id
        self.errors = problem.errors
        self.retry_after = retry_after
        self.may_pass = problem.status in _PASSING

    def __str__(self) -> str:
        lines = [f"{self.status} {self.title}: {self.detail}".rstrip(": ")]
        lines += [f"  {fault}" for fault in self.errors]
        if self.request_id:
            lines.append(f"  request {self.request_id}")
        return "\n".join(lines)


class BadRequest(ProblemError):
    """400: the body is not JSON."""


class Unauthorized(ProblemError):
    """401: the API key that the service asks for is missing or wrong."""


class NotFound(ProblemError):
    """404: the base URL is wrong, or the service is older than this SDK."""


class TooLarge(ProblemError):
    """413: the request body is over the service's limit."""


class UnsupportedMediaType(ProblemError):
    """415: the service does not read this kind of request body or picture."""


class InvalidSnapshot(ProblemError):
    """422: the request describes no possible table; `errors` lists every fault."""


class RateLimited(ProblemError):
    """429: too many requests; `retry_after` is the number of seconds to wait."""


class ServerError(ProblemError):
    """500 and above: the service is stopping, overloaded or broken."""


class NotInstalled(ServerError):
    """501: the service runs without the optional part that the endpoint needs."""


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
    """Return the error of the class that belongs to the status of a problem."""
    otherwise = ServerError if problem.status >= 500 else ProblemError
    return _BY_STATUS.get(problem.status, otherwise)(problem, retry_after)
