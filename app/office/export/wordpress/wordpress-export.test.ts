import { readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { beforeEach, expect, test } from "vitest"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { db } from "#app/db/client.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { seedEveryTable } from "#test/every-table.ts"
import {
  createEpisode,
  createGuest,
  createMedium,
  createNews,
  createPage,
  createPost,
  emptyContents,
  storedRows,
} from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { createUser } from "#test/people.ts"
import { PUBLIC_URL } from "#test/setup.ts"
import { EVERYTHING, pickRows } from "#test/round-trips.ts"
import { importSite } from "#test/site-imports.ts"
import { createComment } from "#test/visitors.ts"
import { writeFormat } from "../write-formats.server.ts"

useDatabase()
useDataFolder()
let file = ""
beforeEach(async () => {
  file = join(getSettings().dataDir, "site.xml")
  await rm(file, { force: true })
  await refreshSiteSettings()
})

const OPTIONS = { publicUrl: PUBLIC_URL, hasPersonalData: false, hasMedia: true }

type Node = Record<string, unknown>
type Item = Record<string, unknown> & { "wp:postmeta"?: Node[]; "wp:comment"?: Node[]; category?: Node[] }

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => /^(?:item|category|wp:(?:author|category|comment|postmeta))$/.test(name),
})

async function exportXml(options = OPTIONS) {
  const report = await writeFormat("wordpress", { file, ...options })
  const xml = await readFile(file, "utf8")
  expect(XMLValidator.validate(xml)).toBe(true)
  const { channel } = parser.parse(xml).rss as { channel: Node & { item?: Item[] } }
  const items = channel.item ?? []
  const find = (title: string) => {
    const found = items.find((item) => item.title === title)
    if (!found) throw new Error(`the export has no ${title}`)
    const metas = (found["wp:postmeta"] ?? []).map((meta) => [meta["wp:meta_key"], meta["wp:meta_value"]])
    const item: Item & { metas: Record<string, string> } = { ...found, metas: Object.fromEntries(metas) }
    return item
  }
  return { report, xml, channel, items, find }
}

/** A medium whose file is in the store. @returns its address on the site */
async function createStored(title: string, type: string, values: { alt?: string } = {}) {
  const medium = await createMedium({
    title,
    kind: type.startsWith("audio") ? "audio" : "image",
    type,
    ...values,
  })
  await createMediaFile(getStore(), title, { mediumId: medium.id, type, role: "main", name: "source" })
  return mediaAddress(medium.key, title)
}

test("52.7 an export for WordPress has what its importer asks for, whatever a database can hold", async () => {
  await seedEveryTable()
  await db.execute("update episodes set links = '[]', chapters = '[]', soundbites = '[]'")
  const { channel, items } = await exportXml({ ...OPTIONS, hasPersonalData: true })
  expect(channel).toMatchObject({
    link: PUBLIC_URL,
    ...{ "wp:wxr_version": "1.2", "wp:base_site_url": PUBLIC_URL, "wp:base_blog_url": PUBLIC_URL },
    "wp:category": [
      { "wp:category_nicename": "actualites", "wp:cat_name": "Actualités" },
      { "wp:category_parent": "actualites" },
      {},
    ],
  })
  const needed =
    "title link guid dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:comment_status wp:ping_status wp:post_name wp:status wp:post_parent wp:menu_order wp:post_type wp:post_password wp:is_sticky"
  expect(items.length).toBeGreaterThan(4)
  for (const item of items) for (const name of needed.split(" ")) expect(Object.keys(item)).toContain(name)
  expect(new Set(items.map((item) => item["wp:post_id"])).size).toBe(items.length)
})

