import { beforeAll, beforeEach, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { emptyContents, MANAGERS, storedRows } from "#test/factories.ts"
import { managerForm } from "#test/bad-values.ts"
import { readPage, signInAsNew } from "#test/people.ts"

let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin")
})
beforeEach(emptyContents)

const FORM = "application/x-www-form-urlencoded"
const sent = { intent: "save", ...managerForm("/admin/news").good }

test.each(MANAGERS)("broken letters in any field of $path are no failure", async ({ path, table }) => {
  const { good, fields } = managerForm(path)
  const broken = (isBroken: (kind: string) => boolean) =>
    fields
      .map(
        ([name, , kind]) =>
          `${name}=${isBroken(kind) ? "%ED%A0%80%FF%" : encodeURIComponent(good[name] ?? "")}`,
      )
      .join("&")
  const all = await sendBody(path, `intent=save&${broken(() => true)}`, FORM)
  expect([all.status, await storedRows(table)]).toEqual([400, []])
  const texts = await sendBody(path, `intent=save&${broken((kind) => kind === "text")}`, FORM)
  expect([302, 400]).toContain(texts.status)
})

test.each([
  ["ten megabytes", `intent=save&title=${"a".repeat(10_000_000)}`, FORM, 413],
  ["no body", undefined, FORM, 400],
  ["an empty body", "", FORM, 400],
  ["no fields", "&&&=&=", FORM, 400],
  ["100,000 fields", "a=&".repeat(100_000), FORM, 400],
  ["a name of 100,000 letters", "a".repeat(100_000), FORM, 400],
  ["JSON", JSON.stringify(sent), "application/json", 415],
  ["text", new URLSearchParams(sent).toString(), "text/plain", 415],
  ["no type", new URLSearchParams(sent).toString(), "", 415],
  ["a multipart form", "--x\r\nContent-Disposition: form-data", "multipart/form-data; boundary=x", 415],
  ["XML", "<a/>", "application/xml", 415],
])("a manager's page refuses %s", async (_what, body, type, status) => {
  const response = await sendBody("/admin/news", body, type)
  expect(response.status).toBe(status)
  const refusal = status === 413 ? /^Cet envoi est trop volumineux$/ : /Formulaire illisible|Action inconnue/
  expect((await readPage(response)).get("h1").text).toMatch(refusal)
  expect(await storedRows("news")).toEqual([])
})

function sendBody(path: string, body: string | undefined, type: string) {
  const headers = { cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": type }
  return send(path, { method: "POST", body, headers })
}
