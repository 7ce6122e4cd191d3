import { z } from "zod"
import type { BucketSettings, ElsewhereSettings } from "../app/kit/lib/settings.server.ts"
import { addressOf, bucketNameOf, textOf } from "./env-bucket.ts"

/** The second place for copies of the site (docs/operations.md). */
export const elsewhereVariables = {
  BACKUP_S3_ENDPOINT: addressOf("BACKUP_S3_ENDPOINT"),
  BACKUP_S3_BUCKET: bucketNameOf("BACKUP_S3_BUCKET"),
  BACKUP_S3_REGION: textOf("BACKUP_S3_REGION").default("us-east-1"),
  BACKUP_S3_ACCESS_KEY_ID: textOf("BACKUP_S3_ACCESS_KEY_ID"),
  BACKUP_S3_SECRET_ACCESS_KEY: textOf("BACKUP_S3_SECRET_ACCESS_KEY"),
  BACKUP_AGE_RECIPIENT: z
    .string()
    .refine((key) => !/^AGE-SECRET-KEY-/i.test(key), {
      error:
        "BACKUP_AGE_RECIPIENT est la clé secrète, que le site ne doit pas connaître\u00a0: donnez la clé publique (age1…), et gardez l’autre ailleurs",
      abort: true,
    })
    .refine(isRecipient, "BACKUP_AGE_RECIPIENT doit être une clé publique de age (age1…), entière")
    .optional(),
}
type Variables = z.infer<z.ZodObject<typeof elsewhereVariables>>

const NEEDED = [
  "BACKUP_S3_ENDPOINT",
  "BACKUP_S3_BUCKET",
  "BACKUP_S3_ACCESS_KEY_ID",
  "BACKUP_S3_SECRET_ACCESS_KEY",
  "BACKUP_AGE_RECIPIENT",
] as const

/** A line about what the second place lacks, if one is meant; or about the library's bucket, if that is meant to be it. */
export function wrongOfElsewhere(env: Variables, library?: BucketSettings) {
  const missing = NEEDED.filter((name) => env[name] === undefined)
  if (missing.length > 0 && missing.length < NEEDED.length)
    return `Pour des copies ailleurs, donnez aussi ${missing.join(", ")}`
  const bucket = elsewhereOf(env)?.bucket
  if (bucket && bucket.endpoint === library?.endpoint && bucket.name === library.name)
    return "BACKUP_S3_BUCKET doit être un autre bucket que S3_BUCKET"
}

export function elsewhereOf(env: Variables): ElsewhereSettings | undefined {
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } = env
  const { BACKUP_AGE_RECIPIENT: recipient } = env
  if (!BACKUP_S3_ENDPOINT || !BACKUP_S3_BUCKET || !recipient) return undefined
  if (!BACKUP_S3_ACCESS_KEY_ID || !BACKUP_S3_SECRET_ACCESS_KEY) return undefined
  const bucket = {
    endpoint: BACKUP_S3_ENDPOINT.replace(/\/+$/, ""),
    name: BACKUP_S3_BUCKET,
    region: env.BACKUP_S3_REGION,
    accessKeyId: BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: BACKUP_S3_SECRET_ACCESS_KEY,
    takesFiles: true,
    isRedirected: false,
  }
  return { bucket, recipient }
}

const LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** With its checksum (Bech32, BIP 173), since by a mistyped one nobody would ever read a copy. The library of age is slow to load. */
function isRecipient(key: string) {
  const [, kind = "", data = ""] = /^(age(?:1[a-z]+)?)1([02-9ac-hj-np-z]{58,})$/.exec(key) ?? []
  const codes = [...kind].map((letter) => letter.charCodeAt(0))
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
  let sum = 1
  for (const value of [...values, ...[...data].map((letter) => LETTERS.indexOf(letter))]) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, term] of GENERATOR.entries()) if ((top >>> bit) & 1) sum ^= term
  }
  return kind !== "" && sum === 1
}
