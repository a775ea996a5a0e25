"""Files that stay the same while the service runs: read, compressed and hashed once, then sent.

They are sent from memory: an open file for each slow reader would use up the process's descriptors.
A server makes them before it accepts connections, an application elsewhere at the first request.
"""

import gzip
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from mimetypes import MimeTypes
from typing import NamedTuple

from flask import Response
from werkzeug.exceptions import NotFound

from theodolite.web.responses import accepts_gzip, revalidate
from theodolite.web.serving.executors import Route

# A table of its own: the one of the module depends on the platform and on what is installed.
_MEDIA_TYPES = MimeTypes()
_MEDIA_TYPES.add_type("application/yaml", ".yaml")


def _media_type(name: str) -> str:
    return _MEDIA_TYPES.guess_type(name)[0] or "text/plain"


class _StaticFile(NamedTuple):
    """A file and its compressed form.

    Attributes:
        content: The bytes of the file.
        compressed: The same bytes, compressed by gzip.
        media_type: The media type, such as `text/css`.
        digest: A hash of the content, from which the entity tags are made.
    """

    content: bytes
    compressed: bytes
    media_type: str
    digest: str

    @classmethod
    def of(cls, content: bytes, media_type: str) -> "_StaticFile":
        """Compress and hash a file. The result depends on its arguments alone."""
        digest = sha256(content).hexdigest()[:32]
        return cls(content, gzip.compress(content, mtime=0), media_type, digest)

    def response(self) -> Response:
        """The file as the client accepts it: whole, compressed by gzip, or 304 Not Modified."""
        is_compressed = accepts_gzip()
        response = Response(
            self.compressed if is_compressed else self.content, mimetype=self.media_type
        )
        response.headers["Vary"] = "Accept-Encoding"
        if is_compressed:
            response.headers["Content-Encoding"] = "gzip"
        # Clients revalidate what they keep, so that an update is seen at once.
        revalidate(response, f"{self.digest}-gzip" if is_compressed else self.digest)
        return response


class StaticFiles:
    """Files by name.

    Args:
        make: Returns the contents by file name. Media types follow from the names.

    Attributes:
        route: Where requests for the files run: on the event loop.
    """

    def __init__(self, make: Callable[[], Mapping[str, bytes]]) -> None:
        self._make = make
        self.route = Route(lambda _environ, _body: None, prepare=lambda: self._files)

    @cached_property
    def _files(self) -> Mapping[str, _StaticFile]:
        return {
            name: _StaticFile.of(content, _media_type(name))
            for name, content in self._make().items()
        }

    def response(self, name: str) -> Response:
        """The response to a request for a file.

        Raises:
            NotFound: No file has this name.
        """
        if name not in self._files:
            raise NotFound
        return self._files[name].response()
