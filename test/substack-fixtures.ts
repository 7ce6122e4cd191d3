import { toText } from "#app/office/import/substack/to-text.ts"
import { readArchive } from "./read-archive.ts"
import { zipOf } from "./zip-file.ts"

// Exports of a made-up site, in the shape that Substack gives its own.

export const SUBSTACK = "https://rimes.substack.example"

type Post = {
  id: string
  date?: string
  published?: string
  type?: string
  audience?: string
  title?: string
  subtitle?: string
  sound?: string
  /** Undefined for a post without a page. */
  html?: string
}

const HEAD =
  "post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url"

/** An archive with these posts, and all that lies beside them. */
export function substackZip(posts: Post[], more: Record<string, string> = {}) {
  const pages = posts.flatMap(({ id, html }) =>
    html === undefined
      ? []
      : [
          [`posts/${id}.html`, html],
          [`posts/${id}.delivers.csv`, "post_id,timestamp,email\n1,2025-03-04,lu@a.example\n"],
          [`posts/${id}.opens.csv`, "post_id,timestamp,email\n1,2025-03-04,lu@a.example\n"],
        ],
  )
  return zipOf({ "posts.csv": postsCsv(posts), ...Object.fromEntries(pages), ...more })
}

export const postsCsv = (posts: Post[]) => `${[HEAD, ...posts.map(lineOf)].join("\n")}\n`

function lineOf({ id, date = "2025-03-04T10:00:00.000Z", ...post }: Post) {
  const { published = "true", type = "newsletter", audience = "everyone" } = post
  const { title = "", subtitle = "", sound = "" } = post
  const cells = [id, date, published, date, "", type, audience, title, subtitle, sound]
  return cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")
}

const STORE = "https://substack-post-media.s3.amazonaws.com/public/images"
export const CLOSED = "https://bucketeer-0a1b2c3d-0000-4000-8000-000000000000.s3.amazonaws.com/public/images"
export const shown = (address: string, how = "$s_!aB3d!,w_1456,c_limit,f_auto,q_auto:good") =>
  `https://substackcdn.com/image/fetch/${how}/${encodeURIComponent(address)}`

/** As the editor writes a picture: several sizes of it, a link to it in large, and its caption. */
export const picture = (address: string, { alt = "", caption = "" } = {}) =>
  `<div class="captioned-image-container"><figure><a class="image-link image2 is-viewable-img" target="_blank" href="${shown(address, "$s_!aB3d!,f_auto")}"><div class="image2-inset"><picture><source type="image/webp" srcset="${shown(address, "$s_!aB3d!,w_424,c_limit,f_webp")} 424w, ${shown(address)} 1456w" sizes="100vw"><img src="${shown(address)}" width="1456" height="819" data-attrs="${attrs({ src: address, height: 819, width: 1456, title: null, alt: null })}" class="sizing-normal" alt="${alt}" srcset="${shown(address)} 1456w"></picture><div class="image-link-expand"><button><svg></svg></button></div></div></a>${caption && `<figcaption class="image-caption">${caption}</figcaption>`}</figure></div>`

export const attrs = (facts: object) =>
  JSON.stringify(facts).replaceAll("&", "&amp;").replaceAll('"', "&quot;")

export const WIDGET = `<div class="subscription-widget-wrap-editor" data-attrs="{}"><div class="subscription-widget show-subscribe"><div class="preamble"><p>Merci de lire !</p></div><form class="subscription-widget-subscribe"><input type="email"><input type="submit"></form></div></div>`
export const SHARE = `<p class="button-wrapper"><a class="button primary" href="${SUBSTACK}/p/un?utm_source=substack&amp;action=share"><span>Partager</span></a></p>`

/** A small site with something of everything. */
export const POSTS: Post[] = [
  {
    id: "101.un",
    title: "Un, pour commencer",
    subtitle: "Le début *de tout*",
    html: `<p>Voir <a href="${SUBSTACK}/p/deux">deux</a>.</p>${picture(`${STORE}/nuit_1456x819.jpeg`, { alt: "Une nuit", caption: "Photo : Sam" })}${WIDGET}${SHARE}<p>Fin.</p>`,
  },
  {
    id: "102.deux",
    title: "Deux",
    audience: "only_paid",
    html: "<p>Avant.</p><div class='paywall-jump'></div><p>Après.</p>",
  },
  { id: "103.trois", title: "Trois", published: "false", date: "", html: "<p>Bientôt.</p>" },
  {
    id: "104.quatre",
    title: "Quatre",
    type: "podcast",
    date: "2025-03-05T10:00:00.000Z",
    html: `<div class="native-audio-embed"><audio src="https://sons.example/quatre.mp3"></audio></div><p>On parle.</p>`,
  },
  {
    id: "105.cinq",
    title: "Cinq",
    type: "podcast",
    sound: "https://sons.example/cinq.mp3",
    html: "<p>Encore.</p>",
  },
  { id: "106.apropos", title: "À propos", type: "page", html: "<p>Nous.</p>" },
]

export const SUBSCRIBERS = {
  "email_list.rimes.csv":
    "email,active_subscription,expiry,plan,email_disabled,created_at\na@a.example,false,,other,false,2025-01-01\nb@b.example,true,,yearly,false,2025-01-01\n",
}

/** A post whose columns and page are these. */
export const toThing = (fields: Record<string, string>, html: string) =>
  toText({ id: "1", slug: "un", fields: { ...fields, is_published: "true" }, html, site: SUBSTACK })

export const readSubstackThings = (zip: Uint8Array) => readArchive(zip, SUBSTACK)
