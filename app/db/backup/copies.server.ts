import { readdir } from "node:fs/promises"
import { join } from "node:path"

/** « 2026-11-26.cko.gz » is the day's (in UTC), « 2026-11-26-140532.cko.gz » one that somebody asked for at that moment. */
const COPY = /^\d{4}-\d{2}-\d{2}(-\d{6})?\.cko\.gz$/
const ENDING = ".cko.gz"

/** Where a data folder has the copies that the site makes. */
export const copiesFolder = (dataDir: string) => join(dataDir, "backups")

export const dailyName = (now: Date) => now.toISOString().slice(0, 10) + ENDING
export const askedName = (now: Date) =>
  now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "") + ENDING

export const isCopyName = (name: string) => COPY.test(name)
export const isDaily = (name: string) => name.length === "2026-11-26".length + ENDING.length

/** The names of the copies in a folder, the oldest first. */
export async function listCopies(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  return names.filter(isCopyName).toSorted((one, other) => (stem(one) < stem(other) ? -1 : 1))
}

/**
 * Which copies go: all but the newest daily ones, those asked for with the days that they are of, and of these, too, all but the newest.
 * So nobody who asks for many takes the days before away.
 *
 * @param names as `listCopies` has them
 * @param max how many of each are kept
 */
export function findSurplus(names: string[], max: number) {
  const days = names.filter(isDaily)
  const oldest = days.length > max ? stem(days.at(-max) ?? "") : ""
  const asked = names.filter((name) => !isDaily(name))
  const kept = new Set([...days.slice(-max), ...asked.filter((name) => stem(name) > oldest).slice(-max)])
  return names.filter((name) => !kept.has(name))
}

const stem = (name: string) => name.slice(0, -ENDING.length)
