/** The first of three ports in a row; another one lets two runs share a machine. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3197)

/** The sites the journeys are made on, each a process with data of its own (`start-site.ts`). */
export const SITES = {
  starter: { port: FIRST_PORT, starterContent: true, feedItems: 0 },
  empty: { port: FIRST_PORT + 1, starterContent: false, feedItems: 0 },
  long: { port: FIRST_PORT + 2, starterContent: false, feedItems: 60 },
}

export type SiteName = keyof typeof SITES

export function siteUrl(name: SiteName) {
  return `http://localhost:${SITES[name].port}`
}
