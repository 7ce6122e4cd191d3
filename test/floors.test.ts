import { readFileSync } from "node:fs"
import { glob } from "node:fs/promises"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"

/** Folders below all features, from the ground up: each knows only what is in front of it. */
const BASE = [["lib"], ["http", "db"], ["ui"], ["form"], ["content"]]

/** The features (docs/decisions/028), each floor above the one before. What stands beside it on its own floor a feature knows only if it says so here. */
const FLOORS: Record<string, Record<string, string[]>> = {
  services: {
    settings: [],
    limits: [],
    // Rules that every request is held against; old addresses of contents become some. What is gone is said in the site's frame.
    // A rule that leads to another site waits for a proof.
    redirects: ["auth", "settings"],
    // So that nobody's mailbox is filled from here. Mails are the podcast's, by the name that hosts set.
    mail: ["limits", "settings"],
    // What contents use is deleted with a proof; hosts set how much it takes.
    media: ["auth", "settings"],
    // Whoever says where mails go has to prove who they are; tests of it are counted.
    "mail-settings": ["auth", "limits", "mail", "settings"],
    // Links that confirm and recover; attempts are counted.
    auth: ["limits", "mail", "settings"],
    // Roles and settings in words, as people know them.
    audit: ["auth", "settings"],
    // Who accepts chooses a password, and is signed in.
    invitations: ["limits", "auth", "mail", "settings"],
    // People are made with a password, and managed behind a guard, beside who was invited.
    users: ["auth", "invitations"],
  },
  domains: {
    player: [],
    blog: [],
    pages: [],
    contact: [],
    profile: [],
    newsletter: [],
    // A chapter plays from where it begins.
    chapters: ["player"],
    // A sentence plays from where it is said.
    transcripts: ["player"],
    // A card tells when its episode plays; chapters are written in an episode's form; several are written down at once.
    episodes: ["chapters", "player", "transcripts"],
    // A film pauses what plays.
    news: ["player"],
    // Only what is published can be liked, viewed and commented on.
    likes: ["episodes"],
    // An opening is counted by the same session as a like, and answered with both figures.
    views: ["episodes", "likes"],
    // Who comments is subscribed, in the same transaction.
    comments: ["episodes", "newsletter"],
  },
  assemblies: {
    // The registry of all that is published holds letters, too.
    site: ["letters"],
    // Both lead to where one subscribes.
    home: ["rss"],
    about: [],
    "episode-page": ["rss"],
    "guest-page": [],
    feeds: [],
    rss: [],
    search: [],
    // A feed is imported first, and ours is what the old one is to lead to.
    moving: ["feeds", "rss"],
    // A preview shows an episode as its page does, and a letter as it is sent.
    drafts: ["episode-page", "letters"],
    // The sitemap names what the registry of all that is published holds.
    seo: ["site"],
    // What is written to subscribers: it shows episodes, news and articles, and its archive has a feed as they have.
    letters: ["rss"],
    "personal-data": [],
    // A feed says what its podcast is called; whether mails go is the mail server's settings.
    "first-steps": ["feeds"],
    retention: [],
    // Whether the mailbox is read to which letters come back.
    health: ["letters"],
    // What the site's health finds wrong, and a hub that hears of nothing, wait for somebody.
    waiting: ["health", "rss"],
    // The back office's shell has the site's header, and says what waits and is to be done first; its search finds letters.
    admin: ["site", "first-steps", "letters", "waiting"],
  },
}

const floorNames = Object.keys(FLOORS)
const features = new Map(
  Object.entries(FLOORS).flatMap(([floor, members]) =>
    Object.entries(members).map(([name, beside]) => [name, { floor, beside }] as const),
  ),
)

type Import = { file: string; target: string }

const IMPORT = /(?:from|import)\s*\(?\s*"((?:\.{1,2}\/|#app\/)[^"]+\.tsx?)"/g

/** Imports of values and of types alike; not those of tests, which may look everywhere. */
async function importsOf(pattern: string) {
  const imports: Import[] = []
  for await (const file of glob(pattern, { exclude: (name) => name.includes(".test.") })) {
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const target = specifier.startsWith("#")
        ? specifier.slice(1)
        : normalize(join(dirname(file), specifier))
      imports.push({ file, target })
    }
  }
  return imports
}

const imports = await importsOf("app/**/*.{ts,tsx}")

/** `ui`, `features/blog`, or the roof. */
function folderOf(file: string) {
  const [, first = "", second] = file.split("/")
  if (first === "features") return `features/${second}`
  return second ? first : "roof"
}

/** Counted from the ground; the files of `app` itself (root, entries) are the roof. */
function heightOf(folder: string) {
  const base = BASE.findIndex((level) => level.includes(folder))
  if (base >= 0) return base
  const floor = features.get(folder.replace("features/", ""))?.floor
  return floor ? BASE.length + floorNames.indexOf(floor) : BASE.length + floorNames.length
}

const between = imports.filter(({ file, target }) => folderOf(file) !== folderOf(target))
const lines = (found: Import[]) => found.map(({ file, target }) => `${file} imports ${target}`).sort()

test("every folder of features stands on a floor", async () => {
  const found = new Set<string>()
  for await (const folder of glob("app/features/*")) found.add(folder.split("/").at(-1) ?? "")
  expect([...features.keys()].sort()).toEqual([...found].sort())
})

test("imports lead downwards", () => {
  expect(
    lines(between.filter(({ file, target }) => heightOf(folderOf(target)) > heightOf(folderOf(file)))),
  ).toEqual([])
})

test("what stands on the same floor is imported for a stated reason only", () => {
  const isStated = ({ file, target }: Import) => {
    const beside = features.get(folderOf(file).replace("features/", ""))?.beside ?? []
    return beside.includes(folderOf(target).replace("features/", ""))
  }
  const beside = between.filter(({ file, target }) => heightOf(folderOf(target)) === heightOf(folderOf(file)))
  expect(lines(beside.filter((found) => !isStated(found)))).toEqual([])
})

test("every stated reason is still one", () => {
  const edges = new Set(between.map(({ file, target }) => `${folderOf(file)} imports ${folderOf(target)}`))
  const stated = [...features].flatMap(([name, { beside }]) =>
    beside.map((other) => `features/${name} imports features/${other}`),
  )
  expect(stated.filter((edge) => !edges.has(edge))).toEqual([])
})

test("no folder reaches itself again", () => {
  const reached = new Map<string, string[]>()
  for (const { file, target } of between) {
    const others = reached.get(folderOf(file)) ?? []
    reached.set(folderOf(file), [...others, folderOf(target)])
  }
  const circles: string[] = []
  const walk = (folder: string, way: string[]) => {
    if (way.includes(folder)) circles.push([...way.slice(way.indexOf(folder)), folder].join(" → "))
    else if (!done.has(folder)) for (const next of new Set(reached.get(folder))) walk(next, [...way, folder])
    done.add(folder)
  }
  const done = new Set<string>()
  for (const folder of reached.keys()) walk(folder, [])
  expect(circles).toEqual([])
})

test("nothing imports a route module", async () => {
  const all = [...imports, ...(await importsOf("{server,scripts}/**/*.ts"))]
  expect(lines(all.filter(({ target }) => target.includes(".route.")))).toEqual([])
})
