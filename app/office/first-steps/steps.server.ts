import { sql } from "drizzle-orm"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { links } from "#app/base/settings/definitions/links.server.ts"
import { podcast } from "#app/base/settings/definitions/podcast.server.ts"
import { readFirstSteps } from "#app/base/settings/first-steps.server.ts"
import { STEPS, type Step, type StepStates } from "#app/base/settings/first-steps.ts"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { contentsOfSite, hadStarter } from "#app/db/starter/marked.server.ts"

/** How far the site is: what is there counts, whoever put it there, and what was left out. */
export async function loadFirstSteps() {
  const [{ isOpen, passed }, { hasStarter }, cameWithStarter, hasEpisode] = await Promise.all([
    readFirstSteps(),
    contentsOfSite(),
    hadStarter(),
    hasOwnEpisode(),
  ])
  /** Undefined of what is no step of this site. */
  const isDone: Record<Step, boolean | undefined> = {
    podcast:
      podcastName().isSaid ||
      (siteSettings().podcast.name !== podcast.name.default &&
        siteSettings().podcast.name !== podcast.name.elsewhere),
    episode: hasEpisode,
    starter: hasStarter || cameWithStarter ? !hasStarter : undefined,
    platforms: hasOwnPlatforms(),
    mail: sendsRealMail(),
    // Nothing has to be done for it: having read it is enough.
    backup: passed.includes("backup"),
  }
  const stateOf = (step: Step) => (isDone[step] ? "done" : passed.includes(step) ? "passed" : "todo")
  const steps = STEPS.filter((step) => isDone[step] !== undefined)
  const states: StepStates = Object.fromEntries(steps.map((step) => [step, stateOf(step)]))
  return { isOpen, states }
}

/** The shipped ones lead to no podcast. */
function hasOwnPlatforms() {
  const { platforms } = siteSettings().links
  const shipped = new Set<string>(links.platforms.default.map(({ url }) => url))
  return platforms.some(({ url }) => !shipped.has(url))
}

async function hasOwnEpisode() {
  const [row] = await db
    .select({ id: episodes.id })
    .from(episodes)
    .where(sql`${episodes.isPublished} and not ${episodes.isStarter}`)
    .limit(1)
  return row !== undefined
}
