/** What people call a round, whatever the site does. */
const NAMES = ["round", "[ée]pisode", "[ée]p\\.?", "num[ée]ro", "n[°ºo]\\.?", "#"]

export type Round = { season?: number; number: number }

/**
 * The round that is asked for by its number: « round 12 », « saison 2, épisode 3 ».
 *
 * @param name what the site calls its rounds
 */
export function askedRound(typed: string, name: string): Round | undefined {
  const names = [RegExp.escape(name.toLowerCase()), ...NAMES].join("|")
  const found = new RegExp(`^(?:saison (\\d{1,4})[ ,]*)?(?:${names}) ?(\\d{1,9})$`).exec(
    typed.toLowerCase().normalize("NFC"),
  )
  if (!found) return undefined
  const [, season, number] = found
  return { number: Number(number), ...(season && { season: Number(season) }) }
}
