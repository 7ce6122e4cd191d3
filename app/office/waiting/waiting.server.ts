import { sql } from "drizzle-orm"
import { createContext, type RouterContextProvider } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { commentsToSee } from "#app/audience/comments/moderation.server.ts"
import { messagesToDo } from "#app/audience/contact/contact.server.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { db } from "#app/db/client.server.ts"
import { backupFailedSince } from "#app/db/failing-jobs.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { payments } from "#app/db/schema/supporters.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { parseMade } from "#app/media/backup/asked-copy.server.ts"
import { findVerdict } from "#app/media/backup/copy-checks.server.ts"
import { isHubUntold } from "#app/podcast/feed-out/hub/manage-hub.server.ts"
import { bounded } from "../health/bounded.server.ts"
import { findLastCopy } from "../health/health.server.ts"
import { readDisk, readProcess } from "../health/machine.server.ts"
import { checkStorage, FIRST_COPY_SECONDS } from "../health/storage-checks.ts"
import { type Counts, MOST, wordsFor } from "./waiting.ts"

/** What waits for somebody of what people wrote, counted up to one more than `MOST`; what they may not see is not counted. */
export async function countWaiting(viewer: Contributor) {
  const asked = Object.entries({
    ...(can(viewer, "moderation") && commentsToSee(viewer.id, MOST + 1)),
    ...(can(viewer, "administration") && {
      messages: messagesToDo(MOST + 1),
      isBackupFailing: sql`exists (${backupFailedSince()})`,
    }),
    ...(can(viewer, "editing") && reviewsToDo()),
    ...(can(viewer, "letters") && lettersToSee),
  })
  if (asked.length === 0) return { ...NONE, hasFailed: false }
  const counts = asked.map(([name, count]) => sql`${count} as ${sql.identifier(name)}`)
  const counting = db.execute<typeof NONE>(sql`select ${sql.join(counts, sql`, `)}`)
  const { value, failed } = await loadOr(counting, undefined)
  return { ...NONE, ...value?.rows[0], hasFailed: failed }
}

const NONE = {
  pendingComments: 0,
  newComments: 0,
  messages: 0,
  haltedLetters: 0,
  uncertainLetters: 0,
  waitingPayments: 0,
  reviews: {} as Record<string, number>,
  isBackupFailing: false,
}

/** By kind, how many drafts wait for somebody who may publish them. */
function reviewsToDo() {
  const counts = managedTypes().flatMap(({ kind, written }) =>
    written
      ? [
          sql`${kind}::text, (select count(*)::int from ${written} where ${written.reviewAskedAt} is not null)`,
        ]
      : [],
  )
  return { reviews: sql`jsonb_build_object(${sql.join(counts, sql`, `)})` }
}

/** Letters that stopped by themselves, and those of which hosts are asked whether they arrived. */
const lettersToSee = {
  haltedLetters: sql`(select count(*)::int from ${letters} where state = 'paused' and halt is not null)`,
  uncertainLetters: sql`(select count(distinct letter_id)::int from ${letterRecipients}
    where state = 'uncertain' and ended_at is null)`,
  waitingPayments: sql`(select count(*)::int from (
    select from ${payments} where state = 'waiting' limit ${MOST + 1}) waiting)`,
}

type People = ReturnType<typeof countWaiting>
const peopleContext = createContext<People | null>(null)

/** What waits for who is signed in of what people wrote, counted once a request. */
export function getWaiting(context: Readonly<RouterContextProvider>): People {
  const known = context.get(peopleContext)
  if (known) return known
  const counted = countWaiting(getViewer(context))
  context.set(peopleContext, counted)
  return counted
}

/**
 * What stands above an admin's first page: what people wrote, and what of the site is broken, as far as that is quickly known. What
 * takes a question to other servers is on the page of the site's health.
 *
 * @param counted of people (`getWaiting`)
 * @param about.isSettingUp the first steps stand beside it, and have the mail server among them
 * @returns `isSure`: everything could be looked at
 */
