import { sql } from "drizzle-orm"
import { createFormerUsers, type FormerUser } from "#app/accounts/users/former-users.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { importThings } from "#app/db/schema/imports.server.ts"
import { markDone, remark, type Run, step, takeThings } from "./run.server.ts"
import type { AccountThing, ProfileThing } from "./things.ts"

const BATCH = 100

/** Makes accounts of an import's, some at each call, where the host wants that; before texts, which are theirs. */
export function createAccountWriter(run: Run) {
  return () =>
    step(run, async (tx, report) => {
      if (!run.choices.accounts) return "done"
      const taken = await takeThings<AccountThing>(tx, run.id, "account", { after: 0, limit: BATCH })
      if (taken.length === 0) return "done"
      const ids = taken.map(({ sourceId }) => sourceId)
      const profiles = await listProfiles(tx, run.id, ids)
      const { made, refused } = await createFormerUsers(
        tx,
        taken.map(({ thing, sourceId }) => ({ ...thing, ...profiles.get(sourceId) })),
      )
      report.accounts = (report.accounts ?? 0) + made
      for (const email of refused) remark(report, email, "n’est pas une adresse e-mail\u00a0: pas de compte")
      await markDone(tx, run.id, "account", ids)
      return "more"
    })
}

/** What other tables say of accounts, by their ids: as far as they say something. */
async function listProfiles(tx: Transaction, importId: number, ids: string[]) {
  const { rows } = await tx.execute<{ thing: ProfileThing }>(sql`
    select thing from ${importThings}
    where import_id = ${importId} and kind = 'profile' and thing ->> 'of' = any(${sql.param(ids)}::text[])
    order by position`)
  const found = new Map<string, Partial<FormerUser>>()
  for (const { thing } of rows) {
    const { of, role, firstName, lastName, birthDate, country } = thing
    const said = Object.entries({ role, firstName, lastName, birthDate, country }).filter(
      ([, value]) => value,
    )
    found.set(of, { ...found.get(of), ...Object.fromEntries(said) })
  }
  return found
}
