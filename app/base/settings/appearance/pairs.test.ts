import { readFileSync } from "node:fs"
import { glob } from "node:fs/promises"
import { expect, test } from "vitest"
import { PAIRS } from "./pairs.ts"
import { DEFAULT_PALETTE, deriveColours } from "./palette.ts"

const NAMES = Object.keys(deriveColours(DEFAULT_PALETTE))

/** Components of the public pages; the back office has colours of its own. */
const isPublic = (file: string) =>
  !/manage-|-form\.tsx$|-row\.tsx$|-panel\.tsx$|-field\.tsx$|\.test\./.test(file)

test("34.1 what a public component writes on a ground of its own is one of the pairs that are checked", async () => {
  const written: string[] = []
  for await (const file of glob(
    "app/{{base,accounts,podcast,writing,audience,site,office}/*,kit/ui,content,media}/*.tsx",
  )) {
    if (!isPublic(file)) continue
    for (const [classes] of readFileSync(file, "utf8").matchAll(/"[^"\n]*"|`[^`\n]*`/g)) {
      const grounds = namesIn(classes, "bg")
      const texts = namesIn(classes, "text")
      for (const ground of grounds) for (const text of texts) written.push(`${text} on ${ground}, ${file}`)
    }
  }
  expect(written.length).toBeGreaterThan(8)
  const known = new Set(PAIRS.map(([text, ground]) => `${text} on ${ground}`))
  // The sign for playing.
  known.add("paper on blood")
  // The stamp's own ground is the card's.
  expect(written.filter((pair) => !known.has(pair.split(",")[0] ?? ""))).toEqual([])
})

test("no public style or component has a colour that hosts' own would not reach", async () => {
  const fixed: string[] = []
  for await (const file of glob(
    "app/{{base,accounts,podcast,writing,audience,site,office}/*,kit/{ui,form},content,media}/*.tsx",
  )) {
    for (const [colour] of readFileSync(file, "utf8").matchAll(/-\[#[0-9a-f]+\]/gi))
      fixed.push(`${file}: ${colour}`)
  }
  for await (const file of glob("app/kit/styles/*.css")) {
    if (file.endsWith("tokens.css")) continue
    // A mask is no colour, and a picture of its own knows no variables.
    const styles = readFileSync(file, "utf8").replaceAll(
      /mask-image:[^;]*;|url\("data:[^"]*"\)|#0{3,4}\b/g,
      "",
    )
    for (const [colour] of styles.matchAll(/#[0-9a-f]{3,8}\b/gi)) fixed.push(`${file}: ${colour}`)
  }
  expect(fixed).toEqual([])
})

/** The colours that classes such as `text-ink hover:text-paper` name. */
function namesIn(classes: string, kind: "bg" | "text") {
  return [...classes.matchAll(new RegExp(`(?:^|[\\s"\`:])${kind}-([a-z-]+)`, "g"))].flatMap(
    ([, name = ""]) => (NAMES.includes(name) ? name : []),
  )
}
