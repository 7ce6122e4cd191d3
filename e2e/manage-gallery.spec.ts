import type { Locator, Page } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { query } from "./database.ts"
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
  const gallery = form.getByRole("group", { name: "Images et vidéos" })
  await expect(gallery).toContainText("c’est un article")
  for (const address of [FIRST, ...OTHERS]) {
    await gallery.getByLabel("Adresse d’une image ou d’une vidéo").fill(address)
    await page.keyboard.press("Enter")
  }
  const rows = gallery.getByRole("listitem")
  await expect(rows).toHaveCount(4)
  await gallery.getByLabel("Adresse d’une image ou d’une vidéo").fill(FIRST)
  await page.keyboard.press("Enter")
  await expect(gallery.getByRole("alert")).toHaveText("Ce média est déjà dans la galerie.")
  await expect(rows).toHaveCount(4)
  for (const [index, caption] of ["Un", "Deux", "Trois"].entries()) {
    await gallery.getByLabel(`Légende : média ${index + 2}`).fill(caption)
  }
  await gallery.getByLabel("Légende : média 1").fill("Zéro")
  const order = async () =>
    (await rows.getByPlaceholder("Légende").all()).reduce(
      async (before, input) => `${await before}${await input.inputValue()} `,
      Promise.resolve(""),
    )

  await gallery.getByRole("button", { name: "Déplacer : média 4" }).focus()
  await page.keyboard.press("Alt+ArrowUp")
  await expect.poll(order).toBe("Zéro Un Trois Deux ")
  await expect(gallery.getByRole("button", { name: "Déplacer : média 3" })).toBeFocused()
  await expect(gallery.getByText("Média 4 déplacé en position 3 sur 4")).toBeAttached()

  const handleOf = (number: number) => gallery.getByRole("button", { name: `Déplacer : média ${number}` })
  for (const width of [768, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await handleOf(2).focus()
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(order).toBe("Zéro Trois Un Deux ")
    await page.keyboard.press("Alt+ArrowUp")
    await expect.poll(order).toBe("Zéro Un Trois Deux ")
    await drag(page, handleOf(4), rows.nth(1), [0.9, 0.6, 0.1])
    await expect.poll(order).toBe("Zéro Deux Un Trois ")
    await drag(page, handleOf(2), rows.nth(3))
    await expect.poll(order).toBe("Zéro Un Trois Deux ")
  }

  await page.setViewportSize({ width: 390, height: 900 })
  await dragByTouch(page, handleOf(2), rows.nth(3))
  await expect.poll(order).toBe("Zéro Trois Deux Un ")
  await page.setViewportSize({ width: 1440, height: 900 })

  await gallery.getByRole("button", { name: "Retirer : média 3" }).click()
  await expect.poll(order).toBe("Zéro Trois Un ")
  await expect(gallery.getByRole("button", { name: "Remettre" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect.poll(order).toBe("Zéro Trois Deux Un ")

  await drag(page, gallery.getByRole("button", { name: "Déplacer : média 2" }), rows.first(), [0.9, 0.6, 0.1])
  await expect(gallery.getByRole("button", { name: "Déplacer : média 1" })).toBeFocused()
  await expect.poll(order).toBe("Trois Zéro Deux Un ")

  expect(await findViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Publier" }).click()
  await expect(page.getByText("Actualité créée")).toBeVisible()
  await openManager(page, `/admin/news?q=${unique}`)
  await rowOf(page, title).getByRole("link", { name: "Modifier" }).click()
  const card = page.getByRole("form", { name: "Modifier l’actualité" })
  await expect(card.getByLabel("Type de média")).toHaveValue("image")
  await expect(card.getByLabel("URL du média")).toHaveValue(OTHERS[2] ?? "")
  await page.getByRole("link", { name: "Ouvrir sa page" }).click()
  await expect(page.getByRole("group", { name: "Images et vidéos" }).getByRole("listitem")).toHaveCount(4)

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

test("5.7 a gallery that is saved untouched keeps all it has, and its thumbnail goes with its medium", async ({
  page,
  unique,
}) => {
  const title = `Album ${unique}`
  const form = {
    intent: "save",
    title,
    mediaType: "video",
    mediaUrl: "https://flux.example/a",
    mediaCaption: "Awa | Léa",
    thumbnailUrl: FIRST,
    media: String.raw`${OTHERS[1]} | Un \\ deux | | vidéo` + `\n${OTHERS[1]} | Encore | ${OTHERS[0]}`,
  }
  expect((await page.request.post("/admin/news", { form, maxRedirects: 0 })).status()).toBe(302)
  const stored = async () => {
    const { rows } = await query(
      "office",
      `select news.media_type, news.media_url, media_caption, news.thumbnail_url, position, further.media_type as type,
              further.media_url as url, caption, further.thumbnail_url as thumbnail, news.id
       from news join news_media further on news_id = news.id where title = $1 order by position`,
      [title],
    )
    return rows
  }
  const before = await stored()
  expect(before).toMatchObject([
    { url: OTHERS[1], type: "video" },
    { url: OTHERS[1], type: "image" },
  ])
  await openManager(page, `/admin/news/${before[0].id}`)
  const gallery = page.getByRole("group", { name: "Images et vidéos" })
  await expect(gallery.getByRole("listitem")).toHaveCount(3)
  const save = async () => {
    await page.getByRole("button", { name: "Enregistrer le brouillon" }).click()
    await expect(page.getByText("Actualité mise à jour").last()).toBeVisible()
    await page.reload()
    await waitForScripts(page)
  }
  await save()
  expect(await stored()).toEqual(before)

  await gallery.getByRole("button", { name: "Monter : média 3" }).click()
  await gallery.getByRole("button", { name: "Monter : média 2" }).click()
  const thumbnail = page.getByLabel("URL de la miniature")
  await expect(thumbnail).toHaveValue(OTHERS[0] ?? "")
  await gallery.getByRole("button", { name: "Retirer : média 1" }).click()
  await expect(thumbnail).toHaveValue(FIRST)
  await page.getByRole("button", { name: "Remettre" }).click()
  await expect(thumbnail).toHaveValue(OTHERS[0] ?? "")
  await save()
  expect(await stored()).toMatchObject([
    {
      media_url: OTHERS[1],
      media_caption: "Encore",
      thumbnail_url: OTHERS[0],
      url: form.mediaUrl,
      thumbnail: FIRST,
    },
    { type: "video", url: OTHERS[1], caption: "Un \\ deux", thumbnail: null },
  ])

  for (const _medium of before.concat(null)) {
    await gallery.getByRole("button", { name: "Retirer : média 1" }).click()
  }
  await expect(gallery).toContainText("c’est un article")
  await save()
  expect(await stored()).toEqual([])
  await thumbnail.fill(FIRST)
  await gallery.getByLabel("Adresse d’une image ou d’une vidéo").fill("https://youtu.be/abcdefghijk")
  await page.keyboard.press("Enter")
  await expect(gallery.getByRole("listitem")).toContainText("1. Vidéo")
  await expect(thumbnail).toHaveValue(FIRST)
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
