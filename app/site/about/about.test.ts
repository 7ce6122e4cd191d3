import { beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { visit } from "#test/html.ts"
import { DEFAULTS, setSettings } from "#test/site-settings.ts"

const { presentation } = DEFAULTS

beforeAll(openTestDatabase)

test("2.4 GET /about tells of mission, hosts, concept and impact", async () => {
  const page = await visit("/about")
  const section = (name: string) => page.get("section", { "aria-labelledby": name })
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("À propos")
  expect(section("mission").text).toContain(presentation.mission)
  expect(
    section("hotes")
      .all("h3")
      .map(({ text }) => text),
  ).toEqual(presentation.hosts.map(({ name }) => name))
  for (const { bio, role } of presentation.hosts) {
    expect(section("hotes").text).toContain(bio)
    expect(section("hotes").text).toContain(role)
  }
  expect(section("concept").get("h2").text).toBe("Le concept\u00a0: Culture, Knock, Out")
  expect(
    section("concept")
      .all("h3")
      .map(({ text }) => text),
  ).toEqual(["Culture", "Knock", "Out"])
  expect(
    section("impact")
      .all("dd")
      .map(({ text }) => text),
  ).toEqual(["plus de 10M", "2.7M", "plus de 100K"])
})

test("2.4 GET /about shows no empty section: without a mission it says what the feed does", async () => {
  await setSettings("presentation", { mission: "", hosts: [], concept: [], figures: [] })
  await setSettings("podcast", { description: "Des semis et des saisons." })
  const page = await visit("/about")
  expect(
    page
      .get("main")
      .all("h2")
      .map(({ text }) => text),
  ).not.toContain("Notre mission")
  expect(page.get("main").text).toContain("Des semis et des saisons.")
  await setSettings("podcast", { description: "" })
  expect((await visit("/about")).status).toBe(200)
})
