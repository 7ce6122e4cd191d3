import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { seedEveryTable, readEveryTable } from "#test/every-table.ts"
import { createEpisode } from "#test/factories.ts"
import { writeBackup } from "./backup.server.ts"
import { listTables } from "./catalog.server.ts"
import { closeDatabase, db, isUntouched } from "../client.server.ts"
import { restoreBackup } from "./restore.server.ts"
import { comments } from "../schema/visitors.server.ts"

const folder = await mkdtemp(join(tmpdir(), "cko-backup-"))
const file = join(folder, "copie.cko.gz")
const options = { file, dataDir: folder }
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  opened.push(await openTestDatabase())
  return async () => {
    for (const close of opened) await close()
  }
})
beforeEach(async () => {
  await emptyDatabase()
  await db.execute(sql`truncate secrets`)
})
afterAll(() => rm(folder, { recursive: true }))

const writeMail = async (name: string, text: string) => {
  await mkdir(join(folder, "outbox"), { recursive: true })
  await writeFile(join(folder, "outbox", name), text)
}

test("27.3 a backup goes to another database and back without changing anything", async () => {
  await seedEveryTable()
  const before = await readEveryTable()
  for (const [table, rows] of Object.entries(before)) expect([table, rows]).not.toEqual([table, []])
  await writeMail("2026-a.eml", "Bonjour\r\n\u2028🎤")
  expect(await writeBackup(options)).toMatchObject({ mails: 1 })

  await closeDatabase()
  opened.push(await openTestDatabase())
  const elsewhere = join(folder, "elsewhere")
  await restoreBackup({ file, dataDir: elsewhere, overwrite: false })
  expect(await readEveryTable()).toEqual(before)
  expect(await readFile(join(elsewhere, "outbox/2026-a.eml"), "utf8")).toBe("Bonjour\r\n\u2028🎤")
  expect((await stat(join(elsewhere, "outbox/2026-a.eml"))).mode & 0o777).toBe(0o600)
  await writeBackup({ file, dataDir: elsewhere })
  await closeDatabase()

  opened.push(await openTestDatabase())
  await restoreBackup({ ...options, overwrite: false })
  expect(await readEveryTable()).toEqual(before)
})

test("a backup is for its owner's eyes, replaces an older one, and leaves nothing else behind", async () => {
  await writeFile(file, "an older one")
  await createEpisode()
  const { rows, bytes } = await writeBackup(options)
  expect(rows).toBe(2)
  expect(await stat(file)).toMatchObject({ size: bytes, mode: 0o100600 })
  expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([])
})

test("a backup holds no attempts, whose hashes the secrets would open", async () => {
  await db.execute(sql`insert into rate_limits (key, points) values ('sign-in:hash', 1)`)
  await writeBackup(options)
  expect(gunzipSync(await readFile(file)).toString()).not.toMatch(/rate_limits|sign-in:hash/)
})

test("a backup tells how far it is", async () => {
  await db.execute(sql`insert into episodes (title) select 'Épisode ' || n from generate_series(1, 1000) n`)
  const seen: number[] = []
  await writeBackup({
    ...options,
    onProgress: ({ step, done, total }) => {
      expect([step, total]).toEqual(["backup", 2_000])
      seen.push(done)
    },
  })
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.at(-1)).toBe(2_000)
})

test("a backup given up leaves the file as it was, and the database free", async () => {
  await writeFile(file, "an older one")
  await db.execute(sql`insert into episodes (title) select 'Épisode ' || n from generate_series(1, 1000) n`)
  const stop = new AbortController()
  const backup = writeBackup({ ...options, signal: stop.signal, onProgress: () => stop.abort() })
  await expect(backup).rejects.toThrow(expect.objectContaining({ name: "AbortError" }))
  expect(await readFile(file, "utf8")).toBe("an older one")
  expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([])
  // More than there are connections.
  for (let n = 0; n < 11; n += 1) await writeBackup({ ...options, signal: stop.signal }).catch(() => {})
  expect(await createEpisode()).toMatchObject({ id: 1_001 })
})

