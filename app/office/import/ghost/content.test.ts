import { expect, test } from "vitest"
import { contentToMarkdown } from "./content.ts"

const NONE = { html: "", lexical: "", mobiledoc: "", plaintext: "", markdown: "" }
const read = (content: Partial<typeof NONE>, isForAll = true) =>
  contentToMarkdown({ ...NONE, ...content }, { site: "https://rimes.example", isForAll })

const SVG = '<svg><path d="M1 1"/></svg>'

test.each([
  [
    "a picture",
    '<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w600/2024/x.jpg" srcset="__GHOST_URL__/content/images/size/w1000/2024/x.jpg 1000w" class="kg-image" alt="Un chat"><figcaption>Le <b>chat</b></figcaption></figure>',
    '![Un chat](https://rimes.example/content/images/2024/x.jpg "Le chat")',
  ],
  [
    "a gallery",
    '<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/content/images/a.jpg" alt=""></div><div class="kg-gallery-image"><img src="/content/images/b.jpg" alt="B"></div></div></div></figure>',
    "![](https://rimes.example/content/images/a.jpg)\n\n![B](https://rimes.example/content/images/b.jpg)",
  ],
  [
    "a bookmark",
    `<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Le titre</div><div class="kg-bookmark-description">De quoi il s’agit</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://a.example/i.png"><span class="kg-bookmark-author">Sam</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://a.example/t.png"></div></a><figcaption>À lire</figcaption></figure>`,
    "[Le titre](https://a.example/b)\nDe quoi il s’agit\n\nÀ lire",
  ],
  [
    "a film of another host",
    '<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/abcdefghijk?feature=oembed" allowfullscreen></iframe></figure>',
    "https://www.youtube.com/watch?v=abcdefghijk",
  ],
  [
    "a sound",
    `<div class="kg-card kg-audio-card"><img src="" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder">${SVG}</div><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/2024/a.mp3" preload="metadata"></audio><div class="kg-audio-title">Minuit</div><div class="kg-audio-player"><button class="kg-audio-play-icon">${SVG}</button><span>0:00</span></div></div></div>`,
    "[Minuit](https://rimes.example/content/media/2024/a.mp3)",
  ],
  [
    "a film of its own",
    `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/f.mp4" poster="https://a.example/p.png" width="640" height="480"></video><div class="kg-video-overlay"><button class="kg-video-large-play-icon">${SVG}</button></div><div class="kg-video-player-container"><button>${SVG}</button></div></div></figure>`,
    "https://rimes.example/content/media/f.mp4",
  ],
  [
    "a file",
    `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/2024/t.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Les paroles</div><div class="kg-file-card-caption">En grand</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">t.pdf</div><div class="kg-file-card-filesize">2 MB</div></div></div><div class="kg-file-card-icon">${SVG}</div></a></div>`,
    "[Les paroles](https://rimes.example/content/files/2024/t.pdf)\nEn grand",
  ],
  [
    "a callout",
    '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Une <b>idée</b></div></div>',
    "> 💡 Une **idée**",
  ],
  [
    "a button",
    '<div class="kg-card kg-button-card kg-align-center"><a href="__GHOST_URL__/deux/" class="kg-btn kg-btn-accent">Lire</a></div>',
    "[Lire](https://rimes.example/deux/)",
  ],
  [
    "a header",
    '<div class="kg-card kg-header-card kg-v2 kg-width-full" style="background:#000"><div class="kg-header-card-content"><div class="kg-header-card-text"><h2 class="kg-header-card-heading">Titre</h2><p class="kg-header-card-subheading">Sous-titre</p></div></div></div>',
    "## Titre\n\nSous-titre",
  ],
  [
    "a product",
    `<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="https://a.example/p.jpg" width="300" class="kg-product-card-image"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">Le livre</h4></div><div class="kg-product-card-rating"><span>${SVG}</span></div><div class="kg-product-card-description"><p>Beau</p></div><a href="https://a.example/l" class="kg-product-card-button"><span>Voir</span></a></div></div>`,
    "![](https://a.example/p.jpg)\n\n### Le livre\n\nBeau\n\n[Voir](https://a.example/l)",
  ],
  [
    "code",
    '<figure class="kg-card kg-code-card"><pre><code class="language-js">let a = 1\n</code></pre><figcaption>Du code</figcaption></figure>',
    "```js\nlet a = 1\n```\n\nDu code",
  ],
  ["HTML of its own", "<!--kg-card-begin: html--><p>Un</p><!--kg-card-end: html--><p>Deux</p>", "Un\n\nDeux"],
  [
    "what everybody sees",
    '<p>Un</p><!--kg-gated-block:begin nonMember:true memberSegment:"status:free" --><p>Deux</p><!--kg-gated-block:end-->',
    "Un\n\nDeux",
  ],
  ["a limit in a text for everybody", "<p>Un</p><!--members-only--><p>Deux</p>", "Un\n\nDeux"],
])("of Ghost's HTML, %s is read, and nothing is lost", (_, html, markdown) => {
  expect(read({ html })).toEqual({ markdown, losses: [] })
})

