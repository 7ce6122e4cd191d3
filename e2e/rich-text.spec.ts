import { randomBytes, randomInt } from "node:crypto"
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

test.use({ way: "rich", expectedError: /media\/(?:uploads|copy)/ })

/** Of this machine: the site never asks there for what somebody pasted. */
const INSIDE = "http://127.0.0.1:8099"

test("15.8, 15.13 a text is written as it will be read, and is stored as Markdown", async ({
  page,
  unique,
}) => {
  await openManager(page, "/admin/blog/new")
  const form = page.locator("form", { has: page.getByLabel("Slug") })
  await form.getByLabel("Titre").fill(`Écrit comme on le lit ${unique}`)
  await form.getByLabel("Slug").fill(`lu-${unique}`)
  const text = page.locator(".rich-text")
  const stored = form.locator("textarea[name=content]")
  await text.click()
  await page.keyboard.type('## La tournée\nIl dit "oui" : l\'été **chaud**!\n- Lille\nLyon\n\n')
  await expect(text.getByRole("heading", { name: "La tournée" })).toBeVisible()
  await expect(stored).toHaveValue(
    "## La tournée\n\nIl dit «\u00a0oui\u00a0»\u00a0: l’été **chaud**\u202f!\n\n- Lille\n- Lyon",
  )
  await page.keyboard.type("l'")
  await page.keyboard.press("Control+z")
  await expect(text).toContainText("l'")
  await page.keyboard.press("Enter")
  await page.keyboard.press("/")
  await page.getByRole("menuitem", { name: "Citation" }).click()
  await page.keyboard.type("Dit.")
  await expect(text.getByRole("blockquote")).toHaveText("Dit.")
  expect(await findViolations(page, "form")).toEqual([])

  // As it is saved, and gone on with.
  await page.keyboard.press("Control+s")
  await expect(page).toHaveURL(/\/admin\/blog\/\d+/)
  await expect(text.getByRole("blockquote")).toHaveText("Dit.")
})

test("15.8, 15.13 what is not changed stays as it was typed, and both ways show the same text", async ({
  page,
  unique,
}) => {
  await openManager(page, "/admin/blog/new")
  const form = page.locator("form", { has: page.getByLabel("Slug") })
  const stored = form.locator("textarea[name=content]")
  const text = page.locator(".rich-text")
  await text.waitFor()
  await page.getByRole("tab", { name: "Texte brut" }).click()
  const typed = `* un\n* deux\n\n__Gras__ ${unique}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nFin.`
  await stored.fill(typed)
  await page.getByRole("tab", { name: "Texte", exact: true }).click()
  await expect(text.getByRole("listitem")).toHaveText(["un", "deux"])
  await expect(stored).toHaveValue(typed)
  await text.getByText("Fin.").click()
  await page.keyboard.press("End")
  await page.keyboard.type(" Ou pas.")
  await expect(stored).toHaveValue(`${typed} Ou pas.`)
  await page.keyboard.press("Control+z")
  await expect(stored).toHaveValue(typed)

  await text.getByText("deux").dblclick()
  await page.keyboard.press("Control+k")
  await page.getByLabel("Adresse du lien").fill("exemple.fr")
  await page.keyboard.press("Enter")
  await expect(text.getByRole("link", { name: "deux" })).toHaveAttribute("href", "https://exemple.fr")
  await page.reload()
  await expect(page.locator(".rich-text")).toBeVisible()
})

