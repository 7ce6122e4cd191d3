import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { emptyTables, openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { fieldProblems, filledForm, followAs, readPage, sendForm, signInAsNew } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment, sendComment } from "#test/visitors.ts"

const PATH = "/admin/comments"
let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("moderator")
})
beforeEach(async () => {
  await emptyTables(
    "episode_counts",
    ...["episodes", "feed_items", "comments", "likes", "blocks", "newsletter_subscribers", "mails"],
  )
  await createEpisode()
})

describe("the bans", () => {
  const ban = (value: string) => sendForm(PATH, { intent: "ban", value }, { cookie })
  const formOf = (page: Part) => page.get("form", { "aria-label": "Blocages" })

  test.each([
    [" AWA@Secret.test ", "Adresse bloquée", { kind: "email", value: "awa@secret.test" }],
    ["  Gros   CRÉTIN ", "Mot bloqué", { kind: "word", value: "gros cretin" }],
  ])("9.2 the bans take %j", async (value, toast, stored) => {
    const response = await ban(value)
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    expect((await followAs(cookie, response)).text).toContain(toast)
    expect(await storedRows("blocks")).toMatchObject([stored])
    expect((await ban(value)).status).toBe(302)
    expect(await storedRows("blocks")).toHaveLength(1)
  })

  test.each([
    ["", "Donnez une adresse e-mail ou un mot"],
    ["   ", "Donnez une adresse e-mail ou un mot"],
    ["a@b", "Email invalide"],
    ["!!!", "Un mot à bloquer contient au moins une lettre ou un chiffre"],
    ["a".repeat(256), "Une adresse ou un mot doit contenir moins de 255 caractères"],
  ])("9.3 the bans refuse %j, and keep it", async (value, problem) => {
    const response = await ban(value)
    expect(response.status).toBe(400)
    const form = formOf(await readPage(response))
    expect(fieldProblems(form)).toEqual({ "Adresse e-mail ou mot à bloquer": problem })
    expect(filledForm(form).value).toBe(value)
    expect(await storedRows("blocks")).toEqual([])
  })

  test("the bans keep who is blocked, when a comment goes", async () => {
    await createComment(1, { authorEmail: "awa@secret.test" })
    await sendForm(PATH, { intent: "ban-author", id: "1" }, { cookie })
    await sendForm(PATH, { intent: "delete", ids: "1" }, { cookie })
    expect((await sendComment(1, { email: "awa@secret.test" })).status).toBe(403)
  })

  test("the bans end at a thousand, and say so", async () => {
    await db.execute(
      sql`insert into blocks (kind, value) select 'word', 'mot' || n from generate_series(1, 1000) n`,
    )
    const response = await ban("encore")
    expect([response.status, formOf(await readPage(response)).text]).toEqual([
      409,
      expect.stringContaining("La liste des blocages est pleine\u202f: levez-en un d’abord."),
    ])
    expect(await storedRows("blocks")).toHaveLength(1_000)
  })

  test("the bans say when one cannot be kept", async () => {
    const response = await withoutTable("blocks", () => ban("un mot"))
    expect(response.status).toBe(500)
    expect((await readPage(response)).text).toContain("Erreur Impossible d’enregistrer le blocage")
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})

test("what unfolds into more letters than a block may have is refused, not a failure", async () => {
  const response = await sendForm(PATH, { intent: "ban", value: "\ufdfa".repeat(255) }, { cookie })
  expect(response.status).toBe(400)
  expect(await storedRows("blocks")).toEqual([])
})
