import { and, eq, inArray, isNull } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { publicNetwork } from "#app/http/public-network.server.ts"
import type { FieldValues } from "#app/http/forms.server.ts"
import { copyMedium, findCopy } from "../media/copy/copy-medium.server.ts"
import { ensureLegalPages } from "../pages/legal-pages.server.ts"
import { LEGAL_PAGES } from "../pages/legal-pages.ts"
import { podcast } from "../settings/definitions/podcast.server.ts"
import { leaveShippedTexts } from "../settings/own-podcast.server.ts"
import { readGroup, saveGroup } from "../settings/save-settings.server.ts"
import { siteSettings } from "../settings/site-settings.server.ts"

/** What a host says first of a podcast; the rest is for a feed to say, or for later. */
export const FIRST_FIELDS = ["name", "tagline", "description", "cover"]
export const FEED_FIELDS = ["author", "ownerName", "ownerEmail", "language", "categories", "isExplicit"]

/** The podcast's settings as the step's form has them: what the site came with is not proposed. */
export async function loadPodcastForm() {
  const { settings, fields } = await readGroup("podcast")
  const shown = settings.filter(({ name }) => [...FIRST_FIELDS, ...FEED_FIELDS].includes(name))
  const blank = settings.filter(
    ({ isSet, fixedBy, name }) => !isSet && !fixedBy && FIRST_FIELDS.includes(name),
  )
  return {
    settings: shown,
    fields: { ...fields, ...Object.fromEntries(blank.map(({ name }) => [name, ""])) },
  }
}

/**
 * Stores what was said of the podcast. Another name than the one that the site comes with leaves nothing of that podcast
 * (first, so that nobody ever sees both); under that name what is empty stays as it was.
 *
 * @param coverUrl a picture to copy into the library, if any
 * @returns why the cover could not be copied, in French, when it could not
 */
export async function savePodcastStep(values: Record<string, unknown>, coverUrl: string, userId: string) {
  const isOther = values.name !== podcast.name.default
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => isOther || value !== ""))
  const isFirst = isOther && !siteSettings().texts.isNeutral
  if (isFirst) await leaveShippedTexts()
  const year = isFirst ? { copyrightYear: new Date().getFullYear() } : {}
  await saveGroup("podcast", { ...year, ...filled })
  if (isFirst) await renewLegalPages()
  return coverUrl ? copyCover(coverUrl, userId) : undefined
}

/** Those that nobody edited say the podcast's name as it was when they were made. */
async function renewLegalPages() {
  const slugs = LEGAL_PAGES.map(({ slug }) => slug)
  const isUntouched = and(
    inArray(customPages.slug, slugs),
    eq(customPages.version, 1),
    isNull(customPages.createdBy),
  )
  await db.delete(customPages).where(isUntouched)
  await ensureLegalPages()
}

async function copyCover(coverUrl: string, userId: string) {
  const copied = await copyMedium(coverUrl, userId, publicNetwork)
  if ("failure" in copied) return copied.failure
  const found = await findCopy(copied.mediumId)
  if (found) await saveGroup("podcast", { cover: found.medium.address })
  return undefined
}

/** The feed's cover is copied unless another one was chosen. */
export function coverToCopy({ coverUrl = "", cover = "", copyCover: isAsked }: FieldValues) {
  return isAsked === "on" && cover === "" && /^https?:\/\//.test(coverUrl) ? coverUrl : ""
}
