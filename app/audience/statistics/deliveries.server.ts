import { createHmac } from "node:crypto"
import { BlockList, isIP } from "node:net"
import { sql } from "drizzle-orm"
import { networksOf } from "#app/base/settings/definitions/audience.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { deliveries } from "#app/db/schema/statistics.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { getDailySecret } from "#app/db/secrets.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { classifyAgent, classifyReferrer } from "./agents/agents.ts"
import { joinSpans, type Span, writeSpans } from "./byte-ranges.ts"
import { findCountry } from "./country.server.ts"
import { countTotal } from "./day-totals.server.ts"
import { type CountedSound, findCountedSound } from "./sounds.server.ts"

/** What was sent of a file of the library, or where a listener was sent on for it. */
export type Delivery = {
  /** The medium's, in its address. */
  key: string
  /** The client's network (server/client-address.ts). */
  network: string
  userAgent: string
  referrer: string
  /** From the address of a supporter, who stays unnamed. */
  isSupporters?: boolean
  /** When it was asked for. */
  at: Date
  /** Which bytes were written to the socket or, of one that was sent on, asked for. */
  sent: Span[]
  /** It asked for the first two bytes, and was sent on. */
  isUnverified: boolean
}

/** What a listener was sent since the last time it was written. */
type Waiting = {
  day: string
  listener: string
  client: string
  sound: CountedSound
  app: string
  device: string
  source: string
  country: string
  age: number
  sent: Span[]
  isUnverified: boolean
}

/** By which a listener's digest is made: another one each day. */
export const SALT = "listeners"
/** Of more listeners within ten seconds the others are not counted. */
const MAX_WAITING = 20_000
const waiting = new Map<string, Waiting>()
/** Whose sound or salt is looked up. */
const noting = new Set<Promise<unknown>>()
/** Three times what a day of a million requests leaves: who makes up listeners fills neither the disk nor the night. */
const MAX_WRITTEN = 3_000_000
let written = { day: "", rows: 0 }
let isFullTold = false
let isLostTold = false

/**
 * Notes what a listener was sent of an episode's sound. It is written with others (`writeDeliveries`); what cannot be
 * counted is lost, and nobody waits for it. No address is kept.
 *
 * @param now when it was over
 */
export function noteDelivery(delivery: Delivery, now = new Date()) {
  const noted = note(delivery, now)
    .catch(tellLost)
    .finally(() => noting.delete(noted))
  noting.add(noted)
  return noted
}

async function note(delivery: Delivery, now: Date) {
  const { key, network, userAgent, at, sent, isUnverified } = delivery
  const day = toDay(at)
  if (!siteSettings().audience.isCounted) return
  const sound = day < openDay(now) ? undefined : await findCountedSound(key)
  if (!sound) return
  const agent = classifyAgent(userAgent)
  if (agent.kind === "bot") return countTotal({ day, measure: "refused", episodeId: 0, label: "bot" })
  if (isExcluded(network)) return countTotal({ day, measure: "refused", episodeId: 0, label: "network" })
  if (agent.kind === "unknown") countTotal({ day, measure: "unknown", episodeId: 0, label: userAgent })
  const country = await findCountry(network)
  const salt = await getDailySecret(SALT, day, openDay(now))
  const digest = (...parts: (string | number)[]) =>
    createHmac("sha256", salt).update(parts.join("\n")).digest("hex").slice(0, 32)
  const listener = digest(network, userAgent, sound.episodeId)
  wait({
    day,
    listener,
    client: digest(network, userAgent),
    sound,
    app: agent.name,
    device: agent.device ?? "",
    source: sourceOf(delivery, agent.kind),
    country,
    age: ageOf(sound, at),
    sent: joinSpans(sent),
    isUnverified,
  })
}

/** From where: of apps only that a supporter heard it. */
function sourceOf({ isSupporters, referrer }: Delivery, agent: string) {
  if (isSupporters) return SUPPORTERS
  return agent === "browser" ? (classifyReferrer(referrer)?.name ?? "") : ""
}

/** As Audience names them. */
const SUPPORTERS = "Soutiens"

