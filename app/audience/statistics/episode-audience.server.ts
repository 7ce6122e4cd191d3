import { and, eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { can, type Contributor } from "#app/kit/lib/rights.ts"
import { isReleased } from "#app/podcast/episodes/episodes.server.ts"
import type { Period } from "../newsletter/growth/periods.ts"
import { compareEpisodes } from "./compared.server.ts"
import { listFirstDays, listReached, seenBy } from "./episode-figures.server.ts"
import { listShares } from "./figures.server.ts"
import { listStepsBeside } from "./import/steps-beside.server.ts"

/** All that is known of an episode's audience. @returns undefined where nobody hears it, `others` where somebody may not see it */
export async function loadEpisodeAudience(id: number, viewer: Contributor, period: Period) {
  const which = seenBy(viewer)
  const [episode] = await db
    .select({
      id: episodes.id,
      title: episodes.title,
      authorId: episodes.authorId,
      chapters: episodes.chapters,
      durationSeconds: episodes.durationSeconds,
    })
    .from(episodes)
    .where(and(isReleased, eq(episodes.id, id)))
  if (!episode) return undefined
  if (episode.authorId !== viewer.id && !can(viewer, "writing-all")) return "others"
  const [firstDays, beside, apps, reached, compared] = await Promise.all([
    listFirstDays(and(which, eq(episodes.id, id)), 1),
    listStepsBeside(period, id),
    listShares("app", 3_650, 20, undefined, id),
    listReached(id),
    compareEpisodes([id], which),
  ])
  return { ...episode, firstDays: firstDays[0], ...beside, apps, reached, compared }
}
