import { writeClock } from "#app/kit/lib/chapters.ts"
import { type Cue, toParagraphs } from "#app/kit/lib/cues.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import type { Line } from "./shapes.ts"

// The pages of an archive (product.md 52.2): read without scripts, without a network, from any folder.

/** What a list shows of something; addresses from the archive's root. */
export type Listed = {
  page: string | null
  title: string
  at: string | null
  facts: string
  sound: string | null
  picture: string | null
  links: { page: string; title: string }[]
}

/** The lists, each with its name and the beginning of its files' names. */
export const LISTS = {
  episodes: "Épisodes",
  blog: "Articles",
  news: "Actualités",
  pages: "Pages",
  guests: "Invités",
} as const
export type ListName = keyof typeof LISTS

/** A page with more players than this is slow to open. */
const ON_A_PAGE = 100

const STYLE = `
:root{color-scheme:light dark}
body{max-width:44rem;margin:0 auto;padding:1rem;font:1.05rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-bottom:1.5rem}
h1{line-height:1.2}
ul.list{list-style:none;padding:0}
ul.list>li{padding:.75rem 0;border-top:1px solid #8886}
.facts{color:color-mix(in srgb,CanvasText 75%,Canvas);font-size:.9rem}
audio{width:100%}
img,video,iframe{max-width:100%;height:auto}
table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.25rem .5rem}
pre{overflow-x:auto}
`

/** Of the text of a page, which is HTML already. */
type Page = { podcast: string; base: string; title: string; body: string }

function frame({ podcast, base, title, body }: Page) {
  const links = (Object.keys(LISTS) as ListName[]).map(
    (name) => `<a href="${base}${listFile(name, 1)}">${LISTS[name]}</a>`,
  )
  const heading = title ? `${text(title)} – ${text(podcast)}` : text(podcast)
  return `<!DOCTYPE html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Archive"><strong>${text(podcast)}</strong> ${links.join("\n")}</nav>
<main>
<h1>${text(title)}</h1>
${body}
</main>
</body>
</html>
`
}

const listFile = (name: ListName, number: number) => {
  if (number > 1) return `site/${name}-${number}.html`
  return name === "episodes" ? "index.html" : `site/${name}.html`
}

/** The pages of a list, the newest first. */
export function* listPages(podcast: string, name: ListName, items: Listed[]) {
  const count = Math.max(1, Math.ceil(items.length / ON_A_PAGE))
  for (let number = 1; number <= count; number += 1) {
    const file = listFile(name, number)
    const base = file.includes("/") ? "../" : ""
    const shown = items.slice((number - 1) * ON_A_PAGE, number * ON_A_PAGE)
    const rest = Array.from({ length: count }, (_, index) =>
      index + 1 === number
        ? `<b aria-current="page">${number}</b>`
        : `<a href="${base}${listFile(name, index + 1)}">${index + 1}</a>`,
    )
    const list = `<ul class="list">\n${shown.map((item) => listItem(item, base)).join("\n")}\n</ul>`
    const pages = count > 1 ? `<nav aria-label="Suite">${rest.join(" ")}</nav>` : ""
    const body = items.length > 0 ? list + pages : "<p>Il n’y en a pas.</p>"
    yield { file, html: frame({ podcast, base, title: LISTS[name], body }) }
  }
}

function listItem({ page, title, at, facts, sound, picture, links }: Listed, base: string) {
  const heading = page ? `<a href="${from(base, page)}">${text(title)}</a>` : text(title)
  return [
    `<li><strong>${heading}</strong>`,
    factLine([at && day(at), facts]),
    picture ? `<p><img src="${from(base, picture)}" alt="" loading="lazy" width="160"></p>` : "",
    sound ? player(from(base, sound), title) : "",
    links.map((link) => `<a href="${from(base, link.page)}">${text(link.title)}</a>`).join(", "),
    "</li>",
  ].join("")
}

