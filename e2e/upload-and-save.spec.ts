import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { wavOf } from "#test/wav.ts"
import { expect, openManager, test } from "./office.ts"

// The media worker stands behind everybody else, and other journeys keep the machine busy.
test.setTimeout(240_000)
const RECOGNISED = { timeout: 120_000 }

const MANAGERS = [
  { path: "/admin/episodes", form: "Nouvel épisode", save: "Créer l’épisode", done: "Épisode créé !" },
  { path: "/admin/news", form: "Nouvelle actualité", save: "Créer l’actualité", done: "Actualité créée" },
]

for (const { path, form: name, save, done } of MANAGERS) {
  test(`28.2 what is uploaded at ${path} lies over nothing, neither on its way nor once it is there`, async ({
    page,
    unique,
  }) => {
    await openManager(page, path)
    const form = page.getByRole("form", { name })
    const fill = (title: string) => form.getByLabel("Titre", { exact: true }).fill(title)
    const button = form.getByRole("button", { name: save })
    const dock = page.locator(".upload-dock")
    const network = await page.context().newCDPSession(page)
    const limit = (bytesPerSecond: number) =>
      network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      })

    // On its way, as slow as it takes to look.
    await limit(20_000)
    await drop(page, `loin-${unique}.wav`, wavOf(randomBytes(400_000)))
    await expect(dock).toContainText("Un envoi en cours")
    await expect.poll(() => page.getByRole("main").evaluate(startsBelow, ".upload-dock")).toBe(true)
    await fill(`Pendant l’envoi ${unique}`)
    if (path === "/admin/episodes") await form.getByLabel("Invité", { exact: true }).fill("Nour")
    await button.click()
    await expect(page.getByText(done)).toBeVisible()
    await expect(dock).toContainText("Un envoi en cours")

    // And once it is there.
    await limit(-1)
    await expect(page.locator(".toast")).toContainText("Dans la médiathèque", RECOGNISED)
    await expect(dock).toHaveCount(0)
    if (path === "/admin/episodes") {
      // The list of episodes makes one of a sound.
      await expect(page).toHaveURL(/\/admin\/episodes\/new\?media=\d+$/)
      await expect(form.getByLabel("Titre", { exact: true })).toHaveValue(`loin-${unique}`)
    }
    await fill(`Après l’envoi ${unique}`)
    await page.getByRole("button", { name: path === "/admin/episodes" ? "Publier" : save }).click()
    await expect(page.getByText(done)).toBeVisible()
  })
}

function startsBelow(element: HTMLElement | SVGElement, selector: string) {
  scrollTo(0, 0)
  const above = document.querySelector(selector)?.getBoundingClientRect()
  return above !== undefined && element.getBoundingClientRect().top >= above.bottom
}

async function drop(page: Page, name: string, sound: Buffer) {
  await page.evaluate(
    ({ fileName, base64 }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], fileName))
      for (const type of ["dragover", "drop"])
        document
          .querySelector("h1")
          ?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    { fileName: name, base64: sound.toString("base64") },
  )
}