test.each([
  ["a folder that does not exist", "absent/copie.gz", /n’existe pas/],
  ["a folder", "dossier", /n’est pas un fichier/],
  ["a device", "device", /n’est pas un fichier/],
])("a backup is not written to %s", async (_name, name, problem) => {
  await mkdir(join(folder, "dossier"), { recursive: true })
  await symlink("/dev/null", join(folder, "device")).catch(() => {})
  const writing = writeBackup({ ...options, file: join(folder, name) })
  await expect(writing).rejects.toThrow(
    expect.objectContaining({ name: "BackupError", message: expect.stringMatching(problem) }),
  )
})

test("a backup is of one moment, whatever is written meanwhile", async () => {
  await db.execute(sql`insert into episodes (title) select 'Épisode ' || n from generate_series(1, 20) n`)
  let isDone = false
  // An episode has as many views as comments, always.
  const write = async () => {
    for (let n = 0; !isDone; n += 1)
      await db.transaction(async (tx) => {
        await tx.execute(sql`
            insert into comments (episode_id, author_name, author_email, content)
            select id, 'Ana', gen_random_uuid() || '@cko.test', repeat('Un commentaire ', 50) from episodes`)
        await tx.execute(sql`update episode_counts set views = views + 1`)
      })
  }
  const writing = write()
  while ((await db.$count(comments)) < 2_000) await new Promise((resolve) => setTimeout(resolve, 20))
  const atStart = await db.$count(comments)
  const { rows } = await writeBackup(options)
  isDone = true
  await writing
  expect(rows).toBeGreaterThanOrEqual(40 + atStart)
  expect(await db.$count(comments)).toBeGreaterThan(rows - 40)

  await restoreBackup({ ...options, overwrite: true })
  const { rows: wrong } = await db.execute(sql`
      select episode_id from episode_counts e where views <> (select count(*) from comments c where c.episode_id = e.episode_id)`)
  expect(wrong).toEqual([])
  expect((await db.$count(comments)) + 40).toBe(rows)
})

test("a restored database goes on numbering where the copied one was, and is not taken for a new one", async () => {
  await createEpisode()
  const { id } = await createEpisode()
  await db.execute(sql`delete from episodes where id = ${id}`)
  await writeBackup(options)
  await emptyDatabase()
  await restoreBackup({ ...options, overwrite: false })
  expect(await isUntouched()).toBe(false)
  expect(await createEpisode()).toMatchObject({ id: id + 1 })
})

test("a restored database has all its rules again", async () => {
  const rules = async () => {
    const { rows } = await db.execute(sql`
        select indexdef as rule from pg_indexes where schemaname = 'public'
        union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint
        union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal
        order by 1`)
    return rows
  }
  await seedEveryTable()
  const before = await rules()
  await writeBackup(options)
  await restoreBackup({ ...options, overwrite: true })
  expect(await rules()).toEqual(before)
  await db.execute(sql`truncate users cascade`)
  await db.execute(sql`insert into users (id, email) values ('1', 'a@cko.test')`)
  expect((await db.execute(sql`select role from users`)).rows).toEqual([{ role: "admin" }])
})

test("a restored database holds nothing of before", async () => {
  await createEpisode({ title: "Copié" })
  await writeBackup(options)
  await seedEveryTable()
  await restoreBackup({ ...options, overwrite: true })
  const counts = await Promise.all(
    (await listTables(db)).map(async ({ name }) => [name, await db.$count(sql.raw(name))] as const),
  )
  expect(counts.filter(([, count]) => count > 0)).toEqual([
    ["episode_counts", 1],
    ["episodes", 1],
  ])
})

test("a restored database may refer to rows that come later", async () => {
  await db.execute(sql`create table notes (id integer primary key, after integer references notes)`)
  try {
    await db.execute(sql`insert into notes select n, nullif(n + 1, 1001) from generate_series(1, 1000) n`)
    const before = await readEveryTable()
    await writeBackup(options)
    await restoreBackup({ ...options, overwrite: true })
    expect(await readEveryTable()).toEqual(before)
    await expect(db.execute(sql`insert into notes values (0, 5000)`)).rejects.toThrow(/insert into notes/)
  } finally {
    await db.execute(sql`drop table notes`)
  }
})
