import { Readable } from "node:stream"
import { readGhost } from "#app/office/import/ghost/read-ghost.server.ts"
import type { FileThing, LossThing, RedirectThing, TextThing, Thing } from "#app/office/import/things.ts"
import { inChunks } from "./wordpress-fixtures.ts"

// Exports of a made-up site, in the shapes that Ghost's versions give theirs.

type Fields = Record<string, unknown>
type Tables = Record<string, Fields[]>

export const SITE = "https://rimes.example"

/** A row of posts as Ghost 5 has it. */
export const ghostPost = (id: number, fields: Fields = {}): Fields => ({
  id: objectId(id),
  uuid: `0f0f0f0f-0f0f-4f0f-8f0f-${String(id).padStart(12, "0")}`,
  title: `Texte ${id}`,
  slug: `texte-${id}`,
  mobiledoc: null,
  lexical: null,
  html: `<p>Le texte ${id}.</p>`,
  feature_image: null,
  featured: 0,
  type: "post",
  status: "published",
  visibility: "public",
  created_at: "2025-03-01T08:00:00.000Z",
  published_at: "2025-03-04T10:00:00.000Z",
  custom_excerpt: null,
  codeinjection_head: null,
  codeinjection_foot: null,
  canonical_url: null,
  ...fields,
})

/** What rows are called by since Ghost 1. */
export const objectId = (number: number) => `5f0c${number.toString(16).padStart(20, "0")}`

const SETTINGS = [
  { key: "title", value: "Rimes de nuit" },
  { key: "timezone", value: "Europe/Paris" },
]

/** An export of Ghost 4 to 6, or of 3 by its version: tables in the alphabet's order, so that posts come before what they refer to. */
export function ghostExport(tables: Tables, { version = "5.130.6", isBare = false } = {}) {
  const data = Object.fromEntries(
    Object.entries({ settings: SETTINGS, ...tables }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const inside = { meta: { exported_on: 1_748_000_000_000, version }, data }
  return JSON.stringify(isBare ? inside : { db: [inside] })
}

/** A small site with something of everything, by version. */
export function ghostSite(version: "3.42.9" | "4.48.9" | "5.130.6" | "6.10.0") {
  const isOld = version.startsWith("3")
  const url = isOld ? "" : "__GHOST_URL__"
  const posts = [
    ghostPost(1, {
      title: "Un",
      slug: "un",
      html: `<p>Voir <a href="${url}/deux/">deux</a> et <a href="${url}/equipe/">l’équipe</a>.</p>
<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${url}/content/images/size/w1000/2024/01/nuit.jpg" class="kg-image" alt="Une nuit" loading="lazy"><figcaption>Photo : <a href="https://a.example">Sam</a></figcaption></figure>`,
      feature_image: `${url}/content/images/2024/01/une.jpg`,
      custom_excerpt: "Le début *de tout*",
      featured: 1,
      ...(isOld ? { author_id: objectId(90) } : {}),
    }),
    ghostPost(2, { title: "Deux", slug: "deux", visibility: "members" }),
    ghostPost(3, { title: "Trois", slug: "trois", status: "draft", published_at: null }),
    ghostPost(4, {
      title: "Quatre",
      slug: "quatre",
      status: "scheduled",
      published_at: "2100-01-01T10:00:00.000Z",
    }),
    ghostPost(5, { title: "Équipe", slug: "equipe", type: "page" }),
    ...(isOld ? [] : [ghostPost(6, { title: "Lettre", slug: "lettre", status: "sent" })]),
  ]
  return ghostExport(
    {
      posts,
      posts_meta: [
        {
          id: objectId(80),
          post_id: objectId(1),
          meta_description: "Ce qu’on y lit",
          feature_image_alt: "Une scène",
          feature_image_caption: "Photo : <b>Awa</b>",
        },
      ],
      tags: [
        { id: objectId(70), name: "Ateliers", slug: "ateliers", visibility: "public" },
        { id: objectId(71), name: "#interne", slug: "hash-interne", visibility: "internal" },
        { id: objectId(72), name: "Actus", slug: "actus", visibility: "public" },
      ],
      posts_tags: [
        { id: objectId(60), post_id: objectId(1), tag_id: objectId(72), sort_order: 1 },
        { id: objectId(61), post_id: objectId(1), tag_id: objectId(70), sort_order: 0 },
        { id: objectId(62), post_id: objectId(1), tag_id: objectId(71), sort_order: 2 },
      ],
      users: [
        { id: objectId(90), name: "Awa Sène", slug: "awa", email: "AWA@cko.test", password: "$2b$…" },
        { id: objectId(91), name: "Sam", slug: "sam", email: "sam@a.example" },
      ],
      posts_authors: [
        { id: objectId(50), post_id: objectId(1), author_id: objectId(90), sort_order: 0 },
        { id: objectId(51), post_id: objectId(1), author_id: objectId(91), sort_order: 1 },
      ],
      ...(isOld ? {} : { newsletters: [{ id: objectId(40), name: "La lettre", slug: "la-lettre" }] }),
      ...(version.startsWith("6") ? { snippets: [], offer_redemptions: [] } : {}),
    },
    { version },
  )
}

type Beside = Record<string, string>

/** All that is told of an export, and why it ended, as if `beside` were in the same archive. */
export async function readGhostThings(
  json: string | Uint8Array,
  { site = SITE, beside = {} as Beside, chunkSize = 1_000 } = {},
) {
  const open = () => inChunks(json, chunkSize)
  const file = {
    name: "site.json",
    head: "",
    source: open(),
    again: open,
    beside: (path: RegExp | string) =>
      Promise.resolve(
        Object.entries(beside).find(([name]) => typeof path !== "string" && path.test(name))?.[1],
      ),
    open: () => Promise.resolve(undefined),
    paths: Object.keys(beside),
  }
  const things: Thing[] = []
  try {
    for await (const thing of readGhost(file, site)) things.push(thing)
  } catch (error) {
    return { ...sorted(things), error }
  }
  return { ...sorted(things), error: undefined }
}

/** All that a reader of another of Ghost's files tells. */
export async function thingsOf<Told>(
  read: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Told>,
  file: string,
) {
  return Array.fromAsync(read(Readable.from([Buffer.from(file)])))
}

function sorted(things: Thing[]) {
  return {
    things,
    texts: things.filter((thing): thing is TextThing => thing.kind === "text"),
    files: things.filter((thing): thing is FileThing => thing.kind === "file"),
    redirects: things.filter((thing): thing is RedirectThing => thing.kind === "redirect"),
    losses: things.filter((thing): thing is LossThing => thing.kind === "loss"),
  }
}
