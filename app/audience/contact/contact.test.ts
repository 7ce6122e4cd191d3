import { beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { visit } from "#test/html.ts"
import { DEFAULTS } from "#test/site-settings.ts"

beforeAll(openTestDatabase)

test("12.1 GET /contact gives three reasons to write, and a way to join the team", async () => {
  const page = await visit("/contact")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("Contact")
  for (const reason of ["Partenariats", "Proposer un invité", "Questions générales"]) {
    expect(
      page
        .get("main")
        .all("h2")
        .map(({ text }) => text),
    ).toContain(reason)
  }
  const team = page.get("section", { "aria-labelledby": "equipe" })
  expect(team.get("h2").text).toBe("Rejoindre l’équipe")
  expect(team.all("a").map(({ attributes }) => attributes.href)).toEqual(
    DEFAULTS.links.socials.map(({ url }) => url),
  )
})
