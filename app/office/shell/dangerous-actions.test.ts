import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as build from "virtual:react-router/server-build"
import { SECURITY_PAGE } from "#app/accounts/auth/factors/factors.copy.ts"
import {
  DANGEROUS_ACTIONS,
  authenticationAgeOf,
} from "#app/accounts/auth/reauthentication/dangerous-actions.ts"
import { reauthenticationIntents } from "#app/accounts/auth/reauthentication/reauthentication.schema.ts"
import { invitationIntents } from "#app/accounts/invitations/invitations.schema.ts"
import { securityIntents } from "#app/accounts/profile/security/security.schema.ts"
import { settingsIntents } from "#app/accounts/profile/settings.schema.ts"
import { userIntents } from "#app/accounts/users/user-form.schema.ts"
import { moderationIntents } from "#app/audience/comments/moderation.schema.ts"
import { messageIntents } from "#app/audience/contact/contact.schema.ts"
import { bouncesIntents } from "#app/audience/letters/bounces/bounces-settings.server.ts"
import { letterPageIntents, recipientIntents } from "#app/audience/letters/manage/letter-page.schema.ts"
import { listImportIntents } from "#app/audience/newsletter/import/import.schema.ts"
import { figuresIntents } from "#app/audience/statistics/import/import.schema.ts"
import { paymentIntents } from "#app/audience/supporters/payments/payments.schema.ts"
import { supporterImportIntents } from "#app/audience/supporters/people/import/import.schema.ts"
import { subscriberIntents } from "#app/audience/newsletter/subscriber-list.ts"
import { personIntents } from "#app/audience/personal-data/personal-data.schema.ts"
import { binIntents } from "../bin/bin.schema.ts"
import { jobIntents } from "../jobs/jobs.schema.ts"
import { failedMailIntents } from "#app/base/mail/failed-mails.schema.ts"
import { importIntents, missingIntents } from "#app/base/redirects/redirects.schema.ts"
import { importIntents as siteImportIntents } from "../import/imports.schema.ts"
import { groupIntents } from "#app/base/settings/group-page.server.ts"
import { groupAddress, type GroupName, GROUPS, PLAIN_GROUPS, reachOf } from "#app/base/settings/groups.ts"
import { keepIntents } from "#app/content/drafts/drafts.schema.ts"
import { intentsOf } from "#app/content/run-manager.server.ts"
import { db } from "#app/db/client.server.ts"
import { healthIntents } from "#app/office/health/versions.server.ts"
import { hubIntents } from "#app/podcast/feed-out/hub/hub.schema.ts"
import { feedIntents, wordsIntents } from "#app/podcast/feeds-in/remembered/remembered.schema.ts"
import { migrationInIntents } from "#app/office/migration/migration.schema.ts"
import { migrationOutIntents } from "#app/office/migration/out/out.schema.ts"
import { libraryIntents, mediumIntents } from "#app/media/library/medium-form.schema.ts"
import { mergeIntents } from "#app/podcast/guests/guest-form.schema.ts"
import { captionsIntents } from "#app/podcast/transcripts/captions/captions-form.schema.ts"
import { transcriptIntents } from "#app/podcast/transcripts/transcript-form.schema.ts"
import { ADMIN_WRITES } from "#test/admin-writes.ts"
import { send } from "#test/app.ts"
import { madeOnce, openTestDatabase } from "#test/database.ts"
import { givePasskey } from "#test/factors.ts"
import { fillOffice } from "#test/filled-office.ts"
import { createDraftLetter, createLetter, createLevel, createMedium } from "#test/factories.ts"
import { createInvitation } from "#test/invitations.ts"
import { ageAuthentication, createUser, PASSWORD, sendForm, signInAs } from "#test/people.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { backupIntents } from "../backups/backups.schema.ts"
import { copyIntents } from "../backups/copy.schema.ts"
import { exportIntents } from "../export/export.schema.ts"
import { mailIntents } from "../mail-settings/mail-settings.server.ts"
import { starterIntents } from "../first-steps/first-steps.schema.ts"
import { firstStepsIntents } from "../first-steps/podcast-step.server.ts"

beforeAll(openTestDatabase)

