import { DEFAULT_PALETTE } from "#app/base/settings/appearance/palette.ts"
import { toBlocks } from "#app/audience/letters/template/letter-blocks.ts"
import { blocksHtml } from "#app/audience/letters/template/mail-blocks.ts"
import { mailDocument } from "#app/audience/letters/template/mail-frame.ts"
import { mailLook } from "#app/audience/letters/template/mail-look.ts"
import { blocksText } from "#app/audience/letters/template/mail-text.ts"
import { personalise, withoutPlaces } from "#app/audience/letters/template/personal-links.ts"
import type { Known } from "#app/audience/letters/template/written-letter.ts"

const publicUrl = "https://cko.test"
const key = "aaaaaaaaaaaaaaaaaaaaaa"
const picture = {
  key,
  width: 1200,
  height: 800,
  alt: "Le ring",
  focus: "",
  colours: [],
  widths: { avif: [640], webp: [640], jpg: [320, 640] },
}
const card = {
  title: "Au <tapis>",
  about: "Round 12",
  excerpt: "Dix ans & plus",
  action: "Écouter",
  address: `${publicUrl}/episodes/12`,
  pictureUrl: `/media/${key}/a.jpg`,
  picture,
}
const known: Known = {
  publicUrl,
  pages: [
    { kind: "episode", prefix: "/episodes/", hasSlugs: false },
    { kind: "post", prefix: "/blog/", hasSlugs: true },
  ],
  cards: new Map([["/episodes/12", card]]),
  pictures: new Map([[key, picture]]),
}
export const look = mailLook(DEFAULT_PALETTE)

/** For tests: a whole letter as one recipient gets it, without a database. */
export function letterOf(content: string, values: { title?: string; logo?: boolean } = {}) {
  const { title = "Le round de novembre", logo = false } = values
  const frame = {
    title,
    previewText: title,
    isArchived: true,
    reason: "Vous êtes abonné.",
    sender: ["CKO", "Paris"],
    podcast: {
      name: "CKO",
      home: publicUrl,
      logo: logo ? { src: `${publicUrl}/media/${key}/image`, width: 100, height: 40 } : undefined,
    },
  }
  const html = mailDocument(frame, withoutPlaces(blocksHtml(toBlocks(content, known), look, known)), look)
  return personalise(html, {
    unsubscribe: `${publicUrl}/newsletter/unsubscribe?key=a`,
    preferences: `${publicUrl}/newsletter/preferences?key=a`,
    online: `${publicUrl}/lettres/1`,
  })
}

/** For tests: all that Markdown and the blocks of letters have. */
export const EVERYTHING = `# Un\n## Deux\n### Trois\n#### Quatre\n##### Cinq\n###### Six

Un **mot**, *un autre*, ~~un vieux~~, \`du code\`, [un lien](/blog), https://exemple.fr, une image ![ronde](/media/${key}/a.jpg) et une note[^1].
Une ligne

- un
  - deux
- [x] fait
- [ ] à faire

3. trois
4. quatre

> une citation
>
> > et une autre

\`\`\`
du code
\`\`\`

    et encore

---

| a | b | c |
| - | :-: | -: |
| 1 | 2 | 3 |

/episodes/12

/episodes/13

[Un bouton](https://exemple.fr/a)

![Large](https://exemple.fr/a.png)

[![Large](/media/${key}/a.jpg)](https://exemple.fr)

![](/media/bbbbbbbbbbbbbbbbbbbbbb/rien.jpg)

https://www.youtube.com/watch?v=dQw4w9WgXcQ

https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk

/media/${key}/son.mp3

[javascript](javascript:alert(1))

[^1]: La note, *soulignée*.
`

/** For tests: the bodies of a letter. */
export function letterForms(content: string) {
  const blocks = toBlocks(content, known)
  return { html: blocksHtml(blocks, look, known), text: blocksText(blocks, known) }
}
