import { LRUCache } from "lru-cache"
import type { z } from "zod"
import { countAttempt, type RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { isPublicEpisode } from "#app/podcast/episodes/episodes.server.ts"
import { classifyAgent } from "./agents/agents.ts"
import { countTotal } from "./day-totals.server.ts"
import type { playSchema } from "./plays.schema.ts"

/** As for views: offices and schools share an address. */
const PER_ADDRESS: RateLimit = { name: "play-address", points: 20, seconds: 3_600 }

/** That an episode is hidden is heard of within this time. */
const TTL_MS = 60_000
const published = new LRUCache<number, true>({
  max: 2_000,
  ttl: TTL_MS,
  // What is not published is not remembered: it may be the next moment.
  fetchMethod: async (episodeId) => (await isPublicEpisode(episodeId)) || undefined,
})

type Play = z.output<typeof playSchema> & { episodeId: number; address: string; userAgent: string }

/**
 * Counts what was heard of a published episode, unless a bot says so or its address said so twenty times within the hour.
 *
 * @returns false where there is no such episode
 */
export async function countPlay({ episodeId, site, address, userAgent, tenths, again }: Play) {
  if (!(await published.fetch(episodeId))) return false
  if (classifyAgent(userAgent).kind === "bot") return true
  if ((await countAttempt(PER_ADDRESS, `${episodeId} ${address}`)) > 0) return true
  const day = toDay(new Date())
  if (!again)
    for (const id of [episodeId, 0]) countTotal({ day, measure: "play", episodeId: id, label: site })
  for (const label of tenths) countTotal({ day, measure: "reached", episodeId, label })
  return true
}

/** As it is at the start of the site. */
export const forgetPublished = () => published.clear()
