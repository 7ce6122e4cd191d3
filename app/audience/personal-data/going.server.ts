import type { SiteSettings } from "#app/base/settings/definitions.server.ts"
import { readSettings, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { copiesFolder, findSurplus, listCopies } from "#app/db/backup/copies.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { countOld, RETENTION_RULES, type RetentionName, sayCount } from "./retention-rules.server.ts"

type Lengths = SiteSettings["retention"]

/** What goes at the next run, in words: « 3 messages de contact ». */
export async function listGoing(lengths: Partial<Lengths>) {
  const names = Object.keys(RETENTION_RULES) as RetentionName[]
  const counts = await Promise.all(
    names.map(async (name) => ({
      nouns: RETENTION_RULES[name].nouns,
      count: await countOld(name, lengths[name] ?? 0),
    })),
  )
  const copies = {
    nouns: ["sauvegarde", "sauvegardes"] as const,
    count: lengths.dailyCopies === undefined ? 0 : await countCopiesBeyond(lengths.dailyCopies),
  }
  return [...counts, copies].filter(({ count }) => count > 0).map((kind) => sayCount(kind, kind.count))
}

/** Those of the lengths that a form asks for which are shorter than what holds now. */
export async function findShorter(asked: Record<string, unknown>): Promise<Partial<Lengths>> {
  const current = Object.entries(await readSettings("retention"))
  const shorter = current.flatMap(([name, now]) => {
    const length = asked[name]
    return typeof length === "number" && orNever(length) < orNever(now) ? [[name, length] as const] : []
  })
  return Object.fromEntries(shorter)
}

function orNever(length: number) {
  return length === 0 ? Number.POSITIVE_INFINITY : length
}

/** Until when what is erased now is still in backups, in words. */
export function sayCopiesKept() {
  const { databaseUrl, elsewhere } = getSettings()
  return [sayKeptHere(databaseUrl), ...(elsewhere ? [KEPT_ELSEWHERE] : [])].join(" ")
}

/** Six months, of each the last copy (media/backup/kept-elsewhere.ts). */
const KEPT_ELSEWHERE = "Celles que le site a mises ailleurs les gardent six mois au plus."

function sayKeptHere(databaseUrl?: string) {
  if (databaseUrl)
    return "Les sauvegardes déjà faites gardent ces données aussi longtemps que vous les gardez."
  const last = new Date(Date.now() + siteSettings().retention.dailyCopies * DAY_MS)
  return `Les sauvegardes quotidiennes déjà faites gardent ces données jusqu’au ${formatLongDate(last)}, les autres aussi longtemps que vous les gardez.`
}

/** A copy a day, of which the oldest goes. */
const DAY_MS = 86_400_000

async function countCopiesBeyond(max: number) {
  return findSurplus(await listCopies(copiesFolder(getSettings().dataDir)), max).length
}
