import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, test } from "vitest"

test("a process hears of the end of its parent, which passed no signal on", async () => {
  const code = `
    import { onOrphaned } from ${JSON.stringify(new URL("parent.ts", import.meta.url).href)}
    onOrphaned(() => { console.log("orphaned"); process.exit() })
    setTimeout(() => process.exit(1), 20_000)
    console.log("running")`
  const shell = spawn("sh", ["-c", '"$NODE" --input-type=module -e "$CODE"; true'], {
    env: { ...process.env, NODE: process.execPath, CODE: code },
  })
  const heard: string[] = []
  shell.stdout.on("data", (text: Buffer) => heard.push(String(text).trim()))
  await once(shell.stdout, "data")
  shell.kill("SIGTERM")
  await once(shell.stdout, "close")
  expect(heard).toEqual(["running", "orphaned"])
})
