import { z } from "zod"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { readSetting, type SettingName, writeSetting } from "#app/db/settings.server.ts"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { toPlainHtml } from "#app/kit/lib/markdown/render.ts"
import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { version } from "#package"
import { compareVersions, isPreRelease, readChangelog, type Release } from "./changelog.ts"

const NAME = "newer-version" satisfies SettingName
const DAY_MS = 86_400_000
/** Some decades of notes. */
const MAX_BYTES = 1_000_000
const MAX_MS = 15_000
/** Versions that are looked at, those that are kept, and the characters of all their notes. */
const MOST_READ = 1_000
const MOST = 5
const MAX_NOTES = 20_000

/** Whoever publishes the site wrote it: nobody waits for the reading. */
const renderNotes = readerInThread<string, string>("version-notes")

const release = z.object({ version: z.string(), date: z.string(), html: z.string() })
const answerSchema = z.object({
  /** The one that was asked: another one's answer says nothing of this one. */
  address: z.string(),
  askedAt: z.coerce.date(),
  /** Why there was no answer the last time, in French; what an earlier one said stays. */
  failure: z.string().nullable(),
  /** Those that are newer than the one that asked, the newest first. */
  releases: z.array(release),
})

/** What is known of newer versions. */
export type NewerVersions = Omit<z.infer<typeof answerSchema>, "address">

type Options = { signal?: AbortSignal; guard?: AddressGuard; running?: string }

/** Where the site asks for newer versions; undefined where hosts have not switched it on, or named nobody. */
function askedAddress() {
  const { asks, address } = siteSettings().updates
  return asks && address !== "" ? address : undefined
}

/**
 * What was answered the last time, without what runs here meanwhile.
 *
 * @returns undefined where nobody is to be asked, null where nobody was asked yet
 */
export async function findNewerVersions(running = version): Promise<NewerVersions | null | undefined> {
  const address = askedAddress()
  if (address === undefined) return undefined
  const answer = await readAnswer(address)
  return answer ? without(answer, running) : null
}

/** Without what runs here meanwhile. */
function without({ askedAt, failure, releases }: NewerVersions, running: string): NewerVersions {
  return { askedAt, failure, releases: releases.filter((one) => compareVersions(one.version, running) > 0) }
}

/** Asks for newer versions where hosts want that and it is a day ago, or they have named another address. */
export async function askWhenDue(options?: Options, now = new Date()) {
  const address = askedAddress()
  if (address === undefined) return
  const before = await readAnswer(address)
  if (!before || Math.abs(now.getTime() - before.askedAt.getTime()) >= DAY_MS) await askForNewer(options, now)
}

/**
 * Asks the address that hosts set for newer versions, and keeps what it answers, or in words why it does not. A version that is tried
 * out is told of only where such a one runs.
 *
 * @returns undefined where nobody is to be asked
 */
export async function askForNewer({ running = version, ...options }: Options = {}, now = new Date()) {
  const address = askedAddress()
  if (address === undefined) return undefined
  const found = await read(address, options).then(
    (text) => newerIn(text, running),
    (error: unknown) => describe(error),
  )
  const hasFailed = typeof found === "string"
  const releases = hasFailed ? ((await readAnswer(address))?.releases ?? []) : await rendered(found)
  const answer = { askedAt: now, failure: hasFailed ? found : null, releases }
  await writeSetting(db, NAME, { address, ...answer })
  return without(answer, running)
}

/** What is newer in a changelog, the newest first; in a sentence that it is no changelog. */
function newerIn(text: string, running: string) {
  const all = [...readChangelog(text).take(MOST_READ)]
  if (all.length === 0) return NONE
  const newest = all
    .filter(({ version }) => compareVersions(version, running) > 0)
    .filter(({ version }) => isPreRelease(running) || !isPreRelease(version))
    .toSorted((one, other) => compareVersions(other.version, one.version))
    .slice(0, MOST)
  let left = MAX_NOTES
  return newest.map((one) => {
    const notes = cut(one.notes, left)
    left -= notes.length
    return { ...one, notes }
  })
}

async function rendered(releases: Release[]) {
  const all = []
  for (const { version, date, notes } of releases)
    all.push({ version, date, html: (await renderNotes(notes)) ?? toPlainHtml(notes) })
  return all
}

/** At the end of a line. PostgreSQL takes no NUL, and no half of a pair, in what is JSON. */
function cut(notes: string, length: number) {
  const whole = notes.replaceAll("\0", "").toWellFormed()
  return whole.length <= length
    ? whole
    : `${whole.slice(0, Math.max(0, whole.lastIndexOf("\n", length)))}\n\n…`
}

async function read(address: string, options: Options) {
  const { body } = await guardedFetch(address, { ...options, maxBytes: MAX_BYTES, totalMs: MAX_MS })
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

async function readAnswer(address: string) {
  const answer = await readSetting(NAME, answerSchema)
  return answer?.address === address ? answer : undefined
}

/** @throws what is no failure of the other side */
function describe(error: unknown) {
  if (!(error instanceof FetchError)) throw error
  return PROBLEMS[error.code] ?? error.message
}

const NONE = "Ce qui est à cette adresse n’est pas un journal des versions."
const PROBLEMS: Record<string, string> = {
  large: "Ce qui est à cette adresse est trop lourd pour un journal des versions.",
  late: "L’autre site est trop lent.",
}
