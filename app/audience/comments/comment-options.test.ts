import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { createUser, filledForm, followAs, sendForm, signInAsNew } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import {
  COMMENT,
  createComment,
  honeypotFields,
  newAddress,
  sendComment,
  commentForm,
} from "#test/visitors.ts"
import { CONSENT } from "../newsletter/newsletter.copy.ts"
import { addBan } from "./bans.server.ts"
import { banSchema } from "./moderation.schema.ts"
import { setCommentsStatus } from "./moderation.server.ts"
import { replyAsPodcast } from "./podcast-replies.server.ts"

const BOX = CONSENT.checkbox

useDatabase()
beforeEach(async () => {
  await createEpisode()
})

const statuses = async () => (await storedRows("comments")).map(({ status }) => status)

describe("where subscribing is one's own choice", () => {
  beforeEach(async () => {
    await setSettings("rules", { newsletterConsent: "checkbox" })
  })

  test("where subscribing is one's own choice the box is there, not ticked, instead of the announcement", async () => {
    const form = (await visit("/episodes/1")).get("form", { "aria-labelledby": "commenter" })
    const box = form.get("input", { type: "checkbox" })
    expect(box.attributes.name).toBe("newsletter")
    expect(box.attributes).not.toHaveProperty("checked")
    expect(form.text).toContain(BOX)
    expect(form.text).not.toContain(CONSENT.comment)
  })

  test("where subscribing is one's own choice who ticks it is subscribed by these words", async () => {
    const page = await followAs("", await sendComment(1, { newsletter: "on" }), "/episodes/1")
    expect(page.text).toContain("Commentaire posté ! Vous êtes maintenant inscrit à notre newsletter.")
    expect(await storedRows("newsletter_subscribers")).toMatchObject([
      { email: COMMENT.email, consent_origin: "comment", consent_wording: BOX },
    ])
    expect(await storedRows("mails")).toHaveLength(1)
  })

  test("where subscribing is one's own choice who does not is not", async () => {
    const page = await followAs("", await sendComment(1), "/episodes/1")
    expect(page.text).toContain("Commentaire posté !")
    expect(page.text).not.toContain("inscrit à notre newsletter")
    expect(await storedRows("comments")).toHaveLength(1)
    expect(await storedRows("newsletter_subscribers")).toEqual([])
    expect(await storedRows("mails")).toEqual([])
  })

  test("where subscribing is one's own choice a refused form keeps the box as it was", async () => {
    for (const ticked of [{ newsletter: "on" }, {} as Record<string, string>]) {
      const form = await commentForm(await sendComment(1, { content: "Court", ...ticked }))
      expect(filledForm(form).newsletter).toBe("newsletter" in ticked ? "on" : undefined)
    }
    expect((await sendComment(1, { newsletter: "oui" })).status).toBe(400)
  })
})

