import { hash } from "node:crypto"
import { definitionsOf } from "#app/base/settings/definitions.server.ts"
import { podcast } from "#app/base/settings/definitions/podcast.server.ts"
import { describeValue, groupsWriter } from "#app/base/settings/save-settings.server.ts"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import type { Channel } from "../channel.ts"
import type { IdentityOffer } from "./identity.ts"
import { namePodcast } from "./name-podcast.server.ts"
import { podcastOf, type Said, SAID_GROUPS } from "./said-podcast.server.ts"

/**
 * What the site would say of itself if it took a feed's podcast over, beside what it says now.
 *
 * @returns undefined where the feed has no name to give, or nothing would change
 */
export function offerIdentity(channel: Channel | undefined): IdentityOffer | undefined {
  const { said, coverUrl, left } = saidBy(channel)
  const name = said.podcast.name
  if (typeof name !== "string") return undefined
  const { isNamed } = podcastName()
  const changes = SAID_GROUPS.flatMap((group) =>
    Object.entries(said[group]).flatMap(([setting, after]) => {
      const definition = definitionsOf(group)[setting]
      const before = (siteSettings()[group] as Record<string, unknown>)[setting]
      if (!definition || JSON.stringify(before) === JSON.stringify(after)) return []
      const [was, is] = [before, after].map((value) => describeValue(definition, value))
      return [{ label: definition.label, before: was ?? "", after: is ?? "" }]
    }),
  )
  if (changes.length === 0 && coverUrl === "" && isNamed) return undefined
  const clearsExample = name !== podcast.name.default && !siteSettings().texts.isNeutral
  const key = hash("sha256", JSON.stringify([said, coverUrl, changes]), "base64url")
  return { key, name, changes, coverUrl, left, clearsExample, isOn: !isNamed }
}

type Taking = { userId: string | null; guard?: AddressGuard }

/**
 * Prepares to take over what a feed says of its podcast: what it does not say stays as it is.
 *
 * @returns what stores it in a transaction of others, who then have the settings read anew; and why the cover was not taken
 */
export async function takeIdentity(channel: Channel | undefined, { userId, guard }: Taking) {
  const { said, coverUrl } = saidBy(channel)
  const { parts, failure } = await namePodcast(said, { coverUrl, userId }, guard)
  return { write: await groupsWriter(parts), coverFailure: failure }
}

const NOTHING: Said = { podcast: {}, links: {}, support: {} }

/** Of a cover that hosts chose nothing is said by a feed of the same podcast. */
function saidBy(channel: Channel | undefined) {
  if (!channel) return { said: NOTHING, coverUrl: "", left: [] }
  const { values, coverUrl, left } = podcastOf(channel)
  const said = {
    podcast: filled(values.podcast),
    links: filled(values.links),
    support: filled(values.support),
  }
  const own = siteSettings().podcast
  const takesCover = own.cover === "" || own.name !== said.podcast.name
  return { said, coverUrl: takesCover ? coverUrl : "", left }
}

function filled(values: Record<string, unknown>) {
  const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)))
}
