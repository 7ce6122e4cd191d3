import { expect } from "vitest"
import { ensureLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { createUser, sendForm, signInAs } from "./people.ts"

/** What the site says of the podcast that it was made for. */
const THEIRS =
  /\bcko\b|hip.?hop|\brap\b|\bawa\b|yanis|lindor|corvel|\bring\b|boxe|uppercut|[ée]ponge|\brounds?\b|cloche|knock|coin (?:rouge|or)|10M|2\.7M/i

/**
 * Names another podcast in the first steps, as its host would, on a site that nobody set up.
 *
 * @returns the host's `Cookie` header
 */
export async function nameOtherPodcast() {
  // The sender's name of the tests' own site is fixed by its server.
  const { mailFrom: _, ...started } = getSettings()
  applySettings({ ...started, publicUrl: getSettings().publicUrl })
  await ensureLegalPages()
  await createUser("admin", "nour@jardin.test")
  const cookie = await signInAs("nour@jardin.test")
  const podcast = { name: "Semis et saisons", tagline: "Le jardinage, une graine à la fois" }
  const form = {
    intent: "save-podcast",
    fields: "name,tagline,description,cover",
    description: "",
    cover: "",
  }
  const response = await sendForm("/admin/first-steps", { ...form, ...podcast }, { cookie })
  expect(response.status).toBe(302)
  return cookie
}

/** What people and machines read of an answer: not what programs call things by, which nobody sees. */
function said(source: string) {
  return (
    source
      .replace(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, "")
      // Cookies, storage and the values of categories have their names, whatever the podcast is called.
      .replace(/cko-news|hip-hop-culture|cko[_:.][\w.]+|cko-(?:positions|speed|recent)/g, "")
      // Names of a form's fields.
      .replace(/ value="(?:\w+,)+\w+"/g, "")
      // The tests' own host.
      .replaceAll("https://cko.test", "")
      .replace(
        / (?:class|style|id|for|name|aria-labelledby|aria-describedby|aria-controls|data-[\w-]+)="[^"]*"/g,
        "",
      )
  )
}

/** Where a text speaks of that podcast, with what stands around; undefined where it does not. */
export function theirsIn(source: string) {
  const read = said(source)
  const at = read.search(THEIRS)
  return at < 0 ? undefined : read.slice(Math.max(0, at - 80), at + 80)
}
