import type { Page } from "@playwright/test"
import { expect, openManager, test as base } from "./office.ts"
import { expectAccessible } from "./screens.ts"
import { ADMIN_STATE, AUDIO_HOST, siteUrl } from "./sites.ts"
import { openEpisode } from "./visitors.ts"

// What a journey listens to goes on for long: a busy machine may take half a minute to look.
const TEXT = `[0:00] Awa : Bonsoir à tous et merci.
[0:10] Sam : Salut Awa Diope.
[0:40] Awa : Ici Diope au micro.
[0:50] Sam : On y va.
[1:00] Awa : Voilà l’été qui revient.`

/** Much more than its box shows. */
const LONG_TEXT = [
  TEXT,
  ...Array.from({ length: 75 }, (_, index) => {
    const clock = `${1 + Math.floor((40 + index) / 60)}:${String((40 + index) % 60).padStart(2, "0")}`
    return `[${clock}] ${index % 2 ? "Awa" : "Sam"} : Et ${index} puis encore une phrase.`
  }),
].join("\n")

/** An episode of three minutes with chapters, of which nothing is written yet. */
const test = base.extend<{ spoken: string }>({
  spoken: async ({ playwright, unique }, use) => {
    const admin = await playwright.request.newContext({
      storageState: ADMIN_STATE,
      baseURL: siteUrl("office"),
    })
    const title = `Les mots de ${unique}`
    const form = { intent: "save", title, guest: "Nour", publicationDay: "2001-02-04", isPublished: "on" }
    const chapters = "0:00 Début\n1:00 Milieu\n2:00 Fin"
    const audioUrl = `${AUDIO_HOST}/${unique}.wav`
    const created = await admin.post("/admin/episodes", {
      form: { ...form, audioUrl, chapters },
      maxRedirects: 0,
    })
    expect(created.status()).toBe(302)
    const list = await admin.get("/admin/episodes", { params: { q: title } })
    const [, id = ""] = /\/episodes\/(\d+)/.exec(await list.text()) ?? []
    await use(id)
    await admin.dispose()
  },
})

test.use({ expectedHosts: [AUDIO_HOST] })

const sentence = (page: Page, place: number) => page.getByLabel(`Phrase ${place}`, { exact: true })

async function takeText(page: Page, id: string, text = TEXT) {
  await openManager(page, `/admin/transcripts?episode=${id}`)
  await page.getByLabel("Texte de la transcription").fill(text)
  await page.getByRole("button", { name: "Reprendre ce texte" }).click()
  await expect(sentence(page, 5)).toHaveValue("Voilà l’été qui revient.")
}

