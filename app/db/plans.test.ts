import { beforeAll, describe, expect, test } from "vitest"
import { loadLinks } from "#app/audience/newsletter/newsletter-links.server.ts"
import { deleteOld } from "#app/audience/personal-data/retention-rules.server.ts"
import { forgetOldNetworks } from "#app/audience/supporters/feed/supporter-networks.server.ts"
import { tellSupporters } from "#app/audience/supporters/mails/tell-supporters.server.ts"
import { deleteOldPayments } from "#app/audience/supporters/payments/payments.server.ts"
import { sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { importItems } from "#app/podcast/feeds-in/import.server.ts"
import { serializeItem } from "#app/podcast/feeds-in/serialized-item.ts"
import { send } from "#test/app.ts"
import { ADMIN_WRITES } from "#test/admin-writes.ts"
import { openOwnDatabase } from "#test/database.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { createUser, sendForm, signInAsNew } from "#test/people.ts"
import { findPlanProblems, largeTables, recordStatements, runAll, type Statement } from "#test/plans.ts"
import { FREQUENT_WORD, RARE_WORD, seedStatements } from "#test/seed.ts"
import { sendComment, sendVisitorForm } from "#test/visitors.ts"

const EPISODES = 12_000
/** The episode with by far the most comments. */
const BUSIEST = EPISODES - 1
const LARGE = ["episodes", "comments", "likes", "news", "blog_posts", "custom_pages", "users", "sessions"]
const LARGE_TOO = [
  "guests",
  "episode_guests",
  "audit_log",
  "episode_counts",
  "newsletter_subscribers",
  "supporters",
  "payments",
  "supporter_networks",
  "letters",
  "letter_recipients",
  "contact_messages",
  "mails",
  "search_documents",
]

/** Statements that read all of a table, and why that is meant. */
const MEANT: [statement: RegExp, why: string][] = [
  [
    /^select path, updated_at from \(\(select '\/episodes\/'/,
    "the sitemap names every episode, up to 40,000, and the guests of them",
  ],
  [
    /from "supporters" where exists \(select from "supporter_networks"/,
    "whose feed is read from too many networks is looked for rarely, in the rows of a week",
  ],
  [
    /^\s*select id, title, is_starter as "isStarter", description <> ''/,
    "the feed's check reads every episode of it",
  ],
  [
    /cross join lateral \(values \('sound'/,
    "whatever lies with other hosts is counted, and asked for at once",
  ],
  [/from "file_copies" left join "episodes"/, "how far a move is, seen by hosts while it lasts"],
  [/^select count\(\*\) as count from "newsletter_subscribers"/, "the hosts' figure, exact, from an index"],
  [
    /^\s*select \(select count\(\*\)::int from \(\(select 1 from "supporters" where \("supporters"."until" is null or/,
    "most supporters are active: counted from an index, up to what a list can show",
  ],
  [
    /^select "state", count\(\*\)::int from "letter_recipients"/,
    "the figures of a letter, exact, from an index",
  ],
  [
    /^select "id", "guid", "number", "title" from "episodes"$/,
    "a table of another host's figures names any of them, once in a podcast's life",
  ],
  [
    /^select \$1::text as shape, \(select count/,
    "what an archive of the site would hold, exact, from indexes",
  ],
]

let cookie = ""
let victim = ""
let large: ReadonlySet<string>

beforeAll(openOwnDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin")
  victim = (await createUser("user", "victime@cko.test")).id
  await runAll(
    seedStatements({
      episodes: EPISODES,
      comments: 16_000,
      busiest: 12_000,
      likes: 12_000,
      others: 11_000,
      deeds: 12_000,
    }),
  )
  large = await largeTables()
})

/** What every page asks for is looked at once. */
const lookedAt = new Set<string>()

async function problemsOf(statements: Statement[]) {
  const problems: string[] = []
  for (const statement of statements) {
    const key = JSON.stringify(statement)
    if (lookedAt.has(key) || MEANT.some(([pattern]) => pattern.test(statement.text))) continue
    const found = await findPlanProblems(statement, large)
    problems.push(...found.map((problem) => `${problem}: ${statement.text}`))
    if (found.length === 0) lookedAt.add(key)
  }
  return problems
}

test("the tables are large", () => {
  expect([...large].sort()).toEqual([...LARGE, ...LARGE_TOO].sort())
})

test.each([
  "/",
  "/episodes",
  "/episodes?page=100",
  `/episodes?q=${RARE_WORD}`,
  `/episodes?q=${FREQUENT_WORD}`,
  "/episodes?q=zzyzx",
  "/episodes?q=e",
  "/episodes?q=qz",
  "/episodes?q=%25_!",
  "/episodes/7",
  `/episodes/${BUSIEST}`,
  `/episodes/${BUSIEST}?avant=${Date.now() - 86_400_000 * 300}-1`,
  `/episodes/${BUSIEST}/comments?avant=${Date.now() - 86_400_000 * 300}-1`,
  `/episodes/${BUSIEST}?fil=7&repondre=7`,
  `/episodes/${BUSIEST}/comments?fil=7&apres=1-1`,
  "/episodes/999999",
  "/guests/invite-7",
  // Came to a tenth of all.
  "/guests/invite-1?page=20",
  "/news",
  "/news?page=20",
  "/news?category=event",
  "/news?tab=galeries",
  "/news?tab=galeries&category=event",
  "/blog",
  "/blog?page=20",
  "/blog/article-7",
  "/lettres",
  "/lettres?page=20",
  "/lettres/7",
  "/lettres.xml",
  "/page/page-7",
  "/page-7",
  "/sitemap.xml",
])("what visitors read is found by index at %s", async (path) => {
  const statements = await recordStatements(() => send(path))
  expect(statements).not.toEqual([])
  expect(await problemsOf(statements)).toEqual([])
})

describe("what the back office reads is found by index", () => {
  // Messages are read and put away: their list is not made for paging through thousands.
  const lists = [
    "episodes",
    "news",
    "blog",
    "pages",
    "users",
    "newsletter",
    "letters",
    "messages",
    "comments",
  ]
  const searches = [RARE_WORD, FREQUENT_WORD, "zzyzx", "example.org"]
  const addresses = lists.flatMap((list) =>
    [
      "",
      list === "messages" ? "?page=20" : "?page=200",
      "?page=100000",
      ...searches.map((search) => `?q=${search}`),
    ].map((query) => `/admin/${list}${query}`),
  )
  // Without words, only the short texts have an index.
  const short = lists.slice(0, 7).flatMap((list) => [`/admin/${list}?q=qz`, `/admin/${list}?q=e`])

  test.each([
    ...addresses,
    ...short,
    "/admin",
    "/admin/episodes?edit=7",
    "/admin/comments?q=qz",
    "/admin/comments?etat=en-attente",
    "/admin/comments?etat=visible",
    "/admin/comments?etat=masque",
    `/admin/comments?episode=${BUSIEST}`,
    `/admin/comments?episode=${BUSIEST}&etat=masque`,
    `/admin/comments?episode=${BUSIEST}&q=${FREQUENT_WORD}`,
    "/admin/messages?dossier=archives",
    "/admin/messages?etat=a-traiter",
    "/admin/messages?repondre=7",
    "/admin/comments?repondre=7",
    ...[...searches, "qz", "e"].map((search) => `/admin/search/results?q=${search}`),
    "/admin/settings",
    "/admin/newsletter.csv",
    "/admin/messages.csv?etat=a-traiter",
    "/admin/comments.csv?etat=masque",
    `/admin/comments.csv?episode=${BUSIEST}`,
    "/admin/episodes.csv?etat=brouillon",
    "/admin/newsletter?etat=attente",
    "/admin/newsletter?etat=refuse",
    "/admin/newsletter/growth",
    "/admin/supporters",
    "/admin/supporters?page=200",
    "/admin/supporters?page=100000",
    "/admin/supporters?sort=fin&order=asc",
    "/admin/supporters?sort=fin&order=desc&page=200",
    "/admin/supporters?sort=adresse&order=asc",
    "/admin/supporters?etat=actif",
    "/admin/supporters?etat=bientot",
    "/admin/supporters?etat=termine",
    "/admin/supporters?palier=1",
    "/admin/supporters?palier=aucun",
    ...[...searches, "qz", "e"].map((search) => `/admin/supporters?q=${search}`),
    "/admin/supporters/7",
    "/admin/supporters?etat=reseaux",
    "/admin/supporters/payments",
    "/admin/supporters/payments?page=200",
    "/admin/supporters/payments?etat=a-rattacher",
    "/admin/supporters.csv?etat=termine",
    "/admin/letters/1",
    "/admin/letters/7",
    "/admin/letters/1/recipients",
    "/admin/letters/1/recipients?page=100",
    "/admin/letters/1/recipients?etat=refuse",
    "/admin/letters/1/recipients?q=abonne-777",
    "/admin/personal-data?email=personne-7@example.org",
    "/admin/health",
    "/admin/health/mails",
    "/admin/maintenance/backups",
    "/admin/maintenance/export",
    "/admin/health/mails?page=100000",
    "/admin/log",
    "/admin/log?page=200",
    "/admin/log?page=100000",
    "/admin/log?kind=episode",
    "/admin/log?kind=ban",
    "/admin/log?kind=invitation",
    "/admin/log?kind=episode&item=7",
    "/admin/log?day=2026-03-01",
    "/admin/log?kind=episode&day=2026-03-01",
    "/admin/log?q=parti@example.org",
    "/admin/log?q=parti@example.org&kind=episode",
    "/admin/log?q=lecture automatique du flux",
    "/admin/log?q=lecture automatique du flux&kind=session",
    "/admin/log?q=admin-0@example.org&kind=user&page=3",
    "/admin/log?q=example.org",
    "/admin/log?q=zzyzx",
  ])("32.2 what the back office reads is found by index at %s", async (path) => {
    const statements = await recordStatements(async () => (await send(path, { headers: { cookie } })).text())
    expect(statements).not.toEqual([])
    expect(await problemsOf(statements)).toEqual([])
  })
})

describe("what is written is found by index", () => {
  const session = "session_1_abc"

  test.each([
    ["an opening", () => sendForm("/episodes/7/view", { session })],
    ["a listening", () => sendForm("/episodes/7/plays", { tenths: "1" }, { "User-Agent": "Firefox" })],
    ["a like", () => sendForm("/episodes/7/like", { session, intent: "like" })],
    ["a like taken back", () => sendForm("/episodes/7/like", { session, intent: "unlike" })],
    ["a comment", () => sendComment(7, { content: "Voyez https://example.org, merci." })],
    [
      "a message",
      () =>
        sendVisitorForm("/contact", { name: "A", email: "a@cko.test", subject: "S", message: "Dix signes" }),
    ],
    ["a subscription", () => sendVisitorForm("/newsletter", { email: "nouvelle@cko.test" })],
    [
      "its end",
      async () =>
        sendForm(new URL((await loadLinks()).toUnsubscribe(7)).href.replace("https://cko.test", ""), {}),
    ],
    ["a sign-in", () => sendForm("/auth", { email: "victime@cko.test", password: "Uppercut8" })],
    ["a failed one", () => sendForm("/auth", { email: "victime@cko.test", password: "Uppercut9" })],
    ["letting old rows of the log go", () => deleteOld("logMonths", 13)],
    ["letting former supporters go", () => deleteOld("supporterMonths", 12)],
    ["letting payments and networks go", () => Promise.all([deleteOldPayments(), forgetOldNetworks()])],
    [
      "telling supporters",
      async () => {
        const before = getSettings()
        applySettings({ ...before, smtpUrl: "smtp://127.0.0.1:1" })
        await tellSupporters()
        applySettings(before)
      },
    ],
    [
      "an export of what is known",
      () => sendForm("/admin/personal-data/export", { email: "personne-7@example.org" }, { cookie }),
    ],
    ["sending mails", () => sendDueMails()],
  ])("what is written is found by index %s", async (_what, write) => {
    const statements = await recordStatements(write)
    expect(statements).not.toEqual([])
    expect(await problemsOf(statements)).toEqual([])
  })

  test("what is written is found by index an import", async () => {
    const items = Array.from({ length: 250 }, (_, n) => serializeItem(createFeedItem(n, { number: null })))
    const statements = await recordStatements(() => importItems(items))
    expect(statements.length).toBeGreaterThan(5)
    expect(await problemsOf(statements)).toEqual([])
  })

  test.each(ADMIN_WRITES)("what is written is found by index at %s: %j", async (path, fields) => {
    const filled = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value === "VICTIM" ? victim : value]),
    )
    const statements = await recordStatements(() => sendForm(path, filled, { cookie }))
    expect(statements).not.toEqual([])
    expect(await problemsOf(statements)).toEqual([])
  })
})