/** Of forms without an intent. */
const ONE_FORM = { "": {} }
const onTypes = <Value>(valueOf: (intent: string) => Value) =>
  Object.fromEntries(
    managedTypes().flatMap((type) => {
      const intents = Object.fromEntries(intentsOf(type).map((intent) => [intent, valueOf(intent)]))
      const { path } = type.words
      return [path, `${path}/:id`].map((one) => [one, intents])
    }),
  )

/** Everything that can be sent to the back office, by address. */
const WRITES: Record<string, Record<string, unknown>> = {
  ...onTypes(() => ({})),
  "/admin": onTypes(() => ({}))["/admin/episodes"] ?? {},
  "/admin/guests/:id/merge": mergeIntents,
  "/admin/transcripts": transcriptIntents,
  "/admin/media/captions": captionsIntents,
  "/admin/letters/:id": letterPageIntents,
  "/admin/letters/:id/recipients": recipientIntents,
  "/admin/comments": moderationIntents,
  "/admin/messages": messageIntents,
  "/admin/newsletter": subscriberIntents,
  "/admin/newsletter/import": listImportIntents,
  "/admin/newsletter/import/stream": ONE_FORM,
  "/admin/supporters/import": supporterImportIntents,
  "/admin/supporters/payments": paymentIntents,
  "/admin/media": libraryIntents,
  "/admin/media/:id": mediumIntents,
  "/admin/media/copy": ONE_FORM,
  "/admin/users": { ...userIntents, ...invitationIntents },
  "/admin/settings": settingsIntents,
  [SECURITY_PAGE]: securityIntents,
  "/admin/personal-data": personIntents,
  "/admin/personal-data/export": ONE_FORM,
  ...Object.fromEntries(PLAIN_GROUPS.map((group) => [groupAddress(group), groupIntents(group)])),
  "/admin/site/appearance": groupIntents("appearance"),
  "/admin/site/mail": mailIntents,
  "/admin/site/returns": bouncesIntents,
  "/admin/site/retention": groupIntents("retention"),
  "/admin/audience/method": { "count-aside": {} },
  "/admin/audience/import": figuresIntents,
  "/admin/audience/import/stream": ONE_FORM,
  "/admin/site/audience": groupIntents("audience"),
  "/admin/site/legal": { ...groupIntents("legal"), propose: {}, "restore-page": {} },
  "/admin/health": healthIntents,
  "/admin/health/mails": failedMailIntents,
  "/admin/maintenance/backups": backupIntents,
  "/admin/maintenance/backups/contents": copyIntents,
  "/admin/maintenance/export": exportIntents,
  "/admin/jobs": jobIntents,
  "/admin/bin": binIntents,
  "/admin/first-steps": firstStepsIntents,
  "/admin/first-steps/starter": starterIntents,
  "/admin/import": { ...feedIntents, ...wordsIntents },
  "/admin/import/files": ONE_FORM,
  "/admin/import/:id": siteImportIntents,
  "/admin/feed": hubIntents,
  "/admin/moving": migrationInIntents,
  "/admin/moving/out": migrationOutIntents,
  "/admin/import/stream": ONE_FORM,
  "/admin/redirects/missing": missingIntents,
  "/admin/redirects/import": importIntents,
  "/admin/preview": ONE_FORM,
  "/admin/rich-text": ONE_FORM,
  "/admin/drafts": keepIntents,
  "/admin/confirm": ONE_FORM,
  "/admin/proof": reauthenticationIntents,
}

