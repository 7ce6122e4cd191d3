/**
 * Runs a command from the build, which is made first where needed: `node scripts/run.ts import …`. What Node compiled for an
 * earlier one is at hand again, as for a start (server/start.js).
 */
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ensureBuild } from "../server/build.ts"

enableCompileCache(join(import.meta.dirname, "../build/compiled"))
const [command] = process.argv.splice(2, 1)
await import(pathToFileURL(join(await ensureBuild(), `server/${command}.js`)).href)
