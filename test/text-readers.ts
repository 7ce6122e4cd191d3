import type { z } from "zod"
import "#app/office/types/types.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { commentSchema } from "#app/audience/comments/comments.schema.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { banSchema } from "#app/audience/comments/moderation.schema.ts"
import { chaptersOfLines, parseNormalPlayTime } from "#app/kit/lib/chapters.ts"
import { readTranscript } from "#app/podcast/transcripts/formats/read-transcript.ts"
import { findChapters } from "#app/podcast/chapters/chapters-in-text.ts"
import { readSoundbites } from "#app/podcast/chapters/soundbites/soundbites-form.schema.ts"
import { soundbitesOfLines } from "#app/kit/lib/soundbites.ts"
import { readChapters } from "#app/podcast/chapters/chapters-form.schema.ts"
import { classifyAgent, classifyReferrer, readSubscribers } from "#app/audience/statistics/agents/agents.ts"
import { findLinks } from "#app/audience/comments/text-links.ts"
import { toBareText } from "#app/audience/comments/bare-text.ts"
import { messageSchema } from "#app/audience/contact/contact.schema.ts"
import { replyAddress } from "#app/audience/contact/reply-address.ts"
import { signInSchema, signUpSchema } from "#app/accounts/auth/auth.schema.ts"
import { FeedError } from "#app/podcast/feeds-in/feed-error.ts"
import { readAll, rss } from "./feed-fixtures.ts"
import { dayOrderIn, dayOrderOf, parseFeedDate } from "#app/podcast/feeds-in/feed-dates.ts"
import { mapItem } from "#app/podcast/feeds-in/feed-item-mapping.server.ts"
import { decodeEntities, plainText, protectAmpersands, stripTags } from "#app/kit/lib/from-html/html-texts.ts"
import { guestFromTitle, joinGuests } from "#app/podcast/feeds-in/guests.ts"
import { readChoices } from "#app/podcast/feeds-in/import-choices.ts"
import { articleToMarkdown } from "#app/kit/lib/from-html/article-to-markdown.ts"
import { htmlToMarkdown } from "#app/kit/lib/from-html/html-to-markdown.ts"
import { pastedToMarkdown, readPasted } from "#app/kit/lib/from-html/pasted-html.ts"
import { plainToMarkdown } from "#app/kit/lib/from-html/markdown-escape.ts"
import { readItemDuration } from "#app/podcast/feeds-in/item-duration.ts"
import { ownGuid } from "#app/podcast/feeds-in/shared-guid.ts"
import { shownElement } from "#app/kit/lib/from-html/emphasis.ts"
import { findPlatformLinks } from "#app/podcast/feeds-in/platform-links.ts"
import { httpUrl, linkTarget } from "#app/kit/lib/from-html/safe-urls.ts"
import { playSchema } from "#app/audience/statistics/plays.schema.ts"
import { sessionIdField } from "#app/podcast/likes-and-views/likes.schema.ts"
import { parseNewsView } from "#app/writing/news/news.schema.ts"
import { describeBrowser } from "#app/accounts/auth/browsers.server.ts"
import { parseLinkTime } from "#app/podcast/player/link-times.ts"
import { toBars } from "#app/podcast/player/waves.server.ts"
import { findAddresses } from "#app/kit/lib/addresses.ts"
import { pagePolicy } from "#app/kit/http/content-security-policy.server.ts"
import { checkEpisode } from "#app/podcast/episodes/checklist.ts"
import { renameIn, splitNames } from "#app/podcast/guests/names.ts"
import { parseDuration, parseTypedDuration } from "#app/kit/lib/durations.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { loadScriptsLate } from "#app/kit/http/deferred-scripts.server.ts"
import { readLines } from "#app/kit/lib/lines.server.ts"
import { parseListView, parseSearch } from "#app/content/lists/list-view.ts"
import { pathKey } from "#app/base/redirects/addresses.ts"
import { readRules } from "#app/office/redirects/import/read-rules.server.ts"
import { listedPath } from "#app/base/redirects/missing/missing-paths.ts"
import { readRule } from "#app/base/redirects/read-rule.ts"
import { hasWords } from "#app/kit/lib/search-words.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { toHtml, toPlainHtml } from "#app/kit/lib/markdown/render.ts"
import { toNotesHtml } from "#app/kit/lib/markdown/notes.ts"
import { compareVersions, readChangelog } from "#app/base/versions/changelog.ts"
import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { readNotice } from "#app/audience/supporters/payments/read-notice.server.ts"
import { readPeople } from "#app/audience/supporters/people/import/read-people.server.ts"
import { readRichText } from "#app/kit/lib/rich-text/read-rich-text.ts"
import { writeRichText } from "#app/kit/lib/rich-text/write-rich-text.ts"
import { mayBeBounce } from "#app/audience/letters/bounces/bounce-head.ts"
import { readBounce } from "#app/audience/letters/bounces/read-bounce.ts"
import { letterForms } from "./letter-fixtures.ts"
import { isSlug, toSlug } from "#app/kit/lib/slugs.ts"
import { youtubeEmbed } from "#app/kit/lib/youtube.ts"
import { shapeOf } from "#app/kit/form/field-facts.ts"
import { proposeSlug } from "#app/kit/form/slug-proposal.ts"
import { contentToMarkdown as ghostToMarkdown } from "#app/office/import/ghost/content.ts"
import { isRoutes, readPermalinks } from "#app/office/import/ghost/permalinks.ts"
import { isRedirects, readRedirects } from "#app/office/import/ghost/redirects.server.ts"
import { toText as toMediumText } from "#app/office/import/medium/to-text.ts"
import { isSubstackArchive } from "#app/office/import/substack/is-substack.ts"
import { expandBlocks } from "#app/office/import/wordpress/blocks.ts"
import { commentText } from "#app/office/import/wordpress/comment-text.ts"
import { contentToMarkdown } from "#app/office/import/wordpress/content.ts"
import { filesOf } from "#app/office/import/files.ts"
import { linksIn, picturesIn } from "#app/office/import/link-texts.server.ts"
import { readPhp } from "#app/office/import/wordpress/php-values.ts"
import { expandShortcodes } from "#app/office/import/wordpress/shortcodes.ts"
import { postfix, qmail } from "./bounced-mails.ts"
import * as ghost from "./ghost-fixtures.ts"
import { mediumPage } from "./medium-fixtures.ts"
import * as substack from "./substack-fixtures.ts"
import * as wordpress from "./wordpress-fixtures.ts"

