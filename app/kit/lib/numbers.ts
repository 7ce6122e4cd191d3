/** A view count as posters print it: 940, 1K, 12K, 1.0M, 2.7M; rounded half up. */
export function formatViews(views: number) {
  const thousands = Math.round(views / 1_000)
  if (thousands >= 1_000) return `${(Math.round(views / 100_000) / 10).toFixed(1)}M`
  return views >= 1_000 ? `${thousands}K` : String(views)
}

/** « 1 vue », « 12K vues ». */
export function spellViews(views: number) {
  return `${formatViews(views)} ${views > 1 ? "vues" : "vue"}`
}

/** « 58 min », « 1 h 04 ». */
export function formatDuration(seconds: number) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const rest = String(minutes % 60).padStart(2, "0")
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${rest}`
}

/** A page number from an address: 1 for anything that is not one. */
export function parsePageNumber(value: string | null) {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** An identifier from an address, or undefined where no row can have it. */
export function parseId(value: string) {
  return /^[1-9]\d{0,9}$/.test(value) && Number(value) <= 2_147_483_647 ? Number(value) : undefined
}
