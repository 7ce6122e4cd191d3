import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { accounts, users } from "#app/db/accounts-schema.server.ts"
import { db } from "#app/db/client.server.ts"
import { hashPassword } from "#app/features/auth/auth.server.ts"
import type { Role } from "#app/features/users/users.schema.ts"
import { send } from "./app.ts"

export const PASSWORD = "Uppercut8"
let count = 0
let passwordHash: Promise<string> | undefined

/** A person with an account whose password is `PASSWORD`. */
export async function createUser(role: Role = "user", email = `personne-${(count += 1)}@cko.test`) {
  const id = randomUUID()
  await db.insert(users).values({ id, email, emailVerified: true })
  // Not in the insert: the first user would become an admin whatever it says.
  await db.update(users).set({ role }).where(eq(users.id, id))
  passwordHash ??= hashPassword(PASSWORD)
  await db.insert(accounts).values({
    id: randomUUID(),
    accountId: id,
    providerId: "credential",
    userId: id,
    password: await passwordHash,
  })
  return { id, email, role }
}

/** Signs in as a browser would. @returns the `Cookie` header of the session */
export async function signInAs(email: string, password = PASSWORD) {
  const response = await sendForm("/auth", { email, password })
  const cookie = sessionCookie(response)
  if (!cookie) throw new Error(`not signed in: ${response.status}`)
  return cookie
}

/** The session cookie that an answer sets, as a `Cookie` header; empty when it takes it away. */
export function sessionCookie(response: Response) {
  const cookie = response.headers.getSetCookie().find((line) => line.includes("cko.session_token="))
  const pair = cookie?.split(";")[0]
  return pair?.endsWith("=") ? "" : pair
}

/** Posts a form as a browser would, from the site itself. */
export function sendForm(
  path: string,
  fields: Record<string, string> | URLSearchParams,
  headers: HeadersInit = {},
) {
  return send(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "Sec-Fetch-Site": "same-origin", Origin: "https://cko.test", ...headers },
  })
}
