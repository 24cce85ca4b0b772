// Runs tests inside Pyodide under Node:
//
//     node pytest_in_pyodide.mjs RUNTIME STDLIB PACKAGES PROJECT [pytest arguments]
//
// RUNTIME is the page's runtime, STDLIB Pyodide's whole standard library (the page's lacks what pytest needs), PACKAGES a
// folder with the pure-Python packages that the tests import, PROJECT the folder that holds src and tests.
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [runtime, stdLibURL, packages, project, ...options] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const { pyodide, files, ...info } = JSON.parse(readFileSync(join(runtime, "manifest.json"), "utf8"));
const lockFileContents = JSON.stringify({ info: { ...info, version: pyodide }, packages: {} });
const python = await loadPyodide({ stdLibURL, lockFileContents });
for (const [folder, place] of [[packages, "/packages"], [project, "/project"]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set("options", python.toPy(options));
const code = python.runPython(`
import os, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/project/src", "/project/tests", "/packages"]
os.chdir("/project")
import pytest
fixed = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-c", "/dev/null", "--rootdir=/project"]
int(pytest.main([*fixed, *options]))
`);
process.exit(code);