const TRIED_AGAIN = "tries once more what the site does by itself"
const UNUSED_ONLY = "only what no content uses; files are in copies, too"
const CONTENT = "content that is written and taken back every day; copies of it are made each night"
const OWN_DRAFT = "what somebody types, for nobody but them"
const MODERATION = "moderators' daily work, about one visitor's words"
const SUPPORT = "one person more or less in a list of people, one at a time; the log tells of it"
const COPIES = "brings sounds here that are public already, as uploads do, and can be taken back as a whole"
const MAIL = "one visitor's message, which hosts read and put away every day"
const SAID = "what the site says and how it behaves; the log tells what it was before"
const DRAFT_INTENTS: Record<string, string> = {
  discard: OWN_DRAFT,
  share: "lets one item be read that is going to be published, by who is given its secret address",
  unshare: "only takes access away",
}
const OF_TYPES = onTypes((intent) => DRAFT_INTENTS[intent] ?? CONTENT)
const EPISODES = {
  ...OF_TYPES["/admin/episodes"],
  publish:
    "that it is announced was turned on with re-authentication, and what is announced of it leads here only",
}
/** Why what is no dangerous action is none. */
const HARMLESS: Record<string, Record<string, string>> = {
  ...OF_TYPES,
  "/admin": EPISODES,
  "/admin/episodes": EPISODES,
  "/admin/episodes/:id": EPISODES,
  "/admin/letters": { delete: "only what nobody has received", ...DRAFT_INTENTS },
  "/admin/letters/:id": {
    test: "goes to an address of the team, a few times a day",
    unschedule: "only takes back what was to leave",
    pause: "only keeps back what was to leave, for a while",
    resume: "goes on with what was begun with re-authentication",
    stop: "only keeps back what was to leave",
    settle: "is part of what was begun with re-authentication",
  },
  "/admin/letters/:id/recipients": { settle: "is part of what was begun with re-authentication" },
  "/admin/guests/:id/merge": { merge: CONTENT },
  "/admin/transcripts": Object.fromEntries(Object.keys(transcriptIntents).map((intent) => [intent, CONTENT])),
  "/admin/media/captions": { "save-captions": CONTENT, "remove-captions": CONTENT },
  "/admin/comments": Object.fromEntries(Object.keys(moderationIntents).map((intent) => [intent, MODERATION])),
  "/admin/messages": Object.fromEntries(Object.keys(messageIntents).map((intent) => [intent, MAIL])),
  "/admin/media": { describe: CONTENT, retry: TRIED_AGAIN, delete: UNUSED_ONLY },
  "/admin/media/:id": {
    save: CONTENT,
    cover: "adds a picture of one's own",
    retry: TRIED_AGAIN,
    replace: "takes nothing away: the old file stays, and can be put back in the same way",
    delete: UNUSED_ONLY,
  },
  "/admin/media/copy": { "": "adds a public file to the library, as uploads do" },
  "/admin/settings": {
    notices: "mails to oneself",
    profile: "one's own name, which lets nobody in",
    password: "asks for the current password itself, each time",
    "cancel-email": "leaves everything as it is",
    "end-session": "only takes access away",
    "end-others": "only takes access away",
  },
  ...Object.fromEntries(
    PLAIN_GROUPS.filter((group) => !reachOf(group)).map((group) => [
      groupAddress(group),
      { save: SAID, reset: SAID },
    ]),
  ),
  "/admin/site/appearance": { save: SAID, reset: SAID },
  "/admin/site/audience": { save: SAID, reset: SAID },
  "/admin/audience/method": { "count-aside": "a figure that hosts alone see" },
  "/admin/audience/import": Object.fromEntries(
    Object.keys(figuresIntents).map((intent) => [intent, "figures that hosts alone see, and bring again"]),
  ),
  "/admin/audience/import/stream": { "": "figures that hosts alone see, and take back by a click" },
  "/admin/site/legal": { save: SAID, reset: SAID, propose: CONTENT, "restore-page": CONTENT },
  "/admin/site/returns": {
    test: "reads nothing and changes nothing, a few times a day",
    look: "only earlier what the site does by itself",
  },
  "/admin/site/mail": { test: "goes to the address of who asks, a few times a day" },
  "/admin/personal-data": { find: "changes nothing, and shows figures only" },
  "/admin/import": {
    "read-feed":
      "only earlier what the site does by itself, of a feed that was imported with re-authentication",
    "stop-feed": "only takes access away",
    "forget-feed": "only takes access away",
    "retry-words": "tries once more what the site does by itself",
  },
  "/admin/health": { save: SAID, reset: SAID, ask: "only earlier what the site does by itself" },
  "/admin/feed": { "tell-hub": "only once more what the site does by itself" },
  "/admin/moving": {
    ...Object.fromEntries(Object.keys(migrationInIntents).map((intent) => [intent, COPIES])),
    "look-old": "changes nothing",
    "look-site": "changes nothing",
  },
  "/admin/moving/out": {
    "look-new": "changes nothing",
    "look-site": "changes nothing",
    "write-letter": "a draft, which goes nowhere before it is sent with re-authentication",
    lock: "only takes access away",
    "come-back": "only takes back what leads elsewhere",
  },
  "/admin/newsletter/import": {
    paste: "adds nobody: it is read, and waits for what the host says",
    discard: "forgets what was not used",
  },
  "/admin/newsletter/import/stream": { "": "adds nobody: it is read, and waits for what the host says" },
  ...Object.fromEntries(
    ["/admin/levels", "/admin/levels/:id"].map((path) => [
      path,
      { delete: "only takes away where one pays" },
    ]),
  ),
  ...Object.fromEntries(
    ["/admin/supporters", "/admin/supporters/:id"].map((path) => [
      path,
      { save: SUPPORT, renew: "only takes access away" },
    ]),
  ),
  "/admin/supporters/import": { preview: "changes nothing" },
  "/admin/supporters/payments": {
    attach: SUPPORT,
    dismiss: "only what waits, of which nothing followed",
    "renew-address": "only takes access away",
  },
  "/admin/import/files": { "": "writes nothing: it is read, and waits for what the host says" },
  "/admin/import/:id": {
    tables: "writes nothing: its tables are read in another way",
    pause: "only keeps back what was begun with re-authentication",
    resume: "goes on with what was begun with re-authentication",
    discard: "forgets what was not used",
  },
  "/admin/import/stream": { "": "the preview changes nothing; importing is dangerous (below)" },
  "/admin/first-steps": {
    "read-feed": "changes nothing",
    pass: "is a note of what is still to do",
    "take-up": "is a note of what is still to do",
    finish: "is a note of what is still to do",
  },
  "/admin/first-steps/starter": { "remove-starter": CONTENT },
  "/admin/redirects": { delete: "leads nobody anywhere" },
  "/admin/redirects/:id": { delete: "leads nobody anywhere" },
  "/admin/redirects/missing": Object.fromEntries(
    Object.keys(missingIntents).map((intent) => [
      intent,
      "what visitors asked for in vain, which comes back by itself",
    ]),
  ),
  "/admin/redirects/import": { preview: "changes nothing" },
  "/admin/bin": {
    restore: "what was there before",
    delete: "what was deleted already, and goes by itself",
  },
  "/admin/jobs": {
    retry: "tries what the site was to do anyway",
    abandon: "only what could not be done: what it was about stays",
  },
  "/admin/health/mails": {
    retry: "sends what the site was to send anyway, to whom it was to",
    drop: "only what could not be sent, which goes by itself after two weeks",
  },
  "/admin/maintenance/export": {
    cancel: "only keeps what is written from being taken",
    delete: "a copy to take along, which can be made again at any time",
  },
  "/admin/maintenance/backups": { make: "adds a copy, which takes the place of none of another day" },
  "/admin/preview": { "": "changes nothing" },
  "/admin/rich-text": { "": "changes nothing" },
  "/admin/drafts": { keep: OWN_DRAFT, forget: OWN_DRAFT },
  "/admin/confirm": { "": "is the re-authentication" },
  "/admin/proof": {
    password: "is the re-authentication",
    passkey: "is the re-authentication",
    "ask-passkey": "says what a passkey has to sign",
  },
}