let excluded = { text: "", networks: new BlockList() }

/** Whether a host set its network aside (`audience.excluded`). */
function isExcluded(network: string) {
  const text = siteSettings().audience.excluded
  if (text !== excluded.text) excluded = { text, networks: networksOf(text) ?? new BlockList() }
  const address = network.replace(/\/64$/, "")
  return isIP(address) > 0 && excluded.networks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
}

/** Adds what a listener was sent to what waits of them already. */
function wait(row: Waiting) {
  const key = `${row.day} ${row.listener}`
  const known = waiting.get(key)
  if (!known && waiting.size >= MAX_WAITING) return tellFull()
  if (!known) return waiting.set(key, row)
  known.sent = joinSpans([...known.sent, ...row.sent])
  known.isUnverified ||= row.isUnverified
  known.age = Math.max(known.age, row.age)
}

const DAY_MS = 86_400_000

/** Whole days since the publication, negative before it. */
function ageOf({ publishedAt }: CountedSound, at: Date) {
  return publishedAt ? Math.floor((at.getTime() - publishedAt.getTime()) / DAY_MS) : -1
}

/** A day that is over stays open for so long: what was asked for before midnight may take its time. */
const OPEN_MS = 3 * 3_600_000

/** The first day whose deliveries are still written; those before it are folded. */
export const openDay = (now: Date) => toDay(new Date(now.getTime() - OPEN_MS))

/**
 * Writes what was noted, in one statement. What cannot be written stays for the next time, as far as there is room.
 *
 * @param most how many rows this process writes on one day
 */
export async function writeDeliveries(now = new Date(), most = MAX_WRITTEN) {
  await Promise.all(noting)
  if (waiting.size === 0) return
  const rows = [...waiting.values()]
  waiting.clear()
  const day = toDay(now)
  if (written.day !== day) {
    written = { day, rows: 0 }
    isFullTold = false
  }
  if (written.rows >= most) return tellFull()
  const column = <Value>(of: (row: Waiting) => Value) => sql.param(rows.map(of))
  try {
    // In one order, so that no two processes wait for each other.
    const { rowCount } = await db.execute(sql`
      insert into ${deliveries} as known
        (day, listener, client, episode_id, app, device, source, country, age, sent, needed, is_unverified)
      select d.day, decode(listener, 'hex'), decode(client, 'hex'), episode_id, app, device, source, country, age, sent, needed, unverified
      from unnest(
        ${column(({ day }) => day)}::date[], ${column(({ listener }) => listener)}::text[],
        ${column(({ client }) => client)}::text[], ${column(({ sound }) => sound.episodeId)}::int[],
        ${column(({ app }) => app)}::text[], ${column(({ device }) => device)}::text[],
        ${column(({ source }) => source)}::text[], ${column(({ country }) => country)}::text[], ${column(({ age }) => age)}::int[],
        ${column(({ sent }) => writeSpans(sent))}::int8multirange[], ${column(({ sound }) => sound.needed)}::bigint[],
        ${column(({ isUnverified }) => isUnverified)}::boolean[]
      ) as d(day, listener, client, episode_id, app, device, source, country, age, sent, needed, unverified)
      join ${episodes} on episodes.id = d.episode_id
      where d.day >= ${openDay(now)}
      order by d.day, listener
      on conflict (day, listener) do update set
        sent = case when (select count(*) from unnest(known.sent)) < ${MAX_STORED} then known.sent + excluded.sent else known.sent end,
        is_unverified = known.is_unverified or excluded.is_unverified, age = greatest(known.age, excluded.age)`)
    written.rows += rowCount ?? 0
    isLostTold = false
  } catch (error) {
    for (const row of rows) wait(row)
    throw error
  }
}

/** Whoever takes a file in more pieces than this has it by then, or never will. */
const MAX_STORED = 500

/** A database that is away costs counts, and one line of the log. */
function tellLost(error: unknown) {
  if (!isLostTold) log.warn(error, "downloads are not counted while the database is away")
  isLostTold = true
}

function tellFull() {
  if (!isFullTold) log.warn("more listeners than are counted, at once or on one day")
  isFullTold = true
}
