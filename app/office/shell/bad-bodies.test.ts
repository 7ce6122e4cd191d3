import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { MANAGER_FORMS, sendValue } from "#test/bad-values.ts"
import { openTestDatabase } from "#test/database.ts"
import { emptyContents, MANAGERS, storedRows } from "#test/factories.ts"
import { readPage, signInAsNew } from "#test/people.ts"

let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin")
})
beforeEach(emptyContents)

describe.each(MANAGERS)("the form of $path", ({ path, table }) => {
  const { good, fields } = MANAGER_FORMS[path]
  const sent = { intent: "save", ...good }
  const oneOfEachKind = [...new Map(fields.map((field) => [field[2], { name: field[0], field }])).values()]

  test.each(oneOfEachKind)("refuses ten megabytes in $name", async ({ field }) => {
    const value = (field[2] === "number" ? "9" : "a").repeat(10_000_000)
    const response = await sendValue(path, sent, field, value, cookie)
    expect(response.status).toBe(413)
    expect((await readPage(response)).get("h1").text).toBe("Cet envoi est trop volumineux")
    expect(await storedRows(table)).toEqual([])
  })

  test.each(fields)("never fails over broken letters in %s", async (name) => {
    const body = new URLSearchParams(Object.entries(sent).filter(([other]) => other !== name)).toString()
    for (const broken of ["%ED%A0%80", "%FF", "%"]) {
      const response = await sendBody(path, `${body}&${name}=${broken}`, "application/x-www-form-urlencoded")
      expect([302, 400]).toContain(response.status)
    }
  })

  test.each([
    ["no body", undefined, "application/x-www-form-urlencoded", 400],
    ["an empty body", "", "application/x-www-form-urlencoded", 400],
    ["no fields", "&&&=&=", "application/x-www-form-urlencoded", 400],
    ["100,000 fields", "a=&".repeat(100_000), "application/x-www-form-urlencoded", 400],
    ["a name of 100,000 letters", "a".repeat(100_000), "application/x-www-form-urlencoded", 400],
    ["JSON", JSON.stringify(sent), "application/json", 415],
    ["text", new URLSearchParams(sent).toString(), "text/plain", 415],
    ["no type", new URLSearchParams(sent).toString(), "", 415],
    ["a multipart form", "--x\r\nContent-Disposition: form-data", "multipart/form-data; boundary=x", 415],
    ["XML", "<a/>", "application/xml", 415],
  ])("refuses %s", async (_what, body, type, status) => {
    const response = await sendBody(path, body, type)
    expect(response.status).toBe(status)
    expect((await readPage(response)).get("h1").text).toMatch(/Formulaire illisible|Action inconnue/)
    expect(await storedRows(table)).toEqual([])
  })
})

function sendBody(path: string, body: string | undefined, type: string) {
  const headers = { cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": type }
  return send(path, { method: "POST", body, headers })
}
