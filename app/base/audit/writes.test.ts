import { desc } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { TYPES } from "#app/office/types/types.server.ts"
import { ADMIN_WRITES } from "#test/admin-writes.ts"
import { send } from "#test/app.ts"
import { emptyTables, madeOnce, openTestDatabase, withoutTable } from "#test/database.ts"
import { everythingManaged, fillOffice } from "#test/filled-office.ts"
import { createUser, PASSWORD, sendForm, signInAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { describeChanges } from "./audit-words.server.ts"

const AWA = "awa@cko.test"
let cookie = ""
let admin = { id: "" }
let victim = { id: "" }

beforeAll(openTestDatabase)
beforeAll(async () => {
  admin = await createUser("admin", AWA)
  cookie = await signInAs(AWA)
})

const fill = madeOnce(async () => {
  victim = await fillOffice(AWA)
  await emptyTables("audit_log")
})

/** What is in the log, newest first. */
const logged = () => db.select().from(auditLog).orderBy(desc(auditLog.id))
const complete = (fields: Record<string, string>) => ({
  ...fields,
  ...(fields.id === "VICTIM" && { id: victim.id }),
})

/** By address, or by what is done there to something else. */
const KINDS: Record<string, string> = {
  ...Object.fromEntries(TYPES.map(({ words, kind }) => [words.path, kind])),
  ban: "ban",
  attach: "supporter",
  "renew-address": "settings",
  unban: "ban",
  invite: "invitation",
  revoke: "invitation",
  unshare: "episode",
  "remove-starter": "post",
  "take-back": "episode",
  "write-letter": "letter",
  "/admin/guests/1/merge": "guest",
  "/admin/transcripts": "transcript",
  "/admin/media/captions": "medium",
  ...Object.fromEntries(
    ["1", "2", "3", "4", "5", "5/recipients"].map((path) => [`/admin/letters/${path}`, "letter"]),
  ),
  "/admin/maintenance/backups": "backup",
  "/admin/maintenance/export": "archive",
  "/admin/users": "user",
  "/admin/comments": "comment",
  "/admin/messages": "message",
  "/admin/newsletter": "subscriber",
  "/admin/newsletter/import": "subscriber",
  "/admin/supporters/import": "supporter",
  "/admin/supporters/payments": "payment",
  ...Object.fromEntries(["", "/1", "/2", "/3"].map((path) => [`/admin/media${path}`, "medium"])),
  "/admin/import": "feed",
  ...Object.fromEntries(["1", "2", "3", "4", "5"].map((id) => [`/admin/import/${id}`, "site-import"])),
  "/admin/feed": "feed",
  "/admin/moving": "file-copies",
  "/admin/moving/out": "settings",
  "/admin/redirects/import": "redirect",
  "/admin/redirects/missing": "missing-path",
  "/admin/first-steps": "settings",
  "/admin/site/podcast": "settings",
  "/admin/site/feed": "settings",
  "/admin/site/embeds": "settings",
  "/admin/site/automatic": "settings",
  "/admin/site/mail": "settings",
  "/admin/site/retention": "settings",
  "/admin/site/audience": "settings",
  "/admin/audience/method": "audience",
  "/admin/audience/import": "audience",
  "/admin/site/returns": "settings",
  "/admin/site/legal": "settings",
  "/admin/health": "settings",
  "/admin/health/mails": "mail",
  "/admin/jobs": "feed",
  "/admin/bin": "comment",
  "/admin/personal-data": "personal-data",
}
const ACTIONS: Record<string, string> = {
  role: "change-role",
  take: "replace",
  adopt: "replace",
  "save-captions": "update",
  "remove-captions": "update",
  "retry-words": "ask",
  "/admin/bin restore": "restore",
  "/admin/bin delete": "expire",
  "/admin/jobs retry": "ask",
  "/admin/jobs abandon": "cancel",
  show: "approve",
  "delete-author": "delete",
  "ban-author": "ban",
  "edit-reply": "update",
  done: "update",
  undone: "update",
  resend: "reply",
  renew: "invite",
  attach: "create",
  dismiss: "update",
  "renew-address": "update",
  read: "update",
  unread: "update",
  archive: "update",
  restore: "update",
  "tell-hub": "share",
  "read-feed": "update",
  "start-copies": "update",
  "pause-copies": "update",
  "stop-copies": "delete",
  unlock: "update",
  "come-back": "update",
  "write-letter": "create",
  "take-back": "update",
  "retry-copies": "update",
  "retry-copy": "update",
  "accept-copy": "update",
  "stop-feed": "update",
  "resume-feed": "update",
  "forget-feed": "delete",
  ignore: "update",
  heed: "update",
  clear: "delete",
  reset: "update",
  "renew-dkim": "update",
  send: "update",
  schedule: "update",
  unschedule: "update",
  pause: "update",
  resume: "update",
  stop: "update",
  settle: "update",
  "delete-sent": "delete",
  retry: "update",
  drop: "delete",
  "delete-used": "delete",
  describe: "update",
  unshare: "revoke",
  unsubscribe: "update",
  reactivate: "restore",
  start: "import",
  undo: "cancel",
  category: "update",
  "save-podcast": "update",
  pass: "update",
  "take-up": "update",
  finish: "update",
  "remove-starter": "delete",
  make: "create",
  "count-aside": "approve",
  remove: "delete",
}
/** What each write leaves in the log: a row for each item. */
const WALK = ADMIN_WRITES.map(([path, fields]) => {
  const { intent = "", id } = fields
  const isUpdate = id || path.startsWith("/admin/site/") || path === "/admin/health"
  const action =
    intent === "save"
      ? isUpdate
        ? "update"
        : "create"
      : (ACTIONS[`${path} ${intent}`] ?? ACTIONS[intent] ?? intent)
  const kind = KINDS[intent] ?? KINDS[action] ?? KINDS[path] ?? KINDS[path.replace(/\/\d+$/, "")]
  // A new name leaves the texts that the site came with, too.
  const count = fields.ids === "1,2" || intent === "save-podcast" ? 2 : 1
  return [`${path} ${JSON.stringify(fields)}`, path, fields, action, kind, count] as const
})

/** Made of nothing that could be wrong. */
const PLAIN = [
  "unschedule",
  "pause",
  "resume",
  "stop",
  "delete-sent",
  "send",
  "schedule",
  "settle",
  "renew-dkim",
  "renew-address",
  "clear",
  "retry-words",
  "tell-hub",
  "start-copies",
  "pause-copies",
  "stop-copies",
  "take-back",
  "retry-copies",
  "unlock",
  "come-back",
  "write-letter",
  "make",
]
/** What is done with all that a list finds is done with whatever is in it. */
const REFUSABLE = WALK.filter(([, , { intent = "", upTo }]) => !upTo && !PLAIN.includes(intent))

/** French has the same word. */
const FRENCH = ["slug", "messages"]

/** What the log would call by the name that only the code knows. */
function fieldsWithoutWord({ kind, changes }: typeof auditLog.$inferSelect) {
  const labels = describeChanges(kind, changes ?? {}).map(({ label }) => label)
  return Object.keys(changes ?? {}).filter((field) => labels.includes(field) && !FRENCH.includes(field))
}

describe("the back office's writes", () => {
  beforeEach(fill)

  test.each(WALK)(
    "15.12 leave their rows in the log: %s",
    async (_what, path, fields, action, kind, count) => {
      const response = await sendForm(path, complete(fields), { cookie })
      expect([200, 302]).toContain(response.status)
      const rows = await logged()
      expect(rows).toHaveLength(count)
      for (const row of rows)
        expect(row).toMatchObject({ action, kind, actor: AWA, actorId: admin.id, actorRole: "admin" })
      expect(rows.flatMap(fieldsWithoutWord)).toEqual([])
      // Nothing secret, nothing that visitors wrote, none of their addresses.
      const text = JSON.stringify(rows)
      expect(text).not.toContain(PASSWORD)
      expect(text).not.toMatch(/scrypt|password|Sujet|lea@cko|Un commentaire/i)
      expect(kind === "user" || !text.includes("victime@cko.test")).toBe(true)
    },
  )
})

describe("the back office's writes that come to nothing", () => {
  // Once for all: nothing of it is changed.
  beforeAll(fill)

  test.each(WALK)("are undone without their rows: %s", async (_what, path, fields) => {
    const before = await everythingManaged()
    const response = await withoutTable("audit_log", () => sendForm(path, complete(fields), { cookie }))
    expect(response.status).toBe(500)
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
    expect(await everythingManaged()).toBe(before)
    expect(await logged()).toEqual([])
  })

  test.each(REFUSABLE)("leave no row where they are refused: %s", async (_what, path, fields) => {
    const wrong = {
      ...complete(fields),
      ...(fields.id && { id: "999" }),
      ...(fields.ids && { ids: "998,999" }),
      ...(fields.into && { into: "999" }),
      ...(fields.reply && { reply: "22222222-2222-4222-8222-222222222222" }),
    }
    const refused = {
      ...wrong,
      ...(!fields.id &&
        !fields.ids && {
          title: "",
          name: "",
          email: "",
          value: "",
          ...{ logMonths: "0", excluded: "x", where: "x", day: "x", address: "a b" },
          ...{ source: "", csv: "" },
          smtpPort: "",
          imapPort: "",
          contactEmail: "x",
          ...{ ownerEmail: "x", newAddress: "x", announceSubject: "" },
        }),
    }
    expect((await sendForm(path, refused, { cookie })).status).toBeGreaterThanOrEqual(400)
    expect(await logged()).toEqual([])
  })
})

describe("a row", () => {
  beforeEach(fill)

  test("tells the fields that changed, before and after, under the title of now", async () => {
    await sendForm(
      "/admin/episodes",
      { intent: "save", title: "Round final", guest: "Awa", season: "2" },
      { cookie },
    )
    const [made] = await logged()
    expect(made).toMatchObject({
      title: "Round final",
      itemId: "2",
      changes: { guest: [null, "Awa"], season: [null, 2] },
    })
    await sendForm(
      "/admin/episodes",
      {
        intent: "save",
        id: "2",
        version: "1",
        title: "Round premier",
        guest: "Awa",
        season: "2",
        views: "7",
        viewsBefore: "0",
      },
      { cookie },
    )
    const [changed] = await logged()
    expect(changed).toMatchObject({ title: "Round premier", itemId: "2" })
    expect(changed?.changes).toEqual({ title: ["Round final", "Round premier"], views: [0, 7] })
    await sendForm("/admin/episodes", { intent: "publish", id: "2" }, { cookie })
    const [published] = await logged()
    expect(published).toMatchObject({
      action: "publish",
      changes: { isPublished: [false, true], number: [null, 1] },
    })
    await sendForm("/admin/episodes", { intent: "delete", id: "2" }, { cookie })
    expect((await logged())[0]).toMatchObject({
      action: "delete",
      itemId: "2",
      title: "Round premier",
      changes: null,
    })
  })

  test("of a long text tells where it changed", async () => {
    const long = "mot ".repeat(1_000)
    const post = { intent: "save", title: "T", slug: "t", content: `${long}un` }
    await sendForm("/admin/blog", post, { cookie })
    await sendForm("/admin/blog", { ...post, id: "3", version: "1", content: `${long}deux` }, { cookie })
    const [row] = await logged()
    expect(row?.changes?.content?.map(String).map((text) => text.slice(-7))).toEqual(
      ["mot un", "t deux"].map((end) => expect.stringContaining(end.slice(-2))),
    )
    expect(String(row?.changes?.content?.[1])).toMatch(/^….{1,500}$/s)
  })

  test("of a role tells both, of a person made their profile", async () => {
    await sendForm("/admin/users", { intent: "role", id: victim.id, role: "moderator" }, { cookie })
    expect((await logged())[0]).toMatchObject({
      title: "victime@cko.test",
      itemId: victim.id,
      changes: { role: ["user", "moderator"] },
    })
    await sendForm(
      "/admin/users",
      { intent: "create", email: "neuf@cko.test", password: PASSWORD, role: "user", firstName: "Léa" },
      { cookie },
    )
    const [row] = await logged()
    expect(row).toMatchObject({
      title: "neuf@cko.test",
      changes: { role: [null, "user"], firstName: [null, "Léa"] },
    })
  })

  test("of a comment is one each, with its state and its episode's title", async () => {
    await sendForm("/admin/comments", { intent: "hide", ids: "1,2" }, { cookie })
    const rows = await logged()
    expect(rows).toMatchObject([{ itemId: "1", changes: { status: ["visible", "hidden"] } }])
    expect(rows[0]?.title).toContain("Épisode d’essai")
  })

  test("of a blocked address does not name it", async () => {
    await sendForm("/admin/comments", { intent: "ban", value: "lea@secret.test" }, { cookie })
    expect((await logged())[0]).toMatchObject({ action: "ban", title: "l•••@secret.test" })
    await sendForm("/admin/comments", { intent: "ban", value: "lea@secret.test" }, { cookie })
    expect(await logged()).toHaveLength(1)
  })

  test("of a message is left where something changed", async () => {
    await sendForm("/admin/messages", { intent: "read", id: "1" }, { cookie })
    await sendForm("/admin/messages", { intent: "read", id: "1" }, { cookie })
    expect(await logged()).toMatchObject([
      { itemId: "1", title: expect.stringMatching(/^reçu le /), changes: { isRead: [false, true] } },
    ])
  })

  test("by a moderator names a moderator", async () => {
    const moderator = await createUser("moderator")
    const theirs = await signInAs(moderator.email)
    await sendForm("/episodes/1", { intent: "delete-comment", id: "1" }, { cookie: theirs })
    expect((await logged())[0]).toMatchObject({
      action: "delete",
      kind: "comment",
      actor: moderator.email,
      actorRole: "moderator",
    })
  })
})

describe("what is taken out", () => {
  beforeEach(fill)

  test("leaves a row: the subscribers, and a person's data", async () => {
    await (await send("/admin/newsletter.csv", { headers: { cookie } })).text()
    await sendForm("/admin/personal-data", { intent: "find", email: "victime@cko.test" }, { cookie })
    await sendForm("/admin/personal-data/export", { email: "victime@cko.test" }, { cookie })
    expect(await logged()).toMatchObject([
      { action: "export", kind: "personal-data", title: "victime@cko.test", actor: AWA },
      { action: "export", kind: "subscriber", title: "", actor: AWA },
    ])
  })
})

test("what visitors do is not in the log", async () => {
  await fill()
  await send("/")
  await sendForm("/episodes/1/view", { session: "session_1_abc" })
  await sendForm("/episodes/1/like", { session: "session_1_abc", intent: "like" })
  await sendForm("/episodes/1/plays", { tenths: "1" }, { "User-Agent": "Firefox" })
  await sendForm("/auth/forgot-password", { email: "victime@cko.test" })
  expect(await logged()).toEqual([])
})
