import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DomUtils, parseDocument } from "htmlparser2"
import { afterEach, beforeEach, expect, test } from "vitest"
import { refreshRedirects } from "#app/base/redirects/snapshot.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, createNews, createPage, createPost } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { setSettings } from "#test/site-settings.ts"
import { createComment } from "#test/visitors.ts"
import { writeStatic } from "./write-static.server.ts"

useDatabase()
useDataFolder()
let parent = ""
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "cko-static-"))
  await setSettings("podcast", { name: "Le Cercle" })
  await Promise.all([refreshSiteSettings(), refreshFooterPages()])
})
afterEach(() => rm(parent, { recursive: true }))

const SITES = { publicUrl: PUBLIC_URL, address: PUBLIC_URL }

async function copySite(more: Partial<Parameters<typeof writeStatic>[0]> = {}) {
  const folder = join(parent, "copie")
  await refreshRedirects()
  const report = await writeStatic({ ...SITES, folder, ask: (address) => send(address), ...more })
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return { folder, report, names, read: (name: string) => readFile(join(folder, name), "utf8") }
}

async function createStored(title: string, type: string) {
  const medium = await createMedium({ title, kind: type.startsWith("audio") ? "audio" : "image", type })
  await createMediaFile(getStore(), title, { mediumId: medium.id, type, role: "main", name: "source" })
  return mediaAddress(medium.key, title)
}

/** What a page's links and files are, from where it stands. */
function targetsOf(html: string) {
  return DomUtils.getElementsByTagName("*", parseDocument(html)).flatMap(({ attribs }) =>
    [attribs.href, attribs.src].flatMap((told) => told ?? []),
  )
}

test("52.11 a copy has every page, feed and file that visitors see, and all its links lead to files of it", async () => {
  const sound = await createStored("Le round 12.mp3", "audio/mpeg")
  const picture = await createStored("Été ?.png", "image/png")
  const episode = await createEpisode({
    ...{ title: "L’été", audioUrl: sound, audioType: "audio/mpeg", audioBytes: 6, durationSeconds: 1 },
    ...{
      thumbnailUrl: picture,
      description: "Lisez [le billet](/blog/billet#fin) et [rien](/episodes/999).",
    },
    chapters: [{ start: 0, title: "Début" }],
  })
  await createEpisode({ title: "Un brouillon", isPublished: false })
  for (let index = 0; index < 30; index += 1)
    await createComment(episode.id, { content: `Un mot parmi d’autres, le ${index}` })
  await createPost({ slug: "billet", title: "Un billet", content: `![Une photo](${picture})` })
  await createPage({ slug: "equipe", title: "L’équipe" })
  await createNews({ title: "Une brève", category: "interview" })
  const { report, names, read } = await copySite()

  expect(names).toEqual(
    expect.arrayContaining([
      ...["index.html", "404.html", "LISEZ-MOI.txt", "feed.xml", "blog.xml", "sitemap.xml", "feeds.opml"],
      ...["episodes/index.html", `episodes/${episode.id}/index.html`, "blog/billet/index.html"],
      ...[
        "page/equipe/index.html",
        "equipe/index.html",
        "news/tab-galeries/index.html",
        "ecouter/index.html",
      ],
      ...[sound, picture].map((address) => decodeURIComponent(address.slice(1))),
      `embed/episodes/${episode.id}/index.html`,
    ]),
  )
  expect(names.filter((name) => /^(?:admin|auth|contact|newsletter|recherche|mesure)\b/.test(name))).toEqual(
    [],
  )
  // The build's own files are not served in tests.
  const isBuilt = (path: string) => /^\/(?:app|@|%40|favicon|assets)/.test(path)
  expect(report.deadEnds.filter(({ address }) => !isBuilt(address))).toEqual([
    { address: "/episodes/999", from: expect.any(String) },
  ])

  const page = await read(`episodes/${episode.id}/index.html`)
  expect(page).toContain("Copie du ")
  expect(page).toMatch(/<audio[^>]* controls/)
  expect(page).not.toMatch(
    /<script(?! type="application\/ld\+json")|<form|<noscript|data-scripted="true"[^>]*><svg/,
  )
  expect(page).toContain('href="../../blog/billet/#fin"')
  const comments = names.filter((name) => name.startsWith(`episodes/${episode.id}/avant-`))
  const said = page + (await Promise.all(comments.map(read))).join("")
  for (let index = 0; index < 30; index += 1) expect(said).toContain(`d’autres, le ${index}<`)

  const files = new Set(names)
  for (const name of names.filter((one) => one.endsWith(".html"))) {
    for (const told of targetsOf(await read(name))) {
      const url = new URL(told, `https://copie.example/${name.replace(/index\.html$/, "")}`)
      if (url.host !== "copie.example" || isBuilt(url.pathname) || url.pathname === "/episodes/999/") continue
      const path = decodeURIComponent(url.pathname.slice(1))
      expect(files, `${name} leads to ${told}`).toContain(
        path === "" || path.endsWith("/") ? `${path}index.html` : path,
      )
    }
  }
})

