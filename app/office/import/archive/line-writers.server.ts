import { sql } from "drizzle-orm"
import type { z } from "zod"
import type { Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { blogPosts, customPages, episodes, news, newsMedia } from "#app/db/schema/content.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { contactMessages, messageReplies } from "#app/db/schema/messages.server.ts"
import { leavingReasons, subscriberFigures } from "#app/db/schema/newsletter.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { audienceDays, audienceMonths, type Measure } from "#app/db/schema/statistics.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { bans, comments, episodeCounts, newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { textOfCues } from "#app/kit/lib/cues.ts"
import type { BounceKind, LetterState, LetterTopic, RecipientState } from "#app/kit/lib/letters.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import type { SHAPES, Shape } from "../../export/shapes.ts"
import type { Here } from "./addresses.ts"

type Read<Name extends Shape> = z.output<(typeof SHAPES)[Name]>

/** Puts lines of one kind into their tables, with their numbers; the database refuses what it cannot hold. */
export type LineWriter<Name extends Shape> = (
  tx: Transaction,
  lines: Read<Name>[],
  here: Here,
) => Promise<unknown>

/** Of each kind that is no file. */
export const LINE_WRITERS: { [Name in Exclude<Shape, "media">]: LineWriter<Name> } = {
  levels: (tx, lines, here) =>
    tx
      .insert(levels)
      .overridingSystemValue()
      .values(
        lines.map(({ id, name, rank, months, price, text, payUrl, ...line }) => ({
          ...{ id, name, rank, months, price, payUrl, description: here.text(text) },
          ...datesOf(line),
        })),
      ),

  guests: (tx, lines, here) =>
    tx
      .insert(guests)
      .overridingSystemValue()
      .values(
        lines.map(({ id, name, slug, role, link, picture, ...line }) => ({
          ...{ id, name, slug, role, linkUrl: link, pictureUrl: here.addressOrNull(picture) },
          ...datesOf(line),
        })),
      ),

  async episodes(tx, lines, here) {
    await lockEpisodes(tx)
    await tx
      .insert(episodes)
      .overridingSystemValue()
      .values(
        lines.map((line) => ({
          ...{ id: line.id, title: line.title, isPublished: line.isPublished, subtitle: line.subtitle },
          ...{ guid: line.guid, season: line.season, number: line.number, type: line.type },
          ...{ isExplicit: line.isExplicit, guest: line.guestNames, hasNoGuest: line.hasNoGuest },
          ...{ links: line.links, soundbites: line.soundbites, commentsOpen: line.commenting },
          ...{ youtubeUrl: line.youtube, spotifyUrl: line.spotify },
          ...(line.reserved && {
            ...{ reservedFor: line.reserved.for, reservedDays: line.reserved.days },
            ...{ reservedUntil: line.reserved.until, isReservedHidden: line.reserved.isHidden },
            reservedLevelId: levelThere(line.reserved.levelId),
            supporterAudioUrl: ownMedium(here.addressOrNull(line.reserved.sound)),
          }),
          description: here.text(line.description),
          credits: here.text(line.credits),
          thumbnailUrl: here.addressOrNull(line.picture),
          audioUrl: here.addressOrNull(line.sound?.address ?? null),
          audioType: line.sound?.type ?? null,
          audioBytes: line.sound?.bytes ?? null,
          durationSeconds: line.sound?.durationSeconds ?? null,
          chapters: line.chapters.map(({ start, title, link, picture, isHidden }) => ({
            start,
            title,
            ...(link !== undefined && { linkUrl: link }),
            ...(picture !== undefined && { imageUrl: here.address(picture) }),
            ...(isHidden && { isHidden }),
          })),
          publishedAt: dateOf(line.publishedAt),
          ...datesOf(line),
        })),
      )
    const people = lines.flatMap(({ id: episodeId, guests: theirs }) =>
      theirs.map(({ id: guestId }, position) => ({ episodeId, guestId, position })),
    )
    if (people.length > 0) await tx.insert(episodeGuests).values(people)
    // Comments count themselves.
    const counts = lines.map(({ id, views, likes, downloads }) => ({ id, views, likes, downloads }))
    await tx.execute(sql`
      update ${episodeCounts} set views = told.views, likes = told.likes, downloads = told.downloads
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as told (id int, views int, likes int, downloads int)
      where episode_id = told.id`)
  },

  transcripts: (tx, lines) =>
    tx.insert(transcripts).values(
      lines.map(({ episodeId, isPublished, source, cues, ...line }) => ({
        ...{ episodeId, isPublished, source, cues, text: textOfCues(cues) },
        ...datesOf(line),
      })),
    ),

  async news(tx, lines, here) {
    await tx
      .insert(news)
      .overridingSystemValue()
      .values(
        lines.map((line) => ({
          ...{ id: line.id, title: line.title, isPublished: line.isPublished, category: line.category },
          ...{ mediaType: line.kind, externalUrl: line.link, source: line.source },
          content: here.text(line.text),
          thumbnailUrl: here.addressOrNull(line.thumbnail),
          mediaUrl: here.addressOrNull(line.media[0]?.address ?? null),
          mediaCaption: line.media[0]?.caption ?? "",
          publishedAt: dateOf(line.publishedAt) ?? null,
          ...datesOf(line),
        })),
      )
    const further = lines.flatMap(({ id: newsId, media }) =>
      media.slice(1).map(({ kind, address, thumbnail, caption }, index) => ({
        ...{ newsId, position: index + 1, mediaType: kind === "video" ? kind : ("image" as const), caption },
        mediaUrl: here.address(address),
        thumbnailUrl: here.addressOrNull(thumbnail),
      })),
    )
    if (further.length > 0) await tx.insert(newsMedia).values(further)
  },

  blog: (tx, lines, here) =>
    tx
      .insert(blogPosts)
      .overridingSystemValue()
      .values(
        lines.map(({ id, title, slug, isPublished, excerpt, author, ...line }) => ({
          ...{ id, title, slug, isPublished, excerpt, signature: author },
          content: here.text(line.text),
          coverImageUrl: here.addressOrNull(line.picture),
          publishedAt: dateOf(line.publishedAt) ?? null,
          ...datesOf(line),
        })),
      ),

  pages: (tx, lines, here) =>
    tx
      .insert(customPages)
      .overridingSystemValue()
      .values(
        lines.map(({ id, title, slug, isPublished, summary, text, ...line }) => ({
          ...{ id, title, slug, isPublished, metaDescription: summary, content: here.text(text) },
          ...datesOf(line),
        })),
      ),

  comments: (tx, lines) =>
    tx
      .insert(comments)
      .overridingSystemValue()
      .values(
        lines.map((line) => {
          const isNobodys = line.isPodcast || line.state === "removed"
          const email = isNobodys ? null : (line.email ?? null)
          return {
            ...{
              id: line.id,
              episodeId: line.episodeId,
              parentId: line.repliesTo,
              isPodcast: line.isPodcast,
            },
            ...{ status: line.state, content: line.text ?? "", isApproved: line.isApproved ?? false },
            authorName: isNobodys ? "" : line.author,
            authorEmail: email,
            // Without personal data nobody's address came along.
            isImported: line.isImported || (!isNobodys && email === null),
            createdAt: dateOf(line.createdAt),
          }
        }),
      ),

  redirects: (tx, lines) =>
    tx
      .insert(redirects)
      .overridingSystemValue()
      .values(lines.map(({ id, from, to, ...line }) => ({ id, source: from, target: to, ...datesOf(line) }))),

  async letters(tx, lines, here) {
    await tx
      .insert(letters)
      .overridingSystemValue()
      .values(lines.map((line) => letterOf(line, here)))
    for (const { id, recipients, cameBack, ...line } of lines) {
      const endedAt = dateOf(line.endedAt) ?? dateOf(line.startedAt) ?? new Date()
      const returns = Object.entries(cameBack) as [BounceKind, number][]
      for (const [told, count] of Object.entries(recipients) as [RecipientState, number][]) {
        const back = told === "sent" ? returns : []
        const rest = count - back.reduce((sum, [, some]) => sum + some, 0)
        // Nothing more leaves here.
        const state = told === "waiting" || told === "sending" ? "skipped" : told
        for (const [kind, some] of [...back, [null, rest] as const])
          await tx.execute(sql`
            insert into ${letterRecipients} (letter_id, state, ended_at, came_back, came_back_at)
            select ${id}, ${state}, ${endedAt}, ${kind}::text, ${kind === null ? null : endedAt}::timestamptz
            from generate_series(1, ${some}::int)`)
      }
    }
  },

  "audience-days": (tx, lines) =>
    tx.insert(audienceDays).values(lines.map((line) => ({ ...line, measure: line.measure as Measure }))),

  "audience-months": (tx, lines) =>
    tx
      .insert(audienceMonths)
      .values(lines.map(({ month, ...line }) => ({ ...line, day: month, measure: line.measure as Measure }))),

  subscribers: async (tx, lines) => {
    // Each counts as somebody new: the figures come along, too.
    await tx.execute(sql`lock table ${subscriberFigures} in exclusive mode`)
    const { rows } = await tx.execute<{ last: string }>(
      sql`select coalesce(max(id), 0) as last from ${subscriberFigures}`,
    )
    await tx
      .insert(newsletterSubscribers)
      .overridingSystemValue()
      .values(
        lines.map(({ id, email, name, topics, consent, ...line }) => ({
          ...{ id, email, name, topics: topics as LetterTopic[] },
          consentedAt: dateOf(consent.at) ?? null,
          consentOrigin: consent.origin as typeof newsletterSubscribers.$inferInsert.consentOrigin,
          consentWording: consent.wording,
          createdAt: dateOf(line.createdAt),
          confirmedAt: dateOf(line.confirmedAt) ?? null,
          suppressedAt: dateOf(line.suppressedAt) ?? null,
          unsubscribedAt: dateOf(line.unsubscribedAt) ?? null,
        })),
      )
    await tx.execute(sql`delete from ${subscriberFigures} where id > ${rows[0]?.last ?? 0}`)
  },

  "subscribers-by-day": (tx, lines) => tx.insert(subscriberFigures).values(lines),

  supporters: (tx, lines) =>
    tx
      .insert(supporters)
      .overridingSystemValue()
      .values(
        lines.map(({ id, email, name, levelId, until, renews, origin, note, hasFeed, ...line }) => ({
          ...{ id, email, name, until, renews, origin, note, hasFeed, levelId: levelThere(levelId) },
          // They were where they come from.
          welcomedAt: new Date(),
          ...datesOf(line),
        })),
      ),

  "leaving-reasons": (tx, lines) =>
    tx
      .insert(leavingReasons)
      .values(
        lines.map((line) => ({ ...line, reason: line.reason as typeof leavingReasons.$inferInsert.reason })),
      ),

  async messages(tx, lines) {
    await tx
      .insert(contactMessages)
      .overridingSystemValue()
      .values(
        lines.map(({ id, name, email, subject, text, ...line }) => ({
          ...{ id, name, email, subject, message: text, createdAt: dateOf(line.createdAt) },
          readAt: dateOf(line.readAt) ?? null,
          archivedAt: dateOf(line.archivedAt) ?? null,
          doneAt: dateOf(line.doneAt) ?? null,
        })),
      )
    const replies = lines.flatMap(({ id: messageId, replies: theirs }) =>
      theirs.map(({ text, createdAt, outcome }) => ({
        ...{ messageId, text, createdAt: dateOf(createdAt) },
        // One that waited there does not leave here.
        outcome: (outcome ?? "failed") as typeof messageReplies.$inferInsert.outcome,
        endedAt: dateOf(createdAt) ?? new Date(),
      })),
    )
    if (replies.length > 0) await tx.insert(messageReplies).values(replies)
  },

  bans: (tx, lines) =>
    tx
      .insert(bans)
      .overridingSystemValue()
      .values(lines.map(({ createdAt, ...line }) => ({ ...line, createdAt: dateOf(createdAt) }))),
}

/** In which lines are read and written: what others refer to comes first. */
export const ORDER = ["media", ...Object.keys(LINE_WRITERS)] as Shape[]

/** Only what is in the library is kept from others. */
const ownMedium = (address: string | null) => (mediaKey(address) ? address : null)

/** One that could not be read is none. */
const levelThere = (id: number | null) => sql`(select id from ${levels} where id = ${id}::int)`

const dateOf = (time: string | null) => (time === null ? undefined : new Date(time))

const datesOf = ({ createdAt, updatedAt }: { createdAt: string | null; updatedAt: string | null }) => ({
  createdAt: dateOf(createdAt),
  updatedAt: dateOf(updatedAt),
})

/** One that was to leave is a draft here, and one that was leaving has stopped: nothing is sent by an import. */
function letterOf(line: Read<"letters">, here: Here): typeof letters.$inferInsert {
  const told = line.state as LetterState
  const state = told === "scheduled" ? "draft" : told === "sending" || told === "paused" ? "stopped" : told
  const isOver = state !== "draft"
  const startedAt = isOver ? (dateOf(line.startedAt) ?? new Date()) : null
  return {
    ...{ id: line.id, title: line.subject, previewText: line.previewText, senderName: line.senderName },
    ...{ topic: line.topic as LetterTopic, isArchived: line.isArchived, state },
    ...{ announcedEpisodeId: line.announcedEpisodeId, digestOf: line.digestOf },
    content: here.text(line.text),
    publishedAt: startedAt,
    addressedAt: startedAt,
    scheduledAt: isOver ? (dateOf(line.scheduledAt) ?? null) : null,
    endedAt: isOver ? (dateOf(line.endedAt) ?? new Date()) : null,
    ...datesOf(line),
  }
}
