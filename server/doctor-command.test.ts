import { execFile } from "node:child_process"
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { version } from "#package"
import { freePort } from "#test/free-port.ts"
import { serve } from "#test/serve.ts"
import { ensureBuild } from "./build.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const ROOT = new URL("..", import.meta.url).pathname
const folder = await mkdtemp(join(tmpdir(), "cko-doctor-"))
const SECRET = "Sesame9Secret-of-the-site"

beforeAll(async () => {
  await ensureBuild()
  return () => rm(folder, { recursive: true })
})

type Ended = { code: number; stdout: string; stderr: string }

async function doctor(variables: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: folder, ...variables }
  const command = promisify(execFile)(process.execPath, ["scripts/run.ts", "doctor", ...args], {
    cwd: ROOT,
    env,
  })
  return command.then(
    (done): Ended => ({ code: 0, ...done }),
    (failed: Ended) => failed,
  )
}

test("27.7 looks at a site that runs, without secrets, and leaves its schema as it is", async () => {
  const dataDir = join(folder, "site")
  const env = readEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: "silent", STARTER_CONTENT: "0" })
  const site = await openSite(env)
  const { url, close } = await serve(site.listener)
  const variables = {
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
    METRICS_TOKEN: SECRET,
    MAIL_FROM: "CKO <awa@cko.test>",
    SMTP_URL: `smtp://awa:${SECRET}@127.0.0.1:1`,
  }
  const found = await doctor(variables)
  expect(found.stderr).toBe("")
  for (const line of [
    "✓ Base de données : La base répond.",
    "✓ Port : Le site répond.",
    "✗ E-mails : ",
    `Site : ${version}`,
    "PostgreSQL : 18",
    "✓ Dossier de données",
    "✓ Versions",
    "· Copie ailleurs",
  ])
    expect(found.stdout).toContain(line)
  expect(found.code).toBe(1)
  expect(found.stdout).not.toMatch(/Sesame9|awa@|Adresse et proxy|Certificat|Nom de domaine/)

  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`,
  )
  await chmod(dataDir, 0o755)
  const { stdout } = await doctor(variables)
  expect(stdout).toContain("✗ Versions : La base a été mise à jour par une version du site plus récente")
  expect(stdout).toContain("! Dossier de données : D’autres comptes de la machine peuvent le lire.")
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at < 9000000000000`)
  await doctor(variables)
  const { rows } = await db.execute(sql`select 1 from drizzle.__drizzle_migrations`)
  expect(rows).toHaveLength(1)
  await close()
  await site.close()

  const stopped = await doctor({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(stopped.stdout).toContain("! Base de données : La base intégrée ne tourne pas")
  expect(stopped.code).toBe(0)
  expect(await readdir(join(dataDir, "database"))).not.toContain("postmaster.pid")
})

test("27.7 says why a site cannot start, and makes none", async () => {
  const wrong = await doctor({ PORT: "huit", DATABASE_URL: `mysql://cko:${SECRET}@db` })
  expect(wrong.stdout).toContain("✗ Réglages : PORT doit être un nombre ; DATABASE_URL doit commencer par")
  const none = join(folder, "none")
  const missing = await doctor({ DATA_DIR: none, PORT: "0" })
  expect(missing.stdout).toContain(`✗ Base de données : Pas de site dans ${none}.`)
  expect(missing.stdout).not.toContain("a échoué")
  expect(await readdir(folder)).not.toContain("none")
  const { url, close } = await serve((_request, response) => response.end("another program"))
  const { port } = new URL(url)
  const taken = await doctor({ PORT: port, DATABASE_URL: `postgres://cko:${SECRET}@127.0.0.1:1/cko` })
  await close()
  expect(taken.stdout).toContain("✗ Base de données : La base PostgreSQL de DATABASE_URL ne répond pas")
  expect(taken.stdout).toContain(`✗ Port : Un autre programme tient le port ${port}`)
  expect([wrong, missing, taken].map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([1, ""]))
  expect(`${wrong.stdout}${taken.stdout}`).not.toContain("Sesame9")
  expect(await doctor({}, "now")).toMatchObject({ code: 1, stderr: "Usage : npm run doctor\n" })
  expect(await doctor({}, "--help")).toMatchObject({ code: 0, stdout: "Usage : npm run doctor\n" })
  const called = await doctor({ DATA_DIR: none, PORT: "0", CKO_PROGRAM: "./cko" })
  expect(called.stdout).toContain("(./cko start)")
  expect(called.stdout).not.toContain("npm")
})
