/**
 * `npm run bench` measures the built site on this machine and prints its method with its figures;
 * `npm run bench -- growth served` only these parts, `search=5000` one with less than it takes otherwise. On a PostgreSQL server as well: `BENCH_DATABASE_URL`, of a
 * role that may create databases. Everything it starts or creates is taken away again, also when it is stopped.
 */
import { availableParallelism, loadavg } from "node:os"
import { ensureBuild } from "../server/build.ts"
import { measureAgents } from "./bench/agents.ts"
import { measureAudience } from "./bench/audience.ts"
import { measureCommands } from "./bench/commands.ts"
import { measureGrowth } from "./bench/growth.ts"
import { measureLetters } from "./bench/letters.ts"
import { measureListeners } from "./bench/listeners.ts"
import { measureStart, measureUncached, measureWrites } from "./bench/requests.ts"
import { measureSearch } from "./bench/search.ts"
import { measureServed } from "./bench/served.ts"
import { closeAll } from "./bench/site.ts"
import { measureSupporters } from "./bench/supporters.ts"
import { measureUploads } from "./bench/uploads.ts"
import { measureBrowser, measureLighthouse } from "./bench/visits.ts"

const PARTS: Record<string, (size?: number) => Promise<void>> = {
  served: measureServed,
  uncached: measureUncached,
  writes: measureWrites,
  uploads: measureUploads,
  start: measureStart,
  commands: measureCommands,
  letters: measureLetters,
  listeners: measureListeners,
  browser: measureBrowser,
  lighthouse: measureLighthouse,
  growth: measureGrowth,
  search: measureSearch,
  agents: measureAgents,
  audience: measureAudience,
  supporters: measureSupporters,
}

const wanted = new Map(process.argv.slice(2).map(toPart))
const unknown = [...wanted.keys()].filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(", ")}. There are: ${Object.keys(PARTS).join(", ")}`)
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => closeAll().finally(() => process.exit(1)))
await ensureBuild()
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.size > 0 && !wanted.has(name)) continue
  const load = loadavg().map((average) => average.toFixed(1))
  console.log(
    `\n== ${name} (Node ${process.version}, ${availableParallelism()} cores, load before ${load.join(" ")}) ==\n`,
  )
  await measure(wanted.get(name)).finally(closeAll)
}

/** `search=5000` is the part `search` with so many of what it is about; without a number it is as many as it takes. */
function toPart(argument: string): [name: string, size: number | undefined] {
  const [name = "", size] = argument.split("=")
  if (size !== undefined && !/^[1-9]\d*$/.test(size)) throw new Error(`No size: ${argument}`)
  return [name, size === undefined ? undefined : Number(size)]
}
