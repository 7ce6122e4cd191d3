import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { databaseUrl, emptyDatabase, openTestDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { giveApp, givePasskey, giveRecoveryCodes } from "#test/factors.ts"
import { createUser, signInAs } from "#test/people.ts"
import { ensureBuild } from "./build.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const run = promisify(execFile)
const ROOT = new URL("..", import.meta.url).pathname
const dataDir = await mkdtemp(join(tmpdir(), "cko-rescue-"))

type Ended = { code: number; stdout: string; stderr: string }

/** Runs the command as its npm script does, beside the open database. */
async function rescue(url: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url }
  const command = run(process.execPath, ["scripts/run.ts", "rescue", ...args], { cwd: ROOT, env })
  const { code, stdout, stderr } = await command.then(
    (done): Ended => ({ code: 0, ...done }),
    (failed: Ended) => failed,
  )
  return { code, stdout, stderr }
}

/** A person with an app, a passkey, recovery codes and an open session, and another one with a passkey. */
async function createPeople() {
  const awa = await createUser("admin", "awa@cko.test")
  await signInAs(awa.email)
  await giveApp(awa)
  await givePasskey(awa)
  await giveRecoveryCodes(awa)
  await givePasskey(await createUser("admin", "lea@cko.test"))
  return awa
}

beforeAll(async () => {
  await ensureBuild()
  return () => rm(dataDir, { recursive: true })
})

describe("npm run rescue on a server", () => {
  beforeAll(openTestDatabase)
  beforeEach(emptyDatabase)

  test("27.4 takes a lost factor away, ends the sessions, and says what to do next, also in the log and by mail", async () => {
    const awa = await createPeople()
    const { code, stdout, stderr } = await rescue(databaseUrl, " Awa@CKO.test ")
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).toContain(
      "Second facteur retiré du compte awa@cko.test : application d’authentification, clés d’accès : 1, codes de secours : 10.",
    )
    expect(stdout).toContain("Sessions terminées : 1.")
    expect(stdout).toContain("Elle se connecte maintenant par son mot de passe")
    const line = stdout.split("\n").find((one) => one.startsWith("{")) ?? "{}"
    expect(JSON.parse(line)).toMatchObject({
      userId: awa.id,
      totp: true,
      passkeys: 1,
      codes: 10,
      sessions: 1,
    })
    expect(line).not.toContain("@")

    expect([await storedRows("totp_secrets"), await storedRows("recovery_codes")]).toEqual([[], []])
    expect((await storedRows("passkeys")).map((row) => row.user_id)).not.toContain(awa.id)
    expect(await storedRows("passkeys")).toHaveLength(1)
    expect(await storedRows("sessions")).toEqual([])
    const rescued = (await storedRows("audit_log")).filter(({ action }) => action === "rescue")
    expect(rescued).toEqual([
      expect.objectContaining({
        actor: "npm run rescue",
        kind: "user",
        item_id: awa.id,
        title: "awa@cko.test",
      }),
    ])
    const mail = (await storedRows("mails")).find(({ subject }) => String(subject).includes("second facteur"))
    expect([mail?.recipient, mail?.text]).toEqual([
      "awa@cko.test",
      expect.stringContaining("(par qui gère le site, avec npm run rescue)"),
    ])
  })

  test("changes nothing for an unknown address, somebody without a factor, or no argument, and says so", async () => {
    await createPeople()
    await createUser("user", "sam@cko.test")
    const before = await storedRows("passkeys")
    const unknown = await rescue(databaseUrl, "personne@cko.test")
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining("Aucun compte n’a l’adresse personne@cko.test : rien n’a été changé."),
    ])
    const without = await rescue(databaseUrl, "sam@cko.test")
    expect([without.code, without.stdout]).toEqual([
      0,
      "Le compte sam@cko.test n’a pas de second facteur : rien n’a été changé.\n",
    ])
    for (const args of [[], [""], ["a@cko.test", "b@cko.test"], ["--force", "awa@cko.test"]]) {
      const { code, stderr } = await rescue(databaseUrl, ...args)
      expect([code, stderr]).toEqual([1, "Usage : npm run rescue -- <adresse e-mail du compte>\n"])
    }
    expect(await storedRows("passkeys")).toEqual(before)
    expect((await storedRows("audit_log")).filter(({ action }) => action === "rescue")).toEqual([])
  })
})

test("npm run rescue works while a site with its own database runs", async () => {
  const site = await openSite(
    readEnvironment({
      DATA_DIR: dataDir,
      PUBLIC_URL: "https://cko.test",
      LOG_LEVEL: "silent",
      STARTER_CONTENT: "0",
    }),
  )
  try {
    await createPeople()
    expect((await rescue("", "awa@cko.test")).stdout).toContain(
      "Second facteur retiré du compte awa@cko.test",
    )
    expect(await storedRows("totp_secrets")).toEqual([])
  } finally {
    await site.close()
  }
})
