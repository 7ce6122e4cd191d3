import { AsyncLocalStorage } from "node:async_hooks"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { hashPassword, verifyPassword } from "better-auth/crypto"
import { betterAuth } from "better-auth/minimal"
import { eq } from "drizzle-orm"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { type Mail, sendMailSoon } from "#app/base/mail/mail.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { accounts, sessions, users, verifications } from "#app/db/schema/accounts.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { afterCommit } from "#app/db/transaction-scope.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { confirmationMail, passwordMail } from "./auth-mails.ts"
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./auth.schema.ts"
import { isFormerHash, type isFormerPassword } from "./former-passwords.ts"
import { guardSession } from "./session-guard.server.ts"
import { sessionStarter } from "./start-session.server.ts"

const DAY_S = 86_400

let made: { secret: string; confirms: boolean; auth: ReturnType<typeof makeAuth> } | undefined

/** The accounts library on the open database. Its own routes are not served: only our pages call it. */
export async function getAuth() {
  // It is another one once a backup was restored.
  const secret = await getSecret("sessions")
  // Hosts can give the site a mail server, and take it away.
  const confirms = sendsRealMail()
  if (made?.secret !== secret || made.confirms !== confirms) {
    made = { secret, confirms, auth: makeAuth(secret, confirms) }
  }
  return made.auth
}

const joined = new AsyncLocalStorage<Transaction>()
const database = new Proxy(db, {
  get: (alone, name): unknown => Reflect.get(joined.getStore() ?? alone, name),
})

/** A transaction to which all belongs that the library does in `work`. */
export function inOneTransaction<Result>(work: (tx: Transaction) => Promise<Result>) {
  return db.transaction((tx) => joined.run(tx, () => work(tx)))
}

function makeAuth(secret: string, requireEmailVerification: boolean) {
  const { publicUrl } = getSettings()
  return betterAuth({
    baseURL: publicUrl,
    secret,
    database: drizzleAdapter(database, {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: true,
    }),
    user: {
      additionalFields: {
        role: { type: "string", input: false, required: false },
        rights: { type: "string[]", input: false, required: false },
      },
    },
    session: { expiresIn: 30 * DAY_S, updateAge: DAY_S },
    databaseHooks: { session: { create: { before: guardSession } } },
    plugins: [sessionStarter],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      requireEmailVerification,
      password: { verify: isPasswordOf },
      resetPasswordTokenExpiresIn: 3_600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => sendMailSoon(passwordMail(publicUrl, user.email, token)),
    },
    // Who reads the database, or a backup of it, finds no link that still works.
    verification: { storeIdentifier: "hashed" },
    emailVerification: {
      sendOnSignIn: true,
      expiresIn: DAY_S,
      // Called in the transaction that makes the account, and what counts mails has a connection of its own.
      sendVerificationEmail: async ({ user, token }) =>
        afterCommit(() => mailConfirmation(user.email, confirmationMail(publicUrl, user.email, token))),
    },
    advanced: {
      cookiePrefix: "cko",
      useSecureCookies: publicUrl.startsWith("https:"),
      // Addresses are personal data that nothing here needs.
      ipAddress: { disableIpTracking: true },
    },
    // Ours are shared between processes (limits.server.ts).
    rateLimit: { enabled: false },
    // It would name addresses; what fails is logged where it is caught.
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}

type Asked = Parameters<typeof isFormerPassword>[0]
const isFormer = readerInThread<Asked, ReturnType<typeof isFormerPassword>>("former-password")

/** Who came with a site that moved in signs in by their password of there once; from then on it is kept as all others are. */
async function isPasswordOf({ password, hash }: Asked) {
  if (!isFormerHash(hash)) return verifyPassword({ password, hash })
  const isRight = await isFormer({ password, hash })
  if (isRight === undefined) throw new Error("a password of another site was not compared")
  if (isRight)
    await database
      .update(accounts)
      .set({ password: await hashPassword(password) })
      .where(eq(accounts.password, hash))
  return isRight
}

function mailConfirmation(email: string, mail: Mail) {
  mayMail("confirmation", email).then(
    (mayBeSent) => mayBeSent && sendMailSoon(mail),
    (error: unknown) => log.error(error, "mail not sent"),
  )
}