const ELSEWHERE = {
  ...{ intent: "save", source: "/*", code: "301", replaces: "on" },
  target: "https://ailleurs.example/*",
}
const PAID_ELSEWHERE = {
  intent: "save",
  id: "1",
  version: "1",
  name: "Coin",
  rank: "1",
  payUrl: "https://don.example",
}

/** What a dangerous form needs to do something; the others need more than fields, and then say what is wrong with them. */
const FIELDS: Record<string, Record<string, string>> = {
  ...Object.fromEntries(
    ADMIN_WRITES.map(([path, fields]) => [`${path.replace(/\d+/, ":id")} ${fields.intent}`, fields]),
  ),
  "/admin/personal-data/export ": { email: "victime@cko.test" },
  "/admin/users require-factor": { intent: "require-factor" },
  "/admin/users lift-factor": { intent: "lift-factor" },
  "/admin/users invite": { intent: "invite", email: "lea@cko.test", role: "admin" },
  "/admin/users renew": { intent: "renew", id: "1" },
  "/admin/users revoke": { intent: "revoke", id: "1" },
  "/admin/letters save": { intent: "save", id: "3", version: "1", title: "Gagnez", topic: "letters" },
  "/admin/levels save": PAID_ELSEWHERE,
  "/admin/levels/:id save": PAID_ELSEWHERE,
  "/admin/redirects save": ELSEWHERE,
  "/admin/redirects/:id save": ELSEWHERE,
  "/admin/settings email": { intent: "email", email: "autre@cko.test" },
  "/admin/settings leave": { intent: "leave" },
  "/admin/import/:id undo": { intent: "undo", id: "2" },
}

