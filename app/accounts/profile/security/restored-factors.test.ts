import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { writeBackup } from "#app/db/backup/backup.server.ts"
import { restoreBackup } from "#app/db/backup/restore.server.ts"
import { db } from "#app/db/client.server.ts"
import { forgetSecrets } from "#app/db/secrets.server.ts"
import { askForPasskey, checkPasskey } from "#app/accounts/auth/factors/passkeys.server.ts"
import { takeRecoveryCode } from "#app/accounts/auth/factors/recovery-codes.server.ts"
import {
  findOwedFactor,
  findRequiredSince,
  setFactorRequired,
} from "#app/accounts/auth/factors/required-factor.server.ts"
import { checkTotp } from "#app/accounts/auth/factors/totp.server.ts"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { giveApp, givePasskey, giveRecoveryCodes } from "#test/factors.ts"
import { createUser } from "#test/people.ts"

const folder = await mkdtemp(join(tmpdir(), "cko-factors-"))
beforeAll(openTestDatabase)
afterAll(() => rm(folder, { recursive: true }))

test("factors, and the rule that requires them, work on after a backup was restored into an empty database", async () => {
  const awa = await createUser("admin", "awa@cko.test")
  const code = await giveApp(awa)
  const authenticator = await givePasskey(awa)
  const codes = await giveRecoveryCodes(awa)
  await setFactorRequired(awa.id, true)
  const file = join(folder, "copie.cko.gz")
  await writeBackup({ file, dataDir: folder })

  await emptyDatabase()
  await db.execute(sql`truncate secrets`)
  forgetSecrets()
  await createUser("admin", "autre@cko.test")
  await restoreBackup({ file, dataDir: folder, overwrite: true })
  forgetSecrets()

  expect(await checkTotp(awa.id, code())).toBe(true)
  expect(await checkPasskey(authenticator.authenticate(await askForPasskey()))).toEqual({ userId: awa.id })
  expect(await takeRecoveryCode(awa.id, codes[0] ?? "")).toBe(true)
  expect(await findRequiredSince()).toBeInstanceOf(Date)
  expect(await findOwedFactor(awa)).toBeUndefined()
})
