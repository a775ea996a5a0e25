"""Theodolite for assistants: its operations as tools of the Model Context Protocol.

`asking` reaches a service or the application in this process, `tools` makes tools of the
specification, `server` speaks the protocol.
"""
