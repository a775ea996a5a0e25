"""How Sphinx builds the documentation: `make docs` writes it to build/docs.

The pages are Markdown (MyST). `tests/reference_pages.py` writes the parts of the reference that are
facts of the code: operations, fields, problems, codes, rules and rulings.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_extensions"))

import theodolite  # noqa: E402 - the extension is found by the path above

project = "Theodolite"
author = "The contributors to Theodolite"
project_copyright = author
version = release = theodolite.__version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "theodolite_docs",
]
exclude_patterns = ["_extensions"]

html_theme = "furo"
html_title = f"Theodolite {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": []}

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
# Anchors of headings as GitHub makes them, so that links work in a checkout too.
myst_heading_anchors = 4

# Docstrings write code in single backticks.
default_role = "code"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100

# Each reference must lead somewhere. Types and errors may belong to modules that this site does
# not list, or to other libraries, whose indexes a build without network cannot read.
nitpicky = True
nitpick_ignore_regex = [(r"py:(class|exc|obj)", r".*")]
# Attributes of several classes are called `type`, like the builtin in annotations.
suppress_warnings = ["ref.python"]

# `make docs-links` asks other hosts; `make docs` does not.
linkcheck_ignore = [r"http://127\.0\.0\.1.*", r"http://localhost.*"]
linkcheck_timeout = 20
