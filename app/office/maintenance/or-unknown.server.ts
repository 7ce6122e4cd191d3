import { loadOr } from "#app/kit/http/public-list.server.ts"

/** How a part of the site is at present: what a card says of it. */
export type Present = { text: string; isWrong?: boolean }

export const UNKNOWN: Present = { text: "Impossible à lire pour l’instant." }

export async function orUnknown(reading: Promise<Present>) {
  return (await loadOr(reading, UNKNOWN)).value
}
