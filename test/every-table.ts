import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import {
  accounts,
  invitations,
  passkeys,
  profiles,
  recoveryCodes,
  secrets,
  sessions,
  settings,
  totpSecrets,
  users,
  verifications,
} from "#app/db/schema/accounts.server.ts"
import { listSequences, listTables } from "#app/db/backup/catalog.server.ts"
import { db } from "#app/db/client.server.ts"
import { bin } from "#app/db/schema/bin.server.ts"
import { drafts, previewLinks, revisions } from "#app/db/schema/drafts.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { feeds, feedWords } from "#app/db/schema/feeds.server.ts"
import { letterLanes, letterPace, letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { mailOutcomes, mails } from "#app/db/schema/mails.server.ts"
import { mediaCaptions, mediaFiles, uploads } from "#app/db/schema/media.server.ts"
import { blogPosts, episodes, feedItems, newsMedia } from "#app/db/schema/content.server.ts"
import { missingPaths, redirectHits, redirects } from "#app/db/schema/redirects.server.ts"
import { transcriptions, transcripts, transcriptVersions } from "#app/db/schema/transcripts.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { contactMessages, messageReplies } from "#app/db/schema/messages.server.ts"
import {
  leavingReasons,
  subscriberFigures,
  subscriberImportRows,
  subscriberImports,
} from "#app/db/schema/newsletter.server.ts"
import { bans, comments, likes, newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { createFeedItem } from "./feed-items.ts"
import { createEpisode, createGuest, createMedium, createNews, createPage, createPost } from "./factories.ts"

/** What has broken copies: quotes, backslashes, ends of lines of every kind, other scripts, JSON in text. */
const HOSTILE =
  '« L\'été » "cité" \\ \\n \\u0000 \t\r\n \u2028\u2029\u0085\uFEFF 🎤👨‍👩‍👧 日本 \u0001\u007F {"a":[null]} $1 $$ %s \'); --'
/** As hostile as a path may be. */
const HOSTILE_PATH = `« L'été »/${HOSTILE.replaceAll(/[\p{Cc}\\]/gu, "")}`
const FAR = new Date("9999-12-31T23:59:59.999Z")
const LARGEST = 2_147_483_647

/** Puts at least two rows in every table: one as empty, and one as full and hostile as can be. */
export async function seedEveryTable() {
  await db.insert(users).values([
    { id: "first", email: "first@cko.test" },
    { id: HOSTILE, email: "second@cko.test", name: HOSTILE, image: HOSTILE, emailVerified: true },
  ])
  // Not whom the trigger would choose.
  await db.execute(sql`update users set role = case id when 'first' then 'user' else 'admin' end`)
  const userId = HOSTILE
  await db
    .insert(profiles)
    .values([
      { userId: "first" },
      { userId, firstName: HOSTILE, lastName: HOSTILE, birthDate: "1900-01-01", country: HOSTILE },
    ])
  await db.insert(sessions).values([
    { id: "1", token: "1", userId, expiresAt: FAR },
    { id: HOSTILE, token: HOSTILE, userId, expiresAt: FAR, userAgent: HOSTILE },
  ])
  await db.insert(accounts).values([
    { id: "1", accountId: "1", providerId: "credential", userId },
    { id: HOSTILE, accountId: HOSTILE, providerId: HOSTILE, userId, password: HOSTILE, scope: HOSTILE },
  ])
  await db.insert(verifications).values({ id: "1", identifier: HOSTILE, value: HOSTILE, expiresAt: FAR })
  await db.insert(secrets).values({ name: "sessions", value: HOSTILE })
  await db.insert(bin).values([
    { kind: "post", itemId: 1, title: "", rows: [], links: [] },
    {
      ...{ kind: HOSTILE, itemId: LARGEST, title: HOSTILE, deletedAt: FAR, deletedBy: userId },
      rows: [{ table: HOSTILE, row: { text: HOSTILE } }],
      links: [{ table: HOSTILE, column: HOSTILE, keys: [HOSTILE], row: { text: HOSTILE } }],
    },
  ])
  await seedKeys(userId)
  await seedContents()
  await seedVisitors()
  await seedMedia(userId)
  await seedDrafts(userId)
  await seedRedirects()
  // Finer than JavaScript's dates, and before the first year.
  await db.execute(sql`update users set created_at = '2026-03-29 01:59:59.123457+00' where id = 'first'`)
  await db.execute(sql`update news set published_at = '0044-03-15 12:00:00.000001+00 BC' where id = 1`)
  await db.execute(sql`update news set published_at = 'infinity' where id = 2`)
  await db.execute(
    sql`update feed_items set item = item || '{"exact": 1e400, "deep": [0.10, 9007199254740993]}'`,
  )
}

/** Everything that a copy is to hold, as the database writes it. */
export async function readEveryTable() {
  const contents: Record<string, unknown> = { sequences: await listSequences(db) }
  for (const { name } of await listTables(db)) {
    const { rows } = await db.execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t order by 1`),
    )
    contents[name] = rows.map(({ row }) => row)
  }
  return contents
}

async function seedKeys(userId: string) {
  await db.insert(totpSecrets).values([
    { userId: "first", secret: "s" },
    { userId, secret: HOSTILE, confirmedAt: FAR, lastStep: Number.MAX_SAFE_INTEGER },
  ])
  await db.insert(recoveryCodes).values({ digest: HOSTILE, userId })
  await db.insert(passkeys).values([
    { id: "1", userId, name: "Clé", publicKey: "k" },
    { id: HOSTILE, userId, name: HOSTILE, publicKey: HOSTILE, transports: [HOSTILE, ""], usedAt: FAR },
  ])
  await db
    .insert(invitations)
    .values({ email: "third@cko.test", role: "admin", digest: HOSTILE, expiresAt: FAR, invitedBy: userId })
  await db.insert(settings).values({ name: HOSTILE, value: { [HOSTILE.replaceAll("\u0000", "")]: [null] } })
  await record(db, { action: "delete", kind: "episode", id: HOSTILE, title: HOSTILE, after: { a: 1 } })
}

async function seedContents() {
  const full = await createEpisode({
    title: HOSTILE,
    guest: HOSTILE,
    description: HOSTILE.repeat(10_000),
    youtubeUrl: "https://a.example/é?\u2028",
    views: LARGEST,
    publishedAt: FAR,
    guid: HOSTILE,
    audioBytes: Number.MAX_SAFE_INTEGER,
    durationSeconds: LARGEST,
    season: LARGEST,
    number: LARGEST,
    givenNumber: LARGEST,
    ...{
      subtitle: HOSTILE,
      type: "bonus" as const,
      isExplicit: true,
      commentsOpen: "closed" as const,
      credits: HOSTILE,
    },
    links: [{ label: HOSTILE, url: HOSTILE }],
    soundbites: [{ start: LARGEST, duration: LARGEST, title: HOSTILE }],
    chapters: [{ start: LARGEST, title: HOSTILE, linkUrl: HOSTILE, imageUrl: HOSTILE, isHidden: true }],
    version: LARGEST,
    isPublished: false,
  })
  await db.execute(sql`update episodes set audio_bytes = 9223372036854775807 where id = ${full.id}`)
  // A number was taken and given back: the sequence is ahead of the rows.
  const gone = await createEpisode()
  await db.execute(sql`delete from episodes where id = ${gone.id}`)
  await db.insert(episodes).values({ title: "Seul un titre", hasNoGuest: true, createdAt: new Date(0) })
  await db.insert(feedItems).values([
    { guid: "1", item: createFeedItem(1), digest: "1" },
    { guid: HOSTILE, item: createFeedItem(2, { title: HOSTILE }), digest: HOSTILE, episodeId: full.id },
  ])
  await db.insert(feedWords).values({
    ...{ episodeId: full.id, transcriptUrl: "http://a.example/\u2028", chaptersUrl: "http://a.example/é?" },
    ...{ transcriptDigest: HOSTILE, dueAt: null, failure: HOSTILE, attempts: LARGEST },
  })
  await db.insert(feeds).values([
    { url: "http://a.example/flux", dueAt: new Date(0) },
    {
      ...{
        url: "http://a.example/é?\u2028",
        title: HOSTILE,
        imageUrl: "http://a.example/\u2028",
        etag: HOSTILE,
      },
      ...{ websiteUrl: "http://a.example/é", lastModified: HOSTILE, digest: HOSTILE, error: HOSTILE },
      ...{ links: [{ platform: HOSTILE, url: HOSTILE }], arrivals: [full.id, LARGEST], arrivedAt: FAR },
      ...{ ttlMinutes: LARGEST, failures: LARGEST, dueAt: FAR, lease: randomUUID(), leasedUntil: FAR },
    },
  ])
  await createNews({ title: HOSTILE, content: HOSTILE, category: HOSTILE, source: HOSTILE })
  await createNews({ isPublished: false })
  await createPage({ title: HOSTILE, content: HOSTILE, metaDescription: HOSTILE })
  const post = await createPost({ title: HOSTILE, content: HOSTILE, excerpt: HOSTILE })
  await db
    .update(blogPosts)
    .set({ authorId: HOSTILE })
    .where(sql`id = ${post.id}`)
}

async function seedMedia(userId: string) {
  await createMedium()
  const { id: mediumId, key } = await createMedium({
    ...{ kind: "audio", type: HOSTILE, title: HOSTILE, alt: HOSTILE, failure: HOSTILE, createdBy: userId },
    ...{
      bytes: Number.MAX_SAFE_INTEGER,
      attempts: LARGEST,
      leasedUntil: FAR,
      focalX: 1 / 3,
      loudness: -23.45,
    },
    ...{ durationMs: LARGEST, bitRate: LARGEST, waveform: HOSTILE, thumbhash: HOSTILE },
    tags: { title: HOSTILE, chapters: [{ start: 0.1, title: HOSTILE }] },
  })
  const file = { mediumId, type: HOSTILE, bytes: 1, sha256: "f".repeat(64) }
  await db.insert(mediaFiles).values([
    { ...file, role: "main", name: "main", path: "a" },
    { ...file, role: "variant", name: HOSTILE, path: HOSTILE_PATH, width: LARGEST, height: 1 },
  ])
  await db.insert(mediaCaptions).values({
    mediumId,
    language: "fr",
    cues: [{ start: LARGEST, end: LARGEST, speaker: HOSTILE, text: HOSTILE }],
  })
  await db.insert(uploads).values([
    { id: "1", userId: "first", title: "a.mp3", bytes: 1 },
    {
      ...{ id: HOSTILE, userId, title: HOSTILE, bytes: Number.MAX_SAFE_INTEGER, received: 1, parts: [null] },
      ...{ lease: HOSTILE, leasedUntil: FAR, mediumId, isDuplicate: true, failure: HOSTILE },
    },
  ])
  await db.insert(fileCopies).values([
    { episodeId: 1, part: "picture", source: "http://a.example/1", host: "a.example" },
    {
      ...{ episodeId: 1, part: "sound", source: "http://a.example/\u2028", host: HOSTILE, state: "failed" },
      ...{
        failure: HOSTILE,
        isDoubtful: true,
        attempts: LARGEST,
        dueAt: FAR,
        lease: randomUUID(),
        leasedUntil: FAR,
      },
      ...{ received: Number.MAX_SAFE_INTEGER, total: 0, etag: HOSTILE, lastModified: HOSTILE, mediumId },
      before: { audioType: HOSTILE.replaceAll("\u0000", ""), audioBytes: null },
    },
  ])
  // What names it is noted by itself.
  const { id: newsId } = await createNews({ content: `![](/media/${key}/a.mp3)`, mediaCaption: HOSTILE })
  await db
    .insert(newsMedia)
    .values({ newsId, position: LARGEST, mediaType: "video", mediaUrl: "/é?\u2028", caption: HOSTILE })
  const { id: guestId } = await createGuest({
    name: HOSTILE,
    role: HOSTILE,
    linkUrl: "https://a.example/\u2028",
  })
  await db.insert(episodeGuests).values({ episodeId: 1, guestId, position: LARGEST })
}

async function seedLetters() {
  const sending = { state: "stopped", publishedAt: FAR, addressedAt: FAR, endedAt: FAR } as const
  await db.insert(letters).values([
    { title: "Lettre" },
    {
      ...{ title: HOSTILE, previewText: HOSTILE, senderName: HOSTILE, content: HOSTILE, topic: "news" },
      ...{ ...sending, scheduledAt: FAR, sentHtml: HOSTILE, sentText: HOSTILE, isArchived: false },
      ...{ announcedEpisodeId: 1, digestOf: HOSTILE, authorId: HOSTILE, version: LARGEST },
      halt: { code: "EVERYBODY", command: "RCPT TO", responseCode: 550, status: "5.7.1" },
    },
  ])
  await db.insert(letterPace).values({ nextAt: FAR, heldUntil: FAR, holds: LARGEST, failure: {} })
  await db.insert(letterLanes).values([
    { number: 1, lease: randomUUID(), leasedUntil: new Date() },
    { number: LARGEST, lease: randomUUID(), leasedUntil: FAR },
  ])
  await db.insert(letterRecipients).values([
    { letterId: 1 },
    {
      ...{ letterId: 2, subscriberId: 2, state: "refused", attempts: LARGEST, dueAt: FAR, endedAt: FAR },
      ...{ lease: randomUUID(), leasedUntil: FAR, failure: { code: HOSTILE.replaceAll("\u0000", "") } },
      ...{ cameBack: "complaint", cameBackAt: FAR },
    },
  ])
}

async function seedRedirects() {
  const path = `/${HOSTILE}`
  await db
    .insert(redirects)
    .values([{ source: "/supprimee" }, { source: path, target: path, version: LARGEST, createdAt: FAR }])
  await db.insert(redirectHits).values([
    { redirectId: 1, day: "0001-01-01", hits: 1 },
    { redirectId: 2, day: "9999-12-31", hits: LARGEST },
  ])
  await db.insert(missingPaths).values([
    { path: "/perdue", hits: 1 },
    { path, hits: LARGEST, isIgnored: true, firstSeenAt: FAR, lastSeenAt: FAR },
  ])
}

async function seedDrafts(userId: string) {
  const values = { [HOSTILE.replaceAll("\u0000", "")]: HOSTILE }
  const [draft] = await db
    .insert(drafts)
    .values([
      { kind: "episode", userId, values, title: HOSTILE, itemId: 1, basedOn: LARGEST },
      { kind: "page", userId: "first", values: {} },
    ])
    .returning({ id: drafts.id })
  await db.insert(revisions).values([
    { kind: "news", itemId: LARGEST, values, title: HOSTILE, savedBy: userId },
    { kind: "post", itemId: 1, values: {} },
    { kind: "letter", itemId: 1, values: {} },
  ])
  const cues = [{ start: LARGEST, end: LARGEST, speaker: HOSTILE, text: HOSTILE }]
  const [transcript] = await db
    .insert(transcripts)
    .values({ episodeId: 1, cues, text: HOSTILE, isPublished: true, source: "feed", version: LARGEST })
    .returning({ id: transcripts.id })
  await db.insert(transcriptVersions).values({ transcriptId: transcript?.id ?? 0, cues, savedBy: userId })
  await db.insert(transcriptions).values([
    {
      episodeId: 1,
      state: "failed",
      askedBy: userId,
      failure: HOSTILE,
      words: HOSTILE,
      cues,
      attempts: LARGEST,
    },
  ])
  await db.insert(previewLinks).values([
    { digest: HOSTILE, kind: "post", itemId: 1, createdBy: userId },
    { digest: "d", kind: "episode", draftId: draft?.id },
  ])
}

async function seedVisitors() {
  await db.insert(likes).values({ episodeId: 1, sessionId: HOSTILE.slice(0, 90) })
  const author = { episodeId: 1, authorName: "Ana", authorEmail: "ana@cko.test" }
  await db.insert(comments).values([
    { ...author, content: HOSTILE },
    { ...author, content: "日".repeat(2_000), status: "hidden" },
    { episodeId: 1, authorName: "", content: "", status: "removed" },
  ])
  await db.insert(comments).values([
    { ...author, parentId: 3, content: HOSTILE },
    { episodeId: 1, parentId: 3, authorName: "", isPodcast: true, writtenBy: HOSTILE, content: HOSTILE },
  ])
  await db.insert(bans).values({ kind: "word", value: HOSTILE })
  await db.insert(subscriberImports).values([
    { state: "read", isConfirmed: true },
    {
      ...{ name: HOSTILE, state: "undone", encoding: HOSTILE, delimiter: HOSTILE, origin: HOSTILE },
      ...{ columns: { email: HOSTILE, names: [HOSTILE] }, invalid: [{ line: LARGEST, text: HOSTILE }] },
      ...{ rowCount: LARGEST, doubleCount: LARGEST, invalidCount: LARGEST, addedCount: LARGEST },
      ...{ rememberedCount: LARGEST, isRemembered: true },
      said: [{ column: HOSTILE, value: HOSTILE, count: LARGEST, fate: "unknown", isGuess: true }],
      ...{ agreedOn: "9999-12-31", endedAt: FAR },
    },
  ])
  await db.insert(subscriberImportRows).values([
    { importId: 1, email: HOSTILE },
    { importId: 2, email: HOSTILE, name: HOSTILE, said: [0, LARGEST] },
  ])
  await db.insert(leavingReasons).values([
    { day: "0001-01-01", reason: "often" },
    { day: "9999-12-31", reason: "other", words: HOSTILE.slice(0, 500) },
  ])
  await db
    .insert(subscriberFigures)
    .values([{ day: "0001-01-01" }, { day: "9999-12-31", joined: LARGEST, gone: LARGEST }])
  await db.insert(newsletterSubscribers).values([
    { email: "ana@cko.test", importId: 2, goneByImportId: 2 },
    {
      email: "awa@cko.test",
      name: HOSTILE,
      consentWording: HOSTILE,
      consentOrigin: "form",
      confirmedAt: FAR,
      ...{ confirmationAskedAt: FAR, topics: [], softRefusals: LARGEST, suppressedAt: FAR },
    },
  ])
  await seedLetters()
  const message = { name: HOSTILE.slice(0, 90), email: "ana@cko.test", subject: "Sujet", message: HOSTILE }
  await db.insert(contactMessages).values([message, { ...message, readAt: FAR, doneAt: FAR }])
  await db.insert(messageReplies).values([
    { messageId: 2, text: "Merci" },
    { messageId: 2, text: HOSTILE, writtenBy: HOSTILE, outcome: "failed", endedAt: FAR, failure: HOSTILE },
  ])
  await db.insert(mails).values([
    { recipient: "ana@cko.test", subject: HOSTILE, text: HOSTILE, follows: [randomUUID(), randomUUID()] },
    { id: randomUUID(), recipient: HOSTILE, subject: "", text: "", attempts: LARGEST, dueAt: FAR },
    { recipient: HOSTILE, subject: "", text: "", failedAt: FAR, failure: { code: HOSTILE } },
  ])
  await db.insert(mailOutcomes).values([
    { outcome: "sent", at: FAR },
    { outcome: "failed", at: FAR, failure: { command: HOSTILE, responseCode: LARGEST } },
  ])
}
