import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { db } from "#app/db/client.server.ts"
import { defineJob, seconds, startJob } from "#app/jobs/job.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { createUser, openSession, sendForm, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/jobs"
let cookie = ""

useDatabase()
beforeEach(async () => {
  cookie = await openSession(await createUser("admin"))
})

/** With plain spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")

/** Each row: what it is, how it is, and what can be done. */
async function rows() {
  const page = await visitAs(cookie, PATH)
  expect(page.status).toBe(200)
  return page
    .get("main")
    .all("li", { class: "work-row" })
    .map((row) => ({
      label: row.get("h2").text,
      said: row.all("p").map(({ text }) => plain(text)),
      actions: row.all("button").map(({ text }) => text.split(" : ")[0]),
    }))
}
const rowOf = async (label: string) => (await rows()).find((row) => row.label === label)
const press = (intent: string, name: string) => sendForm(PATH, { intent, name }, { cookie })

const WORDS = "Transcriptions et chapitres des flux"

async function failWords(count: number) {
  for (let n = 0; n < count; n += 1) await createEpisode()
  await db.execute(sql`insert into feed_words (episode_id, transcript_url, due_at, failure)
    select id, 'https://feeds.test/' || id, null, 'Le serveur a répondu 404 pour ' || id from episodes`)
}

test("a site that has nothing to do says of each kind of work that nothing waits", async () => {
  const page = await visitAs(cookie, PATH)
  expect(await rows()).toEqual([])
  const idle = page.get("section", { "aria-labelledby": "rest" })
  expect([idle.get("h2").text, idle.all("a").length]).toEqual(["Rien n’attend", 16])
})

test("31.6 what failed comes first, with the newest reason, and can be tried again or given up", async () => {
  await createMedium({ state: "failed", failure: "Ce fichier est coupé." })
  await failWords(2)
  expect(await rows()).toEqual([
    {
      label: "Images et sons envoyés",
      said: ["1 en échec", "Dernier échec : Ce fichier est coupé."],
      actions: ["Réessayer"],
    },
    {
      label: WORDS,
      said: ["2 en échec", "Dernier échec : Le serveur a répondu 404 pour 2"],
      actions: ["Réessayer", "Abandonner"],
    },
  ])
  expect((await press("retry", "words")).status).toBeLessThan(400)
  expect(await rowOf(WORDS)).toMatchObject({ said: ["2 en attente"], actions: [] })
  expect((await press("retry", "media")).status).toBeLessThan(400)
  expect(await rowOf("Images et sons envoyés")).toMatchObject({ said: ["1 en attente"] })
})

test("what is given up is asked about without scripts, too, and is gone", async () => {
  await failWords(2)
  const asked = await visitAs(cookie, `${PATH}?action=abandon&name=words`)
  expect(plain(asked.get("main").text)).toContain(`Abandonner ce qui a échoué dans « ${WORDS} » ?`)
  expect((await press("abandon", "words")).status).toBeLessThan(400)
  expect(await rowOf(WORDS)).toBeUndefined()
  expect((await visitAs(cookie, `${PATH}?action=abandon&name=words`)).status).toBe(404)
})

test("what waits says when it is due, and what is under way how far it is", async () => {
  await db.transaction((tx) => queueMail(tx, { to: "awa@cko.test", subject: "Bonjour", text: "Bonjour." }))
  await db.execute(
    sql`insert into subscriber_imports (name, state, added_count) values ('liste.csv', 'running', 3)`,
  )
  await db.execute(
    sql`insert into subscriber_import_rows (import_id, email, name) select id, 'sam@cko.test', '' from subscriber_imports`,
  )
  expect(await rowOf("E-mails du site")).toMatchObject({ said: ["1 en attente · Prochaine fois : bientôt"] })
  expect(await rowOf("Listes d’abonnés importées")).toMatchObject({ said: ["1 en cours, à 75 %"] })
})

test("a job that fails is told of until it succeeds again", async () => {
  let isBroken = true
  const stop = startJob(
    defineJob({
      ...{ name: "feeds", firstMs: 0, everyMs: seconds(0.02), failed: "feeds not read" },
      run: async () => {
        if (isBroken) throw new Error("no network")
      },
    }),
  )
  const said = async () => (await rowOf("Lecture des flux retenus"))?.said.join(" ")
  await expect.poll(said).toContain("Le site n’y arrive pas (à l’instant pour la première fois)")
  isBroken = false
  await expect.poll(said).toBeUndefined()
  await stop()
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test.each([
  ["retry", "nothing"],
  ["retry", "constructor"],
  ["abandon", "media"],
  ["abandon", ""],
])("there is nothing to %s of %j", async (intent, name) => {
  expect((await press(intent, name)).status).toBe(404)
})

test("nothing failed: a press that comes too late says so", async () => {
  expect((await press("retry", "words")).status).toBe(404)
})
