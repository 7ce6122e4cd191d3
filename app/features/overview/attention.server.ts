import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { getSettings } from "#app/lib/settings.server.ts"
import { countPendingComments } from "../comments/moderation.server.ts"
import { countUnreadMessages } from "../contact/contact.server.ts"
import { bounded } from "../health/bounded.server.ts"
import type { Check } from "../health/check.ts"
import { checkVersions } from "../health/database-checks.ts"
import { readSchemaState } from "../health/database.server.ts"
import { findLastCopy } from "../health/health.server.ts"
import { readDisk, readProcess } from "../health/machine.server.ts"
import { checkBackup, checkStorage } from "../health/storage-checks.ts"
import { countLettersToLookAt } from "../letters/desk/attention.server.ts"
import { countMails } from "../mail/mail-outcomes.server.ts"
import { sendsRealMail } from "../mail/smtp.server.ts"
import { isHubUntold } from "../rss/hub/manage-hub.server.ts"
import { type Attention, MOST, wordsFor } from "./attention.ts"

/**
 * What waits for somebody or is broken, the gravest first: all that is quickly known. What takes a question to other servers is
 * on the page of the site's health.
 *
 * @returns also what could not be looked at
 */
export async function findAttention(now = new Date()) {
  const [messages, comments, mails, broken, hub, letters, machine] = await Promise.all([
    loadOr(countUnreadMessages(MOST + 1), undefined),
    loadOr(countPendingComments(MOST + 1), undefined),
    loadOr(countMails(), undefined),
    loadOr(countBroken(), undefined),
    loadOr(isHubUntold(), undefined),
    loadOr(countLettersToLookAt(), undefined),
    lookAtMachine(now),
  ])
  const items = wordsFor({
    messages: messages.value,
    comments: comments.value,
    ...(mails.value && { failedMails: mails.value.failed, lateMails: mails.value.late }),
    ...broken.value,
    isHubUntold: hub.value,
    letters: letters.value,
    hasMailServer: sendsRealMail(),
  })
  const unknown = [
    ...(messages.failed ? ["les messages"] : []),
    ...(comments.failed ? ["les commentaires"] : []),
    ...(mails.failed ? ["les e-mails"] : []),
    ...(broken.failed ? ["les flux et les médias"] : []),
    ...(letters.failed ? ["les lettres"] : []),
    ...(hub.failed ? ["le hub du flux"] : []),
    ...machine.unknown,
  ]
  return { items: [...machine.items, ...items].toSorted(byGravity), unknown }
}

const GRAVITY = { fix: 0, look: 1, todo: 2 }
const byGravity = (a: Attention, b: Attention) => GRAVITY[a.state] - GRAVITY[b.state]

/** Feeds that cannot be read, once is no time; media that could not be worked on. */
async function countBroken() {
  const { rows } = await db.execute<{ failedFeeds: number; failedMedia: number; failedCopies: number }>(sql`
    select (select count(*)::int from ${feeds}
        where error is not null and (failures > 1 or not is_automatic)) as "failedFeeds",
      (select count(*)::int from (
        select from ${media} where state = 'failed' limit ${MOST + 1}) as failed) as "failedMedia",
      (select count(*)::int from (
        select from ${fileCopies} where state = 'failed' limit ${MOST + 1}) as failed) as "failedCopies"`)
  return rows[0]
}

async function lookAtMachine(now: Date) {
  const own = readProcess()
  const isEmbedded = getSettings().databaseUrl === undefined
  const [disk, copy, schema] = await Promise.all([
    bounded("disk", readDisk),
    bounded("backup", findLastCopy),
    bounded("schema", readSchemaState),
  ])
  const checks: Check[] = []
  if (disk.outcome === "done") checks.push(checkStorage({ disk: disk.value, usedBytes: 0 }))
  // Of a PostgreSQL server the hosts' own copies are not known: what they never told is on the page of the site's health only.
  if (copy.outcome === "done" && (isEmbedded || copy.value))
    checks.push(checkBackup({ isEmbedded, uptimeSeconds: own.uptimeSeconds, copy: copy.value }, now))
  if (schema.outcome === "done")
    checks.push(checkVersions({ site: "", node: own.node, postgresql: "99", schema: schema.value }))
  const items = checks.flatMap(({ id, state, summary }): Attention[] =>
    state === "good" ? [] : [{ state, text: summary, to: `/admin/health#${id}` }],
  )
  return {
    items,
    unknown: [
      ...(disk.outcome === "done" ? [] : ["le disque"]),
      ...(copy.outcome === "done" ? [] : ["les copies"]),
      ...(schema.outcome === "done" ? [] : ["le schéma de la base"]),
    ],
  }
}