let victim: { id: string }
const cookies: string[] = []

const fill = madeOnce(async () => {
  victim = await createUser("user", "victime@cko.test")
  const awa = await createUser("admin", "awa@cko.test")
  await createUser("admin", "sam@cko.test")
  await createInvitation({ email: "nour@cko.test" })
  cookies.splice(0, 1, await signInAs("awa@cko.test"))
  await createMedium()
  await createMedium()
  await createMedium()
  // Who has none requires it of nobody.
  await givePasskey(awa)
  await db.execute(sql`insert into newsletter_subscribers (email, suppressed_at)
    values ('lea@cko.test', null), ('nour@cko.test', null), ('refusee@cko.test', now())`)
  await db.execute(
    sql`insert into newsletter_subscribers (email, confirmed_at) values ('awa@cko.test', now())`,
  )
  await db.execute(sql`insert into supporters (email) values ('lea@cko.test'), ('nour@cko.test')`)
  await createLevel()
  await createDraftLetter()
  await createLetter()
  await createDraftLetter({ state: "scheduled", scheduledAt: new Date("2100-01-01T08:00:00Z") })
  await db.execute(
    sql`insert into subscriber_imports (state, ended_at) values ('read', null), ('done', now())`,
  )
  await db.execute(
    sql`insert into imports (name, state, ended_at) values ('a.xml', 'read', null), ('b.xml', 'done', now())`,
  )
  await db.execute(
    sql`insert into settings (name, value) values ('mail.smtpPort', '2525'), ('podcast.name', '"Ancien nom"'), ('feed.hub', '"https://hub.exemple.test/"'),
      ('automatic.digestHour', '7'), ('returns.imapPort', '1143'), ('retention.logMonths', '12')`,
  )
  await db.execute(sql`insert into feeds (url, is_automatic, due_at) values
    ('https://a.example/flux', true, now() + interval '1 hour'), ('https://b.example/flux', false, now())`)
})
beforeEach(fill)

async function everything() {
  const { rows } = await db.execute(sql`
    select (select jsonb_agg(jsonb_build_object('email', email, 'role', role) order by id) from users) as users,
      (select jsonb_agg(l order by id) from letters l) as letters,
      (select jsonb_agg(f order by id) from feeds f) as feeds,
      (select jsonb_agg(r order by id) from redirects r) as redirects,
      (select jsonb_agg(i order by id) from invitations i) as invitations,
      (select jsonb_agg(s order by id) from supporters s) as supporters,
      (select count(*) from media) as media,
      (select count(*) from mails) as mails,
      (select count(*) from verifications) as links,
      (select jsonb_agg(s) from settings s) as settings,
      (select count(*) from episodes) as episodes`)
  return JSON.stringify(rows)
}

test("every write of the back office is a dangerous action, or says why it is none", () => {
  expect(addressesWithWrites().toSorted()).toEqual(Object.keys(WRITES).toSorted())
  const all = Object.entries(WRITES).flatMap(([path, intents]) =>
    Object.keys(intents).map((intent) => `${path} ${intent}`),
  )
  const placed = [DANGEROUS_ACTIONS, HARMLESS].flatMap((table) =>
    Object.entries(table).flatMap(([path, intents]) =>
      Object.keys(intents).map((intent) => `${path} ${intent}`),
    ),
  )
  expect(placed.toSorted()).toEqual(all.toSorted())
})

/** Tried with the factors that they change (profile/security/security.test.ts). */
const TRIED_ELSEWHERE = SECURITY_PAGE

