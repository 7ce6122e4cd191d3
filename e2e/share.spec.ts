import { findViolations } from "./axe.ts"
import { query } from "./database.ts"
import { expect, test } from "./fixtures.ts"
import { AUDIO_HOST, siteUrl } from "./sites.ts"

test.use({
  baseURL: siteUrl("long"),
  expectedHosts: [AUDIO_HOST],
  permissions: ["clipboard-read", "clipboard-write"],
})

const KEY = "onde".padStart(22, "k")

test("3.11 a link to a place in an episode is copied, and leads there", async ({ page }) => {
  const { rows } = await query("long", "select id from episodes where title = 'Conversation numéro 31'")
  const path = `/episodes/${rows[0]?.id}`
  await page.goto(`${path}?t=75`)
  const audio = page.locator("audio")
  await expect(page.getByRole("button", { name: "Écouter à partir de 1:15" })).toBeVisible()
  expect(await audio.getAttribute("src")).toBeNull()
  await page.getByRole("button", { name: "Écouter à partir de 1:15" }).click()
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(75)

  const bar = page.getByRole("region", { name: "Lecteur audio" })
  await bar.getByRole("button", { name: "Mettre en pause" }).click()
  await bar.getByRole("slider").fill("100")
  const more = bar.getByRole("button", { name: "Autres commandes" })
  if (await more.isVisible()) await more.click()
  await bar.getByRole("button", { name: "Copier le lien à cet instant" }).click()
  await expect(page.getByText("Lien copié")).toBeVisible()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toBe(`${siteUrl("long")}${path}?t=100`)

  await page.getByRole("button", { name: "Partager" }).click()
  await expect.poll(copied).toBe(siteUrl("long") + path)
  await page.getByRole("button", { name: "Copier le lien à 1:40" }).click()
  await expect.poll(copied).toBe(`${siteUrl("long")}${path}?t=100`)
  await bar.getByRole("button", { name: "Fermer le lecteur" }).click()
  await expect(page.getByRole("button", { name: "Reprendre à 1:40" })).toBeVisible()
})

test("an episode’s page and its guest’s have nothing that axe finds, outline included", async ({ page }) => {
  await query(
    "long",
    `with sound as (insert into media (key, kind, type, title, bytes, sha256, state, waveform)
         values ($1, 'audio', 'audio/wav', 'nuit.wav', 1, $2, 'ready', 'gP8AQP+A') on conflict do nothing),
       guest as (insert into guests (slug, name, role, link_url)
         values ('keza', 'Kéza Mondovi', 'Rappeuse', 'https://keza.example/bio')
         on conflict (slug) do update set name = excluded.name returning id),
       episode as (update episodes set audio_url = '/media/' || $1 || '/nuit.wav', type = 'bonus', is_explicit = true,
           subtitle = 'Sans coupe', credits = 'Réalisation : [Awa](https://awa.example)',
           links = '[{"label":"Le livre","url":"https://livre.example/"}]'
         where title = 'Conversation numéro 30' returning id)
     insert into episode_guests (episode_id, guest_id, position) select episode.id, guest.id, 0 from episode, guest
     on conflict do nothing`,
    [KEY, "f".repeat(64)],
  )
  const { rows } = await query("long", "select id from episodes where title = 'Conversation numéro 30'")
  await page.goto(`/episodes/${rows[0]?.id}`)
  await expect(page.getByRole("slider", { name: "Forme d’onde" })).toBeVisible()
  await expect(page.getByRole("navigation", { name: "Épisodes voisins" }).getByRole("link")).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])

  await page.getByRole("link", { name: "Kéza Mondovi" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kéza Mondovi")
  await expect(page.getByRole("link", { name: "Conversation numéro 30" })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
