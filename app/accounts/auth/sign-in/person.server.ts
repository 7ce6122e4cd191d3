import { eq } from "drizzle-orm"
import type { Actor } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import type { Role } from "#app/kit/lib/roles.ts"

/** Who signs in. */
export type Person = { id: string; email: string; role: Role }

export async function findPerson(id: string, on: typeof db | Transaction = db): Promise<Person | undefined> {
  const [person] = await on
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .where(eq(users.id, id))
  return person
}

/** As the log names them: nobody is signed in yet. */
export function actorOf({ id, email, role }: Person): Actor {
  return { id, name: email, role }
}
