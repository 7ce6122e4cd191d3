import { z } from "zod"
import type { CdnSettings } from "../app/kit/lib/settings.server.ts"
import { addressOf } from "./env-bucket.ts"

/** What keeps pages in front of the site, and is told when they change (docs/scaling.md). */
export const cdnVariables = {
  CDN_PURGE_URL: addressOf("CDN_PURGE_URL"),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, "CDN_PURGE_TOKEN doit être sans espace ni accent")
    .optional(),
}
type Variables = z.infer<z.ZodObject<typeof cdnVariables>>

export function cdnOf({ CDN_PURGE_URL, CDN_PURGE_TOKEN }: Variables): CdnSettings | undefined {
  return CDN_PURGE_URL ? { purgeUrl: CDN_PURGE_URL, token: CDN_PURGE_TOKEN } : undefined
}

/** A line about a token that nobody would be sent. */
export function wrongOfCdn({ CDN_PURGE_URL, CDN_PURGE_TOKEN }: Variables) {
  if (CDN_PURGE_TOKEN && !CDN_PURGE_URL) return "Avec CDN_PURGE_TOKEN, donnez aussi CDN_PURGE_URL"
}
