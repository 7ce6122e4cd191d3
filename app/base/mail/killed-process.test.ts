import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, expect, inject, test, vi } from "vitest"
import { createServerDatabase } from "#test/server-database.ts"
import { readMail } from "#test/mail-server.ts"

vi.setConfig({ testTimeout: 300_000 })

const SCRIPT = fileURLToPath(new URL("../../../test/short-lived-site.ts", import.meta.url))
const folder = await mkdtemp(join(tmpdir(), "cko-killed-"))
const database = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a site on the database, kills it as soon as it has said something, and gives what that was. */
async function startAndKill(step: "post" | "look") {
  const site = spawn(process.execPath, [SCRIPT, step, folder, database.databaseUrl], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  let failure = ""
  site.stderr.on("data", (text: Buffer) => (failure += String(text)))
  const ended = once(site, "close")
  const said = await Promise.race([once(site.stdout, "data"), ended.then(() => undefined)])
  site.kill("SIGKILL")
  await ended
  if (!said) throw new Error(`the site ended by itself: ${failure}`)
  return JSON.parse(String(said[0]))
}

test("23 a site killed right after it took a comment has it, and sends one mail for it", async () => {
  expect(await startAndKill("post")).toEqual({ outcome: "visible", id: 1 })
  for (let n = 0; n < 2; n += 1) {
    expect(await startAndKill("look")).toEqual({ comments: 1, subscribers: 1 })
    const outbox = join(folder, "outbox")
    const names = await readdir(outbox)
    expect(names).toHaveLength(1)
    const mail = readMail(await readFile(join(outbox, names[0] ?? ""), "latin1"))
    expect(mail.headers).toMatchObject({
      to: "maimouna@cko.test",
      subject: "Confirmez votre inscription à la newsletter de CKO",
    })
  }
})
