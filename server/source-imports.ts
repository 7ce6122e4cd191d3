/** For a worker that runs from its sources: an address of a stylesheet (`./feed.css?url`) is what Vite's server has it under. */
import { registerHooks } from "node:module"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { packageRoot } from "#app/kit/lib/package-root.server.ts"

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".css?url")) return next(url, context)
    const address = `/${relative(packageRoot(), fileURLToPath(url)).replaceAll("\\", "/")}`
    return { format: "module", source: `export default ${JSON.stringify(address)}`, shortCircuit: true }
  },
})
