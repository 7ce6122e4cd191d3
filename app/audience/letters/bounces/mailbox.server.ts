import type { ImapFlow } from "imapflow"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { decrypt } from "#app/db/encryption.server.ts"

/** A server that does not answer, or announces more than a bounce mailbox holds, is not waited for. */
const CONNECT_MS = 20_000
const SILENCE_MS = 20_000
const LIMITS = {
  maxLineLength: 1_000_000,
  maxLiteralSize: 1_000_000,
  maxResponseSize: 4_000_000,
  maxResponseTokens: 200_000,
}

/** The mailbox that hosts set, by a name that another one does not have; undefined without one. */
export function nameMailbox() {
  const { imapHost, imapPort, imapUser, imapFolder } = siteSettings().returns
  return imapHost === "" ? undefined : JSON.stringify([imapHost, imapPort, imapUser, imapFolder])
}

/**
 * Opens the mailbox that hosts set, for as long as `work` takes.
 *
 * @param signal hangs up at once
 * @throws what the mail server or the network answered instead, or the password not being readable
 */
export async function withMailbox<Result>(
  work: (client: ImapFlow) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { imapHost, imapPort, imapSecurity, imapUser, imapPassword } = siteSettings().returns
  const pass = imapPassword && (await decrypt(imapPassword, "returns.imapPassword"))
  // Sites without such a mailbox never need it.
  const { ImapFlow } = await import("imapflow")
  signal.throwIfAborted()
  const client = new ImapFlow({
    host: imapHost,
    port: imapPort,
    secure: imapSecurity === "tls",
    ...(imapSecurity !== "tls" && { doSTARTTLS: imapSecurity === "starttls" }),
    auth: { user: imapUser, pass },
    logger: false,
    clientInfo: { name: "CKO" },
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...LIMITS,
  })
  let failure: unknown
  client.on("error", (error) => (failure = error))
  const hangUp = () => client.close()
  signal.addEventListener("abort", hangUp)
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    signal.throwIfAborted()
    throw failure ?? error
  } finally {
    signal.removeEventListener("abort", hangUp)
    await client.logout().catch(hangUp)
  }
}