type Reader = (text: string) => unknown

/** Everything that reads, checks or renders a text that comes from outside. */
export const TEXT_READERS: Record<string, Reader> = {
  "a letter in both its forms": letterForms,
  "the head of a mail": (text) => mayBeBounce(`From: ${text}`),
  "a bounced mail": (text) => readBounce(Buffer.from(postfix({ id: "<a@b>", diagnostic: text }))),
  "a bounced mail in words": (text) => readBounce(Buffer.from(qmail({ id: "<a@b>", diagnostic: text }))),
  toHtml,
  toPlainHtml,
  toNotesHtml,
  "a changelog": (text) => [...readChangelog(`## [1.0.0] - ${text}\n${text}\n## ${text}`)],
  "versions in their order": (text) => compareVersions(`1.0.0-${text}`, `1.0.0-${text}a`),
  toPlainText: (text) => toPlainText(text, 2_000),
  readRichText,
  writeRichText: (text) => writeRichText(inAllMarks(text)),
  frenchSpaces,
  parseLinkTime: (text) => parseLinkTime(`?t=${text}`),
  toBars,
  findAddresses,
  findLinks,

  htmlToMarkdown,
  "htmlToMarkdown in a paragraph": (text) => htmlToMarkdown(`<p>${text}`),
  "htmlToMarkdown in bold and a link": (text) =>
    htmlToMarkdown(`<b>a</b><a href="https://a.fr">${text}</a><i>${text}</i>`),
  articleToMarkdown: (text) => articleToMarkdown(text),
  "an article's paragraph": (text) => articleToMarkdown(`<p>${text}`),
  "an article's lines": (text) => articleToMarkdown(`<b>a</b> ${text}`, { keepsLines: true }),
  "an article's list, quotation and table": (text) =>
    articleToMarkdown(`<ul><li><blockquote><table><tr><td>a<td>${text}`),
  "an article's code, picture and caption": (text) =>
    articleToMarkdown(
      `<pre>${text}</pre><figure><img src="https://a.fr" srcset="${text}"><figcaption>${text}`,
    ),
  "an article's notes": (text) =>
    articleToMarkdown(`<sup><a href="#a">1</a></sup><p id="a">${text}<p><sup><a href="#${text}">2`),
  pastedToMarkdown,
  readPasted,
  plainToMarkdown,
  plainText,
  decodeEntities,
  stripTags,
  protectAmpersands,
  mapItem: (text) => mapItem(itemOf(text)),
  findPlatformLinks: (text) => findPlatformLinks([text]),
  parseFeedDate,
  dayOrderOf,
  dayOrderIn,
  readItemDuration: (text) => readItemDuration([text], 1_000),
  ownGuid: (text) => ownGuid(text, `https://${text}`),
  "a style of emphasis": (text) => shownElement("b", `font-weight:${text}`),
  parseDuration,
  parseTypedDuration,
  findChapters,
  readTranscript,
  "captions in WebVTT": (text) => readTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`),
  "captions in SRT": (text) => readTranscript(`1\n00:00:01,000 --> 00:00:02,000\n${text}`),
  "captions that roll": (text) =>
    readTranscript(
      ["a", `a\n${text}`, `${text}\nb`]
        .map((lines, at) => `0${at}:01.000 --> 0${at + 1}:01.000\n${lines}\n`)
        .join("\n"),
    ),
  "captions in SBV": (text) => readTranscript(`0:00:01.000,0:00:02.000\n${text}`),
  "captions in ASS": (text) => readTranscript(`[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${text}`),
  "captions in LRC": (text) => readTranscript(`[ar:a]\n[00:01.00]${text}`),
  "captions in MicroDVD": (text) => readTranscript(`{1}{2}${text}`),
  "captions in TTML": (text) => readTranscript(`<tt><body><p begin="1s">${text}`),
  "captions in SAMI": (text) => readTranscript(`<sami><sync start=1><p>${text}`),
  "a transcript in HTML": (text) => readTranscript(`<p>${text}`),
  "a transcript in XML": (text) => readTranscript(`<?xml version="1.0"?>${text}`),
  "a transcript in a table": (text) => readTranscript(`Start;Text\n0:01;${text}`),
  "a transcript under its titles": (text) => readTranscript(`${text}\nStart\tText\n0:01\t${text}`),
  "a transcript in JSON": (text) => readTranscript(`{"segments":${text}`),
  "a transcript in JSON's words": (text) =>
    readTranscript(
      JSON.stringify({ words: text.split("").map((word, start) => ({ word, start, end: start })) }),
    ),
  readChapters,
  chaptersOfLines,
  readSoundbites,
  soundbitesOfLines,
  parseNormalPlayTime,
  guestFromTitle,
  "guestFromTitle after its announcement": (text) => guestFromTitle(`Avec ${text}`),
  readChoices: (text) => readChoices(`all\nguest ${"k".repeat(16)} ${text}`).catch(() => {}),
  joinGuests: (text) => joinGuests([{ role: "guest", name: text }]),
  splitNames,
  renameIn: (text) => renameIn(text, "Awa", "Sam"),
  checkEpisode: (text) =>
    checkEpisode(
      { title: text, guest: text, thumbnailUrl: text, audioUrl: text, description: text, chapters: text },
      [{ id: 1, key: "a" }],
      null,
    ),
  httpUrl,
  "httpUrl behind a scheme": (text) => httpUrl(`https://${text}`),
  linkTarget,
  "linkTarget of a mail address": (text) => linkTarget(`mailto:${text} a`),
  "a feed": (text) => read(text),
  "a feed's item": (text) => read(rss(`<item><description>${text}`)),
  "a feed's CDATA": (text) =>
    read(rss(`<item><title>a</title><description><![CDATA[${text}]]></description>`)),

  "links to another site": (text) =>
    linksIn(`${text} https://ancien.example/${text}`, "https://ancien.example", new Map()),
  "pictures of a text": (text) => [...picturesIn(text), ...picturesIn(`![${text}](https://a.example/b)`)],
  "a text that names files": (text) => filesOf([]).inText(text),
  "an export of WordPress": (text) => wordpress.readBroken(wordpress.wxr(text), 65_536),
  "an export's text": (text) =>
    wordpress.readBroken(wordpress.wxr(wordpress.item({ content: text })), 65_536),
  "an export's fields": (text) =>
    wordpress.readBroken(
      wordpress.wxr(wordpress.item({ title: text, guid: text, type: "podcast", metas: metasOf(text) })),
      65_536,
    ),
  "a text in WordPress' blocks": (text) => contentToMarkdown(`<!-- wp:a -->${text}`, IN_WORDPRESS),
  expandShortcodes: (text) => expandShortcodes(text, null),
  "a shortcode's attributes": (text) =>
    expandShortcodes(`[audio ${text}] [caption a="${text}"]${text}[/caption]`, null),
  expandBlocks: (text) => expandBlocks(text, null),
  "a block's attributes": (text) => expandBlocks(`<!-- wp:gallery {"ids":[${text}]} /-->`, null),
  "an export of Ghost": (text) => ghost.readGhostThings(`{"data":{"posts":[${text}`, { chunkSize: 65_536 }),
  "a row of Ghost": (text) =>
    ghost.readGhostThings(
      ghost.ghostExport({ posts: [ghost.ghostPost(1, { ...fieldsOf(text), html: text })] }),
      { chunkSize: 65_536 },
    ),
  "a text of Ghost": (text) => ghostToMarkdown({ ...NO_CONTENT, html: text }, IN_GHOST),
  "a text of Ghost's editor": (text) =>
    ghostToMarkdown({ ...NO_CONTENT, lexical: lexicalOf(text) }, IN_GHOST),
  "what should be a text of Ghost's editor": (text) =>
    ghostToMarkdown({ ...NO_CONTENT, lexical: text, mobiledoc: text, plaintext: text }, IN_GHOST),
  "a table of supporters": (text) =>
    readPeople({ csv: `Email;Nom;Palier;Jusqu’au\na@cko.test;${text}`, shortens: false }, []),
  "what a service tells of a payment": (text) => {
    const now = new Date()
    const sent = { contentType: "application/json", signature: null }
    const secrets = { stripe: "whsec", kofi: "jeton" }
    const order = {
      id: text,
      formSlug: text,
      payer: { email: text, firstName: text },
      items: [{ name: text }],
      date: text,
    }
    readNotice({ ...sent, text }, secrets, now)
    readNotice({ ...sent, text: JSON.stringify({ eventType: "Order", data: order }) }, secrets, now)
    readNotice(
      { ...sent, text: JSON.stringify({ id: text, email: "a@cko.test", level: text, months: text }) },
      secrets,
      now,
    )
    readNotice({ ...sent, text, contentType: "application/x-www-form-urlencoded" }, secrets, now)
    return readNotice({ ...sent, text, signature: text }, secrets, now)
  },
  "redirections of Ghost": (text) => ghost.thingsOf(readRedirects, `301:\n  ${text}: ${text}\n${text}`),
  "redirections of Ghost in JSON": (text) =>
    ghost.thingsOf(readRedirects, JSON.stringify([{ from: text, to: text }])),
  "a page of Substack": (text) => substack.toThing({ title: text, subtitle: text, post_date: text }, text),
  "what Substack's editor keeps": (text) =>
    substack.toThing(
      {},
      `<img src="${text}" srcset="${text}" data-attrs="${text}"><div class="${text}" data-attrs="{&${text}">`,
    ),
  isSubstackArchive,
  "a page of Medium": (text) =>
    toMediumText({
      path: "a",
      html: mediumPage({ title: text, subtitle: text, address: `https://${text}`, date: text, body: text }),
    }),
  "the markup of Medium": (text) =>
    toMediumText({
      path: "a",
      html: mediumPage({
        body: `<iframe src="https://cdn.embedly.com/?url=${text}"></iframe><script src="https://gist.github.com/${text}"></script>${text}`,
      }),
    }),
  isRedirects,
  isRoutes,
  "routes of Ghost": (text) => readPermalinks(`  permalink: ${text}\n${text}`, text, text),
  "an export of Podlove": (text) => wordpress.readPodloveBroken(`${PODLOVE}<episodes><episode>${text}`),
  "the fields of an export of Podlove": (text) =>
    wordpress.readPodloveBroken(
      `${PODLOVE}<episodes><episode><id>1</id><post_id>1</post_id><chapters>${text}</chapters></episode></episodes><options><a>${text}</a></options></export>`,
    ),
  commentText,
  readPhp,
  "readPhp of an array": (text) => readPhp(`a:1:{s:1:"a";${text}`),

  toSlug,
  isSlug,
  proposeSlug,
  youtubeEmbed,
  "youtubeEmbed behind its host": (text) => youtubeEmbed(`https://youtu.be/${text}`),
  toBareText,
  replyAddress: (text) => replyAddress({ name: text, email: text, subject: text, message: text }, "hier"),
  parseSearch,
  readRules,
  "readRules behind a mark": (text) => readRules(`/a;"${text}`),
  listedPath,
  pathKey,
  readRule: (text) => readRule({ source: text, code: "301", target: text }, "https://cko.test"),
  hasWords,
  parseListView: (text) => parseListView(new URLSearchParams({ q: text, page: text })),
  parseNewsView: (text) => parseNewsView(new URLSearchParams({ category: text, tab: text })),
  ...Object.fromEntries(
    Object.entries<z.ZodType>({
      ...{ commentSchema, banSchema, chosenRows, messageSchema, playSchema, signInSchema, signUpSchema },
      ...Object.fromEntries(managedTypes().map(({ kind, form }) => [`the form of ${kind}`, form])),
    }).map(([name, schema]): [string, Reader] => [
      name,
      (text) => schema.safeParse(everyField(schema, text)),
    ]),
  ),
  sessionIdField: (text) => sessionIdField.safeParse(text),

  describeBrowser,
  classifyAgent,
  readSubscribers,
  "readSubscribers of a number": (text) => readSubscribers(`Overcast/1.0 (12${text}`),
  classifyReferrer,
  "classifyReferrer behind a scheme": (text) => classifyReferrer(`https://${text}`),
  pagePolicy,
  loadScriptsLate: (text) => loadScriptsLate(`<script type="module" async="">${text}`),
  readLines: (text) => Array.fromAsync(readLines(chunksOf(text), text.length * 3)),
}

const PODLOVE = '<export xmlns:wpe="http://podlove.org/podlove-podcast-publisher/export">'
const NO_CONTENT = { html: "", lexical: "", mobiledoc: "", plaintext: "", markdown: "" }
const IN_GHOST = { site: "https://rimes.example", isForAll: false }
const fieldsOf = (text: string) =>
  Object.fromEntries(
    ["title", "slug", "status", "published_at", "custom_excerpt", "feature_image", "codeinjection_head"].map(
      (name) => [name, text],
    ),
  )
const lexicalOf = (text: string) =>
  JSON.stringify({
    root: {
      children: [
        { type: "paragraph", children: [{ type: "text", text, format: 255 }] },
        { type: "html", html: text },
        { type: "markdown", markdown: text },
        { type: text, url: text },
      ],
    },
  })
const IN_WORDPRESS = { site: "https://rimes.example", sound: null }

/** The same text in each of the fields that plugins for podcasts keep. */
function metasOf(text: string) {
  const keys =
    "enclosure audio_file duration filesize_raw itunes_episode_number _podlove_guid _yoast_wpseo_metadesc"
  return Object.fromEntries(
    keys.split(" ").map((key) => [key, key === "enclosure" ? `https://a.fr\n1\n\n${text}` : text]),
  )
}

/** What an editor could hand over that nobody has read before. */
function inAllMarks(text: string): RichNode {
  const half = Math.floor(text.length / 2)
  const content: RichNode[] = [
    { type: "text", text: text.slice(0, half) },
    { type: "text", text: text.slice(half), marks: [{ type: "strong" }] },
  ]
  return {
    type: "doc",
    content: [
      { type: "paragraph", content },
      { type: "codeBlock", content },
    ],
  }
}

/** The same text in each field of a form. */
function everyField(schema: z.ZodType, text: string) {
  return Object.fromEntries(Object.keys(shapeOf(schema)).map((name) => [name, text]))
}

function itemOf(text: string) {
  const keys =
    "rss:title rss:link rss:description rss:guid rss:pubdate content:encoded itunes:title itunes:summary itunes:subtitle itunes:duration itunes:season itunes:episode podcast:season podcast:episode"
  const attributes = new Map(
    ["url", "href", "type", "length", "fileSize", "duration", "medium", "role"].map(
      (name) => [name, text] as const,
    ),
  )
  return {
    position: 1,
    texts: new Map([
      ...keys.split(" ").map((key) => [key, text] as const),
      ["rss:title", `Un titre ${text}`],
      ["rss:guid", "a"],
      ["rss:pubdate", "2026-01-01"],
    ]),
    elements: ["rss:enclosure", "media:content", "itunes:image", "media:thumbnail"].map((key) => ({
      key,
      attributes,
    })),
    chapters: [attributes, attributes],
    soundbites: [
      {
        attributes: new Map([
          ["startTime", text],
          ["duration", text],
        ]),
        title: text,
      },
    ],
    persons: [{ role: "guest", name: text }],
    size: 0,
    tooLarge: false,
  }
}

async function read(feed: string) {
  return readAll(feed, { chunkSize: 65_536 }).catch((error: unknown) => {
    if (!(error instanceof FeedError)) throw error
  })
}

async function* chunksOf(text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}
