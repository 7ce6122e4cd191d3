/**
 * Starts the site: `npm start` in production (by way of start.js), in several processes with `-- --workers N`; `npm run dev`
 * (`--dev`) with hot reload. Of Node's options in `npm start` one is there for memory: the heap is cleaned up sooner than a
 * large machine would ask for. The other gives young objects the room that some pages rendered at once take: what is
 * cleaned up later is mostly gone by then.
 */
import cluster from "node:cluster"
import { readArguments } from "./arguments.ts"
import { readEnvironment } from "./env.ts"
import { explain } from "./explain.ts"

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function main() {
  const env = readEnvironment()
  const { isDevelopment, workers } = readArguments(process.argv.slice(2))
  if (workers !== undefined && cluster.isPrimary) {
    const { runWorkers } = await import("./cluster.ts")
    return runWorkers(workers, env)
  }
  const { serve } = await import("./serve.ts")
  const { openSite } = isDevelopment ? await import("./development.ts") : await import("./production.ts")
  await serve({ ...env, workers }, openSite)
}