test.each([
  [
    "a text that unfolds",
    `<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">La suite</h4><button class="kg-toggle-card-icon">${SVG}</button></div><div class="kg-toggle-content"><p>Dedans</p></div></div>`,
    "**La suite**\n\nDedans",
    "bloc dépliant",
  ],
  [
    "a form for members",
    '<div class="kg-card kg-signup-card"><h2>Abonnez-vous</h2><form data-members-form="signup"><input type="email"></form></div>',
    "",
    "inscription à la lettre",
  ],
  [
    "what only members see",
    '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free,status:-free" --><p>Secret</p><!--kg-gated-block:end-->',
    "",
    "passage réservé aux abonnés",
  ],
  [
    "the same, with more spaces",
    "<!-- kg-gated-block:begin  nonMember:false --><p>Secret</p><!-- kg-gated-block:end -->",
    "",
    "passage réservé aux abonnés",
  ],
])("%s is told, and is not to be seen", (_, html, markdown, what) => {
  expect(read({ html: `<p>Un</p>${html}` })).toEqual({
    markdown: ["Un", markdown].filter(Boolean).join("\n\n"),
    losses: [{ what, where: "après «\u00a0Un\u00a0»" }],
  })
})

test("where members went on reading is told of a text that not everybody read", () => {
  expect(read({ html: "<p>Un</p><!--members-only--><p>Deux</p>" }, false)).toEqual({
    markdown: "Un\n\nDeux",
    losses: [{ what: "limite de ce que tout le monde lisait", where: "après «\u00a0Un\u00a0»" }],
  })
})

const text = (words: string, format = 0) => ({ type: "extended-text", text: words, format })
const lexical = (...children: unknown[]) => JSON.stringify({ root: { type: "root", children } })
const paragraph = (...children: unknown[]) => ({ type: "paragraph", children })

test.each([
  [
    "words",
    [
      paragraph(
        text("Un "),
        text("gras", 1),
        text(" et "),
        text("penché", 2),
        { type: "linebreak" },
        text("a<b", 16),
      ),
    ],
    "Un **gras** et *penché*\n`a<b`",
  ],
  ["a heading", [{ type: "extended-heading", tag: "h3", children: [text("Titre")] }], "### Titre"],
  ["a quotation", [{ type: "extended-quote", children: [text("Dit-il")] }], "> Dit-il"],
  [
    "lists",
    [
      { type: "list", listType: "bullet", children: [{ type: "listitem", children: [text("Un")] }] },
      {
        type: "list",
        listType: "number",
        start: 3,
        children: [{ type: "listitem", children: [text("Trois")] }],
      },
    ],
    "- Un\n\n3. Trois",
  ],
  [
    "a link",
    [paragraph({ type: "link", url: "__GHOST_URL__/a/", children: [text("ici")] })],
    "[ici](https://rimes.example/a/)",
  ],
  [
    "a line",
    [paragraph(text("Un")), { type: "horizontalrule" }, paragraph(text("Deux"))],
    "Un\n\n---\n\nDeux",
  ],
  [
    "a picture",
    [{ type: "image", src: "/content/images/a.jpg", alt: "A", caption: "<i>B</i>" }],
    '![A](https://rimes.example/content/images/a.jpg "B")',
  ],
  [
    "a gallery",
    [{ type: "gallery", images: [{ src: "https://a.example/a.jpg" }, { src: "https://a.example/b.jpg" }] }],
    "![](https://a.example/a.jpg)\n\n![](https://a.example/b.jpg)",
  ],
  ["code", [{ type: "codeblock", code: "a < b", language: "c" }], "```c\na < b\n```"],
  ["HTML", [{ type: "html", html: "<p>Un <b>mot</b></p>" }], "Un **mot**"],
  ["Markdown", [{ type: "markdown", markdown: "## Titre\n\n- un" }], "## Titre\n\n- un"],
  [
    "a bookmark",
    [{ type: "bookmark", url: "https://a.example", metadata: { title: "A & B", description: "Dit" } }],
    "[A & B](https://a.example)\nDit",
  ],
  [
    "a player",
    [
      {
        type: "embed",
        url: "https://youtu.be/abcdefghijk",
        html: '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
      },
    ],
    "https://www.youtube.com/watch?v=abcdefghijk",
  ],
  ["a callout", [{ type: "callout", calloutEmoji: "💡", calloutText: "Une idée" }], "> 💡 Une idée"],
  [
    "a button",
    [{ type: "button", buttonText: "Lire", buttonUrl: "https://a.example" }],
    "[Lire](https://a.example)",
  ],
  [
    "a sound",
    [{ type: "audio", src: "https://a.example/a.mp3", title: "Minuit" }],
    "[Minuit](https://a.example/a.mp3)",
  ],
  ["a film", [{ type: "video", src: "https://a.example/a.mp4" }], "https://a.example/a.mp4"],
  [
    "a file",
    [{ type: "file", src: "https://a.example/a.pdf", fileName: "a.pdf" }],
    "[a.pdf](https://a.example/a.pdf)",
  ],
  [
    "a product",
    [{ type: "product", productTitle: "Livre", productDescription: "<p>Beau</p>" }],
    "### Livre\n\nBeau",
  ],
  [
    "a call",
    [{ type: "call-to-action", textValue: "<p>Venez</p>", buttonText: "Là", buttonUrl: "https://a.example" }],
    "Venez\n\n[Là](https://a.example)",
  ],
  ["a header", [{ type: "header", header: "Titre", subheader: "Sous" }], "## Titre\n\nSous"],
  ["what is for letters", [{ type: "email", html: "<p>Cher</p>" }, paragraph(text("Un"))], "Un"],
  [
    "what is nothing",
    [null, 3, { children: [] }, { type: "paragraph", children: 4 }, paragraph(text("Un"))],
    "Un",
  ],
])("of what Ghost 5 keeps, %s is read where it made no HTML", (_, children, markdown) => {
  expect(read({ lexical: lexical(...children) })).toEqual({ markdown, losses: [] })
})

