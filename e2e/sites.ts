import { tmpdir } from "node:os"
import { join } from "node:path"

/** The first of nine ports in a row; another one lets two runs share a machine. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3197)

/** The sites the journeys are made on, each a process with data of its own (`start-site.ts`). */
export const SITES = {
  starter: { port: FIRST_PORT, starterContent: true, feedItems: 0 },
  empty: { port: FIRST_PORT + 1, starterContent: false, feedItems: 0 },
  long: { port: FIRST_PORT + 2, starterContent: false, feedItems: 60 },
  /** Whose back office is used; its first account is made before everything else (`first-admin.setup.ts`). */
  office: { port: FIRST_PORT + 3, starterContent: true, feedItems: 0 },
  /** Each is set up once, from the first account on, by the journey that starts and stops it (`first-steps.spec.ts`). */
  newOnDesktop: { port: FIRST_PORT + 6, starterContent: false, feedItems: 0 },
  /** Full of what real podcasts have in their feeds, by the journey that walks through it (`real-content.spec.ts`). */
  real: { port: FIRST_PORT + 8, starterContent: false, feedItems: 0 },
  newOnPhone: { port: FIRST_PORT + 7, starterContent: false, feedItems: 0 },
}

/** Where the audio files of the feeds are (`audio-host.ts`). */
export const AUDIO_HOST = `http://localhost:${FIRST_PORT + 4}`

/** Where `start-sites.ts` says that all of them are there. */
export const READY_PORT = FIRST_PORT + 5

export type SiteName = keyof typeof SITES

/** Those that run from the beginning of a run to its end. */
export const LASTING_SITES = ["starter", "empty", "long", "office"] as const satisfies SiteName[]

export function siteUrl(name: SiteName) {
  return `http://localhost:${SITES[name].port}`
}

/** The folder of a running site's data and feed. */
export function siteFolder(name: SiteName) {
  return join(tmpdir(), `cko-e2e-${SITES[name].port}`)
}

/** What a site said, from `warn` on: read when all journeys are over (`site-logs.teardown.ts`). */
export function siteLog(name: SiteName) {
  return `${siteFolder(name)}.log`
}

/** The cookies of the office's first admin, kept by `first-admin.setup.ts` for the journeys. */
export const ADMIN_STATE = `${siteFolder("office")}-admin.json`
export const ADMIN = { email: "premiere@cko.test", password: "Uppercut8" }
