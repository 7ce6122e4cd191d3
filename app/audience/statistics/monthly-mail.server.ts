import { and, lt, sql } from "drizzle-orm"
import { queueMails } from "#app/base/mail/mail-queue.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { firstBefore, lastFirst } from "#app/kit/lib/notices.ts"
import { rightsFor } from "#app/kit/lib/rights.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { isReleased } from "#app/podcast/episodes/episodes.server.ts"
import { countJoined } from "../newsletter/growth/growth.server.ts"
import { listTop } from "./episode-figures.server.ts"
import { findFirstDay, listSteps, sumLast } from "./figures.server.ts"
import { type MonthFigures, monthlyMail } from "./monthly-mail.ts"

const DAY_MS = 86_400_000

/** What `can` says of who may see the figures of all episodes, as SQL. */
const maySee = sql`(${users.role} = 'admin'
  or ${users.role} = 'moderator' and ${users.rights} @> ${sql.param(rightsFor("writing-all"), users.rights)})`

/**
 * Queues the mails that tell last month's audience to whoever wants it and may see it, once its days are totals. Any number of
 * processes may do it, and be killed: one statement says who was told, together with their mails.
 */
export async function tellMonth(now: Date) {
  // Nobody reads what would lie in a folder.
  if (!sendsRealMail()) return
  const end = lastFirst(now)
  const isDue = and(lt(users.audienceTold, end), maySee)
  if ((await db.$count(users, isDue)) === 0) return
  const figures = await findMonth(end)
  if (!figures) return
  const { publicUrl } = getSettings()
  const podcast = siteSettings().podcast.name
  await db.transaction(async (tx) => {
    const told = await tx
      .update(users)
      .set({ audienceTold: end })
      .where(isDue)
      .returning({ to: users.email, role: users.role })
    const mails = told.map(({ to, role }) =>
      monthlyMail(figures, { to, podcast, publicUrl, seesNewsletter: role === "admin" }),
    )
    await queueMails(tx, mails)
  })
}

/** The figures of a calendar month; undefined where nobody listened. @param end the first day of the next one */
export async function findMonth(end: string): Promise<MonthFigures | undefined> {
  const month = firstBefore(end)
  const atEnd = new Date(end)
  const [downloads, plays, sums, [top], joined, first] = await Promise.all([
    listSteps("downloads", "mois", 0, atEnd),
    listSteps("play", "mois", 0, atEnd),
    sumLast(["subscribers"], atEnd),
    listTop((Date.parse(end) - Date.parse(month)) / DAY_MS, isReleased, 1, atEnd),
    countJoined(month),
    findFirstDay(),
  ])
  const figures = {
    month,
    downloads: downloads.at(-1)?.count ?? 0,
    plays: plays.at(-1)?.count ?? 0,
    subscribers: sums("subscribers").week,
    joined,
    ...(top && { top }),
  }
  if (figures.downloads + figures.plays === 0) return undefined
  if (!first || downloads.length === 0) return figures
  const before = downloads.at(-2)
  if (!before) return first > month ? { ...figures, since: first } : figures
  return first <= before.start ? { ...figures, before: before.count } : figures
}
