"""Removes modules and functions that other platforms lack, before anything else runs.

It is installed as `sitecustomize`. `THEODOLITE_WITHOUT` names the missing module or function. A
module is missing for Theodolite and uvicorn only; the standard library has its own fallbacks.
"""

import builtins
import os
import sys
import threading
from typing import Any

_import = builtins.__import__
MISSING = os.environ["THEODOLITE_WITHOUT"]


def _without_module(name: str, variables: Any = None, *rest: Any, **more: Any) -> Any:
    importer = (variables or {}).get("__name__", "")
    if name == MISSING and importer.startswith(("theodolite", "uvicorn")):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, variables, *rest, **more)


def _no_thread(_thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


if MISSING == "threads":
    setattr(threading.Thread, "start", _no_thread)  # noqa: B010 - types do not allow it
elif MISSING.startswith("os."):
    delattr(os, MISSING.removeprefix("os."))
else:
    setattr(builtins, "__import__", _without_module)  # noqa: B010 - types do not allow it
    sys.modules.pop(MISSING, None)
