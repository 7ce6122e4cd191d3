import { createHmac } from "node:crypto"
import { z } from "zod"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { isSameText } from "#app/kit/lib/same-text.server.ts"
import { secret } from "../feed/supporter-keys.server.ts"
import { SUPPORTERS_PAGE } from "../feed/supporter-paths.ts"

/** 128 bits. */
const BYTES = 16

/** Where services tell of payments: whoever knows it may say who supports the podcast. @returns its path */
export async function findPaymentPath() {
  return `${SUPPORTERS_PAGE}/paiements/${await findKey()}`
}

/** Whether this is the last part of that address. */
export async function isPaymentKey(key: string) {
  return isSameText(key, await findKey())
}

/** Makes it another one: the one before leads nowhere any more. */
export function renewPaymentAddress() {
  return db.transaction(async (tx) => {
    const number = await readNumber(tx)
    await writeSetting(tx, "payment-address", number + 1)
    await record(tx, { action: "update", kind: "settings", title: "Adresse des paiements" })
  })
}

const readNumber = async (on: Parameters<typeof readSetting>[2] = db) =>
  (await readSetting("payment-address", z.int(), on)) ?? 1

/** Signed, not stored. */
async function findKey() {
  const [by, number] = await Promise.all([secret(), readNumber()])
  const digest = createHmac("sha256", by).update(`payments:${number}`).digest()
  return digest.subarray(0, BYTES).toString("base64url")
}
