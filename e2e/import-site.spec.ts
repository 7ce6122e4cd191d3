import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"
import { expectNoSidewaysScrolling } from "./screens.ts"

/** An export of WordPress, with an article, a draft, a page and a form that nobody here knows. */
const exportOf = (name: string, first: number) => {
  const item = (id: number, type: string, title: string, status: string, content: string) =>
    `<item><title>${title} ${name}</title><link>https://${name}.example/2025/${title.toLowerCase()}-${name}/</link><guid>https://${name}.example/?p=${id}</guid>
<content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2025-03-04 10:00:00</wp:post_date_gmt>
<wp:post_name>${title.toLowerCase()}-${name}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type></item>`
  return `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Le site ${name}</title><link>https://${name}.example</link><wp:base_blog_url>https://${name}.example</wp:base_blog_url>
${item(first, "post", "Concert", "publish", "<p>Un soir <strong>bleu</strong>.</p>[contact-form-7 id=3]")}
${item(first + 1, "post", "Esquisse", "draft", "<p>À suivre.</p>")}
${item(first + 2, "page", "Locaux", "publish", `<p>Voir <a href="https://${name}.example/?p=${first}">le concert</a>.</p>`)}
</channel></rss>`
}

test("a WordPress comes along: its file is recognised, shown, written as the host chooses, found by its old addresses, and taken back", async ({
  page,
  unique,
}) => {
  const name = unique.replace(/[^a-z0-9]/gi, "").toLowerCase()
  // Of two sites that are brought here the first one keeps such an address.
  const first = Number.parseInt(name.replace(/\D/g, "").slice(-6) || "1", 10) * 10
  await openManager(page, "/admin/import")
  await page.getByLabel("ou un fichier").setInputFiles({
    ...{ name: "wordpress.xml", mimeType: "text/xml", buffer: Buffer.from(exportOf(name, first)) },
  })
  await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  await expect(page.getByRole("heading", { name: `Le site ${name}` })).toBeVisible({ timeout: 30_000 })
  // On a phone a table is no table any more.
  const articles = page.locator("tbody tr", { hasText: "Articles" })
  await expect(articles).toContainText(`Concert ${name} · Esquisse ${name}`)
  await expect(page.getByText("code court [contact-form-7]")).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await expectNoSidewaysScrolling(page)

  await page.getByRole("button", { name: "Importer", exact: true }).click()
  await expect(page.getByRole("status").getByText("Terminé")).toBeVisible({ timeout: 30_000 })
  await expect(articles).toContainText("2")
  expect(await findViolations(page)).toEqual([])
  const here = page.url()

  await page.goto(`/?p=${first}`)
  await expect(page).toHaveURL(`/blog/concert-${name}`)
  await expect(page.getByRole("main")).toContainText("Un soir bleu.")
  await page.goto(`/page/locaux-${name}`)
  await page.getByRole("link", { name: "le concert" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Concert")

  await page.goto(here)
  await page.getByRole("button", { name: "Défaire l’import" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Défaire l’import" }).click()
  await expect(page.getByRole("status").getByText("Défait", { exact: true })).toBeVisible({ timeout: 30_000 })
  expect((await page.request.get(`/blog/concert-${name}`)).status()).toBe(404)
})

test("a Ghost comes along once its address is written, its members wait beside it: without it nothing is sent", async ({
  page,
  unique,
}) => {
  const name = unique.replace(/[^a-z0-9]/gi, "").toLowerCase()
  const post = { id: `${name}1`, title: `Nocturne ${name}`, slug: `nocturne-${name}`, status: "published" }
  const html =
    '<p>Un soir.</p><div class="kg-card kg-callout-card"><div class="kg-callout-text">À retenir</div></div><div class="kg-card kg-signup-card"><h2>Abonnez-vous</h2></div>'
  const data = {
    posts: [{ ...post, html, published_at: "2025-03-04T10:00:00.000Z" }],
    settings: [{ key: "title", value: `Le Ghost ${name}` }],
  }
  await openManager(page, "/admin/import")
  const members = `id,email,name,subscribed_to_emails\n1,awa@${name}.example,Awa,true\n2,lea@${name}.example,Léa,false`
  await page.getByLabel("ou un fichier").setInputFiles([
    {
      name: "ghost.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ db: [{ meta: { version: "5.130.6" }, data }] })),
    },
    { name: `members.${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(members) },
  ])
  const send = page.getByRole("button", { name: "Voir ce qui changerait" })
  await send.click()
  await expect(page.getByRole("alert")).toContainText("ne dit pas l’adresse de son site")
  await page.getByLabel("Adresse du flux (RSS)").fill(`${name}.example`)
  await send.click()
  await expect(page.getByRole("heading", { name: `Le Ghost ${name}` })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText("inscription à la lettre")).toBeVisible()
  await page.getByRole("link", { name: "Choisir ce qu’elle devient" }).click()
  await expect(page.getByRole("heading", { name: `members.${name}.csv` })).toBeVisible()
  await page.getByRole("link", { name: "y revenir" }).click()
  await page.getByRole("button", { name: "Importer", exact: true }).click()
  await expect(page.getByRole("status").getByText("Terminé")).toBeVisible({ timeout: 30_000 })
  await page.goto(`/nocturne-${name}/`)
  await expect(page).toHaveURL(`/blog/nocturne-${name}`)
  await expect(page.getByRole("main")).toContainText("À retenir")
})
