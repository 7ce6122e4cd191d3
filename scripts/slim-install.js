// Runs after every installation, on whatever Node the machine has. Node comes with its C++ headers, 67 MB, for addons that
// are compiled: none is here.
import { existsSync, readdirSync, rmSync } from "node:fs"

const folder = "node_modules/node/node_modules"
for (const name of existsSync(folder) ? readdirSync(folder) : []) {
  rmSync(`${folder}/${name}/include`, { recursive: true, force: true })
}
