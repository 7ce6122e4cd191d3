import { expect, test } from "vitest"
import { z } from "zod"
import { readForm } from "./forms.server.ts"
import { parseIntent } from "./intents.server.ts"

const SCHEMAS = {
  rename: z.object({ title: z.string().min(1, "Le titre est requis") }),
  delete: z.object({ id: z.coerce.number() }),
  empty: z.object({}),
}

async function parse(fields: string) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" }
  const form = await readForm(new Request("https://cko.test/", { method: "POST", body: fields, headers }))
  return parseIntent(form, SCHEMAS)
}

test("a form's fields are held against the schema of what it asks for", async () => {
  expect(await parse("intent=rename&title=Été")).toEqual({
    intent: "rename",
    ok: true,
    value: { title: "Été" },
  })
  expect(await parse("intent=delete&id=12")).toEqual({ intent: "delete", ok: true, value: { id: 12 } })
  expect(await parse("intent=empty")).toEqual({ intent: "empty", ok: true, value: {} })
})

test("the intent is a discriminated union with typed fields", async () => {
  const parsed = await parse("intent=delete&id=12")
  if (!parsed.ok) throw new Error("refused")
  const told = parsed.intent === "delete" ? parsed.value.id.toFixed(1) : parsed.intent
  expect(told).toBe("12.0")
})

test("wrong fields come back with what was typed", async () => {
  expect(await parse("intent=rename&title=&id=3")).toEqual({
    intent: "rename",
    ok: false,
    errors: { title: "Le titre est requis" },
    values: { intent: "rename", title: "", id: "3" },
  })
})

test.each([
  "",
  "title=x",
  "intent=",
  "intent=publish",
  "intent=constructor",
  "intent=__proto__",
  "intent=Rename",
])("the form %j asks for nothing that the page can do", (fields) =>
  expect(parse(fields)).rejects.toMatchObject({ init: { status: 400 } }),
)
