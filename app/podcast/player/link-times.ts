/** The parameter of a link that says where to begin, in seconds, as other sites write it. */
const PARAMETER = "t"
const DAY_S = 86_400

/** The address of an episode's page, or of a place in it. @param seconds of any precision */
export function episodeAddress(episodeId: number, seconds = 0) {
  const whole = Math.floor(seconds)
  return `/episodes/${episodeId}${whole > 0 ? `?${PARAMETER}=${whole}` : ""}`
}

/** Where the code of an episode's player is, for other sites. */
export const integrateAddress = (episodeId: number) => `/episodes/${episodeId}/integrer`

/** Where a link begins, in whole seconds of a day at most; undefined where it says nothing of the kind. */
export function parseLinkTime(search: string) {
  const text = new URLSearchParams(search).get(PARAMETER) ?? ""
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return seconds > 0 && seconds <= DAY_S ? seconds : undefined
}