test("38.3 in its episode’s studio a transcript is taken, corrected beside the one player and published, whatever is unsaved", async ({
  page,
  spoken,
}) => {
  await openManager(page, `/admin/episodes/${spoken}`)
  const title = page.getByRole("textbox", { name: "Titre", exact: true })
  await title.fill("Pas encore enregistré")
  await page.getByRole("tab", { name: "Transcription" }).click()
  await page.getByLabel("Texte de la transcription").fill(TEXT)
  await page.getByRole("button", { name: "Reprendre ce texte" }).click()
  await sentence(page, 5).fill("Voilà l’été.")
  await page.getByRole("button", { name: "Enregistrer la transcription" }).click()
  await expect(page.getByText("Transcription enregistrée", { exact: true })).toBeVisible()

  await page.getByRole("button", { name: "Écouter à partir de 0:40" }).click()
  await expect(page.locator("audio[data-sound]")).toHaveCount(1)
  await expect(page.getByRole("button", { name: "Mettre en pause" })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole("button", { name: "Publier", exact: true }).click()
  await expect(page.getByText("Transcription publiée", { exact: true })).toBeVisible()
  await page.getByRole("tab", { name: "Épisode" }).click()
  await expect(title).toHaveValue("Pas encore enregistré")
  expect(new URL(page.url()).pathname).toBe(`/admin/episodes/${spoken}`)
})

test("38.3 a transcript is corrected by keyboard beside its sound, and two people do not write over each other", async ({
  page,
  browser,
  spoken,
}) => {
  await takeText(page, spoken)
  const context = await browser.newContext({ storageState: ADMIN_STATE })
  const second = await context.newPage()
  await second.goto(`${siteUrl("office")}/admin/transcripts?episode=${spoken}`)
  await sentence(second, 4).fill("Allez, on y va.")

  // Split at the caret, joined again, undone and done again, without leaving the text.
  const first = sentence(page, 1)
  await first.focus()
  await first.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(9, 9))
  await page.keyboard.press("Enter")
  await expect(first).toHaveValue("Bonsoir à")
  await expect(sentence(page, 2)).toBeFocused()
  await expect(sentence(page, 2)).toHaveValue("tous et merci.")
  await page.keyboard.press("Backspace")
  await expect(first).toHaveValue("Bonsoir à tous et merci.")
  await expect(first).toBeFocused()
  await page.keyboard.press("Control+z")
  await expect(first).toHaveValue("Bonsoir à")
  await page.keyboard.press("Control+Shift+z")
  await expect(first).toHaveValue("Bonsoir à tous et merci.")
  await page.keyboard.press("Alt+ArrowDown")
  await expect(page.getByLabel("Qui dit la phrase 1", { exact: true })).toHaveValue("Sam")

  // In all sentences at once.
  await page.keyboard.press("Control+f")
  await expect(page.getByLabel("Chercher", { exact: true })).toBeFocused()
  await page.keyboard.type("diope")
  await page.getByLabel("Remplacer par").fill("Diop")
  await expect(page.getByText("2 passages dans 2 phrases", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Tout remplacer" }).click()
  await expect(sentence(page, 2)).toHaveValue("Salut Awa Diop.")

  // The text follows the sound.
  await page.getByRole("button", { name: "Écouter à partir de 1:00" }).click()
  const heard = page.locator("[aria-current]").getByLabel("Phrase 5", { exact: true })
  await expect(heard).toBeVisible()
  await sentence(page, 3).focus()
  const sound = page.getByLabel("Écouter l’épisode")
  await page.keyboard.press("Escape")
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true)
  // Where nothing lies half under the header.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await sentence(page, 3).focus()
  await page.keyboard.press("Control+s")
  await expect(page.getByText("Transcription enregistrée")).toBeVisible()
  await expect(sentence(page, 3)).toBeFocused()

  await second.getByRole("button", { name: "Enregistrer" }).click()
  await expect(second.getByRole("alert").filter({ hasText: "Modifié entre-temps" })).toBeVisible()
  await expect(sentence(second, 4)).toHaveValue("Allez, on y va.")
  await context.close()
})

test("38.4, 39.4 a published transcript follows the sound, is searched and quoted, and the lock screen changes chapters", async ({
  page,
  spoken,
}) => {
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {}
    Object.assign(window, { handlers })
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler
    }
  })
  await takeText(page, spoken, LONG_TEXT)
  await page.getByRole("button", { name: "Publier" }).click()
  await expect(page.getByRole("button", { name: "Dépublier" })).toBeVisible()

  await openEpisode(page, `/episodes/${spoken}`)
  const text = page.getByRole("region", { name: "Texte de la transcription" })
  await page.locator("summary", { hasText: "Transcription" }).click()
  // By keyboard: into the text, two sentences on, and from there.
  await text.focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await expect(text.getByText("Salut Awa Diope.")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(text.locator(".is-heard")).toHaveText("Salut Awa Diope.")
  await text.getByText("Voilà l’été qui revient.").click()
  await expect(text.locator(".is-heard")).toHaveText("Voilà l’été qui revient.")

  // Paused, it stays in this chapter however slow the machine is.
  const bar = page.getByRole("region", { name: "Lecteur" })
  await bar.getByRole("button", { name: "Mettre en pause" }).click()

  const search = page.getByLabel("Chercher dans la transcription")
  await search.fill("Et 70 puis")
  await expect(text.locator(".is-shown")).toBeInViewport()
  await search.fill("L'ETE")
  await expect(page.getByText("1 passage", { exact: true })).toBeVisible()
  await expect(text.locator(".is-shown")).toHaveText("Voilà l’été qui revient.")
  await expect(text.locator(".is-shown")).toBeInViewport()
  await expect(page.getByLabel("Suivre le son")).not.toBeChecked()
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.getByRole("button", { name: "Copier la citation" }).click()
  await expect(page.getByText("Citation copiée")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^«\\s*Voilà l’été qui revient\\.\\s*» \\(Nour, .*, à 1:00\\) .*/episodes/${spoken}\\?t=60$`),
  )

  // As headphones and lock screens do it.
  const place = () => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime)
  const press = (action: MediaSessionAction) =>
    page.evaluate((asked) => {
      const { handlers } = window as unknown as { handlers: Record<string, MediaSessionActionHandler> }
      handlers[asked]?.({ action: asked })
    }, action)
  await page.getByLabel("Suivre le son").check()
  await press("nexttrack")
  await expect.poll(place).toBe(120)
  await expect(text.locator(".is-heard")).toHaveText("Et 20 puis encore une phrase.")
  await expect(text.locator(".is-heard")).toBeInViewport()
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe("Fin")
  await press("previoustrack")
  await expect.poll(place).toBe(60)
  await expectAccessible(page)
})