test("52.11 old addresses lead on from a copy as they do from the site, where a file can", async () => {
  await createPost({ slug: "billet" })
  await db.insert(redirects).values([
    { source: "/2019/05/vieux", target: "/blog/billet#fin" },
    { source: "/ancien.html", target: 'https://ailleurs.example/?a=1&b="2"' },
    { source: "/tout/*", target: "/blog" },
    { source: "/parti", target: null },
    { source: "/blog/billet", target: "/news" },
  ])
  const { report, read, names } = await copySite()
  expect(await read("2019/05/vieux/index.html")).toContain('content="0; url=../../../blog/billet/#fin"')
  expect(await read("ancien.html")).toContain('href="https://ailleurs.example/?a=1&amp;b=&quot;2&quot;"')
  expect(await read("blog/billet/index.html")).toContain('url=../../news/"')
  expect(names.filter((name) => /^(?:tout|parti)/.test(name))).toEqual([])
  expect(report.unledOn).toBe(1)
})

test("52.11 a copy for another address says that address wherever a whole one is said", async () => {
  const sound = await createStored("Son.mp3", "audio/mpeg")
  const episode = await createEpisode({
    audioUrl: sound,
    audioType: "audio/mpeg",
    audioBytes: 6,
    durationSeconds: 1,
  })
  const address = "https://archives.example/cko"
  const { read, names } = await copySite({ address })
  const texts = await Promise.all(
    names
      .filter((name) => /\.(?:html|xml|opml|json|txt)$/.test(name))
      .map(async (name) => [name, await read(name)] as const),
  )
  expect(texts.filter(([, text]) => text.includes(PUBLIC_URL)).map(([name]) => name)).toEqual([])
  expect(await read("feed.xml")).toContain(`url="${address}${sound}"`)
  expect(await read("sitemap.xml")).toContain(`<loc>${address}/episodes/${episode.id}</loc>`)
  expect(await read("sitemap.xml")).toContain(`<loc>${address}/news/tab-galeries/</loc>`)
  expect(await read("sitemap.xml")).not.toContain("/contact")
  expect(await read("404.html")).toContain('href="/cko/episodes/"')
})

test("52.11 a copy is whole or not there: a folder that holds something, one that cannot be, an end in the middle", async () => {
  await writeFile(join(parent, "fichier"), "")
  await mkdir(join(parent, "plein"))
  await writeFile(join(parent, "plein", "a"), "")
  await expect(copySite({ folder: join(parent, "plein") })).rejects.toThrow(
    "plein n’est pas vide. Donnez un dossier",
  )
  await expect(copySite({ folder: join(parent, "fichier", "x") })).rejects.toThrow("son dossier n’existe pas")
  const stop = new AbortController()
  const onProgress = (files: number) => files === 3 && stop.abort()
  await expect(copySite({ onProgress, signal: stop.signal })).rejects.toThrow(/abort/i)
  // What a killed one left.
  await mkdir(join(parent, "copie.partial"))
  await writeFile(join(parent, "copie.partial", "vieux"), "")
  await mkdir(join(parent, "copie"))
  const { names } = await copySite()
  expect(names).not.toContain("vieux")
  expect((await readdir(parent)).toSorted()).toEqual(["copie", "fichier", "plein"])
})

test("52.11 of two copies at once to one place one is there, whole", async () => {
  await createPost({ slug: "billet" })
  const ended = await Promise.allSettled([copySite(), copySite()])
  const refused = ended.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))
  expect(refused).toEqual([expect.stringContaining("une autre commande écrit la même")])
  expect(await readdir(parent)).toEqual(["copie"])
  expect(await readdir(join(parent, "copie", "blog"))).toEqual(["billet", "index.html"])
})
