import type { Locator, Page } from "@playwright/test"
import sharp from "sharp"
import { silentWav } from "#test/wav.ts"
import { expect, test as base } from "./fixtures.ts"
import { startSite } from "./running-site.ts"
import { ADMIN, type SiteName, siteUrl } from "./sites.ts"
import { waitForScripts } from "./visitors.ts"

// A site is started for it, and the media worker stands behind everybody else on a busy machine.
base.setTimeout(300_000)
const PREPARED = { timeout: 120_000 }

/** On a site on which nobody has done anything, which ends with the journey. */
const test = base.extend<{ site: void }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are asked for.
  baseURL: async ({}, use, info) => {
    await use(siteUrl(siteOf(info.project.name)))
  },
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are asked for.
    async ({}, use, info) => {
      const stop = await startSite(siteOf(info.project.name))
      await use()
      await stop()
    },
    { auto: true, timeout: 180_000 },
  ],
})

// Of what watches a page in tests: in the frames of the colours' page nothing runs.
test.use({ expectedError: /Blocked script execution/ })

const siteOf = (project: string): SiteName => (project === "mobile" ? "newOnPhone" : "newOnDesktop")

test("35.2 an empty site becomes a published podcast with colours, logo and sound of its own in a few minutes", async ({
  page,
}) => {
  const person = new Person(page)
  await page.goto("/auth")
  await waitForScripts(page)
  await person.click(page.getByRole("link", { name: "Inscription" }))
  await expect(page).toHaveTitle(/Inscription/)
  await person.type(page.getByLabel("Email"), ADMIN.email)
  await person.type(page.getByLabel("Mot de passe", { exact: true }), ADMIN.password)
  await person.type(page.getByLabel("Confirmer le mot de passe"), ADMIN.password)
  await person.click(page.getByRole("button", { name: "S’inscrire" }))
  await expect(page).toHaveURL("/")
  await person.click(page.getByRole("link", { name: "Commencer par les premiers pas" }))

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Premiers pas")
  await person.type(page.getByLabel("Nom du podcast"), "Semis et saisons")
  await person.type(page.getByLabel("Slogan"), "Le jardinage, une graine à la fois")
  await person.click(page.getByRole("button", { name: "Enregistrer", exact: true }))
  await expect(page.getByText("2 étapes faites sur 6")).toBeVisible()

  await person.click(page.getByRole("link", { name: "Couleurs, police et logo" }))
  await person.click(page.getByText("Choisir les couleurs une à une"))
  await person.type(page.getByRole("textbox", { name: "Couleur forte", exact: true }), "#1f7a3d")
  await person.send("Logo", { name: "logo.png", mimeType: "image/png", buffer: await drawLogo() })
  await person.click(page.getByRole("button", { name: "Enregistrer", exact: true }))
  await expect(page.getByText("Réglages enregistrés")).toBeVisible()

  await person.click(page.getByRole("link", { name: /^Accueil de l’administration/ }))
  await person.click(page.getByRole("link", { name: /, ensuite/ }))
  await person.click(page.getByRole("link", { name: "Écrire un épisode" }))
  await person.type(page.getByLabel("Titre", { exact: true }), "Les semis de mars")
  await person.sendSound({ name: "mars.wav", mimeType: "audio/wav", buffer: silentWav(10) })
  await person.click(page.getByRole("button", { name: "Publier" }))
  await expect(page.getByText("Épisode créé !")).toBeVisible()

  // What a visitor gets.
  await page.goto("/")
  await expect(page).toHaveTitle(/Semis et saisons/)
  const logo = page.getByRole("banner").getByRole("img", { name: "Semis et saisons" })
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const strong = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-blood"))
  expect(await strong()).toBe("#1f7a3d")
  await page.getByRole("main").getByRole("link", { name: "Les semis de mars" }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Les semis de mars")
  await page
    .getByRole("button", { name: /^Écouter/ })
    .first()
    .click()
  const audio = page.locator("body > audio, div > audio").first()
  await expect.poll(() => audio.evaluate((sound: HTMLAudioElement) => sound.currentTime)).toBeGreaterThan(0)

  // Of the five minutes that it may take, most are left for reading, choosing and waiting.
  expect(person.seconds()).toBeLessThan(150)
})

/**
 * Does what a person does, and reckons how long people take for it by the keystroke-level model (Card, Moran and Newell,
 * 1980): 0.28 s a key for who types as most do, 1.1 s to point, 0.2 s to press and release, 0.4 s to change between keys
 * and pointer, and 1.35 s to think before each of these.
 */
class Person {
  private readonly page: Page
  private pointings = 0
  private keys = 0
  private changes = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator) {
    this.pointings += 1
    await target.click()
  }

  async type(field: Locator, text: string) {
    this.pointings += 1
    this.changes += 2
    this.keys += text.length
    await field.fill(text)
  }

  /** Sends a file from a field that takes media: two presses there, and two in the system's own dialog. */
  async sendSound(file: { name: string; mimeType: string; buffer: Buffer }) {
    const choosing = this.page.waitForEvent("filechooser")
    await this.click(this.page.getByText("Déposez le son ici, ou choisissez-le"))
    this.pointings += 1
    await (await choosing).setFiles(file)
    await expect(this.page.getByRole("button", { name: "Écouter", exact: true })).toBeVisible(PREPARED)
  }

  async send(label: string, file: { name: string; mimeType: string; buffer: Buffer }) {
    await this.click(
      this.page.getByRole("button", { name: new RegExp(`^Choisir dans la médiathèque.*${label}$`) }),
    )
    const choosing = this.page.waitForEvent("filechooser")
    await this.click(this.page.getByRole("dialog").getByRole("button", { name: "Envoyer un fichier" }))
    this.pointings += 2
    await (await choosing).setFiles(file)
    await expect(this.page.getByRole("dialog")).toHaveCount(0, PREPARED)
    await expect(this.page.getByRole("textbox", { name: label, exact: true })).toHaveValue(/^\/media\//)
  }

  seconds() {
    return this.pointings * (1.35 + 1.1 + 0.2) + this.changes * 0.4 + this.keys * 0.28
  }
}

function drawLogo() {
  const leaf = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="96"><ellipse cx="160" cy="48" rx="150" ry="40" fill="#e8c34a"/></svg>`
  return sharp(Buffer.from(leaf)).png().toBuffer()
}
