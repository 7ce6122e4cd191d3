import { sql } from "drizzle-orm"
import sharp from "sharp"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { pauseCopying, readCopying } from "#app/podcast/migration/copies/copying.server.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { copyAll, type FileHost, listCopies, sendFile, useFileHost } from "#test/file-host.ts"
import { createUser } from "#test/people.ts"
import { importSite, wxr } from "#test/site-imports.ts"

let host: FileHost
let userId = ""
useFileHost((opened) => (host = opened))
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer()
  host.reply("/photo.jpg", sendFile(picture))
  host.reply("/perdue.jpg", (response) => response.writeHead(404).end())
})

const attachment = (id: number, name: string) =>
  `<item><title>${name}</title><link>${host.url}/${name}/</link><wp:post_id>${id}</wp:post_id><wp:status>inherit</wp:status>
<wp:post_type>attachment</wp:post_type><wp:attachment_url>${host.url}/${name}</wp:attachment_url></item>`
const thumbnail = `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>900</wp:meta_value></wp:postmeta>`
const site = () =>
  wxr(
    [
      { id: 1, content: `<p>Un</p><img src="${host.url}/photo-300x200.jpg" alt="Là">`, more: thumbnail },
      { id: 2, type: "page", content: `<p>Deux</p>[gallery ids="900"]<img src="${host.url}/perdue.jpg">` },
    ],
    { site: host.url, head: attachment(900, "photo.jpg") },
  )

test("pictures of texts come into the library once, and every text that names one leads there", async () => {
  await importSite(userId, site(), { copies: true })
  const [before] = await storedRows("blog_posts")
  expect(before?.content).toBe(`Un\n\n![Là](${host.url}/photo.jpg)`)
  await copyAll()
  expect(host.requests.filter(({ url }) => url === "/photo.jpg")).toHaveLength(1)
  const [medium, ...others] = await storedRows("media")
  expect(others).toEqual([])
  const address = `/media/${medium?.key}/`
  const [post] = await storedRows("blog_posts")
  const [page] = await storedRows("custom_pages")
  expect(post?.content).toContain(`](${address}`)
  expect(post?.cover_image_url).toContain(address)
  expect(page?.content).toContain(`](${address}`)
  // What could not be had stays where it was, and is told of.
  expect(page?.content).toContain(`](${host.url}/perdue.jpg)`)
  expect((await listCopies()).map(({ state }) => state).sort()).toEqual(["done", "failed"])
  // To another import it is as the first one left it.
  const { report } = await importSite(userId, site(), { copies: true })
  expect(report?.targets).toMatchObject({ post: { unchanged: 1 }, page: { unchanged: 1 } })
})

test("a text that changed there names the copies again, not the old site", async () => {
  await importSite(userId, site(), { copies: true })
  await copyAll()
  const { report } = await importSite(userId, site().replace("<p>Un</p>", "<p>Autre</p>"), { copies: true })
  expect(report?.targets.post).toMatchObject({ updated: 1 })
  await copyAll()
  const [post] = await storedRows("blog_posts")
  expect(post?.content).toMatch(/^Autre\n\n!\[Là\]\(\/media\//)
  expect(post?.cover_image_url).toMatch(/^\/media\//)
  expect(await storedRows("media")).toHaveLength(1)
})

test("a text that names a picture which is here already leads there, and one that was edited keeps what it says", async () => {
  await importSite(userId, site(), { copies: true })
  await db.execute(sql`update custom_pages set content = 'À moi', version = version + 1`)
  await copyAll()
  expect((await storedRows("custom_pages"))[0]?.content).toBe("À moi")
  const third = wxr([{ id: 3, slug: "trois", content: `<img src="${host.url}/photo.jpg">` }], {
    site: host.url,
  })
  await importSite(userId, third, { copies: true })
  await copyAll()
  const added = (await storedRows("blog_posts")).find(({ slug }) => slug === "trois")
  expect(added?.content).toContain("](/media/")
  expect(await storedRows("media")).toHaveLength(1)
})

test("copying that a host paused stays so, and what they took back stays away: an import only adds to it", async () => {
  await importSite(userId, site(), { copies: true })
  await copyAll()
  await createEpisode({ audioUrl: `${host.url}/repris.mp3` })
  await db.execute(sql`insert into file_copies (episode_id, part, source, host, state)
    select id, 'sound', audio_url, 'x', 'undone' from episodes`)
  await pauseCopying()
  const third = wxr([{ id: 3, slug: "trois", content: `<img src="${host.url}/neuve.jpg">` }], {
    site: host.url,
  })
  await importSite(userId, third, { copies: true })
  expect(await readCopying()).toMatchObject({ isOn: false })
  const states = Object.fromEntries((await listCopies()).map(({ source, state }) => [source, state]))
  expect(states).toMatchObject({
    [`${host.url}/repris.mp3`]: "undone",
    [`${host.url}/photo.jpg`]: "done",
    [`${host.url}/neuve.jpg`]: "waiting",
  })
})
