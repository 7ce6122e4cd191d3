import { generateKeyPair, randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { z } from "zod"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { decrypt, encrypt } from "#app/db/encryption.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { senderDomain } from "./smtp.server.ts"

const SETTING = "mail-dkim"
/** 2 048 bits fit into one UDP answer, and are what mail services ask for. */
const BITS = 2_048

const keySchema = z.object({
  domain: z.string(),
  selector: z.string().regex(/^[a-z\d-]{1,63}$/),
  publicKey: z.string(),
  sealedKey: z.string(),
})

/**
 * What mails carry a signature over: with both headers of RFC 8058, which the library leaves out (without them mail
 * services show no button to unsubscribe).
 */
const SIGNED_HEADERS = [
  ...["From", "Sender", "Reply-To", "Subject", "Date", "Message-ID", "To", "Cc", "MIME-Version"],
  ...["Content-Type", "Content-Transfer-Encoding", "In-Reply-To", "References"],
  ...["List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"],
].join(":")

/** The key that mails of the sender's domain are signed with: where it is to be published, and what; undefined without one. */
export async function findDkimRecord() {
  const key = await readSetting(SETTING, keySchema)
  if (!key || key.domain !== senderDomain()) return undefined
  return {
    name: `${key.selector}._domainkey.${key.domain}`,
    value: `v=DKIM1; k=rsa; p=${key.publicKey}`,
  }
}

/** Makes a key for the sender's domain, instead of any that there was: its name is another one, so that mails under way stay valid. */
export async function renewDkimKey() {
  const domain = senderDomain()
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: BITS,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
  const selector = `podcast-${randomBytes(3).toString("hex")}`
  const key = {
    domain,
    selector,
    publicKey: publicKey.toString("base64"),
    sealedKey: await encrypt(privateKey, SETTING),
  }
  await db.transaction(async (tx) => {
    const former = await readSetting(SETTING, keySchema, tx)
    await writeSetting(tx, SETTING, key)
    const deed = { action: "update", kind: "settings", id: "site-mail", title: "Clé DKIM" } as const
    const [before, after] = [former, key].map((of) => ({ dkim: of && `${of.selector} (${of.domain})` }))
    await record(tx, { ...deed, before, after })
  })
}

/** How a mail of the sender's domain is signed. A key that cannot be read leaves it unsigned, which is logged. */
export async function dkimOptions() {
  const key = await readSetting(SETTING, keySchema)
  if (!key || key.domain !== senderDomain()) return undefined
  try {
    return {
      domainName: key.domain,
      keySelector: key.selector,
      privateKey: await decrypt(key.sealedKey, SETTING),
      headerFieldNames: SIGNED_HEADERS,
    }
  } catch (error) {
    log.error(error, "dkim key not read")
    return undefined
  }
}
