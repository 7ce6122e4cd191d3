/** The sites the journeys are made on, each a process with data of its own (`start-site.ts`). */
export const SITES = {
  starter: { port: 3199, starterContent: true, feedItems: 0 },
  empty: { port: 3198, starterContent: false, feedItems: 0 },
  long: { port: 3197, starterContent: false, feedItems: 60 },
}

export type SiteName = keyof typeof SITES

export function siteUrl(name: SiteName) {
  return `http://localhost:${SITES[name].port}`
}
