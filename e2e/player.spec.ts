import type { Locator, Page } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { expect, test } from "./fixtures.ts"
import { AUDIO_HOST, siteUrl } from "./sites.ts"

const YOUTUBE = "https://www.youtube-nocookie.com"

test.use({ baseURL: siteUrl("long"), expectedHosts: [AUDIO_HOST] })

test("3.6 an episode plays on while one moves through the site", async ({ page }) => {
  const asked = watchHost(page, AUDIO_HOST)
  await openEpisode(page, 60)
  const bar = barOf(page)
  await expect(bar).toHaveCount(0)
  expect(asked).toEqual([])

  await page.getByRole("button", { name: "Écouter l’épisode" }).click()
  await expect(bar.getByRole("link")).toContainText("Conversation numéro 60")
  await expectPlaying(page)
  expect(asked[0]).toBe(`${AUDIO_HOST}/nuit-60.wav`)
  await expect(page.getByRole("main").getByRole("button", { name: "Mettre en pause" })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  const footer = page.getByRole("contentinfo")
  for (const [link, heading] of [
    ["Blog", "Blog"],
    ["Connexion", "Authentification"],
    ["Épisodes", "Épisodes"],
  ]) {
    await footer.getByRole("link", { name: link, exact: true }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading ?? "")
    await expectPlaying(page)
  }

  // Cards play, too.
  for (const number of [59, 60]) {
    await page.getByRole("button", { name: `Écouter : Conversation numéro ${number}` }).click()
    await expect(bar.getByRole("link")).toContainText(`Conversation numéro ${number}`)
    await expectPlaying(page)
  }

  await bar.getByRole("link").click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conversation numéro 60")
  await bar.getByRole("button", { name: "Mettre en pause" }).click()
  await expect(page.getByRole("main").getByRole("button", { name: "Reprendre", exact: true })).toBeVisible()
  await expect(bar.getByRole("button", { name: "Lire" })).toBeVisible()
})

test("the bar neither covers the page’s end nor widens it", async ({ page }) => {
  await openEpisode(page, 59)
  await page.getByRole("button", { name: "Écouter l’épisode" }).click()
  await expectPlaying(page)
  // The bar comes in by moving, and the page grows by its height meanwhile.
  const covered = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const footer = await page.getByRole("contentinfo").boundingBox()
    const bar = await barOf(page).boundingBox()
    return (footer?.y ?? 0) + (footer?.height ?? 0) - (bar?.y ?? 0)
  }
  // A page whose height is not whole ends a part of a pixel off.
  await expect.poll(covered).toBeLessThan(1)
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test("3.6 fifteen seconds back and on, to any place, at any speed, and from there after a reload", async ({
  page,
}) => {
  await openEpisode(page, 58)
  await page.getByRole("button", { name: "Écouter l’épisode" }).click()
  await expectPlaying(page)
  const bar = barOf(page)
  const slider = bar.getByRole("slider", { name: "Position dans l’épisode" })
  await bar.getByRole("button", { name: "Mettre en pause" }).click()

  await slider.fill("100")
  await expect(slider).toHaveAttribute("aria-valuetext", "1 minute 40 secondes sur 3 minutes")
  await bar.getByRole("button", { name: "Avancer de 15 secondes" }).click()
  await expect(slider).toHaveValue("115")
  await bar.getByRole("button", { name: "Reculer de 15 secondes" }).click()
  await bar.getByRole("button", { name: "Reculer de 15 secondes" }).click()
  await expect(slider).toHaveValue("85")
  await expect(bar.getByText("1:25")).toBeVisible()
  await expect(bar.getByText("3:00")).toBeVisible()

  // A phone shows it where it is asked for.
  const more = bar.getByRole("button", { name: "Autres commandes" })
  const isPhone = await more.isVisible()
  const speed = bar.getByRole("combobox", { name: "Vitesse de lecture" })
  expect(await speed.isVisible()).toBe(!isPhone)
  if (isPhone) await more.click()
  await speed.selectOption("1,5×")
  await expect.poll(() => inAudio(page, (audio) => audio.playbackRate)).toBe(1.5)
  await page.reload()
  await expect(bar).toHaveCount(0)
  await page.getByRole("button", { name: "Reprendre à 1:25" }).click()
  await expectPlaying(page)
  await expect.poll(() => inAudio(page, (audio) => audio.currentTime)).toBeGreaterThan(86.5)
  expect(await inAudio(page, (audio) => audio.playbackRate)).toBe(1.5)
  await expect(bar.locator("select")).toHaveValue("1.5")

  const told = watchPlays(page)
  await slider.fill("178")
  await expect.poll(() => inAudio(page, (audio) => audio.ended)).toBe(true)
  await page.reload()
  await expect(page.getByRole("button", { name: "Écouter l’épisode" })).toBeVisible()
  expect(await Promise.all(told)).toEqual(["tenths=5%2C10 204"])
})

test("the keyboard alone is enough", { tag: "@desktop" }, async ({ page }) => {
  await openEpisode(page, 57)
  await page.getByRole("button", { name: "Écouter l’épisode" }).focus()
  await page.keyboard.press("Enter")
  await expectPlaying(page)
  const bar = barOf(page)
  const slider = bar.getByRole("slider")

  await bar.getByRole("button", { name: "Mettre en pause" }).focus()
  await page.keyboard.press("Space")
  await expect(bar.getByRole("button", { name: "Lire" })).toBeFocused()
  await slider.fill("60")
  await page.keyboard.press("ArrowRight")
  await expect(slider).toHaveValue("61")
  await bar.getByRole("button", { name: "Reculer de 15 secondes" }).focus()
  for (const [key, value] of [
    ["ArrowRight", "76"],
    ["l", "91"],
    ["ArrowLeft", "76"],
    ["j", "61"],
  ]) {
    await page.keyboard.press(key ?? "")
    await expect(slider).toHaveValue(value ?? "")
  }
  await page.keyboard.press("k")
  await expectPlaying(page)
  await bar.getByRole("link").focus()
  await page.keyboard.press("Space")
  await expect(bar.getByRole("button", { name: "Lire" })).toBeVisible()

  for (const control of [
    bar.getByRole("button", { name: "Reculer" }),
    slider,
    bar.getByRole("button", { name: "Avancer" }),
    bar.getByRole("combobox"),
    bar.getByRole("button", { name: "Copier le lien" }),
    bar.getByRole("button", { name: "Fermer" }),
  ]) {
    await page.keyboard.press("Tab")
    await expect(control).toBeFocused()
  }
  await page.keyboard.press("Space")
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole("main")).toBeFocused()
  expect(await inAudio(page, (audio) => audio.hasAttribute("src"))).toBe(false)
})

test.describe("a file that does not come", () => {
  test.use({ expectedError: /ERR_FAILED/ })

  test("is said, and can be tried again", { tag: "@desktop" }, async ({ page }) => {
    await page.route(`${AUDIO_HOST}/**`, (route) => route.abort())
    await openEpisode(page, 56)
    await page.getByRole("button", { name: "Écouter l’épisode" }).click()
    const bar = barOf(page)
    await expect(bar.getByRole("alert")).toHaveText("Lecture impossible : le fichier audio ne répond pas.")
    expect(await findViolations(page)).toEqual([])

    await page.unroute(`${AUDIO_HOST}/**`)
    await bar.getByRole("button", { name: "Réessayer" }).click()
    await expectPlaying(page)
    await expect(bar.getByRole("alert")).toHaveCount(0)
  })
})

test("3.6 starting in one tab pauses the other", { tag: "@desktop" }, async ({ page, context }) => {
  await openEpisode(page, 55)
  await page.getByRole("button", { name: "Écouter l’épisode" }).click()
  await expectPlaying(page)

  const other = await context.newPage()
  await openEpisode(other, 54)
  await other.getByRole("button", { name: "Écouter l’épisode" }).click()
  await expectPlaying(other)
  await expect(barOf(page).getByRole("button", { name: "Lire" })).toBeVisible()
})

test("the system’s media keys know what is playing", { tag: "@desktop" }, async ({ page }) => {
  await openEpisode(page, 53)
  await page.getByRole("button", { name: "Écouter l’épisode" }).click()
  await expectPlaying(page)
  const told = await page.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title,
    artist: navigator.mediaSession.metadata?.artist,
    artwork: navigator.mediaSession.metadata?.artwork.map(({ src }) => src),
    state: navigator.mediaSession.playbackState,
  }))
  expect(told).toEqual({
    title: "Conversation numéro 53",
    artist: "CKO",
    artwork: [expect.any(String)],
    state: "playing",
  })
  await barOf(page).getByRole("button", { name: "Fermer le lecteur" }).click()
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe("none")
})