test("15.13 files stand in the text while they come, one after the other, and what fails is sent again", async ({
  page,
  unique,
}) => {
  // The media worker stands behind everybody else.
  test.setTimeout(240_000)
  const RECOGNISED = { timeout: 120_000 }
  const { text, stored } = await openText(page)
  await page.keyboard.type("Avant.\n\n")
  await page.route("**/admin/media/uploads", async (route) => {
    const isFirst = route.request().headers()["upload-metadata"]?.includes(btoa("premiere-"))
    if (isFirst)
      await route.fulfill({
        status: 413,
        headers: { "Tus-Resumable": "1.0.0" },
        contentType: "text/plain",
        body: "Trop lourd.",
      })
    else await route.continue()
  })
  const files = await Promise.all([
    pictureOf(`premiere-${unique}.png`, 50),
    pictureOf(`seconde-${unique}.png`, 60),
  ])
  await give(page, "drop", { files })
  const coming = text.locator(".rich-coming")
  await expect(coming).toHaveText([/premiere/, /seconde/])
  await expect(coming.first()).toContainText("Trop lourd.")
  expect(await findViolations(page, "form")).toEqual([])
  await expect(stored).not.toHaveValue(/premiere/)

  // The second one is there, and comes after what is still to come.
  await expect(text.locator("img")).toHaveCount(1, RECOGNISED)
  await expect(coming).toHaveText([/premiere/])
  await expect(text.locator(".rich-coming + .rich-picture, .rich-coming ~ .rich-picture")).toHaveCount(1)
  await page.unroute("**/admin/media/uploads")
  await coming.getByRole("button", { name: "Réessayer" }).click()
  await expect(coming).toHaveCount(0, RECOGNISED)
  await expect(stored).toHaveValue(
    /^Avant\.\n\n!\[\]\(\/media\/[\w-]+\/premiere-.+\)\n\n!\[\]\(\/media\/[\w-]+\/seconde-.+\)$/,
  )

  // Each is one step.
  await text.getByText("Avant.").click()
  await page.keyboard.press("Control+z")
  await expect(stored).toHaveValue(/^Avant\.\n\n!\[\]\(\/media\/[\w-]+\/seconde-.+\)$/)
  await page.keyboard.press("Control+z")
  await expect(stored).toHaveValue("Avant.")
})

test("15.13 a form waits for what comes into its text, which can be called off", async ({ page, unique }) => {
  const { text, stored } = await openText(page)
  await page.keyboard.type("Avant.")
  const network = await page.context().newCDPSession(page)
  const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 5_000 }
  await network.send("Network.emulateNetworkConditions", slowly)
  const file = { name: `lente-${unique}.png`, base64: randomBytes(200_000).toString("base64") }
  await give(page, "drop", { files: [file] })
  const coming = text.locator(".rich-coming")
  await expect(coming.getByRole("progressbar", { name: file.name })).toHaveAttribute("aria-valuenow", /\d+/)
  await page.keyboard.press("Control+s")
  await expect(page.getByText("Un fichier est encore en cours d’envoi")).toBeVisible()
  await network.send("Network.emulateNetworkConditions", { ...slowly, uploadThroughput: -1 })
  await coming.getByRole("button", { name: "Annuler" }).click()
  await expect(coming).toHaveCount(0)
  await expect(stored).toHaveValue("Avant.")
  await expect(text).toBeFocused()
})

test("15.13 pictures of a web page are taken into the library where they stand, and say why they are not", async ({
  page,
}) => {
  const { text, stored } = await openText(page)
  const medium = {
    id: 1,
    kind: "image",
    type: "image/png",
    title: "a.png",
    address: "/starter/article-01.webp",
    alt: "",
    bytes: 10,
    durationMs: null,
  }
  // Where other hosts are on the internet: this site asks none that is not.
  await page.route("**/admin/media/copy", async (route) => {
    const isOther = route.request().postData()?.includes("ailleurs.example")
    if (isOther) await route.fulfill({ json: { state: "ready", failure: "", medium } })
    else await route.continue()
  })
  await give(page, "paste", {
    html: `<p>Un <b>match</b>.</p><img src="https://ailleurs.example/a.png" alt="Le ring"><p>Fin.</p><img src="${INSIDE}/b.png"><img src="file:///C:/c.png">`,
  })
  await expect(stored).toHaveValue(`Un **match**.\n\n![Le ring](${medium.address})\n\nFin.`)
  const coming = text.locator(".rich-coming")
  await expect(coming).toHaveText(/b\.png.*réseau privé.*Réessayer.*Retirer/)
  await expect(page.getByText("1 image n’a pas été collée")).toBeVisible()
  await coming.getByRole("button", { name: "Retirer" }).click()
  await expect(coming).toHaveCount(0)
  await page.keyboard.press("Control+z")
  await expect(stored).toHaveValue("Un **match**.\n\nFin.")
})

