import { randomUUID } from "node:crypto"
import { accounts, profiles, users } from "#app/db/schema/accounts.server.ts"
import { record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { ROLES } from "#app/kit/lib/roles.ts"
import { emailAddress } from "../auth/auth.schema.ts"
import { isFormerHash } from "../auth/former-passwords.ts"
import { profileSchema } from "./profile.schema.ts"

/** An account as another site has it: anything may stand in it. */
export type FormerUser = {
  email: string
  /** Of their password, by bcrypt; of another kind it is none, and its owner asks for a new one. */
  hash: string
  role: string
  firstName: string
  lastName: string
  /** As 1990-12-31. */
  birthDate: string
  country: string
}

/**
 * Makes accounts of those of another site, whose addresses count as confirmed; whose address has one here is left as they are.
 *
 * @returns how many were made, and the addresses that are none
 */
export async function createFormerUsers(tx: Transaction, former: readonly FormerUser[]) {
  let made = 0
  const refused: string[] = []
  for (const { email: written, hash, role: name, ...person } of former) {
    const email = emailAddress.safeParse(written)
    if (!email.success) {
      refused.push(written)
      continue
    }
    const role = ROLES.find((known) => known === name) ?? "user"
    const [user] = await tx
      .insert(users)
      .values({ id: randomUUID(), email: email.data, role, emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id, email: users.email })
    if (!user) continue
    const { id: userId, email: title } = user
    await tx.insert(accounts).values({
      ...{ id: randomUUID(), accountId: userId, providerId: "credential", userId },
      password: isFormerHash(hash) ? hash : null,
    })
    await tx.insert(profiles).values({ userId, ...profileOf(person) })
    await record(tx, { action: "create", kind: "user", id: userId, title, after: { role } })
    made += 1
  }
  return { made, refused }
}

function profileOf({ firstName, lastName, birthDate, country }: Omit<FormerUser, "email" | "hash" | "role">) {
  const short = (text: string) => text.slice(0, 100).toWellFormed().trim()
  const day = profileSchema.shape.birthDate.safeParse(birthDate)
  return {
    ...{ firstName: short(firstName), lastName: short(lastName), country: short(country) },
    birthDate: day.success ? day.data : null,
  }
}
