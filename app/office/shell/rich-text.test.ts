import { expect, test } from "vitest"
import { writeRichText } from "#app/kit/lib/rich-text/write-rich-text.ts"
import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { useDatabase } from "#test/database.ts"
import { sendForm, signInAsNew } from "#test/people.ts"

useDatabase()

test.each([5, 900])("15.13 a text of %i paragraphs is opened as it is stored", async (count) => {
  const cookie = await signInAsNew("admin")
  const markdown = Array.from({ length: count }, (_, index) => `Un **mot**, n° ${index}.`).join("\n\n")
  const response = await sendForm("/admin/rich-text", { markdown }, { cookie })
  expect(response.status).toBe(200)
  const { doc } = (await response.json()) as { doc: RichNode }
  expect(doc.content?.[0]?.content?.[1]).toEqual({ type: "text", text: "mot", marks: [{ type: "strong" }] })
  expect(writeRichText(doc)).toBe(markdown)
})
