import { beforeAll, expect, test } from "vitest"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, createPost } from "#test/factories.ts"
import { serve } from "#test/serve.ts"
import { setSettings } from "#test/site-settings.ts"
import { checkLetter } from "./check-letter.server.ts"
import {
  checkContent,
  checkLinkWords,
  checkPreviewText,
  checkSending,
  checkSize,
  checkSubject,
} from "./letter-check.ts"

useDatabase()

const anywhere = { ...publicNetwork, isAllowed: () => true }
/** However busy this machine is. */
const PATIENT = { guard: anywhere, totalMs: 60_000 }
const host = { url: "", asked: [] as string[] }
beforeAll(async () => {
  const { url, close } = await serve((request, response) => {
    host.asked.push(request.url ?? "")
    const status = Number(/^\/(\d{3})/.exec(request.url ?? "")?.[1] ?? 200)
    if (request.url === "/silent") return
    response.writeHead(status, { location: "/200" }).end("a")
  })
  host.url = url
  return close
})

const whole = {
  title: "Le round de novembre",
  previewText: "Un invité et deux articles",
  topic: "letters",
  isArchived: true,
} as const

async function problems(content: string) {
  const found = await checkLetter({ ...whole, content }, PATIENT)
  return found.filter(({ level }) => level === "error").map(({ text }) => text)
}

test.each<[string, RegExp]>([
  ["", /vide/],
  ["  ", /vide/],
  ["a".repeat(61), /61 caractères/],
  ["GRAND COMBAT CE SOIR", /capitales/],
  ["Ce soir ! Venez !", /exclamation/],
  ["RE: notre rendez-vous", /réponse ou un transfert/],
  ["Gagnez une place", /«\u00a0Gagnez\u00a0»/],
  ["Un disque gratuit pour vous", /«\u00a0gratuit\u00a0»/],
  ["🔥🔥🔥 Le round", /émojis/],
])("a subject like %j is warned of", (title, expected) => {
  const [first] = checkSubject(title)
  expect(first?.level).not.toBe("ok")
  expect(first?.text).toMatch(expected)
})

test.each(["Le round de novembre", "CKO", "B", "NTM : le retour !", "La gratuité du rap", "Recette"])(
  "a subject like %j is fine",
  (title) => {
    expect(checkSubject(title).map(({ level }) => level)).toEqual(["ok"])
  },
)

test.each([
  ["", "warning"],
  ["Le Round", "warning"],
  ["a".repeat(141), "warning"],
  ["Un invité et deux articles", "ok"],
])("a preview text like %j: %s", (text, level) => {
  expect(checkPreviewText(text, "Le round").level).toBe(level)
})

test.each([
  [20_000, "ok"],
  [90_000, "warning"],
  [100_001, "error"],
])("a letter of %i bytes: %s", (bytes, level) => {
  expect(checkSize(bytes).level).toBe(level)
})

const LONG = "Bonjour à vous. ".repeat(10)
test.each<[Parameters<typeof checkContent>[0], string[], RegExp]>([
  [{ words: "", pictures: 0, nameless: [] }, ["error"], /vide/],
  [{ words: "", pictures: 1, nameless: [] }, ["warning", "ok"], /que des images/],
  [{ words: LONG, pictures: 2, nameless: ["/a.png"] }, ["warning"], /alternatif\u00a0: \/a\.png/],
  [
    { words: LONG, pictures: 9, nameless: Array<string>(7).fill("/a.png") },
    Array<string>(6).fill("warning"),
    /alternatif/,
  ],
  [{ words: `${LONG}{{ prenom }}`, pictures: 0, nameless: [] }, ["warning"], /«\u00a0{{ prenom }}\u00a0»/],
  [{ words: `${LONG}*|FNAME|*`, pictures: 0, nameless: [] }, ["warning"], /oubli/],
])("43.3 a content of %j: %j", (shown, levels, expected) => {
  const found = checkContent(shown)
  expect(found.map(({ level }) => level)).toEqual(levels)
  expect(found[0]?.text).toMatch(expected)
})

test.each([
  ["https://exemple.fr/a", "notre site", 0],
  ["https://exemple.fr/a", "www.exemple.fr/a", 0],
  ["https://exemple.fr/a", "", 0],
  ["https://pirate.example", "https://banque.fr", 1],
  ["https://exemple.fr", "cliquez ici", 1],
  ["https://bit.ly/abc", "notre site", 1],
  ["mailto:a@exemple.fr", "a@exemple.fr", 0],
])("a link to %s called %j has %i warnings", (href, words, count) => {
  expect(checkLinkWords([{ href, words }])).toHaveLength(count)
})

