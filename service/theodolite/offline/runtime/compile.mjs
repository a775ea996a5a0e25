/**
 * Compiles the modules that the games import, in the Pyodide that runs them:
 * node compile.mjs application.zip native.zip python_stdlib.zip, in the folder of node_modules.
 *
 * Compiled modules load faster and are larger, so the others stay source.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const module = join(process.cwd(), "node_modules", "pyodide", "pyodide.mjs");
const { loadPyodide } = await import(pathToFileURL(module).href);
const [application, native, library] = process.argv.slice(2);
const python = await loadPyodide({ stdLibURL: pathToFileURL(library).href });
const bytes = (file) => new Uint8Array(readFileSync(file));
python.FS.writeFile("/application.zip", bytes(application));
python.unpackArchive(bytes(native), "zip", { extractDir: "/application" });
python.FS.writeFile("/library.zip", bytes(library));
python.runPython(`
import marshal, sys
from importlib.util import MAGIC_NUMBER
from zipfile import ZIP_STORED, ZipFile, ZipInfo

sys.path[:0] = ["/application.zip", "/application"]
from theodolite.offline.wsgi import ask
from theodolite.web.games import GAMES

for game in GAMES:
    assert ask("GET", f"{game.path}/rules", {}, b"").status == 200
imported = {each.__spec__.origin for each in list(sys.modules.values()) if each.__spec__}

# No flags, no time and no size: there is no source to compare them with.
HEAD = MAGIC_NUMBER + bytes(12)

def without_positions(code):
    """Line numbers of tracebacks would take a fifth of the bytes."""
    inner = tuple(without_positions(each) if hasattr(each, "co_code") else each for each in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"")

def compile_modules(path, place):
    with ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(path, "w", ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            if name.endswith(".py") and f"{place}/{name}" in imported:
                # As python -OO does, but for our own modules.
                level = 0 if name.startswith("theodolite/") else 2
                code = compile(content, name, "exec", dont_inherit=True, optimize=level)
                name, content = name + "c", HEAD + marshal.dumps(without_positions(code))
            archive.writestr(ZipInfo(name), content)

compile_modules("/application.zip", "/application.zip")
compile_modules("/library.zip", next(each for each in sys.path if each.endswith(".zip") and "lib/" in each))
`);
writeFileSync(application, python.FS.readFile("/application.zip"));
writeFileSync(library, python.FS.readFile("/library.zip"));
