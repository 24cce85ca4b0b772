// Refresh the Python runtime of the web page:
//
//     node scripts/vendor_web.mjs [--out DIR] [--tarball FILE]     Pyodide from npm, and khand itself
//     node scripts/vendor_web.mjs --core                           khand itself only, after a change of its modules
//
// Takes Pyodide from npm (pinned version and hash), keeps the files the page needs, re-packs the standard library
// as pruned byte code (start-up 2.5 s -> 0.7 s of CPU), writes a brotli copy beside every large file and one beside
// the first token table, and records all hashes in manifest.json. Two runs give the same bytes.
// khand's own modules are compiled, too (core.zip); the page falls back to their source where they have changed since.
// Needs Node 20 or newer and npm; nobody else does: the result is committed.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const PYODIDE = "314.0.7";
const TARBALL_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0";
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const TABLES = join(ROOT, "src/khand/tokenizers/data");
const FIRST_TABLE = "cl100k_base.bpt";

// Left out of the standard library: what a page has no use for (tools, servers, other protocols, legacy encodings).
const PRUNED = `__hello__ __phello__ _aix_support _android_support _apple_support _collections_abc_doc _ios_support
  _osx_support _pydatetime _pydecimal _pyio _pyrepl antigravity argparse bdb cProfile cgi cgitb cmd code compileall
  configparser ctypes curses dbm distutils doctest email ensurepip filecmp fileinput ftplib getopt getpass
  gettext http idlelib imaplib lib2to3 mailbox modulefinder multiprocessing netrc nturl2path optparse pdb
  pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data rlcompleter sched shelve smtplib socketserver
  sqlite3 ssl sysconfig/__main__ tabnanny tarfile test this timeit tkinter trace tracemalloc turtle turtledemo tty
  unittest urllib/request urllib/robotparser venv wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
  asyncio/windows_events asyncio/windows_utils asyncio/proactor_events asyncio/tools
  concurrent/futures/process concurrent/futures/interpreter concurrent/interpreters logging/config logging/handlers
  profiling compression/zstd`.split(/\s+/);
const ENCODINGS = `__init__ aliases ascii charmap cp1252 cp437 idna latin_1 punycode raw_unicode_escape
  unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_32_be utf_32_le utf_8 utf_8_sig`.split(/\s+/);

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function unpackPyodide(tarball) {
  const dir = mkdtempSync(join(tmpdir(), "pyodide-"));
  if (!tarball) {
    execFileSync("npm", ["pack", "--silent", `pyodide@${PYODIDE}`, "--pack-destination", dir]);
    tarball = join(dir, `pyodide-${PYODIDE}.tgz`);
  }
  const found = sha256(readFileSync(tarball));
  if (found !== TARBALL_SHA256) throw new Error(`${tarball}: SHA-256 is ${found}, expected ${TARBALL_SHA256}`);
  execFileSync("tar", ["xzf", tarball, "-C", dir]);
  return join(dir, "package");
}

// Pyodide compiles its own standard library, so that the byte code's magic number always matches.
const REPACK = `
import importlib._bootstrap_external as external, zipfile

def kept(name):
    stem = name.removesuffix(".py")
    if stem.startswith("encodings/"):
        return stem.removeprefix("encodings/") in ENCODINGS
    return not any(stem == p or stem.startswith(p + "/") for p in PRUNED)

with zipfile.ZipFile("/in.zip") as old, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as new:
    for name in sorted(old.namelist()):
        if name.endswith("/") or not kept(name):
            continue
        data = old.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=2)
            data, name = bytes(external._code_to_timestamp_pyc(code, 0, 0)), name + "c"
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`;

// Data files stay as they are; modules become byte code that Python finds under the module's own name.
const COMPILE = `
import importlib._bootstrap_external as external, zipfile

with zipfile.ZipFile("/in.zip") as old, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as new:
    for name in sorted(old.namelist()):
        data = old.read(name)
        if name.endswith(".py"):
            code = compile(data, "/khand/" + name, "exec", dont_inherit=True, optimize=2)
            data, name = bytes(external._code_to_timestamp_pyc(code, 0, 0)), name + "c"
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`;

// With the runtime in `folder`, the one that will run it.
async function compileCore(folder) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  const { pyodide, ...info } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const lockFileContents = JSON.stringify({ info: { ...info, version: pyodide }, packages: {} });
  const python = await loadPyodide({ stdLibURL: join(folder, "stdlib.zip"), lockFileContents });
  const run = (code) => execFileSync(process.env.PYTHON ?? "python3", ["-c", `import sys; from khand.web import site; ${code}`],
    { env: { ...process.env, PYTHONPATH: join(ROOT, "src") }, maxBuffer: 1e8 });
  python.FS.writeFile("/in.zip", new Uint8Array(run("sys.stdout.buffer.write(site.pack(site.core()))")));
  python.runPython(COMPILE);
  return { made_of: run("print(site.fingerprint(site.core()))").toString().trim(), bytes: Buffer.from(python.FS.readFile("/out.zip")) };
}

async function repackStdlib(source) {
  const { loadPyodide } = await import(pathToFileURL(join(source, "pyodide.mjs")).href);
  const python = await loadPyodide();
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(join(source, "python_stdlib.zip"))));
  python.globals.set("PRUNED", python.toPy(PRUNED));
  python.globals.set("ENCODINGS", python.toPy(ENCODINGS));
  python.runPython(REPACK);
  return Buffer.from(python.FS.readFile("/out.zip"));
}

function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

const out = resolve(option("--out") ?? join(ROOT, "src/khand/web/runtime"));

async function writeCore() {
  const { made_of, bytes } = await compileCore(out);
  const packed = brotli(bytes);
  writeFileSync(join(out, "core.zip"), bytes);
  writeFileSync(join(out, "core.zip.br"), packed);
  const about = { made_of, sha256: sha256(bytes), brotli_sha256: sha256(packed) };
  writeFileSync(join(out, "core.json"), JSON.stringify(about, null, 1) + "\n");
  console.log(`core.zip: ${bytes.length} bytes, brotli ${packed.length}`);
}

if (process.argv.includes("--core")) {
  await writeCore();
  process.exit(0);
}
mkdirSync(join(out, "tables"), { recursive: true });
const source = unpackPyodide(option("--tarball"));
const lock = JSON.parse(readFileSync(join(source, "pyodide-lock.json"), "utf8")).info;
const manifest = { pyodide: PYODIDE, ...lock, files: {} };

function record(name, bytes, stored = true) {
  const packed = brotli(bytes);
  if (stored) writeFileSync(join(out, name), bytes);
  writeFileSync(join(out, `${name}.br`), packed);
  manifest.files[name] = {
    bytes: bytes.length, sha256: sha256(bytes), brotli_bytes: packed.length, brotli_sha256: sha256(packed),
  };
  console.log(`${name}: ${bytes.length} bytes, brotli ${packed.length}`);
}

for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  record(name, readFileSync(join(source, name)));
}
record("stdlib.zip", await repackStdlib(source));
// the table itself stays with the tokenizers; the others come later, in the background
record(`tables/${FIRST_TABLE}`, readFileSync(join(TABLES, FIRST_TABLE)), false);
writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest, null, 1) + "\n");
await writeCore();
process.exit(0);
