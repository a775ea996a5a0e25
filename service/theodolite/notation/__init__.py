"""Tables as text: a module for each game, on the grammar of `text`.

The HTTP API and the test cases read and write them. `docs/reference/notation.md` documents the
entries for players.
"""