describe.each(
  Object.entries(DANGEROUS_ACTIONS)
    .filter(([path]) => path !== TRIED_ELSEWHERE)
    .flatMap(([path, intents]) =>
      Object.entries(intents).map(([intent, reach]) => ({ path, intent, age: authenticationAgeOf(reach) })),
    ),
)("$path $intent", ({ path: address, intent, age }) => {
  // The first one has not left yet, the second one has.
  const path = address.replace(":id", intent === "delete-sent" ? "2" : "1")
  /** The export is sent again by the browser. */
  const DONE = FIELDS[`${address} ${intent}`] ? [200, 302, 307] : [200, 302, 400, 404, 409]

  const action = () => {
    const fields = FIELDS[`${address} ${intent}`] ?? { intent }
    return fields.id === "VICTIM" ? { ...fields, id: victim.id } : fields
  }

  test("15.11 a dangerous action waits for re-authentication, whatever it is sent as, and goes on with the right password", async () => {
    const [cookie = ""] = cookies
    await ageAuthentication(cookie, age + 1)
    const before = await everything()
    for (const address of [path, `${path}.data`]) {
      for (const fields of [action(), { ...action(), proof: "Faux12345" }]) {
        const response = await sendForm(address, fields, { cookie })
        expect(response.status).toBe(403)
        expect(await response.text()).not.toContain("createdAt")
      }
    }
    expect(await everything()).toBe(before)
    const response = await sendForm(path, { ...action(), proof: PASSWORD }, { cookie })
    expect(DONE).toContain(response.status)
  })

  test("a dangerous action needs none after a recent authentication", async () => {
    const [cookie = ""] = cookies
    await ageAuthentication(cookie, age - 5)
    expect(DONE).toContain((await sendForm(path, action(), { cookie })).status)
  })
})

test("nothing that a stolen session is not enough for is reached by any write of the back office without re-authentication", async () => {
  victim = await fillOffice("awa@cko.test", "sam@cko.test")
  const [cookie = ""] = cookies
  await ageAuthentication(cookie)
  const before = await reached()
  const asked: string[] = []
  for (const [path, fields] of ADMIN_WRITES) {
    const complete = fields.id === "VICTIM" ? { ...fields, id: victim.id } : fields
    const { status } = await sendForm(path, complete, { cookie })
    if (status === 403) asked.push(`${path.replace(/\d+/, ":id")} ${fields.intent}`)
  }
  const after = await reached()
  expect(after.filter((fact) => !before.includes(fact))).toEqual([])
  expect(before.filter((fact) => !after.includes(fact) && /^(user|subscriber) /.test(fact))).toEqual([])
  // None of them was refused for another reason.
  const dangerous = new Set(
    Object.entries(DANGEROUS_ACTIONS).flatMap(([path, intents]) =>
      Object.keys(intents).map((intent) => `${path} ${intent}`),
    ),
  )
  expect(asked.filter((action) => !dangerous.has(action))).toEqual([])
  expect(asked.length).toBeGreaterThan(20)
})

/** What one is after who has found an open session: who gets in, who is written to, where feed and addresses lead. */
async function reached() {
  const groups = (Object.keys(GROUPS) as GroupName[]).filter((group) => reachOf(group))
  const { rows } = await db.execute<{ fact: string }>(sql`
    select 'user ' || email || ' ' || role as fact from users
    union all select 'password ' || password from accounts
    union all select 'key ' || id from passkeys
    union all select 'invitation ' || email || ' ' || role from invitations
    union all select 'subscriber ' || email || (unsubscribed_at is null) || (suppressed_at is null) from newsletter_subscribers
    union all select 'supporter ' || email from supporters where email <> 'nouveau@cko.test' and email <> 'change@cko.test'
    union all select 'list ' || id from subscriber_imports where state not in ('read', 'done')
    union all select 'site ' || id from imports where state not in ('read', 'done')
    union all select 'letter ' || title || content from letters where state <> 'draft'
    union all select 'feed ' || url from feeds where is_automatic
    union all select 'rule ' || source || ' ' || target from redirects where target not like '/%'
    union all select 'setting ' || name || ' ' || value::text from settings
      where split_part(name, '.', 1) = any(${sql.param(groups)}::text[])
        and (name, value) not in (('feed.newAddress', '""'::jsonb), ('feed.isLocked', 'true'::jsonb))`)
  return rows.map(({ fact }) => fact)
}

