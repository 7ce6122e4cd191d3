import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { badValues, type Field, MANAGER_FORMS, sendValue, type Value } from "#test/bad-values.ts"
import { openTestDatabase } from "#test/database.ts"
import { emptyContents, MANAGERS, storedRows } from "#test/factories.ts"
import { fieldProblems, filledForm, readPage, saveForm, signInAsNew, visitAs } from "#test/people.ts"

let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin")
})
beforeEach(emptyContents)

describe.each(MANAGERS)("the form of $path", ({ path, table, make }) => {
  const { good, fields } = MANAGER_FORMS[path]
  const sent: Record<string, string> = { intent: "save", ...good }

  test("has no field that is not tried here", async () => {
    await make({ mediaType: "video", isPublished: true, guest: "", hasNoGuest: true, isExplicit: true })
    const form = saveForm(await visitAs(cookie, `${path}?edit=1`))
    const names = Object.keys(filledForm(form)).filter(
      (name) => !["intent", "id", "version", "viewsBefore", "chaptersBefore"].includes(name),
    )
    expect(names.toSorted()).toEqual(fields.map(([name]) => name).toSorted())
  })

  const wrong = fields.flatMap((field) =>
    badValues(field).map(([what, value, problem]) => ({ name: field[0], what, field, value, problem })),
  )
  test.each(wrong)("refuses $what in $name", async ({ name, field, value, problem }) => {
    const response = await sendValue(path, sent, field, value, cookie)
    expect(response.status).toBe(400)
    const form = saveForm(await readPage(response))
    expect(fieldProblems(form)).toEqual({ [field[1]]: expect.stringMatching(problem) })
    expect(form.get("div", { role: "alert" }).text).toContain("Corrigez les champs signalés")
    const { [name]: again, ...others } = filledForm(form)
    const { [name]: _, ...typed } = sent
    expect(others).toEqual(typed)
    expect(again).toBe(kept(field, value))
    expect(await storedRows(table)).toEqual([])
  })

  const SCRIPT = "<script>alert(1)</script>"
  // Each line of a list of media begins with an address: `app/writing/news/media-list.test.ts`.
  const isText = ([name, , kind]: Field) => kind === "text" && name !== "media"
  const texts = fields.filter(isText).map((field) => ({ name: field[0], field }))
  test.each(texts)("keeps a script in $name as text", async ({ field }) => {
    expect((await sendValue(path, sent, field, SCRIPT, cookie)).status).toBe(302)
    const [row] = await storedRows(table)
    expect(Object.values(row ?? {})).toContain(SCRIPT)
    const shown = await visitAs(cookie, `${path}?edit=1`)
    expect(filledForm(saveForm(shown))[field[0]]).toBe(SCRIPT)
    const address = { episodes: "/episodes/1", news: "/news", custom_pages: "/page/un-titre" }[
      table as string
    ]
    for (const html of [shown.html, await (await send(address ?? "/blog/un-titre")).text()]) {
      expect(html).not.toMatch(/<script>alert/)
    }
  })

  const optional = fields
    .filter(([, , , , isRequired]) => !isRequired)
    .map((field) => ({ name: field[0], field }))
  test.each(optional)("does without $name", async ({ field }) => {
    expect((await sendValue(path, sent, field, undefined, cookie)).status).toBe(302)
    expect(await storedRows(table)).toHaveLength(1)
  })
})

/** What stands in a refused field afterwards. */
const FIRST_CHOICES: Record<string, string> = { type: "full", commentsOpen: "automatic" }

function kept([name, , kind]: Field, value: Value) {
  if (kind === "box") return value === "on" ? "on" : undefined
  // A choice shows its first where what was sent is none.
  if (kind === "choice") return FIRST_CHOICES[name] ?? "article"
  const [typed] = [value].flat()
  return name === "category" ? typed || "cko-news" : typed
}
