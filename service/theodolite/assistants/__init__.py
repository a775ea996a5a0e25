"""Theodolite for assistants: its operations as tools of the Model Context Protocol.

`asking` reaches a service or the application in this process, `tools` makes tools of the
specification, `telling` puts answers into few words, `server` speaks the protocol.
"""