describe("where links wait for a moderator", () => {
  const LINK = { content: "Regardez https://spam.example, vite" }

  beforeEach(async () => {
    await setSettings("rules", { moderation: "links" })
  })

  test("8.3 where links wait for a moderator a newcomer's comment with one does, and they are told", async () => {
    const page = await followAs("", await sendComment(1, LINK), "/episodes/1")
    expect(page.text).toContain("Commentaire envoyé\u202f!")
    expect(page.text).toContain("Il paraîtra une fois relu par l’équipe.")
    expect(page.html).not.toContain("spam.example")
    expect(await statuses()).toEqual(["pending"])
    expect(await storedRows("newsletter_subscribers")).toHaveLength(1)
  })

  test("where links wait for a moderator it still does with a second one, while the first waits", async () => {
    await sendComment(1, LINK)
    await sendComment(1, { content: "Encore www.spam.example pour vous" })
    expect(await statuses()).toEqual(["pending", "pending"])
  })

  test("where links wait for a moderator a newcomer's comment without one appears", async () => {
    await sendComment(1)
    expect(await statuses()).toEqual(["visible"])
  })

  test.each(["javascript:alert(1) pour voir", "http pour les nuls, un texte", "awa@exemple.fr, écrivez-moi"])(
    "where links wait for a moderator so does one with what is no link: %s",
    async (content) => {
      await sendComment(1, { content })
      expect(await statuses()).toEqual(["visible"])
    },
  )

  test("where links wait for a moderator a harmless comment before makes nobody known", async () => {
    await sendComment(1)
    await sendComment(1, LINK)
    expect(await statuses()).toEqual(["visible", "pending"])
  })

  test("8.3 where links wait for a moderator who was approved before is known, whatever the case of their address", async () => {
    await sendComment(1, LINK)
    await setCommentsStatus([1], "visible")
    await sendComment(1, { content: "Encore www.cko.example pour vous", email: COMMENT.email.toUpperCase() })
    expect(await statuses()).toEqual(["visible", "visible"])
    await setCommentsStatus([1, 2], "hidden")
    await sendComment(1, { content: "Encore www.spam.example pour vous" })
    expect(await statuses()).toEqual(["hidden", "hidden", "pending"])
  })

  test("where links wait for a moderator who got a reply of the podcast while they waited is known", async () => {
    await sendComment(1, LINK)
    await replyAsPodcast(1, "Merci")
    await sendComment(1, { content: "Encore www.cko.example pour vous" })
    expect((await statuses()).at(-1)).toBe("visible")
  })

  test.each([
    [
      "subscriber",
      sql`insert into newsletter_subscribers (email, confirmed_at) values (${COMMENT.email}, now())`,
      "visible",
    ],
    [
      "subscriber who never confirmed",
      sql`insert into newsletter_subscribers (email) values (${COMMENT.email})`,
      "pending",
    ],
    [
      "account",
      sql`insert into users (id, email, email_verified) values ('a', ${COMMENT.email}, true)`,
      "visible",
    ],
    [
      "account of an address never confirmed",
      sql`insert into users (id, email) values ('a', ${COMMENT.email})`,
      "pending",
    ],
  ])(
    "where links wait for a moderator it depends on whether the address was confirmed: %s",
    async (_who, known, status) => {
      await db.execute(known)
      await sendComment(1, LINK)
      expect(await statuses()).toEqual([status])
    },
  )

  test("where links wait for a moderator who was only hidden before is not", async () => {
    await createComment(1, { authorEmail: COMMENT.email, status: "hidden" })
    await sendComment(1, LINK)
    expect(await statuses()).toEqual(["hidden", "pending"])
  })

  test("where links wait for a moderator otherwise nothing waits", async () => {
    await setSettings("rules", { moderation: "none" })
    await sendComment(1, LINK)
    expect(await statuses()).toEqual(["visible"])
  })
})

describe("who waits for a moderator", () => {
  const WORDS = { content: "Un très bel échange, merci" }
  const LINK = { content: "Regardez https://exemple.example, merci" }
  const AUTHORS = {
    newcomer: () => Promise.resolve(""),
    "somebody approved": async () => {
      await createComment(1, { authorEmail: COMMENT.email, isApproved: true })
      return ""
    },
    "a confirmed subscriber": async () => {
      await db.execute(
        sql`insert into newsletter_subscribers (email, confirmed_at) values (${COMMENT.email}, now())`,
      )
      return ""
    },
    "somebody with an account": () => signInAsNew("user", COMMENT.email),
    "somebody who types a host's address": async () => {
      await createUser("admin", COMMENT.email)
      return ""
    },
    moderator: () => signInAsNew("moderator", COMMENT.email),
    admin: () => signInAsNew("admin", COMMENT.email),
  }

  test.each<[keyof typeof AUTHORS, none: string, links: string, all: string]>([
    ["newcomer", "visible visible", "visible pending", "pending pending"],
    ["somebody approved", "visible visible", "visible visible", "pending pending"],
    ["a confirmed subscriber", "visible visible", "visible visible", "pending pending"],
    ["somebody with an account", "visible visible", "visible visible", "pending pending"],
    ["somebody who types a host's address", "visible visible", "visible visible", "pending pending"],
    ["moderator", "visible visible", "visible visible", "visible visible"],
    ["admin", "visible visible", "visible visible", "visible visible"],
  ])("8.3 who waits for a moderator, under each choice: %s", async (author, ...expected) => {
    const cookie = await AUTHORS[author]()
    const known = (await statuses()).length
    const seen = []
    for (const moderation of ["none", "links", "all"] as const) {
      await setSettings("rules", { moderation })
      for (const words of [WORDS, LINK])
        await sendForm(
          "/episodes/1",
          { ...COMMENT, ...honeypotFields(), ...words },
          { cookie, "X-Forwarded-For": newAddress() },
        )
      seen.push((await statuses()).slice(known).join(" "))
      await db.execute(sql`delete from comments where id > ${known}`)
    }
    expect(seen).toEqual(expected)
  })

  test("8.3 where all wait a reply and a comment without a link do, and their author is told", async () => {
    await createComment(1)
    await setSettings("rules", { moderation: "all" })
    const page = await followAs("", await sendComment(1, { parent: "1" }), "/episodes/1")
    expect(page.text).toContain("Il paraîtra une fois relu par l’équipe.")
    expect(await statuses()).toEqual(["visible", "pending"])
  })
})

