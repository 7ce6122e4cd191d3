import { expect, test } from "vitest"
import { PUBLIC_URL } from "#test/setup.ts"
import { ownAddress, placeOf, relativeTo } from "./static-places.ts"
import { toStaticPage, toStaticStyles } from "./static-texts.ts"

const SITES = { publicUrl: PUBLIC_URL, address: PUBLIC_URL }

test.each([
  ["/", ""],
  ["/episodes", "episodes/"],
  ["/episodes?page=2", "episodes/page-2/"],
  ["/news?category=music&page=3", "news/category-music/page-3/"],
  ["/news?page=../../x", "news/page-______x/"],
  ["/feed.xml", "feed.xml"],
  ["/media/abc/%C3%89t%C3%A9%20%3F.mp3", "media/abc/Été ?.mp3"],
  ["/a/%2e%2e/b", "b/"],
  ["/a%2fb", undefined],
  ["/a%00b", undefined],
  ["/%ff", undefined],
  ["/admin/episodes", undefined],
  ["/administration", "administration/"],
  ["/episodes/3/integrer?theme=clair", undefined],
  ["/embed/episodes/3/plays", undefined],
  ["/blog/view", "blog/view/"],
  ["/page/comments", "page/comments/"],
  [`/${"é".repeat(200)}.mp3`, `${"é".repeat(125)}.mp3`],
])("52.11 %s is at %s in a copy", (address, place) => {
  expect(placeOf(address)).toBe(place)
})

test.each([
  ["", "blog/", "blog/"],
  ["blog/", "", "../"],
  ["episodes/1/", "episodes/1/", "../../episodes/1/"],
  ["", "", "./"],
  ["feed.xml", "media/k/Été.mp3", "media/k/%C3%89t%C3%A9.mp3"],
])("from %s to %s is %s", (from, to, link) => {
  expect(relativeTo(from, to)).toBe(link)
})

test("an address is the site's own where its host is, whatever follows", () => {
  const own = (told: string) => ownAddress(told, "/episodes/1", SITES)?.address
  expect(own("?avant=12&t=3")).toBe("/episodes/1?avant=12")
  expect(own(`${PUBLIC_URL}/blog?x=1`)).toBe("/blog")
  for (const told of [
    "//autre.example/a",
    "mailto:a@b.c",
    "javascript:1",
    `${PUBLIC_URL}.autre.example/`,
    "http://[",
  ])
    expect(own(told)).toBeUndefined()
})

const standing = { sites: SITES, address: "/blog/a", place: "blog/a/" }

test.each([
  ["<p>Écrivez <a href=/contact>ici</a>.</p>", "<p>Écrivez ici.</p>"],
  [
    "<ul><li><a href=/auth>Connexion</a></li><li><a href=/>Accueil</a></li></ul>",
    '<ul><li><a href="../../">Accueil</a></li></ul>',
  ],
  ['<a href="?repondre=3#commenter">Répondre</a>', ""],
  [
    '<time datetime="2026-11-20T11:05:47.036Z">Il y a 1 semaine</time>',
    '<time datetime="2026-11-20T11:05:47.036Z">20 novembre 2026</time>',
  ],
  ['<section id="commentaires"><p>Aucun commentaire</p><ol></ol></section>', ""],
  ["<noscript><p>Sans <b>script</b></p></noscript><script>1</script>", "<p>Sans <b>script</b></p>"],
  [
    '<img srcset="/media/k/160.webp 160w, /media/k/a%2Cb.webp 2x">',
    '<img srcset="../../media/k/160.webp 160w, ../../media/k/a%2Cb.webp 2x">',
  ],
  [
    '<p style="background:url(/media/k/a.png)">é &amp; &lt;</p>',
    '<p style="background:url(../../media/k/a.png)">é &amp; &lt;</p>',
  ],
  [
    `<p>${PUBLIC_URL}.autre.example ${PUBLIC_URL}/blog.</p>`,
    `<p>${PUBLIC_URL}.autre.example ${PUBLIC_URL}/blog.</p>`,
  ],
])("52.11 %s becomes %s", (html, text) => {
  expect(toStaticPage(html, standing, "Copie").text).toBe(text)
})

test("52.11 styles for browsers without scripts are those of a copy", () => {
  const css =
    "@font-face{src:url(/assets/a.woff2)}@media (scripting: none){a{color:red}}@media not (scripting:none){b{}}"
  const { text, addresses } = toStaticStyles(css, {
    sites: SITES,
    address: "/assets/a.css",
    place: "assets/a.css",
  })
  expect(text).toBe(
    "@font-face{src:url(../assets/a.woff2)}@media (min-width:0px){a{color:red}}@media not (min-width:0px){b{}}",
  )
  expect(addresses).toEqual(["/assets/a.woff2"])
})
