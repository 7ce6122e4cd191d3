import { publicNetwork } from "#app/http/public-network.server.ts"
import type { FieldValues } from "#app/http/forms.server.ts"
import { copyMedium, findCopy } from "../media/copy/copy-medium.server.ts"
import { podcast } from "../settings/definitions/podcast.server.ts"
import { leaveShippedTexts } from "../settings/own-podcast.server.ts"
import { groupSchema, readGroup, saveGroup } from "../settings/save-settings.server.ts"
import { siteSettings } from "../settings/site-settings.server.ts"
import { feedSchema, stepIntents } from "./first-steps.schema.ts"

/** What a host says first of a podcast; the rest is for a feed to say, or for later. */
export const FIRST_FIELDS = ["name", "tagline", "description", "cover"]
export const FEED_FIELDS = ["author", "ownerName", "ownerEmail", "language", "categories", "isExplicit"]

/** What the page of the first steps does. */
export const firstStepsIntents = {
  "read-feed": feedSchema,
  "save-podcast": groupSchema("podcast"),
  ...stepIntents,
}

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
  return coverUrl ? copyCover(coverUrl, userId) : undefined
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
