"""The site without a server: the same application under Pyodide, in a worker of the page.

`building` writes the folder of static files; `wsgi` runs in the browser, within Pyodide.
"""
