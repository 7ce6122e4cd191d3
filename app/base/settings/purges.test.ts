import { sql } from "drizzle-orm"
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { findPageAddress } from "#server/page-address.ts"
import { send } from "#test/app.ts"
import { emptyDatabase, emptyTables, openTestDatabase } from "#test/database.ts"
import {
  createEpisode,
  createGuest,
  createLetter,
  createLevel,
  createMedium,
  createNews,
  createPage,
  createPost,
} from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"
import { definitionsOf, keyOf } from "./definitions.server.ts"
import type { Field, ItemField } from "./fields.ts"
import { type GroupName, GROUPS } from "./groups.ts"
import type { Setting } from "./setting.server.ts"

/** The pages as nobody has set anything. */
let usual: string[]

beforeAll(openTestDatabase)
beforeAll(fill)
afterEach(() => emptyTables("settings"))

async function fill() {
  await emptyDatabase()
  await createEpisode({ description: "", audioUrl: "https://sons.exemple.test/1.mp3" })
  await createNews()
  await createPost({ slug: "article" })
  await createPage({ slug: "equipe" })
  await createGuest({ slug: "awa" })
  await createLetter()
  await createLevel()
  const { id: mediumId } = await createMedium({ key: KEY, width: 1_500, height: 1_500 })
  await db.insert(mediaFiles).values({
    ...{ mediumId, role: "main", name: "main", type: "image/png", width: 1_500, height: 1_500 },
    ...{ bytes: 1, sha256: "0".repeat(64), path: "photo" },
  })
  usual = await showAll()
}

const PAGES = [
  "/",
  "/episodes",
  "/episodes/1",
  "/news",
  "/blog",
  "/blog/article",
  "/about",
  "/contact",
].concat([
  "/page/equipe",
  "/guests/awa",
  "/feed.xml",
  "/blog.xml",
  "/ecouter",
  "/feeds.opml",
  "/episodes.xml?q=essai",
  "/lettres",
  "/lettres/1",
  "/lettres.xml",
  "/soutenir",
])

/** Without another setting, these show nowhere whatever they say. */
const BESIDE: Partial<Record<string, () => Promise<void>>> = {
  "feed.redirects": () => setSettings("feed", { newAddress: "https://ailleurs.exemple.test/flux" }),
  // As an import leaves it: what the feed says besides is no matter.
  "feed.numbersAll": async () => {
    await db.update(episodes).set({ title: "Un essai", number: 4, givenNumber: 4 })
    await db.execute(
      sql`insert into feed_items (guid, episode_id, item, digest) values ('g', 1, '{"number": null}', '')`,
    )
  },
  // What stands on the page about the podcast where it has no mission.
  "podcast.description": () => setSettings("presentation", { mission: "" }),
  "feed.showsOwnerEmail": () => setSettings("podcast", { ownerEmail: "awa@exemple.test" }),
}

/** Of a picture in the library. */
const KEY = "portraitportraitportra"

/** What a page shows: all but when it was opened or made, and the data for its scripts. */
async function shown(path: string) {
  const html = await (await send(path)).text()
  return html.replaceAll(
    /<script(?! type="application\/ld)[^>]*>[^]*?<\/script>|value="\d{13}"|<lastBuildDate>[^<]*/g,
    "",
  )
}

const showAll = () => Promise.all(PAGES.map(shown))

/** Another value than the default, which the setting takes. */
function otherValue({ field, default: usual }: Setting): unknown {
  switch (field.kind) {
    case "switch":
      return usual !== true
    case "number":
      return Number(usual) + 1
    case "choice":
      return field.options.find(({ value }) => value !== usual)?.value
    case "choices":
      return [field.options.at(-1)?.value]
    case "list":
      return [
        Object.fromEntries(Object.entries(field.fields).map(([part, { kind }]) => [part, partOf(kind)])),
      ]
    default:
      return partOf(field.kind)
  }
}

function partOf(kind: Field["kind"] | ItemField["kind"]) {
  if (kind === "switch") return false
  if (kind === "email") return "autre@exemple.test"
  if (kind === "picture") return `/media/${KEY}/photo.png`
  return kind === "url" || kind === "page" ? "https://autre.exemple.test/" : "Autrement"
}

const SETTINGS = Object.keys(GROUPS).flatMap((group) =>
  Object.entries(definitionsOf(group as GroupName))
    .filter(([, { field, isOnEveryPage }]) => !isOnEveryPage && field.kind !== "secret")
    .map(([name, setting]) => [keyOf(group as GroupName, name), group as GroupName, name, setting] as const),
)

describe("the pages that a setting purges", () => {
  test.each(SETTINGS)(
    "29.2, 37.3 are those that show it, and no others: %s",
    async (key, group, name, setting) => {
      const beside = BESIDE[key]
      if (beside) onTestFinished(fill)
      await beside?.()
      const before = beside ? await showAll() : usual
      await setSettings(group, { [name]: otherValue(setting) })
      const after = await showAll()
      const changed = PAGES.filter((_path, index) => before[index] !== after[index])
      const purged = PAGES.filter((path) => findPageAddress(path)?.tags.includes(`settings/${key}`))
      expect(purged).toEqual(changed)
    },
  )
})
