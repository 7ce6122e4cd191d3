import { z } from "zod"
import { definitionsOf } from "#app/base/settings/definitions.server.ts"
import { inRows } from "#app/base/settings/group-page.server.ts"
import { findWrongPictures } from "#app/base/settings/picture-sizes.server.ts"
import { groupSchema, readGroup, saveGroups } from "#app/base/settings/save-settings.server.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { namePodcast } from "#app/podcast/feeds-in/identity/name-podcast.server.ts"
import { FEED_FIELDS, FIRST_FIELDS, nameOf } from "./podcast-fields.ts"
import { feedSchema, stepIntents } from "./first-steps.schema.ts"

/** Those of which its form has lists. */
const LISTED_GROUPS = ["links", "support"] as const

/** What is said of the podcast, where else it is and where one pays for it: the settings of three groups, in one form. */
const saidSchema = z.intersection(
  groupSchema("podcast").transform((podcast) => ({ podcast })),
  z.intersection(
    groupSchema("links").transform((links) => ({ links })),
    groupSchema("support").transform((support) => ({ support })),
  ),
)
type Said = z.output<typeof saidSchema>

/** What the page of the first steps does. */
export const firstStepsIntents = { "read-feed": feedSchema, "save-podcast": saidSchema, ...stepIntents }

/** The podcast's settings as the step's form has them: what the site came with is not proposed. */
export async function loadPodcastForm() {
  const [about, links, support] = await Promise.all([
    readGroup("podcast"),
    readGroup("links"),
    readGroup("support"),
  ])
  const groups = [about, links, support]
  const known = [...FIRST_FIELDS, ...FEED_FIELDS]
  const settings = groups.flatMap((group) => group.settings)
  const shown = known.flatMap((name) => settings.find((setting) => setting.name === name) ?? [])
  const blank = settings.filter(({ isSet, fixedBy }) => !isSet && !fixedBy).map(({ name }) => name)
  const fields = groups.flatMap((group) => Object.entries(group.fields))
  const set = fields.filter(([name]) => !blank.includes(nameOf(name)))
  return { settings: shown, fields: Object.fromEntries(set), basis: about.basis }
}

type From = Parameters<typeof namePodcast>[1]

/**
 * Stores what was said of the podcast (name-podcast.server.ts), all of it or nothing.
 *
 * @param guard where the cover's address may lead
 * @returns what is wrong with a field, the new basis where somebody else was faster, or why the cover could not be copied
 */
export async function savePodcastStep(
  said: Said,
  from: From,
  guard?: AddressGuard,
): Promise<{ errors: Record<string, string> } | { newer: string } | { failure?: string }> {
  const errors = await findWrongPictures("podcast", said.podcast)
  if (Object.keys(errors).length > 0) return { errors }
  const { parts, failure } = await namePodcast(said, from, guard)
  const newer = await saveGroups(parts)
  return newer ? { newer } : { failure }
}

/** The feed's cover is copied unless another one was chosen. */
export function coverToCopy({ coverUrl = "", cover = "", copyCover: isAsked }: FieldValues) {
  return isAsked === "on" && cover === "" && /^https?:\/\//.test(coverUrl) ? coverUrl : ""
}

/** What was typed, the rows of its lists numbered as the messages about them count. */
export function typedInRows(values: FieldValues): FieldValues {
  const lists = LISTED_GROUPS.flatMap((group) => Object.keys(definitionsOf(group)))
  const others = Object.entries(values).filter(([name]) => !lists.includes(nameOf(name)))
  return Object.assign(Object.fromEntries(others), ...LISTED_GROUPS.map((group) => inRows(group, values)))
}