export async function findWaiting(counted: People, { isSettingUp = false, now = new Date() } = {}) {
  const [people, site] = await Promise.all([counted, lookAtSite(now)])
  const hasNoMailServer = !isSettingUp && !sendsRealMail()
  return {
    waits: wordsFor({ ...people, ...site.counts, hasNoMailServer }, managedTypes()),
    isSure: !people.hasFailed && site.isSure,
  }
}

const LOOKED_FOR_MS = 60_000
let looked: { at: number; isWrong: Promise<boolean> } | undefined

/** Whether something is wrong that Entretien shows. Every page of the office asks: it is looked at once a minute. */
export function findFault(now = new Date()) {
  const at = now.getTime()
  if (!looked || Math.abs(at - looked.at) >= LOOKED_FOR_MS)
    looked = {
      at,
      isWrong: lookAtSite(now).then(({ counts }) => SHOWN_THERE.some((name) => Boolean(counts[name]))),
    }
  return looked.isWrong
}

const SHOWN_THERE = ["isCopyMissing", "isCopyOld", "isCopyBad", "disk", "failedMails", "failedMedia"] as const

/** What of the site is broken, as far as that is quickly known, and when it was last copied. */
export async function lookAtSite(now: Date) {
  const counting = loadOr(countBroken(), undefined)
  const [{ value, failed }, hub, disk, copy, verdict] = await Promise.all([
    counting,
    loadOr(isHubUntold(), undefined),
    bounded("disk", readDisk),
    bounded("backup", findLastCopy),
    bounded("backup verified of those counted", async () =>
      findVerdict(parseMade((await counting).value?.copies)),
    ),
  ])
  const { copies: _, ...broken } = value ?? {}
  const counts: Counts = {
    ...broken,
    isHubUntold: hub.value,
    ...(disk.outcome === "done" && judgeDisk(disk.value)),
    ...(copy.outcome === "done" && judgeCopy(copy.value?.at, now)),
    isCopyBad: verdict.outcome === "done" && verdict.value.judged?.isGood === false,
  }
  return {
    counts,
    copiedAt: copy.outcome === "done" ? copy.value?.at : undefined,
    isSure: !failed && !hub.failed && [disk, copy, verdict].every(({ outcome }) => outcome === "done"),
  }
}

/** What is known of copies, and: mails that were given up, feeds that cannot be read (once is no time), media and copies that failed. */
async function countBroken() {
  const upTo = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select ${rows} limit ${MOST + 1}) as found)`
  const { rows } = await db.execute<
    Pick<Counts, "failedMails" | "failedFeeds" | "failedMedia" | "failedCopies"> & { copies: unknown }
  >(sql`
    select ${upTo(sql`from ${mails} where failed_at is not null`)} as "failedMails",
      (select count(*)::int from ${feeds}
        where error is not null and (failures > 1 or not is_automatic)) as "failedFeeds",
      ${upTo(sql`from ${media} where state = 'failed'`)} as "failedMedia",
      ${upTo(sql`from ${fileCopies} where state = 'failed'`)} as "failedCopies",
      (select value from ${settings} where name = 'backups-made') as copies`)
  return rows[0]
}

function judgeDisk(disk: Awaited<ReturnType<typeof readDisk>>): Pick<Counts, "disk"> {
  const { state, summary } = checkStorage({ disk, usedBytes: 0 })
  return state === "good" || state === "unset" ? {} : { disk: { state, text: summary } }
}

/** The day's copy is made in the hour after midnight UTC, and takes a while. */
const OLD_COPY_MS = 26 * 3_600_000

/** Of a PostgreSQL server the hosts' own copies are not known: what they never told is on the page of the site's health only. */
function judgeCopy(at: Date | undefined, now: Date): Pick<Counts, "isCopyMissing" | "isCopyOld"> {
  if (at) return { isCopyOld: now.getTime() - at.getTime() > OLD_COPY_MS }
  const isEmbedded = getSettings().databaseUrl === undefined
  return { isCopyMissing: isEmbedded && readProcess().uptimeSeconds >= FIRST_COPY_SECONDS }
}
