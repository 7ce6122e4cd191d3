import { getTableColumns, getTableName, sql } from "drizzle-orm"
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core"
import { beforeEach, describe, expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { columnsIn, leastRow } from "#test/every-table.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { tables } from "#test/schema.ts"
import { invitations, profiles, users } from "./schema/accounts.server.ts"
import { db } from "./client.server.ts"
import { previewLinks } from "./schema/drafts.server.ts"
import { missingPaths, redirectHits, redirects } from "./schema/redirects.server.ts"
import { levels } from "./schema/supporters.server.ts"
import { audienceDays, audienceMonths, deliveries } from "./schema/statistics.server.ts"
import { fileCopies } from "./schema/copies.server.ts"
import { feeds } from "./schema/feeds.server.ts"
import { imports, importThings } from "./schema/imports.server.ts"
import { media, mediaCaptions, mediaFiles, uploads } from "./schema/media.server.ts"
import { blogPosts, customPages, episodes, feedItems, news, newsMedia } from "./schema/content.server.ts"
import { transcriptions } from "./schema/transcripts.server.ts"
import { episodeGuests, guests } from "./schema/guests.server.ts"
import { letterPace, letterRecipients, letters } from "./schema/letters.server.ts"
import { leavingReasons, subscriberFigures, subscriberImports } from "./schema/newsletter.server.ts"
import { payments, supporters } from "./schema/supporters.server.ts"
import { contactMessages, messageReplies } from "./schema/messages.server.ts"
import {
  bans,
  comments,
  episodeCounts,
  likes,
  newsletterSubscribers,
  publicComments,
} from "./schema/visitors.server.ts"

const message = { name: "Ana", email: "ana@example.com", subject: "Sujet", message: "Texte" }
const comment = {
  episodeId: 1,
  authorName: "Ana",
  authorEmail: "ana@example.com",
  content: "Dix signes au moins.",
}
const podcasts = { ...comment, authorName: "", authorEmail: null, isPodcast: true }
const removed = { episodeId: 1, authorName: "", content: "", status: "removed" }
const messageReply = { messageId: 1, text: "Texte" }
const ended = { ...messageReply, endedAt: new Date() }
const letter = { title: "Lettre" }
const article = { slug: "article", title: "Titre", content: "Texte" }
const feed = { url: "https://a.example/flux", dueAt: new Date() }
const customPage = { slug: "page", title: "Titre" }
const guest = { slug: "awa", name: "Awa" }
const level = { name: "Coin du ring" }
const SUM = "0".repeat(64)
const NOT_PATHS = [
  "",
  "/a",
  "a/",
  "a//b",
  "..",
  "../a",
  "a/../b",
  "a/.b",
  "a\\b",
  "a\nb",
  "a\u007f",
  "a".repeat(256),
  "a/".repeat(250) + "ab",
]
const NOT_SUMS = ["", SUM.slice(1), `${SUM}0`, "A".repeat(64)]
const medium = {
  key: "a".repeat(22),
  kind: "image",
  type: "image/png",
  title: "a.png",
  bytes: 1,
  sha256: SUM,
}
const fileCopy = { episodeId: 1, part: "sound", source: "https://a.example/1.mp3", host: "a.example" }
const upload = { id: "u", userId: "1", title: "a.png", bytes: 10 }
const NOT_KINDS = ["", "a b", "Episode", "a".repeat(31)]
const SCRIPT = "javascript:alert(1)"
const NOT_SLUGS = ["", "-", "-a", "a-", "a--b", "Majuscule", "été", "a b", "a/b", "a_b", "a.b", "a\n"]
const NOT_WEB = [
  "",
  SCRIPT,
  "data:text/html,x",
  "//evil.example",
  "ftp://a.example",
  "https://",
  "a.webp",
  " /a",
]
const NOT_HTTP = [...NOT_WEB, "/a"]

/** No paths of the site. */
const OF_OTHERS = new Set([
  "episodes_youtube_url_address",
  "episodes_spotify_url_address",
  "feeds_url_address",
  "feeds_image_url_address",
  "feeds_website_url_address",
  "feed_words_transcript_address",
  "feed_words_chapters_address",
  "guests_link_url_address",
  "levels_pay_url_address",
  "file_copies_source_address",
])

/** What constraints refuse that say so by their name, in whatever table. */
function refusedBy(constraint: string, { enumValues = [] }: PgColumn) {
  if (constraint.endsWith("_filled")) return ["", "  "]
  if (constraint.endsWith("_slug_format")) return NOT_SLUGS
  if (constraint.endsWith("_address")) return OF_OTHERS.has(constraint) ? NOT_HTTP : NOT_WEB
  if (constraint.endsWith("_list")) return [{}, "a", 1]
  if (!constraint.endsWith("_known")) return []
  const [known = ""] = enumValues
  return known ? ["", "autre", known.charAt(0).toUpperCase() + known.slice(1)] : NOT_KINDS
}

type Refused = [constraint: string, table: PgTable, base: object, field: string, values: unknown[]]

const special: Refused[] = [
  ["episodes_no_guest", episodes, { title: "T", hasNoGuest: true }, "guest", ["Awa", " "]],
  ["episodes_guid_length", episodes, {}, "guid", ["", "a".repeat(2_001), "é".repeat(1_001)]],
  ["episode_counts_views_range", episodeCounts, {}, "views", [-1]],
  ["episodes_audio_bytes_range", episodes, {}, "audioBytes", [-1]],
  ["episodes_duration_seconds_range", episodes, {}, "durationSeconds", [-1]],
  ["episodes_reserved_days_range", episodes, { reservedFor: "days" }, "reservedDays", [0, 3_651, null]],
  ["episodes_reserved_until_said", episodes, { reservedFor: "until" }, "reservedUntil", [null]],
  [
    "episodes_supporter_audio_url_medium",
    episodes,
    {},
    "supporterAudioUrl",
    ["", "https://a.example/b.mp3", "/media/a/b"],
  ],
  ["episodes_season_range", episodes, {}, "season", [0, -1]],
  ["episodes_number_range", episodes, {}, "number", [0, -1]],
  ["feeds_url_length", feeds, feed, "url", [`http://a.example/${"a".repeat(1_984)}`]],
  ["feeds_failures_range", feeds, feed, "failures", [-1]],
  ["comments_author_name_length", comments, comment, "authorName", ["", "  ", "a".repeat(101)]],
  ["comments_author_email_length", comments, comment, "authorEmail", ["", "a@", `${"a".repeat(254)}@b`]],
  [
    "comments_content_length",
    comments,
    comment,
    "content",
    ["", "Neuf sign", "a".repeat(2_001), `a${" ".repeat(20)}`],
  ],
  ["comments_author_email_lower", comments, comment, "authorEmail", ["Ana@example.com", "ana@Example.com"]],
  ["comments_status_known", comments, comment, "status", ["", "deleted", "Visible"]],
  ["comments_author_email_known", comments, comment, "authorEmail", [null]],
  ["comments_podcast_replies", comments, podcasts, "parentId", [null]],
  ["comments_removed_keeps_place", comments, { ...removed, parentId: 1 }, "status", ["removed"]],
  ["message_replies_text_length", messageReplies, messageReply, "text", ["", " ", "a".repeat(5_001)]],
  ["message_replies_outcome_known", messageReplies, ended, "outcome", ["", "Sent"]],
  ["message_replies_ended", messageReplies, messageReply, "endedAt", [new Date()]],
  ["blocks_value_length", bans, { kind: "word" }, "value", ["", "  ", "a".repeat(256)]],
  ["contact_messages_name_length", contactMessages, message, "name", ["", "  ", "a".repeat(101)]],
  ["contact_messages_email_length", contactMessages, message, "email", ["", "a@", `${"a".repeat(254)}@b`]],
  ["contact_messages_subject_length", contactMessages, message, "subject", ["", "  ", "a".repeat(201)]],
  ["contact_messages_message_length", contactMessages, message, "message", ["", "  ", "a".repeat(5_001)]],
  ["likes_session_id_length", likes, {}, "sessionId", ["", "a".repeat(101)]],
  [
    "newsletter_subscribers_email_length",
    newsletterSubscribers,
    {},
    "email",
    ["", "a@", `${"a".repeat(254)}@b`],
  ],
  [
    "newsletter_subscribers_email_lower",
    newsletterSubscribers,
    {},
    "email",
    ["Ana@example.com", "ana@Example.com"],
  ],
  [
    "newsletter_subscribers_topics_known",
    newsletterSubscribers,
    {},
    "topics",
    [["Letters"], ["news", "x"], [null]],
  ],
  ["newsletter_subscribers_soft_refusals_range", newsletterSubscribers, {}, "softRefusals", [-1]],
  ["subscriber_figures_range", subscriberFigures, { day: "2026-01-01" }, "joined", [-1]],
  ["leaving_reasons_words_length", leavingReasons, {}, "words", ["é".repeat(501)]],
  ["subscriber_imports_state_known", subscriberImports, { endedAt: null }, "state", ["", "lost", "Read"]],
  ["subscriber_imports_ended", subscriberImports, {}, "state", ["done", "undone"]],
  ["letters_state_known", letters, { ...letter, publishedAt: new Date() }, "state", ["", "Sent", "lost"]],
  ["letters_scheduled", letters, letter, "state", ["scheduled"]],
  ["letters_published", letters, letter, "state", ["sending", "paused"]],
  ["letters_ended", letters, { ...letter, publishedAt: new Date() }, "state", ["sent", "stopped"]],
  ["letter_pace_once", letterPace, {}, "id", [false]],
  [
    "letter_recipients_came_back_known",
    letterRecipients,
    { letterId: 1, cameBackAt: new Date() },
    "cameBack",
    ["", "Hard", "lost"],
  ],
  ["letter_recipients_came_back_dated", letterRecipients, { letterId: 1 }, "cameBack", ["hard"]],
  ["levels_name_length", levels, level, "name", ["é".repeat(301)]],
  ["levels_rank_range", levels, level, "rank", [0, -1, 101]],
  ["levels_months_range", levels, level, "months", [0, -1, 121]],
  ["payments_months_range", payments, {}, "months", [0, -1, 121]],
  ["guests_name_length", guests, guest, "name", ["é".repeat(301)]],
  ["episode_guests_position_range", episodeGuests, {}, "position", [-1]],
  ["news_media_position_range", newsMedia, {}, "position", [0, -1]],
  ["media_key_format", media, medium, "key", ["", "a".repeat(21), "a".repeat(23), `${"a".repeat(21)}/`]],
  ["media_bytes_range", media, medium, "bytes", [0, -1]],
  ["media_sha256_format", media, medium, "sha256", NOT_SUMS],
  ["media_focal_x_range", media, medium, "focalX", [-0.1, 1.1]],
  ["media_focal_y_range", media, medium, "focalY", [-0.1, 1.1]],
  ["media_captions_language_format", mediaCaptions, {}, "language", ["", "fra", "FR", "f1"]],
  ["media_files_bytes_range", mediaFiles, {}, "bytes", [-1]],
  ["media_files_path_format", mediaFiles, {}, "path", NOT_PATHS],
  ["media_files_sha256_format", mediaFiles, {}, "sha256", NOT_SUMS],
  ["file_copies_part_known", fileCopies, fileCopy, "part", ["", "film", "Sound"]],
  ["file_copies_state_known", fileCopies, fileCopy, "state", ["", "lost", "Done"]],
  ["file_copies_source_address", fileCopies, fileCopy, "source", NOT_HTTP],
  ["file_copies_episode_known", fileCopies, fileCopy, "part", ["text"]],
  ["imports_attempts_range", imports, {}, "attempts", [-1]],
  ["imports_source_length", imports, {}, "source", ["é".repeat(251)]],
  ["import_things_source_id_length", importThings, { importId: 1 }, "sourceId", ["", "é".repeat(251)]],
  ["file_copies_received_range", fileCopies, fileCopy, "received", [-1]],
  ["file_copies_attempts_range", fileCopies, fileCopy, "attempts", [-1]],
  ["uploads_bytes_range", uploads, upload, "bytes", [0, -1]],
  ["uploads_received_range", uploads, upload, "received", [-1, 11]],
  ["transcriptions_progress_range", transcriptions, {}, "progress", [-1, 101]],
  ["redirects_source_path", redirects, {}, "source", ["", "ancien", `/${"a".repeat(500)}`]],
  ["redirects_target_address", redirects, {}, "target", [...NOT_WEB, `/${"a".repeat(2_000)}`]],
  ["deliveries_needed_range", deliveries, {}, "needed", [0, -1]],
  ["audience_days_range", audienceDays, {}, "count", [0, -1]],
  ["audience_months_range", audienceMonths, {}, "count", [0, -1]],
  ["redirect_hits_range", redirectHits, {}, "hits", [0, -1]],
  ["missing_paths_path", missingPaths, {}, "path", ["", "perdue", `/${"a".repeat(200)}`]],
  ["missing_paths_hits_range", missingPaths, {}, "hits", [0, -1]],
  ["preview_links_target", previewLinks, {}, "itemId", [null]],
  ["profiles_birth_date_range", profiles, {}, "birthDate", ["1899-12-31", "0001-01-01"]],
  ["invitations_rights_known", invitations, {}, "rights", [["own"], ["write", "Publish"]]],
  ["invitations_email_lower", invitations, {}, "email", ["Ana@example.com", "ana@Example.com"]],
  ["supporters_email_length", supporters, {}, "email", ["", "a@", `${"a".repeat(253)}@b`]],
  ["supporters_email_lower", supporters, {}, "email", ["Ana@example.com", "ana@Example.com"]],
  ["payments_email_lower", payments, {}, "email", ["Ana@example.com"]],
  ["payments_key_length", payments, {}, "key", ["", "a".repeat(201)]],
  ["users_email_length", users, { id: "2" }, "email", ["", "a@", `${"a".repeat(254)}@b`]],
  ["users_email_lower", users, { id: "2" }, "email", ["Ana@example.com", "ana@Example.com"]],
  ["users_rights_known", users, {}, "rights", [["own"], ["write", "Publish"]]],
]

const usual = tables.flatMap((table) => {
  const columns = Object.entries(getTableColumns(table))
  return getTableConfig(table).checks.flatMap(({ name, value }) => {
    const [checked] = columnsIn(value)
    return columns
      .filter(([, column]) => column.name === checked?.name && special.every(([one]) => one !== name))
      .map(([field, column]): Refused => [name, table, {}, field, refusedBy(name, column)])
  })
})

useDatabase()
beforeEach(() => db.insert(users).values({ id: "1", email: "ana@example.com" }))

test.each([...special, ...usual])(
  "3.1, 5.1, 8.1, 16.1 the check constraint %s refuses what it should",
  async (constraint, table, base, field, values) => {
    await createEpisode()
    const least = await leastRow(table)
    expect(values).not.toEqual([])
    for (const value of values) {
      expect([value, await constraintBrokenBy(table, { ...least, ...base, [field]: value })]).toEqual([
        value,
        constraint,
      ])
    }
  },
)

test("the check constraint has its test, each of them", async () => {
  const { rows } = await db.execute<{ conname: string }>(
    sql`select conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  expect(rows.map(({ conname }) => conname).sort()).toEqual(
    [...special, ...usual].map(([constraint]) => constraint).sort(),
  )
})

test("what is at the limits is taken", async () => {
  const address = "HTTPS://a.example/é?b=c"
  const links = { youtubeUrl: address, spotifyUrl: address, thumbnailUrl: "/", audioUrl: address }
  const numbers = { views: 2_147_483_647, season: 1, number: 1, durationSeconds: 0, audioBytes: 2 ** 40 }
  await createEpisode({ guid: "é".repeat(1_000), ...links, ...numbers })
  await createNews({ mediaUrl: address, thumbnailUrl: "/a.webp", externalUrl: "/episodes" })
  await createPost({ slug: "a1-b2", coverImageUrl: address })
  await createPage({ slug: "0", content: "" })
  const accepted: [PgTable, object][] = [
    [comments, { ...comment, authorName: "é".repeat(100), content: "🎤".repeat(2_000) }],
    [comments, { ...comment, authorEmail: `${"a".repeat(253)}@b`, content: "Dix signes" }],
    [likes, { episodeId: 1, sessionId: "a".repeat(100) }],
    [newsletterSubscribers, { email: "a@b" }],
    [profiles, { userId: "1", birthDate: "1900-01-01" }],
    [users, { id: "2", email: `${"é".repeat(253)}@b` }],
    [profiles, { userId: "2", birthDate: null }],
    [levels, { ...level, name: "é".repeat(300) }],
    [guests, { ...guest, name: "é".repeat(300) }],
    [media, { ...medium, focalX: 0, focalY: 1 }],
    [uploads, { ...upload, received: 10 }],
  ]
  for (const [table, values] of accepted) {
    expect([getTableName(table), await constraintBrokenBy(table, values)]).toEqual([
      getTableName(table),
      undefined,
    ])
  }
})

describe("what exists once", () => {
  const twice: [string, PgTable, object][] = [
    ["episodes_guid_unique", episodes, { title: "T", guid: "guid-1" }],
    ["blog_posts_slug_unique", blogPosts, article],
    ["custom_pages_slug_unique", customPages, customPage],
    ["newsletter_subscribers_email_unique", newsletterSubscribers, { email: "ana@example.com" }],
    ["likes_episode_id_session_id_pk", likes, { episodeId: 1, sessionId: "session_1_a" }],
    ["comments_once", comments, comment],
    ["message_replies_once", messageReplies, messageReply],
    ["letters_announced_episode_id_unique", letters, { ...letter, announcedEpisodeId: 1 }],
    ["letters_digest_of_unique", letters, { ...letter, digestOf: "2026-W47" }],
    ["letter_recipients_once", letterRecipients, { letterId: 1, subscriberId: 1 }],
    ["guests_slug_unique", guests, guest],
    ["media_key_unique", media, { ...medium, sha256: sql`md5(random()::text) || md5(random()::text)` }],
    ["blocks_once", bans, { kind: "word", value: "mot" }],
    ["profiles_pkey", profiles, { userId: "1" }],
    ["payments_key", payments, { service: "kofi", key: "1", paidOn: "2026-01-01", state: "waiting" }],
    ["users_email_unique", users, { id: sql`gen_random_uuid()`, email: "b@example.com" }],
    ["file_copies_part", fileCopies, fileCopy],
    ["feed_items_pkey", feedItems, { guid: "guid-1", item: {}, digest: "" }],
  ]

  test.each(twice)("10.1, 18.5 what exists once %s", async (constraint, table, values) => {
    await createEpisode()
    await db.insert(contactMessages).values(message)
    await db.insert(letters).values(letter)
    await db.insert(newsletterSubscribers).values({ email: "awa@example.com" })
    expect(await constraintBrokenBy(table, values)).toBeUndefined()
    expect(await constraintBrokenBy(table, values)).toBe(constraint)
  })

  test("what exists once an article and a page may have one slug, episodes no GUID, and one browser like two episodes", async () => {
    await createPost({ slug: "meme" })
    await createPage({ slug: "meme" })
    for (const episodeId of [1, 2]) {
      await createEpisode()
      await db.insert(likes).values({ episodeId, sessionId: "session_1_a" })
    }
    expect(await db.$count(likes)).toBe(2)
  })
})

test("a person's profile goes with them; what they wrote stays, without an author", async () => {
  await db.insert(profiles).values({ userId: "1" })
  await createPost({ authorId: "1" })
  await createPage({ authorId: "1" })
  await db.delete(users)
  expect(await db.$count(profiles)).toBe(0)
  expect(await db.select({ by: blogPosts.authorId }).from(blogPosts)).toEqual([{ by: null }])
  expect(await db.select({ by: customPages.authorId }).from(customPages)).toEqual([{ by: null }])
})

test("what belongs to an episode goes with it; what its feed said of it stays, without it", async () => {
  for (const episodeId of [1, 2]) {
    await createEpisode()
    await db.insert(comments).values({ ...comment, episodeId })
    await db.insert(likes).values({ episodeId, sessionId: "session_1_a" })
    await db.execute(
      sql`insert into feed_items (guid, episode_id, item, digest) values (${episodeId}, ${episodeId}, '{}', '')`,
    )
  }
  await db.delete(episodes).where(sql`id = 1`)
  expect(await db.select({ id: comments.episodeId }).from(comments)).toEqual([{ id: 2 }])
  expect(await db.select({ id: likes.episodeId }).from(likes)).toEqual([{ id: 2 }])
  const remembered = await db
    .select({ guid: feedItems.guid, episodeId: feedItems.episodeId })
    .from(feedItems)
    .orderBy(feedItems.guid)
  expect(remembered).toEqual([
    { guid: "1", episodeId: null },
    { guid: "2", episodeId: 2 },
  ])
})

test.each([
  ["comments_episode_id_episodes_id_fk", comments, comment],
  ["likes_episode_id_episodes_id_fk", likes, { episodeId: 1, sessionId: "a" }],
  ["feed_items_episode_id_episodes_id_fk", feedItems, { guid: "a", episodeId: 1, item: {}, digest: "" }],
] as const)("what belongs to an episode cannot be without it: %s", async (constraint, table, values) => {
  expect(await constraintBrokenBy(table, values)).toBe(constraint)
})

test("8.6 a reply is of its comment's episode, replies to no reply, and goes with its comment", async () => {
  await createEpisode()
  await createEpisode()
  const values = (content: string, more = {}) => ({ ...comment, content, ...more })
  await db.insert(comments).values([values("Un commentaire"), values("Une réponse", { parentId: 1 })])
  const broken = (more: object) => constraintBrokenBy(comments, values("Une autre réponse", more))
  expect(await broken({ parentId: 2 })).toBe("comments_parent_fk")
  expect(await broken({ parentId: 1, episodeId: 2 })).toBe("comments_parent_fk")
  expect(await broken({ parentId: 99 })).toBe("comments_parent_fk")
  // Nor can one that has replies become one.
  await db.insert(comments).values(values("Un troisième commentaire"))
  await expect(db.execute(sql`update comments set parent_id = 6 where id = 1`)).rejects.toThrow(
    "Failed query",
  )
  expect(await constraintBrokenBy(comments, { ...podcasts, content: "Merci", parentId: 1 })).toBeUndefined()
  expect(await constraintBrokenBy(comments, { ...podcasts, content: "Merci", parentId: 1 })).toBe(
    "comments_podcast_once",
  )
  await db.delete(comments).where(sql`id = 1`)
  expect(await db.$count(comments)).toBe(1)
})

test("public_comments shows everything of a comment but the e-mail address", async () => {
  await createEpisode()
  await db.insert(comments).values(comment)
  const { rows } = await db.execute(sql`select * from public_comments`)
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
    "author_name",
    "content",
    "created_at",
    "episode_id",
    "id",
    "is_podcast",
    "parent_id",
  ])
  const [shown] = await db.select().from(publicComments)
  expect(shown).toMatchObject({ episodeId: 1, authorName: "Ana", content: comment.content })
})

test("what nobody said has the specified defaults", async () => {
  const [episode] = await db.insert(episodes).values({ title: "T" }).returning()
  expect(episode).toMatchObject({ guest: "", description: "", isPublished: true, youtubeUrl: null })
  expect(await db.select().from(episodeCounts)).toEqual([
    { episodeId: 1, views: 0, likes: 0, comments: 0, downloads: 0 },
  ])
  expect(Date.now() - (episode?.publishedAt.getTime() ?? 0)).toBeLessThan(60_000)
  const [item] = await db.insert(news).values({ title: "T" }).returning()
  expect(item).toMatchObject({
    mediaType: "article",
    category: "cko-news",
    source: "manual",
    isPublished: false,
  })
  const [page] = await db.insert(customPages).values(customPage).returning()
  expect(page).toMatchObject({ isPublished: false, content: "", metaDescription: "" })
})

/** The name of the constraint that refuses a row, or undefined when it is taken. */
async function constraintBrokenBy(table: PgTable, values: object): Promise<string | undefined> {
  try {
    await db.insert(table).values(values)
    return undefined
  } catch (error) {
    const { cause } = error as { cause?: { constraint?: string } }
    return cause?.constraint ?? String(error)
  }
}
