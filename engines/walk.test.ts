import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { MISSING_PAGES, PUBLIC_PAGES } from "../e2e/public-pages.ts"
import { EMAIL, PASSWORD, signUp } from "../faults/visitor.ts"
import type { Engine } from "./engine.ts"
import { startFirefox } from "./firefox.ts"
import { startWatchedSite } from "./watched-site.ts"
import { startWebKit } from "./webkit.ts"

const WIDTHS = [1440, 500]
let site: Awaited<ReturnType<typeof startWatchedSite>>
let engine: Engine

beforeAll(async () => {
  site = await startWatchedSite()
  await signUp(site.url)
  engine = await (process.env.ENGINE === "webkit" ? startWebKit() : startFirefox())
})

afterAll(async () => {
  await engine?.close()
  await site?.stop()
})

for (const { path, heading } of [...PUBLIC_PAGES, ...MISSING_PAGES]) {
  test(`${path} runs and fits`, async () => {
    await openRunning(path)
    expect(await engine.evaluate(HEADING)).toBe(heading)
    await expectWell(path)
  })
}

test("an episode plays on while one moves through the site", async () => {
  await engine.resize(1440, 900)
  await openRunning("/episodes/10")
  // Where there is no sound card, Firefox calls a file broken that would be heard.
  await engine.evaluate(`(${AUDIO}.muted = true)`)
  await press(seen("main button", "Écouter l’épisode"))
  await expectPlaying()
  for (const [link, heading] of [
    ["Blog", "Blog"],
    ["Connexion", "Authentification"],
    ["Épisodes", "Épisodes"],
  ] as const) {
    await press(seen("footer a", link))
    await expect.poll(() => engine.evaluate(HEADING)).toBe(heading)
    await expectPlaying()
  }
  await press(seen("section[aria-label='Lecteur audio'] button", "Mettre en pause"))
  await expect.poll(() => engine.evaluate(`${AUDIO}.paused`)).toBe(true)
  await expectWell("the player")
})

test("the player is heard in a page of another site, in a frame without an origin", async () => {
  const frame = `<iframe sandbox="allow-scripts" src="${site.url}/embed/episodes/10" width="640" height="120" style="position:absolute;top:0;left:0;border:0"></iframe>`
  // Behind the frame, where its button is: a driver sees no further than the page.
  const spot = `<div id="spot" style="position:absolute;z-index:-1;left:125px;top:65px;width:44px;height:44px">spot</div>`
  const notes = `<script>const heard = []; onmessage = ({ data }) => heard.push(data.type)</script>`
  const blog = createServer((_asked, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8")
    answer.end(`<!DOCTYPE html><title>Un blog</title>${notes}${frame}${spot}`)
  }).listen(0, "localhost")
  try {
    await engine.resize(1440, 900)
    await engine.open(`http://localhost:${(blog.address() as AddressInfo).port}/`)
    await expect
      .poll(async () => {
        await engine.click(`document.getElementById("spot")`)
        return engine.evaluate("heard")
      })
      .toContain("cko:playing")
  } finally {
    blog.close()
    blog.closeAllConnections()
  }
})

test("the player of several episodes fits, and opens what is said", async () => {
  await engine.resize(500, 420)
  await engine.open(`${site.url}/embed/playlist/9,10`)
  await press(seen("#open-transcription"))
  await expect.poll(() => engine.evaluate(`document.querySelectorAll("#cues li").length`)).toBeGreaterThan(2)
  expect(await engine.evaluate(OUTSIDE)).toEqual([])
  await press(seen("#transcription .close"))
  await press(seen("#episodes li:last-child a"))
  await expect.poll(() => engine.evaluate(HEADING)).toBe("L’uppercut à voix basse")
})

test("a like and a comment are kept", async () => {
  await openRunning("/episodes/9")
  await press(LIKE)
  await expect.poll(() => engine.evaluate(`${LIKE}.ariaPressed`)).toBe("true")
  await expect.poll(() => engine.evaluate(`${LIKE}.ariaDisabled`)).toBe("false")
  const form = "form:has([name=content])"
  await fill(`${form} [name=name]`, "Awa")
  await fill(`${form} [name=email]`, "awa@cko.test")
  await fill(`${form} [name=content]`, "La face B, toujours. Et ça, déjà ?")
  // What comes within two seconds is taken for a machine's.
  await engine.evaluate(`document.querySelector("${form} [name=opened]").value -= 10000`)
  await press(seen(`${form} button`, "Publier"))
  await expect.poll(() => engine.evaluate("document.body.innerText")).toContain("Commentaire posté")

  await openRunning("/episodes/9")
  expect(await engine.evaluate("document.body.innerText")).toContain("La face B, toujours. Et ça, déjà ?")
  await expect.poll(() => engine.evaluate(`${LIKE}.ariaPressed`)).toBe("true")
  await expectWell("the episode")
})

