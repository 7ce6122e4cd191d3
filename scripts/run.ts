/** Runs a command from the build, which is made first where needed: `node scripts/run.ts import …`. */
import { join } from "node:path"
import { ensureBuild } from "../server/build.ts"

const [command] = process.argv.splice(2, 1)
await import(join(await ensureBuild(), `server/${command}.js`))
