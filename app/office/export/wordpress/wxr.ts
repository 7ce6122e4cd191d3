import { toClock, toDay } from "#app/kit/lib/dates.ts"
import { cdata, element, escapeXml, type Xml } from "#app/podcast/feed-out/xml.ts"

// WordPress' export format (WXR 1.2), as its importer reads it: an element a line, texts in CDATA, as the importer that finds no
// XML parser on its server goes by lines.

export type WxrTerm = { domain: "category" | "speaker"; slug: string; name: string; parent?: string }
export type WxrAuthor = { login: string; name: string }

export type WxrItem = {
  id: number
  type: "post" | "page" | "podcast" | "attachment"
  /** HTML, as are content and excerpt. */
  title: string
  link: string
  /** What it is known by, whatever its address is. */
  guid: string
  /** The login of whoever wrote it, or empty. */
  creator: string
  at: Date
  state: "publish" | "future" | "draft" | "inherit"
  slug: string
  content: string
  excerpt: string
  isOpen: boolean
  /** Where the file of an attachment is fetched from. */
  file?: string
  terms: WxrTerm[]
  metas: Record<string, string>
}

export type WxrComment = {
  id: number
  parent: number
  /** HTML, as is its content. */
  author: string
  email: string
  at: Date
  content: string
  approved: "1" | "0" | "trash"
}

type Channel = {
  title: string
  publicUrl: string
  description: string
  authors: WxrAuthor[]
  categories: WxrTerm[]
}

/** All that stands before the items. */
export function openWxr({ title, publicUrl, description, authors, categories }: Channel) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- generator="CKO" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
${lines([
  plain("title", title),
  plain("link", publicUrl),
  plain("description", description),
  plain("pubDate", new Date().toUTCString()),
  plain("language", "fr-FR"),
  plain("wp:wxr_version", "1.2"),
  plain("wp:base_site_url", publicUrl),
  plain("wp:base_blog_url", publicUrl),
  ...authors.map(writeAuthor),
  ...categories.map(writeCategory),
  plain("generator", "CKO"),
])}
`
}

export const CLOSE_WXR = "</channel>\n</rss>\n"
export const CLOSE_ITEM = "</item>\n"

/** An item up to where its comments stand. */
export function openItem(item: WxrItem) {
  const isOpen = item.isOpen ? "open" : "closed"
  return `<item>
${lines([
  field("title", item.title),
  plain("link", item.link),
  plain("pubDate", item.at.toUTCString()),
  field("dc:creator", item.creator),
  element("guid", { isPermaLink: "false" }, [escapeXml(item.guid)]),
  plain("description", ""),
  field("content:encoded", item.content),
  field("excerpt:encoded", item.excerpt),
  plain("wp:post_id", item.id),
  field("wp:post_date", inParis(item.at)),
  // WordPress gives drafts their date once they are published.
  field("wp:post_date_gmt", item.state === "draft" ? NO_DATE : inUtc(item.at)),
  field("wp:comment_status", isOpen),
  field("wp:ping_status", "closed"),
  field("wp:post_name", item.slug),
  field("wp:status", item.state),
  plain("wp:post_parent", 0),
  plain("wp:menu_order", 0),
  field("wp:post_type", item.type),
  field("wp:post_password", ""),
  plain("wp:is_sticky", 0),
  item.file === undefined ? "" : field("wp:attachment_url", item.file),
  ...item.terms.map(({ domain, slug, name }) =>
    element("category", { domain, nicename: slug }, [cdata(name)]),
  ),
  ...Object.entries(item.metas).flatMap(([key, value]) => (value === "" ? [] : writeMeta(key, value))),
])}
`
}

export function writeComment({ id, parent, author, email, at, content, approved }: WxrComment) {
  return `<wp:comment>
${lines([
  plain("wp:comment_id", id),
  field("wp:comment_author", author),
  field("wp:comment_author_email", email),
  plain("wp:comment_author_url", ""),
  field("wp:comment_author_IP", ""),
  field("wp:comment_date", inParis(at)),
  field("wp:comment_date_gmt", inUtc(at)),
  field("wp:comment_content", content),
  field("wp:comment_approved", approved),
  field("wp:comment_type", "comment"),
  plain("wp:comment_parent", parent),
  plain("wp:comment_user_id", 0),
])}
</wp:comment>
`
}

function writeAuthor({ login, name }: WxrAuthor, index: number) {
  return block("wp:author", [
    plain("wp:author_id", index + 1),
    field("wp:author_login", login),
    field("wp:author_email", ""),
    field("wp:author_display_name", name),
    field("wp:author_first_name", ""),
    field("wp:author_last_name", ""),
  ])
}

function writeCategory({ slug, name, parent = "" }: WxrTerm, index: number) {
  return block("wp:category", [
    plain("wp:term_id", index + 1),
    field("wp:category_nicename", slug),
    field("wp:category_parent", parent),
    field("wp:cat_name", name),
  ])
}

const writeMeta = (key: string, value: string) =>
  block("wp:postmeta", [field("wp:meta_key", key), field("wp:meta_value", value)])

const block = (name: string, parts: Xml[]) => `<${name}>\n${lines(parts)}\n</${name}>`
const field = (name: string, text: string) => element(name, {}, [cdata(text)])
const plain = (name: string, value: string | number) => element(name, {}, [escapeXml(`${value}`)])
const lines = (parts: string[]) => parts.filter(Boolean).join("\n")

/** As WordPress' sites keep times: in their own zone, and in UTC. */
const inParis = (at: Date) => `${toDay(at)} ${toClock(at)}:${String(at.getUTCSeconds()).padStart(2, "0")}`
const inUtc = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ")
const NO_DATE = "0000-00-00 00:00:00"