describe("who is blocked", () => {
  beforeEach(() => addBan("email", COMMENT.email))

  test.each([COMMENT.email, " MAIMOUNA@cko.test"])(
    "9.2 who is blocked %j may not comment, and keeps their words",
    async (email) => {
      const response = await sendComment(1, { email })
      expect(response.status).toBe(403)
      const form = await commentForm(response)
      expect(form.get("div", { role: "alert" }).text).toBe(
        "Erreur Impossible de poster le commentaire\u202f: cette adresse ne peut plus commenter.",
      )
      expect(filledForm(form)).toMatchObject({ email, content: COMMENT.content })
      for (const table of ["comments", "newsletter_subscribers", "mails"]) {
        expect(await storedRows(table)).toEqual([])
      }
    },
  )

  test("who is blocked is one address, not those that look like it", async () => {
    for (const email of ["xmaimouna@cko.test", "maimouna@cko.test.fr"]) {
      expect((await sendComment(1, { email })).status).toBe(302)
    }
  })
})

describe("a blocked word", () => {
  beforeEach(async () => {
    for (const word of ["Crétin", "gros  nul", "c++"]) {
      await addBan("word", banSchema.parse({ value: word }).value)
    }
  })

  test.each([
    ["Quel crétin, vraiment", "cretin"],
    ["Quel CRETIN, vraiment", "cretin"],
    ["Quel cre\u0301tin, vraiment", "cretin"],
    ["Un « crétin » entre guillemets", "cretin"],
    ["crétin au tout début du texte", "cretin"],
    ["Tu es un gros\nNUL, mon ami", "gros nul"],
    ["J’écris tout ceci en C++ moi", "c++"],
  ])("9.2 a blocked word refuses %j and names it", async (content, word) => {
    const response = await sendComment(1, { content })
    expect(response.status).toBe(400)
    const form = await commentForm(response)
    expect(form.text).toContain(
      `«\u202f${word}\u202f» n’est pas accepté ici. Reformulez, puis publiez à nouveau.`,
    )
    expect(filledForm(form).content?.replaceAll("\r\n", "\n")).toBe(content)
    expect(await storedRows("comments")).toEqual([])
    expect(await storedRows("newsletter_subscribers")).toEqual([])
  })

  test("a blocked word refuses a name that holds it", async () => {
    expect((await sendComment(1, { name: "Super Crétin" })).status).toBe(400)
    expect(await storedRows("comments")).toEqual([])
  })

  test.each([
    "Quelle crétinerie, vraiment",
    "Un gros annulé de dernière minute",
    "Micrétin est un nom",
    "cretin2 le retour",
  ])("a blocked word is a whole word: %j is taken", async (content) => {
    expect((await sendComment(1, { content })).status).toBe(302)
  })
})
