import { expect, test } from "vitest"
import { contentToMarkdown } from "./content.ts"

const SOUND = "https://a.example/a.mp3"
const read = (content: string, sound: string | null = null) =>
  contentToMarkdown(content, { site: "https://rimes.example", sound })
const lost = (what: string, where = "au début") => [{ what, where }]

test.each([
  ["lines and paragraphs", "Un\ndeux\n\nTrois", "Un\ndeux\n\nTrois"],
  ["a gallery", 'Vois\n[gallery columns="2" ids="1, 2"]\nlà', "Vois\n\n![](import:1)\n\n![](import:2)\n\nlà"],
  [
    "a caption",
    '[caption id="attachment_7" align="alignnone" width="300"]<a href="/u.jpg"><img class="wp-image-7" src="/u.jpg" alt="Une scène" /></a> Photo : Sam[/caption]',
    '![Une scène](https://rimes.example/u.jpg "Photo : Sam")',
  ],
  [
    "a caption of old",
    '[caption caption="Photo"]<img src="https://a.example/u.jpg">[/caption]',
    '![](https://a.example/u.jpg "Photo")',
  ],
  ["a sound", '[audio mp3="https://a.example/b.mp3"][/audio]', "https://a.example/b.mp3"],
  ["a film", "Un\n[video width=\"640\" mp4='https://a.example/b.mp4' /]", "Un\n\nhttps://a.example/b.mp4"],
  [
    "an address to embed",
    'Un [embed width="1"]https://youtu.be/abc?a=1&b=2[/embed] deux',
    "Un\n\nhttps://youtu.be/abc?a=1&b=2\n\ndeux",
  ],
  ["an address on a line of its own", "Un\nhttps://youtu.be/abc\ndeux", "Un\n\nhttps://youtu.be/abc\n\ndeux"],
  ["brackets of people", "[sic] [1] [sous-titre] [a b] […]", "[sic] [1] [sous-titre] [a b] […]"],
  ["a shortcode that is spoken of", "Écrivez [[gallery]].", "Écrivez [gallery]."],
  ["a table of contents", "[toc]\n\nUn", "Un"],
])("of a classic text, %s is read", (_, content, markdown) => {
  const found = read(content)
  expect([found.markdown.replaceAll("\\", ""), found.losses]).toEqual([markdown, []])
})

test.each([
  ["a paragraph", "<!-- wp:paragraph -->\n<p>Un\ndeux</p>\n<!-- /wp:paragraph -->", "Un deux"],
  [
    "a gallery of ids",
    '<!-- wp:gallery {"ids":[1,"2"]} -->\n<ul></ul>\n<!-- /wp:gallery -->',
    "![](import:1)\n\n![](import:2)",
  ],
  [
    "a gallery with its pictures",
    '<!-- wp:gallery {"ids":[1]} --><figure><!-- wp:image {"id":1} --><figure><img src="https://a.example/u.jpg"/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->',
    "![](https://a.example/u.jpg)",
  ],
  ["a picture", '<!-- wp:image {"id":12} /-->', "![](import:12)"],
  [
    "an address to embed",
    '<!-- wp:embed {"url":"https://youtu.be/abc"} -->\n<figure><div class="wp-block-embed__wrapper">\nhttps://youtu.be/abc\n</div></figure>\n<!-- /wp:embed -->',
    "https://youtu.be/abc",
  ],
  [
    "an address alone",
    '<!-- wp:core-embed/youtube {"url":"https://youtu.be/abc"} /-->',
    "https://youtu.be/abc",
  ],
  ["a shortcode", '<!-- wp:shortcode -->\n[gallery ids="3"]\n<!-- /wp:shortcode -->', "![](import:3)"],
  ["a break", "<!-- wp:more -->\n<!--more-->\n<!-- /wp:more --><!-- wp:spacer /--><p>Un</p>", "Un"],
  ["attributes that are none", "<!-- wp:gallery {ids} /--><p>Un</p>", "Un"],
])("of a text in blocks, %s is read", (_, content, markdown) => {
  expect(read(content)).toEqual({ markdown, losses: [] })
})

test.each([
  ["a shortcode", "[mafonction a=1]", "", "code court [mafonction]"],
  ["what it is around", "[su_box]Le <b>texte</b>[/su_box]", "Le **texte**", "code court [su_box]"],
  ["a gallery of what is attached", "[gallery]", "", "galerie sans images choisies"],
  ["a caption that never ends", '[caption id="a"]Un', "Un", "code court [caption]"],
  ["a podcast's player", "[powerpress]", "", "lecteur de podcast"],
  ["a block that the site makes", "<!-- wp:latest-posts /-->", "", "bloc «\u00a0latest-posts\u00a0»"],
  ["a block used again", '<!-- wp:block {"ref":3} /-->', "", "bloc «\u00a0block\u00a0»"],
])("%s that nobody knows here is told, and its words stay", (_, content, markdown, what) => {
  expect(read(content)).toEqual({ markdown, losses: lost(what) })
})

test("what is lost is told once, with the heading before it", () => {
  const { losses } = read("<h2>Les <em>invités</em></h2>[a b=1]\n<h3>Les invités</h3>[a b=1] [c d=1]")
  expect(losses).toEqual([
    { what: "code court [a]", where: "après «\u00a0Les\u00a0»" },
    { what: "code court [c]", where: "après «\u00a0Les invités\u00a0»" },
  ])
})

test.each([
  "[powerpress]",
  "[podlove-web-player]",
  '[podlove-episode-web-player post_id="4"]',
  "[ss_player]",
  '[podcast_player id="4"]',
  `[audio src="${SOUND}"]`,
  '<!-- wp:seriously-simple-podcasting/castos-player {"a":1} /-->',
  "<!-- wp:podlove-web-player/podlove-web-player /-->",
  `<!-- wp:audio {"src":"${SOUND}"} /-->`,
  `<!-- wp:audio {"id":7} --><figure class="wp-block-audio"><audio controls src="${SOUND}"></audio></figure><!-- /wp:audio -->`,
])("the player %s goes where the text has its sound", (player) => {
  expect(read(`${player}\n\nUn`, SOUND)).toEqual({ markdown: "Un", losses: [] })
})

test("shortcodes in shortcodes are read however deep", () => {
  const deep = read(`${"[caption a=1]".repeat(10_000)}Un${"[/caption]".repeat(10_000)}`)
  expect(deep.markdown).toBe("Un")
  expect(read(`${"[su_box]".repeat(10_000)}Un`).markdown).toBe("Un")
})