test("how letters leave is looked at, and where that is mended is told", () => {
  const fine = {
    publicUrl: "https://cko.test",
    sendsRealMail: true,
    sender: "lettre@cko.test",
    isSigned: true,
    hasPostalAddress: true,
  }
  expect(checkSending(fine).every(({ level }) => level === "ok")).toBe(true)
  const mended = (values: Partial<typeof fine>) =>
    checkSending({ ...fine, ...values }).flatMap(({ mend }) => mend?.to ?? [])
  expect(mended({ sendsRealMail: false })).toEqual(["/admin/site/mail"])
  expect(mended({ isSigned: false })).toEqual(["/admin/site/mail"])
  expect(mended({ sender: "noreply@cko.test" })).toEqual(["/admin/site/mail"])
  expect(mended({ sender: "cko@gmail.com" })).toEqual(["/admin/site/mail"])
  expect(mended({ hasPostalAddress: false })).toEqual(["/admin/site/legal"])
  expect(checkSending({ ...fine, publicUrl: "http://localhost:3000" })[1]?.level).toBe("warning")
})

test("a whole letter has nothing to be mended but what the settings lack", async () => {
  await setSettings("legal", { editorAddress: "1 rue du Ring, Paris" })
  const episode = await createEpisode()
  const medium = await createMedium({ alt: "Le ring" })
  const content = `Bonjour à vous toutes et tous, voici la lettre de ce mois de novembre, et ses invités qui ne jettent pas l’éponge.\n\n/episodes/${episode.id}\n\n![](/media/${medium.key}/a.jpg)\n\nVoir [le site d’un ami](${host.url}/200).`
  const found = await checkLetter({ ...whole, content }, PATIENT)
  expect(found.filter(({ level }) => level === "error")).toEqual([])
  const fine = found.filter(({ level }) => level === "ok").map(({ text }) => text)
  expect(fine).toContain("Tous les liens répondent.")
  expect(fine).toContain("Toutes les images ont un texte alternatif.")
  expect(host.asked).toContain("/200")
  // The gravest first.
  expect(found.map(({ level }) => level).toSorted((one, other) => (one > other ? -1 : 1))).toEqual(
    found.map(({ level }) => level),
  )
})

test("what is not published, or gone, is named", async () => {
  const draft = await createEpisode({ isPublished: false })
  const later = await createPost({ slug: "plus-tard", publishedAt: new Date(Date.now() + 86_400_000) })
  const found = await problems(`/episodes/${draft.id}\n\n/blog/${later.slug}\n\n/episodes/99999`)
  expect(found).toHaveLength(3)
  expect(found.join()).toMatch(/L’épisode à l’adresse \/episodes\/\d+ n’est pas en ligne/)
  expect(found.join()).toContain("L’article à l’adresse /blog/plus-tard")
})

test("links of this site are looked up, and not asked", async () => {
  const post = await createPost({ slug: "cordes" })
  const fine = `[a](/blog/${post.slug}) [b](${PUBLIC_URL}/contact) [c](/feed.xml) [d](/#haut) [e](/lettres/3)`
  expect(await problems(fine)).toEqual([])
  expect(await problems("Voir [a](/blog/rien) et [b](/media/aaaaaaaaaaaaaaaaaaaaaa/a.pdf)")).toHaveLength(2)
})

test("43.3 a link to another site that answers that there is nothing is an error, one that refuses robots is none", async () => {
  const link = (path: string) => `[le site](${host.url}${path})`
  expect(await problems(link("/404"))).toEqual([expect.stringMatching(/n’existe pas ou plus/)])
  expect(await problems(`${link("/403")} ${link("/302")} ${link("/429")}`)).toEqual([])
})

test("a site that does not answer holds a check up for so long at most", async () => {
  const found = await checkLetter(
    { ...whole, content: `[le site](${host.url}/silent)` },
    { guard: anywhere, totalMs: 200 },
  )
  expect(found.map(({ text }) => text).join()).toContain("/silent n’a pas répondu à temps")
})

test("no link leads the site into a private network", async () => {
  host.asked = []
  const found = await checkLetter({ ...whole, content: `[le site](${host.url}/200)` })
  expect(host.asked).toEqual([])
  expect(found.map(({ text }) => text).join()).toContain("ne mène pas à un site public")
})

test("of many links so many are asked, and the rest is said", async () => {
  host.asked = []
  const content = Array.from({ length: 50 }, (_, index) => `[un site](${host.url}/200?${index})`).join(" ")
  const found = await checkLetter({ ...whole, content }, PATIENT)
  expect(found.map(({ text }) => text).join()).toContain("10 liens n’ont pas été essayés")
  expect(host.asked).toHaveLength(40)
})
