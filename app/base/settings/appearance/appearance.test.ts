import { beforeEach, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, createPost, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { createUser, readPage, sendForm, signInAs } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { siteSettings } from "../site-settings.server.ts"
import { DEFAULT_PALETTE } from "./palette.ts"

const PAGE = "/admin/site/appearance"
const PREVIEW = "/admin/site/preview"
const GARDEN = { ink: "#0e2415", paper: "#f6f2e4", blood: "#c2571a", gold: "#e9c46a" }
const LOGO = "/media/portraitportraitportra/logo.png"
let cookie = ""

useDatabase()
beforeEach(async () => {
  await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
})

const named = (palette: Record<string, string>) =>
  Object.fromEntries(Object.entries(palette).map(([field, hex]) => [`palette.${field}`, hex]))
const save = (fields: string, values: Record<string, string>) =>
  sendForm(PAGE, { intent: "save", fields, ...values }, { cookie })
const stylesOf = async (path: string) => (await visit(path)).all("style").map(({ raw }) => raw)

describe("the fight poster", () => {
  test("has no styles, faces or pictures but its own", async () => {
    const page = await visit("/")
    expect(page.all("style")).toEqual([])
    expect(page.all("link", { rel: "stylesheet", "data-precedence": "face" })).toEqual([])
    expect(page.all("link", { rel: "preload", as: "font" })).toHaveLength(2)
    expect(page.get("meta", { name: "theme-color" }).attributes.content).toBe("#100d0c")
    expect(page.all("header", {})[0]?.text).toContain("CKO")
    const shown = ["link", "meta", "img"].flatMap((name) => page.all(name)).map(({ raw }) => raw)
    expect(shown.filter((markup) => markup.includes("/brand/"))).toEqual([])
  })

  test("is what saving its own colours leaves: nothing is stored", async () => {
    expect((await save("palette", named(DEFAULT_PALETTE))).status).toBe(302)
    expect(await storedRows("settings")).toEqual([])
  })
})

describe("colours", () => {
  test("that can be read are worn by every page, errors as well, and not by the back office", async () => {
    const response = await save("palette", named({ ...GARDEN, blood: "C2571A" }))
    expect(response.status).toBe(302)
    expect(siteSettings().appearance.palette).toEqual(GARDEN)
    for (const path of ["/", "/episodes", "/rien", "/episodes/99"]) {
      const [styles] = await stylesOf(path)
      expect(styles).toContain("--color-ink:#0e2415;--color-paper:#f6f2e4;--color-blood:#c2571a")
    }
    expect((await visit("/")).get("meta", { name: "theme-color" }).attributes.content).toBe("#0e2415")
    const office = await readPage(await send(PAGE, { headers: { cookie } }))
    expect(office.all("style", { "data-look": "" })).toEqual([])
  })

  test.each([
    ["gold", "#222222", "La couleur des chiffres se distingue trop peu du fond"],
    ["paper", "#444444", "Le papier se distingue trop peu du fond"],
    ["blood", "#eeeeee", "La couleur forte se distingue trop peu du papier"],
    ["ink", "rouge", "« Fond » doit être une couleur comme #100d0c"],
    ["ink", "", "« Fond » doit être une couleur comme #100d0c"],
    ["ink", "#000;}body{display:none", "« Fond » doit être une couleur comme #100d0c"],
    ["ink", "x".repeat(5_000), "« Fond » doit être une couleur comme #100d0c"],
  ])(
    "34.1 below AA, or none at all, are refused, with what was typed: %s %.20s",
    async (field, hex, message) => {
      const response = await save("palette", named({ ...DEFAULT_PALETTE, [field]: hex }))
      expect(response.status).toBe(400)
      const page = await readPage(response)
      expect(page.text).toContain(message)
      expect(page.get("input", { name: `palette.${field}` }).attributes).toMatchObject({
        value: hex,
        "aria-invalid": "true",
      })
      expect(await storedRows("settings")).toEqual([])
    },
  )

  test("cannot be saved one without the others, as two people might", async () => {
    const response = await save("palette", { "palette.gold": "#ffffff" })
    expect(response.status).toBe(400)
    expect(siteSettings().appearance.palette).toEqual(DEFAULT_PALETTE)
  })

  test("stored by other means and not legible are as good as none", async () => {
    await setSettings("appearance", { palette: { ...DEFAULT_PALETTE, paper: "#111111" } })
    expect(siteSettings().appearance.palette).toEqual(DEFAULT_PALETTE)
  })

  test("are in the log by their names", async () => {
    await save("palette", named(GARDEN))
    const [row] = (await storedRows("audit_log")).filter(({ kind }) => kind === "settings")
    expect(JSON.stringify(row)).toContain("Fond\u00a0: #0e2415")
  })
})

test("34.2 a face is loaded alone, and worn", async () => {
  expect((await save("face", { face: "comic-sans" })).status).toBe(400)
  await save("face", { face: "yanone-kaffeesatz" })
  const page = await visit("/")
  expect(page.get("style").raw).toBe(
    ':root{--font-poster:"Yanone Kaffeesatz","Anton Fallback Impact","Anton Fallback Narrow","Anton Fallback Arial","Anton Fallback Roboto",sans-serif}',
  )
  const fonts = page.all("link", { rel: "preload", as: "font" }).map(({ attributes }) => attributes.href)
  expect(fonts).toHaveLength(2)
  expect(fonts.join()).toContain("yanone-kaffeesatz")
  expect(fonts.join()).not.toContain("anton")
})

test("34.3 a logo stands in the header in the name's place, and is its text", async () => {
  expect((await save("logo", { logo: "https://x.example/logo.png" })).status).toBe(400)
  await save("logo", { logo: LOGO })
  const image = (await visit("/")).all("header")[0]?.get("img").attributes
  expect(image).toMatchObject({ alt: "CKO", src: "/media/portraitportraitportra/320.webp", width: "160" })
})

test("a picture stands in the poster's place, and the poster again once it is gone", async () => {
  await createMedium({
    key: "portraitportraitportra",
    width: 2400,
    height: 1200,
    alt: "Le jardin",
    focalX: 0.3,
  })
  await save("heroPicture", { heroPicture: LOGO })
  const page = await visit("/")
  const image = page.get("img", { alt: "Le jardin" }).attributes
  expect(image).toMatchObject({
    width: "2400",
    height: "1200",
    fetchpriority: "high",
    style: "object-position:30% 50%",
  })
  expect(page.html).not.toContain("hero-sun")
  await save("heroPicture", { heroPicture: LOGO.replace("portrait", "absente-") })
  expect((await visit("/")).html).toContain("hero-sun")
})

test("a picture that a setting names is used: not deleted among what nothing uses, and replaced there as well", async () => {
  const old = await createMedium({ key: "portraitportraitportra" })
  await createMedium({ key: "secondsecondsecondseco" })
  await save("logo", { logo: LOGO })
  const library = async (intent: string, fields: Record<string, string>) =>
    (await sendForm(`/admin/media/${old.id}`, { intent, ...fields }, { cookie })).status
  await library("delete", { ids: String(old.id) })
  expect(await storedRows("media")).toHaveLength(2)
  const medium = await readPage(await send(`/admin/media/${old.id}`, { headers: { cookie } }))
  expect(medium.get("a", { href: "/admin/site/appearance#reglage-logo" }).text).toBe("Réglages")
  await library("replace", { id: String(old.id), address: "/media/secondsecondsecondseco/photo.png" })
  const [setting] = await storedRows("settings")
  expect(setting).toMatchObject({ value: expect.stringContaining("secondsecondsecondseco") })
})

describe("the preview", () => {
  const preview = (query: Record<string, string>, who = cookie) =>
    send(`${PREVIEW}?${new URLSearchParams(query)}`, { headers: { cookie: who } })

  test("34.4 shows a page as it would be, to be framed by us, running and keeping nothing", async () => {
    await createEpisode({ title: "Le premier semis" })
    await createPost({ title: "Tailler" })
    for (const [page, text] of [
      ["home", "Culture"],
      ["episode", "Le premier semis"],
      ["article", "Tailler"],
      ["autre", "Culture"],
    ] as const) {
      const response = await preview({ page, ...named(GARDEN), face: "bebas-neue", logo: LOGO })
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain(text)
      expect(html).toContain("--color-ink:#0e2415")
      expect(html).toContain("bebas-neue")
      expect(html).toContain("portraitportraitportra")
      expect(html).not.toContain("<script")
      // As anybody would see it.
      expect(html).not.toContain("Déconnexion")
      expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN")
      expect(response.headers.get("cache-control")).toBe("private, no-store")
      const policy = response.headers.get("content-security-policy") ?? ""
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).not.toContain("script-src")
    }
    expect((await stylesOf("/")).length).toBe(0)
    expect(await storedRows("settings")).toEqual([])
  })

  const tried = (group: string, page: string, fields: Record<string, string>, headers: HeadersInit = {}) =>
    send(`${PREVIEW}?${new URLSearchParams({ group, page })}`, {
      method: "POST",
      headers: { cookie, "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(fields),
    })

  test("shows what the form of another group holds, sent as it is", async () => {
    const home = await (
      await tried("podcast", "home", {
        fields: "name,tagline",
        name: "Sécateur d’or",
        tagline: "É".repeat(120),
      })
    ).text()
    expect(home).toContain("Sécateur d’or")
    expect(home).toContain("É".repeat(120))
    const about = await tried("presentation", "about", { fields: "mission", mission: "Tailler juste." })
    expect(await about.text()).toContain("Tailler juste.")
    const menu = { fields: "header", "header.0.label": "Le potager", "header.0.to": "/blog" }
    expect(await (await tried("navigation", "home", menu)).text()).toContain("Le potager")
    // What cannot be is as it is, and nothing was kept.
    expect(await (await tried("podcast", "home", { fields: "name", name: "" })).text()).toContain("CKO")
    expect(await storedRows("settings")).toEqual([])
    expect((await visit("/")).text).not.toContain("Sécateur")
  })

  test("refuses a form that is too large, none, or sent from elsewhere", async () => {
    expect((await tried("podcast", "home", { name: "x".repeat(1_100_000) })).status).toBe(413)
    expect((await tried("podcast", "home", {}, { "Content-Type": "text/plain" })).status).toBe(415)
    const foreign = await tried("podcast", "home", { name: "A" }, { origin: "https://x.example" })
    expect([foreign.status, await foreign.text()]).toEqual([403, expect.not.stringContaining("<body")])
    const hostile = { fields: "__proto__,name", "__proto__.x": "1", name: "\0", "platforms.1e9.url": "x" }
    for (const group of ["podcast", "constructor", "__proto__", "links"])
      expect((await tried(group, "constructor", hostile)).status).toBe(200)
  })

  test("takes what cannot be read for what is saved", async () => {
    const hostile = {
      "palette.ink": "</style><script>",
      face: "constructor",
      logo: "javascript:alert(1)",
      page: "../admin",
    }
    const html = await (await preview(hostile)).text()
    expect(html).not.toContain("<script")
    expect(html).not.toContain("javascript:")
    expect((await preview({ "palette.ink": "x".repeat(5_000) })).status).toBe(200)
    expect((await send(`${PREVIEW}?palette.ink=%00&face=%ff`, { headers: { cookie } })).status).toBeLessThan(
      500,
    )
  })

  test("is for admins alone", async () => {
    await createUser("moderator", "mo@cko.test")
    await createUser("user", "lea@cko.test")
    for (const who of ["", await signInAs("mo@cko.test"), await signInAs("lea@cko.test")]) {
      const response = await preview({}, who)
      expect(response.status).toBe(403)
      expect(await response.text()).not.toContain("<html")
    }
    expect(
      (await send(PREVIEW, { method: "POST", headers: { cookie, origin: "https://x.example" } })).status,
    ).toBe(403)
  })

  test("is the only page of ours that may be framed", async () => {
    expect((await send("/")).headers.get("x-frame-options")).toBe("DENY")
    expect((await send(PAGE, { headers: { cookie } })).headers.get("content-security-policy")).toContain(
      "frame-ancestors 'none'",
    )
  })
})
