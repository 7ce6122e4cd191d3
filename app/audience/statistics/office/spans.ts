/** How many days are summed up: by the parameter `jours`. */
export const SPANS = { 30: "30 jours", 90: "90 jours", 365: "365 jours" }

export function parseDays(value: string | null) {
  return value !== null && Object.hasOwn(SPANS, value) ? Number(value) : 30
}