test("52.7 an episode is one of Seriously Simple Podcasting's, with its sound, its people and its comments", async () => {
  const sound = await createStored("Le round 12.mp3", "audio/mpeg")
  const picture = await createStored("Portrait.PNG", "image/png", { alt: "Une femme" })
  await createStored("Jamais vu.png", "image/png")
  const episode = await createEpisode({
    ...{ title: "L’été & <b>", subtitle: "Au bord", description: `**Gras** [gallery]\n\n![](${picture})` },
    ...{
      audioUrl: sound,
      audioType: "audio/mpeg",
      audioBytes: 2_097_152,
      durationSeconds: 3_723,
      guid: "un-guid",
    },
    ...{
      season: 2,
      number: 7,
      type: "bonus",
      isExplicit: true,
      thumbnailUrl: picture,
      credits: "Prise de son : Léo",
    },
    ...{ publishedAt: new Date("2026-07-01T10:00:05Z"), youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" },
    chapters: [{ start: 61_000, title: "La suite" }],
  })
  const guest = await createGuest({ name: "Léa" })
  await db.insert(episodeGuests).values({ episodeId: episode.id, guestId: guest.id, position: 0 })
  await db.insert(transcripts).values({ episodeId: episode.id, isPublished: true, text: "Oui.", cues: [] })
  const first = await createComment(episode.id, { content: "Un & <deux>\nlignes" })
  await createComment(episode.id, { parentId: first.id, content: "Une réponse" })
  await createComment(episode.id, { status: "pending", content: "Encore en attente" })

  const { find, items, report, xml } = await exportXml()
  const [audio, portrait] = [find("Le round 12.mp3"), find("Portrait.PNG")]
  const found = find("L’été &amp; &lt;b&gt;")
  expect(found).toMatchObject({
    link: `${PUBLIC_URL}/episodes/1`,
    ...{ guid: { "#text": "un-guid", "@_isPermaLink": "false" }, "excerpt:encoded": "Au bord" },
    ...{ "wp:post_type": "podcast", "wp:status": "publish", "wp:post_name": "l-ete-b" },
    ...{ "wp:post_date": "2026-07-01 12:00:05", "wp:post_date_gmt": "2026-07-01 10:00:05" },
    category: [{ "#text": "Léa", "@_domain": "speaker", "@_nicename": "lea" }],
    "wp:comment": [
      {
        ...{ "wp:comment_id": "1", "wp:comment_content": "Un &amp; &lt;deux&gt;\nlignes" },
        ...{ "wp:comment_approved": "1", "wp:comment_parent": "0", "wp:comment_author_email": "" },
      },
      { "wp:comment_content": "Une réponse", "wp:comment_parent": "1" },
    ],
  })
  expect(xml).not.toContain("@secret.test")
  expect(found["content:encoded"]).toBe(`<p><strong>Gras</strong> &#91;gallery]</p>
<p><img src="${String(portrait["wp:attachment_url"])}" alt="" /></p>
<h2>Crédits</h2>
<p>Prise de son\u00a0: Léo</p>
<h2>Liens</h2>
<ul>
<li><a href="https://youtu.be/dQw4w9WgXcQ">YouTube</a></li>
</ul>
<h2>Chapitres</h2>
<ul>
<li>1:01 La suite</li>
</ul>`)
  expect(found.metas).toEqual({
    audio_file: audio["wp:attachment_url"],
    enclosure: `${String(audio["wp:attachment_url"])}\n2097152\naudio/mpeg`,
    ...{ episode_type: "audio", duration: "01:02:03", filesize: "2.00M", filesize_raw: "2097152" },
    ...{ explicit: "on", itunes_title: "L’été & <b>", itunes_episode_type: "bonus" },
    ...{ itunes_episode_number: "7", itunes_season_number: "2" },
    ...{ cover_image: portrait["wp:attachment_url"], cover_image_id: portrait["wp:post_id"] },
    ...{ transcript_file: `${PUBLIC_URL}/episodes/1/transcript.vtt`, _thumbnail_id: portrait["wp:post_id"] },
    ...{ ssp_episode_guid: "un-guid", ssp_original_guid: "un-guid" },
  })
  expect(audio["wp:attachment_url"]).toBe(PUBLIC_URL + sound)
  expect(portrait).toMatchObject({
    ...{ "wp:post_type": "attachment", "wp:status": "inherit" },
    "wp:attachment_url": PUBLIC_URL + picture.replace("PNG", "png"),
    metas: { _wp_attachment_image_alt: "Une femme" },
  })
  // What nothing uses stays.
  expect(items).toHaveLength(3)
  expect(report).toMatchObject({ counts: { episodes: 1, comments: 2 }, files: 2, missing: [] })

  await rm(file)
  const all = await exportXml({ ...OPTIONS, hasPersonalData: true, hasMedia: false })
  expect(all.items).toHaveLength(1)
  expect(all.find("L’été &amp; &lt;b&gt;")["wp:comment"]).toMatchObject([
    { "wp:comment_author_email": first.authorEmail },
    {},
    { "wp:comment_content": "Encore en attente", "wp:comment_approved": "0" },
  ])
})

test("52.7 what would break an XML document, or run as a shortcode, is written so that it does not", async () => {
  const content = "Fin ]]> de\u0007 section & <b>, puis [gallery ids=1] et [/gallery], 🎤"
  await createPost({ title: "]]>\u0001\ufffe", slug: "fin", content, excerpt: "Un *mot* ]]>" })
  const { items } = await exportXml()
  expect(items).toMatchObject([
    {
      title: "]]&gt;",
      "content:encoded":
        "<p>Fin ]]&gt; de section &amp; &lt;b&gt;, puis &#91;gallery ids=1] et &#91;/gallery], 🎤</p>",
      "excerpt:encoded": "Un <em>mot</em> ]]&gt;",
    },
  ])
  await rm(file)
  await createEpisode({ title: "Son", audioUrl: "https://a.example/]]>.mp3" })
  const { find } = await exportXml()
  expect(find("Son").metas.audio_file).toBe("https://a.example/]]>.mp3")
})

test("52.7 comments of many episodes stand with theirs, and what is gone keeps its place above replies", async () => {
  for (let number = 1; number <= 45; number += 1) await createEpisode({ title: `Épisode ${number}` })
  await db.execute(`insert into comments (episode_id, author_name, author_email, content)
    select 3, 'Nadia', 'nadia@secret.test', 'Un mot de la troisième, ' || n from generate_series(1, 1200) n`)
  const hidden = await createComment(44, { status: "hidden", content: "On ne lit pas cela" })
  await createComment(44, { parentId: hidden.id, content: "Et pourtant on répond" })
  const { find, report } = await exportXml()
  const of = (title: string) => find(title)["wp:comment"] ?? []
  expect([of("Épisode 2"), of("Épisode 3").length, of("Épisode 4")]).toEqual([[], 1_200, []])
  expect(of("Épisode 44")).toMatchObject([
    { "wp:comment_content": "Ce commentaire n’est plus visible.", "wp:comment_author": "" },
    { "wp:comment_content": "Et pourtant on répond", "wp:comment_parent": String(hidden.id) },
  ])
  expect(report.counts).toMatchObject({ episodes: 45, comments: 1_202 })
})

test("52.7 an export that is given up leaves nothing, and the next one is whole", async () => {
  await createEpisode()
  await createPost()
  const stop = new AbortController()
  const given = { file, ...OPTIONS, signal: stop.signal, onProgress: () => stop.abort() }
  await expect(writeFormat("wordpress", given)).rejects.toThrow(
    expect.objectContaining({ name: "AbortError" }),
  )
  expect((await readdir(getSettings().dataDir)).filter((name) => name.startsWith("site.xml"))).toEqual([])
  expect((await exportXml()).items).toHaveLength(2)
  await expect(writeFormat("wordpress", { file, ...OPTIONS })).rejects.toThrow(/site\.xml existe déjà/)
})

test("52.9 what goes to WordPress and comes back is the same: texts, states, dates, episodes with their numbers, and comments in their threads", async () => {
  const { id: userId } = await createUser("admin", "awa@cko.test")
  const at = new Date("2025-03-04T10:00:05.000Z")
  const ahead = new Date("2100-01-01T10:00:00.000Z")
  await createPost({
    title: "Un « article » & co",
    slug: "un-article",
    content: EVERYTHING,
    publishedAt: at,
    excerpt: "Le _début_",
    signature: "Léo",
    coverImageUrl: "https://a.example/une.jpg",
  })
  await createPost({
    title: "Brouillon",
    slug: "brouillon",
    isPublished: false,
    publishedAt: null,
    createdAt: at,
  })
  await createPost({ title: "À venir", slug: "a-venir", publishedAt: ahead })
  await createPage({
    title: "Équipe",
    slug: "equipe",
    content: EVERYTHING,
    metaDescription: "Qui nous sommes",
    createdAt: at,
  })
  await createPage({ title: "Cachée", slug: "cachee", isPublished: false })
  await createNews({ title: "Une nouvelle", content: EVERYTHING, category: "interview", publishedAt: at })
  const episode = await createEpisode({
    ...{
      title: "Le round",
      description: EVERYTHING,
      subtitle: "Au bord du ring",
      guest: "Léa",
      publishedAt: at,
    },
    ...{
      audioUrl: "https://son.example/1.mp3",
      audioType: "audio/mpeg",
      audioBytes: 5_000_000,
      durationSeconds: 3_723,
    },
    ...{ guid: "https://son.example/?p=1", season: 2, number: 7, type: "bonus", isExplicit: true },
    ...{ thumbnailUrl: "https://a.example/pochette.jpg" },
  })
  const guest = await createGuest({ name: "Léa" })
  await db.insert(episodeGuests).values({ episodeId: episode.id, guestId: guest.id, position: 0 })
  await createEpisode({ title: "En cours", isPublished: false, publishedAt: at })
  const first = await createComment(episode.id, { content: "Un & <deux>\n\nlignes", createdAt: at })
  await createComment(episode.id, { parentId: first.id, content: "Une réponse", createdAt: at })

  const before = await contents()
  await writeFormat("wordpress", { file, ...OPTIONS, hasPersonalData: true })
  const xml = await readFile(file)
  await emptyContents()
  const { state, report } = await importSite(userId, xml, {
    categories: { interview: "news:interview" },
  })
  expect([state, report?.remarks]).toEqual(["done", []])
  expect(await contents()).toEqual(before)
})

/** What must be the same, by what it is called. */
async function contents() {
  const written = ["title", "is_published", "published_at"]
  const posts = await pickRows(
    "blog_posts",
    ...written,
    "slug",
    "content",
    "excerpt",
    "signature",
    "cover_image_url",
  )
  const comments = await storedRows("comments")
  const guids = await db.execute(
    "select title, coalesce(guid, episode_guid(id, created_at)) from episodes order by title",
  )
  return {
    posts,
    pages: await pickRows("custom_pages", "title", "is_published", "slug", "content", "meta_description"),
    news: await pickRows("news", ...written, "content", "category"),
    episodes: await pickRows(
      "episodes",
      ...[...written, "description", "subtitle", "guest", "audio_url", "audio_type", "audio_bytes"],
      ...["duration_seconds", "season", "number", "type", "is_explicit", "thumbnail_url"],
    ),
    guids: guids.rows,
    comments: comments.map(({ author_name, author_email, content, created_at, status, parent_id }) => ({
      ...{ author_name, author_email, content, created_at, status },
      repliesTo: comments.find(({ id }) => id === parent_id)?.content,
    })),
  }
}