test("a host signs in, and each page of the office runs and fits", async () => {
  await engine.resize(1440, 900)
  await openRunning("/auth")
  await fill("main [name=email]", EMAIL)
  await fill("main [name=password]", PASSWORD)
  await press(seen("main button", "Se connecter"))
  await press(seen("header a", "Admin"))
  await expect.poll(() => engine.evaluate(HEADING)).toBe("Gestion des épisodes")

  const known = new Map([["/admin", "/admin"]])
  for (const path of known.values()) {
    await openRunning(path)
    const links = (await engine.evaluate(OFFICE_LINKS)) as string[]
    for (const link of links) if (!known.has(kindOf(link))) known.set(kindOf(link), link)
    await expectWell(path)
  }
  expect(known.size).toBeGreaterThan(30)
}, 300_000)

test("a host writes a text as it will be read, and saves it", async () => {
  await engine.resize(1440, 900)
  await openRunning("/admin/blog/new")
  await fill("main form [name=title]", "Écrit ailleurs")
  // A browser without a window tells nobody that they were given the focus; a label says it itself.
  await press(seen("label", "Contenu"))
  await engine.type(`## La tournée${ENTER}Il dit "oui" : l'été **chaud**!${ENTER}- Lille`)
  const stored = "## La tournée\n\nIl dit «\u00a0oui\u00a0»\u00a0: l’été **chaud**\u202f!\n\n- Lille"
  await expect.poll(() => engine.evaluate(STORED)).toBe(stored)
  await engine.type(`${ENTER}Lyon`)
  await expect.poll(() => engine.evaluate(STORED)).toBe(`${stored}\n- Lyon`)
  await press(seen("button", "Défaire"))
  await expect.poll(() => engine.evaluate(STORED)).not.toContain("Lyon")
  await press(seen("button", "Refaire"))
  await expect.poll(() => engine.evaluate(STORED)).toBe(`${stored}\n- Lyon`)

  await press(seen("main button", "Enregistrer le brouillon"))
  await expect.poll(() => engine.evaluate("location.pathname")).toMatch(/^\/admin\/blog\/\d+$/)
  await expect.poll(() => engine.evaluate(STORED)).toBe(`${stored}\n- Lyon`)
  await expect
    .poll(() => engine.evaluate(`${seen(".rich-text")}?.innerText.replace(/\\s+/g, " ")`))
    .toContain("LA TOURNÉE Il dit « oui » : l’été chaud !")
  await expectWell("the editor")
})

/** Zod looks whether it may compile its schemas, and does without. */
const EXPECTED = /^script-src eval at \S+\/assets\/office-/
const AUDIO = `document.querySelector("audio")`
const HEADING = `document.querySelector("h1")?.textContent.replace(/\\s+/g, " ").trim()`
const STORED = `document.querySelector("main form [name=content]").value`
/** As WebDriver's protocols write the key. */
const ENTER = "\ue007"
const LIKE = seen("button", "J’aime")
const OFFICE_LINKS = `[...document.querySelectorAll("a[href^='/admin']:not([download])")].map((link) => link.getAttribute("href").split("#")[0])`

/** The innermost of what makes a page scroll sideways. */
const OUTSIDE = `(({ scrollWidth, clientWidth }) =>
  scrollWidth <= clientWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > clientWidth)
    .slice(-3)
    .map((element) => element.outerHTML.slice(0, 200))
)(document.documentElement)`

/** Pages that differ by which row they show are one kind. */
function kindOf(address: string) {
  return address.replace(/=[^&]*/g, "=").replace(/\d+/g, "1")
}

/** An expression for the first element that is shown and says something. */
function seen(selector: string, text = "") {
  const fits = `element.checkVisibility() && (element.ariaLabel ?? element.textContent).includes(${JSON.stringify(text)})`
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) => ${fits})`
}

/** Opens a page and gives it the sign that its scripts wait for. */
async function openRunning(path: string) {
  await engine.open(site.url + path)
  const isRunning = `dispatchEvent(new Event("pointermove")) && window.watched?.isHydrated`
  await expect.poll(() => engine.evaluate(isRunning)).toBe(true)
}

/** Presses an element once nothing covers it, such as a page's transition. */
async function press(element: string) {
  const whatCovers = `((element) => {
    if (!element) return "not there"
    element.scrollIntoView({ block: "center", behavior: "instant" })
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return element.contains(hit) ? "nothing" : hit?.outerHTML.slice(0, 100)
  })(${element})`
  await expect.poll(() => engine.evaluate(whatCovers), { message: element }).toBe("nothing")
  await engine.click(element)
}

async function fill(selector: string, text: string) {
  await press(seen(selector))
  await engine.type(text)
  expect(await engine.evaluate(`${seen(selector)}.value`)).toBe(text)
}

async function expectWell(page: string) {
  for (const width of WIDTHS) {
    await engine.resize(width, 900)
    await expect.poll(() => engine.evaluate("innerWidth")).toBe(width)
    await expect
      .poll(() => engine.evaluate(OUTSIDE), { message: `${page} at ${width} pixels`, timeout: 3_000 })
      .toEqual([])
  }
  const errors = (await engine.evaluate("watched.errors.splice(0)")) as string[]
  expect(errors.filter((error) => !EXPECTED.test(error)).map((error) => `${page}: ${error}`)).toEqual([])
}

async function expectPlaying() {
  const before = (await engine.evaluate(`${AUDIO}.currentTime`)) as number
  await expect.poll(() => engine.evaluate(`${AUDIO}.currentTime`)).toBeGreaterThan(before + 0.2)
}
