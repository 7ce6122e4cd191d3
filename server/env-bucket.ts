import { z } from "zod"
import type { BucketSettings } from "../app/kit/lib/settings.server.ts"

export const textOf = (name: string) => z.string().min(1, `${name} ne peut pas être vide`).optional()
export const addressOf = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} doit être une adresse http:// ou https://` }).optional()
export const bucketNameOf = (name: string) =>
  z
    .string()
    .regex(/^[a-z0-9][\w.-]{1,62}$/i, `${name} doit être le nom d’un bucket`)
    .optional()

/** Where the media library's files are, when not in the data folder. */
export const bucketVariables = {
  S3_ENDPOINT: addressOf("S3_ENDPOINT"),
  S3_BUCKET: bucketNameOf("S3_BUCKET"),
  S3_REGION: textOf("S3_REGION").default("us-east-1"),
  S3_ACCESS_KEY_ID: textOf("S3_ACCESS_KEY_ID"),
  S3_SECRET_ACCESS_KEY: textOf("S3_SECRET_ACCESS_KEY"),
  S3_REDIRECT: z.enum(["0", "1"], "S3_REDIRECT doit valoir 0 ou 1").default("0"),
  MEDIA_STORE: z.enum(["disk", "bucket"], "MEDIA_STORE doit valoir disk ou bucket").optional(),
}
type Variables = z.infer<z.ZodObject<typeof bucketVariables>>

const NEEDED = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const

/** A line about what a bucket lacks, if one is meant. */
export function missingOfBucket(env: Variables) {
  const isMeant = NEEDED.some((name) => env[name] !== undefined) || env.MEDIA_STORE === "bucket"
  const missing = NEEDED.filter((name) => env[name] === undefined)
  if (isMeant && missing.length > 0) return `Pour un bucket, donnez aussi ${missing.join(", ")}`
}

export function bucketOf(env: Variables): BucketSettings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ""),
    name: S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    takesFiles: env.MEDIA_STORE !== "disk",
    isRedirected: env.S3_REDIRECT === "1",
  }
}
