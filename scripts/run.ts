/**
 * Runs a command from the build (which is made first where needed): `node scripts/run.ts import …`. Under Node's options
 * `--liftoff-only --wasm-lazy-compilation` PGlite's WebAssembly is compiled quickly and as far as it is used; compiling
 * it well would cost 500 MB for a moment and save a second or two.
 */
import { join } from "node:path"
import { ensureBuild } from "../server/build.ts"

const [command] = process.argv.splice(2, 1)
await import(join(await ensureBuild(), `server/${command}.js`))
