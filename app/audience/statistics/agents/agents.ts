import { isbot } from "isbot"
import { LRUCache } from "lru-cache"
import apps from "./lists/apps.json" with { type: "json" }
import bots from "./lists/bots.json" with { type: "json" }
import browsers from "./lists/browsers.json" with { type: "json" }
import devices from "./lists/devices.json" with { type: "json" }
import libraries from "./lists/libraries.json" with { type: "json" }
import referrers from "./lists/referrers.json" with { type: "json" }

/** Who asks for a sound, a page or a feed. The device is a category of devices.json, of bots always null. */
export type Agent = {
  kind: "bot" | "app" | "library" | "browser" | "unknown"
  name: string
  device: string | null
}

export type Referrer = { kind: "app" | "host"; name: string }

/** The longest that browsers send has some 300 characters. */
const MAX_LENGTH = 500
const MAX_ADDRESS_LENGTH = 2_000
const MAX_HOST_LENGTH = 253

const BOT: Agent = { kind: "bot", name: "", device: null }
const WATCH_TWICE: Agent = { ...BOT, name: "Apple Watch" }

/** A maker of telephones is called Cubot. */
const BOT_WORD = /(?<!cu)bot|crawler|spider/i
const SUBSCRIBERS = /(?<![\d.,])(\d{1,9}) (?:subscriber|reader)s?\b/i

const findBot = lazyList(bots)
const findApp = lazyList(apps)
const findLibrary = lazyList(libraries)
const findBrowser = lazyList(browsers)
const findDevice = lazyList(devices)
const findReferrer = lazyList(referrers)

const known = new LRUCache<string, Agent>({ max: 5_000 })

/** Bots, apps, libraries, browsers: the first list that knows a user agent says who it is. */
export function classifyAgent(userAgent: string): Agent {
  const text = shorten(userAgent)
  let agent = known.get(text)
  if (!agent) known.set(text, (agent = classify(text)))
  return agent
}

/** For how many people a reader fetches the feed, as those say who fetch it once for all: « Overcast/1.0 Podcast Sync (12 subscribers; … ». */
export function readSubscribers(userAgent: string) {
  const count = SUBSCRIBERS.exec(shorten(userAgent))?.[1]
  return count === undefined ? null : { name: classifyAgent(userAgent).name, count: Number(count) }
}

/** The page, or the app in the web or on Android, that a browser says it comes from; null if it says none. */
export function classifyReferrer(address: string): Referrer | null {
  const url = URL.parse(address.slice(0, MAX_ADDRESS_LENGTH))
  if (!url || url.hostname === "" || url.hostname.length > MAX_HOST_LENGTH) return null
  if (url.protocol === "android-app:")
    return /^[a-z][\w.]*$/i.test(url.hostname) ? { kind: "app", name: url.hostname } : null
  if (url.protocol !== "https:" && url.protocol !== "http:") return null
  const found = findReferrer(url.href)
  if (found) return { kind: found.category === "app" ? "app" : "host", name: found.name }
  return { kind: "host", name: url.hostname.replace(/^www\./, "").replace(/\.$/, "") }
}

function shorten(userAgent: string) {
  return userAgent
    .slice(0, MAX_LENGTH)
    .replace(/[\r\n]+/g, "")
    .trim()
}

function classify(text: string): Agent {
  if (text === "" || text === "-") return BOT
  if (isSecondOfWatch(text)) return WATCH_TWICE
  const bot = findBot(text)
  if (bot) return { ...BOT, name: bot.name }
  const device = findDevice(text)?.category ?? null
  const app = findApp(text)
  if (app) return { kind: "app", name: app.name, device }
  const library = findLibrary(text)
  if (library?.category === "bot") return { ...BOT, name: library.name }
  if (library) return { kind: "library", name: library.name, device }
  const browser = findBrowser(text)
  // Most robots dress up as a browser and add their name.
  if (browser) return isbot(text) ? BOT : { kind: "browser", name: browser.name, device }
  return BOT_WORD.test(text) ? BOT : { kind: "unknown", name: "", device }
}

/** A watch loads each episode twice, one time of them by this name (IAB Podcast Measurement Technical Guidelines, 8.1). */
function isSecondOfWatch(text: string) {
  return (text.startsWith("atc/") && text.includes("watchOS")) || text.includes("(null)/(null) watchOS")
}

/** The first entry of a list whose pattern fits; its patterns are compiled when somebody first asks. */
function lazyList(rows: string[][]) {
  let entries: { name: string; pattern: RegExp; category: string | undefined }[] | undefined
  return (text: string) => {
    entries ??= rows.map(([name = "", pattern = "", category]) => ({
      name,
      pattern: new RegExp(pattern),
      category,
    }))
    return entries.find(({ pattern }) => pattern.test(text))
  }
}