test.each([
  ["a card that nobody knows", { type: "meteo" }, "carte «\u00a0meteo\u00a0»"],
  ["a form", { type: "signup", header: "Venez" }, "inscription à la lettre"],
  [
    "what only members see",
    { type: "html", html: "Secret", visibility: { web: { nonMember: false } } },
    "passage réservé aux abonnés",
  ],
])("%s is told with its place", (_, card, what) => {
  expect(read({ lexical: lexical(paragraph(text("Un")), card) })).toEqual({
    markdown: "Un",
    losses: [{ what, where: "après «\u00a0Un\u00a0»" }],
  })
})

test("what Ghost kept before its version 5 is read where it made no HTML", () => {
  const mobiledoc = JSON.stringify({
    version: "0.3.1",
    atoms: [["soft-return", "", {}]],
    cards: [
      ["image", { src: "/content/images/a.jpg", alt: "A" }],
      ["card-markdown", { markdown: "Du *texte*" }],
      ["hr", {}],
      ["meteo", {}],
    ],
    markups: [["strong"], ["a", ["href", "__GHOST_URL__/b/"]], ["script"]],
    sections: [
      [1, "h2", [[0, [], 0, "Titre"]]],
      [
        1,
        "p",
        [
          [0, [], 0, "Un "],
          [0, [0], 1, "mot"],
          [1, [], 0, 0],
          [0, [1, 0], 2, "là"],
          [0, [2], 1, "."],
        ],
      ],
      [3, "ol", [[[0, [], 0, "un"]], [[0, [], 0, "deux"]]]],
      ...[0, 1, 2, 3].map((card) => [10, card]),
      [1, "blockquote", [[0, [], 0, "Dit"]]],
      [10, 99],
      "rien",
    ],
  })
  expect(read({ mobiledoc })).toEqual({
    markdown:
      "## Titre\n\nUn **mot**\n[**là**](https://rimes.example/b/).\n\n1. un\n2. deux\n\n![A](https://rimes.example/content/images/a.jpg)\n\nDu *texte*\n\n---\n\n> Dit",
    losses: [{ what: "carte «\u00a0meteo\u00a0»", where: "après «\u00a0Titre\u00a0»" }],
  })
})

test.each([
  ["no JSON", { lexical: "{", mobiledoc: "[", plaintext: "Un *mot*" }, "Un \\*mot\\*"],
  ["JSON of another kind", { lexical: "[]", mobiledoc: '{"a":1}', plaintext: "Un" }, "Un"],
  ["Markdown of the time before Ghost 1", { markdown: "Un *mot*" }, "Un *mot*"],
  ["nothing", {}, ""],
  [
    "lists in lists",
    { lexical: `{"root":${'{"type":"list","children":['.repeat(5_000)}${"]}".repeat(5_000)}}` },
    "",
  ],
])("of a text that is %s what there is comes in", (_, content, markdown) => {
  expect(read(content)).toMatchObject({ markdown })
})
