import { and, desc, eq, gt, isNotNull, ne, type SQL } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { profiles, sessions, users } from "#app/db/schema/accounts.server.ts"
import { db } from "#app/db/client.server.ts"
import { lastFirst, NOTICE_LABELS, QUIET_MS } from "#app/kit/lib/notices.ts"
import type { Profile } from "../users/profile.schema.ts"
import type { Notices } from "./settings.schema.ts"

const columns = {
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  birthDate: profiles.birthDate,
  country: profiles.country,
  displayName: profiles.displayName,
}
const EMPTY: Profile = { firstName: "", lastName: "", birthDate: null, country: "", displayName: "" }

/** A person's profile; an empty one while they never saved any. */
export async function getProfile(userId: string): Promise<Profile> {
  const [profile] = await db.select(columns).from(profiles).where(eq(profiles.userId, userId))
  return profile ?? EMPTY
}

/** @param userId who is signed in: nobody saves another person's profile */
export async function saveProfile(userId: string, profile: Profile) {
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ title: users.email, ...columns })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.id, userId))
      .for("update", { of: users })
    await tx
      .insert(profiles)
      .values({ userId, ...profile })
      .onConflictDoUpdate({ target: profiles.userId, set: profile })
    const { title, ...fields } = before ?? { title: "" }
    await record(tx, { action: "update", kind: "user", id: userId, title, before: fields, after: profile })
  })
}

const noticeColumns = {
  notices: users.notices,
  wantsAudience: isNotNull(users.audienceTold).mapWith(Boolean),
}

/** What somebody is told by mail. */
export async function getNotices(userId: string): Promise<Notices> {
  const [person] = await db.select(noticeColumns).from(users).where(eq(users.id, userId))
  return person ?? { notices: "never", wantsAudience: false }
}

/**
 * What came long before is told by no mail any more; what comes next need not wait.
 *
 * @param userId who is signed in
 */
export async function saveNotices(userId: string, { notices, wantsAudience }: Notices, now = new Date()) {
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ title: users.email, ...noticeColumns })
      .from(users)
      .where(eq(users.id, userId))
      .for("update")
    if (!before) return
    const isSame = { notices: before.notices === notices, audience: before.wantsAudience === wantsAudience }
    if (isSame.notices && isSame.audience) return
    const toldAt = new Date(now.getTime() - (notices === "now" ? QUIET_MS : 0))
    await tx
      .update(users)
      .set({
        ...(!isSame.notices && { notices, toldAt }),
        ...(!isSame.audience && { audienceTold: wantsAudience ? lastFirst(now) : null }),
      })
      .where(eq(users.id, userId))
    const fields = {
      before: { notices: NOTICE_LABELS[before.notices], wantsAudience: before.wantsAudience },
      after: { notices: NOTICE_LABELS[notices], wantsAudience },
    }
    await record(tx, { action: "update", kind: "user", id: userId, title: before.title, ...fields })
  })
}

/** Where a person is signed in now, latest use first. */
export function listSessions(userId: string) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(100)
}

/** Ends one session of this person. @returns false when they have no such session */
export async function endSession(userId: string, sessionId: string) {
  return (await endWhere(userId, eq(sessions.id, sessionId))) > 0
}

/** Ends all sessions of this person but the one in use. */
export async function endOtherSessions(userId: string, sessionId: string) {
  await endWhere(userId, ne(sessions.id, sessionId))
}

/** One row in the log, which counts them. @returns how many there were */
function endWhere(userId: string, condition: SQL) {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), condition))
      .returning({ id: sessions.id })
    const after = { sessions: ended.length }
    if (ended.length > 0)
      await record(tx, {
        action: "end-sessions",
        kind: "session",
        id: userId,
        before: { sessions: 0 },
        after,
      })
    return ended.length
  })
}
