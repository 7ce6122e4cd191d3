import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { withWholeAddresses } from "#app/podcast/feed-out/directory-html.ts"
import { element, escapeXml, textElement } from "#app/podcast/feed-out/xml.ts"
import { ARCHIVE, ARCHIVE_FEED, letterAddress } from "./archive-addresses.ts"
import { renderLetterForSite } from "../template/render-for-site.server.ts"
import { listNewestLetters } from "./published-letters.server.ts"

/** Readers ask often enough to miss none. */
const NEWEST = 30

type Letter = Awaited<ReturnType<typeof listNewestLetters>>[number]

/** The newest letters of the archive as RSS, whole. @returns the document */
export async function writeLettersFeed(publicUrl: string) {
  const { name, language } = siteSettings().podcast
  const title = `Lettres · ${name}`
  const letters = await listNewestLetters(NEWEST)
  const channel = element("channel", {}, [
    textElement("title", title),
    textElement("link", publicUrl + ARCHIVE),
    element("atom:link", { href: publicUrl + ARCHIVE_FEED, rel: "self", type: "application/rss+xml" }),
    textElement("description", title),
    textElement("language", language),
    textElement("generator", "CKO"),
    ...(await Promise.all(letters.map((letter) => writeLetter(letter, publicUrl)))),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">${channel}</rss>\n`
}

async function writeLetter({ id, title, previewText, content, publishedAt }: Letter, publicUrl: string) {
  return element("item", {}, [
    textElement("title", title),
    textElement("link", publicUrl + letterAddress(id)),
    textElement("guid", `letter/${id}`, { isPermaLink: "false" }),
    textElement("pubDate", publishedAt?.toUTCString()),
    // Readers take it for HTML.
    textElement("description", escapeXml(previewText)),
    textElement("content:encoded", withWholeAddresses(await renderLetterForSite(content), publicUrl)),
  ])
}
