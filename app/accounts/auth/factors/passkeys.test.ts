import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { passkeys } from "#app/db/schema/accounts.server.ts"
import { type Authenticator, createAuthenticator } from "#test/authenticator.ts"
import { useDatabase } from "#test/database.ts"
import { keepPasskey } from "#test/factors.ts"
import { createUser } from "#test/people.ts"
import { MAX_PASSKEYS } from "./passkeys.schema.ts"
import { askForNewPasskey, askForPasskey, checkPasskey } from "./passkeys.server.ts"

let person: { id: string; email: string }

useDatabase()
beforeEach(async () => {
  person = await createUser("admin")
})

async function add(authenticator: Authenticator, to = person) {
  return keepPasskey(to.id, authenticator.register(await askForNewPasskey(to)))
}

const reauthenticationOf = (userId: string) => ({ purpose: "proof", userId }) as const

async function signInWith(authenticator: Authenticator, userId?: string) {
  const occasion = userId === undefined ? undefined : reauthenticationOf(userId)
  return checkPasskey(authenticator.authenticate(await askForPasskey(occasion)), occasion)
}

test("a passkey says whose it is, whether it was asked for by name or not", async () => {
  const authenticator = createAuthenticator()
  expect(await add(authenticator)).toBe("added")
  expect(await signInWith(authenticator)).toEqual({ userId: person.id })
  expect(await signInWith(authenticator, person.id)).toEqual({ userId: person.id })
})

test("an authenticator that made sure of nobody is refused, new or known", async () => {
  expect(await add(createAuthenticator({ isUserVerified: false }))).toBe("refused")
  const authenticator = createAuthenticator()
  await add(authenticator)
  authenticator.state.isUserVerified = false
  expect(await signInWith(authenticator)).toBeUndefined()
})

test("a passkey of another site is refused, new or known", async () => {
  expect(await add(createAuthenticator({ origin: "https://cko.test.evil.example" }))).toBe("refused")
  const authenticator = createAuthenticator()
  await add(authenticator)
  authenticator.state.origin = "http://cko.test"
  expect(await signInWith(authenticator)).toBeUndefined()
  expect(await checkPasskey(authenticator.authenticate({ challenge: "x", rpId: "evil.example" }))).toBe(
    undefined,
  )
})

test("an answer is good once, for what was asked, for five minutes", async () => {
  const authenticator = createAuthenticator()
  await add(authenticator)
  const answer = authenticator.authenticate(await askForPasskey())
  expect(await checkPasskey(answer, reauthenticationOf(person.id))).toBeUndefined()
  const proof = authenticator.authenticate(await askForPasskey(reauthenticationOf(person.id)))
  expect(await checkPasskey(proof, { purpose: "second-step", userId: person.id })).toBeUndefined()
  const used = authenticator.authenticate(await askForPasskey())
  expect([await checkPasskey(used), await checkPasskey(used)]).toEqual([{ userId: person.id }, undefined])
  const late = authenticator.authenticate(await askForPasskey())
  await db.execute(sql`update verifications set expires_at = now() - interval '1 second'`)
  expect(await checkPasskey(late)).toBeUndefined()
  const twice = authenticator.authenticate(await askForPasskey())
  const passed = await Promise.all(Array.from({ length: 10 }, () => checkPasskey(twice)))
  expect(passed.filter(Boolean)).toHaveLength(1)
})

test("nobody answers for somebody else", async () => {
  const [authenticator, other] = [createAuthenticator(), createAuthenticator()]
  const stranger = await createUser("admin")
  await add(authenticator)
  await add(other, stranger)
  expect(await signInWith(other, person.id)).toBeUndefined()
  // Signed by the other's key, under this one's name.
  const forged = {
    ...other.authenticate(await askForPasskey()),
    id: authenticator.id,
    rawId: authenticator.id,
  }
  expect(await checkPasskey(forged)).toBeUndefined()
  const theirs = createAuthenticator().register(await askForNewPasskey(stranger))
  expect(await keepPasskey(person.id, theirs)).toBe("refused")
  expect(await add(other)).toBe("refused")
})

test("a copy that counts less is refused", async () => {
  const authenticator = createAuthenticator({ counts: true })
  await add(authenticator)
  expect(await signInWith(authenticator)).toEqual({ userId: person.id })
  authenticator.state.counter -= 1
  expect(await signInWith(authenticator)).toBeUndefined()
})

test("nobody has more than twenty passkeys, however many are added at once", async () => {
  await db.insert(passkeys).values(
    Array.from({ length: MAX_PASSKEYS - 1 }, (_, n) => ({
      id: `${n}`,
      userId: person.id,
      name: "Clé",
      publicKey: "k",
    })),
  )
  const outcomes = await Promise.all([1, 2, 3].map(() => add(createAuthenticator())))
  expect(outcomes.sort()).toEqual(["added", "too-many", "too-many"])
})
