"""The HTTP API and the web page. Other packages do not know HTTP, and no rules import this one."""
