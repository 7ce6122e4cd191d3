/** `npm test`: everything a change must pass, part by part, with the time that each takes. */
import { spawnSync } from "node:child_process"

const PARTS = ["types", "lint", "build", "test:code", "test:browser"]

const took: string[] = []
for (const part of PARTS) {
  console.log(`\n== ${part}`)
  const started = performance.now()
  // npm itself, by which the parts find the right Node.
  const { status } = spawnSync("npm", ["run", "--silent", part], {
    stdio: "inherit",
    shell: process.platform === "win32",
  })
  took.push(`${part} ${Math.round((performance.now() - started) / 1_000)} s`)
  if (status !== 0) {
    console.error(`\n${took.join(", ")}: ${part} failed`)
    process.exit(1)
  }
}
console.log(`\n${took.join(", ")}`)
