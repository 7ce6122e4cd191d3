import type { Locator, Page } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { expect, openManager, rowOf, test } from "./office.ts"
import { waitForScripts } from "./visitors.ts"

const FIRST = "/starter/news-wall.webp"
const OTHERS = ["/starter/news-decks.webp", "/starter/news-crowd.webp", "/starter/news-bell.webp"]

test("5.7 a gallery is put in order by keys and by dragging, and walked through", async ({
  page,
  unique,
}) => {
  const title = `Galerie ${unique}`
  await openManager(page, "/admin/news/new")
  const form = page.getByRole("form", { name: "Nouvelle actualité" })
  await form.getByLabel("Titre").fill(title)
  await form.getByLabel("Type de média").selectOption("Image")
  const gallery = form.getByRole("group", { name: "Autres médias" })
  // The first address of all is that of the form's own field.
  for (const address of [FIRST, ...OTHERS]) {
    await gallery.getByLabel("Adresse d’un autre média").fill(address)
    await page.keyboard.press("Enter")
  }
  await expect(form.getByLabel("URL du média")).toHaveValue(FIRST)
  const rows = gallery.getByRole("listitem")
  await expect(rows).toHaveCount(4)
  await gallery.getByLabel("Adresse d’un autre média").fill(FIRST)
  await page.keyboard.press("Enter")
  await expect(gallery.getByRole("alert")).toHaveText("Ce média est déjà dans la galerie.")
  await expect(rows).toHaveCount(4)
  for (const [index, caption] of ["Un", "Deux", "Trois"].entries()) {
    await gallery.getByLabel(`Légende : média ${index + 2}`).fill(caption)
  }
  const order = async () =>
    (await rows.getByPlaceholder("Légende").all()).reduce(
      async (before, input) => `${await before}${await input.inputValue()} `,
      Promise.resolve(""),
    )

  await gallery.getByRole("button", { name: "Déplacer : média 4" }).focus()
  await page.keyboard.press("Alt+ArrowUp")
  await expect.poll(order).toBe("Un Trois Deux ")
  await expect(gallery.getByRole("button", { name: "Déplacer : média 3" })).toBeFocused()
  await expect(gallery.getByText("Média 4 déplacé en position 3 sur 4")).toBeAttached()

  const handleOf = (number: number) => gallery.getByRole("button", { name: `Déplacer : média ${number}` })
  for (const width of [768, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await handleOf(2).focus()
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(order).toBe("Trois Un Deux ")
    await page.keyboard.press("Alt+ArrowUp")
    await expect.poll(order).toBe("Un Trois Deux ")
    await drag(page, handleOf(4), rows.nth(1), [0.9, 0.6, 0.1])
    await expect.poll(order).toBe("Deux Un Trois ")
    await drag(page, handleOf(2), rows.nth(3))
    await expect.poll(order).toBe("Un Trois Deux ")
  }

  await page.setViewportSize({ width: 390, height: 900 })
  await dragByTouch(page, handleOf(2), rows.nth(3))
  await expect.poll(order).toBe("Trois Deux Un ")
  await page.setViewportSize({ width: 1440, height: 900 })

  await gallery.getByRole("button", { name: "Retirer : média 3" }).click()
  await expect.poll(order).toBe("Trois Un ")
  await expect(gallery.getByRole("button", { name: "Remettre" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect.poll(order).toBe("Trois Deux Un ")

  await drag(page, gallery.getByRole("button", { name: "Déplacer : média 2" }), rows.first(), [0.9, 0.6, 0.1])
  await expect(gallery.getByRole("button", { name: "Déplacer : média 1" })).toBeFocused()
  await expect(form.getByLabel("URL du média")).toHaveValue(OTHERS[2] ?? "")
  await expect(form.getByLabel("Légende du média")).toHaveValue("Trois")
  await expect.poll(order).toBe(" Deux Un ")

  expect(await findViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Publier" }).click()
  await expect(page.getByText("Actualité créée")).toBeVisible()
  await openManager(page, `/admin/news?q=${unique}`)
  await rowOf(page, title).getByRole("link", { name: "Modifier" }).click()
  await page.getByRole("link", { name: "Ouvrir sa page" }).click()
  await expect(page.getByRole("group", { name: "Autres médias" }).getByRole("listitem")).toHaveCount(4)

  await page.goto("/news?tab=galeries")
  await waitForScripts(page)
  const tile = page.getByRole("main").getByRole("link", { name: title })
  await expect(tile).toContainText("4 médias")
  await tile.click()
  const lightbox = page.getByRole("dialog")
  await expect(lightbox.getByText("Trois")).toBeVisible()
  for (const seen of [FIRST, OTHERS[1], OTHERS[0]]) {
    await page.keyboard.press("ArrowRight")
    await expect(lightbox.getByRole("img")).toHaveAttribute("src", seen ?? "")
  }
  await expect(lightbox.getByText("Un", { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/#media-\d+-3$/)
  await page.reload()
  await expect(lightbox.getByRole("img")).toHaveAttribute("src", OTHERS[0] ?? "")
  const [, id] = /#media-(\d+)/.exec(page.url()) ?? []

  await page.goto(`/news/galeries/${id}`)
  await waitForScripts(page)
  await expect(page.getByRole("figure")).toHaveCount(4)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole("link", { name: "Deux" }).click()
  await expect(lightbox.getByText("3 / 4")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(lightbox).toBeHidden()
})

const DOWNWARDS = [0.2, 0.6, 0.9]

/** As a hand does it: in steps, over the middle of the other row. */
async function drag(page: Page, handle: Locator, onto: Locator, steps = DOWNWARDS) {
  await onto.scrollIntoViewIfNeeded()
  await handle.hover()
  await page.mouse.down()
  for (const { x, y } of await pathOver(onto, steps)) await page.mouse.move(x, y)
  await page.mouse.up()
}

/** By a finger, which would otherwise move the page. */
async function dragByTouch(page: Page, handle: Locator, onto: Locator, steps = DOWNWARDS) {
  const browser = await page.context().newCDPSession(page)
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true })
  await onto.scrollIntoViewIfNeeded()
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints })
  const { x = 0, y = 0, width = 0, height = 0 } = (await handle.boundingBox()) ?? {}
  await touch("touchStart", { x: x + width / 2, y: y + height / 2 })
  for (const place of await pathOver(onto, steps)) await touch("touchMove", place)
  await touch("touchEnd")
  await browser.detach()
}

async function pathOver(onto: Locator, steps: number[]) {
  const { x = 0, y = 0, height = 0 } = (await onto.boundingBox()) ?? {}
  return steps.map((part) => ({ x: x + 20, y: y + height * part }))
}
