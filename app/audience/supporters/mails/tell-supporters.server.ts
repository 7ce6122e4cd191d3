import { type SQL, sql } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import type { Mail } from "#app/base/mail/mail.server.ts"
import { queueMails } from "#app/base/mail/mail-queue.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { dayInParis } from "#app/db/schema/columns.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { publicationTime, toDay } from "#app/kit/lib/dates.ts"
import { MORNING } from "#app/kit/lib/notices.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { secret } from "../feed/supporter-keys.server.ts"
import { SUPPORTERS_PAGE } from "../feed/supporter-paths.ts"
import { SUPPORT } from "../support-address.ts"
import { isSupportFilled } from "../support.server.ts"
import { linkFor } from "./links.server.ts"
import { endMail, reminderMail, welcomeMail } from "./supporter-mails.ts"

/** In one transaction. */
const BATCH = 100
const DAY_MS = 86_400_000
/** What nobody was told in time, as without a mail server, nobody is told later. */
const WELCOME_DAYS = 7
const END_DAYS = 3
const REMINDED_DAYS = 3

const {
  id,
  email,
  name,
  until,
  feedNumber,
  linkNumber,
  createdAt,
  welcomedAt,
  remindedOf,
  toldEndOf,
  renews,
} = supporters

type Supporter = Pick<
  typeof supporters.$inferSelect,
  "id" | "email" | "name" | "until" | "feedNumber" | "linkNumber"
>

/** A mail that supporters get once, or once for each of their ends. */
type Told = {
  setting: "welcomes" | "reminds" | "tellsEnd"
  isDue: SQL | undefined
  done: PgUpdateSetSource<typeof supporters>
  write: (one: Supporter) => Mail
}

/**
 * Queues the mails that supporters get by themselves, each once: of welcome, before the end, and once it is there. Any number of
 * processes may do it.
 */
export async function tellSupporters(now = new Date()) {
  // Nobody reads what would lie in a folder.
  if (!sendsRealMail()) return
  const [by, isFilled] = await Promise.all([secret(), isSupportFilled()])
  const { publicUrl } = getSettings()
  for (const told of mailsOf(now, {
    by,
    page: publicUrl + SUPPORTERS_PAGE,
    where: publicUrl + (isFilled ? SUPPORT : "/"),
  }))
    if (siteSettings().support[told.setting]) while ((await tellSome(told)) === BATCH);
}

type Links = { by: string; page: string; where: string }

function mailsOf(now: Date, { by, page, where }: Links): Told[] {
  const today = sql`${toDay(now)}::date`
  // Nobody is told at night how long their support lasts.
  const isMorning = now >= publicationTime(toDay(now), now, null, MORNING)
  return [
    {
      setting: "welcomes",
      isDue: sql`${welcomedAt} is null and ${createdAt} > ${now}::timestamptz - ${WELCOME_DAYS} * interval '1 day'
        and (${until} is null or ${until} >= ${today})`,
      done: { welcomedAt: now },
      write: (one) => welcomeMail(one, linkFor(by, one, WELCOME_DAYS * DAY_MS), page),
    },
    {
      setting: "reminds",
      // Who came for so few days knows.
      isDue: sql`${isMorning} and not ${renews} and ${until} between ${today} and ${today} + ${REMINDED_DAYS}::int
        and ${remindedOf} is distinct from ${until} and ${dayInParis(createdAt)} < ${until} - ${REMINDED_DAYS}::int`,
      done: { remindedOf: sql`${until}` },
      write: (one) => reminderMail(withEnd(one), where),
    },
    {
      setting: "tellsEnd",
      isDue: sql`${isMorning} and ${until} < ${today} and ${until} >= ${today} - ${END_DAYS}::int
        and ${toldEndOf} is distinct from ${until} and ${dayInParis(createdAt)} <= ${until}`,
      done: { toldEndOf: sql`${until}` },
      write: (one) => endMail(withEnd(one), where),
    },
  ]
}

/** @returns how many */
function tellSome({ isDue, done, write }: Told) {
  return db.transaction(async (tx) => {
    const some = sql`(select id from ${supporters} where ${isDue} order by id limit ${BATCH} for update skip locked)`
    const told = await tx
      .update(supporters)
      .set(done)
      .where(sql`${id} in ${some}`)
      .returning({ id, email, name, until, feedNumber, linkNumber })
    await queueMails(tx, told.map(write))
    return told.length
  })
}

const withEnd = (one: Supporter) => ({ ...one, until: one.until ?? "" })