test("a rule within the site, and a letter that is not scheduled, ask for nothing", async () => {
  const [cookie = ""] = cookies
  await ageAuthentication(cookie)
  const rule = { intent: "save", source: "/ancienne", code: "301", target: "https://cko.test/about" }
  expect((await sendForm("/admin/redirects", rule, { cookie })).status).toBe(302)
  const letter = { intent: "save", id: "1", version: "1", title: "Autre", topic: "letters" }
  expect((await sendForm("/admin/letters", letter, { cookie })).status).toBe(302)
})

test("a password that came along to re-authenticate is in no answer", async () => {
  const [cookie = ""] = cookies
  await ageAuthentication(cookie)
  const wrong = {
    intent: "save",
    source: "/admin",
    code: "301",
    target: "https://a.example/",
    proof: PASSWORD,
  }
  for (const [path, fields] of [
    ["/admin/redirects/import", { intent: "import", csv: "a;b", proof: PASSWORD }],
    ["/admin/site/podcast", { intent: "save", fields: "name", name: "", proof: PASSWORD }],
    ["/admin/redirects", wrong],
    ["/admin/users", { intent: "create", email: "x", password: "", role: "admin", proof: PASSWORD }],
  ] as const)
    expect(await (await sendForm(path, fields, { cookie })).text()).not.toContain(PASSWORD)
})

test("a file about a person comes once its form was sent again with the password that it brought", async () => {
  const [cookie = ""] = cookies
  await ageAuthentication(cookie)
  const form = { email: "victime@cko.test", proof: PASSWORD }
  const again = await sendForm("/admin/personal-data/export", form, { cookie })
  expect([again.status, again.headers.get("location")]).toEqual([307, "/admin/personal-data/export"])
  const file = await sendForm("/admin/personal-data/export", form, { cookie })
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/)
  expect(await file.json()).toMatchObject({ email: "victime@cko.test" })
})

test.each(["newsletter", "messages", "supporters"])(
  "the file of %s sends who has to re-authenticate to the page that asks, and back to the same list",
  async (name) => {
    const [cookie = ""] = cookies
    await ageAuthentication(cookie)
    const [list, file, asked] = [`/admin/${name}`, `/admin/${name}.csv`, "?q=l%C3%A9a"]
    for (const address of [file + asked, `${file}.data${asked}`]) {
      const response = await send(address, { headers: { cookie } })
      expect([302, 202]).toContain(response.status)
      expect(response.headers.get("content-type") ?? "").not.toContain("csv")
    }
    const sent = await send(file + asked, { headers: { cookie } })
    const confirm = sent.headers.get("location") ?? ""
    expect(confirm).toBe(`/admin/confirm?${new URLSearchParams({ back: list + asked, file: file + asked })}`)
    const confirmed = await sendForm(confirm, { proof: PASSWORD }, { cookie })
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, list + asked])
    expect((await send(file, { headers: { cookie } })).status).toBe(200)
  },
)

test("an import is not begun without re-authentication; its preview is", async () => {
  const [cookie = ""] = cookies
  await ageAuthentication(cookie)
  const before = await everything()
  const stream = (mode: string) =>
    send(`/admin/import/stream?mode=${mode}`, {
      method: "POST",
      body: "<rss><channel><title>A</title></channel></rss>",
      headers: { cookie, "Sec-Fetch-Site": "same-origin", Origin: "https://cko.test" },
    })
  const response = await stream("run")
  expect([response.status, response.headers.get("content-type")]).toEqual([
    403,
    "application/x-ndjson; charset=utf-8",
  ])
  expect(await response.json()).toEqual({ error: expect.stringContaining("Rien n’a été importé") })
  expect(await everything()).toBe(before)
  expect((await stream("preview")).status).toBe(200)
})

/** The addresses of the back office's routes that take something. */
function addressesWithWrites() {
  const found: string[] = []
  for (const route of Object.values(build.routes)) {
    if (!route || !("module" in route) || !route.module.action) continue
    let path = ""
    let isBelowAdmin = false
    for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? ""]) {
      if (at.path) path = `/${at.path}${path}`
      isBelowAdmin ||= at.id === "office/shell/admin.route"
    }
    if (isBelowAdmin) found.push(path)
  }
  return found
}
