import { and, desc, eq, gt, ne } from "drizzle-orm"
import { sessions } from "#app/db/schema/accounts.server.ts"
import { db } from "#app/db/client.server.ts"
import { profiles } from "#app/db/schema/content.server.ts"
import type { Profile } from "../users/profile.schema.ts"

const EMPTY: Profile = { firstName: "", lastName: "", birthDate: null, country: "" }

/** A person's profile; an empty one while they never saved any. */
export async function getProfile(userId: string): Promise<Profile> {
  const [profile] = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      birthDate: profiles.birthDate,
      country: profiles.country,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return profile ?? EMPTY
}

/** @param userId who is signed in: nobody saves another person's profile */
export async function saveProfile(userId: string, profile: Profile) {
  await db
    .insert(profiles)
    .values({ userId, ...profile })
    .onConflictDoUpdate({ target: profiles.userId, set: profile })
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
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Ends all sessions of this person but the one in use. */
export async function endOtherSessions(userId: string, sessionId: string) {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
}
