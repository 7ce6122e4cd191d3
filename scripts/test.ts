/** `npm test`: everything a change must pass, stage by stage, with the time that each takes. */
import { spawn } from "node:child_process"
import { once } from "node:events"

/** The parts of a stage run beside each other: most of one's work is done by one core. */
const STAGES = [["types", "lint:format", "build"], ["lint:code"], ["test:code"], ["test:browser"]]

const took: string[] = []
for (const parts of STAGES) {
  console.log(`\n== ${parts.join(", ")}`)
  const started = performance.now()
  const failed = (await Promise.all(parts.map(run))).flat()
  took.push(`${parts.join(", ")} ${Math.round((performance.now() - started) / 1_000)} s`)
  if (failed.length > 0) {
    console.error(`\n${took.join("; ")}: ${failed.join(", ")} failed`)
    process.exit(1)
  }
}
console.log(`\n${took.join("; ")}`)

/** @returns the part's name if it failed */
async function run(part: string) {
  // npm itself, by which the parts find the right Node.
  const child = spawn("npm", ["run", "--silent", part], {
    stdio: "inherit",
    shell: process.platform === "win32",
  })
  const [status] = await once(child, "close")
  return status === 0 ? [] : [part]
}
