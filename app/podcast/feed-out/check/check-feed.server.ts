import { setImmediate } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { publicEpisodes } from "#app/db/public-episodes.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { isPublic } from "../../episodes/episodes.server.ts"
import { enclosureOf, isDirectoryPicture, pictureAddress } from "../enclosure.ts"
import { type FeedFile, fileOf, findFeedFile, numberInFeed } from "../feed-episodes.server.ts"
import {
  type CheckedEpisode,
  type CheckedPodcast,
  EPISODE_RULES,
  type PictureFit,
  PODCAST_RULES,
} from "./feed-rules.ts"

/** A rule that is broken, or only by some episodes. */
export type Finding = Omit<(typeof PODCAST_RULES)[number], "isBroken" | "isPart"> & {
  episodes?: { count: number; first: { id: number; title: string }[] }
}

/** How many episodes are named with a rule. */
const NAMED = 10
/** Asked of a podcast that has no name yet: what else would be said of it is the example's. */
const OF_NOBODY = new Set(["nom", "episodes", "https"])
/** Between so many others are answered. */
const SLICE = 500

/**
 * The feed beside the rules of directories.
 *
 * @returns the rules that are broken, those first that shut a podcast out; and the titles of the others
 */
export async function checkFeed(publicUrl: string) {
  const { podcast, feed } = siteSettings()
  const [cover, subjects] = await Promise.all([findFeedFile(podcast.cover), listChecked(publicUrl)])
  const { isNamed } = podcastName()
  const about: CheckedPodcast = {
    isNamed,
    publicUrl,
    description: podcast.description,
    cover: fitOf(podcast.cover, cover),
    categories: podcast.categories.length,
    ownerEmail: feed.showsOwnerEmail ? podcast.ownerEmail : "",
    newAddress: feed.newAddress,
    episodes: subjects.filter(({ enclosure }) => enclosure).length,
  }
  const podcastRules = isNamed ? PODCAST_RULES : PODCAST_RULES.filter(({ id }) => OF_NOBODY.has(id))
  const findings: Finding[] = podcastRules.filter(({ isBroken }) => isBroken(about)).map(withoutTest)
  for (const rule of EPISODE_RULES) {
    const broken = subjects.filter(rule.isBroken)
    if (broken.length === 0) continue
    const first = broken.slice(0, NAMED).map(({ id, title }) => ({ id, title }))
    findings.push({ ...withoutTest(rule), episodes: { count: broken.length, first } })
  }
  const isFound = new Set(findings.map(({ id }) => id))
  return {
    count: about.episodes,
    findings: findings.toSorted(
      (one, other) => Number(one.state === "look") - Number(other.state === "look"),
    ),
    passed: [...podcastRules, ...(subjects.length > 0 ? EPISODE_RULES : [])]
      .filter(({ id, isPart }) => !isPart && !isFound.has(id))
      .map(({ title }) => title),
  }
}

function withoutTest<Rule extends { isBroken: unknown }>({ isBroken: _isBroken, ...rule }: Rule) {
  return rule
}

type Row = Omit<CheckedEpisode, "enclosure" | "isOurs" | "picture"> & {
  audioUrl: string
  audioType: string | null
  audioBytes: number | null
  sound: FeedFile | null
  thumbnailUrl: string | null
  file: FeedFile | null
}

async function listChecked(publicUrl: string) {
  const { rows } = await db.execute<Row>(sql`
    select id, title, is_starter as "isStarter", description <> '' as "hasDescription", duration_seconds as "durationSeconds", type,
      audio_url as "audioUrl", audio_type as "audioType", audio_bytes::float8 as "audioBytes",
      ${fileOf(publicEpisodes.audioUrl)} as sound, thumbnail_url as "thumbnailUrl", ${fileOf(publicEpisodes.thumbnailUrl)} as file,
      counted.number is not null and type = 'full'
        and count(*) over (partition by season, counted.number, type) > 1 as "isTwin"
    from ${publicEpisodes} cross join lateral (select ${numberInFeed()} as number) counted where ${isPublic} and ${publicEpisodes.audioUrl} <> ''
    order by ${publicEpisodes.publishedAt} desc, ${publicEpisodes.id} desc`)
  const checked: CheckedEpisode[] = []
  const { host } = new URL(publicUrl)
  for (const [
    index,
    { sound, file, audioUrl, audioType, audioBytes, thumbnailUrl, ...row },
  ] of rows.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate()
    const enclosure = enclosureOf({ audioUrl, audioType, audioBytes, sound }, publicUrl)
    const isOurs = enclosure !== undefined && URL.parse(enclosure.url)?.host === host
    checked.push({ ...row, enclosure, isOurs, picture: fitOf(thumbnailUrl, file) })
  }
  return checked
}

function fitOf(address: string | null, file: FeedFile | null): PictureFit {
  if (!address) return "none"
  if (mediaKey(address)) return file && isDirectoryPicture(file) ? "fit" : "unfit"
  return pictureAddress(address, file, "") === undefined ? "unfit" : "unknown"
}
