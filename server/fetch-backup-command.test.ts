import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { generateX25519Identity, identityToRecipient } from "age-encryption"
import { expect, test, vi } from "vitest"
import { copyElsewhere } from "#app/media/backup/elsewhere.server.ts"
import { keepDailyBackups } from "#app/media/backup/make-copies.server.ts"
import { openStores } from "#app/media/store/store.server.ts"
import { readEveryTable } from "#test/every-table.ts"
import { createEpisode } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { startS3 } from "#test/s3.ts"
import { ensureBuild } from "./build.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

vi.setConfig({ testTimeout: 240_000 })

const run = promisify(execFile)
const ROOT = new URL("..", import.meta.url).pathname

/** What the site did since, and what it noted of the copy itself. */
const SINCE = ["audit_log", "settings", "sequences"]
async function everything() {
  const tables = Object.entries(await readEveryTable())
  return Object.fromEntries(tables.filter(([name]) => !SINCE.includes(name)))
}

test("27.6 a site whose machine is gone comes back from the second place, whole", async () => {
  await ensureBuild()
  const folder = await mkdtemp(join(tmpdir(), "cko-fetch-"))
  const dataDir = join(folder, "data")
  const s3 = await startS3()
  const key = await generateX25519Identity()
  const keyFile = join(folder, "cle.txt")
  await writeFile(keyFile, `${key}\n`)
  const variables = {
    DATA_DIR: dataDir,
    STARTER_CONTENT: "0",
    LOG_LEVEL: "silent",
    BACKUP_S3_ENDPOINT: s3.bucket.endpoint,
    BACKUP_S3_BUCKET: s3.bucket.name,
    BACKUP_S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
    BACKUP_AGE_RECIPIENT: await identityToRecipient(key),
  }
  const command = (name: string, ...args: string[]) =>
    run(process.execPath, ["scripts/run.ts", name, ...args], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: "", ...variables },
    })

  let site = await openSite(readEnvironment(variables))
  try {
    await createEpisode({ title: "Avant" })
    const { path } = await createMediaFile(openStores({ dataDir }).target, "Bonjour")
    const before = await everything()
    const now = new Date()
    const day = now.toISOString().slice(0, 10)
    await keepDailyBackups(dataDir, now)
    await copyElsewhere(now)
    await site.close()
    await rm(dataDir, { recursive: true })

    expect((await command("fetch-backup")).stdout).toMatch(new RegExp(`^${day} {2}[\\d,]+\u00a0ko\n$`))
    const brought = await command("fetch-backup", join(folder, "back"), "--key", keyFile)
    const file = join(folder, "back", `${day}.cko.gz`)
    expect(brought.stdout).toContain(`Copie rapportée : ${file} (médias : 1)`)
    expect((await command("restore", file)).stdout).toContain("Médias : 1, dont remis en place : 1")

    site = await openSite(readEnvironment(variables))
    expect(await everything()).toEqual(before)
    expect(await text(await openStores({ dataDir }).target.read(path))).toBe("Bonjour")

    const failure = async (...args: string[]) => {
      const error: { stderr: string } = await command("fetch-backup", ...args).then(
        () => Promise.reject(new Error("the command did not fail")),
        (reason) => reason,
      )
      expect(error.stderr).toMatch(/^[^\n]+\n$/)
      return error.stderr
    }
    await writeFile(keyFile, await generateX25519Identity())
    expect(await failure(join(folder, "other"), "--key", keyFile)).toContain("Cette clé n’ouvre aucune")
    expect(await failure(join(folder, "other"), "--key", join(folder, "none"))).toContain("n’existe pas")
    expect(await failure(join(folder, "other"))).toMatch(/^Usage : npm run fetch-backup/)
    await s3.close()
    expect(await failure()).toContain("Le second emplacement ne répond pas")
  } finally {
    await site.close()
    await rm(folder, { recursive: true })
  }
})