test("15.13 a table and a footnote are written as they will be read", async ({ page, unique }) => {
  await openManager(page, "/admin/blog/new")
  const form = page.locator("form", { has: page.getByLabel("Slug") })
  await form.getByLabel("Titre").fill(`Un tableau et une note ${unique}`)
  await form.getByLabel("Slug").fill(`tableau-${unique}`)
  const text = page.locator(".rich-text")
  const stored = form.locator("textarea[name=content]")
  await text.click()
  await page.keyboard.press("/")
  await page.getByRole("menuitem", { name: "Tableau" }).click()
  for (const word of ["Ville", "Date", "Salle", "Lille", "12 mai"]) {
    await page.keyboard.type(word)
    await page.keyboard.press("Tab")
  }
  await page.keyboard.type("Le|Zénith")
  await page.keyboard.press("Tab")
  await page.keyboard.type("Lyon")
  const tools = page.getByRole("group", { name: "Tableau" })
  await tools.getByRole("button", { name: "Supprimer la colonne" }).click()
  await tools.getByRole("button", { name: "Colonne à droite" }).click()
  await page.keyboard.type("20 h")
  for (let cell = 0; cell < 6; cell += 1) await page.keyboard.press("Shift+Tab")
  await page.keyboard.type("Heure")
  await expect(stored).toHaveValue(
    "| Date | Heure | Salle |\n| --- | --- | --- |\n| 12 mai |  | Le\\|Zénith |\n|  | 20 h |  |",
  )
  for (let row = 0; row < 3; row += 1) await page.keyboard.press("Enter")
  await expect(tools).toBeHidden()

  await page.keyboard.type("On y sera")
  await page.getByRole("button", { name: "Note de bas de page" }).click()
  await page.keyboard.type("Ou pas.")
  await expect(stored).toHaveValue(/\n\nOn y sera\[\^1\]\n\n\[\^1\]: Ou pas\.$/)
  await expect(text.locator("sup")).toHaveAttribute("data-number", "1")
  await expect(text.getByRole("columnheader")).toHaveText(["Date", "Heure", "Salle"])
  expect(await findViolations(page, "form")).toEqual([])

  const typed = await stored.inputValue()
  await page.keyboard.press("Control+s")
  await expect(page).toHaveURL(/\/admin\/blog\/\d+/)
  await page.reload()
  await expect(page.locator(".rich-footnote")).toHaveText("Ou pas.")
  await expect(stored).toHaveValue(typed)
})

/** As a browser has it when files are let go over the text, or something is pasted into it. */
async function give(page: Page, event: "drop" | "paste", { files = [], html = "" }: Given) {
  await page.locator(".rich-text").evaluate(
    (text, given) => {
      const data = new DataTransfer()
      for (const { name, base64 } of given.files)
        data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name))
      if (given.html) data.setData("text/html", given.html)
      const { left, bottom } = (text.lastElementChild ?? text).getBoundingClientRect()
      const place = { clientX: left + 5, clientY: bottom - 5, bubbles: true, cancelable: true }
      text.dispatchEvent(
        given.event === "drop"
          ? new DragEvent("drop", { ...place, dataTransfer: data })
          : new ClipboardEvent("paste", { ...place, clipboardData: data }),
      )
    },
    { event, files, html },
  )
}

type Given = { files?: { name: string; base64: string }[]; html?: string }

async function pictureOf(name: string, width: number) {
  // Like no other one: the same file is one medium.
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  const bytes = await sharp({ create: { width, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, base64: bytes.toString("base64") }
}

async function openText(page: Page) {
  await openManager(page, "/admin/blog/new")
  const text = page.locator(".rich-text")
  await text.click()
  return { text, stored: page.locator("form textarea[name=content]") }
}