/** @param html description and credits, rendered */
export function episodePage(
  podcast: string,
  episode: Line<"episodes">,
  html: { description: string; credits: string },
  cues: Cue[],
) {
  const { sound, chapters, links, guestNames, title } = episode
  const length = sound?.durationSeconds
  const shown = chapters.filter(({ isHidden }) => !isHidden)
  const body = [
    factLine([
      episode.publishedAt && day(episode.publishedAt),
      episode.season && `Saison ${episode.season}`,
      episode.number && `Épisode ${episode.number}`,
      length && writeClock(length * 1_000),
      guestNames && `Avec ${guestNames}`,
    ]),
    sound ? player(escapeHtml(sound.address), title) : "",
    html.description,
    section(
      "Liens",
      list(links.map((link) => `<a href="${escapeHtml(link.url)}">${text(link.label || link.url)}</a>`)),
    ),
    section("Chapitres", list(shown.map((one) => chapter(one, sound?.address)))),
    section("Crédits", html.credits),
    section("Transcription", toParagraphs(cues).map(paragraph).join("\n")),
  ]
  return frame({ podcast, base: "../../", title, body: body.join("\n") })
}

/** Browsers play a file from the time that its address says. */
function chapter({ start, title }: { start: number; title: string }, sound: string | undefined) {
  const words = `${writeClock(start)} ${text(title)}`
  return sound ? `<a href="${escapeHtml(sound)}#t=${start / 1_000}">${words}</a>` : words
}

function paragraph({ start, speaker, cues }: ReturnType<typeof toParagraphs>[number]) {
  const when = start === null ? "" : `<small>${writeClock(Math.floor(start / 1_000) * 1_000)}</small> `
  const who = speaker ? `<b>${text(speaker)}</b> ` : ""
  return `<p>${when}${who}${escapeHtml(cues.map((cue) => cue.text).join(" "))}</p>`
}

/** Of what is read. @param html its text, rendered */
export function articlePage(
  podcast: string,
  article: { title: string; publishedAt?: string | null; author: string; picture?: string | null },
  html: string,
) {
  const body = [
    factLine([article.publishedAt && day(article.publishedAt), article.author && text(article.author)]),
    article.picture ? `<p><img src="${escapeHtml(article.picture)}" alt=""></p>` : "",
    html,
  ]
  return frame({ podcast, base: "../../", title: article.title, body: body.join("\n") })
}

/** @param html its text, rendered */
export function newsPage(podcast: string, news: Line<"news">, html: string) {
  return articlePage(podcast, news, [html, ...newsExtras(news)].join("\n"))
}

/** What is shown below a news item's text: its pictures and films, and where it leads. */
export function newsExtras(news: Line<"news">) {
  const media = news.media.map(({ kind, address, caption }) => {
    const source = escapeHtml(address)
    const isFile = kind === "video" && /\.(?:mp4|webm)$/.test(address)
    const shown = isFile
      ? `<video controls preload="none" src="${source}"></video>`
      : kind === "video"
        ? `<a href="${source}">${source}</a>`
        : `<img src="${source}" alt="" loading="lazy">`
    return `<figure>${shown}<figcaption>${text(caption)}</figcaption></figure>`
  })
  const link = news.link ? `<p><a href="${escapeHtml(news.link)}">${escapeHtml(news.link)}</a></p>` : ""
  return [...media, link]
}

const text = (value: string) => escapeHtml(frenchSpaces(value))
const day = (at: string) => formatLongDate(new Date(at))
const player = (address: string, title: string) =>
  `<p><audio controls preload="none" src="${address}" aria-label="${text(title)}"></audio></p>`
export const list = (items: string[]) =>
  items.length > 0 ? `<ul>\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>` : ""
export const section = (heading: string, html: string) => (html ? `<h2>${heading}</h2>\n${html}` : "")
const factLine = (facts: unknown[]) => `<p class="facts">${facts.filter(Boolean).join(" · ")}</p>`
const from = (base: string, address: string) =>
  escapeHtml(/^https?:/.test(address) ? address : base + address)
