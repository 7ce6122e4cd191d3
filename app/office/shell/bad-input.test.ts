import { describe, expect, test } from "vitest"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { send } from "#test/app.ts"
import { badValues, type Field, managerForm, type Value, withValue } from "#test/bad-values.ts"
import { MANAGERS, storedRows } from "#test/factories.ts"
import { openOffice, typeAt } from "#test/manager.ts"
import { fieldProblems, filledForm, readPage, saveForm } from "#test/people.ts"

const FORMS = MANAGERS.map((manager) => ({ ...manager, ...managerForm(manager.path) }))

describe.each(FORMS)("what is sent to $path", ({ path, good, fields }) => {
  /** What is wrong with a good form that has another value in one field. */
  async function problems(field: Field, value: Value) {
    const request = new Request("https://cko.test", { method: "POST", body: withValue(good, field, value) })
    const parsed = (await readForm(request, LONG_TEXT_BYTES)).parse(typeAt(path).form)
    return parsed.ok ? {} : parsed.errors
  }

  const named = fields.map((field) => ({ name: field[0], field }))
  test.each(named)(
    "3.1, 5.1, 6.1, 7.1, 19.2, 3.9 is refused where $name has what it must not have",
    async ({ name, field }) => {
      for (const [what, value, problem] of badValues(field)) {
        expect([what, await problems(field, value)]).toEqual([
          what,
          { [name]: expect.stringMatching(problem) },
        ])
      }
    },
  )

  const optional = named.filter(({ field: [, , , , isRequired] }) => !isRequired)
  test.each(optional)("does without $name", async ({ field }) => {
    expect(await problems(field, undefined)).toEqual({})
  })
})

describe.each(FORMS)("the form of $path", ({ path, table, make, good, fields }) => {
  const office = openOffice()

  test("has no field that is not tried here", async () => {
    await make({
      mediaType: "video",
      isPublished: true,
      guest: "",
      hasNoGuest: true,
      isExplicit: true,
      isReservedHidden: true,
    })
    const names = Object.keys(await office.formOn(`${path}/1`)).filter(
      (name) => !["intent", "id", "version", "viewsBefore", "chaptersBefore"].includes(name),
    )
    expect(names.toSorted()).toEqual(fields.map(([name]) => name).toSorted())
  })

  test("15.5, 19.1 says beside each field what is wrong with it, and keeps what was typed", async () => {
    // On the page of an item the button says it.
    const shown = fields.filter(([name]) => name !== "isPublished")
    const bad = shown.map((field) => [field, ...ownBadValue(field)] as const)
    const sent = Object.fromEntries(bad.map(([[name], value]) => [name, value]))
    const refused = await office.save(`${path}/new`, sent)
    expect(refused.status).toBe(400)
    const form = saveForm(await readPage(refused))
    expect(fieldProblems(form)).toEqual(
      Object.fromEntries(bad.map(([[, label], , problem]) => [label, expect.stringMatching(problem)])),
    )
    expect(form.get("div", { role: "alert" }).text).toContain("Corrigez les champs signalés")
    const kept = bad.flatMap(([field, value]) => keptIn(field, value))
    expect(filledForm(form)).toEqual({ intent: "save", ...Object.fromEntries(kept) })
    expect(await storedRows(table)).toEqual([])
  })

  test("keeps scripts as text", async () => {
    const SCRIPT = "<script>alert(1)</script>"
    // Each line of a list of media begins with an address: `app/writing/news/media-list.test.ts`.
    const texts = fields.filter(([name, , kind]) => kind === "text" && name !== "media")
    const scripts = Object.fromEntries(texts.map(([name]) => [name, SCRIPT]))
    expect((await office.save(path, { ...good, ...scripts })).status).toBe(302)
    const shown = await office.see(`${path}/1`)
    expect(filledForm(saveForm(shown))).toMatchObject(scripts)
    const address = { episodes: "/episodes/1", news: "/news", custom_pages: "/page/un-titre" }[
      table as string
    ]
    for (const html of [shown.html, await (await send(address ?? "/blog/un-titre")).text()]) {
      expect(html).not.toMatch(/<script>alert/)
    }
  })
})

describe("a soundbite", () => {
  const office = openOffice()

  test("39.5 is refused where it ends after its episode, which only saving knows", async () => {
    const { good } = managerForm("/admin/episodes")
    const soundbites = "62:00-62:30 Trop tard"
    const form = saveForm(await readPage(await office.save("/admin/episodes/new", { ...good, soundbites })))
    const problem = /finit à 1:02:30, et l’épisode ne dure que 1:02:03/
    expect(fieldProblems(form)).toEqual({ Extraits: expect.stringMatching(problem) })
    const { isPublished: _published, ...typed } = good
    expect(filledForm(form)).toEqual({ intent: "save", ...typed, soundbites })
    expect(await storedRows("episodes")).toEqual([])
  })
})

/** What only this kind of field refuses: null characters and second values are refused in all alike. */
function ownBadValue(field: Field): [string, RegExp] {
  const [, value, problem] = badValues(field).at(-1) ?? []
  if (typeof value !== "string" || !problem) throw new Error(`no bad value for ${field[0]}`)
  return [value, problem]
}

const FIRST_CHOICES: Record<string, string> = {
  ...{ type: "full", commentsOpen: "automatic", mediaType: "article", category: "cko-news" },
  ...{ reservedFor: "nobody", reservedLevelId: "" },
}

/** What stands in a refused field afterwards. A choice shows its first where what was sent is none. */
function keptIn([name, , kind]: Field, value: string) {
  if (kind === "box") return []
  return [
    [
      name,
      kind === "choice" || name === "reservedLevelId"
        ? FIRST_CHOICES[name]
        : value || (FIRST_CHOICES[name] ?? ""),
    ],
  ]
}
