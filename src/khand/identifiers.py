"""The ids of chunks: same input, same ids."""

from __future__ import annotations

from hashlib import blake2b


class Identifier:
    """
    Makes ids of 24 hexadecimal digits: a hash of source, heading path, embedded text and how often the same came before.

    Args:
        source: The name of the document; repeats are counted within one.

    >>> ids = Identifier("a.md")
    >>> ids.under(("Policy",))
    >>> first, again = ids.identify("Be kind."), ids.identify("Be kind.")
    >>> len(first), first == again
    (24, False)
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.seen: dict[str, int] = {}
        self.named = b""

    def under(self, titles: tuple[str, ...], *, child: bool = False) -> None:
        """Set the heading path of the chunks that follow; with `child` that of children, whose ids never equal a chunk's."""
        # lengths keep names apart
        named = "".join([f"{len(name)}:{name}\n" for name in (self.source, *titles)])
        self.named = (named + "child\n" if child else named).encode()

    def identify(self, embedded: str) -> str:
        """The id of the next chunk."""
        text = embedded.encode()
        found = self._hash(0, text)
        repeats = self.seen.get(found, 0)
        self.seen[found] = repeats + 1
        return self._hash(repeats, text) if repeats else found

    def _hash(self, repeats: int, text: bytes) -> str:
        return blake2b(b"%s\n%d\n%s" % (self.named, repeats, text), digest_size=12).hexdigest()