test.describe("the video of an episode", () => {
  test.use({ expectedHosts: [AUDIO_HOST, YOUTUBE] })

  test("3.7, 26.3 comes in the picture’s place when it is asked for, and silences the bar", async ({
    page,
  }) => {
    const asked = watchHost(page, YOUTUBE)
    await openEpisode(page, 52)
    await page.getByRole("button", { name: "Écouter l’épisode" }).click()
    await expectPlaying(page)
    // Not before: Chromium loses answers for audio now and then while requests are intercepted.
    await page.route(`${YOUTUBE}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>Film</p>" }),
    )
    const still = page.getByRole("button", { name: "Lire la vidéo" })
    const before = await sizeOf(still)
    expect(asked).toEqual([])

    await still.click()
    const video = page.getByTitle("Conversation numéro 52")
    await expect(video.contentFrame().getByText("Film")).toBeVisible()
    await expect(video).toBeFocused()
    expect(asked).toEqual([`${YOUTUBE}/embed/nuit-52-cko?autoplay=1`])
    expect(await sizeOf(video)).toEqual(before)
    await expect(barOf(page).getByRole("button", { name: "Lire" })).toBeVisible()

    await barOf(page).getByRole("button", { name: "Lire" }).click()
    await expectPlaying(page)
    await expect(still).toBeVisible()
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the browser’s own player stands in", async ({ page }) => {
    const asked = watchHost(page, AUDIO_HOST)
    await openEpisode(page, 60)
    const audio = page.getByRole("main").locator("audio")
    await expect(audio).toBeVisible()
    await expect(audio).toHaveAttribute("src", `${AUDIO_HOST}/nuit-60.wav`)
    await expect(page.getByRole("link", { name: "Voir sur YouTube" })).toBeVisible()
    await expect(page.getByRole("button", { name: /Écouter l’épisode|Lire la vidéo/ })).toHaveCount(0)
    expect(asked).toEqual([])
  })
})

async function openEpisode(page: Page, number: number) {
  const title = `Conversation numéro ${number}`
  await page.goto(`/episodes?q=${encodeURIComponent(title)}`)
  await page.getByRole("main").getByRole("link", { name: title, exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
}

function barOf(page: Page) {
  return page.getByRole("region", { name: "Lecteur audio" })
}

/** Time passes in the site's one player. */
async function expectPlaying(page: Page) {
  const before = await inAudio(page, (audio) => audio.currentTime)
  await expect.poll(() => inAudio(page, (audio) => audio.currentTime)).toBeGreaterThan(before)
  expect(await inAudio(page, (audio) => audio.paused)).toBe(false)
}

function inAudio<T>(page: Page, read: (audio: HTMLAudioElement) => T) {
  return page.locator("audio").evaluate(read as (audio: HTMLElement | SVGElement) => T)
}

function watchHost(page: Page, origin: string) {
  const addresses: string[] = []
  page.on("request", (request) => {
    if (request.url().startsWith(origin)) addresses.push(request.url())
  })
  return addresses
}

/** What the player tells of what was heard, and what it is answered. */
function watchPlays(page: Page) {
  const told: Promise<string>[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/plays"))
      told.push(request.response().then((response) => `${request.postData()} ${response?.status()}`))
  })
  return told
}

/** In whole pixels; where it stands depends on how far the page was scrolled. */
async function sizeOf(locator: Locator) {
  const { width, height } = (await locator.boundingBox()) ?? { width: 0, height: 0 }
  return [Math.round(width), Math.round(height)]
}
