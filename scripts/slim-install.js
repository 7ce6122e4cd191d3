// Runs after every installation, on whatever Node the machine has, and removes what nothing here reads, 110 MB.
import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"

const UNREAD = [
  // For queries by feature or country; here a compiler of JavaScript asks for versions of browsers.
  "caniuse-lite/data/features",
  "caniuse-lite/data/regions",
  // Everything here is an ES module.
  "kysely/dist/cjs",
  // The decoder without WebAssembly.
  "libheif-js/libheif",
  // Sources beside what was built from them.
  "zod/src",
]

for (const folder of UNREAD) remove(join("node_modules", folder))

// C++ headers, for addons that are compiled: none is here.
for (const build of list("node_modules/node/node_modules"))
  if (build.isDirectory()) remove(join(pathOf(build), "include"))

// Maps to sources that are not installed.
for (const entry of list("node_modules", { recursive: true }))
  if (entry.isFile() && /\.[cm]?[jt]s\.map$/.test(entry.name)) remove(pathOf(entry))

function list(folder, options = {}) {
  return existsSync(folder) ? readdirSync(folder, { ...options, withFileTypes: true }) : []
}

/** Node 20 and 24 call the folder by different names. */
function pathOf(entry) {
  return join(entry.parentPath ?? entry.path, entry.name)
}

function remove(path) {
  rmSync(path, { recursive: true, force: true })
}
