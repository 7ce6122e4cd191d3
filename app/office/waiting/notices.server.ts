import { and, eq, lte, ne, or, sql } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import type { Mail } from "#app/base/mail/mail.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { contactMessages } from "#app/db/schema/messages.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import { publicationTime, toDay } from "#app/kit/lib/dates.ts"
import { rightsFor } from "#app/kit/lib/rights.ts"
import { MORNING, QUIET_MS } from "#app/kit/lib/notices.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { backupFailedSince } from "#app/db/failing-jobs.server.ts"
import { payments } from "#app/db/schema/supporters.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { countWaiting } from "./waiting.server.ts"
import { type Wait, waitsOfPeople } from "./waiting.ts"

/**
 * Queues the mails that tell hosts what people wrote and nobody dealt with, as often as each of them wants, and only once
 * something came since the last one. Any number of processes may do it: one of them tells a person.
 */
export async function tellWhatWaits(now = new Date()) {
  // Nobody reads what would lie in a folder.
  if (!sendsRealMail()) return
  for (const person of await listUntold(now)) {
    const counts = await countWaiting(person)
    // Who is not told now shall be told later.
    if (counts.hasFailed) continue
    const waits = waitsOfPeople(counts, managedTypes())
    await db.transaction(async (tx) => {
      const told = await tx
        .update(users)
        .set({ toldAt: now })
        .where(and(eq(users.id, person.id), isDue(now)))
        .returning({ id: users.id })
      if (told.length > 0 && waits.length > 0) await queueMail(tx, noticeMail(person.email, waits))
    })
  }
}

/** Whose time has come, and for whom something is new that they have to deal with. */
function listUntold(now: Date) {
  const comment = sql`select from ${comments} c where c.created_at > ${users.toldAt}
    and (c.status = 'pending' or c.status = 'visible' and not c.is_podcast and c.created_at > ${users.commentsSeenAt})`
  const message = sql`select from ${contactMessages} m where m.created_at > ${users.toldAt}
    and m.archived_at is null and m.done_at is null`
  const letter = sql`select from ${letters} where state = 'paused' and halt is not null and updated_at > ${users.toldAt}`
  const payment = sql`select from ${payments} where state = 'waiting' and created_at > ${users.toldAt}`
  const reviews = managedTypes().flatMap(({ written }) =>
    written ? [sql`exists (select from ${written} where ${written.reviewAskedAt} > ${users.toldAt})`] : [],
  )
  return db
    .select({ id: users.id, email: users.email, role: users.role, rights: users.rights })
    .from(users)
    .where(
      and(
        ne(users.role, "user"),
        isDue(now),
        sql`(${may("moderation")} and exists (${comment}) or ${may("letters")} and (exists (${letter}) or exists (${payment}))
          or ${may("editing")} and (${sql.join(reviews, sql` or `)})
          or ${users.role} = 'admin' and (exists (${message}) or exists (${backupFailedSince(users.toldAt)})))`,
      ),
    )
}

/** What `can` says of a moderator or an admin, as SQL. */
const may = (permission: "moderation" | "letters" | "editing") =>
  sql`(${users.role} = 'admin' or ${users.rights} @> ${sql.param(rightsFor(permission), users.rights)})`

const isDue = (now: Date) =>
  or(
    and(eq(users.notices, "now"), lte(users.toldAt, new Date(now.getTime() - QUIET_MS))),
    and(eq(users.notices, "daily"), lte(users.toldAt, lastMorning(now))),
  )

function lastMorning(now: Date) {
  const today = publicationTime(toDay(now), now, null, MORNING)
  if (today <= now) return today
  return publicationTime(toDay(new Date(now.getTime() - 86_400_000)), now, null, MORNING)
}

function noticeMail(to: string, waits: Wait[]): Mail {
  const { publicUrl } = getSettings()
  const { name } = siteSettings().podcast
  const said = waits.map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1)).join(", ")
  return {
    to,
    subject: `${name} : ${said}`,
    text: `Bonjour,

${waits.map((wait) => `${wait.text} :\n${publicUrl}${wait.to}`).join("\n\n")}

Pour recevoir ces messages plus souvent, moins souvent ou plus du tout :
${publicUrl}/admin/settings#prevenir`,
  }
}
