"""A server for the page on this machine: answers GET and HEAD, has nowhere to put anything."""

from __future__ import annotations

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from khand.web.site import CSP, TYPES, Asset, site

HOST = "127.0.0.1"
HEADERS = {
    # a header can forbid framing, which the same policy inside the page cannot
    "Content-Security-Policy": f"{CSP}; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def make_server(port: int, *, log: bool = False) -> ThreadingHTTPServer:
    """
    A server of the page, bound to 127.0.0.1 and ready for ``serve_forever()``.

    Args:
        port: 0 for any free one; the one taken is ``server.server_address[1]``.
        log: Write a line to stderr for each request.

    Raises:
        OSError: The port is taken.

    """
    assets = site()

    class Handler(PageHandler):
        """The handler with this server's files."""

        files = assets
        quiet = not log

    return ThreadingHTTPServer((HOST, port), Handler)


class PageHandler(BaseHTTPRequestHandler):
    """
    Answers with one of `files`, by its exact path.

    Attributes:
        files: The assets by path.
        quiet: Say nothing on stderr.

    """

    files: dict[str, Asset]
    quiet = True
    protocol_version = "HTTP/1.1"
    # headers and body leave together and at once; apart they wait for each other, 40 ms on a kept-alive connection
    wbufsize = -1
    disable_nagle_algorithm = True
    server_version = "khand"
    sys_version = ""

    def do_GET(self) -> None:
        """Send the file, in brotli where there is a copy and the client takes it."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send the headers only."""
        self._answer(with_body=False)

    def __getattr__(self, name: str) -> object:
        """Every other method is refused: nothing can be sent here."""
        if name.startswith("do_"):
            return self._refuse
        raise AttributeError(name)

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet unless asked."""
        if not self.quiet:
            super().log_message(format, *args)

    def _refuse(self) -> None:
        # what the client is about to send is not read
        self.close_connection = True
        self._start(
            HTTPStatus.METHOD_NOT_ALLOWED,
            {"Allow": "GET, HEAD", "Content-Length": "0", "Connection": "close"},
        )

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        asset = self.files.get(path)
        if asset is None:
            self._start(HTTPStatus.NOT_FOUND, {"Content-Length": "0"})
            return
        etag = f'"{asset.sha256[:32]}"'
        # the folder's name is the hash of its files, so what is below it never changes
        keep = "public, max-age=31536000, immutable" if "/" in path else "no-cache"
        headers = {"Cache-Control": keep, "ETag": etag, "Vary": "Accept-Encoding"}
        if self.headers.get("If-None-Match") == etag:
            self._start(HTTPStatus.NOT_MODIFIED, headers)
            return
        data = asset.data
        if asset.brotli is not None and "br" in _encodings(self.headers.get("Accept-Encoding", "")):
            data, headers["Content-Encoding"] = asset.brotli, "br"
        headers["Content-Type"] = TYPES.get(PurePosixPath(path).suffix, "application/octet-stream")
        headers["Content-Length"] = str(len(data))
        self._start(HTTPStatus.OK, headers)
        if with_body:
            self.wfile.write(data)

    def _start(self, status: HTTPStatus, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in (HEADERS | headers).items():
            self.send_header(name, value)
        self.end_headers()


def _encodings(accepted: str) -> set[str]:
    """The encodings of an Accept-Encoding header that are not refused by ``q=0``."""
    wanted = set()
    for part in accepted.split(","):
        name, _, weight = part.strip().partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            wanted.add(name.strip().lower())
    return wanted
