import { zipOf } from "./zip-file.ts"

// Exports of a made-up person, in the shape that Medium gives its own.

export const MEDIUM = "https://medium.com/@awa"

type Post = {
  title?: string
  subtitle?: string
  body: string
  /** Where it could be read; undefined for a draft. */
  address?: string
  date?: string
  tags?: string[]
}

/** The page of a post, as its archive has it. */
export const mediumPage = ({ title = "", subtitle, body, address, date, tags = [] }: Post) =>
  `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title}</title><style>
* { font-family: Georgia; }</style></head><body><article class="h-entry">
<header><h1 class="p-name">${title}</h1></header>
${subtitle === undefined ? "" : `<section data-field="subtitle" class="p-summary">\n${subtitle}\n</section>`}
<section data-field="body" class="e-content"><section name="a1" class="section section--body section--first"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${body}</div></div></section></section>
<footer>${tags.length === 0 ? "" : `<p class="p-tags">Tagged in ${tags.map((tag) => `<a href="https://medium.com/tag/x" class="p-tag">${tag}</a>`).join(", ")}</p>`}${
    address === undefined
      ? '<p><a href="https://medium.com/p/0123456789ab">View original.</a></p>'
      : `<p>By <a href="${MEDIUM}" class="p-author h-card">Awa Sène</a> on <a href="https://medium.com/p/x"><time class="dt-published" datetime="${date ?? "2025-03-04T10:00:00.000Z"}">March 4, 2025</time></a>.</p><p><a href="${address}" class="p-canonical">Canonical link</a></p>`
  }<p>Exported from <a href="https://medium.com">Medium</a> on May 1, 2025.</p></footer></article></body></html>`

/** Paragraphs as the editor writes them. */
export const graf = (text: string) => `<p name="b2" id="b2" class="graf graf--p">${text}</p>`
export const titled = (title: string) =>
  `<h3 name="c3" id="c3" class="graf graf--h3 graf--leading graf--title">${title}</h3>`

/** A small archive with something of everything; what tells of the person is never read. */
export const mediumZip = (posts: Record<string, Post>) =>
  zipOf({
    "README.html": "<html><body>Archive</body></html>",
    "ips/ips-0001.html": '<article class="h-entry"><h1 class="p-name">192.0.2.7</h1></article>',
    ...Object.fromEntries(
      Object.entries(posts).map(([name, post]) => [`posts/${name}.html`, mediumPage(post)]),
    ),
    "profile/profile.html": `<a class="u-url" href="${MEDIUM}">awa</a> <b>awa@a.example</b>`,
  })

export const MEDIUM_POSTS = {
  "2025-03-04_Un-soir-a1b2c3d4e5f6": {
    title: "Un soir",
    subtitle: "Le début",
    tags: ["Slam", "Scène"],
    address: `${MEDIUM}/un-soir-a1b2c3d4e5f6`,
    body: `${titled("Un soir")}<h4 class="graf graf--h4 graf--subtitle">Le début</h4><figure class="graf graf--figure"><img class="graf-image" data-image-id="1*x.jpeg" data-is-featured="true" src="https://cdn-images-1.medium.com/max/800/1*x.jpeg"></figure>${graf(`Voir <a href="${MEDIUM}/deux-b1b2c3d4e5f6?source=x">deux</a>.`)}<figure class="graf graf--figure"><img src="https://cdn-images-1.medium.com/max/800/1*y.jpeg" alt="Une nuit"><figcaption class="imageCaption">Photo : Sam</figcaption></figure>`,
  },
  "2025-03-05_Deux-b1b2c3d4e5f6": {
    title: "Deux",
    address: `${MEDIUM}/deux-b1b2c3d4e5f6`,
    body: titled("Deux") + graf("Là."),
  },
  "2025-03-06_Merci-pour-ce-texte-c1b2c3d4e5f6": {
    title: "Merci pour ce texte…",
    address: `${MEDIUM}/merci-pour-ce-texte-c1b2c3d4e5f6`,
    body: graf("Merci pour ce texte, que j’ai lu."),
  },
  "draft_Trois-d1b2c3d4e5f6": { title: "Trois", body: graf("Bientôt.") },
} satisfies Record<string, Post>
