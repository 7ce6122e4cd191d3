import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { db } from "#app/db/client.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import type { ImportChoices } from "#app/kit/lib/imports.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { uploadPath } from "#app/media/store/upload-path.ts"
import { heedChanges } from "#app/base/redirects/manage-redirects.server.ts"
import { beginImport, findImport, startImport } from "#app/office/import/imports.server.ts"
import { workOffImports } from "#app/office/import/work-off-imports.server.ts"

export const ALL: ImportChoices = {
  posts: "post",
  categories: {},
  pages: true,
  news: true,
  accounts: false,
  episodes: true,
  comments: true,
  drafts: true,
  copies: false,
  transcripts: "draft",
}

/** As if they had been sent in parts. @returns the import's id */
export function sendExports(userId: string, ...files: (string | Uint8Array)[]) {
  return sendExportsOf(userId, "", ...files)
}

/** The same, of a site whose address the host says. */
export async function sendExportsOf(userId: string, site: string, ...files: (string | Uint8Array)[]) {
  const ids: string[] = []
  for (const file of files) {
    const id = randomBytes(16).toString("base64url")
    const bytes = Buffer.from(file)
    await getStore().put(uploadPath(id), Readable.from([bytes]), { bytes: bytes.length, type: "text/xml" })
    const { length } = bytes
    await db
      .insert(uploads)
      .values({ id, userId, purpose: "import", title: "site.xml", bytes: length, received: length })
    ids.push(id)
  }
  const id = await beginImport(userId, ids, site)
  if (id === undefined) throw new Error("the files were refused")
  return id
}

/** As a process of its own does, after which the site hears of new rules. */
export async function workOff(signal = new AbortController().signal) {
  await workOffImports({ signal, onBeat: () => {} })
  await heedChanges()
}

/** Reads an export and writes what is chosen of it. @returns the import as it ends */
export async function importSite(
  userId: string,
  file: string | Uint8Array,
  choices: Partial<ImportChoices> = {},
  site = "",
) {
  const id = await sendExportsOf(userId, site, file)
  await workOff()
  await startImport(id, { ...ALL, ...choices })
  await workOff()
  const found = await findImport(id)
  if (!found) throw new Error("the import is gone")
  return found
}

type Item = {
  id: number
  type?: string
  title?: string
  slug?: string
  status?: string
  content?: string
  date?: string
  more?: string
}

/** An export of WordPress with these items. */
export function wxr(items: Item[], { site = "https://ancien.example", head = "" } = {}) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Ancien site</title><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>${head}
${items.map((item) => writeItem(item, site)).join("\n")}
</channel></rss>`
}

function writeItem(
  { id, type = "post", status = "publish", date = "2025-03-04 10:00:00", ...item }: Item,
  site: string,
) {
  const { title = `Texte ${id}`, slug = `texte-${id}`, content = `Le texte ${id}.`, more = "" } = item
  return `<item><title><![CDATA[${title}]]></title><link>${site}/2025/03/${slug}/</link><dc:creator><![CDATA[awa]]></dc:creator>
<guid isPermaLink="false">${site}/?p=${id}</guid><content:encoded><![CDATA[${content}]]></content:encoded>
<excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`
}
