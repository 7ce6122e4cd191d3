import { createCookie } from "react-router"
import type { Transaction } from "#app/db/client.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { keepOnce, peekOnce, takeOnce } from "../factors/single-use.server.ts"
import { findPerson } from "./person.server.ts"

const SECONDS = 10 * 60

/** Somebody who has typed their password, and not yet proved their second factor. */
export type PendingSignIn = NonNullable<Awaited<ReturnType<typeof findPendingSignIn>>>

/** Remembers, in this browser for ten minutes, whose password was typed. @returns the header that does */
export async function beginSignIn(userId: string) {
  return pendingCookie().serialize(await keepOnce("sign-in", userId, SECONDS))
}

/** Whose password this browser has typed, as long as it still is the password. */
export async function findPendingSignIn(request: Request) {
  const key: unknown = await pendingCookie().parse(request.headers.get("cookie"))
  if (typeof key !== "string") return undefined
  const userId = await peekOnce("sign-in", key)
  const user = userId && (await findPerson(userId))
  return user ? { key, user } : undefined
}

/** Uses a pending sign-in up. @returns false when somebody else did, or it is over */
export async function takePendingSignIn({ key, user }: PendingSignIn, on?: Transaction) {
  return (await takeOnce("sign-in", key, on)) === user.id
}

/** The header that forgets it. */
export function forgetPendingSignIn() {
  return pendingCookie().serialize("", { maxAge: 0 })
}

function pendingCookie() {
  return createCookie("cko_sign_in", {
    path: "/auth",
    httpOnly: true,
    sameSite: "lax",
    secure: getSettings().publicUrl.startsWith("https:"),
    maxAge: SECONDS,
  })
}
